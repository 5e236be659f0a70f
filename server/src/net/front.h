/* SPDX-License-Identifier: MIT
 * What stands between clients and libmicrohttpd: it takes connections, lets only requests through that head.h finds sound, one after the
 * other, and carries the answers back. It knows how long a client takes, and how many connections an address has. */
#ifndef SERVER_NET_FRONT_H
#define SERVER_NET_FRONT_H

#include "net/front_options.h"

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

/* Goes on with a connection that was suspended (MHD_suspend_connection). On any thread. */
void front_resume(struct MHD_Connection *connection);

/* ---- of a connection; only on its thread, in handle and completed ---------------------------------------------------- */

/* NULL: it is not of the internet. */
const ip_address *front_address(struct MHD_Connection *connection);
unsigned front_kind(struct MHD_Connection *connection);
/* Slashes of the path that are not escaped, before the first that is. */
unsigned front_slashes(struct MHD_Connection *connection);
/* The server works on the request: the client is not waited for. Or: the answer begins. */
void front_enter_work(struct MHD_Connection *connection);
void front_enter_answer(struct MHD_Connection *connection);
/* The answer has no end: it may take any time, and the client only has to take what there is. */
void front_enter_stream(struct MHD_Connection *connection);
/* Answers instead of the daemon, and ends the connection; `handle` returns MHD_NO then. The texts are static. */
void front_refuse(struct MHD_Connection *connection, unsigned code, const char *rule, const char *why);
/* To be called by `completed`. */
void front_completed(struct MHD_Connection *connection);

#endif
