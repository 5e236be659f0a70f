/* SPDX-License-Identifier: MIT
 * Fills a play from the rows of a BSOR file. */
#include "insight/beatsaber/evidence.h"
#include "insight/beatsaber/feed.h"
#include "insight/beatsaber/motion.h"
#include "insight/beatsaber/play.h"

#include <math.h>

/* A note id decoded by one of the conventions; -1: unknown. */
typedef struct reading {
    int32_t id;
    int scoring, line, layer, color, direction;
    bool bomb;
} reading;

static reel_string version_of(const play_state *play) { return (reel_string){ play->game_version, play->game_version_size }; }

static reading read_game_id(const play_state *play, const bsor_note *row)
{
    bsor_note_parts parts = bsor_note_parts_in(row, version_of(play), play->rotated);
    return (reading){ row->note_id, parts.scoring, parts.line, parts.layer, parts.color, parts.direction, parts.bomb };
}

/* Decodes an id like the public server code: PC bombs get 4 added, and every id of six or more digits is read as the long form. The
 * parts may be out of range. */
static reading read_server_id(int32_t id)
{
    reading read = { .id = id };
    if (id == -1 || (id > 0 && id < 100000 && id % 10 == 9)) {
        read.id = id + 4;
        read.bomb = true;
    }
    int32_t unit = read.id < 100000 ? 1000 : 1000000, rest = read.id;
    read.scoring = rest / (unit * 10);
    rest %= unit * 10;
    read.line = rest / unit;
    rest %= unit;
    read.layer = rest / (unit / 10);
    rest %= unit / 10;
    read.color = rest / 10;
    read.direction = rest % 10;
    return read;
}

static uint8_t kind_of(int32_t event_type, bool bomb)
{
    if (bomb || event_type == BSOR_BOMB) return BEATSABER_BOMB;
    return event_type == BSOR_GOOD_CUT ? BEATSABER_GOOD : event_type == BSOR_BAD_CUT ? BEATSABER_BAD : BEATSABER_MISS;
}

static uint8_t hand_of(const play_state *play, const reading *read, const bsor_note *row)
{
    if (play->server || read->color >= 0) return read->color == 0 ? LEFT : RIGHT;
    if (!row->has_cut || read->bomb) return NO_HAND;
    return row->cut.saber_type == 0 ? LEFT : RIGHT;
}

static uint8_t cell_of(const play_state *play, const reading *read)
{
    int cell = read->layer * 4 + read->line;
    if (play->server) return (uint8_t)(cell < 0 || cell >= CELL_COUNT ? 0 : cell);
    bool known = read->line >= 0 && read->line < 4 && read->layer >= 0 && read->layer < 3;
    return (uint8_t)(known ? cell : NO_CELL);
}

/* The scoring type used for the score. Notes of types that do not score are scored as old ones. */
static uint8_t scoring_of(const reading *read, uint8_t kind)
{
    if (read->scoring < 0 || read->scoring >= SCORING_COUNT) return BSOR_NORMAL_OLD;
    if (kind != BEATSABER_BOMB && (read->scoring == BSOR_IGNORE || read->scoring == BSOR_NO_SCORE)) return BSOR_NORMAL_OLD;
    return (uint8_t)read->scoring;
}

static void note_parts(reel__play_note *note, const reading *read)
{
    if (read->scoring >= 0 && read->scoring < SCORING_COUNT) note->known |= BEATSABER_HAS_SCORING;
    if (read->line >= 0 && read->line < 4 && read->layer >= 0 && read->layer < 3) {
        note->known |= BEATSABER_HAS_POSITION;
        note->line = (uint8_t)read->line;
        note->layer = (uint8_t)read->layer;
    }
    if (read->color == 0 || read->color == 1) {
        note->known |= BEATSABER_HAS_COLOR;
        note->color = (uint8_t)read->color;
    }
    if (read->direction >= 0 && read->direction <= 8) {
        note->known |= BEATSABER_HAS_DIRECTION;
        note->direction = (uint8_t)read->direction;
    }
}

void reel__play_look_at_bsor_note(play_state *play, const bsor_note *row)
{
    if (!play->rotated) play->rotated = bsor_note_is_rotated(row, version_of(play));
}

