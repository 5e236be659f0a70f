/* SPDX-License-Identifier: MIT
 *
 * DDNet statistics: sessions, finishes, commands and more from a teehistorian file, a demo or a ghost. docs/insight/ddnet.md defines every
 * value. A tick is 1/50 s. -1 means unknown or none unless stated otherwise.
 */
#ifndef REEL_DDNET_H
#define REEL_DDNET_H

#include <reel/insight.h>

#ifdef __cplusplus
extern "C" {
#endif

REEL_API extern const reel_insight reel_insight_ddnet, reel_check_ddnet_level, reel_check_ddnet_motion;

/* How a session began and how it ended. */
typedef enum ddnet_start { DDNET_START_JOIN = 0, DDNET_START_REJOIN = 1, DDNET_START_IMPLIED = 2 } ddnet_start;
typedef enum ddnet_end { DDNET_END_OF_FILE = 0, DDNET_END_DROP = 1, DDNET_END_REJOIN = 2, DDNET_END_JOIN = 3 } ddnet_end;

/* Bits of `present`: numbers that a row has. Those that it lacks are -1. */
enum {
    DDNET_HAS_READY_TICK = 1 << 0,
    DDNET_HAS_DDNET_VERSION = 1 << 1,
    DDNET_HAS_BEST_TIME = 1 << 2,
    DDNET_HAS_CID = 1 << 3,
    DDNET_HAS_SESSION = 1 << 4,
    DDNET_HAS_OLD_TICK = 1 << 5,
    DDNET_HAS_TEAM = 1 << 6,       /* of a finish */
    DDNET_HAS_START_TICK = 1 << 7, /* of a finish */
    DDNET_HAS_LEVEL = 1 << 0,      /* of a command */
    DDNET_HAS_MESSAGES = 1 << 3    /* of a session: inputs, messages, chat_commands; demos and ghosts have none */
};

/* A session: one stay of one client in one slot. */
typedef struct ddnet_session {
    int32_t session, cid;
    int32_t start_tick, end_tick;
    uint8_t start, end; /* ddnet_start, ddnet_end */
    uint8_t protocol;   /* 6 or 7 */
    uint8_t present;
    reel_string reason; /* given for the drop */
    int32_t ready_tick;
    int32_t ddnet_version;
    reel_uuid connection_id; /* all zero: unknown */
    reel_string first_name, last_name;
    int32_t characters;
    int64_t alive_ticks;
    int64_t inputs, messages, chat_commands;
    int32_t finishes;
    int32_t best_time_ticks;
} ddnet_session;

/* The activity of a player in one session. */
typedef struct ddnet_activity {
    int32_t session, cid;
    reel_string name;
    int64_t ticks;      /* length of the session */
    int64_t idle_ticks; /* time without a new input, excluding the first ten seconds of each stretch */
    int64_t longest_idle_ticks;
    int64_t menu_ticks, chatting_ticks;
    double distance; /* tiles; steps of 8 tiles or more are teleports, and neither they nor swaps count */
    int64_t jumps, hooks, shots, direction_changes, weapon_changes;
    uint8_t present;     /* DDNET_ACTIVITY_HAS_... */
    uint8_t reserved[7]; /* 0 */
} ddnet_activity;

enum {                                   /* of ddnet_activity.present */
       DDNET_ACTIVITY_HAS_MENU = 1 << 0, /* menu_ticks, chatting_ticks; not in ghosts and demos of protocol 0.7 */
       DDNET_ACTIVITY_HAS_JUMPS = 1 << 1 /* jumps; not in ghosts */
};

/* A finish of a player or of a team. */
typedef enum ddnet_finisher { DDNET_PLAYER = 0, DDNET_TEAM = 1 } ddnet_finisher;
typedef struct ddnet_finish {
    int32_t tick;
    uint64_t offset;
    uint8_t kind; /* ddnet_finisher */
    uint8_t present;
    int32_t cid, session; /* of a player */
    int32_t team;         /* the team, or the team of the player; missing if the player has no session */
    int32_t time_ticks;
    double time;        /* s */
    int32_t start_tick; /* missing: the run began in another game, before a save of the team was loaded */
    uint8_t practice;   /* 1: the team was in practice mode, so the time does not count */
    uint8_t of_team;    /* 1: of a player whose team finished in the same tick: one run with the team's row */
    reel_string name;
} ddnet_finish;

/* A command that was run. */
typedef enum ddnet_source { DDNET_SERVER = 0, DDNET_GAME = 1, DDNET_NO_GAME = 2, DDNET_CHAT = 3, DDNET_RCON = 4 } ddnet_source;
typedef struct ddnet_command {
    int32_t tick;
    uint64_t offset;
    int32_t cid, session, flags;
    uint8_t source; /* ddnet_source */
    uint8_t present;
    reel_string command;
    reel_string args; /* a JSON array */
    int32_t level;    /* access level of the client in the remote console; missing if nothing in the file tells it */
} ddnet_command;

/* A vote called or cast. */
typedef enum ddnet_vote_kind { DDNET_CALL = 0, DDNET_CAST = 1 } ddnet_vote_kind;
typedef struct ddnet_vote {
    int32_t tick;
    uint64_t offset;
    int32_t cid, session;
    uint8_t kind;                         /* ddnet_vote_kind */
    uint8_t called;                       /* 1: a call */
    int32_t vote;                         /* cast only: -1 no, 0 withdrawn, 1 yes */
    reel_string vote_type, value, reason; /* call only */
    int32_t force;                        /* call only */
} ddnet_vote;

/* A player name requested or assigned. */
typedef enum ddnet_name_origin { DDNET_START_INFO = 0, DDNET_CHANGE_INFO = 1, DDNET_PLAYER_NAME = 2 } ddnet_name_origin;
typedef struct ddnet_name {
    int32_t tick;
    uint64_t offset;
    int32_t cid, session;
    uint8_t origin; /* ddnet_name_origin */
    reel_string name, clan;
    int32_t country; /* ISO 3166-1 numeric; -1 if the player chose none */
    reel_string skin;
    uint8_t described; /* 1: the message has clan, country and skin: not DDNET_PLAYER_NAME */
} ddnet_name;

/* A change of a player's team, or of a team's practice mode. */
typedef enum ddnet_team_kind { DDNET_PLAYER_TEAM = 1, DDNET_TEAM_PRACTICE = 2 } ddnet_team_kind;
typedef struct ddnet_team {
    int32_t tick;
    uint64_t offset;
    uint8_t kind; /* ddnet_team_kind */
    int32_t cid;  /* DDNET_PLAYER_TEAM only */
    int32_t team;
    int32_t practice; /* DDNET_TEAM_PRACTICE only */
} ddnet_team;

/* The lifetime of a character. */
typedef struct ddnet_character {
    int32_t session, cid;
    int32_t new_tick;
    int32_t old_tick; /* missing: alive at the end of the file */
    uint8_t present;
} ddnet_character;

/* A change of the number of clients or characters. */
typedef struct ddnet_online {
    int32_t tick, clients, characters;
} ddnet_online;

/* The time that characters spent on a tile of the map. */
typedef struct ddnet_heat {
    int32_t tile_x, tile_y;
    int64_t ticks;
} ddnet_heat;

/* Dense: one row per character and tick. Computed on request only. Positions in 1/32 tile. */
typedef struct ddnet_position {
    int32_t tick, cid, x, y, session;
} ddnet_position;

/* Dense: one row per tick for each slot that ever had an input. Computed on request only. */
typedef struct ddnet_input {
    int32_t tick, cid;
    int32_t direction, target_x, target_y, jump, fire, hook, player_flags, wanted_weapon, next_weapon, prev_weapon;
} ddnet_input;

/* A player of the recording: all sessions that ended with one name. */
typedef struct ddnet_player {
    reel_string name; /* missing: the file names nobody in this session */
    reel_string clan; /* the last one */
    int64_t ticks;    /* in the game: lengths of the sessions */
    int64_t alive_ticks;
    int64_t inputs;
    double inputs_per_second; /* of the time in the game */
    double distance;          /* tiles, as in ddnet_activity */
    int32_t sessions;
    int32_t first_tick; /* start of the first session */
    int32_t finishes;   /* outside of practice */
    int32_t best_time_ticks;
    uint8_t present;      /* DDNET_PLAYER_HAS_... */
    uint8_t reserved[7];  /* 0 */
    int64_t freeze_ticks; /* in which the tee touched a freeze tile */
    int64_t solo_ticks;   /* between tiles that begin solo and tiles that end it */
} ddnet_player;

enum { /* of ddnet_player.present */
       DDNET_PLAYER_HAS_NAME = 1 << 0,
       DDNET_PLAYER_HAS_CLAN = 1 << 1,
       DDNET_PLAYER_HAS_RATE = 1 << 2,  /* inputs_per_second */
       DDNET_PLAYER_HAS_BEST = 1 << 3,  /* best_time_ticks */
       DDNET_PLAYER_HAS_LEVEL = 1 << 4, /* freeze_ticks, solo_ticks: a whole map was given */
       DDNET_PLAYER_HAS_INPUTS = 1 << 5 /* inputs; demos and ghosts have none */
};

/* The recording in one row. */
typedef struct ddnet_summary {
    double duration;     /* s */
    double best_time;    /* s */
    int32_t players;     /* rows of ddnet_players */
    int32_t sessions;    /* rows of ddnet_sessions */
    int32_t finishes;    /* of players, outside of practice */
    uint8_t present;     /* DDNET_SUMMARY_HAS_... */
    uint8_t reserved[3]; /* 0 */
    reel_reading reading;
} ddnet_summary;

enum {                                      /* of ddnet_summary.present */
       DDNET_SUMMARY_HAS_FINISHES = 1 << 0, /* servers older than 18.3 do not record them */
       DDNET_SUMMARY_HAS_BEST = 1 << 1,     /* best_time */
       DDNET_SUMMARY_HAS_DURATION = 1 << 2
};

REEL_API extern const reel_table ddnet_summaries;

/* What the tee of a session did, as a demo or a ghost shows it. Recordings have no such rows. */
typedef struct ddnet_shown_tee {
    int32_t session, cid;
    reel_string name, clan;
    int64_t shown_ticks; /* with a tee */
    double distance;     /* tiles, as in ddnet_activity */
    double mean_speed;   /* tiles a second, of the time with a tee */
    double top_speed;    /* tiles a second, from one tick that is shown to the next */
    int64_t hook_ticks;  /* with the hook out: flying or holding */
    int64_t hold_ticks;  /* with the hook holding on to something */
    int64_t frozen_ticks;
    int64_t hammer_ticks, gun_ticks, shotgun_ticks, grenade_ticks, laser_ticks, ninja_ticks; /* with this weapon in hand */
    int64_t chat_messages;
    int32_t kills, deaths; /* by the kill messages; a death by oneself or by the world kills nobody */
    int32_t team;          /* the last one: -1 spectators, 0 red or the game, 1 blue */
    int32_t score;         /* the last one; in a race minus the seconds of the best time */
    uint8_t present;       /* DDNET_SHOWN_HAS_... */
    uint8_t reserved[7];   /* 0 */
} ddnet_shown_tee;

enum { /* of ddnet_shown_tee.present */
       DDNET_SHOWN_HAS_NAME = 1 << 0,
       DDNET_SHOWN_HAS_SPEED = 1 << 1,  /* mean_speed, top_speed: two ticks at least */
       DDNET_SHOWN_HAS_EVENTS = 1 << 2, /* kills, deaths, chat_messages; not in ghosts */
       DDNET_SHOWN_HAS_TEAM = 1 << 3,
       DDNET_SHOWN_HAS_SCORE = 1 << 4
};

/* How a tee died. */
typedef enum ddnet_death {
    DDNET_BY_GAME = -3, /* it left, or changed its team */
    DDNET_BY_SELF = -2,
    DDNET_BY_WORLD = -1,
    DDNET_BY_HAMMER = 0,
    DDNET_BY_GUN = 1,
    DDNET_BY_SHOTGUN = 2,
    DDNET_BY_GRENADE = 3,
    DDNET_BY_LASER = 4,
    DDNET_BY_NINJA = 5
} ddnet_death;

/* A kill message of a demo. */
typedef struct ddnet_kill {
    int32_t tick;
    int32_t cid, victim_cid; /* equal if nobody else did it */
    int32_t session, victim_session;
    int32_t cause; /* ddnet_death */
    reel_string name, victim_name;
    uint8_t present;     /* DDNET_KILL_HAS_... */
    uint8_t reserved[7]; /* 0 */
} ddnet_kill;

enum { DDNET_KILL_HAS_SESSION = 1 << 0, DDNET_KILL_HAS_VICTIM = 1 << 1 }; /* of ddnet_kill.present: session and name of each */

REEL_API extern const reel_table ddnet_shown_tees, ddnet_kills;

/* How the keys and the aim of a session go: figures, which judge nobody. Computed on request only. A second is 50 ticks, wherever it begins. */
typedef struct ddnet_input_figure {
    int32_t session, cid;
    reel_string name;
    int32_t first_tick, last_tick; /* of its inputs */
    int64_t inputs;
    int32_t inputs_most;                        /* in a second */
    int32_t directions_most;                    /* changes of the direction in a second */
    int32_t jumps_most, hooks_most, shots_most; /* presses in a second */
    int32_t even_presses;                       /* most presses of one key in a row that are equally far apart */
    int32_t even_ticks;                         /* how far */
    int64_t aims;                               /* changes of the aim */
    int32_t aim_median;                         /* of their angles, degrees, rounded down */
    int32_t aim_turns;                          /* by 90 degrees and more */
    int32_t aim_flicks;                         /* turns of 30 degrees and more for one tick, and back to the same point */
    int64_t repeated;      /* inputs in stretches of 16 that came before, with the same aim, keys and distances */
    int32_t repeated_most; /* in a row */
    uint8_t present;       /* DDNET_FIGURE_HAS_... */
    uint8_t reserved[3];   /* 0 */
} ddnet_input_figure;

enum { /* of ddnet_input_figure.present */
       DDNET_FIGURE_HAS_NAME = 1 << 0,
       DDNET_FIGURE_HAS_AIM = 1 << 1, /* aim_median */
       DDNET_FIGURE_HAS_EVEN = 1 << 2 /* even_ticks */
};

REEL_API extern const reel_table ddnet_input_figures;

/* ---- beside the map -------------------------------------------------------------------------------------------------- */

/* Bits of `present` of a finish and of a checkpoint beside the map. */
enum { DDNET_LEVEL_HAS_START = 1 << 0 /* start_tick, time */, DDNET_LEVEL_HAS_FINISH = 1 << 1 /* finish_tick */ };

/* A finish of a player beside the lines that the tee touched. */
typedef struct ddnet_level_finish {
    int32_t tick, cid, session;
    int32_t time_ticks;  /* as stated */
    int32_t start_tick;  /* the last tick in which the tee touched the start; missing: not in this run */
    int32_t finish_tick; /* the last tick in which it touched the finish; missing: not in this run */
    uint8_t decidable;   /* 0: a command, a swap, a save or practice may have moved the tee or set its clock */
    uint8_t present;
    uint8_t reserved[2]; /* 0 */
} ddnet_level_finish;

/* A time checkpoint that a tee touched. */
typedef struct ddnet_level_checkpoint {
    int32_t tick, cid, session;
    int32_t checkpoint; /* 0 to 24 */
    int32_t start_tick; /* of its run; missing: it has none */
    uint8_t present;
    uint8_t reserved[3]; /* 0 */
    double time;         /* since the start, s */
} ddnet_level_checkpoint;

/* What a tile does to a tee. */
typedef enum ddnet_level_kind {
    DDNET_LEVEL_START = 0,
    DDNET_LEVEL_FINISH = 1,
    DDNET_LEVEL_FREEZE = 2,
    DDNET_LEVEL_UNFREEZE = 3,
    DDNET_LEVEL_DEEP_FREEZE = 4,
    DDNET_LEVEL_DEEP_UNFREEZE = 5,
    DDNET_LEVEL_LIVE_FREEZE = 6,
    DDNET_LEVEL_LIVE_UNFREEZE = 7,
    DDNET_LEVEL_DEATH = 8
} ddnet_level_kind;

/* A tile that a tee came to: one of its kind that it did not touch in the tick before. */
typedef struct ddnet_level_tile {
    int32_t tick, cid, session;
    int32_t x, y; /* of the tile; of a death, where the tee was */
    uint8_t kind; /* ddnet_level_kind */
    uint8_t reserved[3];
} ddnet_level_tile;

REEL_API extern const reel_table ddnet_level_finishes, ddnet_level_checkpoints, ddnet_level_tiles;

/* ---- evidence -------------------------------------------------------------------------------------------------------- */

/* Whether the positions of a recording follow from its inputs, by the physics of the game on its map. docs/evidence.md has the rules and how exact they
 * are. Each tick of a tee is computed from the state before it. */
typedef enum ddnet_agreement {
    DDNET_TICK_AGREES = 0,     /* the recorded position is the one that follows */
    DDNET_TICK_DIFFERS = 1,    /* another input, or another state of hook, jumps or freeze, could have led there */
    DDNET_TICK_IMPOSSIBLE = 2, /* nothing that a player can press leads there */
    DDNET_TICK_UNDECIDABLE = 3 /* it is not the one that follows, and something that the physics does not know may be the cause */
} ddnet_agreement;

/* What makes a tick undecidable. */
typedef enum ddnet_doubt {
    DDNET_NO_DOUBT = 0,
    DDNET_DOUBT_COMMAND = 1, /* a command, a swap, a save, practice, or a change of teams */
    DDNET_DOUBT_STATE = 2,   /* a tick before was undecidable: its speed is not known again yet */
    DDNET_DOUBT_TEE = 3,     /* another tee may have pushed, hooked or hit it */
    DDNET_DOUBT_TILE = 4,    /* a teleporter, a speed-up, a dragger or a turret is near */
    DDNET_DOUBT_SHOT = 5,    /* a shot may have thrown it */
    DDNET_DOUBT_RULES = 6    /* a tuning, a ninja or a pause, whose moves have no bounds here */
} ddnet_doubt;

/* How much of what a recording states its motion shows. The numbers are those of beatsaber_play_support. */
typedef enum ddnet_support {
    DDNET_SHOWS_NOTHING = 0, /* nothing could be compared, or the start is not in the recording */
    DDNET_SHOWS_PART = 1,
    DDNET_SHOWS_ALL = 2, /* every tick follows from the inputs */
    DDNET_CONTRADICTS = 3
} ddnet_support;

enum { /* of `present` of the rows of evidence */
       DDNET_EVIDENCE_HAS_SHARE = 1 << 0,
       DDNET_EVIDENCE_HAS_NAME = 1 << 1,
       DDNET_EVIDENCE_HAS_START = 1 << 2 /* start_tick, and the ticks of the run */
};

/* The recording, in one row. */
typedef struct ddnet_evidence {
    int64_t
        ticks; /* of tees, as far as they were compared or could have been: those of agreed, differing, impossible and undecidable */
    int64_t agreed, differing, impossible, undecidable;
    double share; /* agreed of all that are decidable */
    int32_t finishes, finishes_shown,
        finishes_against; /* of players: all, those that the motion shows, those that it contradicts */
    uint8_t support;      /* ddnet_support: of the finishes, or without any, of the ticks */
    uint8_t exact;        /* 1: the rules of this release are known, so that honest recordings agree in every tick */
    uint8_t present;
    uint8_t reserved; /* 0 */
} ddnet_evidence;

/* A session. */
typedef struct ddnet_player_evidence {
    int32_t session, cid;
    reel_string name;
    int64_t ticks, agreed, differing, impossible, undecidable;
    double share;
    int32_t thaws;       /* ends of freezes behind which a key changed within a second */
    int32_t quick_thaws; /* of these, within three ticks, which is less than a person sees; one may have waited for it */
    uint8_t present;
    uint8_t reserved[7]; /* 0 */
} ddnet_player_evidence;

/* A finish of a player, with the ticks of its run. */
typedef struct ddnet_finish_evidence {
    int32_t tick, cid, session;
    int32_t time_ticks; /* as stated */
    int32_t start_tick; /* the last tick in which the tee touched the start */
    uint8_t support;    /* ddnet_support */
    uint8_t present;
    uint8_t reserved[2]; /* 0 */
    int64_t ticks, agreed, differing, impossible, undecidable;
} ddnet_finish_evidence;

/* A tick that does not agree. */
typedef struct ddnet_evidence_tick {
    int32_t tick, cid, session;
    uint8_t agreement;   /* ddnet_agreement */
    uint8_t doubt;       /* ddnet_doubt */
    uint8_t reserved[2]; /* 0 */
    int32_t x, y;        /* as recorded, 1/32 tile */
    int32_t predicted_x, predicted_y;
    int32_t beyond; /* units beyond what is possible; 0: within, or not known */
} ddnet_evidence_tick;

REEL_API extern const reel_table ddnet_evidences, ddnet_player_evidences, ddnet_finish_evidences, ddnet_evidence_ticks;

/* A run from the start line of the map to its finish, by the recorded positions. */
typedef struct ddnet_run {
    int32_t tick; /* of the finish */
    int32_t cid, team;
    int32_t start_tick;
} ddnet_run;

/* Runs in recordings without finishes, which servers before 18.3 made. Needs the map as its level, and has no rows without one. Its table is
 * ddnet_runs. It is not in reel_insights(): with teleporters its rows are estimates, and newer recordings have their finishes in
 * reel_insight_ddnet. */
REEL_API extern const reel_insight reel_insight_ddnet_runs;
REEL_API extern const reel_table ddnet_runs;

REEL_API extern const reel_table ddnet_sessions, ddnet_activities, ddnet_finishes, ddnet_commands, ddnet_votes, ddnet_names,
    ddnet_teams, ddnet_characters, ddnet_onlines, ddnet_heats, ddnet_positions, ddnet_inputs, ddnet_players;

#ifdef __cplusplus
}
#endif

#endif
