/* SPDX-License-Identifier: MIT
 * reel_survey_run: rows, findings, statistics and the content hash of a replay in one pass; reel_check. The checks are the format's own
 * first, then those of its game. */
#include "core/memory.h"
#include "core/options.h"
#include "core/reader.h"
#include "insight/fingerprint/fingerprint.h"
#include "insight/run.h"
#include "jobs/content_hash.h"
#include "jobs/sign/check.h"

#include <reel/export.h>

/* The functions of the content hash. reel_check refers to none of them, so a program that only checks does not contain BLAKE3. */
typedef struct survey_hash {
    bool (*begin)(content_hash *content, const reel_format *format, const reel_allocator *allocator);
    reel_status (*add)(content_hash *content, const reel_chunk *chunk, reel_budget *budget);
    bool (*end)(content_hash *content, uint8_t hash[BLAKE3_OUT_LEN]);
    void (*free)(content_hash *content);
} survey_hash;

/* The same of the motion. */
typedef struct survey_motion {
    bool (*supports)(const reel_format *format);
    reel_status (*begin)(motion_run *run, const reel_format *format, const reel_motion_options *options, reel_error *error);
    reel_status (*add)(motion_run *run, const reel_chunk *chunk, reel_budget *budget, reel_error *error);
    reel_status (*end)(motion_run *run, reel_status status, reel_motion **motion, reel_error *error);
} survey_motion;

/* What reel_check does not do. */
typedef struct survey_parts {
    const survey_hash *hash; /* NULL: not wanted */
    const survey_motion *motion;
} survey_parts;

typedef struct survey_run {
    reel_survey *survey;
    insight_run *runs;       /* checks and insights */
    size_t count;            /* begun */
    mark_watch *marks;       /* of an archive */
    const survey_hash *hash; /* NULL: not wanted */
    content_hash content;
    bool hashes;                  /* begun */
    const survey_motion *motions; /* begun; NULL: not wanted, or the format has none */
    motion_run motion;
} survey_run;

/* These are checks, and give a table besides. */
static bool is_on_request(const reel_insight *insight)
{
    for (const reel_insight *const *one = reel__insight_on_request(); *one; one++)
        if (*one == insight) return true;
    return false;
}

static reel_status begin_one(survey_run *run, const reel_insight *insight, reel_reader *reader, reel_error *error)
{
    const reel_options *options = &reader->options;
    reel_insight_options own, given;
    reel__memory_options(&given, sizeof given, run->survey->insight_options);
    reel__memory_options(&own, sizeof own, NULL);
    if (insight->tables && !is_on_request(insight)) own = given;
    if (is_on_request(insight)) own.tables = insight->tables;
    own.level = given.level;
    own.allocator = options->allocator;
    const reel_reporter to = reel__reader_reporter(reader);
    own.report = to.report;
    own.report_context = to.context;
    own.limits = options->limits;
    reel_status status = reel__insight_begin(&run->runs[run->count], insight, reader->format, &own, &reader->budget, error);
    if (status == REEL_OK) run->count++;
    return status;
}

/* Begins a list of insights: those with tables, or those without, which are checks. */
static reel_status begin_list(survey_run *run, const reel_insight *const *list, bool checks, reel_reader *reader,
                              reel_error *error)
{
    reel_status status = REEL_OK;
    for (; list && *list && status == REEL_OK; list++)
        if ((!(*list)->tables || is_on_request(*list)) == checks && reel_insight_takes(*list, reader->format))
            status = begin_one(run, *list, reader, error);
    return status;
}

static size_t count_of(const reel_insight *const *list)
{
    size_t count = 0;
    while (list && list[count]) count++;
    return count;
}

static bool has_level(const reel_survey *survey)
{
    reel_insight_options given;
    reel__memory_options(&given, sizeof given, survey->insight_options);
    return given.level != NULL;
}

static reel_status begin_all(survey_run *run, reel_reader *reader, reel_error *error)
{
    const reel_survey *survey = run->survey;
    const reel_insight *const own[] = { reader->format->check, NULL }, *const marks[] = { reel__mark_check(reader->format),
                                                                                          NULL };
    bool checks = survey->flags & REEL_SURVEY_CHECK, marked = survey->flags & REEL_SURVEY_MARK;
    run->hashes = run->hash && run->hash->begin(&run->content, reader->format, &reader->allocator);
    run->runs = reel__memory_new(&reader->allocator, (2 + count_of(reel_insights()) + count_of(reel__insight_on_request()) +
                                                      count_of(reel__insight_with_level()) + count_of(survey->insights)) *
                                                         sizeof *run->runs);
    if (!run->runs || run->hashes != !!run->hash) return reel__memory_fail(error);
    reel_status status = checks ? begin_list(run, own, true, reader, error) : REEL_OK;
    if (checks && !marked && status == REEL_OK) status = begin_list(run, marks, true, reader, error);
    if ((checks || marked) && status == REEL_OK) status = reel__mark_watch_begin(&run->marks, reader, error);
    if (checks && status == REEL_OK) status = begin_list(run, reel_insights(), true, reader, error);
    if (checks && survey->flags & REEL_SURVEY_EVIDENCE && status == REEL_OK)
        status = begin_list(run, reel__insight_on_request(), true, reader, error);
    if (checks && has_level(survey) && status == REEL_OK)
        status = begin_list(run, reel__insight_with_level(), true, reader, error);
    if (status == REEL_OK) status = begin_list(run, survey->insights, false, reader, error);
    return status;
}

