/* SPDX-License-Identifier: MIT
 * Opens a map. Data of version 4 and the tempo may come last, so opening reads the whole file. */
#include "codec/words.h"
#include "core/kept.h"
#include "core/memory.h"
#include "core/text.h"
#include "formats/beatsaber_map/level.h"

uint64_t reel__bsmap_memory_bound(uint64_t size, const reel_limits *limits)
{
    /* A list of {} and commas: 3 bytes become an arc, and its list doubles. Its arc is two anchors with their order. Beside them the input, which
     * grows by doubling, the copy without NaN, and the original file. */
    const uint64_t row = 2 * sizeof(beatsaber_map_arc) + 2 * 32 + 4 * sizeof(size_t);
    const uint64_t lone = size / 3 * row + row + 5 * size + 65536;
    /* A level: the same of what its files unpack to, one after another, and the trees of small ones: 32 bytes for each byte. */
    const uint64_t unpacked = reel_unpacked_most(limits, size);
    const uint64_t level = unpacked > UINT64_MAX / (2 * row) ? UINT64_MAX : unpacked / 3 * row + row + 40 * unpacked;
    return level > UINT64_MAX - lone ? UINT64_MAX : level + lone;
}

/* A level that is damaged in parts can be written with what changed in the others. */
static void keep_original(reel_decoder *d, bool whole)
{
    reel_row_list *list = reel_chunk_table(d->chunk, &beatsaber_map_originals);
    beatsaber_map_original *row = list ? reel_row_add(list) : NULL;
    if (!row) return;
    row->bytes = reel_chunk_bytes(d->chunk, d->in.at, reel_left(&d->in));
    if (whole && reel__kept_is_whole(d->chunk, reel__bsmap_tables))
        row->rows = reel__kept_sum(d->chunk, reel__bsmap_tables, NULL, row->bytes);
}

/* Rows of these tables were read for others that depend on them. */
static void drop_unwanted(reel_chunk *chunk)
{
    static const reel_table *const headers[] = { &beatsaber_map_infos, &beatsaber_map_difficulties };
    for (size_t i = 0; i < MAP_LISTS + 2; i++) {
        reel_row_list *list = reel__chunk_list(chunk, i < MAP_LISTS ? reel__bsmap_lists[i] : headers[i - MAP_LISTS]);
        if (!list->wanted) chunk_forget(list);
    }
}

static bool is_space(uint8_t c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static void report_tail(const map_reading *m)
{
    const uint8_t *at = m->tree.at;
    while (at < m->tree.end && is_space(*at)) at++;
    const size_t left = (size_t)(m->tree.end - at);
    if (left)
        reel_find(&m->d->reporter,
                  (reel_finding){ .rule = "beatsaber-map.trailing-bytes",
                                  .severity = REEL_WARNING,
                                  .section = "json",
                                  .offset = (uint64_t)(at - m->tree.start),
                                  .length = left,
                                  .count = left },
                  "%zu {byte|bytes} after the end of the JSON", left);
}

/* Whether a growing file is complete: its outermost object is closed, or it is damaged, which more bytes cannot change. */
static bool is_whole(pull_reader *r, const reel_decoder *d)
{
    pull_value value;
    zip_tail tail;
    if (reel__package_begins(d->in.at, reel_left(&d->in)))
        return reel__zip_is_closed(d->in.at, reel_left(&d->in)) && reel__zip_find_end(d->in.at, reel_left(&d->in), 0, &tail);
    reel__pull_begin(r, PULL_JSON, d->in.at, reel_left(&d->in), d->limits.nesting);
    if (reel__pull_next(r, &value) && reel__pull_skip(r, &value)) return true;
    return r->fault == PULL_DEEP;
}

/* The file of a difficulty. */
static reel_status read_difficulty(reel_decoder *d, map_reading *m)
{
    beatsaber_map_difficulty own;
    memset(&own, 0, sizeof own);
    m->d = d;
    m->where = "";
    m->text.raw = d->in.at;
    m->text.size = reel_left(&d->in);
    m->base = reel_offset(&d->in);
    const reel_status status = reel__bsmap_read_difficulty(m, &own);
    /* A file that is cut before its first list may be another one. */
    const bool unknown = status == REEL_UNSUPPORTED || (status != REEL_OK && !m->own);
    beatsaber_map_difficulty *row = unknown ? NULL : reel_row_add(reel__chunk_list(d->chunk, &beatsaber_map_difficulties));
    if (row) memcpy(row, &own, sizeof own);
    if (status == REEL_OK) report_tail(m);
    reel__bsmap_reading_end(m);
    return status;
}

static reel_status read_any(reel_decoder *d, map_reading *m)
{
    const size_t size = reel_left(&d->in);
    const bool zip = reel__package_begins(d->in.at, size);
    map_level level;
    const reel_status status = zip                                   ? reel__bsmap_read_level(d, &level)
                               : reel__bsmap_is_info(d->in.at, size) ? reel__bsmap_read_lone_info(d)
                                                                     : read_difficulty(d, m);
    if (status == REEL_OK || (zip && status != REEL_MEMORY)) keep_original(d, status == REEL_OK);
    ((map_state *)d->state)->nothing = !reel__chunk_list(d->chunk, &beatsaber_map_infos)->count;
    drop_unwanted(d->chunk);
    return status;
}

reel_status reel__bsmap_open(reel_decoder *d)
{
    map_state *state = d->state;
    const reel_status filled = reel_fill(d, SIZE_MAX);
    if (filled < 0) return filled;
    map_reading *m = reel__memory_new(&d->allocator, sizeof *m);
    if (!m) return reel__memory_fail(d->error);
    if (filled == REEL_AGAIN && !is_whole(&m->tree, d)) {
        reel__memory_drop(&d->allocator, m);
        return REEL_AGAIN;
    }
    state->status = read_any(d, m);
    reel__memory_drop(&d->allocator, m);
    if (state->status == REEL_MEMORY || (state->status == REEL_UNSUPPORTED && state->nothing)) return state->status;
    state->error = *d->error;
    d->in.at = d->in.end;
    return reel_build_status(d->chunk);
}

reel_status reel__bsmap_next(reel_decoder *d)
{
    map_state *state = d->state;
    if (state->done) return REEL_END;
    state->done = true;
    if (state->status < 0) *d->error = state->error;
    return state->status;
}

/* ---- which files -------------------------------------------------------------------------------------------------- */

/* Whether a key is in no other format. */
static bool is_own_key(const uint8_t *key, size_t size)
{
    static const char *const keys[] = { "_notes",     "_obstacles",         "_events",        "_beatsPerMinute",
                                        "colorNotes", "basicBeatmapEvents", "colorNotesData", "burstSliders" };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strlen(keys[i]) == size && memcmp(keys[i], key, size) == 0) return true;
    return false;
}

