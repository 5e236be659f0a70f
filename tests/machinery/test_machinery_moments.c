/* SPDX-License-Identifier: MIT
 * Moments: each field that says that it is one gives the same moment in C, Arrow and text, for values at the edges too; fields that
 * look like one say which clock they are of. */
#include "core/moment.h"
#include "machinery.h"

#include <reel/arrow.h>
#include <reel/export.h>
#include <reel/insight.h>

#define LAST INT64_C(253402300799) /* 9999-12-31T23:59:59Z */
#define FIRST INT64_C(-62135596800)

typedef struct moment_case {
    int64_t seconds;
    const char *text; /* NULL: there is no moment */
} moment_case;

static const moment_case cases[] = { { 0, "1970-01-01T00:00:00Z" },         { -1, "1969-12-31T23:59:59Z" },
                                     { 951782400, "2000-02-29T00:00:00Z" }, { 1637442903, "2021-11-20T21:15:03Z" },
                                     { LAST, "9999-12-31T23:59:59Z" },      { LAST + 1, NULL },
                                     { FIRST, "0001-01-01T00:00:00Z" },     { FIRST - 1, NULL } };

typedef void visit(const reel_table *table, const reel_field *field, const char *place);

static void each_field(visit *one)
{
    char place[200];
    for (const reel_format *const *format = reel_formats(); *format; format++)
        for (const reel_table *const *table = reel_format_tables(*format); *table; table++)
            for (size_t i = 0; i < (*table)->field_count; i++) {
                snprintf(place, sizeof place, "%s %s.%s", reel_format_id(*format), (*table)->name, (*table)->fields[i].name);
                one(*table, &(*table)->fields[i], place);
            }
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++)
        for (const reel_table *const *table = (*insight)->tables; table && *table; table++)
            for (size_t i = 0; i < (*table)->field_count; i++) {
                snprintf(place, sizeof place, "%s %s.%s", (*insight)->id, (*table)->name, (*table)->fields[i].name);
                one(*table, &(*table)->fields[i], place);
            }
}

/* ---- one row -------------------------------------------------------------------------------------------------------- */

static const char *arrow_moment(const reel_table *table, const reel_field *field, const void *row, int64_t *value)
{
    char column[128];
    const char *columns[] = { column, NULL };
    snprintf(column, sizeof column, "%s%s", field->name, REEL_MOMENT_SUFFIX);
    const reel_arrow_options options = { REEL_SIZED(reel_arrow_options), .columns = columns };
    struct ArrowSchema schema;
    struct ArrowArray array;
    reel_error error;
    assert_int_equal(reel_arrow_schema(table, NULL, &options, &schema, &error), REEL_OK);
    assert_string_equal(schema.children[0]->name, column);
    assert_string_equal(schema.children[0]->format, "tsu:UTC");
    schema.release(&schema);
    assert_int_equal(reel_arrow_rows(table, row, 1, 0, &options, &array, &error), REEL_OK);
    const struct ArrowArray *values = array.children[0];
    bool is_null = values->null_count && !(((const uint8_t *)values->buffers[0])[0] & 1);
    *value = ((const int64_t *)values->buffers[1])[0];
    array.release(&array);
    return is_null ? NULL : "";
}

/* The raw value of a field is set; every way to its moment gives `text`. */
static void gives(const reel_table *table, const reel_field *field, const uint8_t *row, const char *text, const char *place)
{
    int64_t moment = 42, column;
    char buffer[REEL_MOMENT_SIZE];
    bool found = reel_field_moment(field, row, &moment);
    if (found != (text != NULL)) fail_msg("%s: %s, expected %s", place, found ? "a moment" : "no moment", text ? text : "none");
    if (!found) assert_int_equal(moment, 42);
    if (found) assert_int_equal(reel_moment_text(moment, buffer), strlen(text));
    if (found) assert_string_equal(buffer, text);
    assert_int_equal(arrow_moment(table, field, row, &column) != NULL, found);
    if (found) assert_int_equal(column, moment);
}

