/* SPDX-License-Identifier: MIT
 * Walls: those of the map as a play meets them, and which contact of the head is with which of them. A contact is of a wall if its id says so and the
 * wall was at the player at that time. The other time of a row cannot be used: recorders stored the time of the wall in it, or the time at which it appeared.
 * docs/levels.md has the rules. */
#include "insight/beatsaber/level.h"

#ifndef REEL_WITHOUT_BEATSABER_MAP

#include <reel/beatsaber_map.h>
#include <reel/xror.h>

enum { LINES = 4, LAYERS = 3, LINE_DIGITS = 100, TYPE_DIGITS = 10, TYPES = 3, WIDEST = 100 };

#define LONGEST 1e6      /* s: of walls */
#define ROUNDING 0.01f   /* s: of the start of a practice */
#define AT_PLAYER 1.0f   /* s: a wall comes to the head later than its time, the slower it is the more */
enum { LOOKED_AT = 64 }; /* walls of one id before a contact: if none of so many lasts until then, it is not looked for on */

bool reel__level_has_contacts(const play_state *play)
{
    return play->info_table == &bsor_infos || play->info_table == &xror_infos;
}

/* ---- of the map --------------------------------------------------------------------------------------------------- */

static bool is_unplaced(const beatsaber_map_wall *wall)
{
    return wall->fake || wall->rotation || wall->width < 1 || wall->width > WIDEST || wall->height < 1 || wall->line < -WIDEST ||
           wall->line > WIDEST || wall->layer < 0 || wall->layer >= LAYERS || wall->type < 0 || wall->type >= TYPES ||
           !(wall->duration > 0) || !(wall->duration < LONGEST);
}

static level_wall wall_of(const level_view *view, const beatsaber_map_wall *row)
{
    level_wall wall = { .time = (float)(row->time + view->shift),
                        .duration = fabs(row->duration) < LONGEST ? (float)row->duration : 0,
                        .line = row->line,
                        .layer = row->layer,
                        .width = row->width,
                        .height = row->height,
                        .event = LEVEL_NO_EVENT,
                        .unplaced = is_unplaced(row) };
    if (view->mirrored) wall.line = (int32_t)((uint32_t)LINES - (uint32_t)row->line - (uint32_t)row->width);
    return wall;
}

/* The game leaves out what comes before the start of a practice, also walls that would last longer. */
static bool comes_before_start(const play_state *play, const level_wall *wall)
{
    return play->start_time > 0 && wall->time < play->start_time + ROUNDING;
}

/* Puts walls in order of time. */
static bool sort_walls(const play_state *play, play_list *walls)
{
    play_list list = { 0 }, sorted = { 0 };
    const size_t count = walls->count;
    const level_wall *from = walls->data;
    if (!count) return true;
    play_key *keys = reel__play_list_grow(&list, 2 * count, sizeof *keys, &play->allocator);
    level_wall *to = reel__play_list_grow(&sorted, count, sizeof *to, &play->allocator);
    const bool done = keys && to;
    for (uint32_t i = 0; done && i < count; i++) keys[i] = (play_key){ reel__play_key_of(from[i].time), i };
    if (done) reel__play_sort(keys, keys + count, count);
    for (size_t i = 0; done && i < count; i++) to[i] = from[keys[i].index];
    if (done) {
        const play_list old = *walls;
        *walls = sorted;
        sorted = old;
    }
    reel__play_list_free(&list, &play->allocator);
    reel__play_list_free(&sorted, &play->allocator);
    return done;
}

bool reel__level_walls_take(const play_state *play, const reel_replay *level, level_map *map)
{
    size_t count;
    const beatsaber_map_wall *rows = reel_rows(level, &beatsaber_map_walls, &count);
    if (play->level.no_walls) count = 0;
    for (size_t i = 0; i < count; i++) {
        const bool timed = rows[i].present & BEATSABER_MAP_HAS_TIME && fabs(rows[i].time + map->view.shift) < 1e9;
        if (rows[i].difficulty != map->view.difficulty || !timed) continue;
        map->odd_walls |= rows[i].type < 0 || rows[i].type >= TYPES;
        level_wall *wall = reel__play_list_grow(&map->walls, 1, sizeof *wall, &play->allocator);
        if (!wall) return false;
        *wall = wall_of(&map->view, &rows[i]);
        wall->unplaced |= comes_before_start(play, wall);
    }
    return map->walls.count < LEVEL_NO_EVENT && sort_walls(play, &map->walls);
}

