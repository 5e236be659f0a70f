/* SPDX-License-Identifier: MIT */
#include "columns/ipc.h"

#include "columns/array.h"
#include "columns/ipc_schema.h"
#include "columns/packer.h"
#include "columns/text_set.h"

/* Bodies begin and buffers are padded at multiples of this, so that a mapped file can be used with vector instructions. */
enum { ALIGNMENT = 64, PREFIX_SIZE = 8 };

static const char file_magic[8] = "ARROW1\0";
static const uint8_t continuation[4] = { 0xff, 0xff, 0xff, 0xff };

/* A dictionary as it was written. */
typedef struct dictionary {
    text_set texts;
    size_t written;  /* how many of them */
    bool is_written; /* even if empty */
    reel_memory map; /* of the batch: the index that was written for each of its own, uint32_t each; empty: the same */
} dictionary;

struct ipc_writer {
    reel_allocator allocator;
    reel_output *out;
    const struct ArrowSchema *schema;
    ipc_options options;
    packer packer;
    flatbuffer message;
    uint64_t base; /* offset in the output of the first byte */
    dictionary *dictionaries;
    size_t dictionary_count, next_dictionary; /* next: of the walk over a batch */
    reel_memory body;
    reel_memory nodes, buffers;                   /* of the message: uint64_t pairs */
    reel_memory scratch;                          /* a buffer whose start is not that of the array's */
    reel_memory dictionary_blocks, record_blocks; /* of the file: three uint64_t each */
    reel_status status;
};

static reel_status fail_memory(ipc_writer *w)
{
    if (w->status == REEL_OK) w->status = reel__memory_fail(w->out->error);
    return w->status;
}

static reel_status fail_batch(ipc_writer *w)
{
    if (w->status == REEL_OK)
        w->status =
            reel_fail(w->out->error, REEL_ARGUMENT, "arrow.batch", "", 0, "a batch does not have the shape of its schema");
    return w->status;
}

/* ---- messages ----------------------------------------------------------------------------------------------------- */

static void put_zeros(reel_output *out, size_t size)
{
    static const uint8_t zeros[ALIGNMENT] = { 0 };
    reel_put(out, zeros, size);
}

static size_t padding_of(uint64_t size, size_t alignment) { return (size_t)((alignment - size % alignment) % alignment); }

/* The marks in front of a message, the message, and zeros up to where its body begins. */
static void put_message(reel_output *out, uint64_t at, reel_bytes message, size_t alignment)
{
    size_t padding = padding_of(at + PREFIX_SIZE + message.size, alignment);
    reel_put(out, continuation, sizeof continuation);
    reel_put_u32le(out, (uint32_t)(message.size + padding));
    reel_put(out, message.data, message.size);
    put_zeros(out, padding);
}

static uint64_t position(const ipc_writer *w) { return reel_put_offset(w->out) - w->base; }

static reel_status write_schema(ipc_writer *w)
{
    reel_bytes bytes;
    reel__flatbuffer_reset(&w->message);
    uint32_t schema = reel__ipc_schema_table(&w->message, w->schema, reel__ipc_native_order);
    if (!reel__ipc_finish_message(&w->message, HEADER_SCHEMA, schema, 0, &bytes)) return fail_memory(w);
    put_message(w->out, position(w), bytes, ALIGNMENT);
    return w->status = w->out->status;
}

static uint32_t add_compression(ipc_writer *w)
{
    if (!w->packer.state) return 0;
    reel__flatbuffer_table(&w->message);
    reel__flatbuffer_u8(&w->message, COMPRESSION_CODEC, CODEC_ZSTD);
    reel__flatbuffer_u8(&w->message, COMPRESSION_METHOD, 0);
    return reel__flatbuffer_end(&w->message);
}

static uint32_t add_pairs(ipc_writer *w, const reel_memory *pairs)
{
    const uint64_t *numbers = (const void *)pairs->data;
    return reel__flatbuffer_structs(&w->message, numbers, pairs->size / (2 * sizeof *numbers), 2);
}

