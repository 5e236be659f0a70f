/* SPDX-License-Identifier: MIT
 * Rows that a file cannot say are refused by name, and those that it can say read back. The machinery changes every field of the golden
 * files; here is what no golden file has. */
#include "machinery.h"

#include <reel/format.h>
#include <reel/scoresaber.h>

typedef struct rows {
    const reel_table *table;
    const void *first;
    size_t count;
} rows;

/* Writes the rows and gives what they read back as; NULL: they were refused, and error says why. */
static reel_replay *write_and_read(const reel_format *format, const rows *all, size_t count, reel_error *error)
{
    reel_writer *writer;
    reel_memory memory;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), format, NULL, &writer, error), REEL_OK);
    for (size_t i = 0; i < count; i++)
        if (all[i].count) reel_append(writer, all[i].table, all[i].first, all[i].count);
    if (finish_unless_refused(writer, error) < 0) return NULL;
    reel_replay *replay = load_bytes(memory.data, memory.size, NULL);
    for (size_t i = 0; i < count; i++) {
        size_t there;
        const uint8_t *read = reel_rows(replay, all[i].table, &there);
        if (there != all[i].count) fail_msg("%s: %zu rows, not %zu", all[i].table->name, there, all[i].count);
        for (size_t r = 0; r < there; r++)
            if (!rows_equal(all[i].table, read + r * all[i].table->row_size,
                            (const uint8_t *)all[i].first + r * all[i].table->row_size))
                fail_msg("row %zu of %s is another one", r, all[i].table->name);
    }
    reel_memory_free(&memory);
    return replay;
}

static void refused(const reel_format *format, const char *rule, const rows *all, size_t count)
{
    reel_error error;
    assert_null(write_and_read(format, all, count, &error));
    assert_int_equal(error.status, REEL_ARGUMENT);
    assert_string_equal(error.rule, rule);
    assert_true(error.message[0] != 0);
}

static void kept(const reel_format *format, const rows *all, size_t count)
{
    reel_error error;
    reel_replay *replay = write_and_read(format, all, count, &error);
    if (!replay) fail_msg("%s: %s", error.rule, error.message);
    reel_free(replay);
}

#define TEXT(text)                                                                                                               \
    {                                                                                                                            \
        text, sizeof text - 1                                                                                                    \
    }
#define ROWS(table, array)                                                                                                       \
    {                                                                                                                            \
        &table, array, sizeof array / sizeof *array                                                                              \
    }
#define COUNT(array) (sizeof array / sizeof *array)

static void dat_refuses_what_its_version_has_no_place_for(void **state)
{
    (void)state;
    const scoresaber_info v2[] = { { .version = TEXT("2.0.0") } },
                          named[] = { { .version = TEXT("3.0.0"), .platform = TEXT("PC") } };
    const scoresaber_note note[] = { { .event_type = 1, .present = SCORESABER_NOTE_V3 } };
    const scoresaber_score score[] = { { .score = 1, .present = SCORESABER_NOTE_V3 } };
    const rows notes[] = { ROWS(scoresaber_infos, v2), ROWS(scoresaber_notes, note) };
    const rows scores[] = { ROWS(scoresaber_infos, v2), ROWS(scoresaber_scores, score) };
    const rows names[] = { ROWS(scoresaber_infos, named) };
    refused(&reel_format_scoresaber, "scoresaber.version-fields", notes, COUNT(notes));
    refused(&reel_format_scoresaber, "scoresaber.version-fields", scores, COUNT(scores));
    refused(&reel_format_scoresaber, "scoresaber.version-fields", names, COUNT(names));
}

static void dat_refuses_values_that_are_said_to_be_absent(void **state)
{
    (void)state;
    const scoresaber_info info[] = { { .version = TEXT("3.1.0") } };
    const scoresaber_note note[] = { { .scoring_type = 1 } };
    const scoresaber_controller_offsets bits[] = { { .present = 8 } }, hidden[] = { { .left.position = { 1, 0, 0 } } };
    const rows a[] = { ROWS(scoresaber_infos, info), ROWS(scoresaber_notes, note) };
    const rows b[] = { ROWS(scoresaber_infos, info), ROWS(scoresaber_offsets, bits) };
    const rows c[] = { ROWS(scoresaber_infos, info), ROWS(scoresaber_offsets, hidden) };
    refused(&reel_format_scoresaber, "scoresaber.present", a, COUNT(a));
    refused(&reel_format_scoresaber, "scoresaber.present", b, COUNT(b));
    refused(&reel_format_scoresaber, "scoresaber.present", c, COUNT(c));
}

