/* SPDX-License-Identifier: MIT
 * Reads teehistorian files: the header on open, then messages in chunks of bounded size. */
#include "codec/teeworlds_int.h"
#include "core/chunk.h"
#include "formats/teehistorian/reader.h"

enum {
    BYTES_EACH = 64,  /* maximum memory per byte of the file */
    HEADER_EACH = 96, /* the same per byte of the header */
    LEAST_ROOM = 256, /* rows */
    /* Where rows are forgotten, the list of inputs is larger than all else that a reader holds. glibc gives memory at the end of its heap back to the system where it is
     * more than twice the largest block that was mapped; with half of this list each recording would fault on its pages again. */
    INPUT_SPARE = 2,
    TRAILING_PIECE = 65536,
    RESYNC_MESSAGE = 1 << 17, /* maximum size of a message if the stream may be damaged; servers write up to half of that */
    RESYNC_ZEROS = 24         /* this many zero bytes are not decoded as moves of client 0 by zero */
};

uint64_t reel__tee_memory_bound(uint64_t size, const reel_limits *limits)
{
    /* The worst cases per byte of a message: an argument of one byte has a row of 48 bytes in a list that grows by a quarter; a
     * message of two or three bytes has a row of 48 and one each of ticks and forms. A long file has the header, one chunk and one
     * message in memory. A value of two bytes in the header has a JSON node of 16 bytes, its text, two rows of 40 and a name of 24. */
    uint64_t header = size < TEE_HEADER_MOST ? size : TEE_HEADER_MOST;
    uint64_t message = size < limits->string_bytes ? size : limits->string_bytes;
    uint64_t at_once = header + TEE_CHUNK_BYTES + TEE_CHUNK_MESSAGES * TEE_TABLES + message;
    return BYTES_EACH * (size < at_once ? size : at_once) + (HEADER_EACH - BYTES_EACH) * header;
}

/* ---- the header --------------------------------------------------------------------------------------------------- */

static reel_status fail_header(reel_decoder *d, const char *rule, reel_status status, uint64_t offset, const char *message)
{
    return reel_fail(d->error, status, rule, "header", offset, "%s", message);
}

static reel_status read_magic(reel_decoder *d)
{
    reel_status status = reel_fill(d, TEE_MAGIC_BYTES);
    if (status < 0) return status;
    size_t left = reel_left(&d->in), compared = left < TEE_MAGIC_BYTES ? left : TEE_MAGIC_BYTES;
    if (compared && memcmp(d->in.at, reel__tee_magic, compared) != 0)
        return fail_header(d, "teehistorian.magic", REEL_UNSUPPORTED, 0, "the file does not start with the teehistorian magic");
    if (left < TEE_MAGIC_BYTES && status == REEL_AGAIN) return REEL_AGAIN;
    if (left < TEE_MAGIC_BYTES)
        return fail_header(d, "teehistorian.header-truncated", REEL_TRUNCATED, d->in.end_offset,
                           "the file ends inside its magic number");
    d->in.at += TEE_MAGIC_BYTES;
    return REEL_OK;
}

/* Reads up to the NUL that ends the JSON, and sets *size to the size of the JSON. */
static reel_status find_header(reel_decoder *d, size_t *size)
{
    size_t seen = 0;
    for (size_t want = 4096;; want *= 2) {
        reel_status status = reel_fill(d, want);
        if (status < 0) return status;
        size_t left = reel_left(&d->in);
        const uint8_t *nul = left > seen ? memchr(d->in.at + seen, 0, left - seen) : NULL;
        *size = nul ? (size_t)(nul - d->in.at) : left;
        if (*size > TEE_HEADER_MOST)
            return reel_fail(d->error, REEL_LIMIT, "teehistorian.header-limit", "header", TEE_MAGIC_BYTES,
                             "the header is larger than %d bytes", (int)TEE_HEADER_MOST);
        if (nul) return REEL_OK;
        if (status == REEL_END)
            return fail_header(d, "teehistorian.header-unterminated", REEL_TRUNCATED, d->in.end_offset,
                               "the file ends before the NUL that ends the header");
        if (status == REEL_AGAIN) return REEL_AGAIN;
        seen = left;
    }
}

