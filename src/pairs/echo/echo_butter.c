/* SPDX-License-Identifier: MIT
 * .echoreplay to .butter. Frames are encoded here and given as a decoder reads them, with their packed blocks beside them: what is lost
 * by precision is known, and told as the largest error of each field. */
#include "pairs/echo/echo_butter.h"
#include "core/memory.h"

static reel_status no_memory(pair_job *job)
{
    return reel_fail(job->error, REEL_MEMORY, "reel.memory", "", 0, "no memory for the conversion");
}

/* The same for a block of bytes. */
static bool grow_bytes(const reel_allocator *a, reel_memory *memory, size_t need)
{
    uint8_t *data = memory_items(a, memory->data, &memory->capacity, need, 1);
    if (data) memory->data = data;
    return data != NULL;
}

/* Who changed the rules, as ASCII that stays until the block is written; false where a block has too many of them. */
static bool keep_rules(pair_job *job, recording *r, reel_string *text)
{
    size_t size = text->size < RULE_SIZE ? text->size : RULE_SIZE - 1;
    pair_lose(job, &echoreplay_frames, "rules_changed_by", size != text->size, "rule texts are cut to 255 bytes");
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
    if (block && status == REEL_OK) {
        *block = (butter_block){ .first_frame = b->frames[0].common.frame,
                                 .frame_count = (uint32_t)b->frame_count,
                                 .layout = BUTTER_LAYOUT_3B,
                                 .compression = r->info.compression,
                                 .packed = reel_chunk_bytes(job->out, bytes.data, bytes.size) };
        uint64_t rows = file_digest(b->frames, b->frame_count, b->teams, 3 * b->frame_count, b->players, b->player_count,
                                    b->bones, b->bone_count);
        block->digest = file_block_digest(rows, block, &r->info);
    }
    memory_drop(&job->allocator, packed.data);
    b->frame_count = b->player_count = b->bone_count = 0;
    r->plain.size = 0;
    r->rule_count = 0;
    r->model->now.common.rules_changed_by = (reel_string){ NULL, 0 };
    if (!r->reference) r->model->bone_players = 0;
    if (status < 0) return no_memory(job);
    return reel_build_status(job->out);
}

static bool make_room(pair_job *job, recording *r, const frame_input *in)
{
    row_block *b = &r->block;
    const reel_allocator *a = &job->allocator;
    butter_player *players = memory_items(a, b->players, &b->player_room, b->player_count + in->player_count, sizeof *b->players);
    if (players) b->players = players;
    echo_bone *bones = memory_items(a, b->bones, &b->bone_room, b->bone_count + in->skeletons * WIRE_BONES, sizeof *b->bones);
    if (bones) b->bones = bones;
    return players && bones && grow_bytes(a, &r->plain, r->plain.size + frame_most(in));
}

static reel_status encode(pair_job *job, recording *r, const frame_input *in, const frame_slice *s)
{
    row_block *b = &r->block;
    if (!make_room(job, r, in)) return no_memory(job);
    r->model->kind = file_kind(&r->info, r->players);
    frame_rows rows = { b->frames + b->frame_count, b->teams + 3 * b->frame_count,
                        b->players ? b->players + b->player_count : NULL, b->bones ? b->bones + b->bone_count : NULL };
    uint8_t *out = r->plain.data + r->plain.size;
    bool first = b->frame_count == 0;
    r->plain.size += r->reference ? reference_encode(r->reference, r->model, in, first, out, &rows)
                                  : frame_encode(r->model, in, first || frame_needs_key(r->model, in), out, &rows);
    r->model->now.common.rules_changed_by = in->frame->common.rules_changed_by;
    if (b->frames[b->frame_count].common.has & ECHO_HAS_RULES)
        b->frames[b->frame_count].common.rules_changed_by = in->frame->common.rules_changed_by;
    b->frame_count++;
    /* A frame holds 255 players of a team, in the order of teams, and 127 skeletons: what is more is not there. */
    size_t players = rows.players ? (size_t)(rows.players - b->players) - b->player_count : 0;
    size_t bones = rows.bones ? (size_t)(rows.bones - b->bones) - b->bone_count : 0;
    pair_lose(job, &echoreplay_players, "slot", in->player_count - players, "too many for one frame");
    pair_lose(job, &echoreplay_bones, "player", in->skeletons * WIRE_BONES - bones, "too many for one frame");
    b->player_count += players;
    b->bone_count += bones;
    if (players == in->player_count && bones == in->skeletons * WIRE_BONES) echo_compare(r, s, in->skeletons);
    return REEL_OK;
}

