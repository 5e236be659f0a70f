/* SPDX-License-Identifier: MIT
 * Rows of golden files with one value at the end of its range, and files with a table that is missing or there twice: written, changed and
 * converted from rows alone, without what a reader keeps of the file. The answer is a file that reads without damage, or the rule that the
 * rows break. test_machinery_changes does so with valid values. */
#include "machinery.h"

enum { LARGEST = 9000, MOST_FORMATS = 64, MOST_TABLES = 64 };

/* ---- values ------------------------------------------------------------------------------------------------------- */

static const uint64_t integers[] = {
    0, 1, 2, 5, 7, 99, UINT64_MAX, INT8_MAX, UINT64_C(0x8080), UINT64_C(0x7fffffff), UINT64_C(0x80000000), INT64_MAX,
};
/* The last ones are not valid as single precision: they become 0, NaN or infinity there. */
static const uint64_t doubles[] = {
    0,                            /* 0 */
    UINT64_C(0x8000000000000000), /* -0 */
    UINT64_C(0x7ff8000000000000), /* NaN */
    UINT64_C(0x7ff8000000000001), /* another */
    UINT64_C(0x7ff0000000000000), /* infinity */
    UINT64_C(0xfff0000000000000), /* its negative */
    UINT64_C(0xbff0000000000000), /* -1 */
    UINT64_C(0xbfe0000000000000), /* -0.5 */
    UINT64_C(0xc0f38d5000000000), /* -80085 */
    UINT64_C(0x41f0000000000000), /* 2^32 */
    UINT64_C(0x43f0000000000000), /* 2^64 */
    UINT64_C(0x46f0000000000000), /* 2^112 */
    UINT64_C(0x3fb999999999999a), /* 0.1 */
    UINT64_C(0x7e37e43c8800759c), /* 1e300 */
    UINT64_C(0x0000000000000001), /* the least */
};
static const uint32_t floats[] = {
    0,
    UINT32_C(0x80000000),
    UINT32_C(0x7fc00000),
    UINT32_C(0x7fc00001),
    UINT32_C(0x7f800000),
    UINT32_C(0xff800000),
    UINT32_C(0xbf800000),
    UINT32_C(0xbf000000),
    UINT32_C(0xc79c6a80),
    UINT32_C(0x4f800000),
    UINT32_C(0x5f800000),
    UINT32_C(0x77800000),
    UINT32_C(0x3dcccccd),
    UINT32_C(0x7f7fffff),
    1,
};
static char long_text[66000];
static const reel_string texts[] = {
    { NULL, 0 },     { "x", 1 },         { "\xff\xfe", 2 }, { "a\0b", 3 },     { "{}", 2 },
    { "1.29.1", 6 }, { "a\"\\\n\t", 5 }, { "-", 1 },        { "\xc3\xa9", 2 }, { long_text, sizeof long_text },
    { "null", 4 },   { "[1]", 3 },
};

enum { VALUES = 15 };

/* Puts value number `number` into the field; false: there are fewer. */
static bool put_value(const reel_field *field, uint8_t *row, size_t number)
{
    const size_t size = reel_type_size(field->type);
    for (size_t i = 0; i < field->count; i++) {
        uint8_t *place = row + field->offset + i * size;
        if (field->type == REEL_STRING || field->type == REEL_BYTES) {
            if (number >= sizeof texts / sizeof *texts) return false;
            memcpy(place, &texts[number], sizeof *texts);
        } else if (field->type == REEL_F64 || field->type == REEL_F32) {
            if (i && number % 2) continue; /* one component of several, too */
            memcpy(place, field->type == REEL_F64 ? (const void *)&doubles[number] : (const void *)&floats[number], size);
        } else {
            if (number >= sizeof integers / sizeof *integers) return false;
            memset(place, integers[number] == UINT64_MAX ? 0xff : 0, size);
            for (size_t b = 0; b < size && b < 8; b++) place[b] = (uint8_t)(integers[number] >> 8 * b);
        }
    }
    return true;
}

