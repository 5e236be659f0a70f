/* SPDX-License-Identifier: MIT
 * bzip2: packed and unpacked, over blocks and streams, cut, damaged, beyond its limit; and packed to the bytes that bzip2 1.0 makes. */
#include "support.h"

#include "codec/pack/bzip2.h"
#include "core/budget.h"
#include "core/memory.h"
#include "core/output.h"

static uint32_t chance_state = 1;
static uint32_t chance(void) { return chance_state = chance_state * 1664525u + 1013904223u; }

static reel_memory pack(const uint8_t *data, size_t size, size_t step)
{
    reel_memory packed;
    reel_error error;
    reel_output out;
    test_allocator counted = { 0 };
    reel_allocator allocator = test_allocator_of(&counted);
    reel_sink sink = reel_sink_memory(&packed, NULL);
    assert_true(reel__output_open(&out, &sink, &allocator, &error));
    bzip2_writer *writer = reel__bzip2_new(&out, &allocator);
    assert_non_null(writer);
    for (size_t at = 0; at < size; at += step) reel__bzip2_add(writer, data + at, size - at < step ? size - at : step);
    assert_true(reel__bzip2_end(writer));
    reel__bzip2_free(writer);
    assert_int_equal(reel__output_flush(&out), REEL_OK);
    reel__output_close(&out, &allocator);
    assert_int_equal(sink.commit(sink.context, &error), REEL_OK);
    assert_int_equal(counted.live, 0);
    return packed;
}

/* Unpacks all streams; what was unpacked before a failure is there. */
static reel_status unpack(const uint8_t *data, size_t size, reel_budget *budget, reel_memory *out, size_t *used,
                          reel_error *error)
{
    bzip2_reader *reader = calloc(1, sizeof *reader);
    test_allocator counted = { 0 };
    assert_non_null(reader);
    *out = (reel_memory){ .allocator = reel__memory_allocator(NULL) };
    reader->allocator = test_allocator_of(&counted);
    reader->budget = budget;
    reader->data = data;
    reader->size = size;
    reel_status status = REEL_OK;
    while (status == REEL_OK) status = reel__bzip2_block(reader, out, error);
    *used = reader->used;
    reel__bzip2_close(reader);
    assert_int_equal(counted.live, 0);
    free(reader);
    return status;
}

static void assert_returns(const uint8_t *data, size_t size)
{
    reel_memory packed = pack(data, size, size > 1000 ? 997 : size + 1), plain;
    reel_error error;
    size_t used;
    const reel_status status = unpack(packed.data, packed.size, NULL, &plain, &used, &error);
    if (status != REEL_END) fail_msg("%zu bytes: %s", size, error.message);
    assert_int_equal(used, packed.size);
    assert_int_equal(plain.size, size);
    if (size) assert_memory_equal(plain.data, data, size);
    reel_memory_free(&plain);
    reel_memory_free(&packed);
}

/* Runs, texts of few letters, repeated parts, noise. */
static void fill(uint8_t *data, size_t size, unsigned kind)
{
    const unsigned letters = kind % 3 == 0 ? 2 : kind % 3 == 1 ? 20 : 256;
    for (size_t i = 0; i < size;) {
        const uint8_t byte = (uint8_t)((chance() >> 16 & 0xffff) % letters);
        const size_t run = kind < 3 ? chance() >> 24 : 1, back = chance() >> 12;
        if (kind >= 6 && i > 300 && back % 4 == 0) {
            for (size_t n = 0; n < 200 && i < size; n++, i++) data[i] = data[i - 1 - back % 300];
            continue;
        }
        for (size_t n = 0; n <= run && i < size; n++) data[i++] = byte;
    }
}

static void everything_comes_back(void **state)
{
    (void)state;
    enum { MOST = 1000000 };
    uint8_t *data = malloc(MOST);
    assert_non_null(data);
    for (unsigned kind = 0; kind < 9; kind++)
        for (size_t size = 0; size < 40; size++) {
            fill(data, size, kind);
            assert_returns(data, size);
        }
    for (unsigned kind = 0; kind < 9; kind++) {
        fill(data, MOST, kind);
        assert_returns(data, 3000 + kind * 1000);
        if (kind % by_effort(4, 4, 9) == 0) assert_returns(data, MOST); /* several blocks */
    }
    memset(data, 'a', MOST);
    for (size_t size = 1; size < 1100; size += 1 + size / 300 * 7) assert_returns(data, size);
    assert_returns(data, MOST);
    free(data);
}

/* The longest periods are the hardest to sort: all rotations are equal up to their ends. */
static void texts_that_repeat_are_sorted_in_time(void **state)
{
    (void)state;
    const size_t size = by_effort(890000, 890000, 200000);
    uint8_t *data = malloc(size);
    assert_non_null(data);
    for (size_t period = 1; period < 400000; period = period * 29 + 1) {
        for (size_t i = 0; i < size; i++) data[i] = (uint8_t)(i % period % 251);
        assert_returns(data, size);
    }
    free(data);
}

