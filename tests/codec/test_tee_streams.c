/* SPDX-License-Identifier: MIT
 * teehistorian stored as streams: made recordings with all kinds of messages, in usual and unusual forms, come back byte for byte, are smaller, and damage is
 * found. */
#include "support.h"

#include "codec/pack/block.h"
#include "codec/pack/stored.h"
#include "codec/pack/tee_streams.h"
#include "codec/pack/unpack.h"
#include "codec/pack/unpacker.h"
#include "codec/teeworlds_int.h"
#include "core/budget.h"

enum { CLIENTS = 128, MESSAGE = 400 };

#ifdef REEL_WITH_ZSTD
static const unpack_codec *const codec = &reel__unpack_tee_streams;
#else
static const unpack_codec *const codec; /* its tests are skipped */
#endif

static const char header[] =
    "\x69\x9d\xb1\x7b\x8e\xfb\x34\xff\xb1\xd8\xda\x6f\x60\xc1\x5d\xd1{\"version\":\"2\",\"version_minor\":\"22\"}";

static uint32_t random_state;

static uint32_t draw(uint32_t below)
{
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 8) % below;
}

static void put(reel_memory *to, const void *data, size_t size) { assert_true(memory_add(to, data, size)); }

static void put_number(reel_memory *to, int32_t value)
{
    uint8_t bytes[VARINT_MOST];
    put(to, bytes, varint_write(bytes, value));
}

static void put_noise(reel_memory *to, size_t size)
{
    for (; size > 0; size--) {
        const uint8_t byte = (uint8_t)(1 + draw(255));
        put(to, &byte, 1);
    }
}

/* A move or an input, of which one of `oddity` has a number of any size. */
static void put_usual(reel_memory *to, int32_t cid, uint32_t oddity)
{
    if (draw(4)) {
        put_number(to, cid);
        put_number(to, draw(oddity) ? (int32_t)draw(9) - 4 : (int32_t)draw(1 << 20) - (1 << 19));
        put_number(to, draw(oddity) ? (int32_t)draw(200) - 100 : (int32_t)draw(1 << 15) - (1 << 14));
        return;
    }
    put_number(to, -5), put_number(to, cid);
    for (size_t i = 0; i < 10; i++) {
        const int32_t most = i == 1 || i == 2 ? 8192 : 2, odd = (int32_t)draw(oddity);
        put_number(to, odd ? (int32_t)draw((uint32_t)most) - most / 2 : (int32_t)draw(1 << 14) - (1 << 13));
    }
}

static void put_other(reel_memory *to)
{
    static const uint8_t overlong[] = { 0x80, 0x00, 0x01, 0x01 }, nul = 0;
    const uint32_t kind = draw(9);
    const size_t size = draw(MESSAGE);
    if (kind == 0) put_number(to, -2), put_number(to, (int32_t)draw(50));
    if (kind == 1) put_number(to, -3), put_number(to, 5), put_number(to, 1000), put_number(to, -70000);
    if (kind == 2) put_number(to, -4), put_number(to, 5), put_number(to, -8), put_number(to, 6);
    if (kind == 3) put_number(to, -7), put_number(to, 5), put_number(to, (int32_t)size), put_noise(to, size);
    if (kind == 4) put_number(to, -9), put_number(to, 5), put_noise(to, size), put(to, &nul, 1);
    if (kind == 5) {
        put_number(to, -10), put_number(to, -1), put_number(to, 4), put_noise(to, 6), put(to, &nul, 1), put_number(to, 2);
        put_noise(to, size), put(to, &nul, 1), put_noise(to, 3), put(to, &nul, 1);
    }
    if (kind == 6) put_number(to, -11), put_noise(to, 16), put_number(to, (int32_t)size), put_noise(to, size);
    if (kind == 7) put(to, overlong, sizeof overlong);
    if (kind == 8) put_number(to, -6), put(to, overlong, 1 + (size_t)draw(3));
}

/* A recording of at least `size` bytes. One of `rare` messages is neither a move nor an input. */
static reel_memory made(size_t size, int32_t clients, uint32_t rare, uint32_t oddity)
{
    reel_memory file = { .allocator = reel__memory_allocator(NULL) };
    random_state = (uint32_t)size + rare + oddity;
    put(&file, header, sizeof header);
    for (int32_t cid = 0; file.size < size; cid = (cid + 1) % clients) {
        if (draw(rare))
            put_usual(&file, cid, oddity);
        else
            put_other(&file);
    }
    return file;
}

