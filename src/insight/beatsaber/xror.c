/* SPDX-License-Identifier: MIT
 * Fills a play from the rows of an XROR file, which the rules for BSOR apply to. Events are grouped by their result there, so they are put
 * in the order of the original file, or of time. */
#include "insight/beatsaber/evidence.h"
#include "insight/beatsaber/feed.h"
#include "insight/beatsaber/frames.h"
#include "insight/beatsaber/motion.h"
#include "insight/beatsaber/play.h"

#include <reel/xror.h>

enum { FRAMES_AT_ONCE = 64, CUT_BYTES = 72 };

/* The cut of a bad cut as a standalone headset wrote it; one for each of them, in their order. */
typedef struct raw_cuts {
    const xror_garbage *rows;
    size_t count, next;
} raw_cuts;

static float load_float(const uint8_t *at) { return reel_float_of(reel_load_u32le(at)); }

static reel_vec3 load_vec(const uint8_t *at) { return (reel_vec3){ load_float(at), load_float(at + 4), load_float(at + 8) }; }

/* The members of a cut that count; bsor_cut has their offsets. */
static bsor_cut cut_of_bytes(const uint8_t *raw)
{
    return (bsor_cut){ .saber_speed = load_float(raw + offsetof(bsor_cut, saber_speed)),
                       .saber_type = (int32_t)reel_load_u32le(raw + offsetof(bsor_cut, saber_type)),
                       .time_deviation = load_float(raw + offsetof(bsor_cut, time_deviation)),
                       .cut_point = load_vec(raw + offsetof(bsor_cut, cut_point)),
                       .cut_normal = load_vec(raw + offsetof(bsor_cut, cut_normal)),
                       .cut_distance_to_center = load_float(raw + offsetof(bsor_cut, cut_distance_to_center)),
                       .before_cut_rating = load_float(raw + offsetof(bsor_cut, before_cut_rating)),
                       .after_cut_rating = load_float(raw + offsetof(bsor_cut, after_cut_rating)) };
}

static bsor_note note_of(const xror_note *row, const reel_bytes *raw)
{
    bsor_note note = { .note_id = (int32_t)(uint32_t)row->note_id,
                       .event_time = (float)row->event_time,
                       .spawn_time = (float)row->spawn_time,
                       .event_type = row->event_type };
    if (row->has & XROR_NOTE_CUT) {
        note.has_cut = 1;
        note.cut = (bsor_cut){ .saber_speed = (float)row->saber_speed,
                               .saber_type = (int32_t)(uint32_t)row->saber_type,
                               .time_deviation = (float)row->time_deviation,
                               .cut_point = { (float)row->cut_point[0], (float)row->cut_point[1], (float)row->cut_point[2] },
                               .cut_normal = { (float)row->cut_normal[0], (float)row->cut_normal[1], (float)row->cut_normal[2] },
                               .cut_distance_to_center = (float)row->cut_distance_to_center,
                               .before_cut_rating = (float)row->before_cut_rating,
                               .after_cut_rating = (float)row->after_cut_rating };
    } else if (raw && raw->size == CUT_BYTES) {
        note.has_cut = 1;
        note.cut = cut_of_bytes(raw->data);
    }
    return note;
}

/* Whether all notes have their order, and it fits in a key. */
static bool are_ordered(const xror_note *notes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!(notes[i].has & XROR_NOTE_ORDER) || notes[i].order < 0 || notes[i].order > UINT32_MAX) return false;
    return true;
}

/* Fills keys in the sequence good, bad, miss, bomb, which a stable sort keeps at equal times. */
static size_t fill_keys(const play_state *play, const xror_note *notes, size_t count, play_key *keys)
{
    bool ordered = are_ordered(notes, count);
    size_t made = 0;
    for (unsigned type = XROR_GOOD_CUT; type <= XROR_BOMB; type++)
        for (size_t i = 0; i < count; i++)
            if (notes[i].event_type == type)
                keys[made++] = (play_key){ ordered ? (uint32_t)notes[i].order
                                                   : reel__play_key_of(play_number(play, (float)notes[i].event_time)),
                                           (uint32_t)i };
    return made;
}

/* Where the last attempt begins in the frames; 0 if there is only one. The rule is that of bsor_attempts. Without `order`, notes were recorded in
 * the order of their times. */
static size_t last_attempt(const reel_chunk *chunk, double *end, size_t *attempts)
{
    size_t count, first = 0;
    *attempts = 1;
    const xror_frame *frames = reel_chunk_rows(chunk, &xror_frames, &count);
    for (size_t i = 2; i + 1 < count; i++) {
        const double after = fmax(frames[i].time, frames[i + 1].time);
        if (after + 1 < fmin(frames[i - 2].time, frames[i - 1].time) && after < frames[0].time + 1) first = i, ++*attempts;
    }
    *end = count ? frames[count - 1].time : 0;
    return first;
}

