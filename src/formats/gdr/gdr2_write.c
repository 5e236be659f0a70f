/* SPDX-License-Identifier: MIT
 * Writes GDR2. The first player's inputs come first; the order within each player is kept. */
#include "formats/gdr/document.h"
#include "formats/gdr/gdr2.h"

typedef struct gdr2_writing {
    reel_encoder *e;
    gdr_info info;
    const gdr_input *inputs;
    const gdr_physics *physics;
    const gdr_block *blocks;
    const gdr_death *deaths;
    size_t input_count, physics_count, block_count, death_count;
    size_t first_count; /* number of inputs of the first player */
    bool tagged, platformer;
    uint64_t long_steps; /* inputs that the reference reader cannot read */
} gdr2_writing;

static reel_status fail_row(reel_error *error, const char *rule, size_t row, const char *what)
{
    return reel_fail(error, REEL_ARGUMENT, rule, "inputs", 0, "input %zu %s", row, what);
}

static reel_status fail_input(const gdr2_writing *w, const char *rule, size_t row, const char *what)
{
    return fail_row(w->e->error, rule, row, what);
}

/* What no input can be, whatever the info says. */
static reel_status check_input(const gdr_input *in, size_t row, reel_error *error)
{
    if (in->frame < 0) return fail_row(error, "gdr.negative-frame", row, "is before the start");
    if (in->button > GDR_RIGHT) return fail_row(error, "gdr.button", row, "has an unknown button");
    if (in->extra > GDR_BLOCK) return fail_row(error, "gdr.extra", row, "has an unknown kind of data");
    return REEL_OK;
}

static reel_status check_block(const gdr_block *block, size_t row, reel_error *error)
{
    if (block->data.size) return REEL_OK;
    return reel_fail(error, REEL_ARGUMENT, "gdr.block", "blocks", 0, "block %zu has no bytes", row);
}

static reel_status check_text(const reel_field *field, const gdr_info *info, reel_error *error)
{
    reel_string text;
    if (field->type != REEL_STRING) return REEL_OK;
    memcpy(&text, (const uint8_t *)info + field->offset, sizeof text);
    if (text.size <= GDR2_MOST_STRING) return REEL_OK;
    return reel_fail(error, REEL_ARGUMENT, "gdr.string-too-long", "header", 0,
                     "%s has %zu {byte|bytes}; readers accept at most 65535", field->name, text.size);
}

reel_status reel__gdr2_accepts(const reel_table *table, const void *rows, size_t count, reel_error *error)
{
    const gdr_input *inputs = table == &gdr_inputs ? rows : NULL;
    const gdr_block *blocks = table == &gdr_blocks ? rows : NULL;
    reel_status status = REEL_OK;
    for (size_t i = 0; i < count && status >= 0; i++) {
        if (inputs) status = check_input(&inputs[i], i, error);
        if (blocks) status = check_block(&blocks[i], i, error);
    }
    return status;
}

/* Fails for the first input that the format cannot store. */
static reel_status check_inputs(const gdr2_writing *w)
{
    for (size_t i = 0; i < w->input_count; i++) {
        const gdr_input *in = &w->inputs[i];
        reel_status status = check_input(in, i, w->e->error);
        if (status < 0) return status;
        if (!w->platformer && in->button != GDR_JUMP)
            return fail_input(w, "gdr.button-lost", i, "has a button other than jump, which only platformer levels keep");
        if (in->extra && !w->tagged) return fail_input(w, "gdr.tag", i, "has its own data, but the input tag is empty");
        if (in->extra == GDR_PHYSICS && !reel__gdr2_is_physics(w->info.input_tag))
            return fail_input(w, "gdr.tag", i, "has physics, but the input tag is not Phys");
    }
    return REEL_OK;
}

