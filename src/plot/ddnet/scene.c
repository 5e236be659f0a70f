/* SPDX-License-Identifier: MIT
 * A DDNet game at one time: the tees of a part of the map. The map itself is not in the replay; without it, its open parts are where characters
 * were. */
#include "plot/scene.h"

#include "core/memory.h"
#include "game.h"
#include "plot/ddnet/map.h"

#include <math.h>

enum {
    TILE = 32,        /* units of the game */
    SIDE = 20,        /* units of the picture of a tile */
    MOST_CELLS = 4000 /* of the heat map */
};
static const double trail_seconds = 0.7, recently = 1; /* s */
static const double hook_tiles = 4;                    /* drawn; the length is not recorded */
static const double glide_seconds = 0.3;               /* before and after a frame of a clip: the camera is at the mean of them */
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
    const teehistorian_input *inputs;
    size_t input_count;
    size_t position, input; /* rows up to the tick */
    ddnet_motion motion;
    const reel_replay *result; /* of the insight */
    plot_heading heading;
    int32_t tick;
    tee_state tees[TEEHISTORIAN_CLIENTS];
    int32_t followed;                    /* slot; -1: none */
    plot_point track[SCENE_MOST_FRAMES]; /* where it is in each frame, tiles */
    size_t frames;
    size_t glide;           /* frames before and after one of which the camera takes the mean */
    plot_point least, most; /* of the track */
    double left, top;       /* tiles */
    double columns, lines;  /* tiles */
    plot_box panel;
    bool no_memory; /* for the map */
    scene_names names;
} tee_scene;

/* ---- what is there -------------------------------------------------------------------------------------------------- */

static bool is_slot(int32_t cid) { return cid >= 0 && cid < TEEHISTORIAN_CLIENTS; }

/* Moves the tees on to a time, which is not before that of an earlier call. */
static void find_tees(tee_scene *scene, double time)
{
    scene->tick = (int32_t)floor(time * TEEHISTORIAN_TICKS_PER_SECOND + 1e-6);
    for (; scene->position < scene->count && scene->positions[scene->position].tick <= scene->tick; scene->position++) {
        const teehistorian_position *row = &scene->positions[scene->position];
        if (!is_slot(row->cid) || row->kind == TEEHISTORIAN_STRAY) continue;
        tee_state *tee = &scene->tees[row->cid];
        tee->alive = row->kind != TEEHISTORIAN_OLD;
        if (!tee->alive) continue;
        tee->x = row->x;
        tee->y = row->y;
        tee->moved = row->tick;
    }
    for (; scene->input < scene->input_count && scene->inputs[scene->input].tick <= scene->tick; scene->input++) {
        const teehistorian_input *row = &scene->inputs[scene->input];
        if (!is_slot(row->cid)) continue;
        tee_state *tee = &scene->tees[row->cid];
        tee->aim_x = row->target_x;
        tee->aim_y = row->target_y;
        tee->hooks = row->hook != 0;
    }
}

/* Back before the first row. */
static void forget_tees(tee_scene *scene)
{
    memset(scene->tees, 0, sizeof scene->tees);
    scene->position = scene->input = 0;
}

