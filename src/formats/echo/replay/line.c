/* SPDX-License-Identifier: MIT
 * Lines: their times, and the objects in them. */
#include "formats/echo/replay/line.h"

#include "codec/number.h"
#include "core/text.h"

#include <reel/echoreplay.h>
#include <string.h>

enum {
    FIRST_YEAR = 2017, /* as in common/date.h */
    LAST_YEAR = 2099,
    THAI_AHEAD = 543,          /* years of the Buddhist era are ahead */
    PERSIAN_FIRST_YEAR = 1395, /* from 2017 to 2058 */
    ISLAMIC_FIRST_YEAR = 1438, /* up to 2098: the Persian years of these numbers begin in 2059 */
    ISLAMIC_LAST_YEAR = 1521
};

/* ---- time ------------------------------------------------------------------------------------------------------- */

/* Days since 1970-01-01 in the Gregorian calendar. Years start in March here, so that a leap day is the last day of a
 * year. */
static int64_t days_of(int64_t year, int64_t month, int64_t day)
{
    year -= month <= 2;
    int64_t era = (year >= 0 ? year : year - 399) / 400, of_era = year - era * 400;
    int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

/* Days since 1970-01-01 of a day in the Islamic calendar, by the rule of 11 leap years in 30. Its months begin with the sighting of the moon,
 * so a date can be off by a day or two. */
static int64_t islamic_days_of(int64_t year, int64_t month, int64_t day)
{
    enum { NEW_YEAR = 1948440 - 385, EPOCH = 2440588 }; /* Julian days: formula's zero, and 1970-01-01 */
    return (11 * year + 3) / 30 + 354 * year + 30 * month - (month - 1) / 2 + day + NEW_YEAR - EPOCH;
}

/* The same in the Persian calendar: six months of 31 days, then 30. Of 33 years 8 are leap years, which holds for all years from 1206 to 1498. */
static int64_t persian_days_of(int64_t year, int64_t month, int64_t day)
{
    enum { NEW_YEAR = -492634, LONG_MONTHS = 6 };
    const int64_t longer = month - 1 < LONG_MONTHS ? month - 1 : LONG_MONTHS;
    return 365 * year + (8 * year + 21) / 33 + 30 * (month - 1) + longer + day + NEW_YEAR;
}

static text_calendar calendar_of(const char *text)
{
    int year = reel__number_digits(text, 4);
    if (year >= THAI_AHEAD + FIRST_YEAR && year <= THAI_AHEAD + LAST_YEAR) return CALENDAR_THAI;
    if (year >= PERSIAN_FIRST_YEAR && year < ISLAMIC_FIRST_YEAR) return CALENDAR_PERSIAN;
    return year >= ISLAMIC_FIRST_YEAR && year <= ISLAMIC_LAST_YEAR ? CALENDAR_ISLAMIC : CALENDAR_GREGORIAN;
}

/* The separators and the calendar depend on the recorder's locale. */
bool reel__echo_text_time(const char *text, size_t size, int64_t *ms)
{
    static const char form[] = "0000/00/00 00:00:00.000";
    if (size < TIME_SIZE) return false;
    for (size_t i = 0; i < TIME_SIZE; i++) {
        bool digit = text[i] >= '0' && text[i] <= '9';
        if (digit != (form[i] == '0') || (!digit && (unsigned char)text[i] < 0x20)) return false;
    }
    int month = reel__number_digits(text + 5, 2), day = reel__number_digits(text + 8, 2),
        hour = reel__number_digits(text + 11, 2), minute = reel__number_digits(text + 14, 2);
    if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 24 || minute > 59) return false;
    const text_calendar calendar = calendar_of(text);
    const int year = reel__number_digits(text, 4);
    int64_t days = 0;
    switch (calendar) {
    case CALENDAR_GREGORIAN: days = days_of(year, month, day); break;
    case CALENDAR_THAI: days = days_of(year - THAI_AHEAD, month, day); break;
    case CALENDAR_ISLAMIC: days = islamic_days_of(year, month, day); break;
    case CALENDAR_PERSIAN: days = persian_days_of(year, month, day); break;
    }
    *ms =
        ((days * 24 + hour) * 60 + minute) * 60000 + reel__number_digits(text + 17, 2) * 1000 + reel__number_digits(text + 20, 3);
    return true;
}

