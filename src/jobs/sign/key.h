/* SPDX-License-Identifier: MIT */
#ifndef JOBS_SIGN_KEY_H
#define JOBS_SIGN_KEY_H

#include "jobs/sign/seal.h"

#include <reel/sign.h>

/* In memory of reel__seal_secret_new. */
struct reel_key {
    reel_public_key public;
    uint8_t secret[SEAL_SECRET];
};

#endif
