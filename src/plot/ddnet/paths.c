/* SPDX-License-Identifier: MIT
 * Paths of the tees on the map, of all of them or of one player, and the routes of the runs that were finished. */
#include "core/memory.h"
#include "plot/ddnet/game.h"
#include "plot/ddnet/map.h"

#include <reel/ddnet.h>
#include <reel/ddnet_map.h>

#include <math.h>

#include "plot/axis.h"
#include "plot/legend.h"

enum {
    MOST_POINTS = 18000, /* of all paths */
    FEW_POINTS = 9000,   /* up to this many are drawn opaque */
    FEWEST_POINTS = 10,  /* up to this many are drawn as discs too */
    LEAST_ACROSS = 20,   /* tiles that the picture has at least */
    LEAST_DOWN = 10,
    POINTS_OF_START = 4,  /* bytes of a new element, as points */
    POINTS_AT_ONCE = 120, /* per element of a transparent path */
    MOST_PEOPLE = 64,     /* with paths of their own */
    NOBODY = MOST_PEOPLE, /* later players, and rows outside sessions */
    COLORS = 4,           /* players with an ink of their own */
    JUMP = 4              /* tiles: only a teleport or a respawn moves a tee this far in one tick */
};

/* A session, or a run. Those of one slot are linked in order of time. */
typedef struct tee_stay {
    int32_t from, to;
    uint8_t person; /* row in tee_choice.people */
    size_t next;    /* index plus 1 of the next one of the slot; 0: none */
} tee_stay;

typedef struct tee_person {
    reel_string name;
    int32_t cid;
    int32_t run; /* the time of the run that is shown, in ticks; 0: none */
    size_t rows;
    plot_ink ink;
} tee_person;

/* Those who moved most, or the fastest runs, in this order. The others share one ink. */
static const plot_ink person_inks[COLORS] = { INK_RIGHT, INK_ORANGE, INK_MAIN, INK_TEXT };

/* The paths to draw: all, those of a slot, those of a player in the slots and times of the player's sessions, or those of runs. */
typedef struct tee_choice {
    bool everybody;
    bool runs;   /* the people are the fastest runs, in this order */
    int32_t cid; /* -1: by sessions */
    tee_stay *stays;
    size_t count, capacity;
    size_t first[TEEHISTORIAN_CLIENTS], last[TEEHISTORIAN_CLIENTS]; /* index plus 1 of the stays of a slot; 0: none */
    const reel_replay *result;                                      /* of the insight: it has the names */
    tee_person people[MOST_PEOPLE + 1];
    size_t person_count;
} tee_choice;

static uint8_t person_of(tee_choice *choice, const ddnet_session *session)
{
    size_t n = 0;
    while (n < choice->person_count && !reel__ddnet_same_player(session, choice->people[n].name, choice->people[n].cid)) n++;
    if (n == choice->person_count && n < MOST_PEOPLE)
        choice->people[choice->person_count++] = (tee_person){ .name = session->last_name, .cid = session->cid };
    return (uint8_t)n;
}

static bool add_stay(const reel_canvas *canvas, tee_choice *choice, int32_t cid, tee_stay stay)
{
    void *stays =
        reel__memory_items(&canvas->allocator, choice->stays, &choice->capacity, choice->count + 1, sizeof *choice->stays);
    if (!stays) return false;
    choice->stays = stays;
    choice->stays[choice->count++] = stay;
    size_t *last = &choice->last[cid];
    if (*last)
        choice->stays[*last - 1].next = choice->count;
    else
        choice->first[cid] = choice->count;
    *last = choice->count;
    return true;
}

