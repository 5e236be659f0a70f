/* SPDX-License-Identifier: MIT
 * Every golden file that has times can be cut at each of them. What comes back is what was meant: the conversion itself compares that. */
#include "machinery.h"

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
        cut(file, &(reel_convert_options){ .has_from = true, .from = times[i] });
        cut(file, &(reel_convert_options){ .has_to = true, .to = times[i] });
        cut(file,
            &(reel_convert_options){ .has_from = true, .from = times[i], .has_to = true, .to = times[(i + count / 2) % count] });
    }
}

static void a_golden_file_can_be_cut_at_any_time(void **state)
{
    (void)state;
    each_specimen(GOLDEN, 200000, cut_file);
    print_message("%zu cuts of %zu files\n", cuts, files);
    assert_true(files > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(a_golden_file_can_be_cut_at_any_time) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
