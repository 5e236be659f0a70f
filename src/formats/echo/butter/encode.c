/* SPDX-License-Identifier: MIT
 * Encodes rows as .butter frames.
 *
 * Differences form a closed loop. A frame stores each coordinate x[n] as a half-precision difference h[n], and a decoder sums them:
 * s[n] = s[n-1] + h[n]. Encoding the rows' own differences, h[n] = half(x[n] - x[n-1]), would add up the rounding errors of all
 * frames since the keyframe. This encoder therefore keeps the decoder's sum and stores h[n] = half(x[n] - s[n-1]). The error
 * x[n] - s[n] is then the rounding error of h[n] alone: each frame corrects the error of the one before. */
#include "core/rows.h"
#include "formats/echo/butter/byte_run.h"
#include "formats/echo/butter/frames.h"

/* ---- positions and rotations ------------------------------------------------------------------------------------ */

typedef struct step3 {
    uint16_t half[3];
    bool any;
} step3;

/* The differences from the decoder's `sum` to the row's value `to`. */
static step3 steps_to(const double *sum, reel_vec3 to)
{
    const double goal[3] = { (double)to.x, (double)to.y, (double)to.z };
    step3 step = { .any = false };
    for (unsigned i = 0; i < 3; i++) {
        bool equal = (float)sum[i] == (float)goal[i]; /* rows are floats, sums are doubles */
        step.half[i] = equal ? 0 : wire_half_near((float)(goal[i] - sum[i]));
        step.any |= (step.half[i] & 0x7fff) != 0;
    }
    return step;
}

static void write_steps(byte_run *to, const step3 *step)
{
    for (unsigned i = 0; i < 3; i++) put16(to, step->half[i]);
}

static void write_half(byte_run *to, float value) { put16(to, wire_half_near(value)); }

static bool was_moving(const float *last) { return last[0] != 0 || last[1] != 0 || last[2] != 0; }

static bool same_rotation(reel_quaternion a, reel_quaternion b) { return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w; }

static bool pack_omitting(reel_quaternion q, unsigned most, uint32_t *bits)
{
    const float part[4] = { q.x, q.y, q.z, q.w };
    uint32_t all = most;
    for (unsigned i = 0, shift = 2; i < 4; i++) {
        if (i == most) continue;
        float steps = (part[i] + 0.70710678f) * (float)(1023 / 1.41421356) + 0.5f;
        if (!(steps >= 0 && steps < 1024)) steps = 0;
        all |= (uint32_t)steps << shift;
        shift += 10;
    }
    reel_quaternion back;
    wire_quaternion(all, &back);
    *bits = all;
    return same_rotation(back, q);
}

/* Reproduces the four bytes of a rotation that was read. They omit one component, normally the largest, but any is tried. */
static uint32_t rotation_bits(reel_quaternion q)
{
    const float part[4] = { q.x, q.y, q.z, q.w };
    unsigned first = 0;
    for (unsigned i = 1; i < 4; i++)
        if (part[i] > part[first]) first = i;
    uint32_t bits;
    if (pack_omitting(q, first, &bits)) return bits;
    for (unsigned most = 0; most < 4; most++)
        if (most != first && pack_omitting(q, most, &bits)) return bits;
    return reel__wire_small3(q, false);
}

/* ---- the match -------------------------------------------------------------------------------------------------- */

static void write_pause(byte_run *to, const echo_frame *f, uint8_t layout)
{
    unsigned flags =
        (f->blue_restart ? 1u : 0u) | (f->orange_restart ? 2u : 0u) | (f->paused_team & 3u) << 2 | (f->unpaused_team & 3u) << 4;
    if (layout == BUTTER_LAYOUT_3B) {
        put8(to, flags);
        put8(to, f->paused_state);
    } else {
        put8(to, flags | (f->paused_state > 3 ? 3u : f->paused_state) << 6);
    }
    write_half(to, f->paused_timer);
    write_half(to, f->unpaused_timer);
}

static void write_score(byte_run *to, const echo_frame *f)
{
    put8(to, (f->score_team & 3u) | (f->score_points != 2 ? 4u : 0u) | (unsigned)f->goal_type << 3);
    put8(to, f->score_person);
    put8(to, f->score_assist);
    write_half(to, f->score_disc_speed);
    write_half(to, f->score_distance);
}

