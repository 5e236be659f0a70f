/* SPDX-License-Identifier: MIT
 * Whether a map is the one that a recording names; also for conversions that take a map. */
#ifndef INSIGHT_DDNET_LEVEL_SAME_H
#define INSIGHT_DDNET_LEVEL_SAME_H

#include <reel/ddnet_map.h>
#include <reel/format.h>
#include <reel/teehistorian.h>

/* REEL_OK, or REEL_ARGUMENT with "level.other": the map is not the one that the header names by its SHA-256, or else by its CRC-32 and size. Notes
 * "level.unknown" if the header has no checksum. */
reel_status reel__level_matches(const teehistorian_header *header, const ddnet_map_info *info, const reel_reporter *reporter,
                                reel_error *error);

#endif
