/* SPDX-License-Identifier: MIT
 * Every exporter over every golden file: what comes out is read by somebody else's parser and says what the rows say. */
#include "machinery.h"

#include <math.h>
#include <reel/export.h>
#include <yyjson/yyjson.h>

static char place[512];

static void set_place(const char *name, const reel_table *table, const reel_field *field, size_t row)
{
    snprintf(place, sizeof place, "%s: %s.%s of row %zu", name, table->name, field->name, row);
}

/* ---- making one ------------------------------------------------------------------------------------------------- */

/* Exports a file chunk by chunk; `only` may be NULL. */
static test_sink export_file(const specimen *file, const char *id, const reel_table *only, uint32_t flags)
{
    reel_options options = machinery_options(NULL);
    reel_reader *reader;
    reel_export *output;
    reel_error error;
    const reel_chunk *chunk;
    const reel_table *one[] = { only, NULL };
    reel_export_options how = { REEL_SIZED(reel_export_options), .flags = flags, .tables = only ? one : NULL };
    static test_sink sink;
    sink = (test_sink){ 0 };
    assert_int_equal(reel_open(reel_source_memory(file->data, file->size), &options, &reader, &error), REEL_OK);
    const reel_format *format = reel_reader_format(reader);
    if (reel_export_open(reel_exporter_by_id(id), test_sink_of(&sink), format, &how, &output, &error) < 0)
        fail_msg("%s: %s: %s", file->name, id, error.message);
    while (reel_next(reader, &chunk, &error) == REEL_OK) assert_int_equal(reel_export_chunk(output, chunk), REEL_OK);
    if (reel_export_finish(output, &error) < 0) fail_msg("%s: %s: %s", file->name, id, error.message);
    assert_int_equal(sink.commits, 1);
    reel_close(reader);
    return sink;
}

/* ---- JSON values against fields --------------------------------------------------------------------------------- */

static void same_float(yyjson_val *value, double expected, bool is_single)
{
    const char *text = yyjson_get_str(value);
    if (isnan(expected)) {
        if (!text || strcmp(text, "NaN")) fail_msg("%s: not a NaN", place);
    } else if (isinf(expected)) {
        if (!text || strcmp(text, expected > 0 ? "Infinity" : "-Infinity")) fail_msg("%s: not infinite", place);
    } else {
        if (!yyjson_is_num(value)) fail_msg("%s: not a number", place);
        double got = yyjson_get_num(value);
        if (is_single ? (float)got < (float)expected || (float)got > (float)expected : got < expected || got > expected)
            fail_msg("%s: %.17g, not %.17g", place, got, expected);
        if (signbit(got) != signbit(expected)) fail_msg("%s: %.17g, not %.17g", place, got, expected);
    }
}

static bool plain_ascii(const reel_bytes *text)
{
    for (size_t i = 0; i < text->size; i++)
        if (text->data[i] >= 0x80) return false;
    return true;
}

static void same_text(yyjson_val *value, const reel_bytes *expected)
{
    if (!yyjson_is_str(value)) fail_msg("%s: not a text", place);
    if (!plain_ascii(expected)) return; /* bad bytes are written in another way: see the export's own tests */
    if (yyjson_get_len(value) != expected->size ||
        (expected->size && memcmp(yyjson_get_str(value), expected->data, expected->size)))
        fail_msg("%s: another text", place);
}

static void same_integer(yyjson_val *value, const reel_field *field, const uint8_t *at)
{
    uint64_t bits = 0;
    int64_t number = 0;
    if (field->type == REEL_U64) {
        memcpy(&bits, at, 8);
        if (!yyjson_is_int(value) || yyjson_get_uint(value) != bits) fail_msg("%s: another number", place);
        return;
    }
    if (field->type == REEL_I64)
        memcpy(&number, at, 8);
    else
        number = (int64_t)reel_field_number(field, at - field->offset, 0);
    if (!yyjson_is_int(value) || yyjson_get_sint(value) != number) fail_msg("%s: another number", place);
}

