/* SPDX-License-Identifier: MIT
 * Players from their rows: identity, presence, actions, movement. docs/insight/echo.md has the rules. */
#include "insight/echo/game.h"

#include <float.h>
#include <math.h>

_Static_assert(sizeof(echo_stats) == STATS * sizeof(uint16_t), "the counters must be contiguous");

/* The event of each counter, in the order of the counters. */
enum { NO_EVENT = -1 };
static const int8_t event_kinds[STATS] = { ECHO_ASSIST, ECHO_BLOCK, ECHO_CATCH, NO_EVENT,  ECHO_INTERCEPTION, ECHO_PASS,
                                           NO_EVENT,    ECHO_SAVE,  ECHO_STEAL, ECHO_SHOT, ECHO_STUN };

/* Minimum time of movement for a mean speed: times are whole milliseconds. */
#define LEAST_TIME 0.001 /* s */

static double length(double x, double y, double z) { return sqrt(x * x + y * y + z * z); }

static double distance(const reel_vec3 *a, const reel_vec3 *b)
{
    return length((double)a->x - (double)b->x, (double)a->y - (double)b->y, (double)a->z - (double)b->z);
}

/* ---- identity ------------------------------------------------------------------------------------------------------------- */

static bool same_text(reel_string a, reel_string b)
{
    return a.size == b.size && (!a.size || memcmp(a.data, b.data, a.size) == 0);
}

/* Stored names are truncated, so a longer name is equal if its beginning is. */
static bool is_named(const person *p, reel_string name)
{
    if (name.size > NAME_BYTES) name.size = p->name.size;
    return same_text(p->name, name);
}

static bool was_there(const game *g, const person *p) { return p->seen && p->seen + 1 == g->serial; }
static bool is_there(const game *g, const person *p) { return p->seen == g->serial; }

static uint8_t number_of(const game *g, const echo_player *row) { return g->source->by_roster ? row->player : row->player_id; }

/* How well a row matches a person without a row in this frame: 2 best, 0 not at all. Account ids identify people; the game's player
 * numbers tell two people with one account apart (a .butter takes two with one name for one). A row without an account id belongs
 * to the person with its number in the frame before (a .butter does not record renames), or else to the one with its name. */
static int fit(const game *g, const person *p, const echo_player *row)
{
    if (is_there(g, p)) return 0;
    bool number = p->number == number_of(g, row);
    if (row->userid) return p->userid == row->userid ? 1 + number : 0;
    if (number && was_there(g, p) && (!row->name.size || is_named(p, row->name))) return 2;
    return !p->userid && number && is_named(p, row->name);
}

static person *find_person(game *g, const echo_player *row)
{
    uint16_t *hint = &g->hints[row->team < TEAMS ? row->team : TEAMS - 1][row->slot];
    if (*hint && fit(g, &g->persons[*hint - 1], row) == 2) return &g->persons[*hint - 1];
    person *best = NULL;
    int best_fit = 0;
    reel_spend(g->analysis->budget, g->person_count);
    for (unsigned i = 0; i < g->person_count && best_fit < 2; i++) {
        int quality = fit(g, &g->persons[i], row);
        if (quality <= best_fit) continue;
        best = &g->persons[i];
        best_fit = quality;
    }
    if (!best && g->person_count < ECHO_MOST_PLAYERS) {
        best = &g->persons[g->person_count];
        best->userid = row->userid;
        best->sum.player = g->person_count++;
    }
    if (best) *hint = (uint16_t)(best->sum.player + 1);
    return best;
}

person *reel__people_by_name(game *g, reel_string name, uint8_t team)
{
    person *any = NULL, *member = NULL;
    unsigned all = 0, members = 0;
    for (unsigned i = 0; i < g->person_count; i++) {
        person *p = &g->persons[i];
        if (!was_there(g, p) || !is_named(p, name)) continue;
        any = p, all++;
        if (p->team == team) member = p, members++;
    }
    return all == 1 ? any : members == 1 ? member : NULL;
}

/* ---- presence --------------------------------------------------------------------------------------------------------------- */

static void end_stay(game *g, person *p, echo_stay_end ended_by)
{
    echo_stay *row = reel__out_at(g, OUT_STAYS, p->stay);
    if (!row) return;
    row->end = p->sum.last_seen;
    row->ended_by = (uint8_t)ended_by;
}

