/* SPDX-License-Identifier: MIT
 * The insight "geometrydash": statistics of a macro. */
#include "core/chunk.h"
#include "macro.h"

#include <reel/macros.h>

#include <math.h>

enum { BUTTONS = 256, BOT_RATE = 25, BOT_EVEN_RUN = 24, BOT_SHORT_HOLDS = 16 };

/* The state of one player while the inputs are processed. */
typedef struct player_walk {
    geometrydash_player row;
    int64_t held_since[BUTTONS];
    bool held[BUTTONS];
    uint64_t presses[BUTTONS], releases[BUTTONS];
    double hold_frames;
    int64_t last_frame, last_press, last_gap; /* -1: none yet */
    uint64_t even_run;
    size_t oldest;   /* the oldest input that may be in the last second */
    uint64_t inside; /* presses of the player from there on */
} player_walk;

typedef struct figures {
    macro m;
    player_walk players[2];
    geometrydash_summary summary;
    bool has_times; /* the framerate is one; else 240 stands for it where only the order of inputs matters */
} figures;

/* Row lists of the result; NULL if not requested. */
typedef struct figure_rows {
    reel_row_list *holds, *clicks;
} figure_rows;

static double time_of(const figures *f, int64_t frame) { return f->has_times ? (double)frame / f->m.framerate : NAN; }

static bool within_second(const figures *f, int64_t from, int64_t to) { return (double)to - (double)from < f->m.framerate; }

/* ---- presses and holds ------------------------------------------------------------------------------------------ */

/* Counts the presses in the second that ends with `in`, with two indices: `oldest` follows the current input and never goes back,
 * so each input is passed once and the whole macro takes linear time. */
static void count_recent_presses(figures *f, player_walk *p, const gdr_input *in)
{
    for (p->inside++; p->inside > 1; p->oldest++) {
        const gdr_input *old = &f->m.inputs[p->oldest];
        if (!old->down || old->player2 != in->player2) continue;
        if (within_second(f, old->frame, in->frame)) break;
        p->inside--;
    }
    if (!f->has_times) return;
    if (p->inside > p->row.most_presses) p->row.most_presses = p->inside;
    f->summary.limit_breaks += p->inside > GEOMETRYDASH_CLICK_LIMIT;
}

static void count_gap(figures *f, player_walk *p, int64_t frame)
{
    int64_t gap = p->last_press < 0 ? -1 : frames_between(p->last_press, frame);
    p->even_run = gap < 0 ? 1 : gap == p->last_gap ? p->even_run + 1 : 2;
    if (p->even_run > f->summary.longest_even_run) f->summary.longest_even_run = p->even_run;
    p->last_gap = gap;
    p->last_press = frame;
}

static void take_press(figures *f, player_walk *p, const gdr_input *in, const figure_rows *rows)
{
    p->row.presses++;
    p->presses[in->button]++;
    count_recent_presses(f, p, in);
    count_gap(f, p, in->frame);
    geometrydash_click *click = rows->clicks ? reel_row_add(rows->clicks) : NULL;
    if (click) {
        *click = (geometrydash_click){ .time = time_of(f, in->frame), in->frame, .button = in->button, .player2 = in->player2 };
        click->second = f->has_times ? (uint32_t)p->inside : 0;
        click->has_second = f->has_times;
    }
    if (p->held[in->button]) {
        p->row.presses_while_held++;
        return;
    }
    p->held[in->button] = true;
    p->held_since[in->button] = in->frame;
}