/* A step has 63 bits including its sign, or 61 in a platformer level. Fails for the first input that is further from the previous one. */
static reel_status check_steps(const gdr2_writing *w)
{
    const int64_t most = INT64_C(1) << (w->platformer ? 60 : 62);
    int64_t before[2] = { 0, 0 };
    for (size_t i = 0; i < w->input_count; i++) {
        int64_t *last = &before[w->inputs[i].player2 != 0],
                step = w->inputs[i].frame - *last; /* no overflow: neither is negative */
        if (step >= most || step < -most)
            return fail_input(w, "gdr.step-range", i, "is too far from the player's previous input for GDR2");
        *last = w->inputs[i].frame;
    }
    return REEL_OK;
}

/* Checks all inputs before anything is written, and counts those of the first player. */
static reel_status check_rows(gdr2_writing *w)
{
    uint64_t signs = 0;
    unsigned buttons = 0, extras = 0;
    size_t second = 0, physics = 0, blocks = 0;
    for (size_t i = 0; i < w->input_count; i++) {
        const gdr_input *in = &w->inputs[i];
        signs |= (uint64_t)in->frame;
        buttons |= w->platformer ? in->button & 0xfcu : in->button ^ GDR_JUMP;
        extras |= in->extra;
        second += in->player2 != 0;
    }
    if (extras && w->tagged) {
        for (size_t i = 0; i < w->input_count; i++) {
            physics += w->inputs[i].extra == GDR_PHYSICS;
            blocks += w->inputs[i].extra == GDR_BLOCK;
        }
    }
    w->first_count = w->input_count - second;
    if (signs >> 63 || buttons || (extras && !w->tagged) || extras > GDR_BLOCK || physics) {
        reel_status status = check_inputs(w);
        if (status < 0) return status;
    }
    for (size_t i = 0; i < w->block_count; i++) {
        reel_status status = check_block(&w->blocks[i], i, w->e->error);
        if (status < 0) return status;
        if (w->blocks[i].data.size == GDR2_PHYSICS_BYTES && reel__gdr2_is_physics(w->info.input_tag))
            return reel_fail(w->e->error, REEL_ARGUMENT, "gdr.block", "blocks", 0, "block %zu would be read as physics", i);
    }
    if (signs >> 60) {
        reel_status status = check_steps(w);
        if (status < 0) return status;
    }
    if (physics != w->physics_count || blocks != w->block_count)
        return reel_fail(
            w->e->error, REEL_ARGUMENT, "gdr.extra-count", "inputs", 0,
            "%zu {input has|inputs have} physics and %zu a block, but there are %zu rows of physics and %zu of blocks", physics,
            blocks, w->physics_count, w->block_count);
    return REEL_OK;
}

/* ---- the header ------------------------------------------------------------------------------------------------- */

static void write_u32be(reel_output *out, uint32_t v)
{
    uint8_t *p = reel_put_space(out, 4);
    if (!p) return;
    p[0] = (uint8_t)(v >> 24);
    p[1] = (uint8_t)(v >> 16);
    p[2] = (uint8_t)(v >> 8);
    p[3] = (uint8_t)v;
}

static void write_f64be(reel_output *out, double value)
{
    uint64_t bits = reel_double_bits(value);
    write_u32be(out, (uint32_t)(bits >> 32));
    write_u32be(out, (uint32_t)bits);
}

static reel_status write_field(const gdr2_writing *w, const reel_field *field)
{
    reel_output *out = w->e->out;
    const uint8_t *from = (const uint8_t *)&w->info + field->offset;
    reel_bytes bytes;
    uint32_t bits;
    double wide;
    switch ((int)field->type) {
    case REEL_I32:
    case REEL_U32:
        memcpy(&bits, from, sizeof bits);
        reel_put_leb128(out, field->type == REEL_U32 ? bits : (uint64_t)(int64_t)(int32_t)bits);
        break;
    case REEL_BOOL: reel_put_u8(out, *from > 0x7f ? 1 : *from); break;
    case REEL_F32:
        memcpy(&bits, from, sizeof bits);
        write_u32be(out, bits);
        break;
    case REEL_F64:
        memcpy(&wide, from, sizeof wide);
        write_f64be(out, wide);
        break;
    case REEL_STRING:
    case REEL_BYTES:
        memcpy(&bytes, from, sizeof bytes);
        if (check_text(field, &w->info, w->e->error) < 0) return REEL_ARGUMENT;
        reel_put_leb128(out, bytes.size);
        reel_put(out, bytes.data, bytes.size);
        break;
    default: break;
    }
    return out->status;
}

