/* SPDX-License-Identifier: MIT
 * Records of section 2 of BSOR in order: when they are read, or before, while the sections are walked (padding.c), so that they come from memory
 * once. */
#include "formats/bsor/notes.h"

static inline void copy_run(bsor_note *rows, const uint8_t *bytes)
{
    for (size_t i = 0; i < BSOR_RUN_NOTES; i++) copy_note(&rows[i], bytes + i * (BSOR_NOTE_BYTES + BSOR_CUT_BYTES), true);
}

const uint8_t *reel__bsor_notes_in_order(notes_reader *n, const uint8_t *at)
{
    const uint8_t *const end = n->d->in.end;
    const size_t room = n->room;
    bsor_note *const rows = n->rows;
    size_t done = n->done;
    for (; done < room && end - at >= BSOR_NOTE_BYTES; done++) {
        for (; room - done > BSOR_RUN_NOTES && end - at >= BSOR_RUN_BYTES && bsor_is_run(at); done += BSOR_RUN_NOTES) {
            if (rows) copy_run(&rows[done], at);
            at += BSOR_RUN_BYTES;
        }
        if (end - at < BSOR_NOTE_BYTES) break;
        const int32_t type = event_type_at(at);
        if (!is_event_type(type)) break;
        const ptrdiff_t size = size_of_type(type);
        if (end - at < size) break;
        if (rows) copy_note(&rows[done], at, bsor_event_has_cut(type));
        at += size;
    }
    n->done = done;
    return at;
}

size_t reel__bsor_notes_room(const reel_decoder *d, const uint8_t *at, uint32_t count)
{
    size_t most = (size_t)(d->in.end - at) / BSOR_NOTE_BYTES;
    return count < most ? count : most;
}

const uint8_t *reel__bsor_take_notes(reel_decoder *d, const uint8_t *at, uint32_t count, uint32_t *done)
{
    bsor_taken *taken = &((bsor_reader *)d->state)->taken;
    notes_reader n = { .d = d, .list = reel_chunk_table(d->chunk, &bsor_notes), .room = reel__bsor_notes_room(d, at, count) };
    *done = 0;
    if (!n.list || !n.room || n.list->count > d->limits.rows || n.room > d->limits.rows - n.list->count) return at;
    n.rows = reel_row_grow(n.list, n.room, true);
    if (!n.rows) return at;
    n.list->count -= n.room;
    const uint8_t *next = reel__bsor_notes_in_order(&n, at);
    *taken = (bsor_taken){ .at = at, .end = d->in.end, .next = next, .rows = n.rows, .done = n.done };
    *done = (uint32_t)n.done;
    return next;
}

const uint8_t *reel__bsor_notes_taken(notes_reader *n)
{
    bsor_taken *taken = &((bsor_reader *)n->d->state)->taken;
    const bool same = taken->at == n->d->in.at && taken->end == n->d->in.end && taken->rows == n->rows && n->rows;
    taken->at = NULL;
    if (!same) return reel__bsor_notes_in_order(n, n->d->in.at);
    n->done = taken->done;
    return taken->next;
}
