/* SPDX-License-Identifier: MIT
 * Rows of the golden ghosts, which make_golden.py made without the library, and the Huffman code. */
#include "codec/teeworlds_huffman.h"
#include "machinery.h"

#include <reel/ghost.h>

static reel_replay *load_golden(const char *name)
{
    char path[256];
    size_t size;
    snprintf(path, sizeof path, "tests/formats/ghost/golden/%s.gho", name);
    uint8_t *data = read_file(project_path(path), &size);
    reel_replay *replay = load_bytes(data, size, NULL);
    free(data);
    return replay;
}

static void assert_text(reel_string text, const char *wanted)
{
    if (text.size != strlen(wanted) || (text.size && memcmp(text.data, wanted, text.size) != 0))
        fail_msg("\"%.*s\" is not \"%s\"", (int)text.size, text.data ? text.data : "", wanted);
}

/* The character that make_golden.py puts at number `i`. */
static void assert_character(const ghost_character *row, int32_t i, bool ticked)
{
    bool hooks = i % 40 > 20;
    const ghost_character wanted = { .tick = ticked ? 100 + 2 * i : 0,
                                     .x = 1000 + 7 * i,
                                     .y = 500 - i % 9,
                                     .angle = i * 37 % 1608 - 400,
                                     .direction = i / 20 % 3 - 1,
                                     .weapon = i / 30 % 6,
                                     .hook_state = hooks ? 5 : 0,
                                     .hook_x = hooks ? 900 + i : 0,
                                     .hook_y = hooks ? 400 : 0,
                                     .attack_tick = 40 + i / 50 * 50,
                                     .present = ticked ? GHOST_HAS_TICK : 0 };
    if (!rows_equal(&ghost_characters, row, &wanted)) fail_msg("character %d is another", i);
}

static void assert_run(const char *name, int32_t version, size_t wanted, bool ticked)
{
    reel_replay *ghost = load_golden(name);
    size_t count;
    assert_null(reel_replay_damage(ghost));
    const ghost_info *info = reel_rows(ghost, &ghost_infos, &count);
    assert_int_equal(info->version, version);
    assert_text(info->owner, "Zo\xc3\xab");
    assert_text(info->map_name, "run");
    assert_text(info->map_crc, version == 6 ? "00000000" : "1234abcd");
    assert_text(info->map_sha256, version == 6 ? "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f" : "");
    assert_int_equal(info->ticks, wanted);
    assert_int_equal(info->race_time, 20 * wanted);
    const ghost_start *starts = reel_rows(ghost, &ghost_starts, &count);
    assert_int_equal(count, ticked);
    if (ticked) assert_int_equal(starts->tick, 98);
    const ghost_skin *skin = reel_rows(ghost, &ghost_skins, &count);
    assert_int_equal(count, 1);
    assert_text(skin->skin, "default");
    assert_int_equal(skin->color_body, 0x123456);
    assert_int_equal(skin->color_feet, -1);
    const ghost_character *characters = reel_rows(ghost, &ghost_characters, &count);
    assert_int_equal(count, wanted);
    for (size_t i = 0; i < count; i++) assert_character(&characters[i], (int32_t)i, ticked);
    reel_free(ghost);
}

static void runs_of_each_version_have_the_rows_that_were_written(void **state)
{
    (void)state;
    assert_run("v6", 6, 120, true);
    assert_run("v6-20", 6, 120, true);
    assert_run("v5", 5, 60, true);
    assert_run("v4", 4, 110, false);
    assert_run("v4-ticks", 4, 60, true);
}

static void differences_wrap(void **state)
{
    (void)state;
    reel_replay *ghost = load_golden("extremes");
    size_t count;
    const ghost_character *rows = reel_rows(ghost, &ghost_characters, &count);
    assert_int_equal(count, 3);
    assert_int_equal(rows[0].attack_tick, INT32_MAX);
    assert_int_equal(rows[1].x, INT32_MIN);
    assert_int_equal(rows[2].tick, 0);
    const ghost_skin *skin = reel_rows(ghost, &ghost_skins, &count);
    assert_text(skin->skin, "xxxxxxxxxxxxxxxxxxxxxxx");
    reel_free(ghost);
}

static void ghosts_are_written_from_their_rows(void **state)
{
    (void)state;
    static const char *const names[] = { "v6", "v6-20", "v5", "v4", "v4-ticks", "extremes", "odd" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        reel_replay *ghost = load_golden(names[i]);
        reel_memory memory;
        reel_writer *writer;
        reel_error error;
        assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_ghost, NULL, &writer, &error), REEL_OK);
        for (const reel_table *const *table = reel_chunk_tables(reel_replay_chunk(ghost)); *table; table++) {
            size_t count;
            const void *rows = reel_rows(ghost, *table, &count);
            if (*table != &ghost_originals) assert_int_equal(reel_append(writer, *table, rows, count), REEL_OK);
        }
        if (reel_finish(writer, &error) < 0) fail_msg("%s: %s", names[i], error.message);
        reel_replay *again = load_bytes(memory.data, memory.size, NULL);
        assert_null(reel_replay_damage(again));
        assert_same_replay(ghost, again, false, names[i]);
        reel_free(again);
        reel_free(ghost);
        reel_memory_free(&memory);
    }
}

/* The example of the description of libtw2; the encoder of clients since 20.0 needs no sixth byte. */
static void the_huffman_code_is_that_of_the_game(void **state)
{
    (void)state;
    static const uint8_t plain[] = { 0, 1, 0, 2, 0, 0x80, 0 }, packed[] = { 0xb1, 0x08, 0x2a, 0x6e, 0x00 };
    uint8_t made[64];
    size_t size;
    assert_int_equal(reel__tw_huffman_pack(plain, sizeof plain, made), sizeof packed);
    assert_memory_equal(made, packed, sizeof packed);
    assert_int_equal(reel__tw_huffman_unpack((reel_bytes){ packed, sizeof packed }, made, sizeof made, &size), REEL_OK);
    assert_int_equal(size, sizeof plain);
    assert_memory_equal(made, plain, size);
    assert_int_equal(reel__tw_huffman_unpack((reel_bytes){ packed, 4 }, made, sizeof made, &size), REEL_TRUNCATED);
    assert_int_equal(reel__tw_huffman_unpack((reel_bytes){ packed, sizeof packed }, made, 3, &size), REEL_LIMIT);
    for (unsigned byte = 0; byte < 256; byte++) {
        uint8_t bytes[3] = { (uint8_t)byte, (uint8_t)(byte ^ 0x55), (uint8_t)byte }, back[3];
        size_t used = reel__tw_huffman_pack(bytes, sizeof bytes, made);
        assert_true(used <= tw_huffman_most(sizeof bytes));
        assert_int_equal(reel__tw_huffman_unpack((reel_bytes){ made, used }, back, sizeof back, &size), REEL_OK);
        assert_int_equal(size, sizeof bytes);
        assert_memory_equal(back, bytes, sizeof bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_of_each_version_have_the_rows_that_were_written),
        cmocka_unit_test(differences_wrap),
        cmocka_unit_test(ghosts_are_written_from_their_rows),
        cmocka_unit_test(the_huffman_code_is_that_of_the_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
