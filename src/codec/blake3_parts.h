/* SPDX-License-Identifier: MIT
 * Names for the parts of third_party/blake3, which the files src/codec/blake3*.c compile, and which of them this build has. A part for one
 * processor is compiled for it by a pragma, so that no build needs flags for single files. */
#ifndef CODEC_BLAKE3_PARTS_H
#define CODEC_BLAKE3_PARTS_H

/* gcc for Windows does not align the stack to more than 16 bytes, so wider vectors would fault there. */
#if defined(__x86_64__) && defined(__GNUC__)
#define BLAKE3_HAS_SSE41 1
#else
#define BLAKE3_HAS_SSE41 0
#endif
#if BLAKE3_HAS_SSE41 && (defined(__clang__) || !(defined(_WIN32) || defined(__CYGWIN__)))
#define BLAKE3_HAS_AVX 1
#else
#define BLAKE3_HAS_AVX 0
#endif

#define blake3_compress_in_place reel_blake3_compress_in_place
#define blake3_compress_xof reel_blake3_compress_xof
#define blake3_xof_many reel_blake3_xof_many
#define blake3_hash_many reel_blake3_hash_many
#define blake3_simd_degree reel_blake3_simd_degree
#define blake3_compress_subtree_wide reel_blake3_compress_subtree_wide
#define blake3_compress_in_place_portable reel_blake3_compress_in_place_portable
#define blake3_compress_xof_portable reel_blake3_compress_xof_portable
#define blake3_hash_many_portable reel_blake3_hash_many_portable
#define blake3_compress_in_place_sse41 reel_blake3_compress_in_place_sse41
#define blake3_compress_xof_sse41 reel_blake3_compress_xof_sse41
#define blake3_hash_many_sse41 reel_blake3_hash_many_sse41
#define blake3_hash_many_avx2 reel_blake3_hash_many_avx2
#define blake3_compress_in_place_avx512 reel_blake3_compress_in_place_avx512
#define blake3_compress_xof_avx512 reel_blake3_compress_xof_avx512
#define blake3_xof_many_avx512 reel_blake3_xof_many_avx512
#define blake3_hash_many_avx512 reel_blake3_hash_many_avx512
#define blake3_hash_many_neon reel_blake3_hash_many_neon

#endif
