/* SPDX-License-Identifier: MIT
 * The events of a frame.
 *
 * Events that change what later frames do not say again follow from the rows and the state before them. All others are kept from the message that
 * the rows were read from; if there is none, they are derived from this frame and the one before, by the rules in docs/formats/tape.md. */
#include "codec/number.h"
#include "formats/echo/common/schema.h"
#include "formats/echo/tape/write.h"

enum { STEPS_MOST = 100 /* events of one counter in one frame */, ALL_STATS = 0xff };
enum { ROUND_STARTED = 10, ROUND_PAUSED, ROUND_UNPAUSED, ROUND_ENDED, MATCH_ENDED, EMOTE = 23, CAUGHT = 32, PLAYER_GOAL = 41 };

typedef struct event_put {
    reel_memory *to;
    const tape_state *state;
    const tape_past *past;
    const line_rows *rows;
    bool derive;                                /* there is no message: all events follow from rows */
    bool touched[TAPE_SLOTS], left[TAPE_SLOTS]; /* slots that events of the message were about */
    bool board, goal, thrown;                   /* it had such an event */
    const echoreplay_player *players[TAPE_SLOTS];
    int32_t holder;
} event_put;

/* ---- parts ------------------------------------------------------------------------------------------------------ */

/* An event around a message that is in `to` from `start` on. */
static bool end_event(event_put *p, size_t start, uint32_t number)
{
    return reel__proto_end(p->to, start, number) && reel__proto_end(p->to, start, ARENA_EVENTS);
}

static bool put_event(event_put *p, uint32_t number, const proto_message *list, const void *event)
{
    const size_t start = proto_begin(p->to);
    return reel__proto_put(p->to, list, event) && end_event(p, start, number);
}

/* An event of up to three integers, each of which is left out if it is 0. */
static bool put_numbers(event_put *p, uint32_t number, int64_t a, int64_t b, int64_t c)
{
    const size_t start = proto_begin(p->to);
    const int64_t values[3] = { a, b, c };
    bool fine = true;
    for (uint32_t i = 0; i < 3 && fine; i++)
        if (values[i])
            fine = reel__proto_put_tag(p->to, i + 1, PROTO_VARINT) && reel__proto_put_varint(p->to, (uint64_t)values[i]);
    return fine && end_event(p, start, number);
}

static bool same_text(const tape_text *a, reel_string b)
{
    return a->bytes.size == b.size && (!b.size || memcmp(a->bytes.data, b.data, b.size) == 0);
}

static reel_string text_of(const char *text) { return (reel_string){ text, strlen(text) }; }

/* ---- the message before ------------------------------------------------------------------------------------------ */

static bool is_of_slot(uint32_t number)
{
    return (number >= EVENT_JOINED && number <= EVENT_SWITCHED) || (number >= EVENT_LOADOUT && number <= EVENT_INFO) ||
           number == EVENT_STATS;
}

static int64_t slot_in(const proto_field *event)
{
    proto_reader r = proto_read(event->data, event->size);
    proto_field f;
    int32_t slot = 0;
    while (reel__proto_next(&r, &f))
        if (f.number == 1 && f.wire == PROTO_VARINT) slot = (int32_t)(uint32_t)f.value;
    return slot >= 0 && slot < TAPE_SLOTS ? slot : -1;
}

/* Notes an event that follows from rows. False: it does not, and is kept. */
static bool note_event(event_put *p, const proto_field *f)
{
    if (f->wire != PROTO_BYTES) return false;
    if (is_of_slot(f->number)) {
        const int64_t slot = slot_in(f);
        if (slot >= 0) p->touched[slot] = true;
        if (slot >= 0 && f->number == EVENT_LEFT) p->left[slot] = true;
        return true;
    }
    p->board |= f->number == EVENT_SCOREBOARD;
    p->goal |= f->number == EVENT_GOAL;
    p->thrown |= f->number == EVENT_THROWN;
    return f->number == EVENT_SCOREBOARD || f->number == EVENT_GOAL || f->number == EVENT_THROWN;
}

static bool keep_event(event_put *p, const proto_field *event)
{
    const size_t start = proto_begin(p->to);
    proto_reader r = proto_read(event->data, event->size);
    proto_field f;
    bool any = false;
    while (reel__proto_next(&r, &f)) {
        if (note_event(p, &f)) continue;
        any = true;
        if (!memory_add(p->to, f.start, (size_t)(r.at - f.start))) return false;
    }
    return !any || reel__proto_end(p->to, start, ARENA_EVENTS);
}

