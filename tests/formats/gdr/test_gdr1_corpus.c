/* SPDX-License-Identifier: MIT
 * GDR1 against the corpus: headers, inputs, verdicts; and conversions from and to it. */
#include "truth.h"

#include <math.h>

static reel_replay *load(const uint8_t *data, size_t size, const reel_format *format, seen_list *found)
{
    reel_options options = { REEL_SIZED(reel_options), .format = format };
    reel_replay *replay;
    reel_error error;
    if (found) {
        options.report = see;
        options.report_context = found;
    }
    if (reel_load(reel_source_memory(data, size), &options, &replay, &error) < 0) fail_msg("%s: %s", error.rule, error.message);
    return replay;
}

static void same_text(const char *path, reel_string text, const char *wanted)
{
    if (text.size != strlen(wanted) || (text.size && memcmp(text.data, wanted, text.size)))
        fail_msg("%s: \"%.*s\", not \"%s\"", path, (int)text.size, text.data, wanted);
}

static bool compare_summary(const truth_row *row)
{
    const char *path = truth_cell(row, "path"), *rate = truth_cell(row, "framerate"), *duration = truth_cell(row, "duration");
    size_t size, count, infos;
    uint8_t *data = read_sample(path, &size);
    reel_replay *replay = load(data, size, NULL, NULL);
    bool json = strcmp(truth_cell(row, "container"), "json") == 0;
    assert_ptr_equal(reel_replay_format(replay), json ? &reel_format_gdr1_json : &reel_format_gdr1);
    const gdr_input *inputs = reel_rows(replay, &gdr_inputs, &count);
    const gdr_info_v1 *info = reel_rows(replay, &gdr_infos_v1, &infos);
    assert_int_equal(infos, 1);
    assert_int_equal(count, strtoull(truth_cell(row, "inputs"), NULL, 10));
    if (strcmp(inputs_hash(inputs, count), truth_cell(row, "inputs_sha256_file_order"))) fail_msg("%s: other inputs", path);
    if (*rate && info->framerate != strtod(rate, NULL)) fail_msg("%s: framerate", path);
    if (!*rate) assert_false(info->keys[0] & GDR_KEY_FRAMERATE);
    if (*duration && info->duration != strtod(duration, NULL)) fail_msg("%s: duration", path);
    const char *version = truth_cell(row, "gameVersion");
    if (*version && info->game_version != strtod(version, NULL)) fail_msg("%s: game version", path);
    same_text(path, info->bot_name, truth_cell(row, "bot_name"));
    same_text(path, info->bot_version, truth_cell(row, "bot_version"));
    size_t extensions;
    reel_rows(replay, &gdr_extensions, &extensions);
    assert_int_equal(extensions != 0, strcmp(truth_cell(row, "frameFixes"), "0") != 0);
    reel_free(replay);
    free(data);
    return true;
}

static void reads_every_sample_as_decoded(void **state)
{
    (void)state;
    truth_each("expected/gdr/gdr1_summary.tsv", compare_summary);
}

/* The verdicts are texts; these are those that have a rule. */
static const struct {
    const char *text, *rule;
} notes[] = {
    { "missing:", "gdr.missing-key" },
    { "2p is not a boolean", "gdr.not-boolean" },
    { "float frame", "gdr.float-frame" },
    { "inputs is null", "gdr.null-inputs" },
    { "framerate is a string", "gdr.text-number" },
    { "level.id out of range", "gdr.field-range" },
    { "TOO_DEEP", "gdr.too-deep" },
};

static const char *rule_of(const char *text)
{
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++)
        if (strncmp(text, notes[i].text, strlen(notes[i].text)) == 0) return notes[i].rule;
    return NULL;
}

static void assert_not_read(const uint8_t *data, size_t size, reel_status wanted)
{
    reel_replay *replay;
    assert_int_equal(reel_load(reel_source_memory(data, size), NULL, &replay, NULL), wanted);
}

