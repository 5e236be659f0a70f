/* SPDX-License-Identifier: MIT
 * Rows that a recorder appends with any value in any field, in any order and number: what no file can hold is refused by the append, which keeps
 * nothing of it, so the recording can be finished. What only the whole file shows is on the page of the format, with its reason. */
#include "machinery.h"
#include "moments.h"

#include <reel/archive.h>

#include <math.h>

static size_t accepted, refused, late, others;

/* ---- rules of the whole file -------------------------------------------------------------------------------------- */

/* The rules between `<!-- whole file -->` and `<!-- end -->` on the page of a format, in backticks at the beginning of a row of a table. */
typedef struct page_rules {
    char page[PAGE_NAME];
    char *text;
    char *seen; /* text that was compared; the page's rules that a recording broke are marked in it */
} page_rules;

static page_rules pages[16];
static size_t page_count;

static page_rules *rules_of(const reel_format *format)
{
    char name[PAGE_NAME], path[512];
    if (!page_of(format, name)) return NULL;
    for (size_t i = 0; i < page_count; i++)
        if (!strcmp(pages[i].page, name)) return &pages[i];
    assert_true(page_count < sizeof pages / sizeof *pages);
    page_rules *rules = &pages[page_count++];
    snprintf(rules->page, sizeof rules->page, "%s", name);
    snprintf(path, sizeof path, "docs/formats/%s.md", name);
    size_t size;
    uint8_t *page = read_file(project_path(path), &size);
    rules->text = calloc(1, size + 1);
    rules->seen = calloc(1, size + 1);
    assert_true(rules->text && rules->seen);
    memcpy(rules->text, page, size);
    free(page);
    char *begin = strstr(rules->text, "<!-- whole file -->"), *end = begin ? strstr(begin, "<!-- end -->") : NULL;
    if (end) *end = 0;
    rules->text = begin && end ? begin : strdup("");
    return rules;
}

/* Whether the page of the format says that only the whole file can break the rule. */
static bool is_of_the_whole(const reel_format *format, const char *rule)
{
    char row[128];
    page_rules *rules = rules_of(format);
    snprintf(row, sizeof row, "\n| `%s` |", rule);
    const char *at = rules ? strstr(rules->text, row) : NULL;
    if (at) rules->seen[at - rules->text] = 1;
    return at != NULL;
}

/* Rules on the pages that no recording broke: limits that only large files reach. */
static void print_rules_not_seen(void)
{
    for (size_t i = 0; i < page_count; i++)
        for (const char *at = strstr(pages[i].text, "\n| `"); at; at = strstr(at + 1, "\n| `")) {
            if (pages[i].seen[at - pages[i].text]) continue;
            print_message("%s.md: no recording broke %.*s\n", pages[i].page, (int)strcspn(at + 4, "|"), at + 4);
        }
}

/* ---- values ------------------------------------------------------------------------------------------------------- */

enum { VALUES = 9 };

/* Text and bytes that formats have reasons to refuse. */
static reel_bytes hostile_text(size_t number)
{
    static uint8_t large[70000];
    static const char *const texts[] = { "", "a\"b\\c\n\xff\xfe", "a,b;c|d#e", "nan", "{", "\xe2\x82\xac" };
    memset(large, 'x', sizeof large);
    if (number == 0) return (reel_bytes){ large, sizeof large };
    if (number == 1) return (reel_bytes){ (const uint8_t *)"a\0b", 3 };
    if (number == 2) return (reel_bytes){ large, 300 };
    const char *text = texts[number - 3];
    return (reel_bytes){ (const uint8_t *)text, strlen(text) };
}

static void set_number(const reel_field *field, uint8_t *place, size_t number)
{
    static const double fractions[VALUES] = { NAN, INFINITY, -INFINITY, -1, 0, 1e30, 1e-30, 1e9 + 0.25, 4294967296.0 };
    static const int64_t wholes[VALUES] = { INT64_MAX, INT64_MIN, -1, 0, 255, 65536, INT32_MAX, INT32_MIN, 7 };
    const size_t size = reel_type_size(field->type);
    if (field->type == REEL_F32)
        memcpy(place, &(float){ (float)fractions[number] }, size);
    else if (field->type == REEL_F64)
        memcpy(place, &fractions[number], size);
    else if (size == 8)
        memcpy(place, &wholes[number], size);
    else if (size == 4)
        memcpy(place, &(int32_t){ number < 2 ? (number ? INT32_MIN : INT32_MAX) : (int32_t)wholes[number] }, size);
    else if (size == 2)
        memcpy(place, &(int16_t){ number < 2 ? (number ? INT16_MIN : INT16_MAX) : (int16_t)wholes[number] }, size);
    else if (size == 1)
        memcpy(place, &(int8_t){ number < 2 ? (number ? INT8_MIN : INT8_MAX) : (int8_t)wholes[number] }, size);
    else
        memset(place, (int)number * 31, size);
}

