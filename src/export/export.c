/* SPDX-License-Identifier: MIT
 * An export from open to finish: selects tables, fields and rows. The exporter formats them. */
#include "export/export.h"
#include "core/chunk.h"
#include "core/moment.h"
#include "core/options.h"
#include "core/valid.h"
#include "export/value.h"

#include <math.h>

/* ---- selection -------------------------------------------------------------------------------------------------- */

/* Whether all values of `b` are among those of `a`. */
static bool column_covers(const export_column *a, const export_column *b)
{
    const reel_field *wide = a->field, *narrow = b->field;
    size_t size = reel_type_size(wide->type);
    return a->is_moment == b->is_moment && wide->offset <= narrow->offset &&
           narrow->offset + narrow->count * size <= wide->offset + wide->count * size;
}

/* Adds a column; a value that is selected twice, such as that of a vector and of its component, is exported once. */
static bool make_column(reel_export *e, export_table *table, const reel_field *given, bool is_moment)
{
    export_column fresh = { .field = given, .is_moment = is_moment };
    size_t kept = 0;
    for (size_t i = 0; i < table->count; i++)
        if (column_covers(&table->columns[i], &fresh)) return true;
    for (size_t i = 0; i < table->count; i++)
        if (!column_covers(&fresh, &table->columns[i])) table->columns[kept++] = table->columns[i];
    table->count = kept;
    size_t size = strlen(given->name), suffix = is_moment ? strlen(REEL_MOMENT_SUFFIX) : 0;
    char *key = reel__arena_push(&e->arena, size + suffix + 3), *name = reel__arena_push(&e->arena, size + suffix + 1);
    reel_field *field = reel__arena_push(&e->arena, sizeof *field);
    if (!key || !name || !field) return false;
    memcpy(name, given->name, size);
    memcpy(name + size, REEL_MOMENT_SUFFIX, suffix);
    size += suffix;
    name[size] = 0;
    *field = *given;
    field->name = name;
    key[0] = '"';
    memcpy(key + 1, name, size);
    key[size + 1] = '"';
    key[size + 2] = ':';
    fresh.field = field;
    fresh.key = key;
    fresh.key_size = size + 3;
    fresh.value_size = reel_type_size(field->type);
    fresh.labelled = field->labels && (e->flags & REEL_EXPORT_LABELS);
    table->columns[table->count++] = fresh;
    return true;
}

/* A field, and its moment beside it. */
static bool make_field(reel_export *e, export_table *table, const reel_field *field)
{
    bool with_moment = (e->exporter->has_moments || e->flags & REEL_EXPORT_MOMENTS) && reel_field_is_moment(field);
    return make_column(e, table, field, false) && (!with_moment || make_column(e, table, field, true));
}

static bool make_named(reel_export *e, export_table *table, const char *name)
{
    reel_field field;
    bool is_moment;
    return !reel_table_select(table->table, name, &field, &is_moment) || make_column(e, table, &field, is_moment);
}

/* Makes the columns in the order of the selected fields, or in table order if none are selected. */
static bool make_columns(reel_export *e, export_table *table)
{
    const reel_table *of = table->table;
    size_t most = 2 * (size_t)of->field_count;
    for (const char **name = e->fields; name && *name; name++) most++;
    table->columns = reel__arena_push(&e->arena, most * sizeof *table->columns);
    if (!table->columns) return false;
    for (size_t f = 0; !e->fields && f < of->field_count; f++)
        if (!make_field(e, table, &of->fields[f])) return false;
    for (const char **name = e->fields; name && *name; name++)
        if (!make_named(e, table, *name)) return false;
    return true;
}

static bool make_table(reel_export *e, const reel_table *table)
{
    export_table *fresh = &e->tables[e->count];
    *fresh = (export_table){ .table = table };
    if (e->cuts) fresh->time = reel_table_time(table);
    if (!make_columns(e, fresh)) return false;
    if (fresh->count) e->count++; /* otherwise none of its fields is selected */
    return true;
}

