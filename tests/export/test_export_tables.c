/* SPDX-License-Identifier: MIT
 * Exports of tables made by hand: the shapes of docs/export.md, to the letter. */
#include "rows.h"
#include "toy.h"

#include <math.h>
#include <reel/insight.h>

static char output[1 << 20];

enum chunks { NO_FORMAT, ONE_CHUNK, CHUNKS };

/* The toy format, one like it that streams, or none. */
static const reel_format *toy_with(enum chunks chunks)
{
    static reel_format streaming;
    if (chunks != CHUNKS) return chunks == ONE_CHUNK ? &reel_format_toy : NULL;
    streaming = reel_format_toy;
    streaming.flags |= REEL_FORMAT_STREAMS;
    return &streaming;
}

/* Exports chunks to `output`; the rule of the failure, or NULL. */
static const char *export_chunks(const char *id, enum chunks chunks_of, const reel_export_options *options,
                                 const reel_chunk *const *chunks, size_t count)
{
    static reel_error error;
    reel_memory memory;
    reel_export *e;
    error = (reel_error){ .rule = "" };
    if (reel_export_open(reel_exporter_by_id(id), reel_sink_memory(&memory, NULL), toy_with(chunks_of), options, &e, &error) <
        0) {
        assert_null(e);
        assert_null(memory.data);
        return error.rule;
    }
    for (size_t i = 0; i < count; i++) reel_export_chunk(e, chunks[i]);
    if (reel_export_finish(e, &error) < 0) {
        assert_null(memory.data);
        return error.rule;
    }
    assert_true(memory.size < sizeof output);
    if (memory.size) memcpy(output, memory.data, memory.size);
    output[memory.size] = 0;
    reel_memory_free(&memory);
    return NULL;
}

static void assert_export(const char *id, const reel_export_options *options, const reel_chunk *chunk, const char *expected)
{
    const char *rule = export_chunks(id, ONE_CHUNK, options, &chunk, 1);
    if (rule) fail_msg("refused: %s", rule);
    assert_string_equal(output, expected);
}

#define EVERY_JSON                                                                                                               \
    "{\"time\":2.25,\"flag\":true,\"u8\":255,\"i8\":-128,\"u16\":65535,\"i16\":-32768,\"u32\":4294967295,"                       \
    "\"i32\":-2147483648,\"u64\":18446744073709551615,\"i64\":-9223372036854775808,\"f32\":0.1,\"kind\":1,"                      \
    "\"position\":[1.0,-0.0,1e30],\"list\":[0.25,1e-7,3.0],\"pair\":[1,2],\"maybe\":null,"                                       \
    "\"maybe_position\":[1.0,2.0,3.0],\"text\":\"a,b\",\"blob\":\"AAECAw==\","                                                   \
    "\"id\":\"00112233-4455-6677-8899-aabbccddeeff\"}"

static void json_has_a_name_for_every_table(void **state)
{
    (void)state;
    reel_chunk *chunk = small_chunk(NULL);
    assert_export("json", NULL, chunk,
                  "{\"format\":\"toy\",\"head\":{\"version\":3,\"name\":\"A \\\"name\\\"\\n\"},"
                  "\"points\":[{\"time\":0.5,\"value\":-1},{\"time\":1.5,\"value\":2}],\"every\":[" EVERY_JSON "]}\n");
    reel__chunk_free(chunk);
}

static void json_shows_layout_where_asked(void **state)
{
    (void)state;
    const reel_table *const only[] = { &place_table, NULL };
    const reel_table *const read[] = { &place_table, &point_table, NULL };
    reel_chunk *chunk = small_chunk(read);
    assert_export("json", &(reel_export_options){ REEL_SIZED(reel_export_options), .tables = only }, chunk,
                  "{\"format\":\"toy\",\"places\":[{\"offset\":42}]}\n");
    assert_export("json", &(reel_export_options){ REEL_SIZED(reel_export_options), .flags = REEL_EXPORT_LAYOUT }, chunk,
                  "{\"format\":\"toy\",\"head\":{\"version\":3,\"name\":\"A \\\"name\\\"\\n\"},"
                  "\"points\":[{\"time\":0.5,\"value\":-1},{\"time\":1.5,\"value\":2}],\"places\":[{\"offset\":42}]}\n");
    reel__chunk_free(chunk);
}

static void json_of_an_insight_has_no_format(void **state)
{
    (void)state;
    const reel_table *const only[] = { &place_table, NULL };
    const reel_chunk *chunk = small_chunk(NULL);
    assert_null(
        export_chunks("json", NO_FORMAT, &(reel_export_options){ REEL_SIZED(reel_export_options), .tables = only }, &chunk, 1));
    assert_string_equal(output, "{\"places\":[{\"offset\":42}]}\n");
    reel__chunk_free((reel_chunk *)chunk);
}

