/* SPDX-License-Identifier: MIT
 * reel info: shows what a replay contains. */
#include "base/field.h"
#include "base/grid.h"
#include "base/json.h"
#include "run/batch.h"
#include "run/report.h"
#include "run/rows.h"
#include "verbs/verbs.h"

#include <math.h>
#include <stdlib.h>

/* Rows and times of one table. */
struct extent {
    uint64_t rows;
    double from, to;
    bool timed;
};

struct survey {
    const reel_format *format;
    const reel_table *const *tables;
    struct extent *spans; /* one per table */
    size_t count;
    struct text header; /* header tables, as text or JSON */
    char *game;         /* empty: not known */
};

static void span_add_times(struct extent *span, const reel_table *table, const uint8_t *rows, size_t count)
{
    const reel_field *time = reel_table_time(table);
    for (size_t i = 0; time && i < count; i++) {
        double at = reel_field_number(time, rows + i * table->row_size, 0);
        if (!isfinite(at)) continue;
        if (!span->timed || at < span->from) span->from = at;
        if (!span->timed || at > span->to) span->to = at;
        span->timed = true;
    }
}

static void count_chunk(struct survey *survey, const reel_chunk *chunk)
{
    for (size_t i = 0; i < survey->count; i++) {
        size_t count;
        const uint8_t *rows = reel_chunk_rows(chunk, survey->tables[i], &count);
        survey->spans[i].rows += count;
        span_add_times(&survey->spans[i], survey->tables[i], rows, count);
    }
}

/* ---- the header ------------------------------------------------------------------------------------------------- */

/* The row of a header table that has exactly one, else NULL. It is shown field by field; other tables are counted. */
static const void *header_row(const reel_chunk *chunk, const reel_table *table)
{
    size_t count;
    const void *rows =
        table->flags & REEL_TABLE_HEADER && !(table->flags & REEL_TABLE_LAYOUT) ? reel_chunk_rows(chunk, table, &count) : NULL;
    return rows && count == 1 ? rows : NULL;
}

/* What the digits of text in seconds tell: some programs write smaller units instead. */
static const char *smaller_unit(const reel_field *field, size_t digits)
{
    if (field->type != REEL_STRING) return "";
    return digits == 13 ? "; milliseconds" : digits == 16 ? "; microseconds" : digits == 19 ? "; nanoseconds" : "";
}

/* Adds the unit to a value; to a moment since 1970, the date. */
static void add_unit(struct text *value, const reel_field *field, const void *row)
{
    bool is_date = strcmp(field->unit, "iso 8601") == 0;
    int64_t moment;
    if (!is_date && reel_field_moment(field, row, &moment) && moment >= 0) {
        const char *smaller = smaller_unit(field, value->size);
        text_string(value, " (");
        text_date(value, (uint64_t)moment / 1000000);
        text_print(value, "%s)", smaller);
    } else if (*field->unit && !is_date) {
        text_print(value, " %s", field->unit);
    }
}

static void header_text(struct job *job, struct survey *survey, const reel_chunk *chunk)
{
    struct grid grid;
    grid_begin(&grid, 2);
    for (size_t i = 0; i < survey->count; i++) {
        const reel_table *table = survey->tables[i];
        const void *row = header_row(chunk, table);
        for (size_t f = 0; row && f < table->field_count; f++) {
            const reel_field *field = &table->fields[f];
            struct text value = { 0 };
            field_text(&value, field, row, wants_labels(job->arguments, false));
            if (!value.size)
                text_string(&value, "-");
            else
                add_unit(&value, field, row);
            struct text shown = { 0 };
            text_cut(&shown, value.data, value.size, VALUE_COLUMNS);
            grid_add(&grid, field->name, strlen(field->name));
            grid_add(&grid, shown.data, shown.size);
            text_free(&shown);
            text_free(&value);
        }
    }
    grid_print(&survey->header, &grid, 2, SIZE_MAX);
    grid_free(&grid);
}

/* The header rows, as reel export writes them to JSON. */
static reel_status header_json(struct job *job, struct survey *survey, const reel_chunk *chunk)
{
    const reel_table **headers = grow(NULL, (survey->count + 1) * sizeof(const reel_table *));
    size_t count = 0;
    for (size_t i = 0; i < survey->count; i++)
        if (header_row(chunk, survey->tables[i])) headers[count++] = survey->tables[i];
    headers[count] = NULL;
    reel_export_options how = { REEL_SIZED(reel_export_options), .tables = headers,
                                .flags = wants_labels(job->arguments, true) ? REEL_EXPORT_LABELS : 0 };
    reel_status status = export_text(job, chunk, survey->format, &how, &survey->header);
    free(headers);
    return status;
}

static reel_status survey_header(struct job *job, struct survey *survey, const reel_chunk *chunk)
{
    if (has(job->arguments, OPT_JSON)) return header_json(job, survey, chunk);
    header_text(job, survey, chunk);
    return REEL_OK;
}

static void survey_game(struct survey *survey, const reel_chunk *header)
{
    const size_t size = reel_replay_game(survey->format, header, NULL, 0);
    survey->game = grow(NULL, size + 1);
    reel_replay_game(survey->format, header, survey->game, size + 1);
}

