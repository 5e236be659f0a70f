/* SPDX-License-Identifier: MIT
 * Messages of a .nevrcap from rows. Numbers get the fewest digits that give the row's float, unless a style says otherwise. */
#include "formats/echo/common/schema.h"
#include "formats/echo/tape/first.h"

static reel_string word_of(const reel_label *labels, int64_t code, const char *other)
{
    const char *word = reel__session_word(labels, code, other);
    return (reel_string){ word, strlen(word) };
}

/* Copies fields of a message that are not among `made`, a bit for each number below 64, nor in a list. */
static bool keep_fields(reel_memory *to, const proto_message *list, reel_bytes from, uint64_t made)
{
    proto_reader r = proto_read(from.data, from.size);
    proto_field f;
    while (reel__proto_next(&r, &f)) {
        if ((list && reel__proto_member_of(list, f.number)) || (f.number < 64 && made >> f.number & 1)) continue;
        if (!memory_add(to, f.start, (size_t)(r.at - f.start))) return false;
    }
    return true;
}

/* ---- the session ------------------------------------------------------------------------------------------------ */

static first_stats stats_of(const echo_stats *counts, float time) { return (first_stats){ *counts, time }; }

static reel_string held(char to[8], uint8_t code)
{
    if (code == ECHO_HOLDS_NULL) return (reel_string){ NULL, 0 };
    const char *word = reel__session_word(reel__echo_holdings, code, NULL);
    if (word) return (reel_string){ word, strlen(word) };
    size_t size = 0;
    if (code >= 100) to[size++] = (char)('0' + code / 100);
    if (code >= 10) to[size++] = (char)('0' + code / 10 % 10);
    to[size++] = (char)('0' + code % 10);
    return (reel_string){ to, size };
}

static bool put_player(reel_memory *to, const echoreplay_player *row, const first_style *style)
{
    char left[8], right[8];
    const echo_player *c = &row->common;
    const bool loadout = c->has & ECHO_HAS_LOADOUT, holding = c->has & ECHO_HAS_HOLDING;
    const reel_string none = { NULL, 0 };
    const first_player p = {
        .row = *row,
        .stats = stats_of(&c->stats, c->possession_time),
        .weapon = loadout && row->state_keys & ECHO_KEY_WEAPON ? word_of(reel__echo_weapons, c->weapon, "unknown") : none,
        .ordnance = loadout && row->state_keys & ECHO_KEY_ORDNANCE ? word_of(reel__echo_ordnances, c->ordnance, "unknown") : none,
        .tac_mod = loadout && row->state_keys & ECHO_KEY_TAC_MOD ? word_of(reel__echo_tac_mods, c->tac_mod, "unknown") : none,
        .left = holding ? held(left, c->holding_left) : none,
        .right = holding ? held(right, c->holding_right) : none,
        .slot = row->keys & ECHO_KEY_PLAYER_ID ? c->player_id : -1,
        .jersey = row->keys & ECHO_KEY_NUMBER ? c->number : -1,
        .level = row->keys & ECHO_KEY_LEVEL ? c->level : -1,
        .has = c->has & ECHO_HAS_STATS ? 1 : 0,
    };
    const size_t start = proto_begin(to);
    return reel__proto_put_some(to, &reel__nevrcap_player_list, &p, 0, UINT8_MAX, style->wide) &&
           reel__proto_end(to, start, TEAM_PLAYERS);
}

/* What is not a player. */
static bool put_team(reel_memory *to, const first_team *team, const first_style *style)
{
    return reel__proto_put_some(to, &reel__nevrcap_team_list, team, 0, UINT8_MAX, style->wide);
}

/* A team has the players that follow those of the team before. */
static bool put_teams(reel_memory *to, const line_rows *rows, const first_style *style)
{
    for (size_t t = 0, player = 0; t < rows->team_count; t++) {
        const echoreplay_team *row = &rows->teams[t];
        const first_team team = { .stats = stats_of(&row->common.stats, row->common.possession_time),
                                  .name = row->name,
                                  .possession = row->common.possession,
                                  .has = row->common.has & ECHO_HAS_STATS ? 1 : 0 };
        const size_t start = proto_begin(to);
        bool fine = style->ascending || put_team(to, &team, style);
        for (; player < rows->player_count && rows->players[player].common.team == row->common.team && fine; player++)
            fine = put_player(to, &rows->players[player], style);
        if (fine && style->ascending) fine = put_team(to, &team, style);
        if (!fine || !reel__proto_end(to, start, SESSION_TEAMS)) return false;
    }
    return true;
}

