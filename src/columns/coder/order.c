/* SPDX-License-Identifier: MIT
 * Which table has the next row, and its sequence number, time and key: a program that records does much the same in every tick. So each
 * event, the table and key of a row or a missing number, has a short list of the events that followed it, the latest first, and what is
 * coded is which of them follows this time. An adaptive bit for each entry costs little where the first one is right. */
#include "columns/coder/block.h"
#include "columns/coder/range.h"
#include "columns/coder/series.h"

enum {
    EVENT_BITS = 10,
    EVENTS_MOST = 1 << EVENT_BITS,
    FOLLOWERS = 8,
    EVENT_START = 0,   /* before the first row */
    EVENT_MISSING = 1, /* a number that no row has */
    EVENT_ROWS = 2,
    MISSING_FREE = 16 /* numbers that may be missing, and as many again as there are rows */
};

#define NO_MEMBER UINT32_MAX

/* An event that followed another, and how the row was numbered and timed then. */
typedef struct order_follower {
    uint32_t event;
    range_bit is_next, is_usual;
    bool same;     /* it had the number of the row before */
    uint64_t step; /* of the time since the row before */
} order_follower;

typedef struct order_event {
    uint32_t member;
    uint64_t key;
    size_t followers;
    order_follower follower[FOLLOWERS];
} order_event;

typedef struct order_model {
    order_event *events;
    size_t count;
    range_bit known, event_bits[EVENTS_MOST], is_same;
    range_bit steps[RANGE_LENGTHS], keys[RANGE_LENGTHS], members[RANGE_LENGTHS];
} order_model;

static order_model *model_new(memory_arena *memory)
{
    order_model *model = reel__arena_push(memory, sizeof *model);
    order_event *events = reel__arena_push(memory, EVENTS_MOST * sizeof *events);
    if (!model || !events) return NULL;
    *model = (order_model){ .events = events, .count = EVENT_ROWS, .known = RANGE_BIT, .is_same = RANGE_BIT };
    for (size_t i = 0; i < EVENTS_MOST; i++) model->event_bits[i] = RANGE_BIT;
    for (size_t i = 0; i < RANGE_LENGTHS; i++) model->steps[i] = model->keys[i] = model->members[i] = RANGE_BIT;
    for (size_t i = 0; i < EVENT_ROWS; i++) events[i] = (order_event){ .member = NO_MEMBER };
    return model;
}

/* The event of a table's row; model->count: it is new; EVENTS_MOST: and there are too many. */
static uint32_t find_event(const order_model *model, uint32_t member, uint64_t key)
{
    uint32_t event = EVENT_ROWS;
    while (event < model->count && (model->events[event].member != member || model->events[event].key != key)) event++;
    return event;
}

/* An event that is not in the list of the one before: one of those that are known, or a new one. `member` and `key` are what it is, when
 * writing. False: there are too many, or it does not exist. */
static bool code_other_event(order_model *model, range_coder *coder, uint32_t *event, uint32_t member, uint64_t key)
{
    bool known = range_code(coder, &model->known, *event < model->count);
    if (known) {
        unsigned at = 1;
        for (unsigned i = EVENT_BITS; i-- > 0;) at = at << 1 | range_code(coder, &model->event_bits[at], *event >> i & 1);
        *event = at - EVENTS_MOST;
        return *event != EVENT_START && *event < model->count;
    }
    if (model->count == EVENTS_MOST) return false;
    *event = (uint32_t)model->count;
    uint64_t owner = reel__range_code_number(coder, model->members, member);
    if (owner >= NO_MEMBER) return false;
    key = unzigzag(reel__range_code_number(coder, model->keys, zigzag(key)));
    model->events[model->count++] = (order_event){ .member = (uint32_t)owner, .key = key };
    return true;
}

/* Codes which event follows `before`, and moves it to the front of its list. The first `rank` followers are ruled out. NULL: the order is damaged, or
 * has too many events. */
static order_follower *code_event(order_model *model, range_coder *coder, uint32_t before, size_t rank, uint32_t event,
                                  uint32_t member, uint64_t key)
{
    order_event *last = &model->events[before];
    while (rank < last->followers && !range_code(coder, &last->follower[rank].is_next, last->follower[rank].event == event))
        rank++;
    order_follower next;
    if (rank == last->followers) {
        if (!code_other_event(model, coder, &event, member, key)) return NULL;
        const order_event *now = &model->events[event];
        bool begins = before < EVENT_ROWS || (now->member == last->member && (int64_t)now->key <= (int64_t)last->key);
        next = (order_follower){ .event = event, .is_next = RANGE_BIT, .is_usual = RANGE_BIT, .step = begins };
        if (last->followers < FOLLOWERS)
            last->followers++;
        else
            rank--;
    } else {
        next = last->follower[rank];
    }
    memmove(last->follower + 1, last->follower, rank * sizeof next);
    last->follower[0] = next;
    return last->follower;
}

