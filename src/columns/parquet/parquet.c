/* SPDX-License-Identifier: MIT */
#include "columns/parquet/parquet.h"

#include "columns/ipc_schema.h"

enum { GROUP_ROWS = 1 << 17, GROUP_BYTES = 64 << 20 };

static const char magic[4] = { 'P', 'A', 'R', '1' };

static reel_status fail_memory(parquet_writer *w)
{
    if (w->status == REEL_OK) w->status = reel__memory_fail(w->out->error);
    return w->status;
}

/* ---- row groups --------------------------------------------------------------------------------------------------- */

/* The dictionary page, which is made when all its texts are known, is written before the pages that refer to it. */
static reel_status write_chunk(parquet_writer *w, parquet_column *c, parquet_chunk *chunk)
{
    reel_memory dictionary = { .allocator = w->tools.allocator };
    *chunk = (parquet_chunk){ .offset = reel_put_offset(w->out) - w->base };
    if (c->used[ENCODING_DICTIONARY]) {
        w->tools.plain.size = 0;
        if (!memory_add(&w->tools.plain, c->dictionary.page.data, c->dictionary.page.size)) return fail_memory(w);
        w->status = reel__page_add(c, &dictionary, ENCODING_PLAIN, c->dictionary.count, true);
        if (w->status == REEL_OK) reel_put(w->out, dictionary.data, dictionary.size);
        chunk->dictionary_size = dictionary.size;
        reel_memory_free(&dictionary);
    }
    reel_put(w->out, c->pages.data, c->pages.size);
    chunk->size = chunk->dictionary_size + c->pages.size;
    if (w->status == REEL_OK) w->status = w->out->status;
    return w->status;
}

static reel_status write_group(parquet_writer *w)
{
    if (!w->group_rows) return w->status;
    for (size_t i = 0; i < w->count && w->status == REEL_OK; i++) w->status = reel__column_flush(&w->columns[i]);
    for (size_t i = 0; i < w->count && w->status == REEL_OK; i++) write_chunk(w, &w->columns[i], &w->chunks[i]);
    if (w->status < 0) return w->status;
    if (!reel__group_add(&w->group_list, w->columns, w->chunks, w->count, w->group_rows, w->groups)) return fail_memory(w);
    for (size_t i = 0; i < w->count; i++) reel__column_reset(&w->columns[i]);
    w->groups++;
    w->rows += w->group_rows;
    w->group_rows = 0;
    return REEL_OK;
}

static bool is_group_full(const parquet_writer *w)
{
    uint64_t held = 0;
    for (size_t i = 0; i < w->count; i++) held += column_held(&w->columns[i]);
    return w->group_rows >= w->options.group_rows || held >= w->options.group_bytes;
}

/* ---- the writer --------------------------------------------------------------------------------------------------- */

static reel_status writer_start(parquet_writer *w)
{
    reel_status status = reel__ipc_check_schema(w->schema, w->out->error);
    if (status == REEL_OK) status = reel__packer_begin(&w->tools.packer, w->options.level, &w->tools.allocator, w->out->error);
    if (status < 0) return w->status = status;
    size_t count = (size_t)w->schema->n_children;
    w->columns = reel__memory_new(&w->tools.allocator, count * sizeof *w->columns);
    w->chunks = reel__memory_new(&w->tools.allocator, count * sizeof *w->chunks);
    if (!w->columns || !w->chunks) return fail_memory(w);
    for (; w->count < count && w->status == REEL_OK; w->count++)
        w->status = reel__column_begin(&w->columns[w->count], w->schema->children[w->count], &w->tools);
    reel__checksum_tables_make(&w->tools.checksums);
    reel_put(w->out, magic, sizeof magic);
    if (w->status == REEL_OK) w->status = w->out->status;
    return w->status;
}

