/* SPDX-License-Identifier: MIT
 * The decoded JSON back to .dat. The JSON has the points of a cut, not the cut: ratings and a distance are chosen that give the points.
 * The lists are those of the statistics. docs/formats/scoresaber.md, "Conversions". */
#include "core/chunk.h"
#include "core/memory.h"
#include "insight/beatsaber/feed.h"
#include "insight/beatsaber/frames.h"
#include "insight/beatsaber/turns.h"
#include "pairs/beatsaber/scoresaber.h"

#include <math.h>

static const char digits_lost[] = ".dat stores only 32 bits of it: the last digits are lost";
static const reel_quaternion identity = { 0, 0, 0, 1 };

/* ---- info ------------------------------------------------------------------------------------------------------- */

static reel_string copied(pair_job *job, reel_string text) { return reel_chunk_string(job->out, text.data, text.size); }

static bool is_version(reel_string version)
{
    return reel__text_is(version, "2.0.0") || reel__text_is(version, "3.0.0") || reel__text_is(version, "3.1.0");
}

/* Returns whether the file has records of version 3. */
static bool convert_info(pair_job *job, const reel_chunk *in)
{
    static const char *const kept[] = { "hash",       "mode",          "environment", "modifiers", "note_spawn_offset",
                                        "height",     "room_rotation", "room_center", "fail_time", "version",
                                        "difficulty", "total_score",   "left_handed", "present",   NULL };
    static const char *const none[] = { NULL };
    size_t count;
    const scoresaber_json_info *info = reel_chunk_rows(in, &scoresaber_json_infos, &count), nothing = { 0 };
    if (!count) info = &nothing;
    const bool known = is_version(info->version), fits = info->difficulty >= INT32_MIN && info->difficulty <= INT32_MAX;
    scoresaber_info *row = reel__make_rows(job, &scoresaber_infos, 1);
    if (!row) return true;
    *row = (scoresaber_info){ .version = known ? copied(job, info->version) : reel_chunk_string(job->out, "3.1.0", 5),
                              .level_id = copied(job, info->hash),
                              .characteristic = copied(job, info->mode),
                              .environment = copied(job, info->environment),
                              .modifiers = copied(job, info->modifiers),
                              .difficulty = fits ? (int32_t)info->difficulty : 0,
                              .note_spawn_offset = (float)info->note_spawn_offset,
                              .initial_height = (float)info->height,
                              .room_rotation = (float)info->room_rotation,
                              .room_center = { (float)info->room_center[0], (float)info->room_center[1],
                                               (float)info->room_center[2] },
                              .fail_time = (float)info->fail_time,
                              .left_handed = info->left_handed };
    reel__pair_lose(job, &scoresaber_json_infos, "version", !known && info->version.size, "no version of .dat: written as 3.1.0");
    reel__pair_lose(job, &scoresaber_json_infos, "difficulty", !fits, ".dat stores only 32 bits of it");
    reel__lose_digits(job, in, &scoresaber_json_infos, digits_lost);
    reel__lose_others(job, in, &scoresaber_json_infos, kept, ".dat cannot store it");
    reel__lose_others(job, in, &scoresaber_json_extras, none, ".dat cannot store it");
    return !reel__text_is(row->version, "2.0.0");
}

/* ---- motion ----------------------------------------------------------------------------------------------------- */

