/* SPDX-License-Identifier: MIT
 * Cost against size: each verb of each format on made files of 1,000 rows and more, ten times as many each time. `reel_bench_scale [--seconds=S]
 * [--most=ROWS] [--within=S] [FORMAT...]` prints a line for each: format, verb, rows, bytes of the file, seconds of the processor, and the most memory at
 * once. A cell that is not measured has a line with the reason instead of the last three:
 *
 *     none    the format does not have the verb
 *     slow    a call would take more than --seconds (10), by the one before
 *     late    it would end more than --within seconds (no limit) after the program began
 *     large   the file would exceed the limit of what is read into memory
 *     costly  the file is not made, as LZMA would take minutes for it, or as it comes from one that is too large
 *     unmade  no made file can be converted to the format: one line for all cells
 *
 * Files have at most --most rows (a million). Under callgrind it dumps the counts of each call instead. The verb *copy* is memcpy of the file to a new
 * block: what costs more there for each row of a larger file, costs it because the caches of the processor are too small. bench/scale.py makes the tables. */
#include <limits.h>
#include <reel/bsor.h>
#include <reel/echoreplay.h>
#include <reel/gdr.h>
#include <reel/scoresaber.h>
#include <reel/tape.h>
#include <reel/teehistorian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
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
enum { CONVERT = 8 };              /* among the verbs */
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
static bytes text_of(size_t rows) { return made_as(match_of(rows), &reel_format_echoreplay); }

/* What the files of all other formats are converted from. */
static const struct {
    const reel_format *format;
    bytes (*make)(size_t rows);
} sources[] = {
    { &reel_format_bsor, play_of },       { &reel_format_teehistorian, game_of }, { &reel_format_butter, match_of },
    { &reel_format_echoreplay, text_of }, { &reel_format_gdr2, made_macro },
};

/* Formats whose largest files are not made, and why. */
enum { MOST_BOUNDED = 100000 };
static const struct {
    const reel_format *format;
    const char *reason;
} bounded[] = {
    { &reel_format_scoresaber, "costly" },
    { &reel_format_scoresaber_json, "large" },
    { &reel_format_echoreplay, "large" },
    { &reel_format_tape, "costly" },
};

/* The reason why no file of this many rows was made; NULL if one was. */
static const char *missing_file(const reel_format *format, size_t rows)
{
    for (size_t i = 0; i < sizeof bounded / sizeof *bounded; i++)
        if (bounded[i].format == format && rows > MOST_BOUNDED) return bounded[i].reason;
    return NULL;
}

enum { SOURCES = sizeof sources / sizeof *sources };

static bytes file_of(const reel_format *format, size_t source, size_t rows)
{
    const bytes file = sources[source].make(rows);
    return format == sources[source].format ? file : made_as(file, format);
}

