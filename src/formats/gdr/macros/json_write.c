/* SPDX-License-Identifier: MIT
 * Writers of JSON of other bots: Echo and TASBot. */
#include "codec/number.h"
#include "formats/gdr/macros/json_update.h"

static void put_output(void *context, const void *data, size_t size) { reel_put(context, data, size); }

static void push_key(push_writer *to, const char *key) { reel__push_string(to, key, strlen(key)); }

static void push_number(push_writer *to, const char *key, double value)
{
    push_key(to, key);
    if (value < 1e15 && value >= 0 && (double)(uint64_t)value == value)
        reel__push_integer(to, false, (uint64_t)value);
    else
        reel__push_real(to, value);
}

static void push_flag(push_writer *to, const char *key, bool value)
{
    push_key(to, key);
    reel__push_bool(to, value);
}

static void begin(push_writer *to, const macros_out *w, const char *rate, const char *list)
{
    reel__push_begin(to, PULL_JSON, put_output, w->e->out);
    to->spaced = true;
    reel__push_map(to, 0);
    push_number(to, rate, w->info.framerate);
    push_key(to, list);
    reel__push_array(to, 0);
}

static void end(push_writer *to)
{
    reel__push_end(to);
    reel__push_end(to);
}

/* ---- Echo --------------------------------------------------------------------------------------------------------- */

enum { ECHO_VALUES = 5 };

/* The values of physics in the order of the file; false if JSON has no word for one. NaN is one that the file does not have. */
static bool echo_values(const gdr_physics *p, double values[ECHO_VALUES])
{
    const double all[ECHO_VALUES] = { (double)p->rotation, p->x_velocity, (double)p->x, p->y_velocity, (double)p->y };
    bool any = false;
    for (size_t i = 0; i < ECHO_VALUES; i++) {
        bool known = all[i] == all[i];
        if (known && all[i] - all[i] != 0) return false;
        any |= known;
        values[i] = all[i];
    }
    return any;
}

static void push_f32(push_writer *to, const char *key, float value)
{
    char text[NUMBER_SIZE];
    push_key(to, key);
    reel__push_raw(to, text, reel__number_f32(text, value));
}

static reel_status check_echo(const void *of, const reel_table *table, const void *row, size_t number, reel_error *error)
{
    double values[ECHO_VALUES];
    (void)of, (void)number;
    if (table != &gdr_physics_rows || echo_values(row, values)) return REEL_OK;
    return reel__macros_refuse(error, "macros.physics", "physics", "JSON cannot store infinities, or physics without any value");
}

/* Members of an event, as the writer orders them, each with its older name. */
enum { ECHO_FRAME, ECHO_HOLDING, ECHO_PLAYER2, ECHO_PHYSICS, ECHO_MEMBERS = ECHO_PHYSICS + ECHO_VALUES };
static const char *const echo_members[ECHO_MEMBERS][2] = {
    { "frame", "Frame" }, { "holding", "Hold" },          { "player_2", "Player 2" },    { "rotation", "Rotation" },
    { "x_vel" },          { "x_position", "X Position" }, { "y_vel", "Y Acceleration" }, { "y_position", "Y Position" },
};

static macros_json_value echo_value(const macros_json_row *row, size_t member)
{
    double values[ECHO_VALUES];
    if (member == ECHO_FRAME) return (macros_json_value){ MACROS_JSON_INTEGER, (uint64_t)row->input.frame, 0 };
    if (member == ECHO_HOLDING) return (macros_json_value){ MACROS_JSON_BOOL, row->input.down != 0, 0 };
    if (member == ECHO_PLAYER2) return (macros_json_value){ MACROS_JSON_BOOL, row->input.player2 != 0, 0 };
    const size_t v = member - ECHO_PHYSICS;
    if (!row->has_physics || !echo_values(&row->physics, values) || values[v] != values[v])
        return (macros_json_value){ .kind = MACROS_JSON_NONE };
    return (macros_json_value){ v == 1 || v == 3 ? MACROS_JSON_DOUBLE : MACROS_JSON_SINGLE, 0, values[v] };
}

static void push_echo(push_writer *to, const macros_json_row *row, unsigned spelling)
{
    reel__push_map(to, 0);
    for (size_t i = 0; i < ECHO_MEMBERS; i++) {
        const char *name = macros_json_name(echo_members[i], spelling);
        const macros_json_value value = echo_value(row, i);
        if (value.kind == MACROS_JSON_INTEGER) push_number(to, name, (double)value.integer);
        if (value.kind == MACROS_JSON_BOOL) push_flag(to, name, value.integer != 0);
        if (value.kind == MACROS_JSON_SINGLE) push_f32(to, name, (float)value.real);
        if (value.kind != MACROS_JSON_DOUBLE) continue;
        push_key(to, name);
        reel__push_real(to, value.real);
    }
    reel__push_end(to);
}