static void write_throw(byte_run *to, const echo_frame *f)
{
    const echo_throw *t = &f->throw_;
    const float all[] = { t->arm_speed,
                          t->total_speed,
                          t->off_axis_spin_deg,
                          t->wrist_throw_penalty,
                          t->rot_per_sec,
                          t->pot_speed_from_rot,
                          t->speed_from_arm,
                          t->speed_from_movement,
                          t->speed_from_wrist,
                          t->wrist_align_to_throw_deg,
                          t->throw_align_to_movement_deg,
                          t->off_axis_penalty,
                          t->throw_move_penalty };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) write_half(to, all[i]);
}

static void write_payload(byte_run *to, const echo_frame *f)
{
    put8(to, f->contested);
    put8(to, f->checkpoint);
    put8(to, f->defenders);
    write_half(to, f->payload_distance);
    write_half(to, f->payload_speed);
}

/* A part with absolute values. It is written if its bytes differ from those of the previous frame. */
typedef struct fixed_part {
    uint8_t bytes[32], before[32];
    size_t size;
    bool changed;
} fixed_part;

static fixed_part part_of(void (*put)(byte_run *, const echo_frame *), const echo_frame *now, const echo_frame *before)
{
    fixed_part part = { .changed = false };
    byte_run new = { part.bytes }, old = { part.before };
    put(&new, now);
    put(&old, before);
    part.size = (size_t)(new.at - part.bytes);
    part.changed = memcmp(part.bytes, part.before, part.size) != 0;
    return part;
}

static void write_part(byte_run *to, const fixed_part *part)
{
    memcpy(to->at, part->bytes, part->size);
    to->at += part->size;
}

/* The parts of the match that a frame contains. */
typedef struct head_plan {
    bool key, status, points, inputs, pause, score, throw_, vr, disc, payload, rules;
} head_plan;

/* Whether a part is written. Keyframes contain every part that the map has. Parts that it does not have are written if
 * the row has them, because such files can be read. */
static bool part_wanted(const echo_frame *f, uint8_t bit, bool key, bool allowed, bool changed)
{
    return (allowed || f->has & bit) && (key || (f->has & bit && changed));
}

static void write_clock(byte_run *to, const frame_state *model, const echo_frame *f, bool key)
{
    put16(to, key ? WIRE_KEYFRAME : WIRE_DELTA);
    if (key)
        put64(to, (uint64_t)f->recorded);
    else
        put16(to, (unsigned)((uint64_t)f->recorded - (uint64_t)model->time));
    double clock = key ? 0 : model->clock;
    float step = (float)clock == f->game_clock ? 0 : (float)((double)f->game_clock - clock);
    put32(to, reel_float_bits(step));
}

static head_plan plan_head(const frame_state *m, const butter_frame *frame, bool key, const fixed_part *score,
                           const fixed_part *throw_, const fixed_part *payload, const step3 *vr, const step3 *disc,
                           const step3 *flight)
{
    const echo_frame *f = &frame->common, *old = &m->now.common;
    const wire_kind *kind = &m->kind;
    bool v3 = kind->layout <= BUTTER_LAYOUT_3A, arena = kind->arena || kind->layout == BUTTER_LAYOUT_1;
    uint8_t now_pause[8], old_pause[8];
    byte_run now = { now_pause }, before = { old_pause };
    write_pause(&now, f, kind->layout);
    write_pause(&before, old, kind->layout);
    bool status = key || f->status != old->status, inputs = key || f->inputs != old->inputs;
    bool points = key || f->blue_points != old->blue_points || f->orange_points != old->orange_points;
    head_plan plan = { .key = key, .status = status, .points = points && (v3 || arena), .inputs = inputs };
    if (v3) plan.status = plan.points = plan.inputs = status || inputs || points;
    if (!v3 && !arena) { /* older encoders write neither here, but files with both can be read */
        plan.status = f->status != (key ? 0 : old->status);
        plan.points = points && f->has & ECHO_HAS_POINTS;
    }
    plan.pause = part_wanted(f, ECHO_HAS_PAUSE, key, true, memcmp(now_pause, old_pause, (size_t)(now.at - now_pause)) != 0);
    plan.score = part_wanted(f, ECHO_HAS_SCORE, key, arena, score->changed);
    plan.throw_ = part_wanted(f, ECHO_HAS_THROW, key, true, throw_->changed);
    plan.vr = part_wanted(f, ECHO_HAS_VR, key, true,
                          vr->any || was_moving(m->last_vr) || !same_rotation(frame->vr_rotation, m->now.vr_rotation));
    plan.disc = part_wanted(f, ECHO_HAS_DISC, key, arena,
                            disc->any || flight->any || was_moving(m->last_disc) || was_moving(m->last_disc + 3) ||
                                !same_rotation(frame->disc_rotation, m->now.disc_rotation));
    plan.payload = v3 && part_wanted(f, ECHO_HAS_PAYLOAD, key, kind->combat, payload->changed);
    plan.rules = v3 && part_wanted(f, ECHO_HAS_RULES, key, kind->arena && kind->private_match,
                                   f->rules_changed_at != old->rules_changed_at ||
                                       !reel__text_values_equal(&f->rules_changed_by, &old->rules_changed_by));
    return plan;
}

