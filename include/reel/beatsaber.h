/* SPDX-License-Identifier: MIT
 *
 * Beat Saber: what a replay means. The insight "beatsaber" walks through the notes and walls of a play as the game does and gives
 * score, combo, energy and the figures that leaderboards and viewers show; the check "beatsaber-score" compares them with
 * what the replay states. docs/insight/beatsaber.md has every definition and where it comes from.
 *
 * The insight has two conventions. "game" (the default) follows the rules of the game. "server" gives the figures of the
 * public BeatLeader statistics, their departures from those rules included.
 *
 * In all rows: times in seconds of the song; hands and colours 0 left (red), 1 right (blue); members called ..._row are numbers of rows in
 * the tables of the replay. "Points" are those of a note (at most 115), "score" is points with the multiplier. A mean of nothing
 * is 0.
 */
#ifndef REEL_BEATSABER_H
#define REEL_BEATSABER_H

#include <reel/bsor.h>
#include <reel/insight.h>

#ifdef __cplusplus
extern "C" {
#endif

REEL_API extern const reel_insight reel_insight_beatsaber;
REEL_API extern const reel_insight reel_check_beatsaber_score;

/* ---- the rules as functions ------------------------------------------------------------------------------------- */

/* Points of one good cut. The parts add up to the total. */
typedef struct beatsaber_points {
    int before; /* for the swing before the cut, 0 to 70 */
    int center; /* for the distance from the centre, 0 to 15; 20 for a chain link, whose points are fixed */
    int after;  /* for the swing after the cut, 0 to 30 */
    int total;
} beatsaber_points;

/* Points of a good cut of a note of this bsor_scoring (others count as normal). Not-a-number counts as 0. Thread-safe. */
REEL_API beatsaber_points beatsaber_points_of(int scoring, float before_cut_rating, float after_cut_rating,
                                              float cut_distance_to_center);
/* Most points that such a note can give: 115, 85 (chain head) or 20 (chain link). */
REEL_API int beatsaber_max_points(int scoring);

/* The multiplier of the game. Starts as { 1, 0 }. */
typedef struct beatsaber_multiplier {
    int value;    /* 1, 2, 4, 8 */
    int progress; /* good cuts on the way to the next value, which takes twice the value */
} beatsaber_multiplier;

/* After a good cut, and before its points are counted. */
REEL_API void beatsaber_multiplier_raise(beatsaber_multiplier *multiplier);
/* After a bad cut, a miss, a bomb or a wall. */
REEL_API void beatsaber_multiplier_lower(beatsaber_multiplier *multiplier);
/* The highest score that `notes` notes of 115 points can give; for up to 2^50 notes. */
REEL_API int64_t beatsaber_max_score(uint64_t notes);

typedef enum beatsaber_rank {
    BEATSABER_E = 0,
    BEATSABER_D = 1,
    BEATSABER_C = 2,
    BEATSABER_B = 3,
    BEATSABER_A = 4,
    BEATSABER_S = 5,
    BEATSABER_SS = 6
} beatsaber_rank;

/* The rank for a score: SS from 90 % of the maximum, S 80, A 65, B 50, C 35, D 20. E where the maximum is 0. */
REEL_API beatsaber_rank beatsaber_rank_of(int64_t score, int64_t max_score);

/* ---- the rows of the insight ------------------------------------------------------------------------------------ */

enum {
    BEATSABER_HAS_STREAK = 1 << 0,    /* beatsaber_summary.max_streak */
    BEATSABER_HAS_BOMB_HANDS = 1 << 1 /* beatsaber_summary.bombs_by_hand, beatsaber_hand.bombs: "server" alone */
};

/* The play in one row. Pairs are left, right; triples of a cut are before, centre, after. */
typedef struct beatsaber_summary {
    int64_t score;            /* counted again from the events, before modifiers */
    int64_t max_score;        /* the most that the notes of the replay could give */
    int64_t stated_score;     /* as the replay says it */
    int64_t score_difference; /* score less stated_score */
    float accuracy;           /* score / max_score; 0 without notes */
    float fc_accuracy;        /* the same as if every lost note had been cut with the accuracy so far */
    float end_time;           /* of the last kept frame, s */
    float fail_time;          /* s; 0: not failed. With NF: when energy ran out */
    uint32_t notes, good_cuts, bad_cuts, misses, bombs, walls; /* notes: without bombs */
    uint32_t bad_cuts_by_hand[2];                              /* by the saber that cut */
    uint32_t misses_by_hand[2];                                /* by the colour of the note */
    uint32_t bombs_by_hand[2]; /* by the colour in the note id, which says nothing about who hit it */
    uint32_t max_combo, final_combo;
    uint32_t max_streak;                  /* longest run of notes of 115 points; none where notes come twice within 0.01 s */
    float final_energy, min_energy;       /* 0 to 1; the least after an event, and what it starts with where there is none */
    float timing[2];                      /* mean time deviation of good cuts, s */
    float hand_points[2];                 /* mean points of notes with a centre part; chain heads with 30 more, to compare */
    float preswing[2], postswing[2];      /* mean ratings; 1 is full */
    float time_dependence[2];             /* mean |z| of the cut normal: 0, timing did not matter; 1, it was all */
    float left_cut[3], right_cut[3];      /* mean points */
    uint32_t pauses;                      /* between first and last note */
    int64_t pause_duration;               /* of these, s */
    float jump_distance;                  /* m, as stated */
    float average_height;                 /* m */
    reel_vec3 average_head_position;      /* m */
    int64_t underswing;                   /* score lost by swings that were not full */
    int64_t full_swing_score;             /* score with that given back */
    float underswing_share;               /* underswing / max_score */
    uint32_t jitters;                     /* of the tracking */
    uint32_t jitters_with_loss;           /* those beside a note that lost points by its swing */
    uint32_t origin_resets;               /* a hand at the origin: tracking was lost */
    uint32_t kept_frames, dropped_frames; /* dropped: time 0, or that of the frame before */
    uint32_t not_finite;                  /* values that are no number or infinite: left out of the means ("server": in them) */
    uint8_t rank;                         /* beatsaber_rank */
    uint8_t won;                          /* not failed */
    uint8_t full_combo;                   /* no bad cut, miss, bomb or wall */
    uint8_t present;                      /* BEATSABER_HAS_... */
} beatsaber_summary;

/* One of two rows: what each hand did. */
typedef struct beatsaber_hand {
    uint8_t hand;                      /* 0 left, 1 right */
    uint8_t present;                   /* BEATSABER_HAS_BOMB_HANDS */
    uint32_t notes, good_cuts, misses; /* by the colour of the note; where that is unknown by the saber, if there was a cut */
    uint32_t bad_cuts;                 /* by the saber */
    uint32_t bombs;
    uint32_t full_cuts;         /* good cuts with the most points of their kind */
    int64_t points, max_points; /* of good cuts, without multiplier; what all notes of the hand could give */
    int64_t score;              /* with multiplier */
    int64_t underswing;         /* score lost by swings that were not full */
    float mean_points, timing, preswing, postswing, time_dependence; /* as in the summary (mean_points: hand_points) */
    float before, center, after;                                     /* mean points of the parts */
} beatsaber_hand;

/* One of twelve places of the grid. Only notes whose points have a centre part: no chain links. */
typedef struct beatsaber_cell {
    uint8_t line;    /* 0 to 3 from the left */
    uint8_t layer;   /* 0 to 2 from below */
    uint32_t count;  /* good cuts with points */
    uint32_t faults; /* bad cuts and misses of notes of any kind */
    float mean_points;
    uint32_t count_by_hand[2];
    float mean_by_hand[2];
} beatsaber_cell;

/* Notes of one scoring type; a row for each that comes. */
typedef struct beatsaber_scoring {
    uint8_t scoring; /* bsor_scoring, as it counted */
    uint32_t notes, good_cuts, bad_cuts, misses;
    int64_t points, max_points; /* without multiplier; max_points of all notes */
    int64_t score;              /* with multiplier */
    float mean_points;          /* of good cuts */
} beatsaber_scoring;

/* One whole second of the play. */
typedef struct beatsaber_second {
    float time;               /* start of the second, s */
    float accuracy;           /* mean of the accuracy after each event in it; that of the second before where there is none */
    int64_t score, max_score; /* at its end */
    uint32_t combo;
    float energy;
} beatsaber_second;

typedef enum beatsaber_event_kind {
    BEATSABER_GOOD = 0,
    BEATSABER_BAD = 1,
    BEATSABER_MISS = 2,
    BEATSABER_BOMB = 3,
    BEATSABER_WALL = 4
} beatsaber_event_kind;

enum {
    BEATSABER_HAS_SCORING = 1 << 0,  /* beatsaber_event.scoring; and so on */
    BEATSABER_HAS_POSITION = 1 << 1, /* line, layer */
    BEATSABER_HAS_COLOR = 1 << 2,
    BEATSABER_HAS_DIRECTION = 1 << 3,
    BEATSABER_HAS_POINTS = 1 << 4 /* before, center, after, points: good cuts */
};

/* One event in the order in which it counted: notes in file order and walls, by time. */
typedef struct beatsaber_event {
    float time;                            /* of a wall: when it could first be felt, the later of its two times */
    float spawn_time;                      /* of the note in the map, s; of a wall the earlier of its two times */
    uint32_t source_row;                   /* row of the notes, or for a wall of the walls */
    uint8_t kind;                          /* beatsaber_event_kind */
    uint8_t scoring;                       /* bsor_scoring, as it counted */
    uint8_t line, layer, color, direction; /* as in bsor_note_parts */
    uint8_t before, center, after, points; /* of a good cut, without multiplier */
    uint8_t multiplier;                    /* after the event */
    uint8_t present;                       /* BEATSABER_HAS_... */
    uint32_t combo;                        /* after the event */
    uint32_t underswing;                   /* score lost here by a swing that was not full */
    int64_t score, max_score;              /* so far */
    float accuracy;                        /* score / max_score, as of the last note */
    float fc_accuracy;
    float energy;
} beatsaber_event;

/* A good cut that lost points because its swing was not full. */
typedef struct beatsaber_underswing {
    float time;
    uint32_t note_row;
    uint8_t hand;
    uint8_t lost_before, lost_after; /* points */
    uint8_t multiplier;
    uint32_t lost; /* score: both parts with the multiplier */
    float before_cut_rating, after_cut_rating;
} beatsaber_underswing;

/* The tracking shook: a tracker went to and fro from frame to frame. */
typedef struct beatsaber_jitter {
    float time;
    uint64_t frame_row;        /* the last of the four that show it */
    uint8_t left, right, head; /* 1: this one did */
    uint8_t loss;              /* 1: there is an underswing beside it, `note` */
    uint32_t note_row;
} beatsaber_jitter;

/* A hand at the origin of the tracking, where it is put while it cannot be seen. */
typedef struct beatsaber_origin_reset {
    float time;
    uint64_t frame_row;
    uint8_t left, right; /* 1: this one was */
} beatsaber_origin_reset;

REEL_API extern const reel_table beatsaber_summaries, beatsaber_hands, beatsaber_cells, beatsaber_scorings, beatsaber_graph,
    beatsaber_events, beatsaber_underswings, beatsaber_jitters, beatsaber_origin_resets;

#ifdef __cplusplus
}
#endif

#endif
