/* SPDX-License-Identifier: MIT */
#include "rules/jwt.h"

#include "rules/plain_json.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEYS = 32,
    RSA_LEAST = 2048,
    RSA_MOST = 8192,
    HALF = 32 /* bytes of r and s, and of an Ed25519 key */
};

typedef enum algorithm { RS256, ES256, EDDSA, ALGORITHMS } algorithm;
static const char *const names[ALGORITHMS] = { "RS256", "ES256", "EdDSA" };

typedef struct jwt_key {
    char id[JWT_TEXT];
    algorithm algorithm;
    EVP_PKEY *key;
} jwt_key;

struct jwt_keys {
    size_t count;
    jwt_key keys[KEYS];
};

/* ---- parts ------------------------------------------------------------------------------------------------------------ */

/* Base64url without padding. Returns the size, or -1. */
static ssize_t decode(const char *text, size_t size, uint8_t *to, size_t most)
{
    size_t count = 0;
    const char *end;
    if (!size || sodium_base642bin(to, most, text, size, NULL, &count, &end, sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0)
        return -1;
    return end == text + size ? (ssize_t)count : -1;
}

static ssize_t decode_member(yyjson_val *object, const char *name, uint8_t *to, size_t most)
{
    const char *text = plain_json_member(object, name);
    return text ? decode(text, strlen(text), to, most) : -1;
}

/* ---- keys ------------------------------------------------------------------------------------------------------------- */

static EVP_PKEY *make_key(const char *type, OSSL_PARAM_BLD *parts)
{
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
    OSSL_PARAM *parameters = OSSL_PARAM_BLD_to_param(parts);
    bool fine = context && parameters && EVP_PKEY_fromdata_init(context) == 1 &&
                EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters) == 1;
    OSSL_PARAM_free(parameters);
    EVP_PKEY_CTX_free(context);
    return fine ? key : NULL;
}

static EVP_PKEY *read_rsa(yyjson_val *jwk)
{
    uint8_t n[RSA_MOST / 8 + 1], e[8];
    ssize_t n_size = decode_member(jwk, "n", n, sizeof n), e_size = decode_member(jwk, "e", e, sizeof e);
    BIGNUM *modulus = n_size > 0 ? BN_bin2bn(n, (int)n_size, NULL) : NULL,
           *exponent = e_size > 0 ? BN_bin2bn(e, (int)e_size, NULL) : NULL;
    OSSL_PARAM_BLD *parts = OSSL_PARAM_BLD_new();
    EVP_PKEY *key = NULL;
    bool fine = modulus && exponent && parts && BN_num_bits(modulus) >= RSA_LEAST && BN_num_bits(modulus) <= RSA_MOST &&
                BN_is_odd(modulus) && BN_is_odd(exponent) && BN_num_bits(exponent) >= 2 && BN_num_bits(exponent) <= 33 &&
                OSSL_PARAM_BLD_push_BN(parts, OSSL_PKEY_PARAM_RSA_N, modulus) == 1 &&
                OSSL_PARAM_BLD_push_BN(parts, OSSL_PKEY_PARAM_RSA_E, exponent) == 1;
    if (fine) key = make_key("RSA", parts);
    OSSL_PARAM_BLD_free(parts);
    BN_free(modulus);
    BN_free(exponent);
    return key;
}

static EVP_PKEY *read_ec(yyjson_val *jwk)
{
    uint8_t point[1 + 2 * HALF] = { 4 /* uncompressed */ };
    const char *curve = plain_json_member(jwk, "crv");
    if (!curve || strcmp(curve, "P-256") != 0 || decode_member(jwk, "x", point + 1, HALF) != HALF ||
        decode_member(jwk, "y", point + 1 + HALF, HALF) != HALF)
        return NULL;
    OSSL_PARAM_BLD *parts = OSSL_PARAM_BLD_new();
    bool fine = parts && OSSL_PARAM_BLD_push_utf8_string(parts, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) == 1 &&
                OSSL_PARAM_BLD_push_octet_string(parts, OSSL_PKEY_PARAM_PUB_KEY, point, sizeof point) == 1;
    EVP_PKEY *key = fine ? make_key("EC", parts) : NULL; /* checks that the point is on the curve */
    OSSL_PARAM_BLD_free(parts);
    return key;
}

static EVP_PKEY *read_okp(yyjson_val *jwk)
{
    uint8_t bytes[HALF];
    const char *curve = plain_json_member(jwk, "crv");
    if (!curve || strcmp(curve, "Ed25519") != 0 || decode_member(jwk, "x", bytes, sizeof bytes) != HALF) return NULL;
    return EVP_PKEY_new_raw_public_key_ex(NULL, "ED25519", NULL, bytes, sizeof bytes);
}

