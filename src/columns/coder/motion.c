/* SPDX-License-Identifier: MIT
 * Columns of motion: which fields a group has, and the parts of the column: coefficients, sign changes, tables, bits and symbols. */
#include "columns/coder/motion.h"

#include "columns/coder/motion_rows.h"
#include "columns/coder/motion_streams.h"

enum {
    FLAG_FITTED = 1,
    FLAG_QUANTISED = 2,
    FLAG_STREAMS = 4, /* without quantised */
    FLAG_GRAIN = 8,   /* with streams */
    FLAGS_KNOWN = FLAG_FITTED | FLAG_QUANTISED | FLAG_STREAMS | FLAG_GRAIN,
    ROW_SLACK = 64 /* bytes after a buffer, beyond what the values of one row can read */
};

/* ---- the time axis ---------------------------------------------------------------------------------------------- */

static double time_value(const coder_field *field, uint64_t bits)
{
    if (field->type == REEL_F32) return motion_value((uint32_t)bits);
    if (field->type != REEL_F64 || (bits >> 52 & 0x7ff) == 0x7ff) return 0;
    double value = reel_double_of(bits);
    return value > -1e4 && value < 1e4 ? value : 0;
}

/* Of three times: how much longer the last step is than the one before. */
static double pace_of(double now, double last, double before)
{
    double step = now - last, old = last - before;
    if (!(step > 0) || !(old > 0) || step > 0.1 || old > 0.1) return 0;
    double ratio = step / old;
    return (ratio > 3 ? 3 : ratio) - 1;
}

/* `times` may be NULL: a table without a time axis. */
static void fill_pace(const coder_field *field, const uint64_t *times, size_t count, double *pace)
{
    double before = 0, last = 0;
    for (size_t i = 0; i < count; i++) {
        double now = times ? time_value(field, times[i]) : 0;
        pace[i] = i >= 2 ? pace_of(now, last, before) : 0;
        before = last;
        last = now;
    }
}

/* ---- writing ---------------------------------------------------------------------------------------------------- */

typedef struct motion_job {
    motion_group group;
    motion_changes changes;
    motion_exceptions exceptions;
    uint8_t *bits, *record;
    size_t values; /* in all */
    bool has_time;
    uint16_t time;                   /* its field */
    uint16_t fields[MOTION_DEVICES]; /* the positions' */
} motion_job;

/* A device that does not move, or is not there: columns of numbers have each value once. */
static bool is_at_rest(const block_writer *block, size_t f)
{
    const coder_table *table = block->table;
    const uint8_t *position = block->rows + table->fields[f].field->offset,
                  *rotation = block->rows + table->fields[f + 1].field->offset;
    for (size_t at = table->row_size, i = 1; i < block->count; i++, at += table->row_size)
        if (memcmp(position, position + at, MOTION_AXES * sizeof(float)) != 0 ||
            memcmp(rotation, rotation + at, MOTION_ROTATION * sizeof(float)) != 0)
            return false;
    return true;
}

static bool job_fields(block_writer *block, size_t lead, motion_job *job)
{
    const coder_table *table = block->table;
    for (size_t f = lead; f < table->count && job->group.devices < MOTION_DEVICES; f++) {
        if (!reel__motion_is_pose(table, f) || block->written[f]) continue;
        if (is_at_rest(block, f)) {
            if (f == lead) return false;
            continue;
        }
        size_t d = job->group.devices++;
        uint8_t *rows = (uint8_t *)(uintptr_t)block->rows;
        job->fields[d] = (uint16_t)f;
        job->group.device[d] = (motion_device){ rows + table->fields[f].field->offset, rows + table->fields[f + 1].field->offset,
                                                table->row_size, table->row_size };
    }
    for (size_t f = 0; f < table->count; f++)
        if (table->fields[f].time && block->written[f] && table->fields[f].count == 1) {
            job->has_time = true;
            job->time = (uint16_t)f;
        }
    return job->group.devices > 0;
}

