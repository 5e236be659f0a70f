/* SPDX-License-Identifier: MIT */
#include "run/hash.h"

#include <stdio.h>

void hash_digits(const uint8_t hash[REEL_HASH_SIZE], char digits[HASH_TEXT])
{
    for (size_t i = 0; i < REEL_HASH_SIZE; i++) snprintf(digits + 2 * i, 3, "%02x", hash[i]);
}

reel_status job_hash(struct job *job)
{
    uint8_t hash[REEL_HASH_SIZE];
    reel_source source;
    job->hash[0] = '\0';
    if (!job_can_reopen(job)) return REEL_OK;
    reel_status status = reel_source_file(job->input->path, 0, &source, &job->error);
    if (status == REEL_OK) status = reel_source_hash(source, &job->options, hash, &job->error);
    if (status == REEL_OK) hash_digits(hash, job->hash);
    return status;
}
