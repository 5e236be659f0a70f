/* SPDX-License-Identifier: MIT
 * What a world holds between two ticks. */
#ifndef GAME_DDNET_STATE_H
#define GAME_DDNET_STATE_H

#include "game/ddnet/map.h"
#include "game/ddnet/vec.h"
#include "game/ddnet/world.h"

enum { TICKS_PER_SECOND = 50 };
#define TEE_SIZE 28.0F

/* In the order of the game's list. */
enum {
    TUNE_GROUND_SPEED,
    TUNE_GROUND_ACCEL,
    TUNE_GROUND_FRICTION,
    TUNE_GROUND_JUMP,
    TUNE_AIR_JUMP,
    TUNE_AIR_SPEED,
    TUNE_AIR_ACCEL,
    TUNE_AIR_FRICTION,
    TUNE_HOOK_LENGTH,
    TUNE_HOOK_FIRE_SPEED,
    TUNE_HOOK_ACCEL,
    TUNE_HOOK_SPEED,
    TUNE_GRAVITY,
    TUNE_RAMP_START,
    TUNE_RAMP_RANGE,
    TUNE_RAMP_CURVATURE,
    TUNE_GUN_CURVATURE,
    TUNE_GUN_SPEED,
    TUNE_GUN_LIFETIME,
    TUNE_SHOTGUN_CURVATURE,
    TUNE_SHOTGUN_SPEED,
    TUNE_SHOTGUN_SPEED_DIFF,
    TUNE_SHOTGUN_LIFETIME,
    TUNE_GRENADE_CURVATURE,
    TUNE_GRENADE_SPEED,
    TUNE_GRENADE_LIFETIME,
    TUNE_LASER_REACH,
    TUNE_LASER_DELAY,
    TUNE_LASER_BOUNCES,
    TUNE_LASER_COST,
    TUNE_LASER_DAMAGE,
    TUNE_COLLISION,
    TUNE_HOOKING,
    TUNE_JETPACK,
    TUNE_SHOTGUN_STRENGTH,
    TUNE_EXPLOSION,
    TUNE_HAMMER,
    TUNE_HOOK_DURATION,
    TUNE_HAMMER_DELAY,
    TUNE_GUN_DELAY,
    TUNE_SHOTGUN_DELAY,
    TUNE_GRENADE_DELAY,
    TUNE_LASER_DELAY_FIRE,
    TUNE_NINJA_DELAY,
    TUNE_HAMMER_HIT_DELAY,
    TUNE_ELASTICITY_X,
    TUNE_ELASTICITY_Y
};

/* A number of a tuning, as the game reads it. */
static inline float tuning_value(const ddnet_tuning *tuning, int which) { return float_div((float)tuning->value[which], 100.0F); }

