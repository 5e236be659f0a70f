/* SPDX-License-Identifier: MIT
 * Made files with the ends of what numbers can say, many keys, deep and long ones: everything that is done to them has an answer, at a cost in
 * proportion to the file; a cut gives only what the whole file says. */
#include "truth.h"

#include <reel/geometrydash.h>
#include <reel/insight.h>
#include <reel/plot.h>

/* ---- made files --------------------------------------------------------------------------------------------------- */

typedef struct made {
    uint8_t *data;
    size_t size, capacity;
} made;

static void put(made *m, const void *data, size_t size)
{
    if (m->capacity - m->size < size) {
        m->capacity = 2 * (m->capacity + size);
        m->data = realloc(m->data, m->capacity);
        assert_non_null(m->data);
    }
    memcpy(m->data + m->size, data, size);
    m->size += size;
}

static void put_text(made *m, const char *text) { put(m, text, strlen(text)); }

static void put_varint(made *m, uint64_t value)
{
    for (; value > 0x7f; value >>= 7) put(m, &(uint8_t){ (uint8_t)(value | 0x80) }, 1);
    put(m, &(uint8_t){ (uint8_t)value }, 1);
}

static void put_be(made *m, uint64_t value, unsigned size)
{
    while (size--) put(m, &(uint8_t){ (uint8_t)(value >> 8 * size) }, 1);
}

/* ---- numbers that no integer has ------------------------------------------------------------------------------------ */

/* The finding of a rule about one macro in JSON whose input has this frame. */
static uint64_t find_rule(const char *frame, size_t size, const char *rule, reel_severity *severity)
{
    static const char head[] = "{\"inputs\":[{\"2p\":false,\"btn\":1,\"down\":true,\"frame\":", tail[] = "}],\"duration\":1}";
    made m = { .data = NULL };
    uint64_t count = 0;
    put(&m, head, sizeof head - 1);
    put(&m, frame, size);
    put(&m, tail, sizeof tail - 1);
    reel_findings *findings = reel_findings_new(NULL);
    const reel_options options = { REEL_SIZED(reel_options), .format = &reel_format_gdr1_json, .report = reel_findings_report,
                                   .report_context = findings };
    assert_int_equal(reel_check(reel_source_memory(m.data, m.size), &options, NULL), REEL_OK);
    for (size_t i = 0; i < reel_findings_count(findings); i++) {
        const reel_finding *finding = reel_findings_at(findings, i);
        if (strcmp(finding->rule, rule) != 0) continue;
        count += finding->count;
        *severity = finding->severity;
    }
    reel_findings_free(findings);
    free(m.data);
    return count;
}

static void numbers_beyond_an_integer_are_out_of_range(void **state)
{
    static const char *const beyond[] = { "1e30", "-1e30", "9223372036854775809", "1e400", "18446744073709551616" };
    reel_severity severity = REEL_NOTE;
    (void)state;
    size_t size = by_effort(2000000, 200000, 20000);
    char *digits = malloc(size);
    memset(digits, '9', size);
    assert_int_equal(find_rule(digits, size, "gdr.input-range", &severity), 1);
    assert_int_equal(severity, REEL_ERROR);
    assert_int_equal(find_rule(digits, size, "gdr.float-frame", &severity), 0);
    free(digits);
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
        assert_int_equal(find_rule(beyond[i], strlen(beyond[i]), "gdr.input-range", &severity), 1);
        assert_int_equal(find_rule(beyond[i], strlen(beyond[i]), "gdr.float-frame", &severity), 0);
    }
    assert_int_equal(find_rule("10.5", 4, "gdr.float-frame", &severity), 1);
    assert_int_equal(severity, REEL_NOTE);
    assert_int_equal(find_rule("10.5", 4, "gdr.input-range", &severity), 0);
    assert_int_equal(find_rule("10.0", 4, "gdr.float-frame", &severity), 1); /* nothing is lost */
}

