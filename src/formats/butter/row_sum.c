/* SPDX-License-Identifier: MIT
 * Sums over rows. The numbers of a row are gathered, little-endian, into one block, which is mixed in words of 64 bits. */
#include "formats/butter/row_sum.h"

enum { MOST_ROW = 1024 };

static bool little_endian(void)
{
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    return first == 1;
}

static bool is_text(reel_type type) { return type == REEL_STRING || type == REEL_BYTES; }

/* Numbers that follow each other in the row become one run; of one size alone where their bytes have to be turned around. */
static void plan_number(row_plan *plan, const reel_field *field)
{
    size_t unit = field->type == REEL_UUID ? 1 : reel_type_size(field->type), size = reel_type_size(field->type) * field->count;
    row_run *last = plan->run_count ? &plan->runs[plan->run_count - 1] : NULL;
    if (last && last->offset + last->size == field->offset && (little_endian() || last->unit == unit))
        last->size = (uint16_t)(last->size + size);
    else
        plan->runs[plan->run_count++] = (row_run){ field->offset, (uint16_t)size, (uint16_t)unit };
}

static void make_plan(row_plan *plan, const reel_table *table)
{
    *plan = (row_plan){ .table = table };
    for (size_t i = 0; i < table->field_count && i < ROW_SUM_RUNS; i++) {
        const reel_field *field = &table->fields[i];
        if (field->flags & REEL_FIELD_DERIVED) continue;
        if (!is_text(field->type))
            plan_number(plan, field);
        else if (plan->text_count < ROW_SUM_TEXTS)
            plan->texts[plan->text_count++] = field->offset;
    }
}

static uint64_t mix(uint64_t sum, const uint8_t *data, size_t size)
{
    for (; size >= 8; size -= 8, data += 8) {
        sum = (sum ^ reel_load_u64le(data)) * 0x9e3779b97f4a7c15u;
        sum ^= sum >> 32;
    }
    uint8_t rest[8] = { (uint8_t)size };
    if (size) memcpy(rest + 1, data, size);
    sum = (sum ^ reel_load_u64le(rest)) * 0xc2b2ae3d27d4eb4fu;
    return sum ^ sum >> 29;
}

void row_sum_bytes(uint64_t *sum, const void *data, size_t size) { *sum = mix(*sum ^ size, data, size); }

static size_t gather(const row_plan *plan, const uint8_t *row, uint8_t *to)
{
    uint8_t *at = to;
    bool turns = !little_endian();
    for (size_t i = 0; i < plan->run_count; i++) {
        const row_run *run = &plan->runs[i];
        const uint8_t *from = row + run->offset;
        if (turns)
            for (size_t n = 0; n < run->size; n++) at[n] = from[n - n % run->unit + (run->unit - 1 - n % run->unit)];
        else
            memcpy(at, from, run->size);
        at += run->size;
    }
    return (size_t)(at - to);
}

void row_sum_add(uint64_t *sum, row_plan *plan, const reel_table *table, const void *rows, size_t count)
{
    uint8_t numbers[MOST_ROW];
    if (plan->table != table) make_plan(plan, table);
    *sum = (*sum ^ count) * 0x9e3779b97f4a7c15u;
    const uint8_t *row = rows;
    for (size_t r = 0; r < count; r++, row += table->row_size) {
        *sum = mix(*sum, numbers, gather(plan, row, numbers));
        for (size_t i = 0; i < plan->text_count; i++) {
            reel_bytes text; /* both types of text are a pointer and a size */
            memcpy(&text, row + plan->texts[i], sizeof text);
            row_sum_bytes(sum, text.data, text.size);
        }
    }
}
