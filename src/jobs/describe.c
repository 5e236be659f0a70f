/* SPDX-License-Identifier: MIT
 * Formats, their tables and findings as JSON, for programs that learn them at run time. */
#include "codec/pull.h"
#include "core/output.h"
#include "core/rows.h"
#include "export/export.h"

#include <reel/insight.h>

typedef struct description {
    reel_output out;
    push_writer json;
} description;

static void put_bytes(void *out, const void *data, size_t size) { reel_put(out, data, size); }

static void put_name(description *d, const char *name)
{
    if (name) reel__push_string(&d->json, name, strlen(name));
}

/* Text of a file may be any bytes. */
static void put_member(description *d, const char *name, const char *text)
{
    put_name(d, name);
    reel__push_raw(&d->json, "", 0);
    reel__json_text(&d->out, (const uint8_t *)text, strlen(text));
}

static void open_list(description *d, const char *name)
{
    put_name(d, name);
    reel__push_array(&d->json, 0);
}

static void open_object(description *d) { reel__push_map(&d->json, 0); }

static void put_end(description *d) { reel__push_end(&d->json); }

static void put_bool(description *d, const char *name, bool value)
{
    put_name(d, name);
    reel__push_bool(&d->json, value);
}

static void put_count(description *d, const char *name, uint64_t value)
{
    put_name(d, name);
    reel__push_integer(&d->json, false, value);
}

/* ---- formats -------------------------------------------------------------------------------------------------------- */

static void put_flags(description *d, uint32_t flags)
{
    open_list(d, "flags");
    for (const field_flag *flag = reel__field_flags; flag->word; flag++)
        if (flags & flag->flag) put_member(d, NULL, flag->word);
    put_end(d);
}

static void put_columns(description *d, const reel_field *field)
{
    open_list(d, "columns");
    for (size_t i = 0; i < field->count; i++) {
        reel__push_raw(&d->json, "\"", 1);
        reel__put_column_name(&d->out, field, i);
        reel_put_u8(&d->out, '"');
    }
    put_end(d);
}

/* The name that a field had until this release. */
static const char *old_name_of(const reel_table *table, const reel_field *field)
{
    for (const reel_renaming *one = reel_renamings(); one->table; one++)
        if (reel_table_renamed(table, one->old_name) == field) return one->old_name;
    return NULL;
}

static void put_field(description *d, const reel_table *table, const reel_field *field)
{
    const char *old_name = old_name_of(table, field);
    open_object(d);
    put_member(d, "name", field->name);
    if (old_name) put_member(d, "old_name", old_name);
    put_member(d, "type", reel_type_name(field->type));
    put_count(d, "count", field->count);
    put_member(d, "unit", field->unit);
    put_member(d, "doc", field->doc);
    if (field->components) put_member(d, "components", field->components);
    if (field->count > 1) put_columns(d, field);
    put_bool(d, "optional", field->present_mask != 0);
    if (reel_field_is_moment(field)) put_bool(d, "moment", true);
    put_flags(d, field->flags);
    if (field->labels) {
        open_list(d, "labels");
        for (const reel_label *label = field->labels; label->name; label++) {
            open_object(d);
            put_name(d, "value");
            reel__push_integer(&d->json, label->value < 0, (uint64_t)label->value);
            put_member(d, "name", label->name);
            put_end(d);
        }
        put_end(d);
    }
    put_end(d);
}

static void put_tables(description *d, const reel_table *const *tables)
{
    open_list(d, "tables");
    for (; *tables; tables++) {
        open_object(d);
        put_member(d, "name", (*tables)->name);
        if (reel_table_old_name(*tables)) put_member(d, "old_name", reel_table_old_name(*tables));
        put_member(d, "doc", (*tables)->doc);
        put_bool(d, "header", (*tables)->flags & REEL_TABLE_HEADER);
        put_bool(d, "layout", (*tables)->flags & REEL_TABLE_LAYOUT);
        put_bool(d, "on_request", (*tables)->flags & REEL_TABLE_ON_REQUEST);
        open_list(d, "fields");
        for (size_t i = 0; i < (*tables)->field_count; i++) put_field(d, *tables, &(*tables)->fields[i]);
        put_end(d);
        put_end(d);
    }
    put_end(d);
}

static void put_format(description *d, const reel_format *format)
{
    open_object(d);
    put_member(d, "id", format->id);
    put_member(d, "name", format->name);
    put_member(d, "game", format->game);
    open_list(d, "extensions");
    for (const char *const *extension = format->extensions; *extension; extension++) put_member(d, NULL, *extension);
    put_end(d);
    put_bool(d, "writes", format->writer != NULL);
    put_bool(d, "streams", format->flags & REEL_FORMAT_STREAMS);
    put_tables(d, format->tables);
    open_list(d, "insights");
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++) {
        if (!(*insight)->tables || !reel_insight_takes(*insight, format)) continue;
        open_object(d);
        put_member(d, "id", (*insight)->id);
        put_member(d, "name", (*insight)->name);
        put_member(d, "doc", (*insight)->doc);
        put_tables(d, (*insight)->tables);
        put_end(d);
    }
    put_end(d);
    put_end(d);
}

/* ---- findings ------------------------------------------------------------------------------------------------------- */

static void put_finding(description *d, const reel_finding *finding)
{
    static const char *const severities[] = { "note", "warning", "error" };
    open_object(d);
    put_member(d, "severity", severities[finding->severity]);
    put_member(d, "rule", finding->rule);
    put_member(d, "message", finding->message);
    if (*finding->section) put_member(d, "section", finding->section);
    if (finding->offset != REEL_NO_OFFSET) put_count(d, "offset", finding->offset);
    if (finding->length) put_count(d, "length", finding->length);
    if (finding->table) put_member(d, "table", finding->table->name);
    if (finding->table && finding->row != REEL_NO_ROW) put_count(d, "row", finding->row);
    put_count(d, "count", finding->count);
    put_end(d);
}

/* ---- both ----------------------------------------------------------------------------------------------------------- */

/* Runs `put` over an output to the sink. */
static reel_status describe(reel_sink *sink, void (*put)(description *d, const void *what), const void *what, reel_error *error)
{
    reel_error own;
    if (!error) error = &own;
    reel_allocator allocator = reel__memory_allocator(NULL);
    description d;
    if (!reel__output_open(&d.out, sink, &allocator, error)) {
        sink->discard(sink->context);
        return reel__memory_fail(error);
    }
    reel__push_begin(&d.json, PULL_JSON, put_bytes, &d.out);
    put(&d, what);
    reel_status status = reel__output_flush(&d.out);
    reel__output_close(&d.out, &allocator);
    if (status >= 0) return sink->commit(sink->context, error);
    sink->discard(sink->context);
    return status;
}

static void put_one(description *d, const void *format) { put_format(d, format); }

static void put_all(description *d, const void *formats)
{
    open_list(d, NULL);
    for (const reel_format *const *format = formats; *format; format++) put_format(d, *format);
    put_end(d);
}

static void put_findings(description *d, const void *list)
{
    const reel_findings *findings = list;
    open_list(d, NULL);
    for (size_t i = 0; i < reel_findings_count(findings); i++) put_finding(d, reel_findings_at(findings, i));
    put_end(d);
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