static void convert_motion(pair_job *job, const reel_chunk *in)
{
    size_t count;
    uint64_t fps = 0, missing = 0;
    const scoresaber_json_frame *frames = reel_chunk_rows(in, &scoresaber_json_frames, &count);
    scoresaber_pose *poses = reel__make_rows(job, &scoresaber_poses, count);
    for (size_t i = 0; poses && i < count; i++) {
        const bool fits = frames[i].fps >= INT32_MIN && frames[i].fps <= INT32_MAX;
        fps += !fits;
        missing += !(frames[i].present & SCORESABER_JSON_HAS_FPS);
        poses[i] = (scoresaber_pose){ .head = reel__narrow_pose(&frames[i].head),
                                      .left_hand = reel__narrow_pose(&frames[i].left_hand),
                                      .right_hand = reel__narrow_pose(&frames[i].right_hand),
                                      .fps = fits ? (int32_t)frames[i].fps : 0,
                                      .time = (float)frames[i].time };
    }
    reel__pair_lose(job, &scoresaber_json_frames, "fps", fps, ".dat stores only 32 bits of it");
    reel__pair_lose(job, &scoresaber_json_frames, "fps", missing, ".dat has a rate for each frame: 0 stands for none");
    reel__lose_digits(job, in, &scoresaber_json_frames, digits_lost);
    const scoresaber_json_height *heights = reel_chunk_rows(in, &scoresaber_json_heights, &count);
    scoresaber_height *height = reel__make_rows(job, &scoresaber_heights, count);
    for (size_t i = 0; height && i < count; i++)
        height[i] = (scoresaber_height){ (float)heights[i].height, (float)heights[i].time };
    reel__lose_digits(job, in, &scoresaber_json_heights, digits_lost);
}

/* ---- notes ------------------------------------------------------------------------------------------------------ */

static scoresaber_note note_of(const scoresaber_json_note *note, float note_time, bool v3, uint64_t *unread)
{
    note_position at = { 0 };
    *unread += !reel__parse_json_note(note->note, &at);
    const float time = (float)note->time;
    scoresaber_note row = { .note_time = note_time,
                            .layer = at.layer,
                            .line = at.line,
                            .color = at.color == 3 ? -1 : at.color,
                            .direction = at.direction,
                            .event_type = note->score > 0 ? SCORESABER_GOOD_CUT : -note->score,
                            .event_time = time,
                            .unity_timescale = 1,
                            .time_sync_timescale = 1 };
    const bool missed = row.event_type == SCORESABER_MISS;
    row.direction_ok = note->score > 0;
    row.saber_type = missed || note->score > 0 ? row.color : 0;
    if (note->score > 0)
        reel__choose_cut(note->score, &row.before_cut_rating, &row.after_cut_rating, &row.cut_distance_to_center);
    if (!v3) return row;
    if (!missed) row.time_deviation = note_time - time;
    row.scoring_type = BSOR_NORMAL - 2;
    if (!missed) row.world_rotation = row.inverse_world_rotation = row.note_rotation = identity;
    row.present = SCORESABER_NOTE_V3;
    return row;
}

static void convert_notes(pair_job *job, const reel_chunk *in, bool v3)
{
    size_t count;
    uint64_t unread = 0, dropped = 0, rounded = 0, chosen = 0;
    float last = -INFINITY;
    const scoresaber_json_note *notes = reel_chunk_rows(in, &scoresaber_json_notes, &count);
    reel_row_list *list = reel_chunk_table(job->out, &scoresaber_notes);
    for (size_t i = 0; i < count; i++) {
        const scoresaber_json_note *note = &notes[i];
        const bool kind = note->present & SCORESABER_JSON_HAS_SCORE && note->score >= SCORESABER_JSON_WALL && note->score != -1;
        rounded += (double)(float)note->time != note->time && note->time == note->time;
        dropped += !kind;
        if (!kind || note->score == SCORESABER_JSON_WALL) continue;
        scoresaber_note *row = reel_row_add(list);
        if (!row) return;
        const float note_time = reel__choose_note_time((float)note->time, last);
        if (isfinite(note_time)) last = note_time;
        *row = note_of(note, note_time, v3, &unread);
        chosen += note->score > 0;
    }
    reel__pair_lose(job, &scoresaber_json_notes, "note", unread, "a note's text with more digits is ambiguous");
    reel__pair_lose(job, &scoresaber_json_notes, "present", dropped, "the result of the note is missing, so it has no row");
    reel__pair_lose(job, &scoresaber_json_notes, "time", rounded, digits_lost);
    reel__report_converted(job, "convert.scoresaber.cuts", REEL_WARNING, &scoresaber_notes, chosen,
                           "the JSON has no cuts: ratings and a distance that give the points were chosen, and the rest is zero");
    reel__report_converted(job, "convert.spawn-times", REEL_WARNING, &scoresaber_notes, list ? list->count : 0,
                           "the JSON has no note times: they are set to the times of the events");
}

