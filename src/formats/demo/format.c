/* SPDX-License-Identifier: MIT
 * The descriptor of demos of Teeworlds and DDNet. */
#include "core/encoder.h"
#include "formats/demo/state.h"

static const char *const extensions[] = { "demo", NULL };

static int sniff(const uint8_t *head, size_t size)
{
    return size >= DEMO_MAGIC_BYTES && memcmp(head, DEMO_MAGIC, DEMO_MAGIC_BYTES) == 0 ? 8 * DEMO_MAGIC_BYTES : 0;
}

static const reel_format_positions positions = { .snapshot = reel__demo_snapshot, .restore = reel__demo_restore };

static const reel_format_reader demo_reading = {
    .state_size = sizeof(demo_reader),
    .zeroed = offsetof(demo_reader, world),
    .open = reel__demo_open,
    .next = reel__demo_next,
    .positions = &positions,
};

static const reel_format_writer demo_writing = {
    .state_size = sizeof(demo_writer),
    .rows = reel__demo_rows,
    .finish = reel__demo_finish,
    .accepts = reel__demo_accepts,
};

static const reel_operation *const demo_operations[] = { &reel__demo_repair, &reel__demo_cut, NULL };

const reel_format reel_format_demo = {
    .id = "demo",
    .name = "DDNet demo",
    .game = "DDNet",
    .extensions = extensions,
    .tables = reel__demo_tables,
    .flags = REEL_FORMAT_STREAMS,
    .sniff = sniff,
    .memory_bound = reel__demo_memory_bound,
    .reader = &demo_reading,
    .writer = REEL_WRITES(&demo_writing),
    .operations = REEL_WRITES(demo_operations),
};
