/* SPDX-License-Identifier: MIT
 * Text macros in which members of events, or fields of lines, are missing, null, empty or of another type, in one row or in all. What is missing
 * or null is no error where the format can do without it, and gives no value; what is NaN or infinite in a position fix is found however it
 * is spelt; and an edit has the rows that it should have and no more errors than its input. */
#include "truth.h"

#include <reel/macros.h>

#include <math.h>

enum { ROWS = 5, MOST = 8, ROOM = 4096 };

typedef enum form { VALUE, ABSENT, NOTHING, EMPTY, WORD, NEGATIVE, TRUTH, LIST, MAP, NAN_TEXT, FORMS } form;
static const char *const words[FORMS] = { [NOTHING] = "null", [EMPTY] = "\"\"", [WORD] = "\"x\"", [NEGATIVE] = "-3",
                                          [TRUTH] = "true",   [LIST] = "[]",    [MAP] = "{}",     [NAN_TEXT] = "\"NaN\"" };

/* A format of JSON: its file is `begin`, events, `end`. */
static const struct kind {
    const reel_format *format;
    const char *begin, *end;
    const char *keys[MOST];   /* the first is the frame, which an event must have */
    const char *values[MOST]; /* of row 0, 1, ...: a character of each is its value; # is the frame */
} kinds[] = {
    { &reel_format_mhr_json,
      "{\"_\":\"x\",\"events\":[",
      "],\"meta\":{\"fps\":240}}",
      { "frame", "down", "p2", "x", "y", "r", "a" },
      { "#", "?", "?", "1.5", "2.5", "0.5", "0.25" } },
    { &reel_format_echobot_json,
      "{\"fps\":240,\"inputs\":[",
      "]}",
      { "frame", "holding", "player_2", "x_position", "y_position", "rotation", "y_vel", "x_vel" },
      { "#", "?", "?", "1.5", "2.5", "0.5", "0.25", "3.5" } },
    { &reel_format_tasbot,
      "{\"fps\":240,\"macro\":[",
      "]}",
      { "frame", "player_1", "player_2", "player_1_click", "player_2_click" },
      { "#", "{\"click\":1}", "{\"click\":0}", "0", "0" } },
};

static uint64_t state_of_draw;

static unsigned draw(unsigned below)
{
    state_of_draw = state_of_draw * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(state_of_draw >> 33) % below;
}

typedef struct made {
    char text[ROOM];
    size_t size;
} made;

static void put(made *m, const char *text)
{
    assert_true(strlen(text) < ROOM - m->size);
    memcpy(m->text + m->size, text, strlen(text) + 1);
    m->size += strlen(text);
}

static void put_value(made *m, const struct kind *k, int row, int member, form what)
{
    char frame[16];
    snprintf(frame, sizeof frame, "%d", 10 + 20 * row);
    const char *value = k->values[member];
    if (what != VALUE)
        value = words[what];
    else if (*value == '#')
        value = frame;
    else if (*value == '?')
        value = (row + member) % 2 ? "true" : "false";
    put(m, value);
}

static void make(made *m, const struct kind *k, form forms[ROWS][MOST])
{
    m->size = 0;
    put(m, k->begin);
    for (int row = 0; row < ROWS; row++) {
        bool first = true;
        put(m, row ? ",{" : "{");
        for (int member = 0; member < MOST && k->keys[member]; member++) {
            if (forms[row][member] == ABSENT) continue;
            put(m, first ? "\"" : ",\"");
            put(m, k->keys[member]);
            put(m, "\":");
            put_value(m, k, row, member, forms[row][member]);
            first = false;
        }
        put(m, "}");
    }
    put(m, k->end);
}

static uint64_t errors_of(const reel_format *format, const void *data, size_t size, size_t *rules, const char *rule)
{
    reel_findings *findings = reel_findings_new(NULL);
    reel_options options = { REEL_SIZED(reel_options), .format = format, .report = reel_findings_report,
                             .report_context = findings };
    reel_error error = { .rule = "" };
    const reel_status status = reel_check(reel_source_memory(data, size), &options, &error);
    const uint64_t errors = reel_findings_total(findings, REEL_ERROR) + (status < 0);
    for (size_t i = 0; rules && i < reel_findings_count(findings); i++)
        *rules += !strcmp(reel_findings_at(findings, i)->rule, rule);
    reel_findings_free(findings);
    return errors;
}

