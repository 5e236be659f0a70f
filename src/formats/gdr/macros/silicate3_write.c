/* SPDX-License-Identifier: MIT
 * Writes Silicate 3 as the program does, so that its own files come out byte for byte.
 *
 * Actions are cut into runs with steps of one size. A run has 2^n states; a press and a release of jump on one frame are one state, a
 * swift. Within a run, a group of up to 64 states that repeats at least twice becomes a repeat section. Looking for repeats is linear: a
 * group that matches is skipped by at least half of what was compared, and one that does not match costs at most 256 comparisons. */
#include "core/memory.h"
#include "formats/gdr/macros/silicate3.h"

enum { MOST_PURE = 65536, MOST_STATES_LOG = 15, MOST_GROUP = 64 };

typedef struct action {
    uint64_t delta;
    const macros_event *event; /* NULL: an input */
    uint8_t size;              /* log2 of the bytes of its step */
    uint8_t button, player2, down;
    bool swift; /* this press or release is one of a swift */
} action;

typedef struct slc3_writer {
    macros_out *w;
    reel_memory *payload;
    action *actions;
    size_t count;
    bool no_memory;
} slc3_writer;

static void add(slc3_writer *s, uint64_t value, unsigned size)
{
    uint8_t bytes[8];
    reel_store_u64le(bytes, value);
    if (!memory_add(s->payload, bytes, size)) s->no_memory = true;
}

static uint8_t size_of_step(uint64_t delta, unsigned first)
{
    return delta < UINT64_C(1) << first          ? 0
           : delta < UINT64_C(1) << (first + 8)  ? 1
           : delta < UINT64_C(1) << (first + 24) ? 2
                                                 : 3;
}

static unsigned log2_of(size_t value)
{
    unsigned log = 0;
    while (value >> (log + 1)) log++;
    return log;
}

/* ---- the list of actions ---------------------------------------------------------------------------------------- */

static reel_status check_event(const void *of, const reel_table *table, const void *row, size_t number, reel_error *error)
{
    const macros_event *event = row;
    (void)of, (void)number;
    if (table != &macros_events) return REEL_OK;
    bool seed = event->kind <= MACROS_DEATH;
    if (event->kind < MACROS_RESTART || event->kind > MACROS_BUGPOINT || (event->has_seed != 0) != seed)
        return reel__macros_refuse(error, "macros.event", "events",
                                   "an event has a kind that the format cannot store, or lacks its seed");
    if ((event->kind == MACROS_TPS) != reel__macros_rate_is_valid(event->tps) || (event->kind != MACROS_TPS && event->tps != 0))
        return reel__macros_refuse(error, "macros.event", "events", "only a change of the rate has a rate, which is positive");
    return event->frame >= 0 ? REEL_OK : reel__macros_refuse(error, "macros.event", "events", "an event is before the start");
}

static reel_status list_actions(slc3_writer *s)
{
    macros_out *w = s->w;
    uint64_t before = 0;
    size_t event = 0;
    for (size_t input = 0; input < w->input_count || event < w->event_count; s->count++) {
        bool special = event < w->event_count && (w->events[event].index <= input || input == w->input_count);
        const macros_event *e = special ? &w->events[event] : NULL;
        const gdr_input *in = special ? NULL : &w->inputs[input];
        if (e && e->index != input)
            return reel__macros_refuse(w->e->error, "macros.order", "events",
                                       "events are not in the order of their index, or exceed the inputs");
        int64_t frame = special ? w->events[event].frame : w->inputs[input].frame;
        if ((uint64_t)frame < before)
            return reel__macros_refuse(w->e->error, "macros.order", "inputs",
                                       "frames go backward, which the format cannot store");
        if ((uint64_t)frame - before >= UINT64_C(1) << 60)
            return reel__macros_refuse(w->e->error, "macros.step-range", "inputs", "a frame is too far from the one before");
        action *a = &s->actions[s->count];
        *a = (action){ .delta = (uint64_t)frame - before, .event = e };
        a->size = size_of_step(a->delta, e ? 8 : 4);
        if (in) a->button = in->button, a->player2 = in->player2 != 0, a->down = in->down != 0;
        before = (uint64_t)frame;
        event += special;
        input += !special;
    }
    return REEL_OK;
}

/* ---- sections --------------------------------------------------------------------------------------------------- */

static bool same_state(const action *a, const action *b)
{
    if (a->delta != b->delta || a->player2 != b->player2 || a->swift != b->swift) return false;
    return a->swift || (a->button == b->button && a->down == b->down);
}

static void add_state(slc3_writer *s, const action *a)
{
    uint64_t button = a->swift ? 0 : a->button, down = a->swift || a->down;
    add(s, a->delta << 4 | button << 2 | (uint64_t)a->player2 << 1 | down, 1u << a->size);
}

static void flush(slc3_writer *s, action *const *states, size_t from, size_t to)
{
    while (from < to) {
        unsigned n = log2_of(to - from);
        if (n > MOST_STATES_LOG) n = MOST_STATES_LOG;
        add(s, SLC3_INPUT << 14 | (unsigned)states[from]->size << 12 | n << 8, 2);
        for (size_t stop = from + ((size_t)1 << n); from < stop; from++) add_state(s, states[from]);
    }
}

static bool group_repeats(action *const *states, size_t count, size_t a, size_t b, size_t size)
{
    if (b + size > count) return false;
    for (size_t i = 0; i < size; i++)
        if (!same_state(states[a + i], states[b + i])) return false;
    return true;
}

