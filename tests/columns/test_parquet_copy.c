/* SPDX-License-Identifier: MIT
 * Rows that are copied from a Parquet file are those that it was written with: the copy is, byte for byte, the file that a writer makes of those
 * rows alone. */
#include "arrays.h"

#include "columns/packer.h"
#include "columns/parquet/parquet.h"

enum { MOST_RANGES = 64 };

typedef struct target {
    test_sink sink;
    reel_sink inner;
    reel_output out;
    reel_error error;
    parquet_writer *writer;
} target;

static reel_status target_begin(target *to, const test_table *t, const parquet_options *options, const reel_allocator *allocator)
{
    *to = (target){ .error = { .rule = "" } };
    to->inner = test_sink_of(&to->sink);
    if (!reel__output_open(&to->out, &to->inner, allocator, &to->error)) return REEL_MEMORY;
    return reel__parquet_begin(&to->writer, &to->out, &t->schema, options, allocator);
}

static reel_status target_end(target *to, reel_status status, const reel_allocator *allocator)
{
    if (status == REEL_OK) status = reel__parquet_end(to->writer);
    if (status == REEL_OK) status = reel__output_flush(&to->out);
    reel__parquet_free(to->writer);
    reel__output_close(&to->out, allocator);
    return status;
}

/* The rows of ranges of the batch, `times` times, as a file. */
static test_sink written(test_table *t, const reel_export_range *ranges, size_t count, int times, const parquet_options *options)
{
    target to;
    const reel_allocator allocator = reel__memory_allocator(NULL);
    reel_status status = target_begin(&to, t, options, &allocator);
    for (int i = 0; i < times; i++)
        for (size_t r = 0; r < count && status == REEL_OK; r++) {
            struct ArrowArray slice = t->batch;
            slice.offset = (int64_t)ranges[r].first;
            slice.length = (int64_t)ranges[r].count;
            status = reel__parquet_write(to.writer, &slice);
        }
    assert_int_equal(target_end(&to, status, &allocator), REEL_OK);
    return to.sink;
}

/* A source that is read, not mapped. */
typedef struct seekable {
    const test_sink *file;
    uint64_t at;
} seekable;

static reel_status seekable_read(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    seekable *s = context;
    (void)error;
    const uint64_t left = s->file->size - s->at;
    *got = left < capacity ? (size_t)left : capacity;
    if (*got > 1000) *got = 1000;
    if (!*got) return REEL_END;
    memcpy(buffer, s->file->data + s->at, *got);
    s->at += *got;
    return REEL_OK;
}

static reel_status seekable_seek(void *context, uint64_t offset, reel_error *error)
{
    (void)error;
    ((seekable *)context)->at = offset;
    return REEL_OK;
}

static reel_status copied(test_table *t, reel_source source, uint64_t rows, const reel_export_range *ranges, size_t count,
                          const parquet_options *options, const reel_allocator *given, target *to, uint64_t *found)
{
    const reel_allocator allocator = given ? *given : reel__memory_allocator(NULL);
    reel_status status = target_begin(to, t, options, &allocator);
    *found = 0;
    if (status == REEL_OK) status = reel__parquet_copy(to->writer, source, rows, ranges, count, found);
    return target_end(to, status, &allocator);
}

/* Ranges at random, of which some are empty and some touch. */
static size_t random_ranges(test_table *t, uint64_t rows, reel_export_range *ranges)
{
    size_t count = 0;
    for (uint64_t at = 0; at < rows && count < MOST_RANGES;) {
        const uint64_t left = rows - at, size = table_random(t) % (left < 300 ? left + 1 : 300);
        if (table_random(t) % 3) ranges[count++] = (reel_export_range){ at, size };
        at += size;
    }
    return count;
}

static void assert_copies(test_table *t, uint64_t rows, const reel_export_range *ranges, size_t count,
                          const parquet_options *options, const parquet_options *source_options)
{
    const reel_export_range all = { 0, rows };
    test_sink whole = written(t, &all, 1, 1, source_options), wanted = written(t, ranges, count, 1, options);
    for (int mapped = 0; mapped < 2; mapped++) {
        seekable state = { .file = &whole };
        reel_source source = reel_source_memory(whole.data, whole.size);
        if (!mapped)
            source = (reel_source){ .context = &state, .size = whole.size, .read = seekable_read, .seek = seekable_seek };
        target to;
        uint64_t found;
        if (copied(t, source, rows, ranges, count, options, NULL, &to, &found) < 0)
            fail_msg("%s: %s", to.error.rule, to.error.message);
        assert_int_equal(found, rows);
        assert_int_equal(to.sink.size, wanted.size);
        assert_memory_equal(to.sink.data, wanted.data, wanted.size);
        test_sink_free(&to.sink);
    }
    test_sink_free(&whole);
    test_sink_free(&wanted);
}