static void find_names(tee_scene *scene)
{
    size_t count;
    const ddnet_session *sessions = reel_rows(scene->result, &ddnet_sessions, &count);
    for (int32_t cid = 0; cid < TEEHISTORIAN_CLIENTS; cid++) scene->tees[cid].name = (reel_string){ 0 };
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

/* The tee in the middle of the picture: the chosen player, or the one that moves with most others around it. */
static void find_followed(tee_scene *scene)
{
    const char *who = scene->canvas->who;
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
        if (who) near = reel__ddnet_has_name(tee->name, who) ? 2 : cid == reel__ddnet_number(who) ? 1 : -1;
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

/* The map, or what is known of it without one. */
static void draw_ground(tee_scene *scene)
{
    const plot_box panel = scene->panel;
    const plot_axis across = {
        .from = scene->left, .to = scene->left + scene->columns, .low = panel.x, .high = panel.x + panel.width
    };
    const plot_axis down = {
        .from = scene->top, .to = scene->top + scene->lines, .low = panel.y, .high = panel.y + panel.height
    };
    reel_error error;
    if (!scene->canvas->insight.level)
        draw_open(scene);
    else if (reel__ddnet_map_draw(scene->canvas, &across, &down, &error) < 0)
        scene->no_memory = true;
}

/* The ways of the last moment, one after the other. */
static void draw_trails(const tee_scene *scene)
{
    int32_t from = scene->tick - (int32_t)(trail_seconds * TEEHISTORIAN_TICKS_PER_SECOND);
    size_t end = scene->position, start;
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

static void draw_tees(tee_scene *scene)
{
    reel__scene_names_begin(&scene->names, scene->panel);
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
            reel__scene_name(scene->canvas, &scene->names, (size_t)cid, at.x, at.y - 0.6 * SIDE, INK_TEXT, name.text);
        }
}

static void draw_figures(const tee_scene *scene)
{
    uint64_t alive = 0;
    plot_label label = { "", 0 };
    for (int32_t cid = 0; cid < TEEHISTORIAN_CLIENTS; cid++) alive += scene->tees[cid].alive;
    reel__label_many(&label, alive, "tee", "tees");
    reel__label_text(&label, " on the map");
    if (!scene->canvas->insight.level) reel__label_text(&label, "; shaded: where characters were");
    reel__scene_caption(scene->canvas, scene->panel, label.text);
}

/* ---- the picture ---------------------------------------------------------------------------------------------------- */

/* Where the followed tee is in each frame: it stays where it died until it is alive again. */
static void find_track(tee_scene *scene, const scene_times *times)
{
    forget_tees(scene);
    scene->frames = times->count;
    scene->glide = times->step > 0 ? (size_t)(glide_seconds / times->step) : 0;
    scene->least = (plot_point){ HUGE_VAL, HUGE_VAL };
    scene->most = (plot_point){ -HUGE_VAL, -HUGE_VAL };
    for (size_t i = 0; i < times->count; i++) {
        find_tees(scene, scene_time(times, i));
        const tee_state *tee = &scene->tees[scene->followed];
        plot_point at = { (double)tee->x / TILE, (double)tee->y / TILE };
        if (!tee->alive && i) at = scene->track[i - 1];
        scene->track[i] = at;
        scene->least = (plot_point){ fmin(scene->least.x, at.x), fmin(scene->least.y, at.y) };
        scene->most = (plot_point){ fmax(scene->most.x, at.x), fmax(scene->most.y, at.y) };
    }
    forget_tees(scene);
}

/* The middle of a frame. In a direction in which the way of the tee fits into the picture, the camera stands still; in the other it glides
 * along, also when the tee jumps. */
static plot_point find_middle(const tee_scene *scene, size_t frame)
{
    static const double share = 0.7; /* of the picture that the way may take */
    size_t from = frame > scene->glide ? frame - scene->glide : 0, to = frame + scene->glide;
    if (to >= scene->frames) to = scene->frames - 1;
    plot_point sum = { 0, 0 };
    for (size_t i = from; i <= to; i++) sum = (plot_point){ sum.x + scene->track[i].x, sum.y + scene->track[i].y };
    double count = (double)(to - from + 1);
    plot_point middle = { sum.x / count, sum.y / count };
    if (scene->most.x - scene->least.x < share * scene->columns) middle.x = (scene->least.x + scene->most.x) / 2;
    if (scene->most.y - scene->least.y < share * scene->lines) middle.y = (scene->least.y + scene->most.y) / 2;
    return middle;
}

static void draw_picture(void *context, size_t frame, double time)
{
    tee_scene *scene = context;
    find_tees(scene, time);
    find_names(scene);
    plot_box panel = reel__scene_begin(scene->canvas, &scene->heading);
    scene->panel = panel;
    scene->columns = panel.width / SIDE;
    scene->lines = panel.height / SIDE;
    plot_point middle = find_middle(scene, frame);
    scene->left = middle.x - scene->columns / 2;
    scene->top = middle.y - scene->lines / 2;
    reel__canvas_clip_begin(scene->canvas, panel);
    draw_ground(scene);
    draw_trails(scene);
    draw_tees(scene);
    reel__canvas_clip_end(scene->canvas);
    draw_figures(scene);
    reel__scene_end(scene->canvas, panel, time);
}

static double session_end(const void *context, size_t row)
{
    size_t count;
    const ddnet_session *sessions = reel_rows(((const tee_scene *)context)->result, &ddnet_sessions, &count);
    return ddnet_seconds(sessions[row].end_tick);
}

/* A tee that stands still has no positions for long, but it leaves at the end. */
static scene_span span_of(const tee_scene *scene)
{
    size_t sessions;
    reel_rows(scene->result, &ddnet_sessions, &sessions);
    scene_span moved = reel__scene_span(scene->count, row_time, scene), present = reel__scene_span(sessions, session_end, scene);
    return (scene_span){ moved.first, fmax(moved.last, present.last) };
}

static reel_status draw_scene(tee_scene *scene, const reel_replay *replay, reel_error *error)
{
    static const reel_table *const tables[] = { &ddnet_sessions, &ddnet_heats, NULL };
    plot_label detail;
    reel_status status = reel__ddnet_motion(scene->canvas, replay, &scene->motion, error);
    if (status < 0) return status;
    scene->positions = reel_rows(scene->motion.replay, &teehistorian_positions, &scene->count);
    scene->inputs = reel_rows(scene->motion.replay, &teehistorian_inputs, &scene->input_count);
    if (!scene->count) return REEL_END;
    status = reel__ddnet_analyse(scene->canvas, replay, tables, &scene->result, error);
    if (status < 0) return status;
    double busy = reel__scene_busiest(scene->count, row_time, scene, recently) + recently;
    scene_times times = reel__scene_times(scene->canvas, busy, span_of(scene));
    if (!times.count || !(fabs(times.from * TEEHISTORIAN_TICKS_PER_SECOND) <= day_ticks * 365)) return REEL_END;
    find_tees(scene, times.chosen);
    find_names(scene);
    find_followed(scene);
    if (scene->followed >= 0) {
        scene->heading =
            reel__ddnet_heading(replay, "The tees of a part of the map, with the paths of their last moment.", 0, 0, &detail);
        find_track(scene, &times);
        status = reel__scene_frames(scene->canvas, &times, draw_picture, scene, error);
        return status >= 0 && scene->no_memory ? reel__memory_fail(error) : status;
    }
    if (!scene->canvas->who) return REEL_END;
    return reel_fail(error, REEL_ARGUMENT, "plot.who", "", 0, "no tee of %s at this time", scene->canvas->who);
}

static reel_status draw(reel_canvas *canvas, const reel_replay *replay, reel_error *error)
{
    tee_scene scene = { .canvas = canvas, .columns = 46, .lines = 22 };
    reel_status status = draw_scene(&scene, replay, error);
    reel__canvas_drop(canvas, scene.result);
    reel__ddnet_motion_drop(canvas, &scene.motion);
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
