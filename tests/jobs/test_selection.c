/* SPDX-License-Identifier: MIT
 * One selection: whatever door is asked for a table or a field, by any name that it has, answers as reel_find_table and reel_table_select
 * do. A name that they do not know is refused by all of them, and each says what may have been meant. */
#include "core/chunk.h"
#include "core/memory.h"
#include "machinery.h"

#include <reel/arrow.h>
#include <reel/export.h>
#include <reel/insight.h>

enum { MOST_NAMES = 4096, NAME = 160, HEADER = 65536 };

typedef struct name_list {
    char names[MOST_NAMES][NAME];
    size_t count;
} name_list;

static void add_name(name_list *list, const char *table, const char *name)
{
    const char *const before[] = { "", table };
    for (size_t i = 0; i < 2; i++) {
        assert_true(list->count < MOST_NAMES);
        snprintf(list->names[list->count++], NAME, "%s%s%s", before[i], i ? "." : "", name);
    }
}

/* Every name that a field, a value of a vector or a moment has, with its table's name and without; each of them misspelt; and names of nothing. */
static void list_names(name_list *list, const reel_table *table)
{
    char name[NAME];
    list->count = 0;
    for (size_t f = 0; f < table->field_count; f++) {
        const reel_field *field = &table->fields[f];
        add_name(list, table->name, field->name);
        for (size_t i = 0; i < field->count && field->count > 1; i++) {
            reel_column_name(field, i, name, sizeof name);
            add_name(list, table->name, name);
        }
        if (reel_field_is_moment(field)) {
            snprintf(name, sizeof name, "%s%s", field->name, REEL_MOMENT_SUFFIX);
            add_name(list, table->name, name);
        }
    }
    for (const reel_renaming *one = reel_renamings(); one->table; one++)
        if (!strcmp(one->table, table->name)) add_name(list, table->name, one->old_name);
    const char *old = reel_table_old_name(table);
    if (old) add_name(list, old, table->fields[0].name);
    const size_t known = list->count;
    for (size_t i = 0; i < known; i++) {
        assert_true(list->count < MOST_NAMES);
        snprintf(list->names[list->count++], NAME, "%.*sqq", NAME - 4, list->names[i]);
    }
    add_name(list, "notables", table->fields[0].name);
    add_name(list, table->name, "");
}

/* ---- doors: the columns that a name gives, with commas between; false: it is refused --------------------------------------------- */

static bool by_schema(const reel_table *table, const char *name, char columns[HEADER])
{
    const char *const names[] = { name, NULL };
    const reel_arrow_options options = { REEL_SIZED(reel_arrow_options), .columns = names };
    struct ArrowSchema schema;
    reel_error error = { 0 };
    const reel_status status = reel_arrow_schema(table, NULL, &options, &schema, &error);
    if (status < 0) {
        assert_int_equal(status, REEL_ARGUMENT);
        assert_string_equal(error.rule, "columns.unknown");
        if (!strstr(error.message, name)) fail_msg("%s: the message does not name it: %s", name, error.message);
        return false;
    }
    size_t size = 0;
    for (int64_t i = 0; i < schema.n_children; i++)
        size += (size_t)snprintf(columns + size, HEADER - size, "%s%s", i ? "," : "", schema.children[i]->name);
    schema.release(&schema);
    return true;
}

static bool by_export(const reel_table *table, const char *name, char columns[HEADER])
{
    const char *const names[] = { name, NULL };
    const reel_table *const tables[] = { table, NULL };
    const reel_export_options options = { REEL_SIZED(reel_export_options), .fields = names, .flags = REEL_EXPORT_LAYOUT };
    reel_memory memory = { 0 };
    reel_export *e;
    reel_error error = { 0 };
    const reel_allocator allocator = reel__memory_allocator(NULL);
    reel_chunk *chunk = reel__chunk_new(tables, tables, 0, &allocator);
    assert_non_null(chunk);
    assert_int_equal(reel_export_open(reel_exporter_by_id("csv"), reel_sink_memory(&memory, NULL), NULL, &options, &e, &error),
                     REEL_OK);
    reel_export_chunk(e, chunk);
    const reel_status status = reel_export_finish(e, &error);
    reel__chunk_free(chunk);
    if (status < 0) {
        assert_int_equal(status, REEL_ARGUMENT);
        assert_string_equal(error.rule, "export.unknown-field");
        return false;
    }
    const size_t size = memory.size && memory.data[memory.size - 1] == '\n' ? memory.size - 1 : memory.size;
    assert_true(size < HEADER);
    memcpy(columns, memory.data, size);
    columns[size] = '\0';
    reel_memory_free(&memory);
    return true;
}

/* ---- every table -------------------------------------------------------------------------------------------------------------------- */

static name_list list;

static void compare_table(const reel_table *table, size_t *known)
{
    static char from_schema[HEADER], from_export[HEADER];
    list_names(&list, table);
    for (size_t i = 0; i < list.count; i++) {
        reel_field field;
        const char *name = list.names[i];
        trying("%s: \"%s\"", table->name, name);
        const bool is_known = reel_table_select(table, name, &field, NULL);
        if (by_schema(table, name, from_schema) != is_known)
            fail_msg("%s: Arrow and reel_table_select differ on \"%s\"", table->name, name);
        if (by_export(table, name, from_export) != is_known)
            fail_msg("%s: CSV and reel_table_select differ on \"%s\"", table->name, name);
        if (is_known && strcmp(from_schema, from_export) != 0)
            fail_msg("%s: \"%s\" is %s in Arrow and %s in CSV", table->name, name, from_schema, from_export);
        *known += is_known;
    }
}

