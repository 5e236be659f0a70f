/* SPDX-License-Identifier: MIT
 * GET /live/{id}/view: the page of web/viewer, which plays what a recorder sends as it comes. */
#include "pages/handlers.h"
#include "pages/page.h"
#include "pages/template.h"
#include "service/answer.h"
#include "service/lanes.h"
#include "service/live.h"
#include "service/viewer.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

/* The page runs its own script and WebAssembly, and reads from this server only. It is framed as the page of a replay is. */
static const char page_policy[] =
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob: data:; worker-src blob: data:; connect-src 'self' "
    "blob: data:; style-src 'unsafe-inline'; img-src blob: data:; media-src blob: data:; font-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'self'%s";

http_result live_page(request *r) { return request_start(r); }

static void compose(request *r, const live_view *view, const viewer_page *page)
{
    text block = { .data = NULL };
    reel_error error;
    if (template_render("live_view", &live_record, view, &block, &error) < 0)
        page_failed(r, &error);
    else if (request_write(r, page->data, page->before) && request_write(r, block.data, block.size))
        request_write(r, page->data + page->before, page->size - page->before);
    text_free(&block);
}

bool live_page_step(request *r)
{
    live_set *set = r->server->live;
    live *l = set ? live_find(set, r->captures[0]) : NULL;
    live_view view;
    viewer_page page;
    if (!l) return request_refuse(r, HTTP_NOT_FOUND, "live.id", live_missing);
    live_look(set, l, &view);
    live_release(set, l);
    if (!viewer_open(r->server, &page)) return request_refuse(r, HTTP_NOT_FOUND, "view.no-viewer", viewer_missing);
    compose(r, &view, &page);
    munmap(page.data, page.size);
    return false;
}

http_result finish_live_page(request *r)
{
    char policy[sizeof page_policy + ANCESTORS];
    snprintf(policy, sizeof policy, page_policy, r->server->options.ancestors);
    r->policy = policy;
    request_add_header(r, HEADER_CACHE_CONTROL, "no-store");
    http_result result = answer_output(r, "text/html; charset=utf-8");
    r->policy = NULL;
    return result;
}
