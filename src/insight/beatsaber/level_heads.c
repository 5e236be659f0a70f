/* SPDX-License-Identifier: MIT
 * Whether the head is in a wall of the map without an event. The game looks, in each frame, at whether the point of the head is in the box of a wall, and
 * a contact lasts until it is in none. Only what is deep enough in a wall, for long enough, counts, and only if no contact can be that of it: none
 * began since the head came near to walls, and none of the walls near it has one at any time, since recorders may give a contact the time of a
 * later one with the same wall. On Quest, mods have let contacts go on for ever, so any earlier one will do. docs/levels.md has the rules. */
#include "insight/beatsaber/level_reenact.h"

#if !defined REEL_WITHOUT_LEVELS && !defined REEL_WITHOUT_BEATSABER_MAP && !defined REEL_WITHOUT_EVIDENCE

#include <math.h>

#define LANE 0.6         /* m: width of a line, and height of a layer */
#define LEFT_LINE -1.2   /* m: the left side of line 0 */
#define LOWEST 0.05      /* m: the bottom of walls of layer 0, which versions of the game have put at 0 and at 0.1 */
#define TOP 3.0          /* m: of the highest walls */
#define FRONT 0.65       /* m: from the head to the front of a wall at its time */
#define PASSED 0.15      /* s after its end a wall is ignored */
#define ASIDE 0.08       /* m: so far from its sides a head is in a wall for certain, */
#define UPRIGHT 0.25     /* m: from its top and its bottom, */
#define AHEAD 0.3        /* m: from its front and its back, */
#define AT_ONCE 0.02     /* s, and that */
#define NEAR_ASIDE 0.15  /* m: and so far outside of them it is near */
#define NEAR_UPRIGHT 0.5 /* m */
#define NEAR_AHEAD 0.6   /* m */
#define NEAR_TIME 0.1    /* s */
#define LEAST_TIME 0.1   /* s: in the wall */
#define GAP 0.1          /* s of the song: a longer one between frames may hide what happened */
#define FARTHEST 1.5     /* m: no head is farther aside */
enum { LEAST_FRAMES = 3, LOOKS_EACH = 32, MOST_LINES = 4, HIGHEST_LAYER = 5 };

/* A wall that is at the player. */
typedef struct wall_stay {
    uint32_t wall;
    uint32_t frames; /* in a row in which the head is in it */
    double since;    /* the first of them, s */
} wall_stay;

typedef struct head_walk {
    const evidence_judge *j;
    const level_wall *walls;
    size_t count, next; /* walls; those before came already */
    wall_stay *stays;
    size_t stay_count;
    const play_key *contacts; /* in order of time */
    size_t contact_count;
    size_t looks;      /* that may still be done */
    double speed;      /* of walls */
    double near_since; /* since when the head is near walls; INFINITY: it is not */
    bool explained;    /* what happens near them */
} head_walk;

/* How a head is to a wall. */
enum { OUTSIDE, NEAR_WALL, IN_WALL };

static int between(double at, double low, double high, double inside, double outside)
{
    return at >= low + inside && at <= high - inside     ? IN_WALL
           : at >= low - outside && at <= high + outside ? NEAR_WALL
                                                         : OUTSIDE;
}

static int smaller(int a, int b) { return a < b ? a : b; }

static int side_of(const head_walk *w, const level_wall *wall, const evidence_pose *pose, double height)
{
    const double left = LEFT_LINE + LANE * wall->line, bottom = LOWEST + LANE * wall->layer + height;
    const int layers = wall->height < HIGHEST_LAYER ? wall->height : HIGHEST_LAYER;
    const double top = bottom + LANE * layers < TOP ? bottom + LANE * layers : TOP;
    const double begin = (double)wall->time + FRONT / w->speed, end = (double)wall->time + (double)wall->duration,
                 lag = FRONT / w->speed < PASSED ? FRONT / w->speed : PASSED;
    const int x = between((double)pose->head.x, left, left + LANE * wall->width, ASIDE, NEAR_ASIDE);
    const int y = between((double)pose->head.y, bottom, top, UPRIGHT, NEAR_UPRIGHT);
    const int z = between((double)pose->time, begin, end + lag, AT_ONCE + AHEAD / w->speed, NEAR_TIME + NEAR_AHEAD / w->speed);
    return smaller(smaller(x, y), z);
}

/* Walls that come now, but those that no head reaches. */
static void let_come(head_walk *w, double now)
{
    for (; w->next < w->count && (double)w->walls[w->next].time - NEAR_TIME <= now; w->next++) {
        const level_wall *wall = &w->walls[w->next];
        const double left = LEFT_LINE + LANE * wall->line;
        if (wall->unplaced || left > FARTHEST || left + LANE * wall->width < -FARTHEST) continue;
        w->stays[w->stay_count++] = (wall_stay){ .wall = (uint32_t)w->next };
    }
}

