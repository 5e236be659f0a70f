/* SPDX-License-Identifier: MIT
 * A span of time of a .butter, for which not all blocks are unpacked, against the whole of it. */
#include "corpus.h"
#include "made.h"

#include <reel/butter.h>

static const reel_table *const places[] = { &butter_frames, &butter_players, NULL };
static const reel_table *const bones[] = { &butter_frames, &butter_players, &butter_bones, NULL };

/* The bytes of a file, and what messages call it. */
typedef struct butter_bytes {
    const char *name;
    uint8_t *data;
    size_t size;
} butter_bytes;

static reel_replay *load(const butter_bytes *file, reel_options options)
{
    reel_replay *replay;
    reel_error error;
    if (reel_load(reel_source_memory(file->data, file->size), &options, &replay, &error) < 0)
        fail_msg("%s: %s", file->name, error.message);
    return replay;
}

static void expect_rows(const char *path, const reel_replay *whole, const reel_replay *part, const reel_table *table, double from,
                        double to)
{
    size_t all, some, at = 0;
    const uint8_t *rows = reel_rows(whole, table, &all), *given = reel_rows(part, table, &some);
    const reel_field *time = reel_table_time(table);
    for (size_t i = 0; i < all; i++) {
        const uint8_t *row = rows + i * table->row_size;
        double when = reel_field_number(time, row, 0);
        if (!(when >= from && when < to)) continue;
        if (at >= some) fail_msg("%s: rows of %s are missing", path, table->name);
        const uint8_t *other = given + at++ * table->row_size;
        for (size_t f = 0; f < table->field_count; f++) {
            const reel_field *field = &table->fields[f];
            if (field->type == REEL_STRING || field->type == REEL_BYTES) continue;
            if (memcmp(row + field->offset, other + field->offset, reel_type_size(field->type) * field->count) != 0)
                fail_msg("%s: %s of row %zu of %s", path, field->name, i, table->name);
        }
    }
    assert_int_equal(at, some);
}

static void compare(const butter_bytes *file, const reel_table *const *tables)
{
    reel_replay *whole = load(file, (reel_options){ REEL_SIZED(reel_options), .tables = tables });
    size_t count;
    const butter_frame *frames = reel_rows(whole, &butter_frames, &count);
    for (size_t i = 0; i < 7 && count; i++) { /* spans that begin and end at frames, and between them */
        double from = frames[i * (count - 1) / 7].common.time + (i % 2 ? 0.0005 : 0),
               to = frames[(i + 1) * (count - 1) / 7].common.time;
        reel_replay *part = load(file, (reel_options){ REEL_SIZED(reel_options), .tables = tables, .has_from = true, .from = from,
                                                       .has_to = i != 5, .to = to });
        for (const reel_table *const *table = tables; *table; table++)
            expect_rows(file->name, whole, part, *table, from, i == 5 ? 1e300 : to);
        reel_free(part);
    }
    reel_free(whole);
}

static bool compare_both(const char *path, const char *name)
{
    butter_bytes file = { .name = path };
    (void)name;
    file.data = read_file(path, &file.size);
    compare(&file, places);
    compare(&file, bones);
    free(file.data);
    return true;
}

static void a_span_of_a_golden_file_is_that_of_the_whole(void **state)
{
    (void)state;
    file_list list = files_below(project_path("tests/formats/echo/golden"));
    size_t compared = 0;
    for (size_t i = 0; i < list.count; i++)
        if (strstr(list.paths[i], ".butter")) compared += compare_both(list.paths[i], NULL);
    assert_true(compared > 5);
    file_list_free(&list);
}

static void a_span_of_a_sample_is_that_of_the_whole(void **state)
{
    (void)state;
    corpus_need("samples/butter/butter");
    corpus_compared(corpus_each("samples/butter/butter", ".butter", compare_both), "files");
}

/* Damages the second of at least five blocks, and reads a span in the last: a search for it among the first frames of blocks, which
 * begins in the middle, does not unpack the second. */
