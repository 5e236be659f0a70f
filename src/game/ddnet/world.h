/* SPDX-License-Identifier: MIT
 *
 * The physics of DDNet: how tees move on a map, tick by tick, from what their players press. 50 ticks a second; positions in units, 32 to a
 * tile, x to the right, y downwards. Functions of state and input: no files, no clock, no randomness of their own. docs/ddnet-physics.md
 * says which rules are there, where they come from, and how often they agree with recordings.
 *
 * One tick of a recording is played like this: the inputs that were recorded in tick T (ddnet_world_input); joins, teams; the positions
 * that were recorded at the end of tick T + 1 (ddnet_world_place, ddnet_world_gone); then ddnet_world_step(world, T + 1). A tee whose
 * position is not recorded again is where it was, as in a recording. After the step, ddnet_world_tee has the state at the end of T + 1.
 *
 * A world, and what it returns, belongs to one thread at a time. Maps are read only once they are made, and may be shared.
 */
#ifndef GAME_DDNET_WORLD_H
#define GAME_DDNET_WORLD_H

#include <reel/ddnet_map.h>

enum {
    DDNET_CLIENTS = 128, /* client ids are 0 to 127 */
    DDNET_TEAMS = 129,   /* 0: none; 128: super, which collides with everybody */
    DDNET_TUNINGS = 47,  /* numbers of a tuning */
    DDNET_ZONES = 256    /* tunings of a map; 0 is that of the server */
};

/* Minor versions of recordings in which servers changed a rule; docs/formats/teehistorian.md has the releases. */
enum {
    DDNET_MINOR_TICK_END = 2,   /* 15.6 */
    DDNET_MINOR_LAST_INPUT = 4, /* 16.2: an input counts again in each tick */
    DDNET_MINOR_HOOK_BASE = 7,  /* 18.2 */
    DDNET_MINOR_SPAWN = 10,     /* 19.3 */
    DDNET_MINOR_ONE_INPUT =
        11, /* 19.4: the first input of a tick is recorded; before, all of them, and the first one moves the tee */
    DDNET_MINOR_NINJA_HITS = 16 /* 19.6 */
};

/* What differs between servers. */
typedef struct ddnet_rules {
    uint32_t version_minor; /* of the recording's header; 0: none stated */
    uint32_t release;       /* of the server, as 100 * major + minor: 1604 for 16.4; 0: taken from version_minor */
    uint8_t old_inputs;     /* 1: servers up to 15: inputs were recorded as they came, and count a tick later at the earliest */
    uint8_t no_weak_hook;   /* setting sv_no_weak_hook */
    uint8_t deepfly;        /* setting sv_deepfly: a deep frozen tee may hammer */
    uint8_t hit;            /* setting sv_hit: weapons act on others */
    uint8_t endless_drag;   /* setting sv_endless_drag */
    uint8_t old_laser;      /* setting sv_old_laser */
    uint8_t hold_hook;      /* setting sv_teleport_hold_hook */
    uint8_t lose_weapons;   /* setting sv_teleport_lose_weapons */
    uint8_t old_tele_hook;  /* setting sv_old_teleport_hook */
    uint8_t old_tele_guns;  /* setting sv_old_teleport_weapons */
    uint8_t solo_server;    /* setting sv_solo_server, or sv_team 3: each tee is in a team of its own */
    uint8_t practice;       /* reserved */
    int32_t freeze_delay;   /* setting sv_freeze_delay, seconds */
    int32_t dragger_range;  /* setting sv_dragger_range, units */
    int32_t plasma_range;   /* setting sv_plasma_range, units */
    int32_t plasma_per_second;
    int32_t kill_delay;                      /* setting sv_kill_delay, seconds */
    uint8_t destroy_bullets, destroy_lasers; /* settings sv_destroy_bullets_on_death, sv_destroy_lasers_on_death */
    uint8_t reset_pickups;                   /* setting sv_reset_pickups */
    uint8_t has_random;                      /* 1: the seeds of the game's random numbers are known */
    uint8_t free_running;                    /* 1: recorded positions only say where tees appear */
    uint64_t random_seed[2];
} ddnet_rules;

