/* SPDX-License-Identifier: MIT
 * The golden files are what the writer makes of made rows: uncompressed ones are compared, the others too where the library packs alike.
 * `test_butter_golden --write` makes them, and the bad files out of them. */
#include "made.h"

static const struct { const char *name; made m; } files[] = {
    { "arena", { 3, BUTTER_NONE, BUTTER_ARENA, 0, 4, 6, 0 } },
    { "arena-private", { 3, BUTTER_NONE, BUTTER_ARENA, 1, 4, 6, 0 } },
    { "arena-1", { 1, BUTTER_NONE, BUTTER_ARENA, 0, 4, 6, 0 } },
    { "arena-2", { 2, BUTTER_NONE, BUTTER_ARENA, 0, 4, 6, 0 } },
    { "combat", { 3, BUTTER_NONE, BUTTER_GAUSS, 0, 4, 6, 0 } },
    { "combat-2", { 2, BUTTER_NONE, BUTTER_FISSION, 0, 4, 6, 0 } },
    { "lobby", { 3, BUTTER_NONE, BUTTER_LOBBY, 0, 4, 3, 0 } },
    { "bones", { 3, BUTTER_NONE, BUTTER_ARENA, 0, 2, 3, 1 } },
    { "gzip", { 3, BUTTER_GZIP, BUTTER_ARENA, 0, 4, 6, 0 } },
    { "zstd", { 3, BUTTER_ZSTD_3, BUTTER_ARENA, 0, 4, 6, 0 } },
};
enum { FILES = sizeof files / sizeof *files };

static void golden_files_are_what_the_writer_makes(void **state)
{
    (void)state;
    for (size_t i = 0; i < FILES; i++) {
        if (files[i].m.compression) continue; /* libraries pack differently from version to version */
        char path[256];
        size_t size;
        snprintf(path, sizeof path, "tests/formats/butter/golden/%s.butter", files[i].name);
        uint8_t *data = read_file(project_path(path), &size);
        reel_memory memory = made_file(&files[i].m);
        if (size != memory.size || memcmp(data, memory.data, size) != 0) fail_msg("%s is another file", path);
        reel_memory_free(&memory);
        free(data);
    }
}

/* What was said comes back: the rows of made replays can be said exactly. */
static void made_rows_come_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < FILES; i++) {
        const made *m = &files[i].m;
        reel_memory memory = made_file(m);
        reel_replay *replay;
        reel_error error;
        if (reel_load(reel_source_memory(memory.data, memory.size), NULL, &replay, &error) < 0) fail_msg("%s: %s", files[i].name, error.message);
        assert_null(reel_replay_damage(replay));
        size_t count, players;
        const butter_frame *frames = reel_rows(replay, &butter_frames, &count);
        const butter_player *rows = reel_rows(replay, &butter_players, &players);
        assert_int_equal(count, m->frames);
        assert_int_equal(players, 2 * m->frames);
        for (unsigned f = 0; f < m->frames; f++) {
            butter_frame meant = made_frame(m, f);
            const echo_frame *c = &frames[f].common;
            assert_true(c->recorded == meant.common.recorded && c->game_clock == meant.common.game_clock);
            if (m->map == BUTTER_ARENA || m->version == 3) assert_int_equal(c->status, meant.common.status);
            assert_memory_equal(&c->vr_position, &meant.common.vr_position, sizeof c->vr_position);
            assert_memory_equal(&c->disc_position, &meant.common.disc_position, sizeof c->disc_position);
            assert_memory_equal(&c->disc_velocity, &meant.common.disc_velocity, sizeof c->disc_velocity);
            if (meant.common.has & ECHO_HAS_RULES) assert_memory_equal(c->rules_changed_by.data, "Host", 4);
            for (unsigned p = 0; p < 2; p++) {
                butter_player wanted = made_player(m, f, p + 1);
                const echo_player *got = &rows[2 * f + p].common, *w = &wanted.common;
                assert_memory_equal(&got->velocity, &w->velocity, 5 * sizeof(reel_vec3));
                assert_memory_equal(&got->stats, &w->stats, sizeof got->stats);
                assert_int_equal(got->ping, w->ping);
                assert_int_equal(got->has, w->has);
                assert_int_equal(got->holding_right, w->holding_right);
                assert_int_equal(got->arm, w->arm);
                assert_string_equal(p ? "Orange Two" : "BlueOne", strncmp(got->name.data, "BlueOne", 7) ? "Orange Two" : "BlueOne");
            }
        }
        reel_free(replay);
        reel_memory_free(&memory);
    }
}

/* ---- making the files ------------------------------------------------------------------------------------------- */

static void write_to(const char *folder, const char *name, const uint8_t *data, size_t size)
{
    char path[256];
    snprintf(path, sizeof path, "tests/formats/butter/%s/%s.butter", folder, name);
    FILE *file = fopen(project_path(path), "wb");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file)) abort();
}

static void write_files(void)
{
    for (size_t i = 0; i < FILES; i++) {
        reel_memory memory = made_file(&files[i].m);
        write_to("golden", files[i].name, memory.data, memory.size);
        reel_memory_free(&memory);
    }
    enum { HEADER = 4 + 9 + 20 + 1 + 8 + 11 + 16 + 4 + 3 };
    reel_memory a = made_file(&files[0].m);
    uint8_t *d = malloc(a.size + 64);
    if (!d) abort();
    memcpy(d, a.data, a.size);
    memset(d + a.size, 0xab, 8);
    write_to("golden", "trailing", d, a.size + 8);
    memmove(d + HEADER + 16, d + HEADER + 12, a.size - HEADER - 12); /* a third size, 0 */
    d[HEADER] = 3;
    memset(d + HEADER + 12, 0, 4);
    write_to("golden", "empty-block", d, a.size + 4);
    memcpy(d, a.data, a.size);
    write_to("bad", "cut-header", d, 20);
    write_to("bad", "cut-sizes", d, HEADER + 6);
    write_to("bad", "cut-block", d, a.size - 9);
    d[3] = 7;
    write_to("bad", "compression-7", d, a.size);
    d[3] = BUTTER_GZIP;
    write_to("bad", "says-gzip", d, a.size);
    d[3] = BUTTER_NONE, d[0] = 4;
    write_to("bad", "version-4", d, a.size);
    d[0] = 3, d[HEADER + 12] = 0xfe;
    write_to("bad", "first-frame", d, a.size);
    d[HEADER + 12] = 0xfc, d[HEADER + 4 + 3] = 0xff;
    write_to("bad", "block-size", d, a.size);
    d[HEADER + 4 + 3] = 0, d[HEADER + 3] = 0xff;
    write_to("bad", "block-count", d, a.size);
    free(d);
    reel_memory_free(&a);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--write") == 0) {
        write_files();
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_files_are_what_the_writer_makes),
        cmocka_unit_test(made_rows_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
