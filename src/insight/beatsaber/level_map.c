/* SPDX-License-Identifier: MIT
 * From the rows of a map to what a play of it meets: left-handed, without arrows, without bombs, as its modifiers say. */
#include "insight/beatsaber/level.h"

#ifndef REEL_WITHOUT_BEATSABER_MAP

#include <reel/beatsaber_map.h>

enum { LINES = 4, DIRECTIONS = 9, HASH_DIGITS = 40 };
enum { LINK_DIRECTION = 8, ANY_DIRECTION = 8 };

/* Links are as many as a map says: more than these for each chain, for each event of the play, and in all are not made. */
enum { LINKS_EACH = 16, LINKS_FREE = 1000 };

/* ---- the difficulty ----------------------------------------------------------------------------------------------- */

/* One spelling of a difficulty and a mode: that of keys of levels. */
static void name_difficulty(reel_string difficulty, reel_string mode, char key[2 * PLAY_LEVEL_TEXT + HASH_DIGITS + 2])
{
    enum { ROOM = 2 * PLAY_LEVEL_TEXT + HASH_DIGITS + 2 };
    static const char standard[] = "Standard";
    char text[ROOM];
    size_t size = HASH_DIGITS;
    memset(text, '0', HASH_DIGITS);
    if (!mode.size) mode = (reel_string){ standard, sizeof standard - 1 };
    const reel_string parts[] = { difficulty, mode };
    for (size_t i = 0; i < 2; i++) {
        const size_t part = parts[i].size < PLAY_LEVEL_TEXT ? parts[i].size : PLAY_LEVEL_TEXT - 1;
        text[size++] = '/';
        if (part) memcpy(text + size, parts[i].data, part);
        size += part;
    }
    reel_level_key(text, size, key, ROOM);
    for (char *at = key; *at; at++)
        if (*at >= 'A' && *at <= 'Z') *at = (char)(*at - 'A' + 'a');
}

static reel_string text_of(const char *text) { return (reel_string){ text, strlen(text) }; }

static const beatsaber_map_difficulty *difficulty_at(const reel_replay *level, uint32_t row)
{
    size_t count;
    const beatsaber_map_difficulty *rows = reel_rows(level, &beatsaber_map_difficulties, &count);
    return row < count ? &rows[row] : NULL;
}

uint32_t reel__level_difficulties(const reel_replay *level)
{
    size_t count;
    reel_rows(level, &beatsaber_map_difficulties, &count);
    return count < UINT32_MAX ? (uint32_t)count : UINT32_MAX;
}

bool reel__level_is_stated(const play_state *play, const reel_replay *level, uint32_t difficulty)
{
    char stated[2 * PLAY_LEVEL_TEXT + HASH_DIGITS + 2], own[sizeof stated];
    const beatsaber_map_difficulty *row = difficulty_at(level, difficulty);
    if (!row->difficulty.size && !row->mode.size) return true; /* the file of a difficulty, which has no name */
    name_difficulty(text_of(play->level.difficulty), text_of(play->level.mode), stated);
    name_difficulty(row->difficulty, row->mode, own);
    return strcmp(stated, own) == 0;
}

double reel__level_offset(const reel_replay *level)
{
    size_t count;
    const beatsaber_map_info *info = reel_rows(level, &beatsaber_map_infos, &count);
    return count && info->present & BEATSABER_MAP_HAS_SONG_OFFSET && isfinite(info->song_offset) ? info->song_offset : 0;
}

static bool has_word(reel_string text, const char *word)
{
    const size_t size = strlen(word);
    for (size_t i = 0; i + size <= text.size; i++)
        if (memcmp(text.data + i, word, size) == 0) return true;
    return false;
}

const char *reel__level_why_not(const reel_replay *level, uint32_t difficulty)
{
    const beatsaber_map_difficulty *row = difficulty_at(level, difficulty);
    if (has_word(row->requirements, "Noodle Extensions")) return "the map needs Noodle Extensions, which change what a note is";
    if (has_word(row->requirements, "Mapping Extensions")) return "the map needs Mapping Extensions, which change what a note is";
    if (reel_replay_damage(level) || !(row->present & BEATSABER_MAP_HAS_COUNTS)) return "the map is damaged";
    return NULL;
}

void reel__level_describe(const reel_replay *level, uint32_t difficulty, beatsaber_level *sum)
{
    size_t count;
    const beatsaber_map_info *info = reel_rows(level, &beatsaber_map_infos, &count);
    const beatsaber_map_difficulty *row = difficulty_at(level, difficulty);
    if (count) {
        sum->song_name = info->song_name;
        sum->mapper = info->mapper.size ? info->mapper : row->mappers;
    }
    sum->mode = row->mode;
    sum->difficulty = row->difficulty;
    if (row->present & BEATSABER_MAP_HAS_COUNTS && row->max_score <= INT64_MAX) {
        sum->max_score = (int64_t)row->max_score;
        sum->present |= BEATSABER_LEVEL_HAS_MAX;
    }
    if (row->present & BEATSABER_MAP_HAS_JUMP) {
        sum->jump_distance = (float)row->jump_distance;
        sum->present |= BEATSABER_LEVEL_HAS_JUMP;
    }
}

