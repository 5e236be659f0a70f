/* SPDX-License-Identifier: MIT */
#include "token.h"

#include "clock.h"
#include "fail.h"

#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

enum { CACHED = 256, SECRET_BYTES = 32, LOOKUP_MS = 100 };

/* Secrets that argon2 accepted, as a keyed hash of name and secret beside the hash in the catalogue that they fit: a token that is made anew or
 * revoked is not found by an old entry. The key is made at start and never leaves the process. */
typedef struct cached {
    uint8_t secret[crypto_generichash_BYTES], hash[crypto_generichash_BYTES];
} cached;

struct token_cache {
    pthread_mutex_t lock;
    pthread_cond_t found;
    bool searching; /* a thread asks the catalogue */
    uint8_t key[crypto_generichash_KEYBYTES];
    cached entries[CACHED];
};

token_cache *token_cache_new(void)
{
    token_cache *cache = sodium_init() >= 0 ? calloc(1, sizeof *cache) : NULL;
    if (!cache) return NULL;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&cache->found, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&cache->lock, NULL);
    crypto_generichash_keygen(cache->key);
    return cache;
}

void token_cache_free(token_cache *cache)
{
    if (!cache) return;
    pthread_mutex_destroy(&cache->lock);
    pthread_cond_destroy(&cache->found);
    sodium_memzero(cache, sizeof *cache);
    free(cache);
}

/* ---- making ------------------------------------------------------------------------------------------------------- */

static bool is_name(const char *name)
{
    size_t size = strlen(name);
    return size && size < TOKEN_TEXT && strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == size;
}

