/* SPDX-License-Identifier: MIT
 * Reads JSON of the game's API in one pass, straight into rows.
 *
 * Building a document first would cost more than everything else: it takes 16 bytes for each value, which are written
 * and read again. The text consists almost entirely of keys in a fixed order and of numbers of up to nine digits. So
 * both are guessed: the next key is expected to be the next one of the list, and is compared in words of 8 bytes,
 * including its closing quote and colon; the digits after the point are found and summed eight at a time. When a
 * guess fails, a slower path is taken. What is rare (escapes, long numbers, values of unknown keys) is read by
 * yyjson. So this accepts what yyjson accepts, and returns the same values.
 *
 * A walk visits the members of an object or the elements of a list. The caller reads each value with one of the
 * functions below, or leaves it, and then the walk skips it. An error in the text sets `broken` and ends all walks. */
#ifndef ECHO_REPLAY_SESSION_CURSOR_H
#define ECHO_REPLAY_SESSION_CURSOR_H

#include "codec/digits.h"
#include "codec/json_dom.h"
#include "formats/echo/replay/session_members.h"

#include <float.h>

typedef struct session_cursor {
    const char *at, *end;     /* end[-1] is a brace, so that numbers and words end before `end` */
    json_pool pool, key_pool; /* memory of yyjson, for a value and for a key */
    bool broken, no_memory;
    uint8_t events; /* what was odd about the values since it was last set to 0: CURSOR_CONVERTED, ... */
} session_cursor;

enum {
    CURSOR_CONVERTED = 1, /* another type than the game writes that says the same: a number in quotes */
    CURSOR_ROUNDED = 2,   /* out of range, or a fraction where the game has none */
    CURSOR_REFUSED = 4,   /* a type that says nothing: there is no value */
    CURSOR_EMPTY = 8      /* an empty text where the game writes a word: there is no value */
};

enum { CURSOR_AHEAD = 48, CURSOR_EXACT_DIGITS = 15, CURSOR_POWERS = 16 };

/* ---- small things ------------------------------------------------------------------------------------------------------- */

static inline bool cursor_fail(session_cursor *c)
{
    c->broken = true;
    c->at = c->end;
    return false;
}

static inline bool cursor_blank(char b) { return b == ' ' || b == '\n' || b == '\r' || b == '\t'; }

/* Skips spaces. Returns whether anything follows. */
static inline bool cursor_space(session_cursor *c)
{
    while (c->at < c->end && cursor_blank(*c->at)) c->at++;
    return c->at < c->end || cursor_fail(c);
}

static inline uint64_t cursor_word(const char *text) { return reel_load_u64le((const uint8_t *)text); }

static inline bool cursor_digit(char b) { return (uint8_t)(b - '0') <= 9; }

/* ---- numbers ------------------------------------------------------------------------------------------------------------ */

extern const double reel__session_powers[CURSOR_POWERS]; /* of ten */
extern const uint32_t reel__session_small_powers[9];     /* of ten */

/* Keeps the compiler from making one addition of those in several branches: its number would have to be computed before the
 * next byte is read, while branches are predicted. */
#if defined(__GNUC__)
#define CURSOR_BRANCH(p) __asm__ volatile("" : "+r"(p))
#else
#define CURSOR_BRANCH(p) (void)(p)
#endif

/* Reads a number of up to 15 digits without an exponent at `p`. Returns its end, or NULL for any other value. Such
 * digits form an integer below 2^53, which is exact as a double. Dividing it by an exact power of ten rounds once, so
 * the result is the double nearest to the text. */
