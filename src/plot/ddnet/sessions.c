/* SPDX-License-Identifier: MIT
 * Who played when: a row per player, a bar per session. */
#include "core/memory.h"
#include "plot/ddnet/game.h"

#include <reel/ddnet.h>

#include <math.h>

#include "plot/axis.h"
#include "plot/legend.h"

enum { MOST_PEOPLE = 40, BAR = 20, NAME = 160, FINISHES = 150, NO_ROW = 255 };

/* One row of the picture: all sessions with one name, or those of an unnamed client. */
typedef struct session_person {
    reel_string name;
    int32_t cid; /* of an unnamed client */
    uint64_t sessions, finishes;
    int32_t best; /* ticks; -1: none */
} session_person;

typedef struct session_plan {
    const ddnet_session *rows;
    size_t count, shown, others; /* sessions; people; sessions of people who have no row */
    uint8_t *row_of;             /* the row of each session */
    session_person people[MOST_PEOPLE];
    double begin, end; /* ticks; s, from the begin */
} session_plan;

/* The row of a session: that of the same name, or a new one while there is room. */
static size_t row_for(session_plan *plan, const ddnet_session *session)
{
    size_t row = 0;
    while (row < plan->shown && !reel__ddnet_same_player(session, plan->people[row].name, plan->people[row].cid)) row++;
    if (row < plan->shown) return row;
    if (row == MOST_PEOPLE) return NO_ROW;
    plan->people[plan->shown++] = (session_person){ .name = session->last_name, .cid = session->cid, .best = -1 };
    return row;
}

static void group_sessions(session_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        const ddnet_session *session = &plan->rows[i];
        size_t row = row_for(plan, session);
        plan->row_of[i] = (uint8_t)row;
        plan->end = fmax(plan->end, ddnet_seconds(session->end_tick - plan->begin));
        if (row == NO_ROW) {
            plan->others++;
            continue;
        }
        session_person *person = &plan->people[row];
        person->sessions++;
        if (session->finishes <= 0) continue;
        person->finishes += (uint64_t)session->finishes;
        if (session->best_time_ticks >= 0 && (person->best < 0 || session->best_time_ticks < person->best))
            person->best = session->best_time_ticks;
    }
}

/* Draws the sessions of a row with or without a finish. Bars less than four units apart are merged. Sessions are in order of their
 * start, so this bounds the number of bars. */
static void draw_bars(reel_canvas *canvas, const session_plan *plan, size_t row, bool finished, const plot_axis *across, double y)
{
    static const double gap = 4, least = 3;
    double inset = finished ? 3 : 7, from = 0, to = -HUGE_VAL;
    reel__path_begin(canvas, PEN_FILL, finished ? INK_RIGHT : INK_MAIN);
    for (size_t i = 0; i < plan->count; i++) {
        if (plan->row_of[i] != row || (plan->rows[i].finishes > 0) != finished) continue;
        double left = reel__axis_at(across, ddnet_seconds(plan->rows[i].start_tick - plan->begin));
        double right = fmax(reel__axis_at(across, ddnet_seconds(plan->rows[i].end_tick - plan->begin)), left + least);
        if (left - to < gap) {
            from = fmin(from, left);
            to = fmax(to, right);
            continue;
        }
        if (to >= from) reel__path_rect(canvas, (plot_box){ from, y + inset, to - from, BAR - 2 * inset });
        from = left;
        to = right;
    }
    if (to >= from) reel__path_rect(canvas, (plot_box){ from, y + inset, to - from, BAR - 2 * inset });
    reel__path_end(canvas);
}

