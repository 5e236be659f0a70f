/* SPDX-License-Identifier: MIT
 * .echoreplay to .butter. Makes the rows of each frame; the .butter writer rounds and encodes them, and reports the errors. */
#include "pairs/echo/echo_butter.h"

/* ---- the match -------------------------------------------------------------------------------------------------- */

/* Who changed the rules, as printable ASCII. */
static reel_string rules_text(pair_job *job, reel_string text)
{
    enum { MOST = 255 };
    size_t size = text.size < MOST ? text.size : MOST;
    reel__pair_lose(job, &echoreplay_frames, "rules_changed_by", size != text.size, "rule texts are cut to 255 bytes");
    char *copy = size ? reel_chunk_alloc(job->out, size) : NULL;
    if (!copy) return (reel_string){ NULL, 0 };
    for (size_t i = 0; i < size; i++) copy[i] = text.data[i] > 31 && text.data[i] < 127 ? text.data[i] : '?';
    return (reel_string){ copy, size };
}

/* The parts of a frame that the target has for this map. */
static uint8_t parts_of(const recording *r, uint8_t has)
{
    bool arena = recording_is_arena(r), combat = recording_is_combat(r);
    unsigned missing = 0;
    if (!arena) missing |= ECHO_HAS_SCORE | ECHO_HAS_DISC;
    if (!arena && !combat) missing |= ECHO_HAS_POINTS;
    if (!combat) missing |= ECHO_HAS_PAYLOAD;
    if (!arena || !r->info.private_match) missing |= ECHO_HAS_RULES;
    return (uint8_t)(has & ~missing);
}

static reel_quaternion rotation_of(recording *r, const echo_axes *axes)
{
    reel_quaternion q = reel__wire_look(axes->forward, axes->up);
    reel__error_add_directions(&r->axes, q, axes->forward, axes->up);
    return q;
}

static void add_frame(pair_job *job, recording *r, const frame_slice *s)
{
    butter_frame *row = reel_row_add(reel_chunk_table(job->out, &butter_frames));
    if (!row) return;
    const echoreplay_frame *f = s->frame;
    echo_frame *c = &row->common;
    *c = f->common;
    c->frame = r->frames;
    c->has = parts_of(r, c->has);
    c->score_person = reel__echo_scorer(r, s, f->person_scored);
    c->score_assist = reel__echo_scorer(r, s, f->assist_scored);
    if (c->has & ECHO_HAS_SCORE && c->score_points != 2) c->score_points = 3;
    c->rules_changed_by = rules_text(job, c->has & ECHO_HAS_RULES ? c->rules_changed_by : (reel_string){ NULL, 0 });
    if (!(c->has & ECHO_HAS_RULES)) c->rules_changed_at = 0;
    row->vr_rotation = c->has & ECHO_HAS_VR ? rotation_of(r, &f->vr) : reel__wire_look(f->vr.forward, f->vr.up);
    row->disc_rotation = c->has & ECHO_HAS_DISC ? rotation_of(r, &f->disc) : reel__wire_look(f->disc.forward, f->disc.up);
}

static void add_teams(pair_job *job, const recording *r, const frame_slice *s)
{
    echo_team *rows = reel_row_grow(reel_chunk_table(job->out, &butter_teams), 3, false);
    if (!rows) return;
    for (uint8_t team = 0; team < 3; team++) rows[team] = (echo_team){ .team = team };
    for (size_t i = 0; i < s->team_count; i++)
        if (s->teams[i].common.team < 3) rows[s->teams[i].common.team] = s->teams[i].common;
    for (size_t team = 0; team < 3; team++) rows[team].frame = r->frames;
}

/* ---- players and bones ------------------------------------------------------------------------------------------ */

/* How many players a frame can hold: it lists those of each team in order, and at most 255 of one. */
static size_t players_that_fit(const frame_slice *s)
{
    unsigned team = 0, count = 0;
    size_t i = 0;
    for (; i < s->player_count && s->players[i].common.team < 3 && s->players[i].common.team >= team; i++, count++) {
        if (s->players[i].common.team > team) count = 0;
        team = s->players[i].common.team;
        if (count == 255) break;
    }
    return i;
}

/* The public encoder lets the difference wrap instead. */
static int32_t ping_of(const recording *r, int32_t ping)
{
    if (r->faithful) return ping;
    return ping < INT16_MIN ? INT16_MIN : ping > INT16_MAX ? INT16_MAX : ping;
}

/* The API until mid-2020 had one position and one rotation for head and body. */
static echoreplay_player with_head(const echoreplay_player *p)
{
    echoreplay_player row = *p;
    if (!(p->flat_keys & ECHO_KEY_POSITION) || p->pose_keys & ECHO_KEY_POSITION) return row;
    row.common.head = row.common.body = p->position;
    row.head = row.body = p->axes;
    return row;
}

