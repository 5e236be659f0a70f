/* SPDX-License-Identifier: MIT
 * An Echo VR match at one time, seen from beside the map: players of both teams, and the disc. */
#include "plot/scene.h"

#include "match.h"

#include <math.h>

enum { MOST_PLAYERS = 48, MOST_TRAIL = 60, CORNERS = 16, TEAMS = 2 };

static const double arena_long = 40, arena_wide = 15, goal_at = 36, goal_radius = 1.5; /* m; as in floor.c */
static const double farthest = 500;                                                    /* m */
static const double trail_seconds = 0.8;
static const double room_around = 12; /* m of ground around players on maps without an outline */
static const double together = 25;    /* m: who is nearer to the middle of the picture is in it */
static const double margin = 2;       /* m around those in the picture */
static const double ground_step = 10; /* m */

typedef struct part_box {
    double x[2], y[2], z[2]; /* m, before the camera */
} part_box;

typedef struct match_scene {
    reel_canvas *canvas;
    match_view view;
    double across[2], away[2]; /* what is shown, m */
    bool turned;               /* x is to the right, not z */
    scene_camera camera;
    double ground; /* y of the ground, m */
    plot_heading heading;
    part_box part; /* what the pictures show */
    size_t frame;  /* row */
    const echo_player *players[MOST_PLAYERS];
    size_t count;
    scene_names names;
} match_scene;

/* The camera looks along x, from the side on which z goes to the right; turned, against z. */
static scene_point seen(const match_scene *scene, reel_vec3 at)
{
    if (scene->turned) return (scene_point){ (double)at.x, (double)at.y, -(double)at.z };
    return (scene_point){ (double)at.z, (double)at.y, (double)at.x };
}

static bool usable(reel_vec3 at)
{
    return fabs((double)at.x) < farthest && fabs((double)at.y) < farthest && fabs((double)at.z) < farthest &&
           ((double)fabsf(at.x) + (double)fabsf(at.y) + (double)fabsf(at.z)) > 0;
}

/* ---- what is there -------------------------------------------------------------------------------------------------- */

static double frame_time(const void *context, size_t row) { return match_frame(context, row)->time; }
static double player_frame(const void *context, size_t row) { return (double)match_player(context, row)->frame; }

/* The frame of a time, and its players that are in a team. Returns the height of the ground below them. */
static double find_frame(match_scene *scene, double time)
{
    scene->frame = reel__scene_row(scene->view.frames.count, frame_time, &scene->view, time);
    scene->count = 0;
    uint32_t frame = match_frame(&scene->view, scene->frame)->frame;
    if (!scene->view.players.count) return -2;
    size_t row = reel__scene_row(scene->view.players.count, player_frame, &scene->view, (double)frame);
    double lowest = HUGE_VAL;
    for (; scene->count < MOST_PLAYERS; row--) {
        const echo_player *player = match_player(&scene->view, row);
        if (player->frame != frame) break;
        if (player->team < TEAMS && usable(reel__match_head(&scene->view, player))) {
            scene->players[scene->count++] = player;
            lowest = fmin(lowest, (double)reel__match_head(&scene->view, player).y);
        }
        if (!row) break;
    }
    return scene->count ? floor(lowest) - 2 : -2;
}

static bool is_inside(const match_view *view, reel_vec3 at)
{
    return usable(at) && (!view->arena || (fabs((double)at.z) < arena_long && fabs((double)at.x) < arena_wide));
}

static bool is_chosen(const match_view *view, const echo_player *player) { return view->who && reel__match_shows(view, player); }

/* When most players are in the map, and fast: a speed counts as much as a player. The chosen player has to be there. */
static double choose_time(const match_view *view)
{
    static const double fast = 10; /* m/s; who is faster counts the same */
    static const double wanted = 1000;
    double most = 0, inside = 0, best = NAN;
    for (size_t i = 0; i < view->players.count; i++) {
        const echo_player *player = match_player(view, i);
        if (!i || player->frame != match_player(view, i - 1)->frame) inside = 0;
        if (player->team >= TEAMS || !is_inside(view, reel__match_head(view, player))) continue;
        double speed = reel__match_distance(player->velocity, (reel_vec3){ 0, 0, 0 });
        inside += 1 + (speed >= 0 ? fmin(speed, fast) / fast : 0) + (is_chosen(view, player) ? wanted : 0);
        if (inside > most && match_time_usable(player->time)) {
            most = inside;
            best = player->time;
        }
    }
    return isnan(best) ? match_frame(view, 0)->time : best;
}

static bool has_disc(const echo_frame *frame) { return frame->has & ECHO_HAS_DISC && usable(frame->disc_position); }

