/* SPDX-License-Identifier: MIT
 * Events for clients that stay connected (server-sent events). One thread reads the log; a stream that has nothing to send costs no thread, and
 * its connection is suspended. A stream that falls behind what is in memory ends: its client comes again and gets the rest from the log. */
#ifndef SERVER_SERVICE_FEED_H
#define SERVER_SERVICE_FEED_H

#include "net/front.h"
#include "store/events.h"

#include <sys/types.h>

typedef struct feed feed;
typedef struct feed_stream feed_stream;

/* What a client wants; empty: any. Level and player are keys. */
typedef struct feed_filter {
    char kind[EVENT_KIND], game[CATALOGUE_TEXT], level[CATALOGUE_TEXT], player[CATALOGUE_TEXT];
} feed_filter;

/* `streams`: at most, at a time. NULL: errno says why. */
feed *feed_start(catalogue *catalogue, unsigned streams);
/* Ends all streams. */
void feed_end(feed *feed);
void feed_stop(feed *feed);
unsigned feed_streams(feed *feed);
/* The last event that was read. */
int64_t feed_position(feed *feed);

bool feed_fits(const feed_filter *filter, const event_entry *event);
/* Adds an event as it is sent. */
void feed_write(text *to, const event_entry *event);

/* Opens a stream that sends `first`, which it takes, and then the events after `position`. NULL: there are too many, or too many of `client`. */
feed_stream *feed_open(feed *feed, conn *connection, const ip_address *client, const feed_filter *filter, int64_t position,
                       text *first);
/* A front_read and its end; the context is the stream. */
ssize_t feed_read(void *stream, char *to, size_t most);
void feed_close(void *stream);

#endif
