/* SPDX-License-Identifier: MIT
 * Writes .tape. A message whose rows have not changed since they were read is copied, and a capture without any change keeps its compressed bytes.
 *
 * The writer reads each message that it writes, and so knows what a reader will know. A copied message has to give its rows; a new one has to give
 * them within rounding, or the rows are refused: they have what a capture cannot hold. */
#include "formats/echo/tape/write.h"
#include "formats/echo/common/schema.h"
#include "formats/echo/tape/carry.h"
#include "formats/echo/tape/first.h"

enum { INTERVAL = 100, VERSION = 2, MINOR = 1 };

static void list_event(void *context, uint8_t kind, uint32_t frame)
{
    tape_writer *w = context;
    listed_event *events =
        reel__memory_items(&w->message.allocator, w->events, &w->event_capacity, w->event_count + 1, sizeof *events);
    if (!events) {
        w->no_memory = true;
        return;
    }
    w->events = events;
    events[w->event_count++] = (listed_event){ frame, kind };
}

static bool is_reference(const reel_encoder *e) { return e->convention && strcmp(e->convention, TAPE_REFERENCE) == 0; }

reel_status reel__tape_begin(reel_encoder *e)
{
    tape_writer *w = e->state;
    const reel_table *const *tables = e->format->tables;
    reel_memory *const memories[] = { &w->capture_id, &w->message,    &w->old_header, &w->footer,
                                      &w->pieces,     &w->file.block, &w->file.packed };
    for (size_t i = 0; i < sizeof memories / sizeof *memories; i++) memories[i]->allocator = e->allocator;
    reel_chunk **const chunks[] = { &w->rows, &w->spare, &w->back, &w->whole, &w->head };
    for (size_t i = 0; i < sizeof chunks / sizeof *chunks; i++) {
        *chunks[i] = reel__chunk_new(tables, tables, UINT64_MAX, &e->allocator);
        if (!*chunks[i]) return reel__memory_fail(e->error);
    }
    reel__tape_state_begin(&w->state, &e->allocator);
    reel__tape_state_begin(&w->saved, &e->allocator);
    w->state.reference = is_reference(e);
    w->order = (row_order){ .tables = reel__waiting_tables, .rule = "tape.order", .incomplete = "tape.incomplete" };
    w->file.interval = INTERVAL;
    w->file.push.allocator = e->allocator;
    w->past.holder = -1;
    w->reader = (tape_rows){ .chunk = w->back,
                             .frames = reel__chunk_list(w->back, &echoreplay_frames),
                             .teams = reel__chunk_list(w->back, &echoreplay_teams),
                             .players = reel__chunk_list(w->back, &echoreplay_players),
                             .bones = reel__chunk_list(w->back, &echoreplay_bones),
                             .on_event = list_event,
                             .on_event_context = w };
    return REEL_OK;
}

reel_status reel__nevrcap_begin(reel_encoder *e)
{
    tape_writer *w = e->state;
    w->first = true;
    return reel__tape_begin(e);
}

void reel__tape_end(reel_encoder *e)
{
    tape_writer *w = e->state;
    reel_chunk *const chunks[] = { w->rows, w->spare, w->back, w->whole, w->head };
    for (size_t i = 0; i < sizeof chunks / sizeof *chunks; i++) reel__chunk_free(chunks[i]);
    reel__tape_state_free(&w->state);
    reel__tape_state_free(&w->saved);
    reel__tape_file_free(e, &w->file);
    reel_memory *const memories[] = { &w->capture_id, &w->message, &w->old_header, &w->footer, &w->pieces };
    for (size_t i = 0; i < sizeof memories / sizeof *memories; i++) reel__memory_drop(&e->allocator, memories[i]->data);
    reel__memory_drop(&e->allocator, w->events);
}

/* ---- rows ------------------------------------------------------------------------------------------------------- */

/* Rows of another format that are not written are reported as lost. */
static row_order *order_of(const reel_encoder *e) { return e->stored ? NULL : &((tape_writer *)e->state)->order; }

