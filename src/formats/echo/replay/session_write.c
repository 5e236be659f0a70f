/* SPDX-License-Identifier: MIT
 * The JSON of the game's interface out of rows, in the game's own form: numbers of at most eight digits, parts that are not known left
 * out. */
#include "codec/json_text.h"
#include "codec/number.h"
#include "core/memory.h"
#include "formats/echo/common/schema.h"
#include "formats/echo/replay/session.h"

typedef struct json_out {
    reel_memory *to;
    bool failed, comma;
} json_out;

static void append_bytes(json_out *j, const void *data, size_t size)
{
    if (!j->failed) j->failed = !memory_add(j->to, data, size);
}

static void append_literal(json_out *j, const char *text) { append_bytes(j, text, strlen(text)); }

static void separate(json_out *j)
{
    if (j->comma) append_literal(j, ",");
    j->comma = true;
}

static void put_text(json_out *j, reel_string text)
{
    append_literal(j, "\"");
    for (size_t i = 0; i < text.size; i++) {
        char escaped[JSON_ESCAPE_SIZE];
        if (json_needs_escape((uint8_t)text.data[i]))
            append_bytes(j, escaped, json_escape(escaped, (uint8_t)text.data[i]));
        else
            append_bytes(j, &text.data[i], 1);
    }
    append_literal(j, "\"");
}

bool session_quote(reel_memory *to, reel_string text)
{
    json_out j = { .to = to };
    put_text(&j, text);
    return !j.failed;
}

static void key(json_out *j, const char *name)
{
    separate(j);
    append_literal(j, "\"");
    append_literal(j, name);
    append_literal(j, "\":");
}

static void open_list(json_out *j, const char *bracket)
{
    append_literal(j, bracket);
    j->comma = false;
}

static void close_list(json_out *j, const char *bracket)
{
    append_literal(j, bracket);
    j->comma = true;
}

static void put_int(json_out *j, int64_t value)
{
    char text[32];
    append_bytes(j, text, number_i64(text, value));
}

/* Powers of ten from 10^-31 to 10^53, as the compiler rounds them: what is written must not depend on a library's pow and log10. */
enum { LEAST_TEN = -31, MOST_TEN = 53 };
static const double tens[] = {
    1e-31, 1e-30, 1e-29, 1e-28, 1e-27, 1e-26, 1e-25, 1e-24, 1e-23, 1e-22, 1e-21, 1e-20, 1e-19, 1e-18, 1e-17, 1e-16, 1e-15,
    1e-14, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9,  1e-8,  1e-7,  1e-6,  1e-5,  1e-4,  1e-3,  1e-2,  1e-1,  1e0,   1e1,   1e2,
    1e3,   1e4,   1e5,   1e6,   1e7,   1e8,   1e9,   1e10,  1e11,  1e12,  1e13,  1e14,  1e15,  1e16,  1e17,  1e18,  1e19,
    1e20,  1e21,  1e22,  1e23,  1e24,  1e25,  1e26,  1e27,  1e28,  1e29,  1e30,  1e31,  1e32,  1e33,  1e34,  1e35,  1e36,
    1e37,  1e38,  1e39,  1e40,  1e41,  1e42,  1e43,  1e44,  1e45,  1e46,  1e47,  1e48,  1e49,  1e50,  1e51,  1e52,  1e53,
};
_Static_assert(sizeof tens / sizeof *tens == MOST_TEN - LEAST_TEN + 1, "one entry per exponent");

static double ten_to(int exponent) { return tens[exponent - LEAST_TEN]; }

/* At most eight significant digits of a float's exact value: `digits` times ten to the power of `exponent` - 7. */
typedef struct eight_digits {
    uint64_t digits;
    int exponent;
} eight_digits;

/* The exponent is first guessed from the float's own, a bit for 0.30103 digits, and then put right by the digits. */
static eight_digits digits_of(float value)
{
    double size = fabs((double)value);
    if (!(size > 0) || size > 3.5e38) return (eight_digits){ 0, 0 };
    int two = (int)(reel_double_bits(size) >> 52) - 1023, exponent = (two * 30103 - (two < 0 ? 99999 : 0)) / 100000;
    double scaled = size * ten_to(7 - exponent);
    if (scaled >= 99999999.5) scaled = size * ten_to(7 - ++exponent);
    if (scaled < 9999999.5) scaled = size * ten_to(7 - --exponent);
    return (eight_digits){ (uint64_t)(scaled + 0.5), exponent };
}