static int64_t per_second(const reel_field *field)
{
    static const struct {
        const char *unit;
        int64_t count;
    } units[] = { { "unix s", 1 }, { "unix ms", 1000 }, { "unix us", 1000000 }, { "unix ns", 1000000000 } };
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (!strcmp(field->unit, units[i].unit)) return units[i].count;
    return 0;
}

static void set_text(const reel_field *field, uint8_t *row, const char *text)
{
    reel_string value = { text, strlen(text) };
    memcpy(row + field->offset, &value, sizeof value);
}

/* False: the field has no such number. */
static bool set_number(const reel_field *field, uint8_t *row, int64_t seconds, char *text)
{
    int64_t count = per_second(field), value;
    if (seconds > INT64_MAX / count || seconds < INT64_MIN / count) return false;
    value = seconds * count;
    if (field->type == REEL_STRING) {
        snprintf(text, 32, "%lld", (long long)value);
        set_text(field, row, text);
        return true;
    }
    return reel_field_parse(field, row, (snprintf(text, 32, "%lld", (long long)value), text), NULL, NULL) == REEL_OK;
}

typedef struct text_case {
    const char *raw, *text;
} text_case;

static const text_case dates[] = {
    { "1970-01-01T00:00:00+0000", "1970-01-01T00:00:00Z" },
    { "2021-11-20 22:15:03 +0100", "2021-11-20T21:15:03Z" },
    { "2000-02-28T23:30:00-0030", "2000-02-29T00:00:00Z" },
    { "9999-12-31T23:59:59+0000", "9999-12-31T23:59:59Z" },
    { "9999-12-31T23:59:59-0001", NULL },
    { "0001-01-01T00:00:00+0000", "0001-01-01T00:00:00Z" },
    { "0001-01-01T00:00:00+0001", NULL },
    { "0000-01-01T00:00:00+0000", NULL },
    { "2021-13-20T21:15:03+0000", NULL },
    { "2021-11-20T21:15:03", NULL },
    { "2021-11-20T21:15:03+000", NULL },
    { "1637442903", NULL },
    { "", NULL },
    { "never", NULL },
    { NULL, NULL },
};

/* Text in seconds: 13, 16 and 19 digits are of smaller units. */
static const text_case digits[] = {
    { "1637442903123", "2021-11-20T21:15:03.123Z" },
    { "1637442903123456", "2021-11-20T21:15:03.123456Z" },
    { "1637442903123456789", "2021-11-20T21:15:03.123456Z" },
    { "9223372036854775807", "2262-04-11T23:47:16.854775Z" },
    { "-001", "1969-12-31T23:59:59Z" },
    { "+1637442903", "2021-11-20T21:15:03Z" },
    { "16374429031234", NULL },
    { "9223372036854775808", NULL },
    { "99999999999999999999999999999999999999", NULL },
    { "1e9", NULL },
    { " 1", NULL },
    { "1 ", NULL },
    { "12a", NULL },
    { "-", NULL },
    { "", NULL },
    { "2021-11-20T21:15:03+0000", NULL },
    { NULL, NULL },
};

static void texts_give(const reel_table *table, const reel_field *field, uint8_t *row, const text_case *some)
{
    for (; some->raw; some++) {
        set_text(field, row, some->raw);
        gives(table, field, row, some->text, some->raw);
    }
}

static void extremes_give(const reel_table *table, const reel_field *field, uint8_t *row, const char *place)
{
    static const int64_t extremes[] = { INT64_MIN, INT64_MIN + 1, INT64_MAX };
    for (size_t i = 0; i < 3; i++) {
        memcpy(row + field->offset, &extremes[i], sizeof *extremes);
        gives(table, field, row, NULL, place);
    }
}

static size_t moments;

