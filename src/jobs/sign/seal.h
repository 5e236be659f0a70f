/* SPDX-License-Identifier: MIT
 * What reel takes from libsodium. Without libsodium every function fails, and reel__seal_begin says so. */
#ifndef JOBS_SIGN_SEAL_H
#define JOBS_SIGN_SEAL_H

#include <reel/format.h>

#ifdef REEL_WITH_SODIUM
#include <sodium.h>
typedef crypto_generichash_blake2b_state seal_hash;
#else
typedef struct seal_hash {
    uint8_t unused;
} seal_hash;
#endif

enum {
    SEAL_DIGEST = 64,    /* BLAKE2b-512 */
    SEAL_CHECKSUM = 32,  /* BLAKE2b-256 */
    SEAL_SIGNATURE = 64, /* Ed25519 */
    SEAL_SECRET = 64,    /* seed and public key */
    SEAL_PUBLIC = 32,
    SEAL_SALT = 32
};

/* Prepares the library. Fails with "sign.not-built" if there is none. Every public function calls it first. */
reel_status reel__seal_begin(reel_error *error);

void reel__seal_hash_begin(seal_hash *hash, size_t digest);
void reel__seal_hash_add(seal_hash *hash, const void *data, size_t size);
void reel__seal_hash_end(seal_hash *hash, uint8_t *digest, size_t size);

void reel__seal_random(void *data, size_t size);
void reel__seal_new_pair(uint8_t public[SEAL_PUBLIC], uint8_t secret[SEAL_SECRET]);
/* Whether the public key in a secret one is that of its seed. */
bool reel__seal_is_pair(const uint8_t secret[SEAL_SECRET]);
void reel__seal_sign(uint8_t signature[SEAL_SIGNATURE], const void *data, size_t size, const uint8_t secret[SEAL_SECRET]);
bool reel__seal_verify(const uint8_t signature[SEAL_SIGNATURE], const void *data, size_t size, const uint8_t public[SEAL_PUBLIC]);
bool reel__seal_equal(const void *a, const void *b, size_t size); /* in constant time */

/* Most that minisign asks of scrypt, and so the most that a key file may. */
#define SEAL_MOST_OPERATIONS (UINT64_C(1) << 25)
#define SEAL_MOST_MEMORY (UINT64_C(1) << 30)
#define SEAL_LEAST_MEMORY (UINT64_C(16) << 20)
/* Fills `out` from a password by scrypt. False: no memory. */
bool reel__seal_stretch(void *out, size_t size, const char *password, size_t password_size, const uint8_t salt[SEAL_SALT],
                        uint64_t operations, uint64_t memory);

/* Memory for secrets: locked if possible, between guard pages, wiped when it is freed. NULL: no memory. */
void *reel__seal_secret_new(size_t size);
void reel__seal_secret_free(void *secret);

#endif