static bool is_info_key(const uint8_t *key, size_t size)
{
    static const char *const keys[] = { "_difficultyBeatmapSets", "difficultyBeatmaps", "_songFilename",
                                        "_songAuthorName",        "_levelAuthorName",   "environmentNames" };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strlen(keys[i]) == size && memcmp(keys[i], key, size) == 0) return true;
    return false;
}

static bool is_list(const uint8_t *key, size_t size)
{
    return reel__bsmap_find_list(3, key, size) || reel__bsmap_find_list(4, key, size);
}

/* "3.3.0": the version of a map, as the first member. */
static bool is_map_version(const uint8_t *text, size_t size)
{
    return size >= 5 && text[0] >= '2' && text[0] <= '4' && text[1] == '.' && text[2] >= '0' && text[2] <= '9' && text[3] == '.';
}

static const uint8_t *pass_space(const uint8_t *at, const uint8_t *end)
{
    while (at < end && is_space(*at)) at++;
    return at;
}

/* Whether a file of JSON is Info.dat: the first key that says so is one of its own. */
bool reel__bsmap_is_info(const uint8_t *text, size_t size)
{
    const uint8_t *end = text + size, *open = word_search_byte(text, end, '"');
    while (open != end) {
        const uint8_t *close = word_search_byte(open + 1, end, '"');
        if (close == end) return false;
        const size_t length = (size_t)(close - open) - 1;
        const uint8_t *after = pass_space(close + 1, end);
        if (after != end && *after == ':' && is_info_key(open + 1, length)) return true;
        if (after != end && *after == ':' && is_own_key(open + 1, length)) return false;
        open = word_search_byte(close + 1, end, '"');
    }
    return false;
}

static bool ends_with(const uint8_t *name, size_t size, const char *end)
{
    const size_t length = strlen(end);
    for (size_t i = 0; i < length && size >= length; i++) {
        const uint8_t c = name[size - length + i];
        if ((c >= 'A' && c <= 'Z' ? c + 32 : c) != (uint8_t)end[i]) return false;
    }
    return size >= length;
}

/* The names of the first entries. Most zips of levels show Info.dat there; else music, a picture or a difficulty is a hint. */
static int sniff_zip(const uint8_t *head, size_t size)
{
    enum { INFO_BITS = 40, HINT_BITS = 6 };
    static const char *const hints[] = { ".dat", ".egg", ".ogg", ".wav", ".jpg", ".jpeg", ".png", "/" };
    zip_entry entry;
    int bits = 0;
    for (uint64_t at = 0; at + ZIP_HEADER <= size && reel__zip_header(head + at, &entry);) {
        const uint8_t *name = head + at + ZIP_HEADER;
        const uint64_t before = ZIP_HEADER + (uint64_t)entry.name_size + entry.extra_size;
        if (entry.name_size > size - at - ZIP_HEADER) break;
        if (ends_with(name, entry.name_size, "info.dat")) return INFO_BITS;
        for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
            if (ends_with(name, entry.name_size, hints[i])) bits = HINT_BITS;
        if (zip_sizes_follow(&entry)) break;
        at += before + entry.packed_size;
    }
    return bits;
}

/* A JSON object that begins with a version, or has a key of the format. */
int reel__bsmap_sniff(const uint8_t *head, size_t size)
{
    enum { VERSION_BITS = 20 };
    const uint8_t *at = pass_space(head, head + size), *end = head + size;
    int bits = 0;
    if (reel__package_begins(head, size)) return sniff_zip(head, size);
    if (at == end || *at++ != '{') return 0;
    const uint8_t *first = pass_space(at, end), *open = word_search_byte(at, end, '"');
    bool versioned = false;
    while (open != end) {
        const uint8_t *close = word_search_byte(open + 1, end, '"');
        if (close == end) break;
        const size_t length = (size_t)(close - open) - 1;
        if (open == first)
            versioned =
                (length == 7 && memcmp(open + 1, "version", 7) == 0) || (length == 8 && memcmp(open + 1, "_version", 8) == 0);
        else if (versioned && is_map_version(open + 1, length))
            bits = VERSION_BITS;
        else
            versioned = false;
        const uint8_t *after = pass_space(close + 1, end);
        const bool is_key = after != end && *after == ':';
        const bool own = is_info_key(open + 1, length) || is_own_key(open + 1, length);
        if (is_key && (own || (bits && is_list(open + 1, length)))) return bits + 8 * (int)(length + 2);
        if (open != first) versioned = false;
        open = word_search_byte(close + 1, end, '"');
    }
    return bits;
}
