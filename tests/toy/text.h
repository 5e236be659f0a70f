/* SPDX-License-Identifier: MIT
 * The text toy: points as lines, which people edit, so that the same points have many spellings.
 *
 *     "toy text", then a line for each point: tick and value, with blanks around them; empty lines, and lines that begin with #, mean
 *     nothing. A line ends with \n or \r\n, the last one too.
 */
#ifndef TOY_TEXT_H
#define TOY_TEXT_H

#include "toy.h"

extern const reel_format reel_format_toy_text;

/* The file as it is, with its comments and blanks. */
typedef struct toy_spelling {
    reel_bytes text;
    uint64_t sum; /* over `text` and the points; 0: unknown */
} toy_spelling;

extern const reel_table toy_spellings;

#endif
