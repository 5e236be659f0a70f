/* SPDX-License-Identifier: MIT
 * Slow clients: microhttpd ends a connection that is silent; this ends one whose header, body or reading of the answer takes too long in
 * all, however it drips. */
#ifndef SERVER_DEADLINE_H
#define SERVER_DEADLINE_H

#include <microhttpd.h>

typedef struct deadlines deadlines;

typedef struct deadline_options {
    unsigned header_seconds; /* for the header of a request, from the connection or the request before it */
    unsigned body_seconds;   /* for its body */
    unsigned answer_seconds; /* for reading its answer */
} deadline_options;

/* Starts a thread that looks at all connections, at most `connections`, once a second. NULL: errno says why. */
deadlines *deadlines_new(const deadline_options *options, unsigned connections);
void deadlines_free(deadlines *deadlines);

/* For MHD_OPTION_NOTIFY_CONNECTION, with the deadlines as context. */
void deadline_notify(void *context, struct MHD_Connection *connection, void **slot, enum MHD_ConnectionNotificationCode code);

typedef enum deadline_phase { DEADLINE_HEADER, DEADLINE_BODY, DEADLINE_NONE, DEADLINE_ANSWER } deadline_phase;

/* The connection is in this phase from now on. */
void deadline_enter(deadlines *deadlines, struct MHD_Connection *connection, deadline_phase phase);
/* Connections that were ended so far. */
unsigned long deadlines_ended(deadlines *deadlines);

#endif
