/* SPDX-License-Identifier: MIT
 * Exports of many files in one output: each row says which file it is from, and CSV has one header. */
#ifndef REEL_CLI_LEAD_H
#define REEL_CLI_LEAD_H

#include "run/job.h"

enum lead_kind { LEAD_CSV, LEAD_JSONL, LEAD_JSON };

/* The leading columns of one output. */
struct lead {
    enum lead_kind kind;
    bool hash;          /* a column "hash" follows the column "file" */
    bool safe;          /* --csv-safe */
    bool headed;        /* `header` was printed */
    struct text header; /* of CSV, without the leading columns */
    struct text first;  /* the file that it is from */
    /* of the current file */
    struct text row;    /* what precedes each row */
    struct text line;   /* the header as far as it was seen */
    bool begins;        /* at the beginning of a row */
    bool quoted, named; /* in quotes; past the header (CSV) or first row (JSON) */
};

/* `kind` is the id of the exporter. */
void lead_open(struct lead *lead, const struct arguments *arguments, const char *kind);
/* The next bytes are from the file of this job. */
void lead_begin(struct lead *lead, const struct job *job);
/* Prints output of an exporter with the leading columns. Fails with REEL_ARGUMENT if the columns of a CSV file are not those of the
 * files before it. */
reel_status lead_print(struct lead *lead, const char *data, size_t size, reel_error *error);
void lead_close(struct lead *lead);

#endif