static reel_status begin_motion(survey_run *run, const survey_motion *motions, reel_reader *reader, reel_error *error)
{
    if (!motions || !motions->supports(reader->format)) return REEL_OK;
    const reel_motion_options options = { REEL_SIZED(reel_motion_options), .allocator = &reader->allocator };
    reel_status status = motions->begin(&run->motion, reader->format, &options, error);
    if (status == REEL_OK) run->motions = motions;
    return status;
}

static reel_status end_motion(survey_run *run, reel_status status, reel_error *error)
{
    const survey_motion *motions = run->motions;
    run->motions = NULL;
    return motions ? motions->end(&run->motion, status, &run->survey->motion, error) : status;
}

/* A mark in the rows. That of an archive around them counts more: it covers them. */
static reel_status read_mark(survey_run *run, reel_reader *reader, const reel_chunk *chunk, reel_error *error)
{
    reel_mark *mark;
    if (!(run->survey->flags & REEL_SURVEY_MARK)) return REEL_OK;
    reel_status status = reel__mark_of_chunk(reader, chunk, &mark, error);
    if (!mark) return status;
    reel_mark_free(run->survey->mark);
    run->survey->mark = mark;
    return status;
}

static reel_status end_marks(survey_run *run, reel_error *error)
{
    reel_mark *mark = NULL;
    reel_status status = reel__mark_watch_end(run->marks, run->survey->flags & REEL_SURVEY_MARK ? &mark : NULL, error);
    if (!mark) return status;
    reel_mark_free(run->survey->mark);
    run->survey->mark = mark;
    return status;
}

enum { SHOWN = 64 }; /* bytes of a value that a message shows */

/* Whether two spellings of a level or a player have one key. */
static bool same_key(const reel_field *field, const char *found, const char *expected)
{
    enum { KEY = 256 };
    char keys[2][KEY];
    size_t (*make)(const char *, size_t, char *, size_t) = field->flags & REEL_FIELD_LEVEL    ? reel_level_key
                                                           : field->flags & REEL_FIELD_PLAYER ? reel_player_key
                                                                                              : NULL;
    if (!make || field->type != REEL_STRING) return false;
    size_t size = make(found, strlen(found), keys[0], KEY);
    return size && size < KEY && make(expected, strlen(expected), keys[1], KEY) == size && !strcmp(keys[0], keys[1]);
}

/* What the caller knows of the replay against what its header says. Numbers are compared as text of the same value. */
static reel_status compare_expected(reel_reader *reader, const reel_setting *expected, reel_error *error)
{
    const reel_table *table;
    reel_field field;
    if (!reel__header_field(reader->format->tables, expected->field, &field, &table))
        return reel_fail(error, REEL_ARGUMENT, "check.field", "", 0, "%s has no single header field called %s",
                         reader->format->name, expected->field);
    size_t count;
    const void *row = reel_chunk_rows(reader->chunk, table, &count);
    char *text = NULL, shown[SHOWN] = "nothing";
    bool same = false, cut = false;
    const reel_reporter reporter = reel__reader_reporter(reader);
    if (count) {
        size_t size = reel_field_text(&field, row, false, shown, sizeof shown);
        cut = size >= sizeof shown;
        text = reel__memory_new(&reader->allocator, size + 1);
        if (!text) return reel__memory_fail(error);
        reel_field_text(&field, row, false, text, size + 1);
        same = strcmp(text, expected->value) == 0 || same_key(&field, text, expected->value);
        reel__memory_drop(&reader->allocator, text);
    }
    if (!same)
        reel_find(&reporter,
                  (reel_finding){ .rule = "check.expected",
                                  .severity = REEL_ERROR,
                                  .section = table->name,
                                  .offset = REEL_NO_OFFSET,
                                  .table = table,
                                  .row = count ? 0 : REEL_NO_ROW },
                  "%s is %s%s, expected %s", field.name, shown, cut ? "\xE2\x80\xA6" : "", expected->value);
    return REEL_OK;
}

static reel_status hash_chunk(survey_run *run, reel_reader *reader, const reel_chunk *chunk, reel_error *error)
{
    reel_status status = run->hash->add(&run->content, chunk, &reader->budget);
    if (status == REEL_MEMORY) return reel__memory_fail(error);
    return status < 0 ? reel_fail_budget(&reader->budget, error, "", reel_reader_offset(reader)) : REEL_OK;
}

