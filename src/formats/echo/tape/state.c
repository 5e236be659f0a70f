/* SPDX-License-Identifier: MIT
 * Headers and events. */
#include "formats/echo/tape/state.h"

#include "codec/xxh3.h"
#include "formats/echo/common/schema.h"
#include "formats/echo/replay/session.h"

/* ---- texts ------------------------------------------------------------------------------------------------------ */

void reel__tape_text_set(tape_state *state, tape_text *text, reel_string value)
{
    reel_memory *bytes = &text->bytes;
    if (bytes->size == value.size && (!value.size || memcmp(bytes->data, value.data, value.size) == 0)) return;
    bytes->allocator = state->allocator;
    bytes->size = 0;
    text->shown = (reel_string){ NULL, 0 };
    if (!memory_add(bytes, value.data, value.size)) state->no_memory = true;
}

reel_string reel__tape_text_show(tape_text *text, reel_chunk *chunk)
{
    if (!text->bytes.size) return (reel_string){ NULL, 0 };
    if (!text->shown.data) text->shown = reel_chunk_string(chunk, text->bytes.data, text->bytes.size);
    return text->shown;
}

enum { FIXED_TEXTS = 7 };

/* The texts that are not of a slot. */
static tape_text *fixed_text(tape_state *s, size_t i)
{
    tape_text *const texts[FIXED_TEXTS] = { &s->session_id, &s->map_name, &s->client_name, &s->session_ip,
                                            &s->rules_by,   &s->person,   &s->assist };
    return i < FIXED_TEXTS ? texts[i] : i < FIXED_TEXTS + TAPE_TEAMS ? &s->team_names[i - FIXED_TEXTS] : NULL;
}

void reel__tape_state_begin(tape_state *state, const reel_allocator *allocator)
{
    state->allocator = state->joined.allocator = state->merged.allocator = *allocator;
}

void reel__tape_state_free(tape_state *state)
{
    tape_text *text;
    for (size_t i = 0; (text = fixed_text(state, i)) != NULL; i++) reel__memory_drop(&state->allocator, text->bytes.data);
    for (size_t i = 0; i < TAPE_SLOTS; i++) reel__memory_drop(&state->allocator, state->slots[i].name.bytes.data);
    reel__memory_drop(&state->allocator, state->joined.data);
    reel__memory_drop(&state->allocator, state->merged.data);
}

void reel__tape_state_copy(tape_state *to, tape_state *from)
{
    /* Texts keep their memory: all else is copied around them. */
    tape_text fixed[FIXED_TEXTS + TAPE_TEAMS] = { 0 }, names[TAPE_SLOTS], *text;
    const bool no_memory = to->no_memory || from->no_memory;
    const reel_memory joined = to->joined, merged = to->merged;
    for (size_t i = 0; (text = fixed_text(to, i)) != NULL; i++) fixed[i] = *text;
    for (size_t i = 0; i < TAPE_SLOTS; i++) names[i] = to->slots[i].name;
    *to = *from;
    to->no_memory = no_memory;
    to->joined = joined;
    to->merged = merged;
    for (size_t i = 0; (text = fixed_text(to, i)) != NULL; i++) {
        *text = fixed[i];
        reel__tape_text_set(to, text, tape_text_of(fixed_text(from, i)));
    }
    for (size_t i = 0; i < TAPE_SLOTS; i++) {
        to->slots[i].name = names[i];
        reel__tape_text_set(to, &to->slots[i].name, tape_text_of(&from->slots[i].name));
    }
}

void reel__tape_state_renew(tape_state *state)
{
    tape_text *text;
    for (size_t i = 0; (text = fixed_text(state, i)) != NULL; i++) text->shown = (reel_string){ NULL, 0 };
    for (size_t i = 0; i < TAPE_SLOTS; i++) state->slots[i].name.shown = (reel_string){ NULL, 0 };
}

/* ---- envelopes -------------------------------------------------------------------------------------------------- */

