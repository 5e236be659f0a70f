/* SPDX-License-Identifier: MIT
 * BLAKE3: the published test vectors, in one piece and in pieces, with each set of instructions that the processor has. */
#include "codec/blake3.h"
#include "codec/blake3_parts.h"

#include "blake3/blake3_impl.h"
#include "support.h"

enum { LONGEST = 102400 };

static uint8_t input[LONGEST];

static void hex_of(const uint8_t hash[BLAKE3_OUT_LEN], char text[2 * BLAKE3_OUT_LEN + 1])
{
    for (size_t i = 0; i < BLAKE3_OUT_LEN; i++) snprintf(text + 2 * i, 3, "%02x", hash[i]);
}

/* The bytes of the vectors are 0 to 250, again and again. */
static const struct {
    size_t size;
    const char *hash;
} vectors[] = {
    { 0, "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262" },
    { 1, "2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213" },
    { 63, "e9bc37a594daad83be9470df7f7b3798297c3d834ce80ba85d6e207627b7db7b" },
    { 64, "4eed7141ea4a5cd4b788606bd23f46e212af9cacebacdc7d1f4c6dc7f2511b98" },
    { 65, "de1e5fa0be70df6d2be8fffd0e99ceaa8eb6e8c93a63f2d8d1c30ecb6b263dee" },
    { 1023, "10108970eeda3eb932baac1428c7a2163b0e924c9a9e25b35bba72b28f70bd11" },
    { 1024, "42214739f095a406f3fc83deb889744ac00df831c10daa55189b5d121c855af7" },
    { 1025, "d00278ae47eb27b34faecf67b4fe263f82d5412916c1ffd97c8cb7fb814b8444" },
    { 2048, "e776b6028c7cd22a4d0ba182a8bf62205d2ef576467e838ed6f2529b85fba24a" },
    { 2049, "5f4d72f40d7a5f82b15ca2b2e44b1de3c2ef86c426c95c1af0b6879522563030" },
    { 4096, "015094013f57a5277b59d8475c0501042c0b642e531b0a1c8f58d2163229e969" },
    { 8193, "bab6c09cb8ce8cf459261398d2e7aef35700bf488116ceb94a36d0f5f1b7bc3b" },
    { 16384, "f875d6646de28985646f34ee13be9a576fd515f76b5b0a26bb324735041ddde4" },
    { 31744, "62b6960e1a44bcc1eb1a611a8d6235b6b4b78f32e7abc4fb4c6cdcce94895c47" },
    { 102400, "bc3e3d41a1146b069abffad3c0d44860cf664390afce4d9661f7902e7943e085" },
};

static void expect_hash(size_t size, size_t piece, const char *expected)
{
    blake3_hasher hasher;
    uint8_t hash[BLAKE3_OUT_LEN];
    char text[2 * BLAKE3_OUT_LEN + 1];
    blake3_hasher_init(&hasher);
    for (size_t at = 0; at < size; at += piece) blake3_hasher_update(&hasher, input + at, size - at < piece ? size - at : piece);
    blake3_hasher_finalize(&hasher, hash, sizeof hash);
    hex_of(hash, text);
    assert_string_equal(text, expected);
}

static void the_published_vectors_have_their_hashes_in_any_pieces(void **state)
{
    (void)state;
    static const size_t pieces[] = { 1, 63, 64, 65, 1000, 1024, 5000, 32768, LONGEST };
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        for (size_t p = 0; p < sizeof pieces / sizeof *pieces; p++) expect_hash(vectors[i].size, pieces[p], vectors[i].hash);
}

typedef void hash_many(const uint8_t *const *inputs, size_t count, size_t blocks, const uint32_t key[8], uint64_t counter,
                       bool increment_counter, uint8_t flags, uint8_t flags_start, uint8_t flags_end, uint8_t *out);

/* Every number of inputs up to twice what is hashed side by side, with a counter whose lower half overflows. */
static void expect_same(hash_many *many)
{
    enum { INPUTS = 33, BLOCKS = BLAKE3_CHUNK_LEN / BLAKE3_BLOCK_LEN };
    const uint8_t *inputs[INPUTS];
    uint8_t expected[INPUTS * BLAKE3_OUT_LEN], out[INPUTS * BLAKE3_OUT_LEN];
    for (size_t i = 0; i < INPUTS; i++) inputs[i] = input + i * 1031;
    for (size_t count = 0; count <= INPUTS; count++) {
        for (int counts = 0; counts < 2; counts++) {
            memset(expected, 0, sizeof expected);
            memset(out, 0, sizeof out);
            blake3_hash_many_portable(inputs, count, BLOCKS, IV, UINT64_C(0xfffffff5), counts, 0, 1, 2, expected);
            many(inputs, count, BLOCKS, IV, UINT64_C(0xfffffff5), counts, 0, 1, 2, out);
            assert_memory_equal(out, expected, sizeof out);
        }
    }
}

#if BLAKE3_HAS_SSE41
typedef void compress(uint32_t cv[8], const uint8_t block[BLAKE3_BLOCK_LEN], uint8_t size, uint64_t counter, uint8_t flags);

static void expect_same_block(compress *one)
{
    uint32_t expected[8], cv[8];
    memcpy(expected, IV, sizeof expected);
    memcpy(cv, IV, sizeof cv);
    blake3_compress_in_place_portable(expected, input + 7, 61, UINT64_C(0x123456789a), 3);
    one(cv, input + 7, 61, UINT64_C(0x123456789a), 3);
    assert_memory_equal(cv, expected, sizeof cv);
}
#endif

/* The test above runs the best one that the processor has. */
static void all_instructions_agree_with_portable_code(void **state)
{
    (void)state;
    expect_same(blake3_hash_many);
#if BLAKE3_USE_NEON
    expect_same(blake3_hash_many_neon);
#endif
#if BLAKE3_HAS_SSE41
    if (__builtin_cpu_supports("sse4.1")) {
        expect_same(blake3_hash_many_sse41);
        expect_same_block(blake3_compress_in_place_sse41);
    }
#endif
#if BLAKE3_HAS_AVX
    if (__builtin_cpu_supports("avx2")) expect_same(blake3_hash_many_avx2);
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")) {
        expect_same(blake3_hash_many_avx512);
        expect_same_block(blake3_compress_in_place_avx512);
    }
#endif
}

int main(void)
{
    for (size_t i = 0; i < LONGEST; i++) input[i] = (uint8_t)(i % 251);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_published_vectors_have_their_hashes_in_any_pieces),
        cmocka_unit_test(all_instructions_agree_with_portable_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
