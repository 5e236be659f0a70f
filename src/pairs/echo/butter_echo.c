/* SPDX-License-Identifier: MIT
 * .butter to .echoreplay: the stored values in the form of the game's API, and values that follow from them. */
#include "formats/echo/common/schema.h"
#include "formats/echo/replay/session.h"
#include "pairs/echo/butter.h"
#include "pairs/echo/tape.h"

#include <reel/tape.h>

typedef struct opening {
    butter_info info;
    char client[1025], session[37], address[16];
    butter_entry roster[256];
    char names[256][256];
    bool begun;
} opening;

static reel_string text_of(const char *text) { return (reel_string){ text, strlen(text) }; }

static void copy_text(char *to, size_t size, reel_string text)
{
    size_t count = text.size < size ? text.size : size - 1;
    if (count) memcpy(to, text.data, count);
    to[count] = 0;
}

static void format_address(char to[16], const uint8_t ip[4])
{
    for (size_t i = 0; i < 4; i++) {
        unsigned value = ip[i];
        if (i) *to++ = '.';
        if (value >= 100) *to++ = (char)('0' + value / 100);
        if (value >= 10) *to++ = (char)('0' + value / 10 % 10);
        *to++ = (char)('0' + value % 10);
    }
    *to = 0;
}

static void format_session(char to[37], const uint8_t id[16])
{
    static const char hex[] = "0123456789ABCDEF";
    for (size_t i = 0; i < 16; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10) *to++ = '-';
        *to++ = hex[id[i] >> 4];
        *to++ = hex[id[i] & 15];
    }
    *to = 0;
}

static void copy_header(opening *o, const reel_chunk *in)
{
    size_t count;
    const butter_info *info = reel_chunk_rows(in, &butter_infos, &count);
    if (count) {
        o->info = info[0];
        copy_text(o->client, sizeof o->client, info[0].client_name);
        format_session(o->session, info[0].session_id.bytes);
        format_address(o->address, info[0].session_ip);
    }
    const butter_entry *roster = reel_chunk_rows(in, &butter_roster, &count);
    for (size_t i = 0; i < count; i++) {
        o->roster[roster[i].player] = roster[i];
        copy_text(o->names[roster[i].player], sizeof o->names[0], roster[i].name);
    }
}

/* "MM:SS.cc", truncated. */
static reel_string format_clock(reel_chunk *out, float clock)
{
    char text[] = "00:00.00";
    unsigned hundredths = clock > 0 && clock < 6000 ? (unsigned)((double)clock * 100) : 0;
    unsigned parts[] = { hundredths / 6000, hundredths / 100 % 60, hundredths % 100 };
    for (size_t i = 0; i < 3; i++) {
        text[3 * i] = (char)('0' + parts[i] / 10);
        text[3 * i + 1] = (char)('0' + parts[i] % 10);
    }
    return reel_chunk_string(out, text, sizeof text - 1);
}

static echo_axes axes_of(reel_quaternion q)
{
    echo_axes axes;
    reel__wire_directions(q, &axes.forward, &axes.left, &axes.up);
    return axes;
}

/* Who has the disc: the team from its flag, and the player's slot in the team. */
static void find_possession(echoreplay_frame *f, const echo_team *teams, size_t team_count, const butter_player *players,
                            size_t player_count)
{
    f->possession[0] = f->possession[1] = -1;
    for (size_t t = 0; t < team_count; t++)
        if (teams[t].possession) f->possession[0] = teams[t].team;
    for (size_t i = 0; i < player_count; i++)
        if (players[i].common.possession) f->possession[1] = players[i].common.slot;
    f->api |= ECHO_API_POSSESSION;
}

