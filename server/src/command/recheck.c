/* SPDX-License-Identifier: MIT
 * reel-server recheck: the checks, scores and boards of now over what is kept, in workers as for uploads. Without --apply it only prints what
 * would change. With it, the place is kept in the catalogue, and a run that was interrupted goes on there. */
#include "base/real.h"
#include "command/admin.h"
#include "rules/rejudge.h"
#include "service/server.h"
#include "store/catalogue_board.h"
#include "store/catalogue_maps.h"
#include "store/maps.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 64, CHANGE = 1024 };
#define MOST_OUTPUT (UINT64_C(64) << 20)

/* A replay that is checked. */
typedef struct checked {
    struct recheck *run;
    replay_entry entry; /* as the catalogue has it */
    queued_job queued;
    reel_status opened;
} checked;

typedef struct recheck {
    repository *keep;
    const admin_options *options;
    board_list *boards;
    pool *pool;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    unsigned running;
    checked *page;
    unsigned count;
    uint64_t replays, changes, failures;
    rejudged found;
    reel_error error;
} recheck;

/* ---- jobs ------------------------------------------------------------------------------------------------------------ */

static bool step_once(queued_job *queued)
{
    checked *c = queued->context;
    bool first = queued->out < 0;
    if (!first) return false;
    char key[JOB_TEXT];
    reel_level_key(c->entry.level, strlen(c->entry.level), key, sizeof key);
    queued->map = maps_open_level(c->run->options->server->maps, key, queued->job.map);
    c->opened = c->run->keep->store->kind->get(c->run->keep->store, c->entry.id, &queued->in, &(reel_error){ .message = "" });
    queued->out = c->opened >= 0 ? memfd_create("output", MFD_CLOEXEC) : -1;
    return queued->out >= 0;
}

static void job_ended(queued_job *queued)
{
    recheck *run = ((checked *)queued->context)->run;
    pthread_mutex_lock(&run->lock);
    run->running--;
    pthread_cond_broadcast(&run->changed);
    pthread_mutex_unlock(&run->lock);
}

static void start_job(recheck *run, checked *c)
{
    c->run = run;
    c->queued = (queued_job){ .job.kind = JOB_INSPECT,
                              .in = -1,
                              .out = -1,
                              .with = run->boards->file,
                              .step = step_once,
                              .done = job_ended,
                              .context = c,
                              .output = MOST_OUTPUT };
    pthread_mutex_lock(&run->lock);
    run->running++;
    pthread_mutex_unlock(&run->lock);
    if (pool_add(run->pool, &c->queued)) return;
    c->queued.end = JOB_STOPPED;
    job_ended(&c->queued);
}

static void wait_for_jobs(recheck *run)
{
    pthread_mutex_lock(&run->lock);
    while (run->running) pthread_cond_wait(&run->changed, &run->lock);
    pthread_mutex_unlock(&run->lock);
}

static void end_job(checked *c)
{
    if (c->queued.in >= 0) close(c->queued.in);
    if (c->queued.out >= 0) close(c->queued.out);
    if (*c->queued.job.map) close(c->queued.map);
}

/* ---- what is different ----------------------------------------------------------------------------------------------- */

typedef struct change {
    char text[CHANGE];
    size_t size;
} change;

static void __attribute__((format(printf, 2, 3))) add_change(change *to, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    int size = vsnprintf(to->text + to->size, sizeof to->text - to->size, format, values);
    va_end(values);
    if (size > 0 && to->size + (size_t)size < sizeof to->text) to->size += (size_t)size;
}

static void compare_number(change *to, const char *name, double before, double after)
{
    char old[REAL_TEXT], new[REAL_TEXT];
    if (before != after) add_change(to, "\t%s %s -> %s", name, real_text(before, old), real_text(after, new));
}

