/* SPDX-License-Identifier: MIT */
#include "service/judge.h"

#include "base/clear.h"
#include "base/clock.h"
#include "rules/rejudge.h"
#include "store/catalogue_maps.h"
#include "store/maps.h"
#include "json/kept_answer_again.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    AT_ONCE = 2,      /* replays */
    LEASE_MS = 15000, /* in which most replays are judged; a second server may judge one that takes longer, too */
    POLL_MS = 5000,   /* other servers take in maps, too */
    PAUSE_MS = 200,   /* workers are busy, or a catalogue or a store fails for now */
    WARN_MS = 60000
};
#define MOST_OUTPUT (UINT64_C(64) << 20)

/* A job on a replay, or on a map. */
typedef struct hearing {
    struct judge *judge;
    replay_entry entry;
    queued_job queued;
    bool waits; /* it was not taken: the workers are busy */
} hearing;

struct judge {
    judge_options options;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool stopping, woken;
    unsigned running;
    char owner[MAP_OWNER];
    DIR *folder; /* while it is looked through */
    unsigned count;
    hearing hearings[AT_ONCE];
    rejudged found;
    int64_t warned; /* when a failure was last printed */
};

static void warn(judge *g, const char *what, const char *why)
{
    const int64_t now = clock_steady_ms();
    if (g->warned && now - g->warned < WARN_MS) return;
    g->warned = now;
    fprintf(stderr, "reel-server: maps: %s: %s\n", what, why);
}

/* ---- jobs ------------------------------------------------------------------------------------------------------------ */

static bool is_stopping(judge *g)
{
    pthread_mutex_lock(&g->lock);
    const bool stopping = g->stopping;
    pthread_mutex_unlock(&g->lock);
    return stopping;
}

static void pause_for(judge *g, int64_t ms)
{
    pthread_mutex_lock(&g->lock);
    if (!g->stopping && !g->woken) clock_wait(&g->changed, &g->lock, ms);
    g->woken = false;
    pthread_mutex_unlock(&g->lock);
}

static bool step_once(queued_job *queued)
{
    if (queued->out >= 0) return false;
    queued->out = memfd_create("output", MFD_CLOEXEC);
    return queued->out >= 0;
}

static void job_ended(queued_job *queued)
{
    judge *g = ((hearing *)queued->context)->judge;
    pthread_mutex_lock(&g->lock);
    g->running--;
    pthread_cond_broadcast(&g->changed);
    pthread_mutex_unlock(&g->lock);
}

/* Starts the job on the file, which it closes at its end. */
static void prepare_job(judge *g, hearing *c, job_kind kind, int in, int with)
{
    c->judge = g;
    c->queued = (queued_job){ .job.kind = kind,
                              .in = in,
                              .out = -1,
                              .with = with,
                              .map = -1,
                              .step = step_once,
                              .done = job_ended,
                              .context = c,
                              .heavy = true,
                              .output = MOST_OUTPUT };
}

static void run_hearing(judge *g, hearing *c)
{
    pthread_mutex_lock(&g->lock);
    g->running++;
    pthread_mutex_unlock(&g->lock);
    c->waits = !pool_add(g->options.pool, &c->queued);
    if (!c->waits) return;
    c->queued.end = JOB_STOPPED;
    job_ended(&c->queued);
}

static void wait_for_jobs(judge *g)
{
    pthread_mutex_lock(&g->lock);
    while (g->running) pthread_cond_wait(&g->changed, &g->lock);
    pthread_mutex_unlock(&g->lock);
}

static void end_hearing(hearing *c)
{
    if (c->queued.in >= 0) close(c->queued.in);
    if (c->queued.out >= 0) close(c->queued.out);
    if (c->queued.map >= 0) close(c->queued.map);
}

/* ---- one replay ------------------------------------------------------------------------------------------------------ */

/* Reads a part of the output, from *at on. */
static char *read_part(const queued_job *queued, uint64_t size, off_t *at)
{
    enum { MOST = 4 << 20 };
    char *bytes = size <= MOST ? malloc((size_t)size + 1) : NULL;
    const bool whole = bytes && pread(queued->out, bytes, (size_t)size, *at) == (ssize_t)size;
    *at += (off_t)size;
    if (whole) return bytes;
    free(bytes);
    return NULL;
}