/* ---- deaths and inputs ------------------------------------------------------------------------------------------ */

static void write_deaths(const gdr2_writing *w)
{
    uint64_t before = 0;
    reel_put_leb128(w->e->out, w->death_count);
    for (size_t i = 0; i < w->death_count; i++) {
        reel_put_leb128(w->e->out, (uint64_t)w->deaths[i].frame - before);
        before = (uint64_t)w->deaths[i].frame;
    }
}

static uint8_t *store_varint(uint8_t *at, uint64_t value)
{
    for (; value > 0x7f; value >>= 7) *at++ = (uint8_t)(value | 0x80);
    *at++ = (uint8_t)value;
    return at;
}

static inline uint64_t pack_input(const gdr_input *in, uint64_t step, bool platformer)
{
    return platformer ? step << 3 | (uint64_t)in->button << 1 | (in->down != 0) : step << 1 | (in->down != 0);
}

enum { BATCH_BYTES = 4000, BATCH_INPUTS = BATCH_BYTES / GDR2_VARINT_BYTES };

/* Writes the inputs of one player, without blocks; both have some if mixed. Locals, since the bytes might alias what w points to. */
static inline void write_plain_inputs(gdr2_writing *w, bool player2, const bool mixed, const bool platformer)
{
    reel_output *out = w->e->out;
    uint64_t before = 0, long_steps = 0;
    const uint64_t most = (uint64_t)1 << 31; /* the reference reader overflows from here on */
    const gdr_input *in = w->inputs, *const end = in + w->input_count;
    while (in < end) {
        uint8_t *at = reel_put_space(out, BATCH_BYTES), *const start = at;
        if (!at) return;
        const gdr_input *const stop = end - in > BATCH_INPUTS ? in + BATCH_INPUTS : end;
        for (; in < stop; in++) {
            if (mixed && (in->player2 != 0) != player2) continue;
            uint64_t packed = pack_input(in, (uint64_t)in->frame - before, platformer);
            before = (uint64_t)in->frame;
            if (packed < 0x4000) { /* always stores two bytes, to avoid a branch */
                uint64_t two = packed > 0x7f;
                at[0] = (uint8_t)((packed & 0x7f) | two << 7);
                at[1] = (uint8_t)(packed >> 7);
                at += 1 + two;
            } else {
                at = store_varint(at, packed);
                long_steps += packed >= most;
            }
        }
        out->at -= BATCH_BYTES - (size_t)(at - start);
    }
    w->long_steps += long_steps;
}

static void write_physics(reel_output *out, const gdr_physics *row)
{
    reel_put_u8(out, GDR2_PHYSICS_BYTES);
    write_u32be(out, reel_float_bits(row->x));
    write_u32be(out, reel_float_bits(row->y));
    write_u32be(out, reel_float_bits(row->rotation));
    write_f64be(out, row->x_velocity);
    write_f64be(out, row->y_velocity);
}

