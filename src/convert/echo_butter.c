/* SPDX-License-Identifier: MIT
 * .echoreplay to .butter. Frames are encoded here and given as a decoder reads them, with their packed blocks beside them: what is lost
 * by precision is known, and told as the largest error of each field. Places and speeds are first taken to a grid that is finer than
 * what the public encoder keeps, and stand still within half a step: that is what makes the blocks small. */
#include "convert/butter.h"
#include "core/memory.h"
#include "formats/butter/file.h"
#include "formats/butter/schema.h"
#include "formats/butter/session.h"

enum { INTERVAL = 300, RULE_TEXTS = 8, RULE_SIZE = 256 };

/* Steps of a metre, of a metre per second, of a second and of a share; how far a direction may be off before it is sent again. */
static const double place_grid = 256, speed_grid = 128, time_grid = 8, loss_grid = 1024, bone_slack = 0.003, vr_grid = 8192;
static const float turn_slack = 0.0022f, bone_turn_slack = 0.99996f; /* the latter: cosine of half a degree */

enum {
    E_CLOCK,
    E_POINTS,
    E_VR,
    E_DISC,
    E_DISC_SPEED,
    E_TURN,
    E_SCORE,
    E_THROW,
    E_PAYLOAD,
    E_TEAM_TIME,
    E_TIME,
    E_LOSS,
    E_SPEED,
    E_HEAD,
    E_BODY,
    E_LEFT,
    E_RIGHT,
    E_BONE,
    E_BONE_TURN,
    ERRORS
};

static const struct {
    const char *name, *unit;
} error_names[ERRORS] = {
    { "frames.game_clock", "ms" },
    { "frames.points", "thousandths of a point" },
    { "frames.vr_position", "mm" },
    { "frames.disc_position", "mm" },
    { "frames.disc_velocity", "mm/s" },
    { "directions (forward and up)", "thousandths" },
    { "frames.score_disc_speed and score_distance", "thousandths" },
    { "frames.throw", "thousandths" },
    { "frames.payload", "thousandths" },
    { "teams.possession_time", "ms" },
    { "players.possession_time", "ms" },
    { "players.packet_loss", "thousandths" },
    { "players.velocity", "mm/s" },
    { "players.head", "mm" },
    { "players.body", "mm" },
    { "players.left_hand", "mm" },
    { "players.right_hand", "mm" },
    { "bones.position", "mm" },
    { "bones.rotation", "thousandths" },
};

typedef struct error_sum {
    double most, sum;
    uint64_t count;
} error_sum;

/* Rows of the block in work: as they were meant, and as a decoder reads them. */
typedef struct row_block {
    butter_frame *frames;
    echo_team *teams;
    butter_player *players;
    echo_bone *bones;
    size_t frame_count, player_count, bone_count, player_room, bone_room;
} row_block;

typedef struct recording {
    butter_info info;
    bool begun;
    int64_t userids[256];
    uint16_t numbers[256], levels[256];
    uint64_t names[256]; /* sums, to see a rename */
    unsigned players;    /* in the roster */
    frame_state *model;
    row_block block;
    reel_memory plain;
    reel_memory in_players, in_bones; /* of the frame in work */
    char rules[RULE_TEXTS][RULE_SIZE];
    size_t rule_sizes[RULE_TEXTS], rule_count;
    error_sum errors[ERRORS];
    int32_t rounds[3];
} recording;

static reel_status no_memory(pair_job *job)
{
    return reel_fail(job->error, REEL_MEMORY, "reel.memory", "", 0, "no memory for the conversion");
}

static bool grow(const reel_allocator *a, void **data, size_t *room, size_t need, size_t size)
{
    if (*room >= need) return true;
    size_t more = 2 * *room > need ? 2 * *room : need;
    void *bytes = a->resize(a->context, *data, *room * size, more * size);
    if (!bytes) return false;
    *data = bytes;
    *room = more;
    return true;
}

/* ---- the header ------------------------------------------------------------------------------------------------- */

static unsigned hex_digit(char c)
{
    if (c >= '0' && c <= '9') return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'f') return (unsigned)(c - 'a' + 10);
    return c >= 'A' && c <= 'F' ? (unsigned)(c - 'A' + 10) : 16;
}

