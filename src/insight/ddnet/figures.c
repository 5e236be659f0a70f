/* SPDX-License-Identifier: MIT
 * How inputs go: rates, even rhythms, steps of the aim, stretches that come again. Figures of a session; what they mean is for people. */
#include "insight/ddnet/game.h"

#include "core/memory.h"
#include "game/ddnet/curves.h"

enum { SECOND = TEEHISTORIAN_TICKS_PER_SECOND, DEGREES = 181, TURN = 90, FLICK = 30, STRETCH = 16, STRETCHES = 1 << 13 };
#define DEGREES_OF_RADIANS 57.29577951308232

/* Events in the last second, and most of them in any. */
typedef struct rate {
    uint32_t by_tick[SECOND];
    uint32_t now, most;
} rate;

enum { RATE_INPUTS, RATE_DIRECTIONS, RATE_JUMPS, RATE_HOOKS, RATE_SHOTS, RATES };

/* Presses of a key that are equally far apart. */
typedef struct rhythm {
    int32_t last, apart; /* ticks; apart 0: fewer than two presses */
    int32_t presses;
} rhythm;

enum { KEY_JUMP, KEY_HOOK, KEY_FIRE, KEYS };

/* The inputs of a session. */
typedef struct figure {
    bool used;
    ddnet_input_figure row;
    teehistorian_input last;
    rate rates[RATES];
    rhythm rhythms[KEYS];
    uint32_t steps[DEGREES];  /* changes of the aim, by whole degrees */
    int32_t aim_x, aim_y;     /* before the last change of the aim */
    int32_t aimed;            /* tick of that change; -1: none */
    double turned;            /* and its angle */
    uint64_t recent[STRETCH]; /* inputs as numbers; the one with number n is at n % STRETCH */
    int32_t repeated_now;     /* inputs in a row */
    int64_t repeated_to;      /* inputs up to here are counted */
    uint16_t session;         /* a number of the session, from 1. What follows stays for the next one */
    /* Upper bits of the sums of those that came, in one of two places, and below them the session: clearing all for each session would cost more
     * than a short one has inputs. */
    uint64_t stretches[STRETCHES];
} figure;

struct figures {
    reel_row_list *rows;
    figure *of[CLIENTS];
};

/* ---- rates -------------------------------------------------------------------------------------------------------------- */

/* Time has passed since the last input. */
static void rate_pass(rate *r, int32_t from, int32_t to)
{
    const int64_t ticks = (int64_t)to - from < SECOND ? (int64_t)to - from : SECOND;
    for (int64_t i = 1; i <= ticks; i++) {
        uint32_t *gone = &r->by_tick[(from + i) % SECOND];
        r->now -= *gone;
        *gone = 0;
    }
}

static void rate_add(rate *r, int32_t tick, uint32_t events)
{
    r->by_tick[tick % SECOND] += events;
    r->now += events;
    if (r->now > r->most) r->most = r->now;
}

static void press(figure *f, int key, int32_t tick)
{
    rhythm *r = &f->rhythms[key];
    const int32_t apart = r->presses ? tick - r->last : 0;
    if (r->presses && apart == 0) return;
    r->presses = r->presses && apart == r->apart ? r->presses + 1 : r->presses ? 2 : 1;
    r->apart = apart;
    r->last = tick;
    if (r->presses < 3 || r->presses <= f->row.even_presses) return;
    f->row.even_presses = r->presses;
    f->row.even_ticks = apart;
    f->row.present |= DDNET_FIGURE_HAS_EVEN;
}

/* ---- the aim ------------------------------------------------------------------------------------------------------------ */

/* The angle between two aims, in degrees. */
static double angle_between(int32_t ax, int32_t ay, int32_t bx, int32_t by)
{
    const double x = (double)ax * bx + (double)ay * by, y = (double)ax * by - (double)ay * bx;
    const double angle = reel__curve_arctangent(y, x) * DEGREES_OF_RADIANS;
    return angle < 0 ? -angle : angle;
}

static void aim(figure *f, const teehistorian_input *input)
{
    const teehistorian_input *last = &f->last;
    if (input->target_x == last->target_x && input->target_y == last->target_y) return;
    const double angle = angle_between(last->target_x, last->target_y, input->target_x, input->target_y);
    const int32_t whole = angle < DEGREES ? (int32_t)angle : DEGREES - 1;
    const bool back = f->aimed >= 0 && input->target_x == f->aim_x && input->target_y == f->aim_y;
    f->row.aims++;
    f->steps[whole]++;
    f->row.aim_turns += whole >= TURN;
    f->row.aim_flicks += back && (int64_t)input->tick - f->aimed == 1 && f->turned >= FLICK;
    f->aim_x = last->target_x, f->aim_y = last->target_y;
    f->aimed = input->tick;
    f->turned = angle;
}

static int32_t median_of(const figure *f)
{
    int64_t passed = 0;
    int32_t degrees = 0;
    while (degrees < DEGREES - 1 && (passed += f->steps[degrees]) * 2 < f->row.aims) degrees++;
    return degrees;
}

/* ---- stretches that come again ------------------------------------------------------------------------------------------ */

