/* SPDX-License-Identifier: MIT
 * The rare cases in the JSON of the game's API, which yyjson reads. */
#include "formats/echo/replay/session_cursor.h"

#include "codec/number.h"

const double reel__session_powers[CURSOR_POWERS] = { 1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                     1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15 };
const uint32_t reel__session_small_powers[9] = { 1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000 };

bool reel__session_number_slow(session_cursor *c, double *value)
{
    const char *end = reel__number_read_f64(c->at, value);
    if (!end) return cursor_fail(c);
    if (*value == 0 && end - c->at == 2) *value = 0; /* -0 is an integer and has no sign */
    c->at = end;
    return true;
}

/* ---- values of another type --------------------------------------------------------------------------------------------- */

/* Other recorders write account ids in quotes, and some write flags as words. Such a value is taken if it says exactly the same. */

enum { MOST_QUOTED = 40 }; /* characters of a number in quotes */

/* Copies a string that could be a number to `text`, with a NUL. Returns false and reads the value if it cannot be one. */
static bool take_quoted(session_cursor *c, char text[MOST_QUOTED + 1])
{
    if (*c->at != '"') {
        session_skip_mistyped(c);
        return false;
    }
    const reel_string quoted = cursor_text(c, false);
    const char *digits = quoted.size && *quoted.data == '-' ? quoted.data + 1 : quoted.data;
    bool number = quoted.size && quoted.size <= MOST_QUOTED && digits < quoted.data + quoted.size && cursor_digit(*digits);
    if (!number) c->events |= CURSOR_REFUSED;
    if (!number) return false;
    memcpy(text, quoted.data, quoted.size);
    text[quoted.size] = 0;
    return true;
}

/* Notes whether a value was taken. */
static bool was_taken(session_cursor *c, bool taken)
{
    c->events |= taken ? CURSOR_CONVERTED : CURSOR_REFUSED;
    return taken;
}

double reel__session_quoted_number(session_cursor *c)
{
    char text[MOST_QUOTED + 1];
    double value = 0;
    if (!take_quoted(c, text)) return 0;
    const char *end = reel__number_read_f64(text, &value);
    return was_taken(c, end && !*end) ? value : 0;
}

/* The integer nearest to a number, which is rounded if it is another one. */
static int64_t whole_of(session_cursor *c, double real)
{
    int64_t whole = real >= 0x1p63 ? INT64_MAX : real > -0x1p63 ? (int64_t)real : INT64_MIN;
    if ((double)whole != real || whole == INT64_MAX) c->events |= CURSOR_ROUNDED;
    return whole;
}

int64_t reel__session_whole_slow(session_cursor *c)
{
    char text[MOST_QUOTED + 1];
    const char *end, *start = c->at;
    int64_t whole;
    double real;
    if (cursor_digit(*start) || *start == '-') {
        real = session_number(c);
        if (c->broken) return 0;
        return reel__number_read_i64(start, &whole) == c->at ? whole : whole_of(c, real);
    }
    if (!take_quoted(c, text)) return 0;
    end = reel__number_read_i64(text, &whole);
    if (end && !*end) return was_taken(c, true) ? whole : 0;
    end = reel__number_read_f64(text, &real);
    if (!end || *end) return was_taken(c, false);
    c->events |= CURSOR_CONVERTED;
    return whole_of(c, real);
}

/* The id that a whole text or value is; false if it is none. */
static bool natural_of(session_cursor *c, const char *text, const char *end, uint64_t *value)
{
    int64_t negative;
    if (reel__number_read_u64(text, value) == end) return true;
    if (*text != '-' || reel__number_read_i64(text, &negative) != end) return false;
    c->events |= CURSOR_CONVERTED;
    *value = (uint64_t)negative;
    return true;
}

static uint64_t natural_near(session_cursor *c, double real)
{
    const uint64_t near = real >= 0x1p64 ? UINT64_MAX : real > 0 ? (uint64_t)real : 0;
    if (!(real < 0x1p64) || (double)near != real) c->events |= CURSOR_ROUNDED;
    return near;
}

uint64_t reel__session_natural_slow(session_cursor *c)
{
    char text[MOST_QUOTED + 1];
    const char *start = c->at;
    uint64_t value;
    double real;
    if (cursor_digit(*start) || *start == '-') {
        if (!reel__session_number_slow(c, &real)) return 0;
        return natural_of(c, start, c->at, &value) ? value : natural_near(c, real);
    }
    if (!take_quoted(c, text)) return 0;
    if (natural_of(c, text, text + strlen(text), &value)) {
        c->events |= CURSOR_CONVERTED;
        return value;
    }
    const char *end = reel__number_read_f64(text, &real);
    if (!end || *end) {
        was_taken(c, false);
        return 0;
    }
    c->events |= CURSOR_CONVERTED;
    return natural_near(c, real);
}

