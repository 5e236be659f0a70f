/* SPDX-License-Identifier: MIT
 * BSOR to XROR by the mapping of the reference: frames as they are, notes as events grouped by their result. */
#include "core/chunk.h"
#include "formats/xror/reader.h"
#include "pairs/beatsaber/xror.h"

enum { KINDS = BSOR_BOMB + 1 };

typedef struct play {
    const bsor_note *notes;
    const bsor_frame *frames;
    size_t note_count, frame_count;
    bool bare;    /* a standalone headset: bad cuts have no cut */
    bool ordered; /* notes have their index in the original */
    const xror_wishes *wishes;
} play;

/* ---- values ----------------------------------------------------------------------------------------------------- */

/* Python makes a signalling NaN quiet on its way. */
static float stored(const play *p, float value)
{
    bool quiet = value != value && !p->wishes->every;
    return quiet ? reel_float_of(reel_float_bits(value) | UINT32_C(1) << 22) : value;
}

static double widened(const play *p, float value) { return xror_widen(stored(p, value)); }

static reel_pose pose_of(const play *p, const reel_pose *pose)
{
    const reel_vec3 *v = &pose->position;
    const reel_quaternion *q = &pose->rotation;
    return (reel_pose){ { stored(p, v->x), stored(p, v->y), stored(p, v->z) },
                        { stored(p, q->x), stored(p, q->y), stored(p, q->z), stored(p, q->w) } };
}

/* A column of floats holds an unsigned integer, rounded. */
static double rounded(int32_t value, uint64_t *lost)
{
    double stored_value = (double)(float)(uint32_t)value;
    *lost += stored_value != (double)(uint32_t)value;
    return stored_value;
}

static bsor_cut quiet_cut(const play *p, const bsor_cut *cut)
{
    bsor_cut quiet = *cut;
    float *const values[] = {
        &quiet.saber_speed,       &quiet.saber_direction.x,
        &quiet.saber_direction.y, &quiet.saber_direction.z,
        &quiet.time_deviation,    &quiet.cut_direction_deviation,
        &quiet.cut_point.x,       &quiet.cut_point.y,
        &quiet.cut_point.z,       &quiet.cut_normal.x,
        &quiet.cut_normal.y,      &quiet.cut_normal.z,
        &quiet.cut_angle,         &quiet.cut_distance_to_center,
        &quiet.before_cut_rating, &quiet.after_cut_rating,
    };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) *values[i] = stored(p, *values[i]);
    return quiet;
}

/* ---- events ----------------------------------------------------------------------------------------------------- */

static xror_note note_of(const play *p, size_t index)
{
    const bsor_note *from = &p->notes[index];
    bool good = from->event_type == BSOR_GOOD_CUT, bad = from->event_type == BSOR_BAD_CUT && !p->bare;
    xror_note note = { .event_time = widened(p, from->event_time),
                       .spawn_time = widened(p, from->spawn_time),
                       .note_id = (int64_t)(uint32_t)from->note_id,
                       .order = p->ordered ? (int64_t)index : 0,
                       .event_type = (uint8_t)from->event_type,
                       .has = (uint8_t)((good || bad ? XROR_NOTE_CUT : 0) | (bad ? XROR_NOTE_FLAGS : 0) |
                                        (p->ordered ? XROR_NOTE_ORDER : 0)) };
    if (good || bad) {
        bsor_cut cut = quiet_cut(p, &from->cut);
        reel__note_from_cut(&note, &cut);
    }
    if (good) note.speed_ok = note.direction_ok = note.saber_type_ok = note.was_cut_too_soon = 0;
    return note;
}

static void add_garbage(pair_job *job, const play *p, const bsor_note *note)
{
    reel_row_list *list = reel_chunk_table(job->out, &xror_garbages);
    xror_garbage *row = reel_row_add(list);
    uint8_t raw[BSOR_CUT_BYTES];
    if (!row) return;
    reel__raw_of_cut(&note->cut, raw);
    *row = (xror_garbage){ widened(p, note->event_time), reel_chunk_bytes(job->out, raw, sizeof raw) };
}