/* What the picture is about: the chosen player, else the disc, else the player with the most others around. */
static reel_vec3 choose_middle(const match_scene *scene)
{
    const echo_frame *frame = match_frame(&scene->view, scene->frame);
    for (size_t i = 0; i < scene->count; i++)
        if (is_chosen(&scene->view, scene->players[i])) return reel__match_head(&scene->view, scene->players[i]);
    if (has_disc(frame) && (!scene->count || is_inside(&scene->view, frame->disc_position))) return frame->disc_position;
    size_t best = 0, most = 0;
    for (size_t i = 0; i < scene->count; i++) {
        size_t near = 0;
        for (size_t j = 0; j < scene->count; j++)
            near += reel__match_distance(reel__match_head(&scene->view, scene->players[i]),
                                         reel__match_head(&scene->view, scene->players[j])) < together;
        if (near > most) {
            most = near;
            best = i;
        }
    }
    return reel__match_head(&scene->view, scene->players[best]);
}

static void widen(double range[2], double value)
{
    range[0] = fmin(range[0], value);
    range[1] = fmax(range[1], value);
}

static void widen_box(const match_scene *scene, part_box *box, reel_vec3 at)
{
    scene_point point = seen(scene, at);
    widen(box->x, point.x);
    widen(box->y, point.y);
    widen(box->z, point.z);
}

/* Adds the players of the frame that are near the middle, and the one that is nearest. In the Arena a clip has the disc, too. */
static void widen_by_frame(const match_scene *scene, part_box *box, reel_vec3 middle, bool clip)
{
    const echo_frame *frame = match_frame(&scene->view, scene->frame);
    size_t nearest = 0;
    double least = HUGE_VAL;
    for (size_t i = 0; i < scene->count; i++) {
        reel_vec3 head = reel__match_head(&scene->view, scene->players[i]);
        double away = reel__match_distance(head, middle);
        if (away < together || (clip && is_chosen(&scene->view, scene->players[i]) && is_inside(&scene->view, head)))
            widen_box(scene, box, head);
        if (!(away < least)) continue;
        least = away;
        nearest = i;
    }
    if (clip && scene->view.arena && has_disc(frame) && is_inside(&scene->view, frame->disc_position))
        widen_box(scene, box, frame->disc_position);
    if (!clip && scene->count) widen_box(scene, box, reel__match_head(&scene->view, scene->players[nearest]));
}

/* The box that the pictures show: the same in all frames of a clip. */
static void choose_part(match_scene *scene, const scene_times *times)
{
    static const part_box nothing = { { HUGE_VAL, -HUGE_VAL }, { HUGE_VAL, -HUGE_VAL }, { HUGE_VAL, -HUGE_VAL } };
    bool clip = scene->canvas->clip != NULL;
    scene->ground = find_frame(scene, times->chosen);
    reel_vec3 middle = choose_middle(scene);
    for (int turn = 0; turn < 2; turn++) { /* the longer side goes across */
        part_box *box = &scene->part;
        *box = nothing;
        widen_box(scene, box, middle);
        for (size_t i = 0; i < times->count; i++) {
            double ground = find_frame(scene, scene_time(times, i));
            if (scene->count) scene->ground = fmin(scene->ground, ground);
            widen_by_frame(scene, box, middle, clip);
        }
        if (scene->view.arena || turn || box->x[1] - box->x[0] >= box->z[1] - box->z[0]) break;
        scene->turned = true;
    }
}

/* A camera that has all of the box in its picture, and the ground before it. */
static void place_camera(match_scene *scene, plot_box panel)
{
    const part_box *box = &scene->part;
    static const double least = 14; /* m */
    double across = box->x[1] - box->x[0] + 2 * margin, high = box->y[1] - box->y[0] + 2 * margin,
           deep = box->z[1] - box->z[0] + 2 * margin;
    double away = fmax(fmax(0.62 * across, 1.03 * high + 0.77 * deep) + deep / 2, least);
    scene->camera = (scene_camera){ .eye = { (box->x[0] + box->x[1]) / 2, (box->y[0] + box->y[1]) / 2 + 0.6 * away,
                                             (box->z[0] + box->z[1]) / 2 - 0.8 * away },
                                    .cosine = 0.8,
                                    .sine = 0.6,
                                    .scale = 0.56 * panel.width,
                                    .panel = panel,
                                    .horizon = panel.y + 0.5 * panel.height };
    for (int end = 0; end < 2; end++) {
        int sign = end ? 1 : -1;
        scene->across[end] = scene->view.arena ? sign * arena_long : box->x[end] + sign * room_around;
        scene->away[end] = scene->view.arena ? sign * arena_wide : box->z[end] + sign * room_around;
    }
    scene->away[0] = fmin(fmax(scene->away[0], scene->camera.eye.z + 0.5), scene->away[1]);
}

