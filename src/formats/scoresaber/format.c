/* SPDX-License-Identifier: MIT
 * The two formats of ScoreSaber: what the library is told of them. */
#include "formats/scoresaber/layout.h"

static const char *const dat_extensions[] = { "dat", NULL };
static const char *const json_extensions[] = { "json", NULL };

/* A magic text that is not whole is ours too, so that it can be said what is wrong with it. */
static int dat_sniff(const uint8_t *head, size_t size)
{
    if (size >= DAT_MAGIC_BYTES && memcmp(head, DAT_MAGIC, DAT_MAGIC_BYTES) == 0) return 8 * DAT_MAGIC_BYTES;
    if (size >= DAT_MAGIC_WORDS && memcmp(head, DAT_MAGIC, DAT_MAGIC_WORDS) == 0) return 8 * DAT_MAGIC_WORDS;
    return size >= DAT_LZMA_MAGIC_BYTES && memcmp(head, DAT_LZMA_MAGIC, DAT_LZMA_MAGIC_BYTES) == 0 ? 8 * DAT_LZMA_MAGIC_BYTES : 0;
}

const reel_format reel_format_scoresaber = {
    .struct_size = sizeof(reel_format),
    .id = "scoresaber",
    .name = "ScoreSaber replay",
    .game = "Beat Saber",
    .extensions = dat_extensions,
    .tables = dat_tables,
    .flags = REEL_FORMAT_PACKED,
    .input_limit = DAT_INPUT_LIMIT,
    .sniff = dat_sniff,
    .reader_size = sizeof(dat_reader),
    .open = dat_open,
    .next = dat_next,
    .close = dat_close,
    .memory_bound = dat_memory_bound,
    .finish = dat_finish,
    .mend = dat_mend,
    .check = &dat_check,
};

const reel_format reel_format_scoresaber_json = {
    .struct_size = sizeof(reel_format),
    .id = "scoresaber-json",
    .name = "ScoreSaber replay, decoded",
    .game = "Beat Saber",
    .extensions = json_extensions,
    .tables = decoded_tables,
    .input_limit = DECODED_INPUT_LIMIT,
    .sniff = decoded_sniff,
    .reader_size = sizeof(decoded_reader),
    .open = decoded_open,
    .next = decoded_next,
    .memory_bound = decoded_memory_bound,
    .finish = decoded_finish,
    .mend = decoded_mend,
    .check = &decoded_check,
};
