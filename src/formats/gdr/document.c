/* SPDX-License-Identifier: MIT
 * The bytes of a file that rows cannot say: they are repeated as long as they say what the rows say. */
#include "formats/gdr/document.h"
#include "core/reader.h"

reel_bytes gdr_document_of(const reel_chunk *staged)
{
    size_t count;
    const gdr_document *rows = reel_chunk_rows(staged, &gdr_documents, &count);
    return count ? rows[0].data : (reel_bytes){ NULL, 0 };
}

static bool same_texts(const uint8_t *a, const uint8_t *b)
{
    reel_bytes one, other; /* strings have the same members */
    memcpy(&one, a, sizeof one);
    memcpy(&other, b, sizeof other);
    return one.size == other.size && (one.size == 0 || memcmp(one.data, other.data, one.size) == 0);
}

static bool same_rows(const reel_table *table, const uint8_t *a, const uint8_t *b, size_t count)
{
    for (size_t f = 0; f < table->field_count; f++) {
        const reel_field *field = &table->fields[f];
        if (field->flags & REEL_FIELD_DERIVED) continue;
        bool text = field->type == REEL_STRING || field->type == REEL_BYTES;
        size_t size = reel_type_size(field->type) * field->count;
        for (size_t i = 0, at = field->offset; i < count; i++, at += table->row_size)
            if (text ? !same_texts(a + at, b + at) : memcmp(a + at, b + at, size) != 0) return false;
    }
    return true;
}

bool gdr_same_rows(const reel_replay *replay, const void *rows, size_t count, const reel_table *table)
{
    size_t found;
    const void *read = reel_rows(replay, table, &found);
    return count == found && same_rows(table, rows, read, count);
}

reel_status gdr_document_load(reel_encoder *e, const reel_format *format, reel_bytes document, reel_replay **replay)
{
    reel_error error;
    reel_status status = replay_of(format, document, &e->allocator, replay, &error);
    if (status != REEL_MEMORY) return REEL_OK;
    *e->error = error;
    return status;
}

bool gdr_document_agrees(const reel_replay *replay, const reel_chunk *staged)
{
    bool agrees = true;
    for (const reel_table *const *table = reel_replay_format(replay)->tables; *table && agrees; table++) {
        if ((*table)->flags & REEL_TABLE_LAYOUT) continue;
        size_t count;
        const void *rows = reel_chunk_rows(staged, *table, &count);
        agrees = gdr_same_rows(replay, rows, count, *table);
    }
    return agrees;
}
