/* SPDX-License-Identifier: MIT
 * Arrow streams and files are what the format says, whatever fails. tests/columns/proof.sh has other programs read them. */
#include "arrays.h"

#include "columns/flatbuffer.h"
#include "columns/ipc.h"
#include "columns/packer.h"

/* ---- writing ------------------------------------------------------------------------------------------------------ */

static reel_status write_tables(test_table *const *tables, size_t count, ipc_options options, test_sink *state,
                                const reel_allocator *allocator, reel_error *error)
{
    reel_sink sink = test_sink_of(state);
    reel_output out;
    ipc_writer *writer = NULL;
    *error = (reel_error){ .rule = "" };
    if (!reel__output_open(&out, &sink, allocator, error)) return REEL_MEMORY;
    reel_status status = reel__ipc_begin(&writer, &out, &tables[0]->schema, &options, allocator);
    for (size_t i = 0; i < count && status == REEL_OK; i++) status = reel__ipc_write(writer, &tables[i]->batch);
    if (status == REEL_OK) status = reel__ipc_end(writer);
    if (status == REEL_OK) status = reel__output_flush(&out);
    reel__ipc_free(writer);
    reel__output_close(&out, allocator);
    return status;
}

static test_sink written(test_table *const *tables, size_t count, ipc_options options)
{
    test_sink sink = { 0 };
    reel_error error;
    reel_allocator allocator = reel__memory_allocator(NULL);
    assert_int_equal(write_tables(tables, count, options, &sink, &allocator, &error), REEL_OK);
    return sink;
}

static reel_error refused(test_table *t, reel_status status)
{
    test_sink sink = { 0 };
    reel_error error;
    reel_allocator allocator = reel__memory_allocator(NULL);
    assert_int_equal(write_tables(&t, 1, (ipc_options){ .level = PACKER_NONE }, &sink, &allocator, &error), status);
    test_sink_free(&sink);
    return error;
}

/* ---- reading ------------------------------------------------------------------------------------------------------ */

static uint32_t word_at(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}
static uint64_t wide_at(const uint8_t *at) { return word_at(at) | (uint64_t)word_at(at + 4) << 32; }

/* The member in a slot of a table; NULL: it has none. */
static const uint8_t *member_of(const uint8_t *table, size_t slot)
{
    const uint8_t *vtable = table - (int32_t)word_at(table);
    size_t size = vtable[0] | (size_t)vtable[1] << 8, at = 4 + 2 * slot;
    size_t offset = at < size ? vtable[at] | (size_t)vtable[at + 1] << 8 : 0;
    return offset ? table + offset : NULL;
}

static const uint8_t *table_in(const uint8_t *table, size_t slot)
{
    const uint8_t *member = member_of(table, slot);
    return member ? member + word_at(member) : NULL;
}

typedef struct message {
    int header; /* 1 schema, 2 dictionary, 3 records; 0: the end */
    const uint8_t *table, *body;
    uint64_t body_size, next;
    bool is_delta;
} message;

static message message_at(const test_sink *file, uint64_t at)
{
    assert_int_equal(at % 8, 0);
    assert_int_equal(word_at(file->data + at), UINT32_MAX);
    uint32_t size = word_at(file->data + at + 4);
    if (!size) return (message){ .next = at + 8 };
    assert_int_equal(size % 8, 0);
    const uint8_t *root = file->data + at + 8, *table = root + word_at(root);
    message m = { .header = *member_of(table, 1), .table = table_in(table, 2), .body = root + size };
    m.body_size = wide_at(member_of(table, 3));
    m.next = at + 8 + size + m.body_size;
    if (m.header == 2) m.is_delta = *member_of(m.table, 2);
    assert_true(m.next <= file->size);
    return m;
}

/* Every buffer is in the body, begins at a multiple of 64 and is behind the one before it. */
static void assert_buffers(const message *m)
{
    const uint8_t *records = m->header == 2 ? table_in(m->table, 1) : m->table, *buffers = table_in(records, 2);
    uint64_t end = 0;
    for (uint32_t i = 0; i < word_at(buffers); i++) {
        uint64_t offset = wide_at(buffers + 4 + 16 * i), size = wide_at(buffers + 12 + 16 * i);
        assert_int_equal(offset % 64, 0);
        assert_true(offset >= end && size <= m->body_size && offset <= m->body_size - size);
        end = offset + size;
    }
}

