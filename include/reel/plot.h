/* SPDX-License-Identifier: MIT
 *
 * Plots: SVG pictures of a replay, drawn from its rows and from the rows of insights. A picture follows the viewer's light or dark
 * setting (prefers-color-scheme) unless a theme is selected.
 *
 * The objects declared here are constant and may be used from any thread. Plots of different replays, or of one replay that is not
 * being modified, may be drawn at the same time.
 */
#ifndef REEL_PLOT_H
#define REEL_PLOT_H

#include <reel/format.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Themes. AUTO follows the viewer's setting. */
enum { REEL_PLOT_AUTO = 0, REEL_PLOT_LIGHT = 1, REEL_PLOT_DARK = 2 };

typedef struct reel_canvas reel_canvas; /* the surface that a plot draws on; internal to the library */

/* A kind of picture. */
typedef struct reel_plot {
    const char *id;                    /* "score" */
    const char *name;                  /* "Score and accuracy over time" */
    const char *doc;                   /* one sentence */
    const reel_format *const *formats; /* formats it can draw, ending with NULL */
    /* Draws the picture. Returns REEL_END if the replay has nothing to draw. */
    reel_status (*draw)(reel_canvas *canvas, const reel_replay *replay, reel_error *error);
    bool takes_who; /* can be limited to one player: reel_plot_options.who */
    /* Formats of the levels that it needs, ending with NULL: without reel_plot_options.level it draws nothing. NULL: needs no level */
    const reel_format *const *levels;
    const void *reserved; /* NULL */
} reel_plot;

/* Options of a drawing. */
typedef struct reel_plot_options {
    size_t struct_size;
    const reel_allocator *allocator; /* NULL: malloc */
    uint32_t theme;                  /* REEL_PLOT_AUTO, ... */
    uint32_t width, height;        /* size in SVG user units, at most 4096; 0: the natural size of the plot. A smaller size scales
                                      * the picture down, a larger one gives it more room */
    const char *who;               /* show one player only, by name or by the game's number; NULL: all. REEL_ARGUMENT (plot.who)
                                      * if there is no such player, or if the plot does not tell players apart */
    const char *title;             /* NULL: taken from the replay. Control characters are dropped, invalid UTF-8 is replaced, and
                                      * a long title is truncated */
    reel_limits limits;            /* of the insights that the plot runs, see reel_insight_options */
    reel_on_progress *on_progress; /* called while insights run; NULL: none */
    void *progress_context;
    const reel_replay
        *level; /* what was played, as in reel_insight_options, of the insights that the plot runs; NULL: not given */
} reel_plot_options;

/* Returns the built-in plots as a list that ends with NULL. Static storage; never NULL. */
REEL_API const reel_plot *const *reel_plots(void);
/* Returns the plot of `format` with the id `id`, or NULL if there is none. Ids are unique within a format, not across formats. An
 * `id` of NULL returns NULL. */
REEL_API const reel_plot *reel_plot_by_id(const reel_format *format, const char *id);
/* Draws a plot as one SVG document.
 *
 * plot     the plot; must support the replay's format
 * replay   a loaded replay; not modified
 * sink     receives the document. The call owns it: it is committed on success and discarded otherwise
 * options  NULL: defaults
 * error    receives the error; may be NULL
 *
 * The same replay and options always give the same bytes: at most 300 kB at the natural size.
 *
 * Returns REEL_OK; REEL_END if there is nothing to draw (nothing is written); REEL_ARGUMENT if the plot does not support the format,
 * an option is out of range, or the level is another one (level.other, level.none); REEL_MEMORY; REEL_LIMIT; or the failure of the sink. */
REEL_API reel_status reel_plot_draw(const reel_plot *plot, const reel_replay *replay, reel_sink sink,
                                    const reel_plot_options *options, reel_error *error);

/* Draws what is there at one time: of Beat Saber head, hands, sabers and notes; of DDNet the tees around the one that moved last; of Echo
 * VR players and disc; of Geometry Dash the inputs around the time.
 *
 * time     in seconds, as in the rows of the replay; NaN: a time is chosen at which much happens
 * replay, sink, options, error   as in reel_plot_draw. With `who` in DDNet and Echo VR the picture follows that player, who has to be there
 * at the time: otherwise REEL_ARGUMENT (plot.who)
 *
 * Returns REEL_OK; REEL_END if the replay has nothing at that time (nothing is written); REEL_ARGUMENT if there is no scene for the
 * format, or an option is out of range; REEL_MEMORY; REEL_LIMIT; or the failure of the sink. */
REEL_API reel_status reel_plot_scene(const reel_replay *replay, double time, reel_sink sink, const reel_plot_options *options,
                                     reel_error *error);

/* A frame of a clip. Valid until the function that receives it returns. */
typedef struct reel_plot_frame {
    uint32_t number; /* from 0 */
    uint32_t count;  /* frames of the clip: the same for each */
    double time;     /* in seconds, as in the rows of the replay */
    const char *svg; /* the document; not terminated */
    size_t size;     /* its bytes */
} reel_plot_frame;

/* Receives a frame of a clip.
 *
 * context  as given to reel_plot_clip
 * frame    never NULL
 * error    to be filled if the function fails; never NULL
 *
 * Return REEL_OK to go on. Any other status ends the clip, and reel_plot_clip returns it. */
typedef reel_status reel_on_plot_frame(void *context, const reel_plot_frame *frame, reel_error *error);

/* Draws a clip: scenes at times one after the other, all of the same size. The picture follows one player throughout, and never changes
 * its scale: in DDNet it moves with the tee if that leaves the picture, in Echo VR it holds the whole part of the match.
 *
 * time     of the first frame, in seconds, as in the rows of the replay; NaN: the clip is around the time that reel_plot_scene chooses
 * length   in seconds, above 0, at most 60. The clip is shorter if the replay begins after its start or ends before its end
 * rate     frames per second, from 1 to 60; at most 1200 frames in all
 * on_frame receives each frame, in the order of their times, on the calling thread
 * context  passed to on_frame
 * replay, options, error   as in reel_plot_scene
 *
 * The same replay and arguments always give the same bytes. The statistics that a scene needs are computed once.
 *
 * Returns REEL_OK, after at least one frame; REEL_END if the replay has nothing between these times (no frame is drawn);
 * REEL_ARGUMENT as reel_plot_scene, or if the length or the rate is out of range (plot.clip); REEL_MEMORY; REEL_LIMIT; or the status
 * with which on_frame ended the clip. */
REEL_API reel_status reel_plot_clip(const reel_replay *replay, double time, double length, uint32_t rate,
                                    reel_on_plot_frame *on_frame, void *context, const reel_plot_options *options,
                                    reel_error *error);

/* Writes a report: one HTML document with sentences about the replay, all its plots, and the tables of its statistics. It refers to
 * nothing outside itself, has no scripts, and is at most 100 rows per table long.
 *
 * replay   a loaded replay of a format that has plots; not modified
 * sink     receives the document. The call owns it: it is committed on success and discarded otherwise
 * options  NULL: defaults. With `who`, only the plots that can show one player are drawn. `width` and `height` are those of the plots
 * error    receives the error; may be NULL
 *
 * The same replay and options always give the same bytes.
 *
 * Returns REEL_OK, also if no plot has anything to draw; REEL_ARGUMENT if the format has no plots, an option is out of range, or there
 * is no such player; REEL_MEMORY; REEL_LIMIT; or the failure of the sink. */
REEL_API reel_status reel_plot_report(const reel_replay *replay, reel_sink sink, const reel_plot_options *options,
                                      reel_error *error);

#ifdef __cplusplus
}
#endif

#endif