/* Made by bzip2 1.0.8: "hello hello hello, hello." and a line feed, at level 9. */
static const uint8_t known[] = {
    0x42, 0x5a, 0x68, 0x39, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, 0x92, 0xa1, 0x0d, 0x6f, 0x00, 0x00, 0x05, 0x51,
    0x00, 0x00, 0x10, 0x40, 0x05, 0x02, 0x44, 0xa0, 0x00, 0x20, 0xaa, 0x4d, 0x3d, 0x4c, 0x84, 0x30, 0x23, 0xba,
    0x9c, 0x61, 0x3d, 0x58, 0x68, 0xf8, 0xbb, 0x92, 0x29, 0xc2, 0x84, 0x84, 0x95, 0x08, 0x6b, 0x78,
};

static void bytes_are_those_of_bzip2(void **state)
{
    static const char text[] = "hello hello hello, hello.\n";
    (void)state;
    reel_memory packed = pack((const uint8_t *)text, sizeof text - 1, 100);
    assert_int_equal(packed.size, sizeof known);
    assert_memory_equal(packed.data, known, sizeof known);
    reel_memory_free(&packed);
}

static void a_cut_anywhere_is_truncated(void **state)
{
    (void)state;
    reel_memory plain;
    reel_error error;
    size_t used;
    for (size_t size = 0; size < sizeof known; size++) {
        const reel_status status = unpack(known, size, NULL, &plain, &used, &error);
        if (size < 4)
            assert_int_equal(status, REEL_END); /* no stream begins */
        else
            assert_int_equal(status, REEL_TRUNCATED);
        reel_memory_free(&plain);
    }
}

/* No flip gives other bytes: a block has a checksum, which is verified before anything of it is returned. */
static void a_flip_gives_nothing_that_was_not_packed(void **state)
{
    (void)state;
    for (size_t bit = 0; bit < 8 * sizeof known; bit++) {
        uint8_t copy[sizeof known];
        reel_memory plain;
        reel_error error;
        size_t used;
        memcpy(copy, known, sizeof known);
        copy[bit / 8] ^= (uint8_t)(1u << bit % 8);
        unpack(copy, sizeof copy, NULL, &plain, &used, &error);
        assert_true(plain.size == 0 || (plain.size == 26 && memcmp(plain.data, "hello hello hello, hello.\n", 26) == 0));
        reel_memory_free(&plain);
    }
}

static void streams_follow_each_other(void **state)
{
    (void)state;
    uint8_t twice[2 * sizeof known + 3];
    reel_memory plain;
    reel_error error;
    size_t used;
    memcpy(twice, known, sizeof known);
    memcpy(twice + sizeof known, known, sizeof known);
    memcpy(twice + 2 * sizeof known, "end", 3);
    assert_int_equal(unpack(twice, sizeof twice, NULL, &plain, &used, &error), REEL_END);
    assert_int_equal(used, 2 * sizeof known);
    assert_int_equal(plain.size, 52);
    reel_memory_free(&plain);
}

/* What a block unpacks to is charged before memory is taken for it. */
static void a_bomb_is_charged(void **state)
{
    (void)state;
    const size_t size = by_effort(40000000, 40000000, 4000000);
    uint8_t *zeros = calloc(1, size);
    assert_non_null(zeros);
    reel_memory packed = pack(zeros, size, size), plain;
    reel_error error;
    size_t used;
    reel_limits limits = reel__budget_limits(&(reel_limits){ .unpacked_bytes = 1 << 20 });
    reel_budget budget = reel__budget_of(&limits, NULL, NULL);
    assert_true(packed.size < 200);
    assert_int_equal(unpack(packed.data, packed.size, &budget, &plain, &used, &error), REEL_LIMIT);
    assert_int_equal(plain.capacity, 0);
    reel_memory_free(&plain);
    reel_memory_free(&packed);
    free(zeros);
}

static void randomised_blocks_are_not_supported(void **state)
{
    (void)state;
    uint8_t copy[sizeof known];
    reel_memory plain;
    reel_error error;
    size_t used;
    memcpy(copy, known, sizeof known);
    copy[14] |= 0x80;
    assert_int_equal(unpack(copy, sizeof copy, NULL, &plain, &used, &error), REEL_UNSUPPORTED);
    assert_string_equal(error.rule, "unpack.randomised");
    reel_memory_free(&plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_comes_back),
        cmocka_unit_test(texts_that_repeat_are_sorted_in_time),
        cmocka_unit_test(bytes_are_those_of_bzip2),
        cmocka_unit_test(a_cut_anywhere_is_truncated),
        cmocka_unit_test(a_flip_gives_nothing_that_was_not_packed),
        cmocka_unit_test(streams_follow_each_other),
        cmocka_unit_test(a_bomb_is_charged),
        cmocka_unit_test(randomised_blocks_are_not_supported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
