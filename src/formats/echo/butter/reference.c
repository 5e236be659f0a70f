/* SPDX-License-Identifier: MIT
 * The public encoder, version 1.3.4. */
#include "formats/echo/butter/reference.h"

#include "core/rows.h"
#include "formats/echo/butter/byte_run.h"
#include "formats/echo/common/single.h"

static void write_half(byte_run *to, float value) { put16(to, reel__wire_half_down(value)); }

static void write_step(byte_run *to, reel_vec3 now, reel_vec3 before)
{
    write_half(to, now.x - before.x);
    write_half(to, now.y - before.y);
    write_half(to, now.z - before.z);
}

static void write_rotation(byte_run *to, reel_quaternion q) { put32(to, reel__wire_small3(q, true)); }

/* ---- the match -------------------------------------------------------------------------------------------------- */

/* Stores the bytes of a part up to `end`. Returns whether they differ from those of the previous frame. */
static bool part_changed(reference_part *part, const uint8_t *bytes, const byte_run *end)
{
    size_t size = (size_t)(end->at - bytes);
    bool same = part->size == size && memcmp(part->bytes, bytes, size) == 0;
    memcpy(part->bytes, bytes, size);
    part->size = size;
    return !same;
}

/* By a mistake in operator precedence the public encoder writes timers as 0 in keyframes and as differences in other
 * frames. */
static bool pause_changed(reference_state *s, const echo_frame *f, bool key)
{
    uint8_t bytes[REFERENCE_PART];
    byte_run to = { bytes };
    const echo_frame *old = &s->before.common;
    put8(&to,
         (f->blue_restart ? 1u : 0u) | (f->orange_restart ? 2u : 0u) | (f->paused_team & 3u) << 2 | (f->unpaused_team & 3u) << 4);
    put8(&to, f->paused_state);
    write_half(&to, key ? 0 : f->paused_timer - old->paused_timer);
    write_half(&to, key ? 0 : f->unpaused_timer - old->unpaused_timer);
    return part_changed(&s->pause, bytes, &to);
}

static bool score_changed(reference_state *s, const echo_frame *f)
{
    uint8_t bytes[REFERENCE_PART];
    byte_run to = { bytes };
    put8(&to, (f->score_team & 3u) | (f->score_points != 2 ? 4u : 0u) | (unsigned)f->goal_type << 3);
    put8(&to, f->score_person);
    put8(&to, f->score_assist);
    write_half(&to, f->score_disc_speed);
    write_half(&to, f->score_distance);
    return part_changed(&s->score, bytes, &to);
}

_Static_assert(sizeof(echo_throw) == 13 * sizeof(float), "a throw must be thirteen numbers in wire order");

static bool throw_changed(reference_state *s, const echo_frame *f)
{
    uint8_t bytes[REFERENCE_PART];
    byte_run to = { bytes };
    float numbers[13];
    memcpy(numbers, &f->throw_, sizeof numbers);
    for (size_t i = 0; i < 13; i++) write_half(&to, numbers[i]);
    return part_changed(&s->throw_, bytes, &to);
}

static bool vr_changed(reference_state *s, const butter_frame *frame)
{
    uint8_t bytes[REFERENCE_PART];
    byte_run to = { bytes };
    write_step(&to, frame->common.vr_position, s->before.common.vr_position);
    write_rotation(&to, frame->vr_rotation);
    return part_changed(&s->vr, bytes, &to);
}

static bool disc_changed(reference_state *s, const butter_frame *frame)
{
    uint8_t bytes[REFERENCE_PART];
    byte_run to = { bytes };
    write_step(&to, frame->common.disc_position, s->before.common.disc_position);
    write_rotation(&to, frame->disc_rotation);
    write_step(&to, frame->common.disc_velocity, s->before.common.disc_velocity);
    return part_changed(&s->disc, bytes, &to);
}

static bool payload_changed(reference_state *s, const echo_frame *f)
{
    uint8_t bytes[REFERENCE_PART];
    byte_run to = { bytes };
    put8(&to, f->contested);
    put8(&to, f->checkpoint);
    put8(&to, f->defenders);
    write_half(&to, f->payload_distance);
    write_half(&to, f->payload_speed);
    return part_changed(&s->payload, bytes, &to);
}

static bool rules_changed(const echo_frame *f, const echo_frame *old)
{
    return f->rules_changed_at != old->rules_changed_at || !reel__text_values_equal(&f->rules_changed_by, &old->rules_changed_by);
}

static unsigned truncated_points(float value) { return value > 0 && value < 0x1p31f ? (unsigned)value : 0u; }

