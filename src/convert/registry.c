/* SPDX-License-Identifier: MIT
 * The conversions that change meaning, one line each. From a format to itself needs none. */
#include "convert/pair.h"

extern const convert_pair pair_gdr1_gdr1_json, pair_gdr1_json_gdr1, pair_gdr1_gdr2, pair_gdr1_json_gdr2, pair_gdr2_gdr1,
    pair_gdr2_gdr1_json;

static const convert_pair *const pairs[] = {
    &pair_gdr1_gdr1_json, &pair_gdr1_json_gdr1, &pair_gdr1_gdr2, &pair_gdr1_json_gdr2, &pair_gdr2_gdr1, &pair_gdr2_gdr1_json,
    NULL,
};

const convert_pair *pair_between(const reel_format *from, const reel_format *to)
{
    for (const convert_pair *const *pair = pairs; *pair; pair++)
        if ((*pair)->from == from && (*pair)->to == to) return *pair;
    return NULL;
}
