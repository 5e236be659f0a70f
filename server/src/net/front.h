/* SPDX-License-Identifier: MIT
 * The server's side of HTTP: it takes connections, reads only requests that head.h finds sound, one after the other, calls the server for them, and
 * sends the answers. It knows how long a client takes, and how many connections an address has. */
#ifndef SERVER_NET_FRONT_H
#define SERVER_NET_FRONT_H

#include "net/exchange.h"
#include "net/reply.h"

/* Starts the threads, which may use *started at once. `memory`: what connections take their buffers from. The sockets stay the caller's. False: a
 * message was printed, and *started is NULL. */
bool front_start(const front_options *options, const front_calls *calls, const front_listener listeners[FRONT_LISTENERS],
                 budget *memory, front **started);
/* Takes no more connections; a moment later it is quiet. */
void front_quiesce(front *front);
bool front_is_quiet(front *front);
/* Connections that were taken and have brought no request so far. */
unsigned front_fresh(front *front);
/* Requests whose answers are not with the clients yet. */
unsigned front_busy(front *front);
void front_stop(front *front);

/* Opens a socket that listens. -1: errno says why, EINVAL for an address that is not one. */
int front_listen(const char *address, uint16_t port);

/* Requests that were refused, and connections that were ended because they were too slow, so far. */
unsigned long front_refused(front *front);
unsigned long front_late(front *front);

#endif
