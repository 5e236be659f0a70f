/* SPDX-License-Identifier: MIT
 * reel stats: prints the statistics of a replay, from the insights of its game. */
#include "args/choices.h"
#include "args/tables.h"
#include "base/field.h"
#include "base/grid.h"
#include "base/json.h"
#include "base/system.h"
#include "run/batch.h"
#include "run/joined.h"
#include "run/levels.h"
#include "run/output.h"
#include "run/own_map.h"
#include "run/report.h"
#include "run/rows.h"
#include "verbs/verbs.h"

#include <reel/insight.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- text ------------------------------------------------------------------------------------------------------- */

/* A number with at most four decimals. --to gives exact values. */
static void add_rounded(struct text *text, double value)
{
    if (!isfinite(value) || (value != 0 && (fabs(value) < 0.001 || fabs(value) >= 1e15))) {
        text_print(text, "%.4g", value);
        return;
    }
    text_print(text, "%.4f", value);
    while (text_drop(text, '0')) continue;
    text_drop(text, '.');
}

static void add_cell(struct grid *grid, const reel_field *field, const void *row, bool labels)
{
    struct text text = { 0 }, shown = { 0 };
    if (!reel_field_present(field, row)) {
        text_string(&text, "-");
    } else if (field->type == REEL_F32 || field->type == REEL_F64) {
        for (size_t i = 0; i < field->count; i++) {
            if (i) text_string(&text, " ");
            add_rounded(&text, reel_field_number(field, row, i));
        }
    } else {
        field_text(&text, field, row, labels);
    }
    text_cut(&shown, text.data, text.size, CELL_COLUMNS);
    grid_add(grid, shown.data, shown.size);
    text_free(&shown);
    text_free(&text);
}

static bool is_numeric(const reel_field *field) { return field->count == 1 && field->type < REEL_STRING && !field->labels; }

struct selection {
    const reel_table *table;
    const uint8_t *rows;
    size_t count;
    reel_field *fields;
    size_t field_count;
    bool labels;
};

static void select_fields(struct selection *selection, const char *const *names)
{
    const reel_table *table = selection->table;
    size_t most = table->field_count;
    for (const char *const *name = names; name && *name; name++) most++;
    selection->fields = grow(NULL, most * sizeof *selection->fields);
    for (size_t i = 0; !names && i < table->field_count; i++) selection->fields[selection->field_count++] = table->fields[i];
    for (; names && *names; names++)
        if (reel_table_select(table, *names, &selection->fields[selection->field_count], NULL)) selection->field_count++;
}

/* One line per row. */
static void print_rows(struct text *out, const struct selection *selection, size_t limit, size_t columns)
{
    struct grid grid;
    grid_begin(&grid, selection->field_count);
    for (size_t i = 0; i < selection->field_count; i++) {
        const reel_field *field = &selection->fields[i];
        grid.right[i] = is_numeric(field);
        grid_add(&grid, field->name, strlen(field->name));
    }
    for (size_t row = 0; row < selection->count && row < limit; row++)
        for (size_t i = 0; i < selection->field_count; i++)
            add_cell(&grid, &selection->fields[i], selection->rows + row * selection->table->row_size, selection->labels);
    grid_print(out, &grid, 2, columns);
    grid_free(&grid);
}

/* One line per field, for tables with few rows and many fields. With one row the line also has the description of the field. */
static void print_fields(struct text *out, const struct selection *selection, size_t columns)
{
    bool one = selection->count == 1;
    struct grid grid;
    grid_begin(&grid, 2 + selection->count + one);
    for (size_t i = 0; i < selection->count; i++) grid.right[1 + i] = true;
    for (size_t i = 0; i < selection->field_count; i++) {
        const reel_field *field = &selection->fields[i];
        grid_add(&grid, field->name, strlen(field->name));
        for (size_t row = 0; row < selection->count; row++)
            add_cell(&grid, field, selection->rows + row * selection->table->row_size, selection->labels);
        grid_add(&grid, field->unit, strlen(field->unit));
        if (one) grid_add(&grid, field->doc, strlen(field->doc));
    }
    grid_print(out, &grid, 2, columns);
    grid_free(&grid);
}

/* Without --all, -t and -f only what people ask for first is printed: the fields with that flag, and the tables that have one. An insight
 * without such a field is printed in full. */
