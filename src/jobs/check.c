/* SPDX-License-Identifier: MIT
 * reel_check: the reader's findings, the format's own rules, and the checks of its game, in one pass. */
#include "core/reader.h"
#include "insight/run.h"

#include <reel/export.h>

/* The checks that apply to a format: its own first, then those of its game. */
static size_t checks_of(const reel_format *format, const reel_insight **checks)
{
    size_t count = 0;
    if (format->check) {
        if (checks) checks[count] = format->check;
        count++;
    }
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++) {
        if ((*insight)->tables || !reel_insight_takes(*insight, format)) continue;
        if (checks) checks[count] = *insight;
        count++;
    }
    return count;
}

typedef struct check_run {
    insight_run *checks;
    size_t count; /* begun */
} check_run;

static reel_status begin_one(check_run *run, const reel_insight *check, reel_reader *reader, reel_error *error)
{
    const reel_options *options = &reader->options;
    reel_insight_options own = { .allocator = options->allocator,
                                 .report = options->report,
                                 .report_context = options->report_context,
                                 .limits = options->limits };
    reel_status status = insight_begin(&run->checks[run->count], check, reader->format, &own, &reader->budget, error);
    if (status == REEL_OK) run->count++;
    return status;
}

static reel_status no_memory(reel_error *error)
{
    return reel_fail(error, REEL_MEMORY, "reel.memory", "", 0, "no memory for the checks");
}

static reel_status begin_all(check_run *run, reel_reader *reader, reel_error *error)
{
    size_t count = checks_of(reader->format, NULL);
    const reel_insight **checks = memory_new(&reader->allocator, count * sizeof *checks);
    run->checks = memory_new(&reader->allocator, count * sizeof *run->checks);
    reel_status status = checks && run->checks ? REEL_OK : no_memory(error);
    if (status == REEL_OK) checks_of(reader->format, checks);
    for (size_t i = 0; i < count && status == REEL_OK; i++) status = begin_one(run, checks[i], reader, error);
    memory_drop(&reader->allocator, checks);
    return status;
}

enum { SHOWN = 64 }; /* bytes of a value that a message shows */

/* What the caller knows of the replay against what its header says. Numbers are compared as text of the same value. */
static reel_status compare_expected(const reel_reader *reader, const reel_setting *expected, reel_error *error)
{
    const reel_table *table;
    reel_field field;
    if (!header_field(reader->format->tables, expected->field, &field, &table))
        return reel_fail(error, REEL_ARGUMENT, "check.field", "", 0, "%s has no single header field called %s",
                         reader->format->name, expected->field);
    size_t count;
    const void *row = reel_chunk_rows(reader->chunk, table, &count);
    char *text = NULL, shown[SHOWN] = "nothing";
    bool same = false, cut = false;
    if (count) {
        size_t size = reel_field_text(&field, row, false, shown, sizeof shown);
        cut = size >= sizeof shown;
        text = memory_new(&reader->allocator, size + 1);
        if (!text) return no_memory(error);
        reel_field_text(&field, row, false, text, size + 1);
        same = strcmp(text, expected->value) == 0;
        memory_drop(&reader->allocator, text);
    }
    if (!same)
        reel_find(&reader->decoder.reporter,
                  (reel_finding){ .rule = "check.expected",
                                  .severity = REEL_ERROR,
                                  .section = table->name,
                                  .offset = REEL_NO_OFFSET,
                                  .table = table,
                                  .row = count ? 0 : REEL_NO_ROW },
                  "%s is %s%s, expected %s", field.name, shown, cut ? "\xE2\x80\xA6" : "", expected->value);
    return REEL_OK;
}

static reel_status run_all(check_run *run, reel_reader *reader, reel_error *error)
{
    const reel_chunk *chunk;
    reel_status status;
    for (bool first = true; (status = reel_next(reader, &chunk, error)) == REEL_OK; first = false) {
        const reel_options *options = &reader->options;
        for (size_t i = 0; first && i < options->expected_count && status == REEL_OK; i++)
            status = compare_expected(reader, &options->expected[i], error);
        for (size_t i = 0; i < run->count && status == REEL_OK; i++) status = insight_chunk(&run->checks[i], chunk, error);
        if (status < 0) break;
    }
    for (size_t i = 0; i < run->count && status >= 0; i++) status = insight_finish(&run->checks[i], error);
    return status;
}

reel_status reel_check(reel_source source, const reel_options *options, reel_error *error)
{
    reel_reader *reader;
    reel_status status = reel_open(source, options, &reader, error);
    if (status < 0) return status;
    check_run run = { 0 };
    status = begin_all(&run, reader, error);
    if (status >= 0) status = run_all(&run, reader, error);
    for (size_t i = 0; i < run.count; i++) chunk_free(insight_end(&run.checks[i]));
    memory_drop(&reader->allocator, run.checks);
    reel_close(reader);
    return status < 0 ? status : REEL_OK;
}
