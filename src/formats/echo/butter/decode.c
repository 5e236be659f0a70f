/* SPDX-License-Identifier: MIT
 * Decodes .butter frames into rows. frames_scan has checked that the bytes are complete, so there are no checks here. */
#include "formats/echo/butter/frames.h"

/* What is not zeroed is set before it is used: players and skeletons that a file does not have. */
frame_state *reel__frames_new(const reel_allocator *allocator, unsigned players)
{
    size_t known = offsetof(frame_state, players) + (players + 1) * sizeof(player_state);
    frame_state *state = allocator->alloc(allocator->context, offsetof(frame_state, spare));
    return state ? memset(state, 0, known) : NULL;
}

static inline float read_half(const uint8_t **at)
{
    float value = wire_half(reel_load_u16le(*at));
    *at += 2;
    return value;
}

static inline void read_rotation(frame_state *state, const uint8_t **at, reel_quaternion *q)
{
    uint32_t bits = reel_load_u32le(*at);
    state->counts.odd_rotations += state->ideal ? wire_quaternion(bits, q) : wire_quaternion_faithful(bits, q);
    *at += 4;
}

/* The reference decoder keeps its sums in single precision. */
static inline double sum_of(const frame_state *state, double sum, double step)
{
    return state->ideal ? sum + step : (double)(float)(sum + step);
}

/* Adds three differences to their sums and remembers them. */
static inline void add_step(frame_state *state, const uint8_t **at, double *sum, float *last)
{
    const uint8_t *p = *at;
    for (unsigned i = 0; i < 3; i++) {
        uint16_t half = reel_load_u16le(p + 2 * i);
        state->counts.not_finite += (half & 0x7c00) == 0x7c00;
        float step = wire_half(half);
        last[i] = step;
        sum[i] = sum_of(state, sum[i], (double)step);
    }
    *at = p + 6;
}

/* The encoder omits a part if its bytes are those of the previous frame. The bytes are a difference, so an omitted part
 * means the same difference once more. */
static inline void repeat_step(frame_state *state, double *sum, const float *last)
{
    if (!state->ideal || (last[0] == 0 && last[1] == 0 && last[2] == 0)) return;
    state->counts.repeated++;
    for (unsigned i = 0; i < 3; i++) sum[i] += (double)last[i];
}

static inline reel_vec3 vec_of_sums(const double *sum) { return (reel_vec3){ (float)sum[0], (float)sum[1], (float)sum[2] }; }

/* ---- the match -------------------------------------------------------------------------------------------------- */

static void reset_match(frame_state *state)
{
    butter_frame *now = &state->now;
    *now = (butter_frame){ .common.time = now->common.time };
    state->clock = 0;
    memset(state->vr, 0, sizeof state->vr);
    memset(state->disc, 0, sizeof state->disc);
    memset(state->disc_velocity, 0, sizeof state->disc_velocity);
    memset(state->last_vr, 0, sizeof state->last_vr);
    memset(state->last_disc, 0, sizeof state->last_disc);
    memset(state->teams, 0, sizeof state->teams);
    memset(state->team_possession, 0, sizeof state->team_possession);
    state->keyframe = state->frame;
}

static void decode_clock(frame_state *state, const uint8_t **at)
{
    const uint8_t *p = *at;
    bool key = reel_load_u16le(p) == WIRE_KEYFRAME;
    if (key) {
        int64_t time = (int64_t)reel_load_u64le(p + 2);
        reset_match(state);
        if (state->frame == 0) state->first_time = state->time = time;
        state->time = time;
    } else {
        state->time = (int64_t)((uint64_t)state->time + reel_load_u16le(p + 2));
    }
    p += key ? 10 : 4;
    state->clock = sum_of(state, state->clock, (double)reel_float_of(reel_load_u32le(p)));
    if (!(fabs(state->clock) <= 1e9)) state->counts.bad_clock++;
    echo_frame *frame = &state->now.common;
    frame->time = (double)(int64_t)((uint64_t)state->time - (uint64_t)state->first_time) / 1000;
    frame->recorded = state->time;
    frame->frame = state->frame;
    frame->game_clock = (float)state->clock;
    state->now.keyframe = key;
    *at = p + 4;
}

