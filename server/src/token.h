/* SPDX-License-Identifier: MIT
 * Tokens for clients: "NAME.SECRET" in the header Authorization. The catalogue has an argon2id hash of the secret. */
#ifndef SERVER_TOKEN_H
#define SERVER_TOKEN_H

#include "catalogue.h"

enum { TOKEN_SECRET = 44, TOKEN_WHOLE = TOKEN_TEXT + 1 + TOKEN_SECRET };

typedef enum token_answer { TOKEN_FINE, TOKEN_MISSING, TOKEN_WRONG, TOKEN_NO_SCOPE, TOKEN_FAILED } token_answer;

typedef struct token_cache token_cache;

/* Prepares libsodium and the cache of secrets that were verified: argon2 takes long on purpose. NULL: no memory. */
token_cache *token_cache_new(void);
void token_cache_free(token_cache *cache);

/* Makes a token and writes "NAME.SECRET" to `whole`, the only time that it can be seen. `expires` is a time as `now`; 0: never. */
reel_status token_make(catalogue *catalogue, const char *name, const char *scopes, int64_t now, int64_t expires,
                       char whole[TOKEN_WHOLE], reel_error *error);
/* Gives a token that is valid another secret, and keeps its name and scopes. */
reel_status token_rotate(catalogue *catalogue, const char *name, char whole[TOKEN_WHOLE], reel_error *error);
/* Whether the value of the header Authorization allows `scope`. On TOKEN_FINE `name` is the token's. Thread-safe. */
token_answer token_check(token_cache *cache, catalogue *catalogue, const char *header, const char *scope, char name[TOKEN_TEXT],
                         reel_error *error);

#endif
