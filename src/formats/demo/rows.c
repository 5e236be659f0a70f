/* SPDX-License-Identifier: MIT
 * Items as rows, and rows as items. */
#include "codec/teeworlds_int.h"
#include "core/chunk.h"
#include "formats/demo/layout.h"

enum { TEXT_MOST = 24 };

/* Which table of joined rows this is, or -1. */
static int joined_table(const reel_table *table)
{
    return table == &demo_characters ? 0 : table == &demo_players ? 1 : table == &demo_games ? 2 : -1;
}

static uint16_t present_of(const demo_part *part, const uint8_t *row)
{
    if (!part->present) return 0;
    return (uint16_t)(row[part->present] | (part->table == &demo_games ? row[part->present + 1] << 8 : 0));
}

static void add_present(const demo_part *part, uint8_t *row, uint16_t bits)
{
    if (!part->present) return;
    row[part->present] |= (uint8_t)(bits & 0xff);
    if (part->table == &demo_games) row[part->present + 1] |= (uint8_t)(bits >> 8);
}

/* ---- text in numbers -------------------------------------------------------------------------------------------- */

/* Four bytes in each, the first in the highest bits, each 128 too large; the last byte is 0. Returns its size, or SIZE_MAX if it is another
 * pattern, which the text alone would not give back. */
static size_t text_of(const int32_t *ints, size_t count, uint8_t text[TEXT_MOST])
{
    size_t room = 4 * count - 1, size = 0;
    for (size_t i = 0; i < room; i++) text[i] = (uint8_t)(((uint32_t)ints[i / 4] >> (24 - 8 * (i % 4)) & 0xff) ^ 0x80);
    if (ints[count - 1] & 0xff) return SIZE_MAX;
    while (size < room && text[size]) size++;
    for (size_t i = size; i < room; i++)
        if (text[i]) return SIZE_MAX;
    return size;
}

static void put_text(int32_t *ints, size_t count, reel_string text)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t word = 0;
        for (size_t k = 4 * i; k < 4 * i + 4; k++)
            word = word << 8 | (k + 1 == 4 * count ? 0u : (k < text.size ? (uint8_t)text.data[k] : 0u) ^ 0x80u);
        ints[i] = (int32_t)word;
    }
}

/* ---- items to rows ---------------------------------------------------------------------------------------------- */

typedef struct rows_job {
    reel_chunk *chunk;
    const demo_world *world;
    const demo_frame *frame;
    bool seven;
    demo_origin origin;
    demo_slots slots;
    uint32_t counts[DEMO_TABLES]; /* rows so far, also of tables that nobody wants */
    uint64_t rank;                /* of the last item in the order in which rows alone are written */
    bool ordered;
    bool stopped; /* a row was over a limit */
} rows_job;

/* The bits of `present` of an item of this size, or -1 if the part cannot have it. */
static int32_t bits_of(const demo_part *part, const int32_t *ints, size_t size)
{
    uint16_t bits = 0;
    size_t at = 0;
    for (size_t i = 0; i < DEMO_RUNS && part->runs[i].ints; i++) {
        const demo_run *run = &part->runs[i];
        uint8_t text[TEXT_MOST];
        if (at == size && run->mask != part->runs[0].mask) return bits;
        if (size - at < run->ints || (run->text && text_of(ints + at, run->ints, text) == SIZE_MAX)) return -1;
        at += run->ints;
        bits |= run->mask;
    }
    return at == size || part->extra ? bits : -1;
}

static reel_bytes add_ints(reel_chunk *chunk, const int32_t *ints, size_t count)
{
    uint8_t *bytes = count ? reel_chunk_alloc(chunk, 4 * count) : NULL;
    for (size_t i = 0; bytes && i < count; i++) reel_store_u32le(bytes + 4 * i, (uint32_t)ints[i]);
    return (reel_bytes){ bytes, bytes ? 4 * count : 0 };
}

static void fill_row(reel_chunk *chunk, const demo_part *part, uint8_t *row, const int32_t *ints, size_t size)
{
    size_t at = 0;
    for (size_t i = 0; i < DEMO_RUNS && part->runs[i].ints && at < size; i++) {
        const demo_run *run = &part->runs[i];
        if (run->text) {
            uint8_t text[TEXT_MOST];
            size_t length = text_of(ints + at, run->ints, text);
            reel_string string = reel_chunk_string(chunk, text, length);
            memcpy(row + run->offset, &string, sizeof string);
        } else {
            memcpy(row + run->offset, ints + at, run->ints * sizeof *ints);
        }
        at += run->ints;
    }
    if (at == size) return;
    const reel_bytes extra = add_ints(chunk, ints + at, size - at);
    memcpy(row + part->extra, &extra, sizeof extra);
}