/* ---- what is done with the rows ----------------------------------------------------------------------------------- */

typedef struct rows_bench {
    const specimen *file;
    reel_replay *replay;
    const reel_format *format;
    const reel_format *targets[MOST_FORMATS]; /* that have a writer, of the same game */
    size_t target_count, operation_count, number;
} rows_bench;

static size_t written, refused;

static bool is_refusal(reel_status status)
{
    return status == REEL_ARGUMENT || status == REEL_LOSS || status == REEL_LIMIT || status == REEL_UNSUPPORTED;
}

static void assert_answer(const rows_bench *b, const char *what, const char *job, reel_status status, const reel_error *error)
{
    if (status < 0 && (!is_refusal(status) || !*error->rule || !*error->message))
        fail_msg("%s: %s: %s: %s: %s: %s", b->file->name, what, job, reel_status_name(status), error->rule, error->message);
    if (status < 0)
        refused++;
    else
        written++;
}

static void write_rows(rows_bench *b, const char *what)
{
    test_allocator memory = { 0 };
    reel_allocator allocator = test_allocator_of(&memory);
    const reel_write_options how = { REEL_SIZED(reel_write_options), .allocator = &allocator };
    test_sink sink = { 0 };
    reel_error error = { .rule = "" };
    reel_status status = reel_write(reel_replay_chunk(b->replay), b->format, test_sink_of(&sink), &how, &error);
    assert_answer(b, what, "written", status, &error);
    if (memory.live) fail_msg("%s: %s: %zu bytes leaked", b->file->name, what, memory.live);
    if (status == REEL_OK) {
        const reel_options options = { REEL_SIZED(reel_options), .format = b->format };
        reel_replay *again;
        if (reel_load(reel_source_memory(sink.data, sink.size), &options, &again, &error) < 0)
            fail_msg("%s: %s: written, but not read: %s", b->file->name, what, error.message);
        if (reel_replay_damage(again))
            fail_msg("%s: %s: written with damage: %s", b->file->name, what, reel_replay_damage(again)->message);
        reel_free(again);
    }
    test_sink_free(&sink);
}

/* The spool that a recorder of these rows leaves if it dies, with one table left out or there twice (NULL: none). */
static reel_memory spool_of(const rows_bench *b, const reel_table *without, const reel_table *twice)
{
    reel_memory file, spool;
    reel_writer *writer;
    reel_error error;
    if (reel_create(reel_sink_memory(&file, NULL), b->format, NULL, &writer, &error) < 0) fail_msg("%s", error.message);
    assert_int_equal(reel_spool(writer, reel_sink_memory(&spool, NULL), NULL, NULL), REEL_OK);
    for (const reel_table *const *table = reel_chunk_tables(reel_replay_chunk(b->replay)); *table; table++) {
        size_t count;
        const void *rows = reel_rows(b->replay, *table, &count);
        if (count && *table != without) reel_append(writer, *table, rows, count);
        if (count && *table == twice) reel_append(writer, *table, rows, count);
    }
    reel_flush(writer, NULL);
    reel_discard(writer);
    return spool;
}

static void convert_with(const rows_bench *b, const reel_memory *spool, const char *what, const reel_format *to,
                         reel_convert_options *how)
{
    test_allocator memory = { 0 };
    reel_allocator allocator = test_allocator_of(&memory);
    const reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator };
    test_sink sink = { 0 };
    char job[160];
    reel_error error = { .rule = "" };
    reel_status status =
        reel_convert(reel_source_memory(spool->data, spool->size), &options, to, test_sink_of(&sink), how, &error);
    snprintf(job, sizeof job, "to %s, flags %u, %s %s", to->id, (unsigned)how->flags,
             how->operation_count ? how->operations->field
             : how->merge_count   ? "merged"
             : how->has_from      ? "cut"
                                  : "",
             how->operation_count && how->operations->value ? how->operations->value : "");
    if (how->flags & REEL_REPAIR && status == REEL_CORRUPT) status = REEL_ARGUMENT; /* nothing is left to repair */
    assert_answer(b, what, job, status, &error);
    if (sink.commits != (status == REEL_OK)) fail_msg("%s: %s: %s: an output", b->file->name, what, job);
    if (memory.live) fail_msg("%s: %s: %s: %zu bytes leaked", b->file->name, what, job, memory.live);
    test_sink_free(&sink);
}

