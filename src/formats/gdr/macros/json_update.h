/* SPDX-License-Identifier: MIT
 * Changed rows in the text of a JSON macro: an event that is still there keeps its members, their order and what stands for a value that is
 * still the same, be it null or nothing. */
#ifndef GDR_MACROS_JSON_UPDATE_H
#define GDR_MACROS_JSON_UPDATE_H

#include "formats/gdr/macros/json.h"

typedef enum macros_json_kind {
    MACROS_JSON_NONE,
    MACROS_JSON_BOOL,
    MACROS_JSON_INTEGER,
    MACROS_JSON_SINGLE,
    MACROS_JSON_DOUBLE
} macros_json_kind;

typedef struct macros_json_value {
    macros_json_kind kind;
    uint64_t integer; /* or 0 and 1 */
    double real;
} macros_json_value;

/* The row of an event: an input or a position fix. */
typedef struct macros_json_row {
    bool is_fix, has_physics;
    gdr_input input;
    gdr_physics physics;
    macros_fix fix;
} macros_json_row;

/* Where a format has its rows. Lists of names end with NULL. */
typedef struct macros_json_shape {
    const char *const *lists, *const *rates;
    const char *rate_group;          /* the object with the framerate; NULL: the outermost one */
    const char *start;               /* a number that is added to every frame; NULL: there is none */
    const char *input_key;           /* an event without it, or with null, is a position fix; NULL: all events are inputs */
    bool clicks;                     /* an event has clicks of both players, of which only the frame can be changed */
    const char *const (*members)[2]; /* the names of each member of an event: now, and in older files or NULL */
    size_t member_count;
    macros_json_value (*value)(const macros_json_row *row, size_t member);
    void (*push)(push_writer *to, const macros_json_row *row, unsigned spelling);
} macros_json_shape;

/* The name of a member in files of a spelling: 0 is that of now. */
static inline const char *macros_json_name(const char *const names[2], unsigned spelling)
{
    return names[spelling] ? names[spelling] : names[0];
}

/* Writes w->document with the rows of w in place of those of `old`. *lost: without something that has no row. False: the events cannot be told
 * apart, or memory is short. The caller reads the text again before it uses it. */
bool reel__macros_json_update(const macros_out *w, const macros_out *old, reel_output *to, const macros_json_shape *shape,
                              bool *lost);

#endif
