/* SPDX-License-Identifier: MIT
 * The checks of list moderators: unmatched presses, input order, times, and the framerate compared with positions. */
#include "core/rules.h"
#include "macro.h"

#include <math.h>
#include <reel/macros.h>

enum { SLOTS = 512, LEAST_RATE = 60, EVEN_RUN = 24, LEAST_STEPS = 20 };

typedef enum macro_rule {
    ORPHAN,
    WHILE_HELD,
    HELD_AT_END,
    DUPLICATE,
    SWIFT,
    UNSORTED,
    BEYOND_DURATION,
    EVEN_PRESSES,
    RATE_LOW,
    RATE_NONE,
    VERSION_SCALE,
    TAG_IDLE,
    NO_INPUTS,
    DURATION_FRAMES,
    DURATION_NONE,
    RULES
} macro_rule;

static const check_rule rules[RULES] = {
    [ORPHAN] = { "gdr.orphan-release", REEL_NOTE, "%llu {release|releases} of a button that was not held" },
    [WHILE_HELD] = { "gdr.press-while-held", REEL_NOTE, "%llu {press|presses} of a button that was already held" },
    [HELD_AT_END] = { "gdr.held-at-end", REEL_NOTE, "%llu {button is|buttons are} still held at the end of the macro" },
    [DUPLICATE] = { "gdr.duplicate", REEL_NOTE, "%llu {input is a duplicate|inputs are duplicates}" },
    [SWIFT] = { "gdr.swift-click", REEL_NOTE, "%llu {press is|presses are} released on the same frame" },
    [UNSORTED] = { "gdr.unsorted", REEL_WARNING,
                   "%llu {input has|inputs have} an earlier frame than the player's previous input" },
    [BEYOND_DURATION] = { "gdr.beyond-duration", REEL_WARNING,
                          "%llu {input is|inputs are} more than a second beyond the stated duration" },
    [EVEN_PRESSES] = { "gdr.even-presses", REEL_NOTE, "%llu {press|presses} in a row at equal intervals" },
    [RATE_LOW] = { "gdr.framerate-low", REEL_NOTE, "the framerate is below 60" },
    [RATE_NONE] = { "gdr.framerate-none", REEL_ERROR, "the framerate is missing, NaN or not positive" },
    [VERSION_SCALE] = { "gdr.game-version-scale", REEL_NOTE, "a converter dropped the last digit of the game version" },
    [NO_INPUTS] = { "gdr.no-inputs", REEL_WARNING, "the macro has no inputs" },
    [DURATION_FRAMES] = { "gdr.duration-frames", REEL_NOTE, "the stated duration is a number of frames, not of seconds" },
    [DURATION_NONE] = { "gdr.duration", REEL_WARNING, "the stated duration is negative, infinite or NaN" },
    [TAG_IDLE] = { "gdr.tag-idle", REEL_NOTE, "the input tag is set, but no input has extension data" },
};

/* What the format can do about it: operations on inputs need them to be without events and times between. */
static const check_rule while_held = { "gdr.press-while-held", REEL_NOTE,
                                       "%llu {press|presses} of a button that was already held; \"edit --do add-releases\" adds "
                                       "a release before each" };

typedef struct macro_check {
    macro m;
    rule_count counts[RULES];
    uint64_t steps, fitting, best_fitting; /* steps between positions: all, and those that fit the stated and the best rate */
    double best_rate;
    bool bound; /* there are rows that belong to places in the list of inputs */
} macro_check;

static void count_violation(macro_check *c, macro_rule rule, uint64_t row)
{
    rule_violated(&c->counts[rule], row, REEL_NO_OFFSET);
}

/* ---- positions and framerate ------------------------------------------------------------------------------------ */

/* A macro with positions reveals its true framerate. The player moves at one of five constant speeds, so a step between two inputs
 * of d units and n frames satisfies d / n * framerate = speed, within 1 %. A wrong framerate scales all speeds by one factor and
 * hits the list by chance only. So the number of fitting steps at the stated rate is compared with that at the usual rates, which
 * costs one pass over the positions per rate. Speeds in units per second. */
