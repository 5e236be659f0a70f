/* SPDX-License-Identifier: MIT
 * The plots of DDNet games. */
#ifndef PLOT_DDNET_GAME_H
#define PLOT_DDNET_GAME_H

#include "plot/canvas.h"

#include <reel/ddnet.h>
#include <reel/teehistorian.h>

extern const reel_plot reel__plot_tiles, reel__plot_online, reel__plot_sessions, reel__plot_tee_paths, reel__plot_tee_routes,
    reel__plot_tee_speed;
extern const reel_format *const reel__ddnet_formats[];

static inline double ddnet_seconds(double ticks) { return ticks / TEEHISTORIAN_TICKS_PER_SECOND; }

/* Runs the insight for some of its tables. The caller frees *result. */
reel_status reel__ddnet_analyse(const reel_canvas *canvas, const reel_replay *replay, const reel_table *const *tables,
                                const reel_replay **result, reel_error *error);
/* Positions and inputs: those of a recording, or as rows of one what a demo or a ghost shows. reel__ddnet_motion_drop in either case. */
typedef struct ddnet_motion {
    const reel_replay *replay, *own; /* own: NULL for a recording */
} ddnet_motion;
reel_status reel__ddnet_motion(const reel_canvas *canvas, const reel_replay *replay, ddnet_motion *motion, reel_error *error);
void reel__ddnet_motion_drop(const reel_canvas *canvas, const ddnet_motion *motion);
/* The tick at which time begins: 0, or of a demo or a ghost that of the first session. */
double reel__ddnet_begin(const reel_replay *replay, const ddnet_session *sessions, size_t count);
const char *reel__ddnet_time_name(const reel_replay *replay);
/* Makes the heading. `detail` holds its second line and must live as long as the heading. */
plot_heading reel__ddnet_heading(const reel_replay *replay, const char *description, double width, double height,
                                 plot_label *detail);

/* Whether a session is that of a player: one with the same name, or the same client if neither has a name. */
bool reel__ddnet_same_player(const ddnet_session *session, reel_string name, int32_t cid);
/* Whether a name is the one that is asked for. */
bool reel__ddnet_has_name(reel_string name, const char *who);
/* The slot that is asked for by its number; -1: it is none. */
int32_t reel__ddnet_number(const char *who);
void reel__ddnet_player_label(plot_label *label, reel_string name, int32_t cid);

#endif