reel_status reel__parquet_begin(parquet_writer **writer, reel_output *out, const struct ArrowSchema *schema,
                                const parquet_options *options, const reel_allocator *allocator)
{
    parquet_writer *w = reel__memory_new(allocator, sizeof *w);
    *writer = w;
    if (!w) return reel__memory_fail(out->error);
    w->out = out;
    w->schema = schema;
    w->options = *options;
    if (!w->options.group_rows) w->options.group_rows = GROUP_ROWS;
    if (!w->options.group_bytes) w->options.group_bytes = GROUP_BYTES;
    w->base = reel_put_offset(out);
    w->tools.allocator = w->tools.plain.allocator = w->tools.packed.allocator = w->group_list.allocator = *allocator;
    w->tools.error = out->error;
    reel_status status = writer_start(w);
    if (status < 0) {
        reel__parquet_free(w);
        *writer = NULL;
    }
    return status;
}

static bool batch_fits(const parquet_writer *w, const struct ArrowArray *batch)
{
    if (!reel__array_fits(w->schema, batch)) return false;
    for (size_t i = 0; i < w->count; i++) {
        const struct ArrowArray *child = batch->children[i];
        if (!reel__array_fits(w->schema->children[i], child) || child->length - batch->length < batch->offset) return false;
        if (child->length && child->dictionary && !reel__array_fits(w->schema->children[i]->dictionary, child->dictionary))
            return false;
    }
    return true;
}

reel_status reel__parquet_write(parquet_writer *w, const struct ArrowArray *batch)
{
    if (w->status < 0) return w->status;
    if (!batch_fits(w, batch))
        return w->status =
                   reel_fail(w->out->error, REEL_ARGUMENT, "arrow.batch", "", 0, "a batch does not have the shape of its schema");
    uint64_t from = (uint64_t)batch->offset, left = (uint64_t)batch->length;
    while (left && w->status == REEL_OK) {
        uint64_t room = w->options.group_rows - w->group_rows, step = left < room ? left : room;
        if (step > PAGE_ROWS) step = PAGE_ROWS;
        for (size_t i = 0; i < w->count && w->status == REEL_OK; i++)
            w->status = reel__column_add(&w->columns[i], batch->children[i], from, step);
        w->group_rows += step;
        from += step;
        left -= step;
        if (w->status == REEL_OK && is_group_full(w)) write_group(w);
    }
    return w->status;
}

reel_status reel__writer_schema(parquet_writer *w)
{
    if (w->schema_text.size) return REEL_OK;
    w->schema_text.allocator = w->tools.allocator;
    return reel__footer_schema(w->options.stated ? w->options.stated : w->schema, &w->schema_text, w->out->error);
}

reel_status reel__parquet_end(parquet_writer *w)
{
    if (w->status < 0 || write_group(w) < 0) return w->status;
    reel_memory footer = { .allocator = w->tools.allocator };
    w->status = reel__writer_schema(w);
    const parquet_file file = { .schema = w->schema,
                                .schema_text = { w->schema_text.data, w->schema_text.size },
                                .columns = w->columns,
                                .count = w->count,
                                .rows = w->rows,
                                .groups = w->groups,
                                .group_list = &w->group_list };
    if (w->status == REEL_OK) w->status = reel__footer_add(&footer, &file, w->out->error);
    if (w->status == REEL_OK) {
        reel_put(w->out, footer.data, footer.size);
        reel_put_u32le(w->out, (uint32_t)footer.size);
        reel_put(w->out, magic, sizeof magic);
        w->status = w->out->status;
    }
    reel_memory_free(&footer);
    return w->status;
}

void reel__parquet_free(parquet_writer *w)
{
    if (!w) return;
    for (size_t i = 0; i < w->count; i++) reel__column_end(&w->columns[i]);
    reel__packer_end(&w->tools.packer);
    reel_allocator allocator = w->tools.allocator;
    reel_memory_free(&w->tools.plain);
    reel_memory_free(&w->tools.packed);
    reel_memory_free(&w->group_list);
    reel_memory_free(&w->schema_text);
    reel__memory_drop(&allocator, w->columns);
    reel__memory_drop(&allocator, w->chunks);
    reel__memory_drop(&allocator, w);
}
