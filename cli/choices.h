/* SPDX-License-Identifier: MIT
 * The words that options accept, and what to say about others. */
#ifndef REEL_CLI_CHOICES_H
#define REEL_CLI_CHOICES_H

#include "options.h"

/* Whether a word is one of the argument's choices; if not, prints a message: see unknown_word. */
bool is_choice(const struct verb *verb, const char *problem, const char *word, const char *option, enum argument argument);
/* Whether the choices depend on the format of the input: tables, conventions, operations. Their words are checked by words_exist. */
bool depends_on_format(enum argument argument);
/* Whether some format has each such word of the command line. If not, prints a message with words of the format of the first input.
 * Whether the format of each input has it is checked when it is read. */
bool words_exist(const struct arguments *arguments);

#endif
