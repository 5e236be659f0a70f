/* SPDX-License-Identifier: MIT
 * The descriptors of the two ScoreSaber formats. */
#include "core/encoder.h"
#include "formats/scoresaber/layout.h"

static const char *const dat_extensions[] = { "dat", NULL };
static const char *const json_extensions[] = { "json", NULL };

/* A truncated magic text is accepted too, so that the error can be specific. */
static int dat_sniff(const uint8_t *head, size_t size)
{
    if (size >= DAT_MAGIC_BYTES && memcmp(head, DAT_MAGIC, DAT_MAGIC_BYTES) == 0) return 8 * DAT_MAGIC_BYTES;
    if (size >= DAT_MAGIC_WORDS && memcmp(head, DAT_MAGIC, DAT_MAGIC_WORDS) == 0) return 8 * DAT_MAGIC_WORDS;
    return size >= DAT_LZMA_MAGIC_BYTES && memcmp(head, DAT_LZMA_MAGIC, DAT_LZMA_MAGIC_BYTES) == 0 ? 8 * DAT_LZMA_MAGIC_BYTES : 0;
}

static const reel_format_reader scoresaber_reading = {
    .state_size = sizeof(dat_reader),
    .open = reel__dat_open,
    .next = reel__dat_next,
    .close = reel__dat_close,
};

static const reel_format_writer scoresaber_writing = {
    .finish = reel__dat_finish,
    .accepts = reel__dat_accepts,
};

static const reel_operation scoresaber_repairing = {
    .id = REEL_OPERATION_REPAIR,
    .doc = "repair a damaged file",
    .apply = reel__dat_repair,
};

static const reel_operation scoresaber_merging = {
    .id = REEL_OPERATION_MERGE,
    .doc = "join the parts of a play that was cut",
    .apply = reel__dat_merge,
};

static const reel_operation *const scoresaber_operations[] = { &scoresaber_repairing, &scoresaber_merging, NULL };

const reel_format reel_format_scoresaber = {
    .id = "scoresaber",
    .name = "ScoreSaber replay",
    .game = "Beat Saber",
    .extensions = dat_extensions,
    .tables = reel__dat_tables,
    .input_limit = DAT_INPUT_LIMIT,
    .sniff = dat_sniff,
    .memory_bound = reel__dat_memory_bound,
    .reader = &scoresaber_reading,
    .writer = REEL_WRITES(&scoresaber_writing),
    .operations = REEL_WRITES(scoresaber_operations),
    .check = &reel__dat_check,
};

static const reel_format_reader scoresaber_json_reading = {
    .state_size = sizeof(decoded_reader),
    .open = reel__decoded_open,
    .next = reel__decoded_next,
};

static const reel_format_writer scoresaber_json_writing = {
    .finish = reel__decoded_finish,
    .accepts = reel__decoded_accepts,
};

static const reel_operation scoresaber_json_repairing = {
    .id = REEL_OPERATION_REPAIR,
    .doc = "repair a damaged file",
    .apply = reel__decoded_repair,
};

static const reel_operation scoresaber_json_merging = {
    .id = REEL_OPERATION_MERGE,
    .doc = "join the parts of a play that was cut",
    .apply = reel__decoded_merge,
};

static const reel_operation *const scoresaber_json_operations[] = { &scoresaber_json_repairing, &scoresaber_json_merging, NULL };

const reel_format reel_format_scoresaber_json = {
    .id = "scoresaber-json",
    .name = "ScoreSaber replay, decoded",
    .game = "Beat Saber",
    .extensions = json_extensions,
    .tables = reel__decoded_tables,
    .input_limit = DECODED_INPUT_LIMIT,
    .sniff = reel__decoded_sniff,
    .memory_bound = reel__decoded_memory_bound,
    .reader = &scoresaber_json_reading,
    .writer = REEL_WRITES(&scoresaber_json_writing),
    .operations = REEL_WRITES(scoresaber_json_operations),
    .check = &reel__decoded_check,
};
