/* SPDX-License-Identifier: MIT
 * Writers of binary formats of other bots: Mega Hack, ReplayEngine 2, yBot 2, zBot, RBot and Echo. docs/formats/macros.md, "Writing". */
#include "formats/gdr/macros/macros.h"

static void put_zeros(reel_output *out, size_t count)
{
    while (count--) reel_put_u8(out, 0);
}

/* ---- Mega Hack -------------------------------------------------------------------------------------------------- */

enum { MHR_META = 4, MHR_RESERVED = 8, MHR_EVENT = 32 };

static void put_mhr_physics(reel_output *out, const gdr_physics *p)
{
    if (!p) {
        put_zeros(out, MHR_EVENT - 8);
        return;
    }
    reel_put_f32le(out, p->x);
    reel_put_f32le(out, p->y);
    reel_put_f32le(out, p->rotation);
    reel_put_u32le(out, 0);
    reel_put_u64le(out, reel_double_bits(p->y_velocity));
}

static reel_status check_mhr(const void *of, const reel_table *table, const void *row, size_t number, reel_error *error)
{
    const gdr_physics *p = row;
    (void)of, (void)number;
    if (table != &gdr_physics_rows) return REEL_OK;
    if (reel_double_bits(p->x_velocity) != MACROS_UNKNOWN)
        return reel__macros_refuse(error, "macros.x-velocity", "physics", "the format cannot store the x velocity");
    if (reel_float_bits(p->x) | reel_float_bits(p->y) | reel_float_bits(p->rotation) || reel_double_bits(p->y_velocity))
        return REEL_OK;
    return reel__macros_refuse(error, "macros.physics", "physics", "zeros stand for physics that are not there");
}

static reel_status write_mhr(macros_out *w)
{
    static const uint8_t footer[] = { 0xfa, 0x67, 0x55, 0x5a, 0x8d, 0x95, 0x94, 0x07,
                                      0xc9, 0x8c, 0xba, 0x7f, 0x75, 0x9c, 0xef, 0x3c };
    reel_output *out = w->e->out;
    reel_put(out, "HACKPRO\x07", 8);
    reel_put_u32le(out, MHR_META);
    reel_put_u32le(out, (uint32_t)w->info.framerate);
    put_zeros(out, MHR_RESERVED);
    reel_put_u32le(out, MHR_EVENT);
    reel_put_u32le(out, (uint32_t)w->input_count);
    for (size_t i = 0, physics = 0; i < w->input_count; i++) {
        const gdr_input *in = &w->inputs[i];
        reel_put_u8(out, 1);
        reel_put_u8(out, 0);
        reel_put_u8(out, in->down != 0);
        reel_put_u8(out, in->player2 != 0);
        reel_put_u32le(out, (uint32_t)in->frame);
        put_mhr_physics(out, in->extra == GDR_PHYSICS ? &w->physics[physics++] : NULL);
    }
    reel_put(out, footer, sizeof footer);
    return REEL_OK;
}

const macros_writing reel__macros_write_mhr = {
    .kind = &reel__macros_mhr,
    .stores = MACROS_PHYSICS | MACROS_INTEGER_RATE,
    .most_frame = INT32_MAX,
    .write = write_mhr,
    .check = check_mhr,
};

/* ---- ReplayEngine 2 --------------------------------------------------------------------------------------------- */

static reel_status check_re2(const void *of, const reel_table *table, const void *row, size_t number, reel_error *error)
{
    (void)of, (void)number;
    if (table != &gdr_infos || ((const gdr_info *)row)->framerate == 240) return REEL_OK;
    return reel__macros_refuse(error, "macros.framerate", "header",
                               "the format has 240 frames per second only; --do tps=240 gives them");
}

