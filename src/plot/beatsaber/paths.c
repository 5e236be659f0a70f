/* SPDX-License-Identifier: MIT
 * Paths of head and hands from above. */
#include "play.h"

#include "core/memory.h"

#include <math.h>

enum {
    FARTHEST = 10, /* m from the origin; positions beyond are not plausible */
    BINS_IN_METRE = 50,
    BINS = 2 * FARTHEST * BINS_IN_METRE,
    OUTSIDE_IN = 1000,   /* one in this many positions on each side may be outside the picture */
    MOST_POINTS = 6000,  /* of one path */
    MOST_LINES = 12000,  /* frames; the paths of more are drawn as squares */
    MOST_SQUARES = 68,   /* across and up */
    POINTS_AT_ONCE = 120 /* per element of a transparent path */
};

typedef struct paths_tracker {
    const char *name;
    play_part part;
    plot_ink ink;
    plot_pen pen;
} paths_tracker;

static const paths_tracker trackers[] = {
    { "Left hand", POSE_LEFT, INK_LEFT, PEN_TRACE },
    { "Right hand", POSE_RIGHT, INK_RIGHT, PEN_TRACE },
    { "Head", POSE_HEAD, INK_TEXT, PEN_FINE },
};
enum { TRACKERS = sizeof trackers / sizeof *trackers };

typedef struct paths_view {
    const bsor_frame *frames;
    size_t count;
    plot_axis across, ahead; /* x to the right, z away from the player */
} paths_view;

static reel_vec3 position_of(const paths_view *view, size_t row, const paths_tracker *tracker)
{
    return play_pose(&view->frames[row], tracker->part)->position;
}

static bool position_usable(reel_vec3 at) { return fabsf(at.x) < FARTHEST && fabsf(at.z) < FARTHEST; }

/* The range that holds all but one in OUTSIDE_IN values on each side, with a margin. */
static void range_of(const uint32_t bins[BINS], uint64_t total, double *from, double *to)
{
    uint64_t spare = total / OUTSIDE_IN, below = 0, above = 0;
    int low = 0, high = BINS - 1;
    while (low < high && (below += bins[low]) <= spare) low++;
    while (high > low && (above += bins[high]) <= spare) high--;
    *from = (double)low / BINS_IN_METRE - FARTHEST - 0.1;
    *to = (double)(high + 1) / BINS_IN_METRE - FARTHEST + 0.1;
}

static int bin_of(float value) { return (int)floorf((value + (float)FARTHEST) * (float)BINS_IN_METRE); }

/* Finds the ranges of the usable positions and returns their number. */
static uint64_t measure_ranges(const paths_view *view, double across[2], double ahead[2])
{
    uint32_t bins_x[BINS + 1] = { 0 }, bins_z[BINS + 1] = { 0 };
    uint64_t total = 0;
    for (size_t i = 0; i < view->count; i++)
        for (size_t t = 0; t < TRACKERS; t++) {
            reel_vec3 at = position_of(view, i, &trackers[t]);
            if (!position_usable(at)) continue;
            bins_x[bin_of(at.x)]++;
            bins_z[bin_of(at.z)]++;
            total++;
        }
    range_of(bins_x, total, &across[0], &across[1]);
    range_of(bins_z, total, &ahead[0], &ahead[1]);
    return total;
}

/* Sets both axes to the same scale. */
static void lay_out(paths_view *view, plot_box panel, const double across[2], const double ahead[2])
{
    double metre = fmin(panel.width / (across[1] - across[0]), panel.height / (ahead[1] - ahead[0]));
    double half_x = panel.width / metre / 2, half_z = panel.height / metre / 2;
    double middle_x = (across[0] + across[1]) / 2, middle_z = (ahead[0] + ahead[1]) / 2;
    double room = 70;
    view->across = reel__axis_of(AXIS_NUMBER, middle_x - half_x, middle_x + half_x, panel.x, panel.x + panel.width, room, false);
    view->ahead = reel__axis_of(AXIS_NUMBER, middle_z - half_z, middle_z + half_z, panel.y + panel.height, panel.y, room, false);
    plot_axis *finer = view->across.step < view->ahead.step ? &view->across : &view->ahead;
    const plot_axis *coarser = finer == &view->across ? &view->ahead : &view->across;
    finer->step = coarser->step;
    finer->decimals = coarser->decimals;
}

