/* SPDX-License-Identifier: MIT
 * Fills a play from the rows of ScoreSaber's formats. The decoded JSON has no cuts: good ones have points only. */
#include "insight/beatsaber/contacts.h"
#include "insight/beatsaber/evidence.h"
#include "insight/beatsaber/feed.h"
#include "insight/beatsaber/frames.h"
#include "insight/beatsaber/motion.h"
#include "insight/beatsaber/play.h"
#include "insight/beatsaber/turns.h"

#include <math.h>

#include <reel/scoresaber.h>

enum { BATCH = 64, MS = 1000 };

static bool add_frames(play_state *play, const reel_chunk *chunk, const reel_table *table)
{
    size_t count;
    bsor_frame frames[BATCH];
    const uint8_t *rows = reel_chunk_rows(chunk, table, &count);
    for (size_t at = 0, some; at < count; at += some) {
        some = count - at < BATCH ? count - at : BATCH;
        reel__frames_read(frames, table, rows + at * table->row_size, some);
        if (!reel__play_add_frames(play, frames, some)) return false;
    }
    return true;
}

/* ---- notes ------------------------------------------------------------------------------------------------------ */

typedef struct grid_position {
    int64_t line, layer, direction, color;
} grid_position;

/* Sets the known parts of the position. Notes of equal appearance get equal ids. "server" counts bombs as left. */
static void set_grid_position(const play_state *play, reel__play_note *note, const grid_position *at)
{
    bool grid = at->line >= 0 && at->line < 4 && at->layer >= 0 && at->layer < 3;
    note->id = (uint32_t)(at->line * 1000 + at->layer * 100 + at->color * 10 + at->direction);
    note->cell = (uint8_t)(grid ? at->layer * 4 + at->line : play->server ? 0 : NO_CELL);
    note->hand = at->color == 0 ? LEFT : at->color == 1 ? RIGHT : play->server ? LEFT : NO_HAND;
    if (grid) {
        note->known |= BEATSABER_HAS_POSITION;
        note->line = (uint8_t)at->line;
        note->layer = (uint8_t)at->layer;
    }
    if (at->color == 0 || at->color == 1) {
        note->known |= BEATSABER_HAS_COLOR;
        note->color = (uint8_t)at->color;
    }
    if (at->direction >= 0 && at->direction <= 8) {
        note->known |= BEATSABER_HAS_DIRECTION;
        note->direction = (uint8_t)at->direction;
    }
}

/* The file has the game's scoring types, which are those of BSOR minus 2. Types that do not score are scored as old notes. */
static void set_scoring(reel__play_note *note, const scoresaber_note *row)
{
    int64_t scoring = row->present & SCORESABER_NOTE_V3 ? (int64_t)row->scoring_type + 2 : BSOR_NORMAL;
    bool known = scoring >= 0 && scoring < SCORING_COUNT;
    if (known) note->known |= BEATSABER_HAS_SCORING;
    bool nothing = note->kind != BEATSABER_BOMB && (scoring == BSOR_IGNORE || scoring == BSOR_NO_SCORE);
    note->scoring = (uint8_t)(known && !nothing ? scoring : BSOR_NORMAL_OLD);
}

/* `time`: when it counted. */
static bool add_note(play_state *play, const scoresaber_note *row, uint32_t number, float time)
{
    static const uint8_t kinds[] = { [SCORESABER_GOOD_CUT] = BEATSABER_GOOD,
                                     [SCORESABER_BAD_CUT] = BEATSABER_BAD,
                                     [SCORESABER_MISS] = BEATSABER_MISS,
                                     [SCORESABER_BOMB] = BEATSABER_BOMB };
    if (row->event_type < SCORESABER_GOOD_CUT || row->event_type > SCORESABER_BOMB) return true;
    const float before = play_number(play, row->before_cut_rating), after = play_number(play, row->after_cut_rating);
    const float distance = play_number(play, row->cut_distance_to_center);
    reel__play_note note = { .row = number,
                             .time = play_number(play, time),
                             .spawn_time = play_number(play, row->note_time),
                             .before_cut_rating = before,
                             .after_cut_rating = after,
                             .kind = row->color == -1 ? BEATSABER_BOMB : kinds[row->event_type] };
    set_scoring(&note, row);
    set_grid_position(play, &note, &(grid_position){ row->line, row->layer, row->direction, row->color });
    bool v3 = row->present & SCORESABER_NOTE_V3;
    play_cut cut = { .saber = row->saber_type == 0 ? LEFT : RIGHT,
                     .saber_speed = row->saber_speed,
                     .distance = distance,
                     .point = row->cut_point,
                     .normal = row->cut_normal,
                     .time_deviation = v3 ? row->time_deviation : row->note_time - row->event_time };
    cut.missing = play_cut_is_blank(&cut);
    if (note.kind == BEATSABER_GOOD) {
        beatsaber_points points = beatsaber_points_of(note.scoring, before, after, distance);
        note.before = (uint8_t)points.before;
        note.center = (uint8_t)points.center;
        note.after = (uint8_t)points.after;
        note.known |= BEATSABER_HAS_POINTS;
    }
    return reel__play_add_note(play, &note, &cut);
}