/* In Combat, the reference decoder does not carry points from frame to frame: where they are omitted they are 0. */
static void omit_points(frame_state *state)
{
    echo_frame *frame = &state->now.common;
    if (!state->ideal && state->kind.combat && state->kind.layout <= BUTTER_LAYOUT_3A)
        frame->blue_points = frame->orange_points = 0;
}

static void decode_points(frame_state *state, const uint8_t **at)
{
    echo_frame *frame = &state->now.common;
    const wire_kind *kind = &state->kind;
    if (kind->arena || kind->layout > BUTTER_LAYOUT_3A) {
        frame->blue_points = (*at)[0];
        frame->orange_points = (*at)[1];
        *at += 2;
    } else if (kind->combat) {
        frame->blue_points = read_half(at);
        frame->orange_points = read_half(at);
    } else {
        return;
    }
    frame->has |= ECHO_HAS_POINTS;
}

/* Timers are returned as stored. By a mistake of the public encoder they are 0 in keyframes and differences in other
 * frames. */
static void decode_pause(frame_state *state, const uint8_t **at)
{
    echo_frame *frame = &state->now.common;
    const uint8_t *p = *at;
    frame->blue_restart = p[0] & 1;
    frame->orange_restart = p[0] >> 1 & 1;
    frame->paused_team = p[0] >> 2 & 3;
    frame->unpaused_team = p[0] >> 4 & 3;
    frame->paused_state = p[0] >> 6;
    *at = p + 1;
    if (state->kind.layout == BUTTER_LAYOUT_3B) {
        frame->paused_state = p[1];
        *at = p + 2;
    }
    frame->paused_timer = read_half(at);
    frame->unpaused_timer = read_half(at);
    frame->has |= ECHO_HAS_PAUSE;
}

static void decode_score(echo_frame *frame, const uint8_t **at)
{
    const uint8_t *p = *at;
    frame->score_team = p[0] & 3;
    frame->score_points = p[0] & 4 ? 3 : 2;
    frame->goal_type = p[0] >> 3;
    frame->score_person = p[1];
    frame->score_assist = p[2];
    *at = p + 3;
    frame->score_disc_speed = read_half(at);
    frame->score_distance = read_half(at);
    frame->has |= ECHO_HAS_SCORE;
}

static void decode_throw(echo_frame *frame, const uint8_t **at)
{
    echo_throw *t = &frame->throw_;
    float *const all[] = { &t->arm_speed,
                           &t->total_speed,
                           &t->off_axis_spin_deg,
                           &t->wrist_throw_penalty,
                           &t->rot_per_sec,
                           &t->pot_speed_from_rot,
                           &t->speed_from_arm,
                           &t->speed_from_movement,
                           &t->speed_from_wrist,
                           &t->wrist_align_to_throw_deg,
                           &t->throw_align_to_movement_deg,
                           &t->off_axis_penalty,
                           &t->throw_move_penalty };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) *all[i] = read_half(at);
    frame->has |= ECHO_HAS_THROW;
}

static void decode_vr(frame_state *state, const uint8_t **at, bool present)
{
    if (present) {
        add_step(state, at, state->vr, state->last_vr);
        read_rotation(state, at, &state->now.vr_rotation);
        state->now.common.has |= ECHO_HAS_VR;
    } else {
        repeat_step(state, state->vr, state->last_vr);
    }
    state->now.common.vr_position = vec_of_sums(state->vr);
}

