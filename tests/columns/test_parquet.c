/* SPDX-License-Identifier: MIT
 * Parquet files are what parquet.thrift says, whatever fails. tests/columns/proof.sh has other programs read them. */
#include "arrays.h"
#include "thrift_read.h"

#include "columns/packer.h"
#include "columns/parquet/encode.h"
#include "columns/parquet/parquet.h"
#include "columns/parquet/statistics.h"
#include "core/crc32.h"

/* ---- writing ------------------------------------------------------------------------------------------------------ */

/* Writes the batch of a table `times` times. */
static reel_status write_table(test_table *t, int times, parquet_options options, test_sink *state,
                               const reel_allocator *allocator, reel_error *error)
{
    reel_sink sink = test_sink_of(state);
    reel_output out;
    parquet_writer *writer = NULL;
    *error = (reel_error){ .rule = "" };
    if (!reel__output_open(&out, &sink, allocator, error)) return REEL_MEMORY;
    reel_status status = reel__parquet_begin(&writer, &out, &t->schema, &options, allocator);
    for (int i = 0; i < times && status == REEL_OK; i++) status = reel__parquet_write(writer, &t->batch);
    if (status == REEL_OK) status = reel__parquet_end(writer);
    if (status == REEL_OK) status = reel__output_flush(&out);
    reel__parquet_free(writer);
    reel__output_close(&out, allocator);
    return status;
}

static test_sink written(test_table *t, int times, parquet_options options)
{
    test_sink sink = { 0 };
    reel_error error;
    reel_allocator allocator = reel__memory_allocator(NULL);
    assert_int_equal(write_table(t, times, options, &sink, &allocator, &error), REEL_OK);
    return sink;
}

static reel_error refused(test_table *t, parquet_options options, reel_status status)
{
    test_sink sink = { 0 };
    reel_error error;
    reel_allocator allocator = reel__memory_allocator(NULL);
    assert_int_equal(write_table(t, 1, options, &sink, &allocator, &error), status);
    assert_int_equal(error.status, status);
    test_sink_free(&sink);
    return error;
}

/* ---- reading ------------------------------------------------------------------------------------------------------ */

