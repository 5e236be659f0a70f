/* SPDX-License-Identifier: MIT */
#include "vector.h"

#include <stdlib.h>
#include <string.h>

/* ---- types ---------------------------------------------------------------------------------------------------------- */

static duckdb_type scalar_type(const char *format)
{
    static const struct {
        char format;
        duckdb_type type;
    } types[] = { { 'b', DUCKDB_TYPE_BOOLEAN },   { 'C', DUCKDB_TYPE_UTINYINT }, { 'c', DUCKDB_TYPE_TINYINT },
                  { 'S', DUCKDB_TYPE_USMALLINT }, { 's', DUCKDB_TYPE_SMALLINT }, { 'I', DUCKDB_TYPE_UINTEGER },
                  { 'i', DUCKDB_TYPE_INTEGER },   { 'L', DUCKDB_TYPE_UBIGINT },  { 'l', DUCKDB_TYPE_BIGINT },
                  { 'f', DUCKDB_TYPE_FLOAT },     { 'g', DUCKDB_TYPE_DOUBLE },   { 'u', DUCKDB_TYPE_VARCHAR },
                  { 'z', DUCKDB_TYPE_BLOB } };
    if (strcmp(format, "w:16") == 0) return DUCKDB_TYPE_UUID;
    if (strcmp(format, "tsu:UTC") == 0) return DUCKDB_TYPE_TIMESTAMP_TZ;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (format[0] == types[i].format && !format[1]) return types[i].type;
    return DUCKDB_TYPE_INVALID;
}

/* The names in their order, which is that of the dictionaries of reel: a dictionary begins with them. */
static duckdb_logical_type enum_type(const reel_label *labels)
{
    idx_t count = 0;
    while (labels[count].name) count++;
    const char **names = malloc((count + 1) * sizeof *names);
    if (!names) return NULL;
    for (idx_t i = 0; i < count; i++) names[i] = labels[i].name;
    duckdb_logical_type type = duckdb_create_enum_type(names, count);
    free(names);
    return type;
}

/* A vector as an array or a struct of its values, which are all of one type. */
static duckdb_logical_type nested_type(const struct ArrowSchema *schema)
{
    if (schema->children[0]->dictionary) return NULL;
    duckdb_logical_type type = NULL, value = vector_type(schema->children[0], NULL, false);
    if (value && schema->format[1] == 'w') {
        type = duckdb_create_array_type(value, strtoull(schema->format + 3, NULL, 10));
    } else if (value) {
        size_t count = (size_t)schema->n_children;
        duckdb_logical_type *types = malloc(count * sizeof *types);
        const char **names = malloc(count * sizeof *names);
        for (size_t i = 0; types && names && i < count; i++) {
            types[i] = value;
            names[i] = schema->children[i]->name;
        }
        if (types && names) type = duckdb_create_struct_type(types, names, count);
        free(types);
        free(names);
    }
    duckdb_destroy_logical_type(&value);
    return type;
}

duckdb_logical_type vector_type(const struct ArrowSchema *schema, const reel_field *field, bool enums)
{
    if (schema->dictionary)
        return enums && field && field->labels ? enum_type(field->labels) : duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR);
    if (schema->format[0] == '+') return nested_type(schema);
    duckdb_type type = scalar_type(schema->format);
    return type == DUCKDB_TYPE_INVALID ? NULL : duckdb_create_logical_type(type);
}

/* ---- values --------------------------------------------------------------------------------------------------------- */

/* Both sides have one bit for each row, the least significant first. */
static void fill_validity(duckdb_vector vector, const struct ArrowArray *array)
{
    const uint8_t *bits = array->n_buffers ? array->buffers[0] : NULL;
    if (!bits || !array->null_count) return;
    duckdb_vector_ensure_validity_writable(vector);
    uint64_t *mask = duckdb_vector_get_validity(vector);
    for (idx_t i = 0; i < (idx_t)array->length; i++)
        if (!(bits[i / 8] >> i % 8 & 1)) duckdb_validity_set_row_invalid(mask, i);
}

