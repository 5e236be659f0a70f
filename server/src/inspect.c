/* SPDX-License-Identifier: MIT
 * JOB_INSPECT and JOB_SIMILAR, in a worker: what an upload is judged by. */
#include "task.h"

#include <math.h>
#include <reel/bsor.h>
#include <reel/export.h>
#include <reel/insight.h>
#include <reel/match.h>
#include <reel/sign.h>
#include <reel/xror.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

enum { MOST_FIELDS = 64 };

/* What one pass over the replay collects. */
typedef struct inspector {
    task *task;
    inspection *result;
    reel_findings *findings;
    bool has_header, comma;
} inspector;

/* ---- texts ------------------------------------------------------------------------------------------------------- */

static void hash_text(char text[JOB_HASH], const uint8_t hash[REEL_HASH_SIZE])
{
    for (size_t i = 0; i < REEL_HASH_SIZE; i++) snprintf(text + 2 * i, 3, "%02x", hash[i]);
}

/* Shortens text from a file to an array, to whole characters of UTF-8; each invalid byte becomes '?'. */
static void copy_file_text(char *to, size_t capacity, const char *text, size_t size)
{
    size_t used = 0, step;
    for (; size; text += step, size -= step) {
        uint32_t point = reel_utf8(text, size, &step);
        bool invalid = step == 0 || point == 0;
        if (invalid) step = 1;
        if (used + step >= capacity) break;
        memcpy(to + used, invalid ? "?" : text, step);
        used += step;
    }
    to[used] = '\0';
}

/* The player, the name of the player or the level. A text that is too long for the array keeps its first half and gets the hash of all of it, so that two different
 * levels stay different. */
static void copy_header_text(char to[JOB_TEXT], const reel_chunk *header, uint32_t flag)
{
    static char whole[1 << 16];
    uint8_t hash[REEL_HASH_SIZE];
    size_t size = reel_header_text(header, flag, whole, sizeof whole);
    if (size >= sizeof whole) size = sizeof whole - 1;
    copy_file_text(to, size < JOB_TEXT ? JOB_TEXT : JOB_TEXT / 2, whole, size);
    if (size < JOB_TEXT || reel_source_hash(reel_source_memory(whole, size), NULL, hash, NULL) != REEL_OK) return;
    char text[JOB_HASH];
    hash_text(text, hash);
    strcat(strcat(to, "#"), text);
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

static reel_status write_member(inspector *i, const char *name)
{
    char text[2 * JOB_NAME];
    snprintf(text, sizeof text, "%s\"%s\":", i->comma ? "," : "", name);
    i->comma = true;
    return task_write(i->task, text);
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
    reel_export *export_;
    snprintf(name, sizeof name, "%s.%s", insight->id, table->name);
    reel_status status = write_member(i, name);
    if (status < 0) return *error = i->task->error, status;
    const reel_export_options how = { .flags = REEL_EXPORT_LABELS,
                                      .tables = (const reel_table *const[]){ table, NULL },
                                      .fields = fields };
    status = reel_export_open(reel_exporter_by_id("json"), task_sink(i->task), NULL, &how, &export_, error);
    if (status < 0) return status;
    reel_export_chunk(export_, chunk);
    return reel_export_finish(export_, error);
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
    }
}

/* Whether the level was failed, as the table with the score says. */
static void note_outcome(inspection *result, const reel_table *table, const void *row)
{
    const reel_field *won = has_flag(table, REEL_FIELD_SCORE) ? reel_table_field(table, "won") : NULL;
    if (won && reel_field_number(won, row, 0) == 0) result->failed = 1;
}

/* Whether a header of Beat Saber has the speed that practice mode sets. */
static void note_practice(inspection *result, const reel_chunk *chunk)
{
    size_t bsor_count, xror_count;
    const bsor_info *bsor = reel_chunk_rows(chunk, &bsor_infos, &bsor_count);
    const xror_info *xror = reel_chunk_rows(chunk, &xror_infos, &xror_count);
    if (bsor_count && bsor->speed != 0) result->practice = 1;
    if (xror_count && reel_field_present(reel_table_field(&xror_infos, "speed"), xror) && xror->speed != 0) result->practice = 1;
}

