/* SPDX-License-Identifier: MIT */
#include "formats/gdr/macros/json_update.h"
#include "codec/number.h"
#include "core/memory.h"
#include "formats/gdr/document.h"

/* The next rows of a macro. */
typedef struct cursor {
    const macros_out *rows;
    size_t input, physics, fix;
} cursor;

typedef struct update {
    const macros_json_shape *shape;
    reel_output *to;
    cursor old, now;
    uint64_t start; /* number that the file adds to every frame */
    int64_t
        delta; /* if `exact`: inputs that are left after others have gone, or were there before them, are so many frames later */
    bool exact;
    const uint8_t *copied; /* the document is written up to here */
    bool spaced, any, failed, listed;
    unsigned spelling; /* index of the names that the last event had */
    bool held[2];      /* clicks of both players: whether the button is held */
    bool moved, lost;  /* clicks: their frames or their number change; an event without any was left out */
    pull_reader tree, items, inner, deep;
    push_writer fresh;
} update;

static void put(update *u, const uint8_t *from, const uint8_t *to) { reel_put(u->to, from, (size_t)(to - from)); }

static void put_fresh(void *context, const void *data, size_t size) { reel_put(context, data, size); }

static void begin_fresh(update *u)
{
    reel__push_begin(&u->fresh, PULL_JSON, put_fresh, u->to);
    u->fresh.spaced = u->spaced;
}

static void put_separator(update *u) { reel_put(u->to, ", ", u->spaced ? 2 : 1); }

static bool is_one_of(const pull_value *key, const char *const *names)
{
    for (; *names; names++)
        if (reel__macros_json_is(key, *names)) return true;
    return false;
}

typedef struct pair {
    pull_value name, value;
    const uint8_t *end;
} pair;

static bool next_pair(pull_reader *reader, pair *p)
{
    if (!reel__pull_next(reader, &p->name) || p->name.kind == PULL_END || !reel__pull_next(reader, &p->value)) return false;
    if (!reel__pull_skip(reader, &p->value)) return false;
    p->end = reader->at;
    return true;
}

/* ---- rows --------------------------------------------------------------------------------------------------------- */

static bool has_input(const cursor *c) { return c->input < c->rows->input_count; }
static bool has_fix(const cursor *c) { return c->fix < c->rows->fix_count; }
static bool has_next(const cursor *c, bool fix) { return fix ? has_fix(c) : has_input(c); }

static void move_on(cursor *c, bool fix)
{
    if (fix) {
        c->fix++;
        return;
    }
    c->physics += c->rows->inputs[c->input].extra == GDR_PHYSICS;
    c->input++;
}

/* The next row, with the frame that the file has for it. */
static macros_json_row next_row(update *u, const cursor *c, bool fix)
{
    macros_json_row row = { .is_fix = fix };
    int64_t *frame = fix ? &row.fix.frame : &row.input.frame;
    if (fix) {
        row.fix = c->rows->fixes[c->fix];
    } else {
        row.input = c->rows->inputs[c->input];
        row.has_physics = row.input.extra == GDR_PHYSICS && c->physics < c->rows->physics_count;
        if (row.has_physics) row.physics = c->rows->physics[c->physics];
    }
    if (*frame < 0 || (uint64_t)*frame < u->start)
        u->failed = true;
    else
        *frame -= (int64_t)u->start;
    return row;
}

static bool same_value(const macros_json_value *a, const macros_json_value *b)
{
    if (a->kind != b->kind) return false;
    const bool real = a->kind == MACROS_JSON_SINGLE || a->kind == MACROS_JSON_DOUBLE;
    return real ? reel_double_bits(a->real) == reel_double_bits(b->real) : a->integer == b->integer;
}

static bool same_member(const update *u, const macros_json_row *a, const macros_json_row *b, size_t member)
{
    const macros_json_value one = u->shape->value(a, member), other = u->shape->value(b, member);
    return same_value(&one, &other);
}

static int64_t frame_of(const macros_json_row *row) { return row->is_fix ? row->fix.frame : row->input.frame; }

