/* SPDX-License-Identifier: MIT
 * Macros of bots to GDR2 and back. docs/formats/macros.md, "Conversion", has the rules. */
#include "formats/gdr/macros/macros.h"
#include "core/chunk.h"
#include "core/memory.h"
#include "formats/gdr/gdr2.h"
#include "pairs/geometrydash/gdr.h"
#include "pairs/geometrydash/macros.h"

static reel_string copy_text(pair_job *job, reel_string text) { return reel_chunk_string(job->out, text.data, text.size); }

/* ---- to GDR2 ---------------------------------------------------------------------------------------------------- */

static void info_to_gdr2(pair_job *job, const reel_chunk *in, gdr_info *to)
{
    size_t count;
    const gdr_info *from = reel_chunk_rows(in, &gdr_infos, &count);
    if (count) {
        *to = *from;
        to->author = copy_text(job, from->author);
        to->description = copy_text(job, from->description);
        to->level_name = copy_text(job, from->level_name);
        to->bot_name = copy_text(job, from->bot_name);
    }
    const macros_header *header = reel_chunk_rows(in, &macros_headers, &count);
    uint64_t seed = count && header->has_seed ? header->seed : 0;
    const macros_ending *ending = reel_chunk_rows(in, &macros_endings, &count);
    if (count) seed = ending->seed;
    to->seed = (int32_t)(uint32_t)seed;
    reel__pair_lose(job, &macros_headers, "seed", (uint64_t)(int64_t)to->seed != seed, "GDR2 stores only 32 bits of it");
}

/* Reports the changes of the framerate. Returns whether frames are converted to the first one. */
static bool convert_rates(pair_job *job, const macros_event *events, size_t count)
{
    uint64_t changes = 0;
    for (size_t i = 0; i < count; i++) changes += events[i].kind == MACROS_TPS;
    if (!changes) return false;
    bool converts = job->convention && strcmp(job->convention, GDR2_ONE_RATE) == 0;
    reel_find(&job->reporter,
              (reel_finding){ .rule = "convert.macro.rate-change",
                              .severity = converts ? REEL_NOTE : REEL_WARNING,
                              .section = "events",
                              .offset = REEL_NO_OFFSET,
                              .table = &macros_events,
                              .row = REEL_NO_ROW,
                              .count = changes },
              converts ? "the framerate changes %llu {time|times}: all frames are at the first rate now"
                       : "the framerate changes %llu {time|times}, but GDR2 has one: frames are unchanged, times after the first "
                         "change are wrong, without the convention \"" GDR2_ONE_RATE "\"",
              (unsigned long long)changes);
    return converts;
}

/* The frame of each input at the first framerate; NULL without memory. */
static int64_t *frames_at_one_rate(pair_job *job, const reel_chunk *in, macros_clock clock)
{
    size_t count, events;
    uint64_t met = 0;
    const gdr_input *rows = reel_chunk_rows(in, &gdr_inputs, &count);
    const macros_event *changes = reel_chunk_rows(in, &macros_events, &events);
    int64_t *frames = reel_chunk_alloc(job->out, (count + 1) * sizeof *frames);
    for (size_t i = 0; frames && i < count; i++) {
        reel__macros_clock_pass(&clock, changes, events, i);
        frames[i] = reel__macros_clock_frame(&clock, rows[i].frame);
        met += i && frames[i] == frames[i - 1] && rows[i].frame != rows[i - 1].frame;
    }
    reel__pair_lose(job, &gdr_inputs, "frame", met, "it is on the frame of the previous input at the first rate");
    return frames;
}

/* Inputs of the first player that come behind one of the second on the same frame of the output. */
static uint64_t count_crossed(const gdr_input *rows, size_t count, const int64_t *frames)
{
    uint64_t crossed = 0;
    for (size_t i = 1; i < count; i++) {
        bool together = frames ? frames[i] == frames[i - 1] : rows[i].frame == rows[i - 1].frame;
        crossed += together && !rows[i].player2 && rows[i - 1].player2;
    }
    return crossed;
}