static void report_odd_header(reel_decoder *d, uint32_t odd)
{
    static const struct {
        uint32_t bit;
        reel_severity severity;
        const char *rule, *message;
    } oddities[] = {
        { TEE_HEADER_DUPLICATE_KEY, REEL_WARNING, "teehistorian.header-duplicate-key",
          "duplicate key in the header: the last value is used" },
        { TEE_HEADER_VERSION_NOT_STRING, REEL_WARNING, "teehistorian.header-version-not-string",
          "the version is a number, not a string" },
        { TEE_HEADER_MISSING_KEYS, REEL_WARNING, "teehistorian.header-missing-keys",
          "the header is missing keys that every server writes" },
        { TEE_HEADER_NOT_UTF8, REEL_WARNING, "teehistorian.header-not-utf8", "the header is not valid UTF-8" },
        { TEE_HEADER_PREV_NULL, REEL_NOTE, "teehistorian.header-prev-game-uuid-null",
          "prev_game_uuid is null: servers omit it instead" },
    };
    for (size_t i = 0; i < sizeof oddities / sizeof *oddities; i++)
        if (odd & oddities[i].bit)
            reel_find(
                &d->reporter,
                (reel_finding){
                    .rule = oddities[i].rule, .severity = oddities[i].severity, .section = "header", .offset = TEE_MAGIC_BYTES },
                "%s", oddities[i].message);
}

static void copy_string(reel_decoder *d, reel_string *text) { *text = reel_chunk_string(d->chunk, text->data, text->size); }

/* Copies a text to `room`, and moves that behind the copy. */
static reel_string copy_to(char **room, reel_string text)
{
    if (!text.size) return (reel_string){ NULL, 0 };
    char *copy = *room;
    memcpy(copy, text.data, text.size);
    *room = copy + text.size;
    return (reel_string){ copy, text.size };
}

/* A header has a hundred short texts: they are copied to one block. */
static void copy_values(reel_decoder *d, const tee_header *h, teehistorian_value *rows)
{
    size_t size = 0;
    for (size_t i = 0; i < h->count; i++) size += h->values[i].key.size + h->values[i].value.size;
    char *room = size ? reel_chunk_alloc(d->chunk, size) : NULL;
    memset(rows, 0, h->count * sizeof *rows);
    for (size_t i = 0; i < h->count; i++) {
        rows[i].section = h->values[i].section;
        if (!room) continue;
        rows[i].key = copy_to(&room, h->values[i].key);
        rows[i].value = copy_to(&room, h->values[i].value);
    }
}

/* Adds the rows of the header, with copies of their strings. */
static void add_header(reel_decoder *d, const tee_header *h, const uint8_t *text, size_t size)
{
    teehistorian_header *row = reel_row_add(reel_chunk_table(d->chunk, &teehistorian_headers));
    if (row) {
        *row = h->row;
        for (size_t i = 0; i < teehistorian_headers.field_count; i++)
            if (teehistorian_headers.fields[i].type == REEL_STRING)
                copy_string(d, (reel_string *)(void *)((uint8_t *)row + teehistorian_headers.fields[i].offset));
    }
    reel_row_list *list = reel_chunk_table(d->chunk, &teehistorian_values);
    teehistorian_value *values = h->count ? reel_row_grow(list, h->count, true) : NULL;
    if (values) copy_values(d, h, values);
    list = reel_chunk_table(d->chunk, &teehistorian_header_texts);
    teehistorian_header_text *whole = list ? reel_row_add(list) : NULL;
    if (whole) whole->text = reel_chunk_bytes(d->chunk, text, size);
}

