/* SPDX-License-Identifier: MIT
 * The description of teehistorian for the library. */
#include "core/encoder.h"
#include "formats/teehistorian/reader.h"

static const char *const extensions[] = { "teehistorian", NULL };

static const char *const conventions[] = { "stop", "resync", NULL }; /* at an invalid message */

static int sniff(const uint8_t *head, size_t size)
{
    size_t compared = size < TEE_MAGIC_BYTES ? size : TEE_MAGIC_BYTES;
    return compared > 1 && memcmp(head, reel__tee_magic, compared) == 0 ? 8 * (int)compared : 0;
}

static const reel_format_positions snapshots = { .snapshot = reel__tee_snapshot, .restore = reel__tee_restore };

static const reel_format_reader teehistorian_reading = {
    .state_size = sizeof(tee_reader),
    .zeroed = offsetof(tee_reader, world),
    .open = reel__tee_open,
    .next = reel__tee_next_of_window,
    .close = reel__tee_close,
    .conventions = conventions,
    .positions = &snapshots,
};

static const reel_format_writer teehistorian_writing = {
    .state_size = sizeof(tee_writer),
    .rows = reel__tee_rows,
    .joined = &teehistorian_arguments,
    .finish = reel__tee_finish,
    .accepts = reel__tee_accepts,
};

static const reel_operation teehistorian_repairing = {
    .id = REEL_OPERATION_REPAIR,
    .doc = "repair the remains of a damaged file",
    .state_size = sizeof(tee_repairer),
    .apply = reel__tee_repair,
};

static const reel_operation *const teehistorian_operations[] = { &teehistorian_repairing, &reel__tee_merge,
                                                                 &reel__tee_cut,          &reel__tee_anonymise,
                                                                 &reel__tee_version,      &reel__tee_client,
                                                                 &reel__tee_scrub,        NULL };

const reel_format reel_format_teehistorian = {
    .id = "teehistorian",
    .name = "teehistorian",
    .game = "DDNet",
    .extensions = extensions,
    .tables = reel__tee_tables,
    .flags = REEL_FORMAT_STREAMS,
    .sniff = sniff,
    .memory_bound = reel__tee_memory_bound,
    .reader = &teehistorian_reading,
    .writer = REEL_WRITES(&teehistorian_writing),
    .operations = REEL_WRITES(teehistorian_operations),
    .check = &reel__tee_check,
};
