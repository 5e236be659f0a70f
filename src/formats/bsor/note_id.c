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
    if (reel__bsor_version_of(version, numbers) < 2) return true;
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

/* ---- notes that are rotated ------------------------------------------------------------------------------------- */

/* Whether no note on the grid can have these digits and this event. A line above 3 is not such a digit: maps with more lines exist. A bomb
 * cannot be cut, and its miss is one of a bomb if its scoring type is. */
static bool is_impossible(const bsor_note *note, const bsor_note_parts *parts)
{
    if (parts->bomb) return note->event_type != BSOR_MISS || parts->scoring > BSOR_NO_SCORE;
    return parts->line < 0 || parts->layer > 2 || parts->color > 1;
}

static bool has_digits(int32_t id) { return id >= 0 && id < LONG_SCORING_END; }

bool bsor_note_is_rotated(const bsor_note *note, reel_string game_version)
{
    if (note->event_type == BSOR_BOMB || !has_digits(note->note_id)) return false;
    bsor_note_parts parts = bsor_note_parts_of(note->note_id, game_version);
    return is_impossible(note, &parts);
}

/* The color that a cut tells, or -1. Only a good cut is sure to have the right saber; of a bad one the flag says whether it has. */
static int color_of_cut(const bsor_note *note)
{
    const bsor_cut *cut = &note->cut;
    if (!note->has_cut || cut->saber_type < 0 || cut->saber_type > 1) return -1;
    if (note->event_type == BSOR_GOOD_CUT) return cut->saber_type;
    return cut->saber_type_ok > 1 ? -1 : cut->saber_type_ok ? cut->saber_type : 1 - cut->saber_type;
}

/* Whether the game has chains: from version 1.20 on, or if the version cannot be parsed. */
static bool has_chains(reel_string version)
{
    int numbers[3];
    if (reel__bsor_version_of(version, numbers) < 2) return true;
    return numbers[0] > 1 || (numbers[0] == 1 && numbers[1] >= 20);
}

bool reel__bsor_is_bare_link(const bsor_note *note, reel_string game_version)
{
    const bsor_cut *cut = &note->cut;
    if (note->event_type != BSOR_GOOD_CUT || note->note_id < 0 || note->note_id >= 10000 || !has_chains(game_version))
        return false;
    bool flags = cut->speed_ok > 1 || cut->direction_ok > 1 || cut->saber_type_ok > 1 || cut->was_cut_too_soon > 1;
    return flags && (cut->saber_type < -1 || cut->saber_type > 1);
}

bsor_note_parts bsor_note_parts_in(const bsor_note *note, reel_string game_version, bool rotated)
{
    bsor_note_parts parts = bsor_note_parts_of(note->note_id, game_version);
    if (note->event_type == BSOR_BOMB) return parts;
    if (reel__bsor_is_bare_link(note, game_version)) {
        parts.scoring = BSOR_CHAIN_LINK;
        return parts;
    }
    int color = color_of_cut(note);
    bool other = note->event_type == BSOR_GOOD_CUT && color >= 0 && parts.color != color;
    if (has_digits(note->note_id) && !is_impossible(note, &parts) && !(rotated && (other || parts.line > 3))) return parts;
    if (!has_digits(note->note_id) && !other) return parts;
    int scoring = parts.scoring; /* four digits are room enough for the carry */
    if (has_digits(note->note_id) && (note->note_id < SMALL_END || has_long_scoring(game_version)))
        scoring = note->note_id / 10000;
    return (bsor_note_parts){ .scoring = scoring, .line = -1, .layer = -1, .color = color, .direction = -1, .bomb = false };
}
