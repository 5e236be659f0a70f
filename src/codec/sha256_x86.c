/* SPDX-License-Identifier: MIT
 * SHA-256 by the SHA instructions of x86-64. They want the eight working variables as two vectors, {a, b, e, f} and {c, d, g, h}, and do two
 * rounds at a time. */
#include "codec/sha256.h"
#include "codec/sha256_blocks.h"

#if SHA256_X86

#include <immintrin.h>

#define SHA256_TARGET __attribute__((target("sha,sse4.1")))

bool reel__sha256_x86_is_supported(void) { return __builtin_cpu_supports("sha") && __builtin_cpu_supports("sse4.1"); }

SHA256_TARGET static inline __m128i load(const void *from) { return _mm_loadu_si128((const __m128i *)from); }

/* Four rounds with the words `w`. */
SHA256_TARGET static inline void four_rounds(__m128i *abef, __m128i *cdgh, __m128i w, const uint32_t *constants)
{
    __m128i sum = _mm_add_epi32(w, load(constants));
    *cdgh = _mm_sha256rnds2_epu32(*cdgh, *abef, sum);
    *abef = _mm_sha256rnds2_epu32(*abef, *cdgh, _mm_shuffle_epi32(sum, 0x0E));
}

/* The four words of the schedule after the sixteen words a, b, c, d. */
SHA256_TARGET static inline __m128i next_words(__m128i a, __m128i b, __m128i c, __m128i d)
{
    return _mm_sha256msg2_epu32(_mm_add_epi32(_mm_sha256msg1_epu32(a, b), _mm_alignr_epi8(d, c, 4)), d);
}

SHA256_TARGET void reel__sha256_x86(uint32_t state[8], const uint8_t *data, size_t count)
{
    const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    __m128i cdab = _mm_shuffle_epi32(load(state), 0xB1), efgh = _mm_shuffle_epi32(load(state + 4), 0x1B);
    __m128i abef = _mm_alignr_epi8(cdab, efgh, 8), cdgh = _mm_blend_epi16(efgh, cdab, 0xF0);
    for (; count; count--, data += SHA256_BLOCK) {
        const __m128i abef_before = abef, cdgh_before = cdgh;
        __m128i a = _mm_shuffle_epi8(load(data), big_endian), b = _mm_shuffle_epi8(load(data + 16), big_endian);
        __m128i c = _mm_shuffle_epi8(load(data + 32), big_endian), d = _mm_shuffle_epi8(load(data + 48), big_endian);
        for (unsigned round = 0;; round += 16) {
            four_rounds(&abef, &cdgh, a, reel__sha256_constants + round);
            four_rounds(&abef, &cdgh, b, reel__sha256_constants + round + 4);
            four_rounds(&abef, &cdgh, c, reel__sha256_constants + round + 8);
            four_rounds(&abef, &cdgh, d, reel__sha256_constants + round + 12);
            if (round == 48) break;
            a = next_words(a, b, c, d);
            b = next_words(b, c, d, a);
            c = next_words(c, d, a, b);
            d = next_words(d, a, b, c);
        }
        abef = _mm_add_epi32(abef, abef_before);
        cdgh = _mm_add_epi32(cdgh, cdgh_before);
    }
    __m128i feba = _mm_shuffle_epi32(abef, 0x1B), dchg = _mm_shuffle_epi32(cdgh, 0xB1);
    _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xF0));
    _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

#else

bool reel__sha256_x86_is_supported(void) { return false; }

void reel__sha256_x86(uint32_t state[8], const uint8_t *data, size_t count) { (void)state, (void)data, (void)count; }

#endif
