/* SPDX-License-Identifier: MIT
 * Where the values of a JSON text are: members of objects and items of arrays, at every depth. */
#ifndef JSON_VALUES_H
#define JSON_VALUES_H

#include "support.h"

enum { MOST_VALUES = 400, MOST_LEVELS = 12, PATH_BYTES = 96 };

/* Offsets in the text. `from` is that of the key, or of an item's value. */
typedef struct json_value {
    size_t from, value, end;
    bool item;
    char path[PATH_BYTES]; /* of keys; an item has a star in place of its number, so that those of all rows are alike */
} json_value;

static inline size_t text_end(const char *text, size_t at)
{
    for (at++; text[at] != '"'; at++)
        if (text[at] == '\\') at++;
    return at + 1;
}

/* The end of a value: of a number or word, the comma or bracket after it. */
static inline size_t value_end(const char *text, size_t at)
{
    size_t depth = 0;
    for (;; at++) {
        if (text[at] == '"') {
            at = text_end(text, at);
            if (!depth) return at;
            at--;
            continue;
        }
        if (!depth && (text[at] == ',' || text[at] == '}' || text[at] == ']')) return at;
        depth += text[at] == '{' || text[at] == '[';
        if ((text[at] == '}' || text[at] == ']') && !--depth) return at + 1;
    }
}

/* The values inside the one at `at`, an object or array without blanks; those inside others follow them. Returns the number of all. */
static inline size_t add_values(const char *text, size_t at, const char *path, json_value *values, size_t count)
{
    const bool item = text[at] == '[';
    for (at++; text[at] != '}' && text[at] != ']'; at += text[at] == ',') {
        assert_true(count < MOST_VALUES);
        json_value *v = &values[count++];
        *v = (json_value){ .from = at, .value = item ? at : text_end(text, at) + 1, .item = item };
        v->end = value_end(text, v->value);
        if (item)
            snprintf(v->path, PATH_BYTES, "%s/*", path);
        else
            snprintf(v->path, PATH_BYTES, "%s/%.*s", path, (int)(v->value - v->from - 3), text + at + 1);
        at = v->end;
    }
    return count;
}

static inline size_t json_values(const char *text, json_value values[MOST_VALUES])
{
    size_t count = add_values(text, 0, "", values, 0);
    for (size_t i = 0; i < count; i++)
        if (text[values[i].value] == '{' || text[values[i].value] == '[')
            count = add_values(text, values[i].value, values[i].path, values, count);
    return count;
}

#endif