static bool job_prepare(block_writer *block, size_t lead, motion_job *job)
{
    motion_group *group = &job->group;
    if (!job_fields(block, lead, job)) return false;
    size_t count = group->count = block->count;
    group->fitted = block->options.level == CODER_DEFAULT;
    double *pace = reel__block_room(block, count, sizeof *pace);
    group->pace = pace;
    group->terms = reel__block_room(block, group->devices, sizeof *group->terms);
    job->changes.at = reel__block_room(block, count * group->devices, sizeof *job->changes.at);
    const uint64_t *times = job->has_time ? reel__block_series(block, job->time, 0) : NULL;
    if (block->status != REEL_OK) return false;
    fill_pace(job->has_time ? &block->table->fields[job->time] : NULL, times, count, pace);
    memset(group->terms, 0, group->devices * sizeof *group->terms);
    return true;
}

static void write_terms(block_writer *block, const lanes *terms, int count, int components, reel_memory *to)
{
    for (int t = 0; t < count; t++)
        for (int k = 0; k < components; k++) {
            int32_t scaled = (int32_t)(terms[t].v[k] * MOTION_SCALE);
            uint8_t bytes[2] = { (uint8_t)scaled, (uint8_t)((uint32_t)scaled >> 8) };
            reel__block_add(block, to, bytes, sizeof bytes);
        }
}

static void write_exceptions(block_writer *block, const motion_exceptions *exceptions, reel_memory *to)
{
    uint64_t last = 0;
    reel__block_add_leb128(block, to, exceptions->count);
    for (size_t i = 0; i < exceptions->count; i++) {
        reel__block_add_leb128(block, to, exceptions->at[i] - last);
        last = exceptions->at[i];
        for (size_t k = 0; k < MOTION_VALUES; k++) {
            uint8_t bytes[4];
            reel_store_u32le(bytes, exceptions->values[i * MOTION_VALUES + k]);
            reel__block_add(block, to, bytes, sizeof bytes);
        }
    }
}

static void write_head(block_writer *block, const motion_job *job, reel_memory *to)
{
    bool has_time = job->has_time && (job->group.fitted || !job->group.streams);
    uint8_t head[1] = { (uint8_t)(COLUMN_MOTION << COLUMN_KIND_SHIFT | (has_time ? 1 : 0)) };
    uint8_t flags = (uint8_t)((job->group.fitted ? FLAG_FITTED : 0) | (job->group.quantised ? FLAG_QUANTISED : 0) |
                              (job->group.streams ? FLAG_STREAMS : 0) | (job->group.grain ? FLAG_GRAIN : 0));
    uint8_t grids[16];
    reel__block_add(block, to, head, sizeof head);
    if (has_time) reel__block_add_leb128(block, to, job->time);
    reel__block_add(block, to, &flags, 1);
    const uint8_t grain = (uint8_t)job->group.grain;
    if (grain) reel__block_add(block, to, &grain, 1);
    if (job->group.quantised) {
        reel_store_u64le(grids, reel_double_bits(job->group.position_grid));
        reel_store_u64le(grids + 8, reel_double_bits(job->group.rotation_grid));
        reel__block_add(block, to, grids, sizeof grids);
    }
    for (size_t d = 0; d < job->group.devices && job->group.fitted; d++) {
        write_terms(block, job->group.terms[d].turn, MOTION_TURN_TERMS, MOTION_ROTATION, to);
        write_terms(block, job->group.terms[d].move, MOTION_MOVE_TERMS, MOTION_AXES, to);
    }
    uint64_t last = 0;
    reel__block_add_leb128(block, to, job->changes.count);
    for (size_t i = 0; i < job->changes.count; i++) {
        uint64_t change = job->group.quantised ? job->changes.at[i] : job->changes.at[i] >> MOTION_CHANGE_BITS;
        reel__block_add_leb128(block, to, change - last);
        last = change;
    }
    if (job->group.quantised) write_exceptions(block, &job->exceptions, to);
}

