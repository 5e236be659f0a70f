/* SPDX-License-Identifier: MIT
 * Cost against size: each verb of each format that is written on made files of 1,000 rows and more, ten times as many each time. `reel_bench_scale [--seconds=S]
 * [--most=ROWS] [FORMAT...]` prints a line for each: format, verb, rows, bytes of the file, seconds of the processor, and the most memory at
 * once. A size is left out if a call would take more than S seconds (1), or the file has more rows than ROWS (a million). Under callgrind
 * it dumps the counts of each call instead. The verb *copy* is memcpy of the file to a new block: what costs
 * more there for each row of a larger file, costs it because the caches of the processor are too small. bench/scale.py makes the tables. */
#include <limits.h>
#include <reel/bsor.h>
#include <reel/echoreplay.h>
#include <reel/gdr.h>
#include <reel/scoresaber.h>
#include <reel/teehistorian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "made.h"
#include "verbs.h"

#ifdef BENCH_CALLGRIND
#include <valgrind/callgrind.h>
#else
#define RUNNING_ON_VALGRIND 0
#define CALLGRIND_START_INSTRUMENTATION
#define CALLGRIND_STOP_INSTRUMENTATION
#define CALLGRIND_DUMP_STATS_AT(label) (void)(label)
#endif

enum { SMALLEST = 1000, TIMES = 10, CLIENTS = 16, PLAYERS = 8, FRAMES_OF_NOTE = 12 };
static const double LEAST = 0.005; /* seconds of a round */

/* ---- memory ----------------------------------------------------------------------------------------------------- */

typedef struct peak {
    size_t now, most;
} peak;

typedef union block { /* before the memory of each allocation */
    size_t size;
    max_align_t aligned;
} block;

static void *peak_resize(void *context, void *old, size_t old_size, size_t size)
{
    peak *p = context;
    block *from = old ? (block *)old - 1 : NULL, *to = realloc(from, sizeof *to + size);
    (void)old_size;
    if (!to) return NULL;
    p->now += size - (old ? to->size : 0);
    if (p->now > p->most) p->most = p->now;
    to->size = size;
    return to + 1;
}

static void *peak_alloc(void *context, size_t size) { return peak_resize(context, NULL, 0, size); }

static void peak_free(void *context, void *pointer)
{
    peak *p = context;
    if (!pointer) return;
    p->now -= ((block *)pointer - 1)->size;
    free((block *)pointer - 1);
}

/* ---- files ------------------------------------------------------------------------------------------------------ */

static bytes play_of(size_t rows) { return made_play(0, (int)rows, (int)rows / FRAMES_OF_NOTE); }
static bytes game_of(size_t rows) { return made_game((int)rows / CLIENTS); }
static bytes match_of(size_t rows) { return made_match((unsigned)rows / PLAYERS); }

/* What the files of all other formats are converted from. */
static const struct {
    const reel_format *format;
    bytes (*make)(size_t rows);
} sources[] = {
    { &reel_format_bsor, play_of },
    { &reel_format_teehistorian, game_of },
    { &reel_format_butter, match_of },
    { &reel_format_gdr2, made_macro },
};

/* Those whose larger files take too long to make. */
static const reel_format *const slow[] = { &reel_format_scoresaber, &reel_format_scoresaber_json, &reel_format_echoreplay };

static size_t most_rows_of(const reel_format *format, size_t most)
{
    enum { MOST_SLOW = 100000 };
    for (size_t i = 0; i < sizeof slow / sizeof *slow; i++)
        if (slow[i] == format && most > MOST_SLOW) return MOST_SLOW;
    return most;
}

static bytes file_of(const reel_format *format, size_t source, size_t rows)
{
    const bytes file = sources[source].make(rows);
    return format == sources[source].format ? file : made_as(file, format);
}

/* The source of files of a format: itself, or the first that can be converted to it. */
static size_t source_for(const reel_format *format)
{
    enum { SOURCES = sizeof sources / sizeof *sources };
    for (size_t i = 0; i < SOURCES; i++)
        if (sources[i].format == format) return i;
    for (size_t i = 0; i < SOURCES; i++) {
        const bytes file = sources[i].make(SMALLEST);
        reel_memory made;
        const reel_status status =
            reel_convert(reel_source_memory(file.data, file.size), NULL, format, reel_sink_memory(&made, NULL), NULL, NULL);
        free(file.data);
        if (status < 0) continue;
        reel_memory_free(&made);
        return i;
    }
    fprintf(stderr, "no made file can be converted to %s: add one to bench/scale.c\n", reel_format_id(format));
    exit(1);
}

