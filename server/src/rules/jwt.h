/* SPDX-License-Identifier: MIT
 * JSON Web Tokens (RFC 7519) signed with RS256, ES256 or EdDSA (RFC 7518, 8037), and the keys for them (RFC 7517). Signatures are checked by
 * OpenSSL, JSON is read by yyjson. The algorithm is that of the key: a token has to name it, and cannot choose it. */
#ifndef SERVER_RULES_JWT_H
#define SERVER_RULES_JWT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JWT_MOST = 8192 /* bytes of a token */, JWT_TEXT = 256, JWT_NAME = 64 };

typedef struct jwt_keys jwt_keys;

/* Reads a set of keys; those of other kinds are left out. NULL: *why says what is wrong. */
jwt_keys *jwt_keys_read(const char *json, size_t size, const char **why);
void jwt_keys_free(jwt_keys *keys);

/* What a token has to say. */
typedef struct jwt_demands {
    const char *issuer, *audience;
    const char *player_claim, *scope_claim; /* the second NULL: scopes are not read */
    const char *nonce;                      /* of the sign-in that it answers; NULL: it answers none */
    int64_t skew;                           /* seconds that clocks may differ by */
} jwt_demands;

typedef struct jwt_claims {
    char issuer[JWT_TEXT], player[JWT_TEXT];
    bool has_scopes;
    char scopes[JWT_TEXT]; /* words with spaces between */
} jwt_claims;

/* The last four are of tokens that a key of the set signed. */
typedef enum jwt_answer {
    JWT_FINE,
    JWT_WRONG,
    JWT_UNKNOWN_KEY,
    JWT_ENDED,  /* its time is over */
    JWT_EARLY,  /* its time has not begun, or it does not say when */
    JWT_OTHERS, /* another issuer or audience, or nonce */
    JWT_NOBODY, /* no player, or scopes that cannot be read */
} jwt_answer;

/* Whether a text has the form of a token: three parts with points between. */
bool jwt_is_token(const char *text);
/* `now`: Unix time in seconds. Thread-safe. */
jwt_answer jwt_check(const jwt_keys *keys, const jwt_demands *demands, const char *token, int64_t now, jwt_claims *claims);
/* The JSON of the claims of a token that is fine. Returns its size. */
size_t jwt_body(const char *token, char body[JWT_MOST]);

#endif
