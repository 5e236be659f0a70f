/* SPDX-License-Identifier: MIT
 * A report as one HTML document that needs nothing else: no scripts, no fonts, no files. The markup is well-formed XML after its first
 * line, as that of the pictures is. */
#include "report.h"

#include "codec/number.h"
#include "codec/text_form.h"
#include "core/memory.h"
#include "core/options.h"
#include "core/output.h"
#include "core/rows.h"

#include <math.h>

enum { SHOWN_ROWS = 100, SHOWN_TEXT = 120, FEW_ROWS = 4, MANY_FIELDS = 8 };

static void put_string(reel_output *out, const char *text) { reel__put_text(out, string_of(text), 1, 0); }

/* ---- values ----------------------------------------------------------------------------------------------------- */

static void put_double(reel_output *out, double value)
{
    plot_label label = { "", 0 };
    char text[NUMBER_SIZE];
    if (isnan(value)) {
        reel__put_literal(out, "NaN");
    } else if (isinf(value)) {
        reel__put_literal(out, value < 0 ? "\xE2\x88\x92\xE2\x88\x9E" : "\xE2\x88\x9E");
    } else if (value != 0 && (fabs(value) < 0.001 || fabs(value) >= 1e12)) {
        reel_put(out, text, reel__number_f64(text, value));
    } else {
        reel__label_number(&label, value, 3);
        while (label.text[label.size - 1] == '0') label.size--;
        if (label.text[label.size - 1] == '.') label.size--;
        for (size_t i = 0; i < label.size; i++) /* integers have no separators either: they may be identifiers */
            if (label.text[i] != ',') reel_put(out, &label.text[i], 1);
    }
}

static const char *label_of(const reel_field *field, double value)
{
    for (const reel_label *label = field->labels; label && label->name; label++)
        if ((double)label->value == value) return label->name;
    return NULL;
}

static void put_integer(reel_output *out, const reel_field *field, const uint8_t *slot, double value)
{
    char text[NUMBER_SIZE];
    uint64_t bits;
    if (field->type == REEL_U64 || field->type == REEL_I64) {
        memcpy(&bits, slot, sizeof bits);
        reel_put(out, text, field->type == REEL_U64 ? reel__number_u64(text, bits) : reel__number_i64(text, (int64_t)bits));
    } else {
        reel_put(out, text, reel__number_i64(text, (int64_t)value));
    }
}

static void put_number(reel_output *out, const reel_field *field, const uint8_t *row, size_t index)
{
    double value = reel_field_number(field, row, index);
    const char *label = label_of(field, value);
    if (label)
        put_string(out, label);
    else if (field->type == REEL_BOOL)
        reel__put_literal(out, value > 0 ? "yes" : "no");
    else if (field->type == REEL_F32 || field->type == REEL_F64)
        put_double(out, value);
    else
        put_integer(out, field, row + field->offset + index * reel_type_size(field->type), value);
}

static void put_value(reel_output *out, const reel_field *field, const uint8_t *row)
{
    plot_label size = { "", 0 };
    char uuid[UUID_TEXT_SIZE];
    if (!reel_field_present(field, row)) {
        reel__put_literal(out, "\xE2\x80\x93");
    } else if (field->type == REEL_STRING) {
        reel_bytes text = text_value(row + field->offset);
        reel__put_text(out, (reel_string){ (const char *)text.data, text.size }, 1, SHOWN_TEXT);
    } else if (field->type == REEL_BYTES) {
        reel__label_many(&size, text_value(row + field->offset).size, "byte", "bytes");
        reel__put_literal(out, size.text);
    } else if (field->type == REEL_UUID) {
        reel_put(out, uuid, reel__uuid_text(uuid, row + field->offset));
    } else {
        for (size_t i = 0; i < field->count; i++) {
            if (i) reel__put_literal(out, ", ");
            put_number(out, field, row, i);
        }
    }
}

/* ---- tables ----------------------------------------------------------------------------------------------------- */

typedef struct report_table {
    const reel_table *table;
    const uint8_t *rows;
    size_t count;
} report_table;

static bool is_amount(const reel_field *field)
{
    return field->count == 1 && field->type < REEL_STRING && field->type != REEL_BOOL && !field->labels;
}

static void put_cell(reel_output *out, const reel_field *field, const uint8_t *row, bool right)
{
    reel__put_literal(out, right ? "<td class=\"n\">" : "<td>");
    put_value(out, field, row);
    reel__put_literal(out, "</td>");
}

