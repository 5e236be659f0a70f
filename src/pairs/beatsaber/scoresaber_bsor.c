/* SPDX-License-Identifier: MIT
 * .dat to BSOR: keeps cuts and poses, but not the curves, which readers derive from the notes. Of key frames only the
 * motion is kept. docs/formats/scoresaber.md, "Conversions". */
#include "core/memory.h"
#include "core/rows.h"
#include "insight/beatsaber/contacts.h"
#include "insight/beatsaber/frames.h"
#include "insight/beatsaber/play.h"
#include "insight/beatsaber/turns.h"
#include "pairs/beatsaber/scoresaber.h"
#include "pairs/beatsaber/scoresaber_angles.h"

/* ---- motion ----------------------------------------------------------------------------------------------------- */

/* Poses of both formats are in the player's own space: relative to the parent of the player's origin. The room of the info is not applied. */
static void convert_frames(pair_job *job, const reel_chunk *in)
{
    static const reel_table *const tables[] = { &scoresaber_poses, &scoresaber_keyframes };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        size_t count;
        const void *rows = reel_chunk_rows(in, tables[i], &count);
        bsor_frame *frames = reel__make_rows(job, &bsor_frames, count);
        if (frames) reel__frames_read(frames, tables[i], rows, count);
    }
}

/* ---- notes ------------------------------------------------------------------------------------------------------ */

/* What BSOR stores for good and bad cuts only. */
static const char *const cut_fields[] = { "cut_point",
                                          "cut_normal",
                                          "saber_direction",
                                          "saber_type",
                                          "direction_ok",
                                          "saber_speed",
                                          "cut_angle",
                                          "cut_distance_to_center",
                                          "cut_direction_deviation",
                                          "before_cut_rating",
                                          "after_cut_rating",
                                          "time_deviation" };
enum { CUT_FIELDS = sizeof cut_fields / sizeof *cut_fields, MS = 1000 };

typedef struct note_losses {
    uint64_t none, grid, time, cuts[CUT_FIELDS], gameplay, offset, timescale, sync, rotations[3], position;
} note_losses;

/* A rotation of nothing: none, or that of a miss, for which the plug-in writes zeros. */
static bool is_plain(const reel_quaternion *q) { return q->x == 0 && q->y == 0 && q->z == 0 && (q->w == 1 || q->w == 0); }
static bool is_zero(const reel_vec3 *v) { return v->x == 0 && v->y == 0 && v->z == 0; }

/* For misses, the plug-in writes the saber of the note's color. */
static void count_cut(note_losses *lost, const scoresaber_note *note)
{
    for (size_t i = 0; i < CUT_FIELDS; i++) {
        const reel_field *field = reel_table_field(&scoresaber_notes, cut_fields[i]);
        const bool own = field->offset == offsetof(scoresaber_note, saber_type) && note->saber_type == note->color;
        lost->cuts[i] += !own && reel_field_present(field, note) && !reel__field_is_zero(field, (const uint8_t *)note);
    }
}

static void count_losses(note_losses *lost, const scoresaber_note *note)
{
    bool has_cut = note->event_type == SCORESABER_GOOD_CUT || note->event_type == SCORESABER_BAD_CUT;
    if (!has_cut) count_cut(lost, note);
    lost->timescale += note->unity_timescale != 1;
    lost->sync += note->time_sync_timescale != 1;
    if (!(note->present & SCORESABER_NOTE_V3)) return;
    lost->gameplay += note->gameplay_type != 0;
    lost->offset += note->direction_offset != 0;
    lost->rotations[0] += !is_plain(&note->world_rotation);
    lost->rotations[1] += !is_plain(&note->inverse_world_rotation);
    lost->rotations[2] += !is_plain(&note->note_rotation);
    lost->position += !is_zero(&note->note_position);
}

