/* SPDX-License-Identifier: MIT
 * A Beat Saber play at one time: head, hands and sabers, and the notes that come. */
#include "plot/scene.h"

#include "play.h"

#include <math.h>

enum { MOST_NOTES = 200, MOST_TRAIL = 40, LAYERS = 3, LINES = 4, DIRECTIONS = 9 };

static const double note_speed = 11; /* m/s; the replay does not have it */
static const double ahead_seconds = 1.2;
static const double after_seconds = 0.25; /* for which the points of a cut are shown */
static const double trail_seconds = 0.14;
static const double hit_depth = 0.9, cell = 0.6, half_note = 0.2; /* m */
static const double layer_heights[LAYERS] = { 0.85, 1.4, 1.95 };  /* m */
static const double saber_length = 1;                             /* m */
static const double diagonal = 0.70710678;

typedef struct play_scene {
    reel_canvas *canvas;
    play_facts facts;
    scene_camera camera;
    plot_heading heading;
    double time;
} play_scene;

typedef struct part_pose {
    scene_point position;
    reel_quaternion rotation;
} part_pose;

static part_pose pose_of(const play_scene *scene, size_t row, play_part part)
{
    const reel_pose *pose = play_pose(&scene->facts.collected.frames[row], part);
    const reel_vec3 *p = &pose->position;
    return (part_pose){ { (double)p->x, (double)p->y, (double)p->z }, pose->rotation };
}

static double frame_time(const void *context, size_t row)
{
    const play_scene *scene = context;
    return (double)scene->facts.collected.frames[row].time;
}

/* ---- the stage ------------------------------------------------------------------------------------------------------ */

static void draw_stage(const play_scene *scene)
{
    static const double lanes_x[2] = { -1.2, 1.2 }, lanes_z[2] = { 1.5, 25.5 }, floor_x[2] = { -1.5, 1.5 },
                        floor_z[2] = { -1, 1 };
    const scene_point platform[] = {
        { floor_x[0], 0, floor_z[0] }, { floor_x[1], 0, floor_z[0] }, { floor_x[1], 0, floor_z[1] }, { floor_x[0], 0, floor_z[1] }
    };
    const scene_point lane[] = {
        { lanes_x[0], 0, lanes_z[0] }, { lanes_x[1], 0, lanes_z[0] }, { lanes_x[1], 0, lanes_z[1] }, { lanes_x[0], 0, lanes_z[1] }
    };
    reel_canvas *canvas = scene->canvas;
    reel__path_begin_shade(canvas, 0, INK_AXIS);
    reel__scene_polygon(canvas, &scene->camera, lane, 4);
    reel__path_end(canvas);
    reel__path_begin_shade(canvas, 1, INK_AXIS);
    reel__scene_polygon(canvas, &scene->camera, platform, 4);
    reel__path_end(canvas);
    reel__scene_ground(canvas, &scene->camera, 0, lanes_x, lanes_z, cell);
    reel__path_begin(canvas, PEN_FINE, INK_GRID);
    for (int column = 0; column <= LINES; column++)
        reel__scene_line(canvas, &scene->camera, (scene_point){ cell * (column - 2), 0.55, hit_depth },
                         (scene_point){ cell * (column - 2), 2.25, hit_depth });
    for (int row = 0; row <= LAYERS; row++)
        reel__scene_line(canvas, &scene->camera, (scene_point){ -2 * cell, 0.55 + row * 1.7 / LAYERS, hit_depth },
                         (scene_point){ 2 * cell, 0.55 + row * 1.7 / LAYERS, hit_depth });
    reel__path_end(canvas);
}

/* ---- notes ---------------------------------------------------------------------------------------------------------- */

static scene_point cell_of(const beatsaber_event *event, double depth)
{
    double line = event->line < LINES ? event->line : 1.5;
    return (scene_point){ (line - 1.5) * cell, layer_heights[event->layer < LAYERS ? event->layer : 1], depth };
}

/* The time at which the note passes the player. */
static double note_time(const beatsaber_event *event)
{
    double time = (double)event->time, spawn = (double)event->spawn_time;
    return fabs(spawn - time) < 1 ? spawn : time;
}

/* A point in the plane of a note: `along` its direction and `across` it. */
static scene_point note_corner(scene_point center, plot_point direction, double along, double across)
{
    center.x += direction.x * along + direction.y * across;
    center.y += direction.y * along - direction.x * across;
    return center;
}

