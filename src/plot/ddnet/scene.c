/* SPDX-License-Identifier: MIT
 * A DDNet game at one time: the tees of a part of the map. The map itself is not in the replay; its open parts are where characters were. */
#include "plot/scene.h"

#include "game.h"

#include <math.h>

enum {
    TILE = 32,        /* units of the game */
    SIDE = 20,        /* units of the picture of a tile */
    MOST_CELLS = 4000 /* of the heat map */
};
static const double trail_seconds = 0.7, recently = 1; /* s */
static const double hook_tiles = 4;                    /* drawn; the length is not recorded */
static const double day_ticks = 86400.0 * TEEHISTORIAN_TICKS_PER_SECOND;

typedef struct tee_state {
    bool alive;
    int32_t x, y, moved; /* units of the game; tick */
    int32_t aim_x, aim_y;
    bool hooks;
    reel_string name;
} tee_state;

typedef struct tee_scene {
    reel_canvas *canvas;
    const teehistorian_position *positions;
    size_t count;
    const reel_replay *result; /* of the insight */
    double time;
    int32_t tick;
    tee_state tees[TEEHISTORIAN_CLIENTS];
    int32_t followed;      /* slot; -1: none */
    double left, top;      /* tiles */
    double columns, lines; /* tiles */
    plot_box panel;
} tee_scene;

/* ---- what is there -------------------------------------------------------------------------------------------------- */

static bool is_slot(int32_t cid) { return cid >= 0 && cid < TEEHISTORIAN_CLIENTS; }

static void find_tees(tee_scene *scene, const reel_replay *replay)
{
    size_t count;
    const teehistorian_input *inputs = reel_rows(replay, &teehistorian_inputs, &count);
    for (size_t i = 0; i < scene->count && scene->positions[i].tick <= scene->tick; i++) {
        const teehistorian_position *row = &scene->positions[i];
        if (!is_slot(row->cid) || row->kind == TEEHISTORIAN_STRAY) continue;
        tee_state *tee = &scene->tees[row->cid];
        tee->alive = row->kind != TEEHISTORIAN_OLD;
        if (!tee->alive) continue;
        tee->x = row->x;
        tee->y = row->y;
        tee->moved = row->tick;
    }
    for (size_t i = 0; i < count && inputs[i].tick <= scene->tick; i++) {
        if (!is_slot(inputs[i].cid)) continue;
        tee_state *tee = &scene->tees[inputs[i].cid];
        tee->aim_x = inputs[i].target_x;
        tee->aim_y = inputs[i].target_y;
        tee->hooks = inputs[i].hook != 0;
    }
}

static void find_names(tee_scene *scene)
{
    size_t count;
    const ddnet_session *sessions = reel_rows(scene->result, &ddnet_sessions, &count);
    for (size_t i = 0; i < count; i++) {
        const ddnet_session *s = &sessions[i];
        if (is_slot(s->cid) && s->start_tick <= scene->tick && s->end_tick >= scene->tick)
            scene->tees[s->cid].name = s->last_name;
    }
}

static bool moves(const tee_scene *scene, const tee_state *tee)
{
    return tee->alive && (double)scene->tick - tee->moved <= recently * TEEHISTORIAN_TICKS_PER_SECOND;
}

static bool is_named(const tee_state *tee, const char *who)
{
    return tee->alive && tee->name.size == strlen(who) && memcmp(tee->name.data, who, tee->name.size) == 0;
}

/* The tee in the middle of the picture: the chosen player, or the one that moves with most others around it. */
static void find_followed(tee_scene *scene)
{
    int best = -1;
    scene->followed = -1;
    for (int32_t cid = 0; cid < TEEHISTORIAN_CLIENTS; cid++) {
        const tee_state *tee = &scene->tees[cid];
        int near = moves(scene, tee) ? TEEHISTORIAN_CLIENTS : 0;
        if (!tee->alive) continue;
        for (int32_t other = 0; other < TEEHISTORIAN_CLIENTS; other++) {
            const tee_state *o = &scene->tees[other];
            near += o->alive && fabs((double)o->x - tee->x) < TILE * scene->columns / 2 &&
                    fabs((double)o->y - tee->y) < TILE * scene->lines / 2;
        }
        if (scene->canvas->who) near = is_named(tee, scene->canvas->who) ? 1 : -1;
        if (near > best) {
            best = near;
            scene->followed = cid;
        }
    }
}

static double row_time(const void *context, size_t row)
{
    return ddnet_seconds(((const tee_scene *)context)->positions[row].tick);
}

/* ---- drawing -------------------------------------------------------------------------------------------------------- */

static plot_point place_of(const tee_scene *scene, double x, double y)
{
    return (plot_point){ scene->panel.x + (x / TILE - scene->left) * SIDE, scene->panel.y + (y / TILE - scene->top) * SIDE };
}

