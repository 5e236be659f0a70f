/* SPDX-License-Identifier: MIT
 * Decodes the skeletons of .butter frames.
 *
 * In nearly every skeleton that moves, all 23 bones do, by less than 3 cm, so that each coordinate takes one byte.
 * That case is done in loops over arrays of all bones, which compilers vectorise: the positions of a skeleton are one
 * array; of the rotations all x are one array, all y, and so on. If only some bones move, they are gathered into the
 * same arrays. Both paths do the same operations on doubles in the same order, so the bits of a bone do not depend on
 * which other bones moved. */
#include "formats/echo/butter/frames.h"

enum { NUMBERS = 3 * WIRE_BONES, ALL_BONES = (1 << WIRE_BONES) - 1, W = 3 };

void reel__skeleton_reset(skeleton_state *s)
{
    *s = (skeleton_state){ .position = { 0 } };
    for (unsigned i = 0; i < WIRE_BONES; i++) s->rotation[W][i] = 1;
}

/* ---- positions ---------------------------------------------------------------------------------------------------------- */

/* Whether all numbers take one byte each. */
static bool all_single_bytes(const uint8_t *p)
{
    uint64_t longer = 0;
    for (unsigned i = 0; i + 8 <= NUMBERS; i += 8) longer |= wire_longer(reel_load_u64le(p + i));
    return !(longer | wire_longer(reel_load_u64le(p + NUMBERS - 8)));
}

static const uint8_t *decode_positions(const uint8_t *p, uint32_t mask, double *position)
{
    if (mask == ALL_BONES && all_single_bytes(p)) {
        for (unsigned i = 0; i < NUMBERS; i++) {
            int32_t number = p[i];
            position[i] += (double)(number >> 1 ^ -(number & 1)) / 4096;
        }
        return p + NUMBERS;
    }
    for (unsigned i = 0; i < WIRE_BONES; i++)
        for (unsigned axis = 0; mask >> i & 1 && axis < 3; axis++)
            position[3 * i + axis] += (double)reel__wire_get_signed(&p) / 4096;
    return p;
}

/* ---- rotations ---------------------------------------------------------------------------------------------------------- */

/* All x, then all y, z, w. */
typedef double rotation_lists[4][WIRE_BONES];

static inline double component_of(uint32_t bits, unsigned shift)
{
    return (double)(int32_t)(bits >> shift & 1023) / 1023 * 1.41421356 - 0.70710678;
}

/* Unpacks rotations of four bytes: three components, and the fourth from the length of 1. */
static void unpack_rotations(size_t count, const uint32_t *restrict bits, rotation_lists q)
{
    double rest[WIRE_BONES];
    for (size_t i = 0; i < count; i++) {
        double a = component_of(bits[i], 2), b = component_of(bits[i], 12), c = component_of(bits[i], 22);
        q[0][i] = a;
        q[1][i] = b;
        q[2][i] = c;
        rest[i] = 1 - a * a - b * b - c * c;
    }
    for (size_t i = 0; i < count; i++) q[W][i] = rest[i] > 0 ? sqrt(rest[i]) : 0;
    for (size_t i = 0; i < count; i++) { /* nearly always w is the omitted component */
        unsigned dropped = bits[i] & 3;
        if (dropped == W) continue;
        double left_out = q[W][i];
        for (unsigned part = W; part > dropped; part--) q[part][i] = q[part - 1][i];
        q[dropped][i] = left_out;
    }
}

/* p = a * p */
static void rotate_by(size_t count, rotation_lists a, double *restrict x, double *restrict y, double *restrict z,
                      double *restrict w)
{
    const double *ax = a[0], *ay = a[1], *az = a[2], *aw = a[3];
    for (size_t i = 0; i < count; i++) {
        double bx = x[i], by = y[i], bz = z[i], bw = w[i];
        x[i] = aw[i] * bx + ax[i] * bw + ay[i] * bz - az[i] * by;
        y[i] = aw[i] * by + ay[i] * bw + az[i] * bx - ax[i] * bz;
        z[i] = aw[i] * bz + az[i] * bw + ax[i] * by - ay[i] * bx;
        w[i] = aw[i] * bw - ax[i] * bx - ay[i] * by - az[i] * bz;
    }
}

static const uint8_t *decode_rotations(const uint8_t *p, uint32_t mask, rotation_lists rotation)
{
    uint32_t bits[WIRE_BONES];
    unsigned bones[WIRE_BONES];
    size_t count = 0;
    rotation_lists a, gathered;
    for (unsigned i = 0; i < WIRE_BONES; i++) {
        if (!(mask >> i & 1)) continue;
        bones[count] = i;
        bits[count++] = reel_load_u32le(p);
        p += 4;
    }
    unpack_rotations(count, bits, a);
    if (count == WIRE_BONES) {
        rotate_by(WIRE_BONES, a, rotation[0], rotation[1], rotation[2], rotation[W]);
        return p;
    }
    for (size_t i = 0; i < count; i++)
        for (unsigned part = 0; part < 4; part++) gathered[part][i] = rotation[part][bones[i]];
    rotate_by(count, a, gathered[0], gathered[1], gathered[2], gathered[W]);
    for (size_t i = 0; i < count; i++)
        for (unsigned part = 0; part < 4; part++) rotation[part][bones[i]] = gathered[part][i];
    return p;
}

