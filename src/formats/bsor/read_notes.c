/* SPDX-License-Identifier: MIT
 * Reads section 2 of BSOR. Notes have two sizes, which only their event type tells: one that is wrong hides all that follows. Events after
 * invalid bytes are found again. docs/formats/bsor.md, "Bytes between events". */
#include "formats/bsor/notes.h"

static void add_note(notes_reader *n, const uint8_t *at, int32_t event_type)
{
    if (n->rows) copy_note(&n->rows[n->done], at, bsor_event_has_cut(event_type));
    n->done++;
}

/* ---- events that are found again -------------------------------------------------------------------------------- */

/* Whether the float is plausible. Bytes that belong to other numbers give tiny or huge values. */
static bool is_time(float time)
{
    float size = time < 0 ? -time : time;
    return size == 0 || (size > 1e-3f && size < 1e6f);
}

/* Ids of notes: small ones, and those of Mapping Extensions. */
static bool is_id(int32_t id)
{
    enum { SMALL = 130000, EXTENDED = 1000000, LARGEST = 200000000 };
    return (id >= -1 && id < SMALL) || (id >= EXTENDED && id < LARGEST) || (id <= -EXTENDED && id > -LARGEST);
}

/* Whether the cut of a good one is as the game writes it: flags and a saber. Of bad cuts and links of chains it may be anything. */
static bool is_cut(const uint8_t *at, int32_t id)
{
    const uint8_t *cut = at + BSOR_NOTE_BYTES;
    bool link = id / 10000 == BSOR_CHAIN_LINK || id / 10000 == BSOR_CHAIN_LINK_ARC_HEAD;
    if (event_type_at(at) != BSOR_GOOD_CUT || link) return true; /* others may have no bytes there */
    bool flags = cut[0] <= 1 && cut[1] <= 1 && cut[2] <= 1 && cut[3] <= 1;
    return flags && reel_load_u32le(cut + offsetof(bsor_cut, saber_type)) <= 1;
}

/* Times of an event that the bytes at `at` may be. The bounds are several times those of all files that were seen: an event is scored within
 * 0.2 s of the time of its note, and the times of events go back by 0.3 s at most. */
static bool is_event(const notes_reader *n, const uint8_t *at, float last)
{
    static const float off_most = 2, back_most = 1, gap_most = 600;
    if (n->d->in.end - at < BSOR_NOTE_BYTES || !is_event_type(event_type_at(at))) return false;
    if (n->d->in.end - at < size_of_type(event_type_at(at))) return false;
    float time = reel_float_of(reel_load_u32le(at + offsetof(bsor_note, event_time)));
    float spawn = reel_float_of(reel_load_u32le(at + offsetof(bsor_note, spawn_time)));
    int32_t id = (int32_t)reel_load_u32le(at);
    if (!is_time(time) || !is_time(spawn) || !is_id(id) || !is_cut(at, id)) return false;
    bool near_note = time - spawn < off_most && spawn - time < off_most;
    return near_note && time > last - back_most && time < last + gap_most;
}

/* Whether the section may end at `at`. */
static bool is_end(const notes_reader *n, const uint8_t *at)
{
    return at < n->d->in.end && *at != BSOR_INFO && *at != BSOR_NOTES && *at < BSOR_SECTION_IDS &&
           reel__bsor_sections_follow(&n->d->in, at, n->d->state, n->entries);
}

/* Whether an event at `at` is followed by another, or by the end. */
static bool is_followed(const notes_reader *n, const uint8_t *at, float last)
{
    if (!is_event(n, at, last)) return false;
    const uint8_t *next = at + size_of_type(event_type_at(at));
    return is_event(n, next, reel_float_of(reel_load_u32le(at + offsetof(bsor_note, event_time)))) || is_end(n, next);
}

/* The first place from `at` on, of `most`, at which an event starts or the section ends; NULL: none. */
static const uint8_t *find_event(const notes_reader *n, const uint8_t *at, size_t most, float last)
{
    for (size_t i = 0; i < most && at < n->d->in.end; i++, at++)
        if (is_followed(n, at, last) || is_end(n, at)) return at;
    return NULL;
}

/* Where the next event starts or the section ends, at `at` or after it. What looks like an event there is one if what follows it does, or
 * if no event starts inside of it. */
static const uint8_t *next_event(const notes_reader *n, const uint8_t *at, float last)
{
    enum { FARTHEST = 1 << 16 };
    if (is_followed(n, at, last) || is_end(n, at)) return at;
    if (!is_event(n, at, last)) return find_event(n, at, FARTHEST, last);
    const uint8_t *inside = find_event(n, at + 1, (size_t)size_of_type(event_type_at(at)) - 1, last);
    return inside ? inside : at;
}