static bool is_over(const head_walk *w, const level_wall *wall, double now)
{
    return (double)wall->time + (double)wall->duration + (FRONT + NEAR_AHEAD) / w->speed + NEAR_TIME < now;
}

/* Whether a contact began in that span. */
static bool has_contact(const head_walk *w, double from, double to)
{
    const play_wall *walls = w->j->play->walls.data;
    size_t low = 0, high = w->contact_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if ((double)walls[w->contacts[middle].index].time < from)
            low = middle + 1;
        else
            high = middle;
    }
    return low < w->contact_count && (double)walls[w->contacts[low].index].time <= to;
}

static void count_stay(head_walk *w, const wall_stay *stay, double now)
{
    evidence_result *result = w->j->result;
    if (w->explained || stay->frames < LEAST_FRAMES || !(now - stay->since >= LEAST_TIME)) return;
    w->explained = true; /* or counted, once */
    if (has_contact(w, w->j->play->quest ? -INFINITY : w->near_since - NEAR_TIME, now + NEAR_TIME)) return;
    if (!result->walls_passed++) result->wall_passed_at = (float)stay->since;
}

static double height_at(const head_walk *w, const evidence_pose *pose)
{
    const note_spot spot = { .time = (double)pose->time };
    return reel__evidence_flight(&w->j->result->fit, &spot, false).height;
}

static void look_at_frame(head_walk *w, const evidence_pose *pose)
{
    const double now = (double)pose->time, height = w->stay_count ? height_at(w, pose) : 0;
    bool near = false;
    for (size_t i = 0; i < w->stay_count && w->looks; w->looks--) {
        wall_stay *stay = &w->stays[i];
        const level_wall *wall = &w->walls[stay->wall];
        if (is_over(w, wall, now)) {
            *stay = w->stays[--w->stay_count];
            continue;
        }
        const int side = side_of(w, wall, pose, height);
        if (side != OUTSIDE && !near) {
            near = true;
            if (!(w->near_since <= now)) w->near_since = now;
        }
        w->explained |= side != OUTSIDE && wall->event != LEVEL_NO_EVENT;
        if (side == IN_WALL && !stay->frames++) stay->since = now;
        if (side != IN_WALL) stay->frames = 0;
        i++;
    }
    for (size_t i = 0; i < w->stay_count && near; i++) count_stay(w, &w->stays[i], now);
    if (near) return;
    w->near_since = INFINITY;
    w->explained = false;
}

/* What happened in a gap is not known: contacts may have begun before, and ended. */
static void forget(head_walk *w)
{
    for (size_t i = 0; i < w->stay_count; i++) w->stays[i].frames = 0;
    w->near_since = -INFINITY;
    w->explained = true;
}

static void walk(head_walk *w)
{
    const evidence_judge *j = w->j;
    const play_state *play = j->play;
    forget(w);
    for (size_t i = 1; i < j->pose_count && w->looks; i++) {
        const evidence_pose *pose = &j->poses[i];
        if (!(play->fail_time < 0.01f) && pose->time >= play->fail_time) break;
        let_come(w, (double)pose->time);
        if (!pose->has_head || (double)pose->time - (double)(pose - 1)->time > GAP)
            forget(w);
        else
            look_at_frame(w, pose);
    }
}

/* Whether the replay tells where heads and walls are. Once energy is gone, with NF, the play is as good as failed. */
static bool is_known(const evidence_judge *j, const level_map *map)
{
    const evidence_fit *fit = &j->result->fit;
    return map->walls.count && map->speed > 0 && !map->turned && reel__level_has_contacts(j->play) && fit->has_jump &&
           !fit->carried && !fit->resampled && !j->play->no_fail && reel__level_is_exact(j->result);
}

bool reel__level_walls_pass(const evidence_judge *j, const level_map *map)
{
    const play_state *play = j->play;
    const play_wall *walls = play->walls.data;
    const size_t count = play->walls.count;
    play_list stays = { 0 }, contacts = { 0 };
    if (!is_known(j, map)) return true;
    head_walk w = { .j = j,
                    .walls = map->walls.data,
                    .count = map->walls.count,
                    .looks = LOOKS_EACH * (j->pose_count + map->walls.count),
                    .speed = map->speed };
    w.stays = reel__play_list_grow(&stays, w.count, sizeof *w.stays, &play->allocator);
    play_key *keys = reel__play_list_grow(&contacts, 2 * count + 1, sizeof *keys, &play->allocator);
    const bool done = w.stays && keys;
    for (uint32_t i = 0; done && i < count; i++)
        if (isfinite(walls[i].time)) keys[w.contact_count++] = (play_key){ reel__play_key_of(walls[i].time), i };
    if (w.contact_count) reel__play_sort(keys, keys + count, w.contact_count);
    w.contacts = keys;
    if (done) walk(&w);
    reel__play_list_free(&stays, &play->allocator);
    reel__play_list_free(&contacts, &play->allocator);
    return done;
}

#endif