static unsigned mask_of(const head_plan *p, bool v3)
{
    unsigned parts = (p->score ? 1u : 0u) | (p->throw_ ? 2u : 0u) | (p->vr ? 4u : 0u) | (p->disc ? 8u : 0u) |
                     (p->payload ? 16u : 0u) | (p->rules ? 32u : 0u);
    if (v3) return (p->status ? 1u : 0u) | (p->pause ? 2u : 0u) | parts << 2;
    return (p->status ? 1u : 0u) | (p->points ? 2u : 0u) | (p->pause ? 4u : 0u) | (p->inputs ? 8u : 0u) | (parts & 15) << 4;
}

static unsigned as_byte(float value) { return value >= 255 ? 255u : value > 0 ? (unsigned)value : 0u; }

static void write_points(byte_run *to, const wire_kind *kind, const echo_frame *f)
{
    if (kind->arena || kind->layout > BUTTER_LAYOUT_3A) {
        put8(to, as_byte(f->blue_points));
        put8(to, as_byte(f->orange_points));
    } else if (kind->combat) {
        write_half(to, f->blue_points);
        write_half(to, f->orange_points);
    }
}

static void write_rules(byte_run *to, const echo_frame *f)
{
    put64(to, (uint64_t)f->rules_changed_at);
    if (f->rules_changed_by.size) memcpy(to->at, f->rules_changed_by.data, f->rules_changed_by.size);
    to->at += f->rules_changed_by.size;
    put8(to, 0);
}

static void write_match(byte_run *to, const frame_state *model, const butter_frame *frame, bool key)
{
    static const double zero[3] = { 0, 0, 0 };
    const echo_frame *f = &frame->common, *old = &model->now.common;
    const wire_kind *kind = &model->kind;
    bool v3 = kind->layout <= BUTTER_LAYOUT_3A;
    fixed_part score = part_of(write_score, f, old), throw_ = part_of(write_throw, f, old),
               payload = part_of(write_payload, f, old);
    step3 vr = steps_to(key ? zero : model->vr, f->vr_position), disc = steps_to(key ? zero : model->disc, f->disc_position),
          flight = steps_to(key ? zero : model->disc_velocity, f->disc_velocity);
    head_plan plan = plan_head(model, frame, key, &score, &throw_, &payload, &vr, &disc, &flight);
    write_clock(to, model, f, key);
    put8(to, mask_of(&plan, v3));
    if (plan.status) put8(to, f->status);
    if (plan.points) write_points(to, kind, f);
    if (v3 && plan.inputs) put8(to, f->inputs);
    if (plan.pause) write_pause(to, f, kind->layout);
    if (!v3 && plan.inputs) put8(to, f->inputs);
    if (plan.score) write_part(to, &score);
    if (plan.throw_) write_part(to, &throw_);
    if (plan.vr) {
        write_steps(to, &vr);
        put32(to, rotation_bits(frame->vr_rotation));
    }
    if (plan.disc) {
        write_steps(to, &disc);
        put32(to, rotation_bits(frame->disc_rotation));
        write_steps(to, &flight);
    }
    if (plan.payload) write_part(to, &payload);
    if (plan.rules) write_rules(to, f);
}

/* ---- teams and players ------------------------------------------------------------------------------------------ */

typedef struct stats_plan {
    uint8_t counts[10];
    uint16_t time, stuns;
    bool any;
} stats_plan;

