/* SPDX-License-Identifier: MIT
 * The inputs of a Geometry Dash macro around one time. */
#include "plot/scene.h"

#include "macro.h"

#include <math.h>

enum { PLAYERS = 2, BUTTONS = 4, LANES = PLAYERS * BUTTONS, MOST_BARS = 400 };

static const double half_span = 2; /* s before and after the time */
static const plot_ink player_inks[PLAYERS] = { INK_LEFT, INK_RIGHT };
static const char *const button_names[BUTTONS] = { "no button", "jump", "left", "right" };

typedef struct macro_scene {
    reel_canvas *canvas;
    const reel_replay *result; /* of the insight */
    const geometrydash_hold *holds;
    size_t count;
    plot_heading heading;
    double framerate, time;
    bool used[LANES];
    plot_axis across;
} macro_scene;

static size_t lane_of(const geometrydash_hold *hold)
{
    return (size_t)(hold->player2 ? BUTTONS : 0) + (hold->button < BUTTONS ? hold->button : 0);
}

static double hold_time(const void *context, size_t row) { return ((const macro_scene *)context)->holds[row].time; }

static double hold_end(const macro_scene *scene, const geometrydash_hold *hold)
{
    double seconds = scene->framerate > 0 ? (double)hold->length / scene->framerate : 0;
    return hold->time + fmax(seconds, 0);
}

/* Bars of a lane; returns whether the button is held at the time. */
static bool draw_holds(const macro_scene *scene, size_t lane, plot_box box)
{
    bool held = false;
    size_t bars = 0;
    reel__path_begin(scene->canvas, PEN_FILL, player_inks[lane / BUTTONS]);
    for (size_t i = 0; i < scene->count && bars < MOST_BARS; i++) {
        const geometrydash_hold *hold = &scene->holds[i];
        double end = hold_end(scene, hold);
        if (lane_of(hold) != lane || !(hold->time < scene->across.to) || !(end > scene->across.from)) continue;
        double left = reel__axis_at(&scene->across, fmax(hold->time, scene->across.from));
        double right = reel__axis_at(&scene->across, fmin(end, scene->across.to));
        reel__path_rect(scene->canvas, (plot_box){ left, box.y, fmax(right - left, 2), box.height });
        held |= hold->time <= scene->time && end > scene->time;
        bars++;
    }
    reel__path_end(scene->canvas);
    return held;
}

static void draw_lane(const macro_scene *scene, size_t lane, plot_box box)
{
    plot_label name = { "", 0 };
    plot_box bar = { box.x, box.y + 0.15 * box.height, box.width, 0.7 * box.height };
    reel__canvas_rect(scene->canvas, bar, INK_PAPER);
    bool held = draw_holds(scene, lane, bar);
    if (lane >= BUTTONS) reel__label_text(&name, "2: ");
    reel__label_text(&name, button_names[lane % BUTTONS]);
    (held ? reel__canvas_text_bold : reel__canvas_text)(scene->canvas, box.x - 10, box.y + box.height / 2 + 4, AT_END,
                                                        held ? player_inks[lane / BUTTONS] : INK_MUTED, name.text);
}

static void draw_lanes(macro_scene *scene, plot_box panel)
{
    enum { NAMES = 80, HIGHEST = 120 };
    size_t lanes = 0, row = 0;
    for (size_t lane = 0; lane < LANES; lane++) lanes += scene->used[lane];
    plot_box room = { panel.x + NAMES, panel.y + 40, panel.width - NAMES - 20, panel.height - 40 - AXIS_BELOW - 16 };
    double height = fmin(room.height / (double)lanes, HIGHEST);
    room.y += (room.height - height * (double)lanes) / 2;
    room.height = height * (double)lanes;
    scene->across =
        reel__axis_of(AXIS_CLOCK, scene->time - half_span, scene->time + half_span, room.x, room.x + room.width, 64, false);
    reel__axis_draw_below(scene->canvas, &scene->across, room, "time, min:s");
    for (size_t lane = 0; lane < LANES; lane++) {
        if (!scene->used[lane]) continue;
        draw_lane(scene, lane, (plot_box){ room.x, room.y + height * (double)row++, room.width, height });
    }
    double now = reel__axis_at(&scene->across, scene->time);
    reel__path_begin(scene->canvas, PEN_LINE, INK_TEXT);
    reel__path_move(scene->canvas, now, room.y - 8);
    reel__path_line(scene->canvas, now, room.y + room.height);
    reel__path_end(scene->canvas);
}

static void draw_figures(const macro_scene *scene, plot_box panel)
{
    uint64_t all = 0, second = 0;
    plot_label label = { "", 0 };
    for (size_t i = 0; i < scene->count; i++) {
        double time = scene->holds[i].time;
        all += time <= scene->time;
        second += time <= scene->time && time > scene->time - 1;
    }
    reel__label_many(&label, all, "click", "clicks");
    reel__label_text(&label, " \xC2\xB7 ");
    reel__label_count(&label, second);
    reel__label_text(&label, " in the last second \xC2\xB7 ");
    reel__label_number(&label, scene->framerate, 0);
    reel__label_text(&label, " frames per second");
    reel__scene_caption(scene->canvas, panel, label.text);
}

/* From the first press to the last release, with what the picture shows before and after. */
static scene_span span_of(const macro_scene *scene)
{
    scene_span span = reel__scene_span(scene->count, hold_time, scene);
    if (!scene->canvas->clip) return span;
    for (size_t i = 0; i < scene->count; i++) span.last = fmax(span.last, hold_end(scene, &scene->holds[i]));
    return (scene_span){ span.first - half_span, span.last + half_span };
}

static void draw_picture(void *context, size_t frame, double time)
{
    macro_scene *scene = context;
    (void)frame;
    scene->time = time;
    plot_box panel = reel__scene_begin(scene->canvas, &scene->heading);
    draw_lanes(scene, panel);
    draw_figures(scene, panel);
    reel__scene_end(scene->canvas, panel, time);
}

static reel_status draw(reel_canvas *canvas, const reel_replay *replay, reel_error *error)
{
    static const reel_table *const tables[] = { &geometrydash_summaries, &geometrydash_holds, NULL };
    static const double day = 86400;
    macro_scene scene = { .canvas = canvas };
    plot_label detail;
    size_t summaries;
    reel_status status = reel__canvas_insight(canvas, &reel_insight_geometrydash, replay, tables, &scene.result, error);
    if (status < 0) return status;
    const geometrydash_summary *summary = reel_rows(scene.result, &geometrydash_summaries, &summaries);
    scene.holds = reel_rows(scene.result, &geometrydash_holds, &scene.count);
    scene.framerate = summaries ? summary->framerate : NAN;
    for (size_t i = 0; i < scene.count; i++) scene.used[lane_of(&scene.holds[i])] = true;
    scene.heading = reel__macro_name(replay, &detail);
    scene.heading.description = "The inputs around a time.";
    double busy = reel__scene_busiest(scene.count, hold_time, &scene, half_span) + half_span / 2;
    scene_times times = reel__scene_times(canvas, busy, span_of(&scene));
    status = REEL_END;
    if (times.count && fabs(times.from) <= day) status = reel__scene_frames(canvas, &times, draw_picture, &scene, error);
    reel__canvas_drop(canvas, scene.result);
    return status;
}

const reel_plot reel__scene_macro = {
    .id = "scene",
    .name = "Scene",
    .doc = "Inputs around one time.",
    .formats = reel__macro_formats,
    .draw = draw,
};