/* Walks the messages; `kinds` gets a letter for each: s, d (a dictionary), + (a delta), r. Returns where they end. */
static uint64_t walk(const test_sink *file, uint64_t at, char *kinds)
{
    for (;;) {
        message m = message_at(file, at);
        if (m.header > 1) assert_buffers(&m);
        if (m.header) assert_int_equal((uint64_t)(m.body - file->data) % 64, 0);
        at = m.next;
        if (!m.header) break;
        *kinds++ = m.header == 1 ? 's' : m.header == 3 ? 'r' : m.is_delta ? '+' : 'd';
    }
    *kinds = '\0';
    return at;
}

/* The footer names the messages between the magics. */
static void assert_file(const test_sink *file, const char *wanted)
{
    char kinds[256];
    assert_memory_equal(file->data, "ARROW1\0\0", 8);
    assert_memory_equal(file->data + file->size - 6, "ARROW1", 6);
    uint64_t at = walk(file, 8, kinds), footer_size = word_at(file->data + file->size - 10);
    assert_string_equal(kinds, wanted);
    assert_int_equal(at + footer_size + 10, file->size);
    const uint8_t *footer = file->data + at + word_at(file->data + at);
    size_t listed[2];
    for (size_t slot = 2; slot < 4; slot++) {
        const uint8_t *blocks = table_in(footer, slot);
        listed[slot - 2] = word_at(blocks);
        for (size_t i = 0; i < word_at(blocks); i++) {
            message m = message_at(file, wide_at(blocks + 4 + 24 * i));
            assert_int_equal(m.header, slot);
            assert_int_equal(wide_at(blocks + 4 + 24 * i) + word_at(blocks + 12 + 24 * i), m.body - file->data);
            assert_int_equal(wide_at(blocks + 20 + 24 * i), m.body_size);
        }
    }
    size_t records = 0;
    for (const char *kind = wanted; *kind; kind++) records += *kind == 'r';
    assert_int_equal(listed[1], records);
    assert_int_equal(listed[0], strlen(wanted) - records - 1);
}

/* ---- files -------------------------------------------------------------------------------------------------------- */

static void messages_and_footer_agree(void **unused)
{
    (void)unused;
    static test_table a, b;
    test_table *const tables[] = { &a, &b };
    table_of_every_type(&a, 1000, 1);
    table_of_every_type(&b, 0, 1);
    static const int levels[] = { PACKER_NONE, PACKER_DEFAULT };
    for (size_t i = 0; i < 2; i++) {
        char kinds[64];
        test_sink file = written(tables, 2, (ipc_options){ .level = levels[i] });
        assert_file(&file, "sddddddrr");
        test_sink_free(&file);
        file = written(tables, 2, (ipc_options){ .is_stream = true, .level = levels[i] });
        assert_int_equal(walk(&file, 0, kinds), file.size);
        assert_string_equal(kinds, "sddddddrr");
        test_sink_free(&file);
    }
    table_free(&a);
    table_free(&b);
}

static void tables_without_rows_or_columns_are_files(void **unused)
{
    (void)unused;
    static test_table t;
    test_table *const tables[] = { &t };
    table_begin(&t, 7);
    test_sink file = written(tables, 1, (ipc_options){ .level = PACKER_NONE });
    assert_file(&file, "sr");
    test_sink_free(&file);
    table_of_every_type(&t, 3, 1);
    file = written(tables, 0, (ipc_options){ .level = PACKER_NONE });
    assert_file(&file, "sdddddd"); /* empty ones, for readers that look for all of them */
    test_sink_free(&file);
    table_free(&t);
}

static void begin_labels(test_table *t, const int8_t *indexes, int64_t count, const int32_t *ends, const char *texts)
{
    table_begin(t, 2);
    table_labels(t, table_add(t, "label", "c", NULL, indexes, NULL), count, ends, texts);
}

