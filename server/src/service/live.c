/* SPDX-License-Identifier: MIT
 * The set of lives. What is read of a live is in its file; the size is set after the bytes are there, so nobody reads what is being written. */
#include "service/live.h"

#include "base/clock.h"
#include "service/live_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COPY = 16 << 10, OVER_MS = 60000 /* for which the end of a live is remembered */ };

const char live_missing[] = "no live play has this id";
static const char *const live_states[] = { "live", "judging", "kept", "refused", "discarded" };
RECORD(live_record, live_view, FIELD(live_view, id, FIELD_TEXT), FIELD_OF(live_view, state, FIELD_CHOICE, live_states),
       FIELD(live_view, title, FIELD_TEXT), FIELD(live_view, form, FIELD_STRING), FIELD(live_view, begun, FIELD_INT),
       FIELD(live_view, offset, FIELD_UINT), FIELD(live_view, watchers, FIELD_UINT),
       FIELD_AT(live_view, replay, FIELD_TEXT, FIELD_NOT_ZERO, NULL),
       FIELD_AT(live_view, verdict, FIELD_TEXT, FIELD_NOT_ZERO, NULL),
       FIELD_AT(live_view, rule, FIELD_TEXT, FIELD_NOT_ZERO, NULL));

/* ---- the set ------------------------------------------------------------------------------------------------------------- */

live_set *live_set_new(server *server, const live_options *options)
{
    live_set *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->server = server;
    s->options = *options;
    s->bytes.most = options->size;
    s->streams.most = options->clients;
    s->folder = live_folder_open(options->folder);
    pthread_mutex_init(&s->lock, NULL);
    clock_cond_init(&s->stop);
    if (s->folder >= 0) return s;
    const int why = errno;
    live_set_free(s);
    return errno = why, NULL;
}

static void live_free(live_set *s, live *l)
{
    if (l->file >= 0) close(l->file);
    budget_give(&s->bytes, l->taken);
    pthread_mutex_destroy(&l->writing);
    free(l);
}

