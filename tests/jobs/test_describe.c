/* SPDX-License-Identifier: MIT
 * What a program can learn about formats at run time, and choose by name. */
#include "machinery.h"

#include <reel/insight.h>
#include <yyjson/yyjson.h>

static yyjson_doc *parse(const reel_memory *text)
{
    yyjson_doc *doc = yyjson_read((const char *)text->data, text->size, 0);
    assert_non_null(doc);
    return doc;
}

static void assert_member(yyjson_val *object, const char *name, const char *value)
{
    assert_string_equal(yyjson_get_str(yyjson_obj_get(object, name)), value);
}

static void assert_field(yyjson_val *json, const reel_field *field)
{
    assert_member(json, "name", field->name);
    assert_member(json, "type", reel_type_name(field->type));
    assert_member(json, "unit", field->unit);
    assert_member(json, "doc", field->doc);
    assert_int_equal(yyjson_get_uint(yyjson_obj_get(json, "count")), field->count);
    assert_int_equal(yyjson_get_bool(yyjson_obj_get(json, "optional")), field->present_mask != 0);
    assert_int_equal(yyjson_get_bool(yyjson_obj_get(json, "moment")), reel_field_is_moment(field));
    yyjson_val *columns = yyjson_obj_get(json, "columns");
    assert_int_equal(yyjson_arr_size(columns), field->count > 1 ? field->count : 0);
    for (size_t i = 0; i < yyjson_arr_size(columns); i++) {
        char name[96];
        reel_column_name(field, i, name, sizeof name);
        assert_string_equal(yyjson_get_str(yyjson_arr_get(columns, i)), name);
    }
    size_t labels = 0, flags = 0;
    while (field->labels && field->labels[labels].name) {
        yyjson_val *label = yyjson_arr_get(yyjson_obj_get(json, "labels"), labels);
        assert_member(label, "name", field->labels[labels].name);
        assert_int_equal(yyjson_get_sint(yyjson_obj_get(label, "value")), field->labels[labels].value);
        labels++;
    }
    for (uint32_t bits = field->flags; bits; bits &= bits - 1) flags++;
    assert_int_equal(yyjson_arr_size(yyjson_obj_get(json, "labels")), labels);
    assert_int_equal(yyjson_arr_size(yyjson_obj_get(json, "flags")), flags);
}

static void assert_tables(yyjson_val *json, const reel_table *const *tables)
{
    size_t count = 0;
    for (; tables[count]; count++) {
        yyjson_val *table = yyjson_arr_get(json, count);
        assert_member(table, "name", tables[count]->name);
        assert_int_equal(yyjson_get_bool(yyjson_obj_get(table, "header")), (tables[count]->flags & REEL_TABLE_HEADER) != 0);
        yyjson_val *fields = yyjson_obj_get(table, "fields");
        assert_int_equal(yyjson_arr_size(fields), tables[count]->field_count);
        for (size_t f = 0; f < tables[count]->field_count; f++)
            assert_field(yyjson_arr_get(fields, f), &tables[count]->fields[f]);
    }
    assert_int_equal(yyjson_arr_size(json), count);
}

static void the_schema_says_what_the_tables_say(void **state)
{
    (void)state;
    for (const reel_format *const *format = machinery_formats(); *format; format++) {
        reel_memory text;
        assert_int_equal(reel_schema_json(*format, reel_sink_memory(&text, NULL), NULL), REEL_OK);
        yyjson_doc *doc = parse(&text);
        yyjson_val *root = yyjson_doc_get_root(doc);
        assert_member(root, "id", reel_format_id(*format));
        assert_int_equal(yyjson_get_bool(yyjson_obj_get(root, "writes")), reel_format_writes(*format));
        assert_tables(yyjson_obj_get(root, "tables"), reel_format_tables(*format));
        yyjson_val *insights = yyjson_obj_get(root, "insights");
        for (size_t i = 0; i < yyjson_arr_size(insights); i++) {
            yyjson_val *json = yyjson_arr_get(insights, i);
            const reel_insight *insight = reel_insight_by_id(yyjson_get_str(yyjson_obj_get(json, "id")));
            assert_non_null(insight);
            assert_tables(yyjson_obj_get(json, "tables"), insight->tables);
        }
        yyjson_doc_free(doc);
        reel_memory_free(&text);
    }
}

static void the_schema_of_all_is_an_array_of_each(void **state)
{
    (void)state;
    reel_memory text;
    size_t count = 0;
    while (reel_formats()[count]) count++;
    assert_int_equal(reel_schema_json(NULL, reel_sink_memory(&text, NULL), NULL), REEL_OK);
    yyjson_doc *doc = parse(&text);
    assert_int_equal(yyjson_arr_size(yyjson_doc_get_root(doc)), count);
    yyjson_doc_free(doc);
    reel_memory_free(&text);
}

static void a_sink_that_fails_fails_the_schema(void **state)
{
    (void)state;
    test_sink sink = { .fail_at = 1 };
    assert_true(reel_schema_json(NULL, test_sink_of(&sink), NULL) < 0);
    assert_int_equal(sink.discards, 1);
    assert_int_equal(sink.commits, 0);
    test_sink_free(&sink);
}

