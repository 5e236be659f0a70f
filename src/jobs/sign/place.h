/* SPDX-License-Identifier: MIT
 * Where the mark of a BSOR file is, and the hash of what it covers, found in one pass over bytes that arrive in pieces.
 *
 * The mark is an entry of the user data (section 7). It covers every byte of the file but those of the entry, with the count of the
 * section reduced by one; if the mark is the only entry, the section's id and count are not covered either. So it covers exactly
 * the bytes that the file had before a mark was added to it (unless it had an empty section 7).
 *
 * A hash cannot forget bytes, and whether an entry is the mark is known only after the section's count has been hashed. So inside the
 * section there are two hashes: of all bytes, and of those that a mark would cover. */
#ifndef JOBS_SIGN_PLACE_H
#define JOBS_SIGN_PLACE_H

#include "core/memory.h"
#include "jobs/sign/seal.h"

#include <reel/bsor.h>
#include <reel/sign.h>

#define PLACE_FORMAT "bsor"
#define PLACE_KEY "reel.mark"

enum {
    PLACE_FIELD = 32,   /* longest structure that is gathered before it is interpreted */
    PLACE_HEAD = 73728, /* more than the header can take: 16 strings of 1000 characters of 4 bytes, and what a reader probes after
                          * each */
    PLACE_SECTIONS = 8, /* as many as readers read */
};

/* Whether an entry of the user data of BSOR is a mark. */
static inline bool mark_is_entry(const bsor_user_entry *entry)
{
    return entry->key.size == sizeof PLACE_KEY - 1 && !memcmp(entry->key.data, PLACE_KEY, sizeof PLACE_KEY - 1);
}

typedef enum place_step {
    PLACE_STEP_HEAD,
    PLACE_STEP_ID,
    PLACE_STEP_COUNT,
    PLACE_STEP_RECORDS,
    PLACE_STEP_NOTE,
    PLACE_STEP_KEY_SIZE,
    PLACE_STEP_KEY,
    PLACE_STEP_VALUE_SIZE,
    PLACE_STEP_VALUE,
    PLACE_STEP_REST
} place_step;

typedef struct mark_place {
    const reel_format *format;
    const reel_options *options;
    /* the result */
    uint32_t marks;         /* found */
    uint64_t offset, size;  /* of the entry of the first one */
    bool complete;          /* the file does not end inside it */
    reel_memory value;      /* its value, if it is not longer than a signature may be */
    uint32_t user_sections; /* sections 7 */
    uint64_t count_offset;  /* of the count of the last one */
    uint32_t count;         /* its entries */
    uint64_t entries_end;   /* offset after the last of them; 0: they are not complete */
    bool sound;             /* the bytes end where a section does, before the limit of sections */
    uint64_t total;         /* bytes */
    reel_reader *header;    /* reader of the header; NULL: it could not be read. Closed by reel__place_close */
    reel_error error;       /* why the header could not be read */
    uint8_t digest[SEAL_DIGEST];
    /* the state */
    seal_hash all, covered, before; /* of all bytes; of those that a mark covers; before the section */
    bool forked;                    /* `covered` is in use */
    bool found;                     /* a mark, in this section */
    bool omits;                     /* inside the mark: `covered` gets nothing */
    place_step step;
    reel_memory head;
    uint8_t field[PLACE_FIELD];
    size_t have, need;
    uint64_t skip; /* bytes without structure that follow */
    uint32_t left; /* records or entries of the section */
    uint8_t id;
    unsigned sections;
} mark_place;

/* A place is large and must be aligned: keep it on the stack. */
void reel__place_open(mark_place *place, const reel_format *format, const reel_options *options, const reel_allocator *allocator);
/* The next bytes. False: no memory. */
bool reel__place_add(mark_place *place, const uint8_t *data, size_t size);
/* After the last bytes: fills in the digest. */
bool reel__place_end(mark_place *place);
void reel__place_close(mark_place *place);

#endif
