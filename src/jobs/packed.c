/* SPDX-License-Identifier: MIT */
#include "jobs/packed.h"

#include "codec/pack/block.h"

/* Captures of Echo VR are the only such formats. A library without them needs no zstd for this; compilers leave out what a constant rules
 * out. */
#ifdef REEL_WITHOUT_ECHO
enum { HAS_PACKED = 0 };
#else
enum { HAS_PACKED = 1 };
#endif

bool reel__packed_begins(const uint8_t *head, size_t size)
{
    static const uint8_t magic[] = { 0x28, 0xb5, 0x2f, 0xfd };
    return HAS_PACKED && size >= sizeof magic && memcmp(head, magic, sizeof magic) == 0;
}

const reel_format *reel__packed_format(const reel_options *options, const uint8_t *head, size_t size, int *bits)
{
    const reel_format *best = NULL, *const one[] = { options->format, NULL };
    const reel_format *const *next = options->format ? one : options->formats ? options->formats : reel_formats();
    *bits = 0;
    if (!reel__packed_begins(head, size)) return NULL;
    if (size > PACKED_HEAD) size = PACKED_HEAD;
    for (; *next; next++) {
        const int bid = (*next)->flags & REEL_FORMAT_PACKED ? (*next)->sniff(head, size) : 0;
        if (bid <= *bits) continue;
        *bits = bid;
        best = *next;
    }
    return best;
}

bool reel__packed_has_block(const reel_allocator *allocator, const uint8_t *head, size_t size)
{
    if (!HAS_PACKED) return false;
    block_reader block = { .allocator = *allocator, .codec = BLOCK_ZSTD };
    if (reel__block_start(&block, head, size, 1) == REEL_OK) reel__block_unpack(&block, 1);
    const bool made = block.made != 0;
    reel__block_free(&block);
    return made;
}
