/* SPDX-License-Identifier: MIT
 * The ways of the tees over the map, of all of them or of one player. */
#include "plot/ddnet/game.h"

#include <reel/ddnet.h>

#include <math.h>

#include "plot/axis.h"

enum {
    MOST_STAYS = 64,      /* of one player */
    MOST_POINTS = 18000,  /* of all paths */
    FEW_POINTS = 3000,    /* so few need not shine through */
    POINTS_AT_ONCE = 120, /* of a path that shines through */
    JUMP = 4              /* tiles: nobody gets so far in a tick but by a teleporter or anew */
};

/* Whose ways are drawn: everybody's, those of a slot, or those of a player in the slots and times of his sessions. */
typedef struct tee_choice {
    bool everybody;
    int32_t cid; /* -1: by sessions */
    struct {
        int32_t cid, from, to;
    } stays[MOST_STAYS];
    size_t count;
} tee_choice;

static bool is_called(reel_string name, const char *who)
{
    return name.size == strlen(who) && memcmp(name.data, who, name.size) == 0;
}

static int32_t number_of(const char *who)
{
    int32_t number = 0;
    if (!*who) return -1;
    for (; *who >= '0' && *who <= '9' && number < TEEHISTORIAN_CLIENTS; who++) number = number * 10 + (*who - '0');
    return *who || number >= TEEHISTORIAN_CLIENTS ? -1 : number;
}

static reel_status choose(const reel_canvas *canvas, const reel_replay *replay, tee_choice *choice, reel_error *error)
{
    static const reel_table *const tables[] = { &ddnet_sessions, NULL };
    const char *who = canvas->who;
    *choice = (tee_choice){ .everybody = !who, .cid = -1 };
    if (!who) return REEL_OK;
    reel_replay *result;
    reel_status status = ddnet_analyse(canvas, replay, tables, &result, error);
    if (status != REEL_OK) return status;
    size_t count;
    const ddnet_session *rows = reel_rows(result, &ddnet_sessions, &count);
    for (size_t i = 0; i < count && choice->count < MOST_STAYS; i++) {
        if (!is_called(rows[i].first_name, who) && !is_called(rows[i].last_name, who)) continue;
        choice->stays[choice->count].cid = rows[i].cid;
        choice->stays[choice->count].from = rows[i].start_tick;
        choice->stays[choice->count++].to = rows[i].end_tick;
    }
    reel_free(result);
    if (!choice->count) choice->cid = number_of(who);
    if (choice->count || choice->cid >= 0) return REEL_OK;
    return reel_fail(error, REEL_ARGUMENT, "plot.who", "", 0, "nobody in the game is called %s", who);
}

static bool takes(const tee_choice *choice, const teehistorian_position *row)
{
    if (row->kind == TEEHISTORIAN_STRAY) return false;
    if (choice->everybody || choice->cid >= 0) return choice->everybody || choice->cid == row->cid;
    for (size_t i = 0; i < choice->count; i++)
        if (choice->stays[i].cid == row->cid && row->tick >= choice->stays[i].from && row->tick <= choice->stays[i].to)
            return true;
    return false;
}

static double tiles(int32_t units) { return (double)units / TEEHISTORIAN_TILE; }

/* ---- the map --------------------------------------------------------------------------------------------------------------- */

typedef struct tee_plan {
    double left, right, top, bottom; /* tiles */
    plot_axis across, down;
} tee_plan;

/* False where there is no place to draw. */
static bool measure(tee_plan *plan, const tee_choice *choice, const teehistorian_position *rows, size_t count)
{
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        if (!takes(choice, &rows[i]) || rows[i].kind == TEEHISTORIAN_OLD) continue;
        double x = tiles(rows[i].x), y = tiles(rows[i].y);
        plan->left = any ? fmin(plan->left, x) : x;
        plan->right = any ? fmax(plan->right, x) : x;
        plan->top = any ? fmin(plan->top, y) : y;
        plan->bottom = any ? fmax(plan->bottom, y) : y;
        any = true;
    }
    plan->left -= 1, plan->right += 1, plan->top -= 1, plan->bottom += 1;
    return any;
}

/* ---- the ways ---------------------------------------------------------------------------------------------------------------- */

/* A walk along the rows of one slot: places that are near the one before are left out. */
typedef struct tee_walk {
    reel_canvas *canvas; /* NULL: only count */
    const tee_plan *plan;
    double least; /* units from point to point */
    plot_pen pen;
    size_t points, open;
    double x, y;        /* of the last point */
    int32_t at_x, at_y; /* of the last row */
    bool joined;
} tee_walk;

static void walk_end(tee_walk *walk)
{
    if (walk->open) path_end(walk->canvas);
    walk->open = 0;
}

