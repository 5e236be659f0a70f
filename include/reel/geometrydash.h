/* SPDX-License-Identifier: MIT
 *
 * What macros mean in Geometry Dash: presses, holds, clicks per second. docs/insight/geometrydash.md defines each figure. All are
 * taken from the inputs sorted by frame, the first player's before the second's on one frame. Where a GDR1 file does not say its
 * framerate it counts as 240.
 */
#ifndef REEL_GEOMETRYDASH_H
#define REEL_GEOMETRYDASH_H

#include <reel/insight.h>

#ifdef __cplusplus
extern "C" {
#endif

REEL_API extern const reel_insight reel_insight_geometrydash;
/* A check: what a moderator would look at. */
REEL_API extern const reel_insight reel_check_geometrydash;

/* More presses of one player in a second than this break the limit of most lists. */
#define GEOMETRYDASH_CLICK_LIMIT 15

/* The whole macro. One row. */
typedef struct geometrydash_summary {
    reel_string content_hash;     /* SHA-256 of the sorted inputs, as hex: equal where two macros press the same */
    double framerate;
    double length;                /* time of the last input, s */
    double duration;              /* what the header says, s */
    double presses_per_second;    /* presses / length; has no value without inputs */
    int64_t first_frame, last_frame;
    uint64_t inputs, presses, releases;
    uint64_t most_presses;        /* in any second */
    uint64_t exact_duplicates;    /* inputs that are there already */
    uint64_t same_frame;          /* inputs of one player on the frame of the one before */
    uint64_t limit_breaks;        /* presses that end a second with more than 15 of one player */
    uint64_t longest_even_run;    /* presses of one player one after another at one distance */
    uint8_t platformer;           /* there are other buttons than jump */
    uint8_t likely_bot;           /* a rule of thumb: see the page */
    uint8_t has_inputs;
} geometrydash_summary;

/* A player. Two rows. */
typedef struct geometrydash_player {
    double mean_hold;             /* frames */
    uint64_t presses, releases;
    uint64_t orphan_releases;     /* with nothing held */
    uint64_t presses_while_held;
    uint64_t held_at_end;         /* buttons */
    uint64_t holds;
    int64_t shortest_hold, longest_hold; /* frames */
    uint64_t zero_frame_holds, one_frame_holds;
    uint64_t most_presses;        /* in any second */
    uint8_t player2;
    uint8_t has_holds;
} geometrydash_player;

typedef struct geometrydash_button { uint64_t presses, releases; uint8_t button, player2; } geometrydash_button;

/* A press with its release. */
typedef struct geometrydash_hold { double time; int64_t frame, length; uint8_t button, player2; } geometrydash_hold;

/* A press: a track for click sounds, and the curve of clicks per second. */
typedef struct geometrydash_click {
    double time;     /* s */
    int64_t frame;
    uint32_t second; /* presses of this player in the second that ends here */
    uint8_t button, player2;
} geometrydash_click;

REEL_API extern const reel_table geometrydash_summaries, geometrydash_players, geometrydash_buttons, geometrydash_holds,
    geometrydash_clicks;

#ifdef __cplusplus
}
#endif

#endif
