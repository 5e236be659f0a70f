/* SPDX-License-Identifier: MIT */
#include "core/packing.h"
#include "core/rows.h"

static bool little_endian(void)
{
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    return first == 1;
}

/* Copies one value in the other byte order, or in the same one. */
static void copy_value(uint8_t *to, const uint8_t *from, size_t size, bool swap)
{
    if (!swap) {
        memcpy(to, from, size);
        return;
    }
    for (size_t i = 0; i < size; i++) to[i] = from[size - 1 - i];
}

static bool swaps(reel_type type) { return type != REEL_UUID && !little_endian(); }

static bool add_texts(reel_memory *packed, const reel_field *field, const uint8_t *place)
{
    for (size_t i = 0; i < field->count; i++) {
        reel_bytes text = text_value(place + i * sizeof text);
        uint8_t length[4];
        if (text.size > UINT32_MAX) return false;
        reel_store_u32le(length, (uint32_t)text.size);
        if (!memory_add(packed, length, sizeof length) || !memory_add(packed, text.data, text.size)) return false;
    }
    return true;
}

static bool add_values(reel_memory *packed, const reel_field *field, const uint8_t *place)
{
    size_t size = reel_type_size(field->type);
    if (!reel__memory_room(packed, size * field->count)) return false;
    bool swap = swaps(field->type);
    for (size_t i = 0; i < field->count; i++) copy_value(packed->data + packed->size + i * size, place + i * size, size, swap);
    packed->size += size * field->count;
    return true;
}

static bool skips(const reel_field *field, uint32_t skip)
{
    bool is_float = field->type == REEL_F32 || field->type == REEL_F64;
    return field->flags & skip || (is_float && skip & PACKING_FLOATS);
}

bool reel__packing_is_plain(const reel_table *table, uint32_t skip)
{
    size_t end = 0;
    for (size_t i = 0; i < table->field_count; i++) {
        const reel_field *field = &table->fields[i];
        if (field->offset != end || type_is_text(field->type) || skips(field, skip)) return false;
        if (skip & PACKING_ABSENT && field->present_mask) return false;
        end += reel_type_size(field->type) * field->count;
    }
    return end == table->row_size && little_endian();
}

/* Whether rows have the marks of a byte, for the fields that come after one another and have theirs in it. */
typedef struct marks {
    size_t offset;
    bool known, are_stored;
} marks;

/* Whether a row may mark the value of the field as missing. */
static bool may_lack(const reel_table *table, const reel_field *field, marks *last)
{
    if (!field->present_mask) return false;
    if (last->known && last->offset == field->present_offset) return last->are_stored;
    *last = (marks){ field->present_offset, .known = true, .are_stored = true };
    for (size_t i = 0; i < table->field_count; i++) {
        if (table->fields[i].offset != field->present_offset) continue;
        last->are_stored = !(table->fields[i].flags & REEL_FIELD_DERIVED);
        break;
    }
    return last->are_stored;
}

static bool continues(const packing_run *run, const reel_field *field, uint32_t skip)
{
    bool together = !(skip & PACKING_ABSENT) ||
                    (field->present_mask == run->first->present_mask && field->present_offset == run->first->present_offset);
    return together && field->offset == run->first->offset + run->size;
}

/* The next run from field *at on, which becomes the field after it. */
static packing_run next_run(const reel_table *table, uint32_t skip, size_t *at, marks *last)
{
    packing_run run = { 0 };
    while (*at < table->field_count && skips(&table->fields[*at], skip)) ++*at;
    if (*at == table->field_count) return run;
    run.first = &table->fields[*at];
    run.is_always_there = !(skip & PACKING_ABSENT) || !may_lack(table, run.first, last);
    run.is_copied = !type_is_text(run.first->type) && !swaps(run.first->type);
    for (; *at < table->field_count; ++*at) {
        const reel_field *field = &table->fields[*at];
        bool alone = type_is_text(field->type) || swaps(field->type);
        if (skips(field, skip) || (run.size && (alone || !continues(&run, field, skip)))) break;
        run.size += reel_type_size(field->type) * field->count;
        if (alone) {
            ++*at;
            break;
        }
    }
    return run;
}

static inline bool add_run(reel_memory *packed, const packing_run *run, const uint8_t *row)
{
    const reel_field *field = run->first;
    if (!run->is_always_there && field->present_mask && !(row[field->present_offset] & field->present_mask)) return true;
    if (!run->is_copied)
        return type_is_text(field->type) ? add_texts(packed, field, row + field->offset)
                                         : add_values(packed, field, row + field->offset);
    if (packed->capacity - packed->size < run->size && !reel__memory_room(packed, run->size)) return false;
    memcpy(packed->data + packed->size, row + field->offset, run->size);
    packed->size += run->size;
    return true;
}

void reel__packing_make_plan(packing_plan *plan, const reel_table *table, uint32_t skip)
{
    plan->table = table;
    plan->skip = skip;
    plan->plain = reel__packing_is_plain(table, skip);
    plan->single = false;
    plan->count = plan->rest = 0;
    if (plan->plain) return;
    marks last = { .known = false };
    while (plan->count < PACKING_RUNS && (plan->runs[plan->count] = next_run(table, skip, &plan->rest, &last)).first)
        plan->count++;
    const reel_field *first = plan->count == 1 && plan->rest == table->field_count ? plan->runs[0].first : NULL;
    plan->single = first && !type_is_text(first->type) && !swaps(first->type) && !(skip & PACKING_ABSENT && first->present_mask);
}

