/* SPDX-License-Identifier: MIT
 * What is known of the replays in the store, the tokens and the challenges. Functions may be called on any thread. */
#ifndef SERVER_STORE_CATALOGUE_H
#define SERVER_STORE_CATALOGUE_H

#include "base/histogram.h"
#include "store/replay_entry.h"

/* What replays are of; a list is of one of these at most, besides a player and a level. */
typedef enum replay_kind {
    KIND_ANY,
    KIND_GAME,
    KIND_FORMAT,
    KIND_VERDICT,
    KIND_UPLOADER,
    KIND_MODIFIERS,
    KIND_HEADSET,
    KINDS
} replay_kind;

/* By the time of receipt, or by a value of the replays that have it, the highest first. */
typedef enum replay_order { ORDER_DATE, ORDER_SCORE, ORDER_ACCURACY, ORDERS } replay_order;

typedef struct replay_filter {
    const char *player, *level; /* NULL: any */
    replay_kind kind;
    const char *value;  /* of the kind */
    int64_t since;      /* received at or after; 0: any */
    int64_t before;     /* the page after the entry with this number; 0: the first page */
    replay_order order; /* by a value: of a player or of a level, and of no kind */
    double after;       /* by a value, with `before`: that of the entry */
    unsigned limit;
} replay_filter;

/* Opens the catalogue and brings its tables to this version. `connections`: statements that may run at a time. */
reel_status catalogue_open(const char *where, unsigned connections, catalogue **catalogue, reel_error *error);
void catalogue_close(catalogue *catalogue);
/* From here on a thread does what would make commits to SQLite wait now and then. `where`: as for catalogue_open. To be called while nothing else
 * uses the catalogue. Does nothing for PostgreSQL. */
reel_status catalogue_settle_apart(catalogue *catalogue, const char *where, reel_error *error);
/* How long statements and transactions took. */
histogram *catalogue_times(catalogue *catalogue);

/* Fails if the database does not answer, or cannot be written. */
reel_status catalogue_ping(catalogue *catalogue, reel_error *error);

/* What is kept of an uploader. */
typedef struct uploader_use {
    int64_t bytes;
    int64_t day, uploads; /* of the last day with one: days since 1970, by UTC */
} uploader_use;

/* Adds an entry. All is decided in one transaction, so that of several copies at the same time one is the first. */
reel_status catalogue_add(catalogue *catalogue, replay_entry *entry, const new_replay *more, add_result *result,
                          reel_error *error);
/* Whether an upload of this size would be one too many: ADD_DONE, ADD_UPLOADS or ADD_BYTES. */
reel_status catalogue_check_quota(catalogue *catalogue, const replay_entry *entry, const upload_quota *quota, add_result *result,
                                  reel_error *error);
/* Finds the replay with this content and at least this verdict. REEL_END if there is none. */
reel_status catalogue_same(catalogue *catalogue, const char *content, verdict least, replay_entry *entry, reel_error *error);
/* A replay to compare a motion with. */
typedef struct similar_entry {
    const char *id, *fingerprint;
    bool own;       /* of the same player */
    int64_t number; /* in the order in which they came */
} similar_entry;
/* Calls `each` for the replays whose motion is most like that of `replay`: at most `limit` of other players that were accepted, as many that
 * were not, and as many of the same player. Sets replay->seen. */
reel_status catalogue_candidates(catalogue *catalogue, new_replay *replay, unsigned limit,
                                 bool (*each)(void *context, const similar_entry *entry), void *context, reel_error *error);
/* Passes the verdict of now and the answer that the upload got, whose verdict may be an older one, to `each`. REEL_END: there is no such replay. */
reel_status catalogue_answer(catalogue *catalogue, const char *id,
                             void (*each)(void *context, verdict verdict, const char *answer), void *context, reel_error *error);
/* REEL_END if there is none. */
reel_status catalogue_get(catalogue *catalogue, const char *id, replay_entry *entry, reel_error *error);
/* Calls `each` for replays, the last to come first. */
reel_status catalogue_list(catalogue *catalogue, const replay_filter *filter,
                           void (*each)(void *context, const replay_entry *entry), void *context, reel_error *error);
/* The newest accepted replay of a player whose level is `level` or begins with it and a slash. REEL_END if there is none. */
reel_status catalogue_find(catalogue *catalogue, const char *player, const char *level, replay_entry *entry, reel_error *error);
reel_status catalogue_count(catalogue *catalogue, uint64_t *count, reel_error *error);

/* The name of a player whose id is bound to another token or login than `uploader`: that of its newest replay by it, else of its newest one.
 * REEL_END: it is not bound, or has no name yet. */
reel_status catalogue_bound_name(catalogue *catalogue, const char *uploader, const char *player, const char *key,
                                 char name[CATALOGUE_TEXT], reel_error *error);

/* Calls `each` for players or levels whose names have words that begin with those of `text`, at most `limit`, in the order of one word. */
typedef enum name_kind { NAME_PLAYER, NAME_LEVEL } name_kind;
reel_status catalogue_search(catalogue *catalogue, name_kind kind, const char *text, unsigned limit,
                             void (*each)(void *context, const char *key, const char *shown), void *context, reel_error *error);

