/* SPDX-License-Identifier: MIT
 * Damaged archives: cut or flipped at any byte they give an answer, within the memory bound, and keep every whole chunk. */
#include "archives.h"
#include "damage.h"

enum { LARGEST = 20000, ROWS = 5 };

/* An answer for a part of an archive, whose rows are the first of those of the whole. */
static void read_cut(const char *what, const uint8_t *data, size_t size, const reel_replay *whole)
{
    reel_replay *replay = damage_read_container(what, data, size);
    if (replay && reel_replay_format(replay) == reel_replay_format(whole)) assert_prefix(replay, whole, what);
    reel_free(replay);
}

static void cut_everywhere(const specimen *file)
{
    reel_memory archive;
    if (!archive_of_file(file, ROWS, &archive)) return;
    reel_options options = machinery_options(NULL);
    reel_replay *whole = load_bytes(archive.data, archive.size, &options);
    size_t step = stride_for(archive.size, full_effort() ? LARGEST : 200, 50);
    for (size_t cut = 0; cut < archive.size; cut += step) {
        uint8_t *copy = malloc(cut + 1); /* of its own, so that a sanitizer sees what is read behind it */
        assert_non_null(copy);
        memcpy(copy, archive.data, cut);
        read_cut(file->name, copy, cut, whole);
        free(copy);
    }
    reel_free(whole);
    reel_memory_free(&archive);
}

static void archives_cut_anywhere_keep_their_whole_chunks(void **state)
{
    (void)state;
    each_specimen(GOLDEN, LARGEST, cut_everywhere);
}

static void flip_everywhere(const specimen *file)
{
    reel_memory archive;
    if (!archive_of_file(file, ROWS, &archive)) return;
    size_t step = stride_for(archive.size, full_effort() ? LARGEST : 200, 50);
    for (size_t at = 0; at < archive.size; at += step) {
        uint8_t bit = (uint8_t)(1 << (at % 8));
        archive.data[at] ^= bit;
        reel_free(damage_read_container(file->name, archive.data, archive.size));
        archive.data[at] ^= bit;
    }
    reel_memory_free(&archive);
}

static void flipped_bits_are_found(void **state)
{
    (void)state;
    each_specimen(GOLDEN, LARGEST, flip_everywhere);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(archives_cut_anywhere_keep_their_whole_chunks),
        cmocka_unit_test(flipped_bits_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