static reel_status give_rows(const survey_run *run, const reel_insight *insight, const reel_chunk *chunk, reel_error *error)
{
    const reel_survey *survey = run->survey;
    return survey->rows ? survey->rows(survey->context, survey->format, insight, chunk, error) : REEL_OK;
}

static reel_status run_chunks(survey_run *run, reel_reader *reader, reel_error *error)
{
    const reel_options *options = &reader->options;
    size_t expected = run->survey->flags & REEL_SURVEY_CHECK ? options->expected_count : 0;
    const reel_chunk *chunk;
    reel_status status;
    for (bool first = true; (status = reel_next(reader, &chunk, error)) == REEL_OK; first = false) {
        for (size_t i = 0; first && i < expected && status == REEL_OK; i++)
            status = compare_expected(reader, &options->expected[i], error);
        if (status == REEL_OK && run->hashes) status = hash_chunk(run, reader, chunk, error);
        if (status == REEL_OK && run->motions) status = run->motions->add(&run->motion, chunk, &reader->budget, error);
        if (status == REEL_OK) status = read_mark(run, reader, chunk, error);
        for (size_t i = 0; i < run->count && status == REEL_OK; i++) status = reel__insight_chunk(&run->runs[i], chunk, error);
        if (status == REEL_OK) status = give_rows(run, NULL, chunk, error);
        if (status < 0) break;
    }
    return status;
}

static reel_status run_all(survey_run *run, reel_reader *reader, reel_error *error)
{
    reel_status status = run_chunks(run, reader, error);
    const reel_error *damage = reel_reader_damage(reader);
    if (damage) run->survey->damage = *damage;
    if (status >= 0) status = end_marks(run, error);
    status = end_motion(run, status, error);
    for (size_t i = 0; i < run->count && status >= 0; i++) {
        insight_run *one = &run->runs[i];
        status = reel__insight_finish(one, &reader->chunk->reading, error);
        if (status >= 0 && one->insight->tables) status = give_rows(run, one->insight, one->result, error);
    }
    if (status >= 0 && run->hashes) run->survey->has_hash = run->hash->end(&run->content, run->survey->hash);
    return status;
}

/* Fills the results of `survey`, whose options are all set. */
static reel_status survey_source(reel_source source, const reel_options *options, reel_survey *survey, survey_parts parts,
                                 reel_error *error)
{
    survey->format = NULL;
    survey->damage = (reel_error){ .rule = "", .section = "" };
    survey->has_hash = false;
    memset(survey->hash, 0, sizeof survey->hash);
    survey->mark = NULL;
    survey->motion = NULL;
    reel_reader *reader;
    const reel_options raw = reel__reader_raw_options(options);
    reel_status status = reel_open(source, &raw, &reader, error);
    if (status < 0) return status;
    survey_run run = { .survey = survey, .hash = parts.hash };
    survey->format = reader->format;
    status = begin_all(&run, reader, error);
    if (status >= 0) status = begin_motion(&run, parts.motion, reader, error);
    if (status >= 0) status = run_all(&run, reader, error);
    for (size_t i = 0; i < run.count; i++) reel__chunk_free(reel__insight_end(&run.runs[i]));
    reel__memory_drop(&reader->allocator, run.runs);
    reel__mark_watch_free(run.marks);
    if (run.hashes) run.hash->free(&run.content);
    reel_close(reader);
    return status < 0 ? status : REEL_OK;
}

reel_status reel_survey_run(reel_source source, const reel_options *options, reel_survey *given, reel_error *error)
{
    static const survey_hash content = { reel__content_begin, reel__content_add, reel__content_end, reel__content_free };
    static const survey_motion motion = { reel_motion_supports, reel__motion_begin, reel__motion_add, reel__motion_end };
    reel_survey survey;
    reel__memory_options(&survey, sizeof survey, given);
    reel_status status = reel__options_are_known(survey.struct_size, error);
    if (status < 0) {
        if (source.close) source.close(source.context);
        return status;
    }
    status = survey_source(
        source, options, &survey,
        (survey_parts){ survey.flags & REEL_SURVEY_HASH ? &content : NULL, survey.flags & REEL_SURVEY_MOTION ? &motion : NULL },
        error);
    if (status < 0) {
        reel_mark_free(survey.mark);
        reel_motion_free(survey.motion);
        survey.mark = NULL;
        survey.motion = NULL;
    }
    const size_t known = given->struct_size < sizeof survey ? given->struct_size : sizeof survey;
    survey.struct_size = given->struct_size;
    memcpy(given, &survey, known);
    return status;
}

reel_status reel_check(reel_source source, const reel_options *options, reel_error *error)
{
    reel_survey survey = { REEL_SIZED(reel_survey), .flags = REEL_SURVEY_CHECK };
    return survey_source(source, options, &survey, (survey_parts){ NULL, NULL }, error);
}
