/* SPDX-License-Identifier: MIT
 * Internal to the format: the zip that holds the files of a level. */
#ifndef BEATSABER_MAP_PACKAGE_H
#define BEATSABER_MAP_PACKAGE_H

#include "codec/pack/zip.h"
#include "codec/pack/zip_end.h"

#include <reel/format.h>

/* The site for maps takes no larger file of JSON. */
#define PACKAGE_MOST_FILE (UINT64_C(50) << 20)

typedef struct package_entry {
    reel_string name;
    const uint8_t *packed;
    size_t packed_size;
    uint64_t size, offset; /* offset of its local header */
    uint32_t checksum;
    uint16_t method;
} package_entry;

typedef struct package {
    reel_allocator allocator;
    const uint8_t *data;
    size_t size;
    zip_tail tail;
    package_entry *entries; /* as the directory has them; without one, as they come */
    size_t count, capacity;
    uint64_t lost;      /* entries that the zip does not have, or that cannot be read */
    bool whole;         /* has a directory */
    reel_string folder; /* of Info.dat, with its slash */
} package;

bool reel__package_begins(const uint8_t *head, size_t size);
/* Lists the entries. REEL_MEMORY, REEL_LIMIT, REEL_CANCELLED. */
reel_status reel__package_open(package *p, const uint8_t *data, size_t size, const reel_allocator *allocator,
                               reel_budget *budget);
void reel__package_close(package *p);
/* Info.dat, by its shortest path: it sets the folder. NULL: there is none. */
const package_entry *reel__package_info(package *p);
/* A file of that folder; names are compared without case. NULL: there is none. */
const package_entry *reel__package_find(const package *p, reel_string name);

/* A file of a package, unpacked. */
typedef struct package_file {
    const uint8_t *data;
    size_t size;
    const uint8_t *text; /* `data`, or what is in it if that is gzip */
    size_t text_size;
    reel_memory own, inner;
} package_file;
/* What was unpacked before a failure stays. REEL_CORRUPT, REEL_UNSUPPORTED, REEL_LIMIT, REEL_CANCELLED, REEL_MEMORY; *rule says why. */
reel_status reel__package_read(const package *p, const package_entry *entry, reel_budget *budget, package_file *file,
                               const char **why);
void reel__package_file_free(package_file *file);

#endif
