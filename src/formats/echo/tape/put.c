/* SPDX-License-Identifier: MIT
 * A frame of a .tape from its rows. What rows do not have comes from the message that they were read from. */
#include "formats/echo/common/schema.h"
#include "formats/echo/tape/carry.h"
#include "formats/echo/tape/write.h"

enum {
    POSE_KEYS = ECHO_KEY_POSITION | ECHO_KEY_FORWARD | ECHO_KEY_LEFT | ECHO_KEY_UP,
    AXES_KEYS = POSE_KEYS & ~ECHO_KEY_POSITION
};

/* The message that the rows were read from; all zero if there is none. */
typedef struct old_frame {
    tape_frame frame;
    tape_arena arena;
    proto_notes notes;
    const uint8_t *broken_at;
    bool any;
} old_frame;

static bool same_axes(const echo_axes *a, const echo_axes *b)
{
    const float one[9] = { a->forward.x, a->forward.y, a->forward.z, a->left.x, a->left.y, a->left.z, a->up.x, a->up.y, a->up.z };
    const float two[9] = { b->forward.x, b->forward.y, b->forward.z, b->left.x, b->left.y, b->left.z, b->up.x, b->up.y, b->up.z };
    for (size_t i = 0; i < 9; i++)
        if (reel_float_bits(one[i]) != reel_float_bits(two[i])) return false;
    return true;
}

/* A rotation that still has the directions of the row stays as it was. */
static tape_pose pose_of(bool reference, unsigned keys, reel_vec3 position, const echo_axes *axes, const tape_pose *old)
{
    tape_pose pose = { .has = 0 };
    if (!(keys & ECHO_KEY_POSITION)) return pose;
    pose.position = position;
    pose.has = TAPE_POSE_POSITION;
    if ((keys & AXES_KEYS) != AXES_KEYS) return pose;
    pose.has |= TAPE_POSE_ORIENTATION;
    const echo_axes was = reel__tape_axes_of(old->orientation);
    const bool same = old->has & TAPE_POSE_ORIENTATION && same_axes(&was, axes);
    pose.orientation = same ? old->orientation : reference ? reel__tape_reference_rotation(axes) : reel__tape_rotation_of(axes);
    return pose;
}

static bool read_old(old_frame *old, const reel_bytes *body)
{
    const uint64_t lists = UINT64_C(1) << ARENA_PLAYERS | UINT64_C(1) << ARENA_BONES | UINT64_C(1) << ARENA_EVENTS;
    proto_reader outer = proto_read(body->data, body->size);
    proto_field part, f;
    while (reel__proto_next(&outer, &part)) {
        if (part.number != FRAME_ARENA || part.wire != PROTO_BYTES) {
            if (!reel__proto_get_field(&reel__tape_frame_list, &part, &old->frame, 0, &old->notes, &old->broken_at)) return false;
            continue;
        }
        proto_reader inner = proto_read(part.data, part.size);
        while (reel__proto_next(&inner, &f))
            if (!reel__proto_get_field(&reel__tape_arena_list, &f, &old->arena, lists, &old->notes, &old->broken_at))
                return false;
    }
    old->any = !outer.broken;
    return old->any;
}

/* The fields of one number in an old frame, which may be in several parts. */
typedef struct item_walk {
    proto_reader outer, inner;
    uint32_t number;
    size_t next; /* index of the next one */
} item_walk;

static item_walk items_of(const reel_bytes *body, uint32_t number)
{
    return (item_walk){ .outer = body ? proto_read(body->data, body->size) : proto_read(NULL, 0),
                        .inner = proto_read(NULL, 0),
                        .number = number };
}

/* Goes on to the one with an index that is not before the next one. */
static bool item_at(item_walk *w, size_t index, proto_field *item)
{
    proto_field part;
    if (index < w->next) return false;
    for (;;) {
        while (reel__proto_next(&w->inner, item))
            if (item->number == w->number && item->wire == PROTO_BYTES && w->next++ == index) return true;
        do {
            if (!reel__proto_next(&w->outer, &part)) return false;
        } while (part.number != FRAME_ARENA || part.wire != PROTO_BYTES);
        w->inner = proto_read(part.data, part.size);
    }
}

/* ---- players ---------------------------------------------------------------------------------------------------- */

