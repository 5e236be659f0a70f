/* SPDX-License-Identifier: MIT
 * A message of a .nevrcap as rows, and the message that rows make. */
#include "formats/echo/tape/first_model.h"

enum { MS = 1000, NANOS = 1000000, LAST_KNOWN = FIRST_BONES };

/* ---- messages of rows ------------------------------------------------------------------------------------------- */

static double same(float value) { return (double)value; }

static proto_double *wide_by(uint8_t form)
{
    return form == WIDE_PRINTED ? reel__session_parsed : form == WIDE_SAME ? same : NULL;
}

static tape_stamp stamp_of(int64_t recorded, uint32_t nanos)
{
    int64_t seconds = recorded / MS, ms = recorded % MS;
    if (ms < 0) seconds--, ms += MS;
    return (tape_stamp){ .seconds = seconds, .nanos = (int32_t)(ms * NANOS + nanos % NANOS) };
}

/* Replaces single bytes from `start` on. False: the patch is not for this message. */
static bool apply_patch(reel_memory *to, size_t start, reel_bytes patch)
{
    const uint8_t *at = patch.data, *const end = patch.size ? at + patch.size : at;
    size_t place = start;
    while (at < end) {
        uint64_t gap;
        if (!reel__proto_varint(&at, end, &gap) || at == end || gap >= to->size - place) return false;
        place += (size_t)gap;
        to->data[place++] = *at++;
    }
    return true;
}

/* The content of a frame. */
static bool put_content(reel_memory *to, const first_model_message *m, const line_rows *rows)
{
    const first_style style = { .ascending = m->form == MESSAGE_ASCENDING, .wide = wide_by(m->wide), .slots = &m->slots };
    const tape_stamp stamp = stamp_of(rows->frame->common.recorded, m->nanos);
    bool fine = !m->index || (reel__proto_put_tag(to, FIRST_INDEX, PROTO_VARINT) && reel__proto_put_varint(to, m->index));
    const size_t start = proto_begin(to);
    if (fine && m->has_stamp)
        fine = reel__proto_put(to, &reel__nevrcap_stamp_list, &stamp) && reel__proto_end(to, start, FIRST_STAMP);
    return fine && memory_add(to, m->events.data, m->events.size) && reel__nevrcap_put_answers(to, rows, &style) &&
           memory_add(to, m->bytes.data, m->bytes.size);
}

/* Puts the size of what follows `start` in front of it. */
static bool put_size(reel_memory *to, size_t start)
{
    uint8_t head[10];
    const size_t size = to->size - start;
    if (!reel__proto_put_varint(to, size)) return false;
    const size_t head_size = to->size - start - size;
    memcpy(head, to->data + start + size, head_size);
    memmove(to->data + start + head_size, to->data + start, size);
    memcpy(to->data + start, head, head_size);
    return true;
}

reel_status reel__nevrcap_model_put(reel_memory *to, const first_model_message *m, first_model_rows *all)
{
    line_rows *left = &all->rows;
    if (m->form == MESSAGE_BYTES) return memory_add(to, m->bytes.data, m->bytes.size) ? REEL_OK : REEL_MEMORY;
    if (!all->frame_count || m->teams > left->team_count || m->players > left->player_count || m->bones > left->bone_count)
        return REEL_CORRUPT;
    line_rows rows = *left;
    const size_t start = to->size;
    rows.team_count = m->teams, rows.player_count = m->players, rows.bone_count = m->bones;
    if (!put_content(to, m, &rows)) return REEL_MEMORY;
    if (!apply_patch(to, start, m->patch)) return REEL_CORRUPT;
    if (!put_size(to, start)) return REEL_MEMORY;
    left->frame++, all->frame_count--;
    if (m->teams) left->teams += m->teams, left->team_count -= m->teams;
    if (m->players) left->players += m->players, left->player_count -= m->players;
    if (m->bones) left->bones += m->bones, left->bone_count -= m->bones;
    return REEL_OK;
}

/* ---- rows of messages ------------------------------------------------------------------------------------------- */

/* Adds the slots of skeletons. False: out of memory. */
static bool read_slots(reel_memory *slots, const proto_field *bones)
{
    enum { SLOT = 2 };
    proto_reader r = proto_read(bones->data, bones->size);
    proto_field f, part;
    while (reel__proto_next(&r, &f)) {
        if (f.number != BONES_PLAYERS || f.wire != PROTO_BYTES) continue;
        proto_reader skeleton = proto_read(f.data, f.size);
        uint64_t slot = 0;
        while (reel__proto_next(&skeleton, &part))
            if (part.number == SLOT && part.wire == PROTO_VARINT) slot = part.value;
        if (!reel__proto_put_varint(slots, slot)) return false;
    }
    return true;
}

/* Reads what the rows of the answers do not have. False: it is in another order. */
static bool read_rest(first_model_lists *lists, first_model_message *row, reel_bytes body)
{
    proto_reader r = proto_read(body.data, body.size);
    proto_field f;
    uint32_t last = 0;
    lists->slots.size = 0;
    while (reel__proto_next(&r, &f)) {
        if (f.number < last && last <= LAST_KNOWN) return false;
        const size_t size = (size_t)(r.at - f.start);
        if (f.number == FIRST_INDEX && f.wire == PROTO_VARINT) row->index = (uint32_t)f.value;
        if (f.number == FIRST_STAMP && f.wire == PROTO_BYTES) {
            tape_stamp stamp = { 0 };
            proto_notes notes = { 0 };
            const uint8_t *broken_at;
            if (!reel__proto_get(&reel__nevrcap_stamp_list, f.data, f.size, &stamp, 0, &notes, &broken_at)) return false;
            row->nanos = stamp.nanos > 0 ? (uint32_t)stamp.nanos % NANOS : 0;
            row->has_stamp = 1;
        }
        if (f.number == FIRST_EVENTS) {
            if (!row->events.size) row->events.data = f.start;
            row->events.size += size;
        }
        if (f.number == FIRST_BONES && f.wire == PROTO_BYTES && !read_slots(&lists->slots, &f)) lists->state.no_memory = true;
        row->slots = (reel_bytes){ lists->slots.data, lists->slots.size };
        if (f.number > LAST_KNOWN) {
            row->bytes = (reel_bytes){ f.start, (size_t)(r.end - f.start) };
            return true;
        }
        last = f.number;
    }
    return !r.broken;
}

