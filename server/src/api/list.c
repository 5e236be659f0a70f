/* SPDX-License-Identifier: MIT
 * GET /replays: entries of the catalogue. */
#include "api/handlers.h"
#include "base/url_text.h"
#include "service/answer.h"
#include "service/lanes.h"
#include "service/query.h"
#include "json/entry_json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the list ----------------------------------------------------------------------------------------------------- */

typedef struct page {
    text *to;
    unsigned count;
    replay_entry last;
} page;

static void add_to_page(void *context, const replay_entry *entry)
{
    page *page = context;
    record_add(page->to, &entry_record, entry);
    page->count++;
    page->last = *entry;
}

/* The parameters that stay the same on the next page. */
static void add_next_page(const request *r, const page *page, const replay_filter *filter)
{
    text address = { .data = NULL }, place = { .data = NULL };
    add_place(&place, filter, &page->last);
    text_print(&address, "/replays?limit=%u%s", filter->limit, place.data ? place.data : "");
    text_free(&place);
    for (const route_parameter *each = r->route->parameters; each->name; each++) {
        const char *value = request_parameter(r, each->name);
        if (value && strcmp(each->name, "limit") != 0 && strcmp(each->name, "before") != 0 && strcmp(each->name, "after") != 0)
            url_parameter(&address, each->name, value);
    }
    url_next(page->to, &address);
}

http_result list_replays(request *r)
{
    replay_filter filter;
    return read_filter(r, &filter) ? request_start(r) : HTTP_GO;
}

/* A slow database keeps a thread of the pool waiting, not one that serves connections. */
bool list_step(request *r)
{
    reel_error error;
    replay_filter filter;
    page page = { .to = &r->answer };
    read_filter(r, &filter);
    json_begin_object(&r->answer, NULL);
    json_begin_array(&r->answer, "replays");
    if (catalogue_list(r->server->catalogue, &filter, add_to_page, &page, &error) < 0) return request_unavailable(r, &error);
    json_end_array(&r->answer);
    if (page.count == filter.limit) add_next_page(r, &page, &filter);
    json_end_line(&r->answer);
    return false;
}

/* ---- the end ------------------------------------------------------------------------------------------------------ */

http_result finish_list(request *r) { return answer_prepared(r, "application/json"); }
