/* SPDX-License-Identifier: MIT
 * A whole replay in memory. */
#include "core/reader.h"

reel_replay *replay_new(const reel_format *format, reel_chunk *chunk, const reel_allocator *allocator)
{
    reel_replay *replay = memory_new(allocator, sizeof *replay);
    if (!replay) {
        chunk_free(chunk);
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
    chunk_free(replay->chunk);
    memory_drop(&allocator, replay);
}

reel_status reader_load(reel_reader *reader, reel_replay **replay, reel_error *error)
{
    *replay = NULL;
    reader->keep = true;
    const reel_chunk *chunk;
    reel_status status;
    uint64_t size = reader->input.source.size;
    while ((status = reel_next(reader, &chunk, error)) == REEL_OK) {
        reader->chunk->size = size == REEL_UNKNOWN_SIZE ? 0 : size;
        reader->chunk->read = reel_offset(&reader->decoder.in);
    }
    if (status >= 0 && (status = clean_rows(reader)) < 0) reader_failure(reader, status, error);
    if (status >= 0) {
        clean_report(reader, reader_reporter(reader));
        reader->chunk->size = reader->chunk->read = 0;
        chunk_trim(reader->chunk);
        *replay = replay_new(reader->format, reader->chunk, &reader->allocator);
        reader->chunk = NULL;
        status = *replay ? REEL_OK : memory_fail(error);
    }
    if (*replay) {
        (*replay)->damaged = reader->damaged;
        (*replay)->damage = reader->damage;
    }
    reel_close(reader);
    return status;
}

reel_status replay_of(const reel_format *format, reel_bytes bytes, const reel_allocator *allocator, reel_replay **replay,
                      reel_error *error)
{
    *replay = NULL;
    reel_reader *reader = memory_new(allocator, sizeof *reader);
    if (!reader) return memory_fail(error);
    reader->allocator = *allocator;
    reader->options = reader_options(
        &(reel_options){ REEL_SIZED(reel_options), .flags = REEL_STRICT, .allocator = allocator, .format = format });
    reader->budget = budget_of(&reader->options.limits, NULL, NULL);
    uint64_t limit = format->input_limit ? format->input_limit : UINT64_MAX;
    reader->options.limits.input_bytes = limit;
    input_open(&reader->input, reel_source_memory(bytes.data, bytes.size), limit, UINT64_MAX, &reader->budget, allocator);
    reel_status status = input_fill(&reader->input, &reader->decoder.in, 1, error);
    if (status >= 0) status = reader_start(reader, format, format->reader, error);
    if (status >= 0) return reader_load(reader, replay, error);
    reel_close(reader);
    return status;
}
