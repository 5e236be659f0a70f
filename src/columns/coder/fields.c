/* SPDX-License-Identifier: MIT
 * Series out of rows and back. Values move as integers: no float is ever loaded, so a signalling NaN stays one. */
#include "columns/coder/motion_model.h"

#include "core/rows.h"

bool reel__coder_set_roles(coder_table *table)
{
    memset(table->roles, 0, sizeof table->roles);
    for (size_t f = 0; f < table->count; f++) {
        const coder_field *field = &table->fields[f];
        bool counts = field->role == CODER_SEQUENCE || field->role == CODER_OFFSET;
        if (field->role == CODER_VALUE) continue;
        if (table->roles[field->role] || !reel__coder_is_whole(field) || (counts && field->type != REEL_U64)) return false;
        table->roles[field->role] = f + 1;
    }
    return true;
}

bool reel__coder_is_ordered(const coder_table *table)
{
    return table->roles[CODER_SEQUENCE] && table->roles[CODER_OFFSET] && table->roles[CODER_CLOCK];
}

bool reel__coder_is_whole(const coder_field *field)
{
    return field->count == 1 && !type_is_text(field->type) && field->type != REEL_UUID && field->type != REEL_F32 &&
           field->type != REEL_F64;
}

size_t reel__field_series(const coder_field *field)
{
    if (type_is_text(field->type)) return 0;
    return (size_t)field->count * (field->type == REEL_UUID ? UUID_SERIES : 1);
}

unsigned reel__field_bits(const coder_field *field)
{
    if (field->type == REEL_UUID) return 64;
    return 8 * (unsigned)reel_type_size(field->type);
}

bool reel__type_is_signed(reel_type type) { return type == REEL_I8 || type == REEL_I16 || type == REEL_I32 || type == REEL_I64; }

void reel__series_load(const coder_field *field, size_t index, const uint8_t *rows, size_t row_size, size_t count,
                       uint64_t *values)
{
    unsigned bits = reel__field_bits(field);
    const uint8_t *at = rows + field->field->offset + index * (bits / 8);
    bool is_signed = reel__type_is_signed(field->type);
    if (field->type == REEL_UUID) {
        for (size_t i = 0; i < count; i++) values[i] = reel_load_u64le(at + i * row_size);
    } else if (bits == 64) {
        for (size_t i = 0; i < count; i++) memcpy(values + i, at + i * row_size, 8);
    } else if (bits == 32) {
        for (size_t i = 0; i < count; i++) {
            uint32_t value;
            memcpy(&value, at + i * row_size, sizeof value);
            values[i] = is_signed ? (uint64_t)(int64_t)(int32_t)value : value;
        }
    } else if (bits == 16) {
        for (size_t i = 0; i < count; i++) {
            uint16_t value;
            memcpy(&value, at + i * row_size, sizeof value);
            values[i] = is_signed ? (uint64_t)(int64_t)(int16_t)value : value;
        }
    } else {
        for (size_t i = 0; i < count; i++) values[i] = is_signed ? (uint64_t)(int64_t)(int8_t)at[i * row_size] : at[i * row_size];
    }
}

/* Values of whole numbers that had fewer bits when the file was written. */
static void store_wider(const coder_field *field, uint8_t *at, size_t row_size, size_t count, const uint64_t *values)
{
    const size_t size = reel_type_size(field->field->type);
    const unsigned spare = 64 - reel__field_bits(field);
    const bool is_signed = reel__type_is_signed(field->type);
    for (size_t i = 0; i < count; i++) {
        const uint64_t high = values[i] << spare;
        const uint64_t wide = is_signed ? (uint64_t)((int64_t)high >> spare) : high >> spare;
        if (size == 8) {
            memcpy(at + i * row_size, &wide, sizeof wide);
        } else if (size == 4) {
            memcpy(at + i * row_size, &(uint32_t){ (uint32_t)wide }, sizeof(uint32_t));
        } else {
            memcpy(at + i * row_size, &(uint16_t){ (uint16_t)wide }, sizeof(uint16_t));
        }
    }
}

void reel__series_store(const coder_field *field, size_t index, uint8_t *rows, size_t row_size, size_t count,
                        const uint64_t *values)
{
    unsigned bits = reel__field_bits(field);
    const size_t step = field->type == field->field->type ? bits / 8 : reel_type_size(field->field->type);
    uint8_t *at = rows + field->field->offset + index * step;
    if (field->type != field->field->type) {
        store_wider(field, at, row_size, count, values);
    } else if (field->type == REEL_UUID) {
        for (size_t i = 0; i < count; i++) reel_store_u64le(at + i * row_size, values[i]);
    } else if (bits == 64) {
        for (size_t i = 0; i < count; i++) memcpy(at + i * row_size, values + i, 8);
    } else if (bits == 32) {
        for (size_t i = 0; i < count; i++) {
            uint32_t value = (uint32_t)values[i];
            memcpy(at + i * row_size, &value, sizeof value);
        }
    } else if (bits == 16) {
        for (size_t i = 0; i < count; i++) {
            uint16_t value = (uint16_t)values[i];
            memcpy(at + i * row_size, &value, sizeof value);
        }
    } else {
        for (size_t i = 0; i < count; i++) at[i * row_size] = (uint8_t)values[i];
    }
}

bool reel__motion_is_pose(const coder_table *table, size_t f)
{
    const coder_field *fields = table->fields;
    return f + 1 < table->count && fields[f].pose && fields[f].type == REEL_F32 && fields[f].count == MOTION_AXES &&
           fields[f + 1].type == REEL_F32 && fields[f + 1].count == MOTION_ROTATION;
}
