/* SPDX-License-Identifier: MIT
 * The description of the .echoreplay format. */
#include "core/encoder.h"
#include "formats/echo/common/schema.h"
#include "formats/echo/replay/replay.h"

static const char *const text_extensions[] = { "echoreplay", NULL };
static const reel_table *const text_tables[] = { &echoreplay_infos,   &echoreplay_frames,   &echoreplay_teams,
                                                 &echoreplay_players, &echoreplay_bones,    &echoreplay_lines,
                                                 &echoreplay_pieces,  &echoreplay_deflates, NULL };

static const reel_format_reader echoreplay_reading = {
    .state_size = sizeof(text_reader),
    .open = reel__echo_text_open,
    .next = reel__echo_text_next,
    .close = reel__echo_text_close,
};

/* The latter is for conversions from .tape: what its reference makes of a capture. */
static const char *const echoreplay_conventions[] = { "right", "reference", NULL };

static const reel_format_writer echoreplay_writing = {
    .state_size = sizeof(text_writer),
    .begin = reel__echo_text_begin,
    .rows = reel__echo_text_rows,
    .finish = reel__echo_text_finish,
    .accepts = reel__echo_text_accepts,
    .end = reel__echo_text_end,
    .rounds = true,
    .conventions = echoreplay_conventions,
};

static const reel_operation *const echoreplay_operations[] = { &reel__echoreplay_merge, &reel__echoreplay_cut,
                                                               &reel__echoreplay_anonymise, NULL };

const reel_format reel_format_echoreplay = {
    .id = "echoreplay",
    .name = "Echo VR API recording",
    .game = "Echo VR",
    .extensions = text_extensions,
    .tables = text_tables,
    .flags = REEL_FORMAT_STREAMS,
    .sniff = reel__echo_text_sniff,
    .memory_bound = reel__echo_text_memory_bound,
    .reader = &echoreplay_reading,
    .writer = REEL_WRITES(&echoreplay_writing),
    .operations = REEL_WRITES(echoreplay_operations),
};
