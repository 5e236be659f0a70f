/* SPDX-License-Identifier: MIT
 * Writes .butter. A block whose rows have not changed since they were read keeps its bytes; others are encoded. The
 * table of block sizes comes first in the file, so packed blocks are kept in memory until the end. */
#include "core/chunk.h"
#include "core/memory.h"
#include "core/rows.h"
#include "formats/echo/butter/walk.h"

reel_status reel__butter_begin(reel_encoder *e)
{
    file_writer *w = e->state;
    const reel_table *const *tables = e->format->tables;
    w->plain.allocator = w->packed.allocator = w->rest.allocator = w->texts.allocator = e->allocator;
    w->players_back.allocator = w->bones_back.allocator = e->allocator;
    w->fitted.players.allocator = w->fitted.bones.allocator = e->allocator;
    w->info = (butter_info){ .version = 3,
                             .keyframe_interval = 300,
                             .compression = reel__block_known(BLOCK_GZIP) ? BUTTER_GZIP : BUTTER_NONE,
                             .map = BUTTER_ARENA };
    w->rows = reel__chunk_new(tables, tables, UINT64_MAX, &e->allocator);
    w->spare = reel__chunk_new(tables, tables, UINT64_MAX, &e->allocator);
    w->model = reel__memory_new(&e->allocator, sizeof *w->model);
    if (!w->rows || !w->spare || !w->model) return reel__memory_fail(e->error);
    w->model->ideal = true;
    w->order = (row_order){ .tables = reel__butter_ordered, .rule = "butter.order", .incomplete = "butter.incomplete" };
    if (!file_faithful(e->convention)) return REEL_OK;
    w->reference = reel__memory_new(&e->allocator, sizeof *w->reference);
    return w->reference ? REEL_OK : reel__memory_fail(e->error);
}

void reel__butter_end(reel_encoder *e)
{
    file_writer *w = e->state;
    reel__chunk_free(w->rows);
    reel__chunk_free(w->spare);
    reel__memory_drop(&e->allocator, w->model);
    reel__memory_drop(&e->allocator, w->reference);
    reel__memory_drop(&e->allocator, w->plain.data);
    reel__memory_drop(&e->allocator, w->packed.data);
    reel__memory_drop(&e->allocator, w->rest.data);
    reel__memory_drop(&e->allocator, w->texts.data);
    reel__memory_drop(&e->allocator, w->players_back.data);
    reel__memory_drop(&e->allocator, w->bones_back.data);
    reel__memory_drop(&e->allocator, w->fitted.players.data);
    reel__memory_drop(&e->allocator, w->fitted.bones.data);
    reel__memory_drop(&e->allocator, w->sizes);
}

/* ---- the header ------------------------------------------------------------------------------------------------- */

static bool copy_text(file_writer *w, reel_string text, kept_text *kept)
{
    *kept = (kept_text){ w->texts.size, text.size };
    return memory_add(&w->texts, text.data, text.size);
}

static reel_status add_header(reel_encoder *e, const reel_chunk *batch)
{
    file_writer *w = e->state;
    size_t count;
    const butter_info *info = reel_chunk_rows(batch, &butter_infos, &count);
    if (count) {
        w->info = info[count - 1];
        reel_status status = reel__butter_accepts(&butter_infos, &w->info, 1, e->error);
        if (status < 0) return status;
        if (!copy_text(w, w->info.client_name, &w->client)) return reel__memory_fail(e->error);
    }
    const butter_entry *entries = reel_chunk_rows(batch, &butter_roster, &count);
    w->has_roster |= count > 0;
    for (size_t i = 0; i < count; i++) {
        if (w->players == 255)
            return reel_fail(e->error, REEL_LIMIT, "butter.players", "header", 0, "a file can hold at most 255 players");
        w->roster[w->players] = entries[i];
        reel_status status = reel__butter_accepts(&butter_roster, &entries[i], 1, e->error);
        if (status < 0) return status;
        if (!copy_text(w, entries[i].name, &w->names[w->players++])) return reel__memory_fail(e->error);
    }
    const butter_rest *rests = reel_chunk_rows(batch, &butter_rests, &count);
    for (size_t i = 0; i < count; i++)
        if (!memory_add(&w->rest, rests[i].bytes.data, rests[i].bytes.size)) return reel__memory_fail(e->error);
    return REEL_OK;
}

