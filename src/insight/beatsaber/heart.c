/* SPDX-License-Identifier: MIT
 * Heart rates, which a mod of standalone headsets stores as user data of BSOR. docs/formats/bsor.md, "Section 7". */
#include "insight/beatsaber/play.h"

enum { HEART_VERSION = 1, HEART_BYTES = 8 };
static const char heart_key[] = "HeartBeatQuest";

/* The rows of one entry; none if its bytes are not what the mod writes. False: out of memory. */
static bool add_entry(play_state *play, const bsor_user_entry *entry)
{
    reel_cursor in = { .at = entry->value.data, .end = entry->value.data + entry->value.size, .end_offset = entry->value.size };
    uint32_t version = reel_get_u32le(&in), count = reel_get_u32le(&in);
    if (in.failed || version != HEART_VERSION || !reel_count_fits(&in, count, HEART_BYTES)) {
        play->odd_hearts++;
        return true;
    }
    beatsaber_heart_rate *rows = play_list_grow(&play->hearts, count, sizeof *rows, &play->allocator);
    if (!rows) return count == 0;
    for (uint32_t i = 0; i < count; i++) {
        rows[i].time = reel_get_f32le(&in);
        rows[i].rate = reel_get_i32le(&in);
    }
    return true;
}

bool play_add_hearts(play_state *play, const reel_chunk *chunk)
{
    size_t count;
    const bsor_user_entry *entries = reel_chunk_rows(chunk, &bsor_user_data, &count);
    for (size_t i = 0; i < count; i++) {
        bool known =
            entries[i].key.size == sizeof heart_key - 1 && memcmp(entries[i].key.data, heart_key, sizeof heart_key - 1) == 0;
        if (known && entries[i].value.data && !add_entry(play, &entries[i])) return false;
    }
    return true;
}
