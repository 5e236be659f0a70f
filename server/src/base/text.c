/* SPDX-License-Identifier: MIT */
#include "base/text.h"

#include <reel/reel.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *room(text *to, size_t size)
{
    if (to->failed) return NULL;
    if (to->capacity - to->size < size) {
        size_t capacity = 2 * (to->size + size) + 256;
        char *data = realloc(to->data, capacity);
        if (!data) return to->failed = true, NULL;
        to->data = data;
        to->capacity = capacity;
    }
    return to->data + to->size;
}

void text_raw(text *to, const char *bytes, size_t size)
{
    char *at = size ? room(to, size) : NULL;
    if (!at) return;
    memcpy(at, bytes, size);
    to->size += size;
}

void text_add(text *to, const char *string) { text_raw(to, string, strlen(string)); }

void text_print(text *to, const char *format, ...)
{
    char line[512];
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int size = vsnprintf(line, sizeof line, format, arguments);
    char *at = size < (int)sizeof line ? NULL : room(to, (size_t)size + 1);
    if (at) to->size += (size_t)vsnprintf(at, (size_t)size + 1, format, again);
    if (size >= 0 && size < (int)sizeof line) text_raw(to, line, (size_t)size);
    va_end(again);
    va_end(arguments);
}

/* Letters of ASCII that a JSON string has as they are. */
static bool is_plain(char letter) { return letter >= 0x20 && letter < 0x7f && letter != '"' && letter != '\\'; }

void text_json(text *to, const char *string)
{
    text_add(to, "\"");
    for (size_t left = strlen(string), size; left; string += size, left -= size) {
        for (size = 0; size < left && is_plain(string[size]);) size++;
        if (size) {
            text_raw(to, string, size);
            continue;
        }
        uint32_t point = reel_utf8(string, left, &size);
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
    text_add(to, "\"");
}

void text_member(text *to, const char *name)
{
    enum { AROUND = 4 }; /* ,"": */
    const char last = to->size ? to->data[to->size - 1] : '{';
    const size_t size = strlen(name);
    char *at = room(to, size + AROUND), *const begin = at;
    if (!at) return;
    if (last != '{' && last != '[') *at++ = ',';
    *at++ = '"';
    memcpy(at, name, size);
    at += size;
    *at++ = '"';
    *at++ = ':';
    to->size += (size_t)(at - begin);
}

void text_free(text *to)
{
    free(to->data);
    *to = (text){ .data = NULL };
}

void text_string(text *to, const char *name, const char *value)
{
    text_member(to, name);
    text_json(to, value);
}
