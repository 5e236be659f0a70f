/* SPDX-License-Identifier: MIT
 * Changes of macros: what is dropped, moved, merged; and that all else stays as it was. */
#include "truth.h"

typedef struct edited {
    reel_memory file;
    reel_replay *replay;
    seen_list findings;
} edited;

static edited edit(const uint8_t *data, size_t size, const reel_convert_options *how, const reel_format *to)
{
    edited out = { .replay = NULL };
    reel_options options = { REEL_SIZED(reel_options), .report = see, .report_context = &out.findings };
    reel_error error;
    if (reel_convert(reel_source_memory(data, size), &options, to, reel_sink_memory(&out.file, NULL), how, &error) < 0)
        fail_msg("%s: %s", error.rule, error.message);
    if (reel_load(reel_source_memory(out.file.data, out.file.size), NULL, &out.replay, &error) < 0) fail_msg("%s", error.message);
    return out;
}

static edited operate(const uint8_t *data, size_t size, const reel_setting *operations, size_t count)
{
    reel_convert_options how = { REEL_SIZED(reel_convert_options), .operations = operations, .operation_count = count };
    return edit(data, size, &how, NULL);
}

static edited operate_golden(const char *name, const reel_setting *operations, size_t count)
{
    char path[200];
    size_t size;
    snprintf(path, sizeof path, "tests/formats/gdr/golden/%s", name);
    uint8_t *data = read_file(project_path(path), &size);
    edited out = operate(data, size, operations, count);
    free(data);
    return out;
}

static void end(edited *e)
{
    reel_free(e->replay);
    reel_memory_free(&e->file);
}

static const gdr_input *inputs_of(const edited *e, size_t *count) { return reel_rows(e->replay, &gdr_inputs, count); }

static const seen *finding(const edited *e, const char *rule)
{
    for (size_t i = 0; i < e->findings.count; i++)
        if (strcmp(e->findings.items[i].rule, rule) == 0) return &e->findings.items[i];
    return NULL;
}

/* The file has the first player's inputs first; the truth is about the merged list. */
static const char *merged_hash(const gdr_input *inputs, size_t count)
{
    gdr_input *all = malloc((count + 1) * sizeof *all);
    size_t second = 0, kept = 0;
    while (second < count && !inputs[second].player2) second++;
    for (size_t i = 0, j = second; i < second || j < count;)
        all[kept++] = j == count || (i < second && inputs[i].frame <= inputs[j].frame) ? inputs[i++] : inputs[j++];
    const char *hash = inputs_hash(all, count);
    free(all);
    return hash;
}

static void repair(const truth_row *row, const reel_setting *operations, size_t count, const char *name)
{
    size_t size, inputs;
    char column[64];
    uint8_t *data = read_sample(truth_cell(row, "path"), &size);
    edited out = operate(data, size, operations, count);
    const gdr_input *rows = inputs_of(&out, &inputs);
    snprintf(column, sizeof column, "%s_count", name);
    assert_int_equal(inputs, strtoull(truth_cell(row, column), NULL, 10));
    snprintf(column, sizeof column, "%s_sha256", name);
    assert_string_equal(merged_hash(rows, inputs), truth_cell(row, column));
    end(&out);
    free(data);
}

static bool repair_row(const truth_row *row)
{
    static const reel_setting sort[] = { { "sort", NULL } }, last[] = { { "keep-last-attempt", NULL } };
    static const reel_setting unique[] = { { "sort", NULL }, { "drop-duplicates", NULL } };
    repair(row, sort, 1, "sorted");
    repair(row, last, 1, "keep_last");
    repair(row, unique, 2, "merged_dedup");
    return true;
}

static void repairs_unsorted_macros_as_the_truth_does(void **state)
{
    (void)state;
    truth_each("expected/gdr/repair.tsv", repair_row);
}

static void swaps_players_with_what_belongs_to_their_inputs(void **state)
{
    (void)state;
    const reel_setting swap[] = { { "swap-players", NULL } }, twice[] = { { "swap-players", NULL }, { "swap-players", NULL } };
    edited once = operate_golden("physics.gdr2", swap, 1), back = operate_golden("physics.gdr2", twice, 2);
    size_t count, physics;
    const gdr_input *rows = inputs_of(&once, &count);
    const gdr_physics *places = reel_rows(once.replay, &gdr_physics_rows, &physics);
    assert_int_equal(count, 14);
    assert_int_equal(physics, 14);
    assert_int_equal(rows[0].frame, 77);
    assert_int_equal(rows[0].player2, 0);
    assert_true(places[0].x == 115.5f && places[2].x == 15.0f);
    size_t size;
    uint8_t *data = read_file(project_path("tests/formats/gdr/golden/physics.gdr2"), &size);
    assert_int_equal(size, back.file.size);
    assert_memory_equal(data, back.file.data, size);
    free(data);
    end(&once);
    end(&back);
}