/* Writes the inputs of one player, with blocks. Rows of physics and blocks are in the order of all inputs. */
static void write_tagged_inputs(gdr2_writing *w, bool player2)
{
    reel_output *out = w->e->out;
    uint64_t before = 0;
    size_t physics = 0, block = 0;
    for (size_t i = 0; i < w->input_count; i++) {
        const gdr_input *in = &w->inputs[i];
        if ((in->player2 != 0) == player2) {
            uint64_t packed = pack_input(in, (uint64_t)in->frame - before, w->platformer);
            before = (uint64_t)in->frame;
            w->long_steps += packed >> 31 != 0;
            reel_put_leb128(out, packed);
            if (in->extra == GDR_PHYSICS) {
                write_physics(out, &w->physics[physics]);
            } else {
                reel_bytes data = in->extra == GDR_BLOCK ? w->blocks[block].data : (reel_bytes){ NULL, 0 };
                reel_put_leb128(out, data.size);
                reel_put(out, data.data, data.size);
            }
        }
        physics += in->extra == GDR_PHYSICS;
        block += in->extra == GDR_BLOCK;
    }
}

static void write_inputs(gdr2_writing *w)
{
    reel_put_leb128(w->e->out, w->input_count);
    reel_put_leb128(w->e->out, w->first_count);
    const bool mixed = w->first_count != 0 && w->first_count != w->input_count;
    for (int player2 = 0; player2 < 2; player2++) {
        if (player2 ? w->first_count == w->input_count : w->first_count == 0) continue;
        if (w->tagged)
            write_tagged_inputs(w, player2);
        else if (w->platformer)
            write_plain_inputs(w, player2, true, true);
        else if (mixed)
            write_plain_inputs(w, player2, true, false);
        else
            write_plain_inputs(w, player2, false, false);
    }
}

/* ---- the whole -------------------------------------------------------------------------------------------------- */

/* Warns about valid data that other readers misread. */
static void report_misread(const gdr2_writing *w)
{
    reel__gdr_report_rows(&w->e->reporter, "gdr.negative-seed", REEL_WARNING, &gdr_infos, 0, w->info.seed < 0,
                          "the seed is negative; most other readers reject it");
    reel__gdr_report_rows(
        &w->e->reporter, "gdr.long-step", REEL_WARNING, &gdr_inputs, REEL_NO_ROW, w->long_steps,
        "%llu {interval|intervals} between inputs {is|are} negative or very long; most other readers misread {it|them}");
}

reel_status reel__gdr2_finish(reel_encoder *e, const reel_chunk *staged)
{
    gdr2_writing w = { .e = e, .info = { .version = GDR2_VERSION, .framerate = 240, .bot_version = 1 } };
    reel_bytes document = reel__gdr_document_of(staged);
    reel_replay *old = NULL;
    reel_status status = document.size ? reel__gdr_document_load(e, document, &old) : REEL_OK;
    bool agrees = old && reel__kept_agrees(old, staged);
    reel_free(old);
    if (status < 0) return status;
    if (agrees) {
        reel_put(e->out, document.data, document.size);
        return e->out->status;
    }
    size_t infos;
    const gdr_info *info = reel_chunk_rows(staged, &gdr_infos, &infos);
    if (infos > 1)
        return reel_fail(e->error, REEL_ARGUMENT, "gdr.info-count", "header", 0, "expected one row of info, not %zu", infos);
    if (infos) w.info = *info;
    w.tagged = w.info.input_tag.size != 0;
    w.platformer = w.info.platformer != 0;
    w.inputs = reel_chunk_rows(staged, &gdr_inputs, &w.input_count);
    w.physics = reel_chunk_rows(staged, &gdr_physics_rows, &w.physics_count);
    w.blocks = reel_chunk_rows(staged, &gdr_blocks, &w.block_count);
    w.deaths = reel_chunk_rows(staged, &gdr_deaths, &w.death_count);
    status = check_rows(&w);
    reel_put(e->out, GDR2_MAGIC, GDR2_MAGIC_BYTES);
    for (size_t i = 0; i < gdr_infos.field_count && status >= 0; i++) status = write_field(&w, &gdr_infos.fields[i]);
    if (status < 0) return status;
    write_deaths(&w);
    write_inputs(&w);
    report_misread(&w);
    return e->out->status;
}