static void set_origin(uint8_t *row, demo_origin origin, int32_t id)
{
    memcpy(row, &origin.seq, sizeof origin.seq);
    memcpy(row + offsetof(demo_flag, tick), &origin.tick, sizeof origin.tick);
    memcpy(row + offsetof(demo_flag, id), &id, sizeof id);
}

static size_t index_of(const reel_table *table)
{
    size_t index = 0;
    while (reel__demo_tables[index] != table) index++;
    return index;
}

/* Notes where rows alone would have the item: in order of tables, rows and parts. Types come first. */
static void note_order(rows_job *j, const reel_table *table, uint32_t number, size_t part)
{
    const uint64_t place = table == &demo_types ? 0 : index_of(table);
    const uint64_t rank = place << 48 | (uint64_t)number << 8 | part;
    j->ordered = j->ordered && rank >= j->rank;
    j->rank = rank;
}

/* The row of a part, new or with other parts of its client. */
static uint8_t *row_for(rows_job *j, const demo_part *part, unsigned id, uint16_t bits)
{
    const size_t index = index_of(part->table), place = (size_t)(part - reel__demo_parts);
    reel_row_list *list = reel_chunk_table(j->chunk, part->table);
    int joined = part->joined && id < DEMO_CLIENTS ? joined_table(part->table) : -1;
    if (joined >= 0 && j->slots.row[joined][id] && !(j->slots.parts[joined][id] & bits)) {
        const uint32_t back = j->counts[index] - j->slots.row[joined][id];
        j->slots.parts[joined][id] |= bits;
        note_order(j, part->table, j->slots.row[joined][id], place);
        return list && list->count > back ? list->data + (list->count - 1 - back) * list->table->row_size : NULL;
    }
    j->counts[index]++;
    note_order(j, part->table, j->counts[index], place);
    if (joined >= 0) {
        j->slots.row[joined][id] = j->counts[index];
        j->slots.parts[joined][id] = bits;
    }
    uint8_t *row = list ? reel_row_add(list) : NULL;
    if (row) set_origin(row, j->origin, (int32_t)id);
    j->stopped = list && !row;
    return row;
}

static reel_string name_of(const demo_extended *extended, bool seven, unsigned type)
{
    const char *name = extended ? (extended->known == DEMO_NO_UUID ? NULL : reel__demo_uuids[extended->known].name)
                                : reel__demo_type_name(seven, type);
    return (reel_string){ name, name ? strlen(name) : 0 };
}

static void add_item(rows_job *j, const demo_op *op, const demo_extended *extended, const int32_t *ints)
{
    reel_row_list *list = reel_chunk_table(j->chunk, &demo_items);
    note_order(j, &demo_items, ++j->counts[index_of(&demo_items)], 0);
    demo_item *row = list ? reel_row_add(list) : NULL;
    if (!row) return;
    set_origin((uint8_t *)row, j->origin, (int32_t)demo_key_id(op->key));
    row->present = extended ? DEMO_HAS_UUID : DEMO_HAS_TYPE;
    if (extended)
        memcpy(row->uuid.bytes, extended->uuid, DEMO_UUID);
    else
        row->type = (int32_t)demo_key_type(op->key);
    row->name = name_of(extended, j->seven, demo_key_type(op->key));
    row->data = add_ints(j->chunk, ints, op->size);
}

static void add_type(rows_job *j, const demo_op *op, const int32_t *ints)
{
    reel_row_list *list = reel_chunk_table(j->chunk, &demo_types);
    note_order(j, &demo_types, ++j->counts[index_of(&demo_types)], 0);
    demo_type *row = list ? reel_row_add(list) : NULL;
    if (!row) return;
    row->seq = j->origin.seq;
    row->tick = j->origin.tick;
    row->type = (int32_t)demo_key_id(op->key);
    demo_uuid_of_ints(ints, row->uuid.bytes);
}

static void add_change(rows_job *j, const demo_op *op)
{
    const int32_t *ints = j->frame->ints + op->at;
    unsigned type = demo_key_type(op->key);
    if (type == DEMO_EX && op->size == DEMO_EX_INTS) {
        add_type(j, op, ints);
        return;
    }
    const demo_extended *extended = reel__demo_world_type(j->world, type);
    const demo_part *part = reel__demo_part_of(j->seven, type, extended ? extended->known : DEMO_NO_UUID);
    if (extended && extended->known == DEMO_NO_UUID) part = NULL;
    int32_t bits = part ? bits_of(part, ints, op->size) : -1;
    if (bits < 0) {
        add_item(j, op, extended, ints);
        return;
    }
    uint8_t *row = row_for(j, part, demo_key_id(op->key), (uint16_t)bits);
    if (!row) return;
    fill_row(j->chunk, part, row, ints, op->size);
    add_present(part, row, (uint16_t)bits);
}

