/* SPDX-License-Identifier: MIT
 * Fields are as wide as their formats are, so tables of different formats have one name in several types. A column has the type that holds the
 * values of all of them. One choice rounds: poses of ScoreSaber's JSON, which are decimals of the game's singles, become these. */
#include "columns/shared_type.h"
#include "core/rows.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct shared_type {
    const char *name; /* of the field */
    reel_type type;
} shared_type;

/* By name. A field whose type has other values (an unsigned one where this is signed, a decimal, a text) keeps its own. */
static const shared_type types[] = {
    { "after", REEL_F32 },
    { "after_cut_rating", REEL_F64 },
    { "angle", REEL_I32 },
    { "arm", REEL_STRING },
    { "assists", REEL_U32 },
    { "before", REEL_F32 },
    { "before_cut_rating", REEL_F64 },
    { "blocks", REEL_U32 },
    { "blue_round_score", REEL_I32 },
    { "bot_version", REEL_STRING },
    { "catches", REEL_U32 },
    { "center", REEL_F32 },
    { "coins", REEL_I64 },
    { "color", REEL_I32 },
    { "combo", REEL_I64 },
    { "cut_angle", REEL_F64 },
    { "cut_direction_deviation", REEL_F64 },
    { "cut_distance_to_center", REEL_F64 },
    { "cut_normal", REEL_F64 },
    { "cut_point", REEL_F64 },
    { "delay", REEL_I32 },
    { "difficulty", REEL_STRING },
    { "direction", REEL_I32 },
    { "distance", REEL_F64 },
    { "duration", REEL_F64 },
    { "energy", REEL_F64 },
    { "event_time", REEL_F64 },
    { "event_type", REEL_I32 },
    { "fail_time", REEL_F64 },
    { "flags", REEL_I32 },
    { "force", REEL_I32 },
    { "fps", REEL_I64 },
    { "frame", REEL_I64 },
    { "game_version", REEL_F64 },
    { "goals", REEL_U32 },
    { "head_position", REEL_F32 },
    { "head_rotation", REEL_F32 },
    { "height", REEL_F64 },
    { "id", REEL_I32 },
    { "inputs", REEL_I64 },
    { "interceptions", REEL_U32 },
    { "jump_distance", REEL_F64 },
    { "jumps", REEL_I64 },
    { "layer", REEL_I32 },
    { "layers", REEL_I64 },
    { "left_hand_position", REEL_F32 },
    { "left_hand_rotation", REEL_F32 },
    { "level", REEL_I32 },
    { "level_id", REEL_I64 },
    { "line", REEL_I32 },
    { "map", REEL_STRING },
    { "map_size", REEL_I64 },
    { "max_score", REEL_I64 },
    { "multiplier", REEL_F64 },
    { "note_id", REEL_I64 },
    { "note_spawn_offset", REEL_F64 },
    { "number", REEL_I64 },
    { "orange_round_score", REEL_I32 },
    { "ordnance", REEL_STRING },
    { "passes", REEL_U32 },
    { "player", REEL_U32 },
    { "players", REEL_U32 },
    { "points", REEL_I64 },
    { "practice", REEL_I32 },
    { "right_hand_position", REEL_F32 },
    { "right_hand_rotation", REEL_F32 },
    { "room_center", REEL_F64 },
    { "room_rotation", REEL_F64 },
    { "saber_direction", REEL_F64 },
    { "saber_speed", REEL_F64 },
    { "saber_type", REEL_I64 },
    { "saves", REEL_U32 },
    { "score", REEL_I64 },
    { "seed", REEL_STRING },
    { "session_id", REEL_STRING },
    { "spawn_time", REEL_F64 },
    { "speed", REEL_F64 },
    { "start_time", REEL_F64 },
    { "steals", REEL_U32 },
    { "stuns", REEL_U32 },
    { "tac_mod", REEL_STRING },
    { "ticks", REEL_I64 },
    { "time", REEL_F64 },
    { "time_deviation", REEL_F64 },
    { "timestamp", REEL_STRING },
    { "total_round_count", REEL_I32 },
    { "type", REEL_I32 },
    { "underswing", REEL_I64 },
    { "value", REEL_F64 },
    { "version", REEL_F64 },
    { "wall_id", REEL_F64 },
    { "weapon", REEL_STRING },
};

static bool is_integer(reel_type type) { return type >= REEL_U8 && type <= REEL_I64; }

static bool is_signed(reel_type type) { return (type - REEL_U8) % 2 != 0; }

/* Numbers that other formats of the game have as text: their digits are text, too. */
static bool identifies(const char *name)
{
    static const char *const names[] = { "bot_version", "seed", "timestamp" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i])) return true;
    return false;
}

