/* SPDX-License-Identifier: MIT
 * Formats, their tables and findings as JSON, for programs that learn them at run time. */
#include "core/output.h"
#include "core/rows.h"
#include "export/export.h"

#include <reel/insight.h>

typedef struct json_writer {
    reel_output out;
    bool comma; /* something stands before the next value */
} json_writer;

static void put_text(json_writer *json, const char *text) { reel__json_text(&json->out, (const uint8_t *)text, strlen(text)); }

static void put_raw(json_writer *json, const char *text) { reel_put(&json->out, text, strlen(text)); }

/* What goes before a value: a comma, and in an object its name. */
static void put_name(json_writer *json, const char *name)
{
    if (json->comma) put_raw(json, ",");
    json->comma = true;
    if (!name) return;
    put_text(json, name);
    put_raw(json, ":");
}

static void open_group(json_writer *json, const char *name, const char *bracket)
{
    put_name(json, name);
    put_raw(json, bracket);
    json->comma = false;
}

static void close_group(json_writer *json, const char *bracket)
{
    put_raw(json, bracket);
    json->comma = true;
}

static void put_member(json_writer *json, const char *name, const char *text)
{
    put_name(json, name);
    put_text(json, text);
}

static void put_bool(json_writer *json, const char *name, bool value)
{
    put_name(json, name);
    put_raw(json, value ? "true" : "false");
}

static void put_digits(json_writer *json, uint64_t value, bool negative)
{
    char digits[24], *at = digits + sizeof digits - 1;
    *at = 0;
    do *--at = (char)('0' + value % 10);
    while (value /= 10);
    if (negative) *--at = '-';
    put_raw(json, at);
}

static void put_count(json_writer *json, const char *name, uint64_t value)
{
    put_name(json, name);
    put_digits(json, value, false);
}

/* ---- formats -------------------------------------------------------------------------------------------------------- */

static void put_flags(json_writer *json, uint32_t flags)
{
    open_group(json, "flags", "[");
    for (const field_flag *flag = reel__field_flags; flag->word; flag++)
        if (flags & flag->flag) put_member(json, NULL, flag->word);
    close_group(json, "]");
}

static void put_columns(json_writer *json, const reel_field *field)
{
    open_group(json, "columns", "[");
    for (size_t i = 0; i < field->count; i++) {
        put_name(json, NULL);
        put_raw(json, "\"");
        reel__put_column_name(&json->out, field, i);
        put_raw(json, "\"");
    }
    close_group(json, "]");
}

/* The name that a field had until this release. */
static const char *old_name_of(const reel_table *table, const reel_field *field)
{
    for (const reel_renaming *one = reel_renamings(); one->table; one++)
        if (reel_table_renamed(table, one->old_name) == field) return one->old_name;
    return NULL;
}

static void put_field(json_writer *json, const reel_table *table, const reel_field *field)
{
    const char *old_name = old_name_of(table, field);
    open_group(json, NULL, "{");
    put_member(json, "name", field->name);
    if (old_name) put_member(json, "old_name", old_name);
    put_member(json, "type", reel_type_name(field->type));
    put_count(json, "count", field->count);
    put_member(json, "unit", field->unit);
    put_member(json, "doc", field->doc);
    if (field->components) put_member(json, "components", field->components);
    if (field->count > 1) put_columns(json, field);
    put_bool(json, "optional", field->present_mask != 0);
    if (reel_field_is_moment(field)) put_bool(json, "moment", true);
    put_flags(json, field->flags);
    if (field->labels) {
        open_group(json, "labels", "[");
        for (const reel_label *label = field->labels; label->name; label++) {
            open_group(json, NULL, "{");
            put_name(json, "value");
            put_digits(json, label->value < 0 ? 0 - (uint64_t)label->value : (uint64_t)label->value, label->value < 0);
            put_member(json, "name", label->name);
            close_group(json, "}");
        }
        close_group(json, "]");
    }
    close_group(json, "}");
}

