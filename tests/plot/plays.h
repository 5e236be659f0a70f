/* SPDX-License-Identifier: MIT
 * Made plays for the tests of Beat Saber's plots. */
#ifndef PLOT_PLAYS_H
#define PLOT_PLAYS_H

#include "picture.h"

#include <reel/bsor.h>
#include <reel/format.h>

/* The plots of BSOR that need no level, ending with NULL. */
static inline const reel_plot *const *bsor_plots(void)
{
    static const reel_plot *plots[32];
    size_t count = 0;
    for (const reel_plot *const *plot = reel_plots(); *plot; plot++)
        for (const reel_format *const *format = (*plot)->formats; *format; format++)
            if (*format == &reel_format_bsor && !(*plot)->levels && count < sizeof plots / sizeof *plots - 1)
                plots[count++] = *plot;
    plots[count] = NULL;
    return plots;
}

static inline int plot_count(void)
{
    int count = 0;
    while (bsor_plots()[count]) count++;
    return count;
}

typedef struct rows {
    bsor_info info;
    const bsor_frame *frames;
    const bsor_note *notes;
    const bsor_wall *walls;
    const bsor_pause *pauses;
    size_t frame_count, note_count, wall_count, pause_count;
    reel_bytes hearts; /* user data of the heart rate mod; empty: none */
} rows;

/* One value of the heart rate. */
typedef struct heart_at {
    float time;
    int32_t rate;
} heart_at;

enum { HEART_ROOM = 8 + 8 * 256 };

/* User data of these values, in `room` of HEART_ROOM bytes. */
static inline reel_bytes hearts_of(uint8_t *room, const heart_at *values, size_t count)
{
    assert_true(8 + 8 * count <= HEART_ROOM);
    reel_store_u32le(room, 1);
    reel_store_u32le(room + 4, (uint32_t)count);
    for (size_t i = 0; i < count; i++) {
        reel_store_u32le(room + 8 + 8 * i, reel_float_bits(values[i].time));
        reel_store_u32le(room + 12 + 8 * i, (uint32_t)values[i].rate);
    }
    return (reel_bytes){ room, 8 + 8 * count };
}

static inline reel_string text_of(const char *text) { return (reel_string){ text, strlen(text) }; }

static inline bsor_info sound_info(void)
{
    return (bsor_info){ .mod_version = text_of("0.9.20"),
                        .game_version = text_of("1.29.1_4575554838"),
                        .timestamp = text_of("1700000000"),
                        .player_name = text_of("Somebody"),
                        .platform = text_of("steam"),
                        .song_name = text_of("A Song & More"),
                        .mapper = text_of("Nobody"),
                        .difficulty = text_of("Expert"),
                        .mode = text_of("Standard"),
                        .score = 1000,
                        .jump_distance = 18 };
}

static inline reel_replay *replay_of(const rows *r)
{
    reel_memory memory;
    reel_writer *writer;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_bsor, NULL, &writer, &error), REEL_OK);
    reel_append(writer, &bsor_infos, &r->info, 1);
    reel_append(writer, &bsor_frames, r->frames, r->frame_count);
    reel_append(writer, &bsor_notes, r->notes, r->note_count);
    reel_append(writer, &bsor_walls, r->walls, r->wall_count);
    reel_append(writer, &bsor_pauses, r->pauses, r->pause_count);
    const bsor_user_entry entry = { { "HeartBeatQuest", 14 }, r->hearts };
    reel_append(writer, &bsor_user_data, &entry, r->hearts.size > 0);
    if (reel_finish(writer, &error) != REEL_OK) fail_msg("%s", error.message);
    reel_replay *replay;
    if (reel_load(reel_source_memory(memory.data, memory.size), NULL, &replay, &error) != REEL_OK) fail_msg("%s", error.message);
    reel_memory_free(&memory);
    size_t count;
    reel_rows(replay, &bsor_frames, &count);
    assert_int_equal(count, r->frame_count);
    reel_rows(replay, &bsor_notes, &count);
    assert_int_equal(count, r->note_count);
    return replay;
}

static inline bsor_note note_at(int index, int type)
{
    bsor_note note = { .note_id = 30000 + index % 4 * 1000 + index % 3 * 100 + index % 2 * 10 + index % 9,
                       .event_time = 1 + (float)index * 0.5f,
                       .spawn_time = 1 + (float)index * 0.5f,
                       .event_type = type,
                       .has_cut = type == BSOR_GOOD_CUT || type == BSOR_BAD_CUT };
    if (type == BSOR_BOMB) note.note_id = 20039 + index % 4 * 1000;
    if (!note.has_cut) return note;
    note.cut = (bsor_cut){ .speed_ok = 1,
                           .direction_ok = 1,
                           .saber_type_ok = 1,
                           .saber_speed = 20,
                           .saber_type = index % 2,
                           .time_deviation = (float)(index % 7 - 2) / 128,
                           .cut_distance_to_center = (float)(index % 5) / 32,
                           .before_cut_rating = index % 6 ? 1.25f : 0.75f,
                           .after_cut_rating = 1 };
    return note;
}

/* A tiny play with one of everything. */
static inline reel_replay *tiny_play(void)
{
    static const int kinds[24] = { [7] = BSOR_MISS, [11] = BSOR_BAD_CUT, [12] = BSOR_BOMB };
    bsor_note notes[24];
    bsor_frame frames[60];
    for (int i = 0; i < 24; i++) notes[i] = note_at(i, kinds[i]);
    memset(frames, 0, sizeof frames);
    for (int i = 0; i < 60; i++) {
        float sway = (float)(i % 16 - 8) / 16, rise = (float)(i % 12) / 16;
        frames[i] = (bsor_frame){ .time = (float)i / 4, .fps = 4 };
        frames[i].head.position = (reel_vec3){ sway / 8, 1.7f, sway / 16 };
        frames[i].left_hand.position = (reel_vec3){ sway - 0.375f, 1, rise };
        frames[i].right_hand.position = (reel_vec3){ 0.375f - sway, 1, rise };
        frames[i].left_hand.rotation = frames[i].right_hand.rotation = (reel_quaternion){ 0, 0, 0, 1 };
    }
    const bsor_wall wall = { .wall_id = 101, .energy = 0.5f, .time = 9.25f, .spawn_time = 9 };
    const bsor_pause pause = { .duration = 12, .time = 5 };
    uint8_t room[HEART_ROOM];
    static const heart_at hearts[] = { { 0.5f, 96 }, { 1.5f, 101 }, { 2.5f, 0 }, { 3.5f, 118 }, { 4.5f, 124 } };
    const rows r = { sound_info(), frames, notes, &wall, &pause, 60, 24, 1, 1, hearts_of(room, hearts, 5) };
    return replay_of(&r);
}

/* Every plot of a replay is a sound document of a bounded size, or there is nothing to draw. Returns the number drawn. */
static inline int count_sound(const reel_replay *replay, const char *what)
{
    int drawn = 0;
    for (const reel_plot *const *plot = bsor_plots(); *plot; plot++) drawn += picture_sound((*plot)->id, replay, what);
    return drawn;
}

#endif
