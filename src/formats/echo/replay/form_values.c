/* SPDX-License-Identifier: MIT
 * Values of lines and forms: text that is copied, and marks. */
#include "codec/number.h"
#include "core/memory.h"
#include "formats/echo/replay/form.h"
#include "formats/echo/replay/form_walk.h"

#include <float.h>
#include <math.h>

/* Marks: how a value is spelled. */
static const char marks[] = {
    '#', /* as reel__session_write does */
    '~', /* a number as there, but 2.0 instead of 2 or 2 instead of 2.0 */
    '^', /* floats with the fewest digits that read back as the same value */
};

void reel__form_fail(form_walk *w)
{
    w->failed = true;
    w->at = w->end;
}

void reel__form_put(form_walk *w, const void *data, size_t size)
{
    if (w->failed) return;
    if (size > w->limit - w->to->size) {
        reel__form_fail(w);
    } else if (!memory_add(w->to, data, size)) {
        w->no_memory = true;
        reel__form_fail(w);
    }
}

void reel__form_copy_until(form_walk *w, const char *end)
{
    reel__form_put(w, w->at, (size_t)(end - w->at));
    if (!w->failed) w->at = end;
}

void reel__form_copy_blanks(form_walk *w)
{
    const char *p = w->at;
    while (p < w->end && cursor_blank(*p)) p++;
    if (p > w->at) reel__form_copy_until(w, p);
}

/* Whether a value tells nothing about anybody: it is empty, or a short number. */
static bool is_blank_value(const char *at, const char *end)
{
    enum { SHORT = 3 };
    static const char *const blank[] = { "null", "\"\"", "true", "false" };
    const size_t size = (size_t)(end - at);
    for (size_t i = 0; i < sizeof blank / sizeof *blank; i++)
        if (size == strlen(blank[i]) && memcmp(at, blank[i], size) == 0) return true;
    if (*at == '[' || *at == '{') {
        for (at++; at < end - 1; at++)
            if (!cursor_blank(*at)) return false;
        return true;
    }
    for (size_t i = 0; i < size; i++)
        if (!cursor_digit(at[i])) return false;
    return size <= SHORT;
}

/* Puts something else for the value at the cursor. */
void reel__form_replace(form_walk *w, const void *data, size_t size)
{
    const char *end = reel__session_value_end(w->at, w->end);
    if (!end) {
        reel__form_fail(w);
        return;
    }
    reel__form_put(w, data, size);
    if (!w->failed) w->at = end;
}

void reel__form_copy_value(form_walk *w)
{
    static const char none[] = "null";
    const char *end = reel__session_value_end(w->at, w->end);
    if (!end)
        reel__form_fail(w);
    else if (w->scrub && !is_blank_value(w->at, end))
        reel__form_replace(w, none, sizeof none - 1);
    else
        reel__form_copy_until(w, end);
}

/* Copies `c` if it is next. */
bool reel__form_copy_char(form_walk *w, char c)
{
    if (w->at == w->end || *w->at != c) return false;
    reel__form_copy_until(w, w->at + 1);
    return !w->failed;
}

/* ---- values ----------------------------------------------------------------------------------------------------- */

/* Turns 2 into 2.0 and 2.0 into 2, in place. Returns false for everything else. */
static bool other_kind(reel_memory *value)
{
    size_t size = value->size, i = size && *value->data == '-';
    const size_t first = i;
    while (i < size && cursor_digit((char)value->data[i])) i++;
    if (i == first) return false;
    if (i == size) return memory_add(value, ".0", 2);
    if (size - i != 2 || memcmp(value->data + i, ".0", 2) != 0) return false;
    value->size = i;
    return true;
}

/* Whether the value is next in the text, as a whole. */
static bool is_next(const form_walk *w, const reel_memory *value)
{
    size_t left = (size_t)(w->end - w->at);
    if (!value->size || value->size >= left || memcmp(w->at, value->data, value->size) != 0) return false;
    char after = w->at[value->size];
    return after == ',' || after == '}' || after == ']' || cursor_blank(after);
}