static uint32_t word_at(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static thrift_at footer_of(const test_sink *file)
{
    assert_true(file->size > 12);
    assert_memory_equal(file->data, "PAR1", 4);
    assert_memory_equal(file->data + file->size - 4, "PAR1", 4);
    uint32_t size = word_at(file->data + file->size - 8);
    assert_true(size <= file->size - 12);
    return (thrift_at){ file->data + file->size - 8 - size, file->data + file->size - 8 };
}

static size_t list_size(thrift_at t, int id)
{
    size_t count;
    thrift_item(t, id, 0, &count);
    return count;
}

/* ColumnMetaData of a column chunk. */
static thrift_at chunk_of(thrift_at footer, size_t group, size_t column)
{
    size_t count;
    thrift_at rows = thrift_item(footer, 4, group, &count);
    assert_true(group < count);
    thrift_at chunk = thrift_item(rows, 1, column, &count);
    assert_true(column < count);
    return thrift_inner(chunk, 3);
}

/* Walks the pages of a chunk. Returns the values in them; *plain: their size before compression, with headers. */
static int64_t walk_pages(const test_sink *file, uint64_t at, uint64_t size, int64_t *plain)
{
    int64_t values = 0;
    uint64_t end = at + size;
    *plain = 0;
    while (at < end) {
        thrift_at page = { file->data + at, file->data + end }, body = page;
        bool is_dictionary = thrift_number(page, 1) == 2;
        size_t packed = (size_t)thrift_number(page, 3);
        thrift_skip(&body, 12, false);
        assert_true(packed <= (size_t)(body.end - body.at));
        assert_int_equal((uint32_t)thrift_number(page, 4), reel__crc32(body.at, packed));
        if (!is_dictionary) values += thrift_number(thrift_inner(page, 5), 1);
        *plain += thrift_number(page, 2) + (body.at - page.at);
        at = (uint64_t)(body.at - file->data) + packed;
    }
    assert_int_equal(at, end);
    return values;
}

/* The chunks follow each other from the magic to the footer, and their pages have the rows that the footer states. */
static void assert_sound(const test_sink *file, int64_t rows)
{
    thrift_at footer = footer_of(file);
    uint64_t at = 4;
    int64_t sum = 0;
    size_t groups = list_size(footer, 4), columns = list_size(footer, 2) - 1, count;
    for (size_t g = 0; g < groups; g++) {
        thrift_at group = thrift_item(footer, 4, g, &count);
        for (size_t c = 0; c < columns; c++) {
            thrift_at chunk = chunk_of(footer, g, c), dictionary = { NULL, NULL };
            int type;
            int64_t plain, size = thrift_number(chunk, 7);
            int64_t start = thrift_find(chunk, 11, &dictionary, &type) ? thrift_zigzag(&dictionary) : thrift_number(chunk, 9);
            assert_int_equal(start, at);
            assert_int_equal(walk_pages(file, at, (uint64_t)size, &plain), thrift_number(group, 3));
            assert_int_equal(plain, thrift_number(chunk, 6));
            assert_int_equal(thrift_number(chunk, 5), thrift_number(group, 3));
            at += (uint64_t)size;
        }
        sum += thrift_number(group, 3);
    }
    assert_int_equal(sum, rows);
    assert_int_equal(thrift_number(footer, 3), rows);
    assert_ptr_equal(file->data + at, footer.at);
}

/* ---- files -------------------------------------------------------------------------------------------------------- */

static void pages_and_footer_agree(void **unused)
{
    (void)unused;
    static const size_t rows[] = { 0, 1, 7, 8, 9, 64, 127, 128, 129, 1000 };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_table t;
        table_of_every_type(&t, rows[i], i);
        test_sink packed = written(&t, 3, (parquet_options){ 0 });
        test_sink plain = written(&t, 3, (parquet_options){ .level = PACKER_NONE });
        assert_sound(&packed, 3 * (int64_t)rows[i]);
        assert_sound(&plain, 3 * (int64_t)rows[i]);
        test_sink_free(&packed);
        test_sink_free(&plain);
        table_free(&t);
    }
}

static void row_groups_end_at_their_rows(void **unused)
{
    (void)unused;
    test_table t;
    table_of_every_type(&t, 100, 1);
    test_sink file = written(&t, 5, (parquet_options){ .group_rows = 120 });
    thrift_at footer = footer_of(&file);
    assert_int_equal(list_size(footer, 4), 5);
    size_t count;
    for (size_t g = 0; g < 4; g++) assert_int_equal(thrift_number(thrift_item(footer, 4, g, &count), 3), 120);
    assert_int_equal(thrift_number(thrift_item(footer, 4, 4, &count), 3), 20);
    assert_sound(&file, 500);
    test_sink_free(&file);
    table_free(&t);
}

static void row_groups_end_at_their_bytes(void **unused)
{
    (void)unused;
    test_table t;
    table_of_every_type(&t, 1000, 1);
    test_sink file = written(&t, 6, (parquet_options){ .group_bytes = 100000 });
    assert_true(list_size(footer_of(&file), 4) > 1);
    assert_sound(&file, 6000);
    test_sink_free(&file);
    table_free(&t);
}

static void tables_without_rows_or_columns_are_files(void **unused)
{
    (void)unused;
    test_table t;
    table_begin(&t, 0);
    test_sink file = written(&t, 1, (parquet_options){ 0 });
    assert_sound(&file, 0);
    test_sink_free(&file);
    table_begin(&t, 12);
    file = written(&t, 2, (parquet_options){ 0 });
    assert_int_equal(thrift_number(footer_of(&file), 3), 24);
    test_sink_free(&file);
    table_of_every_type(&t, 5, 1);
    file = written(&t, 0, (parquet_options){ 0 });
    assert_sound(&file, 0);
    assert_int_equal(list_size(footer_of(&file), 4), 0);
    test_sink_free(&file);
    table_free(&t);
}

