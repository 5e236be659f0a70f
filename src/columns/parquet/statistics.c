/* SPDX-License-Identifier: MIT */
#include "columns/parquet/statistics.h"

/* ---- numbers ------------------------------------------------------------------------------------------------------ */

/* Floats are compared as integers: the bits of a negative number other than its sign are inverted, which makes the integers rise as the
 * numbers do, with -0 just below +0. The inversion undoes itself. NaNs are beyond the infinities, and count as the least or the greatest
 * key where they do no harm. */
static inline int32_t key32(int32_t bits) { return bits ^ (-(int32_t)(bits < 0) & INT32_MAX); }
static inline int64_t key64(int64_t bits) { return bits ^ (-(int64_t)(bits < 0) & INT64_MAX); }

static const int32_t infinity32 = 0x7f800000;
static const int64_t infinity64 = 0x7ff0000000000000;

/* The loops keep their bounds in locals and have no branches, so that compilers make vector instructions of them. */
#define BOUNDS(name, type, wide)                                                                                                 \
    static void name(statistics *s, const type *values, size_t count)                                                            \
    {                                                                                                                            \
        type least = s->has_any ? (type)(wide)s->least : values[0];                                                              \
        type greatest = s->has_any ? (type)(wide)s->greatest : values[0];                                                        \
        for (size_t i = 0; i < count; i++) {                                                                                     \
            least = values[i] < least ? values[i] : least;                                                                       \
            greatest = values[i] > greatest ? values[i] : greatest;                                                              \
        }                                                                                                                        \
        s->least = (int64_t)least;                                                                                               \
        s->greatest = (int64_t)greatest;                                                                                         \
        s->has_any = true;                                                                                                       \
    }

BOUNDS(bounds_u8, uint8_t, uint64_t)
BOUNDS(bounds_i32, int32_t, int64_t)
BOUNDS(bounds_u32, uint32_t, uint64_t)
BOUNDS(bounds_i64, int64_t, int64_t)
BOUNDS(bounds_u64, uint64_t, uint64_t)

#define FLOAT_BOUNDS(name, bits_type, key_type, key, infinity, most)                                                             \
    static void name(statistics *s, const bits_type *values, size_t count)                                                       \
    {                                                                                                                            \
        key_type least = s->has_any ? (key_type)s->least : most, greatest = s->has_any ? (key_type)s->greatest : -most;          \
        for (size_t i = 0; i < count; i++) {                                                                                     \
            key_type bits = (key_type)values[i];                                                                                 \
            key_type nan = -(key_type)((bits & most) > infinity), value = key(bits);                                             \
            key_type low = (value & ~nan) | (most & nan), high = (value & ~nan) | (-most & nan);                                 \
            least = low < least ? low : least;                                                                                   \
            greatest = high > greatest ? high : greatest;                                                                        \
        }                                                                                                                        \
        s->least = least;                                                                                                        \
        s->greatest = greatest;                                                                                                  \
        s->has_any = least <= greatest;                                                                                          \
    }

FLOAT_BOUNDS(bounds_f32, uint32_t, int32_t, key32, infinity32, INT32_MAX)
FLOAT_BOUNDS(bounds_f64, uint64_t, int64_t, key64, infinity64, INT64_MAX)

void reel__statistics_numbers(statistics *s, const void *values, size_t count)
{
    if (!count) return;
    switch (s->order) {
    case ORDER_BOOL: bounds_u8(s, values, count); break;
    case ORDER_I32: bounds_i32(s, values, count); break;
    case ORDER_U32: bounds_u32(s, values, count); break;
    case ORDER_I64: bounds_i64(s, values, count); break;
    case ORDER_U64: bounds_u64(s, values, count); break;
    case ORDER_F32: bounds_f32(s, values, count); break;
    case ORDER_F64: bounds_f64(s, values, count); break;
    default: break;
    }
}

/* ---- texts -------------------------------------------------------------------------------------------------------- */

static int compare_bytes(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size)
{
    size_t both = a_size < b_size ? a_size : b_size;
    int order = both ? memcmp(a, b, both) : 0;
    return order ? order : (a_size > b_size) - (a_size < b_size);
}

