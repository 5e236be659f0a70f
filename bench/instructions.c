/* SPDX-License-Identifier: MIT
 * Each verb on each file, once, to be counted by callgrind: `reel_instructions [--waste=N] FILE...`. bench/instructions.sh runs it. For each verb that
 * works on a file it prints the verb, the format, the file's name, its size, and the allocations that the verb made. Under callgrind it
 * also dumps the counts of that verb alone. `--waste` adds about N instructions to each verb: a slow-down that the comparison has to find. */
#include <reel/export.h>
#include <reel/insight.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"

#ifdef BENCH_CALLGRIND
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_ZERO_STATS
#define CALLGRIND_DUMP_STATS_AT(label) (void)(label)
#endif

/* ---- output ----------------------------------------------------------------------------------------------------- */

static reel_status swallow(void *context, const void *data, size_t size, reel_error *error)
{
    (void)context, (void)data, (void)size, (void)error;
    return REEL_OK;
}

static reel_status commit(void *context, reel_error *error)
{
    (void)context, (void)error;
    return REEL_OK;
}

static void discard(void *context) { (void)context; }

static const reel_sink nowhere = { .write = swallow, .commit = commit, .discard = discard };

/* ---- verbs ------------------------------------------------------------------------------------------------------ */

typedef struct task {
    bytes file;
    const reel_replay *replay;
    const reel_format *format, *other; /* `other`: what it can be converted to */
    reel_options options;
    const reel_allocator *allocator;
} task;

static reel_source source_of(const task *t) { return reel_source_memory(t->file.data, t->file.size); }

static bool run_identify(const task *t)
{
    const reel_format *format;
    return reel_identify(source_of(t), &t->options, &format, NULL, NULL) >= 0;
}

static bool run_header(const task *t)
{
    reel_reader *reader;
    if (reel_open(source_of(t), &t->options, &reader, NULL) < 0) return false;
    reel_close(reader);
    return true;
}

static bool run_load(const task *t)
{
    reel_replay *replay;
    if (reel_load(source_of(t), &t->options, &replay, NULL) < 0) return false;
    reel_free(replay);
    return true;
}

static bool run_write(const task *t)
{
    const reel_write_options how = { .allocator = t->allocator };
    return reel_format_writes(t->format) && reel_write(reel_replay_chunk(t->replay), t->format, nowhere, &how, NULL) >= 0;
}

/* As a game records: row by row. */
static bool run_append(const task *t)
{
    const reel_write_options how = { .allocator = t->allocator };
    reel_writer *writer;
    if (!reel_format_writes(t->format) || reel_create(nowhere, t->format, &how, &writer, NULL) < 0) return false;
    for (const reel_table *const *table = reel_format_tables(t->format); *table; table++) {
        size_t count;
        const char *rows = reel_rows(t->replay, *table, &count);
        for (size_t i = 0; i < count; i++) reel_append(writer, *table, rows + i * (*table)->row_size, 1);
    }
    return reel_finish(writer, NULL) >= 0;
}

static bool run_check(const task *t) { return reel_check(source_of(t), &t->options, NULL) >= 0; }

static bool run_statistics(const task *t)
{
    const reel_insight_options how = { .allocator = t->allocator };
    bool any = false;
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++) {
        reel_replay *result;
        if (!(*insight)->tables || !reel_insight_takes(*insight, t->format)) continue;
        if (reel_insight_run_chunk(*insight, t->format, reel_replay_chunk(t->replay), &how, &result, NULL) < 0) continue;
        reel_free(result);
        any = true;
    }
    return any;
}

static bool run_convert(const task *t)
{
    return t->other && reel_convert(source_of(t), &t->options, t->other, nowhere, NULL, NULL) >= 0;
}

static bool run_export(const task *t)
{
    const reel_export_options how = { .allocator = t->allocator };
    reel_export *out;
    if (reel_export_open(reel_exporter_by_id("json"), nowhere, t->format, &how, &out, NULL) < 0) return false;
    reel_export_chunk(out, reel_replay_chunk(t->replay));
    return reel_export_finish(out, NULL) >= 0;
}

static const struct {
    const char *name;
    bool (*run)(const task *t);
} verbs[] = {
    { "identify", run_identify }, { "header", run_header }, { "load", run_load },
    { "write", run_write },       { "append", run_append }, { "check", run_check },
    { "stats", run_statistics },  { "export", run_export }, { "convert", run_convert },
};

/* ---- a slow-down ------------------------------------------------------------------------------------------------- */

static volatile size_t spent;

static void spend_instructions(size_t count)
{
    enum { OF_A_STEP = 4 };
    for (size_t i = 0; i < count / OF_A_STEP; i++) spent = i;
}

static void (*volatile spend)(size_t count) = spend_instructions; /* a function of its own, also in an optimised build */

/* ---- files ------------------------------------------------------------------------------------------------------ */

/* The first other format that a conversion reaches. */
static const reel_format *other_format(task t)
{
    for (const reel_format *const *to = reel_formats(); *to; to++) {
        t.other = *to;
        if (*to != t.format && reel_format_writes(*to) && run_convert(&t)) return *to;
    }
    return NULL;
}

static void count_verbs(task *t, const char *name, size_t waste, const counts *made)
{
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        char label[256];
        if (!verbs[i].run(t)) continue; /* and what is set up once is set up */
        snprintf(label, sizeof label, "%s %s %s", verbs[i].name, reel_format_id(t->format), name);
        counts before = *made;
        CALLGRIND_ZERO_STATS;
        verbs[i].run(t);
        spend(waste);
        CALLGRIND_DUMP_STATS_AT(label);
        printf("%s\t%zu\t%zu\t%zu\n", label, t->file.size, made->allocations - before.allocations, made->bytes - before.bytes);
    }
}

int main(int argc, char **argv)
{
    counts made = { 0 };
    const reel_allocator counting = counting_allocator(&made);
    const bool wastes = argc > 1 && strncmp(argv[1], "--waste=", 8) == 0;
    const size_t waste = wastes ? strtoul(argv[1] + 8, NULL, 10) : 0;
    for (int i = 1 + wastes; i < argc; i++) {
        task t = { .file = read_all(argv[i]), .options = { .allocator = &counting }, .allocator = &counting };
        reel_replay *replay;
        if (reel_load(source_of(&t), NULL, &replay, NULL) < 0) {
            fprintf(stderr, "%s: not a replay\n", argv[i]);
            return 1;
        }
        const char *slash = strrchr(argv[i], '/');
        t.replay = replay;
        t.format = reel_replay_format(replay);
        t.other = other_format(t);
        count_verbs(&t, slash ? slash + 1 : argv[i], waste, &made);
        reel_free(replay);
        free(t.file.data);
    }
    return 0;
}