static void drops_releases_of_what_is_not_held(void **state)
{
    (void)state;
    const reel_setting drop[] = { { "drop-orphans", NULL } };
    edited out = operate_golden("unsorted.gdr2", drop, 1);
    size_t count;
    const gdr_input *rows = inputs_of(&out, &count); /* 100 up before 300 down goes, 340 up before 350 down stays */
    assert_int_equal(count, 4);
    assert_int_equal(rows[1].frame, 350);
    assert_int_equal(finding(&out, "edit.dropped")->count, 1);
    end(&out);
}

static void moves_inputs_and_drops_those_before_the_start(void **state)
{
    (void)state;
    const reel_setting shift[] = { { "shift", "-60" } };
    edited out = operate_golden("plain.gdr2", shift, 1);
    size_t count;
    const gdr_input *rows = inputs_of(&out, &count);
    assert_int_equal(count, 10);
    assert_int_equal(rows[0].frame, 0);
    assert_int_equal(rows[9].frame, 19960);
    end(&out);
}

static void rounds_halves_to_even_and_tells_collisions(void **state)
{
    (void)state;
    const reel_setting half[] = { { "tps", "120" } };
    edited out = operate_golden("plain.gdr2", half, 1);
    static const int64_t frames[] = { 5, 7, 30, 62, 62, 94, 2500, 2500, 10000, 10004, 10005, 10010 };
    size_t count;
    const gdr_input *rows = inputs_of(&out, &count);
    assert_int_equal(count, 12);
    for (size_t i = 0; i < 12; i++) assert_int_equal(rows[i].frame, frames[i]);
    assert_int_equal(finding(&out, "edit.collision")->count, 2);
    const gdr_info *info = reel_rows(out.replay, &gdr_infos, &count);
    assert_true(info->framerate == 120);
    end(&out);
}

static void refuses_arguments_that_are_none(void **state)
{
    (void)state;
    static const reel_setting bad[] = {
        { "tps", "0" }, { "tps", "240x" }, { "shift", "" }, { "shift", "1.5" }, { "no-such", NULL }
    };
    size_t size;
    uint8_t *data = read_file(project_path("tests/formats/gdr/golden/plain.gdr2"), &size);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        reel_convert_options how = { REEL_SIZED(reel_convert_options), .operations = &bad[i], .operation_count = 1 };
        reel_memory file;
        reel_status status = reel_convert(reel_source_memory(data, size), NULL, NULL, reel_sink_memory(&file, NULL), &how, NULL);
        assert_int_equal(status, REEL_ARGUMENT);
    }
    free(data);
}

static void merges_the_players_of_two_macros(void **state)
{
    (void)state;
    size_t size, other_size, count;
    uint8_t *data = read_file(project_path("tests/formats/gdr/golden/plain.gdr2"), &size);
    uint8_t *other = read_file(project_path("tests/formats/gdr/golden/two_players.gdr2"), &other_size);
    const reel_setting only[] = { { "only-p2", NULL } };
    edited second = operate(other, other_size, only, 1);
    reel_source sources[] = { reel_source_memory(second.file.data, second.file.size) };
    reel_convert_options how = { REEL_SIZED(reel_convert_options), .merge = sources, .merge_count = 1 };
    edited out = edit(data, size, &how, NULL);
    edited wanted = { .replay = NULL };
    assert_int_equal(reel_load(reel_source_memory(other, other_size), NULL, &wanted.replay, NULL), REEL_OK);
    const gdr_input *rows = inputs_of(&out, &count);
    size_t expected;
    const gdr_input *truth = inputs_of(&wanted, &expected);
    assert_int_equal(count, expected);
    assert_string_equal(inputs_hash(rows, count), inputs_hash(truth, expected));
    reel_free(wanted.replay);
    end(&second);
    end(&out);
    free(data);
    free(other);
}

/* ---- GDR1: a change touches what it is about -------------------------------------------------------------------- */

static edited set_field(const char *name, const char *field, const char *value)
{
    char path[200];
    size_t size;
    snprintf(path, sizeof path, "tests/formats/gdr/golden/%s", name);
    uint8_t *data = read_file(project_path(path), &size);
    reel_setting setting = { field, value };
    reel_convert_options how = { REEL_SIZED(reel_convert_options), .settings = &setting, .setting_count = 1 };
    edited out = edit(data, size, &how, NULL);
    free(data);
    return out;
}