/* Whether a note is behind one that a sort by time puts after it. */
static bool out_of_order(const bsor_note *before, const bsor_note *note)
{
    return !(before->event_time < note->event_time ||
             (before->event_time == note->event_time && before->event_type <= note->event_type));
}

/* Whether the order of the notes says more than their times: a bad cut before a good one of the same frame, or times that go back. The score
 * depends on it. */
static bool has_order(const play *p)
{
    for (size_t i = 1; i < p->note_count; i++)
        if (out_of_order(&p->notes[i - 1], &p->notes[i])) return true;
    return false;
}

/* Members of a cut that is not written. */
static void lose_cuts(pair_job *job, uint64_t cuts)
{
    for (size_t f = 0; f < bsor_notes.field_count && cuts; f++) {
        const reel_field *field = &bsor_notes.fields[f];
        if (field->present_mask)
            reel__pair_lose(job, &bsor_notes, field->name, cuts,
                            "bad cuts of standalone headsets have no cut, without the convention \"" XROR_FULL "\"");
    }
}

static void add_notes(pair_job *job, const play *p)
{
    size_t counts[KINDS] = { 0 }, starts[KINDS], known = 0;
    uint64_t cuts = 0, flags = 0;
    for (size_t i = 0; i < p->note_count; i++)
        if (p->notes[i].event_type >= 0 && p->notes[i].event_type < KINDS) counts[p->notes[i].event_type]++;
    for (size_t k = 0; k < KINDS; k++) {
        starts[k] = known;
        known += counts[k];
    }
    xror_note *rows = reel__make_rows(job, &xror_notes, known);
    for (size_t i = 0; rows && i < p->note_count; i++) {
        const bsor_note *note = &p->notes[i];
        if (note->event_type < 0 || note->event_type >= KINDS) continue;
        rows[starts[note->event_type]++] = note_of(p, i);
        bool bad = note->event_type == BSOR_BAD_CUT;
        if (bad && p->bare && p->wishes->full) add_garbage(job, p, note);
        cuts += bad && p->bare && !p->wishes->full;
        flags += note->event_type == BSOR_GOOD_CUT && (note->cut.speed_ok != 1 || note->cut.direction_ok != 1 ||
                                                       note->cut.saber_type_ok != 1 || note->cut.was_cut_too_soon);
    }
    if (!p->wishes->strict) return;
    reel__pair_lose(job, &bsor_notes, "event_type", p->note_count - known, "XROR has no event for this result");
    lose_cuts(job, cuts);
    reel__pair_lose(job, &bsor_notes, "speed_ok", flags, "XROR has no flags for good cuts");
}

static void add_frames(pair_job *job, const play *p)
{
    uint64_t lost = 0, rates = 0;
    xror_frame *rows = reel__make_rows(job, &xror_frames, p->frame_count);
    for (size_t i = 0; rows && i < p->frame_count; i++) {
        const bsor_frame *frame = &p->frames[i];
        rows[i] = (xror_frame){ .time = widened(p, frame->time),
                                .head = pose_of(p, &frame->head),
                                .left_hand = pose_of(p, &frame->left_hand),
                                .right_hand = pose_of(p, &frame->right_hand),
                                .poses = XROR_HAS_HEAD | XROR_HAS_LEFT_HAND | XROR_HAS_RIGHT_HAND };
        rates += frame->fps != 0;
    }
    if (!p->wishes->full) {
        if (p->wishes->strict)
            reel__pair_lose(job, &bsor_frames, "fps", rates, "XROR has no frame rates, without the convention \"" XROR_FULL "\"");
        return;
    }
    xror_fps *fps = reel__make_rows(job, &xror_frame_rates, p->frame_count);
    for (size_t i = 0; fps && i < p->frame_count; i++)
        fps[i] = (xror_fps){ widened(p, p->frames[i].time), rounded(p->frames[i].fps, &lost) };
    if (p->wishes->strict) reel__pair_lose(job, &bsor_frames, "fps", lost, "XROR stores floats: integers above 2^24 are rounded");
}

