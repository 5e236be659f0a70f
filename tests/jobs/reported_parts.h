/* SPDX-License-Identifier: MIT
 * Reported files whose right answer takes another file, another entry, or several edits. */
#ifndef REPORTED_PARTS_H
#define REPORTED_PARTS_H

#include "reported.h"

#include <reel/format.h>
#include <reel/gdr.h>
#include <reel/macros.h>

/* ---- position fixes ---------------------------------------------------------------------------------------------- */

enum { MOST_FIXES = 64 };

/* Frames of the fixes: rows of a table, or the key of xdBot in JSON. */
static inline size_t fix_frames(const reported *file, bytes of, double frames[MOST_FIXES])
{
    const double rows = value(file, of, "fixes", NULL, -1);
    size_t count = rows > 0 ? (size_t)rows : 0;
    for (size_t i = 0; i < count && i < MOST_FIXES; i++) frames[i] = value(file, of, "fixes", "frame", (long)i);
    char *text = calloc(1, of.size + 1);
    assert_non_null(text);
    memcpy(text, of.data, of.size);
    char *at = strstr(text, "\"frameFixes\":["), *end = at ? strchr(at, ']') : NULL;
    if (end) *end = 0;
    while (end && (at = strstr(at, "\"frame\":")) && count < MOST_FIXES) frames[count++] = strtod(at += 8, NULL);
    free(text);
    return count;
}

/* Fixes are where the frames of inputs are moved to. */
static inline void expect_moving_fixes(reported *file, const double *n)
{
    static const struct {
        const char *id, *argument;
        double factor, added;
    } operations[] = { { "shift", "7", 1, 7 },         { "stretch", "2", 2, 0 }, { "tps", "480", 2, 0 },
                       { "swap-players", NULL, 1, 0 }, { "sort", NULL, 1, 0 },   { "flip", NULL, 1, 0 } };
    double before[MOST_FIXES], after[MOST_FIXES];
    const size_t count = fix_frames(file, whole(file), before);
    (void)n;
    expect_that(file, "it has no fixes", count > 0);
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        const reel_setting set = { operations[i].id, operations[i].argument };
        reel_memory made;
        if (changed(file, NULL,
                    (reel_convert_options){ REEL_SIZED(reel_convert_options), .operations = &set, .operation_count = 1 }, NULL,
                    &made) < 0) {
            expect_that(file, operations[i].id, false);
            continue;
        }
        const bytes of = { made.data, made.size };
        expect(file, "fixes", (double)fix_frames(file, of, after), (double)count, 0);
        for (size_t f = 0; f < count; f++)
            expect(file, operations[i].id, after[f], before[f] * operations[i].factor + operations[i].added, 0);
        expect(file, "last frame", value(file, of, "summary", "last_frame", 0),
               value(file, whole(file), "summary", "last_frame", 0) * operations[i].factor + operations[i].added, 0);
        reel_memory_free(&made);
    }
}

/* ---- halves ------------------------------------------------------------------------------------------------------ */

static inline size_t count_inputs(const reported *file, bytes of, double from, double to)
{
    size_t count = 0;
    for (long i = 0, rows = (long)value(file, of, "inputs", NULL, -1); i < rows; i++) {
        const double frame = value(file, of, "inputs", "frame", i);
        count += frame >= from && frame < to;
    }
    return count;
}

/* The file of the row of INDEX.tsv that is not this one; malloc'ed, or NULL. */
static inline uint8_t *read_other(const reported *file, size_t *size)
{
    char path[1024];
    for (const char *at = file->names; *at; at += strspn(at, " ")) {
        const size_t length = strcspn(at, " ");
        const bool own = strlen(file->name) == length && memcmp(at, file->name, length) == 0;
        snprintf(path, sizeof path, "%s/%.*s", file->folder, (int)length, at);
        at += length;
        if (own) continue;
        const char *found = corpus_path(path);
        return found ? read_file(found, size) : NULL;
    }
    return NULL;
}

