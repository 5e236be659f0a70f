/* SPDX-License-Identifier: MIT
 * The numbers of a row are taken, little-endian and without the gaps between them, and mixed in words of 64 bits: each word is added by xor,
 * multiplied by an odd constant and folded, so that every bit of it reaches every higher bit at once and the lower ones by the fold. It
 * distinguishes edited rows from unchanged ones; it does not protect against constructed collisions. */
#include "core/rows.h"

#include <math.h>

enum { BLOCK = 1024 };

static bool little_endian(void)
{
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    return first == 1;
}

/* Joins a number to the run before it where it continues it: values of one size only, where their bytes have to be reversed. */
static bool plan_number(row_plan *plan, const reel_field *field)
{
    const size_t value = reel_type_size(field->type), unit = field->type == REEL_UUID ? 1 : value, size = value * field->count;
    row_run *last = plan->run_count ? &plan->runs[plan->run_count - 1] : NULL;
    if (last && last->offset + last->size == field->offset && last->size + size <= ROW_PLAN_RUN_BYTES &&
        (little_endian() || last->unit == unit)) {
        last->size = (uint16_t)(last->size + size);
        plan->number_bytes += size;
        return true;
    }
    if (plan->run_count == ROW_PLAN_RUNS || size > ROW_PLAN_RUN_BYTES) return false;
    plan->number_bytes += size;
    plan->runs[plan->run_count++] = (row_run){ field->offset, (uint16_t)size, (uint16_t)unit };
    return true;
}

/* Cuts the runs where a word of the sum ends, once there are rows enough that it pays. None: a block is filled instead. */
static void plan_parts(row_plan *plan, size_t rows)
{
    enum { WORTH = 8, LONG_RUN = 18 };
    const size_t row_size = plan->table->row_size;
    const bool is_time = plan->rows < WORTH && rows >= WORTH - plan->rows;
    size_t at = 0;
    plan->rows += rows < WORTH ? rows : WORTH;
    if (!is_time || !little_endian() || row_size < 8 || plan->number_bytes > BLOCK) return;
    if (plan->number_bytes > LONG_RUN * plan->run_count) return; /* copied and mixed in less time */
    for (size_t i = 0; i < plan->run_count; i++) {
        const row_run *run = &plan->runs[i];
        for (size_t done = 0; done < run->size;) {
            const size_t room = 8 - at % 8, left = run->size - done, size = left < room ? left : room,
                         offset = run->offset + done;
            const size_t from = offset + 8 <= row_size ? offset : row_size - 8; /* eight bytes of the row are loaded */
            if (plan->part_count == ROW_PLAN_PARTS) {
                plan->part_count = 0;
                return;
            }
            plan->parts[plan->part_count++] = (row_part){ .mask = UINT64_MAX >> 8 * (8 - size),
                                                          .from = (uint16_t)from,
                                                          .right = (uint8_t)(8 * (offset - from)),
                                                          .left = (uint8_t)(8 * (at % 8)),
                                                          .ends = size == room };
            at += size;
            done += size;
        }
    }
}

static bool make_plan(row_plan *plan, const reel_table *table)
{
    plan->table = table;
    plan->run_count = plan->text_count = plan->part_count = plan->number_bytes = plan->rows =
        0; /* only the runs and texts that there are get values: a file may have few rows */
    for (size_t i = 0; i < table->field_count; i++) {
        const reel_field *field = &table->fields[i];
        if (field->flags & REEL_FIELD_DERIVED) continue;
        if (!type_is_text(field->type)) {
            if (!plan_number(plan, field)) return false;
        } else {
            if (plan->text_count == ROW_PLAN_TEXTS) return false;
            plan->texts[plan->text_count++] = field->offset;
        }
    }
    return true;
}

/* A sum under way is `sum ^ fold`. */
typedef struct summing {
    uint64_t sum, fold;
} summing;

static inline void sum_word(summing *s, uint64_t word)
{
    s->sum = (s->sum ^ word ^ s->fold) * 0x9e3779b97f4a7c15u;
    s->fold = s->sum >> 32;
}

/* Below 8 bytes, the first one lowest; they end the run of words. */
static inline void sum_rest(summing *s, uint64_t bytes, size_t size)
{
    s->sum = (s->sum ^ (size | bytes << 8) ^ s->fold) * 0xc2b2ae3d27d4eb4fu;
    s->fold = s->sum >> 29;
}

static uint64_t mix(uint64_t sum, const uint8_t *data, size_t size)
{
    summing s = { sum, 0 };
    for (; size >= 8; size -= 8, data += 8) sum_word(&s, reel_load_u64le(data));
    uint8_t rest[8] = { 0 };
    if (size) memcpy(rest, data, size);
    sum_rest(&s, reel_load_u64le(rest), size);
    return s.sum ^ s.fold;
}

void reel__row_sum_bytes(uint64_t *sum, const void *data, size_t size) { *sum = mix(*sum ^ size, data, size); }