static void write_text(reel_output *out, const file_writer *w, kept_text text)
{
    if (text.size) reel_put(out, w->texts.data + text.at, text.size);
    reel_put_u8(out, 0);
}

static void write_header(reel_output *out, const file_writer *w)
{
    const butter_info *info = &w->info;
    reel_put_u8(out, info->version);
    reel_put_u8(out, (uint8_t)info->keyframe_interval);
    reel_put_u8(out, (uint8_t)(info->keyframe_interval >> 8));
    reel_put_u8(out, info->compression);
    write_text(out, w, w->client);
    reel_put(out, info->session_id.bytes, 16);
    reel_put(out, info->session_ip, 4);
    reel_put_u8(out, (uint8_t)w->players);
    for (unsigned i = 0; i < w->players; i++) write_text(out, w, w->names[i]);
    for (unsigned i = 0; i < w->players; i++) reel_put_u64le(out, (uint64_t)w->roster[i].userid);
    for (unsigned i = 0; i < w->players; i++) reel_put_u8(out, w->roster[i].number);
    for (unsigned i = 0; i < w->players; i++) reel_put_u8(out, w->roster[i].level);
    reel_put_u8(out, info->total_round_count);
    reel_put_u8(out, (uint8_t)((info->blue_round_score & 15) | info->orange_round_score << 4));
    reel_put_u8(out, (uint8_t)((info->private_match ? 1 : 0) | info->map << 1));
}

/* ---- blocks ----------------------------------------------------------------------------------------------------- */

static reel_status add_size(reel_encoder *e, size_t size)
{
    file_writer *w = e->state;
    if (size > UINT32_MAX || w->blocks == UINT32_MAX)
        return reel_fail(e->error, REEL_LIMIT, "butter.block-size", "blocks", 0, "a block of %zu {byte|bytes} is too large",
                         size);
    uint32_t *sizes = reel__memory_items(&e->allocator, w->sizes, &w->sizes_capacity, (size_t)w->blocks + 1, sizeof *sizes);
    if (!sizes) return reel__memory_fail(e->error);
    w->sizes = sizes;
    w->sizes[w->blocks++] = (uint32_t)size;
    return REEL_OK;
}

static reel_status pack_block(reel_encoder *e, const uint8_t *plain, size_t size)
{
    file_writer *w = e->state;
    block_codec codec;
    int level;
    size_t before = w->packed.size;
    if (!reel__file_codec(w->info.compression, &codec, &level)) {
        if (!memory_add(&w->packed, plain, size)) return reel__memory_fail(e->error);
    } else {
        reel_status status = reel__block_pack(codec, level, plain, size, &e->allocator, &w->packed);
        if (status == REEL_UNSUPPORTED)
            return reel_fail(e->error, status, "butter.not-built", "header", 3, "this build has no %s to compress blocks",
                             reel__block_library(codec));
        if (status < 0) return reel__memory_fail(e->error);
    }
    return add_size(e, w->packed.size - before);
}

/* Copies a block into another compression. */
static reel_status repack_block(reel_encoder *e, const butter_block *block)
{
    file_writer *w = e->state;
    block_reader packed = { .allocator = e->allocator };
    int level;
    if (!reel__file_codec(block->compression, &packed.codec, &level))
        return pack_block(e, block->packed.data, block->packed.size);
    uint64_t limit = reel__file_block_limit(w->info.keyframe_interval);
    reel_status status = reel__block_start(&packed, block->packed.data, block->packed.size, limit);
    if (status == REEL_OK) status = reel__block_unpack(&packed, SIZE_MAX);
    if (status == REEL_END)
        status = pack_block(e, packed.buffer, packed.made);
    else if (status != REEL_MEMORY)
        status = REEL_AGAIN; /* it cannot be decompressed: encode its rows */
    else
        status = reel__memory_fail(e->error);
    reel__block_free(&packed);
    return status;
}

static bool fits_version(uint8_t layout, uint8_t version)
{
    if (version == 3) return layout != BUTTER_LAYOUT_2;
    return layout == (version == 1 ? BUTTER_LAYOUT_1 : BUTTER_LAYOUT_2);
}

static bool has_bones_first(const block_rows *rows)
{
    return rows->bone_count && rows->frame_count && rows->bones[0].frame == rows->frames[0].common.frame;
}

