/* SPDX-License-Identifier: MIT
 * The cookies of the pages for who signed in: with a token (desk.h), or at an issuer (session.h). */
#ifndef SERVER_SERVICE_COOKIE_H
#define SERVER_SERVICE_COOKIE_H

#include "service/request.h"

#define COOKIE_NAME "desk_token"
/* Of the whole host, by https or on this machine, and set by no other host (the prefix __Host-, RFC 6265bis). */
#define COOKIE_SESSION "__Host-reel-session"
#define COOKIE_FLOW "__Host-reel-sign-in"
#define COOKIE_HOST_BOUNDS "; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age="

/* What is before the value of a session in what cookie_token returns. */
#define COOKIE_SCHEME "Session "

/* The token of the cookie as the value of a header Authorization, or the session; NULL: neither. It lives as long as the request. A page for sessions
 * takes no token. */
const char *cookie_token(request *request);
/* Adds the header that sets a cookie of the whole host; with 0 seconds it goes. */
void cookie_set(request *request, const char *name, const char *value, int seconds);

#endif
