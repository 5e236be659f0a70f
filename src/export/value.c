/* SPDX-License-Identifier: MIT */
#include "export/value.h"

/* ---- values of a fixed size ------------------------------------------------------------------------------------- */

static size_t literal_text(char *buffer, const char *text)
{
    size_t size = strlen(text);
    memcpy(buffer, text, size + 1);
    return size;
}

#define F32_EXPONENT 0x7f800000u
#define F64_EXPONENT UINT64_C(0x7ff0000000000000)

static bool is_finite(reel_type type, const void *value)
{
    uint32_t narrow;
    uint64_t wide;
    if (type == REEL_F32) {
        memcpy(&narrow, value, sizeof narrow);
        return (narrow & F32_EXPONENT) != F32_EXPONENT;
    }
    memcpy(&wide, value, sizeof wide);
    return (wide & F64_EXPONENT) != F64_EXPONENT;
}

static size_t float_text(char *buffer, reel_type type, const void *value)
{
    float narrow = 0;
    double wide;
    if (type == REEL_F32) {
        memcpy(&narrow, value, sizeof narrow);
        wide = (double)narrow;
    } else {
        memcpy(&wide, value, sizeof wide);
    }
    if (is_finite(type, value)) return type == REEL_F32 ? reel__number_f32(buffer, narrow) : reel__number_f64(buffer, wide);
    return literal_text(buffer, wide != wide ? "NaN" : wide < 0 ? "-Infinity" : "Infinity");
}

enum { FLOATS_AT_ONCE = 32 };

/* A batch shares one reservation of the output and is written straight into it. */
void reel__put_floats(reel_output *out, const uint8_t *slot, size_t count, bool quotes)
{
    while (count) {
        size_t some = count < FLOATS_AT_ONCE ? count : FLOATS_AT_ONCE;
        char *at = (char *)reel_put_space(out, some * (SCALAR_SIZE + 3));
        if (!at) return;
        for (size_t i = 0; i < some; i++, slot += sizeof(float)) {
            bool bare = !quotes || is_finite(REEL_F32, slot);
            if (!bare) *at++ = '"';
            at += float_text(at, REEL_F32, slot);
            if (!bare) *at++ = '"';
            *at++ = ',';
        }
        out->at = (uint8_t *)at;
        count -= some;
    }
    out->at--; /* the last comma, which is still in the buffer */
}

size_t reel__scalar_text(char *buffer, reel_type type, const void *value)
{
    switch (type) {
    case REEL_BOOL: return literal_text(buffer, *(const uint8_t *)value ? "true" : "false");
    case REEL_F32:
    case REEL_F64: return float_text(buffer, type, value);
    case REEL_U64: return reel__number_u64(buffer, (uint64_t)reel__integer_value(type, value));
    case REEL_UUID: return reel__uuid_text(buffer, value);
    default: return reel__number_i64(buffer, reel__integer_value(type, value));
    }
}

bool reel__scalar_is_bare(reel_type type, const void *value)
{
    return type == REEL_F32 || type == REEL_F64 ? is_finite(type, value) : type != REEL_UUID;
}

size_t reel__moment_value(char *buffer, const reel_field *field, const void *row)
{
    int64_t moment;
    return reel_field_moment(field, row, &moment) ? reel_moment_text(moment, buffer) : 0;
}

const char *reel__scalar_label(const reel_field *field, const void *value)
{
    if (field->type > REEL_I64) return NULL;
    int64_t number = reel__integer_value(field->type, value);
    for (const reel_label *label = field->labels; label->name; label++)
        if (label->value == number) return label->name;
    return NULL;
}