/* Copies the rows of a frame, with all keys. */
static bool complete_rows(tape_writer *w, const line_rows *rows, line_rows *whole)
{
    const echoreplay_frame frame = reel__session_worded(rows->frame);
    size_t count;
    reel__chunk_reset(w->whole);
    if (reel__chunk_append(w->whole, &echoreplay_frames, &frame, 1) < 0 ||
        reel__chunk_append(w->whole, &echoreplay_teams, rows->teams, rows->team_count) < 0 ||
        reel__chunk_append(w->whole, &echoreplay_players, rows->players, rows->player_count) < 0 ||
        reel__chunk_append(w->whole, &echoreplay_bones, rows->bones, rows->bone_count) < 0)
        return false;
    echoreplay_frame *frames = (echoreplay_frame *)(void *)reel__chunk_list(w->whole, &echoreplay_frames)->data;
    echoreplay_team *teams = (echoreplay_team *)(void *)reel__chunk_list(w->whole, &echoreplay_teams)->data;
    echoreplay_player *players = (echoreplay_player *)(void *)reel__chunk_list(w->whole, &echoreplay_players)->data;
    echo_bone *bones = (echo_bone *)(void *)reel__chunk_list(w->whole, &echoreplay_bones)->data;
    frames[0] = reel__session_complete_frame(&frames[0]);
    for (size_t i = 0; i < rows->team_count; i++) teams[i] = reel__session_complete_team(&teams[i]);
    for (size_t i = 0; i < rows->player_count; i++) players[i] = reel__session_complete_player(&players[i]);
    for (size_t i = 0; i < rows->bone_count; i++) bones[i] = reel__session_complete_bone(&bones[i]);
    *whole = (line_rows){ .frame = frames,
                          .teams = reel_chunk_rows(w->whole, &echoreplay_teams, &count),
                          .players = reel_chunk_rows(w->whole, &echoreplay_players, &count),
                          .bones = reel_chunk_rows(w->whole, &echoreplay_bones, &count),
                          .team_count = rows->team_count,
                          .player_count = rows->player_count,
                          .bone_count = rows->bone_count };
    return true;
}

/* ---- messages --------------------------------------------------------------------------------------------------- */

/* Reads the content of a frame into w->back. */
static bool read_back(tape_writer *w, reel_bytes content)
{
    reel__chunk_reset(w->back);
    reel__tape_state_renew(&w->state);
    w->reader.frame = w->frames;
    return w->first ? reel__nevrcap_read_frame(&w->state, &w->reader, content)
                    : reel__tape_read_frame(&w->state, &w->reader, content);
}

/* The content of an envelope with its size in front, valid until the next call; false: it is none of this kind. */
static bool content_of(tape_writer *w, reel_bytes whole, uint8_t kind, reel_bytes *content)
{
    const uint8_t *at = whole.data, *const end = whole.size ? at + whole.size : at;
    uint64_t size;
    uint8_t found;
    if (!whole.size || !reel__proto_varint(&at, end, &size) || size != (uint64_t)(end - at)) return false;
    *content = (reel_bytes){ at, (size_t)size };
    if (w->first) return kind <= TAPE_FRAME; /* has no envelopes */
    return reel__tape_open_envelope(&w->saved, *content, &found, content) == REEL_OK && found == kind;
}

static reel_status put_sized(reel_encoder *e, const reel_memory *message)
{
    tape_writer *w = e->state;
    reel_memory head = { .allocator = e->allocator };
    reel_status status = reel__proto_put_varint(&head, message->size) ? REEL_OK : reel__memory_fail(e->error);
    if (status == REEL_OK) status = reel__tape_file_message(e, &w->file, head.data, head.size);
    reel__memory_drop(&e->allocator, head.data);
    return status == REEL_OK ? reel__tape_file_message(e, &w->file, message->data, message->size) : status;
}

/* Gives a message to who compares what was stored: it may carry what rows cannot. */
static reel_status store_message(reel_encoder *e, uint8_t kind, const reel_memory *message)
{
    const tape_writer *w = e->state;
    reel_memory whole = { .allocator = e->allocator };
    if (!e->stored) return REEL_OK;
    bool fine = reel__proto_put_varint(&whole, message->size) && memory_add(&whole, message->data, message->size);
    const tape_envelope row = { .frame = w->frames, .kind = kind, .bytes = { whole.data, whole.size } };
    if (fine) e->stored(e->stored_context, &tape_envelopes, &row, 1);
    reel__memory_drop(&e->allocator, whole.data);
    return fine ? REEL_OK : reel__memory_fail(e->error);
}

