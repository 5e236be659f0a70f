/* SPDX-License-Identifier: MIT
 * The inputs of a macro with their physics and blocks. */
#include "formats/gdr/macro.h"
#include "core/chunk.h"
#include "core/memory.h"

#include <reel/macros.h>

static void *first_row(const reel_chunk *chunk, const reel_table *table)
{
    reel_row_list *list = reel_change_rows((reel_chunk *)(uintptr_t)chunk, table);
    return list && list->count ? list->data : NULL;
}

gdr_info *reel__macro_info(const reel_chunk *chunk) { return first_row(chunk, &gdr_infos); }
gdr_info_v1 *reel__macro_info_v1(const reel_chunk *chunk) { return first_row(chunk, &gdr_infos_v1); }

/* ---- memory ----------------------------------------------------------------------------------------------------- */

static reel_status spend(const reel_change *change, uint64_t steps)
{
    if (reel_spend(change->budget, steps) == REEL_OK) return REEL_OK;
    return reel_fail_budget(change->budget, change->error, "inputs", 0);
}

void *reel__macro_alloc(const reel_change *change, size_t count, size_t size)
{
    if (count >= SIZE_MAX / size) return NULL;
    return change->allocator.alloc(change->allocator.context, (count + 1) * size);
}

void reel__macro_release(const reel_change *change, void *memory)
{
    if (memory) change->allocator.free(change->allocator.context, memory);
}

void reel__macro_end(macro *m)
{
    reel__macro_release(m->change, m->items);
    reel__macro_release(m->change, m->marks);
    m->items = NULL;
    m->marks = NULL;
}

/* ---- from a chunk ----------------------------------------------------------------------------------------------- */

/* The n-th row of physics or blocks belongs to the n-th input that has one, so the counts must match. */
static reel_status check_counts(const reel_change *change, const reel_chunk *from)
{
    size_t inputs, physics, blocks, places = 0, others = 0;
    const gdr_input *input = reel_chunk_rows(from, &gdr_inputs, &inputs);
    reel_chunk_rows(from, &gdr_physics_rows, &physics);
    reel_chunk_rows(from, &gdr_blocks, &blocks);
    for (size_t i = 0; i < inputs; i++) {
        places += input[i].extra == GDR_PHYSICS;
        others += input[i].extra == GDR_BLOCK;
    }
    if (places == physics && others == blocks) return REEL_OK;
    return reel_fail(change->error, REEL_ARGUMENT, "gdr.extra-count", "inputs", 0,
                     "%zu {input has|inputs have} physics and %zu a block, but there are %zu rows of physics and %zu of blocks",
                     places, others, physics, blocks);
}

static reel_status copy_items(macro *m, const reel_chunk *from)
{
    size_t inputs, physics, blocks;
    reel_status status = check_counts(m->change, from);
    const gdr_input *input = reel_chunk_rows(from, &gdr_inputs, &inputs);
    const gdr_physics *physic = reel_chunk_rows(from, &gdr_physics_rows, &physics);
    const gdr_block *block = reel_chunk_rows(from, &gdr_blocks, &blocks);
    if (status >= 0) status = spend(m->change, (uint64_t)inputs * sizeof *m->items);
    for (size_t i = 0; i < inputs && status >= 0; i++) {
        macro_item item = { .input = input[i] };
        if (item.input.extra == GDR_PHYSICS) item.physics = *physic++;
        if (item.input.extra == GDR_BLOCK) item.block = block++->data;
        m->items[m->count++] = item;
    }
    return status;
}

/* GDR2 alone has this info without the header of a bot's format. */
static bool is_gdr2(reel_chunk *chunk)
{
    return reel_change_rows(chunk, &gdr_infos) && !reel_change_rows(chunk, &macros_headers);
}

reel_status reel__macro_load(macro *m, const reel_change *change, size_t more)
{
    size_t inputs;
    reel_chunk_rows(change->chunk, &gdr_inputs, &inputs);
    *m = (macro){ .change = change, .by_player = is_gdr2(change->chunk) };
    if (more > SIZE_MAX - inputs) return reel__memory_fail(change->error);
    m->capacity = inputs + more;
    m->items = reel__macro_alloc(change, m->capacity, sizeof *m->items);
    return m->items ? copy_items(m, change->chunk) : reel__memory_fail(change->error);
}

