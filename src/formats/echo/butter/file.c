/* SPDX-License-Identifier: MIT
 * Shared by the reader and the writer of .butter files. */
#include "formats/echo/butter/file.h"

#include "core/rows.h"

bool reel__file_codec(uint8_t compression, block_codec *codec, int *level)
{
    static const int levels[] = { [BUTTER_GZIP] = 2,     [BUTTER_ZSTD_3] = 3,   [BUTTER_ZSTD_7] = 7,
                                  [BUTTER_ZSTD_15] = 15, [BUTTER_ZSTD_22] = 22, [BUTTER_ZSTD_7_DICT] = 7 };
    if (compression == BUTTER_NONE || compression > BUTTER_ZSTD_7_DICT) return false;
    *codec = compression == BUTTER_GZIP ? BLOCK_GZIP : BLOCK_ZSTD;
    *level = levels[compression];
    return true;
}

wire_kind reel__file_kind(const butter_info *info, unsigned players)
{
    uint8_t layout = info->version == 1 ? BUTTER_LAYOUT_1 : info->version == 2 ? BUTTER_LAYOUT_2 : BUTTER_LAYOUT_3B;
    return (wire_kind){ .layout = layout,
                        .arena = info->map == BUTTER_ARENA,
                        .players = players,
                        .combat = info->map >= BUTTER_FISSION && info->map <= BUTTER_GAUSS,
                        .private_match = info->private_match };
}

enum { USUAL_INTERVAL = 300, FRAME_BYTES = 9216 };

/* A player with all bones takes at most 375 bytes, so 9 KiB hold 24 players. */
uint64_t reel__file_block_limit(uint16_t interval)
{
    uint64_t limit = (uint64_t)(interval ? interval : USUAL_INTERVAL) * FRAME_BYTES;
    return limit < FILE_MOST_BLOCK ? limit : FILE_MOST_BLOCK;
}

/* Frames get new numbers when earlier ones are cut. So the frame number of a row, at offset `member`, is summed relative
 * to the block's first frame. */
static void add_rows(uint64_t *sum, const reel_table *table, const void *rows, size_t count, size_t member, uint32_t first)
{
    row_plan plan = { .table = NULL };
    reel__row_sum_add(sum, &plan, table, rows, count);
    const uint8_t *row = rows;
    for (size_t i = 0; i < count; i++, row += table->row_size) {
        uint32_t frame;
        memcpy(&frame, row + member, sizeof frame);
        *sum = (*sum ^ (frame - first)) * 0x9e3779b97f4a7c15u;
    }
}

uint64_t reel__file_digest(const butter_frame *frames, size_t frame_count, const echo_team *teams, size_t team_count,
                           const butter_player *players, size_t player_count, const echo_bone *bones, size_t bone_count)
{
    uint64_t sum = 0;
    uint32_t first = frame_count ? frames[0].common.frame : 0;
    add_rows(&sum, &butter_frames, frames, frame_count, offsetof(butter_frame, common.frame), first);
    add_rows(&sum, &butter_teams, teams, team_count, offsetof(echo_team, frame), first);
    add_rows(&sum, &butter_players, players, player_count, offsetof(butter_player, common.frame), first);
    add_rows(&sum, &butter_bones, bones, bone_count, offsetof(echo_bone, frame), first);
    return sum;
}

uint64_t reel__file_block_digest(uint64_t rows, const butter_block *block, const butter_info *info)
{
    wire_kind kind = reel__file_kind(info, 0);
    const uint8_t about[] = { block->layout, block->compression, kind.arena, kind.combat };
    reel__row_sum_bytes(&rows, about, sizeof about);
    reel__row_sum_bytes(&rows, block->packed.data, block->packed.size);
    return rows;
}

reel_status reel__file_fill(reel_decoder *d, uint64_t need)
{
    reel_status status = reel_fill(d, 0);
    while (status == REEL_OK && reel_left(&d->in) < need) {
        uint64_t want = 2 * (uint64_t)reel_left(&d->in) + 65536;
        status = reel_fill(d, (size_t)(want < need ? want : need));
    }
    return status;
}