/* ---- all that can be done to a file -------------------------------------------------------------------------------- */

/* Steps that a job reported, by the progress callback. */
static bool watch(void *context, const reel_progress *progress)
{
    uint64_t *steps = context;
    if (progress->work > *steps) *steps = progress->work;
    return true;
}

static reel_status convert(const made *m, const reel_format *from, const reel_format *to, const reel_setting *operation,
                           uint64_t *steps)
{
    const reel_options options = { REEL_SIZED(reel_options), .format = from, .on_progress = watch, .progress_context = steps };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .operations = operation,
                                       .operation_count = operation != NULL };
    reel_memory file;
    reel_status status =
        reel_convert(reel_source_memory(m->data, m->size), &options, to, reel_sink_memory(&file, NULL), &how, NULL);
    if (status < 0) assert_int_equal(file.size, 0);
    reel_memory_free(&file);
    return status;
}

static void look_at(const made *m, const reel_format *format, uint64_t *steps)
{
    const reel_options options = { REEL_SIZED(reel_options), .format = format, .on_progress = watch, .progress_context = steps };
    reel_replay *replay, *figures;
    if (reel_load(reel_source_memory(m->data, m->size), &options, &replay, NULL) < 0) return;
    assert_true(reel_check(reel_source_memory(m->data, m->size), &options, NULL) != REEL_MEMORY);
    reel_insight_options insight = { REEL_SIZED(reel_insight_options), .on_progress = watch, .progress_context = steps };
    if (reel_insight_run_chunk(&reel_insight_geometrydash, format, reel_replay_chunk(replay), &insight, &figures, NULL) >= 0)
        reel_free(figures);
    for (const reel_plot *const *plot = reel_plots(); *plot; plot++) {
        reel_memory picture;
        const reel_format *const *takes = (*plot)->formats;
        while (*takes && *takes != format) takes++;
        if (*takes && reel_plot_draw(*plot, replay, reel_sink_memory(&picture, NULL), NULL, NULL) == REEL_OK) {
            assert_true(picture.size <= 300000);
            reel_memory_free(&picture);
        }
    }
    reel_free(replay);
}

/* The steps of one job are at most so many for each byte of the file, above a few that every job may take. */
enum { STEPS_PER_BYTE = 2000, FREE_STEPS = 1 << 22 };

static void do_all(const made *m, const reel_format *format)
{
    static const reel_format *const formats[] = { &reel_format_gdr2, &reel_format_gdr1, &reel_format_gdr1_json };
    static const reel_setting operations[] = {
        { "shift", "9223372036854775807" },
        { "shift", "-9223372036854775807" },
        { "tps", "999999999.9" },
        { "tps", "5e-324" },
        { "swap-players", NULL },
        { "to-p1", NULL },
        { "sort", NULL },
        { "drop-duplicates", NULL },
        { "drop-orphans", NULL },
        { "drop-repeats", NULL },
        { "strip", NULL },
        { "keep-last-attempt", NULL },
        { "only-p2", NULL },
    };
    uint64_t steps = 0;
    look_at(m, format, &steps);
    for (size_t i = 0; i < 3; i++) convert(m, format, formats[i], NULL, &steps);
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) convert(m, format, NULL, &operations[i], &steps);
    uint64_t most = FREE_STEPS + (uint64_t)STEPS_PER_BYTE * m->size;
    if (steps > most) fail_msg("%llu steps for %zu bytes", (unsigned long long)steps, m->size);
}

/* ---- numbers ------------------------------------------------------------------------------------------------------ */

static const char *const numbers[] = {
    "0",
    "-0",
    "1",
    "-1",
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775808",
    "18446744073709551615",
    "1152921504606846976",
    "4611686018427387904",
    "9007199254740993",
    "2147483648",
    "-2147483649",
    "4294967296",
    "1e308",
    "-1e308",
    "1e999",
    "-1e999",
    "5e-324",
    "1e-999",
    "0.5",
    "-0.5",
    "1e15",
    "null",
    "true",
    "\"5\"",
    "[]",
    "{}",
};