static stats_plan plan_stats(const echo_stats *now, const echo_stats *old, float time, double old_time)
{
    uint16_t to[11], from[11];
    stats_plan plan = { .any = false };
    memcpy(to, now, sizeof to);
    memcpy(from, old, sizeof from);
    for (size_t i = 0; i < 10; i++) {
        plan.counts[i] = (uint8_t)(to[i] - from[i]);
        plan.any |= plan.counts[i] != 0;
    }
    plan.stuns = (uint16_t)(to[10] - from[10]);
    plan.time = (float)old_time == time ? 0 : wire_half_near((float)((double)time - old_time));
    plan.any |= plan.stuns || plan.time & 0x7fff;
    return plan;
}

static void write_stats(byte_run *to, const stats_plan *plan)
{
    memcpy(to->at, plan->counts, sizeof plan->counts);
    to->at += sizeof plan->counts;
    put16(to, plan->time);
    put16(to, plan->stuns);
}

/* What a decoder knows of a player before this row, or NULL if nothing. */
static const player_state *known_player(const frame_state *model, unsigned index)
{
    if (index == 0 || index > model->kind.players) return NULL;
    const player_state *player = &model->players[index];
    return player->seen > model->keyframe && player->seen >= model->frame ? player : NULL;
}

static unsigned flags_of(const echo_player *p, bool v3)
{
    return (p->possession ? 1u : 0u) | (p->blocking ? 2u : 0u) | (p->stunned ? 4u : 0u) | (p->invulnerable ? 8u : 0u) |
           (v3 && p->emote ? 16u : 0u);
}

static void write_poses(byte_run *to, const player_state *known, const butter_player *row)
{
    static const double zero[3] = { 0, 0, 0 };
    const reel_vec3 positions[WIRE_POSES] = { row->common.head, row->common.body, row->common.left_hand, row->common.right_hand };
    const reel_quaternion rotations[WIRE_POSES] = { row->head_rotation, row->body_rotation, row->left_hand_rotation,
                                                    row->right_hand_rotation };
    const butter_player *was = known ? &known->row : row;
    const reel_quaternion old[WIRE_POSES] = { was->head_rotation, was->body_rotation, was->left_hand_rotation,
                                              was->right_hand_rotation };
    uint8_t *mask = to->at;
    put8(to, 0);
    for (unsigned pose = 0; pose < WIRE_POSES; pose++) {
        step3 step = steps_to(known ? known->at + 3 * pose : zero, positions[pose]);
        bool turned = !known || !same_rotation(old[pose], rotations[pose]);
        bool moved = !known || turned || step.any || was_moving(known->last + 3 * pose);
        *mask |= (uint8_t)((moved ? 1u : 0u) << 2 * pose | (turned ? 2u : 0u) << 2 * pose);
        if (moved) write_steps(to, &step);
        if (turned) put32(to, rotation_bits(rotations[pose]));
    }
}

static void write_player(byte_run *to, const frame_state *model, const butter_player *row)
{
    static const player_state nothing;
    const echo_player *p = &row->common;
    const wire_kind *kind = &model->kind;
    const player_state *known = known_player(model, p->player), *old = known ? known : &nothing;
    bool v3 = kind->layout <= BUTTER_LAYOUT_3A, holds = v3 ? kind->arena : !(kind->layout == BUTTER_LAYOUT_2 && kind->combat);
    uint8_t left = p->has & ECHO_HAS_HOLDING ? p->holding_left : ECHO_HOLDS_NULL;
    uint8_t right = p->has & ECHO_HAS_HOLDING ? p->holding_right : ECHO_HOLDS_NULL;
    stats_plan stats = plan_stats(&p->stats, &old->row.common.stats, p->possession_time, old->possession_time);
    uint16_t ping = (uint16_t)((uint32_t)p->ping - (uint32_t)old->row.common.ping);
    uint16_t loss = (float)old->loss == p->packet_loss ? 0 : wire_half_near((float)((double)p->packet_loss - old->loss));
    step3 speed = steps_to(old->velocity, p->velocity);
    bool has_stats = p->has & ECHO_HAS_STATS && (!(old->row.common.has & ECHO_HAS_STATS) || stats.any);
    bool net = !known || ping || loss & 0x7fff;
    bool hands = holds && (!known || left != old->row.common.holding_left || right != old->row.common.holding_right);
    if (v3) net = hands = net || hands;
    put8(to, p->player);
    put8(to, p->player_id);
    unsigned bits = flags_of(p, v3) | (speed.any ? 128u : 0u);
    put8(to, v3 ? bits | (has_stats ? 32u : 0u) | (net ? 64u : 0u)
                : bits | (has_stats ? 16u : 0u) | (net ? 32u : 0u) | (hands && holds ? 64u : 0u));
    if (has_stats) write_stats(to, &stats);
    if (net) {
        put16(to, ping);
        put16(to, loss);
    }
    if (hands && holds) {
        put8(to, left);
        put8(to, right);
    }
    if (speed.any) write_steps(to, &speed);
    write_poses(to, known, row);
    if (kind->combat && kind->layout != BUTTER_LAYOUT_1)
        put8(to, (p->weapon & 3u) | (p->ordnance & 3u) << 2 | (p->tac_mod & 3u) << 4 | (unsigned)p->arm << 6);
}