static void json_header_is_null_without_rows_and_an_array_with_several(void **state)
{
    (void)state;
    const reel_table *const only[] = { &head_table, NULL };
    const reel_export_options options = { REEL_SIZED(reel_export_options), .tables = only };
    reel_allocator allocator = reel__memory_allocator(NULL);
    reel_chunk *chunk = reel__chunk_new(all_tables, NULL, 1000, &allocator);
    assert_export("json", &options, chunk, "{\"format\":\"toy\",\"head\":null}\n");
    head two[2] = { { 1, { NULL, 0 } }, { 2, { "x", 1 } } };
    assert_int_equal(reel__chunk_append(chunk, &head_table, two, 2), REEL_OK);
    assert_export("json", &options, chunk,
                  "{\"format\":\"toy\",\"head\":[{\"version\":1,\"name\":\"\"},{\"version\":2,\"name\":\"x\"}]}\n");
    reel__chunk_free(chunk);
}

static void json_without_chunks_is_still_a_document(void **state)
{
    (void)state;
    assert_null(export_chunks("json", ONE_CHUNK, NULL, NULL, 0));
    assert_string_equal(output, "{\"format\":\"toy\"}\n");
    assert_null(export_chunks("json", CHUNKS, NULL, NULL, 0));
    assert_string_equal(output, "{\"format\":\"toy\",\"chunks\":[]}\n");
    assert_null(export_chunks("json", NO_FORMAT, NULL, NULL, 0));
    assert_string_equal(output, "{}\n");
}

static void json_of_a_stream_has_chunks_with_what_they_hold(void **state)
{
    (void)state;
    const reel_table *const two[] = { &head_table, &point_table, NULL };
    const reel_export_options options = { REEL_SIZED(reel_export_options), .tables = two };
    reel_chunk *first = small_chunk(NULL), *second = small_chunk(NULL), *third = small_chunk(NULL);
    reel__chunk_reset(second);
    reel__chunk_reset(third);
    point p = { 3, 4 };
    reel__chunk_append(third, &point_table, &p, 1);
    const reel_chunk *const chunks[] = { first, second, third };
    assert_null(export_chunks("json", CHUNKS, &options, chunks, 3));
    assert_string_equal(output, "{\"format\":\"toy\",\"chunks\":["
                                "{\"head\":{\"version\":3,\"name\":\"A \\\"name\\\"\\n\"},"
                                "\"points\":[{\"time\":0.5,\"value\":-1},{\"time\":1.5,\"value\":2}]},"
                                "{},{\"points\":[{\"time\":3.0,\"value\":4}]}]}\n");
    assert_null(export_chunks("jsonl", CHUNKS, &options, chunks, 3));
    assert_string_equal(output, "{\"table\":\"head\",\"row\":0,\"version\":3,\"name\":\"A \\\"name\\\"\\n\"}\n"
                                "{\"table\":\"points\",\"row\":0,\"time\":0.5,\"value\":-1}\n"
                                "{\"table\":\"points\",\"row\":1,\"time\":1.5,\"value\":2}\n"
                                "{\"table\":\"points\",\"row\":2,\"time\":3.0,\"value\":4}\n");
    assert_string_equal(export_chunks("json", ONE_CHUNK, &options, chunks, 3), "json.one-chunk");
    reel__chunk_free(first);
    reel__chunk_free(second);
    reel__chunk_free(third);
}

static void pretty_json_has_lines(void **state)
{
    (void)state;
    const reel_table *const two[] = { &head_table, &point_table, NULL };
    const reel_export_options options = { REEL_SIZED(reel_export_options), .tables = two, .flags = REEL_EXPORT_PRETTY };
    reel_chunk *chunk = small_chunk(NULL);
    assert_export("json", &options, chunk,
                  "{\n  \"format\": \"toy\",\n  \"head\": {\n    \"version\": 3,\n    \"name\": \"A \\\"name\\\"\\n\"\n  },\n"
                  "  \"points\": [\n    {\n      \"time\": 0.5,\n      \"value\": -1\n    },\n"
                  "    {\n      \"time\": 1.5,\n      \"value\": 2\n    }\n  ]\n}\n");
    const reel_table *const one[] = { &head_table, NULL };
    const reel_chunk *const same[] = { chunk, chunk };
    assert_null(export_chunks(
        "json", CHUNKS, &(reel_export_options){ REEL_SIZED(reel_export_options), .tables = one, .flags = REEL_EXPORT_PRETTY },
        same, 1));
    assert_string_equal(output, "{\n  \"format\": \"toy\",\n  \"chunks\": [\n    {\n      \"head\": {\n        \"version\": 3,\n"
                                "        \"name\": \"A \\\"name\\\"\\n\"\n      }\n    }\n  ]\n}\n");
    reel__chunk_free(chunk);
}

static void csv_has_a_column_for_every_value(void **state)
{
    (void)state;
    const reel_table *const one[] = { &every_table, NULL };
    reel_chunk *chunk = small_chunk(NULL);
    assert_export("csv", &(reel_export_options){ REEL_SIZED(reel_export_options), .tables = one }, chunk,
                  "time,flag,u8,i8,u16,i16,u32,i32,u64,i64,f32,kind,position_x,position_y,position_z,list_0,list_1,list_2,pair_a,"
                  "pair_b,maybe,maybe_position_x,maybe_position_y,maybe_position_z,text,blob,id\n"
                  "2.25,true,255,-128,65535,-32768,4294967295,-2147483648,18446744073709551615,-9223372036854775808,0.1,1,"
                  "1.0,-0.0,1e30,0.25,1e-7,3.0,1,2,,1.0,2.0,3.0,\"a,b\",AAECAw==,00112233-4455-6677-8899-aabbccddeeff\n");
    reel__chunk_free(chunk);
}