/* How a path is thinned: skip points closer than `least` units to the previous one, then keep every `stride`-th. */
typedef struct thinning {
    double least;
    size_t stride;
} thinning;

/* Follows a path and draws it if `canvas` is not NULL. Returns the number of points. */
static size_t tracker_walk(reel_canvas *canvas, const paths_view *view, const paths_tracker *tracker, thinning thin)
{
    size_t points = 0, kept = 0, open = 0; /* `open`: points in the current path element */
    double last_x = 0, last_y = 0;
    bool joined = false;
    for (size_t i = 0; i < view->count; i++) {
        reel_vec3 at = position_of(view, i, tracker);
        if (!position_usable(at)) {
            joined = false;
            continue;
        }
        double x = reel__axis_at(&view->across, at.x), y = reel__axis_at(&view->ahead, at.z);
        if (joined && (x - last_x) * (x - last_x) + (y - last_y) * (y - last_y) < thin.least * thin.least) continue;
        bool joins = joined;
        if (kept++ % thin.stride) continue;
        points++;
        if (canvas) {
            if (!open) {
                reel__path_begin(canvas, tracker->pen, tracker->ink);
                if (joins) reel__path_move(canvas, last_x, last_y);
            }
            if (joins)
                reel__path_line(canvas, x, y);
            else
                reel__path_move(canvas, x, y);
            if (++open == POINTS_AT_ONCE) {
                reel__path_end(canvas);
                open = 0;
            }
        }
        last_x = x;
        last_y = y;
        joined = true;
    }
    if (open) reel__path_end(canvas);
    return points;
}

static void draw_path(reel_canvas *canvas, const paths_view *view, const paths_tracker *tracker)
{
    thinning thin = { 0.7, 1 };
    size_t points = tracker_walk(NULL, view, tracker, thin);
    for (int coarser = 0; points > MOST_POINTS && coarser < 8; coarser++) {
        thin.least *= 1.5;
        points = tracker_walk(NULL, view, tracker, thin);
    }
    if (points > MOST_POINTS) thin.stride = points / MOST_POINTS + 1;
    tracker_walk(canvas, view, tracker, thin);
}

/* How often a tracker was in each square of the panel. */
typedef struct path_squares {
    uint32_t counts[MOST_SQUARES][MOST_SQUARES], most;
    plot_box panel;
    double side;
    size_t across, up;
} path_squares;

static void fill_squares(path_squares *squares, const paths_view *view, const paths_tracker *tracker)
{
    const plot_box *panel = &squares->panel;
    squares->side = fmax(panel->width, panel->height) / MOST_SQUARES;
    squares->across = (size_t)fmin(ceil(panel->width / squares->side), MOST_SQUARES);
    squares->up = (size_t)fmin(ceil(panel->height / squares->side), MOST_SQUARES);
    for (size_t i = 0; i < view->count; i++) {
        reel_vec3 at = position_of(view, i, tracker);
        if (!position_usable(at)) continue;
        double column = floor((reel__axis_at(&view->across, at.x) - panel->x) / squares->side);
        double row = floor((reel__axis_at(&view->ahead, at.z) - panel->y) / squares->side);
        if (!(column >= 0 && column < (double)squares->across && row >= 0 && row < (double)squares->up)) continue;
        uint32_t count = ++squares->counts[(size_t)row][(size_t)column];
        if (count > squares->most) squares->most = count;
    }
}

