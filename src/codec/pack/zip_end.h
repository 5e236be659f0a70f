/* SPDX-License-Identifier: MIT
 * The directory at the end of a zip, which other programs need to open it, and which can contradict the entries before it. */
#ifndef CODEC_PACK_ZIP_END_H
#define CODEC_PACK_ZIP_END_H

#include <reel/format.h>

/* The end of a zip. */
typedef struct zip_tail {
    uint64_t directory, directory_size; /* offset in the file, and bytes */
    uint64_t at;                        /* offset of the record that ends the zip */
    uint64_t after;                     /* offset behind it and its comment: the size of a zip that nothing follows */
    uint64_t entries;
} zip_tail;

/* Finds the end of a zip in `data`, which begins at offset `base` of the file: the first record that points to a directory right before it.
 * False if there is none. Takes time in proportion to the size. */
bool reel__zip_find_end(const uint8_t *data, size_t size, uint64_t base, zip_tail *end);
/* Whether `data` ends as a zip does. */
bool reel__zip_is_closed(const uint8_t *data, size_t size);

/* An entry as the directory has it. */
typedef struct zip_listed {
    uint32_t checksum;
    uint64_t size, packed_size, offset; /* offset of its local header */
    reel_string name;                   /* in the directory */
    uint64_t at;                        /* offset of its record in the directory */
} zip_listed;

/* Walks the directory. `at` begins as the offset of the directory within `data`; false: there are no more entries. */
typedef struct zip_walk {
    const uint8_t *data;
    size_t size, at;
} zip_walk;
bool reel__zip_next(zip_walk *walk, zip_listed *entry);

/* The last part of a path. */
reel_string reel__zip_base_name(reel_string name);

#endif