static void add_other_events(pair_job *job, const play *p, const reel_chunk *in)
{
    size_t count;
    uint64_t lost = 0;
    const bsor_wall *walls = reel_chunk_rows(in, &bsor_walls, &count);
    count = reel__bsor_rows_of(in, BSOR_WALLS);
    xror_wall *wall = reel__make_rows(job, &xror_walls, count);
    for (size_t i = 0; wall && i < count; i++)
        wall[i] = (xror_wall){ widened(p, walls[i].time), widened(p, walls[i].energy), widened(p, walls[i].spawn_time),
                               rounded(walls[i].wall_id, &lost) };
    if (p->wishes->strict)
        reel__pair_lose(job, &bsor_walls, "wall_id", lost, "XROR stores floats: integers above 2^24 are rounded");
    const bsor_height *heights = reel_chunk_rows(in, &bsor_heights, &count);
    count = reel__bsor_rows_of(in, BSOR_HEIGHTS);
    xror_height *height = reel__make_rows(job, &xror_heights, count);
    for (size_t i = 0; height && i < count; i++)
        height[i] = (xror_height){ widened(p, heights[i].time), widened(p, heights[i].height) };
    const bsor_pause *pauses = reel_chunk_rows(in, &bsor_pauses, &count);
    count = reel__bsor_rows_of(in, BSOR_PAUSES);
    xror_pause *pause = reel__make_rows(job, &xror_pauses, count);
    for (size_t i = 0; pause && i < count; i++) pause[i] = (xror_pause){ widened(p, pauses[i].time), pauses[i].duration };
}

/* Whether some value of a field is a signalling NaN. */
static bool has_signalling(const reel_field *field, const uint8_t *row)
{
    for (size_t i = 0; i < field->count; i++) {
        float value;
        memcpy(&value, row + field->offset + i * sizeof value, sizeof value);
        if (value != value && !(reel_float_bits(value) & UINT32_C(1) << 22)) return true;
    }
    return false;
}

/* Their bits change where the output is that of the reference. */
static void lose_signalling(pair_job *job, const reel_chunk *in)
{
    static const reel_table *const tables[] = { &bsor_infos, &bsor_frames, &bsor_notes, &bsor_walls, &bsor_heights };
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        size_t count;
        const uint8_t *rows = reel_chunk_rows(in, tables[t], &count);
        for (size_t f = 0; f < tables[t]->field_count; f++) {
            const reel_field *field = &tables[t]->fields[f];
            uint64_t lost = 0;
            for (size_t i = 0; field->type == REEL_F32 && i < count; i++) {
                const uint8_t *row = rows + i * tables[t]->row_size;
                lost += has_signalling(field, row) && reel_field_present(field, row);
            }
            reel__pair_lose(job, tables[t], field->name, lost, "signalling NaN is made quiet, as the reference does");
        }
    }
}

/* ---- the play --------------------------------------------------------------------------------------------------- */

reel_status reel__convert_bsor_xror(pair_job *job, const reel_chunk *in, const xror_wishes *wishes, const char *extension)
{
    size_t count;
    const bsor_info *info = reel_chunk_rows(in, &bsor_infos, &count), nothing = { 0 };
    if (!count) info = &nothing;
    play p = { .wishes = wishes, .bare = reel__text_is(info->platform, "oculus") };
    p.notes = reel_chunk_rows(in, &bsor_notes, &count);
    p.frames = reel_chunk_rows(in, &bsor_frames, &count);
    p.note_count = reel__bsor_rows_of(in, BSOR_NOTES);
    p.frame_count = reel__bsor_rows_of(in, BSOR_FRAMES);
    p.ordered = wishes->full || has_order(&p);
    xror_header header;
    reel__header_of_bsor(job, info, wishes, &header);
    reel__header_add(job, &header, wishes, extension);
    reel_status status =
        reel__xror_add_beatsaber_types(job->out, (wishes->full ? XROR_WITH_FPS | XROR_WITH_GARBAGE : 0) |
                                                     (p.ordered ? XROR_WITH_ORDER : 0) | (p.bare ? XROR_WITH_BARE : 0));
    add_frames(job, &p);
    add_notes(job, &p);
    add_other_events(job, &p, in);
    if (wishes->strict && !wishes->every) lose_signalling(job, in);
    return status < 0 ? status : reel__made_status(job);
}
