/* SPDX-License-Identifier: MIT */
#include "core/moment.h"
#include "core/rows.h"

#define MICRO INT64_C(1000000)
/* The years 1 to 9999: those that ISO 8601 writes with four digits, and that the date types of other languages have. */
#define FIRST_SECOND INT64_C(-62135596800)
#define LAST_SECOND INT64_C(253402300799)

/* ---- units -------------------------------------------------------------------------------------------------------- */

/* How a field counts: `per_second` steps since 1970; 0: a date with its zone, as text. */
typedef struct moment_unit {
    const char *unit;
    int64_t per_second;
} moment_unit;

static const moment_unit units[] = {
    { "unix s", 1 }, { "unix ms", 1000 }, { "unix us", MICRO }, { "unix ns", 1000 * MICRO }, { "iso 8601", 0 }
};

static const moment_unit *unit_of(const reel_field *field)
{
    bool is_text = field->type == REEL_STRING, is_integer = field->type >= REEL_U8 && field->type <= REEL_I64;
    if (field->count != 1) return NULL;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(field->unit, units[i].unit) == 0) return is_text || (is_integer && units[i].per_second) ? &units[i] : NULL;
    return NULL;
}

bool reel_field_is_moment(const reel_field *field) { return unit_of(field) != NULL; }

const reel_field *reel_table_moment(const reel_table *table, const char *column)
{
    size_t size = strlen(column), suffix = strlen(REEL_MOMENT_SUFFIX);
    if (size < suffix || strcmp(column + size - suffix, REEL_MOMENT_SUFFIX) != 0) return NULL;
    for (size_t i = 0; i < table->field_count; i++) {
        const reel_field *field = &table->fields[i];
        if (strlen(field->name) == size - suffix && !memcmp(field->name, column, size - suffix))
            return reel_field_is_moment(field) ? field : NULL;
    }
    return NULL;
}

/* ---- values ------------------------------------------------------------------------------------------------------- */

static int64_t floor_divide(int64_t a, int64_t b) { return a / b - (a % b < 0); }

static bool is_in_range(int64_t seconds) { return seconds >= FIRST_SECOND && seconds <= LAST_SECOND; }

static bool from_count(int64_t value, int64_t per_second, int64_t *microseconds)
{
    if (!is_in_range(floor_divide(value, per_second))) return false;
    *microseconds = per_second > MICRO ? floor_divide(value, per_second / MICRO) : value * (MICRO / per_second);
    return true;
}

/* The number that the text is: a sign, then digits that an int64_t holds. Returns how many digits; 0: the text is not one. */
static size_t read_count(reel_string text, int64_t *value)
{
    size_t sign = text.size && (text.data[0] == '-' || text.data[0] == '+');
    bool is_negative = sign && text.data[0] == '-';
    uint64_t sum = 0;
    for (size_t i = sign; i < text.size; i++) {
        if (text.data[i] < '0' || text.data[i] > '9') return 0;
        uint64_t digit = (uint64_t)(text.data[i] - '0');
        if (sum > ((uint64_t)INT64_MAX - digit) / 10) return 0;
        sum = sum * 10 + digit;
    }
    *value = is_negative ? -(int64_t)sum : (int64_t)sum;
    return text.size - sign;
}

/* Programs write smaller units in the place of seconds, which the number of digits tells: 10 digits of seconds are the years 2001 to
 * 2286, and so are 13, 16 and 19 of the others. */
static int64_t unit_of_digits(size_t digits, int64_t per_second)
{
    if (per_second != 1) return per_second;
    return digits == 13 ? 1000 : digits == 16 ? MICRO : digits == 19 ? 1000 * MICRO : 1;
}

static bool from_text(reel_string text, const moment_unit *unit, int64_t *microseconds)
{
    int64_t value;
    if (unit->per_second) {
        size_t digits = read_count(text, &value);
        return digits && from_count(value, unit_of_digits(digits, unit->per_second), microseconds);
    }
    value = reel__moment_parse(text);
    return value != INT64_MIN && from_count(value, 1, microseconds);
}

