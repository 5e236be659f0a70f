/* SPDX-License-Identifier: MIT
 * SHA-256 of a file, as sha256sum prints it. */
#ifndef REEL_CLI_HASH_H
#define REEL_CLI_HASH_H

#include "files.h"

/* Sets job->hash for --hash: 64 hexadecimal digits, or "" for an input that can be read only once. A failure is in job->error. */
reel_status job_hash(struct job *job);

#endif
