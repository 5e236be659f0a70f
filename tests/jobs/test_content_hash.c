/* SPDX-License-Identifier: MIT
 * The content hash: equal for the same rows, whatever the header says and however the file stores them; different as soon as one value
 * differs. tests/formats/FAMILY/hashes.tsv has the hash of a golden file of each format; `test_content_hash --write` adds those of new
 * formats. A hash that changes breaks what people have stored. */
#include "codec/sha256.h"
#include "core/rows.h"
#include "jobs/content_hash.h"
#include "machinery.h"

enum { LINE = 512, LARGEST = 200000 };

static const char table_name[] = "hashes.tsv", formats_folder[] = "tests/formats";

static void hex_of(const uint8_t hash[REEL_HASH_SIZE], char text[2 * REEL_HASH_SIZE + 1])
{
    for (size_t i = 0; i < REEL_HASH_SIZE; i++) snprintf(text + 2 * i, 3, "%02x", hash[i]);
}

static reel_status hash_bytes(const void *data, size_t size, reel_options options, uint8_t hash[REEL_HASH_SIZE])
{
    reel_error error;
    reel_status status = reel_content_hash(reel_source_memory(data, size), &options, hash, &error);
    if (status < 0) fail_msg("%s", error.message);
    return status;
}

/* The hash of rows in memory, as one chunk. */
static void hash_rows(const reel_replay *replay, uint8_t hash[REEL_HASH_SIZE])
{
    const reel_allocator allocator = reel__memory_allocator(NULL);
    content_hash content;
    assert_true(reel__content_begin(&content, reel_replay_format(replay), &allocator));
    assert_int_equal(reel__content_add(&content, reel_replay_chunk(replay), NULL), REEL_OK);
    reel__content_end(&content, hash);
    reel__content_free(&content);
}

static bool has_rows(const reel_replay *replay)
{
    uint8_t hash[REEL_HASH_SIZE], zeros[REEL_HASH_SIZE] = { 0 };
    hash_rows(replay, hash);
    return memcmp(hash, zeros, sizeof hash) != 0;
}

/* ---- the table -------------------------------------------------------------------------------------------------- */

/* Calls `run`, if it is not NULL, for each line of a table with the hash of a format. Returns their number; 0: the file is not a table. */
static size_t each_line(const char *path, void (*run)(const char *id, const char *path, const char *hash))
{
    const char *name = strrchr(path, '/');
    char line[LINE], id[LINE], golden[LINE], hash[LINE];
    size_t count = 0;
    if (!name || strcmp(name + 1, table_name) != 0) return 0;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    for (; fgets(line, sizeof line, file); count++) {
        assert_int_equal(sscanf(line, "%511[^\t]\t%511[^\t]\t%511[^\n]", id, golden, hash), 3);
        if (run) run(id, golden, hash);
    }
    fclose(file);
    return count;
}

static const char *sought;
static bool found_sought;
static void compare_id(const char *id, const char *path, const char *hash)
{
    (void)path, (void)hash;
    found_sought |= strcmp(id, sought) == 0;
}

static bool in_a_table(const file_list *files, const char *id)
{
    sought = id;
    found_sought = false;
    for (size_t i = 0; i < files->count; i++) each_line(files->paths[i], compare_id);
    return found_sought;
}

/* The largest golden file of a format that has rows. Files of a format that is always compressed are in "packed". */
static char *find_golden(const file_list *files, const reel_format *format, uint8_t hash[REEL_HASH_SIZE])
{
    char *found = NULL;
    size_t largest = 0;
    for (size_t i = 0; i < files->count; i++) {
        const reel_format *is = NULL;
        uint8_t own[REEL_HASH_SIZE];
        size_t size;
        bool packed = strstr(files->paths[i], "/packed/");
        if (!packed && !strstr(files->paths[i], "/golden/")) continue;
        uint8_t *data = read_file(files->paths[i], &size);
        bool fits = size > largest && (packed || is_unwrapped(format, data, size)) &&
                    reel_identify(reel_source_memory(data, size), NULL, &is, NULL, NULL) == REEL_OK && is == format &&
                    hash_bytes(data, size, (reel_options){ REEL_SIZED(reel_options) }, own) == REEL_OK;
        free(data);
        if (!fits) continue;
        largest = size;
        found = files->paths[i];
        memcpy(hash, own, sizeof own);
    }
    return found;
}

