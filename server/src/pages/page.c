/* SPDX-License-Identifier: MIT */
#include "pages/page.h"

#include "pages/handlers.h"
#include "pages/page_files.h"
#include "pages/template.h"
#include "service/answer.h"
#include "service/stored_replay.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char page_type[] = "text/html; charset=utf-8";
/* Nothing that is in a page can run or ask for anything: style and pictures of this server, forms to it. */
const char page_plain_policy[] =
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
/* The start page has a script for uploads. */
const char page_script_policy[] = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; "
                                  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

void page_begin(const request *r, text *values) { text_print(values, "{\"store\":%s", r->server->catalogue ? "true" : "false"); }

static reel_status fill(text *values, const char *name, text *to, reel_error *error)
{
    text_add(values, "}");
    reel_status status = template_render(name, values, to, error);
    text_free(values);
    return status;
}

bool page_failed(request *r, const reel_error *error)
{
    text_free(&r->answer);
    if (error->status == REEL_MEMORY) return request_refuse(r, MHD_HTTP_SERVICE_UNAVAILABLE, "server.memory", "out of memory");
    fprintf(stderr, "reel-server: request %s: the page cannot be made: %s\n", r->id, error->message);
    return request_refuse(r, MHD_HTTP_INTERNAL_SERVER_ERROR, error->rule, "the page cannot be made; report the request's id");
}

bool page_end(request *r, text *values, const char *name)
{
    reel_error error;
    text_free(&r->answer);
    return fill(values, name, &r->answer, &error) < 0 ? page_failed(r, &error) : false;
}

bool page_unavailable(request *r, text *values, const reel_error *error)
{
    text_free(values);
    return request_fail(r, MHD_HTTP_SERVICE_UNAVAILABLE, error);
}

bool page_not_found(request *r, text *values, const char *rule, const char *message)
{
    text_free(values);
    return request_refuse(r, MHD_HTTP_NOT_FOUND, rule, message);
}

/* The tag of bytes. */
static void make_tag(char tag[ENTITY_TAG], const void *data, size_t size)
{
    uint8_t hash[crypto_generichash_BYTES_MIN];
    char digits[2 * sizeof hash + 1];
    crypto_generichash(hash, sizeof hash, data, size, NULL, 0);
    sodium_bin2hex(digits, sizeof digits, hash, sizeof hash);
    snprintf(tag, ENTITY_TAG, "\"%s\"", digits);
}

/* Adds what a client needs to keep the answer, and asks again each time. Whether it has it. */
static bool is_known(request *r, const void *data, size_t size)
{
    make_tag(r->tag, data, size);
    request_add_header(r, MHD_HTTP_HEADER_ETAG, r->tag);
    request_add_header(r, MHD_HTTP_HEADER_CACHE_CONTROL, "no-cache");
    return tag_is_listed(request_header(r, MHD_HTTP_HEADER_IF_NONE_MATCH), r->tag);
}

enum MHD_Result page_finish(request *r)
{
    if (!r->policy) r->policy = page_plain_policy;
    if (is_known(r, r->answer.data, r->answer.size)) {
        text_free(&r->answer);
        return answer_text(r, MHD_HTTP_NOT_MODIFIED, page_type, "", 0);
    }
    return answer_prepared(r, page_type);
}

enum MHD_Result get_page_file(request *r)
{
    const char *name = r->captures[0], *end = strrchr(name, '.');
    const page_file *file = page_file_find(name, strlen(name));
    const char *type = !end || !file              ? NULL
                       : strcmp(end, ".css") == 0 ? "text/css; charset=utf-8"
                       : strcmp(end, ".js") == 0  ? "text/javascript; charset=utf-8"
                                                  : NULL;
    if (!type) return answer_refusal(r, MHD_HTTP_NOT_FOUND, "server.path", "there is nothing at this path");
    r->policy = page_plain_policy;
    if (is_known(r, file->data, file->size)) return answer_text(r, MHD_HTTP_NOT_MODIFIED, type, "", 0);
    return answer_text(r, MHD_HTTP_OK, type, file->data, file->size);
}

/* ---- problems ------------------------------------------------------------------------------------------------------ */

static const char *heading_of(unsigned code)
{
    switch (code) {
    case MHD_HTTP_BAD_REQUEST: return "This address is wrong";
    case MHD_HTTP_UNAUTHORIZED: return "Sign in";
    case MHD_HTTP_FORBIDDEN: return "Not allowed";
    case MHD_HTTP_NOT_FOUND: return "Not found";
    case MHD_HTTP_TOO_MANY_REQUESTS: return "Too many requests";
    case MHD_HTTP_SERVICE_UNAVAILABLE: return "The server is busy";
    default: return "This page cannot be shown";
    }
}

enum MHD_Result page_problem(request *r, unsigned code, const reel_error *error)
{
    text values = { .data = NULL }, page = { .data = NULL };
    r->rule = error->rule;
    r->policy = page_plain_policy;
    page_begin(r, &values);
    text_string(&values, "heading", heading_of(code));
    const bool asks = code == MHD_HTTP_UNAUTHORIZED && !r->bearer.size; /* nobody is signed in yet: that is no error */
    text_string(&values, "message", asks ? "" : error->message);
    text_string(&values, "rule", error->rule);
    text_string(&values, "request", r->id);
    text_string(&values, "to", r->route->by_cookie ? r->route->path : "");
    reel_error why;
    if (fill(&values, code == MHD_HTTP_UNAUTHORIZED ? "desk_sign_in" : "problem", &page, &why) < 0) {
        fprintf(stderr, "reel-server: request %s: the page cannot be made: %s\n", r->id, why.message);
        text_free(&page); /* an empty answer has its status at least */
    }
    enum MHD_Result result = answer_text(r, code, page_type, page.data, page.size);
    text_free(&page);
    return result;
}
