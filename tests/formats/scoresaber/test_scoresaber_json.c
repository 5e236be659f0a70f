/* SPDX-License-Identifier: MIT
 * JSON as such: how it is known, blanks, escapes, numbers; and members without a field, which are kept as they stand. */
#include "support.h"

#include <reel/format.h>
#include <reel/gdr.h>
#include <reel/scoresaber.h>

static void decoded_json_is_known_by_its_first_keys(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool known;
    } cases[] = {
        { "{\"frames\":[]}", true },
        { " \t\r\n{ \t\r\n\"info\":{}}", true },
        { "\xef\xbb\xbf{\"scores\":[]}", true },
        { "\xef\xbb\xbf \n{\"x\":1,\"noteTime\":[]}", true },
        { "{\"x\":1,\"dynamicHeight\":[]}", true },
        { "{\"x\":1,\"frames\":[]}", false }, /* others have a member of that name */
        { "{\"frame\":[]}", false },
        { "{\"framesx\":[]}", false },
        { "[\"frames\"]", false },
        { "   ", false },
        { "\xef\xbb\xbf", false },
        { "{", false },
        { "", false },
        { "\"frames\"", false },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int bits = reel_format_scoresaber_json.sniff((const uint8_t *)cases[i].text, strlen(cases[i].text));
        if ((bits > 0) != cases[i].known) fail_msg("%s: %d", cases[i].text, bits);
    }
}

static uint64_t trailing;

static void watch(void *context, const reel_finding *finding)
{
    (void)context;
    if (!strcmp(finding->rule, "scoresaber-json.trailing-bytes")) trailing += finding->length;
}

static void blanks_may_follow_and_other_bytes_are_reported(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t trailing;
    } cases[] = {
        { "{\"frames\":[]}", 0 }, { "{\"frames\":[]} \t\r\n ", 0 }, { "{\"frames\":[]}\nx", 1 }, { "{\"frames\":[]}{}", 2 }
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const reel_options options = { REEL_SIZED(reel_options), .report = watch };
        reel_replay *replay;
        trailing = 0;
        assert_int_equal(reel_load(reel_source_memory(cases[i].text, strlen(cases[i].text)), &options, &replay, NULL), REEL_OK);
        assert_int_equal(trailing, cases[i].trailing);
        reel_free(replay);
    }
}

static void what_is_no_object_or_no_json_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        reel_status status;
        const char *rule;
    } cases[] = {
        { "[]", REEL_UNSUPPORTED, "scoresaber-json.object" },
        { "1 ", REEL_UNSUPPORTED, "scoresaber-json.object" },
        { "\"x\"", REEL_UNSUPPORTED, "scoresaber-json.object" },
        { "{\"frames\":[1 2]}", REEL_CORRUPT, "scoresaber-json.syntax" },
        { "{\"frames\":01}", REEL_CORRUPT, "scoresaber-json.syntax" },
        { "{\"frames\" 1}", REEL_CORRUPT, "scoresaber-json.syntax" },
        { "{\"frames\":[}", REEL_CORRUPT, "scoresaber-json.syntax" },
        { "{,}", REEL_CORRUPT, "scoresaber-json.syntax" },
        { "{\"a\":-}", REEL_CORRUPT, "scoresaber-json.syntax" },
        { "{\"a\":1.}", REEL_CORRUPT, "scoresaber-json.syntax" },
        { "{\"a\":1e}", REEL_CORRUPT, "scoresaber-json.syntax" },
        { "{\"a\":tru}", REEL_CORRUPT, "scoresaber-json.syntax" },
        { "{\"a\":\"\\x\"}", REEL_CORRUPT, "scoresaber-json.syntax" },
        { "{\"a\":\"\\u12g4\"}", REEL_CORRUPT, "scoresaber-json.syntax" },
        { "{\"a\":\"\n\"}", REEL_CORRUPT, "scoresaber-json.syntax" },
        { "", REEL_TRUNCATED, "scoresaber-json.truncated" },
        { "{", REEL_TRUNCATED, "scoresaber-json.truncated" },
        { "{\"a\":\"x", REEL_TRUNCATED, "scoresaber-json.truncated" },
        { "{\"a\":12", REEL_TRUNCATED, "scoresaber-json.truncated" },
        { "{\"a\":-", REEL_TRUNCATED, "scoresaber-json.truncated" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const reel_options options = { REEL_SIZED(reel_options), .format = &reel_format_scoresaber_json, .flags = REEL_STRICT };
        reel_replay *replay;
        reel_error error = { .rule = "" };
        reel_status status = reel_load(reel_source_memory(cases[i].text, strlen(cases[i].text)), &options, &replay, &error);
        if (status != cases[i].status || strcmp(error.rule, cases[i].rule) != 0)
            fail_msg("%s: %s, %s", cases[i].text, reel_status_name(status), error.rule);
        if (status >= 0) reel_free(replay);
    }
}

