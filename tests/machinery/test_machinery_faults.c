/* SPDX-License-Identifier: MIT
 * Everything the library does, done again with the n-th allocation, read or write refused, once and from then on: an error, no
 * leak, no output. */
#include "machinery.h"

#include <reel/export.h>
#include <reel/insight.h>
#include <reel/plot.h>

/* What a job gets. It makes everything anew, so that it can be repeated. */
typedef struct fault_bench {
    const specimen *file;
    const reel_allocator *allocator;
    const reel_replay *replay; /* of the file, loaded without faults */
    test_source *source;
    test_sink *sink;
    size_t writes; /* of the last attempt */
    const reel_exporter *exporter;
    const reel_insight *insight;
    const reel_plot *plot;
} fault_bench;

typedef struct fault_job {
    const char *name;
    reel_status (*run)(fault_bench *bench, reel_error *error);
    bool reads, writes, allocates;
} fault_job;

static reel_source fresh_source(fault_bench *bench)
{
    *bench->source = (test_source){ .data = bench->file->data,
                                    .size = bench->file->size,
                                    .step = 100,
                                    .fail_at = bench->source->fail_at,
                                    .fail_once = bench->source->fail_once };
    return test_source_of(bench->source);
}

static reel_options options_of(const fault_bench *bench) { return machinery_options(bench->allocator); }

static reel_status job_load(fault_bench *bench, reel_error *error)
{
    reel_options options = options_of(bench);
    reel_replay *replay;
    reel_status status = reel_load(fresh_source(bench), &options, &replay, error);
    if (status < 0) assert_null(replay);
    reel_free(replay);
    return status;
}

static reel_status job_identify(fault_bench *bench, reel_error *error)
{
    reel_options options = options_of(bench);
    const reel_format *format;
    return reel_identify(fresh_source(bench), &options, &format, NULL, error);
}

static reel_status job_check(fault_bench *bench, reel_error *error)
{
    static finding_text findings;
    reel_options options = options_of(bench);
    findings.size = 0;
    options.report = finding_text_report;
    options.report_context = &findings;
    return reel_check(fresh_source(bench), &options, error);
}

static reel_status no_memory(reel_error *error)
{
    *error = (reel_error){ .status = REEL_MEMORY, .rule = "", .section = "", .message = "no memory for findings" };
    return REEL_MEMORY;
}

/* A list that cannot grow keeps fewer findings than it counts: that is how a caller learns of it. */
static reel_status job_findings(fault_bench *bench, reel_error *error)
{
    reel_findings *findings = reel_findings_new(bench->allocator);
    if (!findings) return no_memory(error);
    reel_options options = options_of(bench);
    options.report = reel_findings_report;
    options.report_context = findings;
    reel_status status = reel_check(fresh_source(bench), &options, error);
    uint64_t total = 0;
    for (int severity = REEL_NOTE; severity <= REEL_ERROR; severity++)
        total += reel_findings_total(findings, (reel_severity)severity);
    if (status == REEL_OK && reel_findings_count(findings) < total) status = no_memory(error);
    reel_findings_free(findings);
    return status;
}

static reel_status job_write(fault_bench *bench, reel_error *error)
{
    reel_write_options options = { REEL_SIZED(reel_write_options), .allocator = bench->allocator };
    return reel_write(reel_replay_chunk(bench->replay), reel_replay_format(bench->replay), test_sink_of(bench->sink), &options,
                      error);
}

/* Without the bytes of the file, so that nothing that was kept is written as it was. */
static reel_status job_write_rows(fault_bench *bench, reel_error *error)
{
    reel_replay *rows = rows_alone(bench->replay);
    reel_write_options options = { REEL_SIZED(reel_write_options), .allocator = bench->allocator };
    const reel_status status =
        reel_write(reel_replay_chunk(rows), reel_replay_format(rows), test_sink_of(bench->sink), &options, error);
    reel_free(rows);
    return status;
}

static reel_status job_pump(fault_bench *bench, reel_error *error)
{
    reel_options options = options_of(bench);
    reel_write_options write_options = { REEL_SIZED(reel_write_options), .allocator = bench->allocator };
    reel_reader *reader;
    reel_writer *writer;
    const reel_chunk *chunk;
    reel_status status = reel_open(fresh_source(bench), &options, &reader, error);
    if (status < 0) {
        assert_null(reader);
        return status;
    }
    status = reel_create(test_sink_of(bench->sink), reel_reader_format(reader), &write_options, &writer, error);
    if (status == REEL_OK) {
        while ((status = reel_next(reader, &chunk, error)) == REEL_OK) reel_append_chunk(writer, chunk);
        if (status < 0)
            reel_discard(writer);
        else
            status = reel_finish(writer, error);
    }
    reel_close(reader);
    return status;
}