static void a_copy_is_what_a_writer_makes_of_its_rows(void **unused)
{
    (void)unused;
    static const size_t sizes[] = { 1, 7, 8, 9, 127, 129, 1000, 5000 };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (uint64_t seed = 0; seed < 6; seed++) {
            test_table t;
            table_of_every_type(&t, sizes[i], seed);
            reel_export_range ranges[MOST_RANGES];
            const size_t count = random_ranges(&t, sizes[i], ranges);
            const parquet_options options = { .level = seed % 2 ? PACKER_NONE : 0 };
            const parquet_options source = { .level = seed % 3 ? 0 : PACKER_NONE, .group_rows = seed < 3 ? 0 : 700 };
            assert_copies(&t, sizes[i], ranges, count, &options, &source);
            assert_copies(&t, sizes[i], &(reel_export_range){ 0, sizes[i] }, 1, &options, &source);
            assert_copies(&t, sizes[i], NULL, 0, &options, &source);
            table_free(&t);
        }
}

/* Pages of 128 Ki rows, and row groups that are passed over. */
static void rows_of_many_pages_are_copied(void **unused)
{
    (void)unused;
    enum { ROWS = 400000 };
    test_table t;
    void *offsets;
    table_begin(&t, ROWS);
    table_add(&t, "f", "f", random_bits(&t, ROWS), random_floats(&t, ROWS, false), NULL);
    table_add(&t, "i", "s", NULL, random_values(&t, ROWS, 2), NULL);
    const void *bytes = random_texts(&t, ROWS, 4, UINT64_MAX, &offsets);
    table_add(&t, "u", "u", NULL, offsets, bytes);
    static const reel_export_range ranges[] = { { 0, 1 }, { 130000, 5000 }, { 262143, 2 }, { 390000, 10000 } };
    assert_copies(&t, ROWS, ranges, 4, &(parquet_options){ 0 }, &(parquet_options){ 0 });
    assert_copies(&t, ROWS, ranges, 4, &(parquet_options){ 0 }, &(parquet_options){ .group_rows = 60000 });
    table_free(&t);
}

/* A text that repeats has to be written out, but not all at once: here 300 MB, or 100. */
static void texts_that_repeat_take_bounded_memory(void **unused)
{
    (void)unused;
    enum { SIZE = 1 << 19 };
    const int times = (int)by_effort(600, 600, 200);
    test_table t;
    table_begin(&t, 1);
    static const int32_t ends[] = { 0, SIZE };
    table_add(&t, "u", "u", NULL, ends, memset(table_block(&t, SIZE), 'x', SIZE));
    const reel_export_range one = { 0, 1 }, all = { 0, (uint64_t)times };
    test_sink whole = written(&t, &one, 1, times, &(parquet_options){ 0 });
    test_allocator state = { 0 };
    const reel_allocator allocator = test_allocator_of(&state);
    target to;
    uint64_t found;
    reel_status status = copied(&t, reel_source_memory(whole.data, whole.size), (uint64_t)times, &all, 1, &(parquet_options){ 0 },
                                &allocator, &to, &found);
    assert_int_equal(status, REEL_OK);
    assert_true(state.peak < (size_t)64 << 20);
    assert_int_equal(to.sink.size, whole.size);
    assert_memory_equal(to.sink.data, whole.data, whole.size);
    test_sink_free(&to.sink);
    test_sink_free(&whole);
    table_free(&t);
}

