/* SPDX-License-Identifier: MIT
 * A span of time of a .butter, for which not all blocks are unpacked, against the whole of it. */
#include "support.h"

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

static void with_each(const char *folder)
{
    file_list list = files_below(folder);
    size_t compared = 0;
    for (size_t i = 0; i < list.count; i++) {
        if (strlen(list.paths[i]) < 7 || strcmp(list.paths[i] + strlen(list.paths[i]) - 7, ".butter") != 0) continue;
        compare(list.paths[i], places);
        compare(list.paths[i], bones);
        compared++;
    }
    assert_true(compared > 5);
    file_list_free(&list);
}

static void a_span_of_a_golden_file_is_that_of_the_whole(void **state)
{
    (void)state;
    with_each(project_path("tests/formats/echo/golden"));
}

static void a_span_of_a_sample_is_that_of_the_whole(void **state)
{
    (void)state;
    const char *folder = corpus_path("samples/butter/butter");
    if (!folder) skip();
    with_each(folder);
}

/* Blocks before the span may be damaged: nobody looks at them. */
static void damage_before_the_span_is_not_met(void **state)
{
    (void)state;
    const char *path = corpus_path("samples/butter/butter/combat_fission.ki300.gzip.butter");
    if (!path) skip();
    size_t size;
    uint8_t *bytes = read_file(path, &size);
    bytes[size / 3] ^= 0xff; /* of five blocks of like size the second */
    reel_replay *part, *whole;
    const reel_options span = { .tables = places, .has_from = true, .from = 125 }, all = { .tables = places };
    assert_int_equal(reel_load(reel_source_memory(bytes, size), &span, &part, NULL), REEL_OK);
    assert_int_equal(reel_load(reel_source_memory(bytes, size), &all, &whole, NULL), REEL_OK);
    size_t count;
    (void)reel_rows(part, &butter_frames, &count);
    assert_true(count > 200);
    assert_null(reel_replay_damage(part));
    assert_non_null(reel_replay_damage(whole));
    reel_free(part);
    reel_free(whole);
    free(bytes);
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