/* Each selected field must be in one of the tables, exported or not: a name that is in none is a typing error. */
static reel_status check_field_names(reel_export *e, const reel_table *const *tables)
{
    for (const char **name = e->fields; name && *name; name++) {
        reel_field field;
        bool found = false;
        for (size_t t = 0; tables[t] && !found; t++) found = reel_table_select(tables[t], *name, &field, NULL);
        if (!found)
            return reel_fail(&e->error, REEL_ARGUMENT, "export.unknown-field", "", 0,
                             "no exported table has a field named \"%s\"", *name);
    }
    return REEL_OK;
}

/* Selects the tables. If `chunk` is not NULL, only tables that were read are exported. */
static reel_status select_tables(reel_export *e, const reel_table *const *tables, const reel_chunk *chunk)
{
    size_t count = 0;
    while (tables[count]) count++;
    e->tables = reel__arena_push(&e->arena, (count + 1) * sizeof *e->tables);
    if (!e->tables) return reel__memory_fail(&e->error);
    for (size_t i = 0; i < count; i++) {
        if (chunk && !reel__chunk_list(chunk, tables[i])->wanted) continue;
        if (chunk && (tables[i]->flags & REEL_TABLE_LAYOUT) && !(e->flags & REEL_EXPORT_LAYOUT)) continue;
        if (!make_table(e, tables[i])) return reel__memory_fail(&e->error);
    }
    reel_status status = check_field_names(e, tables);
    if (status < 0) return status;
    if (e->exporter->one_table && e->count != 1)
        return reel_fail(&e->error, REEL_ARGUMENT, "export.one-table", "", 0,
                         "%s holds one table, but %u were selected: select one", e->exporter->id, (unsigned)e->count);
    return REEL_OK;
}

bool reel__export_takes(const reel_export *e, const export_table *table, const void *row)
{
    if (table->time && !reel__row_within(table->time, row, e->from, e->to)) return false;
    return !e->takes_row || e->takes_row(e->takes_context, table->table, row);
}

void reel__put_column_name(reel_output *out, const reel_field *field, size_t index)
{
    size_t size = reel_column_name(field, index, NULL, 0);
    char *name = (char *)reel_put_space(out, size + 1);
    if (!name) return;
    reel_column_name(field, index, name, size + 1);
    out->at--; /* the NUL */
}

/* ---- lifetime of an export -------------------------------------------------------------------------------------- */

/* NULL: out of memory. */
static const char *copy_text(reel_export *e, const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = reel__arena_push(&e->arena, size);
    return copy ? memcpy(copy, text, size) : NULL;
}

static bool copy_field_names(reel_export *e, const char *const *fields)
{
    size_t count = 0;
    while (fields[count]) count++;
    e->fields = reel__arena_push(&e->arena, (count + 1) * sizeof *e->fields);
    if (!e->fields) return false;
    for (size_t i = 0; i < count; i++) {
        e->fields[i] = copy_text(e, fields[i]);
        if (!e->fields[i]) return false;
    }
    e->fields[count] = NULL;
    return true;
}

static void export_free(reel_export *e)
{
    reel_allocator allocator = e->allocator;
    if (e->exporter->drop) e->exporter->drop(e);
    reel__output_close(&e->out, &allocator);
    reel__arena_free(&e->arena);
    reel__memory_drop(&allocator, e);
}

static reel_status export_prepare(reel_export *e, const reel_export_options *options)
{
    if (!reel__output_open(&e->out, &e->sink, &e->allocator, &e->error)) return reel__memory_fail(&e->error);
    if (options->fields && !copy_field_names(e, options->fields)) return reel__memory_fail(&e->error);
    if (options->origin && !(e->origin = copy_text(e, options->origin))) return reel__memory_fail(&e->error);
    if (options->zstd_level < REEL_EXPORT_ZSTD_NONE || options->zstd_level > 22)
        return reel_fail(&e->error, REEL_ARGUMENT, "export.zstd-level", "", 0, "zstd has no level %d", (int)options->zstd_level);
    return options->tables ? select_tables(e, options->tables, NULL) : REEL_OK;
}

/* Begins the output, once its first chunk, if there is one, says whether values that are not valid are missing. */
static reel_status begin(reel_export *e, const reel_chunk *chunk)
{
    e->begun = true;
    if (chunk && !e->tables) {
        const reel_status status = select_tables(e, reel_chunk_tables(chunk), chunk);
        if (status < 0) return status;
    }
    e->clean = e->flags & REEL_EXPORT_CLEAN || (chunk && chunk->clean);
    for (size_t t = 0; t < e->count && e->clean; t++)
        for (size_t i = 0; i < e->tables[t].count; i++)
            e->tables[t].columns[i].is_valid = field_can_be_invalid(e->tables[t].columns[i].field);
    e->exporter->begin(e);
    return e->status < 0 ? e->status : e->out.status;
}

