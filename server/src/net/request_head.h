/* SPDX-License-Identifier: MIT
 * The values of a head: copies, with a NUL each, of what head_read found sound. */
#ifndef SERVER_NET_REQUEST_HEAD_H
#define SERVER_NET_REQUEST_HEAD_H

#include "net/head.h"

typedef struct head_value {
    const char *name, *value; /* value NULL: a parameter without "=" */
} head_value;

typedef struct request_head {
    const char *method, *path; /* the path with its escapes read */
    head_value *fields, *parameters;
    size_t field_count, parameter_count;
} request_head;

/* One block; free() frees it. NULL: out of memory. */
request_head *request_head_new(const head_parts *parts, const char *data);
/* The first of this name; upper and lower case are the same. NULL: none. */
const char *request_head_field(const request_head *head, const char *name);
/* The first of this name. NULL: none, or it has no value. */
const char *request_head_parameter(const request_head *head, const char *name);
/* The value of a cookie, which does not end with a NUL. NULL: none. */
const char *request_head_cookie(const request_head *head, const char *name, size_t *size);

#endif
