/* SPDX-License-Identifier: MIT
 * How often the physics of DDNet agrees with a recording: each tick of each tee is computed from the state before it and compared with the
 * position that was recorded. With a server's demo of the same game, the other fields are compared, too.
 *
 *   ddnet_agreement MAP RECORDING [DEMO]    prints a line a figure
 *   ddnet_agreement --speed                 ticks of a tee a second, on a made course */
#include <reel/ddnet_map.h>
#include <reel/demo.h>
#include <reel/file.h>
#include <reel/teehistorian.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "game/ddnet/world.h"

static reel_replay *load(const char *path)
{
    reel_error error;
    reel_replay *replay = NULL;
    if (reel_load_file(path, NULL, &replay, &error) < 0) {
        fprintf(stderr, "%s: %s\n", path, error.message);
        exit(1);
    }
    return replay;
}

static const char *text_of(reel_string s, char *buffer, size_t size)
{
    size_t length = s.size < size - 1 ? s.size : size - 1;
    if (length) memcpy(buffer, s.data, length);
    buffer[length] = 0;
    return buffer;
}

static ddnet_map *map_of(const reel_replay *level)
{
    size_t infos, tiles, settings;
    const ddnet_map_info *info = reel_rows(level, &ddnet_map_infos, &infos);
    const ddnet_map_tile *rows = reel_rows(level, &ddnet_map_tiles, &tiles);
    const ddnet_map_setting *lines = reel_rows(level, &ddnet_map_settings, &settings);
    ddnet_map *map = infos ? reel__ddnet_map_create(NULL, info->width, info->height) : NULL;
    char line[1024];
    if (!map || !reel__ddnet_map_tiles(map, rows, tiles)) exit(1);
    for (size_t i = 0; i < settings; i++) reel__ddnet_map_setting(map, text_of(lines[i].text, line, sizeof line));
    return map;
}

/* ---- a recording ------------------------------------------------------------------------------------------------ */

typedef struct recording {
    reel_replay *replay;
    const teehistorian_position *positions;
    const teehistorian_input *inputs;
    const teehistorian_join *joins;
    const teehistorian_drop *drops;
    const teehistorian_team *teams;
    const teehistorian_command *commands;
    const teehistorian_argument *arguments;
    const teehistorian_message *messages;
    size_t position_count, input_count, join_count, drop_count, team_count, command_count, argument_count, message_count;
    size_t position, input, join, drop, team, command, argument, message; /* how far it is played */
    ddnet_rules rules;
    ddnet_tuning tuning;
} recording;

static void read_header(recording *r)
{
    size_t headers, values;
    char key[64], value[64];
    const teehistorian_header *header = reel_rows(r->replay, &teehistorian_headers, &headers);
    const teehistorian_value *rows = reel_rows(r->replay, &teehistorian_values, &values);
    unsigned minor = headers && header->present & TEEHISTORIAN_HAS_VERSION_MINOR ? (unsigned)header->version_minor : 0;
    r->rules = reel__ddnet_rules_default(minor);
    r->tuning = reel__ddnet_tuning_default();
    if (headers) {
        unsigned major, second;
        const char *comma = strchr(text_of(header->server_version, value, sizeof value), ',');
        if (comma && sscanf(comma + 1, "%u.%u", &major, &second) == 2) r->rules.release = major * 100 + second;
    }
    if (headers) reel__ddnet_rules_random(&r->rules, text_of(header->prng_description, value, sizeof value));
    for (size_t i = 0; i < values; i++) {
        text_of(rows[i].key, key, sizeof key);
        text_of(rows[i].value, value, sizeof value);
        if (rows[i].section == TEEHISTORIAN_TUNING)
            reel__ddnet_tuning_set(&r->tuning, key, (int32_t)strtol(value, NULL, 10));
        else if (rows[i].section == TEEHISTORIAN_CONFIG)
            reel__ddnet_rules_set(&r->rules, key, value);
    }
}

