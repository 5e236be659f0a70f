/* SPDX-License-Identifier: MIT
 * GDR2 and both kinds of GDR1: what the library is told of them. */
#include "formats/gdr/gdr2.h"

static const char *const gdr2_extensions[] = { "gdr2", "gdr", NULL };

static const reel_table *const gdr2_tables[] = {
    &gdr_infos, &gdr_inputs, &gdr_physics_rows, &gdr_blocks, &gdr_deaths, &gdr_documents, NULL,
};

static int gdr2_sniff(const uint8_t *head, size_t size)
{
    size_t magic = size < GDR2_MAGIC_BYTES ? size : GDR2_MAGIC_BYTES;
    if (memcmp(head, GDR2_MAGIC, magic) != 0) return 0;
    return size > GDR2_MAGIC_BYTES && head[GDR2_MAGIC_BYTES] == GDR2_VERSION ? 32 : (int)(8 * magic);
}

const reel_format reel_format_gdr2 = {
    .struct_size = sizeof(reel_format),
    .id = "gdr2",
    .name = "Geometry Dash Replay 2",
    .game = "Geometry Dash",
    .extensions = gdr2_extensions,
    .tables = gdr2_tables,
    .input_limit = GDR_INPUT_LIMIT,
    .sniff = gdr2_sniff,
    .reader_size = sizeof(gdr2_reader),
    .open = gdr2_open,
    .next = gdr2_next,
    .memory_bound = gdr2_memory_bound,
    .finish = gdr2_finish,
};
