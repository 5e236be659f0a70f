/* SPDX-License-Identifier: MIT
 * replay_tables: the tables of a replay and their columns. */
#include "functions.h"
#include "parameters.h"
#include "select.h"
#include "vector.h"

#include <reel/arrow.h>

#include <stdlib.h>
#include <string.h>

enum { TABLE_FORMAT, TABLE_TABLE, TABLE_KIND, TABLE_MAIN, TABLE_DOC, TABLE_COLUMNS, TABLE_WIDTH };
enum { MEMBERS = 4 };

static const char *const names[TABLE_WIDTH] = { "format", "table", "kind", "main", "doc", "columns" };

typedef struct tables_bind {
    selection selected;
} tables_bind;

typedef struct tables_query {
    size_t next; /* tables that were returned */
    needed *columns;
} tables_query;

static duckdb_logical_type type_of(idx_t column)
{
    static const char *members[MEMBERS] = { "name", "type", "unit", "doc" };
    if (column == TABLE_MAIN) return duckdb_create_logical_type(DUCKDB_TYPE_BOOLEAN);
    duckdb_logical_type text = duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR);
    if (column != TABLE_COLUMNS) return text;
    duckdb_logical_type types[MEMBERS] = { text, text, text, text };
    duckdb_logical_type row = duckdb_create_struct_type(types, members, MEMBERS);
    duckdb_logical_type list = duckdb_create_list_type(row);
    duckdb_destroy_logical_type(&row);
    duckdb_destroy_logical_type(&text);
    return list;
}

static void bind_tables(duckdb_bind_info info)
{
    patterns found = { 0 };
    tables_bind *bind = calloc(1, sizeof *bind);
    bool fine = bind ? parameter_patterns(info, &found) && find_table(info, &found, &bind->selected, false)
                     : bind_fail(info, "out of memory");
    patterns_free(&found);
    if (!fine) {
        free(bind);
        return;
    }
    for (idx_t i = 0; i < TABLE_WIDTH; i++) {
        duckdb_logical_type type = type_of(i);
        duckdb_bind_add_result_column(info, names[i], type);
        duckdb_destroy_logical_type(&type);
    }
    duckdb_bind_set_bind_data(info, bind, free);
}

static void free_query(void *data)
{
    tables_query *query = data;
    free(query->columns);
    free(query);
}

static void init_tables(duckdb_init_info info)
{
    tables_query *query = calloc(1, sizeof *query);
    if (query) query->columns = needed_new(info);
    if (!query || !query->columns) {
        free(query);
        duckdb_init_set_error(info, "out of memory");
        return;
    }
    duckdb_init_set_init_data(info, query, free_query);
}

/* Table `number` of all that read_replay offers for a format; NULL: there are no more. */
static const reel_table *table_at(const reel_format *format, size_t number, const reel_insight **insight)
{
    *insight = NULL;
    for (const reel_table *const *table = reel_format_tables(format); *table; table++)
        if (!number--) return *table;
    for (const reel_insight *const *each = reel_insights(); *each; each++) {
        if (!(*each)->tables || !reel_insight_takes(*each, format)) continue;
        *insight = *each;
        for (const reel_table *const *table = (*each)->tables; *table; table++)
            if (!number--) return *table;
    }
    return NULL;
}

static const char *kind_of(const reel_table *table, const reel_insight *insight)
{
    if (insight) return "statistics";
    if (table->flags & REEL_TABLE_HEADER) return "header";
    return table->flags & REEL_TABLE_LAYOUT ? "layout" : "rows";
}

/* The name of the type that read_replay gives a column, whose fields may be narrower. */
static const char *type_name(const struct ArrowSchema *column)
{
    static const struct {
        const char *format, *name;
    } types[] = { { "b", "BOOLEAN" },   { "C", "UTINYINT" }, { "c", "TINYINT" },
                  { "S", "USMALLINT" }, { "s", "SMALLINT" }, { "I", "UINTEGER" },
                  { "i", "INTEGER" },   { "L", "UBIGINT" },  { "l", "BIGINT" },
                  { "f", "FLOAT" },     { "g", "DOUBLE" },   { "u", "VARCHAR" },
                  { "z", "BLOB" },      { "w:16", "UUID" },  { "tsu:UTC", "TIMESTAMP WITH TIME ZONE" } };
    if (column->dictionary) return "VARCHAR";
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(column->format, types[i].format) == 0) return types[i].name;
    return "";
}

