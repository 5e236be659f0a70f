/* SPDX-License-Identifier: MIT
 * A file that is still being written: wherever it ends for now, it is waited for; and what a cut file gives is what the whole one does. */
#include "machinery.h"

#include <reel/format.h>
#include <reel/scoresaber.h>

/* A file of which the first `there` bytes are there, and nothing more at this moment. */
typedef struct growing {
    const uint8_t *data;
    size_t there, at;
} growing;

static reel_status give(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    (void)error;
    growing *g = context;
    size_t size = g->there - g->at < capacity ? g->there - g->at : capacity;
    if (!size) return REEL_AGAIN;
    memcpy(buffer, g->data + g->at, size);
    g->at += size;
    *got = size;
    return REEL_OK;
}

static void assert_no_row_yet(const char *what, const uint8_t *data, size_t there, const reel_format *format)
{
    growing file = { data, there, 0 };
    reel_reader *reader;
    reel_error error;
    const reel_options options = { REEL_SIZED(reel_options), .format = format };
    reel_status status =
        reel_open((reel_source){ .context = &file, .size = REEL_UNKNOWN_SIZE, .read = give }, &options, &reader, &error);
    if (status != REEL_TRUNCATED || strcmp(error.rule, "reel.no-header-yet") != 0)
        fail_msg("%s: %zu bytes of it: %s, %s", what, there, reel_status_name(status), status < 0 ? error.message : "");
}

/* All that there is of a file whose end is written is given, though its source may grow on. */
static void assert_all_rows(const char *what, const uint8_t *data, size_t size)
{
    growing file = { data, size, 0 };
    reel_reader *reader;
    reel_replay *whole;
    reel_error error;
    const reel_chunk *chunk;
    assert_int_equal(reel_load(reel_source_memory(data, size), NULL, &whole, &error), REEL_OK);
    reel_source source = { .context = &file, .size = REEL_UNKNOWN_SIZE, .read = give };
    if (reel_open(source, NULL, &reader, &error) < 0) fail_msg("%s: %s", what, error.message);
    assert_int_equal(reel_next(reader, &chunk, &error), REEL_OK);
    for (const reel_table *const *table = reel_chunk_tables(chunk); *table; table++) {
        size_t count, all;
        const uint8_t *rows = reel_chunk_rows(chunk, *table, &count), *wanted = reel_rows(whole, *table, &all);
        if (count != all) fail_msg("%s: %zu rows of %s, not %zu", what, count, (*table)->name, all);
        for (size_t i = 0; i < count; i++)
            if (!rows_equal(*table, rows + i * (*table)->row_size, wanted + i * (*table)->row_size))
                fail_msg("%s: row %zu of %s is another one", what, i, (*table)->name);
    }
    assert_int_equal(reel_next(reader, &chunk, &error), REEL_END);
    reel_close(reader);
    reel_free(whole);
}

static bool ends_with(const char *text, const char *end)
{
    size_t size = strlen(text), end_size = strlen(end);
    return size >= end_size && strcmp(text + size - end_size, end) == 0;
}

/* Where the bytes stop that the file needs. */
static size_t needed(const char *name, const uint8_t *data, size_t size)
{
    if (ends_with(name, ".json")) {
        while (size && data[size - 1] != '}') size--;
        return size;
    }
    return ends_with(name, "trailing.dat") ? 0 : size;
}

static void a_growing_file_is_waited_for_at_every_byte(void **state)
{
    (void)state;
    file_list files = files_below(project_path("tests/formats/scoresaber/golden"));
    size_t waits = 0;
    for (size_t i = 0; i < files.count; i++) {
        size_t size;
        uint8_t *data = read_file(files.paths[i], &size);
        const reel_format *format = ends_with(files.paths[i], ".json") ? &reel_format_scoresaber_json : &reel_format_scoresaber;
        for (size_t there = 1; there < needed(files.paths[i], data, size); there++, waits++) {
            /* without an end mark the last bytes of a stream may be ones that nothing is read from */
            if (format == &reel_format_scoresaber && there + 6 > size) continue;
            assert_no_row_yet(files.paths[i], data, there, format);
        }
        assert_all_rows(files.paths[i], data, size);
        free(data);
    }
    file_list_free(&files);
    assert_true(waits > 5000);
}

/* A number, a text or a word that the end of the bytes cuts is not given as if it were whole. */
static void what_a_cut_json_gives_is_in_the_whole_one(void **state)
{
    (void)state;
    static const char text[] =
        "{\"y\":12345,\"info\":{\"version\":\"3.1.0\",\"z\":[10,20.5e3],\"w\":-170.25,\"difficulty\":19,\"totalScore\":1500},"
        "\"scores\":[115,-20,300],\"combos\":[10,20,30],\"noteTime\":[1.25,22.5e1,3],\"noteInfos\":[\"0110\",\"21\"],"
        "\"dynamicHeight\":[{\"h\":1.75,\"a\":10.5},{\"h\":12,\"a\":33}],\"v\":98765,\"u\":true,\"t\":1.5e10}";
    reel_replay *whole = load_bytes(text, sizeof text - 1, NULL);
    for (size_t end = 1; end < sizeof text - 1; end++) {
        reel_replay *part;
        const reel_options options = { REEL_SIZED(reel_options), .format = &reel_format_scoresaber_json };
        char what[32];
        snprintf(what, sizeof what, "cut at %zu", end);
        if (reel_load(reel_source_memory(text, end), &options, &part, NULL) < 0) continue;
        assert_non_null(reel_replay_damage(part));
        assert_prefix(part, whole, what);
        reel_free(part);
    }
    reel_free(whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_growing_file_is_waited_for_at_every_byte),
        cmocka_unit_test(what_a_cut_json_gives_is_in_the_whole_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
