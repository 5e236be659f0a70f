/* SPDX-License-Identifier: MIT */
#ifndef SERVER_BASE_FAIL_H
#define SERVER_BASE_FAIL_H

#include <reel/reel.h>

/* Fills *error and returns `status`. `rule` is static text. */
reel_status fail(reel_error *error, reel_status status, const char *rule, const char *message, ...)
    __attribute__((format(printf, 4, 5)));

#endif
