/* SPDX-License-Identifier: MIT */
#include "service/session.h"

#include "rules/sign_in.h"
#include "service/cookie.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { SECRET_BYTES = 32, PLAYER_SECONDS = 7 * 24 * 3600, MODERATOR_SECONDS = 12 * 3600 };

static void hash_session(const char *value, char hash[SESSION_HASH])
{
    static const uint8_t key[] = "reel-server session";
    uint8_t bytes[(SESSION_HASH - 1) / 2];
    crypto_generichash(bytes, sizeof bytes, (const uint8_t *)value, strlen(value), key, sizeof key);
    sodium_bin2hex(hash, SESSION_HASH, bytes, sizeof bytes);
}

bool session_is_for(const char *cookie) { return cookie && strncmp(cookie, COOKIE_SCHEME, sizeof COOKIE_SCHEME - 1) == 0; }

/* The hash of the session of a request. False: it has none. */
static bool read_hash(request *r, char hash[SESSION_HASH])
{
    const char *cookie = cookie_token(r);
    if (!session_is_for(cookie)) return false;
    hash_session(cookie + sizeof COOKIE_SCHEME - 1, hash);
    return true;
}

reel_status session_account(request *r, account *to, reel_error *error)
{
    char hash[SESSION_HASH];
    if (!read_hash(r, hash)) return REEL_END;
    reel_status status = account_of_session(r->server->catalogue, hash, clock_onward_ms(), to, error);
    /* one of a provider that the operator took away is over, too */
    return status == REEL_OK && sign_in_find(&r->server->options.sign_in, to->provider) < 0 ? REEL_END : status;
}

bool session_moderates(const server *s, const account *a)
{
    const sign_in_options *o = &s->options.sign_in;
    const int provider = sign_in_find(o, a->provider);
    return provider >= 0 && sign_in_moderates(&o->providers[provider], a->subject, a->has_role);
}

token_answer session_check(request *r, const char *cookie, const char *scope)
{
    account who;
    (void)cookie;
    reel_status status = session_account(r, &who, &r->failure);
    if (status < 0) return TOKEN_FAILED;
    if (status == REEL_END) {
        snprintf(r->failure.message, sizeof r->failure.message, "you are not signed in any more");
        return TOKEN_WRONG;
    }
    const bool may = !scope || token_has_scope(SESSION_SCOPES, scope) ||
                     (strcmp(scope, "moderate") == 0 && session_moderates(r->server, &who));
    if (!may) return TOKEN_NO_SCOPE;
    snprintf(r->token, sizeof r->token, "%s", who.name);
    snprintf(r->player, sizeof r->player, "%s", who.player);
    return TOKEN_FINE;
}

/* The account of who signed in, by the id at the issuer: other claims may be what people write there. One that is bound to a player has the name that a
 * token of the operator's login has, if its player is that id. */
static account name_account(const sign_in_provider *p, const identity *who)
{
    account a = { .has_role = who->has_role, .seen = clock_wall_ms() };
    const char *issuer = p->issuer ? p->issuer : p->token_url;
    login_name(*who->player ? LOGIN_OF_PLAYER : LOGIN_OF_NOBODY, issuer, who->id, a.name);
    snprintf(a.provider, sizeof a.provider, "%s", p->name);
    snprintf(a.subject, sizeof a.subject, "%s", who->id);
    snprintf(a.shown, sizeof a.shown, "%s", who->shown);
    snprintf(a.player, sizeof a.player, "%s", who->player);
    return a;
}

reel_status session_begin(request *r, int provider, const identity *who, const char *flow, char value[SESSION_VALUE],
                          int *seconds, reel_error *error)
{
    uint8_t secret[SECRET_BYTES];
    char used[FLOW_HASH];
    const account a = name_account(&r->server->options.sign_in.providers[provider], who);
    new_session session = { .flow = used };
    randombytes_buf(secret, sizeof secret);
    sodium_bin2base64(value, SESSION_VALUE, secret, sizeof secret, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(secret, sizeof secret);
    hash_session(value, session.hash);
    flow_hash(flow, used);
    *seconds = session_moderates(r->server, &a) ? MODERATOR_SECONDS : PLAYER_SECONDS;
    session.ends = clock_onward_ms() + (int64_t)*seconds * 1000;
    reel_status status = account_sign_in(r->server->catalogue, &a, &session, error);
    return status == REEL_OK ? session_end(r, error) : status;
}

reel_status session_end(request *r, reel_error *error)
{
    char hash[SESSION_HASH];
    if (!read_hash(r, hash)) return REEL_OK;
    return account_sign_out(r->server->catalogue, hash, clock_onward_ms(), error);
}