/* Copies the header's uuids list, which names extensions that this library does not know. */
static bool copy_names(reel_decoder *d, const tee_header *h)
{
    tee_names *names = &((tee_reader *)d->state)->names;
    size_t bytes = 0, count = 0;
    for (size_t i = 0; i < h->count; i++)
        if (h->values[i].section == TEEHISTORIAN_UUIDS) bytes += h->values[i].value.size, count++;
    if (!bytes) return true;
    names->text = d->allocator.alloc(d->allocator.context, bytes);
    names->items = d->allocator.alloc(d->allocator.context, count * sizeof *names->items);
    if (!names->text || !names->items) return false;
    for (size_t i = 0; i < h->count; i++) {
        const reel_string *name = &h->values[i].value;
        if (h->values[i].section != TEEHISTORIAN_UUIDS) continue;
        tee_named *item = &names->items[names->count++];
        memset(item, 0, sizeof *item);
        item->at = (uint32_t)names->text_size;
        item->size = (uint32_t)name->size;
        if (name->size) memcpy(names->text + names->text_size, name->data, name->size);
        names->text_size += name->size;
    }
    return true;
}

static reel_status accept_header(reel_decoder *d, const tee_header *h, size_t size)
{
    tee_reader *r = d->state;
    if (h->row.version < 0)
        return fail_header(d, "teehistorian.version", REEL_CORRUPT, TEE_MAGIC_BYTES, "the header is missing the version");
    if (h->row.version != 1 && h->row.version != 2)
        return reel_fail(d->error, REEL_UNSUPPORTED, "teehistorian.version", "header", TEE_MAGIC_BYTES,
                         "unknown teehistorian version %d: supported are 1 and 2", h->row.version);
    report_odd_header(d, h->odd);
    r->version = h->row.version;
    add_header(d, h, d->in.at, size);
    return copy_names(d, h) ? REEL_OK : reel__memory_fail(d->error);
}

reel_status reel__tee_open(reel_decoder *d)
{
    tee_reader *r = d->state;
    tee_header header;
    const char *rule, *message;
    size_t size = 0;
    reel_status status = read_magic(d);
    if (status == REEL_OK) status = find_header(d, &size);
    if (status != REEL_OK) return status;
    status = reel__tee_header_read(&header, d->in.at, size, &d->limits, &d->allocator, &rule, &message);
    if (status == REEL_CORRUPT || status == REEL_LIMIT) fail_header(d, rule, status, TEE_MAGIC_BYTES, message);
    if (status == REEL_MEMORY) reel__memory_fail(d->error);
    if (status == REEL_OK) status = accept_header(d, &header, size);
    reel__tee_header_free(&header);
    if (status < 0) return status;
    d->in.at += size + 1;
    r->start = reel_offset(&d->in);
    tee_world_begin(&r->world);
    r->want = 1;
    r->resync = d->convention && strcmp(d->convention, "resync") == 0;
    if (r->resync && d->limits.string_bytes > RESYNC_MESSAGE) d->limits.string_bytes = RESYNC_MESSAGE;
    return REEL_OK;
}

void reel__tee_close(reel_decoder *d)
{
    tee_reader *r = d->state;
    if (r->names.text) d->allocator.free(d->allocator.context, r->names.text);
    if (r->names.items) d->allocator.free(d->allocator.context, r->names.items);
}

/* ---- chunks ------------------------------------------------------------------------------------------------------- */

/* Reserves rows for the fast path, which stops when a list is full. An empty list gets room for all rows of a chunk. In reel_load the
 * list keeps its rows, so it is enlarged only when nearly full: reserving the rows of a whole chunk each time would double a list that
 * already has the size it needs. */
static void reserve_rows(const reel_decoder *d, reel_row_list *list, size_t most)
{
    if (!list || list->count >= d->limits.rows) return;
    if (list->count && most > LEAST_ROOM) most = LEAST_ROOM;
    if (tee_room_of(list) >= most) return;
    uint64_t allowed = d->limits.rows - list->count;
    size_t wanted = most < allowed ? most : (size_t)allowed;
    if (reel_row_grow(list, wanted, false)) list->count -= wanted;
}

