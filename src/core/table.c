/* SPDX-License-Identifier: MIT
 * What the tables of fields can be asked. */
#include <reel/format.h>

static const struct {
    uint8_t size;
    const char *name;
} types[] = {
    [REEL_BOOL] = { 1, "bool" },
    [REEL_U8] = { 1, "u8" },
    [REEL_I8] = { 1, "i8" },
    [REEL_U16] = { 2, "u16" },
    [REEL_I16] = { 2, "i16" },
    [REEL_U32] = { 4, "u32" },
    [REEL_I32] = { 4, "i32" },
    [REEL_U64] = { 8, "u64" },
    [REEL_I64] = { 8, "i64" },
    [REEL_F32] = { 4, "f32" },
    [REEL_F64] = { 8, "f64" },
    [REEL_STRING] = { sizeof(reel_string), "string" },
    [REEL_BYTES] = { sizeof(reel_bytes), "bytes" },
    [REEL_UUID] = { sizeof(reel_uuid), "uuid" },
};

static bool known(reel_type type) { return (size_t)type < sizeof types / sizeof *types && types[type].name; }

size_t reel_type_size(reel_type type) { return known(type) ? types[type].size : 0; }

const char *reel_type_name(reel_type type) { return known(type) ? types[type].name : "unknown"; }

const reel_field *reel_table_field(const reel_table *table, const char *name)
{
    for (size_t i = 0; i < table->field_count; i++)
        if (strcmp(table->fields[i].name, name) == 0) return &table->fields[i];
    return NULL;
}

const reel_field *reel_table_time(const reel_table *table)
{
    for (size_t i = 0; i < table->field_count; i++)
        if (table->fields[i].flags & REEL_FIELD_TIME) return &table->fields[i];
    return NULL;
}

bool reel_field_present(const reel_field *field, const void *row)
{
    return !field->present_mask || (((const uint8_t *)row)[field->present_offset] & field->present_mask);
}

#define AS(type, place) (*(const type *)(const void *)(place))

double reel_field_number(const reel_field *field, const void *row, size_t index)
{
    const uint8_t *place = (const uint8_t *)row + field->offset + index * reel_type_size(field->type);
    switch (field->type) {
    case REEL_BOOL: return *place != 0;
    case REEL_U8: return *place;
    case REEL_I8: return AS(int8_t, place);
    case REEL_U16: return AS(uint16_t, place);
    case REEL_I16: return AS(int16_t, place);
    case REEL_U32: return AS(uint32_t, place);
    case REEL_I32: return AS(int32_t, place);
    case REEL_U64: return (double)AS(uint64_t, place);
    case REEL_I64: return (double)AS(int64_t, place);
    case REEL_F32: return (double)AS(float, place);
    case REEL_F64: return AS(double, place);
    default: return 0;
    }
}

const char *reel_format_id(const reel_format *format) { return format->id; }

const char *reel_format_name(const reel_format *format) { return format->name; }

const reel_table *const *reel_format_tables(const reel_format *format) { return format->tables; }

bool reel_format_writes(const reel_format *format) { return format->writer != NULL; }

const reel_table *reel_format_table(const reel_format *format, const char *name)
{
    for (const reel_table *const *table = format->tables; *table; table++)
        if (strcmp((*table)->name, name) == 0) return *table;
    return NULL;
}

bool reel_operation_is_reserved(const reel_operation *operation)
{
    static const char *const reserved[] = { REEL_OPERATION_REPAIR, REEL_OPERATION_MERGE, REEL_OPERATION_CUT,
                                            REEL_OPERATION_ANONYMISE };
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (strcmp(reserved[i], operation->id) == 0) return true;
    return false;
}