static void report_losses(pair_job *job, const note_losses *lost)
{
    const reel_table *notes = &scoresaber_notes;
    reel__pair_lose(job, notes, "event_type", lost->none, "notes without an event have no row in BSOR");
    reel__pair_lose(job, notes, "line", lost->grid, "positions outside the grid do not fit in a note id");
    reel__pair_lose(job, notes, "event_time", lost->time,
                    "notes of one frame have one time in BSOR: that of the first was rounded");
    for (size_t i = 0; i < CUT_FIELDS; i++)
        reel__pair_lose(job, notes, cut_fields[i], lost->cuts[i], "BSOR stores cut data only for good and bad cuts");
    reel__pair_lose(job, notes, "gameplay_type", lost->gameplay, "BSOR cannot store it");
    reel__pair_lose(job, notes, "direction_offset", lost->offset, "BSOR cannot store it");
    reel__pair_lose(job, notes, "unity_timescale", lost->timescale, "BSOR cannot store it");
    reel__pair_lose(job, notes, "time_sync_timescale", lost->sync, "BSOR cannot store it");
    reel__pair_lose(job, notes, "world_rotation", lost->rotations[0], "BSOR cannot store it");
    reel__pair_lose(job, notes, "inverse_world_rotation", lost->rotations[1], "BSOR cannot store it");
    reel__pair_lose(job, notes, "note_rotation", lost->rotations[2], "BSOR cannot store it");
    reel__pair_lose(job, notes, "note_position", lost->position, "BSOR cannot store it");
}

/* The note id as the PC mod of BSOR computes it, including color -1 and direction 9 of bombs. Directions of rotated notes, and lines and
 * layers of the mod Mapping Extensions, carry into the other digits: that is what the mod writes, too. */
static int32_t note_id(const scoresaber_note *note, note_losses *lost)
{
    int64_t scoring = note->present & SCORESABER_NOTE_V3 ? (int64_t)note->scoring_type + 2 : BSOR_NORMAL;
    int64_t id =
        scoring * 10000 + (int64_t)note->line * 1000 + (int64_t)note->layer * 100 + (int64_t)note->color * 10 + note->direction;
    bool fits = scoring >= 0 && scoring < 100 && id >= INT32_MIN && id <= INT32_MAX;
    lost->grid += !fits;
    return fits ? (int32_t)id : BSOR_NORMAL * 10000;
}

static bsor_cut cut_of(const scoresaber_note *note)
{
    bool v3 = note->present & SCORESABER_NOTE_V3;
    return (bsor_cut){
        .speed_ok = 1,
        .direction_ok = note->direction_ok,
        .saber_type_ok = note->event_type != SCORESABER_BAD_CUT || note->saber_type == note->color,
        .saber_speed = note->saber_speed,
        .saber_direction = note->saber_direction,
        .saber_type = note->saber_type,
        .time_deviation = v3 ? note->time_deviation : note->note_time - note->event_time,
        .cut_direction_deviation = note->cut_direction_deviation,
        .cut_point = note->cut_point,
        .cut_normal = note->cut_normal,
        .cut_distance_to_center = note->cut_distance_to_center,
        .cut_angle = note->cut_angle,
        .before_cut_rating = note->before_cut_rating,
        .after_cut_rating = note->after_cut_rating,
    };
}

static void add_note(reel_row_list *list, const scoresaber_note *note, float time, note_losses *lost)
{
    bool event = note->event_type >= SCORESABER_GOOD_CUT && note->event_type <= SCORESABER_BOMB;
    lost->none += !event;
    bsor_note *row = event ? reel_row_add(list) : NULL;
    if (!row) return;
    count_losses(lost, note);
    lost->time += time != note->event_time && time == time;
    row->note_id = note_id(note, lost);
    row->event_time = time;
    row->spawn_time = note->note_time;
    row->event_type = note->event_type - 1;
    row->has_cut = row->event_type <= BSOR_BAD_CUT;
    if (row->has_cut) row->cut = cut_of(note);
}

/* Recorders of BSOR write notes in the order in which they counted. */
static bool convert_notes(pair_job *job, const reel_chunk *in)
{
    size_t count;
    play_list turns = { 0 };
    const scoresaber_note *notes = reel_chunk_rows(in, &scoresaber_notes, &count);
    reel_row_list *list = reel_chunk_table(job->out, &bsor_notes);
    note_losses lost = { 0 };
    if (!reel__play_order_notes(in, &job->allocator, &turns)) return false;
    const play_turn *turn = turns.data;
    for (size_t i = 0; i < turns.count; i++) add_note(list, &notes[turn[i].row], turn[i].time, &lost);
    reel__play_list_free(&turns, &job->allocator);
    report_losses(job, &lost);
    return true;
}

