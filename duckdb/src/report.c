/* SPDX-License-Identifier: MIT
 * replay_findings: what is wrong with files. replay_files: one row for each file. */
#include "folder.h"
#include "functions.h"
#include "parameters.h"
#include "paths.h"
#include "select.h"
#include "vector.h"

#include <reel/insight.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct report_bind {
    patterns found;
    char *wanted; /* the parameter rows; NULL: none */
    selection selected;
} report_bind;

static void free_bind(void *data)
{
    report_bind *bind = data;
    patterns_free(&bind->found);
    free(bind->wanted);
    free(bind);
}

typedef struct report_query {
    paths *files;
    idx_t count;
    idx_t columns[];
} report_query;

static void free_query(void *data)
{
    report_query *query = data;
    paths_free(query->files);
    free(query);
}

static void init_report(duckdb_init_info info)
{
    const report_bind *bind = duckdb_init_get_bind_data(info);
    idx_t count = duckdb_init_get_column_count(info);
    report_query *query = calloc(1, sizeof *query + count * sizeof *query->columns);
    if (query) query->files = paths_new(bind->found.items, bind->found.count);
    if (!query || !query->files) {
        free(query);
        duckdb_init_set_error(info, "out of memory");
        return;
    }
    query->count = count;
    for (idx_t i = 0; i < count; i++) query->columns[i] = duckdb_init_get_column_index(info, i);
    duckdb_init_set_max_threads(info, paths_is_one_file(bind->found.items, bind->found.count) ? 1 : MOST_THREADS);
    duckdb_init_set_init_data(info, query, free_query);
}

static bool needs(const report_query *query, idx_t column)
{
    for (idx_t i = 0; i < query->count; i++)
        if (query->columns[i] == column) return true;
    return false;
}

/* Moves on to the next replay. False after the last one, or if the query failed. */
static bool next_replay(duckdb_function_info info, const report_query *query, replay *current)
{
    char message[PATHS_MESSAGE];
    paths_result result = replay_next(current, query->files, message);
    if (result == PATHS_FAILED) duckdb_function_set_error(info, message);
    return result == PATHS_FOUND;
}

static void add_columns(duckdb_bind_info info, const parameter *columns)
{
    for (; columns->name; columns++) {
        duckdb_logical_type type = duckdb_create_logical_type(columns->type);
        duckdb_bind_add_result_column(info, columns->name, type);
        duckdb_destroy_logical_type(&type);
    }
}

static void set_text_or_null(duckdb_vector vector, idx_t row, const char *text)
{
    if (text && *text)
        vector_set_text(vector, row, text);
    else
        vector_set_null(vector, row);
}

static void set_number_or_null(duckdb_vector vector, idx_t row, uint64_t number, bool has)
{
    if (has)
        vector_set_number(vector, row, number);
    else
        vector_set_null(vector, row);
}

/* ---- replay_findings ------------------------------------------------------------------------------------------------ */

enum {
    FINDING_FILE,
    FINDING_SEVERITY,
    FINDING_RULE,
    FINDING_SECTION,
    FINDING_OFFSET,
    FINDING_LENGTH,
    FINDING_TABLE,
    FINDING_ROW,
    FINDING_COUNT,
    FINDING_MESSAGE
};

static const parameter finding_columns[] = { [FINDING_FILE] = { "file", DUCKDB_TYPE_VARCHAR },
                                             [FINDING_SEVERITY] = { "severity", DUCKDB_TYPE_VARCHAR },
                                             [FINDING_RULE] = { "rule", DUCKDB_TYPE_VARCHAR },
                                             [FINDING_SECTION] = { "section", DUCKDB_TYPE_VARCHAR },
                                             [FINDING_OFFSET] = { "offset", DUCKDB_TYPE_UBIGINT },
                                             [FINDING_LENGTH] = { "length", DUCKDB_TYPE_UBIGINT },
                                             [FINDING_TABLE] = { "table", DUCKDB_TYPE_VARCHAR },
                                             [FINDING_ROW] = { "row", DUCKDB_TYPE_UBIGINT },
                                             [FINDING_COUNT] = { "count", DUCKDB_TYPE_UBIGINT },
                                             [FINDING_MESSAGE] = { "message", DUCKDB_TYPE_VARCHAR },
                                             { NULL, 0 } };