static void set_hostile(const reel_field *field, uint8_t *row, size_t number)
{
    uint8_t *place = row + field->offset;
    if (field->type == REEL_STRING || field->type == REEL_BYTES) {
        const reel_bytes text = hostile_text(number);
        memcpy(place, &text, sizeof text);
        return;
    }
    for (size_t i = 0; i < field->count; i++) set_number(field, place + i * reel_type_size(field->type), number);
}

/* ---- recordings --------------------------------------------------------------------------------------------------- */

/* What is done to the rows of one table. */
typedef enum order {
    AS_THEY_ARE,
    REVERSED,
    SWAPPED,
    DOUBLED,
    WITHOUT_FIRST,
    WITHOUT_LAST,
    WITHOUT_ANY,
    TABLE_LAST,
    ORDERS
} order;

typedef struct change {
    const reel_table *table;
    const reel_field *field; /* NULL: only the order */
    const uint8_t *row;      /* in place of row `at` */
    size_t at, value;
    order order;
} change;

typedef struct recording {
    reel_writer *writer;
    reel_memory made;
    size_t refusals;
} recording;

static void begin(recording *r, const reel_format *format, bool archive)
{
    const reel_archive_options how = { REEL_SIZED(reel_archive_options), .level = REEL_ARCHIVE_RECORD };
    const reel_write_options options = { REEL_SIZED(reel_write_options), .archive = archive ? &how : NULL };
    r->refusals = 0;
    assert_int_equal(reel_create(reel_sink_memory(&r->made, NULL), format, &options, &r->writer, NULL), REEL_OK);
}

static void append(recording *r, const reel_table *table, const uint8_t *rows, size_t count)
{
    if (count && reel_append(r->writer, table, rows, count) < 0) r->refusals++;
}

static void append_changed(recording *r, const change *c, const uint8_t *rows, size_t count)
{
    const size_t size = c->table->row_size;
    for (size_t i = 0; i < count; i++) {
        size_t from = i;
        if (c->order == REVERSED) from = count - 1 - i;
        if (c->order == SWAPPED && (i ^ 1) < count) from = i ^ 1;
        if (c->order == WITHOUT_ANY || (c->order == WITHOUT_FIRST && i == 0) || (c->order == WITHOUT_LAST && i + 1 == count))
            continue;
        const uint8_t *row = c->field && from == c->at ? c->row : rows + from * size;
        for (int times = 0; times < (c->order == DOUBLED ? 2 : 1); times++) append(r, c->table, row, 1);
    }
}

/* What a recorder does: rows in the order of the tables, then the end. Returns its status. */
static reel_status record(recording *r, const reel_replay *replay, const change *c, reel_error *error)
{
    const reel_format *format = reel_replay_format(replay);
    size_t count;
    for (const reel_table *const *table = format->tables; *table; table++) {
        const uint8_t *rows = reel_rows(replay, *table, &count);
        if ((*table)->flags & REEL_TABLE_LAYOUT) continue;
        if (!c || *table != c->table)
            append(r, *table, rows, count);
        else if (c->order != TABLE_LAST)
            append_changed(r, c, rows, count);
    }
    if (c && c->order == TABLE_LAST) {
        const uint8_t *rows = reel_rows(replay, c->table, &count);
        append(r, c->table, rows, count);
    }
    const reel_status status = reel_finish(r->writer, error);
    if (status == REEL_OK) reel_memory_free(&r->made);
    return status;
}

/* An append that fails for good is one that is refused too late: finishing fails with the same rule. */
static void try_change(const specimen *file, const reel_replay *replay, const change *c, bool archive)
{
    recording r;
    reel_error error = { .rule = "" };
    const reel_format *format = reel_replay_format(replay);
    begin(&r, format, archive);
    if (record(&r, replay, c, &error) == REEL_OK) {
        refused += r.refusals > 0;
        accepted += !r.refusals;
    } else if (!archive && is_of_the_whole(format, error.rule)) {
        others++;
    } else {
        late++;
        print_message("%s as %s, %s.%s, row %zu, value %zu, order %d: %s: %s\n", file->name, archive ? "archive" : format->id,
                      c->table->name, c->field ? c->field->name : "", c->at, c->value, (int)c->order, error.rule, error.message);
    }
}

static bool can_be_recorded(const reel_replay *replay)
{
    recording r;
    begin(&r, reel_replay_format(replay), false);
    return record(&r, replay, NULL, NULL) == REEL_OK && !r.refusals;
}

static size_t number, step; /* of the changes to a file */

static bool is_sampled(void) { return number++ % step == 0; }

