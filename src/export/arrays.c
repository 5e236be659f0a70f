/* SPDX-License-Identifier: MIT */
#include "export/arrays.h"

enum { BATCH_ROWS = 16384 };

/* A batch of several origins is written once it has that many rows, or that many bytes of origins. */
enum { JOINED_ROWS = 1024, JOINED_BYTES = 1 << 18 };

typedef struct export_arrays {
    const arrays_writer *with;
    void *writer;
    arrow_layout *layout;
    arrow_batch *batch;
    struct ArrowSchema schema;
    struct ArrowSchema indexed, indexes, texts; /* the same with the origin as a dictionary, where a batch may have several */
    reel_memory origin_offsets, origin_text;    /* there the origins of its rows, */
    reel_memory origin_positions;               /* and the number of the origin of each row */
    size_t origins;
    const char *origin; /* the last of them, in the arena of the export */
} export_arrays;

static void fail(reel_export *e, reel_status status)
{
    if (status < 0 && e->out.status == REEL_OK) e->out.status = status;
}

static void fail_memory(reel_export *e) { fail(e, reel__memory_fail(&e->error)); }

/* ---- the origin ---------------------------------------------------------------------------------------------------- */

/* The schema of batches that have the numbers of their origins. */
static bool index_origin(reel_export *e, export_arrays *arrays)
{
    const struct ArrowSchema *schema = &arrays->schema;
    struct ArrowSchema **children = reel__arena_push(&e->arena, (size_t)schema->n_children * sizeof *children);
    if (!children) return false;
    memcpy(children, schema->children, (size_t)schema->n_children * sizeof *children);
    arrays->texts = *children[0];
    arrays->texts.name = "";
    arrays->indexes = *children[0];
    arrays->indexes.format = "i";
    arrays->indexes.dictionary = &arrays->texts;
    children[0] = &arrays->indexes;
    arrays->indexed = *schema;
    arrays->indexed.children = children;
    return true;
}

/* Adds the origin of `count` rows to those of the batch. */
static bool join_origin(reel_export *e, size_t count)
{
    export_arrays *arrays = e->state;
    reel_memory *text = &arrays->origin_text, *offsets = &arrays->origin_offsets, *positions = &arrays->origin_positions;
    int32_t end = 0;
    if (!arrays->origins && !memory_add(offsets, &end, sizeof end)) return false;
    if (!arrays->origins || arrays->origin != e->origin_value.data) {
        const uint8_t *value = (const uint8_t *)e->origin_value.data;
        if (e->origin_value.size > INT32_MAX / 3 - JOINED_BYTES || !reel__columns_text(text, value, e->origin_value.size))
            return false;
        end = (int32_t)text->size;
        if (!memory_add(offsets, &end, sizeof end)) return false;
        arrays->origin = e->origin_value.data;
        arrays->origins++;
    }
    int32_t position = (int32_t)arrays->origins - 1;
    if (!reel__memory_room(positions, count * sizeof position)) return false;
    for (size_t i = 0; i < count; i++, positions->size += sizeof position)
        memcpy(positions->data + positions->size, &position, sizeof position);
    return true;
}

static void forget_origins(export_arrays *arrays)
{
    arrays->origin_offsets.size = arrays->origin_text.size = arrays->origin_positions.size = arrays->origins = 0;
}

static bool is_joined_full(const export_arrays *arrays)
{
    return reel__arrow_batch_rows(arrays->batch) >= JOINED_ROWS || arrays->origin_text.size >= JOINED_BYTES;
}

static reel_status write_with_origins(export_arrays *arrays, struct ArrowArray *batch)
{
    static const uint8_t nothing[1];
    struct ArrowArray *given = batch->children[0];
    const void *text = arrays->origin_text.size ? arrays->origin_text.data : nothing;
    const void *texts[] = { NULL, arrays->origin_offsets.data, text }, *positions[] = { NULL, arrays->origin_positions.data };
    struct ArrowArray dictionary = { .length = (int64_t)arrays->origins, .n_buffers = 3, .buffers = texts };
    struct ArrowArray origin = { .length = batch->length, .n_buffers = 2, .buffers = positions, .dictionary = &dictionary };
    batch->children[0] = &origin;
    reel_status status = arrays->with->write(arrays->writer, batch);
    batch->children[0] = given;
    return status;
}

/* ---- batches ------------------------------------------------------------------------------------------------------- */

static void write_batch(reel_export *e)
{
    export_arrays *arrays = e->state;
    struct ArrowArray array;
    bool joins = e->origin && arrays->with->joins_origins;
    bool fits = reel__arrow_batch_give(arrays->batch, joins ? NULL : e->origin_value.data, &array) == REEL_OK;
    if (fits) {
        fail(e, joins ? write_with_origins(arrays, &array) : arrays->with->write(arrays->writer, &array));
        array.release(&array);
    }
    if (!fits) fail_memory(e);
    reel__arrow_batch_reset(arrays->batch);
    if (joins) forget_origins(arrays);
}

/* Writes what was collected: the batch is full, or the rows that follow may have another origin. */
static void flush_batch(reel_export *e)
{
    const export_arrays *arrays = e->state;
    if (e->out.status == REEL_OK && reel__arrow_batch_rows(arrays->batch)) write_batch(e);
}