/* False: it is of a kind that is not used here, or broken. */
static bool read_key(yyjson_val *jwk, jwt_key *key)
{
    static const struct {
        const char *type;
        algorithm algorithm;
        EVP_PKEY *(*read)(yyjson_val *jwk);
    } kinds[] = { { "RSA", RS256, read_rsa }, { "EC", ES256, read_ec }, { "OKP", EDDSA, read_okp } };
    if (!plain_json_is_object(jwk)) return false;
    const char *type = plain_json_member(jwk, "kty"), *id = plain_json_member(jwk, "kid");
    const char *stated = plain_json_member(jwk, "alg"), *use = plain_json_member(jwk, "use");
    if (!type || !id || !*id || strlen(id) >= sizeof key->id || (use && strcmp(use, "sig") != 0)) return false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(type, kinds[i].type) != 0 || (stated && strcmp(stated, names[kinds[i].algorithm]) != 0)) continue;
        key->key = kinds[i].read(jwk);
        key->algorithm = kinds[i].algorithm;
        strcpy(key->id, id);
        return key->key != NULL;
    }
    return false;
}

static const jwt_key *find_key(const jwt_keys *keys, const char *id)
{
    for (size_t i = 0; i < keys->count; i++)
        if (strcmp(keys->keys[i].id, id) == 0) return &keys->keys[i];
    return NULL;
}

static const char *read_keys(jwt_keys *keys, yyjson_val *list)
{
    yyjson_val *each;
    size_t i, count;
    if (!yyjson_is_arr(list)) return "it is not a set of keys";
    yyjson_arr_foreach(list, i, count, each)
    {
        jwt_key key = { .key = NULL };
        if (!read_key(each, &key)) continue;
        const char *why = keys->count == KEYS ? "it has too many keys" : find_key(keys, key.id) ? "two keys have one id" : NULL;
        if (why) return EVP_PKEY_free(key.key), why;
        keys->keys[keys->count++] = key;
    }
    return keys->count ? NULL : "it has no key for RS256, ES256 or EdDSA with an id";
}

jwt_keys *jwt_keys_read(const char *json, size_t size, const char **why)
{
    yyjson_doc *set = plain_json_read(json, size);
    jwt_keys *keys = calloc(1, sizeof *keys);
    *why = !keys  ? "out of memory"
           : !set ? "it is not a JSON object"
                  : read_keys(keys, yyjson_obj_get(yyjson_doc_get_root(set), "keys"));
    yyjson_doc_free(set);
    if (!*why) return keys;
    jwt_keys_free(keys);
    return NULL;
}

void jwt_keys_free(jwt_keys *keys)
{
    for (size_t i = 0; keys && i < keys->count; i++) EVP_PKEY_free(keys->keys[i].key);
    free(keys);
}

/* ---- signatures ------------------------------------------------------------------------------------------------------- */

/* r and s of JWS as OpenSSL has them. Returns the size, or 0; the caller frees *der. */
static size_t make_der(const uint8_t *signature, size_t size, uint8_t **der)
{
    ECDSA_SIG *both = size == 2 * HALF ? ECDSA_SIG_new() : NULL;
    BIGNUM *r = both ? BN_bin2bn(signature, HALF, NULL) : NULL, *s = both ? BN_bin2bn(signature + HALF, HALF, NULL) : NULL;
    int length = 0;
    *der = NULL;
    if (r && s && ECDSA_SIG_set0(both, r, s) == 1) {
        length = i2d_ECDSA_SIG(both, der);
    } else {
        BN_free(r);
        BN_free(s);
    }
    ECDSA_SIG_free(both);
    return length > 0 ? (size_t)length : 0;
}

static bool verify(const jwt_key *key, const char *text, size_t size, const uint8_t *signature, size_t signature_size)
{
    uint8_t *der = NULL;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (key->algorithm == ES256) {
        signature_size = make_der(signature, signature_size, &der);
        signature = der;
    }
    bool fine =
        context && signature_size &&
        EVP_DigestVerifyInit_ex(context, NULL, key->algorithm == EDDSA ? NULL : "SHA256", NULL, NULL, key->key, NULL) == 1 &&
        EVP_DigestVerify(context, signature, signature_size, (const uint8_t *)text, size) == 1;
    EVP_MD_CTX_free(context);
    OPENSSL_free(der);
    return fine;
}

/* ---- claims ----------------------------------------------------------------------------------------------------------- */

static bool copy_claim(yyjson_val *claims, const char *name, char to[JWT_TEXT])
{
    return plain_json_copy(claims, name, to, JWT_TEXT);
}

static bool is_audience(yyjson_val *value, const char *wanted)
{
    yyjson_val *each;
    size_t i, count;
    const char *one = plain_json_text(value);
    if (one) return strcmp(one, wanted) == 0;
    yyjson_arr_foreach(value, i, count, each)
    {
        one = plain_json_text(each);
        if (one && strcmp(one, wanted) == 0) return true;
    }
    return false;
}

