/* SPDX-License-Identifier: MIT
 * A frame of a capture as rows, and the message that rows make. */
#include "formats/echo/tape/model.h"

enum { ROWS_MOST = 16384, POSITION_BYTES = 12, ROTATION_BYTES = 16, POSITIONS = 2, ROTATIONS = 3, UNKNOWN = 1 << 8 };

static tape_pose pose_of(const model_pose *from)
{
    return (
        tape_pose){ .position = from->position, .orientation = reel__tape_model_quaternion(&from->rotation), .has = from->has };
}

static model_pose stored_pose(const tape_pose *from)
{
    model_pose to = { .position = from->position, .has = from->has };
    if (from->has & TAPE_POSE_ORIENTATION) to.rotation = reel__tape_model_rotation(from->orientation);
    return to;
}

/* ---- messages of rows ------------------------------------------------------------------------------------------- */

/* Writes those members of the arena's list whose numbers are from <= number < before. */
static bool put_some(reel_memory *to, const tape_arena *arena, unsigned from, unsigned before)
{
    return reel__proto_put_some(to, &reel__tape_arena_list, arena, from, before - 1, NULL);
}

static bool put_players(reel_memory *to, const model_player *rows, size_t count)
{
    bool fine = true;
    for (size_t i = 0; i < count && fine; i++) {
        const model_player *row = &rows[i];
        const tape_player player = { .head = pose_of(&row->head),
                                     .body = pose_of(&row->body),
                                     .left = pose_of(&row->left),
                                     .right = pose_of(&row->right),
                                     .velocity = row->velocity,
                                     .slot = row->slot,
                                     .flags = row->flags,
                                     .ping = row->ping,
                                     .packet_loss = row->packet_loss,
                                     .possession_time = row->possession_time,
                                     .has = row->has };
        const size_t start = proto_begin(to);
        fine = reel__proto_put(to, &reel__tape_player_list, &player) && reel__proto_end(to, start, ARENA_PLAYERS);
    }
    return fine;
}

static bool put_floats(reel_memory *to, const float *values, size_t count)
{
    uint8_t word[4];
    bool fine = true;
    for (size_t i = 0; i < count && fine; i++) {
        reel_store_u32le(word, reel_float_bits(values[i]));
        fine = memory_add(to, word, sizeof word);
    }
    return fine;
}

static bool put_list(reel_memory *to, const model_bone *bones, size_t count, bool rotations)
{
    const size_t size = rotations ? ROTATION_BYTES : POSITION_BYTES;
    bool fine =
        reel__proto_put_tag(to, rotations ? ROTATIONS : POSITIONS, PROTO_BYTES) && reel__proto_put_varint(to, count * size);
    for (size_t i = 0; i < count && fine; i++) {
        const reel_vec3 *p = &bones[i].position;
        const reel_quaternion *q = &bones[i].rotation;
        const float position[3] = { p->x, p->y, p->z }, rotation[4] = { q->x, q->y, q->z, q->w };
        fine = rotations ? put_floats(to, rotation, 4) : put_floats(to, position, 3);
    }
    return fine;
}

static size_t bones_of(const model_skeleton *row) { return row->positions > row->rotations ? row->positions : row->rotations; }

/* REEL_CORRUPT: there are fewer bones. */
static reel_status put_skeletons(reel_memory *to, model_rows *rows, size_t count)
{
    bool fine = true;
    for (size_t i = 0; i < count && fine; i++) {
        const model_skeleton *row = &rows->skeletons[i];
        const tape_skeleton skeleton = { .slot = row->slot };
        const size_t start = proto_begin(to), bones = bones_of(row);
        if (bones > rows->bone_count) return REEL_CORRUPT;
        fine = reel__proto_put(to, &reel__tape_skeleton_list, &skeleton);
        if (row->has & 1) fine = fine && put_list(to, rows->bones, row->positions, false);
        if (row->has & 2) fine = fine && put_list(to, rows->bones, row->rotations, true);
        fine = fine && reel__proto_end(to, start, ARENA_BONES);
        rows->bone_count -= bones;
        if (bones) rows->bones += bones;
    }
    return fine ? REEL_OK : REEL_MEMORY;
}

static bool put_events(reel_memory *to, const model_event *rows, size_t count)
{
    bool fine = true;
    for (size_t i = 0; i < count && fine; i++)
        fine = reel__proto_put_bytes(to, ARENA_EVENTS, rows[i].bytes.data, rows[i].bytes.size);
    return fine;
}

