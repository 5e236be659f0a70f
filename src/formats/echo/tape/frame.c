/* SPDX-License-Identifier: MIT
 * A frame of a .tape as rows: its own values, and what the events so far said. */
#include "core/chunk.h"
#include "formats/echo/common/schema.h"
#include "formats/echo/replay/session.h"
#include "formats/echo/tape/carry.h"
#include "formats/echo/tape/state.h"

enum { MOST_BONES = 255, POSITION_BYTES = 12, ROTATION_BYTES = 16, AXES_KEYS = ECHO_KEY_FORWARD | ECHO_KEY_LEFT | ECHO_KEY_UP };

/* What is summed over the players of a team. */
typedef struct team_sum {
    uint32_t players;
    uint32_t counts[TAPE_STATS]; /* in the order of tape_stats */
    float possession_time;
    bool possession, has_stats;
} team_sum;

/* Messages of the lists of a frame that are found once; of more, each list is looked for on its own. */
enum { LISTED = 64 };
typedef struct listed_message {
    const uint8_t *data;
    size_t size;
    uint32_t number;
} listed_message;

/* The frame under construction. */
typedef struct frame_build {
    tape_state *state;
    tape_rows *rows;
    reel_bytes body;
    tape_frame frame;
    tape_arena arena;
    team_sum teams[TAPE_TEAMS + 1];
    int32_t possession[2];
    bool holder_found;
    uint32_t skeletons;
    double time;
    uint64_t lists;         /* a bit for the number of each list that it has */
    listed_message *listed; /* the messages of these lists, the first LISTED of `listed_count` */
    size_t listed_count;
} frame_build;

/* ---- walking ---------------------------------------------------------------------------------------------------- */

typedef bool on_field(frame_build *b, const proto_field *f);

/* Calls a function for the fields of the game's frame, which may be in several parts. */
static bool walk_arena(frame_build *b, uint32_t number, on_field *call)
{
    proto_reader outer = proto_read(b->body.data, b->body.size);
    proto_field part, f;
    if (!(b->lists >> number & 1)) return true;
    for (size_t i = 0; b->listed_count <= LISTED && i < b->listed_count; i++) {
        const listed_message *m = &b->listed[i];
        if (m->number != number) continue;
        f = (proto_field){ .number = number, .wire = PROTO_BYTES, .data = m->data, .size = m->size };
        if (!call(b, &f)) return false;
    }
    if (b->listed_count <= LISTED) return true;
    while (reel__proto_next(&outer, &part)) {
        if (part.number != FRAME_ARENA || part.wire != PROTO_BYTES) continue;
        proto_reader inner = proto_read(part.data, part.size);
        while (reel__proto_next(&inner, &f))
            if (f.number == number && f.wire == PROTO_BYTES && !call(b, &f)) return false;
    }
    return true;
}

/* Reads what does not repeat, and finds out whether the message is whole. */
static bool read_values(frame_build *b)
{
    tape_state *s = b->state;
    const uint64_t lists = UINT64_C(1) << ARENA_PLAYERS | UINT64_C(1) << ARENA_BONES | UINT64_C(1) << ARENA_EVENTS;
    proto_reader outer = proto_read(b->body.data, b->body.size);
    proto_field part, f;
    while (reel__proto_next(&outer, &part)) {
        if (part.number != FRAME_ARENA || part.wire != PROTO_BYTES) {
            const uint64_t arena = UINT64_C(1) << FRAME_ARENA;
            if (part.number == TAPE_CARRY) continue; /* reel's own */
            if (!reel__proto_get_field(&reel__tape_frame_list, &part, &b->frame, arena, &s->notes.proto, &s->broken_at))
                return false;
            continue;
        }
        proto_reader inner = proto_read(part.data, part.size);
        while (reel__proto_next(&inner, &f)) {
            if (f.number < 64 && lists >> f.number & 1) {
                if (f.wire != PROTO_BYTES) continue;
                b->lists |= UINT64_C(1) << f.number;
                if (b->listed_count < LISTED)
                    b->listed[b->listed_count] = (listed_message){ .data = f.data, .size = f.size, .number = f.number };
                b->listed_count++;
            } else if (!reel__proto_get_field(&reel__tape_arena_list, &f, &b->arena, 0, &s->notes.proto, &s->broken_at)) {
                return false;
            }
        }
        s->broken_at = inner.at;
        if (inner.broken) return false;
    }
    s->broken_at = outer.at;
    return !outer.broken;
}