static bool is_quest(const scoresaber_info *info) { return reel__text_is(info->platform, "Quest"); }

/* ---- walls, pauses, heights, other data ------------------------------------------------------------------------- */

static int32_t wall_id(const scoresaber_wall *wall, uint64_t *odd)
{
    bool fits = wall->line >= 0 && wall->line < 1000 && wall->width >= 0 && wall->width < 10;
    *odd += !fits;
    int32_t type =
        wall->layer == 2 && wall->height == 3; /* 1 for a ceiling: the type is not stored, but inferred from the position */
    return fits ? wall->line * 100 + type * 10 + wall->width : type * 10;
}

typedef struct wall_losses {
    uint64_t inner, odd, ends, spawns, guessed, levels, durations;
} wall_losses;

static bsor_wall wall_of(const play_contact *contact, const scoresaber_wall *wall, bool quest, wall_losses *lost)
{
    bsor_wall row = { .energy = quest ? contact->exit_time : contact->energy,
                      .time = contact->time,
                      .spawn_time = contact->time };
    if (!wall) {
        lost->guessed++;
        return row;
    }
    const bool later = wall->obstacle_time > contact->time; /* readers would count the contact at that time */
    row.wall_id = wall_id(wall, &lost->odd);
    if (!later) row.spawn_time = wall->obstacle_time;
    lost->spawns += later;
    lost->ends += wall->exit_time != wall->time;
    lost->levels++;
    lost->durations += wall->obstacle_duration != 0;
    return row;
}

static void report_walls(pair_job *job, const wall_losses *lost, bool quest)
{
    const reel_table *walls = &scoresaber_walls;
    reel__pair_lose(job, walls, "time", lost->inner,
                    "BSOR has one wall for each contact of the head: this one was entered in another");
    reel__pair_lose(job, walls, "obstacle_time", lost->spawns,
                    "the head entered the wall before its time: BSOR has that of the contact");
    reel__pair_lose(job, walls, "line", lost->odd, "positions outside the grid do not fit in a wall id");
    reel__pair_lose(job, walls, "layer", lost->levels, "a wall id stores a type instead, guessed from layer and height");
    reel__pair_lose(job, walls, "height", lost->levels, "a wall id stores a type instead, guessed from layer and height");
    if (quest)
        reel__pair_lose(job, walls, "energy", lost->levels, "BSOR of a standalone headset stores the end of the contact instead");
    else
        reel__pair_lose(job, walls, "exit_time", lost->ends, "BSOR stores the energy at the end of the contact instead");
    reel__pair_lose(job, walls, "obstacle_duration", lost->durations, "BSOR cannot store it");
    reel__report_converted(
        job, "convert.scoresaber.walls", REEL_NOTE, &scoresaber_combos, lost->guessed,
        "contacts with walls were found by the combo and the multiplier: which walls they were is not in the file");
}

/* Of a standalone headset, a wall of BSOR has the time of its end instead of an energy. */
static bool convert_walls(pair_job *job, const reel_chunk *in, bool quest)
{
    size_t count, used = 0;
    play_list contacts = { 0 };
    wall_losses lost = { 0 };
    const scoresaber_wall *walls = reel_chunk_rows(in, &scoresaber_walls, &count);
    if (!reel__play_find_contacts(in, &job->allocator, &contacts)) return false;
    const play_contact *contact = contacts.data;
    bsor_wall *rows = reel__make_rows(job, &bsor_walls, contacts.count);
    for (size_t i = 0; rows && i < contacts.count; i++) {
        const bool listed = contact[i].row != PLAY_NO_ROW;
        rows[i] = wall_of(&contact[i], listed ? &walls[contact[i].row] : NULL, quest, &lost);
        used += listed;
    }
    lost.inner = count - used;
    reel__play_list_free(&contacts, &job->allocator);
    report_walls(job, &lost, quest);
    return true;
}