static void csv_takes_one_table(void **state)
{
    (void)state;
    const reel_table *const two[] = { &head_table, &point_table, NULL }, *const none[] = { NULL };
    const reel_chunk *chunk = small_chunk(NULL);
    assert_string_equal(
        export_chunks("csv", ONE_CHUNK, &(reel_export_options){ REEL_SIZED(reel_export_options), .tables = two }, &chunk, 1),
        "export.one-table");
    assert_string_equal(
        export_chunks("csv", ONE_CHUNK, &(reel_export_options){ REEL_SIZED(reel_export_options), .tables = none }, &chunk, 1),
        "export.one-table");
    assert_string_equal(export_chunks("csv", ONE_CHUNK, NULL, &chunk, 1), "export.one-table");
    reel__chunk_free((reel_chunk *)chunk);
}

static void csv_without_rows_has_its_header(void **state)
{
    (void)state;
    const reel_table *const one[] = { &point_table, NULL };
    assert_null(
        export_chunks("csv", ONE_CHUNK, &(reel_export_options){ REEL_SIZED(reel_export_options), .tables = one }, NULL, 0));
    assert_string_equal(output, "time,value\n");
}

/* The text of one string in CSV and JSON. */
static void assert_text(const char *bytes, size_t size, const char *csv, const char *json)
{
    const reel_table *const one[] = { &head_table, NULL };
    const char *const name[] = { "name", NULL };
    const reel_export_options options = { REEL_SIZED(reel_export_options), .tables = one, .fields = name };
    reel_allocator allocator = reel__memory_allocator(NULL);
    reel_chunk *chunk = reel__chunk_new(all_tables, NULL, 10, &allocator);
    head h = { 0, { bytes, size } };
    char expected[256];
    reel__chunk_append(chunk, &head_table, &h, 1);
    snprintf(expected, sizeof expected, "name\n%s\n", csv);
    assert_export("csv", &options, chunk, expected);
    snprintf(expected, sizeof expected, "{\"format\":\"toy\",\"head\":{\"name\":%s}}\n", json);
    assert_export("json", &options, chunk, expected);
    reel__chunk_free(chunk);
}

static void quotes_only_what_needs_it(void **state)
{
    (void)state;
    assert_text("plain text", 10, "plain text", "\"plain text\"");
    assert_text("", 0, "\"\"", "\"\"");
    assert_text("a\"b", 3, "\"a\"\"b\"", "\"a\\\"b\"");
    assert_text("a\r\nb", 4, "\"a\r\nb\"", "\"a\\r\\nb\"");
    assert_text("=1+2", 4, "=1+2", "\"=1+2\"");
    assert_text("\\\b\f\t\x01\x1f\x7f", 7, "\\\b\f\t\x01\x1f\x7f", "\"\\\\\\b\\f\\t\\u0001\\u001f\x7f\"");
    assert_text("caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", 14, "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80",
                "\"caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80\"");
}

static void bad_bytes_become_private_code_points(void **state)
{
    (void)state;
    assert_text("a\xffz", 3, "a\xef\x9f\xbfz", "\"a\xef\x9f\xbfz\"");
    /* a sequence that is cut, one that is too long, a surrogate */
    assert_text("\xc3", 1, "\xef\x9f\x83", "\"\xef\x9f\x83\"");
    assert_text("\xc0\xaf", 2, "\xef\x9f\x80\xef\x9e\xaf", "\"\xef\x9f\x80\xef\x9e\xaf\"");
    assert_text("\xed\xa0\x80", 3, "\xef\x9f\xad\xef\x9e\xa0\xef\x9e\x80", "\"\xef\x9f\xad\xef\x9e\xa0\xef\x9e\x80\"");
    /* U+F7FF stands for a byte, so it is taken apart; U+F740 stands for none */
    assert_text("\xef\x9f\xbf", 3, "\xef\x9f\xaf\xef\x9e\x9f\xef\x9e\xbf", "\"\xef\x9f\xaf\xef\x9e\x9f\xef\x9e\xbf\"");
    assert_text("\xef\x9d\x80", 3, "\xef\x9d\x80", "\"\xef\x9d\x80\"");
    assert_text("a\0z", 3, "a\xef\x9c\x80z", "\"a\\u0000z\"");
}

static void floats_beyond_the_finite_have_names(void **state)
{
    (void)state;
    const reel_table *const one[] = { &every_table, NULL };
    const char *const fields[] = { "f32", "time", "list", NULL };
    const reel_export_options options = { REEL_SIZED(reel_export_options), .tables = one, .fields = fields };
    reel_allocator allocator = reel__memory_allocator(NULL);
    reel_chunk *chunk = reel__chunk_new(all_tables, NULL, 10, &allocator);
    every e = { .f32 = NAN, .time = -INFINITY, .list = { 1, INFINITY, -NAN } };
    reel__chunk_append(chunk, &every_table, &e, 1);
    assert_export(
        "json", &options, chunk,
        "{\"format\":\"toy\",\"every\":[{\"f32\":\"NaN\",\"time\":\"-Infinity\",\"list\":[1.0,\"Infinity\",\"NaN\"]}]}\n");
    assert_export("csv", &options, chunk, "f32,time,list_0,list_1,list_2\nNaN,-Infinity,1.0,Infinity,NaN\n");
    reel__chunk_free(chunk);
}