static bool put_plain(reel_memory *to, const row_value *v)
{
    if (v->member) return reel__session_put_value(to, v->row, v->member);
    if (v->list) return reel__session_put_floats(to, v->floats, v->count);
    if (v->floats) return reel__session_put_float(to, *v->floats);
    return memory_add(to, v->text.data, v->text.size);
}

static bool put_shortest(reel_memory *to, const row_value *v)
{
    char number[NUMBER_SIZE];
    bool fine = !v->list || memory_add(to, "[", 1);
    for (size_t i = 0; i < v->count && fine; i++) {
        if (!(fabsf(v->floats[i]) <= FLT_MAX)) return false;
        fine = (!i || memory_add(to, ",", 1)) && memory_add(to, number, reel__number_f32(number, v->floats[i]));
    }
    return fine && (!v->list || memory_add(to, "]", 1));
}

/* Spells a value into w->value, which stays empty if that is not possible. */
void reel__form_spell(form_walk *w, size_t spelling, const row_value *v)
{
    w->value.size = 0;
    bool fine = put_plain(&w->value, v);
    if (!fine) {
        w->no_memory = true;
        reel__form_fail(w);
    }
    if (spelling == PLAIN || !w->value.size) return;
    if (spelling == SHORTEST) w->value.size = 0;
    fine = spelling == SHORTEST ? put_shortest(&w->value, v) : other_kind(&w->value);
    if (!fine) w->value.size = 0;
}

static int64_t integer_of(const void *row, const session_member *m)
{
    const uint8_t *at = (const uint8_t *)row + m->offset;
    uint16_t u16;
    int32_t i32;
    int64_t i64;
    switch ((member_type)m->type) {
    case MEMBER_U8: return *at;
    case MEMBER_U16: return memcpy(&u16, at, sizeof u16), u16;
    case MEMBER_I32: return memcpy(&i32, at, sizeof i32), i32;
    default: return memcpy(&i64, at, sizeof i64), i64;
    }
}

static bool is_number(const session_member *m)
{
    return m->type == MEMBER_F32 || m->type == MEMBER_BOOL || (m->type >= MEMBER_FLAG && m->type <= MEMBER_U64);
}

/* Whether a text is a way to write a flag. */
static bool is_truth(const char *text, size_t size, bool truth)
{
    double number;
    if (reel__number_read_f64(text, &number) == text + size) return (number != 0) == truth;
    static const char *const words[2][3] = { { "false", "False", NULL }, { "true", "True", NULL } };
    for (const char *const *word = words[truth]; *word; word++)
        if (size == strlen(*word) && memcmp(text, *word, size) == 0) return true;
    return false;
}

/* Whether a reader makes the integer of the row of a number that is written as another one: with a fraction, or out of range. */
static bool is_rounded(double number, const row_value *v)
{
    const double whole = trunc(number);
    uint64_t natural;
    if (v->member->type == MEMBER_U64) {
        memcpy(&natural, (const uint8_t *)v->row + v->member->offset, sizeof natural);
        return whole == number ? number >= 0x1p64 && natural == UINT64_MAX : number > 0 ? (uint64_t)whole == natural : !natural;
    }
    static const struct {
        double least, most;
    } ranges[] = { [MEMBER_U8] = { 0, UINT8_MAX },
                   [MEMBER_U16] = { 0, UINT16_MAX },
                   [MEMBER_I32] = { INT32_MIN, INT32_MAX },
                   [MEMBER_I64] = { -0x1p63, 0x1p63 } };
    const double least = ranges[v->member->type].least, most = ranges[v->member->type].most;
    return (double)integer_of(v->row, v->member) == (whole < least ? least : whole > most ? most : whole);
}