static reel_status inspect_rows(void *context, const reel_format *format, const reel_insight *insight, const reel_chunk *chunk,
                                reel_error *error)
{
    inspector *i = context;
    reel_status status = REEL_OK;
    (void)format;
    if (!insight && !i->has_header) {
        i->has_header = true;
        copy_header_text(i->result->player, chunk, REEL_FIELD_PLAYER);
        copy_header_text(i->result->level, chunk, REEL_FIELD_LEVEL);
        copy_header_text(i->result->player_name, chunk, REEL_FIELD_PLAYER_NAME);
        note_practice(i->result, chunk);
    }
    if (!insight) note_time(i->result, chunk);
    for (const reel_table *const *table = insight ? reel_chunk_tables(chunk) : NULL; table && *table && status >= 0; table++) {
        size_t count;
        const void *rows = reel_chunk_rows(chunk, *table, &count);
        if (count) note_score(i->result, *table, rows);
        if (count) note_outcome(i->result, *table, rows);
        if (count && has_flag(*table, REEL_FIELD_MAIN)) status = write_main_fields(i, insight, *table, chunk, error);
    }
    return status;
}

/* ---- findings ---------------------------------------------------------------------------------------------------- */

static void note_finding(void *context, const reel_finding *finding)
{
    static const char score[] = ".score-mismatch", mark[] = "mark.";
    inspector *i = context;
    size_t size = strlen(finding->rule), end = sizeof score - 1;
    bool is_error = finding->severity == REEL_ERROR;
    if (is_error && size > end && strcmp(finding->rule + size - end, score) == 0) i->result->score_errors++;
    if (is_error && strncmp(finding->rule, mark, sizeof mark - 1) == 0) i->result->mark_errors++;
    reel_findings_report(i->findings, finding);
}

static reel_status survey(inspector *i)
{
    task *t = i->task;
    const reel_options options = { .limits = t->job->limits, .report = note_finding, .report_context = i };
    reel_survey survey = {
        .flags = REEL_SURVEY_CHECK | REEL_SURVEY_HASH, .insights = reel_insights(), .rows = inspect_rows, .context = i
    };
    reel_status status = task_write(t, "{");
    if (status >= 0) status = reel_survey_run(task_replay(t), &options, &survey, &t->error);
    if (survey.format) {
        copy_text(t->result->format, sizeof t->result->format, reel_format_id(survey.format));
        copy_text(i->result->game, sizeof i->result->game, survey.format->game);
    }
    if (status >= 0) status = task_write(t, "}");
    if (status < 0) return status;
    i->result->statistics_size = t->out.size;
    i->result->has_hash = survey.has_hash;
    if (survey.has_hash) hash_text(i->result->content_hash, survey.hash);
    status = reel_findings_json(i->findings, task_sink(t), &t->error);
    i->result->findings_size = t->out.size - i->result->statistics_size;
    i->result->errors = reel_findings_total(i->findings, REEL_ERROR);
    i->result->warnings = reel_findings_total(i->findings, REEL_WARNING);
    return status;
}

/* ---- the mark and the fingerprint -------------------------------------------------------------------------------- */

/* Without trusted keys: who signed is for the server to decide. */
static reel_status inspect_mark(task *t, inspection *result)
{
    bool embeds = false;
    reel_mark *mark;
    const reel_options options = { .limits = t->job->limits };
    reel_status status = reel_can_embed_mark(task_replay(t), &options, &embeds, &t->error);
    if (status < 0 || !embeds || !reel_signing_library()) return status;
    status = reel_verify(task_replay(t), &options, NULL, &mark, &t->error);
    if (status < 0) return status;
    result->has_mark = !(mark->problems & REEL_MARK_MISSING);
    if (result->has_mark) {
        char key[REEL_PUBLIC_KEY_TEXT] = "";
        result->mark_problems = mark->problems;
        if (mark->has_key) reel_public_key_text(&mark->key, key);
        copy_text(result->mark_key, sizeof result->mark_key, key);
        copy_file_text(result->challenge, sizeof result->challenge, mark->challenge.data, mark->challenge.size);
    }
    reel_mark_free(mark);
    return status;
}