static void take_session(uint8_t id[16], reel_string text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.size && count < 32; i++) {
        unsigned digit = hex_digit(text.data[i]);
        if (digit > 15) continue;
        id[count / 2] = (uint8_t)(count % 2 ? id[count / 2] | digit : digit << 4);
        count++;
    }
}

static void take_address(uint8_t ip[4], reel_string text)
{
    size_t part = 0;
    for (size_t i = 0; i < text.size && part < 4; i++) {
        if (text.data[i] == '.')
            part++;
        else if (text.data[i] >= '0' && text.data[i] <= '9')
            ip[part] = (uint8_t)(ip[part] * 10 + (text.data[i] - '0'));
    }
}

static uint8_t byte_of(pair_job *job, int64_t value, const char *field)
{
    if (value >= 0 && value <= UINT8_MAX) return (uint8_t)value;
    pair_lose(job, &echoreplay_frames, field, 1, "a byte cannot say it");
    return value < 0 ? 0 : UINT8_MAX;
}

/* A text of the header is ASCII. */
static reel_string ascii(pair_job *job, reel_string text, const reel_table *table, const char *field)
{
    char *copy = reel_chunk_alloc(job->out, text.size + 1);
    bool lost = false;
    if (!copy) return (reel_string){ NULL, 0 };
    size_t size = 0;
    for (size_t i = 0; i < text.size; i++) {
        unsigned char c = (unsigned char)text.data[i];
        if ((c & 0xc0) == 0x80) continue; /* one mark for each character */
        lost |= c > 126 || c < 32;
        copy[size++] = c > 126 || c < 32 ? '?' : (char)c;
    }
    pair_lose(job, table, field, lost, "the format's texts are ASCII");
    return (reel_string){ copy, size };
}

static void begin(pair_job *job, recording *r, const echoreplay_frame *f)
{
    butter_info *info = &r->info;
    int map = f->map_name.size ? session_code(echo_maps, f->map_name) : 0;
    *info = (butter_info){ .version = 3,
                           .compression = block_known(BLOCK_GZIP) ? BUTTER_GZIP : BUTTER_NONE,
                           .keyframe_interval = INTERVAL,
                           .map = map < 0 ? 0 : (uint8_t)map,
                           .private_match = f->private_match ? 1 : 0,
                           .total_round_count = byte_of(job, f->total_round_count, "total_round_count"),
                           .blue_round_score = byte_of(job, f->blue_round_score, "blue_round_score") & 15,
                           .orange_round_score = byte_of(job, f->orange_round_score, "orange_round_score") & 15 };
    pair_lose(job, &echoreplay_frames, "map_name", map < 0, "the format has no number for this place");
    take_session(info->session_id.bytes, f->session_id);
    take_address(info->session_ip, f->session_ip);
    info->client_name = ascii(job, f->client_name, &echoreplay_frames, "client_name");
    butter_info *row = reel_row_add(reel_chunk_table(job->out, &butter_infos));
    if (row) *row = *info;
    r->rounds[0] = f->blue_round_score, r->rounds[1] = f->orange_round_score, r->rounds[2] = f->total_round_count;
    r->begun = true;
}

static uint64_t text_sum(reel_string text)
{
    uint64_t sum = text.size;
    for (size_t i = 0; i < text.size; i++) sum = (sum ^ (unsigned char)text.data[i]) * 0x100000001b3u;
    return sum;
}

