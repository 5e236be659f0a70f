/* SPDX-License-Identifier: MIT
 * The description of the .butter format. */
#include "core/encoder.h"
#include "formats/echo/butter/file.h"
#include "formats/echo/common/schema.h"

static const char *const butter_extensions[] = { "butter", NULL };
static const reel_table *const butter_tables[] = { &butter_infos, &butter_roster, &butter_frames, &butter_teams, &butter_players,
                                                   &butter_bones, &butter_blocks, &butter_rests,  NULL };

static const char *const conventions[] = { "ideal", "faithful", NULL };

static const reel_format_reader butter_reading = {
    .state_size = sizeof(file_reader),
    .open = reel__butter_open,
    .next = reel__butter_next,
    .close = reel__butter_close,
    .conventions = conventions,
};

static const reel_format_writer butter_writing = {
    .state_size = sizeof(file_writer),
    .begin = reel__butter_begin,
    .rows = reel__butter_rows,
    .finish = reel__butter_finish,
    .accepts = reel__butter_accepts,
    .end = reel__butter_end,
    .conventions = conventions,
    .rounds = true,
};

static const reel_operation *const butter_operations[] = { &reel__butter_repair, &reel__butter_merge, &reel__butter_anonymise,
                                                           NULL };

const reel_format reel_format_butter = {
    .id = "butter",
    .name = "Echo VR butter replay",
    .game = "Echo VR",
    .extensions = butter_extensions,
    .tables = butter_tables,
    .flags = REEL_FORMAT_STREAMS,
    .sniff = reel__butter_sniff,
    .memory_bound = reel__butter_memory_bound,
    .reader = &butter_reading,
    .writer = REEL_WRITES(&butter_writing),
    .operations = REEL_WRITES(butter_operations),
};
