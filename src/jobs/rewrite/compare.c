/* SPDX-License-Identifier: MIT */
#include "jobs/rewrite/compare.h"

#include "core/chunk.h"
#include "core/rank.h"
#include "core/rows.h"
#include "insight/run.h"
#include "jobs/diff.h"

#include <math.h>

/* What is known of one field. */
typedef struct field_loss {
    uint64_t rows;    /* in which it differs */
    double most, sum; /* of the differences of numbers with a fraction */
    bool presence;    /* only says which other fields have values, which is compared there */
    bool beyond;      /* some of these are more than rounding */
    bool whole;       /* some differ in another way */
    bool gone, added; /* only the input has a value; or only the output */
    bool filled;      /* every added value is 0 or empty, and nothing else differs */
} field_loss;

typedef struct table_loss {
    const reel_table *table;
    const reel_field *key; /* grows from frame to frame; NULL: rows are compared at the end */
    field_loss *fields;
    uint64_t given, missing, added; /* rows */
    uint64_t reordered;             /* rows that came back among others of their time, in another order */
    uint64_t sorted; /* rows that were later in the file than one of a later time, and came back in order of time */
} table_loss;

/* Without a way back: one statistic of both sides. */
typedef struct statistic {
    insight_run given, made;
} statistic;

struct loss_compare {
    reel_allocator allocator;
    loss_compare
        *other; /* another way back, with what it can carry: a value that either gives back is not lost; NULL if there is none */
    const convert_pair *back; /* NULL: the statistics of both sides are compared */
    statistic *statistics;
    size_t statistic_count;
    bool rounds; /* the writer adds the rows as it stored them */
    pair_job job;
    reel_tallies tallies; /* of the way back, which nobody reads */
    reel_error error;
    reel_chunk *given, *rest; /* rows of the source's tables: those that wait; and room for those that stay */
    reel_chunk *kept;         /* rows that came back, of tables that are compared at the end */
    reel_chunk *stored;       /* rows of the target's tables, for the next step */
    table_loss *tables;
    size_t count;
    bool any;         /* something was stored since the last step */
    int64_t complete; /* the last key of the rows that came back */
    bool has_complete;
    reel_status status;
};

static bool counts(const reel_table *table) { return !(table->flags & (REEL_TABLE_LAYOUT | REEL_TABLE_ON_REQUEST)); }

static void fail(loss_compare *c, reel_status status)
{
    if (status < 0 && c->status >= 0) c->status = status;
}

/* ---- differences ------------------------------------------------------------------------------------------------ */

static bool is_real(const reel_field *field) { return field->type == REEL_F32 || field->type == REEL_F64; }

/* q and -q are the same rotation. */
static double sign_of(const reel_field *field, const void *a, const void *b)
{
    double dot = 0;
    if (field->count != 4 || !field->components) return 1;
    for (size_t i = 0; i < 4; i++) dot += reel_field_number(field, a, i) * reel_field_number(field, b, i);
    return dot < 0 ? -1 : 1;
}

/* The largest difference that counts as rounding: formats with small files keep about ten bits. */
static double rounding_of(const reel_field *field, double size)
{
    const double least = 0.01, least_time = 0.0015, share = 1.0 / 512;
    if (field->flags & REEL_FIELD_TIME) return least_time;
    return size * share > least ? size * share : least;
}

/* Numbers of text have eight digits, and no more than a float's are compared. Returns false if the values count as equal. */
static bool add_numbers(field_loss *loss, const reel_field *field, const void *a, const void *b)
{
    const double sign = sign_of(field, a, b);
    double squares = 0;
    for (size_t i = 0; i < field->count; i++) {
        const double meant = reel_field_number(field, a, i), got = sign * reel_field_number(field, b, i);
        const double step = fabs(meant - got), size = fabs(meant) > fabs(got) ? fabs(meant) : fabs(got);
        if (meant == got || (meant != meant && got != got) || step <= 1e-6 * (size < 1 ? 1 : size)) continue;
        const bool finite = step <= 1e150; /* else one of them is not a number, or endless */
        squares += finite ? step * step : 1;
        loss->whole |= !finite;
        loss->beyond |= !(step <= rounding_of(field, size));
    }
    if (squares == 0) return false;
    const double distance = sqrt(squares);
    if (distance > loss->most) loss->most = distance;
    loss->sum += distance;
    return true;
}

