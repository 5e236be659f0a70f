/* SPDX-License-Identifier: MIT
 * How much of its score the motion of a play shows: what is collected, what is fitted, and what is found. docs/evidence.md has the rules. */
#ifndef INSIGHT_BEATSABER_EVIDENCE_H
#define INSIGHT_BEATSABER_EVIDENCE_H

#include "game/beatsaber/note.h"
#include "game/beatsaber/swing.h"
#include "insight/beatsaber/evidence_bounds.h"
#include "insight/beatsaber/state.h"

#define EVIDENCE_NO_FRAME UINT32_MAX

/* A frame whose time is not before that of the last one. */
typedef struct evidence_pose {
    reel_vec3 head;
    reel_pose hands[2];
    float time;
    int32_t fps; /* as stated; 0: unknown */
    bool has_head, has_hand[2];
    uint32_t row; /* in the table of frames */
} evidence_pose;

/* What an event claims. One per note of play_state. */
typedef struct evidence_claim {
    reel_vec3 point, normal;
    float time, spawn_time, distance, before, after, deviation;
    float cut_time; /* of the frame of the cut: that of the event, but for early cuts */
    uint32_t row;
    uint32_t frame; /* index of the pose, or EVIDENCE_NO_FRAME */
    uint8_t kind, scoring, saber, line, layer, color, direction, known;
    uint8_t start_layer; /* of the note, by the notes of the same line and time */
    bool stated;         /* the event has a cut */
    bool has_cut;        /* with finite numbers */
    bool twice;          /* another cut is of the same note */
    bool early;          /* not shown, and its note is before those of all cuts of that time */
    bool shared;         /* the pass of the saber has cut another note in the same cell, which counts */
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

enum { EVIDENCE_TILTED = 1, EVIDENCE_UPRIGHT = 2 };

typedef struct evidence_fit {
    const play_evidence *evidence;
    note_flight flight;
    swing_grip grips[2];
    bool has_grip[2];       /* a mod moved the saber in this hand, and it is known where */
    bool unknown_grips[2];  /* the saber may be anywhere in this hand */
    double speed;           /* of the song */
    double stated_height;   /* what the height that the replay states adds to the layers */
    bool has_stated_height; /* it states one, or has measured heights */
    bool has_speed;         /* nearly all cuts agree on the speed of the notes */
    bool has_jump;          /* the distance of the jump is known: so are y and z */
    bool follows;           /* the height of the notes follows that of the player, which was measured during the play */
    bool resampled;         /* the frames are not those of the game */
    bool carried;           /* the map carries the player: poses are relative to a place that moves */
    unsigned versions;      /* EVIDENCE_...: whether notes are tilted in the stated version of the game; both: it is unknown */
    evidence_rounding rounding;
} evidence_fit;

struct level_map;
struct reenacted_object;

typedef struct evidence_result {
    evidence_fit fit;
    struct reenacted_object *objects;                /* level_reenact.h: one per object of the map; NULL: without one */
    uint32_t walls_passed;                           /* times that the head is in a wall of the map without an event */
    float wall_passed_at;                            /* s: the first of them */
    uint32_t hidden_bad, hidden_bombs, hidden_walls; /* what modifiers hid: beatsaber_level_reenacted */
    beatsaber_cut *rows;                             /* one per claim */
    size_t count;
    beatsaber_evidence sum;
    uint32_t reasons[BEATSABER_NO_NUMBERS + 1]; /* good cuts by reason */
} evidence_result;

/* ---- collecting (evidence.c) ------------------------------------------------------------------------------------ */

/* Called for notes and frames, if play->evidence.wanted. False: out of memory. */
bool reel__play_evidence_note(play_state *play, const reel__play_note *note, const play_cut *cut);
bool reel__play_evidence_frames(play_state *play, const bsor_frame *frames, size_t count);
bool reel__play_evidence_height(play_state *play, float time, float height);

/* ---- fitting (evidence_fit.c) ----------------------------------------------------------------------------------- */

/* Whether the sample is one: a good cut with a cut in a frame that is not the first, with the poses that it needs. */
bool reel__evidence_sample_of(const play_evidence *evidence, const evidence_claim *claim, evidence_sample *sample);
/* Finds the constants of the play. `scratch` has room for as many keys as twice the claims. */
void reel__evidence_fit_play(const play_state *play, play_key *scratch, evidence_fit *fit);
/* Fits where the saber is in the hand, if it is not plainly there. */
void reel__evidence_fit_grip(const play_evidence *evidence, uint8_t hand, evidence_fit *fit);
/* The note of a claim, as far as the constants of the play tell; false: its place in the grid is unknown. */
bool reel__evidence_spot(const evidence_claim *claim, note_spot *spot);
/* How the note flies: with its own height, if heights were measured. `stated`: as the replay states it, whatever its cuts claim. */
note_flight reel__evidence_flight(const evidence_fit *fit, const note_spot *spot, bool stated);
/* The time of the note less that of its cut, s. */
double reel__evidence_to_hit(const evidence_claim *claim);
/* How far a point is from the line through the point of the cut along its normal, m. A false distance from the center has no part in it. */
double reel__evidence_off_line(const evidence_claim *claim, space_vec point);
/* Where the note was when it was cut. The start layer is the one that fits the cut best. */
space_vec reel__evidence_center(const evidence_fit *fit, note_spot *spot, const evidence_sample *sample);
/* The center that the cut claims: on the side of the plane where `grid_x` is nearer. */
space_vec reel__evidence_claimed_center(const evidence_claim *claim, double grid_x);

/* ---- faults of recorders (evidence_late.c) ----------------------------------------------------------------------- */

/* Gives the poses back to their frames, if the recorder stored each one frame late. The frames of the claims are known. */
void reel__evidence_undo_delay(play_state *play, const evidence_rounding *rounding);

/* ---- rounded poses (evidence_round.c) --------------------------------------------------------------------------- */

/* Measures whether the poses were rounded after the play, by all columns. False: out of memory. */
bool reel__evidence_find_rounding(const play_state *play, evidence_rounding *rounding);
/* How far the motion of a rounded play may be from that of the play, at a cut whose note has its center there. */
evidence_bounds reel__evidence_slack(const evidence_rounding *rounding, const swing_frame *frame, space_vec center);

/* ---- judging one cut (evidence_judge.c) ------------------------------------------------------------------------- */

/* Rotations of notes that were computed: each is needed many times. [1]: of tilted ones. */
typedef struct evidence_owns {
    note_own data[2][NOTE_OWNS];
    bool made[2][NOTE_OWNS];
} evidence_owns;

typedef struct evidence_judge {
    play_state *play;
    evidence_claim *claims;
    const evidence_pose *poses;
    size_t claim_count, pose_count;
    swing_frame *frames[2]; /* as many as poses */
    swing_frame *plain[2];  /* the same with a plain grip; NULL: that is the grip */
    evidence_owns *owns;
    bool other_swings; /* the ratings are not those of the rules throughout */
    evidence_result *result;
} evidence_judge;

/* The swing of a cut in the frame of the claim, of a note that flies so. */
swing_rating reel__evidence_rate(const evidence_judge *j, const evidence_claim *claim, const swing_frame *frames,
                                 const note_flight *flight, const note_spot *spot, space_vec center);
double reel__evidence_normal_difference(const evidence_claim *claim, const swing_frame *frame);
/* How much better the stated rating is, of ratings capped to 1. */
double reel__evidence_before(const beatsaber_cut *row);
/* Fills the row of a claim, but for the decision. */
void reel__evidence_compare(const evidence_judge *j, size_t at);
/* Whether cuts are so far from the saber that the map must have carried the player. */
bool reel__evidence_is_carried(const evidence_judge *j);
void reel__evidence_decide(const evidence_judge *j, size_t at);
/* Whether there are frames before and at or after a time. */
bool reel__evidence_covers(const evidence_judge *j, float time);
/* How far the ratings of the first cuts are from the claimed ones, if notes are tilted or not. */
double reel__evidence_rating_errors(const evidence_judge *j, bool tilted);

/* A note turns to the head until its time; after that it stays as it was in the last frame before, which is this one. */
uint32_t reel__evidence_look_frame(const evidence_judge *j, const evidence_claim *claim);
/* How a note is turned when it is cut. */
space_turn reel__evidence_turn(const evidence_judge *j, const evidence_claim *claim, const note_flight *flight,
                               const note_spot *spot, space_vec center);

/* ---- the frame of a cut (evidence_touch.c) ----------------------------------------------------------------------- */

typedef struct evidence_span {
    uint32_t first, last; /* frames */
} evidence_span;

/* The frames in which the game may have found the cut, with that of the claim. */
evidence_span reel__evidence_touches(const evidence_judge *j, const evidence_claim *claim, const note_spot *spot);
/* The claim as if the cut had been in another frame. */
evidence_claim reel__evidence_claim_at(const evidence_judge *j, const evidence_claim *claim, uint32_t frame);

/* ---- passes of a saber (evidence_pass.c) ------------------------------------------------------------------------ */

/* Finds the start layers of notes. `keys` has room for twice the claims, here and below. */
void reel__evidence_find_layers(const evidence_judge *j, play_key *keys);
/* Marks cuts of notes that another one cuts, too. */
void reel__evidence_mark_twice(const evidence_judge *j, play_key *keys);
/* One pass of a saber through a place is one cut: the first of them shows the least points of all, and the others nothing. */
void reel__evidence_share_passes(const evidence_judge *j, play_key *keys);

/* ---- judging the play (reel__evidence_run.c) -------------------------------------------------------------------------- */

/* Computes the rows and their sums, and re-enacts a map, if there is one. False: out of memory. Call reel__evidence_free in either case. */
bool reel__evidence_run(play_state *play, const struct level_map *map, evidence_result *result);
void reel__evidence_free(play_state *play, evidence_result *result);

/* ---- the clock (evidence_rate.c) -------------------------------------------------------------------------------- */

/* Fills the rate of the play and the number of frames that go by at another one. False: out of memory. */
bool reel__evidence_find_rates(const play_state *play, double speed, beatsaber_evidence *sum);

/* ---- repeated motion (evidence_repeat.c) ------------------------------------------------------------------------ */

/* Counts frames in which a hand moves as in earlier ones, for a tenth of a second and of a metre at least: of the hand with more of them.
 * False: out of memory. */
bool reel__evidence_repeats(const play_state *play, uint32_t *frames);
/* The same but for noise, for 0.8 s and 1.6 m of the tip at least (evidence_again.c). `sabers`: of each hand, the frames of all poses, of a saber that is
 * plainly in the hand. Raises *frames to their number. */
bool reel__evidence_happens_again(const play_state *play, const swing_frame *const sabers[2], uint32_t *frames);

/* ---- sums (reel__evidence_sum.c) -------------------------------------------------------------------------------------- */

/* The score of notes in this order, which counts for those of one time. False: out of memory. */
bool reel__evidence_score_of(const play_state *play, const reel__play_note *notes, size_t count, int64_t *score);
/* Fills `result->sum` from the rows. False: out of memory. */
bool reel__evidence_sum(const evidence_judge *j, play_key *keys);
/* Whether so many cuts are against the play that it is no fault of a recording. */
bool reel__evidence_is_against(const beatsaber_evidence *sum);

#endif
