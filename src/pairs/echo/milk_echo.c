/* SPDX-License-Identifier: MIT
 * .milk to .echoreplay: the stored values in the form of the game's API. Values that readers of .echoreplay need and
 * a .milk does not have are replaced by defaults, which is reported. */
#include "formats/echo/common/schema.h"
#include "formats/echo/replay/session.h"
#include "pairs/echo/milk.h"
#include "pairs/echo/tape.h"

#include <reel/tape.h>

#include <reel/milk.h>

typedef struct opening {
    uint8_t flags;
    bool begun;
} opening;

static reel_string text_of(const char *text) { return (reel_string){ text, strlen(text) }; }

static void report_stand_in(const pair_job *job, const char *message)
{
    reel_find(&job->reporter, (reel_finding){ .rule = "convert.stand-in", .severity = REEL_NOTE, .offset = REEL_NO_OFFSET }, "%s",
              message);
}

static void begin_output(pair_job *job, opening *o, const milk_info *info)
{
    o->begun = true;
    o->flags = info->flags;
    reel_row_list *infos = reel_chunk_table(job->out, &echoreplay_infos);
    if (infos) reel_row_add(infos); /* a capture has none */
    report_stand_in(job, "frames.recorded starts in 1970: the recording time is missing in the file");
    report_stand_in(job, "players.userid is the number in the roster: the file has no account ids, and readers need them");
    report_stand_in(job, "players: head and body share one position; head, body and hands share one rotation");
    report_stand_in(job, "frames: disc velocity is 0 and its rotation the identity: the file has only its position");
    const uint8_t known = MILK_PRIVATE | MILK_NOT_ARENA | MILK_TOURNAMENT;
    reel__pair_lose(job, &milk_infos, "flags", (info->flags & ~known) != 0, "the meaning of its other bits is unknown");
}

static reel_vec3 rounded_vec(reel_vec3 v)
{
    return (reel_vec3){ reel__session_round_trip(v.x), reel__session_round_trip(v.y), reel__session_round_trip(v.z) };
}

/* Who has the disc: the team, and the player's slot in it. */
static void find_possession(echoreplay_frame *f, const milk_player *players, size_t count)
{
    f->possession[0] = f->possession[1] = -1;
    for (size_t i = 0; i < count; i++)
        if (players[i].common.possession) {
            f->possession[0] = players[i].common.team;
            f->possession[1] = players[i].common.slot;
        }
}

static void add_frame(pair_job *job, const opening *o, const milk_frame *in, reel_string author, const milk_player *players,
                      size_t count)
{
    echoreplay_frame *f = reel_row_add(reel_chunk_table(job->out, &echoreplay_frames));
    if (!f) return;
    f->common = in->common;
    f->common.recorded = (int64_t)(in->common.time * 1000 + 0.5);
    f->common.game_clock = reel__session_round_trip(in->common.game_clock);
    f->common.disc_position = rounded_vec(in->common.disc_position);
    f->disc = (echo_axes){ .forward = { 0, 0, 1 }, .left = { 1, 0, 0 }, .up = { 0, 1, 0 } };
    f->api = ECHO_API_CLOCK | ECHO_API_POSSESSION;
    f->status_text =
        text_of(in->common.status > ECHO_STATUS_EMPTY ? reel__session_word(reel__echo_statuses, in->common.status, "") : "");
    if (f->status_text.size) f->api |= ECHO_API_STATUS;
    reel__pair_lose(job, &milk_frames, "state", !f->status_text.size, "unknown state");
    find_possession(f, players, count);
    f->private_match = (o->flags & MILK_PRIVATE) != 0;
    f->tournament_match = (o->flags & MILK_TOURNAMENT) != 0;
    f->client_name = author;
    *f = reel__session_complete_frame(f);
    if (o->flags & MILK_NOT_ARENA) return;
    f->match_type = text_of(f->private_match ? "Echo_Arena_Private" : "Echo_Arena");
    f->map_name = text_of("mpl_arena_a");
}

