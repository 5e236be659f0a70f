/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <reel/beatsaber.h>
#include <reel/bsor.h>
#include <reel/echoreplay.h>
#include <reel/gdr.h>
#include <reel/teehistorian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "made.h"

bytes made_as(bytes file, const reel_format *format)
{
    reel_memory memory;
    reel_error error;
    must(reel_convert(reel_source_memory(file.data, file.size), NULL, format, reel_sink_memory(&memory, NULL), NULL, &error),
         &error);
    free(file.data);
    return (bytes){ memory.data, memory.size };
}

/* ---- Beat Saber ------------------------------------------------------------------------------------------------- */

/* As in the median of the corpus' full plays: per 2500 frames some 200 notes, 6 of them with an incomplete swing, and a jitter at most. */
enum { FRAME_RATE = 80, NOISE = 10000, JITTER_PERIOD = 2000, UNDERSWING_PERIOD = 32 };

static uint64_t state;

/* From -0.5 to 0.5; splitmix64. */
static float shake(void)
{
    uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (float)((z ^ z >> 31) >> 40) / (float)(1 << 24) - 0.5f;
}

static reel_string text(const char *string) { return (reel_string){ string, strlen(string) }; }

/* Turns at a constant rate around the unit circle. */
typedef struct wave {
    double cosine, sine, step_cosine, step_sine;
} wave;

static wave wave_of(double turns_per_second, double phase)
{
    double t = 3.14159265 * turns_per_second / FRAME_RATE; /* the tangent of half the angle, which is small */
    return (wave){ (1 - phase * phase) / (1 + phase * phase), 2 * phase / (1 + phase * phase), (1 - t * t) / (1 + t * t),
                   2 * t / (1 + t * t) };
}

static void turn(wave *w)
{
    double cosine = w->cosine * w->step_cosine - w->sine * w->step_sine;
    w->sine = w->sine * w->step_cosine + w->cosine * w->step_sine;
    w->cosine = cosine;
}

/* A tracker that swings around a place, smoothly but for the noise of tracking. */
typedef struct tracker {
    reel_vec3 center, reach; /* m */
    wave fast, slow;
} tracker;

static void move(tracker *body, reel_pose *pose)
{
    const reel_vec3 *center = &body->center, *reach = &body->reach;
    turn(&body->fast);
    turn(&body->slow);
    pose->position.x = center->x + reach->x * (float)body->slow.cosine + shake() / NOISE;
    pose->position.y = center->y + reach->y * (float)body->fast.sine + shake() / NOISE;
    pose->position.z = center->z + reach->z * (float)body->fast.cosine + shake() / NOISE;
    float t = (float)body->fast.sine / 2 + shake() / NOISE; /* the tangent of a quarter of the angle */
    float sine = 2 * t / (1 + t * t);
    pose->rotation = (reel_quaternion){ sine * 0.8f, sine * 0.6f, 0, (1 - t * t) / (1 + t * t) }; /* of length 1 */
}

static void add_frames(reel_writer *writer, int frames)
{
    tracker head = { { 0, 1.75f, 0 }, { 0.1f, 0.05f, 0.1f }, wave_of(0.4, shake()), wave_of(0.3, shake()) };
    tracker left = { { -0.25f, 1, 0.5f }, { 0.2f, 0.4f, 0.3f }, wave_of(2.5, shake()), wave_of(0.5, shake()) };
    tracker right = { { 0.25f, 1, 0.5f }, { 0.2f, 0.4f, 0.3f }, wave_of(2.4, shake()), wave_of(0.6, shake()) };
    bsor_frame frame = { .fps = FRAME_RATE };
    for (int i = 0; i < frames; i++) {
        frame.time = ((float)i + shake() / 4) / FRAME_RATE;
        move(&head, &frame.head);
        move(&left, &frame.left_hand);
        move(&right, &frame.right_hand);
        bool lost = i % JITTER_PERIOD == JITTER_PERIOD - 1 || i % JITTER_PERIOD == JITTER_PERIOD - 3;
        if (lost) frame.right_hand.position.y += 0.2f;
        reel_append(writer, &bsor_frames, &frame, 1);
    }
}

