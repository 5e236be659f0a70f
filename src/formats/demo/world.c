/* SPDX-License-Identifier: MIT
 * The items of the game as the snapshots so far leave them, sorted by their keys: a search takes the same time whatever keys a file has. */
#include "formats/demo/layout.h"

static const uint32_t no_room = UINT32_MAX;

/* A block of the arena has its node in front of its numbers. */
static const uint32_t compact_at = DEMO_ARENA - 2 * DEMO_INTS_MOST;

void reel__demo_world_begin(demo_world *w)
{
    w->count = w->high = w->free_count = w->ints_used = w->bytes = w->extended_count = 0;
    memset(w->extended_of, 0, sizeof w->extended_of);
}

static void forget_types(demo_world *w)
{
    for (size_t i = 0; i < w->extended_count; i++)
        if (w->extended[i].type) w->extended_of[w->extended[i].type - DEMO_EXTENDED] = 0;
    w->extended_count = 0;
}

static void clear(demo_world *w)
{
    w->count = w->high = w->free_count = w->ints_used = w->bytes = 0;
    forget_types(w);
}

/* The place of a key in the order, or where it would be. */
static size_t place_of(const demo_world *w, uint32_t key)
{
    size_t from = 0, to = w->count;
    while (from < to) {
        size_t middle = (from + to) / 2;
        if (w->nodes[w->order[middle]].key < key)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

static demo_node *find(demo_world *w, uint32_t key)
{
    if (w->count && w->nodes[w->order[w->count - 1]].key < key) return NULL;
    size_t at = place_of(w, key);
    return at < w->count && w->nodes[w->order[at]].key == key ? &w->nodes[w->order[at]] : NULL;
}

const demo_node *reel__demo_world_find(const demo_world *w, uint32_t key)
{
    size_t at = place_of(w, key);
    return at < w->count && w->nodes[w->order[at]].key == key ? &w->nodes[w->order[at]] : NULL;
}

/* Moves the blocks in use together. */
static void compact(demo_world *w)
{
    size_t to = 0;
    for (size_t at = 0; at < w->ints_used;) {
        uint32_t head = (uint32_t)w->ints[at], node = head >> 16, size = head & 0xffff;
        if (w->nodes[node].at == at + 1) {
            memmove(w->ints + to, w->ints + at, (1 + size) * sizeof *w->ints);
            w->nodes[node].at = (uint32_t)to + 1;
            to += 1 + size;
        }
        at += 1 + size;
    }
    w->ints_used = to;
}

/* ---- types ------------------------------------------------------------------------------------------------------ */

const demo_extended *reel__demo_world_type(const demo_world *w, unsigned type)
{
    unsigned number = type >= DEMO_EXTENDED && type <= DEMO_TYPE_MOST ? w->extended_of[type - DEMO_EXTENDED] : 0;
    return number ? &w->extended[number - 1] : NULL;
}

const demo_extended *reel__demo_world_uuid(const demo_world *w, const uint8_t uuid[DEMO_UUID])
{
    for (size_t i = 0; i < w->extended_count; i++)
        if (w->extended[i].type && memcmp(w->extended[i].uuid, uuid, DEMO_UUID) == 0) return &w->extended[i];
    return NULL;
}

void reel__demo_world_forget(demo_world *w, unsigned type)
{
    if (type < DEMO_EXTENDED || type > DEMO_TYPE_MOST || !w->extended_of[type - DEMO_EXTENDED]) return;
    w->extended[w->extended_of[type - DEMO_EXTENDED] - 1].type = 0;
    w->extended_of[type - DEMO_EXTENDED] = 0;
}

void reel__demo_world_name(demo_world *w, unsigned type, const uint8_t uuid[DEMO_UUID])
{
    const demo_extended *old = reel__demo_world_type(w, type);
    if (type < DEMO_EXTENDED || type > DEMO_TYPE_MOST || (old && memcmp(old->uuid, uuid, DEMO_UUID) == 0)) return;
    reel__demo_world_forget(w, type);
    if (reel__demo_world_uuid(w, uuid)) return;
    size_t at = 0;
    while (at < w->extended_count && w->extended[at].type) at++;
    if (at == DEMO_EXTENDED_MOST) return;
    if (at == w->extended_count) w->extended_count++;
    w->extended[at].type = (uint16_t)type;
    w->extended[at].known = reel__demo_known_uuid(uuid);
    memcpy(w->extended[at].uuid, uuid, DEMO_UUID);
    w->extended_of[type - DEMO_EXTENDED] = (uint8_t)(at + 1);
}

/* Whether there is an item of a type, whose name may be gone. */
static bool has_items(const demo_world *w, unsigned type)
{
    const size_t place = place_of(w, demo_key(type, 0));
    return place < w->count && demo_key_type(w->nodes[w->order[place]].key) == type;
}

unsigned reel__demo_world_free_type(const demo_world *w)
{
    unsigned type = DEMO_TYPE_MOST;
    while (type > DEMO_EXTENDED &&
           (w->extended_of[type - DEMO_EXTENDED] || reel__demo_world_find(w, demo_key(DEMO_EX, type)) || has_items(w, type)))
        type--;
    return type;
}

/* ---- changes ---------------------------------------------------------------------------------------------------- */

static demo_node *add(demo_world *w, uint32_t key, size_t size)
{
    if (w->count == DEMO_NODES || w->ints_used + 1 + size > DEMO_ARENA) return NULL;
    unsigned node = w->free_count ? w->unused[--w->free_count] : (unsigned)w->high++;
    size_t at = w->count && w->nodes[w->order[w->count - 1]].key < key ? w->count : place_of(w, key);
    memmove(w->order + at + 1, w->order + at, (w->count - at) * sizeof *w->order);
    w->order[at] = (uint16_t)node;
    w->count++;
    w->ints[w->ints_used] = (int32_t)((uint32_t)node << 16 | (uint32_t)size);
    w->nodes[node] = (demo_node){ .key = key, .at = (uint32_t)w->ints_used + 1, .size = (uint16_t)size };
    w->ints_used += 1 + size;
    w->bytes += 8 + 4 * size;
    return &w->nodes[node];
}

static void take_out(demo_world *w, uint32_t key)
{
    size_t at = place_of(w, key);
    unsigned node = w->order[at];
    w->bytes -= 8 + 4 * (size_t)w->nodes[node].size;
    w->nodes[node].at = no_room;
    w->nodes[node].removed = false;
    w->unused[w->free_count++] = (uint16_t)node;
    w->count--;
    memmove(w->order + at, w->order + at + 1, (w->count - at) * sizeof *w->order);
}

static bool change(demo_world *w, demo_frame *frame, const demo_op *op, bool differences)
{
    demo_node *node = find(w, op->key);
    int32_t *ints = frame->ints + op->at;
    if (node && !frame->full && (node->size != op->size || node->stated)) return false;
    if (node && node->size != op->size) { /* twice in a whole snapshot: the last one counts */
        take_out(w, op->key);
        node = NULL;
    }
    int32_t *old = node ? w->ints + node->at : NULL;
    for (size_t i = 0; old && differences && i < op->size; i++) ints[i] = (int32_t)((uint32_t)ints[i] + (uint32_t)old[i]);
    if (!node) node = add(w, op->key, op->size);
    if (!node) return false;
    node->removed = false;
    node->stated = true;
    if (op->size) memcpy(w->ints + node->at, ints, op->size * sizeof *ints);
    if (demo_key_type(op->key) == DEMO_EX && op->size == DEMO_EX_INTS) {
        uint8_t uuid[DEMO_UUID];
        demo_uuid_of_ints(ints, uuid);
        reel__demo_world_name(w, demo_key_id(op->key), uuid);
    }
    return true;
}

bool reel__demo_world_apply(demo_world *w, demo_frame *frame, bool differences)
{
    bool possible = true;
    if (frame->full)
        clear(w);
    else if (w->ints_used > compact_at)
        compact(w);
    for (size_t i = 0; i < frame->removed_count; i++) {
        demo_node *node = find(w, frame->removed[i]);
        if (node) node->removed = true;
        if (demo_key_type(frame->removed[i]) == DEMO_EX) reel__demo_world_forget(w, demo_key_id(frame->removed[i]));
    }
    for (size_t i = 0; i < frame->count && possible; i++)
        possible = change(w, frame, &frame->ops[i], differences && !frame->full);
    for (size_t i = 0; i < frame->removed_count && possible; i++) {
        const demo_node *node = find(w, frame->removed[i]);
        if (node && node->removed) take_out(w, frame->removed[i]);
    }
    for (size_t i = 0; i < frame->count && possible; i++) find(w, frame->ops[i].key)->stated = false;
    possible = possible && 8 + w->bytes <= DEMO_BYTES_MOST;
    if (!possible) clear(w);
    return possible;
}
