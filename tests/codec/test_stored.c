/* SPDX-License-Identifier: MIT
 * A file stored in an archive: by every method, cut, damaged, with a dictionary larger than it needs. */
#include "support.h"

#include "codec/pack/block.h"
#include "codec/pack/lzma.h"
#include "codec/pack/stored.h"
#include "codec/pack/unpack.h"
#include "core/budget.h"
#include "core/memory.h"

enum { SIZE = 30000 };

static uint8_t plain[SIZE];

static int fill(void **state)
{
    (void)state;
    uint32_t number = 1;
    for (size_t i = 0; i < SIZE; i++) {
        number = number * 1664525 + 1013904223;
        plain[i] = (uint8_t)(i % 5 ? number >> 29 : i >> 8);
    }
    return 0;
}

static reel_memory stored(size_t size, stored_effort effort)
{
    reel_memory file = { .allocator = reel__memory_allocator(NULL) };
    assert_int_equal(reel__stored_pack((reel_bytes){ plain, size }, effort, SIZE_MAX, NULL, &file), REEL_OK);
    assert_true(reel__stored_begins(file.data, file.size));
    return file;
}

static bool has_lzma(void)
{
    reel_memory packed = { .allocator = reel__memory_allocator(NULL) };
    reel_status status = reel__lzma2_pack(plain, SIZE, LZMA2_NUMBER_USUAL, SIZE, NULL, &packed.allocator, &packed);
    reel_memory_free(&packed);
    return status == REEL_OK;
}

/* Unpacks a copy that ends where its memory does, and compares what is sound with `expected`. `peak` may be NULL. */
static reel_status unpack_as(reel_bytes expected, const uint8_t *data, size_t size, size_t *made, size_t *peak)
{
    test_allocator counted = { 0 };
    reel_allocator allocator = test_allocator_of(&counted);
    reel_limits limits = { .unpacked_bytes = expected.size + (1 << 20) };
    reel_budget budget = reel__budget_of(&limits, NULL, NULL);
    uint8_t *exact = malloc(size ? size : 1), buffer[4096];
    reel_source outer;
    reel_error error;
    size_t got;
    bool same = true;
    assert_non_null(exact);
    if (size) memcpy(exact, data, size);
    *made = 0;
    reel_status status = reel__unpack_open(reel_source_memory(exact, size), exact, size, &budget, &allocator, &outer, &error);
    if (status == REEL_OK) {
        while ((status = outer.read(outer.context, buffer, sizeof buffer, &got, &error)) == REEL_OK) {
            same = same && *made + got <= expected.size && memcmp(buffer, (const uint8_t *)expected.data + *made, got) == 0;
            *made += got;
        }
        outer.close(outer.context);
    }
    free(exact);
    assert_true(same || status != REEL_END);
    assert_int_equal(counted.live, 0);
    if (peak) *peak = counted.peak;
    return status;
}

static reel_status unpack(const uint8_t *data, size_t size, size_t *made, size_t *peak)
{
    return unpack_as((reel_bytes){ plain, SIZE }, data, size, made, peak);
}

static void every_method_gives_back_the_file(void **state)
{
    (void)state;
    static const stored_effort efforts[] = { STORED_AS_IS, STORED_FAST, STORED_SMALL };
    for (size_t size = 0; size <= SIZE; size = size * 5 / 3 + 1)
        for (size_t e = 0; e < sizeof efforts / sizeof *efforts; e++) {
            size_t made;
            reel_memory file = stored(size, efforts[e]);
            assert_int_equal(unpack(file.data, file.size, &made, NULL), REEL_END);
            assert_int_equal(made, size);
            reel_memory_free(&file);
        }
    reel_memory file = stored(SIZE, STORED_SMALL);
    assert_int_equal(file.data[6], has_lzma() ? STORED_LZMA2 : file.data[6]);
    reel_memory_free(&file);
}

static void cut_files_are_truncated(void **state)
{
    (void)state;
    reel_memory file = stored(SIZE, STORED_SMALL);
    for (size_t cut = STORED_MAGIC_SIZE; cut < file.size; cut += cut < 40 ? 1 : by_effort(1, 17, 97)) {
        size_t made;
        reel_status status = unpack(file.data, cut, &made, NULL);
        if (status != REEL_TRUNCATED) fail_msg("status %d of %zu bytes", status, cut);
    }
    reel_memory_free(&file);
}

