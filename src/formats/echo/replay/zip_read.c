/* SPDX-License-Identifier: MIT
 * Reads the zip around the text of an .echoreplay: goes to the entry, decompresses its text, keeps its bytes, and compares it with the
 * directory at the end. */
#include "codec/number.h"
#include "codec/pack/zip_end.h"
#include "core/memory.h"
#include "formats/echo/replay/replay.h"

static const char zip_section[] = "zip";

/* The name of the entry that is read. */
static const char *entry_name(const text_reader *r)
{
    return (const char *)r->head.data + r->head.size - r->entry.extra_size - r->entry.name_size;
}

/* ---- the entry that is read ------------------------------------------------------------------------------------- */

static reel_status cut_header(reel_decoder *d, uint64_t at)
{
    return reel_fail(d->error, REEL_TRUNCATED, "echoreplay.truncated", zip_section, at + reel_left(&d->in),
                     "the file ends inside the zip entry's header");
}

/* Reads the local header at the cursor, and keeps it with its name and extra field in r->head. */
static reel_status read_header(reel_decoder *d, text_reader *r, reel_string *name)
{
    r->entry_at = reel_offset(&d->in);
    reel_status status = reel_fill(d, ZIP_HEADER);
    if (status < 0 || status == REEL_AGAIN) return status;
    if (reel_left(&d->in) < ZIP_HEADER || !reel__zip_header(d->in.at, &r->entry))
        return reel_fail(d->error, reel_left(&d->in) < ZIP_HEADER ? REEL_TRUNCATED : REEL_CORRUPT, "echoreplay.no-entry",
                         zip_section, r->entry_at, "the zip archive has no entry that can be read");
    size_t size = ZIP_HEADER + (size_t)r->entry.name_size + r->entry.extra_size;
    status = reel_fill(d, size);
    if (status < 0 || status == REEL_AGAIN) return status;
    if (reel_left(&d->in) < size) return cut_header(d, r->entry_at);
    if (!memory_add(&r->head, reel_take(&d->in, size), size)) return reel__memory_fail(d->error);
    const uint8_t *extra = r->head.data + r->head.size - r->entry.extra_size;
    reel__zip_extra(&r->entry, extra);
    *name = (reel_string){ (const char *)extra - r->entry.name_size, r->entry.name_size };
    return REEL_OK;
}

static bool is_folder(const zip_entry *entry, reel_string name)
{
    return name.size && name.data[name.size - 1] == '/' && !entry->packed_size && !zip_sizes_follow(entry);
}

static bool is_called(reel_string name, const char *word)
{
    return name.size == strlen(word) && memcmp(name.data, word, name.size) == 0;
}

/* Whether an entry is the one that options.member asks for: "@" and its offset, "#" and its number, or its name. */
static bool is_wanted(const char *word, reel_string name, uint64_t at, uint64_t number)
{
    uint64_t stated;
    if (!word) return true;
    if (is_called(name, word) || is_called(reel__zip_base_name(name), word)) return true;
    const char *end = *word == '@' || *word == '#' ? reel__number_read_u64(word + 1, &stated) : NULL;
    return end && !*end && stated == (*word == '@' ? at : number);
}

/* Takes bytes of the file that are not read. */
static reel_status skip_bytes(reel_decoder *d, uint64_t size)
{
    while (size) {
        reel_status status = reel_fill(d, 1);
        if (status < 0 || status == REEL_AGAIN) return status;
        if (status == REEL_END) return cut_header(d, reel_offset(&d->in));
        size_t left = reel_left(&d->in), step = size < left ? (size_t)size : left;
        reel_take(&d->in, step);
        size -= step;
    }
    return REEL_OK;
}

/* Passes over an entry whose size is behind it, by its deflated stream. */
static reel_status skip_deflated(reel_decoder *d, text_reader *r)
{
    enum { LEAST_BEHIND = 12, MOST_BEHIND = 24, BEHIND_STEP = 4 };
    zip_reader inflater = { .allocator = d->allocator };
    reel_status status = REEL_OK;
    while (status == REEL_OK) {
        size_t made = 0;
        status = reel_fill(d, 1);
        if (status == REEL_END) status = cut_header(d, reel_offset(&d->in));
        if (status == REEL_OK) status = reel__zip_inflate(&inflater, &d->in.at, d->in.end, r->buffer, r->capacity, &made);
        if (status == REEL_CORRUPT)
            reel_fail(d->error, status, "echoreplay.packed", zip_section, reel_offset(&d->in), "an entry cannot be decompressed");
        if (status == REEL_MEMORY) reel__memory_fail(d->error);
        if (status >= 0 && reel_spend_unpacked(d->budget, made) != REEL_OK)
            status = reel_fail_budget(d->budget, d->error, zip_section, reel_offset(&d->in));
    }
    reel__zip_reader_free(&inflater);
    if (status != REEL_END) return status;
    status = reel_fill(d, MOST_BEHIND + 4);
    if (status < 0 || status == REEL_AGAIN) return status;
    for (size_t size = LEAST_BEHIND; size <= MOST_BEHIND && reel_left(&d->in) >= size + 4; size += BEHIND_STEP)
        if (memcmp(d->in.at + size, "PK", 2) == 0) return skip_bytes(d, size);
    return REEL_OK; /* the next header is not found: the caller reports it */
}

