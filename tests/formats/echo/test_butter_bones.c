/* SPDX-License-Identifier: MIT
 * Skeletons of .butter: whichever bones a frame has and however long their numbers are, each becomes what plain arithmetic makes of it,
 * to the bit. */
#include "support.h"

#include "formats/echo/butter/frames.h"

enum { ROUNDS = 3000, FRAME_BYTES = 1 + 6 + WIRE_BONES * (3 * 9 + 4) };

/* ---- numbers that look random ------------------------------------------------------------------------------------------- */

static uint64_t seed = 1;

static uint32_t next(void)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(seed >> 33);
}

static int64_t next_step(unsigned widest)
{
    int64_t size = (int64_t)(((uint64_t)next() << 31 | next()) & ((UINT64_C(1) << (1 + next() % widest)) - 1));
    return next() & 1 ? -size : size;
}

/* ---- plain arithmetic --------------------------------------------------------------------------------------------------- */

typedef struct plain_bone {
    double position[3], rotation[4];
} plain_bone;

static void turn_plainly(plain_bone *bone, uint32_t bits)
{
    double a[4], rest = 1;
    unsigned dropped = bits & 3;
    for (unsigned i = 0, shift = 2; i < 4; i++) {
        if (i == dropped) continue;
        a[i] = (double)(bits >> shift & 1023) / 1023 * 1.41421356 - 0.70710678;
        rest -= a[i] * a[i];
        shift += 10;
    }
    a[dropped] = sqrt(rest > 0 ? rest : 0);
    const double *q = bone->rotation, b[4] = { q[0], q[1], q[2], q[3] };
    bone->rotation[0] = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    bone->rotation[1] = a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2];
    bone->rotation[2] = a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0];
    bone->rotation[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
}

/* Puts a skeleton into `to` and does to `bones` what it says. */
static uint8_t *add_skeleton(uint8_t *to, plain_bone *bones, uint32_t places, uint32_t rotations, unsigned widest, bool w_dropped)
{
    for (unsigned i = 0; i < 3; i++) *to++ = (uint8_t)(places >> 8 * i);
    for (unsigned i = 0; i < 3; i++) *to++ = (uint8_t)(rotations >> 8 * i);
    for (unsigned i = 0; i < WIRE_BONES; i++)
        for (unsigned axis = 0; places >> i & 1 && axis < 3; axis++) {
            int64_t step = next_step(widest);
            to += reel__wire_put_signed(to, step);
            bones[i].position[axis] += (double)step / 4096;
        }
    for (unsigned i = 0; i < WIRE_BONES; i++) {
        if (!(rotations >> i & 1)) continue;
        uint32_t bits = next() << 1 | (w_dropped ? 3 : next() & 3);
        if (w_dropped) bits |= 3;
        reel_store_u32le(to, bits);
        turn_plainly(&bones[i], bits);
        to += 4;
    }
    return to;
}

/* ---- the test ----------------------------------------------------------------------------------------------------------- */

static bool same_bits(float a, double b)
{
    float rounded = (float)b;
    return memcmp(&a, &rounded, sizeof a) == 0;
}

static void same_bones(const echo_bone *rows, const plain_bone *bones)
{
    for (unsigned i = 0; i < WIRE_BONES; i++) {
        const echo_bone *row = &rows[i];
        const float position[3] = { row->position.x, row->position.y, row->position.z };
        const float rotation[4] = { row->rotation.x, row->rotation.y, row->rotation.z, row->rotation.w };
        for (unsigned axis = 0; axis < 3; axis++) assert_true(same_bits(position[axis], bones[i].position[axis]));
        for (unsigned part = 0; part < 4; part++) assert_true(same_bits(rotation[part], bones[i].rotation[part]));
        assert_int_equal(row->bone, i);
    }
}

