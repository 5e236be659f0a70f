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
static uint8_t take_holding(session_rows *r)
{
    if (*r->in.at == 'n') {
        cursor_literal(&r->in, "null", 4);
        return ECHO_HOLDS_NULL;
    }
    reel_string word = session_string(&r->in);
    int code = session_code(echo_holdings, word);
    if (code >= 0) return (uint8_t)code;
    unsigned number = 0;
    for (size_t i = 0; i < word.size && i < 4; i++)
        number = word.data[i] >= '0' && word.data[i] <= '9' ? 10 * number + (unsigned)(word.data[i] - '0') : 1000;
    if (word.size && number < ECHO_HOLDS_NULL) return (uint8_t)number;
    r->unknown_words++;
    return ECHO_HOLDS_NULL;
}

static uint8_t take_weapon(session_rows *r, const reel_label *labels, echo_player *p)
{
    int code = session_code(labels, session_string(&r->in));
    p->has |= ECHO_HAS_LOADOUT;
    if (code >= 0) return (uint8_t)code;
    r->unknown_words++;
    return UINT8_MAX;
}

/* A name is mostly that of who was in the place before. */
static reel_string take_name(session_rows *r, const echo_player *p)
{
    if (p->team < 3 && p->slot < 16) return session_take_text(r, SESSION_NAMES + 16u * p->team + p->slot);
    reel_string name = session_string(&r->in);
    return name.size ? reel_chunk_string(r->chunk, name.data, name.size) : (reel_string){ NULL, 0 };
}

static void take_player_value(session_rows *r, int what, echoreplay_player *row)
{
    echo_player *p = &row->common;
    switch (what) {
    case P_NAME: p->name = take_name(r, p); break;
    case P_RIGHT_HAND: session_pose(r, POSE_HAND, &p->right_hand, &row->right_hand); break;
    case P_LEFT_HAND: session_pose(r, POSE_HAND, &p->left_hand, &row->left_hand); break;
    case P_HEAD: session_pose(r, POSE_BODY, &p->head, &row->head); break;
    case P_BODY: session_pose(r, POSE_BODY, &p->body, &row->body); break;
    case P_PLAYER_ID: p->player_id = session_u8(r); break;
    case P_USERID: p->userid = session_whole(&r->in); break;
    case P_NUMBER: p->number = session_u16(r); break;
    case P_LEVEL: p->level = session_u16(r); break;
    case P_PING: p->ping = (int16_t)(session_u16(r) & INT16_MAX); break;
    case P_LOSS: p->packet_loss = (float)session_number(&r->in); break;
    case P_STUNNED: p->stunned = session_truth(&r->in); break;
    case P_INVULNERABLE: p->invulnerable = session_truth(&r->in); break;
    case P_POSSESSION: p->possession = session_truth(&r->in); break;
    case P_BLOCKING: p->blocking = session_truth(&r->in); break;
    case P_EMOTE: p->emote = session_truth(&r->in); break;
    case P_VELOCITY: session_vec(r, &p->velocity); break;
    case P_STATS:
        session_stats(r, false, &p->stats, &p->possession_time);
        p->has |= ECHO_HAS_STATS;
        break;
    case P_HOLDING_LEFT:
    case P_HOLDING_RIGHT:
        *(what == P_HOLDING_LEFT ? &p->holding_left : &p->holding_right) = take_holding(r);
        p->has |= ECHO_HAS_HOLDING;
        break;
    case P_WEAPON: p->weapon = take_weapon(r, echo_weapons, p); break;
    case P_ORDNANCE: p->ordnance = take_weapon(r, echo_ordnances, p); break;
    case P_TAC_MOD: p->tac_mod = take_weapon(r, echo_tac_mods, p); break;
    case P_ARM: p->arm = take_weapon(r, echo_arms, p); break;
    default: break;
    }
}

