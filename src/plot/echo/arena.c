/* SPDX-License-Identifier: MIT
 * Players and disc from above: their paths, and the time players spent in each area. */
#include "floor.h"

#include "core/memory.h"

#include <math.h>

/* ---- paths ------------------------------------------------------------------------------------------------------ */

enum {
    MOST_PATHS = 48, /* players with a path of their own */
    NO_PATH = 255,
    MOST_POINTS = 18000, /* of all paths */
    FEW_POINTS = 3000,   /* up to this many are drawn opaque */
    FEWEST_POINTS = 10,  /* up to this many are drawn as discs too */
    POINTS_OF_START = 4, /* bytes of a new line or element, as points */
    POINTS_AT_ONCE = 120 /* per element of a transparent path */
};

/* The players of a recording, and the owner of each row. */
typedef struct path_owners {
    uint64_t keys[MOST_PATHS];
    size_t count;
    uint8_t *of_row;
    uint64_t rows, others; /* rows of players of the two teams; those of players beyond MOST_PATHS */
} path_owners;

/* Identifies a player by roster number, or by account id without one. */
static uint64_t key_of(const echo_player *player) { return player->player ? player->player : player->userid; }

static void find_owners(path_owners *owners, const match_view *view)
{
    for (size_t i = 0; i < view->players.count; i++) {
        const echo_player *player = match_player(view, i);
        uint64_t key = key_of(player);
        size_t n = 0;
        owners->of_row[i] = NO_PATH;
        if (!reel__match_shows(view, player)) continue;
        owners->rows++;
        while (n < owners->count && owners->keys[n] != key) n++;
        if (n == owners->count && n < MOST_PATHS) owners->keys[owners->count++] = key;
        if (n < MOST_PATHS)
            owners->of_row[i] = (uint8_t)n;
        else
            owners->others++;
    }
}

/* Follows one path. Positions close to the previous one are skipped. */
typedef struct path_walk {
    reel_canvas *canvas; /* NULL: only count */
    const floor_plan *plan;
    double least;  /* minimum distance between points, in units */
    size_t stride; /* of those, keep every `stride`-th */
    plot_pen pen;
    plot_ink ink;
    bool discs; /* points instead of lines */
    size_t points, kept, open;
    double last_x, last_y;
    reel_vec3 last;
    double last_time;
    bool joined;
} path_walk;

static void walk_end(path_walk *walk)
{
    if (walk->open) reel__path_end(walk->canvas);
    walk->open = 0;
    walk->joined = false;
}

static void walk_draw(path_walk *walk, double x, double y)
{
    if (walk->discs) {
        reel__path_begin(walk->canvas, PEN_FILL, walk->ink);
        reel__path_shape(walk->canvas, SHAPE_DISC, x, y, 3);
        reel__path_end(walk->canvas);
        return;
    }
    if (!walk->open) {
        reel__path_begin(walk->canvas, walk->pen, walk->ink);
        if (walk->joined) reel__path_move(walk->canvas, walk->last_x, walk->last_y);
    }
    if (walk->joined)
        reel__path_line(walk->canvas, x, y);
    else
        reel__path_move(walk->canvas, x, y);
    if (++walk->open < POINTS_AT_ONCE) return;
    reel__path_end(walk->canvas);
    walk->open = 0;
}

static void walk_to(path_walk *walk, reel_vec3 at, double time)
{
    if (!floor_holds(walk->plan, at)) {
        walk->joined = false;
        return;
    }
    if (walk->joined && reel__match_jumps(walk->last, at, time - walk->last_time)) walk->joined = false;
    walk->last = at;
    walk->last_time = time;
    double x = reel__axis_at(&walk->plan->across, (double)at.z), y = reel__axis_at(&walk->plan->up, (double)at.x);
    if (walk->joined &&
        (x - walk->last_x) * (x - walk->last_x) + (y - walk->last_y) * (y - walk->last_y) < walk->least * walk->least)
        return;
    if (walk->kept++ % walk->stride) return;
    walk->points += walk->joined ? 1 : POINTS_OF_START;
    if (walk->canvas) walk_draw(walk, x, y);
    walk->last_x = x;
    walk->last_y = y;
    walk->joined = true;
}