/* In a file the second batch's "c a" is what the first's dictionary and a delta have. */
static void dictionaries_grow_in_files_and_are_replaced_in_streams(void **unused)
{
    (void)unused;
    static test_table a, b;
    test_table *const tables[] = { &a, &b, &b, &a };
    static const int8_t first[] = { 0, 1 }, second[] = { 1, 0 };
    static const int32_t ends[] = { 0, 1, 2 };
    begin_labels(&a, first, 2, ends, "ab");
    begin_labels(&b, second, 2, ends, "ca");
    test_sink file = written(tables, 4, (ipc_options){ .level = PACKER_NONE });
    assert_file(&file, "sdr+rrr");
    message m = { .next = 8 };
    for (int i = 0; i < 5; i++) m = message_at(&file, m.next);
    assert_int_equal(m.body[0], 0); /* a */
    assert_int_equal(m.body[1], 2); /* c */
    test_sink_free(&file);

    char kinds[64];
    file = written(tables, 4, (ipc_options){ .is_stream = true, .level = PACKER_NONE });
    walk(&file, 0, kinds);
    assert_string_equal(kinds, "sdrdrrdr");
    test_sink_free(&file);
}

/* Every width of index is mapped to the dictionary that was written; what stands where a value is missing is not looked up. */
static void indexes_of_any_width_are_mapped(void **unused)
{
    (void)unused;
    static const struct {
        const char *format;
        size_t width;
    } kinds[] = { { "c", 1 }, { "C", 1 }, { "s", 2 }, { "S", 2 }, { "i", 4 }, { "I", 4 }, { "l", 8 }, { "L", 8 } };
    static const int32_t ends[] = { 0, 1, 2 };
    for (size_t n = 0; n < sizeof kinds / sizeof *kinds; n++) {
        static test_table a, b;
        test_table *const tables[] = { &a, &b };
        const uint64_t labels[2][3] = { { 0, 1, 0 }, { 1, 0, 77 } };
        static const uint8_t validity[] = { 3 }; /* the third value is missing */
        for (size_t i = 0; i < 2; i++) {
            table_begin(tables[i], 3);
            uint8_t *values = table_block(tables[i], 3 * kinds[n].width);
            for (size_t k = 0; k < 3; k++)
                memcpy(values + k * kinds[n].width, low_bytes(&labels[i][k], kinds[n].width), kinds[n].width);
            table_labels(tables[i], table_add(tables[i], "label", kinds[n].format, validity, values, NULL), 2, ends,
                         i ? "ca" : "ab");
        }
        test_sink file = written(tables, 2, (ipc_options){ .level = PACKER_NONE });
        assert_file(&file, "sdr+r");
        message m = { .next = 8 };
        for (int i = 0; i < 5; i++) m = message_at(&file, m.next);
        static const uint64_t wanted[] = { 0, 2, 0 }; /* a, c */
        for (size_t k = 0; k < 3; k++)
            assert_memory_equal(m.body + 64 + k * kinds[n].width, low_bytes(&wanted[k], kinds[n].width), kinds[n].width);
        test_sink_free(&file);
        table_free(&a);
        table_free(&b);
    }
}

static void indexes_that_cannot_count_a_dictionary_are_refused(void **unused)
{
    (void)unused;
    static test_table a, b;
    static int32_t ends[101];
    static char texts[2][400];
    static const int8_t indexes[] = { 0, 99 };
    test_table *const tables[] = { &a, &b };
    for (int i = 0; i < 100; i++) {
        ends[i + 1] = 4 * (i + 1);
        for (int n = 0; n < 2; n++) snprintf(texts[n] + 4 * i, 4, "%c%02d", 'a' + n, i);
    }
    begin_labels(&a, indexes, 100, ends, texts[0]);
    begin_labels(&b, indexes, 100, ends, texts[1]);
    test_sink sink = { 0 };
    reel_error error;
    reel_allocator allocator = reel__memory_allocator(NULL);
    assert_int_equal(write_tables(tables, 2, (ipc_options){ .level = PACKER_NONE }, &sink, &allocator, &error), REEL_LIMIT);
    assert_string_equal(error.rule, "arrow.dictionary");
    test_sink_free(&sink);
}

