/* SPDX-License-Identifier: MIT
 * What was recorded is what is read. The rows of golden files are recorded again, without their bytes: as they are, with the rows of one
 * table once more, without its first or its last one. A writer may refuse them; rows that it takes come back, each of them, in their order. */
#include "machinery.h"

#include <reel/format.h>

typedef enum order { AS_THEY_ARE, TWICE, WITHOUT_FIRST, WITHOUT_LAST, LAST_ONLY, ORDERS } order;

static const char *const order_names[ORDERS] = { "as they are", "twice", "without the first", "without the last",
                                                 "the last alone" };

static size_t recorded, refused, incomplete;
static bool lacks_rows;

/* A recorder that died may have left a part of its last frame. What writers of Echo VR then leave out or add is reported. */
static void note_incomplete(void *context, const reel_finding *finding)
{
    (void)context;
    if (strstr(finding->rule, ".incomplete")) lacks_rows = true;
}

/* The rows of `table` that are recorded: some of those of the file, twice or once. */
typedef struct rows_of {
    const uint8_t *first;
    size_t count, times;
} rows_of;

static rows_of choose(const reel_replay *replay, const reel_table *table, order how)
{
    rows_of chosen = { .times = how == TWICE ? 2 : 1 };
    chosen.first = reel_rows(replay, table, &chosen.count);
    if ((how == WITHOUT_FIRST || how == LAST_ONLY) && chosen.count) {
        const size_t left_out = how == LAST_ONLY ? chosen.count - 1 : 1;
        chosen.first += left_out * table->row_size;
        chosen.count -= left_out;
    }
    if (how == WITHOUT_LAST && chosen.count) chosen.count--;
    return chosen;
}

static bool record(const reel_replay *replay, const reel_table *changed, order how, reel_memory *made)
{
    reel_writer *writer;
    const reel_format *format = reel_replay_format(replay);
    const reel_write_options options = { REEL_SIZED(reel_write_options), .report = note_incomplete };
    lacks_rows = false;
    reel_status status = reel_create(reel_sink_memory(made, NULL), format, &options, &writer, NULL);
    assert_int_equal(status, REEL_OK);
    for (const reel_table *const *table = format->tables; *table && status == REEL_OK; table++) {
        if ((*table)->flags & REEL_TABLE_LAYOUT) continue;
        const rows_of rows = choose(replay, *table, *table == changed ? how : AS_THEY_ARE);
        for (size_t time = 0; time < rows.times && rows.count && status == REEL_OK; time++)
            status = reel_append(writer, *table, rows.first, rows.count);
    }
    if (status == REEL_OK) return reel_finish(writer, NULL) == REEL_OK;
    reel_discard(writer);
    return false;
}

static bool differs_in_text(const reel_table *table, const uint8_t *row, const uint8_t *other)
{
    for (size_t f = 0; f < table->field_count; f++) {
        const reel_field *field = &table->fields[f];
        if (field->type == REEL_STRING || field->flags & REEL_FIELD_DERIVED) continue;
        if (reel_field_present(field, row) != reel_field_present(field, other)) return false;
        if (memcmp(row + field->offset, other + field->offset, reel_type_size(field->type) * field->count) != 0) return false;
    }
    return true;
}

static void compare(const specimen *file, const reel_replay *again, const reel_table *table, const rows_of *wanted, order how)
{
    size_t count;
    const uint8_t *rows = reel_rows(again, table, &count);
    const reel_format *format = reel_replay_format(again);
    if (count != wanted->count * wanted->times)
        fail_msg("%s: %s %s: %zu rows, not %zu", file->name, table->name, order_names[how], count, wanted->count * wanted->times);
    if (format->writer->rounds || how == TWICE) return; /* some are sorted when they are written */
    for (size_t i = 0; i < count; i++) {
        const uint8_t *row = rows + i * table->row_size, *meant = wanted->first + i * table->row_size;
        if (rows_equal(table, row, meant)) continue;
        /* BSOR's texts are made such that its readers find their ends */
        if (strcmp(format->id, "bsor") == 0 && differs_in_text(table, row, meant)) continue;
        fail_msg("%s: %s %s: row %zu is another one", file->name, table->name, order_names[how], i);
    }
}

/* Rows that a recording may lack or repeat: not headers, without which a header with nothing in it is written. */
static bool may_vary(const reel_table *table) { return !(table->flags & (REEL_TABLE_HEADER | REEL_TABLE_ONE_ROW)); }

/* Whether the last frame, and no other one, is incomplete. A .nevrcap has a place for what is there of it, if its own row is. */
static bool may_lack(const reel_replay *replay, const reel_table *changed, order how)
{
    const reel_format *format = reel_replay_format(replay);
    size_t frames = 0;
    for (const reel_table *const *table = format->tables; *table; table++)
        if (strcmp((*table)->name, "frames") == 0) reel_rows(replay, *table, &frames);
    const bool has_place = strcmp(format->id, "nevrcap") == 0 && strcmp(changed->name, "frames") != 0;
    return !has_place && how != AS_THEY_ARE && how != TWICE && (how == WITHOUT_LAST || frames == 1);
}