static void put_tables(json_writer *json, const reel_table *const *tables)
{
    open_group(json, "tables", "[");
    for (; *tables; tables++) {
        open_group(json, NULL, "{");
        put_member(json, "name", (*tables)->name);
        if (reel_table_old_name(*tables)) put_member(json, "old_name", reel_table_old_name(*tables));
        put_member(json, "doc", (*tables)->doc);
        put_bool(json, "header", (*tables)->flags & REEL_TABLE_HEADER);
        put_bool(json, "layout", (*tables)->flags & REEL_TABLE_LAYOUT);
        put_bool(json, "on_request", (*tables)->flags & REEL_TABLE_ON_REQUEST);
        open_group(json, "fields", "[");
        for (size_t i = 0; i < (*tables)->field_count; i++) put_field(json, *tables, &(*tables)->fields[i]);
        close_group(json, "]");
        close_group(json, "}");
    }
    close_group(json, "]");
}

static void put_format(json_writer *json, const reel_format *format)
{
    open_group(json, NULL, "{");
    put_member(json, "id", format->id);
    put_member(json, "name", format->name);
    put_member(json, "game", format->game);
    open_group(json, "extensions", "[");
    for (const char *const *extension = format->extensions; *extension; extension++) put_member(json, NULL, *extension);
    close_group(json, "]");
    put_bool(json, "writes", format->writer != NULL);
    put_bool(json, "streams", format->flags & REEL_FORMAT_STREAMS);
    put_tables(json, format->tables);
    open_group(json, "insights", "[");
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++) {
        if (!(*insight)->tables || !reel_insight_takes(*insight, format)) continue;
        open_group(json, NULL, "{");
        put_member(json, "id", (*insight)->id);
        put_member(json, "name", (*insight)->name);
        put_member(json, "doc", (*insight)->doc);
        put_tables(json, (*insight)->tables);
        close_group(json, "}");
    }
    close_group(json, "]");
    close_group(json, "}");
}

/* ---- findings ------------------------------------------------------------------------------------------------------- */

static void put_finding(json_writer *json, const reel_finding *finding)
{
    static const char *const severities[] = { "note", "warning", "error" };
    open_group(json, NULL, "{");
    put_member(json, "severity", severities[finding->severity]);
    put_member(json, "rule", finding->rule);
    put_member(json, "message", finding->message);
    if (*finding->section) put_member(json, "section", finding->section);
    if (finding->offset != REEL_NO_OFFSET) put_count(json, "offset", finding->offset);
    if (finding->length) put_count(json, "length", finding->length);
    if (finding->table) put_member(json, "table", finding->table->name);
    if (finding->table && finding->row != REEL_NO_ROW) put_count(json, "row", finding->row);
    put_count(json, "count", finding->count);
    close_group(json, "}");
}

/* ---- both ----------------------------------------------------------------------------------------------------------- */

/* Runs `put` over an output to the sink. */
static reel_status describe(reel_sink *sink, void (*put)(json_writer *json, const void *what), const void *what,
                            reel_error *error)
{
    reel_error own;
    if (!error) error = &own;
    reel_allocator allocator = reel__memory_allocator(NULL);
    json_writer json = { .comma = false };
    if (!reel__output_open(&json.out, sink, &allocator, error)) {
        sink->discard(sink->context);
        return reel__memory_fail(error);
    }
    put(&json, what);
    reel_status status = reel__output_flush(&json.out);
    reel__output_close(&json.out, &allocator);
    if (status >= 0) return sink->commit(sink->context, error);
    sink->discard(sink->context);
    return status;
}

static void put_one(json_writer *json, const void *format) { put_format(json, format); }

static void put_all(json_writer *json, const void *formats)
{
    open_group(json, NULL, "[");
    for (const reel_format *const *format = formats; *format; format++) put_format(json, *format);
    close_group(json, "]");
}

static void put_findings(json_writer *json, const void *list)
{
    const reel_findings *findings = list;
    open_group(json, NULL, "[");
    for (size_t i = 0; i < reel_findings_count(findings); i++) put_finding(json, reel_findings_at(findings, i));
    close_group(json, "]");
}

reel_status reel_schema_json(const reel_format *format, reel_sink sink, reel_error *error)
{
    if (format) return describe(&sink, put_one, format, error);
    return describe(&sink, put_all, reel_formats(), error);
}

reel_status reel_findings_json(const reel_findings *findings, reel_sink sink, reel_error *error)
{
    return describe(&sink, put_findings, findings, error);
}