/* ---- frames ----------------------------------------------------------------------------------------------------- */

/* The skeletons of a frame. The last frame of a block carries none: both ways of reading then begin the next block anew. The public
 * encoder lets them go on. */
static size_t skeletons_of(pair_job *job, const recording *r, const frame_slice *s)
{
    if (r->reference || r->block.frame_count < ECHO_INTERVAL - 1) return s->bone_count / WIRE_BONES;
    pair_lose(job, &echoreplay_bones, "position", s->bone_count,
              "the last frame of a block has no bones, to keep blocks independent");
    return 0;
}

static reel_status encode_slice(pair_job *job, recording *r, const frame_slice *s, const butter_frame *frame)
{
    size_t skeletons = skeletons_of(job, r, s);
    butter_player *players = (butter_player *)(void *)r->in_players.data;
    echo_team teams[3] = { { .frame = s->frame->common.frame },
                           { .frame = s->frame->common.frame, .team = 1 },
                           { .frame = s->frame->common.frame, .team = 2 } };
    for (size_t i = 0; i < s->team_count; i++)
        if (s->teams[i].common.team < 3) teams[s->teams[i].common.team] = echo_meant_team(r, &s->teams[i].common);
    if (!grow_bytes(&job->allocator, &r->in_bones, s->bone_count * sizeof(echo_bone))) return no_memory(job);
    echo_bone *bones = (echo_bone *)(void *)r->in_bones.data;
    for (size_t i = 0; i < skeletons * WIRE_BONES; i++) bones[i] = echo_meant_bone(r, &s->bones[i], skeletons);
    frame_input in = { frame, teams, players, s->player_count, bones, skeletons };
    return encode(job, r, &in, s);
}

static reel_status convert_frame(pair_job *job, recording *r, const frame_slice *s)
{
    if (!r->begun) echo_begin(job, r, s->frame);
    echo_lose_frame(job, r, s->frame);
    if (!grow_bytes(&job->allocator, &r->in_players, s->player_count * sizeof(butter_player))) return no_memory(job);
    butter_player *players = (butter_player *)(void *)r->in_players.data;
    for (size_t i = 0; i < s->player_count; i++) {
        echo_lose_player(job, r, &s->players[i]);
        players[i] = echo_meant_player(job, r, &s->players[i]);
    }
    butter_frame frame = echo_meant_frame(r, s);
    if (!keep_rules(job, r, &frame.common.rules_changed_by)) {
        reel_status status = end_block(job, r);
        if (status < 0) return status;
        keep_rules(job, r, &frame.common.rules_changed_by);
    }
    reel_status status = encode_slice(job, r, s, &frame);
    return status < 0 || r->block.frame_count < ECHO_INTERVAL ? status : end_block(job, r);
}

/* How to write: as well as it can be done, or as the public encoder does it. */
static reel_status choose_way(pair_job *job, recording *r)
{
    if (!file_faithful(job->convention)) return REEL_OK;
    r->reference = memory_new(&job->allocator, sizeof *r->reference);
    return r->reference ? REEL_OK : no_memory(job);
}

static reel_status prepare(pair_job *job, recording *r)
{
    if (r->model) return REEL_OK;
    r->plain.allocator = r->in_players.allocator = job->allocator;
    r->model = memory_new(&job->allocator, sizeof *r->model);
    r->block.frames = memory_new(&job->allocator, ECHO_INTERVAL * sizeof *r->block.frames);
    r->block.teams = memory_new(&job->allocator, 3 * ECHO_INTERVAL * sizeof *r->block.teams);
    if (!r->model || !r->block.frames || !r->block.teams) return no_memory(job);
    r->model->ideal = true;
    return choose_way(job, r);
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
                  "the line is not a frame");
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
    if (!r->begun)
        return reel_fail(job->error, REEL_LOSS, "butter.no-frames", "", 0, "no frames: the header is taken from the first one");
    reel_status status = end_block(job, r);
    if (status >= 0) echo_report_errors(job, r);
    return status;
}

static void close_pair(pair_job *job)
{
    recording *r = job->state;
    const reel_allocator *a = &job->allocator;
    memory_drop(a, r->model);
    memory_drop(a, r->reference);
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
