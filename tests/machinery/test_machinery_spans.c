/* SPDX-License-Identifier: MIT
 * Every golden file that has times can be cut at each of them. What comes back is what was meant: the conversion itself compares that.
 * Where the clock goes backwards, each row is on one side of a cut, in the order of the file. */
#include "machinery.h"

#include <math.h>

static size_t cuts, files;

/* The times of a replay, at most `most` of them spread over all rows, each once. */
static size_t times_of(const reel_replay *replay, double *times, size_t most)
{
    size_t count = 0;
    const reel_chunk *chunk = reel_replay_chunk(replay);
    for (const reel_table *const *table = reel_chunk_tables(chunk); *table; table++) {
        const reel_field *time = reel_table_time(*table);
        size_t rows;
        const uint8_t *row = reel_chunk_rows(chunk, *table, &rows);
        if (!time || (*table)->flags & REEL_TABLE_LAYOUT) continue;
        for (size_t i = 0; i < rows && count < most; i += 1 + rows / 7) {
            double value = reel_field_number(time, row + i * (*table)->row_size, 0);
            bool known = value != value;
            for (size_t k = 0; k < count; k++) known |= times[k] == value;
            if (!known) times[count++] = value;
        }
    }
    return count;
}

static void cut(const specimen *file, const reel_convert_options *how)
{
    reel_memory made;
    reel_options options = machinery_options(NULL);
    reel_error error = { .rule = "" };
    reel_status status =
        reel_convert(reel_source_memory(file->data, file->size), &options, NULL, reel_sink_memory(&made, NULL), how, &error);
    /* rows that only make sense beside those that are gone: refused, with a reason */
    static const char *const reasons[] = { "macros.order", "echoreplay.no-frames", "edit.not-recognised", "edit.new-error" };
    bool reasoned = strncmp(error.rule, "scoresaber.", strlen("scoresaber.")) == 0;
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) reasoned |= strcmp(error.rule, reasons[i]) == 0;
    if (status < 0 && reasoned) {
        print_message("%s: %s (%s)\n", file->name, error.message, error.rule);
        return;
    }
    if (status < 0)
        fail_msg("%s from %g to %g: %s (%s)", file->name, how->has_from ? how->from : -1, how->has_to ? how->to : -1,
                 error.message, error.rule);
    reel_memory_free(&made);
    cuts++;
}

static void cut_file(const specimen *file)
{
    double times[24];
    reel_options options = machinery_options(NULL);
    reel_replay *replay;
    if (reel_load(reel_source_memory(file->data, file->size), &options, &replay, NULL) < 0) return;
    const reel_format *format = reel_replay_format(replay);
    size_t count = !reel_replay_damage(replay) && format->writer ? times_of(replay, times, by_effort(24, 12, 6)) : 0;
    reel_free(replay);
    files += count != 0;
    for (size_t i = 0; i < count; i++) {
        cut(file, &(reel_convert_options){ REEL_SIZED(reel_convert_options), .has_from = true, .from = times[i] });
        cut(file, &(reel_convert_options){ REEL_SIZED(reel_convert_options), .has_to = true, .to = times[i] });
        cut(file, &(reel_convert_options){ REEL_SIZED(reel_convert_options), .has_from = true, .from = times[i], .has_to = true,
                                           .to = times[(i + count / 2) % count] });
    }
}

static void a_golden_file_can_be_cut_at_any_time(void **state)
{
    (void)state;
    each_specimen(GOLDEN, 200000, cut_file);
    print_message("%zu cuts of %zu files\n", cuts, files);
    assert_enough(files > 10);
}

/* ---- clocks that go backwards ----------------------------------------------------------------------------------- */

static size_t turned, halved, turned_formats;
static const char *turned_ids[64];

static double time_at(const reel_field *time, const uint8_t *rows, const reel_table *table, size_t row)
{
    return reel_field_number(time, rows + row * table->row_size, 0);
}

static void set_time(const reel_field *time, uint8_t *row, double value)
{
    const float f32 = (float)value;
    const int32_t i32 = (int32_t)value;
    const uint32_t u32 = (uint32_t)value;
    const uint64_t u64 = (uint64_t)value;
    uint8_t *place = row + time->offset;
    switch (time->type) {
    case REEL_F32: memcpy(place, &f32, sizeof f32); break;
    case REEL_F64: memcpy(place, &value, sizeof value); break;
    case REEL_I32: memcpy(place, &i32, sizeof i32); break;
    case REEL_U32: memcpy(place, &u32, sizeof u32); break;
    case REEL_I64:
    case REEL_U64: memcpy(place, &u64, sizeof u64); break;
    default: break;
    }
}

