/* SPDX-License-Identifier: MIT
 * Rows out of the JSON of the game's interface. Members come in any order; the place of the last one is where the next is looked for. */
#include "formats/butter/schema.h"
#include "formats/butter/session.h"

/* ---- words ------------------------------------------------------------------------------------------------------ */

int session_code(const reel_label *labels, reel_string word)
{
    for (; labels->name; labels++) {
        size_t i = 0;
        for (; i < word.size && labels->name[i]; i++) {
            char c = word.data[i] == '_' && labels->name[i] == ' ' ? ' ' : word.data[i];
            if (c != labels->name[i]) break;
        }
        if (i == word.size && !labels->name[i]) return (int)labels->value;
    }
    return -1;
}

static bool is(reel_string word, const char *text)
{
    return word.size == strlen(text) && memcmp(word.data, text, word.size) == 0;
}

/* A text of the chunk; where it is that of the frame before, the same one. */
static reel_string keep(session_rows *r, unsigned slot, reel_string text)
{
    reel_string *last = &r->texts[slot];
    if (text.size == 0) return (reel_string){ NULL, 0 };
    if (last->size == text.size && memcmp(last->data, text.data, text.size) == 0) return *last;
    return *last = reel_chunk_string(r->chunk, text.data, text.size);
}

/* Adds a member that is none of ours to what is kept of them. */
static void keep_extra(session_rows *r, reel_string *extra, reel_string key, const json_value *value)
{
    reel_string text = doc_text(value, &r->pool.allocator);
    r->unknown_keys++;
    if (!text.data) {
        r->no_memory = true;
        return;
    }
    size_t size = extra->size + (extra->size ? 1 : 0) + key.size + 3 + text.size;
    char *all = reel_chunk_alloc(r->chunk, size);
    if (all) {
        char *at = all;
        if (extra->size) {
            memcpy(at, extra->data, extra->size);
            at += extra->size;
            *at++ = ',';
        }
        *at++ = '"';
        memcpy(at, key.data, key.size);
        at += key.size;
        *at++ = '"';
        *at++ = ':';
        memcpy(at, text.data, text.size);
        *extra = (reel_string){ all, size };
    }
    r->pool.allocator.free(r->pool.allocator.context, (char *)text.data);
}

/* ---- numbers ---------------------------------------------------------------------------------------------------- */

static void take_floats(session_rows *r, const json_value *list, float *to, size_t count)
{
    doc_steps steps = doc_begin(list);
    reel_string key;
    const json_value *value;
    if (steps.object || steps.left != count) r->bad_values++;
    for (size_t i = 0; i < count && doc_step(&steps, &key, &value); i++) to[i] = (float)doc_number(value);
}

static void take_vec(session_rows *r, const json_value *list, reel_vec3 *to)
{
    float v[3] = { 0, 0, 0 };
    take_floats(r, list, v, 3);
    *to = (reel_vec3){ v[0], v[1], v[2] };
}

static uint16_t take_u16(session_rows *r, const json_value *value)
{
    int64_t number = doc_whole(value);
    if (number >= 0 && number <= UINT16_MAX) return (uint16_t)number;
    r->bad_values++;
    return number < 0 ? 0 : UINT16_MAX;
}

static uint8_t take_u8(session_rows *r, const json_value *value)
{
    uint16_t number = take_u16(r, value);
    if (number <= UINT8_MAX) return (uint8_t)number;
    r->bad_values++;
    return UINT8_MAX;
}

static int32_t take_i32(session_rows *r, const json_value *value)
{
    int64_t number = doc_whole(value);
    if (number >= INT32_MIN && number <= INT32_MAX) return (int32_t)number;
    r->bad_values++;
    return number < 0 ? INT32_MIN : INT32_MAX;
}

/* ---- keys ------------------------------------------------------------------------------------------------------- */

typedef struct key_name {
    const char *name;
    uint8_t size, what;
} key_name;
#define KEY(name, what)                                                                                                          \
    {                                                                                                                            \
        name, sizeof(name) - 1, what                                                                                             \
    }

