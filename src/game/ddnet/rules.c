/* SPDX-License-Identifier: MIT
 * Settings of servers, with the game's defaults, and which rules a release has. src/engine/shared/config_variables.h of ddnet/ddnet. */
#include <stddef.h>
#include <string.h>

#include "game/ddnet/state.h"

/* The first release that wrote a minor version. */
static const struct {
    uint32_t minor, release;
} releases[] = {
    { 2, 1506 },  { 3, 1600 },  { 4, 1602 },  { 6, 1703 },  { 7, 1802 },  { 8, 1803 },  { 9, 1808 },
    { 10, 1903 }, { 11, 1904 }, { 13, 1905 }, { 14, 1906 }, { 18, 1907 }, { 19, 1908 }, { 20, 1909 },
};

ddnet_rules reel__ddnet_rules_default(uint32_t version_minor)
{
    ddnet_rules rules = { .version_minor = version_minor,
                          .release = 1300,
                          .old_inputs = version_minor == 0,
                          .deepfly = 1,
                          .hit = 1,
                          .freeze_delay = 3,
                          .dragger_range = 700,
                          .plasma_range = 700,
                          .plasma_per_second = 3,
                          .kill_delay = 1,
                          .destroy_bullets = 1 };
    for (size_t i = 0; i < sizeof releases / sizeof *releases && releases[i].minor <= version_minor; i++)
        rules.release = releases[i].release;
    return rules;
}

typedef struct setting {
    const char *name;
    size_t offset;
    int32_t low, high;
    bool is_byte;
} setting;

#define FLAG(name, member)                                                                                                       \
    {                                                                                                                            \
        name, offsetof(ddnet_rules, member), 0, 1, true                                                                          \
    }
#define NUMBER(name, member, low, high)                                                                                          \
    {                                                                                                                            \
        name, offsetof(ddnet_rules, member), low, high, false                                                                    \
    }
static const setting settings[] = {
    FLAG("sv_no_weak_hook", no_weak_hook),
    FLAG("sv_no_weak_hook_and_bounce", no_weak_hook), /* up to 16.6 */
    FLAG("sv_deepfly", deepfly),
    FLAG("sv_hit", hit),
    FLAG("sv_endless_drag", endless_drag),
    FLAG("sv_old_laser", old_laser),
    FLAG("sv_teleport_hold_hook", hold_hook),
    FLAG("sv_teleport_lose_weapons", lose_weapons),
    FLAG("sv_old_teleport_hook", old_tele_hook),
    FLAG("sv_old_teleport_weapons", old_tele_guns),
    FLAG("sv_solo_server", solo_server),
    FLAG("sv_destroy_bullets_on_death", destroy_bullets),
    FLAG("sv_destroy_lasers_on_death", destroy_lasers),
    FLAG("sv_reset_pickups", reset_pickups),
    NUMBER("sv_freeze_delay", freeze_delay, 1, 30),
    NUMBER("sv_dragger_range", dragger_range, 1, 99999),
    NUMBER("sv_plasma_range", plasma_range, 1, 99999),
    NUMBER("sv_kill_delay", kill_delay, 0, 9999),
    NUMBER("sv_plasma_per_sec", plasma_per_second, 0, 50),
};
#undef FLAG
#undef NUMBER

/* As the console reads numbers: digits up to the first other character, cut to the limits of the setting. */
static int32_t number(const char *text, int32_t low, int32_t high)
{
    int64_t value = 0;
    bool negative = *text == '-';
    if (negative) text++;
    for (; *text >= '0' && *text <= '9' && value < INT32_MAX; text++) value = value * 10 + (*text - '0');
    if (negative) value = -value;
    return value < low ? low : value > high ? high : (int32_t)value;
}

bool reel__ddnet_rules_set(ddnet_rules *rules, const char *name, const char *value)
{
    if (!strcmp(name, "sv_team")) { /* 3: each player in a team */
        rules->solo_server = number(value, 0, 3) == 3;
        return true;
    }
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        if (strcmp(settings[i].name, name) != 0) continue;
        int32_t v = number(value, settings[i].low, settings[i].high);
        if (settings[i].is_byte)
            *((uint8_t *)rules + settings[i].offset) = (uint8_t)v;
        else
            memcpy((uint8_t *)rules + settings[i].offset, &v, sizeof v);
        return true;
    }
    return false;
}

/* ---- random numbers --------------------------------------------------------------------------------------------- */

/* 16 hexadecimal digits; NULL: something else. */
static const char *seed(const char *text, uint64_t *value)
{
    *value = 0;
    for (int i = 0; i < 16; i++, text++) {
        int digit = *text >= '0' && *text <= '9' ? *text - '0' : *text >= 'a' && *text <= 'f' ? *text - 'a' + 10 : -1;
        if (digit < 0) return NULL;
        *value = *value << 4 | (uint64_t)digit;
    }
    return text;
}

bool reel__ddnet_rules_random(ddnet_rules *rules, const char *description)
{
    static const char name[] = "pcg-xsh-rr:";
    uint64_t seeds[2];
    if (strncmp(description, name, sizeof name - 1) != 0) return false;
    const char *rest = seed(description + sizeof name - 1, &seeds[0]);
    if (!rest || *rest != ':' || !seed(rest + 1, &seeds[1])) return false;
    memcpy(rules->random_seed, seeds, sizeof seeds);
    rules->has_random = 1;
    return true;
}

/* PCG-XSH-RR, 64 bits of state and 32 of output, as in src/game/prng.cpp. */
static uint32_t random_bits(ddnet_world *world)
{
    uint64_t x = world->random_state;
    unsigned turn = (unsigned)(x >> 59);
    world->random_state = x * UINT64_C(6364136223846793005) + world->random_increment;
    uint32_t bits = (uint32_t)((x ^ (x >> 18)) >> 27);
    return bits >> turn | bits << (-turn & 31);
}

void reel__ddnet_random_start(ddnet_world *world)
{
    world->random_increment = world->rules.random_seed[1] << 1 | 1;
    world->random_state = world->rules.random_seed[0] + world->random_increment;
    random_bits(world);
}

size_t reel__ddnet_random(ddnet_world *world, size_t below)
{
    if (below <= 1 || !world->rules.has_random) return 0;
    return random_bits(world) % below;
}
