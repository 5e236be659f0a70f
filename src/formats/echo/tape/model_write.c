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

reel_status reel__tape_model_fail(const reel_encoder *e, const char *what)
{
    return reel_fail(e->error, REEL_CORRUPT, "tape.model", "messages", 0, "the rows of an archived capture make no message: %s",
                     what);
}

void reel__tape_model_container(const reel_encoder *e, const reel_chunk *batch)
{
    model_writer *w = e->state;
    size_t infos;
    const model_info *info = reel_chunk_rows(batch, &reel__tape_model_infos, &infos);
    const bool plain = e->convention && strcmp(e->convention, MODEL_PLAIN) == 0;
    if (infos && !plain)
        w->file.container = info[infos - 1].container <= TAPE_BLOCKS ? info[infos - 1].container : (uint8_t)TAPE_PLAIN;
}

reel_status reel__tape_model_message(reel_encoder *e, bool begins)
{
    model_writer *w = e->state;
    reel_status status = begins ? reel__tape_file_end_frames(e, &w->file) : REEL_OK;
    return status < 0 ? status : reel__tape_file_message(e, &w->file, w->message.data, w->message.size);
}

reel_status reel__tape_model_rows(reel_encoder *e, const reel_chunk *batch)
{
    model_writer *w = e->state;
    size_t count;
    model_rows rows;
    const model_message *messages = reel_chunk_rows(batch, &reel__tape_model_messages, &count);
    rows.players = reel_chunk_rows(batch, &reel__tape_model_players, &rows.player_count);
    rows.skeletons = reel_chunk_rows(batch, &reel__tape_model_skeletons, &rows.skeleton_count);
    rows.bones = reel_chunk_rows(batch, &reel__tape_model_bones, &rows.bone_count);
    rows.events = reel_chunk_rows(batch, &reel__tape_model_events, &rows.event_count);
    reel__tape_model_container(e, batch);
    reel_status status = REEL_OK;
    for (size_t i = 0; i < count && status >= 0; i++) {
        if (messages[i].form > MESSAGE_ASCENDING) return reel__tape_model_fail(e, "it has an unknown form");
        w->message.size = 0;
        status = reel__tape_model_put(&w->message, &messages[i], &rows);
        if (status == REEL_CORRUPT) return reel__tape_model_fail(e, "some of its rows are missing");
        if (status < 0) return reel__memory_fail(e->error);
        status = reel__tape_model_message(e, messages[i].begins);
    }
    if (status >= 0 && (rows.player_count || rows.skeleton_count || rows.bone_count || rows.event_count))
        return reel__tape_model_fail(e, "there are more of them");
    return status < 0 ? status : e->out->status;
}

reel_status reel__tape_model_finish(reel_encoder *e, const reel_chunk *staged)
{
    model_writer *w = e->state;
    (void)staged;
    return reel__tape_file_end(e, &w->file);
}