static tape_player player_of(bool reference, const echoreplay_player *row, const tape_player *old)
{
    const echo_player *c = &row->common;
    const uint32_t kept =
        ~(uint32_t)(TAPE_STUNNED | TAPE_INVULNERABLE | TAPE_BLOCKING | TAPE_POSSESSION | TAPE_EMOTE | TAPE_TEAM);
    tape_player p = { .slot = row->keys & ECHO_KEY_PLAYER_ID ? c->player_id : old->slot,
                      .flags = old->flags & kept,
                      .ping = (uint32_t)c->ping,
                      .packet_loss = c->packet_loss };
    p.flags |= (c->stunned ? TAPE_STUNNED : 0u) | (c->invulnerable ? TAPE_INVULNERABLE : 0u) |
               (c->blocking ? TAPE_BLOCKING : 0u) | (c->possession ? TAPE_POSSESSION : 0u) | (c->emote ? TAPE_EMOTE : 0u) |
               (uint32_t)(c->team & 3) << TAPE_TEAM_SHIFT;
    if (c->has & ECHO_HAS_STATS && row->stats_more_keys & 8) p.possession_time = c->possession_time;
    p.head = pose_of(reference, row->pose_keys, c->head, &row->head, &old->head);
    p.body = pose_of(reference, (unsigned)row->pose_keys >> 4, c->body, &row->body, &old->body);
    p.left = pose_of(reference, row->hand_keys, c->left_hand, &row->left_hand, &old->left);
    p.right = pose_of(reference, (unsigned)row->hand_keys >> 4, c->right_hand, &row->right_hand, &old->right);
    if (!p.head.has && row->flat_keys & ECHO_KEY_POSITION) /* of the API until mid-2020 */
        p.head = p.body = pose_of(reference, row->flat_keys & POSE_KEYS, row->position, &row->axes, &old->head);
    p.has = (uint8_t)((p.head.has ? TAPE_PLAYER_HEAD : 0) | (p.body.has ? TAPE_PLAYER_BODY : 0) |
                      (p.left.has ? TAPE_PLAYER_LEFT : 0) | (p.right.has ? TAPE_PLAYER_RIGHT : 0));
    if (row->keys & ECHO_KEY_PLAYER_VELOCITY) {
        p.velocity = c->velocity;
        p.has |= TAPE_PLAYER_VELOCITY;
    }
    return p;
}

/* Copies fields that a list does not have. */
static bool keep_unknown(reel_memory *to, const proto_message *list, const uint8_t *data, size_t size, uint64_t others)
{
    proto_reader r = proto_read(data, size);
    proto_field f;
    while (reel__proto_next(&r, &f)) {
        if (reel__proto_member_of(list, f.number) || (f.number < 64 && others >> f.number & 1) || f.number == TAPE_CARRY)
            continue;
        if (!memory_add(to, f.start, (size_t)(r.at - f.start))) return false;
    }
    return true;
}

static bool put_players(reel_memory *to, bool reference, const line_rows *rows, const reel_bytes *old)
{
    item_walk walk = items_of(old, ARENA_PLAYERS);
    proto_field f = { 0 };
    proto_notes notes = { 0 };
    const uint8_t *broken_at;
    for (size_t i = 0; i < rows->player_count; i++) {
        tape_player was = { .slot = -1 };
        const bool any = item_at(&walk, i, &f);
        if (any) {
            was.slot = 0;
            reel__proto_get(&reel__tape_player_list, f.data, f.size, &was, 0, &notes, &broken_at);
        }
        const size_t start = proto_begin(to);
        const tape_player p = player_of(reference, &rows->players[i], &was);
        if (!reel__proto_put(to, &reel__tape_player_list, &p)) return false;
        if (any && p.slot == was.slot && !keep_unknown(to, &reel__tape_player_list, f.data, f.size, 0)) return false;
        if (!reel__proto_end(to, start, ARENA_PLAYERS)) return false;
    }
    return true;
}

/* ---- bones ------------------------------------------------------------------------------------------------------ */

static bool put_single(reel_memory *to, float value)
{
    uint8_t word[4];
    reel_store_u32le(word, reel_float_bits(value));
    return memory_add(to, word, sizeof word);
}

/* The rows of a skeleton: as many as have one of its lists, which is the first so many. */
static size_t listed(const echo_bone *bones, size_t count, uint8_t key)
{
    size_t n = 0;
    while (n < count && bones[n].keys & key) n++;
    return n;
}

static bool put_skeleton(reel_memory *to, const echo_bone *bones, size_t count, int32_t slot)
{
    enum { POSITIONS = 2, ROTATIONS = 3, POSITION_BYTES = 12, ROTATION_BYTES = 16 };
    const tape_skeleton skeleton = { .slot = slot };
    const size_t start = proto_begin(to), positions = listed(bones, count, 1), rotations = listed(bones, count, 2);
    bool fine = reel__proto_put(to, &reel__tape_skeleton_list, &skeleton);
    if (positions)
        fine = fine && reel__proto_put_tag(to, POSITIONS, PROTO_BYTES) && reel__proto_put_varint(to, positions * POSITION_BYTES);
    for (size_t i = 0; i < positions && fine; i++) {
        const reel_vec3 *p = &bones[i].position;
        fine = put_single(to, p->x) && put_single(to, p->y) && put_single(to, p->z);
    }
    if (rotations)
        fine = fine && reel__proto_put_tag(to, ROTATIONS, PROTO_BYTES) && reel__proto_put_varint(to, rotations * ROTATION_BYTES);
    for (size_t i = 0; i < rotations && fine; i++) {
        const reel_quaternion *q = &bones[i].rotation;
        fine = put_single(to, q->x) && put_single(to, q->y) && put_single(to, q->z) && put_single(to, q->w);
    }
    return fine && reel__proto_end(to, start, ARENA_BONES);
}

