/* SPDX-License-Identifier: MIT
 * Structs as JSON, by their tables. */
#ifndef SERVER_JSON_RECORD_JSON_H
#define SERVER_JSON_RECORD_JSON_H

#include "base/record.h"
#include "base/text.h"

/* Adds a struct as an object. */
void record_add(text *to, const record *of, const void *data);
/* The same without its closing brace: more members follow. */
void record_begin(text *to, const record *of, const void *data);
/* Adds a struct to the array or object that is being written, after a comma if it is not the first. */
void record_add_next(text *to, const record *of, const void *data);
/* Adds an array of structs. */
void record_add_list(text *to, const record *of, const record_list *list);
/* ,"name":[ ... ] */
void record_list_member(text *to, const char *name, const record *of, const record_list *list);

#endif
