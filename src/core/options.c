/* SPDX-License-Identifier: MIT */
#include "core/options.h"
#include "core/memory.h"

static reel_status is_newer(reel_error *error)
{
    return reel_fail(error, REEL_UNSUPPORTED, "reel.newer-options", "", 0,
                     "the program sets an option that this version of the library does not have");
}

reel_status reel__options_are_known(size_t struct_size, reel_error *error)
{
    if (struct_size == OPTIONS_UNSIZED)
        return reel_fail(error, REEL_ARGUMENT, "reel.struct-size", "", 0,
                         "struct_size is not the size of a struct of options: set it with REEL_SIZED");
    if (struct_size != OPTIONS_NEWER) return REEL_OK;
    return is_newer(error);
}

reel_status reel__limited_are_known(size_t struct_size, const reel_limits *limits, reel_error *error)
{
    reel_status status = reel__options_are_known(struct_size, error);
    for (size_t i = 0; status >= 0 && i < sizeof limits->reserved / sizeof *limits->reserved; i++)
        if (limits->reserved[i]) status = is_newer(error);
    return status;
}