/* ---- objects ------------------------------------------------------------------------------------------------------ */

typedef struct collector {
    const play_state *play;
    level_map *map;
    level_view view;
    size_t links; /* that may still be made */
    bool failed;
} collector;

static float moment_of(collector *c, uint8_t present, double time)
{
    const double moved = time + c->view.shift;
    const bool known = present & BEATSABER_MAP_HAS_TIME && isfinite(moved) && fabs(moved) < 1e9;
    if (!known) c->map->timeless = true;
    return known ? (float)moved : NAN;
}

static void add_object(collector *c, level_object object)
{
    if (isnan(object.time)) return;
    static const int32_t mirrored[DIRECTIONS] = { 0, 1, 3, 2, 5, 4, 7, 6, 8 };
    const bool bomb = object.what == BEATSABER_LEVEL_BOMB;
    if (c->view.mirrored) {
        object.line = (int32_t)((uint32_t)(LINES - 1) - (uint32_t)object.line);
        if (!bomb && (object.color == 0 || object.color == 1)) object.color = 1 - object.color;
        if (object.direction >= 0 && object.direction < DIRECTIONS) object.direction = mirrored[object.direction];
    }
    if (c->play->level.no_arrows && !bomb) object.direction = ANY_DIRECTION;
    object.event = LEVEL_NO_EVENT;
    level_object *room = reel__play_list_grow(&c->map->objects, 1, sizeof object, &c->play->allocator);
    if (room)
        *room = object;
    else
        c->failed = true;
}

static void add_anchor(collector *c, uint8_t present, double time, int32_t line, int32_t layer, int32_t color)
{
    if (c->view.mirrored) {
        line = (int32_t)((uint32_t)(LINES - 1) - (uint32_t)line);
        if (color == 0 || color == 1) color = 1 - color;
    }
    const level_anchor anchor = { (float)(present & BEATSABER_MAP_HAS_TIME ? time + c->view.shift : 0),
                                  level_place_key(line, layer, color) };
    level_anchor *room = reel__play_list_grow(&c->map->anchors, 1, sizeof anchor, &c->play->allocator);
    if (room)
        *room = anchor;
    else
        c->failed = true;
}

static void add_links(collector *c, const beatsaber_map_chain *chain)
{
    const double parts = chain->parts - 1.0;
    for (int32_t i = 1; i < chain->parts && !c->failed; i++) {
        if (!c->links) {
            c->map->open = true;
            return;
        }
        c->links--;
        const bool last = i == chain->parts - 1;
        const double time = chain->time + (chain->tail_time - chain->time) * i / parts;
        add_object(c, (level_object){ .time = moment_of(c, chain->present, time),
                                      .line = last ? chain->tail_line : chain->line,
                                      .layer = last ? chain->tail_layer : chain->layer,
                                      .color = chain->color,
                                      .direction = LINK_DIRECTION,
                                      .what = BEATSABER_LEVEL_LINK,
                                      .scoring = BSOR_CHAIN_LINK });
    }
}

static void add_chains(collector *c, const reel_replay *level)
{
    size_t count;
    const beatsaber_map_chain *chains = reel_rows(level, &beatsaber_map_chains, &count);
    c->links = LINKS_FREE + count * LINKS_EACH + c->play->notes.count;
    for (size_t i = 0; i < count && !c->failed; i++) {
        if (chains[i].difficulty != c->view.difficulty) continue;
        add_links(c, &chains[i]);
        add_anchor(c, chains[i].present, chains[i].time, chains[i].line, chains[i].layer, chains[i].color);
    }
    const beatsaber_map_arc *arcs = reel_rows(level, &beatsaber_map_arcs, &count);
    for (size_t i = 0; i < count && !c->failed; i++) {
        const beatsaber_map_arc *arc = &arcs[i];
        if (arc->difficulty != c->view.difficulty) continue;
        add_anchor(c, arc->present, arc->time, arc->line, arc->layer, arc->color);
        add_anchor(c, arc->present, arc->tail_time, arc->tail_line, arc->tail_layer, arc->color);
    }
}

/* Modes in which notes come from several sides. */
static bool comes_around(const beatsaber_map_difficulty *row) { return has_word(row->mode, "Degree"); }

static bool is_turned(const reel_replay *level, uint32_t difficulty)
{
    size_t count;
    const beatsaber_map_rotation *rotations = reel_rows(level, &beatsaber_map_rotations, &count);
    bool turned = comes_around(difficulty_at(level, difficulty));
    for (size_t i = 0; i < count && !turned; i++) turned = rotations[i].difficulty == difficulty;
    return turned;
}

