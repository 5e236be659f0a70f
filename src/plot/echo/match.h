/* SPDX-License-Identifier: MIT
 * What the plots of Echo VR share: the rows of any of its formats, and what stands around a picture. */
#ifndef PLOT_ECHO_MATCH_H
#define PLOT_ECHO_MATCH_H

#include <reel/milk.h>

#include "plot/axis.h"

extern const reel_plot plot_echo_arena, plot_echo_heat, plot_echo_score, plot_echo_disc;
extern const reel_format *const match_formats[];

/* Rows of a format: each begins with what all formats of the game have. */
typedef struct match_rows {
    const uint8_t *rows;
    size_t count, size; /* of a row */
} match_rows;

typedef struct match_view {
    match_rows frames, teams, players;
    const char *who; /* the player whose places are shown, by name or account; NULL: all */
    bool arena;      /* the map is the Arena */
    bool has_speeds; /* of the disc; else only its places are known */
    reel_string map, recorder;
} match_view;

/* False where there are no frames. */
bool match_open(match_view *view, const reel_replay *replay);

static inline const echo_frame *match_frame(const match_view *view, size_t i)
{
    return (const echo_frame *)(const void *)(view->frames.rows + i * view->frames.size);
}
static inline const echo_team *match_team(const match_view *view, size_t i)
{
    return (const echo_team *)(const void *)(view->teams.rows + i * view->teams.size);
}
static inline const echo_player *match_player(const match_view *view, size_t i)
{
    return (const echo_player *)(const void *)(view->players.rows + i * view->players.size);
}

/* Whether the places of a row are shown: of a player of the two teams, and of the one that was asked for. */
bool match_shows(const match_view *view, const echo_player *player);
/* Finds the player that was asked for: REEL_ARGUMENT where there is nobody. */
reel_status match_choose(match_view *view, const reel_canvas *canvas, reel_error *error);

/* The heading; `detail` holds its second line and must live as long. */
plot_heading match_heading(const match_view *view, const char *description, double width, double height, plot_label *detail);

/* A line of a legend: how a thing is drawn, and what it is. */
typedef struct match_key {
    plot_pen pen;
    plot_ink ink;
    const char *text;
} match_key;
/* Keys side by side, ending at `right`. */
void match_legend(reel_canvas *canvas, double right, double y, const match_key *keys, size_t count);

extern const plot_ink match_inks[2]; /* blue, orange */

/* Whether no line should join two places: nobody goes so far so fast, but a respawn or a new round puts one there. */
bool match_jumps(reel_vec3 from, reel_vec3 to, double seconds);
/* The distance of two places, m. */
double match_distance(reel_vec3 a, reel_vec3 b);

/* A time that a picture can have: within a day. */
static inline bool match_time_usable(double time) { return time >= 0 && time <= 86400; }
/* The last such time of the frames. */
double match_end(const match_view *view);

#endif