static void find_lists(reel_decoder *d, tee_reader *r)
{
    r->lists_found = true;
    for (size_t i = 0; i < TEE_KINDS; i++) r->lists[i] = reel_chunk_table(d->chunk, reel__tee_kinds[i].table);
    r->positions = reel_chunk_table(d->chunk, &teehistorian_positions);
    r->inputs = reel_chunk_table(d->chunk, &teehistorian_inputs);
    r->messages = reel_chunk_table(d->chunk, &teehistorian_messages);
    r->arguments = reel_chunk_table(d->chunk, &teehistorian_arguments);
    r->extensions = reel_chunk_table(d->chunk, &teehistorian_extensions);
    r->ticks = reel_chunk_table(d->chunk, &teehistorian_ticks);
    r->skips = reel_chunk_table(d->chunk, &teehistorian_skips);
    r->forms = reel_chunk_table(d->chunk, &teehistorian_forms);
    r->tails = reel_chunk_table(d->chunk, &teehistorian_tails);
    r->endings = reel_chunk_table(d->chunk, &teehistorian_endings);
    r->trailing = reel_chunk_table(d->chunk, &teehistorian_trailings);
}

/* The file ends between two messages. */
static reel_status end_without_finish(reel_decoder *d, tee_reader *r)
{
    r->done = true;
    if (r->skip.pending) {
        r->skip.odd = true; /* nothing follows it: servers do not write that */
        reel__tee_settle_skip(r, false, 0);
    }
    uint64_t offset = reel_offset(&d->in);
    TEE_FIND(d, "teehistorian.no-finish", REEL_WARNING, offset, "missing FINISH: the file ends after tick %d", r->world.tick);
    teehistorian_ending *row = r->endings ? reel_row_add(r->endings) : NULL;
    if (row) *row = (teehistorian_ending){ r->seq, offset, r->world.tick, 0 };
    return REEL_OK;
}

static reel_status fail_cut_message(reel_decoder *d, tee_reader *r, uint64_t end)
{
    r->done = true;
    return reel_fail(d->error, REEL_TRUNCATED, "teehistorian.truncated", "messages", reel_offset(&d->in),
                     "the file ends at byte %llu, inside a message of tick %d", (unsigned long long)end, r->world.tick);
}

static reel_status fail_large_message(reel_decoder *d, tee_reader *r)
{
    r->done = true;
    return reel_fail(d->error, REEL_LIMIT, "reel.string-limit", "messages", reel_offset(&d->in),
                     "a message is larger than the limit of %llu bytes", (unsigned long long)d->limits.string_bytes);
}

/* Bytes after those in memory, or UINT64_MAX if the size of the input is unknown. */
static uint64_t rest_of(const reel_decoder *d)
{
    return d->input_size == REEL_UNKNOWN_SIZE || d->input_size < d->in.end_offset ? UINT64_MAX : d->input_size - d->in.end_offset;
}

/* Bytes after FINISH are not decoded but kept as they are. */
static reel_status read_trailing(reel_decoder *d, tee_reader *r)
{
    reel_status status = reel_fill(d, 1); /* no waiting in a growing file: after FINISH the server has closed it */
    if (status < 0) return status;
    size_t left = reel_left(&d->in);
    if (!left) {
        r->done = true;
        if (r->trailing_bytes)
            reel_find(&d->reporter,
                      (reel_finding){ .rule = "teehistorian.bytes-after-finish",
                                      .severity = REEL_WARNING,
                                      .section = "messages",
                                      .offset = d->in.end_offset - r->trailing_bytes,
                                      .length = r->trailing_bytes,
                                      .count = r->trailing_bytes },
                      "%llu bytes follow FINISH", (unsigned long long)r->trailing_bytes);
        return REEL_END;
    }
    size_t piece = left < TRAILING_PIECE ? left : TRAILING_PIECE;
    teehistorian_trailing *row = r->trailing ? reel_row_add(r->trailing) : NULL;
    if (row) {
        row->offset = reel_offset(&d->in);
        row->data = reel_chunk_bytes(d->chunk, d->in.at, piece);
    }
    r->trailing_bytes += piece;
    d->in.at += piece;
    return REEL_OK;
}

static bool starts_with_zeros(const reel_cursor *in)
{
    static const uint8_t zeros[RESYNC_ZEROS] = { 0 };
    return reel_left(in) >= RESYNC_ZEROS && memcmp(in->at, zeros, RESYNC_ZEROS) == 0;
}

