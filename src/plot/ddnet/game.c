/* SPDX-License-Identifier: MIT
 * Time per area of the map, clients over time, and sessions. */
#include "plot/ddnet/game.h"

#include <reel/ddnet.h>
#include <reel/teehistorian.h>

#include "plot/axis.h"

const reel_format *const ddnet_formats[] = { &reel_format_teehistorian, NULL };

static double seconds(double ticks) { return ticks / TEEHISTORIAN_TICKS_PER_SECOND; }

reel_status ddnet_analyse(const reel_canvas *canvas, const reel_replay *replay, const reel_table *const *tables,
                          reel_replay **result, reel_error *error)
{
    return canvas_insight(canvas, &reel_insight_ddnet, replay, tables, result, error);
}

plot_heading ddnet_heading(const reel_replay *replay, const char *description, double width, double height)
{
    size_t count;
    const teehistorian_header *header = reel_rows(replay, &teehistorian_headers, &count);
    plot_heading heading = { .width = width, .height = height, .title = string_of("DDNet"), .description = description };
    if (count && header->map_name.size) heading.title = header->map_name;
    if (count) heading.detail = header->start_time;
    return heading;
}

/* ---- tiles ---------------------------------------------------------------------------------------------------------- */

enum { MOST_BLOCKS = 56 }; /* across and down */

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

/* Each heat step is four times the time of the previous one. */
static int step_of(int64_t ticks, int64_t most)
{
    int step = HEAT_STEPS - 1;
    for (int64_t bound = most / 4; step > 0 && ticks <= bound; bound /= 4) step--;
    return step;
}

static void draw_blocks(reel_canvas *canvas, plot_box room, const tile_map *map)
{
    enum { BELOW = 26 };
    double across = room.width / (double)map->columns, down = (room.height - BELOW) / (double)map->rows;
    double side = across < down ? across : down;
    for (size_t row = 0; row < map->rows; row++)
        for (size_t column = 0; column < map->columns; column++)
            if (map->ticks[row][column])
                canvas_heat_rect(canvas, (plot_box){ room.x + side * (double)column, room.y + side * (double)row, side, side },
                                 step_of(map->ticks[row][column], map->most));
    plot_label note = { "", 0 };
    label_text(&note, "A square is ");
    label_count(&note, (uint64_t)map->block);
    label_text(&note, map->block == 1 ? " tile" : " tiles");
    label_text(&note, " wide; the longest time in one is ");
    label_clock(&note, seconds((double)map->most));
    canvas_text(canvas, room.x, room.y + room.height - 4, AT_START, INK_MUTED, note.text);
}

static reel_status draw_tiles(reel_canvas *canvas, const reel_replay *replay, reel_error *error)
{
    static const reel_table *const tables[] = { &ddnet_heats, NULL };
    reel_replay *result;
    reel_status status = ddnet_analyse(canvas, replay, tables, &result, error);
    if (status != REEL_OK) return status;
    size_t count;
    const ddnet_heat *cells = reel_rows(result, &ddnet_heats, &count);
    tile_map map = { .most = 0 };
    if (count) measure_tiles(&map, cells, count);
    reel_free(result);
    if (!count) return REEL_END;
    double height = 130 + 860 * (double)map.rows / (double)map.columns;
    if (height > 1200) height = 1200;
    plot_heading heading = ddnet_heading(replay, "The map in squares, brighter the more time tees spent in them.", 900, height);
    plot_box room = canvas_begin(canvas, &heading);
    draw_blocks(canvas, room, &map);
    return REEL_OK;
}

const reel_plot plot_tiles = {
    .id = "tiles",
    .name = "Time per area",
    .doc = "The map in squares of tiles, brighter the more time characters spent there.",
    .formats = ddnet_formats,
    .draw = draw_tiles,
};

/* ---- clients over time ------------------------------------------------------------------------------------------------ */

static void add_steps(reel_canvas *canvas, const ddnet_online *rows, size_t count, bool characters, double end,
                      const plot_axis *across, const plot_axis *up)
{
    plot_series series = series_of(canvas);
    double last = 0;
    path_begin(canvas, PEN_LINE, characters ? INK_RIGHT : INK_MAIN);
    for (size_t i = 0; i < count; i++) {
        double x = axis_at(across, seconds(rows[i].tick)), value = characters ? rows[i].characters : rows[i].clients;
        series_add(&series, x, axis_at(up, last));
        series_add(&series, x, axis_at(up, value));
        last = value;
    }
    series_add(&series, axis_at(across, end), axis_at(up, last));
    series_end(&series);
    path_end(canvas);
}

