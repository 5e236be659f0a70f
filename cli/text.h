/* SPDX-License-Identifier: MIT
 * Text that grows, and text that is safe and aligned on a terminal. */
#ifndef REEL_CLI_TEXT_H
#define REEL_CLI_TEXT_H

#include "memory.h"

#include <reel/format.h>

/* Its memory is counted. What there is no memory for is left out; counted_refused says so then, and the text is not to be used. */
struct text {
    char *data;
    size_t size, capacity;
};

char *copy_of(const char *string);
char *joined(const char *a, const char *b, const char *c);

void text_add(struct text *text, const char *data, size_t size);
void text_string(struct text *text, const char *string);
void text_print(struct text *text, const char *format, ...) REEL_PRINTF(2, 3);
/* A count with a comma between thousands: 12,345. */
void text_count(struct text *text, uint64_t count);
void text_spaces(struct text *text, size_t count);
/* Space for so many bytes behind the text, of which the caller adds to `size` what he fills. NULL: no memory. */
char *text_room(struct text *text, size_t size);
/* Takes the last byte off where it is this one. */
bool text_drop(struct text *text, char last);
/* Adds UTF-8 from a file. Control characters, and characters that turn the direction of text, come as \x1b, \u{202e}: a replay
 * must not be able to steer the reader's terminal. Returns the columns that it takes. */
size_t text_visible(struct text *text, const char *string, size_t size);
/* The same for what goes to a terminal as it is: tabs and line feeds stay. */
void text_terminal(struct text *text, const char *data, size_t size);
/* The same, at most `columns` wide: what is cut shows as "…". */
size_t text_cut(struct text *text, const char *string, size_t size, size_t columns);
/* NUL-terminated, for functions that want that. */
const char *text_of(struct text *text);
void text_free(struct text *text);

#endif
