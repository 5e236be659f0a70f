/* SPDX-License-Identifier: MIT */
#include "service/live_stream.h"

#include "base/clock.h"
#include "service/live_internal.h"
#include "json/record_json.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct live_stream {
    stream_link link;
    live_set *set;
    live *live;
    _Atomic uint64_t position; /* only its own thread changes it */
    bool events;
    bool told;      /* what it ends with was made */
    bool sent_some; /* since it last waited */
    text pending;   /* of it, and what it begins with */
    size_t sent;
};

live_stream *live_stream_open(live_set *s, live *l, conn *connection, const ip_address *client, uint64_t offset, bool events)
{
    live_stream *stream = calloc(1, sizeof *stream);
    if (!stream) return NULL;
    stream->set = s;
    stream->live = l;
    stream->position = offset;
    stream->events = events;
    if (events) text_add(&stream->pending, "retry: 1000\n\n");
    pthread_mutex_lock(&s->lock);
    const bool fits = !s->ended && streams_add(&s->streams, &stream->link, connection, client);
    if (fits) l->references++;
    if (fits) l->watchers++;
    pthread_mutex_unlock(&s->lock);
    if (fits) return stream;
    text_free(&stream->pending);
    free(stream);
    return NULL;
}

void live_stream_close(void *context)
{
    live_stream *stream = context;
    live_set *s = stream->set;
    pthread_mutex_lock(&s->lock);
    streams_remove(&s->streams, &stream->link);
    stream->live->watchers--;
    pthread_mutex_unlock(&s->lock);
    live_release(s, stream->live);
    text_free(&stream->pending);
    free(stream);
}

void live_stream_wake(live_set *s, int64_t now)
{
    for (stream_link *each = s->streams.first; each; each = each->next) {
        const live_stream *stream = (const live_stream *)each;
        const live *l = stream->live;
        const bool has_news = s->ended || live_is_over(l->state) || l->size > stream->position;
        if (has_news || (stream->events && stream_is_silent(each, now))) stream_resume(each);
    }
}

/* Reads bytes of the file, as an event or as they are. */
static ssize_t read_bytes(live_stream *stream, char *to, size_t most)
{
    static const char head[] = "id: 18446744073709551615\nevent: bytes\ndata: ";
    const uint64_t left = stream->live->size - stream->position;
    char bytes[3072];
    size_t size = left < sizeof bytes ? (size_t)left : sizeof bytes;
    if (!stream->events) size = left < most ? (size_t)left : most;
    const size_t room = most > sizeof head + 2 ? (most - sizeof head - 2) / 4 * 3 : 0;
    if (stream->events && size > room) size = room;
    const ssize_t count = pread(stream->live->file, stream->events ? bytes : to, size, (off_t)stream->position);
    if (count <= 0) return FRONT_STREAM_ENDS;
    stream->position += (uint64_t)count;
    if (!stream->events) return count;
    int used = snprintf(to, most, "id: %llu\nevent: bytes\ndata: ", (unsigned long long)stream->position);
    sodium_bin2base64(to + used, most - (size_t)used, (const unsigned char *)bytes, (size_t)count,
                      sodium_base64_VARIANT_ORIGINAL);
    used += (int)strlen(to + used);
    memcpy(to + used, "\n\n", 2);
    return used + 2;
}

static ssize_t read_pending(live_stream *stream, char *to, size_t most)
{
    const size_t left = stream->pending.size - stream->sent, size = left < most ? left : most;
    memcpy(to, stream->pending.data + stream->sent, size);
    stream->sent += size;
    if (stream->sent == stream->pending.size) text_free(&stream->pending), stream->sent = 0;
    return (ssize_t)size;
}

/* What became of the live, for who gets events. */
static void add_end(live_stream *stream)
{
    live_view view;
    live_look(stream->set, stream->live, &view);
    text_print(&stream->pending, "id: %llu\nevent: end\ndata: ", (unsigned long long)stream->position);
    record_add(&stream->pending, &live_record, &view);
    text_add(&stream->pending, "\n\n");
}

enum { AGAIN = -2 };

/* All bytes so far were sent. 0: it is suspended until others come. AGAIN: there may be something now. */
static ssize_t wait_for_more(live_stream *stream, char *to)
{
    live_set *s = stream->set;
    pthread_mutex_lock(&s->lock);
    if (stream->sent_some) stream->link.active = clock_steady_ms();
    stream->sent_some = false;
    const bool over = live_is_over(stream->live->state), ended = s->ended || (over && (!stream->events || stream->told)),
               silent = stream->events && stream_is_silent(&stream->link, clock_steady_ms());
    const bool waits = !ended && !over && !silent && stream->live->size <= stream->position;
    if (waits) stream_suspend(&stream->link);
    if (silent) stream->link.active = clock_steady_ms();
    pthread_mutex_unlock(&s->lock);
    if (waits) return 0;
    if (ended) return FRONT_STREAM_ENDS;
    if (over) {
        stream->told = true;
        add_end(stream);
    }
    if (over || !silent) return AGAIN;
    memcpy(to, ":\n\n", 3);
    return 3;
}

ssize_t live_stream_read(void *context, char *to, size_t most)
{
    live_stream *stream = context;
    ssize_t count = AGAIN;
    while (count == AGAIN) {
        if (stream->pending.failed) return FRONT_STREAM_ENDS;
        if (stream->pending.size)
            count = read_pending(stream, to, most);
        else if (stream->position < stream->live->size)
            count = read_bytes(stream, to, most);
        else
            count = wait_for_more(stream, to);
    }
    stream->sent_some |= count > 0;
    return count;
}