static bool compare_verdict(const truth_row *row)
{
    const char *path = truth_cell(row, "path"), *verdict = truth_cell(row, "verdict"),
               *text = truth_cell(row, "code_or_warnings"), *rule = rule_of(text);
    if (strncmp(path, "gdr1/", 5) != 0) return false;
    bool sound = strcmp(verdict, "ok") == 0, empty = strcmp(text, "EMPTY") == 0, foreign = strcmp(text, "NOT_GDR") == 0;
    if (!sound && !empty && !foreign && !rule) {
        printf("%s: no rule is known for \"%s\"\n", path, text);
        return false;
    }
    size_t size;
    uint8_t *data = read_sample(path, &size);
    if (empty || foreign) {
        assert_not_read(data, size, empty ? REEL_TRUNCATED : REEL_UNSUPPORTED);
    } else {
        seen_list found = { .count = 0 };
        reel_replay *replay = load(data, size, NULL, &found);
        if (found.count != !sound) fail_msg("%s: %zu rules", path, found.count);
        if (!sound && strcmp(found.items[0].rule, rule) != 0) fail_msg("%s: %s for \"%s\"", path, found.items[0].rule, text);
        reel_free(replay);
    }
    free(data);
    return true;
}

static void gives_the_verdict(void **state)
{
    (void)state;
    truth_each("expected/gdr/verdicts.tsv", compare_verdict);
}

/* ---- conversions ------------------------------------------------------------------------------------------------ */

static reel_memory convert(const uint8_t *data, size_t size, const reel_format *to, seen_list *found)
{
    reel_memory file;
    reel_options options = { REEL_SIZED(reel_options), .report = see, .report_context = found };
    reel_error error;
    found->count = 0;
    if (reel_convert(reel_source_memory(data, size), &options, to, reel_sink_memory(&file, NULL), NULL, &error) < 0)
        fail_msg("%s: %s", error.rule, error.message);
    return file;
}

static bool there_and_back(const truth_row *row)
{
    const char *path = truth_cell(row, "path");
    if (strcmp(truth_cell(row, "container"), "msgpack") != 0) return false;
    size_t size;
    uint8_t *data = read_sample(path, &size);
    seen_list found;
    reel_memory json = convert(data, size, &reel_format_gdr1_json, &found);
    reel_memory back = convert(json.data, json.size, &reel_format_gdr1, &found);
    if (back.size != size || memcmp(back.data, data, size)) fail_msg("%s: other bytes", path);
    char twin[600];
    snprintf(twin, sizeof twin, "samples/gdr/%s.json", path);
    if (strstr(path, "generated") && corpus_find(twin)) { /* one writer made both */
        size_t text_size;
        uint8_t *text = read_file(corpus_find(twin), &text_size);
        assert_int_equal(json.size, text_size);
        assert_memory_equal(json.data, text, text_size);
        free(text);
    }
    reel_memory_free(&json);
    reel_memory_free(&back);
    free(data);
    return true;
}

static void msgpack_to_json_and_back_gives_the_same_bytes(void **state)
{
    (void)state;
    truth_each("expected/gdr/gdr1_summary.tsv", there_and_back);
}

