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

RECORD(page_head_record, page_head, FIELD(page_head, store, FIELD_BOOL), FIELD(page_head, sign_in, FIELD_BOOL),
       FIELD(page_head, heading, FIELD_STRING));

page_head page_begin(const request *r, const char *heading)
{
    return (page_head){ .store = r->server->catalogue != NULL, .sign_in = r->server->sign_in != NULL, .heading = heading };
}

bool page_failed(request *r, const reel_error *error)
{
    text_free(&r->answer);
    if (error->status == REEL_MEMORY) return request_refuse(r, HTTP_SERVICE_UNAVAILABLE, "server.memory", "out of memory");
    fprintf(stderr, "reel-server: request %s: the page cannot be made: %s\n", r->id, error->message);
    return request_refuse(r, HTTP_INTERNAL_SERVER_ERROR, error->rule, "the page cannot be made; report the request's id");
}

static void release(const page *page)
{
    if (page->release) page->release(page->data);
    record_free(page->of, page->data);
}

bool page_end(request *r, const page *page)
{
    reel_error error;
    text_free(&r->answer);
    const reel_status status = template_render(page->name, page->of, page->data, &r->answer, &error);
    release(page);
    return status < 0 ? page_failed(r, &error) : false;
}

bool page_unavailable(request *r, const page *page, const reel_error *error)
{
    release(page);
    return request_fail(r, HTTP_SERVICE_UNAVAILABLE, error);
}

bool page_not_found(request *r, const page *page, const char *rule, const char *message)
{
    release(page);
    return request_refuse(r, HTTP_NOT_FOUND, rule, message);
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
    request_add_header(r, HEADER_ETAG, r->tag);
    request_add_header(r, HEADER_CACHE_CONTROL, "no-cache");
    return tag_is_listed(request_header(r, HEADER_IF_NONE_MATCH), r->tag);
}

http_result page_answer(request *r, const char *type)
{
    if (!r->policy) r->policy = page_plain_policy;
    if (is_known(r, r->answer.data, r->answer.size)) {
        text_free(&r->answer);
        return answer_text(r, HTTP_NOT_MODIFIED, type, "", 0);
    }
    return answer_prepared(r, type);
}

http_result page_finish(request *r) { return page_answer(r, page_type); }

http_result get_page_file(request *r)
{
    const char *name = r->captures[0], *end = strrchr(name, '.');
    const page_file *file = page_file_find(name, strlen(name));
    const char *type = !end || !file              ? NULL
                       : strcmp(end, ".css") == 0 ? "text/css; charset=utf-8"
                       : strcmp(end, ".js") == 0  ? "text/javascript; charset=utf-8"
                                                  : NULL;
    if (!type) return answer_refusal(r, HTTP_NOT_FOUND, "server.path", "there is nothing at this path");
    r->policy = page_plain_policy;
    if (is_known(r, file->data, file->size)) return answer_text(r, HTTP_NOT_MODIFIED, type, "", 0);
    return answer_text(r, HTTP_OK, type, file->data, file->size);
}

/* ---- problems ------------------------------------------------------------------------------------------------------ */

static const char *heading_of(unsigned code)
{
    switch (code) {
    case HTTP_BAD_REQUEST: return "This address is wrong";
    case HTTP_UNAUTHORIZED: return "Sign in";
    case HTTP_FORBIDDEN: return "Not allowed";
    case HTTP_NOT_FOUND: return "Not found";
    case HTTP_TOO_MANY_REQUESTS: return "Too many requests";
    case HTTP_SERVICE_UNAVAILABLE: return "The server is busy";
    default: return "This page cannot be shown";
    }
}

static RECORD(sign_in_link_record, sign_in_link, FIELD(sign_in_link, name, FIELD_STRING),
              FIELD(sign_in_link, title, FIELD_STRING));

typedef struct problem_page {
    page_head head;
    const char *message, *rule, *request, *to;
    bool session_only; /* tokens are not for this page */
    record_list sign_ins;
} problem_page;
#define TEXT(member) FIELD(problem_page, member, FIELD_STRING)
static RECORD(problem_record, problem_page, FIELDS_OF(problem_page, head, &page_head_record), TEXT(message), TEXT(rule),
              TEXT(request), TEXT(to), FIELD(problem_page, session_only, FIELD_BOOL),
              FIELD_OF(problem_page, sign_ins, FIELD_LIST, &sign_in_link_record));

static void add_sign_ins(const request *r, record_list *to)
{
    const sign_in_options *o = &r->server->options.sign_in;
    for (size_t i = 0; r->server->sign_in && i < o->count; i++)
        record_list_copy(to, &sign_in_link_record, &(sign_in_link){ o->providers[i].name, o->providers[i].title });
}

static http_result answer_page(request *r, unsigned code, const char *name, problem_page *values)
{
    text shown = { .data = NULL };
    reel_error why;
    add_sign_ins(r, &values->sign_ins);
    if (template_render(name, &problem_record, values, &shown, &why) < 0) {
        fprintf(stderr, "reel-server: request %s: the page cannot be made: %s\n", r->id, why.message);
        text_free(&shown); /* an empty answer has its status at least */
    }
    http_result result = answer_text(r, code, page_type, shown.data, shown.size);
    text_free(&shown);
    record_free(&problem_record, values);
    return result;
}

http_result page_problem(request *r, unsigned code, const reel_error *error)
{
    r->rule = error->rule;
    r->policy = page_plain_policy;
    const bool asks = code == HTTP_UNAUTHORIZED && !r->bearer.size; /* nobody is signed in yet: that is not an error */
    problem_page values = { .head = page_begin(r, heading_of(code)),
                            .message = asks ? "" : error->message,
                            .rule = error->rule,
                            .request = r->id,
                            .to = r->route->by_cookie ? r->route->path : "",
                            .session_only = r->route->by_session };
    return answer_page(r, code, code == HTTP_UNAUTHORIZED ? "desk_sign_in" : "problem", &values);
}

http_result page_sign_in(request *r, const char *to)
{
    problem_page values = { .head = page_begin(r, "Sign in"), .message = "", .to = to, .session_only = true };
    r->policy = page_plain_policy;
    request_add_header(r, HEADER_CACHE_CONTROL, "no-store");
    return answer_page(r, HTTP_OK, "desk_sign_in", &values);
}
