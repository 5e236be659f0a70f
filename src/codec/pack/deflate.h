/* SPDX-License-Identifier: MIT
 * Raw deflate by the zlib of third_party, whichever zlib the build is linked with: the same text gives the same bytes on every machine
 * and in every build, so that an archive can store the level of a deflate stream in place of its bytes. */
#ifndef CODEC_PACK_DEFLATE_H
#define CODEC_PACK_DEFLATE_H

#include <reel/format.h>

enum { DEFLATE_LEVELS = 9, DEFLATE_USUAL_LEVEL = 6 };

/* A deflate stream, with zlib's default memory level and strategy. */
typedef struct deflater deflater;
/* `level` is 1 to DEFLATE_LEVELS. The allocator is borrowed. NULL: no memory. */
deflater *reel__deflater_new(int level, const reel_allocator *allocator);
/* The same with the head and the checksum of zlib (RFC 1950) around it. */
deflater *reel__deflater_new_zlib(int level, const reel_allocator *allocator);
/* Appends to `out` what zlib puts out for the next `size` bytes; `last` ends the stream. Returns false if out of memory. */
bool reel__deflater_add(deflater *d, const void *data, size_t size, bool last, reel_memory *out);
void reel__deflater_free(deflater *d); /* NULL is fine */

/* Finds the level at which zlib makes a deflate stream again. Set `allocator`, and everything else to zero.
 *
 * All levels compress the text side by side; one whose output differs from the stream is dropped. In real streams all but one or two
 * are gone after the first block. deflate_match_settle then drops the others, so that the rest costs one compression. */
typedef struct deflate_match {
    reel_allocator allocator;
    deflater *levels[DEFLATE_LEVELS + 1]; /* by level; NULL: dropped */
    reel_memory made[DEFLATE_LEVELS + 1]; /* put out, not compared yet */
    uint64_t equal[DEFLATE_LEVELS + 1];   /* bytes that were the same */
    reel_memory stream;                   /* its bytes from offset `start` on that not all levels have been compared with */
    uint64_t start;
    unsigned count; /* levels left */
    int level;      /* the only one left, or the last one that was dropped */
} deflate_match;
bool reel__deflate_match_begin(deflate_match *m);
/* Passes on the next bytes of the stream, and the text that they decompress to. Returns false if out of memory. */
bool reel__deflate_match_add(deflate_match *m, const uint8_t *packed, size_t packed_size, const uint8_t *text, size_t size,
                             bool last);
/* Keeps one level: the one that has made the most of the stream. */
void reel__deflate_match_settle(deflate_match *m);
/* The bytes of the stream after those that `level` makes. Valid until the next call. */
reel_bytes reel__deflate_match_rest(const deflate_match *m);
void reel__deflate_match_free(deflate_match *m);

#endif
