/* SPDX-License-Identifier: MIT
 * What workers find of motion, read from the output of a job. */
#ifndef SERVER_API_MOTION_READ_H
#define SERVER_API_MOTION_READ_H

#include "service/request.h"

/* Reads keys, at `at`. False: they are not all there, or are impossible. */
bool motion_keys_read(const request *request, motion_key *keys, size_t count, off_t at);
/* Reads what JOB_SIMILAR found into *matches, which the caller frees. Fails with REEL_CORRUPT, rule server.worker, and REEL_MEMORY, rule
 * server.memory; *matches is NULL then. */
reel_status motion_matches_read(const request *request, motion_match **matches, size_t *count, reel_error *error);

#endif