static reel_status choice_make(const reel_canvas *canvas, const reel_replay *replay, tee_choice *choice, reel_error *error)
{
    static const reel_table *const tables[] = { &ddnet_sessions, NULL };
    const char *who = canvas->who;
    *choice = (tee_choice){ .everybody = !who, .cid = -1 };
    reel_status status = reel__ddnet_analyse(canvas, replay, tables, &choice->result, error);
    if (status != REEL_OK) return status;
    size_t count;
    const ddnet_session *rows = reel_rows(choice->result, &ddnet_sessions, &count);
    for (size_t i = 0; i < count; i++) {
        if (rows[i].cid < 0 || rows[i].cid >= TEEHISTORIAN_CLIENTS) continue;
        if (who && !reel__ddnet_has_name(rows[i].first_name, who) && !reel__ddnet_has_name(rows[i].last_name, who)) continue;
        const tee_stay stay = { .from = rows[i].start_tick, .to = rows[i].end_tick, .person = person_of(choice, &rows[i]) };
        if (!add_stay(canvas, choice, rows[i].cid, stay)) return reel__memory_fail(error);
    }
    if (choice->everybody) return REEL_OK;
    if (!choice->count) choice->cid = reel__ddnet_number(who);
    if (choice->count || choice->cid >= 0) return REEL_OK;
    return reel_fail(error, REEL_ARGUMENT, "plot.who", "", 0, "no player named %s in this replay", who);
}

static bool is_run(const ddnet_level_finish *finish)
{
    const uint8_t both = DDNET_LEVEL_HAS_START | DDNET_LEVEL_HAS_FINISH;
    return (finish->present & both) == both && finish->cid >= 0 && finish->cid < TEEHISTORIAN_CLIENTS &&
           finish->finish_tick > finish->start_tick && finish->time_ticks > 0;
}

/* Sorts a run into the fastest ones. */
static void rank_run(tee_choice *choice, const ddnet_level_finish *finish, reel_string name)
{
    size_t at = choice->person_count;
    if (at < COLORS)
        choice->person_count++;
    else if (finish->time_ticks >= choice->people[--at].run)
        return;
    for (; at > 0 && choice->people[at - 1].run > finish->time_ticks; at--) choice->people[at] = choice->people[at - 1];
    choice->people[at] = (tee_person){ .name = name, .cid = finish->cid, .run = finish->time_ticks };
}

static uint8_t person_of_run(const tee_choice *choice, const ddnet_level_finish *finish)
{
    size_t n = 0;
    while (n < choice->person_count && (choice->people[n].cid != finish->cid || choice->people[n].run != finish->time_ticks)) n++;
    return (uint8_t)(n < choice->person_count ? n : NOBODY);
}

/* The runs whose lines a level tells, from the start to the finish. Returns REEL_END without any. */
static reel_status choose_runs(const reel_canvas *canvas, const reel_replay *replay, tee_choice *choice, reel_error *error)
{
    static const reel_table *const tables[] = { &ddnet_level_finishes, &ddnet_sessions, NULL };
    *choice = (tee_choice){ .runs = true, .cid = -1 };
    if (!canvas->insight.level) return REEL_END;
    reel_status status = reel__ddnet_analyse(canvas, replay, tables, &choice->result, error);
    if (status != REEL_OK) return status;
    size_t count, sessions;
    const ddnet_level_finish *finishes = reel_rows(choice->result, &ddnet_level_finishes, &count);
    const ddnet_session *session = reel_rows(choice->result, &ddnet_sessions, &sessions);
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < count; i++) {
            const bool known = finishes[i].session >= 0 && (size_t)finishes[i].session < sessions;
            const reel_string name = known ? session[finishes[i].session].last_name : (reel_string){ NULL, 0 };
            if (!is_run(&finishes[i]) || (canvas->who && !reel__ddnet_has_name(name, canvas->who))) continue;
            const tee_stay stay = { finishes[i].start_tick, finishes[i].finish_tick, person_of_run(choice, &finishes[i]), 0 };
            if (pass == 0)
                rank_run(choice, &finishes[i], name);
            else if (!add_stay(canvas, choice, finishes[i].cid, stay))
                return reel__memory_fail(error);
        }
    return choice->count ? REEL_OK : REEL_END;
}

