/* SPDX-License-Identifier: MIT
 * Objects and rows. */
#include "formats/beatsaber_map/layout.h"

enum { NOTES2_TYPE = 3, BOMB2 = 3 };                             /* key and value of `_notes` */
enum { EVENTS2_TYPE = 1, EVENTS2_VALUE = 2, EVENTS2_FLOAT = 3 }; /* keys of `_events` */
enum { WALLS2_TYPE = 3, WALLS2_LAYER = 5, WALLS2_HEIGHT = 6 };   /* keys of `_obstacles` */
enum { TURN_EARLY = 14, TURN_LATE = 15, TEMPO = 100 };           /* types of `_events` that are no lights */
enum { FULL_WALL = 0, CROUCH_WALL = 1, FREE_WALL = 2 };
enum { FULL_LAYER = 0, FULL_HEIGHT = 5, CROUCH_LAYER = 2, CROUCH_HEIGHT = 3 };

size_t reel__bsmap_list_number(const reel_table *table)
{
    size_t number = 0;
    while (reel__bsmap_lists[number] != table) number++;
    return number;
}

double reel__bsmap_get(const reel_table *table, unsigned field, const void *row)
{
    return reel_field_number(&table->fields[field], row, 0);
}

/* The reader has seen that the value fits. */
void reel__bsmap_set(const reel_table *table, unsigned field, void *row, double value)
{
    void *to = (uint8_t *)row + table->fields[field].offset;
    if (table->fields[field].type == REEL_F64)
        *(double *)to = value;
    else
        *(int32_t *)to = (int32_t)value;
}

double *reel__bsmap_time(const reel_table *table, void *row)
{
    return (double *)(void *)((uint8_t *)row + table->fields[LIST_TIME].offset);
}

uint32_t *reel__bsmap_difficulty(const reel_table *table, void *row)
{
    return (uint32_t *)(void *)((uint8_t *)row + table->fields[LIST_DIFFICULTY].offset);
}

uint8_t *reel__bsmap_present(const reel_table *table, void *row)
{
    return (uint8_t *)row + table->fields[table->field_count - 1].offset;
}

/* ---- version 2 ---------------------------------------------------------------------------------------------------- */

static const double turns[] = { -60, -45, -30, -15, 15, 30, 45, 60 };
enum { TURNS = sizeof turns / sizeof *turns };

/* Degrees of a turn of version 2; 0 if there is no such value. */
static double turn_of(double value)
{
    for (int i = 0; i < TURNS; i++)
        if (value == i) return turns[i];
    return 0;
}

/* The value of a turn of that many degrees, or -1. */
static int turn_value(double degrees)
{
    for (int i = 0; i < TURNS; i++)
        if (degrees == turns[i]) return i;
    return -1;
}

const reel_table *reel__bsmap_target(const map_shape *shape, const map_item *item)
{
    if (!shape->mixed) return shape->table;
    if (shape->table == &beatsaber_map_notes) {
        const double type = item->values[NOTES2_TYPE];
        if (type == BOMB2) return &beatsaber_map_bombs;
        return type == 0 || type == 1 ? &beatsaber_map_notes : NULL;
    }
    const double type = item->values[EVENTS2_TYPE];
    if (type == TEMPO) return &beatsaber_map_bpm_events;
    const bool turn = (type == TURN_EARLY || type == TURN_LATE) && turn_of(item->values[EVENTS2_VALUE]) != 0;
    return turn ? &beatsaber_map_rotations : &beatsaber_map_lights;
}

/* What the game takes for the types without a height of their own. */
static void give_height(beatsaber_map_wall *wall)
{
    wall->present |= BEATSABER_MAP_HAS_TYPE;
    if (wall->type != FULL_WALL && wall->type != CROUCH_WALL) return;
    wall->layer = wall->type == FULL_WALL ? FULL_LAYER : CROUCH_LAYER;
    wall->height = wall->type == FULL_WALL ? FULL_HEIGHT : CROUCH_HEIGHT;
}

void reel__bsmap_cells(const map_shape *shape, map_cells *cells)
{
    const reel_field *fields = shape->table->fields;
    for (unsigned i = 0; i < shape->key_count; i++) {
        const uint8_t field = shape->keys[i].field;
        cells->keys[i].is_none = field == MAP_NO_FIELD;
        if (field == MAP_NO_FIELD) continue;
        cells->keys[i].offset = (uint16_t)fields[field].offset;
        cells->keys[i].is_real = fields[field].type == REEL_F64;
    }
    cells->difficulty = (uint16_t)fields[LIST_DIFFICULTY].offset;
}

