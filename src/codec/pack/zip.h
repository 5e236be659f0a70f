/* SPDX-License-Identifier: MIT
 * The text of a zip as a stream, over zlib: files are read from front to back, and the libraries for archives want to seek. One
 * entry, stored or deflated. */
#ifndef CODEC_PACK_ZIP_H
#define CODEC_PACK_ZIP_H

#include <reel/format.h>

bool zip_known(void); /* whether zlib is built in */

enum { ZIP_HEADER = 30 };

/* The header of an entry, as it stands before its bytes. */
typedef struct zip_entry {
    uint16_t flags, method; /* 0 stored, 8 deflated */
    uint32_t checksum;
    uint64_t size, packed_size; /* 0 where flag bit 3 says that they come later */
    uint16_t name_size, extra_size;
} zip_entry;

/* Reads the fixed part of a header, ZIP_HEADER bytes; false: it is none. */
bool zip_header(const uint8_t *bytes, zip_entry *entry);
/* Sizes of 4 GiB and more stand in the entry's extra bytes (ZIP64): takes them from there where the header points to them. */
void zip_extra(zip_entry *entry, const uint8_t *extra);
static inline bool zip_sizes_follow(const zip_entry *entry) { return entry->flags >> 3 & 1; }

/* Inflates. Ready with `allocator` set and the rest zero. */
typedef struct zip_reader {
    reel_allocator allocator;
    void *stream;
    uint32_t checksum;
} zip_reader;
/* From *at up to `end` into `out`: REEL_OK, REEL_END after the last byte, REEL_CORRUPT or REEL_MEMORY. */
reel_status zip_inflate(zip_reader *reader, const uint8_t **at, const uint8_t *end, uint8_t *out, size_t capacity, size_t *made);
void zip_reader_free(zip_reader *reader);

/* Deflates into growing memory, as one zip. Ready with `memory.allocator` set and the rest zero. */
typedef struct zip_writer {
    reel_memory memory;
    reel_string name;
    void *stream;
    uint32_t checksum;
    uint64_t size;
} zip_writer;
/* REEL_OK, REEL_MEMORY, or REEL_LIMIT where the text or the zip reaches 4 GiB: ZIP64 is read, not written. */
reel_status zip_begin(zip_writer *writer, reel_string name);
reel_status zip_add(zip_writer *writer, const void *data, size_t size);
reel_status zip_end(zip_writer *writer);
void zip_writer_free(zip_writer *writer);

#endif
