/* SPDX-License-Identifier: MIT
 * Collects and sorts the inputs of a macro. */
#include "macro.h"
#include "core/memory.h"
#include "core/rank.h"

#include <math.h>

static void learn(macro *m, const reel_chunk *chunk)
{
    size_t count;
    const gdr_info *info = reel_chunk_rows(chunk, &gdr_infos, &count);
    if (count) {
        m->framerate = info->framerate;
        m->duration = (double)info->duration;
        m->platformer = info->platformer != 0;
        m->framerate_stated = true;
    }
    const gdr_info_v1 *info_v1 = reel_chunk_rows(chunk, &gdr_infos_v1, &count);
    if (!count) return;
    m->framerate_stated = info_v1->keys[0] & GDR_KEY_FRAMERATE;
    m->framerate = m->framerate_stated && isfinite(info_v1->framerate) ? info_v1->framerate : 240; /* as clean rows lack it */
    m->duration = info_v1->keys[0] & GDR_KEY_DURATION ? info_v1->duration : 0;
    m->whole = info_v1->keys[1] & GDR_KEY_WHOLE_DURATION;
}

reel_status reel__macro_collect(macro *m, const reel_analysis *a, const reel_chunk *chunk)
{
    size_t count;
    learn(m, chunk);
    const gdr_input *inputs = reel_chunk_rows(chunk, &gdr_inputs, &count);
    if (!count) return REEL_OK;
    if (count > SIZE_MAX - m->count) return reel__memory_fail(a->error);
    gdr_input *grown = reel__memory_items(&a->allocator, m->inputs, &m->capacity, m->count + count, sizeof *grown);
    if (!grown) return reel__memory_fail(a->error);
    m->inputs = grown;
    memcpy(m->inputs + m->count, inputs, count * sizeof *inputs);
    m->count += count;
    return REEL_OK;
}

static bool comes_before(const void *rows, size_t a, size_t b)
{
    const gdr_input *one = &((const gdr_input *)rows)[a], *other = &((const gdr_input *)rows)[b];
    if (one->frame != other->frame) return one->frame < other->frame;
    return !one->player2 && other->player2;
}

reel_status reel__macro_order(macro *m, const reel_analysis *a)
{
    size_t sorted = 1, *order;
    while (sorted < m->count && !comes_before(m->inputs, sorted, sorted - 1)) sorted++;
    if (reel_spend(a->budget, m->count) != REEL_OK) return reel_fail_budget(a->budget, a->error, "inputs", 0);
    if (sorted >= m->count) return REEL_OK;
    reel_status status = reel__rank_items(m->inputs, m->count, comes_before, &a->allocator, a->budget, &order);
    if (status == REEL_MEMORY) return reel__memory_fail(a->error);
    if (status < 0) return reel_fail_budget(a->budget, a->error, "inputs", 0);
    gdr_input *inputs = reel__memory_new(&a->allocator, m->capacity * sizeof *inputs);
    for (size_t i = 0; i < m->count && inputs; i++) inputs[i] = m->inputs[order[i]];
    reel__memory_drop(&a->allocator, order);
    if (!inputs) return reel__memory_fail(a->error);
    reel__memory_drop(&a->allocator, m->inputs);
    m->inputs = inputs;
    return REEL_OK;
}

/* Frames that go back by less than this part of a second are inputs in a wrong order: nobody dies and comes back that fast. */
#define ATTEMPT_PART 20

/* Where a player's inputs go back, a new attempt starts from that frame: what he did from there on was abandoned. `kept` is a stack of inputs
 * with rising frames; each input is pushed once and popped at most once. */
reel_status reel__macro_find_attempts(macro *m, const reel_analysis *a)
{
    double least = m->framerate > 0 ? m->framerate / ATTEMPT_PART : 0;
    size_t *kept = a->allocator.alloc(a->allocator.context, (m->count + 1) * sizeof *kept);
    if (!kept) return reel__memory_fail(a->error);
    m->attempts = m->count != 0;
    for (size_t i = 0; i < m->count; i++) m->inputs[i].extra = GDR_PLAIN;
    for (int player2 = 0; player2 < 2; player2++) {
        size_t count = 0;
        uint64_t attempts = 1;
        for (size_t i = 0; i < m->count; i++) {
            const gdr_input *in = &m->inputs[i];
            if ((in->player2 != 0) != player2) continue;
            bool back = count && (double)m->inputs[kept[count - 1]].frame - (double)in->frame > least;
            attempts += back;
            for (; back && count && m->inputs[kept[count - 1]].frame >= in->frame; m->abandoned++)
                m->inputs[kept[--count]].extra = MACRO_ABANDONED;
            kept[count++] = i;
        }
        if (m->count && attempts > m->attempts) m->attempts = attempts;
    }
    a->allocator.free(a->allocator.context, kept);
    return reel_spend(a->budget, m->count) == REEL_OK ? REEL_OK : reel_fail_budget(a->budget, a->error, "inputs", 0);
}

void reel__macro_keep_last(macro *m)
{
    size_t kept = 0;
    for (size_t i = 0; i < m->count && m->abandoned; i++)
        if (m->inputs[i].extra != MACRO_ABANDONED) m->inputs[kept++] = m->inputs[i];
    if (m->abandoned) m->count = kept;
    m->abandoned = 0;
}

/* A duration that is the last input's frame within 1 %, and more than ten times its time, is a number of frames. */
double reel__macro_seconds(const macro *m, bool *in_frames)
{
    double last = m->count ? (double)m->inputs[m->count - 1].frame : 0, off = m->duration - last;
    bool near = off >= -1 - last / 100 && off <= 1 + last / 100;
    *in_frames = m->framerate > 10 && m->duration > 0 && (m->whole || (near && last > m->framerate));
    return *in_frames ? m->duration / m->framerate : m->duration;
}

void reel__macro_free(macro *m, const reel_analysis *a)
{
    if (m->inputs) a->allocator.free(a->allocator.context, m->inputs);
    m->inputs = NULL;
}
