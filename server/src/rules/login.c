/* SPDX-License-Identifier: MIT */
#include "rules/login.h"

#include "base/clock.h"
#include "base/fail.h"
#include "net/link.h"

#include <fcntl.h>
#include <pthread.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_KEYS = 64 << 10, FETCH_SECONDS = 10, NAME_BYTES = 16 };
enum { AGAIN_MS = 900000, SOONER_MS = 60000 /* after a failure, or a key that is not known */ };

static const char https[] = "https://";

struct login {
    const login_options *options;
    pthread_rwlock_t lock;
    jwt_keys *keys;       /* NULL: none were read yet */
    char host[256];       /* of the URL; empty: it is a file */
    int64_t read;         /* when a read was last tried, steady ms */
    struct timespec made; /* of the file */
    bool failed;
    atomic_bool unknown; /* a token named a key that is not known */
};

/* ---- keys --------------------------------------------------------------------------------------------------------------- */

static bool use_keys(login *l, const char *text, size_t size)
{
    const char *why;
    jwt_keys *keys = jwt_keys_read(text, size, &why), *old;
    if (!keys) return fprintf(stderr, "reel-server: --login-keys: %s: %s\n", l->options->keys, why), false;
    pthread_rwlock_wrlock(&l->lock);
    old = l->keys;
    l->keys = keys;
    pthread_rwlock_unlock(&l->lock);
    jwt_keys_free(old);
    return true;
}

static bool read_keys(login *l, int file)
{
    char *text = malloc(MOST_KEYS);
    ssize_t size = text ? pread(file, text, MOST_KEYS, 0) : -1;
    bool fine = size >= 0 && size < MOST_KEYS && use_keys(l, text, (size_t)size);
    if (size < 0 || size == MOST_KEYS)
        fprintf(stderr, "reel-server: --login-keys: %s: cannot be read, or is too large\n", l->options->keys);
    free(text);
    return fine;
}

static bool read_file(login *l)
{
    struct stat info;
    int file = open(l->options->keys, O_RDONLY | O_CLOEXEC);
    bool fine = file >= 0 && fstat(file, &info) == 0;
    if (!fine) fprintf(stderr, "reel-server: --login-keys: %s: cannot be read\n", l->options->keys);
    if (fine) l->made = info.st_mtim;
    fine = fine && read_keys(l, file);
    if (file >= 0) close(file);
    return fine;
}

static bool fetch_keys(login *l)
{
    const link_options options = {
        .hosts = { l->host }, .count = 1, .ca = l->options->ca, .seconds = FETCH_SECONDS, .bytes = MOST_KEYS
    };
    reel_error error;
    uint64_t size;
    int file = memfd_create("keys", MFD_CLOEXEC);
    bool fine = file >= 0 && link_fetch(&options, l->options->keys, file, &size, &error) >= 0;
    if (file >= 0 && !fine) fprintf(stderr, "reel-server: --login-keys: %s\n", error.message);
    fine = fine && read_keys(l, file);
    if (file >= 0) close(file);
    return fine;
}

static bool has_changed(const login *l)
{
    struct stat info;
    return stat(l->options->keys, &info) == 0 &&
           (info.st_mtim.tv_sec != l->made.tv_sec || info.st_mtim.tv_nsec != l->made.tv_nsec);
}

void login_refresh(login *l)
{
    if (!l) return;
    int64_t age = clock_steady_ms() - l->read;
    bool soon = (atomic_load(&l->unknown) || l->failed || !l->keys) && age >= SOONER_MS;
    if (*l->host ? !soon && l->read && age < AGAIN_MS : !has_changed(l)) return;
    atomic_store(&l->unknown, false);
    l->read = clock_steady_ms();
    l->failed = *l->host ? !fetch_keys(l) : !read_file(l);
}

login *login_new(const login_options *options)
{
    login *l = calloc(1, sizeof *l);
    if (!l) return fputs("reel-server: out of memory\n", stderr), NULL;
    l->options = options;
    pthread_rwlock_init(&l->lock, NULL);
    if (strncmp(options->keys, https, sizeof https - 1) == 0) {
        const char *host = options->keys + sizeof https - 1;
        snprintf(l->host, sizeof l->host, "%.*s", (int)strcspn(host, "/"), host);
        if (link_is_url(options->keys, false)) return l;
        fprintf(stderr, "reel-server: --login-keys: %s is not https://HOST/..., without a port and a user\n", options->keys);
    } else if (read_file(l)) {
        return l;
    }
    login_free(l);
    return NULL;
}

void login_free(login *l)
{
    if (!l) return;
    jwt_keys_free(l->keys);
    pthread_rwlock_destroy(&l->lock);
    free(l);
}

/* ---- tokens ------------------------------------------------------------------------------------------------------------- */

enum { SCHEME = sizeof "Bearer " - 1 };

bool login_is_for(const login *l, const char *header)
{
    return l && header && strncasecmp(header, "Bearer ", SCHEME) == 0 && jwt_is_token(header + SCHEME);
}

void login_name(const char *kind, const char *issuer, const char *id, char name[TOKEN_TEXT])
{
    crypto_generichash_state state;
    uint8_t hash[NAME_BYTES];
    char text[2 * sizeof hash + 1];
    crypto_generichash_init(&state, NULL, 0, sizeof hash);
    crypto_generichash_update(&state, (const uint8_t *)issuer, strlen(issuer) + 1);
    crypto_generichash_update(&state, (const uint8_t *)id, strlen(id));
    crypto_generichash_final(&state, hash, sizeof hash);
    sodium_bin2hex(text, sizeof text, hash, sizeof hash);
    snprintf(name, TOKEN_TEXT, "%s:%s", kind, text);
}

token_answer login_check(login *l, const char *header, const char *scope, char name[TOKEN_TEXT], char player[CATALOGUE_TEXT],
                         reel_error *error)
{
    static const char *const wrong[] = {
        [JWT_FINE] = NULL,
        [JWT_WRONG] = "the token is not one that a key of the login signed",
        [JWT_UNKNOWN_KEY] = "the login has no key with the kid of the token",
        [JWT_ENDED] = "the token has expired",
        [JWT_EARLY] = "the token is not valid yet, or lacks exp, or nbf and iat",
        [JWT_OTHERS] = "the token is for another server: its iss or aud is not what this server takes",
        [JWT_NOBODY] = "the token names no player, or its scopes are not text",
    };
    jwt_claims claims;
    pthread_rwlock_rdlock(&l->lock);
    bool ready = l->keys != NULL;
    jwt_answer answer =
        ready ? jwt_check(l->keys, &l->options->demands, header + SCHEME, clock_wall_ms() / 1000, &claims) : JWT_WRONG;
    pthread_rwlock_unlock(&l->lock);
    if (!ready) return fail(error, REEL_IO, "server.login", "the keys of the login cannot be had: try again"), TOKEN_FAILED;
    if (answer == JWT_UNKNOWN_KEY) atomic_store(&l->unknown, true);
    if (answer != JWT_FINE) return fail(error, REEL_ARGUMENT, "server.token", "%s", wrong[answer]), TOKEN_WRONG;
    if (scope && !token_has_scope(claims.has_scopes ? claims.scopes : l->options->scopes, scope)) return TOKEN_NO_SCOPE;
    login_name(LOGIN_OF_PLAYER, claims.issuer, claims.player, name);
    snprintf(player, CATALOGUE_TEXT, "%s", claims.player);
    return TOKEN_FINE;
}