void live_set_free(live_set *s)
{
    while (s->first) {
        live *l = s->first;
        s->first = l->next;
        live_free(s, l);
    }
    if (s->folder >= 0) close(s->folder);
    pthread_cond_destroy(&s->stop);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

static live *live_new(const char *id, const live_owner *owner)
{
    live *l = calloc(1, sizeof *l);
    if (!l) return NULL;
    *l = (live){ .owner = *owner, .file = -1, .form = "", .active = clock_steady_ms() };
    memcpy(l->id, id, LIVE_ID - 1);
    pthread_mutex_init(&l->writing, NULL);
    return l;
}

/* With the lock. */
static void add_live(live_set *s, live *l)
{
    l->references++;
    l->next = s->first;
    s->first = l;
    s->count++;
    pthread_cond_signal(&s->stop); /* the thread rests while there are none */
}

/* Those from before this server was started, or whose bytes cannot be read any more. */
static void load_one(void *context, const char *id)
{
    live_set *s = context;
    live_owner owner;
    unsigned char first[LIVE_MAGIC];
    const int file = live_file_open(s->folder, id, &owner);
    const off_t size = file >= 0 ? lseek(file, 0, SEEK_END) : 0;
    const ssize_t known = file >= 0 ? pread(file, first, sizeof first, 0) : -1;
    const char *form = known >= 0 ? live_form_of(first, (size_t)known) : NULL;
    live *l = form && (uint64_t)size <= s->options.each && budget_take(&s->bytes, (uint64_t)size) ? live_new(id, &owner) : NULL;
    if (!l) {
        if (file >= 0) close(file);
        live_file_remove(s->folder, id);
        return;
    }
    l->file = file;
    l->form = form;
    l->taken = (uint64_t)size;
    l->shown = true;
    l->size = (uint64_t)size;
    pthread_mutex_lock(&s->lock);
    add_live(s, l);
    pthread_mutex_unlock(&s->lock);
}

void live_set_load(live_set *s)
{
    if (!live_folder_lock(s->folder)) return;
    live_folder_walk(s->folder, load_one, s);
    pthread_mutex_lock(&s->lock);
    s->ready = true;
    pthread_mutex_unlock(&s->lock);
}

/* With the lock. */
static bool let_go(live *l) { return --l->references == 0; }

/* Forgets one that is over; those who still watch keep it. With the lock. */
static void forget(live_set *s, live **at)
{
    live *l = *at;
    *at = l->next;
    s->over--;
    if (let_go(l)) live_free(s, l);
}

void live_set_sweep(live_set *s, int64_t now)
{
    for (live **at = &s->first; *at;) {
        if (live_is_over((*at)->state) && now - (*at)->active >= OVER_MS)
            forget(s, at);
        else
            at = &(*at)->next;
    }
}

/* As many as may be there at a time are remembered: each has a file that is open. With the lock. */
static void forget_oldest(live_set *s)
{
    live **oldest = NULL;
    for (live **at = &s->first; *at; at = &(*at)->next)
        if (live_is_over((*at)->state) && (!oldest || (*at)->active < (*oldest)->active)) oldest = at;
    if (oldest) forget(s, oldest);
}

/* Bytes for a live: those that are over make room. */
static bool take_bytes(live_set *s, uint64_t size)
{
    if (budget_take(&s->bytes, size)) return true;
    pthread_mutex_lock(&s->lock);
    live_set_sweep(s, INT64_MAX);
    pthread_mutex_unlock(&s->lock);
    return budget_take(&s->bytes, size);
}

/* ---- one ----------------------------------------------------------------------------------------------------------------- */

/* With the lock. */
static live_result has_room(const live_set *s, const live_owner *owner)
{
    unsigned own = 0;
    if (!s->ready || s->ended) return LIVE_CLOSED;
    if (s->count >= s->options.count) return LIVE_MANY;
    for (const live *l = s->first; l; l = l->next) own += !live_is_over(l->state) && live_is_of(l, owner->token);
    return own < (s->options.count + 1) / 2 ? LIVE_FINE : LIVE_OWN_MANY;
}

live_result live_begin(live_set *s, const live_owner *owner, live **begun)
{
    char id[LIVE_ID];
    uint8_t random[LIVE_ID / 2];
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(id, sizeof id, random, sizeof random);
    live *l = live_new(id, owner);
    if (!l) return LIVE_NO_ROOM;
    pthread_mutex_lock(&s->lock);
    live_result result = has_room(s, owner);
    if (result == LIVE_FINE) { /* its place is taken before the lock is given back */
        l->references = 1;
        add_live(s, l);
    }
    pthread_mutex_unlock(&s->lock);
    if (result != LIVE_FINE) return live_free(s, l), result;
    l->file = live_file_create(s->folder, id, owner);
    *begun = l;
    pthread_mutex_lock(&s->lock);
    l->shown = l->file >= 0;
    pthread_mutex_unlock(&s->lock);
    if (l->file >= 0) return LIVE_FINE;
    live_discard(s, l);
    live_release(s, l);
    return LIVE_NO_ROOM;
}

live *live_find(live_set *s, const char *id)
{
    pthread_mutex_lock(&s->lock);
    live *l = s->first;
    while (l && (!l->shown || strcmp(l->id, id) != 0)) l = l->next;
    if (l) l->references++;
    pthread_mutex_unlock(&s->lock);
    return l;
}

void live_release(live_set *s, live *l)
{
    pthread_mutex_lock(&s->lock);
    const bool last = let_go(l);
    pthread_mutex_unlock(&s->lock);
    if (last) live_free(s, l);
}

const char *live_id(const live *l) { return l->id; }
bool live_is_of(const live *l, const char *token) { return strcmp(l->owner.token, token) == 0; }

/* ---- pieces -------------------------------------------------------------------------------------------------------------- */

static bool read_all(int file, void *to, size_t size, uint64_t at) { return pread(file, to, size, (off_t)at) == (ssize_t)size; }

static bool write_all(int file, const char *data, size_t size, uint64_t at)
{
    while (size) {
        const ssize_t count = pwrite(file, data, size, (off_t)at);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        data += count;
        size -= (size_t)count;
        at += (uint64_t)count;
    }
    return true;
}

/* Whether `size` bytes of `file` are those of the live at an offset. */
static bool are_same(const live *l, uint64_t offset, int file, uint64_t size)
{
    char sent[COPY], there[COPY];
    for (uint64_t at = 0; at < size;) {
        const size_t part = size - at < COPY ? (size_t)(size - at) : COPY;
        if (!read_all(file, sent, part, at) || !read_all(l->file, there, part, offset + at) || memcmp(sent, there, part) != 0)
            return false;
        at += part;
    }
    return true;
}

/* Writes the bytes of `file` from `from` on at the end. */
static bool add_bytes(live *l, int file, uint64_t from, uint64_t size)
{
    char part[COPY];
    const uint64_t begin = l->size;
    for (uint64_t at = 0; at < size;) {
        const size_t count = size - at < COPY ? (size_t)(size - at) : COPY;
        if (!read_all(file, part, count, from + at) || !write_all(l->file, part, count, begin + at)) return false;
        at += count;
    }
    return true;
}

/* The first bytes say which form it is: others are refused before anybody gets them. */
static bool find_form(live *l, int file, uint64_t from, uint64_t size)
{
    unsigned char first[LIVE_MAGIC];
    const size_t known = l->size < LIVE_MAGIC ? (size_t)l->size : LIVE_MAGIC, room = LIVE_MAGIC - known,
                 more = size < room ? (size_t)size : room;
    if (!room) return true;
    if (!read_all(l->file, first, known, 0) || !read_all(file, first + known, more, from)) return false;
    const char *form = live_form_of(first, known + more);
    if (form) l->form = form;
    return form != NULL;
}

/* With `writing`. */
static live_result append(live_set *s, live *l, uint64_t offset, int file, uint64_t size)
{
    const uint64_t have = l->size;
    if (offset > have) return LIVE_GAP;
    const uint64_t known = size < have - offset ? size : have - offset, more = size - known;
    if (!are_same(l, offset, file, known)) return LIVE_OTHER;
    if (more > s->options.each || have > s->options.each - more) return LIVE_LARGE;
    if (more && !find_form(l, file, known, more)) return LIVE_UNKNOWN;
    if (!take_bytes(s, more)) return LIVE_NO_ROOM;
    if (!add_bytes(l, file, known, more)) {
        (void)!ftruncate(l->file, (off_t)have);
        budget_give(&s->bytes, more);
        return LIVE_NO_ROOM;
    }
    l->taken += more;
    l->size = have + more;
    return LIVE_FINE;
}

/* Whether it takes anything. With the lock. A server that is being stopped takes nothing: the next one goes on. */
static live_result is_on(const live_set *s, const live *l)
{
    if (s->ended) return LIVE_CLOSED;
    return l->state == LIVE_ON ? LIVE_FINE : LIVE_OVER;
}

live_result live_append(live_set *s, live *l, uint64_t offset, int file, uint64_t size)
{
    pthread_mutex_lock(&l->writing);
    pthread_mutex_lock(&s->lock);
    live_result result = is_on(s, l);
    if (result == LIVE_FINE) l->active = clock_steady_ms();
    pthread_mutex_unlock(&s->lock);
    if (result == LIVE_FINE) result = append(s, l, offset, file, size);
    pthread_mutex_unlock(&l->writing);
    return result;
}

void live_trim(live_set *s, live *l)
{
    pthread_mutex_lock(&l->writing);
    const uint64_t size = l->size, whole = live_file_whole(l->file, size);
    if (whole < size && ftruncate(l->file, (off_t)whole) == 0) {
        l->size = whole;
        l->taken -= size - whole;
        budget_give(&s->bytes, size - whole);
    }
    pthread_mutex_unlock(&l->writing);
}

/* ---- the end ------------------------------------------------------------------------------------------------------------- */

live_result live_close(live_set *s, live *l)
{
    pthread_mutex_lock(&l->writing); /* after the piece that is being written */
    pthread_mutex_lock(&s->lock);
    const live_result result = is_on(s, l);
    if (result == LIVE_FINE) l->state = LIVE_JUDGING;
    pthread_mutex_unlock(&s->lock);
    pthread_mutex_unlock(&l->writing);
    return result;
}

void live_conclude(live_set *s, live *l, const live_outcome *outcome)
{
    pthread_mutex_lock(&s->lock);
    l->state = outcome->state;
    l->outcome = *outcome;
    l->active = clock_steady_ms();
    const bool over = live_is_over(l->state);
    if (over) s->count--, s->over++;
    if (s->over > s->options.count) forget_oldest(s);
    pthread_mutex_unlock(&s->lock);
    if (over) live_file_remove(s->folder, l->id);
}

live_result live_discard(live_set *s, live *l)
{
    const live_result result = live_close(s, l);
    if (result == LIVE_FINE) live_conclude(s, l, &(live_outcome){ .state = LIVE_DISCARDED });
    return result;
}

int live_open(const live *l, uint64_t *size)
{
    char path[40];
    snprintf(path, sizeof path, "/proc/self/fd/%d", l->file);
    *size = l->size;
    return open(path, O_RDONLY | O_CLOEXEC);
}

/* ---- what is known of them ------------------------------------------------------------------------------------------------- */

/* With the lock. */
static void look(const live *l, live_view *view)
{
    *view = (live_view){
        .state = (int32_t)l->state, .form = l->form, .begun = l->owner.begun, .offset = l->size, .watchers = l->watchers
    };
    memcpy(view->id, l->id, sizeof view->id);
    memcpy(view->title, l->owner.title, sizeof view->title);
    memcpy(view->replay, l->outcome.replay, sizeof view->replay);
    memcpy(view->verdict, l->outcome.verdict, sizeof view->verdict);
    memcpy(view->rule, l->outcome.rule, sizeof view->rule);
}

void live_look(live_set *s, live *l, live_view *view)
{
    pthread_mutex_lock(&s->lock);
    look(l, view);
    pthread_mutex_unlock(&s->lock);
}

void live_each(live_set *s, void (*each)(void *context, const live_view *view), void *context)
{
    live_view view;
    pthread_mutex_lock(&s->lock);
    for (const live *l = s->first; l; l = l->next) {
        if (live_is_over(l->state) || !l->shown) continue;
        look(l, &view);
        each(context, &view);
    }
    pthread_mutex_unlock(&s->lock);
}

live_totals live_count(live_set *s)
{
    pthread_mutex_lock(&s->lock);
    const live_totals totals = { s->count, s->streams.count, atomic_load(&s->bytes.used) };
    pthread_mutex_unlock(&s->lock);
    return totals;
}
