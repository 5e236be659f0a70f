/* SPDX-License-Identifier: MIT
 * What operations on macros share: storing what is left, and notes about it. */
#include "formats/gdr/operations.h"

double reel__macro_framerate(const reel_chunk *chunk)
{
    const gdr_info *info = reel__macro_info(chunk);
    const gdr_info_v1 *info_v1 = reel__macro_info_v1(chunk);
    double rate = info ? info->framerate : info_v1 && info_v1->keys[0] & GDR_KEY_FRAMERATE ? info_v1->framerate : GDR_USUAL_RATE;
    return rate > 0 && rate < 1e9 ? rate : 0;
}

uint64_t reel__macro_remove_marked(macro *m, uint64_t *first)
{
    size_t kept = 0;
    *first = REEL_NO_ROW;
    for (size_t i = 0; i < m->count; i++) {
        if (!m->marks[i])
            m->items[kept++] = m->items[i];
        else if (*first == REEL_NO_ROW)
            *first = i;
    }
    uint64_t dropped = m->count - kept;
    m->count = kept;
    return dropped;
}

reel_status reel__macro_store_unmarked(macro *m, const char *message)
{
    uint64_t first, dropped = reel__macro_remove_marked(m, &first);
    reel__gdr_report_rows(&m->change->reporter, "edit.dropped", REEL_NOTE, &gdr_inputs, first, dropped, message);
    return reel__macro_store(m);
}

uint64_t reel__macro_count_extensions(const reel_chunk *chunk)
{
    size_t count;
    const gdr_info *info = reel__macro_info(chunk);
    reel_chunk_rows(chunk, &gdr_extensions, &count);
    return count + (info && info->replay_extension.size);
}

void reel__macro_report_header(const reel_change *change, const char *rule, uint64_t count, const char *message)
{
    bool v1 = reel_change_rows(change->chunk, &gdr_extensions) != NULL;
    reel__gdr_report_rows(&change->reporter, rule, REEL_NOTE, v1 ? &gdr_extensions : &gdr_infos, REEL_NO_ROW, count, message);
}

void reel__macro_report_opaque(const reel_change *change, uint64_t moved)
{
    reel__macro_report_header(change, "edit.opaque-frames", reel__macro_count_extensions(change->chunk) - moved,
                              "kept %llu replay {extension|extensions} unchanged, including frame numbers in them");
}

void reel__macro_report_blocks(const reel_change *change)
{
    size_t count;
    reel_chunk_rows(change->chunk, &gdr_blocks, &count);
    reel__gdr_report_rows(&change->reporter, "edit.opaque-frames", REEL_NOTE, &gdr_blocks, REEL_NO_ROW, count,
                          "kept the bot data of %llu {input|inputs} unchanged, including times in it");
}