static reel_status write_re2(macros_out *w)
{
    reel_output *out = w->e->out;
    if (w->info.framerate != 240)
        return reel__macros_refuse(w->e->error, "macros.framerate", "header",
                                   "the format has 240 frames per second only; --do tps=240 gives them");
    reel_put(out, "RE2", 3);
    reel_put_u32le(out, (uint32_t)w->input_count);
    for (size_t i = 0; i < w->input_count; i++) {
        const gdr_input *in = &w->inputs[i];
        reel_put_u32le(out, (uint32_t)in->frame);
        reel_put_u32le(out, in->down != 0);
        reel_put_u32le(out, in->button);
        reel_put_u32le(out, !in->player2);
    }
    return REEL_OK;
}

const macros_writing reel__macros_write_re2 = {
    .kind = &reel__macros_re2,
    .stores = MACROS_BUTTONS,
    .most_frame = UINT32_MAX,
    .write = write_re2,
    .check = check_re2,
};

/* ---- yBot 2 ------------------------------------------------------------------------------------------------------ */

enum { YBOT_META = 36 };

static bool next_is_event(const macros_out *w, size_t event, size_t input)
{
    return event < w->event_count && (w->events[event].index <= input || input == w->input_count);
}

static reel_status check_ybot(const void *of, const reel_table *table, const void *row, size_t number, reel_error *error)
{
    const macros_event *event = row;
    (void)of, (void)number;
    if (table == &macros_headers && ((const macros_header *)row)->flags)
        return reel__macros_refuse(error, "macros.version", "header", "the format has no flags");
    if (table != &macros_events) return REEL_OK;
    if (event->has_seed) return reel__macros_refuse(error, "macros.event", "events", "the format has no seed of an event");
    if (event->kind != MACROS_TPS)
        return reel__macros_refuse(error, "macros.not-stored", "events", "the format stores changes of the framerate only");
    if ((double)(float)event->tps == event->tps && reel__macros_rate_is_valid(event->tps)) return REEL_OK;
    return reel__macros_refuse(error, "macros.framerate", "events", "a framerate does not fit into single precision");
}

static reel_status check_ybot_order(const macros_out *w)
{
    int64_t before = 0;
    for (size_t i = 0, event = 0; i < w->input_count || event < w->event_count;) {
        bool special = next_is_event(w, event, i);
        int64_t frame = special ? w->events[event].frame : w->inputs[i].frame;
        if (special && w->events[event].index != i)
            return reel__macros_refuse(w->e->error, "macros.order", "events", "an event is not between the inputs");
        if (frame < before)
            return reel__macros_refuse(w->e->error, "macros.order", "inputs",
                                       "the format cannot store frames that go back; --do sort orders them");
        before = frame;
        if (special)
            event++;
        else
            i++;
    }
    return REEL_OK;
}

static reel_status write_ybot(macros_out *w)
{
    reel_output *out = w->e->out;
    uint64_t presses = 0;
    int64_t frame = 0;
    reel_status status = check_ybot_order(w);
    if (status < 0) return status;
    for (size_t i = 0; i < w->input_count; i++) presses += w->inputs[i].down != 0;
    reel_put(out, "ybot", 4);
    reel_put_u32le(out, w->header.version);
    reel_put_u32le(out, YBOT_META);
    reel_put_u32le(out, 0);
    reel_put_u64le(out, 0); /* when it was recorded: not known */
    reel_put_u64le(out, presses);
    reel_put_u64le(out, w->input_count ? (uint64_t)w->inputs[w->input_count - 1].frame : 0);
    reel_put_f32le(out, (float)w->info.framerate);
    reel_put_u64le(out, presses);
    for (size_t i = 0, event = 0; i < w->input_count || event < w->event_count;) {
        if (next_is_event(w, event, i)) {
            const macros_event *change = &w->events[event++];
            reel_put_leb128(out, (uint64_t)(change->frame - frame) << 4);
            reel_put_f32le(out, (float)change->tps);
            frame = change->frame;
        } else {
            const gdr_input *in = &w->inputs[i++];
            unsigned bits = (unsigned)in->button << 2 | (unsigned)(in->down != 0) << 1 | !in->player2;
            reel_put_leb128(out, (uint64_t)(in->frame - frame) << 4 | bits);
            frame = in->frame;
        }
    }
    return REEL_OK;
}

