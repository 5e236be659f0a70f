/* SPDX-License-Identifier: MIT
 * Functions shared by the plots of Echo VR: the rows of any of its formats, headings and legends. */
#ifndef PLOT_ECHO_MATCH_H
#define PLOT_ECHO_MATCH_H

#include <reel/milk.h>

#include "plot/axis.h"
#include "plot/legend.h"

extern const reel_plot reel__plot_echo_arena, reel__plot_echo_heat, reel__plot_echo_score, reel__plot_echo_disc;
extern const reel_format *const reel__match_formats[];

/* Rows of a format. Each begins with the struct that all formats of the game share. */
typedef struct match_rows {
    const uint8_t *rows;
    size_t count, size; /* of a row */
} match_rows;

typedef struct match_view {
    match_rows frames, teams, players;
    const char *who; /* the player to show, by name or account id; NULL: all */
    bool arena;      /* the map is the Arena */
    bool has_keys;   /* rows of players are echoreplay_player */
    bool has_speeds; /* the velocity of the disc is recorded; otherwise only its position */
    reel_string map, recorder;
} match_view;

/* Opens the rows of a replay. Returns false if there are no frames. */
bool reel__match_open(match_view *view, const reel_replay *replay);

static inline const echo_frame *match_frame(const match_view *view, size_t i)
{
    return (const echo_frame *)(const void *)(view->frames.rows + i * view->frames.size);
}
static inline const echo_player *match_player(const match_view *view, size_t i)
{
    return (const echo_player *)(const void *)(view->players.rows + i * view->players.size);
}

/* Where a player's head is: NaN if the row does not say. Until mid-2020 the game's API had one position for each player. */
reel_vec3 reel__match_head(const match_view *view, const echo_player *player);

/* Returns true if the position of a row is shown: its player is in one of the teams, and is the selected one. */
bool reel__match_shows(const match_view *view, const echo_player *player);
/* Selects the player of the options. REEL_ARGUMENT (plot.who) if not found. */
reel_status reel__match_choose(match_view *view, const reel_canvas *canvas, reel_error *error);

/* Makes the heading. `detail` holds its second line and must live as long as the heading. */
plot_heading reel__match_heading(const match_view *view, const char *description, double width, double height,
                                 plot_label *detail);

extern const plot_ink reel__match_inks[2]; /* blue, orange */

/* Returns true if the step between two positions is a jump (a respawn, a new round), which is not drawn as a line. */
bool reel__match_jumps(reel_vec3 from, reel_vec3 to, double seconds);
/* The distance between two positions, m. */
double reel__match_distance(reel_vec3 a, reel_vec3 b);

/* Returns true for a plausible time: within a day. */
static inline bool match_time_usable(double time) { return time >= 0 && time <= 86400; }
/* The largest plausible time of the frames. */
double reel__match_end(const match_view *view);

#endif
