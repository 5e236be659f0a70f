/* SPDX-License-Identifier: MIT
 *
 * Signatures: who vouches for a replay, and whether it has changed since. Ed25519 over BLAKE2b-512, in the file formats of minisign.
 * docs/marks.md defines what is signed, and says what a signature can and cannot prove.
 *
 * A mark is a signature together with what it binds: the player, the level, the time and a challenge. It is either detached, a
 * file of its own (play.bsor.minisig), or embedded in the replay, if that has room for one: BSOR, and archives (.reel).
 *
 * These functions need libsodium. A library that was built without it has them too: they fail with REEL_UNSUPPORTED, rule
 * "sign.not-built". The rules of reel.h for threads, ownership, NULL and errors apply here as well.
 */
#ifndef REEL_SIGN_H
#define REEL_SIGN_H

#include <reel/reel.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The library that makes and verifies signatures, with its version: "libsodium 1.0.18". NULL: built without one. Static text. */
REEL_API const char *reel_signing_library(void);

/* ---- keys ------------------------------------------------------------------------------------------------------- */

enum {
    REEL_KEY_ID_SIZE = 8,
    REEL_PUBLIC_KEY_SIZE = 32,
    REEL_PUBLIC_KEY_TEXT = 57, /* characters of a public key as text, with the NUL */
    REEL_KEY_ID_TEXT = 17,     /* the same of a key id */
    REEL_SECRET_KEY_FILE = 320 /* bytes that a secret key file takes at most, with a NUL */
};

/* A public key. The id is random and proves nothing: it only finds the key that a signature names. */
typedef struct reel_public_key {
    uint8_t id[REEL_KEY_ID_SIZE];
    uint8_t key[REEL_PUBLIC_KEY_SIZE];
} reel_public_key;

/* Reads a public key from the contents of a file: two lines, as minisign writes them, or the second one alone. Fails with
 * REEL_CORRUPT or REEL_TRUNCATED, rule "sign.public-key", or REEL_UNSUPPORTED, rule "sign.algorithm". Works without libsodium. */
REEL_API reel_status reel_public_key_read(const void *data, size_t size, reel_public_key *key, reel_error *error);
/* The key as one line of text without a line feed, NUL-terminated: the second line of a public key file. */
REEL_API void reel_public_key_text(const reel_public_key *key, char text[REEL_PUBLIC_KEY_TEXT]);
/* The id as minisign prints it: 16 upper-case hexadecimal digits and a NUL. */
REEL_API void reel_key_id_text(const reel_public_key *key, char text[REEL_KEY_ID_TEXT]);

/* A secret key in memory. The memory is locked if the system permits it, and wiped by reel_key_free. */
typedef struct reel_key reel_key;

/* Asks for a password, on the calling thread: writes at most `capacity` bytes to `password` and sets *size. False: there is none, and
 * the call fails with REEL_CANCELLED, rule "sign.password". The library wipes `password` afterwards. */
typedef bool reel_on_password(void *context, char *password, size_t capacity, size_t *size);

/* Options for secret keys. */
typedef struct reel_key_options {
    size_t struct_size;
    reel_on_password *on_password; /* NULL: a file is written without a password; one that has a password is refused */
    void *password_context;
    uint64_t memory; /* bytes that scrypt takes for a new password [1 GiB, as minisign]; not less than 16 MiB */
} reel_key_options;

/* Makes a new key pair. Sets *key, which reel_key_free frees. */
REEL_API reel_status reel_key_new(reel_key **key, reel_error *error);
/* Reads a secret key from the contents of a file, as minisign and reel_key_write write it. Calls options->on_password if the file is
 * protected. Fails with REEL_CORRUPT or REEL_TRUNCATED, rule "sign.secret-key"; REEL_ARGUMENT, rule "sign.password", if the password is
 * missing or wrong; REEL_LIMIT, rule "sign.key-cost", if the file demands more than 1 GiB for its password; REEL_MEMORY. */
REEL_API reel_status reel_key_read(const void *data, size_t size, const reel_key_options *options, reel_key **key,
                                   reel_error *error);
/* Writes the secret key as the contents of a file, NUL-terminated, and sets *size to its length without the NUL. Calls
 * options->on_password; an empty password leaves the file unprotected. The caller must create the file so that only its owner can
 * read it, and wipe `data` with reel_wipe. */
REEL_API reel_status reel_key_write(const reel_key *key, const reel_key_options *options, char data[REEL_SECRET_KEY_FILE],
                                    size_t *size, reel_error *error);
/* The public half. Valid until reel_key_free. */
REEL_API const reel_public_key *reel_key_public(const reel_key *key);
REEL_API void reel_key_free(reel_key *key); /* `key` may be NULL */
/* Overwrites memory that held a secret, in a way that compilers keep. */
REEL_API void reel_wipe(void *data, size_t size);

