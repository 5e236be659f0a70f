/* SPDX-License-Identifier: MIT
 * What a header says of the player and the level, whatever its format calls it. */
#include "core/chunk.h"

#include <reel/export.h>

/* Text that may be longer than the buffer that gets it. */
typedef struct text_buffer {
    char *data;
    size_t size, length;
} text_buffer;

static char *text_rest(const text_buffer *text) { return text->length < text->size ? text->data + text->length : NULL; }

static size_t text_room(const text_buffer *text) { return text->length < text->size ? text->size - text->length : 0; }

static bool is_unknown(const reel_field *field, const void *row)
{
    char start[2];
    size_t size = reel_field_text(field, row, true, start, sizeof start);
    return size == 0 || (size == 1 && *start == '0');
}

static void add_field(text_buffer *text, const reel_field *field, const void *row)
{
    if (!reel_field_present(field, row) || is_unknown(field, row)) return;
    if (text->length) {
        if (text_room(text)) *text_rest(text) = '/';
        text->length++;
    }
    text->length += reel_field_text(field, row, true, text_rest(text), text_room(text));
}

size_t reel_header_text(const reel_chunk *header, uint32_t flag, char *buffer, size_t size)
{
    text_buffer text = { buffer, size, 0 };
    if (size) *buffer = '\0';
    for (const reel_table *const *table = reel_chunk_tables(header); *table; table++) {
        size_t count = 0;
        const void *row = (*table)->flags & REEL_TABLE_HEADER ? reel_chunk_rows(header, *table, &count) : NULL;
        for (size_t i = 0; count && i < (*table)->field_count; i++)
            if ((*table)->fields[i].flags & flag) add_field(&text, &(*table)->fields[i], row);
    }
    if (size) buffer[text.length < size ? text.length : size - 1] = '\0';
    return text.length;
}
