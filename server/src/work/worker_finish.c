/* SPDX-License-Identifier: MIT
 * JOB_FINISH, in a worker: the demo of a finish of a recording of DDNet, with its map. This is the one file of the server that knows a game by its
 * name: a finish, and what plays it, are of one game only. */
#include "base/fail.h"
#include "base/finish_run.h"
#include "work/worker_job.h"

#include <reel/insight.h>
#include <stdio.h>
#include <string.h>

enum { TICKS = 50 /* a second */, BEFORE = 5 * TICKS, AFTER = TICKS };

/* What an insight says of the recording. NULL: this build has no such insight, or it fails. */
static reel_status run_insight(worker_job *t, const char *id, const reel_replay *map, reel_replay **result)
{
    reel_reader *reader;
    const reel_insight *insight = reel_insight_by_id(id);
    const reel_insight_options how = { REEL_SIZED(reel_insight_options), .limits = t->job->limits, .level = map };
    *result = NULL;
    if (!insight) return fail(&t->error, REEL_UNSUPPORTED, "server.run-game", "this build has no statistics of DDNet");
    reel_status status =
        reel_open(worker_replay(t), &(reel_options){ REEL_SIZED(reel_options), .limits = t->job->limits }, &reader, &t->error);
    if (status < 0) return status;
    status = reel_insight_takes(insight, reel_reader_format(reader))
                 ? reel_insight_run(insight, reader, &how, result, &t->error)
                 : fail(&t->error, REEL_ARGUMENT, "server.run-game", "demos are made of recordings of DDNet");
    reel_close(reader);
    return status;
}

static const void *rows_of(const reel_replay *result, const char *insight, const char *name, size_t *count)
{
    const reel_table *const *table = reel_insight_by_id(insight)->tables;
    *count = 0;
    for (; result && *table; table++)
        if (strcmp((*table)->name, name) == 0) return reel_rows(result, *table, count);
    return NULL;
}

static reel_status choose(worker_job *t, const struct finish_rows *rows, struct run *run)
{
    struct finish_choice choice;
    finish_choose(rows, t->job->finish, &choice);
    *run = choice.run;
    if (choice.found) return REEL_OK;
    if (!choice.named) return fail(&t->error, REEL_ARGUMENT, "finish.name", "nobody in the recording is called so");
    return choice.time < 0 ? fail(&t->error, REEL_ARGUMENT, "finish.none", "this player does not finish in the recording")
                           : fail(&t->error, REEL_ARGUMENT, "finish.time", "this player has no finish of that time");
}

/* Recordings of old servers state no finishes: then the lines of the map say who crossed them. */
static reel_status find_run(worker_job *t, const reel_replay *map, struct run *run)
{
    static const char game[] = "ddnet", lines[] = "ddnet-runs";
    struct finish_rows rows = { .runs = NULL };
    reel_replay *people, *crossed = NULL;
    reel_status status = run_insight(t, game, map, &people);
    if (status < 0) return status;
    rows.finishes = rows_of(people, game, "finishes", &rows.finish_count);
    rows.names = rows_of(people, game, "names", &rows.name_count);
    if (!rows.finish_count) status = run_insight(t, lines, map, &crossed);
    if (crossed) rows.runs = rows_of(crossed, lines, "runs", &rows.run_count);
    if (status >= 0) status = choose(t, &rows, run);
    reel_free(people);
    reel_free(crossed);
    return status;
}

reel_status worker_finish(worker_job *t)
{
    static const char demo[] = "demo";
    struct run run;
    reel_replay *map;
    const reel_format *to = reel_format_by_id(NULL, demo);
    if (!to || !reel_format_writes(to)) return fail(&t->error, REEL_UNSUPPORTED, "server.run-game", "this build writes no demos");
    reel_status status = worker_read_map(t, &map, &t->error);
    if (status < 0) return status;
    status = find_run(t, map, &run);
    if (status >= 0) {
        const int64_t first = run.start > BEFORE ? (int64_t)run.start - BEFORE : 0, last = (int64_t)run.finish + AFTER;
        const reel_convert_options how = { REEL_SIZED(reel_convert_options),
                                           .flags = REEL_NO_VERIFY | REEL_FOLLOW,
                                           .has_from = true,
                                           .has_to = true,
                                           .from = (double)first,
                                           .to = (double)(last + 1),
                                           .level = map,
                                           .follow = run.cid };
        const reel_options options = { REEL_SIZED(reel_options), .limits = t->job->limits };
        copy_text(t->result->format, sizeof t->result->format, demo);
        status = reel_convert(worker_replay(t), &options, to, worker_sink(t), &how, &t->error);
    }
    reel_free(map);
    return status;
}