/* ---- the map -------------------------------------------------------------------------------------------------------- */

static void draw_goal(const match_scene *scene, int side)
{
    static const plot_point ring[CORNERS] = { { 1, 0 },  { 0.924, 0.383 },   { 0.707, 0.707 },   { 0.383, 0.924 },
                                              { 0, 1 },  { -0.383, 0.924 },  { -0.707, 0.707 },  { -0.924, 0.383 },
                                              { -1, 0 }, { -0.924, -0.383 }, { -0.707, -0.707 }, { -0.383, -0.924 },
                                              { 0, -1 }, { 0.383, -0.924 },  { 0.707, -0.707 },  { 0.924, -0.383 } };
    reel__path_begin(scene->canvas, PEN_LINE, reel__match_inks[side]);
    for (size_t i = 0; i < CORNERS; i++) {
        plot_point a = ring[i], b = ring[(i + 1) % CORNERS];
        double z = side ? goal_at : -goal_at;
        reel__scene_line(scene->canvas, &scene->camera, (scene_point){ z, a.y * goal_radius, a.x * goal_radius },
                         (scene_point){ z, b.y * goal_radius, b.x * goal_radius });
    }
    reel__path_end(scene->canvas);
}

static void draw_map(const match_scene *scene)
{
    const double *across = scene->across, *away = scene->away;
    const scene_point corners[] = { { across[0], scene->ground, away[0] },
                                    { across[1], scene->ground, away[0] },
                                    { across[1], scene->ground, away[1] },
                                    { across[0], scene->ground, away[1] } };
    reel__path_begin_shade(scene->canvas, 0, INK_AXIS);
    reel__scene_polygon(scene->canvas, &scene->camera, corners, 4);
    reel__path_end(scene->canvas);
    reel__scene_ground(scene->canvas, &scene->camera, scene->ground, across, away, ground_step);
    reel__path_begin(scene->canvas, PEN_FINE, INK_AXIS);
    for (size_t i = 0; i < 4; i++) reel__scene_line(scene->canvas, &scene->camera, corners[i], corners[(i + 1) % 4]);
    reel__path_end(scene->canvas);
    for (int side = 0; side < TEAMS && scene->view.arena; side++) draw_goal(scene, side);
}

/* ---- players and disc ----------------------------------------------------------------------------------------------- */

/* A thing and the point below it: how high it is. */
static void draw_height(const match_scene *scene, scene_point at)
{
    scene_point below = { at.x, scene->ground, at.z };
    reel__path_begin(scene->canvas, PEN_FINE, INK_AXIS);
    reel__scene_line(scene->canvas, &scene->camera, at, below);
    reel__path_end(scene->canvas);
    reel__scene_ball(scene->canvas, &scene->camera, below, 0.15, 2, INK_AXIS);
}

static void draw_player(const match_scene *scene, const echo_player *player)
{
    scene_point head = seen(scene, reel__match_head(&scene->view, player)),
                body = usable(player->body) ? seen(scene, player->body) : head;
    const reel_vec3 hands[] = { player->left_hand, player->right_hand };
    plot_ink ink = reel__match_inks[player->team];
    draw_height(scene, head);
    reel__path_begin(scene->canvas, PEN_LINE, ink);
    reel__scene_line(scene->canvas, &scene->camera, head, body);
    for (size_t i = 0; i < 2; i++)
        if (usable(hands[i])) reel__scene_line(scene->canvas, &scene->camera, body, seen(scene, hands[i]));
    reel__path_end(scene->canvas);
    for (size_t i = 0; i < 2; i++)
        if (usable(hands[i])) reel__scene_ball(scene->canvas, &scene->camera, seen(scene, hands[i]), 0.16, 3.5, ink);
    reel__scene_ball(scene->canvas, &scene->camera, body, 0.4, 7, ink);
    reel__scene_ball(scene->canvas, &scene->camera, head, 0.32, 6, ink);
}

static void name_players(match_scene *scene)
{
    reel__scene_names_begin(&scene->names, scene->camera.panel);
    for (size_t i = 0; i < scene->count; i++) {
        plot_label name = { "", 0 };
        plot_point at;
        double unit;
        reel__label_string(&name, scene->players[i]->name, 40);
        if (name.size &&
            reel__scene_project(&scene->camera, seen(scene, reel__match_head(&scene->view, scene->players[i])), &at, &unit))
            reel__scene_name(scene->canvas, &scene->names, i, at.x, at.y - 5 - fmax(0.32 * unit, 6),
                             reel__match_inks[scene->players[i]->team], name.text);
    }
}

