/* SPDX-License-Identifier: MIT
 * The header of a .tape from rows: its own, and what all frames say alike, which the first one says for all. */
#include "formats/echo/common/schema.h"
#include "formats/echo/tape/first.h"
#include "formats/echo/tape/write.h"

static bool same_text(reel_string a, reel_string b)
{
    return a.size == b.size && (!b.size || memcmp(a.data, b.data, b.size) == 0);
}

/* ---- comparing -------------------------------------------------------------------------------------------------- */

typedef struct note_compare {
    const tape_note *notes;
    size_t count, at;
} note_compare;

static bool same_note(void *context, reel_string key, reel_string value)
{
    note_compare *c = context;
    if (c->at == c->count || !same_text(c->notes[c->at].key, key) || !same_text(c->notes[c->at].value, value)) return false;
    c->at++;
    return true;
}

static bool same_match(const tape_state *s, const line_rows *first)
{
    const echoreplay_frame *f = first->frame;
    const bool rules = f->common.has & ECHO_HAS_RULES;
    const reel_string nobody = { NULL, 0 };
    if (!same_text(tape_text_of(&s->session_id), f->session_id) || !same_text(tape_text_of(&s->map_name), f->map_name) ||
        !same_text(tape_text_of(&s->client_name), f->client_name) || !same_text(tape_text_of(&s->session_ip), f->session_ip) ||
        !same_text(tape_text_of(&s->rules_by), rules ? f->common.rules_changed_by : nobody))
        return false;
    if (!same_text(reel__tape_word(reel__tape_match_types, TAPE_MATCH_TYPES, s->match_type), f->match_type)) return false;
    if (!s->private_match != !f->private_match || !s->tournament != !f->tournament_match || s->rounds != f->total_round_count ||
        s->rules_at != (rules ? (uint64_t)f->common.rules_changed_at : 0))
        return false;
    for (size_t i = 0; i < first->team_count; i++) {
        const echoreplay_team *team = &first->teams[i];
        const bool known = team->common.team < s->team_count;
        if (!same_text(known ? tape_text_of(&s->team_names[team->common.team]) : nobody, team->name)) return false;
    }
    return true;
}

/* Whether the rows of the header are those of a message. */
static bool same_header(const tape_info *read, const tape_info *info, tape_each *each, const reel_chunk *notes, reel_bytes body)
{
    note_compare compare = { .at = 0 };
    compare.notes = reel_chunk_rows(notes, &tape_notes, &compare.count);
    return reel__rows_are_equal(&tape_infos, read, info, 1) && each(body, same_note, &compare) && compare.at == compare.count;
}

bool reel__nevrcap_header_agrees(tape_state *state, const tape_info *info, const reel_chunk *notes, reel_bytes body)
{
    tape_info read;
    if (reel__nevrcap_header(state, body, &read) < 0) return false;
    read.container = info->container;
    return same_header(&read, info, reel__nevrcap_each_note, notes, body);
}

bool reel__tape_header_agrees(const tape_state *state, const tape_info *info, const reel_chunk *notes, reel_bytes body,
                              const line_rows *first)
{
    tape_info read = reel__tape_info_of(&state->header, info->container);
    read.capture_id = state->header.capture_id;
    if (!same_header(&read, info, reel__tape_each_note, notes, body)) return false;
    return !first || same_match(state, first);
}

bool reel__tape_roster_agrees(const tape_state *state, const line_rows *first)
{
    for (size_t i = 0; i < first->player_count; i++) {
        const echo_player *c = &first->players[i].common;
        const tape_slot *slot = &state->slots[c->player_id];
        if (!slot->known || !(first->players[i].keys & ECHO_KEY_PLAYER_ID)) continue;
        if (slot->account != c->userid || !same_text(tape_text_of(&slot->name), c->name)) return false;
    }
    return true;
}

/* ---- making ----------------------------------------------------------------------------------------------------- */

static tape_header header_of(const tape_info *info)
{
    return (tape_header){ .capture_id = info->capture_id,
                          .created = { info->created, info->created_nanos },
                          .version = info->format_version,
                          .minor = info->format_minor,
                          .patch = info->format_patch,
                          .encoding = info->frame_encoding,
                          .has = TAPE_HAS_CREATED };
}