static void take_release(figures *f, player_walk *p, const gdr_input *in, const figure_rows *rows)
{
    geometrydash_player *row = &p->row;
    row->releases++;
    p->releases[in->button]++;
    if (!p->held[in->button]) {
        row->orphan_releases++;
        return;
    }
    p->held[in->button] = false;
    int64_t from = p->held_since[in->button], length = frames_between(from, in->frame);
    if (!row->holds || length < row->shortest_hold) row->shortest_hold = length;
    if (!row->holds || length > row->longest_hold) row->longest_hold = length;
    row->holds++;
    row->zero_frame_holds += length == 0;
    row->one_frame_holds += length == 1;
    p->hold_frames += (double)length;
    geometrydash_hold *hold = rows->holds ? reel_row_add(rows->holds) : NULL;
    if (hold) *hold = (geometrydash_hold){ time_of(f, from), from, length, in->button, in->player2 };
}

/* ---- the summary ------------------------------------------------------------------------------------------------ */

static uint64_t most_presses(const figures *f)
{
    uint64_t most = 0, inside = 0;
    size_t first = 0;
    for (size_t i = 0; i < f->m.count; i++) {
        if (!f->m.inputs[i].down) continue;
        for (; !within_second(f, f->m.inputs[first].frame, f->m.inputs[i].frame) && first < i; first++)
            inside -= f->m.inputs[first].down != 0;
        if (++inside > most) most = inside;
    }
    return most;
}

/* Counts the inputs with an identical one earlier on their frame. There are 1024 kinds of input: a bit set per frame suffices. */
static uint64_t duplicates(const figures *f)
{
    uint64_t count = 0;
    uint32_t seen[32];
    for (size_t i = 0; i < f->m.count; i++) {
        const gdr_input *in = &f->m.inputs[i];
        if (i == 0 || f->m.inputs[i - 1].frame != in->frame) memset(seen, 0, sizeof seen);
        unsigned kind = (unsigned)in->button << 2 | (unsigned)(in->player2 != 0) << 1 | (in->down != 0);
        count += seen[kind / 32] >> kind % 32 & 1;
        seen[kind / 32] |= UINT32_C(1) << kind % 32;
    }
    return count;
}

static void summarise(figures *f)
{
    geometrydash_summary *s = &f->summary;
    const player_walk *p = f->players;
    s->has_framerate = f->has_times;
    s->framerate = f->has_times ? f->m.framerate : 0;
    bool in_frames;
    s->duration = reel__macro_seconds(&f->m, &in_frames);
    s->has_duration = s->duration > 0 && s->duration - s->duration == 0 && (f->has_times || !in_frames);
    s->attempts = f->m.attempts;
    s->platformer |= f->m.platformer;
    s->inputs = f->m.count;
    s->presses = p[0].row.presses + p[1].row.presses;
    s->releases = p[0].row.releases + p[1].row.releases;
    s->has_inputs = f->m.count != 0;
    s->has_length = f->m.count && f->has_times;
    s->most_presses = f->has_times ? most_presses(f) : 0;
    s->exact_duplicates = duplicates(f);
    uint64_t shortest =
        p[0].row.zero_frame_holds + p[1].row.zero_frame_holds + p[0].row.one_frame_holds + p[1].row.one_frame_holds;
    s->likely_bot = s->longest_even_run >= BOT_EVEN_RUN || shortest >= BOT_SHORT_HOLDS || p[0].row.most_presses >= BOT_RATE ||
                    p[1].row.most_presses >= BOT_RATE;
    s->has_verdict = f->m.count && (f->has_times || s->likely_bot);
    if (!f->m.count) return;
    s->first_frame = f->m.inputs[0].frame;
    s->last_frame = f->m.inputs[f->m.count - 1].frame;
    s->length = f->has_times ? time_of(f, s->last_frame) : 0;
    s->has_rate = s->length > 0;
    if (s->has_rate) s->presses_per_second = (double)s->presses / s->length;
}

static void inputs_walk(figures *f, const figure_rows *rows)
{
    for (int i = 0; i < 2; i++) f->players[i].last_frame = f->players[i].last_press = f->players[i].last_gap = -1;
    for (size_t i = 0; i < f->m.count; i++) {
        gdr_input *in = &f->m.inputs[i];
        in->player2 = in->player2 != 0;
        player_walk *p = &f->players[in->player2];
        f->summary.same_frame += p->last_frame == in->frame;
        f->summary.platformer |=
            in->down && (in->button == GDR_LEFT || in->button == GDR_RIGHT); /* a pause releases all buttons */
        p->last_frame = in->frame;
        if (in->down)
            take_press(f, p, in, rows);
        else
            take_release(f, p, in, rows);
    }
}

