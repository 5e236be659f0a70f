/* SPDX-License-Identifier: MIT
 * Whether the motion of a play supports its cuts: what is collected, what is fitted, and what is found. docs/evidence.md has the rules. */
#ifndef INSIGHT_BEATSABER_EVIDENCE_H
#define INSIGHT_BEATSABER_EVIDENCE_H

#include "game/beatsaber/note.h"
#include "game/beatsaber/swing.h"
#include "insight/beatsaber/evidence_bounds.h"
#include "insight/beatsaber/play.h"

#define EVIDENCE_NO_FRAME UINT32_MAX

/* A frame that can be compared: its numbers are finite, and its time is not before that of the last one. */
typedef struct evidence_pose {
    reel_vec3 head;
    reel_pose hands[2];
    float time;
    int32_t fps;  /* as stated; 0: unknown */
    bool whole;   /* both rotations are ones */
    uint32_t row; /* in the table of frames */
} evidence_pose;

/* What an event claims. One per note of play_state. */
typedef struct evidence_claim {
    reel_vec3 point, normal;
    float time, spawn_time, distance, before, after, deviation;
    uint32_t row;
    uint32_t frame; /* index of the pose, or EVIDENCE_NO_FRAME */
    uint8_t kind, scoring, saber, line, layer, color, direction, known;
    bool stated;  /* the event has a cut */
    bool has_cut; /* with finite numbers */
    bool twice;   /* the same note was cut before */
} evidence_claim;

/* What the height of the player adds to the layers of notes, from this time on. */
typedef struct evidence_height {
    float time;
    double height;
} evidence_height;

/* Of a good cut in a frame of its own, for a fit. */
typedef struct evidence_sample {
    const evidence_claim *claim;
    const evidence_pose *pose;
} evidence_sample;

typedef struct evidence_fit {
    const play_evidence *evidence;
    note_flight flight;
    swing_grip grips[2];
    bool unknown_grips[2]; /* the saber may be anywhere in this hand */
    double speed;          /* of the song */
    bool has_grid;         /* most notes are where grid, time and head put them */
    bool has_jump;         /* the distance of the jump is known: so are y and z */
    bool follows;          /* the height of the notes follows that of the player, which was measured during the play */
    bool resampled;        /* the frames are not those of the game */
    bool rounded;          /* the numbers of the replay were rounded */
} evidence_fit;

typedef struct evidence_result {
    evidence_fit fit;
    beatsaber_cut *rows; /* one per claim */
    size_t count;
    beatsaber_evidence sum;
    uint32_t reasons[BEATSABER_NO_NUMBERS + 1]; /* good cuts by reason */
} evidence_result;

/* ---- collecting (evidence.c) ------------------------------------------------------------------------------------ */

/* Called for notes and frames, if play->evidence.wanted. False: out of memory. */
bool play_evidence_note(play_state *play, const play_note *note, const play_cut *cut);
bool play_evidence_frames(play_state *play, const bsor_frame *frames, size_t count);
bool play_evidence_height(play_state *play, float time, float height);

/* ---- fitting (evidence_fit.c) ----------------------------------------------------------------------------------- */

/* Whether the sample is one: a good cut with a cut in a frame that is not the first. */
bool evidence_sample_of(const play_evidence *evidence, const evidence_claim *claim, evidence_sample *sample);
/* Finds the constants of the play. `scratch` has room for as many keys as twice the claims. */
void evidence_fit_play(const play_state *play, play_key *scratch, evidence_fit *fit);
/* Fits where the saber is in the hand, if it is not plainly there. False: it is not, and there are too few cuts to fit it. */
bool evidence_fit_grip(const play_evidence *evidence, uint8_t hand, swing_grip *grip);
/* The note of a claim, as far as the constants of the play tell; false: its place in the grid is unknown. `start_layer` is 0. */
bool evidence_spot(const evidence_claim *claim, note_spot *spot);
/* How the note flies: with its own height, if heights were measured. */
note_flight evidence_flight(const evidence_fit *fit, const note_spot *spot);
/* How far a point is from the line through the point of the cut along its normal, m. A false distance from the center has no part in it. */
double evidence_off_line(const evidence_claim *claim, space_vec point);
/* Where the note was when it was cut. The start layer is the one that fits the cut best. */
space_vec evidence_center(const evidence_fit *fit, note_spot *spot, const evidence_sample *sample);
/* The center that the cut claims: on the side of the plane where `grid_x` is nearer. */
space_vec evidence_claimed_center(const evidence_claim *claim, double grid_x);

/* ---- judging one cut (evidence_judge.c) ------------------------------------------------------------------------- */

typedef struct evidence_judge {
    play_state *play;
    const evidence_claim *claims;
    const evidence_pose *poses;
    size_t claim_count, pose_count;
    swing_frame *frames[2]; /* as many as poses */
    evidence_bounds bounds;
    bool other_swings; /* the ratings are not those of the rules throughout */
    evidence_result *result;
} evidence_judge;

swing_rating evidence_rate(const evidence_judge *j, const evidence_claim *claim, const note_spot *spot, space_vec center);
double evidence_normal_difference(const evidence_claim *claim, const swing_frame *frame);
double evidence_before(const beatsaber_cut *row);
double evidence_after(const beatsaber_cut *row);
/* Fills the row of a claim, but for the decision. */
void evidence_compare(const evidence_judge *j, size_t at);
void evidence_decide(const evidence_judge *j, size_t at);
/* Whether there are frames before and at or after a time. */
bool evidence_covers(const evidence_judge *j, float time);

/* ---- judging the play (evidence_run.c) -------------------------------------------------------------------------- */

/* Computes the rows and their sums. False: out of memory. Call evidence_free in either case. */
bool evidence_run(play_state *play, evidence_result *result);
void evidence_free(play_state *play, evidence_result *result);

/* ---- the clock (evidence_rate.c) -------------------------------------------------------------------------------- */

/* How fast the times of the frames go by, for the frame rates that they state: the median. 0: they state none. False: out of memory. */
bool evidence_rate_of(const play_state *play, float *rate);
/* Whether that is another rate than the speed of the song. */
bool evidence_rate_differs(float rate, double speed);

/* ---- repeated motion (evidence_repeat.c) ------------------------------------------------------------------------ */

/* Counts frames in which a hand moves as in earlier ones, for a tenth of a second and of a metre at least: of the hand with more of them.
 * False: out of memory. */
bool evidence_repeats(const play_state *play, uint32_t *frames);

/* ---- sums (evidence_sum.c) -------------------------------------------------------------------------------------- */

/* Fills `result->sum` from the rows. False: out of memory. */
bool evidence_sum(play_state *play, evidence_result *result);

#endif