static void walk_on(path_walk *walk, const match_view *view, const echo_player *player)
{
    if (walk->ink != reel__match_inks[player->team]) walk_end(walk);
    walk->ink = reel__match_inks[player->team];
    walk_to(walk, reel__match_head(view, player), player->time);
}

static void draw_player(path_walk walk, const match_view *view, const path_owners *owners, size_t owner)
{
    for (size_t i = 0; i < view->players.count; i++)
        if (owners->of_row[i] == owner) walk_on(&walk, view, match_player(view, i));
    walk_end(&walk);
}

static size_t walk_disc(path_walk walk, const match_view *view)
{
    walk.pen = PEN_FINE;
    walk.ink = INK_TEXT;
    for (size_t i = 0; i < view->frames.count; i++) {
        const echo_frame *frame = match_frame(view, i);
        if (frame->has & ECHO_HAS_DISC)
            walk_to(&walk, frame->disc_position, frame->time);
        else
            walk.joined = false;
    }
    walk_end(&walk);
    return walk.points;
}

/* Counts the points of all paths, in one pass over the rows. */
static size_t count_points(const path_walk *walk, const match_view *view, const path_owners *owners)
{
    path_walk each[MOST_PATHS];
    for (size_t n = 0; n < owners->count; n++) each[n] = *walk;
    for (size_t i = 0; i < view->players.count; i++)
        if (owners->of_row[i] != NO_PATH) walk_on(&each[owners->of_row[i]], view, match_player(view, i));
    size_t points = walk_disc(*walk, view);
    for (size_t n = 0; n < owners->count; n++) points += each[n].points;
    return points;
}

/* Points are left out where paths have too many: on a smooth path, twice the distance between them leaves half. Stops after a few steps, since those of
 * jumps always stay. Returns the number of points. */
static size_t plan_walk(path_walk *walk, const match_view *view, const path_owners *owners)
{
    enum { STEPS = 6 };
    static const double step = 1.5;
    size_t points = count_points(walk, view, owners);
    for (int coarser = 0; points > MOST_POINTS && coarser < STEPS; points = count_points(walk, view, owners))
        for (double excess = (double)points / MOST_POINTS; excess > 1 && coarser < STEPS; excess /= step, coarser++)
            walk->least *= step;
    if (points > MOST_POINTS) walk->stride = points / MOST_POINTS + 1;
    return points;
}

static void draw_all(const path_walk *walk, const match_view *view, const path_owners *owners)
{
    for (size_t n = 0; n < owners->count; n++) draw_player(*walk, view, owners, n);
    walk_disc(*walk, view);
}

static void draw_paths(reel_canvas *canvas, const floor_plan *plan, const match_view *view, const path_owners *owners)
{
    path_walk walk = { .plan = plan, .least = 0.8, .stride = 1, .pen = PEN_TRACE };
    const size_t points = plan_walk(&walk, view, owners);
    if (points < FEW_POINTS) walk.pen = PEN_FINE;
    walk.canvas = canvas;
    reel__canvas_clip_begin(canvas, plan->panel);
    draw_all(&walk, view, owners);
    walk.discs = true;
    if (points <= FEWEST_POINTS) draw_all(&walk, view, owners);
    reel__canvas_clip_end(canvas);
}

static floor_missing count_missing(const floor_plan *plan, const match_view *view, const path_owners *owners)
{
    floor_missing missing = { .all = owners->rows, .others = owners->others };
    for (size_t i = 0; i < view->players.count; i++) {
        reel_vec3 at = reel__match_head(view, match_player(view, i));
        if (owners->of_row[i] != NO_PATH && !floor_holds(plan, at)) reel__floor_miss(&missing, at);
    }
    return missing;
}

