/* SPDX-License-Identifier: MIT
 * The catalogue's log of what happened to replays, which feeds and webhooks read. Numbers are in the order in which transactions ended, so
 * nothing comes in behind a number that was read. */
#ifndef SERVER_STORE_EVENTS_H
#define SERVER_STORE_EVENTS_H

#include "store/catalogue_internal.h"

enum { EVENT_KIND = 16 };
#define EVENT_NEW "new"         /* an upload was listed or held */
#define EVENT_CHANGED "changed" /* a moderator changed the state, or it was judged again */
#define EVENT_ERASED "erased"   /* the data of its player was erased */

typedef struct event_entry {
    int64_t number, at; /* Unix time, ms */
    char kind[EVENT_KIND];
    replay_state state;                                           /* after the event */
    char id[STORE_ID];                                            /* of the replay */
    char game[64], level[CATALOGUE_TEXT], player[CATALOGUE_TEXT]; /* the last two by their keys */
    bool visible;                                                 /* the replay is listed or held now */
    replay_entry replay;                                          /* only if it is visible */
} event_entry;

/* Adds an event with the number that catalogue_next_number gave. Part of a transaction. */
reel_status event_note(sql *connection, const event_entry *event, reel_error *error);
/* Forgets the events of a player, and notes that a replay was erased. Part of a transaction. */
reel_status event_erase(sql *connection, const char *player_key, reel_error *error);

/* Events with numbers above `after`. */
reel_status event_list(catalogue *catalogue, int64_t after, unsigned limit, void (*each)(void *context, const event_entry *event),
                       void *context, reel_error *error);
/* The number of the last event; 0: none. */
reel_status event_last(catalogue *catalogue, int64_t *number, reel_error *error);
/* Forgets events that are older. */
reel_status event_prune(catalogue *catalogue, int64_t before, reel_error *error);

#endif