static void labels_stand_for_values_that_have_one(void **state)
{
    (void)state;
    const reel_table *const one[] = { &every_table, NULL };
    const char *const fields[] = { "kind", NULL };
    const reel_export_options options = { REEL_SIZED(reel_export_options), .tables = one, .fields = fields,
                                          .flags = REEL_EXPORT_LABELS };
    reel_allocator allocator = reel__memory_allocator(NULL);
    reel_chunk *chunk = reel__chunk_new(all_tables, NULL, 10, &allocator);
    every rows[4] = { { .kind = 0 }, { .kind = -5 }, { .kind = 7 }, { .kind = 8 } };
    reel__chunk_append(chunk, &every_table, rows, 4);
    assert_export("csv", &options, chunk, "kind\nnone\ngood cut\n\"a \"\"quoted\"\", one\"\n8\n");
    assert_export(
        "json", &options, chunk,
        "{\"format\":\"toy\",\"every\":[{\"kind\":\"none\"},{\"kind\":\"good cut\"},{\"kind\":\"a \\\"quoted\\\", one\"},"
        "{\"kind\":8}]}\n");
    reel__chunk_free(chunk);
}

#define ORIGIN_LINE(play, row, value) "{\"table\":\"points\",\"play\":\"" play "\",\"row\":" row ",\"value\":" value "}\n"
#define ORIGIN_CHUNK(play) "{\"play\":\"" play "\",\"points\":[{\"value\":-1},{\"value\":2}]}"

static void rows_of_several_replays_say_of_which_they_are(void **state)
{
    (void)state;
    static const char csv[] = "play,value\none,-1\none,2\ntwo,-1\ntwo,2\n";
    static const char lines[] =
        ORIGIN_LINE("one", "0", "-1") ORIGIN_LINE("one", "1", "2") ORIGIN_LINE("two", "0", "-1") ORIGIN_LINE("two", "1", "2");
    static const char json[] = "{\"format\":\"toy\",\"chunks\":[" ORIGIN_CHUNK("one") "," ORIGIN_CHUNK("two") "]}\n";
    static const char *const ids[] = { "csv", "jsonl", "json" }, *const wanted[] = { csv, lines, json };
    const reel_table *const one[] = { &point_table, NULL };
    const char *const fields[] = { "value", NULL };
    const reel_export_options options = { REEL_SIZED(reel_export_options), .tables = one, .fields = fields, .origin = "play" };
    reel_chunk *chunk = small_chunk(NULL);
    for (size_t i = 0; i < 3; i++) {
        reel_memory memory;
        reel_export *e;
        assert_int_equal(
            reel_export_open(reel_exporter_by_id(ids[i]), reel_sink_memory(&memory, NULL), toy_with(CHUNKS), &options, &e, NULL),
            REEL_OK);
        assert_int_equal(reel_export_origin(e, "one"), REEL_OK);
        assert_int_equal(reel_export_chunk(e, chunk), REEL_OK);
        assert_int_equal(reel_export_flush(e), REEL_OK);
        assert_true(memory.size > 0 && memory.size < strlen(wanted[i])); /* what came so far is there */
        assert_memory_equal(memory.data, wanted[i], memory.size);
        assert_int_equal(reel_export_origin(e, "two"), REEL_OK);
        assert_int_equal(reel_export_chunk(e, chunk), REEL_OK);
        assert_int_equal(reel_export_finish(e, NULL), REEL_OK);
        assert_int_equal(memory.size, strlen(wanted[i]));
        assert_memory_equal(memory.data, wanted[i], memory.size);
        reel_memory_free(&memory);
    }
    reel__chunk_free(chunk);
}

static void fields_come_in_the_order_asked_for(void **state)
{
    (void)state;
    const char *const fields[] = { "value", "head.name", "points.time", "value", NULL };
    reel_chunk *chunk = small_chunk(NULL);
    assert_export("json", &(reel_export_options){ REEL_SIZED(reel_export_options), .fields = fields }, chunk,
                  "{\"format\":\"toy\",\"head\":{\"name\":\"A \\\"name\\\"\\n\"},"
                  "\"points\":[{\"value\":-1,\"time\":0.5},{\"value\":2,\"time\":1.5}]}\n");
    reel__chunk_free(chunk);
}

static void a_column_of_a_vector_is_exported_alone(void **state)
{
    (void)state;
    const reel_table *const one[] = { &every_table, NULL };
    const char *const fields[] = { "position_z", "every.list_1", "maybe_position_y", "position_z", NULL };
    reel_allocator allocator = reel__memory_allocator(NULL);
    reel_chunk *chunk = reel__chunk_new(all_tables, NULL, 10, &allocator);
    every row = { .position = { 1, 2, 3 }, .list = { 4, 5, 6 } };
    reel__chunk_append(chunk, &every_table, &row, 1);
    assert_export("csv", &(reel_export_options){ REEL_SIZED(reel_export_options), .tables = one, .fields = fields }, chunk,
                  "position_z,list_1,maybe_position_y\n3.0,5.0,\n");
    assert_export("jsonl", &(reel_export_options){ REEL_SIZED(reel_export_options), .tables = one, .fields = fields }, chunk,
                  "{\"table\":\"every\",\"row\":0,\"position_z\":3.0,\"list_1\":5.0,\"maybe_position_y\":null}\n");
    reel__chunk_free(chunk);
}

