/* SPDX-License-Identifier: MIT
 * The descriptor of BSOR, the Beat Saber Open Replay. */
#include "core/encoder.h"
#include "formats/bsor/layout.h"

static const char *const extensions[] = { "bsor", NULL };

static const reel_table *const tables[] = {
    &bsor_infos,   &bsor_frames,    &bsor_notes,    &bsor_walls,   &bsor_heights, &bsor_pauses,
    &bsor_offsets, &bsor_user_data, &bsor_sections, &bsor_lengths, NULL,
};

static const char *const conventions[] = { "eight", BSOR_READ_ALL, NULL }; /* how many sections */

static int sniff(const uint8_t *head, size_t size)
{
    if (size < BSOR_MAGIC_BYTES || memcmp(head, BSOR_MAGIC, BSOR_MAGIC_BYTES) != 0) return 0;
    return size > BSOR_MAGIC_BYTES && head[BSOR_MAGIC_BYTES] == BSOR_VERSION ? 40 : 32;
}

static const reel_format_reader bsor_reading = {
    .state_size = sizeof(bsor_reader),
    .open = reel__bsor_open,
    .next = reel__bsor_next,
    .conventions = conventions,
};

static const reel_format_writer bsor_writing = {
    .finish = reel__bsor_finish,
    .accepts = reel__bsor_accepts,
};

static const reel_operation bsor_repairing = {
    .id = REEL_OPERATION_REPAIR,
    .doc = "repair a damaged file",
    .apply = reel__bsor_repair,
};

static const reel_operation bsor_merging = {
    .id = REEL_OPERATION_MERGE,
    .doc = "join the parts of a play that was cut",
    .apply = reel__bsor_merge,
};

static const reel_operation bsor_keeping_one_avatar = {
    .id = "one-avatar",
    .doc = "keep the frames of the player, if the file has those of all players of a room",
    .apply = reel__bsor_one_avatar,
};

static const reel_operation bsor_keeping_last_attempt = {
    .id = "last-attempt",
    .doc = "keep the last attempt, if the file has several",
    .apply = reel__bsor_last_attempt,
};

static const reel_operation *const bsor_operations[] = { &bsor_repairing, &bsor_merging, &bsor_keeping_one_avatar,
                                                         &bsor_keeping_last_attempt, NULL };

const reel_format reel_format_bsor = {
    .id = "bsor",
    .name = "Beat Saber Open Replay",
    .game = "Beat Saber",
    .extensions = extensions,
    .tables = tables,
    .input_limit = BSOR_INPUT_LIMIT,
    .sniff = sniff,
    .memory_bound = reel__bsor_memory_bound,
    .reader = &bsor_reading,
    .writer = REEL_WRITES(&bsor_writing),
    .operations = REEL_WRITES(bsor_operations),
    .check = REEL_CHECKS(&reel__bsor_check),
    .clean = &reel__bsor_cleaning,
};