static const double speeds[] = { 251.16, 311.58, 387.42, 468, 576 };
static const double rates[] = { 60, 120, 144, 180, 240, 300, 360, 480, 720, 960, 1000 };
enum { SPEEDS = sizeof speeds / sizeof *speeds, RATES = sizeof rates / sizeof *rates };

static bool is_speed(double speed)
{
    for (size_t i = 0; i < SPEEDS; i++)
        if (speed > speeds[i] * 0.99 && speed < speeds[i] * 1.01) return true;
    return false;
}

/* Counts the steps between positions, and those that fit a speed of the game at `rate`. */
static uint64_t count_fitting(const gdr_physics *rows, size_t count, double rate, uint64_t *steps)
{
    uint64_t fitting = 0;
    *steps = 0;
    for (size_t i = 1; i < count; i++) {
        double distance = (double)rows[i].x - (double)rows[i - 1].x, frames = (double)rows[i].frame - (double)rows[i - 1].frame;
        if (!(distance > 0) || !(frames > 0)) continue;
        ++*steps;
        fitting += is_speed(distance / frames * rate);
    }
    return fitting;
}

static void compare_rates(macro_check *c, const reel_chunk *chunk)
{
    size_t count;
    const gdr_physics *rows = reel_chunk_rows(chunk, &gdr_physics_rows, &count);
    if (count < LEAST_STEPS || c->steps) return;
    c->fitting = count_fitting(rows, count, c->m.framerate, &c->steps);
    for (size_t i = 0; i < RATES; i++) {
        uint64_t steps, fitting = count_fitting(rows, count, rates[i], &steps);
        if (fitting <= c->best_fitting) continue;
        c->best_fitting = fitting;
        c->best_rate = rates[i];
    }
}

/* ---- inputs ----------------------------------------------------------------------------------------------------- */

/* Rules that depend on the file order. */
static void check_rows(macro_check *c, const reel_chunk *chunk)
{
    size_t count, last[2] = { SIZE_MAX, SIZE_MAX };
    bool v1 = false, any_extra = false;
    const gdr_input *rows = reel_chunk_rows(chunk, &gdr_inputs, &count);
    for (const reel_table *const *table = reel_chunk_tables(chunk); *table; table++) v1 |= *table == &gdr_infos_v1;
    for (size_t i = 0; i < count; i++) {
        size_t *before = &last[rows[i].player2 != 0];
        if (v1 && *before != SIZE_MAX && rows[i].frame < rows[*before].frame) count_violation(c, UNSORTED, i);
        if (c->m.duration > 0 && c->m.framerate > 0 && (double)rows[i].frame / c->m.framerate > c->m.duration + 1)
            count_violation(c, BEYOND_DURATION, i);
        any_extra |= rows[i].extra != GDR_PLAIN;
        *before = i;
    }
    const gdr_info *info = reel_chunk_rows(chunk, &gdr_infos, &count);
    if (!count) return;
    if (info->input_tag.size && !any_extra) count_violation(c, TAG_IDLE, REEL_NO_ROW);
    if (info->game_version >= 2000 && info->game_version < 3000) count_violation(c, VERSION_SCALE, REEL_NO_ROW);
}

static bool has_rows(const reel_chunk *chunk, const reel_table *table)
{
    size_t count;
    reel_chunk_rows(chunk, table, &count);
    return count > 0;
}

static void check_rate(macro_check *c)
{
    if (!(c->m.framerate > 0 && c->m.framerate < 1e9))
        count_violation(c, RATE_NONE, REEL_NO_ROW);
    else if (c->m.framerate < LEAST_RATE)
        count_violation(c, RATE_LOW, REEL_NO_ROW);
}