static bool add_notes(play_state *play, const reel_chunk *chunk)
{
    size_t count;
    play_list turns = { 0 };
    const scoresaber_note *notes = reel_chunk_rows(chunk, &scoresaber_notes, &count);
    if (!reel__play_order_notes(chunk, &play->allocator, &turns)) return false;
    const play_turn *turn = turns.data;
    const uint32_t first = (uint32_t)play->note_rows;
    bool added = true;
    for (size_t i = 0; added && i < count; i++) added = add_note(play, &notes[turn[i].row], first + turn[i].row, turn[i].time);
    play->note_rows += count;
    reel__play_list_free(&turns, &play->allocator);
    return added;
}

static bool add_wall(play_state *play, play_wall wall)
{
    wall.time = play_number(play, wall.time);
    wall.spawn_time = play_number(play, wall.spawn_time);
    wall.energy = play_number(play, wall.energy);
    play_wall *stored = reel__play_list_grow(&play->walls, 1, sizeof *stored, &play->allocator);
    if (stored) *stored = wall;
    return stored != NULL;
}

static bool add_walls(play_state *play, const reel_chunk *chunk)
{
    size_t count;
    play_list contacts = { 0 };
    const scoresaber_wall *walls = reel_chunk_rows(chunk, &scoresaber_walls, &count);
    bool added = reel__play_find_contacts(chunk, &play->allocator, &contacts);
    const play_contact *contact = contacts.data;
    for (size_t i = 0; added && i < contacts.count; i++) {
        const scoresaber_wall *wall = contact[i].row != PLAY_NO_ROW ? &walls[contact[i].row] : NULL;
        added = add_wall(play, (play_wall){ .id = wall ? (uint32_t)wall->line * 100 + (uint32_t)wall->width : 0,
                                            .row = wall ? (uint32_t)play->wall_rows + contact[i].row : PLAY_NO_ROW,
                                            .time = contact[i].time,
                                            .spawn_time = wall ? wall->obstacle_time : contact[i].time,
                                            .energy = contact[i].energy });
    }
    play->wall_rows += count;
    reel__play_list_free(&contacts, &play->allocator);
    return added;
}

static bool add_json_note(play_state *play, const scoresaber_json_note *row)
{
    uint32_t number = (uint32_t)play->note_rows++;
    float time = row->present & SCORESABER_JSON_HAS_TIME || play->server ? play_number(play, (float)row->time) : NAN;
    if (!(row->present & SCORESABER_JSON_HAS_SCORE) || row->score == 0 || row->score == -1 || row->score < SCORESABER_JSON_WALL)
        return true;
    if (row->score == SCORESABER_JSON_WALL)
        return add_wall(play, (play_wall){ .row = number, .time = time, .spawn_time = time, .energy = PLAY_ENERGY_UNKNOWN });
    reel__play_note note = { .row = number, .time = time, .spawn_time = time, .scoring = BSOR_NORMAL_OLD };
    note.kind = row->score > 0                          ? BEATSABER_GOOD
                : row->score == SCORESABER_JSON_BAD_CUT ? BEATSABER_BAD
                : row->score == SCORESABER_JSON_MISS    ? BEATSABER_MISS
                                                        : BEATSABER_BOMB;
    const char *text = row->note.data;
    bool bomb = row->note.size == 5 && text[3] == '-', plain = row->note.size == 4 || bomb;
    for (size_t i = 0; i < row->note.size && plain; i++) plain = (text[i] >= '0' && text[i] <= '9') || (bomb && i == 3);
    grid_position at = { -1, -1, -1, -1 };
    if (plain) at = (grid_position){ text[0] - '0', text[1] - '0', text[2] - '0', bomb ? -1 : text[3] - '0' };
    set_grid_position(play, &note, &at);
    if (note.kind == BEATSABER_GOOD) note.center = (uint8_t)(row->score < 115 ? row->score : 115);
    return reel__play_add_note(play, &note, &(play_cut){ .saber = note.hand == LEFT ? LEFT : RIGHT });
}

/* ---- the rest --------------------------------------------------------------------------------------------------- */

/* NF is a setting there: it is listed whether energy ran out or not. */
static void take_modifiers(play_state *play, reel_string modifiers)
{
    play->no_fail = reel__play_modifiers_have(modifiers, "NF");
    play->saber_clash =
        reel__play_modifiers_have(modifiers, "SC"); /* which may be small cubes: the recorder writes SC for both */
    play->no_fail_is_setting = true;
    reel__play_take_modifiers(play, modifiers, 0);
    if (!play->server)
        play->lives = reel__play_modifiers_have(modifiers, "IF") ? 1 : reel__play_modifiers_have(modifiers, "BE") ? 4 : 0;
}