static recording read_recording(const char *path)
{
    recording r = { .replay = load(path) };
    r.positions = reel_rows(r.replay, &teehistorian_positions, &r.position_count);
    r.inputs = reel_rows(r.replay, &teehistorian_inputs, &r.input_count);
    r.joins = reel_rows(r.replay, &teehistorian_joins, &r.join_count);
    r.drops = reel_rows(r.replay, &teehistorian_drops, &r.drop_count);
    r.teams = reel_rows(r.replay, &teehistorian_teams, &r.team_count);
    r.commands = reel_rows(r.replay, &teehistorian_commands, &r.command_count);
    r.messages = reel_rows(r.replay, &teehistorian_messages, &r.message_count);
    r.arguments = reel_rows(r.replay, &teehistorian_arguments, &r.argument_count);
    read_header(&r);
    return r;
}

/* A command with its arguments, as one line. */
static void command(recording *r, ddnet_world *world)
{
    char line[256], text[64];
    const teehistorian_command *row = &r->commands[r->command++];
    snprintf(line, sizeof line, "%s", text_of(row->command, text, sizeof text));
    for (; r->argument < r->argument_count && r->arguments[r->argument].seq <= row->seq; r->argument++) {
        size_t used = strlen(line);
        if (r->arguments[r->argument].seq == row->seq)
            snprintf(line + used, sizeof line - used, " %s", text_of(r->arguments[r->argument].text, text, sizeof text));
    }
    reel__ddnet_world_command(world, row->cid, line);
}

enum { MESSAGE_KILL = 22, MESSAGE_KILL_7 = 28 }; /* of clients of 0.6 and 0.7 */

/* What was recorded after the positions of a tick acts in the next. */
static void act(recording *r, ddnet_world *world, int32_t tick)
{
    for (; r->join < r->join_count && r->joins[r->join].tick <= tick; r->join++)
        reel__ddnet_world_join(world, r->joins[r->join].cid);
    for (; r->drop < r->drop_count && r->drops[r->drop].tick <= tick; r->drop++)
        reel__ddnet_world_leave(world, r->drops[r->drop].cid);
    for (; r->team < r->team_count && r->teams[r->team].tick <= tick; r->team++)
        reel__ddnet_world_team(world, r->teams[r->team].cid, r->teams[r->team].team);
    for (; r->message < r->message_count && r->messages[r->message].tick <= tick; r->message++)
        if (r->messages[r->message].message_id == (r->messages[r->message].protocol == 7 ? MESSAGE_KILL_7 : MESSAGE_KILL))
            reel__ddnet_world_kill(world, r->messages[r->message].cid);
    while (r->command < r->command_count && r->commands[r->command].tick <= tick) command(r, world);
    for (; r->input < r->input_count && r->inputs[r->input].tick <= tick; r->input++) {
        const teehistorian_input *row = &r->inputs[r->input];
        ddnet_controls input = { row->direction, row->target_x,     row->target_y,      row->jump,        row->fire,
                                 row->hook,      row->player_flags, row->wanted_weapon, row->next_weapon, row->prev_weapon };
        reel__ddnet_world_input(world, row->cid, &input);
    }
}

static void place(recording *r, ddnet_world *world, int32_t tick)
{
    for (; r->position < r->position_count && r->positions[r->position].tick <= tick; r->position++) {
        const teehistorian_position *row = &r->positions[r->position];
        if (row->kind == TEEHISTORIAN_OLD)
            reel__ddnet_world_gone(world, row->cid);
        else
            reel__ddnet_world_place(world, row->cid, row->x, row->y);
    }
    for (size_t i = r->team; i < r->team_count && r->teams[i].tick <= tick; i++)
        reel__ddnet_world_team_after(world, r->teams[i].cid, r->teams[i].team);
}

/* ---- what is counted -------------------------------------------------------------------------------------------- */

static const char *const causes[DDNET_CAUSES] = { "agrees", "spawned", "nudged",    "pushed",     "shot",
                                                  "tile",   "frozen",  "respawned", "teleported", "other" };