static void try_table(const specimen *file, const reel_replay *replay, const reel_table *table)
{
    size_t count;
    const uint8_t *rows = reel_rows(replay, table, &count);
    uint8_t *row = malloc(table->row_size);
    assert_non_null(row);
    for (size_t f = 0; f < table->field_count; f++)
        for (size_t v = 0; v < 2 * VALUES; v++) {
            if (!is_sampled()) continue;
            const size_t at = v < VALUES ? 0 : count / 2;
            memcpy(row, rows + at * table->row_size, table->row_size);
            set_hostile(&table->fields[f], row, v % VALUES);
            trying("%s.%s, value %zu", table->name, table->fields[f].name, v);
            try_change(file, replay, &(change){ table, &table->fields[f], row, at, v % VALUES, AS_THEY_ARE }, number % 5 == 0);
        }
    for (order o = REVERSED; o < ORDERS; o++) {
        trying("%s, order %d", table->name, (int)o);
        if (is_sampled()) try_change(file, replay, &(change){ .table = table, .order = o }, number % 5 == 0);
    }
    free(row);
}

static size_t changes_of(const reel_format *format)
{
    size_t changes = 0;
    for (const reel_table *const *table = format->tables; *table; table++)
        changes += (*table)->field_count * 2u * VALUES + ORDERS;
    return changes;
}

/* Whether a program could have recorded the file, and finishes it as it is. */
static bool is_fit(const reel_replay *replay, const specimen *file)
{
    const reel_format *format = reel_replay_format(replay);
    return format->writer && reel_format_by_id(NULL, format->id) == format && !reel_replay_damage(replay) &&
           is_unwrapped(format, file->data, file->size);
}

static reel_replay *load(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    reel_replay *replay;
    return reel_load(reel_source_memory(file->data, file->size), &options, &replay, NULL) < 0 ? NULL : replay;
}

static void try_file(const specimen *file)
{
    reel_replay *replay = load(file);
    if (!replay) return;
    const reel_format *format = reel_replay_format(replay);
    step = 1 + changes_of(format) / by_effort(100000, 400, 60);
    while (step > 1 && VALUES % step == 0) step++;
    for (const reel_table *const *table = format->tables; is_fit(replay, file) && can_be_recorded(replay) && *table; table++) {
        size_t count;
        reel_rows(replay, *table, &count);
        if (!((*table)->flags & REEL_TABLE_LAYOUT) && count) try_table(file, replay, *table);
    }
    reel_free(replay);
}

static void what_is_accepted_can_be_finished(void **state)
{
    (void)state;
    each_specimen(GOLDEN, by_effort(200000, 20000, 4000), try_file);
    print_message("%zu accepted, %zu refused, %zu with rows that they contradict\n", accepted, refused, others);
    assert_enough(accepted > 0 && refused > 0);
    if (late) fail_msg("%zu recordings were refused when they were finished", late);
    if (full_effort()) print_rules_not_seen();
}

/* ---- rows of files ------------------------------------------------------------------------------------------------- */

/* Recordings have numbers; damaged files may have others. */
static bool has_others(const reel_table *table, const uint8_t *rows, size_t count)
{
    for (size_t r = 0; r < count; r++)
        for (size_t f = 0; f < table->field_count; f++) {
            const reel_field *field = &table->fields[f];
            for (size_t i = 0; (field->type == REEL_F32 || field->type == REEL_F64) && i < field->count; i++)
                if (!isfinite(reel_field_number(field, rows + r * table->row_size, i))) return true;
        }
    return false;
}

/* Appends rows as a recorder does. A refusal of rows that the format can say fails the test. */
static void append_moments(const specimen *file, const reel_replay *replay, recording *r, const moment *moments, size_t count)
{
    bool others_before = false;
    for (size_t i = 0, rows; i < count; i += rows) {
        const reel_table *table = moments[i].table;
        rows = moments_together(&moments[i], count - i);
        others_before = others_before || has_others(table, moments[i].row, rows);
        append(r, table, moments[i].row, rows);
        const reel_error *why = reel_writer_error(r->writer);
        if (!why) continue;
        if (!others_before && can_be_encoded(replay))
            fail_msg("%s: %s: %s: %s", file->name, table->name, why->rule, why->message);
        return;
    }
}

/* Rows that a file has are not refused, and all of them give the file. Some hostile files have rows that only their own bytes can say. */
static void append_file(const specimen *file)
{
    reel_replay *replay = load(file);
    if (replay && is_fit(replay, file)) {
        recording r;
        size_t count;
        moment *moments = moments_of(replay, &count);
        begin(&r, reel_replay_format(replay), false);
        append_moments(file, replay, &r, moments, count);
        if (reel_finish(r.writer, NULL) == REEL_OK) {
            reel_memory_free(&r.made);
            accepted++;
        } else {
            others++;
        }
        free(moments);
    }
    reel_free(replay);
}

static void rows_of_files_are_accepted(void **state)
{
    (void)state;
    accepted = others = 0;
    each_specimen(GOLDEN | CORPUS, by_effort(4000000, 200000, 20000), append_file);
    print_message("%zu files, %zu that only their bytes can say\n", accepted, others);
    assert_enough(accepted > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(what_is_accepted_can_be_finished),
                                        cmocka_unit_test(rows_of_files_are_accepted) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
