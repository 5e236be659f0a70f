/* SPDX-License-Identifier: MIT
 * Mega Hack 7, JSON. An event without "down" is a position fix. */
#include "codec/number.h"
#include "formats/gdr/macros/json_update.h"

enum { HAS_X = 1, HAS_Y = 2, HAS_ROTATION = 4, HAS_VELOCITY = 8 };

static const char bot[] = "Mega Hack";

int reel__macros_mhr_json_sniff(const uint8_t *head, size_t size)
{
    enum { EVENTS = 1, META = 2, OTHER_META = 4, FRAME = 8, DOWN = 16 };
    static const char *const keys[] = { "events", "meta", "_", "frame", "down" };
    unsigned has = reel__macros_json_keys(head, size, keys, sizeof keys / sizeof *keys);
    if (!(has & EVENTS)) return 0;
    if (has & (META | OTHER_META)) return 40;
    return has & FRAME && has & DOWN ? 24 : 0;
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

static reel_status read_meta(macros_in *m, const pull_value *meta, bool *found)
{
    pull_value key, value;
    double fps;
    reel_status status;
    if (meta->kind != PULL_MAP) return reel__macros_json_skip(m, meta);
    while ((status = reel__macros_json_member(m, &key, &value)) == REEL_OK) {
        if (reel__macros_json_is(&key, "fps") && value.kind != PULL_NULL) {
            status = reel__macros_json_number(m, &value, &fps);
            if (status >= 0) status = reel__macros_rate(m, fps, reel__macros_json_at(m, &value));
            *found = true;
        } else {
            status = reel__macros_json_skip(m, &value);
        }
        if (status < 0) return status;
    }
    return status;
}

/* The framerate comes last in the file. */
static reel_status read_head(macros_in *m)
{
    pull_value key, value;
    bool rate = false, events = false;
    reel_status status = reel__macros_json_begin(m);
    while (status == REEL_OK && (status = reel__macros_json_member(m, &key, &value)) == REEL_OK) {
        if (reel__macros_json_is(&key, "meta")) {
            status = read_meta(m, &value, &rate);
            if (status == REEL_END) status = REEL_OK;
        } else {
            events |= reel__macros_json_is(&key, "events") && value.kind == PULL_ARRAY;
            status = reel__macros_json_skip(m, &value);
        }
    }
    if (status < 0) return status;
    if (!rate) return reel__macros_json_missing(m, "meta.fps", 0);
    return events ? REEL_OK : reel__macros_json_missing(m, "events", 0);
}

typedef struct event {
    uint64_t frame;
    double x, y, rotation, velocity;
    unsigned has;
    bool framed, stated, down, player2; /* stated: whether it is down */
} event;

static reel_status read_value(macros_in *m, const pull_value *key, const pull_value *value, event *e)
{
    const struct {
        const char *name;
        double *to;
        unsigned bit;
    } numbers[] = {
        { "x", &e->x, HAS_X }, { "y", &e->y, HAS_Y }, { "r", &e->rotation, HAS_ROTATION }, { "a", &e->velocity, HAS_VELOCITY }
    };
    static const char *const known[] = { "frame", "down", "p2", "x", "y", "r", "a", NULL };
    if (reel__macros_json_null(m, key, value, known)) return REEL_OK;
    if (reel__macros_json_is(key, "frame")) {
        e->framed = true;
        return reel__macros_json_frame(m, value, &e->frame);
    }
    if (reel__macros_json_is(key, "down")) {
        e->stated = true;
        return reel__macros_json_bool(m, value, &e->down);
    }
    if (reel__macros_json_is(key, "p2")) return reel__macros_json_bool(m, value, &e->player2);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (!reel__macros_json_is(key, numbers[i].name)) continue;
        reel_status status = reel__macros_json_number(m, value, numbers[i].to);
        const double number = *numbers[i].to;
        if (number == number) e->has |= numbers[i].bit; /* NaN says no more than nothing */
        if (number != number) *numbers[i].to = 0;
        if (status < 0 || number != number || number - number == 0) return status;
        return macros_fail(m, REEL_CORRUPT, "bad-number", reel__macros_json_at(m, value), "a number is too large");
    }
    return reel__macros_json_skip(m, value);
}

