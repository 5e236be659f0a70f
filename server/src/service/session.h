/* SPDX-License-Identifier: MIT
 * Browsers that are signed in at an issuer (rules/sign_in.h). A cookie has 256 random bits, which are new for each sign-in; the catalogue has a hash of
 * them, so that any server of the database takes the cookie, and signing out ends it everywhere. What somebody may do is decided for each request. */
#ifndef SERVER_SERVICE_SESSION_H
#define SERVER_SERVICE_SESSION_H

#include "rules/identity.h"
#include "service/request.h"
#include "store/account.h"

enum { SESSION_VALUE = 44 };
/* Of the scopes of tokens, those of everybody who signed in. */
#define SESSION_SCOPES "upload challenge"

/* Whether the value of cookie_token is a session. */
bool session_is_for(const char *cookie);
/* As token_check, for such a value: the name of the token is that of the account, and the request gets its player. */
token_answer session_check(request *request, const char *cookie, const char *scope);
/* Whose the session of the request is. REEL_END: nobody's. */
reel_status session_account(request *request, account *account, reel_error *error);
/* Whether an account may do what moderators may. */
bool session_moderates(const server *server, const account *account);

/* Signs somebody in: keeps the account and a new session, whose value is for the cookie, and ends the one that the browser had. `flow` is what the
 * sign-in began with. Sets *seconds to how long the session lasts. REEL_END: that flow was used already. */
reel_status session_begin(request *request, int provider, const identity *who, const char *flow, char value[SESSION_VALUE],
                          int *seconds, reel_error *error);
/* Ends the session of the request, if it has one. */
reel_status session_end(request *request, reel_error *error);

#endif
