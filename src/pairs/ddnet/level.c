/* SPDX-License-Identifier: MIT
 * The map of a recording: whether it is the one that the recording names, what the physics needs of it, and its file. */
#include "pairs/ddnet/state.h"

#include "core/memory.h"
#include "insight/ddnet/level_same.h"
#include "insight/ddnet/played.h"

static const void *only_row(const reel_chunk *chunk, const reel_table *table)
{
    size_t count;
    const void *rows = reel_chunk_rows(chunk, table, &count);
    return count ? rows : NULL;
}

reel_status reel__remake_level(remake *d, const teehistorian_header *header, level_file *file)
{
    reel_error *error = d->job->error;
    const reel_replay *replay = d->job->how->level;
    const reel_chunk *level = replay ? reel_replay_chunk(replay) : NULL;
    const reel_string hash = header->map_sha256.size ? header->map_sha256 : header->map_crc;
    if (!replay)
        return reel_fail(
            error, REEL_ARGUMENT, "convert.level", "", 0,
            "the conversion needs the map that the recording names, %.*s; give it (reel convert --map). Its %s: %.*s",
            (int)header->map_name.size, header->map_name.data, header->map_sha256.size ? "SHA-256" : "CRC-32", (int)hash.size,
            hash.data);
    if (reel_replay_format(replay) != &reel_format_ddnet_map)
        return reel_fail(error, REEL_ARGUMENT, "level.none", "", 0, "the level is not a DDNet map");
    const ddnet_map_info *info = only_row(level, &ddnet_map_infos);
    const ddnet_map_original *original = only_row(level, &ddnet_map_originals);
    if (!info || !original || info->width <= 0 || info->height <= 0)
        return reel_fail(error, REEL_CORRUPT, "convert.level", "", 0,
                         "the map is damaged, and a demo contains the file of its map");
    *file = (level_file){ original->bytes, info->crc, info->sha256 };
    const reel_status status = reel__level_matches(header, info, &d->job->reporter, error);
    if (status < 0) return status;
    d->map = reel__played_map(&d->job->allocator, level);
    return d->map ? REEL_OK : reel__memory_fail(error);
}