static bool is_null(const struct ArrowArray *array, idx_t row)
{
    const uint8_t *bits = array->n_buffers ? array->buffers[0] : NULL;
    return bits && array->null_count && !(bits[row / 8] >> row % 8 & 1);
}

static void fill_bits(bool *values, const struct ArrowArray *array)
{
    const uint8_t *bits = array->buffers[1];
    for (idx_t i = 0; i < (idx_t)array->length; i++) values[i] = bits[i / 8] >> i % 8 & 1;
}

static uint64_t load_big_endian(const uint8_t *bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < 8; i++) value = value << 8 | bytes[i];
    return value;
}

/* DuckDB keeps a UUID as a signed number of 128 bits whose sign is turned around, so that numbers sort as their texts do. */
static void fill_uuids(duckdb_hugeint *values, const struct ArrowArray *array)
{
    const uint8_t *bytes = array->buffers[1];
    for (idx_t i = 0; i < (idx_t)array->length; i++, bytes += 16) {
        uint64_t upper = load_big_endian(bytes) ^ UINT64_C(1) << 63;
        memcpy(&values[i].upper, &upper, sizeof upper);
        values[i].lower = load_big_endian(bytes + 8);
    }
}

static void fill_text(duckdb_vector vector, const struct ArrowArray *array)
{
    const int32_t *offsets = array->buffers[1];
    const char *text = array->buffers[2];
    for (idx_t i = 0; i < (idx_t)array->length; i++) {
        if (is_null(array, i)) continue;
        idx_t size = (idx_t)(offsets[i + 1] - offsets[i]);
        duckdb_vector_assign_string_element_len(vector, i, size ? text + offsets[i] : "", size);
    }
}

/* Text of a dictionary. A string that is already in the vector is shared by later rows: it belongs to the vector. */
static void fill_names(duckdb_vector vector, const struct ArrowArray *array)
{
    enum { SHARED = 64 };
    duckdb_string_t *values = duckdb_vector_get_data(vector), shared[SHARED];
    uint64_t known = 0;
    const int32_t *indices = array->buffers[1], *offsets = array->dictionary->buffers[1];
    const char *text = array->dictionary->buffers[2];
    for (idx_t i = 0; i < (idx_t)array->length; i++) {
        if (is_null(array, i)) continue;
        int32_t index = indices[i];
        bool sharing = index < SHARED;
        if (sharing && known >> index & 1) {
            values[i] = shared[index];
            continue;
        }
        idx_t size = (idx_t)(offsets[index + 1] - offsets[index]);
        duckdb_vector_assign_string_element_len(vector, i, size ? text + offsets[index] : "", size);
        if (!sharing) continue;
        shared[index] = values[i];
        known |= UINT64_C(1) << index;
    }
}

static bool fill_enum(duckdb_vector vector, const struct ArrowArray *array, duckdb_string_t *unnamed)
{
    duckdb_logical_type type = duckdb_vector_get_column_type(vector);
    int32_t count = (int32_t)duckdb_enum_dictionary_size(type);
    duckdb_type stored = duckdb_enum_internal_type(type);
    duckdb_destroy_logical_type(&type);
    void *values = duckdb_vector_get_data(vector);
    const int32_t *indices = array->buffers[1];
    for (idx_t i = 0; i < (idx_t)array->length; i++) {
        int32_t index = is_null(array, i) ? 0 : indices[i];
        if (index >= count) {
            const int32_t *offsets = array->dictionary->buffers[1];
            unnamed->value.pointer.length = (uint32_t)(offsets[index + 1] - offsets[index]);
            unnamed->value.pointer.ptr = (char *)(uintptr_t)array->dictionary->buffers[2] + offsets[index];
            return false;
        }
        if (stored == DUCKDB_TYPE_UTINYINT)
            ((uint8_t *)values)[i] = (uint8_t)index;
        else if (stored == DUCKDB_TYPE_USMALLINT)
            ((uint16_t *)values)[i] = (uint16_t)index;
        else
            ((uint32_t *)values)[i] = (uint32_t)index;
    }
    return true;
}

