/* SPDX-License-Identifier: MIT
 * Where players sign in: issuers of OpenID Connect, and services that have only OAuth 2.0 and an address that says who somebody is. All of them are
 * data, also those that have a name here. */
#ifndef SERVER_RULES_SIGN_IN_OPTIONS_H
#define SERVER_RULES_SIGN_IN_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

enum { SIGN_INS = 8, SIGN_IN_LINE = 2048, SIGN_IN_NAME = 32, SIGN_IN_SECRET = 256, SIGN_IN_MODERATORS = 64 };

/* One of them. Texts are of `line`, or static. */
typedef struct sign_in_provider {
    char line[SIGN_IN_LINE];
    const char *name, *title; /* in addresses, and for people */
    const char *preset;
    const char *issuer;                               /* NULL: it has no id_token, and `user` says who somebody is */
    const char *authorize_url, *token_url, *user_url; /* the first two NULL: the issuer's description has them */
    const char *client_id, *secret_file;
    char secret[SIGN_IN_SECRET]; /* empty: a public client */
    const char *secret_in;       /* header or body */
    const char *scopes;
    const char *id_claim, *name_claim;
    const char *player_claim;                   /* a player's id in a game; NULL: none is known */
    const char *role_claim, *role;              /* of moderators; NULL: none */
    const char *moderators[SIGN_IN_MODERATORS]; /* ids */
    size_t moderator_count;
} sign_in_provider;

typedef struct sign_in_options {
    sign_in_provider providers[SIGN_INS];
    size_t count;
    bool loopback;          /* http://127.0.0.1:PORT is fine, too: for tests */
    const char *public_url; /* of the server */
    const char *ca;         /* certificates to trust instead of the system's; NULL: the system's */
} sign_in_options;

/* Adds one, from NAME and words KEY=VALUE. NULL: fine; else what is wrong, static text. */
const char *sign_in_add(sign_in_options *options, const char *line);
/* Whether they have what they need, after all options were read. NULL: fine. */
const char *sign_in_check(const sign_in_options *options);
/* Whether somebody with this id is a moderator there, whose claim says it or not. */
bool sign_in_moderates(const sign_in_provider *provider, const char *id, bool has_role);

#endif