static void default_info(tape_writer *w, const line_rows *first)
{
    if (w->has_info) return;
    w->info =
        (tape_info){ .format_version = VERSION, .format_minor = MINOR, .frame_encoding = TAPE_SPARSE, .container = TAPE_BLOCKS };
    if (w->first) w->info = (tape_info){ .format_version = 1, .container = TAPE_STREAM };
    if (!first) return;
    const int64_t recorded = first->frame->common.recorded;
    int64_t seconds = recorded / 1000, ms = recorded % 1000;
    if (ms < 0) seconds--, ms += 1000;
    w->info.created = seconds;
    w->info.created_nanos = (int32_t)(ms * 1000000);
    w->info.capture_id = first->frame->session_id;
}

/* Whether the first frame is as it was read: then its header may have another roster, which events correct. Leaves the state as it was. */
static bool is_first_same(tape_writer *w, const line_rows *first, const tape_envelope *envelope)
{
    reel_bytes content;
    const size_t events = w->event_count;
    const tape_rows reader = w->reader;
    if (!envelope || !content_of(w, envelope->bytes, TAPE_FRAME, &content)) return false;
    reel__tape_state_copy(&w->saved, &w->state);
    const bool same = read_back(w, content) && reel__tape_is_exact(w, first);
    reel__tape_state_copy(&w->state, &w->saved);
    w->reader = reader;
    w->event_count = events;
    return same;
}

/* The header of version 1 has nothing of frames. */
static reel_status put_first_header(reel_encoder *e, const line_rows *first)
{
    tape_writer *w = e->state;
    reel_bytes content = { NULL, 0 };
    const reel_bytes old = { w->old_header.data, w->old_header.size };
    default_info(w, first);
    w->header_done = true;
    w->file.container = w->info.container;
    w->file.hold = w->has_layout && w->file.container != TAPE_PLAIN;
    const bool has_old = content_of(w, old, TAPE_HEADER, &content);
    if (has_old && reel__nevrcap_header_agrees(&w->state, &w->info, w->head, content))
        return reel__tape_file_message(e, &w->file, old.data, old.size);
    w->changed = true;
    w->message.size = 0;
    if (!reel__nevrcap_put_header(&w->message, &w->info, w->head, has_old ? &content : NULL)) return reel__memory_fail(e->error);
    return put_sized(e, &w->message);
}

/* Writes the header: the one that was read, if the rows still say what it says. */
static reel_status put_header(reel_encoder *e, const line_rows *first, const tape_envelope *envelope)
{
    tape_writer *w = e->state;
    reel_bytes content;
    if (w->first) return put_first_header(e, first);
    const reel_bytes old = { w->old_header.data, w->old_header.size };
    const bool has_old = content_of(w, old, TAPE_HEADER, &content) && reel__tape_state_header(&w->state, content) == REEL_OK;
    if (w->state.no_memory) return reel__memory_fail(e->error);
    w->header_done = true;
    default_info(w, first);
    w->file.container = w->info.container;
    w->file.hold = w->has_layout && w->file.container != TAPE_PLAIN;
    bool same = has_old && reel__tape_header_agrees(&w->state, &w->info, w->head, content, first);
    if (same && first && !reel__tape_roster_agrees(&w->state, first)) same = is_first_same(w, first, envelope);
    if (w->state.no_memory || w->saved.no_memory || w->no_memory) return reel__memory_fail(e->error);
    if (same) return reel__tape_file_message(e, &w->file, old.data, old.size);
    reel__tape_state_free(&w->state);
    w->state = (tape_state){ .broken_at = NULL };
    reel__tape_state_begin(&w->state, &e->allocator);
    w->state.reference = is_reference(e);
    w->changed = true;
    w->message.size = 0;
    if (!reel__tape_put_header(&w->message, &w->info, w->head, first, has_old ? &content : NULL))
        return reel__memory_fail(e->error);
    uint8_t kind;
    reel__tape_open_envelope(&w->saved, (reel_bytes){ w->message.data, w->message.size }, &kind, &content);
    reel__tape_state_header(&w->state, content);
    w->state.header.capture_id = (reel_string){ NULL, 0 };
    if (w->state.no_memory) return reel__memory_fail(e->error);
    const reel_status status = store_message(e, TAPE_HEADER, &w->message);
    return status < 0 ? status : put_sized(e, &w->message);
}

