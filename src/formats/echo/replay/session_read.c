/* SPDX-License-Identifier: MIT
 * Rows out of the JSON of the game's interface. Members come in any order; the place of the last one is where the next is looked for. */
#include "formats/echo/common/schema.h"
#include "formats/echo/replay/session_values.h"

/* ---- the match -------------------------------------------------------------------------------------------------- */

/* clang-format off */
static const session_name throw_keys[] = {
    KEY("arm_speed", 0), KEY("total_speed", 1), KEY("off_axis_spin_deg", 2), KEY("wrist_throw_penalty", 3), KEY("rot_per_sec", 4),
    KEY("pot_speed_from_rot", 5), KEY("speed_from_arm", 6), KEY("speed_from_movement", 7), KEY("speed_from_wrist", 8),
    KEY("wrist_align_to_throw_deg", 9), KEY("throw_align_to_movement_deg", 10), KEY("off_axis_penalty", 11),
    KEY("throw_move_penalty", 12),
};
/* clang-format on */

_Static_assert(sizeof(echo_throw) == 13 * sizeof(float), "a throw is thirteen numbers in the order of their keys");

static void take_throw(session_rows *r, const json_value *object)
{
    float numbers[13] = { 0 };
    doc_steps steps = doc_begin(object);
    reel_string key;
    const json_value *value;
    size_t hint = 0;
    while (doc_step(&steps, &key, &value)) {
        int what = session_key(throw_keys, COUNT(throw_keys), key, &hint);
        if (what >= 0) numbers[what] = (float)doc_number(value);
    }
    memcpy(&r->frame.common.throw_, numbers, sizeof numbers);
    r->frame.common.has |= ECHO_HAS_THROW;
}

enum { G_SPEED, G_TEAM, G_TYPE, G_POINTS, G_DISTANCE, G_PERSON, G_ASSIST };

/* clang-format off */
static const session_name score_keys[] = {
    KEY("disc_speed", G_SPEED), KEY("team", G_TEAM), KEY("goal_type", G_TYPE), KEY("point_amount", G_POINTS),
    KEY("distance_thrown", G_DISTANCE), KEY("person_scored", G_PERSON), KEY("assist_scored", G_ASSIST),
};
/* clang-format on */

static uint8_t take_word(session_rows *r, const json_value *value, const reel_label *labels, uint8_t other)
{
    int code = session_code(labels, doc_string(value));
    if (code >= 0) return (uint8_t)code;
    r->unknown_words++;
    return other;
}

static void take_score(session_rows *r, const json_value *object)
{
    echo_frame *f = &r->frame.common;
    doc_steps steps = doc_begin(object);
    reel_string key;
    const json_value *value;
    size_t hint = 0;
    while (doc_step(&steps, &key, &value)) {
        switch (session_key(score_keys, COUNT(score_keys), key, &hint)) {
        case G_SPEED: f->score_disc_speed = (float)doc_number(value); break;
        case G_TEAM: f->score_team = take_word(r, value, echo_teams, ECHO_NO_TEAM); break;
        case G_TYPE:
            r->frame.goal_text = session_keep(r, TEXT_GOAL, doc_string(value));
            f->goal_type = take_word(r, value, echo_goal_types, 0);
            break;
        case G_POINTS: f->score_points = session_u8(r, value); break;
        case G_DISTANCE: f->score_distance = (float)doc_number(value); break;
        case G_PERSON: r->frame.person_scored = session_keep(r, TEXT_PERSON, doc_string(value)); break;
        case G_ASSIST: r->frame.assist_scored = session_keep(r, TEXT_ASSIST, doc_string(value)); break;
        default: r->unknown_keys++;
        }
    }
    f->has |= ECHO_HAS_SCORE;
}

enum { U_STATE, U_UNPAUSED, U_REQUESTED, U_UNPAUSED_TIMER, U_PAUSED_TIMER };

/* clang-format off */
static const session_name pause_keys[] = {
    KEY("paused_state", U_STATE), KEY("unpaused_team", U_UNPAUSED), KEY("paused_requested_team", U_REQUESTED),
    KEY("unpaused_timer", U_UNPAUSED_TIMER), KEY("paused_timer", U_PAUSED_TIMER),
};
/* clang-format on */