/* The key's meaning, looked for from *hint on; -1 for another. */
static int find_key(const key_name *keys, size_t count, reel_string key, size_t *hint)
{
    for (size_t i = 0; i < count; i++) {
        size_t at = *hint + i < count ? *hint + i : *hint + i - count;
        if (keys[at].size != key.size || memcmp(keys[at].name, key.data, key.size) != 0) continue;
        *hint = at + 1 < count ? at + 1 : 0;
        return keys[at].what;
    }
    return -1;
}

#define COUNT(list) (sizeof(list) / sizeof *(list))

enum { PLACE, FORWARD, LEFT, UP, VELOCITY, BOUNCES };

/* clang-format off */
static const key_name place_keys[] = {
    KEY("position", PLACE), KEY("forward", FORWARD), KEY("left", LEFT), KEY("up", UP), KEY("velocity", VELOCITY),
    KEY("bounce_count", BOUNCES),
};
/* clang-format on */
/* clang-format off */
static const key_name hand_keys[] = {
    KEY("pos", PLACE), KEY("forward", FORWARD), KEY("left", LEFT), KEY("up", UP),
};
/* clang-format on */
/* clang-format off */
static const key_name vr_keys[] = {
    KEY("vr_left", LEFT), KEY("vr_position", PLACE), KEY("vr_forward", FORWARD), KEY("vr_up", UP),
};
/* clang-format on */

static void take_pose(session_rows *r, const json_value *object, const key_name *keys, size_t count, reel_vec3 *place,
                      echo_axes *axes)
{
    doc_steps steps = doc_begin(object);
    reel_string key;
    const json_value *value;
    size_t hint = 0;
    while (doc_step(&steps, &key, &value)) {
        switch (find_key(keys, count, key, &hint)) {
        case PLACE: take_vec(r, value, place); break;
        case FORWARD: take_vec(r, value, &axes->forward); break;
        case LEFT: take_vec(r, value, &axes->left); break;
        case UP: take_vec(r, value, &axes->up); break;
        case VELOCITY: take_vec(r, value, &r->frame.common.disc_velocity); break;
        case BOUNCES:
            r->frame.bounce_count = take_i32(r, value);
            r->frame.api |= ECHO_API_BOUNCES;
            break;
        default: r->unknown_keys++;
        }
    }
}

enum { S_POSSESSION = 11 };

/* clang-format off */
static const key_name stats_keys[] = {
    KEY("possession_time", S_POSSESSION), KEY("points", 6), KEY("saves", 7), KEY("goals", 3), KEY("stuns", 10), KEY("passes", 5),
    KEY("catches", 2), KEY("steals", 8), KEY("blocks", 1), KEY("interceptions", 4), KEY("assists", 0), KEY("shots_taken", 9),
};
/* clang-format on */

static void take_stats(session_rows *r, const json_value *object, echo_stats *stats, float *time)
{
    doc_steps steps = doc_begin(object);
    reel_string key;
    const json_value *value;
    uint16_t counts[11] = { 0 };
    size_t hint = 0;
    while (doc_step(&steps, &key, &value)) {
        int what = find_key(stats_keys, COUNT(stats_keys), key, &hint);
        if (what == S_POSSESSION)
            *time = (float)doc_number(value);
        else if (what >= 0)
            counts[what] = take_u16(r, value);
        else
            r->unknown_keys++;
    }
    memcpy(stats, counts, sizeof counts);
}

/* ---- players and teams ------------------------------------------------------------------------------------------ */

enum {
    P_NAME,
    P_RIGHT_HAND,
    P_PLAYER_ID,
    P_STATS,
    P_USERID,
    P_NUMBER,
    P_LEVEL,
    P_STUNNED,
    P_PING,
    P_LOSS,
    P_INVULNERABLE,
    P_HOLDING_LEFT,
    P_POSSESSION,
    P_HEAD,
    P_BODY,
    P_HOLDING_RIGHT,
    P_LEFT_HAND,
    P_BLOCKING,
    P_VELOCITY,
    P_EMOTE,
    P_WEAPON,
    P_ORDNANCE,
    P_TAC_MOD,
    P_ARM
};

