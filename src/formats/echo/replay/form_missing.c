/* SPDX-License-Identifier: MIT
 * Values that a changed row or its line does not have. What was missing in the line stays as it was. */
#include "formats/echo/replay/form.h"
#include "formats/echo/replay/form_walk.h"

static reel_string text_of(const void *row, const session_member *m)
{
    reel_string text;
    memcpy(&text, (const uint8_t *)row + m->offset, sizeof text);
    return text;
}

/* Whether the row has something to write for a member. */
static bool row_has(const void *row, const session_member *m)
{
    const uint8_t *bytes = row;
    if (m->type == MEMBER_TEXT) return text_of(row, m).size != 0;
    if (m->known_bit) return member_has_value(row, m);
    if (m->bit && !(bytes[m->present] & m->bit)) return false;
    if (m->write == reel__write_shoulder) {
        float pressed;
        memcpy(&pressed, bytes + m->offset, sizeof pressed);
        return pressed == pressed;
    }
    if (m->write == reel__write_emote) return bytes[m->offset] != 0;
    return m->write != reel__write_holding || bytes[m->offset] != ECHO_HOLDS_NULL;
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
    reel__form_spell(w, PLAIN, &(row_value){ .member = m, .row = row });
    reel__form_replace(w, w->value.size ? (const char *)w->value.data : "null", w->value.size ? w->value.size : 4);
}

/* Whether the text has a word that no row has a number for. */
static bool keeps_word(const form_walk *w, const void *row, const session_member *m)
{
    const char *end = reel__session_value_end(w->at, w->end);
    if (m->type != MEMBER_WORD || w->scrub || !end || ((const uint8_t *)row)[m->offset] != m->other) return false;
    const size_t quote = *w->at == '"';
    return reel__session_code(m->labels, (reel_string){ w->at + quote, (size_t)(end - w->at) - 2 * quote }) < 0;
}

/* A value that is missing in the row or in the text. Returns false if both have one. */
bool reel__form_visit_missing(form_walk *w, const void *row, const session_member *m)
{
    const uint8_t *bytes = row;
    const bool is_list = m->type == MEMBER_SPECIAL && m->form && !m->bit;
    if (w->at == w->end || reel__form_at_mark(w)) return false;
    const bool has = row_has(row, m), fits = text_fits(w, m);
    const bool is_status = m->type == MEMBER_TEXT && m->bit && bytes[m->present] & m->bit; /* empty, but there */
    if (m->write == reel__write_zero) {                                                    /* is in no row */
        reel__form_copy_value(w);
        return true;
    }
    if (has && fits && !keeps_word(w, row, m)) return false;
    if (m->type == MEMBER_POSE && *w->at == '{' && !(bytes[m->present] & m->bit))
        return false; /* each of its members is there or not */
    if (has && fits)
        reel__form_copy_value(w);
    else if (is_status && !has && fits)
        put_plain_value(w, row, m);
    else if (!has && (w->keep || w->scrub))
        reel__form_copy_value(w);
    else if (!fits && (!has || is_list))
        reel__form_copy_value(w);
    else if (has)
        put_plain_value(w, row, m);
    else
        reel__form_replace(w, "null", 4);
    return true;
}
