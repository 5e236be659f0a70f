/* SPDX-License-Identifier: MIT
 * Every file: what was read is written back byte for byte where the format has a writer, and how the bytes come makes no
 * difference. */
#include "machinery.h"

/* Damaged files are read as far as they go; only whole ones promise to come back as they were. */
static bool whole(const reel_replay *replay) { return reel_replay_damage(replay) == NULL; }

static reel_replay *load_or_skip(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    reel_replay *replay;
    reel_error error;
    reel_status status = reel_load(reel_source_memory(file->data, file->size), &options, &replay, &error);
    if (file->kind == GOLDEN && status < 0) fail_msg("%s: %s", file->name, error.message);
    if (file->kind == GOLDEN && !whole(replay)) fail_msg("%s: %s", file->name, reel_replay_damage(replay)->message);
    return status < 0 ? NULL : replay;
}

static void assert_bytes(const specimen *file, const uint8_t *data, size_t size)
{
    size_t at = 0;
    while (at < size && at < file->size && data[at] == file->data[at]) at++;
    if (at < size || at < file->size)
        fail_msg("%s: %zu bytes came back as %zu, the first other one at %zu", file->name, file->size, size, at);
}

static void write_back(const specimen *file)
{
    reel_replay *replay = load_or_skip(file);
    if (!replay) return;
    const reel_format *format = reel_replay_format(replay);
    if (format->writer && whole(replay) && is_unwrapped(format, file->data, file->size)) {
        reel_memory memory;
        reel_error error;
        reel_status status = reel_write(reel_replay_chunk(replay), format, reel_sink_memory(&memory, NULL), NULL, &error);
        if (status < 0) fail_msg("%s: write: %s", file->name, error.message);
        assert_bytes(file, memory.data, memory.size);
        reel_memory_free(&memory);
    }
    reel_free(replay);
}

static void writes_back_the_same_bytes(void **state)
{
    (void)state;
    each_specimen(GOLDEN | BAD | CORPUS, 0, write_back);
}

static void pump(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    reel_reader *reader;
    reel_writer *writer;
    reel_error error;
    reel_memory memory;
    const reel_chunk *chunk;
    if (reel_open(reel_source_memory(file->data, file->size), &options, &reader, &error) < 0) return;
    if (!reel_reader_format(reader)->writer) {
        reel_close(reader);
        return;
    }
    if (reel_create(reel_sink_memory(&memory, NULL), reel_reader_format(reader), NULL, &writer, &error) < 0)
        fail_msg("%s: create: %s", file->name, error.message);
    reel_status status;
    while ((status = reel_next(reader, &chunk, &error)) == REEL_OK) assert_int_equal(reel_append_chunk(writer, chunk), REEL_OK);
    if (status < 0) fail_msg("%s: next: %s", file->name, error.message);
    if (reel_reader_damage(reader) || !is_unwrapped(reel_reader_format(reader), file->data, file->size)) {
        reel_discard(writer);
    } else {
        if (reel_finish(writer, &error) < 0) fail_msg("%s: finish: %s", file->name, error.message);
        assert_bytes(file, memory.data, memory.size);
        reel_memory_free(&memory);
    }
    reel_close(reader);
}

static void writes_back_the_same_bytes_chunk_by_chunk(void **state)
{
    (void)state;
    each_specimen(GOLDEN | BAD | CORPUS, 0, pump);
}

typedef struct reading {
    reel_status status;
    reel_error error;
    reel_replay *replay;
    finding_text findings;
} reading;

static void read_all(reading *got, reel_source source)
{
    reel_options options = machinery_options(NULL);
    *got = (reading){ 0 };
    options.report = finding_text_report;
    options.report_context = &got->findings;
    got->status = reel_load(source, &options, &got->replay, &got->error);
}