static void dictionaries_that_are_too_large_are_left(void **unused)
{
    (void)unused;
    enum { ROWS = 3000, SIZE = 600 };
    test_table t;
    table_begin(&t, ROWS);
    int32_t *ends = table_block(&t, (ROWS + 1) * sizeof *ends);
    uint8_t *bytes = table_block(&t, ROWS * SIZE);
    for (int i = 0; i < ROWS; i++) {
        ends[i + 1] = (i + 1) * SIZE;
        int32_t label = i < 1000 ? i % 10 : i;
        memcpy(bytes + i * SIZE, &label, sizeof label);
    }
    table_add(&t, "text", "z", NULL, ends, bytes);
    test_sink file = written(&t, 1, (parquet_options){ .level = PACKER_NONE });
    assert_sound(&file, ROWS);
    size_t count;
    thrift_at chunk = chunk_of(footer_of(&file), 0, 0);
    thrift_at encodings = thrift_item(chunk, 2, 0, &count);
    assert_int_equal(count, 3);
    assert_int_equal(thrift_zigzag(&encodings), ENCODING_PLAIN); /* of the dictionary page */
    assert_int_equal(thrift_zigzag(&encodings), ENCODING_DELTA_LENGTH);
    assert_int_equal(thrift_zigzag(&encodings), ENCODING_DICTIONARY);
    test_sink_free(&file);
    table_free(&t);
}

/* Readers expect an Arrow dictionary to stay one, or to be plain text. Its indexes may be of any width. */
static void dictionaries_of_arrow_that_are_too_large_become_plain(void **unused)
{
    (void)unused;
    enum { LABELS = 100, SIZE = 20000 };
    static const struct {
        const char *format;
        size_t width;
    } indexes[] = { { "c", 1 }, { "C", 1 }, { "s", 2 }, { "S", 2 }, { "i", 4 }, { "I", 4 }, { "l", 8 }, { "L", 8 } };
    for (size_t n = 0; n < sizeof indexes / sizeof *indexes; n++) {
        test_table t;
        table_begin(&t, LABELS);
        int32_t *ends = table_block(&t, (LABELS + 1) * sizeof *ends);
        uint8_t *bytes = table_block(&t, LABELS * SIZE), *values = table_block(&t, LABELS * indexes[n].width);
        for (int i = 0; i < LABELS; i++) {
            uint64_t label = (uint64_t)i;
            ends[i + 1] = (i + 1) * SIZE;
            memset(bytes + i * SIZE, i + 1, SIZE);
            memcpy(values + (size_t)i * indexes[n].width, low_bytes(&label, indexes[n].width), indexes[n].width);
        }
        table_labels(&t, table_add(&t, "label", indexes[n].format, NULL, values, NULL), LABELS, ends, bytes);
        test_sink file = written(&t, 2, (parquet_options){ .level = PACKER_NONE });
        assert_sound(&file, 2 * LABELS);
        size_t count, found = 0;
        thrift_at encodings = thrift_item(chunk_of(footer_of(&file), 0, 0), 2, 0, &count);
        for (size_t i = 0; i < count; i++) found += thrift_zigzag(&encodings) == ENCODING_DELTA_LENGTH;
        assert_int_equal(found, 0);
        /* the last text stands in a page, after its size */
        uint8_t last[SIZE + 4] = { SIZE & 0xff, SIZE >> 8 };
        memset(last + 4, LABELS, SIZE);
        bool stands = false;
        for (uint64_t at = 0; !stands && at + sizeof last <= file.size; at++) stands = !memcmp(file.data + at, last, sizeof last);
        assert_true(stands);
        test_sink_free(&file);
        table_free(&t);
    }
}

