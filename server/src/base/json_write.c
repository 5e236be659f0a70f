/* SPDX-License-Identifier: MIT */
#include "base/json_write.h"

#include <math.h>
#include <reel/reel.h>
#include <string.h>

/* ---- commas and names --------------------------------------------------------------------------------------------------- */

/* Whether a value ends here: all of them end in a quote, a bracket, a digit or a letter. */
static bool ends_value(const text *to)
{
    const char last = to->size ? to->data[to->size - 1] : to->before;
    return last == '"' || last == '}' || last == ']' || (last >= '0' && last <= '9') || (last >= 'a' && last <= 'z');
}

static void add_comma(text *to)
{
    if (ends_value(to)) text_raw(to, ",", 1);
}

/* Letters of ASCII that a JSON string has as they are: from the blank to the tilde, but the quote and the backslash. */
#define FOUR(n) [n] = true, [(n) + 1] = true, [(n) + 2] = true, [(n) + 3] = true
#define SIXTEEN(n) FOUR(n), FOUR((n) + 4), FOUR((n) + 8), FOUR((n) + 12)
static const bool is_plain[256] = { [' '] = true, ['!'] = true, /* the quote */['#'] = true,
                                    FOUR('$'),    FOUR('('),    FOUR(','),
                                    SIXTEEN('0'), SIXTEEN('@'), FOUR('P'),
                                    FOUR('T'),    FOUR('X'),    /* the backslash */[']'] = true,
                                    ['^'] = true, ['_'] = true, SIXTEEN('`'),
                                    FOUR('p'),    FOUR('t'),    FOUR('x'),
                                    ['|'] = true, ['}'] = true, ['~'] = true };
#undef FOUR
#undef SIXTEEN

/* The rest of a string, from the first letter on that is not plain. */
static void add_escaped(text *to, const char *string, size_t left)
{
    for (size_t size; left; string += size, left -= size) {
        for (size = 0; is_plain[(uint8_t)string[size]];) size++;
        if (size) {
            text_raw(to, string, size);
            continue;
        }
        const uint32_t point = reel_utf8(string, left, &size);
        if (size == 0) {
            size = 1;
            text_add(to, "\xef\xbf\xbd");
        } else if (point == '"' || point == '\\') {
            text_print(to, "\\%c", (int)point);
        } else if (point < 0x20 || point == 0x7f || point == 0x2028 || point == 0x2029) {
            text_print(to, "\\u%04x", (unsigned)point);
        } else {
            text_raw(to, string, size);
        }
    }
}

/* A string after the comma that is due, and before `after`, which is NUL for nothing. Nearly all are plain, and are written at once. */
static void add_string(text *to, const char *string, char after)
{
    enum { AROUND = 4 }; /* comma, quotes, colon */
    const bool comma = ends_value(to);
    size_t plain = 0;
    while (is_plain[(uint8_t)string[plain]]) plain++;
    char *const begin = text_room(to, plain + AROUND), *at = begin;
    if (!at) return;
    if (comma) *at++ = ',';
    *at++ = '"';
    memcpy(at, string, plain);
    at += plain;
    if (!string[plain]) {
        *at++ = '"';
        if (after) *at++ = after;
    }
    to->size += (size_t)(at - begin);
    if (!string[plain]) return;
    add_escaped(to, string + plain, strlen(string + plain));
    text_raw(to, "\"", 1);
    if (after) text_raw(to, &after, 1);
}

void json_name(text *to, const char *name) { add_string(to, name, ':'); }

static void begin(text *to, const char *name, const char *bracket)
{
    if (name)
        json_name(to, name);
    else
        add_comma(to);
    text_raw(to, bracket, 1);
}

void json_begin_object(text *to, const char *name) { begin(to, name, "{"); }
void json_end_object(text *to) { text_raw(to, "}", 1); }
void json_end_line(text *to) { text_raw(to, "}\n", 2); }
void json_begin_array(text *to, const char *name) { begin(to, name, "["); }
void json_end_array(text *to) { text_raw(to, "]", 1); }

/* ---- values ------------------------------------------------------------------------------------------------------------- */

void json_raw(text *to, const char *value, size_t size)
{
    add_comma(to);
    text_raw(to, value, size);
}

void json_string(text *to, const char *string)
{
    if (!string) {
        json_null(to);
        return;
    }
    add_string(to, string, '\0');
}

void json_int(text *to, int64_t number)
{
    add_comma(to);
    text_print(to, "%lld", (long long)number);
}

void json_uint(text *to, uint64_t number)
{
    add_comma(to);
    text_print(to, "%llu", (unsigned long long)number);
}

void json_fixed(text *to, double number, int digits)
{
    add_comma(to);
    if (isfinite(number))
        text_print(to, "%.*f", digits, number);
    else
        text_add(to, "null");
}

void json_bool(text *to, bool value)
{
    add_comma(to);
    text_add(to, value ? "true" : "false");
}

void json_null(text *to)
{
    add_comma(to);
    text_add(to, "null");
}

/* ---- members ------------------------------------------------------------------------------------------------------------ */

void json_member_string(text *to, const char *name, const char *value)
{
    json_name(to, name);
    json_string(to, value);
}

void json_member_int(text *to, const char *name, int64_t number)
{
    json_name(to, name);
    json_int(to, number);
}

void json_member_uint(text *to, const char *name, uint64_t number)
{
    json_name(to, name);
    json_uint(to, number);
}

void json_member_bool(text *to, const char *name, bool value)
{
    json_name(to, name);
    json_bool(to, value);
}

void json_move(text *to, text *from)
{
    if (from->size) json_raw(to, from->data, from->size);
    to->failed |= from->failed;
    text_free(from);
}
