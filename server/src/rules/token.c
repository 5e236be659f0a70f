/* SPDX-License-Identifier: MIT */
#include "rules/token.h"

#include "base/clock.h"
#include "base/fail.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { SECRET_BYTES = 32, HASH_BYTES = 32 };

static const char hash_prefix[] = "$blake2b$", old_prefix[] = "$argon2";

/* ---- making ------------------------------------------------------------------------------------------------------- */

bool token_is_name(const char *name)
{
    size_t size = strlen(name);
    return size && size < TOKEN_TEXT && strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == size;
}

/* The hash of "NAME.SECRET" as the catalogue has it. The key keeps it apart from hashes of other programs; it is not secret. */
static void hash_token(const char *whole, size_t size, char hash[TOKEN_HASH])
{
    static const uint8_t key[] = "reel-server access token";
    uint8_t bytes[HASH_BYTES];
    _Static_assert(sizeof hash_prefix + 2 * HASH_BYTES <= TOKEN_HASH, "a hash fits");
    crypto_generichash(bytes, sizeof bytes, (const uint8_t *)whole, size, key, sizeof key);
    memset(hash, 0, TOKEN_HASH);
    memcpy(hash, hash_prefix, sizeof hash_prefix - 1);
    sodium_bin2hex(hash + sizeof hash_prefix - 1, TOKEN_HASH - sizeof hash_prefix + 1, bytes, sizeof bytes);
}