static void take_pause(session_rows *r, const json_value *object)
{
    echo_frame *f = &r->frame.common;
    doc_steps steps = doc_begin(object);
    reel_string key;
    const json_value *value;
    size_t hint = 0;
    f->paused_team = f->unpaused_team = ECHO_NO_TEAM;
    while (doc_step(&steps, &key, &value)) {
        switch (session_key(pause_keys, COUNT(pause_keys), key, &hint)) {
        case U_STATE:
            r->frame.paused_text = session_keep(r, TEXT_PAUSE, doc_string(value));
            f->paused_state = take_word(r, value, echo_paused_states, 5);
            break;
        case U_UNPAUSED: f->unpaused_team = take_word(r, value, echo_teams, ECHO_NO_TEAM); break;
        case U_REQUESTED: f->paused_team = take_word(r, value, echo_teams, ECHO_NO_TEAM); break;
        case U_UNPAUSED_TIMER: f->unpaused_timer = (float)doc_number(value); break;
        case U_PAUSED_TIMER: f->paused_timer = (float)doc_number(value); break;
        default: r->unknown_keys++;
        }
    }
    f->has |= ECHO_HAS_PAUSE;
}

enum {
    M_DISC,
    M_ORANGE_RESTART,
    M_SESSION,
    M_CLOCK_DISPLAY,
    M_STATUS,
    M_IP,
    M_MATCH,
    M_MAP,
    M_RIGHT2,
    M_TEAMS,
    M_BLUE_ROUNDS,
    M_ORANGE,
    M_PLAYER,
    M_PRIVATE,
    M_BLUE_RESTART,
    M_TOURNAMENT,
    M_ORANGE_ROUNDS,
    M_ROUNDS,
    M_LEFT2,
    M_LEFT,
    M_PAUSE,
    M_RIGHT,
    M_BLUE,
    M_THROW,
    M_CLIENT,
    M_CLOCK,
    M_POSSESSION,
    M_SCORE,
    M_ERROR,
    M_ERROR_TEXT,
    M_RULES_BY,
    M_RULES_AT,
    M_CONTESTED,
    M_MULTIPLIER,
    M_CHECKPOINT,
    M_DISTANCE,
    M_DEFENDERS,
    M_SPEED,
    M_PAYLOAD
};

/* clang-format off */
static const session_name match_keys[] = {
    KEY("disc", M_DISC), KEY("orange_team_restart_request", M_ORANGE_RESTART), KEY("sessionid", M_SESSION),
    KEY("game_clock_display", M_CLOCK_DISPLAY), KEY("game_status", M_STATUS), KEY("sessionip", M_IP), KEY("match_type", M_MATCH),
    KEY("map_name", M_MAP), KEY("right_shoulder_pressed2", M_RIGHT2), KEY("teams", M_TEAMS), KEY("blue_round_score", M_BLUE_ROUNDS),
    KEY("orange_points", M_ORANGE), KEY("player", M_PLAYER), KEY("private_match", M_PRIVATE),
    KEY("blue_team_restart_request", M_BLUE_RESTART), KEY("tournament_match", M_TOURNAMENT),
    KEY("orange_round_score", M_ORANGE_ROUNDS), KEY("total_round_count", M_ROUNDS), KEY("left_shoulder_pressed2", M_LEFT2),
    KEY("left_shoulder_pressed", M_LEFT), KEY("pause", M_PAUSE), KEY("right_shoulder_pressed", M_RIGHT), KEY("blue_points", M_BLUE),
    KEY("last_throw", M_THROW), KEY("client_name", M_CLIENT), KEY("game_clock", M_CLOCK), KEY("possession", M_POSSESSION),
    KEY("last_score", M_SCORE), KEY("err_code", M_ERROR), KEY("err_description", M_ERROR_TEXT), KEY("rules_changed_by", M_RULES_BY),
    KEY("rules_changed_at", M_RULES_AT), KEY("contested", M_CONTESTED), KEY("payload_multiplier", M_MULTIPLIER),
    KEY("payload_checkpoint", M_CHECKPOINT), KEY("payload_distance", M_DISTANCE), KEY("payload_defenders", M_DEFENDERS),
    KEY("payload_speed", M_SPEED), KEY("payload", M_PAYLOAD),
};
/* clang-format on */

