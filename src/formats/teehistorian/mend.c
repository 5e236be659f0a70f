/* SPDX-License-Identifier: MIT
 * Puts right what makes other readers of teehistorian stumble: numbers in odd forms, bytes that belong to nothing, an end without
 * FINISH. What is cut inside a message the reader has left out already. */
#include "formats/teehistorian/layout.h"

static reel_finding mending(const char *rule, const reel_table *table, uint64_t count)
{
    return (reel_finding){ .rule = rule,
                           .severity = REEL_NOTE,
                           .section = "messages",
                           .offset = REEL_NO_OFFSET,
                           .table = table,
                           .row = REEL_NO_ROW,
                           .count = count };
}

/* Layout that the writer does without: it then writes as a server does. */
static void drop_layout(const reel_change *m, const reel_table *table, const char *rule, const char *message)
{
    reel_row_list *list = reel_change_rows(m->chunk, table);
    if (!list || !list->count) return;
    reel_find(&m->reporter, mending(rule, table, list->count), "%zu %s", list->count, message);
    list->count = 0;
}

static void mend_trailing(const reel_change *m)
{
    reel_row_list *list = reel_change_rows(m->chunk, &teehistorian_trailings);
    const teehistorian_trailing *rows = (const teehistorian_trailing *)(const void *)list->data;
    uint64_t bytes = 0;
    for (size_t i = 0; i < list->count; i++) bytes += rows[i].data.size;
    list->count = 0;
    if (bytes)
        reel_find(&m->reporter, mending("mend.teehistorian.trailing", &teehistorian_trailings, bytes),
                  "%llu bytes after FINISH are dropped", (unsigned long long)bytes);
}

static void mend_ending(const reel_change *m)
{
    reel_row_list *list = reel_change_rows(m->chunk, &teehistorian_endings);
    const teehistorian_ending *rows = (const teehistorian_ending *)(const void *)list->data;
    if (!list->count || rows[list->count - 1].finished) return;
    list->count = 0;
    reel_find(&m->reporter, mending("mend.teehistorian.finish", &teehistorian_endings, 1), "FINISH is added to the end");
}

/* Changes of characters that are not there say nothing, and other readers fail at them. */
static void drop_strays(const reel_change *m)
{
    reel_row_list *list = reel_change_rows(m->chunk, &teehistorian_positions);
    teehistorian_position *rows = (teehistorian_position *)(void *)list->data;
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (rows[i].kind != TEEHISTORIAN_STRAY) rows[kept++] = rows[i];
    size_t gone = list->count - kept;
    list->count = kept;
    if (gone)
        reel_find(&m->reporter, mending("mend.teehistorian.stray", &teehistorian_positions, gone),
                  "%zu changes of characters that are not there are dropped", gone);
}

reel_status tee_mend(reel_change *m)
{
    drop_layout(m, &teehistorian_forms, "mend.teehistorian.numbers", "messages get numbers in their shortest form");
    drop_layout(m, &teehistorian_tails, "mend.teehistorian.tails", "extensions lose the bytes after their fields");
    drop_layout(m, &teehistorian_skips, "mend.teehistorian.skips", "TICK_SKIP stand now where a server puts them");
    mend_trailing(m);
    mend_ending(m);
    drop_strays(m);
    return REEL_OK;
}