static void write_status(byte_run *to, const wire_kind *kind, const echo_frame *f)
{
    put8(to, f->status);
    if (kind->arena) {
        put8(to, truncated_points(f->blue_points));
        put8(to, truncated_points(f->orange_points));
    } else if (kind->combat) {
        write_half(to, f->blue_points);
        write_half(to, f->orange_points);
    }
    put8(to, f->inputs);
}

static bool status_changed(const echo_frame *f, const echo_frame *old)
{
    return f->status != old->status || f->inputs != old->inputs || fabsf(f->blue_points - old->blue_points) > 0.01f ||
           fabsf(f->orange_points - old->orange_points) > 0.01f;
}

static void write_part(byte_run *to, const reference_part *part, bool written)
{
    if (written) put_bytes(to, part->bytes, part->size);
}

static void write_match(byte_run *to, reference_state *s, const wire_kind *kind, const butter_frame *frame, bool key)
{
    const echo_frame *f = &frame->common, *old = &s->before.common;
    put16(to, key ? WIRE_KEYFRAME : WIRE_DELTA);
    if (key)
        put64(to, (uint64_t)f->recorded);
    else
        put16(to, (unsigned)((uint64_t)f->recorded - (uint64_t)old->recorded));
    put32(to, reel_float_bits(f->game_clock - old->game_clock));
    bool status = key || status_changed(f, old), pause = pause_changed(s, f, key), score = score_changed(s, f) && kind->arena;
    bool throw_ = throw_changed(s, f), vr = vr_changed(s, frame), disc = disc_changed(s, frame) && kind->arena;
    bool payload = payload_changed(s, f) && kind->combat;
    bool rules = kind->arena && kind->private_match && (key || rules_changed(f, old));
    put8(to, (status ? 1u : 0u) | (pause ? 2u : 0u) | (score ? 4u : 0u) | (throw_ ? 8u : 0u) | (vr ? 16u : 0u) |
                 (disc ? 32u : 0u) | (payload ? 64u : 0u) | (rules ? 128u : 0u));
    if (status) write_status(to, kind, f);
    write_part(to, &s->pause, pause);
    write_part(to, &s->score, score);
    write_part(to, &s->throw_, throw_);
    write_part(to, &s->vr, vr);
    write_part(to, &s->disc, disc);
    write_part(to, &s->payload, payload);
    if (!rules) return;
    put64(to, (uint64_t)f->rules_changed_at);
    put_bytes(to, f->rules_changed_by.data, f->rules_changed_by.size);
    put8(to, 0);
}

/* ---- statistics ------------------------------------------------------------------------------------------------- */

static void write_stats(byte_run *to, const echo_stats *now, float time, const echo_stats *old, float old_time)
{
    uint16_t a[11], b[11];
    memcpy(a, now, sizeof a);
    memcpy(b, old, sizeof b);
    for (size_t i = 0; i < 10; i++) put8(to, (unsigned)(a[i] - b[i]));
    write_half(to, time - old_time);
    put16(to, a[10] > b[10] ? (unsigned)(a[10] - b[10]) : 0);
}

/* Whether the stored form of the values changed. The public encoder compares values here, not differences. */
static bool stats_changed(const echo_stats *now, float time, const echo_stats *old, float old_time)
{
    static const echo_stats none;
    uint8_t a[REFERENCE_STATS], b[REFERENCE_STATS];
    byte_run new = { a }, before = { b };
    write_stats(&new, now, time, &none, 0);
    write_stats(&before, old, old_time, &none, 0);
    return memcmp(a, b, sizeof a) != 0;
}

/* ---- players ---------------------------------------------------------------------------------------------------- */

static reference_player *find_player(reference_state *s, uint64_t userid)
{
    for (unsigned i = 0; i < s->player_count; i++)
        if (s->players[i].row.common.userid == userid) return &s->players[i];
    if (s->player_count == WIRE_PLAYERS) return NULL;
    reference_player *fresh = &s->players[s->player_count++];
    *fresh = (reference_player){ .row.common.userid = userid };
    return fresh;
}

typedef struct four_poses {
    reel_vec3 at[WIRE_POSES];
    reel_quaternion rotation[WIRE_POSES];
} four_poses;

static four_poses poses_of(const butter_player *row)
{
    const echo_player *p = &row->common;
    return (four_poses){ { p->head, p->body, p->left_hand, p->right_hand },
                         { row->head_rotation, row->body_rotation, row->left_hand_rotation, row->right_hand_rotation } };
}

static void pose_bytes(uint8_t bytes[REFERENCE_POSE], reel_vec3 now, reel_vec3 before, reel_quaternion rotation)
{
    byte_run to = { bytes };
    write_step(&to, now, before);
    write_rotation(&to, rotation);
}

/* A pose is omitted if its bytes are those of the previous frame. For a player who was away for one frame, they are
 * compared with the bytes that the pose before that would have had in a keyframe. */
