/* SPDX-License-Identifier: MIT
 *
 * teehistorian, the input log of a DDNet server: who joined, what each client pressed, where each character stood, which commands
 * ran, in one game on one map. docs/formats/teehistorian.md is the specification, with what real files do differently. 50 ticks
 * a second; 32 units of the world a tile, x to the right, y downwards.
 *
 * Every row of what happened begins with its number among the messages of the file, the offset of the message, and its tick. A
 * program that records fills in the tick, which may not go back, and may fill in the number: rows of one tick are written in the
 * order of their numbers, and where these are equal in the order of the format's tables. The offset is never written.
 */
#ifndef REEL_TEEHISTORIAN_H
#define REEL_TEEHISTORIAN_H

#include <reel/reel.h>

#ifdef __cplusplus
extern "C" {
#endif

REEL_API extern const reel_format reel_format_teehistorian;

enum {
    TEEHISTORIAN_CLIENTS = 128, /* client ids are 0 to 127; servers before 19.0 have 64 */
    TEEHISTORIAN_TICKS_PER_SECOND = 50,
    TEEHISTORIAN_TILE = 32 /* units of the world */
};

/* ---- the header ------------------------------------------------------------------------------------------------- */

/* Bits of `present`: numbers that the header states. A program that records sets the bits of the numbers that it fills in. */
enum { TEEHISTORIAN_HAS_VERSION_MINOR = 1 << 0, TEEHISTORIAN_HAS_SERVER_PORT = 1 << 1, TEEHISTORIAN_HAS_MAP_SIZE = 1 << 2 };

/* One row. Text and UUIDs that the header does not state are empty or nil. */
typedef struct teehistorian_header {
    int32_t version;            /* 1 or 2 */
    int32_t version_minor;      /* what the messages mean; missing before DDNet 15.6 */
    reel_uuid game_uuid;        /* of this game, and the name of the file */
    reel_uuid prev_game_uuid;   /* game before it on the same server; nil: none */
    reel_string comment;        /* "teehistorian@ddnet.tw" */
    reel_string server_version; /* "0.6.4, 13.2.2" */
    reel_string start_time;     /* "2020-02-20T20:20:20+0000", or "2018-01-31 13:37:00 +0100" */
    int64_t start_unix;         /* start_time in seconds since 1970, if `start_known` */
    reel_string server_name;
    int32_t server_port;
    uint8_t present;       /* TEEHISTORIAN_HAS_... */
    uint8_t start_known;   /* start_time could be read */
    reel_string game_type; /* "DDraceNetwork" */
    reel_string map_name;
    int64_t map_size;             /* bytes */
    reel_string map_sha256;       /* 64 hex digits */
    reel_string map_crc;          /* 8 hex digits */
    reel_string prng_description; /* "pcg-xsh-rr:state:increment" */
} teehistorian_header;

typedef enum teehistorian_section {
    TEEHISTORIAN_CONFIG = 0, /* settings of the server that are not the default */
    TEEHISTORIAN_TUNING = 1, /* physics that is not the default, in hundredths */
    TEEHISTORIAN_UUIDS = 2,  /* names that the server knows, whose hash is the UUID of a message; the key is empty */
    TEEHISTORIAN_OTHER = 3   /* keys of the header that are not known, or whose value is not what it should be: as JSON */
} teehistorian_section;

/* The lists in the header, in the order of the file. */
typedef struct teehistorian_value {
    uint8_t section; /* teehistorian_section */
    reel_string key, value;
} teehistorian_value;

/* ---- what happened ---------------------------------------------------------------------------------------------- */

typedef enum teehistorian_kind {
    TEEHISTORIAN_NEW = 1,  /* a character appears; the first input of a client */
    TEEHISTORIAN_DIFF = 2, /* a change of it; the value here is the one after the change */
    TEEHISTORIAN_OLD = 4,  /* the character is gone */
    TEEHISTORIAN_STRAY = 8 /* a change of a character that is not there: x and y are the change itself */
} teehistorian_kind;

/* PLAYER_NEW, PLAYER_DIFF, PLAYER_OLD. A tick without a row of a client leaves it where it was. A recorder may leave kind 0 for NEW or
 * DIFF, whichever it is. */
typedef struct teehistorian_position {
    uint64_t seq, offset;
    int32_t tick, cid;
    int32_t x, y; /* not of OLD */
    uint8_t kind; /* teehistorian_kind */
} teehistorian_position;

/* INPUT_NEW, INPUT_DIFF: the whole input after the message. It acts in the next tick. A recorder may leave kind 0. */
typedef struct teehistorian_input {
    uint64_t seq, offset;
    int32_t tick, cid;
    int32_t direction;          /* -1 left, 0, 1 right */
    int32_t target_x, target_y; /* aim, relative to the character */
    int32_t jump;
    int32_t fire; /* counter modulo 64: odd is held, every press and every release adds 1 */
    int32_t hook;
    int32_t player_flags;             /* teehistorian_flag */
    int32_t wanted_weapon;            /* 0 none, else weapon + 1 */
    int32_t next_weapon, prev_weapon; /* counters like fire */
    uint8_t kind;                     /* TEEHISTORIAN_NEW or TEEHISTORIAN_DIFF */
} teehistorian_input;

enum {
    TEEHISTORIAN_FLAG_PLAYING = 1,
    TEEHISTORIAN_FLAG_MENU = 2,
    TEEHISTORIAN_FLAG_CHATTING = 4,
    TEEHISTORIAN_FLAG_SCOREBOARD = 8,
    TEEHISTORIAN_FLAG_AIM = 16,
    TEEHISTORIAN_FLAG_SPEC_CAM = 32,
    TEEHISTORIAN_FLAG_ABSOLUTE = 64,
    TEEHISTORIAN_FLAG_MANUAL = 128
};

/* MESSAGE: a message of the game's network protocol as the server received it, which may be any bytes. */
typedef struct teehistorian_message {
    uint64_t seq, offset;
    int32_t tick, cid;
    uint8_t protocol;   /* 6 or 7, that of the slot by its last JOINVER */
    int32_t message_id; /* of that protocol; 0: by `uuid`; -1: cannot be read */
    reel_uuid uuid;
    reel_bytes data;
} teehistorian_message;

typedef struct teehistorian_join {
    uint64_t seq, offset;
    int32_t tick, cid;
} teehistorian_join;
typedef struct teehistorian_drop {
    uint64_t seq, offset;
    int32_t tick, cid;
    reel_string reason;
} teehistorian_drop;

/* CONSOLE_COMMAND. Its arguments are the rows of `arguments` with its number. A recorder gives both the same number and appends the
 * arguments before the command. */
typedef struct teehistorian_command {
    uint64_t seq, offset;
    int32_t tick, cid; /* -1: server, console or vote; -2: the game; -3: the game before any client */
    int32_t flags;     /* 4 server console, 128 chat */
    reel_string command;
    uint32_t arguments; /* how many */
} teehistorian_command;

typedef struct teehistorian_argument {
    uint64_t seq, offset; /* of the command */
    int32_t tick, cid;    /* of the command */
    uint32_t number;      /* from 0 */
    reel_string text;
} teehistorian_argument;

/* EX AUTH_INIT, AUTH_LOGIN, AUTH_LOGOUT: the remote console. */
typedef enum teehistorian_auth_kind {
    TEEHISTORIAN_AUTH_INIT = 1,
    TEEHISTORIAN_AUTH_LOGIN = 2,
    TEEHISTORIAN_AUTH_LOGOUT = 4
} teehistorian_auth_kind;
typedef struct teehistorian_auth {
    uint64_t seq, offset;
    int32_t tick, cid;
    int32_t level; /* 1 helper, 2 moderator, 3 admin */
    reel_string key_name;
    uint8_t kind; /* teehistorian_auth_kind */
} teehistorian_auth;

/* EX DDNETVER_OLD, DDNETVER: what a client says it is. */
typedef enum teehistorian_client_kind { TEEHISTORIAN_DDNETVER_OLD = 1, TEEHISTORIAN_DDNETVER = 2 } teehistorian_client_kind;
typedef struct teehistorian_client {
    uint64_t seq, offset;
    int32_t tick, cid;
    int32_t version;         /* 19080 is 19.8 */
    reel_uuid connection_id; /* the same in the next game */
    reel_string version_string;
    uint8_t kind; /* teehistorian_client_kind */
} teehistorian_client;

/* EX JOINVER6, JOINVER7: the protocol of the JOIN that follows. REJOINVER6: a client takes its own slot again. */
typedef enum teehistorian_protocol_kind {
    TEEHISTORIAN_JOINVER6 = 1,
    TEEHISTORIAN_JOINVER7 = 2,
    TEEHISTORIAN_REJOINVER6 = 4
} teehistorian_protocol_kind;
typedef struct teehistorian_protocol {
    uint64_t seq, offset;
    int32_t tick, cid;
    uint8_t kind; /* teehistorian_protocol_kind */
} teehistorian_protocol;

/* EX SAVE_SUCCESS, SAVE_FAILURE, LOAD_SUCCESS, LOAD_FAILURE: a team was saved or loaded. */
typedef enum teehistorian_save_kind {
    TEEHISTORIAN_SAVE_SUCCESS = 1,
    TEEHISTORIAN_LOAD_SUCCESS = 2,
    TEEHISTORIAN_SAVE_FAILURE = 4,
    TEEHISTORIAN_LOAD_FAILURE = 8
} teehistorian_save_kind;
typedef struct teehistorian_save {
    uint64_t seq, offset;
    int32_t tick, team;
    reel_uuid save_id;
    reel_string save; /* the whole text, many lines */
    uint8_t kind;     /* teehistorian_save_kind */
} teehistorian_save;

/* EX PLAYER_TEAM; TEAM_PRACTICE; PLAYER_READY; PLAYER_SWAP; PLAYER_NAME. */
typedef struct teehistorian_team {
    uint64_t seq, offset;
    int32_t tick, cid, team;
} teehistorian_team;
typedef struct teehistorian_practice {
    uint64_t seq, offset;
    int32_t tick, team, practice;
} teehistorian_practice;
typedef struct teehistorian_ready {
    uint64_t seq, offset;
    int32_t tick, cid;
} teehistorian_ready;
typedef struct teehistorian_swap {
    uint64_t seq, offset;
    int32_t tick, cid, other_cid;
} teehistorian_swap;
typedef struct teehistorian_name {
    uint64_t seq, offset;
    int32_t tick, cid;
    reel_string name;
} teehistorian_name;

/* EX PLAYER_FINISH, TEAM_FINISH. */
typedef enum teehistorian_finish_kind { TEEHISTORIAN_PLAYER_FINISH = 1, TEEHISTORIAN_TEAM_FINISH = 2 } teehistorian_finish_kind;
typedef struct teehistorian_finish {
    uint64_t seq, offset;
    int32_t tick;
    int32_t cid;  /* of a team finish: the team */
    int32_t time; /* ticks */
    uint8_t kind; /* teehistorian_finish_kind */
} teehistorian_finish;

/* EX ANTIBOT: data of a closed module. */
typedef struct teehistorian_antibot {
    uint64_t seq, offset;
    int32_t tick;
    reel_bytes data;
} teehistorian_antibot;

/* Any other EX, and a known one that is too short for its fields. */
typedef struct teehistorian_extension {
    uint64_t seq, offset;
    int32_t tick;
    reel_uuid uuid;
    reel_string name; /* whose hash the UUID is, where the library or the header's list knows it */
    reel_bytes data;
} teehistorian_extension;

/* The start of a tick that the file marks, by a TICK_SKIP or by client ids that fall. Only on request. */
typedef struct teehistorian_tick {
    uint64_t seq, offset; /* of the first message in it, or of the TICK_SKIP */
    int32_t tick;
    uint8_t implied; /* by client ids */
} teehistorian_tick;

/* ---- how it was written: layout, for exact rewriting. A program that records leaves these out ------------------------ */

/* A TICK_SKIP where the server would not have put one. */
typedef struct teehistorian_skip {
    uint64_t seq, offset;
    int32_t tick;
} teehistorian_skip;

/* A message whose numbers are not in their shortest form. One byte a number, in order: 0 shortest, else the bytes it takes in
 * the low half and the unused bits of the fifth in the high half. */
typedef struct teehistorian_form {
    uint64_t seq, offset;
    int32_t tick;
    reel_bytes forms;
} teehistorian_form;

/* Bytes of a known EX after its fields. */
typedef struct teehistorian_tail {
    uint64_t seq, offset;
    int32_t tick;
    reel_bytes data;
} teehistorian_tail;

/* How the file ends: FINISH, or without. Without a row the writer ends it with FINISH. */
typedef struct teehistorian_ending {
    uint64_t seq, offset;
    int32_t tick;
    uint8_t finished;
} teehistorian_ending;

/* Bytes after FINISH, in pieces. */
typedef struct teehistorian_trailing {
    uint64_t offset;
    reel_bytes data;
} teehistorian_trailing;

/* The header's JSON as it was. Written where it says what the rows of the header say. */
typedef struct teehistorian_header_text {
    reel_bytes text;
} teehistorian_header_text;

REEL_API extern const reel_table teehistorian_headers, teehistorian_values, teehistorian_finishes, teehistorian_saves,
    teehistorian_swaps, teehistorian_positions, teehistorian_protocols, teehistorian_joins, teehistorian_auths,
    teehistorian_clients, teehistorian_names, teehistorian_messages, teehistorian_readies, teehistorian_commands,
    teehistorian_arguments, teehistorian_teams, teehistorian_practices, teehistorian_inputs, teehistorian_drops,
    teehistorian_antibots, teehistorian_extensions, teehistorian_ticks, teehistorian_skips, teehistorian_forms,
    teehistorian_tails, teehistorian_endings, teehistorian_trailings, teehistorian_header_texts;

/* ---- network messages ------------------------------------------------------------------------------------------- */

typedef enum teehistorian_net_kind {
    TEEHISTORIAN_NET_UNKNOWN = 0, /* the id cannot be read, or nobody knows it here */
    TEEHISTORIAN_NET_SAY,
    TEEHISTORIAN_NET_SET_TEAM,
    TEEHISTORIAN_NET_SPECTATE,
    TEEHISTORIAN_NET_START_INFO,
    TEEHISTORIAN_NET_CHANGE_INFO,
    TEEHISTORIAN_NET_KILL,
    TEEHISTORIAN_NET_EMOTICON,
    TEEHISTORIAN_NET_VOTE,
    TEEHISTORIAN_NET_CALL_VOTE,
    TEEHISTORIAN_NET_DDNET_VERSION,
    TEEHISTORIAN_NET_SHOW_OTHERS_OLD,
    TEEHISTORIAN_NET_READY_CHANGE,
    TEEHISTORIAN_NET_SKIN_CHANGE,
    TEEHISTORIAN_NET_COMMAND,
    TEEHISTORIAN_NET_SHOW_DISTANCE,
    TEEHISTORIAN_NET_SHOW_OTHERS,
    TEEHISTORIAN_NET_CAMERA_INFO,
    TEEHISTORIAN_NET_SPECTATOR_COUNT
} teehistorian_net_kind;

/* A network message taken apart: its numbers and texts, each in the order of the message. */
typedef struct teehistorian_net {
    int32_t id; /* -1: cannot be read; 0: by uuid */
    reel_uuid uuid;
    teehistorian_net_kind kind;
    uint8_t protocol; /* by which it could be read: 6 or 7 */
    bool whole;       /* all fields of its kind are there */
    int32_t numbers[18];
    reel_string texts[9]; /* in the message's own bytes; not always UTF-8 */
    uint8_t number_count, text_count;
} teehistorian_net;

/* Takes a network message apart. Never fails; thread-safe. Source: docs/formats/teehistorian.md, "Network messages". */
REEL_API teehistorian_net teehistorian_net_of(reel_bytes data, uint8_t protocol);

#ifdef __cplusplus
}
#endif

#endif
