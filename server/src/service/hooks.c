/* SPDX-License-Identifier: MIT */
#include "service/hooks.h"

#include "base/clear.h"
#include "base/clock.h"
#include "net/link.h"
#include "store/hook_list.h"
#include "json/chat_json.h"
#include "json/event_json.h"

#include <errno.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAGE = 50,
    POLL_MS = 250,
    FIRST_MS = 1000,  /* after the first failure; each further one doubles it, */
    MOST_MS = 300000, /* up to this */
    TRIES = 12,       /* after which an event is given up: half an hour */
    LEASE_MS = 60000, /* longer than a request and its look-ups */
    SECONDS = 10,     /* of a request */
    HEADER = 160
};

const char *const hook_form_names[] = { "events", "discord", "slack" };

typedef struct hook {
    struct hooks *hooks;
    const char *url;
    hook_form form;
    pthread_t thread;
    bool started;
    bool listed;      /* the catalogue knows it, and from which event on */
    int64_t lease;    /* for which this server has the right to send, Unix time in ms; 0: it has not */
    hook_state state; /* while it has */
    int64_t warned;   /* when a failure of the catalogue was last printed */
} hook;

struct hooks {
    catalogue *catalogue;
    const hook_options *options;
    pthread_mutex_t lock;
    pthread_cond_t stop;
    bool stopping;
    char owner[HOOK_OWNER];
    size_t count;
    hook hooks[];
};

static bool is_stopping(hooks *h)
{
    pthread_mutex_lock(&h->lock);
    bool stopping = h->stopping;
    pthread_mutex_unlock(&h->lock);
    return stopping;
}

static void pause_for(hooks *h, int64_t ms)
{
    pthread_mutex_lock(&h->lock);
    if (!h->stopping) clock_wait(&h->stop, &h->lock, ms);
    pthread_mutex_unlock(&h->lock);
}

/* ---- one event ------------------------------------------------------------------------------------------------------- */

/* HMAC-SHA256 of the time, a point and the body: an old request cannot be sent again as a new one. */
static void sign(const char *secret, const char *time, const text *body, char *header, size_t size)
{
    crypto_auth_hmacsha256_state state;
    uint8_t hash[crypto_auth_hmacsha256_BYTES];
    char hex[2 * sizeof hash + 1];
    crypto_auth_hmacsha256_init(&state, (const uint8_t *)secret, strlen(secret));
    crypto_auth_hmacsha256_update(&state, (const uint8_t *)time, strlen(time));
    crypto_auth_hmacsha256_update(&state, (const uint8_t *)".", 1);
    crypto_auth_hmacsha256_update(&state, (const uint8_t *)body->data, body->size);
    crypto_auth_hmacsha256_final(&state, hash);
    sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    snprintf(header, size, "X-Reel-Signature: sha256=%s", hex);
}

typedef enum delivery { DELIVERED, TRY_AGAIN, GIVE_UP } delivery;

/* An answer that says that the request is wrong stays so. */
static delivery judge(long code)
{
    if (code >= 200 && code < 300) return DELIVERED;
    bool passes = code < 400 || code >= 500 || code == 408 || code == 425 || code == 429;
    return passes ? TRY_AGAIN : GIVE_UP;
}

static delivery deliver(const hook *h, const event_entry *event, const text *body, char why[CATALOGUE_TEXT])
{
    const hook_options *o = h->hooks->options;
    const link_options options = { .ca = o->ca, .seconds = SECONDS, .loopback = o->loopback };
    char now[24], time[HEADER], signature[HEADER], kind[HEADER], number[HEADER];
    const char *const headers[] = { "Content-Type: application/json", "Expect:", time, signature, kind, number, NULL };
    reel_error error;
    long code = 0;
    snprintf(now, sizeof now, "%lld", (long long)(clock_wall_ms() / 1000));
    snprintf(time, sizeof time, "X-Reel-Time: %s", now);
    snprintf(kind, sizeof kind, "X-Reel-Event: %s", event->kind);
    snprintf(number, sizeof number, "X-Reel-Number: %lld", (long long)event->number);
    sign(o->secret, now, body, signature, sizeof signature);
    const link_request request = { .url = h->url, .headers = headers, .body = body->data, .size = body->size, .file = -1 };
    if (link_ask(&options, &request, &code, &error) < 0) return snprintf(why, CATALOGUE_TEXT, "%s", error.message), TRY_AGAIN;
    snprintf(why, CATALOGUE_TEXT, "status %ld", code);
    return judge(code);
}

static int64_t wait_after(int64_t tries)
{
    int64_t wait = FIRST_MS;
    for (int64_t i = 1; i < tries && wait < MOST_MS; i++) wait *= 2;
    return wait < MOST_MS ? wait : MOST_MS;
}

/* Takes the right to send, unless this server has it for a while. REEL_END: another one has it. */
static reel_status take(hook *h, reel_error *error)
{
    int64_t now = clock_wall_ms();
    if (h->lease - now > LEASE_MS / 2 && h->lease - now <= LEASE_MS) return REEL_OK;
    reel_status status = hook_take(h->hooks->catalogue, h->url, h->hooks->owner, now, now + LEASE_MS, &h->state, error);
    h->lease = status == REEL_OK ? now + LEASE_MS : 0;
    return status;
}

static reel_status bury(hook *h, const event_entry *event, text *body, dead_letter *letter, reel_error *error)
{
    text_raw(body, "", 1);
    snprintf(letter->url, sizeof letter->url, "%s", h->url);
    letter->at = clock_wall_ms();
    letter->number = event->number;
    letter->body = body->failed ? "" : body->data;
    return hook_bury(h->hooks->catalogue, h->hooks->owner, letter, error);
}

