/* SPDX-License-Identifier: MIT
 * Motion comes back bit for bit whatever the bits are, is predicted alike on every machine, and is rounded no further than asked. */
#include "coder_motion.h"

#include "codec/pack/block.h"
#include "columns/coder/motion.h"

#include <limits.h>

enum { VALUE_BYTES = 92, ROWS = 600 };

/* A hand is at the end of an arm, which turns as it does. */
static void add_arm(reel_pose *hand)
{
    const reel_quaternion q = hand->rotation;
    hand->position.x += 2 * (q.x * q.z + q.w * q.y);
    hand->position.y += 2 * (q.y * q.z - q.w * q.x);
    hand->position.z += 1 - 2 * (q.x * q.x + q.y * q.y);
}

static void motion_is_smaller_than_its_values(void **state)
{
    (void)state;
    bsor_frame *frames = swing_frames(4096, 1);
    for (size_t i = 0; i < 4096; i++) {
        add_arm(&frames[i].left_hand);
        add_arm(&frames[i].right_hand);
    }
    size_t fast = trip(&bsor_frames, frames, 4096, CODER_FAST, UINT64_MAX);
    size_t fitted = trip(&bsor_frames, frames, 4096, CODER_DEFAULT, UINT64_MAX);
    assert_true(fast < (size_t)4096 * VALUE_BYTES * 7 / 10);
    if (fitted >= fast * 99 / 100) fail_msg("%zu bytes with coefficients, %zu without", fitted, fast);
    free(frames);
}

static uint32_t strange_bits(uint64_t *seed)
{
    static const uint32_t bits[] = { 0,           0x80000000u, 0x7f800000u, 0xff800000u, 0x7fc00000u, 0x7f800001u,
                                     0xffbfffffu, 1,           0x807fffffu, 0x7f7fffffu, 0xff7fffffu, 0x461c4000u };
    uint32_t pick = motion_random(seed) % 16;
    return pick < sizeof bits / sizeof *bits ? bits[pick] : motion_random(seed) ^ motion_random(seed) << 16;
}

static void halves_take_half(void **state)
{
    (void)state;
    static const coder_level levels[] = { CODER_DEFAULT, CODER_FAST };
    for (size_t l = 0; l < 2; l++) {
        bsor_frame *whole = swing_frames(ROWS, 11), *halves = half_frames(ROWS, 11);
        size_t all = trip(&bsor_frames, whole, ROWS, levels[l], UINT64_MAX);
        size_t half = trip(&bsor_frames, halves, ROWS, levels[l], UINT64_MAX);
        if (half >= all / 2) fail_msg("%zu bytes of halves, %zu of floats", half, all);
        uint32_t odd = 0x3f800001;
        memcpy(&halves[ROWS - 1].left_hand.position.y, &odd, sizeof odd); /* one float among them: all are floats */
        trip(&bsor_frames, halves, ROWS, levels[l], UINT64_MAX);
        free(whole);
        free(halves);
    }
}

static void any_grain_comes_back(void **state)
{
    (void)state;
    for (unsigned zeros = 0; zeros <= 32; zeros++) {
        uint64_t seed = zeros + 40;
        bsor_frame *frames = grained_frames(100, seed, zeros < 32 ? ~UINT32_C(0) << zeros : 0);
        trip(&bsor_frames, frames, 100, CODER_DEFAULT, UINT64_MAX);
        trip(&bsor_frames, frames, 100, CODER_FAST, 0x3f);
        for (size_t i = 2; i < (size_t)100 * (VALUE_BYTES / 4); i += 5) {
            uint32_t bits = strange_bits(&seed) & (zeros < 32 ? ~UINT32_C(0) << zeros : 0);
            if (i % (VALUE_BYTES / 4) > 1) memcpy((uint8_t *)frames + 4 * i, &bits, sizeof bits);
        }
        trip(&bsor_frames, frames, 100, CODER_DEFAULT, UINT64_MAX);
        trip(&bsor_frames, frames, 100, CODER_FAST, UINT64_MAX);
        free(frames);
    }
}