static void put_unit(reel_output *out, const reel_field *field)
{
    if (!*field->unit) return;
    reel__put_literal(out, ", ");
    put_string(out, field->unit);
}

/* The mean of each column of amounts, not of times and keys. */
static void put_means(reel_output *out, const report_table *table)
{
    reel__put_literal(out, "<tfoot><tr>");
    for (size_t f = 0; f < table->table->field_count; f++) {
        const reel_field *field = &table->table->fields[f];
        double sum = 0, count = 0;
        bool measured =
            is_amount(field) && !(field->flags & (REEL_FIELD_TIME | REEL_FIELD_KEY | REEL_FIELD_PERSONAL | REEL_FIELD_DERIVED));
        for (size_t i = 0; i < table->count && measured; i++) {
            const uint8_t *row = table->rows + i * table->table->row_size;
            double value = reel_field_number(field, row, 0);
            if (!reel_field_present(field, row) || !isfinite(value)) continue;
            sum += value;
            count++;
        }
        reel__put_literal(out, "<td class=\"n\">");
        if (!f) reel__put_literal(out, "mean ");
        if (count > 0) put_double(out, sum / count);
        reel__put_literal(out, "</td>");
    }
    reel__put_literal(out, "</tr></tfoot>\n");
}

/* One line per row. */
static void put_rows(reel_output *out, const report_table *table)
{
    const reel_table *form = table->table;
    reel__put_literal(out, "<table><thead><tr>");
    for (size_t f = 0; f < form->field_count; f++) {
        reel__put_literal(out, is_amount(&form->fields[f]) ? "<th class=\"n\" title=\"" : "<th title=\"");
        put_string(out, form->fields[f].doc);
        reel__put_literal(out, "\">");
        put_string(out, form->fields[f].name);
        put_unit(out, &form->fields[f]);
        reel__put_literal(out, "</th>");
    }
    reel__put_literal(out, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < table->count && i < SHOWN_ROWS; i++) {
        reel__put_literal(out, "<tr>");
        for (size_t f = 0; f < form->field_count; f++)
            put_cell(out, &form->fields[f], table->rows + i * form->row_size, is_amount(&form->fields[f]));
        reel__put_literal(out, "</tr>\n");
    }
    reel__put_literal(out, "</tbody>\n");
    put_means(out, table);
    reel__put_literal(out, "</table>\n");
}

/* One line per field, for tables with few rows and many fields. */
static void put_fields(reel_output *out, const report_table *table)
{
    const reel_table *form = table->table;
    reel__put_literal(out, "<table><tbody>\n");
    for (size_t f = 0; f < form->field_count; f++) {
        reel__put_literal(out, "<tr><th>");
        put_string(out, form->fields[f].name);
        put_unit(out, &form->fields[f]);
        reel__put_literal(out, "</th>");
        for (size_t i = 0; i < table->count; i++) put_cell(out, &form->fields[f], table->rows + i * form->row_size, true);
        reel__put_literal(out, "<td class=\"doc\">");
        put_string(out, form->fields[f].doc);
        reel__put_literal(out, "</td></tr>\n");
    }
    reel__put_literal(out, "</tbody></table>\n");
}

static void put_table(reel_output *out, const report_table *table)
{
    plot_label rows = { "", 0 }, more = { "", 0 };
    if (!table->count) return;
    reel__label_many(&rows, table->count, "row", "rows");
    reel__put_literal(out, "<details><summary><b>");
    put_string(out, table->table->name);
    reel__put_literal(out, "</b>: ");
    put_string(out, table->table->doc);
    reel__put_literal(out, " (");
    reel__put_literal(out, rows.text);
    reel__put_literal(out, ")</summary>\n<div class=\"wide\">");
    bool upright = table->count == 1 || (table->count <= FEW_ROWS && table->table->field_count > MANY_FIELDS);
    (upright ? put_fields : put_rows)(out, table);
    reel__put_literal(out, "</div>\n");
    if (table->count > SHOWN_ROWS) {
        reel__label_many(&more, table->count - SHOWN_ROWS, "more row", "more rows");
        reel__put_literal(out, "<p>");
        reel__put_literal(out, more.text);
        reel__put_literal(out, " not shown; the means are of all rows. <code>reel stats -t ");
        put_string(out, table->table->name);
        reel__put_literal(out, " --to csv</code> has them.</p>\n");
    }
    reel__put_literal(out, "</details>\n");
}

/* ---- the document ----------------------------------------------------------------------------------------------- */

