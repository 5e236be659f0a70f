/* SPDX-License-Identifier: MIT
 * Those who watch a live. Each reads the file from where it is, so one that reads slowly costs no memory and keeps nobody waiting. */
#ifndef SERVER_SERVICE_LIVE_STREAM_H
#define SERVER_SERVICE_LIVE_STREAM_H

#include "net/front.h"
#include "service/live.h"

typedef struct live_stream live_stream;

/* Streams from an offset on: as server-sent events, or the bytes as they are. It keeps a reference of its own. NULL: there are too many, or too many of
 * `client`. */
live_stream *live_stream_open(live_set *set, live *one, conn *connection, const ip_address *client, uint64_t offset, bool events);
/* A front_read and its end; the context is the stream. */
ssize_t live_stream_read(void *stream, char *to, size_t most);
void live_stream_close(void *stream);
/* Lets those be read that have something to send. With the lock of the set. */
void live_stream_wake(live_set *set, int64_t now);

#endif