/* Notes a frame that was written. */
static void end_frame(reel_encoder *e, const line_rows *rows)
{
    tape_writer *w = e->state;
    static const reel_table *const tables[] = { &echoreplay_frames, &echoreplay_teams, &echoreplay_players, &echoreplay_bones };
    for (size_t i = 0; e->stored && i < sizeof tables / sizeof *tables; i++) {
        const reel_row_list *list = reel__chunk_list(w->back, tables[i]);
        if (list->count) e->stored(e->stored_context, tables[i], list->data, list->count);
    }
    w->frames++;
    w->last_offset = w->reader.last.offset;
    reel__tape_past_take(&w->past, rows, &w->state);
}

/* Whether the players that were read back are still called the same. */
static bool same_people(const tape_writer *w, const line_rows *rows)
{
    const reel_row_list *list = reel__chunk_list(w->back, &echoreplay_players);
    const echoreplay_player *back = (const echoreplay_player *)(const void *)list->data;
    if (list->count != rows->player_count) return false;
    for (size_t i = 0; i < list->count; i++)
        if (back[i].common.userid != rows->players[i].common.userid ||
            !reel__text_values_equal(&back[i].common.name, &rows->players[i].common.name))
            return false;
    return true;
}

/* `people`: events of `old` that name people may be kept. */
static reel_status make_frame(reel_encoder *e, const line_rows *rows, const reel_bytes *old, bool people)
{
    tape_writer *w = e->state;
    line_rows whole;
    reel_bytes content;
    uint8_t kind;
    w->changed = true;
    w->message.size = 0;
    if (!complete_rows(w, rows, &whole)) return reel__memory_fail(e->error);
    const bool fine = w->first ? reel__nevrcap_put_frame(&w->message, &whole, old, w->frames, people)
                               : reel__tape_put_frame(&w->message, &w->state, &w->past, &whole, old, w->frames);
    if (!fine) return reel__memory_fail(e->error);
    content = (reel_bytes){ w->message.data, w->message.size };
    if (!w->first) reel__tape_open_envelope(&w->saved, content, &kind, &content);
    if (!read_back(w, content)) return reel__memory_fail(e->error);
    reel_status status = e->stored ? REEL_OK : reel__tape_check_names(e, rows);
    if (status == REEL_OK && !e->stored) status = reel__tape_compare_frame(e, &whole, rows);
    if (status == REEL_OK) status = put_sized(e, &w->message);
    if (status == REEL_OK && old && reel__tape_is_carry_alone(*old)) status = store_message(e, TAPE_FRAME, &w->message);
    if (status == REEL_OK) end_frame(e, &whole);
    return status;
}

/* A recorder that died may have left a part of its last frame: the rows of teams without those of players, whose sums they are. The frame is
 * left out. */
static reel_status drop_last(reel_encoder *e, const line_rows *rows, size_t events, size_t keys)
{
    tape_writer *w = e->state;
    w->event_count = events;
    w->file.key_count = keys;
    reel_find(&e->reporter,
              (reel_finding){ .rule = "tape.incomplete",
                              .severity = REEL_WARNING,
                              .section = "messages",
                              .offset = REEL_NO_OFFSET,
                              .table = &echoreplay_frames,
                              .row = REEL_NO_ROW },
              "the last frame, number %lu, lacks rows of players and is left out", (unsigned long)rows->frame->common.frame);
    *e->error = (reel_error){ .rule = "", .section = "" };
    return REEL_OK;
}