static void add_rows(reel_export *e, const uint8_t *rows, size_t count, uint64_t first)
{
    export_arrays *arrays = e->state;
    size_t row_size = e->tables[0].table->row_size;
    while (count && e->out.status == REEL_OK) {
        size_t taken = 0, room = BATCH_ROWS - (size_t)reel__arrow_batch_rows(arrays->batch), step = count < room ? count : room;
        if (reel__arrow_batch_append(arrays->batch, rows, step, first, &taken) < 0 ||
            (e->origin && arrays->with->joins_origins && !join_origin(e, taken))) {
            fail_memory(e);
            return;
        }
        if (taken < step || taken == room) flush_batch(e);
        rows += taken * row_size;
        count -= taken;
        first += taken;
    }
}

/* ---- the exporter -------------------------------------------------------------------------------------------------- */

static reel_status make_layout(reel_export *e, export_arrays *arrays)
{
    const export_table *table = &e->tables[0];
    const char **names = reel__arena_push(&e->arena, (table->count + 1) * sizeof *names);
    if (!names) return reel__memory_fail(&e->error);
    for (size_t i = 0; i < table->count; i++) names[i] = table->columns[i].field->name;
    names[table->count] = NULL;
    const reel_arrow_options options = { REEL_SIZED(reel_arrow_options), .allocator = &e->allocator,
                                         .flags = (e->flags & REEL_EXPORT_LABELS ? REEL_ARROW_LABELS : 0) |
                                                  (e->clean ? REEL_ARROW_CLEAN : 0),
                                         .columns = names, .file_column = e->origin };
    reel_status status = reel__arrow_layout_new(table->table, &options, &arrays->layout, &e->error);
    if (status == REEL_OK) status = reel__arrow_layout_schema(arrays->layout, e->format, &arrays->schema, &e->error);
    if (status == REEL_OK && e->origin && arrays->with->joins_origins && !index_origin(e, arrays))
        return reel__memory_fail(&e->error);
    return status;
}

void reel__arrays_begin(reel_export *e, const arrays_writer *writer)
{
    export_arrays *arrays = reel__memory_new(&e->allocator, sizeof *arrays);
    e->state = arrays;
    if (!arrays) {
        fail_memory(e);
        return;
    }
    arrays->with = writer;
    arrays->origin_offsets.allocator = arrays->origin_text.allocator = arrays->origin_positions.allocator = e->allocator;
    if (!e->tables) {
        fail(e, reel_fail(&e->error, REEL_ARGUMENT, "export.no-table", "", 0, "%s holds one table, but no table was selected",
                          e->exporter->id));
        return;
    }
    reel_status status = make_layout(e, arrays);
    const struct ArrowSchema *schema = arrays->indexed.format ? &arrays->indexed : &arrays->schema;
    if (status == REEL_OK) status = writer->begin(&arrays->writer, e, &e->out, schema, &arrays->schema);
    fail(e, status);
    if (status == REEL_OK && !(arrays->batch = reel__arrow_batch_new(arrays->layout))) fail_memory(e);
}

void reel__arrays_chunk(reel_export *e, const reel_chunk *chunk)
{
    size_t count;
    const export_table *table = &e->tables[0];
    const uint8_t *rows = reel_chunk_rows(chunk, table->table, &count);
    uint64_t first = reel_chunk_first(chunk, table->table);
    size_t row_size = table->table->row_size;
    for (size_t i = 0; i < count && e->out.status == REEL_OK;) {
        size_t start = i;
        while (i < count && reel__export_takes(e, table, rows + i * row_size)) i++;
        add_rows(e, rows + start * row_size, i - start, first + start);
        while (i < count && !reel__export_takes(e, table, rows + i * row_size)) i++;
    }
    const export_arrays *arrays = e->state;
    if (e->origin && e->out.status == REEL_OK && (!arrays->with->joins_origins || is_joined_full(arrays))) flush_batch(e);
}

void reel__arrays_copy(reel_export *e, reel_source source, uint64_t rows, const reel_export_range *ranges, size_t count,
                       uint64_t *found)
{
    const export_arrays *arrays = e->state;
    flush_batch(e);
    if (e->out.status == REEL_OK)
        fail(e, arrays->with->copy(arrays->writer, source, rows, ranges, count, found));
    else if (source.close)
        source.close(source.context);
}

void reel__arrays_end(reel_export *e)
{
    const export_arrays *arrays = e->state;
    if (e->out.status == REEL_OK) flush_batch(e);
    if (e->out.status == REEL_OK) fail(e, arrays->with->end(arrays->writer));
}

void reel__arrays_drop(reel_export *e)
{
    export_arrays *arrays = e->state;
    if (!arrays) return;
    if (arrays->writer) arrays->with->drop(arrays->writer);
    reel__arrow_batch_drop(arrays->batch);
    if (arrays->schema.release) arrays->schema.release(&arrays->schema);
    reel__arrow_layout_drop(arrays->layout);
    reel_memory_free(&arrays->origin_offsets);
    reel_memory_free(&arrays->origin_text);
    reel_memory_free(&arrays->origin_positions);
    reel__memory_drop(&e->allocator, arrays);
}
