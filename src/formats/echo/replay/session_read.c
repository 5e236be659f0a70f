/* SPDX-License-Identifier: MIT
 * Reads rows from the JSON of the game's API: exceptions to the lists of members, and lines. Members may come in any
 * order; the search for a key starts behind the previous one in the list. */
#include "formats/echo/common/schema.h"
#include "formats/echo/replay/session_values.h"

/* ---- the match: exceptions -------------------------------------------------------------------------------------- */

/* What the game writes until the first goal. */
static bool is_no_goal(reel_string text)
{
    static const char none[] = "[NO GOAL]";
    return text.size == sizeof none - 1 && memcmp(text.data, none, text.size) == 0;
}

void read_goal(session_rows *r, void *row, const session_member *m)
{
    echoreplay_frame *f = row;
    f->goal_text = session_read_text(r, m->slot);
    f->common.goal_type = is_no_goal(f->goal_text) ? 0 : session_label(r, f->goal_text, echo_goal_types, 0);
}

void read_pause_state(session_rows *r, void *row, const session_member *m)
{
    echoreplay_frame *f = row;
    f->paused_text = session_read_text(r, m->slot);
    f->common.paused_state = session_label(r, f->paused_text, echo_paused_states, 5);
}

void read_status(session_rows *r, void *row, const session_member *m)
{
    echoreplay_frame *f = row;
    f->status_text = session_read_text(r, m->slot);
    f->common.status = f->status_text.size ? session_label(r, f->status_text, echo_statuses, 0) : ECHO_STATUS_EMPTY;
}

void read_pause(session_rows *r, void *row, const session_member *m)
{
    echoreplay_frame *f = row;
    f->common.paused_team = f->common.unpaused_team = ECHO_NO_TEAM;
    session_read_object(r, m->object, row, SESSION_NO_EXTRA);
}

/* The object is also kept as text, since it may have members that reel does not know. */
void read_payload(session_rows *r, void *row, const session_member *m)
{
    const char *begin = r->in.at;
    const uint64_t keys = r->unknown_keys;
    session_read_object(r, m->object, row, SESSION_NO_EXTRA);
    if (r->in.broken) return;
    r->in.at = begin;
    session_extra_add(r, 0, (reel_string){ m->key, m->size });
    r->unknown_keys = keys;
}

/* Buttons have degrees of pressure. The bits of `inputs` only tell whether they are pressed. */
void read_shoulder(session_rows *r, void *row, const session_member *m)
{
    echoreplay_frame *f = row;
    float pressed = (float)session_number(&r->in);
    size_t button = (m->offset - offsetof(echoreplay_frame, shoulders)) / sizeof pressed;
    f->shoulders[button] = pressed;
    if (pressed != 0) f->common.inputs |= (uint8_t)(1u << button);
}

void read_possession(session_rows *r, void *row, const session_member *m)
{
    echoreplay_frame *f = row;
    session_walk w = walk_begin(&r->in);
    (void)m;
    for (size_t i = 0; walk_value(&r->in, &w); i++)
        if (i < 2) f->possession[i] = session_i32(r);
}

/* ---- a line ----------------------------------------------------------------------------------------------------- */

/* Sets the cursor to an object. Returns false if the text is not one. */
static bool cursor_over_object(session_cursor *in, reel_string text)
{
    while (text.size && cursor_blank(text.data[text.size - 1])) text.size--;
    while (text.size && cursor_blank(*text.data)) text.data++, text.size--;
    in->at = text.data;
    in->end = text.data + text.size;
    in->broken = in->no_memory = false;
    return text.size > 1 && *text.data == '{' && in->end[-1] == '}';
}

/* What is undone if a line turns out not to be a frame. */
typedef struct read_marks {
    size_t teams, players, bones;
    uint64_t unknown_words, unknown_keys, bad_values, converted, mistyped;
} read_marks;

static read_marks get_marks(const session_rows *r)
{
    return (read_marks){ r->teams ? r->teams->count : 0,
                         r->players ? r->players->count : 0,
                         r->bones ? r->bones->count : 0,
                         r->unknown_words,
                         r->unknown_keys,
                         r->bad_values,
                         r->in.converted,
                         r->in.mistyped };
}

static void restore_marks(session_rows *r, const read_marks *m)
{
    if (r->teams) r->teams->count = m->teams;
    if (r->players) r->players->count = m->players;
    if (r->bones) r->bones->count = m->bones;
    r->unknown_words = m->unknown_words;
    r->unknown_keys = m->unknown_keys;
    r->bad_values = m->bad_values;
    r->in.converted = m->converted;
    r->in.mistyped = m->mistyped;
}

static session_result classify_other(session_rows *r, reel_string text)
{
    reel_status status;
    size_t bad_at;
    const json_value *root = json_doc_read(&r->in.pool, text.data, text.size, &status, &bad_at);
    return root ? SESSION_OTHER : status == REEL_MEMORY ? SESSION_NO_MEMORY : SESSION_BROKEN;
}

static session_result read_match(session_rows *r, const session_object *match, reel_string text)
{
    session_cursor *in = &r->in;
    if (!cursor_over_object(in, text)) return classify_other(r, text);
    r->extra.size = 0;
    bool identified = session_read_object(r, match, &r->frame, 0);
    if (in->no_memory || r->no_memory) return SESSION_NO_MEMORY;
    if (in->broken || in->at != in->end) return SESSION_BROKEN;
    return identified ? SESSION_FRAME : SESSION_OTHER;
}

/* Reads the second object. If it is invalid, only the skeletons of the line are dropped. */
static session_result read_bones(session_rows *r, const session_object *lists, reel_string text)
{
    const read_marks marks = get_marks(r);
    session_cursor *in = &r->in;
    bool object = cursor_over_object(in, text);
    session_result result = object ? SESSION_FRAME : classify_other(r, text);
    if (object) session_read_object(r, lists, &r->frame, SESSION_NO_EXTRA);
    if (in->no_memory || result == SESSION_NO_MEMORY) return SESSION_NO_MEMORY;
    if (result != SESSION_BROKEN && !(object && (in->broken || in->at != in->end))) return SESSION_FRAME;
    restore_marks(r, &marks);
    r->bad_values++;
    return SESSION_FRAME;
}

session_result session_read_as(const session_roots *roots, session_rows *r, reel_string text, reel_string bones)
{
    const read_marks marks = get_marks(r);
    session_result result = read_match(r, roots->match, text);
    if (result != SESSION_FRAME) {
        restore_marks(r, &marks);
        return result;
    }
    r->frame.extra = session_extra_take(r, 0);
    echoreplay_frame *row = r->frames ? reel_row_add(r->frames) : NULL;
    if (row) *row = r->frame;
    if (r->no_memory) return SESSION_NO_MEMORY;
    return r->bones && bones.size ? read_bones(r, roots->bones, bones) : SESSION_FRAME;
}
