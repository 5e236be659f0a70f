/* SPDX-License-Identifier: MIT
 * The JSON side of pull.h. Libraries do not return the position of each value in the input, which exact rewriting needs. The grammar is
 * that of RFC 8259, except that invalid UTF-8 in strings is passed through. Numbers are converted by number.h. */
#include "codec/json_text.h"
#include "codec/number.h"
#include "codec/pull.h"
#include "codec/pull_form.h"
#include "codec/words.h"
#include "core/text.h"

#include <string.h>

static bool is_space(uint8_t c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
static bool is_digit(uint8_t c) { return c >= '0' && c <= '9'; }

static void pass_space(pull_reader *r)
{
    while (r->at < r->end && is_space(*r->at)) r->at++;
}

/* ---- strings ---------------------------------------------------------------------------------------------------- */

static bool take_escape(pull_reader *r, const pull_value *value)
{
    if (r->end - r->at < 2) return reel__pull_fail(r, PULL_CUT, value->start);
    uint8_t kind = r->at[1];
    if (kind != 'u') {
        if (!memchr("\"\\/bfnrt", kind, 8)) return reel__pull_fail(r, PULL_BROKEN, r->at);
        r->at += 2;
        return true;
    }
    for (int i = 2; i < 6; i++) {
        if (r->end - r->at <= i) return reel__pull_fail(r, PULL_CUT, value->start);
        if (hex_digit((char)r->at[i]) < 0) return reel__pull_fail(r, PULL_BROKEN, r->at);
    }
    r->at += 6;
    return true;
}

/* Skips words of characters that mean themselves, and those before the first one that may not. */
static void pass_plain(pull_reader *r)
{
    for (; r->end - r->at >= 8; r->at += 8) {
        const uint64_t word = reel_load_u64le(r->at);
        const uint64_t others = word_find(word, '"') | word_find(word, '\\') | word_below(word, 0x20);
        if (!others) continue;
        r->at += word_first(others);
        return;
    }
}

static bool take_string(pull_reader *r, pull_value *value)
{
    value->kind = PULL_STRING;
    value->data = ++r->at;
    for (pass_plain(r); r->at < r->end && *r->at != '"'; pass_plain(r)) {
        if (*r->at < 0x20) return reel__pull_fail(r, PULL_BROKEN, r->at);
        if (*r->at != '\\') {
            r->at++;
            continue;
        }
        value->escaped = true;
        if (!take_escape(r, value)) return false;
    }
    if (r->at == r->end) return reel__pull_fail(r, PULL_CUT, value->start);
    value->size = (size_t)(r->at++ - value->data);
    return true;
}

static unsigned hex4(const uint8_t *at)
{
    unsigned value = 0;
    for (int i = 0; i < 4; i++) value = value << 4 | (unsigned)hex_digit((char)at[i]);
    return value;
}

/* Decodes the next byte or escape of a string that was read. Returns the number of bytes in `to`. */
static size_t next_character(const uint8_t **at, const uint8_t *end, uint8_t to[4])
{
    static const char kinds[] = "bfnrt", codes[] = "\b\f\n\r\t";
    if (**at != '\\') {
        to[0] = *(*at)++;
        return 1;
    }
    uint8_t kind = (*at)[1];
    *at += 2;
    if (kind != 'u') {
        const char *found = strchr(kinds, kind);
        to[0] = found ? (uint8_t)codes[found - kinds] : kind;
        return 1;
    }
    unsigned code = hex4(*at);
    *at += 4;
    if (code < 0xd800 || code > 0xdfff) return reel__utf8_write(to, code);
    bool pair = code < 0xdc00 && end - *at >= 6 && (*at)[0] == '\\' && (*at)[1] == 'u';
    unsigned low = pair ? hex4(*at + 2) : 0;
    if (low < 0xdc00 || low > 0xdfff) return reel__utf8_write(to, 0xfffd);
    *at += 6;
    return reel__utf8_write(to, 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00));
}

size_t reel__pull_unescape(const pull_value *value, uint8_t *to)
{
    const uint8_t *at = value->data, *end = at + value->size;
    size_t size = 0;
    while (at < end) {
        uint8_t text[4];
        size_t step = next_character(&at, end, text);
        if (to) memcpy(to + size, text, step);
        size += step;
    }
    return size;
}

