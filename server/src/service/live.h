/* SPDX-License-Identifier: MIT
 * Plays that are being recorded: lives. A recorder sends the bytes of its file in pieces, each at an offset, and those who watch get them as they
 * come. The bytes are in files, so that lives go on after the server was killed. Rules and limits: docs/server.md. */
#ifndef SERVER_SERVICE_LIVE_H
#define SERVER_SERVICE_LIVE_H

#include "service/live_types.h"

extern const record live_record; /* of live_view */

/* A new one, with a reference. */
live_result live_begin(live_set *set, const live_owner *owner, live **begun);
/* With a reference; NULL: no live has this id, which `live_missing` says. */
live *live_find(live_set *set, const char *id);
extern const char live_missing[];
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
