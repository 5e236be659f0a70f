/* SPDX-License-Identifier: MIT
 * One walk over a line or a form: what its parts share. */
#ifndef ECHO_REPLAY_FORM_WALK_H
#define ECHO_REPLAY_FORM_WALK_H

#include "formats/echo/replay/session.h"

/* How a value is spelled. */
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

/* A value of a row: a member; floats, one or a list; or a text. */
typedef struct row_value {
    const session_member *member;
    const void *row;
    const float *floats;
    size_t count;
    bool list;
    reel_string text;
} row_value;

static inline uint32_t form_inner_place(uint32_t place, size_t index) { return place * 101 + (uint32_t)index + 1; }

/* form_values.c */
void reel__form_fail(form_walk *w);
void reel__form_put(form_walk *w, const void *data, size_t size);
void reel__form_copy_until(form_walk *w, const char *end);
void reel__form_copy_blanks(form_walk *w);
/* Puts something else for the value at the cursor. */
void reel__form_replace(form_walk *w, const void *data, size_t size);
/* Copies the value at the cursor. A scrubbed form gets null for one that can tell something. */
void reel__form_copy_value(form_walk *w);
/* Copies `c` if it is next. */
bool reel__form_copy_char(form_walk *w, char c);
/* Spells a value into w->value, which stays empty if that is not possible. */
void reel__form_spell(form_walk *w, size_t spelling, const row_value *v);
/* Visits a value. Returns false, with nothing done, if the text has a value of its own. */
bool reel__form_visit_value(form_walk *w, const row_value *v);
/* Whether a mark is next in a form that is scrubbed. */
bool reel__form_at_mark(const form_walk *w);

/* form_missing.c: in a loose form, a value that is missing in the row or in the text. Returns false if both have one. */
bool reel__form_visit_missing(form_walk *w, const void *row, const session_member *m);

#endif
