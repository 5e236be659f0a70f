/* SPDX-License-Identifier: MIT
 * xdBot's text: a line with the framerate, then lines of fields between bars. The flag of the player is 1 for the first. */
#include "codec/number.h"
#include "formats/gdr/macros/macros.h"

enum { EVENT_FIELDS = 4, ALL_FIELDS = 17, ANDROID_FPS = 60, OLD_FPS = 240, MOST_FPS = 1000000, NOT_RECORDED = -80085 };
enum { POSITION_ONLY = 4, P1_FIELDS = 5, P2_FIELDS = 11, X = 0, Y = 1, ROTATION = 3, Y_SPEED = 5 };

static const char bot[] = "xdBot", not_recorded[] = "-80085";

/* A framerate alone is plain text. A macro without inputs ends with an empty line to be told apart; readers skip it. */
#define EMPTY_END "\n\n"

static bool has_bar(reel_string line) { return line.size && memchr(line.data, '|', line.size); }

/* The first line that is not empty. False if there is none. */
static bool first_line(reel_cursor *c, reel_string *line)
{
    while (reel__macros_line(c, line))
        if (line->size) return true;
    return false;
}

static int xd_lines(reel_cursor c)
{
    reel_string line, fields[EVENT_FIELDS];
    uint64_t number;
    double fps;
    if (!first_line(&c, &line)) return 0;
    if (!has_bar(line)) {
        bool rate = reel__macros_real(line, &fps) || (line.size == 7 && memcmp(line.data, "android", 7) == 0);
        bool more = reel_left(&c) > 0;
        if (!rate) return 0;
        if (!first_line(&c, &line)) return more ? 8 : 0; /* EMPTY_END */
        if (!has_bar(line)) return 0;
    }
    size_t count = reel__macros_split(line, '|', fields, EVENT_FIELDS);
    if (count != EVENT_FIELDS && count != ALL_FIELDS) return 8;
    int bits = 16;
    for (size_t i = 1; i < EVENT_FIELDS; i++) bits += reel__macros_integer(fields[i], 9, &number) ? 6 : 0;
    return bits;
}

int reel__macros_xd_sniff(const uint8_t *head, size_t size) { return reel__macros_sniff_text(head, size, xd_lines); }

static reel_status read_head(macros_in *m)
{
    reel_string line;
    uint64_t whole;
    double fps;
    reel__macros_text_begin(m);
    reel_cursor start = m->c;
    if (!reel__macros_text_line(m, &line))
        return macros_fail(m, REEL_TRUNCATED, "truncated", reel_offset(&start), "the file has no line");
    uint64_t at = reel__macros_at(m, line.data);
    if (has_bar(line)) {
        m->c = start;
        m->notes[MACROS_NOTE_BLANKS].count = 0; /* the body reads the line again */
        reel__macros_warn(m, MACROS_NOTE_NO_FPS, at);
        return reel__macros_rate(m, OLD_FPS, at);
    }
    if (macros_line_is_open(&m->c)) return reel__macros_open_line(m, line, false);
    if (line.size == 7 && memcmp(line.data, "android", 7) == 0) {
        reel__macros_warn(m, MACROS_NOTE_ANDROID, at);
        return reel__macros_rate(m, ANDROID_FPS, at);
    }
    if (reel__macros_whole(m, line, UINT32_MAX, &whole))
        fps = (double)whole;
    else if (!reel__macros_real(line, &fps))
        return macros_fail(m, REEL_CORRUPT, "bad-line", at, "the first line is not a framerate");
    return reel__macros_rate(m, fps, at);
}

/* ---- events ----------------------------------------------------------------------------------------------------- */

static reel_status bad_number(macros_in *m, reel_string field)
{
    return macros_fail(m, REEL_CORRUPT, "bad-number", reel__macros_at(m, field.data),
                       "a field is not a whole number, or is too large");
}

/* A number of a fix; unset if it is "not recorded". */
static bool read_value(macros_in *m, reel_string field, double *value, uint8_t *has, uint8_t bit)
{
    if (!reel__macros_real(field, value)) {
        reel__macros_warn(m, MACROS_NOTE_BAD_FIX, reel__macros_at(m, field.data));
        return false;
    }
    if (*value == NOT_RECORDED && bit != MACROS_FIX_POSITION)
        *value = 0;
    else
        *has |= bit;
    return true;
}

static bool parse_fix(macros_in *m, uint64_t frame, const reel_string *fields, bool player2, macros_fix *fix)
{
    double x, y, rotation, speed;
    *fix = (macros_fix){ .frame = (int64_t)frame, .player2 = player2 };
    if (!read_value(m, fields[X], &x, &fix->has, MACROS_FIX_POSITION) ||
        !read_value(m, fields[Y], &y, &fix->has, MACROS_FIX_POSITION) ||
        !read_value(m, fields[ROTATION], &rotation, &fix->has, MACROS_FIX_ROTATION) ||
        !read_value(m, fields[Y_SPEED], &speed, &fix->has, MACROS_FIX_Y_VELOCITY))
        return false;
    fix->x = (float)x;
    fix->y = (float)y;
    fix->rotation = (float)rotation;
    fix->y_velocity = speed;
    return true;
}

