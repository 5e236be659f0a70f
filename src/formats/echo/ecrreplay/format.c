/* SPDX-License-Identifier: MIT
 * The description of the .ecrreplay format. */
#include "core/encoder.h"
#include "formats/echo/common/schema.h"
#include "formats/echo/ecrreplay/ecrreplay.h"

static const char *const ecrreplay_extensions[] = { "ecrreplay", NULL };

static const reel_format_reader ecrreplay_reading = {
    .state_size = sizeof(ecrreplay_reader),
    .open = reel__ecrreplay_open,
    .next = reel__ecrreplay_next,
    .close = reel__ecrreplay_close,
};

static const reel_format_writer ecrreplay_writing = {
    .finish = reel__ecrreplay_finish,
    .accepts = reel__ecrreplay_accepts,
};

static const reel_operation *const ecrreplay_operations[] = { &reel__ecrreplay_anonymise, NULL };

const reel_format reel_format_ecrreplay = {
    .id = "ecrreplay",
    .name = "Echo VR Combat recording of ECRanked",
    .game = "Echo VR",
    .extensions = ecrreplay_extensions,
    .tables = reel__ecrreplay_tables,
    .sniff = reel__bzip2_begins,
    .memory_bound = reel__ecrreplay_memory_bound,
    .reader = &ecrreplay_reading,
    .writer = REEL_WRITES(&ecrreplay_writing),
    .operations = REEL_WRITES(ecrreplay_operations),
};