static void compare_entries(change *to, const replay_entry *before, const replay_entry *after)
{
    if (before->verdict != after->verdict)
        add_change(to, "\tverdict %s -> %s", verdict_names[before->verdict], verdict_names[after->verdict]);
    if (before->has_score != after->has_score) add_change(to, after->has_score ? "\tscore: it has one" : "\tscore: it has none");
    if (before->has_score && after->has_score) compare_number(to, "score", before->score, after->score);
    compare_number(to, "errors", (double)before->errors, (double)after->errors);
    compare_number(to, "warnings", (double)before->warnings, (double)after->warnings);
    compare_number(to, "seconds", before->seconds, after->seconds);
    if (strcmp(before->game, after->game) != 0) add_change(to, "\tgame");
    if (strcmp(before->level, after->level) != 0) add_change(to, "\tlevel");
    if (strcmp(before->player, after->player) != 0 || strcmp(before->player_name, after->player_name) != 0)
        add_change(to, "\tplayer");
    if (strcmp(before->title, after->title) != 0 || strcmp(before->author, after->author) != 0 ||
        strcmp(before->detail, after->detail) != 0)
        add_change(to, "\ttitle");
    if (strcmp(before->modifiers, after->modifiers) != 0 || strcmp(before->headset, after->headset) != 0)
        add_change(to, "\tmodifiers or headset");
    if (before->has_accuracy != after->has_accuracy)
        add_change(to, after->has_accuracy ? "\taccuracy: it has one" : "\taccuracy: it has none");
    if (before->has_accuracy && after->has_accuracy) compare_number(to, "accuracy", before->accuracy, after->accuracy);
}

typedef struct play_comparison {
    const new_play *plays;
    size_t count;
    uint64_t found, same;
    char boards[BOARD_MOST][JOB_BOARD]; /* of which something is different */
    size_t board_count;
} play_comparison;

static void note_board(play_comparison *p, const char *board)
{
    for (size_t i = 0; i < p->board_count; i++)
        if (strcmp(p->boards[i], board) == 0) return;
    if (p->board_count < BOARD_MOST) snprintf(p->boards[p->board_count++], JOB_BOARD, "%s", board);
}

/* Plays are in the order in which the worker gave them, so the n-th one is compared with the n-th one. */
static void compare_play(void *context, const board_entry *entry)
{
    play_comparison *p = context;
    const new_play *now = p->found < p->count ? &p->plays[p->found] : NULL;
    p->found++;
    if (now && strcmp(now->board, entry->board) == 0 && strcmp(now->level_key, entry->level_key) == 0 &&
        strcmp(now->player, entry->replay.player) == 0 && strcmp(now->player_name, entry->replay.player_name) == 0 &&
        now->value == entry->value && now->rank == entry->rank)
        p->same++;
    else
        note_board(p, entry->board);
}

static reel_status compare_plays(recheck *run, change *to, int64_t number, size_t count)
{
    play_comparison p = { .plays = run->found.new_plays, .count = count };
    reel_status status = catalogue_plays(run->keep->catalogue, number, compare_play, &p, &run->error);
    if (status < 0 || (p.same == count && p.found == count)) return status;
    for (size_t i = 0; i < count; i++)
        if (p.same < count || i >= p.found) note_board(&p, run->found.new_plays[i].board);
    add_change(to, "\tplays %" PRIu64 " -> %zu:", p.found, count);
    for (size_t i = 0; i < p.board_count; i++) add_change(to, " %s", p.boards[i]);
    return REEL_OK;
}

/* ---- one replay ------------------------------------------------------------------------------------------------------ */

static reel_status fail_one(recheck *run, const checked *c, const char *why)
{
    run->failures++;
    printf("failed\t%s\t%s\n", c->entry.id, why);
    return REEL_OK;
}

/* It was judged with its map for the first time, which changed nothing. */
static reel_status note_map(recheck *run, const checked *c)
{
    const inspection *i = &c->queued.result.inspection;
    if (!run->options->apply || !*i->map) return REEL_OK;
    return map_judged(run->keep->catalogue, c->entry.number, i->map, &run->error);
}

static reel_status conclude(recheck *run, checked *c)
{
    change what = { .size = 0 };
    rejudged *found = &run->found;
    const rejudge_rules rules = { run->keep->catalogue, run->boards, &run->options->server->admission.policy };
    run->replays++;
    if (c->opened < 0) return fail_one(run, c, "the store does not give the replay: see reel-server fsck");
    const char *why = rejudge(&rules, &c->queued, &c->entry, found);
    if (why) return fail_one(run, c, why);
    compare_entries(&what, &c->entry, &found->now);
    reel_status status = compare_plays(run, &what, c->entry.number, found->count);
    if (status >= 0 && !what.size) return note_map(run, c);
    if (status >= 0 && run->options->apply) status = rejudge_apply(&rules, &c->queued, &c->entry, found, NULL, &run->error);
    if (status < 0) return status;
    run->changes += status == REEL_OK;
    if (status == REEL_OK) printf("%s\t%s%s\n", run->options->apply ? "changed" : "would change", c->entry.id, what.text);
    return REEL_OK;
}