/* The state of the entropy coder for each value of a row, in order. */
static size_t fill_turns(size_t devices, bool quantised, uint8_t *turns)
{
    size_t n = 0;
    for (size_t d = 0; d < devices; d++)
        for (size_t k = 0; k < MOTION_ROTATION - (quantised ? 1u : 0u); k++) turns[n++] = (uint8_t)k;
    for (size_t d = 0; d < devices; d++)
        for (size_t k = 0; k < MOTION_AXES; k++) turns[n++] = (uint8_t)((k + d) % RANS_STATES);
    return n;
}

static void write_symbols(block_writer *block, const motion_job *job, uint16_t (*frequencies)[CODE_SYMBOLS], reel_memory *to)
{
    uint16_t start[CODE_TABLES][CODE_SYMBOLS];
    uint8_t turns[MOTION_DEVICES * MOTION_VALUES], state[RANS_STATES * 4];
    size_t in_row = fill_turns(job->group.devices, job->group.quantised, turns);
    uint8_t *room = reel__block_room(block, job->values, RANS_STEP);
    if (!room) return;
    for (size_t t = 0; t < CODE_TABLES; t++) {
        uint16_t sum = 0;
        for (size_t s = 0; s < CODE_SYMBOLS; s++) {
            start[t][s] = sum;
            sum = (uint16_t)(sum + frequencies[t][s]);
        }
    }
    uint8_t *end = room + job->values * RANS_STEP;
    rans_encoder encoder = rans_encoder_at(end);
    size_t place = in_row;
    for (size_t i = job->values; i-- > 0;) {
        unsigned table = job->record[i] >> CODE_SYMBOL_BITS, symbol = job->record[i] & (CODE_SYMBOLS - 1);
        rans_put(&encoder, frequencies[table][symbol], start[table][symbol], CODE_BITS, turns[--place]);
        if (!place) place = in_row;
    }
    for (size_t s = 0; s < RANS_STATES; s++) reel_store_u32le(state + 4 * s, encoder.state[s]);
    reel__block_add_leb128(block, to, sizeof state + (size_t)(end - encoder.at));
    reel__block_add(block, to, state, sizeof state);
    reel__block_add(block, to, encoder.at, (size_t)(end - encoder.at));
}

/* Tables and symbols once all values were coded; the bits of the values are behind the tables. */
static void write_codes(block_writer *block, const motion_job *job, const code_stream *stream, reel_memory *to)
{
    uint32_t counts[CODE_TABLES][CODE_SYMBOLS];
    uint16_t frequencies[CODE_TABLES][CODE_SYMBOLS];
    uint8_t tables[CODE_TABLES * RANS_TABLE_MOST(CODE_SYMBOLS) + BITS_SLACK];
    bit_writer out = { .at = tables };
    memset(counts, 0, sizeof counts);
    for (size_t i = 0; i < job->values; i++) counts[job->record[i] >> CODE_SYMBOL_BITS][job->record[i] & (CODE_SYMBOLS - 1)]++;
    for (size_t t = 0; t < CODE_TABLES; t++) {
        reel__rans_normalise(counts[t], CODE_SYMBOLS, CODE_BITS, frequencies[t]);
        reel__rans_write_table(&out, frequencies[t], CODE_SYMBOLS);
    }
    size_t table_bytes = (size_t)(bits_end(&out) - tables), bit_bytes = (size_t)(bits_end(&stream->out) - job->bits);
    reel__block_add_leb128(block, to, table_bytes + bit_bytes);
    reel__block_add(block, to, tables, table_bytes);
    reel__block_add(block, to, job->bits, bit_bytes);
    write_symbols(block, job, frequencies, to);
}