/* Copies a block if its rows, and what their encoding depends on, have not changed. Otherwise returns REEL_END. */
static reel_status copy_block(reel_encoder *e, const butter_block *block, const block_rows *rows)
{
    file_writer *w = e->state;
    if (!fits_version(block->layout, w->info.version) || (w->layout_set && block->layout != w->kind.layout)) return REEL_END;
    if (has_bones_first(rows) && !w->bones_stand && w->blocks) return REEL_END;
    uint64_t digest = reel__file_digest(rows->frames, rows->frame_count, rows->teams, rows->team_count, rows->players,
                                        rows->player_count, rows->bones, rows->bone_count);
    if (reel__file_block_digest(digest, block, &w->info) != block->digest) return REEL_END;
    reel_status status;
    if (block->compression == w->info.compression) {
        if (!memory_add(&w->packed, block->packed.data, block->packed.size)) return reel__memory_fail(e->error);
        status = add_size(e, block->packed.size);
    } else {
        status = repack_block(e, block);
        if (status == REEL_AGAIN) return REEL_END;
    }
    w->kind.layout = block->layout;
    w->layout_set = true;
    w->bones_stand = true;
    if (w->teams == TEAMS_UNKNOWN) w->teams = TEAMS_ALL;
    return status;
}

/* Numbers a player of a program that gave no roster. With a roster, a player without a number is not in it. */
static reel_status number_player(reel_encoder *e, butter_player *row)
{
    file_writer *w = e->state;
    echo_player *p = &row->common;
    if (w->has_roster || p->player || (p->userid == 0 && p->name.size == 0)) return REEL_OK;
    for (unsigned i = 0; i < w->players && !p->player; i++)
        if (w->roster[i].userid == p->userid) p->player = (uint8_t)(i + 1);
    if (p->player) return REEL_OK;
    if (w->players == 255)
        return reel_fail(e->error, REEL_LIMIT, "butter.players", "header", 0, "a file can hold at most 255 players");
    butter_entry *entry = &w->roster[w->players];
    *entry = (butter_entry){ .userid = p->userid,
                             .name = p->name,
                             .player = (uint8_t)(w->players + 1),
                             .number = p->number < 255 ? (uint8_t)p->number : 255,
                             .level = p->level < 255 ? (uint8_t)p->level : 255 };
    reel_status status = reel__butter_accepts(&butter_roster, entry, 1, e->error);
    if (status < 0) return status;
    if (!copy_text(w, entry->name, &w->names[w->players])) return reel__memory_fail(e->error);
    p->player = (uint8_t)++w->players;
    return REEL_OK;
}

static void prepare_model(file_writer *w)
{
    uint8_t layout = w->kind.layout;
    w->kind = reel__file_kind(&w->info, w->players);
    if (w->layout_set) w->kind.layout = layout;
    w->layout_set = true;
    w->model->kind = w->kind;
    for (unsigned i = 1; i <= w->players; i++) w->model->players[i].row.common.player = (uint8_t)i;
    w->model->now.common.rules_changed_by = (reel_string){ NULL, 0 };
}

/* ---- what a decoder makes of it ----------------------------------------------------------------------------------- */

/* A half has 11 significant bits, a component of a rotation 10. */
#define HALF_SHARE (1.0 / 1024)
#define HALF_LEAST 0.02

static reel_status fail_value(reel_encoder *e, const reel_table *table, const char *field, const frame_input *in)
{
    return reel_fail(e->error, REEL_ARGUMENT, "butter.value", table->name, 0,
                     "%s.%s of frame %lu cannot be written: files of this version and map do not store it", table->name, field,
                     (unsigned long)in->frame->common.frame);
}

static reel_status compare_rows(reel_encoder *e, const reel_table *table, const void *meant, const void *got, size_t count,
                                const frame_input *in)
{
    const uint8_t *a = meant, *b = got;
    for (size_t i = 0; i < count; i++, a += table->row_size, b += table->row_size) {
        const reel_field *field = reel__row_difference(table, a, b, HALF_SHARE, HALF_LEAST);
        if (field) return fail_value(e, table, field->name, in);
    }
    return REEL_OK;
}