/* Whether the text up to `end` is the value of the row, written in another way. */
static bool is_same_value(const form_walk *w, const char *end, const row_value *v)
{
    const char *text = w->at;
    double number;
    if (!v->member && !v->floats) return false;
    if (*text != '"' && w->value.size == (size_t)(end - text) + 2 && *w->value.data == '"')
        return memcmp(w->value.data + 1, text, (size_t)(end - text)) == 0; /* a number where the game writes a text */
    if (*text == '"') text++, end--;
    if (v->floats) return reel__number_read_f64(text, &number) == end && (double)(float)number == (double)v->floats[0];
    if (v->member->type == MEMBER_BOOL || v->member->type == MEMBER_FLAG)
        return is_truth(text, (size_t)(end - text), ((const uint8_t *)v->row)[v->member->offset] != 0);
    if (w->value.size == (size_t)(end - text) && memcmp(text, w->value.data, w->value.size) == 0) return true;
    return is_number(v->member) && reel__number_read_f64(text, &number) == end && is_rounded(number, v);
}

/* Marks a value that has no spelling of reel: it changed, and may be in quotes. What says the same in another way stays as it is. */
static bool mark_loosely(form_walk *w, const row_value *v)
{
    const char *end = reel__session_value_end(w->at, w->end);
    const bool quoted = v->member && is_number(v->member) && end && *w->at == '"';
    if (!end) return false;
    reel__form_spell(w, PLAIN, v);
    if (w->failed || !w->value.size || (!w->scrub && is_same_value(w, end, v))) return false;
    reel__form_replace(w, quoted ? "\"#\"" : "#", quoted ? 3 : 1);
    return true;
}

/* The spelling that was right at this place in lines before is tried first, so that a value that has several spellings does not change the
 * form. A list that had more than one is marked number by number from then on. */
static bool mark_value(form_walk *w, const row_value *v)
{
    uint8_t *style = &w->styles[(w->place * UINT32_C(2654435761)) >> (32 - FORM_PLACE_BITS)];
    const uint8_t first = *style;
    for (uint8_t i = 0; i < SPELLINGS && !(v->list && first + i >= SPELLINGS); i++) {
        const uint8_t spelling = (uint8_t)((first + i) % SPELLINGS);
        reel__form_spell(w, spelling, v);
        if (!is_next(w, &w->value)) continue;
        *style = spelling;
        reel__form_put(w, &marks[spelling], 1);
        w->at += w->failed ? 0 : w->value.size;
        return true;
    }
    if (v->list) *style = SPELLINGS;
    return w->loose && !v->list && mark_loosely(w, v);
}

/* Puts the value that a mark stands for. */
static void put_value(form_walk *w, size_t spelling, const row_value *v)
{
    reel__form_spell(w, spelling, v);
    if (!w->value.size) {
        reel__form_fail(w);
        return;
    }
    w->at += w->failed ? 0 : 1;
    reel__form_put(w, w->value.data, w->value.size);
}

/* Visits a value. Returns false, with nothing done, if the text has a value of its own. */
bool reel__form_at_mark(const form_walk *w) { return w->scrub && w->at < w->end && memchr(marks, *w->at, sizeof marks) != NULL; }

bool reel__form_visit_value(form_walk *w, const row_value *v)
{
    if (w->at == w->end || w->failed) return false;
    if (reel__form_at_mark(w)) { /* of a form that is scrubbed */
        reel__form_copy_until(w, w->at + 1);
        return true;
    }
    if (w->making) return mark_value(w, v);
    static const char quoted[] = "\"#\"";
    const char *mark = memchr(marks, *w->at, sizeof marks);
    if (!mark && v->member && is_number(v->member) && w->end - w->at > 3 && memcmp(w->at, quoted, 3) == 0) {
        reel__form_copy_until(w, w->at + 1);
        put_value(w, PLAIN, v);
        reel__form_copy_until(w, w->at + 1);
        return true;
    }
    if (!mark) return false;
    put_value(w, (size_t)(mark - marks), v);
    return true;
}