static void same_value(yyjson_val *value, const reel_field *field, const uint8_t *row, size_t index)
{
    const uint8_t *at = row + field->offset + index * reel_type_size(field->type);
    reel_bytes text; /* strings and bytes have one layout */
    switch (field->type) {
    case REEL_F32: same_float(value, reel_field_number(field, row, index), true); break;
    case REEL_F64: same_float(value, reel_field_number(field, row, index), false); break;
    case REEL_STRING:
        memcpy(&text, at, sizeof text);
        same_text(value, &text);
        break;
    case REEL_BYTES:
    case REEL_UUID:
        if (!yyjson_is_str(value)) fail_msg("%s: not a text", place);
        break;
    case REEL_BOOL:
        /* an odd byte is kept as the number it is */
        if (*at > 1 ? !yyjson_is_int(value) && !yyjson_is_true(value) : yyjson_get_bool(value) != (*at == 1))
            fail_msg("%s: another truth", place);
        break;
    default:
        if (field->count == 1) same_integer(value, field, at);
    }
}

static void same_row(const char *name, yyjson_val *object, const reel_table *table, const uint8_t *row, size_t number)
{
    if (!yyjson_is_obj(object)) fail_msg("%s: row %zu of %s is not an object", name, number, table->name);
    for (size_t f = 0; f < table->field_count; f++) {
        const reel_field *field = &table->fields[f];
        yyjson_val *value = yyjson_obj_get(object, field->name);
        set_place(name, table, field, number);
        if (!value) fail_msg("%s: missing", place);
        if (!reel_field_present(field, row)) {
            if (!yyjson_is_null(value)) fail_msg("%s: a value that the row does not have", place);
        } else if (field->count == 1) {
            same_value(value, field, row, 0);
        } else {
            if (yyjson_arr_size(value) != field->count) fail_msg("%s: not %u values", place, (unsigned)field->count);
            for (size_t i = 0; i < field->count; i++) same_value(yyjson_arr_get(value, i), field, row, i);
        }
    }
}

/* The rows that `part` (a document, or a chunk of one) has of a table. Returns how many. */
static size_t same_rows(const char *name, yyjson_val *part, const reel_table *table, const uint8_t *rows, size_t count,
                        size_t first)
{
    yyjson_val *value = yyjson_obj_get(part, table->name);
    if (!value || yyjson_is_null(value)) return 0;
    if (yyjson_is_obj(value)) {
        if (first >= count) fail_msg("%s: a row of %s too many", name, table->name);
        same_row(name, value, table, rows + first * table->row_size, first);
        return 1;
    }
    size_t size = yyjson_arr_size(value), index, most;
    yyjson_val *row;
    if (size > count - first) fail_msg("%s: %zu rows of %s too many", name, size - (count - first), table->name);
    yyjson_arr_foreach(value, index, most, row)
        same_row(name, row, table, rows + (first + index) * table->row_size, first + index);
    return size;
}

static yyjson_doc *parse(const char *name, const uint8_t *data, size_t size)
{
    yyjson_read_err error;
    yyjson_doc *document = yyjson_read_opts((char *)(uintptr_t)data, size, YYJSON_READ_NOFLAG, NULL, &error);
    if (!document) fail_msg("%s: JSON: %s at %zu", name, error.msg, error.pos);
    return document;
}

