/* SPDX-License-Identifier: MIT
 * Converts GDR1 to GDR2 and back without loss. The GDR2 file carries the bytes of the macro, except for parts that its rows reproduce byte
 * for byte. The way back reassembles the macro and converts it to GDR2 again. Whatever differs between that and the file was edited in
 * between: for these fields, the values of the file are used. docs/formats/gdr.md, "Carried macros". */
#include "core/chunk.h"
#include "core/encoder.h"
#include "core/replay.h"
#include "core/rows.h"
#include "formats/gdr/carry.h"
#include "formats/gdr/gdr1.h"
#include "pairs/geometrydash/gdr.h"

/* Maximum size of a document, so that the extension stays below the default of reel_limits.string_bytes; and the minimum size of an input
 * in it. */
enum { MOST_CARRIED = 128 << 20, LEAST_INPUT = 22 };

static const reel_format *format_of(pull_form form) { return form == PULL_JSON ? &reel_format_gdr1_json : &reel_format_gdr1; }

/* ---- parts that rows reproduce ---------------------------------------------------------------------------------- */

/* Writes the inputs to g->text like the reference. */
static void write_inputs(gdr_job *g, const reel_chunk *rows)
{
    size_t count, next[2] = { 0, 0 };
    const gdr_input *inputs = reel_chunk_rows(rows, &gdr_inputs, &count);
    reel__gdr_text_begin(g, g->form);
    reel__push_array(&g->writer, count);
    for (size_t i; (i = reel__gdr_next_input(inputs, count, next)) < count;) {
        reel__push_map(&g->writer, GDR1_INPUT_KEYS);
        for (unsigned key = 0; key < GDR1_INPUT_KEYS; key++) reel__gdr1_push_input_member(&g->writer, key, &inputs[i]);
        reel__push_end(&g->writer);
    }
    reel__push_end(&g->writer);
}

/* Writes a part that is not carried to g->text. Returns false if the rows cannot reproduce it. */
static bool write_part(gdr_job *g, gdr_carry_part part, const reel_chunk *rows, reel_bytes extension)
{
    size_t count;
    if (part == GDR_CARRY_FIXES) return reel__gdr_fixes_from_extension(g, extension);
    reel_chunk_rows(rows, &gdr_inputs, &count);
    if (count > MOST_CARRIED / LEAST_INPUT) return false;
    write_inputs(g, rows);
    return true;
}

/* ---- GDR1 to GDR2 ----------------------------------------------------------------------------------------------- */

reel_status reel__gdr_carry_begin(gdr_job *g, const reel_chunk *in, reel_memory *document)
{
    reel_error error;
    *document = (reel_memory){ .data = NULL };
    reel_status status = reel__encode_chunk(format_of(g->form), in, &g->job->allocator, document, &error);
    if (status == REEL_MEMORY) return reel__gdr_no_memory(g);
    g->carries = status >= 0 && document->size <= MOST_CARRIED;
    if (!g->carries)
        reel__gdr_note(g, "convert.gdr.not-carried", REEL_WARNING, &gdr_infos, 1,
                       status < 0 ? "the macro cannot be written as GDR1, so it cannot be carried"
                                  : "the macro is too large to be carried");
    if (status >= 0 && !g->carries) reel_memory_free(document);
    return REEL_OK;
}

/* A value of the document that rows may reproduce. */
typedef struct piece {
    const uint8_t *from, *to;
    gdr_carry_part part;
} piece;

