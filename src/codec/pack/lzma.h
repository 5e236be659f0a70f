/* SPDX-License-Identifier: MIT
 * The old LZMA container, known as .lzma or LZMA-alone: one byte of properties, the size of the dictionary, the unpacked size (all ones
 * if unknown), the stream. It has no checksum. */
#ifndef CODEC_PACK_LZMA_H
#define CODEC_PACK_LZMA_H

#include <reel/format.h>

enum { LZMA_ALONE_HEAD = 13 };

#define LZMA_ALONE_UNKNOWN UINT64_MAX

/* A stream that is unpacked on demand. Initialise with zeros. */
typedef struct lzma_alone {
    uint8_t *data; /* unpacked so far; moves as it grows */
    size_t size;
    uint64_t stated; /* the unpacked size in the header, or LZMA_ALONE_UNKNOWN */
    size_t used;     /* packed bytes that were consumed */
    bool ended;      /* the stream is complete */
    /* private to the codec */
    size_t capacity, limit;
    uint8_t head[LZMA_ALONE_HEAD];
    void *state;
    reel_allocator allocator;
    reel_budget *budget;
    reel_status failed;
    reel_error error;
} lzma_alone;

/* Prepares to unpack `packed` bytes into at most `limit` bytes, and at most what `budget` (may be NULL) allows. `head` is the header. */
reel_status reel__lzma_alone_start(lzma_alone *stream, const uint8_t *head, size_t packed, uint64_t limit, reel_budget *budget,
                                   const reel_allocator *allocator, reel_error *error);

/* Unpacks until `data` has at least `want` bytes or the stream ends. Pass the whole packed stream to each call. A failure is returned after
 * all bytes before the damage were unpacked, and again by each later call: REEL_TRUNCATED, "unpack.truncated"; REEL_CORRUPT,
 * "unpack.corrupt"; REEL_LIMIT, "unpack.limit"; REEL_MEMORY; REEL_UNSUPPORTED, "unpack.not-built". Offsets count from the start of `packed`. */
reel_status reel__lzma_alone_more(lzma_alone *stream, const uint8_t *packed, size_t packed_size, size_t want, reel_error *error);

void reel__lzma_alone_stop(lzma_alone *stream); /* frees everything; a zeroed stream is fine */

/* Packs `size` bytes and writes the header (lc 3, lp 0, pb 2, an 8 MiB dictionary) and the stream. If `marked`, the header gives the size as
 * unknown and the stream ends with an end marker; otherwise the header has the size, without a marker. */
reel_status reel__lzma_alone_pack(reel_output *out, const uint8_t *data, size_t size, bool marked,
                                  const reel_allocator *allocator, reel_error *error);

/* LZMA2 without a container: the byte that gives its dictionary in .xz, up to LZMA2_NUMBER_MOST there, and its chunks with their end. Appends `size` packed
 * bytes as xz -9e makes them, with the dictionary that `number_most` stands for, or a smaller one if that has all bytes. Takes eleven times the dictionary:
 * 190 MB for the 16 MiB of LZMA2_NUMBER_USUAL, 706 MB for the 64 MiB of LZMA2_NUMBER_FAR, which xz -9e has. Returns REEL_OK; REEL_LIMIT, with nothing
 * appended, if they are more than `most` bytes; REEL_UNSUPPORTED; REEL_MEMORY; or what `budget` says (NULL: none), a step a byte. */
enum { LZMA2_NUMBER_MOST = 40, LZMA2_NUMBER_USUAL = 24, LZMA2_NUMBER_FAR = 28 };
reel_status reel__lzma2_pack(const uint8_t *data, size_t size, uint8_t number_most, size_t most, reel_budget *budget,
                             const reel_allocator *allocator, reel_memory *to);

/* A byte of LZMA is unpacked to fewer than this: the longest match is 273 bytes, and no fewer than 14 decisions of 0.022 bits each. */
enum { LZMA2_RATIO = 8192 };

#endif
