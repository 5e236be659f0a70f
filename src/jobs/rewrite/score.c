/* SPDX-License-Identifier: MIT */
#include "jobs/rewrite/score.h"

#ifndef REEL_WITHOUT_BEATSABER

#include "core/chunk.h"
#include "core/memory.h"
#include "insight/run.h"

#include <reel/beatsaber.h>

/* The summary of the rows in a chunk; all zero if there is none. */
static reel_status summarise(const reel_change *change, const reel_format *format, beatsaber_summary *summary)
{
    static const reel_table *const wanted[] = { &beatsaber_summaries, NULL };
    const reel_insight_options options = { .allocator = &change->allocator, .tables = wanted };
    insight_run run;
    *summary = (beatsaber_summary){ .notes = 0 };
    reel_status status = insight_begin(&run, &reel_insight_beatsaber, format, &options, change->budget, change->error);
    if (status < 0) return status;
    status = insight_chunk(&run, change->chunk, change->error);
    if (status >= 0) status = insight_finish(&run, NULL, change->error);
    reel_chunk *result = insight_end(&run);
    size_t count;
    const beatsaber_summary *rows = reel_chunk_rows(result, &beatsaber_summaries, &count);
    if (status >= 0 && count) *summary = *rows;
    chunk_free(result);
    return status;
}

/* The field that states the score, and its row. NULL: the format has none, or no row. */
static uint8_t *stated_score(const reel_change *change, const reel_format *format, reel_field *field, const reel_table **table)
{
    if (!header_field(format->tables, "score", field, table) && !header_field(format->tables, "total_score", field, table))
        return NULL;
    const reel_row_list *list = chunk_list(change->chunk, *table);
    return list->count ? list->data + field->offset : NULL;
}

reel_status score_agrees(const reel_change *change, const reel_format *format, bool *agrees)
{
    reel_field field;
    const reel_table *table;
    beatsaber_summary summary;
    *agrees = false;
    if (!reel_insight_takes(&reel_insight_beatsaber, format) || !stated_score(change, format, &field, &table)) return REEL_OK;
    reel_status status = summarise(change, format, &summary);
    *agrees = status >= 0 && summary.notes && summary.score == summary.stated_score;
    return status;
}

reel_status score_restate(const reel_change *change, const reel_format *format)
{
    reel_field field;
    const reel_table *table;
    beatsaber_summary summary;
    uint8_t *at = stated_score(change, format, &field, &table);
    reel_status status = at ? summarise(change, format, &summary) : REEL_OK;
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

reel_status score_agrees(const reel_change *change, const reel_format *format, bool *agrees)
{
    (void)change, (void)format;
    *agrees = false;
    return REEL_OK;
}

reel_status score_restate(const reel_change *change, const reel_format *format)
{
    (void)change, (void)format;
    return REEL_OK;
}

#endif
