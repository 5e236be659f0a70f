/* SPDX-License-Identifier: MIT
 * JSON that grows in memory. A writer that ran out of memory stays failed; text_end tells. */
#ifndef SERVER_BASE_TEXT_H
#define SERVER_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct text {
    char *data;
    size_t size, capacity;
    bool failed;
} text;

void text_raw(text *to, const char *bytes, size_t size);
void text_add(text *to, const char *string);
void text_print(text *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A JSON string. Bytes that are not UTF-8 become U+FFFD. */
void text_json(text *to, const char *string);
/* ,"name": — without the comma after '{' or at the start. */
void text_member(text *to, const char *name);
/* ,"name":"value" */
void text_string(text *to, const char *name, const char *value);
void text_free(text *to);

#endif
