/* SPDX-License-Identifier: MIT
 * Maps made from rows. Planes are made when a layer first needs them. */
#include "game/ddnet/map.h"

#include <string.h>

#include "core/memory.h"

enum {
    LARGEST_SIDE = 100000,
    ENTITIES_MOST = 1 << 16, /* things that a map may have; a server dies of fewer */
    OUTS_MOST = 1 << 20,
    SETTINGS_MOST = 1 << 16
};

bool reel__ddnet_map_fits(int32_t width, int32_t height)
{
    return width > 0 && height > 0 && width <= LARGEST_SIDE && height <= LARGEST_SIDE &&
           (int64_t)width * height <= INT64_C(1) << 28;
}

ddnet_map *reel__ddnet_map_create(const reel_allocator *allocator, int32_t width, int32_t height)
{
    if (!reel__ddnet_map_fits(width, height)) return NULL;
    reel_allocator own = reel__memory_allocator(allocator);
    ddnet_map *map = reel__memory_new(&own, sizeof *map);
    if (!map) return NULL;
    map->allocator = own;
    map->width = width, map->height = height;
    return map;
}

void reel__ddnet_map_free(ddnet_map *map)
{
    if (!map) return;
    reel_allocator own = map->allocator;
    for (int i = 0; i < PLANES; i++) reel__memory_drop(&own, map->planes[i]);
    reel__memory_drop(&own, map->around);
    for (int i = 0; i < 256; i++) {
        reel__memory_drop(&own, map->outs[i].places);
        reel__memory_drop(&own, map->check_outs[i].places);
    }
    reel__memory_drop(&own, map->spawns.places);
    reel__memory_drop(&own, map->entities);
    reel__memory_drop(&own, map->settings);
    reel__memory_drop(&own, map);
}

static bool map_plane_new(ddnet_map *map, map_plane plane)
{
    if (!map->planes[plane]) map->planes[plane] = reel__memory_new(&map->allocator, (size_t)map->width * (size_t)map->height);
    return map->planes[plane] != NULL;
}

static bool outs_add(ddnet_map *map, map_outs *outs, int32_t x, int32_t y)
{
    if (outs->count >= OUTS_MOST) return true;
    map_place *places = reel__memory_items(&map->allocator, outs->places, &outs->capacity, outs->count + 1, sizeof *places);
    if (!places) return false;
    outs->places = places;
    outs->places[outs->count++] = (map_place){ x, y };
    return true;
}

static bool entity_add(ddnet_map *map, const ddnet_map_tile *row, int32_t x)
{
    if (map->entity_count >= ENTITIES_MOST) return true;
    size_t need = map->entity_count + 1;
    map_entity *entities = reel__memory_items(&map->allocator, map->entities, &map->entity_capacity, need, sizeof *entities);
    if (!entities) return false;
    map->entities = entities;
    map->entities[map->entity_count++] = (map_entity){ .x = x,
                                                       .y = row->y,
                                                       .kind = (uint8_t)(row->index - ENTITY_OFFSET),
                                                       .flags = row->flags,
                                                       .layer = row->kind,
                                                       .number = row->kind == DDNET_MAP_SWITCH ? row->number : 0 };
    return true;
}

static bool is_weapon_from_afar(int kind)
{
    return kind == ENTITY_SHOTGUN || kind == ENTITY_GRENADE || kind == ENTITY_LASER || kind == ENTITY_BULLET_EXPLOSIVE ||
           kind == ENTITY_TURRET_EXPLOSIVE || kind == ENTITY_TURRET_BOTH;
}

/* Things of the game, front and switch layers. */
static bool entities_add(ddnet_map *map, const ddnet_map_tile *row, int32_t from, int32_t to)
{
    int kind = row->index - ENTITY_OFFSET;
    map->has_ninja |= kind == ENTITY_NINJA;
    map->is_armed |= is_weapon_from_afar(kind);
    for (int32_t x = from; x < to; x++) {
        if (kind >= ENTITY_SPAWN && kind <= ENTITY_SPAWN_BLUE) {
            if (!outs_add(map, &map->spawns, x, row->y)) return false;
        } else if (!entity_add(map, row, x)) {
            return false;
        }
    }
    return true;
}

