/* SPDX-License-Identifier: MIT
 * Types of lives. */
#ifndef SERVER_SERVICE_LIVE_TYPES_H
#define SERVER_SERVICE_LIVE_TYPES_H

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
    char title[CATALOGUE_TEXT];                     /* what its recorder calls it; may be empty */
    int64_t begun;                                  /* Unix ms */
} live_owner;

/* What is known of one, as clients see it. */
typedef struct live_view {
    char id[LIVE_ID], title[CATALOGUE_TEXT], replay[STORE_ID], verdict[LIVE_WORD], rule[LIVE_WORD];
    const char *form;
    int32_t state;
    int64_t begun;
    uint64_t offset, watchers;
} live_view;

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

#endif