/* The JSON has notes in the order of the map. Recorders write them when they were scored. */
static bool sort_notes(pair_job *job)
{
    play_list turns = { 0 };
    reel_row_list *list = reel_chunk_table(job->out, &scoresaber_notes);
    if (!list || !list->count) return true;
    const size_t size = list->count * sizeof(scoresaber_note);
    scoresaber_note *rows = (scoresaber_note *)(void *)list->data, *copy = reel__memory_new(&job->allocator, size);
    const bool done = copy && reel__play_order_notes(job->out, &job->allocator, &turns);
    if (done) {
        const play_turn *turn = turns.data;
        memcpy(copy, rows, size);
        for (size_t i = 0; i < turns.count; i++) rows[i] = copy[turn[i].row];
    }
    reel__play_list_free(&turns, &job->allocator);
    reel__memory_drop(&job->allocator, copy);
    return done;
}

/* ---- lists ------------------------------------------------------------------------------------------------------ */

/* Values of the JSON that the lists of the statistics do not give back. The last record has the stated score, if points of the JSON are those
 * that the game counted. */
static void compare_lists(pair_job *job, const reel_chunk *in, const beatsaber_event *events, size_t count, int64_t score)
{
    size_t rows;
    uint64_t combos = 0;
    const scoresaber_json_note *notes = reel_chunk_rows(in, &scoresaber_json_notes, &rows);
    for (size_t i = 0; i < count; i++) {
        const scoresaber_json_note *note = &notes[events[i].source_row];
        combos += note->present & SCORESABER_JSON_HAS_COMBO && note->combo != (int32_t)events[i].combo;
    }
    reel__pair_lose(job, &scoresaber_json_notes, "combo", combos, "the combo is that of the events in order of time");
    const scoresaber_json_info *info = reel_chunk_rows(in, &scoresaber_json_infos, &rows);
    const bool differs = rows && info->present[1] & SCORESABER_JSON_TOTAL_SCORE && info->total_score != score;
    reel_row_list *list = reel_chunk_table(job->out, &scoresaber_scores);
    const bool fits = differs && info->total_score >= INT32_MIN && info->total_score <= INT32_MAX;
    const bool kept = fits && list && list->count && reel__play_json_has_scoring(info);
    if (kept) ((scoresaber_score *)(void *)list->data)[list->count - 1].score = (int32_t)info->total_score;
    reel__pair_lose(job, &scoresaber_json_infos, "total_score", differs && !kept,
                    "the score is that of the last score record, computed from the events");
}

static bool convert_lists(pair_job *job, const reel_chunk *in, bool v3)
{
    json_events events;
    if (!reel__find_json_events(job, in, &events)) return false;
    beatsaber_multiplier multiplier = { 1, 0 };
    for (size_t i = 0; i < events.count; i++) reel__add_curves(job, &events.rows[i], &multiplier, events.rows[i].time);
    compare_lists(job, in, events.rows, events.count, events.score);
    reel_row_list *list = reel_chunk_table(job->out, &scoresaber_scores);
    for (size_t i = 0; list && !v3 && i < list->count; i++) {
        scoresaber_score *row = (scoresaber_score *)(void *)list->data + i;
        row->max_score = row->present = 0;
    }
    reel__chunk_free(events.chunk);
    return true;
}

static reel_status convert_json(pair_job *job, const reel_chunk *in)
{
    const bool v3 = convert_info(job, in);
    convert_motion(job, in);
    convert_notes(job, in, v3);
    return sort_notes(job) && convert_lists(job, in, v3) ? reel__made_status(job) : reel__memory_fail(job->error);
}

const convert_pair reel__pair_scoresaber_json_scoresaber = { .from = &reel_format_scoresaber_json,
                                                             .to = &reel_format_scoresaber,
                                                             .chunk = convert_json };