static uint32_t add_records(ipc_writer *w, uint64_t length)
{
    reel__flatbuffer_reset(&w->message);
    uint32_t compression = add_compression(w), nodes = add_pairs(w, &w->nodes), buffers = add_pairs(w, &w->buffers);
    reel__flatbuffer_table(&w->message);
    reel__flatbuffer_i64(&w->message, RECORDS_LENGTH, (int64_t)length);
    reel__flatbuffer_place(&w->message, RECORDS_NODES, nodes);
    reel__flatbuffer_place(&w->message, RECORDS_BUFFERS, buffers);
    reel__flatbuffer_place(&w->message, RECORDS_COMPRESSION, compression);
    return reel__flatbuffer_end(&w->message);
}

/* Writes a message and the body that was collected, and notes where they are. */
static reel_status write_body(ipc_writer *w, uint8_t header_type, uint32_t header, reel_memory *blocks)
{
    reel_bytes bytes;
    if (!reel__ipc_finish_message(&w->message, header_type, header, w->body.size, &bytes)) return fail_memory(w);
    uint64_t start = position(w);
    put_message(w->out, start, bytes, ALIGNMENT);
    const uint64_t block[] = { start, position(w) - start, w->body.size };
    reel_put(w->out, w->body.data, w->body.size);
    if (!w->options.is_stream && !memory_add(blocks, block, sizeof block)) return fail_memory(w);
    return w->status = w->out->status;
}

/* ---- bodies ------------------------------------------------------------------------------------------------------- */

static void body_reset(ipc_writer *w) { w->body.size = w->nodes.size = w->buffers.size = 0; }

/* Adds a buffer compressed, behind its size; or as it is, behind -1, if it does not shrink. */
static bool pack_buffer(ipc_writer *w, const void *data, size_t size)
{
    size_t start = w->body.size;
    uint8_t plain_size[8];
    reel_store_u64le(plain_size, size);
    if (!memory_add(&w->body, plain_size, sizeof plain_size)) return false;
    if (reel__packer_add(&w->packer, data, size, &w->body) < 0) return false;
    if (w->body.size - start - sizeof plain_size < size) return true;
    w->body.size = start + sizeof plain_size;
    memset(w->body.data + start, 0xff, sizeof plain_size);
    return memory_add(&w->body, data, size);
}

static reel_status add_buffer(ipc_writer *w, const void *data, size_t size)
{
    static const uint8_t zeros[ALIGNMENT] = { 0 };
    uint64_t buffer[] = { w->body.size, 0 };
    bool fits = w->packer.state && size ? pack_buffer(w, data, size) : memory_add(&w->body, data, size);
    if (!fits) return fail_memory(w);
    buffer[1] = w->body.size - buffer[0];
    if (!memory_add(&w->body, zeros, padding_of(w->body.size, ALIGNMENT))) return fail_memory(w);
    return memory_add(&w->buffers, buffer, sizeof buffer) ? REEL_OK : fail_memory(w);
}

/* Zeroed scratch of a size; NULL: no memory. */
static uint8_t *scratch_of(ipc_writer *w, size_t size)
{
    w->scratch.size = 0;
    if (w->scratch.capacity < size && !reel__memory_room(&w->scratch, size)) return NULL;
    if (size) memset(w->scratch.data, 0, size);
    return w->scratch.data;
}

static reel_status add_bits(ipc_writer *w, const uint8_t *bits, uint64_t from, uint64_t count)
{
    size_t size = (size_t)((count + 7) / 8);
    uint8_t *copy = size ? scratch_of(w, size) : NULL;
    if (size && !copy) return fail_memory(w);
    reel__bits_copy(copy, 0, bits, from, count);
    return add_buffer(w, copy, size);
}

/* The count of missing values, and the bitmap if there are any. */
static reel_status add_validity(ipc_writer *w, const struct ArrowArray *array, uint64_t from, uint64_t count)
{
    const uint8_t *bits = array_validity(array);
    uint64_t node[] = { count, bits ? count - reel__bits_count(bits, from, count) : 0 };
    if (!memory_add(&w->nodes, node, sizeof node)) return fail_memory(w);
    return node[1] ? add_bits(w, bits, from, count) : add_buffer(w, NULL, 0);
}