static bool keep_events(event_put *p, const reel_bytes *body)
{
    proto_reader outer = body ? proto_read(body->data, body->size) : proto_read(NULL, 0);
    proto_field part, f;
    while (reel__proto_next(&outer, &part)) {
        if (part.number != FRAME_ARENA || part.wire != PROTO_BYTES) continue;
        proto_reader inner = proto_read(part.data, part.size);
        while (reel__proto_next(&inner, &f))
            if (f.number == ARENA_EVENTS && f.wire == PROTO_BYTES && !keep_event(p, &f)) return false;
    }
    return true;
}

/* ---- people ----------------------------------------------------------------------------------------------------- */

static bool has_identity(const echoreplay_player *row) { return row->keys & (ECHO_KEY_NAME | ECHO_KEY_USERID); }

/* A number that a row cannot have, such as the -1 of spectators, is missing there. */
static int32_t number_of(bool has, uint16_t value, int32_t before)
{
    return has ? value : before < 0 || before > UINT16_MAX ? before : -1;
}

static tape_person person_of(const tape_slot *slot, const echoreplay_player *row, int32_t number)
{
    return (tape_person){ .slot = number,
                          .name = row->common.name,
                          .account = row->common.userid,
                          .role = reel__tape_role_of_team(row->common.team),
                          .jersey = number_of(row->keys & ECHO_KEY_NUMBER, row->common.number, slot->known ? slot->jersey : -1),
                          .level = number_of(row->keys & ECHO_KEY_LEVEL, row->common.level, slot->known ? slot->level : -1) };
}

static bool put_person(event_put *p, int32_t number, const echoreplay_player *row)
{
    const tape_slot *slot = &p->state->slots[number];
    const bool fresh = p->derive && !p->past->present[number];
    if (!has_identity(row)) return !slot->known || put_numbers(p, EVENT_LEFT, number, 0, 0);
    const tape_person person = person_of(slot, row, number);
    const bool same = slot->known && slot->account == person.account && same_text(&slot->name, person.name);
    if (fresh || p->touched[number] || !same) return put_event(p, EVENT_JOINED, &reel__tape_person_list, &person);
    if (slot->jersey == person.jersey && slot->level == person.level) return true;
    const tape_switch info = { number, person.jersey, person.level };
    return put_event(p, EVENT_INFO, &reel__tape_switch_list, &info);
}

static bool put_leaves(event_put *p)
{
    for (int32_t i = 0; i < TAPE_SLOTS; i++) {
        if (p->players[i]) continue;
        const bool gone = p->derive ? p->past->present[i] && p->state->slots[i].known : p->left[i];
        const tape_person left = { .slot = i };
        const size_t start = proto_begin(p->to);
        if (!gone) continue;
        const reel_string name = p->derive ? tape_text_of(&p->state->slots[i].name) : left.name;
        if (!reel__proto_put(p->to, &reel__tape_person_list, &left) ||
            (name.size && !reel__proto_put_bytes(p->to, 2, name.data, name.size)) || !end_event(p, start, EVENT_LEFT))
            return false;
    }
    return true;
}

static bool put_switches(event_put *p)
{
    for (int32_t i = 0; i < TAPE_SLOTS && p->derive; i++) {
        if (!p->players[i] || !p->past->present[i] || p->players[i]->common.team == p->past->team[i]) continue;
        const tape_switch change = { i, reel__tape_role_of_team(p->players[i]->common.team),
                                     reel__tape_role_of_team(p->past->team[i]) };
        if (!put_event(p, EVENT_SWITCHED, &reel__tape_switch_list, &change)) return false;
    }
    return true;
}

static bool put_emotes(event_put *p)
{
    for (int32_t i = 0; i < TAPE_SLOTS && p->derive; i++)
        if (p->players[i] && p->players[i]->common.emote && p->past->present[i] && !p->past->emote[i] &&
            !put_numbers(p, EMOTE, i, 1, 0))
            return false;
    return true;
}

/* ---- equipment and counters -------------------------------------------------------------------------------------- */

static reel_string word_of(const reel_label *labels, bool has, uint8_t code)
{
    static const char unknown[] = "unknown"; /* for a code that stands for a word that is not known */
    return has ? text_of(reel__session_word(labels, code, unknown)) : (reel_string){ NULL, 0 };
}