static reel_status check_method(reel_decoder *d, const zip_entry *entry)
{
    if (entry->method == 8 && !reel__zip_known())
        return reel_fail(d->error, REEL_UNSUPPORTED, "echoreplay.not-built", zip_section, 0,
                         "the zip entry is compressed, and this build has no zlib to read it");
    if ((entry->method != 0 && entry->method != 8) || entry->flags & 1 || (entry->method == 0 && zip_sizes_follow(entry)))
        return reel_fail(d->error, REEL_UNSUPPORTED, "echoreplay.zip-method", zip_section, 8,
                         "zip compression method %u or encryption is not supported", entry->method);
    return REEL_OK;
}

/* Goes to the wanted entry, or to the first that is not a folder if the caller names none. */
static reel_status open_entry(reel_decoder *d, text_reader *r, reel_string *name)
{
    for (uint64_t number = 1;;) {
        reel_status status = read_header(d, r, name);
        if (status == REEL_CORRUPT && d->member)
            return reel_fail(d->error, REEL_ARGUMENT, "archive.member", zip_section, r->entry_at,
                             "the zip archive has no entry %s", d->member);
        if (status != REEL_OK) return status;
        if (is_folder(&r->entry, *name)) continue;
        if (is_wanted(d->member, *name, r->entry_at, number++)) return REEL_OK;
        r->other = true;
        r->head.size = 0;
        status = zip_sizes_follow(&r->entry) ? check_method(d, &r->entry) : REEL_OK;
        if (status >= 0) status = zip_sizes_follow(&r->entry) ? skip_deflated(d, r) : skip_bytes(d, r->entry.packed_size);
        if (status != REEL_OK) return status;
    }
}

reel_status reel__text_open_zip(reel_decoder *d, text_reader *r, echoreplay_info *info)
{
    reel_string name = { NULL, 0 };
    r->inflater.allocator = d->allocator;
    r->capacity = 2 * TEXT_STEP;
    r->buffer = d->allocator.alloc(d->allocator.context, r->capacity);
    if (!r->buffer) return reel__memory_fail(d->error);
    reel_status status = open_entry(d, r, &name);
    if (status == REEL_OK) status = check_method(d, &r->entry);
    if (status != REEL_OK) return status;
    info->entry = reel_chunk_string(d->chunk, name.data, name.size);
    r->stored_left = r->entry.packed_size;
    r->compact &= r->entry.method == 8 && !r->other;
    r->matching = is_compact(r);
    return is_matching(r) && !reel__deflate_match_begin(&r->match) ? reel__memory_fail(d->error) : REEL_OK;
}

/* ---- the bytes of the zip --------------------------------------------------------------------------------------- */

static void add_piece(reel_decoder *d, text_reader *r)
{
    reel_row_list *pieces = r->piece_size ? reel_chunk_table(d->chunk, &echoreplay_pieces) : NULL;
    echoreplay_piece *piece = pieces ? reel_row_add(pieces) : NULL;
    if (piece) piece->bytes = reel_chunk_bytes(d->chunk, r->piece, r->piece_size);
    r->piece_size = 0;
}

/* Stores bytes of the zip in pieces of equal size, whatever the size of the reads. */
void reel__text_store_piece(reel_decoder *d, text_reader *r, const uint8_t *data, size_t size)
{
    if (r->other) return; /* the zip is not written again as it is */
    while (size) {
        size_t room = sizeof r->piece - r->piece_size, step = size < room ? size : room;
        memcpy(r->piece + r->piece_size, data, step);
        r->piece_size += step;
        data += step;
        size -= step;
        if (r->piece_size == sizeof r->piece) add_piece(d, r);
    }
}

