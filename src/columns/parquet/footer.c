/* SPDX-License-Identifier: MIT
 * The structs of parquet.thrift; numbers are the ids of their fields there. */
#include "columns/parquet/footer.h"

#include "codec/base64.h"
#include "columns/ipc.h"
#include "columns/parquet/thrift.h"

enum { VERSION = 2, REQUIRED = 0, OPTIONAL = 1 };
enum {
    LOGICAL_STRING = 1,
    LOGICAL_TIMESTAMP = 8,
    UNIT_MICROSECONDS = 2,
    LOGICAL_INTEGER = 10,
    LOGICAL_UUID = 14,
    UUID_SIZE = 16
};
enum {
    CONVERTED_UTF8 = 0,
    CONVERTED_MICROSECONDS = 10,
    CONVERTED_UNSIGNED = 11,
    CONVERTED_SIGNED = 15 /* and the next three, by width */
};

/* ---- types -------------------------------------------------------------------------------------------------------- */

static int converted_integer(const array_type *type)
{
    int first = type->is_signed ? CONVERTED_SIGNED : CONVERTED_UNSIGNED;
    return first + (type->size > 1) + (type->size > 2) + (type->size > 4);
}

static bool is_uuid(const parquet_column *c)
{
    reel_string name = reel__array_metadata(c->schema, "ARROW:extension:name");
    return c->type.kind == ARRAY_FIXED && c->type.size == UUID_SIZE && name.size == 10 && !memcmp(name.data, "arrow.uuid", 10);
}

/* Signed integers of 32 and 64 bits are what the physical type says. */
static bool has_width(const parquet_column *c)
{
    return c->type.kind == ARRAY_INTEGER && !(c->type.is_signed && c->type.size >= 4);
}

/* The unit is a union of empty structs. */
static void put_timestamp(thrift *t)
{
    reel__thrift_i32(t, 6, CONVERTED_MICROSECONDS);
    reel__thrift_struct(t, 10);
    reel__thrift_struct(t, LOGICAL_TIMESTAMP);
    reel__thrift_bool(t, 1, true); /* UTC */
    reel__thrift_struct(t, 2);
    reel__thrift_struct(t, UNIT_MICROSECONDS);
    for (int i = 0; i < 4; i++) reel__thrift_end(t);
}

static void put_logical_type(thrift *t, const parquet_column *c)
{
    if (c->type.is_moment) {
        put_timestamp(t);
        return;
    }
    bool is_text = c->type.kind == ARRAY_TEXT && c->type.is_utf8, is_integer = has_width(c);
    if (!is_text && !is_integer && !is_uuid(c)) return;
    if (is_text) reel__thrift_i32(t, 6, CONVERTED_UTF8);
    if (is_integer) reel__thrift_i32(t, 6, converted_integer(&c->type));
    reel__thrift_struct(t, 10);
    reel__thrift_struct(t, is_text ? LOGICAL_STRING : is_integer ? LOGICAL_INTEGER : LOGICAL_UUID);
    if (is_integer) {
        reel__thrift_i8(t, 1, (int8_t)(c->type.size * 8));
        reel__thrift_bool(t, 2, c->type.is_signed);
    }
    reel__thrift_end(t);
    reel__thrift_end(t);
}

static void put_schema(thrift *t, const parquet_file *file)
{
    reel__thrift_list(t, 2, THRIFT_STRUCT, file->count + 1);
    reel__thrift_struct(t, 0);
    reel__thrift_text(t, 4, "schema");
    reel__thrift_i32(t, 5, (int32_t)file->count);
    reel__thrift_end(t);
    for (size_t i = 0; i < file->count; i++) {
        const parquet_column *c = &file->columns[i];
        reel__thrift_struct(t, 0);
        reel__thrift_i32(t, 1, (int32_t)c->physical);
        if (c->physical == PHYSICAL_FIXED) reel__thrift_i32(t, 2, (int32_t)c->type.size);
        reel__thrift_i32(t, 3, c->is_nullable ? OPTIONAL : REQUIRED);
        reel__thrift_text(t, 4, array_name(c->schema));
        put_logical_type(t, c);
        reel__thrift_end(t);
    }
}

/* ---- row groups --------------------------------------------------------------------------------------------------- */

static void put_statistics(thrift *t, const parquet_column *c)
{
    uint8_t most[STATISTICS_TEXT], least[STATISTICS_TEXT];
    size_t most_size, least_size;
    bool is_most_exact, is_least_exact;
    bool has_most = reel__statistics_bound(&c->statistics, true, most, &most_size, &is_most_exact);
    bool has_least = reel__statistics_bound(&c->statistics, false, least, &least_size, &is_least_exact);
    reel__thrift_struct(t, 12);
    reel__thrift_i64(t, 3, (int64_t)c->group_missing);
    if (has_most) reel__thrift_binary(t, 5, most, most_size);
    if (has_least) reel__thrift_binary(t, 6, least, least_size);
    if (has_most) reel__thrift_bool(t, 7, is_most_exact);
    if (has_least) reel__thrift_bool(t, 8, is_least_exact);
    reel__thrift_end(t);
}

