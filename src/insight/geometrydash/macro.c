/* SPDX-License-Identifier: MIT
 * Collects and sorts the inputs of a macro. */
#include "macro.h"
#include "core/memory.h"

static reel_status no_memory(const reel_analysis *a)
{
    return reel_fail(a->error, REEL_MEMORY, "reel.memory", "inputs", 0, "out of memory");
}

static void learn(macro *m, const reel_chunk *chunk)
{
    size_t count;
    const gdr_info *info = reel_chunk_rows(chunk, &gdr_infos, &count);
    if (count) {
        m->framerate = info->framerate;
        m->duration = (double)info->duration;
        m->framerate_stated = true;
    }
    const gdr_info_v1 *info_v1 = reel_chunk_rows(chunk, &gdr_infos_v1, &count);
    if (!count) return;
    m->framerate_stated = info_v1->keys[0] & GDR_KEY_FRAMERATE;
    m->framerate = m->framerate_stated ? info_v1->framerate : 240;
    m->duration = info_v1->duration;
}

reel_status macro_collect(macro *m, const reel_analysis *a, const reel_chunk *chunk)
{
    size_t count;
    learn(m, chunk);
    const gdr_input *inputs = reel_chunk_rows(chunk, &gdr_inputs, &count);
    if (!count) return REEL_OK;
    if (count > SIZE_MAX - m->count) return no_memory(a);
    gdr_input *grown = memory_items(&a->allocator, m->inputs, &m->capacity, m->count + count, sizeof *grown);
    if (!grown) return no_memory(a);
    m->inputs = grown;
    memcpy(m->inputs + m->count, inputs, count * sizeof *inputs);
    m->count += count;
    return REEL_OK;
}

static bool in_order(const gdr_input *a, const gdr_input *b)
{
    if (a->frame != b->frame) return a->frame < b->frame;
    return !(a->player2 && !b->player2);
}

reel_status macro_order(macro *m, const reel_analysis *a)
{
    size_t sorted = 1;
    while (sorted < m->count && in_order(&m->inputs[sorted - 1], &m->inputs[sorted])) sorted++;
    if (reel_spend(a->budget, m->count) != REEL_OK) return reel_fail_budget(a->budget, a->error, "inputs", 0);
    if (sorted >= m->count) return REEL_OK;
    gdr_input *from = m->inputs, *to = a->allocator.alloc(a->allocator.context, m->capacity * sizeof *to);
    if (!to) return no_memory(a);
    reel_status status = REEL_OK;
    for (size_t width = 1; width < m->count && status == REEL_OK; width *= 2) {
        status = reel_spend(a->budget, m->count);
        for (size_t left = 0; left < m->count; left += 2 * width) {
            size_t middle = left + width < m->count ? left + width : m->count;
            size_t end = middle + width < m->count ? middle + width : m->count;
            for (size_t i = left, j = middle, k = left; k < end; k++)
                to[k] = i < middle && (j >= end || in_order(&from[i], &from[j])) ? from[i++] : from[j++];
        }
        gdr_input *swap = from;
        from = to;
        to = swap;
    }
    m->inputs = from;
    a->allocator.free(a->allocator.context, to);
    return status == REEL_OK ? REEL_OK : reel_fail_budget(a->budget, a->error, "inputs", 0);
}

void macro_free(macro *m, const reel_analysis *a)
{
    if (m->inputs) a->allocator.free(a->allocator.context, m->inputs);
    m->inputs = NULL;
}
