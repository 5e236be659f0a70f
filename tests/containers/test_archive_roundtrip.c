/* SPDX-License-Identifier: MIT
 * An archive gives back what was packed: the same rows, and the same bytes. */
#include "archives.h"

#include "containers/archive_index.h"
#include "core/memory.h"
#include "core/rows.h"

#include <math.h>
#include <reel/teehistorian.h>

static size_t offsets_compared;

enum { SMALL = 65536, LIGHT = 12000, LIGHTEST = 4000, SHORT = 2000, HEAD_MOST = 16 };

/* Offsets depend on rows of other tables: they are right even if one table's are all that is read. */
static void offsets_come_back(const specimen *file, const reel_chunk *chunk, const reel_memory *archive)
{
    reel_options options = machinery_options(NULL);
    options.flags = REEL_STRICT;
    for (const reel_table *const *table = reel_chunk_tables(chunk); *table; table++) {
        char name[100];
        reel_field field;
        size_t count, others;
        const uint8_t *rows = reel_chunk_rows(chunk, *table, &count);
        const char *select[] = { name, NULL };
        snprintf(name, sizeof name, "%s.offset", (*table)->name);
        if (!count || !reel_table_select(*table, name, &field, NULL)) continue;
        options.select = select;
        reel_replay *some = load_bytes(archive->data, archive->size, &options);
        const uint8_t *read = reel_rows(some, *table, &others);
        assert_int_equal(others, count);
        for (size_t i = 0; i < count; i++)
            if (!reel__field_values_equal(&field, rows + i * (*table)->row_size, read + i * (*table)->row_size))
                fail_msg("%s: %s of row %zu differs", file->name, name, i);
        offsets_compared += count;
        reel_free(some);
    }
}

static void rows_come_back(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    reel_replay *replay;
    options.flags = REEL_STRICT;
    if (reel_load(reel_source_memory(file->data, file->size), &options, &replay, NULL) < 0) return;
    static const size_t sizes[] = { 1, 3, 100, 0 };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        if (sizes[i] && sizes[i] < 100 && file->size > by_effort(SMALL, SHORT, SHORT)) continue; /* many parts take long */
        reel_memory archive = archive_of_rows(reel_replay_chunk(replay), reel_replay_format(replay), sizes[i], "");
        reel_replay *again = load_bytes(archive.data, archive.size, &options);
        assert_ptr_equal(reel_replay_format(again), reel_replay_format(replay));
        assert_same_replay(replay, again, true, file->name);
        reel_free(again);
        if (!sizes[i]) offsets_come_back(file, reel_replay_chunk(replay), &archive);
        reel_memory_free(&archive);
    }
    reel_free(replay);
}

static void archives_have_the_rows_and_offsets_of_their_files(void **state)
{
    (void)state;
    offsets_compared = 0;
    each_specimen(GOLDEN | CORPUS, by_effort(SMALL, LIGHT, LIGHTEST), rows_come_back);
    assert_enough(offsets_compared > 0);
}

/* What a reader of the file says, a reader of its archive says too: about the format, the rows, and the damage. */
static void reads_alike(const specimen *file, const reel_memory *archive)
{
    reel_options options = machinery_options(NULL);
    reel_replay *plain = NULL, *packed = NULL;
    reel_status status = reel_load(reel_source_memory(file->data, file->size), &options, &plain, NULL);
    assert_int_equal(reel_load(reel_source_memory(archive->data, archive->size), &options, &packed, NULL), status);
    if (status == REEL_OK) {
        assert_same_replay(plain, packed, true, file->name);
        assert_int_equal(!reel_replay_damage(plain), !reel_replay_damage(packed));
    }
    reel_free(plain);
    reel_free(packed);
}

static void bytes_come_back(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    reel_memory archive, again;
    reel_packed packed;
    reel_error error;
    if (!is_readable(file->data, file->size)) return;
    reel_status status =
        reel_pack(reel_source_memory(file->data, file->size), &options, NULL, reel_sink_memory(&archive, NULL), &packed, &error);
    if (status < 0) fail_msg("%s: %s", file->name, error.message);
    assert_int_equal(packed.packed, archive.size);
    if (packed.size == file->size && archive.size > file->size + HEAD_MOST)
        fail_msg("%s: %zu bytes for %zu", file->name, archive.size, file->size);
    status = reel_unpack(reel_source_memory(archive.data, archive.size), &options, reel_sink_memory(&again, NULL), &error);
    if (status < 0) fail_msg("%s: %s", file->name, error.message);
    assert_int_equal(again.size, packed.size);
    if (packed.size == file->size) assert_memory_equal(again.data, file->data, file->size);
    if (file->kind != CORPUS && file->size <= SMALL) reads_alike(file, &archive);
    reel_memory_free(&archive);
    reel_memory_free(&again);
}