static bool put_possession(reel_memory *to, const first_frame *f)
{
    const size_t list = proto_begin(to);
    bool fine = true;
    if (!(f->row.api & ECHO_API_POSSESSION)) return true;
    for (unsigned i = 0; i < 2 && fine; i++) fine = reel__proto_put_varint(to, (uint64_t)(int64_t)f->row.possession[i]);
    return fine && reel__proto_end(to, list, SESSION_POSSESSION);
}

/* Values of the payload are stated by reel, even if they are 0, so that its rows come back; encoders leave out what is 0. */
static bool put_payload(reel_memory *to, const first_frame *f, const first_style *style)
{
    enum { VALUES = PAYLOAD_LAST - PAYLOAD_FIRST + 1 };
    proto_member members[VALUES];
    const proto_message list = { .members = members, .count = VALUES };
    if (!(f->row.common.has & ECHO_HAS_PAYLOAD)) return true;
    for (uint32_t i = 0; i < VALUES; i++) {
        members[i] = *reel__proto_member_of(&reel__nevrcap_session_list, PAYLOAD_FIRST + i);
        members[i].bit = 0;
    }
    return reel__proto_put_some(to, &list, f, 0, UINT8_MAX, style->wide);
}

static bool put_session(reel_memory *to, const line_rows *rows, const reel_bytes *old, const first_style *style)
{
    const proto_message *list = &reel__nevrcap_session_list;
    first_frame f = { .row = *rows->frame };
    const echo_frame *c = &rows->frame->common;
    const size_t start = proto_begin(to);
    f.score_points = c->score_points;
    f.score_team = word_of(reel__echo_teams, c->score_team, "");
    f.paused_team = word_of(reel__echo_teams, c->paused_team, "");
    f.unpaused_team = word_of(reel__echo_teams, c->unpaused_team, "");
    for (unsigned i = 0; i < 4; i++)
        if (!(f.row.api & ECHO_API_SHOULDERS) || f.row.shoulders[i] != f.row.shoulders[i]) f.row.shoulders[i] = 0;
    bool fine;
    if (style->ascending)
        fine = reel__proto_put_some(to, list, &f, 0, SESSION_POSSESSION, style->wide) && put_possession(to, &f) &&
               reel__proto_put_some(to, list, &f, SESSION_POSSESSION, SESSION_TEAMS, style->wide) && put_teams(to, rows, style) &&
               reel__proto_put_some(to, list, &f, SESSION_TEAMS, PAYLOAD_FIRST - 1, style->wide) && put_payload(to, &f, style) &&
               reel__proto_put_some(to, list, &f, PAYLOAD_LAST + 1, UINT8_MAX, style->wide);
    else
        fine =
            reel__proto_put_some(to, list, &f, 0, UINT8_MAX, style->wide) && put_possession(to, &f) && put_teams(to, rows, style);
    const uint64_t lists = UINT64_C(1) << SESSION_POSSESSION | UINT64_C(1) << SESSION_TEAMS;
    return fine && (!old || keep_fields(to, list, *old, lists)) && reel__proto_end(to, start, FIRST_SESSION);
}

/* ---- bones ------------------------------------------------------------------------------------------------------ */

static bool put_single(reel_memory *to, float value)
{
    uint8_t word[4];
    reel_store_u32le(word, reel_float_bits(value));
    return memory_add(to, word, sizeof word);
}

static bool put_numbers(reel_memory *to, uint32_t number, const echo_bone *bones, size_t count, uint8_t key)
{
    const size_t start = proto_begin(to);
    bool fine = true;
    for (size_t i = 0; i < count && bones[i].keys & key && fine; i++) {
        const reel_vec3 *p = &bones[i].position;
        const reel_quaternion *q = &bones[i].rotation;
        fine = key == 1 ? put_single(to, p->x) && put_single(to, p->y) && put_single(to, p->z)
                        : put_single(to, q->x) && put_single(to, q->y) && put_single(to, q->z) && put_single(to, q->w);
    }
    return fine && (to->size == start || reel__proto_end(to, start, number));
}

static bool put_bones(reel_memory *to, const line_rows *rows, const first_style *style)
{
    enum { POSITIONS = 1, SLOT = 2, ROTATIONS = 3 };
    const uint8_t *stated = style->slots ? style->slots->data : NULL, *const last = stated ? stated + style->slots->size : NULL;
    const size_t start = proto_begin(to);
    for (size_t at = 0, end; at < rows->bone_count; at = end) {
        const size_t one = proto_begin(to);
        const uint8_t number = rows->bones[at].player;
        uint64_t slot = number < rows->player_count ? rows->players[number].common.player_id : number;
        if (style->slots && !reel__proto_varint(&stated, last, &slot)) slot = 0;
        for (end = at; end < rows->bone_count && rows->bones[end].player == number; end++) continue;
        const bool fine = put_numbers(to, POSITIONS, rows->bones + at, end - at, 1) &&
                          (!slot || (reel__proto_put_tag(to, SLOT, PROTO_VARINT) && reel__proto_put_varint(to, slot))) &&
                          put_numbers(to, ROTATIONS, rows->bones + at, end - at, 2);
        if (!fine || !reel__proto_end(to, one, BONES_PLAYERS)) return false;
    }
    return !rows->bone_count || reel__proto_end(to, start, FIRST_BONES);
}