static bool read_report(const queued_job *queued, uint64_t size, off_t *at, json_report *report)
{
    reel_error ignored;
    char *bytes = read_part(queued, size, at);
    const bool read = bytes && json_report_read(bytes, (size_t)size, report, &ignored) >= 0;
    free(bytes);
    return read;
}

static bool read_findings(const queued_job *queued, uint64_t size, off_t *at, findings *list)
{
    reel_error ignored;
    char *bytes = read_part(queued, size, at);
    const bool read = bytes && findings_read(bytes, (size_t)size, list, &ignored) >= 0;
    free(bytes);
    return read;
}

static bool read_evidence(const queued_job *queued, off_t *at, evidence_report *evidence)
{
    const inspection *i = &queued->result.inspection;
    evidence->support = (motion_evidence)i->evidence;
    return !i->evidence_size || (read_report(queued, i->evidence_size, at, &evidence->motion) &&
                                 read_findings(queued, i->against_size, at, &evidence->findings));
}

typedef struct new_answer {
    kept_again again;
    text to;
    reel_status status;
    reel_error error;
} new_answer;

static void write_answer(void *context, verdict verdict, const char *answer)
{
    new_answer *a = context;
    (void)verdict;
    a->status = kept_answer_again(&a->to, answer, &a->again, &a->error);
}

/* The first error, because of which it is held; evidence is the reason if no other rule is. */
static const char *find_reason(const inspection *i)
{
    const char *evidence = "server.map";
    for (uint32_t n = i->rule_count; n-- > 0;)
        if (i->rules[n].severity == REEL_ERROR && i->rules[n].flags & REEL_FINDING_EVIDENCE) evidence = i->rules[n].rule;
    for (uint32_t n = 0; n < i->rule_count; n++)
        if (i->rules[n].severity == REEL_ERROR && !(i->rules[n].flags & REEL_FINDING_EVIDENCE)) return i->rules[n].rule;
    return evidence;
}

/* Puts what was found into the catalogue. REEL_END: the replay has changed meanwhile. */
static reel_status apply(judge *g, const rejudge_rules *rules, const hearing *c, reel_error *error)
{
    json_report statistics = { .data = NULL };
    findings findings = { .document = NULL };
    evidence_report evidence = { .support = EVIDENCE_NONE };
    const queued_job *queued = &c->queued;
    const inspection *i = &queued->result.inspection;
    off_t at = 0;
    const bool read = read_report(queued, i->statistics_size, &at, &statistics) &&
                      read_findings(queued, i->findings_size, &at, &findings) && read_evidence(queued, &at, &evidence);
    const hold_reason reason = { find_reason(i), "judged again with its map, the play would not be accepted" };
    new_answer a = { .again = { .entry = &g->found.now,
                                .map = i->map,
                                .evidence = &evidence,
                                .statistics = &statistics,
                                .findings = &findings,
                                .reason = g->found.now.verdict != c->entry.verdict ? &reason : NULL,
                                .plays = g->found.new_plays,
                                .play_count = g->found.count,
                                .plays_left_out = i->plays_left_out } };
    reel_status status = read ? catalogue_answer(rules->catalogue, c->entry.id, write_answer, &a, error) : REEL_OK;
    const char *answer = read && status == REEL_OK && a.status >= 0 ? a.to.data : NULL;
    if (status == REEL_OK) status = rejudge_apply(rules, queued, &c->entry, &g->found, answer, error);
    text_free(&a.to);
    json_report_free(&statistics);
    findings_free(&findings);
    evidence_free(&evidence);
    return status;
}

/* A replay that cannot be judged stays as it is, and is not tried again before the server or its map changes. */
static reel_status conclude(judge *g, hearing *c, const board_list *boards, const upload_policy *policy, reel_error *error)
{
    const rejudge_rules rules = { g->options.keep->catalogue, boards, policy };
    const char *why = rejudge(&rules, &c->queued, &c->entry, &g->found);
    if (!why && *c->queued.result.inspection.map) return apply(g, &rules, c, error);
    fprintf(stderr, "reel-server: maps: replay %s is not judged with its map: %s\n", c->entry.id,
            why ? why : "the file in the folder of maps is not that map, or the game does not need it");
    return REEL_OK;
}

