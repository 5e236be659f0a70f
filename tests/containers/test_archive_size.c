/* SPDX-License-Identifier: MIT
 * No archive is larger than what xz -9e makes of the file: rows, a stored file, or a file that is nothing we know. */
#include "../columns/coder_motion.h"
#include "archives.h"

#ifdef REEL_WITH_LZMA

#include <lzma.h>

enum { LARGE = 400000, LIGHT = 60000, XZ_BESIDE = 4096, LEAST_DICTIONARY = 1 << 20 };

/* Beyond this a reader's limits.ratio would refuse the file, so it is stored as it is. */
enum { FREE = 65536, RATIO = 500 };

/* With a dictionary that the file fills: the 64 MiB of -9 make no other bytes of it, but take 674 MB each time. */
static size_t xz_size(const uint8_t *data, size_t size)
{
    size_t most = size + size / 50 + XZ_BESIDE, made = 0;
    lzma_options_lzma options;
    lzma_filter filters[] = { { LZMA_FILTER_LZMA2, &options }, { LZMA_VLI_UNKNOWN, NULL } };
    uint8_t *packed = malloc(most);
    assert_non_null(packed);
    assert_false(lzma_lzma_preset(&options, 9 | LZMA_PRESET_EXTREME));
    while (options.dict_size / 2 >= size && options.dict_size > LEAST_DICTIONARY) options.dict_size /= 2;
    assert_int_equal(lzma_stream_buffer_encode(filters, LZMA_CHECK_CRC64, NULL, data, size, packed, &made, most), LZMA_OK);
    free(packed);
    return made;
}

static void assert_smaller(const char *name, const uint8_t *data, size_t size)
{
    reel_memory archive, again;
    reel_packed packed;
    reel_error error;
    reel_options options = machinery_options(NULL);
    if (reel_pack(reel_source_memory(data, size), &options, NULL, reel_sink_memory(&archive, NULL), &packed, &error) < 0)
        fail_msg("%s: %s", name, error.message);
    size_t xz = xz_size(data, size);
    bool limited = size > FREE && xz < (size - FREE) / RATIO + 16;
    if (archive.size > xz && !limited) fail_msg("%s: %zu bytes, xz makes %zu of %zu", name, archive.size, xz, size);
    if (reel_unpack(reel_source_memory(archive.data, archive.size), &options, reel_sink_memory(&again, NULL), &error) < 0)
        fail_msg("%s: %s", name, error.message);
    assert_int_equal(again.size, packed.size);
    if (again.size == size) assert_memory_equal(again.data, data, size);
    reel_memory_free(&archive);
    reel_memory_free(&again);
}

static void compare(const specimen *file) { assert_smaller(file->name, file->data, file->size); }

static void no_file_is_larger_than_with_xz(void **state)
{
    (void)state;
    each_specimen(GOLDEN | BAD | CORPUS, by_effort(0, LARGE, LIGHT), compare);
}

static uint8_t byte_of(size_t kind, const uint8_t *data, size_t i, uint64_t *seed)
{
    enum { FAR = 40000 };
    static const char text[] = "a line of text, again\n";
    switch (kind) {
    case 0: return (uint8_t)motion_random(seed);
    case 1: return (uint8_t)text[i % (sizeof text - 1)];
    case 2: return i >= FAR ? data[i - FAR] : (uint8_t)motion_random(seed);
    case 3: return (uint8_t)(40 + (motion_random(seed) & 3));
    default: return (uint8_t)(i * i >> 8);
    }
}

/* Bytes of several kinds, and parts of each in turn. */
static void no_made_file_is_larger_than_with_xz(void **state)
{
    (void)state;
    static const size_t sizes[] = { 0, 1, 2, 15, 16, 100, 5000, 16385, 70000, 300000 };
    enum { KINDS = 6 };
    uint8_t *data = malloc(300000);
    assert_non_null(data);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (size_t kind = 0; kind < KINDS; kind++) {
            char name[64];
            uint64_t seed = kind + s;
            for (size_t i = 0; i < sizes[s]; i++) {
                size_t way = kind == KINDS - 1 ? (i >> 14) % (KINDS - 1) : kind;
                data[i] = byte_of(way, data, i, &seed);
            }
            snprintf(name, sizeof name, "%zu bytes of kind %zu", sizes[s], kind);
            assert_smaller(name, data, sizes[s]);
        }
    free(data);
}

/* Plays whose floats are floats, or were halves: a stored file is much larger. */
static void motion_is_smaller_than_with_xz(void **state)
{
    (void)state;
    static const uint32_t masks[] = { ~UINT32_C(0), ~UINT32_C(0x1fff), ~UINT32_C(0xffff) };
    for (size_t m = 0; m < sizeof masks / sizeof *masks; m++)
        for (size_t count = 1; count < 3000; count = count * 7) {
            bsor_frame *frames = grained_frames(count, 5 + m, masks[m]);
            const bsor_info info = { .score = 1 };
            const reel_own_rows rows[] = { { .table = &bsor_infos, .rows = &info, .count = 1 },
                                           { .table = &bsor_frames, .rows = frames, .count = count } };
            reel_replay *replay;
            reel_memory file;
            char name[64];
            assert_int_equal(reel_replay_of_rows(&reel_format_bsor, rows, 2, NULL, &replay, NULL), REEL_OK);
            assert_int_equal(reel_write(reel_replay_chunk(replay), &reel_format_bsor, reel_sink_memory(&file, NULL), NULL, NULL),
                             REEL_OK);
            snprintf(name, sizeof name, "%zu frames with the bits %08x", count, (unsigned)masks[m]);
            assert_smaller(name, file.data, file.size);
            reel_memory_free(&file);
            reel_free(replay);
            free(frames);
        }
}

/* So many zeros, as a file that is read piece by piece. */
typedef struct zeros {
    uint64_t size, at;
} zeros;

static reel_status read_zeros(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    zeros *z = context;
    (void)error;
    *got = z->size - z->at < capacity ? (size_t)(z->size - z->at) : capacity;
    memset(buffer, 0, *got);
    z->at += *got;
    return *got ? REEL_OK : REEL_END;
}

static reel_status seek_zeros(void *context, uint64_t offset, reel_error *error)
{
    (void)error;
    ((zeros *)context)->at = offset;
    return REEL_OK;
}

/* Each method takes a step a byte, of which a file has enough only if what was read of it counts. */
static void a_large_file_that_is_read_in_pieces_is_compressed(void **state)
{
    (void)state;
    zeros z = { .size = 40000000 };
    const reel_source source = { .context = &z, .size = z.size, .read = read_zeros, .seek = seek_zeros };
    reel_memory archive;
    reel_packed packed;
    reel_error error;
    if (reel_pack(source, NULL, NULL, reel_sink_memory(&archive, NULL), &packed, &error) < 0) fail_msg("%s", error.message);
    assert_int_equal(packed.size, z.size);
    if (archive.size > z.size / (RATIO - 100)) fail_msg("%zu bytes", archive.size);
    reel_memory_free(&archive);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_file_is_larger_than_with_xz),
        cmocka_unit_test(no_made_file_is_larger_than_with_xz),
        cmocka_unit_test(motion_is_smaller_than_with_xz),
        cmocka_unit_test(a_large_file_that_is_read_in_pieces_is_compressed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
    printf("SKIP: this build has no encoder for xz\n");
    return 0;
}

#endif