static void a_value_that_is_selected_twice_is_exported_once(void **state)
{
    (void)state;
    const reel_table *const one[] = { &every_table, NULL };
    const char *const after[] = { "pair", "pair_b", NULL }, *const before[] = { "pair_b", "u8", "pair", "pair_a", NULL };
    reel_allocator allocator = reel__memory_allocator(NULL);
    reel_chunk *chunk = reel__chunk_new(all_tables, NULL, 10, &allocator);
    every row = { .pair = { 1, 2 }, .u8 = 7 };
    reel__chunk_append(chunk, &every_table, &row, 1);
    assert_export("csv", &(reel_export_options){ REEL_SIZED(reel_export_options), .tables = one, .fields = after }, chunk,
                  "pair_a,pair_b\n1,2\n");
    assert_export("csv", &(reel_export_options){ REEL_SIZED(reel_export_options), .tables = one, .fields = before }, chunk,
                  "u8,pair_a,pair_b\n7,1,2\n");
    reel__chunk_free(chunk);
}

static void fields_that_no_table_has_are_refused(void **state)
{
    (void)state;
    const reel_table *const one[] = { &point_table, NULL };
    const char *const fields[] = { "value", "nmae", NULL }, *const other[] = { "head.value", NULL };
    const reel_chunk *chunk = small_chunk(NULL);
    const char *rule = "export.unknown-field";
    assert_string_equal(
        export_chunks("json", ONE_CHUNK, &(reel_export_options){ REEL_SIZED(reel_export_options), .fields = fields }, &chunk, 1),
        rule);
    assert_string_equal(export_chunks("csv", ONE_CHUNK,
                                      &(reel_export_options){ REEL_SIZED(reel_export_options), .tables = one, .fields = fields },
                                      &chunk, 1),
                        rule);
    assert_string_equal(
        export_chunks("json", ONE_CHUNK, &(reel_export_options){ REEL_SIZED(reel_export_options), .fields = other }, &chunk, 1),
        rule);
    reel__chunk_free((reel_chunk *)chunk);
}

static void only_rows_of_the_time_asked_for_come(void **state)
{
    (void)state;
    const reel_table *const two[] = { &head_table, &point_table, NULL };
    reel_allocator allocator = reel__memory_allocator(NULL);
    reel_chunk *chunk = reel__chunk_new(all_tables, NULL, 10, &allocator);
    head h = { 1, { "n", 1 } };
    point points[] = { { 0, 0 }, { 1, 1 }, { NAN, 2 }, { 1.5f, 3 }, { 2, 4 } };
    reel__chunk_append(chunk, &head_table, &h, 1);
    reel__chunk_append(chunk, &point_table, points, 5);
    assert_export(
        "jsonl",
        &(reel_export_options){ REEL_SIZED(reel_export_options), .tables = two, .has_from = true, .from = 1, .has_to = true,
                                .to = 2 },
        chunk,
        "{\"table\":\"head\",\"row\":0,\"version\":1,\"name\":\"n\"}\n"
        "{\"table\":\"points\",\"row\":1,\"time\":1.0,\"value\":1}\n{\"table\":\"points\",\"row\":3,\"time\":1.5,\"value\":3}\n");
    assert_export("json", &(reel_export_options){ REEL_SIZED(reel_export_options), .tables = two, .has_to = true, .to = 0 },
                  chunk, "{\"format\":\"toy\",\"head\":{\"version\":1,\"name\":\"n\"},\"points\":[]}\n");
    assert_export("csv",
                  &(reel_export_options){ REEL_SIZED(reel_export_options), .tables = two + 1, .has_from = true, .from = 2 },
                  chunk, "time,value\n2.0,4\n");
    reel__chunk_free(chunk);
}

static void an_absent_value_alone_on_a_line_is_quoted(void **state)
{
    (void)state;
    const reel_table *const one[] = { &every_table, NULL };
    const char *const fields[] = { "maybe", NULL };
    reel_allocator allocator = reel__memory_allocator(NULL);
    reel_chunk *chunk = reel__chunk_new(all_tables, NULL, 10, &allocator);
    every rows[2] = { { .maybe = 5 }, { .maybe = 6, .present = 1 } };
    reel__chunk_append(chunk, &every_table, rows, 2);
    assert_export("csv", &(reel_export_options){ REEL_SIZED(reel_export_options), .tables = one, .fields = fields }, chunk,
                  "maybe\n\"\"\n6\n");
    reel__chunk_free(chunk);
}

