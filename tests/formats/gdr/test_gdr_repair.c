/* SPDX-License-Identifier: MIT
 * Repairs of macros: invalid values are gone afterwards, in JSON and in msgpack, whatever the key; and padding is not data. */
#include "truth.h"

#include <reel/format.h>
#include <reel/macros.h>

/* A macro of which one value, the last argument, is to be another. */
#define HEAD "{\"author\":%s,\"bot\":{\"name\":%s,\"version\":%s,\"own\":7},\"coins\":%s,\"duration\":%s,\"framerate\":%s,"
#define MIDDLE "\"gameVersion\":%s,\"inputs\":[{\"2p\":%s,\"btn\":%s,\"down\":%s,\"frame\":%s},%s{\"2p\":false,\"btn\":1,"
#define TAIL "\"down\":false,\"frame\":20}],\"ldm\":%s,\"level\":%s,\"seed\":%s,\"version\":%s,\"frameFixes\":[]}"

static const char *const usual[] = { "\"a\"", "\"xdBot\"", "\"v2\"", "0",  "1.5", "240.0", "2.2074",
                                     "false", "1",         "true",   "10", "",    "false", "{\"id\":5,\"name\":\"n\"}",
                                     "0",     "1.0" };
enum { PLACES = sizeof usual / sizeof *usual, FRAME = 10, MORE_INPUTS = 11, RATE = 5 };

static const char *const odd[] = {
    "null",
    "-1",
    "0",
    "true",
    "\"\"",
    "\"20\"",
    "\"-3\"",
    "\"2.5\"",
    "\"x\"",
    "[]",
    "{}",
    "[1]",
    "{\"a\":1}",
    "9223372036854775808",
    "18446744073709551615",
    "-9223372036854775808",
    "1e300",
    "-1.5",
    "1099511627776",
};

static size_t make(char *text, size_t room, size_t place, const char *value)
{
    const char *v[PLACES];
    memcpy(v, usual, sizeof v);
    v[place] = value;
    int size = snprintf(text, room, HEAD MIDDLE TAIL, v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11],
                        v[12], v[13], v[14], v[15]);
    assert_true(size > 0 && (size_t)size < room);
    return (size_t)size;
}

static reel_memory repair(const uint8_t *data, size_t size, const char *what)
{
    reel_memory made;
    reel_error error;
    reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR };
    if (reel_convert(reel_source_memory(data, size), NULL, NULL, reel_sink_memory(&made, NULL), &how, &error) < 0)
        fail_msg("%s: %s", what, error.message);
    return made;
}

static void count_errors(void *context, const reel_finding *finding)
{
    if (finding->severity < REEL_ERROR) return;
    print_message("%s: %s\n", finding->rule, finding->message);
    ++*(size_t *)context;
}

static void assert_sound(const reel_memory *file, const char *what)
{
    size_t errors = 0;
    reel_error error;
    reel_options options = { REEL_SIZED(reel_options), .report = count_errors, .report_context = &errors };
    if (reel_check(reel_source_memory(file->data, file->size), &options, &error) < 0) fail_msg("%s: %s", what, error.message);
    if (errors) fail_msg("%s: %zu errors after the repair: %.*s", what, errors, (int)file->size, (const char *)file->data);
}

/* The own key of the bot is in the file alone, not in rows. */
static bool has_own_key(const reel_memory *file)
{
    for (size_t i = 0; i + 3 <= file->size; i++)
        if (memcmp(file->data + i, "own", 3) == 0) return true;
    return false;
}

/* The same macro in msgpack, with the value as it is: the conversion copies what has no rows. */
static bool to_msgpack(const char *text, size_t size, reel_memory *made)
{
    reel_convert_options how = { REEL_SIZED(reel_convert_options) };
    return reel_convert(reel_source_memory(text, size), NULL, &reel_format_gdr1, reel_sink_memory(made, NULL), &how, NULL) >= 0;
}

static void a_repaired_macro_has_no_error_whatever_the_value(void **state)
{
    (void)state;
    size_t tried = 0;
    for (size_t place = 0; place < PLACES; place++) {
        for (size_t o = 0; o < sizeof odd / sizeof *odd; o++) {
            char text[1024], what[128], more[64];
            snprintf(what, sizeof what, "place %zu, %s", place, odd[o]);
            snprintf(more, sizeof more, "%s,", odd[o]);
            size_t size = make(text, sizeof text, place, place == MORE_INPUTS ? more : odd[o]);
            reel_memory packed, repaired = repair((const uint8_t *)text, size, what);
            assert_sound(&repaired, what);
            if (!has_own_key(&repaired)) fail_msg("%s: the bot's own key is lost", what);
            reel_memory_free(&repaired);
            tried++;
            if (!to_msgpack(text, size, &packed)) continue;
            repaired = repair(packed.data, packed.size, what);
            assert_sound(&repaired, what);
            reel_memory_free(&repaired);
            reel_memory_free(&packed);
            tried++;
        }
    }
    print_message("%zu macros\n", tried);
    assert_true(tried > PLACES * (sizeof odd / sizeof *odd) * 3 / 2);
}