/* `last`: no frame follows. */
static reel_status write_frame(reel_encoder *e, waiting_rows *r, const tape_envelope *envelope, bool last)
{
    tape_writer *w = e->state;
    line_rows rows;
    const size_t keys = w->file.key_count, listed = w->event_count;
    reel_bytes content;
    reel_status status = reel__waiting_take(r, order_of(e), &rows, e->error);
    if (status == REEL_OK && !w->header_done) status = put_header(e, &rows, envelope);
    if (status == REEL_OK) status = reel__tape_file_frame(e, &w->file, w->frames);
    if (status < 0) return status;
    const bool has_old = envelope && content_of(w, envelope->bytes, TAPE_FRAME, &content);
    if (has_old && reel__tape_is_carry_alone(content)) {
        status = make_frame(e, &rows, &content, true);
        return status == REEL_OK && w->no_memory ? reel__memory_fail(e->error) : status;
    }
    bool people = false;
    if (w->saved.no_memory) return reel__memory_fail(e->error);
    if (has_old) {
        const size_t events = w->event_count;
        const tape_rows reader = w->reader;
        reel__tape_state_copy(&w->saved, &w->state);
        if (w->saved.no_memory) return reel__memory_fail(e->error);
        if (read_back(w, content) && reel__tape_is_exact(w, &rows)) {
            status = reel__tape_file_message(e, &w->file, envelope->bytes.data, envelope->bytes.size);
            end_frame(e, &rows);
            return w->no_memory ? reel__memory_fail(e->error) : status;
        }
        if (w->state.no_memory || w->back->status == REEL_MEMORY) return reel__memory_fail(e->error);
        people = same_people(w, &rows);
        if (!e->stored) status = reel__tape_check_removed(e, &rows);
        if (status < 0) return status;
        reel__tape_state_copy(&w->state, &w->saved);
        w->reader = reader;
        w->event_count = events;
    }
    status = make_frame(e, &rows, has_old ? &content : NULL, people);
    if (status == REEL_ARGUMENT && last && !has_old && !w->first && strcmp(e->error->section, echoreplay_teams.name) == 0)
        return drop_last(e, &rows, listed, keys);
    return status == REEL_OK && w->no_memory ? reel__memory_fail(e->error) : status;
}

static reel_status keep_bytes(reel_encoder *e, reel_memory *to, reel_bytes bytes)
{
    to->size = 0;
    return memory_add(to, bytes.data, bytes.size) ? REEL_OK : reel__memory_fail(e->error);
}

/* Takes an envelope that is not of a frame. */
static reel_status take_envelope(reel_encoder *e, const tape_envelope *envelope)
{
    tape_writer *w = e->state;
    reel_bytes content;
    w->has_layout = true;
    if (envelope->kind == TAPE_HEADER) return w->header_done ? REEL_OK : keep_bytes(e, &w->old_header, envelope->bytes);
    if (envelope->kind == TAPE_FOOTER) return keep_bytes(e, &w->footer, envelope->bytes);
    if (envelope->kind != TAPE_OTHER || !content_of(w, envelope->bytes, TAPE_OTHER, &content)) {
        w->changed = true;
        return REEL_OK;
    }
    reel_status status = w->header_done ? REEL_OK : put_header(e, NULL, NULL);
    return status < 0 ? status : reel__tape_file_message(e, &w->file, envelope->bytes.data, envelope->bytes.size);
}

/* ---- batches ---------------------------------------------------------------------------------------------------- */

/* Writes frames before number `end`, and the other messages between them. */
static reel_status write_before(reel_encoder *e, uint64_t end)
{
    tape_writer *w = e->state;
    waiting_rows r = reel__waiting_rows(w->rows);
    size_t envelope_count, next = 0;
    const tape_envelope *envelopes = reel_chunk_rows(w->rows, &tape_envelopes, &envelope_count);
    reel_status status = REEL_OK;
    while (status >= 0) {
        const tape_envelope *envelope = next < envelope_count ? &envelopes[next] : NULL;
        uint32_t number;
        const bool frames = reel__waiting_frame(&r, end, &number);
        if (envelope && (envelope->frame >= end || (frames && envelope->frame > number))) envelope = NULL;
        if (!envelope && !frames) break;
        if (envelope) next++;
        if (envelope && envelope->kind != TAPE_FRAME) {
            status = take_envelope(e, envelope);
        } else if (envelope && (!frames || envelope->frame != number)) {
            w->changed = true; /* its frame was removed */
        } else {
            status = write_frame(e, &r, envelope, end == UINT64_MAX && r.used[ORDER_FRAMES] + 1 == r.count[ORDER_FRAMES]);
        }
    }
    if (status < 0) return status;
    return reel__waiting_drop(&r, &tape_envelopes, next, &w->rows, &w->spare) ? REEL_OK : reel__memory_fail(e->error);
}

