/* SPDX-License-Identifier: MIT
 * The descriptor of maps. */
#include "core/encoder.h"
#include "formats/beatsaber_map/reader.h"
#include "formats/beatsaber_map/writer.h"

static const char *const extensions[] = { "dat", NULL };

static const reel_format_reader reading = {
    .state_size = sizeof(map_state),
    .open = reel__bsmap_open,
    .next = reel__bsmap_next,
};

static const reel_format_writer writing = {
    .finish = reel__bsmap_finish,
};

const reel_format reel_format_beatsaber_map = {
    .id = "beatsaber-map",
    .name = "Beat Saber map",
    .game = "Beat Saber",
    .flags = REEL_FORMAT_LEVEL,
    .extensions = extensions,
    .tables = reel__bsmap_tables,
    .input_limit = MAP_INPUT_LIMIT,
    .sniff = reel__bsmap_sniff,
    .memory_bound = reel__bsmap_memory_bound,
    .reader = &reading,
    .writer = REEL_WRITES(&writing),
};
