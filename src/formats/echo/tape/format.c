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
    .open = tape_open,
    .next = tape_next,
    .close = tape_close,
};

static const reel_operation *const tape_operations[] = { &tape_repair, NULL };

/* What rows become: the right values, or those that the reference makes of them, with its faults. */
static const char *const tape_conventions[] = { "right", TAPE_REFERENCE, NULL };

static const reel_format_writer tape_writing = {
    .state_size = sizeof(tape_writer),
    .begin = tape_begin,
    .rows = tape_write_rows,
    .finish = tape_finish,
    .accepts = tape_accepts,
    .end = tape_end,
    .rounds = true,
    .conventions = tape_conventions,
};

static const char *const nevrcap_extensions[] = { "nevrcap", NULL };

static const reel_format_reader nevrcap_reading = {
    .state_size = sizeof(tape_reader),
    .open = nevrcap_open,
    .next = tape_next,
    .close = tape_close,
};

static const reel_format_writer nevrcap_writing = {
    .state_size = sizeof(tape_writer),
    .begin = nevrcap_begin,
    .rows = tape_write_rows,
    .finish = tape_finish,
    .accepts = nevrcap_accepts,
    .end = tape_end,
    .rounds = true,
};

const reel_format reel_format_nevrcap = {
    .id = "nevrcap",
    .name = "Echo VR capture, version 1",
    .game = "Echo VR",
    .extensions = nevrcap_extensions,
    .tables = tape_tables,
    .flags = REEL_FORMAT_STREAMS | REEL_FORMAT_PACKED,
    .sniff = nevrcap_sniff,
    .memory_bound = tape_memory_bound,
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
    .sniff = tape_sniff,
    .memory_bound = tape_memory_bound,
    .reader = &tape_reading,
    .writer = REEL_WRITES(&tape_writing),
    .operations = REEL_WRITES(tape_operations),
};