static const gdr_input *inputs_after(const char *value, size_t place, reel_replay **replay, size_t *count)
{
    char text[1024];
    size_t size = make(text, sizeof text, place, value);
    reel_memory repaired = repair((const uint8_t *)text, size, value);
    assert_int_equal(reel_load(reel_source_memory(repaired.data, repaired.size), NULL, replay, NULL), REEL_OK);
    reel_memory_free(&repaired);
    return reel_rows(*replay, &gdr_inputs, count);
}

static void a_press_before_the_start_is_held_from_the_start(void **state)
{
    (void)state;
    reel_replay *replay;
    size_t count;
    const gdr_input *inputs = inputs_after("-1", FRAME, &replay, &count);
    assert_int_equal(count, 2);
    assert_int_equal(inputs[0].frame, 0);
    assert_int_equal(inputs[0].down, 1);
    reel_free(replay);
}

static void an_input_without_a_frame_is_none(void **state)
{
    (void)state;
    reel_replay *replay;
    size_t count;
    const gdr_input *inputs = inputs_after("null", FRAME, &replay, &count);
    assert_int_equal(count, 1);
    assert_int_equal(inputs[0].frame, 20);
    reel_free(replay);
    inputs = inputs_after("\"12\"", FRAME, &replay, &count); /* a number in a text is exact */
    assert_int_equal(count, 2);
    assert_int_equal(inputs[0].frame, 12);
    reel_free(replay);
}

static void a_rate_that_is_none_becomes_240(void **state)
{
    (void)state;
    static const char *const rates[] = { "0", "-240", "[]", "1e12" };
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        reel_replay *replay;
        size_t count;
        inputs_after(rates[i], RATE, &replay, &count);
        const gdr_info_v1 *info = reel_rows(replay, &gdr_infos_v1, &count);
        assert_true(info->framerate == 240 && info->keys[0] & GDR_KEY_FRAMERATE);
        assert_true(info->duration == 1.5);
        reel_free(replay);
    }
}

/* ---- padding and text by hand ------------------------------------------------------------------------------------ */

static bool has_rule(const seen_list *list, const char *rule)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->items[i].rule, rule) == 0) return true;
    return false;
}

static bool reads_same_inputs(const reel_replay *a, const reel_replay *b)
{
    size_t one, other;
    const gdr_input *x = reel_rows(a, &gdr_inputs, &one), *y = reel_rows(b, &gdr_inputs, &other);
    for (size_t i = 0; i < one && i < other; i++)
        if (x[i].frame != y[i].frame || memcmp(&x[i].button, &y[i].button, 4) != 0) return false;
    return one == other;
}

/* Formats whose end is stated, or whose records cannot be padding, read the same; the padding is reported. */
static void padding_is_no_data(void **state)
{
    (void)state;
    static const char *const names[] = {
        "plain.gdr",   "plain.gdr.json",    "plain.gdr2",  "plain.xd",       "fixes.xd",  "crlf.xd",    "four.txt",
        "three.txt",   "plain.kd",          "plain.re",    "old.re",         "fixes.re",  "plain.re2",  "like21.re2",
        "plain.re21",  "plain.re3",         "plain.re4",   "plain.replay",   "plain.rsh", "plain.echo", "old.echo",
        "new.echo",    "plain.tasbot.json", "plain.thyst", "plain.xbot",     "plain.ybf", "plain.ybot", "plain.zbf",
        "plain.zr",    "plain.ddhor",       "plain.mhr",   "plain.mhr.json", "plain.ttr", "plain.ttr2", "plain.ttr3",
        "packed.ttr3", "two.tcm",           "one.tcm",     "two.uv",         "one.slc1",  "seed.slc1",  "rate.slc2",
    };
    size_t tried = 0;
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        char path[128];
        size_t size;
        snprintf(path, sizeof path, "tests/formats/gdr/golden/%s", names[n]);
        FILE *there = fopen(project_path(path), "rb");
        if (!there) continue;
        fclose(there);
        uint8_t *data = read_file(project_path(path), &size), *padded = malloc(size + 4096);
        reel_replay *plain, *more;
        if (reel_load(reel_source_memory(data, size), NULL, &plain, NULL) < 0) fail_msg("%s", names[n]);
        for (int byte = 0; byte < 2; byte++) {
            for (size_t extra = 16; extra <= 4096; extra *= 4) {
                seen_list found = { .count = 0 };
                reel_options options = { REEL_SIZED(reel_options), .report = see, .report_context = &found };
                reel_error error;
                memcpy(padded, data, size);
                memset(padded + size, byte ? 0xff : 0, extra);
                if (reel_load(reel_source_memory(padded, size + extra), &options, &more, &error) < 0)
                    fail_msg("%s with %zu of %d: %s", names[n], extra, byte, error.message);
                if (!reads_same_inputs(plain, more)) fail_msg("%s with %zu of %d: other inputs", names[n], extra, byte);
                if (!has_rule(&found, "macros.trailing-bytes") && !has_rule(&found, "gdr.trailing-bytes"))
                    fail_msg("%s with %zu of %d: not reported", names[n], extra, byte);
                reel_free(more);
                tried++;
            }
        }
        reel_free(plain);
        free(padded);
        free(data);
    }
    print_message("%zu padded files\n", tried);
    assert_true(tried > 250);
}

