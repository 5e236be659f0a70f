/* SPDX-License-Identifier: MIT
 * gzip unpacked at once by libdeflate gives what zlib gives: the codec as it is built, beside the same code without libdeflate. A build that
 * has no libdeflate compares zlib with itself. */
#ifdef REEL_WITH_LIBDEFLATE
#define BUILT_WITH_LIBDEFLATE 1
#undef REEL_WITH_LIBDEFLATE
#else
#define BUILT_WITH_LIBDEFLATE 0
#endif
#define reel__unpack_gzip zlib_gzip /* the library has both names */
#define reel__unpack_gzip_hint zlib_gzip_hint
#include "codec/pack/gzip.c"
#undef reel__unpack_gzip
#undef reel__unpack_gzip_hint

#include "codec/pack/block.h"
#include "codec/pack/unpack.h"
#include "core/budget.h"
#include "core/memory.h"
#include "support.h"

#ifdef REEL_WITH_ZLIB

extern const unpack_codec reel__unpack_gzip;
size_t reel__unpack_gzip_hint(const uint8_t *at, const uint8_t *end);

enum { ROOM = 300000 };

typedef struct outcome {
    reel_status status;
    size_t used, made;
    uint8_t *data;
} outcome;

/* One member, into a buffer of `room` bytes at a time. */
static outcome unpack_with(const unpack_codec *codec, const uint8_t *packed, size_t size, size_t room)
{
    test_allocator own = { 0 };
    reel_allocator allocator = test_allocator_of(&own);
    outcome o = { .data = malloc(ROOM) };
    void *state = codec->start(&allocator);
    assert_non_null(o.data);
    assert_non_null(state);
    assert_int_equal(codec->member(state, UINT64_MAX), REEL_OK);
    const uint8_t *at = packed;
    for (;;) {
        size_t made = 0, left = ROOM - o.made < room ? ROOM - o.made : room;
        const uint8_t *before = at;
        o.status = codec->step(state, &at, packed + size, o.data + o.made, left, &made);
        o.made += made;
        if (o.status != REEL_OK || (!made && at == before)) break;
    }
    o.used = (size_t)(at - packed);
    codec->stop(state);
    assert_int_equal(own.live, 0);
    return o;
}

static void compare(const uint8_t *packed, size_t size, const char *what, size_t number)
{
    static const size_t rooms[] = { ROOM, 5000, 100 };
    for (size_t r = 0; r < sizeof rooms / sizeof *rooms; r++) {
        outcome built = unpack_with(&reel__unpack_gzip, packed, size, rooms[r]),
                plain = unpack_with(&zlib_gzip, packed, size, rooms[r]);
        bool same = built.status == plain.status && built.used == plain.used && built.made == plain.made &&
                    memcmp(built.data, plain.data, plain.made) == 0;
        if (!same)
            fail_msg("%s %zu, room %zu: status %d and %d, used %zu and %zu, made %zu and %zu", what, number, rooms[r],
                     (int)built.status, (int)plain.status, built.used, plain.used, built.made, plain.made);
        free(built.data);
        free(plain.data);
    }
}

/* Text with some repetition and some noise, packed. */
static reel_memory packed_sample(size_t size, int level)
{
    uint8_t *data = malloc(size + 1);
    assert_non_null(data);
    uint32_t noise = 12345;
    for (size_t i = 0; i < size; i++) {
        noise = noise * 1664525 + 1013904223;
        data[i] = (i / 40) % 3 ? (uint8_t)("a line that comes again "[i % 24]) : (uint8_t)(noise >> 24);
    }
    reel_allocator allocator = reel__memory_allocator(NULL);
    reel_memory packed = { .allocator = allocator };
    assert_int_equal(reel__block_pack(BLOCK_GZIP, level, data, size, &allocator, &packed), REEL_OK);
    free(data);
    return packed;
}

static void sound_members_are_the_same_at_every_level(void **state)
{
    (void)state;
    static const size_t sizes[] = { 0, 1, 300, 4999, 5000, 70000, ROOM };
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int level = 0; level < 10; level += 3) {
            reel_memory packed = packed_sample(sizes[s], level);
            compare(packed.data, packed.size, "level", (size_t)level);
            free(packed.data);
        }
}

static void members_cut_anywhere_are_the_same(void **state)
{
    (void)state;
    reel_memory packed = packed_sample(1500, 6);
    for (size_t cut = 0; cut < packed.size; cut++) compare(packed.data, cut, "cut", cut);
    free(packed.data);
}