/* Each number as each value of a macro with two inputs. */
static void any_number_in_json_has_an_answer(void **state)
{
    (void)state;
    static const char *const places[] = {
        "{\"framerate\":%s,\"inputs\":[{\"frame\":7,\"btn\":1,\"2p\":false,\"down\":true},{\"frame\":9,\"btn\":1}]}",
        "{\"inputs\":[{\"frame\":%s,\"btn\":1,\"2p\":false,\"down\":true},{\"frame\":9,\"btn\":1,\"down\":false}]}",
        "{\"inputs\":[{\"frame\":5,\"btn\":1,\"2p\":false,\"down\":true},{\"frame\":%s,\"btn\":1,\"down\":false}]}",
        "{\"framerate\":5e-324,\"inputs\":[{\"frame\":%s,\"btn\":%s,\"2p\":%s,\"down\":%s}]}",
        "{\"inputs\":[{\"frame\":5,\"btn\":2,\"down\":true,\"xPos\":%s,\"correction\":{\"xVel\":%s,\"yVel\":%s}}]}",
        "{\"seed\":%s,\"coins\":%s,\"level\":{\"id\":%s},\"bot\":{\"name\":\"MH_REPLAY\",\"version\":%s},\"duration\":%s}",
        "{\"gameVersion\":%s,\"version\":%s,\"ldm\":%s,\"author\":%s}",
        "{\"bot\":{\"name\":\"xdBot\"},\"frameFixes\":[{\"frame\":%s,\"p1\":{\"x\":%s,\"y\":%s,\"r\":%s}}]}",
    };
    const size_t step = by_effort(1, 1, 3);
    for (size_t p = 0; p < sizeof places / sizeof *places; p++)
        for (size_t n = p % step; n < sizeof numbers / sizeof *numbers; n += step) {
            made m = { .data = NULL };
            for (const char *at = places[p]; *at; at++) {
                if (at[0] == '%' && at[1] == 's')
                    put_text(&m, numbers[n]), at++;
                else
                    put(&m, at, 1);
            }
            do_all(&m, &reel_format_gdr1_json);
            free(m.data);
        }
}

static const uint64_t doubles[] = { 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 0x7ff0000000000001,
                                    0x7fefffffffffffff, 0x0000000000000001, 0x8000000000000000, 0x43e0000000000000,
                                    0xc3e0000000000000, 0x406e000000000000 };
static const uint64_t frames[] = {
    0, 1, 240, INT32_MAX, UINT32_MAX, UINT64_C(1) << 53, UINT64_C(1) << 60, (UINT64_C(1) << 62) - 1
};

/* A few bytes that say that much time passes: nothing walks through it. */
static void any_number_in_gdr2_has_an_answer(void **state)
{
    (void)state;
    const size_t step = by_effort(1, 1, 3);
    for (size_t d = 0; d < sizeof doubles / sizeof *doubles; d++)
        for (size_t f = d % step; f < sizeof frames / sizeof *frames; f += step)
            for (unsigned platformer = 0; platformer < 2; platformer++) {
                made m = { .data = NULL };
                const unsigned shift = platformer ? 3 : 1, down = platformer ? 3 : 1;
                put(&m, "GDR\2\0\0", 7);
                put_be(&m, doubles[d] >> 32, 4);
                put_varint(&m, UINT64_MAX); /* the game's version, -1 */
                put_be(&m, doubles[d], 8);
                put_varint(&m, (uint64_t)INT32_MIN);
                put_varint(&m, INT32_MAX);
                put(&m, (const uint8_t[]){ 0, (uint8_t)platformer, 0, 1, 0, 0, 0 }, 7);
                put_varint(&m, 3); /* deaths: forwards, beyond the end, back */
                put_varint(&m, frames[f]);
                put_varint(&m, INT64_MAX);
                put_varint(&m, UINT64_MAX - 6);
                put_varint(&m, 4);
                put_varint(&m, 2);
                for (unsigned player = 0; player < 2; player++) {
                    put_varint(&m, frames[f] << shift | down);
                    put_varint(&m, (uint64_t)(0 - frames[f] / 2) << shift | (down & 6));
                }
                do_all(&m, &reel_format_gdr2);
                free(m.data);
            }
}

