/* SPDX-License-Identifier: MIT
 * What --first-ranks found, in a hidden file of the output folder. A line for each recording, which is appended when it was read: a list of
 * texts, each ended by a tab and escaped as in names of files. A line that was cut off is one of a recording that is read again. */
#include "base/file_name.h"
#include "base/system.h"
#include "run/ranks.h"

#include <stdlib.h>
#include <string.h>

/* Another form of the lines gets another word. */
static const char first_word[] = "reel-first-ranks-1";
enum { FIELD_MOST = 1 << 16 };

static struct {
    char *folder, *path;
    char *text; /* of the file, cut into lines */
    char **lines;
    size_t count;
} kept;

static void add_text(struct text *line, const char *text)
{
    text_file_name(line, text, strlen(text), FIELD_MOST);
    text_string(line, "\t");
}

/* A line begins with the word, the path, the size and time of the file. */
static bool add_head(struct text *line, const struct input *input)
{
    struct facts facts;
    if (!facts_of(input->path, &facts) || facts.kind != KIND_FILE) return false;
    add_text(line, first_word);
    add_text(line, input->path);
    add_text(line, input->member ? input->member : "");
    text_print(line, "%llu\t%lld\t", (unsigned long long)facts.size, (long long)facts.modified);
    return true;
}

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static char *read_file(const char *path)
{
    FILE *file = open_list(path);
    struct text text = { 0 };
    char *room;
    for (size_t got = 1; file && got && (room = text_room(&text, FIELD_MOST)) != NULL; text.size += got)
        got = fread(room, 1, FIELD_MOST, file);
    if (file) fclose(file);
    char *copy = file ? copy_of(text_of(&text)) : NULL;
    text_free(&text);
    return copy;
}

void ranks_kept_open(const char *folder)
{
    kept.folder = copy_of(folder);
    kept.path = joined(folder, folder[strlen(folder) - 1] == '/' ? "" : "/", ".reel-first-ranks");
    kept.text = read_file(kept.path);
    for (char *line = kept.text, *end; line && (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = 0;
        kept.lines = grow(kept.lines, (kept.count + 1) * sizeof *kept.lines);
        kept.lines[kept.count++] = line;
    }
    if (kept.count) qsort(kept.lines, kept.count, sizeof *kept.lines, by_text);
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

/* The next text of a line, unescaped in place. NULL: the line ends. */
static char *next_text(char **at)
{
    char *text = *at, *end = strchr(text, '\t'), *to = text;
    if (!end) return NULL;
    *end = 0;
    *at = end + 1;
    for (const char *from = text; *from;) {
        const char digits[] = { from[0] == '%' && from[1] ? from[1] : '0', from[0] == '%' && from[1] ? from[2] : 0, 0 };
        const bool escaped = *from == '%' && digits[1];
        *to++ = escaped ? (char)strtoul(digits, NULL, 16) : *from;
        from += escaped ? 3 : 1;
    }
    *to = 0;
    return text;
}

static bool next_number(char **at, int32_t *number)
{
    const char *text = next_text(at);
    if (text) *number = (int32_t)strtol(text, NULL, 10);
    return text != NULL;
}

/* The rest of a line, after its head. False: it is not one that was written. */
static bool read_ranked(char *at, struct ranked *ranked)
{
    const char *key = next_text(&at), *map = key ? next_text(&at) : NULL;
    int32_t count = 0;
    if (!map || !next_number(&at, &count)) return false;
    ranked->map_key = copy_of(key);
    ranked->map = copy_of(map);
    for (int32_t i = 0; i < count; i++) {
        struct rank rank = { 0 };
        int32_t of_team;
        if (!next_number(&at, &of_team) || !next_number(&at, &rank.run.cid) || !next_number(&at, &rank.run.start) ||
            !next_number(&at, &rank.run.finish))
            return false;
        const char *name = next_text(&at);
        if (!name) return false;
        rank.of_team = of_team != 0;
        ranked_add(ranked, &rank, name, strlen(name));
    }
    return !*at;
}

void ranks_kept_find(const struct input *input, struct ranked *ranked)
{
    struct text head = { 0 };
    const bool is_file = add_head(&head, input);
    size_t low = 0, high = is_file ? kept.count : 0;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (strncmp(kept.lines[middle], text_of(&head), head.size) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (is_file && low < kept.count && strncmp(kept.lines[low], text_of(&head), head.size) == 0) {
        char *line = copy_of(kept.lines[low] + head.size);
        ranked->is_known = read_ranked(line, ranked);
        if (!ranked->is_known) ranked_free(ranked);
        free(line);
    }
    text_free(&head);
}

/* ---- writing ---------------------------------------------------------------------------------------------------- */

/* One write, which other threads do not divide. A line that was cut off before ends first. */
bool ranks_kept_add(const struct input *input, const struct ranked *ranked)
{
    struct text line = { 0 };
    text_string(&line, "\n");
    bool fine = add_head(&line, input);
    add_text(&line, ranked->map_key);
    add_text(&line, ranked->map);
    text_print(&line, "%zu\t", ranked->count);
    for (size_t i = 0; i < ranked->count; i++) {
        const struct rank *rank = &ranked->ranks[i];
        text_print(&line, "%d\t%d\t%d\t%d\t", rank->of_team, rank->run.cid, rank->run.start, rank->run.finish);
        add_text(&line, rank->name);
    }
    text_string(&line, "\n");
    fine = !fine || (make_folders(kept.folder) && append_to_file(kept.path, line.data, line.size));
    text_free(&line);
    return fine;
}

void ranks_kept_close(void)
{
    free(kept.folder);
    free(kept.path);
    free(kept.text);
    free(kept.lines);
    memset(&kept, 0, sizeof kept);
}