static void a_name_is_the_same_columns_in_every_table(void **state)
{
    (void)state;
    size_t known = 0;
    for (const reel_format *const *format = reel_formats(); *format; format++)
        for (const reel_table *const *table = reel_format_tables(*format); *table; table++) compare_table(*table, &known);
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++)
        for (const reel_table *const *table = (*insight)->tables; table && *table; table++) compare_table(*table, &known);
    printf("%zu names\n", known);
    assert_true(known > 2000);
}

/* ---- a file of each format ---------------------------------------------------------------------------------------------------------- */

/* What reel_options.select says. */
static bool by_select(const specimen *file, const char *word)
{
    const char *const words[] = { word, NULL };
    const reel_options options = { REEL_SIZED(reel_options), .select = words };
    reel_reader *reader;
    reel_error error = { 0 };
    const reel_status status = reel_open(reel_source_memory(file->data, file->size), &options, &reader, &error);
    if (status < 0) {
        if (strcmp(error.rule, "reel.select") != 0) fail_msg("%s: %s", word, error.message);
        assert_non_null(strstr(error.message, word));
        return false;
    }
    reel_close(reader);
    return true;
}

/* What a stream says; the rule that a refusal must have. */
static bool by_stream(const specimen *file, const char *table, const char *name, const char *rule)
{
    const char *const names[] = { name, NULL };
    const reel_arrow_options options = { REEL_SIZED(reel_arrow_options), .columns = name ? names : NULL };
    struct ArrowArrayStream stream;
    reel_error error = { 0 };
    if (reel_arrow_stream(reel_source_memory(file->data, file->size), NULL, table, &options, &stream, &error) < 0) {
        if (strcmp(error.rule, rule) != 0) fail_msg("%s, %s: %s", table, name ? name : "all", error.message);
        assert_non_null(strstr(error.message, name ? name : table));
        return false;
    }
    stream.release(&stream);
    return true;
}

/* A word with two letters too many is nearest to its own table, or to one that is as near; words of three letters are too short for that. */
static void assert_hint(const specimen *file, const char *word, const char *meant)
{
    struct ArrowArrayStream stream;
    reel_error error = { 0 };
    char hint[NAME];
    assert_int_equal(reel_arrow_stream(reel_source_memory(file->data, file->size), NULL, word, NULL, &stream, &error),
                     REEL_ARGUMENT);
    snprintf(hint, sizeof hint, "; did you mean \"%s\"?", meant);
    if (strlen(word) >= 10 && !strstr(error.message, hint)) fail_msg("\"%s\": %s", word, error.message);
}

static void compare_file_table(const specimen *file, const reel_format *format, const reel_table *table, bool is_own)
{
    char word[NAME + 64];
    snprintf(word, sizeof word, "%sqq", table->name);
    assert_null(reel_find_table(format, word, NULL));
    assert_false(by_stream(file, word, NULL, "arrow.table"));
    assert_hint(file, word, table->name);
    assert_false(by_select(file, word));
    assert_true(by_stream(file, table->name, NULL, ""));
    if (is_own) assert_true(by_select(file, table->name));
    list_names(&list, table);
    for (size_t i = 0; i < list.count; i++) {
        reel_field field;
        const char *name = list.names[i];
        const bool is_known = reel_table_select(table, name, &field, NULL);
        trying("%s: \"%s\" of %s", file->name, name, table->name);
        if (by_stream(file, table->name, name, "columns.unknown") != is_known)
            fail_msg("%s: a stream and reel_table_select differ on \"%s\" of %s", file->name, name, table->name);
        if (!is_own || strchr(name, '.')) continue;
        snprintf(word, sizeof word, "%s.%s", table->name, name);
        if (by_select(file, word) != is_known)
            fail_msg("%s: reel_options.select and reel_table_select differ on \"%s\"", file->name, word);
    }
}

static const reel_format *seen[64];

static void compare_file(const specimen *file)
{
    reel_options options = { REEL_SIZED(reel_options) };
    const reel_format *format;
    size_t at = 0;
    if (reel_identify(reel_source_memory(file->data, file->size), &options, &format, NULL, NULL) < 0) return;
    while (seen[at] && seen[at] != format) at++;
    if (seen[at]) return;
    seen[at] = format;
    for (const reel_table *const *table = reel_format_tables(format); *table; table++)
        compare_file_table(file, format, *table, true);
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++)
        for (const reel_table *const *table = (*insight)->tables; table && *table && reel_insight_takes(*insight, format);
             table++)
            if (reel_find_table(format, (*table)->name, NULL) == *table) compare_file_table(file, format, *table, false);
}

static void a_stream_and_a_reader_take_the_same_names(void **state)
{
    (void)state;
    size_t formats = 0;
    each_specimen(GOLDEN, 65536, compare_file);
    while (seen[formats]) formats++;
    printf("%zu formats\n", formats);
    assert_enough(formats > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(a_name_is_the_same_columns_in_every_table),
                                        cmocka_unit_test(a_stream_and_a_reader_take_the_same_names) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