/* Returns the score. */
static int add_notes(reel_writer *writer, int notes, int frames)
{
    beatsaber_multiplier multiplier = { 1, 0 };
    int score = 0;
    for (int i = 0; i < notes; i++) {
        float time = (float)(i + 1) * (float)frames / FRAME_RATE / (float)(notes + 1);
        int color = i % 2, line = i % 4, layer = i % 3, direction = i % 9;
        bsor_note note = { .note_id = 30000 + 1000 * line + 100 * layer + 10 * color + direction,
                           .event_time = time,
                           .spawn_time = time - 0.5f,
                           .event_type = i % 50 == 49 ? BSOR_MISS : BSOR_GOOD_CUT,
                           .has_cut = i % 50 != 49 };
        note.cut = (bsor_cut){ .speed_ok = 1, .direction_ok = 1, .saber_type_ok = 1, .saber_type = color };
        note.cut.saber_speed = 12 + shake();
        note.cut.saber_direction = (reel_vec3){ shake(), -1, shake() };
        note.cut.time_deviation = shake() / 8;
        note.cut.cut_point = (reel_vec3){ shake(), 1 + shake(), 0.875f };
        note.cut.cut_normal = (reel_vec3){ 1, shake(), shake() };
        note.cut.cut_distance_to_center = (shake() + 0.5f) / 4;
        note.cut.cut_angle = 90 + 20 * shake();
        note.cut.before_cut_rating = (i % UNDERSWING_PERIOD ? 1.125f : 0.875f) + shake() / 8;
        note.cut.after_cut_rating = 1.125f + shake() / 8;
        reel_append(writer, &bsor_notes, &note, 1);
        if (!note.has_cut) {
            beatsaber_multiplier_lower(&multiplier);
            continue;
        }
        beatsaber_multiplier_raise(&multiplier);
        beatsaber_points points = beatsaber_points_of(BSOR_NORMAL, note.cut.before_cut_rating, note.cut.after_cut_rating,
                                                      note.cut.cut_distance_to_center);
        score += multiplier.value * points.total;
    }
    return score;
}

bytes made_play(int number, int frames, int notes)
{
    char hash[48], player[24];
    snprintf(hash, sizeof hash, "%040d", number % 97);
    snprintf(player, sizeof player, "Player %d", number % 1000);
    static const char *const difficulties[] = { "Easy", "Normal", "Hard", "Expert", "ExpertPlus" };
    bsor_info info = { .mod_version = text("0.9.20"),
                       .game_version = text("1.40.8_7379"),
                       .timestamp = text("1735689600"),
                       .player_id = text(player),
                       .player_name = text(player),
                       .platform = text("steam"),
                       .map_hash = text(hash),
                       .song_name = text("Song"),
                       .mode = text("Standard"),
                       .difficulty = text(difficulties[number % 5]),
                       .jump_distance = 18.5f,
                       .height = 1.75f };
    reel_writer *writer;
    reel_error error;
    reel_memory memory;
    state = (uint64_t)number << 32;
    must(reel_create(reel_sink_memory(&memory, NULL), &reel_format_bsor, NULL, &writer, &error), &error);
    add_frames(writer, frames);
    info.score = add_notes(writer, notes, frames);
    reel_append(writer, &bsor_infos, &info, 1);
    must(reel_finish(writer, &error), &error);
    return (bytes){ memory.data, memory.size };
}

/* ---- Geometry Dash ---------------------------------------------------------------------------------------------- */

/* A macro as players make them: most steps fit one byte of GDR2, about a quarter need two. */
bytes made_macro(size_t inputs)
{
    const gdr_info info = { .version = 2, .framerate = 240, .bot_version = 1, .bot_name = { "bench", 5 } };
    reel_memory memory;
    reel_writer *writer;
    reel_error error;
    must(reel_create(reel_sink_memory(&memory, NULL), &reel_format_gdr2, NULL, &writer, &error), &error);
    reel_append(writer, &gdr_infos, &info, 1);
    uint64_t chance = 88172645463325252u;
    gdr_input input = { .button = GDR_JUMP };
    for (size_t i = 0; i < inputs; i++) {
        chance ^= chance << 13, chance ^= chance >> 7, chance ^= chance << 17;
        input.frame += (int64_t)(chance % 100 < 74 ? chance >> 8 & 63 : 64 + (chance >> 8) % 504);
        input.down = !(i & 1);
        reel_append(writer, &gdr_inputs, &input, 1);
    }
    must(reel_finish(writer, &error), &error);
    return (bytes){ memory.data, memory.size };
}

/* ---- DDNet ------------------------------------------------------------------------------------------------------ */

bytes made_game(int ticks)
{
    enum { CLIENTS = 16 };
    const teehistorian_header header = { .version = 2, .version_minor = 22, .present = TEEHISTORIAN_HAS_VERSION_MINOR };
    reel_memory memory;
    reel_writer *writer;
    reel_error error;
    must(reel_create(reel_sink_memory(&memory, NULL), &reel_format_teehistorian, NULL, &writer, &error), &error);
    reel_append(writer, &teehistorian_headers, &header, 1);
    for (int32_t tick = 1; tick <= ticks; tick++) {
        for (int32_t cid = 0; cid < CLIENTS; cid++) {
            const teehistorian_join join = { .tick = tick, .cid = cid };
            const teehistorian_position position = { .tick = tick, .cid = cid, .x = 32 * cid + tick % 90, .y = tick * (cid + 1) };
            if (tick == 1) reel_append(writer, &teehistorian_joins, &join, 1);
            reel_append(writer, &teehistorian_positions, &position, 1);
        }
    }
    must(reel_finish(writer, &error), &error);
    return (bytes){ memory.data, memory.size };
}