/* A number that depends on the pair alone. */
static uint64_t mix(uint64_t kind, uint64_t frame)
{
    uint64_t x = (kind << 32 ^ frame) * UINT64_C(0x9e3779b97f4a7c15);
    return x ^ x >> 29;
}

void reel__tape_event_count(void *context, uint8_t kind, uint32_t frame)
{
    tape_event_sum *sum = context;
    sum->count[kind]++;
    sum->sum[kind] += mix(kind, frame);
}

/* An event is of one kind, the last one, and may be in several parts. */
static bool take_event(frame_build *b, const proto_field *events)
{
    tape_state *s = b->state;
    proto_reader r = proto_read(events->data, events->size);
    proto_field f, event = { .number = 0 };
    reel_bytes parts = { NULL, 0 };
    while (reel__proto_next(&r, &f)) {
        if (!reel__tape_indexed_as(f.number) || f.wire != PROTO_BYTES) {
            s->notes.proto.unknown++;
            continue;
        }
        if (f.number != event.number) parts = (reel_bytes){ NULL, 0 };
        event = f;
        if (!reel__tape_join(s, &s->merged, &parts, &f)) return false;
    }
    s->broken_at = r.at;
    if (r.broken || !event.number) return !r.broken;
    event.data = parts.data;
    event.size = parts.size;
    if (!reel__tape_state_event(s, &event)) return false;
    if (b->rows->on_event) b->rows->on_event(b->rows->on_event_context, reel__tape_indexed_as(event.number), b->rows->frame);
    return true;
}

/* ---- players ---------------------------------------------------------------------------------------------------- */

static uint16_t counter(tape_state *s, int32_t value)
{
    if (value >= 0 && value <= UINT16_MAX) return (uint16_t)value;
    s->notes.counters++;
    return value < 0 ? 0 : UINT16_MAX;
}

static echo_stats stats_of(tape_state *s, const tape_stats *t)
{
    return (echo_stats){ .assists = counter(s, t->assists),
                         .blocks = counter(s, t->blocks),
                         .catches = counter(s, t->catches),
                         .goals = counter(s, t->goals),
                         .interceptions = counter(s, t->interceptions),
                         .passes = counter(s, t->passes),
                         .points = counter(s, t->points),
                         .saves = counter(s, t->saves),
                         .steals = counter(s, t->steals),
                         .shots_taken = counter(s, t->shots),
                         .stuns = counter(s, t->stuns) };
}

static uint8_t pose_keys(bool is, const tape_pose *pose)
{
    if (!is || !(pose->has & TAPE_POSE_POSITION)) return 0;
    return (uint8_t)(ECHO_KEY_POSITION | (pose->has & TAPE_POSE_ORIENTATION ? AXES_KEYS : 0));
}

static uint8_t take_pose(bool is, const tape_pose *pose, reel_vec3 *position, echo_axes *axes)
{
    const uint8_t keys = pose_keys(is, pose);
    if (keys & ECHO_KEY_POSITION) *position = pose->position;
    if (keys & ECHO_KEY_FORWARD) *axes = reel__tape_axes_of(pose->orientation);
    return keys;
}

