/* SPDX-License-Identifier: MIT
 * The log of requests: lines of JSON on standard error, which nobody else's text can end or forge. */
#ifndef SERVER_SERVICE_JOURNAL_H
#define SERVER_SERVICE_JOURNAL_H

#include "service/request.h"

/* Writes a line for an answer: always for uploads, challenges, and answers of status 400 and above; for others with --access-log. At most
 * JOURNAL_LINES a second, so that a flood of refused requests does not fill the disk; the next line says how many were left out. */
enum { JOURNAL_LINES = 200 };
void journal_answer(const request *request, unsigned code);

#endif