float session_settled(float value)
{
    eight_digits d = digits_of(value);
    int power = d.exponent - 7;
    double size = power < 0 ? (double)d.digits / ten_to(-power) : (double)d.digits * ten_to(power);
    return (float)(value < 0 ? -size : size);
}

/* Zeros at the end are cut off, ".0" is kept. JSON has no NaN: 0.0. */
static void put_float(json_out *j, float value)
{
    char text[32], digits[24];
    eight_digits d = digits_of(value);
    int exponent = d.exponent;
    if (!d.digits) {
        append_literal(j, "0.0");
        return;
    }
    size_t count = number_u64(digits, d.digits), at = 0;
    while (count > 1 && digits[count - 1] == '0') count--;
    if (value < 0) text[at++] = '-';
    if (exponent < -5 || exponent > 7) {
        text[at++] = digits[0];
        text[at++] = '.';
        if (count == 1) text[at++] = '0';
        memcpy(text + at, digits + 1, count - 1);
        at += count - 1;
        text[at++] = 'e';
        at += number_i64(text + at, exponent);
    } else if (exponent < 0) {
        text[at++] = '0';
        text[at++] = '.';
        for (int i = -1; i > exponent; i--) text[at++] = '0';
        memcpy(text + at, digits, count);
        at += count;
    } else {
        for (size_t i = 0; i < count || i <= (size_t)exponent; i++) {
            text[at++] = i < count ? digits[i] : '0';
            if (i == (size_t)exponent) text[at++] = '.';
        }
        if (text[at - 1] == '.') text[at++] = '0';
    }
    append_bytes(j, text, at);
}

static void put_floats(json_out *j, const float *values, size_t count)
{
    append_literal(j, "[");
    for (size_t i = 0; i < count; i++) {
        if (i) append_literal(j, ",");
        put_float(j, values[i]);
    }
    append_literal(j, "]");
}

static void member_text(json_out *j, const char *name, reel_string text)
{
    if (!text.size) return;
    key(j, name);
    put_text(j, text);
}

static void member_int(json_out *j, const char *name, int64_t value)
{
    key(j, name);
    put_int(j, value);
}

static void member_float(json_out *j, const char *name, float value)
{
    key(j, name);
    put_float(j, value);
}

static void member_bool(json_out *j, const char *name, uint8_t value)
{
    key(j, name);
    append_literal(j, value ? "true" : "false");
}

static void member_vec(json_out *j, const char *name, reel_vec3 v)
{
    const float values[3] = { v.x, v.y, v.z };
    key(j, name);
    put_floats(j, values, 3);
}

static const char *word_of(const reel_label *labels, unsigned code, const char *other)
{
    for (; labels->name; labels++)
        if (labels->value == (int64_t)code) return labels->name;
    return other;
}

static void member_word(json_out *j, const char *name, const char *word)
{
    key(j, name);
    put_text(j, (reel_string){ word, strlen(word) });
}

static void put_pose(json_out *j, const char *name, const char *place_name, reel_vec3 place, const echo_axes *axes)
{
    key(j, name);
    open_list(j, "{");
    member_vec(j, place_name, place);
    member_vec(j, "forward", axes->forward);
    member_vec(j, "left", axes->left);
    member_vec(j, "up", axes->up);
    close_list(j, "}");
}

static void put_stats(json_out *j, const echo_stats *s, float time)
{
    key(j, "stats");
    open_list(j, "{");
    member_float(j, "possession_time", time);
    member_int(j, "points", s->points);
    member_int(j, "saves", s->saves);
    member_int(j, "goals", s->goals);
    member_int(j, "stuns", s->stuns);
    member_int(j, "passes", s->passes);
    member_int(j, "catches", s->catches);
    member_int(j, "steals", s->steals);
    member_int(j, "blocks", s->blocks);
    member_int(j, "interceptions", s->interceptions);
    member_int(j, "assists", s->assists);
    member_int(j, "shots_taken", s->shots_taken);
    close_list(j, "}");
}

static void put_holding(json_out *j, const char *name, uint8_t held)
{
    char number[8];
    if (held == ECHO_HOLDS_NULL) return;
    key(j, name);
    if (held > ECHO_HOLDS_NULL) {
        const char *word = word_of(echo_holdings, held, "none");
        put_text(j, (reel_string){ word, strlen(word) });
    } else {
        put_text(j, (reel_string){ number, number_u64(number, held) });
    }
}

