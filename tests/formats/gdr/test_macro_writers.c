/* SPDX-License-Identifier: MIT
 * Macros written from their rows alone, without the original file: they read as the same rows, and files that their own programs would have
 * written come out byte for byte. */
#include "truth.h"

#include <reel/format.h>
#include <reel/macros.h>

/* All tables of a format but the one that keeps the original file. */
static void tables_without_document(const reel_format *format, const reel_table *tables[16])
{
    size_t count = 0;
    for (const reel_table *const *table = format->tables; *table; table++)
        if (!((*table)->flags & REEL_TABLE_LAYOUT)) tables[count++] = *table;
    tables[count] = NULL;
}

static reel_replay *load_rows(const uint8_t *data, size_t size, const reel_format *format)
{
    const reel_table *tables[16];
    reel_replay *replay;
    tables_without_document(format, tables);
    reel_options options = { REEL_SIZED(reel_options), .tables = tables, .format = format };
    return reel_load(reel_source_memory(data, size), &options, &replay, NULL) < 0 ? NULL : replay;
}

/* Whether files of this format came out as the bytes that were read, in `same`; and how many were written at all. */
typedef struct outcome {
    const char *format;
    size_t written, same;
} outcome;

static outcome outcomes[64];

static void count(const char *format, bool same)
{
    size_t i = 0;
    while (outcomes[i].format && strcmp(outcomes[i].format, format) != 0) i++;
    assert_true(i < 63);
    outcomes[i].format = format;
    outcomes[i].written++;
    outcomes[i].same += same;
}

static void write_again(const char *path)
{
    size_t size;
    uint8_t *data = read_file(path, &size);
    reel_reader *reader;
    if (reel_open(reel_source_memory(data, size), NULL, &reader, NULL) >= 0) {
        const reel_format *format = reel_reader_format(reader);
        reel_close(reader);
        reel_replay *rows = format->writer && strcmp(format->game, "Geometry Dash") == 0 ? load_rows(data, size, format) : NULL;
        reel_memory made;
        reel_error error;
        bool whole = rows && !reel_replay_damage(rows);
        if (whole && reel_write(reel_replay_chunk(rows), format, reel_sink_memory(&made, NULL), NULL, &error) >= 0) {
            reel_replay *again = load_rows(made.data, made.size, format);
            uint64_t differences = 0;
            if (!again) fail_msg("%s: what was written as %s is not read", path, format->id);
            assert_int_equal(reel_diff(rows, again, false, NULL, NULL, &differences, NULL), REEL_OK);
            if (differences) fail_msg("%s: %llu differences after it was written", path, (unsigned long long)differences);
            count(format->id, made.size == size && memcmp(made.data, data, size) == 0);
            reel_memory twice;
            assert_int_equal(reel_write(reel_replay_chunk(again), format, reel_sink_memory(&twice, NULL), NULL, &error), REEL_OK);
            assert_int_equal(twice.size, made.size);
            assert_memory_equal(twice.data, made.data, made.size);
            reel_memory_free(&twice);
            reel_free(again);
            reel_memory_free(&made);
        } else if (whole && strncmp(error.rule, "macros.", 7) != 0 && strncmp(error.rule, "gdr.", 4) != 0) {
            fail_msg("%s: %s", path, error.message);
        }
        reel_free(rows);
    }
    free(data);
}

static void assert_exact(const char *const formats[])
{
    for (; *formats; formats++) {
        size_t i = 0;
        while (outcomes[i].format && strcmp(outcomes[i].format, *formats) != 0) i++;
        if (!outcomes[i].format || !outcomes[i].same) fail_msg("no %s came out as it was read", *formats);
    }
}

static void assert_written(const char *const formats[])
{
    for (; *formats; formats++) {
        size_t i = 0;
        while (outcomes[i].format && strcmp(outcomes[i].format, *formats) != 0) i++;
        if (!outcomes[i].written) fail_msg("no %s was written", *formats);
    }
}

static void macros_are_written_from_their_rows(void **state)
{
    (void)state;
    file_list files = files_below(project_path("tests/formats/gdr/golden"));
    for (size_t i = 0; i < files.count; i++) write_again(files.paths[i]);
    file_list_free(&files);
    const char *corpus = corpus_path("samples/macros");
    if (corpus) {
        files = files_below(corpus);
        for (size_t i = 0; i < files.count; i++) write_again(files.paths[i]);
        file_list_free(&files);
    }
    for (size_t i = 0; outcomes[i].format; i++)
        print_message("%s: %zu written, %zu byte for byte\n", outcomes[i].format, outcomes[i].written, outcomes[i].same);
    assert_written(
        (const char *const[]){ "tasbot", "zbf", "echobot", "echobot-json", "mhr", "mhr-json", "re2", "ybot", "tcm", NULL });
    if (corpus) assert_written((const char *const[]){ "rbot", NULL });
    /* golden files that are spelled as the programs do it; others have members that no row has, such as a date or positions of 1 */
    assert_exact(
        (const char *const[]){ "xd", "slc3", "gdr2", "tcm", "gdr1", "gdr1-json", "macro-text", "mhr", "echobot", "zbf", NULL });
    if (corpus)
        assert_exact((const char *const[]){ "mhr", "re2", "zbf", "echobot", "tcm", NULL });
    else
        print_message("without the corpus: re2 is not compared byte for byte\n");
}

/* TCM states a framerate, or the time of a frame, as a float. Whether another framerate is written. */
static bool tcm_states(double framerate)
{
    size_t size;
    reel_writer *writer;
    reel_memory made;
    reel_error error;
    uint8_t *data = read_file(project_path("tests/formats/gdr/golden/one.tcm"), &size);
    reel_replay *rows = load_rows(data, size, &reel_format_tcm);
    assert_non_null(rows);
    assert_int_equal(reel_create(reel_sink_memory(&made, NULL), &reel_format_tcm, NULL, &writer, &error), REEL_OK);
    for (const reel_table *const *table = reel_chunk_tables(reel_replay_chunk(rows)); *table; table++) {
        const void *first = reel_rows(rows, *table, &size);
        gdr_info info;
        if (*table == &gdr_infos) {
            info = *(const gdr_info *)first;
            info.framerate = framerate;
            first = &info;
        }
        if (size) reel_append(writer, *table, first, size);
    }
    const bool written = finish_unless_refused(writer, &error) >= 0;
    if (written)
        reel_memory_free(&made);
    else
        assert_string_equal(error.rule, "macros.framerate");
    reel_free(rows);
    free(data);
    return written;
}

static void framerates_of_tcm_are_floats(void **state)
{
    (void)state;
    assert_true(tcm_states(240));
    assert_true(tcm_states((double)59.94f));
    assert_false(tcm_states(240.12345678901234));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(macros_are_written_from_their_rows),
                                        cmocka_unit_test(framerates_of_tcm_are_floats) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