/* An upload that was refused: the replay was not kept. */
typedef struct refused_upload {
    char id[STORE_ID];
    int64_t received; /* Unix time, ms */
    char format[64], rule[64], message[REEL_MESSAGE_SIZE];
    char uploader[TOKEN_TEXT];
    char finding[64], section[64]; /* rule of the first error, and the section that its offset is in; empty if there is none */
    int64_t offset;
    int64_t slot; /* tells those of one time apart */
} refused_upload;
enum { REFUSED_DAYS = 30 /* for which one is listed */ };
/* Remembers it in a table of fixed size, in the place of an older one. */
reel_status catalogue_refuse(catalogue *catalogue, const refused_upload *refused, const char *findings, reel_error *error);
/* Passes the findings of an upload that was refused at `oldest` or later, as JSON, to `each`. REEL_END: it is not known. */
reel_status catalogue_refused(catalogue *catalogue, const char *id, int64_t oldest, refused_upload *refused,
                              void (*each)(void *context, const char *findings), void *context, reel_error *error);

/* Calls `each` for uploads that were refused, of `uploader` or, if it is NULL, of all: those before the one with the time and slot of *before,
 * not older than `oldest`, the last to come first. */
reel_status catalogue_refusals(catalogue *catalogue, const char *uploader, const refused_upload *before, int64_t oldest,
                               unsigned limit, void (*each)(void *context, const refused_upload *refused), void *context,
                               reel_error *error);
/* Forgets those that are older. */
reel_status catalogue_forget_refusals(catalogue *catalogue, int64_t oldest, reel_error *error);

/* Where an import of `source` goes on; the position is any text without a NUL. */
reel_status catalogue_import_set(catalogue *catalogue, const char *source, const char *position, reel_error *error);
reel_status catalogue_import_get(catalogue *catalogue, const char *source, void (*each)(void *context, const char *position),
                                 void *context, reel_error *error);
reel_status catalogue_import_end(catalogue *catalogue, const char *source, reel_error *error);

/* Tokens: a name, scopes separated by spaces, and a hash of the secret. */
typedef struct token_entry {
    char name[TOKEN_TEXT], scopes[SCOPE_TEXT];
    char hash[160];
    int64_t created, revoked; /* Unix time, ms; 0: not revoked */
    int64_t expires;          /* the same; 0: never */
    int64_t used;             /* the last time, give or take a minute; 0: never */
    char owner[TOKEN_TEXT];   /* the account (account.h) whose it is, which made it; empty: the operator made it */
    char label[TOKEN_TEXT];   /* what the owner calls it */
} token_entry;
/* A name whose token was revoked, or has expired, can be used again. */
reel_status catalogue_token_add(catalogue *catalogue, const token_entry *token, reel_error *error);
reel_status catalogue_token_get(catalogue *catalogue, const char *name, token_entry *token,
                                reel_error *error); /* REEL_END: none */
reel_status catalogue_token_revoke(catalogue *catalogue, const char *name, int64_t now, uint64_t *changed, reel_error *error);
/* Replaces the hash of a token that was not revoked. */
reel_status catalogue_token_rotate(catalogue *catalogue, const token_entry *token, uint64_t *changed, reel_error *error);
/* Replaces the hash of a token, unless it has changed since `token` was read. */
reel_status catalogue_token_rehash(catalogue *catalogue, const token_entry *token, const char *hash, reel_error *error);
/* Makes a token one of a player, or with "" of nobody. */
reel_status catalogue_token_bind(catalogue *catalogue, const char *name, const char *player, reel_error *error);
/* Which player the token of this name, or the account, is of; "": of none. */
reel_status catalogue_token_player(catalogue *catalogue, const char *name, char player[CATALOGUE_TEXT], reel_error *error);
/* Notes that a token was used. */
reel_status catalogue_token_use(catalogue *catalogue, const char *name, int64_t now, reel_error *error);
/* `use` is what is kept of its uploads. */
reel_status catalogue_token_list(catalogue *catalogue,
                                 void (*each)(void *context, const token_entry *token, const uploader_use *use), void *context,
                                 reel_error *error);

/* Those of an account that were not revoked. */
reel_status catalogue_token_of(catalogue *catalogue, const char *owner,
                               void (*each)(void *context, const token_entry *token, const uploader_use *use), void *context,
                               reel_error *error);

/* Challenges, of a player and a level by their keys. One that a server has seen expired stays so, whatever its clock says later. */
reel_status catalogue_end_challenges(catalogue *catalogue, int64_t now, reel_error *error); /* those that have expired */
reel_status catalogue_challenge_add(catalogue *catalogue, const char *id, const char *player, const char *level, int64_t now,
                                    int64_t expires, reel_error *error);
/* Uses a challenge for a replay. *fine: it was given for this player and level, is not too old, and no other replay has used it. */
reel_status catalogue_challenge_use(catalogue *catalogue, const char *id, const char *replay, const new_replay *more, int64_t now,
                                    bool *fine, reel_error *error);

/* Whether the uploader was an account that its owner deleted, and did not make again. */
reel_status catalogue_is_erased(catalogue *catalogue, const char *uploader, bool *erased, reel_error *error);

/* Remembers that `uploader` sent the replay `id` with this Idempotency-Key; keys from before `oldest` are forgotten. *same: the key was not
 * sent with another replay. */
reel_status catalogue_key_use(catalogue *catalogue, const char *uploader, const char *key, const char *id, int64_t now,
                              int64_t oldest, bool *same, reel_error *error);

#endif