static void buffers_that_do_not_shrink_are_stored_as_they_are(void **unused)
{
    (void)unused;
#ifndef REEL_WITH_ZSTD
    skip();
#endif
    static test_table t;
    test_table *const tables[] = { &t };
    uint64_t noise[512], even[512] = { 0 };
    table_begin(&t, 512);
    for (size_t i = 0; i < 512; i++) noise[i] = table_random(&t) * UINT64_C(0x9e3779b97f4a7c15);
    table_add(&t, "noise", "L", NULL, noise, NULL);
    table_add(&t, "even", "L", NULL, even, NULL);
    test_sink file = written(tables, 1, (ipc_options){ .is_stream = true });
    message m = message_at(&file, message_at(&file, 0).next);
    const uint8_t *buffers = table_in(m.table, 2);
    uint64_t second = wide_at(buffers + 4 + 16 * 3);
    assert_int_equal(wide_at(m.body), UINT64_MAX);
    assert_memory_equal(m.body + 8, noise, sizeof noise);
    assert_int_equal(wide_at(m.body + second), sizeof even);
    assert_true(wide_at(buffers + 12 + 16 * 3) < sizeof even);
    test_sink_free(&file);
}

static void schemas_that_cannot_be_written_are_refused(void **unused)
{
    (void)unused;
    static test_table t;
    static const char *const formats[] = { "tsu:", "d:20,0", "w:0", "w:", "w:2x", "+l", "", "+w:99999999999", "uu" };
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        table_begin(&t, 0);
        table_add(&t, "a", formats[i], NULL, NULL, NULL);
        assert_string_equal(refused(&t, REEL_UNSUPPORTED).rule, "arrow.type");
    }
    table_begin(&t, 0);
    t.schema.format = "i";
    assert_string_equal(refused(&t, REEL_ARGUMENT).rule, "arrow.schema");
    static struct ArrowSchema deep[12], *children[12];
    for (size_t i = 0; i < 12; i++) {
        deep[i] = (struct ArrowSchema){ .format = "+s", .name = "", .n_children = i < 11, .children = &children[i] };
        children[i] = i < 11 ? &deep[i + 1] : NULL;
    }
    table_begin(&t, 0);
    t.schema = deep[0];
    assert_string_equal(refused(&t, REEL_ARGUMENT).rule, "arrow.schema");
}

static void batches_of_another_shape_are_refused(void **unused)
{
    (void)unused;
    static test_table t;
    for (size_t way = 0; table_of_another_shape(&t, way); way++)
        assert_string_equal(refused(&t, REEL_ARGUMENT).rule, "arrow.batch");
    for (size_t way = 0; table_of_odd_labels(&t, way); way++)
        assert_string_equal(refused(&t, REEL_UNSUPPORTED).rule, "arrow.type");
    const int32_t values[] = { 1, 2, 3, 4 };
    table_begin(&t, 4);
    table_add(&t, "a", "i", NULL, values, NULL);
    t.arrays[0].length = 3;
    assert_string_equal(refused(&t, REEL_ARGUMENT).rule, "arrow.batch");
    t.arrays[0].length = 4;
    t.arrays[0].n_children = 1;
    assert_string_equal(refused(&t, REEL_ARGUMENT).rule, "arrow.batch");
    t.arrays[0].n_children = 0;
    t.buffers[0][1] = NULL;
    assert_string_equal(refused(&t, REEL_ARGUMENT).rule, "arrow.batch");
}

static void levels_need_zstd(void **unused)
{
    (void)unused;
    static test_table t;
    test_table *const tables[] = { &t };
    table_begin(&t, 0);
    test_sink sink = { 0 };
    reel_error error;
    reel_allocator allocator = reel__memory_allocator(NULL);
    reel_status status = write_tables(tables, 1, (ipc_options){ .level = 3 }, &sink, &allocator, &error);
#ifdef REEL_WITH_ZSTD
    assert_int_equal(status, REEL_OK);
#else
    assert_int_equal(status, REEL_UNSUPPORTED);
    assert_string_equal(error.rule, "columns.no-zstd");
#endif
    test_sink_free(&sink);
}

