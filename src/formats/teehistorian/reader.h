/* SPDX-License-Identifier: MIT
 * State and functions shared by the files of the reader. */
#ifndef TEEHISTORIAN_READER_H
#define TEEHISTORIAN_READER_H

#include "formats/teehistorian/layout.h"

/* The last TICK_SKIP, until the next message is read. That message decides whether a server would have written the TICK_SKIP. */
typedef struct tee_skip {
    bool pending;
    bool odd;         /* a server would not have written it, whatever follows */
    bool implied_too; /* it advances by one tick, which a position with a client id up to `previous` would imply as well */
    int32_t previous; /* world.previous before it */
    tee_origin origin;
} tee_skip;

/* Names in the header's uuids list, sorted by UUID. They are hashed when the first unknown extension is read. */
typedef struct tee_named {
    uint8_t uuid[16];
    uint32_t at, size;
} tee_named;
typedef struct tee_names {
    char *text;
    size_t text_size;
    tee_named *items;
    size_t count;
    bool hashed;
} tee_names;

/* Invalid bytes that resynchronisation is skipping. */
typedef struct tee_gap {
    bool open;
    uint64_t offset;
    reel_error why;
} tee_gap;

/* What the fast path may decode, by the first byte of a client id: 0 to 63 have one byte, 64 to 127 two, the first of them 0x80 to
 * 0xbf. The bytes that begin no client id have zeros, so that one load replaces a comparison of ranges and two of the state. */
typedef struct tee_fast_clients {
    /* All bits of three bytes, if the client of that first byte has a character, and no number of two bytes can carry it over the edge of 32 bits;
     * else none. Three bytes that have none of these bits are no move: three zeros would be one by nothing, which no server writes, and begin padding. */
    uint32_t moves[256];
    uint8_t inputs[256]; /* has an input */
    uint64_t until;      /* `moves` has to be found again before the message of this number */
} tee_fast_clients;

typedef struct tee_reader {
    tee_fast_clients fast;
    uint64_t seq;
    uint64_t start; /* offset of the first message */
    int32_t version;
    uint8_t protocol[TEEHISTORIAN_CLIENTS];
    tee_skip skip;
    tee_names names;
    reel_row_list *lists[TEE_KINDS]; /* parallel to reel__tee_kinds; NULL if the table was not requested */
    reel_row_list *positions, *inputs, *messages, *arguments, *extensions, *ticks, *skips, *forms, *tails, *endings, *trailing;
    bool lists_found, finished, done;
    bool resync; /* skip invalid bytes up to the next valid messages */
    tee_gap gap;
    size_t want; /* bytes needed in memory before the next message is decoded */
    uint64_t trailing_bytes;
    tee_world world; /* the last member, which reel__tee_open clears */
} tee_reader;

/* Reads one message of any kind. Returns REEL_OK, REEL_END after FINISH, REEL_AGAIN if the message is incomplete (r->want is then the
 * number of bytes to retry with), or an error. */
reel_status reel__tee_read_message(reel_decoder *d, tee_reader *r);

static inline size_t tee_room_of(const reel_row_list *list) { return list->capacity - list->count; }

/* Updates r->fast for one client after its state has changed elsewhere. */
void reel__tee_update_fast_client(tee_reader *r, int32_t cid);
/* Decodes up to `budget` messages on the fast path, possibly none. */
void reel__tee_run_fast_path(reel_decoder *d, tee_reader *r, uint64_t budget);

/* Starts a gap at an invalid message; *d->error is the reason. */
void reel__tee_open_gap(reel_decoder *d, tee_reader *r, uint64_t offset);
/* Skips to the next offset from which messages are valid, and reports the gap. If there is none, fails with the reason of the gap. */
reel_status reel__tee_cross_gap(reel_decoder *d, tee_reader *r);
/* Whether valid messages follow a FINISH. */
bool reel__tee_goes_on(reel_decoder *d, tee_reader *r);

/* Decides about the pending TICK_SKIP by the message that follows it: a position of client `cid` if `is_record`, or else any other
 * message. Adds a row of the skips table if a server would not have written the TICK_SKIP. */
void reel__tee_settle_skip(tee_reader *r, bool is_record, int32_t cid);

/* Reports a finding about the message at `offset`. */
#define TEE_FIND(d, rule_, severity_, offset_, ...)                                                                              \
    reel_find(&(d)->reporter, (reel_finding){ .rule = rule_, .severity = severity_, .section = "messages", .offset = offset_ },  \
              __VA_ARGS__)

#endif