/* Reads one message. Zeros are not decoded; where the stream may be damaged, FINISH must be the last message. */
static reel_status read_message(reel_decoder *d, tee_reader *r)
{
    uint64_t offset = reel_offset(&d->in);
    if (starts_with_zeros(&d->in))
        return reel_fail(d->error, REEL_CORRUPT, "teehistorian.zeros", "messages", offset, "zeros in place of messages");
    reel_status status = reel__tee_read_message(d, r);
    if (!r->resync) return status;
    if (status != REEL_END || !reel__tee_goes_on(d, r)) return status;
    if (r->endings && r->endings->count) r->endings->count--;
    r->seq--;
    return reel_fail(d->error, REEL_CORRUPT, "teehistorian.early-finish", "messages", offset, "more messages after FINISH");
}

/* Maximum number of messages of at least `least` bytes in the next chunk. */
static size_t messages_of(const reel_decoder *d, size_t least)
{
    size_t most = reel_left(&d->in) / least;
    return most < TEE_CHUNK_MESSAGES ? most : TEE_CHUNK_MESSAGES;
}

/* Reads messages from memory, up to the size of a chunk. Returns REEL_AGAIN if the next message is incomplete. */
static reel_status read_messages(reel_decoder *d, tee_reader *r)
{
    const uint8_t *start = d->in.at;
    uint64_t stop = r->seq + TEE_CHUNK_MESSAGES;
    reserve_rows(d, r->positions, messages_of(d, 3));
    reserve_rows(d, r->inputs, messages_of(d, 12) * (d->chunk->keep ? 1 : INPUT_SPARE));
    while (r->seq < stop && d->in.at - start < TEE_CHUNK_BYTES && reel_build_status(d->chunk) == REEL_OK) {
        if (!r->resync) reel__tee_run_fast_path(d, r, stop - r->seq);
        if (r->seq == stop) break;
        if (!reel_left(&d->in)) {
            r->want = 1;
            return REEL_AGAIN;
        }
        reel_status status = read_message(d, r);
        if (status == REEL_END) r->finished = true;
        if (status != REEL_OK) return status;
    }
    r->want = 1;
    return REEL_OK;
}

enum { MOST_ASKED = 65536 }; /* bytes requested at once: the size in a damaged message may be huge */

/* Reads the next messages, or reports how the file ends. */
static reel_status read_next(reel_decoder *d, tee_reader *r)
{
    for (;;) {
        size_t left = reel_left(&d->in);
        if (left && r->want > left && r->want - left > rest_of(d)) return fail_cut_message(d, r, d->input_size);
        if (r->want > left && left > d->limits.string_bytes) return fail_large_message(d, r);
        reel_status filled = reel_fill(d, r->want > left + MOST_ASKED ? left + MOST_ASKED : r->want);
        if (filled < 0) return filled;
        if (!reel_left(&d->in)) return filled == REEL_AGAIN ? REEL_AGAIN : end_without_finish(d, r);
        uint64_t before = r->seq;
        reel_status status = read_messages(d, r);
        if (status < 0) r->done = true;
        if (status == REEL_END) return REEL_OK;
        if (status != REEL_AGAIN) return status;
        if (r->seq != before) return REEL_OK;
        if (filled == REEL_AGAIN) return REEL_AGAIN;
        if (filled == REEL_END) return fail_cut_message(d, r, d->in.end_offset);
    }
}

static bool is_out_of_step(const reel_decoder *d, reel_status status)
{
    return (status == REEL_CORRUPT || status == REEL_TRUNCATED || status == REEL_LIMIT) && reel_build_status(d->chunk) == REEL_OK;
}

reel_status reel__tee_next(reel_decoder *d)
{
    tee_reader *r = d->state;
    if (!r->lists_found) find_lists(d, r);
    for (;;) {
        if (r->done) return REEL_END;
        if (r->finished) return read_trailing(d, r);
        reel_status status = r->gap.open ? reel__tee_cross_gap(d, r) : REEL_OK;
        if (status != REEL_OK) return status;
        uint64_t before = r->seq;
        status = read_next(d, r);
        if (!r->resync || !is_out_of_step(d, status)) return status;
        reel__tee_open_gap(d, r, d->error->offset);
        status = reel__tee_cross_gap(d, r);
        if (status != REEL_OK || r->seq != before) return status; /* return the messages before the gap */
    }
}