/* A skeleton has the slot that it had; a new one that of the player in its place. */
static bool put_bones(reel_memory *to, const line_rows *rows, const reel_bytes *old)
{
    item_walk walk = items_of(old, ARENA_BONES);
    proto_field f;
    proto_notes notes = { 0 };
    const uint8_t *broken_at;
    for (size_t at = 0, end; at < rows->bone_count; at = end) {
        const uint8_t number = rows->bones[at].player;
        tape_skeleton was = { .slot = number };
        for (end = at; end < rows->bone_count && rows->bones[end].player == number; end++) continue;
        if (item_at(&walk, number, &f)) {
            was.slot = 0;
            reel__proto_get(&reel__tape_skeleton_list, f.data, f.size, &was, 0, &notes, &broken_at);
        } else if (number < rows->player_count) {
            was.slot = rows->players[number].common.player_id;
        }
        if (!put_skeleton(to, rows->bones + at, end - at, was.slot)) return false;
    }
    return true;
}

/* ---- the frame -------------------------------------------------------------------------------------------------- */

static int32_t whole_of(float value) { return value >= -2147483648.0f && value < 2147483648.0f ? (int32_t)value : 0; }

/* The slot of who has the disc by `possession`. */
static bool find_holder(const line_rows *rows, int32_t *slot)
{
    const int32_t team = rows->frame->possession[0], place = rows->frame->possession[1];
    int32_t at = 0;
    bool flagged = false;
    *slot = -1;
    for (size_t i = 0; i < rows->player_count; i++) {
        const echo_player *c = &rows->players[i].common;
        flagged |= c->possession != 0;
        if (c->team != team) continue;
        if (at++ == place) *slot = c->player_id;
    }
    return *slot >= 0 || flagged; /* nobody, though a player's flag says otherwise, has to be stated */
}

static void fill_pause(tape_arena *a, const echoreplay_frame *f, bool later)
{
    const uint8_t keys = ECHO_KEY_PAUSED_TEAM | ECHO_KEY_UNPAUSED_TEAM | ECHO_KEY_PAUSED_TIMER | ECHO_KEY_UNPAUSED_TIMER;
    if (!(f->common.has & ECHO_HAS_PAUSE)) return;
    a->pause_state = reel__tape_word_number(reel__tape_pause_states, TAPE_PAUSE_STATES, f->paused_text);
    if (!(f->pause_keys & keys)) return;
    a->pause = (tape_pause){ .unpaused_team = reel__tape_role_of_team(f->common.unpaused_team),
                             .paused_team = reel__tape_role_of_team(f->common.paused_team),
                             .unpaused_timer = f->common.unpaused_timer,
                             .paused_timer = f->common.paused_timer };
    const tape_pause *p = &a->pause;
    if (!later || p->unpaused_team || p->paused_team || p->unpaused_timer != 0 || p->paused_timer != 0) a->has |= TAPE_HAS_PAUSE;
}

static void fill_payload(tape_arena *a, const echoreplay_frame *f, const old_frame *old)
{
    const bool any = f->common.has & ECHO_HAS_PAYLOAD || f->api & ECHO_API_MULTIPLIER;
    a->payload = (tape_payload){ .multiplier = f->api & ECHO_API_MULTIPLIER ? f->payload_multiplier : 0,
                                 .checkpoint = f->common.checkpoint,
                                 .distance = f->common.payload_distance,
                                 .defenders = f->common.defenders,
                                 .speed = f->common.payload_speed };
    const tape_payload *p = &a->payload;
    const bool some = p->multiplier != 0 || p->checkpoint || p->distance != 0 || p->defenders || p->speed != 0;
    if (any && (some || old->arena.has & TAPE_HAS_PAYLOAD)) a->has |= TAPE_HAS_PAYLOAD;
}

