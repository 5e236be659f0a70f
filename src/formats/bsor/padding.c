/* SPDX-License-Identifier: MIT
 * Tells padding at the end of a file from sections. Zeros are valid counts, notes and texts, so a reader that takes them in order reports
 * the damage late or not at all. docs/formats/bsor.md, "Files that were not written to their end". */
#include "formats/bsor/layout.h"

#include <limits.h>

/* A walk over the sections that stores nothing. */
typedef struct walk {
    reel_cursor in;
    unsigned whole, sections;
    const uint8_t *trouble; /* the last byte of the first value that contradicts the format, or the first of what the file cuts */
    const uint8_t
        *repeated; /* the start of the last section that is repeated: some writers repeat sections, but none that are zeros */
    const uint8_t *section; /* the start of the last section */
    size_t *entries;        /* NULL, or how many entries of user data it may walk; then it ends at a repeated section, too */
    reel_decoder *taking;   /* NULL, or what the first notes are read for */
} walk;

static bool stop_at(walk *w, const uint8_t *at)
{
    w->trouble = at;
    return false;
}

static bool walk_count(walk *w, uint32_t *count)
{
    const uint8_t *at = w->in.at;
    if (reel_left(&w->in) < 4) return stop_at(w, at);
    *count = reel_get_u32le(&w->in);
    return *count <= INT32_MAX || stop_at(w, at + 3);
}

static bool walk_records(walk *w, uint32_t count, size_t bytes)
{
    size_t left = reel_left(&w->in) / bytes, whole = count < left ? count : left;
    w->in.at += whole * bytes;
    return whole == count || stop_at(w, w->in.at);
}

static bool walk_notes(walk *w, uint32_t count)
{
    const uint8_t *at = w->in.at, *const end = w->in.end, *trouble = NULL;
    uint32_t i = 0;
    if (w->taking) at = reel__bsor_take_notes(w->taking, at, count, &i);
    w->taking = NULL;
    for (; i < count; i++) {
        for (; count - i > BSOR_RUN_NOTES && end - at >= BSOR_RUN_BYTES && bsor_is_run(at); i += BSOR_RUN_NOTES)
            at += BSOR_RUN_BYTES;
        trouble = at;
        if (end - at < BSOR_NOTE_BYTES) break;
        const int32_t type = (int32_t)reel_load_u32le(at + offsetof(bsor_note, event_type));
        trouble = at + BSOR_NOTE_BYTES - 1;
        if (type < BSOR_GOOD_CUT || type > BSOR_BOMB) break;
        const ptrdiff_t size = bsor_event_has_cut(type) ? BSOR_NOTE_BYTES + BSOR_CUT_BYTES : BSOR_NOTE_BYTES;
        trouble = at;
        if (end - at < size) break;
        at += size;
        trouble = NULL;
    }
    w->in.at = at;
    return !trouble || stop_at(w, trouble);
}

static bool walk_user_data(walk *w, uint32_t count)
{
    for (uint32_t i = 0; i < 2 * (uint64_t)count; i++) {
        const uint8_t *at = w->in.at;
        uint32_t size;
        if (w->entries && !*w->entries) return stop_at(w, at);
        if (w->entries) --*w->entries;
        if (!walk_count(w, &size)) return false;
        if (!reel_take(&w->in, size)) return stop_at(w, at);
    }
    return true;
}

static bool walk_section(walk *w)
{
    uint32_t count = 1;
    w->section = w->in.at;
    uint8_t id = reel_get_u8(&w->in);
    w->sections++;
    if (id == BSOR_INFO || id >= BSOR_SECTION_IDS) return stop_at(w, w->section);
    if (w->whole >> id & 1) w->repeated = w->section;
    if (w->entries && w->repeated) return false;
    if (id >= BSOR_NEEDED_SECTIONS && reel_left(&w->in) == 0) return true;
    const bsor_section_kind *kind = &reel__bsor_section_kinds[id];
    if (kind->count_rule && !walk_count(w, &count)) return false;
    bool read = id == BSOR_NOTES       ? walk_notes(w, count)
                : id == BSOR_USER_DATA ? walk_user_data(w, count)
                                       : walk_records(w, count, kind->record_bytes);
    w->whole |= 1u << id;
    return read;
}

