/* SPDX-License-Identifier: MIT
 * XROR to BSOR: events become notes again, in their order in the original file or else by time. */
#include "core/memory.h"
#include "core/rank.h"
#include "formats/xror/reader.h"
#include "pairs/beatsaber/xror.h"

typedef struct losses {
    uint64_t digits, ids, sabers, cuts;
} losses;

static bool loses_digits(const xror_note *note)
{
    const double values[] = { note->event_time,
                              note->spawn_time,
                              note->saber_speed,
                              note->time_deviation,
                              note->cut_direction_deviation,
                              note->cut_distance_to_center,
                              note->cut_angle,
                              note->before_cut_rating,
                              note->after_cut_rating,
                              note->saber_direction[0],
                              note->saber_direction[1],
                              note->saber_direction[2],
                              note->cut_point[0],
                              note->cut_point[1],
                              note->cut_point[2],
                              note->cut_normal[0],
                              note->cut_normal[1],
                              note->cut_normal[2] };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (!xror_is_float(values[i])) return true;
    return false;
}

/* Integers are read unsigned by the reference: both signs of it are accepted. */
static bool fits_32_bits(int64_t value) { return value >= INT32_MIN && value <= UINT32_MAX; }

/* ---- notes ------------------------------------------------------------------------------------------------------ */

typedef struct garbage {
    const xror_garbage *rows;
    size_t count, next;
} garbage;

static bsor_note note_of(const xror_note *from, garbage *g, losses *lost)
{
    bsor_note note = { .note_id = (int32_t)(uint32_t)from->note_id,
                       .event_time = xror_narrow(from->event_time),
                       .spawn_time = xror_narrow(from->spawn_time),
                       .event_type = from->event_type,
                       .has_cut = bsor_event_has_cut(from->event_type) };
    const xror_garbage *raw = from->event_type == XROR_BAD_CUT && g->next < g->count ? &g->rows[g->next++] : NULL;
    lost->digits += loses_digits(from);
    lost->ids += !fits_32_bits(from->note_id);
    lost->sabers += !fits_32_bits(from->saber_type);
    lost->cuts += !note.has_cut && from->has & XROR_NOTE_CUT;
    if (!note.has_cut) return note;
    if (from->has & XROR_NOTE_CUT)
        note.cut = reel__cut_from_note(from);
    else if (raw && raw->data.size == BSOR_CUT_BYTES)
        note.cut = reel__cut_of_raw(raw->data.data);
    return note;
}

/* Keys of notes in the order of the original file: its index if every note has it, otherwise the time, and the result at equal times. */
static void fill_keys(const xror_note *notes, size_t count, uint64_t *keys)
{
    bool ordered = true;
    for (size_t i = 0; i < count; i++)
        ordered &= notes[i].has & XROR_NOTE_ORDER && notes[i].order >= 0 && notes[i].order <= UINT32_MAX;
    for (size_t i = 0; i < count; i++)
        keys[i] = ordered ? (uint64_t)notes[i].order << 32 | i : reel__time_key(xror_narrow(notes[i].event_time), i);
}

/* `index` of each result in turn, so that equal times keep the sequence good, bad, miss, bomb however the types stand in the file. */
static void gather(const xror_note *notes, size_t count, xror_note *to)
{
    size_t made = 0;
    for (unsigned type = XROR_GOOD_CUT; type <= XROR_BOMB; type++)
        for (size_t i = 0; i < count; i++)
            if (notes[i].event_type == type) to[made++] = notes[i];
}

static reel_status add_notes(pair_job *job, const reel_chunk *in)
{
    size_t count, valid = 0;
    const xror_note *notes = reel_chunk_rows(in, &xror_notes, &count);
    garbage g = { 0 };
    losses lost = { 0 };
    g.rows = reel_chunk_rows(in, &xror_garbages, &g.count);
    for (size_t i = 0; i < count; i++) valid += notes[i].event_type <= XROR_BOMB;
    if (valid > UINT32_MAX / 2) return reel_fail(job->error, REEL_LIMIT, "convert.rows", "notes", 0, "too many notes for BSOR");
    bsor_note *rows = reel__make_rows(job, &bsor_notes, valid);
    if (!rows) return reel__made_status(job);
    uint64_t *keys = reel__memory_new(&job->allocator, 2 * valid * sizeof *keys);
    xror_note *sorted = reel__memory_new(&job->allocator, valid * sizeof *sorted);
    bsor_note *made = reel__memory_new(&job->allocator, valid * sizeof *made);
    if (keys && sorted && made) {
        gather(notes, count, sorted);
        for (size_t i = 0; i < valid; i++) made[i] = note_of(&sorted[i], &g, &lost);
        fill_keys(sorted, valid, keys);
        reel__rank_numbers(keys, keys + valid, valid);
        for (size_t i = 0; i < valid; i++) rows[i] = made[keys[i] & UINT32_MAX];
    }
    bool enough = keys && sorted && made;
    reel__memory_drop(&job->allocator, keys);
    reel__memory_drop(&job->allocator, sorted);
    reel__memory_drop(&job->allocator, made);
    if (!enough) return reel__memory_fail(job->error);
    reel__pair_lose(job, &xror_notes, "event_type", count - valid, "BSOR has no such result");
    reel__pair_lose(job, &xror_notes, "event_time", lost.digits, "BSOR stores only 32 bits of numbers: the last digits are lost");
    reel__pair_lose(job, &xror_notes, "note_id", lost.ids, "BSOR stores only 32 bits of it");
    reel__pair_lose(job, &xror_notes, "saber_type", lost.sabers, "BSOR stores only 32 bits of it");
    reel__pair_lose(job, &xror_notes, "cut_point", lost.cuts, "BSOR stores cut data only for good and bad cuts");
    return REEL_OK;
}

