/* SPDX-License-Identifier: MIT
 * Rows out of the JSON of the game's interface. Members come in any order; the one behind the last is where the next is looked for. */
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

_Static_assert(sizeof(echo_throw) == 13 * sizeof(float), "a throw must be thirteen numbers in the order of their keys");

static void take_throw(session_rows *r)
{
    float numbers[13] = { 0 };
    session_walk w = walk_begin(&r->in);
    reel_string key;
    int what;
    size_t hint = 0;
    while (walk_member(&r->in, &w, throw_keys, COUNT(throw_keys), &hint, &key, &what)) {
        if (what >= 0) numbers[what] = (float)session_number(&r->in);
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

static uint8_t code_of(session_rows *r, reel_string word, const reel_label *labels, uint8_t other)
{
    int code = session_code(labels, word);
    if (code >= 0) return (uint8_t)code;
    r->unknown_words++;
    return other;
}

static void take_score(session_rows *r)
{
    echo_frame *f = &r->frame.common;
    session_walk w = walk_begin(&r->in);
    reel_string key;
    int what;
    size_t hint = 0;
    while (walk_member(&r->in, &w, score_keys, COUNT(score_keys), &hint, &key, &what)) {
        switch (what) {
        case G_SPEED: f->score_disc_speed = (float)session_number(&r->in); break;
        case G_TEAM: f->score_team = code_of(r, session_string(&r->in), echo_teams, ECHO_NO_TEAM); break;
        case G_TYPE:
            r->frame.goal_text = session_take_text(r, TEXT_GOAL);
            f->goal_type = code_of(r, r->frame.goal_text, echo_goal_types, 0);
            break;
        case G_POINTS: f->score_points = session_u8(r); break;
        case G_DISTANCE: f->score_distance = (float)session_number(&r->in); break;
        case G_PERSON: r->frame.person_scored = session_take_text(r, TEXT_PERSON); break;
        case G_ASSIST: r->frame.assist_scored = session_take_text(r, TEXT_ASSIST); break;
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

static void take_pause(session_rows *r)
{
    echo_frame *f = &r->frame.common;
    session_walk w = walk_begin(&r->in);
    reel_string key;
    int what;
    size_t hint = 0;
    f->paused_team = f->unpaused_team = ECHO_NO_TEAM;
    while (walk_member(&r->in, &w, pause_keys, COUNT(pause_keys), &hint, &key, &what)) {
        switch (what) {
        case U_STATE:
            r->frame.paused_text = session_take_text(r, TEXT_PAUSE);
            f->paused_state = code_of(r, r->frame.paused_text, echo_paused_states, 5);
            break;
        case U_UNPAUSED: f->unpaused_team = code_of(r, session_string(&r->in), echo_teams, ECHO_NO_TEAM); break;
        case U_REQUESTED: f->paused_team = code_of(r, session_string(&r->in), echo_teams, ECHO_NO_TEAM); break;
        case U_UNPAUSED_TIMER: f->unpaused_timer = (float)session_number(&r->in); break;
        case U_PAUSED_TIMER: f->paused_timer = (float)session_number(&r->in); break;
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

static bool take_payload_value(session_rows *r, int what)
{
    echo_frame *f = &r->frame.common;
    switch (what) {
    case M_CONTESTED: f->contested = session_truth(&r->in); break;
    case M_CHECKPOINT: f->checkpoint = session_u8(r); break;
    case M_DEFENDERS: f->defenders = session_u8(r); break;
    case M_DISTANCE: f->payload_distance = (float)session_number(&r->in); break;
    case M_SPEED: f->payload_speed = (float)session_number(&r->in); break;
    case M_MULTIPLIER:
        r->frame.payload_multiplier = (float)session_number(&r->in);
        r->frame.api |= ECHO_API_MULTIPLIER;
        return true;
    default: return false;
    }
    f->has |= ECHO_HAS_PAYLOAD;
    return true;
}

/* Servers of today nest what older ones had at the top; what is nested is kept as it is too. */
static void take_payload(session_rows *r)
{
    const char *begin = r->in.at;
    session_walk w = walk_begin(&r->in);
    reel_string key;
    int what;
    size_t hint = 0;
    while (walk_member(&r->in, &w, payload_keys, COUNT(payload_keys), &hint, &key, &what)) take_payload_value(r, what);
    if (r->in.broken) return;
    r->in.at = begin;
    session_extra_add(r, 0, (reel_string){ "payload", 7 });
    r->unknown_keys--;
}

static void take_shoulder(session_rows *r, unsigned number)
{
    float pressed = (float)session_number(&r->in);
    r->frame.shoulders[number] = pressed;
    if (pressed != 0) r->frame.common.inputs |= (uint8_t)(1u << number);
    r->frame.api |= ECHO_API_SHOULDERS;
}

static bool take_text(session_rows *r, int what)
{
    echoreplay_frame *f = &r->frame;
    switch (what) {
    case M_SESSION: f->session_id = session_take_text(r, TEXT_SESSION); break;
    case M_IP: f->session_ip = session_take_text(r, TEXT_IP); break;
    case M_CLIENT: f->client_name = session_take_text(r, TEXT_CLIENT); break;
    case M_MATCH: f->match_type = session_take_text(r, TEXT_MATCH); break;
    case M_MAP: f->map_name = session_take_text(r, TEXT_MAP); break;
    case M_CLOCK_DISPLAY: f->clock_display = session_take_text(r, TEXT_CLOCK); break;
    case M_ERROR_TEXT: f->err_description = session_take_text(r, TEXT_ERROR); break;
    case M_RULES_BY:
        f->common.rules_changed_by = session_take_text(r, TEXT_RULES);
        f->common.has |= ECHO_HAS_RULES;
        break;
    case M_STATUS:
        f->status_text = session_take_text(r, TEXT_STATUS);
        f->common.status = f->status_text.size ? code_of(r, f->status_text, echo_statuses, 0) : ECHO_STATUS_EMPTY;
        f->api |= ECHO_API_STATUS;
        break;
    default: return false;
    }
    return true;
}

static bool take_count(session_rows *r, int what)
{
    echoreplay_frame *f = &r->frame;
    switch (what) {
    case M_BLUE: f->common.blue_points = (float)session_number(&r->in); break;
    case M_ORANGE: f->common.orange_points = (float)session_number(&r->in); break;
    case M_BLUE_ROUNDS: f->blue_round_score = session_i32(r); break;
    case M_ORANGE_ROUNDS: f->orange_round_score = session_i32(r); break;
    case M_ROUNDS: f->total_round_count = session_i32(r); break;
    case M_BLUE_RESTART: f->common.blue_restart = session_truth(&r->in); return true;
    case M_ORANGE_RESTART: f->common.orange_restart = session_truth(&r->in); return true;
    case M_PRIVATE: f->private_match = session_truth(&r->in); return true;
    case M_TOURNAMENT: f->tournament_match = session_truth(&r->in); return true;
    case M_LEFT: take_shoulder(r, 0); return true;
    case M_RIGHT: take_shoulder(r, 1); return true;
    case M_LEFT2: take_shoulder(r, 2); return true;
    case M_RIGHT2: take_shoulder(r, 3); return true;
    default: return false;
    }
    if (what == M_BLUE || what == M_ORANGE)
        f->common.has |= ECHO_HAS_POINTS;
    else
        f->api |= ECHO_API_ROUNDS;
    return true;
}

static void take_possession(session_rows *r)
{
    session_walk w = walk_begin(&r->in);
    for (size_t i = 0; walk_value(&r->in, &w); i++)
        if (i < 2) r->frame.possession[i] = session_i32(r);
    r->frame.api |= ECHO_API_POSSESSION;
}

static void take_member(session_rows *r, int what, reel_string key)
{
    echoreplay_frame *f = &r->frame;
    if (take_text(r, what) || take_count(r, what) || (what != M_PAYLOAD && take_payload_value(r, what))) return;
    switch (what) {
    case M_TEAMS: session_teams(r); break;
    case M_DISC:
        session_pose(r, POSE_DISC, &f->common.disc_position, &f->disc);
        f->common.has |= ECHO_HAS_DISC;
        break;
    case M_PLAYER:
        session_pose(r, POSE_VR, &f->common.vr_position, &f->vr);
        f->common.has |= ECHO_HAS_VR;
        break;
    case M_PAUSE: take_pause(r); break;
    case M_THROW: take_throw(r); break;
    case M_SCORE: take_score(r); break;
    case M_POSSESSION: take_possession(r); break;
    case M_PAYLOAD: take_payload(r); break;
    case M_CLOCK:
        f->common.game_clock = (float)session_number(&r->in);
        f->api |= ECHO_API_CLOCK;
        break;
    case M_ERROR:
        f->err_code = session_i32(r);
        f->api |= ECHO_API_ERROR;
        break;
    case M_RULES_AT:
        f->common.rules_changed_at = session_whole(&r->in);
        f->common.has |= ECHO_HAS_RULES;
        break;
    default: session_extra_add(r, 0, key);
    }
}

/* ---- a line ----------------------------------------------------------------------------------------------------- */

/* What an object of JSON is read from; false: it is none, or does not end. */
static bool begin(session_cursor *in, reel_string text)
{
    while (text.size && cursor_blank(text.data[text.size - 1])) text.size--;
    while (text.size && cursor_blank(*text.data)) text.data++, text.size--;
    in->at = text.data;
    in->end = text.data + text.size;
    in->broken = in->no_memory = false;
    return text.size > 1 && *text.data == '{' && in->end[-1] == '}';
}

/* What is undone where a line turns out to be no frame. */
typedef struct read_marks {
    size_t teams, players, bones;
    uint64_t unknown_words, unknown_keys, bad_values;
} read_marks;

static read_marks mark(const session_rows *r)
{
    return (read_marks){ r->teams ? r->teams->count : 0,
                         r->players ? r->players->count : 0,
                         r->bones ? r->bones->count : 0,
                         r->unknown_words,
                         r->unknown_keys,
                         r->bad_values };
}

static void go_back(session_rows *r, const read_marks *m)
{
    if (r->teams) r->teams->count = m->teams;
    if (r->players) r->players->count = m->players;
    if (r->bones) r->bones->count = m->bones;
    r->unknown_words = m->unknown_words;
    r->unknown_keys = m->unknown_keys;
    r->bad_values = m->bad_values;
}

static session_result other(session_rows *r, reel_string text)
{
    reel_status status;
    size_t bad_at;
    const json_value *root = json_doc_read(&r->in.pool, text.data, text.size, &status, &bad_at);
    return root ? SESSION_OTHER : status == REEL_MEMORY ? SESSION_NO_MEMORY : SESSION_BROKEN;
}

static session_result read_match(session_rows *r, reel_string text)
{
    session_cursor *in = &r->in;
    if (!begin(in, text)) return other(r, text);
    session_walk w = walk_begin(in);
    reel_string key;
    int what;
    size_t hint = 0;
    bool session = false;
    r->extra.size = 0;
    while (walk_member(in, &w, match_keys, COUNT(match_keys), &hint, &key, &what)) {
        session |= what == M_SESSION || what == M_TEAMS;
        take_member(r, what, key);
    }
    if (in->no_memory || r->no_memory) return SESSION_NO_MEMORY;
    if (in->broken || in->at != in->end) return SESSION_BROKEN;
    return session ? SESSION_FRAME : SESSION_OTHER;
}

/* A skeleton that cannot be read costs only the skeletons of its line. */
static session_result read_bones(session_rows *r, reel_string text)
{
    const read_marks marks = mark(r);
    session_cursor *in = &r->in;
    bool object = begin(in, text);
    session_result result = object ? SESSION_FRAME : other(r, text);
    if (object) session_bones(r);
    if (in->no_memory || result == SESSION_NO_MEMORY) return SESSION_NO_MEMORY;
    if (result != SESSION_BROKEN && !(object && (in->broken || in->at != in->end))) return SESSION_FRAME;
    go_back(r, &marks);
    r->bad_values++;
    return SESSION_FRAME;
}

session_result session_read(session_rows *r, reel_string text, reel_string bones)
{
    const read_marks marks = mark(r);
    session_result result = read_match(r, text);
    if (result != SESSION_FRAME) {
        go_back(r, &marks);
        return result;
    }
    r->frame.extra = session_extra_take(r, 0);
    echoreplay_frame *row = r->frames ? reel_row_add(r->frames) : NULL;
    if (row) *row = r->frame;
    if (r->no_memory) return SESSION_NO_MEMORY;
    return r->bones && bones.size ? read_bones(r, bones) : SESSION_FRAME;
}
