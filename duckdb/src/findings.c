/* SPDX-License-Identifier: MIT
 * replay_findings: what is wrong with files. */
#include "report.h"
#include "vector.h"

#include <reel/insight.h>
#include <stdio.h>
#include <stdlib.h>

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

static const result_column finding_columns[] = { [FINDING_FILE] = { "file", DUCKDB_TYPE_VARCHAR },
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

static void bind_findings(duckdb_bind_info info) { report_bind_columns(info, finding_columns, true); }

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

static void init_findings(duckdb_init_info info) { report_init_thread(info, sizeof(findings_file), free_findings); }

static void add_failure(reel_findings *list, const reel_error *error)
{
    const bool placed = error->status == REEL_TRUNCATED || error->status == REEL_CORRUPT || error->status == REEL_LIMIT ||
                        error->status == REEL_UNSUPPORTED; /* as `reel check --json` */
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
    bool chosen; /* the replay is known to be one of the wanted ones */
    const reel_levels *levels;
    reel_insight_options insights; /* with the level, once the header is known */
} wanted_table;

static reel_status find_wanted(void *context, const reel_format *format, const reel_chunk *header, reel_options *options,
                               reel_error *error)
{
    wanted_table *sought = context;
    (void)options;
    if (!header && sought->selected.wanted) sought->status = select_table(&sought->selected, format, &sought->error);
    const reel_status status = wanted_choose(&sought->selected.only, format, header, error);
    sought->chosen |= status >= 0 && (header || !sought->selected.only.field_count);
    if (status < 0 || !header || !sought->levels) return status;
    const reel_status found = reel_levels_find(sought->levels, header, &sought->insights.level, error);
    return found == REEL_END ? REEL_OK : found;
}

/* reel_check, with the level of the replay. */
static reel_status check_replay(reel_source source, const reel_options *reading, wanted_table *sought, reel_error *error)
{
    if (!sought->levels) return reel_check(source, reading, error);
    reel_survey survey = { REEL_SIZED(reel_survey), .flags = REEL_SURVEY_CHECK, .insight_options = &sought->insights };
    const reel_status status = reel_survey_run(source, reading, &survey, error);
    reel_levels_release(sought->levels, sought->insights.level);
    return status;
}

static bool check_file(const report_bind *bind, findings_file *file)
{
    file->list = reel_findings_new(NULL);
    if (!file->list) return false;
    wanted_table sought = {
        .selected = bind->selected, .status = REEL_OK, .levels = bind->levels, .insights = { REEL_SIZED(reel_insight_options) }
    };
    const reel_options reading = { REEL_SIZED(reel_options),      .report = reel_findings_report, .report_context = file->list,
                                   .member = file->replay.member, .choose = find_wanted,          .choose_context = &sought };
    reel_source source;
    reel_error error;
    reel_status status = replay_open(&file->replay, &source, &error);
    if (status >= 0) status = check_replay(source, &reading, &sought, &error);
    const bool any = !sought.selected.only.formats && !sought.selected.only.field_count;
    if (status < 0 && !sought.chosen && !any) return status != REEL_MEMORY;
    if (status < 0) add_failure(file->list, &error);
    if (status >= 0 && sought.status < 0) add_failure(file->list, &sought.error);
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
            if (!report_next(info, &file->replay)) break;
            if (!check_file(bind, file)) {
                duckdb_function_set_error(info, "out of memory");
                break;
            }
            continue;
        }
        const reel_finding *finding = reel_findings_at(file->list, file->next++);
        for (idx_t i = 0; i < query->columns->count; i++)
            set_finding(duckdb_data_chunk_get_vector(chunk, i), rows, query->columns->columns[i], file->replay.name, finding);
        rows++;
    }
    duckdb_data_chunk_set_size(chunk, rows);
}

bool add_findings_function(const registration *to)
{
    static const parameter parameters[] = { WANTED_PARAMETERS,
                                            LEVEL_PARAMETER,
                                            { "rows", DUCKDB_TYPE_VARCHAR, "also report the files that do not have this table" },
                                            { NULL, 0, NULL } };
    const function findings = { .name = "replay_findings",
                                .doc = "one row for each finding of reel check",
                                .parameters = parameters,
                                .bind = bind_findings,
                                .init = report_init,
                                .local_init = init_findings,
                                .next = next_findings };
    return add_function(to, &findings);
}