static void add_removal(rows_job *j, uint32_t key)
{
    reel_row_list *list = reel_chunk_table(j->chunk, &demo_removals);
    demo_removal *row = list ? reel_row_add(list) : NULL;
    if (!row) return;
    const demo_extended *extended = reel__demo_world_type(j->world, demo_key_type(key));
    set_origin((uint8_t *)row, j->origin, (int32_t)demo_key_id(key));
    row->present = extended ? DEMO_HAS_UUID : DEMO_HAS_TYPE;
    if (extended)
        memcpy(row->uuid.bytes, extended->uuid, DEMO_UUID);
    else
        row->type = (int32_t)demo_key_type(key);
    row->name = name_of(extended, j->seven, demo_key_type(key));
}

static void add_order(rows_job *j)
{
    reel_row_list *list = reel_chunk_table(j->chunk, &demo_orders);
    uint8_t *bytes = list ? reel_chunk_alloc(j->chunk, j->frame->count * VARINT_MOST) : NULL;
    demo_order *row = bytes ? reel_row_add(list) : NULL;
    if (!row) return;
    uint32_t last = 0;
    size_t size = 0;
    for (size_t i = 0; i < j->frame->count; last = j->frame->ops[i++].key)
        size += varint_write(bytes + size, (int32_t)(j->frame->ops[i].key - last));
    row->seq = j->origin.seq;
    row->tick = j->origin.tick;
    row->item_keys = (reel_bytes){ bytes, size };
}

/* Where a limit is met, a row may have only some of the items of its client. */
static void drop_half_rows(rows_job *j)
{
    for (const reel_table *const *table = reel__demo_tables; *table; table++) {
        reel_row_list *list = joined_table(*table) < 0 ? NULL : reel_chunk_table(j->chunk, *table);
        uint64_t seq;
        while (list && list->count) {
            memcpy(&seq, list->data + (list->count - 1) * list->table->row_size, sizeof seq);
            if (seq != j->origin.seq) break;
            list->count--;
        }
    }
}

reel_status reel__demo_add_rows(reel_chunk *chunk, const demo_world *world, const demo_frame *frame, bool seven,
                                demo_origin origin)
{
    rows_job j = { .chunk = chunk, .world = world, .frame = frame, .seven = seven, .origin = origin, .ordered = true };
    for (size_t i = 0; i < frame->removed_count; i++) add_removal(&j, frame->removed[i]);
    for (size_t i = 0; i < frame->count && !j.stopped; i++) add_change(&j, &frame->ops[i]);
    if (!j.ordered) add_order(&j);
    const reel_status status = reel_build_status(chunk);
    if (status != REEL_OK) drop_half_rows(&j);
    return status;
}

/* ---- rows to items ---------------------------------------------------------------------------------------------- */

static demo_op *begin_op(demo_frame *frame, uint32_t key, const reel_table *table, uint32_t number)
{
    if (frame->count == DEMO_ITEMS_MOST) return NULL;
    demo_op *op = &frame->ops[frame->count++];
    *op = (demo_op){ .key = key, .at = (uint32_t)frame->used, .table = (uint16_t)index_of(table), .row = number };
    return op;
}

static bool put_ints(demo_frame *frame, demo_op *op, const int32_t *ints, size_t count)
{
    if (count > DEMO_INTS_MOST - frame->used) return false;
    if (count) memcpy(frame->ints + frame->used, ints, count * sizeof *ints);
    frame->used += count;
    op->size = (uint16_t)(op->size + count);
    return true;
}

static bool put_bytes(demo_frame *frame, demo_op *op, reel_bytes bytes)
{
    if (bytes.size / 4 > DEMO_INTS_MOST - frame->used) return false;
    for (size_t i = 0; i + 4 <= bytes.size; i += 4) frame->ints[frame->used++] = (int32_t)reel_load_u32le(bytes.data + i);
    op->size = (uint16_t)(op->size + bytes.size / 4);
    return true;
}

static const char *const too_many = "a snapshot has more than 65536 bytes";
static const char *const no_type = "a snapshot has more than 64 types of extended items";

