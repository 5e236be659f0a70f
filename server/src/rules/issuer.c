/* SPDX-License-Identifier: MIT
 * The description is at ISSUER/.well-known/openid-configuration (OpenID Connect Discovery 1.0, 4). It has to be of that very issuer, and what it
 * names has the guards of links, too: an issuer cannot send this server to another machine of its network. */
#include "rules/issuer.h"

#include "base/clear.h"
#include "base/clock.h"
#include "base/fail.h"
#include "net/link.h"
#include "rules/plain_json.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    AGAIN_MS = 900000,
    FAILED_MS = 5000,   /* after a failure */
    UNKNOWN_MS = 10000, /* between readings for the sake of keys that are not known */
    WARN_MS = 600000    /* between lines in the log about failures */
};

struct issuer {
    const sign_in_provider *provider;
    const sign_in_options *options;
    pthread_t thread;
    bool started;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* somebody waits, or it was read, or it is to stop */
    atomic_bool stopping;
    bool wanted;
    unsigned long readings; /* that ended */
    int64_t read;           /* when the last one began, steady ms */
    jwt_keys *keys;         /* NULL: not read yet */
    char authorize[ISSUER_URL], token[ISSUER_URL], keys_url[ISSUER_URL];
    int64_t warned;
};

/* ---- reading ----------------------------------------------------------------------------------------------------------- */

static reel_status get_text(const issuer *i, const char *url, char *text, size_t *size, reel_error *error)
{
    const link_options options = { .stopped = &i->stopping,
                                   .ca = i->options->ca,
                                   .seconds = ISSUER_SECONDS,
                                   .bytes = ISSUER_TEXT - 1,
                                   .loopback = i->options->loopback };
    const link_request request = { .url = url, .headers = (const char *const[]){ "Accept: application/json", NULL } };
    return link_ask_text(&options, &request, text, ISSUER_TEXT, size, error);
}

/* An address of the description, unless the operator gave one. */
static bool read_address(const issuer *i, yyjson_val *description, const char *name, const char *given, char to[ISSUER_URL])
{
    if (given) return snprintf(to, ISSUER_URL, "%s", given) < ISSUER_URL;
    if (!plain_json_copy(description, name, to, ISSUER_URL) || !link_is_url(to, i->options->loopback)) return false;
    for (const char *at = to; *at; at++) /* it becomes a part of headers */
        if (*at <= ' ' || *at > '~' || *at == '#') return false;
    return true;
}

static reel_status read_description(issuer *i, char *text, issuer *found, reel_error *error)
{
    char url[ISSUER_URL];
    size_t size = strlen(i->provider->issuer);
    if (i->provider->issuer[size - 1] == '/') size--; /* Discovery 1.0, 4.1 */
    if (snprintf(url, sizeof url, "%.*s/.well-known/openid-configuration", (int)size, i->provider->issuer) >= ISSUER_URL)
        return fail(error, REEL_ARGUMENT, "sign-in.issuer", "the address of the issuer is too long");
    reel_status status = get_text(i, url, text, &size, error);
    if (status < 0) return status;
    yyjson_doc *document = plain_json_read(text, size);
    yyjson_val *root = yyjson_doc_get_root(document);
    const char *stated = root ? plain_json_member(root, "issuer") : NULL;
    const bool fine = stated && strcmp(stated, i->provider->issuer) == 0 &&
                      read_address(i, root, "authorization_endpoint", i->provider->authorize_url, found->authorize) &&
                      read_address(i, root, "token_endpoint", i->provider->token_url, found->token) &&
                      read_address(i, root, "jwks_uri", NULL, found->keys_url);
    yyjson_doc_free(document);
    if (fine) return REEL_OK;
    return fail(error, REEL_ARGUMENT, "sign-in.issuer",
                "its description is of another issuer, or has addresses that cannot be used");
}

static reel_status read_keys(issuer *i, char *text, issuer *found, reel_error *error)
{
    size_t size;
    const char *why;
    reel_status status = get_text(i, found->keys_url, text, &size, error);
    if (status < 0) return status;
    found->keys = jwt_keys_read(text, size, &why);
    return found->keys ? REEL_OK : fail(error, REEL_ARGUMENT, "sign-in.issuer", "its keys cannot be used: %s", why);
}