static void any_number_in_msgpack_has_an_answer(void **state)
{
    (void)state;
    for (size_t d = 0; d < sizeof doubles / sizeof *doubles; d++)
        for (unsigned form = 0; form < 4; form++) {
            static const uint8_t heads[] = { 0xcb, 0xcf, 0xd3, 0xca };
            static const char *const keys[] = { "\xa9\x66ramerate", "\xa8\x64uration", "\xa4seed", "\xabgameVersion" };
            made m = { .data = NULL };
            put_text(&m, "\x85");
            for (size_t k = 0; k < 4; k++) {
                put_text(&m, keys[k]);
                put(&m, &heads[form], 1);
                put_be(&m, form == 3 ? doubles[d] >> 32 : doubles[d], form == 3 ? 4 : 8);
            }
            put_text(&m, "\xa6inputs\x91\x85\xa5"
                         "frame");
            put(&m, &heads[form], 1);
            put_be(&m, form == 3 ? doubles[d] >> 32 : doubles[d], form == 3 ? 4 : 8);
            put_text(&m, "\xa3"
                         "btn\x01\xa2"
                         "2p\xc2\xa4"
                         "down\xc3\xa4xPos");
            put(&m, &heads[form], 1);
            put_be(&m, form == 3 ? doubles[d] >> 32 : doubles[d], form == 3 ? 4 : 8);
            do_all(&m, &reel_format_gdr1);
            free(m.data);
        }
}

/* ---- many, long, deep --------------------------------------------------------------------------------------------- */

static void repeat(const char *begin, const char *piece, size_t count, const char *end)
{
    made m = { .data = NULL };
    put_text(&m, begin);
    for (size_t i = 0; i < count; i++) put_text(&m, piece);
    put_text(&m, end);
    do_all(&m, &reel_format_gdr1_json);
    free(m.data);
}

static void many_long_and_deep_keys_have_an_answer(void **state)
{
    (void)state;
    const size_t many = by_effort(20000, 20000, 2000);
    repeat("{\"author\":\"a\"", ",\"k\":1", many, "}");
    repeat("{\"author\":\"a\"", ",\"author\":\"b\"", many, "}");
    repeat("{\"author\":\"a\"", ",\"bot\":{\"name\":\"x\",\"version\":3}", many, "}");
    repeat("{\"author\":\"a\"", ",\"inputs\":[{\"frame\":1}]", many, "}");
    repeat("{\"author\":\"a\"", ",\"frameFixes\":[{\"frame\":1}]", many, "}");
    repeat("{\"inputs\":[{}", ",{\"frame\":1,\"x\":1,\"frame\":2,\"y\":\"\\ud800\"}", many, "]}");
    repeat("{\"inputs\":[{\"frame\":1", ",\"x\":1", many, "}]}");
    repeat("{\"inputs\":[{\"frame\":1", ",\"x\":1,\"btn\":1", many, "}]}");
    repeat("{\"author\":\"", "\\u0000", many, "\"}");
    repeat("{\"author\":\"a\",\"", "long key ", many, "\":1}");
    repeat("{\"author\":\"a\",\"k\":1", "0", many, "}");
    repeat("{\"author\":\"a\",\"inputs\":[{\"k\":1.", "0", many, "1}]}");
    for (size_t depth = 100; depth < 140; depth++) { /* the default limit is 128 */
        made m = { .data = NULL };
        put_text(&m, "{\"author\":\"a\",\"k\":");
        for (size_t i = 0; i < depth; i++) put_text(&m, i % 2 ? "{\"x\":" : "[");
        put_text(&m, "1");
        for (size_t i = depth; i-- > 0;) put_text(&m, i % 2 ? "}" : ",2]");
        put_text(&m, "}");
        do_all(&m, &reel_format_gdr1_json);
        free(m.data);
    }
}

