/* SPDX-License-Identifier: MIT
 * The decoded JSON to BSOR. The JSON has the points of a cut, not the cut: ratings and a distance are chosen that give the points.
 * docs/formats/scoresaber.md, "Conversions". */
#include "core/chunk.h"
#include "core/memory.h"
#include "insight/beatsaber/feed.h"
#include "insight/beatsaber/frames.h"
#include "insight/beatsaber/play.h"
#include "insight/beatsaber/walk.h"
#include "pairs/beatsaber/scoresaber.h"

#include <math.h>

/* Parses four digits, the last with a minus for bombs. Returns false for more digits, which are ambiguous. */
bool reel__parse_json_note(reel_string text, note_position *to)
{
    bool bomb = text.size == 5 && text.data[3] == '-';
    if (text.size != 4 && !bomb) return false;
    for (size_t i = 0; i < text.size; i++)
        if ((text.data[i] < '0' || text.data[i] > '9') && !(bomb && i == 3)) return false;
    *to = (note_position){ text.data[0] - '0', text.data[1] - '0', text.data[2] - '0', bomb ? 3 : text.data[3] - '0' };
    return true;
}

/* ---- what the JSON lacks ---------------------------------------------------------------------------------------- */

enum { BEFORE = 70, AFTER = 30, CENTER = 15 };
static const double WIDTH = 0.3; /* m from the center, where a cut gives nothing for it */

static int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }

void reel__choose_cut(int32_t points, float *before_rating, float *after_rating, float *distance)
{
    const int32_t before = least(points, BEFORE), after = least(points - before, AFTER),
                  center = least(points - before - after, CENTER);
    *before_rating = (float)((double)before / BEFORE);
    *after_rating = (float)((double)after / AFTER);
    *distance = (float)(WIDTH * (CENTER - center) / CENTER);
}

/* Notes are not cut a second before or after their time: a time that is so far ahead is that of another part of the song. */
float reel__choose_note_time(float event_time, float last)
{
    const float next = last >= event_time ? nextafterf(last, INFINITY) : event_time;
    return (double)next - (double)event_time < 1 ? next : event_time;
}

bool reel__find_json_events(pair_job *job, const reel_chunk *in, json_events *events)
{
    static const reel_table *const tables[] = { &beatsaber_events, NULL };
    *events = (json_events){ .chunk = reel__chunk_new(tables, tables, UINT64_MAX, &job->allocator) };
    if (!events->chunk) return false;
    play_state state = { .allocator = job->allocator };
    play_walk walk = { .events = reel_chunk_table(events->chunk, &beatsaber_events) };
    const bool done = reel__play_feed_scoresaber_json(&state, in, false) && reel__play_walk_run(&walk, &state);
    events->rows = reel_chunk_rows(events->chunk, &beatsaber_events, &events->count);
    events->score = walk.score;
    events->empty = walk.empty || state.fail_time >= 0.01f;
    reel__play_walk_free(&walk, &state.allocator);
    reel__play_free(&state);
    if (!done) reel__chunk_free(events->chunk);
    return done;
}

/* ---- notes ------------------------------------------------------------------------------------------------------ */

/* The times of the notes in the map, by the rows of the JSON. NULL: out of memory. */
static float *choose_times(pair_job *job, const scoresaber_json_note *notes, size_t count)
{
    float *times = reel__memory_new(&job->allocator, (count + 1) * sizeof *times), last = -INFINITY;
    for (size_t i = 0; times && i < count; i++) {
        times[i] = reel__choose_note_time((float)notes[i].time, last);
        if (notes[i].score != SCORESABER_JSON_WALL && isfinite(times[i])) last = times[i];
    }
    return times;
}

static void make_note(bsor_note *row, const scoresaber_json_note *note, float spawn_time, uint64_t *unread)
{
    note_position at = { 0 };
    *unread += !reel__parse_json_note(note->note, &at);
    row->note_id = at.line * 1000 + at.layer * 100 + at.color * 10 + at.direction;
    row->event_time = (float)note->time;
    row->spawn_time = spawn_time;
    row->event_type = note->score > 0 ? BSOR_GOOD_CUT : -(note->score + 1);
    row->has_cut = row->event_type <= BSOR_BAD_CUT;
    if (!row->has_cut) return;
    const bool good = row->event_type == BSOR_GOOD_CUT;
    row->cut = (bsor_cut){ .speed_ok = 1, .direction_ok = good, .saber_type_ok = 1, .saber_type = at.color == 1 };
    row->cut.time_deviation = spawn_time - row->event_time;
    if (good)
        reel__choose_cut(note->score, &row->cut.before_cut_rating, &row->cut.after_cut_rating, &row->cut.cut_distance_to_center);
}

