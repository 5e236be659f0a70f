/* SPDX-License-Identifier: MIT
 * BSOR to XROR by the mapping of the reference: frames as they are, notes as events grouped by their result. ScoreSaber goes by way of
 * BSOR. With REEL_CARRY the file also has the key "bsor" (xror_kept.c), and nothing is lost. */
#include "core/chunk.h"
#include "formats/xror/reader.h"
#include "pairs/beatsaber/xror.h"

enum { KINDS = BSOR_BOMB + 1 };

/* The convention of writing that adds what the reference has options for. */
#define FULL "full"

typedef struct play {
    const bsor_note *notes;
    const bsor_frame *frames;
    size_t note_count, frame_count;
    bool bare;    /* a standalone headset: bad cuts have no cut */
    bool ordered; /* notes have their index in the original */
    const xror_wishes *wishes;
} play;

size_t bsor_rows_of(const reel_chunk *in, bsor_section_id id)
{
    size_t count, all;
    const bsor_section *sections = reel_chunk_rows(in, &bsor_sections, &count);
    reel_chunk_rows(in, bsor_section_kinds[id].table, &all);
    for (size_t i = 0; i < count; i++)
        if (sections[i].id == id && !sections[i].bare) return sections[i].count < all ? sections[i].count : all;
    return all;
}

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

/* ---- cuts ------------------------------------------------------------------------------------------------------- */

void raw_of_cut(const bsor_cut *cut, uint8_t raw[BSOR_CUT_BYTES])
{
    bsor_copy_words(raw, cut, BSOR_CUT_BYTES);
    memcpy(raw, cut, 4);
}

static void fill_vector(double to[3], const reel_vec3 *from)
{
    to[0] = xror_widen(from->x);
    to[1] = xror_widen(from->y);
    to[2] = xror_widen(from->z);
}

void note_from_cut(xror_note *note, const bsor_cut *cut)
{
    note->speed_ok = cut->speed_ok == 1;
    note->direction_ok = cut->direction_ok == 1;
    note->saber_type_ok = cut->saber_type_ok == 1;
    note->was_cut_too_soon = cut->was_cut_too_soon == 1;
    note->saber_speed = xror_widen(cut->saber_speed);
    fill_vector(note->saber_direction, &cut->saber_direction);
    note->saber_type = (int64_t)(uint32_t)cut->saber_type;
    note->time_deviation = xror_widen(cut->time_deviation);
    note->cut_direction_deviation = xror_widen(cut->cut_direction_deviation);
    fill_vector(note->cut_point, &cut->cut_point);
    fill_vector(note->cut_normal, &cut->cut_normal);
    note->cut_distance_to_center = xror_widen(cut->cut_distance_to_center);
    note->cut_angle = xror_widen(cut->cut_angle);
    note->before_cut_rating = xror_widen(cut->before_cut_rating);
    note->after_cut_rating = xror_widen(cut->after_cut_rating);
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
        note_from_cut(&note, &cut);
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
    raw_of_cut(&note->cut, raw);
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
            pair_lose(job, &bsor_notes, field->name, cuts,
                      "bad cuts of standalone headsets have no cut, without the convention \"" FULL "\"");
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
    xror_note *rows = make_rows(job, &xror_notes, known);
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
    pair_lose(job, &bsor_notes, "event_type", p->note_count - known, "XROR has no event for this result");
    lose_cuts(job, cuts);
    pair_lose(job, &bsor_notes, "speed_ok", flags, "XROR has no flags for good cuts");
}

static void add_frames(pair_job *job, const play *p)
{
    uint64_t lost = 0, rates = 0;
    xror_frame *rows = make_rows(job, &xror_frames, p->frame_count);
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
            pair_lose(job, &bsor_frames, "fps", rates, "XROR has no frame rates, without the convention \"" FULL "\"");
        return;
    }
    xror_fps *fps = make_rows(job, &xror_frame_rates, p->frame_count);
    for (size_t i = 0; fps && i < p->frame_count; i++)
        fps[i] = (xror_fps){ widened(p, p->frames[i].time), rounded(p->frames[i].fps, &lost) };
    if (p->wishes->strict) pair_lose(job, &bsor_frames, "fps", lost, "XROR stores floats: integers above 2^24 are rounded");
}

static void add_other_events(pair_job *job, const play *p, const reel_chunk *in)
{
    size_t count;
    uint64_t lost = 0;
    const bsor_wall *walls = reel_chunk_rows(in, &bsor_walls, &count);
    count = bsor_rows_of(in, BSOR_WALLS);
    xror_wall *wall = make_rows(job, &xror_walls, count);
    for (size_t i = 0; wall && i < count; i++)
        wall[i] = (xror_wall){ widened(p, walls[i].time), widened(p, walls[i].energy), widened(p, walls[i].spawn_time),
                               rounded(walls[i].wall_id, &lost) };
    if (p->wishes->strict) pair_lose(job, &bsor_walls, "wall_id", lost, "XROR stores floats: integers above 2^24 are rounded");
    const bsor_height *heights = reel_chunk_rows(in, &bsor_heights, &count);
    count = bsor_rows_of(in, BSOR_HEIGHTS);
    xror_height *height = make_rows(job, &xror_heights, count);
    for (size_t i = 0; height && i < count; i++)
        height[i] = (xror_height){ widened(p, heights[i].time), widened(p, heights[i].height) };
    const bsor_pause *pauses = reel_chunk_rows(in, &bsor_pauses, &count);
    count = bsor_rows_of(in, BSOR_PAUSES);
    xror_pause *pause = make_rows(job, &xror_pauses, count);
    for (size_t i = 0; pause && i < count; i++) pause[i] = (xror_pause){ widened(p, pauses[i].time), pauses[i].duration };
}

