/* SPDX-License-Identifier: MIT
 * BSOR to .dat 3.1.0, and from there to the decoded JSON. The curves of score, combo, multiplier and energy are computed from the events by
 * the rules of the game. docs/formats/scoresaber.md, "Conversions". */
#include "core/fill.h"
#include "core/memory.h"
#include "insight/beatsaber/feed.h"
#include "insight/beatsaber/play.h"
#include "insight/beatsaber/walk.h"
#include "pairs/beatsaber/scoresaber.h"
#include "pairs/beatsaber/scoresaber_angles.h"

static const char standalone[] = "oculus"; /* the platform of headsets without a PC */
enum { MS = 1000 };                        /* of a second */
static const reel_quaternion identity = { 0, 0, 0, 1 }, none = { 0, 0, 0, 0 };

/* ---- info ------------------------------------------------------------------------------------------------------- */

static reel_string join_text(pair_job *job, const char *start, reel_string rest)
{
    const size_t size = strlen(start);
    chunk_fill text = reel__fill_begin(job->out, size + rest.size);
    reel__fill_bytes(&text, start, size);
    reel__fill_bytes(&text, rest.data, rest.size);
    return reel__fill_text(&text);
}

static reel_string before_build(reel_string version)
{
    size_t size = 0;
    while (size < version.size && version.data[size] != '_') size++;
    return (reel_string){ version.data, size };
}

static scoresaber_info *convert_info(pair_job *job, const reel_chunk *in)
{
    static const char *const kept[] = { "game_version", "platform",  "map_hash",    "difficulty", "score",     "mode",
                                        "environment",  "modifiers", "left_handed", "height",     "fail_time", NULL };
    size_t count;
    const bsor_info *info = reel_chunk_rows(in, &bsor_infos, &count), nothing = { 0 };
    info = count ? info + count - 1 : &nothing;
    scoresaber_info *row = reel__make_rows(job, &scoresaber_infos, 1);
    if (!row) return NULL;
    reel_string game = before_build(info->game_version);
    row->version = reel_chunk_string(job->out, "3.1.0", 5);
    row->level_id = join_text(job, reel__starts_with_hash(info->map_hash) ? "custom_level_" : "", info->map_hash);
    row->difficulty = reel__difficulty_number(info->difficulty);
    row->characteristic = reel_chunk_string(job->out, info->mode.data, info->mode.size);
    row->environment = reel_chunk_string(job->out, info->environment.data, info->environment.size);
    row->modifiers = reel__modifiers_of_bsor(job, info->modifiers);
    row->left_handed = info->left_handed;
    row->initial_height = info->height;
    row->fail_time = info->fail_time;
    row->game_version = reel_chunk_string(job->out, game.data, game.size);
    row->plugin_version = reel_chunk_string(job->out, "3.3.14", 6); /* the first version that wrote this layout */
    row->platform = reel__text_is(info->platform, standalone) ? reel_chunk_string(job->out, "Quest", 5)
                                                              : reel_chunk_string(job->out, "PC", 2);
    reel__pair_lose(job, &bsor_infos, "difficulty", !row->difficulty && info->difficulty.size,
                    "this format has no number for it");
    reel__lose_others(job, in, &bsor_infos, kept, "this format cannot store it");
    return row;
}

/* ---- motion ----------------------------------------------------------------------------------------------------- */

static void convert_motion(pair_job *job, const reel_chunk *in)
{
    size_t count, note_count;
    const bsor_frame *frames = reel_chunk_rows(in, &bsor_frames, &count);
    const bsor_note *notes = reel_chunk_rows(in, &bsor_notes, &note_count);
    size_t kept = bsor_own_frames(frames, count, notes, note_count, NULL);
    bsor_frame *own = kept < count ? reel_chunk_alloc(job->out, kept * sizeof *own) : NULL;
    if (own) {
        reel__report_converted(job, "convert.scoresaber.avatars", REEL_WARNING, &bsor_frames, count - kept,
                               "frames of other players of the room were left out");
        count = bsor_own_frames(frames, count, notes, note_count, own);
        frames = own;
    }
    scoresaber_pose *poses = reel__make_rows(job, &scoresaber_poses, count);
    for (size_t i = 0; poses && i < count; i++)
        poses[i] = (scoresaber_pose){ .head = frames[i].head,
                                      .left_hand = frames[i].left_hand,
                                      .right_hand = frames[i].right_hand,
                                      .fps = frames[i].fps,
                                      .time = frames[i].time };
    const bsor_height *heights = reel_chunk_rows(in, &bsor_heights, &count);
    scoresaber_height *height = reel__make_rows(job, &scoresaber_heights, count);
    for (size_t i = 0; height && i < count; i++) height[i] = (scoresaber_height){ heights[i].height, heights[i].time };
}