/* Offsets begin with 0, also those of an array that begins in the middle of its buffers, or is empty. */
static reel_status add_texts(ipc_writer *w, const array_type *type, const struct ArrowArray *array, uint64_t from, uint64_t count)
{
    size_t size = (size_t)(count + 1) * type->size;
    uint8_t *offsets = scratch_of(w, size);
    if (!offsets) return fail_memory(w);
    int64_t first = 0, last = 0;
    if (count && type->size == 4) {
        const int32_t *given = (const int32_t *)array->buffers[1] + from;
        for (uint64_t i = 0; i <= count; i++) ((int32_t *)(void *)offsets)[i] = given[i] - given[0];
        first = given[0], last = given[count];
    } else if (count) {
        const int64_t *given = (const int64_t *)array->buffers[1] + from;
        for (uint64_t i = 0; i <= count; i++) ((int64_t *)(void *)offsets)[i] = given[i] - given[0];
        first = given[0], last = given[count];
    }
    reel_status status = add_buffer(w, offsets, size);
    if (status < 0 || last == first) return status < 0 ? status : add_buffer(w, NULL, 0);
    return add_buffer(w, (const uint8_t *)array->buffers[2] + first, (size_t)(last - first));
}

/* Indexes into the dictionary of the batch, as indexes into the one that was written. What stands where a value is missing may be
 * anything. */
static reel_status add_indexes(ipc_writer *w, const array_type *type, const void *indexes, uint64_t from, uint64_t count)
{
    const dictionary *known = &w->dictionaries[w->next_dictionary++];
    const uint32_t *map = (const void *)known->map.data;
    uint64_t labels = known->map.size / sizeof *map;
    if (!labels) return add_buffer(w, count ? (const uint8_t *)indexes + from * type->size : NULL, (size_t)(count * type->size));
    uint8_t *mapped = scratch_of(w, (size_t)(count * type->size));
    if (!mapped && count) return fail_memory(w);
    for (uint64_t i = 0; i < count; i++) {
        int64_t index = reel__array_integer(type, indexes, from + i);
        reel__array_set_integer(type, mapped, i, index >= 0 && (uint64_t)index < labels ? map[index] : 0);
    }
    return add_buffer(w, mapped, (size_t)(count * type->size));
}

static reel_status add_children(ipc_writer *w, const struct ArrowSchema *schema, const struct ArrowArray *array, uint64_t from,
                                uint64_t count);

/* Adds values [from, from + count) of an array, counted without its offset. The depth is that of the schema, which was checked. */
static reel_status add_array(ipc_writer *w, const struct ArrowSchema *schema, const struct ArrowArray *array, uint64_t from,
                             uint64_t count)
{
    array_type type;
    if (!reel__array_fits(schema, array) || from > (uint64_t)array->length || count > (uint64_t)array->length - from)
        return fail_batch(w);
    reel__array_type_of(schema, &type);
    from += (uint64_t)array->offset;
    reel_status status = add_validity(w, array, from, count);
    if (status < 0) return status;
    if (schema->dictionary) return add_indexes(w, &type, array->buffers[1], from, count);
    switch (type.kind) {
    case ARRAY_BOOL: return add_bits(w, array->buffers[1], from, count);
    case ARRAY_TEXT: return add_texts(w, &type, array, from, count);
    case ARRAY_STRUCT: return add_children(w, schema, array, from, count);
    case ARRAY_LIST: return add_children(w, schema, array, from * type.size, count * type.size);
    default: break;
    }
    const uint8_t *values = array->buffers[1];
    return add_buffer(w, count ? values + from * type.size : NULL, (size_t)(count * type.size));
}

static reel_status add_children(ipc_writer *w, const struct ArrowSchema *schema, const struct ArrowArray *array, uint64_t from,
                                uint64_t count)
{
    reel_status status = REEL_OK;
    for (int64_t i = 0; i < array->n_children && status == REEL_OK; i++)
        status = add_array(w, schema->children[i], array->children[i], from, count);
    return status;
}

