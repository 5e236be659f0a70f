/* SPDX-License-Identifier: MIT */
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *text_room(text *to, size_t size)
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
    char *at = size ? text_room(to, size) : NULL;
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
    char *at = size < (int)sizeof line ? NULL : text_room(to, (size_t)size + 1);
    if (at) to->size += (size_t)vsnprintf(at, (size_t)size + 1, format, again);
    if (size >= 0 && size < (int)sizeof line) text_raw(to, line, (size_t)size);
    va_end(again);
    va_end(arguments);
}

void text_free(text *to)
{
    free(to->data);
    *to = (text){ .data = NULL };
}