/* Writes the tables of all families: the hashes that a table has, then those of formats that no table has. */
static int write_tables(void)
{
    file_list files = files_below(project_path(formats_folder));
    int failed = 0;
    for (const reel_format *const *format = reel_formats(); *format; format++) {
        uint8_t hash[REEL_HASH_SIZE];
        char text[2 * REEL_HASH_SIZE + 1], table[LINE];
        const char *path = in_a_table(&files, reel_format_id(*format)) ? NULL : find_golden(&files, *format, hash);
        if (!path) continue;
        path = strstr(path, formats_folder);
        int family = (int)strcspn(path + sizeof formats_folder, "/");
        snprintf(table, sizeof table, "%s/%.*s/%s", formats_folder, family, path + sizeof formats_folder, table_name);
        FILE *file = fopen(project_path(table), "a");
        if (!file || fseek(file, 0, SEEK_END) != 0) return 1;
        hex_of(hash, text);
        if (!ftell(file)) fputs("format\tfile\thash\n", file);
        fprintf(file, "%s\t%s\t%s\n", reel_format_id(*format), path, text);
        failed |= fclose(file) != 0;
    }
    file_list_free(&files);
    return failed;
}

static void check_line(const char *id, const char *path, const char *expected)
{
    if (!reel_format_by_id(NULL, id)) return; /* not in this build */
    uint8_t hash[REEL_HASH_SIZE];
    char text[2 * REEL_HASH_SIZE + 1];
    size_t size;
    uint8_t *data = read_file(project_path(path), &size);
    if (is_readable(data, size)) {
        assert_int_equal(hash_bytes(data, size, (reel_options){ REEL_SIZED(reel_options) }, hash), REEL_OK);
        hex_of(hash, text);
        if (strcmp(text, expected) != 0) fail_msg("%s: %s", path, text);
    }
    free(data);
}

static void golden_files_have_the_hashes_of_the_tables(void **state)
{
    (void)state;
    file_list files = files_below(project_path(formats_folder));
    size_t lines = 0;
    for (size_t i = 0; i < files.count; i++) lines += each_line(files.paths[i], check_line);
    assert_true(lines > 0);
    for (const reel_format *const *format = reel_formats(); *format; format++)
        if (!in_a_table(&files, reel_format_id(*format)))
            fail_msg("%s is in no hashes.tsv: run test_content_hash --write", reel_format_id(*format));
    file_list_free(&files);
}

/* ---- what has no effect ----------------------------------------------------------------------------------------- */

static void same_in_any_chunks(const specimen *file)
{
    if (!is_readable(file->data, file->size)) return;
    const reel_options options = machinery_options(NULL);
    reel_replay *replay = load_bytes(file->data, file->size, &options);
    uint8_t whole[REEL_HASH_SIZE], read[REEL_HASH_SIZE];
    test_source source = { .data = file->data, .size = file->size, .step = 37 };
    hash_rows(replay, whole);
    assert_int_equal(hash_bytes(file->data, file->size, options, read), has_rows(replay) ? REEL_OK : REEL_END);
    assert_memory_equal(whole, read, sizeof whole);
    assert_true(reel_content_hash(test_source_of(&source), &options, read, NULL) >= 0);
    assert_memory_equal(whole, read, sizeof whole);
    assert_int_equal(source.closed, 1);
    reel_free(replay);
}

static void chunks_and_sources_do_not_change_the_hash(void **state)
{
    (void)state;
    each_specimen(GOLDEN, LARGEST, same_in_any_chunks);
}