static void add_event(macros_in *m, const event *e)
{
    uint8_t has =
        (uint8_t)((e->has & (HAS_X | HAS_Y) ? MACROS_FIX_POSITION : 0) | (e->has & HAS_ROTATION ? MACROS_FIX_ROTATION : 0) |
                  (e->has & HAS_VELOCITY ? MACROS_FIX_Y_VELOCITY : 0));
    const float unknown = reel_float_of(MACROS_UNKNOWN_F32);
    float x = e->has & HAS_X ? (float)e->x : unknown, y = e->has & HAS_Y ? (float)e->y : unknown;
    float rotation = e->has & HAS_ROTATION ? (float)e->rotation : unknown;
    if (!e->stated)
        reel__macros_fix_add(m, (macros_fix){ .frame = (int64_t)e->frame,
                                              .x = has & MACROS_FIX_POSITION ? x : 0,
                                              .y = has & MACROS_FIX_POSITION ? y : 0,
                                              .rotation = (float)e->rotation,
                                              .y_velocity = e->velocity,
                                              .player2 = e->player2,
                                              .has = has });
    else if (!e->has)
        macros_input(m, e->frame, GDR_JUMP, e->player2, e->down);
    else
        reel__macros_physics(m, e->frame, GDR_JUMP, e->player2, e->down,
                             (gdr_physics){ .x = x,
                                            .y = y,
                                            .rotation = rotation,
                                            .y_velocity = e->has & HAS_VELOCITY ? e->velocity : reel_double_of(MACROS_UNKNOWN),
                                            .x_velocity = reel_double_of(MACROS_UNKNOWN) });
}

static reel_status read_event(macros_in *m, const pull_value *map)
{
    pull_value key, value;
    event e = { 0 };
    reel_status status;
    if (map->kind != PULL_MAP) return reel__macros_json_missing(m, "frame", reel__macros_json_at(m, map));
    while ((status = reel__macros_json_member(m, &key, &value)) == REEL_OK) {
        status = read_value(m, &key, &value, &e);
        if (status < 0) return status;
    }
    if (status < 0) return status;
    if (!e.framed) return reel__macros_json_missing(m, "frame", reel__macros_json_at(m, map));
    add_event(m, &e);
    return REEL_OK;
}

static reel_status read_body(macros_in *m)
{
    pull_value key, value, map;
    m->c = m->d->in;
    reel_status status = reel__macros_json_begin(m);
    while (status == REEL_OK && (status = reel__macros_json_member(m, &key, &value)) == REEL_OK) {
        if (!reel__macros_json_is(&key, "events") || value.kind != PULL_ARRAY) {
            status = reel__macros_json_skip(m, &value);
            continue;
        }
        while ((status = reel__macros_json_item(m, &map)) == REEL_OK) {
            status = read_event(m, &map);
            if (status < 0) return status;
        }
        if (status == REEL_END) status = REEL_OK;
    }
    if (status >= 0) reel__macros_json_end(m);
    return status;
}

const macros_kind reel__macros_mhr_json = { bot, read_head, read_body };

/* ---- writing ---------------------------------------------------------------------------------------------------- */

static void put_output(void *context, const void *data, size_t size) { reel_put(context, data, size); }

static bool is_finite(double value) { return value - value == 0; }

/* NaN stands for a value that the file does not have. */
static bool is_unknown(double value) { return value != value; }

static bool storable(double value) { return is_finite(value) || reel_double_bits(value) == MACROS_UNKNOWN; }
static bool storable_f32(float value) { return is_finite((double)value) || reel_float_bits(value) == MACROS_UNKNOWN_F32; }

static reel_status check_physics(const gdr_physics *p, reel_error *error)
{
    bool known =
        !is_unknown((double)p->x) || !is_unknown((double)p->y) || !is_unknown((double)p->rotation) || !is_unknown(p->y_velocity);
    if (reel_double_bits(p->x_velocity) != MACROS_UNKNOWN)
        return reel__macros_refuse(error, "macros.x-velocity", "physics", "the format cannot store the x velocity");
    if (known && storable_f32(p->x) && storable_f32(p->y) && storable_f32(p->rotation) && storable(p->y_velocity)) return REEL_OK;
    return reel__macros_refuse(error, "macros.physics", "physics", "JSON cannot store infinities, or physics without any value");
}