static reel_status unpack(const uint8_t *data, size_t size, const reel_memory *expected, size_t *made_size,
                          reel_allocator allocator)
{
    const reel_limits limits = { .unpacked_bytes = expected->size + (1 << 20) };
    reel_budget budget = reel__budget_of(&limits, NULL, NULL);
    uint8_t *exact = malloc(size ? size : 1), buffer[1000];
    reel_source outer;
    reel_error error;
    size_t got;
    *made_size = 0;
    assert_non_null(exact);
    if (size) memcpy(exact, data, size);
    reel_status status = reel__unpack_open(reel_source_memory(exact, size), exact, size, &budget, &allocator, &outer, &error);
    if (status == REEL_OK) {
        while ((status = outer.read(outer.context, buffer, sizeof buffer, &got, &error)) == REEL_OK) *made_size += got;
        outer.close(outer.context);
    }
    free(exact);
    return status;
}

/* Packs the file, unpacks it in pieces of two sizes, and returns what it takes packed. */
static size_t there_and_back(const reel_memory *file)
{
    reel_memory packed = { .allocator = file->allocator };
    const reel_bytes bytes = { file->data, file->size };
    assert_true(reel__tee_streams_fit(bytes));
    assert_int_equal(reel__stored_pack(bytes, STORED_FAST, SIZE_MAX, NULL, &packed), REEL_OK);
    size_t size;
    assert_int_equal(unpack(packed.data, packed.size, file, &size, file->allocator), REEL_END);
    assert_int_equal(size, file->size);
    const size_t result = packed.data[6] == STORED_STREAMS ? packed.size : SIZE_MAX;
    reel_memory_free(&packed);
    return result;
}

static void recordings_come_back_and_are_small(void **state)
{
    (void)state;
    if (!reel__block_known(BLOCK_ZSTD)) skip();
    static const struct {
        size_t size;
        int32_t clients;
        uint32_t rare, oddity;
        bool plain; /* moves and inputs only, so that streams are smaller than zstd makes the file */
    } cases[] = { { 40000, 12, 1000, 1000, true }, { 40000, 127, 1000, 1000, true },
                  { 3000, 12, 5, 20, false },      { 30000, 12, 5, 20, false },
                  { 30000, 64, 2, 2, false },      { TEE_BLOCK + 100000, CLIENTS, 50, 100, false } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reel_memory file = made(cases[i].size, cases[i].clients, cases[i].rare, cases[i].oddity),
                    zstd = { .allocator = file.allocator };
        const size_t size = there_and_back(&file);
        assert_int_equal(reel__block_pack(BLOCK_ZSTD, 19, file.data, file.size, &file.allocator, &zstd), REEL_OK);
        if (cases[i].plain && size >= zstd.size / 10 * 9)
            fail_msg("case %zu: %zu bytes as streams, %zu as a zstd frame", i, size, zstd.size);
        reel_memory_free(&zstd);
        reel_memory_free(&file);
    }
}

/* Streams of a file whatever it is smaller as, and what they give back. */
static reel_memory streams_of(const reel_memory *file)
{
    reel_memory packed = { .allocator = file->allocator };
    assert_int_equal(reel__tee_streams_pack((reel_bytes){ file->data, file->size }, 3, NULL, &file->allocator, &packed), REEL_OK);
    return packed;
}

static reel_status give_back(const reel_memory *packed, size_t piece, const reel_memory *file, size_t *same)
{
    const uint8_t *at = packed->data, *end = at + packed->size;
    uint8_t out[777];
    void *unpacker = codec->start(&packed->allocator);
    assert_non_null(unpacker);
    reel_status status = codec->member(unpacker, UINT64_MAX);
    *same = 0;
    for (size_t size = 0; status == REEL_OK;) {
        const uint8_t *before = at, *to = (size_t)(end - at) < piece ? end : at + piece;
        status = codec->step(unpacker, &at, to, out, sizeof out, &size);
        if (status == REEL_OK && !size && at == before && at == end) status = REEL_TRUNCATED;
        if (size <= file->size - *same && (!size || memcmp(out, file->data + *same, size) == 0)) *same += size;
    }
    codec->stop(unpacker);
    return status;
}

static void packed_bytes_may_come_in_pieces(void **state)
{
    (void)state;
    if (!reel__block_known(BLOCK_ZSTD)) skip();
    reel_memory file = made(TEE_BLOCK + 5000, 20, 9, 30), packed = streams_of(&file);
    static const size_t pieces[] = { 1, 7, 1000, SIZE_MAX / 2 };
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        size_t same;
        assert_int_equal(give_back(&packed, pieces[i], &file, &same), REEL_END);
        assert_int_equal(same, file.size);
    }
    reel_memory_free(&packed);
    reel_memory_free(&file);
}