/* Tiles that set something for the whole map: CGameContext::CreateAllEntities. */
static void map_wide(ddnet_map *map, int index)
{
    switch (index) {
    case TILE_MAP_OLD_LASER: map->old_laser = true; break;
    case TILE_MAP_NO_COLLISION: map->no_collision = true; break;
    case TILE_MAP_ENDLESS_HOOK: map->endless_hook = true; break;
    case TILE_MAP_NO_HIT: map->no_hit = true; break;
    case TILE_MAP_NO_HOOKING: map->no_hooking = true; break;
    default: break;
    }
}

/* Numbers of tiles that the game, or its editor, has a meaning for: src/game/mapitems.h. */
static bool is_known_tile(int index)
{
    static const struct {
        uint8_t first, last;
    } known[] = { { 0, 7 },     { 9, 68 },    { 71, 77 },   { 79, 79 },   { 88, 91 },   { 95, 99 },   { 104, 107 }, { 112, 113 },
                  { 128, 129 }, { 140, 145 }, { 156, 159 }, { 190, 218 }, { 220, 229 }, { 233, 238 }, { 240, 240 } };
    size_t i = 0;
    while (i < sizeof known / sizeof *known && index > known[i].last) i++;
    return i < sizeof known / sizeof *known && index >= known[i].first;
}

static bool is_stop(int index) { return index == TILE_STOP || index == TILE_STOP_TWO || index == TILE_STOP_ALL; }

static bool fill(ddnet_map *map, map_plane plane, size_t cell, size_t count, uint8_t value)
{
    if (!map_plane_new(map, plane)) return false;
    memset(map->planes[plane] + cell, value, count);
    return true;
}

static bool solid_layer(ddnet_map *map, const ddnet_map_tile *row, size_t cell, size_t count)
{
    bool is_game = row->kind == DDNET_MAP_GAME;
    if (is_stop(row->index)) map->has_stops = true;
    map_wide(map, row->index);
    if (!map->unknown_tile && !is_known_tile(row->index)) map->unknown_tile = row->index;
    return fill(map, is_game ? PLANE_GAME : PLANE_FRONT, cell, count, row->index) &&
           fill(map, is_game ? PLANE_GAME_FLAGS : PLANE_FRONT_FLAGS, cell, count, row->flags);
}

static bool tele_layer(ddnet_map *map, const ddnet_map_tile *row, size_t cell, size_t count, int32_t from)
{
    map_outs *outs = row->index == TILE_TELE_OUT         ? &map->outs[row->number]
                     : row->index == TILE_TELE_CHECK_OUT ? &map->check_outs[row->number]
                                                         : NULL;
    if (!fill(map, PLANE_TELE, cell, count, row->index) || !fill(map, PLANE_TELE_NUMBER, cell, count, row->number)) return false;
    if (!outs || !row->number) return true;
    for (size_t i = 0; i < count; i++)
        if (!outs_add(map, outs, from + (int32_t)i, row->y)) return false;
    return true;
}

static bool speedup_layer(ddnet_map *map, const ddnet_map_tile *row, size_t cell, size_t count)
{
    uint16_t angle = (uint16_t)row->angle;
    return fill(map, PLANE_SPEEDUP, cell, count, row->index) && fill(map, PLANE_SPEEDUP_FORCE, cell, count, row->force) &&
           fill(map, PLANE_SPEEDUP_MAX, cell, count, row->max_speed) &&
           fill(map, PLANE_SPEEDUP_ANGLE_LOW, cell, count, (uint8_t)(angle & 255)) &&
           fill(map, PLANE_SPEEDUP_ANGLE_HIGH, cell, count, (uint8_t)(angle >> 8));
}

static bool switch_layer(ddnet_map *map, const ddnet_map_tile *row, size_t cell, size_t count)
{
    if (row->number > map->highest_switch) map->highest_switch = row->number;
    return fill(map, PLANE_SWITCH, cell, count, reel__way_switch_counts(row->index) ? row->index : 0) &&
           fill(map, PLANE_SWITCH_NUMBER, cell, count, row->number) && fill(map, PLANE_SWITCH_DELAY, cell, count, row->delay) &&
           fill(map, PLANE_SWITCH_FLAGS, cell, count, row->flags);
}

static int32_t block_of(int64_t cell, int32_t cells)
{
    return (int32_t)(cell < 0 ? 0 : cell >= cells ? cells - 1 : cell) >> AROUND_SHIFT;
}

