/* SPDX-License-Identifier: MIT
 * What tests that compare with real replays share. A corpus is any folder with samples/FAMILY, an INDEX.tsv in each, and decoded truth
 * in expected/FAMILY. These tests name no file of it: they walk the folders and tables that they find, report what is missing, print
 * how many files they compared, and fail only on a difference. */
#ifndef REEL_TEST_CORPUS_H
#define REEL_TEST_CORPUS_H

#include "support.h"

/* Path of `name` in the corpus, or NULL without a word. corpus_path reports what is missing. Static until the next call of either. */
const char *corpus_find(const char *name);

/* Skips the test if the corpus has no `name`. */
#define corpus_need(name)                                                                                                        \
    do {                                                                                                                         \
        if (!corpus_path(name)) skip();                                                                                          \
    } while (0)

/* Calls `run` for each file below `folder` of the corpus whose name ends in `ending` ("": all but INDEX.tsv), in order; `name` is the
 * path in the family's folder, as INDEX.tsv has it. Gives the number of files for which `run` returned true. */
size_t corpus_each(const char *folder, const char *ending, bool (*run)(const char *path, const char *name));

/* Prints how many were compared. */
void corpus_compared(size_t count, const char *what);

/* ---- tables ------------------------------------------------------------------------------------------------------ */

/* Tab-separated values under a line of names. A cell that is missing at the end of a line is empty. */
typedef struct tsv {
    char *text;
    char **cells;
    size_t columns, rows;
} tsv;

/* Takes `text`, malloc'ed, with a NUL behind its `size` bytes. */
tsv tsv_parse(char *text, size_t size);
void tsv_free(tsv *table);

/* A cell of data row `row`. */
const char *tsv_at(const tsv *table, size_t row, size_t column);

/* The same by the column's name; the test fails if there is no such column. */
const char *tsv_cell(const tsv *table, size_t row, const char *column);

/* The number of a column; SIZE_MAX if there is none. */
size_t tsv_column(const tsv *table, const char *name);

/* A whole text file of the corpus with a NUL at its end, malloc'ed; NULL, after a report, if it is missing. */
char *corpus_text(const char *name, size_t *size);

/* A table of the corpus; false, after a report, if it is missing. */
bool corpus_table(const char *name, tsv *table);

/* What INDEX.tsv of a family has in a column for a file; "" if the file, the column or the table is missing. Static until a call for
 * another family. */
const char *corpus_index(const char *family, const char *file, const char *column);

#endif
