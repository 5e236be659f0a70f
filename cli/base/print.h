/* SPDX-License-Identifier: MIT
 * Standard output: exact bytes for a file or a pipe, escaped text for a terminal. */
#ifndef REEL_CLI_PRINT_H
#define REEL_CLI_PRINT_H

#include "base/text.h"

/* Exit statuses. */
enum { EXIT_FINE = 0, EXIT_FINDINGS = 1, EXIT_USAGE = 2, EXIT_UNREADABLE = 3 };

/* All standard output goes through these functions. On a terminal, control characters are escaped. They return false
 * once writing has failed; the first failure prints a message, unless the reader has closed the pipe. */
bool print_bytes(const void *data, size_t size);
/* Text whose parts from files are escaped already, and which may have colours. */
bool print_message(const void *data, size_t size);
/* The same to standard output, also while print_redirect is in force. */
bool print_report(const void *data, size_t size);
bool print_done(void);
bool print_has_failed(void);
/* From here on, what would go to standard output goes to `sink`, exactly, until print_restore. */
void print_redirect(const reel_sink *sink);
/* Returns whether anything was written to the sink. */
bool print_restore(void);
/* Prints and frees a text; returns the exit status. */
int print_and_free(struct text *text);

#endif
