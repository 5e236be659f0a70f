/* SPDX-License-Identifier: MIT
 * JSON in which one value is of another kind, missing, or there twice: it is read, and written back byte for byte. Checks,
 * statistics and conversions take it, or say what they do not take. */
#include "machinery.h"

#include <reel/insight.h>

static const char *const files[] = {
    "gdr/golden/plain.gdr.json",          "gdr/golden/mixed.gdr.json",
    "scoresaber/golden/decoded.json",     "scoresaber/golden/decoded-variant.json",
    "scoresaber/golden/decoded-odd.json", "echo/golden/combat.echoreplay",
    "echo/golden/text.echoreplay",
};

static const char *const values[] = {
    "null",
    "true",
    "false",
    "0",
    "-0",
    "-1",
    "7",
    "1.5",
    "-2.25e2",
    "4294967296",
    "9223372036854775808",
    "1e39",
    "1e400",
    "\"\"",
    "\"x\"",
    "\"\\u00e9\"",
    "\"\\ud83d\"",
    "\"a\\\"\\\\\\nb\"",
    "[]",
    "{}",
    "[1,\"a\",null]",
    "{\"a\":{\"b\":[]}}",
};

typedef struct span {
    size_t start, end; /* of a value */
    size_t key;        /* of its key; SIZE_MAX: an item of an array */
} span;

static size_t after_text(const char *text, size_t at)
{
    for (at++; text[at] != '"'; at++) at += text[at] == '\\';
    return at + 1;
}

/* The numbers, texts and words of a JSON text, in order. */
static size_t find_values(const char *text, size_t size, span *spans, size_t most)
{
    size_t count = 0, key = SIZE_MAX;
    for (size_t at = 0; at < size && count < most;) {
        size_t start = at;
        if (text[at] == '"')
            at = after_text(text, at);
        else
            while (at < size && strchr("+-.0123456789abcdefghijklmnopqrstuvwxyzE", text[at])) at++;
        if (at == start) {
            if (text[at] == ',' || text[at] == '{' || text[at] == '[') key = SIZE_MAX;
            at++;
            continue;
        }
        size_t next = at;
        while (next < size && text[next] == ' ') next++;
        if (text[start] == '"' && text[next] == ':')
            key = start;
        else
            spans[count++] = (span){ start, at, key };
    }
    return count;
}

typedef struct made {
    char text[16384];
    size_t size;
} made;

static void add(made *m, const char *text, size_t size)
{
    assert_true(m->size + size < sizeof m->text);
    memcpy(m->text + m->size, text, size);
    m->size += size;
}

static uint64_t refused, taken;

/* A conversion takes the file or says which rule it breaks. */
static void convert(const made *m, const reel_format *from, const char *what)
{
    static const char *const targets[] = { "gdr1", "gdr2", "scoresaber", "bsor", "butter" };
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        const reel_format *to = reel_format_by_id(NULL, targets[i]);
        if (strcmp(to->game, from->game) != 0) continue;
        test_sink sink = { 0 };
        reel_error error = { .rule = "" };
        reel_status status = reel_convert(reel_source_memory(m->text, m->size), NULL, to, test_sink_of(&sink), NULL, &error);
        if (status == REEL_CORRUPT || status == REEL_MEMORY || status == REEL_IO || !strcmp(error.rule, "convert.verify"))
            fail_msg("%s to %s: %s: %s", what, to->id, reel_status_name(status), error.message);
        if (status < 0 && (!*error.rule || !*error.message || sink.commits)) fail_msg("%s to %s: no reason", what, to->id);
        if (status < 0)
            refused++;
        else
            taken++;
        test_sink_free(&sink);
    }
}

static void assert_taken(const made *m, const reel_format *format, const char *what)
{
    static finding_text findings;
    findings = (finding_text){ .size = 0 };
    const reel_options options = { REEL_SIZED(reel_options), .format = format, .report = finding_text_report,
                                   .report_context = &findings };
    test_sink sink = { 0 };
    reel_error error;
    if (reel_convert(reel_source_memory(m->text, m->size), &options, NULL, test_sink_of(&sink), NULL, &error) < 0) {
        if (strcmp(error.rule, "echoreplay.no-frames") != 0)
            fail_msg("%s: %s", what, error.message); /* its only frame is none now */
        test_sink_free(&sink);
        return;
    }
    if (sink.size != m->size || memcmp(sink.data, m->text, m->size) != 0) fail_msg("%s: other bytes are written", what);
    test_sink_free(&sink);
    if (reel_check(reel_source_memory(m->text, m->size), &options, &error) < 0) fail_msg("%s: check: %s", what, error.message);
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++) {
        reel_reader *reader;
        reel_replay *result;
        if (!reel_insight_takes(*insight, format)) continue;
        assert_int_equal(reel_open(reel_source_memory(m->text, m->size), &options, &reader, &error), REEL_OK);
        if (reel_insight_run(*insight, reader, NULL, &result, &error) < 0) fail_msg("%s: statistics: %s", what, error.message);
        reel_free(result);
        reel_close(reader);
    }
    convert(m, format, what);
}

static void try_all(const char *name)
{
    static made m;
    static span spans[512];
    char path[256], what[256];
    size_t size, step = full_effort() ? 3 : strncmp(name, "echo", 4) == 0 ? 307 : 7, n = 0;
    snprintf(path, sizeof path, "tests/formats/%s", name);
    char *text = (char *)read_file(project_path(path), &size);
    reel_replay *replay = load_bytes(text, size, NULL);
    const reel_format *format = reel_replay_format(replay);
    reel_free(replay);
    size_t count = find_values(text, size, spans, sizeof spans / sizeof *spans);
    assert_true(count > 10);
    for (size_t i = 0; i < count; i++) {
        const span *s = &spans[i];
        for (size_t v = 0; v < sizeof values / sizeof *values + 2; v++) {
            bool whole = v < sizeof values / sizeof *values;
            if (n++ % step || (!whole && s->key == SIZE_MAX)) continue;
            snprintf(what, sizeof what, "%s at %zu: %s", name, s->start, whole ? values[v] : "its key");
            trying("%s", what);
            m.size = 0;
            if (whole) {
                add(&m, text, s->start);
                add(&m, values[v], strlen(values[v]));
            } else { /* another key, or the same one twice */
                add(&m, text, s->key + 1);
                if (v % 2) add(&m, "z", 1);
                add(&m, text + s->key + 1, s->end - s->key - 1);
                if (v % 2 == 0) {
                    add(&m, ",", 1);
                    add(&m, text + s->key, s->end - s->key);
                }
            }
            add(&m, text + s->end, size - s->end);
            assert_taken(&m, format, what);
        }
    }
    free(text);
}

static void a_value_of_another_kind_is_kept_byte_for_byte(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) try_all(files[i]);
    print_message("%llu conversions taken, %llu refused\n", (unsigned long long)taken, (unsigned long long)refused);
    assert_true(taken > refused);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_value_of_another_kind_is_kept_byte_for_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
