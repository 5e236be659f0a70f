/* SPDX-License-Identifier: MIT
 * The steps of an upload run in the lane of uploads as those of a request do, so that an import has the same verdicts. Workers read several files
 * at a time; what was found is judged and kept in the order in which they were given, so that of two copies the first one is always the original. */
#include "command/import_files.h"

#include "api/upload_state.h"
#include "http/lifecycle.h"
#include "routes/table.h"
#include "service/lanes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SHOW_MS = 2000, SHOW_QUIET_MS = 30000, COPY = 1 << 16 };

volatile sig_atomic_t import_stopped;

static void stop(int sign) { import_stopped = sign; }

static const char *const words[OUTCOMES] = { "accepted", "held", "known", "refused", "not replays", "failed" };

/* ---- what became of a file ---------------------------------------------------------------------------------------- */

/* A line of a list with tabs: nothing in it ends it. */
static void print_part(const char *string)
{
    putchar('\t');
    for (; *string; string++) putchar((unsigned char)*string < 0x20 || *string == 0x7f ? '?' : *string);
}

void import_print(const char *what, const char *path, const char *rule, const char *message)
{
    fputs(what, stdout);
    print_part(path);
    print_part(rule);
    print_part(message);
    putchar('\n');
}

/* Why a file has its outcome. */
typedef struct reason {
    char rule[JOB_TEXT], message[REEL_MESSAGE_SIZE];
} reason;

static import_outcome end_with(import_outcome what, reason *why, const char *rule, const char *message)
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

static import_outcome outcome_of(const request *r, reason *why)
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
static import_slot *slot_of(import_files *i, const request *r)
{
    import_slot *s = i->slots;
    while (!s->used || s->request != r) s++;
    return s;
}

/* Whether every file before this one has been judged. With the lock. */
static bool is_first(const import_files *i, const import_slot *s)
{
    for (const import_slot *other = i->slots; other < i->slots + i->slot_count; other++)
        if (other->used && !other->done && other->number < s->number) return false;
    return true;
}

/* On a thread of the lane. The first of the files that are judged has a thread already, because a lane takes the files of one client in their order. */
static void await_files_before(request *r)
{
    import_files *i = (import_files *)r->server; /* its first member */
    pthread_mutex_lock(&i->lock);
    const import_slot *s = slot_of(i, r);
    while (!is_first(i, s)) pthread_cond_wait(&i->changed, &i->lock);
    pthread_mutex_unlock(&i->lock);
}

/* On a thread of the lane. */
static void finish_file(queued_job *queued)
{
    reason why;
    request *r = queued->context;
    import_files *i = (import_files *)r->server; /* its first member */
    import_outcome what = outcome_of(r, &why);
    pthread_mutex_lock(&i->lock);
    import_slot *s = slot_of(i, r);
    i->counts[what]++;
    if (what == IMPORT_HELD || what == IMPORT_REFUSED || what == IMPORT_FAILED)
        import_print(words[what], s->path, why.rule, why.message);
    s->done = true;
    pthread_cond_broadcast(&i->changed);
    pthread_mutex_unlock(&i->lock);
}

/* ---- files -------------------------------------------------------------------------------------------------------- */

static bool read_file(import_files *i, request *r, int file)
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
static void start_file(import_files *i, import_slot *s, const char *path)
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
        r->given = s->given;
        pthread_mutex_lock(&i->lock);
        s->request = r;
        pthread_mutex_unlock(&i->lock);
        errno = EBUSY;
        fine = request_add(r, finish_file);
    }
    if (fine) return;
    pthread_mutex_lock(&i->lock);
    i->counts[IMPORT_FAILED]++;
    import_print(words[IMPORT_FAILED], s->path, "import.read", strerror(errno));
    s->used = false;
    pthread_cond_broadcast(&i->changed);
    pthread_mutex_unlock(&i->lock);
    if (r) request_free(r);
}

/* ---- the run ------------------------------------------------------------------------------------------------------ */

/* A slot that is free, after waiting for one. */
static import_slot *wait_for_slot(import_files *i)
{
    import_slot *free_one = NULL;
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

void import_wait(import_files *i)
{
    for (unsigned n = 0; n < i->slot_count; n++) {
        import_slot *s = &i->slots[n];
        pthread_mutex_lock(&i->lock);
        while (s->used && !s->done) pthread_cond_wait(&i->changed, &i->lock);
        bool ended = s->used;
        s->used = false;
        pthread_mutex_unlock(&i->lock);
        if (ended) request_free(s->request);
    }
}

void import_judge(import_files *i, const char *path, const char *shown, uint64_t position, const char *player, const char *name)
{
    import_slot *s = wait_for_slot(i);
    pthread_mutex_lock(&i->lock);
    snprintf(s->path, sizeof s->path, "%s", shown);
    snprintf(s->player, sizeof s->player, "%s", player ? player : "");
    snprintf(s->name, sizeof s->name, "%s", name ? name : "");
    const request_given given[] = { { "player", s->player }, { *s->name ? "player_name" : NULL, s->name }, { NULL, NULL } };
    memcpy(s->given, given, sizeof given);
    if (!*s->player) s->given[0].name = NULL;
    s->position = position;
    s->number = i->files++;
    s->used = true;
    pthread_mutex_unlock(&i->lock);
    start_file(i, s, path);
}

bool import_oldest(import_files *i, char path[WALK_PATH], uint64_t *position)
{
    const import_slot *found = NULL;
    pthread_mutex_lock(&i->lock);
    for (unsigned n = 0; n < i->slot_count; n++)
        if (i->slots[n].used && (!found || i->slots[n].number < found->number)) found = &i->slots[n];
    if (found) snprintf(path, WALK_PATH, "%s", found->path);
    if (found) *position = found->position;
    pthread_mutex_unlock(&i->lock);
    return found != NULL;
}

void import_show(import_files *i, const char *before, bool last)
{
    int64_t now = clock_steady_ms();
    if (!last && now - i->shown < (isatty(STDERR_FILENO) ? SHOW_MS : SHOW_QUIET_MS)) return;
    i->shown = now;
    double seconds = (double)(now - i->begun) / 1000;
    pthread_mutex_lock(&i->lock);
    fprintf(stderr, "reel-server: %s%llu files", before, (unsigned long long)i->files);
    for (int n = 0; n < OUTCOMES; n++)
        if (i->counts[n]) fprintf(stderr, ", %llu %s", (unsigned long long)i->counts[n], words[n]);
    pthread_mutex_unlock(&i->lock);
    fprintf(stderr, "; %.0f a second\n", seconds > 0 ? (double)i->files / seconds : 0.0);
}

bool import_start(import_files *i, const server_options *options, const char *uploader)
{
    const struct sigaction action = { .sa_handler = stop };
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    i->server.options = *options;
    i->server.routes = routes;
    i->uploader = uploader;
    i->slot_count = 2 * options->pool.workers < IMPORT_SLOTS ? 2 * options->pool.workers : IMPORT_SLOTS;
    i->begun = i->shown = clock_steady_ms();
    pthread_mutex_init(&i->lock, NULL);
    pthread_cond_init(&i->changed, NULL);
    return server_start_lanes(&i->server);
}

void import_stop(import_files *i) { server_stop_lanes(&i->server); }