double reel__line_clock_take(line_clock *c, int64_t recorded, uint64_t offset)
{
    enum { SET_BACK = 60000 }; /* ms: lines in the wrong order are closer */
    if (!c->begun) *c = (line_clock){ .first = recorded, .latest = recorded, .begun = true };
    int64_t at = recorded + c->shift;
    if (at < c->latest) {
        if (!c->back++) c->back_offset = offset;
        if (c->latest - at > SET_BACK) c->shift += c->latest - at;
        at = c->latest;
    }
    c->latest = at;
    return (double)(at - c->first) / 1000;
}

#define LEAST_TIME INT64_C(-62167219200000) /* ms: year 0 */
#define MOST_TIME INT64_C(253402300799999)  /* end of the year 9999 */

/* Years have four digits: other times become the nearest possible one. */
void reel__echo_text_put_time(char to[TIME_SIZE], int64_t ms)
{
    if (ms < LEAST_TIME) ms = LEAST_TIME;
    if (ms > MOST_TIME) ms = MOST_TIME;
    int64_t days = ms / 86400000, rest = ms % 86400000;
    if (rest < 0) days--, rest += 86400000;
    int64_t z = days + 719468, era = (z >= 0 ? z : z - 146096) / 146097, of_era = z - era * 146097;
    int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365,
            of_year = of_era - (365 * year + year / 4 - year / 100);
    int64_t month = (5 * of_year + 2) / 153, day = of_year - (153 * month + 2) / 5 + 1;
    month += month < 10 ? 3 : -9;
    year += era * 400 + (month <= 2);
    const struct {
        int64_t value;
        int size;
        char after;
    } parts[] = { { year, 4, '/' },
                  { month, 2, '/' },
                  { day, 2, ' ' },
                  { rest / 3600000, 2, ':' },
                  { rest / 60000 % 60, 2, ':' },
                  { rest / 1000 % 60, 2, '.' },
                  { rest % 1000, 3, 0 } };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        int64_t value = parts[i].value;
        for (int n = parts[i].size; n-- > 0; value /= 10) to[n] = (char)('0' + value % 10);
        to += parts[i].size;
        if (parts[i].after) *to++ = parts[i].after;
    }
}

/* ---- parts ------------------------------------------------------------------------------------------------------ */

static bool blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

static reel_string trimmed(const char *text, size_t size)
{
    while (size && blank(text[size - 1])) size--;
    if (text_has_mark(text, size)) text += sizeof text_mark, size -= sizeof text_mark;
    while (size && blank(*text)) text++, size--;
    return (reel_string){ text, size };
}

/* An answer of the game without blanks around it. Until June 2020 it had a NUL behind it. */
static reel_string trimmed_answer(const char *text, size_t size)
{
    while (size && (blank(text[size - 1]) || !text[size - 1])) size--;
    return trimmed(text, size);
}

uint8_t reel__echo_text_split(reel_string line, int64_t *ms, reel_string *object, reel_string *second)
{
    reel_string all = trimmed(line.data, line.size);
    if (!all.size) return ECHOREPLAY_EMPTY;
    const char *tab = memchr(all.data, '\t', all.size);
    if (!tab) return ECHOREPLAY_NO_TAB;
    if (!reel__echo_text_time(all.data, (size_t)(tab - all.data), ms)) return ECHOREPLAY_NO_TIME;
    const char *begin = tab + 1, *end = all.data + all.size;
    tab = memchr(begin, '\t', (size_t)(end - begin));
    *object = trimmed_answer(begin, (size_t)((tab ? tab : end) - begin));
    *second = tab ? trimmed_answer(tab + 1, (size_t)(end - tab - 1)) : (reel_string){ NULL, 0 };
    return ECHOREPLAY_FRAME;
}

text_calendar reel__echo_text_calendar(reel_string line)
{
    const reel_string text = trimmed(line.data, line.size);
    return text.size < TIME_SIZE ? CALENDAR_GREGORIAN : calendar_of(text.data);
}