/* ---- dictionaries ------------------------------------------------------------------------------------------------- */

static size_t count_dictionaries(const struct ArrowSchema *schema)
{
    size_t count = schema->dictionary != NULL;
    for (int64_t i = 0; i < schema->n_children; i++) count += count_dictionaries(schema->children[i]);
    return count;
}

static reel_status fail_dictionary(ipc_writer *w)
{
    return w->status = reel_fail(w->out->error, REEL_LIMIT, "arrow.dictionary", "", 0, "a dictionary has too many texts");
}

/* Writes the texts of a dictionary that were not written yet. */
static reel_status write_dictionary(ipc_writer *w, size_t id, const struct ArrowSchema *schema)
{
    dictionary *known = &w->dictionaries[id];
    array_type type;
    reel__array_type_of(schema, &type);
    size_t count = known->texts.count - known->written;
    reel_memory offsets = { .allocator = w->allocator }, bytes = { .allocator = w->allocator };
    bool fits = reel__memory_room(&offsets, (count + 1) * type.size);
    if (fits) memset(offsets.data, 0, type.size);
    for (size_t i = 0; fits && i < count; i++) {
        reel_bytes text = reel__text_set_at(&known->texts, (uint32_t)(known->written + i));
        fits = memory_add(&bytes, text.data, text.size);
        reel__array_set_integer(&type, offsets.data, i + 1, bytes.size);
    }
    const void *buffers[] = { NULL, offsets.data, bytes.data };
    const struct ArrowArray texts = { .length = (int64_t)count, .n_buffers = 3, .buffers = buffers };
    body_reset(w);
    if (!fits) fail_memory(w);
    if (w->status == REEL_OK && add_array(w, schema, &texts, 0, count) == REEL_OK) {
        uint32_t records = add_records(w, count);
        reel__flatbuffer_table(&w->message);
        reel__flatbuffer_i64(&w->message, DICTIONARY_ID, (int64_t)id);
        reel__flatbuffer_place(&w->message, DICTIONARY_DATA, records);
        reel__flatbuffer_u8(&w->message, DICTIONARY_DELTA, known->written > 0);
        write_body(w, HEADER_DICTIONARY, reel__flatbuffer_end(&w->message), &w->dictionary_blocks);
    }
    reel_memory_free(&offsets);
    reel_memory_free(&bytes);
    known->written = known->texts.count;
    known->is_written = true;
    return w->status;
}

/* Whether the texts of a batch are the first ones of those that were written. */
static bool is_known(const dictionary *known, const array_type *type, const struct ArrowArray *texts)
{
    if (!known->is_written || (uint64_t)texts->length > known->written) return false;
    for (size_t i = 0; i < (size_t)texts->length; i++) {
        reel_bytes a = reel__text_set_at(&known->texts, (uint32_t)i), b = reel__array_text(type, texts, i);
        if (a.size != b.size || (a.size && memcmp(a.data, b.data, a.size) != 0)) return false;
    }
    return true;
}

/* Adds the texts of a batch to those that are known, and notes where each is. */
static reel_status merge_texts(ipc_writer *w, dictionary *known, const array_type *type, const struct ArrowArray *texts)
{
    bool is_same = true;
    for (uint32_t i = 0; i < (size_t)texts->length; i++) {
        reel_bytes text = reel__array_text(type, texts, i);
        uint32_t index = 0;
        text_set_result result = reel__text_set_add(&known->texts, text.data, text.size, &index);
        if (result == TEXT_SET_FULL) return fail_dictionary(w);
        if (result == TEXT_SET_NO_MEMORY || !memory_add(&known->map, &index, sizeof index)) return fail_memory(w);
        is_same = is_same && index == i;
    }
    if (is_same) known->map.size = 0;
    return REEL_OK;
}

/* Makes the dictionary of a batch one that a reader has: by nothing, by replacing it (a stream), or by what is new in it (a file, whose
 * batches may be read in any order). */
