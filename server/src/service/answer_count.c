/* SPDX-License-Identifier: MIT */
#include "service/answer_count.h"

#include <string.h>

static upload_end end_of(const request *r, unsigned code)
{
    if (code == HTTP_CREATED) return r->entry.verdict == VERDICT_ACCEPTED ? UPLOAD_ACCEPTED : UPLOAD_HELD;
    if (code == HTTP_OK) return UPLOAD_KNOWN;
    return code < HTTP_INTERNAL_SERVER_ERROR ? UPLOAD_REFUSED : UPLOAD_FAILED;
}

static bool is_upload(const char *route)
{
    return strcmp(route, "upload") == 0 || strcmp(route, "own-upload") == 0 || strcmp(route, "live-end") == 0;
}

void server_count(request *r, unsigned code, uint64_t size)
{
    server_counts *c = &r->server->counts;
    size_t class = code / 100 % 6;
    atomic_fetch_add(&c->requests[class], 1);
    atomic_fetch_add(&c->answer_bytes, size);
    if (!r->route) return;
    size_t number = (size_t)(r->route - r->server->routes);
    if (number < MOST_ROUTES) {
        atomic_fetch_add(&c->routes[number].classes[class], 1);
        histogram_add(&c->routes[number].times, clock_steady_us() - r->begun, code >= HTTP_INTERNAL_SERVER_ERROR);
    }
    if (is_upload(r->route->id)) atomic_fetch_add(&c->uploads[end_of(r, code)], 1);
}