/* Little-endian machines write these bytes; others write their own order, and say so in the schema. */
static void bytes_are_those_of_the_golden_file(void **unused)
{
    (void)unused;
    static const uint16_t one = 1;
    if (!*(const uint8_t *)&one) {
        print_message("skipped: the golden file is that of little-endian machines\n");
        skip();
    }
    static const char *const pairs[] = { "reel:table", "tiny", NULL };
    static const float floats[] = { 1.5f, -0.0f, 3.25f };
    static const int32_t numbers[] = { 7, -7, 1000000 }, ends[] = { 0, 1, 3, 4 };
    static const uint8_t bits[] = { 5 };
    static const int8_t labels[] = { 0, 2, 1 };
    static test_table t;
    test_table *const tables[] = { &t };
    table_begin(&t, 3);
    t.schema.metadata = metadata_of(&t, pairs);
    table_add(&t, "f", "f", NULL, floats, NULL);
    table_add(&t, "i", "i", bits, numbers, NULL);
    table_add(&t, "u", "u", NULL, ends, "abba");
    table_add(&t, "b", "b", NULL, bits, NULL);
    table_labels(&t, table_add(&t, "l", "c", NULL, labels, NULL), 3, ends, "xyyz");
    test_sink file = written(tables, 1, (ipc_options){ .level = PACKER_NONE });
    const char *path = project_path("tests/columns/golden/tiny.arrow");
    if (getenv("REEL_UPDATE")) {
        FILE *to = fopen(path, "wb");
        assert_non_null(to);
        fwrite(file.data, 1, file.size, to);
        fclose(to);
    }
    size_t size;
    uint8_t *golden = read_file(path, &size);
    assert_int_equal(file.size, size);
    assert_memory_equal(file.data, golden, size);
    free(golden);
    test_sink_free(&file);
    table_free(&t);
}

/* ---- faults ------------------------------------------------------------------------------------------------------- */

static void every_failed_allocation_is_an_error_without_a_leak(void **unused)
{
    (void)unused;
    static test_table t, u;
    test_table *const tables[] = { &t, &u };
    table_of_every_type(&t, 300, 3);
    table_of_every_type(&u, 500, 4);
    for (int kind = 0; kind < 4; kind++)
        for (size_t n = 1;; n++) {
            test_allocator state = { .fail_at = n, .fail_once = kind & 1 };
            reel_allocator allocator = test_allocator_of(&state);
            test_sink sink = { 0 };
            reel_error error;
            ipc_options options = { .is_stream = kind & 2, .level = kind & 1 ? PACKER_NONE : PACKER_DEFAULT };
            reel_status status = write_tables(tables, 2, options, &sink, &allocator, &error);
            assert_int_equal(state.live, 0);
            if (status == REEL_OK && !(kind & 2)) assert_file(&sink, "sddddddrr");
            test_sink_free(&sink);
            if (status == REEL_OK) break;
            assert_int_equal(status, REEL_MEMORY);
            assert_true(n < 5000);
        }
    table_free(&t);
    table_free(&u);
}

static void every_failed_write_is_an_error_without_a_leak(void **unused)
{
    (void)unused;
    static test_table t;
    test_table *const tables[] = { &t, &t, &t };
    table_of_every_type(&t, 3000, 3);
    size_t n = 1;
    for (;; n++) {
        test_allocator state = { 0 };
        reel_allocator allocator = test_allocator_of(&state);
        test_sink sink = { .fail_at = n };
        reel_error error;
        reel_status status = write_tables(tables, 3, (ipc_options){ 0 }, &sink, &allocator, &error);
        assert_int_equal(state.live, 0);
        test_sink_free(&sink);
        if (status == REEL_OK) break;
        assert_int_equal(status, REEL_IO);
    }
    assert_true(n > 3);
    table_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_and_footer_agree),
        cmocka_unit_test(tables_without_rows_or_columns_are_files),
        cmocka_unit_test(dictionaries_grow_in_files_and_are_replaced_in_streams),
        cmocka_unit_test(indexes_that_cannot_count_a_dictionary_are_refused),
        cmocka_unit_test(indexes_of_any_width_are_mapped),
        cmocka_unit_test(buffers_that_do_not_shrink_are_stored_as_they_are),
        cmocka_unit_test(schemas_that_cannot_be_written_are_refused),
        cmocka_unit_test(batches_of_another_shape_are_refused),
        cmocka_unit_test(levels_need_zstd),
        cmocka_unit_test(bytes_are_those_of_the_golden_file),
        cmocka_unit_test(every_failed_allocation_is_an_error_without_a_leak),
        cmocka_unit_test(every_failed_write_is_an_error_without_a_leak),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
