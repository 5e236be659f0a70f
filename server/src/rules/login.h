/* SPDX-License-Identifier: MIT
 * Players with tokens of the operator's own login. The keys are in a file, which is read again when it changes, or at an https URL. */
#ifndef SERVER_RULES_LOGIN_H
#define SERVER_RULES_LOGIN_H

#include "rules/jwt.h"
#include "rules/token.h"

typedef struct login_options {
    const char *keys; /* a file, or https://HOST/...; NULL: no logins */
    jwt_demands demands;
    const char *scopes; /* of a token that names none */
    const char *ca;     /* certificates to trust for the URL instead of the system's; NULL: the system's */
} login_options;

typedef struct login login;

/* NULL: a message was printed. The options live as long as it. */
login *login_new(const login_options *options);
void login_free(login *login);
/* Reads the keys again if it is time to. Called now and then, on one thread. */
void login_refresh(login *login);
/* Whether the value of the header Authorization is a token for it. */
bool login_is_for(const login *login, const char *header);
/* As token_check; sets the player that the token is of. */
token_answer login_check(login *login, const char *header, const char *scope, char name[TOKEN_TEXT], char player[CATALOGUE_TEXT],
                         reel_error *error);
/* The name under which uploads of a login are kept: KIND:HASH. No token has a name with a colon. A login of a player is bound to that id, and the
 * others to none. */
#define LOGIN_OF_PLAYER "login"
#define LOGIN_OF_NOBODY "account"
void login_name(const char *kind, const char *issuer, const char *id, char name[TOKEN_TEXT]);

#endif