static inline const char *cursor_number(const session_cursor *c, const char *p, double *value)
{
    bool negative = *p == '-';
    p += negative;
    if (FLT_EVAL_METHOD != 0 || !cursor_digit(*p)) return NULL;
    const char *first = p;
    uint64_t digits = (uint64_t)(*p++ - '0');
    if (digits == 0 && cursor_digit(*p)) return NULL;
    for (; cursor_digit(*p) && p - first <= CURSOR_EXACT_DIGITS; p++) digits = 10 * digits + (uint64_t)(*p - '0');
    unsigned decimals = 0;
    if (*p == '.') {
        const char *point = p++;
        if (!cursor_digit(*p)) return NULL;
        if (c->end - p >= 8) {
            /* Recorders write three, six or eight digits for the most part. Where the number ends is then predicted, and not
             * computed. */
            uint64_t word = cursor_word(p);
            unsigned count = digits_count(word);
            if (count == 8) {
                digits = digits * 100000000 + digits_eight(word);
            } else if (count == 3) {
                digits = digits * 1000 + digits_value(word, 3);
                p += 3;
                CURSOR_BRANCH(p);
                count = 0;
            } else if (count == 6) {
                digits = digits * 1000000 + digits_value(word, 6);
                p += 6;
                CURSOR_BRANCH(p);
                count = 0;
            } else { /* at least one digit: shifting it up puts zeros before the first one */
                digits = digits * reel__session_small_powers[count] + digits_value(word, count);
            }
            p += count;
        }
        for (; cursor_digit(*p) && p - first <= CURSOR_EXACT_DIGITS + 1; p++) digits = 10 * digits + (uint64_t)(*p - '0');
        decimals = (unsigned)(p - point - 1);
    }
    if (p - first - (decimals > 0) > CURSOR_EXACT_DIGITS || cursor_digit(*p) || *p == 'e' || *p == 'E' || *p == '.') return NULL;
    /* Signs are unpredictable, so this avoids a branch; only -0.0 needs one. */
    int64_t number = ((int64_t)digits ^ -(int64_t)negative) + negative;
    *value = (double)number / reel__session_powers[decimals];
    if (digits == 0 && negative && decimals) *value = -0.0;
    return p;
}

/* Reads any number with yyjson. Returns false if it is invalid. */
bool reel__session_number_slow(session_cursor *c, double *value);
/* Reads any value with yyjson and moves behind it. NULL: broken, or out of memory. */
const json_value *reel__session_document(session_cursor *c);
/* Reads a string with escapes, into the memory of keys if `key`. */
reel_string reel__session_escaped(session_cursor *c, bool key);

/* The position after the value at `p`, found by its quotes and brackets alone; NULL if it does not end. */
const char *reel__session_value_end(const char *p, const char *end);

static inline void session_skip(session_cursor *c) { (void)reel__session_document(c); }

/* Skips a value that has no meaning where it is. */
static inline void session_skip_mistyped(session_cursor *c)
{
    c->events |= CURSOR_REFUSED;
    session_skip(c);
}

/* Reads a number in quotes. Any other value is refused, and is 0. */
double reel__session_quoted_number(session_cursor *c);

/* Reads a number, which may be in quotes. */
static inline double session_number(session_cursor *c)
{
    double value = 0;
    const char *end = cursor_number(c, c->at, &value);
    if (end) {
        c->at = end;
        return value;
    }
    if (cursor_digit(*c->at) || *c->at == '-')
        reel__session_number_slow(c, &value);
    else
        value = reel__session_quoted_number(c);
    return value;
}

/* Reads an integer, which may be in quotes. Fractions are truncated and numbers out of range clamped; both are rounded. */
int64_t reel__session_whole_slow(session_cursor *c);
static inline int64_t session_whole(session_cursor *c)
{
    const char *p = c->at + (*c->at == '-'), *first = p;
    int64_t value = 0;
    while (cursor_digit(*p) && p - first < 18) value = 10 * value + (*p++ - '0');
    if (p == first || cursor_digit(*p) || *p == '.' || *p == 'e' || *p == 'E' || (*first == '0' && p - first > 1))
        return reel__session_whole_slow(c);
    value = *c->at == '-' ? -value : value;
    c->at = p;
    return value;
}

/* Reads an account id: 64 bits without a sign. A negative one is what a program makes of a large one that takes it for signed. */
uint64_t reel__session_natural_slow(session_cursor *c);
static inline uint64_t session_natural(session_cursor *c)
{
    const char *p = c->at;
    uint64_t value = 0;
    while (cursor_digit(*p) && p - c->at < 18) value = 10 * value + (uint64_t)(*p++ - '0');
    if (p == c->at || cursor_digit(*p) || *p == '.' || *p == 'e' || *p == 'E' || (*c->at == '0' && p - c->at > 1))
        return reel__session_natural_slow(c);
    c->at = p;
    return value;
}

/* ---- words -------------------------------------------------------------------------------------------------------------- */

static inline bool cursor_literal(session_cursor *c, const char *word, size_t size)
{
    if ((size_t)(c->end - c->at) < size || memcmp(c->at, word, size) != 0) return cursor_fail(c);
    c->at += size;
    return true;
}

/* Reads 0, 1, a word in quotes or any other value: true for numbers other than 0, which are rounded. */
bool reel__session_truth_slow(session_cursor *c);

/* Reads a boolean. The game writes some as 0 and 1. */
static inline bool session_truth(session_cursor *c)
{
    if (*c->at == 't') return cursor_literal(c, "true", 4);
    if (*c->at == 'f') return !cursor_literal(c, "false", 5) && false;
    return reel__session_truth_slow(c);
}