/* The source of files of a format: itself, or the first that can be converted to it; SOURCES: none. */
static size_t source_for(const reel_format *format)
{
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
    return SOURCES;
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

enum { MEASURED = COUNTED_VERBS + 1 }; /* verbs, and the copy */
static const verb *verb_of(size_t i) { return i < COUNTED_VERBS ? &verbs[i] : &copying; }

static size_t rows_of(const reel_replay *replay)
{
    size_t all = 0, count;
    for (const reel_table *const *table = reel_format_tables(reel_replay_format(replay)); *table; table++) {
        reel_rows(replay, *table, &count);
        if (!((*table)->flags & REEL_TABLE_LAYOUT)) all += count;
    }
    return all;
}

static double processor_seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

/* Returns the seconds of both calls, without those of the dump. */
static double count_of(const verb *v, const task *t, size_t rows)
{
    char label[256];
    const double start = processor_seconds();
    if (!v->run(t)) return 0;
    snprintf(label, sizeof label, "%s %s %zu %zu", reel_format_id(t->format), v->name, rows, t->file.size);
    CALLGRIND_START_INSTRUMENTATION;
    v->run(t);
    const double end = processor_seconds();
    CALLGRIND_DUMP_STATS_AT(label);
    CALLGRIND_STOP_INSTRUMENTATION;
    return end - start;
}

typedef struct limits {
    double seconds, begun, until; /* of a call; when all of it began and ends, by now() */
    size_t rows;
} limits;

/* A format, and what is known of it from files with fewer rows. */
typedef struct subject {
    const reel_format *format, *other;
    size_t source;
    double before[MEASURED]; /* seconds of each verb for a file of a tenth of the rows; 0: not known */
    bool absent[MEASURED];   /* the format does not have the verb */
} subject;

static void print_reason(const subject *s, size_t which, size_t rows, const char *reason)
{
    printf("%s\t%s\t%zu\t%s\n", reel_format_id(s->format), verb_of(which)->name, rows, reason);
    fflush(stdout);
}

/* Why a call is not made; NULL: it is. */
static const char *reason_against(const subject *s, size_t which, bool is_first, const limits *limit)
{
    enum { CALLS = 3 };
    const double expected = s->before[which] * TIMES;
    if (s->absent[which]) return "none";
    const double wall = now() - limit->begun, own = processor_seconds(),
                 share = own > 1 && own < wall ? own / wall : 1; /* of a processor */
    if (now() + CALLS * expected / share > limit->until) return "late";
    if (is_first) return NULL;
    return expected == 0 || expected > limit->seconds ? "slow" : NULL;
}

/* The first call, which shows how much memory it takes, and then several or, of a long one, one more. 0: the format does not have the verb. */
static double measure_verb(const verb *v, const task *t, peak *memory, size_t *memory_most)
{
    enum { ROUNDS = 3 };
    static const double LONG = 0.2;
    job j = { v, t };
    memory->most = memory->now = 0;
    double start = processor_seconds();
    if (!v->run(t)) return 0;
    const double first = processor_seconds() - start;
    *memory_most = memory->most;
    if (first < LONG) return measure_processor(run_job, &j, ROUNDS, LEAST);
    start = processor_seconds();
    v->run(t);
    const double second = processor_seconds() - start;
    return first < second ? first : second;
}

static void measure_file(subject *s, const task *t, size_t rows, const limits *limit, peak *memory)
{
    const bool is_first = rows == SMALLEST;
    const size_t found = rows_of(t->replay);
    for (size_t i = 0; i < MEASURED; i++) {
        const verb *v = verb_of(i);
        const char *reason = reason_against(s, i, is_first, limit);
        double spent = 0;
        if (!reason && RUNNING_ON_VALGRIND) {
            s->before[i] = count_of(v, t, found);
            continue;
        }
        size_t memory_most = 0;
        if (!reason) spent = measure_verb(v, t, memory, &memory_most);
        s->before[i] = spent;
        s->absent[i] |= !reason && !(spent > 0);
        if (!reason && s->absent[i]) reason = "none";
        if (reason) {
            print_reason(s, i, rows, reason);
            continue;
        }
        printf("%s\t%s\t%zu\t%zu\t%.9f\t%zu\n", reel_format_id(s->format), v->name, found, t->file.size, spent, memory_most);
        fflush(stdout);
    }
}

/* The format that is converted to: not the one whose packing is LZMA's time, if there is another. */
static const reel_format *target_of(task t)
{
    for (const reel_format *const *to = reel_formats(); *to; to++) {
        t.other = *to;
        if (*to == t.format || *to == &reel_format_scoresaber || !reel_format_writes(*to)) continue;
        if (verbs[CONVERT].run(&t)) return *to;
    }
    return other_format(t);
}

static void measure_size(subject *s, size_t rows, const limits *limit)
{
    peak memory = { 0, 0 };
    const reel_allocator counting = { peak_alloc, peak_resize, peak_free, &memory };
    const char *missing = missing_file(s->format, rows);
    if (!missing && now() > limit->until) missing = "late";
    for (size_t i = 0; i < MEASURED && missing; i++) print_reason(s, i, rows, s->absent[i] ? "none" : missing);
    if (missing) return;
    task t = { .file = file_of(s->format, s->source, rows),
               .format = s->format,
               .options = { REEL_SIZED(reel_options), .allocator = &counting },
               .allocator = &counting };
    reel_replay *replay;
    reel_error error;
    must(reel_load(reel_source_memory(t.file.data, t.file.size), NULL, &replay, &error), &error);
    t.replay = replay;
    if (!s->other) s->other = target_of(t);
    t.other = s->other;
    measure_file(s, &t, rows, limit, &memory);
    reel_free(replay);
    free(t.file.data);
}

/* Smaller files of all formats come first: what is left out at the end are cells of the largest. */
static void measure_all(subject *subjects, size_t count, const limits *limit)
{
    for (size_t i = 0; i < count; i++) {
        subjects[i].source = source_for(subjects[i].format);
        if (subjects[i].source == SOURCES) printf("%s\t-\t0\tunmade\n", reel_format_id(subjects[i].format));
    }
    for (size_t rows = SMALLEST; rows <= limit->rows; rows *= TIMES)
        for (size_t i = 0; i < count; i++)
            if (subjects[i].source < SOURCES) measure_size(&subjects[i], rows, limit);
}

int main(int argc, char **argv)
{
    enum { FORMATS = 128 };
    static subject subjects[FORMATS];
    limits limit = { 10, now(), 1e30, 1000000 };
    size_t count = 0;
#ifdef __GLIBC__
    mallopt(M_MMAP_MAX, 0); /* memory is used again, so that no system call is measured */
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
#endif
    bool named = false;
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--seconds=", 10) == 0)
            limit.seconds = strtod(argv[i] + 10, NULL);
        else if (strncmp(argv[i], "--most=", 7) == 0)
            limit.rows = strtoul(argv[i] + 7, NULL, 10);
        else if (strncmp(argv[i], "--within=", 9) == 0)
            limit.until = limit.begun + strtod(argv[i] + 9, NULL);
        else
            named = true;
    }
    for (const reel_format *const *format = reel_formats(); *format && count < FORMATS; format++) {
        bool wanted = !named;
        for (int i = 1; i < argc; i++) wanted |= strcmp(argv[i], reel_format_id(*format)) == 0;
        if (wanted) subjects[count++].format = *format;
    }
    measure_all(subjects, count, &limit);
    return 0;
}
