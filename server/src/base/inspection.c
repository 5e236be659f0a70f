/* SPDX-License-Identifier: MIT */
#include "base/inspection.h"

#include <math.h>
#include <string.h>

bool job_is_text(const char *text, size_t size)
{
    const char *end = memchr(text, '\0', size);
    for (size_t step; end && text < end; text += step) {
        reel_utf8(text, (size_t)(end - text), &step);
        if (!step) return false;
    }
    return end != NULL;
}

#define PLAY_TEXT(member) job_is_text(play->member, sizeof play->member)

/* The parts follow one another and are the whole output; keys are whole ones. */
static bool has_parts(const inspection *i, uint64_t size)
{
    const uint64_t parts[] = { i->statistics_size,  i->findings_size, i->evidence_size, i->against_size,
                               i->fingerprint_size, i->keys_size,     i->probes_size,   i->plays_size };
    for (size_t n = 0; n < sizeof parts / sizeof *parts; n++) {
        if (parts[n] > size) return false;
        size -= parts[n];
    }
    const uint64_t one = sizeof(motion_key), most = JOB_MOST_KEYS * one;
    if (i->against_size && !i->evidence_size) return false; /* it is a part of the evidence */
    return size == 0 && i->keys_size % one == 0 && i->probes_size % one == 0 && i->keys_size <= most && i->probes_size <= most &&
           i->plays_size % sizeof(board_play) == 0 && i->plays_size <= JOB_PLAYS * sizeof(board_play);
}

bool play_is_sound(const board_play *play)
{
    return PLAY_TEXT(board) && PLAY_TEXT(level) && PLAY_TEXT(level_key) && PLAY_TEXT(player) && PLAY_TEXT(player_key) &&
           PLAY_TEXT(player_name) && isfinite(play->value);
}

static bool part_is_sound(const motion_part *part)
{
    return part->hand <= 1 && part->source_hand <= 1 && part->mirrored <= 1 && isfinite(part->from) && isfinite(part->to) &&
           isfinite(part->source_from) && isfinite(part->source_to) && isfinite(part->evidence);
}

bool motion_match_is_sound(const motion_match *match)
{
    if (!job_is_text(match->id, sizeof match->id) || match->band > REEL_MATCH_PART || match->mirrored > 1 ||
        match->part_count > REEL_MATCH_PARTS)
        return false;
    for (uint32_t i = 0; i < match->part_count; i++)
        if (!part_is_sound(&match->parts[i])) return false;
    return isfinite(match->score) && isfinite(match->scale) && isfinite(match->shift) && isfinite(match->evidence) &&
           isfinite(match->copied);
}

static bool has_rules(const inspection *i)
{
    if (i->rule_count > JOB_RULES) return false;
    for (uint32_t n = 0; n < i->rule_count; n++)
        if (!job_is_text(i->rules[n].rule, sizeof i->rules[n].rule) || i->rules[n].severity > REEL_ERROR) return false;
    return true;
}

#define TEXT(member) job_is_text(i->member, sizeof i->member)

bool inspection_is_sound(const inspection *i, uint64_t size)
{
    return has_parts(i, size) && has_rules(i) && i->evidence <= EVIDENCE_AGAINST && TEXT(content_hash) && TEXT(content) &&
           TEXT(game) && TEXT(player) && TEXT(player_key) && TEXT(player_name) && TEXT(level) && TEXT(level_key) && TEXT(title) &&
           TEXT(author) && TEXT(detail) && TEXT(modifiers) && TEXT(headset) && TEXT(mark_key) && TEXT(challenge) && TEXT(map) &&
           isfinite(i->seconds) && isfinite(i->score) && isfinite(i->accuracy);
}
