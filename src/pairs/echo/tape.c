/* SPDX-License-Identifier: MIT
 * Captures and .echoreplay: both have the rows of the game's API. The writers say what they cannot hold. */
#include "pairs/echo/tape.h"
#include "core/chunk.h"
#include "formats/echo/replay/session.h"
#include "pairs/echo/butter.h"
#include "pairs/echo/echo_butter.h"
#include "pairs/echo/tape_carry.h"

#include <reel/tape.h>

/* Copies the rows of a table, with their texts. */
static bool copy_rows(pair_job *job, const reel_table *table, const reel_chunk *in)
{
    size_t count;
    const void *rows = reel_chunk_rows(in, table, &count);
    return reel__chunk_append(job->out, table, rows, count) == REEL_OK;
}

static reel_status copy_tables(pair_job *job, const reel_chunk *in)
{
    static const reel_table *const tables[] = { &echoreplay_frames, &echoreplay_teams, &echoreplay_players, &echoreplay_bones };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (!copy_rows(job, tables[i], in)) return reel_build_status(job->out);
    return reel_build_status(job->out);
}

typedef struct opening {
    carried_text carried;
    bool begun;
} opening;

/* ---- to .echoreplay ---------------------------------------------------------------------------------------------- */

/* Numbers as they are read back from the text, which has eight digits. */
static void round_floats(const reel_table *table, reel_row_list *list)
{
    for (size_t row = 0; row < list->count; row++)
        for (size_t i = 0; i < table->field_count; i++) {
            const reel_field *field = &table->fields[i];
            uint8_t *at = list->data + row * table->row_size + field->offset;
            for (size_t n = 0; field->type == REEL_F32 && n < field->count; n++, at += sizeof(float)) {
                float value;
                memcpy(&value, at, sizeof value);
                if (value == value) value = reel__session_round_trip(value);
                memcpy(at, &value, sizeof value);
            }
        }
}

/* A skeleton of the text has 23 bones; others are left out. */
static void drop_other_skeletons(pair_job *job)
{
    enum { BONES = 23 };
    reel_row_list *list = reel_chunk_table(job->out, &echoreplay_bones);
    echo_bone *bones = (echo_bone *)(void *)list->data;
    size_t kept = 0, end;
    for (size_t at = 0; at < list->count; at = end) {
        for (end = at; end < list->count && bones[end].frame == bones[at].frame && bones[end].player == bones[at].player; end++)
            continue;
        if (end - at == BONES) {
            memmove(bones + kept, bones + at, BONES * sizeof *bones);
            kept += BONES;
        } else {
            reel__pair_lose(job, &echoreplay_bones, "position", end - at, "the text has skeletons of 23 bones only");
        }
    }
    list->count = kept;
}

/* The text knows a player by name or account. */
static void drop_unknown_players(pair_job *job)
{
    reel_row_list *list = reel_chunk_table(job->out, &echoreplay_players);
    echoreplay_player *players = (echoreplay_player *)(void *)list->data;
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (players[i].common.name.size || players[i].keys & ECHO_KEY_USERID) players[kept++] = players[i];
    reel__pair_lose(job, &echoreplay_players, NULL, list->count - kept,
                    "neither name nor account is known, by which the text knows players");
    list->count = kept;
}

/* What the reference makes of a capture: the last throw is not put back, teams without players vanish, and scores of rounds that nobody has stated
 * are 0. */
static void follow_reference(pair_job *job)
{
    reel_row_list *list = reel_chunk_table(job->out, &echoreplay_frames);
    echoreplay_frame *frames = (echoreplay_frame *)(void *)list->data;
    for (size_t i = 0; i < list->count; i++) {
        frames[i].common.has &= (uint8_t)~ECHO_HAS_THROW;
        frames[i].common.throw_ = (echo_throw){ .arm_speed = 0 };
        frames[i].throw_keys = frames[i].throw_more_keys = 0;
        frames[i].round_keys |= ECHO_KEY_BLUE_ROUNDS | ECHO_KEY_ORANGE_ROUNDS;
    }
    list = reel_chunk_table(job->out, &echoreplay_teams);
    echoreplay_team *teams = (echoreplay_team *)(void *)list->data;
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (teams[i].common.players) teams[kept++] = teams[i];
    list->count = kept;
}

static bool wants_reference(const pair_job *job) { return job->convention && strcmp(job->convention, "reference") == 0; }

static void begin_text(pair_job *job, opening *o)
{
    if (!o->begun) reel_row_add(reel_chunk_table(job->out, &echoreplay_infos));
    o->begun = true;
}

static reel_status end_text(pair_job *job)
{
    begin_text(job, job->state);
    return reel_build_status(job->out);
}

