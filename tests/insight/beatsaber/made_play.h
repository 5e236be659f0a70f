/* SPDX-License-Identifier: MIT
 * Plays made by hand: rows are added, written as BSOR into memory, read back and measured. */
#ifndef MADE_PLAY_H
#define MADE_PLAY_H

#include "support.h"

#include <math.h>
#include <reel/beatsaber.h>

#define MADE_ROWS 512

typedef struct made_play {
    bsor_info info;
    bsor_note notes[MADE_ROWS];
    bsor_wall walls[MADE_ROWS];
    bsor_frame frames[MADE_ROWS];
    bsor_height heights[MADE_ROWS];
    bsor_pause pauses[MADE_ROWS];
    bsor_controller_offsets offsets;
    size_t note_count, wall_count, frame_count, height_count, pause_count;
} made_play;

static inline void assert_near(float got, float want)
{
    if (!(fabsf(got - want) <= 1e-6f)) fail_msg("%.9g, not %.9g", (double)got, (double)want);
}

static inline reel_string text(const char *data) { return (reel_string){ data, strlen(data) }; }

/* A play without events by a PC. */
static inline made_play made_new(void)
{
    made_play play = { 0 };
    play.info.game_version = text("1.29.1_4575554838");
    play.info.platform = text("steam");
    play.info.difficulty = text("Expert");
    play.info.mode = text("Standard");
    play.info.jump_distance = 18.5f;
    play.info.height = 1.75f;
    return play;
}

/* A note with a full cut through its centre: 115 points where its type gives that many. */
static inline bsor_note *made_note(made_play *play, float time, int32_t id, bsor_event_type type)
{
    assert_true(play->note_count < MADE_ROWS);
    bsor_note *note = &play->notes[play->note_count++];
    *note = (bsor_note){ .note_id = id, .event_time = time, .spawn_time = time, .event_type = (int32_t)type };
    if (type != BSOR_GOOD_CUT && type != BSOR_BAD_CUT) return note;
    note->has_cut = 1;
    note->cut = (bsor_cut){ .speed_ok = 1,
                            .direction_ok = 1,
                            .saber_type_ok = 1,
                            .saber_speed = 10.0f,
                            .saber_type = id / 10 % 10,
                            .before_cut_rating = 1.0f,
                            .after_cut_rating = 1.0f };
    return note;
}

static inline bsor_frame *made_frame(made_play *play, float time)
{
    assert_true(play->frame_count < MADE_ROWS);
    bsor_frame *frame = &play->frames[play->frame_count++];
    *frame = (bsor_frame){ .time = time, .fps = 90 };
    frame->head.position = (reel_vec3){ 0.0f, 1.7f, 0.0f };
    frame->left_hand.position = (reel_vec3){ -0.5f, 1.0f, 0.3f };
    frame->right_hand.position = (reel_vec3){ 0.5f, 1.0f, 0.3f };
    frame->head.rotation.w = frame->left_hand.rotation.w = frame->right_hand.rotation.w = 1.0f;
    return frame;
}

static inline void made_wall(made_play *play, float time, float spawn_time, float energy)
{
    play->walls[play->wall_count++] = (bsor_wall){ .wall_id = 11, .energy = energy, .time = time, .spawn_time = spawn_time };
}

static inline reel_memory made_file(const made_play *play)
{
    reel_memory memory;
    reel_writer *writer;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_bsor, NULL, &writer, &error), REEL_OK);
    reel_append(writer, &bsor_infos, &play->info, 1);
    reel_append(writer, &bsor_frames, play->frames, play->frame_count);
    reel_append(writer, &bsor_notes, play->notes, play->note_count);
    reel_append(writer, &bsor_walls, play->walls, play->wall_count);
    reel_append(writer, &bsor_heights, play->heights, play->height_count);
    reel_append(writer, &bsor_pauses, play->pauses, play->pause_count);
    reel_append(writer, &bsor_offsets, &play->offsets, 1);
    if (reel_finish(writer, &error) != REEL_OK) fail_msg("%s", error.message);
    return memory;
}

static inline reel_replay *made_replay(const made_play *play)
{
    reel_memory memory = made_file(play);
    reel_error error;
    reel_replay *replay;
    if (reel_load(reel_source_memory(memory.data, memory.size), NULL, &replay, &error) != REEL_OK) fail_msg("%s", error.message);
    reel_memory_free(&memory);
    return replay;
}

/* Runs the insight; `tables` as in reel_insight_options. */
static inline reel_replay *made_measure(const made_play *play, const char *convention, const reel_table *const *tables)
{
    reel_replay *replay = made_replay(play), *result;
    reel_insight_options options = { REEL_SIZED(reel_insight_options), .convention = convention, .tables = tables };
    reel_error error;
    if (reel_insight_run_chunk(&reel_insight_beatsaber, &reel_format_bsor, reel_replay_chunk(replay), &options, &result, &error) <
        0)
        fail_msg("%s", error.message);
    reel_free(replay);
    return result;
}

/* The summary alone. */
static inline beatsaber_summary made_summary(const made_play *play, const char *convention)
{
    reel_replay *result = made_measure(play, convention, NULL);
    size_t count;
    const beatsaber_summary *row = reel_rows(result, &beatsaber_summaries, &count);
    assert_int_equal(count, 1);
    beatsaber_summary summary = *row;
    reel_free(result);
    return summary;
}

#endif