/* Sets the clock of a table back by half of its time, from its middle on. Returns the time by which rows can be told apart, or NaN. */
static double turn_back(reel_replay *replay, const reel_table *table)
{
    const reel_field *time = reel_table_time(table);
    size_t rows;
    uint8_t *data = (uint8_t *)(uintptr_t)reel_rows(replay, table, &rows);
    if (!time || rows < 4 || time->flags & REEL_FIELD_DERIVED || table->flags & REEL_TABLE_LAYOUT) return NAN;
    double first = time_at(time, data, table, 0), last = time_at(time, data, table, rows - 1);
    if (!(last > first) || first < 0) return NAN;
    for (size_t i = rows / 2; i < rows; i++) {
        double value = time_at(time, data, table, i) - (last - first) / 2;
        if (value >= 0) set_time(time, data + i * table->row_size, value);
    }
    return first + (last - first) / 4;
}

static reel_replay *load_part(const reel_format *format, const reel_memory *made, bool after, double at)
{
    reel_options options = machinery_options(NULL);
    reel_replay *replay;
    options.format = format; /* an odd time may hide it */
    options.has_from = after;
    options.has_to = !after;
    options.from = options.to = at;
    assert_int_equal(reel_load(reel_source_memory(made->data, made->size), &options, &replay, NULL), REEL_OK);
    return replay;
}

/* Each row whose time is a number is in the part that its time says, in the order of the file. */
static void assert_halves(const char *name, const reel_format *format, const reel_memory *made, double at)
{
    const reel_options options = { REEL_SIZED(reel_options), .format = format };
    reel_replay *whole = load_bytes(made->data, made->size, &options), *parts[2];
    for (int after = 0; after < 2; after++) parts[after] = load_part(format, made, after, at);
    for (const reel_table *const *next = reel_chunk_tables(reel_replay_chunk(whole)); *next; next++) {
        const reel_table *table = *next;
        const reel_field *time = reel_table_time(table);
        size_t rows, count[2], met[2] = { 0, 0 };
        const uint8_t *data = reel_rows(whole, table, &rows), *half[2];
        if (!time || table->flags & REEL_TABLE_LAYOUT) continue;
        for (int after = 0; after < 2; after++) half[after] = reel_rows(parts[after], table, &count[after]);
        for (size_t i = 0; i < rows; i++) {
            double value = time_at(time, data, table, i);
            if (value != value || !reel_field_present(time, data + i * table->row_size)) continue;
            const int after = value >= at;
            if (met[after] == count[after] ||
                !rows_equal(table, data + i * table->row_size, half[after] + met[after]++ * table->row_size))
                fail_msg("%s at %g: row %zu of %s is not %s the cut", name, at, i, table->name, after ? "after" : "before");
        }
        if (met[0] != count[0] || met[1] != count[1]) fail_msg("%s at %g: rows of %s are in both parts", name, at, table->name);
    }
    for (int after = 0; after < 2; after++) reel_free(parts[after]);
    reel_free(whole);
    halved++;
}

static void turn_file_back(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    reel_replay *replay;
    if (reel_load(reel_source_memory(file->data, file->size), &options, &replay, NULL) < 0) return;
    const reel_format *format = reel_replay_format(replay);
    double cuts_at[16];
    size_t count = 0;
    for (const reel_table *const *table = reel_chunk_tables(reel_replay_chunk(replay));
         *table && count < 16 && format->writer && !reel_replay_damage(replay); table++) {
        cuts_at[count] = turn_back(replay, *table);
        count += cuts_at[count] == cuts_at[count];
    }
    reel_memory made;
    if (count && reel_write(reel_replay_chunk(replay), format, reel_sink_memory(&made, NULL), NULL, NULL) == REEL_OK) {
        turned++;
        bool known = turned_formats == 64;
        for (size_t i = 0; i < turned_formats; i++) known |= turned_ids[i] == format->id;
        if (!known) turned_ids[turned_formats++] = format->id;
        for (size_t i = 0; i < count; i++) assert_halves(file->name, format, &made, cuts_at[i]);
        reel_memory_free(&made);
    }
    reel_free(replay);
}

static void each_row_of_a_clock_that_goes_back_is_on_one_side_of_a_cut(void **state)
{
    (void)state;
    each_specimen(GOLDEN, by_effort(200000, 60000, 20000), turn_file_back);
    print_message("%zu cuts of %zu files whose clock goes back, of", halved, turned);
    for (size_t i = 0; i < turned_formats; i++) print_message(" %s", turned_ids[i]);
    print_message("\n");
    static const char *const clocks[] = { "bsor", "scoresaber", "scoresaber-json", "xror", "gdr2" };
    for (size_t c = 0; c < sizeof clocks / sizeof *clocks; c++) {
        bool found = false;
        for (size_t i = 0; i < turned_formats; i++) found |= strcmp(turned_ids[i], clocks[c]) == 0;
        if (!found && !getenv("REEL_TEST_FILES")) fail_msg("no file of %s", clocks[c]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(a_golden_file_can_be_cut_at_any_time),
                                        cmocka_unit_test(each_row_of_a_clock_that_goes_back_is_on_one_side_of_a_cut) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