static bool put_loadout(event_put *p, int32_t number, const echoreplay_player *row, bool fresh)
{
    const tape_slot *slot = &p->state->slots[number];
    const echo_player *c = &row->common;
    const uint8_t keys = row->state_keys / ECHO_KEY_WEAPON & 7;
    if (!(c->has & ECHO_HAS_LOADOUT)) return true;
    const bool same = slot->has_loadout && slot->loadout_keys == keys && (!(keys & 1) || slot->loadout[0] == c->weapon) &&
                      (!(keys & 2) || slot->loadout[1] == c->ordnance) && (!(keys & 4) || slot->loadout[2] == c->tac_mod);
    if (same && !fresh) return true;
    const tape_loadout loadout = { .slot = number,
                                   .weapon = word_of(reel__echo_weapons, keys & 1, c->weapon),
                                   .ordnance = word_of(reel__echo_ordnances, keys & 2, c->ordnance),
                                   .tac_mod = word_of(reel__echo_tac_mods, keys & 4, c->tac_mod) };
    return put_event(p, EVENT_LOADOUT, &reel__tape_loadout_list, &loadout);
}

/* What a hand holds: a word, the slot of a player, or nothing for a row that does not know. */
static reel_string held_word(char to[NUMBER_SIZE], uint8_t code)
{
    if (code == ECHO_HOLDS_NULL) return (reel_string){ NULL, 0 };
    const char *word = reel__session_word(reel__echo_holdings, code, NULL);
    if (word) return text_of(word);
    return (reel_string){ to, reel__number_u64(to, code) };
}

static bool put_grab(event_put *p, int32_t number, const echoreplay_player *row, bool fresh)
{
    char left[NUMBER_SIZE], right[NUMBER_SIZE];
    const tape_slot *slot = &p->state->slots[number];
    const echo_player *c = &row->common;
    if (!(c->has & ECHO_HAS_HOLDING)) return true;
    if (!fresh && slot->has_grab && slot->held[0] == c->holding_left && slot->held[1] == c->holding_right) return true;
    const tape_grab grab = { .slot = number,
                             .left = held_word(left, c->holding_left),
                             .right = held_word(right, c->holding_right) };
    return put_event(p, EVENT_GRAB, &reel__tape_grab_list, &grab);
}

static bool put_stats(event_put *p, int32_t number, const echoreplay_player *row, bool fresh)
{
    const tape_slot *slot = &p->state->slots[number];
    const echo_stats *s = &row->common.stats;
    if (!(row->common.has & ECHO_HAS_STATS) || !row->stats_keys) return true;
    const tape_stats stats = { number,     s->points, s->saves,  s->goals,         s->stuns,   s->passes,
                               s->catches, s->steals, s->blocks, s->interceptions, s->assists, s->shots_taken };
    if (!fresh && slot->has_stats && memcmp(&slot->stats, &stats, sizeof stats) == 0) return true;
    return put_event(p, EVENT_STATS, &reel__tape_stats_list, &stats);
}

static bool put_people(event_put *p)
{
    for (int32_t i = 0; i < TAPE_SLOTS; i++) {
        const echoreplay_player *row = p->players[i];
        if (!row) continue;
        const bool fresh = (p->derive && !p->past->present[i]) || p->touched[i];
        if (!put_loadout(p, i, row, fresh) || !put_stats(p, i, row, fresh) || !put_grab(p, i, row, fresh)) return false;
    }
    return true;
}

/* One event for each step of a counter. */
static bool put_steps(event_put *p, uint32_t number, int32_t slot, uint16_t before, uint16_t now, int64_t third)
{
    const unsigned steps = now > before ? (unsigned)(now - before) : 0;
    for (unsigned i = 0; i < steps && i < STEPS_MOST; i++)
        if (!put_numbers(p, number, slot, before + (int64_t)i + 1, third)) return false;
    return true;
}

/* The victim of a steal is who had the disc in the frame before. Nobody is no field, and slot 0 is one. */
static bool put_steals(event_put *p, int32_t slot, uint16_t before, uint16_t now)
{
    enum { STEAL = 53, VICTIM = 3 };
    const unsigned steps = now > before ? (unsigned)(now - before) : 0;
    const int32_t victim = p->past->holder;
    for (unsigned i = 0; i < steps && i < STEPS_MOST; i++) {
        const size_t start = proto_begin(p->to);
        bool fine = (!slot || (reel__proto_put_tag(p->to, 1, PROTO_VARINT) && reel__proto_put_varint(p->to, (uint64_t)slot))) &&
                    reel__proto_put_tag(p->to, 2, PROTO_VARINT) && reel__proto_put_varint(p->to, (uint64_t)before + i + 1);
        if (victim >= 0 || p->state->reference) /* F-4: nobody is -1 */
            fine = fine && reel__proto_put_tag(p->to, VICTIM, PROTO_VARINT) &&
                   reel__proto_put_varint(p->to, (uint64_t)(int64_t)victim);
        if (!fine || !end_event(p, start, STEAL)) return false;
    }
    return true;
}

