/* SPDX-License-Identifier: MIT
 * .nevrcap, version 1: each frame has a whole answer of the game's API, as messages with the numbers of its schema. */
#include "formats/echo/tape/first.h"
#include "core/chunk.h"
#include "formats/echo/common/schema.h"
#include "formats/echo/replay/session.h"

enum { MOST_BONES = 255, POSITION_BYTES = 12, ROTATION_BYTES = 16 };

static const char header_section[] = "header", message_section[] = "messages";

/* ---- building --------------------------------------------------------------------------------------------------- */

typedef struct first_build {
    tape_state *state;
    tape_rows *rows;
    first_frame frame;
    uint8_t teams;
    uint32_t skeletons;
    unsigned places; /* of `possession`, that were read */
    double time;
} first_build;

static bool get(first_build *b, const proto_message *list, const proto_field *f, void *to, uint64_t others)
{
    return reel__proto_get(list, f->data, f->size, to, others, &b->state->notes.proto, &b->state->broken_at);
}

/* A copy of a text in the chunk. Texts that seldom change are copied once. */
static reel_string copy_of(first_build *b, tape_text *cache, reel_string text)
{
    reel__tape_text_set(b->state, cache, text);
    return reel__tape_text_show(cache, b->rows->chunk);
}

static uint8_t code_of(first_build *b, const reel_label *labels, reel_string word, uint8_t other)
{
    const int code = reel__session_code(labels, word);
    if (code >= 0) return (uint8_t)code;
    b->state->notes.words += word.size != 0;
    return other;
}

static void put_stats(const first_stats *stats, echo_stats *counts, float *time)
{
    *counts = stats->counts;
    *time = stats->possession_time;
}

static void put_person(first_build *b, first_player *p)
{
    echoreplay_player *row = &p->row;
    echo_player *c = &row->common;
    if (p->slot >= 0 && p->slot < TAPE_SLOTS) {
        c->player_id = (uint8_t)p->slot;
        row->keys |= ECHO_KEY_PLAYER_ID;
        c->name = copy_of(b, &b->state->slots[p->slot].name, c->name);
    } else {
        b->state->notes.slots++;
        c->name = reel_chunk_string(b->rows->chunk, c->name.data, c->name.size);
    }
    row->keys |= ECHO_KEY_USERID | ECHO_KEY_PING | ECHO_KEY_LOSS | (c->name.size ? ECHO_KEY_NAME : 0);
    if (p->jersey >= 0 && p->jersey <= UINT16_MAX) c->number = (uint16_t)p->jersey, row->keys |= ECHO_KEY_NUMBER;
    if (p->level >= 0 && p->level <= UINT16_MAX) c->level = (uint16_t)p->level, row->keys |= ECHO_KEY_LEVEL;
}

static void put_equipment(first_build *b, first_player *p)
{
    echoreplay_player *row = &p->row;
    echo_player *c = &row->common;
    if (p->weapon.size || p->ordnance.size || p->tac_mod.size) {
        c->has |= ECHO_HAS_LOADOUT;
        c->weapon = code_of(b, reel__echo_weapons, p->weapon, p->weapon.size ? UINT8_MAX : 0);
        c->ordnance = code_of(b, reel__echo_ordnances, p->ordnance, p->ordnance.size ? UINT8_MAX : 0);
        c->tac_mod = code_of(b, reel__echo_tac_mods, p->tac_mod, p->tac_mod.size ? UINT8_MAX : 0);
        row->state_keys |= (uint8_t)((p->weapon.size ? ECHO_KEY_WEAPON : 0) | (p->ordnance.size ? ECHO_KEY_ORDNANCE : 0) |
                                     (p->tac_mod.size ? ECHO_KEY_TAC_MOD : 0));
    }
    c->holding_left = reel__tape_held_code(p->left, &b->state->notes.words);
    c->holding_right = reel__tape_held_code(p->right, &b->state->notes.words);
    if (p->left.size || p->right.size) c->has |= ECHO_HAS_HOLDING;
    if (!p->has) return;
    c->has |= ECHO_HAS_STATS;
    put_stats(&p->stats, &c->stats, &c->possession_time);
    row->stats_keys = 0xff;
    row->stats_more_keys = 15;
}