/* Sorting rows that are in order changes none of them. A file that is rewritten from its rows has the same rows. */
static void assert_edit(const reel_format *format, const made *file, uint64_t errors)
{
    const reel_setting shifts[] = { { "shift", "7" }, { "shift", "-7" } };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .operations = shifts, .operation_count = 1 };
    const reel_convert_options back = { REEL_SIZED(reel_convert_options), .operations = shifts + 1, .operation_count = 1 };
    reel_options options = { REEL_SIZED(reel_options), .format = format };
    reel_memory moved, again;
    reel_error error;
    reel_status status =
        reel_convert(reel_source_memory(file->text, file->size), &options, NULL, reel_sink_memory(&moved, NULL), &how, &error);
    if (status < 0) {
        if (!errors && strncmp(error.rule, "macros.", 7) != 0) fail_msg("%s: %s: %s", error.rule, error.message, file->text);
        return;
    }
    if (errors_of(format, moved.data, moved.size, NULL, "") > errors) fail_msg("more errors: %s", file->text);
    assert_true(reel_convert(reel_source_memory(moved.data, moved.size), &options, NULL, reel_sink_memory(&again, NULL), &back,
                             &error) >= 0);
    reel_replay *one, *other;
    uint64_t differences = 0;
    const reel_table *const tables[] = { &gdr_infos, &gdr_inputs, &gdr_physics_rows, &macros_fixes, NULL };
    options.tables = tables;
    assert_int_equal(reel_load(reel_source_memory(file->text, file->size), &options, &one, NULL), REEL_OK);
    assert_int_equal(reel_load(reel_source_memory(again.data, again.size), &options, &other, NULL), REEL_OK);
    assert_int_equal(reel_diff(one, other, false, NULL, NULL, &differences, NULL), REEL_OK);
    if (differences)
        fail_msg("%llu differences after an edit: %s -> %.*s", (unsigned long long)differences, file->text, (int)again.size,
                 (const char *)again.data);
    reel_free(one);
    reel_free(other);
    reel_memory_free(&moved);
    reel_memory_free(&again);
}

static void members_of_json_may_be_missing_or_null(void **state)
{
    (void)state;
    const size_t cases = getenv("REEL_FORMS") ? strtoul(getenv("REEL_FORMS"), NULL, 10) : by_effort(20000, 4000, 1000);
    size_t edited = 0;
    for (size_t i = 0; i < cases; i++) {
        form forms[ROWS][MOST] = { { VALUE } };
        const struct kind *k = &kinds[draw(sizeof kinds / sizeof *kinds)];
        bool optional = true;
        for (unsigned changes = 1 + draw(4); changes-- > 0;) {
            int members = 0, row = (int)draw(ROWS);
            while (members < MOST && k->keys[members]) members++;
            const int member = (int)draw((unsigned)members);
            const bool all = draw(2) == 0;
            const form what = draw(3) ? draw(2) ? ABSENT : NOTHING : (form)draw(FORMS);
            for (int r = 0; r < ROWS; r++)
                if (all || r == row) forms[r][member] = what;
        }
        for (int r = 0; r < ROWS; r++)
            for (int member = 0; member < MOST; member++)
                optional &= forms[r][member] == VALUE || (member && forms[r][member] <= NOTHING);
        made file;
        make(&file, k, forms);
        const uint64_t errors = errors_of(k->format, file.text, file.size, NULL, "");
        if (optional && errors) fail_msg("an error for nothing: %s", file.text);
        assert_edit(k->format, &file, errors);
        edited += !errors;
    }
    print_message("%zu files, %zu of them without errors\n", cases, edited);
    assert_true(edited > cases / 4);
}

/* ---- NaN in position fixes ------------------------------------------------------------------------------------------ */

static const char *const nans[] = { "nan",       "NaN",       "NAN",     "-nan",    "+nan",    "nan(ind)", "-nan(ind)",
                                    "nan(snan)", "1.#QNAN",   "-1.#IND", "1.#IND0", "1.#SNAN", "inf",      "-inf",
                                    "Infinity",  "-Infinity", "INF",     "1.#INF",  "-1.#INF", "1.#INF00" };

