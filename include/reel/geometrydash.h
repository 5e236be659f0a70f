/* SPDX-License-Identifier: MIT
 *
 * Geometry Dash macro statistics: presses, holds, clicks per second. docs/insight/geometrydash.md defines every value. Inputs are
 * sorted by frame first; on one frame, inputs of the first player precede those of the second. A GDR1 file without a framerate is
 * read as 240 frames per second. If a file states one that is not above 0, or above a billion, what needs it is missing; times are NaN.
 */
#ifndef REEL_GEOMETRYDASH_H
#define REEL_GEOMETRYDASH_H

#include <reel/insight.h>

#ifdef __cplusplus
extern "C" {
#endif

REEL_API extern const reel_insight reel_insight_geometrydash;
/* A check for what list moderators look at: unmatched presses, order, times, framerate. */
REEL_API extern const reel_insight reel_check_geometrydash;

/* Most demon lists forbid more presses of one player in a second than this. */
#define GEOMETRYDASH_CLICK_LIMIT 15

/* The whole macro: one row. */
typedef struct geometrydash_summary {
    reel_string content_hash; /* SHA-256 of the sorted inputs in hex; equal for macros with the same inputs */
    double framerate;
    double length;             /* time of the last input, s */
    double duration;           /* stated in the header, s; frames are converted */
    double presses_per_second; /* presses / length; missing if that is 0 */
    int64_t first_frame, last_frame;
    uint64_t attempts; /* in the file: where frames go back, a new one begins. All other figures but the hash are of the last */
    uint64_t inputs, presses, releases;
    uint64_t most_presses;     /* in any second */
    uint64_t exact_duplicates; /* inputs identical to an earlier one on the same frame */
    uint64_t same_frame;       /* inputs on the same frame as the player's previous input */
    uint64_t limit_breaks;     /* presses with more than 15 of the same player in the second ending there */
    uint64_t longest_even_run; /* longest run of presses of one player at equal intervals */
    uint8_t platformer;        /* 1: the header says so, or buttons other than jump are used */
    uint8_t likely_bot;        /* 1: looks machine-made; a heuristic, see the page */
    uint8_t has_inputs, has_rate, has_duration;
    uint8_t has_framerate; /* limit_breaks is there, too */
    uint8_t has_length;    /* there are inputs and a framerate: length, most_presses */
    uint8_t has_verdict;   /* likely_bot: without a framerate only if it is 1 */
    reel_reading reading;
} geometrydash_summary;

/* Statistics of one player. Two rows. */
typedef struct geometrydash_player {
    double mean_hold; /* frames */
    uint64_t presses, releases;
    uint64_t orphan_releases; /* of a button that was not held */
    uint64_t presses_while_held;
    uint64_t held_at_end; /* number of buttons */
    uint64_t holds;
    int64_t shortest_hold, longest_hold; /* frames */
    uint64_t zero_frame_holds, one_frame_holds;
    uint64_t most_presses; /* in any second */
    uint8_t player2;
    uint8_t has_holds, has_presses;
} geometrydash_player;

/* Presses and releases of one button. One row per player and button that is used. */
typedef struct geometrydash_button {
    uint64_t presses, releases;
    uint8_t button, player2;
} geometrydash_button;

/* A press with its release. Time in s, frame of the press, length in frames. */
typedef struct geometrydash_hold {
    double time;
    int64_t frame, length;
    uint8_t button, player2;
} geometrydash_hold;

/* A press. The rows make a click track and the curve of clicks per second. */
typedef struct geometrydash_click {
    double time; /* s */
    int64_t frame;
    uint32_t second; /* presses of this player in the second ending here */
    uint8_t button, player2;
    uint8_t has_second;
} geometrydash_click;

REEL_API extern const reel_table geometrydash_summaries, geometrydash_players, geometrydash_buttons, geometrydash_holds,
    geometrydash_clicks;

#ifdef __cplusplus
}
#endif

#endif