static void members_with_a_flipped_bit_are_the_same(void **state)
{
    (void)state;
    for (int level = 0; level < 7; level += 6) {
        reel_memory packed = packed_sample(1200, level);
        for (size_t bit = 0; bit < 8 * packed.size; bit += by_effort(1, 1, 3)) {
            packed.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
            compare(packed.data, packed.size, "bit", bit);
            packed.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
        free(packed.data);
    }
}

static void members_with_bytes_behind_them_are_the_same(void **state)
{
    (void)state;
    reel_memory packed = packed_sample(3000, 6);
    size_t size = packed.size;
    for (uint32_t stated = 1000; stated < 10000; stated += 1000) {
        uint8_t trailer[8] = { 'r', 'e', 's', 't' };
        reel_store_u32le(trailer + 4, stated);
        packed.size = size;
        assert_true(memory_add(&packed, trailer, sizeof trailer));
        compare(packed.data, packed.size, "stated", stated);
    }
    free(packed.data);
}

static void the_stated_size_is_believed_within_reason(void **state)
{
    (void)state;
    reel_memory packed = packed_sample(3000, 6);
    const uint8_t *end = packed.data + packed.size;
    assert_int_equal(reel__unpack_gzip_hint(packed.data, end), BUILT_WITH_LIBDEFLATE ? 3000 : 0);
    assert_int_equal(reel__unpack_gzip_hint(packed.data, packed.data + 17), 0);
    packed.data[3] = 2; /* a checksum of the header, which libdeflate would not check */
    assert_int_equal(reel__unpack_gzip_hint(packed.data, end), 0);
    packed.data[3] = 0;
    reel_store_u32le(packed.data + packed.size - 4, UINT32_MAX); /* more than deflate can make of so few bytes */
    assert_int_equal(reel__unpack_gzip_hint(packed.data, end), 0);
    free(packed.data);
}

/* A stream in memory that states `stated` bytes: what is read of it in pieces. */
static reel_status read_stream(const reel_memory *packed, uint64_t limit, uint64_t *made)
{
    const reel_limits limits = reel__budget_limits(&(reel_limits){ .unpacked_bytes = limit });
    test_allocator own = { 0 };
    reel_allocator allocator = test_allocator_of(&own);
    reel_budget budget = reel__budget_of(&limits, NULL, NULL);
    reel_source outer;
    reel_error error;
    uint8_t piece[700];
    size_t got;
    reel__budget_read(&budget, packed->size);
    assert_int_equal(reel__unpack_open(reel_source_memory(packed->data, packed->size), packed->data, packed->size, &budget,
                                       &allocator, &outer, &error),
                     REEL_OK);
    reel_status status;
    *made = 0;
    while ((status = outer.read(outer.context, piece, sizeof piece, &got, &error)) == REEL_OK) *made += got;
    outer.close(outer.context);
    assert_int_equal(own.live, 0);
    return status;
}

static void a_stream_keeps_to_the_budget_whatever_it_states(void **state)
{
    (void)state;
    static const uint32_t stated[] = { 0, 1, 2999, 50000, 50001, 60000, UINT32_MAX };
    for (size_t i = 0; i < sizeof stated / sizeof *stated; i++) {
        reel_memory packed = packed_sample(50000, 6);
        uint64_t made;
        bool sound = stated[i] == 50000;
        reel_store_u32le(packed.data + packed.size - 4, stated[i]);
        assert_int_equal(read_stream(&packed, 100000, &made), sound ? REEL_END : REEL_CORRUPT);
        assert_int_equal(made, 50000);
        assert_int_equal(read_stream(&packed, 40000, &made), REEL_LIMIT);
        assert_int_equal(made, 40001);
        free(packed.data);
    }
}

static void blocks_are_the_same_one_after_another(void **state)
{
    (void)state;
    static const size_t sizes[] = { 10, 100000, 3000, 250000, 70000, 0, 600000, 20000 };
    block_reader block = { .allocator = reel__memory_allocator(NULL), .codec = BLOCK_GZIP };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        reel_memory packed = packed_sample(sizes[i], 2);
        assert_int_equal(reel__block_start(&block, packed.data, packed.size, SIZE_MAX), REEL_OK);
        reel_status status = reel__block_unpack(&block, 4096);
        if (status == REEL_OK) status = reel__block_unpack(&block, 1 << 20);
        assert_int_equal(status, REEL_END);
        assert_int_equal(block.made, sizes[i]);
        assert_true(block.at == packed.data + packed.size);
        assert_true(block.capacity <= 1 << 20);
        free(packed.data);
    }
    reel__block_free(&block);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sound_members_are_the_same_at_every_level),
        cmocka_unit_test(members_cut_anywhere_are_the_same),
        cmocka_unit_test(members_with_a_flipped_bit_are_the_same),
        cmocka_unit_test(members_with_bytes_behind_them_are_the_same),
        cmocka_unit_test(the_stated_size_is_believed_within_reason),
        cmocka_unit_test(a_stream_keeps_to_the_budget_whatever_it_states),
        cmocka_unit_test(blocks_are_the_same_one_after_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
    printf("built without zlib\n");
    return 0;
}

#endif
