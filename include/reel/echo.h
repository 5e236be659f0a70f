/* SPDX-License-Identifier: MIT
 *
 * Echo VR match statistics, for all replay formats of the game. docs/insight/echo.md defines every value and tells which are the
 * game's own and which are derived from positions and flags. The rows of the replay itself are in <reel/butter.h>.
 *
 * Times are in seconds since the first frame; `clock` is the game clock in seconds. Members named `player` are row numbers in the
 * table of players. Values that a replay does not have are missing, see `present`.
 */
#ifndef REEL_ECHO_H
#define REEL_ECHO_H

#include <reel/insight.h>
#include <reel/milk.h>

#ifdef __cplusplus
extern "C" {
#endif

REEL_API extern const reel_insight reel_insight_echo;
/* The rules of the game, for reel_check. Rule ids begin with "echo.". */
REEL_API extern const reel_insight reel_check_echo;

/* The state of a frame lasts until the next frame, but no longer than this. */
#define ECHO_LONGEST_STEP 1.0 /* s */
/* A step of a head that is longer and faster than these is a jump, not movement: a respawn, or a move to the launch tube. */
#define ECHO_JUMP_DISTANCE 2.0 /* m */
#define ECHO_JUMP_SPEED 50.0   /* m/s */
/* The disc is never thrown as fast as this: above, the game moved it. */
#define ECHO_FASTEST_DISC 200.0 /* m/s */
/* Limits of the insight: players tracked, and rows per table. Exceeding them is reported as a finding. */
enum { ECHO_MOST_PLAYERS = 256, ECHO_MOST_ROWS = 1 << 20 };

typedef enum echo_mode { ECHO_MODE_OTHER = 0, ECHO_MODE_ARENA = 1, ECHO_MODE_COMBAT = 2 } echo_mode;

enum {
    ECHO_MATCH_POINTS = 1 << 0, /* echo_match.blue_points, orange_points */
    ECHO_MATCH_ROUNDS = 1 << 1, /* blue_rounds, orange_rounds */
    ECHO_MATCH_DISC = 1 << 2,   /* there is a disc: blue_possession, orange_possession */
    ECHO_MATCH_SPEED = 1 << 3,  /* its speed is known: max_disc_speed, max_disc_speed_time */
    ECHO_MATCH_HELD = 1 << 4,   /* what hands hold is known: blue_held, orange_held */
    ECHO_MATCH_RATE = 1 << 5,   /* frame_rate */
    ECHO_MATCH_GAP = 1 << 6,    /* longest_gap */
    ECHO_MATCH_DATE = 1 << 7    /* recorded */
};

/* The whole recording: one row. */
typedef struct echo_match {
    reel_string map, client_name;
    int64_t recorded;    /* ms since 1970, of the first frame */
    double duration;     /* from the first frame to the last, s */
    double play_seconds; /* status playing or sudden death, not paused */
    double paused_seconds;
    double blue_possession, orange_possession;                 /* s in which the game says so of the team or one of its players */
    double blue_possession_in_play, orange_possession_in_play; /* the part of it in play, s */
    double blue_held, orange_held;                             /* s in which a hand of the team holds the disc */
    double longest_gap;                                        /* longest time between two frames, if above ECHO_LONGEST_STEP */
    double max_disc_speed_time;
    float frame_rate; /* 1 over the mean of the usual times between two frames, 1/s */
    float blue_points, orange_points;
    float max_disc_speed;               /* m/s */
    int32_t blue_rounds, orange_rounds; /* rounds won, as last stated in the replay */
    uint32_t frames, rounds, goals, players, pauses, gaps;
    uint8_t mode; /* echo_mode */
    uint8_t private_match;
    uint8_t present; /* ECHO_MATCH_POINTS, ... */
    reel_reading reading;
} echo_match;

enum {
    ECHO_PLAYER_STATS = 1 << 0,  /* echo_player_sum.points to shots: some, see `counted` */
    ECHO_PLAYER_STATES = 1 << 1, /* possession_seconds, possession_in_play: missing in Combat */
    ECHO_PLAYER_HELD = 1 << 2,   /* held_seconds */
    ECHO_PLAYER_STUNNED = 1 << 3 /* stunned_seconds, times_stunned: missing in Combat */
};

/* Statistics of one player. Counters are the increase of the game's counters during the recording. */
typedef struct echo_player_sum {
    uint64_t userid;
    reel_string name; /* the last one used */
    double first_seen, last_seen;
    double seconds;            /* in the match */
    double possession_seconds; /* the game says that the player has the disc */
    double possession_in_play; /* the part of it in play */
    double held_seconds;       /* a hand holds the disc */
    double stunned_seconds;
    uint32_t player;
    uint32_t points, goals, assists, saves, stuns, steals, blocks, interceptions, catches, passes, shots;
    uint32_t times_stunned;
    uint8_t team;    /* the one the player was in for the longest time */
    uint8_t present; /* ECHO_PLAYER_STATS, ... */
    uint8_t counted,
        more_counted; /* counters that the replay has: a bit for each member of echo_stats in order, eight and three */
} echo_player_sum;

enum {
    ECHO_MOTION_SPEED = 1 << 0,   /* echo_motion.max_speed */
    ECHO_MOTION_HOLDING = 1 << 1, /* floating_seconds */
    ECHO_MOTION_LINE = 1 << 2,    /* mean_ping, max_ping */
    ECHO_MOTION_MEAN = 1 << 3,    /* mean_speed */
    ECHO_MOTION_REACH = 1 << 4,   /* max_reach */
    ECHO_MOTION_LOSS = 1 << 5     /* mean_packet_loss */
};

/* Movement and connection quality of one player. */
typedef struct echo_motion {
    uint64_t userid;
    reel_string name;
    double distance;         /* travelled by the head, m */
    double floating_seconds; /* with no hand holding the arena or a player */
    uint32_t player;
    float mean_speed;       /* distance / time spent covering it, m/s */
    float max_speed;        /* maximum reported by the game, m/s */
    float max_reach;        /* maximum distance between a hand and the head, m */
    float mean_ping;        /* ms */
    float mean_packet_loss; /* 0 to 1 */
    int32_t max_ping;       /* ms */
    uint8_t team;           /* as in echo_player_sum */
    uint8_t present;        /* ECHO_MOTION_SPEED, ... */
    uint8_t has_distance;   /* the replay has positions of the player */
} echo_motion;

enum {
    ECHO_GOAL_CLOCK = 1 << 0,   /* echo_goal.clock */
    ECHO_GOAL_SPEED = 1 << 1,   /* disc_speed */
    ECHO_GOAL_DISTANCE = 1 << 2 /* distance */
};

/* A goal: the points of a team rose. */
typedef struct echo_goal {
    double time;
    reel_string scorer, assist, type;      /* missing unless `described`; empty if nobody is named */
    uint64_t scorer_userid, assist_userid; /* 0: unknown */
    float clock;
    float points;                     /* scored by the team */
    float disc_speed, distance;       /* m/s, m; missing unless `described` */
    float blue_points, orange_points; /* after the goal */
    uint32_t round;                   /* number of the round; 0: between rounds */
    uint8_t team;
    uint8_t described; /* 1: the replay's "last goal" describes this one */
    uint8_t present;   /* ECHO_GOAL_CLOCK, ... */
} echo_goal;

typedef enum echo_round_end {
    ECHO_END_FILE = 0,       /* the file ended */
    ECHO_END_ROUND_OVER = 1, /* the status is "round over" */
    ECHO_END_POST_MATCH = 2, /* the status is "post match" */
    ECHO_END_PRE_MATCH = 3,  /* the status is "pre match": a restart */
    ECHO_END_RESTART = 4,    /* the clock went up or points went down */
    ECHO_END_LEFT = 5        /* the status is empty, or the session changed */
} echo_round_end;

enum {
    ECHO_ROUND_POINTS = 1 << 0, /* echo_round.blue_points, orange_points, goals */
    ECHO_ROUND_WINNER = 1 << 1, /* winner: the points are known, and the file has the end */
    ECHO_ROUND_START_CLOCK = 1 << 2,
    ECHO_ROUND_END_CLOCK = 1 << 3
};

/* A round, from its start or the first frame that shows it to its end. */
typedef struct echo_round {
    double start, end;
    double play_seconds, paused_seconds;
    float start_clock, end_clock;
    float blue_points, orange_points; /* at the end */
    uint32_t round;                   /* from 1 */
    uint32_t goals, pauses;
    uint8_t winner;     /* 0 blue, 1 orange, 3 none: a draw */
    uint8_t ended_by;   /* echo_round_end */
    uint8_t overtime;   /* 1: the round had sudden death */
    uint8_t from_start; /* 0: the recording began during the round */
    uint8_t present;    /* ECHO_ROUND_... */
} echo_round;

typedef enum echo_event_kind {
    ECHO_ASSIST = 0,
    ECHO_BLOCK = 1,
    ECHO_CATCH = 2,
    ECHO_INTERCEPTION = 3,
    ECHO_PASS = 4,
    ECHO_SAVE = 5,
    ECHO_STEAL = 6,
    ECHO_SHOT = 7,
    ECHO_STUN = 8
} echo_event_kind;

/* An increase of one of a player's counters. */
typedef struct echo_event {
    double time;
    uint64_t userid;
    reel_string name;
    float clock;
    uint32_t player;
    uint32_t count; /* size of the increase */
    uint8_t kind;   /* echo_event_kind */
    uint8_t team;
    uint8_t has_clock;
} echo_event;

/* A throw of the recording player: the game's thirteen throw values changed. */
typedef struct echo_recorder_throw {
    double time;
    float clock;
    echo_throw throw_;
    uint8_t keys, more_keys; /* values that the replay has: a bit for each member of echo_throw in order, eight and five */
    uint8_t has_clock;
} echo_recorder_throw;

/* A hand released the disc, and no other hand holds it. */
typedef struct echo_release {
    double time;
    uint64_t userid;
    reel_string name;
    float clock;
    float disc_speed; /* in the first frame with the disc free, m/s */
    uint32_t player;
    uint8_t team;
    uint8_t hand;    /* 0 left, 1 right */
    uint8_t stunned; /* 1: the player is stunned, so this is not a throw */
    uint8_t has_clock, has_speed;
} echo_release;

/* An interval in which one player, or a team without a known player, has the disc. */
typedef struct echo_possession {
    double start, end;
    uint64_t userid;
    reel_string name;
    uint32_t player;
    uint8_t team;
    uint8_t has_player;
} echo_possession;

typedef enum echo_stay_begin { ECHO_STAY_FILE_BEGIN = 0, ECHO_STAY_JOINED = 1, ECHO_STAY_FROM_TEAM = 2 } echo_stay_begin;
typedef enum echo_stay_end { ECHO_STAY_FILE_END = 0, ECHO_STAY_LEFT = 1, ECHO_STAY_TO_TEAM = 2 } echo_stay_end;

/* A stay of a player in a team. */
typedef struct echo_stay {
    double start, end; /* first and last frame */
    uint64_t userid;
    reel_string name;
    uint32_t player;
    uint8_t team;
    uint8_t began_by; /* echo_stay_begin */
    uint8_t ended_by; /* echo_stay_end */
} echo_stay;

/* A pause of the match. */
typedef struct echo_pause {
    double start, end;
    float clock;
    uint8_t paused_team, unpaused_team; /* 0 blue, 1 orange, 2 spectators, 3 none */
    uint8_t lasts;                      /* 1: still paused at the end of the file */
    uint8_t has_clock;
} echo_pause;

/* Combat: the equipment of a player, when first seen and at each change. */
typedef struct echo_loadout {
    double time;
    uint64_t userid;
    reel_string name;
    reel_string weapon, ordnance, tac_mod, arm;
    uint32_t player;
    uint8_t team;
} echo_loadout;

enum {
    ECHO_STEP_DISTANCE = 1 << 0,
    ECHO_STEP_SPEED = 1 << 1,
    ECHO_STEP_BLUE_POINTS = 1 << 2,
    ECHO_STEP_CHECKPOINT = 1 << 3,
    ECHO_STEP_CONTESTED = 1 << 4,
    ECHO_STEP_DEFENDERS = 1 << 5,
    ECHO_STEP_ORANGE_POINTS = 1 << 6
};

/* Combat: the state of the payload or capture point. A row for each whole metre or point of progress, and each other change. */
typedef struct echo_payload_step {
    double time;
    float distance, speed; /* m, m/s */
    float blue_points, orange_points;
    uint8_t checkpoint, contested, defenders;
    uint8_t present; /* ECHO_STEP_DISTANCE, ... */
} echo_payload_step;

/* Dense: one row per frame with a disc. Computed on request only. */
typedef struct echo_disc_speed {
    double time;
    float clock;
    float speed; /* m/s */
    uint8_t has_clock;
} echo_disc_speed;

REEL_API extern const reel_table echo_matches, echo_player_sums, echo_motions, echo_goals, echo_rounds, echo_events,
    echo_possessions, echo_recorder_throws, echo_releases, echo_stays, echo_pauses, echo_loadouts, echo_payload_steps,
    echo_disc_speeds;

#ifdef __cplusplus
}
#endif

#endif
