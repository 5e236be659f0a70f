/* SPDX-License-Identifier: MIT
 * Splits note ids into their parts. docs/formats/bsor.md, "Note ids", has the rules. */
#include "formats/bsor/layout.h"

enum {
    SMALL_END = 100000,        /* ids below this have a scoring type of one digit in every version */
    LONG_SCORING_END = 130000, /* ids below this may have a scoring type of 10 to 12 */
    EXTENDED_START = 1000000,  /* in ids from here on, the digits of line and layer overlap */
    SCORINGS = 13,
    QUEST_BOMB = 39 /* color 3, direction 9 */
};

static const bsor_note_parts unknown = { .scoring = -1, .line = -1, .layer = -1, .color = -1, .direction = -1, .bomb = false };

/* Whether the game can have written scoring types 10 to 12: from version 1.40.9 on, or if the version cannot be parsed. */
static bool has_long_scoring(reel_string version)
{
    int numbers[3];
    if (bsor_version_of(version, numbers) < 2) return true;
    if (numbers[0] != 1) return numbers[0] > 1;
    return numbers[1] > 40 || (numbers[1] == 40 && numbers[2] >= 9);
}

static bsor_note_parts split(int32_t id)
{
    int direction = id % 10;
    return (bsor_note_parts){
        .scoring = id / 10000,
        .line = id / 1000 % 10,
        .layer = id / 100 % 10,
        .color = id / 10 % 10,
        .direction = direction == 9 ? -1 : direction,
    };
}

/* Bombs have direction 9. Their color is 3 on Quest and -1 on PC. */
static bsor_note_parts split_bomb(int32_t id)
{
    bsor_note_parts parts = split(id >= 0 && id / 10 % 10 == 3 ? id - QUEST_BOMB : id + 1);
    parts.color = -1;
    parts.direction = -1;
    parts.bomb = true;
    return parts;
}

bsor_note_parts bsor_note_parts_of(int32_t note_id, reel_string game_version)
{
    bool small = note_id >= 0 && note_id < SMALL_END;
    if (note_id == -1 || (small && note_id % 10 == 9)) return split_bomb(note_id);
    if (small) return split(note_id);
    if (note_id >= SMALL_END && note_id < LONG_SCORING_END && has_long_scoring(game_version)) {
        bsor_note_parts parts = split(note_id);
        if (parts.line <= 3 && parts.layer <= 2 && parts.color <= 1 && parts.direction >= 0) return parts;
    }
    if (note_id < EXTENDED_START) return unknown;
    /* Mapping Extensions: line and layer are not separate digits and cannot be restored without the map */
    bsor_note_parts parts = split(note_id);
    parts.scoring = note_id / 10000000 < SCORINGS ? note_id / 10000000 : -1;
    parts.line = -1;
    parts.layer = -1;
    return parts;
}