static void what_does_not_fit_is_refused(void **unused)
{
    (void)unused;
    enum { ROWS = 300 };
    test_table t, other;
    table_of_every_type(&t, ROWS, 1);
    table_begin(&other, ROWS);
    table_add(&other, "a", "i", NULL, table_block(&other, ROWS * 4), NULL);
    const reel_export_range all = { 0, ROWS };
    test_sink whole = written(&t, &all, 1, 1, &(parquet_options){ 0 });
    const reel_source source = reel_source_memory(whole.data, whole.size);
    static const struct {
        uint64_t rows;
        reel_export_range ranges[2];
    } bad[] = { { ROWS - 1, { { 0, 1 }, { 1, 1 } } },
                { ROWS, { { 0, ROWS + 1 }, { 0, 0 } } },
                { ROWS, { { 5, 2 }, { 6, 1 } } },
                { ROWS, { { UINT64_MAX, 1 }, { 0, 1 } } },
                { ROWS, { { 1, UINT64_MAX }, { 0, 0 } } } };
    target to;
    uint64_t found;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(copied(&t, source, bad[i].rows, bad[i].ranges, 2, &(parquet_options){ 0 }, NULL, &to, &found),
                         REEL_ARGUMENT);
        assert_string_equal(to.error.rule, "export.copy-rows");
        assert_int_equal(found, ROWS);
        test_sink_free(&to.sink);
    }
    assert_int_equal(copied(&other, source, ROWS, &all, 1, &(parquet_options){ 0 }, NULL, &to, &found), REEL_UNSUPPORTED);
    assert_string_equal(to.error.rule, "export.copy");
    test_sink_free(&to.sink);
    reel_source stream = source;
    stream.data = NULL;
    assert_int_equal(copied(&t, stream, ROWS, &all, 1, &(parquet_options){ 0 }, NULL, &to, &found), REEL_ARGUMENT);
    assert_string_equal(to.error.rule, "export.copy-source");
    test_sink_free(&to.sink);
    test_sink_free(&whole);
    table_free(&t);
    table_free(&other);
}

/* Every byte of a file is changed, and it is cut at every byte (with less effort, at some): an error, or the rows as they were. */
static void damage_is_found(void **unused)
{
    (void)unused;
    enum { ROWS = 12 };
    test_table t;
    table_of_every_type(&t, ROWS, 2);
    const reel_export_range all = { 0, ROWS };
    for (int level = 0; level < 2; level++) {
        const parquet_options options = { .level = level ? PACKER_NONE : 0, .group_rows = 7 };
        test_sink whole = written(&t, &all, 1, 1, &options);
        const size_t step = by_effort(1, 7, 31);
        size_t same = 0;
        for (size_t i = 0; i < whole.size; i += step)
            for (int way = 0; way < 3; way++) {
                const uint8_t before = whole.data[i];
                target to;
                uint64_t found;
                if (way < 2) whole.data[i] ^= way ? 0x80 : 1;
                reel_status status = copied(&t, reel_source_memory(whole.data, way < 2 ? whole.size : i), ROWS, &all, 1, &options,
                                            NULL, &to, &found);
                whole.data[i] = before;
                if (status == REEL_OK) {
                    assert_int_not_equal(way, 2);
                    assert_int_equal(to.sink.size, whole.size);
                    assert_memory_equal(to.sink.data, whole.data, whole.size);
                    same++;
                }
                test_sink_free(&to.sink);
            }
        assert_true(same > 0 && same < 2 * whole.size); /* bounds, names and metadata of the footer are not read */
        test_sink_free(&whole);
    }
    table_free(&t);
}

static void every_failed_allocation_is_an_error_without_a_leak(void **unused)
{
    (void)unused;
    test_table t;
    table_of_every_type(&t, 300, 3);
    const reel_export_range all = { 0, 300 }, some = { 20, 200 };
    test_sink whole = written(&t, &all, 1, 1, &(parquet_options){ .group_rows = 200 });
    for (int once = 0; once < 2; once++)
        for (size_t n = 1;; n++) {
            test_allocator state = { .fail_at = n, .fail_once = once };
            const reel_allocator allocator = test_allocator_of(&state);
            target to;
            uint64_t found;
            reel_status status = copied(&t, reel_source_memory(whole.data, whole.size), 300, &some, 1, &(parquet_options){ 0 },
                                        &allocator, &to, &found);
            assert_int_equal(state.live, 0);
            test_sink_free(&to.sink);
            if (status == REEL_OK) break;
            assert_int_equal(status, REEL_MEMORY);
            assert_true(n < 8000);
        }
    test_sink_free(&whole);
    table_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_copy_is_what_a_writer_makes_of_its_rows),
        cmocka_unit_test(rows_of_many_pages_are_copied),
        cmocka_unit_test(texts_that_repeat_take_bounded_memory),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(damage_is_found),
        cmocka_unit_test(every_failed_allocation_is_an_error_without_a_leak),
    };
    return cmocka_run_group_tests_name("columns/parquet copy", tests, NULL, NULL);
}
