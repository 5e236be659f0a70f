/* SPDX-License-Identifier: MIT
 * Reads teams, players and bones from the game's JSON. */
#include "formats/echo/common/schema.h"
#include "formats/echo/replay/session_values.h"

/* ---- players and teams ------------------------------------------------------------------------------------------ */

/* Reads what a hand holds: a word, or the number of a player as a string. */
static uint8_t read_held(session_rows *r)
{
    reel_string word = session_string(&r->in);
    int code = reel__session_code(reel__echo_holdings, word);
    if (code >= 0) return (uint8_t)code;
    unsigned number = 0;
    for (size_t i = 0; i < word.size && i < 4; i++)
        number = word.data[i] >= '0' && word.data[i] <= '9' ? 10 * number + (unsigned)(word.data[i] - '0') : 1000;
    if (word.size && number < ECHO_HOLDS_NULL) return (uint8_t)number;
    if (word.size)
        reel__session_note(r, ODD_WORD, word);
    else
        r->in.events |= CURSOR_EMPTY;
    return ECHO_HOLDS_NULL;
}

void reel__read_holding(session_rows *r, void *row, const session_member *m) { ((uint8_t *)row)[m->offset] = read_held(r); }

/* Usually the name is that of the same slot in the previous frame. */
void reel__read_player_name(session_rows *r, void *row, const session_member *m)
{
    echo_player *p = &((echoreplay_player *)row)->common;
    (void)m;
    if (p->team < 3 && p->slot < 16) {
        p->name = reel__session_read_text(r, SESSION_NAMES + 16u * p->team + p->slot);
        return;
    }
    reel_string name = session_string(&r->in);
    p->name = name.size ? reel_chunk_string(r->chunk, name.data, name.size) : (reel_string){ NULL, 0 };
}

/* Reads statistics. Returns false if there are none. */
static bool read_statistics(session_rows *r, const session_member *m, echo_stats *counts, float *time, uint8_t keys[2])
{
    session_stats stats = { .possession_time = *time };
    if (!reel__session_begin_object(r)) {
        r->in.events |= CURSOR_EMPTY;
        return false;
    }
    reel__session_read_object(r, m->object, &stats, SESSION_NO_EXTRA);
    *counts = stats.counts;
    *time = stats.possession_time;
    keys[0] = stats.keys;
    keys[1] = stats.more_keys;
    return true;
}

void reel__read_player_stats(session_rows *r, void *row, const session_member *m)
{
    echoreplay_player *p = row;
    uint8_t keys[2];
    if (!read_statistics(r, m, &p->common.stats, &p->common.possession_time, keys)) return;
    p->stats_keys = keys[0];
    p->stats_more_keys = keys[1];
}

void reel__read_team_stats(session_rows *r, void *row, const session_member *m)
{
    echoreplay_team *team = row;
    uint8_t keys[2];
    if (!read_statistics(r, m, &team->common.stats, &team->common.possession_time, keys)) return;
    team->stats_keys = keys[0];
    team->stats_more_keys = keys[1];
}

/* Reads a player. Drops the row if the object has neither a name nor an account. */
static void read_player(session_rows *r, const session_object *player, unsigned team, unsigned slot)
{
    size_t before = r->players->count, extra = session_extra_begin(r);
    const unsigned odd = r->odd.pending_count;
    if (*r->in.at == 'n' && !reel__session_begin_object(r)) return;
    echoreplay_player *row = reel_row_add(r->players);
    if (!row) return;
    row->common = (echo_player){ .time = r->frame.common.time,
                                 .frame = r->frame.common.frame,
                                 .team = (uint8_t)team,
                                 .slot = (uint8_t)slot,
                                 .holding_left = ECHO_HOLDS_NULL,
                                 .holding_right = ECHO_HOLDS_NULL };
    row->from_line = 1;
    if (reel__session_read_object(r, player, row, extra)) {
        row->extra = reel__session_extra_take(r, extra);
        return;
    }
    r->players->count = before;
    r->extra.size = extra;
    r->in.events = 0;
    r->odd.pending_count = odd;
}

