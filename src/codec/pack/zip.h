/* SPDX-License-Identifier: MIT
 * A zip with one entry, stored or deflated, as a stream. This uses zlib, because libraries for archives need to seek and replays are read
 * from front to back. What is deflated is the same on every machine: see deflate.h. */
#ifndef CODEC_PACK_ZIP_H
#define CODEC_PACK_ZIP_H

#include "codec/pack/deflate.h"

bool reel__zip_known(void); /* whether zlib is built in */

enum { ZIP_HEADER = 30 };

/* The local header of an entry, which precedes its bytes. */
typedef struct zip_entry {
    uint16_t flags, method; /* 0 stored, 8 deflated */
    uint32_t checksum;
    uint64_t size, packed_size; /* 0 if bit 3 of the flags is set: they follow the bytes */
    uint16_t name_size, extra_size;
} zip_entry;

/* Reads the fixed part of a header, ZIP_HEADER bytes. Returns false if it is not a header. */
bool reel__zip_header(const uint8_t *bytes, zip_entry *entry);
/* Reads sizes of 4 GiB and more from the ZIP64 field of the extra bytes, if the header refers to it. */
void reel__zip_extra(zip_entry *entry, const uint8_t *extra);
static inline bool zip_sizes_follow(const zip_entry *entry) { return entry->flags >> 3 & 1; }

/* Inflates. Set `allocator`, and everything else to zero. */
typedef struct zip_reader {
    reel_allocator allocator;
    void *stream;
    uint32_t checksum;
} zip_reader;
/* Inflates from *at into `out` until it reaches `end` or `out` is full. Returns REEL_OK, REEL_END after the last byte, REEL_CORRUPT or
 * REEL_MEMORY. */
reel_status reel__zip_inflate(zip_reader *reader, const uint8_t **at, const uint8_t *end, uint8_t *out, size_t capacity,
                              size_t *made);
void reel__zip_reader_free(zip_reader *reader);

/* Writes a zip into growing memory. Set `memory.allocator` and `level`, and everything else to zero. */
typedef struct zip_writer {
    reel_memory memory;
    int level; /* 1 to 9 */
    reel_string name;
    deflater *stream;
    uint32_t checksum; /* of the contents so far, and their size */
    uint64_t size, packed;
} zip_writer;
/* These return REEL_OK, REEL_MEMORY, or REEL_LIMIT if the contents or the zip reach 4 GiB: ZIP64 is read but not written. */
reel_status reel__zip_begin(zip_writer *writer, reel_string name);
reel_status reel__zip_add(zip_writer *writer, const void *data, size_t size);
reel_status reel__zip_end(zip_writer *writer);
/* The deflated contents, after reel__zip_end. */
reel_bytes reel__zip_deflated(const zip_writer *writer);
void reel__zip_writer_free(zip_writer *writer);

#endif
