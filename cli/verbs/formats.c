/* SPDX-License-Identifier: MIT
 * reel formats: lists the formats of this build. */
#include "args/tables.h"
#include "base/grid.h"
#include "base/json.h"
#include "verbs/verbs.h"

#include <reel/insight.h>

#include <stdlib.h>

static void add_cell(struct grid *grid, const char *cell) { grid_add(grid, cell, strlen(cell)); }

static void extensions_text(struct text *text, const reel_format *format)
{
    for (const char *const *extension = format->extensions; extension && *extension; extension++)
        text_print(text, "%s.%s", extension == format->extensions ? "" : " ", *extension);
}

static void list_formats(struct text *out)
{
    struct grid grid;
    grid_begin(&grid, 5);
    static const char *const heads[] = { "id", "name", "game", "extensions", "support" };
    for (size_t i = 0; i < 5; i++) add_cell(&grid, heads[i]);
    for (const reel_format *const *format = reel_formats(); *format; format++) {
        struct text extensions = { 0 };
        extensions_text(&extensions, *format);
        add_cell(&grid, (*format)->id);
        add_cell(&grid, (*format)->name);
        add_cell(&grid, (*format)->game);
        add_cell(&grid, text_of(&extensions));
        add_cell(&grid, (*format)->writer ? "read, write" : "read");
        text_free(&extensions);
    }
    grid_print(out, &grid, 0, SIZE_MAX);
    grid_free(&grid);
}

static void type_text(struct text *text, const reel_field *field)
{
    text_string(text, reel_type_name(field->type));
    if (field->count > 1) text_print(text, " x %u", field->count);
}

static void list_table(struct text *out, const reel_table *table)
{
    struct grid grid;
    text_print(out, "\n  %s: %s\n", table->name, table->doc);
    grid_begin(&grid, 4);
    for (size_t i = 0; i < table->field_count; i++) {
        struct text type = { 0 };
        type_text(&type, &table->fields[i]);
        add_cell(&grid, table->fields[i].name);
        add_cell(&grid, text_of(&type));
        add_cell(&grid, table->fields[i].unit);
        add_cell(&grid, table->fields[i].doc);
        text_free(&type);
    }
    grid_print(out, &grid, 4, SIZE_MAX);
    grid_free(&grid);
}

static void list_one(struct text *out, const reel_format *format)
{
    text_print(out, "%s (%s), a %s of %s\n", format->name, format->id, format->flags & REEL_FORMAT_LEVEL ? "level" : "replay",
               format->game);
    for (const reel_table *const *table = format->tables; *table; table++) list_table(out, *table);
    struct text settable = { 0 };
    settable_fields(&settable, format);
    if (format->writer)
        text_print(out, "\nHeader fields for --set, with the words that stand for numbers:\n  %s\n", text_of(&settable));
    text_free(&settable);
    for (const reel_operation *const *operation = format->operations; operation && *operation; operation++) {
        if (reel_operation_is_reserved(*operation)) continue;
        text_print(out, "\nreel edit --do %s%s%s: %s\n", (*operation)->id, (*operation)->argument ? "=" : "",
                   (*operation)->argument ? (*operation)->argument : "", (*operation)->doc);
    }
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++) {
        if (!(*insight)->tables || !reel_insight_takes(*insight, format)) continue;
        text_print(out, "\nreel stats: %s (%s)\n", (*insight)->name, (*insight)->id);
        for (const reel_table *const *table = (*insight)->tables; *table; table++) list_table(out, *table);
    }
    for (const reel_plot *const *plot = reel_plots(); *plot; plot++)
        if (plot_takes(*plot, format)) text_print(out, "\nreel plot --plot %s: %s\n", (*plot)->id, (*plot)->name);
}

/* ---- JSON ------------------------------------------------------------------------------------------------------- */

static void json_columns(struct text *out, const reel_field *field)
{
    json_open(out, "columns", '[');
    for (size_t i = 0; i < field->count; i++) {
        char name[COLUMN_NAME];
        reel_column_name(field, i, name, sizeof name);
        json_string(out, NULL, name);
    }
    json_close(out, ']');
}

static void json_tables(struct text *out, const reel_table *const *tables)
{
    json_open(out, "tables", '[');
    for (; *tables; tables++) {
        const reel_table *table = *tables;
        json_open(out, NULL, '{');
        json_string(out, "name", table->name);
        json_string(out, "doc", table->doc);
        json_bool(out, "header", table->flags & REEL_TABLE_HEADER);
        json_bool(out, "layout", table->flags & REEL_TABLE_LAYOUT);
        json_open(out, "fields", '[');
        for (size_t i = 0; i < table->field_count; i++) {
            const reel_field *field = &table->fields[i];
            json_open(out, NULL, '{');
            json_string(out, "name", field->name);
            json_string(out, "type", reel_type_name(field->type));
            json_count(out, "count", field->count);
            json_string(out, "unit", field->unit);
            json_string(out, "doc", field->doc);
            if (field->count > 1) json_columns(out, field);
            json_close(out, '}');
        }
        json_close(out, ']');
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void json_format(struct text *out, const reel_format *format, bool whole)
{
    json_open(out, NULL, '{');
    json_string(out, "id", format->id);
    json_string(out, "name", format->name);
    json_string(out, "game", format->game);
    json_open(out, "extensions", '[');
    for (const char *const *extension = format->extensions; extension && *extension; extension++)
        json_string(out, NULL, *extension);
    json_close(out, ']');
    json_bool(out, "writes", format->writer != NULL);
    if (whole) {
        json_tables(out, format->tables);
        json_open(out, "insights", '[');
        for (const reel_insight *const *insight = reel_insights(); *insight; insight++) {
            if (!(*insight)->tables || !reel_insight_takes(*insight, format)) continue;
            json_open(out, NULL, '{');
            json_string(out, "id", (*insight)->id);
            json_string(out, "name", (*insight)->name);
            json_tables(out, (*insight)->tables);
            json_close(out, '}');
        }
        json_close(out, ']');
        json_open(out, "plots", '[');
        for (const reel_plot *const *plot = reel_plots(); *plot; plot++)
            if (plot_takes(*plot, format)) json_string(out, NULL, (*plot)->id);
        json_close(out, ']');
    }
    json_close(out, '}');
    text_string(out, "\n");
}

int run_formats(const struct arguments *arguments)
{
    struct text out = { 0 };
    bool json = has(arguments, OPT_JSON);
    for (size_t i = 0; i < arguments->input_count; i++) {
        const reel_format *format = reel_format_by_id(NULL, arguments->inputs[i]);
        if (json)
            json_format(&out, format, true);
        else
            list_one(&out, format);
    }
    if (!arguments->input_count && !json) list_formats(&out);
    for (const reel_format *const *format = reel_formats(); !arguments->input_count && json && *format; format++)
        json_format(&out, *format, false);
    return print_and_free(&out);
}