/* Returns true if a row is drawn. `at` has the current stay of each slot; *person receives whose it is. */
static bool choice_has(const tee_choice *choice, size_t *at, const teehistorian_position *row, uint8_t *person)
{
    *person = NOBODY;
    if (row->kind == TEEHISTORIAN_STRAY || row->cid < 0 || row->cid >= TEEHISTORIAN_CLIENTS) return false;
    size_t *stay = &at[row->cid];
    while (*stay && choice->stays[*stay - 1].to < row->tick) *stay = choice->stays[*stay - 1].next;
    bool stays = *stay && choice->stays[*stay - 1].from <= row->tick;
    if (stays) *person = choice->stays[*stay - 1].person;
    if (choice->everybody || choice->cid >= 0) return choice->everybody || choice->cid == row->cid;
    return stays;
}

/* The rows that are drawn, slot by slot. */
typedef struct tee_tracks {
    const teehistorian_position **rows;
    uint8_t *person_of; /* each row */
    size_t count;
    size_t first[TEEHISTORIAN_CLIENTS + 1]; /* first row of each slot */
} tee_tracks;

static reel_status sort_tracks(const reel_canvas *canvas, tee_choice *choice, const teehistorian_position *rows, size_t count,
                               tee_tracks *tracks, reel_error *error)
{
    const reel_allocator *allocator = &canvas->allocator;
    size_t at[TEEHISTORIAN_CLIENTS], next[TEEHISTORIAN_CLIENTS];
    uint8_t person;
    *tracks = (tee_tracks){ .count = 0 };
    memcpy(at, choice->first, sizeof at);
    for (size_t i = 0; i < count; i++)
        if (choice_has(choice, at, &rows[i], &person)) tracks->first[rows[i].cid + 1]++;
    for (size_t cid = 0; cid < TEEHISTORIAN_CLIENTS; cid++) tracks->first[cid + 1] += tracks->first[cid];
    tracks->count = tracks->first[TEEHISTORIAN_CLIENTS];
    if (!tracks->count) return REEL_OK;
    tracks->rows = allocator->alloc(allocator->context, tracks->count * sizeof *tracks->rows);
    tracks->person_of = allocator->alloc(allocator->context, tracks->count);
    if (!tracks->rows || !tracks->person_of) return reel__memory_fail(error);
    memcpy(at, choice->first, sizeof at);
    memcpy(next, tracks->first, sizeof next);
    for (size_t i = 0; i < count; i++) {
        if (!choice_has(choice, at, &rows[i], &person)) continue;
        choice->people[person].rows++;
        tracks->person_of[next[rows[i].cid]] = person;
        tracks->rows[next[rows[i].cid]++] = &rows[i];
    }
    return REEL_OK;
}

/* Gives inks to those with most rows. `top` receives them in order; returns their number. */
static size_t choose_inks(tee_choice *choice, size_t top[COLORS])
{
    size_t colored = 0;
    for (size_t n = 0; n <= NOBODY; n++) choice->people[n].ink = INK_AXIS;
    if (!choice->everybody && !choice->runs) choice->people[NOBODY].ink = person_inks[0];
    for (; choice->runs && colored < choice->person_count; colored++)
        choice->people[top[colored] = colored].ink = person_inks[colored];
    for (; !choice->runs && colored < COLORS; colored++) {
        size_t best = NOBODY;
        for (size_t n = 0; n < choice->person_count; n++) {
            const tee_person *person = &choice->people[n];
            if (person->ink == INK_AXIS && person->rows && (best == NOBODY || person->rows > choice->people[best].rows)) best = n;
        }
        if (best == NOBODY) break;
        choice->people[best].ink = person_inks[colored];
        top[colored] = best;
    }
    return colored;
}