static void check_json(const specimen *file, uint32_t flags)
{
    test_sink sink = export_file(file, "json", NULL, flags);
    yyjson_doc *document = parse(file->name, sink.data, sink.size);
    yyjson_val *top = yyjson_doc_get_root(document), *chunks = yyjson_obj_get(top, "chunks");
    reel_options options = machinery_options(NULL);
    reel_replay *replay = load_bytes(file->data, file->size, &options);
    const reel_format *format = reel_replay_format(replay);
    assert_string_equal(yyjson_get_str(yyjson_obj_get(top, "format")), format->id);
    assert_int_equal(chunks != NULL, (format->flags & REEL_FORMAT_STREAMS) != 0);
    for (const reel_table *const *table = format->tables; *table; table++) {
        size_t count, told = 0, index, most;
        const uint8_t *rows = reel_rows(replay, *table, &count);
        yyjson_val *part;
        if ((*table)->flags & REEL_TABLE_LAYOUT && !(flags & REEL_EXPORT_LAYOUT)) count = 0;
        if (chunks) {
            yyjson_arr_foreach(chunks, index, most, part) told += same_rows(file->name, part, *table, rows, count, told);
        } else {
            told = same_rows(file->name, top, *table, rows, count, 0);
        }
        if (told != count) fail_msg("%s: %zu rows of %s, not %zu", file->name, told, (*table)->name, count);
    }
    reel_free(replay);
    yyjson_doc_free(document);
    test_sink_free(&sink);
}

static bool reads(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    reel_replay *replay;
    reel_status status = reel_load(reel_source_memory(file->data, file->size), &options, &replay, NULL);
    reel_free(replay);
    return status == REEL_OK;
}

static void json_of(const specimen *file)
{
    if (file->kind == CORPUS && !reads(file)) return;
    check_json(file, 0);
    check_json(file, REEL_EXPORT_LAYOUT | REEL_EXPORT_PRETTY);
}

static void json_says_what_the_rows_say(void **state)
{
    (void)state;
    each_specimen(full_effort() ? GOLDEN | CORPUS : GOLDEN, 200000, json_of);
}

/* ---- one line a row --------------------------------------------------------------------------------------------- */

static void jsonl_of(const specimen *file)
{
    test_sink sink = export_file(file, "jsonl", NULL, REEL_EXPORT_LAYOUT);
    reel_options options = machinery_options(NULL);
    reel_replay *replay = load_bytes(file->data, file->size, &options);
    const reel_format *format = reel_replay_format(replay);
    size_t told[64] = { 0 };
    for (size_t at = 0; at < sink.size;) {
        const uint8_t *line = sink.data + at, *end = memchr(line, '\n', sink.size - at);
        if (!end) fail_msg("%s: the last line does not end", file->name);
        yyjson_doc *document = parse(file->name, line, (size_t)(end - line));
        yyjson_val *top = yyjson_doc_get_root(document);
        const char *name = yyjson_get_str(yyjson_obj_get(top, "table"));
        const reel_table *table = name ? reel_format_table(format, name) : NULL;
        if (!table) fail_msg("%s: a line of no table", file->name);
        size_t index = 0, count;
        while (format->tables[index] != table) index++;
        const uint8_t *rows = reel_rows(replay, table, &count);
        if (told[index] >= count) fail_msg("%s: a row of %s too many", file->name, name);
        assert_int_equal(yyjson_get_uint(yyjson_obj_get(top, "row")), told[index]);
        same_row(file->name, top, table, rows + told[index] * table->row_size, told[index]);
        told[index]++;
        yyjson_doc_free(document);
        at = (size_t)(end + 1 - sink.data);
    }
    for (size_t i = 0; format->tables[i]; i++) {
        size_t count;
        reel_rows(replay, format->tables[i], &count);
        if (told[i] != count) fail_msg("%s: %zu lines of %s, not %zu", file->name, told[i], format->tables[i]->name, count);
    }
    reel_free(replay);
    test_sink_free(&sink);
}

static void json_lines_say_what_the_rows_say(void **state)
{
    (void)state;
    each_specimen(GOLDEN, 0, jsonl_of);
}

/* ---- CSV -------------------------------------------------------------------------------------------------------- */

