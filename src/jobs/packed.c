/* SPDX-License-Identifier: MIT */
#include "jobs/packed.h"

#include "codec/pack/block.h"

bool packed_begins(const uint8_t *head, size_t size)
{
    static const uint8_t magic[] = { 0x28, 0xb5, 0x2f, 0xfd };
    return size >= sizeof magic && memcmp(head, magic, sizeof magic) == 0;
}

const reel_format *packed_format(const reel_options *options, const uint8_t *head, size_t size, int *bits)
{
    const reel_format *best = NULL, *const one[] = { options->format, NULL };
    const reel_format *const *next = options->format ? one : options->formats ? options->formats : reel_formats();
    *bits = 0;
    if (!packed_begins(head, size)) return NULL;
    if (size > PACKED_HEAD) size = PACKED_HEAD;
    for (; *next; next++) {
        const int bid = (*next)->flags & REEL_FORMAT_PACKED ? (*next)->sniff(head, size) : 0;
        if (bid <= *bits) continue;
        *bits = bid;
        best = *next;
    }
    return best;
}

bool packed_has_block(const reel_allocator *allocator, const uint8_t *head, size_t size)
{
    block_reader block = { .allocator = *allocator, .codec = BLOCK_ZSTD };
    if (block_start(&block, head, size, 1) == REEL_OK) block_unpack(&block, 1);
    const bool made = block.made != 0;
    block_free(&block);
    return made;
}