static void put_identity(frame_build *b, echoreplay_player *row, const tape_player *p)
{
    tape_state *s = b->state;
    echo_player *c = &row->common;
    if (p->slot < 0 || p->slot >= TAPE_SLOTS) {
        s->notes.slots++;
        return;
    }
    tape_slot *slot = &s->slots[p->slot];
    c->player_id = (uint8_t)p->slot;
    row->keys |= ECHO_KEY_PLAYER_ID;
    s->notes.nameless += !slot->known;
    if (slot->known) {
        c->userid = slot->account;
        c->name = reel__tape_text_show(&slot->name, b->rows->chunk);
        row->keys |= ECHO_KEY_USERID | (c->name.size ? ECHO_KEY_NAME : 0);
        if (slot->jersey >= 0 && slot->jersey <= UINT16_MAX) c->number = (uint16_t)slot->jersey, row->keys |= ECHO_KEY_NUMBER;
        if (slot->level >= 0 && slot->level <= UINT16_MAX) c->level = (uint16_t)slot->level, row->keys |= ECHO_KEY_LEVEL;
    }
    if (slot->has_loadout) {
        c->has |= ECHO_HAS_LOADOUT;
        c->weapon = slot->loadout[0];
        c->ordnance = slot->loadout[1];
        c->tac_mod = slot->loadout[2];
        row->state_keys |= (uint8_t)((slot->loadout_keys & 7) * ECHO_KEY_WEAPON);
    }
    if (slot->has_grab) {
        c->has |= ECHO_HAS_HOLDING;
        c->holding_left = slot->held[0];
        c->holding_right = slot->held[1];
    }
    if (slot->has_stats) {
        c->has |= ECHO_HAS_STATS;
        c->stats = stats_of(s, &slot->stats);
        row->stats_keys = 0xff;
        row->stats_more_keys |= 7;
    }
}

/* Fills a row of zeros. */
static void fill_player(frame_build *b, echoreplay_player *row, const tape_player *p, uint8_t team, uint8_t place)
{
    echo_player *c = &row->common;
    row->from_line = 1;
    c->time = b->time;
    c->frame = b->rows->frame;
    c->team = team;
    c->slot = place;
    c->holding_left = c->holding_right = ECHO_HOLDS_NULL;
    c->possession = (p->flags & TAPE_POSSESSION) != 0;
    c->blocking = (p->flags & TAPE_BLOCKING) != 0;
    c->stunned = (p->flags & TAPE_STUNNED) != 0;
    c->invulnerable = (p->flags & TAPE_INVULNERABLE) != 0;
    c->emote = (p->flags & TAPE_EMOTE) != 0;
    c->ping = (int32_t)p->ping;
    c->packet_loss = p->packet_loss;
    row->keys = ECHO_KEY_PING | ECHO_KEY_LOSS;
    row->state_keys = ECHO_KEY_STUNNED | ECHO_KEY_INVULNERABLE | ECHO_KEY_POSSESSION | ECHO_KEY_BLOCKING;
    put_identity(b, row, p);
    if (row->stats_keys || p->possession_time != 0) {
        c->has |= ECHO_HAS_STATS;
        c->possession_time = p->possession_time;
        row->stats_more_keys |= 8;
    }
    row->pose_keys = take_pose(p->has & TAPE_PLAYER_HEAD, &p->head, &c->head, &row->head);
    row->pose_keys |= (uint8_t)(take_pose(p->has & TAPE_PLAYER_BODY, &p->body, &c->body, &row->body) << ECHO_KEY_SECOND);
    row->hand_keys = take_pose(p->has & TAPE_PLAYER_LEFT, &p->left, &c->left_hand, &row->left_hand);
    row->hand_keys |=
        (uint8_t)(take_pose(p->has & TAPE_PLAYER_RIGHT, &p->right, &c->right_hand, &row->right_hand) << ECHO_KEY_SECOND);
    if (p->has & TAPE_PLAYER_VELOCITY) {
        c->velocity = p->velocity;
        row->keys |= ECHO_KEY_PLAYER_VELOCITY;
    }
}