/* ---- the frame -------------------------------------------------------------------------------------------------- */

/* Events that name people. */
static bool is_about_people(const proto_field *event)
{
    proto_reader r = proto_read(event->data, event->size);
    proto_field f;
    while (reel__proto_next(&r, &f))
        if ((f.number >= EVENT_JOINED && f.number <= EVENT_SWITCHED) || f.number == EVENT_GOAL || f.number > EVENT_STATS)
            return true;
    return false;
}

static bool keep_events(reel_memory *to, const reel_bytes *old, bool people)
{
    proto_reader r = old ? proto_read(old->data, old->size) : proto_read(NULL, 0);
    proto_field f;
    while (reel__proto_next(&r, &f)) {
        if (f.number != FIRST_EVENTS || f.wire != PROTO_BYTES || (!people && is_about_people(&f))) continue;
        if (!memory_add(to, f.start, (size_t)(r.at - f.start))) return false;
    }
    return true;
}

/* The stamp that gives the time of the row: the one that it was read from, or one of whole milliseconds. */
static tape_stamp stamp_of(int64_t recorded, const tape_stamp *old, bool has_old)
{
    int64_t seconds = recorded / 1000, ms = recorded % 1000;
    if (ms < 0) seconds--, ms += 1000;
    if (has_old && old->seconds == seconds && old->nanos / 1000000 == ms) return *old;
    return (tape_stamp){ .seconds = seconds, .nanos = (int32_t)(ms * 1000000) };
}

bool reel__nevrcap_put_frame(reel_memory *to, const line_rows *rows, const reel_bytes *old, uint32_t number, bool people)
{
    static const first_style usual = { .ascending = false };
    tape_stamp was = { 0 };
    reel_bytes session = { NULL, 0 };
    proto_notes notes = { 0 };
    const uint8_t *broken_at;
    uint64_t index = number;
    bool has_stamp = false;
    proto_reader r = old ? proto_read(old->data, old->size) : proto_read(NULL, 0);
    proto_field f;
    if (old) index = 0;
    while (reel__proto_next(&r, &f)) {
        if (f.number == FIRST_INDEX && f.wire == PROTO_VARINT) index = f.value;
        if (f.number == FIRST_STAMP && f.wire == PROTO_BYTES)
            has_stamp = reel__proto_get(&reel__nevrcap_stamp_list, f.data, f.size, &was, 0, &notes, &broken_at);
        if (f.number == FIRST_SESSION && f.wire == PROTO_BYTES) session = (reel_bytes){ f.data, f.size };
    }
    const tape_stamp stamp = stamp_of(rows->frame->common.recorded, &was, has_stamp);
    bool fine = !index || (reel__proto_put_tag(to, FIRST_INDEX, PROTO_VARINT) && reel__proto_put_varint(to, index));
    const size_t start = proto_begin(to);
    fine = fine && reel__proto_put(to, &reel__nevrcap_stamp_list, &stamp) && reel__proto_end(to, start, FIRST_STAMP) &&
           keep_events(to, old, people) && put_session(to, rows, session.size ? &session : NULL, &usual) &&
           put_bones(to, rows, &usual);
    return fine && (!old || keep_fields(to, NULL, *old, 0x3e)); /* what is none of the five */
}

bool reel__nevrcap_put_answers(reel_memory *to, const line_rows *rows, const first_style *style)
{
    return put_session(to, rows, NULL, style) && put_bones(to, rows, style);
}

bool reel__nevrcap_put_header(reel_memory *to, const tape_info *info, const reel_chunk *notes, const reel_bytes *old)
{
    const first_header header = { .capture_id = info->capture_id, .created = { info->created, info->created_nanos }, .has = 1 };
    size_t count;
    const tape_note *note = reel_chunk_rows(notes, &tape_notes, &count);
    bool fine = reel__proto_put(to, &reel__nevrcap_header_list, &header);
    for (size_t i = 0; i < count && fine; i++) {
        const size_t entry = proto_begin(to);
        fine = reel__proto_put_bytes(to, 1, note[i].key.data, note[i].key.size) &&
               reel__proto_put_bytes(to, 2, note[i].value.data, note[i].value.size) && reel__proto_end(to, entry, FIRST_NOTES);
    }
    return fine && (!old || keep_fields(to, NULL, *old, 0xe));
}