bool reel__play_add_bsor_note(play_state *play, const bsor_note *given)
{
    bsor_note clean = *given;
    if (!play->server) bsor_note_clean(&clean, version_of(play));
    const bsor_note *row = &clean;
    uint32_t number = (uint32_t)play->note_rows++;
    if (row->event_type < BSOR_GOOD_CUT || row->event_type > BSOR_BOMB) return true;
    reading read = play->server ? read_server_id(row->note_id) : read_game_id(play, given);
    uint8_t kind = kind_of(row->event_type, read.bomb), scoring = scoring_of(&read, kind);
    play_cut cut = {
        .saber = row->cut.saber_type == 0 ? LEFT : RIGHT,
        .no_deviation = !(row->has_cut & (BSOR_CUT_ALL | BSOR_CUT_DEVIATION)),
        .time_deviation = row->cut.time_deviation,
        .saber_speed = row->cut.saber_speed,
        .distance = play_number(play, row->cut.cut_distance_to_center),
        .point = row->cut.cut_point,
        .normal = row->cut.cut_normal,
        .missing = !row->has_cut,
    };
    cut.missing |= play_cut_is_blank(&cut);
    if (play->signs.wanted) return kind != BEATSABER_GOOD || reel__play_sign_cut(play, scoring, &cut);
    reel__play_note note = {
        .id = (uint32_t)read.id,
        .row = number,
        .time = play_number(play, row->event_time),
        .spawn_time = play_number(play, row->spawn_time),
        .before_cut_rating = play_number(play, row->cut.before_cut_rating),
        .after_cut_rating = play_number(play, row->cut.after_cut_rating),
        .kind = kind,
        .scoring = scoring,
        .hand = hand_of(play, &read, row),
        .cell = cell_of(play, &read),
    };
    note_parts(&note, &read);
    if (kind == BEATSABER_GOOD) {
        /* the game counts what the file says, however unlikely: a rating of a million is a full swing */
        beatsaber_points points = beatsaber_points_of(scoring, play_number(play, given->cut.before_cut_rating),
                                                      play_number(play, given->cut.after_cut_rating),
                                                      play_number(play, given->cut.cut_distance_to_center));
        note.before = (uint8_t)points.before;
        note.center = (uint8_t)points.center;
        note.after = (uint8_t)points.after;
        note.known |= BEATSABER_HAS_POINTS;
    }
    return reel__play_add_note(play, &note, &cut);
}

/* A Quest wall records when the contact ended; by the rules of the game it drains 1.3 per second of the room. */
bool reel__play_add_bsor_wall(play_state *play, const bsor_wall *row)
{
    play_wall *wall = reel__play_list_grow(&play->walls, 1, sizeof *wall, &play->allocator);
    if (!wall) return false;
    const float time = play_number(play, row->time), spawn_time = play_number(play, row->spawn_time);
    const float energy = play_number(play, row->energy);
    bool swapped = spawn_time > time;
    *wall = (play_wall){
        .id = (uint32_t)row->wall_id,
        .row = (uint32_t)play->wall_rows++,
        .time = swapped ? spawn_time : time,
        .spawn_time = swapped ? time : spawn_time,
        .energy = energy,
        .unset = energy == 0,
    };
    if (!play->server && play->quest) {
        float song = energy - time;
        float lasted = song / play->song_speed;
        float lost = lasted * 1.3f;
        wall->drains = true;
        wall->energy = lost > 0.0f && lost <= 1.0f ? lost : 0.0f;
    }
    return true;
}

static bool string_is(reel_string string, const char *text)
{
    return string.size == strlen(text) && memcmp(string.data, text, string.size) == 0;
}

/* Returns the size of what fits. */
static size_t store_text(char *to, size_t room, reel_string text)
{
    const size_t size = text.size < room ? text.size : room;
    if (size) memcpy(to, text.data, size);
    return size;
}

void reel__play_take_bsor_info(play_state *play, const bsor_info *info)
{
    play->game_version_size = store_text(play->game_version, sizeof play->game_version, info->game_version);
    play->mod_version_size = store_text(play->mod_version, sizeof play->mod_version, info->mod_version);
    play->no_fail = reel__play_modifiers_have(info->modifiers, "NF");
    play->saber_clash = reel__play_modifiers_have(info->modifiers, "CS");
    reel__play_take_modifiers(play, info->modifiers, info->speed);
    if (!play->server)
        play->lives = reel__play_modifiers_have(info->modifiers, "IF")   ? 1
                      : reel__play_modifiers_have(info->modifiers, "BE") ? 4
                                                                         : 0;
    reel__play_take_level(play, info->difficulty, 0, info->mode, info->left_handed != 0);
    play->quest = string_is(info->platform, "oculus");
    play->stated_score = info->score;
    play->has_stated_score = info->score != 0; /* as recorders write it that do not count */
    play->jump_distance = play_number(play, info->jump_distance);
    play->height = play_number(play, info->height);
    play->fail_time = play_number(play, info->fail_time);
    play->start_time = play_number(play, info->start_time);
}

