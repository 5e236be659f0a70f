/* SPDX-License-Identifier: MIT
 * .ecrreplay to .echoreplay and .tape. What the recording does not have is missing in the result: no value is made up but the time, if the file
 * does not have one. The recorder puts the directions of the head where those of the body should be; they are left out there. */
#include "core/chunk.h"
#include "formats/echo/ecrreplay/ecrreplay.h"
#include "formats/echo/replay/session.h"
#include "pairs/echo/ecrreplay.h"
#include "pairs/echo/tape.h"

#include <reel/tape.h>

enum { ALL_PARTS = ECHO_KEY_POSITION | ECHO_KEY_FORWARD | ECHO_KEY_LEFT | ECHO_KEY_UP, ENTRIES = 256 };

/* What the header says, with texts that live as long as the output. */
typedef struct recorded_match {
    reel_string session_id, map_name;
    ecrreplay_entry roster[ENTRIES];
    bool known[ENTRIES], seen[ENTRIES];
    bool begun, numbered; /* the result knows players by numbers */
} recorded_match;

static reel_string lasting(pair_job *job, reel_string text) { return reel__chunk_lasting_string(job->out, text.data, text.size); }

static void report_stand_in(const pair_job *job, const char *message)
{
    reel_find(&job->reporter, (reel_finding){ .rule = "convert.stand-in", .severity = REEL_NOTE, .offset = REEL_NO_OFFSET }, "%s",
              message);
}

static void take_header(pair_job *job, recorded_match *m, const reel_chunk *in)
{
    size_t count;
    const ecrreplay_info *info = reel_chunk_rows(in, &ecrreplay_infos, &count);
    if (count && !m->begun) {
        m->begun = true;
        m->session_id = lasting(job, info->session_id);
        m->map_name = lasting(job, info->map_name);
        reel_row_list *infos = reel_chunk_table(job->out, &echoreplay_infos);
        if (infos) reel_row_add(infos); /* a capture has none */
    }
    const ecrreplay_entry *roster = reel_chunk_rows(in, &ecrreplay_roster, &count);
    for (size_t i = 0; i < count; i++) {
        ecrreplay_entry *entry = &m->roster[roster[i].player_id];
        *entry = roster[i];
        entry->name = lasting(job, roster[i].name);
        m->known[roster[i].player_id] = true;
    }
}

/* A time in whole milliseconds; 0 for one that is none. */
static int64_t milliseconds(double time) { return time > -9e15 && time < 9e15 ? (int64_t)(time * 1000 + 0.5) : 0; }

static void add_frame(pair_job *job, const recorded_match *m, const echo_frame *in)
{
    echoreplay_frame *f = reel_row_add(reel_chunk_table(job->out, &echoreplay_frames));
    if (!f) return;
    f->common.time = in->time;
    f->common.frame = in->frame;
    f->common.recorded = in->recorded ? in->recorded : milliseconds(in->time);
    f->from_line = 1;
    f->session_id = m->session_id;
    f->map_name = m->map_name;
}

static void add_team(pair_job *job, const echo_team *in)
{
    echoreplay_team *row = reel_row_add(reel_chunk_table(job->out, &echoreplay_teams));
    if (!row) return;
    row->common = *in;
    row->from_line = 1;
}

static reel_vec3 rounded_vec(reel_vec3 v)
{
    return (reel_vec3){ reel__session_round_trip(v.x), reel__session_round_trip(v.y), reel__session_round_trip(v.z) };
}

static echo_axes rounded_axes(const echo_axes *axes)
{
    return (echo_axes){ rounded_vec(axes->forward), rounded_vec(axes->left), rounded_vec(axes->up) };
}