static void long_values_come_whole(void **state)
{
    (void)state;
    enum { SIZE = 300001 };
    const reel_table *const one[] = { &every_table, NULL };
    const char *const fields[] = { "text", "blob", NULL };
    reel_allocator allocator = reel__memory_allocator(NULL);
    reel_chunk *chunk = reel__chunk_new(all_tables, NULL, 10, &allocator);
    char *text = malloc(SIZE);
    assert_non_null(text);
    for (size_t i = 0; i < SIZE; i++) text[i] = (char)('a' + i % 26);
    every e = { .text = { text, SIZE }, .blob = { (const uint8_t *)text, SIZE } };
    reel__chunk_append(chunk, &every_table, &e, 1);
    const reel_chunk *whole = chunk;
    assert_null(export_chunks(
        "csv", ONE_CHUNK, &(reel_export_options){ REEL_SIZED(reel_export_options), .tables = one, .fields = fields }, &whole, 1));
    assert_memory_equal(output + 10, text, SIZE);
    size_t base64 = strlen(output + 10 + SIZE + 1) - 1;
    assert_int_equal(base64, (SIZE + 2) / 3 * 4);
    every back = { 0 };
    uint8_t *memory = malloc(base64 + 1);
    assert_non_null(memory);
    output[10 + SIZE + 1 + base64] = 0;
    assert_int_equal(reel_field_parse(&every_fields[18], &back, output + 10 + SIZE + 1, memory, NULL), REEL_OK);
    assert_int_equal(back.blob.size, SIZE);
    assert_memory_equal(back.blob.data, text, SIZE);
    free(memory);
    free(text);
    reel__chunk_free(chunk);
}

static void a_field_called_row_stands_for_the_number_of_the_line(void **state)
{
    (void)state;
    static const reel_field fields[] = { REEL_FIELD(point, "row", value, I32, "", "") };
    static const reel_table table = REEL_TABLE("hits", "", point, fields, 0);
    static const reel_table *const tables[] = { &table, NULL };
    reel_allocator allocator = reel__memory_allocator(NULL);
    reel_chunk *chunk = reel__chunk_new(tables, NULL, 10, &allocator);
    point hit = { 0, 7 };
    reel__chunk_append(chunk, &table, &hit, 1);
    assert_export("jsonl", NULL, chunk, "{\"table\":\"hits\",\"row\":7}\n");
    reel__chunk_free(chunk);
}

static void assert_names(const reel_table *const *tables)
{
    for (; tables && *tables; tables++) {
        if (!strcmp((*tables)->name, "format") || !strcmp((*tables)->name, "chunks"))
            fail_msg("a table is called %s", (*tables)->name);
        for (size_t f = 0; f < (*tables)->field_count; f++) {
            const char *name = (*tables)->fields[f].name;
            if (!strcmp(name, "table")) fail_msg("a field of %s is called %s", (*tables)->name, name);
            for (const char *c = name; *c; c++) /* names are written as they are */
                if (!strchr("abcdefghijklmnopqrstuvwxyz0123456789_", *c)) fail_msg("%s.%s", (*tables)->name, name);
        }
    }
}

static void no_table_or_field_has_a_name_that_exports_use(void **state)
{
    (void)state;
    for (const reel_format *const *format = reel_formats(); *format; format++) assert_names((*format)->tables);
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++) assert_names((*insight)->tables);
}

static void exporters_are_known_by_id(void **state)
{
    (void)state;
    size_t count = 0;
    for (const char *const *id = reel_exporter_ids(); *id; id++, count++) assert_non_null(reel_exporter_by_id(*id));
    assert_int_equal(count, 6);
    assert_null(reel_exporter_by_id("xml"));
}

static void failures_of_the_sink_are_told_at_the_end(void **state)
{
    (void)state;
    const reel_chunk *chunk = small_chunk(NULL);
    for (const char *const *id = reel_exporter_ids(); *id; id++) {
        const reel_table *const one[] = { &every_table, NULL };
        test_sink sink = { .fail_at = 1 };
        reel_error error;
        reel_export *e;
        const reel_export_options options = { REEL_SIZED(reel_export_options), .tables = one };
        assert_int_equal(reel_export_open(reel_exporter_by_id(*id), test_sink_of(&sink), toy_with(CHUNKS), &options, &e, &error),
                         REEL_OK);
        reel_status status = REEL_OK;
        for (int i = 0; i < 1000 && status == REEL_OK; i++) status = reel_export_chunk(e, chunk);
        bool is_late = strncmp(*id, "json", 4) && strcmp(*id, "csv"); /* written when a batch is full, or at the end */
        assert_true(is_late || status < 0);
        reel_status ended = reel_export_finish(e, &error);
        assert_int_equal(ended, is_late ? REEL_IO : status);
        assert_int_equal(error.status, ended);
        assert_int_equal(sink.discards, 1);
        assert_int_equal(sink.commits, 0);
        test_sink_free(&sink);
    }
    reel__chunk_free((reel_chunk *)chunk);
}

static void every_failed_allocation_is_told(void **state)
{
    (void)state;
    const reel_chunk *chunk = small_chunk(NULL);
    const char *const fields[] = { "value", "name", NULL };
    size_t n = 1;
    for (bool done = false; !done; n++) {
        test_allocator memory = { .fail_at = n };
        reel_allocator allocator = test_allocator_of(&memory);
        test_sink sink = { 0 };
        reel_export *e;
        reel_error error;
        const reel_export_options options = { REEL_SIZED(reel_export_options), .allocator = &allocator, .fields = fields };
        reel_status status =
            reel_export_open(reel_exporter_by_id("json"), test_sink_of(&sink), toy_with(ONE_CHUNK), &options, &e, &error);
        if (status == REEL_OK) {
            reel_export_chunk(e, chunk);
            status = reel_export_finish(e, &error);
        }
        done = status == REEL_OK;
        if (!done) assert_int_equal(status, REEL_MEMORY);
        assert_int_equal(memory.live, 0);
        assert_int_equal(sink.commits + sink.discards, 1);
        test_sink_free(&sink);
    }
    assert_true(n > 3);
    reel__chunk_free((reel_chunk *)chunk);
}