/* Whether a row may be another one at another frame: at that of those that stay, if it is known. */
static bool is_alike(const update *u, const macros_json_row *a, const macros_json_row *b)
{
    for (size_t i = 0; i < u->shape->member_count; i++)
        if (u->shape->value(a, i).kind != MACROS_JSON_INTEGER && !same_member(u, a, b, i)) return false;
    return !u->exact || frame_of(b) - frame_of(a) == u->delta;
}

/* ---- an event ----------------------------------------------------------------------------------------------------- */

static void put_value(update *u, const macros_json_value *v)
{
    char text[NUMBER_SIZE];
    begin_fresh(u);
    if (v->kind == MACROS_JSON_BOOL)
        reel__push_bool(&u->fresh, v->integer != 0);
    else if (v->kind == MACROS_JSON_INTEGER)
        reel__push_integer(&u->fresh, false, v->integer);
    else if (v->kind == MACROS_JSON_SINGLE)
        reel__push_raw(&u->fresh, text, reel__number_f32(text, (float)v->real));
    else
        reel__push_real(&u->fresh, v->real);
}

/* Also learns which of its names the file uses. */
static size_t find_member(update *u, const pull_value *name)
{
    for (size_t i = 0; i < u->shape->member_count; i++)
        for (unsigned n = 0; n < 2 && u->shape->members[i][n]; n++) {
            if (!reel__macros_json_is(name, u->shape->members[i][n])) continue;
            if (u->shape->members[i][1]) u->spelling = n;
            return i;
        }
    return u->shape->member_count;
}

/* Writes members that the event did not have. */
static void add_members(update *u, const macros_json_row *old, const macros_json_row *now, uint32_t met, bool any)
{
    for (size_t i = 0; i < u->shape->member_count; i++) {
        const macros_json_value value = u->shape->value(now, i);
        if (met >> i & 1 || value.kind == MACROS_JSON_NONE || same_member(u, old, now, i)) continue;
        if (any) put_separator(u);
        any = true;
        reel_put(u->to, "\"", 1);
        const char *name = macros_json_name(u->shape->members[i], u->spelling);
        reel_put(u->to, name, strlen(name));
        reel_put(u->to, "\": ", u->spaced ? 3 : 2);
        put_value(u, &value);
    }
}

static void update_event(update *u, reel_bytes map, const macros_json_row *old, const macros_json_row *now)
{
    const uint8_t *const first = map.data + 1, *end = first, *name = NULL;
    uint32_t met = 0;
    bool any = false;
    pair p = { .end = NULL };
    reel__pull_begin(&u->inner, PULL_JSON, map.data, map.size, MACROS_JSON_DEPTH);
    reel__pull_next(&u->inner, &p.value);
    reel_put(u->to, "{", 1);
    for (; next_pair(&u->inner, &p); end = p.end) {
        const size_t member = find_member(u, &p.name);
        const bool known = member < u->shape->member_count, keeps = !known || same_member(u, old, now, member);
        const macros_json_value value = known ? u->shape->value(now, member) : (macros_json_value){ .kind = MACROS_JSON_NONE };
        if (!name) name = p.name.start;
        if (known) met |= UINT32_C(1) << member;
        if (!keeps && value.kind == MACROS_JSON_NONE) continue;
        if (any)
            put(u, end, p.name.start);
        else
            put(u, first, name);
        any = true;
        put(u, p.name.start, keeps ? p.end : p.value.start);
        if (!keeps) put_value(u, &value);
    }
    add_members(u, old, now, met, any);
    put(u, end, map.data + map.size);
}

static bool is_fix(update *u, reel_bytes map)
{
    pair p = { .end = NULL };
    bool input = !u->shape->input_key;
    reel__pull_begin(&u->inner, PULL_JSON, map.data, map.size, MACROS_JSON_DEPTH);
    reel__pull_next(&u->inner, &p.value);
    while (!input && next_pair(&u->inner, &p))
        input = reel__macros_json_is(&p.name, u->shape->input_key) && p.value.kind != PULL_NULL;
    return !input;
}

/* ---- the list ----------------------------------------------------------------------------------------------------- */