/* One change of the format, each in its turn. */
static void change_rows(rows_bench *b, const reel_memory *spool, const char *what, size_t turn)
{
    static const char *const arguments[] = { "3", "-4", "59.94", "0", "1" };
    reel_source merge = reel_source_memory(b->file->data, b->file->size);
    reel_convert_options how = { REEL_SIZED(reel_convert_options) };
    reel_setting operation;
    switch (turn % (b->operation_count + 4)) {
    case 0: how.flags = REEL_REPAIR; break;
    case 1: how.flags = REEL_ANONYMISE; break;
    case 2:
        how.has_from = how.has_to = true;
        how.from = 2;
        how.to = 18;
        break;
    case 3:
        how.merge = &merge;
        how.merge_count = 1;
        break;
    default:
        operation.field = b->format->operations[turn % (b->operation_count + 4) - 4]->id;
        operation.value = b->format->operations[turn % (b->operation_count + 4) - 4]->argument
                              ? arguments[turn / (b->operation_count + 4) % (sizeof arguments / sizeof *arguments)]
                              : NULL;
        how.operations = &operation;
        how.operation_count = 1;
    }
    convert_with(b, spool, what, b->format, &how);
}

static void use_rows(rows_bench *b, const reel_memory *spool, const char *what)
{
    trying("%s", what);
    const size_t number = b->number++;
    const reel_format *to = b->targets[number % b->target_count];
    const char *const *word = to->writer->conventions;
    reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = number / b->target_count % 2 ? REEL_CARRY : 0 };
    if (word && number / 2 / b->target_count % 2) how.convention = word[1];
    convert_with(b, spool, what, to, &how);
    change_rows(b, spool, what, number);
}

/* ---- the files ---------------------------------------------------------------------------------------------------- */

static bool begin(rows_bench *b, const specimen *file)
{
    static const reel_table *tables[MOST_TABLES + 1];
    size_t count = 0;
    const reel_format *format;
    *b = (rows_bench){ .file = file };
    if (reel_identify(reel_source_memory(file->data, file->size), NULL, &format, NULL, NULL) < 0) return false;
    if (!format->writer || !is_unwrapped(format, file->data, file->size)) return false;
    for (const reel_table *const *table = format->tables; *table && count < MOST_TABLES; table++)
        if (!((*table)->flags & REEL_TABLE_LAYOUT)) tables[count++] = *table;
    tables[count] = NULL;
    const reel_options options = { REEL_SIZED(reel_options), .tables = tables };
    b->replay = load_bytes(file->data, file->size, &options);
    b->format = format;
    for (const reel_format *const *to = reel_formats(); *to && b->target_count < MOST_FORMATS; to++)
        if ((*to)->writer && strcmp((*to)->game, format->game) == 0) b->targets[b->target_count++] = *to;
    for (const reel_operation *const *operation = format->operations; operation && *operation; operation++) b->operation_count++;
    return true;
}

static size_t count_variants(const rows_bench *b)
{
    size_t variants = 0, count;
    for (const reel_table *const *table = reel_chunk_tables(reel_replay_chunk(b->replay)); *table; table++) {
        reel_rows(b->replay, *table, &count);
        variants += (*table)->field_count * VALUES * (count < 3 ? count : 3);
    }
    return variants;
}

