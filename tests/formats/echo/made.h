/* SPDX-License-Identifier: MIT
 * Small replays of Echo VR made from rows, the source of the golden and bad files. */
#ifndef BUTTER_MADE_H
#define BUTTER_MADE_H

#include "support.h"

#include <reel/echoreplay.h>

typedef struct made {
    uint8_t version, compression, map, private_match, interval;
    unsigned frames, skeletons;
} made;

static inline reel_vec3 made_place(unsigned frame, unsigned salt)
{
    float t = (float)frame / 32, s = (float)salt;
    return (reel_vec3){ s + t, 1.5f - t / 2, -8 + 2 * t * s };
}

/* Rotations whose four bytes say them exactly enough. */
static inline reel_quaternion made_turn(unsigned frame)
{
    static const reel_quaternion turns[] = { { 0, 0, 0, 1 }, { 0, 1, 0, 0 }, { 0.5f, 0.5f, 0.5f, 0.5f }, { 0, 0.6f, 0, 0.8f } };
    return turns[frame / 2 % 4];
}

static inline butter_frame made_frame(const made *m, unsigned i)
{
    butter_frame f = { .common = { .frame = i,
                                   .recorded = 1637442903120 + 33 * (int64_t)i,
                                   .game_clock = 600 - (float)i / 32,
                                   .status = m->version < 3 && m->map != BUTTER_ARENA ? 0
                                             : i < 2                                  ? ECHO_ROUND_START
                                                                                      : ECHO_PLAYING,
                                   .inputs = i == 3,
                                   .has = ECHO_HAS_PAUSE | ECHO_HAS_THROW | ECHO_HAS_VR,
                                   .paused_team = 3,
                                   .unpaused_team = 3,
                                   .vr_position = made_place(i / 2, 0) } };
    echo_frame *c = &f.common;
    c->throw_ = (echo_throw){ .arm_speed = 1.5f, .total_speed = i < 4 ? 4.25f : 9.5f };
    f.vr_rotation = made_turn(i);
    if (m->map == BUTTER_ARENA) {
        c->has |= ECHO_HAS_POINTS | ECHO_HAS_SCORE | ECHO_HAS_DISC;
        c->orange_points = i < 4 ? 0 : 2;
        c->score_team = 1, c->score_points = 2, c->goal_type = 4, c->score_person = 2;
        c->score_disc_speed = 9.25f, c->score_distance = 12.5f;
        c->disc_position = made_place(i, 3);
        c->disc_velocity = (reel_vec3){ 0, 0, i < 5 ? 4 : -4 };
        f.disc_rotation = made_turn(i + 1);
        if (m->private_match && m->version == 3) {
            c->has |= ECHO_HAS_RULES;
            c->rules_changed_at = 7;
            c->rules_changed_by = (reel_string){ "Host", 4 };
        }
    } else if (m->version == 3 && m->map != BUTTER_LOBBY) {
        c->has |= ECHO_HAS_POINTS | ECHO_HAS_PAYLOAD;
        c->blue_points = (float)i / 4;
        c->checkpoint = 1, c->payload_speed = 1.5f, c->payload_distance = (float)i;
    }
    return f;
}

static inline butter_player made_player(const made *m, unsigned i, unsigned number)
{
    butter_player p = { .common = { .frame = i,
                                    .team = (uint8_t)(number - 1),
                                    .player = (uint8_t)number,
                                    .player_id = (uint8_t)(4 + number),
                                    .ping = 40 + (int32_t)i,
                                    .possession = i >= 4 && number == 2 } };
    echo_player *c = &p.common;
    if (m->map == BUTTER_ARENA) {
        c->has = ECHO_HAS_STATS | ECHO_HAS_HOLDING;
        c->stats.points = i >= 4 && number == 2 ? 2 : 0;
        c->stats.stuns = (uint16_t)(i / 3);
        c->possession_time = (float)i / 4;
        c->holding_left = ECHO_HOLDS_NOTHING;
        c->holding_right = i >= 4 && number == 2 ? ECHO_HOLDS_DISC : ECHO_HOLDS_GEO;
    } else {
        c->holding_left = c->holding_right = ECHO_HOLDS_NULL;
        if (m->map != BUTTER_LOBBY) {
            c->has = ECHO_HAS_LOADOUT;
            c->weapon = 2, c->ordnance = 1, c->tac_mod = 3, c->arm = 1;
        }
    }
    c->velocity = (reel_vec3){ 1, 0, i < 3 ? 0.5f : 0.25f };
    c->head = made_place(i, number);
    c->body = made_place(i, number);
    c->left_hand = made_place(i / 3, number);
    c->right_hand = made_place(0, number);
    p.head_rotation = p.body_rotation = made_turn(i + number);
    p.left_hand_rotation = p.right_hand_rotation = made_turn(number);
    return p;
}

static inline void made_bones(reel_writer *writer, const made *m, unsigned i)
{
    for (unsigned s = 0; s < m->skeletons; s++)
        for (unsigned b = 0; b < 23; b++) {
            echo_bone bone = { .frame = i,
                               .player = (uint8_t)s,
                               .bone = (uint8_t)b,
                               .rotation = { 0, 0, 0, 1 },
                               .position = { (float)b / 64, (float)i / 128, (float)s / 4 } };
            reel_append(writer, &butter_bones, &bone, 1);
        }
}

static inline reel_memory made_file(const made *m)
{
    reel_writer *writer;
    reel_memory memory;
    reel_error error;
    if (reel_create(reel_sink_memory(&memory, NULL), &reel_format_butter, NULL, &writer, &error) < 0)
        fail_msg("%s", error.message);
    butter_info info = { .version = m->version,
                         .compression = m->compression,
                         .keyframe_interval = m->interval,
                         .map = m->map,
                         .private_match = m->private_match,
                         .total_round_count = 3,
                         .blue_round_score = 1,
                         .session_ip = { 10, 0, 0, 1 },
                         .client_name = { "Recorder", 8 } };
    for (uint8_t i = 0; i < 16; i++) info.session_id.bytes[i] = (uint8_t)(i * 17);
    static const butter_entry roster[] = { { 3000000000000001, { "BlueOne", 7 }, 1, 11, 50 },
                                           { 3000000000000002, { "Orange Two", 10 }, 2, 22, 49 } };
    reel_append(writer, &butter_infos, &info, 1);
    reel_append(writer, &butter_roster, roster, 2);
    for (unsigned i = 0; i < m->frames; i++) {
        butter_frame frame = made_frame(m, i);
        echo_team teams[3] = { { .frame = i, .players = 1 },
                               { .frame = i, .team = 1, .players = 1, .possession = i >= 4 },
                               { .frame = i, .team = 2 } };
        for (unsigned t = 0; t < 2 && m->map == BUTTER_ARENA; t++) {
            teams[t].has = ECHO_HAS_STATS;
            teams[t].stats.points = t && i >= 4 ? 2 : 0;
            teams[t].possession_time = (float)i / 4;
        }
        butter_player players[2] = { made_player(m, i, 1), made_player(m, i, 2) };
        reel_append(writer, &butter_frames, &frame, 1);
        reel_append(writer, &butter_teams, teams, 3);
        reel_append(writer, &butter_players, players, 2);
        made_bones(writer, m, i);
    }
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
    return memory;
}

#endif
