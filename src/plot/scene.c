/* SPDX-License-Identifier: MIT
 * What scenes share. */
#include "scene.h"

#include <math.h>

static const double farthest = 1e4; /* units from the picture; beyond, a point is not drawn */
static const double nearest = 0.2;  /* m before the camera */

/* ---- space ---------------------------------------------------------------------------------------------------------- */

bool reel__scene_project(const scene_camera *camera, scene_point at, plot_point *to, double *scale)
{
    scene_point v = scene_add(at, camera->eye, -1);
    double ahead = v.z * camera->cosine - v.y * camera->sine, up = v.z * camera->sine + v.y * camera->cosine;
    if (!(ahead > nearest)) return false;
    double unit = camera->scale / ahead;
    to->x = camera->panel.x + camera->panel.width / 2 + v.x * unit;
    to->y = camera->horizon - up * unit;
    if (scale) *scale = unit;
    return fabs(to->x) < farthest && fabs(to->y) < farthest;
}

scene_point reel__scene_rotate(reel_quaternion rotation, scene_point v)
{
    double x = (double)rotation.x, y = (double)rotation.y, z = (double)rotation.z, w = (double)rotation.w;
    double norm = x * x + y * y + z * z + w * w;
    if (!(norm > 1e-6 && norm < 1e6)) return v;
    double tx = 2 * (y * v.z - z * v.y) / norm, ty = 2 * (z * v.x - x * v.z) / norm, tz = 2 * (x * v.y - y * v.x) / norm;
    return (scene_point){ v.x + w * tx + y * tz - z * ty, v.y + w * ty + z * tx - x * tz, v.z + w * tz + x * ty - y * tx };
}

void reel__scene_polygon(reel_canvas *canvas, const scene_camera *camera, const scene_point *corners, size_t count)
{
    plot_point at;
    for (size_t i = 0; i < count; i++)
        if (!reel__scene_project(camera, corners[i], &at, NULL)) return;
    for (size_t i = 0; i < count; i++) {
        reel__scene_project(camera, corners[i], &at, NULL);
        (i ? reel__path_line : reel__path_move)(canvas, at.x, at.y);
    }
}

void reel__scene_line(reel_canvas *canvas, const scene_camera *camera, scene_point from, scene_point to)
{
    plot_point a, b;
    if (!reel__scene_project(camera, from, &a, NULL) || !reel__scene_project(camera, to, &b, NULL)) return;
    reel__path_move(canvas, a.x, a.y);
    reel__path_line(canvas, b.x, b.y);
}

void reel__scene_ball(reel_canvas *canvas, const scene_camera *camera, scene_point at, double radius, double least, plot_ink ink)
{
    plot_point to;
    double unit;
    if (!reel__scene_project(camera, at, &to, &unit)) return;
    reel__path_begin(canvas, PEN_FILL, ink);
    reel__path_shape(canvas, SHAPE_DISC, to.x, to.y, fmin(fmax(radius * unit, least), canvas->width));
    reel__path_end(canvas);
}

void reel__scene_ground(reel_canvas *canvas, const scene_camera *camera, double y, const double x[2], const double z[2],
                        double step)
{
    enum { MOST_LINES = 200 };
    int across = (int)fmin((x[1] - x[0]) / step + 1e-6, MOST_LINES), along = (int)fmin((z[1] - z[0]) / step + 1e-6, MOST_LINES);
    reel__path_begin(canvas, PEN_FINE, INK_GRID);
    for (int i = 0; i <= across; i++)
        reel__scene_line(canvas, camera, (scene_point){ x[0] + i * step, y, z[0] }, (scene_point){ x[0] + i * step, y, z[1] });
    for (int i = 0; i <= along; i++)
        reel__scene_line(canvas, camera, (scene_point){ x[0], y, z[0] + i * step }, (scene_point){ x[1], y, z[0] + i * step });
    reel__path_end(canvas);
}

/* ---- time ----------------------------------------------------------------------------------------------------------- */

size_t reel__scene_row(size_t count, scene_clock *time_of, const void *context, double time)
{
    size_t low = 0, high = count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (time_of(context, middle) <= time)
            low = middle;
        else
            high = middle;
    }
    return low;
}

scene_span reel__scene_span(size_t count, scene_clock *time_of, const void *context)
{
    scene_span span = { INFINITY, -INFINITY };
    for (size_t row = 0; row < count; row++) {
        double time = time_of(context, row);
        span.first = fmin(span.first, time);
        span.last = fmax(span.last, time);
    }
    return span;
}

double reel__scene_busiest(size_t count, scene_clock *time_of, const void *context, double length)
{
    static const double day = 86400;
    double best = NAN, from = NAN;
    size_t most = 0, inside = 0;
    for (size_t row = 0; row < count; row++) {
        double time = time_of(context, row);
        if (!(fabs(time) <= day) || time < from) continue;
        if (!(time < from + length)) {
            from = time;
            inside = 0;
        }
        if (++inside > most) {
            most = inside;
            best = from;
        }
    }
    return best;
}