/* One value of 1 MiB a batch, so that a row group has more text than 32 bits count. It compresses to nearly nothing. */
static void row_groups_may_have_more_text_than_an_int32_counts(void **unused)
{
    (void)unused;
    enum { SIZE = 1 << 20, TIMES = 2100 };
    const char *effort = getenv("REEL_TEST_EFFORT");
    if (effort && !strcmp(effort, "quick")) skip();
#ifndef REEL_WITH_ZSTD
    skip();
#endif
    test_table t;
    table_begin(&t, 1);
    const int32_t ends[] = { 0, SIZE };
    table_add(&t, "text", "z", NULL, ends, table_block(&t, SIZE));
    test_sink file = written(&t, TIMES, (parquet_options){ 0 });
    thrift_at footer = footer_of(&file);
    assert_int_equal(list_size(footer, 4), 1);
    assert_true(thrift_number(chunk_of(footer, 0, 0), 6) > INT32_MAX);
    assert_sound(&file, TIMES);
    test_sink_free(&file);
    table_free(&t);
}

/* Each float has three bytes of noise and one of three values: a table for all bytes would spend more than a bit on those. */
static void planes_of_floats_are_packed_apart(void **unused)
{
    (void)unused;
    enum { ROWS = 20000, NOISE = 3 };
#ifndef REEL_WITH_ZSTD
    skip();
#endif
    for (int is_double = 0; is_double < 2; is_double++) {
        const size_t width = is_double ? 8 : 4;
        test_table t;
        table_begin(&t, ROWS);
        uint8_t *values = table_block(&t, ROWS * width);
        for (size_t i = 0; i < ROWS; i++) {
            const uint64_t top = UINT64_C(0x3f) + table_random(&t) % 3,
                           value = (table_random(&t) & 0xffffff) | top << (8 * width - 8);
            memcpy(values + i * width, low_bytes(&value, width), width);
        }
        table_add(&t, "value", is_double ? "g" : "f", NULL, values, NULL);
        test_sink file = written(&t, 1, (parquet_options){ 0 });
        assert_sound(&file, ROWS);
        assert_true(file.size < NOISE * ROWS + ROWS * 7 / 20); /* 2.8 bits for each of the others; with one table for all, 3.4 */
        test_sink_free(&file);
        table_free(&t);
    }
}

static void values_that_no_page_holds_are_refused(void **unused)
{
    (void)unused;
    test_table t;
    const int64_t ends[] = { 0, INT64_C(1) << 31 };
    table_begin(&t, 1);
    table_add(&t, "text", "U", NULL, ends, "");
    assert_string_equal(refused(&t, (parquet_options){ 0 }, REEL_LIMIT).rule, "parquet.value");
}

static void nested_columns_are_refused(void **unused)
{
    (void)unused;
    test_table t;
    table_begin(&t, 0);
    table_add(&t, "pair", "+s", NULL, NULL, NULL);
    assert_string_equal(refused(&t, (parquet_options){ 0 }, REEL_UNSUPPORTED).rule, "parquet.type");
    table_begin(&t, 0);
    table_add(&t, "when", "tsu:", NULL, NULL, NULL);
    assert_string_equal(refused(&t, (parquet_options){ 0 }, REEL_UNSUPPORTED).rule, "arrow.type");
}

