/* SPDX-License-Identifier: MIT
 * Text that grows in memory. One that ran out of memory stays failed. */
#ifndef SERVER_BASE_TEXT_H
#define SERVER_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct text {
    char *data;
    size_t size, capacity;
    char before; /* what stands before the text, where it goes: json_write.h looks at it */
    bool failed;
} text;

/* Room for so many bytes more, which the caller writes and counts in to->size. NULL: out of memory. */
char *text_room(text *to, size_t size);
void text_raw(text *to, const char *bytes, size_t size);
void text_add(text *to, const char *string);
void text_print(text *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_free(text *to);

#endif