static void name_row(reel_canvas *canvas, const session_person *person, plot_box panel, double y)
{
    plot_label name = { "", 0 }, finishes = { "", 0 };
    reel__ddnet_player_label(&name, person->name, person->cid);
    reel__canvas_text(canvas, panel.x - 8, y + BAR - 6, AT_END, INK_TEXT, name.text);
    if (!person->finishes) return;
    reel__label_many(&finishes, person->finishes, "finish", "finishes");
    if (person->best >= 0) {
        double best = ddnet_seconds(person->best);
        reel__label_text(&finishes, ", best ");
        if (best < 60) {
            reel__label_number(&finishes, best, 2);
            reel__label_text(&finishes, " s");
        } else {
            reel__label_clock(&finishes, best);
        }
    }
    reel__canvas_text(canvas, panel.x + panel.width + 8, y + BAR - 6, AT_START, INK_RIGHT, finishes.text);
}

static void draw_plan(reel_canvas *canvas, const reel_replay *replay, const session_plan *plan)
{
    static const plot_key keys[] = { { PEN_FILL, INK_RIGHT, "Session with a finish (tall)" },
                                     { PEN_LINE, INK_MAIN, "Session without a finish (thin)" } };
    double rows = (double)plan->shown * BAR;
    bool finished = false;
    for (size_t row = 0; row < plan->shown; row++) finished = finished || plan->people[row].finishes;
    plot_label detail;
    plot_heading heading = reel__ddnet_heading(replay, "A row for each player, and a bar for each session from join to drop.",
                                               1000, 150 + AXIS_BELOW + rows, &detail);
    plot_box room = reel__canvas_begin(canvas, &heading);
    plot_box panel = { room.x + NAME, room.y + 2 * AXIS_ABOVE, room.width - NAME - (finished ? FINISHES : 0), rows };
    plot_axis across = reel__axis_of(AXIS_CLOCK, 0, fmax(plan->end, 1), panel.x, panel.x + panel.width, 90, false);
    reel__canvas_rect(canvas, panel, INK_PANEL);
    reel__axis_draw_below(canvas, &across, panel, reel__ddnet_time_name(replay));
    reel__legend_draw(canvas, room.x + room.width, room.y + AXIS_ABOVE, finished ? keys : keys + 1, finished ? 2 : 1);
    for (size_t row = 0; row < plan->shown; row++) {
        double y = panel.y + (double)row * BAR;
        draw_bars(canvas, plan, row, false, &across, y);
        draw_bars(canvas, plan, row, true, &across, y);
        name_row(canvas, &plan->people[row], panel, y);
    }
    if (!plan->others) return;
    plot_label note = { "", 0 };
    reel__label_text(&note, "Not shown: ");
    reel__label_many(&note, plan->others, "session", "sessions");
    reel__label_text(&note, " of players who joined later");
    reel__canvas_text(canvas, room.x, panel.y + panel.height + AXIS_BELOW + 16, AT_START, INK_WARN, note.text);
}

static reel_status draw_sessions(reel_canvas *canvas, const reel_replay *replay, reel_error *error)
{
    static const reel_table *const tables[] = { &ddnet_sessions, NULL };
    const reel_replay *result;
    reel_status status = reel__ddnet_analyse(canvas, replay, tables, &result, error);
    if (status != REEL_OK) return status;
    session_plan plan = { .end = 0 };
    plan.rows = reel_rows(result, &ddnet_sessions, &plan.count);
    if (!plan.count) {
        status = REEL_END;
    } else if (!(plan.row_of = canvas->allocator.alloc(canvas->allocator.context, plan.count))) {
        status = reel__memory_fail(error);
    } else {
        plan.begin = reel__ddnet_begin(replay, plan.rows, plan.count);
        group_sessions(&plan);
        draw_plan(canvas, replay, &plan);
        reel__memory_drop(&canvas->allocator, plan.row_of);
    }
    reel__canvas_drop(canvas, result);
    return status;
}

const reel_plot reel__plot_sessions = {
    .id = "sessions",
    .name = "Sessions",
    .doc = "A row for each player, and a bar for each session from join to drop.",
    .formats = reel__ddnet_formats,
    .draw = draw_sessions,
};