/* Texts of the header live as long as the conversion, so rows point to them. */
static void add_header_texts(const opening *o, echoreplay_frame *f)
{
    const butter_info *info = &o->info;
    bool arena = info->map == BUTTER_ARENA, combat = info->map >= BUTTER_FISSION && info->map <= BUTTER_GAUSS;
    static const char *const kinds[] = { "Unknown",     "Unknown",
                                         "Echo_Arena",  "Echo_Arena_Private",
                                         "Echo_Combat", "Echo_Combat_Private" };
    f->session_id = text_of(o->session);
    f->session_ip = text_of(o->address);
    f->client_name = text_of(o->client);
    f->map_name = info->map ? text_of(reel__session_word(reel__echo_maps, info->map, "")) : (reel_string){ NULL, 0 };
    f->match_type = text_of(kinds[(arena ? 2 : combat ? 4 : 0) + (info->private_match ? 1 : 0)]);
    f->private_match = info->private_match ? 1 : 0;
}

static const char *name_of(const opening *o, unsigned player) { return o->names[player][0] ? o->names[player] : "[INVALID]"; }

static void complete_score(const opening *o, echoreplay_frame *f)
{
    echo_frame *c = &f->common;
    if (c->goal_type > 8) c->goal_type = 0;
    f->person_scored = text_of(name_of(o, c->score_person));
    f->assist_scored = text_of(name_of(o, c->score_assist));
    f->goal_text = text_of(c->goal_type ? reel__session_word(reel__echo_goal_types, c->goal_type, "") : "[NO GOAL]");
    if (!c->goal_type && !c->score_person) c->score_points = 0; /* how the format stores "no goal" */
    c->score_person = c->score_assist = 0;
}

static void complete_pause(echoreplay_frame *f)
{
    if (f->common.paused_state > 5) f->common.paused_state = 5;
    f->paused_text = text_of(reel__session_word(reel__echo_paused_states, f->common.paused_state, ""));
}

/* Rounds floats to the values that are read back from the text. */
static void round_floats(const reel_table *table, void *row)
{
    for (size_t i = 0; i < table->field_count; i++) {
        const reel_field *field = &table->fields[i];
        if (field->type != REEL_F32) continue;
        uint8_t *at = (uint8_t *)row + field->offset;
        for (size_t n = 0; n < field->count; n++, at += sizeof(float)) {
            float value;
            memcpy(&value, at, sizeof value);
            value = reel__session_round_trip(value);
            memcpy(at, &value, sizeof value);
        }
    }
}

static void add_frame(const opening *o, reel_chunk *out, const butter_frame *in, const echo_team *teams, size_t team_count,
                      const butter_player *players, size_t player_count)
{
    echoreplay_frame *f = reel_row_add(reel_chunk_table(out, &echoreplay_frames));
    if (!f) return;
    f->common = in->common;
    f->common.inputs &= 15;
    f->common.rules_changed_by = reel_chunk_string(out, in->common.rules_changed_by.data, in->common.rules_changed_by.size);
    if (in->common.has & ECHO_HAS_VR) f->vr = axes_of(in->vr_rotation);
    if (in->common.has & ECHO_HAS_DISC) f->disc = axes_of(in->disc_rotation);
    f->api = ECHO_API_CLOCK | ECHO_API_ROUNDS | ECHO_API_SHOULDERS;
    for (unsigned i = 0; i < 4; i++) f->shoulders[i] = in->common.inputs >> i & 1 ? 1 : 0;
    f->blue_round_score = o->info.blue_round_score;
    f->orange_round_score = o->info.orange_round_score;
    f->total_round_count = o->info.total_round_count;
    f->clock_display = format_clock(out, in->common.game_clock);
    if (in->common.status) {
        f->api |= ECHO_API_STATUS;
        if (in->common.status > ECHO_STATUS_EMPTY)
            f->status_text = text_of(reel__session_word(reel__echo_statuses, in->common.status, ""));
    }
    find_possession(f, teams, team_count, players, player_count);
    add_header_texts(o, f);
    if (f->common.has & ECHO_HAS_SCORE) complete_score(o, f);
    if (f->common.has & ECHO_HAS_PAUSE)
        complete_pause(f);
    else
        f->common.paused_team = f->common.unpaused_team = ECHO_NO_TEAM;
    *f = reel__session_complete_frame(f);
    round_floats(&echoreplay_frames, f);
}

