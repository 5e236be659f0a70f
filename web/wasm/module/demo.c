/* SPDX-License-Identifier: MIT
 * The demo of a finish of a DDNet recording: in reel-demo.wasm only. The recording may be larger than the memory of a module, so its bytes
 * are read from outside: this is the one import that a module has. */
#include "module.h"

enum { AFTER = 50 /* ticks: a second */ };

/* Copies up to `size` bytes from `offset` on to `target`, and returns how many; 0 at the end, below 0 if they cannot be read. */
__attribute__((import_module("reel"), import_name("read"))) int32_t recording_read(void *target, double offset, uint32_t size);

struct recording {
    uint64_t offset;
};

static reel_status read_recording(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    struct recording *recording = context;
    const uint32_t most = capacity < INT32_MAX ? (uint32_t)capacity : INT32_MAX;
    const int32_t count = recording_read(buffer, (double)recording->offset, most);
    *got = count > 0 ? (size_t)count : 0;
    if (count < 0) return reel_fail(error, REEL_IO, "file.read", "", recording->offset, "the recording cannot be read");
    recording->offset += *got;
    return count ? REEL_OK : REEL_END;
}

/* The result is the demo of the run of client `cid` from one tick to another, as `reel convert --to demo --finish` writes it: with the second
 * after it. The map stays the caller's. */
EXPORT(demo_make) int demo_make(double size, const uint8_t *map, size_t map_size, int32_t cid, int32_t start, int32_t finish)
{
    struct recording recording = { 0 };
    const reel_format *demo = reel_format_by_id(NULL, "demo");
    const reel_options map_options = { REEL_SIZED(reel_options), .format = reel_format_by_id(NULL, "ddnet-map") };
    const int64_t first = start > 0 ? start : 0, last = (int64_t)finish + AFTER;
    reel_replay *level = NULL;
    /* A damaged recording has to be repaired first. What follows the run is not read. */
    const reel_options options = { REEL_SIZED(reel_options), .flags = REEL_STRICT, .has_to = true, .to = (double)(last + 1) };
    reel_convert_options how = {
        REEL_SIZED(reel_convert_options), .flags = REEL_FOLLOW, .has_from = true, .has_to = true, .from = (double)first,
        .to = (double)(last + 1),         .follow = cid
    };
    if (reel_load(reel_source_memory(map, map_size), &map_options, &level, &last_error) < 0) return last_error.status;
    how.level = level;
    const reel_source source = { .context = &recording, .size = (uint64_t)size, .read = read_recording };
    const reel_status status = reel_convert(source, &options, demo, result_sink(), &how, &last_error);
    reel_free(level);
    return status;
}