/* ---- rows ------------------------------------------------------------------------------------------------------- */

static void give_players(figures *f, reel_row_list *players, reel_row_list *buttons)
{
    for (uint8_t player2 = 0; player2 < 2; player2++) {
        player_walk *p = &f->players[player2];
        p->row.player2 = player2;
        p->row.has_holds = p->row.holds != 0;
        p->row.has_presses = p->row.presses && f->has_times;
        if (p->row.holds) p->row.mean_hold = p->hold_frames / (double)p->row.holds;
        for (size_t b = 0; b < BUTTONS; b++) p->row.held_at_end += p->held[b];
        geometrydash_player *row = players ? reel_row_add(players) : NULL;
        if (row) *row = p->row;
        for (size_t b = 0; b < BUTTONS && buttons; b++) {
            if (!p->presses[b] && !p->releases[b]) continue;
            geometrydash_button *button = reel_row_add(buttons);
            if (button) *button = (geometrydash_button){ p->presses[b], p->releases[b], (uint8_t)b, player2 };
        }
    }
}

static reel_status take_chunk(reel_analysis *a, const reel_chunk *chunk)
{
    figures *f = a->state;
    return reel__macro_collect(&f->m, a, chunk);
}

static reel_status stats_finish(reel_analysis *a)
{
    figures *f = a->state;
    f->has_times = f->m.framerate > 0 && f->m.framerate < 1e9;
    if (!f->has_times) f->m.framerate = 240;
    reel_status status = reel__macro_find_attempts(&f->m, a);
    if (status >= 0) status = reel__macro_order(&f->m, a);
    if (status < 0) return status;
    char digits[HASH_DIGITS];
    reel__macro_hash(&f->m, digits); /* of all inputs: two files with different attempts are not copies */
    reel__macro_keep_last(&f->m);
    figure_rows rows = { reel_chunk_table(a->result, &geometrydash_holds), reel_chunk_table(a->result, &geometrydash_clicks) };
    inputs_walk(f, &rows);
    give_players(f, reel_chunk_table(a->result, &geometrydash_players), reel_chunk_table(a->result, &geometrydash_buttons));
    summarise(f);
    reel_row_list *summaries = reel_chunk_table(a->result, &geometrydash_summaries);
    geometrydash_summary *row = summaries ? reel_row_add(summaries) : NULL;
    if (row) {
        *row = f->summary;
        row->reading = *a->reading;
        row->content_hash = reel_chunk_string(a->result, digits, sizeof digits);
    }
    return reel_build_status(a->result) < 0 ? reel__chunk_failure(a->result, 0, a->error) : REEL_OK;
}

static void close_figures(reel_analysis *a)
{
    figures *f = a->state;
    reel__macro_free(&f->m, a);
}

static const reel_format *const formats[] = { &reel_format_gdr2, &reel_format_gdr1, &reel_format_gdr1_json, MACROS_FORMATS,
                                              NULL };
static const reel_table *const tables[] = {
    &geometrydash_summaries, &geometrydash_players, &geometrydash_buttons, &geometrydash_holds, &geometrydash_clicks, NULL,
};
static const reel_table *const inputs[] = { &gdr_inputs, NULL };

const reel_insight reel_insight_geometrydash = {
    .id = "geometrydash",
    .name = "Geometry Dash",
    .doc = "presses, holds and clicks per second of a macro",
    .formats = formats,
    .tables = tables,
    .inputs = inputs,
    .state_size = sizeof(figures),
    .chunk = take_chunk,
    .finish = stats_finish,
    .close = close_figures,
};