/* ---- notes ------------------------------------------------------------------------------------------------------ */

typedef struct play {
    const bsor_note *notes;
    const bsor_wall *walls;
    size_t note_count, wall_count;
    reel_string game_version;
    bool rotated; /* some notes are: bsor_note_is_rotated */
    bool quest;   /* a standalone headset, on which walls have the time of their end instead of an energy */
} play;

static float rating(float value, uint64_t *lost)
{
    bool fits = value >= 0 && value <= 1;
    *lost += !fits;
    return fits ? value : value > 1 ? 1.0f : 0.0f;
}

static bool has_cut(const bsor_note *note) { return note->event_type == BSOR_GOOD_CUT || note->event_type == BSOR_BAD_CUT; }

typedef struct cut_losses {
    uint64_t before, after, speed, saber, soon, grid, rotated;
} cut_losses;

/* A line, layer, color and direction that give the id of a rotated note. Several do: the rotation is a multiple of 15 degrees, if possible,
 * and the color that of the saber. */
static bool find_rotation(const bsor_note *note, bsor_note_parts *parts)
{
    static const int steps[] = { 15, 1 }, starts[] = { 1000, 2000 };
    enum { LINES = 4, LAYERS = 3, COLORS = 2, ANGLES = 361, GRID = LINES * LAYERS * COLORS };
    const int32_t digits = note->note_id % 10000;
    for (size_t s = 0; s < 2; s++)
        for (int i = 0; i < 2 * GRID; i++) {
            int start = starts[i / GRID], line = i % LINES, layer = i / LINES % LAYERS, color = i / (LINES * LAYERS) % COLORS;
            int angle = digits - line * 1000 - layer * 100 - color * 10 - start;
            if (angle < 0 || angle >= ANGLES || angle % steps[s] || (parts->color >= 0 && parts->color != color)) continue;
            *parts = (bsor_note_parts){ parts->scoring, line, layer, color, start + angle, false };
            return true;
        }
    return false;
}

static void fill_cut(scoresaber_note *row, const bsor_cut *cut, cut_losses *lost)
{
    row->cut_point = cut->cut_point;
    row->cut_normal = cut->cut_normal;
    row->saber_direction = cut->saber_direction;
    row->saber_type = cut->saber_type;
    row->direction_ok = cut->direction_ok;
    row->saber_speed = cut->saber_speed;
    row->cut_angle = cut->cut_angle;
    row->cut_distance_to_center = cut->cut_distance_to_center;
    row->cut_direction_deviation = cut->cut_direction_deviation;
    row->before_cut_rating = rating(cut->before_cut_rating, &lost->before);
    row->after_cut_rating = rating(cut->after_cut_rating, &lost->after);
    row->time_deviation = cut->time_deviation;
    lost->speed += !cut->speed_ok;
    lost->saber += !cut->saber_type_ok;
    lost->soon += cut->was_cut_too_soon != 0;
}

enum { ROTATED_END = 130000 }; /* ids below have digits */