/* The number of a player in the roster: by account, so that a rename or a namesake is no other player. */
static uint8_t number_of(pair_job *job, recording *r, const echo_player *p)
{
    unsigned i = 1;
    while (i <= r->players && r->userids[i] != p->userid) i++;
    if (i <= r->players) {
        pair_lose(job, &echoreplay_players, "name", r->names[i] != text_sum(p->name),
                  "only the first name of an account is held");
        pair_lose(job, &echoreplay_players, "number", r->numbers[i] != p->number, "only the first one of an account is held");
        pair_lose(job, &echoreplay_players, "level", r->levels[i] != p->level, "only the first one of an account is held");
        return (uint8_t)i;
    }
    if (r->players == 255) {
        pair_lose(job, &echoreplay_players, "userid", 1, "a file has 255 players at most");
        return 0;
    }
    r->players = i;
    r->userids[i] = p->userid;
    r->names[i] = text_sum(p->name);
    r->numbers[i] = p->number;
    r->levels[i] = p->level;
    r->model->players[i].row.common.player = (uint8_t)i;
    butter_entry *entry = reel_row_add(reel_chunk_table(job->out, &butter_roster));
    if (entry)
        *entry = (butter_entry){ .player = (uint8_t)i,
                                 .userid = p->userid,
                                 .name = ascii(job, p->name, &echoreplay_players, "name"),
                                 .number = p->number > 255 ? 255 : (uint8_t)p->number,
                                 .level = p->level > 255 ? 255 : (uint8_t)p->level };
    return (uint8_t)i;
}

/* ---- what a frame should say ------------------------------------------------------------------------------------ */

static float on_grid(double value, double was, double grid)
{
    if (!(fabs(value) < 1e6)) return 0;
    return (float)(fabs(value - was) <= 0.5 / grid ? was : floor(value * grid + 0.5) / grid);
}

static reel_vec3 vec_on_grid(reel_vec3 v, const double *was, double grid)
{
    return (reel_vec3){ on_grid((double)v.x, was[0], grid), on_grid((double)v.y, was[1], grid),
                        on_grid((double)v.z, was[2], grid) };
}

static float apart(reel_vec3 a, reel_vec3 b) { return fmaxf(fabsf(a.x - b.x), fmaxf(fabsf(a.y - b.y), fabsf(a.z - b.z))); }

static float turn_error(reel_quaternion q, const echo_axes *axes)
{
    reel_vec3 forward, left, up;
    wire_directions(q, &forward, &left, &up);
    return fmaxf(apart(forward, axes->forward), apart(up, axes->up));
}

/* The rotation as four bytes can say it; the one before where that is near enough. */
static reel_quaternion turn_of(const echo_axes *axes, const reel_quaternion *was)
{
    reel_quaternion q = wire_look(axes->forward, axes->up);
    if (was && turn_error(*was, axes) <= turn_slack) return *was;
    if (q.w != q.w) q = (reel_quaternion){ 0, 0, 0, 1 }; /* no direction at all */
    wire_quaternion(wire_small3(q, false), &q);
    return q;
}

static uint8_t scorer(const recording *r, const echoreplay_player *players, size_t count, reel_string name)
{
    uint64_t sum = text_sum(name);
    for (size_t i = 0; i < count; i++)
        if (name.size && players[i].common.name.size == name.size &&
            memcmp(players[i].common.name.data, name.data, name.size) == 0)
            for (unsigned n = 1; n <= r->players; n++)
                if (r->userids[n] == players[i].common.userid) return (uint8_t)n;
    for (unsigned n = 1; n <= r->players; n++)
        if (name.size && r->names[n] == sum) return (uint8_t)n;
    return 0;
}

static bool keep_rules(recording *r, reel_string *text)
{
    size_t size = text->size < RULE_SIZE ? text->size : RULE_SIZE - 1;
    if (!size) {
        *text = (reel_string){ NULL, 0 };
        return true;
    }
    for (size_t i = 0; i < r->rule_count; i++)
        if (r->rule_sizes[i] == size && memcmp(r->rules[i], text->data, size) == 0) {
            *text = (reel_string){ r->rules[i], size };
            return true;
        }
    if (r->rule_count == RULE_TEXTS) return false;
    for (size_t i = 0; i < size; i++)
        r->rules[r->rule_count][i] = text->data[i] > 31 && text->data[i] < 127 ? text->data[i] : '?';
    r->rule_sizes[r->rule_count] = size;
    *text = (reel_string){ r->rules[r->rule_count++], size };
    return true;
}