/* Marks the blocks of cells of a line, and of those up to `reach` cells away. */
static void mark_around(ddnet_map *map, int what, int32_t y, int64_t from, int64_t to, int reach)
{
    const int32_t first = block_of(from - reach, map->width), last = block_of(to - 1 + reach, map->width);
    const int32_t top = block_of((int64_t)y - reach, map->height), bottom = block_of((int64_t)y + reach, map->height);
    const size_t width = ((size_t)map->width >> AROUND_SHIFT) + 1;
    for (int32_t line = top; line <= bottom; line++)
        for (int32_t column = first; column <= last; column++)
            map->around[(size_t)line * width + (size_t)column] |= (uint8_t)what;
}

static void mark_stop(ddnet_map *map, int32_t y, int64_t from, int64_t to)
{
    mark_around(map, AROUND_STOP, y, from, to, 1);
    mark_around(map, AROUND_ACTS, y, from, to, 2);
    if (from == 0 && y > 0) {
        mark_around(map, AROUND_STOP, y - 1, map->width - 1, map->width, 0);
        mark_around(map, AROUND_ACTS, y - 1, map->width - 1, map->width, 1);
    }
    if (to == map->width && y + 1 < map->height) {
        mark_around(map, AROUND_STOP, y + 1, 0, 1, 0);
        mark_around(map, AROUND_ACTS, y + 1, 0, 1, 1);
    }
}

static bool around_add(ddnet_map *map, const ddnet_map_tile *row, int64_t from, int64_t to)
{
    const bool solid = row->kind == DDNET_MAP_GAME || row->kind == DDNET_MAP_FRONT, acts = reel__way_row_acts(row);
    const bool stops = solid && is_stop(row->index), deadly = solid && row->index == TILE_DEATH;
    const bool pickup = (solid || row->kind == DDNET_MAP_SWITCH) && entity_is_pickup(row->index - ENTITY_OFFSET);
    const size_t blocks = (((size_t)map->width >> AROUND_SHIFT) + 1) * (((size_t)map->height >> AROUND_SHIFT) + 1);
    if (!acts && !stops && !deadly && !pickup) return true;
    if (!map->around) map->around = reel__memory_new(&map->allocator, blocks);
    if (!map->around) return false;
    const int what = (acts ? AROUND_ACTS : 0) | (deadly ? AROUND_DEATH : 0) | (pickup ? AROUND_PICKUP : 0);
    if (what) mark_around(map, what, row->y, from, to, 1);
    if (stops) mark_stop(map, row->y, from, to);
    return true;
}

static bool row_add(ddnet_map *map, const ddnet_map_tile *row)
{
    int64_t from = row->x < 0 ? 0 : row->x, to = (int64_t)row->x + row->count;
    if (to > map->width) to = map->width;
    if (row->y < 0 || row->y >= map->height || from >= to) return true;
    size_t cell = (size_t)row->y * (size_t)map->width + (size_t)from, count = (size_t)(to - from);
    bool fine = true;
    switch (row->kind) {
    case DDNET_MAP_GAME:
    case DDNET_MAP_FRONT: fine = solid_layer(map, row, cell, count); break;
    case DDNET_MAP_TELE: fine = tele_layer(map, row, cell, count, (int32_t)from); break;
    case DDNET_MAP_SPEEDUP: fine = speedup_layer(map, row, cell, count); break;
    case DDNET_MAP_SWITCH: fine = switch_layer(map, row, cell, count); break;
    case DDNET_MAP_TUNE: fine = !row->index || fill(map, PLANE_TUNE_ZONE, cell, count, row->number); break;
    default: return true;
    }
    bool has_entities = row->kind == DDNET_MAP_GAME || row->kind == DDNET_MAP_FRONT || row->kind == DDNET_MAP_SWITCH;
    if (fine && has_entities && row->index > ENTITY_OFFSET) fine = entities_add(map, row, (int32_t)from, (int32_t)to);
    return fine && around_add(map, row, from, to);
}

bool reel__ddnet_map_tiles(ddnet_map *map, const ddnet_map_tile *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!row_add(map, &rows[i])) return false;
    return true;
}

/* ---- settings --------------------------------------------------------------------------------------------------- */