static void change_values(rows_bench *b, const reel_table *table, size_t row, size_t step, size_t *turn)
{
    size_t count;
    uint8_t *place = (uint8_t *)(uintptr_t)reel_rows(b->replay, table, &count) + row * table->row_size;
    uint8_t *old = malloc(table->row_size);
    assert_non_null(old);
    memcpy(old, place, table->row_size);
    for (size_t f = 0; f < table->field_count; f++)
        for (size_t v = 0; v < VALUES; v++) {
            char what[160];
            if (++*turn % step) continue;
            if (!put_value(&table->fields[f], place, v)) continue;
            snprintf(what, sizeof what, "%s.%s of row %zu, value %zu", table->name, table->fields[f].name, row, v);
            write_rows(b, what);
            reel_memory spool = spool_of(b, NULL, NULL);
            use_rows(b, &spool, what);
            reel_memory_free(&spool);
            memcpy(place, old, table->row_size);
        }
    free(old);
}

static void try_file(const specimen *file)
{
    static size_t files;
    rows_bench b;
    if (!begin(&b, file)) return;
    b.number = files++;
    size_t turn = 7 * files, step = 1 + count_variants(&b) / by_effort(100000, 300, 30);
    while (step > 1 && (step % 3 == 0 || step % 5 == 0)) step++;
    for (const reel_table *const *table = reel_chunk_tables(reel_replay_chunk(b.replay)); *table; table++) {
        size_t count;
        reel_rows(b.replay, *table, &count);
        if (count) change_values(&b, *table, 0, step, &turn);
        if (count > 2) change_values(&b, *table, count / 2, step, &turn);
        if (count > 1) change_values(&b, *table, count - 1, step, &turn);
    }
    for (const reel_table *const *table = b.format->tables; *table; table++)
        for (int twice = 0; twice < 2; twice++) {
            char what[160];
            reel_memory spool = spool_of(&b, twice ? NULL : *table, twice ? *table : NULL);
            snprintf(what, sizeof what, "%s %s", *table == NULL ? "" : (*table)->name, twice ? "twice" : "left out");
            for (size_t i = 0; i < 3; i++) use_rows(&b, &spool, what);
            reel_memory_free(&spool);
        }
    reel_free(b.replay);
}

/* ---- inside a value ----------------------------------------------------------------------------------------------- */

/* Documents and messages in a value: each cut and each byte of them, for the conversion that reads them. */
static void change_inside(rows_bench *b, const reel_table *table, const reel_field *field, size_t row, size_t most)
{
    static const uint8_t others[] = { 0, 1, 0x10, 0x7f, 0x80, 0xc0, 0xff, '"', ',', '-' };
    enum { KINDS = 2 + sizeof others };
    static uint8_t copy[4096];
    size_t count, turn = b->number;
    uint8_t *place = (uint8_t *)(uintptr_t)reel_rows(b->replay, table, &count) + row * table->row_size + field->offset;
    reel_bytes old, changed;
    memcpy(&old, place, sizeof old);
    if (old.size < 5 || old.size > sizeof copy - 1) return;
    size_t step = 1 + old.size * KINDS / most;
    while (step > 1 && (KINDS % step == 0 || step % 2 == 0 || step % 3 == 0)) step++;
    for (size_t at = 0; at < old.size; at++)
        for (size_t kind = 0; kind < KINDS; kind++) {
            char what[160];
            if (++turn % step) continue;
            memcpy(copy, old.data, old.size);
            changed = (reel_bytes){ copy, kind ? old.size : at };
            if (kind == 1) {
                memmove(copy + at, copy + at + 1, old.size - at - 1);
                changed.size--;
            } else if (kind > 1) {
                copy[at] = others[kind - 2];
            }
            memcpy(place, &changed, sizeof changed);
            snprintf(what, sizeof what, "%s.%s of row %zu, change %zu at byte %zu", table->name, field->name, row, kind, at);
            reel_memory spool = spool_of(b, NULL, NULL);
            use_rows(b, &spool, what);
            reel_memory_free(&spool);
        }
    memcpy(place, &old, sizeof old);
}

