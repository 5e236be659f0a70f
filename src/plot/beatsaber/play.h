/* SPDX-License-Identifier: MIT
 * What the plots of Beat Saber plays share. */
#ifndef PLOT_BEATSABER_PLAY_H
#define PLOT_BEATSABER_PLAY_H

#include <reel/beatsaber.h>
#include <reel/scoresaber.h>

#include "plot/axis.h"

extern const reel_plot plot_score, plot_energy, plot_cuts, plot_timing, plot_grid, plot_paths;
extern const reel_format *const play_formats[];

/* The heading of a play; `detail` holds its second line and must live as long. */
plot_heading play_heading(const reel_replay *replay, const char *description, double width, double height,
                          plot_label *detail);

/* A line at the foot of the picture that says what is not in it. */
void play_note(reel_canvas *canvas, plot_box room, const char *text);

/* What the insight found out about a play. */
typedef struct play_facts {
    reel_replay *result;
    const beatsaber_summary *summary;
    const beatsaber_event *events;
    size_t event_count;
    const bsor_note *notes;            /* of the replay, or NULL: its format has others */
    const scoresaber_note *other_notes;
    size_t note_count;                 /* notes with a cut: 0 where the format has none */
} play_facts;

/* REEL_END where there was no event. */
reel_status play_analyse(reel_canvas *canvas, const reel_replay *replay, play_facts *facts, reel_error *error);

typedef enum play_side { LEFT_HAND, RIGHT_HAND, HANDS } play_side;
extern const plot_ink play_inks[HANDS];
extern const char *const play_hands[HANDS];

/* Whose event it was: by the colour of the note, or where that is not known by the saber that cut; HANDS: nobody knows. */
play_side play_side_of(const play_facts *facts, const beatsaber_event *event);

/* The cut of an event, or false where there is none. */
typedef struct play_cut_facts { double time_deviation; bool right; } play_cut_facts;
bool play_cut_of(const play_facts *facts, const beatsaber_event *event, play_cut_facts *cut);

/* A time of the song that a picture can have: within a day. Files say other things too. */
bool play_time_usable(double time);

/* Numbers of values that fall on equal steps. */
typedef struct play_bins {
    uint64_t counts[HANDS][240];
    size_t used;    /* bins */
    size_t hidden;  /* of these the first ones, which are counted but not drawn */
    double first;   /* where the first one begins */
    double width;
    uint64_t outside; /* values that fell on none */
    double sum[HANDS]; /* of the values that fell on one */
} play_bins;

void play_bins_add(play_bins *bins, play_side side, double value);
uint64_t play_bins_total(const play_bins *bins, play_side side);
/* Two panels, the left hand above the right one, with a common scale. `unit` follows the mean in their names; `name` is that of
 * the axis below. */
void play_bins_draw(reel_canvas *canvas, plot_box room, const play_bins *bins, int decimals, const char *unit, const char *name);

#endif