static reel_status check_row(const void *of, const reel_table *table, const void *row, size_t number, reel_error *error)
{
    const macros_fix *f = row;
    (void)of, (void)number;
    if (table == &gdr_physics_rows) return check_physics(row, error);
    if (table != &macros_fixes) return REEL_OK;
    const bool any = !(f->has & MACROS_FIX_POSITION) || is_finite((double)f->x) || is_finite((double)f->y);
    if (!(f->has & ~7) && any && storable_f32(f->x) && storable_f32(f->y) && is_finite((double)f->rotation) &&
        is_finite(f->y_velocity))
        return REEL_OK;
    return reel__macros_refuse(error, "macros.fix", "fixes", "JSON cannot store infinities or NaN");
}

static void push_key(push_writer *to, const char *key) { reel__push_string(to, key, strlen(key)); }

static void push_f32(push_writer *to, const char *key, float value, bool known)
{
    char text[NUMBER_SIZE];
    if (!known) return;
    push_key(to, key);
    reel__push_raw(to, text, reel__number_f32(text, value));
}

static void push_input(push_writer *to, const gdr_input *in, const gdr_physics *p)
{
    reel__push_map(to, 0);
    if (p && !is_unknown(p->y_velocity)) {
        push_key(to, "a");
        reel__push_real(to, p->y_velocity);
    }
    push_key(to, "down");
    reel__push_bool(to, in->down != 0);
    push_key(to, "frame");
    reel__push_integer(to, false, (uint64_t)in->frame);
    if (in->player2) {
        push_key(to, "p2");
        reel__push_bool(to, true);
    }
    if (p) {
        push_f32(to, "r", p->rotation, !is_unknown((double)p->rotation));
        push_f32(to, "x", p->x, !is_unknown((double)p->x));
        push_f32(to, "y", p->y, !is_unknown((double)p->y));
    }
    reel__push_end(to);
}

static void push_fix(push_writer *to, const macros_fix *fix)
{
    reel__push_map(to, 0);
    if (fix->has & MACROS_FIX_Y_VELOCITY) {
        push_key(to, "a");
        reel__push_real(to, fix->y_velocity);
    }
    push_key(to, "frame");
    reel__push_integer(to, false, (uint64_t)fix->frame);
    if (fix->player2) {
        push_key(to, "p2");
        reel__push_bool(to, true);
    }
    push_f32(to, "r", fix->rotation, fix->has & MACROS_FIX_ROTATION);
    push_f32(to, "x", fix->x, fix->has & MACROS_FIX_POSITION && !is_unknown((double)fix->x));
    push_f32(to, "y", fix->y, fix->has & MACROS_FIX_POSITION && !is_unknown((double)fix->y));
    reel__push_end(to);
}

static void push_row(push_writer *to, const macros_json_row *row, unsigned spelling)
{
    (void)spelling;
    if (row->is_fix)
        push_fix(to, &row->fix);
    else
        push_input(to, &row->input, row->has_physics ? &row->physics : NULL);
}

/* Members of an event, as the writer orders them. */
enum { MEMBER_VELOCITY, MEMBER_DOWN, MEMBER_FRAME, MEMBER_PLAYER2, MEMBER_ROTATION, MEMBER_X, MEMBER_Y, MEMBERS };
static const char *const members[MEMBERS][2] = { { "a" }, { "down" }, { "frame" }, { "p2" }, { "r" }, { "x" }, { "y" } };

static macros_json_value real_value(double value, bool known, macros_json_kind kind)
{
    return (macros_json_value){ known ? kind : MACROS_JSON_NONE, 0, known ? value : 0 };
}

