/* SPDX-License-Identifier: MIT
 * Compressed files, looked through as they are read: .gz, .xz, .zst, by content. */
#ifndef CODEC_PACK_UNPACK_H
#define CODEC_PACK_UNPACK_H

#include <reel/format.h>

/* Where `head`, the first bytes of `inner` that were already read from it, begins like a compressed file: gives in *outer a
 * source of the decompressed bytes, of unknown size, that owns `inner`. `head` is borrowed until `outer` is closed (an inner
 * source in memory is read from its start, and its `read` is not called).
 *
 * Members or frames that follow one another are one stream, zeros may lie between and after them. REEL_END: not compressed,
 * and `inner` stays the caller's. Failures close `inner`: REEL_UNSUPPORTED, "unpack.not-built"; REEL_MEMORY.
 * Reading fails with REEL_TRUNCATED, "unpack.truncated"; REEL_CORRUPT, "unpack.corrupt"; REEL_LIMIT, "unpack.limit" (the budget, which is charged with what is read of `inner` and what it unpacks to; may be NULL) or
 * "unpack.memory" (a window above 128 MiB); always after all bytes before the damage were given. */
reel_status unpack_open(reel_source inner, const uint8_t *head, size_t head_size, reel_budget *budget,
                        const reel_allocator *allocator, reel_source *outer, reel_error *error);

#endif
