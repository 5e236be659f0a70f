/* SPDX-License-Identifier: MIT
 * The runs of a recording, in memory. */
#include "run/ranks.h"

#include <stdlib.h>
#include <string.h>

void ranked_add(struct ranked *ranked, const struct rank *rank, const char *name, size_t size)
{
    ranked->ranks = grow(ranked->ranks, (ranked->count + 1) * sizeof *ranked->ranks);
    struct rank *added = &ranked->ranks[ranked->count++];
    *added = *rank;
    added->name = grow(NULL, size + 1);
    if (size) memcpy(added->name, name, size);
    added->name[size] = 0;
}

void ranked_free(struct ranked *ranked)
{
    for (size_t i = 0; i < ranked->count; i++) free(ranked->ranks[i].name);
    free(ranked->ranks);
    free(ranked->map);
    free(ranked->map_key);
    *ranked = (struct ranked){ 0 };
}
