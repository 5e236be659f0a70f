/* SPDX-License-Identifier: MIT
 * What plots draw on: an SVG document that is written as it is drawn. Coordinates are user units from the upper left corner and
 * are written in tenths. Everything is drawn in named inks, which the style sheet in the document gives a colour for each theme. */
#ifndef PLOT_CANVAS_H
#define PLOT_CANVAS_H

#include <reel/insight.h>
#include <reel/plot.h>

#include "words.h"

typedef enum plot_ink {
    INK_PAPER,
    INK_TEXT,
    INK_MUTED,  /* labels of axes, second thoughts */
    INK_AXIS,
    INK_GRID,
    INK_PANEL,  /* a surface that stands off the paper */
    INK_LEFT,   /* left hand, red notes */
    INK_RIGHT,  /* right hand, blue notes, blue team */
    INK_ORANGE, /* orange team */
    INK_MAIN,   /* what the plot is about */
    INK_WARN,   /* what the picture leaves out */
    INK_COUNT
} plot_ink;

/* Steps of the scale from few to much, with an ink for text on each. The same in both themes. */
enum { HEAT_STEPS = 6 };

typedef struct ink_colors { const char *name, *light, *dark; } ink_colors;
extern const ink_colors canvas_inks[INK_COUNT];
typedef struct heat_colors { const char *fill, *text; } heat_colors;
extern const heat_colors canvas_heat[HEAT_STEPS];

typedef struct plot_point { double x, y; } plot_point;
typedef struct plot_box { double x, y, width, height; } plot_box;

struct reel_canvas {
    reel_output *out;
    reel_allocator allocator;
    const reel_plot *plot;
    uint32_t theme;
    uint32_t asked_width, asked_height; /* 0: what the plot likes */
    const char *asked_title;            /* or NULL */
    const char *who;                    /* one player alone, or NULL */
    reel_insight_options insight;       /* how insights are run for it, but for their tables */
    double width, height;
    bool begun;
    /* the path that is being drawn, in tenths */
    const char *path_pen, *path_ink;
    int32_t at_x, at_y;
    bool path_open; /* its element is begun */
    bool moved;     /* it has a current point */
};

/* Runs an insight over the replay; `tables` as in its options. The result is the caller's. */
reel_status canvas_insight(const reel_canvas *canvas, const reel_insight *insight, const reel_replay *replay,
                           const reel_table *const *tables, reel_replay **result, reel_error *error);

/* What stands above a picture. */
typedef struct plot_heading {
    double width, height;     /* what the plot likes; smaller wishes scale the picture down */
    reel_string title, detail; /* of the replay; the plot's name comes between them */
    const char *description;  /* for those who cannot see it */
} plot_heading;

/* Starts the document; nothing is written before. Returns the room below the heading. */
plot_box canvas_begin(reel_canvas *canvas, const plot_heading *heading);
void canvas_end(reel_canvas *canvas);

typedef enum plot_text_at { AT_START, AT_MIDDLE, AT_END } plot_text_at;
/* One line of text, `y` at its base line. */
void canvas_text(reel_canvas *canvas, double x, double y, plot_text_at at, plot_ink ink, const char *text);
void canvas_text_bold(reel_canvas *canvas, double x, double y, plot_text_at at, plot_ink ink, const char *text);
/* On a step of the heat scale, at `size`. */
void canvas_text_on_heat(reel_canvas *canvas, double x, double y, int step, double size, const char *text);

void canvas_rect(reel_canvas *canvas, plot_box box, plot_ink ink);
void canvas_heat_rect(reel_canvas *canvas, plot_box box, int step);
void canvas_outline(reel_canvas *canvas, plot_box box, plot_ink ink);
void canvas_line(reel_canvas *canvas, plot_point from, plot_point to, plot_ink ink, bool dashed);

/* What is drawn between these two is cut off at the edges of the box. */
void canvas_clip_begin(reel_canvas *canvas, plot_box box);
void canvas_clip_end(reel_canvas *canvas);

typedef enum plot_pen {
    PEN_LINE,   /* 2 units wide */
    PEN_FINE,   /* 1 unit */
    PEN_TRACE,  /* 1 unit, shines through, so that where many lie it gets dark */
    PEN_DASH,   /* 1.5 units, dashes */
    PEN_FILL,
    PEN_AREA    /* filled, shines through */
} plot_pen;
/* A path: begin, then move, line and shapes in any number, then end. Without any nothing is written. */
void path_begin(reel_canvas *canvas, plot_pen pen, plot_ink ink);
void path_move(reel_canvas *canvas, double x, double y);
void path_line(reel_canvas *canvas, double x, double y);
void path_rect(reel_canvas *canvas, plot_box box);
typedef enum plot_shape { SHAPE_CROSS, SHAPE_TRIANGLE, SHAPE_DISC, SHAPE_BAR } plot_shape;
void path_shape(reel_canvas *canvas, plot_shape shape, double x, double y, double radius);
void path_end(reel_canvas *canvas);

/* A line over time with at most four points for each unit of width, whatever is given: the first, lowest, highest and last of
 * those that fall together. Time that goes back is taken as standing still; what is no number is left out. */
typedef struct plot_series {
    reel_canvas *canvas;
    double column, last_x;
    double first, low, high, last;
    bool low_first, any, begun;
    double from_x, to_x; /* ends of what was drawn */
} plot_series;
plot_series series_of(reel_canvas *canvas);
void series_add(plot_series *series, double x, double y);
/* Draws what is still held back. */
void series_end(plot_series *series);

#endif
