/* SPDX-License-Identifier: MIT
 * Records of an archive: kind, size, checksum, bytes. docs/formats/reel.md specifies them. */
#ifndef CONTAINERS_ARCHIVE_RECORD_H
#define CONTAINERS_ARCHIVE_RECORD_H

#include "codec/sha256.h"
#include "core/memory.h"

/* The head of an archive: magic, version, feature bits, check. */
enum { ARCHIVE_MAGIC = 8, ARCHIVE_HEAD = 24, ARCHIVE_VERSION = 1, ARCHIVE_OPTIONAL = 16 /* offset of the optional features */ };
extern const uint8_t reel__archive_magic[ARCHIVE_MAGIC];

enum { RECORD_HEAD = 16, RECORD_TAIL_SIZE = RECORD_HEAD + 8 };

typedef enum record_kind {
    RECORD_START = 1,     /* a replay: its format, its id, the schema of its tables */
    RECORD_ROWS = 2,      /* a chunk of rows */
    RECORD_HEADER = 3,    /* rows of HEADER tables, which replace all earlier ones of these tables */
    RECORD_END = 4,       /* the replay is complete: totals, and the hash of the original file */
    RECORD_SIGNATURE = 5, /* a signature of the hash chain; opaque here */
    RECORD_INDEX = 6,     /* where the chunks of the replay are, and what they hold */
    RECORD_TAIL = 7,      /* ends an index: the distance back to its first byte */
    RECORD_NAME = 8,      /* the id of the stored file that follows */
    RECORD_KNOWN = RECORD_NAME
} record_kind;

enum { RECORD_OPTIONAL = 1 }; /* flag: a reader that does not know the kind may skip the record */

typedef struct archive_record {
    uint8_t kind, flags;
    uint32_t size; /* of the payload */
    uint64_t checksum;
} archive_record;

void reel__archive_put_head(uint8_t head[ARCHIVE_HEAD]);
/* Whether bytes begin with the magic of an archive. */
bool reel__archive_begins(const uint8_t *bytes, size_t size);
/* Checks a whole head. REEL_CORRUPT; REEL_UNSUPPORTED for another version or an unknown required feature. */
reel_status reel__archive_check_head(const uint8_t head[ARCHIVE_HEAD], uint64_t offset, reel_error *error);

/* Reads the head of a record. False: it is not valid. A known kind has the flags that writers give it, and no others. */
bool reel__record_parse(const uint8_t head[RECORD_HEAD], archive_record *record);
/* Whether the checksum is that of the payload, which follows the head. */
bool reel__record_is_sound(const archive_record *record, const uint8_t *bytes);

/* Begins a record in `block`, which is emptied: the payload is added after this. False: no memory. */
bool reel__record_begin(reel_memory *block);
/* Fills in the head. False: the payload is too large. */
bool reel__record_seal(reel_memory *block, record_kind kind);
bool reel__record_tail(reel_memory *block, uint64_t distance); /* a whole TAIL record */

/* The sum of the checksums of a replay's records up to `record`: what END says, so that none is lost, added or moved. */
uint64_t reel__record_sum(uint64_t sum, const uint8_t *record);

/* Numbers and texts of payloads. The put functions return false if there is no memory. */
bool reel__payload_number(reel_memory *block, uint64_t value); /* unsigned LEB128 */
bool reel__payload_u64(reel_memory *block, uint64_t value);
bool reel__payload_text(reel_memory *block, const void *text, size_t size);
reel_string reel__payload_get_text(reel_cursor *in); /* in place; fails the cursor if it is cut */

/* A part of a payload that may be compressed: u8 method, LEB128 size, bytes. */
bool reel__payload_part(reel_memory *block, const reel_memory *bytes);
bool reel__payload_stored(reel_memory *block, const reel_memory *bytes); /* one that is not */
/* Reads one; *bytes is to be freed by reel_memory_free. REEL_CORRUPT, REEL_UNSUPPORTED, REEL_LIMIT, REEL_MEMORY. */
reel_status reel__payload_get_part(reel_cursor *in, reel_budget *budget, const reel_allocator *allocator, reel_memory *bytes,
                                   reel_error *error);

/* The hash chain of a replay: value = SHA-256(value before, record), over START, ROWS, HEADER and END records in order, from 32 zero bytes
 * before START. It says what the stream was up to any record; a signature of the value after END covers the replay. */
typedef struct archive_chain {
    uint8_t value[SHA256_SIZE];
} archive_chain;
/* Adds a record: its head and payload, as they are in the file. Records of other kinds are ignored; START starts again. */
void reel__archive_chain_add(archive_chain *chain, const uint8_t *record, size_t size);

#endif
