/* SPDX-License-Identifier: MIT */
#include "rules/sign_in.h"

#include "base/clock.h"
#include "base/fail.h"
#include "base/url_text.h"
#include "net/link.h"
#include "rules/issuer.h"
#include "rules/plain_json.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AT_A_TIME = 2 /* exchanges with one issuer: a slow one leaves threads for others */, SECRET_BYTES = 32, SKEW = 60 };

struct signer {
    const sign_in_options *options;
    issuer *issuers[SIGN_INS];
    atomic_uint busy[SIGN_INS];
    atomic_bool stopping;
};

signer *sign_in_start(const sign_in_options *options)
{
    signer *s = sodium_init() < 0 ? NULL : calloc(1, sizeof *s);
    if (!s) return NULL;
    s->options = options;
    for (size_t i = 0; i < options->count; i++) {
        s->issuers[i] = issuer_start(options, &options->providers[i]);
        if (!s->issuers[i]) return sign_in_stop(s), NULL;
    }
    return s;
}

void sign_in_quit(signer *s)
{
    if (!s) return;
    atomic_store(&s->stopping, true);
    for (size_t i = 0; i < s->options->count; i++) issuer_quit(s->issuers[i]);
}

void sign_in_stop(signer *s)
{
    if (!s) return;
    for (size_t i = 0; i < s->options->count; i++) issuer_stop(s->issuers[i]);
    free(s);
}

int sign_in_find(const sign_in_options *options, const char *name)
{
    for (size_t i = 0; i < options->count; i++)
        if (strcmp(options->providers[i].name, name) == 0) return (int)i;
    return -1;
}

/* ---- what the browser keeps ---------------------------------------------------------------------------------------------- */

void flow_make(char flow[FLOW_TEXT], unsigned page, int64_t now_ms)
{
    uint8_t bytes[SECRET_BYTES];
    char hex[2 * sizeof bytes + 1];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(hex, sizeof hex, bytes, sizeof bytes);
    snprintf(flow, FLOW_TEXT, "%s.%" PRId64 ".%u", hex, now_ms / 1000, page);
}

bool flow_read(const char *flow, size_t size, int64_t now_ms, unsigned *page)
{
    enum { HEX = 2 * SECRET_BYTES };
    char copy[FLOW_TEXT], *end;
    if (size >= sizeof copy || size <= HEX) return false;
    memcpy(copy, flow, size);
    copy[size] = '\0';
    if (strspn(copy, "0123456789abcdef") != HEX || copy[HEX] != '.' || strspn(copy + HEX, "0123456789.") != size - HEX)
        return false;
    const long long made = strtoll(copy + HEX + 1, &end, 10), now = (long long)(now_ms / 1000);
    if (*end != '.' || !end[1] || end[2] || end[1] > '0' + SIGN_IN_PAGES - 1 || end[1] < '0') return false;
    *page = (unsigned)(end[1] - '0');
    return made <= now + SKEW && now - made < FLOW_SECONDS;
}

