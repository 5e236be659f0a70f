/* SPDX-License-Identifier: MIT
 * Text and JSON of bots that nobody writes any more: xBot, Amethyst, TASBot and Echo. */
#include "codec/number.h"
#include "formats/gdr/macros/json.h"

static bool line_is(reel_string line, const char *word)
{
    return line.size == strlen(word) && memcmp(line.data, word, line.size) == 0;
}

static bool next_line(reel_cursor *c, reel_string *line)
{
    while (reel__macros_line(c, line))
        if (line->size) return true;
    return false;
}

/* ---- xBot ------------------------------------------------------------------------------------------------------- */

#define FPS_WORD "fps: "
enum { FPS_WORD_BYTES = 5 };

static reel_string rate_text(reel_string line)
{
    bool named = line.size > FPS_WORD_BYTES && memcmp(line.data, FPS_WORD, FPS_WORD_BYTES) == 0;
    return named ? (reel_string){ line.data + FPS_WORD_BYTES, line.size - FPS_WORD_BYTES } : line;
}

static int xbot_lines(reel_cursor c)
{
    reel_string line;
    double fps;
    if (!next_line(&c, &line) || !reel__macros_real(rate_text(line), &fps)) return 0;
    return next_line(&c, &line) && (line_is(line, "frames") || line_is(line, "pro_plus")) ? 48 : 0;
}

int reel__macros_xbot_sniff(const uint8_t *head, size_t size) { return reel__macros_sniff_text(head, size, xbot_lines); }

static reel_status xbot_head(macros_in *m)
{
    reel_string line;
    double fps;
    reel__macros_text_begin(m);
    if (!reel__macros_text_line(m, &line))
        return macros_fail(m, REEL_TRUNCATED, "truncated", reel_offset(&m->c), "the file has no line");
    uint64_t at = reel__macros_at(m, line.data);
    if (!reel__macros_real(rate_text(line), &fps))
        return macros_fail(m, REEL_CORRUPT, "bad-fps", at, "the first line is not a framerate");
    if (!reel__macros_text_line(m, &line))
        return macros_fail(m, REEL_TRUNCATED, "truncated", reel_offset(&m->c), "the file has one line");
    if (line_is(line, "pro_plus"))
        return macros_fail(m, REEL_UNSUPPORTED, "xpos-based", reel__macros_at(m, line.data),
                           "the inputs have x positions instead of frames");
    if (!line_is(line, "frames") && macros_line_is_open(&m->c)) return reel__macros_open_line(m, line, false);
    if (!line_is(line, "frames"))
        return macros_fail(m, REEL_CORRUPT, "bad-line", reel__macros_at(m, line.data), "the second line is not \"frames\"");
    return reel__macros_rate(m, fps, at);
}

static reel_status xbot_body(macros_in *m)
{
    reel_string line, fields[2];
    uint64_t state = 0, frame = 0;
    reel__macros_text_begin(m);
    while (reel__macros_text_line(m, &line)) {
        size_t count = reel__macros_split(line, ' ', fields, 2);
        if (macros_line_is_open(&m->c)) return reel__macros_open_line(m, line, false); /* digits of the frame may be missing */
        if (count != 2)
            return macros_fail(m, REEL_CORRUPT, "bad-line", reel__macros_at(m, line.data), "a line does not have two numbers");
        for (size_t i = 0; i < 2; i++)
            if (!reel__macros_whole(m, fields[i], i ? MACROS_MOST_FRAME : INT32_MAX, i ? &frame : &state))
                return macros_fail(m, REEL_CORRUPT, "bad-number", reel__macros_at(m, fields[i].data),
                                   "a field is not a whole number");
        if (state > 3)
            return macros_fail(m, REEL_CORRUPT, "bad-input", reel__macros_at(m, line.data), "unknown state of an input");
        macros_input(m, frame, GDR_JUMP, state >> 1, state & 1);
    }
    return REEL_OK;
}

const macros_kind reel__macros_xbot = { "xBot", xbot_head, xbot_body };

/* ---- Amethyst --------------------------------------------------------------------------------------------------- */

enum { AMETHYST_FPS = 240, AMETHYST_LISTS = 4 };

static int amethyst_lines(reel_cursor c)
{
    reel_string line;
    uint64_t count;
    double time;
    int lines = 0;
    if (!next_line(&c, &line) || !reel__macros_integer(line, UINT32_MAX, &count)) return 0;
    for (; lines < 8 && next_line(&c, &line); lines++)
        if (!reel__macros_real(line, &time)) return 0;
    return lines >= 3 ? 4 + lines : 0;
}

