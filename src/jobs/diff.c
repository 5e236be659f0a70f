/* SPDX-License-Identifier: MIT
 * What differs between two replays, row by row and field by field. */
#include "jobs/diff.h"
#include "core/reader.h"
#include "core/replay.h"
#include "core/rows.h"

typedef struct comparison {
    const reel_table *table;
    rows_side a, b;
    rows_each *each;
    void *context;
    uint64_t count;
    bool stopped;
} comparison;

static bool same_value(const reel_field *field, const uint8_t *a, const uint8_t *b)
{
    bool present = reel_field_present(field, a);
    if (present != reel_field_present(field, b)) return false;
    if (!present) return true;
    return reel__field_values_equal(field, a, b);
}

static void report_difference(comparison *c, const reel_field *field, size_t row_a, size_t row_b)
{
    if (c->stopped) return;
    reel_difference difference = { .table = c->table, .field = field, .row_a = REEL_NO_ROW, .row_b = REEL_NO_ROW };
    if (row_a != SIZE_MAX) {
        difference.row_a = row_a;
        difference.a = c->a.rows + row_a * c->table->row_size;
    }
    if (row_b != SIZE_MAX) {
        difference.row_b = row_b;
        difference.b = c->b.rows + row_b * c->table->row_size;
    }
    c->count++;
    if (c->each && !c->each(c->context, &difference)) c->stopped = true;
}

static void compare_rows(comparison *c, size_t row_a, size_t row_b)
{
    const uint8_t *a = c->a.rows + row_a * c->table->row_size, *b = c->b.rows + row_b * c->table->row_size;
    for (size_t i = 0; i < c->table->field_count && !c->stopped; i++) {
        const reel_field *field = &c->table->fields[i];
        if (!(field->flags & REEL_FIELD_DERIVED) && !same_value(field, a, b)) report_difference(c, field, row_a, row_b);
    }
}

static bool has_keys(const reel_table *table)
{
    for (size_t i = 0; i < table->field_count; i++)
        if (table->fields[i].flags & REEL_FIELD_KEY) return true;
    return false;
}

static bool same_keys(const comparison *c, size_t row_a, size_t row_b)
{
    const uint8_t *a = c->a.rows + row_a * c->table->row_size, *b = c->b.rows + row_b * c->table->row_size;
    for (size_t i = 0; i < c->table->field_count; i++) {
        const reel_field *field = &c->table->fields[i];
        if (field->flags & REEL_FIELD_KEY && !same_value(field, a, b)) return false;
    }
    return true;
}

/* How far ahead a matching row is searched. Rows further apart count as removed and added, unless their times match. */
enum { LOOK_AHEAD = 256 };

/* Passes over whatever is earlier, as in a merge, so that a cut of any length is one run of missing rows: until keys meet, or far
 * enough for another look. */
static void skip_by_time(const comparison *c, const reel_field *time, size_t row_a, size_t row_b, size_t *skip_a, size_t *skip_b)
{
    int last = 0;
    for (size_t a = 0, b = 0; row_a + a < c->a.count && row_b + b < c->b.count; *skip_a = a, *skip_b = b) {
        if (a + b && same_keys(c, row_a + a, row_b + b)) return;
        double time_a = reel_field_number(time, c->a.rows + (row_a + a) * c->table->row_size, 0);
        double time_b = reel_field_number(time, c->b.rows + (row_b + b) * c->table->row_size, 0);
        int earlier = time_a < time_b ? -1 : time_b < time_a ? 1 : 0; /* 0: take both; also if a time is NaN */
        if (a + b >= LOOK_AHEAD && (!earlier || earlier != last)) return;
        a += earlier <= 0;
        b += earlier >= 0;
        last = earlier;
    }
}