static bool read_player(first_build *b, const proto_field *f, uint8_t team, uint8_t place)
{
    first_player p = { .row = { .from_line = 1 } };
    if (!get(b, &reel__nevrcap_player_list, f, &p, 0)) return false;
    if (!b->rows->players) return true;
    p.row.common.time = b->time;
    p.row.common.frame = b->rows->frame;
    p.row.common.team = team;
    p.row.common.slot = place;
    p.row.state_keys |= ECHO_KEY_STUNNED | ECHO_KEY_INVULNERABLE | ECHO_KEY_POSSESSION | ECHO_KEY_BLOCKING;
    put_person(b, &p);
    put_equipment(b, &p);
    echoreplay_player *row = reel_row_add(b->rows->players);
    if (row) *row = p.row;
    return row != NULL;
}

static bool read_team(first_build *b, const proto_field *f)
{
    first_team t = { .has = 0 };
    const uint8_t number = b->teams;
    uint32_t players = 0;
    if (!get(b, &reel__nevrcap_team_list, f, &t, UINT64_C(1) << TEAM_PLAYERS)) return false;
    if (number == TAPE_TEAMS) { /* no more have a number */
        b->state->notes.words++;
        return true;
    }
    b->teams++;
    proto_reader r = proto_read(f->data, f->size);
    proto_field player;
    while (reel__proto_next(&r, &player)) {
        if (player.number != TEAM_PLAYERS || player.wire != PROTO_BYTES) continue;
        if (!read_player(b, &player, number, (uint8_t)(players < UINT8_MAX ? players : UINT8_MAX))) return false;
        players++;
    }
    echoreplay_team *row = b->rows->teams ? reel_row_add(b->rows->teams) : NULL;
    if (!row) return !b->rows->teams;
    *row = (echoreplay_team){ .from_line = 1, .keys = ECHO_KEY_TEAM_POSSESSION };
    row->common = (echo_team){ .time = b->time,
                               .frame = b->rows->frame,
                               .team = number,
                               .possession = t.possession,
                               .players = (uint8_t)(players < UINT8_MAX ? players : UINT8_MAX) };
    row->name = copy_of(b, &b->state->team_names[number], t.name);
    if (row->name.size) row->keys |= ECHO_KEY_TEAM_NAME;
    if (!t.has) return true;
    row->common.has = ECHO_HAS_STATS;
    put_stats(&t.stats, &row->common.stats, &row->common.possession_time);
    row->stats_keys = 0xff;
    row->stats_more_keys = 15;
    return true;
}

static float float_at(reel_string bytes, size_t index)
{
    return reel_float_of(reel_load_u32le((const uint8_t *)bytes.data + 4 * index));
}

/* A list of floats, which may be packed, in several parts, or of single numbers. */
static bool read_floats(first_build *b, const proto_field *skeleton, uint32_t number, reel_memory *buffer, reel_string *floats)
{
    proto_reader r = proto_read(skeleton->data, skeleton->size);
    proto_field f;
    reel_bytes parts = { NULL, 0 };
    while (reel__proto_next(&r, &f)) {
        if (f.number != number) continue;
        if (f.wire == PROTO_FIXED32) {
            f.data = r.at - 4;
            f.size = 4;
        } else if (f.wire != PROTO_BYTES) {
            b->state->notes.proto.mistyped++;
            continue;
        }
        if (!reel__tape_join(b->state, buffer, &parts, &f)) return false;
    }
    *floats = (reel_string){ (const char *)parts.data, parts.size };
    return true;
}

static bool read_skeleton(first_build *b, const proto_field *f)
{
    enum { POSITIONS = 1, ROTATIONS = 3 };
    first_skeleton k = { .slot = 0 };
    tape_state *s = b->state;
    if (!get(b, &reel__nevrcap_skeleton_list, f, &k, UINT64_C(1) << POSITIONS | UINT64_C(1) << ROTATIONS) ||
        !read_floats(b, f, POSITIONS, &s->joined, &k.positions) || !read_floats(b, f, ROTATIONS, &s->merged, &k.rotations))
        return false;
    const size_t positions = k.positions.size / POSITION_BYTES, rotations = k.rotations.size / ROTATION_BYTES;
    const size_t count = positions > rotations ? positions : rotations;
    const uint32_t number = b->skeletons++;
    if (k.positions.size % POSITION_BYTES || k.rotations.size % ROTATION_BYTES || count > MOST_BONES || number > UINT8_MAX) {
        b->state->notes.skeletons++;
        return true;
    }
    for (size_t i = 0; b->rows->bones && i < count; i++) {
        echo_bone *bone = reel_row_add(b->rows->bones);
        if (!bone) return false;
        *bone = (echo_bone){ .time = b->time,
                             .frame = b->rows->frame,
                             .player = (uint8_t)number,
                             .bone = (uint8_t)i,
                             .keys = (uint8_t)((i < positions ? 1 : 0) | (i < rotations ? 2 : 0)),
                             .from_line = 1 };
        if (i < positions)
            bone->position =
                (reel_vec3){ float_at(k.positions, 3 * i), float_at(k.positions, 3 * i + 1), float_at(k.positions, 3 * i + 2) };
        if (i < rotations)
            bone->rotation = (reel_quaternion){ float_at(k.rotations, 4 * i), float_at(k.rotations, 4 * i + 1),
                                                float_at(k.rotations, 4 * i + 2), float_at(k.rotations, 4 * i + 3) };
    }
    return true;
}

