/* SPDX-License-Identifier: MIT
 * Makes a .tape of the rows of its archive. */
#include "formats/echo/tape/model.h"

reel_status reel__tape_model_begin(reel_encoder *e)
{
    model_writer *w = e->state;
    w->message.allocator = w->file.block.allocator = w->file.packed.allocator = w->file.push.allocator = e->allocator;
    return REEL_OK;
}

void reel__tape_model_end(reel_encoder *e)
{
    model_writer *w = e->state;
    reel__tape_file_free(e, &w->file);
    reel__memory_drop(&e->allocator, w->message.data);
}

static reel_status fail_rows(reel_encoder *e, const char *what)
{
    return reel_fail(e->error, REEL_CORRUPT, "tape.model", "messages", 0, "the rows of an archived capture make no message: %s",
                     what);
}

reel_status reel__tape_model_rows(reel_encoder *e, const reel_chunk *batch)
{
    model_writer *w = e->state;
    size_t count, infos;
    model_rows rows;
    const model_info *info = reel_chunk_rows(batch, &reel__tape_model_infos, &infos);
    const model_message *messages = reel_chunk_rows(batch, &reel__tape_model_messages, &count);
    rows.players = reel_chunk_rows(batch, &reel__tape_model_players, &rows.player_count);
    rows.skeletons = reel_chunk_rows(batch, &reel__tape_model_skeletons, &rows.skeleton_count);
    rows.bones = reel_chunk_rows(batch, &reel__tape_model_bones, &rows.bone_count);
    rows.events = reel_chunk_rows(batch, &reel__tape_model_events, &rows.event_count);
    const bool plain = e->convention && strcmp(e->convention, MODEL_PLAIN) == 0;
    if (infos && !plain)
        w->file.container = info[infos - 1].container <= TAPE_BLOCKS ? info[infos - 1].container : (uint8_t)TAPE_PLAIN;
    reel_status status = REEL_OK;
    for (size_t i = 0; i < count && status >= 0; i++) {
        if (messages[i].form > MESSAGE_ASCENDING) return fail_rows(e, "it has an unknown form");
        w->message.size = 0;
        status = reel__tape_model_put(&w->message, &messages[i], &rows);
        if (status == REEL_CORRUPT) return fail_rows(e, "some of its rows are missing");
        if (status < 0) return reel__memory_fail(e->error);
        if (messages[i].begins) status = reel__tape_file_end_frames(e, &w->file);
        if (status >= 0) status = reel__tape_file_message(e, &w->file, w->message.data, w->message.size);
    }
    if (status >= 0 && (rows.player_count || rows.skeleton_count || rows.bone_count || rows.event_count))
        return fail_rows(e, "there are more of them");
    return status < 0 ? status : e->out->status;
}

reel_status reel__tape_model_finish(reel_encoder *e, const reel_chunk *staged)
{
    model_writer *w = e->state;
    (void)staged;
    return reel__tape_file_end(e, &w->file);
}
