/* SPDX-License-Identifier: MIT
 * Where webhooks are in the catalogue: how far each has come, which server sends, and what was given up. */
#ifndef SERVER_STORE_HOOK_LIST_H
#define SERVER_STORE_HOOK_LIST_H

#include "store/catalogue.h"

enum { HOOK_URL = 2048, HOOK_OWNER = 17 };

typedef struct hook_state {
    int64_t position;   /* number of the last event that was sent or given up */
    int64_t tries, due; /* of the next one: those that failed, and when it is tried again, Unix time in ms */
} hook_state;

/* Notes a webhook, which begins after the last event, if it is new. */
reel_status hook_add(catalogue *catalogue, const char *url, reel_error *error);
/* Takes or renews the right to send until `lease`, and reads how far the webhook has come. REEL_END: another server has it. */
reel_status hook_take(catalogue *catalogue, const char *url, const char *owner, int64_t now, int64_t lease, hook_state *state,
                      reel_error *error);
/* Notes how far it has come. REEL_END: another server has the right. */
reel_status hook_move(catalogue *catalogue, const char *url, const char *owner, const hook_state *state, reel_error *error);
/* Gives the right back. */
reel_status hook_release(catalogue *catalogue, const char *url, const char *owner, reel_error *error);

typedef struct dead_letter {
    char url[HOOK_URL];
    int64_t number, at, tries;
    char why[CATALOGUE_TEXT];
    const char *body; /* borrowed */
} dead_letter;
/* Notes an event that was given up, and goes on behind it. REEL_END: another server has the right. */
reel_status hook_bury(catalogue *catalogue, const char *owner, const dead_letter *letter, reel_error *error);
/* Those after (url, number). */
reel_status hook_dead(catalogue *catalogue, const char *url, int64_t number, unsigned limit,
                      void (*each)(void *context, const dead_letter *letter), void *context, reel_error *error);

#endif