static bool is_main(const reel_table *table)
{
    for (size_t i = 0; i < table->field_count; i++)
        if (table->fields[i].flags & REEL_FIELD_MAIN) return true;
    return false;
}

static bool is_brief(const struct arguments *arguments, const reel_insight *insight)
{
    if (has(arguments, OPT_ALL) || has(arguments, OPT_TABLE) || has(arguments, OPT_FIELDS)) return false;
    for (const reel_table *const *table = insight->tables; *table; table++)
        if (is_main(*table)) return true;
    return false;
}

/* The names of the tables that are computed if none are chosen, NULL-terminated: those that have what people ask for first, or all. Those of
 * the level only if it is known. */
static char **usual_tables(const reel_insight *insight, bool brief, bool level)
{
    struct names names = { NULL, 0 };
    for (const reel_table *const *table = insight->tables; *table; table++)
        if ((*table)->flags & REEL_TABLE_LEVEL ? level && (!brief || is_main(*table))
            : brief                            ? is_main(*table)
                                               : !((*table)->flags & REEL_TABLE_ON_REQUEST))
            names_add(&names, (*table)->name, strlen((*table)->name));
    return names.data;
}

static void select_main_fields(struct selection *selection)
{
    const reel_table *table = selection->table;
    selection->fields = grow(NULL, table->field_count * sizeof *selection->fields);
    for (size_t i = 0; i < table->field_count; i++)
        if (table->fields[i].flags & REEL_FIELD_MAIN) selection->fields[selection->field_count++] = table->fields[i];
}

enum { FEW_ROWS = 4, MANY_FIELDS = 8, SHOWN_ROWS = 12 };

static void table_text(struct job *job, const struct selection *selection)
{
    const reel_table *table = selection->table;
    uint64_t limit = count_of(job->arguments, OPT_LIMIT, SHOWN_ROWS);
    if (!limit) limit = UINT64_MAX;
    text_print(&job->out, "\n%s: %s\n", table->name, table->doc);
    if (!selection->count) {
        text_string(&job->out, "  (no rows)\n");
    } else if (selection->count == 1 || (selection->count <= FEW_ROWS && selection->field_count > MANY_FIELDS)) {
        print_fields(&job->out, selection, terminal_columns());
    } else {
        print_rows(&job->out, selection, limit > SIZE_MAX ? SIZE_MAX : (size_t)limit, terminal_columns());
    }
    if (selection->count > limit && selection->count > FEW_ROWS) {
        text_string(&job->out, "  … ");
        text_counted(&job->out, selection->count - limit, "more row", "more rows");
        text_print(&job->out, ": reel stats -t %s --to csv\n", table->name);
    }
}

/* ---- running ---------------------------------------------------------------------------------------------------- */

struct measurement {
    const reel_format *format;
    const reel_insight *insight;
    char **tables, **fields;
    const char *kind;         /* id of the exporter; NULL: text */
    struct text json;         /* members of the object "stats" */
    const reel_replay *level; /* NULL: unknown */
    reel_replay *own;         /* the map that the demo contains */
};

static void result_text(struct job *job, const struct measurement *m, const reel_insight *insight,
                        const reel_table *const *tables, const reel_replay *result)
{
    text_visible(&job->out, job->shown, strlen(job->shown));
    text_print(&job->out, ": %s (%s)\n", insight->name, insight->id);
    for (; *tables; tables++) {
        if (!table_has_some(*tables, m->fields)) continue;
        struct selection selection = { .table = *tables, .labels = wants_labels(job->arguments, false) };
        selection.rows = reel_rows(result, *tables, &selection.count);
        if (is_brief(job->arguments, insight) && !selection.count) continue;
        if (is_brief(job->arguments, insight))
            select_main_fields(&selection);
        else
            select_fields(&selection, (const char *const *)m->fields);
        table_text(job, &selection);
        free(selection.fields);
    }
    if (is_brief(job->arguments, insight)) text_string(&job->out, "\nAll statistics: reel stats --all\n");
}

static char *path_of_stats(const struct job *job, const char *kind)
{
    char *ending = joined(".stats.", kind, ""), *path = output_path(job, ending);
    free(ending);
    return path;
}

