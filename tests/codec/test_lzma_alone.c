/* SPDX-License-Identifier: MIT
 * LZMA-alone: packed and unpacked, in steps, cut, damaged, beyond its limit. */
#include "support.h"

#include "codec/pack/lzma.h"

enum { SIZE = 100000, LIMIT = 1 << 24 };

static uint8_t plain[SIZE];

static reel_memory pack(size_t size, bool marked)
{
    /* an output over a sink in memory, as the library makes one */
    static uint8_t buffer[8192];
    reel_memory memory;
    reel_error error;
    reel_sink sink = reel_sink_memory(&memory, NULL);
    reel_output out = { .at = buffer, .end = buffer + sizeof buffer, .buffer = buffer, .sink = &sink, .error = &error };
    test_allocator counted = { 0 };
    reel_allocator allocator = test_allocator_of(&counted);
    reel_status status = reel__lzma_alone_pack(&out, plain, size, marked, &allocator, &error);
    if (status == REEL_UNSUPPORTED) skip();
    assert_int_equal(status, REEL_OK);
    assert_int_equal(sink.write(sink.context, out.buffer, (size_t)(out.at - out.buffer), &error), REEL_OK);
    assert_int_equal(sink.commit(sink.context, &error), REEL_OK);
    return memory;
}

static int fill(void **state)
{
    (void)state;
    uint32_t number = 1;
    for (size_t i = 0; i < SIZE; i++) {
        number = number * 1664525 + 1013904223;
        plain[i] = (uint8_t)(i % 7 ? number >> 29 : i >> 8);
    }
    return 0;
}

static reel_status unpack(lzma_alone *stream, const reel_memory *packed, size_t size, size_t step, reel_error *error)
{
    static test_allocator counted;
    reel_allocator allocator = test_allocator_of(&counted);
    reel_status status = reel__lzma_alone_start(stream, packed->data, size, LIMIT, NULL, &allocator, error);
    for (size_t want = step; status == REEL_OK && !stream->ended; want += step)
        status = reel__lzma_alone_more(stream, packed->data, size, want < step ? SIZE_MAX : want, error);
    return status;
}

static void what_was_packed_is_unpacked_in_any_steps(void **state)
{
    (void)state;
    static const size_t sizes[] = { 0, 1, 4096, SIZE }, steps[] = { 1000, 4096, SIZE, SIZE_MAX };
    for (size_t i = 0; i < 4; i++)
        for (size_t marked = 0; marked < 2; marked++) {
            reel_memory packed = pack(sizes[i], marked);
            assert_true(reel_load_u64le(packed.data + 5) == (marked ? LZMA_ALONE_UNKNOWN : sizes[i]));
            for (size_t s = 0; s < 4; s++) {
                lzma_alone stream;
                reel_error error;
                assert_int_equal(unpack(&stream, &packed, packed.size, steps[s], &error), REEL_OK);
                assert_int_equal(stream.size, sizes[i]);
                assert_int_equal(stream.used, packed.size);
                if (sizes[i]) assert_memory_equal(stream.data, plain, sizes[i]);
                reel__lzma_alone_stop(&stream);
            }
            reel_memory_free(&packed);
        }
}

static void a_cut_stream_gives_what_comes_before_the_cut(void **state)
{
    (void)state;
    reel_memory packed = pack(SIZE, false);
    for (size_t size = 0; size < packed.size; size += size < 40 ? 1 : 997) {
        lzma_alone stream;
        reel_error error;
        assert_int_equal(unpack(&stream, &packed, size, SIZE_MAX, &error), REEL_TRUNCATED);
        assert_string_equal(error.rule, "unpack.truncated");
        assert_true(error.offset <= size && stream.size < SIZE);
        if (stream.size) assert_memory_equal(stream.data, plain, stream.size);
        reel__lzma_alone_stop(&stream);
    }
    reel_memory_free(&packed);
}

static void a_stated_size_that_is_not_met_is_damage(void **state)
{
    (void)state;
    for (size_t marked = 0; marked < 2; marked++) {
        reel_memory packed = pack(SIZE, marked);
        lzma_alone stream;
        reel_error error;
        reel_store_u64le(packed.data + 5, SIZE + 1);
        assert_int_equal(unpack(&stream, &packed, packed.size, SIZE_MAX, &error), marked ? REEL_CORRUPT : REEL_TRUNCATED);
        assert_int_equal(stream.size, SIZE);
        reel__lzma_alone_stop(&stream);
        reel_memory_free(&packed);
    }
}

static void nothing_grows_beyond_the_limit(void **state)
{
    (void)state;
    reel_memory packed = pack(SIZE, true);
    test_allocator counted = { 0 };
    reel_allocator allocator = test_allocator_of(&counted);
    lzma_alone stream;
    reel_error error;
    assert_int_equal(reel__lzma_alone_start(&stream, packed.data, packed.size, 5000, NULL, &allocator, &error), REEL_OK);
    assert_int_equal(reel__lzma_alone_more(&stream, packed.data, packed.size, SIZE_MAX, &error), REEL_LIMIT);
    assert_string_equal(error.rule, "unpack.limit");
    assert_int_equal(stream.size, 5000);
    assert_memory_equal(stream.data, plain, 5000);
    assert_true(counted.peak < 200000); /* not the 8 MiB that the head asks for */
    reel__lzma_alone_stop(&stream);
    assert_int_equal(counted.live, 0);
    reel_memory_free(&packed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(what_was_packed_is_unpacked_in_any_steps, fill),
        cmocka_unit_test_setup(a_cut_stream_gives_what_comes_before_the_cut, fill),
        cmocka_unit_test_setup(a_stated_size_that_is_not_met_is_damage, fill),
        cmocka_unit_test_setup(nothing_grows_beyond_the_limit, fill),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
