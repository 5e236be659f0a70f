/* SPDX-License-Identifier: MIT
 * A file made after a public report, and what is found in it. A problem is kept with the file: the test goes on with the next one. */
#ifndef REPORTED_H
#define REPORTED_H

#include "corpus.h"

#include <reel/insight.h>

#include <math.h>

/* A file, and what has been read of it. */
typedef struct reported {
    const char *name, *condition, *answer;
    const char *folder, *names; /* of the file; of all files with this answer */
    const uint8_t *data;
    size_t size;
    const reel_format *format; /* NULL: it cannot be read */
    reel_findings *findings;   /* of the check */
    char problem[256];         /* what is wrong, if anything */
} reported;

typedef struct bytes {
    const uint8_t *data;
    size_t size;
} bytes;

static inline reel_options options_of(const reported *file, reel_findings *findings)
{
    return (reel_options){ REEL_SIZED(reel_options), .name = file->name, .report = findings ? reel_findings_report : NULL,
                           .report_context = findings };
}

static inline uint64_t total(const reel_findings *findings, reel_severity least)
{
    uint64_t sum = 0;
    for (int severity = (int)least; severity <= REEL_ERROR; severity++)
        sum += reel_findings_total(findings, (reel_severity)severity);
    return sum;
}

static inline reel_replay *load(const reported *file, bytes of)
{
    reel_options options = options_of(file, NULL);
    reel_replay *replay;
    return reel_load(reel_source_memory(of.data, of.size), &options, &replay, NULL) < 0 ? NULL : replay;
}

/* A number of a row of a table, of the format or of its statistics; NaN if there is none. -1 as row: the number of rows. */
static inline double value(const reported *file, bytes of, const char *table_name, const char *field_name, long row)
{
    reel_replay *replay = load(file, of), *result = NULL;
    const reel_insight *insight = NULL;
    const reel_table *table = replay ? reel_find_table(reel_replay_format(replay), table_name, &insight) : NULL;
    double found = NAN;
    const reel_table *const tables[] = { table, NULL };
    const reel_insight_options how = { REEL_SIZED(reel_insight_options), .tables = tables };
    if (insight)
        assert_int_equal(
            reel_insight_run_chunk(insight, reel_replay_format(replay), reel_replay_chunk(replay), &how, &result, NULL), REEL_OK);
    size_t rows = 0;
    const uint8_t *data = table ? reel_rows(insight ? result : replay, table, &rows) : NULL;
    const reel_field *field = table && field_name ? reel_table_field(table, field_name) : NULL;
    if (table && row < 0) found = (double)rows;
    if (field && row >= 0 && (size_t)row < rows && reel_field_present(field, data + (size_t)row * table->row_size))
        found = reel_field_number(field, data + (size_t)row * table->row_size, 0);
    reel_free(result);
    reel_free(replay);
    return found;
}

static inline bytes whole(const reported *file) { return (bytes){ file->data, file->size }; }

/* What a verb makes of the file. */
static inline reel_status changed(const reported *file, const reel_format *to, reel_convert_options how, reel_findings *findings,
                                  reel_memory *made)
{
    reel_options options = options_of(file, findings);
    how.struct_size = sizeof how;
    return reel_convert(reel_source_memory(file->data, file->size), &options, to, reel_sink_memory(made, NULL), &how, NULL);
}

static inline reel_status repaired(const reported *file, reel_memory *made)
{
    return changed(file, NULL, (reel_convert_options){ REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR }, NULL, made);
}

static inline uint64_t errors_in(const reported *file, bytes of)
{
    reel_findings *findings = reel_findings_new(NULL);
    reel_options options = options_of(file, findings);
    if (reel_check(reel_source_memory(of.data, of.size), &options, NULL) < 0) return UINT64_MAX;
    uint64_t errors = reel_findings_total(findings, REEL_ERROR);
    reel_findings_free(findings);
    return errors;
}

/* Numbers of INDEX.tsv that the bytes of the file contradict: what the condition of the file is, what it says, what the bytes say. */
static const struct {
    const char *condition;
    double stated, counted;
} disagreements[] = { { "song name of 1001 bytes, all lengths right", 451, 41 } };

static inline void expect(reported *file, const char *what, double is, double should, double tolerance)
{
    for (size_t i = 0; i < sizeof disagreements / sizeof *disagreements; i++) {
        if (strcmp(file->condition, disagreements[i].condition) != 0) continue;
        if (should != disagreements[i].stated || is != disagreements[i].counted) continue;
        print_message("known disagreement: %s: INDEX.tsv says %g %s, its bytes hold %g\n", file->name, should, what, is);
        return;
    }
    if (!(fabs(is - should) <= tolerance) && !*file->problem)
        snprintf(file->problem, sizeof file->problem, "%s is %g, not %g", what, is, should);
}

static inline void expect_that(reported *file, const char *what, bool is)
{
    if (!is && !*file->problem) snprintf(file->problem, sizeof file->problem, "%s", what);
}

#endif