static void try_table(const specimen *file, const reel_replay *replay, const reel_table *changed)
{
    const reel_format *format = reel_replay_format(replay);
    for (order how = AS_THEY_ARE; how < (may_vary(changed) ? ORDERS : AS_THEY_ARE + 1); how++) {
        reel_options options = machinery_options(NULL);
        reel_memory made;
        trying("%s %s", changed->name, order_names[how]);
        if (!record(replay, changed, how, &made)) {
            refused++;
            continue;
        }
        incomplete += lacks_rows;
        if (lacks_rows && !may_lack(replay, changed, how))
            fail_msg("%s: %s %s: is reported as an incomplete last frame", file->name, changed->name, order_names[how]);
        if (lacks_rows) {
            reel_memory_free(&made);
            continue;
        }
        options.format = format;
        reel_replay *again = load_bytes(made.data, made.size, &options);
        if (reel_replay_damage(again)) fail_msg("%s: %s %s: is read as damaged", file->name, changed->name, order_names[how]);
        const rows_of rows = choose(replay, changed, how);
        compare(file, again, changed, &rows, how);
        recorded++;
        reel_free(again);
        reel_memory_free(&made);
    }
}

static void try_file(const specimen *file)
{
    const reel_options options = machinery_options(NULL);
    reel_replay *replay = load_bytes(file->data, file->size, &options);
    const reel_format *format = reel_replay_format(replay);
    if (format->writer && !reel_replay_damage(replay) && is_unwrapped(format, file->data, file->size) && !repeats_rows(replay))
        for (const reel_table *const *table = format->tables; *table; table++) {
            size_t count;
            reel_rows(replay, *table, &count);
            if (count && !((*table)->flags & REEL_TABLE_LAYOUT)) try_table(file, replay, *table);
        }
    reel_free(replay);
}

static void recorded_rows_are_read(void **state)
{
    (void)state;
    each_specimen(GOLDEN, by_effort(200000, 40000, 8000), try_file);
    printf("%zu recordings, %zu refused, %zu with an incomplete last frame, which was reported\n", recorded, refused, incomplete);
    assert_enough(recorded > 0);
}

/* ---- made rows ---------------------------------------------------------------------------------------------------- */

enum { MADE = 3, ROW_WORDS = 512 };

/* Rows of zeros, but for their times: no reader has made them, so one that gives fewer does not agree with itself. */
static reel_status append_made(reel_writer *writer, const reel_table *table, size_t count)
{
    uint64_t words[ROW_WORDS] = { 0 };
    uint8_t *row = (uint8_t *)words;
    const reel_field *time = reel_table_time(table);
    reel_status status = REEL_OK;
    assert_true(table->row_size <= sizeof words);
    for (size_t i = 0; i < count && status == REEL_OK; i++) {
        const double number = (double)i;
        const float single = (float)i;
        const uint32_t half = (uint32_t)i;
        if (time && time->type == REEL_F64) memcpy(row + time->offset, &number, sizeof number);
        if (time && time->type == REEL_F32) memcpy(row + time->offset, &single, sizeof single);
        if (time && (time->type == REEL_I32 || time->type == REEL_U32)) memcpy(row + time->offset, &half, sizeof half);
        status = reel_append(writer, table, row, 1);
    }
    return status;
}

/* Beside one row of each header, or of every other table. */
static void make_rows(const reel_format *format, const reel_table *made, bool all)
{
    reel_memory file;
    reel_writer *writer;
    const reel_write_options options = { REEL_SIZED(reel_write_options), .report = note_incomplete };
    lacks_rows = false;
    assert_int_equal(reel_create(reel_sink_memory(&file, NULL), format, &options, &writer, NULL), REEL_OK);
    reel_status status = REEL_OK;
    for (const reel_table *const *table = format->tables; *table && status == REEL_OK; table++) {
        const bool is_header = (*table)->flags & (REEL_TABLE_HEADER | REEL_TABLE_ONE_ROW);
        if ((*table)->flags & REEL_TABLE_LAYOUT) continue;
        if (*table == made || is_header || all) status = append_made(writer, *table, *table == made ? MADE : 1);
    }
    if (status < 0)
        reel_discard(writer);
    else
        status = reel_finish(writer, NULL);
    refused += status < 0;
    if (status < 0) return;
    reel_options reading = machinery_options(NULL);
    reading.format = format;
    size_t count;
    reel_replay *replay = load_bytes(file.data, file.size, &reading);
    reel_rows(replay, made, &count);
    if (count != MADE && !lacks_rows) fail_msg("%s: %zu rows of %s, not %d", format->id, count, made->name, (int)MADE);
    recorded++;
    reel_free(replay);
    reel_memory_free(&file);
}

static void made_rows_are_read(void **state)
{
    (void)state;
    recorded = refused = 0;
    for (const reel_format *const *format = machinery_formats(); *format; format++)
        for (const reel_table *const *table = (*format)->tables; (*format)->writer && *table; table++) {
            if ((*table)->flags & REEL_TABLE_LAYOUT || !may_vary(*table)) continue;
            make_rows(*format, *table, false);
            make_rows(*format, *table, true);
        }
    printf("%zu recordings, %zu refused\n", recorded, refused);
    assert_true(recorded > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(recorded_rows_are_read), cmocka_unit_test(made_rows_are_read) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