/* Compares the rows of a frame with what a decoder returns. */
static reel_status compare_frame(reel_encoder *e, const frame_input *in, const block_rows *given, const block_rows *back)
{
    const file_writer *w = e->state;
    bool adds_goal = w->info.version < 3 && back->frames->common.has & ~in->frame->common.has & ECHO_HAS_SCORE;
    if (adds_goal) return fail_value(e, &butter_frames, "has", in); /* keyframes of older versions always have a goal */
    reel_status status = compare_rows(e, &butter_frames, in->frame, back->frames, 1, in);
    int last = -1;
    for (size_t i = 0; i < given->team_count && status >= 0; i++) {
        const echo_team *team = &given->teams[i];
        if (team->team > 2 || (int)team->team <= last) return fail_value(e, &butter_teams, "team", in);
        last = team->team;
        status = compare_rows(e, &butter_teams, team, &back->teams[team->team], 1, in);
    }
    if (status >= 0 && given->player_count != back->player_count) return fail_value(e, &butter_players, "team", in);
    if (status >= 0 && given->bone_count != back->bone_count) return fail_value(e, &butter_bones, "player", in);
    if (status >= 0) status = compare_rows(e, &butter_players, given->players, back->players, back->player_count, in);
    return status < 0 ? status : compare_rows(e, &butter_bones, given->bones, back->bones, back->bone_count, in);
}

/* Counts rows that have a number or a flag, not a fraction, that the file stores as another one: it does not fit. */
static void count_changed(file_writer *w, unsigned which, const reel_table *table, const void *meant, const void *got,
                          size_t count)
{
    const uint8_t *a = meant, *b = got;
    for (size_t i = 0; i < count; i++, a += table->row_size, b += table->row_size) {
        bool same = true;
        for (size_t f = 0; f < table->field_count && same; f++) {
            const reel_field *field = &table->fields[f];
            bool whole = field->type < REEL_F32 && !(field->flags & REEL_FIELD_DERIVED);
            same = !whole || !reel_field_present(field, a) || reel__field_values_equal(field, a, b);
            if (!same) w->changed_field[which] = field->name;
        }
        w->changed[which] += !same;
    }
}

static void report_changed(const file_writer *w, const reel_reporter *reporter)
{
    const reel_table *const tables[CHANGED_TABLES] = { &butter_frames, &butter_players };
    for (unsigned i = 0; i < CHANGED_TABLES; i++)
        if (w->changed[i])
            reel_find(reporter,
                      (reel_finding){ .rule = "convert.loss",
                                      .severity = REEL_WARNING,
                                      .offset = REEL_NO_OFFSET,
                                      .table = tables[i],
                                      .row = REEL_NO_ROW,
                                      .count = w->changed[i] },
                      "%s.%s: the target format has no room for the number", tables[i]->name, w->changed_field[i]);
}

/* Rows of another format: adds up the errors and passes on what a decoder returns. */
static reel_status report_stored(reel_encoder *e, const frame_input *in, const block_rows *given, const block_rows *back)
{
    file_writer *w = e->state;
    const frame_input decoded = { back->frames, back->teams, back->players, back->player_count, back->bones, in->skeletons };
    if (given->player_count != back->player_count) return fail_value(e, &butter_players, "team", in);
    if (given->bone_count != back->bone_count) return fail_value(e, &butter_bones, "player", in);
    reel__errors_add(w->errors, in, &decoded);
    count_changed(w, CHANGED_FRAMES, &butter_frames, in->frame, back->frames, 1);
    count_changed(w, CHANGED_PLAYERS, &butter_players, in->players, back->players, in->player_count);
    e->stored(e->stored_context, &butter_frames, back->frames, 1);
    e->stored(e->stored_context, &butter_teams, back->teams, 3);
    e->stored(e->stored_context, &butter_players, back->players, back->player_count);
    e->stored(e->stored_context, &butter_bones, back->bones, back->bone_count);
    return REEL_OK;
}

/* The bytes of the public encoder are written with all that it loses. Otherwise a decoder must return the given rows, except that
 * rows of another format may be rounded. */