static void gather_run(const row_run *run, const uint8_t *from, uint8_t *to)
{
    if (little_endian()) {
        memcpy(to, from, run->size);
        return;
    }
    for (size_t n = 0; n < run->size; n++) to[n] = from[n - n % run->unit + (run->unit - 1 - n % run->unit)];
}

/* By a block: few rows, rows with more bytes than one has, and where the bytes of values have to be reversed. */
static uint64_t mix_block(uint64_t sum, const row_plan *plan, const uint8_t *row)
{
    uint8_t block[BLOCK];
    size_t used = 0;
    if (plan->run_count == 1 && little_endian()) return mix(sum, row + plan->runs[0].offset, plan->runs[0].size);
    for (size_t i = 0; i < plan->run_count; i++) {
        if (used + plan->runs[i].size > sizeof block) {
            sum = mix(sum, block, used);
            used = 0;
        }
        gather_run(&plan->runs[i], row + plan->runs[i].offset, block + used);
        used += plan->runs[i].size;
    }
    return mix(sum, block, used);
}

/* As mix() of all numbers of the row, without gathering them. */
static inline void sum_parts(summing *s, const row_plan *plan, const uint8_t *row)
{
    uint64_t word = 0;
    for (size_t i = 0; i < plan->part_count; i++) {
        const row_part *part = &plan->parts[i];
        word |= (reel_load_u64le(row + part->from) >> part->right & part->mask) << part->left;
        if (!part->ends) continue;
        sum_word(s, word);
        word = 0;
    }
    sum_rest(s, word, plan->number_bytes % 8);
}

static void sum_texts(summing *s, const row_plan *plan, const uint8_t *row)
{
    uint64_t sum = s->sum ^ s->fold;
    for (size_t i = 0; i < plan->text_count; i++) {
        const reel_bytes text = text_value(row + plan->texts[i]);
        reel__row_sum_bytes(&sum, text.data, text.size);
    }
    *s = (summing){ sum, 0 };
}

void reel__row_sum_add(uint64_t *sum, row_plan *plan, const reel_table *table, const void *rows, size_t count)
{
    if (plan->table != table) make_plan(plan, table);
    plan_parts(plan, count);
    summing s = { (*sum ^ count) * 0x9e3779b97f4a7c15u, 0 };
    const uint8_t *row = rows;
    for (size_t r = 0; r < count; r++, row += table->row_size) {
        if (plan->part_count)
            sum_parts(&s, plan, row);
        else
            s = (summing){ mix_block(s.sum ^ s.fold, plan, row), 0 };
        if (plan->text_count) sum_texts(&s, plan, row);
    }
    *sum = s.sum ^ s.fold;
}

/* ---- comparing --------------------------------------------------------------------- */

const field_flag reel__field_flags[] = {
    { REEL_FIELD_TIME, "time" },
    { REEL_FIELD_KEY, "key" },
    { REEL_FIELD_PERSONAL, "personal" },
    { REEL_FIELD_DERIVED, "derived" },
    { REEL_FIELD_GAME, "game" },
    { REEL_FIELD_PREVIOUS, "previous" },
    { REEL_FIELD_GROUP, "group" },
    { REEL_FIELD_MAIN, "main" },
    { REEL_FIELD_POSE, "pose" },
    { REEL_FIELD_PLAYER, "player" },
    { REEL_FIELD_LEVEL, "level" },
    { REEL_FIELD_SCORE, "score" },
    { REEL_FIELD_PLAYER_NAME, "player-name" },
    { REEL_FIELD_PRACTICE, "practice" },
    { REEL_FIELD_OUTCOME, "outcome" },
    { REEL_FIELD_MEASURE, "measure" },
    { REEL_FIELD_TITLE, "title" },
    { REEL_FIELD_BODY, "body" },
    { REEL_FIELD_DEVICE, "device" },
    { 0, NULL },
};

int64_t reel__integer_value(reel_type type, const void *value)
{
    int8_t i8;
    uint16_t u16;
    int16_t i16;
    uint32_t u32;
    int32_t i32;
    int64_t i64;
    switch (type) {
    case REEL_I8: memcpy(&i8, value, sizeof i8); return i8;
    case REEL_U16: memcpy(&u16, value, sizeof u16); return u16;
    case REEL_I16: memcpy(&i16, value, sizeof i16); return i16;
    case REEL_U32: memcpy(&u32, value, sizeof u32); return u32;
    case REEL_I32: memcpy(&i32, value, sizeof i32); return i32;
    case REEL_U64:
    case REEL_I64: memcpy(&i64, value, sizeof i64); return i64;
    default: return *(const uint8_t *)value;
    }
}

bool reel__text_values_equal(const void *a, const void *b)
{
    reel_bytes one = text_value(a), other = text_value(b);
    return one.size == other.size && (!one.size || memcmp(one.data, other.data, one.size) == 0);
}