bool reel_field_moment(const reel_field *field, const void *row, int64_t *microseconds)
{
    const moment_unit *unit = unit_of(field);
    if (!unit || !reel_field_present(field, row)) return false;
    const uint8_t *slot = (const uint8_t *)row + field->offset;
    if (field->type == REEL_STRING) {
        reel_bytes text = text_value(slot);
        return from_text((reel_string){ (const char *)text.data, text.size }, unit, microseconds);
    }
    int64_t value = reel__integer_value(field->type, slot);
    if (field->type == REEL_U64 && value < 0) return false;
    return from_count(value, unit->per_second, microseconds);
}

/* ---- dates -------------------------------------------------------------------------------------------------------- */

/* Days from 1970-01-01 to a date. Years are counted from March, so that the leap day is the last day of its year. */
static int64_t days_of(int64_t year, int64_t month, int64_t day)
{
    int64_t y = month > 2 ? year : year - 1, m = (month + 9) % 12;
    return 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 719469;
}

int64_t reel__moment_parse(reel_string text)
{
    static const char iso[] = "0000-00-00T00:00:00+0000", old[] = "0000-00-00 00:00:00 +0000";
    const char *form = text.size == sizeof iso - 1 ? iso : old;
    int64_t part[8] = { 0 };
    size_t parts = 0;
    bool negative = false;
    if (text.size != strlen(form)) return INT64_MIN;
    for (size_t i = 0; i < text.size; i++) {
        if (form[i] == '0') {
            if (text.data[i] < '0' || text.data[i] > '9') return INT64_MIN;
            part[parts] = part[parts] * 10 + (text.data[i] - '0');
            if (form[i + 1] != '0') parts++;
            continue;
        }
        if (form[i] == '+' && text.data[i] == '-')
            negative = true;
        else if (form[i] != text.data[i])
            return INT64_MIN;
    }
    if (part[1] < 1 || part[1] > 12 || part[2] < 1 || part[2] > 31 || part[3] > 23 || part[4] > 59 || part[5] > 60)
        return INT64_MIN;
    int64_t zone = part[6] / 100 * 3600 + part[6] % 100 * 60;
    return days_of(part[0], part[1], part[2]) * 86400 + part[3] * 3600 + part[4] * 60 + part[5] + (negative ? zone : -zone);
}

/* Writes the lowest `digits` digits of a number. */
static char *put_digits(char *to, uint64_t value, unsigned digits, char end)
{
    for (unsigned i = digits; i-- > 0; value /= 10) to[i] = (char)('0' + value % 10);
    to[digits] = end;
    return to + digits + 1;
}

size_t reel_moment_text(int64_t microseconds, char buffer[REEL_MOMENT_SIZE])
{
    int64_t seconds = floor_divide(microseconds, MICRO), days = floor_divide(seconds, 86400);
    buffer[0] = 0;
    if (!is_in_range(seconds)) return 0;
    uint64_t rest = (uint64_t)(microseconds - seconds * MICRO), clock = (uint64_t)(seconds - days * 86400);
    int64_t year = 1970 + floor_divide(days, days < 0 ? 366 : 365), month = 12; /* of a date in range, at most 6 too late */
    while (days_of(year, 1, 1) > days) year--;
    while (days_of(year, month, 1) > days) month--;
    char *at = put_digits(buffer, (uint64_t)year, 4, '-');
    at = put_digits(at, (uint64_t)month, 2, '-');
    at = put_digits(at, (uint64_t)(days - days_of(year, month, 1) + 1), 2, 'T');
    at = put_digits(at, clock / 3600, 2, ':');
    at = put_digits(at, clock / 60 % 60, 2, ':');
    at = put_digits(at, clock % 60, 2, rest ? '.' : 'Z');
    if (rest) at = rest % 1000 ? put_digits(at, rest, 6, 'Z') : put_digits(at, rest / 1000, 3, 'Z');
    *at = 0;
    return (size_t)(at - buffer);
}