/* Where a note about lines was: it has the offset of the first of them. */
static void hear_offset(void *context, const reel_finding *finding)
{
    if (strcmp(finding->rule, "macros.blanks") == 0) *(uint64_t *)context = finding->offset;
}

static void blanks_are_reported_where_their_line_begins(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t offset;
    } files[] = { { "240\n10|1|1|1 \n20|0|1|1\n", 4 },
                  { "240\n10|1|1|1\n 20|0|1|1\n", 13 },
                  { "240 \n10|1|1|1\n20|0|1|1\t\n", 0 } };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        uint64_t offset = REEL_NO_OFFSET;
        const reel_options options = { REEL_SIZED(reel_options), .report = hear_offset, .report_context = &offset };
        reel_replay *replay;
        assert_int_equal(reel_load(reel_source_memory(files[i].text, strlen(files[i].text)), &options, &replay, NULL), REEL_OK);
        assert_int_equal(offset, files[i].offset);
        reel_free(replay);
    }
}

/* Lines as people leave them: blanks, a byte order mark, a decimal point. The bytes of the file stay. */
static void text_edited_by_hand_is_read_with_notes(void **state)
{
    (void)state;
    static const struct {
        const char *text, *rule;
    } files[] = {
        { "240\n10|1|1|1 \n20|0|1|1\n", "macros.blanks" },
        { "240 \n10|1|1|1\n20|0|1|1\t\n", "macros.blanks" },
        { "240.0\n10|1|1|1\n20|0|1|1\n", "macros.decimal-point" },
        { "240\n10.0|1|1|1\n20|0|1|1\n", "macros.decimal-point" },
        { "\xef\xbb\xbf"
          "240\n10|1|1|1\n20|0|1|1\n",
          "macros.byte-order-mark" },
        { "\xef\xbb\xbf"
          "240\n10 1 1 1\n20 0 1 1\n",
          "macros.byte-order-mark" },
        { "240\n 10 1 1 1\n20 0 1 1\n", "macros.blanks" },
        { "\xef\xbb\xbf{\"events\": [{\"down\": true, \"frame\": 10}, {\"down\": false, \"frame\": 20}], \"meta\": {\"fps\": "
          "240}}",
          "macros.byte-order-mark" },
        { "{\"events\": [{\"down\": true, \"frame\": \"10\"}, {\"down\": false, \"frame\": 20}], \"meta\": {\"fps\": 240}}",
          "macros.text-number" },
        { "\xef\xbb\xbf"
          "240\nframes\n1 10\n0 20\n",
          "macros.byte-order-mark" },
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        size_t size = strlen(files[i].text), count;
        seen_list found = { .count = 0 };
        reel_options options = { REEL_SIZED(reel_options), .report = see, .report_context = &found };
        reel_replay *replay;
        reel_error error;
        if (reel_load(reel_source_memory(files[i].text, size), &options, &replay, &error) < 0)
            fail_msg("%zu: %s", i, error.message);
        const gdr_input *inputs = reel_rows(replay, &gdr_inputs, &count);
        if (count != 2 || inputs[0].frame != 10 || inputs[1].frame != 20 || inputs[0].player2) fail_msg("%zu: other inputs", i);
        if (!has_rule(&found, files[i].rule)) fail_msg("%zu: %s is not reported", i, files[i].rule);
        const reel_format *format = reel_replay_format(replay);
        if (format->writer) {
            reel_memory made;
            assert_int_equal(reel_write(reel_replay_chunk(replay), format, reel_sink_memory(&made, NULL), NULL, &error), REEL_OK);
            assert_true(made.size == size && memcmp(made.data, files[i].text, size) == 0);
            reel_memory_free(&made);
        }
        reel_free(replay);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_repaired_macro_has_no_error_whatever_the_value),
        cmocka_unit_test(a_press_before_the_start_is_held_from_the_start),
        cmocka_unit_test(an_input_without_a_frame_is_none),
        cmocka_unit_test(blanks_are_reported_where_their_line_begins),
        cmocka_unit_test(a_rate_that_is_none_becomes_240),
        cmocka_unit_test(padding_is_no_data),
        cmocka_unit_test(text_edited_by_hand_is_read_with_notes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