static reel_status job_convert(fault_bench *bench, reel_error *error)
{
    reel_options options = options_of(bench);
    return reel_convert(fresh_source(bench), &options, NULL, test_sink_of(bench->sink), NULL, error);
}

static reel_status job_repair(fault_bench *bench, reel_error *error)
{
    reel_options options = options_of(bench);
    reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR | REEL_ANONYMISE };
    return reel_convert(fresh_source(bench), &options, NULL, test_sink_of(bench->sink), &how, error);
}

static reel_status job_export(fault_bench *bench, reel_error *error)
{
    reel_options options = options_of(bench);
    reel_reader *reader;
    reel_status status = reel_open(fresh_source(bench), &options, &reader, error);
    if (status < 0) return status;
    const reel_format *format = reel_reader_format(reader);
    const reel_table *one[] = { format->tables[0], NULL }; /* CSV takes only one */
    reel_export_options how = { REEL_SIZED(reel_export_options), .allocator = bench->allocator, .tables = one };
    reel_export *output;
    const reel_chunk *chunk;
    status = reel_export_open(bench->exporter, test_sink_of(bench->sink), format, &how, &output, error);
    if (status == REEL_OK) {
        while ((status = reel_next(reader, &chunk, error)) == REEL_OK) reel_export_chunk(output, chunk);
        if (status < 0)
            reel_export_discard(output);
        else
            status = reel_export_finish(output, error);
    }
    reel_close(reader);
    return status;
}

static reel_status job_insight(fault_bench *bench, reel_error *error)
{
    reel_options options = options_of(bench);
    reel_insight_options how = { REEL_SIZED(reel_insight_options), .allocator = bench->allocator };
    reel_reader *reader;
    reel_replay *result;
    reel_status status = reel_open(fresh_source(bench), &options, &reader, error);
    if (status < 0) return status;
    status = reel_insight_run(bench->insight, reader, &how, &result, error);
    if (status < 0) assert_null(result);
    reel_free(result);
    reel_close(reader);
    return status;
}

static reel_status job_plot(fault_bench *bench, reel_error *error)
{
    reel_plot_options how = { REEL_SIZED(reel_plot_options), .allocator = bench->allocator };
    return reel_plot_draw(bench->plot, bench->replay, test_sink_of(bench->sink), &how, error);
}

static bool count_it(void *context, const reel_difference *difference)
{
    (void)difference;
    ++*(uint64_t *)context;
    return true;
}

static reel_status job_diff(fault_bench *bench, reel_error *error)
{
    reel_options options = options_of(bench);
    reel_replay *other;
    uint64_t told = 0;
    reel_status status = reel_load(fresh_source(bench), &options, &other, error);
    if (status < 0) return status;
    status = reel_diff(bench->replay, other, true, count_it, &told, NULL, error);
    assert_int_equal(told, 0);
    reel_free(other);
    return status;
}

static const fault_job jobs[] = {
    { "load", job_load, true, false, true },      { "identify", job_identify, true, false, true },
    { "check", job_check, true, false, true },    { "check into a list", job_findings, true, false, true },
    { "write", job_write, false, true, true },    { "read and write by chunks", job_pump, true, true, true },
    { "convert", job_convert, true, true, true }, { "repair", job_repair, true, true, true },
    { "diff", job_diff, true, false, true },
};

typedef enum fault_kind { NO_FAULT, FAULT_ALLOC, FAULT_READ, FAULT_WRITE, FAULT_COMMIT, FAULT_REOPEN } fault_kind;

static const char *const fault_names[] = { "nothing", "allocation", "read", "write", "commit", "reading back" };

/* One attempt. Returns whether the fault was met. */
static bool attempt(const fault_job *job, fault_bench *bench, fault_kind fault, size_t n, bool once)
{
    char what[512];
    test_allocator memory = { 0 };
    reel_allocator allocator = test_allocator_of(&memory);
    test_source source = { 0 };
    test_sink sink = { 0 };
    reel_error error = { .rule = "", .section = "" };
    snprintf(what, sizeof what, "%s: %s, %s %zu refused%s", bench->file->name, job->name, fault_names[fault], n,
             once ? " once" : "");
    bench->allocator = &allocator;
    bench->source = &source;
    bench->sink = &sink;
    if (fault == FAULT_ALLOC) memory.fail_at = n, memory.fail_once = once;
    if (fault == FAULT_READ) source.fail_at = n, source.fail_once = once;
    if (fault == FAULT_WRITE) sink.fail_at = n, sink.fail_once = once;
    sink.fail_commit = fault == FAULT_COMMIT;
    sink.fail_reopen = fault == FAULT_REOPEN;
    reel_status status = job->run(bench, &error);
    bool met = (fault == FAULT_ALLOC && memory.calls >= n) || (fault == FAULT_READ && source.reads >= n) ||
               (fault == FAULT_WRITE && sink.writes >= n) || (fault == FAULT_COMMIT && sink.commits) ||
               (fault == FAULT_REOPEN && status < 0);
    reel_status expected = fault == FAULT_ALLOC ? REEL_MEMORY : REEL_IO;
    if (met && status != expected) fail_msg("%s: status %s", what, reel_status_name(status));
    if (met && (error.status != status || !error.message[0])) fail_msg("%s: the error says nothing", what);
    if (!met && status < 0) fail_msg("%s: %s: %s", what, reel_status_name(status), error.message);
    if (memory.live) fail_msg("%s: %zu bytes leaked", what, memory.live);
    if (sink.commits + sink.discards > 1) fail_msg("%s: the sink was ended %d times", what, sink.commits + sink.discards);
    if (status < 0 && sink.commits && fault != FAULT_COMMIT) fail_msg("%s: the output was committed", what);
    if (job->writes && status == REEL_OK && sink.commits != 1) fail_msg("%s: the output was not committed", what);
    if (source.data && source.closed != 1) fail_msg("%s: the source was closed %d times", what, source.closed);
    bench->writes = sink.writes;
    test_sink_free(&sink);
    return met;
}

