/* SPDX-License-Identifier: MIT
 * REEL_CLEAN in every format: what is invalid is missing, everything else is the file's, and the notes say how many. */
#include "core/chunk.h"
#include "core/rows.h"
#include "machinery.h"

#include <math.h>

static uint64_t reported, removed, all_removed;

static void count(void *context, const reel_finding *finding)
{
    (void)context;
    if (!strcmp(finding->rule, "clean.date") || !strcmp(finding->rule, "clean.not-finite")) reported += finding->count;
}

static bool is_nothing(const reel_field *field, const void *row)
{
    int64_t moment;
    if (reel_field_is_moment(field)) return !reel_field_moment(field, row, &moment) || !moment;
    for (size_t i = 0; i < field->count; i++)
        if (!isfinite(reel_field_number(field, row, i))) return true;
    return false;
}

static bool has_value(const reel_field *field, const uint8_t *row)
{
    return reel_field_present(field, row) &&
           (field->type != REEL_STRING || field->present_mask || text_value(row + field->offset).size);
}

/* What is removed is nothing; a value that stays is the same, unless the format has rules of its own. */
static void compare_rows(const reel_format *format, const reel_table *table, const uint8_t *raw, const uint8_t *clean,
                         size_t rows)
{
    for (size_t i = 0; i < table->field_count; i++) {
        const reel_field *field = &table->fields[i];
        for (size_t r = 0; r < rows; r++) {
            const uint8_t *a = raw + r * table->row_size, *b = clean + r * table->row_size;
            bool is_checked = reel_field_is_moment(field) || field->type == REEL_F32 || field->type == REEL_F64;
            bool was_there = has_value(field, a), is_there = has_value(field, b);
            if (format->clean && !reel_field_is_moment(field)) continue;
            bool is_forgotten = was_there && is_there && is_checked && is_nothing(field, a);
            if (is_forgotten) { /* no byte of the row marks it */
                assert_false(reel_field_valid(field, b));
                removed++;
                continue;
            }
            if (was_there && !is_there) {
                if (field->type == REEL_BOOL) continue; /* one that marks another value */
                assert_true(is_checked);
                assert_true(is_nothing(field, a));
                removed++;
            }
            if (was_there && is_there && field->type >= REEL_F32 && !reel__field_values_equal(field, a, b))
                fail_msg("%s %s.%s, row %zu: the value changed", format->id, table->name, field->name, r);
            if (is_there && reel_field_is_moment(field) && (field->present_mask || field->type == REEL_STRING))
                assert_false(is_nothing(field, b));
        }
    }
}

static void clean_removes_what_is_nothing(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    reel_replay *raw, *clean;
    reel_error error;
    if (reel_load(reel_source_memory(file->data, file->size), &options, &raw, &error) < 0) return;
    options.flags |= REEL_CLEAN;
    options.report = count;
    reported = removed = 0;
    assert_int_equal(reel_load(reel_source_memory(file->data, file->size), &options, &clean, &error), REEL_OK);
    const reel_format *format = reel_replay_format(raw);
    for (const reel_table *const *table = format->tables; *table; table++) {
        size_t rows, same;
        const uint8_t *a = reel_rows(raw, *table, &rows), *b = reel_rows(clean, *table, &same);
        assert_int_equal(rows, same);
        if (!((*table)->flags & REEL_TABLE_LAYOUT)) compare_rows(format, *table, a, b, rows);
    }
    if (!format->clean && reported != removed)
        fail_msg("%s: %llu values were removed, %llu reported", file->name, (unsigned long long)removed,
                 (unsigned long long)reported);
    all_removed += removed;
    reel_free(raw);
    reel_free(clean);
}

static void clean_removes_nothing_else_in_any_format(void **state)
{
    (void)state;
    each_specimen(GOLDEN | BAD, 1 << 20, clean_removes_what_is_nothing);
    print_message("%llu values were removed\n", (unsigned long long)all_removed);
    assert_enough(all_removed);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(clean_removes_nothing_else_in_any_format) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