/* Names of replays come from outside: whatever they hold, the output stays what its kind is. */
static void the_origin_is_escaped_like_any_text(void **state)
{
    (void)state;
    static const char hostile[] = "a\"b\\c\n\x1b[31m,\xff", column[] = "the \"play\"";
    static const char *const ids[] = { "csv", "jsonl", "json" };
    static const char *const wanted[] = {
        "\"the \"\"play\"\"\",value\n\"a\"\"b\\c\n\x1b[31m,\xef\x9f\xbf\",-1\n\"a\"\"b\\c\n\x1b[31m,\xef\x9f\xbf\",2\n",
        "{\"table\":\"points\",\"the \\\"play\\\"\":\"a\\\"b\\\\c\\n\\u001b[31m,\xef\x9f\xbf\",\"row\":0,\"value\":-1}\n"
        "{\"table\":\"points\",\"the \\\"play\\\"\":\"a\\\"b\\\\c\\n\\u001b[31m,\xef\x9f\xbf\",\"row\":1,\"value\":2}\n",
        "{\"format\":\"toy\",\"chunks\":[{\"the "
        "\\\"play\\\"\":\"a\\\"b\\\\c\\n\\u001b[31m,\xef\x9f\xbf\",\"points\":[{\"value\":-1},"
        "{\"value\":2}]}]}\n"
    };
    const reel_table *const one[] = { &point_table, NULL };
    const char *const fields[] = { "value", NULL };
    const reel_export_options options = { REEL_SIZED(reel_export_options), .tables = one, .fields = fields, .origin = column };
    reel_chunk *chunk = small_chunk(NULL);
    for (size_t i = 0; i < 3; i++) {
        reel_memory memory;
        reel_export *e;
        assert_int_equal(
            reel_export_open(reel_exporter_by_id(ids[i]), reel_sink_memory(&memory, NULL), toy_with(CHUNKS), &options, &e, NULL),
            REEL_OK);
        assert_int_equal(reel_export_origin(e, hostile), REEL_OK);
        assert_int_equal(reel_export_chunk(e, chunk), REEL_OK);
        assert_int_equal(reel_export_finish(e, NULL), REEL_OK);
        assert_int_equal(memory.size, strlen(wanted[i]));
        assert_memory_equal(memory.data, wanted[i], memory.size);
        reel_memory_free(&memory);
    }
    reel__chunk_free(chunk);
}

/* Only the first character of a text decides, and numbers are never touched. */
static void safe_csv_guards_text_that_looks_like_a_formula(void **state)
{
    (void)state;
    static const struct {
        const char *text, *plain, *safe;
    } cells[] = {
        { "=1+1", "=1+1", "'=1+1" },
        { "+1", "+1", "'+1" },
        { "-1", "-1", "'-1" },
        { "@SUM(A1)", "@SUM(A1)", "'@SUM(A1)" },
        { "\t=1", "\t=1", "'\t=1" },
        { "\r=1", "\"\r=1\"", "\"'\r=1\"" },
        { "\n=1", "\"\n=1\"", "\"'\n=1\"" },
        { "=a,\"b\"", "\"=a,\"\"b\"\"\"", "\"'=a,\"\"b\"\"\"" },
        { "\xef\xbc\x9d"
          "1",
          "\xef\xbc\x9d"
          "1",
          "'\xef\xbc\x9d"
          "1" },
        { "\xef\xbc\x8b", "\xef\xbc\x8b", "'\xef\xbc\x8b" },
        { "\xef\xbc\x8d", "\xef\xbc\x8d", "'\xef\xbc\x8d" },
        { "\xef\xbc\xa0", "\xef\xbc\xa0", "'\xef\xbc\xa0" },
        { "\xef\xbc\xa1", "\xef\xbc\xa1", "\xef\xbc\xa1" },
        { "\xef\xbb\xbf", "\xef\xbb\xbf", "\xef\xbb\xbf" },
        { "a=1", "a=1", "a=1" },
        { "'=1", "'=1", "'=1" },
        { "", "\"\"", "\"\"" },
    };
    const reel_table *const one[] = { &every_table, NULL };
    const char *const fields[] = { "text", "i8", "blob", NULL };
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        reel_allocator allocator = reel__memory_allocator(NULL);
        reel_chunk *chunk = reel__chunk_new(all_tables, NULL, 1000, &allocator);
        assert_non_null(chunk);
        every e = { .text = { cells[i].text, strlen(cells[i].text) }, .i8 = -1, .blob = { (const uint8_t *)"\xf8\0\0", 3 } };
        assert_int_equal(reel__chunk_append(chunk, &every_table, &e, 1), REEL_OK);
        char wanted[128];
        snprintf(wanted, sizeof wanted, "text,i8,blob\n%s,-1,+AAA\n", cells[i].plain);
        assert_export("csv", &(reel_export_options){ REEL_SIZED(reel_export_options), .tables = one, .fields = fields }, chunk,
                      wanted);
        snprintf(wanted, sizeof wanted, "text,i8,blob\n%s,-1,'+AAA\n", cells[i].safe);
        assert_export("csv",
                      &(reel_export_options){ REEL_SIZED(reel_export_options), .tables = one, .fields = fields,
                                              .flags = REEL_EXPORT_CSV_SAFE },
                      chunk, wanted);
        reel__chunk_free(chunk);
    }
}

