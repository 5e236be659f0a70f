/* SPDX-License-Identifier: MIT
 * What is right for the reported files of ScoreSaber, and for those that become one. */
#ifndef REPORTED_SCORESABER_H
#define REPORTED_SCORESABER_H

#include "reported.h"

#include <reel/beatsaber.h>
#include <reel/scoresaber.h>

/* Findings but for signs of generated plays: the files are made, and their cuts have one speed. */
static inline void count_plain(void *context, const reel_finding *finding)
{
    *(size_t *)context += strncmp(finding->rule, "beatsaber.bot-", 14) != 0 && finding->severity >= REEL_WARNING;
}

static inline void count_any(void *context, const reel_finding *finding)
{
    *(size_t *)context += strncmp(finding->rule, "beatsaber.bot-", 14) != 0;
}

static inline size_t findings_in(bytes of, void (*count)(void *, const reel_finding *))
{
    size_t found = 0;
    const reel_options options = { REEL_SIZED(reel_options), .report = count, .report_context = &found };
    assert_int_equal(reel_check(reel_source_memory(of.data, of.size), &options, NULL), REEL_OK);
    return found;
}

static inline void expect_no_plain_finding(reported *file, const double *n)
{
    (void)n;
    expect(file, "findings", (double)findings_in(whole(file), count_any), 0, 0);
}

/* Calls `each` for the file as other formats. */
static inline void as_others(reported *file, const char *const *formats, void (*each)(reported *, bytes, const double *),
                             const double *n)
{
    for (; *formats; formats++) {
        reel_memory made;
        if (changed(file, reel_format_by_id(NULL, *formats),
                    (reel_convert_options){ REEL_SIZED(reel_convert_options), .flags = 0 }, NULL, &made) < 0) {
            expect_that(file, "not converted", false);
            continue;
        }
        each(file, (bytes){ made.data, made.size }, n);
        reel_memory_free(&made);
    }
}

static const char *const plays[] = { "bsor", "xror", "scoresaber-json", NULL };

static inline void expect_walls_in(reported *file, bytes of, const double *n)
{
    expect(file, "walls", value(file, of, "summary", "walls", 0), n[0], 0);
    expect(file, "score", value(file, of, "summary", "score", 0), n[1], 0);
    expect(file, "stated score", value(file, of, "summary", "stated_score", 0), n[1], 0);
    expect(file, "full combo", value(file, of, "summary", "full_combo", 0), 0, 0);
    expect(file, "warnings", (double)findings_in(of, count_plain), 0, 0);
}

static inline void expect_walls(reported *file, const double *n)
{
    expect_walls_in(file, whole(file), n);
    as_others(file, plays, expect_walls_in, n);
}

static inline void expect_combo_in(reported *file, bytes of, const double *n)
{
    expect(file, "max combo", value(file, of, "summary", "max_combo", 0), n[0], 0);
}

static inline void expect_combo(reported *file, const double *n)
{
    expect_combo_in(file, whole(file), n);
    as_others(file, plays, expect_combo_in, n);
}

static inline void expect_order_in(reported *file, bytes of, const double *n)
{
    const double notes = value(file, of, "notes", NULL, -1);
    expect(file, "score", value(file, of, "summary", "score", 0), n[0], 0);
    for (long i = 1; i < (long)notes; i += 10) /* each value loads the file */
        expect_that(file, "notes are not in order of time",
                    value(file, of, "notes", "event_time", i - 1) <= value(file, of, "notes", "event_time", i));
}

static inline void expect_order(reported *file, const double *n)
{
    expect(file, "score", value(file, whole(file), "summary", "score", 0), n[0], 0);
    as_others(file, (const char *const[]){ "bsor", NULL }, expect_order_in, n);
}

static inline void expect_supported_in(reported *file, bytes of, const double *n)
{
    expect(file, "supported", value(file, of, "evidence", "supported", 0), n[0], 0);
    expect(file, "good cuts", value(file, of, "evidence", "good_cuts", 0), n[1], 0);
}

static inline void expect_supported(reported *file, const double *n)
{
    expect_supported_in(file, whole(file), n);
    as_others(file, (const char *const[]){ "bsor", "xror", NULL }, expect_supported_in, n);
}