static reel_status file_sink(struct job *job, const char *kind, reel_sink *sink)
{
    char *path = path_of_stats(job, kind);
    reel_status status = output_sink(job, path, sink);
    free(path);
    return status;
}

static reel_status result_export(struct job *job, struct measurement *m, const reel_insight *insight,
                                 const reel_table *const *tables, const reel_replay *result)
{
    reel_export_options how = { REEL_SIZED(reel_export_options), .tables = tables, .fields = (const char *const *)m->fields };
    how.flags |= wants_labels(job->arguments, strcmp(m->kind, "csv") != 0) ? REEL_EXPORT_LABELS : 0;
    how.flags |= has(job->arguments, OPT_PRETTY) ? REEL_EXPORT_PRETTY : 0;
    how.flags |= has(job->arguments, OPT_CSV_SAFE) ? REEL_EXPORT_CSV_SAFE : 0;
    how.allocator = job->options.allocator;
    how.flags |= REEL_EXPORT_LAYOUT | REEL_EXPORT_WHOLE;
    if (!strcmp(m->kind, "json")) {
        struct text document = { 0 };
        reel_status status = export_text(job, reel_replay_chunk(result), m->format, &how, &document);
        if (status >= 0) json_raw(&m->json, insight->id, document.data, document.size);
        text_free(&document);
        return status;
    }
    reel_sink sink;
    reel_export *export_;
    reel_status status = REEL_OK;
    if (is_joined(job, m->kind)) {
        status = joined_export(job, m->kind, m->format, &how, &export_);
        return status < 0 ? status : reel_export_chunk(export_, reel_replay_chunk(result));
    }
    if (job->collected)
        sink = text_sink(&job->out);
    else
        status = file_sink(job, m->kind, &sink);
    if (status >= 0) status = reel_export_open(reel_exporter_by_id(m->kind), sink, m->format, &how, &export_, &job->error);
    if (status >= 0) {
        reel_export_chunk(export_, reel_replay_chunk(result)); /* a failure is reported by finish */
        status = reel_export_finish(export_, &job->error);
    }
    return status;
}

/* The value of --convention if the insight has it, else NULL. */
static const char *convention_of(const struct arguments *arguments, const reel_insight *insight)
{
    const char *wanted = value_of(arguments, OPT_CONVENTION);
    for (const char *const *own = insight->conventions; wanted && own && *own; own++)
        if (!strcmp(*own, wanted)) return wanted;
    return NULL;
}

/* The statistics of a format: the first insight that has all of the tables, else the first that has tables at all. */
static const reel_insight *insight_for(const reel_format *format, char *const *tables)
{
    const reel_insight *first = NULL;
    const char *missing;
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++) {
        if (!(*insight)->tables || !reel_insight_takes(*insight, format)) continue;
        if (!first) first = *insight;
        if (tables && tables_have((*insight)->tables, tables, &missing)) return *insight;
    }
    return first;
}

/* The first of the tables that only other statistics of the format have; NULL: none. */
static const char *table_of_others(const reel_format *format, const reel_insight *chosen, char *const *tables)
{
    const char *missing;
    for (; tables && *tables; tables++) {
        char *const name[] = { *tables, NULL };
        if (tables_have(chosen->tables, name, &missing)) continue;
        for (const reel_insight *const *insight = reel_insights(); *insight; insight++)
            if ((*insight)->tables && reel_insight_takes(*insight, format) && tables_have((*insight)->tables, name, &missing))
                return *tables;
    }
    return NULL;
}

/* Only what the statistics need is read. */
static reel_status choose(struct job *job, const reel_format *format, const reel_chunk *header, reel_options *options)
{
    struct measurement *m = job->choosing;
    if (header) return m->insight->levels ? levels_find(job, header, &m->level) : REEL_OK;
    m->format = format;
    m->insight = insight_for(format, m->tables);
    if (!m->insight) return fail_job(job, REEL_ARGUMENT, "stats.none", "there are no statistics for %s", format->name);
    const char *other = table_of_others(format, m->insight, m->tables);
    if (other)
        return fail_job(job, REEL_ARGUMENT, "stats.tables", "the table %s belongs to other statistics: request it on its own",
                        other);
    if (!m->insight->levels && has(job->arguments, OPT_LEVELS))
        return fail_job(job, REEL_ARGUMENT, "stats.level", "the statistics of %s use no level", format->name);
    options->tables = m->insight->inputs;
    return REEL_OK;
}

