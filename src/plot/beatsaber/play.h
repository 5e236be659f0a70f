/* SPDX-License-Identifier: MIT
 * Functions shared by the plots of Beat Saber plays. */
#ifndef PLOT_BEATSABER_PLAY_H
#define PLOT_BEATSABER_PLAY_H

#include <reel/beatsaber.h>
#include <reel/scoresaber.h>
#include <reel/xror.h>

#include "insight/beatsaber/frames.h"
#include "plot/axis.h"

extern const reel_plot reel__plot_score, reel__plot_energy, reel__plot_cuts, reel__plot_timing, reel__plot_grid, reel__plot_paths,
    reel__plot_heart, reel__plot_evidence, reel__plot_map, reel__plot_sections;
extern const reel_format *const reel__play_formats[];

/* Makes the heading of a play. `detail` holds its second line and must live as long as the heading. */
plot_heading reel__play_heading(const reel_replay *replay, const char *description, double width, double height,
                                plot_label *detail);

/* Draws a line at the bottom of the picture: what is not shown. */
void reel__play_note(reel_canvas *canvas, plot_box room, const char *text);

/* The results of the insight. */
typedef struct play_facts {
    const reel_replay *result;
    const beatsaber_summary *summary; /* NULL with NEEDS_FRAMES */
    const beatsaber_event *events;
    size_t event_count;
    collected_play collected;
} play_facts;

/* What a plot draws beside events: their hands, which most events have; the cuts, too; or the frames, too. */
typedef enum play_need { NEEDS_HANDS, NEEDS_CUTS, NEEDS_FRAMES } play_need;

/* Runs the insight, and collects what is needed. Returns REEL_END if there are no events; the caller frees the facts in any case. */
reel_status reel__play_analyse(reel_canvas *canvas, const reel_replay *replay, play_need need, play_facts *facts,
                               reel_error *error);
void reel__play_facts_free(const reel_canvas *canvas, play_facts *facts);

typedef enum play_side { LEFT_HAND, RIGHT_HAND, HANDS } play_side;
extern const plot_ink reel__play_inks[HANDS];
extern const char *const reel__play_hands[HANDS];

/* The hand of an event: by note colour, or by the saber of the cut if the colour is unknown. HANDS: unknown. */
play_side reel__play_side_of(const play_facts *facts, const beatsaber_event *event);

/* The cut of an event. NULL: it has none. */
const collected_cut *reel__play_cut_of(const play_facts *facts, const beatsaber_event *event);

/* ---- poses -------------------------------------------------------------------------------------------------------- */

typedef enum play_part { POSE_LEFT, POSE_RIGHT, POSE_HEAD } play_part; /* the hands as in play_side */

static inline const reel_pose *play_pose(const bsor_frame *frame, play_part part)
{
    return part == POSE_LEFT ? &frame->left_hand : part == POSE_RIGHT ? &frame->right_hand : &frame->head;
}

/* ---- what is plausible ------------------------------------------------------------------------------------------- */

/* Returns true for a plausible song time: within a day. */
bool reel__play_time_usable(double time);

/* Returns true for a heart rate that a person can have, at a plausible time. A monitor that lost contact sends 0. */
bool reel__play_heart_usable(const beatsaber_heart_rate *row);

/* A histogram per hand, with bins of equal width. */
typedef struct play_bins {
    uint64_t counts[HANDS][240];
    size_t used;   /* bins */
    size_t hidden; /* the first of these, which are counted but not drawn */
    double first;  /* lower end of the first bin */
    double width;
    uint64_t outside;  /* values in no bin */
    double sum[HANDS]; /* of the values in bins */
    bool has_means;    /* draw these means instead of those of the values in bins */
    double mean[HANDS];
} play_bins;

void reel__play_bins_add(play_bins *bins, play_side side, double value);
uint64_t reel__play_bins_total(const play_bins *bins, play_side side);
/* Draws two panels with a common scale, the left hand above the right one. `unit` is appended to the mean in their headings; `name`
 * is the name of the x axis. */
void reel__play_bins_draw(reel_canvas *canvas, plot_box room, const play_bins *bins, int decimals, const char *unit,
                          const char *name);

#endif