/* Every so many values of smooth motion are replaced by any bits. */
static void every_bit_pattern_comes_back(void **state)
{
    (void)state;
    static const uint32_t every[] = { 1, 2, 7, 50, 1000 };
    for (size_t e = 0; e < sizeof every / sizeof *every; e++) {
        uint64_t seed = e + 5;
        bsor_frame *frames = swing_frames(ROWS, seed);
        for (size_t i = 0; i < (size_t)ROWS * (VALUE_BYTES / 4); i++) {
            uint32_t bits = strange_bits(&seed);
            if (motion_random(&seed) % every[e] == 0) memcpy((uint8_t *)frames + 4 * i, &bits, sizeof bits);
        }
        for (size_t count = 1; count <= ROWS; count = count * 2 + 1) {
            trip(&bsor_frames, frames, count, CODER_FAST, UINT64_MAX);
            trip(&bsor_frames, frames, count, CODER_DEFAULT, UINT64_MAX);
        }
        free(frames);
    }
}

static void signs_of_quaternions_may_change_at_any_row(void **state)
{
    (void)state;
    bsor_frame *frames = swing_frames(ROWS, 3);
    for (size_t i = 0; i < ROWS; i++) {
        reel_quaternion *q = i % 3 ? &frames[i].left_hand.rotation : &frames[i].head.rotation;
        if (i % 7 == 0) *q = (reel_quaternion){ -q->x, -q->y, -q->z, -q->w };
    }
    assert_true(trip(&bsor_frames, frames, ROWS, CODER_DEFAULT, UINT64_MAX) < (size_t)ROWS * VALUE_BYTES * 7 / 10);
    assert_true(trip(&bsor_frames, frames, ROWS, CODER_FAST, UINT64_MAX) < (size_t)ROWS * VALUE_BYTES * 7 / 10);
    free(frames);
}

static void a_device_at_rest_takes_no_bytes_of_a_row(void **state)
{
    (void)state;
    bsor_frame *frames = swing_frames(ROWS, 7);
    size_t moving = trip(&bsor_frames, frames, ROWS, CODER_DEFAULT, UINT64_MAX);
    for (size_t i = 0; i < ROWS; i++) frames[i].head = frames[i].right_hand = frames[0].head;
    size_t one = trip(&bsor_frames, frames, ROWS, CODER_DEFAULT, UINT64_MAX);
    if (one >= moving * 2 / 5) fail_msg("%zu bytes of one device, %zu of three", one, moving);
    for (size_t i = 0; i < ROWS; i++) frames[i].left_hand = frames[0].head;
    size_t none = trip(&bsor_frames, frames, ROWS, CODER_FAST, UINT64_MAX);
    if (none >= moving / 10) fail_msg("%zu bytes of no device, %zu of three", none, moving);
    free(frames);
}

static void any_part_of_a_pose_can_be_left_out(void **state)
{
    (void)state;
    bsor_frame *frames = swing_frames(ROWS, 4);
    for (uint64_t wanted = 0; wanted < 256; wanted += by_effort(1, 1, 5)) {
        trip(&bsor_frames, frames, ROWS, CODER_DEFAULT, wanted);
        trip(&bsor_frames, frames, ROWS, CODER_FAST, wanted);
    }
    free(frames);
}

/* The number of the column of the first pose, whose first byte says its kind. */
static unsigned kind_of_motion(const reel_memory *block)
{
    reel_cursor in = { .at = block->data + 1, .end = block->data + block->size, .end_offset = block->size };
    for (unsigned kind = UINT_MAX; reel_left(&in) && !in.failed;) {
        uint64_t field = reel_get_leb128(&in), size = reel_get_leb128(&in);
        const uint8_t *column = reel_take(&in, (size_t)size);
        if (column) kind = *column >> 4;
        if (column && strcmp(bsor_frames.fields[field].name, "head_position") == 0) return kind;
    }
    fail_msg("a block without poses");
    return UINT_MAX;
}