static void lose_frame(pair_job *job, recording *r, const echoreplay_frame *f)
{
    static const char none[] = "the format does not hold it";
    const reel_table *t = &echoreplay_frames;
    pair_lose(job, t, "tournament_match", f->tournament_match != 0, none);
    pair_lose(job, t, "bounce_count", f->api & ECHO_API_BOUNCES && f->bounce_count, none);
    pair_lose(job, t, "err_code", f->err_code != 0, none);
    pair_lose(job, t, "err_description", f->err_description.size != 0, none);
    pair_lose(job, t, "payload_multiplier", f->api & ECHO_API_MULTIPLIER && f->payload_multiplier != 1, none);
    pair_lose(job, t, "extra", f->extra.size != 0, none);
    bool between = false;
    for (size_t i = 0; i < 4; i++) between |= f->shoulders[i] != 0 && f->shoulders[i] != 1;
    pair_lose(job, t, "shoulders", between, "only pressed or not is held");
    pair_lose(job, t, "goal_text",
              f->common.has & ECHO_HAS_SCORE && !f->common.goal_type && session_code(echo_goal_types, f->goal_text) < 0 &&
                  f->goal_text.size,
              "the format has no number for this word");
    pair_lose(job, t, "status_text", f->common.status == 0 && f->status_text.size, "the format has no number for this word");
    pair_lose(job, t, "paused_text", f->common.has & ECHO_HAS_PAUSE && f->common.paused_state == 5 && f->paused_text.size,
              "the format has no number for this word");
    pair_lose(job, t, "blue_round_score", f->blue_round_score != r->rounds[0], "only that of the first frame is held");
    pair_lose(job, t, "orange_round_score", f->orange_round_score != r->rounds[1], "only that of the first frame is held");
    pair_lose(job, t, "total_round_count", f->total_round_count != r->rounds[2], "only that of the first frame is held");
}

static butter_frame meant_frame(const recording *r, const echoreplay_frame *f, const echoreplay_player *players, size_t count)
{
    const frame_state *m = r->model;
    bool known = m->frame > 0;
    butter_frame out = { .common = f->common };
    echo_frame *c = &out.common;
    c->score_person = scorer(r, players, count, f->person_scored);
    c->score_assist = scorer(r, players, count, f->assist_scored);
    if (c->has & ECHO_HAS_SCORE && c->score_points != 2) c->score_points = 3;
    c->vr_position = vec_on_grid(c->vr_position, m->vr, vr_grid);
    c->disc_position = vec_on_grid(c->disc_position, m->disc, place_grid);
    c->disc_velocity = vec_on_grid(c->disc_velocity, m->disc_velocity, 2 * speed_grid);
    out.vr_rotation = turn_of(&f->vr, known ? &m->now.vr_rotation : NULL);
    out.disc_rotation = turn_of(&f->disc, known ? &m->now.disc_rotation : NULL);
    return out;
}

static butter_player meant_player(pair_job *job, recording *r, const echoreplay_player *p)
{
    static const player_state nothing;
    butter_player out = { .common = p->common };
    echo_player *c = &out.common;
    c->player = number_of(job, r, &p->common);
    const player_state *s = &r->model->players[c->player];
    bool known = c->player && s->seen == r->model->frame && s->seen > 0;
    const player_state *was = known ? s : &nothing;
    c->velocity = vec_on_grid(c->velocity, was->velocity, speed_grid);
    c->head = vec_on_grid(c->head, was->at, place_grid);
    c->body = vec_on_grid(c->body, was->at + 3, place_grid);
    c->left_hand = vec_on_grid(c->left_hand, was->at + 6, place_grid);
    c->right_hand = vec_on_grid(c->right_hand, was->at + 9, place_grid);
    c->possession_time = on_grid((double)c->possession_time, was->possession_time, time_grid);
    c->packet_loss = on_grid((double)c->packet_loss, was->loss, loss_grid);
    out.head_rotation = turn_of(&p->head, known ? &s->row.head_rotation : NULL);
    out.body_rotation = turn_of(&p->body, known ? &s->row.body_rotation : NULL);
    out.left_hand_rotation = turn_of(&p->left_hand, known ? &s->row.left_hand_rotation : NULL);
    out.right_hand_rotation = turn_of(&p->right_hand, known ? &s->row.right_hand_rotation : NULL);
    bool arena = r->info.map == BUTTER_ARENA, combat = r->info.map >= BUTTER_FISSION && r->info.map <= BUTTER_GAUSS;
    pair_lose(job, &echoreplay_players, "holding_left", !arena && c->has & ECHO_HAS_HOLDING, "only the Arena has it");
    pair_lose(job, &echoreplay_players, "weapon", combat && (c->weapon > 3 || c->ordnance > 3 || c->tac_mod > 3 || c->arm > 1),
              "the format has no number for this word");
    pair_lose(job, &echoreplay_players, "extra", p->extra.size != 0, "the format does not hold it");
    return out;
}

