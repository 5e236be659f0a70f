/* SPDX-License-Identifier: MIT */
#include "formats/gdr/carry.h"

#include "formats/gdr/macro.h"

bool reel__gdr_carry_find(reel_bytes extension, gdr_carry *carry)
{
    enum { LEAST = 1 + GDR_CARRY_HEAD_BYTES + GDR_CARRY_TAIL_BYTES };
    if (extension.size < LEAST) return false;
    reel_cursor tail = { .at = extension.data + extension.size - GDR_CARRY_TAIL_BYTES, .end = extension.data + extension.size };
    size_t size = reel_get_u32be(&tail), most = extension.size - 1 - GDR_CARRY_TAIL_BYTES;
    if (memcmp(tail.at, GDR_CARRY_MARK, GDR_CARRY_MARK_BYTES) != 0 || size > most || size < GDR_CARRY_HEAD_BYTES) return false;
    const uint8_t *head = extension.data + extension.size - GDR_CARRY_TAIL_BYTES - size;
    carry->before = (reel_bytes){ extension.data, (size_t)(head - extension.data) };
    carry->version = head[0];
    carry->form = head[1];
    carry->parts = (reel_bytes){ head + GDR_CARRY_HEAD_BYTES, size - GDR_CARRY_HEAD_BYTES };
    return true;
}
