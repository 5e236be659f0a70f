/* SPDX-License-Identifier: MIT
 *
 * Beat Saber statistics. The insight "beatsaber" replays the notes and walls of a play by the rules of the game. It returns score,
 * combo, energy and the statistics that leaderboards and viewers show. The check "beatsaber-score" compares the recomputed score
 * with the stated one. docs/insight/beatsaber.md defines every value and names its source.
 *
 * The convention "game" (the default) follows the rules of the game. "server" reproduces the public BeatLeader statistics, including their
 * deviations from those rules. "in-game", "beatleader" and "scoresaber" are "game" with the factors that modifiers have there.
 *
 * In all rows, times are in seconds of song time. Hands and colours are 0 for left (red) and 1 for right (blue). Members named
 * ..._row are row numbers in the tables of the replay. "Points" are the points of one note, at most 115; "score" is points times
 * the multiplier.
 */
#ifndef REEL_BEATSABER_H
#define REEL_BEATSABER_H

#include <reel/bsor.h>
#include <reel/insight.h>

#ifdef __cplusplus
extern "C" {
#endif

REEL_API extern const reel_insight reel_insight_beatsaber;
REEL_API extern const reel_insight reel_check_beatsaber_score, reel_check_beatsaber_signs, reel_check_beatsaber_physics,
    reel_check_beatsaber_motion, reel_check_beatsaber_level;

/* ---- scoring rules ---------------------------------------------------------------------------------------------- */

/* Points of one good cut. `total` is the sum of the parts. */
typedef struct beatsaber_points {
    int before; /* swing before the cut, 0 to 70 */
    int center; /* distance to the centre, 0 to 15; 20 for a chain link, which has fixed points */
    int after;  /* swing after the cut, 0 to 30 */
    int total;
} beatsaber_points;

/* Returns the points of a good cut.
 *
 * scoring                 bsor_scoring of the note; unknown values are scored as normal notes
 * before_cut_rating       swing before the cut, 1 is full; NaN counts as 0
 * after_cut_rating        swing after the cut, 1 is full; NaN counts as 0
 * cut_distance_to_center  m; NaN gives no centre points
 *
 * Cannot fail. Thread-safe, as are all functions below. */
REEL_API beatsaber_points beatsaber_points_of(int scoring, float before_cut_rating, float after_cut_rating,
                                              float cut_distance_to_center);
/* Returns the maximum points of a note with this bsor_scoring: 115, 85 (chain head) or 20 (chain link). */
REEL_API int beatsaber_max_points(int scoring);

/* The score multiplier of the game. Initialise it to { 1, 0 }. */
typedef struct beatsaber_multiplier {
    int value;    /* 1, 2, 4, 8 */
    int progress; /* good cuts towards the next value, which is reached at 2 * value */
} beatsaber_multiplier;

/* Updates the multiplier for a good cut. Call it before counting the points of the cut. `multiplier` must not be NULL. */
REEL_API void beatsaber_multiplier_raise(beatsaber_multiplier *multiplier);
/* Updates the multiplier for a bad cut, a miss, a bomb or a wall. `multiplier` must not be NULL. */
REEL_API void beatsaber_multiplier_lower(beatsaber_multiplier *multiplier);
/* Returns the maximum score of `notes` notes of 115 points each. `notes` must not exceed 2^50. */
REEL_API int64_t beatsaber_max_score(uint64_t notes);

typedef enum beatsaber_rank {
    BEATSABER_E = 0,
    BEATSABER_D = 1,
    BEATSABER_C = 2,
    BEATSABER_B = 3,
    BEATSABER_A = 4,
    BEATSABER_S = 5,
    BEATSABER_SS = 6,
    BEATSABER_SSS = 7
} beatsaber_rank;

/* Returns the rank that the game shows for a score: SSS at the maximum, SS above 90 % of it (not at 90 %), S above 80, A 65, B 50, C 35,
 * D 20, else E. E if `max_score` is 0. */
REEL_API beatsaber_rank beatsaber_rank_of(int64_t score, int64_t max_score);

/* ---- rows of the insight ---------------------------------------------------------------------------------------- */

/* A statistic of nothing is missing: a mean of no values, the accuracy of no notes, an outcome that the events do not tell. In a pair or
 * triple of which some have values, those that have none are NaN. "server" has those of `present` and `means`, as 0 or 1. */
enum {
    BEATSABER_HAS_STREAK = 1 << 0,     /* beatsaber_summary.max_streak */
    BEATSABER_HAS_BOMB_HANDS = 1 << 1, /* beatsaber_summary.bombs_by_hand, beatsaber_hand.bombs: "server" only */
    BEATSABER_HAS_NOTES = 1 << 2,      /* beatsaber_summary.score, accuracy, fc_accuracy, rank, max_combo, final_combo */
    BEATSABER_HAS_OUTCOME = 1 << 3,    /* beatsaber_summary.won */
    BEATSABER_HAS_COMBO = 1 << 4,   /* beatsaber_summary.full_combo: missing without events, or if `won` decides and is missing */
    BEATSABER_HAS_FRAMES = 1 << 5,  /* beatsaber_summary.end_time, average_head_position */
    BEATSABER_HAS_HEIGHT = 1 << 6,  /* beatsaber_summary.average_height */
    BEATSABER_HAS_MODIFIED = 1 << 7 /* beatsaber_summary.modified_score, modified_accuracy: not in "game" and "server" */
};
enum {                                      /* of beatsaber_summary.known */
       BEATSABER_KNOWS_EVENTS = 1 << 0,     /* the format records events: max_score, full_swing_score, the counts of events */
       BEATSABER_KNOWS_RUNS = 1 << 1,       /* there was an event, and the song did not end in a wall: min_energy, final_energy */
       BEATSABER_KNOWS_FAIL = 1 << 2,       /* fail_time: the play failed */
       BEATSABER_KNOWS_SWINGS = 1 << 3,     /* the format records cuts: underswing, full_swing_score, jitters_with_loss */
       BEATSABER_KNOWS_SHARE = 1 << 4,      /* underswing_share: there are cuts and notes */
       BEATSABER_KNOWS_STATED = 1 << 5,     /* stated_score */
       BEATSABER_KNOWS_DIFFERENCE = 1 << 6, /* score_difference: both scores are known */
       BEATSABER_KNOWS_JUMP = 1 << 7        /* jump_distance */
};
enum { /* of the means: beatsaber_summary.means for either hand, beatsaber_hand.means */
       BEATSABER_HAS_TIMING = 1 << 0,
       BEATSABER_HAS_MEAN_POINTS = 1 << 1, /* hand_points, center */
       BEATSABER_HAS_PRESWING = 1 << 2,    /* preswing, before */
       BEATSABER_HAS_POSTSWING = 1 << 3,   /* postswing, after */
       BEATSABER_HAS_DEPENDENCE = 1 << 4,
       BEATSABER_HAS_LEFT_CUT = 1 << 5,
       BEATSABER_HAS_RIGHT_CUT = 1 << 6
};
enum { BEATSABER_HAS_UNDERSWING = 1 << 0 }; /* beatsaber_hand.underswing */
enum { BEATSABER_HAS_CELL_MEAN = 1 };       /* beatsaber_cell, beatsaber_scoring */
enum { BEATSABER_HAS_GRAPH_ACCURACY = 1 << 0, BEATSABER_HAS_GRAPH_ENERGY = 1 << 1 };

/* The whole play: one row. Pairs are left, right; triples of a cut are before, centre, after. */
typedef struct beatsaber_summary {
    int64_t score;            /* recomputed from the events, before modifiers */
    int64_t max_score;        /* maximum score of the notes in the replay */
    int64_t stated_score;     /* score stated in the replay */
    int64_t score_difference; /* score - stated_score */
    int64_t modified_score;   /* with the factors of the modifiers, by the convention */
    float accuracy;           /* score / max_score */
    float modified_accuracy;  /* modified_score / max_score */
    float song_speed;         /* 1 is that of the song: practice, or FS 1.2, SF 1.5, SS 0.85 */
    float fc_accuracy;        /* accuracy if every lost note had been cut at the accuracy so far */
    float end_time;           /* time of the last frame that counts, s */
    float fail_time;          /* s; missing if the play did not fail. With NF: the time energy ran out */
    uint32_t notes, good_cuts, bad_cuts, misses, bombs, walls; /* notes: excluding bombs */
    uint32_t bad_cuts_by_hand[2]; /* by the colour of the note, or the saber if it is unknown; "server": by the saber */
    uint32_t misses_by_hand[2];   /* by the colour of the note */
    uint32_t bombs_by_hand[2];    /* by the colour in the note id, which does not tell who hit it */
    uint32_t max_combo, final_combo;
    uint32_t max_streak;                  /* longest run of 115-point notes; missing if a note repeats within 0.01 s */
    float final_energy, min_energy;       /* 0 to 1; lowest after any event */
    float timing[2];                      /* mean time deviation of good cuts, s */
    float hand_points[2];                 /* mean points of notes with a centre part; chain heads get 30 extra */
    float preswing[2], postswing[2];      /* mean ratings; 1 is full */
    float time_dependence[2];             /* mean |z| of the cut normal: how much points depend on timing, 0 to 1 */
    float left_cut[3], right_cut[3];      /* mean points */
    uint32_t pauses_in_song;              /* between the first and the last note */
    int64_t pause_time_in_song;           /* total length of these, s */
    float jump_distance;                  /* m, stated in the replay */
    float average_height;                 /* m */
    reel_vec3 average_head_position;      /* m */
    int64_t underswing;                   /* score lost to incomplete swings */
    int64_t full_swing_score;             /* score if every swing had been full */
    float underswing_share;               /* underswing / max_score */
    uint32_t jitters;                     /* tracking jitters */
    uint32_t jitters_with_loss;           /* those within 0.125 s of a note that lost swing points */
    uint32_t origin_resets;               /* frames with a hand at the origin because tracking was lost */
    uint32_t kept_frames, dropped_frames; /* dropped: time 0 or the time of the frame before */
    uint32_t not_finite; /* values that are NaN, infinite or mean nothing; excluded from the means, except in "server" */
    uint8_t rank;        /* beatsaber_rank */
    uint8_t won;         /* 1: the song was played from its start to its end without a fail */
    uint8_t full_combo;  /* 1: won without a bad cut, miss, bomb or wall */
    uint8_t present;     /* BEATSABER_HAS_... */
    uint8_t means;       /* BEATSABER_HAS_TIMING, ... */
    uint8_t known;       /* BEATSABER_KNOWS_... */
    reel_reading reading;
} beatsaber_summary;

/* Statistics of one hand. Two rows. */
typedef struct beatsaber_hand {
    uint8_t hand;                      /* 0 left, 1 right */
    uint8_t present;                   /* BEATSABER_HAS_BOMB_HANDS, BEATSABER_HAS_UNDERSWING */
    uint8_t means;                     /* BEATSABER_HAS_TIMING, ... */
    uint32_t notes, good_cuts, misses; /* by note colour; if unknown, by the saber of the cut */
    uint32_t bad_cuts;                 /* as bad_cuts_by_hand */
    uint32_t bombs;
    uint32_t full_cuts;         /* good cuts with the maximum points of their scoring type */
    int64_t points, max_points; /* of good cuts, and the maximum of all notes of the hand; without multiplier */
    int64_t score;              /* with multiplier */
    int64_t underswing;         /* score lost to incomplete swings */
    float mean_points, timing, preswing, postswing, time_dependence; /* as in the summary (mean_points: hand_points) */
    float before, center, after;                                     /* mean points of the parts */
} beatsaber_hand;

/* Statistics of one cell of the 4 x 3 grid. Twelve rows. Only notes with a centre part count, so no chain links. */
typedef struct beatsaber_cell {
    uint8_t line;    /* 0 to 3 from the left */
    uint8_t layer;   /* 0 to 2 from the bottom */
    uint32_t count;  /* good cuts with points */
    uint32_t faults; /* bad cuts and misses of notes of any kind */
    float mean_points;
    uint32_t count_by_hand[2];
    float mean_by_hand[2];
    uint8_t present; /* BEATSABER_HAS_CELL_MEAN */
} beatsaber_cell;

/* Statistics of one scoring type. One row per type that occurs. */
typedef struct beatsaber_scoring {
    uint8_t scoring; /* bsor_scoring used for the score */
    uint32_t notes, good_cuts, bad_cuts, misses;
    int64_t points, max_points; /* of good cuts, and the maximum of all notes; without multiplier */
    int64_t score;              /* with multiplier */
    float mean_points;          /* of good cuts */
    uint8_t present;            /* BEATSABER_HAS_CELL_MEAN */
} beatsaber_scoring;

/* One whole second of the play. */
typedef struct beatsaber_second {
    float time;               /* start of the second, s */
    float accuracy;           /* mean accuracy after the events of the second; if there are none, that of the second before */
    int64_t score, max_score; /* at the end of the second */
    uint32_t combo;
    float energy;
    uint8_t present; /* BEATSABER_HAS_GRAPH_ACCURACY: there was a note before; BEATSABER_HAS_GRAPH_ENERGY */
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
    BEATSABER_HAS_POINTS = 1 << 4,   /* before, center, after, points: good cuts only */
    BEATSABER_HAS_ACCURACY = 1 << 5, /* accuracy, fc_accuracy: there was a note before, or it is one */
    BEATSABER_HAS_SOURCE = 1 << 6,   /* source_row: missing for a wall that only the combo and the multiplier show */
    BEATSABER_HAS_ENERGY = 1 << 7    /* energy: missing after a wall in which the song ended */
};

/* One note, bomb or wall, sorted by time. At the same time, walls come before notes (convention "server": after them), and notes keep the
 * order of the file, or, in ScoreSaber's, that of their times in the map. */
typedef struct beatsaber_event {
    float time;                            /* of a wall: the later of its two times */
    float spawn_time;                      /* time of the note in the map, s; of a wall the earlier of its two times */
    uint32_t source_row;                   /* row in the table of notes, or of walls for a wall */
    uint8_t kind;                          /* beatsaber_event_kind */
    uint8_t scoring;                       /* bsor_scoring used for the score */
    uint8_t line, layer, color, direction; /* as in bsor_note_parts */
    uint8_t before, center, after, points; /* of a good cut, without multiplier */
    uint8_t multiplier;                    /* after the event */
    uint8_t present;                       /* BEATSABER_HAS_... */
    uint32_t combo;                        /* after the event */
    uint32_t underswing;                   /* score lost to an incomplete swing */
    int64_t score, max_score;              /* so far */
    float accuracy;                        /* score / max_score at the last note */
    float fc_accuracy;
    float energy;
} beatsaber_event;

/* A good cut that lost swing points. */
typedef struct beatsaber_underswing {
    float time;
    uint32_t note_row;
    uint8_t hand;
    uint8_t lost_before, lost_after; /* points */
    uint8_t multiplier;
    uint32_t lost; /* score: both parts times the multiplier */
    float before_cut_rating, after_cut_rating;
} beatsaber_underswing;

/* A tracking jitter: a tracker reversed its direction from frame to frame. */
typedef struct beatsaber_jitter {
    float time;
    uint32_t reserved;         /* 0 */
    uint64_t frame_row;        /* the last of its four frames */
    uint8_t left, right, head; /* 1: this tracker jittered */
    uint8_t loss;              /* 1: a note within 0.125 s lost swing points: `note_row` */
    uint32_t note_row;
} beatsaber_jitter;

/* A frame with a hand at the tracking origin, where the runtime places a controller that it cannot see. */
typedef struct beatsaber_origin_reset {
    float time;
    uint32_t reserved; /* 0 */
    uint64_t frame_row;
    uint8_t left, right;     /* 1: this hand is at the origin */
    uint8_t reserved_too[6]; /* 0 */
} beatsaber_origin_reset;

/* A second or more in which a tracker kept its position, bit for bit. */
typedef struct beatsaber_still {
    float time, end_time;
    uint64_t frame_row; /* the first frame */
    uint32_t frames;
    uint32_t cuts;       /* good cuts in it: of this hand, or of both for the head */
    uint8_t tracker;     /* 0 left hand, 1 right hand, 2 head */
    uint8_t reserved[7]; /* 0 */
} beatsaber_still;

/* A measurement of the player's heart rate, from the user data "HeartBeatQuest" of BSOR. */
typedef struct beatsaber_heart_rate {
    float time;   /* song time, s */
    int32_t rate; /* beats a minute */
} beatsaber_heart_rate;

/* Whether the recorded motion supports a good cut. docs/evidence.md has the rules and how exact they are. */
typedef enum beatsaber_support {
    BEATSABER_UNDECIDABLE = 0, /* the replay lacks what the rules need; `reason` */
    BEATSABER_SUPPORTED = 1,
    BEATSABER_NOT_SUPPORTED = 2 /* `reason` */
} beatsaber_support;

/* Why a good cut is not supported, or not decidable. The first that applies, in the order of the rules. */
typedef enum beatsaber_reason {
    BEATSABER_NO_REASON = 0,
    /* not decidable */
    BEATSABER_NO_CUT_DATA = 1, /* the format, or this event, has no cut or no numbers in it */
    BEATSABER_NO_MOTION = 2,   /* no frames before and after the cut */
    BEATSABER_RESAMPLED = 3,   /* the frames are not those of the game: their steps are equal, and cuts are between them */
    BEATSABER_OTHER_RULES = 4, /* swings that are rated by other rules, or a saber that a mod moved in an unknown way */
    BEATSABER_OPEN_SWING = 5,  /* frames of the swing are missing */
    BEATSABER_OFF_GRID = 6,    /* the note is not where grid, time and head put it: a mod moved it, or its event was changed */
    BEATSABER_SHARED_PASS =
        7, /* the same pass of the saber cut another note in the same cell: only the level tells whether there were two */
    BEATSABER_CARRIED = 8, /* the map carries the player: poses are relative to a place that moves, points of cuts are not */
    /* not supported */
    BEATSABER_BETWEEN_FRAMES = 16,  /* no frame has the time of the cut */
    BEATSABER_WRONG_TIME = 17,      /* the time deviation is not the time of the note less that of the cut */
    BEATSABER_TWICE = 18,           /* another cut is of the same note */
    BEATSABER_STILL_SABER = 19,     /* the saber did not move */
    BEATSABER_WRONG_NORMAL = 20,    /* the saber moved in another plane */
    BEATSABER_WRONG_PLANE = 21,     /* the point of the cut is not in the plane of the saber */
    BEATSABER_WRONG_CENTER = 22,    /* the note was not where the cut says */
    BEATSABER_OUT_OF_REACH = 23,    /* the blade did not reach the note */
    BEATSABER_WRONG_BEFORE = 24,    /* the swing before the cut was another one */
    BEATSABER_WRONG_AFTER = 25,     /* the swing after the cut was another one */
    BEATSABER_WRONG_SABER = 26,     /* the saber of the other hand cut the note */
    BEATSABER_WRONG_DIRECTION = 27, /* the saber moved across the arrow */
    BEATSABER_NO_NUMBERS = 28       /* its numbers are not finite, or too large for any play */
} beatsaber_reason;

enum {                                /* of beatsaber_cut.present: what could be recomputed */
       BEATSABER_HAS_CUT = 1 << 0,    /* the event has a cut: hand, normal, distance, ratings */
       BEATSABER_HAS_FRAME = 1 << 1,  /* frame_row, motion_normal, normal_difference, plane_distance */
       BEATSABER_HAS_CENTER = 1 << 2, /* motion_center, center_difference, motion_distance */
       BEATSABER_HAS_SWING = 1 << 3,  /* motion_before, motion_after */
       BEATSABER_HAS_MOTION_POINTS = 1 << 4,
       BEATSABER_HAS_CLAIMED_CENTER = 1 << 5, /* center */
       BEATSABER_HAS_SUPPORT = 1 << 6         /* support, least_points, most_points: good cuts only */
};

/* What a note event states, and what follows from the motion. One row per event that is in the table of notes. */
typedef struct beatsaber_cut {
    float time;                        /* of the event */
    float spawn_time;                  /* of the note in the map, s */
    uint32_t note_row;                 /* row in the table of notes */
    uint8_t kind;                      /* beatsaber_event_kind */
    uint8_t hand;                      /* that cut, 0 left, 1 right */
    uint8_t support;                   /* beatsaber_support */
    uint8_t reason;                    /* beatsaber_reason */
    uint8_t present;                   /* BEATSABER_HAS_CUT, ... */
    uint8_t points, motion_points;     /* stated by the event; from the motion */
    uint8_t least_points, most_points; /* what the motion shows; 0: it need not, or cannot, have been a good cut */
    uint64_t frame_row;                /* the frame in which the note was cut */
    reel_vec3 normal, motion_normal;   /* of the plane of the cut */
    float normal_difference;           /* degrees; the sign of a normal has no meaning */
    float plane_distance;              /* of the stated point of the cut from the plane of the saber, m */
    reel_vec3 center, motion_center;   /* of the note: by the stated cut; by grid, time and head */
    float center_difference;           /* m */
    float distance, motion_distance;   /* of the center from the plane of the cut, m */
    float before, motion_before;       /* ratings of the swing; 1 is full. Some mods store at most 1 */
    float after, motion_after;
} beatsaber_cut;

enum { /* of beatsaber_evidence.present */
       BEATSABER_HAS_MOTION_SCORE = 1 << 0,
       BEATSABER_HAS_NOTE_SPEED = 1 << 1, /* note_speed, note_height, center_... */
       BEATSABER_HAS_DIFFERENCES = 1 << 2,
       BEATSABER_HAS_SWINGS = 1 << 3, /* before_..., after_... */
       BEATSABER_HAS_RATE = 1 << 4    /* time_rate */
};

/* How much of the stated score the motion shows. */
typedef enum beatsaber_play_support {
    BEATSABER_SHOWS_NOTHING = 0,
    BEATSABER_SHOWS_PART = 1,
    BEATSABER_SHOWS_ALL = 2, /* but for the rounding of honest plays */
    BEATSABER_CONTRADICTS = 3
} beatsaber_play_support;

/* Whether the motion supports the play. One row. */
typedef struct beatsaber_evidence {
    uint32_t good_cuts, supported, not_supported, undecidable;
    int64_t stated_score;      /* in the replay */
    int64_t event_score;       /* recomputed from the events, before modifiers */
    int64_t motion_score;      /* that the motion shows at least: cuts that it need not have made count as misses */
    int64_t motion_score_most; /* that it allows at most */
    uint32_t same_points;      /* cuts that have the same points by motion, grid and time as by the event */
    uint8_t present;           /* BEATSABER_HAS_MOTION_SCORE, ... */
    uint8_t first_reason; /* beatsaber_reason of the most cuts that are not supported, or else of those that are not decidable */
    uint8_t tilted;       /* 1: notes start tilted, as in older versions of the game */
    uint8_t support;      /* beatsaber_play_support */
    float note_speed;     /* fitted, m/s */
    float note_height;    /* fitted: what the height of the player adds to the layers, m */
    float grip_angle[2];  /* of the sabers in the hands, left and right: fitted, degrees; 0 in plain plays */
    float grip_distance[2];          /* m */
    float normal_median, normal_max; /* differences of the cuts that could be compared: degrees */
    float plane_median, plane_max;   /* m */
    float center_median, center_max; /* m */
    float before_median, before_max; /* ratings, capped to 1 */
    float after_median, after_max;
    uint8_t rounded; /* 1: numbers were rounded after the play, so that less can be told */
    float time_rate; /* seconds of the song in a second of the frame rates that the frames state: the speed of the song */
    uint32_t repeated_frames; /* in which a hand moves as it did before, but for noise */
    uint32_t slowed_frames;   /* that go by at another speed than the song */
    uint32_t odd_frames;      /* with a rotation or a place of a hand or the head that nothing can have */
} beatsaber_evidence;

/* ---- beside the map ------------------------------------------------------------------------------------------------ */

/* What a map has, or an event is of. */
typedef enum beatsaber_level_what {
    BEATSABER_LEVEL_NOTE = 0,
    BEATSABER_LEVEL_LINK = 1, /* of a chain; its head is a note */
    BEATSABER_LEVEL_BOMB = 2,
    BEATSABER_LEVEL_WALL = 3
} beatsaber_level_what;

/* What became of it. */
typedef enum beatsaber_level_outcome {
    BEATSABER_LEVEL_CUT = 0,
    BEATSABER_LEVEL_BAD = 1,
    BEATSABER_LEVEL_MISSED = 2,
    BEATSABER_LEVEL_HIT = 3,         /* a bomb, or a wall that the head was in */
    BEATSABER_LEVEL_AVOIDED = 4,     /* a bomb or a wall; that leaves no event */
    BEATSABER_LEVEL_NOT_REACHED = 5, /* the play began later, or ended before */
    BEATSABER_LEVEL_NO_EVENT = 6,    /* a note that must have been cut or missed, but has no event */
    BEATSABER_LEVEL_EXTRA = 7        /* an event that belongs to no note or wall of the map */
} beatsaber_level_outcome;

/* How an event differs from what the map has. */
typedef enum beatsaber_level_difference {
    BEATSABER_LEVEL_SAME = 0,
    BEATSABER_LEVEL_SCORING = 1, /* the note is scored by another rule */
    BEATSABER_LEVEL_COLOR = 2,
    BEATSABER_LEVEL_DIRECTION = 3,
    BEATSABER_LEVEL_TIME = 4,   /* the same note, up to 0.25 s away */
    BEATSABER_LEVEL_SECOND = 5, /* the note has an event already */
    BEATSABER_LEVEL_NO_NOTE = 6 /* the map does not have it */
} beatsaber_level_difference;
enum { BEATSABER_LEVEL_DIFFERENCES = 7 };

/* Whether the events are those of the map. */
typedef enum beatsaber_level_fit {
    BEATSABER_LEVEL_UNKNOWN = 0,  /* there are no events */
    BEATSABER_LEVEL_FITS = 1,     /* at least a half are of its notes as they are, or nine in ten are in their places */
    BEATSABER_LEVEL_OTHER = 2,    /* they are of another difficulty than the play states */
    BEATSABER_LEVEL_MIRRORED = 3, /* they are mirrored, and the play does not say so, or the other way around */
    BEATSABER_LEVEL_TIMES = 4,    /* they are the same notes in the same order, at other times */
    BEATSABER_LEVEL_NONE = 5
} beatsaber_level_fit;

enum {                                     /* of beatsaber_level.present */
       BEATSABER_LEVEL_HAS_MAX = 1 << 0,   /* max_score */
       BEATSABER_LEVEL_HAS_SCORE = 1 << 1, /* score */
       BEATSABER_LEVEL_HAS_ACCURACY = 1 << 2,
       BEATSABER_LEVEL_HAS_FC = 1 << 3,  /* fc_accuracy */
       BEATSABER_LEVEL_HAS_JUMP = 1 << 4 /* jump_distance */
};

/* The play beside its map. One row; none without a level. */
typedef struct beatsaber_level {
    reel_string song_name, mapper;
    reel_string mode, difficulty; /* of the map: those whose notes came */
    int64_t score, max_score;     /* by the events, before modifiers; the greatest of the map */
    float accuracy;               /* score / max_score */
    float fc_accuracy;            /* if each lost note had been cut as well as the others: missing if the play is not whole */
    float jump_distance;          /* of the map, m */
    uint32_t notes;               /* with links of chains, without bombs; the next five add up to it */
    uint32_t cut, bad, missed, not_reached, no_event;
    uint32_t changed; /* notes whose event says something else of them than the map */
    uint32_t no_note; /* events that belong to no note */
    uint32_t bombs, bombs_hit;
    uint32_t walls, walls_hit; /* of the map; those that the head was in, by events */
    uint32_t walls_not_reached;
    uint32_t no_wall;  /* contacts with walls that the map does not have */
    uint8_t fit;       /* beatsaber_level_fit */
    uint8_t mirrored;  /* 1: the play is mirrored, as left-handed ones are */
    uint8_t decidable; /* 0: the map, or the replay, does not tell enough to compare them note by note */
    uint8_t present;   /* BEATSABER_LEVEL_HAS_MAX, ... */
} beatsaber_level;

enum {                                     /* of beatsaber_level_note.present */
       BEATSABER_LEVEL_HAS_EVENT = 1 << 0, /* event_time, source_row */
       BEATSABER_LEVEL_HAS_POINTS = 1 << 1,
       BEATSABER_LEVEL_HAS_PLACE = 1 << 2,    /* line, layer */
       BEATSABER_LEVEL_HAS_LOOK = 1 << 3,     /* color, direction */
       BEATSABER_LEVEL_HAS_PATTERNS = 1 << 4, /* patterns, density */
       BEATSABER_LEVEL_HAS_INTERVAL = 1 << 5
};

/* What a note of the map is part of, as a mask. docs/levels.md has the definitions. */
enum {
    BEATSABER_IN_STREAM = 1 << 0, /* single notes of alternating hands at equal times */
    BEATSABER_IN_STACK = 1 << 1,  /* notes of one color for one swing */
    BEATSABER_IN_DOUBLE = 1 << 2, /* notes of both colors at once */
    BEATSABER_CROSSOVER = 1 << 3, /* in the half of the grid of the other hand */
    BEATSABER_RESET = 1 << 4      /* the hand cuts in the direction in which it cut before */
};

/* A note, link, bomb or wall of the map, or an event that belongs to none, in order of time. */
typedef struct beatsaber_level_note {
    float time;                     /* in the map, s */
    float event_time;               /* when it was cut or missed, s */
    float interval;                 /* since the swing before it of the same hand, s */
    float density;                  /* notes of both hands in the second around it */
    uint32_t source_row;            /* of the event in the table of notes; of a wall, in that of walls */
    int32_t line, layer, direction; /* as the player saw them: of a left-handed play, mirrored */
    uint8_t color;
    uint8_t what;       /* beatsaber_level_what */
    uint8_t scoring;    /* bsor_scoring: of the map, in the newest game; of an event without a note, its own */
    uint8_t outcome;    /* beatsaber_level_outcome */
    uint8_t difference; /* beatsaber_level_difference */
    uint8_t points;     /* of a good cut, without multiplier */
    uint8_t patterns;   /* BEATSABER_IN_STREAM, ... */
    uint8_t present;    /* BEATSABER_LEVEL_HAS_EVENT, ... */
} beatsaber_level_note;

/* The rows of the table of patterns. A note may be in several. */
typedef enum beatsaber_pattern {
    BEATSABER_PATTERN_STREAM = 0,
    BEATSABER_PATTERN_STACK = 1,
    BEATSABER_PATTERN_DOUBLE = 2,
    BEATSABER_PATTERN_CROSSOVER = 3,
    BEATSABER_PATTERN_RESET = 4,
    BEATSABER_PATTERN_OTHER = 5 /* in none of them */
} beatsaber_pattern;

enum {                                           /* of beatsaber_level_part.present */
       BEATSABER_PART_HAS_ACCURACY = 1 << 0,     /* a note was scored */
       BEATSABER_PART_HAS_CUT_ACCURACY = 1 << 1, /* a note was cut */
       BEATSABER_PART_HAS_INTERVAL = 1 << 2,
       BEATSABER_PART_HAS_DENSITY = 1 << 3
};

/* Some notes of the map, and what was scored of them: a section, a lane, a pattern, a direction, or those of one outcome. */
typedef struct beatsaber_level_part {
    float time, end_time; /* of a section: begin and end in the map, s */
    float accuracy;       /* points of the cuts / greatest points of the notes that were cut, cut badly or missed */
    float cut_accuracy;   /* points of the cuts / greatest points of the notes that were cut */
    float interval;       /* mean of its notes, s */
    float density;        /* mean of its notes, notes/s */
    uint32_t notes;       /* all of them, with those that were not reached or have no event */
    uint32_t cut, bad, missed;
    uint8_t part;        /* number of the section or the lane; beatsaber_pattern; direction; beatsaber_level_outcome */
    uint8_t present;     /* BEATSABER_PART_HAS_ACCURACY, ... */
    uint8_t reserved[2]; /* 0 */
} beatsaber_level_part;

/* Why it is not known what the motion does to a note. */
typedef enum beatsaber_reenacted_reason {
    BEATSABER_REENACTED_KNOWN = 0,
    BEATSABER_REENACTED_NO_PLACE = 1,  /* links of chains, and notes that are not on the grid of the game */
    BEATSABER_REENACTED_NO_MOTION = 2, /* frames around it, or poses in them, are missing */
    BEATSABER_REENACTED_CROWDED = 3    /* more than 256 notes at once */
} beatsaber_reenacted_reason;

enum {                                         /* of beatsaber_level_cut.present */
       BEATSABER_LEVEL_CUT_HAS_EVENT = 1 << 0, /* event_time, source_row */
       BEATSABER_LEVEL_CUT_HAS_POINTS = 1 << 1,
       BEATSABER_LEVEL_CUT_HAS_MOTION = 1 << 2, /* motion_outcome */
       BEATSABER_LEVEL_CUT_HAS_FRAME = 1 << 3,  /* motion_time, frame_row, hand */
       BEATSABER_LEVEL_CUT_HAS_SWING = 1 << 4,  /* motion_points, before, after, distance */
       BEATSABER_LEVEL_CUT_HAS_LOOK = 1 << 5    /* color, direction */
};

/* A note or bomb of the map: what became of it by the events, and what the sabers do to it in the frames, in order of time. */
typedef struct beatsaber_level_cut {
    float time;          /* in the map, s */
    float event_time;    /* of its event, s */
    float motion_time;   /* of the frame in which a saber cuts it, s */
    uint32_t source_row; /* of the event in the table of notes */
    uint64_t frame_row;  /* of that frame */
    int32_t line, layer, direction;
    float before, after;             /* ratings of the swing by the motion; 1 is full */
    float distance;                  /* of the center from the plane of the cut by the motion, m */
    uint8_t color, what;             /* what: beatsaber_level_what */
    uint8_t hand;                    /* that cuts it */
    uint8_t outcome, motion_outcome; /* beatsaber_level_outcome */
    uint8_t points, motion_points;   /* of a good cut, without multiplier */
    uint8_t reason;                  /* beatsaber_reenacted_reason */
    uint8_t present;                 /* BEATSABER_LEVEL_CUT_HAS_EVENT, ... */
    uint8_t reserved[7];             /* 0 */
} beatsaber_level_cut;

enum {                                             /* of beatsaber_level_reenacted.present */
       BEATSABER_REENACTED_HAS_SCORE = 1 << 0,     /* motion_score */
       BEATSABER_REENACTED_HAS_DIFFERENCE = 1 << 1 /* relative_difference */
};

/* The play re-enacted. One row; none without a level, or if the notes cannot be compared with it. */
typedef struct beatsaber_level_reenacted {
    int64_t stated_score;           /* in the replay */
    int64_t event_score;            /* by the events, before modifiers */
    int64_t motion_score;           /* of the re-enacted play. What is not known of it is taken from the events */
    float relative_difference;      /* of motion_score from event_score, as a part of that */
    uint32_t notes;                 /* that were reached, with bombs */
    uint32_t known;                 /* of these, those that the motion tells */
    uint32_t same;                  /* of these, those with the outcome that their events have */
    uint32_t same_points;           /* good cuts by both, with the same points */
    uint32_t cut, bad, missed, hit; /* by the motion */
    uint32_t bombs_passed;          /* bombs without an event that a saber goes through */
    uint32_t walls_passed;          /* times that the head is in a wall without an event */
    uint32_t hidden_bad;            /* with NA: good cuts that would have been bad ones of the arrows of the map */
    uint32_t hidden_bombs;          /* with NB: bombs of the map that a saber goes through */
    uint32_t hidden_walls;          /* with NO: times that the head is in a wall of the map */
    float note_speed;               /* m/s: of the map, or fitted */
    uint8_t present;                /* BEATSABER_REENACTED_HAS_SCORE, ... */
    uint8_t reserved[3];            /* 0 */
} beatsaber_level_reenacted;

REEL_API extern const reel_table beatsaber_summaries, beatsaber_hands, beatsaber_cells, beatsaber_scorings, beatsaber_graph,
    beatsaber_events, beatsaber_underswings, beatsaber_jitters, beatsaber_origin_resets, beatsaber_stills, beatsaber_heart_rates,
    beatsaber_cuts, beatsaber_evidences, beatsaber_levels, beatsaber_level_notes, beatsaber_lost_notes, beatsaber_level_sections,
    beatsaber_level_lanes, beatsaber_level_patterns, beatsaber_level_directions, beatsaber_level_outcomes, beatsaber_level_cuts,
    beatsaber_level_reenacted_rows;

/* ---- motion at a fixed rate ------------------------------------------------------------------------------------------ */

enum {                                          /* of beatsaber_sample.present */
       BEATSABER_SAMPLE_HEAD = 1 << 0,          /* head */
       BEATSABER_SAMPLE_LEFT = 1 << 1,          /* left_hand */
       BEATSABER_SAMPLE_RIGHT = 1 << 2,         /* right_hand */
       BEATSABER_SAMPLE_RELATIVE_HEAD = 1 << 3, /* relative_head_rotation, relative_head_6d */
       BEATSABER_SAMPLE_RELATIVE_LEFT = 1 << 4, /* relative_left_... */
       BEATSABER_SAMPLE_RELATIVE_RIGHT = 1 << 5 /* relative_right_... */
};

/* The poses at one moment, interpolated from the frames before and after it. docs/insight/motion.md has the formulas. */
typedef struct beatsaber_sample {
    double time;      /* sample / rate, s */
    int32_t sample;   /* number on a grid that is the same for all plays */
    uint32_t stretch; /* samples of one stretch follow each other without a gap */
    reel_pose head, left_hand, right_hand;
    reel_quaternion relative_head_rotation; /* without its yaw */
    reel_quaternion relative_left_rotation, relative_right_rotation;
    reel_vec3 relative_left_position, relative_right_position; /* from the head, turned by its yaw */
    float relative_head_6d[6];                                 /* the first two columns of the matrix of relative_head_rotation */
    float relative_left_6d[6], relative_right_6d[6];
    reel_vec3 head_velocity, left_velocity, right_velocity;             /* m/s */
    reel_vec3 head_acceleration, left_acceleration, right_acceleration; /* m/s^2 */
    float head_turn, left_turn, right_turn;                             /* angular speed, rad/s */
    uint8_t present;                                                    /* BEATSABER_SAMPLE_... */
    uint8_t moving;      /* bits 0 to 2: velocity and turn of head, left and right; bits 3 to 5: acceleration */
    uint8_t reserved[6]; /* 0 */
} beatsaber_sample;

/* The motion of BSOR, XROR and ScoreSaber replays at a fixed rate. Its only table is beatsaber_samples, which is computed on request only. The
 * conventions are the rates: "30hz", the default, "15hz", "60hz", "90hz" and "120hz", in time of the song. */
REEL_API extern const reel_insight reel_insight_motion;
REEL_API extern const reel_table beatsaber_samples;

#ifdef __cplusplus
}
#endif

#endif