/* A bone that has hardly moved stays where a decoder has it. */
static echo_bone meant_bone(const recording *r, const echo_bone *b, size_t skeletons)
{
    echo_bone out = *b;
    if (r->model->bone_players != skeletons || b->player >= skeletons || b->bone >= WIRE_BONES) return out;
    const bone_state *was = &r->model->bones[b->player][b->bone];
    const reel_vec3 place = { (float)was->position[0], (float)was->position[1], (float)was->position[2] };
    if ((double)apart(place, b->position) <= bone_slack) out.position = place;
    const reel_quaternion *q = &b->rotation;
    double same = fabs(was->rotation[0] * (double)q->x + was->rotation[1] * (double)q->y + was->rotation[2] * (double)q->z +
                       was->rotation[3] * (double)q->w);
    if (same >= (double)bone_turn_slack)
        out.rotation = (reel_quaternion){ (float)was->rotation[0], (float)was->rotation[1], (float)was->rotation[2],
                                          (float)was->rotation[3] };
    return out;
}

/* ---- errors ----------------------------------------------------------------------------------------------------- */

static void note_error(recording *r, unsigned what, double off)
{
    error_sum *e = &r->errors[what];
    if (!(off >= 0)) return;
    if (off > e->most) e->most = off;
    e->sum += off;
    e->count++;
}

static void compare_vec(recording *r, unsigned what, reel_vec3 a, reel_vec3 b)
{
    double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y, z = (double)a.z - (double)b.z;
    note_error(r, what, sqrt(x * x + y * y + z * z));
}

static double off(float a, float b) { return fabs((double)a - (double)b); }

static void compare_floats(recording *r, unsigned what, const void *a, const void *b, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        float one, other;
        memcpy(&one, (const uint8_t *)a + i * sizeof one, sizeof one);
        memcpy(&other, (const uint8_t *)b + i * sizeof other, sizeof other);
        note_error(r, what, off(one, other));
    }
}

static void compare_frame(recording *r, const echoreplay_frame *f, const butter_frame *got)
{
    const echo_frame *a = &f->common, *b = &got->common;
    note_error(r, E_CLOCK, off(a->game_clock, b->game_clock));
    if (a->has & b->has & ECHO_HAS_POINTS) compare_floats(r, E_POINTS, &a->blue_points, &b->blue_points, 2);
    if (a->has & ECHO_HAS_VR) {
        compare_vec(r, E_VR, a->vr_position, b->vr_position);
        note_error(r, E_TURN, (double)turn_error(got->vr_rotation, &f->vr));
    }
    if (a->has & b->has & ECHO_HAS_DISC) {
        compare_vec(r, E_DISC, a->disc_position, b->disc_position);
        compare_vec(r, E_DISC_SPEED, a->disc_velocity, b->disc_velocity);
        note_error(r, E_TURN, (double)turn_error(got->disc_rotation, &f->disc));
    }
    if (a->has & b->has & ECHO_HAS_SCORE) compare_floats(r, E_SCORE, &a->score_disc_speed, &b->score_disc_speed, 2);
    if (a->has & b->has & ECHO_HAS_THROW) compare_floats(r, E_THROW, &a->throw_, &b->throw_, 13);
    if (a->has & b->has & ECHO_HAS_PAYLOAD) compare_floats(r, E_PAYLOAD, &a->payload_distance, &b->payload_distance, 2);
}