void reel__read_players(session_rows *r, void *row, const session_member *m)
{
    echo_team *team = &((echoreplay_team *)row)->common;
    session_walk w = walk_begin(&r->in);
    bool too_many = false, dropped = false;
    for (unsigned slot = 0; walk_value(&r->in, &w); slot += slot < UINT8_MAX) {
        too_many |= slot == UINT8_MAX;
        if (slot == UINT8_MAX) continue;
        team->players++;
        if (!r->players) continue;
        const size_t before = r->players->count;
        const bool is_null = *r->in.at == 'n';
        r->member = m;
        read_player(r, m->object, team->team, slot);
        dropped |= !is_null && r->players->count == before;
    }
    r->member = m;
    if (too_many || dropped) reel__session_note(r, ODD_VALUE, (reel_string){ NULL, 0 });
}

void reel__read_team_name(session_rows *r, void *row, const session_member *m)
{
    echoreplay_team *team = row;
    (void)m;
    team->name = reel__session_read_text(r, team->common.team);
}

void reel__read_teams(session_rows *r, void *match, const session_member *m)
{
    session_walk w = walk_begin(&r->in);
    (void)match;
    for (unsigned team = 0; walk_value(&r->in, &w); team += team < 3) {
        r->owner = NULL;
        r->member = m;
        if (team == 3) {
            reel__session_note(r, ODD_VALUE, (reel_string){ NULL, 0 });
            continue;
        }
        const echo_frame *f = &r->frame.common;
        echoreplay_team row = { .common = { .time = f->time, .frame = f->frame, .team = (uint8_t)team }, .from_line = 1 };
        if (reel__session_begin_object(r)) reel__session_read_object(r, m->object, &row, SESSION_NO_EXTRA);
        echoreplay_team *out = r->teams ? reel_row_add(r->teams) : NULL;
        if (out) *out = row;
    }
    r->owner = NULL;
    r->member = m;
}

/* ---- bones ------------------------------------------------------------------------------------------------------ */

void reel__read_skeleton_numbers(session_rows *r, void *row, const session_member *m)
{
    session_skeleton *skeleton = row;
    float *to = m->slot == SKELETON_POSITIONS ? skeleton->positions : skeleton->rotations;
    if (reel__session_floats(r, to, m->slot) != m->slot) r->in.events |= CURSOR_REFUSED;
}

static void read_skeleton(session_rows *r, const session_object *lists, unsigned player)
{
    session_skeleton skeleton = { .keys = 0 };
    const session_member *const list = r->member;
    const bool is_null = *r->in.at == 'n', is_object = reel__session_begin_object(r);
    if (is_object) reel__session_read_object(r, lists, &skeleton, SESSION_NO_EXTRA);
    r->member = list;
    if (!skeleton.keys) { /* neither all positions nor all rotations */
        if (!is_null) reel__session_note(r, ODD_VALUE, (reel_string){ NULL, 0 });
        return;
    }
    for (unsigned i = 0; i < WIRE_BONES; i++) {
        const float *p = skeleton.positions + (size_t)3 * i, *q = skeleton.rotations + (size_t)4 * i;
        echo_bone *bone = reel_row_add(r->bones);
        if (!bone) return;
        *bone = (echo_bone){ .time = r->frame.common.time,
                             .frame = r->frame.common.frame,
                             .player = (uint8_t)player,
                             .bone = (uint8_t)i,
                             .keys = skeleton.keys,
                             .from_line = 1 };
        if (skeleton.keys & 1) bone->position = (reel_vec3){ p[0], p[1], p[2] };
        if (skeleton.keys & 2) bone->rotation = (reel_quaternion){ q[0], q[1], q[2], q[3] };
    }
}

/* Leaves the value to the walk, which skips it. */
void reel__read_nothing(session_rows *r, void *row, const session_member *m) { (void)r, (void)row, (void)m; }

void reel__read_skeletons(session_rows *r, void *row, const session_member *m)
{
    session_walk list = walk_begin(&r->in);
    (void)row;
    for (unsigned player = 0; walk_value(&r->in, &list); player++) {
        r->member = m;
        if (player < UINT8_MAX) read_skeleton(r, m->object, player);
    }
}
