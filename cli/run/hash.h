/* SPDX-License-Identifier: MIT
 * Hashes of files, for --hash and for reel dups. */
#ifndef REEL_CLI_HASH_H
#define REEL_CLI_HASH_H

#include "run/job.h"

enum { HASH_TEXT = 2 * REEL_HASH_SIZE + 1 };

/* The hash as 64 lower-case hexadecimal digits and a NUL. */
void hash_digits(const uint8_t hash[REEL_HASH_SIZE], char digits[HASH_TEXT]);

/* Sets job->hash for --hash to the SHA-256 of the file, as sha256sum prints it, or to "" for an input that can be read only once. A
 * failure is in job->error. */
reel_status job_hash(struct job *job);

#endif
