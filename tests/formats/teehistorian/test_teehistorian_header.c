/* SPDX-License-Identifier: MIT
 * The header of a recording: its times, its texts, and what of it is refused. */
#include "support.h"

#include <reel/format.h>
#include <reel/teehistorian.h>

static const uint8_t magic[16] = {
    0x69, 0x9d, 0xb1, 0x7b, 0x8e, 0xfb, 0x34, 0xff, 0xb1, 0xd8, 0xda, 0x6f, 0x60, 0xc1, 0x5d, 0xd1
};

typedef struct made {
    uint8_t data[20000];
    size_t size;
} made;

/* A recording without messages. */
static void make(made *m, const char *json)
{
    memcpy(m->data, magic, sizeof magic);
    strcpy((char *)m->data + sizeof magic, json);
    m->size = sizeof magic + strlen(json) + 1;
    m->data[m->size++] = 0x40; /* -1: the end */
}

static reel_replay *load(const made *m)
{
    reel_replay *replay;
    reel_error error;
    if (reel_load(reel_source_memory(m->data, m->size), NULL, &replay, &error) < 0)
        fail_msg("%s: %s", m->data + sizeof magic, error.message);
    return replay;
}

static void times_of_both_forms_are_seconds_since_1970(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t seconds; /* INT64_MIN: none */
    } cases[] = {
        { "1970-01-01T00:00:00+0000", 0 },
        { "1970-01-01 00:00:00 +0000", 0 },
        { "2020-02-29T23:59:60+0100", 1583017200 },
        { "2020-02-29T20:20:20-0530", 1583007620 + 5 * 3600 + 1800 },
        { "2020-02-29 20:20:20 -0530", 1583007620 + 5 * 3600 + 1800 },
        { "2020-00-29T20:20:20+0000", INT64_MIN },
        { "2020-13-29T20:20:20+0000", INT64_MIN },
        { "2020-02-00T20:20:20+0000", INT64_MIN },
        { "2020-02-32T20:20:20+0000", INT64_MIN },
        { "2020-02-29T24:20:20+0000", INT64_MIN },
        { "2020-02-29T20:60:20+0000", INT64_MIN },
        { "2020-02-29T20:20:61+0000", INT64_MIN },
        { "2020-02-29T20:20:20*0000", INT64_MIN },
        { "2020-02-29T20:20:20+000:", INT64_MIN },
        { "2020-02-29T20:20:20+000/", INT64_MIN },
        { "2020-02-29 20:20:20+0000", INT64_MIN },
        { "2020-02-29T20:20:20Z", INT64_MIN },
        { "", INT64_MIN },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static made m;
        char json[200];
        size_t count;
        snprintf(json, sizeof json, "{\"version\":\"2\",\"start_time\":\"%s\"}", cases[i].text);
        make(&m, json);
        reel_replay *replay = load(&m);
        const teehistorian_header *header = reel_rows(replay, &teehistorian_headers, &count);
        assert_int_equal(count, 1);
        assert_int_equal(header->start_known, cases[i].seconds != INT64_MIN);
        if (header->start_unix != (header->start_known ? cases[i].seconds : 0))
            fail_msg("%s: %lld", cases[i].text, (long long)header->start_unix);
        reel_free(replay);
    }
}

/* A header that a program changes is written anew, as the server does: short escapes where JSON has them. */
static void texts_are_escaped_as_the_server_does(void **state)
{
    (void)state;
    static made m;
    make(&m, "{\"version\":\"2\",\"server_name\":\"x\",\"a\":[true,false,null,1,-2,1.5,{\"b\":\"\\b\"}]}");
    const reel_setting name = { "server_name", "\b\t\n\f\r\"\\\x01/\xc3\xa9" };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .settings = &name, .setting_count = 1 };
    reel_memory memory;
    reel_error error;
    if (reel_convert(reel_source_memory(m.data, m.size), NULL, NULL, reel_sink_memory(&memory, NULL), &how, &error) < 0)
        fail_msg("%s", error.message);
    const char *json = (const char *)memory.data + sizeof magic;
    assert_non_null(strstr(json, "\"\\b\\t\\n\\u000c\\r\\\"\\\\\\u0001"));
    assert_non_null(strstr(json, "[true,false,null,1,-2,1.5,{\"b\":\"\\b\"}]"));
    reel_memory_free(&memory);
}