/* Players with several rows in one frame. A decoder adds the differences of each row to the row before it. */
typedef struct repeated_players {
    uint8_t count[WIRE_PLAYERS]; /* number of rows; 2 means two or more */
    bool saved[WIRE_PLAYERS];
} repeated_players;

static void write_and_track(byte_run *to, frame_state *model, const butter_player *row, unsigned team, repeated_players *repeated)
{
    unsigned index = row->common.player;
    const uint8_t *start = to->at;
    write_player(to, model, row);
    if (repeated->count[index] < 2) return;
    if (!repeated->saved[index]) model->spare[index] = model->players[index];
    repeated->saved[index] = true;
    reel__frames_decode_player(model, start, team);
}

static void write_teams(byte_run *to, frame_state *model, const frame_input *in, bool key)
{
    static const echo_stats none;
    repeated_players repeated = { .count = { 0 } };
    const frame_counts counts = model->counts;
    uint32_t keyframe = model->keyframe;
    if (key) model->keyframe = model->frame;
    for (size_t i = 0; i < in->player_count; i++) {
        uint8_t *count = &repeated.count[in->players[i].common.player];
        if (*count < 2) ++*count;
    }
    uint8_t *mask = to->at;
    put8(to, 0);
    for (unsigned team = 0, player = 0; team < 3; team++) {
        const echo_team *row = &in->teams[team], *old = &model->teams[team];
        stats_plan stats =
            plan_stats(&row->stats, key ? &none : &old->stats, row->possession_time, key ? 0 : model->team_possession[team]);
        bool had = !key && old->has & ECHO_HAS_STATS;
        if (team < 2 && row->possession) *mask |= (uint8_t)(1u << team);
        if (row->has & ECHO_HAS_STATS && (!had || stats.any)) {
            *mask |= (uint8_t)(4u << team);
            write_stats(to, &stats);
        }
        uint8_t *count = to->at;
        put8(to, 0);
        for (; player < in->player_count && in->players[player].common.team == team && *count < 255; player++) {
            write_and_track(to, model, &in->players[player], team, &repeated);
            ++*count;
        }
    }
    for (size_t i = 0; i < WIRE_PLAYERS; i++)
        if (repeated.saved[i]) model->players[i] = model->spare[i];
    model->keyframe = keyframe;
    model->counts = counts;
}

/* ---- bones ------------------------------------------------------------------------------------------------------ */

/* q * inverse(p) */
static reel_quaternion rotation_between(const double p[4], reel_quaternion to)
{
    double q[4] = { (double)to.x, (double)to.y, (double)to.z, (double)to.w };
    double length = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    double k = length > 0 ? 1 / sqrt(length) : 1;
    double own = p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3];
    k /= own > 0 ? sqrt(own) : 1;
    return (reel_quaternion){ (float)(k * (-q[3] * p[0] + q[0] * p[3] - q[1] * p[2] + q[2] * p[1])),
                              (float)(k * (-q[3] * p[1] + q[1] * p[3] - q[2] * p[0] + q[0] * p[2])),
                              (float)(k * (-q[3] * p[2] + q[2] * p[3] - q[0] * p[1] + q[1] * p[0])),
                              (float)(k * (q[3] * p[3] + q[0] * p[0] + q[1] * p[1] + q[2] * p[2])) };
}

