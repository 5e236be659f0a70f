/* SPDX-License-Identifier: MIT
 * Makes forms of lines and lines of forms. Both walk a text in step with the lists of members: a line when a form is made, a form when a
 * line is made. All that is not a value of a row is copied, so that one walk serves both. */
#include "formats/echo/replay/form.h"

#include "codec/number.h"
#include "core/memory.h"
#include "formats/echo/replay/line.h"

#include <float.h>
#include <math.h>

/* Marks: how a value is spelled. */
static const char marks[] = {
    '#', /* as session_write does */
    '~', /* a number as there, but 2.0 instead of 2 or 2 instead of 2.0 */
    '^', /* floats with the fewest digits that read back as the same value */
};
enum { PLAIN, OTHER_KIND, SHORTEST, SPELLINGS };

typedef struct form_walk {
    const char *at, *end; /* the text */
    reel_memory *to;
    size_t limit; /* bytes of `to` */
    bool making;  /* a form */
    bool loose;   /* making: values that changed are marked, too */
    bool scrub;   /* making: what the rows do not have is left out */
    bool keep;    /* making: what the rows do not have stays */
    bool failed, no_memory;
    const session_roots *roots;
    line_rows rows;    /* not visited yet */
    reel_memory value; /* the last value that was made */
    uint8_t *styles;   /* making: how values were spelled before, by place; FORM_PLACES */
    uint32_t place;    /* of the current value: a hash of members and indices */
    reel_string extra; /* unknown members of the current object that are not visited yet */
} form_walk;

static void fail_walk(form_walk *w)
{
    w->failed = true;
    w->at = w->end;
}

static void put_bytes(form_walk *w, const void *data, size_t size)
{
    if (w->failed) return;
    if (size > w->limit - w->to->size) {
        fail_walk(w);
    } else if (!memory_add(w->to, data, size)) {
        w->no_memory = true;
        fail_walk(w);
    }
}

static void copy_until(form_walk *w, const char *end)
{
    put_bytes(w, w->at, (size_t)(end - w->at));
    if (!w->failed) w->at = end;
}