void reel__push_text(push_writer *w, const pull_value *value)
{
    if (!value->escaped) {
        reel__push_string(w, value->data, value->size);
    } else if (w->form == PULL_JSON) {
        reel__push_raw(w, value->data - 1, value->size + 2);
    } else {
        const uint8_t *at = value->data, *end = at + value->size;
        reel__push_item(w);
        reel__push_head_msgpack(w, PULL_STRING, reel__pull_unescape(value, NULL));
        while (at < end) {
            uint8_t text[4];
            size_t size = next_character(&at, end, text);
            w->put(w->context, text, size);
        }
    }
}

/* ---- numbers and words ------------------------------------------------------------------------------------------ */

/* A midpoint between two doubles is below 2^54 * 2^-1075 or has fewer bits after the point: it has at most 768 significant digits. */
enum { SHORT_INTEGER = 19, SHORT_NUMBER = 64, MOST_DIGITS = 768, LONG_NUMBER = MOST_DIGITS + 2 * NUMBER_SIZE };

static const uint8_t *pass_digits(const uint8_t *at, const uint8_t *end)
{
    while (at < end && is_digit(*at)) at++;
    return at;
}

/* Skips one or more digits. Returns false if *at is not a digit. */
static bool need_digits(const uint8_t **at, const uint8_t *end)
{
    const uint8_t *first = *at;
    *at = pass_digits(first, end);
    return *at > first;
}

/* Skips a number. On failure returns false with *at where a digit is missing, or after a leading zero. *whole is set if the number has
 * neither a point nor an exponent. */
static bool pass_number(const uint8_t **at, const uint8_t *end, bool *whole)
{
    *whole = true;
    if (*at < end && **at == '-') ++*at;
    const uint8_t *first = *at;
    if (!need_digits(at, end)) return false;
    if (*first == '0' && *at - first > 1) {
        *at = first + 1;
        return false;
    }
    if (*at < end && **at == '.') {
        ++*at;
        *whole = false;
        if (!need_digits(at, end)) return false;
    }
    if (*at < end && (**at == 'e' || **at == 'E')) {
        ++*at;
        *whole = false;
        if (*at < end && (**at == '+' || **at == '-')) ++*at;
        if (!need_digits(at, end)) return false;
    }
    return true;
}

/* Rewrites a long number as 0.DIGITSeEXPONENT, with a NUL, so that it rounds to the same double. Rounding only depends on which midpoints
 * between doubles the number is below, at or above. Let p be its first MOST_DIGITS significant digits. A midpoint has no more digits than
 * p, so none lies strictly between p and p plus one unit of its last digit. If all further digits are 0, the number is p. Otherwise it is
 * strictly between these two, and so is p followed by a digit 1, which is written instead. */
static void shorten(const uint8_t *at, const uint8_t *end, char text[LONG_NUMBER])
{
    size_t size = 0, digits = 0;
    int64_t exponent = 0, stated = 0;
    bool point = false, rest = false;
    if (*at == '-') text[size++] = (char)*at++;
    text[size++] = '0';
    text[size++] = '.';
    for (; at < end && (is_digit(*at) || *at == '.'); at++) {
        if (*at == '.') {
            point = true;
            continue;
        }
        if (digits || *at != '0') {
            exponent += !point;
            rest |= digits >= MOST_DIGITS && *at != '0';
            if (digits++ < MOST_DIGITS) text[size++] = (char)*at;
        } else {
            exponent -= point;
        }
    }
    if (!digits) text[size++] = '0';
    if (rest) text[size++] = '1';
    if (at < end) {
        bool below = *++at == '-';
        for (at += *at == '-' || *at == '+'; at < end; at++)
            if (stated < INT64_MAX / 20) stated = stated * 10 + (*at - '0');
        exponent += below ? -stated : stated;
    }
    text[size++] = 'e';
    size += reel__number_i64(text + size, digits ? exponent : 0);
    text[size] = 0;
}

static void read_number(const char *text, bool whole, pull_value *value)
{
    int64_t negative;
    if (whole && text[0] != '-' && reel__number_read_u64(text, &value->number)) {
        value->kind = PULL_UNSIGNED;
        return;
    }
    if (whole && text[0] == '-' && reel__number_read_i64(text, &negative) && negative) {
        value->kind = PULL_NEGATIVE;
        value->number = (uint64_t)negative;
        return;
    }
    value->kind = PULL_REAL;
    if (reel__number_read_f64(text, &value->real)) return;
    const uint64_t infinity = UINT64_C(0x7ff) << 52; /* valid, but too large for a double */
    memcpy(&value->real, &infinity, sizeof infinity);
    if (text[0] == '-') value->real = -value->real;
}

