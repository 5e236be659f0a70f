/* SPDX-License-Identifier: MIT
 * Records that a crash or a power cut cleared, in formats that state how many there are: the file ends with MACROS_PADDING zeros or 0xFF or more,
 * and its last records are those. */
#include "core/chunk.h"
#include "core/memory.h"
#include "formats/gdr/cleared.h"
#include "formats/gdr/macros/macros.h"

enum { RUN_LEAST = 2 };

static size_t equal_fixes(const reel_row_list *list)
{
    const macros_fix *rows = (const macros_fix *)(const void *)list->data;
    const size_t count = list->count;
    size_t run = count > 0;
    for (; run && run < count; run++) {
        const macros_fix *a = &rows[count - run - 1], *b = &rows[count - 1];
        bool same = a->frame == b->frame && a->has == b->has && a->player2 == b->player2;
        same = same && reel_float_bits(a->x) == reel_float_bits(b->x) && reel_float_bits(a->y) == reel_float_bits(b->y);
        if (!same) break;
    }
    return run >= RUN_LEAST && run < count ? run : 0;
}

static void drop_inputs(macros_in *m, size_t dropped)
{
    const gdr_input *rows = (const gdr_input *)(const void *)m->inputs->data + (m->inputs->count - dropped);
    size_t physics = 0;
    for (size_t i = 0; i < dropped; i++) physics += rows[i].extra == GDR_PHYSICS;
    m->inputs->count -= dropped;
    if (m->physics && m->physics->count >= physics) m->physics->count -= physics;
    if (m->times && m->times->count > m->inputs->count) m->times->count = m->inputs->count;
}

reel_status reel__macros_see_padding(macros_in *m, reel_chunk **own)
{
    static const reel_table *const needed[] = { &gdr_inputs, &macros_fixes, NULL };
    *own = NULL;
    if (m->padding >= m->c.end || (m->inputs && m->fixes)) return REEL_OK;
    if (!(*own = reel__chunk_new(needed, needed, m->d->limits.rows, &m->d->allocator))) return reel__memory_fail(m->error);
    (*own)->budget = m->d->budget;
    if (!m->inputs) m->inputs = reel_chunk_table(*own, &gdr_inputs);
    if (!m->fixes) m->fixes = reel_chunk_table(*own, &macros_fixes);
    return REEL_OK;
}

reel_status reel__macros_drop_padding(macros_in *m, reel_status status)
{
    if (m->c.end != m->d->in.end || m->padding >= m->c.at) return status; /* no record was read from it */
    const size_t fixes = m->fixes ? equal_fixes(m->fixes) : 0;
    const size_t inputs = m->inputs && !fixes ? reel__gdr_cleared_inputs((const gdr_input *)(const void *)m->inputs->data,
                                                                         m->inputs->count, m->c.end[-1], false)
                                              : 0;
    if (!inputs && !fixes) return status;
    if (inputs) drop_inputs(m, inputs);
    if (fixes) m->fixes->count -= fixes;
    if (status < 0) return status;
    return macros_fail(m, REEL_TRUNCATED, "padding", m->c.end_offset - (uint64_t)(m->c.end - m->padding),
                       "the last %zu bytes are all %s: the file was not written to its end", (size_t)(m->c.end - m->padding),
                       m->c.end[-1] ? "0xFF" : "0");
}