/* The number before which all frames are complete. Rows may be appended table by table: a frame is complete when every table that has rows has one
 * of a later frame. */
static uint64_t complete_before(const tape_writer *w)
{
    const waiting_rows r = reel__waiting_rows(w->rows);
    size_t envelope_count;
    const tape_envelope *envelopes = reel_chunk_rows(w->rows, &tape_envelopes, &envelope_count);
    uint64_t end = envelope_count ? envelopes[envelope_count - 1].frame : UINT64_MAX;
    for (unsigned i = 0; i < ORDER_TABLES; i++) {
        const uint64_t last = reel__waiting_last(&r, i, i >= ORDER_PLAYERS ? UINT64_MAX : 0);
        if (last < end) end = last;
    }
    return end;
}

static reel_status take_header(reel_encoder *e, const reel_chunk *batch)
{
    tape_writer *w = e->state;
    size_t count;
    const tape_info *info = reel_chunk_rows(batch, &tape_infos, &count);
    if (count) {
        if ((w->first ? reel__nevrcap_accepts : reel__tape_accepts)(&tape_infos, info, count, e->error) < 0) return REEL_ARGUMENT;
        w->info = info[count - 1];
        w->has_info = true;
        reel_status status =
            keep_bytes(e, &w->capture_id, (reel_bytes){ (const uint8_t *)w->info.capture_id.data, w->info.capture_id.size });
        if (status < 0) return status;
        w->info.capture_id = (reel_string){ w->capture_id.size ? (const char *)w->capture_id.data : NULL, w->capture_id.size };
    }
    const tape_note *notes = reel_chunk_rows(batch, &tape_notes, &count);
    if (count && reel__chunk_append(w->head, &tape_notes, notes, count) < 0) return reel__memory_fail(e->error);
    const tape_piece *pieces = reel_chunk_rows(batch, &tape_pieces, &count);
    for (size_t i = 0; i < count; i++)
        if (!memory_add(&w->pieces, pieces[i].bytes.data, pieces[i].bytes.size)) return reel__memory_fail(e->error);
    return REEL_OK;
}

reel_status reel__tape_write_rows(reel_encoder *e, const reel_chunk *batch)
{
    tape_writer *w = e->state;
    size_t count;
    reel_status status = take_header(e, batch);
    if (status < 0) return status;
    reel_chunk_rows(batch, &echoreplay_frames, &count);
    if (count) status = write_before(e, complete_before(w));
    if (status >= 0) status = reel__waiting_add(w->rows, batch, order_of(e), e->error);
    const tape_envelope *envelopes = reel_chunk_rows(batch, &tape_envelopes, &count);
    if (status >= 0 && reel__chunk_append(w->rows, &tape_envelopes, envelopes, count) < 0) return reel__memory_fail(e->error);
    return status < 0 ? status : e->out->status;
}

/* ---- the end ---------------------------------------------------------------------------------------------------- */

static bool put_index(reel_memory *to, const tape_writer *w, uint8_t kind)
{
    const size_t start = proto_begin(to);
    bool any = false;
    bool fine = reel__proto_put_tag(to, 1, PROTO_VARINT) && reel__proto_put_varint(to, kind);
    const size_t list = proto_begin(to);
    for (size_t i = 0; i < w->event_count && fine; i++) {
        if (w->events[i].kind != kind) continue;
        any = true;
        fine = reel__proto_put_varint(to, w->events[i].frame);
    }
    if (!any) {
        to->size = start;
        return fine;
    }
    return fine && reel__proto_end(to, list, 2) && reel__proto_end(to, start, FOOTER_EVENTS);
}

