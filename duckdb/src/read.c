/* SPDX-License-Identifier: MIT
 * read_replay and replay_stats: the rows of one table of many files. Each thread of DuckDB takes the next file, opens it as an Arrow stream
 * of the columns that the query needs, and copies one array for each chunk that DuckDB asks for. */
#include "blocks.h"
#include "functions.h"
#include "parameters.h"
#include "paths.h"
#include "select.h"
#include "vector.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* Columns before those of the table, as DuckDB numbers them. `row` is the first: it is what count(*) reads. */
enum { COLUMN_ROW, COLUMN_FILE, COLUMN_FIRST };

static const char row_name[] = "row", file_name[] = "file";

typedef struct read_bind {
    patterns found;
    char *wanted;
    selection selected;
    reel_arrow_options options; /* without columns */
    struct ArrowSchema schema;  /* file, row, then all columns of the table */
    reel_levels *levels;        /* NULL: none */
    bool strict, clean, enums, has_from, has_to;
    double from, to;
} read_bind;

static void free_bind(void *data)
{
    read_bind *bind = data;
    if (bind->schema.release) bind->schema.release(&bind->schema);
    reel_levels_close(bind->levels);
    patterns_free(&bind->found);
    wanted_free(&bind->selected.only);
    free(bind->wanted);
    free(bind);
}

/* ---- binding -------------------------------------------------------------------------------------------------------- */

static bool bind_columns_style(duckdb_bind_info info, read_bind *bind)
{
    static const char *const label_words[] = { "text", "number", "enum", NULL };
    static const char *const vector_words[] = { "columns", "array", "struct", NULL };
    static const uint32_t label_flags[] = { REEL_ARROW_LABELS, 0, REEL_ARROW_LABELS };
    static const uint32_t vector_flags[] = { 0, REEL_ARROW_LISTS, REEL_ARROW_STRUCTS };
    size_t labels = 0, vectors = 0;
    if (!parameter_choice(info, "labels", label_words, &labels) || !parameter_choice(info, "vectors", vector_words, &vectors))
        return false;
    bind->enums = labels == 2;
    bind->options = (reel_arrow_options){ REEL_SIZED(reel_arrow_options),
                                          .flags = label_flags[labels] | vector_flags[vectors] | REEL_ARROW_MOMENTS |
                                                   (bind->clean || bind->selected.statistics ? REEL_ARROW_CLEAN : 0),
                                          .row_column = row_name, .file_column = file_name, .batch_rows = duckdb_vector_size() };
    return true;
}

static bool bind_parameters(duckdb_bind_info info, read_bind *bind)
{
    if (!parameter_patterns(info, &bind->found)) return false;
    if (!parameter_flag(info, "clean", &bind->clean)) return false;
    if (!parameter_text(info, bind->selected.statistics ? "stat" : "rows", &bind->wanted)) return false;
    bind->selected.wanted = bind->wanted;
    return wanted_parameters(info, &bind->selected.only) && bind_columns_style(info, bind) &&
           parameter_levels(info, &bind->levels) && parameter_flag(info, "strict", &bind->strict) &&
           parameter_number(info, "after", &bind->has_from, &bind->from) &&
           parameter_number(info, "before", &bind->has_to, &bind->to);
}

static bool bind_columns(duckdb_bind_info info, read_bind *bind)
{
    reel_error error;
    const reel_table *table = bind->selected.table;
    if (reel_arrow_schema(table, bind->selected.format, &bind->options, &bind->schema, &error) < 0)
        return bind_fail(info, "%s (%s)", error.message, error.rule);
    for (int64_t i = 0; i < bind->schema.n_children; i++) {
        /* reel has the file first, DuckDB gets the row first */
        const struct ArrowSchema *child = bind->schema.children[i == COLUMN_ROW    ? COLUMN_FILE
                                                                : i == COLUMN_FILE ? COLUMN_ROW
                                                                                   : i];
        const reel_field *field = NULL;
        size_t index;
        if (i >= COLUMN_FIRST) reel_table_column(table, child->name, &field, &index);
        duckdb_logical_type type = vector_type(child, field, bind->enums);
        if (!type) return bind_fail(info, "the column \"%s\" has no type in DuckDB", child->name);
        duckdb_bind_add_result_column(info, child->name, type);
        duckdb_destroy_logical_type(&type);
    }
    return true;
}