/* The row of a follower is not numbered and timed as before: how, then. */
static void code_other_step(order_model *model, range_coder *coder, order_follower *follower, bool same, uint64_t step)
{
    follower->same = range_code(coder, &model->is_same, same);
    follower->step = unzigzag(reel__range_code_number(coder, model->steps, zigzag(step)));
}

/* How the row of a follower is numbered and timed. */
static void code_step(order_model *model, range_coder *coder, order_follower *follower, bool same, uint64_t step)
{
    if (range_code(coder, &follower->is_usual, same == follower->same && step == follower->step)) return;
    code_other_step(model, coder, follower, same, step);
}

/* ---- what both directions ask ----------------------------------------------------------------------------------- */

void reel__coder_order_free(coder_order *order) { reel__arena_free(&order->memory); }

static const coder_field *field_of_role(const coder_table *table, int role) { return &table->fields[table->roles[role] - 1]; }

static bool make_values(coder_order *order)
{
    uint64_t rows = 0;
    for (size_t m = 0; m < order->count; m++) rows += order->members[m].count;
    if (rows > SIZE_MAX / 8 - 1) return false;
    order->rows = (size_t)rows;
    order->turns = reel__arena_push(&order->memory, (order->rows + 1) * sizeof *order->turns);
    order->missing = reel__arena_push(&order->memory, (order->rows + 1) * sizeof *order->missing);
    for (size_t m = 0; m < order->count && order->turns && order->missing; m++) {
        coder_member *member = &order->members[m];
        member->done = 0;
        for (int role = CODER_SEQUENCE; role < CODER_ROLES; role++) {
            if (!member->table->roles[role]) continue;
            member->values[role] = reel__arena_push(&order->memory, (member->count + 1) * sizeof(uint64_t));
            if (!member->values[role]) return false;
        }
    }
    return order->turns && order->missing;
}

static void rewind_members(coder_order *order)
{
    for (size_t m = 0; m < order->count; m++) order->members[m].done = 0;
}

/* The row of each turn, in order: its member, with member->done as its number there until the next call. */
static coder_member *next_turn(coder_order *order, size_t turn) { return &order->members[order->turns[turn]]; }

/* ---- writing ---------------------------------------------------------------------------------------------------- */

/* The member whose next row has the lowest number: the first of equals. */
static uint32_t next_member(const coder_order *order)
{
    uint32_t best = UINT32_MAX;
    uint64_t lowest = UINT64_MAX;
    for (uint32_t m = 0; m < order->count; m++) {
        const coder_member *member = &order->members[m];
        if (member->done == member->count) continue;
        uint64_t number = member->values[CODER_SEQUENCE][member->done];
        if (best == UINT32_MAX || number < lowest) best = m, lowest = number;
    }
    return best;
}

/* Merges the rows. False: their numbers fall, or too many are missing. */
static bool merge(coder_order *order)
{
    uint64_t next = 0, missing = 0;
    for (size_t i = 0; i < order->rows; i++) {
        uint32_t m = next_member(order);
        coder_member *member = &order->members[m];
        uint64_t number = member->values[CODER_SEQUENCE][member->done];
        if (i == 0) next = number;
        bool same = i && number == next - 1;
        if (!same && number < next) return false;
        order->turns[i] = m;
        order->missing[i] = same ? 0 : number - next;
        missing += order->missing[i];
        if (missing > order->rows + MISSING_FREE || number == UINT64_MAX) return false;
        next = number + 1;
        member->done++;
    }
    return true;
}

/* The shortest steps of offsets after rows of a member, over no missing number and over one, and how often it was one. */
typedef struct member_steps {
    uint64_t shortest[2];
    size_t over_one;
} member_steps;

/* Bytes of a missing number: by how much the shortest step over one exceeds that over none, after rows of the member after which most are
 * missing. False: no memory. */
static bool find_missing_bytes(coder_order *order)
{
    member_steps *steps = reel__arena_push(&order->memory, order->count * sizeof *steps), *most = steps;
    if (!steps) return false;
    for (size_t m = 0; m < order->count; m++) steps[m] = (member_steps){ { UINT64_MAX, UINT64_MAX }, 0 };
    rewind_members(order);
    size_t before = 0;
    uint64_t last = 0;
    for (size_t i = 0; i < order->rows; i++) {
        coder_member *member = next_turn(order, i);
        uint64_t offset = member->values[CODER_OFFSET][member->done++], step = offset - last, missing = order->missing[i];
        if (i && missing < 2 && step && step < steps[before].shortest[missing]) steps[before].shortest[missing] = step;
        if (i && missing == 1) steps[before].over_one++;
        if (steps[before].over_one > most->over_one) most = &steps[before];
        before = order->turns[i];
        last = offset;
    }
    bool known = most->shortest[1] < UINT64_MAX && most->shortest[1] > most->shortest[0];
    order->missing_bytes = known ? most->shortest[1] - most->shortest[0] : 0;
    return true;
}