/* Stores what the chosen level does not make. */
void reel__text_end_matching(reel_decoder *d, text_reader *r)
{
    if (!is_matching(r)) return;
    reel__deflate_match_settle(&r->match);
    reel_bytes rest = reel__deflate_match_rest(&r->match);
    reel__text_store_piece(d, r, rest.data, rest.size);
    r->deflated.size = r->match.equal[r->match.level];
    r->deflated.level = r->deflated.size ? (uint8_t)r->match.level : 0;
    r->matching = false;
    reel__deflate_match_free(&r->match);
}

/* Keeps bytes of the entry, which decompress to `text`. */
static reel_status keep_packed(reel_decoder *d, text_reader *r, reel_bytes packed, reel_bytes text, bool last)
{
    if (!is_matching(r)) {
        reel__text_store_piece(d, r, packed.data, packed.size);
        return REEL_OK;
    }
    if (reel_spend(d->budget, r->match.count * (uint64_t)text.size) != REEL_OK)
        return reel_fail_budget(d->budget, d->error, zip_section, reel_offset(&d->in));
    if (!reel__deflate_match_add(&r->match, packed.data, packed.size, text.data, text.size, last))
        return reel__memory_fail(d->error);
    if (last || !r->match.count) reel__text_end_matching(d, r);
    return REEL_OK;
}

static reel_status end_entry_early(reel_decoder *d, text_reader *r, reel_status status, const char *rule, const char *message)
{
    r->entry_ended = true;
    text_damage(r, status, rule, zip_section, reel_offset(&d->in), message);
    return REEL_OK;
}

static reel_status inflate_some(reel_decoder *d, text_reader *r, size_t *made)
{
    const uint8_t *before = d->in.at, *text = r->buffer + r->have;
    size_t room = r->capacity - r->have, left = reel_left(&d->in);
    reel_status status = REEL_OK;
    if (r->entry.method == 0) {
        *made = left < room ? left : room;
        if (*made > r->stored_left) *made = (size_t)r->stored_left;
        memcpy(r->buffer + r->have, d->in.at, *made);
        d->in.at += *made;
        r->stored_left -= *made;
        if (!r->stored_left) status = REEL_END;
    } else {
        status = reel__zip_inflate(&r->inflater, &d->in.at, d->in.end, r->buffer + r->have, room, made);
    }
    r->have += *made;
    reel_bytes packed = { before, (size_t)(d->in.at - before) };
    r->packed_size += packed.size;
    r->text_size += *made;
    reel_status kept = keep_packed(d, r, packed, (reel_bytes){ text, *made }, status == REEL_END);
    return kept < 0 ? kept : status;
}

reel_status reel__text_more_of_zip(reel_decoder *d, text_reader *r)
{
    if (r->at) {
        memmove(r->buffer, r->buffer + r->at, r->have - r->at);
        r->have -= r->at;
        r->at = 0;
    }
    if (r->have == r->capacity) {
        uint8_t *buffer = d->allocator.resize(d->allocator.context, r->buffer, r->capacity, 2 * r->capacity);
        if (!buffer) return reel__memory_fail(d->error);
        r->buffer = buffer;
        r->capacity *= 2;
    }
    size_t had = r->have;
    while (r->have == had && !r->entry_ended) {
        reel_status status = reel_fill(d, 1);
        size_t made = 0;
        if (status < 0 || status == REEL_AGAIN) return status;
        if (status == REEL_END)
            return end_entry_early(d, r, REEL_TRUNCATED, "echoreplay.truncated", "the file ends inside the zip entry's text");
        status = inflate_some(d, r, &made);
        if (status == REEL_MEMORY) return reel__memory_fail(d->error);
        if (status == REEL_LIMIT || status == REEL_CANCELLED) return status;
        if (status < 0) return end_entry_early(d, r, REEL_CORRUPT, "echoreplay.packed", "the text cannot be decompressed");
        if (status == REEL_END) r->entry_ended = true;
        if (reel_spend_unpacked(d->budget, made) != REEL_OK)
            return reel_fail_budget(d->budget, d->error, zip_section, reel_offset(&d->in));
    }
    return REEL_OK;
}

/* ---- the end of the zip ----------------------------------------------------------------------------------------- */

/* Compares a stated size with what was read. `at` is where the size is stated. */
static void check_size(text_reader *r, uint64_t stated, uint64_t size, uint64_t at)
{
    if (stated != size)
        text_damage(r, REEL_CORRUPT, "echoreplay.stated-size", zip_section, at,
                    "the zip states another size of its entry than it has");
}

/* Sizes are 4 bytes in headers, at these offsets, unless ZIP64 has them elsewhere. */
enum { LOCAL_PACKED = 18, LOCAL_SIZE = 22, LISTED_PACKED = 20, LISTED_TEXT = 24 };

