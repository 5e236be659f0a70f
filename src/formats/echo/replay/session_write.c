/* SPDX-License-Identifier: MIT
 * Writes rows as JSON in the game's own form: numbers of at most eight digits, without parts that are unknown. */
#include "codec/json_text.h"
#include "codec/number.h"
#include "core/memory.h"
#include "formats/echo/common/schema.h"
#include "formats/echo/replay/session.h"

typedef struct json_out {
    reel_memory *to;
    bool failed, comma;
    bool bare;                    /* values without their keys, and negative zeros as they are */
    const echoreplay_team *teams; /* rows of the frame that are not written yet */
    size_t team_count;
    const echoreplay_player *players;
    size_t player_count;
    const echo_bone *bones;
    size_t bone_count;
} json_out;

static void append_bytes(void *out, const void *data, size_t size)
{
    json_out *j = out;
    if (!j->failed) j->failed = !memory_add(j->to, data, size);
}

static void append_literal(json_out *j, const char *text) { append_bytes(j, text, strlen(text)); }

static void separate(json_out *j)
{
    if (j->comma) append_literal(j, ",");
    j->comma = true;
}

static void write_text(json_out *j, reel_string text) { reel__json_quote(append_bytes, j, text.data, text.size); }

bool reel__session_quote(reel_memory *to, reel_string text)
{
    json_out j = { .to = to };
    write_text(&j, text);
    return !j.failed;
}

static void open_list(json_out *j, const char *bracket)
{
    append_literal(j, bracket);
    j->comma = false;
}

static void close_list(json_out *j, const char *bracket)
{
    append_literal(j, bracket);
    j->comma = true;
}

static void write_int(json_out *j, int64_t value)
{
    char text[32];
    append_bytes(j, text, reel__number_i64(text, value));
}

/* Powers of ten from 10^-31 to 10^53, as the compiler rounds them. Output must not depend on pow or log10 of a library. */
enum { LEAST_TEN = -31, MOST_TEN = 53 };
static const double tens[] = {
    1e-31, 1e-30, 1e-29, 1e-28, 1e-27, 1e-26, 1e-25, 1e-24, 1e-23, 1e-22, 1e-21, 1e-20, 1e-19, 1e-18, 1e-17, 1e-16, 1e-15,
    1e-14, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9,  1e-8,  1e-7,  1e-6,  1e-5,  1e-4,  1e-3,  1e-2,  1e-1,  1e0,   1e1,   1e2,
    1e3,   1e4,   1e5,   1e6,   1e7,   1e8,   1e9,   1e10,  1e11,  1e12,  1e13,  1e14,  1e15,  1e16,  1e17,  1e18,  1e19,
    1e20,  1e21,  1e22,  1e23,  1e24,  1e25,  1e26,  1e27,  1e28,  1e29,  1e30,  1e31,  1e32,  1e33,  1e34,  1e35,  1e36,
    1e37,  1e38,  1e39,  1e40,  1e41,  1e42,  1e43,  1e44,  1e45,  1e46,  1e47,  1e48,  1e49,  1e50,  1e51,  1e52,  1e53,
};
_Static_assert(sizeof tens / sizeof *tens == MOST_TEN - LEAST_TEN + 1, "one entry per exponent");

static double ten_to(int exponent) { return tens[exponent - LEAST_TEN]; }

/* The eight leading digits of a float: `digits` * 10^(`exponent` - 7), rounded. */
typedef struct eight_digits {
    uint64_t digits;
    int exponent;
} eight_digits;

/* The game writes eight significant digits, so the exponent E must satisfy 10^7 <= round(size * 10^(7 - E)) < 10^8.
 *
 * With two = floor(log2(size)), the number's decimal exponent is floor(two * log10(2)) or one more, since size < 2^(two
 * + 1). 0.30103 is log10(2) to five digits, which is enough for |two| < 150, and subtracting 99999 makes the division
 * round down for negative numbers. The first comparison corrects an exponent that is one too small, and also numbers
 * that round up to nine digits, such as 9.99999999. The second one corrects an exponent that the approximation made too
 * large. Both test against the limit less one half, where rounding changes the number of digits.
 *
 * Seven minus the exponent of any float is within the table: floats range from 10^-45 to 3.5 * 10^38. Nine digits are
 * needed to restore any float, so a value that is read back can differ: reel__session_round_trip computes it. */