/* A number at the very end of the input may be truncated: inside a map or array that is a fault. At the outermost level the number is
 * complete. It is then copied, because number_read_* need a byte after the last digit. */
static bool take_number(pull_reader *r, pull_value *value)
{
    bool whole;
    const uint8_t *start = r->at, *end = start;
    if (!pass_number(&end, r->end, &whole)) return reel__pull_fail(r, end == r->end ? PULL_CUT : PULL_BROKEN, start);
    if (end == r->end && r->depth) return reel__pull_fail(r, PULL_CUT, start);
    r->at = end;
    size_t size = (size_t)(end - start);
    if (whole && *start != '-' && size <= SHORT_INTEGER) {
        value->kind = PULL_UNSIGNED;
        for (const uint8_t *digit = start; digit < end; digit++) value->number = value->number * 10 + (uint64_t)(*digit - '0');
        return true;
    }
    if (end < r->end) {
        read_number((const char *)start, whole, value);
        return true;
    }
    char text[LONG_NUMBER];
    if (size < SHORT_NUMBER) {
        memcpy(text, start, size);
        text[size] = 0;
    } else {
        shorten(start, end, text);
        whole = false; /* no 64-bit integer is that long */
    }
    read_number(text, whole, value);
    return true;
}

static bool take_word(pull_reader *r, pull_value *value)
{
    static const struct {
        const char *word;
        size_t size;
        pull_kind kind;
        uint64_t number;
    } words[] = {
        { "true", 4, PULL_BOOL, 1 },
        { "false", 5, PULL_BOOL, 0 },
        { "null", 4, PULL_NULL, 0 },
    };
    size_t left = (size_t)(r->end - r->at);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t size = words[i].size < left ? words[i].size : left;
        if (memcmp(r->at, words[i].word, size) != 0) continue;
        if (size < words[i].size) return reel__pull_fail(r, PULL_CUT, value->start);
        value->kind = words[i].kind;
        value->number = words[i].number;
        r->at += size;
        return true;
    }
    return reel__pull_fail(r, PULL_BROKEN, r->at);
}

/* ---- structure -------------------------------------------------------------------------------------------------- */

static bool take_value(pull_reader *r, pull_value *value)
{
    value->start = r->at;
    uint8_t c = *r->at;
    if (c == '"') return take_string(r, value);
    if (c == '{' || c == '[') {
        value->kind = c == '{' ? PULL_MAP : PULL_ARRAY;
        r->at++;
        return reel__pull_enter(r, value);
    }
    return c == '-' || is_digit(c) ? take_number(r, value) : take_word(r, value);
}

static bool at_bracket(const pull_reader *r, const pull_level *level) { return r->depth && *r->at == (level->map ? '}' : ']'); }

bool reel__pull_next_json(pull_reader *r, pull_value *value)
{
    pull_level *level = &r->levels[r->depth];
    *value = (pull_value){ .start = r->at };
    pass_space(r);
    bool outermost = r->depth == 0, nothing = r->at == r->end;
    if ((outermost && !level->map && level->any) || (nothing && level->bare && !level->value)) {
        value->kind = PULL_END;
        return true;
    }
    if (nothing) return reel__pull_fail(r, PULL_CUT, r->at);
    if (!level->value && at_bracket(r, level)) {
        value->kind = PULL_END;
        value->start = r->at++;
        r->depth--;
        return true;
    }
    uint8_t mark = level->value ? ':' : ',';
    if (level->value || level->any) {
        if (*r->at != mark) return reel__pull_fail(r, PULL_BROKEN, r->at);
        r->at++;
        pass_space(r);
        if (r->at == r->end) return reel__pull_fail(r, PULL_CUT, r->at);
    }
    level->any = true;
    bool key = level->map && !level->value;
    if (key && *r->at != '"') return reel__pull_fail(r, PULL_BROKEN, r->at);
    if (level->map) level->value = !level->value;
    return take_value(r, value);
}
