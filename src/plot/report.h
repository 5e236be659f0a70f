/* SPDX-License-Identifier: MIT
 * The report: sentences about a replay, its pictures, and the tables of its insights as one HTML document. */
#ifndef PLOT_REPORT_H
#define PLOT_REPORT_H

#include "canvas.h"

typedef enum report_kind { REPORT_FACT, REPORT_GOOD, REPORT_BAD, REPORT_KINDS } report_kind;

/* The list that is being written. */
typedef struct plot_report {
    reel_output *out;
    report_kind kind;
    size_t lines; /* written */
} plot_report;

/* Writes a sentence if the list being written is of this kind. */
void reel__report_say(plot_report *report, report_kind kind, const plot_label *sentence);

/* What the report knows about the replays of a game beyond their tables. */
typedef struct plot_family {
    const reel_format *const *formats;
    const reel_insight *insight;
    const reel_table *const *asked; /* its tables on request that a report shows; NULL: none */
    /* The title and what follows it. `detail` holds text and must live as long as the heading. */
    plot_heading (*name)(const reel_replay *replay, plot_label *detail);
    /* Says what is in the result of the insight, once for each kind of list. */
    void (*say)(plot_report *report, const reel_replay *result);
} plot_family;

extern const plot_family reel__play_family, reel__macro_family, reel__ddnet_family, reel__match_family;
/* The family of a format, or NULL. */
const plot_family *reel__plot_family_of(const reel_format *format);

/* Draws a plot; `time` is that of a scene. As reel_plot_draw. */
reel_status reel__plot_draw_at(const reel_plot *plot, const reel_replay *replay, double time, reel_sink sink,
                               const reel_plot_options *options, reel_error *error);
/* Refuses arguments that no drawing takes. */
reel_status reel__plot_check(const reel_plot *plot, const reel_replay *replay, const reel_plot_options *options,
                             reel_error *error);
/* Makes a canvas for a plot from options that reel__memory_options has completed. */
reel_canvas reel__canvas_of(const reel_plot *plot, const reel_plot_options *options);
reel_status reel__plot_options_check(const reel_plot_options *options, reel_error *error);
/* Returns true if the plot can draw the format. */
bool reel__plot_draws(const reel_plot *plot, const reel_format *format);

#endif