int reel__macros_amethyst_sniff(const uint8_t *head, size_t size) { return reel__macros_sniff_text(head, size, amethyst_lines); }

static reel_status amethyst_head(macros_in *m)
{
    reel__macros_warn(m, MACROS_NOTE_NO_FPS, 0);
    return reel__macros_rate(m, AMETHYST_FPS, 0);
}

/* Whether no digit can be missing from a time: it has all those of a frame's time, and these are many. */
static bool is_whole_time(const macros_in *m, reel_string line, double time)
{
    enum { MANY = 16 };
    char text[NUMBER_SIZE];
    if (!(time < 1e9) || line.size < MANY) return false;
    size_t size = reel__number_f64(text, (double)(uint64_t)(time * m->fps + 0.5) / m->fps);
    return size == line.size && memcmp(text, line.data, size) == 0;
}

static reel_status amethyst_list(macros_in *m, unsigned list, uint64_t count)
{
    reel_string line;
    double time;
    uint64_t frame;
    for (uint64_t i = 0; i < count; i++) {
        if (!reel__macros_text_line(m, &line))
            return macros_fail(m, REEL_TRUNCATED, "truncated", reel_offset(&m->c), "the file ends inside a list of times");
        uint64_t at = reel__macros_at(m, line.data);
        bool number = reel__macros_real(line, &time) && time >= 0, open = macros_line_is_open(&m->c);
        if (!number && !open) return macros_fail(m, REEL_CORRUPT, "bad-number", at, "a time is not a number, or is negative");
        reel_status status = open ? reel__macros_open_line(m, line, number && is_whole_time(m, line, time)) : REEL_OK;
        if (status >= 0) status = reel__macros_frame_of(m, time, at, &frame);
        if (status < 0) return status;
        macros_input(m, frame, GDR_JUMP, list >= 2, list % 2 == 0);
        reel__macros_time_add(m, frame, time);
    }
    return REEL_OK;
}

static reel_status amethyst_body(macros_in *m)
{
    reel_string line;
    uint64_t count;
    reel__macros_text_begin(m);
    for (unsigned list = 0; list < AMETHYST_LISTS; list++) {
        if (!reel__macros_text_line(m, &line))
            return macros_fail(m, REEL_TRUNCATED, "truncated", reel_offset(&m->c), "the file has %u lists of times, not 4", list);
        bool number = reel__macros_integer(line, UINT32_MAX, &count), open = macros_line_is_open(&m->c);
        if (!number && !open)
            return macros_fail(m, REEL_CORRUPT, "bad-number", reel__macros_at(m, line.data),
                               "the size of a list is not a whole number");
        reel_status status = open ? reel__macros_open_line(m, line, number && count == 0) : REEL_OK;
        if (status >= 0) status = amethyst_list(m, list, count);
        if (status < 0) return status;
    }
    if (reel__macros_text_line(m, &line)) {
        m->c.at = (const uint8_t *)line.data;
        reel__macros_trailing(m);
    }
    return REEL_OK;
}

const macros_kind reel__macros_amethyst = { "Amethyst", amethyst_head, amethyst_body };

/* ---- JSON ------------------------------------------------------------------------------------------------------- */

typedef reel_status event_reader(macros_in *m, const pull_value *map);

/* Finds the framerate and, if wanted, the number that is added to every frame. */
static reel_status find_numbers(macros_in *m, const char *rate, const char *rate2)
{
    pull_value key, value;
    double fps = 0, start = 0;
    uint64_t at = 0;
    bool found = false;
    const char *const known[] = { rate, "Starting Frame", NULL };
    reel_status status = reel__macros_json_begin(m);
    while (status == REEL_OK && (status = reel__macros_json_member(m, &key, &value)) == REEL_OK) {
        if (reel__macros_json_null(m, &key, &value, known)) {
            continue;
        } else if (reel__macros_json_is(&key, rate) || reel__macros_json_is(&key, rate2)) {
            at = reel__macros_json_at(m, &value);
            found = true;
            status = reel__macros_json_number(m, &value, &fps);
        } else if (reel__macros_json_is(&key, "Starting Frame")) {
            status = reel__macros_json_number(m, &value, &start);
            if (status >= 0) status = reel__macros_json_frame(m, &value, &m->records);
        } else {
            status = reel__macros_json_skip(m, &value);
        }
    }
    if (status < 0) return status;
    return found ? reel__macros_rate(m, fps, at) : reel__macros_json_missing(m, rate, 0);
}