static void put_extra(json_out *j, reel_string extra)
{
    if (!extra.size) return;
    separate(j);
    append_bytes(j, extra.data, extra.size);
}

static void put_player(json_out *j, const echoreplay_player *row)
{
    const echo_player *p = &row->common;
    separate(j);
    open_list(j, "{");
    key(j, "name");
    put_text(j, p->name);
    put_pose(j, "rhand", "pos", p->right_hand, &row->right_hand);
    member_int(j, "playerid", p->player_id);
    if (p->has & ECHO_HAS_STATS) put_stats(j, &p->stats, p->possession_time);
    member_int(j, "userid", p->userid);
    member_int(j, "number", p->number);
    member_int(j, "level", p->level);
    member_bool(j, "stunned", p->stunned);
    member_int(j, "ping", p->ping);
    member_float(j, "packetlossratio", p->packet_loss);
    member_bool(j, "invulnerable", p->invulnerable);
    if (p->has & ECHO_HAS_HOLDING) put_holding(j, "holding_left", p->holding_left);
    member_bool(j, "possession", p->possession);
    put_pose(j, "head", "position", p->head, &row->head);
    put_pose(j, "body", "position", p->body, &row->body);
    if (p->has & ECHO_HAS_HOLDING) put_holding(j, "holding_right", p->holding_right);
    put_pose(j, "lhand", "pos", p->left_hand, &row->left_hand);
    member_bool(j, "blocking", p->blocking);
    if (p->emote) member_bool(j, "is_emote_playing", p->emote);
    member_vec(j, "velocity", p->velocity);
    if (p->has & ECHO_HAS_LOADOUT) {
        member_word(j, "Weapon", word_of(echo_weapons, p->weapon, "unknown"));
        member_word(j, "Ordnance", word_of(echo_ordnances, p->ordnance, "unknown"));
        member_word(j, "TacMod", word_of(echo_tac_mods, p->tac_mod, "unknown"));
        member_word(j, "Arm", word_of(echo_arms, p->arm, "unknown"));
    }
    put_extra(j, row->extra);
    close_list(j, "}");
}

static void put_teams(json_out *j, const echoreplay_team *teams, size_t team_count, const echoreplay_player *players,
                      size_t player_count)
{
    size_t at = 0;
    key(j, "teams");
    open_list(j, "[");
    for (size_t t = 0; t < team_count; t++) {
        separate(j);
        open_list(j, "{");
        if (at < player_count && players[at].common.team == teams[t].common.team) {
            key(j, "players");
            open_list(j, "[");
            for (; at < player_count && players[at].common.team == teams[t].common.team; at++) put_player(j, &players[at]);
            close_list(j, "]");
        }
        member_text(j, "team", teams[t].name);
        member_bool(j, "possession", teams[t].common.possession);
        if (teams[t].common.has & ECHO_HAS_STATS) put_stats(j, &teams[t].common.stats, teams[t].common.possession_time);
        close_list(j, "}");
    }
    close_list(j, "]");
}

static void fill_in(reel_string *text, const char *word)
{
    if (!text->size) *text = (reel_string){ word, strlen(word) };
}

echoreplay_frame session_worded(const echoreplay_frame *frame)
{
    echoreplay_frame f = *frame;
    const echo_frame *c = &f.common;
    if (c->has & ECHO_HAS_SCORE) {
        fill_in(&f.goal_text, c->goal_type ? word_of(echo_goal_types, c->goal_type, "[NO GOAL]") : "[NO GOAL]");
        fill_in(&f.person_scored, "[INVALID]");
        fill_in(&f.assist_scored, "[INVALID]");
    }
    if (c->has & ECHO_HAS_PAUSE) fill_in(&f.paused_text, word_of(echo_paused_states, c->paused_state, "none"));
    return f;
}

static void put_score(json_out *j, const echoreplay_frame *f)
{
    const echo_frame *c = &f->common;
    key(j, "last_score");
    open_list(j, "{");
    member_float(j, "disc_speed", c->score_disc_speed);
    member_word(j, "team", word_of(echo_teams, c->score_team, "none"));
    member_text(j, "goal_type", f->goal_text);
    member_int(j, "point_amount", c->score_points);
    member_float(j, "distance_thrown", c->score_distance);
    key(j, "person_scored");
    put_text(j, f->person_scored);
    key(j, "assist_scored");
    put_text(j, f->assist_scored);
    close_list(j, "}");
}