static void bind_findings(duckdb_bind_info info)
{
    report_bind *bind = calloc(1, sizeof *bind);
    bool fine = bind ? parameter_patterns(info, &bind->found) && parameter_text(info, "rows", &bind->wanted)
                     : bind_fail(info, "out of memory");
    if (fine && bind->wanted) {
        bind->selected.wanted = bind->wanted;
        fine = find_table(info, &bind->found, &bind->selected, false);
    }
    if (!fine) {
        if (bind) free_bind(bind);
        return;
    }
    add_columns(info, finding_columns);
    duckdb_bind_set_bind_data(info, bind, free_bind);
}

typedef struct findings_file {
    replay replay;
    reel_findings *list;
    size_t next;
} findings_file;

static void close_findings(findings_file *file)
{
    reel_findings_free(file->list);
    file->list = NULL;
    file->next = 0;
}

static void free_findings(void *data)
{
    findings_file *file = data;
    close_findings(file);
    replay_free(&file->replay);
    free(file);
}

static void init_findings(duckdb_init_info info)
{
    findings_file *file = calloc(1, sizeof *file);
    if (file)
        duckdb_init_set_init_data(info, file, free_findings);
    else
        duckdb_init_set_error(info, "out of memory");
}

static void add_failure(reel_findings *list, const reel_error *error)
{
    const bool placed = error->status == REEL_TRUNCATED || error->status == REEL_CORRUPT || error->status == REEL_LIMIT;
    const reel_finding finding = { .rule = error->rule,
                                   .severity = REEL_ERROR,
                                   .section = error->section,
                                   .offset = placed ? error->offset : REEL_NO_OFFSET,
                                   .row = REEL_NO_ROW,
                                   .count = 1,
                                   .message = *error->message ? error->message : reel_status_name(error->status) };
    reel_findings_report(list, &finding);
}

/* The list keeps only the first findings of each rule. Says how many there are beyond. */
static void add_rest(reel_findings *list)
{
    uint64_t all = 0, kept = reel_findings_count(list);
    for (int severity = REEL_NOTE; severity <= REEL_ERROR; severity++) all += reel_findings_total(list, (reel_severity)severity);
    if (all <= kept) return;
    char message[REEL_MESSAGE_SIZE];
    snprintf(message, sizeof message, "%llu more findings of these rules", (unsigned long long)(all - kept));
    const reel_finding rest = { .rule = "duckdb.more-findings",
                                .severity = REEL_NOTE,
                                .section = "",
                                .offset = REEL_NO_OFFSET,
                                .row = REEL_NO_ROW,
                                .count = all - kept,
                                .message = message };
    reel_findings_report(list, &rest);
}

/* Whether the replay has the table that is wanted; it is checked either way. */
typedef struct wanted_table {
    selection selected;
    reel_status status;
    reel_error error;
} wanted_table;

static reel_status find_wanted(void *context, const reel_format *format, const reel_chunk *header, reel_options *options,
                               reel_error *error)
{
    wanted_table *wanted = context;
    (void)options, (void)error;
    if (!header) wanted->status = select_table(&wanted->selected, format, &wanted->error);
    return REEL_OK;
}

static bool check_file(const report_bind *bind, findings_file *file)
{
    file->list = reel_findings_new(NULL);
    if (!file->list) return false;
    wanted_table wanted = { .selected = bind->selected, .status = REEL_OK };
    const reel_options reading = { .struct_size = sizeof reading,
                                   .report = reel_findings_report,
                                   .report_context = file->list,
                                   .member = file->replay.member,
                                   .choose = bind->wanted ? find_wanted : NULL,
                                   .choose_context = &wanted };
    reel_source source;
    reel_error error;
    reel_status status = replay_open(&file->replay, &source, &error);
    if (status >= 0) status = reel_check(source, &reading, &error);
    if (status < 0) add_failure(file->list, &error);
    if (status >= 0 && wanted.status < 0) add_failure(file->list, &wanted.error);
    add_rest(file->list);
    return status != REEL_MEMORY;
}

static void set_finding(duckdb_vector vector, idx_t row, idx_t column, const char *path, const reel_finding *finding)
{
    static const char *const severities[] = { [REEL_NOTE] = "note", [REEL_WARNING] = "warning", [REEL_ERROR] = "error" };
    switch (column) {
    case FINDING_FILE: vector_set_text(vector, row, path); break;
    case FINDING_SEVERITY: vector_set_text(vector, row, severities[finding->severity]); break;
    case FINDING_RULE: vector_set_text(vector, row, finding->rule); break;
    case FINDING_SECTION: set_text_or_null(vector, row, finding->section); break;
    case FINDING_OFFSET: set_number_or_null(vector, row, finding->offset, finding->offset != REEL_NO_OFFSET); break;
    case FINDING_LENGTH: set_number_or_null(vector, row, finding->length, finding->length); break;
    case FINDING_TABLE: set_text_or_null(vector, row, finding->table ? finding->table->name : NULL); break;
    case FINDING_ROW: set_number_or_null(vector, row, finding->row, finding->table && finding->row != REEL_NO_ROW); break;
    case FINDING_COUNT: vector_set_number(vector, row, finding->count); break;
    case FINDING_MESSAGE: vector_set_text(vector, row, finding->message); break;
    default: break;
    }
}