/* The tables of the command line, else those that are shown without any. */
static reel_status choose_results(struct job *job, const struct measurement *m, const reel_table ***tables)
{
    const reel_insight *insight = m->insight;
    const char *missing;
    struct text subject = { 0 };
    reel_status status = REEL_OK;
    size_t count;
    const bool brief = !m->kind && is_brief(job->arguments, insight);
    char **usual = m->tables ? NULL : usual_tables(insight, brief, m->level != NULL);
    *tables = tables_chosen(insight->tables, usual ? usual : m->tables, REEL_TABLE_ON_REQUEST, &count);
    names_free(usual);
    if (!fields_have(insight->tables, m->fields, &missing)) {
        text_print(&subject, "%s has no field", insight->name);
        status = unknown_field(job, "stats.field", text_of(&subject), insight->tables, missing);
    } else if (!count) {
        text_print(&subject, "the statistics of %s have", m->format->name);
        status = unknown_table(job, "stats.none", text_of(&subject), insight->tables, m->tables[0]);
    }
    text_free(&subject);
    return status;
}

static reel_status open_reader(struct job *job, struct measurement *m, reel_reader **reader)
{
    job->choose = choose;
    job->choosing = m;
    return job_reader(job, NULL, reader);
}

/* A demo has its map, which is the level unless another one is given. It has to be known before the first row is processed: the input is read twice. */
static reel_status open_with_own_map(struct job *job, struct measurement *m, reel_reader **reader)
{
    const reel_status status = open_reader(job, m, reader);
    if (status < 0 || m->level || strcmp(m->format->id, "demo") != 0 || !job_can_reopen(job)) return status;
    reel_close(*reader);
    job->choose = NULL;
    m->own = own_map(job);
    const reel_status again = open_reader(job, m, reader);
    m->level = m->own;
    return again;
}

static reel_status measure(struct job *job, struct measurement *m)
{
    reel_reader *reader;
    reel_replay *result = NULL;
    const reel_table **tables = NULL;
    reel_status status = open_with_own_map(job, m, &reader);
    if (status < 0) return status;
    status = choose_results(job, m, &tables);
    reel_insight_options how = { REEL_SIZED(reel_insight_options),
                                 .tables = tables,
                                 .convention = convention_of(job->arguments, m->insight),
                                 .report = job->options.report,
                                 .report_context = job->options.report_context,
                                 .allocator = job->options.allocator,
                                 .limits = job->options.limits,
                                 .on_progress = job->options.on_progress,
                                 .level = m->level,
                                 .progress_context = job->options.progress_context };
    if (status >= 0) status = reel_insight_run(m->insight, reader, &how, &result, &job->error);
    if (status >= 0 && m->kind)
        status = result_export(job, m, m->insight, tables, result);
    else if (status >= 0)
        result_text(job, m, m->insight, tables, result);
    reel_free(result);
    reel_close(reader);
    free(tables);
    return status;
}

static reel_status write_json(struct job *job, const struct measurement *m)
{
    struct text line = { 0 };
    json_open(&line, NULL, '{');
    json_file(&line, job, m->format);
    json_open(&line, "stats", '{');
    text_add(&line, m->json.data, m->json.size);
    json_close(&line, '}');
    json_findings(&line, job->findings);
    json_close(&line, '}');
    text_string(&line, "\n");
    reel_status status = REEL_OK;
    if (job->collected) {
        text_add(&job->out, line.data, line.size);
    } else {
        reel_sink sink;
        status = file_sink(job, "json", &sink);
        if (status >= 0 && (status = sink.write(sink.context, line.data, line.size, &job->error)) < 0)
            sink.discard(sink.context);
        else if (status >= 0)
            status = sink.commit(sink.context, &job->error);
    }
    text_free(&line);
    return status;
}

static const char *kind_of_stats(const struct arguments *arguments)
{
    const char *kind = value_of(arguments, OPT_TO_EXPORT);
    return kind ? kind : has(arguments, OPT_JSON) ? "json" : NULL;
}

