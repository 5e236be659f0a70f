/* SPDX-License-Identifier: MIT
 * Writes the inputs of GDR1. After a change each input of the original that still exists is walked member by member. A member whose value
 * is still the same keeps its bytes, and one that is missing, null or of a wrong type stays so: a reader takes the same value from it. */
#include "core/rows.h"
#include "formats/gdr/document.h"
#include "formats/gdr/gdr1_write.h"

bool reel__gdr1_next_pair(pull_reader *reader, gdr1_pair *p)
{
    if (!reel__pull_next(reader, &p->name) || p->name.kind == PULL_END || !reel__pull_skip(reader, &p->name)) return false;
    p->name_end = reader->at;
    if (!reel__pull_next(reader, &p->value) || !reel__pull_skip(reader, &p->value)) return false;
    p->end = reader->at;
    return true;
}

void reel__gdr1_copy_pair(gdr1_writing *g, const gdr1_pair *p)
{
    if (!gdr1_count_pair(g)) return;
    reel__push_raw(g->w, p->name.start, (size_t)(p->name_end - p->name.start));
    reel__push_raw(g->w, p->value.start, (size_t)(p->end - p->value.start));
}

/* ---- from rows -------------------------------------------------------------------------------------------------- */

/* Number of pairs in the bytes of a block. msgpack only. */
static uint64_t pairs_of(gdr1_writing *g, reel_bytes block)
{
    pull_reader *reader = g->inner;
    pull_value value;
    uint64_t items = 0;
    if (g->form == PULL_JSON) return 0;
    reel__pull_begin_members(reader, g->form, block.data, block.size);
    while (reel__pull_next(reader, &value) && value.kind != PULL_END && reel__pull_skip(reader, &value)) items++;
    return items / 2;
}

static int compare_keys(const pull_value *name, const char *key)
{
    const reel_bytes text = gdr1_key_text(name);
    const size_t size = strlen(key), least = text.size < size ? text.size : size;
    const int order = least ? memcmp(text.data, key, least) : 0;
    return order ? order : text.size < size ? -1 : text.size > size;
}

/* Writes the keys of a block between the others, where a writer that sorts has them. Keys that follow one another stay together. */
static void write_sorted(gdr1_writing *g, const gdr_input *row, reel_bytes block)
{
    gdr1_pair p;
    size_t next = 0;
    const uint8_t *run = NULL, *end = NULL;
    reel__pull_begin_members(g->inner, g->form, block.data, block.size);
    while (reel__gdr1_next_pair(g->inner, &p)) {
        while (next < GDR1_INPUT_KEYS && compare_keys(&p.name, reel__gdr1_input_members[g->order[next]].key) > 0) {
            if (run) reel__push_members(g->w, run, (size_t)(end - run));
            run = NULL;
            reel__gdr1_push_input_member(g->w, g->order[next++], row);
        }
        if (!run) run = p.name.start;
        end = p.end;
    }
    if (run) reel__push_members(g->w, run, (size_t)(end - run));
    while (next < GDR1_INPUT_KEYS) reel__gdr1_push_input_member(g->w, g->order[next++], row);
}

static void write_input(gdr1_writing *g, const gdr_input *row, const gdr_block *block)
{
    reel__push_map(g->w, GDR1_INPUT_KEYS + (block ? pairs_of(g, block->data) : 0));
    if (block && g->sorts) {
        write_sorted(g, row, block->data);
    } else {
        for (size_t i = 0; i < GDR1_INPUT_KEYS; i++) reel__gdr1_push_input_member(g->w, g->order[i], row);
        if (block) reel__push_members(g->w, block->data.data, block->data.size);
    }
    reel__push_end(g->w);
}

/* An input, and the block that belongs to it. */
typedef struct place {
    size_t row, block;
} place;

static const gdr_input *row_at(const gdr1_inputs *inputs, const place *at)
{
    return at->row < inputs->count ? &inputs->rows[at->row] : NULL;
}

static const gdr_block *block_at(const gdr1_inputs *inputs, const place *at)
{
    const gdr_input *row = row_at(inputs, at);
    return row && row->extra == GDR_BLOCK && at->block < inputs->block_count ? &inputs->blocks[at->block] : NULL;
}

