/* SPDX-License-Identifier: MIT */
#include "rules/board_list.h"

#include "store/catalogue_board.h"

#include <errno.h>
#include <fcntl.h>
#include <reel/format.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static bool print_problem(const char *path, const board_problem *problem)
{
    fprintf(stderr, "reel-server: %s:%u: %s\n", path, problem->line, problem->message);
    return false;
}

/* Reads at most one byte more than declarations may have. */
static bool read_text(const char *path, char *text, size_t *size)
{
    FILE *file = fopen(path, "re");
    *size = file ? fread(text, 1, BOARD_FILE + 1, file) : 0;
    bool fine = file && !ferror(file);
    if (!fine) fprintf(stderr, "reel-server: %s: %s\n", path, strerror(errno));
    if (file) fclose(file);
    return fine;
}

static bool make_file(board_list *list, const char *text, size_t size)
{
    list->file = memfd_create("boards", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    bool fine = list->file >= 0 && write(list->file, text, size) == (ssize_t)size &&
                fcntl(list->file, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) == 0;
    return fine || (perror("reel-server: the boards"), false);
}

board_list *board_list_read(const char *path)
{
    board_problem problem;
    char *text = malloc(BOARD_FILE + 1);
    board_list *list = malloc(sizeof *list);
    size_t size = strlen(board_default_text);
    if (text && list) {
        atomic_init(&list->users, 1);
        list->file = -1;
        if (!path) memcpy(text, board_default_text, size);
        bool fine = !path || read_text(path, text, &size);
        fine = fine && (board_parse(text, size, &list->set, &problem) || print_problem(path ? path : "boards", &problem));
        if (fine && make_file(list, text, size)) return free(text), list;
        if (list->file >= 0) close(list->file);
    }
    free(text);
    free(list);
    return NULL;
}

static board_list *board_list_hold(board_list *list)
{
    atomic_fetch_add(&list->users, 1);
    return list;
}

void board_list_release(board_list *list)
{
    if (!list || atomic_fetch_sub(&list->users, 1) != 1) return;
    close(list->file);
    free(list);
}

void board_holder_start(board_holder *holder, board_list *list)
{
    pthread_mutex_init(&holder->lock, NULL);
    holder->list = board_list_hold(list);
}

void board_holder_set(board_holder *holder, board_list *list)
{
    pthread_mutex_lock(&holder->lock);
    board_list *old = holder->list;
    holder->list = board_list_hold(list);
    pthread_mutex_unlock(&holder->lock);
    board_list_release(old);
}

board_list *board_holder_get(board_holder *holder)
{
    pthread_mutex_lock(&holder->lock);
    board_list *list = board_list_hold(holder->list);
    pthread_mutex_unlock(&holder->lock);
    return list;
}

void board_holder_end(board_holder *holder)
{
    if (!holder->list) return;
    board_list_release(holder->list);
    holder->list = NULL;
    pthread_mutex_destroy(&holder->lock);
}

reel_status board_list_adopt(const board_list *list, catalogue *catalogue, reel_error *error)
{
    reel_status status = REEL_OK;
    for (const reel_format *const *format = reel_formats(); *format && status >= 0; format++)
        for (size_t i = 0; i < list->set.count && status >= 0; i++) {
            const board *b = &list->set.boards[i];
            if (b->by_score && board_of(&list->set, b->game) == b && board_is_game(*format, b->game))
                status = catalogue_name_board(catalogue, (*format)->game, b->name, error);
        }
    return status;
}

size_t board_list_plays(const board_list *list, const board_play *plays, size_t count, const inspection *header, new_play *to)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        const board_play *play = &plays[i];
        const board *board = board_find(&list->set, play->board);
        const bool level = play->header_level, player = play->header_player;
        if (!board) continue;
        to[kept] = (new_play){ .board = play->board,
                               .level = level ? header->level : play->level,
                               .level_key = level ? header->level_key : play->level_key,
                               .player = player ? header->player : play->player,
                               .player_key = player ? header->player_key : play->player_key,
                               .player_name = player ? header->player_name : play->player_name,
                               .value = play->value,
                               .rank = board_rank(board, play->value) };
        if (*to[kept].level_key && *to[kept].player_key) kept++;
    }
    return kept;
}