static void set_column(duckdb_vector list, idx_t at, const char *name, const char *type, const char *unit, const char *doc)
{
    const char *const texts[MEMBERS] = { name, type, unit, doc };
    for (idx_t member = 0; member < MEMBERS; member++)
        vector_set_text(duckdb_struct_vector_get_child(list, member), at, texts[member]);
}

/* Adds the columns of a table to the list. False: out of memory. */
static bool set_columns(duckdb_vector vector, idx_t row, const reel_format *format, const reel_table *table)
{
    const reel_arrow_options options = { REEL_SIZED(reel_arrow_options), .flags = REEL_ARROW_LABELS | REEL_ARROW_MOMENTS };
    struct ArrowSchema schema;
    if (reel_arrow_schema(table, format, &options, &schema, NULL) < 0) return false;
    duckdb_vector list = duckdb_list_vector_get_child(vector);
    const idx_t first = duckdb_list_vector_get_size(vector), count = (idx_t)schema.n_children;
    duckdb_list_vector_reserve(vector, first + count);
    duckdb_list_vector_set_size(vector, first + count);
    idx_t at = 0;
    for (uint16_t i = 0; i < table->field_count; i++) {
        const reel_field *field = &table->fields[i];
        for (size_t part = 0; part < field->count; part++, at++)
            set_column(list, first + at, schema.children[at]->name, type_name(schema.children[at]), field->unit, field->doc);
        if (!reel_field_is_moment(field)) continue;
        set_column(list, first + at, schema.children[at]->name, type_name(schema.children[at]), "", field->doc);
        at++;
    }
    schema.release(&schema);
    duckdb_list_entry *entries = duckdb_vector_get_data(vector);
    entries[row] = (duckdb_list_entry){ first, count };
    return true;
}

static bool set_table(duckdb_vector vector, idx_t row, idx_t column, const reel_format *format, const reel_table *table,
                      const reel_insight *insight)
{
    bool *flags = duckdb_vector_get_data(vector);
    switch (column) {
    case TABLE_FORMAT: vector_set_text(vector, row, reel_format_id(format)); break;
    case TABLE_TABLE: vector_set_text(vector, row, table->name); break;
    case TABLE_KIND: vector_set_text(vector, row, kind_of(table, insight)); break;
    case TABLE_MAIN: flags[row] = table == main_table(format); break;
    case TABLE_DOC: vector_set_text(vector, row, table->doc); break;
    case TABLE_COLUMNS: return set_columns(vector, row, format, table);
    default: break;
    }
    return true;
}

static void next_tables(duckdb_function_info info, duckdb_data_chunk chunk)
{
    const tables_bind *bind = duckdb_function_get_bind_data(info);
    tables_query *query = duckdb_function_get_init_data(info);
    const reel_format *format = bind->selected.format;
    const reel_insight *insight;
    const reel_table *table;
    idx_t row = 0, most = duckdb_vector_size();
    for (; row < most && (table = table_at(format, query->next, &insight)) != NULL; row++, query->next++)
        for (idx_t i = 0; i < query->columns->count; i++)
            if (!set_table(duckdb_data_chunk_get_vector(chunk, i), row, query->columns->columns[i], format, table, insight)) {
                duckdb_function_set_error(info, "out of memory");
                return;
            }
    duckdb_data_chunk_set_size(chunk, row);
}

bool add_tables_function(const registration *to)
{
    const function tables = { .name = "replay_tables",
                              .doc = "the tables of the first replay, and their columns",
                              .bind = bind_tables,
                              .init = init_tables,
                              .next = next_tables };
    return add_function(to, &tables);
}
