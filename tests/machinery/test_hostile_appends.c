/* SPDX-License-Identifier: MIT
 * Rows that a recorder appends with any value in any field, to formats whose writers say what they accept: what no file can hold is refused by
 * the append, which keeps nothing of it, so the recording can be finished. */
#include "machinery.h"

#include <math.h>

static size_t accepted, refused, late, others;

/* Rules about rows of several tables, or about the row before: no append alone can break them. */
static bool is_about_others(const char *rule)
{
    static const char *const rules[] = {
        "gdr.button-lost",     /* the info says that the level is not a platformer */
        "gdr.tag",             /* the info has no tag for the data of inputs */
        "gdr.extra-count",     /* as many rows of data as inputs that have some */
        "gdr.step-range",      /* how far an input is from the one before */
        "gdr.string-too-long", /* a long text is written if the layout keeps its bytes */
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (strcmp(rule, rules[i]) == 0) return true;
    return false;
}

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

/* What a recorder does: rows in the order of the tables, one of them changed, then the end. */
static void record(const specimen *file, const reel_replay *replay, const reel_table *changed, const reel_field *field,
                   const uint8_t *row)
{
    reel_writer *writer;
    reel_error error = { .rule = "" };
    reel_memory made;
    const reel_format *format = reel_replay_format(replay);
    assert_int_equal(reel_create(reel_sink_memory(&made, NULL), format, NULL, &writer, &error), REEL_OK);
    reel_status status = REEL_OK;
    for (const reel_table *const *table = format->tables; *table; table++) {
        size_t count;
        const uint8_t *rows = reel_rows(replay, *table, &count);
        if ((*table)->flags & REEL_TABLE_LAYOUT) continue;
        if (*table == changed) {
            status = reel_append(writer, *table, row, 1);
            rows += (*table)->row_size, count--;
        }
        reel_append(writer, *table, rows, count);
    }
    reel_status finished = reel_finish(writer, &error);
    if (finished == REEL_OK) reel_memory_free(&made);
    if (status < 0)
        refused++;
    else if (finished == REEL_OK)
        accepted++;
    else if (is_about_others(error.rule))
        others++;
    else {
        late++;
        print_message("%s, %s.%s: %s: %s\n", file->name, changed->name, field->name, error.rule, error.message);
    }
}

static bool can_be_recorded(const reel_replay *replay)
{
    reel_writer *writer;
    reel_memory made;
    const reel_format *format = reel_replay_format(replay);
    assert_int_equal(reel_create(reel_sink_memory(&made, NULL), format, NULL, &writer, NULL), REEL_OK);
    for (const reel_table *const *table = format->tables; *table; table++) {
        size_t count;
        const uint8_t *rows = reel_rows(replay, *table, &count);
        if (!((*table)->flags & REEL_TABLE_LAYOUT)) reel_append(writer, *table, rows, count);
    }
    if (reel_finish(writer, NULL) < 0) return false;
    reel_memory_free(&made);
    return true;
}

static void try_file(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    reel_replay *replay;
    if (reel_load(reel_source_memory(file->data, file->size), &options, &replay, NULL) < 0) return;
    const reel_format *format = reel_replay_format(replay);
    bool fit = format->writer && format->writer->accepts && !reel_replay_damage(replay) &&
               is_unwrapped(format, file->data, file->size) && can_be_recorded(replay);
    for (const reel_table *const *table = format->tables; fit && *table; table++) {
        size_t count;
        const uint8_t *rows = reel_rows(replay, *table, &count);
        if ((*table)->flags & REEL_TABLE_LAYOUT || !count) continue;
        uint8_t *row = malloc((*table)->row_size);
        assert_non_null(row);
        for (size_t f = 0; f < (*table)->field_count; f++)
            for (size_t number = 0; number < VALUES; number++) {
                memcpy(row, rows, (*table)->row_size);
                set_hostile(&(*table)->fields[f], row, number);
                trying("%s.%s, value %zu", (*table)->name, (*table)->fields[f].name, number);
                record(file, replay, *table, &(*table)->fields[f], row);
            }
        free(row);
    }
    reel_free(replay);
}

static void what_is_accepted_can_be_finished(void **state)
{
    (void)state;
    each_specimen(GOLDEN, by_effort(200000, 20000, 4000), try_file);
    print_message("%zu accepted, %zu refused, %zu with rows that they contradict\n", accepted, refused, others);
    assert_true(accepted > 0 && refused > 0);
    if (late) fail_msg("%zu recordings were refused when they were finished", late);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(what_is_accepted_can_be_finished) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
