/* SPDX-License-Identifier: MIT
 * Records of section 2 of BSOR, and what reads them in order. */
#ifndef BSOR_NOTES_H
#define BSOR_NOTES_H

#include "formats/bsor/layout.h"

/* has_cut and the bytes behind it, which are written at once. */
enum { TAIL_BYTES = sizeof(bsor_note) - offsetof(bsor_note, has_cut) };

static inline void copy_note(bsor_note *row, const uint8_t *bytes, bool has_cut)
{
    static const uint8_t with_cut[TAIL_BYTES] = { 1 };
    static const bsor_note blank; /* copied, as it is faster than filling so few bytes */
    if (has_cut) {
        bsor_copy_note(row, bytes);
        memcpy((uint8_t *)row + offsetof(bsor_note, has_cut), with_cut, TAIL_BYTES);
    } else {
        memcpy(row, &blank, sizeof *row);
        bsor_copy_words(row, bytes, BSOR_NOTE_BYTES);
    }
}

static inline bool is_event_type(int32_t type) { return type >= BSOR_GOOD_CUT && type <= BSOR_BOMB; }

static inline int32_t event_type_at(const uint8_t *at) { return (int32_t)reel_load_u32le(at + offsetof(bsor_note, event_type)); }

/* The size of a record whose event type is known. */
static inline ptrdiff_t size_of_type(int32_t event_type)
{
    return bsor_event_has_cut(event_type) ? BSOR_NOTE_BYTES + BSOR_CUT_BYTES : BSOR_NOTE_BYTES;
}

/* Notes being read: as many rows as the count states, but no more than the remaining bytes can hold. */
typedef struct notes_reader {
    reel_decoder *d;
    reel_row_list *list; /* NULL: not wanted */
    bsor_note *rows;     /* room for all, or NULL */
    size_t room, done;
    uint32_t count;
    size_t *entries; /* of user data that may be walked in search of the end, at all places together */
} notes_reader;

/* Takes the records from `at` one after the other. Returns the end of the last that is whole and of a known type. */
const uint8_t *reel__bsor_notes_in_order(notes_reader *notes, const uint8_t *at);
/* The same from the start of the section, unless reel__bsor_take_notes has taken them: then where those end. */
const uint8_t *reel__bsor_notes_taken(notes_reader *notes);
/* The number of rows for `count` notes at `at`: no more than the bytes can hold. */
size_t reel__bsor_notes_room(const reel_decoder *decoder, const uint8_t *at, uint32_t count);

#endif
