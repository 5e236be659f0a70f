/* SPDX-License-Identifier: MIT */
#include "json/ranking_json.h"

#define TOTAL(member) FIELD(ranking_total, member, FIELD_TEXT)

RECORD(ranking_total_record, ranking_total, TOTAL(ranking), TOTAL(player), TOTAL(player_name), TOTAL(team), TOTAL(country),
       FIELD(ranking_total, points, FIELD_DOUBLE), FIELD_AS(ranking_total, "levels", parts, FIELD_INT),
       FIELD(ranking_total, place, FIELD_UINT));
RECORD(ranking_part_record, ranking_part, FIELDS_OF(ranking_part, entry, &board_entry_record),
       FIELD(ranking_part, points, FIELD_DOUBLE));
RECORD(ranking_level_record, ranking_level, FIELD(ranking_level, level, FIELD_TEXT), FIELD(ranking_level, weight, FIELD_DOUBLE),
       FIELD(ranking_level, at, FIELD_INT));
RECORD(reign_record, reign_entry, FIELDS_OF(reign_entry, entry, &board_entry_record),
       FIELD_AT(reign_entry, until, FIELD_INT, FIELD_NOT_ZERO, NULL));
RECORD(profile_record, player_profile, FIELD(player_profile, player, FIELD_TEXT), FIELD(player_profile, team, FIELD_TEXT),
       FIELD(player_profile, country, FIELD_TEXT));
RECORD(ranking_shown_record, ranking_shown, FIELD(ranking_shown, ranking, FIELD_STRING),
       FIELD(ranking_shown, title, FIELD_STRING), FIELD(ranking_shown, board, FIELD_STRING),
       FIELD(ranking_shown, points, FIELD_STRING), FIELD(ranking_shown, levels, FIELD_STRING),
       FIELD(ranking_shown, weight, FIELD_DOUBLE), FIELD_AT(ranking_shown, best, FIELD_INT, FIELD_NOT_ZERO, NULL),
       FIELD(ranking_shown, decay, FIELD_DOUBLE), FIELD_AT(ranking_shown, from, FIELD_INT, FIELD_NOT_ZERO, NULL),
       FIELD_AT(ranking_shown, until, FIELD_INT, FIELD_NOT_ZERO, NULL));

ranking_shown ranking_show(const ranking_entry *entry)
{
    const ranking_rule *rule = &entry->rule;
    return (ranking_shown){ .ranking = entry->name,
                            .title = entry->title,
                            .board = entry->board,
                            .points = ranking_kind_names[rule->kind],
                            .levels = rule->ranked_only ? "ranked" : "all",
                            .weight = rule->weight,
                            .decay = rule->decay,
                            .best = rule->best,
                            .from = rule->from,
                            .until = rule->until };
}