/* ---- all of them ----------------------------------------------------------------------------------------------------- */

static void take_entry(void *context, const replay_entry *entry)
{
    recheck *run = context;
    run->page[run->count++].entry = *entry;
}

/* What replays are checked by: the version and the boards. */
static void name_rules(const recheck *run, char rules[CATALOGUE_TEXT])
{
    char text[BOARD_FILE];
    uint8_t hash[crypto_generichash_BYTES_MIN];
    char shown[2 * sizeof hash + 1];
    ssize_t size = pread(run->boards->file, text, sizeof text, 0);
    crypto_generichash(hash, sizeof hash, (const uint8_t *)text, size > 0 ? (size_t)size : 0, NULL, 0);
    sodium_bin2hex(shown, sizeof shown, hash, sizeof hash);
    snprintf(rules, CATALOGUE_TEXT, "%s %s", reel_version(), shown);
}

static reel_status check_page(recheck *run, int64_t *last)
{
    run->count = 0;
    reel_status status = catalogue_after(run->keep->catalogue, *last, PAGE, take_entry, run, &run->error);
    if (status < 0) return status;
    for (unsigned i = 0; i < run->count; i++) start_job(run, &run->page[i]);
    wait_for_jobs(run);
    for (unsigned i = 0; i < run->count; i++) {
        if (status >= 0) status = conclude(run, &run->page[i]);
        end_job(&run->page[i]);
    }
    if (status >= 0 && run->count) *last = run->page[run->count - 1].entry.number;
    return status;
}

static reel_status check_all(recheck *run)
{
    char rules[CATALOGUE_TEXT];
    int64_t last = 0;
    const bool apply = run->options->apply;
    catalogue *c = run->keep->catalogue;
    name_rules(run, rules);
    reel_status status = apply ? catalogue_recheck_begin(c, rules, &last, &run->error) : REEL_OK;
    if (status >= 0 && last) fprintf(stderr, "reel-server: going on after number %" PRId64 "\n", last);
    do {
        if (status >= 0) status = check_page(run, &last);
        const bool more = run->count == PAGE;
        if (status >= 0 && apply) status = catalogue_recheck_end(c, rules, more ? last : 0, &run->error);
        fflush(stdout);
    } while (status >= 0 && run->count == PAGE);
    return status;
}

static bool start(recheck *run)
{
    pool_options options = run->options->server->pool;
    options.queue = 4 * PAGE;
    run->page = malloc(PAGE * sizeof *run->page);
    run->pool = run->page ? pool_start(&options) : NULL;
    pthread_mutex_init(&run->lock, NULL);
    pthread_cond_init(&run->changed, NULL);
    return run->pool || (fputs("reel-server: cannot start workers\n", stderr), false);
}

int admin_recheck(repository *k, char **words, const admin_options *options)
{
    recheck *run = calloc(1, sizeof *run);
    (void)words;
    if (!run) return fputs("reel-server: out of memory\n", stderr), 1;
    run->keep = k;
    run->options = options;
    run->boards = options->server->boards;
    bool started = start(run);
    reel_status status = started ? board_list_adopt(run->boards, k->catalogue, &run->error) : REEL_OK;
    if (started && status >= 0) status = check_all(run);
    if (run->pool) pool_stop(run->pool);
    int code = !started || status < 0 || run->failures || (run->changes && !options->apply);
    if (status < 0) admin_failed(&run->error);
    if (started && status >= 0)
        printf("%" PRIu64 " replays: %" PRIu64 " %s, %" PRIu64 " failed\n", run->replays, run->changes,
               options->apply ? "changed" : "would change", run->failures);
    pthread_mutex_destroy(&run->lock);
    pthread_cond_destroy(&run->changed);
    free(run->page);
    free(run);
    return code;
}