static void dat_refuses_extensions_that_would_be_read_as_rows(void **state)
{
    (void)state;
    static const uint8_t none[4] = { 0 }, one[32] = { 1 };
    const scoresaber_info info[] = { { .version = TEXT("3.1.0") } };
    const scoresaber_controller_offsets two[2] = { { .present = 0 }, { .present = 1 } };
    const scoresaber_extension pauses[] = {
        { .id = TEXT("scoresaber.pause-events"), .layout_version = 1, .payload = { one, 32 } }
    };
    const scoresaber_extension empty[] = {
        { .id = TEXT("scoresaber.pause-events"), .layout_version = 1, .payload = { none, 4 } }
    };
    const scoresaber_extension cut[] = { { .id = TEXT("scoresaber.pause-events"), .layout_version = 1, .payload = { none, 3 } },
                                         { .id = TEXT("scoresaber.pause-events"), .layout_version = 2, .payload = { none, 4 } } };
    const scoresaber_pause pause[] = { { .time = 1, .duration = 2 } };
    const scoresaber_keyframe key[] = { { .time = 1 } };
    const rows a[] = { ROWS(scoresaber_infos, info), ROWS(scoresaber_offsets, two) };
    const rows b[] = { ROWS(scoresaber_infos, info), ROWS(scoresaber_extensions, pauses) };
    const rows c[] = { ROWS(scoresaber_infos, info), ROWS(scoresaber_extensions, cut) };
    const rows d[] = { ROWS(scoresaber_infos, info), ROWS(scoresaber_extensions, pauses), ROWS(scoresaber_pauses, pause) };
    const rows e[] = { ROWS(scoresaber_infos, info), ROWS(scoresaber_keyframes, key) };
    const rows f[] = { ROWS(scoresaber_infos, info), ROWS(scoresaber_extensions, empty) };
    const rows g[] = { ROWS(scoresaber_infos, info), ROWS(scoresaber_extensions, empty), ROWS(scoresaber_pauses, pause) };
    refused(&reel_format_scoresaber, "writer.second-row", a, COUNT(a));
    refused(&reel_format_scoresaber, "scoresaber.extension-known", b, COUNT(b));
    kept(&reel_format_scoresaber, c, COUNT(c));
    kept(&reel_format_scoresaber, d, COUNT(d)); /* the second of its id stays bytes */
    kept(&reel_format_scoresaber, f, COUNT(f)); /* a list of nothing is no row */
    kept(&reel_format_scoresaber, g, COUNT(g));
    refused(&reel_format_scoresaber, "scoresaber.keyframes", e, COUNT(e));
}

static reel_replay *changed(const char *name, const reel_convert_options *how)
{
    char path[200];
    size_t size;
    reel_memory made;
    reel_error error;
    snprintf(path, sizeof path, "tests/formats/scoresaber/golden/%s", name);
    uint8_t *file = read_file(project_path(path), &size);
    if (reel_convert(reel_source_memory(file, size), NULL, NULL, reel_sink_memory(&made, NULL), how, &error) < 0)
        fail_msg("%s: %s", name, error.message);
    free(file);
    reel_replay *replay = load_bytes(made.data, made.size, NULL);
    reel_memory_free(&made);
    return replay;
}

static void same_gaps(const char *name, const reel_replay *a, const reel_replay *b)
{
    size_t count, other;
    const scoresaber_gap *gaps = reel_rows(a, &scoresaber_gaps, &count), *others = reel_rows(b, &scoresaber_gaps, &other);
    if (count != other || !count) fail_msg("%s: %zu gaps, not %zu", name, other, count);
    for (size_t i = 0; i < count; i++)
        if (!rows_equal(&scoresaber_gaps, &gaps[i], &others[i])) fail_msg("%s: gap %zu is another one", name, i);
}

