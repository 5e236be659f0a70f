/* SPDX-License-Identifier: MIT
 * What lines of the table of routes have in common: lists of types and of status codes, and kinds of routes. For table.c only. */
#ifndef SERVER_ROUTES_ROUTE_KINDS_H
#define SERVER_ROUTES_ROUTE_KINDS_H

#include "pages/desk.h"
#include "pages/handlers.h"
#include "routes/parameters.h"
#include "service/route.h"

#include <stddef.h>

static const char *const text_types[] = { "text/plain", NULL };
static const char *const html_types[] = { "text/html", NULL };

static const char *const feed_types[] = { "application/atom+xml", "application/rss+xml", NULL };
static const char *const event_types[] = { "application/json", "text/event-stream", NULL };
static const uint16_t event_codes[] = { 400, 404, 406, 503, 0 };
static const uint16_t decode_codes[] = { 400, 401, 406, 411, 413, 415, 422, 500, 503, 504, 0 };
static const uint16_t upload_codes[] = { 400, 401, 403, 404, 411, 413, 415, 422, 500, 503, 504, 0 };
static const uint16_t stored_codes[] = { 206, 304, 400, 404, 406, 413, 415, 416, 422, 500, 503, 504, 0 };
static const uint16_t made_codes[] = { 304, 400, 404, 406, 413, 415, 422, 500, 503, 504, 0 };
static const uint16_t old_codes[] = { 303, 400, 401, 403, 404, 406, 413, 415, 422, 500, 502, 503, 504, 0 };
static const uint16_t list_codes[] = { 400, 404, 503, 0 };
static const uint16_t feed_codes[] = { 304, 400, 404, 503, 0 };
static const uint16_t oembed_codes[] = { 304, 400, 404, 406, 503, 0 };
static const uint16_t challenge_codes[] = { 400, 401, 403, 404, 503, 0 };
static const uint16_t view_codes[] = { 404, 413, 503, 0 };
static const uint16_t moderation_codes[] = { 400, 401, 403, 404, 409, 503, 0 };
static const char *const bytes_types[] = { "application/octet-stream", NULL };
static const char *const ndjson_types[] = { "application/x-ndjson", NULL };
static const char *const tar_types[] = { "application/x-tar", NULL };
static const uint16_t run_codes[] = { 400, 404, 409, 413, 415, 422, 500, 503, 504, 0 };
static const uint16_t map_codes[] = { 400, 403, 404, 503, 0 };
static const uint16_t piece_codes[] = { 400, 401, 403, 404, 409, 411, 413, 422, 503, 0 };
static const uint16_t live_end_codes[] = { 400, 401, 403, 404, 409, 411, 413, 415, 422, 500, 503, 504, 0 };
static const uint16_t discard_codes[] = { 401, 403, 404, 409, 503, 0 };
static const uint16_t live_codes[] = { 404, 503, 0 };
static const uint16_t live_stream_codes[] = { 400, 404, 406, 503, 0 };
static const char *const live_stream_types[] = { "application/octet-stream", "text/event-stream", NULL };
static const uint16_t busy_codes[] = { 503, 0 };

/* A page for people. It is not in the description of the API. */
#define PAGE(where, name, of, begin, steps)                                                                                      \
    {                                                                                                                            \
        .method = "GET", .path = where, .id = name, .needs_store = true, .parameters = of, .types = html_types, .handle = begin, \
        .step = steps, .finish = page_finish, .problem = page_problem                                                            \
    }

/* A page for who signed in with a token of the scope, and a form of such a page. */
#define DESK(where, name, for_scope, of, begin, steps)                                                                           \
    {                                                                                                                            \
        .method = "GET", .path = where, .id = name, .scope = for_scope, .by_cookie = true, .parameters = of,                     \
        .types = html_types, .handle = begin, .step = steps, .finish = desk_finish, .problem = page_problem                      \
    }
#define FORM(where, name, for_scope, begin, steps, end)                                                                          \
    {                                                                                                                            \
        .method = "POST", .path = where, .id = name, .scope = for_scope, .by_cookie = true, .has_body = true, .is_form = true,   \
        .needs_store = true, .parameters = no_parameters, .types = html_types, .handle = begin, .step = steps, .finish = end,    \
        .problem = page_problem                                                                                                  \
    }

/* For who signs in at an issuer: a page, one for who is signed in, and a form of such a page. */
#define SIGN_IN(where, name, of, any, begin, steps, end)                                                                         \
    {                                                                                                                            \
        .method = "GET", .path = where, .id = name, .lane = LANE_SIGN_IN, .by_cookie = true, .needs_sign_in = true,              \
        .parameters = of, .other_parameters = any, .types = html_types, .handle = begin, .step = steps, .finish = end,           \
        .problem = page_problem                                                                                                  \
    }
#define OWN(where, name, of, begin, steps)                                                                                       \
    {                                                                                                                            \
        .method = "GET", .path = where, .id = name, .by_cookie = true, .by_session = true, .needs_sign_in = true,                \
        .parameters = of, .types = html_types, .handle = begin, .step = steps, .finish = desk_finish, .problem = page_problem    \
    }
#define OWN_FORM(where, name, begin, steps, end)                                                                                 \
    {                                                                                                                            \
        .method = "POST", .path = where, .id = name, .by_cookie = true, .by_session = true, .needs_sign_in = true,               \
        .has_body = true, .is_form = true, .parameters = no_parameters, .types = html_types, .handle = begin, .step = steps,     \
        .finish = end, .problem = page_problem                                                                                   \
    }

/* A call that looks something up, and one of moderators; in JSON. */
#define GROUPED(where, name, of, sets, shape, begin, steps, says)                                                                \
    {                                                                                                                            \
        .method = "GET", .path = where, .id = name, .doc = says, .needs_store = true, .parameters = of, .groups = sets,          \
        .types = json_types, .answer = shape, .codes = list_codes, .handle = begin, .step = steps, .finish = finish_list         \
    }
#define LOOKUP(where, name, of, shape, begin, steps, says) GROUPED(where, name, of, NULL, shape, begin, steps, says)
#define MODERATION(verb, where, name, of, shape, begin, steps, says)                                                             \
    {                                                                                                                            \
        .method = verb, .path = where, .id = name, .doc = says, .scope = "moderate", .parameters = of, .types = json_types,      \
        .answer = shape, .codes = moderation_codes, .handle = begin, .step = steps, .finish = finish_moderation                  \
    }

#endif