/* What a public converter made of the real files differs only where it is known to be wrong. */
static bool compare_converted(const truth_row *row)
{
    const char *path = truth_cell(row, "path"), *name = strrchr(path, '/') + 1;
    if (strncmp(path, "gdr1/real/", 10) != 0) return false;
    char peer[200], peer_sample[256];
    size_t size, peer_size, count, expected;
    snprintf(peer, sizeof peer, "gdr2/converted/%s2", name);
    snprintf(peer_sample, sizeof peer_sample, "samples/gdr/%s", peer);
    if (!corpus_path(peer_sample)) return false;
    uint8_t *data = read_sample(path, &size), *other = read_sample(peer, &peer_size);
    seen_list found;
    reel_memory file = convert(data, size, &reel_format_gdr2, &found);
    reel_replay *ours = load(file.data, file.size, &reel_format_gdr2, NULL), *theirs = load(other, peer_size, NULL, NULL);
    const gdr_input *inputs = reel_rows(ours, &gdr_inputs, &count), *wanted = reel_rows(theirs, &gdr_inputs, &expected);
    assert_int_equal(count, expected);
    assert_string_equal(inputs_hash(inputs, count), truth_cell(row, "inputs_sha256_file_order"));
    for (size_t i = 0; i < count; i++) assert_int_equal(inputs[i].frame, wanted[i].frame);
    const gdr_info *info = reel_rows(ours, &gdr_infos, &count), *theirs_info = reel_rows(theirs, &gdr_infos, &expected);
    assert_int_equal(info->bot_version, theirs_info->bot_version);
    assert_int_equal(info->level_id, theirs_info->level_id);
    assert_int_equal(info->seed, theirs_info->seed);
    assert_true(info->game_version / 10 == theirs_info->game_version);
    bool hack = strncmp(info->bot_name.data, "MH_REPLAY", info->bot_name.size) == 0;
    float seconds = hack ? theirs_info->duration / (float)info->framerate : theirs_info->duration;
    assert_true(fabsf(info->duration - seconds) <= 1e-4f * seconds);
    size_t physics;
    reel_rows(ours, &gdr_physics_rows, &physics);
    assert_int_equal(physics != 0, hack);
    assert_int_equal(info->replay_extension.size != 0, strcmp(truth_cell(row, "frameFixes"), "0") != 0);
    reel_free(ours);
    reel_free(theirs);
    reel_memory_free(&file);
    free(data);
    free(other);
    return true;
}

static void converts_real_macros_with_what_they_say(void **state)
{
    (void)state;
    truth_each("expected/gdr/gdr1_summary.tsv", compare_converted);
}

/* ---- golden files ----------------------------------------------------------------------------------------------- */

static const seen *rule_in(const seen_list *list, const char *rule)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->items[i].rule, rule) == 0) return &list->items[i];
    return NULL;
}

static void gdr2_to_gdr1_and_back_keeps_physics(void **state)
{
    (void)state;
    static const reel_format *const forms[] = { &reel_format_gdr1, &reel_format_gdr1_json };
    size_t size;
    uint8_t *data = read_file(project_path("tests/formats/gdr/golden/physics.gdr2"), &size);
    for (size_t i = 0; i < 2; i++) {
        seen_list found;
        reel_memory there = convert(data, size, forms[i], &found);
        assert_int_equal(rule_in(&found, "convert.loss")->count, 1); /* the death */
        reel_memory back = convert(there.data, there.size, &reel_format_gdr2, &found);
        reel_replay *a = load(data, size, NULL, NULL), *b = load(back.data, back.size, NULL, NULL);
        size_t count, other;
        const gdr_physics *rows = reel_rows(a, &gdr_physics_rows, &count), *again = reel_rows(b, &gdr_physics_rows, &other);
        assert_int_equal(count, other);
        assert_memory_equal(rows, again, count * sizeof *rows);
        reel_free(a);
        reel_free(b);
        reel_memory_free(&there);
        reel_memory_free(&back);
    }
    free(data);
}