/* How many of the notes, in the order of the original file, are of earlier attempts. */
static size_t earlier_notes(const reel_chunk *chunk, const play_key *keys, size_t count)
{
    size_t all, first = 0, steps = 0, attempts;
    double end;
    const xror_note *notes = reel_chunk_rows(chunk, &xror_notes, &all);
    if (!count || !last_attempt(chunk, &end, &attempts)) return 0;
    for (size_t i = 1; i < count; i++)
        if (notes[keys[i].index].event_time < notes[keys[i - 1].index].event_time) first = i, steps++;
    if (steps + 1 >= attempts) return first;
    if (notes[keys[count - 1].index].event_time > end + 1) return count;
    for (size_t i = count; i-- > first + 1;) {
        const xror_note *one = &notes[keys[0].index], *note = &notes[keys[i].index];
        if (note->note_id == one->note_id && note->spawn_time == one->spawn_time) return i;
    }
    return first;
}

/* The same for a table of rows in the order of the original file. */
static size_t earlier_rows(const reel_chunk *chunk, const reel_table *table)
{
    size_t count, first = 0, attempts;
    double end, last = 0, time;
    const uint8_t *rows = reel_chunk_rows(chunk, table, &count);
    if (!count || !last_attempt(chunk, &end, &attempts)) return 0;
    for (size_t i = 0; i < count; i++, last = time) {
        time = reel_field_number(reel_table_time(table), rows + i * table->row_size, 0);
        if (i && time < last) first = i;
    }
    return first || last <= end + 1 ? first : count;
}

static bool add_sorted(play_state *play, const reel_chunk *chunk, const play_key *keys, size_t count, const reel_bytes **raw)
{
    size_t all, from = play->server ? 0 : earlier_notes(chunk, keys, count);
    const xror_note *notes = reel_chunk_rows(chunk, &xror_notes, &all);
    uint64_t first = play->note_rows;
    for (size_t i = from; i < count && !play->server; i++) {
        bsor_note note = note_of(&notes[keys[i].index], raw[keys[i].index]);
        reel__play_look_at_bsor_note(play, &note);
    }
    for (size_t i = from; i < count; i++) {
        bsor_note note = note_of(&notes[keys[i].index], raw[keys[i].index]);
        play->note_rows = first + keys[i].index;
        if (!reel__play_add_bsor_note(play, &note)) return false;
    }
    play->note_rows = first + all;
    return true;
}

static bool add_notes(play_state *play, const reel_chunk *chunk)
{
    size_t count;
    const xror_note *notes = reel_chunk_rows(chunk, &xror_notes, &count);
    raw_cuts garbage = { 0 };
    garbage.rows = reel_chunk_rows(chunk, &xror_garbages, &garbage.count);
    if (!count) return true;
    play_list keys = { 0 }, raws = { 0 };
    play_key *key = count < UINT32_MAX ? reel__play_list_grow(&keys, 2 * count, sizeof *key, &play->allocator) : NULL;
    const reel_bytes **raw = reel__play_list_grow(&raws, count, sizeof *raw, &play->allocator);
    bool added = key && raw;
    if (added) {
        for (size_t i = 0; i < count; i++)
            raw[i] =
                notes[i].event_type == XROR_BAD_CUT && garbage.next < garbage.count ? &garbage.rows[garbage.next++].data : NULL;
        size_t made = fill_keys(play, notes, count, key);
        reel__play_sort(key, key + count, made);
        added = add_sorted(play, chunk, key, made, raw);
    }
    reel__play_list_free(&keys, &play->allocator);
    reel__play_list_free(&raws, &play->allocator);
    return added;
}

/* Whether the first time that is not 0 has several frames, as in a room of several players. */
static bool may_be_room(const xror_frame *rows, size_t count)
{
    size_t first = 0;
    while (first < count && rows[first].time == 0) first++;
    return first + 1 < count && rows[first].time == rows[first + 1].time;
}

/* Adds the frames of the player who made the cuts. */
static bool add_own_frames(play_state *play, const xror_frame *rows, size_t count, const xror_note *events, size_t event_count)
{
    play_list list = { 0 }, cuts = { 0 };
    bsor_frame *frames = reel__play_list_grow(&list, count, sizeof *frames, &play->allocator);
    bsor_note *notes = reel__play_list_grow(&cuts, event_count + 1, sizeof *notes, &play->allocator);
    bool added = frames && notes;
    if (added) {
        reel__frames_read(frames, &xror_frames, rows, count);
        for (size_t i = 0; i < event_count; i++) notes[i] = note_of(&events[i], NULL);
        added = reel__play_add_frames(play, frames, bsor_own_frames(frames, count, notes, event_count, frames));
    }
    reel__play_list_free(&list, &play->allocator);
    reel__play_list_free(&cuts, &play->allocator);
    return added;
}