static bool put_counters(event_put *p)
{
    enum { SAVE = 50, STUN, PASS, BLOCK = 54, INTERCEPTION, ASSIST, SHOT };
    for (int32_t i = 0; i < TAPE_SLOTS && p->derive; i++) {
        const echoreplay_player *row = p->players[i];
        if (!row || !p->past->present[i] || !row->stats_keys || !p->state->slots[i].has_stats) continue;
        const echo_stats *now = &row->common.stats, *was = &p->past->stats[i];
        const int64_t points = now->points > was->points ? now->points - was->points : 2;
        const bool fine = put_steps(p, PLAYER_GOAL, i, was->goals, now->goals, points) &&
                          put_steps(p, SAVE, i, was->saves, now->saves, 0) && put_steps(p, STUN, i, was->stuns, now->stuns, 0) &&
                          put_steps(p, PASS, i, was->passes, now->passes, 0) && put_steals(p, i, was->steals, now->steals) &&
                          put_steps(p, BLOCK, i, was->blocks, now->blocks, 0) &&
                          put_steps(p, INTERCEPTION, i, was->interceptions, now->interceptions, 0) &&
                          put_steps(p, ASSIST, i, was->assists, now->assists, 0) &&
                          put_steps(p, SHOT, i, was->shots_taken, now->shots_taken, 0);
        if (!fine) return false;
    }
    return true;
}

/* ---- the match -------------------------------------------------------------------------------------------------- */

static int32_t whole_of(float value) { return value >= -2147483648.0f && value < 2147483648.0f ? (int32_t)value : 0; }

static bool put_board(event_put *p)
{
    const echoreplay_frame *f = p->rows->frame;
    const tape_board *was = &p->state->board;
    const uint8_t keys = ECHO_KEY_BLUE_ROUNDS | ECHO_KEY_ORANGE_ROUNDS;
    if ((f->round_keys & keys) != keys) return true;
    const tape_board board = { .blue_points = whole_of(f->common.blue_points),
                               .orange_points = whole_of(f->common.orange_points),
                               .blue_rounds = f->blue_round_score,
                               .orange_rounds = f->orange_round_score,
                               .clock = f->clock_display };
    const bool same_rounds =
        p->state->has_board && was->blue_rounds == board.blue_rounds && was->orange_rounds == board.orange_rounds;
    const bool same_points = was->blue_points == board.blue_points && was->orange_points == board.orange_points;
    if (same_rounds && !p->board && (same_points || !p->derive)) return true;
    return put_event(p, EVENT_SCOREBOARD, &reel__tape_board_list, &board);
}

static bool put_goal(event_put *p)
{
    const echoreplay_frame *f = p->rows->frame;
    const echo_frame *c = &f->common;
    const tape_goal *was = &p->state->goal;
    if (!(c->has & ECHO_HAS_SCORE)) return true;
    const tape_goal goal = { .person = f->person_scored,
                             .assist = f->assist_scored,
                             .disc_speed = c->score_disc_speed,
                             .distance = c->score_distance,
                             .team = reel__tape_role_of_team(c->score_team),
                             .type = reel__tape_word_number(reel__tape_goal_types, TAPE_GOAL_TYPES, f->goal_text),
                             .points = c->score_points };
    const bool same = p->state->has_goal && same_text(&p->state->person, goal.person) &&
                      same_text(&p->state->assist, goal.assist) &&
                      reel_float_bits(was->disc_speed) == reel_float_bits(goal.disc_speed) &&
                      reel_float_bits(was->distance) == reel_float_bits(goal.distance) && was->team == goal.team &&
                      was->type == goal.type && was->points == goal.points;
    /* The reference looks at four values only. */
    const bool looks_same = p->state->reference && p->state->has_goal && same_text(&p->state->person, goal.person) &&
                            reel_float_bits(was->disc_speed) == reel_float_bits(goal.disc_speed) &&
                            reel_float_bits(was->distance) == reel_float_bits(goal.distance) && was->points == goal.points;
    if (looks_same && !p->goal) return true;
    return (same && !p->goal) || put_event(p, EVENT_GOAL, &reel__tape_goal_list, &goal);
}