static reel_status write_echo(macros_out *w)
{
    push_writer to;
    /* without inputs only the older form has a key of its own */
    if (w->input_count)
        begin(&to, w, "fps", "inputs");
    else
        begin(&to, w, "FPS", "Echo Replay");
    for (size_t i = 0, physics = 0; i < w->input_count; i++) {
        macros_json_row row = { .input = w->inputs[i], .has_physics = w->inputs[i].extra == GDR_PHYSICS };
        if (row.has_physics) row.physics = w->physics[physics++];
        push_echo(&to, &row, 0);
    }
    end(&to);
    return REEL_OK;
}

static bool update_echo(const macros_out *w, const macros_out *old, reel_output *to, bool *lost)
{
    static const char *const lists[] = { "Echo Replay", "inputs", NULL }, *const rates[] = { "fps", "FPS", NULL };
    static const macros_json_shape shape = {
        .lists = lists,
        .rates = rates,
        .start = "Starting Frame",
        .members = echo_members,
        .member_count = ECHO_MEMBERS,
        .value = echo_value,
        .push = push_echo,
    };
    return reel__macros_json_update(w, old, to, &shape, lost);
}

const macros_writing reel__macros_write_echobot_json = {
    .kind = &reel__macros_echobot_json,
    .stores = MACROS_PHYSICS | MACROS_X_VELOCITY,
    .most_frame = (UINT64_C(1) << 53) - 1,
    .write = write_echo,
    .check = check_echo,
    .update = update_echo,
};

/* ---- TASBot ------------------------------------------------------------------------------------------------------- */

enum { CLICK_NONE, CLICK_PRESS, CLICK_RELEASE };

/* A press of a held button reads as a release before it. */
static reel_status check_tasbot(const macros_out *w)
{
    bool held[2] = { false, false };
    for (size_t i = 0; i < w->input_count; i++) {
        bool player2 = w->inputs[i].player2 != 0, down = w->inputs[i].down != 0;
        if (down && held[player2])
            return reel__macros_refuse(
                w->e->error, "macros.repeat", "inputs",
                "the format cannot store a press of a button that is held; --do add-releases releases it before");
        held[player2] = down;
    }
    return REEL_OK;
}

static void push_player(push_writer *to, const char *key, const gdr_input *in)
{
    push_key(to, key);
    reel__push_map(to, 0);
    push_number(to, "click", in ? in->down ? CLICK_PRESS : CLICK_RELEASE : CLICK_NONE);
    push_key(to, "x_position");
    reel__push_raw(to, "0.0", 3);
    reel__push_end(to);
}

static reel_status write_tasbot(macros_out *w)
{
    push_writer to;
    reel_status status = check_tasbot(w);
    if (status < 0) return status;
    begin(&to, w, "fps", "macro");
    for (size_t i = 0; i < w->input_count;) {
        const gdr_input *first = NULL, *second = NULL;
        int64_t frame = w->inputs[i].frame;
        if (!w->inputs[i].player2) first = &w->inputs[i++];
        if (i < w->input_count && w->inputs[i].player2 && w->inputs[i].frame == frame) second = &w->inputs[i++];
        reel__push_map(&to, 0);
        push_number(&to, "frame", (double)frame);
        push_player(&to, "player_1", first);
        push_player(&to, "player_2", second);
        reel__push_end(&to);
    }
    end(&to);
    return REEL_OK;
}

static macros_json_value tasbot_value(const macros_json_row *row, size_t member)
{
    (void)member;
    return (macros_json_value){ MACROS_JSON_INTEGER, (uint64_t)row->input.frame, 0 };
}

static bool update_tasbot(const macros_out *w, const macros_out *old, reel_output *to, bool *lost)
{
    static const char *const lists[] = { "macro", NULL }, *const rates[] = { "fps", NULL };
    static const char *const frame[1][2] = { { "frame" } };
    static const macros_json_shape shape = {
        .lists = lists,
        .rates = rates,
        .clicks = true,
        .members = frame,
        .member_count = 1,
        .value = tasbot_value,
    };
    return reel__macros_json_update(w, old, to, &shape, lost);
}

const macros_writing reel__macros_write_tasbot = {
    .kind = &reel__macros_tasbot,
    .most_frame = (UINT64_C(1) << 53) - 1,
    .write = write_tasbot,
    .update = update_tasbot,
};