static void add_player(reel_chunk *out, const milk_player *in, reel_string name)
{
    echoreplay_player *p = reel_row_add(reel_chunk_table(out, &echoreplay_players));
    if (!p) return;
    const echo_axes axes = { rounded_vec(in->axes.forward), rounded_vec(in->axes.left), rounded_vec(in->axes.up) };
    p->common = in->common;
    echo_player *c = &p->common;
    c->name = name;
    c->userid = c->player;
    c->player = 0;
    c->holding_left = c->holding_right = ECHO_HOLDS_NULL;
    c->velocity = rounded_vec(c->velocity);
    c->head = rounded_vec(c->head);
    c->body = rounded_vec(c->body);
    c->left_hand = rounded_vec(c->left_hand);
    c->right_hand = rounded_vec(c->right_hand);
    p->head = p->body = p->left_hand = p->right_hand = axes;
    *p = reel__session_complete_player(p);
}

/* Copies the names of the roster once for all rows of the chunk. */
static bool copy_names(reel_chunk *out, const reel_chunk *in, reel_string names[256])
{
    size_t count;
    const milk_player *players = reel_chunk_rows(in, &milk_players, &count);
    for (size_t i = 0; i < count; i++) {
        uint8_t player = players[i].common.player;
        if (names[player].data || !players[i].common.name.size) continue;
        names[player] = reel_chunk_string(out, players[i].common.name.data, players[i].common.name.size);
    }
    return reel_build_status(out) == REEL_OK;
}

static void add_teams(pair_job *job, const reel_chunk *in)
{
    size_t count;
    const echo_team *teams = reel_chunk_rows(in, &milk_teams, &count);
    for (size_t i = 0; i < count; i++) {
        echoreplay_team *row = reel_row_add(reel_chunk_table(job->out, &echoreplay_teams));
        if (!row) return;
        row->common = teams[i];
        row->name = text_of(teams[i].team == ECHO_BLUE ? "BLUE TEAM" : "ORANGE TEAM");
        *row = reel__session_complete_team(row);
    }
}

static reel_status convert_chunk(pair_job *job, const reel_chunk *in)
{
    opening *o = job->state;
    size_t infos, frames, players, stats, player = 0;
    const milk_info *info = reel_chunk_rows(in, &milk_infos, &infos);
    const milk_frame *frame = reel_chunk_rows(in, &milk_frames, &frames);
    const milk_player *rows = reel_chunk_rows(in, &milk_players, &players);
    reel_string author = { NULL, 0 }, names[256] = { { NULL, 0 } };
    if (infos && !o->begun) begin_output(job, o, info);
    if (infos) author = info->author;
    reel_chunk_rows(in, &milk_statistics, &stats);
    reel__pair_lose(job, &milk_statistics, "bytes", stats, "the order of the statistics in the file is undocumented");
    author = reel_chunk_string(job->out, author.data, author.size);
    if (!copy_names(job->out, in, names)) return reel_build_status(job->out);
    for (size_t i = 0; i < frames; i++) {
        size_t first = player;
        while (player < players && rows[player].common.frame <= frame[i].common.frame) player++;
        add_frame(job, o, &frame[i], author, player > first ? rows + first : NULL, player - first);
    }
    add_teams(job, in);
    for (size_t i = 0; i < players; i++) add_player(job->out, &rows[i], names[rows[i].common.player]);
    return reel_build_status(job->out);
}

const convert_pair reel__pair_milk_echoreplay = {
    .from = &reel_format_milk,
    .to = &reel_format_echoreplay,
    .state_size = sizeof(opening),
    .chunk = convert_chunk,
};

static reel_status convert_to_capture(pair_job *job, const reel_chunk *in)
{
    const reel_status status = convert_chunk(job, in);
    return status < 0 ? status : reel__tape_begin_capture(job);
}

const convert_pair reel__pair_milk_tape = {
    .from = &reel_format_milk,
    .to = &reel_format_tape,
    .state_size = sizeof(opening),
    .chunk = convert_to_capture,
    .target_rounds = true,
};
