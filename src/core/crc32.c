/* SPDX-License-Identifier: MIT */
#include "core/crc32.h"

static void make_table(uint32_t table[256])
{
    for (uint32_t i = 0; i < 256; i++) {
        table[i] = i;
        for (int bit = 0; bit < 8; bit++) table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xedb88320u : 0);
    }
}

uint32_t reel__crc32(const void *data, size_t size)
{
    const uint8_t *at = data;
    uint32_t sum = UINT32_MAX, table[256];
    make_table(table);
    for (size_t i = 0; i < size; i++) sum = sum >> 8 ^ table[(sum ^ at[i]) & 255];
    return ~sum;
}