/* What the directory says of the entry that was read, and of all of them together. */
static void check_directory(reel_decoder *d, text_reader *r, const zip_tail *end, const uint8_t *directory)
{
    zip_walk walk = { .data = directory, .size = (size_t)end->directory_size };
    zip_listed listed;
    uint64_t taken = 0, others = 0;
    reel_string other = { NULL, 0 };
    while (reel__zip_next(&walk, &listed)) {
        uint64_t bytes = ZIP_HEADER + listed.name.size + listed.packed_size;
        taken = taken > UINT64_MAX - bytes ? UINT64_MAX : taken + bytes;
        if (listed.offset != r->entry_at) {
            bool folder = !listed.size && listed.name.size && listed.name.data[listed.name.size - 1] == '/';
            if (!folder && !others++) other = listed.name;
            continue;
        }
        check_size(r, listed.packed_size, r->packed_size, end->directory + listed.at + LISTED_PACKED);
        check_size(r, listed.size, r->text_size, end->directory + listed.at + LISTED_TEXT);
    }
    if (others)
        reel_find(&d->reporter,
                  (reel_finding){ .rule = "echoreplay.more-entries",
                                  .severity = REEL_WARNING,
                                  .section = zip_section,
                                  .offset = end->directory,
                                  .count = others },
                  "the zip archive has %llu more {entry|entries}, such as %.*s: only %.*s is read", (unsigned long long)others,
                  (int)(other.size < 200 ? other.size : 200), other.size ? other.data : "",
                  (int)(r->entry.name_size < 200 ? r->entry.name_size : 200), entry_name(r));
    if (taken > end->directory)
        text_damage(r, REEL_CORRUPT, "echoreplay.entries-overlap", zip_section, end->directory,
                    "entries of the zip share their bytes");
}

/* Bytes behind the end of the zip: frames that a recorder added as text, or what a crash left. */
static void check_after(reel_decoder *d, text_reader *r, const uint8_t *at, size_t left, uint64_t offset)
{
    int64_t ms;
    if (!left) return;
    const char *text = (const char *)at;
    while (left && (*text == '\r' || *text == '\n')) text++, left--;
    r->after = reel__echo_text_time(text, left, &ms);
    if (r->after) reel_take(&d->in, (size_t)((const uint8_t *)text - d->in.at));
    text_damage(r, REEL_CORRUPT, "echoreplay.after-zip", zip_section, offset,
                r->after ? "frames follow the end of the zip as text, where other programs do not find them"
                         : "bytes that mean nothing follow the end of the zip");
}

/* Where the directory must begin: behind the entry that was read, unless there are more. */
static bool find_directory(const reel_decoder *d, zip_tail *end)
{
    const uint64_t base = reel_offset(&d->in);
    return reel__zip_find_end(d->in.at, reel_left(&d->in), base, end) && end->directory >= base &&
           end->after - base <= reel_left(&d->in);
}

reel_status reel__text_end_zip(reel_decoder *d, text_reader *r)
{
    reel_status status = reel_fill(d, SIZE_MAX);
    if (status < 0 || status == REEL_AGAIN) return status;
    const uint64_t base = reel_offset(&d->in);
    const uint8_t *rest = d->in.at;
    size_t left = reel_left(&d->in);
    zip_tail end;
    r->zip_ended = true;
    if (r->damaged) return REEL_OK;
    if (r->entry.method == 8 && !zip_sizes_follow(&r->entry) && r->entry.checksum != r->inflater.checksum)
        reel_find(&d->reporter,
                  (reel_finding){ .rule = "echoreplay.checksum",
                                  .severity = REEL_WARNING,
                                  .section = zip_section,
                                  .count = 1,
                                  .offset = REEL_NO_OFFSET },
                  "the text does not match the zip's checksum");
    if (!zip_sizes_follow(&r->entry)) {
        check_size(r, r->entry.packed_size, r->packed_size, r->entry_at + LOCAL_PACKED);
        check_size(r, r->entry.size, r->text_size, r->entry_at + LOCAL_SIZE);
    }
    if (find_directory(d, &end)) {
        check_directory(d, r, &end, rest + (end.directory - base));
        check_after(d, r, rest + (end.after - base), left - (size_t)(end.after - base), end.after);
    } else {
        text_damage(r, REEL_TRUNCATED, "echoreplay.no-directory", zip_section, base + left,
                    "the zip has no directory at its end, without which other programs cannot open it");
    }
    if (r->damaged) return REEL_OK;
    reel__text_store_piece(d, r, rest, left);
    add_piece(d, r);
    if (left) reel_take(&d->in, left);
    return REEL_OK;
}
