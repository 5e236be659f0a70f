/* SPDX-License-Identifier: MIT
 * Blocks of zstd whose headers ask for more memory than what is unpacked of them needs: whatever window and size is stated, memory follows from
 * the bytes that are wanted, and the bytes are the same. */
#include "codec/pack/block.h"
#include "support.h"

#ifdef REEL_WITH_ZSTD

#define ZSTD_STATIC_LINKING_ONLY
#include <zstd.h>

enum { LONGEST = 1 << 20, LEAST_LOG = 10, MOST_LOG = 27 };

/* What repeats from far away, so that offsets are as large as the content allows, and what does not repeat. */
static void fill(uint8_t *data, size_t size, size_t period)
{
    uint32_t x = (uint32_t)(size + period);
    for (size_t i = 0; i < size; i++) {
        x = x * 1664525u + 1013904223u;
        data[i] = i >= period && x >> 26 ? data[i - period] : (uint8_t)(x >> 24);
    }
}

/* A frame as encoders write it that do not know the size in advance, so that the window is that of the settings. */
static size_t pack(uint8_t *to, const uint8_t *data, size_t size, int log, bool checksum, bool sized)
{
    ZSTD_CCtx *context = ZSTD_createCCtx();
    ZSTD_inBuffer in = { data, size, 0 };
    ZSTD_outBuffer out = { to, ZSTD_compressBound(LONGEST) + 64, 0 };
    assert_non_null(context);
    assert_false(ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, 1)));
    assert_false(ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, log)));
    assert_false(ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, checksum)));
    if (sized) assert_false(ZSTD_isError(ZSTD_CCtx_setPledgedSrcSize(context, size)));
    /* begun before the end is known: */
    if (!sized) assert_false(ZSTD_isError(ZSTD_compressStream2(context, &out, &in, ZSTD_e_continue)));
    assert_int_equal(ZSTD_compressStream2(context, &out, &in, ZSTD_e_end), 0);
    ZSTD_freeCCtx(context);
    return out.pos;
}

/* The buffer with room to grow and its copy, the window, a block of the largest size twice, and the decompressor. */
static size_t memory_for(size_t most) { return 3 * (2 * most + 65536) + most + most / 8 + 3 * ZSTD_BLOCKSIZE_MAX + (256 << 10); }

/* Unpacks no more than `most` bytes of a block that has `size`. */
static void unpack_some(const uint8_t *packed, size_t packed_size, const uint8_t *data, size_t size, size_t most)
{
    test_allocator own = { 0 };
    block_reader block = { .allocator = test_allocator_of(&own), .codec = BLOCK_ZSTD };
    for (int again = 0; again < 2; again++) {
        assert_int_equal(reel__block_start(&block, packed, packed_size, most), REEL_OK);
        reel_status status = reel__block_unpack(&block, SIZE_MAX);
        assert_true(status == (most < size ? REEL_OK : REEL_END) || (most + 1 == size && status == REEL_END));
        assert_int_equal(block.made, most < size ? most + 1 : size);
        if (block.made) assert_memory_equal(block.buffer, data, block.made);
        assert_true(own.peak <= memory_for(most));
    }
    reel__block_free(&block);
    assert_int_equal(own.live, 0);
}

static void every_window_gives_the_same_bytes_in_the_memory_of_what_is_wanted(void **state)
{
    (void)state;
    static const size_t sizes[] = { 0, 1, 1000, 131071, 131072, 131073, 300001, LONGEST };
    uint8_t *data = malloc(LONGEST), *packed = malloc(ZSTD_compressBound(LONGEST) + 64);
    assert_non_null(data);
    assert_non_null(packed);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t size = sizes[i];
        fill(data, size, size * 2 / 3 + 1);
        for (int log = LEAST_LOG; log <= MOST_LOG; log += (int)by_effort(1, 1, 3))
            for (int kind = 0; kind < 4; kind++) {
                size_t packed_size = pack(packed, data, size, log, kind & 1, kind & 2);
                const size_t wanted[] = { size, 2 * size, size - !!size, size / 2, 10 };
                for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++)
                    unpack_some(packed, packed_size, data, size, wanted[k]);
            }
    }
    free(data);
    free(packed);
}

/* A frame of one block of five bytes that is stored as it is. Returns the size. */
static size_t put_frame(uint8_t *to, bool single, uint8_t window, uint64_t stated)
{
    static const uint8_t block[] = { 5 << 3 | 1, 0, 0, 'h', 'e', 'l', 'l', 'o' };
    size_t at = 5;
    reel_store_u32le(to, ZSTD_MAGICNUMBER);
    to[4] = (uint8_t)(3 << 6 | (single ? 1 << 5 : 0));
    if (!single) to[at++] = window;
    reel_store_u64le(to + at, stated);
    memcpy(to + at + 8, block, sizeof block);
    return at + 8 + sizeof block;
}

static void what_is_stated_and_not_there_takes_no_memory(void **state)
{
    (void)state;
    for (int single = 0; single < 2; single++)
        for (unsigned window = 0; window < (single ? 1 : 256); window++)
            for (unsigned bits = 0; bits < 64; bits++) {
                uint8_t frame[32];
                uint64_t stated = UINT64_C(1) << bits;
                size_t size = put_frame(frame, single, (uint8_t)window, stated), least = ZSTD_BLOCKSIZE_MAX + 1000;
                test_allocator own = { 0 };
                block_reader block = { .allocator = test_allocator_of(&own), .codec = BLOCK_ZSTD };
                assert_int_equal(reel__block_start(&block, frame, size, 1000), REEL_OK);
                reel_status status = reel__block_unpack(&block, SIZE_MAX);
                uint64_t asked = single ? stated : (UINT64_C(1) << (10 + window / 8)) / 8 * (8 + window % 8);
                /* No power of two is five. The decompressor looks at the window, or at the content first. */
                assert_true(status == REEL_CORRUPT || (status == REEL_LIMIT && asked > 128 << 20));
                assert_true(own.peak <= memory_for(least));
                reel__block_free(&block);
                assert_int_equal(own.live, 0);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_window_gives_the_same_bytes_in_the_memory_of_what_is_wanted),
        cmocka_unit_test(what_is_stated_and_not_there_takes_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
    printf("built without libzstd\n");
    return 0;
}

#endif