static bool check_span(duckdb_bind_info info, const read_bind *bind)
{
    if (!(bind->has_from || bind->has_to) || bind->selected.insight || reel_table_time(bind->selected.table)) return true;
    return bind_fail(info, "the table \"%s\" has no time axis: after and before cannot be used", bind->selected.table->name);
}

static void bind_read(duckdb_bind_info info)
{
    read_bind *bind = calloc(1, sizeof *bind);
    if (!bind) {
        bind_fail(info, "out of memory");
        return;
    }
    bind->selected.statistics = duckdb_bind_get_extra_info(info);
    if (bind_parameters(info, bind) && find_table(info, &bind->found, &bind->selected, bind->strict) && check_span(info, bind) &&
        bind_columns(info, bind))
        duckdb_bind_set_bind_data(info, bind, free_bind);
    else
        free_bind(bind);
}

/* ---- starting ------------------------------------------------------------------------------------------------------- */

/* A column of the result: child `child` of an array, of the type of child `type` of the schema. */
typedef struct read_column {
    int64_t child, type;
} read_column;

typedef struct read_query {
    paths *files;
    reel_arrow_options options;
    const char **names; /* of the columns to read, ending with NULL */
    read_column *columns;
    idx_t count;
} read_query;

static void free_query(void *data)
{
    read_query *query = data;
    paths_free(query->files);
    free(query->names);
    free(query->columns);
    free(query);
}

/* Reads only what the query needs. Without any column the rows still have to be counted. */
static void choose_columns(read_query *query, const read_bind *bind, duckdb_init_info info)
{
    bool has_row = !query->count, has_file = false;
    size_t names = 0;
    for (idx_t i = 0; i < query->count; i++) {
        idx_t column = duckdb_init_get_column_index(info, i);
        has_row |= column == COLUMN_ROW;
        has_file |= column == COLUMN_FILE;
    }
    query->options = bind->options;
    query->options.columns = query->names;
    if (!has_row) query->options.row_column = NULL;
    if (!has_file) query->options.file_column = NULL;
    for (idx_t i = 0; i < query->count; i++) {
        int64_t column = (int64_t)duckdb_init_get_column_index(info, i);
        read_column *to = &query->columns[i];
        if (column == COLUMN_ROW) {
            *to = (read_column){ has_file, COLUMN_FILE };
        } else if (column == COLUMN_FILE) {
            *to = (read_column){ 0, COLUMN_ROW };
        } else if (column > 0 && column < bind->schema.n_children) {
            *to = (read_column){ (int64_t)names + has_row + has_file, column };
            query->names[names++] = bind->schema.children[column]->name;
        } else {
            *to = (read_column){ -1, -1 }; /* a column of DuckDB's own */
        }
    }
}

static void init_read(duckdb_init_info info)
{
    const read_bind *bind = duckdb_init_get_bind_data(info);
    read_query *query = calloc(1, sizeof *query);
    if (query) {
        query->count = duckdb_init_get_column_count(info);
        query->files = paths_new(bind->found.items, bind->found.count);
        query->names = calloc(query->count + 1, sizeof *query->names);
        query->columns = calloc(query->count + 1, sizeof *query->columns);
    }
    if (!query || !query->files || !query->names || !query->columns) {
        if (query) free_query(query);
        duckdb_init_set_error(info, "out of memory");
        return;
    }
    choose_columns(query, bind, info);
    duckdb_init_set_max_threads(info, paths_is_one_file(bind->found.items, bind->found.count) ? 1 : MOST_THREADS);
    duckdb_init_set_init_data(info, query, free_query);
}

