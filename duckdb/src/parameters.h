/* SPDX-License-Identifier: MIT
 * The parameters of table functions. Each function that returns false has set the error of the binding. */
#ifndef REEL_DUCKDB_PARAMETERS_H
#define REEL_DUCKDB_PARAMETERS_H

#include "api.h"

#include <reel/file.h>
#include <reel/format.h>

/* Patterns of files: the first parameter, a text or a list of texts. */
typedef struct patterns {
    char **items;
    size_t count;
} patterns;

bool parameter_patterns(duckdb_bind_info info, patterns *found);
void patterns_free(patterns *found);

/* Named parameters. What is missing or NULL leaves *value unchanged. */
bool parameter_text(duckdb_bind_info info, const char *name, char **value); /* the caller frees *value */
bool parameter_flag(duckdb_bind_info info, const char *name, bool *value);
bool parameter_number(duckdb_bind_info info, const char *name, bool *given, double *value); /* NaN is refused */
/* The value of a parameter; NULL if it is missing or NULL. The caller destroys it. */
duckdb_value parameter_value(duckdb_bind_info info, const char *name);
/* A value, or those of a list, as texts that texts_free frees, also after a failure. NULL is refused. */
bool value_texts(duckdb_bind_info info, const char *name, duckdb_value value, char ***texts, size_t *count);
void texts_free(char **texts, size_t count);
/* The number of a word in a list that ends with NULL. */
bool parameter_choice(duckdb_bind_info info, const char *name, const char *const *words, size_t *value);

/* The parameter "level": a level or a folder of levels, which is read now. reel_levels_close frees it. */
bool parameter_levels(duckdb_bind_info info, reel_levels **levels);
#define LEVEL_PARAMETER                                                                                                          \
    {                                                                                                                            \
        "level", DUCKDB_TYPE_VARCHAR, "what was played: a level, or a folder of levels, of which each replay gets its own"       \
    }

/* Sets the error of the binding and returns false. */
bool bind_fail(duckdb_bind_info info, const char *format, ...) REEL_PRINTF(2, 3);
/* Writes "; did you mean "frames"?" to `hint`, or nothing. */
enum { HINT_SIZE = 128 };
const char *suggest(const char *word, const char *const *words, char hint[HINT_SIZE]);

#endif