bool reel__field_values_equal(const reel_field *field, const void *a, const void *b)
{
    const uint8_t *one = (const uint8_t *)a + field->offset, *other = (const uint8_t *)b + field->offset;
    if (type_is_text(field->type)) return reel__text_values_equal(one, other);
    return memcmp(one, other, reel_type_size(field->type) * field->count) == 0;
}

bool reel__field_is_zero(const reel_field *field, const void *row)
{
    const uint8_t *slot = (const uint8_t *)row + field->offset;
    if (type_is_text(field->type)) return text_value(slot).size == 0;
    for (size_t i = 0; i < reel_type_size(field->type) * field->count; i++)
        if (slot[i]) return false;
    return true;
}

/* Compares words of eight bytes, and then what is left of them. */
static inline bool same_bytes(const uint8_t *one, const uint8_t *other, size_t size)
{
    for (; size >= 8; size -= 8, one += 8, other += 8)
        if (memcmp(one, other, 8) != 0) return false;
    if (size >= 4) {
        if (memcmp(one, other, 4) != 0) return false;
        size -= 4, one += 4, other += 4;
    }
    for (; size; size--)
        if (*one++ != *other++) return false;
    return true;
}

static bool text_fields_are_equal(const reel_table *table, const reel_field *field, const uint8_t *one, const uint8_t *other,
                                  size_t count)
{
    for (size_t i = 0, at = field->offset; i < count; i++, at += table->row_size)
        if (!reel__text_values_equal(one + at, other + at)) return false;
    return true;
}

/* Numbers that lie side by side are compared together. */
bool reel__rows_are_equal(const reel_table *table, const void *a, const void *b, size_t count)
{
    const size_t row_size = table->row_size;
    for (size_t f = 0; count && f < table->field_count;) {
        const reel_field *field = &table->fields[f++], *next = &table->fields[f];
        if (field->flags & REEL_FIELD_DERIVED) continue;
        if (type_is_text(field->type)) {
            if (!text_fields_are_equal(table, field, a, b, count)) return false;
            continue;
        }
        size_t size = reel_type_size(field->type) * field->count;
        for (; f < table->field_count && field->offset + size == next->offset && !type_is_text(next->type) &&
               !(next->flags & REEL_FIELD_DERIVED);
             next = &table->fields[++f])
            size += reel_type_size(next->type) * next->count;
        const uint8_t *one = (const uint8_t *)a + field->offset, *other = (const uint8_t *)b + field->offset;
        if (size == row_size) return memcmp(a, b, count * row_size) == 0;
        for (size_t i = 0; i < count; i++, one += row_size, other += row_size)
            if (!same_bytes(one, other, size)) return false;
    }
    return true;
}

static bool is_near(double a, double b, double share, double least)
{
    if (a == b || (a != a && b != b)) return true;
    return fabs(a - b) <= fmax(fabs(a), fabs(b)) * share + least;
}

/* Quaternions of one direction, whatever their length and sign; one of length 0 has no direction and equals any. */
static bool same_direction(const reel_field *field, const void *meant, const void *got, double least)
{
    double dot = 0, one = 0, other = 0;
    for (size_t i = 0; i < 4; i++) {
        double a = reel_field_number(field, meant, i), b = reel_field_number(field, got, i);
        dot += a * b;
        one += a * a;
        other += b * b;
    }
    return one == 0 || dot * dot >= (1 - least * least) * one * other;
}

static bool same_floats(const reel_field *field, const void *meant, const void *got, double share, double least)
{
    bool turn = field->count == 4 && field->components && strcmp(field->components, "xyzw") == 0;
    if (turn && least > 0) return same_direction(field, meant, got, least);
    for (size_t i = 0; i < field->count; i++)
        if (!is_near(reel_field_number(field, meant, i), reel_field_number(field, got, i), share, least)) return false;
    return true;
}

static bool same_value(const reel_field *field, const uint8_t *meant, const uint8_t *got, double share, double least)
{
    const uint8_t *a = meant + field->offset, *b = got + field->offset;
    if (type_is_text(field->type)) return reel__text_values_equal(a, b);
    if (field->type == REEL_BOOL) return !*a == !*b;
    if (field->type == REEL_F32 || field->type == REEL_F64) return same_floats(field, meant, got, share, least);
    return memcmp(a, b, reel_type_size(field->type) * field->count) == 0;
}

const reel_field *reel__row_difference(const reel_table *table, const void *meant, const void *got, double share, double least)
{
    for (size_t i = 0; i < table->field_count; i++) {
        const reel_field *field = &table->fields[i];
        if (field->flags & REEL_FIELD_DERIVED) continue;
        bool absent = !reel_field_present(field, meant);
        if (absent && (least > 0 || reel__field_is_zero(field, meant) || same_value(field, meant, got, share, least))) continue;
        if (absent || !reel_field_present(field, got) || !same_value(field, meant, got, share, least)) return field;
    }
    return NULL;
}