/* At the fastest level many rows are planes of bytes, and few ones, or those that are rounded, are what the fast level makes of them. */
static void many_rows_are_planes_at_the_fastest_level(void **state)
{
    (void)state;
    enum { MANY = 4096, LEAST = 2048 };
    static const coder_options fast = { .level = CODER_FAST }, fastest = { .level = CODER_FASTEST },
                               rounded = { .level = CODER_FASTEST, .position_step = 0.001, .rotation_step = 0.1 };
    if (!reel__block_known(BLOCK_ZSTD)) {
        printf("skipped: planes need libzstd\n");
        return;
    }
    bsor_frame *frames = swing_frames(MANY, 9), *halves = half_frames(MANY, 10);
    static const struct {
        size_t count;
        const coder_options *options;
        unsigned kind;
    } blocks[] = {
        { MANY, &fastest, 0 }, { LEAST, &fastest, 0 }, { LEAST - 1, &fastest, 2 }, { MANY, &fast, 2 }, { MANY, &rounded, 2 }
    };
    for (size_t b = 0; b < sizeof blocks / sizeof *blocks; b++) {
        reel_memory block = trip_encode(&bsor_frames, frames, blocks[b].count, blocks[b].options);
        if (kind_of_motion(&block) != blocks[b].kind) fail_msg("motion of kind %u in block %zu", kind_of_motion(&block), b);
        reel_memory_free(&block);
    }
    reel_memory few = trip_encode(&bsor_frames, frames, LEAST - 1, &fast),
                same = trip_encode(&bsor_frames, frames, LEAST - 1, &fastest);
    assert_int_equal(few.size, same.size);
    assert_memory_equal(few.data, same.data, few.size);
    reel_memory_free(&few);
    reel_memory_free(&same);
    size_t whole = trip(&bsor_frames, frames, MANY, CODER_FASTEST, UINT64_MAX),
           half = trip(&bsor_frames, halves, MANY, CODER_FASTEST, UINT64_MAX);
    if (whole >= (size_t)MANY * VALUE_BYTES * 8 / 10) fail_msg("%zu bytes of planes", whole);
    if (half >= whole * 7 / 10) fail_msg("%zu bytes of halves, %zu of floats", half, whole);
    free(frames);
    free(halves);
}

/* Steps back and forth over all of the range of floats: the widths of planes, and sums that wrap. */
static void planes_bring_back_every_bit(void **state)
{
    (void)state;
    enum { MANY = 2500 };
    static const uint32_t every[] = { 1, 2, 50, 1000 };
    for (size_t e = 0; e < sizeof every / sizeof *every; e++) {
        uint64_t seed = e + 21;
        bsor_frame *frames = swing_frames(MANY, seed);
        for (size_t i = 0; i < (size_t)MANY * (VALUE_BYTES / 4); i++) {
            uint32_t bits = strange_bits(&seed);
            if (motion_random(&seed) % every[e] == 0) memcpy((uint8_t *)frames + 4 * i, &bits, sizeof bits);
        }
        for (size_t i = 0; i < MANY; i++)
            frames[i].left_hand.position.y = reel_float_of(0x3f800000u + (uint32_t)(i % 5) * 0x4321u);
        trip(&bsor_frames, frames, MANY, CODER_FASTEST, UINT64_MAX);
        trip(&bsor_frames, frames, MANY, CODER_FASTEST, UINT64_C(0x55));
        free(frames);
    }
}

/* Figures of this machine are those of every other: compilers, optimisation levels and processors differ in nothing that is coded. */
static void predictions_are_the_same_doubles_everywhere(void **state)
{
    (void)state;
    coder_field fields[TRIP_FIELDS];
    coder_table table = coder_table_of(&bsor_frames, fields);
    reel_allocator allocator = reel__memory_allocator(NULL);
    bsor_frame *frames = swing_frames(3000, 6);
    uint64_t hash = reel__motion_prediction_hash(&table, frames, 3000, &allocator);
    printf("hash of the predictions: %016llx\n", (unsigned long long)hash);
    assert_true(hash == UINT64_C(0x83390ce19885fef0));
    free(frames);
}

/* ---- rounding --------------------------------------------------------------------------------------------------- */

static double dot(reel_quaternion a, reel_quaternion b)
{
    return (double)a.x * (double)b.x + (double)a.y * (double)b.y + (double)a.z * (double)b.z + (double)a.w * (double)b.w;
}

static void assert_near(const reel_pose *a, const reel_pose *b, double step, double degrees)
{
    double distance = fabs((double)a->position.x - (double)b->position.x),
           y = fabs((double)a->position.y - (double)b->position.y), z = fabs((double)a->position.z - (double)b->position.z);
    if (!(distance <= step && y <= step && z <= step)) fail_msg("a position is %g %g %g off", distance, y, z);
    double cosine = fabs(dot(a->rotation, b->rotation)) / sqrt(dot(a->rotation, a->rotation) * dot(b->rotation, b->rotation));
    double angle = 2 * acos(cosine < 1 ? cosine : 1) * 57.29577951308232;
    if (!(angle <= degrees * 1.01 + 0.001)) fail_msg("a rotation is %g degrees off", angle);
}