static bool is_seen(const tee_scene *scene, double x, double y)
{
    double column = x / TILE - scene->left, line = y / TILE - scene->top;
    return column > -1 && line > -1 && column < scene->columns + 1 && line < scene->lines + 1;
}

/* The tiles on which characters were. */
static void draw_open(const tee_scene *scene)
{
    static const double overlap = 0.4; /* hides the seams that viewers draw between squares */
    size_t count, drawn = 0;
    const ddnet_heat *cells = reel_rows(scene->result, &ddnet_heats, &count);
    reel__path_begin_shade(scene->canvas, 0, INK_MAIN); /* one path: where squares overlap it is no darker */
    for (size_t i = 0; i < count && drawn < MOST_CELLS; i++) {
        double x = (double)cells[i].tile_x * TILE, y = (double)cells[i].tile_y * TILE;
        if (!is_seen(scene, x, y)) continue;
        plot_point at = place_of(scene, x, y);
        reel__path_rect(scene->canvas, (plot_box){ at.x - overlap, at.y - overlap, SIDE + 2 * overlap, SIDE + 2 * overlap });
        drawn++;
    }
    reel__path_end(scene->canvas);
}

/* The ways of the last moment, one after the other. */
static void draw_trails(const tee_scene *scene)
{
    int32_t from = scene->tick - (int32_t)(trail_seconds * TEEHISTORIAN_TICKS_PER_SECOND);
    size_t end = 0, start;
    while (end < scene->count && scene->positions[end].tick <= scene->tick) end++;
    for (start = end; start && scene->positions[start - 1].tick >= from; start--) continue;
    for (int32_t cid = 0; cid < TEEHISTORIAN_CLIENTS; cid++) {
        enum { JUMP = 4 * TILE };
        const teehistorian_position *last = NULL;
        if (!scene->tees[cid].alive || !is_seen(scene, scene->tees[cid].x, scene->tees[cid].y)) continue;
        reel__path_begin(scene->canvas, PEN_TRACE, cid == scene->followed ? INK_ORANGE : INK_MAIN);
        for (size_t i = start; i < end && end - start < (size_t)1 << 16; i++) {
            const teehistorian_position *row = &scene->positions[i];
            if (row->cid != cid || row->kind == TEEHISTORIAN_STRAY || row->kind == TEEHISTORIAN_OLD) continue;
            plot_point at = place_of(scene, row->x, row->y);
            bool jumps = !last || fabs((double)row->x - last->x) > JUMP || fabs((double)row->y - last->y) > JUMP;
            (jumps ? reel__path_move : reel__path_line)(scene->canvas, at.x, at.y);
            last = row;
        }
        reel__path_end(scene->canvas);
    }
}

/* The direction in which a tee looks; straight ahead if that is unknown. */
static plot_point aim_of(const tee_state *tee)
{
    double x = tee->aim_x, y = tee->aim_y, length = sqrt(x * x + y * y);
    return length > 0 ? (plot_point){ x / length, y / length } : (plot_point){ 1, 0 };
}

static void draw_tee(const tee_scene *scene, const tee_state *tee, plot_ink ink)
{
    static const double body = 0.44 * SIDE, eye = 0.09 * SIDE;
    plot_point at = place_of(scene, tee->x, tee->y), aim = aim_of(tee);
    if (tee->hooks) {
        reel__path_begin(scene->canvas, PEN_DASH, ink);
        reel__path_move(scene->canvas, at.x, at.y);
        reel__path_line(scene->canvas, at.x + aim.x * hook_tiles * SIDE, at.y + aim.y * hook_tiles * SIDE);
        reel__path_end(scene->canvas);
    }
    reel__path_begin(scene->canvas, PEN_FILL, INK_TEXT);
    reel__path_shape(scene->canvas, SHAPE_DISC, at.x - 0.5 * body, at.y + 0.8 * body, 0.4 * body);
    reel__path_shape(scene->canvas, SHAPE_DISC, at.x + 0.5 * body, at.y + 0.8 * body, 0.4 * body);
    reel__path_end(scene->canvas);
    reel__path_begin(scene->canvas, PEN_FILL, ink);
    reel__path_shape(scene->canvas, SHAPE_DISC, at.x, at.y, body);
    reel__path_end(scene->canvas);
    reel__path_begin(scene->canvas, PEN_FILL, INK_PAPER);
    for (int side = -1; side < 2; side += 2)
        reel__path_shape(scene->canvas, SHAPE_DISC, at.x + 0.45 * body * aim.x + 1.3 * eye * side,
                         at.y + 0.45 * body * aim.y - 0.1 * body, 1.1 * eye);
    reel__path_end(scene->canvas);
}