static void gaps_survive_an_edit_that_does_not_touch_them(void **state)
{
    (void)state;
    static const char *const names[] = { "gaps.dat", "extensions-odd.dat", "extensions-other.dat", "extensions-none.dat",
                                         "trailing.dat" };
    const reel_setting setting = { "fail_time", "12.5" };
    const reel_convert_options none = { REEL_SIZED(reel_convert_options) },
                               late = { REEL_SIZED(reel_convert_options), .has_from = true, .from = 1000 };
    const reel_convert_options set = { REEL_SIZED(reel_convert_options), .settings = &setting, .setting_count = 1 };
    size_t count;
    for (size_t i = 0; i < COUNT(names); i++) {
        reel_replay *old = changed(names[i], &none), *new = changed(names[i], &set);
        same_gaps(names[i], old, new);
        const scoresaber_info *info = reel_rows(new, &scoresaber_infos, &count);
        assert_true(info->fail_time == 12.5F);
        reel_free(old);
        reel_free(new);
    }
    reel_replay *old = changed("gaps.dat", &none), *cut = changed("gaps.dat", &late);
    same_gaps("gaps.dat", old, cut);
    reel_free(old);
    reel_free(cut);
    old = changed("keyframes-order.dat", &none);
    cut = changed("keyframes-order.dat",
                  &(reel_convert_options){ REEL_SIZED(reel_convert_options), .has_from = true, .from = 0.1 });
    reel_rows(cut, &scoresaber_keyframes, &count);
    assert_int_equal(count, 2);
    same_gaps("keyframes-order.dat", old, cut);
    reel_free(old);
    reel_free(cut);
}

/* Lists without rows, an entry without bytes, and one without anything. */
static void empty_extensions_survive_an_edit(void **state)
{
    (void)state;
    static const char name[] = "extensions-empty.dat";
    const reel_setting setting = { "fail_time", "12.5" };
    const reel_convert_options none = { REEL_SIZED(reel_convert_options) };
    const reel_convert_options set = { REEL_SIZED(reel_convert_options), .settings = &setting, .setting_count = 1 };
    reel_replay *old = changed(name, &none), *new = changed(name, &set);
    size_t count, other, walls;
    const scoresaber_extension *kept = reel_rows(old, &scoresaber_extensions, &count);
    const scoresaber_extension *others = reel_rows(new, &scoresaber_extensions, &other);
    reel_rows(new, &scoresaber_walls, &walls);
    assert_int_equal(walls, 1);
    assert_int_equal(count, 5);
    assert_int_equal(other, count);
    for (size_t i = 0; i < count; i++) assert_true(rows_equal(&scoresaber_extensions, &kept[i], &others[i]));
    reel_free(old);
    reel_free(new);
}

static void gaps_are_where_they_were(void **state)
{
    (void)state;
    const reel_convert_options none = { REEL_SIZED(reel_convert_options) };
    static const struct {
        uint8_t after;
        const char *bytes;
    } wanted[] = { { SCORESABER_AFTER_POINTERS, "head" },
                   { SCORESABER_AFTER_INFO, "a" },
                   { SCORESABER_AFTER_POSES, "bc" },
                   { SCORESABER_AFTER_NOTES, "def" },
                   { SCORESABER_AFTER_ENERGIES, "g" } };
    size_t count;
    reel_replay *replay = changed("gaps.dat", &none);
    const scoresaber_gap *gaps = reel_rows(replay, &scoresaber_gaps, &count);
    assert_int_equal(count, COUNT(wanted));
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(gaps[i].after, wanted[i].after);
        assert_int_equal(gaps[i].bytes.size, strlen(wanted[i].bytes));
        assert_memory_equal(gaps[i].bytes.data, wanted[i].bytes, gaps[i].bytes.size);
    }
    reel_free(replay);
}

static void repairing_drops_gaps(void **state)
{
    (void)state;
    const reel_convert_options repair = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR };
    size_t count;
    reel_replay *replay = changed("gaps.dat", &repair);
    reel_rows(replay, &scoresaber_gaps, &count);
    assert_int_equal(count, 0);
    reel_free(replay);
}