/* The order of GDR2: the first player's inputs, then the second's, each with its physics. `frames` are those of the inputs; NULL: unchanged. */
static reel_status inputs_to_gdr2(pair_job *job, const reel_chunk *in, gdr_info *info, const int64_t *frames, bool middle)
{
    size_t count, physics;
    const gdr_input *rows = reel_chunk_rows(in, &gdr_inputs, &count);
    const gdr_physics *all = reel_chunk_rows(in, &gdr_physics_rows, &physics);
    reel_row_list *to = reel_chunk_table(job->out, &gdr_inputs), *to_physics = reel_chunk_table(job->out, &gdr_physics_rows);
    if (physics) info->input_tag = (reel_string){ "Phys", 4 };
    if (!job->compared)
        reel__pair_lose(job, &gdr_inputs, "player2", count_crossed(rows, count, frames),
                        "GDR2 stores no order between the players on one frame");
    uint64_t idle = 0;
    info->platformer |= gdr_presses_sides(rows, count);
    for (int player2 = 0; player2 < 2; player2++) {
        size_t next = 0;
        for (size_t i = 0; i < count; i++) {
            const gdr_physics *own = rows[i].extra == GDR_PHYSICS && next < physics ? &all[next++] : NULL;
            if ((rows[i].player2 != 0) != player2) continue;
            if (!middle && !info->platformer && gdr_is_side(&rows[i])) {
                idle++;
                continue;
            }
            gdr_input *row = reel_row_add(to);
            gdr_physics *its = own ? reel_row_add(to_physics) : NULL;
            if (!row || (own && !its)) return reel__memory_fail(job->error);
            *row = rows[i];
            if (frames) row->frame = frames[i];
            row->extra = own ? GDR_PHYSICS : GDR_PLAIN;
            if (own) *its = *own;
        }
    }
    reel__pair_lose(job, &gdr_inputs, "button", idle, GDR_IDLE_RELEASE);
    return REEL_OK;
}

static reel_status events_to_gdr2(pair_job *job, const reel_chunk *in, macros_clock *clock)
{
    size_t count;
    uint64_t others = 0, seeds = 0;
    const macros_event *rows = reel_chunk_rows(in, &macros_events, &count);
    reel_row_list *deaths = reel_chunk_table(job->out, &gdr_deaths);
    for (size_t i = 0; i < count; i++) {
        gdr_death *death = rows[i].kind == MACROS_DEATH ? reel_row_add(deaths) : NULL;
        if (death) death->frame = clock ? reel__macros_clock_frame(clock, rows[i].frame) : rows[i].frame;
        if (clock) reel__macros_clock_pass(clock, rows, i + 1, UINT64_MAX);
        others += rows[i].kind != MACROS_DEATH && !(clock && rows[i].kind == MACROS_TPS);
        seeds += rows[i].kind == MACROS_DEATH && rows[i].has_seed && rows[i].seed;
    }
    reel__pair_lose(job, &macros_events, "kind", others, "GDR2 stores no events but deaths");
    reel__pair_lose(job, &macros_events, "seed", seeds, "GDR2 stores no seed of a death");
    return reel_build_status(job->out) < 0 ? reel__chunk_failure(job->out, 0, job->error) : REEL_OK;
}

/* Inputs and events. TCBot 2 counts frames from 0 after a restart or a death. Frames that were computed from times need no conversion. */
static reel_status actions_to_gdr2(pair_job *job, const reel_chunk *in, gdr_info *info, bool middle)
{
    size_t headers, events, times;
    const macros_header *header = reel_chunk_rows(in, &macros_headers, &headers);
    const macros_event *rows = reel_chunk_rows(in, &macros_events, &events);
    reel_chunk_rows(in, &macros_times, &times);
    macros_clock clock = { .first = info->framerate, .rate = info->framerate };
    clock.restarts = headers && header->version == 2 && gdr_text_is(info->bot_name, reel__macros_tcm.bot);
    bool converts = !times && convert_rates(job, rows, events);
    int64_t *frames = converts ? frames_at_one_rate(job, in, clock) : NULL;
    if (converts && !frames) return reel__memory_fail(job->error);
    reel_status status = inputs_to_gdr2(job, in, info, frames, middle);
    return status < 0 ? status : events_to_gdr2(job, in, converts ? &clock : NULL);
}

static void lose_table(pair_job *job, const reel_chunk *in, const reel_table *table, const char *field, const char *why)
{
    size_t count;
    reel_chunk_rows(in, table, &count);
    reel__pair_lose(job, table, field, count, why);
}

