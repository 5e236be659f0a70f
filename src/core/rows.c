/* SPDX-License-Identifier: MIT
 * The numbers of a row are gathered, little-endian, into a block, which is mixed in words of 64 bits: each word is added by xor,
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
        return true;
    }
    if (plan->run_count == ROW_PLAN_RUNS || size > ROW_PLAN_RUN_BYTES) return false;
    plan->runs[plan->run_count++] = (row_run){ field->offset, (uint16_t)size, (uint16_t)unit };
    return true;
}

static bool make_plan(row_plan *plan, const reel_table *table)
{
    plan->table = table;
    plan->run_count = plan->text_count = plan->number_bytes =
        0; /* only the runs and texts that there are get values: a file may have few rows */
    for (size_t i = 0; i < table->field_count; i++) {
        const reel_field *field = &table->fields[i];
        if (field->flags & REEL_FIELD_DERIVED) continue;
        if (!type_is_text(field->type)) {
            if (!plan_number(plan, field)) return false;
            plan->number_bytes += reel_type_size(field->type) * field->count;
        } else {
            if (plan->text_count == ROW_PLAN_TEXTS) return false;
            plan->texts[plan->text_count++] = field->offset;
        }
    }
    return true;
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

void reel__row_sum_bytes(uint64_t *sum, const void *data, size_t size) { *sum = mix(*sum ^ size, data, size); }

static void gather_run(const row_run *run, const uint8_t *from, uint8_t *to)
{
    if (little_endian()) {
        memcpy(to, from, run->size);
        return;
    }
    for (size_t n = 0; n < run->size; n++) to[n] = from[n - n % run->unit + (run->unit - 1 - n % run->unit)];
}

/* Bytes that are mixed as they come, as mix() would mix all of them. */
typedef struct stream {
    uint64_t sum, word; /* word: those that do not fill one yet, the first one lowest */
    unsigned have;
} stream;

/* Adds the lowest `size` bytes of a number, 1 to 8, that has no others. */
static inline void stream_add(stream *s, uint64_t bytes, unsigned size)
{
    s->word |= bytes << 8 * s->have;
    s->have += size;
    if (s->have < 8) return;
    s->sum = (s->sum ^ s->word) * 0x9e3779b97f4a7c15u;
    s->sum ^= s->sum >> 32;
    s->have -= 8;
    s->word = s->have ? bytes >> 8 * (size - s->have) : 0;
}

static inline void stream_run(stream *s, const uint8_t *at, size_t size)
{
    for (; size >= 8; size -= 8, at += 8) stream_add(s, reel_load_u64le(at), 8);
    if (size >= 4) {
        stream_add(s, reel_load_u32le(at), 4);
        size -= 4, at += 4;
    }
    for (; size; size--) stream_add(s, *at++, 1);
}

static inline uint64_t stream_end(const stream *s)
{
    const uint64_t sum = (s->sum ^ (s->have | s->word << 8)) * 0xc2b2ae3d27d4eb4fu;
    return sum ^ sum >> 29;
}

/* By a block: rows with more bytes than one has, and where the bytes of values have to be reversed. */
static uint64_t mix_block(uint64_t sum, const row_plan *plan, const uint8_t *row)
{
    uint8_t block[BLOCK];
    size_t used = 0;
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

static uint64_t mix_numbers(uint64_t sum, const row_plan *plan, const uint8_t *row)
{
    if (!little_endian() || plan->number_bytes > BLOCK) return mix_block(sum, plan, row);
    stream s = { sum, 0, 0 };
    for (size_t i = 0; i < plan->run_count; i++) stream_run(&s, row + plan->runs[i].offset, plan->runs[i].size);
    return stream_end(&s);
}

void reel__row_sum_add(uint64_t *sum, row_plan *plan, const reel_table *table, const void *rows, size_t count)
{
    if (plan->table != table) make_plan(plan, table);
    *sum = (*sum ^ count) * 0x9e3779b97f4a7c15u;
    const uint8_t *row = rows;
    for (size_t r = 0; r < count; r++, row += table->row_size) {
        *sum = mix_numbers(*sum, plan, row);
        for (size_t i = 0; i < plan->text_count; i++) {
            reel_bytes text = text_value(row + plan->texts[i]);
            reel__row_sum_bytes(sum, text.data, text.size);
        }
    }
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