/* ---- cuts --------------------------------------------------------------------------------------------------------- */

static void same_value(const char *name, size_t cut, const reel_table *table, const reel_field *field, const uint8_t *a,
                       const uint8_t *b)
{
    bool text = field->type == REEL_STRING || field->type == REEL_BYTES;
    if (!text && memcmp(a + field->offset, b + field->offset, reel_type_size(field->type) * field->count) == 0) return;
    if (text) {
        reel_bytes one, other;
        memcpy(&one, a + field->offset, sizeof one);
        memcpy(&other, b + field->offset, sizeof other);
        if (one.size == other.size && (!one.size || memcmp(one.data, other.data, one.size) == 0)) return;
    }
    fail_msg("%s cut at %zu: %s.%s is not that of the file", name, cut, table->name, field->name);
}

/* The rows of a table in a cut file are the first ones of the whole file, in every value that they have. */
static void compare_tables(const char *name, size_t cut, const reel_replay *part, const reel_table *table,
                           const reel_replay *whole, const reel_table *as)
{
    size_t count, all;
    const uint8_t *rows = reel_rows(part, table, &count), *truth = reel_rows(whole, as, &all);
    if (count > all) fail_msg("%s cut at %zu: %zu rows of %s, the file has %zu", name, cut, count, table->name, all);
    for (size_t i = 0; i < count; i++, rows += table->row_size, truth += table->row_size)
        for (size_t f = 0; f < table->field_count; f++) {
            const reel_field *field = &table->fields[f];
            if (strcmp(field->name, "keys") == 0 || !reel_field_present(field, rows)) continue;
            if (!reel_field_present(field, truth)) fail_msg("%s cut at %zu: there is no %s", name, cut, field->name);
            same_value(name, cut, table, field, rows, truth);
        }
}

static void cut_everywhere(const char *path)
{
    size_t size;
    uint8_t *data = read_file(path, &size);
    reel_replay *whole;
    assert_int_equal(reel_load(reel_source_memory(data, size), NULL, &whole, NULL), REEL_OK);
    const reel_format *format = reel_replay_format(whole);
    const size_t step = by_effort(1, 1, 5);
    for (size_t cut = 0; cut < size; cut += step) {
        const reel_options options = { REEL_SIZED(reel_options), .format = format };
        reel_replay *part;
        uint8_t *copy = malloc(cut + 1);
        memcpy(copy, data, cut);
        if (reel_load(reel_source_memory(copy, cut), &options, &part, NULL) >= 0) {
            for (const reel_table *const *table = format->tables; *table; table++) {
                if (*table == &gdr_documents) continue;
                compare_tables(path, cut, part, *table, whole, *table == &gdr_cut_infos ? &gdr_infos_v1 : *table);
            }
            reel_free(part);
        }
        free(copy);
    }
    reel_free(whole);
    free(data);
}

static void a_cut_at_any_byte_gives_only_values_of_the_whole_file(void **state)
{
    (void)state;
    file_list files = files_below(project_path("tests/formats/gdr/golden"));
    size_t compared = 0;
    for (size_t i = 0; i < files.count; i++) {
        if (strstr(files.paths[i], "long_text") || strstr(files.paths[i], "odd_keys"))
            continue; /* large; a key comes twice: the last counts */
        cut_everywhere(files.paths[i]);
        compared++;
    }
    file_list_free(&files);
    assert_true(compared > 10);
}

/* ---- what is said of odd files, and what is written after a change -------------------------------------------------- */