static void sum_player(frame_build *b, team_sum *sum, const tape_player *p)
{
    sum->players++;
    sum->possession |= (p->flags & TAPE_POSSESSION) != 0;
    sum->possession_time = single_sum(sum->possession_time, p->possession_time);
    if (p->slot < 0 || p->slot >= TAPE_SLOTS || !b->state->slots[p->slot].has_stats) return;
    const tape_stats *stats = &b->state->slots[p->slot].stats;
    const int32_t counts[TAPE_STATS] = { stats->points,        stats->saves,   stats->goals,  stats->stuns,
                                         stats->passes,        stats->catches, stats->steals, stats->blocks,
                                         stats->interceptions, stats->assists, stats->shots };
    sum->has_stats = true;
    for (size_t i = 0; i < TAPE_STATS; i++) sum->counts[i] += (uint32_t)counts[i];
}

static bool read_player(frame_build *b, const proto_field *f)
{
    tape_state *s = b->state;
    tape_player p = { .slot = 0 };
    if (!reel__proto_get(&reel__tape_player_list, f->data, f->size, &p, 0, &s->notes.proto, &s->broken_at)) return false;
    const uint8_t team = (uint8_t)((p.flags & TAPE_TEAM) >> TAPE_TEAM_SHIFT);
    team_sum *sum = &b->teams[team];
    const bool stated = b->arena.has & TAPE_HAS_HOLDER;
    if (!b->holder_found && (stated ? p.slot == b->arena.holder : (p.flags & TAPE_POSSESSION) != 0) && team < TAPE_TEAMS) {
        b->holder_found = true;
        b->possession[0] = team;
        b->possession[1] = (int32_t)sum->players;
    }
    s->notes.pings += p.ping > INT32_MAX;
    const uint8_t place = (uint8_t)(sum->players < UINT8_MAX ? sum->players : UINT8_MAX);
    sum_player(b, sum, &p);
    if (!b->rows->players) return true;
    echoreplay_player *row = reel_row_add(b->rows->players);
    if (row) fill_player(b, row, &p, team, place);
    return row != NULL;
}

static bool add_teams(frame_build *b)
{
    tape_state *s = b->state;
    uint8_t count = s->team_count > 2 ? s->team_count : 2;
    if (b->teams[ECHO_SPECTATORS].players) count = TAPE_TEAMS;
    if (!b->rows->teams) return true;
    for (uint8_t team = 0; team < count; team++) {
        const team_sum *sum = &b->teams[team];
        echoreplay_team *row = reel_row_add(b->rows->teams);
        if (!row) return false;
        *row = (echoreplay_team){ .from_line = 1, .keys = ECHO_KEY_TEAM_POSSESSION };
        row->common = (echo_team){ .time = b->time,
                                   .frame = b->rows->frame,
                                   .team = team,
                                   .possession = sum->possession,
                                   .players = (uint8_t)(sum->players < UINT8_MAX ? sum->players : UINT8_MAX) };
        if (team < s->team_count) row->name = reel__tape_text_show(&s->team_names[team], b->rows->chunk);
        if (row->name.size) row->keys |= ECHO_KEY_TEAM_NAME;
        if (!sum->has_stats) continue;
        const uint32_t *n = sum->counts;
        const tape_stats total = { 0,
                                   (int32_t)n[0],
                                   (int32_t)n[1],
                                   (int32_t)n[2],
                                   (int32_t)n[3],
                                   (int32_t)n[4],
                                   (int32_t)n[5],
                                   (int32_t)n[6],
                                   (int32_t)n[7],
                                   (int32_t)n[8],
                                   (int32_t)n[9],
                                   (int32_t)n[10] };
        row->common.has = ECHO_HAS_STATS;
        row->common.stats = stats_of(s, &total);
        row->common.possession_time = sum->possession_time;
        row->stats_keys = 0xff;
        row->stats_more_keys = 15;
    }
    return true;
}

/* ---- bones ------------------------------------------------------------------------------------------------------ */

static float float_at(const uint8_t *bytes, size_t index) { return reel_float_of(reel_load_u32le(bytes + 4 * index)); }

