/* SPDX-License-Identifier: MIT
 * A statistic of nothing is missing. Every insight runs over every golden file again and again, each time without the rows of one of its tables,
 * and without any. A field flagged MEASURE is then missing, or still has a value: it does not become 0. */
#include "machinery.h"

#include "core/chunk.h"

#include <reel/insight.h>

#include <math.h>

static size_t runs, nulls;

/* ---- the values of a field ------------------------------------------------------------------------------------------ */

typedef struct field_values {
    size_t rows, missing, zeros; /* zeros: rows with a value that is 0, in any part of a vector */
} field_values;

static field_values values_of(const reel_replay *result, const reel_table *table, const reel_field *field)
{
    field_values values = { 0, 0, 0 };
    const uint8_t *row = reel_rows(result, table, &values.rows);
    for (size_t i = 0; i < values.rows; i++, row += table->row_size) {
        size_t nans = 0;
        bool zero = false;
        for (size_t part = 0; part < field->count; part++) {
            double value = reel_field_number(field, row, part);
            nans += isnan(value) != 0;
            zero |= fpclassify(value) == FP_ZERO;
        }
        bool missing = !reel_field_present(field, row) || nans == field->count;
        values.missing += missing;
        values.zeros += !missing && zero;
    }
    return values;
}

/* ---- runs ----------------------------------------------------------------------------------------------------------- */

static reel_replay *run_insight(const reel_insight *insight, const reel_replay *replay)
{
    const reel_insight_options how = { REEL_SIZED(reel_insight_options), .tables = insight->tables };
    reel_replay *result;
    reel_error error;
    if (reel_insight_run_chunk(insight, reel_replay_format(replay), reel_replay_chunk(replay), &how, &result, &error) < 0)
        fail_msg("%s: %s", insight->id, error.message);
    return result;
}

/* `nothing`: no table has rows, so no field has a value. */
static void compare(const char *file, const char *without, const reel_insight *insight, const reel_replay *whole,
                    const reel_replay *part, bool nothing)
{
    for (const reel_table *const *table = insight->tables; *table; table++)
        for (size_t i = 0; i < (*table)->field_count; i++) {
            const reel_field *field = &(*table)->fields[i];
            if (!(field->flags & REEL_FIELD_MEASURE)) continue;
            field_values before = values_of(whole, *table, field), after = values_of(part, *table, field);
            nulls += after.missing;
            if (after.zeros && !before.zeros)
                fail_msg("%s: %s.%s.%s is 0 without %s", file, insight->id, (*table)->name, field->name, without);
            if (nothing && after.missing != after.rows)
                fail_msg("%s: %s.%s.%s has a value without any row", file, insight->id, (*table)->name, field->name);
        }
}

/* Runs the insight without the rows of the tables from `first` to `last`, excluding the headers if `keep` says so. */
static void run_without(const specimen *file, const reel_insight *insight, const reel_replay *replay, const reel_replay *whole,
                        size_t first, size_t last, bool keep)
{
    const reel_chunk *chunk = reel_replay_chunk(replay);
    size_t counts[64], emptied = 0;
    for (size_t i = first; i < last; i++) {
        counts[i] = chunk->lists[i].count;
        if (keep && chunk->tables[i]->flags & REEL_TABLE_HEADER) continue;
        emptied += counts[i] > 0;
        chunk->lists[i].count = 0;
    }
    if (emptied) {
        reel_replay *part = run_insight(insight, replay);
        bool all = last - first == chunk->count;
        compare(file->name, all ? "rows" : chunk->tables[first]->name, insight, whole, part, all && !keep);
        reel_free(part);
        runs++;
    }
    for (size_t i = first; i < last; i++) chunk->lists[i].count = counts[i];
}

static void empty_tables(const specimen *file)
{
    if (!is_readable(file->data, file->size)) return;
    const reel_options options = machinery_options(NULL);
    reel_replay *replay = load_bytes(file->data, file->size, &options);
    const reel_chunk *chunk = reel_replay_chunk(replay);
    assert_true(chunk->count <= 64);
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++) {
        if (!(*insight)->tables || !reel_insight_takes(*insight, reel_replay_format(replay))) continue;
        reel_replay *whole = run_insight(*insight, replay);
        for (size_t i = 0; i < chunk->count; i++) run_without(file, *insight, replay, whole, i, i + 1, false);
        run_without(file, *insight, replay, whole, 0, chunk->count, true);
        run_without(file, *insight, replay, whole, 0, chunk->count, false);
        reel_free(whole);
    }
    reel_free(replay);
}

enum { LARGEST = 1 << 18 };

static void a_statistic_of_nothing_is_missing(void **state)
{
    (void)state;
    each_specimen(GOLDEN, LARGEST, empty_tables);
    print_message("%zu runs with emptied tables, %zu missing values\n", runs, nulls);
    assert_enough(runs > 100 && nulls > 1000);
}

/* ---- how the reading went --------------------------------------------------------------------------------------------- */

static size_t summaries, incomplete;

