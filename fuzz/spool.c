/* SPDX-License-Identifier: MIT
 * Spools with rows that the input decides: the first byte chooses the format, the rest is blocks of a length (u16le) and that many bytes,
 * for which the target writes the head, the sizes and the checksums. Whatever a verb does to such a replay gives an answer. */
#include "support.h"

#include "core/packing.h"

#include <reel/export.h>
#include <reel/insight.h>
#include <reel/plot.h>

#include <stdlib.h>

enum { BLOCK_HEAD = 12 };

static const reel_format *format_of(uint8_t pick)
{
    const reel_format *writable[64];
    size_t count = 0;
    for (const reel_format *const *format = fuzz_formats(); *format; format++)
        if ((*format)->writer) writable[count++] = *format;
    return writable[pick % count];
}

/* The head, and each block with its size and checksum. */
static reel_bytes spool_of(const reel_format *format, reel_cursor *in)
{
    reel_memory head = spool_head(format);
    size_t size = head.size;
    uint8_t *spool = malloc(head.size + reel_left(in) * (BLOCK_HEAD + 1));
    require(spool != NULL, "allocation succeeds");
    memcpy(spool, head.data, head.size);
    reel_memory_free(&head);
    while (reel_left(in) >= 3) {
        size_t length = reel_get_u16le(in);
        if (length > reel_left(in)) length = reel_left(in);
        const uint8_t *block = reel_take(in, length);
        reel_store_u32le(spool + size, (uint32_t)length);
        reel_store_u64le(spool + size + 4, reel__packing_checksum(block, length));
        memcpy(spool + size + BLOCK_HEAD, block, length);
        size += BLOCK_HEAD + length;
    }
    return (reel_bytes){ spool, size };
}

static void use(const reel_replay *replay)
{
    const reel_chunk *rows = reel_replay_chunk(replay);
    const reel_format *format = reel_replay_format(replay);
    reel_replay *figures;
    uint64_t written;
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++)
        if (reel_insight_takes(*insight, format) && reel_insight_run_chunk(*insight, format, rows, NULL, &figures, NULL) >= 0)
            reel_free(figures);
    for (const reel_plot *const *plot = reel_plots(); *plot; plot++)
        reel_plot_draw(*plot, replay, null_sink(&written), NULL, NULL);
    reel_write(rows, format, null_sink(&written), NULL, NULL);
}

static void change(reel_bytes spool, const reel_format *format, const reel_options *options)
{
    static const reel_convert_options hows[] = { { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR },
                                                 { REEL_SIZED(reel_convert_options), .flags = REEL_ANONYMISE },
                                                 { REEL_SIZED(reel_convert_options), .has_from = true, .from = 1, .has_to = true,
                                                   .to = 9 } };
    uint64_t written;
    for (size_t i = 0; i < sizeof hows / sizeof *hows; i++)
        reel_convert(reel_source_memory(spool.data, spool.size), options, format, null_sink(&written), &hows[i], NULL);
    reel_index(reel_source_memory(spool.data, spool.size), options, 1, null_sink(&written), NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    reel_cursor in = { .at = data, .end = data + size, .end_offset = size };
    const reel_format *format = format_of(reel_get_u8(&in));
    reel_bytes spool = spool_of(format, &in);
    meter count = { 0 };
    reel_allocator allocator = meter_allocator(&count);
    reel_options options = fuzz_options(&allocator);
    reel_replay *replay;
    read_within_bound(spool.data, spool.size, NULL);
    reel_check(reel_source_memory(spool.data, spool.size), &options, NULL);
    if (reel_load(reel_source_memory(spool.data, spool.size), &options, &replay, NULL) == REEL_OK) {
        require(reel_replay_format(replay) == format, "a spool is of its format");
        use(replay);
        reel_free(replay);
    }
    change(spool, format, &options);
    require(count.live == 0, "no memory leaks");
    free((void *)(uintptr_t)spool.data);
    return 0;
}