/* Every cut is found, and no flipped bit reads or writes beyond its memory. What has been unpacked before stays. */
static void damage_is_found(void **state)
{
    (void)state;
    if (!reel__block_known(BLOCK_ZSTD)) skip();
    reel_memory file = made(TEE_BLOCK + 5000, 20, 30, 30), packed = streams_of(&file);
    size_t same, first = TEE_BLOCK - 100;
    for (size_t cut = 0; cut < packed.size; cut += 1 + packed.size / by_effort(20, 200, 2000)) {
        reel_memory some = packed;
        some.size = cut;
        assert_int_equal(give_back(&some, SIZE_MAX / 2, &file, &same), REEL_TRUNCATED);
        assert_true(cut < packed.size - 3000 || same >= first);
    }
    reel_memory_free(&packed);
    reel_memory_free(&file);
    file = made(5000, 20, 30, 30), packed = streams_of(&file);
    for (size_t bit = 0; bit < 8 * packed.size; bit += by_effort(5, 1, 1)) {
        packed.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        const reel_status status = give_back(&packed, SIZE_MAX / 2, &file, &same);
        assert_true(status == REEL_END || status == REEL_CORRUPT || status == REEL_TRUNCATED || status == REEL_LIMIT);
        packed.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    reel_memory_free(&packed);
    reel_memory_free(&file);
}

/* A block of the largest sizes, of which nothing follows, takes no memory; one whose streams are said to be larger than its bytes allow is damage. */
static void sizes_are_not_believed(void **state)
{
    (void)state;
    if (!reel__block_known(BLOCK_ZSTD)) skip();
    static const uint8_t large[] = { 0x80, 0x80, 0x20, 0xff, 0xff, 0x3f }, larger[] = { 0x81, 0x80, 0x20, 0x01 },
                         streams[] = { 0x01, 0x04, 0xff, 0xff, 0xff, 0x0f };
    static const struct {
        const uint8_t *data;
        size_t size;
        reel_status status;
    } cases[] = { { large, sizeof large, REEL_TRUNCATED },
                  { larger, sizeof larger, REEL_CORRUPT },
                  { streams, sizeof streams, REEL_CORRUPT } };
    const reel_memory none = { .size = 0 };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_allocator counted = { 0 };
        reel_memory packed = { .allocator = test_allocator_of(&counted), .size = cases[i].size };
        uint8_t copy[16];
        size_t same;
        memcpy(copy, cases[i].data, cases[i].size);
        packed.data = copy;
        assert_int_equal(give_back(&packed, SIZE_MAX / 2, &none, &same), cases[i].status);
        assert_int_equal(counted.live, 0);
        if (counted.peak > 1 << 18) fail_msg("%zu bytes of memory for case %zu", counted.peak, i);
    }
}

static void other_files_are_refused(void **state)
{
    (void)state;
    reel_memory packed = { .allocator = reel__memory_allocator(NULL) };
    static const size_t sizes[] = { 0, 15, 16, sizeof header - 1 }; /* without the NUL that ends the header */
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        assert_int_equal(
            reel__tee_streams_pack((reel_bytes){ (const uint8_t *)header, sizes[i] }, 3, NULL, &packed.allocator, &packed),
            REEL_UNSUPPORTED);
    assert_int_equal(packed.size, 0);
    reel_memory_free(&packed);
}

static void memory_that_is_missing_is_reported(void **state)
{
    (void)state;
    if (!reel__block_known(BLOCK_ZSTD)) skip();
    reel_memory file = made(2000, 20, 9, 30);
    for (size_t n = 1;; n++) {
        test_allocator counted = { .fail_at = n };
        const reel_allocator allocator = test_allocator_of(&counted);
        reel_memory packed = { .allocator = allocator };
        const reel_status status = reel__tee_streams_pack((reel_bytes){ file.data, file.size }, 3, NULL, &allocator, &packed);
        reel_memory_free(&packed);
        assert_int_equal(counted.live, 0);
        if (status == REEL_OK) break;
        assert_int_equal(status, REEL_MEMORY);
    }
    reel_memory packed = { .allocator = file.allocator };
    assert_int_equal(reel__stored_pack((reel_bytes){ file.data, file.size }, STORED_FAST, SIZE_MAX, NULL, &packed), REEL_OK);
    for (size_t n = 1;; n++) {
        test_allocator counted = { .fail_at = n };
        size_t size;
        const reel_status status = unpack(packed.data, packed.size, &file, &size, test_allocator_of(&counted));
        assert_int_equal(counted.live, 0);
        if (status == REEL_END) break;
        assert_int_equal(status, REEL_MEMORY);
    }
    reel_memory_free(&packed);
    reel_memory_free(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recordings_come_back_and_are_small),
        cmocka_unit_test(packed_bytes_may_come_in_pieces),
        cmocka_unit_test(damage_is_found),
        cmocka_unit_test(sizes_are_not_believed),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(memory_that_is_missing_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
