/* SPDX-License-Identifier: MIT
 * What a request wants to see of a replay: shared by the handlers that decode. */
#ifndef SERVER_API_DECODE_H
#define SERVER_API_DECODE_H

#include "service/request.h"

#define ID_SCHEMA "{\"type\":\"string\",\"pattern\":\"^[0-9a-f]{64}$\"}"

/* A name in the replay's format. */
#define NAME_SCHEMA "{\"type\":\"string\",\"minLength\":1,\"maxLength\":63,\"pattern\":\"^[a-z0-9_-]+$\"}"

extern const char *const table_types[], *const json_types[], *const svg_types[], *const png_types[], *const decode_types[];
extern const route_parameter decode_parameters[];

/* Fills the request's job from its parameters and sets the types that it can give. False: the request was answered. */
bool read_decode_job(request *request, const char *const **types);
/* Chooses the type of the answer, and the exporter. False: the request was answered. */
bool choose_exporter(request *request, const char *const *types);
/* The type of the answer with its parameters. */
const char *decoded_type(const request *request);
/* Starts a job on a stored replay, unless the client or the cache has its result. */
http_result start_kind(request *request, job_kind kind, const char *const *types);

#endif
