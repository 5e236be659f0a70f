/* SPDX-License-Identifier: MIT
 * Findings and failures as lines of text, as JSON and as SARIF. */
#ifndef REEL_CLI_REPORT_H
#define REEL_CLI_REPORT_H

#include "files.h"

/* "reel: FILE: message (rule, section S, byte N)" */
void report_failure(struct text *text, const char *file, const reel_error *error);
/* "FILE: severity: message (rule, section S, byte N, table[row], 3 times)" for each finding of severity `least` or higher. */
void report_findings(struct text *text, const char *file, const reel_findings *findings, reel_severity least);

/* A line of JSON for a file that failed: its name and the error. */
void report_failure_json(struct job *job);

/* Add the members "findings" and "totals", or "error", to an open JSON object. */
void json_findings(struct text *text, const reel_findings *findings);
void json_failure(struct text *text, const reel_error *error);
/* Adds the first members of the object for a file: its name, and its format if that is not NULL. */
void json_file(struct text *text, const struct job *job, const reel_format *format);

/* SARIF results, separated by commas. */
void sarif_findings(struct text *text, const char *file, const reel_findings *findings);
void sarif_failure(struct text *text, const char *file, const reel_error *error);

/* Fills job->error with a message and returns `status`. `rule` must be a static string. */
reel_status fail_job(struct job *job, reel_status status, const char *rule, const char *format, ...) REEL_PRINTF(4, 5);

#endif
