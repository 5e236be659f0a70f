/* SPDX-License-Identifier: MIT
 *
 * Plots: pictures of a replay as SVG, drawn from its rows and from the rows of insights. Light and dark follow the reader's
 * setting (prefers-color-scheme) unless one is asked for.
 */
#ifndef REEL_PLOT_H
#define REEL_PLOT_H

#include <reel/format.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { REEL_PLOT_AUTO = 0, REEL_PLOT_LIGHT = 1, REEL_PLOT_DARK = 2 };

typedef struct reel_canvas reel_canvas; /* what a plot draws on; the library's */

/* A kind of picture. */
typedef struct reel_plot {
    const char *id;                    /* "score" */
    const char *name;                  /* "Score and accuracy over time" */
    const char *doc;
    const reel_format *const *formats; /* ending with NULL */
    /* REEL_END where the replay has nothing to draw. */
    reel_status (*draw)(reel_canvas *canvas, const reel_replay *replay, reel_error *error);
    bool takes_who;                    /* can show one player alone: reel_plot_options.who */
} reel_plot;

typedef struct reel_plot_options {
    size_t struct_size;
    const reel_allocator *allocator;
    uint32_t theme;         /* REEL_PLOT_AUTO, ... */
    uint32_t width, height; /* user units, at most 4096; 0: what the plot likes. Less than that scales the picture down */
    const char *who;        /* one player alone, by name or by the number that the game gives; NULL: all. REEL_ARGUMENT where nobody is
                             * called so, or the plot does not tell players apart */
    const char *title;      /* NULL: from the replay. Control characters are dropped, bad UTF-8 is replaced, a long one is cut */
    reel_limits limits;     /* of the insights that the plot runs, see reel_insight_options */
    reel_on_progress *on_progress; /* called while they run; NULL: none */
    void *progress_context;
} reel_plot_options;

/* The plots that were built in: a list that ends with NULL. Static. */
REEL_API const reel_plot *const *reel_plots(void);
/* The plot of a format with this id, or NULL. */
REEL_API const reel_plot *reel_plot_by_id(const reel_format *format, const char *id);
/* Draws one plot of a replay into `sink`, which it owns, as one SVG document of at most 300 kB at the size that the plot likes.
 * The same replay and options give the same bytes. REEL_END: there was nothing to draw, nothing was written. REEL_ARGUMENT: the
 * plot does not draw this format, or an option is out of range. */
REEL_API reel_status reel_plot_draw(const reel_plot *plot, const reel_replay *replay, reel_sink sink,
                                    const reel_plot_options *options, reel_error *error);

#ifdef __cplusplus
}
#endif

#endif
