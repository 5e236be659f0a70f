/* SPDX-License-Identifier: MIT
 * What the files of the reader share. */
#ifndef TEEHISTORIAN_READER_H
#define TEEHISTORIAN_READER_H

#include "formats/teehistorian/layout.h"

/* A TICK_SKIP whose next message is not known yet: whether a server would have put it there depends on that. */
typedef struct tee_skip {
    bool pending;
    bool odd;         /* its numbers are not in their shortest form */
    bool implied_too; /* the tick is the next one: client ids that fall would have done */
    int32_t previous; /* of the world before it */
    tee_place place;
} tee_skip;

/* Names of the header's list, by their UUIDs; hashed when they are first needed. */
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

/* Bytes that make no sense, in a file that is read on behind them. */
typedef struct tee_gap {
    bool open;
    uint64_t offset;
    reel_error why;
} tee_gap;

typedef struct tee_reader {
    tee_world world;
    uint64_t seq;
    uint64_t start; /* offset of the first message */
    int32_t version;
    uint8_t protocol[TEEHISTORIAN_CLIENTS];
    tee_skip skip;
    tee_names names;
    reel_row_list *lists[TEE_KINDS]; /* of tee_kinds; NULL: not wanted */
    reel_row_list *positions, *inputs, *arguments, *extensions, *ticks, *skips, *forms, *tails, *endings, *trailing;
    bool prepared, finished, done;
    bool resync; /* what makes no sense is left out, and the next place looked for that does */
    tee_gap gap;
    size_t want; /* bytes to be in the window before the next message is tried */
    uint64_t trailing_bytes;
} tee_reader;

/* Reads one message of any kind. REEL_OK; REEL_END: it was FINISH; REEL_AGAIN: it is not whole, r->want says how many bytes of it
 * to try with; or damage, told. */
reel_status tee_read_message(reel_decoder *d, tee_reader *r);

static inline size_t tee_room_of(const reel_row_list *list) { return list->capacity - list->count; }

/* Decodes up to `budget` messages on the fast path, possibly none. */
void tee_run_fast_path(reel_decoder *d, tee_reader *r, uint64_t budget);

/* Out of step: *d->error says why the message at `offset` is none. What follows is left out until tee_cross_gap is at a place from
 * which messages make sense again, with a finding about it. There is none: the failure from *d->error, as it was. */
void tee_open_gap(reel_decoder *d, tee_reader *r, uint64_t offset);
reel_status tee_cross_gap(reel_decoder *d, tee_reader *r);
/* Whether messages go on within what follows a FINISH. */
bool tee_goes_on(reel_decoder *d, tee_reader *r);

/* What lies before a message at `offset` that is a record of a character `cid` (is_record) or not: decides on a TICK_SKIP that
 * waits for it. */
void tee_settle_skip(tee_reader *r, bool is_record, int32_t cid);

reel_status tee_tick_overflow(reel_decoder *d, uint64_t offset);

/* A finding about the message at `offset`. */
#define TEE_FIND(d, rule_, severity_, offset_, ...)                                                                              \
    reel_find(&(d)->reporter, (reel_finding){ .rule = rule_, .severity = severity_, .section = "messages", .offset = offset_ },  \
              __VA_ARGS__)

#endif