static void a_header_that_is_none_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *json;
        reel_status status;
        const char *rule;
    } cases[] = {
        { "[]", REEL_CORRUPT, "teehistorian.header-not-object" },
        { "{", REEL_CORRUPT, "teehistorian.header-json" },
        { "", REEL_CORRUPT, "teehistorian.header-json" },
        { "{\"version\":\"3\"}", REEL_UNSUPPORTED, "teehistorian.version" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static made m;
        reel_replay *replay;
        reel_error error = { .rule = "" };
        make(&m, cases[i].json);
        reel_status status = reel_load(reel_source_memory(m.data, m.size), NULL, &replay, &error);
        if (status != cases[i].status || strcmp(error.rule, cases[i].rule) != 0)
            fail_msg("%s: %s, %s: %s", cases[i].json, reel_status_name(status), error.rule, error.message);
    }
    const reel_options options = { REEL_SIZED(reel_options), .format = &reel_format_teehistorian };
    reel_replay *replay;
    reel_error error;
    assert_int_equal(reel_load(reel_source_memory("another file with some bytes", 28), &options, &replay, &error),
                     REEL_UNSUPPORTED);
    assert_string_equal(error.rule, "teehistorian.magic");
    assert_int_equal(reel_load(reel_source_memory(magic, 9), &options, &replay, &error), REEL_TRUNCATED);
    assert_string_equal(error.rule, "teehistorian.header-truncated");
    assert_int_equal(error.offset, 9);
}

static void a_message_larger_than_the_limit_ends_the_reading(void **state)
{
    (void)state;
    static made m;
    make(&m, "{\"version\":\"2\"}");
    m.size--;
    const uint8_t message[] = { 0x46, 0, 0xa4, 0x4e }; /* -7: a message of client 0, of 5028 bytes */
    memcpy(m.data + m.size, message, sizeof message);
    memset(m.data + m.size + sizeof message, 1, 5028);
    m.size += sizeof message + 5028;
    m.data[m.size++] = 0x40;
    const reel_options options = { REEL_SIZED(reel_options), .limits = { .string_bytes = 1000 } };
    test_source source = { .data = m.data, .size = m.size, .step = 100 };
    reel_replay *replay;
    reel_error error;
    if (reel_load(test_source_of(&source), &options, &replay, &error) < 0) fail_msg("%s", error.message);
    assert_non_null(reel_replay_damage(replay));
    assert_int_equal(reel_replay_damage(replay)->status, REEL_LIMIT);
    assert_string_equal(reel_replay_damage(replay)->rule, "reel.string-limit");
    reel_free(replay);
}

static void a_header_that_no_reader_takes_is_not_written(void **state)
{
    (void)state;
    static char large[(1 << 20) + 100000];
    memset(large, 'x', sizeof large);
    const teehistorian_header header = {
        .version = 2, .version_minor = 22, .present = TEEHISTORIAN_HAS_VERSION_MINOR, .comment = { large, sizeof large }
    };
    reel_memory memory;
    reel_writer *writer;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_teehistorian, NULL, &writer, NULL), REEL_OK);
    reel_append(writer, &teehistorian_headers, &header, 1);
    assert_int_equal(reel_finish(writer, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "teehistorian.header-limit");
    assert_int_equal(memory.size, 0);
}

/* "{}" states nothing but what it must; absent numbers are empty, and a changed header states them only if they were set. */
static void numbers_that_the_header_does_not_state_are_absent(void **state)
{
    (void)state;
    static const char *const optional[] = { "version_minor", "server_port", "map_size", "start_unix" };
    static made m;
    make(&m, "{\"version\":\"2\"}");
    const reel_setting set[] = { { "server_port", "0" }, { "map_name", "x" } };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .settings = set, .setting_count = 2 };
    reel_memory memory;
    size_t count;
    reel_replay *replay = load(&m);
    const teehistorian_header *header = reel_rows(replay, &teehistorian_headers, &count);
    for (size_t i = 0; i < sizeof optional / sizeof *optional; i++)
        assert_false(reel_field_present(reel_table_field(&teehistorian_headers, optional[i]), header));
    reel_free(replay);
    reel_convert(reel_source_memory(m.data, m.size), NULL, NULL, reel_sink_memory(&memory, NULL), &how, NULL);
    const char *json = (const char *)memory.data + sizeof magic;
    assert_non_null(strstr(json, "\"server_port\":\"0\""));
    assert_null(strstr(json, "map_size"));
    assert_null(strstr(json, "version_minor"));
    reel_memory_free(&memory);
}

/* A header with any of the known keys, each with a value, empty or absent, in the order of servers. `set`: the name of the map after an
 * edit. */