static void add_player(const opening *o, reel_chunk *out, const butter_player *in)
{
    echoreplay_player *p = reel_row_add(reel_chunk_table(out, &echoreplay_players));
    if (!p) return;
    p->common = in->common;
    const butter_entry *entry = &o->roster[in->common.player];
    echo_player *c = &p->common;
    c->name = text_of(o->names[in->common.player]);
    c->userid = entry->userid;
    c->number = entry->number;
    c->level = entry->level;
    c->player = 0;
    if (!(c->has & ECHO_HAS_HOLDING)) c->holding_left = c->holding_right = ECHO_HOLDS_NULL;
    if (c->holding_left == ECHO_HOLDS_NULL && c->holding_right == ECHO_HOLDS_NULL) c->has &= (uint8_t)~ECHO_HAS_HOLDING;
    if (c->arm > 1) c->arm = UINT8_MAX;
    p->head = axes_of(in->head_rotation);
    p->body = axes_of(in->body_rotation);
    p->left_hand = axes_of(in->left_hand_rotation);
    p->right_hand = axes_of(in->right_hand_rotation);
    *p = reel__session_complete_player(p);
    round_floats(&echoreplay_players, p);
}

static reel_status convert_chunk(pair_job *job, const reel_chunk *in)
{
    static const char *const names[] = { "BLUE TEAM", "ORANGE TEAM", "SPECTATORS" };
    opening *o = job->state;
    copy_header(o, in);
    if (!o->begun) {
        reel_row_list *infos = reel_chunk_table(job->out, &echoreplay_infos);
        if (infos) reel_row_add(infos); /* a capture has none */
        o->begun = true;
    }
    size_t frames, teams, players, bones, team = 0, player = 0;
    const butter_frame *frame = reel_chunk_rows(in, &butter_frames, &frames);
    const echo_team *team_rows = reel_chunk_rows(in, &butter_teams, &teams);
    const butter_player *player_rows = reel_chunk_rows(in, &butter_players, &players);
    const echo_bone *bone_rows = reel_chunk_rows(in, &butter_bones, &bones);
    for (size_t i = 0; i < frames; i++) {
        size_t first_team = team, first_player = player;
        while (team < teams && team_rows[team].frame <= frame[i].common.frame) team++;
        while (player < players && player_rows[player].common.frame <= frame[i].common.frame) player++;
        add_frame(o, job->out, &frame[i], team > first_team ? team_rows + first_team : NULL, team - first_team,
                  player > first_player ? player_rows + first_player : NULL, player - first_player);
    }
    for (size_t i = 0; i < teams; i++) {
        echoreplay_team *row = reel_row_add(reel_chunk_table(job->out, &echoreplay_teams));
        if (!row) break;
        row->common = team_rows[i];
        row->name = text_of(names[team_rows[i].team < 3 ? team_rows[i].team : 2]);
        *row = reel__session_complete_team(row);
        round_floats(&echoreplay_teams, row);
    }
    for (size_t i = 0; i < players; i++) add_player(o, job->out, &player_rows[i]);
    echo_bone *copy = bones ? reel_row_grow(reel_chunk_table(job->out, &echoreplay_bones), bones, false) : NULL;
    for (size_t i = 0; copy && i < bones; i++) {
        copy[i] = reel__session_complete_bone(&bone_rows[i]);
        round_floats(&echoreplay_bones, &copy[i]);
    }
    return reel_build_status(job->out);
}

const convert_pair reel__pair_butter_echoreplay = {
    .from = &reel_format_butter,
    .to = &reel_format_echoreplay,
    .state_size = sizeof(opening),
    .chunk = convert_chunk,
};

static reel_status convert_to_capture(pair_job *job, const reel_chunk *in)
{
    const reel_status status = convert_chunk(job, in);
    return status < 0 ? status : reel__tape_begin_capture(job);
}

const convert_pair reel__pair_butter_tape = {
    .from = &reel_format_butter,
    .to = &reel_format_tape,
    .state_size = sizeof(opening),
    .chunk = convert_to_capture,
    .target_rounds = true,
};