static void draw_tees(const tee_scene *scene)
{
    scene_names names = { .count = 0 };
    for (int pass = 0; pass < 2; pass++)
        for (int32_t cid = 0; cid < TEEHISTORIAN_CLIENTS; cid++) {
            const tee_state *tee = &scene->tees[cid];
            plot_label name = { "", 0 };
            if (!tee->alive || !is_seen(scene, tee->x, tee->y)) continue;
            if (!pass) {
                draw_tee(scene, tee, cid == scene->followed ? INK_ORANGE : INK_MAIN);
                continue;
            }
            plot_point at = place_of(scene, tee->x, tee->y);
            reel__ddnet_player_label(&name, tee->name, cid);
            reel__scene_name(scene->canvas, &names, at.x, at.y - 0.6 * SIDE, INK_TEXT, name.text);
        }
}

static void draw_figures(const tee_scene *scene)
{
    uint64_t alive = 0;
    plot_label label = { "", 0 };
    for (int32_t cid = 0; cid < TEEHISTORIAN_CLIENTS; cid++) alive += scene->tees[cid].alive;
    reel__label_many(&label, alive, "tee", "tees");
    reel__label_text(&label, " on the map; shaded: where characters were");
    reel__scene_caption(scene->canvas, scene->panel, label.text);
}

/* ---- the picture ---------------------------------------------------------------------------------------------------- */

static void draw_picture(tee_scene *scene, const reel_replay *replay)
{
    const tee_state *middle = &scene->tees[scene->followed];
    plot_label detail;
    plot_heading heading =
        reel__ddnet_heading(replay, "The tees of a part of the map, with the paths of their last moment.", 0, 0, &detail);
    plot_box panel = reel__scene_begin(scene->canvas, &heading);
    scene->panel = panel;
    scene->columns = panel.width / SIDE;
    scene->lines = panel.height / SIDE;
    scene->left = (double)middle->x / TILE - scene->columns / 2;
    scene->top = (double)middle->y / TILE - scene->lines / 2;
    reel__canvas_clip_begin(scene->canvas, panel);
    draw_open(scene);
    draw_trails(scene);
    draw_tees(scene);
    reel__canvas_clip_end(scene->canvas);
    draw_figures(scene);
    reel__scene_end(scene->canvas, panel, scene->time);
}

static double session_end(const void *context, size_t row)
{
    size_t count;
    const ddnet_session *sessions = reel_rows(((const tee_scene *)context)->result, &ddnet_sessions, &count);
    return ddnet_seconds(sessions[row].end_tick);
}

/* A tee that stands still has no positions for long, but it leaves at the end. */
static bool is_recorded(const tee_scene *scene)
{
    size_t sessions;
    reel_rows(scene->result, &ddnet_sessions, &sessions);
    return reel__scene_covers(scene->count, row_time, scene, scene->time) ||
           (scene->time > row_time(scene, 0) && scene->time <= reel__scene_latest(sessions, session_end, scene));
}

static reel_status draw_scene(tee_scene *scene, const reel_replay *replay, reel_error *error)
{
    static const reel_table *const tables[] = { &ddnet_sessions, &ddnet_heats, NULL };
    scene->positions = reel_rows(replay, &teehistorian_positions, &scene->count);
    if (isnan(scene->time)) scene->time = reel__scene_busiest(scene->count, row_time, scene, recently) + recently;
    double tick = scene->time * TEEHISTORIAN_TICKS_PER_SECOND;
    if (!scene->count || !(fabs(tick) <= day_ticks * 365)) return REEL_END;
    scene->tick = (int32_t)floor(tick + 1e-6);
    find_tees(scene, replay);
    reel_status status = reel__ddnet_analyse(scene->canvas, replay, tables, &scene->result, error);
    if (status < 0) return status;
    if (!is_recorded(scene)) return REEL_END;
    find_names(scene);
    find_followed(scene);
    if (scene->followed >= 0) {
        draw_picture(scene, replay);
        return REEL_OK;
    }
    if (!scene->canvas->who) return REEL_END;
    return reel_fail(error, REEL_ARGUMENT, "plot.who", "", 0, "no tee of %s at this time", scene->canvas->who);
}

static reel_status draw(reel_canvas *canvas, const reel_replay *replay, reel_error *error)
{
    tee_scene scene = { .canvas = canvas, .time = canvas->time, .columns = 46, .lines = 22 };
    reel_status status = draw_scene(&scene, replay, error);
    reel__canvas_drop(canvas, scene.result);
    return status;
}

const reel_plot reel__scene_ddnet = {
    .id = "scene",
    .name = "Scene",
    .doc = "Tees at one time.",
    .formats = reel__ddnet_formats,
    .draw = draw,
    .takes_who = true,
};
