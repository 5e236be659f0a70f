/* SPDX-License-Identifier: MIT
 * Time per area of the map, and clients over time. */
#include "plot/ddnet/game.h"
#include "plot/ddnet/map.h"

#include "insight/ddnet/shown.h"

#include <reel/ddnet.h>
#include <reel/teehistorian.h>

#include "plot/axis.h"
#include "plot/legend.h"

#include <math.h>

const reel_format *const reel__ddnet_formats[] = {
    &reel_format_teehistorian,
#ifndef REEL_WITHOUT_DEMO
    &reel_format_demo,
#endif
#ifndef REEL_WITHOUT_GHOST
    &reel_format_ghost,
#endif
    NULL,
};

static bool is_shown(const reel_replay *replay) { return reel_replay_format(replay) != &reel_format_teehistorian; }

const char *reel__ddnet_time_name(const reel_replay *replay)
{
    return is_shown(replay) ? "time since the first tick, min:s" : "time since the map was loaded, min:s";
}

double reel__ddnet_begin(const reel_replay *replay, const ddnet_session *sessions, size_t count)
{
    double begin = is_shown(replay) && count ? sessions[0].start_tick : 0;
    for (size_t i = 1; is_shown(replay) && i < count; i++) begin = fmin(begin, sessions[i].start_tick);
    return begin;
}

reel_status reel__ddnet_motion(const reel_canvas *canvas, const reel_replay *replay, ddnet_motion *motion, reel_error *error)
{
    static const reel_table *const tables[] = { &teehistorian_positions, &teehistorian_inputs, NULL };
    *motion = (ddnet_motion){ replay, NULL };
    if (!is_shown(replay)) return REEL_OK;
    const reel_status status = reel__canvas_insight(canvas, &reel__shown_motion, replay, tables, &motion->own, error);
    motion->replay = motion->own;
    return status;
}

void reel__ddnet_motion_drop(const reel_canvas *canvas, const ddnet_motion *motion) { reel__canvas_drop(canvas, motion->own); }

reel_status reel__ddnet_analyse(const reel_canvas *canvas, const reel_replay *replay, const reel_table *const *tables,
                                const reel_replay **result, reel_error *error)
{
    return reel__canvas_insight(canvas, &reel_insight_ddnet, replay, tables, result, error);
}

/* A demo has 2026-11-28_19-38-24. */
static void label_demo_date(plot_label *label, reel_string text)
{
    enum { SIZE = 19, DAY_END = 10, HOUR_END = 13, MINUTE_END = 16 };
    char date[SIZE];
    if (text.size != SIZE || text.data[DAY_END] != '_') {
        reel__label_string(label, text, 72);
        return;
    }
    memcpy(date, text.data, SIZE);
    date[DAY_END] = 'T', date[HOUR_END] = date[MINUTE_END] = ':';
    reel__label_date(label, (reel_string){ date, SIZE });
}

plot_heading reel__ddnet_heading(const reel_replay *replay, const char *description, double width, double height,
                                 plot_label *detail)
{
    size_t count;
    teehistorian_header shown;
    const teehistorian_header *header = reel_rows(replay, &teehistorian_headers, &count);
    plot_heading heading = { .width = width, .height = height, .title = string_of("DDNet"), .description = description };
    const bool is_demo = !count && reel__shown_header(reel_replay_chunk(replay), &shown);
    if (is_demo) header = &shown;
    if ((count || is_demo) && header->map_name.size) heading.title = header->map_name;
    *detail = (plot_label){ "", 0 };
    if (is_demo)
        label_demo_date(detail, header->start_time);
    else if (count)
        reel__label_date(detail, header->start_time);
    heading.detail = (reel_string){ detail->text, detail->size };
    return heading;
}

bool reel__ddnet_same_player(const ddnet_session *session, reel_string name, int32_t cid)
{
    if (name.size != session->last_name.size) return false;
    return name.size ? memcmp(name.data, session->last_name.data, name.size) == 0 : cid == session->cid;
}

bool reel__ddnet_has_name(reel_string name, const char *who)
{
    return name.size == strlen(who) && memcmp(name.data, who, name.size) == 0;
}

int32_t reel__ddnet_number(const char *who)
{
    int32_t number = 0;
    if (!*who) return -1;
    for (; *who >= '0' && *who <= '9' && number < TEEHISTORIAN_CLIENTS; who++) number = number * 10 + (*who - '0');
    return *who || number >= TEEHISTORIAN_CLIENTS ? -1 : number;
}

void reel__ddnet_player_label(plot_label *label, reel_string name, int32_t cid)
{
    if (name.size) {
        reel__label_string(label, name, 48);
        return;
    }
    reel__label_text(label, "client ");
    reel__label_number(label, cid, 0);
}

/* ---- tiles ---------------------------------------------------------------------------------------------------------- */

enum { MOST_BLOCKS = 56 /* across and down */, MOST_SIDE = 60 /* units */ };

