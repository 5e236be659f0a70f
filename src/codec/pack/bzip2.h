/* SPDX-License-Identifier: MIT
 * bzip2 streams, as bzip2 0.9.5 and later write them. Both ways are of our own: no build needs a library for them, and the packed bytes are
 * the same on every machine. */
#ifndef CODEC_PACK_BZIP2_H
#define CODEC_PACK_BZIP2_H

#include <reel/format.h>

enum {
    BZIP2_HEAD = 10, /* bytes of a stream that bzip2_begins looks at */
    BZIP2_UNIT = 100000,
    BZIP2_LEVELS = 9,
    BZIP2_ALPHABET = 258, /* two symbols of runs, 255 of bytes, the end */
    BZIP2_TABLES = 6,
    BZIP2_GROUP = 50, /* symbols that share a code table */
    BZIP2_LONGEST = 20
};
#define BZIP2_BLOCK UINT64_C(0x314159265359)
#define BZIP2_END UINT64_C(0x177245385090)

/* The bits verified if a stream with a first block begins so; 0: none does. */
int reel__bzip2_begins(const uint8_t *head, size_t size);

/* The checksum of a block (ITU-T V.42, highest bit first): the sum with the next byte. */
void reel__bzip2_crc_table(uint32_t table[256]);
static inline uint32_t bzip2_crc_add(const uint32_t table[256], uint32_t sum, uint8_t byte)
{
    return sum << 8 ^ table[sum >> 24 ^ byte];
}

/* ---- unpacking -------------------------------------------------------------------------------------------------- */

/* A decoding table of one Huffman code. */
typedef struct bzip2_code {
    uint32_t limit[BZIP2_LONGEST + 2]; /* by length: the first code that is longer */
    int32_t base[BZIP2_LONGEST + 2];
    uint16_t symbols[BZIP2_ALPHABET];
    uint8_t shortest, longest;
} bzip2_code;

/* Streams in memory, unpacked block by block. Set the first members, everything else to zero. */
typedef struct bzip2_reader {
    reel_allocator allocator;
    reel_budget *budget; /* charged for what is unpacked; may be NULL */
    const uint8_t *data; /* all packed bytes */
    size_t size;
    /* private to the codec, but for `used` */
    size_t used; /* bytes up to the end of the last stream that was read to its end */
    size_t at;
    uint64_t word;
    unsigned bits, beyond; /* in `word`; those of them that are behind the end */
    bool inside;           /* in a stream */
    uint8_t level;
    uint32_t *links; /* the block: a byte, and above it the position of the next one */
    size_t room;     /* of links */
    size_t count;    /* bytes of the block */
    uint32_t origin, combined;
    uint32_t crc[256];
    bzip2_code codes[BZIP2_TABLES];
    uint8_t selectors[32768];
    unsigned selector_count;
} bzip2_reader;

/* Appends what the next block holds to `out`; nothing of it before its checksum is verified. REEL_END: the last stream has ended, and `used`
 * bytes were streams. REEL_TRUNCATED, "unpack.truncated"; REEL_CORRUPT, "unpack.corrupt"; REEL_UNSUPPORTED, "unpack.randomised"; REEL_LIMIT;
 * REEL_MEMORY. Offsets count from the start of `data`. A failure leaves `out` with the blocks before. */
reel_status reel__bzip2_block(bzip2_reader *reader, reel_memory *out, reel_error *error);
void reel__bzip2_close(bzip2_reader *reader); /* a zeroed reader is fine */

/* ---- packing ---------------------------------------------------------------------------------------------------- */

/* One stream, the same bytes as bzip2 1.0 makes at its level 9. */
typedef struct bzip2_writer bzip2_writer;
/* The allocator and the output are borrowed. NULL: no memory. */
bzip2_writer *reel__bzip2_new(reel_output *out, const reel_allocator *allocator);
void reel__bzip2_add(bzip2_writer *writer, const void *data, size_t size);
bool reel__bzip2_end(bzip2_writer *writer);  /* ends the stream; false: memory ran out, and it is not whole */
void reel__bzip2_free(bzip2_writer *writer); /* NULL is fine */

#endif
