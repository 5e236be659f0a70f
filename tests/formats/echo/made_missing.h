/* SPDX-License-Identifier: MIT
 * Recordings of several layouts of the game's API in which any member can be made missing. */
#ifndef MADE_MISSING_H
#define MADE_MISSING_H

#include "core/memory.h"
#include "support.h"

enum { MISSING_FRAMES = 4, MISSING_MEMBERS = 400 };
typedef enum missing_layout { LAYOUT_ARENA, LAYOUT_COMBAT, LAYOUT_NESTED, LAYOUT_2018, LAYOUTS } missing_layout;

static inline void add_text(reel_memory *to, const char *format, ...)
{
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    assert_true(size >= 0 && (size_t)size < sizeof text);
    assert_true(memory_add(to, text, (size_t)size));
}

static const char axes_text[] = "\"forward\":[0.5,-0.25,0.75],\"left\":[-0.5,0.125,0.5],\"up\":[0.0,0.875,-0.25]";

static inline void add_stats(reel_memory *to, int frame, int more)
{
    add_text(to,
             "\"stats\":{\"possession_time\":%d.5,\"points\":%d,\"saves\":1,\"goals\":2,\"stuns\":%d,\"passes\":4,\"catches\":5,",
             frame, more, frame);
    add_text(to, "\"steals\":6,\"blocks\":7,\"interceptions\":8,\"assists\":9,\"shots_taken\":10}");
}

static inline void add_pose_text(reel_memory *to, const char *key, const char *position, int frame, double height)
{
    add_text(to, "\"%s\":{\"%s\":[1.5,%g,%d.25],%s},", key, position, height, frame % 4 + 2, axes_text);
}

static inline void add_player_text(reel_memory *to, missing_layout layout, int frame, int number)
{
    add_text(to, "{\"name\":\"Player%c\",\"playerid\":%d,\"userid\":1844674407370955161%d,\"level\":50,\"number\":%d,",
             'A' + number, number, number, 10 + number);
    if (layout == LAYOUT_2018) {
        add_text(to, "\"position\":[1.5,1.75,%d.25],\"lhand\":[1.25,1.5,2.5],\"rhand\":[1.75,1.5,2.5],%s,", frame % 4 + 2,
                 axes_text);
    } else {
        add_pose_text(to, "rhand", "pos", frame, 1.25);
        add_pose_text(to, "head", "position", frame, 1.75);
        add_pose_text(to, "body", "position", frame, 1.5);
        add_pose_text(to, "lhand", "pos", frame, 1.375);
        add_text(to, "\"ping\":%d,\"packetlossratio\":0.125,", 50 + frame);
    }
    if (layout == LAYOUT_COMBAT || layout == LAYOUT_NESTED) {
        add_text(to, "\"Weapon\":\"assault\",\"Ordnance\":\"arc\",\"TacMod\":\"heal\",\"Arm\":\"Right\",");
    } else {
        add_stats(to, frame, number);
        add_text(to, ",\"stunned\":%s,\"invulnerable\":false,\"possession\":%s,\"blocking\":true,", number ? "true" : "false",
                 number ? "false" : "true");
    }
    if (layout == LAYOUT_ARENA)
        add_text(to, "\"holding_left\":\"geo\",\"holding_right\":\"%d\",\"is_emote_playing\":true,", 1 - number);
    add_text(to, "\"velocity\":[0.5,0.25,1.5]}");
}

static inline void add_team_text(reel_memory *to, missing_layout layout, int frame, int team)
{
    static const char *const names[] = { "BLUE TEAM", "ORANGE TEAM", "SPECTATORS" };
    add_text(to, "%s{", team ? "," : "");
    if (team < 2) {
        add_text(to, "\"players\":[");
        add_player_text(to, layout, frame, team);
        add_text(to, "],");
        if (layout == LAYOUT_ARENA || layout == LAYOUT_2018) {
            add_stats(to, frame, 3);
            add_text(to, ",");
        }
    }
    add_text(to, "\"team\":\"%s\",\"possession\":%s}", names[team], team ? "false" : "true");
}

static inline void add_match_text(reel_memory *to, missing_layout layout, int frame)
{
    static const char *const kinds[] = { "Echo_Arena_Private", "Echo_Combat", "Echo_Combat_Private", "Echo_Arena" };
    const bool arena = layout == LAYOUT_ARENA || layout == LAYOUT_2018;
    add_text(
        to,
        "\"client_name\":\"PlayerA\",\"private_match\":%s,\"tournament_match\":false,\"match_type\":\"%s\",\"map_name\":\"%s\",",
        layout == LAYOUT_ARENA ? "true" : "false", kinds[layout], arena ? "mpl_arena_a" : "mpl_combat_gauss");
    add_text(to, "\"blue_points\":%s,\"orange_points\":%s,", arena ? "2" : "12.5", arena ? "3" : "6.25");
    if (!arena && layout == LAYOUT_COMBAT)
        add_text(to,
                 "\"contested\":true,\"payload_multiplier\":1.5,\"payload_checkpoint\":2,\"payload_distance\":%d.5,"
                 "\"payload_defenders\":3,\"payload_speed\":0.75,",
                 frame);
    if (layout == LAYOUT_NESTED)
        add_text(to,
                 "\"contested\":false,\"payload\":{\"checkpoint\":2,\"distance\":%d.5,\"speed\":0.75,\"defenders\":3,"
                 "\"multiplier\":1.5},",
                 frame);
    if (!arena) return;
    add_text(to, "\"game_clock\":%d.5,\"game_clock_display\":\"05:00.00\",\"game_status\":\"playing\",\"possession\":[0,0],",
             300 - frame);
    add_text(to, "\"disc\":{\"position\":[1.5,2.5,%d.5],\"velocity\":[1.5,0.5,3.5],\"bounce_count\":3", frame % 4);
    if (layout == LAYOUT_ARENA) add_text(to, ",%s", axes_text);
    add_text(to, "},\"last_score\":{\"disc_speed\":9.5,\"team\":\"orange\",\"goal_type\":\"LONG SHOT\",\"point_amount\":3,"
                 "\"distance_thrown\":20.5,\"person_scored\":\"PlayerB\",\"assist_scored\":\"[INVALID]\"},");
}