/* A secret for token->name: its hash goes to the token, "NAME.SECRET" to `whole`. */
static void make_secret(token_entry *token, char whole[TOKEN_WHOLE])
{
    uint8_t secret[SECRET_BYTES];
    char text[TOKEN_SECRET];
    randombytes_buf(secret, sizeof secret);
    sodium_bin2base64(text, sizeof text, secret, sizeof secret, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    snprintf(whole, TOKEN_WHOLE, "%s.%s", token->name, text);
    hash_token(whole, strlen(whole), token->hash);
    sodium_memzero(text, sizeof text);
    sodium_memzero(secret, sizeof secret);
}

reel_status token_make(catalogue *catalogue, const new_token *wanted, char whole[TOKEN_WHOLE], reel_error *error)
{
    token_entry token = { .created = wanted->now, .expires = wanted->expires };
    if (sodium_init() < 0) return fail(error, REEL_IO, "token.random", "libsodium cannot be started");
    if (!token_is_name(wanted->name))
        return fail(error, REEL_ARGUMENT, "token.name", "a token's name has letters, digits, _ and -, at most 63");
    if (strlen(wanted->scopes) >= sizeof token.scopes)
        return fail(error, REEL_ARGUMENT, "token.scopes", "the list of scopes is too long");
    snprintf(token.name, sizeof token.name, "%s", wanted->name);
    snprintf(token.scopes, sizeof token.scopes, "%s", wanted->scopes);
    snprintf(token.owner, sizeof token.owner, "%s", wanted->owner ? wanted->owner : "");
    snprintf(token.label, sizeof token.label, "%s", wanted->label ? wanted->label : "");
    make_secret(&token, whole);
    return catalogue_token_add(catalogue, &token, error);
}

reel_status token_rotate(catalogue *catalogue, const char *name, char whole[TOKEN_WHOLE], reel_error *error)
{
    token_entry token;
    uint64_t changed = 0;
    if (sodium_init() < 0) return fail(error, REEL_IO, "token.random", "libsodium cannot be started");
    reel_status status = catalogue_token_get(catalogue, name, &token, error);
    if (status == REEL_OK) make_secret(&token, whole);
    if (status == REEL_OK) status = catalogue_token_rotate(catalogue, &token, &changed, error);
    if (status < 0 || changed) return status;
    return fail(error, REEL_ARGUMENT, "token.unknown", "no valid token '%s'", name);
}

/* ---- checking ----------------------------------------------------------------------------------------------------- */

bool token_has_scope(const char *scopes, const char *scope)
{
    size_t size = strlen(scope);
    for (const char *at = scopes; *at; at += strcspn(at, " ")) {
        at += strspn(at, " ");
        if (strncmp(at, scope, size) == 0 && (at[size] == ' ' || at[size] == '\0')) return true;
    }
    return false;
}

/* A token that a client sent. */
typedef struct sent_token {
    const char *whole, *secret;
    size_t size; /* of the whole */
    char name[TOKEN_TEXT];
} sent_token;

static bool read_sent(const char *header, sent_token *sent)
{
    static const size_t scheme = sizeof "Bearer " - 1;
    sent->whole = header + scheme;
    sent->size = strlen(sent->whole);
    const char *dot = strchr(sent->whole, '.');
    if (!dot || (size_t)(dot - sent->whole) >= TOKEN_TEXT || sent->size >= TOKEN_WHOLE) return false;
    memcpy(sent->name, sent->whole, (size_t)(dot - sent->whole));
    sent->name[dot - sent->whole] = '\0';
    sent->secret = dot + 1;
    return true;
}

static bool token_verify(const token_entry *token, const sent_token *sent)
{
    char hash[TOKEN_HASH];
    hash_token(sent->whole, sent->size, hash);
    return sodium_memcmp(hash, token->hash, sizeof hash) == 0; /* both end with zeros */
}

/* The same for an old hash; replaces it by a new one. */
static bool token_verify_old(catalogue *catalogue, const token_entry *token, const sent_token *sent)
{
    char hash[TOKEN_HASH];
    reel_error error;
    size_t size = sent->size - (size_t)(sent->secret - sent->whole);
    if (crypto_pwhash_str_verify(token->hash, sent->secret, size) != 0) return false;
    hash_token(sent->whole, sent->size, hash);
    if (catalogue_token_rehash(catalogue, token, hash, &error) < 0)
        fprintf(stderr, "reel-server: the hash of token '%s' stays as it is: %s\n", token->name, error.message);
    return true;
}

static bool has_expired(const token_entry *token) { return token->expires && token->expires <= clock_onward_ms(); }

/* Writes at most once a minute. A failure costs nothing but the note. */
static void note_use(catalogue *catalogue, const token_entry *token)
{
    enum { USE_MS = 60000 };
    reel_error ignored;
    int64_t now = clock_wall_ms();
    if (now - token->used >= USE_MS) catalogue_token_use(catalogue, token->name, now, &ignored);
}

static token_answer token_check_any(catalogue *catalogue, const char *header, const char *scope, char name[TOKEN_TEXT],
                                    bool old_too, reel_error *error)
{
    token_entry token;
    sent_token sent;
    if (!header || strncasecmp(header, "Bearer ", 7) != 0) return TOKEN_MISSING;
    if (!read_sent(header, &sent)) return TOKEN_WRONG;
    reel_status status = catalogue_token_get(catalogue, sent.name, &token, error);
    if (status < 0) return TOKEN_FAILED;
    if (status == REEL_END || token.revoked || has_expired(&token)) return TOKEN_WRONG;
    bool is_old = strncmp(token.hash, old_prefix, sizeof old_prefix - 1) == 0;
    if (is_old && !old_too) return TOKEN_OLD;
    if (is_old ? !token_verify_old(catalogue, &token, &sent) : !token_verify(&token, &sent)) return TOKEN_WRONG;
    if (scope && !token_has_scope(token.scopes, scope)) return TOKEN_NO_SCOPE;
    memcpy(name, *token.owner ? token.owner : sent.name, TOKEN_TEXT);
    note_use(catalogue, &token);
    return TOKEN_FINE;
}

token_answer token_check(catalogue *catalogue, const char *header, const char *scope, char name[TOKEN_TEXT], reel_error *error)
{
    return token_check_any(catalogue, header, scope, name, false, error);
}

token_answer token_check_old(catalogue *catalogue, const char *header, const char *scope, char name[TOKEN_TEXT],
                             reel_error *error)
{
    return token_check_any(catalogue, header, scope, name, true, error);
}