/* ---- as the reference decoder does it ---------------------------------------------------------------------------------- */

/* A bone moves from the middle of its range, -2 to 2 m in 2^14 steps, and the sum is single. */
static const uint8_t *faithful_positions(const uint8_t *p, uint32_t mask, double *position)
{
    for (unsigned i = 0; i < WIRE_BONES; i++) {
        for (unsigned axis = 0; mask >> i & 1 && axis < 3; axis++) {
            double steps = (double)reel__wire_get_signed(&p) + 8192;
            float step = (float)(steps / 16384 * 4 - 2);
            position[3 * i + axis] = (double)single_sum((float)position[3 * i + axis], step);
        }
    }
    return p;
}

/* a * b, rounded to single precision after each step. */
static reel_quaternion product_of(reel_quaternion a, reel_quaternion b)
{
    float x = single_cross(a.y, b.z, a.z, b.y), y = single_cross(a.z, b.x, a.x, b.z), z = single_cross(a.x, b.y, a.y, b.x);
    float dot = single_sum3(single_product(a.x, b.x), single_product(a.y, b.y), single_product(a.z, b.z));
    return (reel_quaternion){ single_sum3(single_product(a.x, b.w), single_product(b.x, a.w), x),
                              single_sum3(single_product(a.y, b.w), single_product(b.y, a.w), y),
                              single_sum3(single_product(a.z, b.w), single_product(b.z, a.w), z),
                              single_sum(single_product(a.w, b.w), -dot) };
}

static const uint8_t *faithful_rotations(const uint8_t *p, uint32_t mask, rotation_lists rotation)
{
    for (unsigned i = 0; i < WIRE_BONES; i++) {
        if (!(mask >> i & 1)) continue;
        reel_quaternion turn,
            old = { (float)rotation[0][i], (float)rotation[1][i], (float)rotation[2][i], (float)rotation[W][i] };
        wire_quaternion_faithful(reel_load_u32le(p), &turn);
        p += 4;
        reel_quaternion now = product_of(turn, old);
        rotation[0][i] = (double)now.x;
        rotation[1][i] = (double)now.y;
        rotation[2][i] = (double)now.z;
        rotation[W][i] = (double)now.w;
    }
    return p;
}

/* ---- skeletons ---------------------------------------------------------------------------------------------------------- */

static void decode_skeleton(const uint8_t **at, skeleton_state *s, bool ideal)
{
    const uint8_t *p = *at;
    uint32_t moved_mask = p[0] | (uint32_t)p[1] << 8 | (uint32_t)(p[2] & 0x7f) << 16;
    uint32_t turned_mask = p[3] | (uint32_t)p[4] << 8 | (uint32_t)(p[5] & 0x7f) << 16;
    if (ideal) {
        p = decode_positions(p + 6, moved_mask, s->position);
        *at = decode_rotations(p, turned_mask, s->rotation);
    } else {
        p = faithful_positions(p + 6, moved_mask, s->position);
        *at = faithful_rotations(p, turned_mask, s->rotation);
    }
}

static void add_bone_rows(const frame_state *state, unsigned player, echo_bone *row)
{
    const skeleton_state *s = &state->bones[player];
    for (unsigned i = 0; i < WIRE_BONES; i++)
        row[i] =
            (echo_bone){ .time = state->now.common.time,
                         .frame = state->frame,
                         .player = (uint8_t)player,
                         .bone = (uint8_t)i,
                         .position = { (float)s->position[3 * i], (float)s->position[3 * i + 1], (float)s->position[3 * i + 2] },
                         .rotation = { (float)s->rotation[0][i], (float)s->rotation[1][i], (float)s->rotation[2][i],
                                       (float)s->rotation[3][i] } };
}

/* Differences continue from block to block, and start again if the number of skeletons changes. The reference decoder
 * starts again at each keyframe instead. */
void reel__frames_decode_bones(frame_state *state, const uint8_t **at, echo_bone **out)
{
    unsigned header = *(*at)++, count = header & 1 ? header >> 1 : 0;
    bool ideal = state->ideal, key = state->keyframe == state->frame;
    unsigned known = ideal ? (count == state->bone_players ? count : 0) : key ? 0 : state->bone_players;
    if (known && key) state->counts.carried_bones++;
    for (unsigned i = known; i < count; i++) reel__skeleton_reset(&state->bones[i]);
    state->bone_players = count;
    for (unsigned i = 0; i < count; i++) {
        decode_skeleton(at, &state->bones[i], ideal);
        if (!*out) continue;
        add_bone_rows(state, i, *out);
        *out += WIRE_BONES;
    }
}