/* The replay that a thread reads. */
typedef struct read_file {
    struct ArrowArrayStream stream;
    replay replay;
    reel_error failure; /* the first of the replay; status 0: none */
    blocks memory;
} read_file;

static void close_file(read_file *file)
{
    if (file->stream.release) file->stream.release(&file->stream);
    file->stream = (struct ArrowArrayStream){ 0 };
    file->failure = (reel_error){ 0 };
}

static void free_file(void *data)
{
    read_file *file = data;
    close_file(file);
    replay_free(&file->replay);
    blocks_free(&file->memory);
    free(file);
}

static void init_file(duckdb_init_info info)
{
    read_file *file = calloc(1, sizeof *file);
    if (!file) {
        duckdb_init_set_error(info, "out of memory");
        return;
    }
    blocks_begin(&file->memory);
    duckdb_init_set_init_data(info, file, free_file);
}

/* ---- reading -------------------------------------------------------------------------------------------------------- */

static void keep_failure(void *context, const char *path, const reel_error *error)
{
    read_file *file = context;
    (void)path;
    if (!file->failure.status) file->failure = *error;
}

/* For reel_choose: one that is not wanted fails, and so does one of a format that does not have the same table. */
static reel_status choose_table(void *context, const reel_format *format, const reel_chunk *header, reel_options *options,
                                reel_error *error)
{
    (void)options;
    selection *selected = context;
    reel_status status = wanted_choose(&selected->only, format, header, error);
    return header || status < 0 ? status : select_table(selected, format, error);
}

/* Opens file->replay. */
static reel_status open_file(const read_bind *bind, const read_query *query, read_file *file)
{
    selection selected = bind->selected;
    reel_source source;
    reel_error *error = &file->failure;
    reel_status status = replay_open(&file->replay, &source, error);
    if (status < 0) return status;
    const reel_options reading = { REEL_SIZED(reel_options),
                                   .allocator = &file->memory.allocator,
                                   .flags = bind->clean ? REEL_CLEAN : 0,
                                   .member = file->replay.member,
                                   .has_from = bind->has_from,
                                   .has_to = bind->has_to,
                                   .from = bind->from,
                                   .to = bind->to,
                                   .choose = choose_table,
                                   .choose_context = &selected };
    reel_arrow_options options = query->options;
    options.file = file->replay.name;
    options.observer = (reel_arrow_observer){ .context = file, .failure = keep_failure };
    if (bind->levels) {
        options.levels = bind->levels;
        options.find_level = reel_levels_find;
        options.release_level = reel_levels_release;
    }
    *error = (reel_error){ 0 };
    reel_error opening;
    status = reel_arrow_stream(source, &reading, bind->selected.name, &options, &file->stream, &opening);
    if (status < 0 && !wanted_refused(&opening)) *error = opening;
    return status;
}

/* The next array that has rows, of this replay or of a later one: true, and the caller releases it. False if there is none, or the query
 * failed. */
static bool next_array(duckdb_function_info info, const read_bind *bind, const read_query *query, read_file *file,
                       struct ArrowArray *array)
{
    char text[FAILURE_SIZE];
    for (;;) {
        int failed = 0;
        if (file->stream.release) failed = file->stream.get_next(&file->stream, array);
        if (file->stream.release && !failed && array->release) return true;
        if (failed == ENOMEM && !file->failure.status)
            file->failure = (reel_error){ .status = REEL_MEMORY, .rule = "reel.memory", .section = "" };
        if (file->failure.status && (bind->strict || file->failure.status == REEL_MEMORY)) {
            failure_text(text, file->replay.name, &file->failure);
            duckdb_function_set_error(info, text);
            return false;
        }
        close_file(file);
        paths_result result = replay_next(&file->replay, query->files, &bind->selected.only, text);
        if (result == PATHS_FAILED) duckdb_function_set_error(info, text);
        if (result != PATHS_FOUND) return false;
        open_file(bind, query, file);
    }
}

