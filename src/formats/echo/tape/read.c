/* SPDX-License-Identifier: MIT
 * Reads a .tape, some frames at a time. */
#include "formats/echo/tape/carry.h"
#include "formats/echo/tape/tape.h"

enum { CHUNK_FRAMES = 32, CHUNK_BYTES = 1 << 20 };

static const char header_section[] = "header", message_section[] = "messages", footer_section[] = "footer";

/* ---- rows of the layout ----------------------------------------------------------------------------------------- */

void reel__tape_add_envelope(reel_decoder *d, const tape_reader *r, const tape_message *message, uint8_t kind)
{
    reel_row_list *list = reel_chunk_table(d->chunk, &tape_envelopes);
    tape_envelope *row = list ? reel_row_add(list) : NULL;
    if (!row) return;
    row->offset = message->offset;
    row->frame = r->rows.frame;
    row->kind = kind;
    row->bytes = reel_chunk_bytes(d->chunk, message->whole.data, message->whole.size);
}

/* Moves kept bytes to rows, in pieces whose size does not depend on how the file was read. */
static void add_pieces(reel_decoder *d, tape_reader *r, bool all)
{
    reel_memory *kept = &r->stream.kept;
    reel_row_list *list = reel_chunk_table(d->chunk, &tape_pieces);
    size_t at = 0;
    while (list && (kept->size - at >= TAPE_PIECE || (all && at < kept->size))) {
        const size_t size = kept->size - at < TAPE_PIECE ? kept->size - at : TAPE_PIECE;
        tape_piece *row = reel_row_add(list);
        if (!row) return;
        row->bytes = reel_chunk_bytes(d->chunk, kept->data + at, size);
        at += size;
    }
    if (at && at < kept->size) memmove(kept->data, kept->data + at, kept->size - at);
    kept->size -= at;
}

/* ---- the header ------------------------------------------------------------------------------------------------- */

tape_info reel__tape_info_of(const tape_header *header, uint8_t container)
{
    return (tape_info){ .created = header->created.seconds,
                        .created_nanos = header->created.nanos,
                        .format_version = header->version,
                        .format_minor = header->minor,
                        .format_patch = header->patch,
                        .container = container,
                        .frame_encoding = (uint8_t)header->encoding };
}

bool reel__tape_each_note_of(reel_bytes header, uint32_t number, tape_on_note *call, void *context)
{
    proto_reader r = proto_read(header.data, header.size);
    proto_field f, part;
    while (reel__proto_next(&r, &f)) {
        if (f.number != number || f.wire != PROTO_BYTES) continue;
        proto_reader entry = proto_read(f.data, f.size);
        reel_string key = { NULL, 0 }, value = { NULL, 0 };
        while (reel__proto_next(&entry, &part)) {
            if (part.wire != PROTO_BYTES) continue;
            if (part.number == 1) key = (reel_string){ (const char *)part.data, part.size };
            if (part.number == 2) value = (reel_string){ (const char *)part.data, part.size };
        }
        if (entry.broken || !call(context, key, value)) return false;
    }
    return !r.broken;
}

bool reel__tape_each_note(reel_bytes header, tape_on_note *call, void *context)
{
    return reel__tape_each_note_of(header, HEADER_METADATA, call, context);
}

bool reel__tape_add_note(void *context, reel_string key, reel_string value)
{
    reel_decoder *d = context;
    tape_note *row = reel_row_add(reel_chunk_table(d->chunk, &tape_notes));
    if (!row) return false;
    row->key = reel_chunk_string(d->chunk, key.data, key.size);
    row->value = reel_chunk_string(d->chunk, value.data, value.size);
    return true;
}

/* The draft of February 2026 has the id of the session where the version is. */
static bool is_draft(reel_bytes header)
{
    enum { VERSION = 3 };
    proto_reader r = proto_read(header.data, header.size);
    proto_field f;
    while (reel__proto_next(&r, &f))
        if (f.number == VERSION) return f.wire == PROTO_BYTES;
    return false;
}

