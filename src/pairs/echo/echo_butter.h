/* SPDX-License-Identifier: MIT
 * What the parts of the conversion from .echoreplay to .butter share. */
#ifndef PAIRS_ECHO_ECHO_BUTTER_H
#define PAIRS_ECHO_ECHO_BUTTER_H

#include "formats/echo/butter/fit.h"
#include "pairs/echo/butter.h"

#include <reel/echoreplay.h>

enum { ECHO_INTERVAL = 300 /* frames per block */ };

typedef struct recording {
    butter_info info; /* its strings are not kept */
    bool begun;
    bool faithful;     /* write what the public encoder writes */
    uint32_t frames;   /* converted so far */
    int32_t rounds[3]; /* blue, orange and total, in the first frame */
    unsigned players;  /* in the roster; the arrays start at 1 */
    uint64_t userids[256];
    uint16_t numbers[256], levels[256];
    error_sum axes;      /* axes that are not exactly a rotation: those of the text are rounded */
    uint64_t names[256]; /* hashes, to find players by name and to notice a new name */
} recording;

/* The rows of one frame in the input. */
typedef struct frame_slice {
    const echoreplay_frame *frame;
    const echoreplay_team *teams;
    const echoreplay_player *players;
    const echo_bone *bones;
    size_t team_count, player_count, bone_count;
} frame_slice;

static inline bool recording_is_arena(const recording *r) { return r->info.map == BUTTER_ARENA; }
static inline bool recording_is_combat(const recording *r)
{
    return r->info.map >= BUTTER_FISSION && r->info.map <= BUTTER_GAUSS;
}

/* echo_header.c: makes the header from the first frame. The roster grows as players appear. */
void reel__echo_begin(pair_job *job, recording *r, const echoreplay_frame *f);
/* The roster number of a player, 0 if the roster is full. Normally players are distinguished by account, so that a new name is
 * not a new player. The public encoder distinguishes them by name. */
uint8_t reel__echo_number(pair_job *job, recording *r, const echo_player *p);
/* The roster number of a player who is only named in the frame: the scorer of a goal. 0 if unknown. */
uint8_t reel__echo_scorer(const recording *r, const frame_slice *s, reel_string name);

/* echo_losses.c: reports values that the target cannot hold. */
void reel__echo_lose_frame(pair_job *job, const recording *r, const echoreplay_frame *f);
void reel__echo_lose_player(pair_job *job, const recording *r, const echoreplay_player *p);

#endif