/* Rows whose fields stand side by side, with a gap before or after them. */
static bool add_single(reel_memory *packed, const packing_plan *plan, const uint8_t *row, size_t count)
{
    const packing_run run = plan->runs[0];
    if (count > SIZE_MAX / run.size ||
        (packed->capacity - packed->size < count * run.size && !reel__memory_room(packed, count * run.size)))
        return false;
    row += run.first->offset;
    for (; count > 0; count--, row += plan->table->row_size, packed->size += run.size)
        memcpy(packed->data + packed->size, row, run.size);
    return true;
}

bool reel__packing_add_planned(reel_memory *packed, const packing_plan *plan, const void *rows, size_t count)
{
    const reel_table *table = plan->table;
    if (plan->plain) return memory_add(packed, rows, count * table->row_size);
    if (plan->single) return add_single(packed, plan, rows, count);
    const uint8_t *row = rows;
    for (size_t r = 0; r < count; r++, row += table->row_size) {
        for (size_t i = 0; i < plan->count; i++)
            if (!add_run(packed, &plan->runs[i], row)) return false;
        size_t at = plan->rest;
        marks last = { .known = false };
        for (packing_run run; at < table->field_count && (run = next_run(table, plan->skip, &at, &last)).first;)
            if (!add_run(packed, &run, row)) return false;
    }
    return true;
}

bool reel__packing_add(reel_memory *packed, const reel_table *table, const void *rows, size_t count, uint32_t skip)
{
    packing_plan plan;
    reel__packing_make_plan(&plan, table, skip);
    return reel__packing_add_planned(packed, &plan, rows, count);
}

static void read_texts(reel_cursor *in, const reel_field *field, uint8_t *place, reel_chunk *chunk)
{
    for (size_t i = 0; i < field->count; i++) {
        uint32_t length = reel_get_u32le(in);
        const uint8_t *bytes = reel_take(in, length);
        reel_bytes text = reel_chunk_bytes(chunk, bytes, bytes ? length : 0);
        memcpy(place + i * sizeof text, &text, sizeof text);
    }
}

void reel__packing_read(reel_cursor *in, const reel_table *table, void *row, reel_chunk *chunk)
{
    memset(row, 0, table->row_size);
    for (size_t i = 0; i < table->field_count; i++) {
        const reel_field *field = &table->fields[i];
        uint8_t *place = (uint8_t *)row + field->offset;
        if (type_is_text(field->type)) {
            read_texts(in, field, place, chunk);
            continue;
        }
        size_t size = reel_type_size(field->type);
        const uint8_t *bytes = reel_take(in, size * field->count);
        if (!bytes) return;
        bool swap = swaps(field->type);
        for (size_t v = 0; v < field->count; v++) copy_value(place + v * size, bytes + v * size, size, swap);
    }
}

size_t reel__packing_least(const reel_table *table)
{
    size_t least = 0;
    for (size_t i = 0; i < table->field_count; i++) {
        const reel_field *field = &table->fields[i];
        least += (type_is_text(field->type) ? 4 : reel_type_size(field->type)) * field->count;
    }
    return least;
}

uint32_t reel__packing_schema(const reel_table *table)
{
    uint32_t hash = 2166136261u; /* FNV-1a over names, types and counts */
    for (size_t i = 0; i < table->field_count; i++) {
        const reel_field *field = &table->fields[i];
        for (const char *c = field->name; *c; c++) hash = (hash ^ (uint8_t)*c) * 16777619u;
        hash = (hash ^ (uint32_t)field->type) * 16777619u;
        hash = (hash ^ field->count) * 16777619u;
    }
    return hash;
}

uint64_t reel__packing_checksum(const uint8_t *data, size_t size)
{
    uint64_t low = 0, high = 0; /* modulo 2^32 - 1, reduced before 64 bits can overflow */
    size_t words = size / 4;
    for (size_t i = 0; i < words;) {
        size_t stop = words - i > 65536 ? i + 65536 : words;
        for (; stop - i >= 4; i += 4) {
            const uint8_t *word = data + 4 * i;
            low += reel_load_u32le(word);
            high += low;
            low += reel_load_u32le(word + 4);
            high += low;
            low += reel_load_u32le(word + 8);
            high += low;
            low += reel_load_u32le(word + 12);
            high += low;
        }
        for (; i < stop; i++) {
            low += reel_load_u32le(data + 4 * i);
            high += low;
        }
        low %= 0xffffffffu;
        high %= 0xffffffffu;
    }
    uint8_t rest[4] = { 0 };
    if (size > 4 * words) memcpy(rest, data + 4 * words, size - 4 * words); /* no data, no pointer */
    low = (low + reel_load_u32le(rest) + size) % 0xffffffffu;
    high = (high + low) % 0xffffffffu;
    return high << 32 | low;
}
