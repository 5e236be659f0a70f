/* SPDX-License-Identifier: MIT
 * Parts by their names and numbers, and paths of the state. */
#include "verbs/scan/scan.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

char *state_path(const struct scan *scan, const char *name) { return joined(scan->state, "/", name); }

void part_name(const struct scan *scan, const struct part *part, char name[PART_NAME])
{
    snprintf(name, PART_NAME, "part-%s%05" PRIu32 "-%05" PRIu32 ".%s", scan->shard, part->generation, part->number, scan->kind);
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
