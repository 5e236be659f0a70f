/* SPDX-License-Identifier: MIT
 * The steps of an upload run in the lane of uploads as those of a request do, so that an import has the same verdicts. Where the first file is
 * that has not been judged yet is kept in the catalogue: an import that was stopped or killed goes on there, and at most the files that were
 * being judged are judged again, which changes nothing. Workers read several files at a time; what was found is judged and kept in the order of
 * the walk, so that of two copies the first one is always the original. */
#include "command/import.h"

#include "api/upload_state.h"
#include "base/walk.h"
#include "command/admin.h"
#include "http/lifecycle.h"
#include "routes/table.h"
#include "service/lanes.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_SLOTS = 64, SAVE_MS = 1000, SHOW_MS = 2000, SHOW_QUIET_MS = 30000, COPY = 1 << 16 };

typedef enum outcome {
    IMPORT_ACCEPTED,
    IMPORT_HELD,
    IMPORT_KNOWN,
    IMPORT_REFUSED,
    IMPORT_OTHER,
    IMPORT_FAILED,
    OUTCOMES
} outcome;

static const char *const words[OUTCOMES] = { "accepted", "held", "known", "refused", "not replays", "failed" };

/* A file that is being judged. */
typedef struct slot {
    request *request;
    uint64_t number; /* in the order of the walk */
    bool used, done;
    char path[WALK_PATH];
} slot;

typedef struct import {
    server server;
    const char *uploader;
    char *source; /* key of the position in the catalogue */
    walk *walk;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    unsigned slot_count;
    slot slots[MOST_SLOTS];
    uint64_t counts[OUTCOMES], files;
    int64_t begun, saved, shown;
} import;

static volatile sig_atomic_t stopped;

static void stop(int sign) { stopped = sign; }

/* ---- what became of a file ---------------------------------------------------------------------------------------- */

/* A line of a list with tabs: nothing in it ends it. */
static void print_part(const char *string)
{
    putchar('\t');
    for (; *string; string++) putchar((unsigned char)*string < 0x20 || *string == 0x7f ? '?' : *string);
}

static void print_outcome(outcome what, const char *path, const char *rule, const char *message)
{
    fputs(words[what], stdout);
    print_part(path);
    print_part(rule);
    print_part(message);
    putchar('\n');
}

/* Why a file has its outcome. */
typedef struct reason {
    char rule[JOB_TEXT], message[REEL_MESSAGE_SIZE];
} reason;

static outcome end_with(outcome what, reason *why, const char *rule, const char *message)
{
    snprintf(why->rule, sizeof why->rule, "%s", rule);
    snprintf(why->message, sizeof why->message, "%s", message);
    return what;
}

/* The first reason for which it is held. */
static void read_reason(const upload_state *work, reason *why)
{
    if (work && work->reason_count) end_with(IMPORT_HELD, why, work->reasons[0].rule, work->reasons[0].message);
}

static outcome outcome_of(const request *r, reason *why)
{
    const job_result *result = &r->queued.result;
    *why = (reason){ .rule = "" };
    if (r->queued.end != JOB_DONE) return end_with(IMPORT_FAILED, why, "server.worker", "the worker died, or took too long");
    if (r->failure_code)
        return end_with(r->failure_code == HTTP_UNPROCESSABLE_CONTENT ? IMPORT_REFUSED : IMPORT_FAILED, why, r->failure.rule,
                        r->failure.message);
    if (r->jobs && result->status < 0) {
        end_with(IMPORT_REFUSED, why, result->rule, result->message);
        if (result->status == REEL_IO) return IMPORT_FAILED; /* no room for what the worker gives */
        return strcmp(result->rule, "reel.unknown-format") == 0 || strcmp(result->rule, "reel.empty") == 0 ? IMPORT_OTHER
                                                                                                           : IMPORT_REFUSED;
    }
    if (r->code != HTTP_CREATED) return IMPORT_KNOWN;
    if (r->entry.verdict != VERDICT_HELD) return IMPORT_ACCEPTED;
    read_reason(r->work, why);
    return IMPORT_HELD;
}

/* With the lock. */
static slot *slot_of(import *i, const request *r)
{
    slot *s = i->slots;
    while (!s->used || s->request != r) s++;
    return s;
}

