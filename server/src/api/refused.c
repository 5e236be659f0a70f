/* SPDX-License-Identifier: MIT
 * Lists of uploads that were refused: of all for moderators, and for an uploader the own ones. The files were not kept. */
#include "api/handlers.h"
#include "base/json_write.h"
#include "base/url_text.h"
#include "service/answer.h"
#include "service/lanes.h"
#include "service/query.h"
#include "json/moderation_json.h"

#include <stdlib.h>
#include <string.h>

enum { LIMIT = 50, MOST = 200 };
#define REFUSED_MS (INT64_C(24) * 3600 * 1000 * REFUSED_DAYS)

typedef struct page {
    text *to;
    unsigned count;
    refused_upload last;
} page;

http_result get_refused(request *r)
{
    refused_upload before;
    if (!read_limit(r, LIMIT, MOST)) return HTTP_GO;
    if (read_refused_place(request_parameter(r, "after"), &before)) return request_start(r);
    return answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter", "after is not of the form that the member next has");
}

static void add_to_page(void *context, const refused_upload *refused)
{
    page *page = context;
    page->count++;
    record_add(page->to, &refused_record, refused);
    page->last = *refused;
}

bool refused_step(request *r)
{
    reel_error error;
    refused_upload before;
    text address = { .data = NULL };
    page page = { .to = &r->answer };
    const unsigned limit = read_limit(r, LIMIT, MOST);
    const bool own = strcmp(r->route->scope, "moderate") != 0;
    const char *uploader = own ? r->token : request_parameter(r, "uploader");
    read_refused_place(request_parameter(r, "after"), &before);
    json_begin_object(&r->answer, NULL);
    json_begin_array(&r->answer, "refused");
    if (catalogue_refusals(r->server->catalogue, uploader, &before, clock_wall_ms() - REFUSED_MS, limit, add_to_page, &page,
                           &error) < 0)
        return request_unavailable(r, &error);
    json_end_array(&r->answer);
    if (page.count == limit) {
        text_print(&address, "%s?limit=%u&after=%lld:%lld", r->route->path, limit, (long long)page.last.received,
                   (long long)page.last.slot);
        if (!own && uploader) url_parameter(&address, "uploader", uploader);
        url_next(&r->answer, &address);
    }
    json_end_line(&r->answer);
    return false;
}
