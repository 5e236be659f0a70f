/* SPDX-License-Identifier: MIT
 * teehistorian: what the library is told of it. */
#include "formats/teehistorian/reader.h"

static const char *const extensions[] = { "teehistorian", NULL };

static const char *const conventions[] = { "stop", "resync", NULL }; /* where messages make no sense any more */

static int sniff(const uint8_t *head, size_t size)
{
    size_t compared = size < TEE_MAGIC_BYTES ? size : TEE_MAGIC_BYTES;
    return compared > 1 && memcmp(head, tee_magic, compared) == 0 ? 8 * (int)compared : 0;
}

const reel_format reel_format_teehistorian = {
    .struct_size = sizeof(reel_format),
    .id = "teehistorian",
    .name = "teehistorian",
    .game = "DDNet",
    .extensions = extensions,
    .tables = tee_tables,
    .flags = REEL_FORMAT_STREAMS,
    .conventions = conventions,
    .sniff = sniff,
    .reader_size = sizeof(tee_reader),
    .open = tee_open,
    .next = tee_next_of_window,
    .snapshot = tee_snapshot,
    .restore = tee_restore,
    .close = tee_close,
    .memory_bound = tee_memory_bound,
    .writer_size = sizeof(tee_writer),
    .rows = tee_rows,
    .finish = tee_finish,
    .mend_size = sizeof(tee_mender),
    .mend = tee_mend,
    .operations = tee_operations,
    .cut = &tee_cut,
    .anonymise = &tee_anonymise,
    .check = &tee_check,
};