/* ---- signing ---------------------------------------------------------------------------------------------------- */

enum {
    REEL_SIGN_DETACHED = 1 << 0 /* write a signature file; otherwise the replay with a mark in it */
};

/* What a mark binds besides the bytes of the replay. */
typedef struct reel_sign_options {
    size_t struct_size;
    uint32_t flags;
    int64_t time;          /* of the signature, Unix time in seconds: the library has no clock. 0: not bound */
    const char *player;    /* id of the player. NULL: the one in the header, if the format has one */
    const char *level;     /* map or level. NULL: the one in the header, if the format has one */
    const char *challenge; /* what a server gave before the play; NULL: none */
    const char *file;      /* detached: name of the file, for people; NULL: none */
} reel_sign_options;

/* Finds out whether the replay in `source` can hold a mark: BSOR, and any replay in an archive. Reads at most its first bytes, and closes
 * the source. Fails like reel_identify. */
REEL_API reel_status reel_can_embed_mark(reel_source source, const reel_options *options, bool *embeds, reel_error *error);

/* Signs a replay and writes the signature (REEL_SIGN_DETACHED), or the replay with the mark in it, to `sink`. An embedded mark replaces
 * one that is there; all other bytes stay as they are, and a compressed replay is written uncompressed. A detached signature covers
 * the bytes of the file, compressed or not, also of one that is not a replay. Takes ownership of the source and the sink. Embedding
 * needs the replay in memory; otherwise memory does not grow with the file.
 * Fails like reel_open; with REEL_UNSUPPORTED, rule "sign.no-place", if the format or this file cannot hold a mark; and with
 * REEL_ARGUMENT, rules "sign.player" and "sign.level", if the header names another player or level than the options, or
 * "sign.too-long" if the values are too long for a signature. */
REEL_API reel_status reel_sign(reel_source source, const reel_options *options, const reel_key *key, const reel_sign_options *how,
                               reel_sink sink, reel_error *error);

/* ---- verifying -------------------------------------------------------------------------------------------------- */

/* What is wrong with a mark: bits of reel_mark.problems. 0 means that the mark is fine. */
enum {
    REEL_MARK_MISSING = 1 << 0,        /* unsigned: rule "mark.missing" */
    REEL_MARK_DAMAGED = 1 << 1,        /* the mark cannot be read, or its text has changed: rule "mark.damaged" */
    REEL_MARK_WRONG_KEY = 1 << 2,      /* made by none of the given keys: rule "mark.key" */
    REEL_MARK_CHANGED = 1 << 3,        /* the replay has changed since: rule "mark.changed" */
    REEL_MARK_OTHER_PLAYER = 1 << 4,   /* rule "mark.player" */
    REEL_MARK_OTHER_LEVEL = 1 << 5,    /* rule "mark.level" */
    REEL_MARK_OTHER_CHALLENGE = 1 << 6 /* rule "mark.challenge" */
};

/* The result of a verification. Its texts live as long as it does, and are empty if the mark does not bind them. If `problems` has
 * DAMAGED or WRONG_KEY, they are claims of somebody unknown. */
typedef struct reel_mark {
    uint32_t problems;
    bool embedded;
    bool has_key;        /* false: a signature of another program, by none of the given keys */
    reel_public_key key; /* that made the mark; if has_key is false, only its id */
    int64_t time;        /* Unix time in seconds, by the signer's clock; 0: unknown */
    reel_string player, level, challenge;
    reel_string format, file;
    uint64_t offset, size; /* of an embedded mark in the (decompressed) file */
} reel_mark;

/* What to compare a mark with. */
typedef struct reel_verify_options {
    size_t struct_size;
    const reel_public_key *keys; /* that are trusted. Without any, only changes are found, not who signed */
    size_t key_count;
    const char *player, *level, *challenge; /* expected; NULL: not compared */
    reel_bytes signature;                   /* contents of a detached signature; empty: the mark is in the replay */
} reel_verify_options;

/* Verifies the mark of a replay. Reads the source once, as a stream, and takes ownership of it; only a detached signature of minisign's
 * legacy kind ("Ed") needs the whole file in memory. Sets *mark, which reel_mark_free frees, and reports each problem to
 * options->report as an error. The player and the level in the header are compared with those in the mark, too.
 * Returns REEL_OK whatever the result of the verification is. Fails if the source cannot be read, with REEL_CORRUPT, REEL_TRUNCATED or
 * REEL_UNSUPPORTED, section "signature", if how->signature is not a signature, or, without how->signature, like reel_open. */
REEL_API reel_status reel_verify(reel_source source, const reel_options *options, const reel_verify_options *how,
                                 reel_mark **mark, reel_error *error);
REEL_API void reel_mark_free(reel_mark *mark); /* `mark` may be NULL */

#ifdef __cplusplus
}
#endif

#endif
