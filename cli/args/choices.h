/* SPDX-License-Identifier: MIT
 * The words that options accept, and what to say about others. */
#ifndef REEL_CLI_CHOICES_H
#define REEL_CLI_CHOICES_H

#include "args/args.h"

/* The words that an argument may be, NULL-terminated; NULL if it is free text. Free with names_free. */
char **choices_of(const struct verb *verb, enum argument argument);
/* Appends "; did you mean 'notes'?", or "; expected one of: a, b", or nothing if there are no choices. At most `room` bytes. */
void add_suggestion(struct text *text, const char *word, char *const *choices, size_t room);
/* usage_error for a word that is not one of the argument's choices: suggests the closest one, or lists them. `problem` begins the
 * message ("unknown command"); `option` is the name of the option that takes the word, or NULL. */
int unknown_word(const struct verb *verb, const char *problem, const char *word, const char *option, enum argument argument);

/* Whether a word is one of the argument's choices; if not, prints a message: see unknown_word. */
bool is_choice(const struct verb *verb, const char *problem, const char *word, const char *option, enum argument argument);
/* The format of the first input, if it is a file; else NULL. */
const reel_format *format_of_input(const struct arguments *arguments);
/* Whether the choices depend on the format of the input: tables, conventions, operations. Their words are checked by words_exist. */
bool depends_on_format(enum argument argument);
/* Whether some format has each such word of the command line. If not, prints a message with words of the format of the first input.
 * Whether the format of an input has it is checked when the input is read. */
bool words_exist(const struct arguments *arguments);

#endif
