/* SPDX-License-Identifier: MIT
 * Getting to the middle of a replay by its index. */
#ifndef JOBS_INDEX_H
#define JOBS_INDEX_H

#include "core/reader.h"

enum {
    INDEX_VERSION = 1,
    INDEX_MAGIC_BYTES = 8,
    INDEX_CONTEXT_BYTES = 64 /* of the replay before a position, which are compared with it */
};
extern const uint8_t reel__index_magic[INDEX_MAGIC_BYTES];

/* A sum over the tables of the format: another version of the library does not use the index. */
uint32_t reel__index_schema(const reel_format *format);
/* A sum over the header's rows, which are in the chunk once the reader is open. False: out of memory. */
bool reel__index_header_sum(const reel_reader *reader, uint64_t *sum);

/* Moves a reader that has just been opened to the last place of the index before its window. An index that does not fit leaves it
 * where it was, with a finding. */
reel_status reel__index_enter(reel_reader *reader, reel_bytes index);

#endif
