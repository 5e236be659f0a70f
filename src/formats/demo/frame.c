/* SPDX-License-Identifier: MIT
 * Chunks as numbers, and numbers as chunks. */
#include "codec/teeworlds_huffman.h"
#include "codec/teeworlds_int.h"
#include "formats/demo/layout.h"

enum { NUMBER_NEGATIVE = 0x40, NUMBER_GOES_ON = 0x80 }; /* bits of the first byte */

/* ---- packing ---------------------------------------------------------------------------------------------------- */

const char *reel__demo_unpack(demo_unpacked *u, int32_t ints[DEMO_INTS_MOST], reel_bytes packed)
{
    size_t size, at = 0;
    u->count = 0;
    u->plain = true;
    reel_status status = reel__tw_huffman_unpack(packed, u->bytes, sizeof u->bytes, &size);
    if (status == REEL_LIMIT) return "a chunk unpacks to more than 65536 bytes";
    if (status < 0) return "a chunk ends before its end is coded";
    while (at < size) {
        if (u->count == DEMO_INTS_MOST) return "a chunk has more than 16384 numbers";
        const uint8_t byte = u->bytes[at];
        if (byte < NUMBER_GOES_ON) { /* nearly all of them */
            ints[u->count++] = byte & NUMBER_NEGATIVE ? ~(byte & (NUMBER_NEGATIVE - 1)) : byte;
            at++;
            continue;
        }
        size_t step = varint_read(u->bytes + at, size - at, &ints[u->count]);
        if (!step) return "a number of a chunk is not whole";
        if (varint_form(step, u->bytes[at + step - 1])) u->plain = false;
        at += step;
        u->count++;
    }
    u->size = size;
    return NULL;
}

size_t reel__demo_pack_bytes(const uint8_t *bytes, size_t count, uint8_t packed[DEMO_PACK_ROOM], bool old)
{
    size_t made = reel__tw_huffman_pack(bytes, count, packed);
    if (old && reel__tw_huffman_bits(bytes, count) % 8 == 0) packed[made++] = 0; /* it writes a byte behind the last full one */
    return made;
}

size_t reel__demo_pack(const int32_t *ints, size_t count, uint8_t bytes[DEMO_NUMBERS_ROOM], uint8_t packed[DEMO_PACK_ROOM],
                       bool old)
{
    size_t size = 0;
    for (size_t i = 0; i < count; i++) {
        if (ints[i] >= 0 && ints[i] < NUMBER_NEGATIVE)
            bytes[size++] = (uint8_t)ints[i];
        else
            size += varint_write(bytes + size, ints[i]);
    }
    return reel__demo_pack_bytes(bytes, size, packed, old);
}

/* ---- what a chunk says ------------------------------------------------------------------------------------------ */

static bool is_key(int32_t key) { return key >= 0; } /* types have 15 bits, ids 16 */

static const char *const impossible_snapshot = "a snapshot has impossible sizes or items";
static const char *const impossible_delta = "a difference of snapshots has impossible counts or items";

/* A whole snapshot: size of the items, number, where each begins, items. */
static const char *parse_full(demo_frame *frame, size_t count)
{
    const int32_t *ints = frame->ints;
    if (count < 2 || ints[0] < 0 || ints[0] % 4 || ints[1] < 0) return impossible_snapshot;
    size_t size = (size_t)ints[0] / 4, items = (size_t)ints[1];
    if (items > DEMO_ITEMS_MOST || 2 + items + size != count) return impossible_snapshot;
    size_t start = 2 + items;
    frame->odd = items ? ints[2] != 0 : size != 0;
    for (size_t i = 0; i < items; i++) {
        int32_t from = ints[2 + i], to = i + 1 < items ? ints[3 + i] : ints[0];
        if (from < 0 || from % 4 || to % 4 || to < from + 4 || to > ints[0]) return impossible_snapshot;
        size_t at = start + (size_t)from / 4;
        if (!is_key(ints[at])) return impossible_snapshot;
        frame->ops[frame->count++] =
            (demo_op){ .key = (uint32_t)ints[at], .at = (uint32_t)at + 1, .size = (uint16_t)((to - from) / 4 - 1) };
    }
    return NULL;
}

