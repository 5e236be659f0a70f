/* SPDX-License-Identifier: MIT
 * Declarations of boards: whatever they are, they are read or refused, with a line and a reason. */
#include "work/board.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RUN(test) (test(), printf("ok %s\n", #test))
#define CHECK(condition)                                                                                                         \
    do {                                                                                                                         \
        if (!(condition)) printf("%s:%d: %s\n", __FILE__, __LINE__, #condition), exit(1);                                        \
    } while (0)

enum { ROUNDS = 3000, ROOM = BOARD_FILE + 4096 };

static board_set set;
static board_problem problem;
static uint64_t state = 33;

static size_t any(size_t below)
{
    state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (size_t)(state >> 33) % below;
}

static void the_built_in_boards_are_right(void)
{
    CHECK(board_parse(board_default_text, strlen(board_default_text), &set, &problem));
    CHECK(set.count >= 13);
    CHECK(strcmp(board_of(&set, "Beat Saber")->name, "beatsaber") == 0);
    CHECK(board_of(&set, "Beat Saber, Tilt Brush") == board_find(&set, "beatsaber"));
    CHECK(board_find(&set, "beatsaber")->by_score && !board_find(&set, "beatsaber-accuracy")->by_score);
    CHECK(!board_of(&set, "Beat") && !board_of(&set, "") && !board_find(&set, "none"));
}

/* Every field of a set that was accepted is in a format of its game. */
static void check_set(void)
{
    for (size_t i = 0; i < set.count; i++) {
        const board *b = &set.boards[i];
        bool known = false;
        CHECK(*b->name && *b->title && *b->game && memchr(b->title, '\0', sizeof b->title));
        for (const reel_format *const *format = reel_formats(); *format && !known; format++) {
            const reel_table *rows = board_is_game(*format, b->game) ? reel_find_table(*format, b->rows, NULL) : NULL;
            known = rows && reel_table_field(rows, b->value);
        }
        CHECK(known && board_find(&set, b->name) == b);
    }
}

/* Swaps, drops, repeats and changes words, lines and bytes. */
static size_t change(char *text, size_t size)
{
    static const char *const words[] = { "board ", "where ",     "not ", "has ", "level ", "group ", "player ",
                                         "info.",  "beatsaber.", "!=",   ">",    "\n",     "value",  "\t",
                                         "\xff",   "#",          "",     "\r\n", "9e999",  "." };
    for (size_t n = 1 + any(4); n; n--) {
        size_t at = any(size + 1), span = any(40);
        if (span > size - at) span = size - at;
        const char *word = words[any(sizeof words / sizeof *words)];
        size_t length = any(2) ? strlen(word) : 0;
        if (size - span + length >= ROOM) continue;
        if (any(3) == 0) span = 0;
        memmove(text + at + length, text + at + span, size - at - span);
        memcpy(text + at, word, length);
        size = size - span + length;
    }
    return size;
}

static void changed_declarations_are_read_or_refused(void)
{
    static char text[ROOM], copy[ROOM];
    size_t accepted = 0, refused = 0;
    for (int round = 0; round < ROUNDS; round++) {
        size_t size = strlen(board_default_text);
        memcpy(text, board_default_text, size);
        size = change(text, size);
        memcpy(copy, text, size);
        unsigned lines = 1;
        for (size_t i = 0; i < size; i++) lines += text[i] == '\n';
        bool fine = board_parse(text, size, &set, &problem);
        CHECK(memcmp(text, copy, size) == 0);
        if (fine) check_set();
        CHECK(fine || (*problem.message && problem.line <= lines));
        accepted += fine;
        refused += !fine;
    }
    CHECK(accepted > ROUNDS / 20 && refused > ROUNDS / 20);
}

static void limits_are_kept(void)
{
    static char text[ROOM];
    static const char plain[] = "board %c%zu\ngame Beat Saber\nrows beatsaber.summary\nvalue score\nbetter higher\n";
    size_t size = 0;
    for (size_t i = 0; i < BOARD_MOST; i++) size += (size_t)snprintf(text + size, sizeof text - size, plain, 'b', i);
    CHECK(board_parse(text, size, &set, &problem) && set.count == BOARD_MOST);
    size += (size_t)snprintf(text + size, sizeof text - size, plain, 'c', (size_t)0);
    CHECK(!board_parse(text, size, &set, &problem) && strstr(problem.message, "boards"));
    size = (size_t)snprintf(text, sizeof text, plain, 'b', (size_t)0);
    for (size_t i = 0; i < BOARD_CONDITIONS; i++) size += (size_t)snprintf(text + size, sizeof text - size, "where won\n");
    CHECK(board_parse(text, size, &set, &problem));
    size += (size_t)snprintf(text + size, sizeof text - size, "where won\n");
    CHECK(!board_parse(text, size, &set, &problem) && strstr(problem.message, "conditions"));
    memset(text, '#', sizeof text);
    CHECK(!board_parse(text, BOARD_FILE + 1, &set, &problem));
    CHECK(board_parse("", 0, &set, &problem) && set.count == 0);
}

int main(void)
{
    RUN(the_built_in_boards_are_right);
    RUN(changed_declarations_are_read_or_refused);
    RUN(limits_are_kept);
    return 0;
}