/* Macros of Mega Hack, each named after the rate that it was made with. */
static void the_framerate_of_mega_hack_is_estimated_from_its_positions(void **state)
{
    (void)state;
    static const struct {
        const char *name, *message;
        double rate;
    } cases[] = {
        { "hack/480.gdr", "480 is estimated from the speed of 23 of 23 steps", 480 },
        { "hack/360.gdr", "360 is estimated from the speed of 23 of 23 steps", 360 },
        { "hack/240.gdr", "240 is estimated from the speed of 23 of 23 steps", 240 },
        { "hack/none.gdr", "240 is assumed", 240 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[200];
        size_t size, count;
        reel_memory file;
        snprintf(path, sizeof path, "tests/formats/gdr/%s", cases[i].name);
        uint8_t *data = read_file(project_path(path), &size);
        reel_findings *findings = reel_findings_new(NULL);
        reel_options options = { REEL_SIZED(reel_options), .report = reel_findings_report, .report_context = findings };
        assert_int_equal(
            reel_convert(reel_source_memory(data, size), &options, &reel_format_gdr2, reel_sink_memory(&file, NULL), NULL, NULL),
            REEL_OK);
        bool said = false;
        for (size_t f = 0; f < reel_findings_count(findings); f++) {
            const reel_finding *finding = reel_findings_at(findings, f);
            if (strcmp(finding->rule, "convert.gdr.framerate") != 0) continue;
            said = strstr(finding->message, cases[i].message) != NULL;
            assert_int_equal(finding->severity, REEL_NOTE);
        }
        if (!said) fail_msg("%s: not \"%s\"", cases[i].name, cases[i].message);
        reel_replay *replay = load(file.data, file.size, NULL, NULL);
        const gdr_info *info = reel_rows(replay, &gdr_infos, &count);
        assert_true(info->framerate == cases[i].rate);
        assert_true(info->duration == (float)(20020 / cases[i].rate));
        reel_free(replay);
        reel_findings_free(findings);
        reel_memory_free(&file);
        free(data);
    }
}

static void binary_in_json_is_told_as_a_loss(void **state)
{
    (void)state;
    size_t size, count;
    uint8_t *data = read_file(project_path("tests/formats/gdr/golden/mixed.gdr"), &size);
    seen_list found;
    reel_memory json = convert(data, size, &reel_format_gdr1_json, &found);
    assert_int_equal(rule_in(&found, "convert.loss")->count, 2);
    reel_replay *replay = load(json.data, json.size, NULL, NULL);
    const gdr_extension *rows = reel_rows(replay, &gdr_extensions, &count);
    assert_int_equal(count, 3);
    same_text("odd", (reel_string){ (const char *)rows[0].value.data, rows[0].value.size }, "null");
    same_text("bytes", (reel_string){ (const char *)rows[1].value.data, rows[1].value.size }, "\"AP8=\"");
    same_text("wide", (reel_string){ (const char *)rows[2].value.data, rows[2].value.size }, "9");
    const gdr_block *blocks = reel_rows(replay, &gdr_blocks, &count);
    assert_int_equal(count, 1);
    same_text("block", (reel_string){ (const char *)blocks[0].data.data, blocks[0].data.size },
              "\"z\":1,\"correction\":{\"player2\":false,\"xVel\":5.77}");
    reel_free(replay);
    reel_memory_free(&json);
    free(data);
}

static void reads_escapes_and_odd_values_of_json(void **state)
{
    (void)state;
    size_t size, count;
    uint8_t *data = read_file(project_path("tests/formats/gdr/golden/mixed.gdr.json"), &size);
    reel_replay *replay = load(data, size, NULL, NULL);
    const gdr_info_v1 *info = reel_rows(replay, &gdr_infos_v1, &count);
    same_text("author", info->author, "a\"b");
    same_text("bot version", info->bot_version, "3");
    assert_int_equal(info->seed, 100);
    const gdr_input *inputs = reel_rows(replay, &gdr_inputs, &count);
    assert_int_equal(count, 2); /* the third has no frame */
    assert_int_equal(inputs[0].frame, 5);
    assert_int_equal(inputs[1].button, 9);
    const gdr_block *blocks = reel_rows(replay, &gdr_blocks, &count);
    assert_int_equal(count, 1);
    same_text("gathered", (reel_string){ (const char *)blocks[0].data.data, blocks[0].data.size },
              "\"z\":1e3,\"y\":\"\\u00e9\\ud83d\\ude00\\n\"");
    reel_free(replay);
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_every_sample_as_decoded),
        cmocka_unit_test(gives_the_verdict),
        cmocka_unit_test(msgpack_to_json_and_back_gives_the_same_bytes),
        cmocka_unit_test(converts_real_macros_with_what_they_say),
        cmocka_unit_test(gdr2_to_gdr1_and_back_keeps_physics),
        cmocka_unit_test(the_framerate_of_mega_hack_is_estimated_from_its_positions),
        cmocka_unit_test(binary_in_json_is_told_as_a_loss),
        cmocka_unit_test(reads_escapes_and_odd_values_of_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