static reel_status encode_one(reel_encoder *e, const frame_input *given_in, const block_rows *given, bool first)
{
    file_writer *w = e->state;
    frame_input fitted = *given_in, *in = &fitted;
    reel_status status = reel__butter_check_text("frames", in->frame->common.rules_changed_by, LONGEST_NAME, e->error);
    if (status < 0) return status;
    if (e->stored && !w->reference && !reel__fit_frame(&w->fitted, w->model, in)) return reel__memory_fail(e->error);
    size_t most = reel__frame_most(in);
    w->players_back.size = w->bones_back.size = 0;
    if (!reel__memory_room(&w->plain, most) ||
        !reel__memory_room(&w->players_back, in->player_count * sizeof(butter_player) + 1) ||
        !reel__memory_room(&w->bones_back, in->skeletons * WIRE_BONES * sizeof(echo_bone) + 1))
        return reel__memory_fail(e->error);
    butter_frame frame;
    echo_team teams[3];
    butter_player *players = (butter_player *)(void *)w->players_back.data;
    echo_bone *bones = (echo_bone *)(void *)w->bones_back.data;
    frame_rows rows = { &frame, teams, players, bones };
    uint8_t *out = w->plain.data + w->plain.size;
    w->plain.size += w->reference ? reel__reference_encode(w->reference, w->model, in, first, out, &rows)
                                  : reel__frame_encode(w->model, in, first || reel__frame_needs_key(w->model, in), out, &rows);
    w->model->now.common.rules_changed_by = in->frame->common.rules_changed_by;
    block_rows back = { &frame, teams, players, bones, 1, 3, (size_t)(rows.players - players), (size_t)(rows.bones - bones) };
    if (e->stored) return report_stored(e, given_in, given, &back);
    return w->reference ? REEL_OK : compare_frame(e, in, given, &back);
}

/* ---- encoding blocks ----------------------------------------------------------------------------------------------- */

/* Sets the bones of the model to those at the end of a copied block. */
static void load_bones(file_writer *w, const block_rows *rows)
{
    uint32_t last = rows->frames[rows->frame_count - 1].common.frame;
    const echo_bone *bone = rows->bones, *end = rows->bone_count ? rows->bones + rows->bone_count : bone;
    size_t skeletons = 0;
    while (bone < end && bone->frame < last) bone++;
    for (; end - bone >= WIRE_BONES && skeletons < 127; bone += WIRE_BONES, skeletons++)
        for (size_t i = 0; i < WIRE_BONES; i++) {
            skeleton_state *s = &w->model->bones[skeletons];
            const double position[3] = { (double)bone[i].position.x, (double)bone[i].position.y, (double)bone[i].position.z };
            const double rotation[4] = { (double)bone[i].rotation.x, (double)bone[i].rotation.y, (double)bone[i].rotation.z,
                                         (double)bone[i].rotation.w };
            memcpy(s->position + 3 * i, position, sizeof position);
            for (unsigned part = 0; part < 4; part++) s->rotation[part][i] = rotation[part];
        }
    w->model->bone_players = (unsigned)skeletons;
    if (!w->reference) return;
    w->reference->skeletons = (unsigned)skeletons;
    if (skeletons) memcpy(w->reference->bones, bone - skeletons * WIRE_BONES, skeletons * sizeof w->reference->bones[0]);
}

static reel_status encode_next(reel_encoder *e, block_walk *walk)
{
    const block_rows *rows = walk->rows;
    const bool is_first = !walk->at[ORDER_FRAMES];
    const butter_frame *frame = &rows->frames[walk->at[ORDER_FRAMES]++];
    size_t first[ORDER_TABLES];
    reel_status status = REEL_OK;
    for (unsigned i = ORDER_TEAMS; i < ORDER_TABLES && status == REEL_OK; i++)
        status = reel__walk_table(e, walk, i, frame->common.frame, &first[i]);
    if (status < 0) return status;
    const block_rows given = { frame,
                               rows->teams ? rows->teams + first[ORDER_TEAMS] : NULL,
                               rows->players ? rows->players + first[ORDER_PLAYERS] : NULL,
                               rows->bones ? rows->bones + first[ORDER_BONES] : NULL,
                               1,
                               walk->at[ORDER_TEAMS] - first[ORDER_TEAMS],
                               walk->at[ORDER_PLAYERS] - first[ORDER_PLAYERS],
                               walk->at[ORDER_BONES] - first[ORDER_BONES] };
    echo_team teams[ECHO_TEAMS] = { { .team = ECHO_BLUE }, { .team = ECHO_ORANGE }, { .team = ECHO_SPECTATORS } };
    for (size_t i = 0; i < given.team_count; i++)
        if (given.teams[i].team < ECHO_TEAMS) teams[given.teams[i].team] = given.teams[i];
    const frame_input in = { frame, teams, given.players, given.player_count, given.bones, given.bone_count / WIRE_BONES };
    status = reel__walk_check_teams(e, &given);
    return status < 0 ? status : encode_one(e, &in, &given, is_first);
}