static void draw_arena_picture(reel_canvas *canvas, floor_plan *plan, const match_view *view, const path_owners *owners)
{
    static const plot_key keys[] = { { PEN_LINE, INK_RIGHT, "Blue team" },
                                     { PEN_LINE, INK_ORANGE, "Orange team" },
                                     { PEN_FINE, INK_TEXT, "Disc" } };
    plot_label detail;
    plot_heading heading = reel__match_heading(view, "Paths of the players' heads and of the disc, seen from above, in metres.",
                                               1000, reel__floor_height(plan, 1000), &detail);
    bool disc = false;
    for (size_t i = 0; i < view->frames.count && !disc; i++) disc = match_frame(view, i)->has & ECHO_HAS_DISC;
    plot_box room = reel__canvas_begin(canvas, &heading);
    reel__floor_begin(plan, canvas, view, room);
    reel__legend_draw(canvas, plan->panel.x + plan->panel.width, room.y + 20, keys, disc ? 3 : 2);
    reel__floor_marks(plan, canvas, view);
    draw_paths(canvas, plan, view, owners);
    floor_missing missing = count_missing(plan, view, owners);
    reel__floor_note(canvas, room, &missing);
}

static reel_status draw_arena(reel_canvas *canvas, const reel_replay *replay, reel_error *error)
{
    match_view view;
    floor_plan plan;
    path_owners owners = { .count = 0 };
    if (!reel__match_open(&view, replay) || !reel__floor_measure(&plan, &view)) return REEL_END;
    reel_status status = reel__match_choose(&view, canvas, error);
    if (status < 0) return status;
    owners.of_row = canvas->allocator.alloc(canvas->allocator.context, view.players.count);
    if (!owners.of_row) return reel__memory_fail(error);
    find_owners(&owners, &view);
    draw_arena_picture(canvas, &plan, &view, &owners);
    reel__memory_drop(&canvas->allocator, owners.of_row);
    return REEL_OK;
}

const reel_plot reel__plot_echo_arena = {
    .id = "arena",
    .name = "Paths from above",
    .doc = "Paths of the players of both teams and of the disc, seen from above.",
    .formats = reel__match_formats,
    .draw = draw_arena,
    .takes_who = true,
};

/* ---- heat ------------------------------------------------------------------------------------------------------- */

enum { MOST_ACROSS = 100, MOST_UP = 60 };

static const double longest_step = 1; /* s: maximum duration of a frame */

typedef struct heat_map {
    double seconds[MOST_UP][MOST_ACROSS], most;
    double side; /* m */
    size_t across, up;
    floor_missing missing;
} heat_map;

static void lay_grid(heat_map *map, const floor_plan *plan)
{
    double wide = plan->z_to - plan->z_from, high = plan->x_to - plan->x_from;
    map->side = ceil(fmax(wide / MOST_ACROSS, high / MOST_UP));
    if (map->side < 1) map->side = 1;
    map->across = (size_t)ceil(wide / map->side);
    map->up = (size_t)ceil(high / map->side);
}

static void add_position(heat_map *map, const floor_plan *plan, reel_vec3 at, double seconds)
{
    map->missing.all++;
    if (!floor_holds(plan, at)) {
        reel__floor_miss(&map->missing, at);
        return;
    }
    size_t column = (size_t)(((double)at.z - plan->z_from) / map->side),
           row = (size_t)(((double)at.x - plan->x_from) / map->side);
    if (column >= map->across) column = map->across - 1;
    if (row >= map->up) row = map->up - 1;
    map->seconds[row][column] += seconds;
    map->most = fmax(map->most, map->seconds[row][column]);
}