/* The type of a UUID in this file; one that has none gets a number, by an item of its own. 0: none is free. */
static unsigned type_of_uuid(demo_frame *frame, demo_world *world, const uint8_t uuid[DEMO_UUID])
{
    const demo_extended *extended = reel__demo_world_uuid(world, uuid);
    if (extended) return extended->type;
    const unsigned type = reel__demo_world_free_type(world);
    int32_t ints[DEMO_EX_INTS];
    for (size_t i = 0; i < DEMO_EX_INTS; i++) ints[i] = (int32_t)reel_load_u32be(uuid + 4 * i);
    demo_op *op = begin_op(frame, demo_key(DEMO_EX, type), &demo_types, 0);
    if (!op || !put_ints(frame, op, ints, DEMO_EX_INTS)) return 0;
    reel__demo_world_name(world, type, uuid);
    extended = reel__demo_world_uuid(world, uuid);
    return extended ? extended->type : 0;
}

static bool put_run(demo_frame *frame, demo_op *op, const demo_run *run, const uint8_t *row)
{
    int32_t ints[TEXT_MOST];
    if (run->text) {
        reel_string text;
        memcpy(&text, row + run->offset, sizeof text);
        put_text(ints, run->ints, text);
    } else {
        memcpy(ints, row + run->offset, run->ints * sizeof *ints);
    }
    return put_ints(frame, op, ints, run->ints);
}

/* The bits of a part that a row has; 0 if it has none of it. */
static uint16_t part_bits(const demo_part *part, uint16_t present)
{
    uint16_t bits = part->runs[0].mask;
    if ((present & bits) != bits) return 0;
    for (size_t i = 1; i < DEMO_RUNS && part->runs[i].ints; i++) {
        if ((present & part->runs[i].mask) != part->runs[i].mask) break;
        bits |= part->runs[i].mask;
    }
    return bits;
}

static const char *put_part(demo_frame *frame, demo_world *world, const demo_part *part, const uint8_t *row, int32_t id,
                            uint16_t bits, uint32_t number)
{
    const unsigned type =
        part->uuid == DEMO_NO_UUID ? part->type : type_of_uuid(frame, world, reel__demo_uuids[part->uuid].bytes);
    if (part->uuid != DEMO_NO_UUID && !type) return no_type;
    demo_op *op = begin_op(frame, demo_key(type, (unsigned)id), part->table, number);
    if (!op) return too_many;
    bool whole = true;
    for (size_t i = 0; i < DEMO_RUNS && part->runs[i].ints; i++) {
        whole = (bits & part->runs[i].mask) == part->runs[i].mask;
        if (!whole) break;
        if (!put_run(frame, op, &part->runs[i], row)) return too_many;
    }
    if (!part->extra) return NULL;
    reel_bytes extra;
    memcpy(&extra, row + part->extra, sizeof extra);
    if (extra.size && !whole) return "extra numbers need all values in front of them";
    return put_bytes(frame, op, extra) ? NULL : too_many;
}

static bool has_extra(const demo_part *part, const uint8_t *row)
{
    reel_bytes extra = { NULL, 0 };
    if (part->extra) memcpy(&extra, row + part->extra, sizeof extra);
    return extra.size != 0;
}

/* A row that a reader would join with the one before it of its client. */
static bool would_join(demo_slots *slots, const reel_table *table, int32_t id, uint16_t bits)
{
    int joined = joined_table(table);
    if (joined < 0 || id >= DEMO_CLIENTS) return false;
    const bool joins = slots->row[joined][id] && !(slots->parts[joined][id] & bits);
    slots->row[joined][id] = 1;
    slots->parts[joined][id] = bits;
    return joins;
}

static const char *put_row(demo_frame *frame, demo_slots *slots, demo_world *world, bool seven, const reel_table *table,
                           const uint8_t *row, int32_t id, uint32_t number)
{
    uint16_t present = 0, all = 0;
    size_t parts = 0;
    bool extra = false, took_extra = false;
    for (size_t i = 0; i < DEMO_PARTS; i++) {
        const demo_part *part = &reel__demo_parts[i];
        if (part->table != table || (part->protocol && part->protocol != (seven ? 7 : 6))) continue;
        present = present_of(part, row);
        extra |= has_extra(part, row);
        const uint16_t bits = part_bits(part, present);
        if (!bits && part->present) continue;
        const char *fault = put_part(frame, world, part, row, id, bits, number);
        if (fault) return fault;
        took_extra |= part->extra != 0;
        all |= bits;
        parts++;
    }
    if (!parts || all != present || (extra && !took_extra)) return "the bits of present are not those of items of the protocol";
    const bool single = joined_table(table) < 0 || id >= DEMO_CLIENTS;
    if (single && parts > 1) return "the bits of present are those of two items, which have a row each";
    return would_join(slots, table, id, all) ? "two rows of a client are one: their items are different" : NULL;
}

