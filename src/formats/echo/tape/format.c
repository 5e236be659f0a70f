/* SPDX-License-Identifier: MIT
 * The description of the .tape format. */
#include "core/encoder.h"
#include "formats/echo/common/schema.h"
#include "formats/echo/tape/tape.h"
#include "formats/echo/tape/write.h"

static const char *const tape_extensions[] = { "tape", NULL };
static const reel_table *const tape_tables[] = { &tape_infos,       &tape_notes,         &echoreplay_frames,
                                                 &echoreplay_teams, &echoreplay_players, &echoreplay_bones,
                                                 &tape_envelopes,   &tape_pieces,        NULL };

static const reel_format_reader tape_reading = {
    .state_size = sizeof(tape_reader),
    .open = reel__tape_open,
    .next = reel__tape_next,
    .close = reel__tape_close,
};

static const reel_operation *const tape_operations[] = { &reel__tape_repair, NULL };

/* What rows become: the right values, or those that the reference makes of them, with its faults. */
static const char *const tape_conventions[] = { "right", TAPE_REFERENCE, NULL };

static const reel_format_writer tape_writing = {
    .state_size = sizeof(tape_writer),
    .begin = reel__tape_begin,
    .rows = reel__tape_write_rows,
    .finish = reel__tape_finish,
    .accepts = reel__tape_accepts,
    .end = reel__tape_end,
    .rounds = true,
    .conventions = tape_conventions,
};

static const char *const nevrcap_extensions[] = { "nevrcap", NULL };

static const reel_format_reader nevrcap_reading = {
    .state_size = sizeof(tape_reader),
    .open = reel__nevrcap_open,
    .next = reel__tape_next,
    .close = reel__tape_close,
};

static const reel_format_writer nevrcap_writing = {
    .state_size = sizeof(tape_writer),
    .begin = reel__nevrcap_begin,
    .rows = reel__tape_write_rows,
    .finish = reel__tape_finish,
    .accepts = reel__nevrcap_accepts,
    .end = reel__tape_end,
    .rounds = true,
};

const reel_format reel_format_nevrcap = {
    .id = "nevrcap",
    .name = "Echo VR capture, version 1",
    .game = "Echo VR",
    .extensions = nevrcap_extensions,
    .tables = tape_tables,
    .flags = REEL_FORMAT_STREAMS | REEL_FORMAT_PACKED,
    .sniff = reel__nevrcap_sniff,
    .memory_bound = reel__tape_memory_bound,
    .reader = &nevrcap_reading,
    .writer = REEL_WRITES(&nevrcap_writing),
};

const reel_format reel_format_tape = {
    .id = "tape",
    .name = "Echo VR capture",
    .game = "Echo VR",
    .extensions = tape_extensions,
    .tables = tape_tables,
    .flags = REEL_FORMAT_STREAMS | REEL_FORMAT_PACKED,
    .sniff = reel__tape_sniff,
    .memory_bound = reel__tape_memory_bound,
    .reader = &tape_reading,
    .writer = REEL_WRITES(&tape_writing),
    .operations = REEL_WRITES(tape_operations),
};
