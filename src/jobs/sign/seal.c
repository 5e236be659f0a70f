/* SPDX-License-Identifier: MIT */
#include "jobs/sign/seal.h"

#include <reel/sign.h>

#ifdef REEL_WITH_SODIUM

_Static_assert((int)SEAL_DIGEST == (int)crypto_generichash_blake2b_BYTES_MAX &&
                   (int)SEAL_SIGNATURE == (int)crypto_sign_ed25519_BYTES &&
                   (int)SEAL_SECRET == (int)crypto_sign_ed25519_SECRETKEYBYTES &&
                   (int)SEAL_PUBLIC == (int)crypto_sign_ed25519_PUBLICKEYBYTES &&
                   (int)SEAL_SALT == (int)crypto_pwhash_scryptsalsa208sha256_SALTBYTES,
               "the sizes of libsodium");

const char *reel_signing_library(void) { return "libsodium " SODIUM_VERSION_STRING; }

reel_status reel__seal_begin(reel_error *error)
{
    if (sodium_init() >= 0) return REEL_OK;
    return reel_fail(error, REEL_IO, "sign.random", "", 0, "the system has no random numbers");
}

void reel__seal_hash_begin(seal_hash *hash, size_t digest) { crypto_generichash_blake2b_init(hash, NULL, 0, digest); }

void reel__seal_hash_add(seal_hash *hash, const void *data, size_t size)
{
    if (size) crypto_generichash_blake2b_update(hash, data, size);
}

void reel__seal_hash_end(seal_hash *hash, uint8_t *digest, size_t size) { crypto_generichash_blake2b_final(hash, digest, size); }

void reel__seal_random(void *data, size_t size) { randombytes_buf(data, size); }

void reel__seal_new_pair(uint8_t public[SEAL_PUBLIC], uint8_t secret[SEAL_SECRET])
{
    crypto_sign_ed25519_keypair(public, secret);
}

bool reel__seal_is_pair(const uint8_t secret[SEAL_SECRET])
{
    uint8_t public[SEAL_PUBLIC], again[SEAL_SECRET];
    crypto_sign_ed25519_seed_keypair(public, again, secret);
    bool same = sodium_memcmp(again, secret, sizeof again) == 0;
    sodium_memzero(again, sizeof again);
    return same;
}

void reel__seal_sign(uint8_t signature[SEAL_SIGNATURE], const void *data, size_t size, const uint8_t secret[SEAL_SECRET])
{
    crypto_sign_ed25519_detached(signature, NULL, data, size, secret);
}

bool reel__seal_verify(const uint8_t signature[SEAL_SIGNATURE], const void *data, size_t size, const uint8_t public[SEAL_PUBLIC])
{
    return crypto_sign_ed25519_verify_detached(signature, data, size, public) == 0;
}

bool reel__seal_equal(const void *a, const void *b, size_t size) { return sodium_memcmp(a, b, size) == 0; }

bool reel__seal_stretch(void *out, size_t size, const char *password, size_t password_size, const uint8_t salt[SEAL_SALT],
                        uint64_t operations, uint64_t memory)
{
    return memory <= SIZE_MAX &&
           crypto_pwhash_scryptsalsa208sha256(out, size, password, password_size, salt, operations, (size_t)memory) == 0;
}

void *reel__seal_secret_new(size_t size)
{
    void *secret = sodium_malloc(size);
    if (secret) memset(secret, 0, size);
    return secret;
}

void reel__seal_secret_free(void *secret) { sodium_free(secret); }

void reel_wipe(void *data, size_t size) { sodium_memzero(data, size); }

#else

const char *reel_signing_library(void) { return NULL; }

reel_status reel__seal_begin(reel_error *error)
{
    return reel_fail(error, REEL_UNSUPPORTED, "sign.not-built", "", 0, "reel was built without libsodium, so without signatures");
}

/* reel__seal_begin fails, so nothing below is called. */
void reel__seal_hash_begin(seal_hash *hash, size_t digest) { (void)hash, (void)digest; }
void reel__seal_hash_add(seal_hash *hash, const void *data, size_t size) { (void)hash, (void)data, (void)size; }
void reel__seal_hash_end(seal_hash *hash, uint8_t *digest, size_t size) { (void)hash, memset(digest, 0, size); }
void reel__seal_random(void *data, size_t size) { memset(data, 0, size); }
void reel__seal_new_pair(uint8_t public[SEAL_PUBLIC], uint8_t secret[SEAL_SECRET])
{
    memset(public, 0, SEAL_PUBLIC);
    memset(secret, 0, SEAL_SECRET);
}
bool reel__seal_is_pair(const uint8_t secret[SEAL_SECRET]) { return (void)secret, false; }
void reel__seal_sign(uint8_t signature[SEAL_SIGNATURE], const void *data, size_t size, const uint8_t secret[SEAL_SECRET])
{
    (void)data, (void)size, (void)secret;
    memset(signature, 0, SEAL_SIGNATURE);
}
bool reel__seal_verify(const uint8_t signature[SEAL_SIGNATURE], const void *data, size_t size, const uint8_t public[SEAL_PUBLIC])
{
    return (void)signature, (void)data, (void)size, (void)public, false;
}
bool reel__seal_equal(const void *a, const void *b, size_t size) { return memcmp(a, b, size) == 0; }
bool reel__seal_stretch(void *out, size_t size, const char *password, size_t password_size, const uint8_t salt[SEAL_SALT],
                        uint64_t operations, uint64_t memory)
{
    (void)password, (void)password_size, (void)salt, (void)operations, (void)memory;
    return memset(out, 0, size), false;
}
void *reel__seal_secret_new(size_t size) { return (void)size, NULL; }
void reel__seal_secret_free(void *secret) { (void)secret; }

void reel_wipe(void *data, size_t size)
{
    volatile uint8_t *byte = data;
    while (size--) *byte++ = 0;
}

#endif
