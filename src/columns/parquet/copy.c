/* SPDX-License-Identifier: MIT
 * Copies rows of a file that this writer made. Its columns are read side by side, a page of each at a time, and become batches of the writer:
 * so the copy has bounds, dictionaries and row groups of its own rows, as if they had been written anew. */
#include "columns/parquet/parquet.h"
#include "columns/parquet/read_column.h"
#include "columns/parquet/thrift_read.h"

enum { FOOTER_END = 8, MAGIC = 4, BATCH_MOST = 16384, WHOLE_MOST = 1 << 20 };

typedef struct copying {
    parquet_writer *writer;
    reel_error *error;
    reel_source source;
    reel_memory whole; /* a small file, read at once: each of its pages takes two reads otherwise */
    reel_memory footer;
    uint64_t end; /* of the column chunks: where the footer begins */
    thrift_in groups;
    size_t group_count;
    uint64_t rows;
    read_column *columns;
    read_room room;
    struct ArrowArray **children;
    const reel_export_range *ranges;
    size_t left;  /* ranges that were not passed */
    uint64_t row; /* of the file, that comes next */
} copying;

static reel_status fail_footer(const copying *copy, const char *what)
{
    return reel_fail(copy->error, REEL_CORRUPT, "parquet.footer", "", copy->end, "the footer %s", what);
}

static reel_status read_source(void *context, uint64_t offset, void *to, size_t size, reel_error *error)
{
    const copying *copy = context;
    const reel_source *source = &copy->source;
    if (offset > source->size || size > source->size - offset)
        return reel_fail(error, REEL_TRUNCATED, "parquet.page", "", offset, "the file ends before its contents");
    if (source->data) {
        memcpy(to, source->data + offset, size);
        return REEL_OK;
    }
    reel_status status = source->seek(source->context, offset, error);
    for (size_t got = 0, more; status == REEL_OK && got < size; got += more) {
        more = 0;
        status = source->read(source->context, (uint8_t *)to + got, size - got, &more, error);
        if (status > 0 || (status == REEL_OK && !more))
            return reel_fail(error, REEL_TRUNCATED, "parquet.page", "", offset, "the file ends before its contents");
    }
    return status;
}

static reel_status read_whole(copying *copy)
{
    const size_t size = (size_t)copy->source.size;
    if (!reel__memory_room(&copy->whole, size + 1)) return reel__memory_fail(copy->error);
    reel_status status = read_source(copy, 0, copy->whole.data, size, copy->error);
    if (status == REEL_OK) copy->source.data = copy->whole.data;
    return status;
}

/* ---- the footer --------------------------------------------------------------------------------------------------- */

/* Whether the file has the schema of the writer: the same columns, types and names, as its text has them all. */
static bool is_schema(thrift_in *in, const reel_memory *schema)
{
    static const char wanted[] = PARQUET_SCHEMA_KEY;
    int type;
    bool is = false;
    for (size_t left = reel__thrift_take_list(in, &type); left && !in->failed && type == THRIFT_STRUCT; left--) {
        reel_bytes pair[2] = { { NULL, 0 }, { NULL, 0 } };
        thrift_field field = { 0, 0 };
        while (reel__thrift_take_field(in, &field))
            if ((field.id == 1 || field.id == 2) && field.type == THRIFT_BINARY)
                pair[field.id - 1] = reel__thrift_take_binary(in);
            else
                reel__thrift_skip(in, field.type);
        if (pair[0].size == sizeof wanted - 1 && !memcmp(pair[0].data, wanted, sizeof wanted - 1))
            is = pair[1].size == schema->size && !memcmp(pair[1].data, schema->data, schema->size);
    }
    return is;
}

static reel_status parse_footer(copying *copy, const reel_memory *schema)
{
    thrift_in in = { .at = copy->footer.data, .end = copy->footer.data + copy->footer.size };
    thrift_field field = { 0, 0 };
    bool has_schema = false;
    int type;
    while (reel__thrift_take_field(&in, &field)) {
        if (field.id == 3) {
            copy->rows = (uint64_t)reel__thrift_take_number(&in);
        } else if (field.id == 4 && field.type == THRIFT_LIST) {
            copy->groups = in;
            copy->group_count = reel__thrift_take_list(&copy->groups, &type);
            reel__thrift_skip(&in, field.type);
        } else if (field.id == 5 && field.type == THRIFT_LIST) {
            has_schema = is_schema(&in, schema);
        } else {
            reel__thrift_skip(&in, field.type);
        }
    }
    if (in.failed || copy->rows > INT64_MAX) return fail_footer(copy, "is damaged");
    if (has_schema) return REEL_OK;
    return reel_fail(copy->error, REEL_UNSUPPORTED, "export.copy", "", 0, "the output has another schema");
}