static reel_status update_dictionary(ipc_writer *w, size_t id, const struct ArrowSchema *schema, const struct ArrowArray *texts)
{
    dictionary *known = &w->dictionaries[id];
    array_type type, index_type;
    if (!reel__array_fits(schema->dictionary, texts)) return fail_batch(w);
    reel__array_type_of(schema->dictionary, &type);
    reel__array_type_of(schema, &index_type);
    known->map.size = 0;
    if (is_known(known, &type, texts)) return REEL_OK;
    if (w->options.is_stream) {
        reel__text_set_reset(&known->texts);
        known->written = 0;
    }
    if (merge_texts(w, known, &type, texts) < 0) return w->status;
    unsigned bits = index_type.size * 8 - index_type.is_signed;
    if (bits < 32 && known->texts.count >> bits) return fail_dictionary(w);
    bool is_new = known->texts.count > known->written || !known->is_written;
    return is_new ? write_dictionary(w, id, schema->dictionary) : REEL_OK;
}

/* Without `array`, at the end: an empty dictionary for each that no batch had, because readers look for all of them. */
static reel_status update_dictionaries(ipc_writer *w, const struct ArrowSchema *schema, const struct ArrowArray *array,
                                       size_t *id)
{
    static const void *const no_buffers[3] = { NULL };
    const struct ArrowArray empty = { .n_buffers = 3, .buffers = (const void **)(uintptr_t)no_buffers };
    if (array && !reel__array_fits(schema, array)) return fail_batch(w);
    if (schema->dictionary) {
        const struct ArrowArray *texts = array && array->dictionary ? array->dictionary : &empty;
        size_t own = (*id)++;
        bool is_wanted = array || !w->dictionaries[own].is_written;
        if (is_wanted && update_dictionary(w, own, schema, texts) < 0) return w->status;
    }
    for (int64_t i = 0; i < schema->n_children; i++)
        if (update_dictionaries(w, schema->children[i], array ? array->children[i] : NULL, id) < 0) return w->status;
    return REEL_OK;
}

/* ---- the writer --------------------------------------------------------------------------------------------------- */

static reel_status writer_start(ipc_writer *w)
{
    reel_status status = reel__ipc_check_schema(w->schema, w->out->error);
    if (status == REEL_OK) status = reel__packer_begin(&w->packer, w->options.level, &w->allocator, w->out->error);
    if (status < 0) return w->status = status;
    w->dictionary_count = count_dictionaries(w->schema);
    w->dictionaries = reel__memory_new(&w->allocator, w->dictionary_count * sizeof *w->dictionaries);
    if (!w->dictionaries) return fail_memory(w);
    for (size_t i = 0; i < w->dictionary_count; i++) {
        reel__text_set_begin(&w->dictionaries[i].texts, &w->allocator, INT32_MAX);
        w->dictionaries[i].map.allocator = w->allocator;
    }
    if (!w->options.is_stream) reel_put(w->out, file_magic, sizeof file_magic);
    return write_schema(w);
}

reel_status reel__ipc_begin(ipc_writer **writer, reel_output *out, const struct ArrowSchema *schema, const ipc_options *options,
                            const reel_allocator *allocator)
{
    ipc_writer *w = reel__memory_new(allocator, sizeof *w);
    *writer = w;
    if (!w) return reel__memory_fail(out->error);
    *w = (ipc_writer){ .allocator = *allocator, .out = out, .schema = schema, .options = *options, .base = reel_put_offset(out) };
    reel_memory *const blocks[] = { &w->body, &w->nodes, &w->buffers, &w->scratch, &w->dictionary_blocks, &w->record_blocks };
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) blocks[i]->allocator = *allocator;
    reel__flatbuffer_begin(&w->message, allocator);
    reel_status status = writer_start(w);
    if (status < 0) {
        reel__ipc_free(w);
        *writer = NULL;
    }
    return status;
}

reel_status reel__ipc_write(ipc_writer *w, const struct ArrowArray *batch)
{
    size_t id = 0;
    if (w->status < 0 || update_dictionaries(w, w->schema, batch, &id) < 0) return w->status;
    body_reset(w);
    w->next_dictionary = 0;
    if (add_children(w, w->schema, batch, (uint64_t)batch->offset, (uint64_t)batch->length) < 0) return w->status;
    return write_body(w, HEADER_RECORDS, add_records(w, (uint64_t)batch->length), &w->record_blocks);
}