static void add_player(pair_job *job, recorded_match *m, const ecrreplay_player *in)
{
    const uint8_t number = in->common.player_id;
    m->seen[number] = true;
    reel__pair_lose(job, &ecrreplay_players, NULL, !m->known[number],
                    "the roster does not have the player, so nothing says who it is");
    echoreplay_player *p = m->known[number] ? reel_row_add(reel_chunk_table(job->out, &echoreplay_players)) : NULL;
    if (!p) return;
    const ecrreplay_entry *entry = &m->roster[number];
    const bool fits = entry->number >= 0 && entry->number <= UINT16_MAX && entry->level >= 0 && entry->level <= UINT16_MAX;
    p->common = (echo_player){ .time = in->common.time,
                               .frame = in->common.frame,
                               .team = in->common.team,
                               .slot = in->common.slot,
                               .userid = entry->userid,
                               .name = entry->name,
                               .ping = in->common.ping,
                               .velocity = rounded_vec(in->common.velocity),
                               .head = rounded_vec(in->common.head),
                               .body = rounded_vec(in->common.body),
                               .left_hand = rounded_vec(in->common.left_hand),
                               .right_hand = rounded_vec(in->common.right_hand) };
    p->from_line = 1;
    p->keys = ECHO_KEY_USERID | ECHO_KEY_NAME | ECHO_KEY_PLAYER_VELOCITY;
    if (in->keys & ECRREPLAY_HAS_PING) p->keys |= ECHO_KEY_PING;
    if (m->numbered) {
        p->common.player_id = number;
        p->keys |= ECHO_KEY_PLAYER_ID;
    }
    if (fits) {
        p->common.number = (uint16_t)entry->number;
        p->common.level = (uint16_t)entry->level;
        p->keys |= ECHO_KEY_NUMBER | ECHO_KEY_LEVEL;
    }
    p->head = rounded_axes(&in->head_axes);
    p->left_hand = rounded_axes(&in->left_hand_axes);
    p->right_hand = rounded_axes(&in->right_hand_axes);
    p->hand_keys = ALL_PARTS | ALL_PARTS << ECHO_KEY_SECOND;
    p->pose_keys = ALL_PARTS | ECHO_KEY_POSITION << ECHO_KEY_SECOND;
    if (ecrreplay_axes_equal(&in->head_axes, &in->body_axes)) return;
    p->body = rounded_axes(&in->body_axes);
    p->pose_keys = ALL_PARTS | ALL_PARTS << ECHO_KEY_SECOND;
}

static void report_losses(pair_job *job, const recorded_match *m, const reel_chunk *in)
{
    size_t infos, endings;
    uint64_t unseen = 0, wide = 0;
    const ecrreplay_ending *ending = reel_chunk_rows(in, &ecrreplay_endings, &endings);
    for (size_t i = 0; i < ENTRIES; i++) {
        const ecrreplay_entry *entry = &m->roster[i];
        unseen += m->known[i] && !m->seen[i];
        wide += m->known[i] && (entry->number < 0 || entry->number > UINT16_MAX || entry->level < 0 || entry->level > UINT16_MAX);
    }
    reel__pair_lose(job, &ecrreplay_roster, NULL, unseen, "the player is in no frame");
    reel__pair_lose(job, &ecrreplay_roster, "number", wide, "a number or level outside 0 to 65535 is not stored");
    reel__pair_lose(job, &ecrreplay_endings, "version", endings && ending->has_version,
                    "the version of the recorder is not stored");
    const ecrreplay_info *info = reel_chunk_rows(in, &ecrreplay_infos, &infos);
    reel__pair_lose(job, &ecrreplay_infos, "framerate", infos && info->framerate,
                    "frames have times, which are computed with it");
}

static void report_time(pair_job *job, const reel_chunk *in)
{
    size_t count;
    const echo_frame *frames = reel_chunk_rows(in, &ecrreplay_frames, &count);
    if (!count || frames->recorded) return;
    report_stand_in(job, "frames.recorded starts in 1970: the recording time is missing in the file");
}

static reel_status convert_chunk(pair_job *job, const reel_chunk *in)
{
    recorded_match *m = job->state;
    size_t frames, teams, players;
    const echo_frame *frame = reel_chunk_rows(in, &ecrreplay_frames, &frames);
    const echo_team *team = reel_chunk_rows(in, &ecrreplay_teams, &teams);
    const ecrreplay_player *player = reel_chunk_rows(in, &ecrreplay_players, &players);
    take_header(job, m, in);
    for (size_t i = 0; i < frames; i++) add_frame(job, m, &frame[i]);
    for (size_t i = 0; i < teams; i++) add_team(job, &team[i]);
    for (size_t i = 0; i < players; i++) add_player(job, m, &player[i]);
    report_time(job, in);
    report_losses(job, m, in);
    return reel_build_status(job->out);
}

const convert_pair reel__pair_ecrreplay_echoreplay = {
    .from = &reel_format_ecrreplay,
    .to = &reel_format_echoreplay,
    .state_size = sizeof(recorded_match),
    .chunk = convert_chunk,
};

static reel_status convert_to_capture(pair_job *job, const reel_chunk *in)
{
    recorded_match *m = job->state;
    if (!m->numbered) {
        report_stand_in(
            job, "players.player_id is the number in the roster: the file does not have the game's own, and captures need one");
        report_stand_in(job, "frames: clock and points are 0: the file does not have them, and a capture always states them");
    }
    m->numbered = true;
    const reel_status status = convert_chunk(job, in);
    return status < 0 ? status : reel__tape_begin_capture(job);
}

const convert_pair reel__pair_ecrreplay_tape = {
    .from = &reel_format_ecrreplay,
    .to = &reel_format_tape,
    .state_size = sizeof(recorded_match),
    .chunk = convert_to_capture,
    .target_rounds = true,
};
