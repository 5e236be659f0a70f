/* SPDX-License-Identifier: MIT */
#include "base/fail.h"

#include <stdarg.h>
#include <stdio.h>

reel_status fail(reel_error *error, reel_status status, const char *rule, const char *message, ...)
{
    va_list arguments;
    *error = (reel_error){ .status = status, .rule = rule, .section = "" };
    va_start(arguments, message);
    vsnprintf(error->message, sizeof error->message, message, arguments);
    va_end(arguments);
    return status;
}