const macros_writing reel__macros_write_ybot = {
    .kind = &reel__macros_ybot,
    .stores = MACROS_BUTTONS | MACROS_SINGLE_RATE | MACROS_VERSION | MACROS_OWN_EVENTS,
    .most_frame = (UINT64_C(1) << 59) - 1,
    .write = write_ybot,
    .check = check_ybot,
    .version = 1,
};

/* ---- zBot -------------------------------------------------------------------------------------------------------- */

/* The seconds of a frame, which the format stores. */
static float zbf_delta(double framerate) { return (float)(1 / framerate); }

static reel_status check_zbf(const void *of, const reel_table *table, const void *row, size_t number, reel_error *error)
{
    (void)of, (void)number;
    if (table != &gdr_infos) return REEL_OK;
    const double framerate = ((const gdr_info *)row)->framerate;
    const float delta = zbf_delta(framerate);
    if (delta > 0 && reel__macros_reciprocal((double)delta) == framerate) return REEL_OK;
    return reel__macros_refuse(error, "macros.framerate", "header",
                               "the format stores the time of a frame, which gives another framerate");
}

static reel_status write_zbf(macros_out *w)
{
    reel_output *out = w->e->out;
    const bool versioned = w->document.size >= 8 && reel_float_of(reel_load_u32le(w->document.data + 4)) == MACROS_ZBF_VERSION;
    reel_put_f32le(out, zbf_delta(w->info.framerate));
    reel_put_f32le(out, versioned ? MACROS_ZBF_VERSION : 1);
    for (size_t i = 0; i < w->input_count; i++) {
        reel_put_u32le(out, (uint32_t)w->inputs[i].frame);
        reel_put_u8(out, w->inputs[i].down ? '1' : '0');
        reel_put_u8(out, w->inputs[i].player2 ? '0' : '1');
    }
    return REEL_OK;
}

const macros_writing reel__macros_write_zbf = {
    .kind = &reel__macros_zbf,
    .most_frame = INT32_MAX,
    .write = write_zbf,
    .check = check_zbf,
};

/* ---- RBot and Echo ------------------------------------------------------------------------------------------------ */

/* The form without fixes, whose flag is 1 for the first player. */
static reel_status write_rbot(macros_out *w)
{
    reel_output *out = w->e->out;
    reel_put_u32le(out, (uint32_t)w->info.framerate);
    reel_put_u32le(out, (uint32_t)w->input_count);
    for (size_t i = 0; i < w->input_count; i++) {
        reel_put_u32le(out, (uint32_t)w->inputs[i].frame);
        reel_put_u8(out, w->inputs[i].down != 0);
        reel_put_u8(out, !w->inputs[i].player2);
    }
    return REEL_OK;
}

const macros_writing reel__macros_write_rbot = {
    .kind = &reel__macros_rbot,
    .stores = MACROS_INTEGER_RATE,
    .most_frame = UINT32_MAX,
    .write = write_rbot,
};

enum { ECHO_FPS_AT = 24, ECHO_HEAD = 48 };

static reel_status write_echobot(macros_out *w)
{
    reel_output *out = w->e->out;
    reel_put(out, "META", 4);
    put_zeros(out, ECHO_FPS_AT - 4);
    reel_put_f32le(out, (float)w->info.framerate);
    put_zeros(out, ECHO_HEAD - ECHO_FPS_AT - 4);
    for (size_t i = 0; i < w->input_count; i++) {
        reel_put_u32le(out, (uint32_t)w->inputs[i].frame);
        reel_put_u8(out, w->inputs[i].down != 0);
        reel_put_u8(out, w->inputs[i].player2 != 0);
    }
    return REEL_OK;
}

const macros_writing reel__macros_write_echobot = {
    .kind = &reel__macros_echobot,
    .stores = MACROS_SINGLE_RATE,
    .most_frame = INT32_MAX,
    .write = write_echobot,
};
