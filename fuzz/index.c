/* SPDX-License-Identifier: MIT
 * A replay and an index that the input decides, with the checksums put right, so that the states in it reach the format's reader.
 * Control bytes: a double (the start of the span), a mode, then
 *
 *     even mode   edits of the true index: a place (u16le) and a byte to XOR with
 *     odd mode    what follows the true index's head
 */
#include "support.h"

#include "core/packing.h"

#include <stdlib.h>

enum { SUM_BYTES = 8, EVERY = 64 };

/* Bytes of the head: magic, version, schema, format id, sum of the header, number of tables. */
static size_t head_of(const reel_memory *index)
{
    size_t head = 8 + 4 + 4 + 1 + (size_t)index->data[16] + 8 + 4;
    require(index->size >= head + 1 + SUM_BYTES, "an index has a head, an end and a checksum");
    return head;
}

static size_t edit(const reel_memory *index, reel_cursor *control, uint8_t *made)
{
    size_t size = index->size - SUM_BYTES, head = head_of(index);
    memcpy(made, index->data, size);
    while (reel_left(control) >= 3) {
        size_t place = head + reel_get_u16le(control) % (size - head);
        made[place] ^= reel_get_u8(control);
    }
    return size;
}

static size_t replace(const reel_memory *index, reel_cursor *control, uint8_t *made)
{
    size_t head = head_of(index), left = reel_left(control);
    memcpy(made, index->data, head);
    memcpy(made + head, reel_take(control, left), left);
    return head + left;
}

static void read_with(reel_bytes replay, reel_bytes index, double from)
{
    reel_options options = fuzz_options(NULL);
    options.index = index;
    options.has_from = true;
    options.from = from;
    read_within_bound(replay.data, replay.size, &options);
    reel_check(reel_source_memory(replay.data, replay.size), &options, NULL);
}

/* Rows that the index itself has, of a replay that is read without a span. */
static void read_few(reel_bytes replay, reel_bytes index)
{
    const reel_format *format;
    reel_options options = fuzz_options(NULL);
    reel_replay *read;
    if (reel_identify(reel_source_memory(replay.data, replay.size), &options, &format, NULL, NULL) < 0) return;
    const reel_table *const few[] = { reel_format_table(format, "names"), reel_format_table(format, "messages"),
                                      reel_format_table(format, "commands"), NULL };
    if (!few[0] || !few[1] || !few[2]) return;
    options.index = index;
    options.tables = few;
    if (reel_load(reel_source_memory(replay.data, replay.size), &options, &read, NULL) >= 0) reel_free(read);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    parts input = parts_of(data, size);
    double from = take_double(&input.control);
    bool whole = reel_get_u8(&input.control) & 1;
    reel_options options = fuzz_options(NULL);
    reel_memory index;
    if (reel_index(reel_source_memory(input.replay.data, input.replay.size), &options, EVERY, reel_sink_memory(&index, NULL),
                   NULL) < 0)
        return 0;
    uint8_t *made = malloc(index.size + size);
    require(made != NULL, "allocation succeeds");
    size_t length = (whole ? replace : edit)(&index, &input.control, made);
    reel_store_u64le(made + length, reel__packing_checksum(made, length));
    read_with(input.replay, (reel_bytes){ made, length + SUM_BYTES }, from);
    read_few(input.replay, (reel_bytes){ made, length + SUM_BYTES });
    free(made);
    reel_memory_free(&index);
    return 0;
}
