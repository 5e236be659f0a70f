/* SPDX-License-Identifier: MIT
 * Small JSON macros, value by value. */
#ifndef GDR_MACROS_JSON_H
#define GDR_MACROS_JSON_H

#include "formats/gdr/macros/macros.h"

enum { MACROS_JSON_DEPTH = 16 };

/* Starts reading the whole file, which must be an object. */
reel_status reel__macros_json_begin(macros_in *m);
/* Reads the next key and its value of the object. Returns REEL_OK, REEL_END behind the last one, or a failure. */
reel_status reel__macros_json_member(macros_in *m, pull_value *key, pull_value *value);
/* Reads the next item of the array, in the same way. */
reel_status reel__macros_json_item(macros_in *m, pull_value *item);
/* Ends reading the file: warns if it goes on. */
void reel__macros_json_end(macros_in *m);
reel_status reel__macros_json_skip(macros_in *m, const pull_value *value);
bool reel__macros_json_is(const pull_value *key, const char *name);
uint64_t reel__macros_json_at(const macros_in *m, const pull_value *value);
reel_status reel__macros_json_missing(macros_in *m, const char *key, uint64_t at);
/* The number of a value; fails with "macros.bad-number". */
reel_status reel__macros_json_number(macros_in *m, const pull_value *value, double *number);
/* The same for a frame: a whole number, not negative. */
reel_status reel__macros_json_frame(macros_in *m, const pull_value *value, uint64_t *frame);
/* Whether a known member is null, which is noted: it counts as missing. `known`: the names, up to NULL. */
bool reel__macros_json_null(macros_in *m, const pull_value *key, const pull_value *value, const char *const *known);
/* A bool, or a number. */
reel_status reel__macros_json_bool(macros_in *m, const pull_value *value, bool *is_true);

#endif