/* The reader has seen that the values fit. */
static void copy_values(const map_cells *cells, unsigned count, const map_item *item, uint8_t *row)
{
    for (unsigned i = 0; i < count; i++) {
        const struct map_cell *cell = &cells->keys[i];
        if (cell->is_real) {
            memcpy(row + cell->offset, &item->values[i], sizeof item->values[i]);
        } else if (!cell->is_none) {
            const int32_t whole = (int32_t)item->values[i];
            memcpy(row + cell->offset, &whole, sizeof whole);
        }
    }
}

/* Rows of lists of version 2 that are not those of the list's own table. */
static void make_mixed(const reel_table *table, const double *v, map_row *any)
{
    if (table == &beatsaber_map_bombs) {
        any->bomb.beat = v[0];
        any->bomb.line = (int32_t)v[1];
        any->bomb.layer = (int32_t)v[2];
    } else if (table == &beatsaber_map_bpm_events) {
        any->bpm.beat = v[0];
        any->bpm.bpm = v[EVENTS2_FLOAT];
    } else {
        any->rotation.beat = v[0];
        any->rotation.degrees = turn_of(v[EVENTS2_VALUE]);
        any->rotation.late = v[EVENTS2_TYPE] == TURN_LATE;
    }
}

void reel__bsmap_row_make(const map_shape *shape, const map_cells *cells, const reel_table *table, const map_item *item,
                          void *row)
{
    map_row *any = row;
    const double *v = item->values;
    if (!shape->mixed || table == shape->table)
        copy_values(cells, shape->key_count, item, row);
    else
        make_mixed(table, v, any);
    if (table == &beatsaber_map_walls && shape->form == 2) give_height(&any->wall);
    if (table == &beatsaber_map_notes) any->note.fake = item->fake;
    if (table == &beatsaber_map_bombs) any->bomb.fake = item->fake;
    if (table == &beatsaber_map_walls) any->wall.fake = item->fake;
}

static double wall_type(const beatsaber_map_wall *wall)
{
    if (wall->present & BEATSABER_MAP_HAS_TYPE) return wall->type;
    if (wall->layer == FULL_LAYER && wall->height == FULL_HEIGHT) return FULL_WALL;
    return wall->layer == CROUCH_LAYER && wall->height == CROUCH_HEIGHT ? CROUCH_WALL : FREE_WALL;
}

void reel__bsmap_item_make(const map_shape *shape, const reel_table *table, const void *row, map_item *item)
{
    const map_row *any = row;
    memset(item, 0, sizeof *item);
    if (table == &beatsaber_map_bombs && shape->mixed) {
        const double values[] = { any->bomb.beat, any->bomb.line, any->bomb.layer, BOMB2 };
        memcpy(item->values, values, sizeof values);
    } else if (table == &beatsaber_map_bpm_events && shape->mixed) {
        const double values[] = { any->bpm.beat, TEMPO, 0, any->bpm.bpm };
        memcpy(item->values, values, sizeof values);
    } else if (table == &beatsaber_map_rotations && shape->mixed) {
        const int turn = turn_value(any->rotation.degrees);
        const double values[] = { any->rotation.beat, any->rotation.late ? TURN_LATE : TURN_EARLY, turn < 0 ? 0 : turn, 0 };
        memcpy(item->values, values, sizeof values);
    } else {
        for (unsigned i = 0; i < shape->key_count; i++)
            if (shape->keys[i].field != MAP_NO_FIELD) item->values[i] = reel__bsmap_get(table, shape->keys[i].field, row);
    }
    if (table == &beatsaber_map_walls && shape->form == 2) item->values[WALLS2_TYPE] = wall_type(&any->wall);
}

map_datum reel__bsmap_datum_of(const map_link *link, const void *row)
{
    map_datum datum = { { 0 } };
    for (unsigned i = 0; i < MAP_LINK_KEYS; i++)
        if (link->fields[i] != MAP_NO_FIELD) datum.values[i] = reel__bsmap_get(link->table, link->fields[i], row);
    return datum;
}