/* A difference: number of keys that are gone, number of items, 0; the keys; the items. */
static const char *parse_delta(demo_frame *frame, size_t count, bool seven)
{
    const int32_t *ints = frame->ints;
    size_t at = 3;
    if (count < 3 || ints[0] < 0 || ints[1] < 0 || (size_t)ints[0] > count - 3) return impossible_delta;
    frame->odd = ints[2] != 0;
    for (; frame->removed_count < (size_t)ints[0]; at++) {
        if (!is_key(ints[at])) return impossible_delta;
        frame->removed[frame->removed_count++] = (uint32_t)ints[at];
    }
    for (int32_t left = ints[1]; left; left--) {
        if (count - at < 2) return impossible_delta;
        int32_t type = ints[at], id = ints[at + 1];
        at += 2;
        if (type < 0 || type > DEMO_TYPE_MOST || id < 0 || id > DEMO_ID_MOST) return impossible_delta;
        int32_t size = reel__demo_fixed_size(seven, (unsigned)type);
        if (size < 0) {
            if (at == count) return impossible_delta;
            size = ints[at++];
        }
        if (size < 0 || (size_t)size > count - at || frame->count == DEMO_ITEMS_MOST) return impossible_delta;
        frame->ops[frame->count++] =
            (demo_op){ .key = demo_key((unsigned)type, (unsigned)id), .at = (uint32_t)at, .size = (uint16_t)size };
        at += (size_t)size;
    }
    frame->odd |= at != count;
    return NULL;
}

const char *reel__demo_parse(demo_frame *frame, size_t count, bool full, bool seven)
{
    frame->full = full;
    frame->odd = false;
    frame->count = frame->removed_count = 0;
    frame->used = count;
    return full ? parse_full(frame, count) : parse_delta(frame, count, seven);
}

/* ---- the other way ---------------------------------------------------------------------------------------------- */

static size_t compose_full(const demo_frame *frame, int32_t to[DEMO_INTS_MOST])
{
    size_t at = 2 + frame->count, start = at;
    for (size_t i = 0; i < frame->count; i++) {
        const demo_op *op = &frame->ops[i];
        if (at >= DEMO_INTS_MOST || DEMO_INTS_MOST - at < 1 + (size_t)op->size) return 0;
        to[2 + i] = (int32_t)(4 * (at - start));
        to[at] = (int32_t)op->key;
        if (op->size) memcpy(to + at + 1, frame->ints + op->at, op->size * sizeof *to);
        at += 1 + (size_t)op->size;
    }
    to[0] = (int32_t)(4 * (at - start));
    to[1] = (int32_t)frame->count;
    return at;
}

static size_t compose_delta(const demo_frame *frame, const demo_world *before, bool seven, int32_t to[DEMO_INTS_MOST])
{
    size_t at = 3;
    if (frame->removed_count > DEMO_INTS_MOST - at) return 0;
    to[0] = (int32_t)frame->removed_count;
    to[1] = (int32_t)frame->count;
    to[2] = 0;
    for (size_t i = 0; i < frame->removed_count; i++) to[at++] = (int32_t)frame->removed[i];
    for (size_t i = 0; i < frame->count; i++) {
        const demo_op *op = &frame->ops[i];
        if (at >= DEMO_INTS_MOST || DEMO_INTS_MOST - at < 3 + (size_t)op->size) return 0;
        const demo_node *node = reel__demo_world_find(before, op->key);
        const int32_t *old = node && node->size == op->size ? before->ints + node->at : NULL;
        to[at++] = (int32_t)demo_key_type(op->key);
        to[at++] = (int32_t)demo_key_id(op->key);
        if (reel__demo_fixed_size(seven, demo_key_type(op->key)) < 0) to[at++] = op->size;
        for (size_t k = 0; k < op->size; k++)
            to[at++] = (int32_t)((uint32_t)frame->ints[op->at + k] - (uint32_t)(old ? old[k] : 0));
    }
    return at;
}

size_t reel__demo_compose(const demo_frame *frame, const demo_world *before, bool seven, int32_t to[DEMO_INTS_MOST])
{
    return frame->full ? compose_full(frame, to) : compose_delta(frame, before, seven, to);
}