static eight_digits digits_of(float value)
{
    double size = fabs((double)value);
    if (!(size > 0) || size > 3.5e38) return (eight_digits){ 0, 0 };
    int two = (int)(reel_double_bits(size) >> 52) - 1023, exponent = (two * 30103 - (two < 0 ? 99999 : 0)) / 100000;
    double scaled = size * ten_to(7 - exponent);
    if (scaled >= 99999999.5) scaled = size * ten_to(7 - ++exponent);
    if (scaled < 9999999.5) scaled = size * ten_to(7 - --exponent);
    return (eight_digits){ (uint64_t)(scaled + 0.5), exponent };
}

float reel__session_round_trip(float value)
{
    eight_digits d = digits_of(value);
    int power = d.exponent - 7;
    double size = power < 0 ? (double)d.digits / ten_to(-power) : (double)d.digits * ten_to(power);
    return (float)(value < 0 ? -size : size);
}

double reel__session_parsed(float value)
{
    enum { EXACT = 22 }; /* powers of ten that a double holds: one rounding, which is that of the quotient or product */
    const eight_digits d = digits_of(value);
    const int power = d.exponent - 7;
    char text[NUMBER_SIZE + 16];
    double size = 0;
    if (power >= -EXACT && power <= EXACT) {
        size = power < 0 ? (double)d.digits / ten_to(-power) : (double)d.digits * ten_to(power);
    } else {
        size_t at = reel__number_u64(text, d.digits);
        text[at++] = 'e';
        at += reel__number_i64(text + at, power);
        text[at] = '\0';
        reel__number_read_f64(text, &size);
    }
    return value < 0 ? -size : size;
}

/* Trailing zeros are removed, ".0" is kept. JSON has no NaN: it becomes 0.0. */
static void write_float(json_out *j, float value)
{
    char text[32], digits[24];
    eight_digits d = digits_of(value);
    int exponent = d.exponent;
    if (!d.digits) {
        append_literal(j, j->bare && reel_float_bits(value) == 0x80000000u ? "-0.0" : "0.0");
        return;
    }
    size_t count = reel__number_u64(digits, d.digits), at = 0;
    while (count > 1 && digits[count - 1] == '0') count--;
    if (value < 0) text[at++] = '-';
    if (exponent < -5 || exponent > 7) {
        text[at++] = digits[0];
        text[at++] = '.';
        if (count == 1) text[at++] = '0';
        memcpy(text + at, digits + 1, count - 1);
        at += count - 1;
        text[at++] = 'e';
        at += reel__number_i64(text + at, exponent);
    } else if (exponent < 0) {
        text[at++] = '0';
        text[at++] = '.';
        for (int i = -1; i > exponent; i--) text[at++] = '0';
        memcpy(text + at, digits, count);
        at += count;
    } else {
        for (size_t i = 0; i < count || i <= (size_t)exponent; i++) {
            text[at++] = i < count ? digits[i] : '0';
            if (i == (size_t)exponent) text[at++] = '.';
        }
        if (text[at - 1] == '.') text[at++] = '0';
    }
    append_bytes(j, text, at);
}

static void write_floats(json_out *j, const float *values, size_t count)
{
    append_literal(j, "[");
    for (size_t i = 0; i < count; i++) {
        if (i) append_literal(j, ",");
        write_float(j, values[i]);
    }
    append_literal(j, "]");
}

/* ---- members ---------------------------------------------------------------------------------------------------- */

static void write_key(json_out *j, const session_member *m)
{
    if (j->bare) return;
    separate(j);
    append_literal(j, "\"");
    append_bytes(j, m->key, m->size + 2u); /* with its closing quote and colon */
}

static void write_object(json_out *j, const session_object *object, const void *row);