typedef struct tile_map {
    int64_t ticks[MOST_BLOCKS][MOST_BLOCKS], most;
    int64_t left, top, block;
    size_t columns, rows;
} tile_map;

static void measure_tiles(tile_map *map, const ddnet_heat *cells, size_t count)
{
    int64_t right = cells[0].tile_x, bottom = cells[0].tile_y;
    map->left = right;
    map->top = bottom;
    for (size_t i = 1; i < count; i++) {
        if (cells[i].tile_x < map->left) map->left = cells[i].tile_x;
        if (cells[i].tile_x > right) right = cells[i].tile_x;
        if (cells[i].tile_y < map->top) map->top = cells[i].tile_y;
        if (cells[i].tile_y > bottom) bottom = cells[i].tile_y;
    }
    int64_t wide = right - map->left + 1, high = bottom - map->top + 1, larger = wide > high ? wide : high;
    map->block = (larger + MOST_BLOCKS - 1) / MOST_BLOCKS;
    map->columns = (size_t)((wide + map->block - 1) / map->block);
    map->rows = (size_t)((high + map->block - 1) / map->block);
    for (size_t i = 0; i < count; i++) {
        int64_t *ticks = &map->ticks[(cells[i].tile_y - map->top) / map->block][(cells[i].tile_x - map->left) / map->block];
        *ticks += cells[i].ticks;
        if (*ticks > map->most) map->most = *ticks;
    }
}

/* The map at equal scale in both directions, with axes in tiles. */
static plot_box lay_out_map(reel_canvas *canvas, plot_box room, const tile_map *map, plot_axis *across, plot_axis *down)
{
    double wide = (double)(map->columns * (size_t)map->block), high = (double)(map->rows * (size_t)map->block);
    double above = LEGEND_HEAT_HEIGHT + 1.5 * AXIS_ABOVE;
    plot_box panel = { room.x + AXIS_LEFT, room.y + above, room.width - AXIS_LEFT, room.height - above - AXIS_BELOW };
    double tile = panel.width / wide < panel.height / high ? panel.width / wide : panel.height / high;
    tile = fmin(tile, (double)MOST_SIDE / (double)map->block);
    panel.width = tile * wide;
    panel.height = tile * high;
    double left = (double)map->left, top = (double)map->top;
    *across = reel__axis_of(AXIS_COUNT, left, left + wide, panel.x, panel.x + panel.width, 60, false);
    *down = reel__axis_of(AXIS_COUNT, top, top + high, panel.y, panel.y + panel.height, 40, false);
    reel__canvas_rect(canvas, panel, INK_PANEL);
    reel__axis_draw_left(canvas, down, panel, "tiles from the top");
    reel__axis_draw_below(canvas, across, panel, "tiles from the left");
    return panel;
}

static reel_status draw_blocks(reel_canvas *canvas, plot_box room, const tile_map *map, reel_error *error)
{
    static const double overlap = 0.4; /* hides the seams that viewers draw between squares */
    static const double factor = 4;    /* a few tiles, such as the start, have nearly all the time */
    plot_axis across, down;
    plot_box panel = lay_out_map(canvas, room, map, &across, &down);
    plot_label name = { "", 0 };
    reel__label_text(&name, "time of all tees in a square of ");
    reel__label_many(&name, (uint64_t)map->block, "tile", "tiles");
    const plot_heat_scale scale = { ddnet_seconds((double)map->most), factor, name.text };
    reel__legend_heat(canvas, room.x + room.width, room.y, &scale);
    double side = panel.width / (double)map->columns;
    for (size_t row = 0; row < map->rows; row++)
        for (size_t column = 0, next; column < map->columns; column = next) {
            next = column + 1;
            if (!map->ticks[row][column]) continue;
            int step = reel__heat_step(&scale, ddnet_seconds((double)map->ticks[row][column]));
            while (next < map->columns && map->ticks[row][next] &&
                   reel__heat_step(&scale, ddnet_seconds((double)map->ticks[row][next])) == step)
                next++;
            plot_box box = { panel.x + side * (double)column, panel.y + side * (double)row,
                             side * (double)(next - column) + overlap, side + overlap };
            reel__canvas_heat_rect(canvas, box, step);
        }
    return reel__ddnet_map_draw(canvas, &across, &down, error); /* no tee is in a wall, but squares are */
}

static reel_status draw_tiles(reel_canvas *canvas, const reel_replay *replay, reel_error *error)
{
    static const reel_table *const tables[] = { &ddnet_heats, NULL };
    const reel_replay *result;
    reel_status status = reel__ddnet_analyse(canvas, replay, tables, &result, error);
    if (status != REEL_OK) return status;
    size_t count;
    const ddnet_heat *cells = reel_rows(result, &ddnet_heats, &count);
    tile_map map = { .most = 0 };
    if (count) measure_tiles(&map, cells, count);
    reel__canvas_drop(canvas, result);
    if (!count) return REEL_END;
    double side = fmin(788 / (double)map.columns, MOST_SIDE);
    double height = fmin(fmax(190 + side * (double)map.rows, 260), 1200);
    plot_label detail;
    plot_heading heading =
        reel__ddnet_heading(replay, "The map in squares, brighter the more time tees spent in them.", 900, height, &detail);
    plot_box room = reel__canvas_begin(canvas, &heading);
    return draw_blocks(canvas, room, &map, error);
}

