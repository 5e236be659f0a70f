/* SPDX-License-Identifier: MIT
 * The descriptor of the maps of DDNet and Teeworlds. */
#include "core/encoder.h"
#include "formats/ddnet_map/layout.h"

static const char *const extensions[] = { "map", NULL };

/* Four letters, and a version below 2^32 of which two are known. */
static int sniff(const uint8_t *head, size_t size)
{
    enum { LETTERS = 32, WITH_VERSION = LETTERS + 31 };
    if (size < MAP_MAGIC || (memcmp(head, "DATA", MAP_MAGIC) != 0 && memcmp(head, "ATAD", MAP_MAGIC) != 0)) return 0;
    if (size < MAP_VERSION_AT + 4) return LETTERS;
    uint32_t version = reel_load_u32le(head + MAP_VERSION_AT);
    return version == MAP_STORED || version == MAP_PACKED ? WITH_VERSION : LETTERS;
}

static const reel_format_reader ddnet_map_reading = {
    .state_size = sizeof(map_reader),
    .open = reel__ddnet_map_open,
    .next = reel__ddnet_map_next,
    .close = reel__ddnet_map_close,
};

static const reel_format_writer ddnet_map_writing = {
    .finish = reel__ddnet_map_finish,
    .accepts = reel__ddnet_map_accepts,
};

static const reel_operation ddnet_map_repairing = {
    .id = REEL_OPERATION_REPAIR,
    .doc = "repair a damaged file",
    .apply = reel__ddnet_map_repair,
};

static const reel_operation *const ddnet_map_operations[] = { &ddnet_map_repairing, NULL };

const reel_format reel_format_ddnet_map = {
    .id = "ddnet-map",
    .name = "DDNet map",
    .game = "DDNet",
    .flags = REEL_FORMAT_LEVEL,
    .extensions = extensions,
    .tables = reel__ddnet_map_tables,
    .input_limit = MAP_INPUT_LIMIT,
    .sniff = sniff,
    .memory_bound = reel__ddnet_map_memory_bound,
    .reader = &ddnet_map_reading,
    .writer = REEL_WRITES(&ddnet_map_writing),
    .operations = REEL_WRITES(ddnet_map_operations),
    .check = REEL_CHECKS(&reel__ddnet_map_check),
};