/* ---- the play --------------------------------------------------------------------------------------------------- */

reel_status convert_bsor_xror(pair_job *job, const reel_chunk *in, const xror_wishes *wishes, const char *extension)
{
    size_t count;
    const bsor_info *info = reel_chunk_rows(in, &bsor_infos, &count), nothing = { 0 };
    if (!count) info = &nothing;
    play p = { .wishes = wishes, .bare = text_is(info->platform, "oculus") };
    p.notes = reel_chunk_rows(in, &bsor_notes, &count);
    p.frames = reel_chunk_rows(in, &bsor_frames, &count);
    p.note_count = bsor_rows_of(in, BSOR_NOTES);
    p.frame_count = bsor_rows_of(in, BSOR_FRAMES);
    p.ordered = wishes->full || has_order(&p);
    xror_header header;
    header_of_bsor(job, info, wishes, &header);
    header_add(job, &header, wishes, extension);
    reel_status status =
        xror_add_beatsaber_types(job->out, (wishes->full ? XROR_WITH_FPS | XROR_WITH_GARBAGE : 0) |
                                               (p.ordered ? XROR_WITH_ORDER : 0) | (p.bare ? XROR_WITH_BARE : 0));
    add_frames(job, &p);
    add_notes(job, &p);
    add_other_events(job, &p, in);
    return status < 0 ? status : made_status(job);
}

static void lose_sections(pair_job *job, const reel_chunk *in)
{
    static const char *const none[] = { NULL };
    size_t count;
    lose_others(job, in, &bsor_offsets, none, "XROR cannot store it");
    lose_others(job, in, &bsor_user_data, none, "XROR cannot store it");
    const bsor_section *sections = reel_chunk_rows(in, &bsor_sections, &count);
    uint64_t raw = 0, again = 0;
    unsigned met = 0;
    for (size_t i = 0; i < count; i++) {
        raw += sections[i].raw.size != 0;
        again += sections[i].id < BSOR_NEEDED_SECTIONS && met >> sections[i].id & 1;
        if (sections[i].id < BSOR_NEEDED_SECTIONS) met |= 1u << sections[i].id;
    }
    pair_lose(job, &bsor_sections, "raw", raw, "XROR cannot store bytes outside the sections");
    pair_lose(job, &bsor_sections, "id", again, "XROR has only the first section of each kind");
}

static xror_wishes wishes_of(const pair_job *job)
{
    bool full = job->convention && strcmp(job->convention, FULL) == 0;
    return (xror_wishes){ .full = full, .strict = true };
}

static reel_status convert_with_mapping(pair_job *job, const reel_chunk *in)
{
    xror_wishes wishes = wishes_of(job);
    lose_sections(job, in);
    return convert_bsor_xror(job, in, &wishes, "BeatLeader");
}

static reel_status convert_bsor(pair_job *job, const reel_chunk *in)
{
    static const xror_wishes kept_wishes = { .full = true, .every = true };
    if (!(job->flags & REEL_CARRY)) return convert_with_mapping(job, in);
    bsor_kept kept = { .replay = NULL };
    reel_status status = kept_begin(job, in, &kept);
    if (status >= 0 && kept.replay) {
        status = convert_bsor_xror(job, reel_replay_chunk(kept.replay), &kept_wishes, "BeatLeader");
        if (status >= 0) status = kept_add(job, &kept);
    } else if (status >= 0) {
        status = convert_with_mapping(job, in);
    }
    kept_free(&kept);
    return status;
}

const convert_pair pair_bsor_xror = { .from = &reel_format_bsor, .to = &reel_format_xror, .chunk = convert_bsor };

/* Converts to BSOR and then to XROR. */
static reel_status convert_by_bsor(pair_job *job, const reel_chunk *in, reel_status (*first_step)(pair_job *, const reel_chunk *))
{
    xror_wishes wishes = wishes_of(job);
    pair_job first = *job;
    first.out = chunk_new(reel_format_bsor.tables, reel_format_bsor.tables, UINT64_MAX, &job->allocator);
    if (!first.out) return reel_fail(job->error, REEL_MEMORY, "reel.memory", "", 0, "out of memory for the conversion");
    reel_status status = first_step(&first, in);
    if (status >= 0) lose_sections(job, first.out);
    if (status >= 0) status = convert_bsor_xror(job, first.out, &wishes, "ScoreSaber");
    chunk_free(first.out);
    return status;
}

static reel_status convert_scoresaber(pair_job *job, const reel_chunk *in)
{
    return convert_by_bsor(job, in, convert_scoresaber_bsor);
}

static reel_status convert_json(pair_job *job, const reel_chunk *in)
{
    return convert_by_bsor(job, in, convert_scoresaber_json_bsor);
}

const convert_pair pair_scoresaber_xror = { .from = &reel_format_scoresaber,
                                            .to = &reel_format_xror,
                                            .chunk = convert_scoresaber };
const convert_pair pair_scoresaber_json_xror = { .from = &reel_format_scoresaber_json,
                                                 .to = &reel_format_xror,
                                                 .chunk = convert_json };
