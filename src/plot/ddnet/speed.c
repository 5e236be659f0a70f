/* SPDX-License-Identifier: MIT
 * The speed of tees over time. */
#include "plot/ddnet/game.h"

#include <math.h>

#include "plot/axis.h"
#include "plot/legend.h"

enum {
    WINDOW = 10, /* ticks, of which the mean is drawn */
    JUMP = 8,    /* tiles: no tee moves this far in a tick */
    LINES = 4
};

static const plot_ink line_inks[LINES] = { INK_RIGHT, INK_ORANGE, INK_MAIN, INK_TEXT };

typedef struct speed_plan {
    const teehistorian_position *rows;
    size_t count, lines;
    int32_t cids[LINES]; /* those that are drawn: who moved most */
    double begin, end;   /* ticks */
    double most;         /* tiles a second */
} speed_plan;

/* A tee, window by window. */
typedef struct speed_walk {
    int32_t cid;
    bool alive, any;
    int32_t x, y;
    int64_t window;      /* its number */
    double way;          /* tiles, in this window */
    plot_series *series; /* NULL: only measure */
    const plot_axis *across, *up;
    double begin, most;
} speed_walk;

static void end_window(speed_walk *walk)
{
    const double speed = walk->way * TEEHISTORIAN_TICKS_PER_SECOND / WINDOW;
    const double time = ddnet_seconds(((double)walk->window + 0.5) * WINDOW - walk->begin);
    walk->most = fmax(walk->most, speed);
    if (walk->series) reel__series_add(walk->series, reel__axis_at(walk->across, time), reel__axis_at(walk->up, speed));
    walk->way = 0;
}

/* Windows without a row are of a tee that stands, or is not there: the line goes along the axis. */
static void go_to(speed_walk *walk, int64_t window)
{
    if (walk->any && window > walk->window) {
        end_window(walk);
        const int64_t last = window - 1;
        if (++walk->window < window) {
            end_window(walk);
            walk->window = last;
            end_window(walk);
        }
    }
    walk->window = window;
    walk->any = true;
}

static void take_row(speed_walk *walk, const teehistorian_position *row)
{
    go_to(walk, row->tick / WINDOW);
    const double dx = ((double)row->x - walk->x) / TEEHISTORIAN_TILE, dy = ((double)row->y - walk->y) / TEEHISTORIAN_TILE;
    const double step = sqrt(dx * dx + dy * dy);
    if (walk->alive && row->kind == TEEHISTORIAN_DIFF && step < JUMP) walk->way += step;
    walk->alive = row->kind != TEEHISTORIAN_OLD;
    walk->x = row->x, walk->y = row->y;
}

static double follow(const speed_plan *plan, speed_walk walk)
{
    for (size_t i = 0; i < plan->count; i++)
        if (plan->rows[i].cid == walk.cid && plan->rows[i].kind != TEEHISTORIAN_STRAY) take_row(&walk, &plan->rows[i]);
    if (walk.any) end_window(&walk);
    return walk.most;
}

/* Whether a slot had the player that is asked for. */
static bool is_asked(const char *who, int32_t cid, const ddnet_session *sessions, size_t count)
{
    bool named = false, has = !who;
    for (size_t i = 0; who && i < count; i++) {
        const bool same = reel__ddnet_has_name(sessions[i].first_name, who) || reel__ddnet_has_name(sessions[i].last_name, who);
        named = named || same;
        has = has || (same && sessions[i].cid == cid);
    }
    return has || (!named && reel__ddnet_number(who) == cid);
}

static void choose_lines(speed_plan *plan, const char *who, const ddnet_session *sessions, size_t count)
{
    uint64_t moves[TEEHISTORIAN_CLIENTS] = { 0 };
    for (size_t i = 0; i < plan->count; i++) {
        const teehistorian_position *row = &plan->rows[i];
        if (row->cid >= 0 && row->cid < TEEHISTORIAN_CLIENTS && row->kind != TEEHISTORIAN_STRAY) moves[row->cid]++;
        if (row->tick > plan->end) plan->end = row->tick;
    }
    for (int32_t cid = 0; cid < TEEHISTORIAN_CLIENTS; cid++)
        if (moves[cid] && !is_asked(who, cid, sessions, count)) moves[cid] = 0;
    for (plan->lines = 0; plan->lines < LINES; plan->lines++) {
        int32_t best = 0;
        for (int32_t cid = 1; cid < TEEHISTORIAN_CLIENTS; cid++)
            if (moves[cid] > moves[best]) best = cid;
        if (!moves[best]) return;
        plan->cids[plan->lines] = best;
        moves[best] = 0;
    }
}