static void write_vec3(json_out *j, const uint8_t *at)
{
    float values[3];
    memcpy(values, at, sizeof values);
    write_floats(j, values, 3);
}

static void write_pose(json_out *j, const uint8_t *row, const session_member *m)
{
    session_pose pose = session_pose_of(row, m);
    if (row[m->present] & m->bit)
        write_vec3(j, (const uint8_t *)&pose.position);
    else
        write_object(j, m->object, &pose);
}

static reel_string word_text(const char *word) { return (reel_string){ word, strlen(word) }; }

/* A code without a word is written as the word of `other`. */
static void write_word(json_out *j, uint8_t code, const session_member *m)
{
    write_text(j, word_text(reel__session_word(m->labels, code, reel__session_word(m->labels, m->other, "unknown"))));
}

static reel_string text_at(const uint8_t *at)
{
    reel_string text;
    memcpy(&text, at, sizeof text);
    return text;
}

static int64_t integer_at(const uint8_t *at, member_type type)
{
    uint16_t u16;
    int32_t i32;
    int64_t i64;
    switch (type) {
    case MEMBER_FLAG: return *at ? 1 : 0;
    case MEMBER_U8: return *at;
    case MEMBER_U16: return memcpy(&u16, at, sizeof u16), u16;
    case MEMBER_I32: return memcpy(&i32, at, sizeof i32), i32;
    default: return memcpy(&i64, at, sizeof i64), i64;
    }
}

static void write_natural(json_out *j, const uint8_t *at)
{
    char text[32];
    uint64_t value;
    memcpy(&value, at, sizeof value);
    append_bytes(j, text, reel__number_u64(text, value));
}

static void write_value(json_out *j, const uint8_t *row, const session_member *m)
{
    const uint8_t *at = row + m->offset;
    float number;
    switch ((member_type)m->type) {
    case MEMBER_F32:
        memcpy(&number, at, sizeof number);
        write_float(j, number);
        break;
    case MEMBER_VEC3: write_vec3(j, at); break;
    case MEMBER_BOOL: append_literal(j, *at ? "true" : "false"); break;
    case MEMBER_TEXT: write_text(j, text_at(at)); break;
    case MEMBER_WORD: write_word(j, *at, m); break;
    case MEMBER_OBJECT: write_object(j, m->object, at); break;
    case MEMBER_POSE: write_pose(j, row, m); break;
    case MEMBER_SPECIAL: break;
    case MEMBER_U64: write_natural(j, at); break;
    default: write_int(j, integer_at(at, (member_type)m->type));
    }
}

static void write_member(json_out *j, const void *row, const session_member *m)
{
    const uint8_t *bytes = row;
    if (!member_has_value(row, m)) return;
    if (m->rule == WRITE_NEVER && !j->bare) return;
    if (m->rule == WRITE_IF_PRESENT && !(bytes[m->present] & m->bit)) return;
    if (m->rule == WRITE_IF_NOT_EMPTY && !text_at(bytes + m->offset).size) return;
    if (m->write) {
        m->write(j, row, m);
        return;
    }
    write_key(j, m);
    write_value(j, bytes, m);
}

static void write_members(json_out *j, const session_object *object, const void *row, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++) write_member(j, row, &object->members[object->order ? object->order[i] : i]);
}

static void write_object(json_out *j, const session_object *object, const void *row)
{
    open_list(j, "{");
    write_members(j, object, row, 0, object->order ? object->order_count : object->count);
    close_list(j, "}");
}

/* ---- exceptions ------------------------------------------------------------------------------------------------- */

void reel__write_holding(json_out *j, const void *row, const session_member *m)
{
    char number[8];
    uint8_t held = ((const uint8_t *)row)[m->offset];
    if (held == ECHO_HOLDS_NULL) return;
    write_key(j, m);
    if (held > ECHO_HOLDS_NULL)
        write_text(j, word_text(reel__session_word(reel__echo_holdings, held, "none")));
    else
        write_text(j, (reel_string){ number, reel__number_u64(number, held) });
}

