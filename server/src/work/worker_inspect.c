/* SPDX-License-Identifier: MIT
 * JOB_INSPECT, in a worker: what an upload is judged by. */
#include "base/file_text.h"
#include "work/worker_boards.h"
#include "work/worker_job.h"

#include <math.h>
#include <reel/export.h>
#include <reel/format.h>
#include <reel/insight.h>
#include <reel/match.h>
#include <reel/sign.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_FIELDS = 64, MOST_TABLES = 64 };

/* What one pass over the replay collects. */
typedef struct inspector {
    worker_job *worker_job;
    inspection *result;
    reel_findings *findings, *against; /* `against`: those about evidence */
    reel_memory evidence;              /* its row as JSON */
    crypto_hash_sha256_state content;  /* of the header */
    bool has_header;
    board_run *boards;
} inspector;

/* ---- texts ------------------------------------------------------------------------------------------------------- */

enum { HEADER_MOST = 1 << 16 };
static char header_whole[HEADER_MOST], header_key[HEADER_MOST];

/* The player, the name of the player or the level. `key` gets its key by `make`, which may be NULL. */
static void copy_header_text(char to[JOB_TEXT], char key[JOB_TEXT], size_t (*make)(const char *, size_t, char *, size_t),
                             const reel_chunk *header, uint32_t flag)
{
    size_t size = reel_header_text(header, flag, header_whole, HEADER_MOST);
    if (size >= HEADER_MOST) size = HEADER_MOST - 1;
    copy_long_text(to, header_whole, size);
    if (make) {
        size_t key_size = make(header_whole, size, header_key, HEADER_MOST);
        if (key_size >= HEADER_MOST) key_size = HEADER_MOST - 1;
        copy_long_text(key, header_key, key_size);
        explicit_bzero(header_key, key_size);
    }
    explicit_bzero(header_whole, size); /* the next job is of another client */
}

/* ---- what the file says ------------------------------------------------------------------------------------------ */

static void hash_bytes(inspector *i, const void *bytes, size_t size)
{
    uint64_t length = size;
    crypto_hash_sha256_update(&i->content, (const uint8_t *)&length, sizeof length);
    crypto_hash_sha256_update(&i->content, bytes, size);
}

static void hash_name(inspector *i, const char *name) { hash_bytes(i, name, strlen(name)); }

/* One value as text, which may be long. False: out of memory. */
static bool hash_value(inspector *i, const reel_field *field, const void *row)
{
    char shown[JOB_TEXT];
    size_t size = reel_field_text(field, row, false, shown, sizeof shown);
    char *whole = size < sizeof shown ? shown : malloc(size + 1);
    if (!whole) return false;
    if (whole != shown) reel_field_text(field, row, false, whole, size + 1);
    hash_name(i, field->name);
    hash_bytes(i, whole, size);
    if (whole != shown) free(whole);
    return true;
}

/* The header, which the content hash does not cover: two files with one play and other headers are not the same. */
static bool hash_header(inspector *i, const reel_chunk *chunk)
{
    for (const reel_table *const *table = reel_chunk_tables(chunk); *table; table++) {
        size_t count;
        const char *rows = (*table)->flags & REEL_TABLE_HEADER ? reel_chunk_rows(chunk, *table, &count) : NULL;
        for (size_t row = 0; rows && row < count; row++) {
            hash_name(i, (*table)->name);
            for (size_t n = 0; n < (*table)->field_count; n++) {
                const reel_field *field = &(*table)->fields[n];
                const void *at = rows + row * (*table)->row_size;
                if (field->flags & REEL_FIELD_DERIVED || !reel_field_present(field, at)) continue;
                if (!hash_value(i, field, at)) return false;
            }
        }
    }
    return true;
}

