/* SPDX-License-Identifier: MIT
 * Lines, boxes and cells: src/game/collision.cpp of ddnet/ddnet. Positions are rounded for what is solid and for hooks, and cut off for
 * the tiles of the race. */
#include "game/ddnet/map.h"

#define TEE 28.0F /* width of a tee, units */

/* ---- boxes ------------------------------------------------------------------------------------------------------ */

static inline bool is_solid(uint8_t tile) { return tile == TILE_SOLID || tile == TILE_NO_HOOK; }

bool reel__map_box(const ddnet_map *map, vec at)
{
    const float half = TEE * 0.5F;
    const uint8_t *game = map->planes[PLANE_GAME];
    if (!game) return false;
    const int32_t left = way_cell(float_round(float_sub(at.x, half)), map->width),
                  right = way_cell(float_round(float_add(at.x, half)), map->width);
    const uint8_t *top = game + map_index(map, 0, way_cell(float_round(float_sub(at.y, half)), map->height)),
                  *bottom = game + map_index(map, 0, way_cell(float_round(float_add(at.y, half)), map->height));
    return is_solid(top[left]) || is_solid(top[right]) || is_solid(bottom[left]) || is_solid(bottom[right]);
}

bool reel__map_ground(const ddnet_map *map, vec at)
{
    float below = float_add(float_add(at.y, TEE / 2), 5);
    return map_is_solid(map, float_add(at.x, TEE / 2), below) || map_is_solid(map, float_sub(at.x, TEE / 2), below);
}

/* Whether nothing solid is in the cells that a tee's box can touch on its way: then there is nothing to test. */
static bool way_is_free(const ddnet_map *map, vec from, vec by)
{
    const uint8_t *game = map->planes[PLANE_GAME];
    if (!game) return true;
    if (!(by.x < 256 && by.x > -256 && by.y < 256 && by.y > -256)) return false;
    float left = by.x < 0 ? from.x + by.x : from.x, right = by.x < 0 ? from.x : from.x + by.x;
    float top = by.y < 0 ? from.y + by.y : from.y, bottom = by.y < 0 ? from.y : from.y + by.y;
    int32_t x0 = way_cell(float_truncate(left - 17), map->width), x1 = way_cell(float_truncate(right + 17), map->width);
    int32_t y0 = way_cell(float_truncate(top - 17), map->height), y1 = way_cell(float_truncate(bottom + 17), map->height);
    for (int32_t y = y0; y <= y1; y++) {
        const uint8_t *line = game + (size_t)y * (size_t)map->width;
        for (int32_t x = x0; x <= x1; x++)
            if (is_solid(line[x])) return false;
    }
    return true;
}

bool reel__map_move(const ddnet_map *map, vec *position, vec *velocity, vec elasticity)
{
    vec at = *position, v = *velocity;
    float distance = vec_length(v);
    if (!(distance > FLOAT(0.00001F))) return false;
    int32_t most = float_truncate(distance);
    if (most < 0 || most > 1 << 20) return false; /* faster than any tee: a speed that is no number */
    float fraction = float_div(1.0F, (float)(most + 1));
    float bounce_x = -float_clamp(elasticity.x, -1, 1), bounce_y = -float_clamp(elasticity.y, -1, 1);
    bool free = way_is_free(map, at, v), bounced = false;
    for (int32_t i = 0; i <= most; i++) {
        if (v.x == 0 && v.y == 0) break;
        vec next = vec_add(at, vec_scale(v, fraction));
        if (vec_equal(next, at)) break;
        if (!free && reel__map_box(map, next)) {
            bool y_hit = reel__map_box(map, (vec){ at.x, next.y }), x_hit = reel__map_box(map, (vec){ next.x, at.y });
            if (y_hit) {
                bounced |= elasticity.y > 0 && v.y > 0;
                next.y = at.y, v.y = float_mul(v.y, bounce_y);
            }
            if (x_hit) next.x = at.x, v.x = float_mul(v.x, bounce_x);
            if (!y_hit && !x_hit) { /* a corner */
                bounced |= elasticity.y > 0 && v.y > 0;
                next = at;
                v = (vec){ float_mul(v.x, bounce_x), float_mul(v.y, bounce_y) };
            }
        }
        at = next;
    }
    *position = at, *velocity = v;
    return bounced;
}

/* ---- stoppers --------------------------------------------------------------------------------------------------- */