static void read_fixes(macros_in *m, uint64_t frame, const reel_string *fields)
{
    macros_fix first, second;
    if (!parse_fix(m, frame, fields + P1_FIELDS, false, &first) || !parse_fix(m, frame, fields + P2_FIELDS, true, &second))
        return;
    reel__macros_fix_add(m, first);
    reel__macros_fix_add(m, second);
}

static bool is_zero(reel_string field)
{
    double value;
    if (field.size == 1) return field.data[0] == '0';
    return reel__macros_real(field, &value) && value == 0;
}

static reel_status read_event(macros_in *m, const reel_string *fields, size_t count)
{
    uint64_t frame, down, button, player1;
    if (!reel__macros_whole(m, fields[0], INT32_MAX, &frame)) return bad_number(m, fields[0]);
    if (count != EVENT_FIELDS && count != ALL_FIELDS)
        reel__macros_warn(m, MACROS_NOTE_FIELDS, reel__macros_at(m, fields[0].data));
    bool full = count >= ALL_FIELDS, only = full && !is_zero(fields[POSITION_ONLY]);
    if (only) {
        read_fixes(m, frame, fields);
        return REEL_OK;
    }
    if (!reel__macros_whole(m, fields[1], INT32_MAX, &down)) return bad_number(m, fields[1]);
    if (!reel__macros_whole(m, fields[2], INT32_MAX, &button)) return bad_number(m, fields[2]);
    if (!reel__macros_whole(m, fields[3], INT32_MAX, &player1)) return bad_number(m, fields[3]);
    if (button > GDR_RIGHT)
        return macros_fail(m, REEL_CORRUPT, "bad-input", reel__macros_at(m, fields[2].data), "unknown button %llu",
                           (unsigned long long)button);
    if (down > 1) reel__macros_warn(m, MACROS_NOTE_BOOL, reel__macros_at(m, fields[1].data));
    if (player1 > 1) reel__macros_warn(m, MACROS_NOTE_BOOL, reel__macros_at(m, fields[3].data));
    if (button == 0) reel__macros_warn(m, MACROS_NOTE_BUTTON, reel__macros_at(m, fields[2].data));
    macros_input(m, frame, button ? (unsigned)button : GDR_JUMP, !player1, down != 0);
    if (full && !is_zero(fields[P1_FIELDS])) read_fixes(m, frame, fields);
    return REEL_OK;
}

/* Fast path: reads lines of inputs without fixes, of 4 fields or of 17. Returns the number of fields of the last one, or `width`. */
static size_t read_plain_lines(macros_in *m, size_t width)
{
    static const char zeros[] = "|0|0|0|0|0|0|0|0|0|0|0|0|0\n";
    enum { ZEROS = sizeof zeros - 1 };
    gdr_input scratch[MACROS_SCRATCH];
    size_t room, count = 0, size;
    gdr_input *rows = macros_room(m, scratch, &room);
    const uint8_t *at = m->c.at, *end = m->c.end;
    while (count < room && (size = reel__macros_plain_fields(at, end, '|', &rows[count])) != 0) {
        const uint8_t *rest = at + size;
        bool all = end - rest >= ZEROS && memcmp(rest, zeros, ZEROS) == 0;
        if (!all && (rest == end || *rest != '\n')) break;
        width = all ? ALL_FIELDS : EVENT_FIELDS;
        at = rest + (all ? ZEROS : 1);
        count++;
    }
    m->c.at = at;
    macros_filled(m, count);
    return width;
}

/* Whether nothing of a line without an end is missing: 4 fields are enough only after a line of 4; the last number of a fix is whole
 * only if it is the usual one, or the last of the zeros of a player who is not there. */
static bool is_whole(const reel_string *fields, size_t count, size_t width)
{
    if (count != ALL_FIELDS && (count != EVENT_FIELDS || width != EVENT_FIELDS)) return false;
    const reel_string last = fields[count - 1];
    if (count == EVENT_FIELDS || is_zero(fields[POSITION_ONLY])) return last.size > 0;
    size_t zeros = 0;
    while (zeros < ALL_FIELDS - P2_FIELDS && is_zero(fields[P2_FIELDS + zeros])) zeros++;
    if (zeros == ALL_FIELDS - P2_FIELDS) return true;
    return last.size == sizeof not_recorded - 1 && memcmp(last.data, not_recorded, last.size) == 0;
}

static reel_status read_body(macros_in *m)
{
    reel_string line, fields[ALL_FIELDS];
    reel_status status = REEL_OK;
    uint64_t number;
    size_t width = 0;
    reel__macros_text_begin(m);
    while (status >= 0) {
        width = read_plain_lines(m, width);
        if (!reel__macros_text_line(m, &line)) break;
        size_t count = reel__macros_split(line, '|', fields, ALL_FIELDS);
        if (macros_line_is_open(&m->c)) status = reel__macros_open_line(m, line, is_whole(fields, count, width));
        if (status < 0) break;
        width = count;
        if (count >= EVENT_FIELDS)
            status = read_event(m, fields, count);
        else if (count > 1 || !reel__macros_integer(line, UINT32_MAX, &number))
            status = macros_fail(m, REEL_CORRUPT, "bad-line", reel__macros_at(m, line.data),
                                 "a line has %zu {field|fields}, not 4 or 17", count);
        else
            reel__macros_warn(m, MACROS_NOTE_FIELDS, reel__macros_at(m, line.data));
    }
    return status;
}

