/* SPDX-License-Identifier: MIT
 * Growing strings, and text that is safe and aligned on a terminal. */
#ifndef REEL_CLI_TEXT_H
#define REEL_CLI_TEXT_H

#include "base/memory.h"

#include <reel/format.h>

/* A growing string in counted memory. If an allocation fails, text is lost and counted_refused reports it: discard the string
 * then. */
struct text {
    char *data;
    size_t size, capacity;
};

char *copy_of(const char *string);
/* The last part of a path. */
const char *base_name(const char *path);
char *joined(const char *a, const char *b, const char *c);

void text_add(struct text *text, const char *data, size_t size);
void text_string(struct text *text, const char *string);
void text_print(struct text *text, const char *format, ...) REEL_PRINTF(2, 3);
/* A count with a comma between thousands: 12,345. */
void text_count(struct text *text, uint64_t count);
/* A count and what it is of: "1 row", "12,345 rows". */
void text_counted(struct text *text, uint64_t count, const char *one, const char *many);
/* The date and time of seconds since 1970: 2025-01-31 12:00:00 UTC. */
void text_date(struct text *text, uint64_t seconds);
void text_spaces(struct text *text, size_t count);
/* Reserves `size` bytes after the text. The caller fills them and adds what it used to text->size. NULL: out of memory. */
char *text_room(struct text *text, size_t size);
/* Removes the last byte if it is `last`; returns whether it did. */
bool text_drop(struct text *text, char last);
/* Appends UTF-8 from a file. Control characters, characters that change the direction of text and invisible ones are escaped (\x1b,
 * \u{202e}, \u{200b}), so that a replay cannot control the terminal or look like another. Returns the number of columns. */
size_t text_visible(struct text *text, const char *string, size_t size);
/* The same, but keeps tabs and line feeds. */
void text_terminal(struct text *text, const char *data, size_t size);
/* The same, at most `columns` wide; text that is cut ends with "…". */
size_t text_cut(struct text *text, const char *string, size_t size, size_t columns);
/* The text with a NUL at the end. Valid until the text changes. */
const char *text_of(struct text *text);
void text_free(struct text *text);

#endif
