/* SPDX-License-Identifier: MIT
 * The one writer of JSON: brackets, quotes, commas and escapes are its own. A comma is due after whatever ends a value, so the byte before tells; a
 * value in an object follows its name. Memory that runs out makes the text fail, as ever. */
#ifndef SERVER_BASE_JSON_WRITE_H
#define SERVER_BASE_JSON_WRITE_H

#include "base/text.h"

#include <stdint.h>

/* `name`: of the member; NULL: an element of an array, or a value by itself. */
void json_begin_object(text *to, const char *name);
void json_end_object(text *to);
/* The same with a newline, which ends an answer or a line of many. */
void json_end_line(text *to);
void json_begin_array(text *to, const char *name);
void json_end_array(text *to);

/* The name of the member that follows. */
void json_name(text *to, const char *name);

/* Values. Bytes that are not UTF-8 become U+FFFD; NULL is null. */
void json_string(text *to, const char *string);
void json_int(text *to, int64_t number);
void json_uint(text *to, uint64_t number);
/* With so many digits after the point; what is not finite is null. */
void json_fixed(text *to, double number, int digits);
void json_bool(text *to, bool value);
void json_null(text *to);
/* A value that is JSON already: a number's digits, or what a parser has read. */
void json_raw(text *to, const char *value, size_t size);

/* Members: a name and a value. */
void json_member_string(text *to, const char *name, const char *value);
void json_member_int(text *to, const char *name, int64_t number);
void json_member_uint(text *to, const char *name, uint64_t number);
void json_member_bool(text *to, const char *name, bool value);

/* Adds the members or elements that this writer put into another text, and frees that. */
void json_move(text *to, text *from);

#endif