static void assert_same_reading(const specimen *file, const reading *one, const reading *other, const char *how)
{
    char what[512];
    snprintf(what, sizeof what, "%s %s", file->name, how);
    if (one->status != other->status) fail_msg("%s: status %d and %d", what, one->status, other->status);
    if (strcmp(one->findings.text, other->findings.text) != 0)
        fail_msg("%s: findings\n%s and\n%s", what, one->findings.text, other->findings.text);
    if (one->status < 0) {
        assert_string_equal(one->error.rule, other->error.rule);
        assert_true(one->error.offset == other->error.offset);
        return;
    }
    assert_same_replay(one->replay, other->replay, true, what);
}

static void compare_sources(const specimen *file)
{
    static reading memory, other;
    read_all(&memory, reel_source_memory(file->data, file->size));
    const size_t steps[] = { 1, 4093, 0 };
    for (size_t i = file->size > (1u << 20); i < sizeof steps / sizeof *steps; i++) {
        test_source bytes = { .data = file->data, .size = file->size, .step = steps[i] };
        read_all(&other, test_source_of(&bytes));
        assert_same_reading(file, &memory, &other, "in small steps");
        assert_int_equal(bytes.closed, 1);
        reel_free(other.replay);
    }
    for (uint32_t map = 0; map < 2; map++) {
        reel_source source;
        reel_status status = reel_source_file(file->path, map ? REEL_FILE_MAP : 0, &source, NULL);
        assert_int_equal(status, REEL_OK);
        read_all(&other, source);
        assert_same_reading(file, &memory, &other, map ? "mapped" : "from the file");
        reel_free(other.replay);
    }
    reel_free(memory.replay);
}

static void reads_the_same_from_every_source(void **state)
{
    (void)state;
    each_specimen(GOLDEN | BAD | CORPUS, full_effort() ? 0 : 100000, compare_sources);
}

static bool wants(const reel_table *const *tables, const reel_table *table)
{
    for (; *tables; tables++)
        if (*tables == table) return true;
    return false;
}

/* Asking for one table, or for none (NULL), gives that table as asking for all does, the headers, and nothing else. */
static void select_one(const specimen *file, const reel_replay *all, const reel_table *table)
{
    const reel_table *only[] = { table, NULL };
    const char *asked = table ? table->name : "nothing";
    reel_options options = machinery_options(NULL);
    options.tables = only;
    reel_replay *some = load_bytes(file->data, file->size, &options);
    for (const reel_table *const *each = reel_chunk_tables(reel_replay_chunk(all)); *each; each++) {
        size_t count, expected;
        const uint8_t *rows = reel_rows(some, *each, &count), *wanted = reel_rows(all, *each, &expected);
        if ((*each)->flags & REEL_TABLE_ON_REQUEST) continue;
        if (!wants(only, *each) && !((*each)->flags & REEL_TABLE_HEADER)) expected = 0;
        if (count != expected)
            fail_msg("%s: asked for %s, got %zu rows of %s instead of %zu", file->name, asked, count, (*each)->name, expected);
        for (size_t i = 0; i < count; i++)
            if (!rows_equal(*each, rows + i * (*each)->row_size, wanted + i * (*each)->row_size))
                fail_msg("%s: asked for %s, row %zu of %s differs", file->name, asked, i, (*each)->name);
    }
    reel_free(some);
}

static void select_each(const specimen *file)
{
    reel_replay *all = load_or_skip(file);
    if (!all) return;
    const reel_table *const *tables = reel_chunk_tables(reel_replay_chunk(all));
    for (const reel_table *const *table = tables; *table; table++) select_one(file, all, *table);
    select_one(file, all, NULL);
    reel_free(all);
}

static void gives_the_tables_that_were_asked_for(void **state)
{
    (void)state;
    each_specimen(GOLDEN | BAD | CORPUS, full_effort() ? 1000000 : 100000, select_each);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_back_the_same_bytes),
        cmocka_unit_test(writes_back_the_same_bytes_chunk_by_chunk),
        cmocka_unit_test(reads_the_same_from_every_source),
        cmocka_unit_test(gives_the_tables_that_were_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