static size_t rewritten;

static void expect_same(const specimen *file, const reel_format *to, const reel_convert_options *how)
{
    const reel_options options = machinery_options(NULL);
    uint8_t before[REEL_HASH_SIZE], after[REEL_HASH_SIZE];
    test_sink sink = { 0 };
    if (reel_convert(reel_source_memory(file->data, file->size), &options, to, test_sink_of(&sink), how, NULL) == REEL_OK) {
        hash_bytes(file->data, file->size, options, before);
        hash_bytes(sink.data, sink.size, options, after);
        if (memcmp(before, after, sizeof before) != 0) fail_msg("%s: another hash", file->name);
        rewritten++;
    }
    test_sink_free(&sink);
}

static void set_header_texts(const specimen *file)
{
    const reel_options options = machinery_options(NULL);
    const reel_format *format = NULL;
    if (!is_readable(file->data, file->size)) return;
    assert_int_equal(reel_identify(reel_source_memory(file->data, file->size), &options, &format, NULL, NULL), REEL_OK);
    for (const reel_table *const *table = format->tables; format->writer && *table; table++) {
        if (!((*table)->flags & REEL_TABLE_HEADER) || (*table)->flags & REEL_TABLE_LAYOUT) continue;
        for (size_t i = 0; i < (*table)->field_count; i++) {
            const reel_field *field = &(*table)->fields[i];
            if (field->type != REEL_STRING || field->flags & REEL_FIELD_DERIVED) continue;
            const reel_setting setting = { field->name, "another" };
            expect_same(file, format,
                        &(reel_convert_options){ REEL_SIZED(reel_convert_options), .settings = &setting, .setting_count = 1 });
        }
    }
}

static void header_fields_do_not_change_the_hash(void **state)
{
    (void)state;
    rewritten = 0;
    each_specimen(GOLDEN, full_effort() ? 20000 : 4000, set_header_texts);
    assert_enough(rewritten > 50);
}

static void write_by_each_convention(const specimen *file)
{
    const reel_options options = machinery_options(NULL);
    const reel_format *format = NULL;
    if (!is_readable(file->data, file->size)) return;
    assert_int_equal(reel_identify(reel_source_memory(file->data, file->size), &options, &format, NULL, NULL), REEL_OK);
    if (!format->writer || !format->writer->conventions) return;
    for (const char *const *word = format->writer->conventions; *word; word++)
        expect_same(file, format, &(reel_convert_options){ REEL_SIZED(reel_convert_options), .convention = *word });
}

static void compression_does_not_change_the_hash(void **state)
{
    (void)state;
    rewritten = 0;
    each_specimen(GOLDEN, LARGEST, write_by_each_convention);
    assert_enough(rewritten > 0);
}

static void expect_alike(const char *name, const char *to)
{
    const reel_format *format = reel_format_by_id(NULL, to);
    specimen file = { .name = name };
    if (!format) skip();
    uint8_t *data = read_file(project_path(name), &file.size);
    file.data = data;
    rewritten = 0;
    expect_same(&file, format, NULL);
    assert_int_equal(rewritten, 1);
    free(data);
}

/* GDR2 stores the inputs of the second player after those of the first, GDR1 all of them by time. */
static void the_formats_of_geometry_dash_hash_alike(void **state)
{
    (void)state;
    expect_alike("tests/formats/gdr/golden/two_players.gdr2", "gdr1");
    expect_alike("tests/formats/gdr/golden/two_players.gdr2", "gdr1-json");
    expect_alike("tests/formats/gdr/golden/plain.gdr.json", "gdr2");
}

/* ---- what has --------------------------------------------------------------------------------------------------- */

static size_t changed;

