/* SPDX-License-Identifier: MIT
 * Reads .gz, .xz and .zst files transparently. They are identified by content. */
#ifndef CODEC_PACK_UNPACK_H
#define CODEC_PACK_UNPACK_H

#include <reel/format.h>

/* Makes a source of decompressed bytes, if `inner` is compressed.
 *
 * `head` is what the caller already read from the start of `inner`. It is borrowed until `outer` is closed. An inner source in memory is
 * read from its start, and its `read` is never called. `budget` may be NULL; it is charged for the bytes read from `inner` and for the
 * bytes that they unpack to.
 *
 * Returns REEL_OK: *outer has an unknown size and owns `inner`. REEL_END: `inner` is not compressed and still belongs to the caller.
 * Failures close `inner`: REEL_UNSUPPORTED, "unpack.not-built", or REEL_MEMORY.
 *
 * Consecutive members or frames are read as one stream; zeros between and after them are skipped. Reading fails with REEL_TRUNCATED,
 * "unpack.truncated"; REEL_CORRUPT, "unpack.corrupt"; REEL_LIMIT, "unpack.limit" (the budget) or "unpack.memory" (a window above 128 MiB).
 * All bytes before the damage are returned first. */
reel_status reel__unpack_open(reel_source inner, const uint8_t *head, size_t head_size, reel_budget *budget,
                              const reel_allocator *allocator, reel_source *outer, reel_error *error);

/* Whether reel__unpack_open would unpack what begins so. */
bool reel__unpack_begins(const uint8_t *head, size_t size);

/* Whether bytes follow the file that an archive stores, once all of it was read. Another replay may follow; reading fails with REEL_CORRUPT at the end if
 * something else does. */
bool reel__unpack_has_more(const reel_source *outer);

#endif