/* What is before an event: the blanks of the first one, the comma of another. */
typedef struct gap {
    const uint8_t *from, *to;
    bool first; /* before the first event of the original */
} gap;

static void put_gap(update *u, const gap *first, const gap *own)
{
    if (!u->any && first->from)
        put(u, first->from, first->to);
    else if (u->any && own && !own->first)
        put(u, own->from, own->to);
    else if (u->any)
        put_separator(u);
    u->any = true;
}

static void put_new(update *u, const gap *first, bool fix)
{
    const macros_json_row row = next_row(u, &u->now, fix);
    put_gap(u, first, NULL);
    begin_fresh(u);
    u->shape->push(&u->fresh, &row, u->spelling);
    move_on(&u->now, fix);
}

static void put_rest(update *u, const gap *first)
{
    while (!u->failed && (has_input(&u->now) || has_fix(&u->now))) {
        const bool fix = !has_input(&u->now) ||
                         (has_fix(&u->now) && u->now.rows->fixes[u->now.fix].frame < u->now.rows->inputs[u->now.input].frame);
        put_new(u, first, fix);
    }
}

/* An event of the original: the rows are those of the original in order, each perhaps changed; or some of them; or these and more. */
static void take_event(update *u, reel_bytes map, const gap *first, const gap *own)
{
    const bool fix = is_fix(u, map);
    const size_t before = fix ? u->old.rows->fix_count : u->old.rows->input_count;
    const size_t after = fix ? u->now.rows->fix_count : u->now.rows->input_count;
    if (!has_next(&u->old, fix)) {
        u->failed = true;
        return;
    }
    const macros_json_row old = next_row(u, &u->old, fix);
    move_on(&u->old, fix);
    while (has_next(&u->now, fix) && !u->failed) {
        const macros_json_row now = next_row(u, &u->now, fix);
        const bool alike = is_alike(u, &old, &now);
        if (after > before && !alike) {
            put_new(u, first, fix);
            continue;
        }
        if (after < before && !alike) return;
        put_gap(u, first, own);
        update_event(u, map, &old, &now);
        move_on(&u->now, fix);
        return;
    }
}

/* ---- clicks of both players --------------------------------------------------------------------------------------- */

static unsigned click_of(const pull_value *value)
{
    pull_value number;
    if (!reel__pull_as_number(value, &number)) return 0;
    return number.kind == PULL_REAL ? (unsigned)number.real : (unsigned)number.number;
}

static void take_click(const pull_value *value, unsigned *click)
{
    if (value->kind != PULL_NULL) *click = click_of(value);
}

/* The click of a player: the object with it is the value that was just read. */
static void take_player(update *u, const pair *player, unsigned *click)
{
    pair p = { .end = NULL };
    if (player->value.kind != PULL_MAP) return;
    reel__pull_begin(&u->deep, PULL_JSON, player->value.start, (size_t)(player->end - player->value.start), MACROS_JSON_DEPTH);
    reel__pull_next(&u->deep, &p.value);
    while (next_pair(&u->deep, &p))
        if (reel__macros_json_is(&p.name, "click")) take_click(&p.value, click);
}

/* The number of inputs that the reader makes of an event: a press of a held button has a release before it. */
static size_t count_inputs(update *u, reel_bytes map)
{
    static const char *const players[2] = { "player_1", "player_2" }, *const direct[2] = { "player_1_click", "player_2_click" };
    enum { PRESS = 1 };
    unsigned clicks[2] = { 0, 0 };
    size_t count = 0;
    pair p = { .end = NULL };
    reel__pull_begin(&u->inner, PULL_JSON, map.data, map.size, MACROS_JSON_DEPTH);
    reel__pull_next(&u->inner, &p.value);
    while (next_pair(&u->inner, &p))
        for (size_t i = 0; i < 2; i++) {
            if (reel__macros_json_is(&p.name, players[i])) take_player(u, &p, &clicks[i]);
            if (reel__macros_json_is(&p.name, direct[i])) take_click(&p.value, &clicks[i]);
        }
    for (size_t i = 0; i < 2; i++) {
        if (!clicks[i]) continue;
        count += clicks[i] == PRESS && u->held[i] ? 2u : 1u;
        u->held[i] = clicks[i] == PRESS;
    }
    return count;
}

