/* SPDX-License-Identifier: MIT
 * What is known of an issuer of OpenID Connect: its addresses and keys, which a thread of its own reads and reads again. No request waits for that,
 * but one whose token has a key that is new. */
#ifndef SERVER_RULES_ISSUER_H
#define SERVER_RULES_ISSUER_H

#include "rules/jwt.h"
#include "rules/sign_in_options.h"

#include <reel/reel.h>

enum { ISSUER_URL = 512, ISSUER_TEXT = 64 << 10 /* bytes of an answer, at most */, ISSUER_SECONDS = 10 /* for one */ };

typedef struct issuer issuer;

/* Starts the thread; for a provider without an issuer there is nothing to read. The options live as long as it. NULL: errno says why. */
issuer *issuer_start(const sign_in_options *options, const sign_in_provider *provider);
/* Nobody waits for it any more. */
void issuer_quit(issuer *issuer);
void issuer_stop(issuer *issuer);

/* Copies where browsers are sent, and where codes are exchanged. False: the issuer's description was not read yet. */
bool issuer_urls(issuer *issuer, char authorize[ISSUER_URL], char token[ISSUER_URL]);
/* As jwt_check, with the keys of the issuer; if it is another one, they are read again, which is waited for. */
jwt_answer issuer_check(issuer *issuer, const jwt_demands *demands, const char *token, int64_t now, jwt_claims *claims);

#endif
