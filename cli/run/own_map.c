/* SPDX-License-Identifier: MIT
 * The map that a demo contains. */
#include "run/own_map.h"

#include <reel/demo.h>

/* The map comes before the first snapshot, and so is in the first chunk. */
static reel_replay *load_map(const struct job *job, const reel_chunk *chunk, const reel_table *table)
{
    size_t count;
    const demo_map *map = reel_chunk_rows(chunk, table, &count);
    const reel_options options = { REEL_SIZED(reel_options), .format = reel_format_by_id(NULL, "ddnet-map"),
                                   .allocator = job->options.allocator, .limits = job->options.limits };
    reel_replay *level = NULL;
    if (!count || !map->data.size || !options.format) return NULL;
    return reel_load(reel_source_memory(map->data.data, map->data.size), &options, &level, NULL) >= 0 ? level : NULL;
}

reel_replay *own_map(struct job *job)
{
    const reel_format *demo = reel_format_by_id(NULL, "demo");
    const reel_table *const wanted[] = { demo ? reel_format_table(demo, "map") : NULL, NULL };
    const reel_chunk *chunk;
    reel_reader *reader;
    reel_replay *level = NULL;
    if (!wanted[0] || !job_can_reopen(job)) return NULL;
    if (job_reader(job, wanted, &reader) >= 0) {
        if (reel_reader_format(reader) == demo && reel_next(reader, &chunk, &job->error) == REEL_OK)
            level = load_map(job, chunk, wanted[0]);
        reel_close(reader);
    }
    job_forget(job); /* the conversion says what is wrong with the input */
    return level;
}