static void put_throw(json_out *j, const echo_throw *t)
{
    static const char *const names[13] = { "arm_speed",
                                           "total_speed",
                                           "off_axis_spin_deg",
                                           "wrist_throw_penalty",
                                           "rot_per_sec",
                                           "pot_speed_from_rot",
                                           "speed_from_arm",
                                           "speed_from_movement",
                                           "speed_from_wrist",
                                           "wrist_align_to_throw_deg",
                                           "throw_align_to_movement_deg",
                                           "off_axis_penalty",
                                           "throw_move_penalty" };
    float numbers[13];
    memcpy(numbers, t, sizeof numbers);
    key(j, "last_throw");
    open_list(j, "{");
    for (size_t i = 0; i < 13; i++) member_float(j, names[i], numbers[i]);
    close_list(j, "}");
}

static void put_pause(json_out *j, const echoreplay_frame *f)
{
    const echo_frame *c = &f->common;
    key(j, "pause");
    open_list(j, "{");
    member_text(j, "paused_state", f->paused_text);
    member_word(j, "unpaused_team", word_of(echo_teams, c->unpaused_team, "none"));
    member_word(j, "paused_requested_team", word_of(echo_teams, c->paused_team, "none"));
    member_float(j, "unpaused_timer", c->unpaused_timer);
    member_float(j, "paused_timer", c->paused_timer);
    close_list(j, "}");
}

static bool is_count(float value) { return value > -1e9f && value < 1e9f && floorf(value) == value; }

static void put_points(json_out *j, const echoreplay_frame *f)
{
    const echo_frame *c = &f->common;
    /* Combat counts in parts of points */
    bool whole = !(c->has & ECHO_HAS_PAYLOAD) && is_count(c->blue_points) && is_count(c->orange_points);
    if (!(c->has & ECHO_HAS_POINTS)) return;
    if (whole) {
        member_int(j, "blue_points", (int64_t)c->blue_points);
        member_int(j, "orange_points", (int64_t)c->orange_points);
    } else {
        member_float(j, "blue_points", c->blue_points);
        member_float(j, "orange_points", c->orange_points);
    }
}

static void put_parts(json_out *j, const echoreplay_frame *f)
{
    const echo_frame *c = &f->common;
    if (c->has & ECHO_HAS_VR) {
        key(j, "player");
        open_list(j, "{");
        member_vec(j, "vr_left", f->vr.left);
        member_vec(j, "vr_position", c->vr_position);
        member_vec(j, "vr_forward", f->vr.forward);
        member_vec(j, "vr_up", f->vr.up);
        close_list(j, "}");
    }
    if (c->has & ECHO_HAS_PAUSE) put_pause(j, f);
    if (c->has & ECHO_HAS_THROW) put_throw(j, &c->throw_);
    if (c->has & ECHO_HAS_SCORE) put_score(j, f);
    if (c->has & ECHO_HAS_RULES) {
        key(j, "rules_changed_by");
        put_text(j, c->rules_changed_by);
        member_int(j, "rules_changed_at", c->rules_changed_at);
    }
    if (c->has & ECHO_HAS_PAYLOAD) {
        member_bool(j, "contested", c->contested);
        member_int(j, "payload_checkpoint", c->checkpoint);
        member_float(j, "payload_distance", c->payload_distance);
        member_int(j, "payload_defenders", c->defenders);
        member_float(j, "payload_speed", c->payload_speed);
    }
    if (f->api & ECHO_API_MULTIPLIER) member_float(j, "payload_multiplier", f->payload_multiplier);
}

static void put_disc(json_out *j, const echoreplay_frame *f)
{
    key(j, "disc");
    open_list(j, "{");
    member_vec(j, "position", f->common.disc_position);
    member_vec(j, "forward", f->disc.forward);
    member_vec(j, "left", f->disc.left);
    member_vec(j, "up", f->disc.up);
    member_vec(j, "velocity", f->common.disc_velocity);
    if (f->api & ECHO_API_BOUNCES) member_int(j, "bounce_count", f->bounce_count);
    close_list(j, "}");
}