/* The defaults of DDNet's servers, for a recording's minor version. */
ddnet_rules reel__ddnet_rules_default(uint32_t version_minor);
/* Applies a setting of a recording's header or of a map, as the game's console would. False: it does not concern the physics. */
bool reel__ddnet_rules_set(ddnet_rules *rules, const char *name, const char *value);

/* Takes the seeds from what a recording's header calls prng_description: "pcg-xsh-rr:" and two numbers of 16 hexadecimal digits. They say
 * which of several exits a teleporter leads to. False: it is something else. */
bool reel__ddnet_rules_random(ddnet_rules *rules, const char *description);

/* Numbers of the physics in hundredths, in the order of the game's list. */
typedef struct ddnet_tuning {
    int32_t value[DDNET_TUNINGS];
} ddnet_tuning;

/* Those of the game, with what every DDNet server changes at its start. */
ddnet_tuning reel__ddnet_tuning_default(void);
/* Sets one by the game's name ("gravity"), in hundredths. False: no such name. */
bool reel__ddnet_tuning_set(ddnet_tuning *tuning, const char *name, int32_t hundredths);

typedef struct ddnet_map ddnet_map;

/* Whether a map can have this size: width and height are 1 to 100,000, and there are 2^28 tiles at most. */
bool reel__ddnet_map_fits(int32_t width, int32_t height);
/* An empty map. NULL: no memory, or a size that no map has. */
ddnet_map *reel__ddnet_map_create(const reel_allocator *allocator, int32_t width, int32_t height);
void reel__ddnet_map_free(ddnet_map *map); /* NULL is fine */
/* Adds rows of the table `tiles`. Rows that reach out of the map are cut; kinds without a meaning in the physics are left out. False: no
 * memory; the map can only be freed then. */
bool reel__ddnet_map_tiles(ddnet_map *map, const ddnet_map_tile *rows, size_t count);
/* Adds a row of the table `settings`: "tune gravity 0.5", "tune_zone 2 gravity 0.5", "sv_hit 0", "switch_open 3". False: it does not concern the physics, or the
 * physics does not know it. */
bool reel__ddnet_map_setting(ddnet_map *map, const char *text);

/* What of a map the physics does not know, so that it may move tees otherwise. */
typedef struct ddnet_unknown {
    int32_t tile;        /* the first number of a tile of the game or front layer that the game has none of; 0: all are known */
    const char *setting; /* the first word of the first such setting, until the map is freed; NULL: all are known */
} ddnet_unknown;
ddnet_unknown reel__ddnet_map_unknown(const ddnet_map *map);

/* An input as recordings have it. */
typedef struct ddnet_controls {
    int32_t direction, target_x, target_y, jump, fire, hook, player_flags, wanted_weapon, next_weapon, prev_weapon;
} ddnet_controls;

/* Why a position was not the one that follows, as far as it can be told. */
typedef enum ddnet_cause {
    DDNET_AGREES = 0,
    DDNET_SPAWNED = 1,    /* the tee appeared in this tick */
    DDNET_NUDGED = 2,     /* off by one unit: a speed that was corrected before, or a rounding */
    DDNET_PUSHED = 3,     /* another tee is near: collision, hook or weapon */
    DDNET_SHOT = 4,       /* a projectile, laser or explosion is near */
    DDNET_TILE = 5,       /* a tile that acts is near */
    DDNET_FROZEN = 6,     /* it moved though it was frozen here, or the other way round */
    DDNET_RESPAWNED = 7,  /* it is where tees appear */
    DDNET_TELEPORTED = 8, /* it is further away than it can move */
    DDNET_OTHER = 9
} ddnet_cause;

enum { DDNET_CAUSES = 10 };