/* The value of a field of a summary; -1: missing. */
static double reading_of(const reel_table *table, const void *row, const char *name)
{
    const reel_field *field = reel_table_field(table, name);
    assert_non_null(field);
    return reel_field_present(field, row) ? reel_field_number(field, row, 0) : -1;
}

static void check_reading(const char *file, const reel_replay *result, const reel_table *table, const finding_text *found,
                          bool damaged)
{
    size_t count;
    const void *row = reel_rows(result, table, &count);
    if (!count) return;
    double errors = reading_of(table, row, "error_findings"), warnings = reading_of(table, row, "warning_findings"),
           notes = reading_of(table, row, "note_findings"), complete = reading_of(table, row, "complete");
    summaries++;
    incomplete += damaged;
    if (complete != (damaged ? 0 : 1)) fail_msg("%s: complete is %g, but the damage is %d", file, complete, damaged);
    if (errors != (double)found->errors || errors + warnings + notes != (double)found->total)
        fail_msg("%s: %g errors, %g warnings, %g notes; not %zu errors of %zu findings", file, errors, warnings, notes,
                 found->errors, found->total);
}

static void read_summary(const specimen *file, const reel_insight *insight, const reel_table *table)
{
    reel_options options = machinery_options(NULL);
    const reel_table *const wanted[] = { table, NULL };
    finding_text found = { .size = 0 };
    options.report = finding_text_report;
    options.report_context = &found;
    const reel_insight_options how = { REEL_SIZED(reel_insight_options), .tables = wanted, .report = finding_text_report,
                                       .report_context = &found };
    reel_replay *result, *replay;
    reel_reader *reader;
    reel_error error;
    assert_int_equal(reel_open(reel_source_memory(file->data, file->size), &options, &reader, &error), REEL_OK);
    assert_int_equal(reel_insight_run(insight, reader, &how, &result, &error), REEL_OK);
    check_reading(file->name, result, table, &found, reel_reader_damage(reader) != NULL);
    reel_free(result);
    reel_close(reader);
    found = (finding_text){ .size = 0 };
    assert_int_equal(reel_load(reel_source_memory(file->data, file->size), &options, &replay, &error), REEL_OK);
    result = NULL;
    assert_int_equal(
        reel_insight_run_chunk(insight, reel_replay_format(replay), reel_replay_chunk(replay), &how, &result, &error), REEL_OK);
    check_reading(file->name, result, table, &found, reel_replay_damage(replay) != NULL);
    reel_free(result);
    reel_free(replay);
}

static void read_summaries(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    reel_reader *reader;
    if (reel_open(reel_source_memory(file->data, file->size), &options, &reader, NULL) < 0) return;
    const reel_format *format = reel_reader_format(reader);
    reel_close(reader);
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++)
        for (const reel_table *const *table = (*insight)->tables; table && *table; table++)
            if (reel_insight_takes(*insight, format) && reel_table_field(*table, "complete"))
                read_summary(file, *insight, *table);
}

static void a_summary_says_how_the_reading_went(void **state)
{
    (void)state;
    each_specimen(GOLDEN | BAD, LARGEST, read_summaries);
    print_message("%zu summaries, %zu of them incomplete\n", summaries, incomplete);
    assert_enough(incomplete > 50 && summaries > incomplete + 100);
}

/* ---- which fields are measures ---------------------------------------------------------------------------------------- */

/* How the description of a mean, a ratio or an extreme begins. */
static bool reads_like_a_measure(const char *doc)
{
    if (strstr(doc, "longest stretch")) return false; /* of a session, which is one if it has no input */
    static const char *const beginnings[] = {
        "mean ",   "maximum speed", "maximum distance", "maximum presses", "maximum round trip",
        "lowest ", "largest ",      "longest ",         "shortest ",       "best ",
        NULL
    };
    for (size_t i = 0; beginnings[i]; i++)
        if (strncmp(doc, beginnings[i], strlen(beginnings[i])) == 0) return true;
    return strstr(doc, " / ") != NULL;
}

static void a_measure_can_be_missing(void **state)
{
    (void)state;
    size_t measures = 0;
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++)
        for (const reel_table *const *table = (*insight)->tables; table && *table; table++)
            for (size_t i = 0; i < (*table)->field_count; i++) {
                const reel_field *field = &(*table)->fields[i];
                bool flagged = field->flags & REEL_FIELD_MEASURE;
                measures += flagged;
                if (flagged && !field->present_mask)
                    fail_msg("%s.%s.%s is a measure but always has a value", (*insight)->id, (*table)->name, field->name);
                if (!flagged && (field->flags & REEL_FIELD_OUTCOME || reads_like_a_measure(field->doc)))
                    fail_msg("%s.%s.%s is not flagged as a measure", (*insight)->id, (*table)->name, field->name);
            }
    assert_true(measures > 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_measure_can_be_missing),
        cmocka_unit_test(a_statistic_of_nothing_is_missing),
        cmocka_unit_test(a_summary_says_how_the_reading_went),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