static void batches_of_another_shape_are_refused(void **unused)
{
    (void)unused;
    test_table t;
    const int32_t values[] = { 1, 2, 3, 4 };
    for (size_t way = 0; table_of_another_shape(&t, way); way++)
        assert_string_equal(refused(&t, (parquet_options){ 0 }, REEL_ARGUMENT).rule, "arrow.batch");
    for (size_t way = 0; table_of_odd_labels(&t, way); way++)
        assert_string_equal(refused(&t, (parquet_options){ 0 }, REEL_UNSUPPORTED).rule, "arrow.type");
    table_begin(&t, 4);
    table_add(&t, "a", "i", NULL, values, NULL);
    t.arrays[0].length = 3;
    assert_string_equal(refused(&t, (parquet_options){ 0 }, REEL_ARGUMENT).rule, "arrow.batch");
    t.arrays[0].length = 4;
    t.arrays[0].n_buffers = 3;
    assert_string_equal(refused(&t, (parquet_options){ 0 }, REEL_ARGUMENT).rule, "arrow.batch");
    t.arrays[0].n_buffers = 2;
    static const uint8_t some[] = { 5 };
    t.buffers[0][0] = some;
    t.arrays[0].null_count = -1; /* nulls in a column that is not nullable */
    assert_string_equal(refused(&t, (parquet_options){ 0 }, REEL_ARGUMENT).rule, "arrow.batch");
}

static void indexes_outside_their_dictionary_are_refused(void **unused)
{
    (void)unused;
    test_table t;
    const int32_t ends[] = { 0, 1, 2 };
    const int8_t bad[][2] = { { 0, 2 }, { -1, 0 } };
    for (size_t i = 0; i < 2; i++) {
        table_begin(&t, 2);
        table_labels(&t, table_add(&t, "label", "c", NULL, bad[i], NULL), 2, ends, "ab");
        assert_string_equal(refused(&t, (parquet_options){ 0 }, REEL_ARGUMENT).rule, "arrow.batch");
    }
}

/* A golden file, without the version of the library and what counts its characters. */
static void bytes_are_those_of_the_golden_file(void **unused)
{
    (void)unused;
    static const char *const pairs[] = { "reel:table", "tiny", NULL };
    static const float floats[] = { 1.5f, -0.0f, 3.25f };
    static const int32_t numbers[] = { 7, -7, 1000000 }, ends[] = { 0, 1, 3, 4 };
    static const uint8_t bits[] = { 5 };
    test_table t;
    table_begin(&t, 3);
    t.schema.metadata = metadata_of(&t, pairs);
    table_add(&t, "f", "f", NULL, floats, NULL);
    table_add(&t, "i", "i", bits, numbers, NULL);
    table_add(&t, "u", "u", NULL, ends, "abba");
    table_add(&t, "b", "b", NULL, bits, NULL);
    test_sink file = written(&t, 1, (parquet_options){ .level = PACKER_NONE });
    const char *path = project_path("tests/columns/golden/tiny.parquet");
    if (getenv("REEL_UPDATE")) {
        FILE *to = fopen(path, "wb");
        assert_non_null(to);
        fwrite(file.data, 1, file.size, to);
        fclose(to);
    }
    test_sink golden = { 0 };
    golden.data = read_file(path, &golden.size);
    reel_bytes by = thrift_bytes(footer_of(&file), 6), golden_by = thrift_bytes(footer_of(&golden), 6);
    assert_int_equal(by.size, strlen("reel version " REEL_VERSION));
    assert_memory_equal(by.data, "reel version " REEL_VERSION, by.size);
    size_t before = (size_t)(by.data - file.data) - 1, golden_before = (size_t)(golden_by.data - golden.data) - 1;
    assert_int_equal(before, golden_before);
    assert_memory_equal(file.data, golden.data, before);
    size_t after = file.size - 8 - before - 1 - by.size;
    assert_int_equal(after, golden.size - 8 - before - 1 - golden_by.size);
    assert_memory_equal(by.data + by.size, golden_by.data + golden_by.size, after);
    free(golden.data);
    test_sink_free(&file);
    table_free(&t);
}

/* ---- faults ------------------------------------------------------------------------------------------------------- */

