/* SPDX-License-Identifier: MIT
 * A file that a server is still writing: wherever it ends for now, the rows become those of the whole file. */
#include "machinery.h"
#include "recording.h"

/* A file of which the first `there` bytes are there; whoever meets its end finds `step` more the next time. */
typedef struct growing {
    const uint8_t *data;
    size_t size, there, at, step;
} growing;

static reel_status grow(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    (void)error;
    growing *g = context;
    if (g->at == g->size) return REEL_END;
    if (g->at == g->there) {
        g->there = g->size - g->there < g->step ? g->size : g->there + g->step;
        return REEL_AGAIN;
    }
    size_t size = g->there - g->at < capacity ? g->there - g->at : capacity;
    memcpy(buffer, g->data + g->at, size);
    g->at += size;
    *got = size;
    return REEL_OK;
}

static uint64_t offset_in(const reel_table *table, const uint8_t *row)
{
    const reel_field *field = reel_table_field(table, "offset");
    uint64_t offset = 0;
    if (field) memcpy(&offset, row + field->offset, sizeof offset);
    return offset;
}

/* Rows of a chunk against those of the whole file; how many they are. */
static size_t compare_chunk(const char *what, const reel_chunk *chunk, const reel_replay *whole)
{
    size_t total = 0;
    for (const reel_table *const *t = reel_chunk_tables(chunk); *t; t++) {
        size_t count, all, first = (size_t)reel_chunk_first(chunk, *t);
        const uint8_t *rows = reel_chunk_rows(chunk, *t, &count), *wanted = reel_rows(whole, *t, &all);
        if (first + count > all) fail_msg("%s: too many rows of %s", what, (*t)->name);
        for (size_t i = 0; i < count; i++) {
            const uint8_t *a = rows + i * (*t)->row_size, *b = wanted + (first + i) * (*t)->row_size;
            if (!rows_equal(*t, a, b) || offset_in(*t, a) != offset_in(*t, b))
                fail_msg("%s: row %zu of %s is another one", what, first + i, (*t)->name);
        }
        total += count;
    }
    return total;
}

static size_t row_count(const reel_replay *replay)
{
    size_t total = 0, count;
    for (const reel_table *const *t = reel_chunk_tables(reel_replay_chunk(replay)); *t; t++) {
        reel_rows(replay, *t, &count);
        total += count;
    }
    return total;
}

/* Gives how often there was nothing yet. */
static size_t grows_to_the_same(const char *what, const uint8_t *data, size_t size, size_t header, size_t step)
{
    static finding_text at_once, in_time;
    at_once.size = in_time.size = 0;
    reel_options options = { REEL_SIZED(reel_options), .report = finding_text_report, .report_context = &at_once };
    reel_replay *whole;
    reel_reader *reader;
    reel_error error;
    const reel_chunk *chunk;
    assert_int_equal(reel_load(reel_source_memory(data, size), &options, &whole, &error), REEL_OK);
    growing file = { data, size, header, 0, step };
    options.report_context = &in_time;
    const reel_source source = { .context = &file, .size = REEL_UNKNOWN_SIZE, .read = grow };
    if (reel_open(source, &options, &reader, &error) < 0) fail_msg("%s: %s", what, error.message);
    size_t rows = 0, waits = 0;
    reel_status status;
    while ((status = reel_next(reader, &chunk, &error)) != REEL_END) {
        if (status < 0) fail_msg("%s: %s", what, error.message);
        waits += status == REEL_AGAIN;
        if (status == REEL_OK) rows += compare_chunk(what, chunk, whole);
    }
    if (rows != row_count(whole)) fail_msg("%s: %zu rows of %zu", what, rows, row_count(whole));
    assert_int_equal(at_once.size, in_time.size);
    assert_memory_equal(at_once.text, in_time.text, at_once.size);
    reel_close(reader);
    reel_free(whole);
    return waits;
}

static size_t header_of(const uint8_t *data, size_t size)
{
    const uint8_t *nul = size > TEE_MAGIC_BYTES ? memchr(data + TEE_MAGIC_BYTES, 0, size - TEE_MAGIC_BYTES) : NULL;
    return nul ? (size_t)(nul - data) + 1 : 0;
}

static void each_file_grows(const char *folder)
{
    file_list files = files_below(project_path(folder));
    size_t waits = 0;
    for (size_t i = 0; i < files.count; i++) {
        size_t size;
        uint8_t *data = read_file(files.paths[i], &size);
        reel_replay *replay;
        size_t header = header_of(data, size), trailing;
        if (header && reel_load(reel_source_memory(data, size), NULL, &replay, NULL) == REEL_OK) {
            const teehistorian_trailing *rows = reel_rows(replay, &teehistorian_trailings, &trailing);
            if (trailing) size = (size_t)rows->offset; /* a server is done with a file that has FINISH: nothing more is awaited */
            reel_free(replay);
            for (size_t step = 1; step < 4; step++) waits += grows_to_the_same(files.paths[i], data, size, header, step);
        }
        free(data);
    }
    file_list_free(&files);
    assert_true(waits >= 20);
}

static void sound_files_grow_byte_by_byte(void **state)
{
    (void)state;
    each_file_grows("tests/formats/teehistorian/golden");
}

static void damaged_files_grow_byte_by_byte(void **state)
{
    (void)state;
    each_file_grows("tests/formats/teehistorian/bad");
}

/* Byte by byte there is never enough in the window for the short way of the reader, at once there nearly always is. */
static void a_full_server_grows_by_any_step(void **state)
{
    (void)state;
    for (uint32_t calm = 2; calm < 200; calm *= 10) {
        recording r = make_recording(calm, 40, calm);
        static const size_t steps[] = { 1, 2, 7, 31, 33, 64, 1000 };
        for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
            assert_true(grows_to_the_same("a full server", r.data, r.size, r.header, steps[i]) >= r.size / steps[i] / 2);
        free(r.data);
    }
}

static void a_file_without_its_header_is_not_waited_for(void **state)
{
    (void)state;
    bytes b;
    begin(&b, USUAL);
    growing file = { b.data, b.size, b.size - 100, 0, 1 };
    const reel_source source = { .context = &file, .size = REEL_UNKNOWN_SIZE, .read = grow };
    reel_reader *reader;
    reel_error error;
    assert_int_equal(reel_open(source, NULL, &reader, &error), REEL_TRUNCATED);
    assert_string_equal(error.rule, "reel.no-header-yet");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sound_files_grow_byte_by_byte),
        cmocka_unit_test(damaged_files_grow_byte_by_byte),
        cmocka_unit_test(a_full_server_grows_by_any_step),
        cmocka_unit_test(a_file_without_its_header_is_not_waited_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
