/* SPDX-License-Identifier: MIT
 * The map that a demo contains. */
#include "run/own_map.h"

#include <string.h>

/* The map comes before the first snapshot, and so is in the first chunk. */
static reel_replay *load_map(const struct job *job, const reel_chunk *chunk, const reel_table *table)
{
    size_t count;
    const reel_field *field = reel_table_field(table, "data");
    const uint8_t *row = reel_chunk_rows(chunk, table, &count);
    reel_bytes map = { NULL, 0 };
    if (count && field && field->type == REEL_BYTES) memcpy(&map, row + field->offset, sizeof map);
    const reel_options options = { REEL_SIZED(reel_options), .format = reel_format_by_id(NULL, "ddnet-map"),
                                   .allocator = job->options.allocator, .limits = job->options.limits };
    reel_replay *level = NULL;
    if (!map.size || !options.format) return NULL;
    return reel_load(reel_source_memory(map.data, map.size), &options, &level, NULL) >= 0 ? level : NULL;
}

reel_replay *own_map_of(const struct job *job, const reel_replay *replay)
{
    const reel_format *demo = reel_format_by_id(NULL, "demo");
    const reel_table *table = demo ? reel_format_table(demo, "map") : NULL;
    return table && reel_replay_format(replay) == demo ? load_map(job, reel_replay_chunk(replay), table) : NULL;
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