/* Bits of ddnet_tee.flags, as in the item DDNetCharacter. */
enum {
    DDNET_SOLO = 1 << 0,
    DDNET_JETPACK = 1 << 1,
    DDNET_NO_COLLISION = 1 << 2,
    DDNET_ENDLESS_HOOK = 1 << 3,
    DDNET_ENDLESS_JUMP = 1 << 4,
    DDNET_SUPER = 1 << 5,
    DDNET_NO_HAMMER = 1 << 6,
    DDNET_NO_SHOTGUN = 1 << 7,
    DDNET_NO_GRENADE = 1 << 8,
    DDNET_NO_LASER = 1 << 9,
    DDNET_NO_HOOK = 1 << 10,
    DDNET_TELEGUN_GUN = 1 << 11,
    DDNET_TELEGUN_GRENADE = 1 << 12,
    DDNET_TELEGUN_LASER = 1 << 13,
    DDNET_HAS_HAMMER = 1 << 14, /* and the other weapons in their order */
    DDNET_HAS_NINJA = 1 << 19,
    DDNET_LIVE_FROZEN = 1 << 20,
    DDNET_IN_FREEZE = 1 << 21,
    DDNET_PRACTICE = 1 << 22
};

enum { DDNET_HOOK_RETRACTED = -1, DDNET_HOOK_IDLE = 0, DDNET_HOOK_FLYING = 4, DDNET_HOOK_GRABBED = 5 };
enum { DDNET_HAMMER, DDNET_GUN, DDNET_SHOTGUN, DDNET_GRENADE, DDNET_LASER, DDNET_NINJA, DDNET_WEAPONS };

/* A tee at the end of a tick, in the numbers of the items Character and DDNetCharacter. */
typedef struct ddnet_tee {
    int32_t x, y;
    int32_t vel_x, vel_y; /* 1/256 units a tick */
    int32_t angle;        /* radians * 256, from -pi / 2 on */
    int32_t direction, jumped, jumped_total, jumps;
    int32_t hooked_cid; /* -1: none */
    int32_t hook_state, hook_tick, hook_x, hook_y, hook_dx, hook_dy;
    int32_t weapon, ammo, health, armor;
    int32_t attack_tick;
    int32_t freeze_start, freeze_end; /* ticks; freeze_end -1: deep frozen, 0: not frozen */
    int32_t flags;                    /* DDNET_SOLO, ... */
    int32_t tele_checkpoint, strong_weak_id, ninja_activation_tick, target_x, target_y;
    int32_t player_flags;             /* of the last input */
    int32_t predicted_x, predicted_y; /* where the rules put it in this tick */
    uint8_t predicted;                /* 1: that is where it was recorded, or nothing was */
    uint8_t cause;                    /* ddnet_cause */
    uint8_t reserved[2];
} ddnet_tee;

/* A bullet or grenade. Its place at a tick is a formula of these and of the tuning. */
typedef struct ddnet_projectile {
    float x, y; /* where it began */
    float direction_x, direction_y;
    int32_t start_tick;
    int32_t aim_x, aim_y; /* of the shot */
    int16_t owner;        /* -1: the map */
    uint8_t type;         /* DDNET_GUN, ... */
    uint8_t bouncing;     /* 0, 1 on vertical, 2 on horizontal walls */
    uint8_t explosive, freeze;
    uint8_t switch_number; /* 0: none */
    uint8_t tune_zone;
} ddnet_projectile;

/* A beam of a shot, from one turn to the next. */
typedef struct ddnet_laser {
    float x, y, from_x, from_y; /* its end, and where it began */
    int32_t start_tick;
    int16_t owner;
    uint8_t type; /* DDNET_LASER or DDNET_SHOTGUN */
    uint8_t reserved;
} ddnet_laser;

typedef struct ddnet_world ddnet_world;

