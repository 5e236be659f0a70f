/* SPDX-License-Identifier: MIT
 * The conversions that change meaning, one line each. From a format to itself needs none. */
#include "core/tally.h"
#include "pairs/beatsaber/scoresaber.h"
#include "pairs/echo/butter.h"
#include "pairs/echo/milk.h"
#include "pairs/geometrydash/gdr.h"
#include "pairs/pair.h"

static const convert_pair *const pairs[] = {
#ifndef REEL_READ_ONLY
#ifndef REEL_WITHOUT_GEOMETRYDASH
    &pair_gdr1_gdr1_json,
    &pair_gdr1_json_gdr1,
    &pair_gdr1_gdr2,
    &pair_gdr1_json_gdr2,
    &pair_gdr2_gdr1,
    &pair_gdr2_gdr1_json,
#endif
#ifndef REEL_WITHOUT_BEATSABER
    &pair_scoresaber_bsor,
    &pair_scoresaber_json,
    &pair_scoresaber_json_bsor,
    &pair_bsor_scoresaber,
    &pair_bsor_scoresaber_json,
#endif
#ifndef REEL_WITHOUT_ECHO
    &pair_butter_echoreplay,
    &pair_echoreplay_butter,
    &pair_milk_echoreplay,
    &pair_milk_butter,
#endif
#endif
    NULL,
};

const convert_pair *pair_between(const reel_format *from, const reel_format *to)
{
    for (const convert_pair *const *pair = pairs; *pair; pair++)
        if ((*pair)->from == from && (*pair)->to == to) return *pair;
    return NULL;
}

void pair_lose(pair_job *job, const reel_table *table, const char *field, uint64_t rows, const char *why)
{
    tallies_lose(job->tallies, &job->reporter, table, field, rows, why);
}