/* A row for each bone; one list may be shorter than the other. */
static bool add_bones(frame_build *b, uint8_t player, const tape_skeleton *k, size_t positions, size_t rotations)
{
    const size_t count = positions > rotations ? positions : rotations;
    const uint8_t *position = (const uint8_t *)k->positions.data, *rotation = (const uint8_t *)k->rotations.data;
    if (!b->rows->bones || !count) return true;
    echo_bone *bones = reel_row_grow(b->rows->bones, count, false);
    if (!bones) return false;
    for (size_t i = 0; i < count; i++) {
        const bool has_position = i < positions, has_rotation = i < rotations;
        echo_bone *bone = &bones[i];
        *bone = (echo_bone){ .time = b->time,
                             .frame = b->rows->frame,
                             .player = player,
                             .bone = (uint8_t)i,
                             .keys = (uint8_t)((has_position ? 1 : 0) | (has_rotation ? 2 : 0)),
                             .from_line = 1 };
        if (has_position) {
            bone->position = (reel_vec3){ float_at(position, 0), float_at(position, 1), float_at(position, 2) };
            position += POSITION_BYTES;
        }
        if (has_rotation) {
            bone->rotation =
                (reel_quaternion){ float_at(rotation, 0), float_at(rotation, 1), float_at(rotation, 2), float_at(rotation, 3) };
            rotation += ROTATION_BYTES;
        }
    }
    return true;
}

static bool read_skeleton(frame_build *b, const proto_field *f)
{
    tape_state *s = b->state;
    tape_skeleton k = { .slot = 0 };
    if (!reel__proto_get(&reel__tape_skeleton_list, f->data, f->size, &k, 0, &s->notes.proto, &s->broken_at)) return false;
    const size_t positions = k.positions.size / POSITION_BYTES, rotations = k.rotations.size / ROTATION_BYTES;
    const size_t count = positions > rotations ? positions : rotations;
    const uint32_t number = b->skeletons++;
    if (k.positions.size % POSITION_BYTES || k.rotations.size % ROTATION_BYTES || count > MOST_BONES || number > UINT8_MAX) {
        s->notes.skeletons++;
        return true;
    }
    return add_bones(b, (uint8_t)number, &k, positions, rotations);
}

/* ---- the frame itself ------------------------------------------------------------------------------------------- */

static uint8_t byte_of(tape_state *s, int32_t value)
{
    if (value >= 0 && value <= UINT8_MAX) return (uint8_t)value;
    s->notes.words++;
    return value < 0 ? 0 : UINT8_MAX;
}

static bool is_later(const tape_state *s) { return s->header.minor > 0; }

static void put_match(frame_build *b, echoreplay_frame *row)
{
    tape_state *s = b->state;
    reel_chunk *chunk = b->rows->chunk;
    row->session_id = reel__tape_text_show(&s->session_id, chunk);
    row->session_ip = reel__tape_text_show(&s->session_ip, chunk);
    row->client_name = reel__tape_text_show(&s->client_name, chunk);
    row->map_name = reel__tape_text_show(&s->map_name, chunk);
    row->match_type = reel__tape_word(reel__tape_match_types, TAPE_MATCH_TYPES, s->match_type);
    row->private_match = s->private_match;
    row->tournament_match = s->tournament;
    row->total_round_count = s->rounds;
    row->keys |= ECHO_KEY_PRIVATE | ECHO_KEY_TOURNAMENT;
    row->round_keys |= ECHO_KEY_ROUNDS;
    if (!s->rules_by.bytes.size && !s->rules_at) return;
    row->common.has |= ECHO_HAS_RULES;
    row->common.rules_changed_at = (int64_t)s->rules_at;
    row->common.rules_changed_by = reel__tape_text_show(&s->rules_by, chunk);
    row->keys |= ECHO_KEY_RULES_AT | ECHO_KEY_RULES_BY;
}

