/* SPDX-License-Identifier: MIT */
#include "jobs/rewrite/score.h"

#ifndef REEL_WITHOUT_BEATSABER

#include "core/chunk.h"
#include "core/memory.h"
#include "insight/run.h"

#include <reel/beatsaber.h>
#include <reel/scoresaber.h>

/* The summary of the rows in a chunk; all zero if there is none. `events`: a chunk that gets the events as well, or NULL. */
static reel_status summarise(const reel_change *change, const reel_chunk *chunk, const reel_format *format,
                             beatsaber_summary *summary, reel_chunk **events)
{
    static const reel_table *const summaries[] = { &beatsaber_summaries, NULL };
    static const reel_table *const both[] = { &beatsaber_summaries, &beatsaber_events, NULL };
    const reel_insight_options options = { REEL_SIZED(reel_insight_options), .allocator = &change->allocator,
                                           .tables = events ? both : summaries };
    insight_run run;
    *summary = (beatsaber_summary){ .notes = 0 };
    if (events) *events = NULL;
    reel_status status = reel__insight_begin(&run, &reel_insight_beatsaber, format, &options, change->budget, change->error);
    if (status < 0) return status;
    status = reel__insight_chunk(&run, chunk, change->error);
    if (status >= 0) status = reel__insight_finish(&run, NULL, change->error);
    reel_chunk *result = reel__insight_end(&run);
    size_t count;
    const beatsaber_summary *rows = reel_chunk_rows(result, &beatsaber_summaries, &count);
    if (status >= 0 && count) *summary = *rows;
    if (events && status >= 0)
        *events = result;
    else
        reel__chunk_free(result);
    return status;
}

/* The field that states the score, and its value. NULL: the format has none, or no row, or the row states none. */
static uint8_t *stated_score(const reel_change *change, const reel_format *format, reel_field *field, const reel_table **table)
{
    if (!reel__header_field(format->tables, "score", field, table) &&
        !reel__header_field(format->tables, "total_score", field, table))
        return NULL;
    const reel_row_list *list = reel__chunk_list(change->chunk, *table);
    return list->count && reel_field_present(field, list->data) ? list->data + field->offset : NULL;
}

/* The score after each note, the last of which is the score of the play. NULL: the format has no such rows, or the play. */
static reel_row_list *score_curve(const reel_change *change)
{
#ifndef REEL_WITHOUT_SCORESABER
    reel_row_list *list = reel__chunk_list(change->chunk, &scoresaber_scores);
    return list && list->count ? list : NULL;
#else
    (void)change;
    return NULL;
#endif
}

/* Each row gets the score of the remaining events up to it: those that are as many rows before it, or else no later. Combos, multipliers
 * and energies stay those of the play at that time. */
static reel_status restate_curve(const reel_change *change, const reel_format *format, reel_row_list *list)
{
#ifndef REEL_WITHOUT_SCORESABER
    beatsaber_summary summary;
    reel_chunk *made;
    reel_status status = summarise(change, change->chunk, format, &summary, &made);
    if (status < 0) return status;
    size_t count, notes = 0, next = 0;
    uint64_t changed = 0;
    const beatsaber_event *events = reel_chunk_rows(made, &beatsaber_events, &count), *last = NULL;
    scoresaber_score *rows = (scoresaber_score *)(void *)list->data;
    for (size_t i = 0; i < count; i++) notes += events[i].kind != BEATSABER_WALL;
    for (size_t i = 0, passed = 0; i < list->count; i++) {
        while (next < count && (events[next].kind == BEATSABER_WALL ||
                                (notes == list->count ? passed <= i : !(events[next].time > rows[i].time)))) {
            if (events[next].kind != BEATSABER_WALL) last = &events[next], passed++;
            next++;
        }
        const int32_t score = last ? (int32_t)last->score : 0, most = last ? (int32_t)last->max_score : 0;
        const bool states_most = rows[i].present & SCORESABER_NOTE_V3;
        changed += rows[i].score != score || (states_most && rows[i].max_score != most);
        rows[i].score = score;
        if (states_most) rows[i].max_score = most;
    }
    reel__chunk_free(made);
    reel_tally(change, "edit.score", REEL_NOTE, list->table, "score", changed,
               "set to what the remaining notes give; combos, multipliers and energies stay those of the play");
    return REEL_OK;
#else
    (void)change, (void)format, (void)list;
    return REEL_OK;
#endif
}