static reel_status read_footer(copying *copy)
{
    static const uint8_t magic[MAGIC] = { 'P', 'A', 'R', '1' };
    const uint64_t size = copy->source.size;
    uint8_t tail[FOOTER_END];
    if (size == REEL_UNKNOWN_SIZE || (!copy->source.data && !copy->source.seek))
        return reel_fail(copy->error, REEL_ARGUMENT, "export.copy-source", "", 0, "an output to copy rows of must be seekable");
    if (size < MAGIC + FOOTER_END) return fail_footer(copy, "is missing");
    reel_status status = copy->source.data || size > WHOLE_MOST ? REEL_OK : read_whole(copy);
    if (status == REEL_OK) status = read_source(copy, size - FOOTER_END, tail, FOOTER_END, copy->error);
    if (status < 0) return status;
    const uint32_t footer = reel_load_u32le(tail);
    if (memcmp(tail + MAGIC, magic, MAGIC) != 0 || footer > size - MAGIC - FOOTER_END) return fail_footer(copy, "is missing");
    copy->end = size - FOOTER_END - footer;
    if (!reel__memory_room(&copy->footer, (size_t)footer + 1)) return reel__memory_fail(copy->error);
    copy->footer.size = footer;
    status = read_source(copy, copy->end, copy->footer.data, footer, copy->error);
    if (status < 0) return status;
    status = reel__writer_schema(copy->writer);
    return status == REEL_OK ? parse_footer(copy, &copy->writer->schema_text) : status;
}

/* ---- row groups --------------------------------------------------------------------------------------------------- */

/* The struct ColumnMetaData of a column chunk. */
static bool take_chunk_data(thrift_in *in, const copying *copy, read_column *c, uint64_t *rows)
{
    int64_t codec = -1, values = -1, size = -1, data = -1, dictionary = -1;
    int64_t *const numbers[] = { [4] = &codec, [5] = &values, [7] = &size, [9] = &data, [11] = &dictionary };
    thrift_field field = { 0, 0 };
    while (reel__thrift_take_field(in, &field)) {
        const bool is_known = field.id >= 0 && field.id < (int)(sizeof numbers / sizeof *numbers) && numbers[field.id];
        if (is_known && (field.type == THRIFT_I32 || field.type == THRIFT_I64))
            *numbers[field.id] = reel__thrift_take_number(in);
        else
            reel__thrift_skip(in, field.type);
    }
    const int64_t at = dictionary >= 0 ? dictionary : data;
    if (in->failed || at < MAGIC || size < 0 || values < 0 || (uint64_t)at > copy->end ||
        (uint64_t)size > copy->end - (uint64_t)at)
        return false;
    if (codec != PAGES_PLAIN && codec != PAGES_ZSTD) return false;
    c->at = (uint64_t)at;
    c->end = (uint64_t)at + (uint64_t)size;
    c->is_packed = codec == PAGES_ZSTD;
    c->rows = c->row = c->dictionary.count = 0;
    *rows = (uint64_t)values;
    return true;
}

static bool take_chunk(thrift_in *in, const copying *copy, read_column *c, uint64_t *rows)
{
    thrift_field field = { 0, 0 };
    bool found = false;
    while (reel__thrift_take_field(in, &field))
        if (field.id == 3 && field.type == THRIFT_STRUCT)
            found = take_chunk_data(in, copy, c, rows);
        else
            reel__thrift_skip(in, field.type);
    return found && !in->failed;
}

/* Readies all columns for a row group. */
static reel_status take_group(copying *copy, uint64_t *rows)
{
    thrift_in *in = &copy->groups;
    thrift_field field = { 0, 0 };
    size_t columns = 0;
    *rows = UINT64_MAX;
    while (reel__thrift_take_field(in, &field)) {
        int type;
        if (field.id != 1 || field.type != THRIFT_LIST) {
            reel__thrift_skip(in, field.type);
            continue;
        }
        columns = reel__thrift_take_list(in, &type);
        if (columns != copy->writer->count || type != THRIFT_STRUCT)
            return fail_footer(copy, "does not have the columns of the schema");
        for (size_t i = 0; i < columns; i++) {
            uint64_t own;
            if (!take_chunk(in, copy, &copy->columns[i], &own) || (i && own != *rows)) return fail_footer(copy, "is damaged");
            *rows = own;
        }
    }
    return in->failed || columns != copy->writer->count || *rows > copy->rows - copy->row ? fail_footer(copy, "is damaged")
                                                                                          : REEL_OK;
}

/* How many of the next rows are all in a range, or all outside. */
static uint64_t span_of(copying *copy, bool *is_wanted)
{
    while (copy->left && copy->row >= copy->ranges->first + copy->ranges->count) {
        copy->ranges++;
        copy->left--;
    }
    *is_wanted = copy->left && copy->row >= copy->ranges->first;
    if (*is_wanted) return copy->ranges->first + copy->ranges->count - copy->row;
    return copy->left ? copy->ranges->first - copy->row : UINT64_MAX;
}