/* A replay without motion has no fingerprint, which is no failure. */
static reel_status read_motion(task *t, reel_motion **motion)
{
    reel_reader *reader;
    *motion = NULL;
    reel_status status = reel_open(task_replay(t), &(reel_options){ .limits = t->job->limits }, &reader, &t->error);
    if (status < 0) return status;
    if (reel_motion_supports(reel_reader_format(reader))) status = reel_motion_read(reader, NULL, motion, &t->error);
    reel_close(reader);
    return status;
}

static reel_status inspect_motion(task *t, inspection *result)
{
    reel_motion *motion;
    uint64_t before = t->out.size;
    reel_status status = read_motion(t, &motion);
    if (status < 0 || !motion) return status;
    reel_bytes print = reel_motion_fingerprint(motion);
    reel_sink sink = task_sink(t);
    if (print.size) status = sink.write(sink.context, print.data, print.size, &t->error);
    result->fingerprint_size = t->out.size - before;
    reel_motion_free(motion);
    return status;
}

reel_status task_inspect(task *t)
{
    inspection *result = &t->result->inspection;
    inspector i = { .task = t, .result = result, .findings = reel_findings_new(NULL) };
    if (!i.findings) return REEL_MEMORY;
    reel_status status = survey(&i);
    reel_findings_free(i.findings);
    /* a replay with errors is refused, whatever else is in it */
    if (status < 0 || result->errors > result->score_errors + result->mark_errors) return status;
    status = inspect_mark(t, result);
    return status < 0 ? status : inspect_motion(t, result);
}

/* ---- similar replays --------------------------------------------------------------------------------------------- */

static reel_status write_match(task *t, const candidate *candidate, const reel_match *match, bool *comma)
{
    char text[512];
    if (match->band == REEL_MATCH_NOTHING) return REEL_OK;
    if (match->band == REEL_MATCH_SAME) t->result->copies++;
    snprintf(
        text, sizeof text,
        "%s{\"id\":\"%.64s\",\"score\":%.4f,\"meaning\":\"%s\",\"windows\":%u,\"mirrored\":%s,\"scale\":%.6f,\"shift\":%.3f}",
        *comma ? "," : "", candidate->id, match->score, reel_match_band_name(match->band), match->windows,
        match->mirrored ? "true" : "false", match->scale, match->shift);
    *comma = true;
    return task_write(t, text);
}

static reel_status compare_all(task *t, const reel_motion *motion, const uint8_t *data, size_t size)
{
    bool comma = false;
    reel_status status = task_write(t, "[");
    for (candidate each; motion && status >= 0 && size >= sizeof each;) {
        reel_match match;
        memcpy(&each, data, sizeof each);
        data += sizeof each;
        size -= sizeof each;
        if (each.size > size) break;
        /* a fingerprint of another version of the library compares with nothing */
        if (reel_match_compare(motion, (reel_bytes){ data, each.size }, &match, &t->error) == REEL_OK)
            status = write_match(t, &each, &match, &comma);
        data += each.size;
        size -= each.size;
    }
    return status < 0 ? status : task_write(t, "]");
}

reel_status task_similar(task *t)
{
    struct stat info;
    reel_motion *motion;
    if (fstat(t->with, &info) != 0) return REEL_IO;
    size_t size = (size_t)info.st_size;
    void *bytes = size ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, t->with, 0) : NULL;
    if (bytes == MAP_FAILED) return REEL_MEMORY;
    reel_status status = read_motion(t, &motion);
    if (status >= 0) status = compare_all(t, motion, bytes, size);
    reel_motion_free(motion);
    if (bytes) munmap(bytes, size);
    return status;
}
