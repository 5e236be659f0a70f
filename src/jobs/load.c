/* SPDX-License-Identifier: MIT
 * A whole replay from a source, and how much memory that may take. */
#include "core/reader.h"
#include "core/replay.h"

reel_status reel_load(reel_source source, const reel_options *options, reel_replay **replay, reel_error *error)
{
    *replay = NULL;
    reel_reader *reader;
    reel_status status = reel_open(source, options, &reader, error);
    return status < 0 ? status : reel__reader_load(reader, replay, error);
}

/* The library's own, in any load: the handle, the window, arena blocks that are not full. */
enum { OWN_BYTES = 65536 + 65536 };

static uint64_t bound_of(const reel_format *format, uint64_t size, const reel_limits *limits)
{
    uint64_t limit = limits->input_bytes ? limits->input_bytes : format->input_limit;
    if (limit && size > limit) size = limit;
    if (format->memory_bound) return OWN_BYTES + format->memory_bound(size, limits);
    uint64_t largest = 1; /* row of the format: a byte may become one */
    for (const reel_table *const *table = format->tables; *table; table++)
        if ((*table)->row_size > largest) largest = (*table)->row_size;
    /* the input with room to grow, strings with their alignment, rows with room to grow */
    return OWN_BYTES + 2 * size + 4 * size + 2 * largest * size;
}

uint64_t reel_memory_bound(const reel_format *format, uint64_t size, const reel_options *given)
{
    reel_options options = reel__reader_options(given);
    return bound_of(format, size, &options.limits);
}

/* A decompressor: its window, and its own. */
enum { UNPACKER_BYTES = (128 << 20) + (1 << 20) };

uint64_t reel_memory_bound_packed(const reel_format *format, uint64_t size, const reel_options *given)
{
    reel_options options = reel__reader_options(given);
    reel_limits limits = options.limits;
    limits.unpacked_bytes = reel_unpacked_most(&limits, size); /* of all layers, the wrapper being one */
    return UNPACKER_BYTES + bound_of(format, limits.unpacked_bytes, &limits);
}