static void walk_sections(walk *w, unsigned most)
{
    while (w->sections < most && reel_left(&w->in) && walk_section(w)) continue;
}

static walk walk_from(const reel_decoder *d, reel_decoder *taking, size_t size, unsigned most)
{
    const bsor_reader *reader = d->state;
    walk w = { .in = d->in, .whole = reader->whole, .sections = reader->sections, .section = d->in.at, .taking = taking };
    w.in.end = d->in.at + size;
    walk_sections(&w, most);
    if (w.trouble || !reel_left(&w.in)) return w;
    /* what is not read: sections, or invalid bytes */
    walk after = { .in = w.in };
    walk_sections(&after, UINT_MAX);
    *(after.trouble ? &w.trouble : &w.repeated) = w.in.at;
    return w;
}

static size_t bytes_from(const walk *w, const uint8_t *at) { return at ? (size_t)(w->in.end - at) : SIZE_MAX; }

/* How many bytes at the end must be a repeated block if any are; SIZE_MAX: nothing contradicts the format. A file that ends after a whole
 * row, before a section that it must have, may be cut there: a hand that is not tracked is zeros, too. */
static size_t least_block(const walk *w)
{
    enum { HAND_BYTES = 28, NEEDED = (1 << BSOR_NEEDED_SECTIONS) - 1 };
    size_t least = bytes_from(w, w->trouble), cut = HAND_BYTES + PADDING_LEAST;
    return (w->whole & NEEDED) != NEEDED && cut < least ? cut : least;
}

/* The same for a run of one byte. */
static size_t least_run(const walk *w)
{
    size_t block = least_block(w), run = bytes_from(w, w->repeated);
    return run < block ? run : block;
}

/* How many bytes of the padding are those of an id and a count, of which it has only zeros that a count may have. */
static size_t head_bytes(const walk *w, const padding *found)
{
    enum { HEAD = 5 };
    size_t before = (size_t)(w->in.end - w->section);
    bool counted = before && *w->section < BSOR_SECTION_IDS && reel__bsor_section_kinds[*w->section].count_rule;
    if (!counted || found->byte || found->period > 1 || before >= HEAD) return 0;
    return HEAD - before < found->size ? HEAD - before : found->size;
}

/* What was found is padding if the first value that contradicts the format is in it, or after its start. */
padding reel__bsor_find_padding(reel_decoder *d, const padded_bytes *before, unsigned most)
{
    size_t left = reel_left(&d->in);
    walk all = walk_from(d, d, left, most);
    if (least_run(&all) == SIZE_MAX) return (padding){ 0 };
    const padded_bytes bytes = { before->rest, before->rest_size, d->in.at, left };
    padding found = reel__padding_find(&bytes, least_run(&all), least_block(&all));
    if (found.size && found.size < left) {
        walk written = walk_from(d, NULL, left - found.size, most);
        found.size -= head_bytes(&written, &found);
    }
    return found;
}

bool reel__bsor_sections_follow(const reel_cursor *in, const uint8_t *at, const bsor_reader *reader, size_t *entries)
{
    enum { NEEDED = (1 << BSOR_NEEDED_SECTIONS) - 1 };
    walk w = { .in = *in, .whole = reader->whole | 1u << BSOR_NOTES, .section = at, .entries = entries };
    w.in.at = at;
    walk_sections(&w, BSOR_ALL_SECTIONS); /* those that are not repeated are few */
    return !w.trouble && !w.repeated && (w.whole & NEEDED) == NEEDED;
}