static void write_statistics(json_out *j, const session_member *m, const session_stats *stats)
{
    write_key(j, m);
    write_object(j, m->object, stats);
}

void reel__write_player_stats(json_out *j, const void *row, const session_member *m)
{
    const session_stats stats = session_player_stats(row);
    write_statistics(j, m, &stats);
}

void reel__write_team_stats(json_out *j, const void *row, const session_member *m)
{
    const session_stats stats = session_team_stats(row);
    write_statistics(j, m, &stats);
}

/* Most frames of the game do not have this member. */
void reel__write_emote(json_out *j, const void *row, const session_member *m)
{
    if (!((const uint8_t *)row)[m->offset]) return;
    write_key(j, m);
    append_literal(j, "true");
}

static void write_extra(json_out *j, reel_string extra)
{
    if (!extra.size) return;
    separate(j);
    append_bytes(j, extra.data, extra.size);
}

static bool plays_in(const json_out *j, uint8_t team) { return j->player_count && j->players->common.team == team; }

void reel__write_players(json_out *j, const void *row, const session_member *m)
{
    const uint8_t team = ((const echoreplay_team *)row)->common.team;
    if (!plays_in(j, team)) return;
    write_key(j, m);
    open_list(j, "[");
    for (; plays_in(j, team); j->players++, j->player_count--) {
        separate(j);
        open_list(j, "{");
        write_members(j, m->object, j->players, 0, m->object->count);
        write_extra(j, j->players->extra);
        close_list(j, "}");
    }
    close_list(j, "]");
}

void reel__write_teams(json_out *j, const void *row, const session_member *m)
{
    (void)row;
    write_key(j, m);
    open_list(j, "[");
    for (size_t i = 0; i < j->team_count; i++) {
        separate(j);
        write_object(j, m->object, &j->teams[i]);
    }
    close_list(j, "]");
}

static void fill_in(reel_string *text, const char *word)
{
    if (!text->size) *text = (reel_string){ word, strlen(word) };
}

echoreplay_frame reel__session_worded(const echoreplay_frame *frame)
{
    const bool stated = frame->from_line;
    echoreplay_frame f = reel__session_complete_frame(frame);
    const echo_frame *c = &f.common;
    if (stated) return f; /* a text that its line did not have stays missing */
    if (c->has & ECHO_HAS_SCORE) {
        fill_in(&f.goal_text, c->goal_type ? reel__session_word(reel__echo_goal_types, c->goal_type, "[NO GOAL]") : "[NO GOAL]");
        fill_in(&f.person_scored, "[INVALID]");
        fill_in(&f.assist_scored, "[INVALID]");
    }
    if (c->has & ECHO_HAS_PAUSE) fill_in(&f.paused_text, reel__session_word(reel__echo_paused_states, c->paused_state, "none"));
    return f;
}

static bool is_count(float value) { return value > -1e9f && value < 1e9f && floorf(value) == value; }

/* Points are integers except in Combat, which counts fractions. */
void reel__write_points(json_out *j, const void *row, const session_member *m)
{
    const echo_frame *f = &((const echoreplay_frame *)row)->common;
    bool whole = !(f->has & ECHO_HAS_PAYLOAD) && is_count(f->blue_points) && is_count(f->orange_points);
    float points;
    memcpy(&points, (const uint8_t *)row + m->offset, sizeof points);
    write_key(j, m);
    if (whole)
        write_int(j, (int64_t)points);
    else
        write_float(j, points);
}

/* NaN: the line does not have this one. */
void reel__write_shoulder(json_out *j, const void *row, const session_member *m)
{
    float pressed;
    memcpy(&pressed, (const uint8_t *)row + m->offset, sizeof pressed);
    if (pressed != pressed) return;
    write_key(j, m);
    write_float(j, pressed);
}

void reel__write_status(json_out *j, const void *row, const session_member *m)
{
    const echoreplay_frame *f = row;
    if (!f->status_text.size && !(f->api & ECHO_API_STATUS)) return;
    write_key(j, m);
    write_text(j, f->status_text);
}