static void draw_arrow(const play_scene *scene, scene_point face, plot_point to, bool any)
{
    plot_point at;
    double unit;
    reel__path_begin(scene->canvas, PEN_FILL, INK_PAPER);
    if (any) {
        if (reel__scene_project(&scene->camera, face, &at, &unit))
            reel__path_shape(scene->canvas, SHAPE_DISC, at.x, at.y, 0.07 * unit);
    } else {
        const scene_point arrow[] = { note_corner(face, to, -0.14, -0.13), note_corner(face, to, -0.14, 0.13),
                                      note_corner(face, to, 0.03, 0) };
        reel__scene_polygon(scene->canvas, &scene->camera, arrow, 3);
    }
    reel__path_end(scene->canvas);
}

static void draw_note(const play_scene *scene, const beatsaber_event *event, scene_point center)
{
    static const plot_point directions[DIRECTIONS] = { { 0, 1 },
                                                       { 0, -1 },
                                                       { -1, 0 },
                                                       { 1, 0 },
                                                       { -diagonal, diagonal },
                                                       { diagonal, diagonal },
                                                       { -diagonal, -diagonal },
                                                       { diagonal, -diagonal },
                                                       { 0, -1 } };
    bool known = event->present & BEATSABER_HAS_DIRECTION && event->direction < DIRECTIONS - 1;
    plot_point to = directions[known ? event->direction : DIRECTIONS - 1];
    play_side side = reel__play_side_of(&scene->facts, event);
    scene_point faces[2] = { center, center };
    faces[0].z += half_note;
    faces[1].z -= half_note;
    for (int i = 0; i < 2; i++) {
        const scene_point corners[] = { note_corner(faces[i], to, -half_note, -half_note),
                                        note_corner(faces[i], to, -half_note, half_note),
                                        note_corner(faces[i], to, half_note, half_note),
                                        note_corner(faces[i], to, half_note, -half_note) };
        reel__path_begin(scene->canvas, PEN_FILL, side == HANDS ? INK_MUTED : reel__play_inks[side]);
        reel__scene_polygon(scene->canvas, &scene->camera, corners, 4);
        reel__path_end(scene->canvas);
        if (!i) continue;
        reel__path_begin(scene->canvas, PEN_FINE, INK_PAPER);
        for (size_t c = 0; c < 4; c++) reel__scene_line(scene->canvas, &scene->camera, corners[c], corners[(c + 1) % 4]);
        reel__path_end(scene->canvas);
    }
    draw_arrow(scene, faces[1], to, !known);
}

static void draw_bomb(const play_scene *scene, scene_point center)
{
    plot_point at;
    double unit;
    if (!reel__scene_project(&scene->camera, center, &at, &unit)) return;
    reel__scene_ball(scene->canvas, &scene->camera, center, half_note, 2, INK_MUTED);
    reel__path_begin(scene->canvas, PEN_LINE, INK_MUTED);
    reel__path_shape(scene->canvas, SHAPE_CROSS, at.x, at.y, 1.2 * half_note * unit);
    reel__path_end(scene->canvas);
}

/* The notes that come, the farthest first. */
static void draw_notes(const play_scene *scene)
{
    const beatsaber_event *notes[MOST_NOTES];
    size_t count = 0;
    for (size_t i = 0; i < scene->facts.event_count && count < MOST_NOTES; i++) {
        const beatsaber_event *event = &scene->facts.events[i];
        double left = note_time(event) - scene->time;
        if (event->kind <= BEATSABER_BOMB && (double)event->time > scene->time && left > -0.1 && left < ahead_seconds)
            notes[count++] = event;
    }
    while (count--) {
        scene_point at = cell_of(notes[count], hit_depth + (note_time(notes[count]) - scene->time) * note_speed);
        if (notes[count]->kind == BEATSABER_BOMB)
            draw_bomb(scene, at);
        else
            draw_note(scene, notes[count], at);
    }
}

