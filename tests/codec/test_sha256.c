/* SPDX-License-Identifier: MIT
 * SHA-256: the vectors of FIPS 180-4 and of NIST's validation suite, in one piece and in pieces of every size. */
#include "codec/sha256.h"
#include "codec/sha256_blocks.h"

#include "support.h"

static void hex_of(const uint8_t hash[SHA256_SIZE], char text[2 * SHA256_SIZE + 1])
{
    for (size_t i = 0; i < SHA256_SIZE; i++) snprintf(text + 2 * i, 3, "%02x", hash[i]);
}

static void expect_hash(const void *data, size_t size, size_t piece, const char *expected)
{
    sha256 sha;
    uint8_t hash[SHA256_SIZE];
    char text[2 * SHA256_SIZE + 1];
    reel__sha256_begin(&sha);
    for (size_t at = 0; at < size; at += piece)
        reel__sha256_add(&sha, (const char *)data + at, size - at < piece ? size - at : piece);
    reel__sha256_end(&sha, hash);
    hex_of(hash, text);
    assert_string_equal(text, expected);
}

static const struct {
    const char *message, *hash;
} vectors[] = {
    { "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
    { "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
    { "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
    { "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1" },
};

static void the_vectors_of_the_standard_have_their_hashes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        size_t size = strlen(vectors[i].message);
        for (size_t piece = 1; piece <= size + 1; piece++) expect_hash(vectors[i].message, size, piece, vectors[i].hash);
    }
}

static void a_million_letters_have_their_hash_in_any_pieces(void **state)
{
    (void)state;
    enum { MILLION = 1000000 };
    static char letters[MILLION];
    static const size_t pieces[] = { 63, 64, 65, 127, 4096, MILLION };
    memset(letters, 'a', sizeof letters);
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
        expect_hash(letters, sizeof letters, pieces[i], "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* Lengths on both sides of a block, where the padding needs a second one: the hash of the 130 hashes, as Python's hashlib has it. */
static void every_length_around_a_block_is_padded(void **state)
{
    (void)state;
    sha256 all;
    uint8_t hash[SHA256_SIZE];
    char data[130], text[2 * SHA256_SIZE + 1];
    for (size_t i = 0; i < sizeof data; i++) data[i] = (char)i;
    reel__sha256_begin(&all);
    for (size_t size = 0; size < sizeof data; size++) {
        sha256 sha;
        reel__sha256_begin(&sha);
        reel__sha256_add(&sha, data, size);
        reel__sha256_end(&sha, hash);
        reel__sha256_add(&all, hash, sizeof hash);
    }
    reel__sha256_end(&all, hash);
    hex_of(hash, text);
    assert_string_equal(text, "105812602bb337abca31d9f6bf3a57a3907500005fad7c01e1e1140aa77e4499");
}

/* The tests above run whichever the processor has. */
static void the_instructions_agree_with_portable_code(void **state)
{
    (void)state;
    enum { BLOCKS = 9 };
    uint8_t data[BLOCKS * SHA256_BLOCK + 1];
    if (!reel__sha256_x86_is_supported()) {
        print_message("skipped: this processor or this build has no SHA instructions of x86-64\n");
        skip();
    }
    uint32_t seed = 1;
    for (size_t i = 0; i < sizeof data; i++) data[i] = (uint8_t)((seed = seed * 1664525 + 1013904223) >> 24);
    for (size_t count = 0; count <= BLOCKS; count++) {
        uint32_t portable[8] = { 1, 2, 3, 4, 5, 6, 7, 0xffffffff }, x86[8];
        memcpy(x86, portable, sizeof x86);
        reel__sha256_portable(portable, data + 1, count); /* not aligned */
        reel__sha256_x86(x86, data + 1, count);
        assert_memory_equal(x86, portable, sizeof x86);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_vectors_of_the_standard_have_their_hashes),
        cmocka_unit_test(a_million_letters_have_their_hash_in_any_pieces),
        cmocka_unit_test(every_length_around_a_block_is_padded),
        cmocka_unit_test(the_instructions_agree_with_portable_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