/* What has another form than it should is reported, and written back byte for byte. */
static void odd_members_are_kept_and_reported(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool odd;
    } cases[] = {
        { "{\"frames\":null}", false },
        { "{\"frames\":{}}", true },
        { "{\"frames\":7}", true },
        { "{\"frames\":[],\"frames\":[]}", true },
        { "{\"info\":{},\"info\":{}}", true },
        { "{\"info\":{\"hash\":\"a\",\"hash\":\"b\"}}", true },
        { "{\"info\":{\"height\":null,\"y\":[]}}", false },
        { "{\"info\":{\"modifiers\":[\"GN\",\"NF\"]}}", false },
        { "{\"info\":{\"modifiers\":[]}}", false },
        { "{\"info\":{\"modifiers\":[\"\"]}}", true }, /* has the text of no modifiers */
        { "{\"info\":{\"modifiers\":[\"GN,NF\"]}}", true },
        { "{\"dynamicHeight\":[{\"h\":1,\"a\":2}]}", false },
        { "{\"dynamicHeight\":[{\"h\":1,\"a\":2,\"z\":3}]}", true },
        { "{\"dynamicHeight\":[{\"a\":2}]}", true },
        { "{\"dynamicHeight\":[7]}", true },
        { "{\"frames\":[{\"h\":{\"r\":7},\"q\":1}]}", true },
        { "{\"scores\":[1,2],\"combos\":[1,2],\"noteTime\":[1,2],\"noteInfos\":[\"0110\",\"0120\"]}", false },
        { "{\"scores\":[1,1e30],\"combos\":[1,2],\"noteTime\":[1,2],\"noteInfos\":[\"0110\",\"0120\"]}", true },
        { "{\"scores\":[1,\"x\"],\"combos\":[true,2],\"noteTime\":[1,null],\"noteInfos\":[7,\"0120\"]}", true },
        { "{\"scores\":[-9223372036854775808,2.5],\"combos\":[],\"noteTime\":[],\"noteInfos\":[]}", true },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reel_findings *findings = reel_findings_new(NULL);
        const reel_options options = { REEL_SIZED(reel_options), .report = reel_findings_report, .report_context = findings };
        test_sink sink = { 0 };
        reel_error error;
        size_t size = strlen(cases[i].text);
        if (reel_convert(reel_source_memory(cases[i].text, size), &options, NULL, test_sink_of(&sink), NULL, &error) < 0)
            fail_msg("%s: %s", cases[i].text, error.message);
        assert_int_equal(sink.size, size);
        assert_memory_equal(sink.data, cases[i].text, size);
        if ((reel_findings_total(findings, REEL_WARNING) > 0) != cases[i].odd) fail_msg("%s: findings", cases[i].text);
        reel_findings_free(findings);
        test_sink_free(&sink);
    }
}

static void watch_modifiers(void *context, const reel_finding *finding)
{
    if (!strcmp(finding->rule, "scoresaber.modifier")) *(uint64_t *)context += finding->count;
}

/* One of the two has a comma; the other one is empty, but not alone. */
static void modifiers_that_become_others_are_reported(void **state)
{
    (void)state;
    size_t size;
    uint64_t odd = 0;
    uint8_t *data = read_file(project_path("tests/formats/scoresaber/golden/odd-values.dat"), &size);
    reel_replay *replay;
    const reel_options options = { REEL_SIZED(reel_options), .report = watch_modifiers, .report_context = &odd };
    assert_int_equal(reel_load(reel_source_memory(data, size), &options, &replay, NULL), REEL_OK);
    assert_int_equal(odd, 1);
    reel_free(replay);
    free(data);
}

static void words_for_numbers_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool named;
    } cases[] = {
        { "{\"info\":{\"height\":NaN}}", true },
        { "{\"frames\":[{\"a\":-Infinity}]}", true },
        { "{\"scores\":[Infinity]}", true },
        { "{\"scores\":[Nan]}", false },
        { "{\"scores\":[N", false },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const reel_options options = { REEL_SIZED(reel_options), .format = &reel_format_scoresaber_json, .flags = REEL_STRICT };
        reel_replay *replay;
        reel_error error;
        assert_int_equal(reel_load(reel_source_memory(cases[i].text, strlen(cases[i].text)), &options, &replay, &error),
                         REEL_CORRUPT);
        if ((strstr(error.message, "NaN") != NULL) != cases[i].named) fail_msg("%s: %s", cases[i].text, error.message);
    }
}

