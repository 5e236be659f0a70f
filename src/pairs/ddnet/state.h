/* SPDX-License-Identifier: MIT
 * A recording on its way to a demo: the clients as the rows so far leave them, the world that moves their tees, and what the last snapshot
 * stated of each. */
#ifndef PAIRS_DDNET_STATE_H
#define PAIRS_DDNET_STATE_H

#include "formats/teehistorian/layout.h"
#include "game/ddnet/world.h"
#include "pairs/pair.h"

#include <reel/demo.h>
#include <reel/teehistorian.h>

enum {
    NAME_MOST = 15, /* bytes of texts of a client */
    CLAN_MOST = 11,
    SKIN_MOST = 23,
    FILE_CRC = 8, /* hex digits */
    FILE_SHA256 = 64,
    DEMO_OLD_CLIENTS = 64, /* clients of servers before 19.0 */
    TEAM_SPECTATORS = -1,
    NO_TICK = INT32_MIN
};

/* A text of a client, without a copy of its own in any chunk. */
typedef struct short_text {
    uint8_t size;
    char data[SKIN_MOST + 1];
} short_text;

static inline reel_string text_of_slot(const short_text *text) { return (reel_string){ text->data, text->size }; }

/* A slot of the server. */
typedef struct tee_slot {
    bool online, alive, named, greeted, has_input;
    bool was_pressed; /* there was an input of the slot */
    bool stated;      /* a row other than an input or a position says that there is a client */
    bool spectates;
    int32_t input_tick;             /* section of its last input */
    int32_t emoticon_tick;          /* section of the last emoticon; 0: none */
    uint8_t eyes;                   /* that follow it */
    int64_t eyes_until;             /* tick */
    int32_t kill_tick;              /* section in which the client asked to be killed; NO_TICK */
    int32_t team, auth_level, best; /* best: ticks of its fastest finish; 0: none */
    int32_t x, y;
    ddnet_controls input;
    short_text name, clan, skin;
    int32_t country, use_custom_color, color_body, color_feet;
    /* in the snapshot before */
    bool has_client, has_character;
    demo_client client;
    demo_player player;
    demo_character character;
    short_text stated_name, stated_clan, stated_skin;
} tee_slot;

/* Shots of the snapshot before: a row is written where one is new. */
enum { SHOTS_MOST = 256 };

typedef struct shot {
    int32_t number; /* of the item */
    int32_t values[6];
    int32_t stated[6]; /* in the demo */
    int32_t owner;
} shot;

typedef struct shot_list {
    size_t count;
    int32_t next; /* the number that was given last */
    shot shots[SHOTS_MOST];
} shot_list;

/* What an index says of the middle of a recording: the tees and inputs before the message `seq`. */
typedef struct remake_entry {
    bool is_due;
    uint64_t seq;
    tee_world world;
} remake_entry;

struct remake;
typedef struct level_file level_file;

/* What is made of the game that is played: what its header says, and the rows of a tick of the span. */
typedef struct remake_target {
    void (*header)(struct remake *d, const teehistorian_header *header, const level_file *file);
    void (*snapshot)(struct remake *d);
} remake_target;

/* Ticks that are played before the span, so that speed, hooks and weapons are known when it begins. */
enum { REMAKE_WARM_UP = 60 * TEEHISTORIAN_TICKS_PER_SECOND };

typedef struct remake {
    bool started, ended;
    const remake_target *target;
    remake_entry entry;
    pair_job *job;                                         /* of the call */
    int32_t minor;                                         /* of the recording; -1: none stated */
    const teehistorian_argument *argument, *last_argument; /* of the rows at hand, those that were not taken */
    reel_chunk *held;                                      /* rows of the last tick of the chunks so far */
    size_t held_rows;
    int32_t held_tick;
    ddnet_map *map;
    ddnet_world *world; /* NULL: before the ticks that are played */
    ddnet_rules rules;
    int64_t emoticon_delay; /* ticks between two of a client */
    ddnet_tuning tuning;
    int32_t first, last;          /* ticks of the span, both in it */
    int32_t played_from;          /* first tick that is played */
    int32_t tick;                 /* the last one that is complete */
    int32_t open;                 /* the one whose rows come; `tick` if that is complete */
    int32_t stated_tick;          /* of the last snapshot; -1: none */
    int32_t key_tick;             /* of the last key frame */
    size_t alive, waiting;        /* tees; snapshots that are not written yet */
    int32_t quiet;                /* ticks that were played and not written */
    uint64_t rows, silent;        /* rows from played_from on; steps of ticks without one */
    uint64_t left_out;            /* ticks without a row that would have cost too much */
    bool teams_changed, many;     /* many: there are clients from 64 on */
    bool shown[DDNET_CLIENTS];    /* those that are wanted */
    int32_t acted[DDNET_CLIENTS]; /* last tick in which each has a position, or an input acts */
    tee_slot slots[DDNET_CLIENTS];
    shot_list projectiles, lasers;
    struct scrambler *scrambler; /* NULL: what is computed is stated */
} remake;

static inline bool is_client(int32_t cid) { return cid >= 0 && cid < DDNET_CLIENTS; }

/* replay.c: plays a chunk of rows, and what a pair that does so has. The state of the pair begins with a remake. */
reel_status reel__remake_chunk(pair_job *job, const remake_target *target, const reel_chunk *in);
reel_status reel__remake_rest(pair_job *job); /* after the last chunk */
void reel__remake_enter_at(pair_job *job, const reel_decoder *at);
void reel__remake_close(pair_job *job);
extern const reel_table *const reel__remake_earlier[];

/* losses.c: counts rows of the span. A list ends with a loss without a table. */
typedef struct remake_loss {
    const reel_table *table;
    const char *field, *why;
} remake_loss;
void reel__remake_lose(pair_job *job, const reel_chunk *in, const remake_loss *losses);

/* level.c: the map. Sets d->map, and gives the bytes of its file and its hashes. */
struct level_file {
    reel_bytes bytes;
    reel_string crc, sha256;
};
reel_status reel__remake_level(remake *d, const teehistorian_header *header, level_file *file);

/* clients.c: what rows say of a client. */
void reel__remake_reset(tee_slot *slot);
void reel__remake_set_name(tee_slot *slot, reel_string name);
void reel__remake_process(remake *d, const reel_table *table, const void *row);
void reel__remake_enter(remake *d); /* the rows before d->entry have been processed */

/* ticks.c: time passes. The world begins where the slots are. */
reel_status reel__remake_begin_world(remake *d);
reel_status reel__remake_advance(remake *d, int32_t tick);
reel_status reel__remake_close_tick(remake *d);
void reel__remake_take_position(remake *d, const teehistorian_position *row);
void reel__remake_begin_tee(remake *d, int32_t cid);

/* snapshot.c: the rows of a snapshot of tick d->tick. */
void reel__remake_snapshot(remake *d);

/* messages.c: messages after the last snapshot. Nothing before the span. */
void reel__remake_chat(remake *d, const char *format, ...) REEL_PRINTF(2, 3);
void reel__remake_kill(remake *d, int32_t cid, int32_t weapon);
void reel__remake_emoticon(remake *d, int32_t cid, int32_t emoticon);
void reel__remake_teams(remake *d);  /* the teams of all clients */
void reel__remake_tuning(remake *d); /* the numbers of the physics */

/* shown.c: whether a client is to be in the demo now. */
bool reel__remake_shows(const remake *d, int32_t cid);

#endif