static reel_status put_footer(reel_encoder *e)
{
    tape_writer *w = e->state;
    reel_memory *to = &w->message;
    to->size = 0;
    const tape_footer footer = { .frames = w->frames, .duration = w->frames ? w->last_offset : 0, .offset = w->file.offset };
    bool fine = reel__proto_put(to, &reel__tape_footer_list, &footer);
    for (size_t i = 0; i < w->file.key_count && fine; i++) {
        const size_t start = proto_begin(to);
        fine = reel__proto_put(to, &reel__tape_keyframe_list, &w->file.keys[i]) && reel__proto_end(to, start, FOOTER_KEYFRAMES);
    }
    for (uint8_t kind = 1; kind < EVENT_NUMBERS && fine; kind++)
        if (!w->state.reference || !tape_is_left_out(kind)) fine = put_index(to, w, kind);
    if (!fine || !reel__proto_end(to, 0, ENVELOPE_FOOTER)) return reel__memory_fail(e->error);
    return put_sized(e, to);
}

reel_status reel__tape_finish(reel_encoder *e, const reel_chunk *staged)
{
    tape_writer *w = e->state;
    (void)staged;
    reel_status status = write_before(e, UINT64_MAX);
    if (status >= 0 && !e->stored) status = reel__waiting_end(w->rows, &w->order, &e->reporter, e->error);
    if (status >= 0 && !w->header_done) status = put_header(e, NULL, NULL);
    if (status >= 0) status = reel__tape_file_end_frames(e, &w->file);
    if (status < 0) return status;
    reel_bytes content;
    const tape_mark mark = reel__tape_file_mark(&w->file);
    const reel_bytes footer = { w->footer.data, w->footer.size };
    if (!w->first) {
        w->changed |= !content_of(w, footer, TAPE_FOOTER, &content);
        status = w->changed ? put_footer(e) : reel__tape_file_message(e, &w->file, footer.data, footer.size);
    }
    bool original = false;
    if (status >= 0 && w->file.hold && !w->changed) status = reel__tape_file_holds(e, &w->file, &w->pieces, &original);
    if (status >= 0 && w->file.container == TAPE_BLOCKS && w->file.hold && !w->changed && !original) {
        /* Its blocks are others now, and the index of keyframes has their offsets. */
        reel__tape_file_back(&w->file, &mark);
        status = put_footer(e);
    }
    if (status >= 0) status = reel__tape_file_end(e, &w->file);
    if (status < 0 || !w->file.hold) return status < 0 ? status : e->out->status;
    const reel_memory *from = original ? &w->pieces : &w->file.packed;
    reel_put(e->out, from->data, from->size);
    return e->out->status;
}

/* ---- rows that no capture has ----------------------------------------------------------------------------------- */

static reel_status check_row(const void *of, const reel_table *table, const void *row, size_t number, reel_error *error)
{
    (void)of, (void)number;
    if (table != &tape_infos) return REEL_OK;
    const tape_info *info = row;
    if (info->format_version && info->format_version != VERSION)
        return reel_fail(error, REEL_ARGUMENT, "tape.version", "header", 0, "info.format_version has to be %d", (int)VERSION);
    if (info->frame_encoding > TAPE_SPARSE)
        return reel_fail(error, REEL_ARGUMENT, "tape.encoding", "header", 0, "info.frame_encoding can only be sparse");
    if (info->container > TAPE_BLOCKS)
        return reel_fail(error, REEL_ARGUMENT, "tape.container", "header", 0, "info.container is not one that a capture has");
    return REEL_OK;
}

static reel_status check_first(const void *of, const reel_table *table, const void *row, size_t number, reel_error *error)
{
    (void)of, (void)number;
    if (table != &tape_infos) return REEL_OK;
    const tape_info *info = row;
    const bool plain = !info->format_minor && !info->format_patch && !info->frame_encoding; /* it has none of them */
    if (info->format_version == 1 && plain && info->container <= TAPE_BLOCKS) return REEL_OK;
    return reel_fail(error, REEL_ARGUMENT, "tape.version", "header", 0, "info of a .nevrcap has version 1 and no other numbers");
}

reel_status reel__nevrcap_accepts(const reel_table *table, const void *rows, size_t count, reel_error *error)
{
    return reel__encoder_check_rows(check_first, NULL, table, rows, count, error);
}

reel_status reel__tape_accepts(const reel_table *table, const void *rows, size_t count, reel_error *error)
{
    return reel__encoder_check_rows(check_row, NULL, table, rows, count, error);
}
