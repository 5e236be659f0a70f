/* SPDX-License-Identifier: MIT
 * What the reader and the writer of .butter files share. */
#include "formats/butter/file.h"

bool file_codec(uint8_t compression, block_codec *codec, int *level)
{
    static const int levels[] = { [BUTTER_GZIP] = 2,     [BUTTER_ZSTD_3] = 3,   [BUTTER_ZSTD_7] = 7,
                                  [BUTTER_ZSTD_15] = 15, [BUTTER_ZSTD_22] = 22, [BUTTER_ZSTD_7_DICT] = 7 };
    if (compression == BUTTER_NONE || compression > BUTTER_ZSTD_7_DICT) return false;
    *codec = compression == BUTTER_GZIP ? BLOCK_GZIP : BLOCK_ZSTD;
    *level = levels[compression];
    return true;
}

wire_kind file_kind(const butter_info *info, unsigned players)
{
    uint8_t layout = info->version == 1 ? BUTTER_LAYOUT_1 : info->version == 2 ? BUTTER_LAYOUT_2 : BUTTER_LAYOUT_3B;
    return (wire_kind){ .layout = layout,
                        .arena = info->map == BUTTER_ARENA,
                        .players = players,
                        .combat = info->map >= BUTTER_FISSION && info->map <= BUTTER_GAUSS,
                        .private_match = info->private_match };
}

enum { USUAL_INTERVAL = 300, FRAME_BYTES = 9216 };

/* A player with all bones takes at most 375 bytes: 9 KiB are 24 of them. */
uint64_t file_block_limit(uint16_t interval) { return (uint64_t)(interval ? interval : USUAL_INTERVAL) * FRAME_BYTES; }

typedef struct sum {
    uint64_t a, b;
} sum;

static void add(sum *s, const void *data, size_t size)
{
    const uint8_t *p = data;
    for (; size >= 16; size -= 16, p += 16) {
        uint64_t one, other;
        memcpy(&one, p, 8);
        memcpy(&other, p + 8, 8);
        s->a = (s->a ^ one) * 0x9e3779b97f4a7c15u;
        s->b = (s->b ^ other) * 0xc2b2ae3d27d4eb4fu;
        s->a ^= s->a >> 32;
        s->b ^= s->b >> 29;
    }
    uint64_t rest[2] = { size, 0 };
    if (size) memcpy((uint8_t *)rest + 1, p, size);
    s->a = (s->a ^ rest[0]) * 0x9e3779b97f4a7c15u;
    s->b = (s->b ^ rest[1]) * 0xc2b2ae3d27d4eb4fu;
}

#define RUN(s, row, from, to)                                                                                                    \
    add(s, (const uint8_t *)(row) + offsetof(butter_frame, from), offsetof(butter_frame, to) - offsetof(butter_frame, from))

uint64_t file_digest(const butter_frame *frames, size_t frame_count, const echo_team *teams, size_t team_count,
                     const butter_player *players, size_t player_count, const echo_bone *bones, size_t bone_count)
{
    sum s = { frame_count ^ (uint64_t)team_count << 32, player_count ^ (uint64_t)bone_count << 32 };
    for (size_t i = 0; i < frame_count; i++) {
        RUN(&s, &frames[i], common.game_clock, common.rules_changed_by);
        RUN(&s, &frames[i], vr_rotation, mask);
        if (frames[i].common.has & ECHO_HAS_RULES)
            add(&s, frames[i].common.rules_changed_by.data, frames[i].common.rules_changed_by.size);
    }
    for (size_t i = 0; i < team_count; i++) add(&s, &teams[i].team, sizeof(echo_team) - offsetof(echo_team, team) - 4);
    for (size_t i = 0; i < player_count; i++)
        add(&s, &players[i].common.team,
            offsetof(butter_player, common.right_hand) + sizeof(reel_vec3) - offsetof(butter_player, common.team)),
            add(&s, &players[i].head_rotation, 4 * sizeof(reel_quaternion));
    for (size_t i = 0; i < bone_count; i++) add(&s, &bones[i].player, sizeof(echo_bone) - offsetof(echo_bone, player) - 4);
    return s.a ^ (s.b << 31 | s.b >> 33);
}
