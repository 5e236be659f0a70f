/* SPDX-License-Identifier: MIT
 * The segments of many frames: the operations of reel__swing_take on frames side by side, of which a compiler makes vectors. Results have the same bits. */
#include "game/beatsaber/swing.h"

enum { BLOCK = 64 /* frames: what the loops hand on stays in the first cache */ };

typedef struct block_vec {
    double x[BLOCK + 1], y[BLOCK + 1], z[BLOCK + 1];
} block_vec;

static inline space_vec vec_at(const block_vec *block, size_t i) { return (space_vec){ block->x[i], block->y[i], block->z[i] }; }

static inline void put_vec(block_vec *block, size_t i, space_vec v)
{
    block->x[i] = v.x;
    block->y[i] = v.y;
    block->z[i] = v.z;
}

/* `count` frames and the one before them, `frames[0]`. */
static void segment_block(swing_frame *frames, size_t count)
{
    block_vec hilt, tip, blade, product;
    double height[BLOCK], across[BLOCK] = { 0 }, along[BLOCK] = { 0 }, angle[BLOCK];
    for (size_t i = 0; i <= count; i++) {
        put_vec(&hilt, i, space_of(&frames[i].hilt));
        put_vec(&tip, i, space_of(&frames[i].tip));
    }
    for (size_t i = 0; i <= count; i++) put_vec(&blade, i, space_sub(vec_at(&tip, i), vec_at(&hilt, i)));
    for (size_t i = 0; i < count; i++) {
        const space_vec was = vec_at(&blade, i), now = vec_at(&blade, i + 1), turned = space_cross(was, now);
        const space_vec middle = space_middle(vec_at(&tip, i), vec_at(&hilt, i));
        const space_vec triangle = space_cross(now, space_sub(middle, vec_at(&hilt, i + 1)));
        put_vec(&product, i, triangle);
        height[i] = space_dot(triangle, triangle);
        across[i] = space_dot(turned, turned);
        along[i] = space_dot(was, now);
    }
    for (size_t i = 0; i < count; i++) {
        height[i] = sqrt(height[i]);
        across[i] = sqrt(across[i]);
    }
    reel__angles_of_points(angle, across, along, count);
    for (size_t i = 0; i < count; i++) {
        swing_frame *frame = &frames[i + 1];
        frame->normal = space_store(space_unit_of(vec_at(&product, i), height[i]));
        frame->height = (float)height[i];
        frame->angle = (float)angle[i];
    }
}

void reel__swing_segments(swing_frame *frames, size_t count)
{
    for (size_t i = 0; i + 1 < count; i += BLOCK) segment_block(frames + i, count - 1 - i < BLOCK ? count - 1 - i : BLOCK);
}
