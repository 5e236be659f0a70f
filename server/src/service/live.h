/* SPDX-License-Identifier: MIT
 * Plays that are being recorded: lives. A recorder sends the bytes of its file in pieces, each at an offset, and those who watch get them as they
 * come. The bytes are in files, so that lives go on after the server was killed. Rules and limits: docs/server.md. */
#ifndef SERVER_SERVICE_LIVE_H
#define SERVER_SERVICE_LIVE_H

#include "base/record.h"
#include "rules/token.h"
#include "store/replay_store.h"

enum { LIVE_ID = 33, LIVE_WORD = 64 };

typedef struct live_set live_set;
typedef struct live live;

typedef struct live_options {
    const char *folder; /* NULL: "live" in the folder of the store */
    unsigned count;     /* at a time; half of them of one token. 0: none */
    unsigned seconds;   /* after which one is judged as it is whose recorder sends nothing */
    unsigned clients;   /* who watch, at a time */
    uint64_t size;      /* bytes of all */
    uint64_t each;      /* bytes of one */
} live_options;

typedef enum live_state {
    LIVE_ON,
    LIVE_JUDGING,
    LIVE_KEPT, /* this and those below are over */
    LIVE_REFUSED,
    LIVE_DISCARDED
} live_state;

/* Whose it is. */
typedef struct live_owner {
    char token[TOKEN_TEXT], player[CATALOGUE_TEXT]; /* as those of the request that began it */
    int64_t begun;                                  /* Unix ms */
} live_owner;

/* What is known of one, as clients see it. */
typedef struct live_view {
    char id[LIVE_ID], uploader[TOKEN_TEXT], replay[STORE_ID], verdict[LIVE_WORD], rule[LIVE_WORD];
    const char *form;
    int32_t state;
    int64_t begun;
    uint64_t offset, watchers;
} live_view;
extern const record live_record;

typedef enum live_result {
    LIVE_FINE,
    LIVE_CLOSED,   /* this server takes none */
    LIVE_MANY,     /* there are too many */
    LIVE_OWN_MANY, /* of this token */
    LIVE_OVER,     /* or it is being judged */
    LIVE_GAP,      /* the piece begins behind what is there */
    LIVE_OTHER,    /* other bytes are there already */
    LIVE_UNKNOWN,  /* of no form that can be recorded */
    LIVE_LARGE,
    LIVE_NO_ROOM /* on the disk, or of what all lives may have */
} live_result;

/* What became of a live that was judged. */
typedef struct live_outcome {
    live_state state; /* LIVE_ON: it could not be judged now, and goes on */
    char replay[STORE_ID], verdict[LIVE_WORD], rule[LIVE_WORD];
} live_outcome;

/* A new one, with a reference. */
live_result live_begin(live_set *set, const live_owner *owner, live **begun);
/* With a reference; NULL: there is none of this id. */
live *live_find(live_set *set, const char *id);
void live_release(live_set *set, live *one);
const char *live_id(const live *one);
bool live_is_of(const live *one, const char *token);
/* Adds `size` bytes of a file. Those that are there already must be the same. */
live_result live_append(live_set *set, live *one, uint64_t offset, int file, uint64_t size);
/* No pieces are taken from here on. */
live_result live_close(live_set *set, live *one);
void live_conclude(live_set *set, live *one, const live_outcome *outcome);
live_result live_discard(live_set *set, live *one);
/* Its bytes, for who must not write them; the caller closes it. -1: errno says why. */
int live_open(const live *one, uint64_t *size);
void live_look(live_set *set, live *one, live_view *view);
void live_each(live_set *set, void (*each)(void *context, const live_view *view), void *context);

typedef struct live_totals {
    unsigned lives, watchers;
    uint64_t bytes;
} live_totals;
live_totals live_count(live_set *set);

#endif
