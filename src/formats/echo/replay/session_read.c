/* SPDX-License-Identifier: MIT
 * Reads rows from the JSON of the game's API: exceptions to the lists of members, and lines. Members may come in any
 * order; the search for a key starts behind the previous one in the list. */
#include "formats/echo/common/schema.h"
#include "formats/echo/replay/session_values.h"

/* ---- the match: exceptions -------------------------------------------------------------------------------------- */

/* Words of the game that have no number in the rows. */
static bool is_word_of(reel_string text, const char *const *words)
{
    for (; *words; words++)
        if (text.size == strlen(*words) && memcmp(text.data, *words, text.size) == 0) return true;
    return false;
}

void reel__read_goal(session_rows *r, void *row, const session_member *m)
{
    static const char *const other[] = { "[NO GOAL]",     "LONG HEADBUTT",    "LONG BUMPER SHOT",
                                         "LONG_HEADBUTT", "LONG_BUMPER_SHOT", NULL };
    echoreplay_frame *f = row;
    f->goal_text = reel__session_read_text(r, m->slot);
    f->common.goal_type = is_word_of(f->goal_text, other) ? 0 : reel__session_label(r, f->goal_text, reel__echo_goal_types, 0);
}

/* A pause that a team asked for, and the game's own pause while it shows a goal again, have no number in a .butter. */
void reel__read_pause_state(session_rows *r, void *row, const session_member *m)
{
    enum { OTHER = 5 };
    static const char *const other[] = { "paused_requested", "autopause_replay", NULL };
    echoreplay_frame *f = row;
    f->paused_text = reel__session_read_text(r, m->slot);
    f->common.paused_state =
        is_word_of(f->paused_text, other) ? OTHER : reel__session_label(r, f->paused_text, reel__echo_paused_states, OTHER);
}

void reel__read_status(session_rows *r, void *row, const session_member *m)
{
    echoreplay_frame *f = row;
    f->status_text = reel__session_read_text(r, m->slot);
    f->common.status = f->status_text.size ? reel__session_label(r, f->status_text, reel__echo_statuses, 0) : ECHO_STATUS_EMPTY;
}

void reel__read_pause(session_rows *r, void *row, const session_member *m)
{
    echoreplay_frame *f = row;
    f->common.paused_team = f->common.unpaused_team = ECHO_NO_TEAM;
    reel__session_read_object(r, m->object, row, SESSION_NO_EXTRA);
}

void reel__read_score(session_rows *r, void *row, const session_member *m)
{
    ((echoreplay_frame *)row)->common.score_team = ECHO_NO_TEAM;
    reel__session_read_object(r, m->object, row, SESSION_NO_EXTRA);
}

/* The object is also kept as text, since it may have members that reel does not know. */
void reel__read_payload(session_rows *r, void *row, const session_member *m)
{
    const char *begin = r->in.at;
    const unsigned odd = r->odd.pending_count;
    if (reel__session_begin_object(r)) reel__session_read_object(r, m->object, row, SESSION_NO_EXTRA);
    if (r->in.broken) return;
    r->in.at = begin;
    reel__session_extra_add(r, 0, (reel_string){ m->key, m->size });
    reel__session_forget_keys(r, odd);
}

/* Buttons have degrees of pressure. The bits of `inputs` only tell whether they are pressed. */
void reel__read_shoulder(session_rows *r, void *row, const session_member *m)
{
    enum { BUTTONS = 4 };
    echoreplay_frame *f = row;
    float pressed = (float)session_number(&r->in);
    size_t button = (m->offset - offsetof(echoreplay_frame, shoulders)) / sizeof pressed;
    if (r->in.events & CURSOR_REFUSED) return;
    if (!(f->api & ECHO_API_SHOULDERS)) /* those that the line does not have */
        for (size_t i = 0; i < BUTTONS; i++) f->shoulders[i] = reel_float_of(0x7fc00000u);
    f->shoulders[button] = pressed;
    if (pressed != 0) f->common.inputs |= (uint8_t)(1u << button);
}