/* Whether every file before this one has been judged. With the lock. */
static bool is_first(const import *i, const slot *s)
{
    for (const slot *other = i->slots; other < i->slots + i->slot_count; other++)
        if (other->used && !other->done && other->number < s->number) return false;
    return true;
}

/* On a thread of the lane. The first of the files that are judged has a thread already, because a lane takes the files of one client in their order. */
static void await_files_before(request *r)
{
    import *i = (import *)r->server; /* its first member */
    pthread_mutex_lock(&i->lock);
    const slot *s = slot_of(i, r);
    while (!is_first(i, s)) pthread_cond_wait(&i->changed, &i->lock);
    pthread_mutex_unlock(&i->lock);
}

/* On a thread of the lane. */
static void finish_file(queued_job *queued)
{
    reason why;
    request *r = queued->context;
    import *i = (import *)r->server; /* its first member */
    outcome what = outcome_of(r, &why);
    pthread_mutex_lock(&i->lock);
    slot *s = slot_of(i, r);
    i->counts[what]++;
    if (what == IMPORT_HELD || what == IMPORT_REFUSED || what == IMPORT_FAILED)
        print_outcome(what, s->path, why.rule, why.message);
    s->done = true;
    pthread_cond_broadcast(&i->changed);
    pthread_mutex_unlock(&i->lock);
}

/* ---- files -------------------------------------------------------------------------------------------------------- */

static bool read_file(import *i, request *r, int file)
{
    char data[COPY];
    ssize_t count;
    if (!scratch_append(&i->server.scratch, &r->body_file, "", 0)) return false;
    while ((count = read(file, data, sizeof data)) > 0) {
        r->body_size += (uint64_t)count;
        if (r->body_size > i->server.options.body) return errno = EFBIG, false;
        if (!scratch_append(&i->server.scratch, &r->body_file, data, (size_t)count)) return false;
    }
    r->body = r->body_file.file;
    return count == 0;
}

/* Starts to judge a file, or reports that it could not be read. */
static void start_file(import *i, slot *s, const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    request *r = file >= 0 ? request_new(&i->server, NULL) : NULL;
    bool fine = r && read_file(i, r, file);
    if (file >= 0) close(file);
    if (fine) {
        snprintf(r->token, sizeof r->token, "%s", i->uploader);
        r->route = routes;
        while (strcmp(r->route->id, "upload") != 0) r->route++;
        r->lane = r->route->lane;
        r->await_turn = await_files_before;
        pthread_mutex_lock(&i->lock);
        s->request = r;
        pthread_mutex_unlock(&i->lock);
        errno = EBUSY;
        fine = request_add(r, finish_file);
    }
    if (fine) return;
    pthread_mutex_lock(&i->lock);
    i->counts[IMPORT_FAILED]++;
    print_outcome(IMPORT_FAILED, s->path, "import.read", strerror(errno));
    s->used = false;
    pthread_cond_broadcast(&i->changed);
    pthread_mutex_unlock(&i->lock);
    if (r) request_free(r);
}

/* ---- the position ------------------------------------------------------------------------------------------------- */

static const slot *oldest(const import *i)
{
    const slot *found = NULL;
    for (unsigned n = 0; n < i->slot_count; n++)
        if (i->slots[n].used && (!found || i->slots[n].number < found->number)) found = &i->slots[n];
    return found;
}

/* Keeps where the first file is that has not been judged. */
static reel_status save_position(import *i, reel_error *error)
{
    char path[WALK_PATH];
    pthread_mutex_lock(&i->lock);
    const slot *first = oldest(i);
    snprintf(path, sizeof path, "%s", first ? first->path : "");
    pthread_mutex_unlock(&i->lock);
    i->saved = clock_steady_ms();
    return *path ? catalogue_import_set(i->server.catalogue, i->source, path, error) : REEL_OK;
}

static void show_progress(import *i, bool last)
{
    int64_t now = clock_steady_ms();
    if (!last && now - i->shown < (isatty(STDERR_FILENO) ? SHOW_MS : SHOW_QUIET_MS)) return;
    i->shown = now;
    double seconds = (double)(now - i->begun) / 1000;
    pthread_mutex_lock(&i->lock);
    fprintf(stderr, "reel-server: %llu files", (unsigned long long)i->files);
    for (int n = 0; n < OUTCOMES; n++)
        if (i->counts[n]) fprintf(stderr, ", %llu %s", (unsigned long long)i->counts[n], words[n]);
    pthread_mutex_unlock(&i->lock);
    fprintf(stderr, "; %.0f a second\n", seconds > 0 ? (double)i->files / seconds : 0.0);
}