/* clang-format off */
static const key_name player_keys[] = {
    KEY("name", P_NAME), KEY("rhand", P_RIGHT_HAND), KEY("playerid", P_PLAYER_ID), KEY("stats", P_STATS), KEY("userid", P_USERID),
    KEY("number", P_NUMBER), KEY("level", P_LEVEL), KEY("stunned", P_STUNNED), KEY("ping", P_PING), KEY("packetlossratio", P_LOSS),
    KEY("invulnerable", P_INVULNERABLE), KEY("holding_left", P_HOLDING_LEFT), KEY("possession", P_POSSESSION), KEY("head", P_HEAD),
    KEY("body", P_BODY), KEY("holding_right", P_HOLDING_RIGHT), KEY("lhand", P_LEFT_HAND), KEY("blocking", P_BLOCKING),
    KEY("velocity", P_VELOCITY), KEY("is_emote_playing", P_EMOTE), KEY("Weapon", P_WEAPON), KEY("Ordnance", P_ORDNANCE),
    KEY("TacMod", P_TAC_MOD), KEY("Arm", P_ARM),
};
/* clang-format on */

/* What a hand holds: a word, or the number of a player as text. */
static uint8_t take_holding(session_rows *r, const json_value *value)
{
    reel_string word = doc_string(value);
    int code = session_code(echo_holdings, word);
    if (doc_type(value) == JSON_IS_NULL) return ECHO_HOLDS_NULL;
    if (code >= 0) return (uint8_t)code;
    unsigned number = 0;
    for (size_t i = 0; i < word.size && i < 4; i++)
        number = word.data[i] >= '0' && word.data[i] <= '9' ? 10 * number + (unsigned)(word.data[i] - '0') : 1000;
    if (word.size && number < ECHO_HOLDS_NULL) return (uint8_t)number;
    r->unknown_words++;
    return ECHO_HOLDS_NULL;
}

static uint8_t take_weapon(session_rows *r, const json_value *value, const reel_label *labels, echo_player *p)
{
    int code = session_code(labels, doc_string(value));
    p->has |= ECHO_HAS_LOADOUT;
    if (code >= 0) return (uint8_t)code;
    r->unknown_words++;
    return UINT8_MAX;
}

static void take_player_value(session_rows *r, int what, reel_string key, const json_value *value, echoreplay_player *row)
{
    echo_player *p = &row->common;
    switch (what) {
    case P_NAME: p->name = reel_chunk_string(r->chunk, doc_string(value).data, doc_string(value).size); break;
    case P_RIGHT_HAND: take_pose(r, value, hand_keys, COUNT(hand_keys), &p->right_hand, &row->right_hand); break;
    case P_LEFT_HAND: take_pose(r, value, hand_keys, COUNT(hand_keys), &p->left_hand, &row->left_hand); break;
    case P_HEAD: take_pose(r, value, place_keys, 4, &p->head, &row->head); break;
    case P_BODY: take_pose(r, value, place_keys, 4, &p->body, &row->body); break;
    case P_PLAYER_ID: p->player_id = take_u8(r, value); break;
    case P_USERID: p->userid = doc_whole(value); break;
    case P_NUMBER: p->number = take_u16(r, value); break;
    case P_LEVEL: p->level = take_u16(r, value); break;
    case P_PING: p->ping = (int16_t)(take_u16(r, value) & INT16_MAX); break;
    case P_LOSS: p->packet_loss = (float)doc_number(value); break;
    case P_STUNNED: p->stunned = doc_truth(value); break;
    case P_INVULNERABLE: p->invulnerable = doc_truth(value); break;
    case P_POSSESSION: p->possession = doc_truth(value); break;
    case P_BLOCKING: p->blocking = doc_truth(value); break;
    case P_EMOTE: p->emote = doc_truth(value); break;
    case P_VELOCITY: take_vec(r, value, &p->velocity); break;
    case P_STATS:
        take_stats(r, value, &p->stats, &p->possession_time);
        p->has |= ECHO_HAS_STATS;
        break;
    case P_HOLDING_LEFT:
    case P_HOLDING_RIGHT:
        *(what == P_HOLDING_LEFT ? &p->holding_left : &p->holding_right) = take_holding(r, value);
        p->has |= ECHO_HAS_HOLDING;
        break;
    case P_WEAPON: p->weapon = take_weapon(r, value, echo_weapons, p); break;
    case P_ORDNANCE: p->ordnance = take_weapon(r, value, echo_ordnances, p); break;
    case P_TAC_MOD: p->tac_mod = take_weapon(r, value, echo_tac_mods, p); break;
    case P_ARM: p->arm = take_weapon(r, value, echo_arms, p); break;
    default: keep_extra(r, &row->extra, key, value);
    }
}

