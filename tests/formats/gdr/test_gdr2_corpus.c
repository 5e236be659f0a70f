/* SPDX-License-Identifier: MIT
 * GDR2 against the corpus: headers, inputs, verdicts with their offsets. */
#include "truth.h"

#include <ctype.h>
#include <math.h>

static reel_replay *load_sample(const char *path, const reel_format *format)
{
    size_t size;
    uint8_t *data = read_sample(path, &size);
    reel_options options = { REEL_SIZED(reel_options), .format = format };
    reel_replay *replay;
    reel_error error;
    if (reel_load(reel_source_memory(data, size), &options, &replay, &error) < 0) fail_msg("%s: %s", path, error.message);
    assert_ptr_equal(reel_replay_format(replay), &reel_format_gdr2);
    free(data);
    return replay;
}

static double number(const truth_row *row, const char *name) { return strtod(truth_cell(row, name), NULL); }

static bool same_number(double a, double b) { return a == b || (isnan(a) && isnan(b)); }

static bool compare_summary(const truth_row *row)
{
    const char *path = truth_cell(row, "path");
    reel_replay *replay = load_sample(path, NULL);
    size_t count, infos, deaths, first = 0, back = 0;
    const gdr_input *inputs = reel_rows(replay, &gdr_inputs, &count);
    const gdr_info *info = reel_rows(replay, &gdr_infos, &infos);
    reel_rows(replay, &gdr_deaths, &deaths);
    assert_int_equal(infos, 1);
    for (size_t i = 0; i < count; i++) {
        first += !inputs[i].player2;
        back += i && inputs[i].player2 == inputs[i - 1].player2 && inputs[i].frame < inputs[i - 1].frame;
    }
    if (strcmp(inputs_hash(inputs, count), truth_cell(row, "inputs_sha256_file_order"))) fail_msg("%s: other inputs", path);
    assert_int_equal(count, (size_t)number(row, "inputs"));
    assert_int_equal(first, (size_t)number(row, "p1_count"));
    assert_int_equal(back, (size_t)number(row, "negative_deltas"));
    assert_int_equal(deaths, (size_t)number(row, "deaths"));
    assert_int_equal(info->replay_extension.size, (size_t)number(row, "replay_ext_bytes"));
    assert_int_equal(info->platformer, (int)number(row, "platformer"));
    assert_int_equal(info->game_version, (int)number(row, "game_version"));
    if (!same_number(info->framerate, number(row, "framerate"))) fail_msg("%s: framerate %f", path, info->framerate);
    if (!same_number((double)info->duration, number(row, "duration"))) fail_msg("%s: duration", path);
    reel_free(replay);
    return true;
}

static void reads_every_sample_as_decoded(void **state)
{
    (void)state;
    truth_each("expected/gdr/gdr2_summary.tsv", compare_summary);
}

/* NEGATIVE_DELTA is gdr.negative-delta. */
static void rule_of(const char *code, char *rule, size_t size)
{
    assert_true(snprintf(rule, size, "gdr.%s", code) < (int)size);
    for (char *c = rule; *c; c++) *c = *c == '_' ? '-' : (char)tolower((unsigned char)*c);
}

static bool compare_verdict(const truth_row *row)
{
    const char *path = truth_cell(row, "path"), *verdict = truth_cell(row, "verdict");
    if (strncmp(path, "gdr2/", 5) != 0) return false;
    char rule[64], code[64] = "";
    unsigned times = 1;
    size_t size;
    seen_list findings = { .count = 0 };
    sscanf(truth_cell(row, "code_or_warnings"), "%63s x%u", code, &times);
    rule_of(code, rule, sizeof rule);
    uint64_t offset = strtoull(truth_cell(row, "offset"), NULL, 10);
    uint8_t *data = read_sample(path, &size);
    reel_options options = { REEL_SIZED(reel_options), .format = &reel_format_gdr2, .report = see, .report_context = &findings };
    reel_replay *replay;
    reel_error error;
    reel_status status = reel_load(reel_source_memory(data, size), &options, &replay, &error);
    const reel_error *damage = status < 0 ? &error : reel_replay_damage(replay);
    if (strcmp(verdict, "error") == 0) {
        if (!damage) fail_msg("%s: no damage", path);
        if (strcmp(damage->rule, rule) || damage->offset != offset)
            fail_msg("%s: %s at %llu", path, damage->rule, (unsigned long long)damage->offset);
    } else {
        if (damage) fail_msg("%s: %s", path, damage->message);
        if (findings.count != (strcmp(verdict, "ok") != 0)) fail_msg("%s: %zu rules met", path, findings.count);
        if (findings.count &&
            (strcmp(findings.items[0].rule, rule) || findings.items[0].count != times || findings.items[0].offset != offset))
            fail_msg("%s: %s x%llu at %llu", path, findings.items[0].rule, (unsigned long long)findings.items[0].count,
                     (unsigned long long)findings.items[0].offset);
    }
    reel_free(replay);
    free(data);
    return true;
}