/* Reads the objects of the array under one of two keys. */
static reel_status read_list(macros_in *m, const char *name, const char *name2, event_reader *read)
{
    pull_value key, value, map;
    bool found = false;
    m->c = m->d->in;
    reel_status status = reel__macros_json_begin(m);
    while (status == REEL_OK && (status = reel__macros_json_member(m, &key, &value)) == REEL_OK) {
        if (!(reel__macros_json_is(&key, name) || reel__macros_json_is(&key, name2)) || value.kind != PULL_ARRAY) {
            status = reel__macros_json_skip(m, &value);
            continue;
        }
        found = true;
        while ((status = reel__macros_json_item(m, &map)) == REEL_OK) {
            status = map.kind == PULL_MAP ? read(m, &map) : reel__macros_json_missing(m, "frame", reel__macros_json_at(m, &map));
            if (status < 0) return status;
        }
        if (status == REEL_END) status = REEL_OK;
    }
    if (status >= 0 && found) reel__macros_json_end(m);
    return status < 0 || found ? status : reel__macros_json_missing(m, name, 0);
}

/* ---- TASBot ----------------------------------------------------------------------------------------------------- */

int reel__macros_tasbot_sniff(const uint8_t *head, size_t size)
{
    enum { MACRO = 1 };
    static const char *const keys[] = { "macro", "fps", "frame" };
    unsigned has = reel__macros_json_keys(head, size, keys, sizeof keys / sizeof *keys);
    return !(has & MACRO) ? 0 : has != MACRO ? 48 : 16;
}

static reel_status tasbot_head(macros_in *m) { return find_numbers(m, "fps", "fps"); }

static reel_status read_click(macros_in *m, const pull_value *value, uint64_t *click)
{
    uint64_t at = reel__macros_json_at(m, value);
    reel_status status = reel__macros_json_frame(m, value, click);
    if (status < 0 || *click <= 2) return status;
    return macros_fail(m, REEL_CORRUPT, "bad-input", at, "unknown click; 0, 1 and 2 are known");
}

static reel_status read_player(macros_in *m, const pull_value *map, uint64_t *click)
{
    pull_value key, value;
    reel_status status;
    if (map->kind != PULL_MAP) return reel__macros_json_skip(m, map);
    static const char *const known[] = { "click", NULL };
    while ((status = reel__macros_json_member(m, &key, &value)) == REEL_OK) {
        if (reel__macros_json_null(m, &key, &value, known)) continue;
        status = reel__macros_json_is(&key, "click") ? read_click(m, &value, click) : reel__macros_json_skip(m, &value);
        if (status < 0) return status;
    }
    return status;
}

/* A press while the button is held implies a release on that frame. */
static void add_click(macros_in *m, uint64_t frame, bool player2, uint64_t click)
{
    bool *held = player2 ? &m->old : &m->swapped;
    if (!click) return;
    if (click == 1 && *held) macros_input(m, frame, GDR_JUMP, player2, false);
    macros_input(m, frame, GDR_JUMP, player2, click == 1);
    *held = click == 1;
}

static reel_status tasbot_event(macros_in *m, const pull_value *map)
{
    pull_value key, value;
    uint64_t frame = 0, clicks[2] = { 0, 0 };
    bool framed = false;
    reel_status status;
    static const char *const known[] = { "frame", "player_1", "player_2", "player_1_click", "player_2_click", NULL };
    while ((status = reel__macros_json_member(m, &key, &value)) == REEL_OK) {
        if (reel__macros_json_null(m, &key, &value, known)) {
            continue;
        } else if (reel__macros_json_is(&key, "frame")) {
            framed = true;
            status = reel__macros_json_frame(m, &value, &frame);
        } else if (reel__macros_json_is(&key, "player_1") || reel__macros_json_is(&key, "player_2")) {
            status = read_player(m, &value, &clicks[reel__macros_json_is(&key, "player_2")]);
        } else if (reel__macros_json_is(&key, "player_1_click") || reel__macros_json_is(&key, "player_2_click")) {
            status = read_click(m, &value, &clicks[reel__macros_json_is(&key, "player_2_click")]);
        } else {
            status = reel__macros_json_skip(m, &value);
        }
        if (status < 0) return status;
    }
    if (status < 0) return status;
    if (!framed) return reel__macros_json_missing(m, "frame", reel__macros_json_at(m, map));
    add_click(m, frame, false, clicks[0]);
    add_click(m, frame, true, clicks[1]);
    return REEL_OK;
}

