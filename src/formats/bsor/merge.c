/* SPDX-License-Identifier: MIT
 * Joins the parts of a play that was cut: each begins after the frames of the one before. */
#include "core/chunk.h"
#include "core/rows.h"
#include "formats/bsor/layout.h"

static const reel_table *const appended[] = { &bsor_frames, &bsor_notes, &bsor_walls, &bsor_heights, &bsor_pauses };

/* The first field of the header that differs; the score is that of the part. NULL: none. */
static const char *header_difference(const bsor_info *a, const bsor_info *b)
{
    for (size_t f = 0; f < bsor_infos.field_count; f++) {
        const reel_field *field = &bsor_infos.fields[f];
        if (field->flags & REEL_FIELD_DERIVED || strcmp(field->name, "score") == 0) continue;
        if (!reel__field_values_equal(field, a, b)) return field->name;
    }
    return NULL;
}

static reel_status refuse(const reel_change *change, const char *section, const char *message)
{
    return reel_fail(change->error, REEL_ARGUMENT, "edit.merge", section, 0, "%s", message);
}

static reel_status check_parts(const reel_change *change)
{
    size_t counts[2];
    const bsor_info *own = reel_chunk_rows(change->chunk, &bsor_infos, &counts[0]);
    const bsor_info *more = reel_chunk_rows(change->other, &bsor_infos, &counts[1]);
    if (counts[0] != 1 || counts[1] != 1) return refuse(change, "info", "each part must have one header");
    const char *differs = header_difference(own, more);
    if (differs)
        return reel_fail(change->error, REEL_ARGUMENT, "edit.merge", "info", 0,
                         "%s differs: only parts of one play can be joined", differs);
    const bsor_frame *first = reel_chunk_rows(change->chunk, &bsor_frames, &counts[0]);
    const bsor_frame *next = reel_chunk_rows(change->other, &bsor_frames, &counts[1]);
    if (counts[0] && counts[1] && !(next[0].time >= first[counts[0] - 1].time))
        return refuse(change, "frames", "the frames begin before those of the part before end: join parts in their order");
    return REEL_OK;
}

/* Rows that a part must have in common with the one before. */
static void keep_own(const reel_change *change, const reel_table *table)
{
    size_t own, more;
    const void *rows = reel_chunk_rows(change->chunk, table, &own), *others = reel_chunk_rows(change->other, table, &more);
    if (own != more || !reel__rows_are_equal(table, rows, others, own))
        reel_tally(change, "edit.merge-dropped", REEL_WARNING, table, NULL, more, "of the other part, dropped: they differ");
}

reel_status reel__bsor_merge(reel_change *change)
{
    reel_status status = check_parts(change);
    if (status < 0) return status;
    for (size_t t = 0; t < sizeof appended / sizeof *appended; t++) {
        size_t count;
        const void *rows = reel_chunk_rows(change->other, appended[t], &count);
        void *room = count ? reel_row_grow(reel_change_rows(change->chunk, appended[t]), count, true) : NULL;
        if (room) memcpy(room, rows, count * appended[t]->row_size);
    }
    keep_own(change, &bsor_offsets);
    keep_own(change, &bsor_user_data);
    return reel_build_status(change->chunk) < 0 ? reel__chunk_failure(change->chunk, 0, change->error) : REEL_OK;
}
