/* SPDX-License-Identifier: MIT
 * Teams, players and bones out of the game's JSON. */
#include "formats/echo/common/schema.h"
#include "formats/echo/replay/session_values.h"

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
static const session_name player_keys[] = {
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

static void take_player_value(session_rows *r, int what, const json_value *value, echoreplay_player *row)
{
    echo_player *p = &row->common;
    switch (what) {
    case P_NAME: p->name = reel_chunk_string(r->chunk, doc_string(value).data, doc_string(value).size); break;
    case P_RIGHT_HAND: session_pose(r, value, POSE_HAND, &p->right_hand, &row->right_hand); break;
    case P_LEFT_HAND: session_pose(r, value, POSE_HAND, &p->left_hand, &row->left_hand); break;
    case P_HEAD: session_pose(r, value, POSE_BODY, &p->head, &row->head); break;
    case P_BODY: session_pose(r, value, POSE_BODY, &p->body, &row->body); break;
    case P_PLAYER_ID: p->player_id = session_u8(r, value); break;
    case P_USERID: p->userid = doc_whole(value); break;
    case P_NUMBER: p->number = session_u16(r, value); break;
    case P_LEVEL: p->level = session_u16(r, value); break;
    case P_PING: p->ping = (int16_t)(session_u16(r, value) & INT16_MAX); break;
    case P_LOSS: p->packet_loss = (float)doc_number(value); break;
    case P_STUNNED: p->stunned = doc_truth(value); break;
    case P_INVULNERABLE: p->invulnerable = doc_truth(value); break;
    case P_POSSESSION: p->possession = doc_truth(value); break;
    case P_BLOCKING: p->blocking = doc_truth(value); break;
    case P_EMOTE: p->emote = doc_truth(value); break;
    case P_VELOCITY: session_vec(r, value, &p->velocity); break;
    case P_STATS:
        session_stats(r, value, &p->stats, &p->possession_time);
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
    default: break;
    }
}

/* Nobody is there without a name or an account. */
static bool is_player(const json_value *object)
{
    doc_steps steps = doc_begin(object);
    reel_string key;
    const json_value *value;
    while (steps.object && doc_step(&steps, &key, &value))
        if (session_is(key, "name") || session_is(key, "userid")) return true;
    return false;
}

static void take_player(session_rows *r, const json_value *object, unsigned team, unsigned slot)
{
    if (!is_player(object)) {
        r->bad_values++;
        return;
    }
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
    size_t extra = session_extra_begin(r);
    while (doc_step(&steps, &key, &value)) {
        int what = session_key(player_keys, COUNT(player_keys), key, &hint);
        if (what >= 0)
            take_player_value(r, what, value, row);
        else
            session_extra_add(r, extra, key, value);
    }
    row->extra = session_extra_take(r, extra);
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
static const session_name team_keys[] = {
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
        switch (session_key(team_keys, COUNT(team_keys), key, &hint)) {
        case T_PLAYERS: take_players(r, value, &row.common); break;
        case T_TEAM: row.name = session_keep(r, number < 3 ? number : 2, doc_string(value)); break;
        case T_POSSESSION: row.common.possession = doc_truth(value); break;
        case T_STATS:
            session_stats(r, value, &row.common.stats, &row.common.possession_time);
            row.common.has |= ECHO_HAS_STATS;
            break;
        default: r->unknown_keys++;
        }
    }
    echoreplay_team *out = r->teams ? reel_row_add(r->teams) : NULL;
    if (out) *out = row;
}

void session_teams(session_rows *r, const json_value *list)
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

/* ---- bones ------------------------------------------------------------------------------------------------------ */

static void take_skeleton(session_rows *r, const json_value *object, unsigned player)
{
    float places[3 * WIRE_BONES] = { 0 }, turns[4 * WIRE_BONES] = { 0 };
    doc_steps steps = doc_begin(object);
    reel_string key;
    const json_value *value;
    bool whole = false;
    while (doc_step(&steps, &key, &value)) {
        bool place = session_is(key, "bone_t"), turn = session_is(key, "bone_o");
        if (place) session_floats(r, value, places, COUNT(places));
        if (turn) session_floats(r, value, turns, COUNT(turns));
        whole |= (place || turn) && doc_begin(value).left == (place ? COUNT(places) : COUNT(turns));
        r->unknown_keys += !place && !turn;
    }
    if (!whole) { /* neither all places nor all rotations: no skeleton */
        r->bad_values++;
        return;
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

void session_bones(session_rows *r, const json_value *object)
{
    doc_steps steps = doc_begin(object);
    reel_string key;
    const json_value *value;
    while (doc_step(&steps, &key, &value)) {
        if (!session_is(key, "user_bones")) continue;
        doc_steps list = doc_begin(value);
        reel_string none;
        const json_value *skeleton;
        for (unsigned player = 0; player < UINT8_MAX && doc_step(&list, &none, &skeleton); player++)
            take_skeleton(r, skeleton, player);
    }
}