/* The other fields of the group: columns without bytes that refer to the first one. */
static void write_members(block_writer *block, const motion_job *job, size_t lead, reel_memory *to)
{
    for (size_t i = 0; i < 2 * job->group.devices; i++) {
        size_t f = job->fields[i / 2] + i % 2u;
        uint8_t head = COLUMN_MEMBER << COLUMN_KIND_SHIFT | 1;
        block->written[f] = 1;
        if (f == lead) continue;
        reel_memory member = reel__block_part(block);
        reel__block_add(block, &member, &head, 1);
        reel__block_add_leb128(block, &member, lead);
        reel__block_add_leb128(block, to, f);
        reel__block_add_leb128(block, to, member.size);
        reel__block_add(block, to, member.data, member.size);
        reel_memory_free(&member);
    }
}

/* One loop for each level, so that what does not change within it is a constant. */
static void write_rows(code_stream *stream, motion_job *job, motion_state *states)
{
    const motion_group *group = &job->group;
    size_t count = group->count, row = 0;
    if (group->fitted)
        for (; row < count; row++) rows_code_row(stream, group, states, &job->changes, row, true, true, CODE_WRITE);
    else
        for (; row < count; row++) rows_code_row(stream, group, states, &job->changes, row, false, true, CODE_WRITE);
}

static void write_quantised(block_writer *block, motion_job *job, reel_memory *to)
{
    const motion_group *group = &job->group;
    size_t values = group->count * group->devices * MOTION_VALUES;
    motion_state *states = reel__block_room(block, group->devices, sizeof *states);
    /* A value has at most a length and a residual: 38 bits. */
    job->bits = reel__block_room(block, values * 5 + CODE_TABLES * RANS_TABLE_MOST(CODE_SYMBOLS) + ROW_SLACK, 1);
    job->record = reel__block_room(block, values, 1);
    if (block->status != REEL_OK) return;
    for (size_t d = 0; d < group->devices; d++) rows_begin(&states[d]);
    code_stream stream = { .out = { .at = job->bits }, .record = job->record };
    write_rows(&stream, job, states);
    job->values = (size_t)(stream.record - job->record);
    write_head(block, job, to);
    write_codes(block, job, &stream, to);
}

static void write_streams(block_writer *block, motion_job *job, reel_memory *to)
{
    reel_memory streams = reel__block_part(block);
    reel__streams_encode(block, &job->group, &job->changes, &streams);
    write_head(block, job, to);
    reel__block_add(block, to, streams.data, streams.size);
    reel_memory_free(&streams);
}

bool reel__motion_encode(block_writer *block, size_t lead, reel_memory *to)
{
    motion_job job = { 0 };
    if (!job_prepare(block, lead, &job)) return false;
    job.group.quantised = reel__motion_quantise(block, &job.group, &job.changes, &job.exceptions);
    job.group.streams = !job.group.quantised;
    if (job.group.streams) job.group.grain = reel__streams_grain(&job.group);
    if (job.group.fitted) reel__motion_fit(&job.group);
    reel_memory column = reel__block_part(block);
    if (job.group.streams)
        write_streams(block, &job, &column);
    else
        write_quantised(block, &job, &column);
    bool smaller = column.size < job.group.count * job.group.devices * MOTION_VALUES * sizeof(float);
    if (smaller) {
        reel__block_add_leb128(block, to, lead);
        reel__block_add_leb128(block, to, column.size);
        reel__block_add(block, to, column.data, column.size);
        write_members(block, &job, lead, to);
    }
    reel_memory_free(&column);
    return smaller;
}