/* Offsets become lengths: the distance to the next row, less that of the numbers missing between them. The last row of all has the length
 * of its table's row before. */
static void make_lengths(coder_order *order)
{
    uint64_t *last = NULL, offset = 0;
    rewind_members(order);
    for (size_t i = 0; i < order->rows; i++) {
        coder_member *member = next_turn(order, i);
        uint64_t *value = &member->values[CODER_OFFSET][member->done++], now = *value;
        if (last)
            *last = now - offset - order->missing[i] * order->missing_bytes;
        else
            order->offset = now;
        offset = now;
        last = value;
    }
    if (last) *last = last == next_turn(order, order->rows - 1)->values[CODER_OFFSET] ? 0 : last[-1];
}

static bool write_turns(coder_order *order, order_model *model, range_coder *coder)
{
    uint32_t before = EVENT_START;
    uint64_t number = 0, time = 0;
    rewind_members(order);
    for (size_t i = 0; i < order->rows; i++) {
        coder_member *member = next_turn(order, i);
        size_t row = member->done++;
        uint64_t key = member->values[CODER_KEY] ? member->values[CODER_KEY][row] : 0, clock = member->values[CODER_CLOCK][row];
        for (uint64_t k = 0; k < order->missing[i]; k++, before = EVENT_MISSING)
            if (!code_event(model, coder, before, 0, EVENT_MISSING, 0, 0)) return false;
        uint32_t event = find_event(model, order->turns[i], key);
        order_follower *follower = code_event(model, coder, before, 0, event, order->turns[i], key);
        if (!follower) return false;
        bool same = i && member->values[CODER_SEQUENCE][row] == number;
        uint64_t step = i ? clock - time : 0;
        code_step(model, coder, follower, same, step);
        number = member->values[CODER_SEQUENCE][row];
        time = clock;
        before = follower->event;
    }
    return true;
}

static void add_leb128(reel_memory *to, uint64_t value, bool *fits)
{
    do {
        uint8_t byte = (uint8_t)((value & 127) | (value > 127 ? 128 : 0));
        *fits = *fits && memory_add(to, &byte, 1);
        value >>= 7;
    } while (value);
}

static bool write_order(coder_order *order, reel_memory *to, bool *fits)
{
    order_model *model = model_new(&order->memory);
    const coder_member *first = next_turn(order, 0);
    if (!model) return *fits = false;
    add_leb128(to, first->values[CODER_SEQUENCE][0], fits);
    add_leb128(to, zigzag(first->values[CODER_CLOCK][0]), fits);
    add_leb128(to, order->offset, fits);
    add_leb128(to, order->missing_bytes, fits);
    size_t start = to->size;
    range_coder coder = reel__range_writer(to);
    bool whole = write_turns(order, model, &coder);
    reel__range_end(&coder);
    *fits = *fits && !coder.failed;
    return whole && to->size - start >= order->rows / ORDER_RATIO;
}

