/* SPDX-License-Identifier: MIT */
#include "columns/ipc_schema.h"

#include "columns/array.h"

enum { SCHEMA_ENDIANNESS, SCHEMA_FIELDS, SCHEMA_METADATA };
enum { FIELD_NAME, FIELD_NULLABLE, FIELD_TYPE_TYPE, FIELD_TYPE, FIELD_DICTIONARY, FIELD_CHILDREN, FIELD_METADATA };
enum { ENCODING_ID, ENCODING_INDEX, ENCODING_ORDERED };
enum {
    TYPE_INT = 2,
    TYPE_FLOAT = 3,
    TYPE_BINARY = 4,
    TYPE_UTF8 = 5,
    TYPE_BOOL = 6,
    TYPE_TIMESTAMP = 10,
    TYPE_STRUCT = 13,
    TYPE_FIXED_BINARY = 15,
    TYPE_FIXED_LIST = 16,
    TYPE_LARGE_BINARY = 19,
    TYPE_LARGE_UTF8 = 20
};
enum { PRECISION_SINGLE = 1, PRECISION_DOUBLE = 2 };
enum { TIMESTAMP_UNIT, TIMESTAMP_ZONE, UNIT_MICROSECOND = 2 };

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
const int16_t reel__ipc_native_order = IPC_BIG_ENDIAN;
#else
const int16_t reel__ipc_native_order = IPC_LITTLE_ENDIAN;
#endif

/* ---- checking ----------------------------------------------------------------------------------------------------- */

static reel_status check_field(const struct ArrowSchema *field, int depth, reel_error *error)
{
    array_type type;
    if (!reel__array_type_of(field, &type) || (field->dictionary && !reel__array_is_dictionary(field)))
        return reel_fail(error, REEL_UNSUPPORTED, "arrow.type", "", 0, "column \"%s\" has a type that cannot be written: \"%s\"",
                         array_name(field), field->format);
    if (depth == IPC_DEPTH || (type.kind == ARRAY_LIST && field->n_children != 1))
        return reel_fail(error, REEL_ARGUMENT, "arrow.schema", "", 0, "the schema is invalid or nested too deeply");
    for (int64_t i = 0; i < field->n_children; i++) {
        reel_status status = check_field(field->children[i], depth + 1, error);
        if (status < 0) return status;
    }
    return REEL_OK;
}

reel_status reel__ipc_check_schema(const struct ArrowSchema *schema, reel_error *error)
{
    if (strcmp(schema->format, "+s") != 0)
        return reel_fail(error, REEL_ARGUMENT, "arrow.schema", "", 0, "the schema of a table must be a struct");
    return check_field(schema, 0, error);
}

/* ---- building ----------------------------------------------------------------------------------------------------- */

/* Places that become a vector: NULL data with a count of 0 if out of memory. */
static uint32_t *places_new(flatbuffer *buffer, size_t count)
{
    uint32_t *places = buffer->failed ? NULL : reel__memory_new(&buffer->allocator, count * sizeof *places);
    if (!places) buffer->failed = true;
    return places;
}

static uint32_t add_metadata(flatbuffer *buffer, const char *metadata)
{
    array_pairs pairs = reel__array_pairs_of(metadata);
    size_t count = pairs.left > 0 ? (size_t)pairs.left : 0;
    uint32_t *places = count ? places_new(buffer, count) : NULL;
    if (!places) return 0;
    reel_string key, value;
    for (size_t i = 0; reel__array_pairs_next(&pairs, &key, &value); i++) {
        uint32_t key_place = reel__flatbuffer_string(buffer, key.data, key.size);
        uint32_t value_place = reel__flatbuffer_string(buffer, value.data, value.size);
        reel__flatbuffer_table(buffer);
        reel__flatbuffer_place(buffer, 0, key_place);
        reel__flatbuffer_place(buffer, 1, value_place);
        places[i] = reel__flatbuffer_end(buffer);
    }
    uint32_t list = reel__flatbuffer_list(buffer, places, count);
    reel__memory_drop(&buffer->allocator, places);
    return list;
}

static uint32_t add_int(flatbuffer *buffer, const array_type *type)
{
    reel__flatbuffer_table(buffer);
    reel__flatbuffer_i32(buffer, 0, (int32_t)type->size * 8);
    reel__flatbuffer_u8(buffer, 1, type->is_signed);
    return reel__flatbuffer_end(buffer);
}

static uint32_t add_timestamp(flatbuffer *buffer, uint8_t *member)
{
    uint32_t zone = reel__flatbuffer_string(buffer, "UTC", 3);
    *member = TYPE_TIMESTAMP;
    reel__flatbuffer_table(buffer);
    reel__flatbuffer_i16(buffer, TIMESTAMP_UNIT, UNIT_MICROSECOND);
    reel__flatbuffer_place(buffer, TIMESTAMP_ZONE, zone);
    return reel__flatbuffer_end(buffer);
}