static reel_status draw_online(reel_canvas *canvas, const reel_replay *replay, reel_error *error)
{
    static const reel_table *const tables[] = { &ddnet_onlines, &ddnet_sessions, NULL };
    reel_replay *result;
    reel_status status = ddnet_analyse(canvas, replay, tables, &result, error);
    if (status != REEL_OK) return status;
    size_t count, sessions;
    const ddnet_online *rows = reel_rows(result, &ddnet_onlines, &count);
    const ddnet_session *session = reel_rows(result, &ddnet_sessions, &sessions);
    if (!count) {
        reel_free(result);
        return REEL_END;
    }
    double most = 1, end = 0;
    for (size_t i = 0; i < count; i++) most = rows[i].clients > most ? rows[i].clients : most;
    for (size_t i = 0; i < sessions; i++) end = session[i].end_tick > end ? session[i].end_tick : end;
    plot_heading heading = ddnet_heading(replay, "The number of clients and of characters over time.", 1000, 420);
    plot_box room = canvas_begin(canvas, &heading);
    plot_box panel = { room.x + AXIS_LEFT, room.y + AXIS_ABOVE, room.width - AXIS_LEFT, room.height - AXIS_ABOVE - AXIS_BELOW };
    plot_axis across = axis_of(AXIS_CLOCK, 0, seconds(end), panel.x, panel.x + panel.width, 90, false);
    plot_axis up = axis_of(AXIS_NUMBER, 0, most, panel.y + panel.height, panel.y, 40, true);
    canvas_rect(canvas, panel, INK_PANEL);
    axis_draw_left(canvas, &up, panel, "clients (green) and characters (blue)");
    axis_draw_below(canvas, &across, panel, "time since map load");
    canvas_clip_begin(canvas, panel);
    add_steps(canvas, rows, count, true, seconds(end), &across, &up);
    add_steps(canvas, rows, count, false, seconds(end), &across, &up);
    canvas_clip_end(canvas);
    reel_free(result);
    return REEL_OK;
}

const reel_plot plot_online = {
    .id = "online",
    .name = "Clients over time",
    .doc = "Number of clients and characters over time.",
    .formats = ddnet_formats,
    .draw = draw_online,
};

/* ---- sessions ----------------------------------------------------------------------------------------------------------- */

enum { MOST_BARS = 60, BAR = 18, NAME = 150 };

static reel_status draw_sessions(reel_canvas *canvas, const reel_replay *replay, reel_error *error)
{
    static const reel_table *const tables[] = { &ddnet_sessions, NULL };
    reel_replay *result;
    reel_status status = ddnet_analyse(canvas, replay, tables, &result, error);
    if (status != REEL_OK) return status;
    size_t count;
    const ddnet_session *rows = reel_rows(result, &ddnet_sessions, &count);
    size_t bars = count < MOST_BARS ? count : MOST_BARS;
    double end = 0;
    for (size_t i = 0; i < count; i++) end = rows[i].end_tick > end ? rows[i].end_tick : end;
    if (!count) {
        reel_free(result);
        return REEL_END;
    }
    plot_heading heading =
        ddnet_heading(replay, "A bar for each session, from join to drop.", 1000, 150 + AXIS_BELOW + (double)bars * BAR);
    plot_box room = canvas_begin(canvas, &heading);
    plot_box panel = { room.x + NAME, room.y + AXIS_ABOVE, room.width - NAME, (double)bars * BAR };
    plot_axis across = axis_of(AXIS_CLOCK, 0, seconds(end), panel.x, panel.x + panel.width, 90, false);
    axis_draw_below(canvas, &across, panel, "time since map load");
    for (size_t i = 0; i < bars; i++) {
        double from = axis_at(&across, seconds(rows[i].start_tick)), to = axis_at(&across, seconds(rows[i].end_tick));
        double y = panel.y + (double)i * BAR;
        plot_label name = { "", 0 };
        if (rows[i].last_name.size)
            label_string(&name, rows[i].last_name, 48);
        else
            label_text(&name, "client "), label_count(&name, (uint64_t)rows[i].cid);
        canvas_text(canvas, panel.x - 8, y + BAR - 5, AT_END, INK_TEXT, name.text);
        canvas_rect(canvas, (plot_box){ from, y + 3, to - from > 1 ? to - from : 1, BAR - 6 },
                    rows[i].finishes ? INK_RIGHT : INK_MAIN);
    }
    plot_label note = { "", 0 };
    label_text(&note, "Blue: finished the map");
    if (count > bars) {
        label_text(&note, ". Not shown: ");
        label_many(&note, count - bars, "session", "sessions");
    }
    canvas_text(canvas, room.x, panel.y + panel.height + AXIS_BELOW + 14, AT_START, INK_MUTED, note.text);
    reel_free(result);
    return REEL_OK;
}

const reel_plot plot_sessions = {
    .id = "sessions",
    .name = "Sessions",
    .doc = "A bar for each session, from join to drop.",
    .formats = ddnet_formats,
    .draw = draw_sessions,
};