static void draw_lines(reel_canvas *canvas, const reel_replay *replay, const speed_plan *plan, const ddnet_session *sessions,
                       size_t count)
{
    enum { LETTERS = 16 };
    plot_label detail, names[LINES];
    plot_key keys[LINES];
    plot_heading heading = reel__ddnet_heading(replay, "The speed of the tees that moved most.", 1000, 420, &detail);
    plot_box room = reel__canvas_begin(canvas, &heading);
    plot_box panel = { room.x + AXIS_LEFT, room.y + 1.5 * AXIS_ABOVE, room.width - AXIS_LEFT,
                       room.height - 1.5 * AXIS_ABOVE - AXIS_BELOW };
    const double seconds = fmax(ddnet_seconds(plan->end - plan->begin), 1);
    plot_axis across = reel__axis_of(AXIS_CLOCK, 0, seconds, panel.x, panel.x + panel.width, 90, false);
    plot_axis up = reel__axis_of(AXIS_COUNT, 0, fmax(plan->most, 1), panel.y + panel.height, panel.y, 40, true);
    reel__canvas_rect(canvas, panel, INK_PANEL);
    reel__axis_draw_left(canvas, &up, panel, "Tiles a second, mean of 0.2 s");
    reel__axis_draw_below(canvas, &across, panel, reel__ddnet_time_name(replay));
    for (size_t n = 0; n < plan->lines; n++) {
        reel_string name = { NULL, 0 };
        for (size_t i = 0; i < count; i++)
            if (sessions[i].cid == plan->cids[n]) name = sessions[i].last_name;
        names[n] = (plot_label){ "", 0 };
        if (name.size)
            reel__label_string(&names[n], name, LETTERS);
        else
            reel__ddnet_player_label(&names[n], name, plan->cids[n]);
        keys[n] = (plot_key){ PEN_LINE, line_inks[n], names[n].text };
    }
    reel__legend_draw(canvas, panel.x + panel.width, panel.y - 8, keys, plan->lines);
    reel__canvas_clip_begin(canvas, (plot_box){ panel.x, panel.y - 2, panel.width, panel.height + 3 });
    for (size_t n = plan->lines; n-- > 0;) {
        plot_series series = reel__series_of(canvas);
        reel__path_begin(canvas, PEN_LINE, line_inks[n]);
        follow(plan, (speed_walk){ .cid = plan->cids[n], .series = &series, .across = &across, .up = &up, .begin = plan->begin });
        reel__series_end(&series);
        reel__path_end(canvas);
    }
    reel__canvas_clip_end(canvas);
}

static reel_status draw_speed(reel_canvas *canvas, const reel_replay *replay, reel_error *error)
{
    static const reel_table *const tables[] = { &ddnet_sessions, NULL };
    const reel_replay *result = NULL;
    ddnet_motion motion;
    size_t sessions = 0;
    speed_plan plan = { .lines = 0 };
    reel_status status = reel__ddnet_motion(canvas, replay, &motion, error);
    if (status == REEL_OK) status = reel__ddnet_analyse(canvas, replay, tables, &result, error);
    if (status == REEL_OK) {
        const ddnet_session *session = reel_rows(result, &ddnet_sessions, &sessions);
        plan.rows = reel_rows(motion.replay, &teehistorian_positions, &plan.count);
        plan.begin = reel__ddnet_begin(replay, session, sessions);
        choose_lines(&plan, canvas->who, session, sessions);
        for (size_t n = 0; n < plan.lines; n++)
            plan.most = fmax(plan.most, follow(&plan, (speed_walk){ .cid = plan.cids[n], .begin = plan.begin }));
        if (plan.lines)
            draw_lines(canvas, replay, &plan, session, sessions);
        else
            status = REEL_END;
    }
    reel__canvas_drop(canvas, result);
    reel__ddnet_motion_drop(canvas, &motion);
    return status;
}

const reel_plot reel__plot_tee_speed = {
    .id = "speed",
    .name = "Speed of the tees",
    .doc = "Speed of the four tees that moved most, or of one player, over time.",
    .formats = reel__ddnet_formats,
    .draw = draw_speed,
    .takes_who = true,
};
