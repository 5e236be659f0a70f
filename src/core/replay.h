/* SPDX-License-Identifier: MIT
 * A whole replay in memory. */
#ifndef CORE_REPLAY_H
#define CORE_REPLAY_H

#include "core/chunk.h"

struct reel_replay {
    reel_allocator allocator;
    const reel_format *format;
    reel_chunk *chunk;
    reel_error damage;
    bool damaged;
};

/* A replay around a chunk, which it owns; the chunk is freed if out of memory. */
reel_replay *reel__replay_new(const reel_format *format, reel_chunk *chunk, const reel_allocator *allocator);
/* The rest of a reader that has just been started, as a replay. The reader is closed. */
reel_status reel__reader_load(reel_reader *reader, reel_replay **replay, reel_error *error);
/* A replay from bytes in memory that are known to be of `format`, strictly. */
reel_status reel__replay_of(const reel_format *format, reel_bytes bytes, const reel_allocator *allocator, reel_replay **replay,
                            reel_error *error);

#endif
