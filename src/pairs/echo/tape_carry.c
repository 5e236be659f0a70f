/* SPDX-License-Identifier: MIT
 * The text of an .echoreplay in a capture: each frame carries its line. A frame that was changed since then is not answered with the old line. */
#include "pairs/echo/tape_carry.h"

#include "codec/protobuf_pull.h"
#include "codec/xxh3.h"
#include "core/chunk.h"
#include "core/replay.h"
#include "core/rows.h"
#include "formats/echo/tape/carry.h"

enum { FRAME = 2 }; /* field of an envelope */

static void begin(const pair_job *job, carried_text *c)
{
    reel_memory *const all[] = { &c->text, &c->before, &c->zip, &c->message, &c->entry };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) all[i]->allocator = job->allocator;
}

void reel__carry_free(pair_job *job, carried_text *c)
{
    reel_memory *const all[] = { &c->text, &c->before, &c->zip, &c->message, &c->entry };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) reel__memory_drop(&job->allocator, all[i]->data);
}

/* ---- to a capture ------------------------------------------------------------------------------------------------ */

static reel_status add_envelope(pair_job *job, carried_text *c, const tape_carry *carry, uint8_t kind, uint32_t frame)
{
    reel_memory *to = &c->message;
    to->size = 0;
    bool fine = reel__tape_put_carry(to, carry) && (kind != TAPE_FRAME || reel__proto_end(to, 0, FRAME));
    reel_memory sized = { .allocator = job->allocator };
    fine = fine && reel__proto_put_varint(&sized, to->size) && memory_add(&sized, to->data, to->size);
    tape_envelope *row = fine ? reel_row_add(reel_chunk_table(job->out, &tape_envelopes)) : NULL;
    if (row) *row = (tape_envelope){ .frame = frame, .kind = kind, .bytes = reel_chunk_bytes(job->out, sized.data, sized.size) };
    reel__memory_drop(&job->allocator, sized.data);
    return fine ? reel_build_status(job->out) : reel_fail(job->error, REEL_MEMORY, "reel.memory", "", 0, "out of memory");
}

static reel_string text_of(const reel_memory *memory) { return (reel_string){ (const char *)memory->data, memory->size }; }

static reel_status add_frame(pair_job *job, carried_text *c)
{
    tape_carry carry = { .text = text_of(&c->text) };
    if (c->frame == 0) carry.container = c->container, carry.entry = text_of(&c->entry);
    const reel_status status = add_envelope(job, c, &carry, TAPE_FRAME, c->frame);
    c->text.size = 0;
    return status;
}

reel_status reel__carry_lines(pair_job *job, carried_text *c, const reel_chunk *in)
{
    size_t count;
    reel_status status = REEL_OK;
    begin(job, c);
    const echoreplay_info *info = reel_chunk_rows(in, &echoreplay_infos, &count);
    bool fine = true;
    if (count) {
        c->container = info->container;
        fine = memory_add(&c->entry, info->entry.data, info->entry.size);
    }
    const echoreplay_line *line = reel_chunk_rows(in, &echoreplay_lines, &count);
    for (size_t i = 0; i < count && fine && status >= 0; i++) {
        if (line[i].kind == ECHOREPLAY_FRAME) {
            if (c->any) status = add_frame(job, c);
            c->any = true;
            c->frame = line[i].frame;
        }
        fine = memory_add(&c->text, line[i].text.data, line[i].text.size);
    }
    const echoreplay_piece *piece = reel_chunk_rows(in, &echoreplay_pieces, &count);
    for (size_t i = 0; i < count && fine; i++) fine = memory_add(&c->zip, piece[i].bytes.data, piece[i].bytes.size);
    return fine ? status : reel_fail(job->error, REEL_MEMORY, "reel.memory", "", 0, "out of memory");
}

