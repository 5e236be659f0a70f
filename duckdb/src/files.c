/* SPDX-License-Identifier: MIT
 * replay_files: one row for each file. */
#include "folder.h"
#include "report.h"
#include "vector.h"

#include <reel/insight.h>
#include <stdlib.h>

enum { FILE_FILE, FILE_SIZE, FILE_GAME, FILE_FORMAT, FILE_VERDICT, FILE_ROWS, FILE_ERRORS, FILE_WARNINGS, FILE_MESSAGE };

static const result_column file_columns[] = {
    [FILE_FILE] = { "file", DUCKDB_TYPE_VARCHAR },       [FILE_SIZE] = { "size", DUCKDB_TYPE_UBIGINT },
    [FILE_GAME] = { "game", DUCKDB_TYPE_VARCHAR },       [FILE_FORMAT] = { "format", DUCKDB_TYPE_VARCHAR },
    [FILE_VERDICT] = { "verdict", DUCKDB_TYPE_VARCHAR }, [FILE_ROWS] = { "rows", DUCKDB_TYPE_UBIGINT },
    [FILE_ERRORS] = { "errors", DUCKDB_TYPE_UBIGINT },   [FILE_WARNINGS] = { "warnings", DUCKDB_TYPE_UBIGINT },
    [FILE_MESSAGE] = { "message", DUCKDB_TYPE_VARCHAR }, { NULL, 0 }
};

static void bind_files(duckdb_bind_info info) { report_bind_columns(info, file_columns, false); }

typedef struct file_report {
    const replay *replay;
    const wanted_replays *only;
    const reel_format *format; /* NULL: not identified */
    char *game;                /* NULL: unknown, or not needed */
    bool wants_game, no_memory;
    uint64_t rows; /* of the main table */
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

/* Of formats of several games, the header states which one it is. */
static void keep_game(file_report *file, const reel_chunk *header)
{
    const size_t size = file->wants_game && file->format ? reel_replay_game(file->format, header, NULL, 0) : 0;
    file->game = size ? malloc(size + 1) : NULL;
    file->no_memory |= size && !file->game;
    if (file->game) reel_replay_game(file->format, header, file->game, size + 1);
}

static reel_status choose_format(void *context, const reel_format *format, const reel_chunk *header, reel_options *options,
                                 reel_error *error)
{
    file_report *file = context;
    reel_status status = wanted_choose(file->only, format, header, error);
    if (header && status >= 0) keep_game(file, header);
    if (header || status < 0) return status;
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
    const reel_options reading = { REEL_SIZED(reel_options), .report = file->checks ? count_finding : NULL,
                                   .report_context = file,   .member = file->replay->member,
                                   .choose = choose_format,  .choose_context = file };
    reel_survey survey = { REEL_SIZED(reel_survey), .flags = file->checks ? REEL_SURVEY_CHECK : 0, .rows = count_rows,
                           .context = file };
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
    if (is_no_replay(failure)) return "not-a-replay";
    if (damage) return "damaged";
    if (failure->status) return "unreadable";
    return file->errors || file->warnings ? "findings" : "fine";
}

/* Does only what the columns of the query and the wanted replays need. */
static bool examine(const needed *columns, file_report *file)
{
    file->checks = needs(columns, FILE_VERDICT) || needs(columns, FILE_ERRORS) || needs(columns, FILE_WARNINGS) ||
                   needs(columns, FILE_MESSAGE);
    reel_status status = REEL_OK;
    file->wants_game = needs(columns, FILE_GAME);
    if (file->checks || file->wants_game || needs(columns, FILE_ROWS) || wanted_needs_header(file->only))
        status = survey_file(file);
    else if (needs(columns, FILE_FORMAT) || file->only->formats)
        status = identify_replay(file->only, file->replay, &file->format, &file->failure);
    if (!file->game) keep_game(file, NULL);
    file->verdict = verdict_of(file);
    return status != REEL_MEMORY && !file->no_memory;
}

/* Whether a file that was examined is one of the wanted replays. */
static bool is_wanted(const file_report *file)
{
    if (wanted_refused(&file->failure)) return false;
    return file->format || (!file->only->formats && !wanted_needs_header(file->only));
}

static void set_file(duckdb_vector vector, idx_t column, const file_report *file)
{
    char text[FAILURE_SIZE];
    switch (column) {
    case FILE_FILE: vector_set_text(vector, 0, file->replay->name); break;
    case FILE_SIZE:
        vector_set_number(vector, 0, file->replay->member ? file->replay->size : path_size(file->replay->path));
        break;
    case FILE_GAME: set_text_or_null(vector, 0, file->game); break;
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

static void init_files(duckdb_init_info info) { report_init_thread(info, sizeof(replay), free_replay); }

static void next_file(duckdb_function_info info, duckdb_data_chunk chunk)
{
    const report_bind *bind = duckdb_function_get_bind_data(info);
    const report_query *query = duckdb_function_get_init_data(info);
    replay *current = duckdb_function_get_local_init_data(info);
    duckdb_data_chunk_set_size(chunk, 0);
    while (report_next(info, current)) {
        file_report file = { .replay = current, .only = &bind->selected.only };
        if (!examine(query->columns, &file)) {
            free(file.game);
            duckdb_function_set_error(info, "out of memory");
            return;
        }
        const bool wanted = is_wanted(&file);
        for (idx_t i = 0; wanted && i < query->columns->count; i++)
            set_file(duckdb_data_chunk_get_vector(chunk, i), query->columns->columns[i], &file);
        free(file.game);
        if (!wanted) continue;
        duckdb_data_chunk_set_size(chunk, 1);
        return;
    }
}

bool add_files_function(const registration *to)
{
    static const parameter parameters[] = { WANTED_PARAMETERS, { NULL, 0, NULL } };
    const function files = { .name = "replay_files",
                             .doc = "one row for each file: its format, verdict and size",
                             .parameters = parameters,
                             .bind = bind_files,
                             .init = report_init,
                             .local_init = init_files,
                             .next = next_file };
    return add_function(to, &files);
}
