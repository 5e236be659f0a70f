/* SPDX-License-Identifier: MIT */
#include "core/fill.h"

chunk_fill reel__fill_begin(reel_chunk *chunk, size_t size)
{
    return (chunk_fill){ .chunk = chunk, .data = size ? reel_chunk_alloc(chunk, size) : NULL, .size = size };
}

uint8_t *reel__fill_room(chunk_fill *fill, size_t size)
{
    const size_t at = fill->used;
    if (at > fill->size || size > fill->size - at) {
        fill->used = SIZE_MAX;
        return NULL;
    }
    fill->used += size;
    return fill->data ? fill->data + at : NULL;
}

void reel__fill_bytes(chunk_fill *fill, const void *data, size_t size)
{
    uint8_t *to = reel__fill_room(fill, size);
    if (to && size) memcpy(to, data, size);
}

reel_bytes reel__fill_end(const chunk_fill *fill)
{
    if (fill->used != fill->size) reel__chunk_refuse(fill->chunk, REEL_CORRUPT);
    if (fill->used != fill->size || !fill->data) return (reel_bytes){ NULL, 0 };
    return (reel_bytes){ fill->data, fill->size };
}

reel_string reel__fill_text(const chunk_fill *fill)
{
    reel_bytes bytes = reel__fill_end(fill);
    return (reel_string){ (const char *)bytes.data, bytes.size };
}
