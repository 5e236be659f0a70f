/* SPDX-License-Identifier: MIT
 * Findings and failures as lines for a person, as JSON and as SARIF. */
#ifndef REEL_CLI_REPORT_H
#define REEL_CLI_REPORT_H

#include "files.h"

/* "reel: FILE: message (rule, section S, byte N)" */
void report_failure(struct text *text, const char *file, const reel_error *error);
/* "FILE: severity: message (rule, section S, byte N, table[row], 3 times)" for each finding of that severity or above. */
void report_findings(struct text *text, const char *file, const reel_findings *findings, reel_severity least);

/* A line of JSON for a file whose work failed: the name and the error. */
void report_failure_json(struct job *job);

/* The members "findings" and "totals", and the member "error", of an open JSON object. */
void json_findings(struct text *text, const reel_findings *findings);
void json_failure(struct text *text, const reel_error *error);
/* The first members of the object that stands for a file: its name and, where it is not NULL, its format. */
void json_file(struct text *text, const struct job *job, const reel_format *format);

/* Results of SARIF with commas between. */
void sarif_findings(struct text *text, const char *file, const reel_findings *findings);
void sarif_failure(struct text *text, const char *file, const reel_error *error);

/* Fails a job with a message of the command's own. */
reel_status fail_job(struct job *job, reel_status status, const char *rule, const char *format, ...) REEL_PRINTF(4, 5);

#endif