/* The n-th of a kind, for every n until there is no such one. */
static size_t all_faults(const fault_job *job, fault_bench *bench, fault_kind fault)
{
    size_t tried = 0, step = by_effort(1, 3, 11);
    for (int once = 0; once < 2; once++)
        for (size_t n = 1; attempt(job, bench, fault, n, once); n += n < 20 ? 1 : step) tried++;
    return tried;
}

static void survive(const fault_job *job, fault_bench *bench)
{
    attempt(job, bench, NO_FAULT, 0, false);
    bool writes = bench->writes > 0; /* an export of no rows may have nothing to say */
    size_t tried = all_faults(job, bench, FAULT_ALLOC);
    if (job->allocates && tried == 0) fail_msg("%s: %s took nothing from the allocator", bench->file->name, job->name);
    if (job->reads) assert_true(all_faults(job, bench, FAULT_READ) > 0);
    if (writes) assert_true(all_faults(job, bench, FAULT_WRITE) > 0);
    if (job->writes) assert_true(attempt(job, bench, FAULT_COMMIT, 1, false));
}

static void with_each_job(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    fault_bench bench = { .file = file, .replay = load_bytes(file->data, file->size, &options) };
    bool writable = reel_replay_format(bench.replay)->writer != NULL;
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++)
        if (writable || !jobs[i].writes) survive(&jobs[i], &bench);
    const fault_job rows = { "write rows", job_write_rows, false, true, true };
    if (writable && can_be_encoded(bench.replay)) survive(&rows, &bench);
    if (writable) assert_true(attempt(&jobs[6], &bench, FAULT_REOPEN, 1, false));
    reel_free((reel_replay *)bench.replay);
}

static void with_each_exporter(const specimen *file)
{
    fault_bench bench = { .file = file };
    for (const char *const *id = reel_exporter_ids(); *id; id++) {
        fault_job job = { *id, job_export, true, true, true };
        bench.exporter = reel_exporter_by_id(*id);
        assert_non_null(bench.exporter);
        survive(&job, &bench);
    }
}

static void with_each_insight_and_plot(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    fault_bench bench = { .file = file, .replay = load_bytes(file->data, file->size, &options) };
    const reel_format *format = reel_replay_format(bench.replay);
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++) {
        if (!reel_insight_takes(*insight, format)) continue;
        fault_job job = { (*insight)->id, job_insight, true, false, true };
        bench.insight = *insight;
        survive(&job, &bench);
    }
    for (const reel_plot *const *plot = reel_plots(); *plot; plot++) {
        if (reel_plot_by_id(format, (*plot)->id) != *plot) continue;
        test_sink sink = { 0 };
        bench.plot = *plot;
        bench.sink = &sink;
        bench.allocator = NULL;
        reel_status status = job_plot(&bench, NULL);
        test_sink_free(&sink);
        if (status == REEL_END) continue; /* nothing to draw in this one */
        fault_job job = { (*plot)->id, job_plot, false, true, true };
        survive(&job, &bench);
    }
    reel_free((reel_replay *)bench.replay);
}

static size_t cap(void) { return by_effort(65536, 16384, 4096); }

static void every_job_survives_every_fault(void **state)
{
    (void)state;
    each_specimen(GOLDEN, cap(), with_each_job);
}

static void every_exporter_survives_every_fault(void **state)
{
    (void)state;
    each_specimen(GOLDEN, cap(), with_each_exporter);
}

static void every_insight_and_plot_survives_every_fault(void **state)
{
    (void)state;
    each_specimen(GOLDEN, cap(), with_each_insight_and_plot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_job_survives_every_fault),
        cmocka_unit_test(every_exporter_survives_every_fault),
        cmocka_unit_test(every_insight_and_plot_survives_every_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