/* A row of zeros and empty texts says nothing. */
static bool says_nothing(const reel_table *table, const void *row)
{
    for (size_t i = 0; i < table->field_count; i++) {
        const reel_field *field = &table->fields[i];
        if (!(field->flags & REEL_FIELD_DERIVED) && reel_field_present(field, row) && !reel__field_is_zero(field, row))
            return false;
    }
    return true;
}

static bool take_difference(void *context, const reel_difference *d)
{
    table_loss *table = context;
    if (!d->field) {
        table->missing += d->a && !says_nothing(table->table, d->a);
        table->added += d->b != NULL;
        return true;
    }
    field_loss *loss = &table->fields[d->field - table->table->fields];
    const bool both = reel_field_present(d->field, d->a) && reel_field_present(d->field, d->b);
    if (both && is_real(d->field)) {
        if (!add_numbers(loss, d->field, d->a, d->b)) return true;
        loss->rows++;
        loss->filled = false;
        return true;
    }
    const bool given = reel_field_present(d->field, d->a);
    const bool fills = !both && !given && reel__field_is_zero(d->field, d->b);
    loss->filled = (loss->filled || !loss->rows) && fills;
    loss->gone |= !both && given;
    loss->added |= !both && !given;
    loss->whole = true;
    loss->rows++;
    return true;
}

/* ---- what came back ---------------------------------------------------------------------------------------------- */

static int64_t key_of(const table_loss *table, const uint8_t *row)
{
    return reel__integer_value(table->key->type, row + table->key->offset);
}

/* How many rows at the start are of frames that came back. */
static size_t count_complete(const loss_compare *c, const table_loss *table, const reel_row_list *list)
{
    size_t count = 0;
    while (count < list->count && key_of(table, list->data + count * table->table->row_size) <= c->complete) count++;
    return count;
}

static void find_complete(loss_compare *c)
{
    for (size_t t = 0; t < c->count; t++) {
        const table_loss *table = &c->tables[t];
        const reel_row_list *got = table->key ? reel__chunk_list(c->job.out, table->table) : NULL;
        if (!got || !got->count) continue;
        int64_t last = key_of(table, got->data + (got->count - 1) * table->table->row_size);
        if (!c->has_complete || last > c->complete) c->complete = last;
        c->has_complete = true;
    }
}

static bool same_row(const reel_table *table, const uint8_t *a, const uint8_t *b)
{
    for (size_t f = 0; f < table->field_count; f++)
        if (!(table->fields[f].flags & REEL_FIELD_DERIVED) && !reel__field_values_equal(&table->fields[f], a, b)) return false;
    return true;
}

static void swap_rows(uint8_t *a, uint8_t *b, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        const uint8_t byte = a[i];
        a[i] = b[i];
        b[i] = byte;
    }
}

/* Rows of one time that came back in another order are put into that of the source: their order is lost, and not their values. Only a few
 * rows ahead are tried, so that the time stays linear. */
static void restore_order(table_loss *loss, rows_side given, uint8_t *got)
{
    enum { AHEAD = 16 };
    const reel_table *table = loss->table;
    const reel_field *time = reel_table_time(table);
    const size_t size = table->row_size;
    for (size_t i = 0; time && i + 1 < given.count; i++) {
        const uint8_t *row = given.rows + i * size;
        if (!reel__field_values_equal(time, row, got + i * size) || same_row(table, row, got + i * size)) continue;
        for (size_t j = i + 1; j < given.count && j <= i + AHEAD && reel__field_values_equal(time, row, got + j * size); j++) {
            if (!same_row(table, row, got + j * size)) continue;
            swap_rows(got + i * size, got + j * size, size);
            loss->reordered++;
            break;
        }
    }
}