/* Finds the first `inputs` and the first `frameFixes` of the document. */
static size_t find_pieces(gdr_job *g, const reel_memory *document, piece pieces[2])
{
    pull_value name, value;
    size_t count = 0, mark = document->size >= 3 && memcmp(document->data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    bool met[GDR_CARRY_PARTS] = { false };
    reel__pull_begin(&g->reader, g->form, document->data + mark, document->size - mark, PULL_MOST_DEPTH);
    if (!reel__pull_next(&g->reader, &value) || value.kind != PULL_MAP) return 0;
    while (reel__pull_next(&g->reader, &name) && name.kind != PULL_END) {
        if (!reel__pull_skip(&g->reader, &name) || !reel__pull_next(&g->reader, &value) || !reel__pull_skip(&g->reader, &value))
            return 0;
        const gdr1_key *key = name.kind == PULL_STRING ? reel__gdr1_find_key(GDR1_TOP, name.data, name.size) : NULL;
        gdr_carry_part part = key && key->kind == GDR1_INPUTS     ? GDR_CARRY_INPUTS
                              : gdr_name_is(&name, GDR_FIXES_KEY) ? GDR_CARRY_FIXES
                                                                  : GDR_CARRY_BYTES;
        if (part == GDR_CARRY_BYTES || met[part]) continue;
        met[part] = true;
        pieces[count++] = (piece){ value.start, g->reader.at, part };
    }
    return g->reader.fault == PULL_OK ? count : 0;
}

static void add_part(gdr_job *g, gdr_carry_part part)
{
    const uint8_t byte = (uint8_t)part;
    reel__gdr_add(g, &g->document, &byte, 1);
}

static void add_bytes(gdr_job *g, const uint8_t *from, const uint8_t *to)
{
    if (from == to) return;
    add_part(g, GDR_CARRY_BYTES);
    reel__gdr_add_number(g, &g->document, (uint64_t)(to - from));
    reel__gdr_add(g, &g->document, from, (size_t)(to - from));
}

reel_status reel__gdr_carry_end(gdr_job *g, const reel_memory *document, gdr_info *to)
{
    const uint8_t head[GDR_CARRY_HEAD_BYTES] = { GDR_CARRY_VERSION, g->form == PULL_JSON ? GDR_CARRY_JSON : GDR_CARRY_MSGPACK };
    const uint8_t *at = document->data, *end = document->data + document->size;
    piece pieces[2];
    size_t count = find_pieces(g, document, pieces);
    const reel_bytes own = to->replay_extension;
    reel__gdr_add(g, &g->document, own.size ? own.data : (const uint8_t *)"", own.size ? own.size : 1);
    size_t start = g->document.size;
    reel__gdr_add(g, &g->document, head, sizeof head);
    for (size_t i = 0; i < count; i++) {
        const piece *p = &pieces[i];
        bool same = write_part(g, p->part, g->job->out, own) && g->text.size == (size_t)(p->to - p->from) &&
                    memcmp(g->text.data, p->from, g->text.size) == 0;
        if (!same) continue;
        add_bytes(g, at, p->from);
        add_part(g, p->part);
        at = p->to;
    }
    add_bytes(g, at, end);
    uint64_t size = g->document.size - start;
    const uint8_t tail[4] = { (uint8_t)(size >> 24), (uint8_t)(size >> 16), (uint8_t)(size >> 8), (uint8_t)size };
    reel__gdr_add(g, &g->document, tail, sizeof tail);
    reel__gdr_add(g, &g->document, GDR_CARRY_MARK, GDR_CARRY_MARK_BYTES);
    if (g->no_memory) return reel__gdr_no_memory(g);
    to->replay_extension = reel_chunk_bytes(g->job->out, g->document.data, g->document.size);
    reel_find(&g->job->reporter,
              (reel_finding){
                  .rule = "convert.gdr.carried", .severity = REEL_NOTE, .offset = REEL_NO_OFFSET, .table = &gdr_infos, .row = 0 },
              "what GDR2 cannot express is carried in the replay extension, in %llu {byte|bytes}", (unsigned long long)size);
    return REEL_OK;
}

/* ---- GDR2 to GDR1: the document --------------------------------------------------------------------------------- */

/* Assembles the document in g->document. A part that is made from rows is accepted only once, so the cost is linear in the file. */
static bool join_parts(gdr_job *g, const gdr_carry *carry, const reel_chunk *in)
{
    reel_cursor parts = { .at = carry->parts.data, .end = carry->parts.data + carry->parts.size };
    bool met[GDR_CARRY_PARTS] = { false };
    g->document.size = 0;
    while (reel_left(&parts)) {
        uint8_t part = reel_get_u8(&parts);
        if (part >= GDR_CARRY_PARTS) return false;
        if (part == GDR_CARRY_BYTES) {
            uint64_t size = reel_get_leb128(&parts);
            if (parts.failed || size > reel_left(&parts)) return false;
            reel__gdr_add(g, &g->document, reel_take(&parts, (size_t)size), (size_t)size);
            continue;
        }
        if (met[part] || !write_part(g, (gdr_carry_part)part, in, carry->before)) return false;
        met[part] = true;
        reel__gdr_add(g, &g->document, g->text.data, g->text.size);
    }
    return g->document.size <= MOST_CARRIED;
}

/* Reads the document. If it is invalid, g->carried stays NULL, which is not a failure. */
static reel_status load_document(gdr_job *g)
{
    reel_error error;
    const reel_bytes document = { g->document.data, g->document.size };
    reel_status status = reel__replay_of(format_of(g->form), document, &g->job->allocator, &g->carried, &error);
    return status == REEL_MEMORY ? reel__gdr_no_memory(g) : REEL_OK;
}

/* Converts the document to GDR2, without findings. */
static reel_status convert_again(gdr_job *g, reel_chunk *to)
{
    pair_job *job = g->job, quiet = *g->job;
    if (!to) return reel__gdr_no_memory(g);
    quiet.out = to;
    quiet.reporter = (reel_reporter){ NULL, NULL };
    quiet.tallies = NULL;
    g->job = &quiet;
    gdr_info *info;
    reel_status status = reel__gdr_rows_to_gdr2(g, reel_replay_chunk(g->carried), &info);
    g->job = job;
    return status;
}

/* ---- GDR2 to GDR1: edits in between ----------------------------------------------------------------------------- */

static bool same_rows(const reel_chunk *a, const reel_chunk *b, const reel_table *table)
{
    size_t count, others;
    const uint8_t *one = reel_chunk_rows(a, table, &count), *other = reel_chunk_rows(b, table, &others);
    return count == others && reel__rows_are_equal(table, one, other, count);
}

/* Restores the header of the document, and updates the fields that were edited. */
static void restore_info(gdr_job *g, const gdr_info *now, const gdr_info *then)
{
    size_t count;
    const gdr_info_v1 *info = reel_chunk_rows(reel_replay_chunk(g->carried), &gdr_infos_v1, &count);
    gdr_info_v1 fresh = { .framerate = 240 };
    reel__chunk_append(g->job->out, &gdr_infos_v1, info, 1);
    gdr_info_v1 *row = (gdr_info_v1 *)(void *)reel_chunk_table(g->job->out, &gdr_infos_v1)->data;
    if (reel_build_status(g->job->out) < 0) return;
    reel__gdr_info_to_gdr1(g, now, &fresh);
    for (size_t f = 0; f < gdr_infos.field_count; f++) {
        const reel_field *field = &gdr_infos.fields[f], *to = reel_table_field(&gdr_infos_v1, field->name);
        if (!to || field->offset == offsetof(gdr_info, version) ||
            reel__field_values_equal(field, (const uint8_t *)now, (const uint8_t *)then))
            continue;
        memcpy((uint8_t *)row + to->offset, (const uint8_t *)&fresh + to->offset, reel_type_size(to->type));
        uint8_t *present = (uint8_t *)row + to->present_offset;
        *present = (uint8_t)((*present & ~to->present_mask) | (((const uint8_t *)&fresh)[to->present_offset] & to->present_mask));
        if (field->offset == offsetof(gdr_info, duration)) row->keys[1] &= (uint8_t)~GDR_KEY_WHOLE_DURATION;
    }
}

static reel_status restore_inputs(gdr_job *g, const reel_chunk *in, const reel_chunk *then)
{
    size_t count, blocks;
    const reel_chunk *carried = reel_replay_chunk(g->carried);
    const gdr_block *block = reel_chunk_rows(carried, &gdr_blocks, &blocks);
    if (same_rows(in, then, &gdr_inputs) && same_rows(in, then, &gdr_physics_rows) && same_rows(in, then, &gdr_blocks)) {
        const gdr_input *inputs = reel_chunk_rows(carried, &gdr_inputs, &count);
        reel__chunk_append(g->job->out, &gdr_inputs, inputs, count);
        reel__chunk_append(g->job->out, &gdr_blocks, block, blocks);
        return REEL_OK;
    }
    reel__gdr_note(g, "convert.gdr.carried-blocks", REEL_WARNING, &gdr_infos, blocks,
                   "the inputs changed since: dropped the carried keys of %llu {input|inputs}, which no longer match");
    return reel__gdr_inputs_to_gdr1(g, in);
}

/* Restores the bot-specific keys. An edited replay extension replaces the frame fixes; *lost is set if that is not possible. */
static void restore_extensions(gdr_job *g, const gdr_info *now, const gdr_info *then, reel_bytes before, bool *lost)
{
    static const reel_bytes empty = { (const uint8_t *)"", 1 };
    size_t count;
    const gdr_extension *rows = reel_chunk_rows(reel_replay_chunk(g->carried), &gdr_extensions, &count);
    reel_bytes expected = then->replay_extension.size ? then->replay_extension : empty;
    bool same = before.size == expected.size && memcmp(before.data, expected.data, before.size) == 0, converted = false;
    for (size_t i = 0; i < count; i++) {
        bool fixes = !same && !converted && then->replay_extension.size && gdr_text_is(rows[i].key, GDR_FIXES_KEY);
        if (fixes)
            converted = reel__gdr_extension_to_key(g, now, before);
        else
            reel__chunk_append(g->job->out, &gdr_extensions, &rows[i], 1);
    }
    *lost = !same && !converted && !reel__gdr_extension_to_key(g, now, before);
}

/* Restores the rows of GDR1 in the encoding of the document. */
static reel_status restore_rows(gdr_job *g, const reel_chunk *in, const gdr_info *now, reel_bytes before)
{
    size_t count;
    bool lost;
    reel_chunk *again = reel__gdr_scratch_chunk(g, GDR_SCRATCH_GDR2, &reel_format_gdr2);
    reel_status status = convert_again(g, again);
    if (status < 0) return status;
    const gdr_info *then = reel_chunk_rows(again, &gdr_infos, &count);
    restore_info(g, now, then);
    status = restore_inputs(g, in, again);
    if (status < 0) return status;
    restore_extensions(g, now, then, before, &lost);
    const gdr_document *document = reel_chunk_rows(reel_replay_chunk(g->carried), &gdr_documents, &count);
    reel__chunk_append(g->job->out, &gdr_documents, document, count);
    reel__gdr_report_losses(g, now, in, lost);
    return reel_build_status(g->job->out) < 0 || g->no_memory ? reel__gdr_no_memory(g) : REEL_OK;
}

/* The same, and converts them if the target has the other encoding. */
static reel_status restore_form(gdr_job *g, const reel_chunk *in, const gdr_info *now, reel_bytes before, pull_form wanted)
{
    if (g->form == wanted) return restore_rows(g, in, now, before);
    reel_chunk *out = g->job->out, *rows = reel__gdr_scratch_chunk(g, GDR_SCRATCH_GDR1, format_of(g->form));
    if (!rows) return reel__gdr_no_memory(g);
    g->job->out = rows;
    reel_status status = restore_rows(g, in, now, before);
    g->job->out = out;
    return status < 0 ? status : reel__gdr_to_form(g, rows, wanted);
}

reel_status reel__gdr_carry_restore(gdr_job *g, const reel_chunk *in, bool *used)
{
    size_t count;
    gdr_carry carry;
    const gdr_info *now = reel_chunk_rows(in, &gdr_infos, &count);
    const pull_form wanted = g->form;
    *used = false;
    if (!count || !reel__gdr_carry_find(now->replay_extension, &carry)) return REEL_OK;
    if (reel_spend(g->job->budget, carry.parts.size) != REEL_OK) return reel_fail_budget(g->job->budget, g->job->error, "", 0);
    if (carry.version == GDR_CARRY_VERSION && carry.form <= GDR_CARRY_JSON) {
        g->form = carry.form == GDR_CARRY_JSON ? PULL_JSON : PULL_MSGPACK;
        reel_status status = join_parts(g, &carry, in) ? load_document(g) : REEL_OK;
        if (status >= 0 && g->carried) status = restore_form(g, in, now, carry.before, wanted);
        *used = g->carried != NULL;
        g->form = wanted;
        if (g->no_memory) return reel__gdr_no_memory(g);
        if (status < 0 || *used) return status;
    }
    reel__gdr_note(g, "convert.gdr.carry-damaged", REEL_WARNING, &gdr_infos, 1,
                   carry.version == GDR_CARRY_VERSION ? "ignored the carried macro: it is damaged"
                                                      : "ignored the carried macro: its format is newer");
    return REEL_OK;
}