bool reel__session_truth_slow(session_cursor *c)
{
    if (*c->at != '"') {
        double number = session_number(c);
        if (number != 0 && number != 1) c->events |= CURSOR_ROUNDED;
        return number != 0;
    }
    const reel_string word = cursor_text(c, false);
    bool is_true = word.size == 4 && (memcmp(word.data, "true", 4) == 0 || memcmp(word.data, "True", 4) == 0);
    bool is_false = word.size == 5 && (memcmp(word.data, "false", 5) == 0 || memcmp(word.data, "False", 5) == 0);
    char text[MOST_QUOTED + 1];
    double number = -1;
    if (!is_true && !is_false && word.size && word.size <= MOST_QUOTED && cursor_digit(*word.data)) {
        memcpy(text, word.data, word.size);
        text[word.size] = 0;
        if (reel__number_read_f64(text, &number) != text + word.size) number = -1;
    }
    const bool digit = number == 0 || number == 1;
    was_taken(c, is_true || is_false || digit);
    return is_true || number == 1;
}

reel_string reel__session_bare_string(session_cursor *c)
{
    const char *start = c->at;
    double number;
    if (!cursor_digit(*start) && *start != '-') {
        session_skip_mistyped(c);
        return (reel_string){ NULL, 0 };
    }
    if (!reel__session_number_slow(c, &number)) return (reel_string){ NULL, 0 };
    c->events |= CURSOR_CONVERTED;
    return (reel_string){ start, (size_t)(c->at - start) };
}

/* ---- values of any kind ------------------------------------------------------------------------------------------------- */

/* The position after a string, or NULL if it does not end. */
static const char *text_end(const char *p, const char *end)
{
    for (p++; p < end && *p != '"'; p++)
        if (*p == '\\') p++;
    return p < end ? p + 1 : NULL;
}

/* The position after an object or a list, found by its brackets alone. */
static const char *brackets_end(const char *p, const char *end)
{
    size_t depth = 0;
    while (p && p < end) {
        char b = *p;
        p = b == '"' ? text_end(p, end) : p + 1;
        depth += b == '{' || b == '[';
        depth -= b == '}' || b == ']';
        if (!depth) return p;
    }
    return NULL;
}

const char *reel__session_value_end(const char *p, const char *end)
{
    const char *begin = p;
    if (p == end) return NULL;
    if (*p == '"') return text_end(p, end);
    if (*p == '{' || *p == '[') return brackets_end(p, end);
    while (p < end && !cursor_blank(*p) && *p != ',' && *p != ']' && *p != '}') p++;
    return p > begin ? p : NULL;
}

static const json_value *read_value(session_cursor *c, json_pool *pool)
{
    const char *end = reel__session_value_end(c->at, c->end);
    reel_status status = REEL_CORRUPT;
    size_t bad_at;
    const json_value *value = end ? reel__json_doc_read(pool, c->at, (size_t)(end - c->at), &status, &bad_at) : NULL;
    if (!value) {
        c->no_memory |= status == REEL_MEMORY;
        cursor_fail(c);
        return NULL;
    }
    c->at = end;
    return value;
}

const json_value *reel__session_document(session_cursor *c) { return c->broken ? NULL : read_value(c, &c->pool); }

reel_string reel__session_escaped(session_cursor *c, bool key)
{
    const json_value *value = read_value(c, key ? &c->key_pool : &c->pool);
    return value ? reel__doc_string(value) : (reel_string){ NULL, 0 };
}

/* ---- keys --------------------------------------------------------------------------------------------------------------- */

bool reel__walk_member_slow(session_cursor *c, session_walk *w, const session_member *members, size_t count, size_t *hint,
                            reel_string *key, const session_member **found)
{
    *key = (reel_string){ NULL, 0 };
    *found = NULL;
    if (!w->object) {
        w->value = c->at;
        return true;
    }
    if (*c->at != '"') return cursor_fail(c);
    *key = cursor_text(c, true);
    if (c->broken || !walk_colon(c, w)) return false;
    for (size_t i = 0; i < count; i++) {
        size_t at = *hint + i < count ? *hint + i : *hint + i - count;
        const session_member *member = &members[at];
        if (member->size != key->size || memcmp(member->key, key->data, key->size) != 0) continue;
        *hint = at + 1 < count ? at + 1 : 0;
        *found = member;
        break;
    }
    return true;
}
