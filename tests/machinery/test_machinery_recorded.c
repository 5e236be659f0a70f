/* SPDX-License-Identifier: MIT
 * What was recorded is what is read. The rows of golden files are recorded again, without their bytes: as they are, with the rows of one
 * table once more, without its first or its last one. A writer may refuse them; rows that it takes come back, each of them, in their order. */
#include "machinery.h"

#include <reel/format.h>

typedef enum order { AS_THEY_ARE, TWICE, WITHOUT_FIRST, WITHOUT_LAST, LAST_ONLY, ORDERS } order;

static const char *const order_names[ORDERS] = { "as they are", "twice", "without the first", "without the last",
                                                 "the last alone" };

static size_t recorded, refused;

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
    reel_status status = reel_create(reel_sink_memory(made, NULL), format, NULL, &writer, NULL);
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

/* Rows that a recording may lack or repeat: not headers, without which a header with nothing in it is written; and not those of Echo VR,
 * whose frames have one place for each team and each player. */
static bool may_vary(const reel_format *format, const reel_table *table)
{
    return !(table->flags & (REEL_TABLE_HEADER | REEL_TABLE_ONE_ROW)) && strcmp(format->game, "Echo VR") != 0;
}

static void try_table(const specimen *file, const reel_replay *replay, const reel_table *changed)
{
    const reel_format *format = reel_replay_format(replay);
    for (order how = AS_THEY_ARE; how < (may_vary(format, changed) ? ORDERS : AS_THEY_ARE + 1); how++) {
        reel_options options = machinery_options(NULL);
        reel_memory made;
        trying("%s %s", changed->name, order_names[how]);
        if (!record(replay, changed, how, &made)) {
            refused++;
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
    printf("%zu recordings, %zu refused\n", recorded, refused);
    assert_enough(recorded > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(recorded_rows_are_read) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