reel_status reel__carry_rest(pair_job *job, carried_text *c)
{
    enum { PIECE = 1 << 16 };
    reel_status status = c->any ? add_frame(job, c) : REEL_OK;
    for (size_t at = 0; at < c->zip.size && status >= 0; at += PIECE) {
        const size_t size = c->zip.size - at < PIECE ? c->zip.size - at : PIECE;
        const tape_carry carry = { .zip = { (const char *)c->zip.data + at, size } };
        status = add_envelope(job, c, &carry, TAPE_OTHER, c->frame + 1);
    }
    return status;
}

/* ---- from a capture ---------------------------------------------------------------------------------------------- */

/* The content of a message with its size in front that is in one part, as reel writes it. */
static bool content_of(reel_bytes whole, reel_bytes *content)
{
    const uint8_t *at = whole.data, *const end = whole.size ? at + whole.size : at;
    uint64_t size;
    if (!whole.size || !reel__proto_varint(&at, end, &size) || size != (uint64_t)(end - at)) return false;
    *content = (reel_bytes){ at, (size_t)size };
    return true;
}

static bool part_of(reel_bytes whole, reel_bytes *part)
{
    reel_bytes content;
    proto_field f;
    if (!content_of(whole, &content)) return false;
    proto_reader r = proto_read(content.data, content.size);
    if (!reel__proto_next(&r, &f) || f.wire != PROTO_BYTES || r.at != r.end) return false;
    *part = (reel_bytes){ f.data, f.size };
    return true;
}

/* Gathers what the envelopes of a chunk carry. Sets *frames to how many frames carry their line. */
static bool gather(pair_job *job, carried_text *c, const reel_chunk *in, size_t *frames)
{
    size_t count;
    const tape_envelope *envelope = reel_chunk_rows(in, &tape_envelopes, &count);
    reel_bytes content;
    tape_carry carry;
    *frames = 0;
    c->text.size = 0;
    for (size_t i = 0; i < count; i++) {
        switch (envelope[i].kind) {
        case TAPE_HEADER:
            if (part_of(envelope[i].bytes, &content)) c->header_sum = reel__xxh3_64(content.data, content.size, 0);
            break;
        case TAPE_FRAME:
            if (!part_of(envelope[i].bytes, &content) || !reel__tape_find_carry(content, &carry)) break;
            if (carry.digest != reel__tape_digest_beside_carry(content, c->header_sum)) break;
            if (!memory_add(&c->text, carry.text.data, carry.text.size)) return false;
            if (!c->any && !memory_add(&c->entry, carry.entry.data, carry.entry.size)) return false;
            if (!c->any) c->container = carry.container;
            c->any = true;
            ++*frames;
            break;
        case TAPE_OTHER:
            if (!content_of(envelope[i].bytes, &content) || !reel__tape_find_carry(content, &carry) || !carry.zip.size) break;
            echoreplay_piece *row =
                c->container == ECHOREPLAY_ZIP ? reel_row_add(reel_chunk_table(job->out, &echoreplay_pieces)) : NULL;
            if (row) row->bytes = reel_chunk_bytes(job->out, (const uint8_t *)carry.zip.data, carry.zip.size);
            break;
        default: break;
        }
    }
    return true;
}

/* Copies the rows of a table. Their frames count from the start of the text, which is that of the chunk. */
static bool copy_rows(pair_job *job, const reel_table *table, const reel_replay *replay, size_t number_at, size_t time_at,
                      const echoreplay_frame *frames, size_t frame_count)
{
    size_t count;
    const void *rows = reel_rows(replay, table, &count);
    reel_row_list *list = reel_chunk_table(job->out, table);
    const size_t before = list->count;
    if (reel__chunk_append(job->out, table, rows, count) < 0) return false;
    for (size_t i = before; i < list->count; i++) {
        uint8_t *row = list->data + i * table->row_size;
        uint32_t number;
        memcpy(&number, row + number_at, sizeof number);
        const size_t frame = number < frame_count ? number : frame_count - 1;
        number = frames[frame].common.frame + (number - (uint32_t)frame);
        memcpy(row + number_at, &number, sizeof number);
        if (time_at != SIZE_MAX) memcpy(row + time_at, &frames[frame].common.time, sizeof frames[frame].common.time);
    }
    return true;
}

