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

#endif