enum { FIELDS = 15 };
static const char *const fields[FIELDS] = { "vel",        "angle",  "direction", "jumped", "jumps",
                                            "hook_state", "hooked", "hook",      "weapon", "attack_tick",
                                            "freeze",     "flags",  "hook_tick", "order",  "all" };

typedef struct counts {
    uint64_t ticks, by_cause[DDNET_CAUSES];
    uint64_t compared, equal[FIELDS];
} counts;

static bool verbose;

static void compare(counts *c, const ddnet_tee *t, const demo_character *d, int32_t cid)
{
    bool dd = (d->present & DEMO_CHARACTER_DDNET) != 0, totals = (d->present & DEMO_CHARACTER_TOTALS) != 0;
    bool same[FIELDS] = { t->vel_x == d->vel_x && t->vel_y == d->vel_y,
                          t->angle == d->angle,
                          t->direction == d->direction,
                          t->jumped == d->jumped && (!totals || t->jumped_total == d->jumped_total),
                          !dd || t->jumps == d->jumps,
                          t->hook_state == d->hook_state,
                          t->hooked_cid == d->hooked_cid,
                          t->hook_x == d->hook_x && t->hook_y == d->hook_y && t->hook_dx == d->hook_dx &&
                              t->hook_dy == d->hook_dy,
                          t->weapon == d->weapon,
                          t->attack_tick == d->attack_tick,
                          !dd || t->freeze_end == d->freeze_end,
                          !dd || t->flags == d->flags,
                          t->hook_tick == d->hook_tick,
                          !(d->present & DEMO_CHARACTER_STRONG) || t->strong_weak_id == d->strong_weak_id,
                          true };
    c->compared++;
    for (int i = 0; i < FIELDS - 1; i++) {
        same[FIELDS - 1] &= same[i];
        c->equal[i] += same[i];
        if (verbose && !same[i])
            printf("tick %d cid %d %s: vel %d,%d/%d,%d angle %d/%d jumped %d/%d total %d/%d hook %d/%d at %d,%d/%d,%d weapon "
                   "%d/%d attack %d/%d "
                   "freeze %d/%d flags %x/%x pos %d,%d\n",
                   d->tick, cid, fields[i], t->vel_x, t->vel_y, d->vel_x, d->vel_y, t->angle, d->angle, t->jumped, d->jumped,
                   t->jumped_total, d->jumped_total, t->hook_state, d->hook_state, t->hook_x, t->hook_y, d->hook_x, d->hook_y,
                   t->weapon, d->weapon, t->attack_tick, d->attack_tick, t->freeze_end, d->freeze_end, (unsigned)t->flags,
                   (unsigned)d->flags, t->x, t->y);
    }
    c->equal[FIELDS - 1] += same[FIELDS - 1];
}

static void count_tick(counts *c, const ddnet_world *world, int32_t tick)
{
    for (int32_t cid = 0; cid < DDNET_CLIENTS; cid++) {
        const ddnet_tee *t = reel__ddnet_world_tee(world, cid);
        if (!t) continue;
        if (t->cause != DDNET_SPAWNED) c->ticks++;
        c->by_cause[t->cause]++;
        if (verbose && t->cause > DDNET_SPAWNED)
            printf("tick %d cid %d %s: predicted %d,%d recorded %d,%d vel %d,%d hook %d weapon %d flags %x freeze %d\n", tick,
                   cid, causes[t->cause], t->predicted_x, t->predicted_y, t->x, t->y, t->vel_x, t->vel_y, t->hook_state,
                   t->weapon, (unsigned)t->flags, t->freeze_end);
    }
}

