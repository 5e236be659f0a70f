/* SPDX-License-Identifier: MIT
 * The format of the rows that an archive of a capture has. */
#include "core/encoder.h"
#include "formats/echo/tape/model.h"

static const reel_table *const model_tables[] = { &reel__tape_model_infos,
                                                  &reel__tape_model_messages,
                                                  &reel__tape_model_players,
                                                  &reel__tape_model_skeletons,
                                                  &reel__tape_model_bones,
                                                  &reel__tape_model_events,
                                                  NULL };

static const char *const model_extensions[] = { NULL };

static const reel_format_reader model_reading = {
    .state_size = sizeof(model_reader),
    .open = reel__tape_model_open,
    .next = reel__tape_model_next,
    .close = reel__tape_model_close,
};

/* The file as it was, or the messages in it without compression. */
static const char *const model_conventions[] = { "file", MODEL_PLAIN, NULL };

static const reel_format_writer model_writing = {
    .state_size = sizeof(model_writer),
    .begin = reel__tape_model_begin,
    .rows = reel__tape_model_rows,
    .finish = reel__tape_model_finish,
    .end = reel__tape_model_end,
    .conventions = model_conventions,
};

/* Not one of reel_formats: nobody else reads or writes these rows. */
const reel_format reel__tape_model = {
    .id = "tape-messages",
    .name = "messages of an Echo VR capture",
    .game = "Echo VR",
    .extensions = model_extensions,
    .tables = model_tables,
    .flags = REEL_FORMAT_STREAMS | REEL_FORMAT_PACKED,
    .sniff = reel__tape_sniff,
    .memory_bound = reel__tape_memory_bound,
    .reader = &model_reading,
    .writer = REEL_WRITES(&model_writing),
};
