/* SPDX-License-Identifier: MIT
 * A request, as the server sees it: only on the thread of its connection, in front_calls, but for front_resume. */
#ifndef SERVER_NET_EXCHANGE_H
#define SERVER_NET_EXCHANGE_H

#include "net/front_options.h"
#include "net/request_head.h"

/* Goes on with a request that was suspended. On any thread. */
void front_resume(conn *conn);

/* NULL: it is not of the internet. */
const ip_address *front_address(const conn *conn);
unsigned front_kind(const conn *conn);
const char *front_method(const conn *conn);
/* With its escapes read. */
const char *front_path(const conn *conn);
/* Slashes of the path that are not escaped, before the first that is. */
unsigned front_slashes(const conn *conn);
/* NULL: there is none. `conn` may be NULL: then there is nothing. */
const char *front_header(const conn *conn, const char *name);
const char *front_parameter(const conn *conn, const char *name);
/* It does not end with a NUL. */
const char *front_cookie(const conn *conn, const char *name, size_t *size);
/* All of them, in their order. */
const head_value *front_headers(const conn *conn, size_t *count);
const head_value *front_parameters(const conn *conn, size_t *count);

/* Handle is not called until front_resume. */
void front_suspend(conn *conn);
/* Refuses a body of which a part came, and ends the connection; `handle` returns HTTP_END then. The texts are static. */
void front_refuse(conn *conn, unsigned code, const char *rule, const char *why);

#endif
