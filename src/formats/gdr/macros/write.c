/* SPDX-License-Identifier: MIT
 * What the writers of macros share: the original file is repeated while its rows are unchanged; other rows are checked first. */
#include "core/rows.h"
#include "formats/gdr/document.h"
#include "formats/gdr/macros/macros.h"

reel_status macros_refuse(const macros_out *w, const char *rule, const char *section, const char *message)
{
    return reel_fail(w->e->error, REEL_ARGUMENT, rule, section, 0, "%s", message);
}

/* A field of the info that no macro but GDR stores. */
static reel_status refuse_field(const macros_out *w, const reel_field *field)
{
    return reel_fail(w->e->error, REEL_ARGUMENT, "macros.not-stored", "header", 0, "%s cannot store %s of the info",
                     w->e->format->name, field->name);
}

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

static reel_status check_rate(const macros_out *w, const macros_writing *to)
{
    double fps = w->info.framerate;
    if (!macros_rate_is_valid(fps))
        return macros_refuse(w, "macros.framerate", "header", "the framerate is missing, infinite, NaN or not positive");
    if (to->stores & MACROS_INTEGER_RATE && !(fps <= 1e6 && (double)(uint32_t)fps == fps))
        return macros_refuse(w, "macros.framerate", "header", "the format stores whole framerates up to 1000000 only");
    if (to->stores & MACROS_SINGLE_RATE && !(fps < 3e38 && (double)(float)fps == fps))
        return macros_refuse(w, "macros.framerate", "header", "the framerate does not fit into single precision");
    return REEL_OK;
}

static reel_status check_info(const macros_out *w, const macros_writing *to)
{
    const gdr_info *info = &w->info;
    size_t bot = strlen(to->kind->bot);
    for (size_t f = 0; f < gdr_infos.field_count; f++) {
        const reel_field *field = &gdr_infos.fields[f];
        bool wrong = !is_checked_apart(field) && !field_is_zero(field, info);
        if (field->offset == offsetof(gdr_info, version)) wrong = info->version != 2;
        if (field->offset == offsetof(gdr_info, bot_version)) wrong = !(to->stores & MACROS_BUILD) && info->bot_version;
        if (field->offset == offsetof(gdr_info, bot_name))
            wrong = info->bot_name.size && !(info->bot_name.size == bot && memcmp(info->bot_name.data, to->kind->bot, bot) == 0);
        if (wrong) return refuse_field(w, field);
    }
    return check_rate(w, to);
}

static reel_status check_header(const macros_out *w, const macros_writing *to)
{
    const macros_header *header = &w->header;
    bool seed = to->stores & MACROS_SEED;
    if (to->stores & MACROS_MAY_SEED) seed = header->has_seed != 0;
    if ((header->has_seed != 0) != seed || (!seed && header->seed))
        return macros_refuse(w, "macros.seed", "header", seed ? "the format needs a seed" : "the format cannot store a seed");
    if (!(to->stores & MACROS_VERSION) && (header->version || header->flags))
        return macros_refuse(w, "macros.version", "header", "the format has neither version nor flags");
    return REEL_OK;
}

static reel_status check_input(const macros_out *w, const macros_writing *to, const gdr_input *in)
{
    if (in->frame < 0 || (uint64_t)in->frame > to->most_frame)
        return macros_refuse(w, "macros.frame", "inputs", "a frame is negative or too large for the format");
    if (in->button < GDR_JUMP || in->button > GDR_RIGHT || (in->button != GDR_JUMP && !(to->stores & MACROS_BUTTONS)))
        return macros_refuse(w, "macros.button", "inputs", "an input has a button that the format cannot store");
    if (in->extra && !(in->extra == GDR_PHYSICS && to->stores & MACROS_PHYSICS))
        return macros_refuse(w, "macros.extra", "inputs", "an input has physics or bot data, which the format cannot store");
    return REEL_OK;
}

static reel_status check_inputs(const macros_out *w, const macros_writing *to)
{
    size_t physics = 0;
    for (size_t i = 0; i < w->input_count; i++) {
        reel_status status = check_input(w, to, &w->inputs[i]);
        if (status < 0) return status;
        physics += w->inputs[i].extra == GDR_PHYSICS;
    }
    if (physics != w->physics_count)
        return macros_refuse(w, "gdr.extra-count", "inputs", "the numbers of inputs with physics and of rows of physics differ");
    return REEL_OK;
}

static reel_status check_tables(const macros_out *w, const macros_writing *to, const reel_chunk *staged)
{
    static const reel_table *const never[] = { &macros_times, &macros_attempts, &macros_tries, &macros_endings };
    size_t count;
    for (size_t t = 0; t < sizeof never / sizeof *never; t++) {
        reel_chunk_rows(staged, never[t], &count);
        if (count) return macros_refuse(w, "macros.not-stored", never[t]->name, "the format cannot store these rows");
    }
    if (w->event_count && !(to->stores & (MACROS_EVENTS | MACROS_OWN_EVENTS)))
        return macros_refuse(w, "macros.not-stored", "events", "the format cannot store events");
    if (w->fix_count && !(to->stores & MACROS_FIXES))
        return macros_refuse(w, "macros.not-stored", "fixes", "the format cannot store position fixes");
    for (size_t i = 0; i < w->fix_count; i++)
        if (w->fixes[i].frame < 0 || (uint64_t)w->fixes[i].frame > to->most_frame)
            return macros_refuse(w, "macros.frame", "fixes", "a frame is negative or too large for the format");
    return REEL_OK;
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
    return REEL_OK;
}

reel_status macros_finish(reel_encoder *e, const reel_chunk *staged, const macros_writing *to)
{
    macros_out w = { .e = e };
    reel_bytes document = gdr_document_of(staged);
    reel_replay *old = NULL;
    reel_status status = document.size ? gdr_document_load(e, document, &old) : REEL_OK;
    bool agrees = old && kept_agrees(old, staged);
    reel_free(old);
    if (status < 0) return status;
    if (agrees) {
        reel_put(e->out, document.data, document.size);
        return e->out->status;
    }
    status = collect(&w, to, staged);
    if (status >= 0) status = check_info(&w, to);
    if (status >= 0) status = check_header(&w, to);
    if (status >= 0) status = check_inputs(&w, to);
    if (status >= 0) status = check_tables(&w, to, staged);
    if (status >= 0) status = to->write(&w);
    return status < 0 ? status : e->out->status;
}