void reel__read_possession(session_rows *r, void *row, const session_member *m)
{
    echoreplay_frame *f = row;
    const bool list = *r->in.at == '[';
    session_walk w = walk_begin(&r->in);
    int32_t found[2] = { -1, -1 };
    size_t count = 0;
    (void)m;
    for (; walk_value(&r->in, &w); count++)
        if (count < 2) found[count] = reel__session_i32(r);
    if (!list || count < 2) r->in.events |= count || !list ? CURSOR_REFUSED : CURSOR_EMPTY;
    if (!(r->in.events & CURSOR_REFUSED)) memcpy(f->possession, found, sizeof found);
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
    unsigned odd;
} read_marks;

static read_marks get_marks(const session_rows *r)
{
    return (read_marks){ r->teams ? r->teams->count : 0, r->players ? r->players->count : 0, r->bones ? r->bones->count : 0,
                         r->odd.pending_count };
}

static void restore_marks(session_rows *r, const read_marks *m)
{
    if (r->teams) r->teams->count = m->teams;
    if (r->players) r->players->count = m->players;
    if (r->bones) r->bones->count = m->bones;
    r->odd.pending_count = m->odd;
    r->in.events = 0;
}

static session_result classify_other(session_rows *r, reel_string text)
{
    reel_status status;
    size_t bad_at;
    const json_value *root = reel__json_doc_read(&r->in.pool, text.data, text.size, &status, &bad_at);
    return root ? SESSION_OTHER : status == REEL_MEMORY ? SESSION_NO_MEMORY : SESSION_BROKEN;
}

static session_result read_match(session_rows *r, const session_object *match, reel_string text)
{
    session_cursor *in = &r->in;
    if (!cursor_over_object(in, text)) return classify_other(r, text);
    r->extra.size = 0;
    r->owner = r->member = NULL;
    r->frame.from_line = 1;
    bool identified = reel__session_read_object(r, match, &r->frame, 0);
    if (in->no_memory || r->no_memory) return SESSION_NO_MEMORY;
    if (in->broken || in->at != in->end) return SESSION_BROKEN;
    const uint8_t points = ECHO_KEY_BLUE_POINTS | ECHO_KEY_ORANGE_POINTS;
    if ((r->frame.keys & points) != points) r->frame.common.has &= (uint8_t)~ECHO_HAS_POINTS;
    return identified ? SESSION_FRAME : SESSION_OTHER;
}

/* Reads the second object. If it is invalid, only the skeletons of the line are dropped. */
static session_result read_bones(session_rows *r, const session_object *lists, reel_string text)
{
    const read_marks marks = get_marks(r);
    session_cursor *in = &r->in;
    bool object = cursor_over_object(in, text);
    session_result result = object ? SESSION_FRAME : classify_other(r, text);
    r->owner = r->member = NULL;
    if (object) reel__session_read_object(r, lists, &r->frame, SESSION_NO_EXTRA);
    if (in->no_memory || result == SESSION_NO_MEMORY) return SESSION_NO_MEMORY;
    if (result != SESSION_BROKEN && !(object && (in->broken || in->at != in->end))) return SESSION_FRAME;
    restore_marks(r, &marks);
    r->owner = NULL;
    r->member = &lists->members[0];
    reel__session_note(r, ODD_VALUE, (reel_string){ NULL, 0 });
    return SESSION_FRAME;
}

session_result reel__session_read_as(const session_roots *roots, session_rows *r, reel_string text, reel_string bones)
{
    r->odd.pending_count = 0;
    memset(r->odd.pending_others, 0, sizeof r->odd.pending_others);
    const read_marks marks = get_marks(r);
    session_result result = read_match(r, roots->match, text);
    if (result != SESSION_FRAME) {
        restore_marks(r, &marks);
        return result;
    }
    r->frame.extra = reel__session_extra_take(r, 0);
    echoreplay_frame *row = r->frames ? reel_row_add(r->frames) : NULL;
    if (row) *row = r->frame;
    if (r->no_memory) return SESSION_NO_MEMORY;
    result = r->bones && bones.size ? read_bones(r, roots->bones, bones) : SESSION_FRAME;
    reel__session_commit(r);
    return result;
}