/* Whether the next inputs are those of an event: all at its frame, or all at another one. */
static bool are_inputs_of(const update *u, size_t count)
{
    const macros_out *old = u->old.rows, *now = u->now.rows;
    if (count > old->input_count - u->old.input || count > now->input_count - u->now.input) return false;
    for (size_t i = 0; i < count; i++) {
        const gdr_input *a = &old->inputs[u->old.input + i], *b = &now->inputs[u->now.input + i];
        if (!a->player2 != !b->player2 || !a->down != !b->down) return false;
        if (now->input_count < old->input_count ? a->frame != b->frame : b->frame != now->inputs[u->now.input].frame)
            return false;
    }
    return true;
}

/* An event with clicks stays whole, or goes. One without any has no row, which would say where it belongs at other times: it goes then, too. */
static void take_clicks(update *u, reel_bytes map, const gap *first, const gap *own)
{
    const size_t count = count_inputs(u, map), before = u->old.rows->input_count, after = u->now.rows->input_count;
    const bool are = are_inputs_of(u, count), goes = !count && u->moved;
    if (count > before - u->old.input || after > before || (!are && after == before)) u->failed = true;
    u->lost |= goes;
    if (are && !goes && !u->failed) {
        put_gap(u, first, own);
        if (count) {
            const macros_json_row old = next_row(u, &u->old, false), now = next_row(u, &u->now, false);
            update_event(u, map, &old, &now);
        } else {
            put(u, map.data, map.data + map.size);
        }
        u->now.input += count;
    }
    u->old.input += count;
}

/* Whether as many inputs may be in another order: then what an event has besides its row would go to another one. */
static bool are_reordered(const macros_out *old, const macros_out *now)
{
    bool frames = false, others = false, back = false;
    for (size_t i = 0; i < old->input_count; i++) {
        const gdr_input *a = &old->inputs[i], *b = &now->inputs[i];
        frames |= a->frame != b->frame;
        others |= !a->player2 != !b->player2 || !a->down != !b->down || a->extra != b->extra;
        back |= i && a->frame < a[-1].frame && b->frame > b[-1].frame;
    }
    return back || (frames && others);
}

static void compare_inputs(update *u)
{
    const macros_out *old = u->old.rows, *now = u->now.rows;
    if (now->input_count == old->input_count && are_reordered(old, now)) u->failed = true;
    if (now->input_count < old->input_count)
        u->exact = reel__gdr_find_part(now->inputs, now->input_count, old->inputs, old->input_count, &u->delta);
    if (now->input_count > old->input_count)
        u->exact = reel__gdr_find_part(old->inputs, old->input_count, now->inputs, now->input_count, &u->delta);
    if (now->input_count > old->input_count) u->delta = -u->delta;
}

static bool are_moved(const macros_out *old, const macros_out *now)
{
    bool moved = old->input_count != now->input_count;
    for (size_t i = 0; i < old->input_count && !moved; i++) moved = old->inputs[i].frame != now->inputs[i].frame;
    return moved;
}

/* ---- the document ------------------------------------------------------------------------------------------------- */

static void update_list(update *u, const uint8_t *from, const uint8_t *to)
{
    pull_value item;
    gap first = { .from = NULL }, own;
    const uint8_t *end = from + 1;
    u->failed |= u->listed;
    u->listed = true;
    put(u, from, from + 1);
    reel__pull_begin(&u->items, PULL_JSON, from, (size_t)(to - from), MACROS_JSON_DEPTH);
    reel__pull_next(&u->items, &item);
    while (!u->failed && reel__pull_next(&u->items, &item) && item.kind == PULL_MAP && reel__pull_skip(&u->items, &item)) {
        const reel_bytes map = { item.start, (size_t)(u->items.at - item.start) };
        own = (gap){ end, item.start, !first.from };
        if (!first.from) first = own;
        (u->shape->clicks ? take_clicks : take_event)(u, map, &first, &own);
        end = u->items.at;
    }
    u->failed |= u->shape->clicks && has_input(&u->now);
    put_rest(u, &first);
    put(u, end, to);
}