/* One way: against the turn of the tile. Mirroring swaps the two ways of an axis. */
static int stops_of(int tile, int flags)
{
    flags &= TURN_MASK;
    switch (tile) {
    case TILE_STOP:
        switch (flags) {
        case TURN_0:
        case TURN_FLIP ^ TURN_180: return STOP_DOWN;
        case TURN_90:
        case TURN_FLIP ^ TURN_270: return STOP_LEFT;
        case TURN_180:
        case TURN_FLIP ^ TURN_0: return STOP_UP;
        default: return STOP_RIGHT;
        }
    case TILE_STOP_TWO: return flags & 8 ? STOP_LEFT | STOP_RIGHT : STOP_UP | STOP_DOWN;
    case TILE_STOP_ALL: return STOP_LEFT | STOP_RIGHT | STOP_UP | STOP_DOWN;
    default: return 0;
    }
}

/* Those that stop one way also stop a tee that is on them. */
static bool cell_stops(const ddnet_map *map, size_t cell)
{
    return map_at(map, PLANE_GAME, cell) == TILE_STOP || map_at(map, PLANE_FRONT, cell) == TILE_STOP;
}

int reel__map_stops(const ddnet_map *map, vec at, size_t cell, float distance, const map_doors *doors)
{
    static const struct {
        float x, y;
        int mask;
    } sides[5] = { { 0, 0, 0 }, { 1, 0, STOP_RIGHT }, { 0, 1, STOP_DOWN }, { -1, 0, STOP_LEFT }, { 0, -1, STOP_UP } };
    bool has_doors = doors && doors->kind && doors->on;
    int stops = 0;
    if (!has_doors && !map_place_is_around(map, at, AROUND_STOP) && (cell == SIZE_MAX || !cell_stops(map, cell))) return 0;
    for (int i = 0; i < 5; i++) {
        vec place = { float_add(at.x, float_mul(sides[i].x, distance)), float_add(at.y, float_mul(sides[i].y, distance)) };
        size_t here = i == 0 && cell != SIZE_MAX ? cell : map_cell_round(map, place);
        int game = map_at(map, PLANE_GAME, here), front = map_at(map, PLANE_FRONT, here);
        int game_stops = stops_of(game, map_at(map, PLANE_GAME_FLAGS, here));
        int front_stops = stops_of(front, map_at(map, PLANE_FRONT_FLAGS, here));
        /* At the place itself, only those that stop one way. */
        stops |= game_stops & (i == 0 && game == TILE_STOP ? ~0 : sides[i].mask);
        stops |= front_stops & (i == 0 && front == TILE_STOP ? ~0 : sides[i].mask);
        if (has_doors && doors->kind[here] && doors->on[doors->number[here]])
            stops |= stops_of(doors->kind[here], 0) & sides[i].mask;
    }
    return stops;
}

vec reel__map_stop(int stops, vec velocity)
{
    if ((velocity.x > 0 && (stops & STOP_RIGHT)) || (velocity.x < 0 && (stops & STOP_LEFT))) velocity.x = 0;
    if ((velocity.y > 0 && (stops & STOP_DOWN)) || (velocity.y < 0 && (stops & STOP_UP))) velocity.y = 0;
    return velocity;
}

/* ---- lines ------------------------------------------------------------------------------------------------------ */

/* The number of steps of a line that is not longer than any of the game. */
static int32_t line_steps(vec from, vec to)
{
    int32_t steps = float_truncate(float_add(vec_distance(from, to), 1));
    return steps < 1 || steps > 1 << 20 ? 1 : steps;
}

int reel__map_line(const ddnet_map *map, vec from, vec to, vec *end, vec *before)
{
    int32_t steps = line_steps(from, to);
    vec last = from;
    for (int32_t i = 0; i <= steps; i++) {
        vec at = vec_mix(from, to, float_div((float)i, (float)steps));
        int tile = map_solid_kind(map, float_round(at.x), float_round(at.y));
        if (tile == TILE_SOLID || tile == TILE_NO_HOOK) {
            *end = at, *before = last;
            return tile;
        }
        last = at;
    }
    *end = to, *before = to;
    return 0;
}

static int tele_number(const ddnet_map *map, size_t cell, int type)
{
    return map_at(map, PLANE_TELE, cell) == type ? map_at(map, PLANE_TELE_NUMBER, cell) : 0;
}