/* Two numbers, packed or not. */
static void take_possession(first_build *b, const proto_field *f, unsigned *count)
{
    uint64_t value = f->value;
    const uint8_t *at = f->data, *const end = f->wire == PROTO_BYTES ? f->data + f->size : f->data;
    if (f->wire == PROTO_VARINT && *count < 2) b->frame.row.possession[(*count)++] = (int32_t)(uint32_t)value;
    while (f->wire == PROTO_BYTES && at < end && *count < 2 && reel__proto_varint(&at, end, &value))
        b->frame.row.possession[(*count)++] = (int32_t)(uint32_t)value;
}

static bool read_session(first_build *b, const proto_field *session)
{
    tape_state *s = b->state;
    const uint64_t lists = UINT64_C(1) << SESSION_POSSESSION | UINT64_C(1) << SESSION_TEAMS;
    proto_reader r = proto_read(session->data, session->size);
    proto_field f;
    while (reel__proto_next(&r, &f)) {
        bool fine = true;
        if (f.number == SESSION_TEAMS && f.wire == PROTO_BYTES)
            fine = read_team(b, &f);
        else if (f.number == SESSION_POSSESSION)
            take_possession(b, &f, &b->places);
        else
            fine = reel__proto_get_field(&reel__nevrcap_session_list, &f, &b->frame, lists, &s->notes.proto, &s->broken_at);
        if (!fine) return false;
    }
    if (b->places == 2) b->frame.row.api |= ECHO_API_POSSESSION;
    s->broken_at = r.at;
    return !r.broken;
}

static bool read_bones(first_build *b, const proto_field *bones)
{
    enum { ERROR_CODE = 2 };
    proto_reader r = proto_read(bones->data, bones->size);
    proto_field f;
    while (reel__proto_next(&r, &f)) {
        if (f.number == BONES_PLAYERS && f.wire == PROTO_BYTES && !read_skeleton(b, &f)) return false;
        b->state->notes.proto.unknown += f.number > ERROR_CODE;
    }
    b->state->broken_at = r.at;
    return !r.broken;
}

/* ---- the frame -------------------------------------------------------------------------------------------------- */

static void put_texts(first_build *b)
{
    tape_state *s = b->state;
    echoreplay_frame *f = &b->frame.row;
    reel_chunk *chunk = b->rows->chunk;
    f->session_id = copy_of(b, &s->session_id, f->session_id);
    f->session_ip = copy_of(b, &s->session_ip, f->session_ip);
    f->map_name = copy_of(b, &s->map_name, f->map_name);
    f->client_name = copy_of(b, &s->client_name, f->client_name);
    f->common.rules_changed_by = copy_of(b, &s->rules_by, f->common.rules_changed_by);
    f->person_scored = copy_of(b, &s->person, f->person_scored);
    f->assist_scored = copy_of(b, &s->assist, f->assist_scored);
    f->clock_display = reel_chunk_string(chunk, f->clock_display.data, f->clock_display.size);
    f->match_type = reel_chunk_string(chunk, f->match_type.data, f->match_type.size);
    f->status_text = reel_chunk_string(chunk, f->status_text.data, f->status_text.size);
    f->paused_text = reel_chunk_string(chunk, f->paused_text.data, f->paused_text.size);
    f->goal_text = reel_chunk_string(chunk, f->goal_text.data, f->goal_text.size);
}