static void put_rate(update *u, const pair *p)
{
    if (p->value.kind == PULL_NULL) return;
    const double fps = u->now.rows->info.framerate;
    const bool whole = fps < 1e15 && (double)(uint64_t)fps == fps;
    const macros_json_value value = { whole ? MACROS_JSON_INTEGER : MACROS_JSON_DOUBLE, whole ? (uint64_t)fps : 0, fps };
    put(u, u->copied, p->value.start);
    put_value(u, &value);
    u->copied = p->end;
}

static void update_rates(update *u, const pair *group)
{
    pair p = { .end = NULL };
    if (group->value.kind != PULL_MAP) return;
    reel__pull_begin(&u->inner, PULL_JSON, group->value.start, (size_t)(group->end - group->value.start), MACROS_JSON_DEPTH);
    reel__pull_next(&u->inner, &p.value);
    while (next_pair(&u->inner, &p))
        if (is_one_of(&p.name, u->shape->rates)) put_rate(u, &p);
}

/* The number that is added to every frame: its key may come after the list. */
static void find_start(update *u, const uint8_t *text, const uint8_t *end)
{
    pair p = { .end = NULL };
    reel__pull_begin(&u->tree, PULL_JSON, text, (size_t)(end - text), MACROS_JSON_DEPTH);
    reel__pull_next(&u->tree, &p.value);
    while (u->shape->start && next_pair(&u->tree, &p)) {
        pull_value number = { .kind = PULL_NULL };
        if (!reel__macros_json_is(&p.name, u->shape->start) || p.value.kind == PULL_NULL) continue;
        if (!reel__pull_as_number(&p.value, &number) || number.kind == PULL_NEGATIVE) u->failed = true;
        u->start = number.kind == PULL_REAL ? (uint64_t)number.real : number.number;
    }
}

static void update_document(update *u, const uint8_t *text, const uint8_t *end)
{
    pair p = { .end = NULL };
    const bool same_rate = reel_double_bits(u->old.rows->info.framerate) == reel_double_bits(u->now.rows->info.framerate);
    const uint8_t *colon = memchr(text, ':', (size_t)(end - text));
    u->spaced = colon && colon + 1 < end && colon[1] == ' ';
    find_start(u, text, end);
    reel__pull_begin(&u->tree, PULL_JSON, text, (size_t)(end - text), MACROS_JSON_DEPTH);
    if (!reel__pull_next(&u->tree, &p.value) || p.value.kind != PULL_MAP) u->failed = true;
    while (!u->failed && next_pair(&u->tree, &p)) {
        if (is_one_of(&p.name, u->shape->lists) && p.value.kind == PULL_ARRAY) {
            put(u, u->copied, p.value.start);
            update_list(u, p.value.start, p.end);
            u->copied = p.end;
        } else if (!same_rate && u->shape->rate_group && reel__macros_json_is(&p.name, u->shape->rate_group)) {
            update_rates(u, &p);
        } else if (!same_rate && !u->shape->rate_group && is_one_of(&p.name, u->shape->rates)) {
            put_rate(u, &p);
        }
    }
    put(u, u->copied, end);
}

bool reel__macros_json_update(const macros_out *w, const macros_out *old, reel_output *to, const macros_json_shape *shape,
                              bool *lost)
{
    const reel_bytes mark = { (const uint8_t *)"\xef\xbb\xbf", 3 };
    const size_t size = reel__macros_data_size(w->document.data, w->document.size);
    const uint8_t *const data = w->document.data;
    const bool marked = size >= mark.size && memcmp(data, mark.data, mark.size) == 0;
    update *u = reel__memory_new(&w->e->allocator, sizeof *u);
    if (!u) return false;
    *u = (update){ .shape = shape, .to = to, .old = { .rows = old }, .now = { .rows = w }, .copied = data };
    u->moved = are_moved(old, w);
    compare_inputs(u);
    update_document(u, data + (marked ? mark.size : 0), data + size);
    *lost = u->lost;
    const bool done = !u->failed && u->listed && to->status >= 0;
    reel__memory_drop(&w->e->allocator, u);
    return done;
}