typedef struct timed_rows {
    const uint8_t *rows;
    size_t size;
    const reel_field *time;
} timed_rows;

static bool is_earlier(const void *items, size_t a, size_t b)
{
    const timed_rows *of = items;
    return reel_field_number(of->time, of->rows + a * of->size, 0) < reel_field_number(of->time, of->rows + b * of->size, 0);
}

static size_t count_unsorted(const timed_rows *of, size_t count)
{
    size_t found = 0, latest = 0;
    for (size_t i = 1; i < count; i++) {
        const bool earlier = is_earlier(of, i, latest);
        found += earlier;
        if (!earlier) latest = i;
    }
    return found;
}

static void sort_rows(loss_compare *c, const timed_rows *of, uint8_t *rows, size_t count)
{
    size_t *order;
    uint8_t *sorted = reel__memory_new(&c->allocator, count * of->size);
    fail(c, sorted ? reel__rank_items(of, count, is_earlier, &c->allocator, NULL, &order) : reel__memory_fail(&c->error));
    if (c->status >= 0) {
        for (size_t i = 0; i < count; i++) memcpy(sorted + i * of->size, rows + order[i] * of->size, of->size);
        memcpy(rows, sorted, count * of->size);
        reel__memory_drop(&c->allocator, order);
    }
    reel__memory_drop(&c->allocator, sorted);
}

/* A file may have its rows in another order than that of their times, where the target sorts them. Then they are compared in order of time. */
static void sort_by_time(loss_compare *c, table_loss *loss, uint8_t *given, uint8_t *got, size_t count)
{
    const reel_table *table = loss->table;
    const timed_rows all = { given, table->row_size, reel_table_time(table) }, back = { got, table->row_size, all.time };
    if (!all.time || loss->key) return;
    const size_t unsorted = count_unsorted(&all, count);
    if (!unsorted || count_unsorted(&back, count)) return;
    loss->sorted = unsorted;
    sort_rows(c, &all, given, count);
}

/* Compares the rows of one table that are complete, and keeps the others. */
static void step_table(loss_compare *c, table_loss *table, bool last)
{
    reel_row_list *given = reel__chunk_list(c->given, table->table);
    reel_row_list *got = reel__chunk_list(c->job.out, table->table);
    size_t taken = last ? given->count : table->key && c->has_complete ? count_complete(c, table, given) : 0;
    if (!table->key && got->count) fail(c, reel__chunk_append(c->kept, table->table, got->data, got->count));
    if (!table->key) got = reel__chunk_list(c->kept, table->table);
    if (c->status >= 0 && last && taken == got->count) sort_by_time(c, table, given->data, got->data, taken);
    if (c->status >= 0 && last && taken == got->count) restore_order(table, (rows_side){ given->data, taken }, got->data);
    if (c->status >= 0 && (last || table->key))
        reel__rows_diff(table->table, (rows_side){ given->data, taken }, (rows_side){ got->data, got->count },
                        taken == got->count, take_difference, table);
    table->given += taken;
    if (given->count > taken)
        fail(c, reel__chunk_append(c->rest, table->table, given->data + taken * table->table->row_size, given->count - taken));
}

/* ---- statistics ------------------------------------------------------------------------------------------------- */

static void add_to_statistics(loss_compare *c, const reel_chunk *chunk, bool made)
{
    for (size_t i = 0; i < c->statistic_count && c->status >= 0; i++)
        fail(c, reel__insight_chunk(made ? &c->statistics[i].made : &c->statistics[i].given, chunk, &c->error));
}

static table_loss *find_table(loss_compare *c, const reel_table *table)
{
    for (size_t t = 0; t < c->count; t++)
        if (c->tables[t].table == table) return &c->tables[t];
    return NULL;
}