/* Counts the records of a CSV (RFC 4180) and sees that all have as many fields as the first. */
static size_t csv_records(const char *what, const test_sink *sink)
{
    size_t records = 0, fields = 1, columns = 0;
    bool quoted = false;
    for (size_t i = 0; i < sink->size; i++) {
        uint8_t byte = sink->data[i];
        if (byte == '"') quoted = !quoted; /* a doubled quote goes there and back */
        if (quoted) continue;
        if (byte == ',') fields++;
        if (byte != '\n') continue;
        if (columns && fields != columns) fail_msg("%s: record %zu has %zu fields of %zu", what, records, fields, columns);
        columns = fields;
        fields = 1;
        records++;
    }
    if (quoted || (sink->size && sink->data[sink->size - 1] != '\n')) fail_msg("%s: the last record does not end", what);
    return records;
}

static void csv_of(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    reel_replay *replay = load_bytes(file->data, file->size, &options);
    for (const reel_table *const *table = reel_replay_format(replay)->tables; *table; table++) {
        size_t count;
        reel_rows(replay, *table, &count);
        if ((*table)->flags & REEL_TABLE_ON_REQUEST) continue;
        test_sink sink = export_file(file, "csv", *table, REEL_EXPORT_LABELS);
        snprintf(place, sizeof place, "%s: %s", file->name, (*table)->name);
        size_t records = csv_records(place, &sink);
        if (records != count + 1) fail_msg("%s: %zu records for %zu rows", place, records, count);
        test_sink_free(&sink);
    }
    reel_free(replay);
}

static void csv_has_a_record_for_each_row(void **state)
{
    (void)state;
    each_specimen(GOLDEN, 0, csv_of);
}

/* ---- single values ---------------------------------------------------------------------------------------------- */

/* The text of a NaN says nothing of its bits, that of a truth nothing of which byte says it. */
static bool says_less(const reel_field *field, const uint8_t *row)
{
    if (field->type == REEL_BOOL) return row[field->offset] > 1;
    if (field->type != REEL_F32 && field->type != REEL_F64) return false;
    for (size_t i = 0; i < field->count; i++)
        if (isnan(reel_field_number(field, row, i))) return true;
    return false;
}

static void check_texts(const specimen *file, const reel_table *table, const uint8_t *row, size_t number)
{
    enum { LONGEST = 4096 };
    static char text[LONGEST], memory[LONGEST];
    uint8_t *copy = malloc(table->row_size);
    assert_non_null(copy);
    memcpy(copy, row, table->row_size);
    for (size_t f = 0; f < table->field_count; f++) {
        const reel_field *field = &table->fields[f];
        reel_error error;
        set_place(file->name, table, field, number);
        if (!reel_field_present(field, row) || says_less(field, row)) continue;
        size_t size = reel_field_text(field, row, false, text, sizeof text);
        if (size >= sizeof text) continue;
        assert_int_equal(strlen(text), size);
        if (reel_field_parse(field, copy, text, memory, &error) < 0) fail_msg("%s: \"%s\": %s", place, text, error.message);
        reel_table alone = *table;
        alone.fields = field;
        alone.field_count = 1;
        if (!rows_equal(&alone, row, copy)) fail_msg("%s: \"%s\" reads back as another value", place, text);
        memcpy(copy, row, table->row_size);
    }
    free(copy);
}

static void texts_of(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    reel_replay *replay = load_bytes(file->data, file->size, &options);
    for (const reel_table *const *table = reel_replay_format(replay)->tables; *table; table++) {
        size_t count;
        const uint8_t *rows = reel_rows(replay, *table, &count);
        for (size_t i = 0; i < count; i++) check_texts(file, *table, rows + i * (*table)->row_size, i);
    }
    reel_free(replay);
}

static void the_text_of_a_value_reads_back_as_the_value(void **state)
{
    (void)state;
    each_specimen(GOLDEN, 0, texts_of);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_says_what_the_rows_say),
        cmocka_unit_test(json_lines_say_what_the_rows_say),
        cmocka_unit_test(csv_has_a_record_for_each_row),
        cmocka_unit_test(the_text_of_a_value_reads_back_as_the_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