static void archives_give_the_bytes_and_read_like_their_files(void **state)
{
    (void)state;
    each_specimen(GOLDEN | BAD | CORPUS, by_effort(0, LIGHT, LIGHTEST), bytes_come_back);
}

static reel_memory long_recording(int32_t ticks)
{
    enum { CLIENTS = 8, EMOTE = 10 };
    const teehistorian_header header = { .version = 2, .version_minor = 22, .present = TEEHISTORIAN_HAS_VERSION_MINOR };
    reel_memory file;
    reel_writer *writer;
    assert_int_equal(reel_create(reel_sink_memory(&file, NULL), &reel_format_teehistorian, NULL, &writer, NULL), REEL_OK);
    reel_append(writer, &teehistorian_headers, &header, 1);
    for (int32_t tick = 1; tick <= ticks; tick++) {
        for (int32_t cid = 0; cid < CLIENTS; cid++) {
            const teehistorian_position position = { .tick = tick, .cid = cid, .x = tick % 90, .y = tick * (cid + 1) % 977 };
            reel_append(writer, &teehistorian_positions, &position, 1);
        }
        const teehistorian_command command = { .tick = tick, .cid = tick % CLIENTS, .command = { "emote", 5 } };
        if (tick % EMOTE == 0) reel_append(writer, &teehistorian_commands, &command, 1);
    }
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    return file;
}

/* The tables of a loaded replay are in one chunk. In the archive, rows that belong together have to be in one record. */
static void a_loaded_recording_can_be_written_as_an_archive(void **state)
{
    (void)state;
    static const int32_t lengths[] = { 1000, 6000 }; /* below and above what is copied before it is written */
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        reel_options options = machinery_options(NULL);
        reel_error error;
        reel_memory file = long_recording(lengths[i]), again;
        reel_replay *replay = load_bytes(file.data, file.size, &options);
        reel_memory archive = archive_of_rows(reel_replay_chunk(replay), reel_replay_format(replay), 0, "");
        if (reel_unpack(reel_source_memory(archive.data, archive.size), &options, reel_sink_memory(&again, NULL), &error) < 0)
            fail_msg("%d ticks: %s", lengths[i], error.message);
        assert_int_equal(again.size, file.size);
        assert_memory_equal(again.data, file.data, file.size);
        reel_free(replay);
        reel_memory_free(&again);
        reel_memory_free(&archive);
        reel_memory_free(&file);
    }
}

/* ---- bounds of columns ------------------------------------------------------------------------------------------------ */

/* A field of each type that has bounds, one of several values, and two that have none. */
typedef struct wide_row {
    uint64_t u64;
    int64_t i64;
    double f64;
    reel_string text;
    uint32_t u32;
    int32_t i32, pair[2];
    float f32, lost;
    uint16_t u16;
    int16_t i16;
    uint8_t u8, flag;
    int8_t i8;
    reel_uuid uuid;
} wide_row;

static const reel_field wide_fields[] = {
    REEL_FIELD(wide_row, "u64", u64, U64, "", ""),    REEL_FIELD(wide_row, "i64", i64, I64, "", ""),
    REEL_FIELD(wide_row, "f64", f64, F64, "", ""),    REEL_FIELD(wide_row, "text", text, STRING, "", ""),
    REEL_FIELD(wide_row, "u32", u32, U32, "", ""),    REEL_FIELD(wide_row, "i32", i32, I32, "", ""),
    REEL_FIELD(wide_row, "pair", pair, I32, "", ""),  REEL_FIELD(wide_row, "f32", f32, F32, "", ""),
    REEL_FIELD(wide_row, "lost", lost, F32, "", ""),  REEL_FIELD(wide_row, "u16", u16, U16, "", ""),
    REEL_FIELD(wide_row, "i16", i16, I16, "", ""),    REEL_FIELD(wide_row, "u8", u8, U8, "", ""),
    REEL_FIELD(wide_row, "flag", flag, BOOL, "", ""), REEL_FIELD(wide_row, "i8", i8, I8, "", ""),
    REEL_FIELD(wide_row, "uuid", uuid, UUID, "", ""),
};

static const reel_table wide_table = REEL_TABLE("wide", "a field of each type", wide_row, wide_fields, 0);

enum { LEAST_ROW = 17, MOST_ROW = 211 };