/* With what the file says besides rows: its format, its mark, and its findings, since the answer has them. */
static void end_content(inspector *i, const reel_survey *survey)
{
    uint8_t hash[crypto_hash_sha256_BYTES];
    const inspection *result = i->result;
    hash_name(i, survey->format->id);
    hash_bytes(i, survey->hash, sizeof survey->hash);
    hash_name(i, result->mark_key);
    hash_name(i, result->challenge);
    hash_bytes(i, &result->mark_problems, sizeof result->mark_problems);
    for (uint32_t n = 0; n < result->rule_count; n++) { /* those about evidence follow from the rows */
        if (result->rules[n].flags & REEL_FINDING_EVIDENCE) continue;
        hash_name(i, result->rules[n].rule);
        hash_bytes(i, &result->rules[n].count, sizeof result->rules[n].count);
    }
    crypto_hash_sha256_final(&i->content, hash);
    hash_text(i->result->content, hash);
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

/* The end of the replay: the last time in seconds of any table. */
static void note_time(inspection *result, const reel_chunk *chunk)
{
    for (const reel_table *const *table = reel_chunk_tables(chunk); *table; table++) {
        size_t count;
        const reel_field *time = reel_table_time(*table);
        double scale = !time ? 0 : strcmp(time->unit, "s") == 0 ? 1 : strcmp(time->unit, "ms") == 0 ? 0.001 : 0;
        const char *rows = scale > 0 ? reel_chunk_rows(chunk, *table, &count) : NULL;
        if (!rows || !count) continue;
        double last = scale * reel_field_number(time, rows + (count - 1) * (*table)->row_size, 0);
        if (isfinite(last) && last > result->seconds) result->seconds = last;
    }
}

/* Writes one table of statistics as JSON. `fields` NULL: all. */
static reel_status write_table(reel_sink sink, const reel_table *table, const char *const *fields, const reel_chunk *chunk,
                               reel_error *error)
{
    reel_export *export_;
    const reel_export_options how = { REEL_SIZED(reel_export_options), .flags = REEL_EXPORT_LABELS | REEL_EXPORT_CLEAN,
                                      .tables = (const reel_table *const[]){ table, NULL }, .fields = fields };
    reel_status status = reel_export_open(reel_exporter_by_id("json"), sink, NULL, &how, &export_, error);
    if (status < 0) return status;
    reel_export_chunk(export_, chunk);
    return reel_export_finish(export_, error);
}

/* Writes the fields of a table of statistics that people ask for first. */
static reel_status write_main_fields(inspector *i, const reel_insight *insight, const reel_table *table, const reel_chunk *chunk,
                                     reel_error *error)
{
    const char *fields[MOST_FIELDS + 1] = { NULL };
    size_t count = 0;
    for (size_t n = 0; n < table->field_count && count < MOST_FIELDS; n++)
        if (table->fields[n].flags & (REEL_FIELD_MAIN | REEL_FIELD_SCORE | REEL_FIELD_KEY))
            fields[count++] = table->fields[n].name;
    char name[JOB_NAME];
    snprintf(name, sizeof name, "%s.%s", insight->id, table->name);
    reel_status status = worker_name(i->worker_job, name);
    if (status < 0) return *error = i->worker_job->error, status;
    return write_table(worker_sink(i->worker_job), table, fields, chunk, error);
}

static bool has_flag(const reel_table *table, uint32_t flag)
{
    for (size_t i = 0; i < table->field_count; i++)
        if (table->fields[i].flags & flag) return true;
    return false;
}

static void note_score(inspection *result, const reel_table *table, const void *row)
{
    for (size_t i = 0; i < table->field_count; i++) {
        const reel_field *field = &table->fields[i];
        if (!(field->flags & REEL_FIELD_SCORE) || !reel_field_present(field, row)) continue;
        double score = reel_field_number(field, row, 0);
        if (!isfinite(score)) continue;
        result->has_score = 1;
        result->score = score;
        worker_note_accuracy(result, table, row);
    }
}

/* Whether the level was failed. */
static void note_outcome(inspection *result, const reel_table *table, const void *row)
{
    for (size_t i = 0; i < table->field_count; i++) {
        const reel_field *field = &table->fields[i];
        if (field->flags & REEL_FIELD_OUTCOME && reel_field_present(field, row) && reel_field_number(field, row, 0) == 0)
            result->failed = 1;
    }
}

/* Whether the header says that the play was practice. */
static void note_practice(inspection *result, const reel_chunk *chunk)
{
    for (const reel_table *const *table = reel_chunk_tables(chunk); *table; table++) {
        size_t count = 0;
        const void *row = (*table)->flags & REEL_TABLE_HEADER ? reel_chunk_rows(chunk, *table, &count) : NULL;
        for (size_t i = 0; count && i < (*table)->field_count; i++) {
            const reel_field *field = &(*table)->fields[i];
            if (field->flags & REEL_FIELD_PRACTICE && reel_field_present(field, row) && reel_field_number(field, row, 0) != 0)
                result->practice = 1;
        }
    }
}

/* A number of a row of evidence. 0: it has none of this name. */
static double evidence_number(const reel_table *table, const void *row, const char *name)
{
    const reel_field *field = reel_table_field(table, name);
    return field && reel_field_present(field, row) ? reel_field_number(field, row, 0) : 0;
}

/* Keeps the table of the insight that judges evidence, the only one of that name that a survey gives unasked. */
static reel_status keep_evidence(inspector *i, const reel_table *table, const reel_chunk *chunk, reel_error *error)
{
    const void *row = reel_chunk_rows(chunk, table, &(size_t){ 0 });
    if (!row) return REEL_OK;
    static const motion_evidence shown[] = { EVIDENCE_NONE, EVIDENCE_PARTIAL, EVIDENCE_FULL, EVIDENCE_AGAINST };
    const size_t support = (size_t)evidence_number(table, row, "support");
    const motion_evidence found = support < sizeof shown / sizeof *shown ? shown[support] : EVIDENCE_NONE;
    if (i->result->evidence != EVIDENCE_AGAINST) i->result->evidence = found;
    return write_table(reel_sink_memory(&i->evidence, NULL), table, NULL, chunk, error);
}

static reel_status inspect_rows(void *context, const reel_format *format, const reel_insight *insight, const reel_chunk *chunk,
                                reel_error *error)
{
    inspector *i = context;
    reel_status status = REEL_OK;
    if (!insight && !i->has_header) {
        i->has_header = true;
        copy_header_text(i->result->player, i->result->player_key, reel_player_key, chunk, REEL_FIELD_PLAYER);
        copy_header_text(i->result->level, i->result->level_key, reel_level_key, chunk, REEL_FIELD_LEVEL);
        worker_describe_level(i->result, format, chunk);
        copy_header_text(i->result->player_name, NULL, NULL, chunk, REEL_FIELD_PLAYER_NAME);
        note_practice(i->result, chunk);
        if (!hash_header(i, chunk))
            return *error = (reel_error){ .status = REEL_MEMORY, .rule = "server.memory", .section = "" }, REEL_MEMORY;
    }
    if (!insight) note_time(i->result, chunk);
    board_run_chunk(i->boards, format, chunk);
    for (const reel_table *const *table = insight ? reel_chunk_tables(chunk) : NULL; table && *table && status >= 0; table++) {
        size_t count;
        const void *rows = reel_chunk_rows(chunk, *table, &count);
        if (count && strcmp((*table)->name, "evidence") == 0) status = keep_evidence(i, *table, chunk, error);
        if (count) note_score(i->result, *table, rows);
        if (count) note_outcome(i->result, *table, rows);
        if (count && has_flag(*table, REEL_FIELD_MAIN)) status = write_main_fields(i, insight, *table, chunk, error);
    }
    return status;
}

/* ---- findings ---------------------------------------------------------------------------------------------------- */

static void note_finding(void *context, const reel_finding *finding)
{
    inspector *i = context;
    inspection *result = i->result;
    const bool evidence = finding->flags & REEL_FINDING_EVIDENCE;
    rule_count *rule = result->rules, *end = rule + result->rule_count;
    while (rule < end && (rule->severity != (uint32_t)finding->severity || rule->flags != finding->flags ||
                          strncmp(rule->rule, finding->rule, sizeof rule->rule - 1) != 0))
        rule++;
    if (rule == end && result->rule_count < JOB_RULES) {
        *rule = (rule_count){ .severity = (uint32_t)finding->severity, .flags = finding->flags };
        copy_text(rule->rule, sizeof rule->rule, finding->rule);
        result->rule_count++;
    } else if (rule == end) { /* more rules than any format has: nothing is known of this one, so it counts as an error */
        rule = end - 1;
        rule->severity = REEL_ERROR;
        rule->flags = 0;
    }
    rule->count++;
    if (evidence && finding->severity == REEL_ERROR) result->evidence = EVIDENCE_AGAINST;
    reel_findings_report(evidence ? i->against : i->findings, finding);
}

/* ---- the mark ------------------------------------------------------------------------------------------------ */

/* Without trusted keys: who signed is for the server to decide. */
static void note_mark(inspection *result, const reel_mark *mark)
{
    char key[REEL_PUBLIC_KEY_TEXT] = "";
    if (!mark) return;
    result->has_mark = 1;
    result->mark_problems = mark->problems;
    result->mark_time = mark->time;
    if (mark->has_key) reel_public_key_text(&mark->key, key);
    copy_text(result->mark_key, sizeof result->mark_key, key);
    copy_file_text(result->challenge, sizeof result->challenge, mark->challenge.data, mark->challenge.size);
}

/* ---- boards ------------------------------------------------------------------------------------------------------ */

static reel_status write_plays(inspector *i)
{
    size_t count;
    reel_sink sink = worker_sink(i->worker_job);
    inspection *result = i->result;
    const board_play *plays = board_run_end(i->boards, result->failed || result->practice, (motion_evidence)result->evidence,
                                            &count, &result->plays_left_out);
    result->plays_size = count * sizeof *plays;
    return count ? sink.write(sink.context, plays, (size_t)result->plays_size, &i->worker_job->error) : REEL_OK;
}

/* The declarations are the file beside the replay; without one, those that are built in. */
static board_set *read_boards(const worker_job *t)
{
    board_problem ignored;
    char *text = malloc(BOARD_FILE);
    board_set *set = malloc(sizeof *set);
    ssize_t size = text && t->with >= 0 ? pread(t->with, text, BOARD_FILE, 0) : -1;
    bool fine = text && set &&
                (t->with >= 0 ? size >= 0 && board_parse(text, (size_t)size, set, &ignored)
                              : board_parse(board_default_text, strlen(board_default_text), set, &ignored));
    free(text);
    if (fine) return set;
    free(set);
    return NULL;
}

/* ---- the upload -------------------------------------------------------------------------------------------------- */

/* What the motion says, and the findings about it; neither, if the replay has nothing to compare. */
static reel_status write_evidence(inspector *i)
{
    worker_job *t = i->worker_job;
    const reel_sink sink = worker_sink(t);
    const uint64_t begin = t->out.size;
    if (!i->evidence.size) return REEL_OK;
    reel_status status = sink.write(sink.context, i->evidence.data, i->evidence.size, &t->error);
    i->result->evidence_size = t->out.size - begin;
    if (status >= 0) status = reel_findings_json(i->against, sink, &t->error);
    i->result->against_size = t->out.size - begin - i->result->evidence_size;
    return status;
}

static reel_status write_results(inspector *i, const reel_survey *survey)
{
    worker_job *t = i->worker_job;
    inspection *result = i->result;
    reel_status status = worker_end_object(t);
    if (status < 0) return status;
    result->statistics_size = t->out.size;
    status = reel_findings_json(i->findings, worker_sink(t), &t->error);
    result->findings_size = t->out.size - result->statistics_size;
    if (status >= 0) status = write_evidence(i);
    result->errors = reel_findings_total(i->findings, REEL_ERROR);
    result->warnings = reel_findings_total(i->findings, REEL_WARNING);
    result->damaged = survey->damage.status < 0;
    result->empty = !survey->has_hash;
    result->has_hash = survey->has_hash;
    if (survey->has_hash) hash_text(result->content_hash, survey->hash);
    note_mark(result, survey->mark);
    end_content(i, survey);
    if (status >= 0) status = worker_write_motion(t, result, survey->motion);
    return status < 0 ? status : write_plays(i);
}

/* Tables of statistics of which something is shown or used. */
static void list_tables(const board_set *boards, const reel_table *tables[MOST_TABLES + 1])
{
    size_t count = 0;
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++)
        for (const reel_table *const *table = (*insight)->tables; table && *table; table++)
            if (count < MOST_TABLES && !((*table)->flags & REEL_TABLE_ON_REQUEST) &&
                has_flag(*table, REEL_FIELD_MAIN | REEL_FIELD_SCORE | REEL_FIELD_OUTCOME))
                tables[count++] = *table;
    board_add_tables(boards, tables, MOST_TABLES);
}

