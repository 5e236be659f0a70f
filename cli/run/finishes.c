/* SPDX-License-Identifier: MIT
 * The finishes of a recording, and the names of who finished. */
#include "run/finishes.h"
#include "run/levels.h"

#include <string.h>

enum { TABLES_MOST = 32 };

const void *finishes_rows(const reel_replay *result, const reel_insight *insight, const char *name, size_t *count)
{
    const reel_table *table = NULL;
    for (const reel_table *const *each = insight ? insight->tables : NULL; each && *each && !table; each++)
        if (strcmp((*each)->name, name) == 0) table = *each;
    *count = 0;
    return result && table ? reel_rows(result, table, count) : NULL;
}

/* Runs of demos are found as well, but not searched for: a folder of recordings may have the demos that were made of them. */
static bool is_taken(const struct finishes *s, const reel_format *format)
{
    return reel_insight_takes(s->game, format) && (!s->skips_others || !strcmp(format->id, "teehistorian"));
}

static reel_status choose(struct job *job, const reel_format *format, const reel_chunk *header, reel_options *options)
{
    struct finishes *s = job->choosing;
    (void)options;
    job->skipped = !header && job->input->walked && s->skips_others && !is_taken(s, format);
    if (job->skipped) return fail_job(job, REEL_UNSUPPORTED, "file.format", "the format is %s", format->id);
    if (!header && !is_taken(s, format))
        return fail_job(job, REEL_ARGUMENT, "finish.format", "--%s is for recordings of DDNet, not for %s", s->option,
                        format->name);
    const reel_status status = header && s->header ? s->header(job, header, s->context) : REEL_OK;
    return status >= 0 && header && !*s->level ? levels_find(job, header, s->level) : status;
}

static reel_status read_input(struct job *job, struct finishes *s, const reel_insight *insight, const reel_table *const *inputs,
                              reel_replay **result)
{
    reel_reader *reader;
    job->choose = choose;
    job->choosing = s;
    reel_status status = job_reader(job, inputs, &reader);
    if (status < 0) return status;
    reel_insight_options how = { REEL_SIZED(reel_insight_options),
                                 .allocator = job->options.allocator,
                                 .limits = job->options.limits,
                                 .on_progress = job->options.on_progress,
                                 .progress_context = job->options.progress_context,
                                 .level = *s->level };
    status = reel_insight_run(insight, reader, &how, result, &job->error);
    reel_close(reader);
    return status;
}

/* What is most of a recording says nothing of finishes and names, and is not read. */
static void take_inputs(const reel_insight *game, const reel_table *inputs[TABLES_MOST + 1])
{
    static const char *const large[] = { "positions", "inputs", "commands", "arguments", NULL };
    size_t count = 0;
    for (const reel_table *const *table = game->inputs; *table && count < TABLES_MOST; table++) {
        const char *const *name = large;
        while (*name && strcmp(*name, (*table)->name) != 0) name++;
        if (!*name) inputs[count++] = *table;
    }
    inputs[count] = NULL;
}

reel_status finishes_read(struct job *job, struct finishes *s)
{
    const reel_table *inputs[TABLES_MOST + 1];
    size_t finishes;
    s->game = reel_insight_by_id("ddnet");
    s->lines = reel_insight_by_id("ddnet-runs");
    if (!s->game) return fail_job(job, REEL_UNSUPPORTED, "finish.format", "this build has no statistics of DDNet");
    take_inputs(s->game, inputs);
    const reel_status status = read_input(job, s, s->game, inputs, &s->people);
    if (status < 0) return status;
    finishes_rows(s->people, s->game, "finishes", &finishes);
    const bool crosses = *s->level && s->lines && reel_insight_takes(s->lines, job->format);
    return finishes || !crosses ? REEL_OK : read_input(job, s, s->lines, s->lines->inputs, &s->crossed);
}

void finishes_free(struct finishes *s)
{
    reel_free(s->people);
    reel_free(s->crossed);
}