static void compare_statistic(loss_compare *c, statistic *s)
{
    fail(c, reel__insight_finish(&s->given, NULL, &c->error));
    fail(c, reel__insight_finish(&s->made, NULL, &c->error));
    for (const reel_table *const *table = s->given.insight->tables; *table && c->status >= 0; table++) {
        table_loss *loss = find_table(c, *table);
        if (!loss) continue;
        const reel_row_list *given = reel__chunk_list(s->given.result, *table), *made = reel__chunk_list(s->made.result, *table);
        loss->given = given->count;
        reel__rows_diff(*table, (rows_side){ given->data, given->count }, (rows_side){ made->data, made->count },
                        given->count == made->count, take_difference, loss);
    }
}

/* ---- steps ------------------------------------------------------------------------------------------------------ */

static void take_step(loss_compare *c, bool last)
{
    if (c->status < 0 || (!c->any && !last)) return;
    if (!c->back) {
        for (size_t i = 0; last && i < c->statistic_count && c->status >= 0; i++) compare_statistic(c, &c->statistics[i]);
        return;
    }
    if (c->any) fail(c, c->back->chunk(&c->job, c->stored));
    if (last && c->back->finish) fail(c, c->back->finish(&c->job));
    fail(c, c->job.out->status);
    if (c->status < 0) return;
    find_complete(c);
    for (size_t t = 0; t < c->count; t++) step_table(c, &c->tables[t], last);
    reel__chunk_reset(c->given);
    reel_chunk *rest = c->rest;
    c->rest = c->given;
    c->given = rest;
    reel__chunk_reset(c->job.out);
    reel__chunk_reset(c->stored);
    c->any = false;
}

void reel__compare_step(loss_compare *c, bool last)
{
    for (; c; c = c->other) take_step(c, last);
}

/* Returns whether there were any rows. */
static bool add_chunk(loss_compare *c, reel_chunk *to, const reel_chunk *chunk, bool header_only)
{
    bool any = false;
    for (size_t t = 0; t < chunk->count && c->status >= 0; t++) {
        const reel_table *table = chunk->tables[t];
        const reel_row_list *list = &chunk->lists[t];
        if (!list->count || (header_only && !(table->flags & REEL_TABLE_HEADER))) continue;
        if (to == c->given && !counts(table)) continue;
        fail(c, reel__chunk_append(to, table, list->data, list->count));
        any = true;
    }
    return any;
}

void reel__compare_given(loss_compare *c, const reel_chunk *chunk)
{
    for (; c; c = c->other)
        if (c->back)
            add_chunk(c, c->given, chunk, false);
        else
            add_to_statistics(c, chunk, false);
}

void reel__compare_taken(loss_compare *c, int32_t taken)
{
    for (; c; c = c->other) c->job.taken = taken;
}

void reel__compare_made(loss_compare *c, const reel_chunk *chunk)
{
    for (; c; c = c->other)
        if (!c->back)
            add_to_statistics(c, chunk, true);
        else if (add_chunk(c, c->stored, chunk, c->rounds))
            c->any = true;
}

void reel__compare_stored(loss_compare *c, const reel_table *table, const void *rows, size_t count)
{
    for (; c && c->back && count; c = c->other) {
        if (c->status >= 0) fail(c, reel__chunk_append(c->stored, table, rows, count));
        c->any = true;
    }
}

/* ---- the report ------------------------------------------------------------------------------------------------- */

/* Whether a field is known to be lost, with a reason. */
static bool is_told(const reel_tallies *tallies, const reel_table *table, const char *field)
{
    for (size_t i = 0; i < tallies->count; i++) {
        const reel_tally_item *item = &tallies->items[i];
        if (item->table != table || strcmp(item->rule, "convert.loss") != 0) continue;
        if (!item->field || (field && strcmp(item->field, field) == 0)) return true;
    }
    return false;
}