/* ---- Echo VR ---------------------------------------------------------------------------------------------------- */

enum { MADE_PLAYERS = 8 };

/* Players that run in circles and wave. */
static butter_player made_player(unsigned frame, unsigned number)
{
    double t = frame / 30.0 + number, x = 8 * cos(t / 3) + number, z = 30 * sin(t / 5), y = sin(t * 2);
    float turn = (float)sin(t), rest = (float)cos(t);
    reel_quaternion turned = { 0, turn, 0, rest };
    reel_vec3 head = { (float)x, (float)y, (float)z };
    reel_vec3 left = { (float)(x + 0.3 * cos(t * 7)), (float)(y - 0.5), (float)(z + 0.3 * sin(t * 7)) };
    reel_vec3 right = { (float)(x - 0.3 * cos(t * 5)), (float)(y - 0.4), (float)(z - 0.3 * sin(t * 5)) };
    return (butter_player){ .common = { .time = frame / 30.0,
                                        .frame = frame,
                                        .team = (uint8_t)(number * 2 / MADE_PLAYERS),
                                        .slot = (uint8_t)(number % (MADE_PLAYERS / 2)),
                                        .player = (uint8_t)(number + 1),
                                        .player_id = (uint8_t)number,
                                        .userid = 1000 + number,
                                        .has = ECHO_HAS_STATS | ECHO_HAS_HOLDING,
                                        .holding_left = ECHO_HOLDS_NOTHING,
                                        .holding_right = ECHO_HOLDS_NOTHING,
                                        .velocity = { -(float)(z / 5), (float)(2 * cos(t * 2)), (float)(x / 3) },
                                        .ping = 40,
                                        .head = head,
                                        .body = head,
                                        .left_hand = left,
                                        .right_hand = right },
                            .head_rotation = turned,
                            .body_rotation = turned,
                            .left_hand_rotation = turned,
                            .right_hand_rotation = turned };
}

bytes made_match(unsigned frames)
{
    static const char name[] = "bench";
    butter_info info = { .version = 3, .keyframe_interval = 300, .map = BUTTER_ARENA, .client_name = { name, 5 } };
    reel_memory memory;
    reel_writer *writer;
    reel_error error;
    must(reel_create(reel_sink_memory(&memory, NULL), &reel_format_butter, NULL, &writer, &error), &error);
    reel_append(writer, &butter_infos, &info, 1);
    for (unsigned i = 0; i < MADE_PLAYERS; i++) {
        butter_entry entry = { 1000 + i, { name, 5 }, (uint8_t)(i + 1), (uint8_t)i, 50 };
        reel_append(writer, &butter_roster, &entry, 1);
    }
    for (unsigned frame = 0; frame < frames; frame++) {
        double t = frame / 30.0;
        butter_frame f = { .common = { .time = t,
                                       .frame = frame,
                                       .game_clock = 600 - (float)t,
                                       .status = ECHO_PLAYING,
                                       .has = ECHO_HAS_POINTS | ECHO_HAS_VR | ECHO_HAS_DISC,
                                       .disc_position = { (float)(6 * sin(t)), (float)sin(t * 3), (float)(35 * cos(t / 2)) },
                                       .disc_velocity = { (float)(6 * cos(t)), (float)cos(t * 3), (float)(-17 * sin(t / 2)) },
                                       .recorded = 1637442903000 + 33 * (int64_t)frame },
                           .vr_rotation = { 0, 0, 0, 1 },
                           .disc_rotation = { 0, 0, (float)sin(t), (float)cos(t) } };
        reel_append(writer, &butter_frames, &f, 1);
        for (uint8_t team = 0; team < 3; team++) {
            echo_team row = { .time = t, .frame = frame, .team = team, .players = team < 2 ? MADE_PLAYERS / 2 : 0 };
            reel_append(writer, &butter_teams, &row, 1);
        }
        for (unsigned i = 0; i < MADE_PLAYERS; i++) {
            butter_player player = made_player(frame, i);
            reel_append(writer, &butter_players, &player, 1);
        }
    }
    must(reel_finish(writer, &error), &error);
    return (bytes){ memory.data, memory.size };
}