/* A secret for token->name: its hash goes to the token, "NAME.SECRET" to `whole`. */
static reel_status make_secret(token_entry *token, char whole[TOKEN_WHOLE], reel_error *error)
{
    uint8_t secret[SECRET_BYTES];
    char text[TOKEN_SECRET];
    randombytes_buf(secret, sizeof secret);
    sodium_bin2base64(text, sizeof text, secret, sizeof secret, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    bool fine = crypto_pwhash_str(token->hash, text, strlen(text), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                  crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
    snprintf(whole, TOKEN_WHOLE, "%s.%s", token->name, text);
    sodium_memzero(text, sizeof text);
    sodium_memzero(secret, sizeof secret);
    return fine ? REEL_OK : fail(error, REEL_MEMORY, "token.memory", "out of memory for argon2");
}

reel_status token_make(catalogue *catalogue, const char *name, const char *scopes, int64_t now, int64_t expires,
                       char whole[TOKEN_WHOLE], reel_error *error)
{
    token_entry token = { .created = now, .expires = expires };
    if (sodium_init() < 0) return fail(error, REEL_IO, "token.random", "libsodium cannot be started");
    if (!is_name(name))
        return fail(error, REEL_ARGUMENT, "token.name", "a token's name has letters, digits, _ and -, at most 63");
    if (strlen(scopes) >= sizeof token.scopes)
        return fail(error, REEL_ARGUMENT, "token.scopes", "the list of scopes is too long");
    snprintf(token.name, sizeof token.name, "%s", name);
    snprintf(token.scopes, sizeof token.scopes, "%s", scopes);
    reel_status status = make_secret(&token, whole, error);
    return status < 0 ? status : catalogue_token_add(catalogue, &token, error);
}

reel_status token_rotate(catalogue *catalogue, const char *name, char whole[TOKEN_WHOLE], reel_error *error)
{
    token_entry token;
    uint64_t changed = 0;
    if (sodium_init() < 0) return fail(error, REEL_IO, "token.random", "libsodium cannot be started");
    reel_status status = catalogue_token_get(catalogue, name, &token, error);
    if (status == REEL_OK) status = make_secret(&token, whole, error);
    if (status == REEL_OK) status = catalogue_token_rotate(catalogue, &token, &changed, error);
    if (status < 0 || changed) return status;
    return fail(error, REEL_ARGUMENT, "token.unknown", "no valid token '%s'", name);
}

/* ---- checking ----------------------------------------------------------------------------------------------------- */

static void sum(const token_cache *cache, const char *text, size_t size, uint8_t result[crypto_generichash_BYTES])
{
    crypto_generichash(result, crypto_generichash_BYTES, (const uint8_t *)text, size, cache->key, sizeof cache->key);
}

static bool has_scope(const char *scopes, const char *scope)
{
    size_t size = strlen(scope);
    for (const char *at = scopes; *at; at += strcspn(at, " ")) {
        at += strspn(at, " ");
        if (strncmp(at, scope, size) == 0 && (at[size] == ' ' || at[size] == '\0')) return true;
    }
    return false;
}

static bool verify(token_cache *cache, const token_entry *token, const char *whole, size_t size, const char *secret)
{
    cached wanted;
    sum(cache, whole, size, wanted.secret);
    sum(cache, token->hash, strlen(token->hash), wanted.hash);
    cached *slot = &cache->entries[wanted.secret[0]];
    pthread_mutex_lock(&cache->lock);
    bool known = sodium_memcmp(slot, &wanted, sizeof wanted) == 0;
    pthread_mutex_unlock(&cache->lock);
    if (known) return true;
    if (crypto_pwhash_str_verify(token->hash, secret, size - (size_t)(secret - whole)) != 0) return false;
    pthread_mutex_lock(&cache->lock);
    *slot = wanted;
    pthread_mutex_unlock(&cache->lock);
    return true;
}

/* Tokens are looked up on the threads that serve connections. One thread at a time waits for the catalogue, so that a database that hangs
 * leaves the others free; they wait for their turn only for a moment. */
static bool begin_lookup(token_cache *cache)
{
    struct timespec until;
    int result = 0;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += LOOKUP_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_mutex_lock(&cache->lock);
    while (cache->searching && result == 0) result = pthread_cond_timedwait(&cache->found, &cache->lock, &until);
    bool turn = !cache->searching;
    if (turn) cache->searching = true;
    pthread_mutex_unlock(&cache->lock);
    return turn;
}

static void end_lookup(token_cache *cache)
{
    pthread_mutex_lock(&cache->lock);
    cache->searching = false;
    pthread_cond_signal(&cache->found);
    pthread_mutex_unlock(&cache->lock);
}

static reel_status look_up(token_cache *cache, catalogue *catalogue, const char *name, token_entry *token, reel_error *error)
{
    if (!begin_lookup(cache)) return fail(error, REEL_IO, "sql.late", "database: no answer: try again");
    reel_status status = catalogue_token_get(catalogue, name, token, error);
    end_lookup(cache);
    return status;
}

token_answer token_check(token_cache *cache, catalogue *catalogue, const char *header, const char *scope, char name[TOKEN_TEXT],
                         reel_error *error)
{
    static const char scheme[] = "Bearer ";
    if (!header || strncasecmp(header, scheme, sizeof scheme - 1) != 0) return TOKEN_MISSING;
    const char *whole = header + sizeof scheme - 1, *dot = strchr(whole, '.');
    size_t size = strlen(whole);
    if (!dot || (size_t)(dot - whole) >= TOKEN_TEXT || size >= TOKEN_WHOLE) return TOKEN_WRONG;
    memcpy(name, whole, (size_t)(dot - whole));
    name[dot - whole] = '\0';
    token_entry token;
    reel_status status = look_up(cache, catalogue, name, &token, error);
    if (status < 0) return TOKEN_FAILED;
    if (status == REEL_END || token.revoked || (token.expires && token.expires <= steady_ms()) ||
        !verify(cache, &token, whole, size, dot + 1))
        return TOKEN_WRONG;
    return has_scope(token.scopes, scope) ? TOKEN_FINE : TOKEN_NO_SCOPE;
}