static reel_status survey_read(struct job *job, reel_reader *reader, struct survey *survey)
{
    survey->format = reel_reader_format(reader);
    survey->tables = survey->format->tables;
    while (survey->tables[survey->count]) survey->count++;
    survey->spans = grow(NULL, (survey->count + 1) * sizeof *survey->spans);
    memset(survey->spans, 0, (survey->count + 1) * sizeof *survey->spans);
    survey_game(survey, reel_header(reader));
    reel_status status = survey_header(job, survey, reel_header(reader));
    if (status < 0 || has(job->arguments, OPT_HEADER)) return status;
    const reel_chunk *chunk;
    while ((status = reel_next(reader, &chunk, &job->error)) == REEL_OK) count_chunk(survey, chunk);
    return status;
}

/* ---- the result ------------------------------------------------------------------------------------------------- */

/* Ticks are integers. Absurdly large times are printed with an exponent. */
static void add_time(struct text *text, const reel_field *time, double at)
{
    if (time->type < REEL_F32)
        text_print(text, "%.0f", at);
    else if (fabs(at) < 1e9)
        text_print(text, "%.3f", at);
    else
        text_print(text, "%.3g", at);
}

static void tables_text(struct text *out, const struct survey *survey, bool layout)
{
    struct grid grid;
    grid_begin(&grid, 3);
    grid.right[1] = true;
    for (size_t i = 0; i < survey->count; i++) {
        const reel_table *table = survey->tables[i];
        const struct extent *span = &survey->spans[i];
        if (table->flags & REEL_TABLE_LAYOUT ? !layout : table->flags & REEL_TABLE_HEADER && span->rows == 1) continue;
        struct text rows = { 0 }, times = { 0 };
        bool read = !(table->flags & REEL_TABLE_ON_REQUEST); /* others have not been counted */
        if (read)
            text_counted(&rows, span->rows, "row", "rows");
        else
            text_string(&rows, "-");
        const reel_field *time = span->timed ? reel_table_time(table) : NULL;
        if (time) {
            add_time(&times, time, span->from);
            text_string(&times, " to ");
            add_time(&times, time, span->to);
            text_print(&times, " %s", time->unit);
        }
        grid_add(&grid, table->name, strlen(table->name));
        grid_add(&grid, rows.data, rows.size);
        grid_add(&grid, times.data, times.size);
        text_free(&rows);
        text_free(&times);
    }
    grid_print(out, &grid, 4, SIZE_MAX);
    grid_free(&grid);
}

static void survey_text(struct job *job, const struct survey *survey)
{
    text_visible(&job->out, job->shown, strlen(job->shown));
    const reel_format *format = survey->format;
    text_print(&job->out, ": %s (%s), a %s of ", format->name, format->id,
               format->flags & REEL_FORMAT_LEVEL ? "level" : "replay");
    const char *game = *survey->game ? survey->game : "an unknown game";
    text_visible(&job->out, game, strlen(game));
    text_string(&job->out, "\n");
    text_add(&job->out, survey->header.data, survey->header.size);
    if (has(job->arguments, OPT_HEADER)) return;
    text_string(&job->out, "  tables\n");
    tables_text(&job->out, survey, has(job->arguments, OPT_VERBOSE));
}

static void survey_json(struct job *job, const struct survey *survey)
{
    struct text *out = &job->out;
    json_open(out, NULL, '{');
    json_file(out, job, survey->format);
    json_string(out, "name", survey->format->name);
    if (*survey->game)
        json_string(out, "game", survey->game);
    else
        json_null(out, "game");
    json_raw(out, "header", survey->header.data, survey->header.size);
    if (!has(job->arguments, OPT_HEADER)) {
        json_open(out, "tables", '[');
        for (size_t i = 0; i < survey->count; i++) {
            const struct extent *span = &survey->spans[i];
            json_open(out, NULL, '{');
            json_string(out, "name", survey->tables[i]->name);
            if (survey->tables[i]->flags & REEL_TABLE_ON_REQUEST)
                json_null(out, "rows");
            else
                json_count(out, "rows", span->rows);
            if (span->timed) {
                reel_type type = reel_table_time(survey->tables[i])->type;
                json_number(out, "from", span->from, type);
                json_number(out, "to", span->to, type);
            }
            json_close(out, '}');
        }
        json_close(out, ']');
    }
    json_findings(out, job->findings);
    json_close(out, '}');
    text_string(out, "\n");
}

static reel_status info(struct job *job)
{
    static const reel_table *const none[] = { NULL };
    reel_reader *reader;
    reel_status status = job_reader(job, has(job->arguments, OPT_HEADER) ? none : NULL, &reader);
    if (status < 0) return status;
    struct survey survey = { 0 };
    status = survey_read(job, reader, &survey);
    if (status >= 0) (has(job->arguments, OPT_JSON) ? survey_json : survey_text)(job, &survey);
    free(survey.spans);
    text_free(&survey.header);
    free(survey.game);
    reel_close(reader);
    return status;
}

int run_info(const struct arguments *arguments)
{
    struct task task = { .work = info, .between = has(arguments, OPT_JSON) ? NULL : "\n", .collection = COLLECT_ALWAYS };
    if (has(arguments, OPT_HASH) && !has(arguments, OPT_JSON)) return usage_error(arguments->verb, "--hash requires --json");
    return run_files(arguments, &task);
}
