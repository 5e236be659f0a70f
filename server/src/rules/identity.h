/* SPDX-License-Identifier: MIT
 * Who somebody is, by the claims of an id_token or by what a service says of its user. */
#ifndef SERVER_RULES_IDENTITY_H
#define SERVER_RULES_IDENTITY_H

#include "rules/sign_in_options.h"
#include "store/replay_entry.h"

typedef struct identity {
    char id[CATALOGUE_TEXT];     /* at the issuer */
    char shown[CATALOGUE_TEXT];  /* the name for people; the id, if there is none */
    char player[CATALOGUE_TEXT]; /* a player's id in a game; empty: none is known */
    bool has_role;               /* the claim of moderators says so */
} identity;

/* Reads an object in JSON. `id_claim` has the id, which is text or a whole number. False: it is not one, or has no id. */
bool identity_read(const sign_in_provider *provider, const char *id_claim, const char *json, size_t size, identity *identity);

#endif
