/* SPDX-License-Identifier: MIT
 * How requests are answered. */
#ifndef SERVER_SERVICE_ANSWER_H
#define SERVER_SERVICE_ANSWER_H

#include "service/request.h"

/* Answers with bytes, which are copied. */
http_result answer_text(request *request, unsigned code, const char *type, const char *data, size_t size);
/* Adds bytes to the output, as a job does. False: the request has failed. For a step. */
bool request_write(request *request, const void *data, size_t size);
/* Answers with the output of the request's job. */
http_result answer_output(request *request, const char *type);
/* Answers with a part of an open file, which it closes. */
http_result answer_file(request *request, unsigned code, const char *type, int file, uint64_t offset, uint64_t size);
/* Answers with what `read` gives until it ends. `end` frees the context. */
http_result answer_stream(request *request, const char *type, front_read *read, void (*end)(void *context), void *context);
/* Answers with request->answer, and empties it. */
http_result answer_prepared(request *request, const char *type);
/* Answers with application/problem+json. `error` has rule, section, offset and message. */
http_result answer_problem(request *request, unsigned code, const reel_error *error);
/* The same, with a rule and a message only. */
http_result answer_refusal(request *request, unsigned code, const char *rule, const char *message);

#endif
