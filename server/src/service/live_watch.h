/* SPDX-License-Identifier: MIT
 * The thread of the lives: it wakes those who watch, and ends lives whose recorders are gone. */
#ifndef SERVER_SERVICE_LIVE_WATCH_H
#define SERVER_SERVICE_LIVE_WATCH_H

#include "service/live.h"

typedef struct server server;

/* NULL: errno says why. */
live_set *live_start(server *server, const live_options *options);
/* All streams end, no pieces are taken, and nothing is judged from here on. */
void live_quit(live_set *set);
/* Nobody uses it any more. */
void live_stop(live_set *set);

#endif
