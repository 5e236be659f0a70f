/* SPDX-License-Identifier: MIT
 * The inputs of a macro with what belongs to each. */
#include "formats/gdr/macro.h"

static void *first_row(const reel_chunk *chunk, const reel_table *table)
{
    reel_row_list *list = reel_change_rows((reel_chunk *)(uintptr_t)chunk, table);
    return list && list->count ? list->data : NULL;
}

gdr_info *macro_info(const reel_chunk *chunk) { return first_row(chunk, &gdr_infos); }
gdr_info_v1 *macro_info_v1(const reel_chunk *chunk) { return first_row(chunk, &gdr_infos_v1); }

static bool no_memory(reel_error *error)
{
    reel_fail(error, REEL_MEMORY, "reel.memory", "inputs", 0, "no memory to change the inputs");
    return false;
}

/* Copies the inputs of a chunk behind the items. Rows that a damaged or careless chunk lacks are left out. */
static void copy_items(macro *m, const reel_chunk *from)
{
    size_t inputs, physics, blocks, p = 0, b = 0;
    const gdr_input *input = reel_chunk_rows(from, &gdr_inputs, &inputs);
    const gdr_physics *physic = reel_chunk_rows(from, &gdr_physics_rows, &physics);
    const gdr_block *block = reel_chunk_rows(from, &gdr_blocks, &blocks);
    for (size_t i = 0; i < inputs; i++) {
        macro_item item = { .input = input[i] };
        if (item.input.extra == GDR_PHYSICS && p < physics)
            item.physics = physic[p++];
        else if (item.input.extra == GDR_BLOCK && b < blocks)
            item.block = block[b++].data;
        else
            item.input.extra = GDR_PLAIN;
        m->items[m->count++] = item;
    }
}

bool macro_take(macro *m, reel_chunk *chunk, size_t more, reel_error *error)
{
    size_t inputs;
    reel_chunk_rows(chunk, &gdr_inputs, &inputs);
    *m = (macro){ .chunk = chunk, .by_player = reel_change_rows(chunk, &gdr_infos) != NULL };
    m->items = reel_chunk_alloc(chunk, (inputs + more + 1) * sizeof *m->items);
    if (!m->items) return no_memory(error);
    copy_items(m, chunk);
    return true;
}

bool macro_add(macro *m, const reel_chunk *other)
{
    size_t from = m->count;
    copy_items(m, other);
    for (size_t i = from; i < m->count; i++) {
        macro_item *item = &m->items[i];
        if (item->input.extra == GDR_BLOCK) item->block = reel_chunk_bytes(m->chunk, item->block.data, item->block.size);
    }
    return reel_build_status(m->chunk) >= 0;
}

static bool comes_before(const macro_item *a, const macro_item *b)
{
    if (a->input.frame != b->input.frame) return a->input.frame < b->input.frame;
    return !a->input.player2 && b->input.player2;
}

bool macro_sort(macro *m)
{
    macro_item *from = m->items, *to = reel_chunk_alloc(m->chunk, (m->count + 1) * sizeof *to);
    if (!to) return false;
    for (size_t width = 1; width < m->count; width *= 2) {
        for (size_t left = 0; left < m->count; left += 2 * width) {
            size_t middle = left + width < m->count ? left + width : m->count;
            size_t end = middle + width < m->count ? middle + width : m->count;
            for (size_t i = left, j = middle, k = left; k < end; k++)
                to[k] = i < middle && (j >= end || !comes_before(&from[j], &from[i])) ? from[i++] : from[j++];
        }
        macro_item *swap = from;
        from = to;
        to = swap;
    }
    m->items = from;
    return true;
}

static reel_row_list *emptied(reel_chunk *chunk, const reel_table *table)
{
    reel_row_list *list = reel_change_rows(chunk, table);
    if (list) list->count = 0;
    return list;
}

static uint32_t short_frame(int64_t frame) { return frame < 0 ? 0 : frame > UINT32_MAX ? UINT32_MAX : (uint32_t)frame; }

static void put_item(const macro_item *item, reel_row_list *inputs, reel_row_list *physics, reel_row_list *blocks)
{
    gdr_input *input = inputs ? reel_row_add(inputs) : NULL;
    if (input) *input = item->input;
    if (item->input.extra == GDR_PHYSICS) {
        gdr_physics *row = physics ? reel_row_add(physics) : NULL;
        if (row) *row = item->physics;
        if (row) row->frame = short_frame(item->input.frame);
    } else if (item->input.extra == GDR_BLOCK) {
        gdr_block *row = blocks ? reel_row_add(blocks) : NULL;
        if (row) *row = (gdr_block){ item->input.frame, item->block };
    }
}

reel_status macro_put(macro *m, reel_error *error)
{
    reel_row_list *inputs = emptied(m->chunk, &gdr_inputs), *physics = emptied(m->chunk, &gdr_physics_rows);
    reel_row_list *blocks = emptied(m->chunk, &gdr_blocks);
    for (int pass = 0; pass < 1 + m->by_player; pass++)
        for (size_t i = 0; i < m->count; i++)
            if (!m->by_player || (m->items[i].input.player2 != 0) == pass) put_item(&m->items[i], inputs, physics, blocks);
    reel_status status = reel_build_status(m->chunk);
    if (status < 0) no_memory(error);
    return status;
}