static void a_discarded_export_leaves_nothing(void **state)
{
    (void)state;
    test_sink sink = { 0 };
    reel_export *e;
    assert_int_equal(reel_export_open(reel_exporter_by_id("json"), test_sink_of(&sink), toy_with(ONE_CHUNK), NULL, &e, NULL),
                     REEL_OK);
    reel_export_discard(e);
    reel_export_discard(NULL);
    assert_int_equal(sink.discards, 1);
    test_sink_free(&sink);
}

/* Exports `rows` rows of one table of a format. Returns what the table begins with. */
static char shape_of(const reel_format *format, const reel_table *table, size_t rows)
{
    const reel_table *const wanted[] = { table, NULL };
    const reel_export_options options = { REEL_SIZED(reel_export_options), .tables = wanted,
                                          .flags = REEL_EXPORT_LAYOUT | REEL_EXPORT_WHOLE };
    reel_allocator allocator = reel__memory_allocator(NULL);
    reel_chunk *chunk = reel__chunk_new(reel_format_tables(format), reel_format_tables(format), UINT64_MAX, &allocator);
    reel_memory memory;
    reel_export *e;
    reel_error error;
    char name[100];
    for (size_t i = 0; i < rows; i++) assert_non_null(reel_row_add(reel_chunk_table(chunk, table)));
    assert_int_equal(reel_export_open(reel_exporter_by_id("json"), reel_sink_memory(&memory, NULL), format, &options, &e, &error),
                     REEL_OK);
    assert_int_equal(reel_export_chunk(e, chunk), REEL_OK);
    assert_int_equal(reel_export_finish(e, &error), REEL_OK);
    snprintf(name, sizeof name, "\"%s\":", table->name);
    const char *text = memchr(memory.data, '"', memory.size);
    while (strncmp(text, name, strlen(name)) != 0) text++;
    const char shape = text[strlen(name)];
    reel_memory_free(&memory);
    reel__chunk_free(chunk);
    return shape;
}

/* Of every format: whether a program finds an object or an array does not depend on how many rows a table has. */
static void json_of_a_table_has_one_shape(void **state)
{
    (void)state;
    for (const reel_format *const *format = reel_formats(); *format; format++) {
        bool after_header = false;
        for (const reel_table *const *table = reel_format_tables(*format); *table; table++) {
            const bool header = (*table)->flags & REEL_TABLE_HEADER && !after_header;
            after_header |= header;
            for (size_t rows = 1; rows <= 3; rows++)
                if (shape_of(*format, *table, rows) != (header && rows == 1 ? '{' : '['))
                    fail_msg("%s: %s with %zu rows", reel_format_id(*format), (*table)->name, rows);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_has_a_name_for_every_table),
        cmocka_unit_test(json_of_a_table_has_one_shape),
        cmocka_unit_test(json_shows_layout_where_asked),
        cmocka_unit_test(json_of_an_insight_has_no_format),
        cmocka_unit_test(json_header_is_null_without_rows_and_an_array_with_several),
        cmocka_unit_test(json_without_chunks_is_still_a_document),
        cmocka_unit_test(json_of_a_stream_has_chunks_with_what_they_hold),
        cmocka_unit_test(pretty_json_has_lines),
        cmocka_unit_test(csv_has_a_column_for_every_value),
        cmocka_unit_test(csv_takes_one_table),
        cmocka_unit_test(csv_without_rows_has_its_header),
        cmocka_unit_test(quotes_only_what_needs_it),
        cmocka_unit_test(bad_bytes_become_private_code_points),
        cmocka_unit_test(floats_beyond_the_finite_have_names),
        cmocka_unit_test(labels_stand_for_values_that_have_one),
        cmocka_unit_test(rows_of_several_replays_say_of_which_they_are),
        cmocka_unit_test(the_origin_is_escaped_like_any_text),
        cmocka_unit_test(safe_csv_guards_text_that_looks_like_a_formula),
        cmocka_unit_test(fields_come_in_the_order_asked_for),
        cmocka_unit_test(a_column_of_a_vector_is_exported_alone),
        cmocka_unit_test(a_value_that_is_selected_twice_is_exported_once),
        cmocka_unit_test(fields_that_no_table_has_are_refused),
        cmocka_unit_test(only_rows_of_the_time_asked_for_come),
        cmocka_unit_test(an_absent_value_alone_on_a_line_is_quoted),
        cmocka_unit_test(long_values_come_whole),
        cmocka_unit_test(a_field_called_row_stands_for_the_number_of_the_line),
        cmocka_unit_test(no_table_or_field_has_a_name_that_exports_use),
        cmocka_unit_test(exporters_are_known_by_id),
        cmocka_unit_test(failures_of_the_sink_are_told_at_the_end),
        cmocka_unit_test(every_failed_allocation_is_told),
        cmocka_unit_test(a_discarded_export_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