/* The core of a tee and the character around it. */
typedef struct tee {
    ddnet_tee out; /* of the end of the last tick; flags, jumps and the like are kept here in between */
    uint8_t alive;
    uint8_t joined;
    uint8_t has_input; /* an input was recorded */
    uint8_t paused;    /* it is out of the world, and stays where it was */
    uint8_t watches;   /* its player does: 1, with the tee in the world; 2, it leaves it as soon as it stands still */
    int32_t team;
    int32_t next_team; /* recorded at the end of this tick */
    uint8_t has_next_team;
    int32_t paused_tick;
    int32_t killed_tick; /* of the last wish to be killed that counted */
    uint8_t kill_asked;

    vec position; /* of the core */
    vec place;    /* of the character: the core's at the end of the last tick */
    vec previous; /* the core's at the end of the last tick's first half */
    vec velocity;
    vec unrounded; /* where the last move ended */
    vec hook, hook_direction, hook_base;
    uint8_t hook_through; /* the hook came out of a teleporter */
    uint8_t colliding;    /* 1: with a wall on the right, 2: left */
    uint8_t left_wall;
    uint8_t hooked_now; /* the hook reached a player in this tick */
    int32_t core_stops; /* where the core may not go */
    int32_t stops;      /* where the character may not go */
    int32_t zone;       /* of the tuning */

    ddnet_controls recorded;                              /* as recorded last */
    ddnet_controls saved, applied, latest, latest_before; /* the game's m_SavedInput, m_Input, m_LatestInput, m_LatestPrevInput */
    ddnet_controls due;                                   /* recorded a tick before: counts now, of old servers */
    ddnet_controls saved_before;                          /* what counted in the tick before */
    ddnet_controls first;                                 /* of several that were recorded in one tick */
    uint8_t has_first, is_fresh;                          /* several, or one, since the last tick */
    uint32_t inputs;                                      /* how many counted since it appeared */

    int32_t freeze_time; /* ticks */
    uint8_t frozen_last; /* it thawed in this tick */
    uint8_t deep;
    uint8_t refilled; /* on a tile that refills jumps */
    uint8_t started;  /* on a start tile */

    uint8_t has[DDNET_WEAPONS];
    int32_t ammo[DDNET_WEAPONS];
    int32_t reload;
    int32_t last_weapon, queued_weapon;
    int32_t ninja_time;  /* ticks of a ninja's move that are left */
    int32_t ninja_speed; /* before the move */
    vec ninja_direction;
    uint8_t ninja_hit[DDNET_CLIENTS];

    uint8_t telegun; /* 1: a teleport by weapon is due, 2: one that keeps the speed */
    vec telegun_place;

    int32_t recorded_x, recorded_y; /* where the recording has it at the end of this tick */
    uint8_t placed;                 /* a position was recorded for this tick */
    uint8_t going;                  /* it is gone at the end of this tick */
    uint8_t killed;                 /* a command killed it before this tick */
    uint8_t dying;                  /* the rules killed it in this tick */
    uint8_t acted;                  /* a tile acted in this tick */
    uint8_t shot;                   /* a weapon acted on it in this tick */
    uint8_t thawing;
} tee;

typedef struct projectile {
    ddnet_projectile out;
    vec at, direction;
    int32_t life;
    uint8_t switched; /* it depends on its switch */
    uint8_t gone;
} projectile;

typedef struct laser {
    ddnet_laser out;
    vec at, from, direction, before, tele;
    float energy;
    int32_t bounces, zone;
    uint8_t was_tele, no_distance_before, gone, telegun_off, telegun_blue;
} laser;

typedef enum machine_kind { MACHINE_LIGHT, MACHINE_DRAGGER, MACHINE_TURRET, MACHINE_BEAM, MACHINE_PLASMA } machine_kind;

/* Lights, draggers, turrets; beams of draggers and plasma of turrets, which come and go, are behind those of the map. */
typedef struct machine {
    vec at;
    vec core;                  /* how it moves; of plasma its speed */
    uint8_t kind;              /* machine_kind */
    uint8_t number, switched;  /* of its switch; whether it depends on it */
    uint8_t walls;             /* dragger: reaches through walls */
    uint8_t freeze, explosive; /* turret, plasma */
    uint8_t gone;
    float strength;             /* dragger */
    float rotation, turning;    /* light: radians, radians a tick */
    int32_t curve, speed, rest; /* light: how long it is now, how fast that changes, what was too much for the last move */
    int32_t length;             /* light */
    vec end;                    /* light */
    int32_t memory;             /* dragger, turret: its numbers in world.memory begin here */
    int32_t owner;              /* beam: its dragger */
    int32_t client;             /* beam, plasma: for whom */
    int32_t life;               /* plasma: ticks */
} machine;

typedef struct pickup {
    vec at, core;
    uint8_t kind; /* ENTITY_... */
    uint8_t number, switched;
} pickup;