static inline void add_rest_text(reel_memory *to)
{
    add_text(
        to,
        "\"orange_team_restart_request\":1,\"blue_team_restart_request\":0,\"sessionip\":\"192.0.2.1\",\"blue_round_score\":1,"
        "\"orange_round_score\":2,\"total_round_count\":3,\"left_shoulder_pressed\":0.5,\"right_shoulder_pressed\":1.0,"
        "\"left_shoulder_pressed2\":0.0,\"right_shoulder_pressed2\":0.25,");
    add_text(to, "\"player\":{\"vr_left\":[1.0,0.0,0.0],\"vr_position\":[0.5,1.5,2.5],\"vr_forward\":[0.0,0.0,1.0],\"vr_up\":[0."
                 "0,1.0,0.0]},");
    add_text(to, "\"pause\":{\"paused_state\":\"unpaused\",\"unpaused_team\":\"orange\",\"paused_requested_team\":\"blue\","
                 "\"unpaused_timer\":0.5,\"paused_timer\":1.5},");
    add_text(to, "\"last_throw\":{\"arm_speed\":1.5,\"total_speed\":2.5,\"off_axis_spin_deg\":3.5,\"wrist_throw_penalty\":4.5,"
                 "\"rot_per_sec\":5.5,\"pot_speed_from_rot\":6.5,\"speed_from_arm\":7.5,\"speed_from_movement\":8.5,"
                 "\"speed_from_wrist\":9.5,\"wrist_align_to_throw_deg\":1.25,\"throw_align_to_movement_deg\":2.25,"
                 "\"off_axis_penalty\":3.25,\"throw_move_penalty\":4.25},");
    add_text(to, "\"rules_changed_by\":\"PlayerA\",\"rules_changed_at\":1647600000,\"err_code\":0,\"err_description\":\"none\",");
}

static inline void add_bones_text(reel_memory *to)
{
    enum { POSITIONS = 69, ROTATIONS = 92 };
    add_text(to, "\t{\"user_bones\":[{\"bone_t\":[0.5");
    for (int i = 1; i < POSITIONS; i++) add_text(to, ",0.5");
    add_text(to, "],\"bone_o\":[0.25");
    for (int i = 1; i < ROTATIONS; i++) add_text(to, ",0.25");
    add_text(to, "]}],\"err_code\":0}");
}

/* One line of a recording without its ending. */
static inline void add_line_text(reel_memory *to, missing_layout layout, int frame)
{
    add_text(to, "2022/03/18 15:00:00.%03d\t{\"sessionid\":\"11111111-2222-4333-8444-555555555555\",", 33 * frame);
    add_match_text(to, layout, frame);
    if (layout != LAYOUT_2018) add_rest_text(to);
    add_text(to, "\"teams\":[");
    for (int team = 0; team < 3; team++) add_team_text(to, layout, frame, team);
    add_text(to, "]}");
    if (layout == LAYOUT_ARENA) add_bones_text(to);
}

/* ---- members of a line ---------------------------------------------------------------------------------------------- */

/* Offsets in a line. */
typedef struct made_member {
    size_t key, key_end, value, end; /* of the key with its quotes, and of the value */
    int parent;                      /* the member whose value it is in; -1: none */
} made_member;

static inline size_t string_end(const char *text, size_t at)
{
    for (at++; text[at] != '"'; at++)
        if (text[at] == '\\') at++;
    return at + 1;
}

static inline size_t made_value_end(const char *text, size_t at)
{
    size_t depth = 0;
    if (text[at] == '"') return string_end(text, at);
    for (;; at++) {
        if (text[at] == '"') {
            at = string_end(text, at) - 1;
            continue;
        }
        if (!depth && (text[at] == ',' || text[at] == '}' || text[at] == ']')) return at;
        depth += text[at] == '{' || text[at] == '[';
        if ((text[at] == '}' || text[at] == ']') && !--depth) return at + 1;
    }
}

/* The members at every depth, in the order of their keys. */
static inline size_t made_members(const char *text, size_t size, made_member members[MISSING_MEMBERS])
{
    size_t count = 0;
    for (size_t at = 0; at < size; at++) {
        if (text[at] != '"') continue;
        const size_t end = string_end(text, at);
        if (end < size && text[end] == ':') {
            assert_true(count < MISSING_MEMBERS);
            made_member *m = &members[count];
            *m = (made_member){ at, end, end + 1, made_value_end(text, end + 1), (int)count - 1 };
            while (m->parent >= 0 && members[m->parent].end < m->end) m->parent = members[m->parent].parent;
            count++;
        }
        at = end - 1;
    }
    return count;
}

static inline bool has_key(const char *text, const made_member *m, const char *key)
{
    return m->key_end - m->key == strlen(key) + 2 && memcmp(text + m->key + 1, key, strlen(key)) == 0;
}

#endif