static void next_findings(duckdb_function_info info, duckdb_data_chunk chunk)
{
    const report_bind *bind = duckdb_function_get_bind_data(info);
    const report_query *query = duckdb_function_get_init_data(info);
    findings_file *file = duckdb_function_get_local_init_data(info);
    idx_t rows = 0, most = duckdb_vector_size();
    while (rows < most) {
        if (!file->list || file->next == reel_findings_count(file->list)) {
            close_findings(file);
            if (!next_replay(info, query, &file->replay)) break;
            if (!check_file(bind, file)) {
                duckdb_function_set_error(info, "out of memory");
                break;
            }
            continue;
        }
        const reel_finding *finding = reel_findings_at(file->list, file->next++);
        for (idx_t i = 0; i < query->count; i++)
            set_finding(duckdb_data_chunk_get_vector(chunk, i), rows, query->columns[i], file->replay.name, finding);
        rows++;
    }
    duckdb_data_chunk_set_size(chunk, rows);
}

/* ---- replay_files --------------------------------------------------------------------------------------------------- */

enum { FILE_FILE, FILE_SIZE, FILE_FORMAT, FILE_VERDICT, FILE_ROWS, FILE_ERRORS, FILE_WARNINGS, FILE_MESSAGE };

static const parameter file_columns[] = { [FILE_FILE] = { "file", DUCKDB_TYPE_VARCHAR },
                                          [FILE_SIZE] = { "size", DUCKDB_TYPE_UBIGINT },
                                          [FILE_FORMAT] = { "format", DUCKDB_TYPE_VARCHAR },
                                          [FILE_VERDICT] = { "verdict", DUCKDB_TYPE_VARCHAR },
                                          [FILE_ROWS] = { "rows", DUCKDB_TYPE_UBIGINT },
                                          [FILE_ERRORS] = { "errors", DUCKDB_TYPE_UBIGINT },
                                          [FILE_WARNINGS] = { "warnings", DUCKDB_TYPE_UBIGINT },
                                          [FILE_MESSAGE] = { "message", DUCKDB_TYPE_VARCHAR },
                                          { NULL, 0 } };

static void bind_files(duckdb_bind_info info)
{
    report_bind *bind = calloc(1, sizeof *bind);
    if (!bind) {
        bind_fail(info, "out of memory");
        return;
    }
    if (!parameter_patterns(info, &bind->found)) {
        free_bind(bind);
        return;
    }
    add_columns(info, file_columns);
    duckdb_bind_set_bind_data(info, bind, free_bind);
}

typedef struct file_report {
    const replay *replay;
    const reel_format *format; /* NULL: not identified */
    uint64_t rows;             /* of the main table */
    bool checks, opened;
    const reel_table *tables[2]; /* the main table */
    reel_error failure;          /* of opening, or the damage that ended reading; status 0: none */
    uint64_t errors, warnings;
    const char *verdict;
} file_report;

static void count_finding(void *context, const reel_finding *finding)
{
    file_report *file = context;
    file->errors += finding->severity == REEL_ERROR;
    file->warnings += finding->severity == REEL_WARNING;
}

static reel_status choose_format(void *context, const reel_format *format, const reel_chunk *header, reel_options *options,
                                 reel_error *error)
{
    file_report *file = context;
    (void)error;
    if (header) return REEL_OK;
    file->format = format;
    file->tables[0] = main_table(format);
    if (!file->checks) options->tables = file->tables; /* a check reads all of them, which shows damage anywhere */
    return REEL_OK;
}

static reel_status count_rows(void *context, const reel_format *format, const reel_insight *insight, const reel_chunk *chunk,
                              reel_error *error)
{
    file_report *file = context;
    size_t count;
    (void)format, (void)insight, (void)error;
    reel_chunk_rows(chunk, file->tables[0], &count);
    file->rows += count;
    return REEL_OK;
}

