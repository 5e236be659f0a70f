/* SPDX-License-Identifier: MIT
 * Blocks: rows as columns, each by its own method. Form and order of the bytes are specified in docs/formats/reel-columns.md. */
#include "columns/coder/block.h"

#include "columns/coder/motion.h"
#include "columns/coder/rows.h"
#include "core/rows.h"

/* ---- what both directions ask ----------------------------------------------------------------------------------- */

/* Bytes of the values of one row, with text counted as what a row has of it. */
static uint64_t value_bytes(const coder_table *table)
{
    uint64_t bytes = 0;
    for (size_t f = 0; f < table->count; f++) {
        const coder_field *field = &table->fields[f];
        bytes += type_is_text(field->type) ? TEXT_BYTES : (uint64_t)reel__field_series(field) * (reel__field_bits(field) / 8);
    }
    return bytes;
}

uint64_t reel__coder_least(const coder_table *table, uint64_t count)
{
    uint64_t row = value_bytes(table);
    if (!count) return 0;
    uint64_t most = row && count > UINT64_MAX / row ? UINT64_MAX : count * row;
    return 1 + most / BLOCK_RATIO;
}

/* ---- writing ---------------------------------------------------------------------------------------------------- */

/* Motion of fewer rows is not worth its tables. */
enum { MOTION_ROWS_LEAST = 24 };

static void encode_field(block_writer *block, size_t f, reel_memory *to)
{
    const bool is_motion = block->count >= MOTION_ROWS_LEAST && reel__motion_is_pose(block->table, f);
    if (is_motion && !reel__block_has_planes(block) && reel__motion_encode(block, f, to)) return;
    reel_memory column = reel__block_part(block);
    if (type_is_text(block->table->fields[f].type))
        reel__text_encode(block, f, &column);
    else
        reel__number_encode(block, f, &column);
    reel__block_add_leb128(block, to, f);
    reel__block_add_leb128(block, to, column.size);
    reel__block_add(block, to, column.data, column.size);
    block->written[f] = 1;
    reel_memory_free(&column);
}

/* The time axis comes first, and wide integers last: offsets and sequence numbers may refer to all other columns. */
enum { PASSES = 3 };
static int pass_of(const coder_field *field)
{
    if (field->time) return 0;
    return field->type == REEL_U64 || field->type == REEL_I64 ? 2 : 1;
}

static void columns_encode(block_writer *block, reel_memory *to)
{
    for (int pass = 0; pass < PASSES; pass++)
        for (size_t f = 0; f < block->table->count && block->status == REEL_OK; f++)
            if (!block->written[f] && pass_of(&block->table->fields[f]) == pass) encode_field(block, f, to);
    static const uint8_t zeros[64];
    uint64_t least = reel__coder_least(block->table, block->count) - 1;
    while (to->size < least && block->status == REEL_OK) {
        uint64_t some = least - to->size;
        reel__block_add(block, to, zeros, some < sizeof zeros ? (size_t)some : sizeof zeros);
    }
}

/* More rows than this are never smaller as rows. */
enum { ROWS_MOST = 64 };

static reel_status encode_end(const block_writer *block, reel_error *error)
{
    if (block->status == REEL_MEMORY) return reel__memory_fail(error);
    if (block->status == REEL_OK) return REEL_OK;
    return reel_fail(error, block->status, "columns.limit", "", REEL_NO_OFFSET, "a column has more than 2 GiB of text");
}

