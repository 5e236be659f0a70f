/* SPDX-License-Identifier: MIT
 * The conversions that change meaning, one line each. From a format to itself needs none. */
#include "convert/pairs.h"

static const convert_pair *const pairs[] = {
    &pair_butter_echoreplay,
    &pair_echoreplay_butter,
    NULL,
};

const convert_pair *pair_between(const reel_format *from, const reel_format *to)
{
    for (const convert_pair *const *pair = pairs; *pair; pair++)
        if ((*pair)->from == from && (*pair)->to == to) return *pair;
    return NULL;
}