/* What a chunk states and what its events give. *known: false if the format states no score. */
static reel_status compare_score(const reel_change *change, const reel_chunk *chunk, const reel_format *format,
                                 beatsaber_summary *summary, bool *known)
{
    reel_field field;
    const reel_table *table;
    *known = false;
    if (!reel_insight_takes(&reel_insight_beatsaber, format)) return REEL_OK;
    if (!stated_score(change, format, &field, &table) && !score_curve(change)) return REEL_OK;
    *known = true;
    return summarise(change, chunk, format, summary, NULL);
}

/* Whether the decoded JSON has notes without a result: what is stated has their points, too, as it has those of notes that are cut. */
static bool lacks_results(const reel_chunk *chunk)
{
    bool lacks = false;
#ifndef REEL_WITHOUT_SCORESABER
    size_t count;
    const scoresaber_json_note *notes = reel_chunk_rows(chunk, &scoresaber_json_notes, &count);
    for (size_t i = 0; i < count && !lacks; i++) lacks = !(notes[i].present & SCORESABER_JSON_HAS_SCORE);
#else
    (void)chunk;
#endif
    return lacks;
}

reel_status reel__score_agrees(const reel_change *change, const reel_format *format, bool *agrees)
{
    beatsaber_summary summary;
    bool known;
    reel_status status = compare_score(change, change->chunk, format, &summary, &known);
    *agrees = status >= 0 && known && summary.notes && (summary.score == summary.stated_score || lacks_results(change->chunk));
    return status;
}

reel_status reel__score_of_part(const reel_change *change, const reel_chunk *chunk, const reel_format *format, bool *fits)
{
    beatsaber_summary summary;
    bool known;
    reel_status status = compare_score(change, chunk, format, &summary, &known);
    *fits = status >= 0 && known && (!summary.notes || summary.score == summary.stated_score);
    return status;
}

reel_status reel__score_restate(const reel_change *change, const reel_format *format)
{
    reel_field field;
    const reel_table *table;
    beatsaber_summary summary;
    uint8_t *at = stated_score(change, format, &field, &table);
    reel_row_list *curve = at ? NULL : score_curve(change);
    if (curve) return restate_curve(change, format, curve);
    reel_status status = at ? summarise(change, change->chunk, format, &summary, NULL) : REEL_OK;
    if (!at || status < 0 || !summary.notes || summary.score == summary.stated_score) return status;
    const int32_t narrow = (int32_t)summary.score; /* less than that of the whole play, which the field held */
    if (reel_type_size(field.type) == sizeof narrow)
        memcpy(at, &narrow, sizeof narrow);
    else
        memcpy(at, &summary.score, sizeof summary.score);
    reel_tally(change, "edit.score", REEL_NOTE, table, "score", 1, "set to what the remaining notes give");
    return REEL_OK;
}

#else

reel_status reel__score_agrees(const reel_change *change, const reel_format *format, bool *agrees)
{
    (void)change, (void)format;
    *agrees = false;
    return REEL_OK;
}

reel_status reel__score_of_part(const reel_change *change, const reel_chunk *chunk, const reel_format *format, bool *fits)
{
    (void)change, (void)chunk, (void)format;
    *fits = false;
    return REEL_OK;
}

reel_status reel__score_restate(const reel_change *change, const reel_format *format)
{
    (void)change, (void)format;
    return REEL_OK;
}

#endif