static void convert_times(pair_job *job, const reel_chunk *in)
{
    static const char *const kept[] = { "time", "duration", NULL };
    size_t count;
    uint64_t parts = 0;
    const scoresaber_pause *pauses = reel_chunk_rows(in, &scoresaber_pauses, &count);
    bsor_pause *pause = reel__make_rows(job, &bsor_pauses, count);
    for (size_t i = 0; pause && i < count; i++) {
        pause[i].duration = pauses[i].duration / MS;
        pause[i].time = pauses[i].time;
        parts += pauses[i].duration % MS != 0;
    }
    reel__pair_lose(job, &scoresaber_pauses, "duration", parts, "BSOR stores whole seconds");
    reel__lose_others(job, in, &scoresaber_pauses, kept, "BSOR cannot store it");
    const scoresaber_height *heights = reel_chunk_rows(in, &scoresaber_heights, &count);
    bsor_height *height = reel__make_rows(job, &bsor_heights, count);
    for (size_t i = 0; height && i < count; i++) height[i] = (bsor_height){ heights[i].height, heights[i].time };
}

/* Extensions of unknown layout become user data, which also is a name and bytes. */
static void convert_user_data(pair_job *job, const reel_chunk *in)
{
    size_t count;
    uint64_t versions = 0;
    const scoresaber_extension *extensions = reel_chunk_rows(in, &scoresaber_extensions, &count);
    bsor_user_entry *rows = reel__make_rows(job, &bsor_user_data, count);
    for (size_t i = 0; rows && i < count; i++) {
        rows[i].key = reel_chunk_string(job->out, extensions[i].id.data, extensions[i].id.size);
        rows[i].value = reel_chunk_bytes(job->out, extensions[i].payload.data, extensions[i].payload.size);
        versions += extensions[i].layout_version != 1;
    }
    reel__pair_lose(job, &scoresaber_extensions, "layout_version", versions,
                    "BSOR stores only a name and bytes for data of other mods");
}

static int32_t last_score(const reel_chunk *in)
{
    size_t scores, keys;
    const scoresaber_score *score = reel_chunk_rows(in, &scoresaber_scores, &scores);
    const scoresaber_keyframe *key = reel_chunk_rows(in, &scoresaber_keyframes, &keys);
    return scores ? score[scores - 1].score : keys ? key[keys - 1].score : 0;
}

/* Whether energy ran out. With NF the game states the time of it, too, and the play goes on. */
static bool is_empty(const reel_chunk *in, const scoresaber_info *info)
{
    size_t count;
    const scoresaber_energy *energies = reel_chunk_rows(in, &scoresaber_energies, &count);
    bool empty = info->fail_time >= 0.01f;
    for (size_t i = 0; i < count && !empty; i++) empty = energies[i].energy <= 0;
    return empty;
}

static void convert_info(pair_job *job, const reel_chunk *in, const scoresaber_info *info)
{
    static const char *const kept[] = { "song_speed", "jump_distance", "environment", "present", "present_boost_w", NULL };
    static const char *const known[] = { "level_id",     "difficulty",     "characteristic", "environment",
                                         "modifiers",    "left_handed",    "initial_height", "fail_time",
                                         "game_version", "plugin_version", "platform",       NULL };
    size_t settings_count;
    const scoresaber_play_settings *settings = reel_chunk_rows(in, &scoresaber_play_settings_rows, &settings_count);
    bsor_info *row = reel__make_rows(job, &bsor_infos, 1);
    if (!row) return;
    const char *name = reel__difficulty_name(info->difficulty);
    reel_string environment = settings_count && settings->environment.size ? settings->environment : info->environment;
    reel_string hash = reel__level_hash(info->level_id);
    row->map_hash = reel__make_bsor_text(job, &scoresaber_infos, "level_id", hash);
    if (name) row->difficulty = reel_chunk_string(job->out, name, strlen(name));
    row->mode = reel__make_bsor_text(job, &scoresaber_infos, "characteristic", info->characteristic);
    row->environment = reel__make_bsor_text(job, &scoresaber_infos, "environment", environment);
    const bool played_on = reel__play_modifiers_have(info->modifiers, "NF");
    row->modifiers =
        reel__make_bsor_text(job, &scoresaber_infos, "modifiers",
                             reel__modifiers_of_scoresaber(job, &scoresaber_infos, info->modifiers, is_empty(in, info)));
    row->timestamp = reel_chunk_string(job->out, "0", 1); /* unknown: readers refuse an empty one */
    row->mod_version = reel__make_bsor_text(job, &scoresaber_infos, "plugin_version", info->plugin_version);
    row->game_version = reel__make_bsor_text(job, &scoresaber_infos, "game_version", info->game_version);
    row->platform = is_quest(info) ? reel_chunk_string(job->out, "oculus", 6)
                                   : reel__make_bsor_text(job, &scoresaber_infos, "platform", info->platform);
    row->score = last_score(in);
    row->left_handed = info->left_handed;
    row->height = info->initial_height;
    row->fail_time = played_on ? 0 : info->fail_time;
    reel__pair_lose(job, &scoresaber_infos, "fail_time", played_on && info->fail_time != 0,
                    "with NF, the play went on: BSOR states the time of a fail only");
    row->jump_distance = settings_count ? settings->jump_distance : 0;
    /* BSOR only has the speed of practice mode, and 0 without */
    row->speed = settings_count ? reel__play_practice_speed(info->modifiers, settings->song_speed) : 0;
    reel__pair_lose(job, &scoresaber_infos, "difficulty", !name && info->difficulty,
                    "BSOR stores names, and this number has none");
    reel__lose_others(job, in, &scoresaber_infos, known, "BSOR cannot store it");
    reel__lose_others(job, in, &scoresaber_play_settings_rows, kept, "BSOR cannot store it");
}