static void put_codes(first_build *b)
{
    static const char *const other_pauses[] = { "", "paused_requested", "autopause_replay" };
    static const char *const other_goals[] = { "", "[NO GOAL]", "LONG HEADBUTT", "LONG BUMPER SHOT" };
    enum { OTHER = 5 };
    echoreplay_frame *f = &b->frame.row;
    echo_frame *c = &f->common;
    c->status = f->status_text.size ? code_of(b, reel__echo_statuses, f->status_text, 0) : ECHO_STATUS_EMPTY;
    if (c->has & ECHO_HAS_PAUSE) {
        if (f->paused_text.size)
            c->paused_state = reel__tape_word_number(other_pauses, 3, f->paused_text)
                                  ? OTHER
                                  : code_of(b, reel__echo_paused_states, f->paused_text, OTHER);
        c->paused_team = code_of(b, reel__echo_teams, b->frame.paused_team, ECHO_NO_TEAM);
        c->unpaused_team = code_of(b, reel__echo_teams, b->frame.unpaused_team, ECHO_NO_TEAM);
        f->pause_keys = ECHO_KEY_PAUSED_TEAM | ECHO_KEY_UNPAUSED_TEAM | ECHO_KEY_PAUSED_TIMER | ECHO_KEY_UNPAUSED_TIMER;
        if (f->paused_text.size) f->pause_keys |= ECHO_KEY_PAUSED_STATE;
    }
    if (!(c->has & ECHO_HAS_SCORE)) return;
    c->score_team = code_of(b, reel__echo_teams, b->frame.score_team, ECHO_NO_TEAM);
    c->score_points = (uint8_t)(b->frame.score_points > 0 && b->frame.score_points <= UINT8_MAX ? b->frame.score_points : 0);
    b->state->notes.words += b->frame.score_points != c->score_points;
    if (f->goal_text.size && !reel__tape_word_number(other_goals, 4, f->goal_text))
        c->goal_type = code_of(b, reel__echo_goal_types, f->goal_text, 0);
    f->score_keys = ECHO_KEY_SCORE_TEAM | ECHO_KEY_SCORE_POINTS | ECHO_KEY_DISC_SPEED | ECHO_KEY_SCORE_DISTANCE;
    if (f->goal_text.size) f->score_keys |= ECHO_KEY_GOAL_TYPE;
}

/* A value that is missing is 0: what the message does not have cannot be told from it, but for parts that are messages. */
static void put_keys(first_build *b)
{
    echoreplay_frame *f = &b->frame.row;
    echo_frame *c = &f->common;
    c->has |= ECHO_HAS_POINTS;
    f->api |= ECHO_API_CLOCK | ECHO_API_ROUNDS | ECHO_API_ERROR | ECHO_API_SHOULDERS;
    if (f->status_text.size) f->api |= ECHO_API_STATUS;
    if (c->has & ECHO_HAS_DISC) f->api |= ECHO_API_BOUNCES;
    f->keys = ECHO_KEY_BLUE_POINTS | ECHO_KEY_ORANGE_POINTS | ECHO_KEY_BLUE_RESTART | ECHO_KEY_ORANGE_RESTART | ECHO_KEY_PRIVATE |
              ECHO_KEY_TOURNAMENT;
    f->round_keys = ECHO_KEY_BLUE_ROUNDS | ECHO_KEY_ORANGE_ROUNDS | ECHO_KEY_ROUNDS;
    if (c->rules_changed_at || c->rules_changed_by.size) {
        c->has |= ECHO_HAS_RULES;
        f->keys |= ECHO_KEY_RULES_AT | ECHO_KEY_RULES_BY;
    }
    if (c->has & ECHO_HAS_PAYLOAD) {
        f->api |= ECHO_API_MULTIPLIER;
        f->round_keys |= ECHO_KEY_CHECKPOINT | ECHO_KEY_DISTANCE | ECHO_KEY_DEFENDERS | ECHO_KEY_SPEED;
    }
    if (c->has & ECHO_HAS_THROW) f->throw_keys = 0xff, f->throw_more_keys = 31;
    for (unsigned i = 0; i < 4; i++)
        if (f->shoulders[i] != 0) c->inputs |= (uint8_t)(1u << i);
}

static bool add_frame(first_build *b)
{
    put_texts(b);
    put_codes(b);
    put_keys(b);
    echoreplay_frame *row = b->rows->frames ? reel_row_add(b->rows->frames) : NULL;
    if (row) *row = b->frame.row;
    return row || !b->rows->frames;
}

static int64_t ms_of(const tape_stamp *stamp)
{
    const int64_t most = INT64_C(253402300800); /* the year 10000 */
    if (stamp->seconds < -most || stamp->seconds > most) return 0;
    int64_t ms = stamp->seconds * 1000 + stamp->nanos / 1000000;
    return stamp->nanos < 0 && stamp->nanos % 1000000 ? ms - 1 : ms;
}

