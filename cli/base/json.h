/* SPDX-License-Identifier: MIT
 * JSON output of the commands. Rows of tables are written by reel_export. */
#ifndef REEL_CLI_JSON_H
#define REEL_CLI_JSON_H

#include "base/text.h"

/* Opens and closes an object or an array, with a comma before it if needed. `name` is NULL in arrays and at the top level. */
void json_open(struct text *text, const char *name, char bracket);
void json_close(struct text *text, char bracket);
/* The path of a file. Bytes that are not UTF-8 are encoded as in exports, so that the path can be recovered. */
void json_path(struct text *text, const char *name, const char *path);
void json_string(struct text *text, const char *name, const char *value);
void json_count(struct text *text, const char *name, uint64_t value);
void json_bool(struct text *text, const char *name, bool value);
void json_null(struct text *text, const char *name);
/* Text that is already JSON. */
void json_raw(struct text *text, const char *name, const char *data, size_t size);
/* A number from a field of `type` (REEL_F32 or REEL_F64), with the fewest digits that read back to the same value in that
 * type. */
void json_number(struct text *text, const char *name, double value, reel_type type);
/* The value of a field: a number, an array for a vector, otherwise a string; null if the row has no value. */
void json_field(struct text *text, const char *name, const reel_field *field, const void *row);

#endif
