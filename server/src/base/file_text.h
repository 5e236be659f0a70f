/* SPDX-License-Identifier: MIT
 * Text from files, shortened to arrays. */
#ifndef SERVER_BASE_FILE_TEXT_H
#define SERVER_BASE_FILE_TEXT_H

#include "base/inspection.h"

/* A hash in hexadecimal. */
void hash_text(char text[JOB_HASH], const uint8_t hash[REEL_HASH_SIZE]);
/* Shortens text from a file to an array, to whole characters of UTF-8; each invalid byte becomes '?'. */
void copy_file_text(char *to, size_t capacity, const char *text, size_t size);
/* A text that is too long for the array keeps its first half and gets the hash of all of it, so that two different ones stay different. */
void copy_long_text(char to[JOB_TEXT], const char *whole, size_t size);
/* Adds a name to a list with " & " between, from `used` on, and returns how much is used; an ampersand in a name is doubled, so that no other names
 * make the same list. */
size_t add_member(char *list, size_t used, size_t size, const char *name);
/* Codes that are separated by commas and blanks get in order, without blanks and doubles: one spelling for each set of them. */
void order_codes(char codes[JOB_TEXT]);

#endif
