/* SPDX-License-Identifier: MIT
 * The toy formats by themselves: their golden files are what their writer makes, and the one that streams holds a chunk at a
 * time however long the file is. With REEL_UPDATE_GOLDEN set the golden files are written anew. */
#include "machinery.h"
#include "toy.h"

typedef struct toy_recipe {
    const char *name;
    const reel_format *format;
    size_t rows;
    int32_t tick_step;
} toy_recipe;

static const toy_recipe recipes[] = {
    { "three.toy", &reel_format_toy, 3, 10 },
    { "none.toy", &reel_format_toy, 0, 0 },
    { "order.toy", &reel_format_toy, 5, -1 },
    { "three.toys", &reel_format_toy_stream, 3, 10 },
    { "none.toys", &reel_format_toy_stream, 0, 0 },
    { "chunks.toys", &reel_format_toy_stream, 150, 7 }, /* three chunks, the last one not full */
};

static toy_point point_of(const toy_recipe *recipe, size_t row)
{
    int32_t number = (int32_t)row;
    return (toy_point){ 5 + number * recipe->tick_step, (number % 2 ? -1 : 1) * (number % 1000) * 1000003 };
}

static reel_memory write_recipe(const toy_recipe *recipe)
{
    reel_memory memory;
    reel_writer *writer;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), recipe->format, NULL, &writer, NULL), REEL_OK);
    for (size_t i = 0; i < recipe->rows; i++) {
        toy_point point = point_of(recipe, i);
        assert_int_equal(reel_append(writer, &toy_points, &point, 1), REEL_OK);
    }
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    return memory;
}

static void writes_the_golden_files(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof recipes / sizeof *recipes; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", project_path("tests/toy/golden"), recipes[i].name);
        reel_memory memory = write_recipe(&recipes[i]);
        if (getenv("REEL_UPDATE_GOLDEN")) {
            FILE *file = fopen(path, "wb");
            assert_non_null(file);
            fwrite(memory.data, 1, memory.size, file);
            fclose(file);
        }
        size_t size;
        uint8_t *golden = read_file(path, &size);
        assert_int_equal(size, memory.size);
        assert_memory_equal(golden, memory.data, size);
        free(golden);
        reel_memory_free(&memory);
    }
}

static void reads_its_rows(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof recipes / sizeof *recipes; i++) {
        reel_memory memory = write_recipe(&recipes[i]);
        reel_options options = machinery_options(NULL);
        reel_replay *replay = load_bytes(memory.data, memory.size, &options);
        size_t count;
        const toy_point *points = reel_rows(replay, &toy_points, &count);
        assert_ptr_equal(reel_replay_format(replay), recipes[i].format);
        assert_int_equal(count, recipes[i].rows);
        for (size_t row = 0; row < count; row++) {
            toy_point expected = point_of(&recipes[i], row);
            assert_int_equal(points[row].tick, expected.tick);
            assert_int_equal(points[row].value, expected.value);
        }
        reel_free(replay);
        reel_memory_free(&memory);
    }
}

static void is_unknown_to_a_caller_who_does_not_bring_it(void **state)
{
    (void)state;
    reel_memory memory = write_recipe(&recipes[0]);
    reel_replay *replay;
    assert_int_equal(reel_load(reel_source_memory(memory.data, memory.size), NULL, &replay, NULL), REEL_UNSUPPORTED);
    reel_memory_free(&memory);
}

static void a_stream_comes_in_chunks_of_bounded_memory(void **state)
{
    (void)state;
    enum { ROWS = 200000 };
    toy_recipe endless = { "", &reel_format_toy_stream, ROWS, 1 };
    reel_memory memory = write_recipe(&endless);
    test_allocator counted = { 0 };
    reel_allocator allocator = test_allocator_of(&counted);
    reel_options options = machinery_options(&allocator);
    test_source source = { .data = memory.data, .size = memory.size, .step = 1000 };
    reel_reader *reader;
    const reel_chunk *chunk;
    size_t count, chunks = 0, rows = 0;
    assert_int_equal(reel_open(test_source_of(&source), &options, &reader, NULL), REEL_OK);
    while (reel_next(reader, &chunk, NULL) == REEL_OK) {
        const toy_point *points = reel_chunk_rows(chunk, &toy_points, &count);
        assert_int_equal(reel_chunk_first(chunk, &toy_points), rows);
        if (count) assert_int_equal(points[0].tick, 5 + (int)rows);
        rows += count;
        chunks++;
    }
    assert_null(reel_reader_damage(reader));
    reel_close(reader);
    assert_int_equal(rows, ROWS);
    assert_true(chunks > 1000);
    if (counted.peak > 100000) fail_msg("%zu bytes for a file of %zu", counted.peak, memory.size);
    assert_int_equal(counted.live, 0);
    reel_memory_free(&memory);
}

static void is_not_converted_without_a_conversion(void **state)
{
    (void)state;
    reel_memory memory = write_recipe(&recipes[0]);
    reel_options options = machinery_options(NULL);
    test_sink sink = { 0 };
    reel_error error;
    assert_int_equal(reel_convert(reel_source_memory(memory.data, memory.size), &options, &reel_format_toy_stream,
                                  test_sink_of(&sink), NULL, &error),
                     REEL_UNSUPPORTED);
    assert_string_equal(error.rule, "convert.unsupported");
    assert_int_equal(sink.commits, 0);
    assert_int_equal(sink.discards, 1);
    test_sink_free(&sink);
    reel_memory_free(&memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_the_golden_files),
        cmocka_unit_test(reads_its_rows),
        cmocka_unit_test(is_unknown_to_a_caller_who_does_not_bring_it),
        cmocka_unit_test(a_stream_comes_in_chunks_of_bounded_memory),
        cmocka_unit_test(is_not_converted_without_a_conversion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