/* The shade of a count, -1 for none. Each shade is three times as often as the one before. */
static int shade_of(uint32_t count, uint32_t most)
{
    enum { FACTOR = 3 };
    int shade = PEN_SHADES - 1;
    if (!count) return -1;
    for (uint32_t bound = most / FACTOR; shade > 0 && count <= bound; bound /= FACTOR) shade--;
    return shade;
}

/* Draws the squares of one shade. Adjacent squares in a row become one bar. */
static void draw_shade(reel_canvas *canvas, const path_squares *squares, int shade, plot_ink ink)
{
    reel__path_begin_shade(canvas, shade, ink);
    for (size_t row = 0; row < squares->up; row++)
        for (size_t column = 0, next; column < squares->across; column = next) {
            next = column + 1;
            if (shade_of(squares->counts[row][column], squares->most) != shade) continue;
            while (next < squares->across && shade_of(squares->counts[row][next], squares->most) == shade) next++;
            reel__path_rect(canvas, (plot_box){ squares->panel.x + squares->side * (double)column,
                                                squares->panel.y + squares->side * (double)row,
                                                squares->side * (double)(next - column), squares->side });
        }
    reel__path_end(canvas);
}

static void draw_density(reel_canvas *canvas, const paths_view *view, plot_box panel, const paths_tracker *tracker)
{
    path_squares squares = { .panel = panel };
    fill_squares(&squares, view, tracker);
    for (int shade = 0; shade < PEN_SHADES; shade++) draw_shade(canvas, &squares, shade, tracker->ink);
}

/* Draws a disc with an outline that separates it from the background. */
static void draw_disc(reel_canvas *canvas, double x, double y, plot_ink ink)
{
    const struct {
        double radius;
        plot_ink ink;
    } rings[] = { { 9, INK_TEXT }, { 7.5, INK_PAPER }, { 5.5, ink } };
    for (size_t i = 0; i < sizeof rings / sizeof *rings; i++) {
        reel__path_begin(canvas, PEN_FILL, rings[i].ink);
        reel__path_shape(canvas, SHAPE_DISC, x, y, rings[i].radius);
        reel__path_end(canvas);
    }
}

/* Draws the mean position of a tracker. */
static void draw_mean(reel_canvas *canvas, const paths_view *view, const paths_tracker *tracker)
{
    double x = 0, z = 0, count = 0;
    for (size_t i = 0; i < view->count; i++) {
        reel_vec3 at = position_of(view, i, tracker);
        if (!position_usable(at)) continue;
        x += at.x;
        z += at.z;
        count++;
    }
    if (count < 1) return;
    draw_disc(canvas, reel__axis_at(&view->across, x / count), reel__axis_at(&view->ahead, z / count), tracker->ink);
}

static uint64_t count_outside(const paths_view *view)
{
    uint64_t outside = 0;
    for (size_t i = 0; i < view->count; i++)
        for (size_t t = 0; t < TRACKERS; t++) {
            reel_vec3 at = position_of(view, i, &trackers[t]);
            outside +=
                !(at.x >= view->across.from && at.x <= view->across.to && at.z >= view->ahead.from && at.z <= view->ahead.to);
        }
    return outside;
}

/* Whether a tracker is drawn as squares. The head moves little: its path stays readable. */
static bool is_dense(const paths_view *view, const paths_tracker *tracker)
{
    return view->count > MOST_LINES && tracker->pen == PEN_TRACE;
}

