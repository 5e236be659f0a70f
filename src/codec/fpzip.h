/* SPDX-License-Identifier: MIT
 * Tables of floats or doubles as fpzip 1.3 compresses them without loss: each value is predicted from its three neighbours before it, and
 * the difference goes through an adaptive range coder. The stream has no checksum, and its decoder must never trust it.
 *
 * A table is `rows` rows of `columns` values, row by row, in the byte order of the machine. */
#ifndef CODEC_FPZIP_H
#define CODEC_FPZIP_H

#include <reel/format.h>

enum {
    FPZIP_SYMBOLS_MOST = 129, /* for doubles; floats have 65 */
    FPZIP_BUCKETS = 1024,
    FPZIP_TAIL = 80,              /* twice what a value can shift in, and some */
    FPZIP_HEAD = 28,              /* bytes that the shortest stream has: a header without values */
    FPZIP_VALUES_PER_BYTE = 6000, /* no stream has more; the model's limit is 5,680 and zeros reach 3,670 */
};

typedef struct fpzip_shape {
    bool wide; /* doubles */
    uint32_t columns, rows;
} fpzip_shape;

/* Bytes of a value, and of a table; the latter may exceed what a size_t holds, even 64 bits: then it is UINT64_MAX. */
static inline size_t fpzip_value_size(const fpzip_shape *shape) { return shape->wide ? sizeof(double) : sizeof(float); }
uint64_t reel__fpzip_table_size(const fpzip_shape *shape);

/* Frequencies of the symbols, which are the lengths and signs of differences. Private to the codec. */
typedef struct fpzip_model {
    uint32_t starts[FPZIP_SYMBOLS_MOST + 1]; /* cumulative, of 65,536 */
    uint32_t counts[FPZIP_SYMBOLS_MOST];     /* those of the next period */
    uint32_t left, more, increment, period;
    uint32_t symbols;
    uint8_t first[FPZIP_BUCKETS]; /* decoder: the symbol at the start of each bucket of the 65,536 */
} fpzip_model;

/* A stream that is being decoded. It points into itself: do not move it. It allocates nothing. */
typedef struct fpzip_decoder {
    fpzip_shape shape;
    uint64_t values; /* in the table */
    uint64_t made;   /* decoded so far; after damage, those before the value that is damaged */
    size_t used;     /* bytes of the stream that were consumed; at the end of an exact stream, all */
    /* private to the codec */
    uint32_t low, range, rest;
    const uint8_t *data, *at, *fence, *end;
    size_t size, before; /* bytes of the stream; those before the tail */
    reel_status failed;
    reel_error error;
    fpzip_model model;
    uint8_t tail[FPZIP_TAIL]; /* the last bytes of the stream, then zeros */
} fpzip_decoder;

/* Reads the header and checks the shape against `limit`, the most bytes that a table may have, and against the size of the stream, so that
 * a table of reel__fpzip_table_size may be allocated. `data` is borrowed. Returns REEL_OK; REEL_TRUNCATED, "fpzip.truncated"; REEL_CORRUPT,
 * "fpzip.magic" or "fpzip.size"; REEL_UNSUPPORTED, "fpzip.version", "fpzip.mode", "fpzip.precision" or "fpzip.shape"; or REEL_LIMIT,
 * "fpzip.limit". Offsets count from the start of `data`. */
reel_status reel__fpzip_start(fpzip_decoder *decoder, const uint8_t *data, size_t size, uint64_t limit, reel_error *error);

/* Decodes until `count` values of the table are there, or all if it has fewer. `table` is the start of the whole table with those that were
 * decoded before; it may have moved. A failure is returned after all values before it were decoded, and again by each later call:
 * REEL_TRUNCATED, "fpzip.truncated", or REEL_CORRUPT, "fpzip.corrupt"; the message has the index of the value. Values just before
 * corruption may be wrong. */
reel_status reel__fpzip_decode(fpzip_decoder *decoder, void *table, uint64_t count, reel_error *error);

/* Appends the stream of a table to `out`: the bytes that libfpzip writes. Returns REEL_OK or REEL_MEMORY. */
reel_status reel__fpzip_encode(const fpzip_shape *shape, const void *table, reel_memory *out, reel_error *error);

#endif
