/* SPDX-License-Identifier: MIT
 * What the writers of macros share: the original file is repeated while its rows are unchanged; other rows are checked first. */
#include "core/output.h"
#include "core/replay.h"
#include "core/rows.h"
#include "formats/gdr/document.h"
#include "formats/gdr/macros/macros.h"

reel_status reel__macros_refuse(reel_error *error, const char *rule, const char *section, const char *message)
{
    return reel_fail(error, REEL_ARGUMENT, rule, section, 0, "%s", message);
}

/* ---- what a row can be -------------------------------------------------------------------------------------------- */

static bool is_checked_apart(const reel_field *field)
{
    switch (field->offset) {
    case offsetof(gdr_info, version):
    case offsetof(gdr_info, bot_name):
    case offsetof(gdr_info, bot_version):
    case offsetof(gdr_info, framerate): return true;
    default: return false;
    }
}

static reel_status check_rate(const macros_writing *to, double fps, reel_error *error)
{
    if (!reel__macros_rate_is_valid(fps))
        return reel__macros_refuse(error, "macros.framerate", "header",
                                   "the framerate is missing, infinite, NaN or not positive");
    if (to->stores & MACROS_INTEGER_RATE && !(fps <= 1e6 && (double)(uint32_t)fps == fps))
        return reel__macros_refuse(error, "macros.framerate", "header", "the format stores whole framerates up to 1000000 only");
    if (to->stores & MACROS_SINGLE_RATE && !(fps < 3e38 && (double)(float)fps == fps))
        return reel__macros_refuse(error, "macros.framerate", "header", "the framerate does not fit into single precision");
    return REEL_OK;
}

/* What only XDBot 2.7 stores. */
static bool is_text(const reel_field *field)
{
    switch (field->offset) {
    case offsetof(gdr_info, author):
    case offsetof(gdr_info, description):
    case offsetof(gdr_info, duration): return true;
    default: return false;
    }
}

static reel_status check_info(const macros_writing *to, const gdr_info *info, reel_error *error)
{
    size_t bot = strlen(to->kind->bot);
    for (size_t f = 0; f < gdr_infos.field_count; f++) {
        const reel_field *field = &gdr_infos.fields[f];
        const bool texts = to->stores & MACROS_TEXTS;
        bool wrong = !is_checked_apart(field) && !(texts && is_text(field)) && !reel__field_is_zero(field, info);
        if (field->offset == offsetof(gdr_info, version)) wrong = info->version != 2;
        if (field->offset == offsetof(gdr_info, bot_version))
            wrong = info->bot_version && (!(to->stores & MACROS_BUILD) || (texts && info->bot_version < 0));
        if (field->offset == offsetof(gdr_info, bot_name))
            wrong = !texts && info->bot_name.size &&
                    !(info->bot_name.size == bot && memcmp(info->bot_name.data, to->kind->bot, bot) == 0);
        if (wrong)
            return reel_fail(error, REEL_ARGUMENT, "macros.not-stored", "header", 0, "the format cannot store %s of the info",
                             field->name);
    }
    return check_rate(to, info->framerate, error);
}

static reel_status check_header(const macros_writing *to, const macros_header *header, reel_error *error)
{
    bool seed = to->stores & MACROS_SEED;
    if (to->stores & MACROS_MAY_SEED) seed = header->has_seed != 0;
    if ((header->has_seed != 0) != seed || (!seed && header->seed))
        return reel__macros_refuse(error, "macros.seed", "header",
                                   seed ? "the format needs a seed" : "the format cannot store a seed");
    if (!(to->stores & MACROS_VERSION) && (header->version || header->flags))
        return reel__macros_refuse(error, "macros.version", "header", "the format has neither version nor flags");
    return REEL_OK;
}

static bool is_frame(const macros_writing *to, int64_t frame) { return frame >= 0 && (uint64_t)frame <= to->most_frame; }

static reel_status check_input(const macros_writing *to, const gdr_input *in, reel_error *error)
{
    if (!is_frame(to, in->frame))
        return reel__macros_refuse(error, "macros.frame", "inputs", "a frame is negative or too large for the format");
    if (in->button < GDR_JUMP || in->button > GDR_RIGHT || (in->button != GDR_JUMP && !(to->stores & MACROS_BUTTONS)))
        return reel__macros_refuse(error, "macros.button", "inputs", "an input has a button that the format cannot store");
    if (in->extra && !(in->extra == GDR_PHYSICS && to->stores & MACROS_PHYSICS))
        return reel__macros_refuse(error, "macros.extra", "inputs",
                                   "an input has physics or bot data, which the format cannot store");
    return REEL_OK;
}

/* Whether the format has rows of a table. */
static bool is_stored(const macros_writing *to, const reel_table *table)
{
    if (table == &macros_events) return to->stores & (MACROS_EVENTS | MACROS_OWN_EVENTS);
    if (table == &macros_fixes) return to->stores & MACROS_FIXES;
    if (table == &gdr_physics_rows) return to->stores & MACROS_PHYSICS;
    if (table == &macros_times) return to->stores & MACROS_TIMES;
    return table != &macros_attempts && table != &macros_tries && table != &macros_endings;
}

reel_status reel__macros_check(const void *writing, const reel_table *table, const void *row, size_t number, reel_error *error)
{
    const macros_writing *to = writing;
    reel_status status = REEL_OK;
    if (!is_stored(to, table))
        return reel__macros_refuse(error, "macros.not-stored", table->name, "the format cannot store these rows");
    if (table == &gdr_infos) status = check_info(to, row, error);
    if (table == &macros_headers) status = check_header(to, row, error);
    if (table == &gdr_inputs) status = check_input(to, row, error);
    if (table == &macros_fixes && !is_frame(to, ((const macros_fix *)row)->frame))
        status = reel__macros_refuse(error, "macros.frame", "fixes", "a frame is negative or too large for the format");
    return status >= 0 && to->check ? to->check(to, table, row, number, error) : status;
}