/* The text of a file with `from` replaced by `to`. */
static void assert_replaced(const char *name, const edited *out, const char *from, size_t from_size, const char *to,
                            size_t to_size)
{
    char path[200];
    size_t size, at = 0;
    snprintf(path, sizeof path, "tests/formats/gdr/golden/%s", name);
    uint8_t *data = read_file(project_path(path), &size);
    while (at + from_size <= size && memcmp(data + at, from, from_size)) at++;
    assert_true(at + from_size <= size);
    assert_int_equal(out->file.size, size - from_size + to_size);
    assert_memory_equal(out->file.data, data, at);
    assert_memory_equal(out->file.data + at, to, to_size);
    assert_memory_equal(out->file.data + at + to_size, data + at + from_size, size - at - from_size);
    free(data);
}

static void sets_a_key_and_leaves_all_others_as_they_stand(void **state)
{
    (void)state;
    edited out = set_field("fixes.gdr", "author", "somebody");
    assert_replaced("fixes.gdr", &out,
                    "\xa6"
                    "author\xa3"
                    "ann",
                    11,
                    "\xa6"
                    "author\xa8somebody",
                    16);
    end(&out);
    out = set_field("mixed.gdr", "level_id", "70000");
    assert_replaced("mixed.gdr", &out, "\xa2id\xcc\x80", 5, "\xa2id\xce\x00\x01\x11\x70", 8);
    end(&out);
    out = set_field("plain.gdr.json", "bot_version", "2");
    assert_replaced("plain.gdr.json", &out, "\"v1.2.3\"", 8, "\"2\"", 3);
    end(&out);
}

static void keeps_unknown_keys_of_the_inputs_that_stay(void **state)
{
    (void)state;
    const reel_setting shift[] = { { "shift", "-20" } };
    edited out = operate_golden("hack.gdr", shift, 1), before = { .replay = NULL };
    size_t count, old, size;
    uint8_t *data = read_file(project_path("tests/formats/gdr/golden/hack.gdr"), &size);
    assert_int_equal(reel_load(reel_source_memory(data, size), NULL, &before.replay, NULL), REEL_OK);
    const gdr_block *blocks = reel_rows(out.replay, &gdr_blocks, &count), *all = reel_rows(before.replay, &gdr_blocks, &old);
    assert_int_equal(count, 10);
    assert_int_equal(old, 12);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(blocks[i].data.size, all[i + 2].data.size);
        assert_memory_equal(blocks[i].data.data, all[i + 2].data.data, blocks[i].data.size);
    }
    reel_free(before.replay);
    free(data);
    end(&out);
}

static void repairs_what_broke_off(void **state)
{
    (void)state;
    size_t size, count, infos;
    uint8_t *data = read_file(project_path("tests/formats/gdr/bad/cut.gdr"), &size);
    reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR };
    edited out = edit(data, size, &how, NULL);
    inputs_of(&out, &count);
    const gdr_info_v1 *info = reel_rows(out.replay, &gdr_infos_v1, &infos);
    assert_int_equal(count, 3);
    assert_int_equal(infos, 1);
    assert_int_equal(info->author.size, 3);
    assert_memory_equal(info->author.data, "ann", 3);
    assert_non_null(finding(&out, "repair.gdr.cut"));
    end(&out);
    free(data);
}

static void repairs_long_numbers_and_bytes_behind_the_end(void **state)
{
    (void)state;
    static const char *const names[] = { "odd_numbers.gdr2", "trailing.gdr2", "no_numbers.gdr2", "long_text.gdr2",
                                         "odd_keys.gdr" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[200];
        size_t size;
        snprintf(path, sizeof path, "tests/formats/gdr/golden/%s", names[i]);
        uint8_t *data = read_file(project_path(path), &size);
        reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR };
        edited out = edit(data, size, &how, NULL);
        seen_list left = { .count = 0 };
        reel_options options = { REEL_SIZED(reel_options), .report = see, .report_context = &left };
        assert_int_equal(reel_check(reel_source_memory(out.file.data, out.file.size), &options, NULL), REEL_OK);
        for (size_t f = 0; f < left.count; f++)
            if (strstr("gdr.nonminimal-varint gdr.trailing-bytes gdr.non-finite gdr.version-not-2 gdr.string-too-long",
                       left.items[f].rule))
                fail_msg("%s: still %s", names[i], left.items[f].rule);
        end(&out);
        free(data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(repairs_unsorted_macros_as_the_truth_does),
        cmocka_unit_test(swaps_players_with_what_belongs_to_their_inputs),
        cmocka_unit_test(drops_releases_of_what_is_not_held),
        cmocka_unit_test(moves_inputs_and_drops_those_before_the_start),
        cmocka_unit_test(rounds_halves_to_even_and_tells_collisions),
        cmocka_unit_test(refuses_arguments_that_are_none),
        cmocka_unit_test(merges_the_players_of_two_macros),
        cmocka_unit_test(sets_a_key_and_leaves_all_others_as_they_stand),
        cmocka_unit_test(keeps_unknown_keys_of_the_inputs_that_stay),
        cmocka_unit_test(repairs_what_broke_off),
        cmocka_unit_test(repairs_long_numbers_and_bytes_behind_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