static void no_flipped_bit_gives_another_file(void **state)
{
    (void)state;
    reel_memory file = stored(SIZE, STORED_SMALL);
    for (size_t bit = 8 * STORED_MAGIC_SIZE; bit < 8 * file.size; bit += bit < 300 ? 1 : by_effort(1, 101, 997)) {
        size_t made;
        file.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        reel_status status = unpack(file.data, file.size, &made, NULL);
        bool is_same =
            status == REEL_END && made == SIZE; /* bits that the codec does not read, such as those of the dictionary */
        if (!is_same && status != REEL_CORRUPT && status != REEL_TRUNCATED && status != REEL_LIMIT)
            fail_msg("status %d for bit %zu", status, bit);
        file.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    reel_memory_free(&file);
}

static size_t number_at(const reel_memory *file)
{
    stored_head head;
    assert_true(reel__stored_parse(file->data, file->size, &head));
    return head.size;
}

/* The window is that of the bytes which can follow, whatever the first byte asks for. */
static void a_dictionary_takes_no_more_memory_than_its_bytes_need(void **state)
{
    (void)state;
    if (!has_lzma()) skip();
    memset(plain, 7, sizeof plain);
    reel_memory file = stored(SIZE, STORED_SMALL);
    size_t made, peak, at = number_at(&file);
    assert_int_equal(file.data[6], STORED_LZMA2);
    assert_true(file.size < 100);
    file.data[at] = 28;
    assert_int_equal(unpack(file.data, file.size, &made, &peak), REEL_END);
    assert_int_equal(made, SIZE);
    if (peak >= 2 << 20) fail_msg("%zu bytes of memory for a file of %zu", peak, file.size);
    file.data[at] = 30;
    assert_int_equal(unpack(file.data, file.size, &made, NULL), REEL_END);
    file.data[at] = 31;
    assert_int_equal(unpack(file.data, file.size, &made, NULL), REEL_LIMIT);
    file.data[at] = 41;
    assert_int_equal(unpack(file.data, file.size, &made, NULL), REEL_CORRUPT);
    reel_memory_free(&file);
    fill(NULL);
}

/* The encoder allocates before it reads, so the first bytes are enough. */
static void packing_takes_bounded_memory_however_large_the_file(void **state)
{
    (void)state;
    static const size_t sizes[] = { 1 << 16, 1 << 20, 1 << 24, 1 << 26 };
    enum { EACH = 12, BESIDE = 8 << 20, MOST = 200 << 20, ROOM = 1 << 16 };
    if (!has_lzma()) skip();
    uint8_t *data = calloc(1, sizes[3]);
    assert_non_null(data);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const reel_limits limits = { .work = 1 };
        reel_budget budget = reel__budget_of(&limits, NULL, NULL);
        test_allocator counted = { 0 };
        reel_allocator allocator = test_allocator_of(&counted);
        reel_memory packed = { .allocator = allocator };
        const reel_status status = reel__lzma2_pack(data, sizes[i], LZMA2_NUMBER_USUAL, ROOM, &budget, &allocator, &packed);
        assert_true(status == REEL_LIMIT || (status == REEL_OK && !i));
        reel_memory_free(&packed);
        if (counted.peak > MOST || counted.peak > EACH * sizes[i] + BESIDE)
            fail_msg("%zu bytes of memory for a file of %zu", counted.peak, sizes[i]);
        assert_int_equal(counted.live, 0);
    }
    free(data);
}

/* A file with the same noise at its start and its end, and zeros between. */
static void noise_twice(uint8_t *data, size_t noise, size_t between)
{
    uint32_t random = 1;
    for (size_t i = 0; i < noise; i++) data[i] = (uint8_t)((random = random * 1664525u + 1013904223u) >> 24);
    memset(data + noise, 0, between);
    memcpy(data + noise + between, data, noise);
}