/* ---- other rows ------------------------------------------------------------------------------------------------- */

/* A number as the unsigned integer that it was, or 0. */
static int32_t integer_of(double value, uint64_t *lost)
{
    if (value >= 0 && value <= UINT32_MAX && value == (double)(uint32_t)value) return (int32_t)(uint32_t)value;
    if (value < 0 && value >= INT32_MIN && value == (double)(int32_t)value) return (int32_t)value;
    if (value == (double)(float)UINT32_MAX) return -1;
    ++*lost;
    return 0;
}

static float float_of(double value, uint64_t *lost)
{
    *lost += !xror_is_float(value);
    return xror_narrow(value);
}

static void add_frames(pair_job *job, const reel_chunk *in)
{
    static const char *const all = "some devices are missing: their poses are all zeros";
    size_t count, rates;
    uint64_t digits = 0, fps = 0, missing = 0;
    const xror_frame *frames = reel_chunk_rows(in, &xror_frames, &count);
    const xror_fps *rate = reel_chunk_rows(in, &xror_frame_rates, &rates);
    bsor_frame *rows = reel__make_rows(job, &bsor_frames, count);
    for (size_t i = 0; rows && i < count; i++) {
        const unsigned every = XROR_HAS_HEAD | XROR_HAS_LEFT_HAND | XROR_HAS_RIGHT_HAND;
        rows[i] =
            (bsor_frame){ .time = float_of(frames[i].time, &digits), .fps = rates == count ? integer_of(rate[i].fps, &fps) : 0 };
        if (frames[i].poses & XROR_HAS_HEAD) rows[i].head = frames[i].head;
        if (frames[i].poses & XROR_HAS_LEFT_HAND) rows[i].left_hand = frames[i].left_hand;
        if (frames[i].poses & XROR_HAS_RIGHT_HAND) rows[i].right_hand = frames[i].right_hand;
        missing += (frames[i].poses & every) != every;
    }
    reel__pair_lose(job, &xror_frames, "time", digits, "BSOR stores only 32 bits of numbers: the last digits are lost");
    reel__pair_lose(job, &xror_frame_rates, "fps", rates == count ? fps : rates, "BSOR stores an integer for each frame");
    reel__report_converted(job, "convert.xror.poses", REEL_WARNING, &xror_frames, missing, all);
}

static void add_other_rows(pair_job *job, const reel_chunk *in)
{
    size_t count;
    uint64_t ids = 0, digits[2] = { 0 };
    const xror_wall *walls = reel_chunk_rows(in, &xror_walls, &count);
    bsor_wall *wall = reel__make_rows(job, &bsor_walls, count);
    for (size_t i = 0; wall && i < count; i++)
        wall[i] = (bsor_wall){ .wall_id = integer_of(walls[i].wall_id, &ids),
                               .energy = float_of(walls[i].energy, &digits[0]),
                               .time = float_of(walls[i].time, &digits[0]),
                               .spawn_time = float_of(walls[i].spawn_time, &digits[0]) };
    const xror_height *heights = reel_chunk_rows(in, &xror_heights, &count);
    bsor_height *height = reel__make_rows(job, &bsor_heights, count);
    for (size_t i = 0; height && i < count; i++)
        height[i] = (bsor_height){ float_of(heights[i].height, &digits[1]), float_of(heights[i].time, &digits[1]) };
    const xror_pause *pauses = reel_chunk_rows(in, &xror_pauses, &count);
    bsor_pause *pause = reel__make_rows(job, &bsor_pauses, count);
    for (size_t i = 0; pause && i < count; i++)
        pause[i] = (bsor_pause){ pauses[i].duration, float_of(pauses[i].time, &digits[1]) };
    reel__pair_lose(job, &xror_walls, "wall_id", ids, "BSOR stores an integer of 32 bits");
    reel__pair_lose(job, &xror_walls, "time", digits[0], "BSOR stores only 32 bits of numbers: the last digits are lost");
    reel__pair_lose(job, &xror_heights, "time", digits[1], "BSOR stores only 32 bits of numbers: the last digits are lost");
}

/* ---- the recording ---------------------------------------------------------------------------------------------- */

reel_status reel__convert_xror_bsor(pair_job *job, const reel_chunk *in)
{
    bsor_info *info = reel__make_rows(job, &bsor_infos, 1);
    xror_header header;
    reel__header_of_xror(in, &header);
    if (info) reel__header_to_bsor(job, &header, NULL, info);
    add_frames(job, in);
    reel_status status = add_notes(job, in);
    add_other_rows(job, in);
    return status < 0 ? status : reel__made_status(job);
}
