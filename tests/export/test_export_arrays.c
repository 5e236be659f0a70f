/* SPDX-License-Identifier: MIT
 * Exports of columns: which rows and fields, where they are from, and what is refused. The values are compared by
 * tests/columns/proof.sh, which has other programs read them. */
#include "../columns/thrift_read.h"
#include "rows.h"

#include "core/memory.h"

static const char *const kinds[] = { "arrow", "arrows", "parquet" };

static reel_chunk *chunk_of_rows(size_t rows)
{
    reel_allocator allocator = reel__memory_allocator(NULL);
    reel_chunk *chunk = reel__chunk_new(all_tables, NULL, 100000, &allocator);
    assert_non_null(chunk);
    for (size_t i = 0; i < rows; i++) {
        const every row = { .time = (double)i, .present = (uint8_t)(i & 3), .kind = (int32_t)(i % 9), .text = { "text", i % 5 } };
        assert_int_equal(reel__chunk_append(chunk, &every_table, &row, 1), REEL_OK);
    }
    return chunk;
}

static reel_status export_rows(const char *kind, const reel_export_options *given, const reel_chunk *chunk, int times,
                               reel_memory *memory, reel_error *error)
{
    static const reel_table *const one[] = { &every_table, NULL };
    reel_export_options options = *given;
    reel_export *e;
    options.tables = one;
    reel_status status = reel_export_open(reel_exporter_by_id(kind), reel_sink_memory(memory, NULL), NULL, &options, &e, error);
    if (status < 0) return status;
    for (int i = 0; i < times; i++) {
        if (options.origin) reel_export_origin(e, i % 2 ? "two" : "one");
        reel_export_chunk(e, chunk);
    }
    return reel_export_finish(e, error);
}

static thrift_at footer_of(const reel_memory *file)
{
    const uint8_t *end = file->data + file->size - 8;
    return (thrift_at){ end - reel_load_u32le(end), end };
}

static size_t columns_of(thrift_at footer)
{
    size_t count;
    thrift_item(footer, 2, 0, &count);
    return count - 1;
}

static reel_memory exported(const char *kind, const reel_export_options *options, const reel_chunk *chunk, int times)
{
    reel_memory memory = { 0 };
    reel_error error = { .message = "" };
    if (export_rows(kind, options, chunk, times, &memory, &error) < 0) fail_msg("%s: %s", kind, error.message);
    assert_true(memory.size > 0);
    return memory;
}

static void each_value_of_a_vector_is_a_column(void **state)
{
    (void)state;
    reel_chunk *chunk = chunk_of_rows(10);
    reel_memory file = exported("parquet", &(reel_export_options){ REEL_SIZED(reel_export_options) }, chunk, 1);
    assert_int_equal(columns_of(footer_of(&file)), 27);
    assert_int_equal(thrift_number(footer_of(&file), 3), 10);
    reel_memory_free(&file);
    static const char *const fields[] = { "position", "time", NULL };
    file = exported("parquet", &(reel_export_options){ REEL_SIZED(reel_export_options), .fields = fields }, chunk, 1);
    assert_int_equal(columns_of(footer_of(&file)), 4);
    size_t count;
    reel_bytes name = thrift_bytes(thrift_item(footer_of(&file), 2, 2, &count), 4);
    assert_int_equal(name.size, strlen("position_y"));
    assert_memory_equal(name.data, "position_y", name.size);
    reel_memory_free(&file);
    reel__chunk_free(chunk);
}

static void only_rows_in_the_span_are_written(void **state)
{
    (void)state;
    reel_chunk *chunk = chunk_of_rows(50000);
    const reel_export_options span = { REEL_SIZED(reel_export_options), .has_from = true, .from = 100, .has_to = true,
                                       .to = 40000 };
    reel_memory file = exported("parquet", &span, chunk, 3);
    assert_int_equal(thrift_number(footer_of(&file), 3), 3 * 39900);
    reel_memory_free(&file);
    reel__chunk_free(chunk);
}

static void rows_say_where_they_are_from(void **state)
{
    (void)state;
    reel_chunk *chunk = chunk_of_rows(20);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        static const char *const fields[] = { "time", NULL };
        reel_memory file = exported(
            kinds[i], &(reel_export_options){ REEL_SIZED(reel_export_options), .origin = "replay", .fields = fields }, chunk, 4);
        size_t found = 0;
        for (size_t at = 0; at + 6 <= file.size; at++) found += !memcmp(file.data + at, "replay", 6);
        assert_true(found > 0);
        reel_memory_free(&file);
    }
    reel_memory file =
        exported("parquet", &(reel_export_options){ REEL_SIZED(reel_export_options), .origin = "replay" }, chunk, 4);
    assert_int_equal(columns_of(footer_of(&file)), 28);
    assert_int_equal(thrift_number(footer_of(&file), 3), 80);
    reel_memory_free(&file);
    reel__chunk_free(chunk);
}