static void compare_player(recording *r, const echoreplay_player *p, const butter_player *got)
{
    const echo_player *a = &p->common, *b = &got->common;
    if (a->has & ECHO_HAS_STATS) note_error(r, E_TIME, off(a->possession_time, b->possession_time));
    note_error(r, E_LOSS, off(a->packet_loss, b->packet_loss));
    compare_vec(r, E_SPEED, a->velocity, b->velocity);
    compare_vec(r, E_HEAD, a->head, b->head);
    compare_vec(r, E_BODY, a->body, b->body);
    compare_vec(r, E_LEFT, a->left_hand, b->left_hand);
    compare_vec(r, E_RIGHT, a->right_hand, b->right_hand);
    note_error(r, E_TURN, (double)turn_error(got->head_rotation, &p->head));
    note_error(r, E_TURN, (double)turn_error(got->body_rotation, &p->body));
    note_error(r, E_TURN, (double)turn_error(got->left_hand_rotation, &p->left_hand));
    note_error(r, E_TURN, (double)turn_error(got->right_hand_rotation, &p->right_hand));
}

static void compare_bone(recording *r, const echo_bone *a, const echo_bone *b)
{
    compare_vec(r, E_BONE, a->position, b->position);
    const reel_quaternion *p = &a->rotation, *q = &b->rotation;
    float same = fabsf(p->x * q->x + p->y * q->y + p->z * q->z + p->w * q->w);
    note_error(r, E_BONE_TURN, same < 1 ? sqrt(2 * (1 - (double)same)) : 0); /* about half the angle */
}

/* ---- blocks ----------------------------------------------------------------------------------------------------- */

static reel_status end_block(pair_job *job, recording *r)
{
    row_block *b = &r->block;
    if (!b->frame_count) return REEL_OK;
    block_codec codec;
    int level;
    reel_memory packed = { .allocator = job->allocator };
    reel_status status = REEL_OK;
    reel_bytes bytes = { r->plain.data, r->plain.size };
    if (file_codec(r->info.compression, &codec, &level)) {
        status = block_pack(codec, level, r->plain.data, r->plain.size, &job->allocator, &packed);
        bytes = (reel_bytes){ packed.data, packed.size };
    }
    struct {
        const reel_table *table;
        const void *rows;
        size_t count;
    } given[] = { { &butter_frames, b->frames, b->frame_count },
                  { &butter_teams, b->teams, 3 * b->frame_count },
                  { &butter_players, b->players, b->player_count },
                  { &butter_bones, b->bones, b->bone_count } };
    for (size_t i = 0; i < 4; i++) {
        void *rows = given[i].count ? reel_row_grow(reel_chunk_table(job->out, given[i].table), given[i].count, false) : NULL;
        if (rows) memcpy(rows, given[i].rows, given[i].count * given[i].table->row_size);
        for (size_t n = 0; rows && i == 0 && n < b->frame_count; n++) {
            reel_string *text = &((butter_frame *)rows)[n].common.rules_changed_by;
            *text = reel_chunk_string(job->out, text->data, text->size);
        }
    }
    butter_block *block = reel_row_add(reel_chunk_table(job->out, &butter_blocks));
    if (block && status == REEL_OK)
        *block = (butter_block){ .first_frame = b->frames[0].common.frame,
                                 .frame_count = (uint32_t)b->frame_count,
                                 .layout = BUTTER_LAYOUT_3B,
                                 .compression = r->info.compression,
                                 .digest = file_digest(b->frames, b->frame_count, b->teams, 3 * b->frame_count, b->players,
                                                       b->player_count, b->bones, b->bone_count),
                                 .packed = reel_chunk_bytes(job->out, bytes.data, bytes.size) };
    memory_drop(&job->allocator, packed.data);
    b->frame_count = b->player_count = b->bone_count = 0;
    r->plain.size = 0;
    r->rule_count = 0;
    r->model->now.common.rules_changed_by = (reel_string){ NULL, 0 };
    r->model->bone_players = 0;
    if (status < 0) return no_memory(job);
    return reel_build_status(job->out);
}

static bool make_room(pair_job *job, recording *r, const frame_input *in)
{
    row_block *b = &r->block;
    size_t most = frame_most(in);
    return grow(&job->allocator, (void **)&b->players, &b->player_room, b->player_count + in->player_count, sizeof *b->players) &&
           grow(&job->allocator, (void **)&b->bones, &b->bone_room, b->bone_count + in->skeletons * WIRE_BONES,
                sizeof *b->bones) &&
           grow(&job->allocator, (void **)&r->plain.data, &r->plain.capacity, r->plain.size + most, 1);
}