static void move_on(const gdr1_inputs *inputs, place *at)
{
    at->block += inputs->rows[at->row].extra == GDR_BLOCK;
    at->row++;
}

static void write_next(gdr1_writing *g, place *at)
{
    write_input(g, row_at(&g->inputs, at), block_at(&g->inputs, at));
    move_on(&g->inputs, at);
}

void reel__gdr1_write_inputs(gdr1_writing *g)
{
    place at = { 0, 0 };
    reel__push_array(g->w, g->inputs.count);
    while (at.row < g->inputs.count) write_next(g, &at);
    reel__push_end(g->w);
}

/* ---- from the original ------------------------------------------------------------------------------------------ */

static bool same_block(const gdr_block *a, const gdr_block *b)
{
    if (!a || !b) return a == b;
    return a->data.size == b->data.size && memcmp(a->data.data, b->data.data, a->data.size) == 0;
}

static bool same_member(unsigned key, const gdr_input *a, const gdr_input *b)
{
    const gdr1_input_member *member = &reel__gdr1_input_members[key];
    if (member->type == REEL_I64) return a->frame == b->frame;
    const uint8_t one = ((const uint8_t *)a)[member->offset], other = ((const uint8_t *)b)[member->offset];
    return member->type == REEL_BOOL ? !one == !other : one == other;
}

/* Whether an input may be another one at another frame. */
static bool is_alike(const gdr1_writing *g, const place *old, const place *now)
{
    const gdr_input *a = row_at(&g->old_inputs, old), *b = row_at(&g->inputs, now);
    for (unsigned key = 0; key < GDR1_INPUT_KEYS; key++)
        if (key != GDR1_FRAME && !same_member(key, a, b)) return false;
    return same_block(block_at(&g->old_inputs, old), block_at(&g->inputs, now));
}

/* How the inputs were changed, if their number was. */
typedef struct difference {
    bool fewer, more, exact; /* exact: those that stay are known by their frames, of which all are moved by `delta` */
    int64_t delta;
} difference;

static difference compare_inputs(const gdr1_inputs *old, const gdr1_inputs *now)
{
    difference d = { .fewer = now->count<old->count, .more = now->count> old->count };
    if (d.fewer) d.exact = reel__gdr_find_part(now->rows, now->count, old->rows, old->count, &d.delta);
    if (d.more) d.exact = reel__gdr_find_part(old->rows, old->count, now->rows, now->count, &d.delta);
    if (d.more) d.delta = (int64_t)(0 - (uint64_t)d.delta);
    return d;
}

/* Whether an input stays as another one. */
static bool stays(const gdr1_writing *g, const difference *d, const place *old, const place *now)
{
    const gdr_input *a = row_at(&g->old_inputs, old), *b = row_at(&g->inputs, now);
    return is_alike(g, old, now) && (!d->exact || gdr_is_moved(a, b, d->delta));
}

/* Whether a map of the original is the input of a row: the reader skips those without a frame. */
static bool has_row(gdr1_writing *g, reel_bytes map)
{
    gdr1_pair p;
    bool framed = false;
    reel__pull_begin(g->inner, g->form, map.data, map.size, PULL_MOST_DEPTH);
    if (!reel__pull_next(g->inner, &p.value) || p.value.kind != PULL_MAP) return false;
    while (reel__gdr1_next_pair(g->inner, &p))
        if (reel__gdr1_find_input_key(&p.name) == GDR1_FRAME) framed = reel__gdr1_fits_input(GDR1_FRAME, &p.value);
    return framed;
}

/* Writes keys of a bot that follow one another, with all that is between them: blocks are compared byte by byte. */
static void write_run(gdr1_writing *g, const uint8_t **from, const uint8_t *to)
{
    if (*from && !g->counting) reel__push_members(g->w, *from, (size_t)(to - *from));
    *from = NULL;
}

