/* SPDX-License-Identifier: MIT
 * The log of what was done to tokens, and by moderators. It is kept for ever. Functions may be called on any thread. */
#ifndef SERVER_STORE_AUDIT_H
#define SERVER_STORE_AUDIT_H

#include "store/catalogue_internal.h"

#define AUDIT_OPERATOR "operator" /* who runs a command */

typedef struct audit_entry {
    int64_t number; /* in the order in which it was done */
    int64_t at;     /* Unix time, ms */
    char event[TOKEN_TEXT];
    char name[CATALOGUE_TEXT]; /* of the replay, token, player or uploader */
    char who[TOKEN_TEXT];      /* name of the token; operator: the command; empty: not known */
    char detail[CATALOGUE_TEXT];
} audit_entry;
reel_status audit_add(catalogue *catalogue, const audit_entry *entry, reel_error *error);
/* Entries with numbers above `after`, of `name` or, if it is NULL, of all. */
reel_status audit_list(catalogue *catalogue, const char *name, int64_t after, unsigned limit,
                       void (*each)(void *context, const audit_entry *entry), void *context, reel_error *error);
/* The number of the last entry; 0: there is none. */
reel_status audit_last(catalogue *catalogue, int64_t *number, reel_error *error);
/* Adds an entry, whose number it sets, as part of a transaction. */
reel_status audit_note(sql *connection, audit_entry *entry, reel_error *error);

#endif