/* ---- the picture ---------------------------------------------------------------------------------------------------- */

/* Minutes, and seconds with two decimals. */
static void label_moment(plot_label *label, double time)
{
    static const double in_second = 100, in_minute = 6000;
    double all = floor(fmin(fabs(time), 1e12) * in_second + 0.5), minutes = floor(all / in_minute);
    double seconds = (all - in_minute * minutes) / in_second;
    if (time < 0) reel__label_text(label, "\xE2\x88\x92");
    reel__label_count(label, (uint64_t)minutes);
    reel__label_text(label, seconds < 10 ? ":0" : ":");
    reel__label_number(label, seconds, 2);
}

plot_box reel__scene_begin(reel_canvas *canvas, const plot_heading *heading)
{
    plot_heading sized = *heading;
    sized.plain = true;
    sized.width = canvas->asked_width ? fmin(fmax(canvas->asked_width, SCENE_LEAST), SCENE_WIDTH) : SCENE_WIDTH;
    sized.height = floor(sized.width * SCENE_HEIGHT / SCENE_WIDTH);
    if (canvas->asked_width && !canvas->asked_height)
        canvas->asked_height = (uint32_t)((uint64_t)canvas->asked_width * SCENE_HEIGHT / SCENE_WIDTH);
    plot_box panel = reel__canvas_begin(canvas, &sized);
    reel__canvas_rect(canvas, panel, INK_PANEL);
    return panel;
}

enum { TEXT_SIZE = 12, TEXT_HEIGHT = 14, PADDING = 8, PLATE = 24 };

/* The width of a bold text with a margin around it. */
static double plate_width(const char *text) { return reel__text_width(text, TEXT_SIZE) * 1.1 + 2 * PADDING; }

void reel__scene_end(reel_canvas *canvas, plot_box panel, double time)
{
    plot_label moment = { "", 0 };
    label_moment(&moment, time);
    double right = panel.x + panel.width, bottom = panel.y + panel.height, width = plate_width(moment.text);
    reel__canvas_rect(canvas, (plot_box){ right - width, bottom - PLATE, width, PLATE }, INK_PANEL);
    reel__canvas_text_bold(canvas, right - PADDING, bottom - PADDING, AT_END, INK_TEXT, moment.text);
}

static bool overlaps(const plot_box *a, const plot_box *b)
{
    return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height && b->y < a->y + a->height;
}

static bool has_room(const scene_names *names, const plot_box *box)
{
    for (size_t i = 0; i < names->count; i++)
        if (overlaps(&names->boxes[i], box)) return false;
    return names->count < sizeof names->boxes / sizeof *names->boxes && box->y >= names->panel.y &&
           box->y + box->height <= names->panel.y + names->panel.height;
}

void reel__scene_names_begin(scene_names *names, plot_box panel)
{
    double width = plate_width("00:00.00");
    names->panel = (plot_box){ panel.x, panel.y + PLATE, panel.width, panel.height - PLATE }; /* below the caption */
    names->boxes[0] = (plot_box){ panel.x + panel.width - width, panel.y + panel.height - PLATE, width, PLATE };
    names->count = 1;
}

/* The box of a name on one of the lines around a thing, not beyond the sides of the panel. */
static plot_box name_box(const plot_box *panel, double x, double y, double width, int line)
{
    double left = fmax(fmin(x - width / 2, panel->x + panel->width - width), panel->x);
    return (plot_box){ left, y + line * TEXT_HEIGHT - TEXT_SIZE, width, TEXT_HEIGHT };
}

void reel__scene_name(reel_canvas *canvas, scene_names *names, size_t key, double x, double y, plot_ink ink, const char *text)
{
    static const int lines[] = { 0, -1, -2, 3, -3, 4, -4, 5 }; /* from the usual one, down; the fourth is below the thing */
    enum { LINES = sizeof lines / sizeof *lines };
    double width = reel__text_width(text, TEXT_SIZE);
    uint8_t *kept = &names->lines[key % SCENE_NAMES];
    if (!(x >= names->panel.x && x <= names->panel.x + names->panel.width)) return; /* the thing is outside */
    for (size_t i = *kept ? 0 : 1; i <= LINES; i++) {                               /* the one of the frame before comes first */
        size_t line = i ? i - 1 : *kept - 1u;
        plot_box box = name_box(&names->panel, x, y, width, lines[line]);
        if (!has_room(names, &box)) continue;
        names->boxes[names->count++] = box;
        if (canvas->clip) *kept = (uint8_t)(line + 1);
        reel__canvas_text(canvas, box.x + width / 2, box.y + TEXT_SIZE, AT_MIDDLE, ink, text);
        return;
    }
    *kept = 0;
}

void reel__scene_caption(reel_canvas *canvas, plot_box panel, const char *text)
{
    reel__canvas_rect(canvas, (plot_box){ panel.x, panel.y, plate_width(text), PLATE }, INK_PANEL);
    reel__canvas_text_bold(canvas, panel.x + PADDING, panel.y + 16, AT_START, INK_TEXT, text);
}