/* Blocks of a footer have a 32-bit number in the middle, and four bytes of padding behind it. Little-endian, that is the number in 64 bits. */
static uint32_t add_blocks(ipc_writer *w, const reel_memory *blocks)
{
    const uint64_t *numbers = (const void *)blocks->data;
    return reel__flatbuffer_structs(&w->message, numbers, blocks->size / (3 * sizeof *numbers), 3);
}

static reel_status write_footer(ipc_writer *w)
{
    reel_bytes bytes;
    reel__flatbuffer_reset(&w->message);
    uint32_t schema = reel__ipc_schema_table(&w->message, w->schema, reel__ipc_native_order);
    uint32_t dictionaries = add_blocks(w, &w->dictionary_blocks), records = add_blocks(w, &w->record_blocks);
    reel__flatbuffer_table(&w->message);
    reel__flatbuffer_place(&w->message, FOOTER_SCHEMA, schema);
    reel__flatbuffer_place(&w->message, FOOTER_DICTIONARIES, dictionaries);
    reel__flatbuffer_place(&w->message, FOOTER_RECORDS, records);
    reel__flatbuffer_i16(&w->message, FOOTER_VERSION, IPC_VERSION);
    if (!reel__flatbuffer_finish(&w->message, reel__flatbuffer_end(&w->message), &bytes)) return fail_memory(w);
    reel_put(w->out, bytes.data, bytes.size);
    reel_put_u32le(w->out, (uint32_t)bytes.size);
    reel_put(w->out, file_magic, 6);
    return w->status = w->out->status;
}

reel_status reel__ipc_end(ipc_writer *w)
{
    size_t id = 0;
    if (w->status < 0 || update_dictionaries(w, w->schema, NULL, &id) < 0) return w->status;
    reel_put(w->out, continuation, sizeof continuation);
    reel_put_u32le(w->out, 0);
    w->status = w->out->status;
    return w->status < 0 || w->options.is_stream ? w->status : write_footer(w);
}

void reel__ipc_free(ipc_writer *w)
{
    if (!w) return;
    for (size_t i = 0; w->dictionaries && i < w->dictionary_count; i++) {
        reel__text_set_free(&w->dictionaries[i].texts);
        reel_memory_free(&w->dictionaries[i].map);
    }
    reel__memory_drop(&w->allocator, w->dictionaries);
    reel_memory_free(&w->body);
    reel_memory_free(&w->nodes);
    reel_memory_free(&w->buffers);
    reel_memory_free(&w->scratch);
    reel_memory_free(&w->dictionary_blocks);
    reel_memory_free(&w->record_blocks);
    reel__flatbuffer_free(&w->message);
    reel__packer_end(&w->packer);
    reel_allocator allocator = w->allocator;
    reel__memory_drop(&allocator, w);
}

reel_status reel__ipc_schema_message(const struct ArrowSchema *schema, const reel_allocator *allocator, reel_memory *message,
                                     reel_error *error)
{
    reel_status status = reel__ipc_check_schema(schema, error);
    if (status < 0) return status;
    flatbuffer buffer;
    reel_bytes bytes;
    uint8_t prefix[PREFIX_SIZE];
    reel__flatbuffer_begin(&buffer, allocator);
    bool done =
        reel__ipc_finish_message(&buffer, HEADER_SCHEMA, reel__ipc_schema_table(&buffer, schema, IPC_LITTLE_ENDIAN), 0, &bytes);
    if (done) {
        memcpy(prefix, continuation, sizeof continuation);
        reel_store_u32le(prefix + 4, (uint32_t)bytes.size);
        done = memory_add(message, prefix, sizeof prefix) && memory_add(message, bytes.data, bytes.size);
    }
    reel__flatbuffer_free(&buffer);
    return done ? REEL_OK : reel__memory_fail(error);
}