const macros_kind reel__macros_xd = { bot, read_head, read_body };

/* ---- writing ---------------------------------------------------------------------------------------------------- */

static void put_text(reel_output *out, const char *text) { reel_put(out, text, strlen(text)); }

static void put_number(reel_output *out, uint64_t value)
{
    char text[NUMBER_SIZE];
    reel_put(out, text, reel__number_u64(text, value));
}

/* A NaN is written as the word, which reads as this one. */
static bool reads_back(float value) { return value == value || reel_float_bits(value) == MACROS_UNKNOWN_F32; }

static bool can_store(const macros_fix *fix)
{
    double speed = fix->y_velocity;
    if (fix->has & ~7 || !(fix->has & MACROS_FIX_POSITION)) return false;
    if (!reads_back(fix->x) || !reads_back(fix->y)) return false;
    if (fix->has & MACROS_FIX_ROTATION && (!reads_back(fix->rotation) || (double)fix->rotation == NOT_RECORDED)) return false;
    if (!(fix->has & MACROS_FIX_Y_VELOCITY)) return true;
    return speed != NOT_RECORDED && (speed == speed || reel_double_bits(speed) == MACROS_UNKNOWN);
}

static reel_status check_xd(const void *of, const reel_table *table, const void *row, size_t number, reel_error *error)
{
    (void)of, (void)number;
    if (table != &macros_fixes || can_store(row)) return REEL_OK;
    return reel__macros_refuse(error, "macros.fix", "fixes",
                               "the format stores fixes with positions and numbers that it can express");
}

/* Fixes are stored for both players at once. */
static reel_status check_pairs(const macros_out *w)
{
    for (size_t i = 0; i < w->fix_count; i += 2)
        if (i + 1 == w->fix_count || w->fixes[i].player2 || !w->fixes[i + 1].player2 ||
            w->fixes[i].frame != w->fixes[i + 1].frame)
            return reel__macros_refuse(w->e->error, "macros.fix-pairs", "fixes",
                                       "the format stores fixes of both players at once; --do strip drops all fixes");
    return REEL_OK;
}

static void put_real(reel_output *out, double value, bool single)
{
    char text[NUMBER_SIZE];
    if (value != value)
        put_text(out, "nan");
    else if (value - value != 0)
        put_text(out, value > 0 ? "inf" : "-inf");
    else
        reel_put(out, text, single ? reel__number_f32(text, (float)value) : reel__number_f64(text, value));
}

static void put_fix(reel_output *out, const macros_fix *fix)
{
    put_text(out, "|");
    put_real(out, (double)fix->x, true);
    put_text(out, "|");
    put_real(out, (double)fix->y, true);
    put_text(out, "|0|");
    put_real(out, fix->has & MACROS_FIX_ROTATION ? (double)fix->rotation : NOT_RECORDED, true);
    put_text(out, "|-80085|");
    put_real(out, fix->has & MACROS_FIX_Y_VELOCITY ? fix->y_velocity : NOT_RECORDED, false);
}

static reel_status write_xd(macros_out *w)
{
    reel_output *out = w->e->out;
    reel_status status = check_pairs(w);
    if (status < 0) return status;
    put_number(out, (uint64_t)w->info.framerate);
    put_text(out, w->input_count + w->fix_count ? "\n" : EMPTY_END);
    for (size_t i = 0, fix = 0; i < w->input_count || fix < w->fix_count;) {
        bool input = fix == w->fix_count || (i < w->input_count && w->inputs[i].frame <= w->fixes[fix].frame);
        put_number(out, (uint64_t)(input ? w->inputs[i].frame : w->fixes[fix].frame));
        if (input) {
            const gdr_input *in = &w->inputs[i++];
            const char fields[] = { '|', in->down ? '1' : '0', '|', (char)('0' + in->button), '|', in->player2 ? '0' : '1' };
            reel_put(out, fields, sizeof fields);
            put_text(out, "|0|0|0|0|0|0|0|0|0|0|0|0|0\n");
        } else {
            put_text(out, "|0|1|1|1");
            put_fix(out, &w->fixes[fix]);
            put_fix(out, &w->fixes[fix + 1]);
            put_text(out, "\n");
            fix += 2;
        }
    }
    return REEL_OK;
}

const macros_writing reel__macros_write_xd = {
    .kind = &reel__macros_xd,
    .stores = MACROS_FIXES | MACROS_BUTTONS | MACROS_INTEGER_RATE,
    .most_frame = INT32_MAX,
    .write = write_xd,
    .check = check_xd,
};