/* Draws the names of the inks. Names that do not fit, and everyone else, are the others. */
static void draw_people(reel_canvas *canvas, plot_box panel, const tee_choice *choice, const size_t *top, size_t colored)
{
    enum { LETTERS = 16 }; /* a name of the game has at most 15 */
    plot_label names[COLORS];
    plot_key keys[COLORS + 1];
    bool others = choice->people[NOBODY].rows > 0;
    for (size_t n = 0; n < choice->person_count; n++)
        others = others || (choice->people[n].rows && choice->people[n].ink == INK_AXIS);
    for (size_t n = 0; n < colored; n++) {
        const tee_person *person = &choice->people[top[n]];
        names[n] = (plot_label){ "", 0 };
        if (person->name.size)
            reel__label_string(&names[n], person->name, LETTERS);
        else
            reel__ddnet_player_label(&names[n], person->name, person->cid);
        if (person->run) {
            reel__label_text(&names[n], " ");
            reel__label_number(&names[n], ddnet_seconds(person->run), 2);
            reel__label_text(&names[n], " s");
        }
        keys[n] = (plot_key){ PEN_LINE, person->ink, names[n].text };
    }
    if (others) keys[colored] = (plot_key){ PEN_LINE, INK_AXIS, "others" };
    reel__legend_draw(canvas, panel.x + panel.width, panel.y - 8 - AXIS_ABOVE, keys, colored + others);
}

static double tiles(int32_t units) { return (double)units / TEEHISTORIAN_TILE; }

/* ---- the map --------------------------------------------------------------------------------------------------------------- */

typedef struct tee_plan {
    double left, right, top, bottom; /* tiles */
    plot_axis across, down;
} tee_plan;

/* Finds the range of the positions. Returns false without positions. */
static bool plan_measure(tee_plan *plan, const tee_tracks *tracks)
{
    bool any = false;
    for (size_t i = 0; i < tracks->count; i++) {
        if (tracks->rows[i]->kind == TEEHISTORIAN_OLD) continue;
        double x = tiles(tracks->rows[i]->x), y = tiles(tracks->rows[i]->y);
        plan->left = any ? fmin(plan->left, x) : x;
        plan->right = any ? fmax(plan->right, x) : x;
        plan->top = any ? fmin(plan->top, y) : y;
        plan->bottom = any ? fmax(plan->bottom, y) : y;
        any = true;
    }
    double across = fmax((LEAST_ACROSS - (plan->right - plan->left)) / 2, 1);
    double down = fmax((LEAST_DOWN - (plan->bottom - plan->top)) / 2, 1);
    plan->left -= across, plan->right += across, plan->top -= down, plan->bottom += down;
    return any;
}

/* ---- the paths --------------------------------------------------------------------------------------------------------------- */

/* Follows the rows of one slot. Positions close to the previous one are skipped. */
typedef struct tee_walk {
    reel_canvas *canvas; /* NULL: only count */
    const tee_plan *plan;
    double least; /* minimum distance between points, in units */
    plot_pen pen;
    plot_ink ink;
    bool discs; /* points instead of lines */
    size_t points, open;
    double x, y;        /* of the last point */
    int32_t at_x, at_y; /* of the last row */
    bool joined;
} tee_walk;

static void walk_end(tee_walk *walk)
{
    if (walk->open) reel__path_end(walk->canvas);
    walk->open = 0;
}

static void walk_draw(tee_walk *walk, double x, double y)
{
    if (walk->discs) {
        reel__path_begin(walk->canvas, PEN_FILL, walk->ink);
        reel__path_shape(walk->canvas, SHAPE_DISC, x, y, 2.5);
        reel__path_end(walk->canvas);
        return;
    }
    if (!walk->open) {
        reel__path_begin(walk->canvas, walk->pen, walk->ink);
        if (walk->joined) reel__path_move(walk->canvas, walk->x, walk->y);
    }
    (walk->joined ? reel__path_line : reel__path_move)(walk->canvas, x, y);
    if (++walk->open == POINTS_AT_ONCE) walk_end(walk);
}