/* Changes the lowest bit of a field's first value in the last row of a table, in place. */
static void expect_change(const reel_replay *replay, const reel_table *table, const reel_field *field, const char *name)
{
    size_t count;
    uint8_t *rows = (uint8_t *)(uintptr_t)reel_rows(replay, table, &count);
    bool counts = !(field->flags & (REEL_FIELD_DERIVED | REEL_FIELD_PERSONAL));
    if (!count || type_is_text(field->type)) return;
    uint8_t *row = rows + (count - 1) * table->row_size, before[REEL_HASH_SIZE], after[REEL_HASH_SIZE];
    if (!reel_field_present(field, row)) return;
    hash_rows(replay, before);
    row[field->offset] ^= 1;
    hash_rows(replay, after);
    row[field->offset] ^= 1;
    if ((memcmp(before, after, sizeof before) != 0) != counts)
        fail_msg("%s: %s.%s %s the hash", name, table->name, field->name, counts ? "does not change" : "changes");
    changed++;
}

static void change_each_field(const specimen *file)
{
    if (!is_readable(file->data, file->size)) return;
    const reel_options options = machinery_options(NULL);
    reel_replay *replay = load_bytes(file->data, file->size, &options);
    for (const reel_table *const *table = reel_replay_format(replay)->tables; *table; table++) {
        if ((*table)->flags & (REEL_TABLE_HEADER | REEL_TABLE_LAYOUT | REEL_TABLE_ON_REQUEST)) continue;
        for (size_t i = 0; i < (*table)->field_count; i++) expect_change(replay, *table, &(*table)->fields[i], file->name);
    }
    reel_free(replay);
}

static void every_value_of_a_row_changes_the_hash(void **state)
{
    (void)state;
    changed = 0;
    each_specimen(GOLDEN, full_effort() ? 50000 : 4000, change_each_field);
    assert_enough(changed > 100);
}

/* ---- damage and failures ---------------------------------------------------------------------------------------- */

static size_t damaged;

static void cut_file(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    finding_text findings = { .size = 0 };
    uint8_t hash[REEL_HASH_SIZE], rows[REEL_HASH_SIZE];
    reel_error error;
    options.report = finding_text_report;
    options.report_context = &findings;
    size_t size = file->size / 4 * 3;
    if (!is_readable(file->data, file->size)) return;
    reel_status status = reel_content_hash(reel_source_memory(file->data, size), &options, hash, &error);
    if (status < 0) {
        assert_true(status == REEL_TRUNCATED || status == REEL_CORRUPT || status == REEL_UNSUPPORTED);
        return;
    }
    options.report = NULL;
    reel_replay *part = load_bytes(file->data, size, &options);
    hash_rows(part, rows);
    assert_memory_equal(hash, rows, sizeof hash);
    if (reel_replay_damage(part)) {
        if (!findings.errors) fail_msg("%s: no finding", file->name);
        damaged++;
    }
    reel_free(part);
}

static void a_truncated_file_hashes_its_rows_and_reports_the_damage(void **state)
{
    (void)state;
    damaged = 0;
    each_specimen(GOLDEN, LARGEST, cut_file);
    assert_enough(damaged > 20);
}

static void a_replay_without_rows_has_no_hash(void **state)
{
    (void)state;
    static const char least[] = "tests/formats/gdr/golden/least.gdr2";
    uint8_t hash[REEL_HASH_SIZE], zeros[REEL_HASH_SIZE] = { 0 };
    size_t size;
    if (!reel_format_by_id(NULL, "gdr2")) skip();
    uint8_t *data = read_file(project_path(least), &size);
    memset(hash, 1, sizeof hash);
    assert_int_equal(hash_bytes(data, size, (reel_options){ REEL_SIZED(reel_options) }, hash), REEL_END);
    assert_memory_equal(hash, zeros, sizeof hash);
    free(data);
}