/* Whether a field is said to be lost in all the rows that are missing. */
static bool rows_are_told(const reel_tallies *tallies, const table_loss *table)
{
    for (size_t i = 0; i < tallies->count; i++)
        if (tallies->items[i].table == table->table && tallies->items[i].rows >= table->missing) return true;
    return false;
}

/* Whether the way back says that it lost it itself: then nothing is known. */
static bool lost_on_the_way_back(const loss_compare *c, const reel_table *table, const char *field)
{
    for (size_t i = 0; i < c->tallies.count; i++) {
        const reel_tally_item *item = &c->tallies.items[i];
        if (strcmp(item->table->name, table->name) != 0) continue;
        if (!field || !item->field || strcmp(item->field, field) == 0) return true;
    }
    return false;
}

/* A number with its unit. Small ones are shown in smaller units. */
typedef struct shown_unit {
    double scale;
    const char *prefix, *unit;
} shown_unit;

static shown_unit unit_for(const reel_field *field, double most)
{
    static const struct {
        const char *unit, *small;
    } units[] = { { "m", "mm" }, { "s", "ms" }, { "m/s", "mm/s" }, { "", "thousandths" } };
    if (most >= 1) return (shown_unit){ 1, "", field->unit };
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(field->unit, units[i].unit) == 0) return (shown_unit){ 1000, "", units[i].small };
    return (shown_unit){ 1000, "thousandths of ", field->unit };
}

static void report_field(const loss_compare *c, const table_loss *table, const reel_field *field, const field_loss *loss,
                         const reel_reporter *reporter)
{
    const char *where = c->back ? "when read back" : "in the statistics of the output";
    const bool rounded = !loss->whole && !loss->beyond;
    const shown_unit as = unit_for(field, loss->most);
    reel_finding finding = { .rule = rounded ? "convert.error" : "convert.loss",
                             .severity = rounded || loss->filled ? REEL_NOTE : REEL_WARNING,
                             .offset = REEL_NO_OFFSET,
                             .table = table->table,
                             .row = REEL_NO_ROW,
                             .count = loss->rows };
    const char *name = table->table->name;
    if (rounded)
        reel_find(reporter, finding, "%s.%s: error at most %f %s%s, %f on average", name, field->name, loss->most * as.scale,
                  as.prefix, as.unit, loss->sum / (double)loss->rows * as.scale);
    else if (!loss->whole)
        reel_find(reporter, finding, "%s.%s is not the same %s: it differs by up to %f %s%s", name, field->name, where,
                  loss->most * as.scale, as.prefix, as.unit);
    else
        reel_find(reporter, finding, "%s.%s is not the same %s%s", name, field->name, where,
                  loss->filled  ? ": it has no value in the input, and 0 or nothing in the output"
                  : loss->added ? ": it has no value in the input, but one in the output"
                  : loss->gone  ? ": it has a value in the input, but none in the output"
                                : "");
}

static void report_rows(const table_loss *table, uint64_t rows, const char *what, const reel_reporter *reporter)
{
    if (!rows) return;
    reel_find(reporter,
              (reel_finding){ .rule = "convert.loss",
                              .severity = REEL_WARNING,
                              .offset = REEL_NO_OFFSET,
                              .table = table->table,
                              .row = REEL_NO_ROW,
                              .count = rows },
              "%llu {row|rows} of %s: %s", (unsigned long long)rows, table->table->name, what);
}

/* Row numbers in the tables of the replay: they are others in another format. */
static bool is_row_number(const reel_field *field)
{
    static const char end[] = "_row";
    const size_t size = strlen(field->name), end_size = sizeof end - 1;
    return size > end_size && memcmp(field->name + size - end_size, end, end_size) == 0;
}