/* Adds the table of a type and states which member of the union it is. */
static uint32_t add_type(flatbuffer *buffer, const array_type *type, uint8_t *member)
{
    static const uint8_t texts[2][2] = { { TYPE_BINARY, TYPE_UTF8 }, { TYPE_LARGE_BINARY, TYPE_LARGE_UTF8 } };
    static const uint8_t members[] = {
        [ARRAY_BOOL] = TYPE_BOOL,          [ARRAY_INTEGER] = TYPE_INT,   [ARRAY_FLOAT] = TYPE_FLOAT,
        [ARRAY_FIXED] = TYPE_FIXED_BINARY, [ARRAY_STRUCT] = TYPE_STRUCT, [ARRAY_LIST] = TYPE_FIXED_LIST,
    };
    if (type->is_moment) return add_timestamp(buffer, member);
    *member = type->kind == ARRAY_TEXT ? texts[type->size == 8][type->is_utf8] : members[type->kind];
    if (type->kind == ARRAY_INTEGER) return add_int(buffer, type);
    reel__flatbuffer_table(buffer);
    if (type->kind == ARRAY_FLOAT) reel__flatbuffer_i16(buffer, 0, type->size == 8 ? PRECISION_DOUBLE : PRECISION_SINGLE);
    if (type->kind == ARRAY_FIXED || type->kind == ARRAY_LIST) reel__flatbuffer_i32(buffer, 0, (int32_t)type->size);
    return reel__flatbuffer_end(buffer);
}

static uint32_t add_encoding(flatbuffer *buffer, const struct ArrowSchema *field, int64_t id)
{
    array_type type;
    reel__array_type_of(field, &type);
    uint32_t index = add_int(buffer, &type);
    reel__flatbuffer_table(buffer);
    reel__flatbuffer_i64(buffer, ENCODING_ID, id);
    reel__flatbuffer_place(buffer, ENCODING_INDEX, index);
    reel__flatbuffer_u8(buffer, ENCODING_ORDERED, (field->flags & ARROW_FLAG_DICTIONARY_ORDERED) != 0);
    return reel__flatbuffer_end(buffer);
}

static uint32_t add_fields(flatbuffer *buffer, const struct ArrowSchema *parent, int64_t *id);

/* A field with a dictionary states the type of the texts; that of the indexes is in its encoding. `id` is that of the next dictionary:
 * they are counted in the order in which a walk meets them, a field before its children. */
static uint32_t add_field(flatbuffer *buffer, const struct ArrowSchema *field, int64_t *id)
{
    array_type type;
    uint8_t member;
    reel__array_type_of(field->dictionary ? field->dictionary : field, &type);
    uint32_t encoding = field->dictionary ? add_encoding(buffer, field, (*id)++) : 0;
    uint32_t children = add_fields(buffer, field, id);
    uint32_t metadata = add_metadata(buffer, field->metadata);
    uint32_t table = add_type(buffer, &type, &member);
    const char *name = array_name(field);
    uint32_t text = reel__flatbuffer_string(buffer, name, strlen(name));
    reel__flatbuffer_table(buffer);
    reel__flatbuffer_place(buffer, FIELD_NAME, text);
    reel__flatbuffer_place(buffer, FIELD_TYPE, table);
    reel__flatbuffer_place(buffer, FIELD_DICTIONARY, encoding);
    reel__flatbuffer_place(buffer, FIELD_CHILDREN, children);
    reel__flatbuffer_place(buffer, FIELD_METADATA, metadata);
    reel__flatbuffer_u8(buffer, FIELD_NULLABLE, (field->flags & ARROW_FLAG_NULLABLE) != 0);
    reel__flatbuffer_u8(buffer, FIELD_TYPE_TYPE, member);
    return reel__flatbuffer_end(buffer);
}

static uint32_t add_fields(flatbuffer *buffer, const struct ArrowSchema *parent, int64_t *id)
{
    size_t count = (size_t)parent->n_children;
    uint32_t *places = places_new(buffer, count);
    if (!places) return 0;
    for (size_t i = 0; i < count; i++) places[i] = add_field(buffer, parent->children[i], id);
    uint32_t list = reel__flatbuffer_list(buffer, places, count);
    reel__memory_drop(&buffer->allocator, places);
    return list;
}

uint32_t reel__ipc_schema_table(flatbuffer *buffer, const struct ArrowSchema *schema, int16_t order)
{
    int64_t id = 0;
    uint32_t fields = add_fields(buffer, schema, &id);
    uint32_t metadata = add_metadata(buffer, schema->metadata);
    reel__flatbuffer_table(buffer);
    reel__flatbuffer_place(buffer, SCHEMA_FIELDS, fields);
    reel__flatbuffer_place(buffer, SCHEMA_METADATA, metadata);
    reel__flatbuffer_i16(buffer, SCHEMA_ENDIANNESS, order);
    return reel__flatbuffer_end(buffer);
}

bool reel__ipc_finish_message(flatbuffer *buffer, uint8_t header_type, uint32_t header, uint64_t body_size, reel_bytes *bytes)
{
    reel__flatbuffer_table(buffer);
    reel__flatbuffer_i64(buffer, MESSAGE_BODY, (int64_t)body_size);
    reel__flatbuffer_place(buffer, MESSAGE_HEADER, header);
    reel__flatbuffer_i16(buffer, MESSAGE_VERSION, IPC_VERSION);
    reel__flatbuffer_u8(buffer, MESSAGE_HEADER_TYPE, header_type);
    return reel__flatbuffer_finish(buffer, reel__flatbuffer_end(buffer), bytes);
}