static void write_poses(byte_run *to, reference_player *player, const butter_player *row, bool known, bool away)
{
    static const reel_vec3 origin;
    four_poses now = poses_of(row), old = poses_of(&player->row);
    uint8_t *mask = to->at;
    put8(to, 0);
    for (unsigned i = 0; i < WIRE_POSES; i++) {
        uint8_t bytes[REFERENCE_POSE];
        if (away) pose_bytes(player->poses[i], old.at[i], origin, old.rotation[i]);
        pose_bytes(bytes, now.at[i], known ? old.at[i] : origin, now.rotation[i]);
        bool compare = known || away;
        bool written = !compare || memcmp(bytes, player->poses[i], REFERENCE_POSE) != 0;
        bool turned = !compare || memcmp(bytes + 6, player->poses[i] + 6, 4) != 0;
        *mask |= (uint8_t)((written ? 1u : 0u) << 2 * i | (turned ? 2u : 0u) << 2 * i);
        if (written) put_bytes(to, bytes, 6);
        if (turned) put_bytes(to, bytes + 6, 4);
        memcpy(player->poses[i], bytes, REFERENCE_POSE);
    }
}

/* Velocities that change by less than 1 cm/s are omitted. */
static bool speed_changed(reel_vec3 a, reel_vec3 b)
{
    float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return single_sum3(single_square(x), single_square(y), single_square(z)) > 0.0001f;
}

static uint8_t held_object(const echo_player *p, uint8_t what)
{
    return p->has & ECHO_HAS_HOLDING ? what : (uint8_t)ECHO_HOLDS_NULL;
}

static void write_player(byte_run *to, reference_state *s, const wire_kind *kind, const butter_player *row)
{
    static const butter_player nothing;
    const echo_player *p = &row->common;
    reference_player *player = find_player(s, p->userid), spare = { .seen = 0 };
    if (!player) player = &spare;
    bool known = player->seen > s->keyframe && player->seen == s->frame;
    bool away = !known && player->seen > s->keyframe && player->seen + 1 == s->frame;
    const echo_player *old = known ? &player->row.common : &nothing.common;
    uint8_t left = held_object(p, p->holding_left), right = held_object(p, p->holding_right);
    bool had_stats = known && old->has & ECHO_HAS_STATS, has_stats = p->has & ECHO_HAS_STATS;
    bool stats = has_stats && (!had_stats || stats_changed(&p->stats, p->possession_time, &old->stats, old->possession_time));
    bool net = !known || p->ping != old->ping || p->packet_loss != old->packet_loss ||
               left != held_object(old, old->holding_left) || right != held_object(old, old->holding_right);
    bool speed = speed_changed(p->velocity, old->velocity);
    put8(to, p->player);
    put8(to, p->player_id);
    put8(to, (p->possession ? 1u : 0u) | (p->blocking ? 2u : 0u) | (p->stunned ? 4u : 0u) | (p->invulnerable ? 8u : 0u) |
                 (p->emote ? 16u : 0u) | (stats ? 32u : 0u) | (net ? 64u : 0u) | (speed ? 128u : 0u));
    if (stats) write_stats(to, &p->stats, p->possession_time, &old->stats, old->possession_time);
    if (net) {
        put16(to, (uint32_t)p->ping - (uint32_t)old->ping);
        write_half(to, p->packet_loss - old->packet_loss);
    }
    if (net && kind->arena) {
        put8(to, left);
        put8(to, right);
    }
    if (speed) write_step(to, p->velocity, old->velocity);
    write_poses(to, player, row, known, away);
    if (kind->combat) put8(to, (p->weapon & 3u) | (p->ordnance & 3u) << 2 | (p->tac_mod & 3u) << 4 | (p->arm & 1u) << 6);
    player->row = *row;
    player->seen = s->frame + 1;
}

static void write_teams(byte_run *to, reference_state *s, const wire_kind *kind, const frame_input *in, bool key)
{
    static const echo_team nothing;
    uint8_t *mask = to->at;
    put8(to, 0);
    for (unsigned team = 0, player = 0; team < 3; team++) {
        const echo_team *row = &in->teams[team], *old = key ? &nothing : &s->teams[team];
        if (team < 2 && row->possession) *mask |= (uint8_t)(1u << team);
        bool stats =
            row->has & ECHO_HAS_STATS &&
            (!(old->has & ECHO_HAS_STATS) || stats_changed(&row->stats, row->possession_time, &old->stats, old->possession_time));
        if (stats) {
            *mask |= (uint8_t)(4u << team);
            write_stats(to, &row->stats, row->possession_time, &old->stats, old->possession_time);
        }
        uint8_t *count = to->at;
        put8(to, 0);
        for (; player < in->player_count && in->players[player].common.team == team && *count < 255; player++) {
            write_player(to, s, kind, &in->players[player]);
            ++*count;
        }
        s->teams[team] = *row;
    }
}