/* The next word, or the rest in quotes; at most `size` - 1 bytes of it. */
static const char *word(const char *text, char *out, size_t size)
{
    size_t length = 0;
    while (*text == ' ' || *text == '\t') text++;
    char until = *text == '"' ? '"' : ' ';
    if (until == '"') text++;
    for (; *text && *text != until && *text != ';' && (until == '"' || *text != '\t'); text++)
        if (length + 1 < size) out[length++] = *text;
    out[length] = 0;
    return *text == '"' ? text + 1 : text;
}

/* A number with decimals, as the console reads it, to hundredths as CTuneParam has them. */
static int32_t hundredths(const char *text)
{
    double value = 0, scale = 1;
    bool negative = *text == '-';
    if (*text == '-' || *text == '+') text++;
    for (; *text >= '0' && *text <= '9'; text++) value = value < 1e12 ? value * 10 + (*text - '0') : value;
    if (*text == '.')
        for (text++; *text >= '0' && *text <= '9'; text++)
            if (scale < 1e12) value = value * 10 + (*text - '0'), scale *= 10;
    float f = (float)(negative ? -(value / scale) : value / scale);
    return float_truncate(float_mul(f, 100.0F));
}

static int32_t whole(const char *text)
{
    int32_t value = 0;
    for (; *text >= '0' && *text <= '9' && value < 100000; text++) value = value * 10 + (*text - '0');
    return value;
}

bool reel__map_setting_read(const char *text, map_setting *setting)
{
    char command[32], name[32], value[32];
    ddnet_tuning known = { { 0 } };
    ddnet_rules rules = { 0 };
    *setting = (map_setting){ .zone = -1 };
    text = word(text, command, sizeof command);
    if (!strcmp(command, "tune") || !strcmp(command, "tune_zone")) {
        setting->zone = 0;
        if (command[4]) {
            text = word(text, value, sizeof value);
            setting->zone = whole(value);
            if (setting->zone < 1 || setting->zone >= DDNET_ZONES) return false;
        }
        text = word(text, name, sizeof name);
        word(text, value, sizeof value);
        setting->value = hundredths(value);
        memcpy(setting->name, name, sizeof name);
        return reel__ddnet_tuning_set(&known, name, 0);
    }
    word(text, value, sizeof value);
    memcpy(setting->name, command, sizeof command);
    memcpy(setting->text, value, sizeof value);
    return reel__ddnet_rules_set(&rules, command, value);
}

/* Settings that maps may have and that move nobody: commands with CFGFLAG_GAME in src/engine/shared/config_variables.h and
 * src/game/server/gamecontext.cpp. What is left of those is mapbug, which changes explosions. */
static bool moves_nobody(const char *command)
{
    static const char *const known[] = { "sv_save_worse_scores", "sv_pauseable",           "sv_min_team_size",
                                         "sv_max_team_size",     "sv_show_others_default", "sv_show_others",
                                         "tune_zone_enter",      "tune_zone_leave",        "" };
    size_t i = 0;
    while (i < sizeof known / sizeof *known && strcmp(known[i], command) != 0) i++;
    return i < sizeof known / sizeof *known;
}

ddnet_unknown reel__ddnet_map_unknown(const ddnet_map *map)
{
    return (ddnet_unknown){ map->unknown_tile, map->unknown_setting[0] ? map->unknown_setting : NULL };
}

/* "switch_open 3": CGameContext::ConSwitchOpen. */
static bool switch_is_opened(ddnet_map *map, const char *text)
{
    char command[16], number[16];
    text = word(text, command, sizeof command);
    if (strcmp(command, "switch_open") != 0) return false;
    word(text, number, sizeof number);
    const int32_t of = whole(number);
    if (of < SWITCHES) map->open_switches[of] = 1;
    return true;
}

bool reel__ddnet_map_setting(ddnet_map *map, const char *text)
{
    map_setting setting;
    if (switch_is_opened(map, text)) return true;
    const bool known = reel__map_setting_read(text, &setting) && map->setting_count < SETTINGS_MOST;
    if (!known && !map->unknown_setting[0]) {
        word(text, map->unknown_setting, sizeof map->unknown_setting);
        if (map->unknown_setting[0] == '#' || moves_nobody(map->unknown_setting)) map->unknown_setting[0] = 0;
    }
    if (!known) return false;
    size_t need = map->setting_count + 1;
    map_setting *settings = reel__memory_items(&map->allocator, map->settings, &map->setting_capacity, need, sizeof *settings);
    if (!settings) return false;
    map->settings = settings;
    map->settings[map->setting_count++] = setting;
    return true;
}