void reel__compare_report(const loss_compare *c, const reel_tallies *tallies, const reel_reporter *reporter)
{
    if (!c || c->status < 0) return;
    for (size_t t = 0; t < c->count; t++) {
        const table_loss *table = &c->tables[t];
        const table_loss *other = c->other && c->other->status >= 0 ? &c->other->tables[t] : table;
        const bool told = is_told(tallies, table->table, NULL) || lost_on_the_way_back(c, table->table, NULL);
        if (!told && other->missing && !rows_are_told(tallies, table))
            report_rows(table, table->missing, "not in the output", reporter);
        if (!told && other->reordered)
            report_rows(table, table->reordered, "in another order among those of the same time", reporter);
        if (!told && other->sorted) report_rows(table, table->sorted, "now in order of time", reporter);
        if (!told && table->given)
            report_rows(table, table->added, "in the output only", reporter); /* else the way back adds them */
        for (size_t f = 0; f < table->table->field_count; f++) {
            const reel_field *field = &table->table->fields[f];
            if (!c->back && is_row_number(field)) continue;
            if (table->fields[f].rows && other->fields[f].rows && !table->fields[f].presence &&
                !is_told(tallies, table->table, field->name) && !lost_on_the_way_back(c, table->table, field->name))
                report_field(c, table, field, &table->fields[f], reporter);
        }
    }
}

reel_status reel__compare_status(const loss_compare *c)
{
    if (!c || c->status < 0) return c ? c->status : REEL_OK;
    return reel__compare_status(c->other);
}

/* ---- begin and end ---------------------------------------------------------------------------------------------- */

static const reel_field *key_field(const reel_table *table)
{
    for (size_t f = 0; f < table->field_count; f++) {
        const reel_field *field = &table->fields[f];
        if (field->flags & REEL_FIELD_KEY) return field->type == REEL_U32 && field->flags & REEL_FIELD_DERIVED ? field : NULL;
    }
    return NULL;
}

static void mark_presence(const reel_table *table, field_loss *fields)
{
    for (size_t f = 0; f < table->field_count; f++) {
        const reel_field *field = &table->fields[f];
        const size_t end = field->offset + (size_t)field->count * reel_type_size(field->type);
        for (size_t i = 0; i < table->field_count; i++)
            if (table->fields[i].present_mask && table->fields[i].present_offset >= field->offset &&
                table->fields[i].present_offset < end)
                fields[f].presence = true;
    }
}

static bool make_tables(loss_compare *c, const reel_table *const *tables)
{
    size_t count = 0;
    while (tables[count]) count++;
    c->tables = reel__memory_new(&c->allocator, (count + 1) * sizeof *c->tables);
    for (size_t t = 0; c->tables && t < count; t++) {
        if (!counts(tables[t])) continue;
        table_loss *table = &c->tables[c->count];
        table->table = tables[t];
        table->key = key_field(tables[t]);
        table->fields = reel__memory_new(&c->allocator, (tables[t]->field_count + 1) * sizeof *table->fields);
        if (!table->fields) return false;
        mark_presence(tables[t], table->fields);
        c->count++;
    }
    return c->tables != NULL;
}

/* The statistics that both formats have, of both sides. Those of a part of a game, which a pair that cuts makes, are others. */
static bool begin_statistics(loss_compare **compare, const convert_pair *pair, const reel_format *from,
                             const reel_allocator *allocator, reel_budget *budget)
{
    enum { MOST_TABLES = 64 };
    const reel_table *tables[MOST_TABLES + 1] = { NULL };
    const reel_insight_options options = { REEL_SIZED(reel_insight_options), .allocator = allocator };
    size_t most = 0, table_count = 0;
    while (reel_insights()[most]) most++;
    loss_compare *c = *compare = reel__memory_new(allocator, sizeof *c);
    if (!c) return false;
    c->allocator = *allocator;
    c->statistics = reel__memory_new(allocator, (most + 1) * sizeof *c->statistics);
    bool fine = reel__tallies_begin(&c->tallies, allocator) && c->statistics;
    for (size_t i = 0; i < most && fine && !pair->cuts; i++) {
        const reel_insight *insight = reel_insights()[i];
        if (!insight->tables || !reel_insight_takes(insight, from) || !reel_insight_takes(insight, pair->to)) continue;
        statistic *s = &c->statistics[c->statistic_count++];
        fine = reel__insight_begin(&s->given, insight, from, &options, budget, &c->error) >= 0 &&
               reel__insight_begin(&s->made, insight, pair->to, &options, budget, &c->error) >= 0;
        for (size_t t = 0; insight->tables[t] && table_count < MOST_TABLES; t++) tables[table_count++] = insight->tables[t];
    }
    if (fine) fine = make_tables(c, tables);
    if (fine) return true;
    reel__compare_free(c);
    *compare = NULL;
    return false;
}