/* ---- bones ------------------------------------------------------------------------------------------------------ */

/* q * inverse(p), rounded to single precision after each step. */
static reel_quaternion rotation_between(reel_quaternion q, reel_quaternion p)
{
    float k = 1 / single_sum4(single_square(p.x), single_square(p.y), single_square(p.z), single_square(p.w));
    float x = -p.x * k, y = -p.y * k, z = -p.z * k, w = p.w * k;
    float cx = single_cross(q.y, z, q.z, y), cy = single_cross(q.z, x, q.x, z), cz = single_cross(q.x, y, q.y, x);
    float dot = single_sum3(single_product(q.x, x), single_product(q.y, y), single_product(q.z, z));
    return (reel_quaternion){ single_sum3(single_product(q.x, w), single_product(x, q.w), cx),
                              single_sum3(single_product(q.y, w), single_product(y, q.w), cy),
                              single_sum3(single_product(q.z, w), single_product(z, q.w), cz),
                              single_sum(single_product(q.w, w), -dot) };
}

/* Whether the angle is more than one degree: 2 acos |dot| > pi / 180, without acos, whose last bits depend on the
 * library. The quaternions are not normalised. */
static bool has_turned(reel_quaternion q, reel_quaternion p)
{
    float dot =
        single_sum4(single_product(q.x, p.x), single_product(q.y, p.y), single_product(q.z, p.z), single_product(q.w, p.w));
    const double half_a_degree = 0.99996192306417128874; /* its cosine */
    return fabs((double)dot) < half_a_degree;
}

static void write_skeleton(byte_run *to, const echo_bone *now, const echo_bone *old)
{
    uint8_t *masks = to->at;
    memset(masks, 0, 6);
    to->at += 6;
    for (unsigned i = 0; i < WIRE_BONES; i++) {
        reel_vec3 a = now[i].position, b = old[i].position, step = { a.x - b.x, a.y - b.y, a.z - b.z };
        float length = sqrtf(single_sum3(single_square(step.x), single_square(step.y), single_square(step.z)));
        if (!(length > 0.001f)) continue;
        masks[i / 8] |= (uint8_t)(1u << i % 8);
        to->at += reel__wire_put_signed(to->at, reel__wire_fixed14(step.x));
        to->at += reel__wire_put_signed(to->at, reel__wire_fixed14(step.y));
        to->at += reel__wire_put_signed(to->at, reel__wire_fixed14(step.z));
    }
    for (unsigned i = 0; i < WIRE_BONES; i++) {
        if (!has_turned(now[i].rotation, old[i].rotation)) continue;
        masks[3 + i / 8] |= (uint8_t)(1u << i % 8);
        write_rotation(to, rotation_between(now[i].rotation, old[i].rotation));
    }
}

/* Unlike everything else, bones continue across keyframes. They start again when the number of skeletons changes. */
static void write_bones(byte_run *to, reference_state *s, const frame_input *in)
{
    unsigned count = in->skeletons < 127 ? (unsigned)in->skeletons : 127;
    put8(to, count ? count << 1 | 1u : 0u);
    for (unsigned i = 0; i < count; i++) {
        if (count != s->skeletons)
            for (unsigned bone = 0; bone < WIRE_BONES; bone++) s->bones[i][bone] = (echo_bone){ .rotation = { 0, 0, 0, 1 } };
        const echo_bone *now = in->bones + (size_t)i * WIRE_BONES;
        write_skeleton(to, now, s->bones[i]);
        memcpy(s->bones[i], now, sizeof s->bones[i]);
    }
    s->skeletons = count;
}

/* ---- a frame ---------------------------------------------------------------------------------------------------- */

static void reset_state(reference_state *s)
{
    s->before = (butter_frame){ 0 };
    s->keyframe = s->frame;
    s->pause.size = s->score.size = s->throw_.size = s->vr.size = s->disc.size = s->payload.size = 0;
}

size_t reel__reference_encode(reference_state *s, frame_state *model, const frame_input *in, bool key, uint8_t *out,
                              frame_rows *decoded)
{
    byte_run to = { out };
    if (key) reset_state(s);
    write_match(&to, s, &model->kind, in->frame, key);
    write_teams(&to, s, &model->kind, in, key);
    write_bones(&to, s, in);
    s->before = *in->frame;
    s->frame++;
    frame_rows none = { 0 };
    reel__frames_decode(model, out, 1, decoded ? decoded : &none);
    return (size_t)(to.at - out);
}
