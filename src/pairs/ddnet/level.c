/* SPDX-License-Identifier: MIT
 * The map of a recording: whether it is the one that the recording names, what the physics needs of it, and its file. */
#include "pairs/ddnet/state.h"

#include "core/memory.h"

static const void *only_row(const reel_chunk *chunk, const reel_table *table)
{
    size_t count;
    const void *rows = reel_chunk_rows(chunk, table, &count);
    return count ? rows : NULL;
}

static bool same_hex(reel_string a, reel_string b)
{
    if (a.size != b.size) return false;
    for (size_t i = 0; i < a.size; i++) {
        const char x = a.data[i] >= 'A' && a.data[i] <= 'F' ? (char)(a.data[i] - 'A' + 'a') : a.data[i];
        const char y = b.data[i] >= 'A' && b.data[i] <= 'F' ? (char)(b.data[i] - 'A' + 'a') : b.data[i];
        if (x != y) return false;
    }
    return true;
}

static reel_status refuse_other(remake *d, reel_string named, const char *what, reel_string own)
{
    return reel_fail(d->job->error, REEL_ARGUMENT, "level.other", "", 0, "another map: %s %.*s, and the replay names %.*s", what,
                     (int)own.size, own.data, (int)named.size, named.data);
}

/* Recordings of servers before 11.2 have no SHA-256. */
static reel_status compare(remake *d, const teehistorian_header *header, const ddnet_map_info *info)
{
    const bool has_size = header->present & TEEHISTORIAN_HAS_MAP_SIZE;
    if (header->map_sha256.size)
        return same_hex(header->map_sha256, info->sha256) ? REEL_OK
                                                          : refuse_other(d, header->map_sha256, "SHA-256", info->sha256);
    if (header->map_crc.size && !same_hex(header->map_crc, info->crc))
        return refuse_other(d, header->map_crc, "CRC-32", info->crc);
    if (has_size && (uint64_t)header->map_size != info->size)
        return reel_fail(d->job->error, REEL_ARGUMENT, "level.other", "", 0,
                         "the replay is of another map: it names one of %lld bytes, and the map has %llu",
                         (long long)header->map_size, (unsigned long long)info->size);
    if (!header->map_crc.size)
        reel_find(
            &d->job->reporter,
            (reel_finding){
                .rule = "level.unknown", .severity = REEL_NOTE, .section = "info", .offset = REEL_NO_OFFSET, .row = REEL_NO_ROW },
            "the replay does not name a checksum of its map: that they belong together is not verified");
    return REEL_OK;
}

static reel_status fill_map(remake *d, const reel_chunk *level, const ddnet_map_info *info)
{
    size_t tiles, settings;
    const ddnet_map_tile *tile = reel_chunk_rows(level, &ddnet_map_tiles, &tiles);
    const ddnet_map_setting *setting = reel_chunk_rows(level, &ddnet_map_settings, &settings);
    d->map = reel__ddnet_map_create(&d->job->allocator, info->width, info->height);
    if (!d->map || (tiles && !reel__ddnet_map_tiles(d->map, tile, tiles))) return reel__memory_fail(d->job->error);
    for (size_t i = 0; i < settings; i++) {
        reel_memory text = { .allocator = d->job->allocator };
        if (!memory_add(&text, setting[i].text.data, setting[i].text.size) || !memory_add(&text, "", 1)) {
            reel_memory_free(&text);
            return reel__memory_fail(d->job->error);
        }
        reel__ddnet_map_setting(d->map, (const char *)text.data);
        reel_memory_free(&text);
    }
    return REEL_OK;
}

reel_status reel__remake_level(remake *d, const teehistorian_header *header, level_file *file)
{
    reel_error *error = d->job->error;
    const reel_replay *replay = d->job->how->level;
    const reel_chunk *level = replay ? reel_replay_chunk(replay) : NULL;
    const reel_string hash = header->map_sha256.size ? header->map_sha256 : header->map_crc;
    if (!replay)
        return reel_fail(error, REEL_ARGUMENT, "convert.level", "", 0,
                         "a demo needs the map that the recording names, %.*s; give it (reel convert --map). Its %s: %.*s",
                         (int)header->map_name.size, header->map_name.data, header->map_sha256.size ? "SHA-256" : "CRC-32",
                         (int)hash.size, hash.data);
    if (reel_replay_format(replay) != &reel_format_ddnet_map)
        return reel_fail(error, REEL_ARGUMENT, "level.none", "", 0, "the level is not a DDNet map");
    const ddnet_map_info *info = only_row(level, &ddnet_map_infos);
    const ddnet_map_original *original = only_row(level, &ddnet_map_originals);
    if (!info || !original || info->width <= 0 || info->height <= 0)
        return reel_fail(error, REEL_CORRUPT, "convert.level", "", 0,
                         "the map is damaged, and a demo contains the file of its map");
    *file = (level_file){ original->bytes, info->crc, info->sha256 };
    const reel_status status = compare(d, header, info);
    return status < 0 ? status : fill_map(d, level, info);
}