static void begin_stay(game *g, person *p, uint8_t team, echo_stay_begin began_by)
{
    echo_stay *row = reel__out_add(g, OUT_STAYS);
    p->stay = reel__out_last(g, OUT_STAYS, row);
    if (row)
        *row = (echo_stay){ .start = g->time,
                            .end = g->time,
                            .userid = p->userid,
                            .name = p->name,
                            .player = p->sum.player,
                            .team = team,
                            .began_by = (uint8_t)began_by };
}

/* Counters and states start over. */
static void person_reset(person *p)
{
    p->has_head = p->has_loadout = false;
    p->had = 0;
    p->possession = p->stunned = p->floating = false;
    p->holds_disc[0] = p->holds_disc[1] = false;
}

static void arrive(game *g, person *p, const echo_player *row)
{
    if (row->name.size && !is_named(p, row->name)) p->name = reel__out_text(g, row->name);
    uint8_t team = row->team < ECHO_NO_TEAM ? row->team : ECHO_NO_TEAM;
    if (p->rows == 0) p->sum.first_seen = g->time;
    if (!was_there(g, p)) {
        begin_stay(g, p, team, g->serial == 1 ? ECHO_STAY_FILE_BEGIN : ECHO_STAY_JOINED);
    } else if (team != p->team) {
        end_stay(g, p, ECHO_STAY_TO_TEAM);
        begin_stay(g, p, team, ECHO_STAY_FROM_TEAM);
    }
    p->team = team;
}

/* ---- actions ---------------------------------------------------------------------------------------------------------------- */

static void add_event(game *g, const person *p, int kind, unsigned count)
{
    echo_event *row = reel__out_add(g, OUT_EVENTS);
    if (row)
        *row = (echo_event){ .time = g->time,
                             .userid = p->userid,
                             .name = p->name,
                             .clock = g->clock,
                             .has_clock = g->clock_known,
                             .player = p->sum.player,
                             .count = count,
                             .kind = (uint8_t)kind,
                             .team = p->team };
}

/* Only increases count. A decrease is a reset, and counting continues from the new value. A counter that the row lacks keeps its value. */
static void take_stats(game *g, person *p, const echo_player *row, uint16_t counters)
{
    uint16_t stats[STATS];
    memcpy(stats, &row->stats, sizeof stats);
    for (size_t i = 0; i < STATS; i++) {
        const uint16_t bit = (uint16_t)(1u << i);
        if (!(counters & bit)) continue;
        if (p->had & bit && stats[i] > p->stats[i]) {
            unsigned count = (unsigned)stats[i] - p->stats[i];
            p->won[i] += count;
            if (event_kinds[i] != NO_EVENT) add_event(g, p, event_kinds[i], count);
        }
        p->stats[i] = stats[i];
    }
    p->had |= counters;
    p->counted |= counters;
    if (counters) p->sum.present |= ECHO_PLAYER_STATS;
}

static bool holds_place(uint8_t holding) { return holding == ECHO_HOLDS_GEO || holding < ECHO_HOLDS_NULL; }

static void take_hands(game *g, person *p, const echo_player *row)
{
    bool known = row->has & ECHO_HAS_HOLDING && row->holding_left != ECHO_HOLDS_NULL && row->holding_right != ECHO_HOLDS_NULL;
    const uint8_t holding[] = { row->holding_left, row->holding_right };
    for (size_t hand = 0; hand < 2; hand++) {
        bool holds = known && holding[hand] == ECHO_HOLDS_DISC;
        p->released[hand] = known && p->holds_disc[hand] && !holds;
        p->holds_disc[hand] = holds;
    }
    p->floating = known && !holds_place(holding[0]) && !holds_place(holding[1]);
    if (!known) return;
    p->motion.present |= ECHO_MOTION_HOLDING;
    p->sum.present |= ECHO_PLAYER_HELD;
    if (p->team > ECHO_ORANGE) return;
    g->match.present |= ECHO_MATCH_HELD;
    g->now_held[p->team] |= p->holds_disc[0] || p->holds_disc[1];
}

static void take_loadout(game *g, person *p, const echo_player *row, unsigned lacks)
{
    const uint8_t loadout[4] = { row->weapon, row->ordnance, row->tac_mod, row->arm };
    if (!(row->has & ECHO_HAS_LOADOUT) || lacks & LACKS_LOADOUT ||
        (p->has_loadout && memcmp(p->loadout, loadout, sizeof loadout) == 0))
        return;
    p->has_loadout = true;
    memcpy(p->loadout, loadout, sizeof loadout);
    echo_loadout *out = reel__out_add(g, OUT_LOADOUTS);
    if (out)
        *out = (echo_loadout){ .time = g->time,
                               .userid = p->userid,
                               .name = p->name,
                               .weapon = reel__out_word(g->loadouts[0], loadout[0]),
                               .ordnance = reel__out_word(g->loadouts[1], loadout[1]),
                               .tac_mod = reel__out_word(g->loadouts[2], loadout[2]),
                               .arm = reel__out_word(g->loadouts[3], loadout[3]),
                               .player = p->sum.player,
                               .team = p->team };
}