static bool add_times(play_state *play, const reel_chunk *chunk)
{
    size_t count;
    const scoresaber_height *heights = reel_chunk_rows(chunk, &scoresaber_heights, &count);
    for (size_t i = 0; i < count; i++) {
        reel__play_add_height(play, (double)heights[i].height);
        if (play->evidence.wanted && !reel__play_evidence_height(play, heights[i].time, heights[i].height)) return false;
    }
    const scoresaber_pause *pauses = reel_chunk_rows(chunk, &scoresaber_pauses, &count);
    for (size_t i = 0; i < count; i++)
        if (!reel__play_add_pause(play, pauses[i].time, pauses[i].duration / MS)) return false;
    return true;
}

bool reel__play_feed_scoresaber(play_state *play, const reel_chunk *chunk, bool frames)
{
    size_t count;
    play->info_table = &scoresaber_infos;
    play->frame_table = &scoresaber_poses;
    const scoresaber_info *info = reel_chunk_rows(chunk, &scoresaber_infos, &count);
    if (!count) info = NULL;
    if (info) {
        take_modifiers(play, info->modifiers);
        reel__play_take_level(play, (reel_string){ NULL, 0 }, info->difficulty, info->characteristic, info->left_handed != 0);
        play->height = play_number(play, info->initial_height);
        play->fail_time = play_number(play, info->fail_time);
    }
    const scoresaber_play_settings *settings = reel_chunk_rows(chunk, &scoresaber_play_settings_rows, &count);
    if (count) play->jump_distance = play_number(play, settings->jump_distance);
    if (count && info)
        reel__play_take_modifiers(play, info->modifiers, reel__play_practice_speed(info->modifiers, settings->song_speed));
    const scoresaber_score *scores = reel_chunk_rows(chunk, &scoresaber_scores, &count);
    if (count) play->stated_score = scores[count - 1].score;
    play->has_stated_score |= count != 0;
    const scoresaber_energy *energies = reel_chunk_rows(chunk, &scoresaber_energies, &count);
    for (size_t i = 0; i < count && !play->ran_out; i++) play->ran_out = isfinite(energies[i].energy) && energies[i].energy <= 0;
    const scoresaber_keyframe *keys = reel_chunk_rows(chunk, &scoresaber_keyframes, &count);
    if (count) play->stated_score = keys[count - 1].score;
    play->has_stated_score |= count != 0;
    if (count) play->no_events = true;
    if (frames && !(add_frames(play, chunk, &scoresaber_poses) && add_frames(play, chunk, &scoresaber_keyframes))) return false;
    if (!add_notes(play, chunk) || !add_walls(play, chunk)) return false;
    if (play->wants_hearts && !reel__play_add_hearts(play, chunk)) return false;
    return add_times(play, chunk);
}

/* Version 2.0.0 is older than arcs and chains. */
bool reel__play_json_has_scoring(const scoresaber_json_info *info)
{
    static const char old[] = "2.0.0";
    return !info->version.size || (info->version.size == sizeof old - 1 && memcmp(info->version.data, old, sizeof old - 1) == 0);
}

bool reel__play_feed_scoresaber_json(play_state *play, const reel_chunk *chunk, bool frames)
{
    size_t count;
    play->no_cuts = true;
    play->info_table = &scoresaber_json_infos;
    play->frame_table = &scoresaber_json_frames;
    const scoresaber_json_info *info = reel_chunk_rows(chunk, &scoresaber_json_infos, &count);
    if (count) {
        take_modifiers(play, info->modifiers);
        play->no_modifiers = !(info->present[0] & SCORESABER_JSON_MODIFIERS);
        play->no_fail_time = !(info->present[1] & SCORESABER_JSON_FAIL_TIME);
        play->no_scoring = !reel__play_json_has_scoring(info);
        reel__play_take_level(play, (reel_string){ NULL, 0 }, info->difficulty, info->mode, info->left_handed != 0);
        play->height = play_number(play, (float)info->height);
        play->fail_time = play_number(play, (float)info->fail_time);
        play->stated_score = info->total_score;
        play->has_stated_score = info->present[1] & SCORESABER_JSON_TOTAL_SCORE;
    }
    if (frames && !add_frames(play, chunk, &scoresaber_json_frames)) return false;
    const scoresaber_json_note *notes = reel_chunk_rows(chunk, &scoresaber_json_notes, &count);
    size_t results = 0; /* without any nothing tells what happened to the notes */
    for (size_t i = 0; i < count; i++) {
        results += notes[i].present & SCORESABER_JSON_HAS_SCORE;
        if (!add_json_note(play, &notes[i])) return false;
    }
    play->no_results |= results < count;
    play->no_events |= count && !results;
    const scoresaber_json_height *heights = reel_chunk_rows(chunk, &scoresaber_json_heights, &count);
    for (size_t i = 0; i < count; i++) reel__play_add_height(play, heights[i].height);
    return true;
}
