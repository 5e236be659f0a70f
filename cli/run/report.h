/* SPDX-License-Identifier: MIT
 * Findings and failures as lines of text, as JSON and as SARIF. */
#ifndef REEL_CLI_REPORT_H
#define REEL_CLI_REPORT_H

#include "run/job.h"

/* Whether an error of this status is about the byte at its offset. */
bool has_offset(reel_status status);
/* "reel: FILE: message (rule, section S, byte N)" */
void report_failure(struct text *text, const char *file, const reel_error *error);
/* "FILE: severity: message (rule, section S, byte N, table[row], 3 times)" for each finding of severity `least` or higher. `group`: fields that
 * a conversion loses in the same way share a line. */
void report_findings(struct text *text, const char *file, const reel_findings *findings, reel_severity least, bool colors,
                     bool group);

/* "FILE: wrote PATH" */
void report_written(struct job *job, const char *path);

/* A line of JSON for a file that failed: its name, findings and error, and the verdict if wanted. */
void report_failure_json(struct job *job, bool verdict);

/* Add the members "findings" and "totals" to an open JSON object, or "verdict" (unless it is NULL), "findings", "totals", and
 * "error" if `status` is a failure, which `totals` includes. */
void json_findings(struct text *text, const reel_findings *findings);
void json_result(struct text *text, const struct job *job, const char *verdict, reel_status status);
/* What became of a file, in one word. `status` is that of the work, and `damage` of the damage that ended the reading, else REEL_OK. */
const char *verdict_of(const struct job *job, reel_status status, reel_status damage);
/* Adds the first members of the object for a file: its name, its hash (--hash), and its format if that is not NULL. */
void json_file(struct text *text, const struct job *job, const reel_format *format);

/* SARIF results, separated by commas. */
void sarif_findings(struct text *text, const char *file, const reel_findings *findings);
void sarif_failure(struct text *text, const char *file, const reel_error *error);

#endif