/* ---- movement --------------------------------------------------------------------------------------------------------------- */

static void add_head_step(game *g, person *p, const reel_vec3 *head, bool stated)
{
    bool had = p->has_head && was_there(g, p);
    p->has_head = isfinite(head->x) && isfinite(head->y) && isfinite(head->z);
    if (!p->has_head) {
        g->bad_positions += stated;
        return;
    }
    p->motion.has_distance = 1;
    if (had && g->raw_step >= 0 && g->raw_step <= ECHO_LONGEST_STEP) {
        double step = distance(head, &p->head);
        if (step <= ECHO_JUMP_DISTANCE || step <= ECHO_JUMP_SPEED * g->raw_step) {
            p->motion.distance += step;
            p->moved_seconds += g->raw_step;
        }
    }
    p->head = *head;
}

/* A hand at the origin is unknown. */
static void take_reach(person *p, const reel_vec3 *hand)
{
    double reach = distance(&p->head, hand);
    if (!p->has_head || (hand->x == 0 && hand->y == 0 && hand->z == 0) || !(reach <= (double)FLT_MAX)) return;
    p->motion.present |= ECHO_MOTION_REACH;
    if (reach > (double)p->motion.max_reach) p->motion.max_reach = (float)reach;
}

static void take_motion(game *g, person *p, const echo_player *row, unsigned lacks)
{
    add_head_step(g, p, &row->head, !(lacks & LACKS_HEAD));
    take_reach(p, &row->left_hand);
    take_reach(p, &row->right_hand);
    double speed = length((double)row->velocity.x, (double)row->velocity.y, (double)row->velocity.z);
    if (!(speed <= (double)FLT_MAX)) return;
    p->motion.max_speed = fmaxf(p->motion.max_speed, (float)speed);
    if (speed > 0) p->motion.present |= ECHO_MOTION_SPEED; /* formats that do not record it have zeros */
}

/* ---- all of it -------------------------------------------------------------------------------------------------------------- */

void reel__people_spend(game *g, double seconds)
{
    const double played = match_is_played(g) ? seconds : 0;
    reel_spend(g->analysis->budget, g->person_count);
    for (unsigned i = 0; i < g->person_count; i++) {
        person *p = &g->persons[i];
        if (!was_there(g, p)) continue;
        p->sum.seconds += seconds;
        p->team_seconds[p->team] += seconds;
        if (p->possession) p->sum.possession_seconds += seconds, p->sum.possession_in_play += played;
        if (p->holds_disc[0] || p->holds_disc[1]) p->sum.held_seconds += seconds;
        if (p->stunned) p->sum.stunned_seconds += seconds;
        if (p->floating) p->motion.floating_seconds += seconds;
    }
}

/* Flags that the row lacks stay as they were. */
static void take_flags(game *g, person *p, const echo_player *row, unsigned lacks)
{
    if (!(lacks & LACKS_STUNNED)) {
        if (row->stunned && !p->stunned && was_there(g, p)) p->sum.times_stunned++;
        p->stunned = row->stunned != 0;
        p->has_stunned = true;
    }
    if (!(lacks & LACKS_POSSESSION)) {
        p->possession = row->possession != 0;
        p->has_possession = true;
    }
    if (p->possession && g->now_holder == NOBODY && p->team <= ECHO_ORANGE) g->now_holder = (int)p->sum.player;
}

static void take_line(person *p, const echo_player *row, unsigned lacks)
{
    if (!(lacks & LACKS_PING)) {
        if (row->ping > p->motion.max_ping) p->motion.max_ping = row->ping;
        p->ping_sum += row->ping;
        p->pings++;
    }
    if (!isfinite(row->packet_loss)) return;
    p->loss_sum += (double)row->packet_loss;
    p->losses++;
}

