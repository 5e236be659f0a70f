/* SPDX-License-Identifier: MIT
 * Columns of text: the distinct texts in the order in which they first appear, and the number of its text for every row, if texts repeat;
 * otherwise all of them in order. */
#include "columns/coder/bytes.h"
#include "columns/coder/series.h"
#include "core/rows.h"

/* First byte of a column of text after its head. */
typedef enum text_method { TEXT_PLAIN = 0, TEXT_DISTINCT = 1 } text_method;

enum { TEXT_MOST = 0x7fffffff };

static const series_type size_type = { .bits = 64 };

/* ---- distinct texts --------------------------------------------------------------------------------------------- */

typedef struct text_list {
    const uint8_t **data; /* of each text */
    uint64_t *sizes;
    size_t count;
    uint64_t *numbers; /* of each row, if the texts are distinct */
} text_list;

static uint32_t text_hash(reel_bytes text)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < text.size; i++) hash = (hash ^ ((const uint8_t *)text.data)[i]) * 16777619u;
    return hash ^ hash >> 15;
}

/* Looks at most at this many slots: a column made to collide costs linear time, and is only coded worse. */
enum { PROBES = 16 };

static uint32_t find_text(text_list *list, uint32_t *slots, uint32_t mask, reel_bytes text)
{
    uint32_t at = text_hash(text) & mask;
    for (int probe = 0; probe < PROBES; probe++, at = (at + 1) & mask) {
        uint32_t number = slots[at];
        if (!number) {
            slots[at] = (uint32_t)list->count + 1;
            break;
        }
        if (list->sizes[number - 1] == text.size && (!text.size || !memcmp(list->data[number - 1], text.data, text.size)))
            return number - 1;
    }
    list->data[list->count] = text.data;
    list->sizes[list->count] = text.size;
    return (uint32_t)list->count++;
}

static bool list_texts(block_writer *block, const coder_field *field, bool distinct, text_list *list)
{
    uint32_t mask = 63;
    while (mask < 2 * block->count) mask = 2 * mask + 1;
    list->data = reel__block_room(block, block->count, sizeof *list->data);
    list->sizes = reel__block_room(block, block->count, sizeof *list->sizes);
    list->numbers = reel__block_room(block, block->count, sizeof *list->numbers);
    list->count = 0;
    uint32_t *slots = reel__block_room(block, (size_t)mask + 1, sizeof *slots);
    if (!slots || block->status != REEL_OK) return false;
    memset(slots, 0, ((size_t)mask + 1) * sizeof *slots);
    for (size_t r = 0; r < block->count; r++) {
        reel_bytes text = text_value(block->rows + r * block->table->row_size + field->field->offset);
        if (distinct) {
            list->numbers[r] = find_text(list, slots, mask, text);
        } else {
            list->data[r] = text.data;
            list->sizes[r] = text.size;
            list->count++;
        }
    }
    return true;
}

static void encode_list(block_writer *block, const text_list *list, text_method method, reel_memory *to)
{
    uint8_t head[2] = { COLUMN_TEXT << COLUMN_KIND_SHIFT, (uint8_t)method };
    reel_memory all = reel__block_part(block);
    reel__block_add(block, to, head, sizeof head);
    if (method == TEXT_DISTINCT) reel__block_add_leb128(block, to, list->count);
    reel__series_encode(block, NULL, size_type, list->sizes, list->count, NULL, to);
    for (size_t i = 0; i < list->count && block->status == REEL_OK; i++) {
        if (list->sizes[i] > TEXT_MOST - all.size) block->status = REEL_LIMIT;
        reel__block_add(block, &all, list->data[i], (size_t)list->sizes[i]);
    }
    reel__bytes_encode(block, all.data, all.size, 0, to);
    if (method == TEXT_DISTINCT) reel__series_encode(block, NULL, size_type, list->numbers, block->count, NULL, to);
    reel_memory_free(&all);
}

void reel__text_encode(block_writer *block, size_t f, reel_memory *to)
{
    const coder_field *field = &block->table->fields[f];
    text_list list;
    if (!list_texts(block, field, true, &list)) return;
    text_method method = TEXT_DISTINCT;
    if (list.count > block->count / 2 && block->count > 1) {
        method = TEXT_PLAIN;
        if (!list_texts(block, field, false, &list)) return;
    }
    encode_list(block, &list, method, to);
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

static reel_status decode_texts(block_source *source, block_column *column, size_t count, reel_bytes *texts)
{
    uint64_t *sizes = reel__source_room(source, count, sizeof *sizes), total = 0;
    const uint8_t *data = NULL;
    if (!sizes) return reel__memory_fail(source->error);
    reel_status status = reel__series_decode(source, column, size_type, count, sizes, NULL, NULL);
    for (size_t i = 0; i < count && status == REEL_OK; i++) {
        if (sizes[i] > TEXT_MOST - total) return reel__source_corrupt(source, &column->in, "more than 2 GiB of text");
        total += sizes[i];
    }
    if (status == REEL_OK) status = reel__bytes_decode(source, &column->in, total, &data);
    if (status != REEL_OK) return status;
    reel_bytes all = total ? reel_chunk_bytes(source->chunk, data, (size_t)total) : (reel_bytes){ 0 };
    if (reel_build_status(source->chunk) != REEL_OK)
        return reel__chunk_failure(source->chunk, reel_offset(&column->in), source->error);
    const uint8_t *at = all.data;
    for (size_t i = 0; i < count; i++) {
        texts[i] = sizes[i] ? (reel_bytes){ at, (size_t)sizes[i] } : (reel_bytes){ 0 };
        if (sizes[i]) at += sizes[i];
    }
    return REEL_OK;
}

reel_status reel__text_decode(block_source *source, size_t f)
{
    const coder_field *field = &source->table->fields[f];
    block_column *column = &source->columns[f];
    uint8_t method = reel_get_u8(&column->in);
    uint64_t distinct = method == TEXT_DISTINCT ? reel_get_leb128(&column->in) : source->count;
    if (method > TEXT_DISTINCT) return reel__source_unsupported(source, &column->in, "a method for text");
    if (column->in.failed || !distinct || distinct > source->count)
        return reel__source_corrupt(source, &column->in, "a number of texts that does not fit its rows");
    reel_bytes *texts = reel__source_room(source, (size_t)distinct, sizeof *texts);
    uint64_t *numbers = method == TEXT_DISTINCT ? reel__source_room(source, source->count, sizeof *numbers) : NULL;
    if (!texts || (method == TEXT_DISTINCT && !numbers)) return reel__memory_fail(source->error);
    reel_status status = decode_texts(source, column, (size_t)distinct, texts);
    if (status == REEL_OK && numbers) status = reel__series_decode(source, column, size_type, source->count, numbers, NULL, NULL);
    if (status != REEL_OK) return status;
    for (size_t r = 0; r < source->count; r++) {
        uint64_t number = numbers ? numbers[r] : r;
        if (number >= distinct) return reel__source_corrupt(source, &column->in, "a text's number that is not there");
        if (field->field)
            memcpy(source->rows + r * source->table->row_size + field->field->offset, &texts[number], sizeof *texts);
    }
    return reel_left(&column->in) ? reel__source_corrupt(source, &column->in, "bytes after a column's texts") : REEL_OK;
}
