/* SPDX-License-Identifier: MIT
 * Whether a map is the one that a recording names. */
#include "insight/ddnet/level_same.h"

#ifndef REEL_WITHOUT_DDNET_MAP

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

static reel_status refuse_other(reel_error *error, reel_string named, const char *what, reel_string own)
{
    return reel_fail(error, REEL_ARGUMENT, "level.other", "", 0, "another map: %s %.*s, and the replay names %.*s", what,
                     (int)own.size, own.data, (int)named.size, named.data);
}

/* Recordings of servers before 11.2 have no SHA-256; a map that is damaged has none either. */
reel_status reel__level_matches(const teehistorian_header *header, const ddnet_map_info *info, const reel_reporter *reporter,
                                reel_error *error)
{
    const bool has_crc = header->map_crc.size && info->crc.size, has_size = header->present & TEEHISTORIAN_HAS_MAP_SIZE;
    if (header->map_sha256.size && info->sha256.size)
        return same_hex(header->map_sha256, info->sha256) ? REEL_OK
                                                          : refuse_other(error, header->map_sha256, "SHA-256", info->sha256);
    if (has_crc && !same_hex(header->map_crc, info->crc)) return refuse_other(error, header->map_crc, "CRC-32", info->crc);
    if (has_size && info->size && (uint64_t)header->map_size != info->size)
        return reel_fail(error, REEL_ARGUMENT, "level.other", "", 0,
                         "the replay is of another map: it names one of %lld bytes, and the map has %llu",
                         (long long)header->map_size, (unsigned long long)info->size);
    if (!has_crc)
        reel_find(
            reporter,
            (reel_finding){
                .rule = "level.unknown", .severity = REEL_NOTE, .section = "info", .offset = REEL_NO_OFFSET, .row = REEL_NO_ROW },
            "the replay or the map has no checksum: that they belong together is not verified");
    return REEL_OK;
}

#endif