/* What became of the notes of the last moment: the points of a cut, or what was wrong. */
static void draw_results(const play_scene *scene)
{
    enum { MOST_RESULTS = 12 };
    size_t count = 0;
    for (size_t i = scene->facts.event_count; i-- && count < MOST_RESULTS;) {
        const beatsaber_event *event = &scene->facts.events[i];
        double age = scene->time - (double)event->time;
        plot_point at;
        plot_label label = { "", 0 };
        if (!(age >= 0 && age < after_seconds) || event->kind > BEATSABER_BOMB) continue;
        if (!reel__scene_project(&scene->camera, cell_of(event, hit_depth + 0.5), &at, NULL)) continue;
        if (event->kind == BEATSABER_GOOD && event->present & BEATSABER_HAS_POINTS)
            reel__label_number(&label, event->points, 0);
        else
            reel__label_text(&label, event->kind == BEATSABER_MISS   ? "miss"
                                     : event->kind == BEATSABER_BAD  ? "bad cut"
                                     : event->kind == BEATSABER_BOMB ? "bomb"
                                                                     : "cut");
        reel__canvas_text_bold(scene->canvas, at.x, at.y - 40 * age / after_seconds, AT_MIDDLE,
                               event->kind == BEATSABER_GOOD ? INK_TEXT : INK_WARN, label.text);
        count++;
    }
}

/* ---- the player ----------------------------------------------------------------------------------------------------- */

static scene_point saber_at(part_pose pose, double length)
{
    return scene_add(pose.position, reel__scene_rotate(pose.rotation, (scene_point){ 0, 0, 1 }), length);
}

/* The way of the outer half of a saber in the last moment. */
static void draw_trail(const play_scene *scene, size_t row, play_part hand)
{
    scene_point corners[2 * MOST_TRAIL];
    size_t count = 0;
    for (size_t at = row; count < MOST_TRAIL && !(scene->time - frame_time(scene, at) > trail_seconds); at--) {
        corners[count++] = saber_at(pose_of(scene, at, hand), saber_length);
        if (!at) break;
    }
    for (size_t i = 0; i < count; i++) corners[2 * count - 1 - i] = saber_at(pose_of(scene, row - i, hand), saber_length / 2);
    reel__path_begin(scene->canvas, PEN_AREA, reel__play_inks[hand]);
    if (count > 1) reel__scene_polygon(scene->canvas, &scene->camera, corners, 2 * count);
    reel__path_end(scene->canvas);
}

static void draw_beam(const play_scene *scene, part_pose pose, double from, double to, double wide, plot_ink ink)
{
    plot_point a, b;
    double near_unit, far_unit;
    if (!reel__scene_project(&scene->camera, saber_at(pose, from), &a, &near_unit) ||
        !reel__scene_project(&scene->camera, saber_at(pose, to), &b, &far_unit))
        return;
    double x = b.x - a.x, y = b.y - a.y, length = sqrt(x * x + y * y);
    if (!(length > 0)) return;
    double near_x = -y / length * wide * near_unit, near_y = x / length * wide * near_unit;
    double far_x = -y / length * wide * far_unit, far_y = x / length * wide * far_unit;
    reel__path_begin(scene->canvas, PEN_FILL, ink);
    reel__path_move(scene->canvas, a.x + near_x, a.y + near_y);
    reel__path_line(scene->canvas, b.x + far_x, b.y + far_y);
    reel__path_line(scene->canvas, b.x - far_x, b.y - far_y);
    reel__path_line(scene->canvas, a.x - near_x, a.y - near_y);
    reel__path_end(scene->canvas);
}

/* Neck, shoulders and trunk below the head: an outline that gives the hands something to belong to. */
static void draw_body(const play_scene *scene, scene_point head)
{
    static const plot_point outline[] = { { -0.05, -0.1 }, { 0.05, -0.1 },  { 0.07, -0.2 },   { 0.22, -0.26 },
                                          { 0.17, -0.8 },  { -0.17, -0.8 }, { -0.22, -0.26 }, { -0.07, -0.2 } };
    enum { CORNERS = sizeof outline / sizeof *outline };
    scene_point corners[CORNERS];
    for (size_t i = 0; i < CORNERS; i++)
        corners[i] = (scene_point){ head.x + outline[i].x, head.y + outline[i].y, head.z - 0.05 };
    reel__path_begin_shade(scene->canvas, 2, INK_MUTED);
    reel__scene_polygon(scene->canvas, &scene->camera, corners, CORNERS);
    reel__path_end(scene->canvas);
    reel__scene_ball(scene->canvas, &scene->camera, head, 0.11, 4, INK_MUTED);
}