static size_t rounded_trip(const bsor_frame *frames, size_t count, double step, double degrees, bsor_frame **back)
{
    coder_options options = { .level = CODER_DEFAULT, .position_step = step, .rotation_step = degrees };
    reel_memory block = trip_encode(&bsor_frames, frames, count, &options);
    uint8_t *rows;
    reel_chunk *chunk;
    assert_int_equal(trip_decode(&bsor_frames, block.data, block.size, count, UINT64_MAX, &rows, &chunk, NULL), REEL_OK);
    *back = (bsor_frame *)rows;
    size_t size = block.size;
    reel__chunk_free(chunk);
    reel_memory_free(&block);
    return size;
}

static void rounded_motion_is_within_its_bounds(void **state)
{
    (void)state;
    static const double steps[][2] = { { 0.0001, 0.05 }, { 0.001, 0.5 }, { 0.01, 5 } };
    bsor_frame *frames = swing_frames(ROWS, 8), *back;
    for (size_t i = 0; i < ROWS; i += 40) {
        reel_quaternion *q = &frames[i].right_hand.rotation;
        *q = (reel_quaternion){ -q->x, -q->y, -q->z, -q->w };
        frames[i].left_hand.rotation = (reel_quaternion){ 0.5f, i % 80 ? 0.5f : -0.5f, 0.5f, -0.5f };
    }
    size_t last = SIZE_MAX;
    for (size_t s = 0; s < sizeof steps / sizeof *steps; s++) {
        size_t size = rounded_trip(frames, ROWS, steps[s][0], steps[s][1], &back);
        for (size_t i = 0; i < ROWS; i++) {
            assert_near(&frames[i].head, &back[i].head, steps[s][0], steps[s][1]);
            assert_near(&frames[i].left_hand, &back[i].left_hand, steps[s][0], steps[s][1]);
            assert_near(&frames[i].right_hand, &back[i].right_hand, steps[s][0], steps[s][1]);
            assert_true(dot(frames[i].right_hand.rotation, back[i].right_hand.rotation) > 0);
            assert_memory_equal(&frames[i].time, &back[i].time, sizeof frames[i].time);
            assert_int_equal(frames[i].fps, back[i].fps);
        }
        assert_true(size < last);
        last = size;
        free(back);
    }
    assert_true(last < (size_t)ROWS * VALUE_BYTES / 5);
    free(frames);
}

/* No bound can be kept for these, so their bits are. */
static void poses_that_cannot_be_rounded_are_exact(void **state)
{
    (void)state;
    static const uint32_t bits[] = { 0x7fc01234u, 0x7f800000u, 0x49742400u /* 10^6 */ };
    bsor_frame *frames = swing_frames(ROWS, 9), *back;
    for (size_t i = 0; i < 3; i++) memcpy(&frames[i * 100].head.position.y, &bits[i], sizeof bits[i]);
    frames[0].left_hand.rotation = frames[350].left_hand.rotation = (reel_quaternion){ 0, 0, 0, 0 };
    rounded_trip(frames, ROWS, 0.0001, 0.05, &back);
    for (size_t i = 0; i < 3; i++) assert_memory_equal(&frames[i * 100].head, &back[i * 100].head, sizeof frames->head);
    assert_memory_equal(&frames[0].left_hand, &back[0].left_hand, sizeof frames->left_hand);
    assert_memory_equal(&frames[350].left_hand, &back[350].left_hand, sizeof frames->left_hand);
    assert_near(&frames[351].left_hand, &back[351].left_hand, 0.0001, 0.05);
    free(back);
    free(frames);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(motion_is_smaller_than_its_values),
        cmocka_unit_test(every_bit_pattern_comes_back),
        cmocka_unit_test(a_device_at_rest_takes_no_bytes_of_a_row),
        cmocka_unit_test(signs_of_quaternions_may_change_at_any_row),
        cmocka_unit_test(any_part_of_a_pose_can_be_left_out),
        cmocka_unit_test(predictions_are_the_same_doubles_everywhere),
        cmocka_unit_test(rounded_motion_is_within_its_bounds),
        cmocka_unit_test(poses_that_cannot_be_rounded_are_exact),
        cmocka_unit_test(halves_take_half),
        cmocka_unit_test(any_grain_comes_back),
        cmocka_unit_test(many_rows_are_planes_at_the_fastest_level),
        cmocka_unit_test(planes_bring_back_every_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
