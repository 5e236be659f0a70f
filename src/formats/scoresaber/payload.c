/* SPDX-License-Identifier: MIT
 * A payload that is being built. */
#include "core/memory.h"
#include "formats/scoresaber/layout.h"

void reel__dat_put(dat_payload *to, const void *data, size_t size)
{
    if (!to->no_memory) to->no_memory = !memory_add(&to->bytes, data, size);
}

void reel__dat_put_u8(dat_payload *to, uint8_t value) { reel__dat_put(to, &value, 1); }

void reel__dat_put_i32(dat_payload *to, int32_t value)
{
    uint8_t bytes[4];
    reel_store_u32le(bytes, (uint32_t)value);
    reel__dat_put(to, bytes, sizeof bytes);
}

void reel__dat_put_f32(dat_payload *to, float value) { reel__dat_put_i32(to, (int32_t)reel_float_bits(value)); }

void reel__dat_put_words(dat_payload *to, const void *words, size_t size)
{
    if (!to->no_memory) to->no_memory = !reel__memory_room(&to->bytes, size);
    if (!size || to->no_memory) return;
    dat_copy_words(to->bytes.data + to->bytes.size, words, size);
    to->bytes.size += size;
}

void reel__dat_put_string(dat_payload *to, reel_string text)
{
    reel__dat_put_i32(to, (int32_t)text.size);
    reel__dat_put(to, text.data, text.size);
}
