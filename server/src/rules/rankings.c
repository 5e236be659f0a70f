/* SPDX-License-Identifier: MIT */
#include "rules/rankings.h"

#include "board_default.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char default_text[] = { RANKING_DEFAULT 0 };

enum { RANKING_FILE = 256 << 10 };

static bool read_file(const char *path, char *text, size_t *size)
{
    FILE *file = fopen(path, "re");
    *size = file ? fread(text, 1, RANKING_FILE + 1, file) : 0;
    const bool fine = file && !ferror(file);
    if (!fine) fprintf(stderr, "reel-server: %s: %s\n", path, strerror(errno));
    if (fine && *size > RANKING_FILE) fprintf(stderr, "reel-server: %s: more than %d bytes\n", path, (int)RANKING_FILE);
    if (file) fclose(file);
    return fine && *size <= RANKING_FILE;
}

/* Whether the boards of all are declared. Those that are built in are left out without their board. */
static bool check_boards(const char *path, ranking_set *set, const board_list *boards)
{
    size_t kept = 0;
    for (size_t i = 0; i < set->count; i++) {
        const ranking_rule *rule = &set->rankings[i];
        const bool there = board_find(&boards->set, rule->board) != NULL;
        if (!there && path)
            return fprintf(stderr, "reel-server: %s:%u: there is no board %s\n", path, rule->line, rule->board), false;
        if (!there) continue;
        if (kept != i) set->rankings[kept] = *rule;
        kept++;
    }
    set->count = kept;
    return true;
}

ranking_set *rankings_read(const char *path, const board_list *boards)
{
    ranking_problem problem;
    size_t size = sizeof default_text - 1;
    char *text = malloc(RANKING_FILE + 1);
    ranking_set *set = malloc(sizeof *set);
    bool fine = text && set;
    if (fine && !path) memcpy(text, default_text, size);
    fine = fine && (!path || read_file(path, text, &size));
    if (fine && !ranking_parse(text, size, set, &problem)) {
        fprintf(stderr, "reel-server: %s:%u: %s\n", path ? path : "rankings", problem.line, problem.message);
        fine = false;
    }
    fine = fine && check_boards(path, set, boards);
    free(text);
    if (fine) return set;
    free(set);
    return NULL;
}