/* 256 bits in Base64url: what a flow gives for a purpose, with this provider. */
static void derive(const char *flow, const char *purpose, const char *provider, char to[FLOW_HASH])
{
    uint8_t hash[32];
    crypto_generichash_state state;
    _Static_assert(FLOW_HASH == sodium_base64_ENCODED_LEN(sizeof hash, sodium_base64_VARIANT_URLSAFE_NO_PADDING), "it fits");
    crypto_generichash_init(&state, (const uint8_t *)purpose, strlen(purpose), sizeof hash);
    crypto_generichash_update(&state, (const uint8_t *)provider, strlen(provider) + 1);
    crypto_generichash_update(&state, (const uint8_t *)flow, strlen(flow));
    crypto_generichash_final(&state, hash, sizeof hash);
    sodium_bin2base64(to, FLOW_HASH, hash, sizeof hash, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/* Keys of BLAKE2b have 16 bytes at least. */
static const char for_state[] = "reel-server sign-in state", for_nonce[] = "reel-server sign-in nonce",
                  for_verifier[] = "reel-server sign-in verifier", for_use[] = "reel-server sign-in use";

void flow_hash(const char *flow, char hash[FLOW_HASH]) { derive(flow, for_use, "", hash); }

/* ---- to the issuer --------------------------------------------------------------------------------------------------------- */

static void make_challenge(const char *verifier, char challenge[FLOW_HASH])
{
    uint8_t hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(hash, (const uint8_t *)verifier, strlen(verifier));
    sodium_bin2base64(challenge, FLOW_HASH, hash, sizeof hash, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/* Where browsers come back to; it is that of one provider, so that none of them can answer for another. */
static void add_return(const signer *s, const sign_in_provider *p, text *to)
{
    text address = { .data = NULL };
    text_print(&address, "%s/sign-in/%s/callback", s->options->public_url, p->name);
    text_raw(&address, "", 1);
    url_parameter(to, "redirect_uri", address.failed ? "" : address.data);
    to->failed |= address.failed;
    text_free(&address);
}

reel_status sign_in_begin(signer *s, int provider, const char *flow, text *address, reel_error *error)
{
    const sign_in_provider *p = &s->options->providers[provider];
    char authorize[ISSUER_URL], token[ISSUER_URL], state[FLOW_HASH], nonce[FLOW_HASH], verifier[FLOW_HASH], challenge[FLOW_HASH];
    if (!issuer_urls(s->issuers[provider], authorize, token))
        return fail(error, REEL_IO, "sign-in.issuer", "%s cannot be reached now: try again", p->title);
    derive(flow, for_state, p->name, state);
    derive(flow, for_nonce, p->name, nonce);
    derive(flow, for_verifier, p->name, verifier);
    make_challenge(verifier, challenge);
    text_print(address, "%s%cresponse_type=code", authorize, strchr(authorize, '?') ? '&' : '?');
    url_parameter(address, "client_id", p->client_id);
    add_return(s, p, address);
    url_parameter(address, "scope", p->scopes);
    url_parameter(address, "state", state);
    if (p->issuer) url_parameter(address, "nonce", nonce);
    url_parameter(address, "code_challenge", challenge);
    url_parameter(address, "code_challenge_method", "S256");
    text_raw(address, "", 1);
    return address->failed ? fail(error, REEL_MEMORY, "sign-in.memory", "out of memory") : REEL_OK;
}

bool sign_in_is_of(const signer *s, int provider, const char *flow, const char *state, const char *issuer)
{
    const sign_in_provider *p = &s->options->providers[provider];
    char wanted[FLOW_HASH];
    derive(flow, for_state, p->name, wanted);
    if (issuer && p->issuer && strcmp(issuer, p->issuer) != 0) return false; /* RFC 9207 */
    return state && strlen(state) == FLOW_HASH - 1 && sodium_memcmp(state, wanted, FLOW_HASH - 1) == 0;
}

/* ---- from the issuer ------------------------------------------------------------------------------------------------------- */

static link_options options_of(const signer *s)
{
    return (link_options){ .stopped = &s->stopping,
                           .ca = s->options->ca,
                           .seconds = ISSUER_SECONDS,
                           .bytes = ISSUER_TEXT - 1,
                           .loopback = s->options->loopback };
}

/* The client's name and secret, each escaped, then in Base64 (RFC 6749, 2.3.1). */
static void add_basic(const sign_in_provider *p, text *header)
{
    text both = { .data = NULL };
    url_value(&both, p->client_id);
    text_add(&both, ":");
    url_value(&both, p->secret);
    const size_t room = both.failed ? 0 : sodium_base64_encoded_len(both.size, sodium_base64_VARIANT_ORIGINAL);
    char *letters = room ? malloc(room) : NULL;
    if (letters) {
        sodium_bin2base64(letters, room, (const uint8_t *)both.data, both.size, sodium_base64_VARIANT_ORIGINAL);
        text_print(header, "Authorization: Basic %s", letters);
        text_raw(header, "", 1);
    }
    header->failed |= !letters;
    free(letters);
    text_free(&both);
}

static void add_exchange(const signer *s, const sign_in_provider *p, const char *flow, const char *code, text *body)
{
    char verifier[FLOW_HASH];
    const bool in_body = !*p->secret || strcmp(p->secret_in, "body") == 0;
    derive(flow, for_verifier, p->name, verifier);
    text_add(body, "grant_type=authorization_code");
    url_parameter(body, "code", code);
    add_return(s, p, body);
    url_parameter(body, "code_verifier", verifier);
    if (in_body) url_parameter(body, "client_id", p->client_id);
    if (in_body && *p->secret) url_parameter(body, "client_secret", p->secret);
}

/* Posts the code. The answer is JSON, in `answer`. */
static reel_status exchange(signer *s, int provider, const char *flow, const char *code, char *answer, size_t *size,
                            reel_error *error)
{
    const sign_in_provider *p = &s->options->providers[provider];
    const link_options options = options_of(s);
    char authorize[ISSUER_URL], token[ISSUER_URL];
    text body = { .data = NULL }, basic = { .data = NULL };
    if (!issuer_urls(s->issuers[provider], authorize, token))
        return fail(error, REEL_IO, "sign-in.issuer", "%s cannot be reached now: try again", p->title);
    add_exchange(s, p, flow, code, &body);
    if (*p->secret && strcmp(p->secret_in, "header") == 0) add_basic(p, &basic);
    const char *const headers[] = { "Accept: application/json", "Content-Type: application/x-www-form-urlencoded",
                                    "Expect:", basic.data, NULL };
    const link_request request = { .url = token, .headers = headers, .body = body.data, .size = body.size };
    reel_status status = body.failed || basic.failed ? fail(error, REEL_MEMORY, "sign-in.memory", "out of memory")
                                                     : link_ask_text(&options, &request, answer, ISSUER_TEXT, size, error);
    text_free(&body);
    text_free(&basic);
    return status;
}

static reel_status refuse(const sign_in_provider *p, reel_error *error, const char *why)
{
    return fail(error, REEL_ARGUMENT, "sign-in.refused", "%s did not say who you are: %s", p->title, why);
}

/* Who the id_token is of. */
static reel_status read_id_token(signer *s, int provider, const char *flow, const char *token, identity *who, reel_error *error)
{
    static const char *const wrong[] = {
        [JWT_FINE] = NULL,
        [JWT_WRONG] = "its token is not signed by a key of it",
        [JWT_UNKNOWN_KEY] = "its token is signed by a key that it does not have",
        [JWT_ENDED] = "its token has expired",
        [JWT_EARLY] = "its token is not valid yet, or has no times",
        [JWT_OTHERS] = "its token is for another server, or answers another sign-in",
        [JWT_NOBODY] = "its token names nobody",
    };
    const sign_in_provider *p = &s->options->providers[provider];
    char nonce[FLOW_HASH], body[JWT_MOST];
    jwt_claims claims;
    derive(flow, for_nonce, p->name, nonce);
    const jwt_demands demands = {
        .issuer = p->issuer, .audience = p->client_id, .player_claim = "sub", .nonce = nonce, .skew = SKEW
    };
    const jwt_answer answer = issuer_check(s->issuers[provider], &demands, token, clock_wall_ms() / 1000, &claims);
    if (answer != JWT_FINE) return refuse(p, error, wrong[answer]);
    if (!identity_read(p, "sub", body, jwt_body(token, body), who)) return refuse(p, error, wrong[JWT_NOBODY]);
    return REEL_OK;
}

/* Asks the service who its user is. With an id_token, it has to be the same, and only names are taken. */
static reel_status ask_user(signer *s, int provider, const char *access, char *answer, identity *who, reel_error *error)
{
    const sign_in_provider *p = &s->options->providers[provider];
    const link_options options = options_of(s);
    char header[4096];
    size_t size = 0;
    identity found;
    if (strspn(access, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/=") != strlen(access) ||
        snprintf(header, sizeof header, "Authorization: Bearer %s", access) >= (int)sizeof header)
        return refuse(p, error, "its token cannot be used");
    const link_request request = { .url = p->user_url,
                                   .headers = (const char *const[]){ "Accept: application/json", header, NULL } };
    reel_status status = link_ask_text(&options, &request, answer, ISSUER_TEXT, &size, error);
    if (status < 0) return status;
    if (!identity_read(p, p->id_claim, answer, size, &found)) return refuse(p, error, "its answer has no id");
    if (p->issuer && strcmp(found.id, who->id) != 0) return refuse(p, error, "its answers are of two people");
    if (p->issuer && !*found.player) memcpy(found.player, who->player, sizeof found.player);
    found.has_role |= p->issuer && who->has_role;
    *who = found;
    return REEL_OK;
}

static reel_status find_out(signer *s, int provider, const char *flow, const char *code, char *answer, identity *who,
                            reel_error *error)
{
    const sign_in_provider *p = &s->options->providers[provider];
    size_t size = 0;
    reel_status status = exchange(s, provider, flow, code, answer, &size, error);
    if (status < 0) return status;
    yyjson_doc *document = plain_json_read(answer, size);
    yyjson_val *root = yyjson_doc_get_root(document);
    const char *id_token = root ? plain_json_member(root, "id_token") : NULL,
               *access = root ? plain_json_member(root, "access_token") : NULL;
    if (!root || (p->issuer && !id_token) || (p->user_url && !access))
        status = refuse(p, error, "it took no code, or gave no token");
    if (status >= 0 && p->issuer) status = read_id_token(s, provider, flow, id_token, who, error);
    if (status >= 0 && p->user_url) status = ask_user(s, provider, access, answer, who, error); /* yyjson has copied the texts */
    yyjson_doc_free(document);
    if (status >= 0 && p->player_claim && !*who->player) return refuse(p, error, "its answer lacks the id of the player");
    return status;
}

reel_status sign_in_end(signer *s, int provider, const char *flow, const char *code, identity *who, reel_error *error)
{
    char *answer = malloc(ISSUER_TEXT);
    reel_status status = fail(error, REEL_IO, "sign-in.busy", "too many people sign in at once: try again");
    if (answer && atomic_fetch_add(&s->busy[provider], 1) < AT_A_TIME)
        status = find_out(s, provider, flow, code, answer, who, error);
    if (answer) atomic_fetch_sub(&s->busy[provider], 1);
    free(answer);
    return status;
}
