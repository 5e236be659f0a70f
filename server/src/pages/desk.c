/* SPDX-License-Identifier: MIT */
#include "pages/desk.h"

#include "pages/handlers.h"
#include "pages/page.h"
#include "service/answer.h"
#include "service/cookie.h"
#include "service/lanes.h"
#include "service/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How the cookie is bound: to the pages of the desk of this host, to requests of its own pages, and to half a day. */
#define COOKIE_BOUNDS "; Path=/desk; HttpOnly; Secure; SameSite=Strict; Max-Age="
enum { COOKIE_SECONDS = 12 * 3600, TOKEN_LETTERS = 3500 /* what a cookie has room for */ };

/* ---- who is signed in ------------------------------------------------------------------------------------------------ */

RECORD(desk_head_record, desk_head, FIELDS_OF(desk_head, head, &page_head_record), FIELD(desk_head, form, FIELD_TEXT),
       FIELD(desk_head, who, FIELD_STRING));

desk_head desk_begin(request *r, const char *heading)
{
    desk_head head = { .head = page_begin(r, heading), .who = r->token };
    form_key(r, head.form);
    return head;
}

http_result desk_finish(request *r)
{
    request_add_header(r, HEADER_CACHE_CONTROL, "no-store");
    if (!r->policy) r->policy = page_plain_policy;
    return answer_prepared(r, "text/html; charset=utf-8");
}

/* ---- forms ----------------------------------------------------------------------------------------------------------- */

static const form *refuse_form(request *r, unsigned code, const char *message)
{
    answer_refusal(r, code, "server.form", message);
    return NULL;
}

const form *desk_read_form(request *r, bool needs_key)
{
    const char *fault = form_fault(r, NULL);
    if (fault) return refuse_form(r, HTTP_FORBIDDEN, fault);
    form *f = r->work = malloc(sizeof *f);
    if (!f) return refuse_form(r, HTTP_SERVICE_UNAVAILABLE, "out of memory");
    const ssize_t size = r->body_size <= FORM_MOST ? pread(r->body, f->data, (size_t)r->body_size, 0) : -1;
    if (size != (ssize_t)r->body_size || !form_parse(f, (size_t)size))
        return refuse_form(r, HTTP_BAD_REQUEST, "the form cannot be read");
    fault = needs_key ? form_fault(r, form_field(f, "form")) : NULL;
    return fault ? refuse_form(r, HTTP_FORBIDDEN, fault) : f;
}

http_result desk_go(request *r, const char *where)
{
    static const char plain[] = "text/plain; charset=utf-8";
    request_add_header(r, HEADER_LOCATION, where);
    request_add_header(r, HEADER_CACHE_CONTROL, "no-store");
    return answer_text(r, HTTP_SEE_OTHER, plain, "", 0);
}

/* ---- signing in and out ---------------------------------------------------------------------------------------------- */

/* Whether a cookie can have it: a token, or one of the operator's login. */
static bool can_be_token(const char *token)
{
    size_t size = strlen(token);
    return size && size <= TOKEN_LETTERS &&
           strspn(token, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._~-") == size;
}

static const char *page_after(const form *f)
{
    return strcmp(form_field(f, "to"), "/desk/uploads") == 0 ? "/desk/uploads" : "/desk";
}

static http_result set_cookie(request *r, const char *token, int seconds, const char *where)
{
    text_print(&r->cookie, COOKIE_NAME "=%s" COOKIE_BOUNDS "%d", token, seconds);
    text_raw(&r->cookie, "", 1);
    return desk_go(r, where);
}

/* The next page says whether the token is valid, as any other page does. */
http_result sign_in(request *r)
{
    const form *f = desk_read_form(r, false);
    if (!f) return HTTP_GO;
    const char *token = form_field(f, "token");
    while (*token == ' ') token++;
    if (can_be_token(token)) return set_cookie(r, token, COOKIE_SECONDS, page_after(f));
    return answer_refusal(r, HTTP_BAD_REQUEST, "server.token", "that is not a token");
}

/* Both cookies go, also on another page: who signs out wants to be signed out. A session ends for all servers. */
http_result finish_sign_out(request *r)
{
    if (r->server->sign_in) cookie_set(r, COOKIE_SESSION, "", 0);
    return set_cookie(r, "", 0, "/start");
}

http_result sign_out(request *r)
{
    if (!desk_read_form(r, true)) return HTTP_GO;
    return session_is_for(cookie_token(r)) ? request_start(r) : finish_sign_out(r);
}

bool sign_out_step(request *r)
{
    reel_error error;
    return session_end(r, &error) < 0 ? request_fail(r, HTTP_SERVICE_UNAVAILABLE, &error) : false;
}