static bool has_rule(const char *json, const char *rule)
{
    seen_list found = { .count = 0 };
    const reel_options options = { REEL_SIZED(reel_options), .report = see, .report_context = &found,
                                   .format = &reel_format_gdr1_json };
    reel_replay *replay;
    assert_int_equal(reel_load(reel_source_memory(json, strlen(json)), &options, &replay, NULL), REEL_OK);
    reel_free(replay);
    for (size_t i = 0; i < found.count; i++)
        if (strcmp(found.items[i].rule, rule) == 0) return true;
    return false;
}

static void notes_a_version_of_the_bot_that_is_not_a_string(void **state)
{
    (void)state;
    assert_true(has_rule("{\"bot\":{\"name\":\"x\",\"version\":3}}", "gdr.not-string"));
    assert_true(has_rule("{\"author\":3}", "gdr.not-string"));
    assert_true(has_rule("{\"framerate\":\"240\"}", "gdr.text-number"));
    assert_true(has_rule("{\"framerate\":\"240x\"}", "gdr.field-type"));
    assert_true(
        has_rule("{\"framerate\":240,\"inputs\":[{\"frame\":\"7\",\"btn\":1,\"2p\":false,\"down\":true}]}", "gdr.text-number"));
    assert_true(has_rule("{\"bot\":{\"name\":\"x\",\"version\":-1.5}}", "gdr.not-string"));
    assert_false(has_rule("{\"bot\":{\"name\":\"x\",\"version\":\"3\"}}", "gdr.not-string"));
}

static void a_change_beside_repeated_keys_keeps_what_counts(void **state)
{
    (void)state;
    static const char json[] =
        "{\"author\":\"a\",\"bot\":{\"name\":\"x\",\"k\":1},\"author\":\"b\",\"inputs\":null,\"inputs\":[{\"frame\":5}],"
        "\"inputs\":[7],\"bot\":{\"name\":\"y\",\"name\":\"z\"}}";
    const reel_setting shift = { "shift", "3" };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .operations = &shift, .operation_count = 1 };
    reel_memory file;
    reel_replay *replay;
    reel_error error;
    size_t count;
    if (reel_convert(reel_source_memory(json, sizeof json - 1), NULL, NULL, reel_sink_memory(&file, NULL), &how, &error) < 0)
        fail_msg("%s", error.message);
    assert_int_equal(reel_load(reel_source_memory(file.data, file.size), NULL, &replay, NULL), REEL_OK);
    const gdr_info_v1 *info = reel_rows(replay, &gdr_infos_v1, &count);
    assert_memory_equal(info->author.data, "b", 1);
    assert_memory_equal(info->bot_name.data, "z", 1);
    const gdr_input *inputs = reel_rows(replay, &gdr_inputs, &count);
    assert_int_equal(count, 1);
    assert_int_equal(inputs->frame, 8);
    reel_free(replay);
    reel_memory_free(&file);
}

static reel_status write_rows(const reel_format *format, const gdr_info_v1 *info, const char *key, const char *value,
                              const char *block, reel_error *error)
{
    reel_memory file;
    reel_writer *writer;
    const gdr_input input = { .frame = 5, .button = 1, .extra = block ? GDR_BLOCK : GDR_PLAIN };
    const gdr_block row = { 5, { (const uint8_t *)block, block ? strlen(block) : 0 } };
    const gdr_extension extension = { { key, key ? strlen(key) : 0 }, { (const uint8_t *)value, value ? strlen(value) : 0 } };
    assert_int_equal(reel_create(reel_sink_memory(&file, NULL), format, NULL, &writer, NULL), REEL_OK);
    reel_append(writer, &gdr_infos_v1, info, 1);
    reel_append(writer, &gdr_inputs, &input, 1);
    if (block) reel_append(writer, &gdr_blocks, &row, 1);
    if (key) reel_append(writer, &gdr_extensions, &extension, 1);
    const reel_status status = finish_unless_refused(writer, error);
    if (status == REEL_OK) reel_memory_free(&file);
    return status;
}