static void draw_disc(const match_scene *scene)
{
    const echo_frame *now = match_frame(&scene->view, scene->frame);
    plot_point at;
    double unit;
    if (!has_disc(now) || !reel__scene_project(&scene->camera, seen(scene, now->disc_position), &at, &unit)) return;
    reel__path_begin(scene->canvas, PEN_LINE, INK_TEXT);
    for (size_t row = scene->frame, n = 0; row && n < MOST_TRAIL; row--, n++) {
        const echo_frame *frame = match_frame(&scene->view, row), *earlier = match_frame(&scene->view, row - 1);
        if (!has_disc(earlier) || !(now->time - earlier->time <= trail_seconds) ||
            reel__match_jumps(earlier->disc_position, frame->disc_position, frame->time - earlier->time))
            break;
        reel__scene_line(scene->canvas, &scene->camera, seen(scene, earlier->disc_position), seen(scene, frame->disc_position));
    }
    reel__path_end(scene->canvas);
    draw_height(scene, seen(scene, now->disc_position));
    reel__scene_ball(scene->canvas, &scene->camera, seen(scene, now->disc_position), 0.35, 7, INK_PAPER);
    reel__path_begin(scene->canvas, PEN_LINE, INK_TEXT);
    reel__path_shape(scene->canvas, SHAPE_DISC, at.x, at.y, fmin(fmax(0.35 * unit, 7), 40));
    reel__path_end(scene->canvas);
}

/* ---- the picture ---------------------------------------------------------------------------------------------------- */

static void draw_score(const match_scene *scene, plot_box panel)
{
    static const char *const names[TEAMS] = { "Blue ", "Orange " };
    const echo_frame *frame = match_frame(&scene->view, scene->frame);
    if (!scene->view.arena || !(frame->has & ECHO_HAS_POINTS)) return; /* those of Combat are shares of the way */
    for (int team = 0; team < TEAMS; team++) {
        double points = (double)(team ? frame->orange_points : frame->blue_points);
        plot_label label = { "", 0 };
        reel__label_text(&label, names[team]);
        reel__label_number(&label, points, points > floor(points) ? 1 : 0);
        reel__canvas_text_bold(scene->canvas, panel.x + 12 + 110 * team, panel.y + 22, AT_START, reel__match_inks[team],
                               label.text);
    }
}

static void draw_picture(void *context, size_t frame, double time)
{
    match_scene *scene = context;
    (void)frame;
    find_frame(scene, time);
    plot_box panel = reel__scene_begin(scene->canvas, &scene->heading);
    place_camera(scene, panel);
    reel__canvas_clip_begin(scene->canvas, panel);
    draw_map(scene);
    for (size_t i = 0; i < scene->count; i++) draw_player(scene, scene->players[i]);
    draw_disc(scene);
    name_players(scene);
    reel__canvas_clip_end(scene->canvas);
    draw_score(scene, panel);
    reel__scene_end(scene->canvas, panel, time);
}

/* Whether there is something at the time that was chosen, and with it the chosen player. */
static reel_status find_subject(match_scene *scene, double time, reel_error *error)
{
    find_frame(scene, time);
    bool found = !scene->view.who;
    for (size_t i = 0; i < scene->count; i++) found |= is_chosen(&scene->view, scene->players[i]);
    if (!found) return reel_fail(error, REEL_ARGUMENT, "plot.who", "", 0, "%s is not in the match at this time", scene->view.who);
    return scene->count || has_disc(match_frame(&scene->view, scene->frame)) ? REEL_OK : REEL_END;
}

static reel_status draw(reel_canvas *canvas, const reel_replay *replay, reel_error *error)
{
    match_scene scene = { .canvas = canvas };
    plot_label detail;
    if (!reel__match_open(&scene.view, replay)) return REEL_END;
    reel_status status = reel__match_choose(&scene.view, canvas, error);
    if (status < 0) return status;
    scene_times times =
        reel__scene_times(canvas, choose_time(&scene.view), reel__scene_span(scene.view.frames.count, frame_time, &scene.view));
    status = times.count ? find_subject(&scene, times.chosen, error) : REEL_END;
    if (status != REEL_OK) return status;
    scene.heading = reel__match_heading(&scene.view, "Players of both teams and the disc, seen from the side.", 0, 0, &detail);
    choose_part(&scene, &times);
    return reel__scene_frames(canvas, &times, draw_picture, &scene, error);
}

const reel_plot reel__scene_match = {
    .id = "scene",
    .name = "Scene",
    .doc = "Players and disc at one time.",
    .formats = reel__match_formats,
    .draw = draw,
    .takes_who = true,
};