static void put_match(json_out *j, const echoreplay_frame *f)
{
    const echo_frame *c = &f->common;
    member_text(j, "sessionid", f->session_id);
    member_text(j, "game_clock_display", f->clock_display);
    if (f->status_text.size || f->api & ECHO_API_STATUS) {
        key(j, "game_status");
        put_text(j, f->status_text);
    }
    member_text(j, "sessionip", f->session_ip);
    member_text(j, "match_type", f->match_type);
    member_text(j, "map_name", f->map_name);
    if (f->api & ECHO_API_ROUNDS) {
        member_int(j, "blue_round_score", f->blue_round_score);
        member_int(j, "orange_round_score", f->orange_round_score);
        member_int(j, "total_round_count", f->total_round_count);
    }
    put_points(j, f);
    member_bool(j, "private_match", f->private_match);
    member_bool(j, "tournament_match", f->tournament_match);
    member_int(j, "blue_team_restart_request", c->blue_restart ? 1 : 0);
    member_int(j, "orange_team_restart_request", c->orange_restart ? 1 : 0);
    if (f->api & ECHO_API_SHOULDERS) {
        member_float(j, "left_shoulder_pressed", f->shoulders[0]);
        member_float(j, "right_shoulder_pressed", f->shoulders[1]);
        member_float(j, "left_shoulder_pressed2", f->shoulders[2]);
        member_float(j, "right_shoulder_pressed2", f->shoulders[3]);
    }
    member_text(j, "client_name", f->client_name);
    if (f->api & ECHO_API_CLOCK) member_float(j, "game_clock", c->game_clock);
    if (f->api & ECHO_API_POSSESSION) {
        key(j, "possession");
        open_list(j, "[");
        put_int(j, f->possession[0]);
        append_literal(j, ",");
        put_int(j, f->possession[1]);
        close_list(j, "]");
    }
}

static void put_bones(json_out *j, const echo_bone *bones, size_t count)
{
    append_literal(j, "\t{\"user_bones\":[");
    for (size_t first = 0; first + WIRE_BONES <= count; first += WIRE_BONES) {
        if (first) append_literal(j, ",");
        append_literal(j, "{\"bone_t\":[");
        for (size_t i = 0; i < WIRE_BONES; i++) {
            const reel_vec3 *v = &bones[first + i].position;
            const float values[3] = { v->x, v->y, v->z };
            for (size_t n = 0; n < 3; n++) {
                if (i || n) append_literal(j, ",");
                put_float(j, values[n]);
            }
        }
        append_literal(j, "],\"bone_o\":[");
        for (size_t i = 0; i < WIRE_BONES; i++) {
            const reel_quaternion *q = &bones[first + i].rotation;
            const float values[4] = { q->x, q->y, q->z, q->w };
            for (size_t n = 0; n < 4; n++) {
                if (i || n) append_literal(j, ",");
                put_float(j, values[n]);
            }
        }
        append_literal(j, "]}");
    }
    append_literal(j, "],\"err_code\":0}");
}

bool session_write(reel_memory *to, const echoreplay_frame *f, const echoreplay_team *teams, size_t team_count,
                   const echoreplay_player *players, size_t player_count, const echo_bone *bones, size_t bone_count)
{
    json_out j = { .to = to };
    open_list(&j, "{");
    if (f->common.has & ECHO_HAS_DISC) put_disc(&j, f);
    put_match(&j, f);
    put_teams(&j, teams, team_count, players, player_count);
    put_parts(&j, f);
    put_extra(&j, f->extra);
    if (f->api & ECHO_API_ERROR) member_int(&j, "err_code", f->err_code);
    member_text(&j, "err_description", f->err_description);
    close_list(&j, "}");
    if (bone_count >= WIRE_BONES) put_bones(&j, bones, bone_count);
    return !j.failed;
}

/* ---- digest ----------------------------------------------------------------------------------------------------- */

uint64_t session_digest(session_plans *plans, const echoreplay_frame *frame, const echoreplay_team *teams, size_t team_count,
                        const echoreplay_player *players, size_t player_count, const echo_bone *bones, size_t bone_count)
{
    uint64_t sum = 0;
    row_sum_add(&sum, &plans->frames, &echoreplay_frames, frame, 1);
    row_sum_add(&sum, &plans->teams, &echoreplay_teams, teams, team_count);
    row_sum_add(&sum, &plans->players, &echoreplay_players, players, player_count);
    row_sum_add(&sum, &plans->bones, &echoreplay_bones, bones, bone_count);
    return sum;
}

uint64_t session_line_digest(uint64_t rows, reel_string line)
{
    row_sum_bytes(&rows, line.data, line.size);
    return rows ? rows : 1;
}