/* Up to frame # from the first file, from there on of the second. */
static inline void expect_halves(reported *file, const double *n)
{
    if (strncmp(file->names, file->name, strlen(file->name)) != 0) return; /* with the first of both */
    size_t size;
    uint8_t *data = read_other(file, &size);
    expect_that(file, "the other half is missing", data != NULL);
    if (!data) return;
    reported second = *file;
    second.data = data;
    second.size = size;
    reel_memory parts[2], made;
    const bool cut =
        changed(file, NULL, (reel_convert_options){ REEL_SIZED(reel_convert_options), .has_to = true, .to = n[0] }, NULL,
                &parts[0]) == REEL_OK &&
        changed(&second, NULL, (reel_convert_options){ REEL_SIZED(reel_convert_options), .has_from = true, .from = n[0] }, NULL,
                &parts[1]) == REEL_OK;
    assert_true(cut);
    reported first = *file;
    first.data = parts[0].data;
    first.size = parts[0].size;
    reel_source other = reel_source_memory(parts[1].data, parts[1].size);
    if (changed(&first, NULL, (reel_convert_options){ REEL_SIZED(reel_convert_options), .merge = &other, .merge_count = 1 }, NULL,
                &made) == REEL_OK) {
        const bytes of = { made.data, made.size }, a = whole(file), b = whole(&second);
        double fixes[MOST_FIXES], of_a[MOST_FIXES], of_b[MOST_FIXES];
        const size_t count = fix_frames(file, of, fixes), more_a = fix_frames(file, a, of_a), more_b = fix_frames(file, b, of_b);
        size_t at = 0;
        expect(file, "inputs before", (double)count_inputs(file, of, 0, n[0]), (double)count_inputs(file, a, 0, n[0]), 0);
        expect(file, "inputs after", (double)count_inputs(file, of, n[0], 1e9), (double)count_inputs(file, b, n[0], 1e9), 0);
        for (size_t i = 0; i < more_a; i++)
            if (of_a[i] < n[0]) expect(file, "a fix before", at < count ? fixes[at] : -1, of_a[i], 0), at++;
        for (size_t i = 0; i < more_b; i++)
            if (of_b[i] >= n[0]) expect(file, "a fix after", at < count ? fixes[at] : -1, of_b[i], 0), at++;
        expect(file, "fixes", (double)count, (double)at, 0);
        expect(file, "duration", value(file, of, "summary", "duration", 0), value(file, b, "summary", "duration", 0), 0);
        expect(file, "errors", (double)errors_in(file, of), 0, 0);
        reel_memory_free(&made);
    } else {
        expect_that(file, "not merged", false);
    }
    for (size_t i = 0; i < 2; i++) reel_memory_free(&parts[i]);
    free(data);
}

/* ---- entries of a zip -------------------------------------------------------------------------------------------- */

static inline double frames_of(const reported *file, const char *member, const char *name)
{
    const reel_options options = { REEL_SIZED(reel_options), .member = member, .name = name };
    reel_replay *replay;
    size_t count = 0;
    if (reel_load(reel_source_memory(file->data, file->size), &options, &replay, NULL) < 0) return NAN;
    const reel_table *frames = reel_format_table(reel_replay_format(replay), "frames");
    if (frames) reel_rows(replay, frames, &count);
    reel_free(replay);
    return (double)count;
}

/* The finding names the entry that was not read. */
static inline void expect_both_entries(reported *file, const double *n)
{
    char other[256] = "";
    (void)n;
    for (size_t i = 0; i < reel_findings_count(file->findings); i++) {
        const char *text = reel_findings_at(file->findings, i)->message, *at = strstr(text, "such as ");
        if (at) snprintf(other, sizeof other, "%.*s", (int)strcspn(at + 8, ":"), at + 8);
    }
    expect_that(file, "the other entry is not named", *other && strcmp(other, file->name) != 0);
    const double own = frames_of(file, file->name, NULL), others = frames_of(file, other, NULL);
    expect(file, "frames", frames_of(file, NULL, file->name), own, 0);
    expect_that(file, "an entry cannot be reached", own > 0 && others > 0 && own != others);
}

