/* SPDX-License-Identifier: MIT
 * Signing in by the authorisation code of OAuth 2.0 with PKCE (RFC 6749, 7636), and the id_token of OpenID Connect.
 *
 * Nothing is kept of what was begun: the browser has a cookie with 256 random bits, and state, nonce and the verifier of PKCE are hashes of it, each
 * with a key of its own. Who has the state, which is in addresses, has none of the others; who comes back with a state and without its cookie began it
 * in another browser. */
#ifndef SERVER_RULES_SIGN_IN_H
#define SERVER_RULES_SIGN_IN_H

#include "base/text.h"
#include "rules/identity.h"

#include <reel/reel.h>

enum { FLOW_TEXT = 96, FLOW_HASH = 44, FLOW_SECONDS = 600, SIGN_IN_PAGES = 3 };

typedef struct signer signer;

/* Starts to read what is known of the issuers. The options live as long as it. NULL: errno says why. */
signer *sign_in_start(const sign_in_options *options);
/* Nobody waits for issuers any more: what does, fails. */
void sign_in_quit(signer *signer);
void sign_in_stop(signer *signer);

/* The number of the provider of this name. -1: there is none. */
int sign_in_find(const sign_in_options *options, const char *name);

/* What a browser keeps while somebody signs in, and the page to go to then. */
void flow_make(char flow[FLOW_TEXT], unsigned page, int64_t now_ms);
/* Whether a cookie can be one, and is not too old. Sets *page. */
bool flow_read(const char *flow, size_t size, int64_t now_ms, unsigned *page);
/* What is kept of one that was used: it cannot be used again. */
void flow_hash(const char *flow, char hash[FLOW_HASH]);

/* Adds the address that the browser is sent to. REEL_IO: the issuer was not read yet. */
reel_status sign_in_begin(signer *signer, int provider, const char *flow, text *address, reel_error *error);
/* Whether a state is that of the flow, and the issuer that the answer names, if it does, is this one. */
bool sign_in_is_of(const signer *signer, int provider, const char *flow, const char *state, const char *issuer);
/* Exchanges the code and finds out who it is. Waits for the issuer, up to 20 s. Fails with the rules sign-in.busy, sign-in.refused, and those of
 * link_ask. */
reel_status sign_in_end(signer *signer, int provider, const char *flow, const char *code, identity *who, reel_error *error);

#endif
