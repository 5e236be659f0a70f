/* SPDX-License-Identifier: MIT
 * A span of time of a .butter, for which not all blocks are unpacked, against the whole of it. */
#include "corpus.h"

#include <reel/butter.h>

static const reel_table *const places[] = { &butter_frames, &butter_players, NULL };
static const reel_table *const bones[] = { &butter_frames, &butter_players, &butter_bones, NULL };

static reel_replay *load(const char *path, reel_options options)
{
    reel_replay *replay;
    reel_error error;
    if (reel_load_file(path, &options, &replay, &error) < 0) fail_msg("%s: %s", path, error.message);
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

static void compare(const char *path, const reel_table *const *tables)
{
    reel_replay *whole = load(path, (reel_options){ .tables = tables });
    size_t count;
    const butter_frame *frames = reel_rows(whole, &butter_frames, &count);
    for (size_t i = 0; i < 7 && count; i++) { /* spans that begin and end at frames, and between them */
        double from = frames[i * (count - 1) / 7].common.time + (i % 2 ? 0.0005 : 0),
               to = frames[(i + 1) * (count - 1) / 7].common.time;
        reel_replay *part =
            load(path, (reel_options){ .tables = tables, .has_from = true, .from = from, .has_to = i != 5, .to = to });
        for (const reel_table *const *table = tables; *table; table++)
            expect_rows(path, whole, part, *table, from, i == 5 ? 1e300 : to);
        reel_free(part);
    }
    reel_free(whole);
}

static bool compare_both(const char *path, const char *name)
{
    (void)name;
    compare(path, places);
    compare(path, bones);
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
static bool read_behind_damage(const char *path, const char *name)
{
    enum { BLOCKS = 5 };
    size_t size, blocks, frames, count;
    uint8_t *bytes = read_file(path, &size);
    reel_replay *sound = load(path, (reel_options){ 0 }), *part, *whole;
    const butter_block *block = reel_rows(sound, &butter_blocks, &blocks);
    const butter_frame *frame = reel_rows(sound, &butter_frames, &frames);
    bool fits = blocks >= BLOCKS && block[1].compression == BUTTER_GZIP; /* gzip has a checksum */
    if (fits) {
        size_t first = block[blocks - 1].first_frame + block[blocks - 1].frame_count / 2;
        const reel_options span = { .tables = places, .has_from = true, .from = frame[first].common.time },
                           all = { .tables = places };
        bytes[(size_t)(block[1].offset + block[2].offset) / 2] ^= 0xff;
        assert_int_equal(reel_load(reel_source_memory(bytes, size), &span, &part, NULL), REEL_OK);
        assert_int_equal(reel_load(reel_source_memory(bytes, size), &all, &whole, NULL), REEL_OK);
        (void)reel_rows(part, &butter_frames, &count);
        assert_int_equal(count, frames - first);
        if (reel_replay_damage(part)) fail_msg("%s: %s", name, reel_replay_damage(part)->message);
        if (!reel_replay_damage(whole)) fail_msg("%s: damage is not noticed", name);
        reel_free(part);
        reel_free(whole);
    }
    reel_free(sound);
    free(bytes);
    return fits;
}

static void damage_before_the_span_is_not_met(void **state)
{
    (void)state;
    corpus_need("samples/butter/butter");
    corpus_compared(corpus_each("samples/butter/butter", ".butter", read_behind_damage), "files");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_span_of_a_golden_file_is_that_of_the_whole),
        cmocka_unit_test(a_span_of_a_sample_is_that_of_the_whole),
        cmocka_unit_test(damage_before_the_span_is_not_met),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