/* What only the file of XDBot 2.7 has. */
static void lose_document(pair_job *job, const reel_chunk *in)
{
    size_t count;
    const gdr_document *rows = reel_chunk_rows(in, &gdr_documents, &count);
    reel__pair_lose(job, &gdr_documents, "data", count && reel__macros_cml_sniff(rows->data.data, rows->data.size) != 0,
                    "the name of the macro, the whole version of the bot, accuracy and speed are in the original file only");
}

reel_status reel__macros_rows_to_gdr2(pair_job *job, const reel_chunk *in, bool middle)
{
    gdr_info *info = reel_row_add(reel_chunk_table(job->out, &gdr_infos));
    if (!info) return reel__memory_fail(job->error);
    info_to_gdr2(job, in, info);
    reel_status status = actions_to_gdr2(job, in, info, middle);
    lose_document(job, in);
    lose_table(job, in, &macros_fixes, "frame", "GDR2 stores positions at inputs only");
    lose_table(job, in, &macros_times, "time", "GDR2 stores whole frames only");
    lose_table(job, in, &macros_attempts, "death_time", "GDR2 stores one attempt");
    lose_table(job, in, &macros_tries, "time", "GDR2 stores one attempt");
    return status >= 0 && reel_build_status(job->out) < 0 ? reel__chunk_failure(job->out, 0, job->error) : status;
}

static reel_status macros_to_gdr2(pair_job *job, const reel_chunk *in) { return reel__macros_rows_to_gdr2(job, in, false); }

/* ---- from GDR2 -------------------------------------------------------------------------------------------------- */

