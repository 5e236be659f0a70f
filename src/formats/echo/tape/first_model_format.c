/* SPDX-License-Identifier: MIT
 * The rows that an archive of a .nevrcap has: their format, its reader of the file, and its writer. */
#include "core/encoder.h"
#include "formats/echo/tape/first_model.h"

#define M(name, type, doc) REEL_FIELD(first_model_message, #name, name, type, "", doc)
static const reel_field message_fields[] = {
    M(form, U8, "how the message is made"),
    M(wide, U8, "how numbers are written"),
    M(begins, U8, "1: a zstd frame begins with it"),
    M(has_stamp, U8, "1: it has a time"),
    M(index, U32, "frame_index"),
    M(nanos, U32, "of the time, below a millisecond"),
    M(teams, U32, "rows of teams"),
    M(players, U32, "rows of players"),
    M(bones, U32, "rows of bones"),
    M(slots, BYTES, "slots of skeletons"),
    M(events, BYTES, "fields of events"),
    M(patch, BYTES, "bytes that differ from those that rows make"),
    M(bytes, BYTES, "the message, or what follows the answers"),
};

const reel_table reel__nevrcap_model_messages =
    REEL_TABLE("messages", "messages in order", first_model_message, message_fields, 0);

static const reel_table *const model_tables[] = { &reel__tape_model_infos,
                                                  &reel__nevrcap_model_messages,
                                                  &echoreplay_frames,
                                                  &echoreplay_teams,
                                                  &echoreplay_players,
                                                  &echoreplay_bones,
                                                  NULL };

/* ---- reading ---------------------------------------------------------------------------------------------------- */

typedef struct first_model_reader {
    tape_stream stream;
    first_model_lists lists;
    reel_memory head; /* the first message with its size, until it is in a row */
} first_model_reader;

static reel_status model_open(reel_decoder *d)
{
    first_model_reader *r = d->state;
    reel__tape_state_begin(&r->lists.state, &d->allocator);
    r->lists.made.allocator = r->lists.patch.allocator = r->lists.best.allocator = r->lists.slots.allocator = r->head.allocator =
        d->allocator;
    r->lists.form = MESSAGE_GROUPED;
    return reel__tape_model_start(d, &r->stream, &r->head);
}

static bool is_full(const first_model_lists *lists)
{
    enum { MESSAGES = 256, ROWS = 16384 };
    return lists->messages->count >= MESSAGES || lists->rows.players->count + lists->rows.bones->count >= ROWS;
}

static reel_status model_next(reel_decoder *d)
{
    enum { CHUNK_BYTES = 1 << 20 };
    first_model_reader *r = d->state;
    first_model_lists *lists = &r->lists;
    tape_rows *rows = &lists->rows;
    reel_status status = REEL_OK;
    const uint64_t start = r->stream.offset;
    lists->chunk = rows->chunk = d->chunk;
    lists->messages = reel_chunk_table(d->chunk, &reel__nevrcap_model_messages);
    rows->frames = reel_chunk_table(d->chunk, &echoreplay_frames);
    rows->teams = reel_chunk_table(d->chunk, &echoreplay_teams);
    rows->players = reel_chunk_table(d->chunk, &echoreplay_players);
    rows->bones = reel_chunk_table(d->chunk, &echoreplay_bones);
    if (!lists->messages || !rows->frames || !rows->teams || !rows->players || !rows->bones) return REEL_END; /* not wanted */
    reel__tape_state_renew(&lists->state);
    if (r->head.size) {
        first_model_message *row = reel_row_add(lists->messages);
        if (row)
            *row = (first_model_message){ .form = MESSAGE_BYTES,
                                          .begins = r->stream.packed,
                                          .bytes = reel_chunk_bytes(d->chunk, r->head.data, r->head.size) };
        r->head.size = 0;
    }
    while (status == REEL_OK && !is_full(lists) && r->stream.offset - start < CHUNK_BYTES) {
        tape_message message;
        if (reel_build_status(d->chunk) < 0) return reel_build_status(d->chunk);
        status = reel__tape_stream_next(d, &r->stream, &message);
        if (status == REEL_OK && !reel__nevrcap_model_add(lists, &message))
            return reel_build_status(d->chunk) < 0 ? reel_build_status(d->chunk) : reel__memory_fail(d->error);
    }
    return status;
}

static void model_close(reel_decoder *d)
{
    first_model_reader *r = d->state;
    reel__tape_stream_free(d, &r->stream);
    reel__tape_state_free(&r->lists.state);
    reel__memory_drop(&d->allocator, r->lists.made.data);
    reel__memory_drop(&d->allocator, r->lists.patch.data);
    reel__memory_drop(&d->allocator, r->lists.best.data);
    reel__memory_drop(&d->allocator, r->lists.slots.data);
    reel__memory_drop(&d->allocator, r->head.data);
}

/* ---- writing ---------------------------------------------------------------------------------------------------- */

static reel_status model_rows_of(reel_encoder *e, const reel_chunk *batch)
{
    model_writer *w = e->state;
    first_model_rows all;
    line_rows *rows = &all.rows;
    size_t count;
    const first_model_message *messages = reel_chunk_rows(batch, &reel__nevrcap_model_messages, &count);
    rows->frame = reel_chunk_rows(batch, &echoreplay_frames, &all.frame_count);
    rows->teams = reel_chunk_rows(batch, &echoreplay_teams, &rows->team_count);
    rows->players = reel_chunk_rows(batch, &echoreplay_players, &rows->player_count);
    rows->bones = reel_chunk_rows(batch, &echoreplay_bones, &rows->bone_count);
    reel__tape_model_container(e, batch);
    reel_status status = REEL_OK;
    for (size_t i = 0; i < count && status >= 0; i++) {
        if (messages[i].form > MESSAGE_ASCENDING || messages[i].wide >= WIDE_FORMS)
            return reel__tape_model_fail(e, "it has an unknown form");
        w->message.size = 0;
        status = reel__nevrcap_model_put(&w->message, &messages[i], &all);
        if (status == REEL_CORRUPT) return reel__tape_model_fail(e, "some of its rows are missing");
        if (status >= 0)
            status = reel__tape_model_message(e, messages[i].begins);
        else
            return reel__memory_fail(e->error);
    }
    if (status >= 0 && (all.frame_count || rows->team_count || rows->player_count || rows->bone_count))
        return reel__tape_model_fail(e, "there are more of them");
    return status < 0 ? status : e->out->status;
}

/* ---- the format ------------------------------------------------------------------------------------------------- */

static const char *const model_extensions[] = { NULL };
static const char *const model_conventions[] = { "file", MODEL_PLAIN, NULL };

static const reel_format_reader model_reading = {
    .state_size = sizeof(first_model_reader),
    .open = model_open,
    .next = model_next,
    .close = model_close,
};

static const reel_format_writer model_writing = {
    .state_size = sizeof(model_writer),
    .begin = reel__tape_model_begin,
    .rows = model_rows_of,
    .finish = reel__tape_model_finish,
    .end = reel__tape_model_end,
    .conventions = model_conventions,
};

/* Not one of reel_formats: nobody else reads or writes these rows. */
const reel_format reel__nevrcap_model = {
    .id = "nevrcap-messages",
    .name = "messages of an Echo VR capture, version 1",
    .game = "Echo VR",
    .extensions = model_extensions,
    .tables = model_tables,
    .flags = REEL_FORMAT_STREAMS | REEL_FORMAT_PACKED,
    .sniff = reel__nevrcap_sniff,
    .memory_bound = reel__tape_memory_bound,
    .reader = &model_reading,
    .writer = REEL_WRITES(&model_writing),
};