static bool read_parts(first_build *b, reel_bytes body)
{
    tape_stamp stamp = { 0 };
    proto_reader r = proto_read(body.data, body.size);
    proto_field f;
    while (reel__proto_next(&r, &f))
        if (f.number == FIRST_STAMP && f.wire == PROTO_BYTES && !get(b, &reel__nevrcap_stamp_list, &f, &stamp, 0)) return false;
    b->state->broken_at = r.at;
    if (r.broken) return false;
    const int64_t recorded = ms_of(&stamp);
    b->time = reel__line_clock_take(&b->rows->clock, recorded, b->rows->offset);
    b->frame.row.common.time = b->time;
    b->frame.row.common.frame = b->rows->frame;
    b->frame.row.common.recorded = recorded;
    r = proto_read(body.data, body.size);
    while (reel__proto_next(&r, &f)) {
        if (f.number == FIRST_SESSION && f.wire == PROTO_BYTES && !read_session(b, &f)) return false;
        if (f.number == FIRST_BONES && f.wire == PROTO_BYTES && !read_bones(b, &f)) return false;
        b->state->notes.proto.unknown += f.number > FIRST_BONES;
    }
    return add_frame(b);
}

bool reel__nevrcap_read_frame(tape_state *state, tape_rows *rows, reel_bytes body)
{
    first_build b = { .state = state, .rows = rows };
    reel_row_list *const lists[] = { rows->frames, rows->teams, rows->players, rows->bones };
    size_t before[4];
    const line_clock clock = rows->clock;
    b.frame.row.from_line = 1;
    b.frame.row.possession[0] = b.frame.row.possession[1] = -1;
    b.frame.row.common.paused_team = b.frame.row.common.unpaused_team = ECHO_NO_TEAM;
    for (size_t i = 0; i < 4; i++) before[i] = lists[i] ? lists[i]->count : 0;
    if (read_parts(&b, body) && !state->no_memory && reel_build_status(rows->chunk) == REEL_OK) {
        rows->frame++;
        return true;
    }
    rows->clock = clock;
    for (size_t i = 0; i < 4; i++)
        if (lists[i]) lists[i]->count = before[i];
    return false;
}

/* ---- the reader ------------------------------------------------------------------------------------------------- */

reel_status reel__nevrcap_header(tape_state *state, reel_bytes body, tape_info *info)
{
    first_header header = { .has = 0 };
    if (!reel__proto_get(&reel__nevrcap_header_list, body.data, body.size, &header, UINT64_C(1) << FIRST_NOTES,
                         &state->notes.proto, &state->broken_at))
        return REEL_CORRUPT;
    *info = (tape_info){ .created = header.created.seconds,
                         .created_nanos = header.created.nanos,
                         .format_version = 1,
                         .capture_id = header.capture_id };
    return REEL_OK;
}

bool reel__nevrcap_each_note(reel_bytes header, tape_on_note *call, void *context)
{
    return reel__tape_each_note_of(header, FIRST_NOTES, call, context);
}

static reel_status read_header(reel_decoder *d, tape_reader *r, const tape_message *message)
{
    tape_info info;
    if (reel__nevrcap_header(&r->state, message->body, &info) < 0)
        return reel__tape_fail_message(d, r, message, header_section, "the header");
    tape_info *row = reel_row_add(reel_chunk_table(d->chunk, &tape_infos));
    if (row) {
        *row = info;
        row->capture_id = reel_chunk_string(d->chunk, info.capture_id.data, info.capture_id.size);
    }
    if (!reel__nevrcap_each_note(message->body, reel__tape_add_note, d) && reel_build_status(d->chunk) == REEL_OK)
        return reel__tape_fail_message(d, r, message, header_section, "the metadata of the header");
    return REEL_OK;
}

static reel_status read_message(reel_decoder *d, tape_reader *r, const tape_message *message)
{
    const uint64_t before = reel__tape_row_bytes(&r->rows);
    const uint32_t frame = r->rows.frame;
    r->rows.offset = message->offset;
    if (!message->body.size || !reel__nevrcap_read_frame(&r->state, &r->rows, message->body)) {
        if (reel_build_status(d->chunk) < 0) return reel_build_status(d->chunk);
        if (!message->body.size) r->state.broken_at = message->body.data;
        return reel__tape_fail_message(d, r, message, message_section, "a frame");
    }
    const reel_status status = reel__tape_take_rows(d, r, message, before);
    if (status < 0) return status;
    r->rows.frame = frame;
    reel__tape_add_envelope(d, r, message, TAPE_FRAME);
    r->rows.frame = frame + 1;
    return REEL_OK;
}

reel_status reel__nevrcap_open(reel_decoder *d)
{
    static const tape_version first = { read_header, read_message, false };
    return reel__tape_open_as(d, &first);
}