static bool through_directed(int flags, vec from, vec to)
{
    return (flags == TURN_0 && from.y > to.y) || (flags == TURN_90 && from.x < to.x) || (flags == TURN_180 && from.y < to.y) ||
           (flags == TURN_270 && from.x > to.x);
}

/* Whether a hook goes through something solid there. */
static bool hook_passes(const ddnet_map *map, int32_t x, int32_t y, vec from, vec to)
{
    size_t cell = map_cell(map, x, y);
    int front = map_at(map, PLANE_FRONT, cell);
    if (front == TILE_THROUGH_ALL || front == TILE_THROUGH_CUT) return true;
    if (front == TILE_THROUGH_DIR && through_directed(map_at(map, PLANE_FRONT_FLAGS, cell), from, to)) return true;
    /* The cell before it, on the longer axis. */
    float dx = float_sub(from.x, to.x), dy = float_sub(from.y, to.y);
    bool sideways = (dx < 0 ? -dx : dx) > (dy < 0 ? -dy : dy);
    int64_t px = (int64_t)x + (!sideways ? 0 : dx < 0 ? -32 : 32), py = (int64_t)y + (sideways ? 0 : dy < 0 ? -32 : 32);
    cell = map_cell(map, float_round((float)px), float_round((float)py));
    return map_at(map, PLANE_GAME, cell) == TILE_THROUGH || map_at(map, PLANE_FRONT, cell) == TILE_THROUGH;
}

/* Whether a hook ends in a cell that is not solid. */
static bool hook_blocked(const ddnet_map *map, int32_t x, int32_t y, vec from, vec to)
{
    size_t cell = map_cell(map, x, y);
    int game = map_at(map, PLANE_GAME, cell), front = map_at(map, PLANE_FRONT, cell);
    if (game == TILE_THROUGH_ALL || front == TILE_THROUGH_ALL) return true;
    return (game == TILE_THROUGH_DIR && through_directed(map_at(map, PLANE_GAME_FLAGS, cell), to, from)) ||
           (front == TILE_THROUGH_DIR && through_directed(map_at(map, PLANE_FRONT_FLAGS, cell), to, from));
}

int reel__map_line_hook(const ddnet_map *map, vec from, vec to, bool every, vec *end, int *tele)
{
    int32_t steps = line_steps(from, to);
    for (int32_t i = 0; i <= steps; i++) {
        vec at = vec_mix(from, to, float_div((float)i, (float)steps));
        int32_t x = float_round(at.x), y = float_round(at.y);
        *tele = tele_number(map, map_cell(map, x, y), every ? TILE_TELE_IN : TILE_TELE_IN_HOOK);
        int hit = 0, tile = map_solid_kind(map, x, y);
        if (*tele)
            hit = TILE_TELE_IN_HOOK;
        else if (tile == TILE_SOLID || tile == TILE_NO_HOOK)
            hit = hook_passes(map, x, y, from, to) ? 0 : tile;
        else if (hook_blocked(map, x, y, from, to))
            hit = TILE_NO_HOOK;
        if (hit) {
            *end = at;
            return hit;
        }
    }
    *end = to;
    return 0;
}

int reel__map_line_weapon(const ddnet_map *map, vec from, vec to, bool every, vec *end, vec *before, int *tele)
{
    int32_t steps = line_steps(from, to);
    vec last = from;
    for (int32_t i = 0; i <= steps; i++) {
        vec at = vec_mix(from, to, float_div((float)i, (float)steps));
        int32_t x = float_round(at.x), y = float_round(at.y);
        *tele = tele_number(map, map_cell(map, x, y), every ? TILE_TELE_IN : TILE_TELE_IN_WEAPON);
        int tile = map_solid_kind(map, x, y);
        if (*tele || tile == TILE_SOLID || tile == TILE_NO_HOOK) {
            *end = at, *before = last;
            return *tele ? TILE_TELE_IN_WEAPON : tile;
        }
        last = at;
    }
    *end = to, *before = to;
    return 0;
}