bool reel__tape_join(tape_state *state, reel_memory *buffer, reel_bytes *parts, const proto_field *part)
{
    if (!parts->data) {
        *parts = (reel_bytes){ part->data, part->size };
        return true;
    }
    if (parts->data != buffer->data || parts->size != buffer->size) {
        buffer->size = 0;
        if (!memory_add(buffer, parts->data, parts->size)) state->no_memory = true;
    }
    if (!memory_add(buffer, part->data, part->size)) state->no_memory = true;
    *parts = (reel_bytes){ buffer->data, buffer->size };
    return !state->no_memory;
}

/* The content may be in several parts, which are one message; of two kinds the last one counts. */
reel_status reel__tape_open_envelope(tape_state *state, reel_bytes body, uint8_t *kind, reel_bytes *content)
{
    static const uint8_t kinds[] = { TAPE_OTHER, TAPE_HEADER, TAPE_FRAME, TAPE_FOOTER };
    proto_reader r = proto_read(body.data, body.size);
    proto_field f;
    bool any = false;
    *kind = TAPE_OTHER;
    *content = (reel_bytes){ NULL, 0 };
    while (reel__proto_next(&r, &f)) {
        any = true;
        if (f.number > ENVELOPE_FOOTER || f.wire != PROTO_BYTES) continue;
        if (*kind != kinds[f.number]) *content = (reel_bytes){ NULL, 0 };
        *kind = kinds[f.number];
        if (!reel__tape_join(state, &state->joined, content, &f)) return REEL_MEMORY;
    }
    state->broken_at = r.broken ? r.at : body.data;
    return r.broken || !any ? REEL_CORRUPT : REEL_OK;
}

/* ---- people ----------------------------------------------------------------------------------------------------- */

static tape_slot *slot_of(tape_state *state, int32_t slot)
{
    if (slot >= 0 && slot < TAPE_SLOTS) return &state->slots[slot];
    state->notes.slots++;
    return NULL;
}

static void take_person(tape_state *state, const tape_person *person)
{
    tape_slot *slot = slot_of(state, person->slot);
    if (!slot) return;
    slot->known = true;
    slot->account = person->account;
    slot->role = person->role;
    slot->jersey = person->jersey;
    slot->level = person->level;
    reel__tape_text_set(state, &slot->name, person->name);
}

/* Reads a message of one list. */
static bool get(tape_state *state, const proto_message *list, const proto_field *f, void *to)
{
    return reel__proto_get(list, f->data, f->size, to, 0, &state->notes.proto, &state->broken_at);
}

/* ---- the header ------------------------------------------------------------------------------------------------- */

static bool take_roster(tape_state *state, const proto_field *f)
{
    tape_person person = { .slot = 0 };
    if (!get(state, &reel__tape_person_list, f, &person)) return false;
    take_person(state, &person);
    return true;
}

static bool take_match(tape_state *state, const proto_field *arena, tape_match *match)
{
    const uint64_t others = UINT64_C(1) << ARENA_ROSTER | UINT64_C(1) << ARENA_TEAM_NAMES;
    proto_reader r = proto_read(arena->data, arena->size);
    proto_field f;
    while (reel__proto_next(&r, &f)) {
        bool fine = true;
        if (f.number == ARENA_ROSTER && f.wire == PROTO_BYTES)
            fine = take_roster(state, &f);
        else if (f.number == ARENA_TEAM_NAMES && f.wire == PROTO_BYTES && state->team_count < TAPE_TEAMS)
            reel__tape_text_set(state, &state->team_names[state->team_count++], (reel_string){ (const char *)f.data, f.size });
        else
            fine = reel__proto_get_field(&reel__tape_match_list, &f, match, others, &state->notes.proto, &state->broken_at);
        if (!fine) return false;
    }
    state->broken_at = r.at;
    return !r.broken;
}

/* Milliseconds since 1970, rounded down; a time that none of them can be becomes 0. */
static int64_t ms_of(const tape_stamp *stamp)
{
    const int64_t most = INT64_C(253402300800); /* the year 10000 */
    if (stamp->seconds < -most || stamp->seconds > most) return 0;
    int64_t ms = stamp->seconds * 1000 + stamp->nanos / 1000000;
    return stamp->nanos < 0 && stamp->nanos % 1000000 ? ms - 1 : ms;
}