static void put_pause(frame_build *b, echoreplay_frame *row)
{
    static const uint8_t codes[TAPE_PAUSE_STATES] = { 0, 0, 1, 2, 5, 4, 5 };
    const tape_arena *a = &b->arena;
    echo_frame *c = &row->common;
    c->has |= ECHO_HAS_PAUSE;
    row->paused_text = reel__tape_word(reel__tape_pause_states, TAPE_PAUSE_STATES, a->pause_state);
    if (row->paused_text.size) {
        c->paused_state = codes[a->pause_state];
        row->pause_keys |= ECHO_KEY_PAUSED_STATE;
    }
    b->state->notes.words += a->pause_state && !row->paused_text.size;
    if (!(a->has & TAPE_HAS_PAUSE) && !is_later(b->state)) return;
    c->paused_team = reel__tape_team_of_role(a->pause.paused_team);
    c->unpaused_team = reel__tape_team_of_role(a->pause.unpaused_team);
    c->paused_timer = a->pause.paused_timer;
    c->unpaused_timer = a->pause.unpaused_timer;
    row->pause_keys |= ECHO_KEY_PAUSED_TEAM | ECHO_KEY_UNPAUSED_TEAM | ECHO_KEY_PAUSED_TIMER | ECHO_KEY_UNPAUSED_TIMER;
}

static void put_goal(frame_build *b, echoreplay_frame *row)
{
    tape_state *s = b->state;
    echo_frame *c = &row->common;
    c->has |= ECHO_HAS_SCORE;
    c->score_team = reel__tape_team_of_role(s->goal.team);
    c->score_points = byte_of(s, s->goal.points);
    c->score_disc_speed = s->goal.disc_speed;
    c->score_distance = s->goal.distance;
    row->goal_text = reel__tape_word(reel__tape_goal_types, TAPE_GOAL_TYPES, s->goal.type);
    const int code = reel__session_code(reel__echo_goal_types, row->goal_text);
    c->goal_type = (uint8_t)(code > 0 ? code : 0);
    row->person_scored = reel__tape_text_show(&s->person, b->rows->chunk);
    row->assist_scored = reel__tape_text_show(&s->assist, b->rows->chunk);
    row->score_keys = ECHO_KEY_SCORE_TEAM | ECHO_KEY_SCORE_POINTS | ECHO_KEY_DISC_SPEED | ECHO_KEY_SCORE_DISTANCE;
    if (row->goal_text.size) row->score_keys |= ECHO_KEY_GOAL_TYPE;
}

static void put_payload(frame_build *b, echoreplay_frame *row)
{
    const tape_payload *p = &b->arena.payload;
    row->common.has |= ECHO_HAS_PAYLOAD;
    row->common.checkpoint = byte_of(b->state, p->checkpoint);
    row->common.defenders = byte_of(b->state, p->defenders);
    row->common.payload_distance = p->distance;
    row->common.payload_speed = p->speed;
    row->payload_multiplier = p->multiplier;
    row->api |= ECHO_API_MULTIPLIER;
    row->round_keys |= ECHO_KEY_CHECKPOINT | ECHO_KEY_DISTANCE | ECHO_KEY_DEFENDERS | ECHO_KEY_SPEED;
}

static void put_disc(frame_build *b, echoreplay_frame *row)
{
    const tape_arena *a = &b->arena;
    if (a->has & TAPE_HAS_VR) {
        row->common.has |= ECHO_HAS_VR;
        row->vr_keys = take_pose(true, &a->vr, &row->common.vr_position, &row->vr);
    }
    if (!(a->has & TAPE_HAS_DISC)) return;
    row->common.has |= ECHO_HAS_DISC;
    row->disc_keys = take_pose(a->disc.has & TAPE_DISC_POSE, &a->disc.pose, &row->common.disc_position, &row->disc);
    if (a->disc.has & TAPE_DISC_VELOCITY) {
        row->common.disc_velocity = a->disc.velocity;
        row->disc_keys |= ECHO_KEY_VELOCITY;
    }
    row->bounce_count = (int32_t)a->disc.bounces;
    row->api |= ECHO_API_BOUNCES;
}

