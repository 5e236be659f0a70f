/* SPDX-License-Identifier: MIT
 * Scenes: a picture of what is there at one time of a replay. This file has what the games share: a camera, and shapes in space. */
#ifndef PLOT_SCENE_H
#define PLOT_SCENE_H

#include "canvas.h"

/* The scenes. canvas->time is NaN if the scene has to choose the time. */
extern const reel_plot reel__scene_play, reel__scene_ddnet, reel__scene_match, reel__scene_macro;

/* Natural size of a scene, and the least width in which its texts have room; a smaller one scales the picture down. */
enum { SCENE_WIDTH = 960, SCENE_HEIGHT = 520, SCENE_LEAST = 400 };

/* A point or direction in metres: x to the right, y up, z away from the camera before its tilt. */
typedef struct scene_point {
    double x, y, z;
} scene_point;

/* A camera that looks along z, tilted down by an angle with this cosine and sine. */
typedef struct scene_camera {
    scene_point eye;
    double cosine, sine;
    double scale; /* units of a metre at a distance of one metre */
    plot_box panel;
    double horizon; /* y of the middle of its view */
} scene_camera;

static inline scene_point scene_of(reel_vec3 v) { return (scene_point){ (double)v.x, (double)v.y, (double)v.z }; }

/* Projects a point. Returns false if it is behind the camera, far outside the picture or not finite. `scale`: units of a metre there;
 * may be NULL. */
bool reel__scene_project(const scene_camera *camera, scene_point at, plot_point *to, double *scale);
/* The point of `v` rotated by a quaternion, which need not be normalised; `v` itself if that is impossible. */
scene_point reel__scene_rotate(reel_quaternion rotation, scene_point v);
static inline scene_point scene_add(scene_point a, scene_point b, double factor)
{
    return (scene_point){ a.x + b.x * factor, a.y + b.y * factor, a.z + b.z * factor };
}

/* A polygon, left out if a corner cannot be projected. */
void reel__scene_polygon(reel_canvas *canvas, const scene_camera *camera, const scene_point *corners, size_t count);
/* A line of the current path, left out likewise. */
void reel__scene_line(reel_canvas *canvas, const scene_camera *camera, scene_point from, scene_point to);
/* A ball of a radius in metres, at least `least` units. */
void reel__scene_ball(reel_canvas *canvas, const scene_camera *camera, scene_point at, double radius, double least, plot_ink ink);
/* Lines on the ground at `y`: from x_from to x_to and from z_from to z_to, `step` apart. */
void reel__scene_ground(reel_canvas *canvas, const scene_camera *camera, double y, const double x[2], const double z[2],
                        double step);

/* Draws the panel of the scene at the size that is asked for, or the natural one. */
plot_box reel__scene_begin(reel_canvas *canvas, const plot_heading *heading);
/* Writes the time in the lower right corner, as "1:02.50". Comes last, so that nothing of the scene covers it. */
void reel__scene_end(reel_canvas *canvas, plot_box panel, double time);

/* Names over things, which must not cover each other or the time. In a clip a name stays on its line while that is free. */
enum { SCENE_NAMES = 128 };
typedef struct scene_names {
    plot_box panel;
    plot_box boxes[SCENE_NAMES + 1];
    size_t count;
    uint8_t lines[SCENE_NAMES]; /* by key, of the frame before; 0: none */
} scene_names;
/* Begins the names of a frame. The first time, `names` is zero. */
void reel__scene_names_begin(scene_names *names, plot_box panel);
/* Writes a name with its middle at `x` and its baseline at `y`, or some lines higher or lower if another name is there. A name without
 * room is left out. `key`: whose it is, below SCENE_NAMES. */
void reel__scene_name(reel_canvas *canvas, scene_names *names, size_t key, double x, double y, plot_ink ink, const char *text);
/* Writes what the scene is about in its upper left corner. */
void reel__scene_caption(reel_canvas *canvas, plot_box panel, const char *text);

/* The time of a row; must be a function of the row alone. */
typedef double scene_clock(const void *context, size_t row);

/* The row of the latest time that is not after `time`, by halving; the first row if all are later. If times go back it is any row.
 * `count` is above 0. */
size_t reel__scene_row(size_t count, scene_clock *time_of, const void *context, double time);

/* The earliest and the latest of some times, which may be in any order; { INFINITY, -INFINITY } if there are none. */
typedef struct scene_span {
    double first, last;
} scene_span;
scene_span reel__scene_span(size_t count, scene_clock *time_of, const void *context);

/* Divides the times into spans of `length` seconds, each beginning with a time, and returns the start of the one with most of them, the
 * first of equals; NaN if there are none. Times that are NaN, of more than a day, or before the current span are left out. */
double reel__scene_busiest(size_t count, scene_clock *time_of, const void *context, double length);

/* ---- one picture, or the frames of a clip ---------------------------------------------------------------------------- */

/* What is asked of a clip: reel_plot_clip. */
typedef struct scene_clip {
    double length; /* s */
    uint32_t rate; /* frames per second */
    reel_on_plot_frame *on_frame;
    void *context;
} scene_clip;

enum { SCENE_MOST_FRAMES = 1200 };
/* The times to draw. A single picture is one frame. */
typedef struct scene_times {
    double from, step; /* s */
    size_t count;      /* 0: there is nothing to draw */
    double chosen;     /* at which is decided what the pictures are about */
} scene_times;
static inline double scene_time(const scene_times *times, size_t frame) { return times->from + (double)frame * times->step; }

/* The frames of canvas->time or canvas->clip that the replay covers. `busy`: when much happens; used if no time is given. A single picture
 * may be two seconds before or after the replay. */
scene_times reel__scene_times(const reel_canvas *canvas, double busy, scene_span replay);

/* Draws a clip with a scene. As reel_plot_clip. */
reel_status reel__scene_clip(const reel_plot *scene, const reel_replay *replay, double time, const scene_clip *clip,
                             const reel_plot_options *options, reel_error *error);

/* Draws a frame into the canvas. `frame` counts from 0. */
typedef void scene_picture(void *scene, size_t frame, double time);
/* Draws the frames. Those of a clip go to its function, each as a document. */
reel_status reel__scene_frames(reel_canvas *canvas, const scene_times *times, scene_picture *picture, void *scene,
                               reel_error *error);

#endif