/* --skip-existing: before the file is read. */
static reel_status check_existing(struct job *job, const struct measurement *m)
{
    if (!m->kind || job->collected) return REEL_OK;
    char *path = path_of_stats(job, m->kind);
    reel_status status = output_check_existing(job, path);
    free(path);
    return status;
}

static reel_status stats(struct job *job)
{
    struct measurement m = { .kind = kind_of_stats(job->arguments) };
    m.tables = names_of(job->arguments, OPT_TABLE);
    m.fields = names_of(job->arguments, OPT_FIELDS);
    reel_status status = check_existing(job, &m);
    if (status >= 0) status = measure(job, &m);
    if (status >= 0 && m.kind && !strcmp(m.kind, "json")) status = write_json(job, &m);
    if (!m.own) levels_release(m.level);
    reel_free(m.own);
    names_free(m.tables);
    names_free(m.fields);
    text_free(&m.json);
    return status;
}

/* The field of some tables that had a name; NULL if one of them still has a field of that name. */
static const reel_field *renamed_field(char *const *tables, const char *old_name)
{
    const reel_field *found = NULL;
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++)
        for (const reel_table *const *table = (*insight)->tables; table && *table; table++) {
            const char *old = reel_table_old_name(*table);
            if (tables && !names_have(tables, (*table)->name) && !(old && names_have(tables, old))) continue;
            if (reel_table_field(*table, old_name)) return NULL;
            const reel_field *renamed = reel_table_renamed(*table, old_name);
            if (renamed) found = renamed;
        }
    return found;
}

static void warn_of_old_name(const char *what, const char *old_name, const char *name)
{
    fprintf(stderr, "reel: warning: the %s '%s' is now called '%s'; the next release will not know the old name\n", what,
            old_name, name);
}

/* For the statistics of the first input, or of any format if that has none. */
static void warn_of_old_table(const struct arguments *arguments, const char *old_name)
{
    const reel_format *format = format_of_input(arguments);
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++) {
        if (format && !reel_insight_takes(*insight, format)) continue;
        for (const reel_table *const *table = (*insight)->tables; table && *table; table++) {
            const char *old = reel_table_old_name(*table);
            if (!old || strcmp(old, old_name) != 0) continue;
            warn_of_old_name("table", old_name, (*table)->name);
            return;
        }
    }
}

static void warn_of_old_names(const struct arguments *arguments)
{
    char **fields = names_of(arguments, OPT_FIELDS), **tables = names_of(arguments, OPT_TABLE);
    for (char **name = fields; name && *name; name++) {
        const reel_field *renamed = renamed_field(tables, *name);
        if (renamed) warn_of_old_name("field", *name, renamed->name);
    }
    for (char **name = tables; name && *name; name++) warn_of_old_table(arguments, *name);
    names_free(fields);
    names_free(tables);
}

static int run_task(const struct arguments *arguments, const struct task *task)
{
    int status = levels_begin(arguments);
    if (status == EXIT_FINE) status = run_files(arguments, task);
    levels_end();
    return status;
}

int run_stats(const struct arguments *arguments)
{
    const char *kind = kind_of_stats(arguments);
    if (!kind && !output_is_stdout(arguments)) return usage_error(arguments->verb, "-o requires --json or --to");
    bool csv = kind && !strcmp(kind, "csv");
    if (has(arguments, OPT_CSV_SAFE) && !csv) return usage_error(arguments->verb, "--csv-safe requires --to csv");
    int refused = refuse_binary(arguments, kind);
    if (refused) return refused;
    if (has(arguments, OPT_HASH) && !kind) return usage_error(arguments->verb, "--hash requires --json or --to");
    warn_of_old_names(arguments);
    struct task task = { .work = stats, .between = kind ? NULL : "\n", .writes = !output_is_stdout(arguments) };
    if (kind) {
        task.exporter = strcmp(kind, "json") != 0 ? kind : NULL;
        task.collection = COLLECT_NAMED;
        task.ending = csv ? ".csv" : !strcmp(kind, "jsonl") ? ".jsonl" : ".json";
    }
    if (!kind_is_binary(kind)) return run_task(arguments, &task);
    char *ending = joined(".", kind, "");
    task.exporter = NULL; /* leading columns are for text */
    task.ending = ending;
    task.in_turn = true;
    task.finish = joined_finish;
    int status = run_task(arguments, &task);
    free(ending);
    return status;
}
