/* SPDX-License-Identifier: MIT
 *
 * Macros of Geometry Dash bots other than GDR. All of them have the rows of GDR (reel/gdr.h): info, inputs, physics. This header adds
 * what GDR cannot express: 64-bit seeds, events, position fixes and times. docs/formats/macros.md is the specification.
 *
 * gdr_info.bot_name is the program of the format, bot_version its build if the file has it. Only ToastyReplay states platformer and the
 * level; it and XDBot 2.7 state the author. gdr_info.seed is 0: the seed is in macros_header.
 */
#ifndef REEL_MACROS_H
#define REEL_MACROS_H

#include <reel/gdr.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Silicate 1 to 3; xdBot's text; Mega Hack 7, binary and JSON; ReplayEngine 1, 2 (also 2.1), 3 and 4; ToastyReplay 3, and 1 to 2;
 * TCBot 1 and 2; uvBot; yBot 2; zBot; plain text; XDBot 2.7. */
REEL_API extern const reel_format reel_format_slc3, reel_format_slc2, reel_format_slc1, reel_format_xd, reel_format_mhr,
    reel_format_mhr_json, reel_format_re1, reel_format_re2, reel_format_re3, reel_format_re4, reel_format_ttr3, reel_format_ttr,
    reel_format_tcm, reel_format_uv, reel_format_ybot, reel_format_zbf, reel_format_macro_text, reel_format_cml;

/* Formats of game 2.1: Zephyrus, ReplayBot, KD-BOT, Rush, yBot's frames, RBot, DDHOR, Echo (binary and JSON), TASBot, xBot,
 * Amethyst, OmegaBot 2 and 3, qBot, GDMegaOverlay (games 2.1 and 2.2). */
REEL_API extern const reel_format reel_format_zephyrus, reel_format_replaybot, reel_format_kdbot, reel_format_rush,
    reel_format_ybot_frame, reel_format_rbot, reel_format_ddhor, reel_format_echobot, reel_format_echobot_json,
    reel_format_tasbot, reel_format_xbot, reel_format_amethyst, reel_format_omegabot2, reel_format_omegabot3, reel_format_qbot,
    reel_format_gdmo21, reel_format_gdmo;

/* All of them, for lists of formats. */
#define MACROS_FORMATS                                                                                                           \
    &reel_format_slc3, &reel_format_slc2, &reel_format_slc1, &reel_format_xd, &reel_format_mhr, &reel_format_mhr_json,           \
        &reel_format_re1, &reel_format_re2, &reel_format_re3, &reel_format_re4, &reel_format_ttr3, &reel_format_ttr,             \
        &reel_format_tcm, &reel_format_uv, &reel_format_ybot, &reel_format_zbf, &reel_format_macro_text, &reel_format_zephyrus,  \
        &reel_format_replaybot, &reel_format_kdbot, &reel_format_rush, &reel_format_ybot_frame, &reel_format_rbot,               \
        &reel_format_ddhor, &reel_format_echobot, &reel_format_echobot_json, &reel_format_tasbot, &reel_format_xbot,             \
        &reel_format_amethyst, &reel_format_cml, &reel_format_omegabot2, &reel_format_omegabot3, &reel_format_qbot,              \
        &reel_format_gdmo21, &reel_format_gdmo

/* What the header says that gdr_info has no field for. */
typedef struct macros_header {
    uint64_t seed;    /* if has_seed */
    uint32_t version; /* of the format; 0 if the file has none */
    uint32_t flags;   /* of the format: see its section in docs/formats/macros.md */
    uint8_t has_seed;
} macros_header;

typedef enum macros_event_kind {
    MACROS_RESTART = 1,
    MACROS_FULL_RESTART = 2,
    MACROS_DEATH = 3,
    MACROS_TPS = 4, /* the framerate changes here; frames before it count at the rate before */
    MACROS_BUGPOINT = 5,
    MACROS_SKIP = 6 /* a pause that only moves the frame */
} macros_event_kind;

/* An entry of the list of inputs other than an input. */
typedef struct macros_event {
    int64_t frame;
    uint64_t seed;  /* if has_seed */
    double tps;     /* MACROS_TPS; else 0 */
    uint32_t index; /* number of inputs before it */
    uint8_t kind;   /* macros_event_kind */
    uint8_t has_seed;
    uint8_t reserved[2]; /* 0 */
} macros_event;

/* Bits of macros_fix.has. */
enum { MACROS_FIX_POSITION = 1, MACROS_FIX_ROTATION = 2, MACROS_FIX_Y_VELOCITY = 4 };

/* Where a player was on a frame, independent of inputs; bots put the player back there. */
typedef struct macros_fix {
    int64_t frame;
    double y_velocity;
    float x, y, rotation;
    uint8_t player2;
    uint8_t has;         /* MACROS_FIX_... */
    uint8_t reserved[2]; /* 0 */
} macros_fix;

/* The time of an input, in formats that store times; one row for each input. The frame is time * framerate, rounded down. */
typedef struct macros_time {
    int64_t frame;
    double time; /* s */
} macros_time;

/* Silicate 1: the seed, which follows the inputs. */
typedef struct macros_ending {
    uint64_t seed;
} macros_ending;

/* A failed attempt before the run, and its inputs in macros_tries. */
typedef struct macros_attempt {
    double death_time; /* s, from the start of the attempt */
    uint8_t death_player2;
    uint32_t inputs;
} macros_attempt;

typedef struct macros_try {
    uint32_t attempt;
    double time; /* s, from the start of the attempt */
    uint8_t button, player2, down;
} macros_try;

REEL_API extern const reel_table macros_headers, macros_events, macros_fixes, macros_times, macros_attempts, macros_tries,
    macros_endings;

#ifdef __cplusplus
}
#endif

#endif