/* Nobody is there without a name or an account. */
static void take_player(session_rows *r, unsigned team, unsigned slot)
{
    size_t before = r->players->count, hint = 0, extra = session_extra_begin(r);
    uint64_t words = r->unknown_words, keys = r->unknown_keys, values = r->bad_values;
    echoreplay_player *row = reel_row_add(r->players);
    if (!row) return;
    row->common = (echo_player){ .time = r->frame.common.time,
                                 .frame = r->frame.common.frame,
                                 .team = (uint8_t)team,
                                 .slot = (uint8_t)slot,
                                 .holding_left = ECHO_HOLDS_NULL,
                                 .holding_right = ECHO_HOLDS_NULL };
    bool somebody = false;
    session_walk w = walk_begin(&r->in);
    reel_string key;
    int what;
    while (walk_member(&r->in, &w, player_keys, COUNT(player_keys), &hint, &key, &what)) {
        somebody |= what == P_NAME || what == P_USERID;
        if (what >= 0)
            take_player_value(r, what, row);
        else
            session_extra_add(r, extra, key);
    }
    if (somebody) {
        row->extra = session_extra_take(r, extra);
        return;
    }
    r->players->count = before;
    r->extra.size = extra;
    r->unknown_words = words;
    r->unknown_keys = keys;
    r->bad_values = values + 1;
}

static void take_players(session_rows *r, echo_team *row)
{
    session_walk w = walk_begin(&r->in);
    bool crowd = false;
    for (unsigned slot = 0; walk_value(&r->in, &w); slot += slot < UINT8_MAX) {
        crowd |= slot == UINT8_MAX;
        if (slot == UINT8_MAX) continue;
        row->players++;
        if (r->players) take_player(r, row->team, slot);
    }
    r->bad_values += crowd;
}

enum { T_PLAYERS, T_TEAM, T_POSSESSION, T_STATS };

/* clang-format off */
static const session_name team_keys[] = {
    KEY("players", T_PLAYERS), KEY("team", T_TEAM), KEY("possession", T_POSSESSION), KEY("stats", T_STATS),
};
/* clang-format on */

static void take_team(session_rows *r, unsigned number)
{
    echoreplay_team row = { .common = { .time = r->frame.common.time, .frame = r->frame.common.frame, .team = (uint8_t)number } };
    session_walk w = walk_begin(&r->in);
    reel_string key;
    int what;
    size_t hint = 0;
    while (walk_member(&r->in, &w, team_keys, COUNT(team_keys), &hint, &key, &what)) {
        switch (what) {
        case T_PLAYERS: take_players(r, &row.common); break;
        case T_TEAM: row.name = session_take_text(r, number); break;
        case T_POSSESSION: row.common.possession = session_truth(&r->in); break;
        case T_STATS:
            session_stats(r, true, &row.common.stats, &row.common.possession_time);
            row.common.has |= ECHO_HAS_STATS;
            break;
        default: r->unknown_keys++;
        }
    }
    echoreplay_team *out = r->teams ? reel_row_add(r->teams) : NULL;
    if (out) *out = row;
}

void session_teams(session_rows *r)
{
    session_walk w = walk_begin(&r->in);
    for (unsigned team = 0; walk_value(&r->in, &w); team += team < 3) {
        if (team < 3)
            take_team(r, team);
        else
            r->bad_values++;
    }
}

/* ---- bones ------------------------------------------------------------------------------------------------------ */

enum { B_PLACES, B_TURNS };

/* clang-format off */
static const session_name skeleton_keys[] = { KEY("bone_t", B_PLACES), KEY("bone_o", B_TURNS) };
static const session_name bones_keys[] = { KEY("user_bones", 0) };
/* clang-format on */

static void take_skeleton(session_rows *r, unsigned player)
{
    float places[3 * WIRE_BONES] = { 0 }, turns[4 * WIRE_BONES] = { 0 };
    session_walk w = walk_begin(&r->in);
    reel_string key;
    int what;
    size_t hint = 0;
    bool whole = false;
    while (walk_member(&r->in, &w, skeleton_keys, COUNT(skeleton_keys), &hint, &key, &what)) {
        if (what == B_PLACES)
            whole |= session_floats(r, places, COUNT(places)) == COUNT(places);
        else if (what == B_TURNS)
            whole |= session_floats(r, turns, COUNT(turns)) == COUNT(turns);
        else
            r->unknown_keys++;
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

void session_bones(session_rows *r)
{
    session_walk w = walk_begin(&r->in);
    reel_string key;
    int what;
    size_t hint = 0;
    while (walk_member(&r->in, &w, bones_keys, COUNT(bones_keys), &hint, &key, &what)) {
        if (what < 0) continue;
        session_walk list = walk_begin(&r->in);
        for (unsigned player = 0; walk_value(&r->in, &list); player++)
            if (player < UINT8_MAX) take_skeleton(r, player);
    }
}