void reel__write_possession(json_out *j, const void *row, const session_member *m)
{
    const int32_t *possession = ((const echoreplay_frame *)row)->possession;
    write_key(j, m);
    open_list(j, "[");
    write_int(j, possession[0]);
    append_literal(j, ",");
    write_int(j, possession[1]);
    close_list(j, "]");
}

void reel__write_zero(json_out *j, const void *row, const session_member *m)
{
    (void)row;
    write_key(j, m);
    append_literal(j, "0");
}

void reel__write_skeleton_numbers(json_out *j, const void *row, const session_member *m)
{
    const session_skeleton *skeleton = row;
    write_key(j, m);
    write_floats(j, m->slot == SKELETON_POSITIONS ? skeleton->positions : skeleton->rotations, m->slot);
    j->comma = true;
}

void reel__session_skeleton_of(session_skeleton *skeleton, const echo_bone *bones)
{
    skeleton->keys = bones->from_line ? bones->keys : 3;
    for (size_t i = 0; i < WIRE_BONES; i++) {
        memcpy(skeleton->positions + 3 * i, &bones[i].position, sizeof bones[i].position);
        memcpy(skeleton->rotations + 4 * i, &bones[i].rotation, sizeof bones[i].rotation);
    }
}

void reel__write_skeletons(json_out *j, const void *row, const session_member *m)
{
    (void)row;
    write_key(j, m);
    open_list(j, "[");
    for (; j->bone_count >= WIRE_BONES; j->bones += WIRE_BONES, j->bone_count -= WIRE_BONES) {
        session_skeleton skeleton;
        reel__session_skeleton_of(&skeleton, j->bones);
        separate(j);
        write_object(j, m->object, &skeleton);
    }
    close_list(j, "]");
}

bool reel__session_write_as(const session_roots *roots, reel_memory *to, const line_rows *rows)
{
    json_out j = { .to = to,
                   .teams = rows->teams,
                   .team_count = rows->team_count,
                   .players = rows->players,
                   .player_count = rows->player_count,
                   .bones = rows->bones,
                   .bone_count = rows->bone_count };
    const size_t all = roots->match->order_count, known = all - MATCH_AFTER_EXTRA;
    open_list(&j, "{");
    write_members(&j, roots->match, rows->frame, 0, known);
    write_extra(&j, rows->frame->extra);
    write_members(&j, roots->match, rows->frame, known, all);
    close_list(&j, "}");
    if (rows->bone_count >= WIRE_BONES) {
        append_literal(&j, "\t");
        write_object(&j, roots->bones, rows->frame);
    }
    return !j.failed;
}

bool reel__session_put_value(reel_memory *to, const void *row, const session_member *m)
{
    json_out j = { .to = to, .bare = true };
    write_member(&j, row, m);
    return !j.failed;
}

bool reel__session_put_floats(reel_memory *to, const float *values, size_t count)
{
    json_out j = { .to = to, .bare = true };
    write_floats(&j, values, count);
    return !j.failed;
}

bool reel__session_put_float(reel_memory *to, float value)
{
    json_out j = { .to = to, .bare = true };
    write_float(&j, value);
    return !j.failed;
}

/* ---- digest ----------------------------------------------------------------------------------------------------- */

uint64_t reel__session_digest(session_plans *plans, const echoreplay_frame *frame, const echoreplay_team *teams,
                              size_t team_count, const echoreplay_player *players, size_t player_count, const echo_bone *bones,
                              size_t bone_count)
{
    uint64_t sum = 0;
    reel__row_sum_add(&sum, &plans->frames, &echoreplay_frames, frame, 1);
    reel__row_sum_add(&sum, &plans->teams, &echoreplay_teams, teams, team_count);
    reel__row_sum_add(&sum, &plans->players, &echoreplay_players, players, player_count);
    reel__row_sum_add(&sum, &plans->bones, &echoreplay_bones, bones, bone_count);
    return sum;
}

uint64_t reel__session_line_digest(uint64_t rows, reel_string line)
{
    reel__row_sum_bytes(&rows, line.data, line.size);
    return rows ? rows : 1;
}
