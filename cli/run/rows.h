/* SPDX-License-Identifier: MIT
 * Rows and the names of their tables, for jobs. */
#ifndef REEL_CLI_ROWS_H
#define REEL_CLI_ROWS_H

#include "run/job.h"

#include <reel/export.h>

/* Fail the job for a table or field that is not there, with the closest name or a list of the names. `subject`, which begins
 * the message, is "FORMAT has", or "no selected table has a field". */
reel_status unknown_table(struct job *job, const char *rule, const char *subject, const reel_table *const *tables,
                          const char *word);
reel_status unknown_field(struct job *job, const char *rule, const char *subject, const reel_table *const *tables,
                          const char *word);

/* Appends a whole chunk as a JSON document on one line. `id` is the format's. */
reel_status export_text(struct job *job, const reel_chunk *chunk, const reel_format *format, const reel_export_options *how,
                        struct text *text);

#endif
