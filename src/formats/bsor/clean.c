/* SPDX-License-Identifier: MIT
 * Makes notes fit for sums. docs/formats/bsor.md, "Clean values", has the rules. */
#include "core/chunk.h"
#include "formats/bsor/layout.h"

#include <math.h>

static const float SPEED_MOST = 1000;       /* m/s */
static const float SPEED_BITS_LEAST = 1e8f; /* far above any speed: must be the bits of a float stored as an integer */
static const float DEVIATION_MOST = 10;     /* s; honest cuts are within 0.2 */

float bsor_saber_speed(float stored, bool *was_bits)
{
    bool bits = stored >= SPEED_BITS_LEAST && stored < 2147483648.0f;
    float speed = bits ? reel_float_of((uint32_t)stored) : stored;
    bits = bits && speed > 0 && speed < SPEED_MOST;
    if (was_bits) *was_bits = bits;
    return speed >= 0 && speed < SPEED_MOST ? speed : NAN;
}

static bool is_link(int scoring) { return scoring == BSOR_CHAIN_LINK || scoring == BSOR_CHAIN_LINK_ARC_HEAD; }

bool reel__bsor_cut_is_set(const bsor_note *note, int scoring) { return note->event_type == BSOR_GOOD_CUT && !is_link(scoring); }

static bool is_rating(float rating) { return rating >= 0 && rating <= BSOR_RATING_MOST; }

bool reel__bsor_cut_is_garbage(const bsor_cut *cut)
{
    bool flags = cut->speed_ok > 1 || cut->direction_ok > 1 || cut->saber_type_ok > 1 || cut->was_cut_too_soon > 1;
    bool ranges = cut->saber_type >= -1 && cut->saber_type <= 1 && cut->saber_speed >= -1 && cut->saber_speed < SPEED_MOST &&
                  cut->before_cut_rating >= 0 && cut->after_cut_rating >= 0;
    return flags || !ranges;
}

uint32_t bsor_note_clean(bsor_note *note, reel_string game_version)
{
    if (!note->has_cut) return 0;
    bsor_cut *cut = &note->cut;
    bool bare = reel__bsor_is_bare_link(note, game_version), was_bits;
    float speed = bsor_saber_speed(cut->saber_speed, &was_bits);
    if (was_bits) cut->saber_speed = speed;
    if (bare || (!reel__bsor_cut_is_set(note, bsor_note_parts_of(note->note_id, game_version).scoring) &&
                 reel__bsor_cut_is_garbage(cut))) {
        *cut = (bsor_cut){ 0 };
        note->has_cut = 0;
        return BSOR_CLEAN_CUT;
    }
    const struct {
        bool known;
        uint8_t has;
        uint32_t change;
    } values[] = { { !isnan(speed), BSOR_CUT_SPEED, BSOR_CLEAN_SPEED },
                   { fabsf(cut->time_deviation) <= DEVIATION_MOST, BSOR_CUT_DEVIATION, BSOR_CLEAN_DEVIATION },
                   { is_rating(cut->before_cut_rating), BSOR_CUT_BEFORE, BSOR_CLEAN_BEFORE },
                   { is_rating(cut->after_cut_rating), BSOR_CUT_AFTER, BSOR_CLEAN_AFTER } };
    uint32_t changes = 0;
    uint8_t has = BSOR_CUT_OTHERS;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        if (values[i].known) has |= values[i].has;
        if (!values[i].known && note->has_cut & (BSOR_CUT_ALL | values[i].has)) changes |= values[i].change;
    }
    if (changes) note->has_cut = has;
    return changes | (was_bits ? BSOR_CLEAN_SPEED_BITS : 0);
}

/* ---- the operation -------------------------------------------------------------------------------------------------- */

/* The changes of values that are not finite, which were counted before. */
static uint32_t counted(const bsor_cut *cut)
{
    return (isnan(cut->saber_speed) ? BSOR_CLEAN_SPEED : 0) | (isnan(cut->time_deviation) ? BSOR_CLEAN_DEVIATION : 0) |
           (isnan(cut->before_cut_rating) ? BSOR_CLEAN_BEFORE : 0) | (isnan(cut->after_cut_rating) ? BSOR_CLEAN_AFTER : 0);
}

/* The header comes with the first chunk only. */
typedef struct cleaning {
    char version[32];
    size_t size;
} cleaning;

static const struct {
    uint32_t change;
    const char *field, *rule, *message;
} changes_known[] = {
    { BSOR_CLEAN_CUT, NULL, "clean.bsor.cut", "the cut is uninitialized memory: removed" },
    { BSOR_CLEAN_SPEED_BITS, "saber_speed", "clean.bsor.saber-speed-bits", "the bits of a float as a number: now the float" },
    { BSOR_CLEAN_SPEED, "saber_speed", "clean.bsor.saber-speed", "below 0, or 1000 m/s and more: removed" },
    { BSOR_CLEAN_DEVIATION, "time_deviation", "clean.bsor.time-deviation", "more than 10 s: removed" },
    { BSOR_CLEAN_BEFORE, "before_cut_rating", "clean.bsor.rating", "below 0, or above 10: removed" },
    { BSOR_CLEAN_AFTER, "after_cut_rating", "clean.bsor.rating", "below 0, or above 10: removed" },
};
enum { CHANGES = sizeof changes_known / sizeof *changes_known };

static reel_status clean(reel_change *change)
{
    cleaning *state = change->state;
    size_t count;
    const bsor_info *infos = reel_chunk_rows(change->chunk, &bsor_infos, &count);
    if (count) {
        const reel_string *version = &infos[count - 1].game_version;
        state->size = version->size < sizeof state->version ? version->size : sizeof state->version;
        if (state->size) memcpy(state->version, version->data, state->size);
    }
    reel_row_list *list = reel__chunk_list(change->chunk, &bsor_notes);
    bsor_note *notes = (bsor_note *)(void *)list->data;
    uint64_t counts[CHANGES] = { 0 };
    for (size_t i = 0; i < list->count; i++) {
        uint32_t before = counted(&notes[i].cut);
        uint32_t changes = bsor_note_clean(&notes[i], (reel_string){ state->version, state->size }) & ~before;
        for (size_t c = 0; changes && c < CHANGES; c++) counts[c] += (changes & changes_known[c].change) != 0;
    }
    for (size_t c = 0; c < CHANGES; c++)
        reel_tally(change, changes_known[c].rule, REEL_NOTE, &bsor_notes, changes_known[c].field, counts[c],
                   changes_known[c].message);
    return REEL_OK;
}

const reel_operation reel__bsor_cleaning = {
    .id = "clean",
    .doc = "remove values that mean nothing",
    .state_size = sizeof(cleaning),
    .apply = clean,
};