static void fill_disc(tape_arena *a, bool reference, const echoreplay_frame *f, const old_frame *old)
{
    const echo_frame *c = &f->common;
    if (c->has & ECHO_HAS_VR) {
        a->vr = pose_of(reference, f->vr_keys, c->vr_position, &f->vr, &old->arena.vr);
        a->has |= TAPE_HAS_VR;
    }
    if (!(c->has & ECHO_HAS_DISC)) return;
    a->has |= TAPE_HAS_DISC;
    a->disc.pose = pose_of(reference, f->disc_keys, c->disc_position, &f->disc, &old->arena.disc.pose);
    if (a->disc.pose.has) a->disc.has |= TAPE_DISC_POSE;
    if (f->disc_keys & ECHO_KEY_VELOCITY) {
        a->disc.velocity = c->disc_velocity;
        a->disc.has |= TAPE_DISC_VELOCITY;
    }
    if (f->api & ECHO_API_BOUNCES) a->disc.bounces = (uint32_t)f->bounce_count;
}

static float pressed(float value) { return value == value ? value : 0; }

static void fill_arena(tape_arena *a, const tape_state *state, const tape_past *past, const line_rows *rows, const old_frame *old)
{
    const echoreplay_frame *f = rows->frame;
    const echo_frame *c = &f->common;
    a->status = reel__tape_word_number(reel__tape_statuses, TAPE_STATUSES, f->status_text);
    a->clock = c->game_clock;
    a->blue_points = whole_of(c->blue_points);
    a->orange_points = whole_of(c->orange_points);
    a->round = old->any ? old->arena.round : reel__tape_round_of(past, rows->frame);
    a->error = f->err_code;
    const bool blue = old->arena.blue_restart != 0, orange = old->arena.orange_restart != 0;
    a->blue_restart = blue == (c->blue_restart != 0) ? old->arena.blue_restart : c->blue_restart != 0;
    a->orange_restart = orange == (c->orange_restart != 0) ? old->arena.orange_restart : c->orange_restart != 0;
    if (f->api & ECHO_API_SHOULDERS) {
        a->left = pressed(f->shoulders[0]), a->right = pressed(f->shoulders[1]);
        a->left2 = pressed(f->shoulders[2]), a->right2 = pressed(f->shoulders[3]);
    }
    if (f->api & ECHO_API_POSSESSION && find_holder(rows, &a->holder)) a->has |= TAPE_HAS_HOLDER;
    fill_pause(a, f, state->header.minor > 0);
    fill_disc(a, state->reference, f, old);
    fill_payload(a, f, old);
}

static bool put_arena(reel_memory *to, const tape_state *state, const tape_past *past, const line_rows *rows,
                      const old_frame *old, const reel_bytes *body)
{
    const uint64_t lists = UINT64_C(1) << ARENA_PLAYERS | UINT64_C(1) << ARENA_BONES | UINT64_C(1) << ARENA_EVENTS;
    const size_t start = proto_begin(to);
    tape_arena arena = { .has = 0 };
    fill_arena(&arena, state, past, rows, old);
    bool fine = reel__proto_put(to, &reel__tape_arena_list, &arena) && put_players(to, state->reference, rows, body) &&
                put_bones(to, rows, body) && reel__tape_put_events(to, state, past, rows, body);
    proto_reader outer = body ? proto_read(body->data, body->size) : proto_read(NULL, 0);
    proto_field part;
    while (fine && reel__proto_next(&outer, &part))
        if (part.number == FRAME_ARENA && part.wire == PROTO_BYTES)
            fine = keep_unknown(to, &reel__tape_arena_list, part.data, part.size, lists);
    return fine && reel__proto_end(to, start, FRAME_ARENA);
}

bool reel__tape_put_frame(reel_memory *to, const tape_state *state, const tape_past *past, const line_rows *rows,
                          const reel_bytes *body, uint32_t number)
{
    old_frame old = { .any = false };
    tape_carry carry;
    const bool carries =
        body && reel__tape_find_carry(*body, &carry) && !carry.digest; /* one with a digest is of rows that changed */
    if (body && reel__tape_is_carry_alone(*body)) body = NULL;
    if (body && !read_old(&old, body)) old = (old_frame){ .any = false };
    const int64_t recorded = rows->frame->common.recorded;
    const uint64_t offset = recorded < state->created ? 0 : (uint64_t)recorded - (uint64_t)state->created;
    const tape_frame frame = { .index = old.any ? old.frame.index : number,
                               .offset = offset > UINT32_MAX ? UINT32_MAX : (uint32_t)offset };
    const size_t start = proto_begin(to);
    bool fine = reel__proto_put(to, &reel__tape_frame_list, &frame) && put_arena(to, state, past, rows, &old, body) &&
                (!body || keep_unknown(to, &reel__tape_frame_list, body->data, body->size, UINT64_C(1) << FRAME_ARENA));
    if (fine && carries) {
        carry.digest = reel__tape_digest_beside_carry((reel_bytes){ to->data + start, to->size - start }, state->header_sum);
        fine = reel__tape_put_carry(to, &carry);
    }
    return fine && reel__proto_end(to, start, ENVELOPE_FRAME);
}