static reel_status encode_block(reel_encoder *e, const block_rows *rows)
{
    file_writer *w = e->state;
    block_walk walk = reel__walk_begin(rows);
    prepare_model(w);
    if (w->reference && w->kind.layout != BUTTER_LAYOUT_3B)
        return reel_fail(e->error, REEL_ARGUMENT, "butter.convention", "header", 0,
                         "the public encoder writes only the last layout of version 3");
    w->plain.size = 0;
    for (size_t i = 0; i < rows->frame_count; i++) {
        reel_status status = encode_next(e, &walk);
        if (status < 0) return status;
    }
    const size_t frames = reel__chunk_list(w->rows, &butter_frames)->count - w->used[FILE_FRAMES];
    reel_status status = e->stored ? REEL_OK : reel__walk_end(e, &walk, frames == rows->frame_count);
    if (status < 0) return status;
    w->model->now.common.rules_changed_by = (reel_string){ NULL, 0 };
    w->bones_stand = false;
    return pack_block(e, w->plain.data, w->plain.size);
}

/* ---- staged rows -------------------------------------------------------------------------------------------------- */

static const reel_table *const waiting[FILE_WAITING] = { &butter_frames, &butter_teams, &butter_players, &butter_bones,
                                                         &butter_blocks };

/* The rows of a table that are not written yet. */
static const void *unwritten(const file_writer *w, unsigned which, size_t *count)
{
    const reel_row_list *list = reel__chunk_list(w->rows, waiting[which]);
    *count = list->count - w->used[which];
    return *count ? list->data + w->used[which] * list->table->row_size : NULL;
}

/* How many of them are before frame `end`. */
static size_t count_before(const file_writer *w, unsigned which, uint64_t end)
{
    size_t count, passed = 0;
    const uint8_t *rows = unwritten(w, which, &count);
    for (; passed < count; passed++) {
        uint32_t frame;
        memcpy(&frame, rows + passed * waiting[which]->row_size + reel__butter_ordered[which].frame, sizeof frame);
        if (frame >= end) break;
    }
    return passed;
}

/* Drops written rows: the others move to the spare chunk. */
static reel_status drop_written(reel_encoder *e)
{
    file_writer *w = e->state;
    for (unsigned i = 0; i < FILE_WAITING; i++) {
        size_t count;
        const void *rows = unwritten(w, i, &count);
        if (count && reel__chunk_append(w->spare, waiting[i], rows, count) < 0) return reel__memory_fail(e->error);
    }
    reel__chunk_reset(w->rows);
    reel_chunk *rest = w->spare;
    w->spare = w->rows;
    w->rows = rest;
    memset(w->used, 0, sizeof w->used);
    return REEL_OK;
}

static size_t interval_of(const file_writer *w) { return w->info.keyframe_interval ? w->info.keyframe_interval : 300; }

/* Blocks without frames, which older encoders leave at the end. */
static reel_status write_empty_block(reel_encoder *e)
{
    file_writer *w = e->state;
    size_t count;
    const butter_block *block = unwritten(w, FILE_BLOCKS, &count);
    w->used[FILE_BLOCKS]++;
    return block->packed.size == 0 && block->frame_count == 0 ? add_size(e, 0) : REEL_OK;
}

/* Writes one block of staged rows. */
static reel_status write_block(reel_encoder *e)
{
    file_writer *w = e->state;
    size_t frames, blocks, passed = 0, interval = interval_of(w);
    const butter_frame *first = unwritten(w, FILE_FRAMES, &frames);
    const butter_block *block = unwritten(w, FILE_BLOCKS, &blocks);
    if (frames == 0) return write_empty_block(e);
    uint32_t start = first->common.frame;
    while (passed < blocks && block[passed].first_frame < start) passed++;
    bool own = passed < blocks && block[passed].first_frame == start && block[passed].frame_count;
    uint64_t end = own ? (uint64_t)start + block[passed].frame_count : (uint64_t)start + interval;
    if (!own && passed < blocks && block[passed].first_frame > start && block[passed].first_frame < end)
        end = block[passed].first_frame;
    size_t taken[FILE_BLOCKS], all;
    for (unsigned i = 0; i < FILE_BLOCKS; i++) taken[i] = count_before(w, i, end);
    if (!own && taken[FILE_FRAMES] > interval) taken[FILE_FRAMES] = interval;
    block_rows rows = { first,
                        unwritten(w, FILE_TEAMS, &all),
                        unwritten(w, FILE_PLAYERS, &all),
                        unwritten(w, FILE_BONES, &all),
                        taken[FILE_FRAMES],
                        taken[FILE_TEAMS],
                        taken[FILE_PLAYERS],
                        taken[FILE_BONES] };
    bool whole = own && taken[FILE_FRAMES] == block[passed].frame_count;
    reel_status status = whole ? copy_block(e, &block[passed], &rows) : REEL_END;
    if (status == REEL_OK) load_bones(w, &rows);
    if (status == REEL_END) status = encode_block(e, &rows);
    if (status < 0) return status;
    w->order.written = (uint64_t)first[taken[FILE_FRAMES] - 1].common.frame + 1;
    for (unsigned i = 0; i < FILE_BLOCKS; i++) w->used[i] += taken[i];
    w->used[FILE_BLOCKS] += passed + (own ? 1 : 0);
    return REEL_OK;
}