int reel__map_line_laser(const ddnet_map *map, vec from, vec to, bool walls, vec *end)
{
    float distance = vec_distance(from, to);
    int32_t steps = float_truncate(distance);
    if (steps < 0 || steps > 1 << 20) steps = 0;
    if ((float)steps < distance) steps++;
    for (int32_t i = 0; i < steps; i++) {
        vec at = vec_mix(from, to, float_div((float)i, distance));
        size_t cell = map_cell_round(map, at);
        int tile = map_at(map, PLANE_GAME, cell);
        if (map_at(map, PLANE_FRONT, cell) == TILE_NO_LASER || tile == TILE_NO_LASER ||
            (walls && (tile == TILE_SOLID || tile == TILE_NO_HOOK))) {
            *end = at;
            return TILE_NO_LASER;
        }
    }
    *end = to;
    return 0;
}

/* ---- cells ------------------------------------------------------------------------------------------------------ */

/* A stopper beside a cell that stops on the way out of the cell. Doors have no turn. */
static bool stop_beside(const uint8_t *tiles, const uint8_t *flags, size_t right, size_t left, size_t below, size_t above)
{
    if (!tiles) return false;
#define STOPS(cell, side) way_stops(tiles[cell], flags ? flags[cell] : WAY_NO_FLAGS, side)
    return STOPS(right, WAY_RIGHT) || STOPS(left, WAY_LEFT) || STOPS(below, WAY_BELOW) || STOPS(above, WAY_ABOVE);
#undef STOPS
}

bool reel__map_acts(const ddnet_map *map, const map_doors *doors, int32_t column, int32_t line)
{
    const size_t cell = map_index(map, column, line);
    if (reel__way_tile_acts(map_at(map, PLANE_GAME, cell)) || reel__way_tile_acts(map_at(map, PLANE_FRONT, cell)) ||
        reel__way_tele_acts(map_at(map, PLANE_TELE, cell)) || map_at(map, PLANE_SPEEDUP_FORCE, cell) ||
        map_at(map, PLANE_SWITCH, cell) || map_at(map, PLANE_TUNE_ZONE, cell))
        return true;
    bool has_doors = doors && doors->kind;
    if (has_doors && doors->kind[cell]) return true;
    if (!has_doors && !map_is_around(map, column, line, AROUND_STOP)) return false;
    size_t cells = (size_t)map->width * (size_t)map->height, width = (size_t)map->width;
    size_t left = cell > 1 ? cell - 1 : cell, right = cell + 1 < cells ? cell + 1 : cell;
    size_t below = cell + width < cells ? cell + width : cell, above = cell > width ? cell - width : cell;
    return stop_beside(map->planes[PLANE_GAME], map->planes[PLANE_GAME_FLAGS], right, left, below, above) ||
           stop_beside(map->planes[PLANE_FRONT], map->planes[PLANE_FRONT_FLAGS], right, left, below, above) ||
           (has_doors && stop_beside(doors->kind, NULL, right, left, below, above));
}

int reel__map_zone(const ddnet_map *map, vec at) { return map_at(map, PLANE_TUNE_ZONE, map_cell_truncate(map, at)); }

bool reel__map_outside(const ddnet_map *map, vec at)
{
    int32_t x = float_round(at.x) / DDNET_MAP_TILE, y = float_round(at.y) / DDNET_MAP_TILE;
    return x < -200 || x > map->width + 200 || y < -200 || y > map->height + 200;
}

bool reel__map_death(const ddnet_map *map, vec at)
{
    if (!map_place_is_around(map, at, AROUND_DEATH)) return false;
    const way_corners corners = reel__way_corners(at, map->width, map->height);
    for (int i = 0; i < WAY_CORNERS; i++) {
        const size_t cell = map_corner(map, &corners, i);
        if (map_at(map, PLANE_GAME, cell) == TILE_DEATH || map_at(map, PLANE_FRONT, cell) == TILE_DEATH) return true;
    }
    return false;
}

bool reel__map_mover(const ddnet_map *map, vec at, vec *speed)
{
    size_t cell = map_cell_truncate(map, at);
    int tile = map_at(map, PLANE_GAME, cell);
    if (tile != TILE_MOVER && tile != TILE_MOVER_FAST) return false;
    float by = tile == TILE_MOVER_FAST ? 16 : 4;
    switch (map_at(map, PLANE_GAME_FLAGS, cell)) {
    case TURN_0: *speed = (vec){ 0, -by }; break;
    case TURN_90: *speed = (vec){ by, 0 }; break;
    case TURN_180: *speed = (vec){ 0, by }; break;
    case TURN_270: *speed = (vec){ -by, 0 }; break;
    default: *speed = (vec){ 0, 0 }; break;
    }
    return true;
}