static reel_status tasbot_body(macros_in *m) { return read_list(m, "macro", "macro", tasbot_event); }

const macros_kind reel__macros_tasbot = { "TASBot", tasbot_head, tasbot_body };

/* ---- Echo ------------------------------------------------------------------------------------------------------- */

int reel__macros_echobot_json_sniff(const uint8_t *head, size_t size)
{
    enum { NAME = 1, INPUTS = 2, HOLDING = 4 };
    static const char *const keys[] = { "Echo Replay", "inputs", "holding" };
    unsigned has = reel__macros_json_keys(head, size, keys, sizeof keys / sizeof *keys);
    return has & NAME ? 64 : has & INPUTS && has & HOLDING ? 40 : 0;
}

static reel_status echo_head(macros_in *m) { return find_numbers(m, "fps", "FPS"); }

typedef struct echo_event {
    uint64_t frame;
    double x, y, rotation, y_velocity, x_velocity;
    bool framed, player2, down, physics;
} echo_event;

static reel_status echo_value(macros_in *m, const pull_value *key, const pull_value *value, echo_event *e)
{
    const struct {
        const char *old, *now;
        double *to;
    } numbers[] = {
        { "X Position", "x_position", &e->x },         { "Y Position", "y_position", &e->y },
        { "Y Acceleration", "y_vel", &e->y_velocity }, { "Rotation", "rotation", &e->rotation },
        { "x_vel", "x_vel", &e->x_velocity },
    };
    static const char *const known[] = { "Frame",      "frame",      "Hold",           "holding",  "Player 2",   "player_2",
                                         "X Position", "Y Position", "Y Acceleration", "Rotation", "x_position", "y_position",
                                         "x_vel",      "y_vel",      "rotation",       NULL };
    if (reel__macros_json_null(m, key, value, known)) return REEL_OK;
    if (reel__macros_json_is(key, "Frame") || reel__macros_json_is(key, "frame")) {
        e->framed = true;
        return reel__macros_json_frame(m, value, &e->frame);
    }
    if (reel__macros_json_is(key, "Hold") || reel__macros_json_is(key, "holding"))
        return reel__macros_json_bool(m, value, &e->down);
    if (reel__macros_json_is(key, "Player 2") || reel__macros_json_is(key, "player_2"))
        return reel__macros_json_bool(m, value, &e->player2);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (!reel__macros_json_is(key, numbers[i].old) && !reel__macros_json_is(key, numbers[i].now)) continue;
        e->physics = true;
        return reel__macros_json_number(m, value, numbers[i].to);
    }
    return reel__macros_json_skip(m, value);
}

static reel_status echo_event_read(macros_in *m, const pull_value *map)
{
    pull_value key, value;
    const double unknown = reel_double_of(MACROS_UNKNOWN);
    echo_event e = { .x = unknown, .y = unknown, .rotation = unknown, .y_velocity = unknown, .x_velocity = unknown };
    reel_status status;
    while ((status = reel__macros_json_member(m, &key, &value)) == REEL_OK) {
        status = echo_value(m, &key, &value, &e);
        if (status < 0) return status;
    }
    if (status < 0) return status;
    if (!e.framed) return reel__macros_json_missing(m, "frame", reel__macros_json_at(m, map));
    if (e.frame > MACROS_MOST_FRAME - m->records)
        return macros_fail(m, REEL_CORRUPT, "frame-overflow", reel__macros_json_at(m, map), "a frame is above 2^62");
    if (!e.physics) {
        macros_input(m, e.frame + m->records, GDR_JUMP, e.player2, e.down);
        return REEL_OK;
    }
    reel__macros_physics(m, e.frame + m->records, GDR_JUMP, e.player2, e.down,
                         (gdr_physics){ .x = (float)e.x,
                                        .y = (float)e.y,
                                        .rotation = (float)e.rotation,
                                        .y_velocity = e.y_velocity,
                                        .x_velocity = e.x_velocity });
    return REEL_OK;
}

static reel_status echo_body(macros_in *m) { return read_list(m, "Echo Replay", "inputs", echo_event_read); }

const macros_kind reel__macros_echobot_json = { "Echo", echo_head, echo_body };