/* Each value of a frame that the other format has, too, is the same. */
static inline void expect_frames_in(reported *file, bytes of, const double *n)
{
    (void)n;
    reel_replay *replay = load(file, whole(file)), *other = load(file, of);
    size_t count, others;
    const uint8_t *rows = reel_rows(replay, &scoresaber_poses, &count);
    const reel_table *frames = reel_format_table(reel_replay_format(other), "frames");
    const uint8_t *row = reel_rows(other, frames, &others);
    expect(file, "frames", (double)others, (double)count, 0);
    for (size_t f = 0; f < scoresaber_poses.field_count && count == others; f++) {
        const reel_field *field = &scoresaber_poses.fields[f], *same = reel_table_field(frames, field->name);
        for (size_t i = 0; same && i < count; i++)
            for (size_t v = 0; v < field->count; v++)
                expect(file, field->name, reel_field_number(same, row + i * frames->row_size, v),
                       reel_field_number(field, rows + i * scoresaber_poses.row_size, v), 0);
    }
    reel_free(replay);
    reel_free(other);
}

static inline void expect_same_frames(reported *file, const double *n)
{
    as_others(file, (const char *const[]){ "bsor", "xror", NULL }, expect_frames_in, n);
}

/* The text of a field of the only row of a table has `word`. */
static inline bool has_word(const reported *file, bytes of, const char *table_name, const char *field_name, const char *word)
{
    reel_replay *replay = load(file, of);
    const reel_table *table = reel_format_table(reel_replay_format(replay), table_name);
    reel_string text;
    size_t count;
    memcpy(&text, (const uint8_t *)reel_rows(replay, table, &count) + reel_table_field(table, field_name)->offset, sizeof text);
    bool has = false;
    for (size_t i = 0; i + strlen(word) <= text.size; i++) has |= memcmp(text.data + i, word, strlen(word)) == 0;
    reel_free(replay);
    return has;
}

static inline void expect_no_nf_in(reported *file, bytes of, const double *n)
{
    (void)n;
    expect_that(file, "NF is carried", !has_word(file, of, "info", "modifiers", "NF"));
    expect(file, "warnings", (double)findings_in(of, count_plain), 0, 0);
}

static inline void expect_unused_nf(reported *file, const double *n)
{
    static const char *const conventions[] = { "in-game", "beatleader", "scoresaber" };
    reel_replay *replay = load(file, whole(file)), *result;
    for (size_t i = 0; i < 3; i++) {
        const reel_insight_options options = { REEL_SIZED(reel_insight_options), .convention = conventions[i] };
        assert_int_equal(reel_insight_run_chunk(&reel_insight_beatsaber, reel_replay_format(replay), reel_replay_chunk(replay),
                                                &options, &result, NULL),
                         REEL_OK);
        size_t count;
        const beatsaber_summary *row = reel_rows(result, &beatsaber_summaries, &count);
        expect(file, "modified score", (double)row->modified_score, (double)row->score, 0);
        reel_free(result);
    }
    reel_free(replay);
    as_others(file, (const char *const[]){ "bsor", NULL }, expect_no_nf_in, n);
}

static inline void expect_pause_in(reported *file, bytes of, const double *n)
{
    expect(file, "duration", value(file, of, "pauses", "duration", 0), n[1], 1);
}

static inline void expect_pause(reported *file, const double *n)
{
    static const char *const moments[] = { "began", "ended" };
    const reel_field *duration = reel_table_field(&scoresaber_pauses, "duration");
    expect_that(file, "the duration has no unit of milliseconds", !strcmp(duration->unit, "ms"));
    expect(file, "duration", value(file, whole(file), "pauses", "duration", 0), n[0] * 1000, 0.5);
    for (size_t i = 0; i < 2; i++)
        expect_that(file, "not a date", !strcmp(reel_table_field(&scoresaber_pauses, moments[i])->unit, "unix ms"));
    as_others(file, (const char *const[]){ "bsor", NULL }, expect_pause_in, n);
}

static inline void expect_id_in(reported *file, bytes of, const double *n)
{
    (void)n;
    expect_that(file, "a prefix is before the id", !has_word(file, of, "info", "level_id", "custom_level_"));
}

static inline void expect_id(reported *file, const double *n)
{
    as_others(file, (const char *const[]){ "scoresaber", NULL }, expect_id_in, n);
}

#endif