/* What the header has and the format cannot store. */
static void lose_info(pair_job *job, const gdr_info *from, const macros_writing *to)
{
    static const char why[] = "the format cannot store it";
    const bool texts = to->stores & MACROS_TEXTS, own = gdr_text_is(from->bot_name, to->kind->bot);
    const struct {
        const char *field;
        bool exists;
    } fields[] = {
        { "author", from->author.size && !texts },
        { "description", from->description.size && !texts },
        { "duration", reel_float_bits(from->duration) && !texts },
        { "game_version", from->game_version },
        { "coins", from->coins },
        { "low_detail", from->low_detail },
        { "level_id", from->level_id },
        { "level_name", from->level_name.size },
        { "replay_extension", from->replay_extension.size },
        { "seed", from->seed && !(to->stores & (MACROS_SEED | MACROS_MAY_SEED)) },
        { "bot_version", from->bot_version && !(to->stores & MACROS_BUILD && (own || (texts && from->bot_version > 0))) },
        { "bot_name", from->bot_name.size && !own && !texts },
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        reel__pair_lose(job, &gdr_infos, fields[i].field, fields[i].exists, why);
}

/* TCBot's flags say whether there is a seed, and how the rate is stored. */
static uint32_t flags_of(const macros_header *header, double fps, const macros_writing *to)
{
    if (to->kind != &reel__macros_tcm) return to->flags;
    bool exact = reel__macros_reciprocal((double)(float)(1 / fps)) == fps;
    return (header->has_seed ? 1u : 0u) | (exact ? 0u : 2u);
}

static double nearest_rate(pair_job *job, double fps, const macros_writing *to)
{
    double stored = fps;
    if (!(fps > 0 && fps < 1e6)) return fps; /* the writer refuses it if it has to */
    if (to->stores & MACROS_INTEGER_RATE) stored = (double)(uint32_t)(fps + 0.5);
    if (to->stores & MACROS_SINGLE_RATE) stored = (double)(float)fps;
    reel__pair_lose(job, &gdr_infos, "framerate", stored != fps, "the format stores whole framerates, or single precision only");
    return stored > 0 ? stored : fps;
}

static reel_status info_from_gdr2(pair_job *job, const reel_chunk *in, const macros_writing *to)
{
    size_t infos, inputs;
    const gdr_info *from = reel_chunk_rows(in, &gdr_infos, &infos);
    const gdr_input *rows = reel_chunk_rows(in, &gdr_inputs, &inputs);
    gdr_info *info = reel_row_add(reel_chunk_table(job->out, &gdr_infos));
    macros_header *header = reel_row_add(reel_chunk_table(job->out, &macros_headers));
    if (!info || !header) return reel__memory_fail(job->error);
    bool own = infos && gdr_text_is(from->bot_name, to->kind->bot);
    info->version = 2;
    info->framerate = infos ? nearest_rate(job, from->framerate, to) : 0;
    info->bot_name = (reel_string){ to->kind->bot, strlen(to->kind->bot) };
    if (to->stores & MACROS_BUILD) info->bot_version = own ? from->bot_version : to->build;
    if (infos && to->stores & MACROS_TEXTS) {
        info->author = copy_text(job, from->author);
        info->description = copy_text(job, from->description);
        info->duration = from->duration;
        if (from->bot_name.size) info->bot_name = copy_text(job, from->bot_name);
        info->bot_version = from->bot_version > 0 ? from->bot_version : 0;
    }
    const bool implied = gdr_presses_sides(rows, inputs);
    header->version = to->version;
    header->has_seed = (to->stores & MACROS_SEED) != 0 || (to->stores & MACROS_MAY_SEED && infos && from->seed);
    header->flags = flags_of(header, info->framerate, to);
    if (header->has_seed && infos) header->seed = (uint64_t)(int64_t)from->seed;
    if (!infos) return REEL_OK;
    lose_info(job, from, to);
    reel__pair_lose(job, &gdr_infos, "platformer", from->platformer && !implied, "only presses of left and right express this");
    return REEL_OK;
}

/* The index of the row of physics of each input. NULL: no memory. */
static const gdr_physics **physics_of(pair_job *job, const reel_chunk *in, const gdr_input *rows, size_t count)
{
    size_t physics, next = 0;
    const gdr_physics *all = reel_chunk_rows(in, &gdr_physics_rows, &physics);
    const gdr_physics **each = reel_chunk_alloc(job->out, (count + 1) * sizeof *each);
    for (size_t i = 0; each && i < count; i++) each[i] = rows[i].extra == GDR_PHYSICS && next < physics ? &all[next++] : NULL;
    return each;
}

static bool has_value(const gdr_physics *p)
{
    return p->x == p->x || p->y == p->y || p->rotation == p->rotation || p->y_velocity == p->y_velocity;
}

static bool is_finite(const gdr_physics *p)
{
    double sum =
        (double)(p->x - p->x) + (double)(p->y - p->y) + (double)(p->rotation - p->rotation) + (p->y_velocity - p->y_velocity);
    return sum == 0;
}

/* Inputs of both players merged by frame. */
static reel_status inputs_from_gdr2(pair_job *job, const reel_chunk *in, const macros_writing *to)
{
    size_t count, next[2] = { 0, 0 };
    uint64_t lost = 0, speeds = 0, odd = 0, idle = 0;
    const gdr_input *rows = reel_chunk_rows(in, &gdr_inputs, &count);
    const bool sides = to->stores & MACROS_BUTTONS || gdr_presses_sides(rows, count);
    const gdr_physics **physics = physics_of(job, in, rows, count);
    reel_row_list *inputs = reel_chunk_table(job->out, &gdr_inputs), *list = reel_chunk_table(job->out, &gdr_physics_rows);
    if (!physics) return reel__memory_fail(job->error);
    for (size_t i; (i = reel__gdr_next_input(rows, count, next)) < count;) {
        if (!sides && gdr_is_side(&rows[i])) {
            idle++;
            continue;
        }
        bool keeps = physics[i] && to->stores & MACROS_PHYSICS && has_value(physics[i]) && is_finite(physics[i]);
        gdr_input *row = reel_row_add(inputs);
        gdr_physics *own = keeps ? reel_row_add(list) : NULL;
        if (!row || (keeps && !own)) return reel__memory_fail(job->error);
        *row = rows[i];
        row->player2 = row->player2 != 0;
        row->extra = keeps ? GDR_PHYSICS : GDR_PLAIN;
        lost += physics[i] && !(to->stores & MACROS_PHYSICS);
        odd += physics[i] && !keeps && to->stores & MACROS_PHYSICS;
        if (!own) continue;
        *own = *physics[i];
        if (to->stores & MACROS_X_VELOCITY) continue;
        speeds += own->x_velocity == own->x_velocity;
        own->x_velocity = reel_double_of(MACROS_UNKNOWN);
    }
    reel__pair_lose(job, &gdr_inputs, "button", idle, GDR_IDLE_RELEASE);
    reel__pair_lose(job, &gdr_physics_rows, "x", lost, "the format cannot store physics of inputs");
    reel__pair_lose(job, &gdr_physics_rows, "x", odd, "the format cannot store infinities");
    reel__pair_lose(job, &gdr_physics_rows, "x_velocity", speeds, "the format cannot store it");
    return REEL_OK;
}

/* Deaths become events, each behind the inputs up to its frame. */
static reel_status deaths_from_gdr2(pair_job *job, const reel_chunk *in, const macros_writing *to)
{
    size_t count, inputs, before = 0;
    const gdr_death *deaths = reel_chunk_rows(in, &gdr_deaths, &count);
    const gdr_input *rows = reel_chunk_rows(job->out, &gdr_inputs, &inputs);
    reel_row_list *events = reel_chunk_table(job->out, &macros_events);
    reel__pair_lose(job, &gdr_deaths, "frame", to->stores & MACROS_EVENTS ? 0 : count, "the format cannot store deaths");
    for (size_t i = 0; i < count && to->stores & MACROS_EVENTS; i++) {
        while (before < inputs && rows[before].frame <= deaths[i].frame) before++;
        macros_event *event = reel_row_add(events);
        if (!event) return reel__memory_fail(job->error);
        *event = (macros_event){ .frame = deaths[i].frame, .index = (uint32_t)before, .kind = MACROS_DEATH, .has_seed = 1 };
    }
    return REEL_OK;
}

reel_status reel__macros_from_gdr2(pair_job *job, const reel_chunk *in, const macros_writing *to)
{
    size_t blocks;
    reel_status status = info_from_gdr2(job, in, to);
    if (status >= 0) status = inputs_from_gdr2(job, in, to);
    if (status >= 0) status = deaths_from_gdr2(job, in, to);
    reel_chunk_rows(in, &gdr_blocks, &blocks);
    reel__pair_lose(job, &gdr_blocks, "data", blocks, "the format cannot store bot data");
    return status >= 0 && reel_build_status(job->out) < 0 ? reel__chunk_failure(job->out, 0, job->error) : status;
}

/* ---- the pairs -------------------------------------------------------------------------------------------------- */

#define TO_GDR2(format)                                                                                                          \
    const convert_pair reel__pair_##format##_gdr2 = { .from = &reel_format_##format,                                             \
                                                      .to = &reel_format_gdr2,                                                   \
                                                      .chunk = macros_to_gdr2 };
