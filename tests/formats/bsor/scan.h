/* SPDX-License-Identifier: MIT
 * Just enough of JSON to read the truth files: objects of known keys, in one line, well formed. Values are places in the text. */
#ifndef BSOR_SCAN_H
#define BSOR_SCAN_H

#include "support.h"

#include <math.h>

static inline const char *scan_space(const char *at)
{
    while (*at == ' ') at++;
    return at;
}

/* The end of the value at `at`. */
static inline const char *scan_skip(const char *at)
{
    int depth = 0;
    do {
        if (*at == '"') {
            for (at++; *at != '"'; at++) at += *at == '\\';
        } else if (*at == '[' || *at == '{') {
            depth++;
        } else if (*at == ']' || *at == '}') {
            depth--;
        }
        at++;
    } while (depth || (*at != ',' && *at != ']' && *at != '}' && *at != ':' && *at));
    return at;
}

/* The first value of a list; NULL where it is empty or no list. */
static inline const char *scan_first(const char *list)
{
    if (*list != '[') return NULL;
    list = scan_space(list + 1);
    return *list == ']' ? NULL : list;
}

/* The value after this one in its list, or NULL. */
static inline const char *scan_next(const char *value)
{
    value = scan_space(scan_skip(value));
    return *value == ',' ? scan_space(value + 1) : NULL;
}

/* The value of a key in the object at `object`; the test fails where there is none. */
static inline const char *scan_key(const char *object, const char *key)
{
    assert_int_equal(*object, '{');
    size_t size = strlen(key);
    for (const char *at = scan_space(object + 1); at && *at != '}'; at = scan_next(at)) {
        const char *end = scan_skip(at);
        assert_int_equal(*end, ':');
        const char *value = scan_space(end + 1);
        if ((size_t)(end - at) == size + 2 && memcmp(at + 1, key, size) == 0) return value;
        at = value;
    }
    fail_msg("no key %s in %.60s", key, object);
    return NULL;
}

/* A number, or a text that says "nan" or "inf". */
static inline double scan_number(const char *value)
{
    if (*value != '"') return strtod(value, NULL);
    if (value[1] == '-') return -HUGE_VAL;
    return value[1] == 'i' ? HUGE_VAL : (double)NAN;
}

static inline size_t scan_utf8(unsigned long point, char *out)
{
    if (point < 0x80) return out[0] = (char)point, 1;
    size_t size = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    for (size_t i = size; i-- > 1; point >>= 6) out[i] = (char)(0x80 | (point & 0x3f));
    out[0] = (char)((0xf00 >> size) | point);
    return size;
}

/* A text as UTF-8, NUL-terminated; returns its bytes. */
static inline size_t scan_text(const char *value, char *out, size_t capacity)
{
    size_t size = 0;
    assert_int_equal(*value, '"');
    for (value++; *value != '"'; value++) {
        assert_true(size + 5 < capacity);
        if (*value != '\\') {
            out[size++] = *value;
        } else if (*++value == 'u') {
            unsigned long point = 0;
            for (int half = 0; half < 2; half++) {
                char hex[5] = { value[1], value[2], value[3], value[4], 0 };
                unsigned long unit = strtoul(hex, NULL, 16);
                value += 4;
                point = half ? 0x10000 + ((point & 0x3ff) << 10 | (unit & 0x3ff)) : unit;
                if (half || (unit & 0xfc00) != 0xd800) break;
                value += 2; /* the escape of the second half */
            }
            size += scan_utf8(point, out + size);
        } else {
            out[size++] = *value == 'n' ? '\n' : *value == 't' ? '\t' : *value;
        }
    }
    out[size] = 0;
    return size;
}

#endif