static scoresaber_note note_of(const bsor_note *note, const bsor_note_parts *known, cut_losses *lost)
{
    bsor_note_parts own = *known, *parts = &own;
    bool bomb = parts->bomb || note->event_type == BSOR_BOMB, in_grid = parts->line >= 0 && parts->layer >= 0;
    if (!bomb && !in_grid && note->note_id >= 0 && note->note_id < ROTATED_END) {
        in_grid = find_rotation(note, parts);
        lost->rotated += in_grid;
    }
    lost->grid += !in_grid || (parts->color < 0 && !bomb);
    const bool missed =
        note->event_type == BSOR_MISS; /* for which the plug-in writes no rotations, and the saber that should have cut */
    scoresaber_note row = {
        .note_time = note->spawn_time,
        .line = in_grid ? parts->line : 0,
        .layer = in_grid ? parts->layer : 0,
        .color = bomb               ? -1
                 : parts->color < 0 ? 0
                                    : parts->color,
        .direction = bomb || parts->direction < 0 ? 9 : parts->direction,
        .scoring_type = parts->scoring <= BSOR_NORMAL_OLD ? BSOR_NORMAL - 2 : parts->scoring - 2,
        .event_type = (int32_t)((uint32_t)note->event_type + 1),
        .event_time = note->event_time,
        .unity_timescale = 1,
        .time_sync_timescale = 1,
        .world_rotation = missed ? none : identity,
        .inverse_world_rotation = missed ? none : identity,
        .note_rotation = missed ? none : identity,
        .present = SCORESABER_NOTE_V3,
    };
    if (missed) row.saber_type = row.color;
    if (has_cut(note)) fill_cut(&row, &note->cut, lost);
    return row;
}

static void convert_notes(pair_job *job, const play *p)
{
    cut_losses lost = { 0 };
    scoresaber_note *rows = reel__make_rows(job, &scoresaber_notes, p->note_count);
    for (size_t i = 0; rows && i < p->note_count; i++) {
        bsor_note_parts parts = bsor_note_parts_in(&p->notes[i], p->game_version, p->rotated);
        rows[i] = note_of(&p->notes[i], &parts, &lost);
    }
    reel__pair_lose(job, &bsor_notes, "before_cut_rating", lost.before,
                    "ratings were clamped to 0 to 1, the range of this format");
    reel__pair_lose(job, &bsor_notes, "after_cut_rating", lost.after, "ratings were clamped to 0 to 1, the range of this format");
    reel__pair_lose(job, &bsor_notes, "speed_ok", lost.speed, "this format cannot store it");
    reel__pair_lose(job, &bsor_notes, "saber_type_ok", lost.saber, "this format cannot store it");
    reel__pair_lose(job, &bsor_notes, "was_cut_too_soon", lost.soon, "this format cannot store it");
    reel__pair_lose(job, &bsor_notes, "note_id", lost.grid, "the note id does not encode a position");
    reel__pair_lose(job, &bsor_notes, "note_id", lost.rotated,
                    "of a rotated note: several positions give this id, and one of them was chosen");
}

/* ---- curves ----------------------------------------------------------------------------------------------------- */

/* Adds the rows of all events. `walls`: those of the output, or NULL. On a standalone headset they get the energy that the rules leave. */
static void add_states(pair_job *job, const play *p, const beatsaber_event *events, size_t count, scoresaber_wall *walls)
{
    beatsaber_multiplier state = { 1, 0 };
    for (size_t i = 0; i < count; i++) {
        const beatsaber_event *event = &events[i];
        bool wall = event->kind == BEATSABER_WALL;
        reel__add_curves(job, event, &state, wall ? p->walls[event->source_row].time : event->time);
        if (wall && walls && p->quest) walls[event->source_row].energy = event->energy;
    }
}

/* The curves are those of the statistics. `row`: the info, or NULL; with NF, its fail time is that at which energy ran out. */
static reel_status compute_curves(pair_job *job, const reel_chunk *in, const play *p, scoresaber_info *row,
                                  scoresaber_wall *walls)
{
    size_t infos;
    const bsor_info *info = reel_chunk_rows(in, &bsor_infos, &infos);
    const int32_t stated = infos ? info[infos - 1].score : 0;
    static const reel_table *const tables[] = { &beatsaber_events, NULL };
    reel_chunk *made = reel__chunk_new(tables, tables, UINT64_MAX, &job->allocator);
    if (!made) return reel__memory_fail(job->error);
    play_state state = { .allocator = job->allocator };
    play_walk walk = { .events = reel_chunk_table(made, &beatsaber_events) };
    bool done = reel__play_feed_bsor(&state, in, false) && reel__play_walk_run(&walk, &state);
    if (done) {
        size_t count;
        const beatsaber_event *events = reel_chunk_rows(made, &beatsaber_events, &count);
        add_states(job, p, events, count, walls);
        if (row && state.no_fail && walk.empty) row->fail_time = walk.empty_time;
        reel__pair_lose(job, &bsor_infos, "score", count && walk.score != stated,
                        "the score is that of the last score record, computed from the events");
    }
    reel__play_walk_free(&walk, &state.allocator);
    reel__play_free(&state);
    reel__chunk_free(made);
    return done ? REEL_OK : reel__memory_fail(job->error);
}