static void nan_in_a_fix_is_found_however_it_is_spelt(void **state)
{
    (void)state;
    enum { FIELDS = 12 };
    for (size_t i = 0; i < sizeof nans / sizeof *nans; i++) {
        for (int field = 0; field < FIELDS; field++) {
            static const bool is_read[] = { true, true, false, true, false, true };
            made file = { .size = 0 };
            size_t found = 0;
            put(&file, "240\n5|1|1|1|0|0|0|0|0|0|0|0|0|0|0|0|0\n7|0|1|1|1");
            for (int f = 0; f < FIELDS; f++) {
                put(&file, "|");
                put(&file, f == field ? nans[i] : "2.5");
            }
            put(&file, "\n9|0|1|1|0|0|0|0|0|0|0|0|0|0|0|0|0\n");
            assert_int_equal(errors_of(&reel_format_xd, file.text, file.size, &found, "gdr.fix-non-finite"), 0);
            if (found != is_read[field % 6]) fail_msg("%s in field %d: %zu findings", nans[i], field, found);
            assert_edit(&reel_format_xd, &file, 0);
        }
    }
    static const char *const others[] = { "nano", "nan(", "infinit", "1.#", "1.#INF1", "--nan", "n", "" };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        made file = { .size = 0 };
        size_t unreadable = 0;
        put(&file, "240\n7|0|1|1|1|");
        put(&file, others[i]);
        put(&file, "|2|0|2|2|2|2|2|0|2|2|2\n9|0|1|1|0|0|0|0|0|0|0|0|0|0|0|0|0\n");
        errors_of(&reel_format_xd, file.text, file.size, &unreadable, "macros.bad-fix");
        if (unreadable != 1) fail_msg("\"%s\" is read", others[i]);
    }
}

/* frameFixes of xdBot: null, as its writer of JSON puts for NaN, texts, and numbers that are too large; in GDR2 the bits. */
static void nan_in_frame_fixes_is_found(void **state)
{
    (void)state;
    static const struct {
        const char *value;
        size_t found;
    } values[] = { { "2.5", 0 }, { "null", 1 }, { "\"nan\"", 1 }, { "1e999", 1 }, { "-1e999", 1 }, { "[]", 1 }, { "0", 0 } };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        for (int player = 1; player <= 2; player++) {
            char text[256];
            size_t found = 0, after = 0;
            snprintf(text, sizeof text,
                     "{\"bot\":{\"name\":\"xdBot\"},\"frameFixes\":[{\"frame\":1,\"p1\":null},{\"frame\":3,\"p%d\":{\"x\":1,"
                     "\"y\":%s}}],"
                     "\"inputs\":[{\"2p\":false,\"btn\":1,\"down\":true,\"frame\":4}]}",
                     player, values[i].value);
            errors_of(&reel_format_gdr1_json, text, strlen(text), &found, "gdr.fix-non-finite");
            if (found != values[i].found) fail_msg("%zu findings: %s", found, text);
            if (strcmp(values[i].value, "null") != 0) continue;
            reel_memory gdr2, back;
            reel_options options = { REEL_SIZED(reel_options) };
            assert_int_equal(reel_convert(reel_source_memory(text, strlen(text)), &options, &reel_format_gdr2,
                                          reel_sink_memory(&gdr2, NULL), NULL, NULL),
                             REEL_OK);
            errors_of(&reel_format_gdr2, gdr2.data, gdr2.size, &after, "gdr.fix-non-finite");
            assert_int_equal(after, 1);
            assert_int_equal(reel_convert(reel_source_memory(gdr2.data, gdr2.size), &options, &reel_format_gdr1_json,
                                          reel_sink_memory(&back, NULL), NULL, NULL),
                             REEL_OK);
            char *json = calloc(1, back.size + 1);
            memcpy(json, back.data, back.size);
            assert_non_null(strstr(json, "\"y\":null"));
            free(json);
            reel_memory_free(&gdr2);
            reel_memory_free(&back);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_of_json_may_be_missing_or_null),
        cmocka_unit_test(nan_in_a_fix_is_found_however_it_is_spelt),
        cmocka_unit_test(nan_in_frame_fixes_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