static void draw_player(const play_scene *scene)
{
    if (!scene->facts.collected.frame_count) return;
    size_t row = reel__scene_row(scene->facts.collected.frame_count, frame_time, scene, scene->time);
    draw_body(scene, pose_of(scene, row, POSE_HEAD).position);
    for (play_part hand = POSE_LEFT; hand <= POSE_RIGHT; hand++) {
        part_pose pose = pose_of(scene, row, hand);
        draw_trail(scene, row, hand);
        draw_beam(scene, pose, 0.1, saber_length, 0.018, reel__play_inks[hand]);
        draw_beam(scene, pose, -0.12, 0.1, 0.024, INK_TEXT);
        reel__scene_ball(scene->canvas, &scene->camera, pose.position, 0.05, 2, INK_MUTED);
    }
}

/* ---- the picture ---------------------------------------------------------------------------------------------------- */

static void draw_figures(const play_scene *scene, plot_box panel)
{
    const beatsaber_event *last = NULL;
    plot_label label = { "", 0 };
    for (size_t i = 0; i < scene->facts.event_count; i++)
        if ((double)scene->facts.events[i].time <= scene->time) last = &scene->facts.events[i];
    reel__label_number(&label, last ? (double)last->score : 0, 0);
    reel__label_text(&label, " points");
    if (last && last->present & BEATSABER_HAS_ACCURACY && isfinite(last->accuracy)) {
        reel__label_text(&label, " \xC2\xB7 ");
        reel__label_number(&label, 100 * (double)last->accuracy, 2);
        reel__label_text(&label, " %");
    }
    reel__label_text(&label, " \xC2\xB7 combo ");
    reel__label_count(&label, last ? last->combo : 0);
    reel__scene_caption(scene->canvas, panel, label.text);
}

static double event_time(const void *context, size_t row)
{
    const play_scene *scene = context;
    return (double)scene->facts.events[row].time;
}

/* Just before the notes come that are closest to each other. */
static double choose_time(const play_scene *scene)
{
    static const double together = 0.8, before = 0.15;
    double time = reel__scene_busiest(scene->facts.event_count, event_time, scene, together) - before;
    if (isnan(time) && scene->facts.collected.frame_count)
        time = reel__scene_busiest(scene->facts.collected.frame_count, frame_time, scene, together);
    return time;
}

/* From the first frame or event to the last one. */
static scene_span span_of(const play_scene *scene)
{
    scene_span frames = reel__scene_span(scene->facts.collected.frame_count, frame_time, scene),
               events = reel__scene_span(scene->facts.event_count, event_time, scene);
    return (scene_span){ fmin(frames.first, events.first), fmax(frames.last, events.last) };
}

static void draw_picture(void *context, size_t frame, double time)
{
    play_scene *scene = context;
    (void)frame;
    scene->time = time;
    plot_box panel = reel__scene_begin(scene->canvas, &scene->heading);
    scene->camera = (scene_camera){ .eye = { 0, 2.6, -2.5 },
                                    .cosine = 0.96,
                                    .sine = 0.28,
                                    .scale = 1.1 * panel.height,
                                    .panel = panel,
                                    .horizon = panel.y + panel.height / 2 };
    reel__canvas_clip_begin(scene->canvas, panel);
    draw_stage(scene);
    draw_notes(scene);
    draw_player(scene);
    draw_results(scene);
    reel__canvas_clip_end(scene->canvas);
    draw_figures(scene, panel);
    reel__scene_end(scene->canvas, panel, time);
}

static reel_status draw(reel_canvas *canvas, const reel_replay *replay, reel_error *error)
{
    play_scene scene = { .canvas = canvas };
    plot_label detail;
    scene.heading = reel__play_heading(replay, "Head, hands and sabers of the player, and the notes that come.", 0, 0, &detail);
    reel_status status = reel__play_analyse(canvas, replay, NEEDS_FRAMES, &scene.facts, error);
    if (status >= 0) {
        scene_times times = reel__scene_times(canvas, choose_time(&scene), span_of(&scene));
        status = times.count ? reel__scene_frames(canvas, &times, draw_picture, &scene, error) : REEL_END;
    }
    reel__play_facts_free(canvas, &scene.facts);
    return status;
}

const reel_plot reel__scene_play = {
    .id = "scene",
    .name = "Scene",
    .doc = "Head, hands and sabers, and the notes that come, at one time.",
    .formats = reel__play_formats,
    .draw = draw,
};