static const ink_colors *const page_inks[] = { &reel__canvas_inks[INK_PAPER], &reel__canvas_inks[INK_TEXT],
                                               &reel__canvas_inks[INK_MUTED], &reel__canvas_inks[INK_GRID],
                                               &reel__canvas_inks[INK_PANEL], &reel__canvas_inks[INK_MAIN],
                                               &reel__canvas_inks[INK_WARN] };

static void put_colors(reel_output *out, bool dark)
{
    reel__put_literal(out, ":root{");
    for (size_t i = 0; i < sizeof page_inks / sizeof *page_inks; i++) {
        reel__put_literal(out, "--");
        reel__put_literal(out, page_inks[i]->name);
        reel__put_literal(out, ":");
        reel__put_literal(out, dark ? page_inks[i]->dark : page_inks[i]->light);
        reel__put_literal(out, ";");
    }
    reel__put_literal(out, dark ? "color-scheme:dark}\n" : "color-scheme:light}\n");
}

static void put_page_style(reel_output *out, uint32_t theme)
{
    reel__put_literal(out, "<style>\n");
    put_colors(out, theme == REEL_PLOT_DARK);
    if (theme == REEL_PLOT_AUTO) {
        reel__put_literal(out, "@media (prefers-color-scheme:dark){");
        put_colors(out, true);
        reel__put_literal(out, "}\n");
    }
    reel__put_literal(
        out, "body{margin:0 auto;padding:1rem;max-width:1040px;background:var(--paper);color:var(--text);"
             "font:15px/1.5 system-ui,-apple-system,\"Segoe UI\",\"DejaVu Sans\",sans-serif}\n"
             "h1{margin-bottom:0;overflow-wrap:anywhere}\n.detail{margin-top:0;color:var(--muted)}\n.damage{color:var(--warn)}\n"
             "figure{margin:1rem 0;border:1px solid var(--grid)}\n"
             "figure svg.reel{display:block;max-width:100%;height:auto}\n"
             ".good li::marker{content:\"+ \";color:var(--main)}\n.bad li::marker{content:\"\\2212  \";color:var(--warn)}\n"
             "details{margin:.4rem 0;padding:.3rem .6rem;background:var(--panel)}\nsummary{cursor:pointer}\n"
             ".wide{overflow-x:auto}\ntable{border-collapse:collapse;font-size:13px}\n"
             "th,td{padding:.15rem .6rem;border-bottom:1px solid var(--grid);text-align:left;white-space:nowrap}\n"
             "th.n,td.n{text-align:right;font-variant-numeric:tabular-nums}\n.doc{color:var(--muted)}\n"
             "tfoot td{font-weight:600;border-top:2px solid var(--grid)}\n</style>\n");
}

static void put_sentences(reel_output *out, const plot_family *family, const reel_replay *result)
{
    for (int kind = 0; kind < REPORT_KINDS; kind++) {
        plot_report report = { .out = out, .kind = (report_kind)kind };
        family->say(&report, result);
        if (report.lines) reel__put_literal(out, "</ul>\n");
    }
}

typedef struct report_run {
    const reel_replay *replay;
    const reel_plot_options *options;
    reel_output *out;
    const plot_family *family;
    const reel_replay *result; /* of the family's insight */
    plot_known *known;         /* it, and what pictures ask for besides */
    reel_error *error;
} report_run;

