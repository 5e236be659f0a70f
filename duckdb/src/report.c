/* SPDX-License-Identifier: MIT */
#include "report.h"

#include "vector.h"

#include <stdlib.h>

static void free_bind(void *data)
{
    report_bind *bind = data;
    reel_levels_close(bind->levels);
    patterns_free(&bind->found);
    wanted_free(&bind->selected.only);
    free(bind->wanted);
    free(bind);
}

void report_bind_columns(duckdb_bind_info info, const result_column *columns, bool rows)
{
    report_bind *bind = calloc(1, sizeof *bind);
    if (!bind) {
        bind_fail(info, "out of memory");
        return;
    }
    bool fine = parameter_patterns(info, &bind->found) && wanted_parameters(info, &bind->selected.only) &&
                (!rows || (parameter_text(info, "rows", &bind->wanted) && parameter_levels(info, &bind->levels)));
    if (fine && bind->wanted) {
        bind->selected.wanted = bind->wanted;
        fine = find_table(info, &bind->found, &bind->selected, false);
    }
    if (!fine) {
        free_bind(bind);
        return;
    }
    add_columns(info, columns);
    duckdb_bind_set_bind_data(info, bind, free_bind);
}

static void free_query(void *data)
{
    report_query *query = data;
    paths_free(query->files);
    free(query->columns);
    free(query);
}

void report_init(duckdb_init_info info)
{
    const report_bind *bind = duckdb_init_get_bind_data(info);
    report_query *query = calloc(1, sizeof *query);
    if (query) {
        query->files = paths_new(bind->found.items, bind->found.count);
        query->columns = needed_new(info);
    }
    if (!query || !query->files || !query->columns) {
        if (query) free_query(query);
        duckdb_init_set_error(info, "out of memory");
        return;
    }
    duckdb_init_set_max_threads(info, paths_is_one_file(bind->found.items, bind->found.count) ? 1 : MOST_THREADS);
    duckdb_init_set_init_data(info, query, free_query);
}

void report_init_thread(duckdb_init_info info, size_t size, duckdb_delete_callback_t release)
{
    void *own = calloc(1, size);
    if (own)
        duckdb_init_set_init_data(info, own, release);
    else
        duckdb_init_set_error(info, "out of memory");
}

bool report_next(duckdb_function_info info, replay *current)
{
    const report_bind *bind = duckdb_function_get_bind_data(info);
    const report_query *query = duckdb_function_get_init_data(info);
    char message[PATHS_MESSAGE];
    paths_result result = replay_next(current, query->files, &bind->selected.only, message);
    if (result == PATHS_FAILED) duckdb_function_set_error(info, message);
    return result == PATHS_FOUND;
}

void set_text_or_null(duckdb_vector vector, idx_t row, const char *text)
{
    if (text && *text)
        vector_set_text(vector, row, text);
    else
        vector_set_null(vector, row);
}

void set_number_or_null(duckdb_vector vector, idx_t row, uint64_t number, bool has)
{
    if (has)
        vector_set_number(vector, row, number);
    else
        vector_set_null(vector, row);
}
