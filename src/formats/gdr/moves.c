/* SPDX-License-Identifier: MIT
 * What operations move beside the inputs: all that has frames and players, and the duration. */
#include "formats/gdr/findings.h"
#include "formats/gdr/operations.h"

#include <math.h>

reel_status reel__macro_out_of_range(const reel_change *change, const reel_table *table, uint64_t row, int64_t value)
{
    reel_find(&change->reporter,
              (reel_finding){ .rule = "edit.frame-range",
                              .severity = REEL_ERROR,
                              .section = table->name,
                              .offset = REEL_NO_OFFSET,
                              .table = table,
                              .row = row },
              "frame %lld would be out of range", (long long)value);
    return reel_fail(change->error, REEL_LOSS, "edit.frame-range", table->name, 0,
                     "row %llu of %s: frame %lld would be out of range", (unsigned long long)row, table->name, (long long)value);
}

static reel_status move_deaths(const reel_change *change, const macro_motion *motion)
{
    reel_row_list *deaths = reel_change_rows(change->chunk, &gdr_deaths);
    size_t kept = 0, first = 0, count = deaths && motion->frame ? deaths->count : 0;
    gdr_death *rows = count ? (gdr_death *)(void *)deaths->data : NULL;
    for (size_t i = 0; i < count; i++) {
        gdr_death death = rows[i];
        macro_moved moved = motion->frame(motion->context, &death.frame);
        if (moved == MACRO_TOO_LATE) return reel__macro_out_of_range(change, &gdr_deaths, i, rows[i].frame);
        if (moved == MACRO_MOVED)
            rows[kept++] = death;
        else if (kept == i)
            first = i;
    }
    if (kept == count) return REEL_OK;
    deaths->count = kept;
    if (motion->cuts)
        reel_tally(change, "edit.cut", REEL_NOTE, &gdr_deaths, NULL, count - kept, MACRO_CUT_REASON);
    else
        reel__gdr_report_rows(&change->reporter, "edit.dropped", REEL_NOTE, &gdr_deaths, first, count - kept,
                              "dropped %llu {death|deaths} that would be before the start");
    return REEL_OK;
}

reel_status reel__macro_move_others(const reel_change *change, const macro_motion *motion)
{
    uint64_t moved = 0;
    reel_status status = move_deaths(change, motion);
    if (status >= 0) status = reel__macro_move_fixes(change, motion, &moved);
    if (status >= 0 && motion->frame) reel__macro_report_opaque(change, moved);
    if (status >= 0 && motion->frame && !motion->cuts) reel__macro_report_blocks(change);
    return status;
}

bool reel__macro_duration(const reel_chunk *chunk, double *frames)
{
    const gdr_info *info = reel__macro_info(chunk);
    const gdr_info_v1 *info_v1 = reel__macro_info_v1(chunk);
    double rate = reel__macro_framerate(chunk);
    if (info) *frames = (double)info->duration * rate;
    if (info_v1) *frames = info_v1->keys[1] & GDR_KEY_WHOLE_DURATION ? info_v1->duration : info_v1->duration * rate;
    return (info || (info_v1 && info_v1->keys[0] & GDR_KEY_DURATION)) && rate > 0 && *frames > 0 && *frames < 0x1p62;
}

void reel__macro_set_duration(const reel_change *change, double frames)
{
    gdr_info *info = reel__macro_info(change->chunk);
    gdr_info_v1 *info_v1 = reel__macro_info_v1(change->chunk);
    double rate = reel__macro_framerate(change->chunk);
    if (!(frames > 0)) frames = 0;
    if (info) info->duration = (float)(frames / rate);
    if (info_v1) info_v1->duration = info_v1->keys[1] & GDR_KEY_WHOLE_DURATION ? trunc(frames) : frames / rate;
}

void reel__macro_take_duration(const reel_change *change, const reel_chunk *other, double frames)
{
    gdr_info *info = reel__macro_info(change->chunk);
    gdr_info_v1 *info_v1 = reel__macro_info_v1(change->chunk);
    const gdr_info *more = reel__macro_info(other);
    const gdr_info_v1 *more_v1 = reel__macro_info_v1(other);
    const bool frames_v1 = info_v1 && info_v1->keys[1] & GDR_KEY_WHOLE_DURATION;
    if (info && more)
        info->duration = more->duration;
    else if (info_v1 && more_v1 && frames_v1 == ((more_v1->keys[1] & GDR_KEY_WHOLE_DURATION) != 0))
        info_v1->duration = more_v1->duration;
    else
        reel__macro_set_duration(change, frames);
}
