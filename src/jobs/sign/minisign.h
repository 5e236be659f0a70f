/* SPDX-License-Identifier: MIT
 * The text formats of minisign: signature files and public keys. All of them are lines, of which some are base64. */
#ifndef JOBS_SIGN_MINISIGN_H
#define JOBS_SIGN_MINISIGN_H

#include "jobs/sign/seal.h"

#include <reel/sign.h>

enum {
    MINISIGN_MOST = 16384,        /* bytes of a signature file that are read */
    MINISIGN_MOST_COMMENT = 8000, /* bytes of a trusted comment that are written: minisign reads at most 8192 */
};

/* The first line of signatures that reel writes, after "untrusted comment: ". */
#define MINISIGN_UNTRUSTED "signature from reel"

/* The lines of a text, with or without carriage returns. */
typedef struct minisign_lines {
    const char *text;
    size_t size, at;
} minisign_lines;

/* The next line, without its end. False if there is none. */
bool reel__minisign_line(minisign_lines *lines, reel_string *line);
/* Whether a text starts with a word, which is then removed. */
bool reel__minisign_prefix(reel_string *text, const char *word);
/* Decodes a line of base64 that must hold `size` bytes. */
bool reel__minisign_base64(reel_string line, uint8_t *out, size_t size);

typedef struct minisign_signature {
    bool legacy; /* "Ed": over the bytes themselves, not over their hash */
    uint8_t id[REEL_KEY_ID_SIZE];
    uint8_t signature[SEAL_SIGNATURE];
    uint8_t global[SEAL_SIGNATURE]; /* over `signature` and `comment` */
    reel_string comment;            /* the trusted one; borrowed */
} minisign_signature;

/* Parses a signature. Fails with REEL_TRUNCATED or REEL_CORRUPT, rule "sign.signature", or REEL_UNSUPPORTED, rule "sign.algorithm". */
reel_status reel__minisign_read(reel_bytes text, minisign_signature *signature, reel_error *error);
/* Whether the text, which was parsed, has the form in which reel writes it. Then it has no byte that could be changed unnoticed. */
bool reel__minisign_is_strict(reel_bytes text, const minisign_signature *signature);
/* Signs a digest and a trusted comment, and appends the text of the signature. False: no memory. */
bool reel__minisign_write(reel_memory *out, const uint8_t digest[SEAL_DIGEST], reel_string comment, const reel_public_key *key,
                          const uint8_t secret[SEAL_SECRET]);
/* Whether the trusted comment is by this key. Sets *status to REEL_MEMORY if that could not be found out. */
bool reel__minisign_comment_is_by(const minisign_signature *signature, const uint8_t public[SEAL_PUBLIC],
                                  const reel_allocator *allocator, reel_status *status);

#endif