static void put_values(frame_build *b, echoreplay_frame *row)
{
    const tape_state *s = b->state;
    const tape_arena *a = &b->arena;
    echo_frame *c = &row->common;
    c->has = ECHO_HAS_POINTS;
    c->game_clock = a->clock;
    c->blue_points = (float)a->blue_points;
    c->orange_points = (float)a->orange_points;
    c->status = reel__tape_status_code(a->status);
    row->status_text = reel__tape_word(reel__tape_statuses, TAPE_STATUSES, a->status);
    c->blue_restart = a->blue_restart != 0;
    c->orange_restart = a->orange_restart != 0;
    row->err_code = a->error;
    row->shoulders[0] = a->left, row->shoulders[1] = a->right, row->shoulders[2] = a->left2, row->shoulders[3] = a->right2;
    for (unsigned i = 0; i < 4; i++)
        if (row->shoulders[i] != 0) c->inputs |= (uint8_t)(1u << i);
    memcpy(row->possession, b->possession, sizeof row->possession);
    row->api = ECHO_API_CLOCK | ECHO_API_POSSESSION | ECHO_API_ROUNDS | ECHO_API_ERROR | ECHO_API_SHOULDERS;
    if (row->status_text.size) row->api |= ECHO_API_STATUS;
    row->keys = ECHO_KEY_BLUE_POINTS | ECHO_KEY_ORANGE_POINTS | ECHO_KEY_BLUE_RESTART | ECHO_KEY_ORANGE_RESTART;
    if (s->has_board) {
        row->blue_round_score = s->board.blue_rounds;
        row->orange_round_score = s->board.orange_rounds;
        row->round_keys |= ECHO_KEY_BLUE_ROUNDS | ECHO_KEY_ORANGE_ROUNDS;
    }
    if (s->has_throw) {
        c->has |= ECHO_HAS_THROW;
        c->throw_ = s->thrown.details;
        row->throw_keys = 0xff;
        row->throw_more_keys = 31;
    }
}

static bool add_frame(frame_build *b, int64_t recorded)
{
    tape_rows *rows = b->rows;
    if (!rows->frames) return true;
    echoreplay_frame *row = reel_row_add(rows->frames);
    if (!row) return false;
    row->from_line = 1;
    row->common.time = b->time;
    row->common.frame = rows->frame;
    row->common.recorded = recorded;
    row->common.paused_team = row->common.unpaused_team = ECHO_NO_TEAM;
    put_values(b, row);
    put_match(b, row);
    put_pause(b, row);
    put_disc(b, row);
    if (b->state->has_goal) put_goal(b, row);
    if (b->arena.has & TAPE_HAS_PAYLOAD) put_payload(b, row);
    char clock[TAPE_CLOCK];
    const size_t size = reel__tape_clock_text(clock, b->arena.clock);
    row->clock_display = reel_chunk_string(rows->chunk, clock, size);
    return true;
}

bool reel__tape_read_frame(tape_state *state, tape_rows *rows, reel_bytes body)
{
    listed_message listed[LISTED];
    frame_build b = { .state = state, .rows = rows, .body = body, .possession = { -1, -1 }, .listed = listed };
    reel_row_list *const lists[] = { rows->frames, rows->teams, rows->players, rows->bones };
    size_t before[4];
    for (size_t i = 0; i < 4; i++) before[i] = lists[i] ? lists[i]->count : 0;
    bool fine = read_values(&b) && walk_arena(&b, ARENA_EVENTS, take_event);
    const line_clock clock = rows->clock;
    const int64_t recorded = state->created + b.frame.offset;
    if (fine) {
        b.time = reel__line_clock_take(&rows->clock, recorded, rows->offset);
        fine = walk_arena(&b, ARENA_PLAYERS, read_player) && add_teams(&b) && walk_arena(&b, ARENA_BONES, read_skeleton) &&
               add_frame(&b, recorded);
    }
    if (fine && !state->no_memory && reel_build_status(rows->chunk) == REEL_OK) {
        state->notes.statuses += b.arena.status <= 0 || b.arena.status >= TAPE_STATUSES;
        rows->last = b.frame;
        rows->frame++;
        return true;
    }
    rows->clock = clock;
    for (size_t i = 0; i < 4; i++)
        if (lists[i]) lists[i]->count = before[i];
    return false;
}