static void draw_legend(reel_canvas *canvas, const paths_view *view, double x, double y)
{
    for (size_t t = 0; t < TRACKERS; t++) {
        bool dense = is_dense(view, &trackers[t]);
        reel__path_begin(canvas, dense ? PEN_FILL : PEN_LINE, trackers[t].ink);
        if (dense) {
            reel__path_rect(canvas, (plot_box){ x, y - 9, 22, 10 });
        } else {
            reel__path_move(canvas, x, y - 4);
            reel__path_line(canvas, x + 22, y - 4);
        }
        reel__path_end(canvas);
        reel__canvas_text(canvas, x + 30, y, AT_START, INK_TEXT, trackers[t].name);
        x += 30 + reel__text_width(trackers[t].name, 12) + 24;
    }
    draw_disc(canvas, x + 9, y - 4, INK_MUTED);
    reel__canvas_text(canvas, x + 26, y, AT_START, INK_TEXT, "mean positions");
    if (is_dense(view, &trackers[0]))
        reel__canvas_text(canvas, x + 150, y, AT_START, INK_MUTED, "stronger: three times as often per shade");
}

/* Names the ends of the vertical axis: which one is ahead cannot be seen from the paths. */
static void name_ends(reel_canvas *canvas, plot_box panel)
{
    double middle = panel.x + panel.width / 2;
    reel__canvas_text(canvas, middle, panel.y + 14, AT_MIDDLE, INK_MUTED, "\xE2\x86\x91 ahead, where the notes come from");
    reel__canvas_text(canvas, middle, panel.y + panel.height - 8, AT_MIDDLE, INK_MUTED, "\xE2\x86\x93 behind the player");
}

static reel_status draw_view(reel_canvas *canvas, const reel_replay *replay, const paths_view *seen)
{
    paths_view view = *seen;
    double across[2], ahead[2];
    if (!view.count || !measure_ranges(&view, across, ahead)) return REEL_END;

    plot_label detail;
    plot_heading heading = reel__play_heading(
        replay, "Paths of the head and hands, seen from above, in metres from the player's origin.", 760, 760, &detail);
    plot_box room = reel__canvas_begin(canvas, &heading);
    draw_legend(canvas, &view, room.x, room.y + 12);
    plot_box panel = { room.x + AXIS_LEFT - 16, room.y + 48, room.width - AXIS_LEFT + 16, room.height - 48 - AXIS_BELOW - 8 };
    lay_out(&view, panel, across, ahead);
    reel__axis_draw_below(canvas, &view.across, panel, "left (\xE2\x88\x92) and right (+) of the player's origin, m");
    reel__axis_draw_left(canvas, &view.ahead, panel, "behind (\xE2\x88\x92) and ahead (+) of the player's origin, m");
    reel__canvas_clip_begin(canvas, panel);
    for (size_t t = 0; t < TRACKERS; t++) {
        if (is_dense(&view, &trackers[t]))
            draw_density(canvas, &view, panel, &trackers[t]);
        else
            draw_path(canvas, &view, &trackers[t]);
    }
    for (size_t t = 0; t < TRACKERS; t++) draw_mean(canvas, &view, &trackers[t]);
    reel__canvas_clip_end(canvas);
    name_ends(canvas, panel);

    uint64_t outside = count_outside(&view);
    if (outside) {
        plot_label note = { "", 0 };
        reel__label_many(&note, outside, "position", "positions");
        reel__label_text(&note, " of ");
        reel__label_count(&note, (uint64_t)view.count * TRACKERS);
        reel__label_text(&note, " not shown: outside the picture or invalid");
        reel__play_note(canvas, room, note.text);
    }
    return REEL_OK;
}

static reel_status draw_paths(reel_canvas *canvas, const reel_replay *replay, reel_error *error)
{
    collected_play play;
    if (!reel__play_collect(replay, true, &canvas->allocator, &play)) return reel__memory_fail(error);
    const paths_view view = { .frames = play.frames, .count = play.frame_count };
    reel_status status = draw_view(canvas, replay, &view);
    reel__play_collected_free(&play, &canvas->allocator);
    return status;
}

const reel_plot reel__plot_paths = {
    .id = "paths",
    .name = "Paths of head and hands from above",
    .doc = "Paths of the head and hands, seen from above at equal scale in both directions, with their mean positions.",
    .formats = reel__play_formats,
    .draw = draw_paths,
};
