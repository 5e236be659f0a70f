/* SPDX-License-Identifier: MIT
 * A play in a form independent of its format: notes and walls with their points, the sums over them, and the motion. A feed
 * (feed.h) fills it from chunks; walk.c then processes the events in order of time. */
#ifndef INSIGHT_BEATSABER_STATE_H
#define INSIGHT_BEATSABER_STATE_H

#include <reel/beatsaber.h>

#include "game/beatsaber/recorder.h"
#include "insight/beatsaber/order.h"
#include "insight/beatsaber/score.h"

#include <math.h>

enum { CELL_COUNT = 12, LEFT = 0, RIGHT = 1, NO_HAND = 2, NO_CELL = 255 };

/* Bit for bit: NaN equals itself, and -0 is not 0. */
static inline bool play_same_position(const reel_vec3 *a, const reel_vec3 *b)
{
    return reel_float_bits(a->x) == reel_float_bits(b->x) && reel_float_bits(a->y) == reel_float_bits(b->y) &&
           reel_float_bits(a->z) == reel_float_bits(b->z);
}

/* A note or bomb. */
typedef struct play_note {
    uint32_t id; /* equal for notes of equal appearance */
    uint32_t row;
    float time, spawn_time;
    float before_cut_rating, after_cut_rating;
    uint8_t kind;    /* beatsaber_event_kind */
    uint8_t scoring; /* below SCORING_COUNT */
    uint8_t hand;    /* by colour; NO_HAND if unknown */
    uint8_t cell;    /* layer * 4 + line, or NO_CELL */
    uint8_t line, layer, color, direction;
    uint8_t known;                 /* BEATSABER_HAS_...: which of the above are known */
    uint8_t before, center, after; /* points of a good cut */
} reel__play_note;

/* The part of a cut that is needed for sums only. */
typedef struct play_cut {
    uint8_t saber; /* LEFT or RIGHT */
    float time_deviation;
    float saber_speed, distance; /* distance from the center */
    bool no_deviation;           /* time_deviation means nothing */
    bool missing;                /* the event has no cut */
    reel_vec3 point, normal;
} play_cut;

/* A cut without a place, a plane and a speed was not recorded: converters write it that know the points only. */
static inline bool play_cut_is_blank(const play_cut *cut)
{
    const reel_vec3 *p = &cut->point, *n = &cut->normal;
    return p->x == 0 && p->y == 0 && p->z == 0 && n->x == 0 && n->y == 0 && n->z == 0 && cut->saber_speed == 0;
}

typedef struct play_wall {
    uint32_t id;
    uint32_t row;
    float time, spawn_time; /* the later and the earlier of its times */
    float energy;           /* at the end of the contact; if `drains`, the loss */
    bool drains;
    bool unset; /* its energy is 0, as recorders leave it until the head is out of the wall */
} play_wall;

/* Above the range of energy: it is unknown, and stays what it is. */
#define PLAY_ENERGY_UNKNOWN 2.0f
#define PLAY_NO_ROW UINT32_MAX

typedef struct play_pause {
    float time;
    int64_t duration;
} play_pause;

/* Sums over good cuts in file order. They are float32, as in the public statistics. */
typedef struct play_sums {
    float timing, points, time_dependence, preswing, postswing, before, center, after;
    uint32_t timings, points_count, time_dependences, befores, afters;
} play_sums;

/* The frames before the latest ones, and the coordinates of the trackers, that motion.c keeps. */
enum { PLAY_PAST_FRAMES = 3, PLAY_PLACES = 9 };

typedef struct play_motion {
    uint64_t row; /* of the next frame, without `skipped` */
    uint64_t kept;
    uint64_t skipped; /* frames of earlier attempts */
    float last_time;  /* of the last kept frame */
    double head[3];
    uint64_t head_count;
    uint64_t not_finite;
    uint64_t jitter_from, reset_from;          /* counted frames before these numbers are ignored */
    float past[PLAY_PLACES][PLAY_PAST_FRAMES]; /* places in the last frames that were kept, the latest one last */
    reel_vec3 offsets[2];                      /* of the controllers in the hands */
    bool wants_jitters, wants_resets;
    bool only_end;             /* nothing but `last_time` is wanted */
    play_list jitters, resets; /* beatsaber_jitter, beatsaber_origin_reset */
} play_motion;

/* Sums of values, less the first of them, and of their squares. */
typedef struct play_spread {
    uint64_t count;
    double first, sum, squares;
} play_spread;

/* What the check of signs looks at (signs.c). */
enum { PLAY_SIGN_VALUES = 3 };

/* Of a good cut: time deviation, saber speed, distance from the center. */
typedef struct play_sign_values {
    uint32_t bits[PLAY_SIGN_VALUES];
} play_sign_values;

typedef struct play_signs {
    bool wanted;
    play_list cuts;     /* play_sign_values, of each good cut that has them */
    play_spread timing; /* time deviations of these cuts, s */
    play_spread steps;  /* times between frames, s */
    uint64_t still;     /* frames with the head's position or rotation of the frame before */
    bool started;
    reel_pose head; /* of the last frame */
} play_signs;

/* ---- spans without motion ---------------------------------------------------------------------------------------- */

enum { PLAY_HEAD = 2, PLAY_TRACKERS = 3 }; /* after LEFT and RIGHT */