/* Reads the file once. */
static reel_status survey_file(file_report *file)
{
    const reel_options reading = { .struct_size = sizeof reading,
                                   .report = file->checks ? count_finding : NULL,
                                   .report_context = file,
                                   .member = file->replay->member,
                                   .choose = choose_format,
                                   .choose_context = file };
    reel_survey survey = {
        .struct_size = sizeof survey, .flags = file->checks ? REEL_SURVEY_CHECK : 0, .rows = count_rows, .context = file
    };
    reel_source source;
    reel_status status = replay_open(file->replay, &source, &file->failure);
    if (status >= 0) status = reel_survey_run(source, &reading, &survey, &file->failure);
    file->opened = survey.format != NULL;
    if (status >= 0) file->failure = survey.damage;
    if (status < 0) file->errors++;
    return status;
}

/* The words of `reel check --json`. */
static const char *verdict_of(const file_report *file)
{
    const reel_error *failure = &file->failure;
    const bool damage = failure->status == REEL_TRUNCATED || failure->status == REEL_CORRUPT || failure->status == REEL_LIMIT;
    const char *rule = failure->status ? failure->rule : "";
    if (strcmp(rule, "reel.unknown-format") == 0 || strcmp(rule, "reel.empty") == 0) return "not-a-replay";
    if (damage) return "damaged";
    if (failure->status) return "unreadable";
    return file->errors || file->warnings ? "findings" : "fine";
}

/* Does only what the columns of the query need. */
static bool examine(const report_query *query, file_report *file)
{
    file->checks =
        needs(query, FILE_VERDICT) || needs(query, FILE_ERRORS) || needs(query, FILE_WARNINGS) || needs(query, FILE_MESSAGE);
    const selection any = { .wanted = NULL };
    reel_status status = REEL_OK;
    if (file->checks || needs(query, FILE_ROWS))
        status = survey_file(file);
    else if (needs(query, FILE_FORMAT))
        status = identify_replay(&any, file->replay, &file->format, &file->failure);
    file->verdict = verdict_of(file);
    return status != REEL_MEMORY;
}

static void set_file(duckdb_vector vector, idx_t column, const file_report *file)
{
    char text[FAILURE_SIZE];
    switch (column) {
    case FILE_FILE: vector_set_text(vector, 0, file->replay->name); break;
    case FILE_SIZE:
        vector_set_number(vector, 0, file->replay->member ? file->replay->size : path_size(file->replay->path));
        break;
    case FILE_FORMAT: set_text_or_null(vector, 0, file->format ? reel_format_id(file->format) : NULL); break;
    case FILE_VERDICT: vector_set_text(vector, 0, file->verdict); break;
    case FILE_ROWS: set_number_or_null(vector, 0, file->rows, file->opened); break;
    case FILE_ERRORS: vector_set_number(vector, 0, file->errors); break;
    case FILE_WARNINGS: vector_set_number(vector, 0, file->warnings); break;
    case FILE_MESSAGE:
        if (file->failure.status) failure_text(text, NULL, &file->failure);
        set_text_or_null(vector, 0, file->failure.status ? text : NULL);
        break;
    default: break;
    }
}

static void free_replay(void *data)
{
    replay_free(data);
    free(data);
}

static void init_files(duckdb_init_info info)
{
    replay *current = calloc(1, sizeof *current);
    if (current)
        duckdb_init_set_init_data(info, current, free_replay);
    else
        duckdb_init_set_error(info, "out of memory");
}

static void next_file(duckdb_function_info info, duckdb_data_chunk chunk)
{
    const report_query *query = duckdb_function_get_init_data(info);
    replay *current = duckdb_function_get_local_init_data(info);
    file_report file = { .replay = current };
    bool found = next_replay(info, query, current), fine = found && examine(query, &file);
    if (found && !fine) duckdb_function_set_error(info, "out of memory");
    for (idx_t i = 0; fine && i < query->count; i++) set_file(duckdb_data_chunk_get_vector(chunk, i), query->columns[i], &file);
    duckdb_data_chunk_set_size(chunk, fine);
}

bool add_report_functions(duckdb_connection connection)
{
    static const parameter parameters[] = { { "rows", DUCKDB_TYPE_VARCHAR }, { NULL, 0 } };
    const function findings = { "replay_findings", parameters, bind_findings, init_report, init_findings, next_findings, NULL };
    const function files = { "replay_files", NULL, bind_files, init_report, init_files, next_file, NULL };
    return add_function(connection, &findings) && add_function(connection, &files);
}
