/* SPDX-License-Identifier: MIT */
#include "core/options.h"

#include <reel/format.h>

reel_status options_are_known(size_t own_size, const void *options, size_t stated_size, reel_error *error)
{
    const uint8_t *bytes = options;
    for (size_t i = own_size; options && i < stated_size; i++)
        if (bytes[i])
            return reel_fail(error, REEL_UNSUPPORTED, "reel.newer-options", "", 0,
                             "the program sets an option that this version of the library does not have");
    return REEL_OK;
}