static size_t scalar_size(char format)
{
    switch (format) {
    case 'C':
    case 'c': return 1;
    case 'S':
    case 's': return 2;
    case 'I':
    case 'i':
    case 'f': return 4;
    default: return 8;
    }
}

static void fill_scalars(duckdb_vector vector, const char *format, const struct ArrowArray *array)
{
    void *values = duckdb_vector_get_data(vector);
    switch (format[0]) {
    case 'b': fill_bits(values, array); break;
    case 'w': fill_uuids(values, array); break;
    case 'u':
    case 'z': fill_text(vector, array); break;
    default: memcpy(values, array->buffers[1], (size_t)array->length * scalar_size(format[0])); break;
    }
}

/* The values of an absent struct are null too: DuckDB takes them out of the struct without another look at it. */
static void fill_struct(duckdb_vector vector, const struct ArrowSchema *schema, const struct ArrowArray *array)
{
    for (idx_t i = 0; i < (idx_t)array->n_children; i++) {
        duckdb_vector member = duckdb_struct_vector_get_child(vector, i);
        fill_scalars(member, schema->children[i]->format, array->children[i]);
        fill_validity(member, array);
        fill_validity(member, array->children[i]);
    }
}

bool vector_fill(duckdb_vector vector, const struct ArrowSchema *schema, const struct ArrowArray *array, bool enums,
                 duckdb_string_t *unnamed)
{
    if (!array->length) return true;
    fill_validity(vector, array);
    if (array->dictionary) {
        if (enums) return fill_enum(vector, array, unnamed);
        fill_names(vector, array);
    } else if (strcmp(schema->format, "+s") == 0) {
        fill_struct(vector, schema, array);
    } else if (schema->format[0] == '+') {
        duckdb_vector values = duckdb_array_vector_get_child(vector);
        fill_scalars(values, schema->children[0]->format, array->children[0]);
        fill_validity(values, array->children[0]);
    } else {
        fill_scalars(vector, schema->format, array);
    }
    return true;
}

/* ---- single values -------------------------------------------------------------------------------------------------- */

char *text_valid(const char *text)
{
    size_t size = strlen(text), at = 0, length = 1, used = 0;
    for (; at < size && length; at += length) reel_utf8(text + at, size - at, &length);
    char *valid = at < size || !length ? malloc(3 * size + 1) : NULL;
    if (!valid) return NULL;
    for (at = 0; at < size; at += length ? length : 1) {
        reel_utf8(text + at, size - at, &length);
        memcpy(valid + used, text + at, length);
        used += length;
        if (length) continue;
        unsigned code = 0xF700u + (unsigned char)text[at];
        valid[used++] = (char)(0xE0 | code >> 12);
        valid[used++] = (char)(0x80 | (code >> 6 & 0x3F));
        valid[used++] = (char)(0x80 | (code & 0x3F));
    }
    valid[used] = '\0';
    return valid;
}

void vector_set_text(duckdb_vector vector, idx_t row, const char *text)
{
    char *valid = text_valid(text);
    duckdb_vector_assign_string_element(vector, row, valid ? valid : text);
    free(valid);
}

void vector_set_flag(duckdb_vector vector, idx_t row, bool flag)
{
    bool *values = duckdb_vector_get_data(vector);
    values[row] = flag;
}

void vector_set_double(duckdb_vector vector, idx_t row, double number)
{
    double *values = duckdb_vector_get_data(vector);
    values[row] = number;
}

void vector_set_number(duckdb_vector vector, idx_t row, uint64_t number)
{
    uint64_t *values = duckdb_vector_get_data(vector);
    values[row] = number;
}

void vector_set_null(duckdb_vector vector, idx_t row)
{
    duckdb_vector_ensure_validity_writable(vector);
    duckdb_validity_set_row_invalid(duckdb_vector_get_validity(vector), row);
}