static bool add_frames(play_state *play, const reel_chunk *chunk)
{
    size_t count, event_count;
    const xror_frame *rows = reel_chunk_rows(chunk, &xror_frames, &count);
    const xror_note *events = reel_chunk_rows(chunk, &xror_notes, &event_count);
    double end;
    size_t attempts;
    const size_t from = play->server ? 0 : last_attempt(chunk, &end, &attempts);
    if (from) rows += from, count -= from;
    reel__play_skip_frames(play, from);
    if (!play->server && may_be_room(rows, count)) return add_own_frames(play, rows, count, events, event_count);
    bsor_frame frames[FRAMES_AT_ONCE];
    for (size_t at = 0, some; at < count; at += some) {
        some = count - at < FRAMES_AT_ONCE ? count - at : FRAMES_AT_ONCE;
        reel__frames_read(frames, &xror_frames, rows + at, some);
        if (!reel__play_add_frames(play, frames, some)) return false;
    }
    return true;
}

/* The reference writes integers unsigned. */
static int64_t score_of(int64_t score) { return score > INT32_MAX && score <= UINT32_MAX ? (int32_t)(uint32_t)score : score; }

static void take_info(play_state *play, const reel_chunk *chunk, const xror_info *info)
{
    size_t count;
    const xror_app_extension *mods = reel_chunk_rows(chunk, &xror_app_extensions, &count);
    reel__play_take_bsor_info(play, &(bsor_info){ .mod_version = count ? mods[0].version : (reel_string){ NULL, 0 },
                                                  .game_version = info->app_version,
                                                  .platform = info->runtime,
                                                  .difficulty = info->difficulty,
                                                  .mode = info->mode,
                                                  .left_handed = info->left_handed,
                                                  .modifiers = info->modifiers,
                                                  .jump_distance = (float)info->jump_distance,
                                                  .height = (float)info->height,
                                                  .start_time = (float)info->start_time,
                                                  .fail_time = (float)info->fail_time,
                                                  .speed = (float)info->speed });
    play->stated_score = score_of(info->score);
    play->has_stated_score = info->keys[XROR_SCORE / 8] >> XROR_SCORE % 8 & 1;
}

/* Whether events of notes or walls may be in rows that are not theirs: those of a type without an id, or with a cell that is missing. */
static bool may_lack_events(const reel_chunk *chunk)
{
    static const char *const ids[] = { "gc", "bc", "m", "b", "wh" };
    size_t count;
    const xror_event_type *types = reel_chunk_rows(chunk, &xror_event_types, &count);
    bool lack = false;
    for (size_t i = 0; i < count; i++) {
        lack |= !(types[i].keys & XROR_TYPE_ID);
        for (size_t k = 0; k < sizeof ids / sizeof *ids && types[i].layout == XROR_EVENT_GENERAL; k++)
            lack |= types[i].id.size == strlen(ids[k]) && memcmp(types[i].id.data, ids[k], types[i].id.size) == 0;
    }
    return lack;
}

bool reel__play_feed_xror(play_state *play, const reel_chunk *chunk, bool frames)
{
    size_t count;
    play->info_table = &xror_infos;
    play->frame_table = &xror_frames;
    const xror_info *infos = reel_chunk_rows(chunk, &xror_infos, &count);
    if (count) take_info(play, chunk, &infos[count - 1]);
    play->no_results = may_lack_events(chunk);
    if (frames && !add_frames(play, chunk)) return false;
    if (!add_notes(play, chunk)) return false;
    const xror_wall *walls = reel_chunk_rows(chunk, &xror_walls, &count);
    const size_t earlier = play->server ? 0 : earlier_rows(chunk, &xror_walls);
    play->wall_rows += earlier;
    for (size_t i = earlier; i < count; i++) {
        double id = walls[i].wall_id;
        bsor_wall wall = { .wall_id = id >= 0 && id <= UINT32_MAX ? (int32_t)(uint32_t)id : -1,
                           .energy = (float)walls[i].energy,
                           .time = (float)walls[i].time,
                           .spawn_time = (float)walls[i].spawn_time };
        if (!reel__play_add_bsor_wall(play, &wall)) return false;
    }
    const xror_height *heights = reel_chunk_rows(chunk, &xror_heights, &count);
    for (size_t i = play->server ? 0 : earlier_rows(chunk, &xror_heights); i < count; i++) {
        reel__play_add_height(play, (float)heights[i].height);
        if (play->evidence.wanted && !reel__play_evidence_height(play, (float)heights[i].time, (float)heights[i].height))
            return false;
    }
    const xror_pause *pauses = reel_chunk_rows(chunk, &xror_pauses, &count);
    for (size_t i = play->server ? 0 : earlier_rows(chunk, &xror_pauses); i < count; i++)
        if (!reel__play_add_pause(play, (float)pauses[i].time, pauses[i].duration)) return false;
    return true;
}
