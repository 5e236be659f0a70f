/* SPDX-License-Identifier: MIT
 * Fingerprints of motion: shared types. docs/match.md describes the algorithm.
 *
 * All arithmetic is on doubles, +, -, *, / and sqrt in one fixed order, so that every machine gets the same bits. */
#ifndef INSIGHT_FINGERPRINT_H
#define INSIGHT_FINGERPRINT_H

#include <reel/format.h>
#include <reel/match.h>

#include "core/level.h"
#include "core/memory.h"

enum {
    RATE = 50,         /* samples per second */
    CHANNELS = 9,      /* head x y z, left x y z, right x y z */
    WINDOW = 200,      /* samples of a window: 4 s */
    HALF = WINDOW / 2, /* on each side of its anchor */
    HARMONICS = 10,
    MOST_WINDOWS = 64,         /* in a fingerprint */
    NUMBERS = 64,              /* complex numbers of a window */
    MOST_SECONDS = 2 * 60 * 60 /* of a replay that are used */
};

/* ---- cosines (cosine.c) ----------------------------------------------------------------------------------------- */

enum { TURN = 400 };
/* cos(2 pi step / TURN), for any step. */
double reel__cosine_of(int step);
static inline double sine_of(int step) { return reel__cosine_of(step - TURN / 4); }

/* ---- the signal (signal.c) -------------------------------------------------------------------------------------- */

typedef struct sample {
    float at[CHANNELS];
} sample;

/* Samples without a gap, RATE per second. */
typedef struct stretch {
    size_t first, count; /* in signal.samples */
    double start;        /* time of the first one, s */
} stretch;

/* Poses of head and hands at RATE, in stretches of at least a window. */
typedef struct signal_track {
    reel_allocator allocator;
    sample *samples;
    size_t count, capacity;
    stretch *stretches;
    size_t stretch_count, stretch_capacity;
    /* while rows are added */
    stretch open;          /* the last stretch, while it grows; count 0 if there is none */
    double last_time;      /* of the last row that was used */
    double last[CHANNELS]; /* its values */
    uint64_t unusable;     /* rows that are not finite */
    uint64_t late;         /* rows whose time does not increase */
    uint64_t after;        /* rows after MOST_SECONDS */
} signal_track;

/* Adds a row. False: out of memory. */
bool reel__signal_add(signal_track *signal, double time, const double values[CHANNELS]);
/* After the last row: rotates the signal about the vertical axis so that the mean direction from the left hand to the right one is +x. */
bool reel__signal_finish(signal_track *signal);
void reel__signal_free(signal_track *signal);
/* The stretch that holds a window of `half` samples on each side of `time`, or NULL. */
const stretch *reel__signal_stretch_at(const signal_track *signal, double time, double half);

/* ---- anchors (anchors.c) ---------------------------------------------------------------------------------------- */

/* A moment at which the hands are fastest. */
typedef struct anchor {
    double time, energy;
} anchor;

typedef struct anchor_list {
    anchor *data;
    size_t count, capacity;
} anchor_list;

/* Finds the anchors of a signal, in order of time. False: out of memory. */
bool reel__anchors_find(const signal_track *signal, anchor_list *list);
/* Of the anchors in each cell of max(2 s, duration / most), keeps the one with the largest energy. `kept` has room for `most`. Returns
 * their number. */
size_t reel__anchors_choose(const anchor_list *list, size_t most, double least_cell, anchor *kept);

/* ---- windows (window.c) ----------------------------------------------------------------------------------------- */

typedef struct complex_number {
    double c, s;
} complex_number;

/* The harmonics of the seven channels in use: head x y z, left x z, right x z. */
enum { HEAD_X, HEAD_Y, HEAD_Z, LEFT_X, LEFT_Z, RIGHT_X, RIGHT_Z, USED_CHANNELS };
typedef struct pose_spectrum {
    complex_number of[USED_CHANNELS][HARMONICS];
} pose_spectrum;

/* Weights of the samples: [sample][harmonic], for half a window. */
typedef struct window_basis {
    complex_number of[HALF][HARMONICS];
} window_basis;
void reel__window_basis_make(window_basis *basis);

