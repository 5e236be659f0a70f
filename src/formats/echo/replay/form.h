/* SPDX-License-Identifier: MIT
 * The form of a line: its text, in which every value that the rows give again is replaced by a mark. From a form and the rows of another
 * frame follows a line in the same order of keys, with the same spaces, unknown members and line ending. Recorders write all lines
 * in one of a few forms, so an archive stores rows and forms instead of text. docs/formats/echoreplay.md describes the marks. */
#ifndef ECHO_REPLAY_FORM_H
#define ECHO_REPLAY_FORM_H

#include "formats/echo/replay/session.h"

enum {
    FORM_SLOTS = 32,        /* forms that are remembered, numbered from 1 */
    FORM_LONGEST = 1 << 15, /* bytes */
    FORM_LONGEST_LINE = 1 << 17,
    FORM_PLACE_BITS = 12,
    FORM_PLACES = 1 << FORM_PLACE_BITS
};

typedef enum form_result { FORM_DONE, FORM_IMPOSSIBLE, FORM_NO_MEMORY } form_result;

/* Makes the form of a line of rows, into `form` in place of what it has. `styles`, at first zeros, remembers how numbers were spelled in lines
 * before. */
form_result reel__form_of_line(reel_memory *form, reel_string line, const line_rows *rows, uint8_t styles[FORM_PLACES]);
/* Makes a line. The form may be anything: time and memory are linear in its size and that of the values, up to FORM_LONGEST_LINE bytes and
 * in proportion to the rows. */
form_result reel__form_to_line(reel_memory *line, reel_string form, const line_rows *rows);
/* Makes the form of a line whose rows changed: values that are missing stay as the line has them, and so does everything else. `how`
 * says what becomes of values that the rows do not have. */
typedef enum changed_form {
    CHANGED_KEEP, /* they stay: no reader takes them */
    CHANGED_NULL, /* null: they were removed from the rows */
    CHANGED_SCRUB /* the form has nothing that the rows do not have: what is odd becomes null, and unknown members are left out */
} changed_form;
form_result reel__form_of_changed(reel_memory *form, reel_string line, const line_rows *rows, uint8_t styles[FORM_PLACES],
                                  changed_form how);
/* The same, by the lists of members in `roots`. */
form_result reel__form_of_changed_as(const session_roots *roots, reel_memory *form, reel_string line, const line_rows *rows,
                                     uint8_t styles[FORM_PLACES], changed_form how);
form_result reel__form_of_line_as(const session_roots *roots, reel_memory *form, reel_string line, const line_rows *rows,
                                  uint8_t styles[FORM_PLACES]);
form_result reel__form_to_line_as(const session_roots *roots, reel_memory *line, reel_string form, const line_rows *rows);

/* The forms of the lines so far. */
typedef struct form_finder {
    reel_memory forms[FORM_SLOTS + 1]; /* by number */
    uint64_t used[FORM_SLOTS + 1];     /* number of the last line that had the form */
    uint64_t lines;
    uint8_t last;           /* number of the last line's form, 0 none */
    reel_memory form, line; /* of the current line */
    uint8_t styles[FORM_PLACES];
} form_finder;
void reel__form_finder_begin(form_finder *finder, const reel_allocator *allocator);
/* Finds or makes a form that gives the line, and leaves its number in `last`. *is_new is set if the number had another form or none before. */
form_result reel__form_find(form_finder *finder, reel_string line, const line_rows *rows, bool *is_new);
void reel__form_finder_free(form_finder *finder);

#endif
