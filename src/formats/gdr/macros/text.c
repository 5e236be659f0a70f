/* SPDX-License-Identifier: MIT
 * Plain text: the framerate, then a line for each input with 3 numbers (frame, down, player 2) or 4 (frame, down, button, player 1). */
#include "codec/number.h"
#include "formats/gdr/macros/macros.h"

enum { SHORT_FIELDS = 3, FIELDS = 4 };

static const char bot[] = "plain text";

static bool next_line(reel_cursor *c, reel_string *line)
{
    while (reel__macros_line(c, line))
        if (line->size) return true;
    return false;
}

static int text_lines(reel_cursor c)
{
    reel_string line, fields[FIELDS];
    double number;
    if (!next_line(&c, &line)) return 0;
    bool rate = reel__macros_real(line, &number);
    if (!next_line(&c, &line)) return rate;
    size_t count = reel__macros_split(line, ' ', fields, FIELDS);
    if (count < 2 || count > FIELDS) return 0;
    int bits = count == 2 ? 4 : 8;
    for (size_t i = 0; i < count; i++) {
        if (!reel__macros_real(fields[i], &number)) return 0;
        bits += 2;
    }
    return rate ? bits : count > 2 ? 2 : 0;
}

int reel__macros_text_sniff(const uint8_t *head, size_t size) { return reel__macros_sniff_text(head, size, text_lines); }

static reel_status read_head(macros_in *m)
{
    reel_string line;
    double fps;
    reel__macros_text_begin(m);
    if (!reel__macros_text_line(m, &line))
        return macros_fail(m, REEL_TRUNCATED, "truncated", reel_offset(&m->c), "the file has no line");
    uint64_t at = reel__macros_at(m, line.data);
    if (macros_line_is_open(&m->c)) return reel__macros_open_line(m, line, false);
    if (!reel__macros_real(line, &fps)) return macros_fail(m, REEL_CORRUPT, "bad-fps", at, "the first line is not a framerate");
    return reel__macros_rate(m, fps, at);
}

/* A frame may have a decimal point; with a fraction, or negative, it is an x position. */
static reel_status read_frame(macros_in *m, reel_string field, uint64_t *frame)
{
    double value;
    if (reel__macros_integer(field, MACROS_MOST_FRAME, frame)) return REEL_OK;
    uint64_t at = reel__macros_at(m, field.data);
    if (!reel__macros_real(field, &value) || !(value >= 0 && value < 9007199254740992.0))
        return macros_fail(m, REEL_CORRUPT, "bad-number", at, "a frame is not a number, or is too large");
    *frame = (uint64_t)value;
    if ((double)*frame == value) return REEL_OK;
    return macros_fail(m, REEL_UNSUPPORTED, "xpos-based", at, "the inputs have x positions instead of frames");
}

static reel_status read_line(macros_in *m, const reel_string *fields, size_t count)
{
    uint64_t frame, numbers[FIELDS] = { 0 };
    reel_status status = read_frame(m, fields[0], &frame);
    if (status < 0) return status;
    for (size_t i = 1; i < count; i++)
        if (!reel__macros_whole(m, fields[i], INT32_MAX, &numbers[i]))
            return macros_fail(m, REEL_CORRUPT, "bad-number", reel__macros_at(m, fields[i].data),
                               "a field is not a whole number");
    uint64_t button = count == FIELDS ? numbers[2] : GDR_JUMP, player = numbers[count - 1];
    if (button == 0 || button > GDR_RIGHT)
        return macros_fail(m, REEL_CORRUPT, "bad-input", reel__macros_at(m, fields[2].data), "unknown button %llu",
                           (unsigned long long)button);
    if (numbers[1] > 1) reel__macros_warn(m, MACROS_NOTE_BOOL, reel__macros_at(m, fields[1].data));
    if (player > 1) reel__macros_warn(m, MACROS_NOTE_BOOL, reel__macros_at(m, fields[count - 1].data));
    macros_input(m, frame, (unsigned)button, count == FIELDS ? !player : player != 0, numbers[1] != 0);
    return REEL_OK;
}

/* Fast path: reads lines of 4 numbers. */
static void read_plain_lines(macros_in *m)
{
    gdr_input scratch[MACROS_SCRATCH];
    size_t room, count = 0, size;
    gdr_input *rows = macros_room(m, scratch, &room);
    const uint8_t *at = m->c.at, *end = m->c.end;
    while (count < room && (size = reel__macros_plain_fields(at, end, ' ', &rows[count])) != 0) {
        if (at + size == end || at[size] != '\n') break;
        at += size + 1;
        count++;
    }
    m->c.at = at;
    macros_filled(m, count);
}

static reel_status read_body(macros_in *m)
{
    reel_string line, fields[FIELDS];
    size_t width = 0;
    reel_status status = REEL_OK;
    reel__macros_text_begin(m);
    while (status >= 0 && reel__macros_text_line(m, &line)) {
        size_t count = reel__macros_split(line, ' ', fields, FIELDS);
        /* without an end, 3 numbers in the first line may be 3 of 4 */
        if (macros_line_is_open(&m->c)) status = reel__macros_open_line(m, line, count == (width ? width : FIELDS));
        if (status < 0) return status;
        if (width && count != width)
            return macros_fail(m, REEL_CORRUPT, "bad-line", reel__macros_at(m, line.data),
                               "a line has %zu {number|numbers}, not %zu like the first", count, width);
        if (count != SHORT_FIELDS && count != FIELDS)
            return macros_fail(m, REEL_CORRUPT, "bad-line", reel__macros_at(m, line.data),
                               "a line has %zu {number|numbers}, not 3 or 4", count);
        width = count;
        status = read_line(m, fields, count);
        if (width == FIELDS && status >= 0) read_plain_lines(m);
    }
    return status;
}

const macros_kind reel__macros_text = { bot, read_head, read_body };

/* ---- writing ---------------------------------------------------------------------------------------------------- */

static reel_status write_text(macros_out *w)
{
    char text[NUMBER_SIZE];
    reel_output *out = w->e->out;
    double fps = w->info.framerate;
    bool whole = fps < 1e15 && (double)(uint64_t)fps == fps;
    reel_put(out, text, whole ? reel__number_u64(text, (uint64_t)fps) : reel__number_f64(text, fps));
    for (size_t i = 0; i < w->input_count; i++) {
        const gdr_input *in = &w->inputs[i];
        const char fields[] = { ' ', in->down ? '1' : '0', ' ', (char)('0' + in->button), ' ', in->player2 ? '0' : '1' };
        reel_put_u8(out, '\n');
        reel_put(out, text, reel__number_u64(text, (uint64_t)in->frame));
        reel_put(out, fields, sizeof fields);
    }
    reel_put_u8(out, '\n');
    return REEL_OK;
}

const macros_writing reel__macros_write_text = {
    .kind = &reel__macros_text,
    .stores = MACROS_BUTTONS,
    .most_frame = MACROS_MOST_FRAME,
    .write = write_text,
};