static void decode_disc(frame_state *state, const uint8_t **at, bool present)
{
    if (present) {
        add_step(state, at, state->disc, state->last_disc);
        read_rotation(state, at, &state->now.disc_rotation);
        add_step(state, at, state->disc_velocity, state->last_disc + 3);
        state->now.common.has |= ECHO_HAS_DISC;
    } else {
        repeat_step(state, state->disc, state->last_disc);
        repeat_step(state, state->disc_velocity, state->last_disc + 3);
    }
    state->now.common.disc_position = vec_of_sums(state->disc);
    state->now.common.disc_velocity = vec_of_sums(state->disc_velocity);
}

static void decode_payload(echo_frame *frame, const uint8_t **at)
{
    const uint8_t *p = *at;
    frame->contested = p[0];
    frame->checkpoint = p[1];
    frame->defenders = p[2];
    *at = p + 3;
    frame->payload_distance = read_half(at);
    frame->payload_speed = read_half(at);
    frame->has |= ECHO_HAS_PAYLOAD;
}

/* The text is not copied: it points into the block. */
static void decode_rules(echo_frame *frame, const uint8_t **at)
{
    frame->rules_changed_at = (int64_t)reel_load_u64le(*at);
    const char *name = (const char *)*at + 8;
    frame->rules_changed_by = (reel_string){ name, strlen(name) };
    *at += 8 + frame->rules_changed_by.size + 1;
    frame->has |= ECHO_HAS_RULES;
}

static void decode_match(frame_state *state, const uint8_t **at)
{
    echo_frame *frame = &state->now.common;
    bool v3 = state->kind.layout <= BUTTER_LAYOUT_3A;
    decode_clock(state, at);
    unsigned mask = *(*at)++, parts = v3 ? mask >> 2 : mask >> 4;
    state->now.mask = (uint8_t)mask;
    if (mask & 1) frame->status = *(*at)++;
    if (mask & (v3 ? 1 : 2))
        decode_points(state, at);
    else
        omit_points(state);
    if (v3 && mask & 1) frame->inputs = *(*at)++;
    if (mask & (v3 ? 2 : 4)) decode_pause(state, at);
    if (!v3 && mask & 8) frame->inputs = *(*at)++;
    if (parts & 1) decode_score(frame, at);
    if (parts & 2) decode_throw(frame, at);
    decode_vr(state, at, parts & 4);
    decode_disc(state, at, parts & 8);
    if (parts & 16) decode_payload(frame, at);
    if (parts & 32) decode_rules(frame, at);
}

/* ---- teams and players ------------------------------------------------------------------------------------------ */

typedef struct stats_block {
    uint8_t counts[10];
    float possession_time;
    uint16_t stuns;
} stats_block;

static stats_block read_stats(const uint8_t **at)
{
    stats_block block;
    memcpy(block.counts, *at, sizeof block.counts);
    *at += sizeof block.counts;
    block.possession_time = read_half(at);
    block.stuns = reel_load_u16le(*at);
    *at += 2;
    return block;
}

_Static_assert(sizeof(echo_stats) == 11 * sizeof(uint16_t), "the counters of a block must be the first members");

/* The bytes are differences modulo 256. The reference decoder does not reduce the sums. */
static void add_stats(frame_state *state, echo_stats *stats, const stats_block *block)
{
    uint16_t sums[11];
    memcpy(sums, stats, sizeof sums);
    for (size_t i = 0; i < 10; i++) {
        unsigned sum = (unsigned)sums[i] + block->counts[i];
        state->counts.wrapped += sum > 255;
        sums[i] = (uint16_t)(state->ideal ? sum & 255 : sum);
    }
    sums[10] = (uint16_t)(sums[10] + block->stuns);
    memcpy(stats, sums, sizeof sums);
}