reel_status reel__coder_encode(const coder_table *table, const void *rows, size_t count, const coder_member *member,
                               const coder_options *options, reel_memory *to, reel_error *error)
{
    if (!count) return REEL_OK;
    block_writer block = { .table = table, .rows = rows, .count = count, .member = member };
    block.memory.allocator = to->allocator;
    block.options = options ? *options : (coder_options){ .level = CODER_DEFAULT };
    if (block.options.as_rows) { /* nothing is tried, and nothing is kept meanwhile */
        reel__block_add(&block, to, &(uint8_t){ BLOCK_ROWS }, 1);
        reel__rows_encode(&block, to);
        return encode_end(&block, error);
    }
    reel_memory columns = reel__block_part(&block), plain = reel__block_part(&block);
    block_form form = BLOCK_COLUMNS;
    if (reel__block_prepare(&block)) columns_encode(&block, &columns);
    if (count <= ROWS_MOST && block.status == REEL_OK) {
        reel__rows_encode(&block, &plain);
        if (plain.size <= columns.size) form = BLOCK_ROWS;
    }
    const reel_memory *smallest = form == BLOCK_ROWS ? &plain : &columns;
    reel__block_add(&block, to, &(uint8_t){ (uint8_t)form }, 1);
    reel__block_add(&block, to, smallest->data, smallest->size);
    reel_memory_free(&columns);
    reel_memory_free(&plain);
    reel__arena_free(&block.memory);
    return encode_end(&block, error);
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

/* The first byte of a column, its references, and where the rest of it is. */
static reel_status read_head(block_source *source, reel_cursor *in, uint16_t place)
{
    uint64_t field = reel_get_leb128(in), size = reel_get_leb128(in);
    if (in->failed || !reel_count_fits(in, size, 1))
        return reel__source_corrupt(source, in, "a column that goes on after its end");
    if (field >= source->table->count || source->columns[field].present)
        return reel__source_corrupt(source, in, "a column of a field that is not there, or has one already");
    block_column *column = &source->columns[field];
    column->present = true;
    column->in = (reel_cursor){ .at = in->at, .end = in->at + size };
    column->in.end_offset = reel_offset(in) + size;
    reel_take(in, (size_t)size);
    uint8_t head = reel_get_u8(&column->in);
    column->kind = (column_kind)(head >> COLUMN_KIND_SHIFT);
    column->reference_count = head & COLUMN_REFERENCES;
    for (uint8_t i = 0; i < column->reference_count; i++) {
        uint64_t reference = reel_get_leb128(&column->in);
        if (column->in.failed || reference >= source->table->count || reference == field || !source->columns[reference].present)
            return reel__source_corrupt(source, &column->in, "a reference to a column that is not before it");
        column->references[i] = (uint16_t)reference;
    }
    source->order[place] = (uint16_t)field;
    return column->in.failed ? reel__source_corrupt(source, &column->in, "a column without a method") : REEL_OK;
}

/* A field whose values are in the order: a column that is there before all others. */
static reel_status set_ordered(block_source *source, size_t f)
{
    const coder_field *field = &source->table->fields[f];
    block_column *column = &source->columns[f];
    column->present = true;
    column->series = reel__source_keep(source, 1, sizeof *column->series);
    column->tokens = reel__source_keep(source, 1, sizeof *column->tokens);
    uint8_t *tokens = reel__source_keep(source, source->count, 1);
    if (!column->series || !column->tokens || !tokens) return REEL_MEMORY;
    memset(tokens, 0, source->count);
    *column->series = source->member->values[field->role];
    *column->tokens = tokens;
    if (field->field) reel__series_store(field, 0, source->rows, source->table->row_size, source->count, *column->series);
    return REEL_OK;
}

static reel_status read_heads(block_source *source, reel_cursor *in)
{
    size_t fields = source->table->count;
    source->columns = reel__source_keep(source, fields, sizeof *source->columns);
    source->order = reel__source_keep(source, fields, sizeof *source->order);
    if (!source->columns || !source->order) return reel__memory_fail(source->error);
    memset(source->columns, 0, fields * sizeof *source->columns);
    for (size_t f = 0; f < fields; f++) {
        if (!field_is_ordered(&source->table->fields[f], source->member))
            source->column_count++;
        else if (set_ordered(source, f) != REEL_OK)
            return reel__memory_fail(source->error);
    }
    for (size_t i = 0; i < source->column_count; i++) {
        reel_status status = read_head(source, in, (uint16_t)i);
        if (status != REEL_OK) return status;
    }
    reel_status status = reel__source_spend(source, in, reel_left(in));
    while (reel_left(in) && status == REEL_OK)
        if (reel_get_u8(in)) return reel__source_corrupt(source, in, "bytes after its columns");
    return status;
}

static bool field_is_wanted(const block_source *source, size_t f)
{
    const coder_field *field = &source->table->fields[f];
    if (source->member && field->role == CODER_OFFSET) return source->member->lengths_wanted;
    return field->field != NULL;
}

/* What is wanted, and what that refers to. References only go backwards, so one pass from the end finds all. */
static void mark_needed(block_source *source)
{
    for (size_t i = source->column_count; i-- > 0;) {
        block_column *column = &source->columns[source->order[i]];
        column->wanted = field_is_wanted(source, source->order[i]);
        column->needed = column->needed || column->wanted;
        for (uint8_t r = 0; column->needed && r < column->reference_count; r++) {
            source->columns[column->references[r]].needed = true;
            source->columns[column->references[r]].referenced = true;
        }
    }
}

/* A member of a group of motion: decoded with the first one. */
static reel_status member_decode(block_source *source, size_t field)
{
    block_column *column = &source->columns[field];
    bool led = column->reference_count == 1 && source->columns[column->references[0]].kind == COLUMN_MOTION;
    return led && !reel_left(&column->in) ? REEL_OK : reel__source_corrupt(source, &column->in, "a member of no group");
}

static reel_status decode_field(block_source *source, size_t field)
{
    block_column *column = &source->columns[field];
    bool is_text = type_is_text(source->table->fields[field].type);
    if (column->kind == COLUMN_TEXT && is_text) return reel__text_decode(source, field);
    if (column->kind == COLUMN_NUMBERS && !is_text) return reel__number_decode(source, field);
    if (column->kind == COLUMN_MOTION) return reel__motion_decode(source, field);
    if (column->kind == COLUMN_MEMBER) return member_decode(source, field);
    if (column->kind > COLUMN_MEMBER) return reel__source_unsupported(source, &column->in, "a kind of column");
    return reel__source_corrupt(source, &column->in, "a column whose kind does not fit its field");
}

/* Whether a column refers to one that could not be decoded. */
static bool lacks_reference(const block_source *source, const block_column *column)
{
    bool lacks = false;
    for (uint8_t r = 0; r < column->reference_count; r++) lacks = lacks || source->columns[column->references[r]].unsupported;
    return lacks;
}

/* Unsupported columns, and those that refer to them, are left out. The first one is reported. */
static reel_status columns_decode(block_source *source, reel_cursor *in)
{
    reel_status worst = read_heads(source, in);
    if (worst != REEL_OK) return worst;
    mark_needed(source);
    for (size_t i = 0; i < source->column_count; i++) {
        block_column *column = &source->columns[source->order[i]];
        if (!column->needed) continue;
        reel_error *error = source->error;
        if (worst != REEL_OK) source->error = NULL;
        reel_status status = lacks_reference(source, column) ? REEL_UNSUPPORTED : decode_field(source, source->order[i]);
        source->error = error;
        reel__arena_reset(&source->scratch);
        column->unsupported = status == REEL_UNSUPPORTED;
        if (status != REEL_OK && !column->unsupported) return worst == REEL_OK ? status : worst;
        if (status != REEL_OK) worst = status;
    }
    return worst;
}

reel_status reel__coder_decode(const coder_table *table, reel_cursor *in, void *rows, size_t count, coder_member *member,
                               reel_chunk *chunk, reel_budget *budget, const reel_allocator *allocator, reel_error *error)
{
    block_source source = {
        .table = table, .rows = rows, .count = count, .member = member, .chunk = chunk, .budget = budget, .error = error
    };
    source.memory.allocator = source.scratch.allocator = source.unpacker.allocator = *allocator;
    source.unpacker.codec = BLOCK_ZSTD;
    source.unpacker.budget = budget;
    if (!count) return reel_left(in) ? reel__source_corrupt(&source, in, "bytes but no rows") : REEL_OK;
    if (reel_left(in) < reel__coder_least(table, count))
        return reel__source_corrupt(&source, in, "fewer bytes than its rows need");
    uint8_t form = reel_get_u8(in);
    reel_status status;
    if (form == BLOCK_ROWS)
        status = reel__rows_decode(&source, in);
    else if (form == BLOCK_COLUMNS)
        status = columns_decode(&source, in);
    else
        status = reel__source_unsupported(&source, in, "a form of block");
    reel__block_free(&source.unpacker);
    reel__arena_free(&source.scratch);
    reel__arena_free(&source.memory);
    return status;
}