/* Writes the pairs of an input, or counts them. `keeps`: the block is that of the original, so that its keys stay where they are. */
static void write_members(gdr1_writing *g, reel_bytes map, const gdr_input *old, const gdr_input *now, bool keeps)
{
    gdr1_pair p;
    unsigned met = 0;
    const uint8_t *run = NULL, *end = NULL;
    reel__pull_begin(g->inner, g->form, map.data, map.size, PULL_MOST_DEPTH);
    reel__pull_next(g->inner, &p.value);
    while (reel__gdr1_next_pair(g->inner, &p)) {
        const unsigned key = reel__gdr1_find_input_key(&p.name);
        if (key == GDR1_INPUT_KEYS) {
            if (!keeps) continue;
            gdr1_count_pair(g);
            if (!run) run = p.name.start;
            end = p.end;
            continue;
        }
        write_run(g, &run, end);
        met |= 1u << key;
        if (same_member(key, old, now))
            reel__gdr1_copy_pair(g, &p);
        else if (gdr1_count_pair(g))
            reel__gdr1_push_input_member(g->w, key, now);
    }
    write_run(g, &run, end);
    for (unsigned i = 0; i < GDR1_INPUT_KEYS; i++) {
        const unsigned key = g->order[i];
        if (!(met >> key & 1) && !same_member(key, old, now) && gdr1_count_pair(g)) reel__gdr1_push_input_member(g->w, key, now);
    }
}

/* Writes an input in place of that of the original. */
static void update_input(gdr1_writing *g, reel_bytes map, const place *old, const place *now)
{
    const gdr_input *before = row_at(&g->old_inputs, old), *row = row_at(&g->inputs, now);
    const gdr_block *block = block_at(&g->inputs, now);
    const bool keeps = same_block(block_at(&g->old_inputs, old), block);
    const uint64_t outside = g->pairs;
    if (keeps && same_member(GDR1_FRAME, before, row) && is_alike(g, old, now)) {
        reel__push_raw(g->w, map.data, map.size);
        return;
    }
    g->counting = true;
    g->pairs = 0;
    write_members(g, map, before, row, keeps);
    reel__push_map(g->w, g->pairs + (block && !keeps ? pairs_of(g, block->data) : 0));
    g->counting = false;
    write_members(g, map, before, row, keeps);
    if (block && !keeps) reel__push_members(g->w, block->data.data, block->data.size);
    reel__push_end(g->w);
    g->pairs = outside;
}

/* The number of items that the array will have: those of the original that are no inputs stay. */
static uint64_t count_items(gdr1_writing *g, reel_bytes array)
{
    pull_value item;
    uint64_t others = 0;
    if (g->form == PULL_JSON) return 0;
    reel__pull_begin(g->items, g->form, array.data, array.size, PULL_MOST_DEPTH);
    if (!reel__pull_next(g->items, &item) || item.kind != PULL_ARRAY) return g->inputs.count;
    while (reel__pull_next(g->items, &item) && item.kind != PULL_END && reel__pull_skip(g->items, &item))
        others += !has_row(g, (reel_bytes){ item.start, (size_t)(g->items->at - item.start) });
    return g->inputs.count + others;
}

/* The rows are the inputs of the original, in order, each perhaps changed; or some of them; or these and more. An input that is not found in
 * the order is written from its row. */
void reel__gdr1_update_inputs(gdr1_writing *g, reel_bytes array)
{
    pull_value item;
    place old = { 0, 0 }, now = { 0, 0 };
    const difference d = compare_inputs(&g->old_inputs, &g->inputs);
    reel__push_array(g->w, count_items(g, array));
    reel__pull_begin(g->items, g->form, array.data, array.size, PULL_MOST_DEPTH);
    if (!reel__pull_next(g->items, &item) || item.kind != PULL_ARRAY) item.kind = PULL_END;
    while (item.kind != PULL_END && reel__pull_next(g->items, &item) && item.kind != PULL_END &&
           reel__pull_skip(g->items, &item)) {
        const reel_bytes map = { item.start, (size_t)(g->items->at - item.start) };
        if (!has_row(g, map)) {
            reel__push_raw(g->w, map.data, map.size);
            continue;
        }
        if (!row_at(&g->old_inputs, &old)) continue;
        while (d.more && row_at(&g->inputs, &now) && !stays(g, &d, &old, &now)) write_next(g, &now);
        if (row_at(&g->inputs, &now) && (!d.fewer || stays(g, &d, &old, &now))) {
            update_input(g, map, &old, &now);
            move_on(&g->inputs, &now);
        }
        move_on(&g->old_inputs, &old);
    }
    while (row_at(&g->inputs, &now)) write_next(g, &now);
    reel__push_end(g->w);
}