static void walk_draw(tee_walk *walk, double x, double y)
{
    if (!walk->open) {
        path_begin(walk->canvas, walk->pen, walk->pen == PEN_TRACE ? INK_MAIN : INK_RIGHT);
        if (walk->joined) path_move(walk->canvas, walk->x, walk->y);
    }
    (walk->joined ? path_line : path_move)(walk->canvas, x, y);
    if (++walk->open == POINTS_AT_ONCE) walk_end(walk);
}

static void walk_to(tee_walk *walk, const teehistorian_position *row)
{
    if (row->kind != TEEHISTORIAN_DIFF) walk->joined = false;
    if (row->kind == TEEHISTORIAN_OLD) return;
    double far = hypot(tiles(row->x) - tiles(walk->at_x), tiles(row->y) - tiles(walk->at_y));
    if (far > JUMP) walk->joined = false;
    walk->at_x = row->x;
    walk->at_y = row->y;
    double x = axis_at(&walk->plan->across, tiles(row->x)), y = axis_at(&walk->plan->down, tiles(row->y));
    if (walk->joined && hypot(x - walk->x, y - walk->y) < walk->least) return;
    walk->points++;
    if (walk->canvas) walk_draw(walk, x, y);
    walk->x = x;
    walk->y = y;
    walk->joined = true;
}

static size_t walk_all(const tee_walk *walk, const tee_choice *choice, const teehistorian_position *rows, size_t count)
{
    size_t points = 0;
    for (int32_t cid = 0; cid < TEEHISTORIAN_CLIENTS; cid++) {
        tee_walk own = *walk;
        for (size_t i = 0; i < count; i++)
            if (rows[i].cid == cid && takes(choice, &rows[i])) walk_to(&own, &rows[i]);
        walk_end(&own);
        points += own.points;
    }
    return points;
}

/* Points that are further apart than the map is wide are none: in the end few enough are left. */
static void draw_ways(reel_canvas *canvas, const tee_plan *plan, const tee_choice *choice, const teehistorian_position *rows,
                      size_t count, plot_box panel)
{
    tee_walk walk = { .plan = plan, .least = 0.8, .pen = PEN_TRACE };
    size_t points = walk_all(&walk, choice, rows, count);
    for (int coarser = 0; points > MOST_POINTS && coarser < 16; coarser++) {
        walk.least *= 2;
        points = walk_all(&walk, choice, rows, count);
    }
    if (points < FEW_POINTS) walk.pen = PEN_FINE;
    walk.canvas = canvas;
    canvas_clip_begin(canvas, panel);
    if (points <= MOST_POINTS) walk_all(&walk, choice, rows, count);
    canvas_clip_end(canvas);
}

static void draw_picture(reel_canvas *canvas, const reel_replay *replay, tee_plan *plan, const tee_choice *choice,
                         const teehistorian_position *rows, size_t count)
{
    enum { WIDTH = 1000, LEAST = 320, MOST = 1300 };
    double height = 130 + (WIDTH - AXIS_LEFT - 48) * (plan->bottom - plan->top) / (plan->right - plan->left);
    height = height < LEAST ? LEAST : height > MOST ? MOST : height;
    plot_heading heading = ddnet_heading(replay, "The ways of the tees over the map, seen from the side.", WIDTH, height);
    plot_box room = canvas_begin(canvas, &heading);
    plot_box panel = { room.x + AXIS_LEFT, room.y + AXIS_ABOVE, room.width - AXIS_LEFT, room.height - AXIS_ABOVE - AXIS_BELOW };
    plan->across = axis_of(AXIS_NUMBER, plan->left, plan->right, panel.x, panel.x + panel.width, 90, false);
    plan->down = axis_of(AXIS_NUMBER, plan->top, plan->bottom, panel.y, panel.y + panel.height, 60, false);
    canvas_rect(canvas, panel, INK_PANEL);
    plot_label name = { "", 0 };
    label_text(&name, "tiles from above");
    if (!choice->everybody) {
        label_text(&name, "; only ");
        label_string(&name, (reel_string){ canvas->who, strlen(canvas->who) }, 48);
    }
    axis_draw_left(canvas, &plan->down, panel, name.text);
    axis_draw_below(canvas, &plan->across, panel, "tiles from the left");
    draw_ways(canvas, plan, choice, rows, count, panel);
}

static reel_status draw_paths(reel_canvas *canvas, const reel_replay *replay, reel_error *error)
{
    size_t count;
    tee_choice choice;
    tee_plan plan = { .left = 0 };
    const teehistorian_position *rows = reel_rows(replay, &teehistorian_positions, &count);
    reel_status status = choose(canvas, replay, &choice, error);
    if (status < 0) return status;
    if (!measure(&plan, &choice, rows, count)) return REEL_END;
    draw_picture(canvas, replay, &plan, &choice, rows, count);
    return REEL_OK;
}

const reel_plot plot_tee_paths = {
    .id = "paths",
    .name = "Paths of the tees",
    .doc = "The ways of the tees over the map, of all or of one player.",
    .formats = ddnet_formats,
    .draw = draw_paths,
    .takes_who = true,
};