static void changed_gaps_are_written(void **state)
{
    (void)state;
    static const uint8_t bytes[] = "loose";
    const scoresaber_info info[] = { { .version = TEXT("3.1.0") } };
    const scoresaber_gap gaps[] = { { { bytes, 5 }, SCORESABER_AFTER_INFO },
                                    { { bytes, 3 }, SCORESABER_AFTER_EXTENSIONS },
                                    { { bytes, 2 }, SCORESABER_AFTER_STREAM } };
    const scoresaber_gap odd[] = { { { bytes, 5 }, 12 } }, frames[] = { { { bytes, 5 }, SCORESABER_AFTER_KEYFRAMES } };
    const rows a[] = { ROWS(scoresaber_infos, info), ROWS(scoresaber_gaps, gaps) };
    const rows b[] = { ROWS(scoresaber_infos, info), ROWS(scoresaber_gaps, odd) };
    const rows c[] = { ROWS(scoresaber_infos, info), ROWS(scoresaber_gaps, frames) };
    kept(&reel_format_scoresaber, a, COUNT(a));
    refused(&reel_format_scoresaber, "scoresaber.gap-place", b, COUNT(b));
    refused(&reel_format_scoresaber, "scoresaber.gap-place", c, COUNT(c));
}

/* The kept file is not given back where its own bytes were changed, nor any other value. */
static void changed_bytes_of_the_original_are_not_written(void **state)
{
    (void)state;
    size_t size, count;
    uint8_t *file = read_file(project_path("tests/formats/scoresaber/golden/v3.1.dat"), &size);
    reel_replay *replay = load_bytes(file, size, NULL);
    scoresaber_original *row = (scoresaber_original *)(uintptr_t)reel_rows(replay, &scoresaber_originals, &count);
    assert_int_equal(count, 1);
    ((uint8_t *)(uintptr_t)row->bytes.data)[size / 2] ^= 1;
    reel_memory memory;
    assert_int_equal(reel_write(reel_replay_chunk(replay), &reel_format_scoresaber, reel_sink_memory(&memory, NULL), NULL, NULL),
                     REEL_OK);
    reel_replay *again = load_bytes(memory.data, memory.size, NULL);
    assert_null(reel_replay_damage(again));
    assert_same_replay(replay, again, false, "written anew");
    reel_free(again);
    reel_free(replay);
    reel_memory_free(&memory);
    free(file);
}

static void json_keeps_rows_without_values_and_infinite_numbers(void **state)
{
    (void)state;
    const double infinity = reel_double_of(UINT64_C(0x7ff) << 52);
    const scoresaber_json_note notes[] = { { .present = 0 },
                                           { .score = 5, .present = SCORESABER_JSON_HAS_SCORE },
                                           { .present = 0 } };
    const scoresaber_json_height heights[] = { { infinity, -infinity }, { -0.0, 1e308 } };
    const scoresaber_json_info info[] = { { .present = { 0 } } };
    const scoresaber_json_extra extras[] = {
        { TEXT(""), TEXT("before"), TEXT("[1,{}]") },
        { TEXT("info"), TEXT("version"), TEXT("[7]") },
        { TEXT("info"), TEXT("a\\\"b"), TEXT("\"x\"") },
        { TEXT(""), TEXT("after"), TEXT("null") },
    };
    const rows all[] = { ROWS(scoresaber_json_notes, notes), ROWS(scoresaber_json_heights, heights),
                         ROWS(scoresaber_json_infos, info), ROWS(scoresaber_json_extras, extras) };
    kept(&reel_format_scoresaber_json, all, COUNT(all));
}

static void json_refuses_extras_that_would_be_read_otherwise(void **state)
{
    (void)state;
    static const scoresaber_json_extra extras[][3] = {
        { { TEXT("other"), TEXT("a"), TEXT("1") } },
        { { TEXT(""), TEXT("a\"b"), TEXT("1") } },
        { { TEXT(""), TEXT("a\\"), TEXT("1") } },
        { { TEXT(""), TEXT("a\\u12"), TEXT("1") } },
        { { TEXT(""), TEXT("a"), TEXT("") } },
        { { TEXT(""), TEXT("a"), TEXT("1,\"b\":2") } },
        { { TEXT(""), TEXT("a"), TEXT(" 1") } },
        { { TEXT(""), TEXT("a"), TEXT("[1") } },
        { { TEXT(""), TEXT("frames"), TEXT("[]") } },
        { { TEXT("info"), TEXT("version"), TEXT("\"3\"") } },
        { { TEXT("info"), TEXT("modifiers"), TEXT("[]") } },
    };
    const scoresaber_json_info info[] = { { .present = { 0 } } };
    for (size_t i = 0; i < sizeof extras / sizeof *extras; i++) {
        const rows all[] = { ROWS(scoresaber_json_infos, info), { &scoresaber_json_extras, extras[i], 1 } };
        const bool twice = extras[i]->object.size && (extras[i]->key.data[0] == 'v' || extras[i]->key.data[0] == 'm');
        refused(&reel_format_scoresaber_json, twice ? "scoresaber-json.extra-of-info" : "scoresaber-json.extra", all, COUNT(all));
    }
    const scoresaber_json_extra apart[] = { { TEXT("info"), TEXT("a"), TEXT("1") },
                                            { TEXT(""), TEXT("b"), TEXT("1") },
                                            { TEXT("info"), TEXT("c"), TEXT("1") } };
    const rows mixed[] = { ROWS(scoresaber_json_infos, info), ROWS(scoresaber_json_extras, apart) };
    const rows alone[] = { { &scoresaber_json_extras, apart, 1 } };
    refused(&reel_format_scoresaber_json, "scoresaber-json.extra-of-info", mixed, COUNT(mixed));
    refused(&reel_format_scoresaber_json, "scoresaber-json.extra-of-info", alone, COUNT(alone));
}