/* Rules that need sorted inputs. Row numbers are not known here. */
static void check_presses(macro_check *c)
{
    bool held[SLOTS] = { false };
    int64_t since[SLOTS], last[2] = { 0, 0 }, gap[2] = { -1, -1 };
    uint64_t run[2] = { 0, 0 }, longest = 0;
    for (size_t i = 0; i < c->m.count; i++) {
        const gdr_input *in = &c->m.inputs[i];
        size_t player = in->player2 != 0, slot = player * 256 + in->button;
        if (in->down && held[slot]) count_violation(c, WHILE_HELD, REEL_NO_ROW);
        if (!in->down && !held[slot]) count_violation(c, ORPHAN, REEL_NO_ROW);
        if (!in->down && held[slot] && since[slot] == in->frame) count_violation(c, SWIFT, REEL_NO_ROW);
        if (in->down && !held[slot]) since[slot] = in->frame;
        held[slot] = in->down != 0;
        if (i && memcmp(in, in - 1, offsetof(gdr_input, extra)) == 0) count_violation(c, DUPLICATE, REEL_NO_ROW);
        if (!in->down) continue;
        int64_t step = frames_between(last[player], in->frame);
        run[player] = run[player] == 0 ? 1 : step == gap[player] ? run[player] + 1 : 2;
        if (run[player] > longest) longest = run[player];
        gap[player] = step;
        last[player] = in->frame;
    }
    for (size_t i = 0; i < SLOTS; i++)
        if (held[i]) count_violation(c, HELD_AT_END, REEL_NO_ROW);
    if (longest >= EVEN_RUN)
        c->counts[EVEN_PRESSES] = (rule_count){ .count = longest, .row = REEL_NO_ROW, .offset = REEL_NO_OFFSET };
}

static reel_status check_chunk(reel_analysis *a, const reel_chunk *chunk)
{
    macro_check *c = a->state;
    reel_status status = reel__macro_collect(&c->m, a, chunk);
    if (status < 0) return status;
    check_rows(c, chunk);
    c->bound |= has_rows(chunk, &macros_events) || has_rows(chunk, &macros_times);
    compare_rates(c, chunk);
    return REEL_OK;
}

static reel_status check_finish(reel_analysis *a)
{
    macro_check *c = a->state;
    reel_status status = reel__macro_find_attempts(&c->m, a);
    if (status >= 0) status = reel__macro_order(&c->m, a);
    if (status < 0) return status;
    reel__macro_keep_last(&c->m);
    bool in_frames;
    reel__macro_seconds(&c->m, &in_frames);
    if (in_frames && !c->m.whole) count_violation(c, DURATION_FRAMES, REEL_NO_ROW);
    if (!c->m.count) count_violation(c, NO_INPUTS, REEL_NO_ROW);
    if (!(c->m.duration >= 0 && c->m.duration < (double)INFINITY)) count_violation(c, DURATION_NONE, REEL_NO_ROW);
    if (c->m.framerate_stated) check_rate(c);
    check_presses(c);
    for (size_t r = 0; r < RULES; r++) {
        bool input = r < RATE_LOW;
        const bool advises = r == WHILE_HELD && a->format && a->format->operations && !c->bound;
        reel__rule_report(&a->reporter, advises ? &while_held : &rules[r], input ? "inputs" : "header",
                          input ? &gdr_inputs : NULL, &c->counts[r]);
    }
    if (c->steps >= LEAST_STEPS && c->best_fitting * 10 >= c->steps * 6 && c->fitting * 2 < c->best_fitting)
        reel_find(&a->reporter,
                  (reel_finding){
                      .rule = "gdr.framerate-places", .severity = REEL_WARNING, .section = "header", .offset = REEL_NO_OFFSET },
                  "the positions at the inputs fit %f frames per second, but the header states %f", c->best_rate, c->m.framerate);
    return REEL_OK;
}

static void close_check(reel_analysis *a)
{
    macro_check *c = a->state;
    reel__macro_free(&c->m, a);
}

static const reel_format *const formats[] = { &reel_format_gdr2, &reel_format_gdr1, &reel_format_gdr1_json, MACROS_FORMATS,
                                              NULL };

const reel_insight reel_check_geometrydash = {
    .id = "geometrydash-macro",
    .name = "Macros of Geometry Dash",
    .doc = "unmatched presses, input order, times, and the framerate compared with the positions",
    .formats = formats,
    .state_size = sizeof(macro_check),
    .chunk = check_chunk,
    .finish = check_finish,
    .close = close_check,
};