struct ddnet_world {
    reel_allocator allocator;
    const ddnet_map *map;
    ddnet_map *empty; /* used if the caller has none */
    ddnet_rules rules;
    ddnet_tuning *zones; /* DDNET_ZONES of them */
    int32_t tick;
    uint64_t random_state, random_increment;
    tee tees[DDNET_CLIENTS];
    tee *before;                    /* those that have a new input, before the tick */
    uint8_t order[DDNET_CLIENTS];   /* client ids of tees in the world, newest first */
    int32_t alive;                  /* how many */
    uint8_t present[DDNET_CLIENTS]; /* the same, by client id */
    int32_t slots;                  /* all client ids that were named are below it */
    map_doors doors;
    uint8_t *switch_on;  /* [team][number] */
    int32_t *switch_end; /* [team][number]; 0: not timed */
    uint8_t *switch_type;
    projectile *projectiles;
    size_t projectile_count, projectile_capacity;
    laser *lasers;
    size_t laser_count, laser_capacity;
    machine *machines;
    size_t machine_count, machine_capacity, machine_fixed; /* fixed: those of the map */
    pickup *pickups;                                       /* that move */
    size_t pickup_count;
    bool has_pickups; /* that do not */
    int32_t *memory;
    ddnet_projectile *shown_projectiles;
    ddnet_laser *shown_lasers;
    size_t shown_projectile_capacity, shown_laser_capacity;
    bool out_of_memory;
};

static inline const ddnet_tuning *tee_tuning(const ddnet_world *world, const tee *t) { return &world->zones[t->zone]; }
static inline tee *world_tee(ddnet_world *world, int32_t cid)
{
    return cid >= 0 && cid < DDNET_CLIENTS && world->tees[cid].alive ? &world->tees[cid] : NULL;
}
static inline int32_t tee_cid(const ddnet_world *world, const tee *t) { return (int32_t)(t - world->tees); }
static inline bool tee_flag(const tee *t, int32_t flag) { return (t->out.flags & flag) != 0; }
static inline void tee_set(tee *t, int32_t flag, bool on) { t->out.flags = on ? t->out.flags | flag : t->out.flags & ~flag; }

enum { TEAM_SUPER = DDNET_TEAMS - 1 };

/* In one team. */
static inline bool teams_share(const tee *a, const tee *b)
{
    return a == b || a->team == TEAM_SUPER || b->team == TEAM_SUPER || a->team == b->team;
}
/* In one team, and neither is solo. */
static inline bool teams_meet(const tee *a, const tee *b)
{
    if (a == b || a->team == TEAM_SUPER || b->team == TEAM_SUPER) return true;
    return !tee_flag(a, DDNET_SOLO) && !tee_flag(b, DDNET_SOLO) && a->team == b->team;
}

static inline bool tee_switch_on(const ddnet_world *world, const tee *t, int number)
{
    return world->switch_on && t->team < TEAM_SUPER && world->switch_on[(size_t)t->team * SWITCHES + (size_t)number];
}
/* The doors, as far as they are closed for it. */
static inline map_doors tee_doors(const ddnet_world *world, const tee *t)
{
    map_doors doors = world->doors;
    if (doors.kind && world->switch_on && t->team < TEAM_SUPER) doors.on = world->switch_on + (size_t)t->team * SWITCHES;
    return doors;
}

/* rules.c: the game's random numbers; 0 if they are not known. */
void reel__ddnet_random_start(ddnet_world *world);
size_t reel__ddnet_random(ddnet_world *world, size_t below);
/* An exit of a teleporter that has some. */
static inline vec exit_place(const map_outs *outs, size_t which)
{
    return (vec){ (float)outs->places[which].x * 32.0F + 16.0F, (float)outs->places[which].y * 32.0F + 16.0F };
}

/* core.c: the two halves of a core's tick, and the move that ends it. */
void reel__ddnet_core_tick(ddnet_world *world, tee *t);
void reel__ddnet_core_push(ddnet_world *world, tee *t);
void reel__ddnet_core_move(ddnet_world *world, tee *t);
vec reel__ddnet_core_way(const ddnet_world *world, const tee *t); /* the move, if nothing is in the way */
void reel__ddnet_core_quantize(tee *t);
int32_t reel__ddnet_core_angle(int32_t x, int32_t y); /* of a target: radians * 256, from -pi / 2 to 3 pi / 2 */
void reel__ddnet_core_release(tee *t);                /* lets go of what is hooked */

#endif