static macros_json_value value_of_fix(const macros_fix *f, size_t member)
{
    const bool placed = f->has & MACROS_FIX_POSITION;
    switch (member) {
    case MEMBER_VELOCITY: return real_value(f->y_velocity, f->has & MACROS_FIX_Y_VELOCITY, MACROS_JSON_DOUBLE);
    case MEMBER_FRAME: return (macros_json_value){ MACROS_JSON_INTEGER, (uint64_t)f->frame, 0 };
    case MEMBER_PLAYER2: return (macros_json_value){ MACROS_JSON_BOOL, f->player2 != 0, 0 };
    case MEMBER_ROTATION: return real_value((double)f->rotation, f->has & MACROS_FIX_ROTATION, MACROS_JSON_SINGLE);
    case MEMBER_X: return real_value((double)f->x, placed && !is_unknown((double)f->x), MACROS_JSON_SINGLE);
    case MEMBER_Y: return real_value((double)f->y, placed && !is_unknown((double)f->y), MACROS_JSON_SINGLE);
    default: return (macros_json_value){ .kind = MACROS_JSON_NONE };
    }
}

static macros_json_value value_of(const macros_json_row *row, size_t member)
{
    if (row->is_fix) return value_of_fix(&row->fix, member);
    const gdr_physics *p = &row->physics;
    const bool has = row->has_physics;
    switch (member) {
    case MEMBER_VELOCITY: return real_value(p->y_velocity, has && !is_unknown(p->y_velocity), MACROS_JSON_DOUBLE);
    case MEMBER_DOWN: return (macros_json_value){ MACROS_JSON_BOOL, row->input.down != 0, 0 };
    case MEMBER_FRAME: return (macros_json_value){ MACROS_JSON_INTEGER, (uint64_t)row->input.frame, 0 };
    case MEMBER_PLAYER2: return (macros_json_value){ MACROS_JSON_BOOL, row->input.player2 != 0, 0 };
    case MEMBER_ROTATION: return real_value((double)p->rotation, has && !is_unknown((double)p->rotation), MACROS_JSON_SINGLE);
    case MEMBER_X: return real_value((double)p->x, has && !is_unknown((double)p->x), MACROS_JSON_SINGLE);
    default: return real_value((double)p->y, has && !is_unknown((double)p->y), MACROS_JSON_SINGLE);
    }
}

static bool update_json(const macros_out *w, const macros_out *old, reel_output *to, bool *lost)
{
    static const char *const lists[] = { "events", NULL }, *const rates[] = { "fps", NULL };
    static const macros_json_shape shape = {
        .lists = lists,
        .rates = rates,
        .rate_group = "meta",
        .input_key = "down",
        .members = members,
        .member_count = MEMBERS,
        .value = value_of,
        .push = push_row,
    };
    return reel__macros_json_update(w, old, to, &shape, lost);
}

static void push_events(push_writer *to, const macros_out *w)
{
    reel__push_array(to, 0);
    for (size_t i = 0, fix = 0, physics = 0; i < w->input_count || fix < w->fix_count;) {
        if (fix == w->fix_count || (i < w->input_count && w->inputs[i].frame <= w->fixes[fix].frame)) {
            bool has = w->inputs[i].extra == GDR_PHYSICS;
            push_input(to, &w->inputs[i++], has ? &w->physics[physics++] : NULL);
        } else {
            push_fix(to, &w->fixes[fix++]);
        }
    }
    reel__push_end(to);
}

static reel_status write_json(macros_out *w)
{
    push_writer to;
    double fps = w->info.framerate;
    reel__push_begin(&to, PULL_JSON, put_output, w->e->out);
    to.spaced = true;
    reel__push_map(&to, 0);
    push_key(&to, "events");
    push_events(&to, w);
    push_key(&to, "meta");
    reel__push_map(&to, 0);
    push_key(&to, "fps");
    if (fps < 1e15 && (double)(uint64_t)fps == fps)
        reel__push_integer(&to, false, (uint64_t)fps);
    else
        reel__push_real(&to, fps);
    reel__push_end(&to);
    reel__push_end(&to);
    return REEL_OK;
}

const macros_writing reel__macros_write_mhr_json = {
    .kind = &reel__macros_mhr_json,
    .stores = MACROS_FIXES | MACROS_PHYSICS,
    .most_frame = MACROS_MOST_FRAME,
    .write = write_json,
    .check = check_row,
    .update = update_json,
};
