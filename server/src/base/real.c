/* SPDX-License-Identifier: MIT
 * Floats as text. */
#include "base/real.h"

#include <reel/export.h>

#include <string.h>

const char *real_text(double value, char text[REAL_TEXT])
{
    static const reel_field number = { .name = "number", .type = REEL_F64, .count = 1 };
    const size_t size = reel_field_text(&number, &value, false, text, REAL_TEXT);
    if (size > 2 && strcmp(text + size - 2, ".0") == 0) text[size - 2] = '\0'; /* a whole number */
    return text;
}
