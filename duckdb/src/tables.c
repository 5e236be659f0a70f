/* SPDX-License-Identifier: MIT
 * replay_tables: the tables of a replay and their columns. */
#include "functions.h"
#include "parameters.h"
#include "select.h"
#include "vector.h"

#include <stdlib.h>

enum { TABLE_FORMAT, TABLE_TABLE, TABLE_KIND, TABLE_MAIN, TABLE_DOC, TABLE_COLUMNS, TABLE_WIDTH };
enum { MEMBERS = 4, COLUMN_NAME_SIZE = 128 };

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

static const char *type_name(const reel_field *field)
{
    static const char *const types[] = {
        [REEL_BOOL] = "BOOLEAN", [REEL_U8] = "UTINYINT",  [REEL_I8] = "TINYINT",  [REEL_U16] = "USMALLINT",
        [REEL_I16] = "SMALLINT", [REEL_U32] = "UINTEGER", [REEL_I32] = "INTEGER", [REEL_U64] = "UBIGINT",
        [REEL_I64] = "BIGINT",   [REEL_F32] = "FLOAT",    [REEL_F64] = "DOUBLE",  [REEL_STRING] = "VARCHAR",
        [REEL_BYTES] = "BLOB",   [REEL_UUID] = "UUID"
    };
    return field->labels ? "VARCHAR" : types[field->type];
}

/* Adds the columns of a table to the list. */
static void set_columns(duckdb_vector vector, idx_t row, const reel_table *table)
{
    duckdb_vector list = duckdb_list_vector_get_child(vector);
    idx_t first = duckdb_list_vector_get_size(vector), at = first, count = 0;
    for (uint16_t i = 0; i < table->field_count; i++) count += table->fields[i].count;
    duckdb_list_vector_reserve(vector, first + count);
    duckdb_list_vector_set_size(vector, first + count);
    for (uint16_t i = 0; i < table->field_count; i++) {
        const reel_field *field = &table->fields[i];
        for (size_t part = 0; part < field->count; part++, at++) {
            char name[COLUMN_NAME_SIZE];
            reel_column_name(field, part, name, sizeof name);
            const char *const texts[MEMBERS] = { name, type_name(field), field->unit, field->doc };
            for (idx_t member = 0; member < MEMBERS; member++)
                vector_set_text(duckdb_struct_vector_get_child(list, member), at, texts[member]);
        }
    }
    duckdb_list_entry *entries = duckdb_vector_get_data(vector);
    entries[row] = (duckdb_list_entry){ first, count };
}

static void set_table(duckdb_vector vector, idx_t row, idx_t column, const reel_format *format, const reel_table *table,
                      const reel_insight *insight)
{
    bool *flags = duckdb_vector_get_data(vector);
    switch (column) {
    case TABLE_FORMAT: vector_set_text(vector, row, reel_format_id(format)); break;
    case TABLE_TABLE: vector_set_text(vector, row, table->name); break;
    case TABLE_KIND: vector_set_text(vector, row, kind_of(table, insight)); break;
    case TABLE_MAIN: flags[row] = table == main_table(format); break;
    case TABLE_DOC: vector_set_text(vector, row, table->doc); break;
    case TABLE_COLUMNS: set_columns(vector, row, table); break;
    default: break;
    }
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
            set_table(duckdb_data_chunk_get_vector(chunk, i), row, query->columns->columns[i], format, table, insight);
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
