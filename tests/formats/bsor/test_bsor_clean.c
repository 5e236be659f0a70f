/* SPDX-License-Identifier: MIT
 * REEL_CLEAN: what it leaves of notes is fit for sums, and everything else stays as the file has it. */
#include "core/rows.h"
#include "machinery.h"

#include <reel/bsor.h>

#include <math.h>

/* ---- one note ---------------------------------------------------------------------------------------------------------- */

static const reel_string game = { "1.40.8", 6 };

static bsor_note sound_note(void)
{
    return (bsor_note){ .note_id = 30001,
                        .cut = { .speed_ok = 1,
                                 .direction_ok = 1,
                                 .saber_type_ok = 1,
                                 .saber_speed = 12,
                                 .time_deviation = 0.01f,
                                 .before_cut_rating = 1,
                                 .after_cut_rating = 1 },
                        .has_cut = BSOR_CUT_ALL };
}

static bool has(const bsor_note *note, const char *name) { return reel_field_present(reel_table_field(&bsor_notes, name), note); }

static void a_sound_note_stays_as_it_is(void **state)
{
    (void)state;
    bsor_note note = sound_note(), before = note;
    assert_int_equal(bsor_note_clean(&note, game), 0);
    assert_int_equal(note.has_cut, BSOR_CUT_ALL);
    assert_true(rows_equal(&bsor_notes, &note, &before));
}

static void bits_of_a_speed_become_the_speed(void **state)
{
    (void)state;
    for (float speed = 0.5f; speed < 999; speed *= 1.1f) {
        bsor_note note = sound_note();
        note.cut.saber_speed = (float)reel_float_bits(speed);
        assert_int_equal(bsor_note_clean(&note, game), BSOR_CLEAN_SPEED_BITS);
        assert_true(fabsf(note.cut.saber_speed - speed) < speed * 1e-4f);
        assert_true(has(&note, "saber_speed"));
        assert_int_equal(bsor_note_clean(&note, game), 0);
    }
}

static void one_value_is_removed_alone(void **state)
{
    (void)state;
    const struct {
        const char *field;
        float value;
        uint32_t change;
    } cases[] = { { "saber_speed", -4, BSOR_CLEAN_SPEED },         { "saber_speed", 5000, BSOR_CLEAN_SPEED },
                  { "saber_speed", NAN, BSOR_CLEAN_SPEED },        { "time_deviation", 691579, BSOR_CLEAN_DEVIATION },
                  { "time_deviation", NAN, BSOR_CLEAN_DEVIATION }, { "before_cut_rating", -1, BSOR_CLEAN_BEFORE },
                  { "before_cut_rating", 11, BSOR_CLEAN_BEFORE },  { "after_cut_rating", INFINITY, BSOR_CLEAN_AFTER } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bsor_note note = sound_note();
        memcpy((uint8_t *)&note + reel_table_field(&bsor_notes, cases[i].field)->offset, &cases[i].value, sizeof(float));
        assert_int_equal(bsor_note_clean(&note, game), cases[i].change);
        for (size_t f = 0; f < bsor_notes.field_count; f++) {
            const char *name = bsor_notes.fields[f].name;
            assert_int_equal(has(&note, name), strcmp(name, cases[i].field) != 0);
        }
        assert_int_equal(bsor_note_clean(&note, game), 0);
    }
}

static void whatever_is_left_is_fit_for_sums(void **state)
{
    (void)state;
    uint32_t seed = 1, removed = 0;
    for (size_t i = 0; i < 200000; i++) {
        bsor_note note = sound_note();
        uint8_t *bytes = (uint8_t *)&note.cut;
        note.event_type = i % 3 ? BSOR_GOOD_CUT : BSOR_BAD_CUT;
        if (i % 5 == 0) note.note_id = 70001; /* a link */
        for (size_t b = 0; b < sizeof note.cut; b++) {
            seed = seed * 1664525 + 1013904223;
            if (i & 1 || b / 4 == seed % 18) bytes[b] = (uint8_t)(seed >> 24);
        }
        removed += bsor_note_clean(&note, game) != 0;
        if (has(&note, "saber_speed")) assert_true(note.cut.saber_speed >= 0 && note.cut.saber_speed < 1000);
        if (has(&note, "time_deviation")) assert_true(fabsf(note.cut.time_deviation) <= 10);
        if (has(&note, "before_cut_rating")) assert_true(note.cut.before_cut_rating >= 0 && note.cut.before_cut_rating <= 10);
        if (has(&note, "after_cut_rating")) assert_true(note.cut.after_cut_rating >= 0 && note.cut.after_cut_rating <= 10);
        assert_int_equal(bsor_note_clean(&note, game), 0);
    }
    assert_true(removed > 50000);
}