/* Whether all rows of the next block have arrived. A conversion passes whole frames. Other programs may append table by table: then
 * a block waits for the rows of a later frame, and is written with the next frames. */
static bool block_is_complete(const reel_encoder *e)
{
    const file_writer *w = e->state;
    size_t frames, teams, players, bones, interval = interval_of(w);
    const butter_frame *frame = unwritten(w, FILE_FRAMES, &frames);
    const echo_team *team = unwritten(w, FILE_TEAMS, &teams);
    const butter_player *player = unwritten(w, FILE_PLAYERS, &players);
    const echo_bone *bone = unwritten(w, FILE_BONES, &bones);
    if (e->stored) return frames >= interval;
    if (frames <= 2 * interval) return false;
    uint32_t end = frame[interval].common.frame;
    return (!teams || team[teams - 1].frame > end) && players && player[players - 1].common.frame > end &&
           (!bones || bone[bones - 1].frame > end);
}

reel_status reel__butter_rows(reel_encoder *e, const reel_chunk *batch)
{
    file_writer *w = e->state;
    size_t count;
    reel_status status = add_header(e, batch);
    reel_chunk_rows(batch, &butter_frames, &count);
    while (count && status >= 0 && block_is_complete(e)) status = write_block(e);
    if (status >= 0 && w->used[FILE_FRAMES]) status = drop_written(e);
    for (unsigned i = 0; i < FILE_WAITING && status >= 0; i++) {
        const void *rows = reel_chunk_rows(batch, waiting[i], &count);
        reel_row_list *list = reel__chunk_list(w->rows, waiting[i]);
        size_t at = list->count;
        if (i < ORDER_TABLES && !e->stored) status = reel__order_take(&w->order, i, rows, count, e->error);
        if (status < 0) return status;
        if (reel__chunk_append(w->rows, waiting[i], rows, count) < 0) return reel__memory_fail(e->error);
        for (; i == FILE_PLAYERS && at < list->count && status >= 0; at++)
            status = number_player(e, (butter_player *)list->data + at);
    }
    return status < 0 ? status : e->out->status;
}

static bool has_unwritten(const file_writer *w)
{
    size_t frames, blocks;
    unwritten(w, FILE_FRAMES, &frames);
    unwritten(w, FILE_BLOCKS, &blocks);
    return frames || blocks;
}

reel_status reel__butter_finish(reel_encoder *e, const reel_chunk *staged)
{
    file_writer *w = e->state;
    (void)staged;
    reel_status status = REEL_OK;
    while (status >= 0 && has_unwritten(w)) status = write_block(e);
    for (unsigned i = ORDER_TEAMS; i < ORDER_TABLES && status >= 0 && !e->stored; i++) {
        size_t count;
        const void *rows = unwritten(w, i, &count);
        status = reel__order_end(&w->order, i, rows, count, &e->reporter, e->error);
    }
    if (status < 0) return status;
    reel__walk_report_teams(e);
    write_header(e->out, w);
    reel_put_u32le(e->out, (uint32_t)w->blocks);
    for (size_t i = 0; i < w->blocks; i++) reel_put_u32le(e->out, w->sizes[i]);
    if (w->packed.size) reel_put(e->out, w->packed.data, w->packed.size);
    if (w->rest.size) reel_put(e->out, w->rest.data, w->rest.size);
    if (e->stored) {
        if (!e->compared) reel__errors_report(w->errors, &e->reporter);
        report_changed(w, &e->reporter);
    }
    return e->out->status;
}