static void decode_team(frame_state *state, const uint8_t **at, unsigned number, unsigned mask)
{
    echo_team *team = &state->teams[number];
    team->time = state->now.common.time;
    team->frame = state->frame;
    team->team = (uint8_t)number;
    team->possession = (uint8_t)(number < 2 ? mask >> number & 1 : 0);
    if (mask >> (2 + number) & 1) {
        stats_block block = read_stats(at);
        if (!state->ideal) { /* the reference decoder takes the difference for the value */
            team->stats = (echo_stats){ 0 };
            state->team_possession[number] = 0;
        } else if (state->keyframe != state->frame) {
            state->counts.team_sums++;
        }
        add_stats(state, &team->stats, &block);
        state->team_possession[number] += (double)block.possession_time;
        team->possession_time = (float)state->team_possession[number];
        team->has = ECHO_HAS_STATS;
    }
    team->players = *(*at)++;
}

static player_state *find_player(frame_state *state, unsigned index)
{
    if (index == 0 || index > state->kind.players) {
        state->counts.unknown_players++;
        player_state *nobody = &state->players[0];
        *nobody = (player_state){ .row.common.holding_left = ECHO_HOLDS_NULL, .row.common.holding_right = ECHO_HOLDS_NULL };
        nobody->row.common.player = (uint8_t)index;
        return nobody;
    }
    player_state *player = &state->players[index];
    if (player->seen > state->keyframe && player->seen >= state->frame) return player;
    /* A player who is new or was away: all numbers are absolute. An omitted pose is the last known one. */
    bool gone = player->seen <= state->keyframe || !state->ideal;
    butter_player *row = &player->row;
    echo_player *common = &row->common;
    butter_player fresh = { .common = { .userid = common->userid,
                                        .name = common->name,
                                        .number = common->number,
                                        .level = common->level,
                                        .player = common->player,
                                        .holding_left = ECHO_HOLDS_NULL,
                                        .holding_right = ECHO_HOLDS_NULL } };
    if (!gone) {
        fresh.head_rotation = row->head_rotation;
        fresh.body_rotation = row->body_rotation;
        fresh.left_hand_rotation = row->left_hand_rotation;
        fresh.right_hand_rotation = row->right_hand_rotation;
    } else {
        memset(player->at, 0, sizeof player->at);
    }
    *row = fresh;
    memset(player->last, 0, sizeof player->last);
    memset(player->velocity, 0, sizeof player->velocity);
    player->loss = player->possession_time = 0;
    return player;
}

static void decode_loadout(echo_player *row, const uint8_t **at)
{
    unsigned loadout = *(*at)++;
    row->weapon = loadout & 3;
    row->ordnance = loadout >> 2 & 3;
    row->tac_mod = loadout >> 4 & 3;
    row->arm = (uint8_t)(loadout >> 6);
    row->has |= ECHO_HAS_LOADOUT;
}

static void decode_flags(echo_player *row, unsigned bits, bool v3)
{
    row->possession = bits & 1;
    row->blocking = bits >> 1 & 1;
    row->stunned = bits >> 2 & 1;
    row->invulnerable = bits >> 3 & 1;
    row->emote = v3 ? bits >> 4 & 1 : 0;
}

/* The difference has 16 bits. The reference decoder adds it to 32 bits, in version 1 without a sign: a ping that falls
 * there grows by 65536 less. */
static void add_ping(const frame_state *state, int32_t *ping, uint16_t step)
{
    if (state->ideal)
        *ping = (int16_t)(uint16_t)((uint32_t)*ping + step);
    else
        *ping = (int32_t)((uint32_t)*ping + (state->kind.layout == BUTTER_LAYOUT_1 ? step : (uint32_t)(int32_t)(int16_t)step));
}