/* ---- extensions ------------------------------------------------------------------------------------------------- */

/* Returns false if the rotation is invalid. */
static bool convert_offset(const reel_pose *from, scoresaber_offset *to)
{
    to->position = from->position;
    return reel__angles_of(from->rotation, &to->rotation);
}

static bool is_recorded(const reel_pose *pose)
{
    const reel_vec3 *p = &pose->position;
    const reel_quaternion *q = &pose->rotation;
    return p->x != 0 || p->y != 0 || p->z != 0 || q->x != 0 || q->y != 0 || q->z != 0 || q->w != 0;
}

/* A hand that is all zeros was not recorded. If there are several rows, the last one counts. */
static void convert_offsets(pair_job *job, const reel_chunk *in)
{
    static const char *const odd = "not a rotation";
    size_t count;
    const bsor_controller_offsets *offsets = reel_chunk_rows(in, &bsor_offsets, &count);
    if (count) offsets += count - 1;
    bool left = count && is_recorded(&offsets->left), right = count && is_recorded(&offsets->right);
    scoresaber_controller_offsets *row = left || right ? reel__make_rows(job, &scoresaber_offsets, 1) : NULL;
    if (!row) return;
    row->present = (uint8_t)((left ? SCORESABER_HAS_LEFT : 0) | (right ? SCORESABER_HAS_RIGHT : 0));
    if (left) reel__pair_lose(job, &bsor_offsets, "left_rotation", !convert_offset(&offsets->left, &row->left), odd);
    if (right) reel__pair_lose(job, &bsor_offsets, "right_rotation", !convert_offset(&offsets->right, &row->right), odd);
    reel__report_converted(job, "convert.scoresaber.angles", REEL_NOTE, &bsor_offsets, 1,
                           "controller rotations were converted to Euler angles, in the order of Unity");
}

static scoresaber_wall *convert_walls(pair_job *job, const play *p)
{
    scoresaber_wall *walls = reel__make_rows(job, &scoresaber_walls, p->wall_count);
    for (size_t i = 0; walls && i < p->wall_count; i++) {
        const bsor_wall *wall = &p->walls[i];
        bool hangs = wall->wall_id / 10 % 10 == 1;
        walls[i] = (scoresaber_wall){ .time = wall->time,
                                      .exit_time = p->quest ? wall->energy : wall->time,
                                      .energy = wall->energy,
                                      .obstacle_time = wall->spawn_time,
                                      .line = wall->wall_id / 100,
                                      .width = wall->wall_id % 10,
                                      .layer = hangs ? 2 : 0,
                                      .height = hangs ? 3 : 5 };
    }
    return walls;
}

static void convert_extensions(pair_job *job, const reel_chunk *in)
{
    size_t count;
    uint64_t long_ones = 0;
    const bsor_pause *pauses = reel_chunk_rows(in, &bsor_pauses, &count);
    scoresaber_pause *pause = reel__make_rows(job, &scoresaber_pauses, count);
    for (size_t i = 0; pause && i < count; i++) { /* the Unix time is unknown: it begins at 0 */
        const int64_t seconds = pauses[i].duration;
        const bool fits = seconds <= INT64_MAX / MS && seconds >= INT64_MIN / MS;
        pause[i].time = pauses[i].time;
        pause[i].duration = pause[i].ended = fits ? seconds * MS : 0;
        long_ones += !fits;
    }
    reel__pair_lose(job, &bsor_pauses, "duration", long_ones, "too long for milliseconds");
    const bsor_user_entry *entries = reel_chunk_rows(in, &bsor_user_data, &count);
    scoresaber_extension *extensions = reel__make_rows(job, &scoresaber_extensions, count);
    for (size_t i = 0; extensions && i < count; i++) {
        extensions[i].id = reel_chunk_string(job->out, entries[i].key.data, entries[i].key.size);
        extensions[i].payload = reel_chunk_bytes(job->out, entries[i].value.data, entries[i].value.size);
        extensions[i].layout_version = 1;
    }
    convert_offsets(job, in);
}