static tape_match match_of(const line_rows *first)
{
    const echoreplay_frame *f = first->frame;
    tape_match match = { .session_id = f->session_id,
                         .map_name = f->map_name,
                         .client_name = f->client_name,
                         .session_ip = f->session_ip,
                         .match_type = reel__tape_word_number(reel__tape_match_types, TAPE_MATCH_TYPES, f->match_type),
                         .rounds = f->total_round_count,
                         .private_match = f->private_match,
                         .tournament = f->tournament_match };
    if (!(f->common.has & ECHO_HAS_RULES)) return match;
    match.rules_by = f->common.rules_changed_by;
    match.rules_at = (uint64_t)f->common.rules_changed_at;
    return match;
}

static bool put_roster(reel_memory *to, const line_rows *first)
{
    for (size_t i = 0; i < first->player_count; i++) {
        const echoreplay_player *row = &first->players[i];
        const tape_person person = { .slot = row->common.player_id,
                                     .name = row->common.name,
                                     .account = row->common.userid,
                                     .role = reel__tape_role_of_team(row->common.team),
                                     .jersey = row->keys & ECHO_KEY_NUMBER ? row->common.number : -1,
                                     .level = row->keys & ECHO_KEY_LEVEL ? row->common.level : -1 };
        const size_t start = proto_begin(to);
        if (!(row->keys & ECHO_KEY_PLAYER_ID)) continue;
        if (!reel__proto_put(to, &reel__tape_person_list, &person) || !reel__proto_end(to, start, ARENA_ROSTER)) return false;
    }
    return true;
}

/* All teams have names, or none. */
static bool put_team_names(reel_memory *to, const line_rows *first)
{
    for (size_t i = 0; i < first->team_count; i++)
        if (!first->teams[i].name.size || first->teams[i].common.team != i) return true;
    for (size_t i = 0; i < first->team_count; i++)
        if (!reel__proto_put_bytes(to, ARENA_TEAM_NAMES, first->teams[i].name.data, first->teams[i].name.size)) return false;
    return true;
}

/* Copies the fields of the parts of an old header that rows do not have. Those of the roster are left out, too, if `roster` is not set. */
static bool keep_fields(reel_memory *to, const proto_message *list, reel_bytes from, uint64_t others)
{
    proto_reader r = proto_read(from.data, from.size);
    proto_field f;
    while (reel__proto_next(&r, &f)) {
        if (reel__proto_member_of(list, f.number) || (f.number < 64 && others >> f.number & 1)) continue;
        if (!memory_add(to, f.start, (size_t)(r.at - f.start))) return false;
    }
    return true;
}

/* The players of the first frame, and what an old header has besides; without any frame, all that it has. */
static bool put_match(reel_memory *to, const line_rows *first, const reel_bytes *old)
{
    const size_t start = proto_begin(to);
    const uint64_t names = UINT64_C(1) << ARENA_TEAM_NAMES, roster = UINT64_C(1) << ARENA_ROSTER;
    static const proto_message nothing = { .members = NULL };
    bool fine = true;
    if (first) {
        const tape_match match = match_of(first);
        fine = reel__proto_put(to, &reel__tape_match_list, &match) && put_roster(to, first) && put_team_names(to, first);
    }
    proto_reader r = old ? proto_read(old->data, old->size) : proto_read(NULL, 0);
    proto_field f;
    while (fine && reel__proto_next(&r, &f)) {
        if (f.number != HEADER_ARENA || f.wire != PROTO_BYTES) continue;
        fine = keep_fields(to, first ? &reel__tape_match_list : &nothing, (reel_bytes){ f.data, f.size },
                           first ? names | roster : 0);
    }
    return fine && reel__proto_end(to, start, HEADER_ARENA);
}

bool reel__tape_put_header(reel_memory *to, const tape_info *info, const reel_chunk *notes, const line_rows *first,
                           const reel_bytes *old)
{
    const size_t start = proto_begin(to);
    const tape_header header = header_of(info);
    size_t count;
    const tape_note *note = reel_chunk_rows(notes, &tape_notes, &count);
    bool fine = reel__proto_put(to, &reel__tape_header_list, &header);
    for (size_t i = 0; i < count && fine; i++) {
        const size_t entry = proto_begin(to);
        fine = reel__proto_put_bytes(to, 1, note[i].key.data, note[i].key.size) &&
               reel__proto_put_bytes(to, 2, note[i].value.data, note[i].value.size) &&
               reel__proto_end(to, entry, HEADER_METADATA);
    }
    const uint64_t others = UINT64_C(1) << HEADER_METADATA | UINT64_C(1) << HEADER_ARENA;
    fine = fine && put_match(to, first, old) && (!old || keep_fields(to, &reel__tape_header_list, *old, others));
    return fine && reel__proto_end(to, start, ENVELOPE_HEADER);
}
