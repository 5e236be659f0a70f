/* SPDX-License-Identifier: MIT
 * What the generators of the pages share: text that grows, lines of tab-separated values, and the parts that are files of their own. */
#ifndef REEL_DOC_H
#define REEL_DOC_H

#include "machinery.h"

typedef struct text {
    char *data;
    size_t size, capacity;
} text;

void text_add(text *out, const char *data, size_t size);
void text_add_string(text *out, const char *data);
/* A cell of a Markdown table. */
void text_add_cell(text *out, const char *data);

/* All files called `name` below a folder of the project, one after the other; "": all files. */
text text_of_files(const char *folder, const char *name);

/* The next line of `*cursor` that is neither empty nor a comment, split at its tabs in place; cells that it does not have are "". Returns
 * false at the end. */
bool tsv_next(char **cursor, char **cells, size_t count);

/* Whether `item` is in a list that is separated by `separator`. */
bool list_has(const char *list, char separator, const char *item);

/* sources.c: where each field comes from. */
bool sources_check(void);
void sources_add(text *out, const char *ids);

/* findings.c: what makes impossible what a finding says. */
bool findings_check(void);
void findings_add(text *out);

#endif