/* ---- the replays of a map ---------------------------------------------------------------------------------------------- */

static void take_entry(void *context, const replay_entry *entry)
{
    judge *g = context;
    if (g->count < AT_ONCE) g->hearings[g->count++].entry = *entry;
}

/* Starts the jobs of the page. False: a store fails for now, or no file can be opened. */
static bool start_page(judge *g, const char *hash, const board_list *boards)
{
    reel_error error;
    bool fine = true;
    for (unsigned i = 0; i < g->count; i++) {
        hearing *c = &g->hearings[i];
        int in = -1;
        if (store_get(g->options.keep->store, c->entry.id, &in, &error) < 0) {
            warn(g, c->entry.id, error.message);
            fine &= strcmp(error.rule ? error.rule : "", "store.missing") == 0;
        }
        prepare_job(g, c, JOB_INSPECT, in, boards->file);
        c->queued.map = maps_open(g->options.maps, hash);
        if (c->queued.map >= 0) snprintf(c->queued.job.map, sizeof c->queued.job.map, "%s", hash);
        c->queued.end = JOB_STOPPED;
        if (in >= 0) run_hearing(g, c);
    }
    return fine;
}

/* A map that was taken out of the folder judges nothing, until it is sent again. */
static bool has_file(const judge *g, const char *hash)
{
    const int file = maps_open(g->options.maps, hash);
    if (file >= 0) return close(file), true;
    fprintf(stderr, "reel-server: maps: %s.%s is not in the folder any more\n", hash, maps_extension(hash));
    return false;
}

/* Judges the next replays of a map. Sets *last to the number of the last one that is done. False: there is to be a pause. */
static bool judge_page(judge *g, const char *hash, int64_t *last)
{
    reel_error error;
    if (!has_file(g, hash)) return *last = INT64_MAX, true;
    upload_policy *policy = malloc(sizeof *policy);
    board_list *boards = board_holder_get(g->options.boards);
    g->count = 0;
    bool fine = policy != NULL;
    if (fine) admission_policy(g->options.admission, policy);
    if (fine && map_replays(g->options.keep->catalogue, hash, *last, AT_ONCE, take_entry, g, &error) < 0) {
        warn(g, "the catalogue", error.message);
        fine = false;
    }
    if (!fine) g->count = 0;
    const bool opened = fine && start_page(g, hash, boards);
    wait_for_jobs(g);
    fine = fine && opened;
    for (unsigned i = 0; i < g->count; i++) {
        hearing *c = &g->hearings[i];
        const bool stopped = c->queued.end == JOB_STOPPED || c->queued.end == JOB_UNSTARTED;
        fine = fine && !(stopped && c->queued.in >= 0); /* it was not judged */
        const reel_status status = fine && c->queued.in >= 0 ? conclude(g, c, boards, policy, &error) : REEL_OK;
        if (status < 0) warn(g, c->entry.id, error.message);
        fine = fine && status == REEL_OK;
        if (fine) *last = c->entry.number;
        end_hearing(c);
    }
    board_list_release(boards);
    free(policy);
    explicit_bzero(g->hearings, sizeof g->hearings); /* the next ones are of others */
    explicit_bzero(&g->found, sizeof g->found);
    return fine;
}

/* Returns whether there was something to do. */
static bool judge_next(judge *g)
{
    char hash[JOB_MAP];
    int64_t after = 0;
    reel_error error;
    catalogue *c = g->options.keep->catalogue;
    const int64_t now = clock_wall_ms();
    reel_status status = map_take(c, g->owner, now, now + LEASE_MS, hash, &after, &error);
    if (status < 0) warn(g, "the catalogue", error.message);
    if (status != REEL_OK) return false;
    int64_t last = after;
    const bool fine = judge_page(g, hash, &last);
    if (map_give_back(c, hash, g->owner, after, last, clock_wall_ms(), &error) < 0) warn(g, "the catalogue", error.message);
    if (!fine) pause_for(g, PAUSE_MS);
    return true;
}

/* ---- the folder --------------------------------------------------------------------------------------------------------- */

static void ignore_map(void *context, const map_entry *map, const char *figures) { (void)context, (void)map, (void)figures; }

