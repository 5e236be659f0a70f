/* SPDX-License-Identifier: MIT
 * Writing .butter: bytes that come back, rows that are encoded anew, rows that a program made. */
#include "support.h"

#include <reel/butter.h>
#include <reel/format.h>

#include <math.h>

static const reel_table *const content[] = { &butter_infos, &butter_roster, &butter_frames, &butter_teams, &butter_players,
                                             &butter_bones, NULL };

static reel_replay *load(const uint8_t *data, size_t size)
{
    reel_replay *replay;
    reel_error error;
    if (reel_load(reel_source_memory(data, size), NULL, &replay, &error) < 0) fail_msg("%s", error.message);
    if (reel_replay_damage(replay)) fail_msg("%s", reel_replay_damage(replay)->message);
    return replay;
}

/* The rows of a replay without what the reader knows of its blocks. */
static reel_memory write_anew(const reel_replay *replay, uint8_t compression)
{
    reel_writer *writer;
    reel_error error;
    reel_memory memory;
    if (reel_create(reel_sink_memory(&memory, NULL), &reel_format_butter, NULL, &writer, &error) < 0) fail_msg("%s", error.message);
    for (size_t t = 0; content[t]; t++) {
        size_t count;
        const void *rows = reel_rows(replay, content[t], &count);
        butter_info info;
        if (content[t] == &butter_infos && count) {
            info = *(const butter_info *)rows;
            info.compression = compression;
            rows = &info;
        }
        reel_append(writer, content[t], rows, count);
    }
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
    return memory;
}

static bool count_difference(void *context, const reel_difference *difference)
{
    if (difference->table != &butter_bones && !(difference->table->flags & REEL_TABLE_HEADER)) {
        if (*(size_t *)context == 0)
            printf("first: %s %s row %llu\n", difference->table->name, difference->field ? difference->field->name : "",
                   (unsigned long long)difference->row_a);
        ++*(size_t *)context;
    }
    return true;
}

/* A decoder's values come back as they were: the differences between them can be said. */
static void rows_encoded_anew_are_the_same(void **state)
{
    (void)state;
    static const char *const files[] = { "arena_edge_synth.ki300.gzip", "arena_edge_synth.v1.gzip", "arena_edge_synth.v2.gzip",
                                         "arena_milk_motion.ki300.none", "arena_milk_motion.v1.gzip", "arena_real_frame.v2.gzip",
                                         "combat_fission.ki300.zstd_22", "arena_bones_synth.ki300.zstd_7" };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[256];
        snprintf(path, sizeof path, "samples/butter/butter/%s.butter", files[i]);
        const char *full = corpus_path(path);
        if (!full) skip();
        size_t size, differences = 0;
        uint8_t *data = read_file(full, &size);
        reel_replay *replay = load(data, size);
        reel_memory memory = write_anew(replay, BUTTER_GZIP);
        reel_replay *again = load(memory.data, memory.size);
        reel_error error;
        assert_int_equal(reel_diff(replay, again, false, count_difference, &differences, NULL, &error), REEL_OK);
        printf("%s: %zu bytes, anew %zu, %zu differences\n", files[i], size, memory.size, differences);
        reel_free(again);
        reel_memory_free(&memory);
        reel_free(replay);
        free(data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_encoded_anew_are_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