uint64_t reel__motion_prediction_hash(const coder_table *table, const void *rows, size_t count, const reel_allocator *allocator)
{
    block_writer block = { .table = table, .rows = rows, .count = count, .memory.allocator = *allocator };
    motion_job job = { 0 };
    size_t lead = 0;
    uint64_t hash = 0;
    block.options.level = CODER_DEFAULT;
    while (lead < table->count && !reel__motion_is_pose(table, lead)) lead++;
    if (reel__block_prepare(&block) && job_prepare(&block, lead, &job)) {
        reel__motion_fit(&job.group);
        hash = reel__streams_hash(&block, &job.group, &job.changes);
    }
    reel__arena_free(&block.memory);
    return hash;
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

/* The fields of the group: the lead, and the columns that refer to it, in their order. */
static reel_status read_fields(block_source *source, size_t lead, motion_group *group)
{
    const coder_table *table = source->table;
    reel_cursor *in = &source->columns[lead].in;
    size_t fields = 0, position = 0;
    for (size_t i = 0; i < table->count; i++) {
        size_t f = source->order[i];
        const block_column *column = &source->columns[f];
        bool member =
            f == lead || (column->kind == COLUMN_MEMBER && column->reference_count == 1 && column->references[0] == lead);
        if (!member) continue;
        if (fields == 2 * MOTION_DEVICES) return reel__source_corrupt(source, in, "motion of too many devices");
        motion_device *device = &group->device[fields / 2];
        bool is_position = fields % 2 == 0;
        if (is_position ? !reel__motion_is_pose(table, f) : f != position + 1)
            return reel__source_corrupt(source, in, "motion of fields that are not poses");
        position = f;
        const reel_field *field = table->fields[f].field;
        uint8_t **at = is_position ? &device->position : &device->rotation;
        size_t *stride = is_position ? &device->position_stride : &device->rotation_stride;
        *at = field ? source->rows + field->offset : reel__source_room(source, MOTION_ROTATION, sizeof(float));
        *stride = field ? table->row_size : 0;
        if (!*at) return reel__memory_fail(source->error);
        fields++;
    }
    group->devices = fields / 2;
    return fields % 2 ? reel__source_corrupt(source, in, "a position without its rotation") : REEL_OK;
}

static reel_status read_time(block_source *source, const block_column *column, motion_group *group)
{
    double *pace = reel__source_room(source, source->count, sizeof *pace);
    if (!pace) return reel__memory_fail(source->error);
    const coder_field *field = NULL;
    const uint64_t *times = NULL;
    if (column->reference_count > 1) return reel__source_corrupt(source, &column->in, "motion with several times");
    if (column->reference_count == 1) {
        const block_column *time = &source->columns[column->references[0]];
        field = &source->table->fields[column->references[0]];
        if (!time->series || !time->series[0] || field->count != 1)
            return reel__source_corrupt(source, &column->in, "motion without its time");
        times = time->series[0];
    }
    fill_pace(field, times, source->count, pace);
    group->pace = pace;
    return REEL_OK;
}

static void read_terms(reel_cursor *in, lanes *terms, int count, int components)
{
    for (int t = 0; t < count; t++)
        for (int k = 0; k < components; k++) terms[t].v[k] = (double)(int16_t)reel_get_u16le(in) / MOTION_SCALE;
}

static reel_status read_changes(block_source *source, reel_cursor *in, const motion_group *group, motion_changes *changes)
{
    uint64_t count = reel_get_leb128(in), last = 0, most = (uint64_t)source->count * group->devices << MOTION_CHANGE_BITS;
    if (in->failed || !reel_count_fits(in, count, 1) || count > most >> MOTION_CHANGE_BITS)
        return reel__source_corrupt(source, in, "more changes of sign than rows");
    changes->at = reel__source_room(source, (size_t)count, sizeof *changes->at);
    changes->count = (size_t)count;
    if (!changes->at) return reel__memory_fail(source->error);
    for (size_t i = 0; i < changes->count; i++) {
        uint64_t step = reel_get_leb128(in);
        if (in->failed || step > most - last || (i && !step))
            return reel__source_corrupt(source, in, "a change of sign after its rows");
        last += step;
        changes->at[i] = group->quantised ? last : last << MOTION_CHANGE_BITS | MOTION_FLIP;
    }
    return REEL_OK;
}

typedef struct motion_parts {
    code_stream stream;
    const uint8_t *bits_end, *symbols_end;
} motion_parts;

static reel_status read_parts(block_source *source, reel_cursor *in, const motion_group *group, motion_parts *parts)
{
    enum { TABLES_MOST = CODE_TABLES * RANS_TABLE_MOST(CODE_SYMBOLS) };
    size_t size, row = group->devices * MOTION_VALUES;
    const uint8_t *bits = NULL, *symbols = NULL;
    reel_status status = reel__source_part(source, in, row * 5 + TABLES_MOST + ROW_SLACK, &bits, &size);
    if (status != REEL_OK) return status;
    rans_slot *slots = reel__source_slots(source);
    if (!slots) return reel__memory_fail(source->error);
    parts->bits_end = bits + size;
    parts->stream.in = (bit_reader){ .at = bits };
    for (size_t t = 0; t < CODE_TABLES; t++) {
        uint16_t frequencies[CODE_SYMBOLS];
        if (!reel__rans_read_table(&parts->stream.in, frequencies, CODE_SYMBOLS, CODE_BITS))
            return reel__source_corrupt(source, in, "frequencies that do not add up");
        reel__rans_build(frequencies, CODE_SYMBOLS, CODE_BITS, slots + (t << CODE_BITS));
    }
    if (parts->stream.in.used) parts->stream.in = (bit_reader){ .at = parts->stream.in.at + 1 };
    parts->stream.slots = slots;
    status = reel__source_part(source, in, row * RANS_STEP + ROW_SLACK, &symbols, &size);
    if (status != REEL_OK) return status;
    if (size < RANS_STATES * 4 || parts->stream.in.at > parts->bits_end)
        return reel__source_corrupt(source, in, "no symbols of motion");
    parts->symbols_end = symbols + size;
    for (size_t s = 0; s < RANS_STATES; s++) parts->stream.states.state[s] = reel_load_u32le(symbols + 4 * s);
    parts->stream.states.at = symbols + RANS_STATES * 4;
    return REEL_OK;
}

/* Decodes row by row until a part is read past its end. The slack after it is enough for one row. */
FORCE_INLINE bool read_rows(motion_parts *parts, const motion_group *group, motion_state *states, motion_changes *changes,
                            bool fitted, bool quantised)
{
    code_stream stream = parts->stream;
    bool whole = true;
    for (size_t row = 0; row < group->count && whole; row++) {
        rows_code_row(&stream, group, states, changes, row, fitted, quantised, CODE_READ);
        whole = stream.in.at <= parts->bits_end && stream.states.at <= parts->symbols_end;
    }
    return whole && stream.states.at == parts->symbols_end;
}

/* Only what is still written is worth a loop of its own. */
static bool read_any_rows(motion_parts *parts, const motion_group *group, motion_state *states, motion_changes *changes)
{
#ifndef __OPTIMIZE_SIZE__
    if (group->quantised && group->fitted) return read_rows(parts, group, states, changes, true, true);
#endif
    return read_rows(parts, group, states, changes, group->fitted, group->quantised);
}

/* Poses that could not be rounded, over those that were decoded in their places. */
static reel_status apply_exceptions(block_source *source, reel_cursor *in, const motion_group *group)
{
    uint64_t count = reel_get_leb128(in), number = 0, most = (uint64_t)group->count * group->devices;
    for (uint64_t i = 0; i < count && !in->failed; i++) {
        uint64_t step = reel_get_leb128(in);
        if (step >= most - number) return reel__source_corrupt(source, in, "an exception after its rows");
        number += step;
        const motion_device *device = &group->device[number % group->devices];
        size_t row = (size_t)(number / group->devices);
        uint32_t values[MOTION_VALUES];
        for (size_t k = 0; k < MOTION_VALUES; k++) values[k] = reel_get_u32le(in);
        if (in->failed) break;
        memcpy(device->rotation + row * device->rotation_stride, values, MOTION_ROTATION * sizeof *values);
        memcpy(device->position + row * device->position_stride, values + MOTION_ROTATION, MOTION_AXES * sizeof *values);
    }
    return in->failed ? reel__source_corrupt(source, in, "exceptions that go on after its end") : REEL_OK;
}

/* Where the exceptions are: after the changes, though they are applied last. */
static void skip_exceptions(reel_cursor *in)
{
    for (uint64_t count = reel_get_leb128(in); count && !in->failed; count--) {
        reel_get_leb128(in);
        reel_take(in, MOTION_VALUES * sizeof(float));
    }
}

static bool is_grid(double grid) { return grid > 1e-9 && grid < 1; }

static reel_status read_coefficients(block_source *source, block_column *column, motion_group *group)
{
    reel_cursor *in = &column->in;
    group->terms = reel__source_room(source, group->devices, sizeof *group->terms);
    if (!group->terms) return reel__memory_fail(source->error);
    memset(group->terms, 0, group->devices * sizeof *group->terms);
    for (size_t d = 0; d < group->devices && group->fitted; d++) {
        read_terms(in, group->terms[d].turn, MOTION_TURN_TERMS, MOTION_ROTATION);
        read_terms(in, group->terms[d].move, MOTION_MOVE_TERMS, MOTION_AXES);
    }
    return read_time(source, column, group);
}

/* Values by symbols of one stream. */
static reel_status read_values(block_source *source, reel_cursor *in, const motion_group *group, motion_changes *changes)
{
    motion_parts parts = { 0 };
    reel_cursor exceptions = *in;
    if (group->quantised) skip_exceptions(in);
    motion_state *states = reel__source_room(source, group->devices, sizeof *states);
    if (!states) return reel__memory_fail(source->error);
    for (size_t d = 0; d < group->devices; d++) rows_begin(&states[d]);
    reel_status status = read_parts(source, in, group, &parts);
    if (status != REEL_OK) return status;
    if (!read_any_rows(&parts, group, states, changes) || reel_left(in))
        return reel__source_corrupt(source, in, "motion that does not end with its rows");
    return group->quantised ? apply_exceptions(source, &exceptions, group) : REEL_OK;
}

static reel_status read_motion(block_source *source, block_column *column, motion_group *group)
{
    reel_cursor *in = &column->in;
    motion_changes changes = { 0 };
    uint8_t flags = reel_get_u8(in);
    group->fitted = flags & FLAG_FITTED;
    group->quantised = flags & FLAG_QUANTISED;
    group->streams = flags & FLAG_STREAMS;
    if (flags & ~FLAGS_KNOWN || (group->streams && group->quantised) || (flags & FLAG_GRAIN && !group->streams))
        return reel__source_unsupported(source, in, "a kind of motion");
    if (flags & FLAG_GRAIN) {
        group->grain = reel_get_u8(in);
        if (!group->grain || group->grain > MOTION_GRAIN_MOST)
            return reel__source_corrupt(source, in, "motion without its grain");
    }
    if (group->quantised) {
        group->position_grid = reel_get_f64le(in);
        group->rotation_grid = reel_get_f64le(in);
        if (!is_grid(group->position_grid) || !is_grid(group->rotation_grid))
            return reel__source_corrupt(source, in, "motion without its steps");
    }
    reel_status status = read_coefficients(source, column, group);
    if (status == REEL_OK) status = read_changes(source, in, group, &changes);
    if (status != REEL_OK) return status;
    return group->streams ? reel__streams_decode(source, in, group, &changes) : read_values(source, in, group, &changes);
}

reel_status reel__motion_decode(block_source *source, size_t lead)
{
    block_column *column = &source->columns[lead];
    motion_group group = { .count = source->count };
    reel_status status = read_fields(source, lead, &group);
    if (status == REEL_OK)
        status = reel__source_spend(source, &column->in, (uint64_t)group.count * group.devices * MOTION_VALUES);
    return status == REEL_OK ? read_motion(source, column, &group) : status;
}
