/* SPDX-License-Identifier: MIT */
#include "service/feed.h"

#include "base/clear.h"
#include "base/clock.h"
#include "service/streams.h"
#include "json/event_json.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { RING = 1024, PAGE = 200, POLL_MS = 250 };

typedef struct feed_item {
    event_entry event;
    text text;
} feed_item;

struct feed_stream {
    stream_link link;
    feed *feed;
    feed_filter filter;
    int64_t position;
    text pending;
    size_t sent; /* of it */
};

struct feed {
    catalogue *catalogue;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t stop;
    bool stopping, ended, begun;
    stream_set streams;
    int64_t last, dropped; /* numbers: the last event that was read; the last one that is not in the ring any more */
    feed_item ring[RING];
    size_t from, items;
};

bool feed_fits(const feed_filter *f, const event_entry *e)
{
    return (!*f->kind || strcmp(f->kind, e->kind) == 0) && (!*f->game || strcmp(f->game, e->game) == 0) &&
           (!*f->level || strcmp(f->level, e->level) == 0) && (!*f->player || strcmp(f->player, e->player) == 0);
}

void feed_write(text *to, const event_entry *e)
{
    text_print(to, "id: %lld\nevent: %s\ndata: ", (long long)e->number, e->kind);
    record_add(to, &event_record, e);
    text_add(to, "\n\n");
}

/* ---- the thread -------------------------------------------------------------------------------------------------------- */

static void add_item(void *context, const event_entry *event)
{
    feed *f = context;
    feed_item *item = &f->ring[(f->from + f->items) % RING];
    if (f->items == RING) {
        f->dropped = item->event.number;
        text_free(&item->text);
        f->from = (f->from + 1) % RING;
        f->items--;
    }
    item->event = *event;
    item->text = (text){ .data = NULL };
    feed_write(&item->text, event);
    f->last = event->number;
    f->items++;
}

/* Events of a page, which are read without the lock. */
typedef struct feed_page {
    event_entry events[PAGE];
    unsigned count;
} feed_page;

static void keep_event(void *context, const event_entry *event)
{
    feed_page *page = context;
    if (page->count < PAGE) page->events[page->count++] = *event;
}

static void resume(feed *f, bool news)
{
    int64_t now = clock_steady_ms();
    for (stream_link *s = f->streams.first; s; s = s->next)
        if (news || f->ended || stream_is_silent(s, now)) stream_resume(s);
}

/* Reads what is new. True: there may be more. */
static bool poll_log(feed *f, feed_page *page)
{
    reel_error error;
    page->count = 0;
    if (!f->begun) {
        int64_t last;
        if (event_last(f->catalogue, &last, &error) < 0) return false;
        pthread_mutex_lock(&f->lock);
        f->last = f->dropped = last;
        f->begun = true;
        pthread_mutex_unlock(&f->lock);
    }
    if (event_list(f->catalogue, f->last, PAGE, keep_event, page, &error) < 0) page->count = 0; /* again in a moment */
    pthread_mutex_lock(&f->lock);
    for (unsigned i = 0; i < page->count; i++) add_item(f, &page->events[i]);
    resume(f, page->count > 0);
    pthread_mutex_unlock(&f->lock);
    return page->count == PAGE;
}

static void *run(void *argument)
{
    feed *f = argument;
    feed_page *page = malloc(sizeof *page);
    pthread_mutex_lock(&f->lock);
    while (page && !f->stopping) {
        pthread_mutex_unlock(&f->lock);
        bool more = poll_log(f, page);
        clear_stack();
        pthread_mutex_lock(&f->lock);
        if (!more && !f->stopping) clock_wait(&f->stop, &f->lock, POLL_MS);
    }
    pthread_mutex_unlock(&f->lock);
    free(page);
    return NULL;
}

static void destroy(feed *f)
{
    for (size_t i = 0; i < f->items; i++) text_free(&f->ring[(f->from + i) % RING].text);
    pthread_cond_destroy(&f->stop);
    pthread_mutex_destroy(&f->lock);
    free(f);
}