reel_status reel__coder_encode_order(coder_order *order, reel_memory *to, reel_error *error)
{
    size_t start = to->size;
    bool fits = make_values(order), made = fits && order->rows > 0;
    for (size_t m = 0; m < order->count && made; m++) {
        const coder_member *member = &order->members[m];
        for (int role = CODER_SEQUENCE; role < CODER_ROLES; role++)
            if (member->values[role])
                reel__series_load(field_of_role(member->table, role), 0, member->rows, member->table->row_size, member->count,
                                  member->values[role]);
    }
    made = made && merge(order);
    if (made && !find_missing_bytes(order)) made = fits = false;
    if (made) {
        make_lengths(order);
        made = write_order(order, to, &fits);
    }
    if (!fits) return reel__memory_fail(error);
    if (made) return REEL_OK;
    to->size = start;
    return REEL_END;
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

/* The order so far, for what is read next. */
typedef struct turns_read {
    uint32_t before;
    uint64_t number, time, missing, all_missing;
    size_t rows;
} turns_read;

/* Notes the event of a follower. False: it cannot be the next one. */
static inline bool note_turn(coder_order *order, const order_model *model, const order_follower *follower, turns_read *turns)
{
    const order_event *event = &model->events[follower->event];
    const bool same = follower->same;
    coder_member *member = event->member < order->count ? &order->members[event->member] : NULL;
    if (!member || member->done == member->count || (same && (!turns->rows || turns->missing))) return false;
    const size_t row = member->done++;
    turns->number += turns->missing + (turns->rows && !same);
    turns->time += follower->step;
    order->turns[turns->rows] = event->member;
    order->missing[turns->rows++] = turns->missing;
    member->values[CODER_SEQUENCE][row] = turns->number;
    member->values[CODER_CLOCK][row] = turns->time;
    if (member->values[CODER_KEY]) member->values[CODER_KEY][row] = event->key;
    turns->missing = 0;
    turns->before = follower->event;
    return true;
}

/* Whether a number may be missing once more. */
static inline bool note_missing(const coder_order *order, turns_read *turns)
{
    turns->before = EVENT_MISSING;
    turns->missing++;
    return ++turns->all_missing <= order->rows + MISSING_FREE;
}

/* Any event; the first `rank` followers are ruled out. */
static bool read_turn(coder_order *order, order_model *model, range_coder *coder, size_t rank, turns_read *turns)
{
    order_follower *follower = code_event(model, coder, turns->before, rank, 0, 0, 0);
    if (!follower) return false;
    if (follower->event == EVENT_MISSING) return note_missing(order, turns);
    code_step(model, coder, follower, false, 0);
    return note_turn(order, model, follower, turns);
}

#ifndef __OPTIMIZE_SIZE__
/* Most events are the first follower, and as usual: these are read here, one after the other. False: damaged. */
static bool read_usual_turns(coder_order *order, order_model *model, range_coder *coder, turns_read *turns)
{
    range_fast fast = range_fast_begin(coder);
    bool sound = true;
    while (sound && turns->rows < order->rows && range_fast_can(&fast)) {
        order_event *last = &model->events[turns->before];
        order_follower *follower = last->follower;
        const bool follows = last->followers && range_fast_get(&fast, &follower->is_next);
        if (follows && follower->event == EVENT_MISSING) {
            sound = note_missing(order, turns);
        } else if (follows && range_fast_get(&fast, &follower->is_usual)) {
            sound = note_turn(order, model, follower, turns);
        } else {
            range_fast_end(coder, &fast);
            if (follows) code_other_step(model, coder, follower, false, 0);
            sound =
                follows ? note_turn(order, model, follower, turns) : read_turn(order, model, coder, last->followers > 0, turns);
            fast = range_fast_begin(coder);
        }
    }
    range_fast_end(coder, &fast);
    return sound;
}

#endif

static bool read_turns(coder_order *order, order_model *model, range_coder *coder, uint64_t number, uint64_t time)
{
    turns_read turns = { .before = EVENT_START, .number = number, .time = time };
    bool sound = true;
#ifndef __OPTIMIZE_SIZE__ /* as for a browser */
    sound = read_usual_turns(order, model, coder, &turns);
#endif
    while (sound && turns.rows < order->rows) sound = read_turn(order, model, coder, 0, &turns);
    return sound;
}

static void narrow(const coder_member *member, int role)
{
    uint64_t *values = member->values[role];
    if (!values) return;
    series_type type = reel__series_type_of(field_of_role(member->table, role));
    reel__series_narrow_all(values, member->count, type);
}

reel_status reel__coder_decode_order(coder_order *order, reel_cursor *in, reel_budget *budget, reel_error *error)
{
    uint64_t rows = 0, number = reel_get_leb128(in), time = unzigzag(reel_get_leb128(in));
    order->offset = reel_get_leb128(in);
    order->missing_bytes = reel_get_leb128(in);
    for (size_t m = 0; m < order->count; m++) {
        rows += order->members[m].count;
        if (rows < order->members[m].count) rows = UINT64_MAX;
    }
    bool sound = !in->failed && rows && rows / ORDER_RATIO <= reel_left(in);
    if (sound && reel_spend(budget, rows) != REEL_OK) return reel_fail_budget(budget, error, "columns", reel_offset(in));
    order_model *model = sound ? model_new(&order->memory) : NULL;
    if (sound && (!model || !make_values(order))) return reel__memory_fail(error);
    if (sound) {
        range_coder coder = reel__range_reader(in->at, reel_left(in));
        sound = read_turns(order, model, &coder, number, time) && !coder.failed && coder.at == coder.end;
    }
    if (!sound)
        return reel_fail(error, REEL_CORRUPT, "columns.corrupt", "columns", reel_offset(in), "the order of rows is damaged");
    reel_take(in, reel_left(in));
    for (size_t m = 0; m < order->count; m++)
        for (int role = CODER_SEQUENCE; role < CODER_ROLES; role++) narrow(&order->members[m], role);
    return REEL_OK;
}

void reel__coder_place_offsets(coder_order *order)
{
    uint64_t offset = order->offset;
    rewind_members(order);
    for (size_t i = 0; i < order->rows; i++) {
        coder_member *member = next_turn(order, i);
        uint64_t *value = &member->values[CODER_OFFSET][member->done++], length = *value;
        offset += order->missing[i] * order->missing_bytes;
        *value = offset;
        offset += length;
    }
}