static void change_all_inside(rows_bench *b, size_t most)
{
    for (const reel_table *const *table = reel_chunk_tables(reel_replay_chunk(b->replay)); *table; table++)
        for (size_t f = 0; f < (*table)->field_count; f++) {
            const reel_field *field = &(*table)->fields[f];
            size_t count;
            reel_rows(b->replay, *table, &count);
            if ((field->type != REEL_BYTES && field->type != REEL_STRING) || field->count != 1) continue;
            for (size_t row = 0; row < count && row < 4; row++) change_inside(b, *table, field, row, most);
        }
}

static void try_inside(const specimen *file)
{
    rows_bench b;
    if (!begin(&b, file)) return;
    change_all_inside(&b, by_effort(2000, 20, 2));
    reel_free(b.replay);
}

static void values_of_any_bytes_are_converted_or_refused(void **state)
{
    (void)state;
    written = refused = 0;
    each_specimen(GOLDEN, LARGEST, try_inside);
    printf("%zu written, %zu refused\n", written, refused);
    assert_enough(written > 1000 && refused > 100);
}

/* What the first format can say and the second cannot is carried in a document of ours. It may be changed by others. */
static void what_is_carried_may_be_damaged(void **state)
{
    (void)state;
    static const struct {
        const char *file, *through;
    } cases[] = {
        { "bsor/golden/full.bsor", "xror" },       { "bsor/golden/bare-07.bsor", "xror" },
        { "bsor/golden/note-ids.bsor", "xror" },   { "bsor/golden/info-late.bsor", "xror" },
        { "bsor/golden/no-numbers.bsor", "xror" }, { "scoresaber/golden/v3.1.dat", "xror" },
        { "gdr/golden/fixes.gdr", "gdr2" },        { "gdr/golden/fixes_xdbot.gdr", "gdr2" },
        { "gdr/golden/mixed.gdr", "gdr2" },        { "gdr/golden/mixed.gdr.json", "gdr2" },
        { "gdr/golden/spaced.gdr.json", "gdr2" },  { "gdr/golden/hack.gdr", "gdr2" },
        { "gdr/golden/physics.gdr2", "gdr1" },     { "gdr/golden/blocks.gdr2", "gdr1-json" },
    };
    written = refused = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[160];
        size_t size;
        reel_memory carried;
        reel_error error;
        const reel_format *from;
        snprintf(path, sizeof path, "tests/formats/%s", cases[i].file);
        uint8_t *data = read_file(project_path(path), &size);
        assert_int_equal(reel_identify(reel_source_memory(data, size), NULL, &from, NULL, NULL), REEL_OK);
        if (reel_convert(reel_source_memory(data, size), NULL, reel_format_by_id(NULL, cases[i].through),
                         reel_sink_memory(&carried, NULL),
                         &(reel_convert_options){ REEL_SIZED(reel_convert_options), .flags = REEL_CARRY }, &error) < 0)
            fail_msg("%s: %s", cases[i].file, error.message);
        free(data);
        rows_bench b;
        assert_true(begin(&b, &(specimen){ .name = cases[i].file, .data = carried.data, .size = carried.size }));
        b.targets[0] = from;
        b.target_count = 1;
        change_all_inside(&b, by_effort(20000, 300, 15));
        reel_free(b.replay);
        reel_memory_free(&carried);
    }
    printf("%zu written, %zu refused\n", written, refused);
    assert_enough(written > 1000);
}

static void rows_of_any_values_are_written_soundly_or_refused(void **state)
{
    (void)state;
    memset(long_text, 'l', sizeof long_text);
    each_specimen(GOLDEN, LARGEST, try_file);
    printf("%zu written, %zu refused\n", written, refused);
    assert_enough(written > 1000 && refused > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(rows_of_any_values_are_written_soundly_or_refused),
                                        cmocka_unit_test(values_of_any_bytes_are_converted_or_refused),
                                        cmocka_unit_test(what_is_carried_may_be_damaged) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