static void draw_header(char *json, size_t size, uint32_t random, const char *set)
{
    static const char *const texts[] = { "comment",  "server_version", "server_name", "game_type",
                                         "map_name", "map_sha256",     "map_crc",     "prng_description" };
    static const char *const order[] = { "comment",          "version",   "game_uuid", "prev_game_uuid", "server_version",
                                         "server_name",      "game_type", "map_name",  "map_sha256",     "map_crc",
                                         "prng_description", "config",    "tuning",    "uuids" };
    size_t at = (size_t)snprintf(json, size, "{");
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        const uint32_t form = random % 3; /* absent, empty, a value */
        random = random / 3 + (random % 3) * 715827883u;
        const char *key = order[i], *value = NULL;
        bool text = false;
        for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) text |= strcmp(key, texts[t]) == 0;
        if (strcmp(key, "version") == 0)
            value = "\"2\"";
        else if (strcmp(key, "map_name") == 0)
            value = set ? set : form ? form == 1 ? "\"\"" : "\"old\"" : NULL;
        else if (!form)
            continue;
        else if (text)
            value = form == 1 ? "\"\"" : "\"some\"";
        else if (strstr(key, "uuid") && strcmp(key, "uuids") != 0)
            value = form == 2       ? "\"00112233-4455-6677-8899-aabbccddeeff\""
                    : key[0] == 'p' ? "null"
                                    : "\"00000000-0000-0000-0000-000000000000\"";
        else if (strcmp(key, "uuids") == 0)
            value = form == 1 ? "[]" : "[\"a@b\"]";
        else
            value = form == 1 ? "{}" : "{\"a\":\"1\"}";
        if (value) at += (size_t)snprintf(json + at, size - at, "%s\"%s\":%s", at > 1 ? "," : "", key, value);
    }
    snprintf(json + at, size - at, "}");
}

static void an_edit_keeps_empty_and_absent_keys_as_they_are(void **state)
{
    (void)state;
    const reel_setting name = { "map_name", "new" };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .settings = &name, .setting_count = 1 };
    for (uint32_t seed = 1; seed <= by_effort(100000, 5000, 500); seed++) {
        static made m;
        char before[2000], after[2000];
        const uint32_t random = seed * 2654435761u;
        draw_header(before, sizeof before, random, NULL);
        draw_header(after, sizeof after, random, "\"new\"");
        make(&m, before);
        reel_memory memory;
        reel_error error;
        if (reel_convert(reel_source_memory(m.data, m.size), NULL, NULL, reel_sink_memory(&memory, NULL), &how, &error) < 0)
            fail_msg("%s: %s", before, error.message);
        if (strcmp((const char *)memory.data + sizeof magic, after) != 0)
            fail_msg("%s\nbecomes\n%s\nnot\n%s", before, (const char *)memory.data + sizeof magic, after);
        reel_memory_free(&memory);
    }
}

/* What identifies the server goes, but no key. */
static void anonymise_keeps_the_keys(void **state)
{
    (void)state;
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_ANONYMISE };
    for (uint32_t seed = 1; seed <= by_effort(20000, 2000, 300); seed++) {
        static made m;
        char before[2000];
        draw_header(before, sizeof before, seed * 2654435761u, NULL);
        make(&m, before);
        reel_memory memory;
        reel_error error;
        if (reel_convert(reel_source_memory(m.data, m.size), NULL, NULL, reel_sink_memory(&memory, NULL), &how, &error) < 0)
            fail_msg("%s: %s", before, error.message);
        const char *json = (const char *)memory.data + sizeof magic;
        for (const char *key = before; (key = strchr(key, '"')); key = strchr(key + 1, '"') + 1) {
            char quoted[40];
            const size_t size = (size_t)(strchr(key + 1, '"') - key) + 1;
            if (key[size] != ':' || key[1] == 'a') continue;
            snprintf(quoted, sizeof quoted, "%.*s:", (int)size, key);
            if (!strstr(json, quoted)) fail_msg("%s\nbecomes\n%s\nwithout %s", before, json, quoted);
        }
        reel_memory_free(&memory);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_of_both_forms_are_seconds_since_1970),
        cmocka_unit_test(texts_are_escaped_as_the_server_does),
        cmocka_unit_test(a_header_that_is_none_is_refused),
        cmocka_unit_test(a_message_larger_than_the_limit_ends_the_reading),
        cmocka_unit_test(a_header_that_no_reader_takes_is_not_written),
        cmocka_unit_test(numbers_that_the_header_does_not_state_are_absent),
        cmocka_unit_test(an_edit_keeps_empty_and_absent_keys_as_they_are),
        cmocka_unit_test(anonymise_keeps_the_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