static void assert_stored_in(const uint8_t *data, size_t size, size_t least, size_t most)
{
    reel_memory file = { .allocator = reel__memory_allocator(NULL) };
    size_t made;
    assert_int_equal(reel__stored_pack((reel_bytes){ data, size }, STORED_SMALL, SIZE_MAX, NULL, &file), REEL_OK);
    if (file.size < least || file.size > most)
        fail_msg("%zu bytes of %zu, and not from %zu to %zu", file.size, size, least, most);
    assert_int_equal(unpack_as((reel_bytes){ data, size }, file.data, file.size, &made, NULL), REEL_END);
    assert_int_equal(made, size);
    reel_memory_free(&file);
}

/* Noise, more zeros than LZMA's usual dictionary has, and the same noise: once if the repeat is found. */
static void repeats_beyond_the_dictionary_are_found(void **state)
{
    (void)state;
    enum { NOISE = 1 << 18, BETWEEN = 17 << 20, WHOLE = 2 * NOISE + BETWEEN };
    if (!reel__block_known(BLOCK_ZSTD)) skip();
    uint8_t *data = malloc(WHOLE);
    assert_non_null(data);
    noise_twice(data, NOISE, BETWEEN);
    assert_stored_in(data, WHOLE, NOISE, NOISE + NOISE / 8);
    free(data);
}

/* Readers refuse a file that grows a thousandfold, so one of the same byte has a five hundredth of it. */
static void what_shrinks_too_much_is_as_small_as_readers_allow(void **state)
{
    (void)state;
    enum { WHOLE = 3 << 20, FREE = 1 << 16, RATIO = 500, BESIDE = 2048 };
    if (!has_lzma()) skip();
    uint8_t *data = calloc(1, WHOLE);
    assert_non_null(data);
    assert_stored_in(data, WHOLE, (WHOLE - FREE) / RATIO, (WHOLE - FREE) / RATIO + BESIDE);
    free(data);
}

/* Frames of 92 bytes that come again after megabytes, but for the four bytes of a time: seen by the estimate, so that LZMA is tried. */
static void repeats_that_are_short_and_far_are_expected(void **state)
{
    (void)state;
    enum { FRAME = 92, TIME = 4, FRAMES = 30000, SIZE_ONCE = FRAME * FRAMES, WHOLE = 3 * SIZE_ONCE };
    if (!has_lzma() || !reel__block_known(BLOCK_ZSTD)) skip();
    uint8_t *data = malloc(WHOLE);
    assert_non_null(data);
    noise_twice(data, SIZE_ONCE, SIZE_ONCE);
    memcpy(data + SIZE_ONCE, data, SIZE_ONCE);
    for (uint32_t i = 0; i < 3 * FRAMES; i++) memcpy(data + (size_t)i * FRAME, &i, TIME);
    const reel_allocator allocator = reel__memory_allocator(NULL);
    assert_true(reel__stored_may_be_smaller((reel_bytes){ data, WHOLE }, WHOLE / 2, &allocator));
    assert_false(reel__stored_may_be_smaller((reel_bytes){ data, SIZE_ONCE }, SIZE_ONCE / 2, &allocator));
    free(data);
}

static void memory_that_is_missing_is_reported(void **state)
{
    (void)state;
    for (size_t n = 1;; n++) {
        test_allocator counted = { .fail_at = n };
        reel_memory file = { .allocator = test_allocator_of(&counted) };
        reel_status status = reel__stored_pack((reel_bytes){ plain, SIZE }, STORED_SMALL, SIZE_MAX, NULL, &file);
        reel_memory_free(&file);
        assert_int_equal(counted.live, 0);
        if (status == REEL_OK && counted.calls < n) break;
        assert_true(status == REEL_OK || status == REEL_MEMORY);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_method_gives_back_the_file),
        cmocka_unit_test(cut_files_are_truncated),
        cmocka_unit_test(no_flipped_bit_gives_another_file),
        cmocka_unit_test(a_dictionary_takes_no_more_memory_than_its_bytes_need),
        cmocka_unit_test(packing_takes_bounded_memory_however_large_the_file),
        cmocka_unit_test(repeats_beyond_the_dictionary_are_found),
        cmocka_unit_test(what_shrinks_too_much_is_as_small_as_readers_allow),
        cmocka_unit_test(repeats_that_are_short_and_far_are_expected),
        cmocka_unit_test(memory_that_is_missing_is_reported),
    };
    return cmocka_run_group_tests(tests, fill, NULL);
}