/* ---- contacts ----------------------------------------------------------------------------------------------------- */

/* The id of a wall in events, but for its type, which games have named in several ways. */
static uint32_t id_of(const level_wall *wall) { return (uint32_t)wall->line * LINE_DIGITS + (uint32_t)wall->width; }

/* In order of ids, and of one id in order of time. */
static void order_walls(const level_wall *walls, size_t count, play_key *keys, play_key *spare)
{
    for (uint32_t i = 0; i < count; i++) keys[i] = (play_key){ id_of(&walls[i]), i };
    if (count) reel__play_sort(keys, spare, count);
}

/* The wall of that id that was at the player at a time, or the count: the last one that came before, else the next one, if it comes so soon that only
 * rounding says so. Sets *unknown if there are too many. */
static size_t wall_at(const level_wall *walls, const play_key *keys, size_t count, uint32_t id, float time, bool *unknown)
{
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (keys[middle].key < id || (keys[middle].key == id && walls[keys[middle].index].time <= time))
            low = middle + 1;
        else
            high = middle;
    }
    const bool soon = low < count && keys[low].key == id && walls[keys[low].index].time <= time + AT_PLAYER;
    const size_t next = soon ? keys[low].index : count;
    for (size_t looks = LOOKED_AT; low > 0 && keys[low - 1].key == id; low--) {
        const level_wall *wall = &walls[keys[low - 1].index];
        if (time <= wall->time + fabsf(wall->duration) + AT_PLAYER) return keys[low - 1].index;
        if (!--looks) return *unknown = true, next;
    }
    return next;
}

static uint8_t outcome_of(const play_state *play, const level_wall *wall)
{
    const float last = play->motion.last_time;
    const bool failed = play->fail_time >= 0.01f && !play->no_fail && wall->time >= play->fail_time;
    if (wall->event != LEVEL_NO_EVENT) return BEATSABER_LEVEL_HIT;
    return failed || comes_before_start(play, wall) || (last > 0 && wall->time >= last) ? BEATSABER_LEVEL_NOT_REACHED
                                                                                        : BEATSABER_LEVEL_AVOIDED;
}

static void count_walls(const play_state *play, level_result *result, size_t count)
{
    level_wall *walls = result->match.map.walls.data;
    result->sum.walls = (uint32_t)count;
    for (size_t i = 0; i < count; i++) {
        walls[i].outcome = outcome_of(play, &walls[i]);
        result->sum.walls_hit += walls[i].outcome == BEATSABER_LEVEL_HIT;
        result->sum.walls_not_reached += walls[i].outcome == BEATSABER_LEVEL_NOT_REACHED;
    }
}

/* Gives contacts their walls. `keys` has room for as many as twice the walls. */
static bool match_contacts(const play_state *play, level_result *result, play_key *keys)
{
    const play_wall *contacts = play->walls.data;
    play_list *list = &result->match.map.walls;
    const size_t count = list->count;
    order_walls(list->data, count, keys, keys + count);
    for (uint32_t i = 0; i < play->walls.count; i++) {
        level_wall *walls = list->data;
        size_t found = count;
        bool unknown = !isfinite(contacts[i].time);
        for (uint32_t type = 0; type < TYPES && found == count && !unknown; type++)
            found = wall_at(walls, keys, count, contacts[i].id - type * TYPE_DIGITS, contacts[i].time, &unknown);
        if (found < count && walls[found].event == LEVEL_NO_EVENT) walls[found].event = i;
        if (found < count || unknown || result->match.map.odd_walls) continue;
        if (!result->sum.no_wall++) result->first_no_wall = contacts[i].row;
        level_wall *extra = reel__play_list_grow(list, 1, sizeof *extra, &play->allocator);
        if (!extra) return false;
        *extra = (level_wall){ .time = contacts[i].time, .event = i, .outcome = BEATSABER_LEVEL_EXTRA, .unplaced = true };
    }
    count_walls(play, result, count);
    return true;
}

bool reel__level_walls_account(const play_state *play, level_result *result)
{
    play_list keys = { 0 };
    play_list *walls = &result->match.map.walls;
    if (!reel__level_has_contacts(play)) return count_walls(play, result, walls->count), true;
    play_key *room = reel__play_list_grow(&keys, 2 * walls->count + 1, sizeof *room, &play->allocator);
    bool done = room && match_contacts(play, result, room);
    if (done && result->sum.no_wall) done = sort_walls(play, walls);
    reel__play_list_free(&keys, &play->allocator);
    return done;
}

#endif
