/* SPDX-License-Identifier: MIT
 * Collects and sorts the inputs of a macro. */
#include "macro.h"
#include "core/rank.h"

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

static bool comes_before(const void *rows, size_t a, size_t b)
{
    const gdr_input *one = &((const gdr_input *)rows)[a], *other = &((const gdr_input *)rows)[b];
    if (one->frame != other->frame) return one->frame < other->frame;
    return !one->player2 && other->player2;
}

reel_status macro_order(macro *m, const reel_analysis *a)
{
    size_t sorted = 1, *order;
    while (sorted < m->count && !comes_before(m->inputs, sorted, sorted - 1)) sorted++;
    if (reel_spend(a->budget, m->count) != REEL_OK) return reel_fail_budget(a->budget, a->error, "inputs", 0);
    if (sorted >= m->count) return REEL_OK;
    reel_status status = rank_items(m->inputs, m->count, comes_before, &a->allocator, a->budget, &order);
    if (status == REEL_MEMORY) return no_memory(a);
    if (status < 0) return reel_fail_budget(a->budget, a->error, "inputs", 0);
    gdr_input *inputs = memory_new(&a->allocator, m->capacity * sizeof *inputs);
    for (size_t i = 0; i < m->count && inputs; i++) inputs[i] = m->inputs[order[i]];
    memory_drop(&a->allocator, order);
    if (!inputs) return no_memory(a);
    memory_drop(&a->allocator, m->inputs);
    m->inputs = inputs;
    return REEL_OK;
}

void macro_free(macro *m, const reel_analysis *a)
{
    if (m->inputs) a->allocator.free(a->allocator.context, m->inputs);
    m->inputs = NULL;
}
