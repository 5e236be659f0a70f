/* SPDX-License-Identifier: MIT
 * What /metrics counts of answers. */
#ifndef SERVER_SERVICE_ANSWER_COUNT_H
#define SERVER_SERVICE_ANSWER_COUNT_H

#include "service/request.h"

/* Counts an answer of this status. */
void server_count(request *request, unsigned code, uint64_t size);

#endif