static size_t times_in(const reel_memory *file, const void *bytes, size_t size)
{
    size_t found = 0;
    for (size_t at = 0; at + size <= file->size; at++) found += !memcmp(file->data + at, bytes, size);
    return found;
}

/* Parquet: a dictionary of two texts, and positions in it by runs of 24. */
static void rows_of_several_replays_share_a_page(void **state)
{
    (void)state;
    static const char *const fields[] = { "time", NULL };
    static const uint8_t runs[] = { 1, 24 << 1, 0, 24 << 1, 1, 24 << 1, 0, 24 << 1, 1 };
    reel_chunk *chunk = chunk_of_rows(24), *many = chunk_of_rows(1100);
    const reel_export_options options = { REEL_SIZED(reel_export_options), .origin = "replay", .fields = fields,
                                          .zstd_level = REEL_EXPORT_ZSTD_NONE };
    reel_memory file = exported("parquet", &options, chunk, 4);
    assert_int_equal(times_in(&file, runs, sizeof runs), 1);
    assert_int_equal(times_in(&file, "\3\0\0\0one\3\0\0\0two", 14), 1);
    reel_memory_free(&file);
    file = exported("parquet", &options, many, 3); /* each is a batch */
    assert_int_equal(thrift_number(footer_of(&file), 3), 3300);
    assert_int_equal(times_in(&file, "\3\0\0\0one\3\0\0\0two", 14), 1);
    reel_memory_free(&file);
    reel__chunk_free(many);
    reel__chunk_free(chunk);
}

static void a_level_compresses_and_none_does_not(void **state)
{
    (void)state;
    reel_chunk *chunk = chunk_of_rows(20000);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        reel_memory plain = exported(
            kinds[i], &(reel_export_options){ REEL_SIZED(reel_export_options), .zstd_level = REEL_EXPORT_ZSTD_NONE }, chunk, 1);
#ifdef REEL_WITH_ZSTD
        reel_memory packed =
            exported(kinds[i], &(reel_export_options){ REEL_SIZED(reel_export_options), .zstd_level = 19 }, chunk, 1);
        assert_true(packed.size < plain.size);
        reel_memory_free(&packed);
#else
        reel_memory refused = { 0 };
        reel_error error;
        assert_int_equal(export_rows(kinds[i], &(reel_export_options){ REEL_SIZED(reel_export_options), .zstd_level = 19 }, chunk,
                                     1, &refused, &error),
                         REEL_UNSUPPORTED);
        assert_string_equal(error.rule, "columns.no-zstd");
#endif
        reel_memory_free(&plain);
        static const int32_t wrong[] = { -2, 23, INT32_MAX, INT32_MIN };
        for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++) {
            reel_memory none = { 0 };
            reel_error out_of_range;
            assert_int_equal(export_rows(kinds[i],
                                         &(reel_export_options){ REEL_SIZED(reel_export_options), .zstd_level = wrong[w] }, chunk,
                                         1, &none, &out_of_range),
                             REEL_ARGUMENT);
            assert_string_equal(out_of_range.rule, "export.zstd-level");
        }
    }
    reel__chunk_free(chunk);
}

static void an_export_without_a_table_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        reel_memory memory = { 0 };
        reel_error error;
        reel_export *e;
        assert_int_equal(reel_export_open(reel_exporter_by_id(kinds[i]), reel_sink_memory(&memory, NULL), NULL, NULL, &e, &error),
                         REEL_OK);
        assert_int_equal(reel_export_finish(e, &error), REEL_ARGUMENT);
        assert_string_equal(error.rule, "export.no-table");
    }
}

static void every_failed_allocation_is_reported(void **state)
{
    (void)state;
    reel_chunk *chunk = chunk_of_rows(100);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (size_t n = 1;; n++) {
            test_allocator counting = { .fail_at = n };
            reel_allocator allocator = test_allocator_of(&counting);
            reel_memory memory = { 0 };
            reel_error error;
            const reel_export_options options = { REEL_SIZED(reel_export_options), .allocator = &allocator, .origin = "replay",
                                                  .flags = REEL_EXPORT_LABELS };
            reel_status status = export_rows(kinds[i], &options, chunk, 3, &memory, &error);
            assert_int_equal(counting.live, 0);
            if (status == REEL_OK) reel_memory_free(&memory);
            if (status == REEL_OK) break;
            assert_int_equal(status, REEL_MEMORY);
        }
    reel__chunk_free(chunk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_value_of_a_vector_is_a_column),   cmocka_unit_test(only_rows_in_the_span_are_written),
        cmocka_unit_test(rows_say_where_they_are_from),         cmocka_unit_test(rows_of_several_replays_share_a_page),
        cmocka_unit_test(an_export_without_a_table_is_refused), cmocka_unit_test(every_failed_allocation_is_reported),
        cmocka_unit_test(a_level_compresses_and_none_does_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
