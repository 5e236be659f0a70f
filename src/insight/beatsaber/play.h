/* SPDX-License-Identifier: MIT
 * A play as the insight sees it, whatever format it came in: notes and walls with their points, the sums over them, and the
 * motion. A feed (bsor.c) fills it from chunks; walk.c goes through it in time. */
#ifndef INSIGHT_BEATSABER_PLAY_H
#define INSIGHT_BEATSABER_PLAY_H

#include <reel/beatsaber.h>
#include <reel/format.h>

enum { SCORING_COUNT = 13, CELL_COUNT = 12, LEFT = 0, RIGHT = 1, NO_HAND = 2, NO_CELL = 255 };

/* ---- rules (score.c) -------------------------------------------------------------------------------------------- */

/* What a scoring type lets a cut earn. `has_`: that part depends on the cut. */
typedef struct play_traits {
    uint8_t before_max, after_max, max;
    bool has_before, has_center, has_after;
} play_traits;

play_traits play_traits_of(int scoring);
/* For values from 0 to 2^53. */
int64_t play_round(double value);

/* ---- lists and order (order.c) ---------------------------------------------------------------------------------- */

typedef struct play_list {
    void *data;
    size_t count, capacity;
} play_list;

/* Room for `count` more items of `size` bytes, uninitialised, or NULL: no memory. The items then count. */
void *play_list_grow(play_list *list, size_t count, size_t size, const reel_allocator *allocator);
void play_list_free(play_list *list, const reel_allocator *allocator);

typedef struct play_key {
    uint32_t key, index;
} play_key;

/* Sorts by key; items of one key keep their order. `spare` has room for `count` items too. */
void play_sort(play_key *items, play_key *spare, size_t count);
/* A key that sorts as the number does: not-a-number first, -0 as 0. */
uint32_t play_key_of(float value);

/* ---- the play (play.c) ------------------------------------------------------------------------------------------ */

/* A note or bomb that passed. */
typedef struct play_note {
    uint32_t id; /* the same for notes that look the same */
    uint32_t row;
    float time, spawn_time;
    float before_cut_rating, after_cut_rating;
    uint8_t kind;    /* beatsaber_event_kind */
    uint8_t scoring; /* below SCORING_COUNT */
    uint8_t hand;    /* by colour; NO_HAND where that is unknown */
    uint8_t cell;    /* layer * 4 + line, or NO_CELL */
    uint8_t line, layer, color, direction;
    uint8_t known;                 /* BEATSABER_HAS_..., which of the above are */
    uint8_t before, center, after; /* points of a good cut */
} play_note;

/* The part of a cut that only sums need. */
typedef struct play_cut {
    uint8_t saber; /* LEFT or RIGHT */
    float time_deviation, normal_z;
} play_cut;

typedef struct play_wall {
    uint32_t id;
    uint32_t row;
    float time, spawn_time; /* the later and the earlier of its times */
    float energy;           /* at the end of the contact, or what is lost where `drains` */
    bool drains;
} play_wall;

typedef struct play_pause {
    float time;
    int64_t duration;
} play_pause;

/* Sums over good cuts in file order: float32, as the public statistics have them. */
typedef struct play_sums {
    float timing, points, time_dependence, preswing, postswing, before, center, after;
    uint32_t timings, points_count, time_dependences, befores, afters;
} play_sums;

/* A tracker's way through the last frames. */
typedef struct play_tracker {
    float position[3], step[3]; /* of the last frame, and to it */
    bool turned;                /* the step before was turned back sharply by this one, and was not tiny */
} play_tracker;

typedef struct play_motion {
    uint64_t row; /* of the next frame */
    uint64_t kept;
    float last_time; /* of the last kept frame */
    double head[3];
    uint64_t head_count;
    uint64_t not_finite;
    uint64_t jitter_from, reset_from; /* kept frames before these numbers are not looked at */
    unsigned depth;                   /* frames that the trackers have seen since they started afresh */
    play_tracker trackers[3];         /* left, right, head */
    reel_vec3 offsets[2];             /* of the controllers in the hands */
    bool wants_jitters, wants_resets;
    play_list jitters, resets; /* beatsaber_jitter, beatsaber_origin_reset */
} play_motion;

typedef struct play_state {
    reel_allocator allocator;
    bool server; /* the convention */
    bool no_fail;
    unsigned lives; /* of the modifiers; 0: energy */
    bool quest;     /* Quest alone: its walls hold a time */
    bool no_cuts;   /* of a good cut only the points are known, in `center` */
    bool no_events; /* there are no events, and none are missing */
    const reel_table *info_table, *frame_table; /* of the format, for findings */
    char game_version[32];
    size_t game_version_size;
    int64_t stated_score;
    float jump_distance, height, fail_time;
    uint64_t note_rows, wall_rows;  /* rows seen */
    play_list notes, walls, pauses; /* play_note, play_wall, play_pause */
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
} play_state;

/* Adds a note and its part in the sums; `cut` is looked at for good and bad cuts. False: no memory. */
bool play_add_note(play_state *play, const play_note *note, const play_cut *cut);
/* Completes hands, cells and scorings with the means. */
void play_finish_sums(play_state *play);
/* Whether the modifiers ("NF,DA") hold a code. */
bool play_modifiers_have(reel_string modifiers, const char *code);
void play_free(play_state *play);

/* ---- the feeds (bsor.c, scoresaber.c) ---------------------------------------------------------------------------------- */

/* Adds a chunk; frames only where `frames` is true. False: no memory. */
bool play_feed_bsor(play_state *play, const reel_chunk *chunk, bool frames);
/* The same for those of ScoreSaber (scoresaber.c). */
bool play_feed_scoresaber(play_state *play, const reel_chunk *chunk, bool frames);
bool play_feed_scoresaber_json(play_state *play, const reel_chunk *chunk, bool frames);
/* Whichever fits the format (play.c). */
bool play_feed(play_state *play, const reel_format *format, const reel_chunk *chunk, bool frames);
extern const reel_format *const play_formats_known[];

/* ---- motion (motion.c) ------------------------------------------------------------------------------------------ */

bool play_add_frames(play_state *play, const bsor_frame *frames, size_t count);
reel_vec3 play_head(const play_motion *motion);

/* ---- the walk (walk.c) ------------------------------------------------------------------------------------------ */

/* A note that lost points by its swing, for the jitters beside it. */
typedef struct play_loss {
    float time;
    uint32_t row;
} play_loss;

typedef struct play_walk {
    /* what is wanted; NULL: not */
    reel_row_list *events, *underswings, *graph;
    uint32_t seconds; /* rows of the graph */
    bool wants_losses;
    /* what came out */
    int64_t score, max_score, underswing;
    uint32_t combo, max_combo, max_streak;
    bool has_streak;
    float energy, min_energy;
    float empty_time; /* of the first event with no energy left */
    bool empty;
    float accuracy, fc_accuracy;
    play_list losses_before, losses_after; /* loss, by time */
} play_walk;

/* Goes through all events in time. False: no memory, here or in a row list. */
bool play_walk_run(play_walk *walk, play_state *play);
/* Marks the jitters that lie beside a note that lost points by its swing. */
void play_mark_losses(play_state *play, const play_walk *walk);
void play_walk_free(play_walk *walk, const reel_allocator *allocator);

#endif