reel_status reel_export_open(const reel_exporter *exporter, reel_sink sink, const reel_format *format,
                             const reel_export_options *given, reel_export **export_, reel_error *error)
{
    reel_export_options options;
    reel__memory_options(&options, sizeof options, given);
    reel_allocator allocator = reel__memory_allocator(options.allocator);
    reel_status status = reel__options_are_known(options.struct_size, error);
    reel_export *e = status < 0 ? NULL : reel__memory_new(&allocator, sizeof *e);
    *export_ = NULL;
    if (!e) {
        sink.discard(sink.context);
        return status < 0 ? status : reel__memory_fail(error);
    }
    *e = (reel_export){ .exporter = exporter,
                        .allocator = allocator,
                        .arena = { .allocator = allocator },
                        .sink = sink,
                        .error = { .rule = "", .section = "" },
                        .flags = options.flags,
                        .zstd_level = options.zstd_level,
                        .streams = format && format->flags & REEL_FORMAT_STREAMS && !(options.flags & REEL_EXPORT_WHOLE),
                        .cuts = options.has_from || options.has_to,
                        .from = options.has_from ? options.from : -INFINITY,
                        .to = options.has_to ? options.to : INFINITY,
                        .takes_row = options.takes_row,
                        .takes_context = options.takes_context,
                        .format = format,
                        .format_id = format ? format->id : NULL };
    status = export_prepare(e, &options);
    if (status < 0) {
        if (error) *error = e->error;
        reel_export_discard(e);
        return status;
    }
    *export_ = e;
    return REEL_OK;
}

reel_status reel_export_chunk(reel_export *e, const reel_chunk *chunk)
{
    if (e->status == REEL_OK && !e->begun) e->status = begin(e, chunk);
    if (e->status == REEL_OK) e->exporter->chunk(e, chunk);
    if (e->status == REEL_OK) e->status = e->out.status;
    if (e->status == REEL_OK) e->chunks++;
    return e->status;
}

reel_status reel_export_origin(reel_export *e, const char *value)
{
    const char *copy = copy_text(e, value);
    if (copy)
        e->origin_value = (reel_string){ copy, strlen(copy) };
    else if (e->status == REEL_OK)
        e->status = reel__memory_fail(&e->error);
    return e->status;
}

reel_status reel_export_copy(reel_export *e, reel_source source, uint64_t rows, const reel_export_range *ranges, size_t count,
                             uint64_t *found)
{
    uint64_t own;
    if (!found) found = &own;
    *found = 0;
    if (e->status == REEL_OK && !e->begun) e->status = begin(e, NULL);
    if (e->status == REEL_OK && !e->exporter->copy)
        e->status = reel_fail(&e->error, REEL_UNSUPPORTED, "export.copy", "", 0, "rows of %s cannot be copied", e->exporter->id);
    if (e->status == REEL_OK)
        e->exporter->copy(e, source, rows, ranges, count, found);
    else if (source.close)
        source.close(source.context);
    if (e->status == REEL_OK) e->status = e->out.status;
    return e->status;
}

reel_status reel_export_flush(reel_export *e)
{
    if (e->status == REEL_OK) e->status = reel__output_flush(&e->out);
    if (e->status == REEL_OK && e->sink.flush) e->status = e->sink.flush(e->sink.context, &e->error);
    return e->status;
}

reel_status reel_export_finish(reel_export *e, reel_error *error)
{
    if (e->status == REEL_OK) {
        if (!e->begun) e->status = begin(e, NULL);
        e->exporter->end(e);
        e->status = reel__output_flush(&e->out);
    }
    reel_status status = e->status;
    if (status == REEL_OK)
        status = e->sink.commit(e->sink.context, &e->error);
    else
        e->sink.discard(e->sink.context);
    if (status < 0 && error) *error = e->error;
    export_free(e);
    return status;
}

void reel_export_discard(reel_export *e)
{
    if (!e) return;
    e->sink.discard(e->sink.context);
    export_free(e);
}