/* A position lasts as long as its frame. */
static void fill_heat(heat_map *map, const floor_plan *plan, const match_view *view)
{
    size_t frame = 0;
    for (size_t i = 0; i < view->players.count; i++) {
        const echo_player *player = match_player(view, i);
        if (!reel__match_shows(view, player)) continue;
        while (frame + 1 < view->frames.count && match_frame(view, frame)->frame < player->frame) frame++;
        double step = frame + 1 < view->frames.count ? match_frame(view, frame + 1)->time - match_frame(view, frame)->time : 0;
        if (!(step >= 0)) step = 0;
        add_position(map, plan, reel__match_head(view, player), fmin(step, longest_step));
    }
}

/* Adjacent squares of one heat step are drawn as one bar. */
static void draw_squares(reel_canvas *canvas, const floor_plan *plan, const heat_map *map, const plot_heat_scale *scale)
{
    reel__canvas_clip_begin(canvas, plan->panel);
    for (size_t row = 0; row < map->up; row++) {
        double low = plan->x_from + map->side * (double)row, top = reel__axis_at(&plan->up, low + map->side);
        double height = reel__axis_at(&plan->up, low) - top;
        for (size_t column = 0, next; column < map->across; column = next) {
            next = column + 1;
            if (!(map->seconds[row][column] > 0)) continue;
            int step = reel__heat_step(scale, map->seconds[row][column]);
            while (next < map->across && map->seconds[row][next] > 0 && reel__heat_step(scale, map->seconds[row][next]) == step)
                next++;
            double left = reel__axis_at(&plan->across, plan->z_from + map->side * (double)column);
            double right = reel__axis_at(&plan->across, plan->z_from + map->side * (double)next);
            reel__canvas_heat_rect(canvas, (plot_box){ left, top, right - left, height }, step);
        }
    }
    reel__canvas_clip_end(canvas);
}

static void draw_heat_picture(reel_canvas *canvas, floor_plan *plan, const match_view *view, const heat_map *map)
{
    plot_label detail;
    plot_heading heading =
        reel__match_heading(view, "The map from above in squares, brighter the more time players spent in them.", 1000,
                            reel__floor_height(plan, 1000), &detail);
    plot_box room = reel__canvas_begin(canvas, &heading);
    reel__floor_begin(plan, canvas, view, room);
    enum { SCALE_WIDTH = 620 };
    static const double factor = 3;
    plot_label name = { "", 0 };
    reel__label_text(&name, "players' time in a square of ");
    reel__label_number(&name, map->side, 0);
    reel__label_text(&name, " m");
    const plot_heat_scale scale = { map->most, factor, name.text };
    reel__legend_heat(canvas, fmax(plan->panel.x + plan->panel.width, room.x + SCALE_WIDTH), room.y - 4, &scale);
    draw_squares(canvas, plan, map, &scale);
    reel__floor_marks(plan, canvas, view);
    reel__floor_note(canvas, room, &map->missing);
}

static reel_status draw_heat(reel_canvas *canvas, const reel_replay *replay, reel_error *error)
{
    match_view view;
    floor_plan plan;
    if (!reel__match_open(&view, replay) || !reel__floor_measure(&plan, &view)) return REEL_END;
    reel_status status = reel__match_choose(&view, canvas, error);
    if (status < 0) return status;
    heat_map *map = reel__memory_new(&canvas->allocator, sizeof *map);
    if (!map) return reel__memory_fail(error);
    lay_grid(map, &plan);
    fill_heat(map, &plan, &view);
    bool any = map->most > 0;
    if (any) draw_heat_picture(canvas, &plan, &view, map);
    reel__memory_drop(&canvas->allocator, map);
    return any ? REEL_OK : REEL_END;
}

const reel_plot reel__plot_echo_heat = {
    .id = "heat",
    .name = "Time per area",
    .doc = "The map in squares, seen from above, brighter the more time players spent there.",
    .formats = reel__match_formats,
    .draw = draw_heat,
    .takes_who = true,
};
