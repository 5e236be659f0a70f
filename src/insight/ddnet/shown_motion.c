/* SPDX-License-Identifier: MIT
 * Positions and inputs of a demo or a ghost, for plots that draw those of a recording. */
#include "insight/ddnet/game.h"
#include "insight/ddnet/shown.h"

typedef struct motion {
    shown_game shown;
    reel_analysis *analysis;
} motion;

static void take_row(void *context, shown_kind kind, const reel_table *table, const void *row)
{
    const motion *m = context;
    reel_row_list *list = kind == SHOWN_RECORDED ? reel_chunk_table(m->analysis->result, table) : NULL;
    void *to = list ? reel_row_add(list) : NULL;
    if (to) memcpy(to, row, table->row_size);
}

static reel_status process_chunk(reel_analysis *analysis, const reel_chunk *chunk)
{
    motion *m = analysis->state;
    m->analysis = analysis;
    m->shown.take = take_row;
    m->shown.context = m;
    return reel__shown_chunk(&m->shown, analysis, chunk);
}

static void close_motion(reel_analysis *analysis) { reel__shown_close(&((motion *)analysis->state)->shown); }

static const reel_table *const tables[] = { &teehistorian_positions, &teehistorian_inputs, NULL };

const reel_insight reel__shown_motion = {
    .id = "ddnet-shown",
    .name = "DDNet motion",
    .doc = "positions and inputs that a demo or a ghost shows",
    .formats = reel__game_formats_shown,
    .tables = tables,
    .inputs = reel__game_inputs,
    .state_size = sizeof(motion),
    .chunk = process_chunk,
    .close = close_motion,
#if !defined REEL_WITHOUT_LEVELS && !defined REEL_WITHOUT_DDNET_MAP
    .levels = reel__game_levels,
#endif
};