static bool convert_offset(const scoresaber_offset *from, reel_pose *to)
{
    to->position = from->position;
    return reel__quaternion_of(from->rotation, &to->rotation);
}

/* BSOR has one offset per hand. A missing one is all zeros. */
static void convert_offsets(pair_job *job, const reel_chunk *in)
{
    static const char *const kept[] = { "left_position", "left_rotation", "right_position", "right_rotation", "present", NULL };
    static const char *const odd = "not an angle";
    size_t count;
    const scoresaber_controller_offsets *offsets = reel_chunk_rows(in, &scoresaber_offsets, &count);
    reel__lose_others(job, in, &scoresaber_offsets, kept,
                      "BSOR stores one offset per hand, and how a shared offset applies to the left hand is unknown");
    bool left = count && offsets->present & SCORESABER_HAS_LEFT, right = count && offsets->present & SCORESABER_HAS_RIGHT;
    bsor_controller_offsets *row = left || right ? reel__make_rows(job, &bsor_offsets, 1) : NULL;
    if (!row) return;
    if (left) reel__pair_lose(job, &scoresaber_offsets, "left_rotation", !convert_offset(&offsets->left, &row->left), odd);
    if (right) reel__pair_lose(job, &scoresaber_offsets, "right_rotation", !convert_offset(&offsets->right, &row->right), odd);
    reel__report_converted(job, "convert.scoresaber.angles", REEL_NOTE, &scoresaber_offsets, 1,
                           "controller rotations were converted to quaternions, from angles in the order of Unity");
}

reel_status reel__convert_scoresaber_bsor(pair_job *job, const reel_chunk *in)
{
    static const char *const motion[] = { "right_position", "left_position", "head_position", "right_rotation",
                                          "left_rotation",  "head_rotation", "time",          NULL };
    static const char *const derived = "BSOR has no such list: readers compute it from the notes";
    size_t count;
    const scoresaber_info *info = reel_chunk_rows(in, &scoresaber_infos, &count), nothing = { 0 };
    if (!count) info = &nothing;
    convert_info(job, in, info);
    convert_frames(job, in);
    if (!convert_notes(job, in) || !convert_walls(job, in, is_quest(info))) return reel__memory_fail(job->error);
    convert_times(job, in);
    convert_user_data(job, in);
    static const char *const score_times[] = { "time", "score", NULL }, *const times[] = { "time", NULL };
    reel__lose_others(job, in, &scoresaber_scores, score_times, derived);
    reel__lose_others(job, in, &scoresaber_combos, times, derived);
    reel__lose_others(job, in, &scoresaber_multipliers, times, derived);
    reel__lose_others(job, in, &scoresaber_energies, times, derived);
    convert_offsets(job, in);
    reel__lose_others(job, in, &scoresaber_keyframes, motion, "BSOR cannot store it, and the file does not identify notes");
    return reel__made_status(job);
}

const convert_pair reel__pair_scoresaber_bsor = { .from = &reel_format_scoresaber,
                                                  .to = &reel_format_bsor,
                                                  .chunk = reel__convert_scoresaber_bsor };
