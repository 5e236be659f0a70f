/* SPDX-License-Identifier: MIT
 * The surface that plots draw on: an SVG document that is written while it is drawn. Coordinates are user units from the upper left
 * corner, written in tenths. Everything is drawn in named inks; the style sheet of the document defines their colours per theme. */
#ifndef PLOT_CANVAS_H
#define PLOT_CANVAS_H

#include <reel/insight.h>
#include <reel/plot.h>

#include "words.h"

typedef enum plot_ink {
    INK_PAPER,
    INK_TEXT,
    INK_MUTED, /* axis labels, secondary text */
    INK_AXIS,
    INK_GRID,
    INK_PANEL,  /* background of a panel */
    INK_LEFT,   /* left hand, red notes */
    INK_RIGHT,  /* right hand, blue notes, blue team */
    INK_ORANGE, /* orange team */
    INK_MAIN,   /* the main data */
    INK_WARN,   /* notes on values not shown */
    INK_COUNT
} plot_ink;

/* Steps of the heat scale from low to high, with an ink for text on each. The same in both themes. */
enum { HEAT_STEPS = 6 };

typedef struct ink_colors {
    const char *name, *light, *dark;
} ink_colors;
extern const ink_colors reel__canvas_inks[INK_COUNT];
typedef struct heat_colors {
    const char *fill, *text;
} heat_colors;
extern const heat_colors reel__canvas_heat[HEAT_STEPS];

typedef struct plot_point {
    double x, y;
} plot_point;
typedef struct plot_box {
    double x, y, width, height;
} plot_box;

struct scene_clip;

/* The results of insights that the pictures of a page share. */
enum { MOST_KNOWN = 4 };
typedef struct plot_known {
    struct {
        const reel_insight *insight;
        const reel_replay *result;
    } results[MOST_KNOWN];
    size_t count;
} plot_known;

struct reel_canvas {
    reel_output *out;
    reel_allocator allocator;
    const reel_plot *plot;
    uint32_t theme;
    uint32_t asked_width, asked_height; /* 0: the natural size */
    const char *asked_title;            /* or NULL */
    const char *who;                    /* show this player only, or NULL */
    reel_insight_options insight;       /* options for insights, except tables */
    plot_known *known;                  /* those of the page; NULL: a picture alone */
    const char *before;                 /* markup before the document */
    double time;                        /* of a scene, or of the start of a clip, s; NaN: the scene chooses */
    const struct scene_clip *clip;      /* of a scene; NULL: one picture */
    double width, height;
    bool begun;
    /* the current path, in tenths */
    const char *path_pen, *path_ink;
    int32_t at_x, at_y;
    bool path_open; /* its element has been started */
    bool moved;     /* it has a current point */
};

/* The result of an insight over the replay, which is run unless its result is known; a page keeps it. `tables` as in reel_insight_options;
 * there may be more. The caller gives *result back with reel__canvas_drop. */
reel_status reel__canvas_insight(const reel_canvas *canvas, const reel_insight *insight, const reel_replay *replay,
                                 const reel_table *const *tables, const reel_replay **result, reel_error *error);
void reel__canvas_drop(const reel_canvas *canvas, const reel_replay *result);
void reel__canvas_forget(plot_known *known);

/* Size, heading and description of a picture. */
typedef struct plot_heading {
    double width, height;      /* natural size; a smaller requested size scales down */
    reel_string title, detail; /* of the replay; the name of the plot is between them */
    const char *description;   /* for screen readers */
    bool plain;                /* without the name of the plot */
} plot_heading;

/* Starts the document; nothing is written before. Returns the area below the heading. */
plot_box reel__canvas_begin(reel_canvas *canvas, const plot_heading *heading);
void reel__canvas_end(reel_canvas *canvas);

typedef enum plot_text_at { AT_START, AT_MIDDLE, AT_END } plot_text_at;
/* One line of text with its baseline at `y`. */
void reel__canvas_text(reel_canvas *canvas, double x, double y, plot_text_at at, plot_ink ink, const char *text);
void reel__canvas_text_bold(reel_canvas *canvas, double x, double y, plot_text_at at, plot_ink ink, const char *text);
/* The same in the text ink of a step of the heat scale, at `size`. */
void reel__canvas_text_on_heat(reel_canvas *canvas, double x, double y, int step, double size, const char *text);

void reel__canvas_rect(reel_canvas *canvas, plot_box box, plot_ink ink);
void reel__canvas_heat_rect(reel_canvas *canvas, plot_box box, int step);
void reel__canvas_outline(reel_canvas *canvas, plot_box box, plot_ink ink);
void reel__canvas_line(reel_canvas *canvas, plot_point from, plot_point to, plot_ink ink, bool dashed);

/* Drawing between these two calls is clipped to the box. */
void reel__canvas_clip_begin(reel_canvas *canvas, plot_box box);
void reel__canvas_clip_end(reel_canvas *canvas);

typedef enum plot_pen {
    PEN_LINE,  /* 2 units wide */
    PEN_FINE,  /* 1 unit */
    PEN_TRACE, /* 1 unit, transparent: overlapping lines get darker */
    PEN_DASH,  /* 1.5 units, dashed */
    PEN_FILL,
    PEN_AREA /* filled, transparent */
} plot_pen;
enum { PEN_SHADES = 4 };
/* A path: reel__path_begin, any number of moves, lines and shapes, then reel__path_end. An empty path is not written. */
void reel__path_begin(reel_canvas *canvas, plot_pen pen, plot_ink ink);
/* The same, filled with one of PEN_SHADES opacities. Step 0 is nearly transparent, the last one nearly opaque. */
void reel__path_begin_shade(reel_canvas *canvas, int step, plot_ink ink);
void reel__path_move(reel_canvas *canvas, double x, double y);
void reel__path_line(reel_canvas *canvas, double x, double y);
void reel__path_rect(reel_canvas *canvas, plot_box box);
typedef enum plot_shape { SHAPE_CROSS, SHAPE_TRIANGLE, SHAPE_DISC, SHAPE_BAR } plot_shape;
void reel__path_shape(reel_canvas *canvas, plot_shape shape, double x, double y, double radius);
void reel__path_end(reel_canvas *canvas);

/* A line over time with at most four points per unit of width, however many are added: the first, lowest, highest and last of each
 * unit, in their order. These four draw the same pixels as all points would, so the size of the picture is bounded without a visible
 * change. Times that go back are raised to the last time; NaN is left out. */
typedef struct plot_series {
    reel_canvas *canvas;
    double column, last_x;
    double first, low, high, last;
    bool low_first, any, begun;
    double from_x, to_x; /* x range of the line drawn */
} plot_series;
plot_series reel__series_of(reel_canvas *canvas);
void reel__series_add(plot_series *series, double x, double y);
/* Draws the last buffered points. */
void reel__series_end(plot_series *series);

#endif