/* clang-format off */
static const session_name payload_keys[] = {
    KEY("checkpoint", M_CHECKPOINT), KEY("distance", M_DISTANCE), KEY("speed", M_SPEED), KEY("defenders", M_DEFENDERS),
    KEY("multiplier", M_MULTIPLIER),
};
/* clang-format on */

static bool take_payload_value(session_rows *r, int what, const json_value *value)
{
    echo_frame *f = &r->frame.common;
    switch (what) {
    case M_CONTESTED: f->contested = doc_truth(value); break;
    case M_CHECKPOINT: f->checkpoint = session_u8(r, value); break;
    case M_DEFENDERS: f->defenders = session_u8(r, value); break;
    case M_DISTANCE: f->payload_distance = (float)doc_number(value); break;
    case M_SPEED: f->payload_speed = (float)doc_number(value); break;
    case M_MULTIPLIER:
        r->frame.payload_multiplier = (float)doc_number(value);
        r->frame.api |= ECHO_API_MULTIPLIER;
        return true;
    default: return false;
    }
    f->has |= ECHO_HAS_PAYLOAD;
    return true;
}

/* Servers of today nest what older ones had at the top; what is nested is kept as it is too. */
static void take_payload(session_rows *r, reel_string key, const json_value *object)
{
    doc_steps steps = doc_begin(object);
    reel_string inner;
    const json_value *value;
    size_t hint = 0;
    while (doc_step(&steps, &inner, &value))
        take_payload_value(r, session_key(payload_keys, COUNT(payload_keys), inner, &hint), value);
    session_extra_add(r, 0, key, object);
    r->unknown_keys--;
}

static void take_shoulder(session_rows *r, const json_value *value, unsigned number)
{
    float pressed = (float)doc_number(value);
    r->frame.shoulders[number] = pressed;
    if (pressed != 0) r->frame.common.inputs |= (uint8_t)(1u << number);
    r->frame.api |= ECHO_API_SHOULDERS;
}

static bool take_text(session_rows *r, int what, const json_value *value)
{
    echoreplay_frame *f = &r->frame;
    reel_string text = doc_string(value);
    switch (what) {
    case M_SESSION: f->session_id = session_keep(r, TEXT_SESSION, text); break;
    case M_IP: f->session_ip = session_keep(r, TEXT_IP, text); break;
    case M_CLIENT: f->client_name = session_keep(r, TEXT_CLIENT, text); break;
    case M_MATCH: f->match_type = session_keep(r, TEXT_MATCH, text); break;
    case M_MAP: f->map_name = session_keep(r, TEXT_MAP, text); break;
    case M_CLOCK_DISPLAY: f->clock_display = session_keep(r, TEXT_CLOCK, text); break;
    case M_ERROR_TEXT: f->err_description = session_keep(r, TEXT_ERROR, text); break;
    case M_RULES_BY:
        f->common.rules_changed_by = session_keep(r, TEXT_RULES, text);
        f->common.has |= ECHO_HAS_RULES;
        break;
    case M_STATUS:
        f->status_text = session_keep(r, TEXT_STATUS, text);
        f->common.status = text.size ? take_word(r, value, echo_statuses, 0) : ECHO_STATUS_EMPTY;
        f->api |= ECHO_API_STATUS;
        break;
    default: return false;
    }
    return true;
}

static bool take_count(session_rows *r, int what, const json_value *value)
{
    echoreplay_frame *f = &r->frame;
    switch (what) {
    case M_BLUE: f->common.blue_points = (float)doc_number(value); break;
    case M_ORANGE: f->common.orange_points = (float)doc_number(value); break;
    case M_BLUE_ROUNDS: f->blue_round_score = session_i32(r, value); break;
    case M_ORANGE_ROUNDS: f->orange_round_score = session_i32(r, value); break;
    case M_ROUNDS: f->total_round_count = session_i32(r, value); break;
    case M_BLUE_RESTART: f->common.blue_restart = doc_truth(value); return true;
    case M_ORANGE_RESTART: f->common.orange_restart = doc_truth(value); return true;
    case M_PRIVATE: f->private_match = doc_truth(value); return true;
    case M_TOURNAMENT: f->tournament_match = doc_truth(value); return true;
    case M_LEFT: take_shoulder(r, value, 0); return true;
    case M_RIGHT: take_shoulder(r, value, 1); return true;
    case M_LEFT2: take_shoulder(r, value, 2); return true;
    case M_RIGHT2: take_shoulder(r, value, 3); return true;
    default: return false;
    }
    if (what == M_BLUE || what == M_ORANGE)
        f->common.has |= ECHO_HAS_POINTS;
    else
        f->api |= ECHO_API_ROUNDS;
    return true;
}