static reel_status read_header(reel_decoder *d, tape_reader *r, const tape_message *message)
{
    uint8_t kind;
    reel_bytes body;
    tape_header *header = &r->state.header;
    if (reel__tape_open_envelope(&r->state, message->body, &kind, &body) < 0)
        return reel__tape_fail_message(d, r, message, header_section, "the first envelope");
    if (kind == TAPE_HEADER && is_draft(body))
        return reel_fail(d->error, REEL_UNSUPPORTED, "tape.version", header_section, 0,
                         "the header is that of a draft of version 2, which no recorder is known to write");
    if (kind != TAPE_HEADER)
        return reel_fail(d->error, REEL_CORRUPT, "tape.no-header", header_section, 0, "the first envelope is not a header");
    reel_status status = reel__tape_state_header(&r->state, body);
    if (status == REEL_CORRUPT) return reel__tape_fail_message(d, r, message, header_section, "the header");
    if (status == REEL_UNSUPPORTED)
        return reel_fail(d->error, status, "tape.game", header_section, 0, "the capture is of another game than Echo Arena");
    if (r->state.no_memory) return reel__memory_fail(d->error);
    if (header->version != 0 && header->version != 2)
        return reel_fail(d->error, REEL_UNSUPPORTED, "tape.version", header_section, 0, "version %lu is not supported",
                         (unsigned long)header->version);
    if (header->encoding > TAPE_SPARSE)
        return reel_fail(d->error, REEL_UNSUPPORTED, "tape.encoding", header_section, 0,
                         "the frame encoding %lu is not supported: its messages are not published",
                         (unsigned long)header->encoding);
    tape_info *row = reel_row_add(reel_chunk_table(d->chunk, &tape_infos));
    if (row) {
        *row = reel__tape_info_of(header, TAPE_PLAIN);
        row->capture_id = reel_chunk_string(d->chunk, header->capture_id.data, header->capture_id.size);
    }
    header->capture_id = (reel_string){ NULL, 0 }; /* borrowed the message */
    if (!reel__tape_each_note(body, reel__tape_add_note, d) && reel_build_status(d->chunk) == REEL_OK)
        return reel__tape_fail_message(d, r, message, header_section, "the metadata of the header");
    return REEL_OK;
}

/* Whether another zstd frame begins behind the message that was read, even if the file ends inside its header. A capture that is compressed as a
 * whole has its footer in the same zstd frame: one of which the header is all, or all but its checksum, is a block wherever the file ends. */
static bool ends_block(const tape_reader *r)
{
    const tape_stream *s = &r->stream;
    const bool read = s->at == s->have, between = read && s->state == STREAM_BETWEEN;
    const bool alone = r->version->has_footer && (between || (read && s->state == STREAM_CHECKSUM));
    return tape_stream_at_block(s) || alone || (between && s->failure.status == REEL_TRUNCATED);
}

reel_status reel__tape_open_as(reel_decoder *d, const tape_version *version)
{
    tape_reader *r = d->state;
    tape_message message;
    r->version = version;
    r->stream.keep = reel_chunk_table(d->chunk, &tape_pieces) != NULL;
    reel__tape_state_begin(&r->state, &d->allocator);
    r->rows.on_event = reel__tape_event_count;
    r->rows.on_event_context = &r->events;
    reel_status status = reel__tape_stream_begin(d, &r->stream);
    if (status < 0 || status == REEL_AGAIN) return status;
    status = reel__tape_stream_next(d, &r->stream, &message);
    if (status == REEL_END)
        return reel_fail(d->error, REEL_TRUNCATED, "tape.truncated", header_section, 0, "the file has no header");
    if (status != REEL_OK) return status;
    status = version->header(d, r, &message);
    if (status < 0) return status;
    r->head.allocator = d->allocator;
    if (!memory_add(&r->head, message.whole.data, message.whole.size)) return reel__memory_fail(d->error);
    status = reel__tape_stream_peek(d, &r->stream);
    if (status == REEL_AGAIN) return status;
    if (r->stream.packed) r->container = ends_block(r) ? TAPE_BLOCKS : TAPE_STREAM;
    reel_row_list *infos = reel_chunk_table(d->chunk, &tape_infos);
    if (infos->count) ((tape_info *)(void *)infos->data)->container = r->container;
    return REEL_OK;
}

/* ---- frames ----------------------------------------------------------------------------------------------------- */