/* The rows of a table from `first` on. */
static const void *rows_from(const reel_chunk *chunk, const reel_table *table, size_t first, size_t *count)
{
    const uint8_t *rows = reel_chunk_rows(chunk, table, count);
    if (first > *count) first = *count;
    *count -= first;
    return first ? rows + first * table->row_size : rows;
}

static bool add_heights_and_pauses(play_state *play, const reel_chunk *chunk, const bsor_attempt *from)
{
    size_t count;
    const bsor_height *heights = rows_from(chunk, &bsor_heights, from->height, &count);
    for (size_t i = 0; play->evidence.wanted && i < count; i++)
        if (!reel__play_evidence_height(play, heights[i].time, heights[i].height)) return false;
    if (!play->wants_sums) return true; /* nothing else needs them */
    for (size_t i = 0; i < count; i++) reel__play_add_height(play, (double)heights[i].height);
    const bsor_pause *pauses = rows_from(chunk, &bsor_pauses, from->pause, &count);
    for (size_t i = 0; i < count; i++)
        if (!reel__play_add_pause(play, pauses[i].time, pauses[i].duration)) return false;
    return true;
}

void reel__play_skip_frames(play_state *play, size_t count)
{
    play->motion.skipped = play->stills.skipped = play->physics.stills.skipped = count;
    play->evidence.frame_rows += count;
}

/* Adds the frames of the player, if those of others are among them. `server` takes all. */
static bool add_own_frames(play_state *play, const reel_chunk *chunk, const bsor_attempt *from)
{
    size_t count, note_count;
    const bsor_frame *frames = rows_from(chunk, &bsor_frames, from->frame, &count);
    const bsor_note *notes = rows_from(chunk, &bsor_notes, from->note, &note_count);
    reel__play_skip_frames(play, from->frame);
    size_t kept = play->server ? count : bsor_own_frames(frames, count, notes, note_count, NULL);
    if (kept == count) return reel__play_add_frames(play, frames, count);
    play_list own = { 0 };
    bsor_frame *rows = reel__play_list_grow(&own, kept, sizeof *rows, &play->allocator);
    if (rows) bsor_own_frames(frames, count, notes, note_count, rows);
    bool added = rows && reel__play_add_frames(play, rows, kept);
    reel__play_list_free(&own, &play->allocator);
    return added;
}

bool reel__play_feed_bsor(play_state *play, const reel_chunk *chunk, bool frames)
{
    size_t count;
    play->info_table = &bsor_infos;
    play->frame_table = &bsor_frames;
    const bsor_info *infos = reel_chunk_rows(chunk, &bsor_infos, &count);
    if (count) reel__play_take_bsor_info(play, &infos[count - 1]);
    const bsor_controller_offsets *offsets = reel_chunk_rows(chunk, &bsor_offsets, &count);
    if (count) {
        play->motion.offsets[LEFT] = offsets[count - 1].left.position;
        play->motion.offsets[RIGHT] = offsets[count - 1].right.position;
    }
    bsor_attempt from = { 0 }; /* figures are those of the last attempt; the server's are of all */
    if (!play->server) bsor_attempts(chunk, &from);
    if (frames && !add_own_frames(play, chunk, &from)) return false;
    const bsor_note *notes = rows_from(chunk, &bsor_notes, from.note, &count);
    play->note_rows += from.note;
    play->wall_rows += from.wall;
    if (!play->signs.wanted && !reel__play_list_reserve(&play->notes, count, sizeof(reel__play_note), &play->allocator))
        return false;
    for (size_t i = 0; i < count && !play->server; i++) reel__play_look_at_bsor_note(play, &notes[i]);
    for (size_t i = 0; i < count; i++)
        if (!reel__play_add_bsor_note(play, &notes[i])) return false;
    const bsor_wall *walls = rows_from(chunk, &bsor_walls, from.wall, &count);
    for (size_t i = 0; i < count; i++)
        if (!reel__play_add_bsor_wall(play, &walls[i])) return false;
    if (play->wants_hearts && !reel__play_add_hearts(play, chunk)) return false;
    return add_heights_and_pauses(play, chunk, &from);
}
