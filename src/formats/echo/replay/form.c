/* SPDX-License-Identifier: MIT
 * Makes forms of lines and lines of forms. Both walk a text in step with the lists of members: a line when a form is made, a form when a
 * line is made. All that is not a value of a row is copied, so that one walk serves both. */
#include "formats/echo/replay/form.h"
#include "codec/number.h"
#include "core/memory.h"
#include "formats/echo/replay/form_walk.h"
#include "formats/echo/replay/line.h"

static void visit_member_value(form_walk *w, const void *row, const session_member *m)
{
    float number;
    row_value v = { .member = m, .row = row };
    if (m->type == MEMBER_F32) {
        memcpy(&number, (const uint8_t *)row + m->offset, sizeof number);
        v.floats = &number;
        v.count = 1;
    }
    if (!reel__form_visit_value(w, &v)) reel__form_copy_value(w);
}

/* An element of a list, of which `object` has the members. */
typedef void visit_element(form_walk *w, size_t index, const void *row, const session_object *object);

/* Calls `visit` for each element of a list. Anything but a list is copied. */
static void visit_list(form_walk *w, visit_element *visit, const void *row, const session_object *object)
{
    if (!reel__form_copy_char(w, '[')) {
        reel__form_copy_value(w);
        return;
    }
    const uint32_t place = w->place;
    reel__form_copy_blanks(w);
    for (size_t i = 0; !w->failed && !reel__form_copy_char(w, ']'); i++) {
        if (i && !reel__form_copy_char(w, ',')) {
            reel__form_fail(w);
            return;
        }
        reel__form_copy_blanks(w);
        w->place = form_inner_place(place, i);
        visit(w, i, row, object);
        reel__form_copy_blanks(w);
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
    if (index >= list->count || !reel__form_visit_value(w, &(row_value){ .floats = &list->values[index], .count = 1 }))
        reel__form_copy_value(w);
}

static void visit_floats(form_walk *w, const float *values, size_t count)
{
    if (reel__form_visit_value(w, &(row_value){ .floats = values, .count = count, .list = true })) return;
    visit_list(w, visit_number, &(float_list){ values, count }, NULL);
}

/* ---- objects ---------------------------------------------------------------------------------------------------- */

/* A member that reel does not know. Its value is the next one of w->extra if that has the same key. */
static void visit_unknown(form_walk *w, reel_string key)
{
    const char *at = w->extra.data, *end = w->extra.size ? at + w->extra.size : at;
    bool same = w->extra.size > key.size && memcmp(at, key.data, key.size) == 0 && at[key.size] == ':';
    const char *begin = same ? at + key.size + 1 : NULL, *stop = begin ? reel__session_value_end(begin, end) : NULL;
    if (!stop) {
        if (begin) w->extra.size = 0; /* not JSON: not searched again */
        reel__form_copy_value(w);
        return;
    }
    const char *next = stop < end && *stop == ',' ? stop + 1 : stop;
    w->extra = (reel_string){ next, (size_t)(end - next) };
    if (!reel__form_visit_value(w, &(row_value){ .text = { begin, (size_t)(stop - begin) } })) reel__form_copy_value(w);
}

/* The key at the cursor, with its quotes. */
static reel_string copy_key(form_walk *w)
{
    const char *begin = w->at, *end = w->at < w->end && *begin == '"' ? reel__session_value_end(begin, w->end) : NULL;
    if (!end) {
        reel__form_fail(w);
        return (reel_string){ NULL, 0 };
    }
    reel__form_copy_until(w, end);
    reel__form_copy_blanks(w);
    if (!reel__form_copy_char(w, ':')) reel__form_fail(w);
    reel__form_copy_blanks(w);
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

/* Passes over a member that the form does not get. */
static void drop_member(form_walk *w, const char *key_end)
{
    w->at = key_end;
    while (w->at < w->end && (cursor_blank(*w->at) || *w->at == ':')) w->at++;
    const char *end = reel__session_value_end(w->at, w->end);
    if (!end) {
        reel__form_fail(w);
        return;
    }
    w->at = end;
    while (w->at < w->end && cursor_blank(*w->at)) w->at++;
}

static void visit_member(form_walk *w, const void *row, const session_member *m)
{
    const uint8_t *bytes = row;
    float vector[3];
    if (w->loose && reel__form_visit_missing(w, row, m)) return;
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
    const char *end = w->at < w->end && *w->at == '"' ? reel__session_value_end(w->at, w->end) : NULL;
    if (!end) {
        reel__form_fail(w);
        return false;
    }
    if (is_visited(w, find_member(object, (reel_string){ w->at, (size_t)(end - w->at) }, hint))) {
        if (!first) reel__form_put(w, ",", 1);
        return false;
    }
    drop_member(w, end);
    return true;
}

/* The members of an object with a row. Anything but an object is copied. */
static void visit_object(form_walk *w, const session_object *object, const void *row)
{
    if (!reel__form_copy_char(w, '{')) {
        reel__form_copy_value(w);
        return;
    }
    size_t hint = 0;
    const uint32_t place = w->place;
    bool first = true, first_in_form = true;
    reel__form_copy_blanks(w);
    for (; !w->failed && !reel__form_copy_char(w, '}'); first = false) {
        if (w->scrub && !first && w->at < w->end && *w->at == ',')
            w->at++;
        else if (!first && !reel__form_copy_char(w, ',')) {
            reel__form_fail(w);
            return;
        }
        reel__form_copy_blanks(w);
        if (w->scrub && scrub_member(w, object, first_in_form, &hint)) continue;
        first_in_form = false;
        reel_string key = copy_key(w);
        if (w->failed) return;
        const session_member *m = find_member(object, key, &hint);
        w->place = form_inner_place(place, m ? (size_t)(m - object->members) : object->count);
        if (is_visited(w, m))
            visit_member(w, row, m);
        else
            visit_unknown(w, key);
        reel__form_copy_blanks(w);
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
        reel__form_copy_value(w);
        return;
    }
    w->rows.teams++;
    w->rows.team_count--;
    visit_with_extra(w, object, team, NULL);
}

void reel__form_teams(form_walk *w, const void *row, const session_member *m) { visit_list(w, visit_team, row, m->object); }

static void visit_player(form_walk *w, size_t index, const void *row, const session_object *object)
{
    const echoreplay_player *player = w->rows.players;
    const echoreplay_team *team = row;
    if (!w->rows.player_count || player->common.team != team->common.team || player->common.slot != index) {
        reel__form_copy_value(w);
        return;
    }
    w->rows.players++;
    w->rows.player_count--;
    visit_with_extra(w, object, player, &player->extra);
}

void reel__form_players(form_walk *w, const void *row, const session_member *m) { visit_list(w, visit_player, row, m->object); }

void reel__form_team_stats(form_walk *w, const void *row, const session_member *m)
{
    const session_stats stats = session_team_stats(row);
    visit_with_extra(w, m->object, &stats, NULL);
}

void reel__form_player_stats(form_walk *w, const void *row, const session_member *m)
{
    const session_stats stats = session_player_stats(row);
    visit_with_extra(w, m->object, &stats, NULL);
}

/* Only a scrubbed form has the members; else the whole object is among those that are kept as JSON. */
void reel__form_payload(form_walk *w, const void *row, const session_member *m) { visit_with_extra(w, m->object, row, NULL); }

void reel__form_skeleton_numbers(form_walk *w, const void *row, const session_member *m)
{
    const session_skeleton *skeleton = row;
    visit_floats(w, m->slot == SKELETON_POSITIONS ? skeleton->positions : skeleton->rotations, m->slot);
}

static void visit_skeleton(form_walk *w, size_t index, const void *row, const session_object *object)
{
    const echo_bone *bones = w->rows.bones;
    (void)row;
    if (w->rows.bone_count < WIRE_BONES || bones->player != index) {
        reel__form_copy_value(w);
        return;
    }
    session_skeleton skeleton;
    reel__session_skeleton_of(&skeleton, bones);
    w->rows.bones += WIRE_BONES;
    w->rows.bone_count -= WIRE_BONES;
    visit_object(w, object, &skeleton);
}

void reel__form_skeletons(form_walk *w, const void *row, const session_member *m)
{
    visit_list(w, visit_skeleton, row, m->object);
}

/* ---- lines ------------------------------------------------------------------------------------------------------ */

/* The digits of the time are zeros in a form. A loose form keeps those of another calendar. */
static void visit_time(form_walk *w)
{
    static const char zeros[] = "0000/00/00 00:00:00.000";
    char time[TIME_SIZE], text[TIME_SIZE];
    int64_t recorded = 0;
    bool same = true, zero = true;
    reel__echo_text_put_time(time, w->rows.frame->common.recorded);
    if ((size_t)(w->end - w->at) < TIME_SIZE) {
        reel__form_fail(w);
        return;
    }
    for (size_t i = 0; i < TIME_SIZE; i++) {
        const bool digit = cursor_digit(time[i]);
        same &= !digit || w->at[i] == time[i];
        zero &= !digit || w->at[i] == '0';
        text[i] = !digit ? w->at[i] : w->making ? zeros[i] : time[i];
    }
    const bool keeps =
        w->making ? w->loose && reel__echo_text_time(w->at, TIME_SIZE, &recorded) && recorded == w->rows.frame->common.recorded
                  : !zero;
    if (w->making && !same && !w->loose) {
        reel__form_fail(w);
        return;
    }
    reel__form_put(w, keeps && !(w->making && same) ? w->at : text, sizeof text);
    w->at += w->failed ? 0 : TIME_SIZE;
}

/* Copies blanks and the NUL that old versions of the game put behind an answer. */
static void copy_gap(form_walk *w)
{
    const char *p = w->at;
    while (p < w->end && (cursor_blank(*p) || !*p)) p++;
    if (p > w->at) reel__form_copy_until(w, p);
}

/* The time, what follows it up to the object, the object, and perhaps another one behind it. Everything else is copied. */
static void visit_line(form_walk *w)
{
    visit_time(w);
    const char *tab = memchr(w->at, '\t', (size_t)(w->end - w->at));
    if (!tab) {
        reel__form_fail(w);
        return;
    }
    reel__form_copy_until(w, tab + 1);
    reel__form_copy_blanks(w);
    visit_with_extra(w, w->roots->match, w->rows.frame, &w->rows.frame->extra);
    copy_gap(w);
    if (w->at < w->end && *w->at == '{') visit_with_extra(w, w->roots->bones, w->rows.frame, NULL);
    copy_gap(w);
    if (w->scrub && w->at < w->end) reel__form_fail(w);
    reel__form_copy_until(w, w->end);
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
    reel__memory_drop(&to->allocator, w->value.data);
    return w->no_memory ? FORM_NO_MEMORY : w->failed ? FORM_IMPOSSIBLE : FORM_DONE;
}

form_result reel__form_of_line_as(const session_roots *roots, reel_memory *form, reel_string line, const line_rows *rows,
                                  uint8_t styles[FORM_PLACES])
{
    form_walk w = { .roots = roots, .making = true, .limit = FORM_LONGEST, .styles = styles };
    return walk_line(&w, form, line, rows);
}

form_result reel__form_of_changed_as(const session_roots *roots, reel_memory *form, reel_string line, const line_rows *rows,
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

form_result reel__form_to_line_as(const session_roots *roots, reel_memory *line, reel_string form, const line_rows *rows)
{
    form_walk w = { .roots = roots, .limit = longest_line(rows) };
    return walk_line(&w, line, form, rows);
}