static counts play(recording *r, const ddnet_map *map, const reel_replay *demo)
{
    counts c = { 0 };
    ddnet_world *world = reel__ddnet_world_create(NULL, map, &r->rules, &r->tuning);
    size_t count = 0, at = 0;
    const demo_character *rows = demo ? reel_rows(demo, &demo_characters, &count) : NULL;
    int32_t last = r->position_count ? r->positions[r->position_count - 1].tick : 0;
    r->position = r->input = r->join = r->drop = r->team = r->command = r->argument = r->message = 0;
    for (int32_t tick = r->position_count ? r->positions[0].tick : 0; tick <= last; tick++) {
        act(r, world, tick - 1);
        place(r, world, tick);
        reel__ddnet_world_step(world, tick);
        count_tick(&c, world, tick);
        while (at < count && rows[at].tick < tick) at++;
        for (; at < count && rows[at].tick == tick; at++) {
            const ddnet_tee *t = reel__ddnet_world_tee(world, rows[at].cid);
            if (t && (rows[at].item_tick == tick || !rows[at].item_tick)) compare(&c, t, &rows[at], rows[at].cid);
        }
    }
    reel__ddnet_world_free(world);
    return c;
}

/* ---- without positions ------------------------------------------------------------------------------------------ */

/* How long each life of a tee follows the recording by its inputs alone, in ticks; `whole`: to its end. */
typedef struct lives {
    int32_t *ticks;
    size_t count, capacity, whole;
} lives;

typedef struct life {
    int32_t x, y, start;
    bool alive, over;
} life;

static void life_ends(lives *all, life *l, int32_t tick, bool whole)
{
    if (!l->alive || l->over) return;
    if (all->count == all->capacity) {
        all->capacity = all->capacity ? 2 * all->capacity : 256;
        all->ticks = realloc(all->ticks, all->capacity * sizeof *all->ticks);
        if (!all->ticks) exit(1);
    }
    all->ticks[all->count++] = tick - l->start;
    all->whole += whole;
    l->over = true;
}

static void follow_positions(recording *r, life *of, lives *all, int32_t tick)
{
    for (size_t i = r->position; i < r->position_count && r->positions[i].tick <= tick; i++) {
        const teehistorian_position *row = &r->positions[i];
        if (row->cid < 0 || row->cid >= DDNET_CLIENTS) continue;
        life *l = &of[row->cid];
        if (row->kind == TEEHISTORIAN_OLD) {
            life_ends(all, l, tick, true);
            l->alive = false;
        } else if (row->kind == TEEHISTORIAN_NEW) {
            life_ends(all, l, tick, true);
            *l = (life){ .start = tick, .alive = true };
        }
        l->x = row->x, l->y = row->y;
    }
}

static int by_ticks(const void *a, const void *b)
{
    int32_t one = *(const int32_t *)a, two = *(const int32_t *)b;
    return (one > two) - (one < two);
}

static void run_freely(recording *r, const ddnet_map *map)
{
    ddnet_rules rules = r->rules;
    life of[DDNET_CLIENTS] = { { 0 } };
    lives all = { 0 };
    rules.free_running = 1;
    ddnet_world *world = reel__ddnet_world_create(NULL, map, &rules, &r->tuning);
    int32_t last = r->position_count ? r->positions[r->position_count - 1].tick : 0;
    r->position = r->input = r->join = r->drop = r->team = r->command = r->argument = r->message = 0;
    for (int32_t tick = r->position_count ? r->positions[0].tick : 0; tick <= last; tick++) {
        act(r, world, tick - 1);
        follow_positions(r, of, &all, tick);
        place(r, world, tick);
        reel__ddnet_world_step(world, tick);
        for (int32_t cid = 0; cid < DDNET_CLIENTS; cid++) {
            const ddnet_tee *t = reel__ddnet_world_tee(world, cid);
            if (of[cid].alive && (!t || t->x != of[cid].x || t->y != of[cid].y)) life_ends(&all, &of[cid], tick, false);
        }
    }
    for (int32_t cid = 0; cid < DDNET_CLIENTS; cid++) life_ends(&all, &of[cid], last, true);
    if (all.count) qsort(all.ticks, all.count, sizeof *all.ticks, by_ticks);
    if (all.count)
        printf("freely: lives %zu, to their end %zu, ticks until they differ or end: median %d worst %d longest %d\n", all.count,
               all.whole, all.ticks[all.count / 2], all.ticks[0], all.ticks[all.count - 1]);
    free(all.ticks);
    reel__ddnet_world_free(world);
}