static void findings_become_json(void **state)
{
    (void)state;
    reel_findings *findings = reel_findings_new(NULL);
    assert_non_null(findings);
    const reel_table *table = reel_format_tables(reel_formats()[0])[0];
    reel_findings_report(findings, &(reel_finding){ .rule = "a.rule",
                                                    .severity = REEL_ERROR,
                                                    .section = "body",
                                                    .offset = 7,
                                                    .length = 3,
                                                    .table = table,
                                                    .row = 2,
                                                    .count = 5,
                                                    .message = "a \"message\"\n" });
    reel_findings_report(
        findings,
        &(reel_finding){
            .rule = "b.rule", .section = "", .offset = REEL_NO_OFFSET, .row = REEL_NO_ROW, .count = 1, .message = "plain" });
    reel_memory text;
    assert_int_equal(reel_findings_json(findings, reel_sink_memory(&text, NULL), NULL), REEL_OK);
    yyjson_doc *doc = parse(&text);
    yyjson_val *first = yyjson_arr_get(yyjson_doc_get_root(doc), 0), *second = yyjson_arr_get(yyjson_doc_get_root(doc), 1);
    assert_int_equal(yyjson_arr_size(yyjson_doc_get_root(doc)), 2);
    assert_member(first, "severity", "error");
    assert_member(first, "message", "a \"message\"\n");
    assert_member(first, "table", table->name);
    assert_int_equal(yyjson_get_uint(yyjson_obj_get(first, "offset")), 7);
    assert_int_equal(yyjson_get_uint(yyjson_obj_get(first, "row")), 2);
    assert_member(second, "severity", "note");
    assert_null(yyjson_obj_get(second, "offset"));
    assert_null(yyjson_obj_get(second, "row"));
    yyjson_doc_free(doc);
    reel_memory_free(&text);
    reel_findings_free(findings);
}

static void tables_are_found_across_a_format_and_its_insights(void **state)
{
    (void)state;
    for (const reel_format *const *format = reel_formats(); *format; format++) {
        const reel_insight *from;
        for (const reel_table *const *table = reel_format_tables(*format); *table; table++) {
            assert_ptr_equal(reel_find_table(*format, (*table)->name, &from), *table);
            assert_null(from);
        }
        for (const reel_insight *const *insight = reel_insights(); *insight; insight++) {
            if (!(*insight)->tables || !reel_insight_takes(*insight, *format)) continue;
            for (const reel_table *const *table = (*insight)->tables; *table; table++) {
                char name[128];
                snprintf(name, sizeof name, "%s.%s", (*insight)->id, (*table)->name);
                assert_ptr_equal(reel_find_table(*format, name, &from), *table);
                assert_ptr_equal(from, *insight);
            }
        }
        assert_null(reel_find_table(*format, "no_such_table", &from));
        assert_null(from);
        assert_null(reel_find_table(*format, "", NULL));
    }
}

static void select_file(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    const reel_format *format;
    if (reel_identify(reel_source_memory(file->data, file->size), &options, &format, NULL, NULL) < 0) return;
    for (const reel_table *const *table = reel_format_tables(format); *table; table++) {
        char name[128];
        snprintf(name, sizeof name, "%s.%s", (*table)->name, (*table)->fields[0].name);
        const reel_table *const tables[] = { *table, NULL };
        const char *const words[] = { name, (*table)->name, NULL };
        reel_options by_table = options, by_name = options;
        by_table.tables = tables;
        by_name.select = words;
        reel_replay *one = load_bytes(file->data, file->size, &by_table), *other = load_bytes(file->data, file->size, &by_name);
        assert_same_replay(one, other, true, name);
        reel_free(one);
        reel_free(other);
    }
}

static void a_selection_by_name_is_one_by_table(void **state)
{
    (void)state;
    each_specimen(GOLDEN, 20000, select_file);
}

static void refuse_file(const specimen *file)
{
    static const char *const wrong[] = { "no_such_table", "", ".", "info.no_such_field" };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *const words[] = { wrong[i], NULL };
        reel_options options = machinery_options(NULL);
        options.select = words;
        reel_reader *reader;
        reel_error error;
        assert_int_equal(reel_open(reel_source_memory(file->data, file->size), &options, &reader, &error), REEL_ARGUMENT);
        assert_string_equal(error.rule, "reel.select");
    }
}

static void a_selection_of_what_is_not_there_is_refused(void **state)
{
    (void)state;
    each_specimen(GOLDEN, 500, refuse_file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_schema_says_what_the_tables_say),
        cmocka_unit_test(the_schema_of_all_is_an_array_of_each),
        cmocka_unit_test(a_sink_that_fails_fails_the_schema),
        cmocka_unit_test(findings_become_json),
        cmocka_unit_test(tables_are_found_across_a_format_and_its_insights),
        cmocka_unit_test(a_selection_by_name_is_one_by_table),
        cmocka_unit_test(a_selection_of_what_is_not_there_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
