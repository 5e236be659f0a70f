/* SPDX-License-Identifier: MIT */
#include "floor.h"

#include <math.h>

/* A room of 80 by 30 m around the origin with goals 4 m from its ends, as public viewers of the game draw it. The walls are not
 * straight, so this is an approximation. */
static const double arena_long = 40, arena_wide = 15, goal_at = 36, goal_wide = 1, arena_edge = 4;

enum {
    FARTHEST = 500, /* m from the origin */
    BINS = 2 * FARTHEST,
    OUTSIDE_IN = 20, /* one in this many positions on each side of the Arena may be outside */
    MAX_GAP = 60,    /* m without positions: beyond is a waiting room */
    ROOM_ABOVE = 40,
    ROOM_BELOW = AXIS_BELOW + 24
};

static bool coordinate_usable(float value) { return fabsf(value) < (float)FARTHEST; }

static void range_of(const uint32_t bins[BINS + 1], uint64_t total, double *from, double *to)
{
    uint64_t spare = total / OUTSIDE_IN, below = 0, above = 0;
    int low = 0, high = BINS - 1;
    while (low < high && (below += bins[low]) <= spare) low++;
    while (high > low && (above += bins[high]) <= spare) high--;
    *from = low - FARTHEST - 2;
    *to = high + 1 - FARTHEST + 2;
}

/* From the median position outwards, up to a gap of MAX_GAP metres. */
static void range_around(const uint32_t bins[BINS + 1], uint64_t total, double *from, double *to)
{
    uint64_t before = 0;
    int middle = 0;
    while (middle < BINS - 1 && (before += bins[middle]) * 2 < total) middle++;
    int low = middle, high = middle;
    for (int i = middle; i >= 0 && low - i <= MAX_GAP; i--)
        if (bins[i]) low = i;
    for (int i = middle; i < BINS && i - high <= MAX_GAP; i++)
        if (bins[i]) high = i;
    *from = low - FARTHEST - 2;
    *to = high + 1 - FARTHEST + 2;
}

bool reel__floor_measure(floor_plan *plan, const match_view *view)
{
    uint32_t bins_x[BINS + 1] = { 0 }, bins_z[BINS + 1] = { 0 };
    uint64_t total = 0;
    for (size_t i = 0; i < view->players.count; i++) {
        reel_vec3 at = reel__match_head(view, match_player(view, i));
        if (!coordinate_usable(at.x) || !coordinate_usable(at.z)) continue;
        bins_x[(int)floorf(at.x) + FARTHEST]++;
        bins_z[(int)floorf(at.z) + FARTHEST]++;
        total++;
    }
    if (!total) return false;
    void (*range)(const uint32_t *, uint64_t, double *, double *) = view->arena ? range_of : range_around;
    range(bins_x, total, &plan->x_from, &plan->x_to);
    range(bins_z, total, &plan->z_from, &plan->z_to);
    if (!view->arena) return true;
    plan->z_to = fmax(plan->z_to, arena_long + arena_edge);
    plan->x_to = fmax(plan->x_to, arena_wide + arena_edge);
    plan->z_from = fmin(plan->z_from, -arena_long - arena_edge);
    plan->x_from = fmin(plan->x_from, -arena_wide - arena_edge);
    return true;
}

double reel__floor_height(const floor_plan *plan, double width)
{
    double panel = width - AXIS_LEFT - 40;
    double height = panel * (plan->x_to - plan->x_from) / (plan->z_to - plan->z_from);
    return 90 + ROOM_ABOVE + ROOM_BELOW + fmin(fmax(height, 160), 800);
}

void reel__floor_begin(floor_plan *plan, reel_canvas *canvas, const match_view *view, plot_box room)
{
    plot_box panel = { room.x + AXIS_LEFT - 24, room.y + ROOM_ABOVE, room.width - AXIS_LEFT + 24,
                       room.height - ROOM_ABOVE - ROOM_BELOW };
    double metre = fmin(panel.width / (plan->z_to - plan->z_from), panel.height / (plan->x_to - plan->x_from));
    panel.width = metre * (plan->z_to - plan->z_from);
    panel.height = metre * (plan->x_to - plan->x_from);
    plan->panel = panel;
    plan->across = reel__axis_of(AXIS_NUMBER, plan->z_from, plan->z_to, panel.x, panel.x + panel.width, 70, false);
    plan->up = reel__axis_of(AXIS_NUMBER, plan->x_from, plan->x_to, panel.y + panel.height, panel.y, 40, false);
    reel__canvas_rect(canvas, panel, INK_PANEL);
    reel__axis_draw_below(canvas, &plan->across, panel,
                          view->arena ? "along the Arena, m from its centre (z: blue goal on the left, orange goal on the right)"
                                      : "distance from the centre of the map, m (z)");
    reel__axis_draw_left(canvas, &plan->up, panel, view->arena ? "across the Arena, m (x)" : "across, m (x)");
}

void reel__floor_marks(const floor_plan *plan, reel_canvas *canvas, const match_view *view)
{
    if (!view->arena) return;
    double left = reel__axis_at(&plan->across, -arena_long), right = reel__axis_at(&plan->across, arena_long);
    double top = reel__axis_at(&plan->up, arena_wide), bottom = reel__axis_at(&plan->up, -arena_wide);
    reel__canvas_outline(canvas, (plot_box){ left, top, right - left, bottom - top }, INK_AXIS);
    reel__canvas_text(canvas, left + 6, top + 16, AT_START, INK_MUTED, "outline of the Arena, approximate");
    double middle = reel__axis_at(&plan->across, 0);
    reel__canvas_line(canvas, (plot_point){ middle, top }, (plot_point){ middle, bottom }, INK_AXIS, true);
    for (int side = 0; side < 2; side++) {
        double z = reel__axis_at(&plan->across, side ? goal_at : -goal_at);
        plot_box goal = { z - 2.5, reel__axis_at(&plan->up, goal_wide), 5,
                          reel__axis_at(&plan->up, -goal_wide) - reel__axis_at(&plan->up, goal_wide) };
        reel__path_begin(canvas, PEN_FILL, reel__match_inks[side]);
        reel__path_rect(canvas, goal);
        reel__path_end(canvas);
        reel__canvas_text(canvas, z, bottom + 16, AT_MIDDLE, reel__match_inks[side], side ? "orange goal" : "blue goal");
    }
}

void reel__floor_miss(floor_missing *missing, reel_vec3 at)
{
    if (coordinate_usable(at.x) && coordinate_usable(at.z))
        missing->outside++;
    else
        missing->invalid++;
}

void reel__floor_note(reel_canvas *canvas, plot_box room, const floor_missing *missing)
{
    const struct {
        uint64_t count;
        const char *why;
    } reasons[] = { { missing->outside, "outside the picture, such as in waiting rooms" },
                    { missing->invalid, "with invalid coordinates" },
                    { missing->others, "of players after the first 48" } };
    uint64_t sum = missing->outside + missing->invalid + missing->others;
    if (!sum) return;
    plot_label note = { "", 0 };
    reel__label_many(&note, sum, "position", "positions");
    reel__label_text(&note, " of ");
    reel__label_count(&note, missing->all);
    reel__label_text(&note, " not shown: ");
    bool any = false;
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        if (!reasons[i].count) continue;
        if (any) reel__label_text(&note, ", ");
        if (reasons[i].count < sum) {
            reel__label_count(&note, reasons[i].count);
            reel__label_text(&note, " ");
        }
        reel__label_text(&note, reasons[i].why);
        any = true;
    }
    reel__canvas_text(canvas, room.x, room.y + room.height + 8, AT_START, INK_WARN, note.text);
}