static bool begin_one(loss_compare **compare, const convert_pair *pair, const reel_format *from, uint32_t flags,
                      const reel_allocator *allocator, reel_budget *budget)
{
    const convert_pair *back = reel__pair_between(pair->to, from);
    const reel_table *const *given = from->tables, *const *made = pair->to->tables;
    *compare = NULL;
    loss_compare *c = reel__memory_new(allocator, sizeof *c);
    if (!c) return false;
    c->allocator = *allocator;
    c->back = back;
    c->rounds = pair->target_rounds;
    c->given = reel__chunk_new(given, given, UINT64_MAX, allocator);
    c->rest = reel__chunk_new(given, given, UINT64_MAX, allocator);
    c->kept = reel__chunk_new(given, given, UINT64_MAX, allocator);
    c->stored = reel__chunk_new(made, made, UINT64_MAX, allocator);
    bool fine = reel__tallies_begin(&c->tallies, allocator);
    c->job = (pair_job){ .state = reel__memory_new(allocator, back->state_size),
                         .out = reel__chunk_new(given, given, UINT64_MAX, allocator),
                         .allocator = *allocator,
                         .flags = flags,
                         .error = &c->error,
                         .budget = budget,
                         .tallies = &c->tallies };
    fine &= c->given && c->rest && c->kept && c->stored && c->job.state && c->job.out && make_tables(c, given);
    if (fine)
        *compare = c;
    else
        reel__compare_free(c);
    return fine;
}

bool reel__compare_begin(loss_compare **compare, const convert_pair *pair, const reel_format *from,
                         const reel_allocator *allocator, reel_budget *budget)
{
    if (!reel__pair_between(pair->to, from)) return begin_statistics(compare, pair, from, allocator, budget);
    if (!begin_one(compare, pair, from, 0, allocator, budget)) return false;
    if (from->flags & REEL_FORMAT_STREAMS) return true;
    if (begin_one(&(*compare)->other, pair, from, REEL_CARRY, allocator, budget)) return true;
    reel__compare_free(*compare);
    *compare = NULL;
    return false;
}

bool reel__compare_sees_rows(const loss_compare *c) { return c && c->back; }

void reel__compare_free(loss_compare *c)
{
    if (!c) return;
    reel__compare_free(c->other);
    reel_allocator allocator = c->allocator;
    for (size_t i = 0; i < c->statistic_count; i++) {
        reel__chunk_free(reel__insight_end(&c->statistics[i].given));
        reel__chunk_free(reel__insight_end(&c->statistics[i].made));
    }
    reel__memory_drop(&allocator, c->statistics);
    if (c->job.state && c->job.out && c->back->close) c->back->close(&c->job);
    reel__memory_drop(&allocator, c->job.state);
    reel__chunk_free(c->job.out);
    reel__chunk_free(c->given);
    reel__chunk_free(c->rest);
    reel__chunk_free(c->kept);
    reel__chunk_free(c->stored);
    for (size_t t = 0; t < c->count; t++) reel__memory_drop(&allocator, c->tables[t].fields);
    reel__memory_drop(&allocator, c->tables);
    reel__tallies_free(&c->tallies);
    reel__memory_drop(&allocator, c);
}