/* Why a file of the folder is not a map of its hash; NULL: it is in the catalogue now. */
static const char *add_map(judge *g, const char *hash, const queued_job *queued, reel_error *error)
{
    const map_facts *facts = &queued->result.map;
    struct stat info;
    add_result result;
    json_report figures = { .data = NULL };
    off_t at = 0;
    if (queued->end != JOB_DONE) return "the worker died, or took too long";
    if (queued->result.status < 0) return queued->result.message;
    if (strcmp(facts->hashes[0], hash) != 0 && strcmp(facts->hashes[1], hash) != 0) return "it is another map";
    map_entry map = { .added = clock_wall_ms(), .size = fstat(queued->in, &info) == 0 ? (int64_t)info.st_size : 0 };
    snprintf(map.hash, sizeof map.hash, "%s", hash);
    map_describe(&map, facts, queued->result.format);
    const bool read = queued->result.size <= MAP_FIGURES && read_report(queued, queued->result.size, &at, &figures);
    const reel_status status = map_add(g->options.keep->catalogue, &map, read ? figures.data : "{}", NULL, &result, error);
    json_report_free(&figures);
    return status < 0 ? error->message : NULL;
}

/* Looks at the next file. Returns whether there was one. */
static bool look_at_next(judge *g)
{
    char hash[JOB_MAP];
    reel_error error;
    const struct dirent *found;
    if (!g->folder) return false;
    do {
        found = readdir(g->folder);
        if (!found) return closedir(g->folder), g->folder = NULL, false;
    } while (!maps_is_file(found->d_name, hash) ||
             map_get(g->options.keep->catalogue, hash, ignore_map, NULL, &error) == REEL_OK);
    const int in = maps_open(g->options.maps, hash);
    if (in < 0) return true;
    hearing *c = &g->hearings[0];
    do {
        prepare_job(g, c, JOB_LEVEL, in, -1);
        run_hearing(g, c);
        wait_for_jobs(g);
        if (c->waits) pause_for(g, PAUSE_MS);
    } while (c->waits && !is_stopping(g));
    const char *why = c->queued.end == JOB_STOPPED ? NULL : add_map(g, hash, &c->queued, &error);
    if (why) fprintf(stderr, "reel-server: maps: %s.%s: %s\n", hash, maps_extension(hash), why);
    end_hearing(c);
    return true;
}

/* ---- the thread ---------------------------------------------------------------------------------------------------------- */

static void *run(void *argument)
{
    judge *g = argument;
    while (!is_stopping(g)) {
        const bool judged = judge_next(g), looked = !is_stopping(g) && look_at_next(g);
        clear_stack();
        if (!judged && !looked) pause_for(g, POLL_MS);
    }
    return NULL;
}

static void end(judge *g)
{
    if (g->folder) closedir(g->folder);
    pthread_cond_destroy(&g->changed);
    pthread_mutex_destroy(&g->lock);
    free(g);
}

judge *judge_start(const judge_options *options)
{
    uint8_t random[(MAP_OWNER - 1) / 2];
    judge *g = calloc(1, sizeof *g);
    if (!g) return NULL;
    g->options = *options;
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(g->owner, sizeof g->owner, random, sizeof random);
    mkdir(options->maps, 0750);
    maps_sweep(options->maps);
    g->folder = opendir(options->maps);
    if (!g->folder) fprintf(stderr, "reel-server: --maps: %s: %s\n", options->maps, strerror(errno));
    pthread_mutex_init(&g->lock, NULL);
    clock_cond_init(&g->changed);
    const int why = pthread_create(&g->thread, NULL, run, g);
    if (why == 0) return g;
    end(g);
    errno = why;
    return NULL;
}

void judge_wake(judge *g)
{
    if (!g) return;
    pthread_mutex_lock(&g->lock);
    g->woken = true;
    pthread_cond_broadcast(&g->changed);
    pthread_mutex_unlock(&g->lock);
}

void judge_quit(judge *g)
{
    if (!g) return;
    pthread_mutex_lock(&g->lock);
    g->stopping = true;
    pthread_cond_broadcast(&g->changed);
    pthread_mutex_unlock(&g->lock);
}

void judge_stop(judge *g)
{
    if (!g) return;
    pthread_join(g->thread, NULL);
    end(g);
}