static reel_status to_text(pair_job *job, const reel_chunk *in)
{
    static const reel_table *const tables[] = { &echoreplay_frames, &echoreplay_teams, &echoreplay_players, &echoreplay_bones };
    opening *o = job->state;
    bool restored = false;
    reel_status status = wants_reference(job) ? REEL_OK : reel__carry_restore(job, &o->carried, in, !o->begun, &restored);
    o->begun |= restored;
    if (status < 0 || restored) return status;
    job->restored = false;
    size_t count;
    reel_chunk_rows(in, &echoreplay_frames, &count);
    if (count) begin_text(job, o);
    status = copy_tables(job, in);
    if (status < 0) return status;
    if (wants_reference(job)) follow_reference(job);
    drop_other_skeletons(job);
    drop_unknown_players(job);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) round_floats(tables[i], reel_chunk_table(job->out, tables[i]));
    return REEL_OK;
}

static void close_text(pair_job *job)
{
    opening *o = job->state;
    reel__carry_free(job, &o->carried);
}

const convert_pair reel__pair_tape_echoreplay = {
    .from = &reel_format_tape,
    .to = &reel_format_echoreplay,
    .state_size = sizeof(opening),
    .chunk = to_text,
    .finish = end_text,
    .close = close_text,
};
const convert_pair reel__pair_nevrcap_echoreplay = {
    .from = &reel_format_nevrcap,
    .to = &reel_format_echoreplay,
    .state_size = sizeof(opening),
    .chunk = to_text,
    .finish = end_text,
    .close = close_text,
};

/* ---- to .tape ---------------------------------------------------------------------------------------------------- */

static void lose_lines(pair_job *job, const reel_chunk *in)
{
    size_t count;
    const echoreplay_line *line = reel_chunk_rows(in, &echoreplay_lines, &count);
    for (size_t i = 0; i < count; i++)
        reel__pair_lose(job, &echoreplay_lines, "text", line[i].kind != ECHOREPLAY_FRAME && line[i].kind != ECHOREPLAY_EMPTY,
                        "the line is not a frame");
}

reel_status reel__tape_begin_capture(pair_job *job)
{
    enum { VERSION = 2, MINOR = 1 };
    size_t count;
    const echoreplay_frame *first = reel_chunk_rows(job->out, &echoreplay_frames, &count);
    if (!count || first->common.frame != 0) return reel_build_status(job->out);
    tape_info *info = reel_row_add(reel_chunk_table(job->out, &tape_infos));
    if (!info) return reel_build_status(job->out);
    int64_t seconds = first->common.recorded / 1000, ms = first->common.recorded % 1000;
    if (ms < 0) seconds--, ms += 1000;
    *info = (tape_info){ .created = seconds,
                         .created_nanos = (int32_t)(ms * 1000000),
                         .format_version = VERSION,
                         .format_minor = MINOR,
                         .container = TAPE_BLOCKS,
                         .frame_encoding = TAPE_SPARSE,
                         .capture_id = first->session_id };
    return reel_build_status(job->out);
}

static reel_status to_capture(pair_job *job, const reel_chunk *in)
{
    carried_text *carried = job->state;
    if (!(job->flags & REEL_CARRY)) lose_lines(job, in);
    reel_status status = copy_tables(job, in);
    if (status == REEL_OK && job->flags & REEL_CARRY) status = reel__carry_lines(job, carried, in);
    if (status == REEL_OK) status = reel__tape_begin_capture(job);
    reel_row_list *infos = reel_chunk_table(job->out, &tape_infos);
    if (wants_reference(job) && infos->count)
        ((tape_info *)(void *)infos->data)->capture_id = (reel_string){ "echoreplay-import", sizeof "echoreplay-import" - 1 };
    return status;
}

static reel_status end_capture(pair_job *job) { return job->flags & REEL_CARRY ? reel__carry_rest(job, job->state) : REEL_OK; }

static void close_capture(pair_job *job) { reel__carry_free(job, job->state); }

/* The metadata is that of version 1, whose keys mean the same. */
static reel_status from_first(pair_job *job, const reel_chunk *in)
{
    reel_status status = copy_tables(job, in);
    if (status == REEL_OK && !copy_rows(job, &tape_notes, in)) status = reel_build_status(job->out);
    return status < 0 ? status : reel__tape_begin_capture(job);
}

const convert_pair reel__pair_echoreplay_tape = {
    .from = &reel_format_echoreplay,
    .to = &reel_format_tape,
    .state_size = sizeof(carried_text),
    .chunk = to_capture,
    .finish = end_capture,
    .close = close_capture,
    .target_rounds = true,
};
static reel_status to_butter(pair_job *job, const reel_chunk *in) { return reel__pair_echoreplay_butter.chunk(job, in); }
static reel_status end_butter(pair_job *job) { return reel__pair_echoreplay_butter.finish(job); }
const convert_pair reel__pair_tape_butter = { .from = &reel_format_tape,
                                              .to = &reel_format_butter,
                                              .state_size = sizeof(recording),
                                              .chunk = to_butter,
                                              .finish = end_butter,
                                              .target_rounds = true };

const convert_pair reel__pair_nevrcap_tape = {
    .from = &reel_format_nevrcap, .to = &reel_format_tape, .chunk = from_first, .target_rounds = true
};