static void add_players(pair_job *job, recording *r, const frame_slice *s)
{
    size_t count = players_that_fit(s);
    reel__pair_lose(job, &echoreplay_players, "slot", s->player_count - count, "too many for one frame");
    for (size_t i = 0; i < s->player_count; i++) {
        const echoreplay_player whole = with_head(&s->players[i]), *p = &whole;
        reel__echo_lose_player(job, r, p);
        uint8_t number = reel__echo_number(job, r, &p->common);
        butter_player *row = i < count ? reel_row_add(reel_chunk_table(job->out, &butter_players)) : NULL;
        if (!row) continue;
        row->common = p->common;
        row->common.name = (reel_string){ NULL, 0 }; /* is in the roster */
        row->common.frame = r->frames;
        row->common.player = number;
        row->common.ping = ping_of(r, p->common.ping);
        if (!recording_is_arena(r)) row->common.has &= (uint8_t)~ECHO_HAS_HOLDING; /* reported by reel__echo_lose_player */
        row->head_rotation = rotation_of(r, &p->head);
        row->body_rotation = rotation_of(r, &p->body);
        row->left_hand_rotation = rotation_of(r, &p->left_hand);
        row->right_hand_rotation = rotation_of(r, &p->right_hand);
    }
}

/* Bones are differences that continue in the next block, but the public decoder starts again at a keyframe. Without bones in the
 * last frame of a block, both start again. The public encoder lets them continue. */
static void add_bones(pair_job *job, const recording *r, const frame_slice *s)
{
    enum { MOST_SKELETONS = 127 };
    size_t skeletons = s->bone_count / WIRE_BONES;
    if (!r->faithful && r->frames % ECHO_INTERVAL == ECHO_INTERVAL - 1) {
        reel__pair_lose(job, &echoreplay_bones, "position", s->bone_count,
                        "the last frame of a block has no bones, to keep blocks independent");
        return;
    }
    if (skeletons > MOST_SKELETONS) skeletons = MOST_SKELETONS;
    size_t count = skeletons * WIRE_BONES;
    reel__pair_lose(job, &echoreplay_bones, "player", s->bone_count - count, "too many for one frame");
    echo_bone *rows = count ? reel_row_grow(reel_chunk_table(job->out, &butter_bones), count, false) : NULL;
    if (!rows) return;
    memcpy(rows, s->bones, count * sizeof *rows);
    for (size_t i = 0; i < count; i++) {
        rows[i].frame = r->frames;
        rows[i].keys = rows[i].from_line = 0;
    }
}

/* ---- the conversion --------------------------------------------------------------------------------------------- */

static void convert_frame(pair_job *job, recording *r, const frame_slice *s)
{
    if (!r->begun) reel__echo_begin(job, r, s->frame);
    reel__echo_lose_frame(job, r, s->frame);
    add_teams(job, r, s);
    add_players(job, r, s); /* before the frame, which may name them */
    add_frame(job, r, s);
    add_bones(job, r, s);
    r->frames++;
}

static reel_status convert_chunk(pair_job *job, const reel_chunk *in)
{
    recording *r = job->state;
    size_t frames, teams, players, bones, lines, team = 0, player = 0, bone = 0;
    const echoreplay_frame *frame = reel_chunk_rows(in, &echoreplay_frames, &frames);
    const echoreplay_team *team_rows = reel_chunk_rows(in, &echoreplay_teams, &teams);
    const echoreplay_player *player_rows = reel_chunk_rows(in, &echoreplay_players, &players);
    const echo_bone *bone_rows = reel_chunk_rows(in, &echoreplay_bones, &bones);
    const echoreplay_line *line = reel_chunk_rows(in, &echoreplay_lines, &lines);
    r->faithful = job->convention && strcmp(job->convention, "faithful") == 0;
    for (size_t i = 0; i < lines; i++)
        reel__pair_lose(job, &echoreplay_lines, "text", line[i].kind != ECHOREPLAY_FRAME && line[i].kind != ECHOREPLAY_EMPTY,
                        "the line is not a frame");
    for (size_t i = 0; i < frames; i++) {
        uint32_t number = frame[i].common.frame;
        frame_slice s = { .frame = &frame[i],
                          .teams = team < teams ? team_rows + team : NULL,
                          .players = player < players ? player_rows + player : NULL,
                          .bones = bone < bones ? bone_rows + bone : NULL };
        while (team + s.team_count < teams && s.teams[s.team_count].common.frame <= number) s.team_count++;
        while (player + s.player_count < players && s.players[s.player_count].common.frame <= number) s.player_count++;
        while (bone + s.bone_count < bones && s.bones[s.bone_count].frame <= number) s.bone_count++;
        team += s.team_count, player += s.player_count, bone += s.bone_count;
        convert_frame(job, r, &s);
    }
    return reel_build_status(job->out);
}

static reel_status finish(pair_job *job)
{
    const recording *r = job->state;
    if (!r->begun)
        return reel_fail(job->error, REEL_LOSS, "butter.no-frames", "", 0, "no frames: the header is taken from the first one");
    if (!job->compared) reel__error_report(&r->axes, "axes as rotations (forward and up)", "thousandths", &job->reporter);
    return REEL_OK;
}

const convert_pair reel__pair_echoreplay_butter = {
    .from = &reel_format_echoreplay,
    .to = &reel_format_butter,
    .state_size = sizeof(recording),
    .chunk = convert_chunk,
    .finish = finish,
    .target_rounds = true,
};