/* A member of the info that has a field is an extra only if its value is of another kind. */
static void extras_that_would_be_read_as_something_else_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *object, *key, *json;
        bool written;
    } cases[] = {
        { "", "y", "1", true },
        { "", "y", "[1,{\"a\":null}]", true },
        { "", "frames", "[]", false },
        { "", "y", "1 ", false },
        { "", "y", "1,2", false },
        { "", "y", "", false },
        { "", "a\"b", "1", false },
        { "", "a\\", "1", false },
        { "", "a\\q", "1", false },
        { "", "a\\u00e9", "1", true },
        { "", "a\\u00g9", "1", false },
        { "", "a\\n", "1", true },
        { "", "a\x01", "1", false },
        { "other", "y", "1", false },
        { "info", "y", "1", true },
        { "info", "hash", "\"x\"", false },
        { "info", "hash", "7", false },
        { "info", "hash", "true", true },
        { "info", "difficulty", "7", false },
        { "info", "difficulty", "\"7\"", false },
        { "info", "difficulty", "\"7x\"", true },
        { "info", "height", "1.5", false },
        { "info", "height", "null", false },
        { "info", "height", "\"x\"", true },
        { "info", "leftHanded", "true", false },
        { "info", "leftHanded", "1", true },
        { "info", "modifiers", "\"GN\"", false },
        { "info", "modifiers", "[\"GN\",\"NF\"]", false },
        { "info", "modifiers", "[1]", true },
        { "info", "modifiers", "{}", true },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const scoresaber_json_info info = { .present = { 0 } };
        const scoresaber_json_extra extra = { .object = { cases[i].object, strlen(cases[i].object) },
                                              .key = { cases[i].key, strlen(cases[i].key) },
                                              .json = { cases[i].json, strlen(cases[i].json) } };
        reel_memory memory;
        reel_writer *writer;
        reel_error error = { .rule = "" };
        assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_scoresaber_json, NULL, &writer, NULL),
                         REEL_OK);
        reel_append(writer, &scoresaber_json_infos, &info, 1);
        reel_append(writer, &scoresaber_json_extras, &extra, 1);
        reel_status status = finish_unless_refused(writer, &error);
        if (status != (cases[i].written ? REEL_OK : REEL_ARGUMENT))
            fail_msg("%s.%s = %s: %s", cases[i].object, cases[i].key, cases[i].json, error.message);
        if (!cases[i].written) {
            const char *of_info = cases[i].object[0] ? "scoresaber-json.extra-of-info" : "scoresaber-json.extra";
            if (strcmp(error.rule, of_info)) assert_string_equal(error.rule, "scoresaber-json.extra");
            continue;
        }
        size_t count;
        reel_replay *replay;
        assert_int_equal(reel_load(reel_source_memory(memory.data, memory.size), NULL, &replay, NULL), REEL_OK);
        const scoresaber_json_extra *rows = reel_rows(replay, &scoresaber_json_extras, &count);
        assert_int_equal(count, 1);
        assert_int_equal(rows->json.size, extra.json.size);
        assert_memory_equal(rows->json.data, extra.json.data, extra.json.size);
        reel_free(replay);
        reel_memory_free(&memory);
    }
}

/* Escapes become characters; half of a pair has none. */
static void escapes_become_characters(void **state)
{
    (void)state;
    static const struct {
        const char *json, *text;
    } cases[] = {
        { "\\\"\\\\\\/\\b\\f\\n\\r\\t", "\"\\/\b\f\n\r\t" },
        { "\\u0041\\u00e9\\u65e5", "A\xc3\xa9\xe6\x97\xa5" },
        { "\\ud83c\\udfae", "\xf0\x9f\x8e\xae" },
        { "\\uD83C\\uDFAE", "\xf0\x9f\x8e\xae" },
        { "\\ud83cx", "\xef\xbf\xbdx" },
        { "\\ud83c", "\xef\xbf\xbd" },
        { "\\ud83c\\n", "\xef\xbf\xbd\n" },
        { "\\ud83c\\u0041", "\xef\xbf\xbd"
                            "A" },
        { "\\ud83c\\ud83c\\udfae", "\xef\xbf\xbd\xf0\x9f\x8e\xae" },
        { "\\udfae", "\xef\xbf\xbd" },
        { "\\ue000\\uffff", "\xee\x80\x80\xef\xbf\xbf" },
        { "\\ud83c_udfae", "\xef\xbf\xbd_udfae" },
        { "\\ud83c\\u0041\\u0042", "\xef\xbf\xbd"
                                   "AB" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char json[200];
        reel_replay *replay;
        reel_error error;
        size_t count;
        snprintf(json, sizeof json, "{\"framerate\":240,\"inputs\":[],\"author\":\"%s\"}", cases[i].json);
        if (reel_load(reel_source_memory(json, strlen(json)), NULL, &replay, &error) < 0) fail_msg("%s: %s", json, error.message);
        const gdr_info_v1 *info = reel_rows(replay, &gdr_infos_v1, &count);
        if (info->author.size != strlen(cases[i].text) || memcmp(info->author.data, cases[i].text, info->author.size) != 0)
            fail_msg("%s: %.*s", cases[i].json, (int)info->author.size, info->author.data);
        reel_free(replay);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decoded_json_is_known_by_its_first_keys),
        cmocka_unit_test(blanks_may_follow_and_other_bytes_are_reported),
        cmocka_unit_test(what_is_no_object_or_no_json_is_refused),
        cmocka_unit_test(odd_members_are_kept_and_reported),
        cmocka_unit_test(modifiers_that_become_others_are_reported),
        cmocka_unit_test(words_for_numbers_are_named),
        cmocka_unit_test(extras_that_would_be_read_as_something_else_are_refused),
        cmocka_unit_test(escapes_become_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
