/* SPDX-License-Identifier: MIT
 * Compressed files, packed here with the libraries that unpack them: whole, joined, cut, damaged, too large. */
#include "codec/pack/items.h"
#include "codec/pack/unpack.h"
#include "core/budget.h"
#include "support.h"

#ifdef REEL_WITH_ZLIB
#include <zlib.h>
#endif
#ifdef REEL_WITH_LZMA
#include <lzma.h>
#endif
#ifdef REEL_WITH_ZSTD
#include <zstd.h>
#endif

typedef struct block {
    uint8_t *data;
    size_t size;
} block;

static block block_new(size_t capacity)
{
    block b = { malloc(capacity ? capacity : 1), 0 };
    assert_non_null(b.data);
    return b;
}

static void block_add(block *to, const void *data, size_t size)
{
    uint8_t *grown = realloc(to->data, to->size + size + 1);
    assert_non_null(grown);
    memcpy(grown + to->size, data, size);
    to->data = grown;
    to->size += size;
}

#ifdef REEL_WITH_ZLIB
static block pack_gzip(const void *data, size_t size)
{
    block b = block_new(size + size / 100 + 1000);
    z_stream stream = { 0 };
    assert_int_equal(deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    stream.next_in = (Bytef *)(uintptr_t)data;
    stream.avail_in = (uInt)size;
    stream.next_out = b.data;
    stream.avail_out = (uInt)(size + size / 100 + 1000);
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    b.size = stream.total_out;
    deflateEnd(&stream);
    return b;
}
#endif

#ifdef REEL_WITH_LZMA
static block pack_xz(const void *data, size_t size)
{
    lzma_options_lzma options;
    assert_false(lzma_lzma_preset(&options, 0));
    lzma_filter filters[] = { { LZMA_FILTER_LZMA2, &options }, { LZMA_VLI_UNKNOWN, NULL } };
    block b = block_new(size + size / 10 + 1000);
    assert_int_equal(
        lzma_stream_buffer_encode(filters, LZMA_CHECK_CRC32, NULL, data, size, b.data, &b.size, size + size / 10 + 1000),
        LZMA_OK);
    return b;
}
#endif

#ifdef REEL_WITH_ZSTD
static block pack_zstd(const void *data, size_t size)
{
    block b = block_new(ZSTD_compressBound(size));
    ZSTD_CCtx *context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    b.size = ZSTD_compress2(context, b.data, ZSTD_compressBound(size), data, size);
    assert_false(ZSTD_isError(b.size));
    ZSTD_freeCCtx(context);
    return b;
}
#endif

static const struct packer {
    const char *name;
    block (*pack)(const void *data, size_t size);
} packers[] = {
#ifdef REEL_WITH_ZLIB
    { "gzip", pack_gzip },
#endif
#ifdef REEL_WITH_LZMA
    { "xz", pack_xz },
#endif
#ifdef REEL_WITH_ZSTD
    { "zstd", pack_zstd },
#endif
    { NULL, NULL },
};

/* Text with some repetition and some noise. */
static block sample(size_t size)
{
    block b = block_new(size);
    uint32_t noise = 12345;
    for (size_t i = 0; i < size; i++) {
        noise = noise * 1664525 + 1013904223;
        b.data[i] = (i / 40) % 3 ? (uint8_t)("a line that comes again "[i % 24]) : (uint8_t)(noise >> 24);
    }
    b.size = size;
    return b;
}

typedef struct outcome {
    reel_status status; /* of reel__unpack_open where it did not succeed, else of the last read */
    reel_error error;
    block data;
} outcome;

enum { HEAD = 64, MOST = 1 << 26 };

/* Unpacks `packed`, read `step` bytes at a time (0: from memory), into reads of `capacity`. */
static outcome unpack(const uint8_t *packed, size_t size, size_t step, size_t capacity, const reel_limits *limits,
                      const reel_allocator *given)
{
    test_allocator own = { 0 };
    reel_allocator allocator = given ? *given : test_allocator_of(&own);
    outcome result = { .data = block_new(0) };
    test_source state = { .data = packed, .size = size, .step = step };
    reel_source inner = step ? test_source_of(&state) : reel_source_memory(packed, size), outer;
    uint8_t head[HEAD];
    size_t head_size = 0, got;
    while (step && head_size < HEAD && inner.read(inner.context, head + head_size, HEAD - head_size, &got, NULL) == REEL_OK)
        head_size += got;
    const reel_limits defaults = reel__budget_limits(limits ? limits : &(reel_limits){ 0 });
    reel_budget budget = reel__budget_of(&defaults, NULL, NULL);
    reel__budget_read(&budget, step ? head_size : size); /* the input that found the head has charged for it */
    result.status =
        reel__unpack_open(inner, step ? head : packed, step ? head_size : size, &budget, &allocator, &outer, &result.error);
    if (result.status != REEL_OK) {
        if (step) assert_int_equal(state.closed, result.status != REEL_END);
        assert_int_equal(own.live, 0);
        return result;
    }
    assert_null(outer.data);
    assert_true(outer.size == REEL_UNKNOWN_SIZE);
    uint8_t *buffer = malloc(capacity);
    assert_non_null(buffer);
    while ((result.status = outer.read(outer.context, buffer, capacity, &got, &result.error)) == REEL_OK) {
        assert_in_range(got, 1, capacity);
        assert_true(result.data.size + got < MOST);
        block_add(&result.data, buffer, got);
    }
    reel_error again;
    assert_int_equal(outer.read(outer.context, buffer, capacity, &got, &again), result.status);
    if (result.status < 0) assert_string_equal(again.rule, result.error.rule);
    free(buffer);
    outer.close(outer.context);
    if (step) assert_int_equal(state.closed, 1);
    assert_int_equal(own.live, 0);
    return result;
}

static void assert_unpacks(const block *packed, const block *data)
{
    static const size_t steps[] = { 0, 1, 7, 100000 }, capacities[] = { 1, 1000, 1 << 20 };
    for (size_t s = 0; s < 4; s++) {
        for (size_t c = 0; c < 3; c++) {
            outcome result = unpack(packed->data, packed->size, steps[s], capacities[c], NULL, NULL);
            assert_int_equal(result.status, REEL_END);
            assert_int_equal(result.data.size, data->size);
            assert_memory_equal(result.data.data, data->data, data->size);
            free(result.data.data);
        }
    }
}

static void unpacks_what_was_packed(void **state)
{
    (void)state;
    static const size_t sizes[] = { 0, 1, 1000, 70000 };
    for (const struct packer *p = packers; p->name; p++) {
        for (size_t s = 0; s < 4; s++) {
            block data = sample(sizes[s]), packed = p->pack(data.data, data.size);
            assert_unpacks(&packed, &data);
            free(data.data);
            free(packed.data);
        }
    }
}

static void joins_members_with_zeros_between(void **state)
{
    (void)state;
    for (const struct packer *p = packers; p->name; p++) {
        block one = sample(5000), two = sample(300), all = block_new(0), packed = block_new(0);
        block first = p->pack(one.data, one.size), second = p->pack(two.data, two.size);
        block_add(&all, one.data, one.size);
        block_add(&all, two.data, two.size);
        block_add(&packed, first.data, first.size);
        block_add(&packed, "\0\0\0\0", 4);
        block_add(&packed, second.data, second.size);
        block_add(&packed, "\0\0\0\0\0", 5);
        assert_unpacks(&packed, &all);
        free(one.data), free(two.data), free(all.data), free(packed.data), free(first.data), free(second.data);
    }
}

#ifdef REEL_WITH_ZSTD
static void passes_over_skippable_frames(void **state)
{
    (void)state;
    block data = sample(3000), packed = block_new(0), frame = pack_zstd(data.data, data.size);
    block_add(&packed, "\x5a\x2a\x4d\x18\x03\0\0\0abc", 11);
    block_add(&packed, frame.data, frame.size);
    block_add(&packed, "\x50\x2a\x4d\x18\0\0\0\0", 8);
    assert_unpacks(&packed, &data);
    free(data.data), free(packed.data), free(frame.data);
}
#endif

static void leaves_other_files_alone(void **state)
{
    (void)state;
    static const char *const others[] = {
        "", "\x1f", "\x1f\x8b", "\x1f\x8b\x07", "\xfd\x37zXZ", "BSOR", "\x28\xb5\x2f\xfe", "\x4a\x2a\x4d\x18"
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        for (size_t step = 0; step < 2; step++) {
            outcome result = unpack((const uint8_t *)others[i], strlen(others[i]), step, 10, NULL, NULL);
            assert_int_equal(result.status, REEL_END);
            assert_int_equal(result.data.size, 0);
            free(result.data.data);
        }
    }
}

static void a_stream_cut_at_any_byte_gives_what_came_before(void **state)
{
    (void)state;
    const size_t step = by_effort(1, 1, 7);
    for (const struct packer *p = packers; p->name; p++) {
        block data = sample(3000), packed = p->pack(data.data, data.size);
        size_t most = 0;
        for (size_t cut = 6; cut < packed.size; cut += cut + 32 < packed.size ? step : 1) {
            outcome result = unpack(packed.data, cut, cut % 2, 500, NULL, NULL);
            if (result.status != REEL_TRUNCATED) fail_msg("%s cut after %zu: %d", p->name, cut, (int)result.status);
            assert_string_equal(result.error.rule, "unpack.truncated");
            assert_int_equal(result.error.offset, result.data.size);
            assert_true(result.data.size <= data.size && result.data.size >= most);
            assert_memory_equal(result.data.data, data.data, result.data.size);
            most = result.data.size;
            free(result.data.data);
        }
        assert_int_equal(most, data.size); /* the checksum alone was missing */
        free(data.data), free(packed.data);
    }
}

static void a_flipped_bit_is_found(void **state)
{
    (void)state;
    const size_t step = by_effort(1, 1, 7);
    for (const struct packer *p = packers; p->name; p++) {
        block data = sample(700), packed = p->pack(data.data, data.size);
        for (size_t bit = 0; bit < packed.size * 8; bit += step) {
            packed.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
            outcome result = unpack(packed.data, packed.size, bit % 3, 200, NULL, NULL);
            bool same = result.data.size == data.size && memcmp(result.data.data, data.data, data.size) == 0;
            if (result.status == REEL_END && result.data.size && !same)
                fail_msg("%s: bit %zu changed the data unseen", p->name, bit);
            if (result.status < 0) assert_non_null(strstr(result.error.rule, "unpack."));
            packed.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
            free(result.data.data);
        }
        free(data.data), free(packed.data);
    }
}

static void what_follows_the_last_member_is_damage(void **state)
{
    (void)state;
    for (const struct packer *p = packers; p->name; p++) {
        block data = sample(1000), packed = p->pack(data.data, data.size);
        block_add(&packed, "\0\0\0\0and something else", 22);
        for (size_t step = 0; step < 3; step++) {
            outcome result = unpack(packed.data, packed.size, step, 300, NULL, NULL);
            assert_int_equal(result.status, REEL_CORRUPT);
            assert_string_equal(result.error.rule, "unpack.corrupt");
            assert_int_equal(result.data.size, data.size);
            free(result.data.data);
        }
        free(data.data), free(packed.data);
    }
}

static void a_bomb_meets_the_limit(void **state)
{
    (void)state;
    enum { SIZE = 1 << 23 };
    block zeros = { calloc(SIZE, 1), SIZE };
    assert_non_null(zeros.data);
    for (const struct packer *p = packers; p->name; p++) {
        block packed = p->pack(zeros.data, zeros.size);
        const reel_limits limits = { .ratio = 100 };
        for (size_t step = 0; step < 60000; step += 50000) {
            outcome result = unpack(packed.data, packed.size, step, 4096, &limits, NULL);
            assert_int_equal(result.status, REEL_LIMIT);
            assert_string_equal(result.error.rule, "unpack.limit");
            assert_in_range(result.data.size, 1 << 16, (1 << 16) + 100 * packed.size + 4096);
            free(result.data.data);
        }
        const reel_limits generous = { .ratio = 1000000 };
        outcome result = unpack(packed.data, packed.size, 0, 65536, &generous, NULL);
        assert_int_equal(result.status, REEL_END);
        assert_int_equal(result.data.size, SIZE);
        free(result.data.data), free(packed.data);
    }
    free(zeros.data);
}

#ifdef REEL_WITH_LZMA
static void an_xz_window_beyond_the_bound_is_refused(void **state)
{
    (void)state;
    block data = sample(2000), packed = pack_xz(data.data, data.size);
    /* The block header names the window in one byte after the id and size of its filter; its checksum is put right. */
    size_t header = ((size_t)packed.data[12] + 1) * 4, at = 14;
    while (at < 12 + header && (packed.data[at] != 0x21 || packed.data[at + 1] != 1)) at++;
    assert_true(at < 12 + header);
    for (uint8_t window = 30; window <= 31; window++) { /* 128 MiB, and 192 */
        test_allocator memory = { 0 };
        reel_allocator allocator = test_allocator_of(&memory);
        packed.data[at + 2] = window;
        uint32_t crc = lzma_crc32(packed.data + 12, header - 4, 0);
        reel_store_u32le(packed.data + 12 + header - 4, crc);
        outcome result = unpack(packed.data, packed.size, 0, 1000, NULL, &allocator);
        assert_int_equal(result.status, window == 30 ? REEL_END : REEL_LIMIT);
        if (window == 31) assert_string_equal(result.error.rule, "unpack.memory");
        assert_int_equal(memory.live, 0);
        assert_true(memory.peak <= (UINT64_C(1) << 27) + (1 << 20));
        free(result.data.data);
    }
    free(data.data), free(packed.data);
}
#endif

#ifdef REEL_WITH_ZSTD
static void a_zstd_window_beyond_the_bound_is_refused(void **state)
{
    (void)state;
    /* A frame header with a window descriptor and no content size, then one last block of one raw byte. */
    uint8_t frame[] = { 0x28, 0xb5, 0x2f, 0xfd, 0x00, 17 << 3, 0x09, 0x00, 0x00, 'x' };
    for (uint8_t log = 27; log <= 28; log++) {
        test_allocator memory = { 0 };
        reel_allocator allocator = test_allocator_of(&memory);
        frame[5] = (uint8_t)((log - 10) << 3);
        outcome result = unpack(frame, sizeof frame, 0, 10, NULL, &allocator);
        assert_int_equal(result.status, log == 27 ? REEL_END : REEL_LIMIT);
        assert_int_equal(result.data.size, log == 27);
        if (log == 28) assert_string_equal(result.error.rule, "unpack.memory");
        assert_int_equal(memory.live, 0);
        assert_true(memory.peak <= (UINT64_C(1) << 27) + (1 << 20));
        free(result.data.data);
    }
}
#endif

static void memory_is_the_callers_and_its_end_is_told(void **state)
{
    (void)state;
    for (const struct packer *p = packers; p->name; p++) {
        block data = sample(5000), packed = p->pack(data.data, data.size);
        size_t n = 1;
        for (bool done = false; !done; n++) {
            test_allocator memory = { .fail_at = n };
            reel_allocator allocator = test_allocator_of(&memory);
            outcome result = unpack(packed.data, packed.size, 100, 300, NULL, &allocator);
            done = result.status == REEL_END && result.data.size;
            if (!done) assert_int_equal(result.status, REEL_MEMORY);
            assert_int_equal(memory.live, 0);
            free(result.data.data);
        }
        assert_true(n > 3); /* the state, the buffer and the library's own */
        free(data.data), free(packed.data);
    }
}

static void failures_of_the_source_go_through(void **state)
{
    (void)state;
    for (const struct packer *p = packers; p->name; p++) {
        block data = sample(5000), packed = p->pack(data.data, data.size);
        test_source inner = { .data = packed.data, .size = packed.size, .step = 50, .fail_at = 4 };
        test_allocator memory = { 0 };
        reel_allocator allocator = test_allocator_of(&memory);
        reel_source source = test_source_of(&inner), outer;
        uint8_t head[HEAD], buffer[300];
        size_t got;
        assert_int_equal(source.read(source.context, head, HEAD, &got, NULL), REEL_OK);
        assert_int_equal(reel__unpack_open(source, head, got, NULL, &allocator, &outer, NULL), REEL_OK);
        reel_status status;
        reel_error error;
        do status = outer.read(outer.context, buffer, sizeof buffer, &got, &error);
        while (status == REEL_OK);
        assert_int_equal(status, REEL_IO);
        assert_int_equal(outer.read(outer.context, buffer, sizeof buffer, &got, NULL), REEL_IO);
        outer.close(outer.context);
        assert_int_equal(inner.closed, 1);
        assert_int_equal(memory.live, 0);
        free(data.data), free(packed.data);
    }
}

/* Every magic is known in every build; where the library is missing, that is what is said. */
static void every_kind_is_known_even_without_its_library(void **state)
{
    (void)state;
    static const struct {
        const char *head;
        size_t size;
        const char *library;
    } kinds[] = {
        { "\x1f\x8b\x08", 3, "zlib" },
        { "\xfd\x37zXZ\0", 6, "liblzma" },
        { "\x28\xb5\x2f\xfd", 4, "libzstd" },
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        outcome result = unpack((const uint8_t *)kinds[i].head, kinds[i].size, 1, 10, NULL, NULL);
        bool built = result.status == REEL_TRUNCATED;
        assert_string_equal(result.error.rule, built ? "unpack.truncated" : "unpack.not-built");
        if (!built) assert_int_equal(result.status, REEL_UNSUPPORTED);
        if (!built) assert_non_null(strstr(result.error.message, kinds[i].library));
        free(result.data.data);
    }
}

/* zlib and liblzma ask for items of a size, and the product is not always a size. */
static void items_that_no_size_counts_get_no_memory(void **state)
{
    (void)state;
    test_allocator memory = { 0 };
    reel_allocator allocator = test_allocator_of(&memory);
    assert_null(reel__items_alloc(&allocator, SIZE_MAX / 2, 3));
    assert_null(reel__items_alloc(&allocator, SIZE_MAX, SIZE_MAX));
    assert_int_equal(memory.calls, 0);
    void *items = reel__items_alloc(&allocator, 7, 3), *none = reel__items_alloc(&allocator, 7, 0);
    assert_int_equal(memory.live, 21);
    reel__memory_drop(&allocator, items);
    reel__memory_drop(&allocator, none);
    reel__memory_drop(&allocator, NULL);
    assert_int_equal(memory.live, 0);
}

int main(void)
{
    if (!packers->name) printf("[ NO LIBRARY ] nothing can be packed here: most of these tests have nothing to do\n");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unpacks_what_was_packed),
        cmocka_unit_test(joins_members_with_zeros_between),
#ifdef REEL_WITH_ZSTD
        cmocka_unit_test(passes_over_skippable_frames),
        cmocka_unit_test(a_zstd_window_beyond_the_bound_is_refused),
#endif
#ifdef REEL_WITH_LZMA
        cmocka_unit_test(an_xz_window_beyond_the_bound_is_refused),
#endif
        cmocka_unit_test(leaves_other_files_alone),
        cmocka_unit_test(a_stream_cut_at_any_byte_gives_what_came_before),
        cmocka_unit_test(a_flipped_bit_is_found),
        cmocka_unit_test(what_follows_the_last_member_is_damage),
        cmocka_unit_test(a_bomb_meets_the_limit),
        cmocka_unit_test(memory_is_the_callers_and_its_end_is_told),
        cmocka_unit_test(failures_of_the_source_go_through),
        cmocka_unit_test(every_kind_is_known_even_without_its_library),
        cmocka_unit_test(items_that_no_size_counts_get_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