/* ---- measuring -------------------------------------------------------------------------------------------------- */

typedef struct job {
    const verb *verb;
    const task *task;
} job;

static void run_job(void *context)
{
    const job *j = context;
    j->verb->run(j->task);
}

static bool copy_file(const task *t)
{
    uint8_t *to = malloc(t->file.size);
    if (!to) return false;
    memcpy(to, t->file.data, t->file.size);
    const volatile uint8_t last = to[t->file.size - 1];
    free(to);
    return last == t->file.data[t->file.size - 1];
}

static const verb copying = { "copy", copy_file };

static const verb *verb_of(size_t i) { return i < VERBS ? &verbs[i] : &copying; }

static size_t rows_of(const reel_replay *replay)
{
    size_t all = 0, count;
    for (const reel_table *const *table = reel_format_tables(reel_replay_format(replay)); *table; table++) {
        reel_rows(replay, *table, &count);
        if (!((*table)->flags & REEL_TABLE_LAYOUT)) all += count;
    }
    return all;
}

static double seconds_of(const verb *v, const task *t, int rounds)
{
    job j = { v, t };
    return measure_processor(run_job, &j, rounds, LEAST);
}

static void count_of(const verb *v, const task *t, size_t rows)
{
    char label[256];
    snprintf(label, sizeof label, "%s %s %zu %zu", reel_format_id(t->format), v->name, rows, t->file.size);
    CALLGRIND_START_INSTRUMENTATION;
    v->run(t);
    CALLGRIND_DUMP_STATS_AT(label);
    CALLGRIND_STOP_INSTRUMENTATION;
}

/* `before`: seconds of each verb for a file of a tenth of the rows, which this replaces; 0: was left out. */
static void measure_size(task *t, double before[VERBS + 1], bool is_first, double most, peak *memory)
{
    const size_t rows = rows_of(t->replay);
    for (size_t i = 0; i <= VERBS; i++) {
        const verb *v = verb_of(i);
        const double expected = before[i] * TIMES, start = now();
        before[i] = 0;
        if (!is_first && (expected == 0 || expected > most)) continue;
        memory->most = memory->now = 0;
        if (!v->run(t)) continue;
        const size_t memory_most = memory->most;
        if (RUNNING_ON_VALGRIND) {
            before[i] = now() - start;
            count_of(v, t, rows);
            continue;
        }
        before[i] = seconds_of(v, t, expected > LEAST ? 2 : 5);
        printf("%s\t%s\t%zu\t%zu\t%.9f\t%zu\n", reel_format_id(t->format), v->name, rows, t->file.size, before[i], memory_most);
        fflush(stdout);
    }
}

static void measure_format(const reel_format *format, double seconds, size_t most)
{
    double before[VERBS + 1] = { 0 };
    const reel_format *other = NULL;
    const size_t source = source_for(format);
    most = most_rows_of(format, most);
    for (size_t rows = SMALLEST; rows <= most; rows *= TIMES) {
        peak memory = { 0, 0 };
        const reel_allocator counting = { peak_alloc, peak_resize, peak_free, &memory };
        task t = { .file = file_of(format, source, rows),
                   .options = { REEL_SIZED(reel_options), .allocator = &counting },
                   .allocator = &counting };
        reel_replay *replay;
        reel_error error;
        must(reel_load(reel_source_memory(t.file.data, t.file.size), NULL, &replay, &error), &error);
        t.replay = replay;
        t.format = format;
        if (rows == SMALLEST) other = other_format(t);
        t.other = other;
        measure_size(&t, before, rows == SMALLEST, seconds, &memory);
        reel_free(replay);
        free(t.file.data);
    }
}

int main(int argc, char **argv)
{
    double seconds = 1;
    size_t most = 1000000;
#ifdef __GLIBC__
    mallopt(M_MMAP_MAX, 0); /* memory is used again, so that no system call is measured */
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
#endif
    bool named = false;
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--seconds=", 10) == 0)
            seconds = strtod(argv[i] + 10, NULL);
        else if (strncmp(argv[i], "--most=", 7) == 0)
            most = strtoul(argv[i] + 7, NULL, 10);
        else
            named = true;
    }
    for (const reel_format *const *format = reel_formats(); *format; format++) {
        bool wanted = !named && reel_format_writes(*format);
        for (int i = 1; i < argc; i++) wanted |= strcmp(argv[i], reel_format_id(*format)) == 0;
        if (wanted) measure_format(*format, seconds, most);
    }
    return 0;
}
