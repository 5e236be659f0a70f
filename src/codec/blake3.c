/* SPDX-License-Identifier: MIT
 * BLAKE3 without instructions of a processor, and which part a processor runs. third_party/blake3 would remember that in a variable; the
 * library has none, and the compiler's own tables know it. */
#include "codec/blake3.h"
#include "codec/blake3_parts.h"

#include "codec/vendored_begin.h"

#include "blake3/blake3.c"          /* NOLINT(bugprone-suspicious-include) */
#include "blake3/blake3_portable.c" /* NOLINT(bugprone-suspicious-include) */

#include "codec/vendored_end.h"

void blake3_compress_in_place(uint32_t cv[8], const uint8_t block[BLAKE3_BLOCK_LEN], uint8_t block_len, uint64_t counter,
                              uint8_t flags)
{
#if BLAKE3_HAS_AVX
    if (__builtin_cpu_supports("avx512vl")) {
        blake3_compress_in_place_avx512(cv, block, block_len, counter, flags);
        return;
    }
#endif
#if BLAKE3_HAS_SSE41
    if (__builtin_cpu_supports("sse4.1")) {
        blake3_compress_in_place_sse41(cv, block, block_len, counter, flags);
        return;
    }
#endif
    blake3_compress_in_place_portable(cv, block, block_len, counter, flags);
}

/* Called once or twice a hash: not worth more than the portable function. */
void blake3_compress_xof(const uint32_t cv[8], const uint8_t block[BLAKE3_BLOCK_LEN], uint8_t block_len, uint64_t counter,
                         uint8_t flags, uint8_t out[64])
{
    blake3_compress_xof_portable(cv, block, block_len, counter, flags, out);
}

void blake3_xof_many(const uint32_t cv[8], const uint8_t block[BLAKE3_BLOCK_LEN], uint8_t block_len, uint64_t counter,
                     uint8_t flags, uint8_t out[64], size_t outblocks)
{
    for (size_t i = 0; i < outblocks; i++) blake3_compress_xof(cv, block, block_len, counter + i, flags, out + 64 * i);
}

void blake3_hash_many(const uint8_t *const *inputs, size_t num_inputs, size_t blocks, const uint32_t key[8], uint64_t counter,
                      bool increment_counter, uint8_t flags, uint8_t flags_start, uint8_t flags_end, uint8_t *out)
{
    void (*many)(const uint8_t *const *, size_t, size_t, const uint32_t[8], uint64_t, bool, uint8_t, uint8_t, uint8_t,
                 uint8_t *) = blake3_hash_many_portable;
#if BLAKE3_USE_NEON
    many = blake3_hash_many_neon;
#endif
#if BLAKE3_HAS_SSE41
    if (__builtin_cpu_supports("sse4.1")) many = blake3_hash_many_sse41;
#endif
#if BLAKE3_HAS_AVX
    if (__builtin_cpu_supports("avx2")) many = blake3_hash_many_avx2;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")) many = blake3_hash_many_avx512;
#endif
    many(inputs, num_inputs, blocks, key, counter, increment_counter, flags, flags_start, flags_end, out);
}

/* Blocks of 1 KiB that blake3_hash_many hashes side by side. */
size_t blake3_simd_degree(void)
{
#if BLAKE3_HAS_AVX
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")) return 16;
    if (__builtin_cpu_supports("avx2")) return 8;
#endif
#if BLAKE3_HAS_SSE41
    if (__builtin_cpu_supports("sse4.1")) return 4;
#endif
    return BLAKE3_USE_NEON ? 4 : 1;
}
