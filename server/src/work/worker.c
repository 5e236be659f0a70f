/* SPDX-License-Identifier: MIT */
#include "work/worker.h"

#include "base/clear.h"
#include "base/svg_png.h"
#include "work/channel.h"
#include "work/worker_job.h"

#include <malloc.h>
#include <math.h>
#include <reel/export.h>
#include <reel/insight.h>
#include <reel/plot.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- jobs ------------------------------------------------------------------------------------------------------- */

static reel_status worker_unknown(worker_job *t, const char *rule, const char *what, const char *name)
{
    t->error = (reel_error){ .status = REEL_ARGUMENT, .rule = rule, .section = "" };
    snprintf(t->error.message, sizeof t->error.message, "the format has no %s '%s'", what, name);
    return REEL_ARGUMENT;
}

static reel_status export_chunks(worker_job *t, reel_reader *reader, reel_export *export_)
{
    const reel_chunk *chunk;
    reel_status status;
    while ((status = reel_next(reader, &chunk, &t->error)) == REEL_OK)
        if (reel_export_chunk(export_, chunk) < 0) break; /* finishing returns the failure */
    return status < 0 ? status : REEL_OK;
}

static reel_status run_export(worker_job *t)
{
    const char *const select[] = { t->job->table, NULL };
    const reel_options options = { REEL_SIZED(reel_options),
                                   .limits = t->job->limits,
                                   .select = *t->job->table ? select : NULL,
                                   .has_from = t->job->has_from,
                                   .has_to = t->job->has_to,
                                   .from = t->job->from,
                                   .to = t->job->to };
    reel_reader *reader;
    reel_export *export_;
    reel_status status = reel_open(worker_replay(t), &options, &reader, &t->error);
    if (status < 0) return status;
    const reel_format *format = reel_reader_format(reader);
    copy_text(t->result->format, sizeof t->result->format, reel_format_id(format));
    const reel_table *one[] = { *t->job->table ? reel_format_table(format, t->job->table) : NULL, NULL };
    const reel_export_options how = { REEL_SIZED(reel_export_options),
                                      .flags =
                                          REEL_EXPORT_LABELS | REEL_EXPORT_CSV_SAFE | (t->job->pretty ? REEL_EXPORT_PRETTY : 0u),
                                      .tables = one[0] ? one : NULL };
    status = reel_export_open(reel_exporter_by_id(t->job->exporter), worker_sink(t), format, &how, &export_, &t->error);
    if (status >= 0) {
        status = export_chunks(t, reader, export_);
        if (status < 0)
            reel_export_discard(export_);
        else
            status = reel_export_finish(export_, &t->error);
    }
    if (status >= 0) worker_damage(t, reel_reader_damage(reader));
    reel_close(reader);
    return status;
}

static reel_status run_plot(worker_job *t)
{
    reel_replay *replay;
    reel_status status =
        reel_load(worker_replay(t), &(reel_options){ REEL_SIZED(reel_options), .limits = t->job->limits }, &replay, &t->error);
    if (status < 0) return status;
    const reel_format *format = reel_replay_format(replay);
    copy_text(t->result->format, sizeof t->result->format, reel_format_id(format));
    const reel_plot *plot = reel_plot_by_id(format, t->job->plot);
    const reel_plot_options how = { REEL_SIZED(reel_plot_options), .width = t->job->width, .theme = t->job->theme,
                                    .limits = t->job->limits };
    if (plot)
        status = reel_plot_draw(plot, replay, worker_sink(t), &how, &t->error);
    else if (!strcmp(t->job->plot, SCENE_PLOT))
        status = reel_plot_scene(replay, NAN, worker_sink(t), &how, &t->error);
    else
        status = worker_unknown(t, "server.plot", "plot", t->job->plot);
    if (status == REEL_END) {
        t->error = (reel_error){ .status = REEL_ARGUMENT, .rule = "server.plot-empty", .section = "" };
        copy_text(t->error.message, sizeof t->error.message, "the replay has nothing to draw in this plot");
        status = REEL_ARGUMENT;
    }
    if (status >= 0) worker_damage(t, reel_replay_damage(replay));
    reel_free(replay);
    return status;
}

/* Writes the result of each insight as a member of one JSON object. */
static reel_status write_insight(void *context, const reel_format *format, const reel_insight *insight, const reel_chunk *chunk,
                                 reel_error *error)
{
    worker_job *t = context;
    reel_export *export_;
    copy_text(t->result->format, sizeof t->result->format, reel_format_id(format));
    if (!insight) return REEL_OK;
    reel_status status = worker_name(t, insight->id);
    if (status < 0) return *error = t->error, status;
    const reel_export_options how = { REEL_SIZED(reel_export_options), .flags = REEL_EXPORT_LABELS | REEL_EXPORT_CLEAN };
    status = reel_export_open(reel_exporter_by_id("json"), worker_sink(t), NULL, &how, &export_, error);
    if (status < 0) return status;
    reel_export_chunk(export_, chunk);
    return reel_export_finish(export_, error);
}

static reel_status run_stats(worker_job *t)
{
    reel_survey survey = { REEL_SIZED(reel_survey), .insights = reel_insights(), .rows = write_insight, .context = t };
    reel_status status = worker_begin_object(t);
    if (status >= 0)
        status = reel_survey_run(worker_replay(t), &(reel_options){ REEL_SIZED(reel_options), .limits = t->job->limits }, &survey,
                                 &t->error);
    if (status >= 0) worker_damage(t, &survey.damage);
    if (status < 0) return status;
    text json = worker_json(t);
    json_end_line(&json);
    return worker_send(t, &json);
}