/* ---- files --------------------------------------------------------------------------------------------------------------- */

static uint64_t announced, changed;

static void count_changes(void *context, const reel_finding *finding)
{
    (void)context;
    if (strncmp(finding->rule, "clean.", 6) == 0) announced += finding->count;
}

/* Compares the rows of every format, read both ways: only what was announced differs. */
static void read_both_ways(const specimen *file)
{
    if (!is_readable(file->data, file->size)) return;
    reel_options options = machinery_options(NULL);
    reel_replay *raw = NULL, *clean = NULL;
    if (reel_load(reel_source_memory(file->data, file->size), &options, &raw, NULL) < 0) return;
    options.flags = REEL_CLEAN;
    options.report = count_changes;
    announced = 0;
    assert_int_equal(reel_load(reel_source_memory(file->data, file->size), &options, &clean, NULL), REEL_OK);
    uint64_t differences = 0;
    for (const reel_table *const *table = reel_format_tables(reel_replay_format(raw)); *table; table++) {
        size_t count, others;
        const uint8_t *a = reel_rows(raw, *table, &count), *b = reel_rows(clean, *table, &others);
        assert_int_equal(count, others);
        for (size_t i = 0; i < count; i++) {
            const uint8_t *one = a + i * (*table)->row_size, *other = b + i * (*table)->row_size;
            bool same = rows_equal(*table, one, other);
            for (size_t f = 0; same && f < (*table)->field_count; f++) {
                const reel_field *field = &(*table)->fields[f];
                bool was_nan = field_is_float(field) && reel_field_present(field, one) && !reel_field_valid(field, one);
                same = !was_nan && reel_field_present(field, one) == reel_field_present(field, other);
            }
            differences += !same;
        }
    }
    if (differences > announced || (announced && !differences))
        fail_msg("%s: %llu rows differ, %llu values are announced", file->name, (unsigned long long)differences,
                 (unsigned long long)announced);
    changed += announced;
    reel_free(raw);
    reel_free(clean);
}

static void only_what_is_announced_differs(void **state)
{
    (void)state;
    each_specimen(GOLDEN | BAD | CORPUS, 1 << 20, read_both_ways);
    print_message("%llu values changed\n", (unsigned long long)changed);
    assert_true(changed > 0);
}

/* A conversion, a check and a hash are about the file. */
static void write_cleanly(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    uint8_t raw[REEL_HASH_SIZE], clean[REEL_HASH_SIZE];
    test_sink sinks[2] = { { 0 }, { 0 } };
    reel_status statuses[2];
    for (uint32_t way = 0; way < 2; way++) {
        options.flags = way ? REEL_CLEAN : 0;
        statuses[way] =
            reel_convert(reel_source_memory(file->data, file->size), &options, NULL, test_sink_of(&sinks[way]), NULL, NULL);
        reel_content_hash(reel_source_memory(file->data, file->size), &options, way ? clean : raw, NULL);
    }
    assert_int_equal(statuses[0], statuses[1]);
    assert_int_equal(sinks[0].size, sinks[1].size);
    if (sinks[0].size) assert_memory_equal(sinks[0].data, sinks[1].data, sinks[0].size);
    assert_memory_equal(raw, clean, sizeof raw);
    for (uint32_t way = 0; way < 2; way++) test_sink_free(&sinks[way]);
}

static void what_is_written_is_as_it_was_read(void **state)
{
    (void)state;
    each_specimen(GOLDEN, 1 << 16, write_cleanly);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sound_note_stays_as_it_is),    cmocka_unit_test(bits_of_a_speed_become_the_speed),
        cmocka_unit_test(one_value_is_removed_alone),     cmocka_unit_test(whatever_is_left_is_fit_for_sums),
        cmocka_unit_test(only_what_is_announced_differs), cmocka_unit_test(what_is_written_is_as_it_was_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