reel_status reel__tape_state_header(tape_state *state, reel_bytes body)
{
    proto_reader r = proto_read(body.data, body.size);
    tape_match match = { .match_type = 0 };
    proto_field f;
    bool arena = false, other = false;
    while (reel__proto_next(&r, &f)) {
        bool fine = true;
        const uint64_t others = UINT64_C(1) << HEADER_METADATA | UINT64_C(1) << HEADER_ARENA;
        if (f.number == HEADER_ARENA && f.wire == PROTO_BYTES) {
            arena = true;
            fine = take_match(state, &f, &match);
        } else {
            other |= f.number > HEADER_ARENA && f.number < 100;
            fine = reel__proto_get_field(&reel__tape_header_list, &f, &state->header, others, &state->notes.proto,
                                         &state->broken_at);
        }
        if (!fine) return REEL_CORRUPT;
    }
    state->broken_at = r.at;
    if (r.broken) return REEL_CORRUPT;
    state->created = ms_of(&state->header.created);
    state->header_sum = reel__xxh3_64(body.data, body.size, 0);
    state->match_type = match.match_type;
    state->rounds = match.rounds;
    state->rules_at = match.rules_at;
    state->private_match = match.private_match;
    state->tournament = match.tournament;
    reel__tape_text_set(state, &state->session_id, match.session_id);
    reel__tape_text_set(state, &state->map_name, match.map_name);
    reel__tape_text_set(state, &state->client_name, match.client_name);
    reel__tape_text_set(state, &state->session_ip, match.session_ip);
    reel__tape_text_set(state, &state->rules_by, match.rules_by);
    return arena || !other ? REEL_OK : REEL_UNSUPPORTED;
}

/* ---- events ----------------------------------------------------------------------------------------------------- */

static bool take_left(tape_state *state, const proto_field *f)
{
    tape_person left = { .slot = 0 };
    proto_reader r = proto_read(f->data, f->size);
    proto_field field;
    while (reel__proto_next(&r, &field))
        if (field.number == 1 && field.wire == PROTO_VARINT) left.slot = (int32_t)(uint32_t)field.value;
    state->broken_at = r.at;
    tape_slot *slot = r.broken ? NULL : slot_of(state, left.slot);
    if (slot) {
        slot->known = false;
        slot->account = 0;
        slot->role = slot->jersey = slot->level = 0;
        reel__tape_text_set(state, &slot->name, (reel_string){ NULL, 0 });
    }
    return !r.broken;
}

static bool take_person_event(tape_state *state, const proto_field *f)
{
    tape_person person = { .slot = 0 };
    tape_switch change = { 0 };
    tape_slot *slot;
    switch (f->number) {
    case EVENT_JOINED: return take_roster(state, f);
    case EVENT_LEFT: return take_left(state, f);
    case EVENT_SWITCHED:
        if (!get(state, &reel__tape_switch_list, f, &change)) return false;
        slot = slot_of(state, change.slot);
        if (slot) slot->role = change.role;
        return true;
    default: { /* PlayerInfoUpdated: 1 slot, 2 jersey, 3 level */
        tape_switch info = { 0 };
        if (!get(state, &reel__tape_switch_list, f, &info)) return false;
        person.slot = info.slot;
        slot = slot_of(state, person.slot);
        if (slot) slot->jersey = info.role;
        if (slot) slot->level = info.previous;
        return true;
    }
    }
}

static uint8_t code_of(tape_state *state, const reel_label *labels, reel_string word)
{
    const int code = reel__session_code(labels, word);
    if (code >= 0) return (uint8_t)code;
    state->notes.words += word.size != 0;
    return word.size ? UINT8_MAX : 0;
}