static reel_status encode(pair_job *job, recording *r, const frame_input *in)
{
    row_block *b = &r->block;
    if (!make_room(job, r, in)) return no_memory(job);
    r->model->kind = file_kind(&r->info, r->players);
    frame_rows rows = { b->frames + b->frame_count, b->teams + 3 * b->frame_count,
                        b->players ? b->players + b->player_count : NULL, b->bones ? b->bones + b->bone_count : NULL };
    bool key = b->frame_count == 0 || frame_needs_key(r->model, in);
    r->plain.size += frame_encode(r->model, in, key, r->plain.data + r->plain.size, &rows);
    r->model->now.common.rules_changed_by = in->frame->common.rules_changed_by;
    if (b->frames[b->frame_count].common.has & ECHO_HAS_RULES)
        b->frames[b->frame_count].common.rules_changed_by = in->frame->common.rules_changed_by;
    b->frame_count++;
    b->player_count += in->player_count;
    b->bone_count += in->skeletons * WIRE_BONES;
    return REEL_OK;
}

/* ---- frames ----------------------------------------------------------------------------------------------------- */

/* The rows of one frame in the input. */
typedef struct frame_slice {
    const echoreplay_frame *frame;
    const echoreplay_team *teams;
    const echoreplay_player *players;
    const echo_bone *bones;
    size_t team_count, player_count, bone_count;
} frame_slice;

static reel_status convert_frame(pair_job *job, recording *r, const frame_slice *s)
{
    if (!r->begun) begin(job, r, s->frame);
    lose_frame(job, r, s->frame);
    if (!grow(&job->allocator, (void **)&r->in_players.data, &r->in_players.capacity, s->player_count * sizeof(butter_player), 1))
        return no_memory(job);
    butter_player *players = (butter_player *)(void *)r->in_players.data;
    for (size_t i = 0; i < s->player_count; i++) players[i] = meant_player(job, r, &s->players[i]);
    butter_frame frame = meant_frame(r, s->frame, s->players, s->player_count);
    echo_team teams[3] = { { .frame = s->frame->common.frame },
                           { .frame = s->frame->common.frame, .team = 1 },
                           { .frame = s->frame->common.frame, .team = 2 } };
    for (size_t i = 0; i < s->team_count; i++) {
        const echoreplay_team *t = &s->teams[i];
        teams[t->common.team] = t->common;
        teams[t->common.team].possession_time =
            on_grid((double)t->common.possession_time, r->model->team_possession[t->common.team], time_grid);
    }
    if (!keep_rules(r, &frame.common.rules_changed_by)) {
        reel_status status = end_block(job, r);
        if (status < 0) return status;
        keep_rules(r, &frame.common.rules_changed_by);
    }
    /* The last frame of a block carries no bones: both ways of reading then begin the next block anew. */
    size_t skeletons = s->bone_count / WIRE_BONES;
    if (r->block.frame_count == INTERVAL - 1) {
        pair_lose(job, &echoreplay_bones, "position", s->bone_count,
                  "the last frame of a block has no bones, so that blocks stand alone");
        skeletons = 0;
    }
    if (!grow(&job->allocator, (void **)&r->in_bones.data, &r->in_bones.capacity, s->bone_count * sizeof(echo_bone), 1))
        return no_memory(job);
    echo_bone *bones = (echo_bone *)(void *)r->in_bones.data;
    for (size_t i = 0; i < skeletons * WIRE_BONES; i++) bones[i] = meant_bone(r, &s->bones[i], skeletons);
    frame_input in = { &frame, teams, players, s->player_count, bones, skeletons };
    reel_status status = encode(job, r, &in);
    if (status < 0) return status;
    const row_block *b = &r->block;
    compare_frame(r, s->frame, &b->frames[b->frame_count - 1]);
    for (size_t i = 0; i < s->player_count; i++)
        compare_player(r, &s->players[i], &b->players[b->player_count - s->player_count + i]);
    for (size_t i = 0; i < s->team_count; i++)
        if (s->teams[i].common.has & ECHO_HAS_STATS)
            note_error(r, E_TEAM_TIME,
                       off(s->teams[i].common.possession_time,
                           b->teams[3 * (b->frame_count - 1) + s->teams[i].common.team].possession_time));
    for (size_t i = 0; i < skeletons * WIRE_BONES; i++)
        compare_bone(r, &s->bones[i], &b->bones[b->bone_count - skeletons * WIRE_BONES + i]);
    return b->frame_count == INTERVAL ? end_block(job, r) : REEL_OK;
}