/* Writes the states of a run: sections of inputs, and of repeats where they save bytes. */
static void write_run(slc3_writer *s, action *const *states, size_t count)
{
    size_t waiting = 0;
    for (size_t k = 0; k < count;) {
        size_t best = 0, best_c = 0, best_m = 0;
        for (size_t c = 1; c <= MOST_GROUP && c <= count && k + c < count; c *= 2) {
            size_t m = 1;
            while (k + m * (c + 1) < count && group_repeats(states, count, k, k + m * c, c)) m++;
            m--;
            if (m < 2) continue;
            m = (size_t)1 << log2_of(m);
            if (c * (m - 1) > best) best = c * (m - 1), best_c = c, best_m = m;
        }
        if (!best) {
            k++;
            continue;
        }
        flush(s, states, waiting, k);
        add(s, SLC3_REPEAT << 14 | (unsigned)states[k]->size << 12 | log2_of(best_c) << 8 | log2_of(best_m) << 3, 2);
        for (size_t i = 0; i < best_c; i++) add_state(s, states[k + i]);
        k += best_c * best_m;
        waiting = k;
    }
    flush(s, states, waiting, count);
}

static bool ends_swift(const action *press, const action *a)
{
    return a->delta == 0 && !a->down && a->button == GDR_JUMP && press->down && !press->swift && press->button == GDR_JUMP &&
           press->player2 == a->player2;
}

/* Marks the swifts of the run from action `i` and returns its end. */
static size_t find_run(slc3_writer *s, size_t i)
{
    action *all = s->actions;
    size_t pure = 1, swifts = 0, kept = 0;
    all[i].swift = false;
    for (size_t j = i + 1; j < s->count && !all[j].event && all[j].size == all[j - 1].size && pure < MOST_PURE; j++) {
        all[j].swift = false;
        if (ends_swift(&all[j - 1], &all[j])) {
            all[j - 1].swift = all[j].swift = true;
            swifts++;
        } else {
            pure++;
        }
        if ((pure & (pure - 1)) == 0 && pure >> MOST_STATES_LOG <= 1) kept = swifts;
    }
    unsigned log = log2_of(pure);
    return i + ((size_t)1 << (log > MOST_STATES_LOG ? MOST_STATES_LOG : log)) + kept;
}

static void write_special(slc3_writer *s, const action *a)
{
    static const uint8_t types[] = { 0, 0, 1, 2, 3, 4 };
    const macros_event *e = a->event;
    add(s, SLC3_SPECIAL << 14 | (unsigned)types[e->kind] << 10 | (unsigned)a->size << 8, 2);
    add(s, a->delta, 1u << a->size);
    if (e->kind <= MACROS_DEATH) add(s, e->seed, 8);
    if (e->kind == MACROS_TPS) add(s, reel_double_bits(e->tps), 8);
}

static void write_actions(slc3_writer *s, action **states)
{
    add(s, s->count, 8);
    for (size_t i = 0; i < s->count && !s->no_memory;) {
        if (s->actions[i].event) {
            write_special(s, &s->actions[i++]);
            continue;
        }
        size_t end = find_run(s, i), count = 0;
        for (; i < end; i++)
            if (!s->actions[i].swift || s->actions[i].down) states[count++] = &s->actions[i];
        write_run(s, states, count);
    }
}

/* ---- the file --------------------------------------------------------------------------------------------------- */

static void write_file(macros_out *w, const reel_memory *payload)
{
    static const uint8_t padding[SLC3_PADDING_BYTES] = { 0 };
    reel_output *out = w->e->out;
    reel_put(out, SLC3_MAGIC, SLC3_MAGIC_BYTES);
    reel_put_u8(out, SLC3_META_BYTES);
    reel_put_u8(out, 0);
    reel_put_u64le(out, reel_double_bits(w->info.framerate));
    reel_put_u64le(out, w->header.seed);
    reel_put_u32le(out, w->header.version);
    reel_put_i32le(out, w->info.bot_version);
    reel_put_u32le(out, w->header.flags);
    reel_put(out, padding, sizeof padding);
    reel_put_u32le(out, SLC3_ACTIONS);
    reel_put_u64le(out, payload->size);
    reel_put(out, payload->data, payload->size);
    reel_put_u8(out, SLC3_FOOTER);
}

static reel_status write_slc3(macros_out *w)
{
    reel_memory payload = { .allocator = w->e->allocator };
    slc3_writer s = { .w = w, .payload = &payload };
    size_t most = w->input_count + w->event_count + 1;
    if (most - 1 > SLC3_MOST_ACTIONS)
        return reel__macros_refuse(w->e->error, "macros.limit", "inputs", "more than 16777216 actions, which readers refuse");
    s.actions = reel__memory_new(&w->e->allocator, most * sizeof *s.actions);
    action **states = reel__memory_new(&w->e->allocator, most * sizeof(action *));
    reel_status status = s.actions && states ? list_actions(&s) : REEL_MEMORY;
    if (status >= 0) write_actions(&s, states);
    if (status == REEL_MEMORY || s.no_memory) status = reel__memory_fail(w->e->error);
    if (status >= 0) write_file(w, &payload);
    reel__memory_drop(&w->e->allocator, s.actions);
    reel__memory_drop(&w->e->allocator, states);
    reel_memory_free(&payload);
    return status;
}

const macros_writing reel__macros_write_slc3 = {
    .kind = &reel__macros_slc3,
    .stores = MACROS_EVENTS | MACROS_BUTTONS | MACROS_SEED | MACROS_VERSION | MACROS_BUILD,
    .most_frame = MACROS_MOST_FRAME,
    .write = write_slc3,
    .check = check_event,
    .version = SLC3_VERSION,
    .build = SLC3_BUILD,
};
