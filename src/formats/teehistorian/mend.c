/* SPDX-License-Identifier: MIT
 * Puts right what makes other readers of teehistorian stumble: numbers in odd forms, bytes that belong to nothing, an end without
 * FINISH. What is cut inside a message the reader has left out already. */
#include "formats/teehistorian/layout.h"

/* Layout that the writer does without: it then writes as a server does. */
static void drop_layout(const reel_change *m, const reel_table *table, const char *rule, const char *message)
{
    reel_row_list *list = reel_change_rows(m->chunk, table);
    if (!list) return;
    reel_tally(m, rule, REEL_NOTE, table, NULL, list->count, message);
    list->count = 0;
}

static void mend_ending(const reel_change *m)
{
    reel_row_list *list = reel_change_rows(m->chunk, &teehistorian_endings);
    const teehistorian_ending *rows = (const teehistorian_ending *)(const void *)list->data;
    if (!list->count || rows[list->count - 1].finished) return;
    list->count = 0;
    reel_tally(m, "mend.teehistorian.finish", REEL_NOTE, &teehistorian_endings, NULL, 1, "FINISH is added to the end");
}

/* Changes of characters that are not there say nothing, and other readers fail at them. */
static void drop_strays(const reel_change *m)
{
    reel_row_list *list = reel_change_rows(m->chunk, &teehistorian_positions);
    teehistorian_position *rows = (teehistorian_position *)(void *)list->data;
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (rows[i].kind != TEEHISTORIAN_STRAY) rows[kept++] = rows[i];
    reel_tally(m, "mend.teehistorian.stray", REEL_NOTE, &teehistorian_positions, NULL, list->count - kept,
               "changes of characters that are not there, dropped");
    list->count = kept;
}

reel_status tee_mend(reel_change *m)
{
    drop_layout(m, &teehistorian_forms, "mend.teehistorian.numbers", "messages get numbers in their shortest form");
    drop_layout(m, &teehistorian_tails, "mend.teehistorian.tails", "extensions lose the bytes after their fields");
    drop_layout(m, &teehistorian_skips, "mend.teehistorian.skips", "TICK_SKIP stands now where a server puts it");
    drop_layout(m, &teehistorian_trailings, "mend.teehistorian.trailing", "bytes after FINISH, dropped");
    mend_ending(m);
    drop_strays(m);
    return REEL_OK;
}