/* ---- texts -------------------------------------------------------------------------------------------------------------- */

/* Reads the string whose opening quote is at the cursor. */
static inline reel_string cursor_text(session_cursor *c, bool key)
{
    const char *begin = c->at + 1, *p = begin;
    while (p < c->end && *p != '"' && *p != '\\') p++; /* control characters are accepted, as in reel__json_doc_read */
    if (p < c->end && *p == '\\') return reel__session_escaped(c, key);
    if (p >= c->end) {
        cursor_fail(c);
        return (reel_string){ NULL, 0 };
    }
    c->at = p + 1;
    return (reel_string){ begin, (size_t)(p - begin) };
}

/* Reads a string, or the digits of a number. Empty for any other value, which is refused. Valid until the next one is read. */
reel_string reel__session_bare_string(session_cursor *c);
static inline reel_string session_string(session_cursor *c)
{
    return *c->at == '"' ? cursor_text(c, false) : reel__session_bare_string(c);
}

/* ---- objects and lists -------------------------------------------------------------------------------------------------- */

typedef struct session_walk {
    const char *value; /* start of the last value; NULL: none yet */
    bool object, open;
} session_walk;

/* Starts a walk. A value that is neither an object nor a list is refused and treated as an empty list. */
static inline session_walk walk_begin(session_cursor *c)
{
    session_walk w = { .object = *c->at == '{' };
    w.open = w.object || *c->at == '[';
    if (w.open)
        c->at++;
    else
        session_skip_mistyped(c);
    return w;
}

/* Moves to the next member or element, before its key or value. */
static inline bool walk_on(session_cursor *c, session_walk *w)
{
    if (!w->open) return false;
    if (w->value && c->at == w->value) session_skip(c);
    if (!cursor_space(c)) return false;
    if (*c->at == (w->object ? '}' : ']')) {
        c->at++;
        w->open = false;
        return false;
    }
    if (!w->value) return true;
    if (*c->at != ',') return cursor_fail(c);
    c->at++;
    return cursor_space(c);
}

/* Moves from behind a key to its value. */
static inline bool walk_colon(session_cursor *c, session_walk *w)
{
    if (!cursor_space(c)) return false;
    if (*c->at != ':') return cursor_fail(c);
    c->at++;
    if (!cursor_space(c)) return false;
    w->value = c->at;
    return true;
}

/* Moves to the next value of a list or an object, whatever its key. */
static inline bool walk_value(session_cursor *c, session_walk *w)
{
    if (!walk_on(c, w)) return false;
    if (w->object) {
        if (*c->at != '"') return cursor_fail(c);
        cursor_text(c, true);
        return !c->broken && walk_colon(c, w);
    }
    w->value = c->at;
    return true;
}

/* Whether the text after an opening quote is this key. CURSOR_AHEAD bytes can be read. */
static inline bool cursor_is(const session_member *member, const char *text)
{
    size_t size = member->size + 2u, i = 0;
    if (*text != *member->key) return false;
    for (; i + 8 <= size; i += 8)
        if (cursor_word(text + i) != cursor_word(member->key + i)) return false;
    uint64_t mask = ((uint64_t)1 << 8 * (size - i)) - 1;
    return !((cursor_word(text + i) ^ cursor_word(member->key + i)) & mask);
}

/* The slow path of walk_member: unknown keys, keys with spaces or escapes, and keys near the end of the text. */
bool reel__walk_member_slow(session_cursor *c, session_walk *w, const session_member *members, size_t count, size_t *hint,
                            reel_string *key, const session_member **found);

/* Moves to the value of the next member and sets *key, valid until the next call, and *found, NULL if the object's list does not have
 * the key. The search begins at *hint, which is moved behind the found one. Elements of a list have empty keys. */
static inline bool walk_member(session_cursor *c, session_walk *w, const session_member *members, size_t count, size_t *hint,
                               reel_string *key, const session_member **found)
{
    if (!walk_on(c, w)) return false;
    if (w->object && c->end - c->at >= CURSOR_AHEAD && *c->at == '"') {
        for (size_t i = 0, at = *hint; i < count; i++) {
            const session_member *guess = &members[at];
            at = at + 1 < count ? at + 1 : 0;
            if (!cursor_is(guess, c->at + 1)) continue;
            *key = (reel_string){ guess->key, guess->size };
            *found = guess;
            *hint = at;
            c->at += guess->size + 3u;
            if (!cursor_space(c)) return false;
            w->value = c->at;
            return true;
        }
    }
    return reel__walk_member_slow(c, w, members, count, hint, key, found);
}

#endif