/* The spectrum of the window about `time`, stretched by `scale`. False: it is not wholly inside the recording. */
bool reel__window_spectrum(const signal_track *signal, const window_basis *basis, double time, double scale,
                           pose_spectrum *result);
/* The 64 numbers of a window, in the order of the fingerprint; `mirrored`: left and right exchanged; rotated by `yaw` steps of a turn. */
void reel__window_numbers(const pose_spectrum *spectrum, bool mirrored, int yaw, complex_number numbers[NUMBERS]);

/* Three bits of each number, the sector of its phase: c > 0, s > 0, |c| > |s|. Number i is bit i. */
typedef struct window_code {
    uint64_t c, s, b;
} window_code;
window_code reel__window_code_of(const complex_number numbers[NUMBERS]);

#define HEAD_NUMBERS ((UINT64_C(1) << 30) - 1)
#define LEFT_NUMBERS (((UINT64_C(1) << 17) - 1) << 30)
#define RIGHT_NUMBERS (((UINT64_C(1) << 17) - 1) << 47)
#define HAND_NUMBERS (LEFT_NUMBERS | RIGHT_NUMBERS)

static inline unsigned bit_count(uint64_t bits)
{
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    bits = (bits + (bits >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (unsigned)(bits * UINT64_C(0x0101010101010101) >> 56);
}

/* ---- keys (keys.c) ---------------------------------------------------------------------------------------------- */

enum { FAMILY_HEAD, FAMILY_HANDS, FAMILY_PRESSES, FAMILY_SWINGS, KEY_NUMBERS = 14, POSE_FAMILIES = 2 };

/* The 28 bits of a window under which an index finds it, and 32 more. */
reel_match_key reel__key_of(const window_code *code, unsigned family);
/* The numbers of a key whose signs are the least certain: bits of the key. */
void reel__key_weakest(const complex_number numbers[NUMBERS], unsigned family, unsigned bits[2]);

/* ---- stops and strokes (stops.c, strokes.c) ---------------------------------------------------------------------- */

enum { HANDS = 2, MOST_STOPS = 2560 /* of a hand, in a fingerprint */ };

enum {
    STOP_SPAN = 8192,    /* mm: positions are modulo this */
    LONGEST_REST = 16000 /* ms between two stops */
};

/* A moment at which a hand is slowest, between two swings. */
typedef struct hand_stop {
    int32_t ms;
    int16_t at[3]; /* x, y, z: mm modulo STOP_SPAN */
} hand_stop;

/* The stops of the left hand, then those of the right one, each in order of time. */
typedef struct stop_list {
    hand_stop *data;
    size_t count, capacity;
    size_t left;    /* stops of the left hand */
    size_t first;   /* of the hand whose stops are added */
    uint64_t after; /* stops that were left out */
} stop_list;

/* Finds the stops of both hands. False: out of memory. */
bool reel__stops_find(const signal_track *signal, stop_list *list);

enum {
    STROKE_NUMBERS = 5,
    STROKE_STEP = 64,  /* parts of a step, in which numbers of strokes are given */
    STROKE_CELLS = 16, /* of a grid, along each side */
    MOST_NEAR = 16,    /* strokes that a search finds */
    MOST_SEEN = 512    /* and looks at */
};

/* Three stops. The number of a stroke is that of its first stop. */
typedef struct stroke {
    int16_t numbers[STROKE_NUMBERS];
    int16_t times[2]; /* of both swings, ms */
    int8_t turn;      /* 1, -1: the way the hand turns; 0: uncertain */
    bool usable;      /* its swings are neither too short nor too slow */
} stroke;

stroke reel__stroke_of(const hand_stop stops[3]);

/* The strokes of both hands, in a grid of three of their numbers. */
typedef struct stroke_list {
    stroke *data;
    size_t count;
    uint16_t *starts; /* of each cell, and of the end, in `order` */
    uint16_t *order;  /* numbers of the usable strokes, cell by cell */
} stroke_list;

/* A stroke that was found; the sum of squares of its last three differences. */
typedef struct near_stroke {
    uint32_t number;
    int off;
} near_stroke;

/* False: out of memory. strokes_free is to be called in any case. */
bool reel__strokes_make(const reel_allocator *allocator, const stop_list *stops, stroke_list *list);
void reel__strokes_free(const reel_allocator *allocator, stroke_list *list);
/* The strokes that agree with one, the nearest first. Returns their number. */
size_t reel__strokes_near(const stroke_list *list, const stroke *wanted, near_stroke found[MOST_NEAR]);

enum { MOST_SWING_KEYS = 4 };
/* The keys of four stops that are in an index: none or one; with `variants`, those to look up. Returns their number. */
size_t reel__swing_keys(const hand_stop stops[4], bool variants, reel_match_key keys[MOST_SWING_KEYS]);

/* ---- presses (presses.c) ---------------------------------------------------------------------------------------- */

/* Times of the presses of a macro, s. */
typedef struct press_track {
    reel_allocator allocator;
    double *times;
    size_t count, capacity;
    uint64_t after; /* presses that were left out */
} press_track;

bool reel__presses_add(press_track *presses, double time);
/* After the last one: sorts them, and drops those that are too many. */
bool reel__presses_finish(press_track *presses);
void reel__presses_free(press_track *presses);
/* False: out of memory. */
bool reel__presses_compare(const press_track *presses, const double *stored, size_t count, reel_match *match);

/* ---- fingerprints (blob.c) -------------------------------------------------------------------------------------- */

/* Presses of a macro, and inputs of a client of DDNet, are compared in the same way, but not with each other. */
typedef enum print_kind { PRINT_NONE = 0, PRINT_POSES = 1, PRINT_PRESSES = 2, PRINT_INPUTS = 3 } print_kind;

/* A fingerprint, decoded. */
typedef struct decoded_print {
    print_kind kind;
    size_t count;                    /* windows or presses */
    double start;                    /* time of the first sample, s */
    double times[MOST_WINDOWS];      /* of the anchors */
    window_code codes[MOST_WINDOWS]; /* of the windows */
    const uint8_t *presses;          /* of other kinds: where the times are */
    const uint8_t *stops;            /* of poses */
    size_t stop_counts[HANDS];
    int32_t first_stops[HANDS]; /* their times, in the unit of the fingerprint */
} decoded_print;

/* Decodes a fingerprint. REEL_CORRUPT or REEL_UNSUPPORTED with *error filled. */
reel_status reel__print_read(reel_bytes bytes, decoded_print *result, reel_error *error);
/* The time of a press of a decoded fingerprint, s. */
double reel__print_press(const decoded_print *print, size_t index);
/* The keys of the presses of a fingerprint, and those to look up (presses.c): of three intervals; of nine, `check` 1; and of sixteen,
 * `check` 2, which hardly any but copies share. */
size_t reel__presses_keys(const decoded_print *print, reel_match_key *keys, size_t capacity);
size_t reel__presses_probes(const press_track *presses, reel_match_key *keys, size_t capacity);
/* Where stops are read. */
typedef struct stop_place {
    const uint8_t *at;
    int64_t ticks;
} stop_place;

/* The stops of a hand, one after the other. */
stop_place reel__print_stops_of(const decoded_print *print, int hand);
hand_stop reel__print_next_stop(stop_place *place);
/* Decodes the stops of a fingerprint. The caller drops their memory. False: out of memory. */
bool reel__print_stops(const reel_allocator *allocator, const decoded_print *print, stop_list *stops);
/* Encodes windows and stops, or presses: appends to `memory`. False: out of memory. */
bool reel__print_write_poses(reel_memory *memory, double start, const anchor *anchors, const window_code *codes, size_t count,
                             const stop_list *stops);
bool reel__print_write_presses(reel_memory *memory, print_kind kind, const press_track *presses);

/* ---- motion (motion.c) and comparison (compare.c, align.c) ------------------------------------------------------ */

/* A window of the motion that is compared: its code as it is and mirrored. */
typedef struct query_window {
    double time;
    window_code codes[2];
    uint8_t weakest[2][POSE_FAMILIES][2]; /* bits of the keys */
    bool stored;                          /* in the fingerprint */
} query_window;

enum { INPUT_KEYS = 3, MOST_PLAYERS = 128 };

enum { MOTION_LEVELS = 2 }; /* a level has two hashes at most */

struct reel_motion {
    reel_allocator allocator;
    print_kind kind;
    reel_motion *next; /* of the next player */
    bool has_player;
    int64_t player;             /* number in the replay */
    int64_t inputs[INPUT_KEYS]; /* the last ones */
    uint64_t left_out;          /* rows of too many players */
    signal_track signal;
    press_track presses;
    window_basis *basis;
    query_window *windows;
    size_t window_count;
    stop_list stops;
    stroke_list strokes;
    reel_memory fingerprint;
    char level[LEVEL_KEY];                 /* hash of the level that the header names; "": none */
    char levels[MOTION_LEVELS][LEVEL_KEY]; /* those of the level that was given; "": no more */
};

reel_motion *reel__motion_new(const reel_allocator *allocator, print_kind kind); /* NULL: out of memory */

/* The fields that are read (source.c). */
typedef struct motion_source {
    const reel_table *table;
    const reel_field *time, *key;       /* `key` tells players apart; NULL: there is one */
    const reel_field *parts[3];         /* poses: head, left, right */
    const reel_field *down;             /* presses */
    const reel_field *keys[INPUT_KEYS]; /* inputs of clients */
    const reel_table *header;           /* with the frame rate of presses */
    const reel_field *rate;
    double frames_per_second;
} motion_source;

enum { MOST_SOURCES = 2 };
typedef struct motion_sources {
    motion_source data[MOST_SOURCES];
    size_t count;
} motion_sources;

/* The sources of a format: all tables of poses, or the table of presses or of inputs. */
print_kind reel__find_sources(const reel_format *format, motion_sources *sources);
void reel__source_learn_rate(motion_source *source, const reel_chunk *chunk);
/* Adds rows to the motion of their players. False: out of memory. */
bool reel__source_add_rows(reel_motion *first, const motion_source *source, const uint8_t *rows, size_t count);

/* Motion that is taken chunk by chunk. After reel__motion_begin succeeded, reel__motion_end ends it: with a failure as `status`, *motion is NULL and
 * the failure is returned. `options` may be NULL. */
typedef struct motion_run {
    reel_motion_options options;
    motion_sources sources;
    reel_motion *motion;
    bool began; /* the header was seen */
} motion_run;

reel_status reel__motion_begin(motion_run *run, const reel_format *format, const reel_motion_options *options, reel_error *error);
reel_status reel__motion_add(motion_run *run, const reel_chunk *chunk, reel_budget *budget, reel_error *error);
reel_status reel__motion_end(motion_run *run, reel_status status, reel_motion **motion, reel_error *error);

/* A possible time map: time of the query = scale * (stored time - mean) + center. */
typedef struct alignment {
    double scale, mean, center;
    unsigned support; /* windows that agree */
} alignment;

enum { MOST_ALIGNMENTS = 4, LEAST_SUPPORT = 3 };

/* The alignments that most windows of both sides agree on, the best first. Returns their number; SIZE_MAX: out of memory. */
size_t reel__alignments_find(const reel_motion *motion, const decoded_print *stored, bool mirrored,
                             alignment found[MOST_ALIGNMENTS]);
/* ---- parts (parts.c) --------------------------------------------------------------------------------------------- */

/* Adds the parts of the motion of each hand that are those of a hand there. `least_apart`, s: for a play with itself, else 0. False: out
 * of memory. */
bool reel__parts_find(const reel_motion *motion, const stop_list *stored, double least_apart, reel_match *match);

/* Compares all windows under an alignment. */
void reel__compare_aligned(const reel_motion *motion, const decoded_print *stored, const alignment *map, bool mirrored,
                           reel_match *best);
/* Compares all windows, under the best alignments in both orientations. False: out of memory. */
bool reel__compare_poses(const reel_motion *motion, const decoded_print *stored, reel_match *match);

#endif