/* `map` (NULL: empty space) has to outlive the world. Of the map's settings, those about tuning are applied after `tuning` (NULL: the
 * default), the others after `rules` (NULL: the default). NULL: no memory. */
ddnet_world *reel__ddnet_world_create(const reel_allocator *allocator, const ddnet_map *map, const ddnet_rules *rules,
                                      const ddnet_tuning *tuning);
void reel__ddnet_world_free(ddnet_world *world); /* NULL is fine */

/* Client ids out of range are ignored by all of these. */
void reel__ddnet_world_join(ddnet_world *world, int32_t cid);
void reel__ddnet_world_leave(ddnet_world *world, int32_t cid);
void reel__ddnet_world_team(ddnet_world *world, int32_t cid, int32_t team);
/* The team that was recorded at the end of the next tick. If the tee finishes in it, it has the new team from there on. Call
 * ddnet_world_team after the step all the same. */
void reel__ddnet_world_team_after(ddnet_world *world, int32_t cid, int32_t team);
/* Kept until the next one. */
void reel__ddnet_world_input(ddnet_world *world, int32_t cid, const ddnet_controls *input);
/* The recorded position at the end of the next tick. A tee that is not alive appears there at the end of that tick. */
void reel__ddnet_world_place(ddnet_world *world, int32_t cid, int32_t x, int32_t y);
/* The tee is not there any more at the end of the next tick. */
void reel__ddnet_world_gone(ddnet_world *world, int32_t cid);
/* The player asked to be killed, by a message, before the next tick. It counts if the setting sv_kill_delay allows it and the tee is
 * recorded where tees appear, or not any more. */
void reel__ddnet_world_kill(ddnet_world *world, int32_t cid);

/* A console or chat command that was recorded before the next tick, as one line: changes of tuning and settings by the server's console
 * (cid negative, or a client that is logged in), and /pause and /spec of a client. Others do nothing. */
void reel__ddnet_world_command(ddnet_world *world, int32_t cid, const char *line);

/* Plays the tick, whose number grows from call to call; then recorded positions win. Where one disagrees, the tee is moved there, and its
 * speed is changed by the least that would have led there; if it is further away than a tee can move, the speed is kept. */
void reel__ddnet_world_step(ddnet_world *world, int32_t tick);

/* NULL: not alive. Valid until the next call with the world. */
const ddnet_tee *reel__ddnet_world_tee(const ddnet_world *world, int32_t cid);
const ddnet_projectile *reel__ddnet_world_projectiles(const ddnet_world *world, size_t *count);
const ddnet_laser *reel__ddnet_world_lasers(const ddnet_world *world, size_t *count);

/* ---- what a tee can do (reach.c) ---------------------------------------------------------------------------------- */

/* Places, in units, both ends in it. */
typedef struct ddnet_reach {
    int64_t low_x, high_x, low_y, high_y;
    bool bounded; /* false: a tuning, or a ninja, lets it be anywhere */
} ddnet_reach;

/* Where a tee can be at the end of the next tick, if only its player, its hook on a wall, a jetpack and the map's walls act on it: whatever is pressed,
 * frozen or not, with or without jumps left. `slack`: by how many units a tick its speed may differ from that of the world. It is called before the
 * step. */
ddnet_reach reel__ddnet_world_reach(const ddnet_world *world, int32_t cid, int32_t slack);

/* Whether a teleporter or a speed-up is around a place. */
bool reel__ddnet_map_moves_near(const ddnet_map *map, int32_t x, int32_t y);
/* Whether anything acts on tees around a place that the reach leaves out: these, a dragger, a turret. */
bool reel__ddnet_world_acts_near(const ddnet_world *world, int32_t x, int32_t y);
/* Whether the map has what throws tees from afar: grenades, shotguns, lasers, bullets that explode. */
bool reel__ddnet_map_is_armed(const ddnet_map *map);
/* Things beside the tees that a step has to move. */
size_t reel__ddnet_world_things(const ddnet_world *world);

#endif