static reel_status put_arena(reel_memory *to, const model_message *message, model_rows *rows)
{
    tape_arena arena = message->arena;
    arena.disc.pose = pose_of(&message->disc);
    arena.vr = pose_of(&message->vr);
    const bool ascending = message->form == MESSAGE_ASCENDING;
    const size_t start = proto_begin(to);
    bool fine = put_some(to, &arena, 0, ascending ? ARENA_PLAYERS : UNKNOWN);
    fine = fine && put_players(to, rows->players, message->players);
    reel_status status = fine ? put_skeletons(to, rows, message->skeletons) : REEL_MEMORY;
    if (status < 0) return status;
    if (ascending) fine = put_some(to, &arena, ARENA_BONES, ARENA_EVENTS);
    fine = fine && put_events(to, rows->events, message->events);
    if (ascending) fine = fine && put_some(to, &arena, ARENA_EVENTS, UNKNOWN);
    return fine && reel__proto_end(to, start, FRAME_ARENA) ? REEL_OK : REEL_MEMORY;
}

reel_status reel__tape_model_put(reel_memory *to, const model_message *message, model_rows *rows)
{
    if (message->form == MESSAGE_BYTES) return memory_add(to, message->bytes.data, message->bytes.size) ? REEL_OK : REEL_MEMORY;
    if (message->players > rows->player_count || message->skeletons > rows->skeleton_count || message->events > rows->event_count)
        return REEL_CORRUPT;
    const size_t start = to->size;
    bool fine = reel__proto_put(to, &reel__tape_frame_list, &message->frame);
    reel_status status = fine ? put_arena(to, message, rows) : REEL_MEMORY;
    if (status < 0) return status;
    fine = memory_add(to, message->bytes.data, message->bytes.size) && reel__proto_end(to, start, ENVELOPE_FRAME);
    /* The size in front: the content is moved behind it. */
    const size_t size = to->size - start;
    fine = fine && reel__proto_put_varint(to, size);
    if (!fine) return REEL_MEMORY;
    uint8_t head[10];
    const size_t head_size = to->size - start - size;
    memcpy(head, to->data + start + size, head_size);
    memmove(to->data + start + head_size, to->data + start, size);
    memcpy(to->data + start, head, head_size);
    if (message->players) rows->players += message->players, rows->player_count -= message->players;
    if (message->skeletons) rows->skeletons += message->skeletons, rows->skeleton_count -= message->skeletons;
    if (message->events) rows->events += message->events, rows->event_count -= message->events;
    return REEL_OK;
}

/* ---- rows of messages ------------------------------------------------------------------------------------------- */

typedef struct frame_walk {
    model_lists *lists;
    tape_arena arena;
    uint32_t players, skeletons, events, bones;
    proto_notes notes;
    const uint8_t *broken_at;
} frame_walk;

static bool add_player(frame_walk *walk, const proto_field *f)
{
    tape_player p = { .slot = 0 };
    if (walk->players == ROWS_MOST ||
        !reel__proto_get(&reel__tape_player_list, f->data, f->size, &p, 0, &walk->notes, &walk->broken_at))
        return false;
    model_player *row = reel_row_add(walk->lists->players);
    if (!row) return false;
    walk->players++;
    row->head = stored_pose(&p.head);
    row->body = stored_pose(&p.body);
    row->left = stored_pose(&p.left);
    row->right = stored_pose(&p.right);
    row->velocity = p.velocity;
    row->slot = p.slot;
    row->flags = p.flags;
    row->ping = p.ping;
    row->packet_loss = p.packet_loss;
    row->possession_time = p.possession_time;
    row->has = p.has;
    return true;
}

static float float_at(const uint8_t *at) { return reel_float_of(reel_load_u32le(at)); }

static bool add_skeleton(frame_walk *walk, const proto_field *f)
{
    tape_skeleton s = { .slot = 0 };
    if (!reel__proto_get(&reel__tape_skeleton_list, f->data, f->size, &s, 0, &walk->notes, &walk->broken_at)) return false;
    const size_t positions = s.positions.size / POSITION_BYTES, rotations = s.rotations.size / ROTATION_BYTES;
    const size_t count = positions > rotations ? positions : rotations;
    if (s.positions.size % POSITION_BYTES || s.rotations.size % ROTATION_BYTES || count > ROWS_MOST - walk->bones ||
        walk->skeletons == ROWS_MOST)
        return false;
    model_skeleton *row = reel_row_add(walk->lists->skeletons);
    if (!row) return false;
    *row = (model_skeleton){ .slot = s.slot, .positions = (uint16_t)positions, .rotations = (uint16_t)rotations, .has = s.has };
    walk->skeletons++;
    for (size_t i = 0; i < count; i++) {
        model_bone *bone = reel_row_add(walk->lists->bones);
        if (!bone) return false;
        bone->key = (uint8_t)walk->bones++;
        if (i < positions) {
            const uint8_t *at = (const uint8_t *)s.positions.data + i * POSITION_BYTES;
            bone->position = (reel_vec3){ float_at(at), float_at(at + 4), float_at(at + 8) };
        }
        if (i < rotations) {
            const uint8_t *at = (const uint8_t *)s.rotations.data + i * ROTATION_BYTES;
            bone->rotation = (reel_quaternion){ float_at(at), float_at(at + 4), float_at(at + 8), float_at(at + 12) };
        }
    }
    return true;
}