static double speed_of(const reel_replay *level, uint32_t difficulty)
{
    size_t count;
    const beatsaber_map_difficulty *row = difficulty_at(level, difficulty);
    const beatsaber_map_njs_event *events = reel_rows(level, &beatsaber_map_njs_events, &count);
    for (size_t i = 0; i < count; i++)
        if (events[i].difficulty == difficulty) return 0;
    const double speed = row->jump_distance / (2 * row->reaction_time);
    return row->present & BEATSABER_MAP_HAS_JUMP && speed > 0 && speed < 1000 ? speed : 0;
}

static bool has_one_tempo(const reel_replay *level, uint32_t difficulty)
{
    size_t count;
    const beatsaber_map_bpm_event *events = reel_rows(level, &beatsaber_map_bpm_events, &count);
    for (size_t i = 0; i < count; i++)
        if (events[i].difficulty == difficulty && events[i].beat != 0) return false;
    return true;
}

static void add_notes(collector *c, const reel_replay *level)
{
    const bool around = comes_around(difficulty_at(level, c->view.difficulty));
    size_t count;
    const beatsaber_map_note *notes = reel_rows(level, &beatsaber_map_notes, &count);
    for (size_t i = 0; i < count && !c->failed; i++) {
        const beatsaber_map_note *note = &notes[i];
        if (note->difficulty != c->view.difficulty || note->fake) continue;
        add_object(c, (level_object){ .time = moment_of(c, note->present, note->time),
                                      .line = note->line,
                                      .layer = note->layer,
                                      .color = note->color,
                                      .direction = note->direction,
                                      .what = BEATSABER_LEVEL_NOTE,
                                      .scoring = note->scoring,
                                      .turned = around || note->angle || note->rotation });
    }
    const beatsaber_map_bomb *bombs = reel_rows(level, &beatsaber_map_bombs, &count);
    if (c->play->level.no_bombs) count = 0;
    for (size_t i = 0; i < count && !c->failed; i++) {
        const beatsaber_map_bomb *bomb = &bombs[i];
        if (bomb->difficulty != c->view.difficulty || bomb->fake) continue;
        add_object(c, (level_object){ .time = moment_of(c, bomb->present, bomb->time),
                                      .line = bomb->line,
                                      .layer = bomb->layer,
                                      .color = -1,
                                      .direction = -1,
                                      .what = BEATSABER_LEVEL_BOMB,
                                      .scoring = BSOR_NO_SCORE,
                                      .turned = around || bomb->rotation });
    }
}

/* The order of objects at one time: that in which the game adds up the greatest score, and bombs last. */
static uint32_t rank_of(const level_object *object)
{
    if (object->what == BEATSABER_LEVEL_LINK) return 0;
    if (object->what == BEATSABER_LEVEL_BOMB) return 3;
    return object->scoring == BSOR_CHAIN_HEAD ? 1 : 2;
}

static bool sort_objects(collector *c)
{
    play_list list = { 0 }, sorted = { 0 };
    const size_t count = c->map->objects.count;
    const level_object *objects = c->map->objects.data;
    if (!count) return true;
    play_key *keys = reel__play_list_grow(&list, 2 * count, sizeof *keys, &c->play->allocator);
    level_object *to = reel__play_list_grow(&sorted, count, sizeof *to, &c->play->allocator);
    if (keys && to) {
        for (uint32_t i = 0; i < count; i++) keys[i] = (play_key){ rank_of(&objects[i]), i };
        reel__play_sort(keys, keys + count, count);
        for (size_t i = 0; i < count; i++) keys[i].key = reel__play_key_of(objects[keys[i].index].time);
        reel__play_sort(keys, keys + count, count);
        for (size_t i = 0; i < count; i++) to[i] = objects[keys[i].index];
        const play_list old = c->map->objects;
        c->map->objects = sorted;
        sorted = old;
    }
    const bool done = keys && to;
    reel__play_list_free(&list, &c->play->allocator);
    reel__play_list_free(&sorted, &c->play->allocator);
    return done;
}

bool reel__level_map_take(const play_state *play, const reel_replay *level, level_view view, level_map *map)
{
    *map = (level_map){ .view = view,
                        .one_tempo = has_one_tempo(level, view.difficulty),
                        .turned = is_turned(level, view.difficulty),
                        .speed = speed_of(level, view.difficulty) };
    collector c = { .play = play, .map = map, .view = view };
    add_chains(&c, level);
    add_notes(&c, level);
    return !c.failed && map->objects.count < LEVEL_NO_EVENT && sort_objects(&c);
}

void reel__level_map_free(const play_state *play, level_map *map)
{
    reel__play_list_free(&map->objects, &play->allocator);
    reel__play_list_free(&map->anchors, &play->allocator);
    reel__play_list_free(&map->walls, &play->allocator);
}

#endif