static void cut_text(statistics_text *to, const uint8_t *text, size_t size)
{
    to->is_cut = size > STATISTICS_TEXT;
    to->size = (uint8_t)(to->is_cut ? STATISTICS_TEXT : size);
    if (to->size) memcpy(to->bytes, text, to->size);
}

/* The starts of two texts are in the order of the texts or equal, so the starts of the bounds are found among the starts. */
void reel__statistics_add_text(statistics *s, const void *text, size_t size)
{
    if (s->order != ORDER_BYTES && s->order != ORDER_UTF8) return;
    const statistics_text *least = &s->least_text, *greatest = &s->greatest_text;
    size_t start = size < STATISTICS_TEXT ? size : STATISTICS_TEXT;
    int low = s->has_any ? compare_bytes(text, start, least->bytes, least->size) : -1;
    int high = s->has_any ? compare_bytes(text, start, greatest->bytes, greatest->size) : 1;
    if (low < 0 || (low == 0 && least->is_cut)) cut_text(&s->least_text, text, size);
    if (high > 0 || (high == 0 && size > start)) cut_text(&s->greatest_text, text, size);
    s->has_any = true;
}

/* Where a UTF-8 text can be cut at or before `size`. */
static size_t whole_characters(const uint8_t *text, size_t size)
{
    size_t at = size;
    while (at > 0 && (text[at - 1] & 0xc0) == 0x80) at--; /* continuation bytes */
    if (at == 0) return 0;
    uint8_t lead = text[at - 1];
    size_t length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    return at - 1 + length <= size ? at - 1 + length : at - 1;
}

/* Makes the start of a text a bound above all texts with that start: the last byte that can be raised is, and those behind it go. In
 * UTF-8 that is an ASCII character, so that the bound is valid too. False: no such bound. */
static bool raise_text(uint8_t *text, size_t *size, bool is_utf8)
{
    uint8_t most = is_utf8 ? 0x7e : 0xfe;
    size_t at = *size;
    while (at > 0 && text[at - 1] > most) at--;
    if (at) text[at - 1]++;
    *size = at;
    return at > 0;
}

static bool text_bound(const statistics *s, bool greatest, uint8_t *bytes, size_t *size, bool *is_exact)
{
    const statistics_text *bound = greatest ? &s->greatest_text : &s->least_text;
    *size = bound->size;
    *is_exact = !bound->is_cut;
    memcpy(bytes, bound->bytes, bound->size);
    if (*is_exact) return true;
    if (s->order == ORDER_UTF8) *size = whole_characters(bytes, *size);
    return !greatest || raise_text(bytes, size, s->order == ORDER_UTF8);
}

/* ---- bounds ------------------------------------------------------------------------------------------------------- */

/* A zero stands for both: the least is -0 and the greatest +0, as the format asks of writers. */
static uint32_t float32_bound(int32_t key, bool greatest)
{
    if (greatest ? key == -1 : key == 0) key = greatest ? 0 : -1;
    return (uint32_t)key32(key);
}

static uint64_t float64_bound(int64_t key, bool greatest)
{
    if (greatest ? key == -1 : key == 0) key = greatest ? 0 : -1;
    return (uint64_t)key64(key);
}

bool reel__statistics_bound(const statistics *s, bool greatest, uint8_t bytes[STATISTICS_TEXT], size_t *size, bool *is_exact)
{
    if (!s->has_any) return false;
    int64_t value = greatest ? s->greatest : s->least;
    *is_exact = true;
    switch (s->order) {
    case ORDER_NONE: return false;
    case ORDER_BOOL: *size = 1, bytes[0] = (uint8_t)value; return true;
    case ORDER_I32:
    case ORDER_U32: *size = 4, reel_store_u32le(bytes, (uint32_t)value); return true;
    case ORDER_F32: *size = 4, reel_store_u32le(bytes, float32_bound((int32_t)value, greatest)); return true;
    case ORDER_I64:
    case ORDER_U64: *size = 8, reel_store_u64le(bytes, (uint64_t)value); return true;
    case ORDER_F64: *size = 8, reel_store_u64le(bytes, float64_bound(value, greatest)); return true;
    default: return text_bound(s, greatest, bytes, size, is_exact);
    }
}