/* Whether the players are called what the capture calls them, if it does: names come from earlier frames. */
static bool same_people(const reel_chunk *in, const reel_replay *replay)
{
    size_t count, other;
    const echoreplay_player *a = reel_chunk_rows(in, &echoreplay_players, &count),
                            *b = reel_rows(replay, &echoreplay_players, &other);
    if (count != other) return false;
    for (size_t i = 0; i < count; i++)
        if ((a[i].keys & ECHO_KEY_USERID && a[i].common.userid != b[i].common.userid) ||
            (a[i].keys & ECHO_KEY_NAME && !reel__text_values_equal(&a[i].common.name, &b[i].common.name)))
            return false;
    return true;
}

static reel_status add_rows(pair_job *job, carried_text *c, const reel_chunk *in, const reel_replay *replay, bool first)
{
#define AT(row, member) offsetof(row, member)
    size_t count;
    const echoreplay_frame *frames = reel_chunk_rows(in, &echoreplay_frames, &count);
    echoreplay_info *info = first ? reel_row_add(reel_chunk_table(job->out, &echoreplay_infos)) : NULL;
    if (info) info->container = (uint8_t)c->container;
    if (info) info->entry = reel_chunk_string(job->out, c->entry.data, c->entry.size);
    const bool fine = copy_rows(job, &echoreplay_frames, replay, AT(echoreplay_frame, common.frame),
                                AT(echoreplay_frame, common.time), frames, count) &&
                      copy_rows(job, &echoreplay_teams, replay, AT(echoreplay_team, common.frame),
                                AT(echoreplay_team, common.time), frames, count) &&
                      copy_rows(job, &echoreplay_players, replay, AT(echoreplay_player, common.frame),
                                AT(echoreplay_player, common.time), frames, count) &&
                      copy_rows(job, &echoreplay_bones, replay, AT(echo_bone, frame), AT(echo_bone, time), frames, count) &&
                      copy_rows(job, &echoreplay_lines, replay, AT(echoreplay_line, frame), SIZE_MAX, frames, count);
#undef AT
    return fine ? reel_build_status(job->out) : reel_fail(job->error, REEL_MEMORY, "reel.memory", "", 0, "out of memory");
}

reel_status reel__carry_restore(pair_job *job, carried_text *c, const reel_chunk *in, bool first, bool *restored)
{
    size_t frames, count;
    reel_replay *replay;
    reel_error error;
    begin(job, c);
    *restored = false;
    if (!gather(job, c, in, &frames)) return reel_fail(job->error, REEL_MEMORY, "reel.memory", "", 0, "out of memory");
    reel_chunk_rows(in, &echoreplay_frames, &count);
    if (!count) {
        *restored = c->any;
        return REEL_OK;
    }
    const reel_bytes text = { c->text.data, c->text.size };
    bool used = frames == count;
    if (used) {
        const reel_status status = reel__replay_of(&reel_format_echoreplay, text, &job->allocator, &replay, &error);
        if (status == REEL_MEMORY) return reel_fail(job->error, REEL_MEMORY, "reel.memory", "", 0, "out of memory");
        used = status == REEL_OK;
    }
    if (used) {
        size_t found;
        reel_rows(replay, &echoreplay_frames, &found);
        used = found == count && same_people(in, replay);
        reel_status status = used ? add_rows(job, c, in, replay, first) : REEL_OK;
        reel_free(replay);
        *restored = used;
        job->restored = used && (first || job->restored);
        if (status < 0) return status;
    }
    if (used || !frames) return REEL_OK;
    reel_find(&job->reporter,
              (reel_finding){ .rule = "convert.tape.carry-changed", .severity = REEL_WARNING, .offset = REEL_NO_OFFSET },
              "ignored carried lines: the capture was changed since they were written");
    return REEL_OK;
}