static reel_status prepare(pair_job *job, recording *r)
{
    if (r->model) return REEL_OK;
    r->plain.allocator = r->in_players.allocator = job->allocator;
    r->model = memory_new(&job->allocator, sizeof *r->model);
    r->block.frames = memory_new(&job->allocator, INTERVAL * sizeof *r->block.frames);
    r->block.teams = memory_new(&job->allocator, 3 * INTERVAL * sizeof *r->block.teams);
    if (!r->model || !r->block.frames || !r->block.teams) return no_memory(job);
    r->model->ideal = true;
    return REEL_OK;
}

static reel_status convert_chunk(pair_job *job, const reel_chunk *in)
{
    recording *r = job->state;
    reel_status status = prepare(job, r);
    size_t frames, teams, players, bones, lines, team = 0, player = 0, bone = 0;
    const echoreplay_frame *frame = reel_chunk_rows(in, &echoreplay_frames, &frames);
    const echoreplay_team *team_rows = reel_chunk_rows(in, &echoreplay_teams, &teams);
    const echoreplay_player *player_rows = reel_chunk_rows(in, &echoreplay_players, &players);
    const echo_bone *bone_rows = reel_chunk_rows(in, &echoreplay_bones, &bones);
    const echoreplay_line *line = reel_chunk_rows(in, &echoreplay_lines, &lines);
    for (size_t i = 0; i < lines; i++)
        pair_lose(job, &echoreplay_lines, "text", line[i].kind != ECHOREPLAY_FRAME && line[i].kind != ECHOREPLAY_EMPTY,
                  "the line is no frame");
    for (size_t i = 0; i < frames && status >= 0; i++) {
        uint32_t number = frame[i].common.frame;
        frame_slice s = { .frame = &frame[i],
                          .teams = team < teams ? team_rows + team : NULL,
                          .players = player < players ? player_rows + player : NULL,
                          .bones = bone < bones ? bone_rows + bone : NULL };
        while (team + s.team_count < teams && s.teams[s.team_count].common.frame <= number) s.team_count++;
        while (player + s.player_count < players && s.players[s.player_count].common.frame <= number) s.player_count++;
        while (bone + s.bone_count < bones && s.bones[s.bone_count].frame <= number) s.bone_count++;
        team += s.team_count, player += s.player_count, bone += s.bone_count;
        status = convert_frame(job, r, &s);
    }
    return status < 0 ? status : reel_build_status(job->out);
}

static reel_status finish(pair_job *job)
{
    recording *r = job->state;
    if (!r->model) return REEL_OK;
    reel_status status = end_block(job, r);
    for (size_t i = 0; i < ERRORS && status >= 0; i++) {
        const error_sum *e = &r->errors[i];
        if (!e->count) continue;
        reel_find(
            &job->reporter,
            (reel_finding){
                .rule = "convert.error", .severity = REEL_NOTE, .offset = REEL_NO_OFFSET, .row = REEL_NO_ROW, .count = e->count },
            "%s: at most %f %s off, %f on average", error_names[i].name, 1000 * e->most, error_names[i].unit,
            1000 * e->sum / (double)e->count);
    }
    return status;
}

static void close_pair(pair_job *job)
{
    recording *r = job->state;
    const reel_allocator *a = &job->allocator;
    memory_drop(a, r->model);
    memory_drop(a, r->block.frames);
    memory_drop(a, r->block.teams);
    memory_drop(a, r->block.players);
    memory_drop(a, r->block.bones);
    memory_drop(a, r->plain.data);
    memory_drop(a, r->in_players.data);
    memory_drop(a, r->in_bones.data);
}

const convert_pair pair_echoreplay_butter = {
    .from = &reel_format_echoreplay,
    .to = &reel_format_butter,
    .state_size = sizeof(recording),
    .chunk = convert_chunk,
    .finish = finish,
    .close = close_pair,
};