static bool same_throw(const echo_throw *a, const echo_throw *b)
{
    const float one[] = { a->arm_speed,
                          a->total_speed,
                          a->off_axis_spin_deg,
                          a->wrist_throw_penalty,
                          a->rot_per_sec,
                          a->pot_speed_from_rot,
                          a->speed_from_arm,
                          a->speed_from_movement,
                          a->speed_from_wrist,
                          a->wrist_align_to_throw_deg,
                          a->throw_align_to_movement_deg,
                          a->off_axis_penalty,
                          a->throw_move_penalty };
    const float two[] = { b->arm_speed,
                          b->total_speed,
                          b->off_axis_spin_deg,
                          b->wrist_throw_penalty,
                          b->rot_per_sec,
                          b->pot_speed_from_rot,
                          b->speed_from_arm,
                          b->speed_from_movement,
                          b->speed_from_wrist,
                          b->wrist_align_to_throw_deg,
                          b->throw_align_to_movement_deg,
                          b->off_axis_penalty,
                          b->throw_move_penalty };
    for (size_t i = 0; i < sizeof one / sizeof *one; i++)
        if (reel_float_bits(one[i]) != reel_float_bits(two[i])) return false;
    return true;
}

/* The thrower is who had the disc before, or else has it now. */
static bool put_throw(event_put *p)
{
    const echo_frame *c = &p->rows->frame->common;
    if (!(c->has & ECHO_HAS_THROW)) return true;
    const echo_throw *was = &p->state->thrown.details;
    const bool looks_same = p->state->reference && reel_float_bits(was->arm_speed) == reel_float_bits(c->throw_.arm_speed) &&
                            reel_float_bits(was->total_speed) == reel_float_bits(c->throw_.total_speed) &&
                            reel_float_bits(was->rot_per_sec) == reel_float_bits(c->throw_.rot_per_sec);
    if (p->state->has_throw && !p->thrown && (looks_same || same_throw(was, &c->throw_))) return true;
    const tape_throw thrown = { .details = c->throw_, .has = 1, .slot = p->past->holder >= 0 ? p->past->holder : p->holder };
    return put_event(p, EVENT_THROWN, &reel__tape_throw_list, &thrown);
}

/* Slots are stated even if they are 0; nobody is no field. */
static bool put_possession(event_put *p)
{
    const int32_t before = p->past->holder;
    if (!p->derive || !p->past->begun || before == p->holder) return true;
    const int32_t slots[2] = { p->holder, before };
    const size_t start = proto_begin(p->to);
    bool fine = true;
    for (uint32_t i = 0; i < 2 && fine; i++)
        if (slots[i] >= 0 || p->state->reference) /* F-4: nobody is -1 */
            fine = reel__proto_put_tag(p->to, i + 1, PROTO_VARINT) && reel__proto_put_varint(p->to, (uint64_t)(int64_t)slots[i]);
    return fine && end_event(p, start, EVENT_POSSESSION);
}

static bool put_catch(event_put *p)
{
    if (!p->derive || !p->past->begun || p->holder < 0 || p->holder == p->past->holder) return true;
    return put_numbers(p, CAUGHT, p->holder, 0, 0);
}

static bool is_play(int32_t status) { return status == 2 || status == 3; }

static int32_t status_of(const echoreplay_frame *f)
{
    return reel__tape_word_number(reel__tape_statuses, TAPE_STATUSES, f->status_text);
}

static int32_t past_status(const tape_past *past)
{
    const int code = past->frame.common.status;
    return code >= (int)ECHO_PRE_MATCH ? code - (int)ECHO_PRE_MATCH + 1 : 0;
}

int32_t reel__tape_round_of(const tape_past *past, const echoreplay_frame *f)
{
    const bool starts = past->begun && is_play(status_of(f)) && !is_play(past_status(past));
    return starts ? (int32_t)((uint32_t)f->blue_round_score + (uint32_t)f->orange_round_score + 1) : past->round;
}

