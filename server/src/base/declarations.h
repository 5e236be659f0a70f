/* SPDX-License-Identifier: MIT
 * Declarations of an operator: text of lines, each of words. */
#ifndef SERVER_BASE_DECLARATIONS_H
#define SERVER_BASE_DECLARATIONS_H

#include <stdbool.h>
#include <stddef.h>

enum { DECLARATION_LINE = 2048 };

/* What is wrong with a declaration. */
typedef struct declaration_problem {
    unsigned line; /* 0: the whole */
    char message[256];
} declaration_problem;

/* Blanks between words. */
extern const char declaration_blanks[];

/* Sets the problem. Returns false. */
bool declaration_wrong(declaration_problem *problem, unsigned line, const char *form, ...) __attribute__((format(printf, 3, 4)));
/* The next word of a text, which it ends with a NUL. NULL: the text has no other word. */
char *declaration_word(char **rest);
/* Whether a name has lower-case letters, digits and dashes, and fits `size` bytes. */
bool declaration_is_name(const char *name, size_t size);
/* A line: its first word, and the rest without the blanks around it, which may be changed. */
typedef bool declaration_line(void *context, const char *word, char *rest, unsigned number);
/* Calls `each` for each line that is neither empty nor a comment ("# ..."). False: `each` returned false, or the problem is that the text is not
 * UTF-8, or a line too long. */
bool declaration_lines(const char *text, size_t size, declaration_line *each, void *context, declaration_problem *problem);

#endif