/* Who a token with several audiences was made for (OpenID Connect Core, 3.1.3.7), and that it answers what this browser began. */
static bool is_answer(yyjson_val *claims, const jwt_demands *d)
{
    const char *nonce = plain_json_member(claims, "nonce"), *party = plain_json_member(claims, "azp");
    if (!d->nonce) return true;
    if (!nonce || strcmp(nonce, d->nonce) != 0) return false;
    if (yyjson_obj_get(claims, "azp")) return party && strcmp(party, d->audience) == 0;
    return yyjson_arr_size(yyjson_obj_get(claims, "aud")) < 2;
}

/* Seconds of a claim, which may have a fraction. */
static bool read_time(yyjson_val *claims, const char *name, double *time)
{
    yyjson_val *value = yyjson_obj_get(claims, name);
    *time = yyjson_get_num(value);
    return yyjson_is_num(value) && *time > 0 && *time < 1e11;
}

static jwt_answer check_claims(yyjson_val *claims, const jwt_demands *d, int64_t now, jwt_claims *found)
{
    double ends, begins;
    bool timed = read_time(claims, "exp", &ends) && read_time(claims, yyjson_obj_get(claims, "nbf") ? "nbf" : "iat", &begins);
    if (!timed || begins > (double)(now + d->skew)) return JWT_EARLY;
    if (ends <= (double)(now - d->skew)) return JWT_ENDED;
    if (!copy_claim(claims, "iss", found->issuer) || strcmp(found->issuer, d->issuer) != 0 ||
        !is_audience(yyjson_obj_get(claims, "aud"), d->audience) || !is_answer(claims, d))
        return JWT_OTHERS;
    found->has_scopes = d->scope_claim && yyjson_obj_get(claims, d->scope_claim) != NULL;
    bool fine = copy_claim(claims, d->player_claim, found->player) &&
                (!found->has_scopes || copy_claim(claims, d->scope_claim, found->scopes));
    return fine ? JWT_FINE : JWT_NOBODY;
}

/* The key that a header names with its algorithm. */
static jwt_answer check_header(const jwt_keys *keys, yyjson_val *header, const jwt_key **key)
{
    const char *id = plain_json_member(header, "kid"), *named = plain_json_member(header, "alg");
    if (!id || !named || yyjson_obj_get(header, "crit")) return JWT_WRONG;
    *key = find_key(keys, id);
    if (!*key) return JWT_UNKNOWN_KEY;
    return strcmp(named, names[(*key)->algorithm]) == 0 ? JWT_FINE : JWT_WRONG;
}

bool jwt_is_token(const char *text)
{
    const char *first = strchr(text, '.'), *second = first ? strchr(first + 1, '.') : NULL;
    return second && !strchr(second + 1, '.');
}

jwt_answer jwt_check(const jwt_keys *keys, const jwt_demands *d, const char *token, int64_t now, jwt_claims *claims)
{
    uint8_t header[JWT_MOST], body[JWT_MOST], signature[RSA_MOST / 8];
    const jwt_key *key = NULL;
    memset(claims, 0, sizeof *claims);
    if (strlen(token) >= JWT_MOST || !jwt_is_token(token)) return JWT_WRONG;
    const char *first = strchr(token, '.'), *second = strchr(first + 1, '.');
    ssize_t header_size = decode(token, (size_t)(first - token), header, sizeof header),
            body_size = decode(first + 1, (size_t)(second - first - 1), body, sizeof body),
            signature_size = decode(second + 1, strlen(second + 1), signature, sizeof signature);
    if (header_size < 0 || body_size < 0 || signature_size < 0) return JWT_WRONG;
    yyjson_doc *object = plain_json_read((const char *)header, (size_t)header_size);
    jwt_answer answer = object ? check_header(keys, yyjson_doc_get_root(object), &key) : JWT_WRONG;
    yyjson_doc_free(object);
    if (answer != JWT_FINE) return answer;
    if (!verify(key, token, (size_t)(second - token), signature, (size_t)signature_size)) return JWT_WRONG;
    object = plain_json_read((const char *)body, (size_t)body_size); /* only of who has the key */
    answer = object ? check_claims(yyjson_doc_get_root(object), d, now, claims) : JWT_WRONG;
    yyjson_doc_free(object);
    return answer;
}

size_t jwt_body(const char *token, char body[JWT_MOST])
{
    const char *first = strchr(token, '.'), *second = first ? strchr(first + 1, '.') : NULL;
    const ssize_t size = second ? decode(first + 1, (size_t)(second - first - 1), (uint8_t *)body, JWT_MOST) : -1;
    return size > 0 ? (size_t)size : 0;
}