void reel__people_take(game *g, const echo_player *row)
{
    person *p = find_person(g, row);
    if (!p) {
        g->persons_lost++;
        return;
    }
    echo_player copy;
    uint16_t counters;
    const unsigned lacks = echo_source_player(g->source, row, &copy, &counters);
    arrive(g, p, &copy);
    take_stats(g, p, &copy, counters);
    take_hands(g, p, &copy);
    take_loadout(g, p, &copy, lacks);
    take_motion(g, p, &copy, lacks);
    take_flags(g, p, &copy, lacks);
    take_line(p, &copy, lacks);
    p->number = number_of(g, row);
    p->rows++;
    p->seen = g->serial;
    p->sum.last_seen = g->time;
}

static void give_releases(game *g, const person *p)
{
    for (uint8_t hand = 0; hand < 2; hand++) {
        echo_release *row = p->released[hand] ? reel__out_add(g, OUT_RELEASES) : NULL;
        if (row)
            *row = (echo_release){ .time = g->time,
                                   .userid = p->userid,
                                   .name = p->name,
                                   .clock = g->clock,
                                   .has_clock = g->clock_known,
                                   .disc_speed = g->has_speed ? g->disc_speed : 0,
                                   .has_speed = g->has_speed,
                                   .player = p->sum.player,
                                   .team = p->team,
                                   .hand = hand,
                                   .stunned = p->stunned };
    }
}

void reel__people_settle(game *g)
{
    bool held = false;
    for (unsigned i = 0; i < g->person_count; i++) {
        person *p = &g->persons[i];
        if (was_there(g, p)) {
            end_stay(g, p, ECHO_STAY_LEFT);
            person_reset(p);
        }
        held |= is_there(g, p) && (p->holds_disc[0] || p->holds_disc[1]);
    }
    for (unsigned i = 0; i < g->person_count && g->has_disc && !held; i++)
        if (is_there(g, &g->persons[i])) give_releases(g, &g->persons[i]);
}

void reel__people_reset(game *g)
{
    for (unsigned i = 0; i < g->person_count; i++) person_reset(&g->persons[i]);
}

static void give_person(game *g, person *p)
{
    echo_player_sum *sum = &p->sum;
    if (g->match.mode != ECHO_MODE_COMBAT && p->has_possession) sum->present |= ECHO_PLAYER_STATES;
    if (g->match.mode != ECHO_MODE_COMBAT && p->has_stunned) sum->present |= ECHO_PLAYER_STUNNED;
    sum->counted = (uint8_t)p->counted;
    sum->more_counted = (uint8_t)(p->counted >> 8);
    uint32_t *const counted[STATS] = { &sum->assists, &sum->blocks, &sum->catches, &sum->goals, &sum->interceptions, &sum->passes,
                                       &sum->points,  &sum->saves,  &sum->steals,  &sum->shots, &sum->stuns };
    for (size_t i = 0; i < STATS; i++) *counted[i] = p->won[i];
    sum->userid = p->userid;
    sum->name = p->name;
    sum->team = ECHO_BLUE;
    for (unsigned team = 1; team < TEAMS; team++)
        if (p->team_seconds[team] > p->team_seconds[sum->team]) sum->team = (uint8_t)team;
    if (p->team_seconds[sum->team] <= 0) sum->team = p->team;
    echo_player_sum *row = reel__out_add(g, OUT_PLAYERS);
    if (row) *row = *sum;
}

static void give_motion(game *g, person *p)
{
    echo_motion *motion = &p->motion;
    motion->player = p->sum.player;
    motion->userid = p->userid;
    motion->name = p->name;
    motion->team = p->sum.team;
    bool moved = p->moved_seconds >= LEAST_TIME;
    if (moved) motion->present |= ECHO_MOTION_MEAN;
    motion->mean_speed = moved ? (float)(motion->distance / p->moved_seconds) : 0;
    if (!g->source->no_line && p->pings) motion->present |= ECHO_MOTION_LINE;
    if (!g->source->no_line && p->losses) motion->present |= ECHO_MOTION_LOSS;
    motion->mean_ping = p->pings ? (float)(p->ping_sum / (double)p->pings) : 0;
    motion->mean_packet_loss = p->losses ? (float)(p->loss_sum / (double)p->losses) : 0;
    echo_motion *row = reel__out_add(g, OUT_MOTION);
    if (row) *row = *motion;
}

void reel__people_finish(game *g)
{
    for (unsigned i = 0; i < g->person_count; i++) {
        person *p = &g->persons[i];
        if (is_there(g, p)) end_stay(g, p, ECHO_STAY_FILE_END);
        give_person(g, p);
        give_motion(g, p);
    }
}