static void take_player(session_rows *r, const json_value *object, unsigned team, unsigned slot)
{
    echoreplay_player *row = reel_row_add(r->players);
    if (!row) return;
    row->common = (echo_player){ .time = r->frame.common.time,
                                 .frame = r->frame.common.frame,
                                 .team = (uint8_t)team,
                                 .slot = (uint8_t)slot,
                                 .holding_left = ECHO_HOLDS_NULL,
                                 .holding_right = ECHO_HOLDS_NULL };
    doc_steps steps = doc_begin(object);
    reel_string key;
    const json_value *value;
    size_t hint = 0;
    while (doc_step(&steps, &key, &value))
        take_player_value(r, find_key(player_keys, COUNT(player_keys), key, &hint), key, value, row);
}

static void take_players(session_rows *r, const json_value *list, echo_team *row)
{
    doc_steps steps = doc_begin(list);
    reel_string key;
    const json_value *value;
    if (steps.left > UINT8_MAX) r->bad_values++;
    for (unsigned slot = 0; slot < UINT8_MAX && doc_step(&steps, &key, &value); slot++) {
        row->players++;
        if (r->players) take_player(r, value, row->team, slot);
    }
}

enum { T_PLAYERS, T_TEAM, T_POSSESSION, T_STATS };

/* clang-format off */
static const key_name team_keys[] = {
    KEY("players", T_PLAYERS), KEY("team", T_TEAM), KEY("possession", T_POSSESSION), KEY("stats", T_STATS),
};
/* clang-format on */

static void take_team(session_rows *r, const json_value *object, unsigned number)
{
    echoreplay_team row = { .common = { .time = r->frame.common.time, .frame = r->frame.common.frame, .team = (uint8_t)number } };
    doc_steps steps = doc_begin(object);
    reel_string key;
    const json_value *value;
    size_t hint = 0;
    while (doc_step(&steps, &key, &value)) {
        switch (find_key(team_keys, COUNT(team_keys), key, &hint)) {
        case T_PLAYERS: take_players(r, value, &row.common); break;
        case T_TEAM: row.name = keep(r, number < 3 ? number : 2, doc_string(value)); break;
        case T_POSSESSION: row.common.possession = doc_truth(value); break;
        case T_STATS:
            take_stats(r, value, &row.common.stats, &row.common.possession_time);
            row.common.has |= ECHO_HAS_STATS;
            break;
        default: r->unknown_keys++;
        }
    }
    echoreplay_team *out = r->teams ? reel_row_add(r->teams) : NULL;
    if (out) *out = row;
}

static void take_teams(session_rows *r, const json_value *list)
{
    doc_steps steps = doc_begin(list);
    reel_string key;
    const json_value *value;
    for (unsigned team = 0; doc_step(&steps, &key, &value); team++) {
        if (team < 3)
            take_team(r, value, team);
        else
            r->bad_values++;
    }
}

/* ---- the match -------------------------------------------------------------------------------------------------- */

/* clang-format off */
static const key_name throw_keys[] = {
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
        int what = find_key(throw_keys, COUNT(throw_keys), key, &hint);
        if (what >= 0) numbers[what] = (float)doc_number(value);
    }
    memcpy(&r->frame.common.throw_, numbers, sizeof numbers);
    r->frame.common.has |= ECHO_HAS_THROW;
}