static void fail_each_allocation(const specimen *file)
{
    uint8_t expected[REEL_HASH_SIZE], hash[REEL_HASH_SIZE];
    reel_error error;
    if (!is_readable(file->data, file->size)) return;
    hash_bytes(file->data, file->size, machinery_options(NULL), expected);
    for (size_t call = 1;; call++) {
        test_allocator memory = { .fail_at = call };
        const reel_allocator allocator = test_allocator_of(&memory);
        const reel_options options = machinery_options(&allocator);
        reel_status status = reel_content_hash(reel_source_memory(file->data, file->size), &options, hash, &error);
        assert_int_equal(memory.live, 0);
        if (memory.calls < call) break;
        assert_int_equal(status, REEL_MEMORY);
        assert_int_equal(error.status, REEL_MEMORY);
    }
    assert_memory_equal(hash, expected, sizeof hash);
}

static void each_failing_allocation_is_reported(void **state)
{
    (void)state;
    each_specimen(GOLDEN, 1500, fail_each_allocation);
}

static bool refuse(void *context, const reel_progress *progress)
{
    (void)progress;
    ++*(size_t *)context;
    return false;
}

static void a_source_hash_can_be_cancelled_and_reports_a_failing_source(void **state)
{
    (void)state;
    enum { SIZE = 4 << 20 };
    uint8_t *data = calloc(1, SIZE), hash[REEL_HASH_SIZE], zeros[REEL_HASH_SIZE] = { 0 };
    size_t calls = 0;
    reel_error error;
    assert_non_null(data);
    const reel_options options = { REEL_SIZED(reel_options), .on_progress = refuse, .progress_context = &calls };
    assert_int_equal(reel_source_hash(reel_source_memory(data, SIZE), &options, hash, &error), REEL_CANCELLED);
    assert_int_equal(calls, 1);
    assert_memory_equal(hash, zeros, sizeof hash);
    test_source source = { .data = data, .size = SIZE, .step = 1000, .fail_at = 50 };
    assert_int_equal(reel_source_hash(test_source_of(&source), NULL, hash, &error), REEL_IO);
    assert_int_equal(source.closed, 1);
    free(data);
}

static void a_source_hash_is_that_of_all_bytes_in_any_pieces(void **state)
{
    (void)state;
    enum { SIZE = 200001 };
    static uint8_t data[SIZE];
    static const size_t steps[] = { 0, 1, 4095, 65536, 65537 };
    uint8_t expected[SHA256_SIZE], hash[REEL_HASH_SIZE];
    sha256 sum;
    for (size_t i = 0; i < SIZE; i++) data[i] = (uint8_t)(i * 31 >> 3);
    reel__sha256_begin(&sum);
    reel__sha256_add(&sum, data, SIZE);
    reel__sha256_end(&sum, expected);
    assert_int_equal(reel_source_hash(reel_source_memory(data, SIZE), NULL, hash, NULL), REEL_OK);
    assert_memory_equal(hash, expected, sizeof hash);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        test_source source = { .data = data, .size = SIZE, .step = steps[i] };
        assert_int_equal(reel_source_hash(test_source_of(&source), NULL, hash, NULL), REEL_OK);
        assert_memory_equal(hash, expected, sizeof hash);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "--write")) return write_tables();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_files_have_the_hashes_of_the_tables),
        cmocka_unit_test(chunks_and_sources_do_not_change_the_hash),
        cmocka_unit_test(header_fields_do_not_change_the_hash),
        cmocka_unit_test(compression_does_not_change_the_hash),
        cmocka_unit_test(the_formats_of_geometry_dash_hash_alike),
        cmocka_unit_test(every_value_of_a_row_changes_the_hash),
        cmocka_unit_test(a_truncated_file_hashes_its_rows_and_reports_the_damage),
        cmocka_unit_test(a_replay_without_rows_has_no_hash),
        cmocka_unit_test(each_failing_allocation_is_reported),
        cmocka_unit_test(a_source_hash_can_be_cancelled_and_reports_a_failing_source),
        cmocka_unit_test(a_source_hash_is_that_of_all_bytes_in_any_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