/* ---- the whole ---------------------------------------------------------------------------------------------------- */

static reel_status check_physics(const macros_out *w)
{
    size_t physics = 0;
    for (size_t i = 0; i < w->input_count; i++) physics += w->inputs[i].extra == GDR_PHYSICS;
    if (physics == w->physics_count) return REEL_OK;
    return reel__macros_refuse(w->e->error, "gdr.extra-count", "inputs",
                               "the numbers of inputs with physics and of rows of physics differ");
}

static reel_status collect(macros_out *w, const macros_writing *to, const reel_chunk *staged)
{
    size_t infos, headers;
    const gdr_info *info = reel_chunk_rows(staged, &gdr_infos, &infos);
    const macros_header *header = reel_chunk_rows(staged, &macros_headers, &headers);
    if (infos != 1 || headers > 1)
        return reel_fail(w->e->error, REEL_ARGUMENT, "gdr.info-count", "header", 0, "expected one row of info, not %zu", infos);
    w->info = *info;
    w->header = (macros_header){ .version = to->version, .flags = to->flags, .has_seed = (to->stores & MACROS_SEED) != 0 };
    if (headers) w->header = *header;
    w->inputs = reel_chunk_rows(staged, &gdr_inputs, &w->input_count);
    w->physics = reel_chunk_rows(staged, &gdr_physics_rows, &w->physics_count);
    w->events = reel_chunk_rows(staged, &macros_events, &w->event_count);
    w->fixes = reel_chunk_rows(staged, &macros_fixes, &w->fix_count);
    w->times = reel_chunk_rows(staged, &macros_times, &w->time_count);
    return REEL_OK;
}

/* Whether the rows of the original give its bytes: then a change loses none of what no row has. */
static bool gives_document(reel_encoder *e, const macros_writing *to, const reel_replay *old, reel_bytes document)
{
    reel_memory bytes = { .allocator = e->allocator };
    reel_sink sink = reel_sink_memory(&bytes, &e->allocator);
    reel_output out;
    reel_error error;
    reel_encoder again = *e;
    macros_out w = { .e = &again, .document = document };
    again.error = &error;
    again.out = &out;
    again.reporter = (reel_reporter){ NULL, NULL };
    if (!reel__output_open(&out, &sink, &e->allocator, &error)) return false;
    bool same = collect(&w, to, reel_replay_chunk(old)) >= 0 && to->write(&w) >= 0 && reel__output_flush(&out) >= 0;
    reel__output_close(&out, &e->allocator);
    same = same && bytes.size == document.size && (!bytes.size || memcmp(bytes.data, document.data, bytes.size) == 0);
    sink.discard(sink.context);
    return same;
}

/* Writes the text of the original with the changed rows, if a reader takes exactly these from it. */
static bool write_updated(const macros_out *w, const macros_writing *to, const reel_replay *old, const reel_chunk *staged,
                          bool *lost)
{
    reel_memory bytes = { .allocator = w->e->allocator };
    reel_sink sink = reel_sink_memory(&bytes, &w->e->allocator);
    reel_output out;
    reel_error error;
    reel_replay *made = NULL;
    macros_out before = { .e = w->e };
    if (!to->update || !reel__output_open(&out, &sink, &w->e->allocator, &error)) return false;
    bool same =
        collect(&before, to, reel_replay_chunk(old)) >= 0 && to->update(w, &before, &out, lost) && reel__output_flush(&out) >= 0;
    reel__output_close(&out, &w->e->allocator);
    same = same && reel__replay_of(w->e->format, (reel_bytes){ bytes.data, bytes.size }, &w->e->allocator, &made, &error) >= 0 &&
           reel__kept_agrees(made, staged);
    if (same) reel_put(w->e->out, bytes.data, bytes.size);
    reel_free(made);
    sink.discard(sink.context);
    return same;
}

static void report_rewritten(const reel_encoder *e)
{
    reel_find(&e->reporter,
              (reel_finding){ .rule = "macros.rewritten", .severity = REEL_NOTE, .section = "header", .offset = REEL_NO_OFFSET },
              "written anew from the rows: what no row has is not kept");
}

/* Writes rows that are not those of the original. */
static reel_status write_changed(macros_out *w, const reel_chunk *staged, const macros_writing *to, const reel_replay *old)
{
    reel_encoder *e = w->e;
    reel_status status = collect(w, to, staged);
    if (status >= 0) status = reel__encoder_check_chunk(reel__macros_check, to, staged, e->error);
    if (status >= 0) status = check_physics(w);
    if (status < 0) return status;
    bool loses = false;
    if (!old || !write_updated(w, to, old, staged, &loses)) {
        loses = old && e->reporter.report && !(to->stores & MACROS_KEEPS) && !gives_document(e, to, old, w->document);
        status = to->write(w);
    }
    if (status >= 0 && loses) report_rewritten(e);
    return status < 0 ? status : e->out->status;
}

reel_status reel__macros_finish(reel_encoder *e, const reel_chunk *staged, const macros_writing *to)
{
    macros_out w = { .e = e };
    reel_bytes document = reel__gdr_document_of(staged);
    reel_replay *old = NULL;
    reel_status status = document.size ? reel__gdr_document_load(e, document, &old) : REEL_OK;
    if (old) w.document = document;
    if (status >= 0 && old && reel__kept_agrees(old, staged)) {
        reel_put(e->out, document.data, document.size);
        status = e->out->status;
    } else if (status >= 0) {
        status = write_changed(&w, staged, to, old);
    }
    reel_free(old);
    return status;
}