static void gives_the_verdict_and_its_offset(void **state)
{
    (void)state;
    truth_each("expected/gdr/verdicts.tsv", compare_verdict);
}

/* ---- the decoded files: every field as its text says ------------------------------------------------------------ */

static const char *after(const char *json, const char *key)
{
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\": ", key);
    const char *found = strstr(json, quoted);
    return found ? found + strlen(quoted) : NULL;
}

static void assert_text(const char *path, const char *json, const char *key, const void *data, size_t size)
{
    const char *at = after(json, key);
    assert_non_null(at);
    if (strncmp(at, "{\"utf8\": \"", 10) == 0) {
        at += 10;
        if (memchr(at, '\\', strcspn(at, "\""))) return; /* escaped: its hex is not given */
        if (strcspn(at, "\"") != size || (size && memcmp(at, data, size))) fail_msg("%s: %s", path, key);
    } else if (strncmp(at, "{\"hex\": \"", 9) == 0 || at[0] == '"') {
        at += at[0] == '"' ? 1 : 9;
        if (strcspn(at, "\"") != 2 * size) fail_msg("%s: %s has %zu bytes", path, key, size);
        for (size_t i = 0; i < size; i++) {
            char hex[3];
            snprintf(hex, sizeof hex, "%02x", ((const uint8_t *)data)[i]);
            if (strncmp(at + 2 * i, hex, 2)) fail_msg("%s: %s, byte %zu", path, key, i);
        }
    }
}

static void assert_integer(const char *path, const char *json, const char *key, long long value)
{
    const char *at = after(json, key);
    assert_non_null(at);
    long long wanted = strncmp(at, "true", 4) == 0 ? 1 : strncmp(at, "false", 5) == 0 ? 0 : strtoll(at, NULL, 10);
    if (wanted != value) fail_msg("%s: %s is %lld", path, key, value);
}

static bool compare_decoded(const truth_row *row)
{
    const char *path = truth_cell(row, "path");
    char name[600], folder[64];
    snprintf(folder, sizeof folder, "%.*s", (int)(strchr(path + 5, '/') - (path + 5)), path + 5);
    snprintf(name, sizeof name, "expected/gdr/gdr2/%s__%s.json", folder, strrchr(path, '/') + 1);
    size_t size, count;
    char *json = corpus_text(name, &size);
    if (!json) return false;
    reel_replay *replay = load_sample(path, NULL);
    const gdr_info *info = reel_rows(replay, &gdr_infos, &count);
    assert_text(path, json, "input_tag", info->input_tag.data, info->input_tag.size);
    assert_text(path, json, "author", info->author.data, info->author.size);
    assert_text(path, json, "description", info->description.data, info->description.size);
    assert_text(path, json, "bot_name", info->bot_name.data, info->bot_name.size);
    assert_text(path, json, "level_name", info->level_name.data, info->level_name.size);
    assert_text(path, json, "replay_ext", info->replay_extension.data, info->replay_extension.size);
    assert_integer(path, json, "version", info->version);
    assert_integer(path, json, "seed", info->seed);
    assert_integer(path, json, "coins", info->coins);
    assert_integer(path, json, "ldm", info->low_detail);
    assert_integer(path, json, "bot_version", info->bot_version);
    assert_integer(path, json, "level_id", info->level_id);
    const char *at = after(json, "deaths");
    const gdr_death *deaths = reel_rows(replay, &gdr_deaths, &count);
    for (size_t i = 0; i < count; i++) {
        at += strcspn(at, "0123456789");
        assert_int_equal(strtoll(at, (char **)&at, 10), deaths[i].frame);
    }
    at = after(json, "phys");
    const gdr_physics *physics = reel_rows(replay, &gdr_physics_rows, &count);
    for (size_t i = 0; at && i < count && i < 64; i++) {
        const double values[5] = { (double)physics[i].x, (double)physics[i].y, (double)physics[i].rotation, physics[i].x_velocity,
                                   physics[i].y_velocity };
        for (size_t v = 0; v < 5; v++) {
            at += strcspn(at, "-0123456789");
            if (strtod(at, (char **)&at) != values[v]) fail_msg("%s: physics of input %zu, value %zu", path, i, v);
        }
    }
    reel_free(replay);
    free(json);
    return true;
}

static void says_what_the_decoded_files_say(void **state)
{
    (void)state;
    truth_each("expected/gdr/gdr2_summary.tsv", compare_decoded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_every_sample_as_decoded),
        cmocka_unit_test(gives_the_verdict_and_its_offset),
        cmocka_unit_test(says_what_the_decoded_files_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