uint64_t reel__tape_row_bytes(const tape_rows *rows)
{
    const reel_row_list *const lists[] = { rows->frames, rows->teams, rows->players, rows->bones };
    uint64_t bytes = 0;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (lists[i]) bytes += (uint64_t)lists[i]->count * lists[i]->table->row_size;
    return bytes;
}

/* Keeps where a frame is, as an index of keyframes states it. */
static bool track_frame(reel_decoder *d, tape_reader *r, const tape_message *message)
{
    const size_t frame = r->rows.frame;
    if (frame >= TAPE_TRACKED) return true;
    uint64_t *offsets = reel__memory_items(&d->allocator, r->offsets, &r->offset_capacity, frame + 1, sizeof *offsets);
    if (!offsets) return false;
    r->offsets = offsets;
    /* A keyframe is the first frame of its zstd frame; other envelopes may precede it. */
    const bool first = message->block_at + 1 != r->block_begun;
    offsets[frame] = r->container != TAPE_BLOCKS ? message->offset : first ? message->block_at : UINT64_MAX;
    r->block_begun = message->block_at + 1;
    return true;
}

reel_status reel__tape_take_rows(reel_decoder *d, tape_reader *r, const tape_message *message, uint64_t before)
{
    const uint64_t used = reel__tape_row_bytes(&r->rows) - before + message->whole.size + sizeof(tape_envelope);
    if (allowance_take(&r->allowance, d, used)) return REEL_OK;
    return reel_fail(d->error, REEL_LIMIT, "tape.rows", message_section, message->offset,
                     "the frames and their rows exceed the memory limit for a file of this size");
}

/* Marks the footer if it is in this chunk. It is, unless the file grew in between. */
static void mark_footer(const reel_decoder *d, uint8_t contradicts)
{
    reel_row_list *list = reel_chunk_table(d->chunk, &tape_envelopes);
    tape_envelope *rows = list ? (tape_envelope *)(void *)list->data : NULL;
    if (list && list->count && rows[list->count - 1].kind == TAPE_FOOTER) rows[list->count - 1].contradicts |= contradicts;
}

static reel_status read_frame(reel_decoder *d, tape_reader *r, const tape_message *message, reel_bytes body)
{
    const uint64_t before = reel__tape_row_bytes(&r->rows);
    if (!track_frame(d, r, message)) return reel__memory_fail(d->error);
    r->rows.offset = message->offset;
    if (!reel__tape_read_frame(&r->state, &r->rows, body)) {
        if (reel_build_status(d->chunk) < 0) return reel_build_status(d->chunk);
        return reel__tape_fail_message(d, r, message, message_section, "a frame");
    }
    return reel__tape_take_rows(d, r, message, before);
}

static reel_status read_message(reel_decoder *d, tape_reader *r, const tape_message *message)
{
    uint8_t kind;
    reel_bytes body;
    tape_carry carry;
    reel_status status = REEL_OK;
    if (r->has_footer)
        return reel_fail(d->error, REEL_CORRUPT, "tape.after-footer", footer_section, message->offset,
                         "more follows the footer: another capture was appended, or the footer is misplaced");
    if (reel__tape_open_envelope(&r->state, message->body, &kind, &body) < 0)
        return reel__tape_fail_message(d, r, message, message_section, message->body.size ? "an envelope" : "an empty envelope");
    const uint32_t frame = r->rows.frame;
    switch (kind) {
    case TAPE_HEADER:
        return reel_fail(d->error, REEL_CORRUPT, "tape.header-again", message_section, message->offset,
                         "a second header is in the capture");
    case TAPE_FRAME: status = read_frame(d, r, message, body); break;
    case TAPE_FOOTER:
        r->has_footer = true;
        status = reel__tape_check_footer(d, r, message, body);
        break;
    default:
        r->others += !reel__tape_find_carry(message->body, &carry);
        if (!allowance_take(&r->allowance, d, message->whole.size + sizeof(tape_envelope)))
            return reel_fail(d->error, REEL_LIMIT, "tape.rows", message_section, message->offset,
                             "the messages exceed the memory limit for a file of this size");
    }
    if (status < 0) return status;
    const uint32_t after = r->rows.frame;
    r->rows.frame = frame;
    reel__tape_add_envelope(d, r, message, kind);
    if (kind == TAPE_FOOTER && r->footer_differs) mark_footer(d, TAPE_CONTRADICTS_MESSAGES);
    r->rows.frame = after;
    return REEL_OK;
}