static bool is_farther(double across, double down, double distance)
{
    return across * across + down * down > distance * distance;
}

static void walk_to(tee_walk *walk, const teehistorian_position *row)
{
    if (row->kind != TEEHISTORIAN_DIFF) walk->joined = false;
    if (row->kind == TEEHISTORIAN_OLD) return;
    if (is_farther(tiles(row->x) - tiles(walk->at_x), tiles(row->y) - tiles(walk->at_y), JUMP)) walk->joined = false;
    walk->at_x = row->x;
    walk->at_y = row->y;
    double x = reel__axis_at(&walk->plan->across, tiles(row->x)), y = reel__axis_at(&walk->plan->down, tiles(row->y));
    if (walk->joined && !is_farther(x - walk->x, y - walk->y, walk->least)) return;
    walk->points++;
    if (walk->canvas) walk_draw(walk, x, y);
    walk->x = x;
    walk->y = y;
    walk->joined = true;
}

/* Follows all tracks until `most` points are drawn. Returns the number of points. */
static size_t walk_all(const tee_walk *walk, const tee_choice *choice, const tee_tracks *tracks, size_t most)
{
    size_t points = 0;
    for (size_t cid = 0; cid < TEEHISTORIAN_CLIENTS; cid++) {
        tee_walk own = *walk;
        for (size_t i = tracks->first[cid]; i < tracks->first[cid + 1] && points + own.points < most; i++) {
            plot_ink ink = choice->people[tracks->person_of[i]].ink;
            if (ink != own.ink) {
                own.points += POINTS_OF_START;
                walk_end(&own);
                own.joined = false;
                own.ink = ink;
            }
            walk_to(&own, tracks->rows[i]);
        }
        walk_end(&own);
        points += own.points;
    }
    return points;
}

/* Doubles the minimum distance between points until few enough are left. The points of jumps always stay, so there may still be too
 * many; *points receives the number. Each attempt is one pass over the rows, and there are at most 17. */
static tee_walk plan_walk(const tee_plan *plan, const tee_choice *choice, const tee_tracks *tracks, size_t *points)
{
    tee_walk walk = { .plan = plan, .least = 0.8, .pen = PEN_TRACE };
    *points = walk_all(&walk, choice, tracks, SIZE_MAX);
    for (int coarser = 0; *points > MOST_POINTS && coarser < 16; coarser++) {
        walk.least *= 2;
        *points = walk_all(&walk, choice, tracks, SIZE_MAX);
    }
    if (*points < FEW_POINTS) walk.pen = PEN_FINE;
    return walk;
}