feed *feed_start(catalogue *catalogue, unsigned streams)
{
    feed *f = calloc(1, sizeof *f);
    if (!f) return NULL;
    f->catalogue = catalogue;
    f->streams.most = streams;
    pthread_mutex_init(&f->lock, NULL);
    clock_cond_init(&f->stop);
    int why = pthread_create(&f->thread, NULL, run, f);
    if (why == 0) return f;
    destroy(f);
    errno = why;
    return NULL;
}

void feed_end(feed *f)
{
    if (!f) return;
    pthread_mutex_lock(&f->lock);
    f->ended = true;
    resume(f, true);
    pthread_mutex_unlock(&f->lock);
}

void feed_stop(feed *f)
{
    if (!f) return;
    pthread_mutex_lock(&f->lock);
    f->stopping = true;
    pthread_cond_signal(&f->stop);
    pthread_mutex_unlock(&f->lock);
    pthread_join(f->thread, NULL);
    destroy(f);
}

unsigned feed_streams(feed *f)
{
    pthread_mutex_lock(&f->lock);
    unsigned count = f->streams.count;
    pthread_mutex_unlock(&f->lock);
    return count;
}

int64_t feed_position(feed *f)
{
    pthread_mutex_lock(&f->lock);
    int64_t last = f->last;
    pthread_mutex_unlock(&f->lock);
    return last;
}

/* ---- streams ------------------------------------------------------------------------------------------------------------- */

feed_stream *feed_open(feed *f, conn *connection, const ip_address *client, const feed_filter *filter, int64_t position,
                       text *first)
{
    feed_stream *s = calloc(1, sizeof *s);
    if (s) *s = (feed_stream){ .feed = f, .filter = *filter, .position = position };
    pthread_mutex_lock(&f->lock);
    bool fits = s && !f->ended && streams_add(&f->streams, &s->link, connection, client);
    if (fits) s->pending = *first;
    if (fits) *first = (text){ .data = NULL };
    pthread_mutex_unlock(&f->lock);
    return fits ? s : (free(s), NULL);
}

void feed_close(void *stream)
{
    feed_stream *s = stream;
    feed *f = s->feed;
    pthread_mutex_lock(&f->lock);
    streams_remove(&f->streams, &s->link);
    pthread_mutex_unlock(&f->lock);
    text_free(&s->pending);
    free(s);
}

/* Prepares what is to be sent next. False: nothing is. */
static bool next_text(feed *f, feed_stream *s)
{
    text_free(&s->pending);
    s->sent = 0;
    size_t low = 0, high = f->items; /* of the first item after the position */
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (f->ring[(f->from + middle) % RING].event.number <= s->position)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < f->items && !s->pending.size; low++) {
        const feed_item *item = &f->ring[(f->from + low) % RING];
        s->position = item->event.number;
        if (feed_fits(&s->filter, &item->event)) text_raw(&s->pending, item->text.data, item->text.size);
    }
    if (!s->pending.size && stream_is_silent(&s->link, clock_steady_ms())) text_add(&s->pending, ":\n\n");
    return s->pending.size > 0;
}

ssize_t feed_read(void *stream, char *to, size_t most)
{
    feed_stream *s = stream;
    feed *f = s->feed;
    ssize_t size = 0;
    pthread_mutex_lock(&f->lock);
    if (s->sent == s->pending.size && (f->ended || s->pending.failed || s->position < f->dropped)) {
        size = FRONT_STREAM_ENDS;
    } else if (s->sent < s->pending.size || next_text(f, s)) {
        size_t left = s->pending.size - s->sent;
        size = (ssize_t)(left < most ? left : most);
        memcpy(to, s->pending.data + s->sent, (size_t)size);
        s->sent += (size_t)size;
        s->link.active = clock_steady_ms();
    } else {
        stream_suspend(&s->link);
    }
    pthread_mutex_unlock(&f->lock);
    return size;
}