reel_status reel__tape_open(reel_decoder *d)
{
    static const tape_version second = { read_header, read_message, true };
    return reel__tape_open_as(d, &second);
}

/* The file has no more messages. */
static reel_status finish(reel_decoder *d, tape_reader *r)
{
    if (!r->ended) {
        r->ended = true;
        add_pieces(d, r, true);
        if (!reel__tape_check_table(d, r)) mark_footer(d, TAPE_CONTRADICTS_FRAMES);
        reel__tape_report(d, r);
    }
    if (r->has_footer || !r->version->has_footer) return REEL_END;
    return reel_fail(d->error, REEL_TRUNCATED, "tape.no-footer", footer_section, r->stream.offset,
                     "the capture has no footer: the recorder was interrupted, or the file was cut");
}

reel_status reel__tape_next(reel_decoder *d)
{
    tape_reader *r = d->state;
    tape_rows *rows = &r->rows;
    const uint64_t start = r->stream.offset;
    const uint32_t first = rows->frame;
    if (r->ended) return finish(d, r);
    rows->chunk = d->chunk;
    rows->frames = reel_chunk_table(d->chunk, &echoreplay_frames);
    rows->teams = reel_chunk_table(d->chunk, &echoreplay_teams);
    rows->players = reel_chunk_table(d->chunk, &echoreplay_players);
    rows->bones = reel_chunk_table(d->chunk, &echoreplay_bones);
    reel__tape_state_renew(&r->state);
    if (!r->begun) {
        const tape_message head = { .whole = { r->head.data, r->head.size } };
        r->begun = true;
        reel__tape_add_envelope(d, r, &head, TAPE_HEADER);
    }
    while (r->has_footer || (rows->frame - first < CHUNK_FRAMES && r->stream.offset - start < CHUNK_BYTES)) {
        tape_message message;
        reel_status status = reel__tape_stream_next(d, &r->stream, &message);
        if (status == REEL_END) return finish(d, r);
        if (status == REEL_AGAIN) return r->stream.offset > start ? REEL_OK : REEL_AGAIN;
        if (status == REEL_OK) status = r->version->message(d, r, &message);
        if (status < 0) {
            if (status != REEL_MEMORY) reel__tape_report(d, r);
            return status;
        }
        if (reel_build_status(d->chunk) != REEL_OK) return reel_build_status(d->chunk);
    }
    add_pieces(d, r, false);
    return REEL_OK;
}

void reel__tape_close(reel_decoder *d)
{
    tape_reader *r = d->state;
    reel__tape_stream_free(d, &r->stream);
    reel__tape_state_free(&r->state);
    reel__memory_drop(&d->allocator, r->head.data);
    reel__memory_drop(&d->allocator, r->offsets);
}

/* A chunk is 1 MiB of messages and one more of any size, whose buffer doubles, all of them kept, and joined if it came in parts. A player of two bytes makes a row of 400, in a
 * list that doubles; rows are limited by the size of the file. The window of the decompressor, a zstd frame that is unpacked at once, offsets of frames, zstd frames of at least nine
 * bytes, packed bytes, and the state come to it. */
uint64_t reel__tape_memory_bound(uint64_t size, const reel_limits *limits)
{
    enum { WINDOW = 128 << 20, OWN = (4 << 20) + 2 * TAPE_WHOLE };
    const uint64_t unpacked = reel_unpacked_most(limits, size), most = allowance_most(limits, size);
    uint64_t rows = unpacked < UINT64_MAX / 600 ? 600 * unpacked : UINT64_MAX;
    if (rows > 2 * most) rows = 2 * most;
    const uint64_t message = unpacked < TAPE_LONGEST_MESSAGE ? unpacked : TAPE_LONGEST_MESSAGE;
    return (uint64_t)WINDOW + OWN + 16 * (uint64_t)TAPE_TRACKED + rows + 10 * message + 8 * size;
}