static void refuses_rows_that_would_read_back_as_something_else(void **state)
{
    (void)state;
    const gdr_info_v1 plain = { .framerate = 240, .keys = { GDR_KEY_FRAMERATE, GDR_KEY_INPUTS } };
    static const char *const values[] = { "", " 1", "1 ", "1,2", "1}", "[1", "tru", "nul", "{\"a\":1}x", "\"", "-", "1.", "]" };
    static const char *const blocks[] = { "1",        "\"x\"",    "\"x\":",      "\"x\":1,",        " \"x\":1",
                                          "\"x\":1 ", "\"x\":1}", "\"frame\":9", "\"x\":1,\"2p\":1" };
    static const char *const packed[] = { "\xA1",        "\xA1x",           "\xA1x\xCB@ABCDEF", "\xA1x\xCA@AB", "\5",
                                          "\245frame\5", "\xA1x\5\2422p\1", "\xA1x\5\5",        "\xA1x\xC1",    "\xA1x\xA2y" };
    static const char *const packed_well[] = {
        "\xA1x\5", "\xA1x\xCB@ABCDEFG", "\xA1x\xCA@ABC\xA0\xC2", "\245frams\303\241y\300", "\xA1x\x91\1", "\5\5"
    };
    reel_error error;
    for (size_t i = 0; i < sizeof packed / sizeof *packed; i++) {
        assert_int_equal(write_rows(&reel_format_gdr1, &plain, NULL, NULL, packed[i], &error), REEL_ARGUMENT);
        assert_string_equal(error.rule, "gdr.block");
    }
    for (size_t i = 0; i < sizeof packed_well / sizeof *packed_well; i++)
        assert_int_equal(write_rows(&reel_format_gdr1, &plain, NULL, NULL, packed_well[i], &error), REEL_OK);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        assert_int_equal(write_rows(&reel_format_gdr1_json, &plain, "k", values[i], NULL, &error), REEL_ARGUMENT);
        assert_string_equal(error.rule, "gdr.extension-value");
    }
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        assert_int_equal(write_rows(&reel_format_gdr1_json, &plain, NULL, NULL, blocks[i], &error), REEL_ARGUMENT);
        assert_string_equal(error.rule, "gdr.block");
    }
    assert_int_equal(write_rows(&reel_format_gdr1_json, &plain, "author", "1", NULL, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "gdr.extension-key");
    assert_int_equal(write_rows(&reel_format_gdr1_json, &plain, "k", "12", "\"x\":12", &error), REEL_OK);
    gdr_info_v1 odd = plain;
    odd.framerate = 1.0 / 0.0;
    assert_int_equal(write_rows(&reel_format_gdr1_json, &odd, NULL, NULL, NULL, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "gdr.non-finite");
    assert_int_equal(write_rows(&reel_format_gdr1, &odd, NULL, NULL, NULL, &error), REEL_OK);
    odd = plain;
    odd.duration = 1.5;
    odd.keys[0] |= GDR_KEY_DURATION;
    odd.keys[1] |= GDR_KEY_WHOLE_DURATION;
    assert_int_equal(write_rows(&reel_format_gdr1, &odd, NULL, NULL, NULL, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "gdr.whole-duration");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_beyond_an_integer_are_out_of_range),
        cmocka_unit_test(any_number_in_json_has_an_answer),
        cmocka_unit_test(any_number_in_gdr2_has_an_answer),
        cmocka_unit_test(any_number_in_msgpack_has_an_answer),
        cmocka_unit_test(many_long_and_deep_keys_have_an_answer),
        cmocka_unit_test(a_cut_at_any_byte_gives_only_values_of_the_whole_file),
        cmocka_unit_test(notes_a_version_of_the_bot_that_is_not_a_string),
        cmocka_unit_test(a_change_beside_repeated_keys_keeps_what_counts),
        cmocka_unit_test(refuses_rows_that_would_read_back_as_something_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