static void bones_are_what_plain_arithmetic_makes_of_them(void **state)
{
    (void)state;
    frame_state *frames = calloc(1, sizeof *frames);
    assert_non_null(frames);
    frames->ideal = true;
    plain_bone bones[WIRE_BONES];
    const uint32_t all = (1u << WIRE_BONES) - 1;
    for (unsigned i = 0; i < WIRE_BONES; i++) bones[i] = (plain_bone){ .rotation = { 0, 0, 0, 1 } };
    for (unsigned n = 0; n < ROUNDS; n++) {
        uint8_t bytes[FRAME_BYTES] = { 1u << 1 | 1u };
        const uint8_t *at = bytes;
        echo_bone rows[WIRE_BONES], *out = rows;
        uint32_t places = n % 3 ? all : next() & all, rotations = n % 5 ? all : next() & all;
        uint8_t *end = add_skeleton(bytes + 1, bones, places, rotations, n % 7 ? 6 : n % 2 ? 9 : 40, n % 4 != 0);
        if (n) frames->keyframe = UINT32_MAX;
        reel__frames_decode_bones(frames, &at, &out);
        assert_ptr_equal(at, end);
        assert_ptr_equal(out, rows + WIRE_BONES);
        same_bones(rows, bones);
        frames->frame++;
    }
    free(frames);
}

/* ---- as the reference decoder does it ----------------------------------------------------------------------------------- */

typedef struct single_bone {
    float position[3];
    reel_quaternion rotation;
} single_bone;

/* Rounded to single precision, whatever the compiler would like to keep. */
static float times(float a, float b)
{
    volatile float product = a * b;
    return product;
}

static float plus(float a, float b)
{
    volatile float sum = a + b;
    return sum;
}

/* Quaternion.Multiply of .NET: the cross and the dot product first, then each part from left to right. */
static reel_quaternion product_of(reel_quaternion a, reel_quaternion b)
{
    float cx = plus(times(a.y, b.z), -times(a.z, b.y)), cy = plus(times(a.z, b.x), -times(a.x, b.z)),
          cz = plus(times(a.x, b.y), -times(a.y, b.x));
    float dot = plus(plus(times(a.x, b.x), times(a.y, b.y)), times(a.z, b.z));
    return (reel_quaternion){ plus(plus(times(a.x, b.w), times(b.x, a.w)), cx), plus(plus(times(a.y, b.w), times(b.y, a.w)), cy),
                              plus(plus(times(a.z, b.w), times(b.z, a.w)), cz), plus(times(a.w, b.w), -dot) };
}

static uint8_t *add_single_skeleton(uint8_t *to, single_bone *bones, uint32_t places, uint32_t rotations)
{
    for (unsigned i = 0; i < 3; i++) *to++ = (uint8_t)(places >> 8 * i);
    for (unsigned i = 0; i < 3; i++) *to++ = (uint8_t)(rotations >> 8 * i);
    for (unsigned i = 0; i < WIRE_BONES; i++)
        for (unsigned axis = 0; places >> i & 1 && axis < 3; axis++) {
            int64_t step = next_step(13);
            to += reel__wire_put_signed(to, step);
            bones[i].position[axis] = plus(bones[i].position[axis], (float)((double)(step + 8192) / 16384 * 4 - 2));
        }
    for (unsigned i = 0; i < WIRE_BONES; i++) {
        if (!(rotations >> i & 1)) continue;
        reel_quaternion turn;
        uint32_t bits = next() << 1 | (next() & 1);
        reel_store_u32le(to, bits);
        wire_quaternion_faithful(bits, &turn);
        bones[i].rotation = product_of(turn, bones[i].rotation);
        to += 4;
    }
    return to;
}

static void reset_single(single_bone *bones)
{
    for (unsigned i = 0; i < WIRE_BONES; i++) bones[i] = (single_bone){ .rotation = { 0, 0, 0, 1 } };
}

static void same_single_bones(const echo_bone *rows, const single_bone *bones)
{
    for (unsigned i = 0; i < WIRE_BONES; i++) {
        assert_memory_equal(&rows[i].position, bones[i].position, sizeof rows[i].position);
        assert_memory_equal(&rows[i].rotation, &bones[i].rotation, sizeof rows[i].rotation);
    }
}

