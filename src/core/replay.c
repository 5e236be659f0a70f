/* SPDX-License-Identifier: MIT
 * A whole replay in memory. */
#include "core/replay.h"

#include "core/reader.h"

reel_replay *reel__replay_new(const reel_format *format, reel_chunk *chunk, const reel_allocator *allocator)
{
    reel_replay *replay = reel__memory_new(allocator, sizeof *replay);
    if (!replay) {
        reel__chunk_free(chunk);
        return NULL;
    }
    replay->allocator = *allocator;
    replay->format = format;
    replay->chunk = chunk;
    return replay;
}

const void *reel_rows(const reel_replay *replay, const reel_table *table, size_t *count)
{
    return reel_chunk_rows(replay->chunk, table, count);
}

const reel_chunk *reel_replay_chunk(const reel_replay *replay) { return replay->chunk; }

const reel_format *reel_replay_format(const reel_replay *replay) { return replay->format; }

const reel_error *reel_replay_damage(const reel_replay *replay) { return replay->damaged ? &replay->damage : NULL; }

void reel_free(reel_replay *replay)
{
    if (!replay) return;
    reel_allocator allocator = replay->allocator;
    reel__chunk_free(replay->chunk);
    reel__memory_drop(&allocator, replay);
}

reel_status reel__reader_load(reel_reader *reader, reel_replay **replay, reel_error *error)
{
    *replay = NULL;
    reader->keep = reader->chunk->keep = true;
    const reel_chunk *chunk;
    reel_status status;
    uint64_t size = reader->input.source.size;
    while ((status = reel_next(reader, &chunk, error)) == REEL_OK) {
        reader->chunk->size = size == REEL_UNKNOWN_SIZE ? 0 : size;
        reader->chunk->read = reel_offset(&reader->decoder.in);
    }
    if (status >= 0 && (status = reel__clean_rows(reader)) < 0) reel__reader_failure(reader, status, error);
    if (status >= 0) {
        reel__clean_report(reader, reel__reader_reporter(reader));
        reader->chunk->size = reader->chunk->read = 0;
        reel__chunk_trim(reader->chunk);
        *replay = reel__replay_new(reader->format, reader->chunk, &reader->allocator);
        reader->chunk = NULL;
        status = *replay ? REEL_OK : reel__memory_fail(error);
    }
    if (*replay) {
        (*replay)->damaged = reader->damaged;
        (*replay)->damage = reader->damage;
    }
    reel_close(reader);
    return status;
}

reel_status reel__replay_of(const reel_format *format, reel_bytes bytes, const reel_allocator *allocator, reel_replay **replay,
                            reel_error *error)
{
    *replay = NULL;
    reel_reader *reader = reel__memory_new(allocator, sizeof *reader);
    if (!reader) return reel__memory_fail(error);
    reader->allocator = *allocator;
    reader->options = reel__reader_options(
        &(reel_options){ REEL_SIZED(reel_options), .flags = REEL_STRICT, .allocator = allocator, .format = format });
    reader->budget = reel__budget_of(&reader->options.limits, NULL, NULL);
    uint64_t limit = format->input_limit ? format->input_limit : UINT64_MAX;
    reader->options.limits.input_bytes = limit;
    reel__input_open(&reader->input, reel_source_memory(bytes.data, bytes.size), limit, UINT64_MAX, &reader->budget, allocator);
    reel_status status = reel__input_fill(&reader->input, &reader->decoder.in, 1, error);
    if (status >= 0) status = reel__reader_start(reader, format, format->reader, error);
    if (status >= 0) return reel__reader_load(reader, replay, error);
    reel_close(reader);
    return status;
}