/* Every value lies between those of two rows. */
static wide_row wide_between(int32_t i)
{
    const int32_t small = i % 90 - 45;
    return (wide_row){ .u64 = (uint64_t)(INT64_MAX - 7 + small % 7),
                       .i64 = small * INT64_C(90000000000),
                       .f64 = i % 5 ? small * 1e200 : NAN,
                       .u32 = (uint32_t)INT32_MAX + (uint32_t)(small + 45),
                       .i32 = small * 1000000,
                       .pair = { small, -small },
                       .f32 = i % 3 ? (float)small : NAN,
                       .lost = NAN,
                       .u16 = (uint16_t)(32768 + small),
                       .i16 = (int16_t)(small * 300),
                       .u8 = (uint8_t)(128 + small),
                       .i8 = (int8_t)small };
}

static const wide_row wide_least = { .i64 = INT64_MIN,
                                     .f64 = -1e300,
                                     .i32 = INT32_MIN,
                                     .pair = { -50, -60 },
                                     .f32 = -1e30f,
                                     .lost = NAN,
                                     .i16 = INT16_MIN,
                                     .i8 = INT8_MIN };
static const wide_row wide_most = { .u64 = UINT64_MAX,
                                    .i64 = INT64_MAX,
                                    .f64 = 1e300,
                                    .u32 = UINT32_MAX,
                                    .i32 = INT32_MAX,
                                    .pair = { 50, 60 },
                                    .f32 = 1e30f,
                                    .lost = NAN,
                                    .u16 = UINT16_MAX,
                                    .i16 = INT16_MAX,
                                    .u8 = UINT8_MAX,
                                    .flag = 1,
                                    .i8 = INT8_MAX };

/* Values are little-endian, in the width of their type: first the least, then the greatest. NaN only if there is nothing else. */
static void bounds_are_the_least_and_the_greatest_value_of_each_column(void **state)
{
    (void)state;
    static wide_row rows[BOUNDS_LEAST];
    reel_memory block = { .allocator = reel__memory_allocator(NULL) }, head = block;
    for (int32_t i = 0; i < BOUNDS_LEAST; i++) rows[i] = wide_between(i);
    rows[LEAST_ROW] = wide_least;
    rows[MOST_ROW] = wide_most;
    const archive_part part = { .count = BOUNDS_LEAST };
    assert_true(reel__part_put_bounds(&block, &part, &wide_table, rows));
    reel_cursor in = { .at = block.data, .end = block.data + block.size };
    assert_int_equal(reel_get_u8(&in), 1);
    assert_true(reel_get_u64le(&in) == 0 && reel_get_u64le(&in) == UINT64_MAX);
    assert_true(reel_get_i64le(&in) == INT64_MIN && reel_get_i64le(&in) == INT64_MAX);
    assert_true(reel_get_f64le(&in) == -1e300 && reel_get_f64le(&in) == 1e300);
    assert_true(reel_get_u32le(&in) == 0 && reel_get_u32le(&in) == UINT32_MAX);
    assert_true(reel_get_i32le(&in) == INT32_MIN && reel_get_i32le(&in) == INT32_MAX);
    for (int32_t i = 0; i < 2; i++) assert_true(reel_get_i32le(&in) == -50 - 10 * i && reel_get_i32le(&in) == 50 + 10 * i);
    assert_true(reel_get_f32le(&in) == -1e30f && reel_get_f32le(&in) == 1e30f);
    for (int i = 0; i < 2; i++) assert_int_equal(reel_get_u32le(&in), reel_float_bits(wide_least.lost));
    assert_true(reel_get_u16le(&in) == 0 && reel_get_u16le(&in) == UINT16_MAX);
    assert_true((int16_t)reel_get_u16le(&in) == INT16_MIN && (int16_t)reel_get_u16le(&in) == INT16_MAX);
    assert_true(reel_get_u8(&in) == 0 && reel_get_u8(&in) == UINT8_MAX);
    assert_true(reel_get_u8(&in) == 0 && reel_get_u8(&in) == 1);
    assert_true((int8_t)reel_get_u8(&in) == INT8_MIN && (int8_t)reel_get_u8(&in) == INT8_MAX);
    assert_int_equal(reel_left(&in), 0);
    assert_false(in.failed);
    reel_memory_free(&block);
    /* few rows are read faster than their bounds */
    const archive_part few = { .count = BOUNDS_LEAST - 1 };
    assert_true(reel__part_put_bounds(&head, &few, &wide_table, rows));
    assert_int_equal(head.size, 1);
    assert_int_equal(head.data[0], 0);
    reel_memory_free(&head);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loaded_recording_can_be_written_as_an_archive),
        cmocka_unit_test(archives_have_the_rows_and_offsets_of_their_files),
        cmocka_unit_test(archives_give_the_bytes_and_read_like_their_files),
        cmocka_unit_test(bounds_are_the_least_and_the_greatest_value_of_each_column),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