static reel_status give_rows(copying *copy, uint32_t *rows)
{
    const size_t count = copy->writer->count;
    reel_status status = REEL_OK;
    for (size_t i = 0; i < count; i++) *rows = reel__read_column_room(&copy->columns[i], *rows);
    for (size_t i = 0; i < count && status == REEL_OK; i++) status = reel__read_column_give(&copy->columns[i], *rows);
    if (status < 0) return status;
    const void *nothing = NULL;
    const struct ArrowArray batch = {
        .length = *rows, .n_buffers = 1, .buffers = &nothing, .n_children = (int64_t)count, .children = copy->children
    };
    return reel__parquet_write(copy->writer, &batch);
}

/* Copies or skips the next rows of a group that has `left` of them: at most those that all pages have. */
static reel_status copy_step(copying *copy, uint64_t left, uint32_t *step)
{
    const size_t count = copy->writer->count;
    bool is_wanted;
    uint64_t most = span_of(copy, &is_wanted);
    if (most > BATCH_MOST && is_wanted) most = BATCH_MOST;
    if (most > left) most = left;
    for (size_t i = 0; i < count; i++) {
        read_column *c = &copy->columns[i];
        if (c->row == c->rows) {
            reel_status status = reel__read_column_page(c, &copy->writer->tools.checksums, read_source, copy);
            if (status < 0) return status;
        }
        if (most > c->rows - c->row) most = c->rows - c->row;
    }
    *step = (uint32_t)most;
    reel_status status = is_wanted ? give_rows(copy, step) : REEL_OK;
    for (size_t i = 0; i < count; i++) copy->columns[i].row += *step;
    copy->row += *step;
    return status;
}

static reel_status copy_groups(copying *copy)
{
    reel_status status = REEL_OK;
    for (size_t g = 0; g < copy->group_count && status == REEL_OK; g++) {
        uint64_t left;
        bool is_wanted;
        status = take_group(copy, &left);
        if (status == REEL_OK && span_of(copy, &is_wanted) >= left && !is_wanted) {
            copy->row += left;
            continue;
        }
        for (uint32_t step = 0; status == REEL_OK && left; left -= step) status = copy_step(copy, left, &step);
    }
    return status == REEL_OK && copy->row != copy->rows ? fail_footer(copy, "does not have its rows") : status;
}

/* ---- the copy ----------------------------------------------------------------------------------------------------- */

static reel_status check_ranges(const copying *copy, uint64_t rows)
{
    if (copy->rows != rows)
        return reel_fail(copy->error, REEL_ARGUMENT, "export.copy-rows", "", 0,
                         "the output has %llu rows, and %llu were expected", (unsigned long long)copy->rows,
                         (unsigned long long)rows);
    uint64_t at = 0;
    for (size_t i = 0; i < copy->left; i++) {
        const reel_export_range *range = &copy->ranges[i];
        if (range->first < at || range->first > rows || range->count > rows - range->first)
            return reel_fail(copy->error, REEL_ARGUMENT, "export.copy-rows", "", 0, "range %zu is not in the output", i);
        at = range->first + range->count;
    }
    return REEL_OK;
}

static reel_status copy_begin(copying *copy)
{
    const parquet_writer *w = copy->writer;
    const reel_allocator *allocator = &w->tools.allocator;
    copy->footer.allocator = copy->whole.allocator = *allocator;
    reel__read_room_begin(&copy->room, allocator);
    copy->columns = reel__memory_new(allocator, w->count * sizeof *copy->columns);
    copy->children = reel__memory_new(allocator, w->count * sizeof(struct ArrowArray *));
    if (!copy->columns || !copy->children) return reel__memory_fail(copy->error);
    reel_status status = REEL_OK;
    for (size_t i = 0; i < w->count; i++) {
        const reel_status own = reel__read_column_begin(&copy->columns[i], &w->columns[i], &copy->room, copy->error);
        copy->children[i] = &copy->columns[i].array;
        if (own < 0) status = own;
    }
    return status;
}

reel_status reel__parquet_copy(parquet_writer *w, reel_source source, uint64_t rows, const reel_export_range *ranges,
                               size_t count, uint64_t *found)
{
    copying copy = { .writer = w, .error = w->out->error, .source = source, .ranges = ranges, .left = count };
    reel_status status = w->status == REEL_OK ? copy_begin(&copy) : w->status;
    if (status == REEL_OK) status = read_footer(&copy);
    if (status == REEL_OK) {
        *found = copy.rows;
        status = check_ranges(&copy, rows);
    }
    if (status == REEL_OK) status = copy_groups(&copy);
    for (size_t i = 0; copy.columns && copy.children && i < w->count; i++) reel__read_column_end(&copy.columns[i]);
    reel__read_room_end(&copy.room);
    reel__memory_drop(&w->tools.allocator, copy.columns);
    reel__memory_drop(&w->tools.allocator, copy.children);
    reel_memory_free(&copy.footer);
    reel_memory_free(&copy.whole);
    if (source.close) source.close(source.context);
    if (status < 0 && w->status == REEL_OK) w->status = status;
    return status;
}