static reel_status read_issuer(issuer *i, reel_error *error)
{
    issuer *found = calloc(1, sizeof *found);
    char *text = malloc(ISSUER_TEXT);
    reel_status status = found && text ? REEL_OK : fail(error, REEL_MEMORY, "sign-in.memory", "out of memory");
    if (status >= 0) status = read_description(i, text, found, error);
    if (status >= 0) status = read_keys(i, text, found, error);
    if (status >= 0) {
        pthread_mutex_lock(&i->lock);
        jwt_keys *old = i->keys;
        i->keys = found->keys;
        memcpy(i->authorize, found->authorize, sizeof i->authorize);
        memcpy(i->token, found->token, sizeof i->token);
        pthread_mutex_unlock(&i->lock);
        jwt_keys_free(old);
    }
    free(text);
    free(found);
    return status;
}

static void report(issuer *i, const reel_error *error)
{
    if (i->warned && clock_steady_ms() - i->warned < WARN_MS) return;
    i->warned = clock_steady_ms();
    fprintf(stderr, "reel-server: --sign-in: %s: %s\n", i->provider->name, error->message);
}

static void *run(void *argument)
{
    issuer *i = argument;
    pthread_mutex_lock(&i->lock);
    while (!i->stopping) {
        reel_error error;
        i->read = clock_steady_ms();
        pthread_mutex_unlock(&i->lock);
        const bool failed = read_issuer(i, &error) < 0;
        if (failed) report(i, &error);
        clear_stack();
        pthread_mutex_lock(&i->lock);
        i->readings++;
        i->wanted = false;
        pthread_cond_broadcast(&i->changed);
        const int64_t due = i->read + (failed ? FAILED_MS : AGAIN_MS);
        for (int64_t left; !i->stopping && !i->wanted && (left = due - clock_steady_ms()) > 0;)
            clock_wait(&i->changed, &i->lock, left);
    }
    pthread_mutex_unlock(&i->lock);
    return NULL;
}

/* ---- start and end ----------------------------------------------------------------------------------------------------- */

issuer *issuer_start(const sign_in_options *options, const sign_in_provider *provider)
{
    issuer *i = calloc(1, sizeof *i);
    if (!i) return NULL;
    i->provider = provider;
    i->options = options;
    pthread_mutex_init(&i->lock, NULL);
    clock_cond_init(&i->changed);
    if (!provider->issuer) return i;
    const int why = pthread_create(&i->thread, NULL, run, i);
    i->started = why == 0;
    if (why == 0) return i;
    issuer_stop(i);
    errno = why;
    return NULL;
}

void issuer_quit(issuer *i)
{
    pthread_mutex_lock(&i->lock);
    i->stopping = true;
    pthread_cond_broadcast(&i->changed);
    pthread_mutex_unlock(&i->lock);
}

void issuer_stop(issuer *i)
{
    if (!i) return;
    issuer_quit(i);
    if (i->started) pthread_join(i->thread, NULL);
    pthread_cond_destroy(&i->changed);
    pthread_mutex_destroy(&i->lock);
    jwt_keys_free(i->keys);
    free(i);
}

/* ---- use --------------------------------------------------------------------------------------------------------------- */

bool issuer_urls(issuer *i, char authorize[ISSUER_URL], char token[ISSUER_URL])
{
    const sign_in_provider *p = i->provider;
    if (!p->issuer)
        return snprintf(authorize, ISSUER_URL, "%s", p->authorize_url) < ISSUER_URL &&
               snprintf(token, ISSUER_URL, "%s", p->token_url) < ISSUER_URL;
    pthread_mutex_lock(&i->lock);
    const bool known = i->keys != NULL;
    memcpy(authorize, i->authorize, ISSUER_URL);
    memcpy(token, i->token, ISSUER_URL);
    pthread_mutex_unlock(&i->lock);
    return known;
}

/* Has the keys read again, unless that was done lately, and waits for it, with the lock held. Whether they were. */
static bool read_again(issuer *i)
{
    const unsigned long before = i->readings;
    const int64_t end = clock_steady_ms() + 2 * ISSUER_SECONDS * 1000;
    if (!i->wanted && clock_steady_ms() - i->read < UNKNOWN_MS) return false;
    i->wanted = true;
    pthread_cond_broadcast(&i->changed);
    for (int64_t left; !i->stopping && i->readings == before && (left = end - clock_steady_ms()) > 0;)
        clock_wait(&i->changed, &i->lock, left);
    return i->readings != before;
}

jwt_answer issuer_check(issuer *i, const jwt_demands *demands, const char *token, int64_t now, jwt_claims *claims)
{
    pthread_mutex_lock(&i->lock);
    jwt_answer answer = i->keys ? jwt_check(i->keys, demands, token, now, claims) : JWT_WRONG;
    if (answer == JWT_UNKNOWN_KEY && read_again(i)) answer = jwt_check(i->keys, demands, token, now, claims);
    pthread_mutex_unlock(&i->lock);
    return answer;
}