/* Values of the JSON that the events do not have. */
static void report_notes(pair_job *job, const scoresaber_json_note *notes, size_t count, const json_events *events)
{
    uint64_t good = 0, rounded = 0, combos = 0, walls = 0;
    for (size_t i = 0; i < count; i++) {
        rounded += (double)(float)notes[i].time != notes[i].time && notes[i].time == notes[i].time;
        combos += (notes[i].present & SCORESABER_JSON_HAS_COMBO) != 0;
        good += notes[i].score > 0;
    }
    for (size_t i = 0; i < events->count; i++) walls += events->rows[i].kind == BEATSABER_WALL;
    reel__pair_lose(job, &scoresaber_json_notes, "combo", combos, "BSOR readers compute it from the notes");
    reel__pair_lose(job, &scoresaber_json_notes, "present", count - events->count,
                    "the result of the note is missing, so it has no row");
    reel__pair_lose(job, &scoresaber_json_notes, "time", rounded, "BSOR stores only 32 bits of it");
    reel__report_converted(job, "convert.scoresaber.cuts", REEL_WARNING, &bsor_notes, good,
                           "the JSON has no cuts: ratings and a distance that give the points were chosen, and the rest is zero");
    reel__report_converted(job, "convert.spawn-times", REEL_WARNING, &bsor_notes, events->count - walls,
                           "the JSON has no note times: they are set to the times of the events");
    reel__report_converted(job, "convert.walls", REEL_WARNING, &bsor_walls, walls,
                           "only the time of walls is known: their energy is what the notes leave");
}

/* Events are in order of time, as recorders of BSOR write them. */
static bool make_notes(pair_job *job, const reel_chunk *in, const json_events *events)
{
    size_t count;
    uint64_t unread = 0;
    const scoresaber_json_note *notes = reel_chunk_rows(in, &scoresaber_json_notes, &count);
    reel_row_list *rows = reel_chunk_table(job->out, &bsor_notes), *walls = reel_chunk_table(job->out, &bsor_walls);
    float *times = choose_times(job, notes, count);
    for (size_t i = 0; times && i < events->count; i++) {
        const beatsaber_event *event = &events->rows[i];
        const scoresaber_json_note *note = &notes[event->source_row];
        if (event->kind == BEATSABER_WALL) {
            bsor_wall *wall = reel_row_add(walls);
            if (wall) *wall = (bsor_wall){ .energy = event->energy, .time = (float)note->time, .spawn_time = (float)note->time };
            continue;
        }
        bsor_note *row = reel_row_add(rows);
        if (row) make_note(row, note, times[event->source_row], &unread);
    }
    reel__pair_lose(job, &scoresaber_json_notes, "note", unread, "a note's text with more digits is ambiguous");
    report_notes(job, notes, count, events);
    reel__memory_drop(&job->allocator, times);
    return times != NULL;
}

/* ---- frames ----------------------------------------------------------------------------------------------------- */

void reel__lose_digits(pair_job *job, const reel_chunk *in, const reel_table *table, const char *why)
{
    size_t count;
    const uint8_t *rows = reel_chunk_rows(in, table, &count);
    for (size_t f = 0; f < table->field_count; f++) {
        const reel_field *field = &table->fields[f];
        uint64_t lost = 0;
        for (size_t i = 0; i < count && field->type == REEL_F64; i++) {
            bool same = true;
            for (size_t v = 0; v < field->count; v++) {
                double value = reel_field_number(field, rows + i * table->row_size, v);
                same &= (double)(float)value == value || value != value;
            }
            lost += !same;
        }
        reel__pair_lose(job, table, field->name, lost, why);
    }
}

