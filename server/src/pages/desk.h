/* SPDX-License-Identifier: MIT
 * Pages for people who signed in with a token, or at an issuer (service/session.h): moderators, and uploaders. With a token, the cookie is the token itself, so that nothing is kept of who is
 * signed in, any server of the store takes it, and a token that is revoked ends it. Scripts do not see it, other sites cannot send it, and it
 * goes over TLS or to this machine only. What changes something is a form with a key that is made from the token: a page that does not know
 * the token has none. */
#ifndef SERVER_PAGES_DESK_H
#define SERVER_PAGES_DESK_H

#include "net/form.h"
#include "pages/page.h"
#include "service/form_key.h"
#include "service/request.h"

/* What each of these pages has. */
typedef struct desk_head {
    page_head head;
    char form[FORM_KEY]; /* the key of its forms */
    const char *who;
} desk_head;
extern const record desk_head_record;

desk_head desk_begin(request *request, const char *heading);
/* Reads the form of the body into request->work. It has the right key, unless it is for signing in. NULL: the request was answered. */
const form *desk_read_form(request *request, bool needs_key);
/* Answers with the address to go on at. `where` begins with a slash. */
http_result desk_go(request *request, const char *where);
/* As page_finish, for a page that nobody may keep. */
http_result desk_finish(request *request);

#endif