static bool put_rounds(event_put *p)
{
    enum { ROUND_OVER = 5, POST_MATCH = 6 };
    const echoreplay_frame *f = p->rows->frame, *was = &p->past->frame;
    const int32_t now = status_of(f), before = past_status(p->past);
    if (!p->derive || !p->past->begun) return true;
    if (is_play(now) && !is_play(before) && !put_numbers(p, ROUND_STARTED, reel__tape_round_of(p->past, f), 0, 0)) return false;
    const bool blue = f->blue_round_score > was->blue_round_score, orange = f->orange_round_score > was->orange_round_score;
    if ((now == ROUND_OVER && before != ROUND_OVER) || ((blue || orange) && now == 3)) {
        const int32_t number = (int32_t)((uint32_t)was->blue_round_score + (uint32_t)was->orange_round_score + 1);
        if (!put_numbers(p, ROUND_ENDED, number, blue ? 1 : orange ? 2 : 0, 0)) return false;
    }
    if (now != POST_MATCH || before == POST_MATCH) return true;
    const float difference = f->common.blue_points - f->common.orange_points;
    return put_numbers(p, MATCH_ENDED, difference > 0 ? 1 : difference < 0 ? 2 : 0, 0, 0);
}

static bool put_pauses(event_put *p)
{
    enum { PAUSED = 2, REQUESTED = 6 };
    const echoreplay_frame *f = p->rows->frame;
    const int32_t now = reel__tape_word_number(reel__tape_pause_states, TAPE_PAUSE_STATES, f->paused_text),
                  before = p->past->pause;
    const bool paused = now == PAUSED || now == REQUESTED, was = before == PAUSED || before == REQUESTED;
    if (!p->derive || !p->past->begun || paused == was) return true;
    if (!paused) return put_numbers(p, ROUND_UNPAUSED, now, 0, 0);
    const size_t start = proto_begin(p->to);
    uint8_t timer[4];
    const int64_t numbers[2] = { now, reel__tape_role_of_team(f->common.paused_team) };
    bool fine = true;
    for (uint32_t i = 0; i < 2 && fine; i++)
        if (numbers[i])
            fine = reel__proto_put_tag(p->to, i + 1, PROTO_VARINT) && reel__proto_put_varint(p->to, (uint64_t)numbers[i]);
    reel_store_u32le(timer, reel_float_bits(f->common.paused_timer));
    if (f->common.paused_timer != 0)
        fine = fine && reel__proto_put_tag(p->to, 3, PROTO_FIXED32) && memory_add(p->to, timer, sizeof timer);
    return fine && end_event(p, start, ROUND_PAUSED);
}

/* ---- all of them ------------------------------------------------------------------------------------------------ */

static int32_t holder_of(const line_rows *rows)
{
    const int32_t team = rows->frame->possession[0], place = rows->frame->possession[1];
    int32_t at = 0;
    if (!(rows->frame->api & ECHO_API_POSSESSION)) return -1;
    for (size_t i = 0; i < rows->player_count; i++)
        if (rows->players[i].common.team == team && at++ == place) return rows->players[i].common.player_id;
    return -1;
}

bool reel__tape_put_events(reel_memory *to, const tape_state *state, const tape_past *past, const line_rows *rows,
                           const reel_bytes *body)
{
    event_put p = { .to = to, .state = state, .past = past, .rows = rows, .derive = body == NULL, .holder = holder_of(rows) };
    for (size_t i = 0; i < rows->player_count; i++)
        if (rows->players[i].keys & ECHO_KEY_PLAYER_ID) p.players[rows->players[i].common.player_id] = &rows->players[i];
    if (!keep_events(&p, body)) return false;
    for (int32_t i = 0; i < TAPE_SLOTS; i++)
        if (p.players[i] && !put_person(&p, i, p.players[i])) return false;
    return put_leaves(&p) && put_switches(&p) && put_emotes(&p) && put_board(&p) && put_goal(&p) && put_possession(&p) &&
           put_throw(&p) && put_catch(&p) && put_counters(&p) && put_rounds(&p) && put_pauses(&p) && put_people(&p);
}

void reel__tape_past_take(tape_past *past, const line_rows *rows, const tape_state *state)
{
    (void)state;
    past->round = reel__tape_round_of(past, rows->frame);
    past->holder = holder_of(rows);
    past->frame = *rows->frame;
    past->frame.common.status = reel__tape_status_code(status_of(rows->frame));
    past->pause = reel__tape_word_number(reel__tape_pause_states, TAPE_PAUSE_STATES, rows->frame->paused_text);
    memset(past->present, 0, sizeof past->present);
    for (size_t i = 0; i < rows->player_count; i++) {
        const echoreplay_player *row = &rows->players[i];
        const uint8_t slot = row->common.player_id;
        if (!(row->keys & ECHO_KEY_PLAYER_ID)) continue;
        past->present[slot] = true;
        past->team[slot] = row->common.team;
        past->stats[slot] = row->common.stats;
        past->emote[slot] = row->common.emote;
    }
    past->begun = true;
}
