/* SPDX-License-Identifier: MIT
 * JSON for what the command says itself. Rows of tables go through reel_export. */
#ifndef REEL_CLI_JSON_H
#define REEL_CLI_JSON_H

#include "text.h"

/* Opens and closes; a comma comes where one is needed. `name` is NULL in arrays and at the top. */
void json_open(struct text *text, const char *name, char bracket);
void json_close(struct text *text, char bracket);
/* The path of a file: bytes that are not UTF-8 become what the exports make of them, so that they can be had back. */
void json_path(struct text *text, const char *name, const char *path);
void json_string(struct text *text, const char *name, const char *value);
void json_count(struct text *text, const char *name, uint64_t value);
void json_bool(struct text *text, const char *name, bool value);
void json_null(struct text *text, const char *name);
/* JSON that was made elsewhere. */
void json_raw(struct text *text, const char *name, const char *data, size_t size);
/* A number that came from a field of that type (REEL_F32, REEL_F64), with the fewest digits that read back to it there. */
void json_number(struct text *text, const char *name, double value, reel_type type);
/* The value of a field: numbers as numbers, vectors as arrays, everything else as text; null where there is none. */
void json_field(struct text *text, const char *name, const reel_field *field, const void *row);

#endif