static void unnamed_value(duckdb_function_info info, const char *column, const duckdb_string_t *value)
{
    char text[FAILURE_SIZE];
    snprintf(text, sizeof text, "the value %.*s of \"%s\" has no name, so that it cannot be in an ENUM; use labels := 'text'",
             (int)value->value.pointer.length, value->value.pointer.ptr, column);
    duckdb_function_set_error(info, text);
}

static void next_rows(duckdb_function_info info, duckdb_data_chunk chunk)
{
    const read_bind *bind = duckdb_function_get_bind_data(info);
    const read_query *query = duckdb_function_get_init_data(info);
    read_file *file = duckdb_function_get_local_init_data(info);
    struct ArrowArray array = { 0 };
    duckdb_data_chunk_set_size(chunk, 0);
    if (!next_array(info, bind, query, file, &array)) return;
    bool fine = true;
    for (idx_t i = 0; fine && i < query->count; i++) {
        const read_column *column = &query->columns[i];
        if (column->child < 0) continue;
        const struct ArrowSchema *schema = bind->schema.children[column->type];
        duckdb_string_t unnamed;
        fine = vector_fill(duckdb_data_chunk_get_vector(chunk, i), schema, array.children[column->child],
                           bind->enums && column->type >= COLUMN_FIRST, &unnamed);
        if (!fine) unnamed_value(info, schema->name, &unnamed);
    }
    if (fine) duckdb_data_chunk_set_size(chunk, (idx_t)array.length);
    array.release(&array);
}

bool add_read_functions(const registration *to)
{
#define SHARED_PARAMETERS                                                                                                        \
    WANTED_PARAMETERS, LEVEL_PARAMETER,                                                                                          \
        { "labels", DUCKDB_TYPE_VARCHAR, "enumerations as 'text', the default, 'number' or 'enum'" },                            \
        { "vectors", DUCKDB_TYPE_VARCHAR, "vectors as 'columns', the default, 'array' or 'struct'" },                            \
        { "after", DUCKDB_TYPE_DOUBLE, "only rows with after <= time, in the unit of the time axis" },                           \
        { "before", DUCKDB_TYPE_DOUBLE, "only rows with time < before" },                                                        \
        { "strict", DUCKDB_TYPE_BOOLEAN, "fail if a file is damaged, cannot be read or does not have the table" },               \
        { "clean", DUCKDB_TYPE_BOOLEAN, "values that are fit for sums" },                                                        \
    {                                                                                                                            \
        NULL, 0, NULL                                                                                                            \
    }
/* DuckDB has no warnings that an extension in C could give while a query is bound; this is what a user of an old name can find. */
#define OLD_NAMES ". The name that a table of statistics had in the last release is taken until the next one, without a warning"
    static const parameter read_parameters[] = { { "rows", DUCKDB_TYPE_VARCHAR, "the table; by default the main one" OLD_NAMES },
                                                 SHARED_PARAMETERS };
    static const parameter stats_parameters[] = {
        { "stat", DUCKDB_TYPE_VARCHAR, "the table of statistics; by default the first of the game" OLD_NAMES }, SHARED_PARAMETERS
    };
    static bool statistics = true;
    const function read = { .name = "read_replay",
                            .doc = "the rows of one table of each replay",
                            .parameters = read_parameters,
                            .bind = bind_read,
                            .init = init_read,
                            .local_init = init_file,
                            .next = next_rows };
    function stats = read;
    stats.name = "replay_stats";
    stats.doc = "statistics of each replay, as of reel stats";
    stats.parameters = stats_parameters;
    stats.extra = &statistics;
    return add_function(to, &read) && add_function(to, &stats);
}