static bool take_equipment(tape_state *state, const proto_field *f)
{
    if (f->number == EVENT_LOADOUT) {
        tape_loadout loadout = { .slot = 0 };
        if (!get(state, &reel__tape_loadout_list, f, &loadout)) return false;
        tape_slot *slot = slot_of(state, loadout.slot);
        if (!slot) return true;
        slot->has_loadout = true;
        slot->loadout[0] = code_of(state, reel__echo_weapons, loadout.weapon);
        slot->loadout[1] = code_of(state, reel__echo_ordnances, loadout.ordnance);
        slot->loadout[2] = code_of(state, reel__echo_tac_mods, loadout.tac_mod);
        slot->loadout_keys =
            (uint8_t)((loadout.weapon.size ? 1 : 0) | (loadout.ordnance.size ? 2 : 0) | (loadout.tac_mod.size ? 4 : 0));
        return true;
    }
    tape_grab grab = { .slot = 0 };
    if (!get(state, &reel__tape_grab_list, f, &grab)) return false;
    tape_slot *slot = slot_of(state, grab.slot);
    if (!slot) return true;
    slot->has_grab = true;
    slot->held[0] = reel__tape_held_code(grab.left, &state->notes.words);
    slot->held[1] = reel__tape_held_code(grab.right, &state->notes.words);
    return true;
}

static bool take_stats(tape_state *state, const proto_field *f)
{
    tape_stats stats = { 0 };
    if (!get(state, &reel__tape_stats_list, f, &stats)) return false;
    tape_slot *slot = slot_of(state, stats.slot);
    if (!slot) return true;
    slot->has_stats = true;
    slot->stats = stats;
    return true;
}

static bool take_goal(tape_state *state, const proto_field *f)
{
    enum { SCORER = 6, ASSIST = 7 };
    tape_goal goal = { .team = 0 };
    const uint64_t others = UINT64_C(1) << SCORER | UINT64_C(1) << ASSIST;
    if (!reel__proto_get(&reel__tape_goal_list, f->data, f->size, &goal, others, &state->notes.proto, &state->broken_at))
        return false;
    reel__tape_text_set(state, &state->person, goal.person);
    reel__tape_text_set(state, &state->assist, goal.assist);
    goal.person = goal.assist = (reel_string){ NULL, 0 };
    state->goal = goal;
    state->has_goal = true;
    state->notes.words += goal.type < 0 || goal.type >= TAPE_GOAL_TYPES;
    return true;
}

/* Older writers state that nobody holds the disc by a slot of -1, which stands for a player: F-4. */
static bool take_possession(tape_state *state, const proto_field *f)
{
    proto_reader r = proto_read(f->data, f->size);
    proto_field field;
    while (reel__proto_next(&r, &field))
        state->notes.free_disc += field.number <= 2 && field.wire == PROTO_VARINT && (int32_t)(uint32_t)field.value == -1;
    state->broken_at = r.at;
    return !r.broken;
}

bool reel__tape_state_event(tape_state *state, const proto_field *f)
{
    if (f->wire != PROTO_BYTES) return true;
    switch (f->number) {
    case EVENT_JOINED:
    case EVENT_LEFT:
    case EVENT_SWITCHED:
    case EVENT_INFO: return take_person_event(state, f);
    case EVENT_LOADOUT:
    case EVENT_GRAB: return take_equipment(state, f);
    case EVENT_STATS: return take_stats(state, f);
    case EVENT_GOAL: return take_goal(state, f);
    case EVENT_POSSESSION: return take_possession(state, f);
    case EVENT_SCOREBOARD: {
        tape_board board = { 0 };
        if (!get(state, &reel__tape_board_list, f, &board)) return false;
        board.clock = (reel_string){ NULL, 0 };
        state->board = board;
        state->has_board = true;
        return true;
    }
    case EVENT_THROWN: {
        tape_throw thrown = { .slot = 0 };
        if (!get(state, &reel__tape_throw_list, f, &thrown)) return false;
        if (thrown.has) state->thrown = thrown;
        state->has_throw |= thrown.has;
        return true;
    }
    default: return true;
    }
}