reel_status reel__macro_mark(macro *m)
{
    m->marks = reel__macro_alloc(m->change, m->count, 1);
    if (!m->marks) return reel__memory_fail(m->change->error);
    memset(m->marks, 0, m->count + 1);
    return REEL_OK;
}

reel_status reel__macro_add(macro *m, const reel_chunk *other)
{
    size_t from = m->count;
    reel_chunk *chunk = m->change->chunk;
    reel_status status = copy_items(m, other);
    for (size_t i = from; i < m->count && status >= 0; i++) {
        macro_item *item = &m->items[i];
        if (item->input.extra == GDR_BLOCK) item->block = reel_chunk_bytes(chunk, item->block.data, item->block.size);
    }
    return status >= 0 && reel_build_status(chunk) < 0 ? reel__chunk_failure(chunk, 0, m->change->error) : status;
}

/* ---- order ------------------------------------------------------------------------------------------------------ */

reel_status reel__macro_rank(const reel_change *change, const void *rows, size_t count, rank_before *before, size_t **order)
{
    reel_status status = reel__rank_items(rows, count, before, &change->allocator, change->budget, order);
    if (status == REEL_OK) return REEL_OK;
    return status == REEL_MEMORY ? reel__memory_fail(change->error)
                                 : reel_fail_budget(change->budget, change->error, "inputs", 0);
}

static bool comes_before(const void *rows, size_t a, size_t b)
{
    const gdr_input *one = &((const macro_item *)rows)[a].input, *other = &((const macro_item *)rows)[b].input;
    if (one->frame != other->frame) return one->frame < other->frame;
    return !one->player2 && other->player2;
}

reel_status reel__macro_sort(macro *m)
{
    size_t *order;
    reel_status status = reel__macro_rank(m->change, m->items, m->count, comes_before, &order);
    if (status < 0) return status;
    macro_item *sorted = reel__macro_alloc(m->change, m->capacity, sizeof *sorted);
    for (size_t i = 0; i < m->count && sorted; i++) sorted[i] = m->items[order[i]];
    reel__macro_release(m->change, order);
    if (!sorted) return reel__memory_fail(m->change->error);
    reel__macro_release(m->change, m->items);
    m->items = sorted;
    return REEL_OK;
}

/* ---- back to the chunk ------------------------------------------------------------------------------------------ */

static reel_row_list *empty_list(reel_chunk *chunk, const reel_table *table)
{
    reel_row_list *list = reel_change_rows(chunk, table);
    if (list) list->count = 0;
    return list;
}

static uint32_t clamp_frame(int64_t frame) { return frame < 0 ? 0 : frame > UINT32_MAX ? UINT32_MAX : (uint32_t)frame; }

static void store_item(const macro_item *item, reel_row_list *inputs, reel_row_list *physics, reel_row_list *blocks)
{
    gdr_input *input = inputs ? reel_row_add(inputs) : NULL;
    if (input) *input = item->input;
    if (item->input.extra == GDR_PHYSICS) {
        gdr_physics *row = physics ? reel_row_add(physics) : NULL;
        if (row) *row = item->physics;
        if (row) row->frame = clamp_frame(item->input.frame);
    } else if (item->input.extra == GDR_BLOCK) {
        gdr_block *row = blocks ? reel_row_add(blocks) : NULL;
        if (row) *row = (gdr_block){ item->input.frame, item->block };
    }
}

reel_status reel__macro_store(macro *m)
{
    reel_chunk *chunk = m->change->chunk;
    reel_row_list *inputs = empty_list(chunk, &gdr_inputs), *physics = empty_list(chunk, &gdr_physics_rows);
    reel_row_list *blocks = empty_list(chunk, &gdr_blocks);
    for (int pass = 0; pass < 1 + m->by_player; pass++)
        for (size_t i = 0; i < m->count; i++)
            if (!m->by_player || (m->items[i].input.player2 != 0) == pass) store_item(&m->items[i], inputs, physics, blocks);
    reel_status status = reel_build_status(chunk);
    if (status >= 0) return REEL_OK;
    if (status == REEL_MEMORY) return reel__memory_fail(m->change->error);
    if (spend(m->change, 0) < 0) return status;
    return reel_fail(m->change->error, status, "reel.row-limit", "inputs", 0, "the rows exceed the limit");
}