static reel_status run_findings(worker_job *t)
{
    reel_findings *findings = reel_findings_new(NULL);
    if (!findings) return REEL_MEMORY;
    const reel_options options = { REEL_SIZED(reel_options), .limits = t->job->limits, .report = reel_findings_report,
                                   .report_context = findings };
    reel_survey survey = { REEL_SIZED(reel_survey), .flags = REEL_SURVEY_CHECK };
    reel_status status = reel_survey_run(worker_replay(t), &options, &survey, &t->error);
    if (survey.format) copy_text(t->result->format, sizeof t->result->format, reel_format_id(survey.format));
    if (status >= 0) status = reel_findings_json(findings, worker_sink(t), &t->error);
    if (status >= 0) worker_damage(t, &survey.damage);
    reel_findings_free(findings);
    return status;
}

/* Converts in two steps, through the format that recorders write: some formats convert to no other. REEL_UNSUPPORTED if that fails, too. */
static reel_status convert_by_origin(worker_job *t, const reel_options *options, const reel_format *to,
                                     const reel_convert_options *how)
{
    reel_error error;
    reel_memory between = { .size = 0 };
    const reel_format *from = NULL;
    reel_status status = reel_identify(worker_replay(t), options, &from, NULL, &error);
    const reel_format *origin = status >= 0 ? reel_format_origin(from) : NULL;
    if (!origin || origin == to) return REEL_UNSUPPORTED;
    status = reel_convert(worker_replay(t), options, origin, reel_sink_memory(&between, NULL), how, &error);
    if (status >= 0)
        status = reel_convert(reel_source_memory(between.data, between.size), options, to, worker_sink(t), how, &error);
    reel_memory_free(&between);
    if (status < 0 && status != REEL_UNSUPPORTED) t->error = error;
    return status;
}

static reel_status run_convert(worker_job *t)
{
    const reel_format *to = reel_format_by_id(NULL, t->job->format);
    if (!to || !reel_format_writes(to)) return worker_unknown(t, "server.format", "conversion to", t->job->format);
    copy_text(t->result->format, sizeof t->result->format, t->job->format);
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_NO_VERIFY };
    const reel_options options = { REEL_SIZED(reel_options), .limits = t->job->limits };
    reel_status status = reel_convert(worker_replay(t), &options, to, worker_sink(t), &how, &t->error);
    return status == REEL_UNSUPPORTED && !t->out.size ? convert_by_origin(t, &options, to, &how) : status;
}

static reel_status (*const runs[JOB_KINDS])(worker_job *t) = {
    [JOB_EXPORT] = run_export,   [JOB_PLOT] = run_plot,          [JOB_STATS] = run_stats,      [JOB_FINDINGS] = run_findings,
    [JOB_CONVERT] = run_convert, [JOB_INSPECT] = worker_inspect, [JOB_PROBES] = worker_probes, [JOB_SIMILAR] = worker_similar,
    [JOB_FACTS] = worker_facts,  [JOB_PICTURE] = worker_picture, [JOB_LEVEL] = worker_level,   [JOB_FINISH] = worker_finish
};

static void run_job(const job *wanted, const int files[WORKER_FILES], const struct svg_library *library, job_result *result)
{
    *result = (job_result){ .status = REEL_IO };
    struct stat info;
    int in = files[0];
    worker_job t = {
        .job = wanted, .out = { .file = files[1] }, .with = files[2], .map = files[3], .library = library, .result = result
    };
    if (wanted->kind >= JOB_KINDS || fstat(in, &info) != 0) return;
    void *bytes = info.st_size > 0 ? mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, in, 0) : NULL;
    if (bytes == MAP_FAILED) {
        result->status = REEL_MEMORY;
        return;
    }
    t.replay = (reel_bytes){ bytes ? bytes : "", (size_t)info.st_size };
    result->status = runs[wanted->kind](&t);
    result->size = t.out.size;
    if (result->status < 0 || result->has_damage) {
        result->offset = t.error.offset;
        copy_text(result->rule, sizeof result->rule, t.error.rule);
        copy_text(result->section, sizeof result->section, t.error.section);
        copy_text(result->message, sizeof result->message, t.error.message);
    }
    if (bytes) munmap(bytes, (size_t)info.st_size);
}

/* Waits for a job and does it. False: the channel has ended. */
__attribute__((noinline)) static bool serve_job(int channel, const struct svg_library *library)
{
    job wanted;
    job_result result;
    int files[WORKER_FILES];
    if (!channel_receive(channel, &wanted, sizeof wanted, files, WORKER_FILES)) return false;
    run_job(&wanted, files, library, &result);
    for (int i = 0; i < WORKER_FILES; i++) close(files[i]);
    return channel_send(channel, &result, sizeof result, NULL, 0);
}

/* What one job needed is not kept until the next, but for a little memory, which is zero. */
static void forget_job(const char *heap)
{
    enum { KEPT = 1 << 20 };
    clear_stack();
    if ((const char *)sbrk(0) - heap > KEPT) malloc_trim(0);
}

int worker_run(int channel, const sandbox_limits *limits)
{
    struct svg_library library;
    const bool has_pictures = limits->draws && worker_load_pictures(&library);
    clear_start_job_heap();
    clear_stack();
    signal(SIGXFSZ, SIG_IGN); /* a write above the limit fails with EFBIG */
    if (!sandbox_enter(limits)) {
        perror("reel-server: the sandbox of a worker");
        return 1;
    }
    const char *heap = sbrk(0);
    while (serve_job(channel, has_pictures ? &library : NULL)) forget_job(heap);
    _exit(0); /* what libraries do at the end of a process, such as looking for leaks, the sandbox would not allow */
}
