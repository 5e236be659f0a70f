/* SPDX-License-Identifier: MIT
 * What forms of pages for who signed in have, so that no other site can send them: a key that is made from the cookie. A page that does not know the
 * cookie has none. */
#ifndef SERVER_SERVICE_FORM_KEY_H
#define SERVER_SERVICE_FORM_KEY_H

#include "service/request.h"

enum { FORM_KEY = 33 };

/* The key of the forms of who is signed in. */
void form_key(request *request, char key[FORM_KEY]);
/* Why a form with this key is refused; NULL: it is not. `sent` NULL: it needs no key. */
const char *form_fault(request *request, const char *sent);

#endif