/* Skeletons begin again at a key frame, and those that come later begin when they come. */
static void faithful_bones_are_rounded_at_each_step(void **state)
{
    (void)state;
    enum { PLAYERS = 2, KEY_EVERY = 9 };
    frame_state *frames = calloc(1, sizeof *frames);
    assert_non_null(frames);
    single_bone bones[PLAYERS][WIRE_BONES];
    const uint32_t all = (1u << WIRE_BONES) - 1;
    unsigned last = 0;
    for (unsigned n = 0; n < 300; n++) {
        unsigned count = n % 7 == 3 ? 0 : 1 + n / 5 % PLAYERS;
        uint8_t bytes[PLAYERS * FRAME_BYTES] = { (uint8_t)(count ? count << 1 | 1 : 0) };
        const uint8_t *at = bytes;
        uint8_t *end = bytes + 1;
        echo_bone rows[PLAYERS * WIRE_BONES], *out = rows;
        if (n % KEY_EVERY == 0) last = 0;
        for (unsigned player = 0; player < count; player++) {
            if (player >= last) reset_single(bones[player]);
            end = add_single_skeleton(end, bones[player], n % 3 ? all : next() & all, n % 4 ? all : next() & all);
        }
        frames->keyframe = n / KEY_EVERY * KEY_EVERY;
        frames->frame = n;
        reel__frames_decode_bones(frames, &at, &out);
        assert_ptr_equal(at, end);
        assert_ptr_equal(out, rows + count * WIRE_BONES);
        for (unsigned player = 0; player < count; player++) same_single_bones(rows + player * WIRE_BONES, bones[player]);
        last = count;
    }
    free(frames);
}

/* In the file the differences go on over key frames, unless the number of skeletons changes; nobody may want the rows. */
static void skeletons_begin_again_when_their_number_changes(void **state)
{
    (void)state;
    enum { PLAYERS = 2 };
    frame_state *frames = calloc(1, sizeof *frames);
    assert_non_null(frames);
    frames->ideal = true;
    plain_bone bones[PLAYERS][WIRE_BONES];
    unsigned last = 0;
    uint64_t carried = 0;
    for (unsigned n = 0; n < 120; n++) {
        unsigned count = 1 + n / 8 % PLAYERS;
        uint8_t bytes[PLAYERS * FRAME_BYTES] = { (uint8_t)(count << 1 | 1) };
        const uint8_t *at = bytes;
        uint8_t *end = bytes + 1;
        echo_bone rows[PLAYERS * WIRE_BONES], *out = n % 2 ? rows : NULL;
        for (unsigned player = 0; player < count; player++) {
            for (unsigned i = 0; i < WIRE_BONES && count != last; i++)
                bones[player][i] = (plain_bone){ .rotation = { 0, 0, 0, 1 } };
            end = add_skeleton(end, bones[player], next() & 0x7fffff, next() & 0x7fffff, 6, false);
        }
        bool key = n % 3 == 0;
        carried += key && count == last;
        frames->frame = n;
        frames->keyframe = key ? n : UINT32_MAX;
        reel__frames_decode_bones(frames, &at, &out);
        assert_ptr_equal(at, end);
        for (unsigned player = 0; out && player < count; player++) same_bones(rows + player * WIRE_BONES, bones[player]);
        last = count;
    }
    assert_int_equal(frames->counts.carried_bones, carried);
    free(frames);
}

/* Of eight bytes, one in each place and of each value. */
static void longer_numbers_are_seen_among_eight_bytes(void **state)
{
    (void)state;
    for (unsigned place = 0; place < 8; place++)
        for (unsigned byte = 0; byte < 256; byte++) {
            uint64_t others = byte & 1 ? UINT64_C(0xf0f0f0f0f0f0f0f0) : 0;
            uint64_t bytes = (others & ~((uint64_t)255 << 8 * place)) | (uint64_t)byte << 8 * place;
            assert_int_equal(wire_longer(bytes) != 0, wire_signed_size((uint8_t)byte) > 1);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bones_are_what_plain_arithmetic_makes_of_them),
        cmocka_unit_test(faithful_bones_are_rounded_at_each_step),
        cmocka_unit_test(skeletons_begin_again_when_their_number_changes),
        cmocka_unit_test(longer_numbers_are_seen_among_eight_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
