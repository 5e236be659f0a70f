/* SPDX-License-Identifier: MIT
 * Makes notes of Beat Saber fit for sums, by the rules for BSOR: the values are the same. docs/export.md, "Clean values". */
#include "core/clean.h"
#include "formats/xror/layout.h"

#ifndef REEL_WITHOUT_BSOR

#include <reel/bsor.h>

/* The version of the game comes with the first chunk only. */
typedef struct cleaning {
    char version[32];
    size_t size;
} cleaning;

static const struct {
    uint32_t change;
    const char *field, *rule, *message;
} known[] = {
    { BSOR_CLEAN_SPEED_BITS, "saber_speed", "clean.xror.saber-speed-bits", "the bits of a float as a number: now the float" },
    { BSOR_CLEAN_SPEED, "saber_speed", "clean.xror.saber-speed", "below 0, or 1000 m/s and more: removed" },
    { BSOR_CLEAN_DEVIATION, "time_deviation", "clean.xror.time-deviation", "more than 10 s: removed" },
    { BSOR_CLEAN_BEFORE, "before_cut_rating", "clean.xror.rating", "below 0, or above 10: removed" },
    { BSOR_CLEAN_AFTER, "after_cut_rating", "clean.xror.rating", "below 0, or above 10: removed" },
    { BSOR_CLEAN_CUT, NULL, "clean.xror.cut", "the cut is uninitialized memory: removed" },
};
enum { KNOWN = sizeof known / sizeof *known };

static bsor_note note_of(const xror_note *row)
{
    return (
        bsor_note){ .note_id = (int32_t)(uint32_t)row->note_id,
                    .event_type = row->event_type,
                    .has_cut = BSOR_CUT_ALL,
                    .cut = { .speed_ok = row->has & XROR_NOTE_FLAGS ? row->speed_ok : 1,
                             .direction_ok = row->has & XROR_NOTE_FLAGS ? row->direction_ok : 1,
                             .saber_type_ok = row->has & XROR_NOTE_FLAGS ? row->saber_type_ok : 1,
                             .was_cut_too_soon = row->has & XROR_NOTE_FLAGS ? row->was_cut_too_soon : 0,
                             .saber_type = (int32_t)(uint32_t)row->saber_type,
                             .saber_speed = (float)row->saber_speed,
                             .time_deviation = (float)row->time_deviation,
                             .cut_point = { (float)row->cut_point[0], (float)row->cut_point[1], (float)row->cut_point[2] },
                             .cut_normal = { (float)row->cut_normal[0], (float)row->cut_normal[1], (float)row->cut_normal[2] },
                             .cut_distance_to_center = (float)row->cut_distance_to_center,
                             .before_cut_rating = (float)row->before_cut_rating,
                             .after_cut_rating = (float)row->after_cut_rating } };
}

/* Changes the row as its note was changed. What was not finite is removed and counted already. */
static void carry(xror_note *row, const bsor_note *note, uint32_t changes, uint64_t counts[KNOWN])
{
    if (changes & BSOR_CLEAN_CUT) row->has &= (uint8_t)~XROR_NOTE_CUT;
    if (changes & BSOR_CLEAN_SPEED_BITS) row->saber_speed = (double)note->cut.saber_speed;
    for (size_t k = 0; k < KNOWN; k++) {
        if (!(changes & known[k].change)) continue;
        const reel_field *field = known[k].field ? reel_table_field(&xror_notes, known[k].field) : NULL;
        bool was_removed = field && !reel_field_valid(field, row);
        if (field && known[k].change != BSOR_CLEAN_SPEED_BITS) reel__clean_remove(&xror_notes, field, row);
        counts[k] += !was_removed;
    }
}

static reel_status clean(reel_change *change)
{
    cleaning *state = change->state;
    size_t count;
    const xror_info *infos = reel_chunk_rows(change->chunk, &xror_infos, &count);
    if (count) {
        const reel_string *version = &infos[count - 1].app_version;
        state->size = version->size < sizeof state->version ? version->size : sizeof state->version;
        if (state->size) memcpy(state->version, version->data, state->size);
    }
    uint64_t counts[KNOWN] = { 0 };
    reel_row_list *list = reel_chunk_table(change->chunk, &xror_notes);
    xror_note *rows = list ? (xror_note *)(void *)list->data : NULL;
    for (size_t i = 0; list && i < list->count; i++) {
        if (!(rows[i].has & XROR_NOTE_CUT)) continue;
        bsor_note note = note_of(&rows[i]);
        carry(&rows[i], &note, bsor_note_clean(&note, (reel_string){ state->version, state->size }), counts);
    }
    for (size_t k = 0; k < KNOWN; k++)
        reel_tally(change, known[k].rule, REEL_NOTE, &xror_notes, known[k].field, counts[k], known[k].message);
    return REEL_OK;
}

const reel_operation reel__xror_cleaning = {
    .id = "clean",
    .doc = "remove values that mean nothing",
    .state_size = sizeof(cleaning),
    .apply = clean,
};

#endif
