/* SPDX-License-Identifier: MIT
 * Tokens for clients: "NAME.SECRET" in the header Authorization. A secret is 256 random bits, so nobody
 * can try them all, however fast the hash is: the catalogue has a BLAKE2b hash of the token. Tokens of older versions have an argon2id hash,
 * which costs much, until they are used for the first time. */
#ifndef SERVER_RULES_TOKEN_H
#define SERVER_RULES_TOKEN_H

#include "store/catalogue.h"

enum { TOKEN_SECRET = 44, TOKEN_WHOLE = TOKEN_TEXT + 1 + TOKEN_SECRET, TOKEN_HASH = sizeof((token_entry *)0)->hash };

typedef enum token_answer {
    TOKEN_FINE,
    TOKEN_MISSING,
    TOKEN_WRONG,
    TOKEN_NO_SCOPE,
    TOKEN_FAILED, /* the catalogue does not answer */
    TOKEN_OLD     /* it has an argon2 hash: ask token_check_old */
} token_answer;

/* Whether a list of scopes has one. */
bool token_has_scope(const char *scopes, const char *scope);
/* Whether a token can have the name. */
bool token_is_name(const char *name);
/* A token to be made. */
typedef struct new_token {
    const char *name, *scopes;
    const char *owner, *label; /* of an account (account.h); NULL: the operator makes it */
    int64_t now, expires;      /* a time as `now`; 0: never */
} new_token;
/* Makes it and writes "NAME.SECRET" to `whole`, the only time that it can be seen. */
reel_status token_make(catalogue *catalogue, const new_token *wanted, char whole[TOKEN_WHOLE], reel_error *error);
/* Gives a token that is valid another secret, and keeps its name and scopes. */
reel_status token_rotate(catalogue *catalogue, const char *name, char whole[TOKEN_WHOLE], reel_error *error);
/* Whether the value of the header Authorization allows `scope`, or NULL: is a token's. `name` is the token's on TOKEN_FINE, or that of the account
 * whose it is. May wait for the
 * catalogue, and costs little else. Thread-safe, as is token_check_old. */
token_answer token_check(catalogue *catalogue, const char *header, const char *scope, char name[TOKEN_TEXT], reel_error *error);
/* The same, for TOKEN_OLD: takes a tenth of a second and 64 MiB. A token that is right gets a hash that costs little. */
token_answer token_check_old(catalogue *catalogue, const char *header, const char *scope, char name[TOKEN_TEXT],
                             reel_error *error);

#endif