static bool add_event(frame_walk *walk, const proto_field *f)
{
    model_event *row = walk->events < ROWS_MOST ? reel_row_add(walk->lists->events) : NULL;
    if (!row) return false;
    row->bytes = reel_chunk_bytes(walk->lists->chunk, f->data, f->size);
    walk->events++;
    return true;
}

static bool add_field(frame_walk *walk, const proto_field *f)
{
    if (f->wire == PROTO_BYTES && f->number == ARENA_PLAYERS) return add_player(walk, f);
    if (f->wire == PROTO_BYTES && f->number == ARENA_BONES) return add_skeleton(walk, f);
    if (f->wire == PROTO_BYTES && f->number == ARENA_EVENTS) return add_event(walk, f);
    return reel__proto_get_field(&reel__tape_arena_list, f, &walk->arena, 0, &walk->notes, &walk->broken_at) &&
           !walk->notes.unknown;
}

/* Reads a frame as far as rows have it. `rest`: what follows the arena. False: it is another one. */
static bool read_frame(frame_walk *walk, reel_bytes body, tape_frame *frame, reel_bytes *rest)
{
    proto_reader envelope = proto_read(body.data, body.size);
    proto_field f, part;
    if (!reel__proto_next(&envelope, &f) || f.number != ENVELOPE_FRAME || f.wire != PROTO_BYTES || envelope.at != envelope.end)
        return false;
    proto_reader content = proto_read(f.data, f.size);
    while (reel__proto_next(&content, &part)) {
        if (part.number != FRAME_ARENA || part.wire != PROTO_BYTES) {
            if (!reel__proto_get_field(&reel__tape_frame_list, &part, frame, 0, &walk->notes, &walk->broken_at)) return false;
            if (walk->notes.unknown) return false;
            continue;
        }
        proto_reader arena = proto_read(part.data, part.size);
        while (reel__proto_next(&arena, &f))
            if (!add_field(walk, &f)) return false;
        *rest = (reel_bytes){ content.at, (size_t)(content.end - content.at) };
        return !arena.broken;
    }
    return false;
}

/* Whether rows make the message in this form. */
static bool is_made(model_lists *lists, const model_message *row, const frame_walk *walk, const tape_message *message)
{
    const reel_row_list *all[] = { lists->players, lists->skeletons, lists->bones, lists->events };
    const uint32_t counts[] = { walk->players, walk->skeletons, walk->bones, walk->events };
    const void *first[4];
    for (size_t i = 0; i < 4; i++)
        first[i] = counts[i] ? all[i]->data + (all[i]->count - counts[i]) * all[i]->table->row_size : NULL;
    model_rows rows = { first[0], first[1], first[2], first[3], counts[0], counts[1], counts[2], counts[3] };
    lists->made.size = 0;
    return reel__tape_model_put(&lists->made, row, &rows) == REEL_OK && lists->made.size == message->whole.size &&
           memcmp(lists->made.data, message->whole.data, message->whole.size) == 0;
}

bool reel__tape_model_add(model_lists *lists, const tape_message *message)
{
    model_message *row = reel_row_add(lists->messages);
    frame_walk walk = { .lists = lists, .arena = { .has = 0 } };
    tape_frame frame = { 0, 0 };
    reel_bytes rest = { NULL, 0 };
    if (!row) return false;
    row->begins = message->begins_block;
    bool fits = read_frame(&walk, message->body, &frame, &rest);
    if (reel_build_status(lists->chunk) < 0) return false;
    row->frame = frame;
    row->arena = walk.arena;
    row->disc = stored_pose(&walk.arena.disc.pose);
    row->vr = stored_pose(&walk.arena.vr);
    row->arena.disc.pose = row->arena.vr = (tape_pose){ .has = 0 };
    row->players = walk.players, row->skeletons = walk.skeletons, row->events = walk.events;
    row->bytes = rest;
    row->form = MESSAGE_ASCENDING;
    fits = fits && walk.players + walk.bones <= ROWS_MOST;
    if (fits && !is_made(lists, row, &walk, message)) {
        row->form = MESSAGE_GROUPED;
        fits = is_made(lists, row, &walk, message);
    }
    if (fits) {
        row->bytes = reel_chunk_bytes(lists->chunk, rest.data, rest.size);
        return true;
    }
    lists->players->count -= walk.players;
    lists->skeletons->count -= walk.skeletons;
    lists->bones->count -= walk.bones;
    lists->events->count -= walk.events;
    *row = (model_message){ .form = MESSAGE_BYTES,
                            .begins = message->begins_block,
                            .bytes = reel_chunk_bytes(lists->chunk, message->whole.data, message->whole.size) };
    return true;
}