static void copy_blanks(form_walk *w)
{
    const char *p = w->at;
    while (p < w->end && cursor_blank(*p)) p++;
    if (p > w->at) copy_until(w, p);
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
static void replace_value(form_walk *w, const void *data, size_t size)
{
    const char *end = session_value_end(w->at, w->end);
    if (!end) {
        fail_walk(w);
        return;
    }
    put_bytes(w, data, size);
    if (!w->failed) w->at = end;
}

static void copy_value(form_walk *w)
{
    static const char none[] = "null";
    const char *end = session_value_end(w->at, w->end);
    if (!end)
        fail_walk(w);
    else if (w->scrub && !is_blank_value(w->at, end))
        replace_value(w, none, sizeof none - 1);
    else
        copy_until(w, end);
}

/* Copies `c` if it is next. */
static bool copy_char(form_walk *w, char c)
{
    if (w->at == w->end || *w->at != c) return false;
    copy_until(w, w->at + 1);
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

static uint32_t inner_place(uint32_t place, size_t index) { return place * 101 + (uint32_t)index + 1; }

/* A value of a row: a member; floats, one or a list; or a text. */
typedef struct row_value {
    const session_member *member;
    const void *row;
    const float *floats;
    size_t count;
    bool list;
    reel_string text;
} row_value;

static bool put_plain(reel_memory *to, const row_value *v)
{
    if (v->member) return session_put_value(to, v->row, v->member);
    if (v->list) return session_put_floats(to, v->floats, v->count);
    if (v->floats) return session_put_float(to, *v->floats);
    return memory_add(to, v->text.data, v->text.size);
}

static bool put_shortest(reel_memory *to, const row_value *v)
{
    char number[NUMBER_SIZE];
    bool fine = !v->list || memory_add(to, "[", 1);
    for (size_t i = 0; i < v->count && fine; i++) {
        if (!(fabsf(v->floats[i]) <= FLT_MAX)) return false;
        fine = (!i || memory_add(to, ",", 1)) && memory_add(to, number, number_f32(number, v->floats[i]));
    }
    return fine && (!v->list || memory_add(to, "]", 1));
}

/* Spells a value into w->value, which stays empty if that is not possible. */
static void spell(form_walk *w, size_t spelling, const row_value *v)
{
    w->value.size = 0;
    bool fine = put_plain(&w->value, v);
    if (!fine) {
        w->no_memory = true;
        fail_walk(w);
    }
    if (spelling == PLAIN || !w->value.size) return;
    if (spelling == SHORTEST) w->value.size = 0;
    fine = spelling == SHORTEST ? put_shortest(&w->value, v) : other_kind(&w->value);
    if (!fine) w->value.size = 0;
}

static reel_string text_of(const void *row, const session_member *m)
{
    reel_string text;
    memcpy(&text, (const uint8_t *)row + m->offset, sizeof text);
    return text;
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
    if (number_read_f64(text, &number) == text + size) return (number != 0) == truth;
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
    } ranges[] = { [MEMBER_U8] = { 0, UINT8_MAX }, [MEMBER_U16] = { 0, UINT16_MAX }, [MEMBER_I32] = { INT32_MIN, INT32_MAX },
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
    if (v->floats) return number_read_f64(text, &number) == end && (double)(float)number == (double)v->floats[0];
    if (v->member->type == MEMBER_BOOL || v->member->type == MEMBER_FLAG)
        return is_truth(text, (size_t)(end - text), ((const uint8_t *)v->row)[v->member->offset] != 0);
    if (w->value.size == (size_t)(end - text) && memcmp(text, w->value.data, w->value.size) == 0) return true;
    return is_number(v->member) && number_read_f64(text, &number) == end && is_rounded(number, v);
}

/* Marks a value that has no spelling of reel: it changed, and may be in quotes. What says the same in another way stays as it is. */
static bool mark_loosely(form_walk *w, const row_value *v)
{
    const char *end = session_value_end(w->at, w->end);
    const bool quoted = v->member && is_number(v->member) && end && *w->at == '"';
    if (!end) return false;
    spell(w, PLAIN, v);
    if (w->failed || !w->value.size || (!w->scrub && is_same_value(w, end, v))) return false;
    replace_value(w, quoted ? "\"#\"" : "#", quoted ? 3 : 1);
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
        spell(w, spelling, v);
        if (!is_next(w, &w->value)) continue;
        *style = spelling;
        put_bytes(w, &marks[spelling], 1);
        w->at += w->failed ? 0 : w->value.size;
        return true;
    }
    if (v->list) *style = SPELLINGS;
    return w->loose && !v->list && mark_loosely(w, v);
}

/* Puts the value that a mark stands for. */
static void put_value(form_walk *w, size_t spelling, const row_value *v)
{
    spell(w, spelling, v);
    if (!w->value.size) {
        fail_walk(w);
        return;
    }
    w->at += w->failed ? 0 : 1;
    put_bytes(w, w->value.data, w->value.size);
}

/* Visits a value. Returns false, with nothing done, if the text has a value of its own. */
static bool visit_value(form_walk *w, const row_value *v)
{
    if (w->at == w->end || w->failed) return false;
    if (w->making) return mark_value(w, v);
    static const char quoted[] = "\"#\"";
    const char *mark = memchr(marks, *w->at, sizeof marks);
    if (!mark && v->member && is_number(v->member) && w->end - w->at > 3 && memcmp(w->at, quoted, 3) == 0) {
        copy_until(w, w->at + 1);
        put_value(w, PLAIN, v);
        copy_until(w, w->at + 1);
        return true;
    }
    if (!mark) return false;
    put_value(w, (size_t)(mark - marks), v);
    return true;
}

static void visit_member_value(form_walk *w, const void *row, const session_member *m)
{
    float number;
    row_value v = { .member = m, .row = row };
    if (m->type == MEMBER_F32) {
        memcpy(&number, (const uint8_t *)row + m->offset, sizeof number);
        v.floats = &number;
        v.count = 1;
    }
    if (!visit_value(w, &v)) copy_value(w);
}

/* An element of a list, of which `object` has the members. */
typedef void visit_element(form_walk *w, size_t index, const void *row, const session_object *object);

/* Calls `visit` for each element of a list. Anything but a list is copied. */
static void visit_list(form_walk *w, visit_element *visit, const void *row, const session_object *object)
{
    if (!copy_char(w, '[')) {
        copy_value(w);
        return;
    }
    const uint32_t place = w->place;
    copy_blanks(w);
    for (size_t i = 0; !w->failed && !copy_char(w, ']'); i++) {
        if (i && !copy_char(w, ',')) {
            fail_walk(w);
            return;
        }
        copy_blanks(w);
        w->place = inner_place(place, i);
        visit(w, i, row, object);
        copy_blanks(w);
    }
    w->place = place;
}

typedef struct float_list {
    const float *values;
    size_t count;
} float_list;

static void visit_number(form_walk *w, size_t index, const void *row, const session_object *object)
{
    (void)object;
    const float_list *list = row;
    if (index >= list->count || !visit_value(w, &(row_value){ .floats = &list->values[index], .count = 1 })) copy_value(w);
}

static void visit_floats(form_walk *w, const float *values, size_t count)
{
    if (visit_value(w, &(row_value){ .floats = values, .count = count, .list = true })) return;
    visit_list(w, visit_number, &(float_list){ values, count }, NULL);
}

/* ---- objects ---------------------------------------------------------------------------------------------------- */

/* A member that reel does not know. Its value is the next one of w->extra if that has the same key. */
static void visit_unknown(form_walk *w, reel_string key)
{
    const char *at = w->extra.data, *end = w->extra.size ? at + w->extra.size : at;
    bool same = w->extra.size > key.size && memcmp(at, key.data, key.size) == 0 && at[key.size] == ':';
    const char *begin = same ? at + key.size + 1 : NULL, *stop = begin ? session_value_end(begin, end) : NULL;
    if (!stop) {
        if (begin) w->extra.size = 0; /* not JSON: not searched again */
        copy_value(w);
        return;
    }
    const char *next = stop < end && *stop == ',' ? stop + 1 : stop;
    w->extra = (reel_string){ next, (size_t)(end - next) };
    if (!visit_value(w, &(row_value){ .text = { begin, (size_t)(stop - begin) } })) copy_value(w);
}

/* The key at the cursor, with its quotes. */
static reel_string copy_key(form_walk *w)
{
    const char *begin = w->at, *end = w->at < w->end && *begin == '"' ? session_value_end(begin, w->end) : NULL;
    if (!end) {
        fail_walk(w);
        return (reel_string){ NULL, 0 };
    }
    copy_until(w, end);
    copy_blanks(w);
    if (!copy_char(w, ':')) fail_walk(w);
    copy_blanks(w);
    return (reel_string){ begin, (size_t)(end - begin) };
}

static const session_member *find_member(const session_object *object, reel_string key, size_t *hint)
{
    for (size_t i = 0; i < object->count; i++) {
        size_t at = *hint + i < object->count ? *hint + i : *hint + i - object->count;
        const session_member *m = &object->members[at];
        if (m->size + 2u != key.size || memcmp(m->key, key.data + 1, m->size) != 0) continue;
        *hint = at + 1;
        return m;
    }
    return NULL;
}

static void visit_object(form_walk *w, const session_object *object, const void *row);

static void visit_pose(form_walk *w, const uint8_t *row, const session_member *m)
{
    const session_pose pose = session_pose_of(row, m);
    if (m->bit && w->at < w->end && (*w->at == '[' || row[m->present] & m->bit))
        visit_floats(w, &pose.position.x, 3);
    else
        visit_object(w, m->object, &pose);
}

/* ---- loose forms ------------------------------------------------------------------------------------------------ */

/* Whether the row has something to write for a member. */
static bool row_has(const void *row, const session_member *m)
{
    const uint8_t *bytes = row;
    if (m->type == MEMBER_TEXT) return text_of(row, m).size != 0;
    if (m->known_bit) return member_has_value(row, m);
    if (m->bit && !(bytes[m->present] & m->bit)) return false;
    if (m->write == write_shoulder) {
        float pressed;
        memcpy(&pressed, bytes + m->offset, sizeof pressed);
        return pressed == pressed;
    }
    if (m->write == write_emote) return bytes[m->offset] != 0;
    return m->write != write_holding || bytes[m->offset] != ECHO_HOLDS_NULL;
}

/* Whether the value in the text is of the type that the game writes, and not empty. */
static bool text_fits(const form_walk *w, const session_member *m)
{
    const char first = *w->at, second = w->end - w->at > 1 ? w->at[1] : 0;
    const bool digit = cursor_digit(first) || first == '-', word = first == '"' && second != '"';
    switch ((member_type)m->type) {
    case MEMBER_VEC3: return first == '[' && second != ']';
    case MEMBER_OBJECT: return first == '{';
    case MEMBER_POSE: return first == '{' || (m->bit && first == '[' && second != ']');
    case MEMBER_TEXT: return word || digit;
    case MEMBER_WORD: return word || digit;
    case MEMBER_BOOL:
    case MEMBER_FLAG: return digit || word || first == 't' || first == 'f';
    case MEMBER_SPECIAL: 
        if (!m->form) return first == '[' || word || digit;
        return first == '{' || (first == '[' && (second != ']' || !m->bit));
    default: return digit || (word && (cursor_digit(second) || second == '-'));
    }
}

static void put_plain_value(form_walk *w, const void *row, const session_member *m)
{
    spell(w, PLAIN, &(row_value){ .member = m, .row = row });
    replace_value(w, w->value.size ? (const char *)w->value.data : "null", w->value.size ? w->value.size : 4);
}

/* Whether the text has a word that no row has a number for. */
static bool keeps_word(const form_walk *w, const void *row, const session_member *m)
{
    const char *end = session_value_end(w->at, w->end);
    if (m->type != MEMBER_WORD || w->scrub || !end || ((const uint8_t *)row)[m->offset] != m->other) return false;
    const size_t quote = *w->at == '"';
    return session_code(m->labels, (reel_string){ w->at + quote, (size_t)(end - w->at) - 2 * quote }) < 0;
}

/* A value that is missing in the row or in the text. Returns false if both have one. */
static bool visit_missing(form_walk *w, const void *row, const session_member *m)
{
    const uint8_t *bytes = row;
    const bool is_list = m->type == MEMBER_SPECIAL && m->form && !m->bit;
    if (w->at == w->end) return false;
    const bool has = row_has(row, m), fits = text_fits(w, m);
    const bool is_status = m->type == MEMBER_TEXT && m->bit && bytes[m->present] & m->bit; /* empty, but there */
    if (m->write == write_zero) { /* is in no row */
        copy_value(w);
        return true;
    }
    if (has && fits && !keeps_word(w, row, m)) return false;
    if (m->type == MEMBER_POSE && *w->at == '{' && !(bytes[m->present] & m->bit)) return false; /* each of its members is there or not */
    if (has && fits)
        copy_value(w);
    else if (is_status && !has && fits)
        put_plain_value(w, row, m);
    else if (!has && (w->keep || w->scrub))
        copy_value(w);
    else if (!fits && (!has || is_list))
        copy_value(w);
    else if (has)
        put_plain_value(w, row, m);
    else
        replace_value(w, "null", 4);
    return true;
}

/* Passes over a member that the form does not get. */
static void drop_member(form_walk *w, const char *key_end)
{
    w->at = key_end;
    while (w->at < w->end && (cursor_blank(*w->at) || *w->at == ':')) w->at++;
    const char *end = session_value_end(w->at, w->end);
    if (!end) {
        fail_walk(w);
        return;
    }
    w->at = end;
    while (w->at < w->end && cursor_blank(*w->at)) w->at++;
}

static void visit_member(form_walk *w, const void *row, const session_member *m)
{
    const uint8_t *bytes = row;
    float vector[3];
    if (w->loose && visit_missing(w, row, m)) return;
    switch ((member_type)m->type) {
    case MEMBER_VEC3:
        memcpy(vector, bytes + m->offset, sizeof vector);
        visit_floats(w, vector, 3);
        break;
    case MEMBER_OBJECT: visit_object(w, m->object, bytes + m->offset); break;
    case MEMBER_POSE: visit_pose(w, bytes, m); break;
    default:
        if (m->form)
            m->form(w, row, m);
        else
            visit_member_value(w, row, m);
    }
}

/* Whether the form has a place for the value of a member. */
static bool is_visited(const form_walk *w, const session_member *m)
{
    if (!m || m->type != MEMBER_SPECIAL || m->write) return m != NULL;
    return m->form && (w->scrub || (!w->making && w->at < w->end && *w->at == '{')); /* else it is among those kept as JSON */
}

/* The member at the cursor of a scrubbed object: passes over one that the rows do not have. Returns whether it did. */
static bool scrub_member(form_walk *w, const session_object *object, bool first, size_t *hint)
{
    const char *end = w->at < w->end && *w->at == '"' ? session_value_end(w->at, w->end) : NULL;
    if (!end) {
        fail_walk(w);
        return false;
    }
    if (is_visited(w, find_member(object, (reel_string){ w->at, (size_t)(end - w->at) }, hint))) {
        if (!first) put_bytes(w, ",", 1);
        return false;
    }
    drop_member(w, end);
    return true;
}

/* The members of an object with a row. Anything but an object is copied. */
static void visit_object(form_walk *w, const session_object *object, const void *row)
{
    if (!copy_char(w, '{')) {
        copy_value(w);
        return;
    }
    size_t hint = 0;
    const uint32_t place = w->place;
    bool first = true, first_in_form = true;
    copy_blanks(w);
    for (; !w->failed && !copy_char(w, '}'); first = false) {
        if (w->scrub && !first && w->at < w->end && *w->at == ',')
            w->at++;
        else if (!first && !copy_char(w, ',')) {
            fail_walk(w);
            return;
        }
        copy_blanks(w);
        if (w->scrub && scrub_member(w, object, first_in_form, &hint)) continue;
        first_in_form = false;
        reel_string key = copy_key(w);
        if (w->failed) return;
        const session_member *m = find_member(object, key, &hint);
        w->place = inner_place(place, m ? (size_t)(m - object->members) : object->count);
        if (is_visited(w, m))
            visit_member(w, row, m);
        else
            visit_unknown(w, key);
        copy_blanks(w);
    }
    w->place = place;
}

/* Visits an object whose unknown members are in `extra`; NULL: they are in no row. */
static void visit_with_extra(form_walk *w, const session_object *object, const void *row, const reel_string *extra)
{
    reel_string outer = w->extra;
    w->extra = extra ? *extra : (reel_string){ NULL, 0 };
    visit_object(w, object, row);
    w->extra = outer;
}

/* ---- lists ------------------------------------------------------------------------------------------------------ */

static void visit_team(form_walk *w, size_t index, const void *row, const session_object *object)
{
    const echoreplay_team *team = w->rows.teams;
    (void)row;
    if (!w->rows.team_count || team->common.team != index) {
        copy_value(w);
        return;
    }
    w->rows.teams++;
    w->rows.team_count--;
    visit_with_extra(w, object, team, NULL);
}

void form_teams(form_walk *w, const void *row, const session_member *m) { visit_list(w, visit_team, row, m->object); }

static void visit_player(form_walk *w, size_t index, const void *row, const session_object *object)
{
    const echoreplay_player *player = w->rows.players;
    const echoreplay_team *team = row;
    if (!w->rows.player_count || player->common.team != team->common.team || player->common.slot != index) {
        copy_value(w);
        return;
    }
    w->rows.players++;
    w->rows.player_count--;
    visit_with_extra(w, object, player, &player->extra);
}

void form_players(form_walk *w, const void *row, const session_member *m) { visit_list(w, visit_player, row, m->object); }

void form_team_stats(form_walk *w, const void *row, const session_member *m)
{
    const session_stats stats = session_team_stats(row);
    visit_with_extra(w, m->object, &stats, NULL);
}

void form_player_stats(form_walk *w, const void *row, const session_member *m)
{
    const session_stats stats = session_player_stats(row);
    visit_with_extra(w, m->object, &stats, NULL);
}

/* Only a scrubbed form has the members; else the whole object is among those that are kept as JSON. */
void form_payload(form_walk *w, const void *row, const session_member *m) { visit_with_extra(w, m->object, row, NULL); }

void form_skeleton_numbers(form_walk *w, const void *row, const session_member *m)
{
    const session_skeleton *skeleton = row;
    visit_floats(w, m->slot == SKELETON_POSITIONS ? skeleton->positions : skeleton->rotations, m->slot);
}

static void visit_skeleton(form_walk *w, size_t index, const void *row, const session_object *object)
{
    const echo_bone *bones = w->rows.bones;
    (void)row;
    if (w->rows.bone_count < WIRE_BONES || bones->player != index) {
        copy_value(w);
        return;
    }
    session_skeleton skeleton;
    session_skeleton_of(&skeleton, bones);
    w->rows.bones += WIRE_BONES;
    w->rows.bone_count -= WIRE_BONES;
    visit_object(w, object, &skeleton);
}

void form_skeletons(form_walk *w, const void *row, const session_member *m) { visit_list(w, visit_skeleton, row, m->object); }

/* ---- lines ------------------------------------------------------------------------------------------------------ */

/* The digits of the time are zeros in a form. A loose form keeps those of another calendar. */
static void visit_time(form_walk *w)
{
    static const char zeros[] = "0000/00/00 00:00:00.000";
    char time[TIME_SIZE], text[TIME_SIZE];
    int64_t recorded;
    bool same = true, zero = true;
    echo_text_put_time(time, w->rows.frame->common.recorded);
    if ((size_t)(w->end - w->at) < TIME_SIZE) {
        fail_walk(w);
        return;
    }
    for (size_t i = 0; i < TIME_SIZE; i++) {
        const bool digit = cursor_digit(time[i]);
        same &= !digit || w->at[i] == time[i];
        zero &= !digit || w->at[i] == '0';
        text[i] = !digit ? w->at[i] : w->making ? zeros[i] : time[i];
    }
    const bool keeps = w->making ? w->loose && echo_text_time(w->at, TIME_SIZE, &recorded) && recorded == w->rows.frame->common.recorded
                                 : !zero;
    if (w->making && !same && !w->loose) {
        fail_walk(w);
        return;
    }
    put_bytes(w, keeps && !(w->making && same) ? w->at : text, sizeof text);
    w->at += w->failed ? 0 : TIME_SIZE;
}

/* Copies blanks and the NUL that old versions of the game put behind an answer. */
static void copy_gap(form_walk *w)
{
    const char *p = w->at;
    while (p < w->end && (cursor_blank(*p) || !*p)) p++;
    if (p > w->at) copy_until(w, p);
}

/* The time, what follows it up to the object, the object, and perhaps another one behind it. Everything else is copied. */
static void visit_line(form_walk *w)
{
    visit_time(w);
    const char *tab = memchr(w->at, '\t', (size_t)(w->end - w->at));
    if (!tab) {
        fail_walk(w);
        return;
    }
    copy_until(w, tab + 1);
    copy_blanks(w);
    visit_with_extra(w, w->roots->match, w->rows.frame, &w->rows.frame->extra);
    copy_gap(w);
    if (w->at < w->end && *w->at == '{') visit_with_extra(w, w->roots->bones, w->rows.frame, NULL);
    copy_gap(w);
    if (w->scrub && w->at < w->end) fail_walk(w);
    copy_until(w, w->end);
}

static form_result walk_line(form_walk *w, reel_memory *to, reel_string text, const line_rows *rows)
{
    to->size = 0;
    if (!text.size) return FORM_IMPOSSIBLE; /* it lacks the time, and its data may be NULL */
    w->value.allocator = to->allocator;
    w->at = text.data;
    w->end = text.data + text.size;
    w->to = to;
    w->rows = *rows;
    visit_line(w);
    memory_drop(&to->allocator, w->value.data);
    return w->no_memory ? FORM_NO_MEMORY : w->failed ? FORM_IMPOSSIBLE : FORM_DONE;
}

form_result form_of_line_as(const session_roots *roots, reel_memory *form, reel_string line, const line_rows *rows,
                            uint8_t styles[FORM_PLACES])
{
    form_walk w = { .roots = roots, .making = true, .limit = FORM_LONGEST, .styles = styles };
    return walk_line(&w, form, line, rows);
}

form_result form_of_changed_as(const session_roots *roots, reel_memory *form, reel_string line, const line_rows *rows,
                               uint8_t styles[FORM_PLACES], changed_form how)
{
    form_walk w = { .roots = roots,
                    .making = true,
                    .loose = true,
                    .scrub = how == CHANGED_SCRUB,
                    .keep = how == CHANGED_KEEP,
                    .limit = how == CHANGED_SCRUB ? FORM_LONGEST : FORM_LONGEST_LINE,
                    .styles = styles };
    return walk_line(&w, form, line, rows);
}

/* The longest line of a frame. Lines of the game have about three bytes for each byte of their rows. Otherwise a small archive could claim
 * many frames, each with a long line. */
static size_t longest_line(const line_rows *rows)
{
    enum { LEAST = 1024, SHARE = 8 };
    size_t structs = sizeof *rows->frame + rows->team_count * sizeof *rows->teams + rows->player_count * sizeof *rows->players +
                     rows->bone_count * sizeof *rows->bones;
    size_t extra = rows->frame->extra.size;
    for (size_t i = 0; i < rows->player_count; i++) extra += rows->players[i].extra.size;
    return structs >= FORM_LONGEST_LINE || extra >= FORM_LONGEST_LINE || LEAST + SHARE * structs + extra >= FORM_LONGEST_LINE
               ? FORM_LONGEST_LINE
               : LEAST + SHARE * structs + extra;
}

form_result form_to_line_as(const session_roots *roots, reel_memory *line, reel_string form, const line_rows *rows)
{
    form_walk w = { .roots = roots, .limit = longest_line(rows) };
    return walk_line(&w, line, form, rows);
}
