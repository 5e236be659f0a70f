/* SPDX-License-Identifier: MIT
 * A replay made of rows in the caller's memory. */
#include "core/replay.h"

static reel_status add_all(reel_chunk *chunk, const reel_format *format, const reel_own_rows *own, size_t own_count,
                           reel_error *error)
{
    for (size_t i = 0; i < own_count; i++) {
        reel_status status = reel__chunk_append(chunk, own[i].table, own[i].rows, own[i].count);
        if (status == REEL_ARGUMENT)
            return reel_fail(error, status, "reel.foreign-table", "", 0, "%s has no table called %s", format->name,
                             own[i].table->name);
        if (status < 0) return reel__chunk_failure(chunk, 0, error);
    }
    return REEL_OK;
}

reel_status reel_replay_of_rows(const reel_format *format, const reel_own_rows *own, size_t own_count,
                                const reel_allocator *given, reel_replay **replay, reel_error *error)
{
    reel_allocator allocator = reel__memory_allocator(given);
    *replay = NULL;
    reel_chunk *chunk = reel__chunk_new(format->tables, format->tables, UINT64_MAX, &allocator);
    if (!chunk) return reel__memory_fail(error);
    reel_status status = add_all(chunk, format, own, own_count, error);
    if (status < 0) {
        reel__chunk_free(chunk);
        return status;
    }
    *replay = reel__replay_new(format, chunk, &allocator);
    return *replay ? REEL_OK : reel__memory_fail(error);
}