static const char *put_item(demo_frame *frame, demo_world *world, bool seven, const demo_item *row, uint32_t number)
{
    const uint8_t known = row->present == DEMO_HAS_UUID ? reel__demo_known_uuid(row->uuid.bytes) : DEMO_NO_UUID;
    const unsigned type = row->present == DEMO_HAS_UUID ? type_of_uuid(frame, world, row->uuid.bytes) : (unsigned)row->type;
    if (row->present == DEMO_HAS_UUID && !type) return no_type;
    if (row->present == DEMO_HAS_TYPE && type == DEMO_EX && row->data.size == 4 * DEMO_EX_INTS)
        return "types are not items: uuid names them";
    demo_op *op = begin_op(frame, demo_key(type, (unsigned)row->id), &demo_items, number);
    if (!op || !put_bytes(frame, op, row->data)) return too_many;
    op->raw = row->present == DEMO_HAS_TYPE;
    const demo_part *part =
        row->present == DEMO_HAS_UUID && known == DEMO_NO_UUID ? NULL : reel__demo_part_of(seven, type, known);
    if (part && bits_of(part, frame->ints + op->at, op->size) >= 0) return "the item has a table of its own";
    return NULL;
}

static const char *put_removal(demo_frame *frame, demo_world *world, const demo_removal *row)
{
    const unsigned type = row->present == DEMO_HAS_UUID ? type_of_uuid(frame, world, row->uuid.bytes) : (unsigned)row->type;
    if (row->present == DEMO_HAS_UUID && !type) return no_type;
    if (frame->full) return "a whole snapshot has no removals";
    if (frame->removed_count == DEMO_INTS_MOST) return too_many;
    frame->removed[frame->removed_count++] =
        demo_key(type, (unsigned)row->id) | (row->present == DEMO_HAS_TYPE ? DEMO_RAW_REMOVAL : 0);
    return NULL;
}

void reel__demo_forget_types(demo_world *world, const uint8_t *row, const uint8_t *end, demo_origin origin)
{
    for (; row < end && demo_compare(demo_origin_of(row), origin) == 0; row += sizeof(demo_removal)) {
        const demo_removal *removal = (const void *)row;
        if (removal->present == DEMO_HAS_TYPE && removal->type == DEMO_EX) reel__demo_world_forget(world, (unsigned)removal->id);
    }
}

const char *reel__demo_end_items(demo_frame *frame, const demo_world *world)
{
    const char *why = NULL;
    for (size_t i = 0; i < frame->removed_count; i++) {
        const bool raw = frame->removed[i] & DEMO_RAW_REMOVAL;
        frame->removed[i] &= ~DEMO_RAW_REMOVAL;
        if (raw && reel__demo_world_type(world, demo_key_type(frame->removed[i])))
            why = "the type of a removal has a UUID in this file";
    }
    for (size_t i = 0; i < frame->count; i++)
        if (frame->ops[i].raw && reel__demo_world_type(world, demo_key_type(frame->ops[i].key)))
            why = "the type of an item has a UUID in this file";
    return why;
}

static const char *put_type(demo_frame *frame, demo_world *world, const demo_type *row, uint32_t number)
{
    reel__demo_world_name(world, (unsigned)row->type, row->uuid.bytes);
    if (row->is_late) return NULL;
    int32_t ints[DEMO_EX_INTS];
    for (size_t i = 0; i < DEMO_EX_INTS; i++) ints[i] = (int32_t)reel_load_u32be(row->uuid.bytes + 4 * i);
    demo_op *op = begin_op(frame, demo_key(DEMO_EX, (unsigned)row->type), &demo_types, number);
    return op && put_ints(frame, op, ints, DEMO_EX_INTS) ? NULL : too_many;
}

const char *reel__demo_add_items(demo_frame *frame, demo_slots *slots, demo_world *world, bool seven, const reel_table *table,
                                 const void *row, uint32_t number)
{
    int32_t id;
    memcpy(&id, (const uint8_t *)row + offsetof(demo_flag, id), sizeof id);
    if (table == &demo_types) return put_type(frame, world, row, number);
    if (table == &demo_items) return put_item(frame, world, seven, row, number);
    if (table == &demo_removals) return put_removal(frame, world, row);
    return put_row(frame, slots, world, seven, table, row, id, number);
}