static bool read_behind_damage(const butter_bytes *file)
{
    enum { BLOCKS = 5 };
    size_t blocks, frames, count;
    reel_replay *sound = load(file, (reel_options){ REEL_SIZED(reel_options) }), *part, *whole;
    const butter_block *block = reel_rows(sound, &butter_blocks, &blocks);
    const butter_frame *frame = reel_rows(sound, &butter_frames, &frames);
    bool fits = blocks >= BLOCKS && block[1].compression == BUTTER_GZIP; /* gzip has a checksum */
    if (fits) {
        size_t first = block[blocks - 1].first_frame + block[blocks - 1].frame_count / 2;
        const reel_options span = { REEL_SIZED(reel_options), .tables = places, .has_from = true,
                                    .from = frame[first].common.time },
                           all = { REEL_SIZED(reel_options), .tables = places };
        file->data[(size_t)(block[1].offset + block[2].offset) / 2] ^= 0xff;
        assert_int_equal(reel_load(reel_source_memory(file->data, file->size), &span, &part, NULL), REEL_OK);
        assert_int_equal(reel_load(reel_source_memory(file->data, file->size), &all, &whole, NULL), REEL_OK);
        (void)reel_rows(part, &butter_frames, &count);
        assert_int_equal(count, frames - first);
        if (reel_replay_damage(part)) fail_msg("%s: %s", file->name, reel_replay_damage(part)->message);
        if (!reel_replay_damage(whole)) fail_msg("%s: damage is not noticed", file->name);
        reel_free(part);
        reel_free(whole);
    }
    reel_free(sound);
    return fits;
}

static bool read_file_behind_damage(const char *path, const char *name)
{
    butter_bytes file = { .name = name };
    file.data = read_file(path, &file.size);
    bool fits = read_behind_damage(&file);
    free(file.data);
    return fits;
}

/* Each compression, blocks of three frames, with and without bones. */
static void a_span_of_many_blocks_is_that_of_the_whole(void **state)
{
    (void)state;
    for (uint8_t compression = 0; compression < 3; compression++)
        for (unsigned skeletons = 0; skeletons < 2; skeletons++) {
            const made m = { .version = 3,
                             .compression = compression,
                             .map = BUTTER_ARENA,
                             .interval = 3,
                             .frames = 40,
                             .skeletons = 2 * skeletons };
            reel_memory memory = made_file(&m);
            butter_bytes file = { "made", memory.data, memory.size };
            compare(&file, places);
            compare(&file, bones);
            reel_memory_free(&memory);
        }
}

/* A span is found by the first frames of blocks. Where these are damaged, or the file ends, it is found by reading on. */
static void a_span_of_damaged_blocks_is_read_like_the_whole(void **state)
{
    (void)state;
    for (uint8_t compression = 0; compression < 2; compression++) {
        const made m = { .version = 3, .compression = compression, .map = BUTTER_ARENA, .interval = 3, .frames = 24 };
        reel_memory memory = made_file(&m);
        reel_replay *sound =
            load(&(butter_bytes){ "made", memory.data, memory.size }, (reel_options){ REEL_SIZED(reel_options) });
        size_t count, blocks;
        const butter_frame *frames = reel_rows(sound, &butter_frames, &count);
        const butter_block *block = reel_rows(sound, &butter_blocks, &blocks);
        const double from = frames[count - 5].common.time;
        for (size_t b = 0; b < blocks; b++)
            for (size_t kind = 0; kind < 3; kind++) {
                size_t at = (size_t)block[b].offset, size = kind == 2 ? at + 6 : memory.size;
                uint8_t *data = malloc(size);
                assert_non_null(data);
                memcpy(data, memory.data, size);
                if (kind < 2) data[at + (kind ? 9 : 0)] ^= 0x55; /* its magic; its time or the flags of gzip */
                const reel_options span = { REEL_SIZED(reel_options), .tables = places, .has_from = true, .from = from },
                                   all = { REEL_SIZED(reel_options), .tables = places };
                reel_replay *part = load(&(butter_bytes){ "damaged", data, size }, span),
                            *whole = load(&(butter_bytes){ "damaged", data, size }, all);
                size_t in_part, in_whole, expected = 0;
                const butter_frame *rows = reel_rows(whole, &butter_frames, &in_whole);
                reel_rows(part, &butter_frames, &in_part);
                for (size_t i = 0; i < in_whole; i++) expected += rows[i].common.time >= from;
                /* blocks that are damaged may be skipped, so more is found than the whole has */
                if (in_part < expected) fail_msg("block %zu, kind %zu: %zu frames, not %zu", b, kind, in_part, expected);
                reel_free(part);
                reel_free(whole);
                free(data);
            }
        reel_free(sound);
        reel_memory_free(&memory);
    }
}

static void damage_before_the_span_is_not_met(void **state)
{
    (void)state;
    corpus_need("samples/butter/butter");
    corpus_compared(corpus_each("samples/butter/butter", ".butter", read_file_behind_damage), "files");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_span_of_a_golden_file_is_that_of_the_whole),
        cmocka_unit_test(a_span_of_a_sample_is_that_of_the_whole),
        cmocka_unit_test(damage_before_the_span_is_not_met),
        cmocka_unit_test(a_span_of_many_blocks_is_that_of_the_whole),
        cmocka_unit_test(a_span_of_damaged_blocks_is_read_like_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
