/* SPDX-License-Identifier: MIT
 * Maps that the game's package installs: each is read without an error, written back byte for byte, and written from its rows alone into a
 * map with the same rows. They are not copied; without the package (ddnet-data of Debian) the test is skipped. */
#include "machinery.h"

#include <reel/ddnet_map.h>

#include <sys/stat.h>

static const char folder[] = "/usr/share/games/ddnet/data";

static bool is_map(const char *path)
{
    size_t size = strlen(path);
    return size > 4 && strcmp(path + size - 4, ".map") == 0;
}

static void assert_written_back(const reel_replay *map, const uint8_t *data, size_t size, const char *path)
{
    reel_memory memory;
    reel_error error;
    if (reel_write(reel_replay_chunk(map), &reel_format_ddnet_map, reel_sink_memory(&memory, NULL), NULL, &error) < 0)
        fail_msg("%s: %s", path, error.message);
    if (memory.size != size || memcmp(memory.data, data, size) != 0) fail_msg("%s is not written back", path);
    reel_memory_free(&memory);
}

static void assert_written_from_rows(const reel_replay *map, const char *path)
{
    reel_memory memory;
    reel_writer *writer;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_ddnet_map, NULL, &writer, &error), REEL_OK);
    for (const reel_table *const *table = reel_chunk_tables(reel_replay_chunk(map)); *table; table++) {
        size_t count;
        const void *rows = reel_rows(map, *table, &count);
        if (*table != &ddnet_map_originals) assert_int_equal(reel_append(writer, *table, rows, count), REEL_OK);
    }
    if (reel_finish(writer, &error) < 0) fail_msg("%s: %s", path, error.message);
    reel_replay *again = load_bytes(memory.data, memory.size, NULL);
    assert_same_replay(map, again, false, path);
    reel_free(again);
    reel_memory_free(&memory);
}

static void maps_of_the_game_come_back(void **state)
{
    (void)state;
    struct stat found;
    if (stat(folder, &found) != 0) {
        print_message("[ SKIPPED ] %s is missing: the package ddnet-data is not installed\n", folder);
        skip();
    }
    file_list files = files_below(folder);
    size_t maps = 0, tiles = 0, count;
    for (size_t i = 0; i < files.count; i++) {
        if (!is_map(files.paths[i])) continue;
        size_t size;
        uint8_t *data = read_file(files.paths[i], &size);
        finding_text text = { .size = 0 };
        reel_options options = { REEL_SIZED(reel_options), .report = finding_text_report, .report_context = &text };
        reel_replay *map = load_bytes(data, size, &options);
        if (text.errors || reel_replay_damage(map)) fail_msg("%s: %s", files.paths[i], text.text);
        assert_written_back(map, data, size, files.paths[i]);
        assert_written_from_rows(map, files.paths[i]);
        reel_rows(map, &ddnet_map_tiles, &count);
        tiles += count;
        maps++;
        reel_free(map);
        free(data);
    }
    print_message("%zu maps with %zu runs of tiles\n", maps, tiles);
    assert_true(maps > 0);
    file_list_free(&files);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(maps_of_the_game_come_back) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