#define FROM_GDR2(format, writing)                                                                                               \
    static reel_status gdr2_to_##format(pair_job *job, const reel_chunk *in)                                                     \
    {                                                                                                                            \
        return reel__macros_from_gdr2(job, in, &(writing));                                                                      \
    }                                                                                                                            \
    const convert_pair reel__pair_gdr2_##format = { .from = &reel_format_gdr2,                                                   \
                                                    .to = &reel_format_##format,                                                 \
                                                    .chunk = gdr2_to_##format };

TO_GDR2(slc3)
TO_GDR2(slc2)
TO_GDR2(slc1)
TO_GDR2(xd)
TO_GDR2(mhr)
TO_GDR2(mhr_json)
TO_GDR2(re1)
TO_GDR2(re2)
TO_GDR2(re3)
TO_GDR2(re4)
TO_GDR2(ttr3)
TO_GDR2(ttr)
TO_GDR2(tcm)
TO_GDR2(uv)
TO_GDR2(ybot)
TO_GDR2(zbf)
TO_GDR2(macro_text)
TO_GDR2(zephyrus)
TO_GDR2(replaybot)
TO_GDR2(kdbot)
TO_GDR2(rush)
TO_GDR2(ybot_frame)
TO_GDR2(rbot)
TO_GDR2(ddhor)
TO_GDR2(echobot)
TO_GDR2(echobot_json)
TO_GDR2(tasbot)
TO_GDR2(xbot)
TO_GDR2(amethyst)
TO_GDR2(cml)
TO_GDR2(omegabot2)
TO_GDR2(omegabot3)
TO_GDR2(qbot)
TO_GDR2(gdmo21)
TO_GDR2(gdmo)

MACROS_TARGETS(FROM_GDR2)