/* ---- the run ------------------------------------------------------------------------------------------------------ */

/* A slot that is free, after waiting for one. */
static slot *wait_for_slot(import *i)
{
    slot *free_one = NULL;
    pthread_mutex_lock(&i->lock);
    while (!free_one) {
        for (unsigned n = 0; n < i->slot_count && !free_one; n++)
            if (!i->slots[n].used || i->slots[n].done) free_one = &i->slots[n];
        if (!free_one) pthread_cond_wait(&i->changed, &i->lock);
    }
    request *ended = free_one->used ? free_one->request : NULL;
    free_one->used = free_one->done = false;
    pthread_mutex_unlock(&i->lock);
    if (ended) request_free(ended);
    return free_one;
}

static void wait_for_all(import *i)
{
    for (unsigned n = 0; n < i->slot_count; n++) {
        slot *s = &i->slots[n];
        pthread_mutex_lock(&i->lock);
        while (s->used && !s->done) pthread_cond_wait(&i->changed, &i->lock);
        bool ended = s->used;
        s->used = false;
        pthread_mutex_unlock(&i->lock);
        if (ended) request_free(s->request);
    }
}

static reel_status import_files(import *i, reel_error *error)
{
    const char *path, *in_tree;
    reel_status status = REEL_OK;
    while (!stopped && status >= 0 && walk_next(i->walk, &path, &in_tree)) {
        slot *s = wait_for_slot(i);
        pthread_mutex_lock(&i->lock);
        snprintf(s->path, sizeof s->path, "%s", in_tree);
        s->number = i->files++;
        s->used = true;
        pthread_mutex_unlock(&i->lock);
        start_file(i, s, path);
        if (clock_steady_ms() - i->saved >= SAVE_MS) status = save_position(i, error);
        show_progress(i, false);
    }
    bool ended = !stopped && status >= 0;
    if (!ended && status >= 0) status = save_position(i, error);
    wait_for_all(i);
    if (ended) status = catalogue_import_end(i->server.catalogue, i->source, error);
    show_progress(i, true);
    return status;
}

static void keep_position(void *context, const char *path) { snprintf(context, WALK_PATH, "%s", path); }

static int import_tree(import *i, const char *folder)
{
    reel_error error;
    char from[WALK_PATH] = "";
    if (catalogue_import_get(i->server.catalogue, i->source, keep_position, from, &error) < 0) return admin_failed(&error);
    i->walk = walk_open(folder, *from ? from : NULL);
    if (!i->walk) return fprintf(stderr, "reel-server: %s: %s\n", folder, strerror(errno)), 1;
    if (*from) fprintf(stderr, "reel-server: goes on at %s\n", from);
    i->begun = i->shown = clock_steady_ms();
    reel_status status = import_files(i, &error);
    unsigned unread = walk_failures(i->walk);
    walk_close(i->walk);
    if (status < 0) return admin_failed(&error);
    if (unread) fprintf(stderr, "reel-server: %u folders or files could not be read\n", unread);
    if (stopped) fputs("reel-server: stopped; the same command goes on\n", stderr);
    return stopped || unread || i->counts[IMPORT_FAILED] ? 1 : 0;
}

int import_run(const server_options *options, const char *folder, const char *uploader)
{
    static import i;
    const struct sigaction action = { .sa_handler = stop };
    i.server.options = *options;
    i.server.routes = routes;
    i.uploader = uploader;
    i.slot_count = 2 * options->pool.workers < MOST_SLOTS ? 2 * options->pool.workers : MOST_SLOTS;
    pthread_mutex_init(&i.lock, NULL);
    pthread_cond_init(&i.changed, NULL);
    i.source = realpath(folder, NULL);
    if (!i.source) return fprintf(stderr, "reel-server: %s: %s\n", folder, strerror(errno)), 1;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    int status = server_start_lanes(&i.server) ? import_tree(&i, folder) : 1;
    server_stop_lanes(&i.server);
    free(i.source);
    return status;
}