/* A good cut, for what needs its time and place only. */
typedef struct play_cut_time {
    float time;
    reel_vec3 point;
    uint8_t saber, cell; /* NO_CELL: unknown */
} play_cut_time;

typedef struct play_still_run {
    reel_vec3 position;
    float start, end;
    uint64_t row;
} play_still_run;

typedef struct play_stills {
    bool wanted, started;
    uint64_t row, skipped; /* of the next frame, without those of earlier attempts */
    play_still_run runs[PLAY_TRACKERS];
    play_list spans; /* beatsaber_still */
} play_stills;

/* ---- what cannot be ---------------------------------------------------------------------------------------------- */

typedef struct play_hands {
    float time;
    reel_vec3 hands[2];
} reel__play_hands;

typedef struct play_physics {
    bool wanted;
    play_list cuts, frames; /* play_cut_time, reel__play_hands */
    float last_time;        /* of the last frame */
    bool unsorted;          /* a frame is earlier than the one before */
    play_stills stills;
} play_physics;

/* ---- what the motion supports (evidence.h) ----------------------------------------------------------------------- */

typedef struct play_evidence {
    bool wanted;
    play_list claims, poses; /* evidence_claim, evidence_pose */
    play_list heights;       /* evidence_height, in order of time */
    uint64_t frame_rows;     /* read so far */
    uint32_t odd_frames;     /* with a pose that nothing can have */
} play_evidence;

/* ---- motion at a fixed rate (samples.c) -------------------------------------------------------------------------- */

typedef struct play_samples {
    bool wanted;
    play_list frames; /* sample_frame, in order of time */
    uint64_t skipped; /* frames whose time is not usable */
    uint64_t odd;     /* poses that are none */
} play_samples;

/* ---- rows for plots (frames.h) ----------------------------------------------------------------------------------- */

typedef struct play_collected {
    bool wanted;            /* and nothing else */
    play_list frames, cuts; /* bsor_frame, collected_cut */
} play_collected;

/* What the factors of modifiers are taken from (modifiers.c). */
typedef enum play_factors {
    PLAY_FACTORS_NONE,
    PLAY_FACTORS_GAME,
    PLAY_FACTORS_BEATLEADER,
    PLAY_FACTORS_SCORESABER,
    PLAY_FACTORS
} play_factors;

enum { PLAY_LEVEL_TEXT = 32 };

/* What the play states of its level, with a NUL. Longer texts are cut off: no level has them. */
typedef struct play_level {
    bool wanted;                      /* its notes are compared with those of the level */
    char difficulty[PLAY_LEVEL_TEXT]; /* by name, or the text of a number; empty: not stated */
    char mode[PLAY_LEVEL_TEXT];
    bool left_handed, no_arrows, no_bombs, no_walls;
} play_level;

typedef struct play_state {
    reel_allocator allocator;
    bool server;                                /* the convention */
    bool no_fail;                               /* modifier NF */
    bool no_fail_is_setting;                    /* which says that it was on, not that energy ran out */
    bool ran_out;                               /* energy did, by the game's own list */
    bool saber_clash;                           /* sabers that touch end the play: it may fail with energy left */
    play_factors factors;                       /* of the convention */
    uint32_t modifiers;                         /* bit mask of those that have factors */
    float song_speed;                           /* 1 is that of the song */
    unsigned lives;                             /* from the modifiers; 0: energy is used instead */
    bool quest;                                 /* on Quest, walls record a time instead of an energy */
    bool no_cuts;                               /* good cuts have points only, stored in `center` */
    bool no_scoring;                            /* the points of notes are those of normal ones, whatever they were */
    bool rotated;                               /* some notes are rotated: bsor_note_is_rotated */
    bool no_events;                             /* the format has no events, so none are missing */
    bool wants_sums;                            /* of notes, for the statistics */
    const reel_table *info_table, *frame_table; /* of the format, for findings */
    char game_version[32];
    size_t game_version_size;
    int64_t stated_score;
    bool has_stated_score;
    bool no_modifiers, no_fail_time,
        no_results; /* the replay does not say which modifiers were on, whether it failed, or what became of notes */
    float jump_distance, height, fail_time, start_time;
    char mod_version[32];
    size_t mod_version_size;
    uint64_t note_rows, wall_rows;  /* rows read so far */
    play_list notes, walls, pauses; /* reel__play_note, play_wall, play_pause */
    float first_note_time, last_note_time;
    double height_sum;
    uint64_t height_count;
    uint32_t bombs;
    uint32_t not_finite;
    play_sums cuts[2];
    float cell_sums[CELL_COUNT], cell_hand_sums[CELL_COUNT][2];
    beatsaber_hand hands[2];
    beatsaber_cell cells[CELL_COUNT];
    beatsaber_scoring scorings[SCORING_COUNT];
    play_motion motion;
    play_signs signs;
    play_physics physics;
    play_evidence evidence;
    play_samples samples;
    play_collected collected;
    play_stills stills;  /* of the insight */
    play_list cut_times; /* play_cut_time, if stills.wanted */
    bool wants_hearts;
    play_list hearts;    /* beatsaber_heart_rate */
    uint32_t odd_hearts; /* entries of user data that cannot be read */
    play_level level;
} play_state;

/* A number of the file; NaN if it is infinite, which is no more a time or a length than NaN is. `server` takes it. */
static inline float play_number(const play_state *play, float value)
{
    return play->server || isfinite(value) ? value : reel_float_of(0x7fc00000u);
}

#endif