static void moment_is_the_same_everywhere(const reel_table *table, const reel_field *field, const char *place)
{
    if (!reel_field_is_moment(field)) return;
    char text[32], column[128];
    int64_t count = per_second(field);
    uint8_t *row = calloc(1, table->row_size);
    moments++;
    assert_non_null(row);
    row[field->present_offset] |= field->present_mask;
    snprintf(column, sizeof column, "%s%s", field->name, REEL_MOMENT_SUFFIX);
    assert_null(reel_table_field(table, column));
    assert_ptr_equal(reel_table_moment(table, column), field);
    if (!count) texts_give(table, field, row, dates);
    for (size_t i = 0; count && i < sizeof cases / sizeof *cases; i++)
        if (set_number(field, row, cases[i].seconds, text)) gives(table, field, row, cases[i].text, place);
    if (field->type == REEL_I64 && count < 1000000000) extremes_give(table, field, row, place);
    if (field->type == REEL_STRING && count == 1) texts_give(table, field, row, digits);
    if (field->present_mask) {
        row[field->present_offset] &= (uint8_t)~field->present_mask;
        gives(table, field, row, NULL, place);
    }
    free(row);
}

static void every_moment_is_the_same_everywhere(void **state)
{
    (void)state;
    moments = 0;
    each_field(moment_is_the_same_everywhere);
    print_message("%zu fields are moments\n", moments);
    assert_true(moments);
}

/* ---- what says that it is one --------------------------------------------------------------------------------------- */

/* A field that counts from 1970 has a unit that says so. */
static void unit_names_the_clock(const reel_table *table, const reel_field *field, const char *place)
{
    (void)table;
    bool is_old_words = strstr(field->doc, "since 1970") || strstr(field->doc, "Unix time");
    bool is_local = !strcmp(field->unit, "local ms") || !strcmp(field->unit, "local time");
    bool is_any_value = !strcmp(field->name, "integer"); /* a date only in some rows */
    if (is_old_words && !reel_field_is_moment(field) && !is_local && !is_any_value)
        fail_msg("%s is a time since 1970, but its unit is \"%s\"", place, field->unit);
    if (!strncmp(field->unit, "unix", 4) || !strcmp(field->unit, "iso 8601")) assert_true(reel_field_is_moment(field));
}

static void every_time_since_1970_says_so_in_its_unit(void **state)
{
    (void)state;
    each_field(unit_names_the_clock);
}

/* ---- the calendar --------------------------------------------------------------------------------------------------- */

/* Counts days as a wall calendar does. */
static void every_day_has_its_date(void **state)
{
    (void)state;
    int64_t day = FIRST / 86400;
    char text[REEL_MOMENT_SIZE], wanted[96];
    for (int year = 1; year <= 9999; year++)
        for (int month = 1; month <= 12; month++) {
            bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            int days = month == 2 ? 28 + leap : month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
            for (int i = 1; i <= days; i++, day++) {
                if (i > 1 && i < days) continue;
                int64_t second = day * 86400 + day % 86400 + (day < 0 ? 86399 : 0);
                assert_int_equal(reel_moment_text(second * 1000000, text), 20);
                int clock = (int)(second - day * 86400);
                snprintf(wanted, sizeof wanted, "%04d-%02d-%02dT%02d:%02d:%02dZ", year, month, i, clock / 3600, clock / 60 % 60,
                         clock % 60);
                assert_string_equal(text, wanted);
                snprintf(wanted + 19, sizeof wanted - 19, "+0000");
                assert_int_equal(reel__moment_parse((reel_string){ wanted, 24 }), second);
            }
        }
    assert_int_equal(reel_moment_text((LAST + 1) * 1000000, text), 0);
    assert_string_equal(text, "");
    assert_int_equal(reel_moment_text(FIRST * 1000000 - 1, text), 0);
    assert_int_equal(reel_moment_text(INT64_MIN, text), 0);
    assert_int_equal(reel_moment_text(-1, text), 27);
    assert_string_equal(text, "1969-12-31T23:59:59.999999Z");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_moment_is_the_same_everywhere),
        cmocka_unit_test(every_time_since_1970_says_so_in_its_unit),
        cmocka_unit_test(every_day_has_its_date),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