static reel_status convert_play(pair_job *job, const reel_chunk *in)
{
    size_t count;
    const bsor_info *info = reel_chunk_rows(in, &bsor_infos, &count);
    play p = { 0 };
    if (count) p.game_version = info[count - 1].game_version;
    p.quest = count && reel__text_is(info[count - 1].platform, standalone);
    p.notes = reel_chunk_rows(in, &bsor_notes, &p.note_count);
    for (size_t i = 0; i < p.note_count && !p.rotated; i++) p.rotated = bsor_note_is_rotated(&p.notes[i], p.game_version);
    p.walls = reel_chunk_rows(in, &bsor_walls, &p.wall_count);
    scoresaber_info *row = convert_info(job, in);
    convert_motion(job, in);
    convert_notes(job, &p);
    reel_status status = compute_curves(job, in, &p, row, convert_walls(job, &p));
    if (status < 0) return status;
    convert_extensions(job, in);
    return reel__made_status(job);
}

/* The rows of the last attempt, which the header belongs to: the format has one play. */
static reel_chunk *last_attempt(pair_job *job, const reel_chunk *in, const bsor_attempt *last)
{
    const struct {
        const reel_table *table;
        size_t first;
    } parts[] = { { &bsor_frames, last->frame },
                  { &bsor_notes, last->note },
                  { &bsor_walls, last->wall },
                  { &bsor_heights, last->height },
                  { &bsor_pauses, last->pause } };
    reel_chunk *out = reel__chunk_new(reel_format_bsor.tables, reel_format_bsor.tables, UINT64_MAX, &job->allocator);
    for (const reel_table *const *table = reel_format_bsor.tables; out && *table; table++) {
        size_t count, first = 0;
        const uint8_t *rows = reel_chunk_rows(in, *table, &count);
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
            if (parts[i].table == *table) first = parts[i].first;
        if (first)
            reel__report_converted(job, "convert.loss", REEL_WARNING, *table, first,
                                   "rows of earlier attempts are left out: a file of this format is one play");
        if (first < count && reel__chunk_append(out, *table, rows + first * (*table)->row_size, count - first) < 0) {
            reel__chunk_free(out);
            return NULL;
        }
    }
    return out;
}

static reel_status convert_bsor_scoresaber(pair_job *job, const reel_chunk *in)
{
    bsor_attempt last;
    if (bsor_attempts(in, &last) == 1) return convert_play(job, in);
    reel_chunk *part = last_attempt(job, in, &last);
    if (!part) return reel__memory_fail(job->error);
    const reel_status status = convert_play(job, part);
    reel__chunk_free(part);
    return status;
}

const convert_pair reel__pair_bsor_scoresaber = { .from = &reel_format_bsor,
                                                  .to = &reel_format_scoresaber,
                                                  .chunk = convert_bsor_scoresaber };

/* Converts to .dat and then to the JSON that the decoder writes for it. */
static reel_status convert_bsor_json(pair_job *job, const reel_chunk *in)
{
    pair_job first = *job;
    first.out = reel__chunk_new(reel_format_scoresaber.tables, reel_format_scoresaber.tables, UINT64_MAX, &job->allocator);
    if (!first.out) return reel__memory_fail(job->error);
    reel_status status = convert_bsor_scoresaber(&first, in);
    if (status >= 0) status = reel__convert_scoresaber_json(job, first.out);
    reel__chunk_free(first.out);
    return status;
}

const convert_pair reel__pair_bsor_scoresaber_json = { .from = &reel_format_bsor,
                                                       .to = &reel_format_scoresaber_json,
                                                       .chunk = convert_bsor_json };
