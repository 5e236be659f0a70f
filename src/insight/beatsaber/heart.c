/* SPDX-License-Identifier: MIT
 * Heart rates, which a mod of standalone headsets stores as user data of BSOR. A conversion keeps them in an extension of ScoreSaber. docs/formats/bsor.md, "Section 7". */
#include "insight/beatsaber/feed.h"

#include <reel/scoresaber.h>

enum { HEART_VERSION = 1, HEART_BYTES = 8 };
static const char heart_key[] = "HeartBeatQuest";

/* The rows of one entry; none if its bytes are not what the mod writes. False: out of memory. */
static bool add_entry(play_state *play, reel_string key, reel_bytes value)
{
    bool known = key.size == sizeof heart_key - 1 && memcmp(key.data, heart_key, sizeof heart_key - 1) == 0;
    if (!known || !value.data) return true;
    reel_cursor in = { .at = value.data, .end = value.data + value.size, .end_offset = value.size };
    uint32_t version = reel_get_u32le(&in), count = reel_get_u32le(&in);
    if (in.failed || version != HEART_VERSION || !reel_count_fits(&in, count, HEART_BYTES)) {
        play->odd_hearts++;
        return true;
    }
    beatsaber_heart_rate *rows = reel__play_list_grow(&play->hearts, count, sizeof *rows, &play->allocator);
    if (!rows) return count == 0;
    for (uint32_t i = 0; i < count; i++) {
        rows[i].time = reel_get_f32le(&in);
        rows[i].rate = reel_get_i32le(&in);
    }
    return true;
}

bool reel__play_add_hearts(play_state *play, const reel_chunk *chunk)
{
    size_t count;
    const bsor_user_entry *entries = reel_chunk_rows(chunk, &bsor_user_data, &count);
    for (size_t i = 0; i < count; i++)
        if (!add_entry(play, entries[i].key, entries[i].value)) return false;
    const scoresaber_extension *extensions = reel_chunk_rows(chunk, &scoresaber_extensions, &count);
    for (size_t i = 0; i < count; i++)
        if (!add_entry(play, extensions[i].id, extensions[i].payload)) return false;
    return true;
}