/* ---- speed ------------------------------------------------------------------------------------------------------ */

/* Tees that run, jump, hook and shoot in a room. */
static void measure_speed(int32_t tees)
{
    enum { WIDTH = 100, HEIGHT = 50, TICKS = 20000 };
    ddnet_map *map = reel__ddnet_map_create(NULL, WIDTH, HEIGHT);
    for (int32_t y = 0; y < HEIGHT; y++) {
        bool wall = y == 0 || y == HEIGHT - 1;
        ddnet_map_tile rows[] = { { .y = y, .count = wall ? WIDTH : 1, .kind = DDNET_MAP_GAME, .index = 1 },
                                  { .x = WIDTH - 1, .y = y, .count = 1, .kind = DDNET_MAP_GAME, .index = 1 },
                                  { .x = 7 * (y % 13), .y = y, .count = 4, .kind = DDNET_MAP_GAME, .index = y % 5 ? 1 : 32 } };
        if (!map || !reel__ddnet_map_tiles(map, rows, 3)) exit(1);
    }
    ddnet_rules rules = reel__ddnet_rules_default(22);
    rules.free_running = 1;
    ddnet_world *world = reel__ddnet_world_create(NULL, map, &rules, NULL);
    uint32_t seed = 7;
    clock_t start = clock();
    for (int32_t tick = 1; tick <= TICKS; tick++) {
        for (int32_t cid = 0; cid < tees; cid++) {
            seed = seed * 1664525u + 1013904223u;
            if (tick == 1) reel__ddnet_world_place(world, cid, 200 + 20 * cid, 200);
            if ((seed >> 16) % 8) continue;
            ddnet_controls input = { .direction = (int32_t)(seed >> 8) % 3 - 1,
                                     .target_x = (int32_t)(seed >> 20) % 500 - 250,
                                     .target_y = -100,
                                     .jump = seed >> 12 & 1,
                                     .hook = seed >> 13 & 1,
                                     .fire = (int32_t)(seed >> 14 & 63) };
            reel__ddnet_world_input(world, cid, &input);
        }
        reel__ddnet_world_step(world, tick);
    }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("%d tees: %.2f million ticks of a tee a second\n", tees, (double)TICKS * tees / seconds / 1e6);
    reel__ddnet_world_free(world);
    reel__ddnet_map_free(map);
}

static void report(const counts *c)
{
    printf("ticks %" PRIu64 " agree %" PRIu64 " (%.3f %%)", c->ticks, c->by_cause[DDNET_AGREES],
           c->ticks ? 100.0 * (double)c->by_cause[DDNET_AGREES] / (double)c->ticks : 100.0);
    for (int i = DDNET_SPAWNED; i < DDNET_CAUSES; i++)
        if (c->by_cause[i]) printf(" %s %" PRIu64, causes[i], c->by_cause[i]);
    printf("\n");
    if (!c->compared) return;
    printf("fields of %" PRIu64 ":", c->compared);
    for (int i = 0; i < FIELDS; i++) printf(" %s %.2f", fields[i], 100.0 * (double)c->equal[i] / (double)c->compared);
    printf("\n");
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "-v")) verbose = true, argc--, argv++;
    if (argc == 2 && !strcmp(argv[1], "--speed")) {
        measure_speed(1), measure_speed(8), measure_speed(64);
        return 0;
    }
    if (argc < 3) return 2;
    reel_replay *level = load(argv[1]), *demo = argc > 3 ? load(argv[3]) : NULL;
    ddnet_map *map = map_of(level);
    recording r = read_recording(argv[2]);
    counts c = play(&r, map, demo);
    report(&c);
    run_freely(&r, map);
    reel__ddnet_map_free(map);
    reel_free(r.replay);
    reel_free(demo);
    reel_free(level);
    return 0;
}