static void json_refuses_values_that_it_has_no_form_for(void **state)
{
    (void)state;
    const double nan = reel_double_of(UINT64_C(0x7ff8000000000000));
    const scoresaber_json_note timeless[] = { { .time = nan, .present = SCORESABER_JSON_HAS_TIME } },
                               bits[] = { { .present = 16 } }, hidden[] = { { .score = 1 } };
    const scoresaber_json_info flag[] = { { .left_handed = 2, .present = { SCORESABER_JSON_LEFT_HANDED, 0 } } };
    const rows a[] = { ROWS(scoresaber_json_notes, timeless) }, b[] = { ROWS(scoresaber_json_notes, bits) };
    const rows c[] = { ROWS(scoresaber_json_notes, hidden) }, d[] = { ROWS(scoresaber_json_infos, flag) };
    refused(&reel_format_scoresaber_json, "scoresaber-json.not-a-number", a, 1);
    refused(&reel_format_scoresaber_json, "scoresaber-json.present", b, 1);
    refused(&reel_format_scoresaber_json, "scoresaber-json.present", c, 1);
    refused(&reel_format_scoresaber_json, "scoresaber-json.flag", d, 1);
}

static void hear_energies(void *context, const reel_finding *finding)
{
    if (strcmp(finding->rule, "scoresaber.energy") != 0) return;
    assert_non_null(strstr(finding->message, "2 energies are not between 0 and 1"));
    ++*(size_t *)context;
}

static void energies_outside_their_range_are_found(void **state)
{
    (void)state;
    const scoresaber_info info[] = { { .version = TEXT("3.0.0") } };
    const scoresaber_energy energies[] = { { -0.5f, 1 }, { 0, 2 }, { 1, 3 }, { 1.5f, 4 } };
    size_t found = 0;
    reel_error error;
    reel_writer *writer;
    reel_memory memory;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_scoresaber, NULL, &writer, &error), REEL_OK);
    assert_int_equal(reel_append(writer, &scoresaber_infos, info, 1), REEL_OK);
    assert_int_equal(reel_append(writer, &scoresaber_energies, energies, COUNT(energies)), REEL_OK);
    if (reel_finish(writer, &error) < 0) fail_msg("%s: %s", error.rule, error.message);
    const reel_options options = { REEL_SIZED(reel_options), .report = hear_energies, .report_context = &found };
    assert_int_equal(reel_check(reel_source_memory(memory.data, memory.size), &options, &error), REEL_OK);
    assert_int_equal(found, 1);
    reel_memory_free(&memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(energies_outside_their_range_are_found),
        cmocka_unit_test(dat_refuses_what_its_version_has_no_place_for),
        cmocka_unit_test(dat_refuses_values_that_are_said_to_be_absent),
        cmocka_unit_test(dat_refuses_extensions_that_would_be_read_as_rows),
        cmocka_unit_test(gaps_survive_an_edit_that_does_not_touch_them),
        cmocka_unit_test(empty_extensions_survive_an_edit),
        cmocka_unit_test(gaps_are_where_they_were),
        cmocka_unit_test(repairing_drops_gaps),
        cmocka_unit_test(changed_gaps_are_written),
        cmocka_unit_test(changed_bytes_of_the_original_are_not_written),
        cmocka_unit_test(json_keeps_rows_without_values_and_infinite_numbers),
        cmocka_unit_test(json_refuses_extras_that_would_be_read_otherwise),
        cmocka_unit_test(json_refuses_values_that_it_has_no_form_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
