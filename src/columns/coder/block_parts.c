/* SPDX-License-Identifier: MIT
 * What writes and reads the parts of a block: memory, bytes, failures. */
#include "columns/coder/block.h"

#include "codec/pack/block.h"
#include "columns/coder/motion.h"
#include "columns/coder/rans.h"

static void block_failed(block_writer *block, reel_status status)
{
    if (block->status == REEL_OK) block->status = status;
}

void reel__block_add(block_writer *block, reel_memory *to, const void *data, size_t size)
{
    if (block->status == REEL_OK && !memory_add(to, data, size)) block_failed(block, REEL_MEMORY);
}

void reel__block_add_leb128(block_writer *block, reel_memory *to, uint64_t value)
{
    uint8_t bytes[10];
    size_t size = 0;
    do {
        bytes[size] = (uint8_t)(value & 127);
        value >>= 7;
        if (value) bytes[size] |= 128;
        size++;
    } while (value);
    reel__block_add(block, to, bytes, size);
}

void *reel__block_room(block_writer *block, size_t count, size_t size)
{
    void *room = count > SIZE_MAX / size ? NULL : reel__arena_push(&block->memory, count * size + 1);
    if (!room) block_failed(block, REEL_MEMORY);
    return room;
}

reel_memory reel__block_part(const block_writer *block) { return (reel_memory){ .allocator = block->memory.allocator }; }

static bool is_in(double step, double most)
{
    static const double least = 1e-6;
    return step > least && step < most;
}

bool reel__coder_can_round(const coder_options *options)
{
    static const double position_most = 0.5, rotation_most = 45; /* m, degrees */
    return is_in(options->position_step, position_most) && is_in(options->rotation_step, rotation_most);
}

/* Each plane has a code of its own, and building it takes as long as reading some thousand bytes. */
enum { PLANE_LEAST = 2048 };

bool reel__block_has_planes(const block_writer *block)
{
    return block->options.level == CODER_FASTEST && block->count >= PLANE_LEAST && reel__block_known(BLOCK_ZSTD) &&
           !reel__coder_can_round(&block->options);
}

const uint64_t *reel__block_series(block_writer *block, size_t field, size_t index)
{
    uint64_t **slot = &block->series[block->first[field] + index];
    uint64_t *values = *slot;
    if (values) return values;
    values = reel__block_room(block, block->count, sizeof *values);
    if (!values) return NULL;
    reel__series_load(&block->table->fields[field], index, block->rows, block->table->row_size, block->count, values);
    return *slot = values;
}

bool reel__block_prepare(block_writer *block)
{
    size_t fields = block->table->count, series = 0;
    block->first = reel__block_room(block, fields, sizeof *block->first);
    block->written = reel__block_room(block, fields, 1);
    for (size_t f = 0; f < fields && block->status == REEL_OK; f++) {
        block->first[f] = series;
        block->written[f] = 0;
        series += reel__field_series(&block->table->fields[f]);
    }
    block->series = reel__block_room(block, series, sizeof *block->series);
    block->tokens = reel__block_room(block, series, sizeof *block->tokens);
    block->wholes = reel__block_room(block, series, sizeof *block->wholes);
    for (size_t s = 0; s < series && block->status == REEL_OK; s++) {
        block->series[s] = NULL;
        block->tokens[s] = NULL;
        block->wholes[s] = NULL;
    }
    for (size_t f = 0; f < fields && block->member && block->status == REEL_OK; f++) {
        const coder_field *field = &block->table->fields[f];
        if (field->role != CODER_VALUE) block->series[block->first[f]] = block->member->values[field->role];
        block->written[f] = field_is_ordered(field, block->member);
    }
    for (size_t f = 0; f < fields; f++) block->has_motion = block->has_motion || reel__motion_is_pose(block->table, f);
    return block->status == REEL_OK;
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

static void *push(memory_arena *arena, size_t count, size_t size)
{
    return count > SIZE_MAX / size ? NULL : reel__arena_push(arena, count * size + 1);
}

void *reel__source_room(block_source *source, size_t count, size_t size) { return push(&source->scratch, count, size); }

void *reel__source_keep(block_source *source, size_t count, size_t size) { return push(&source->memory, count, size); }

uint32_t *reel__source_slots(block_source *source)
{
    if (!source->slots) source->slots = reel__source_keep(source, (size_t)RANS_TABLES << RANS_BITS_MOST, sizeof *source->slots);
    return source->slots;
}

reel_status reel__source_corrupt(const block_source *source, const reel_cursor *in, const char *what)
{
    return reel_fail(source->error, REEL_CORRUPT, "columns.corrupt", "columns", in->failed ? in->failed_at : reel_offset(in),
                     "a block of columns has %s", what);
}

reel_status reel__source_unsupported(const block_source *source, const reel_cursor *in, const char *what)
{
    return reel_fail(source->error, REEL_UNSUPPORTED, "columns.unsupported", "columns", reel_offset(in),
                     "a block of columns needs %s, which this version does not have", what);
}

reel_status reel__source_spend(const block_source *source, const reel_cursor *in, uint64_t steps)
{
    if (reel_spend(source->budget, steps) == REEL_OK) return REEL_OK;
    return reel_fail_budget(source->budget, source->error, "columns", reel_offset(in));
}

reel_status reel__source_part(block_source *source, reel_cursor *in, size_t slack, const uint8_t **part, size_t *size)
{
    uint64_t stated = reel_get_leb128(in);
    const uint8_t *bytes = reel_count_fits(in, stated, 1) ? reel_take(in, (size_t)stated) : NULL;
    if (!bytes || in->failed) return reel__source_corrupt(source, in, "a part that goes on after its column's end");
    uint8_t *copy = reel__source_room(source, (size_t)stated + slack, 1);
    if (!copy) return reel__memory_fail(source->error);
    memcpy(copy, bytes, (size_t)stated);
    memset(copy + stated, 0, slack);
    *part = copy;
    *size = (size_t)stated;
    return REEL_OK;
}