static reel_status draw_picture(reel_canvas *canvas, const reel_replay *replay, tee_plan *plan, tee_choice *choice,
                                const tee_tracks *tracks, reel_error *error)
{
    enum { WIDTH = 1000, LEAST = 320, MOST = 1300 };
    double height = 130 + 1.5 * AXIS_ABOVE + (WIDTH - AXIS_LEFT - 48) * (plan->bottom - plan->top) / (plan->right - plan->left);
    height = height < LEAST ? LEAST : height > MOST ? MOST : height;
    plot_label detail;
    plot_heading heading = reel__ddnet_heading(replay,
                                               choice->runs ? "The routes of finished runs, seen from the side."
                                                            : "The paths of the tees on the map, seen from the side.",
                                               WIDTH, height, &detail);
    plot_box room = reel__canvas_begin(canvas, &heading);
    plot_box panel = { room.x + AXIS_LEFT, room.y + 2.5 * AXIS_ABOVE, room.width - AXIS_LEFT,
                       room.height - 2.5 * AXIS_ABOVE - AXIS_BELOW };
    plan->across = reel__axis_of(AXIS_COUNT, plan->left, plan->right, panel.x, panel.x + panel.width, 70, false);
    plan->down = reel__axis_of(AXIS_COUNT, plan->top, plan->bottom, panel.y, panel.y + panel.height, 30, false);
    reel__canvas_rect(canvas, panel, INK_PANEL);
    size_t points, top[COLORS], colored = choose_inks(choice, top);
    tee_walk walk = plan_walk(plan, choice, tracks, &points);
    plot_label name = { "", 0 };
    reel__label_text(&name, "tiles from the top");
    reel__label_text(&name, reel__ddnet_map_words(canvas));
    if (canvas->who) {
        reel__label_text(&name, "; only ");
        reel__label_string(&name, (reel_string){ canvas->who, strlen(canvas->who) }, 48);
    }
    if (points > MOST_POINTS) {
        reel__label_text(&name, "; not shown: ");
        reel__label_many(&name, points - MOST_POINTS, "point", "points");
    }
    reel__axis_draw_left(canvas, &plan->down, panel, name.text);
    reel__axis_draw_below(canvas, &plan->across, panel, "tiles from the left");
    if (choice->everybody || choice->runs) draw_people(canvas, panel, choice, top, colored);
    walk.canvas = canvas;
    reel__canvas_clip_begin(canvas, panel);
    const reel_status status = reel__ddnet_map_draw(canvas, &plan->across, &plan->down, error);
    walk_all(&walk, choice, tracks, MOST_POINTS);
    walk.discs = true;
    if (points <= FEWEST_POINTS) walk_all(&walk, choice, tracks, MOST_POINTS);
    reel__canvas_clip_end(canvas);
    return status;
}

/* `runs`: the routes of runs. */
static reel_status draw(reel_canvas *canvas, const reel_replay *replay, bool runs, reel_error *error)
{
    size_t count = 0;
    tee_choice choice;
    tee_tracks tracks = { .count = 0 };
    tee_plan plan = { .left = 0 };
    const reel_allocator *allocator = &canvas->allocator;
    ddnet_motion motion = { NULL, NULL };
    const teehistorian_position *rows = NULL;
    reel_status status = runs ? choose_runs(canvas, replay, &choice, error) : choice_make(canvas, replay, &choice, error);
    if (status == REEL_OK) status = reel__ddnet_motion(canvas, replay, &motion, error);
    if (status == REEL_OK) rows = reel_rows(motion.replay, &teehistorian_positions, &count);
    if (status == REEL_OK) status = sort_tracks(canvas, &choice, rows, count, &tracks, error);
    if (status == REEL_OK && !plan_measure(&plan, &tracks)) status = REEL_END;
    if (status == REEL_OK) status = draw_picture(canvas, replay, &plan, &choice, &tracks, error);
    reel__memory_drop(allocator, (void *)tracks.rows);
    reel__memory_drop(allocator, tracks.person_of);
    reel__memory_drop(allocator, choice.stays);
    reel__canvas_drop(canvas, choice.result);
    reel__ddnet_motion_drop(canvas, &motion);
    return status;
}

static reel_status draw_paths(reel_canvas *canvas, const reel_replay *replay, reel_error *error)
{
    return draw(canvas, replay, false, error);
}

static reel_status draw_routes(reel_canvas *canvas, const reel_replay *replay, reel_error *error)
{
    return draw(canvas, replay, true, error);
}

const reel_plot reel__plot_tee_paths = {
    .id = "paths",
    .name = "Paths of the tees",
    .doc = "Paths of all tees on the map, or of one player; over the map where it is given.",
    .formats = reel__ddnet_formats,
    .draw = draw_paths,
    .takes_who = true,
};

#ifndef REEL_WITHOUT_DDNET_MAP
static const reel_format *const levels[] = { &reel_format_ddnet_map, NULL };

const reel_plot reel__plot_tee_routes = {
    .id = "routes",
    .name = "Routes of finished runs",
    .doc = "Routes of all runs from the start to the finish, over the map; the four fastest have colours.",
    .formats = reel__ddnet_formats,
    .draw = draw_routes,
    .takes_who = true,
    .levels = levels,
};
#endif
