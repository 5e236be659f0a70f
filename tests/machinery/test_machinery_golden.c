/* SPDX-License-Identifier: MIT
 * What is found in golden files is what golden.tsv beside their folder says, and nothing is found in the others: those of the rules of their
 * format. A sound file with a finding that is not there, or a condition that reports too much, is no error in any other test.
 * `test_machinery_golden --write` writes the tables; look at what changed. */
#include "machinery.h"

static const char table_name[] = "golden.tsv", head[] = "file\tseverity\trule\tsection\toffset\trow\tcount\n";
static const char *const severities[] = { "note", "warning", "error" };

typedef struct found {
    char prefix[PAGE_NAME + 1]; /* of the rules of the format */
    const char *name;           /* of the file, in its folder */
    char text[16384];           /* lines of the table */
    size_t size;
} found;

static bool writes;
static size_t files, with_findings;

static void number_of(char text[32], uint64_t value)
{
    snprintf(text, 32, "%llu", (unsigned long long)value);
    if (value == UINT64_MAX) snprintf(text, 32, "-"); /* REEL_NO_OFFSET, REEL_NO_ROW */
}

static void add_line(void *context, const reel_finding *finding)
{
    found *f = context;
    char offset[32], row[32];
    if (strncmp(finding->rule, f->prefix, strlen(f->prefix)) != 0) return;
    number_of(offset, finding->offset);
    number_of(row, finding->row);
    const int size =
        snprintf(f->text + f->size, sizeof f->text - f->size, "%s\t%s\t%s\t%s\t%s\t%s\t%llu\n", f->name,
                 severities[finding->severity], finding->rule, finding->section, offset, row, (unsigned long long)finding->count);
    assert_true(size > 0 && (size_t)size < sizeof f->text - f->size);
    f->size += (size_t)size;
}

/* The table of the family of a golden file. */
static void table_of(const specimen *file, char path[4096])
{
    const char *folder = strstr(file->path, "/golden/");
    assert_non_null(folder);
    snprintf(path, 4096, "%.*s/%s", (int)(folder - file->path), file->path, table_name);
}

/* The lines about a file. */
static void expected_of(const char *table, const char *name, char *text, size_t room)
{
    FILE *file = fopen(table, "rb");
    char line[1024];
    const size_t size = strlen(name);
    text[0] = 0;
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, name, size) == 0 && line[size] == '\t') strncat(text, line, room - strlen(text) - 1);
    if (file) fclose(file);
}

static void add_to_table(const char *table, const found *f)
{
    FILE *file = fopen(table, "ab");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    if (!ftell(file)) fputs(head, file);
    fputs(f->text, file);
    assert_int_equal(fclose(file), 0);
}

static void look_into(const specimen *file)
{
    static found f;
    static char expected[sizeof f.text];
    char table[4096], page[PAGE_NAME];
    const reel_format *format;
    reel_options options = machinery_options(NULL);
    if (reel_identify(reel_source_memory(file->data, file->size), &options, &format, NULL, NULL) < 0) return;
    if (!page_of(format, page)) snprintf(page, sizeof page, "%s", format->id); /* the toys */
    f = (found){ .name = strrchr(file->path, '/') + 1 };
    snprintf(f.prefix, sizeof f.prefix, "%s.", page);
    options.report = add_line;
    options.report_context = &f;
    if (reel_check(reel_source_memory(file->data, file->size), &options, NULL) < 0) fail_msg("%s: not read", file->name);
    table_of(file, table);
    files++;
    with_findings += f.size != 0;
    if (writes && f.size) add_to_table(table, &f);
    expected_of(table, f.name, expected, sizeof expected);
    if (strcmp(expected, f.text) != 0)
        fail_msg("%s: found\n%snot what %s says (test_machinery_golden --write changes it)\n%s", file->name, f.text, table_name,
                 expected);
}

static void remove_tables(void)
{
    static const char *const tops[] = { "tests/formats", "tests/toy" };
    for (size_t top = 0; top < sizeof tops / sizeof *tops; top++) {
        file_list list = files_below(project_path(tops[top]));
        for (size_t i = 0; i < list.count; i++)
            if (!strcmp(strrchr(list.paths[i], '/') + 1, table_name)) remove(list.paths[i]);
        file_list_free(&list);
    }
}

static void golden_files_have_the_findings_of_their_table(void **state)
{
    (void)state;
    if (writes) remove_tables();
    each_specimen(GOLDEN, 0, look_into);
    print_message("%zu of %zu files have findings\n", with_findings, files);
    assert_enough(with_findings > 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(golden_files_have_the_findings_of_their_table) };
    writes = argc > 1 && !strcmp(argv[1], "--write");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
