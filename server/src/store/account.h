/* SPDX-License-Identifier: MIT
 * Who signed in at an issuer, and the browsers that are signed in. What a browser has is kept as a hash only. Functions may be called on any thread. */
#ifndef SERVER_STORE_ACCOUNT_H
#define SERVER_STORE_ACCOUNT_H

#include "store/catalogue.h"

enum { SESSION_HASH = 65, ACCOUNT_PROVIDER = 32 };

typedef struct account {
    char name[TOKEN_TEXT];           /* the uploader of its replays, also of those with its tokens */
    char provider[ACCOUNT_PROVIDER]; /* where it signed in, and who it is there */
    char subject[CATALOGUE_TEXT];
    char shown[CATALOGUE_TEXT];  /* its name for people */
    char player[CATALOGUE_TEXT]; /* the player whose uploads it may send; empty: of any */
    bool has_role;               /* its claims said that it is a moderator */
    int64_t created, seen;       /* Unix time, ms: when it signed in first, and last */
} account;

typedef struct new_session {
    char hash[SESSION_HASH];
    const char *flow; /* what was begun (sign_in.h), as a hash: it can be used once */
    int64_t ends;     /* Unix time, ms */
} new_session;

/* Keeps the account, which was seen now, and a session. REEL_END: the flow was used already. */
reel_status account_sign_in(catalogue *catalogue, const account *account, const new_session *session, reel_error *error);
/* Whose a session is. REEL_END: it is unknown, or has ended. */
reel_status account_of_session(catalogue *catalogue, const char *hash, int64_t now, account *account, reel_error *error);
/* The account of this name. REEL_END: there is none. */
reel_status account_get(catalogue *catalogue, const char *name, account *account, reel_error *error);
/* Calls `each` for accounts with names above `after`. */
reel_status account_list(catalogue *catalogue, const char *after, unsigned limit,
                         void (*each)(void *context, const account *account), void *context, reel_error *error);
/* A session is over from now on. */
reel_status account_sign_out(catalogue *catalogue, const char *hash, int64_t now, reel_error *error);
/* Forgets sessions that were over before this time. */
reel_status account_prune(catalogue *catalogue, int64_t before, reel_error *error);
/* Revokes a token that the account made. REEL_END: it has no token of this name. */
reel_status account_revoke_token(catalogue *catalogue, const char *name, const char *token, int64_t now, reel_error *error);

#endif