static void put_encodings(thrift *t, const parquet_column *c, const parquet_chunk *chunk)
{
    bool used[ENCODING_SPLIT + 1];
    size_t count = 0;
    memcpy(used, c->used, sizeof used);
    if (chunk->dictionary_size) used[ENCODING_PLAIN] = true;
    if (c->is_nullable) used[ENCODING_RLE] = true;
    for (int i = 0; i <= ENCODING_SPLIT; i++) count += used[i];
    reel__thrift_list(t, 2, THRIFT_I32, count);
    for (int i = 0; i <= ENCODING_SPLIT; i++)
        if (used[i]) reel__thrift_item_i32(t, i);
}

static void put_chunk(thrift *t, const parquet_column *c, const parquet_chunk *chunk)
{
    reel__thrift_struct(t, 0);
    reel__thrift_i64(t, 2, 0);
    reel__thrift_struct(t, 3);
    reel__thrift_i32(t, 1, (int32_t)c->physical);
    put_encodings(t, c, chunk);
    reel__thrift_list(t, 3, THRIFT_BINARY, 1);
    reel__thrift_item_binary(t, array_name(c->schema), strlen(array_name(c->schema)));
    reel__thrift_i32(t, 4, c->tools->packer.state ? PAGES_ZSTD : PAGES_PLAIN);
    reel__thrift_i64(t, 5, (int64_t)c->group_rows);
    reel__thrift_i64(t, 6, (int64_t)c->plain_size);
    reel__thrift_i64(t, 7, (int64_t)chunk->size);
    reel__thrift_i64(t, 9, (int64_t)(chunk->offset + chunk->dictionary_size));
    if (chunk->dictionary_size) reel__thrift_i64(t, 11, (int64_t)chunk->offset);
    put_statistics(t, c);
    reel__thrift_end(t);
    reel__thrift_end(t);
}

bool reel__group_add(reel_memory *list, const parquet_column *columns, const parquet_chunk *chunks, size_t count, uint64_t rows,
                     size_t number)
{
    uint64_t plain = 0, packed = 0;
    thrift t = { .to = list, .depth = 1 };
    reel__thrift_list(&t, 1, THRIFT_STRUCT, count);
    for (size_t i = 0; i < count; i++) {
        put_chunk(&t, &columns[i], &chunks[i]);
        plain += columns[i].plain_size;
        packed += chunks[i].size;
    }
    reel__thrift_i64(&t, 2, (int64_t)plain);
    reel__thrift_i64(&t, 3, (int64_t)rows);
    if (count) reel__thrift_i64(&t, 5, (int64_t)chunks[0].offset);
    reel__thrift_i64(&t, 6, (int64_t)packed);
    if (number <= INT16_MAX) reel__thrift_i16(&t, 7, (int16_t)number);
    reel__thrift_end(&t);
    return !t.failed;
}

/* ---- metadata ----------------------------------------------------------------------------------------------------- */

static void put_pair(thrift *t, reel_string key, reel_string value)
{
    reel__thrift_struct(t, 0);
    reel__thrift_binary(t, 1, key.data, key.size);
    reel__thrift_binary(t, 2, value.data, value.size);
    reel__thrift_end(t);
}

reel_status reel__footer_schema(const struct ArrowSchema *schema, reel_memory *text, reel_error *error)
{
    reel_memory message = { .allocator = text->allocator };
    reel_status status = reel__ipc_schema_message(schema, &text->allocator, &message, error);
    if (status == REEL_OK && !reel__memory_room(text, base64_size(message.size))) status = reel__memory_fail(error);
    if (status == REEL_OK) {
        reel__base64_text((char *)text->data, message.data, message.size);
        text->size = base64_size(message.size);
    }
    reel_memory_free(&message);
    return status;
}

/* The pairs of the schema, and the schema itself. */
static void put_metadata(thrift *t, const parquet_file *file)
{
    static const reel_string arrow = { PARQUET_SCHEMA_KEY, sizeof PARQUET_SCHEMA_KEY - 1 };
    array_pairs pairs = reel__array_pairs_of(file->schema->metadata);
    reel_string key, value;
    reel__thrift_list(t, 5, THRIFT_STRUCT, (size_t)(pairs.left > 0 ? pairs.left : 0) + 1);
    while (reel__array_pairs_next(&pairs, &key, &value)) put_pair(t, key, value);
    put_pair(t, arrow, (reel_string){ (const char *)file->schema_text.data, file->schema_text.size });
}

/* ---- the footer --------------------------------------------------------------------------------------------------- */

reel_status reel__footer_add(reel_memory *to, const parquet_file *file, reel_error *error)
{
    thrift t = { .to = to };
    reel__thrift_i32(&t, 1, VERSION);
    put_schema(&t, file);
    reel__thrift_i64(&t, 3, (int64_t)file->rows);
    reel__thrift_list(&t, 4, THRIFT_STRUCT, file->groups);
    if (!memory_add(to, file->group_list->data, file->group_list->size)) t.failed = true;
    put_metadata(&t, file);
    reel__thrift_text(&t, 6, "reel version " REEL_VERSION);
    reel__thrift_list(&t, 7, THRIFT_STRUCT, file->count);
    for (size_t i = 0; i < file->count; i++) { /* each has the order of its type */
        reel__thrift_struct(&t, 0);
        reel__thrift_struct(&t, 1);
        reel__thrift_end(&t);
        reel__thrift_end(&t);
    }
    reel__thrift_end(&t);
    return t.failed ? reel__memory_fail(error) : REEL_OK;
}