static void take_possession(session_rows *r, const json_value *list)
{
    doc_steps steps = doc_begin(list);
    reel_string key;
    const json_value *value;
    for (size_t i = 0; i < 2 && doc_step(&steps, &key, &value); i++) r->frame.possession[i] = session_i32(r, value);
    r->frame.api |= ECHO_API_POSSESSION;
}

static void take_member(session_rows *r, int what, reel_string key, const json_value *value)
{
    echoreplay_frame *f = &r->frame;
    if (take_text(r, what, value) || take_count(r, what, value) || (what != M_PAYLOAD && take_payload_value(r, what, value)))
        return;
    switch (what) {
    case M_TEAMS: session_teams(r, value); break;
    case M_DISC:
        session_pose(r, value, POSE_DISC, &f->common.disc_position, &f->disc);
        f->common.has |= ECHO_HAS_DISC;
        break;
    case M_PLAYER:
        session_pose(r, value, POSE_VR, &f->common.vr_position, &f->vr);
        f->common.has |= ECHO_HAS_VR;
        break;
    case M_PAUSE: take_pause(r, value); break;
    case M_THROW: take_throw(r, value); break;
    case M_SCORE: take_score(r, value); break;
    case M_POSSESSION: take_possession(r, value); break;
    case M_PAYLOAD: take_payload(r, key, value); break;
    case M_CLOCK:
        f->common.game_clock = (float)doc_number(value);
        f->api |= ECHO_API_CLOCK;
        break;
    case M_ERROR:
        f->err_code = session_i32(r, value);
        f->api |= ECHO_API_ERROR;
        break;
    case M_RULES_AT:
        f->common.rules_changed_at = doc_whole(value);
        f->common.has |= ECHO_HAS_RULES;
        break;
    default: session_extra_add(r, 0, key, value);
    }
}

/* ---- a line ----------------------------------------------------------------------------------------------------- */

static bool is_session(const json_value *root)
{
    doc_steps steps = doc_begin(root);
    reel_string key;
    const json_value *value;
    if (!steps.object) return false;
    while (doc_step(&steps, &key, &value))
        if (session_is(key, "sessionid") || session_is(key, "teams")) return true;
    return false;
}

session_result session_read(session_rows *r, reel_string text, reel_string bones)
{
    reel_status status;
    size_t bad_at;
    const json_value *root = json_doc_read(&r->pool, text.data, text.size, &status, &bad_at);
    if (!root) return status == REEL_MEMORY ? SESSION_NO_MEMORY : SESSION_BROKEN;
    if (!is_session(root)) return SESSION_OTHER;
    doc_steps steps = doc_begin(root);
    reel_string key;
    const json_value *value;
    size_t hint = 0;
    r->extra.size = 0;
    while (doc_step(&steps, &key, &value)) take_member(r, session_key(match_keys, COUNT(match_keys), key, &hint), key, value);
    r->frame.extra = session_extra_take(r, 0);
    echoreplay_frame *row = r->frames ? reel_row_add(r->frames) : NULL;
    if (row) *row = r->frame;
    if (r->no_memory) return SESSION_NO_MEMORY;
    if (!r->bones || !bones.size) return SESSION_FRAME;
    root = json_doc_read(&r->bone_pool, bones.data, bones.size, &status, &bad_at);
    if (!root && status == REEL_MEMORY) return SESSION_NO_MEMORY;
    if (root)
        session_bones(r, root);
    else
        r->bad_values++;
    return SESSION_FRAME;
}
