/* SPDX-License-Identifier: MIT
 * The descriptor of ghosts of DDNet. */
#include "core/encoder.h"
#include "formats/ghost/layout.h"

static const char *const extensions[] = { "gho", NULL };

static int sniff(const uint8_t *head, size_t size)
{
    return size >= GHOST_MAGIC_BYTES && memcmp(head, GHOST_MAGIC, GHOST_MAGIC_BYTES) == 0 ? 8 * GHOST_MAGIC_BYTES : 0;
}

static const reel_format_reader ghost_reading = {
    .state_size = sizeof(ghost_reader),
    .open = reel__ghost_open,
    .next = reel__ghost_next,
};

static const reel_format_writer ghost_writing = {
    .finish = reel__ghost_finish,
    .accepts = reel__ghost_accepts,
};

static const reel_operation ghost_repairing = {
    .id = REEL_OPERATION_REPAIR,
    .doc = "repair a damaged file",
    .apply = reel__ghost_repair,
};

static const reel_operation ghost_cutting = {
    .id = REEL_OPERATION_CUT,
    .doc = "keep a span of time",
    .apply = reel__ghost_cut,
};

static const reel_operation *const ghost_operations[] = { &ghost_repairing, &ghost_cutting, NULL };

const reel_format reel_format_ghost = {
    .id = "ghost",
    .name = "DDNet ghost",
    .game = "DDNet",
    .extensions = extensions,
    .tables = reel__ghost_tables,
    .input_limit = GHOST_INPUT_LIMIT,
    .sniff = sniff,
    .memory_bound = reel__ghost_memory_bound,
    .reader = &ghost_reading,
    .writer = REEL_WRITES(&ghost_writing),
    .operations = REEL_WRITES(ghost_operations),
};