/* The number of rows of each side to pass over so that keys meet again, with the fewest rows passed over in all. */
static void next_pair(const comparison *c, size_t row_a, size_t row_b, size_t *skip_a, size_t *skip_b)
{
    size_t left_a = c->a.count - row_a, left_b = c->b.count - row_b;
    for (size_t total = 0; total <= LOOK_AHEAD; total++) {
        for (size_t a = 0; a <= total; a++) {
            if (a >= left_a || total - a >= left_b || !same_keys(c, row_a + a, row_b + total - a)) continue;
            *skip_a = a;
            *skip_b = total - a;
            return;
        }
    }
    const reel_field *time = reel_table_time(c->table);
    if (time) {
        skip_by_time(c, time, row_a, row_b, skip_a, skip_b);
        return;
    }
    *skip_a = left_a < LOOK_AHEAD ? left_a : LOOK_AHEAD;
    *skip_b = left_b < LOOK_AHEAD ? left_b : LOOK_AHEAD;
}

/* Whether rows are equal if each of their fields has the same bytes: none says of others that they are missing. */
static bool has_no_marks(const reel_table *table)
{
    for (size_t i = 0; i < table->field_count; i++)
        if (table->fields[i].present_mask) return false;
    return true;
}

/* How many rows from here on are alike in the bytes of all fields. Such rows have the same values; others may have, too. */
static size_t count_alike(const comparison *c, size_t row_a, size_t row_b)
{
    enum { BLOCK = 32 };
    const size_t size = c->table->row_size, left_a = c->a.count - row_a, left_b = c->b.count - row_b;
    const size_t left = left_a < left_b ? left_a : left_b;
    const uint8_t *a = c->a.rows + row_a * size, *b = c->b.rows + row_b * size;
    size_t alike = 0;
    while (left - alike >= BLOCK && reel__rows_are_equal(c->table, a + alike * size, b + alike * size, BLOCK)) alike += BLOCK;
    while (alike < left && reel__rows_are_equal(c->table, a + alike * size, b + alike * size, 1)) alike++;
    return alike;
}

static void compare_table(comparison *c, bool ordered)
{
    const bool keys = !ordered && has_keys(c->table), by_bytes = has_no_marks(c->table);
    size_t row_a = 0, row_b = 0;
    while (row_a < c->a.count && row_b < c->b.count && !c->stopped) {
        size_t skip_a = 0, skip_b = 0;
        const size_t alike = by_bytes ? count_alike(c, row_a, row_b) : 0;
        row_a += alike;
        row_b += alike;
        if (alike) continue;
        if (keys) next_pair(c, row_a, row_b, &skip_a, &skip_b);
        for (; skip_a; skip_a--) report_difference(c, NULL, row_a++, SIZE_MAX);
        for (; skip_b; skip_b--) report_difference(c, NULL, SIZE_MAX, row_b++);
        if (row_a < c->a.count && row_b < c->b.count && (!keys || same_keys(c, row_a, row_b))) compare_rows(c, row_a++, row_b++);
    }
    while (row_a < c->a.count && !c->stopped) report_difference(c, NULL, row_a++, SIZE_MAX);
    while (row_b < c->b.count && !c->stopped) report_difference(c, NULL, SIZE_MAX, row_b++);
}

uint64_t reel__rows_diff(const reel_table *table, rows_side a, rows_side b, bool ordered, rows_each *each, void *context)
{
    comparison c = { .table = table, .a = a, .b = b, .each = each, .context = context };
    compare_table(&c, ordered);
    return c.count;
}

reel_status reel_diff(const reel_replay *a, const reel_replay *b, bool layout,
                      bool (*each)(void *context, const reel_difference *difference), void *context, uint64_t *count,
                      reel_error *error)
{
    if (count) *count = 0;
    if (a->chunk->tables != b->chunk->tables)
        return reel_fail(error, REEL_ARGUMENT, "diff.formats", "", 0, "the two replays have different formats");
    comparison c = { .each = each, .context = context };
    for (const reel_table *const *table = a->chunk->tables; *table && !c.stopped; table++) {
        if (!layout && (*table)->flags & REEL_TABLE_LAYOUT) continue;
        c.table = *table;
        c.a.rows = reel_rows(a, *table, &c.a.count);
        c.b.rows = reel_rows(b, *table, &c.b.count);
        compare_table(&c, false);
    }
    if (count) *count = c.count;
    return REEL_OK;
}