static void every_failed_allocation_is_an_error_without_a_leak(void **unused)
{
    (void)unused;
    test_table t;
    table_of_every_type(&t, 300, 3);
    for (int once = 0; once < 2; once++)
        for (size_t n = 1;; n++) {
            test_allocator state = { .fail_at = n, .fail_once = once };
            reel_allocator allocator = test_allocator_of(&state);
            test_sink sink = { 0 };
            reel_error error;
            reel_status status = write_table(&t, 2, (parquet_options){ .group_rows = 400 }, &sink, &allocator, &error);
            assert_int_equal(state.live, 0);
            if (status == REEL_OK) assert_sound(&sink, 600);
            test_sink_free(&sink);
            if (status == REEL_OK) break;
            assert_int_equal(status, REEL_MEMORY);
            assert_true(n < 5000);
        }
    table_free(&t);
}

static void every_failed_write_is_an_error_without_a_leak(void **unused)
{
    (void)unused;
    test_table t;
    table_of_every_type(&t, 3000, 3);
    size_t n = 1;
    for (;; n++) {
        test_allocator state = { 0 };
        reel_allocator allocator = test_allocator_of(&state);
        test_sink sink = { .fail_at = n };
        reel_error error;
        reel_status status = write_table(&t, 2, (parquet_options){ .group_rows = 400 }, &sink, &allocator, &error);
        assert_int_equal(state.live, 0);
        test_sink_free(&sink);
        if (status == REEL_OK) break;
        assert_int_equal(status, REEL_IO);
    }
    assert_true(n > 3);
    table_free(&t);
}

static void memory_is_bounded_by_the_row_group(void **unused)
{
    (void)unused;
    test_table t;
    table_of_every_type(&t, 2000, 3);
    size_t peaks[2];
    for (int i = 0; i < 2; i++) {
        test_allocator state = { 0 };
        reel_allocator allocator = test_allocator_of(&state);
        test_sink sink = { 0 };
        reel_error error;
        assert_int_equal(write_table(&t, i ? 80 : 20, (parquet_options){ .group_rows = 10000 }, &sink, &allocator, &error),
                         REEL_OK);
        peaks[i] = state.peak;
        test_sink_free(&sink);
    }
    assert_true(peaks[1] < peaks[0] + peaks[0] / 4);
    table_free(&t);
}

/* ---- bounds ------------------------------------------------------------------------------------------------------- */

static void assert_bound(const statistics *s, bool greatest, const void *wanted, size_t wanted_size, bool wanted_exact)
{
    uint8_t bytes[STATISTICS_TEXT];
    size_t size;
    bool is_exact;
    assert_true(reel__statistics_bound(s, greatest, bytes, &size, &is_exact));
    assert_int_equal(size, wanted_size);
    assert_memory_equal(bytes, wanted, size);
    assert_int_equal(is_exact, wanted_exact);
}

static void float_bounds_leave_out_nan_and_take_both_zeros(void **unused)
{
    (void)unused;
    uint8_t bytes[STATISTICS_TEXT];
    size_t size;
    bool is_exact;
    static const uint32_t nans[] = { 0x7fc00000, 0xffc00000, 0x7f800001 };
    statistics s = { .order = ORDER_F32 };
    reel__statistics_numbers(&s, nans, 3);
    assert_false(reel__statistics_bound(&s, false, bytes, &size, &is_exact));
    static const uint32_t zeros[] = { 0x7fc00000, 0x00000000 };
    reel__statistics_numbers(&s, zeros, 2);
    assert_bound(&s, false, "\0\0\0\x80", 4, true);
    assert_bound(&s, true, "\0\0\0\0", 4, true);
    static const uint32_t ones[] = { 0xbf800000, 0x3f800000, 0xffffffff };
    reel__statistics_numbers(&s, ones, 3);
    assert_bound(&s, false, "\0\0\x80\xbf", 4, true);
    assert_bound(&s, true, "\0\0\x80\x3f", 4, true);
    statistics negative = { .order = ORDER_F64 };
    static const uint64_t minus_zero[] = { UINT64_C(1) << 63 };
    reel__statistics_numbers(&negative, minus_zero, 1);
    assert_bound(&negative, true, "\0\0\0\0\0\0\0\0", 8, true);
    assert_bound(&negative, false, "\0\0\0\0\0\0\0\x80", 8, true);
}

