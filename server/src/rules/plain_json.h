/* SPDX-License-Identifier: MIT
 * JSON objects from elsewhere, which say who somebody is: none has a member twice, and texts have no NUL in them. */
#ifndef SERVER_RULES_PLAIN_JSON_H
#define SERVER_RULES_PLAIN_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <yyjson.h>

/* Whether a value is an object of at most 128 members that has none twice: readers differ in which of two they take. */
bool plain_json_is_object(yyjson_val *value);
/* Reads such an object. NULL: it is something else. */
yyjson_doc *plain_json_read(const char *text, size_t size);
/* Text without a NUL in it. NULL: it is something else. */
const char *plain_json_text(yyjson_val *value);
/* The same of a member. */
const char *plain_json_member(yyjson_val *object, const char *name);
/* Copies the text of a member. False: it is missing, empty or too long. */
bool plain_json_copy(yyjson_val *object, const char *name, char *to, size_t room);

#endif
