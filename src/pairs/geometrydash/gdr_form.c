/* SPDX-License-Identifier: MIT
 * GDR1 in the other encoding: msgpack to JSON and back. */
#include "core/chunk.h"
#include "core/rows.h"
#include "pairs/geometrydash/gdr.h"

/* Converts a value, possibly a whole file. Returns no bytes if it is invalid: rows from a program may have any bytes. */
static reel_bytes convert_value(gdr_job *g, pull_form to, reel_bytes from, uint64_t *lost)
{
    pull_value value;
    reel__gdr_text_begin(g, to);
    reel__pull_begin(&g->reader, g->form, from.data, from.size, PULL_MOST_DEPTH);
    if (!reel__pull_next(&g->reader, &value) || !reel__pull_copy(&g->reader, &value, &g->writer, lost))
        return (reel_bytes){ NULL, 0 };
    return reel__gdr_text_copy(g, g->job->out);
}

/* The same for keys and values that are not enclosed in a map. */
static reel_bytes convert_members(gdr_job *g, pull_form to, reel_bytes from, uint64_t *lost)
{
    pull_value value = { .kind = PULL_NULL };
    reel__gdr_text_begin(g, to);
    g->writer.levels[0].map = true;
    reel__pull_begin_members(&g->reader, g->form, from.data, from.size);
    while (reel__pull_next(&g->reader, &value) && value.kind != PULL_END)
        if (!reel__pull_copy(&g->reader, &value, &g->writer, lost)) break;
    if (g->reader.fault != PULL_OK) return (reel_bytes){ NULL, 0 };
    return reel__gdr_text_copy(g, g->job->out);
}

static const char odd_values[] = "values or keys that JSON cannot express became text or null";
static const char broken_values[] = "dropped bytes that are not part of the file's format";

/* Converts the inputs and their blocks. An invalid block is dropped, and its input becomes a plain one. */
static reel_status convert_inputs(gdr_job *g, const reel_chunk *in, pull_form to)
{
    size_t count, blocks, next = 0;
    uint64_t lost = 0, broken = 0;
    const gdr_input *from = reel_chunk_rows(in, &gdr_inputs, &count);
    const gdr_block *block = reel_chunk_rows(in, &gdr_blocks, &blocks);
    gdr_input *rows = count ? reel_row_grow(reel_chunk_table(g->job->out, &gdr_inputs), count, true) : NULL;
    reel_row_list *list = reel_chunk_table(g->job->out, &gdr_blocks);
    if (count && !rows) return reel__gdr_no_memory(g);
    for (size_t i = 0; i < count; i++) {
        rows[i] = from[i];
        if (from[i].extra != GDR_BLOCK || next == blocks) continue;
        const gdr_block *old = &block[next++];
        reel_bytes data = convert_members(g, to, old->data, &lost);
        gdr_block *row = data.size ? reel_row_add(list) : NULL;
        if (reel_build_status(g->job->out) < 0 || g->no_memory) return reel__gdr_no_memory(g);
        if (row)
            *row = (gdr_block){ old->frame, data };
        else
            rows[i].extra = GDR_PLAIN;
        broken += !row;
    }
    reel__pair_lose(g->job, &gdr_blocks, "data", lost, odd_values);
    reel__pair_lose(g->job, &gdr_blocks, "data", broken, broken_values);
    return REEL_OK;
}

static void convert_extensions(gdr_job *g, const reel_chunk *in, pull_form to)
{
    size_t count;
    uint64_t lost = 0, broken = 0;
    const gdr_extension *from = reel_chunk_rows(in, &gdr_extensions, &count);
    reel_row_list *list = reel_chunk_table(g->job->out, &gdr_extensions);
    for (size_t i = 0; i < count; i++) {
        reel_bytes value = convert_value(g, to, from[i].value, &lost);
        gdr_extension *row = value.size ? reel_row_add(list) : NULL;
        if (reel_build_status(g->job->out) < 0) return;
        broken += !row;
        if (row) *row = (gdr_extension){ reel_chunk_string(g->job->out, from[i].key.data, from[i].key.size), value };
    }
    reel__pair_lose(g->job, &gdr_extensions, "value", lost, odd_values);
    reel__pair_lose(g->job, &gdr_extensions, "value", broken, broken_values);
}

/* Drops a key whose number JSON cannot express. */
static void drop_infinite(gdr_job *g, const reel_field *field, uint8_t *row)
{
    double value;
    memcpy(&value, row + field->offset, sizeof value);
    if (!reel_field_present(field, row) || value - value == 0) return;
    value = field->offset == offsetof(gdr_info_v1, framerate) ? 240 : 0;
    memcpy(row + field->offset, &value, sizeof value);
    row[field->present_offset] &= (uint8_t)~field->present_mask;
    reel__pair_lose(g->job, &gdr_infos_v1, field->name, 1, "JSON cannot express infinity or NaN");
}

static void copy_info(gdr_job *g, const gdr_info_v1 *from, pull_form to)
{
    gdr_info_v1 *info = reel_row_add(reel_chunk_table(g->job->out, &gdr_infos_v1));
    if (!info) return;
    *info = *from;
    for (size_t f = 0; f < gdr_infos_v1.field_count; f++) {
        const reel_field *field = &gdr_infos_v1.fields[f];
        uint8_t *row = (uint8_t *)info;
        if (field->type == REEL_STRING) {
            reel_bytes text = text_value(row + field->offset);
            text = reel_chunk_bytes(g->job->out, text.data, text.size);
            memcpy(row + field->offset, &text, sizeof text);
        } else if (field->type == REEL_F64 && to == PULL_JSON) {
            drop_infinite(g, field, row);
        }
    }
}

/* Also converts the document, so that key order and data without a row are kept. */
reel_status reel__gdr_to_form(gdr_job *g, const reel_chunk *in, pull_form to)
{
    size_t count;
    uint64_t lost = 0;
    reel_chunk *out = g->job->out;
    const gdr_info_v1 *info = reel_chunk_rows(in, &gdr_infos_v1, &count);
    if (count) copy_info(g, info, to);
    reel_status status = convert_inputs(g, in, to);
    if (status < 0) return status;
    convert_extensions(g, in, to);
    const gdr_document *document = reel_chunk_rows(in, &gdr_documents, &count);
    if (count) {
        reel_bytes data = document->data;
        if (g->form == PULL_JSON && data.size >= 3 && memcmp(data.data, "\xef\xbb\xbf", 3) == 0) {
            data.data += 3;
            data.size -= 3;
        }
        gdr_document *row = reel_row_add(reel_chunk_table(out, &gdr_documents));
        if (row) row->data = convert_value(g, to, data, &lost);
    }
    return reel_build_status(out) < 0 || g->no_memory ? reel__gdr_no_memory(g) : REEL_OK;
}