/* Writes what is posted. False: the event is not one for this form. */
static bool write_body(const hook *h, const event_entry *event, text *body)
{
    const char *public_url = h->hooks->options->public_url;
    if (h->form == HOOK_EVENTS) return record_add(body, &event_record, event), true;
    if (!event->visible || event->state != STATE_LISTED) return false; /* a chat is told of plays that everybody can see */
    if (h->form == HOOK_DISCORD)
        chat_discord(body, &event->replay, public_url);
    else
        chat_slack(body, &event->replay, public_url);
    return true;
}

/* Sends an event, and notes what came of it. REEL_END: it is to be tried again later, or another server has the right to send. */
static reel_status send_event(hook *h, const event_entry *event, reel_error *error)
{
    text body = { .data = NULL };
    dead_letter letter = { .tries = h->state.tries + 1 };
    reel_status status = take(h, error);
    if (status != REEL_OK) return status;
    const bool wanted = write_body(h, event, &body);
    delivery result = !wanted ? DELIVERED : body.failed ? TRY_AGAIN : deliver(h, event, &body, letter.why);
    if (result == TRY_AGAIN && letter.tries >= TRIES) result = GIVE_UP;
    h->state = result == TRY_AGAIN ? (hook_state){ h->state.position, letter.tries, clock_wall_ms() + wait_after(letter.tries) }
                                   : (hook_state){ event->number, 0, 0 };
    status = result == GIVE_UP ? bury(h, event, &body, &letter, error)
                               : hook_move(h->hooks->catalogue, h->url, h->hooks->owner, &h->state, error);
    text_free(&body);
    if (status != REEL_OK) h->lease = 0; /* read again how far it has come */
    return status == REEL_OK && result == TRY_AGAIN ? REEL_END : status;
}

/* ---- a URL ------------------------------------------------------------------------------------------------------------- */

typedef struct hook_page {
    event_entry events[PAGE];
    unsigned count;
} hook_page;

static void keep_event(void *context, const event_entry *event)
{
    hook_page *page = context;
    if (page->count < PAGE) page->events[page->count++] = *event;
}

/* Sends what there is. Returns how long to wait. */
static int64_t send_page(hook *h, hook_page *page, reel_error *error)
{
    page->count = 0;
    reel_status status = take(h, error);
    bool waits = status == REEL_OK && h->state.due > clock_wall_ms();
    if (status == REEL_OK && !waits) status = event_list(h->hooks->catalogue, h->state.position, PAGE, keep_event, page, error);
    for (unsigned i = 0; status == REEL_OK && i < page->count && !is_stopping(h->hooks); i++)
        status = send_event(h, &page->events[i], error);
    if (status < 0 && clock_steady_ms() - h->warned > LEASE_MS) {
        fprintf(stderr, "reel-server: webhooks wait: %s\n", error->message);
        h->warned = clock_steady_ms();
    }
    return status == REEL_OK && page->count == PAGE ? 0 : POLL_MS;
}

static void *run(void *argument)
{
    hook *h = argument;
    reel_error error;
    hook_page *page = malloc(sizeof *page);
    h->warned = clock_steady_ms() - 2 * LEASE_MS;
    while (page && !is_stopping(h->hooks) && !h->listed) {
        h->listed = hook_add(h->hooks->catalogue, h->url, &error) >= 0;
        if (!h->listed) pause_for(h->hooks, POLL_MS);
    }
    while (page && !is_stopping(h->hooks)) {
        int64_t wait = send_page(h, page, &error);
        clear_stack();
        if (wait > 0) pause_for(h->hooks, wait);
    }
    hook_release(h->hooks->catalogue, h->url, h->hooks->owner, &error); /* so that another server goes on at once */
    free(page);
    return NULL;
}

hooks *hooks_start(catalogue *catalogue, const hook_options *options)
{
    if (sodium_init() < 0) return NULL;
    uint8_t random[(HOOK_OWNER - 1) / 2];
    hooks *h = calloc(1, sizeof *h + options->count * sizeof *h->hooks);
    if (!h) return NULL;
    h->catalogue = catalogue;
    h->options = options;
    h->count = options->count;
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(h->owner, sizeof h->owner, random, sizeof random);
    pthread_mutex_init(&h->lock, NULL);
    clock_cond_init(&h->stop);
    for (size_t i = 0; i < h->count; i++) {
        reel_error error;
        h->hooks[i] = (hook){ .hooks = h, .url = options->targets[i].url, .form = options->targets[i].form };
        h->hooks[i].listed = hook_add(catalogue, h->hooks[i].url, &error) >= 0; /* before the server answers */
        int why = pthread_create(&h->hooks[i].thread, NULL, run, &h->hooks[i]);
        h->hooks[i].started = why == 0;
        if (why == 0) continue;
        hooks_stop(h);
        errno = why;
        return NULL;
    }
    return h;
}

void hooks_stop(hooks *h)
{
    if (!h) return;
    pthread_mutex_lock(&h->lock);
    h->stopping = true;
    pthread_cond_broadcast(&h->stop);
    pthread_mutex_unlock(&h->lock);
    for (size_t i = 0; i < h->count; i++)
        if (h->hooks[i].started) pthread_join(h->hooks[i].thread, NULL);
    pthread_cond_destroy(&h->stop);
    pthread_mutex_destroy(&h->lock);
    free(h);
}
