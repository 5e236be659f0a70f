/* SPDX-License-Identifier: MIT
 * Rankings, and who held levels, as answers and pages have them. */
#ifndef SERVER_JSON_RANKING_JSON_H
#define SERVER_JSON_RANKING_JSON_H

#include "store/ranking.h"
#include "store/reign.h"
#include "json/entry_json.h"

extern const record ranking_total_record; /* of ranking_total */
extern const record ranking_part_record;  /* of ranking_part */
extern const record ranking_level_record; /* of ranking_level */
extern const record reign_record;         /* of reign_entry */
extern const record profile_record;       /* of player_profile */

/* A ranking with its rules. */
typedef struct ranking_shown {
    const char *ranking, *title, *board, *points, *levels;
    double weight, decay;
    int64_t best, from, until;
} ranking_shown;
extern const record ranking_shown_record;
ranking_shown ranking_show(const ranking_entry *entry);

#endif