static void put_head(const report_run *run)
{
    plot_label detail = { "", 0 };
    plot_heading heading = run->family->name(run->replay, &detail);
    reel_string title = run->options->title ? string_of(run->options->title) : heading.title;
    reel__put_literal(run->out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
                                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>");
    reel__put_text(run->out, title, 1, SHOWN_TEXT);
    reel__put_literal(run->out, "</title>\n");
    put_page_style(run->out, run->options->theme);
    reel__put_literal(run->out, "</head>\n<body>\n<h1>");
    reel__put_text(run->out, title, 1, SHOWN_TEXT);
    reel__put_literal(run->out, "</h1>\n<p class=\"detail\">");
    put_string(run->out, reel_replay_format(run->replay)->name);
    if (heading.detail.size) {
        reel__put_literal(run->out, " \xC2\xB7 ");
        reel__put_text(run->out, heading.detail, 1, 2 * SHOWN_TEXT);
    }
    reel__put_literal(run->out, "</p>\n");
}

static void put_damage(const report_run *run)
{
    const reel_error *damage = reel_replay_damage(run->replay);
    if (!damage) return;
    reel__put_literal(run->out, "<p class=\"damage\">The file is damaged: ");
    put_string(run->out, damage->message);
    reel__put_literal(run->out, ". The report covers what was read before.</p>\n");
}

static reel_status put_pictures(report_run *run)
{
    reel__put_literal(run->out, "<h2>Pictures</h2>\n");
    for (const reel_plot *const *plot = reel_plots(); *plot; plot++) {
        if (!reel__plot_draws(*plot, reel_replay_format(run->replay)) || (run->options->who && !(*plot)->takes_who)) continue;
        reel_canvas canvas = reel__canvas_of(*plot, run->options);
        canvas.out = run->out;
        canvas.known = run->known;
        canvas.before = "<figure>\n";
        reel_status status = (*plot)->draw(&canvas, run->replay, run->error);
        if (status < 0) return status;
        if (!canvas.begun) continue;
        reel__canvas_end(&canvas);
        reel__put_literal(run->out, "</figure>\n");
    }
    return REEL_OK;
}

static void put_tables(const report_run *run)
{
    reel__put_literal(run->out,
                      "<h2>Tables</h2>\n<p>The statistics of <code>reel stats</code>. Select a line to unfold its table.</p>\n");
    for (const reel_table *const *table = run->family->insight->tables; *table; table++) {
        report_table shown = { .table = *table };
        shown.rows = reel_rows(run->result, *table, &shown.count);
        put_table(run->out, &shown);
    }
}

enum { MOST_TABLES = 64 };

static bool is_asked(const plot_family *family, const reel_table *table)
{
    const reel_table *const *asked = family->asked;
    while (asked && *asked && *asked != table) asked++;
    return asked && *asked;
}

/* What is computed if nobody chooses, and what the report shows besides. */
static void list_tables(const report_run *run, const reel_table *tables[MOST_TABLES + 1])
{
    size_t count = 0;
    for (const reel_table *const *table = run->family->insight->tables; *table && count < MOST_TABLES; table++)
        if (!((*table)->flags & REEL_TABLE_ON_REQUEST) || ((*table)->flags & REEL_TABLE_LEVEL && run->options->level) ||
            is_asked(run->family, *table))
            tables[count++] = *table;
    tables[count] = NULL;
}

static reel_status run_report(report_run *run)
{
    plot_known known = { .count = 0 };
    reel_canvas canvas = reel__canvas_of(NULL, run->options);
    canvas.known = run->known = &known;
    const reel_table *tables[MOST_TABLES + 1];
    list_tables(run, tables);
    reel_status status = reel__canvas_insight(&canvas, run->family->insight, run->replay, tables, &run->result, run->error);
    if (status < 0) return status;
    put_head(run);
    put_damage(run);
    put_sentences(run->out, run->family, run->result);
    status = put_pictures(run);
    if (status >= 0) put_tables(run);
    reel__put_literal(run->out, "</body>\n</html>\n");
    reel__canvas_forget(&known);
    return status < 0 ? status : reel__output_flush(run->out);
}

static reel_status report_check(const reel_replay *replay, const reel_plot_options *options, reel_error *error)
{
    if (!replay) return reel_fail(error, REEL_ARGUMENT, "plot.argument", "", 0, "missing replay");
    if (!reel__plot_family_of(reel_replay_format(replay)))
        return reel_fail(error, REEL_ARGUMENT, "plot.format", "", 0, "there is no report for this format");
    return reel__plot_options_check(options, error);
}

reel_status reel_plot_report(const reel_replay *replay, reel_sink sink, const reel_plot_options *options, reel_error *error)
{
    reel_plot_options own;
    reel_error ignored;
    reel_output out;
    if (!error) error = &ignored;
    reel__memory_options(&own, sizeof own, options);
    reel_allocator allocator = reel__memory_allocator(own.allocator);
    reel_status status = reel__limited_are_known(own.struct_size, &own.limits, error);
    if (status == REEL_OK) status = report_check(replay, &own, error);
    if (status == REEL_OK && !reel__output_open(&out, &sink, &allocator, error)) status = reel__memory_fail(error);
    if (status == REEL_OK) {
        report_run run = { .replay = replay,
                           .options = &own,
                           .out = &out,
                           .family = reel__plot_family_of(reel_replay_format(replay)),
                           .error = error };
        status = run_report(&run);
        reel__output_close(&out, &allocator);
    }
    if (status == REEL_OK) return sink.commit(sink.context, error);
    sink.discard(sink.context);
    return status;
}