/* The public encoder limits a step to 2 m, but its decoder accepts any: this encoder stores the true position. */
static int64_t bone_step(double difference)
{
    const double most = 0x1.fffffffffffffp62; /* largest double below 2^63 */
    double steps = floor(difference * 4096 + 0.5);
    return steps >= most ? (int64_t)most : steps > -most ? (int64_t)steps : -(int64_t)most;
}

static void write_skeleton(byte_run *to, const skeleton_state *old, const echo_bone *bones)
{
    uint8_t *masks = to->at;
    memset(masks, 0, 6);
    to->at += 6;
    for (unsigned i = 0; i < WIRE_BONES; i++) {
        const double goal[3] = { (double)bones[i].position.x, (double)bones[i].position.y, (double)bones[i].position.z };
        int64_t steps[3], any = 0;
        for (unsigned axis = 0; axis < 3; axis++) any |= steps[axis] = bone_step(goal[axis] - old->position[3 * i + axis]);
        if (!any) continue;
        masks[i / 8] |= (uint8_t)(1u << i % 8);
        for (unsigned axis = 0; axis < 3; axis++) to->at += reel__wire_put_signed(to->at, steps[axis]);
    }
    for (unsigned i = 0; i < WIRE_BONES; i++) {
        const bone_state bone = skeleton_bone(old, i);
        const double *was = bone.rotation;
        reel_quaternion rotation = bones[i].rotation;
        if ((float)was[0] == rotation.x && (float)was[1] == rotation.y && (float)was[2] == rotation.z &&
            (float)was[3] == rotation.w)
            continue;
        rotation = rotation_between(was, rotation);
        if (fabsf(rotation.w) > 0.9999995f) continue; /* below 0.12 degrees, about one step of the four bytes */
        masks[3 + i / 8] |= (uint8_t)(1u << i % 8);
        put32(to, reel__wire_small3(rotation, false));
    }
}

static void write_bones(byte_run *to, const frame_state *model, const frame_input *in)
{
    size_t count = in->skeletons < 127 ? in->skeletons : 127;
    put8(to, count ? (unsigned)count << 1 | 1u : 0u);
    bool restarts = count != model->bone_players;
    skeleton_state still;
    if (restarts) reel__skeleton_reset(&still);
    for (size_t i = 0; i < count; i++) write_skeleton(to, restarts ? &still : &model->bones[i], in->bones + i * WIRE_BONES);
}

/* ---- a frame ---------------------------------------------------------------------------------------------------- */

enum { MOST_HEAD = 192, MOST_PLAYER = 72, MOST_SKELETON = 6 + WIRE_BONES * (3 * 9 + 4) };

size_t reel__frame_most(const frame_input *in)
{
    return MOST_HEAD + in->frame->common.rules_changed_by.size + MOST_PLAYER * in->player_count + MOST_SKELETON * in->skeletons;
}

static bool counts_decreased(const echo_stats *now, const echo_stats *old)
{
    uint16_t to[11], from[11];
    memcpy(to, now, sizeof to);
    memcpy(from, old, sizeof from);
    for (size_t i = 0; i < 11; i++)
        if (to[i] < from[i]) return true;
    return false;
}

bool reel__frame_needs_key(const frame_state *model, const frame_input *in)
{
    uint64_t step = (uint64_t)in->frame->common.recorded - (uint64_t)model->time;
    if (model->frame == 0 || step > UINT16_MAX) return true;
    for (unsigned team = 0; team < 3; team++)
        if (model->teams[team].has & ECHO_HAS_STATS && counts_decreased(&in->teams[team].stats, &model->teams[team].stats))
            return true;
    for (size_t i = 0; i < in->player_count; i++) {
        const echo_player *row = &in->players[i].common;
        const player_state *known = known_player(model, row->player);
        if (known && known->row.common.has & ECHO_HAS_STATS && counts_decreased(&row->stats, &known->row.common.stats))
            return true;
    }
    return false;
}

size_t reel__frame_encode(frame_state *model, const frame_input *in, bool key, uint8_t *out, frame_rows *decoded)
{
    byte_run to = { out };
    write_match(&to, model, in->frame, key);
    write_teams(&to, model, in, key);
    write_bones(&to, model, in);
    frame_rows none = { 0 };
    reel__frames_decode(model, out, 1, decoded ? decoded : &none);
    return (size_t)(to.at - out);
}
