/* SPDX-License-Identifier: MIT
 * Writers of JSON of other bots: Echo and TASBot. */
#include "codec/number.h"
#include "formats/gdr/macros/macros.h"

static void put_output(void *context, const void *data, size_t size) { reel_put(context, data, size); }

static void push_key(push_writer *to, const char *key) { push_string(to, key, strlen(key)); }

static void push_number(push_writer *to, const char *key, double value)
{
    push_key(to, key);
    if (value < 1e15 && value >= 0 && (double)(uint64_t)value == value)
        push_integer(to, false, (uint64_t)value);
    else
        push_real(to, value);
}

static void push_flag(push_writer *to, const char *key, bool value)
{
    push_key(to, key);
    push_bool(to, value);
}

static void begin(push_writer *to, const macros_out *w, const char *rate, const char *list)
{
    push_begin(to, PULL_JSON, put_output, w->e->out);
    to->spaced = true;
    push_map(to, 0);
    push_number(to, rate, w->info.framerate);
    push_key(to, list);
    push_array(to, 0);
}

static void end(push_writer *to)
{
    push_end(to);
    push_end(to);
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
    push_raw(to, text, number_f32(text, value));
}

static reel_status check_echo(const void *of, const reel_table *table, const void *row, size_t number, reel_error *error)
{
    double values[ECHO_VALUES];
    (void)of, (void)number;
    if (table != &gdr_physics_rows || echo_values(row, values)) return REEL_OK;
    return macros_refuse(error, "macros.physics", "physics", "JSON cannot store infinities, or physics without any value");
}

static reel_status write_echo(macros_out *w)
{
    static const char *const names[ECHO_VALUES] = { "rotation", "x_vel", "x_position", "y_vel", "y_position" };
    push_writer to;
    double values[ECHO_VALUES];
    /* without inputs only the older form has a key of its own */
    if (w->input_count)
        begin(&to, w, "fps", "inputs");
    else
        begin(&to, w, "FPS", "Echo Replay");
    for (size_t i = 0, physics = 0; i < w->input_count; i++) {
        const gdr_input *in = &w->inputs[i];
        push_map(&to, 0);
        push_number(&to, "frame", (double)in->frame);
        push_flag(&to, "holding", in->down != 0);
        push_flag(&to, "player_2", in->player2 != 0);
        bool has = in->extra == GDR_PHYSICS && echo_values(&w->physics[physics++], values);
        for (size_t v = 0; has && v < ECHO_VALUES; v++) {
            bool wide = v == 1 || v == 3;
            if (values[v] != values[v]) continue;
            if (wide) {
                push_key(&to, names[v]);
                push_real(&to, values[v]);
            } else {
                push_f32(&to, names[v], (float)values[v]);
            }
        }
        push_end(&to);
    }
    end(&to);
    return REEL_OK;
}

const macros_writing macros_write_echobot_json = {
    .kind = &macros_echobot_json,
    .stores = MACROS_PHYSICS | MACROS_X_VELOCITY,
    .most_frame = (UINT64_C(1) << 53) - 1,
    .write = write_echo,
    .check = check_echo,
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
            return macros_refuse(
                w->e->error, "macros.repeat", "inputs",
                "the format cannot store a press of a button that is held; --do add-releases releases it before");
        held[player2] = down;
    }
    return REEL_OK;
}

static void push_player(push_writer *to, const char *key, const gdr_input *in)
{
    push_key(to, key);
    push_map(to, 0);
    push_number(to, "click", in ? in->down ? CLICK_PRESS : CLICK_RELEASE : CLICK_NONE);
    push_key(to, "x_position");
    push_raw(to, "0.0", 3);
    push_end(to);
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
        push_map(&to, 0);
        push_number(&to, "frame", (double)frame);
        push_player(&to, "player_1", first);
        push_player(&to, "player_2", second);
        push_end(&to);
    }
    end(&to);
    return REEL_OK;
}

const macros_writing macros_write_tasbot = {
    .kind = &macros_tasbot,
    .most_frame = (UINT64_C(1) << 53) - 1,
    .write = write_tasbot,
};
