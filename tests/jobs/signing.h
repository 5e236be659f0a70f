/* SPDX-License-Identifier: MIT
 * What the tests of signatures share. */
#ifndef REEL_TEST_SIGNING_H
#define REEL_TEST_SIGNING_H

#include "support.h"

#include <reel/sign.h>

#define need_library()                                                                                                           \
    do {                                                                                                                         \
        if (!reel_signing_library()) {                                                                                           \
            print_message("built without libsodium\n");                                                                          \
            skip();                                                                                                              \
        }                                                                                                                        \
    } while (0)

typedef struct bytes {
    uint8_t *data;
    size_t size;
} bytes;

#endif