static void report_skipped(notes_reader *n, const uint8_t *from, const uint8_t *to)
{
    bsor_reader *state = n->d->state;
    const uint64_t offset = n->d->in.end_offset - (uint64_t)(n->d->in.end - from);
    const unsigned long long size = (unsigned long long)(to - from), row = n->done;
    static const char message[] = "%llu bytes before note %llu are not an event";
    if (state->skipped.status == REEL_OK) {
        reel_fail(&state->skipped, REEL_CORRUPT, "bsor.event-bytes", "notes", offset, message, size, row);
        return;
    }
    reel_find(&n->d->reporter,
              (reel_finding){ .rule = "bsor.event-bytes",
                              .severity = REEL_ERROR,
                              .section = "notes",
                              .offset = offset,
                              .length = size,
                              .count = size },
              message, size, row);
}

/* Reads the records again, each only if it looks like an event, and skips what does not. Returns the end of the section, or NULL if it is
 * not found. `tries`: nothing is stored or reported. */
static const uint8_t *read_events(notes_reader *n, bool tries)
{
    const uint8_t *at = n->d->in.at;
    float last = 0;
    for (n->done = 0;;) {
        const uint8_t *next = next_event(n, at, last);
        if (!next) return NULL;
        if (next > at && !tries) report_skipped(n, at, next);
        at = next;
        if (is_end(n, at)) return at;
        if (n->done == n->room) return NULL;
        last = reel_float_of(reel_load_u32le(at + offsetof(bsor_note, event_time)));
        int32_t type = event_type_at(at);
        if (tries)
            n->done++;
        else
            add_note(n, at, type);
        at += size_of_type(type);
    }
}

/* Whether all records up to `end` look like events. */
static bool are_events(const notes_reader *n, const uint8_t *end)
{
    float last = 0;
    for (const uint8_t *at = n->d->in.at; at < end; at += size_of_type(event_type_at(at))) {
        if (!is_event(n, at, last)) return false;
        last = reel_float_of(reel_load_u32le(at + offsetof(bsor_note, event_time)));
    }
    return true;
}

/* Whether the records that were read, which end at `at`, are as many as stated, and end where the file does or sections follow. */
static bool ends_well(const notes_reader *n, const uint8_t *at)
{
    if (n->done != n->count) return false;
    return at == n->d->in.end || reel__bsor_sections_follow(&n->d->in, at, n->d->state, n->entries) || are_events(n, at);
}

static reel_status fail_notes(const notes_reader *n)
{
    reel_decoder *d = n->d;
    uint64_t offset = reel_offset(&d->in);
    int32_t type = reel_left(&d->in) < BSOR_NOTE_BYTES ? BSOR_GOOD_CUT : event_type_at(d->in.at);
    if (n->done == n->room || is_event_type(type))
        return reel__bsor_fail_rows(d, BSOR_NOTES, offset, (uint32_t)n->done, n->count);
    return reel_fail(d->error, REEL_CORRUPT, "bsor.event-type", "notes", offset + offsetof(bsor_note, event_type),
                     "note %zu has unknown event type %d (expected 0 to 3), so its size is unknown", n->done, type);
}

reel_status reel__bsor_read_notes(reel_decoder *d, bsor_section *section)
{
    size_t entries = reel_left(&d->in);
    notes_reader n = { .d = d, .list = reel_chunk_table(d->chunk, &bsor_notes), .entries = &entries };
    reel_status status = reel__bsor_read_count(d, BSOR_NOTES, &n.count);
    if (status < 0) return status;
    n.room = reel__bsor_notes_room(d, d->in.at, n.count);
    n.rows = n.list && n.room ? reel_row_grow(n.list, n.room, true) : NULL;
    if (n.list && n.room && !n.rows) return reel_build_status(d->chunk);
    const uint8_t *at = reel__bsor_notes_taken(&n);
    if (!ends_well(&n, at)) {
        /* a record of the wrong size may have been taken for one or two of another size */
        if (read_events(&n, true)) {
            at = read_events(&n, false);
        } else {
            n.done = 0;
            at = reel__bsor_notes_in_order(&n, d->in.at);
        }
    }
    if (n.list) n.list->count -= n.room - n.done;
    d->in.at = at;
    section->count = (uint32_t)n.done;
    bsor_reader *state = d->state;
    return n.done == n.count || state->skipped.status < 0 ? REEL_OK : fail_notes(&n);
}