/* Whether values of a field may be in columns of another type. Counts that are stated in 64 bits without a sign fit 63; a double holds
 * no more than 53 of them. */
static bool fits(const reel_field *field, reel_type shared)
{
    const reel_type type = (reel_type)field->type;
    if (shared == REEL_STRING) return type == REEL_UUID || field->labels || (is_integer(type) && identifies(field->name));
    if (type == REEL_BOOL) return is_integer(shared);
    if (type == REEL_F32 || type == REEL_F64) return shared == REEL_F32 || shared == REEL_F64;
    if (!is_integer(type)) return false;
    const size_t size = reel_type_size(type), room = reel_type_size(shared);
    if (shared == REEL_F64) return size <= 4;
    if (shared == REEL_F32) return size <= 2;
    if (shared == REEL_I64) return true;
    return is_signed(shared) ? size < room || (size == room && is_signed(type)) : size <= room && !is_signed(type);
}

reel_type reel__shared_type(const reel_field *field)
{
    size_t low = 0, high = sizeof types / sizeof *types;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        const int order = strcmp(field->name, types[middle].name);
        if (!order) return fits(field, types[middle].type) ? types[middle].type : (reel_type)field->type;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return (reel_type)field->type;
}

/* ---- numbers ------------------------------------------------------------------------------------------------------ */

/* A conversion by the processor would set the quiet bit of a NaN. */
static uint64_t double_of(uint32_t single)
{
    float value;
    uint64_t bits;
    if ((single >> 23 & 0xff) == 0xff)
        return (uint64_t)(single >> 31) << 63 | UINT64_C(0x7ff) << 52 | (uint64_t)(single & 0x7fffff) << 29;
    memcpy(&value, &single, sizeof value);
    const double wide = (double)value;
    memcpy(&bits, &wide, sizeof bits);
    return bits;
}

static void singles_to_doubles(uint8_t *to, const uint8_t *from, size_t step, size_t count)
{
    for (size_t i = 0; i < count; i++, from += step) {
        uint32_t single;
        memcpy(&single, from, sizeof single);
        const uint64_t wide = double_of(single);
        memcpy(to + i * sizeof wide, &wide, sizeof wide);
    }
}

static void doubles_to_singles(uint8_t *to, const uint8_t *from, size_t step, size_t count)
{
    for (size_t i = 0; i < count; i++, from += step) {
        double value;
        memcpy(&value, from, sizeof value);
        const float single = value > FLT_MAX ? INFINITY : value < -FLT_MAX ? -INFINITY : (float)value;
        memcpy(to + i * sizeof single, &single, sizeof single);
    }
}

static void integers_to_doubles(uint8_t *to, const uint8_t *from, size_t step, size_t count)
{
    for (size_t i = 0; i < count; i++, from += step) {
        int32_t value;
        memcpy(&value, from, sizeof value);
        const double wide = value;
        memcpy(to + i * sizeof wide, &wide, sizeof wide);
    }
}

static void integers_to_longs(uint8_t *to, const uint8_t *from, size_t step, size_t count)
{
    for (size_t i = 0; i < count; i++, from += step) {
        int32_t value;
        memcpy(&value, from, sizeof value);
        const int64_t wide = value;
        memcpy(to + i * sizeof wide, &wide, sizeof wide);
    }
}

static void store_integer(uint8_t *to, reel_type type, int64_t value)
{
    const uint32_t low = (uint32_t)value;
    const double wide = (double)value;
    const float single = (float)value;
    switch (type) {
    case REEL_F32: memcpy(to, &single, sizeof single); break;
    case REEL_F64: memcpy(to, &wide, sizeof wide); break;
    case REEL_I64: memcpy(to, &value, sizeof value); break;
    default: memcpy(to, &low, sizeof low); break;
    }
}

void reel__shared_numbers(uint8_t *to, reel_type to_type, const uint8_t *from, reel_type from_type, size_t step, size_t count)
{
    const size_t room = reel_type_size(to_type);
    if (from_type == REEL_F32) {
        singles_to_doubles(to, from, step, count);
    } else if (from_type == REEL_F64) {
        doubles_to_singles(to, from, step, count);
    } else if (from_type == REEL_I32 && to_type == REEL_F64) {
        integers_to_doubles(to, from, step, count);
    } else if (from_type == REEL_I32 && to_type == REEL_I64) {
        integers_to_longs(to, from, step, count);
    } else {
        for (size_t i = 0; i < count; i++, from += step) {
            const int64_t value = from_type == REEL_BOOL ? *from != 0 : reel__integer_value(from_type, from);
            store_integer(to + i * room, to_type, from_type == REEL_U64 && value < 0 ? INT64_MAX : value);
        }
    }
}