/* A well mixed number of an input: the finaliser of SplitMix64. */
static uint64_t mix(uint64_t z)
{
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static uint64_t number_of(const teehistorian_input *input, int32_t apart)
{
    const uint32_t keys =
        ((uint32_t)input->direction & 3) << 3 | (input->jump ? 4U : 0) | (input->hook ? 2U : 0) | ((uint32_t)input->fire & 1);
    const uint64_t aim = (uint64_t)(uint32_t)input->target_x << 32 | (uint32_t)input->target_y;
    return mix(aim ^ mix((uint64_t)(uint32_t)apart << 32 | keys));
}

static bool has_come(const figure *f, uint64_t stretch) { return (stretch & UINT16_MAX) == f->session; }

static void look_for_stretch(figure *f, const teehistorian_input *input)
{
    const int64_t at = f->row.inputs;
    f->recent[at % STRETCH] = number_of(input, input->tick - f->last.tick);
    if (at + 1 < STRETCH) return;
    uint64_t sum = 0;
    for (int64_t i = 0; i < STRETCH; i++) sum = mix(sum + f->recent[(at - i) % STRETCH] + 1);
    uint64_t *first = &f->stretches[sum % STRETCHES], *second = &f->stretches[(sum >> 32) % STRETCHES];
    const uint64_t stretch = (sum & ~(uint64_t)UINT16_MAX) | f->session;
    if (*first != stretch && *second != stretch) {
        *(has_come(f, *first) ? second : first) = stretch;
        f->repeated_now = 0;
        return;
    }
    const int64_t more = at + 1 - f->repeated_to < STRETCH ? at + 1 - f->repeated_to : STRETCH; /* stretches overlap */
    f->row.repeated += more;
    f->repeated_to = at + 1;
    if (f->repeated_now < INT32_MAX - STRETCH) f->repeated_now += f->repeated_now ? 1 : STRETCH;
    if (f->repeated_now > f->row.repeated_most) f->row.repeated_most = f->repeated_now;
}

/* ---- sessions ------------------------------------------------------------------------------------------------------------ */

static void flush(const struct figures *all, figure *f)
{
    ddnet_input_figure *row = f->used && all->rows ? reel_row_add(all->rows) : NULL;
    f->used = false;
    if (!row) return;
    *row = f->row;
    row->inputs_most = (int32_t)f->rates[RATE_INPUTS].most;
    row->directions_most = (int32_t)f->rates[RATE_DIRECTIONS].most;
    row->jumps_most = (int32_t)f->rates[RATE_JUMPS].most;
    row->hooks_most = (int32_t)f->rates[RATE_HOOKS].most;
    row->shots_most = (int32_t)f->rates[RATE_SHOTS].most;
    row->aim_median = row->aims ? median_of(f) : 0;
    row->present |= (uint8_t)((row->name.data ? DDNET_FIGURE_HAS_NAME : 0) | (row->aims ? DDNET_FIGURE_HAS_AIM : 0));
}

/* The first input tells what is down, and is no press. */
static void begin(figure *f, const teehistorian_input *input, int32_t session)
{
    memset(f, 0, offsetof(figure, session));
    if (!++f->session) {
        memset(f->stretches, 0, sizeof f->stretches);
        f->session = 1;
    }
    f->used = true;
    f->row.session = session, f->row.cid = input->cid;
    f->row.first_tick = input->tick;
    f->aimed = -1;
    f->last = *input;
}

static void add(figure *f, const teehistorian_input *input)
{
    const teehistorian_input *last = &f->last;
    const uint32_t shots = (uint32_t)reel__input_presses(last->fire, input->fire);
    const bool jumps = input->jump && !last->jump, hooks = input->hook && !last->hook;
    const uint32_t events[RATES] = { 1, input->direction != last->direction, jumps, hooks, shots };
    for (size_t i = 0; i < RATES; i++) {
        rate_pass(&f->rates[i], last->tick, input->tick);
        rate_add(&f->rates[i], input->tick, events[i]);
    }
    if (jumps) press(f, KEY_JUMP, input->tick);
    if (hooks) press(f, KEY_HOOK, input->tick);
    if (shots) press(f, KEY_FIRE, input->tick);
    aim(f, input);
    look_for_stretch(f, input);
    f->row.inputs++;
    f->row.last_tick = input->tick;
    f->last = *input;
}

void reel__figures_process(game *g, const void *row)
{
    const teehistorian_input *input = row;
    if (is_client(input->cid)) reel__session_ensure(g, input->cid);
    figure **of = is_client(input->cid) && input->tick >= 0 ? &g->figures->of[input->cid] : NULL;
    if (of && !*of) *of = reel__memory_new(&g->analysis->allocator, sizeof **of);
    if (of && !*of) g->no_memory = true;
    if (of && *of) {
        figure *f = *of;
        const slot *s = &g->slots[input->cid];
        if (f->used && f->row.session != s->session) flush(g->figures, f);
        if (!f->used) begin(f, input, s->session);
        f->row.name = s->name;
        add(f, input);
    }
    reel__game_processor(&teehistorian_inputs, false)(g, row);
}

bool reel__figures_begin(game *g)
{
    g->figures = reel__memory_new(&g->analysis->allocator, sizeof *g->figures);
    if (!g->figures) return false;
    g->figures->rows = reel_chunk_table(g->analysis->result, &ddnet_input_figures);
    return true;
}

void reel__figures_end(game *g)
{
    for (int32_t cid = 0; cid < CLIENTS; cid++)
        if (g->figures->of[cid]) flush(g->figures, g->figures->of[cid]);
}

void reel__figures_close(const reel_analysis *analysis, struct figures *figures)
{
    if (!figures) return;
    for (int32_t cid = 0; cid < CLIENTS; cid++) reel__memory_drop(&analysis->allocator, figures->of[cid]);
    reel__memory_drop(&analysis->allocator, figures);
}
