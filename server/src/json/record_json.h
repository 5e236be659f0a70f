/* SPDX-License-Identifier: MIT
 * Structs as JSON, by their tables. */
#ifndef SERVER_JSON_RECORD_JSON_H
#define SERVER_JSON_RECORD_JSON_H

#include "base/json_write.h"
#include "base/record.h"

/* Adds a struct as an object: as the value of a member after its name, or as an element of an array. */
void record_add(text *to, const record *of, const void *data);
/* The same without its closing brace: more members follow. */
void record_begin(text *to, const record *of, const void *data);
/* Adds an array of structs. */
void record_add_list(text *to, const record *of, const record_list *list);
/* The same as a member. */
void record_list_member(text *to, const char *name, const record *of, const record_list *list);

#endif