/* ---- the map ------------------------------------------------------------------------------------------------------- */

static void refuse_map(inspector *i, const char *rule, const char *why)
{
    reel_finding finding = {
        .rule = rule, .severity = REEL_WARNING, .section = "", .offset = REEL_NO_OFFSET, .row = REEL_NO_ROW, .count = 1
    };
    char text[REEL_MESSAGE_SIZE];
    snprintf(text, sizeof text, "the replay is judged without its map %s: %.90s", i->worker_job->job->map, why);
    finding.message = text;
    note_finding(i, &finding);
}

/* Reads the map. NULL: the job has none, or the file is not a map of the level, which is a finding. */
static reel_replay *load_map(inspector *i)
{
    reel_replay *map = NULL;
    reel_error error;
    if (!*i->worker_job->job->map || worker_read_map(i->worker_job, &map, &error) >= 0) return map;
    const bool other = error.rule && strcmp(error.rule, WORKER_OTHER_MAP) == 0;
    refuse_map(i, other ? WORKER_OTHER_MAP : "server.map-unreadable", error.message);
    return NULL;
}

/* The upload is opened and read once. `map`: NULL without one. */
static reel_status survey_upload(inspector *i, const board_set *boards, const reel_replay *map)
{
    worker_job *t = i->worker_job;
    const reel_table *tables[MOST_TABLES + 1] = { NULL };
    const reel_insight_options insights = { REEL_SIZED(reel_insight_options), .tables = tables, .level = map };
    list_tables(boards, tables);
    const reel_options options = { REEL_SIZED(reel_options), .limits = t->job->limits, .report = note_finding,
                                   .report_context = i };
    reel_survey survey = { REEL_SIZED(reel_survey),
                           .flags = REEL_SURVEY_CHECK | REEL_SURVEY_HASH | REEL_SURVEY_MARK | REEL_SURVEY_MOTION |
                                    REEL_SURVEY_EVIDENCE,
                           .insights = reel_insights(),
                           .insight_options = &insights,
                           .rows = inspect_rows,
                           .context = i };
    crypto_hash_sha256_init(&i->content);
    reel_status status = worker_begin_object(t);
    if (status >= 0) status = reel_survey_run(worker_replay(t), &options, &survey, &t->error);
    if (survey.format) {
        copy_text(t->result->format, sizeof t->result->format, reel_format_id(survey.format));
        const bool several = strstr(survey.format->game, ", "); /* then only the header says which one */
        if (!*i->result->game && !several) copy_text(i->result->game, sizeof i->result->game, survey.format->game);
    }
    if (map && survey.format && worker_uses_map(survey.format, map))
        copy_text(i->result->map, sizeof i->result->map, t->job->map);
    if (status >= 0) status = write_results(i, &survey);
    reel_mark_free(survey.mark);
    reel_motion_free(survey.motion);
    return status;
}

reel_status worker_inspect(worker_job *t)
{
    board_set *boards = read_boards(t);
    inspector i = { .worker_job = t,
                    .result = &t->result->inspection,
                    .findings = reel_findings_new(NULL),
                    .against = reel_findings_new(NULL),
                    .boards = boards ? board_run_new(boards) : NULL };
    const bool ready = i.findings && i.against && i.boards;
    reel_replay *map = ready ? load_map(&i) : NULL;
    reel_status status = ready ? survey_upload(&i, boards, map) : REEL_MEMORY;
    reel_free(map);
    reel_findings_free(i.findings);
    reel_findings_free(i.against);
    reel_memory_free(&i.evidence);
    board_run_free(i.boards);
    free(boards);
    return status;
}