const reel_plot reel__plot_tiles = {
    .id = "tiles",
    .name = "Time per area",
    .doc = "The map in squares of tiles, brighter the more time characters spent there; under the map where it is given.",
    .formats = reel__ddnet_formats,
    .draw = draw_tiles,
};

/* ---- clients over time ------------------------------------------------------------------------------------------------ */

/* Characters are dashed over the clients: most of the time both numbers are equal. */
static void add_steps(reel_canvas *canvas, const ddnet_online *rows, size_t count, plot_pen pen, bool characters, double begin,
                      double end, const plot_axis *across, const plot_axis *up)
{
    plot_series series = reel__series_of(canvas);
    double last = 0;
    reel__path_begin(canvas, pen, characters ? INK_RIGHT : INK_MAIN);
    for (size_t i = 0; i < count; i++) {
        double x = reel__axis_at(across, ddnet_seconds(rows[i].tick - begin)),
               value = characters ? rows[i].characters : rows[i].clients;
        reel__series_add(&series, x, reel__axis_at(up, last));
        reel__series_add(&series, x, reel__axis_at(up, value));
        last = value;
    }
    reel__series_add(&series, reel__axis_at(across, end), reel__axis_at(up, last));
    reel__series_end(&series);
    if (pen == PEN_AREA && series.begun) {
        reel__path_line(canvas, series.to_x, up->low);
        reel__path_line(canvas, series.from_x, up->low);
    }
    reel__path_end(canvas);
}

static reel_status draw_online(reel_canvas *canvas, const reel_replay *replay, reel_error *error)
{
    static const reel_table *const tables[] = { &ddnet_onlines, &ddnet_sessions, NULL };
    const reel_replay *result;
    reel_status status = reel__ddnet_analyse(canvas, replay, tables, &result, error);
    if (status != REEL_OK) return status;
    size_t count, sessions;
    const ddnet_online *rows = reel_rows(result, &ddnet_onlines, &count);
    const ddnet_session *session = reel_rows(result, &ddnet_sessions, &sessions);
    if (!count) {
        reel__canvas_drop(canvas, result);
        return REEL_END;
    }
    const double begin = reel__ddnet_begin(replay, session, sessions);
    double most = 1, end = 0;
    for (size_t i = 0; i < count; i++) most = rows[i].clients > most ? rows[i].clients : most;
    for (size_t i = 0; i < sessions; i++) end = session[i].end_tick - begin > end ? session[i].end_tick - begin : end;
    plot_label detail;
    plot_heading heading = reel__ddnet_heading(replay, "The number of clients and of characters over time.", 1000, 420, &detail);
    plot_box room = reel__canvas_begin(canvas, &heading);
    plot_box panel = { room.x + AXIS_LEFT, room.y + 1.5 * AXIS_ABOVE, room.width - AXIS_LEFT,
                       room.height - 1.5 * AXIS_ABOVE - AXIS_BELOW };
    plot_axis across = reel__axis_of(AXIS_CLOCK, 0, fmax(ddnet_seconds(end), 1), panel.x, panel.x + panel.width, 90, false);
    plot_axis up = reel__axis_of(AXIS_COUNT, 0, most, panel.y + panel.height, panel.y, 40, true);
    reel__canvas_rect(canvas, panel, INK_PANEL);
    static const plot_key keys[] = { { PEN_LINE, INK_MAIN, "Clients: players connected" },
                                     { PEN_DASH, INK_RIGHT, "Characters: tees alive on the map" } };
    reel__axis_draw_left(canvas, &up, panel, "Number at each time");
    reel__axis_draw_below(canvas, &across, panel, reel__ddnet_time_name(replay));
    reel__legend_draw(canvas, panel.x + panel.width, panel.y - 8, keys, 2);
    reel__canvas_clip_begin(canvas, (plot_box){ panel.x, panel.y - 2, panel.width, panel.height + 3 });
    add_steps(canvas, rows, count, PEN_AREA, false, begin, ddnet_seconds(end), &across, &up);
    add_steps(canvas, rows, count, PEN_LINE, false, begin, ddnet_seconds(end), &across, &up);
    add_steps(canvas, rows, count, PEN_DASH, true, begin, ddnet_seconds(end), &across, &up);
    reel__canvas_clip_end(canvas);
    reel__canvas_drop(canvas, result);
    return REEL_OK;
}

const reel_plot reel__plot_online = {
    .id = "online",
    .name = "Clients over time",
    .doc = "Number of clients and characters over time.",
    .formats = reel__ddnet_formats,
    .draw = draw_online,
};