/* A repair has all frames, where other programs find them. */
static inline void expect_recovered(reported *file, const double *n)
{
    reel_memory made;
    (void)n;
    if (repaired(file, &made) < 0) {
        expect_that(file, "not repaired", false);
        return;
    }
    const bytes of = { made.data, made.size };
    expect(file, "errors after a repair", (double)errors_in(file, of), 0, 0);
    expect(file, "frames", value(file, of, "frames", NULL, -1), value(file, whole(file), "frames", NULL, -1), 0);
    reel_memory_free(&made);
}

/* ---- plays ------------------------------------------------------------------------------------------------------- */

/* Frames of the other players of a room are in no statistic, and in no ScoreSaber file. */
static inline void expect_own_frames(reported *file, const double *n)
{
    static const char *const figures[] = { "left_distance", "right_distance", "average_head_position" };
    const reel_setting keep = { "one-avatar", NULL };
    reel_memory own, made;
    (void)n;
    if (changed(file, NULL, (reel_convert_options){ REEL_SIZED(reel_convert_options), .operations = &keep, .operation_count = 1 },
                NULL, &own) < 0 ||
        changed(file, reel_format_by_id(NULL, "scoresaber"),
                (reel_convert_options){ REEL_SIZED(reel_convert_options), .flags = 0 }, NULL, &made) < 0) {
        expect_that(file, "not changed", false);
        return;
    }
    const bytes kept = { own.data, own.size };
    const double frames = value(file, kept, "frames", NULL, -1);
    expect_that(file, "no other player's frames", frames > 0 && frames < value(file, whole(file), "frames", NULL, -1));
    expect(file, "frames of the ScoreSaber file", value(file, (bytes){ made.data, made.size }, "poses", NULL, -1), frames, 0);
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        const double all = value(file, whole(file), "summary", figures[i], 0), one = value(file, kept, "summary", figures[i], 0);
        if (all == all || one == one) expect(file, figures[i], all, one, 0);
    }
    reel_memory_free(&own);
    reel_memory_free(&made);
}

/* Each convention has its factors; those of the game and the server have none. */
static inline void expect_modified_scores(reported *file, const double *n)
{
    const reel_insight *insight = NULL;
    const reel_table *table = reel_find_table(file->format, "summary", &insight);
    const reel_field *modified = table ? reel_table_field(table, "modified_score") : NULL;
    size_t with = 0, count;
    (void)n;
    expect_that(file, "no modified score", modified && insight);
    for (const char *const *word = insight ? insight->conventions : NULL; word && *word; word++) {
        reel_replay *replay = load(file, whole(file)), *result;
        const reel_insight_options how = { REEL_SIZED(reel_insight_options), .convention = *word };
        assert_int_equal(
            reel_insight_run_chunk(insight, reel_replay_format(replay), reel_replay_chunk(replay), &how, &result, NULL), REEL_OK);
        const void *row = reel_rows(result, table, &count);
        with += count && reel_field_present(modified, row) && reel_field_number(modified, row, 0) > 0;
        reel_free(result);
        reel_free(replay);
    }
    expect_that(file, "no convention gives one", with > 1);
}

/* Damage is where the bytes are wrong. */
static inline void expect_offset(reported *file, const double *n)
{
    size_t with = 0;
    (void)n;
    for (size_t i = 0; i < reel_findings_count(file->findings); i++) {
        const reel_finding *found = reel_findings_at(file->findings, i);
        with += found->severity == REEL_ERROR && found->offset < file->size;
    }
    expect_that(file, "no error has an offset", with > 0);
}

#endif