/* Finds the bytes in which a message of the same size differs. False: out of memory. */
static bool find_patch(reel_memory *patch, const uint8_t *made, const uint8_t *meant, size_t size)
{
    patch->size = 0;
    for (size_t i = 0, from = 0; i < size; i++) {
        if (made[i] == meant[i]) continue;
        if (!reel__proto_put_varint(patch, i - from) || !memory_add(patch, meant + i, 1)) return false;
        from = i + 1;
    }
    return true;
}

static first_model_rows rows_since(const tape_rows *rows, const size_t before[4])
{
    const reel_row_list *const lists[] = { rows->frames, rows->teams, rows->players, rows->bones };
    const void *first[4] = { NULL };
    size_t count[4] = { 0 };
    for (size_t i = 0; i < 4; i++) {
        count[i] = lists[i]->count - before[i];
        first[i] = count[i] ? lists[i]->data + before[i] * lists[i]->table->row_size : NULL;
    }
    return (first_model_rows){ .rows = { .frame = first[0],
                                         .teams = first[1],
                                         .players = first[2],
                                         .bones = first[3],
                                         .team_count = count[1],
                                         .player_count = count[2],
                                         .bone_count = count[3] },
                               .frame_count = count[0] };
}

/* Makes the message in one style. Returns how many bytes a patch takes, SIZE_MAX if none helps. */
static size_t try_style(first_model_lists *lists, first_model_message *row, first_model_rows rows, reel_bytes body)
{
    reel_memory *made = &lists->made;
    made->size = 0;
    row->teams = (uint32_t)rows.rows.team_count;
    row->players = (uint32_t)rows.rows.player_count;
    row->bones = (uint32_t)rows.rows.bone_count;
    if (!put_content(made, row, &rows.rows) || made->size != body.size ||
        !find_patch(&lists->patch, made->data, body.data, body.size))
        return SIZE_MAX;
    return lists->patch.size;
}

/* Finds the style in which the least differs, beginning with that of the last message. False: rows do not make the message. */
static bool find_style(first_model_lists *lists, first_model_message *row, const first_model_rows *rows, reel_bytes body)
{
    const first_model_message plain = *row;
    size_t least = body.size / 2;
    bool found = false;
    for (unsigned i = 0; i <= 2 * WIDE_FORMS && (!found || least); i++) {
        first_model_message tried = plain;
        tried.form = i ? (uint8_t)(MESSAGE_GROUPED + (i - 1) / WIDE_FORMS) : lists->form;
        tried.wide = i ? (uint8_t)((i - 1) % WIDE_FORMS) : lists->wide;
        const size_t size = try_style(lists, &tried, *rows, body);
        if (size >= least) continue;
        const reel_memory other = lists->best;
        lists->best = lists->patch;
        lists->patch = other;
        least = size;
        *row = tried;
        found = true;
    }
    return found;
}

/* Whether the size in front of a message is the shortest varint. */
static bool has_usual_size(const tape_message *message)
{
    size_t head = 1;
    for (size_t size = message->body.size; size >= 0x80; size >>= 7) head++;
    return message->whole.size - message->body.size == head;
}

bool reel__nevrcap_model_add(first_model_lists *lists, const tape_message *message)
{
    tape_rows *rows = &lists->rows;
    reel_row_list *const all[] = { rows->frames, rows->teams, rows->players, rows->bones };
    first_model_message row = { .begins = message->begins_block }, *added = reel_row_add(lists->messages);
    const line_clock clock = rows->clock;
    size_t before[4];
    for (size_t i = 0; i < 4; i++) before[i] = all[i]->count;
    if (!added) return false;
    const bool read = has_usual_size(message) && read_rest(lists, &row, message->body) &&
                      reel__nevrcap_read_frame(&lists->state, rows, message->body);
    if (lists->state.no_memory || reel_build_status(lists->chunk) < 0) return false;
    if (read) {
        const first_model_rows own = rows_since(rows, before);
        if (find_style(lists, &row, &own, message->body)) {
            lists->form = row.form;
            lists->wide = row.wide;
            row.slots = reel_chunk_bytes(lists->chunk, row.slots.data, row.slots.size);
            row.events = reel_chunk_bytes(lists->chunk, row.events.data, row.events.size);
            row.bytes = reel_chunk_bytes(lists->chunk, row.bytes.data, row.bytes.size);
            row.patch = reel_chunk_bytes(lists->chunk, lists->best.data, lists->best.size);
            *added = row;
            return true;
        }
        rows->frame--;
        rows->clock = clock;
        for (size_t i = 0; i < 4; i++) all[i]->count = before[i];
    }
    *added = (first_model_message){ .form = MESSAGE_BYTES,
                                    .begins = message->begins_block,
                                    .bytes = reel_chunk_bytes(lists->chunk, message->whole.data, message->whole.size) };
    return true;
}
