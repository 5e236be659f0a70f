/* SPDX-License-Identifier: MIT
 * Parts by their names and numbers, and paths of the state. */
#include "verbs/scan/scan.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

char *state_path(const struct scan *scan, const char *name) { return joined(scan->state, "/", name); }

uint32_t piece_of(const struct part *part, const char *path)
{
    static const char salt[] =
        "piece"; /* another hash than that of parts and shards, which all files of the part have in common */
    if (part->pieces < 2) return 0;
    return (uint32_t)(fnv_end(fnv_add(fnv_add(FNV_BEGIN, salt, sizeof salt), path, strlen(path))) % part->pieces);
}

char *part_output_path(const struct scan *scan, const struct part *part, const char *output, size_t size)
{
    const char *piece = memchr(output, '*', size);
    const size_t folder = piece ? (size_t)(piece - output) : size;
    struct text path = { 0 };
    text_print(&path, "%.*s/part-%s%05" PRIu32 "-%05" PRIu32, (int)folder, output, scan->shard, part->generation, part->number);
    if (piece) text_print(&path, "-%05" PRIu32, (uint32_t)strtoul(piece + 1, NULL, 10));
    text_print(&path, ".%s", scan->kind);
    char *copy = copy_of(text_of(&path));
    text_free(&path);
    return copy;
}

static int by_number(const void *a, const void *b)
{
    const struct part *x = a, *y = b;
    if (x->generation != y->generation) return x->generation < y->generation ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

struct part *find_part(const struct scan *scan, uint32_t generation, uint32_t number)
{
    const struct part wanted = { .generation = generation, .number = number };
    if (!scan->part_count) return NULL;
    return bsearch(&wanted, scan->parts, scan->part_count, sizeof *scan->parts, by_number);
}