enum { G_SPEED, G_TEAM, G_TYPE, G_POINTS, G_DISTANCE, G_PERSON, G_ASSIST };

/* clang-format off */
static const key_name score_keys[] = {
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

enum {
    TEXT_SESSION = 3,
    TEXT_IP,
    TEXT_CLIENT,
    TEXT_MATCH,
    TEXT_MAP,
    TEXT_STATUS,
    TEXT_CLOCK,
    TEXT_GOAL,
    TEXT_PAUSE,
    TEXT_PERSON,
    TEXT_ASSIST,
    TEXT_ERROR,
    TEXT_RULES
};

static void take_score(session_rows *r, const json_value *object)
{
    echo_frame *f = &r->frame.common;
    doc_steps steps = doc_begin(object);
    reel_string key;
    const json_value *value;
    size_t hint = 0;
    while (doc_step(&steps, &key, &value)) {
        switch (find_key(score_keys, COUNT(score_keys), key, &hint)) {
        case G_SPEED: f->score_disc_speed = (float)doc_number(value); break;
        case G_TEAM: f->score_team = take_word(r, value, echo_teams, ECHO_NO_TEAM); break;
        case G_TYPE:
            r->frame.goal_text = keep(r, TEXT_GOAL, doc_string(value));
            f->goal_type = take_word(r, value, echo_goal_types, 0);
            break;
        case G_POINTS: f->score_points = take_u8(r, value); break;
        case G_DISTANCE: f->score_distance = (float)doc_number(value); break;
        case G_PERSON: r->frame.person_scored = keep(r, TEXT_PERSON, doc_string(value)); break;
        case G_ASSIST: r->frame.assist_scored = keep(r, TEXT_ASSIST, doc_string(value)); break;
        default: r->unknown_keys++;
        }
    }
    f->has |= ECHO_HAS_SCORE;
}

enum { U_STATE, U_UNPAUSED, U_REQUESTED, U_UNPAUSED_TIMER, U_PAUSED_TIMER };

/* clang-format off */
static const key_name pause_keys[] = {
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
        switch (find_key(pause_keys, COUNT(pause_keys), key, &hint)) {
        case U_STATE:
            r->frame.paused_text = keep(r, TEXT_PAUSE, doc_string(value));
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
static const key_name match_keys[] = {
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
static const key_name payload_keys[] = {
    KEY("checkpoint", M_CHECKPOINT), KEY("distance", M_DISTANCE), KEY("speed", M_SPEED), KEY("defenders", M_DEFENDERS),
    KEY("multiplier", M_MULTIPLIER),
};
/* clang-format on */

static bool take_payload_value(session_rows *r, int what, const json_value *value)
{
    echo_frame *f = &r->frame.common;
    switch (what) {
    case M_CONTESTED: f->contested = doc_truth(value); break;
    case M_CHECKPOINT: f->checkpoint = take_u8(r, value); break;
    case M_DEFENDERS: f->defenders = take_u8(r, value); break;
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
        take_payload_value(r, find_key(payload_keys, COUNT(payload_keys), inner, &hint), value);
    keep_extra(r, &r->frame.extra, key, object);
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
    case M_SESSION: f->session_id = keep(r, TEXT_SESSION, text); break;
    case M_IP: f->session_ip = keep(r, TEXT_IP, text); break;
    case M_CLIENT: f->client_name = keep(r, TEXT_CLIENT, text); break;
    case M_MATCH: f->match_type = keep(r, TEXT_MATCH, text); break;
    case M_MAP: f->map_name = keep(r, TEXT_MAP, text); break;
    case M_CLOCK_DISPLAY: f->clock_display = keep(r, TEXT_CLOCK, text); break;
    case M_ERROR_TEXT: f->err_description = keep(r, TEXT_ERROR, text); break;
    case M_RULES_BY:
        f->common.rules_changed_by = keep(r, TEXT_RULES, text);
        f->common.has |= ECHO_HAS_RULES;
        break;
    case M_STATUS:
        f->status_text = keep(r, TEXT_STATUS, text);
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
    case M_BLUE_ROUNDS: f->blue_round_score = take_i32(r, value); break;
    case M_ORANGE_ROUNDS: f->orange_round_score = take_i32(r, value); break;
    case M_ROUNDS: f->total_round_count = take_i32(r, value); break;
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
    for (size_t i = 0; i < 2 && doc_step(&steps, &key, &value); i++) r->frame.possession[i] = take_i32(r, value);
    r->frame.api |= ECHO_API_POSSESSION;
}

static void take_member(session_rows *r, int what, reel_string key, const json_value *value)
{
    echoreplay_frame *f = &r->frame;
    if (take_text(r, what, value) || take_count(r, what, value) || (what != M_PAYLOAD && take_payload_value(r, what, value)))
        return;
    switch (what) {
    case M_TEAMS: take_teams(r, value); break;
    case M_DISC:
        take_pose(r, value, place_keys, COUNT(place_keys), &f->common.disc_position, &f->disc);
        f->common.has |= ECHO_HAS_DISC;
        break;
    case M_PLAYER:
        take_pose(r, value, vr_keys, COUNT(vr_keys), &f->common.vr_position, &f->vr);
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
        f->err_code = take_i32(r, value);
        f->api |= ECHO_API_ERROR;
        break;
    case M_RULES_AT:
        f->common.rules_changed_at = doc_whole(value);
        f->common.has |= ECHO_HAS_RULES;
        break;
    default: keep_extra(r, &f->extra, key, value);
    }
}

/* ---- bones ------------------------------------------------------------------------------------------------------ */

static void take_skeleton(session_rows *r, const json_value *object, unsigned player)
{
    float places[3 * WIRE_BONES] = { 0 }, turns[4 * WIRE_BONES] = { 0 };
    doc_steps steps = doc_begin(object);
    reel_string key;
    const json_value *value;
    while (doc_step(&steps, &key, &value)) {
        if (is(key, "bone_t"))
            take_floats(r, value, places, COUNT(places));
        else if (is(key, "bone_o"))
            take_floats(r, value, turns, COUNT(turns));
        else
            r->unknown_keys++;
    }
    for (unsigned i = 0; i < WIRE_BONES; i++) {
        echo_bone *bone = reel_row_add(r->bones);
        if (!bone) return;
        *bone = (echo_bone){ .time = r->frame.common.time,
                             .frame = r->frame.common.frame,
                             .player = (uint8_t)player,
                             .bone = (uint8_t)i,
                             .position = { places[3 * i], places[3 * i + 1], places[3 * i + 2] },
                             .rotation = { turns[4 * i], turns[4 * i + 1], turns[4 * i + 2], turns[4 * i + 3] } };
    }
}

static void take_bones(session_rows *r, const json_value *object)
{
    doc_steps steps = doc_begin(object);
    reel_string key;
    const json_value *value;
    while (doc_step(&steps, &key, &value)) {
        if (!is(key, "user_bones")) continue;
        doc_steps list = doc_begin(value);
        reel_string none;
        const json_value *skeleton;
        for (unsigned player = 0; player < UINT8_MAX && doc_step(&list, &none, &skeleton); player++)
            take_skeleton(r, skeleton, player);
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
        if (is(key, "sessionid") || is(key, "teams")) return true;
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
    while (doc_step(&steps, &key, &value)) take_member(r, find_key(match_keys, COUNT(match_keys), key, &hint), key, value);
    echoreplay_frame *row = r->frames ? reel_row_add(r->frames) : NULL;
    if (row) *row = r->frame;
    if (r->no_memory) return SESSION_NO_MEMORY;
    if (!r->bones || !bones.size) return SESSION_FRAME;
    root = json_doc_read(&r->bone_pool, bones.data, bones.size, &status, &bad_at);
    if (!root && status == REEL_MEMORY) return SESSION_NO_MEMORY;
    if (root)
        take_bones(r, root);
    else
        r->bad_values++;
    return SESSION_FRAME;
}