static void integer_bounds_have_the_order_of_their_sign(void **unused)
{
    (void)unused;
    static const uint32_t values[] = { 1, 0xffffffff };
    statistics with_sign = { .order = ORDER_I32 }, without = { .order = ORDER_U32 };
    reel__statistics_numbers(&with_sign, values, 2);
    reel__statistics_numbers(&without, values, 2);
    assert_bound(&with_sign, false, "\xff\xff\xff\xff", 4, true);
    assert_bound(&with_sign, true, "\1\0\0\0", 4, true);
    assert_bound(&without, false, "\1\0\0\0", 4, true);
    assert_bound(&without, true, "\xff\xff\xff\xff", 4, true);
    static const uint64_t wide[] = { 1, UINT64_MAX };
    statistics unsigned_wide = { .order = ORDER_U64 };
    reel__statistics_numbers(&unsigned_wide, wide, 2);
    assert_bound(&unsigned_wide, true, "\xff\xff\xff\xff\xff\xff\xff\xff", 8, true);
}

static void long_texts_are_cut_and_their_upper_bound_is_raised(void **unused)
{
    (void)unused;
    char text[100];
    memset(text, 'x', sizeof text);
    statistics s = { .order = ORDER_UTF8 };
    reel__statistics_add_text(&s, text, sizeof text);
    assert_bound(&s, false, text, 64, false);
    text[63] = 'y';
    assert_bound(&s, true, text, 64, false);

    /* A character that would be cut in two goes, and one that is not ASCII is not raised. */
    statistics accents = { .order = ORDER_UTF8 };
    text[0] = 'a';
    for (size_t i = 1; i + 1 < sizeof text; i += 2) memcpy(text + i, "\xc3\xa9", 2);
    reel__statistics_add_text(&accents, text, 99);
    assert_bound(&accents, false, text, 63, false);
    assert_bound(&accents, true, "b", 1, false);

    statistics bytes = { .order = ORDER_BYTES };
    memset(text, 0xff, sizeof text);
    reel__statistics_add_text(&bytes, text, sizeof text);
    uint8_t bound[STATISTICS_TEXT];
    size_t size;
    bool is_exact;
    assert_false(reel__statistics_bound(&bytes, true, bound, &size, &is_exact));
    assert_bound(&bytes, false, text, 64, false);
    reel__statistics_add_text(&bytes, "", 0);
    assert_bound(&bytes, false, "", 0, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_and_footer_agree),
        cmocka_unit_test(row_groups_end_at_their_rows),
        cmocka_unit_test(row_groups_end_at_their_bytes),
        cmocka_unit_test(tables_without_rows_or_columns_are_files),
        cmocka_unit_test(dictionaries_that_are_too_large_are_left),
        cmocka_unit_test(row_groups_may_have_more_text_than_an_int32_counts),
        cmocka_unit_test(planes_of_floats_are_packed_apart),
        cmocka_unit_test(values_that_no_page_holds_are_refused),
        cmocka_unit_test(nested_columns_are_refused),
        cmocka_unit_test(batches_of_another_shape_are_refused),
        cmocka_unit_test(indexes_outside_their_dictionary_are_refused),
        cmocka_unit_test(dictionaries_of_arrow_that_are_too_large_become_plain),
        cmocka_unit_test(bytes_are_those_of_the_golden_file),
        cmocka_unit_test(every_failed_allocation_is_an_error_without_a_leak),
        cmocka_unit_test(every_failed_write_is_an_error_without_a_leak),
        cmocka_unit_test(memory_is_bounded_by_the_row_group),
        cmocka_unit_test(float_bounds_leave_out_nan_and_take_both_zeros),
        cmocka_unit_test(integer_bounds_have_the_order_of_their_sign),
        cmocka_unit_test(long_texts_are_cut_and_their_upper_bound_is_raised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