static void make_frames(pair_job *job, const reel_chunk *in)
{
    static const char digits[] = "BSOR stores only 32 bits of it: the last digits are lost";
    size_t count;
    uint64_t fps = 0, missing = 0;
    const scoresaber_json_frame *frames = reel_chunk_rows(in, &scoresaber_json_frames, &count);
    bsor_frame *rows = reel__make_rows(job, &bsor_frames, count);
    if (rows) reel__frames_read(rows, &scoresaber_json_frames, frames, count);
    for (size_t i = 0; rows && i < count; i++) {
        fps += frames[i].fps < INT32_MIN || frames[i].fps > INT32_MAX;
        missing += !(frames[i].present & SCORESABER_JSON_HAS_FPS);
    }
    reel__pair_lose(job, &scoresaber_json_frames, "fps", fps, "BSOR stores only 32 bits of it");
    reel__pair_lose(job, &scoresaber_json_frames, "fps", missing, "BSOR has a rate for each frame: 0 stands for none");
    reel__lose_digits(job, in, &scoresaber_json_frames, digits);
    const scoresaber_json_height *heights = reel_chunk_rows(in, &scoresaber_json_heights, &count);
    bsor_height *height = reel__make_rows(job, &bsor_heights, count);
    for (size_t i = 0; height && i < count; i++) height[i] = (bsor_height){ (float)heights[i].height, (float)heights[i].time };
    reel__lose_digits(job, in, &scoresaber_json_heights, digits);
}

/* ---- info ------------------------------------------------------------------------------------------------------- */

static void make_info(pair_job *job, const reel_chunk *in, const json_events *events)
{
    static const char *const kept[] = { "hash",   "difficulty", "mode",        "environment", "modifiers", "left_handed",
                                        "height", "fail_time",  "total_score", "present",     NULL };
    static const char *const none[] = { "object", "key", NULL };
    size_t count;
    const scoresaber_json_info *info = reel_chunk_rows(in, &scoresaber_json_infos, &count);
    bsor_info *row = reel__make_rows(job, &bsor_infos, 1);
    if (row) row->timestamp = reel_chunk_string(job->out, "0", 1); /* unknown: readers refuse an empty one */
    if (!row || !count) return;
    const char *name = reel__difficulty_name(info->difficulty);
    reel_string hash = reel__level_hash(info->hash);
    row->map_hash = reel__make_bsor_text(job, &scoresaber_json_infos, "hash", hash);
    if (name) row->difficulty = reel_chunk_string(job->out, name, strlen(name));
    row->mode = reel__make_bsor_text(job, &scoresaber_json_infos, "mode", info->mode);
    row->environment = reel__make_bsor_text(job, &scoresaber_json_infos, "environment", info->environment);
    row->modifiers =
        reel__make_bsor_text(job, &scoresaber_json_infos, "modifiers",
                             reel__modifiers_of_scoresaber(job, &scoresaber_json_infos, info->modifiers, events->empty));
    row->left_handed = info->left_handed;
    row->height = (float)info->height;
    const bool played_on = reel__play_modifiers_have(info->modifiers, "NF");
    row->fail_time = played_on ? 0 : (float)info->fail_time;
    reel__pair_lose(job, &scoresaber_json_infos, "fail_time", played_on && info->fail_time != 0,
                    "with NF, the play went on: BSOR states the time of a fail only");
    bool stated = reel__play_json_has_scoring(info) || info->total_score == events->score;
    int64_t score = stated ? info->total_score : events->score;
    bool fits = score >= INT32_MIN && score <= INT32_MAX;
    row->score = fits ? (int32_t)score : 0;
    reel__pair_lose(job, &scoresaber_json_infos, "total_score", !fits, "BSOR stores only 32 bits of it");
    reel__pair_lose(job, &scoresaber_json_infos, "total_score", !stated,
                    "the JSON counts arcs and chains as other notes: the score is that of its points");
    reel__pair_lose(job, &scoresaber_json_infos, "difficulty", !name && info->difficulty,
                    "BSOR stores names, and this number has none");
    reel__lose_others(job, in, &scoresaber_json_infos, kept, "BSOR cannot store it");
    reel__lose_others(job, in, &scoresaber_json_extras, none, "BSOR cannot store it");
}

reel_status reel__convert_scoresaber_json_bsor(pair_job *job, const reel_chunk *in)
{
    json_events events;
    if (!reel__find_json_events(job, in, &events)) return reel__memory_fail(job->error);
    make_info(job, in, &events);
    make_frames(job, in);
    const bool made = make_notes(job, in, &events);
    reel__chunk_free(events.chunk);
    if (!made) return reel__memory_fail(job->error);
    return reel__made_status(job);
}

const convert_pair reel__pair_scoresaber_json_bsor = { .from = &reel_format_scoresaber_json,
                                                       .to = &reel_format_bsor,
                                                       .chunk = reel__convert_scoresaber_json_bsor };