static void decode_values(frame_state *state, const uint8_t **at, player_state *player, unsigned bits)
{
    echo_player *row = &player->row.common;
    const wire_kind *kind = &state->kind;
    bool v3 = kind->layout <= BUTTER_LAYOUT_3A;
    bool holding = bits & 64 && (v3 ? kind->arena : !(kind->layout == BUTTER_LAYOUT_2 && kind->combat));
    if (bits & (v3 ? 32 : 16)) {
        stats_block block = read_stats(at);
        add_stats(state, &row->stats, &block);
        player->possession_time = sum_of(state, player->possession_time, (double)block.possession_time);
        row->possession_time = (float)player->possession_time;
        row->has |= ECHO_HAS_STATS;
    }
    if (bits & (v3 ? 64 : 32)) {
        add_ping(state, &row->ping, reel_load_u16le(*at));
        *at += 2;
        player->loss = sum_of(state, player->loss, (double)read_half(at));
        row->packet_loss = (float)player->loss;
    }
    if (holding) {
        row->holding_left = (*at)[0];
        row->holding_right = (*at)[1];
        row->has |= ECHO_HAS_HOLDING;
        *at += 2;
    }
    if (bits & 128) {
        float step[3];
        add_step(state, at, player->velocity, step);
        row->velocity = vec_of_sums(player->velocity);
    }
}

static void decode_poses(frame_state *state, const uint8_t **at, player_state *player)
{
    butter_player *row = &player->row;
    reel_quaternion *const rotations[WIRE_POSES] = { &row->head_rotation, &row->body_rotation, &row->left_hand_rotation,
                                                     &row->right_hand_rotation };
    unsigned mask = *(*at)++;
    for (unsigned pose = 0; pose < WIRE_POSES; pose++, mask >>= 2) {
        double *sum = player->at + 3 * pose;
        float *last = player->last + 3 * pose;
        if (mask & 1) {
            if (player->seen < state->frame || player->seen <= state->keyframe) sum[0] = sum[1] = sum[2] = 0;
            add_step(state, at, sum, last);
        } else {
            repeat_step(state, sum, last);
        }
        if (mask & 2) read_rotation(state, at, rotations[pose]);
    }
    row->common.head = vec_of_sums(player->at);
    row->common.body = vec_of_sums(player->at + 3);
    row->common.left_hand = vec_of_sums(player->at + 6);
    row->common.right_hand = vec_of_sums(player->at + 9);
}

static void decode_player(frame_state *state, const uint8_t **at, unsigned team, unsigned slot, butter_player **out)
{
    const uint8_t *p = *at;
    bool v3 = state->kind.layout <= BUTTER_LAYOUT_3A;
    player_state *player = find_player(state, p[0]);
    echo_player *row = &player->row.common;
    row->time = state->now.common.time;
    row->frame = state->frame;
    row->team = (uint8_t)team;
    row->slot = (uint8_t)slot;
    row->player_id = p[1];
    decode_flags(row, p[2], v3);
    *at = p + 3;
    decode_values(state, at, player, p[2]);
    decode_poses(state, at, player);
    if (state->kind.combat && state->kind.layout != BUTTER_LAYOUT_1) decode_loadout(row, at);
    player->seen = state->frame + 1;
    if (*out) *(*out)++ = player->row;
}

void reel__frames_decode_player(frame_state *state, const uint8_t *data, unsigned team)
{
    butter_player *none = NULL;
    decode_player(state, &data, team, 0, &none);
}

/* ---- frames ------------------------------------------------------------------------------------------------------ */

void reel__frames_decode(frame_state *state, const uint8_t *data, size_t frames, frame_rows *rows)
{
    for (size_t n = 0; n < frames; n++) {
        decode_match(state, &data);
        if (rows->frames) *rows->frames++ = state->now;
        unsigned mask = *data++;
        for (unsigned team = 0; team < 3; team++) {
            decode_team(state, &data, team, mask);
            if (rows->teams) *rows->teams++ = state->teams[team];
            unsigned count = state->teams[team].players;
            for (unsigned slot = 0; slot < count; slot++) decode_player(state, &data, team, slot, &rows->players);
        }
        reel__frames_decode_bones(state, &data, &rows->bones);
        state->frame++;
    }
}
