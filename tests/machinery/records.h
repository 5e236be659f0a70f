/* SPDX-License-Identifier: MIT
 * Records of behaviour: a table beside the golden files of a family that has, for each file and question, a short hash of each answer. A test
 * gives the answers again and compares. What differs is printed with the question and the answer of today, so that a person can judge it;
 * if the change was meant, the test renews its tables with --write. A record says that something changed, never that it was right. */
#ifndef REEL_TEST_RECORDS_H
#define REEL_TEST_RECORDS_H

#include "machinery.h"

#define RECORD_FORMAT(position)
#if defined(__GNUC__)
#undef RECORD_FORMAT
#define RECORD_FORMAT(position) __attribute__((format(printf, position, position + 1)))
#endif

/* Begins with a table of this name in each family ("damaged.tsv"). False, with the reason printed, on machines where answers may differ: the
 * order of bytes and the sizes of rows are theirs, and so is the last bit of what a conversion computes. */
bool records_begin(const char *table, bool write);
/* Compares the number of answers with the tables, or writes them; the test fails if any answer differed. */
void records_end(void);

/* Begins the answers to questions of one kind about a file. `kind` is static: "read". */
void record_begin(const specimen *file, const char *kind);
/* Begins an answer; the text is what was asked. False: this run leaves it out (REEL_TEST_DRAWS). */
RECORD_FORMAT(1)
bool record_item(const char *question, ...);
void record_end(void);

/* Parts of the answer: a text; a report, of whose message only digits and names of fields count, so that it can be reworded; bytes; the rows of all
 * tables of a replay; what a call returned. */
RECORD_FORMAT(1)
void record_text(const char *format, ...);
void record_finding(void *unused, const reel_finding *finding);
void record_status(reel_status status, const reel_error *error);
void record_bytes(const void *data, size_t size);
void record_rows(const reel_replay *replay);
/* Bytes that a writer made. Of packed ones, which other versions of the packers make otherwise, the rows that are read from them. */
void record_made(const reel_format *format, const void *data, size_t size);

/* What a conversion makes of a file, to the format of its game that the number chooses. */
void record_conversion(const reel_format *from, const void *data, size_t size, size_t number);

/* Numbers that are drawn for a file and a question, the same ones each time: below `below`, or 0. */
void record_seed(const specimen *file, size_t number);
size_t record_draw(size_t below);

/* The first and the last time of a replay; left as they are if it has none. */
void record_span(const reel_replay *replay, double *first, double *last);

/* How many golden files the family of a file has. */
size_t records_beside(const specimen *file);

#endif
