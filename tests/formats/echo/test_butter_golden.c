/* SPDX-License-Identifier: MIT
 * The golden files are what the writer makes of made rows: uncompressed ones are compared, the others too where the library packs alike.
 * `test_butter_golden --write` makes them, and the bad files out of them. */
#include "made.h"

#include <reel/format.h>

static const struct {
    const char *name;
    made m;
} files[] = {
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
        snprintf(path, sizeof path, "tests/formats/echo/golden/%s.butter", files[i].name);
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
        if (reel_load(reel_source_memory(memory.data, memory.size), NULL, &replay, &error) < 0)
            fail_msg("%s: %s", files[i].name, error.message);
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
                assert_string_equal(p ? "Orange Two" : "BlueOne",
                                    strncmp(got->name.data, "BlueOne", 7) ? "Orange Two" : "BlueOne");
            }
        }
        reel_free(replay);
        reel_memory_free(&memory);
    }
}

/* ---- texts ------------------------------------------------------------------------------------------------------ */

static reel_memory made_text(uint8_t container, unsigned frames)
{
    reel_writer *writer;
    reel_memory memory;
    reel_error error;
    if (reel_create(reel_sink_memory(&memory, NULL), &reel_format_echoreplay, NULL, &writer, &error) < 0)
        fail_msg("%s", error.message);
    echoreplay_info info = { container, { "rec_2021-11-20.echoreplay", container ? 25 : 0 } };
    reel_append(writer, &echoreplay_infos, &info, 1);
    for (unsigned i = 0; i < frames; i++) {
        echoreplay_frame f = { .common = { .frame = i,
                                           .recorded = 1637442903120 + 33 * (int64_t)i,
                                           .game_clock = 600 - (float)i / 32,
                                           .has = ECHO_HAS_POINTS | ECHO_HAS_DISC | ECHO_HAS_PAUSE | ECHO_HAS_THROW |
                                                  ECHO_HAS_VR | ECHO_HAS_SCORE,
                                           .disc_position = made_place(i, 3),
                                           .disc_velocity = { 0, -1.7870001f, 6.6384706e-7f } },
                               .api = ECHO_API_CLOCK | ECHO_API_STATUS | ECHO_API_POSSESSION | ECHO_API_BOUNCES |
                                      ECHO_API_ROUNDS | ECHO_API_ERROR | ECHO_API_SHOULDERS,
                               .possession = { -1, -1 },
                               .bounce_count = 2,
                               .session_id = { "892E23E2-8272-4B07-85E8-5E291AC85F93", 36 },
                               .status_text = { "playing", 7 },
                               .map_name = { "mpl_arena_a", 11 },
                               .client_name = { "Recorder \"R\"", 12 },
                               .extra = { "\"new_key\":[1,null]", 18 } };
        echoreplay_team teams[3] = { { .common = { .frame = i }, .name = { "BLUE TEAM", 9 } },
                                     { .common = { .frame = i, .team = 1, .has = ECHO_HAS_STATS },
                                       .name = { "ORANGE TEAM", 11 } },
                                     { .common = { .frame = i, .team = 2 }, .name = { "SPECTATORS", 10 } } };
        echoreplay_player player = { .common = { .frame = i,
                                                 .userid = 9007199254740993,
                                                 .name = { "Gr\xc3\xbc\xc3\x9f", 6 },
                                                 .number = 7,
                                                 .level = 50,
                                                 .has = ECHO_HAS_STATS | ECHO_HAS_HOLDING,
                                                 .holding_left = 3,
                                                 .holding_right = ECHO_HOLDS_DISC,
                                                 .head = made_place(i, 1) },
                                     .head = { { 0, 0, 1 }, { 1, 0, 0 }, { 0, 1, 0 } } };
        reel_append(writer, &echoreplay_frames, &f, 1);
        reel_append(writer, &echoreplay_teams, teams, 3);
        reel_append(writer, &echoreplay_players, &player, 1);
        for (unsigned b = 0; b < 23 && i == 1; b++) {
            echo_bone bone = {
                .frame = i, .bone = (uint8_t)b, .rotation = { 0, 0, 0, 1 }, .position = { (float)b / 64, 0, 0.5f }
            };
            reel_append(writer, &echoreplay_bones, &bone, 1);
        }
    }
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
    return memory;
}

static void golden_text_is_what_the_writer_makes(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = read_file(project_path("tests/formats/echo/golden/text.echoreplay"), &size);
    reel_memory memory = made_text(ECHOREPLAY_TEXT, 2);
    if (size != memory.size || memcmp(data, memory.data, size) != 0) fail_msg("text.echoreplay is another file");
    reel_memory_free(&memory);
    free(data);
}

static void made_text_comes_back(void **state)
{
    (void)state;
    for (uint8_t container = 0; container < 2; container++) {
        reel_memory memory = made_text(container, 3);
        reel_replay *replay;
        reel_error error;
        if (reel_load(reel_source_memory(memory.data, memory.size), NULL, &replay, &error) < 0) fail_msg("%s", error.message);
        size_t frames, players, bones;
        const echoreplay_frame *f = reel_rows(replay, &echoreplay_frames, &frames);
        const echoreplay_player *p = reel_rows(replay, &echoreplay_players, &players);
        reel_rows(replay, &echoreplay_bones, &bones);
        assert_int_equal(frames, 3);
        assert_int_equal(players, 3);
        assert_int_equal(bones, 23);
        assert_true(f[2].common.recorded == 1637442903186 && f[1].common.game_clock == 600 - 1.0f / 32);
        assert_true(f[0].common.disc_velocity.y == -1.7870001f && f[0].common.disc_velocity.z == 6.6384706e-7f);
        assert_int_equal(f[0].common.status, ECHO_PLAYING);
        assert_int_equal(f[0].client_name.size, 12);
        assert_memory_equal(f[0].client_name.data, "Recorder \"R\"", 12);
        assert_int_equal(f[0].extra.size, 18);
        assert_memory_equal(f[0].extra.data, "\"new_key\":[1,null]", 18);
        assert_true(p[0].common.userid == 9007199254740993);
        assert_int_equal(p[0].common.holding_left, 3);
        assert_int_equal(p[0].common.holding_right, ECHO_HOLDS_DISC);
        reel_free(replay);
        reel_memory_free(&memory);
    }
}

/* ---- making the files ------------------------------------------------------------------------------------------- */

static void write_to(const char *folder, const char *name, const uint8_t *data, size_t size)
{
    char path[256];
    snprintf(path, sizeof path, "tests/formats/echo/%s/%s.butter", folder, name);
    FILE *file = fopen(project_path(path), "wb");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file)) abort();
}

static void write_text(const char *folder, const char *name, const void *data, size_t size)
{
    char path[256];
    snprintf(path, sizeof path, "tests/formats/echo/%s/%s.echoreplay", folder, name);
    FILE *file = fopen(project_path(path), "wb");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file)) abort();
}

static uint32_t checksum_of(const uint8_t *data, size_t size)
{
    uint32_t sum = UINT32_MAX;
    for (size_t i = 0; i < 8 * size; i++) {
        if (i % 8 == 0) sum ^= data[i / 8];
        sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
    }
    return ~sum;
}

/* A stored text as a program writes it that does not know yet how long it gets: its sizes stand in the extra bytes of ZIP64. */
static size_t made_zip64(uint8_t *to, const uint8_t *text, size_t size)
{
    static const char name[] = "rec.echoreplay";
    enum { LOCAL = 30, NAME = sizeof name - 1, EXTRA = 20, ENTRY = 46, END = 22 };
    uint8_t local[LOCAL] = { 'P', 'K', 3, 4, 45, [12] = 33, [26] = NAME, [28] = EXTRA }, extra[EXTRA] = { 1, 0, 16 };
    uint8_t entry[ENTRY] = { 'P', 'K', 1, 2, 45, 0, 45, [14] = 33, [28] = NAME };
    uint8_t end[END] = { 'P', 'K', 5, 6, [8] = 1, [10] = 1, [12] = ENTRY + NAME }, *at = to;
    reel_store_u32le(local + 14, checksum_of(text, size));
    memset(local + 18, 0xff, 8);
    reel_store_u64le(extra + 4, size);
    reel_store_u64le(extra + 12, size);
    memcpy(entry + 16, local + 14, 4);
    reel_store_u32le(entry + 20, (uint32_t)size);
    reel_store_u32le(entry + 24, (uint32_t)size);
    reel_store_u32le(end + 16, (uint32_t)(LOCAL + NAME + EXTRA + size));
    const struct {
        const void *data;
        size_t size;
    } parts[] = { { local, LOCAL }, { name, NAME }, { extra, EXTRA }, { text, size },
                  { entry, ENTRY }, { name, NAME }, { end, END } };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        memcpy(at, parts[i].data, parts[i].size);
        at += parts[i].size;
    }
    return (size_t)(at - to);
}

static void sizes_of_zip64_are_found(void **state)
{
    (void)state;
    size_t size, frames;
    uint8_t *zip = read_file(project_path("tests/formats/echo/golden/zip64.echoreplay"), &size);
    reel_memory text = made_text(ECHOREPLAY_TEXT, 1);
    uint8_t *again = malloc(text.size + 256);
    assert_non_null(again);
    assert_int_equal(made_zip64(again, text.data, text.size), size);
    assert_memory_equal(again, zip, size);
    reel_replay *replay;
    reel_error error;
    if (reel_load(reel_source_memory(zip, size), NULL, &replay, &error) < 0) fail_msg("%s", error.message);
    assert_null(reel_replay_damage(replay));
    reel_rows(replay, &echoreplay_frames, &frames);
    assert_int_equal(frames, 1);
    reel_free(replay);
    reel_memory_free(&text);
    free(again);
    free(zip);
}

static void write_texts(void)
{
    static const char odd[] = "2021/11/20 21.15.03.120\t{\"teams\":[]}\n"
                              "no tab here\r\n"
                              "\r\n"
                              "2021/11/20 21:15:03.153\t{\"err_code\":-6}\r\n"
                              "yesterday\t{\"teams\":[]}\n"
                              "2021/11/20 21:15:03.186\t{ \"sessionid\" : \"X\", \"teams\":[{\"players\":[{\"userid\":1}]}]} \t "
                              "{\"user_bones\":[],\"err_code\":0}\n"
                              "2021/11/20 21:15:03.219\t{\"teams\":[{\"play";
    write_text("golden", "odd-lines", odd, sizeof odd - 1);
    static const char combat[] =
        "2022/03/18 15:18:46.001\t{\"sessionid\":\"A\",\"match_type\":\"Echo_Combat\",\"map_name\":\"mpl_combat_fission\","
        "\"blue_points\":12.5,\"orange_points\":0.25,\"contested\":true,\"payload_multiplier\":1.5,\"payload\":{\"pos\":[1,2,3],"
        "\"checkpoint\":1,\"distance\":20.5,\"speed\":0.5,\"defenders\":2,\"multiplier\":2.0,\"attackers\":1},"
        "\"rules_changed_by\":\"Host\",\"rules_changed_at\":-1,\"possession\":[1,0],\"err_code\":0,"
        "\"pause\":{\"paused_state\":\"autopause_replay\",\"unpaused_team\":\"none\",\"paused_requested_team\":\"orange\","
        "\"unpaused_timer\":0.0,\"paused_timer\":7.25},\"last_score\":{\"disc_speed\":1e3,\"team\":\"blue\","
        "\"goal_type\":\"LONG HEADBUTT\",\"point_amount\":3,\"distance_thrown\":5,\"person_scored\":\"P\","
        "\"assist_scored\":\"[INVALID]\"},\"teams\":[{\"team\":\"BLUE TEAM\",\"possession\":false,\"players\":[{\"name\":\"P\","
        "\"userid\":9223372036854775807,\"playerid\":7,\"ping\":-1,\"holding_left\":\"geo\",\"holding_right\":\"12\","
        "\"is_emote_playing\":true,\"Weapon\":\"scout\",\"Ordnance\":\"arc\",\"TacMod\":\"heal\",\"Arm\":\"Left\","
        "\"lhand\":{\"position\":[1,2]},\"stats\":null}]},{},null]}\t{\"user_bones\":[{\"bone_t\":[1,2],\"bone_o\":[]}],"
        "\"err_code\":-1}\r\n";
    write_text("golden", "combat", combat, sizeof combat - 1);
    reel_memory text = made_text(ECHOREPLAY_TEXT, 2), zip = made_text(ECHOREPLAY_ZIP, 3);
    write_text("golden", "text", text.data, text.size);
    write_text("golden", "zip", zip.data, zip.size);
    reel_memory one = made_text(ECHOREPLAY_TEXT, 1);
    uint8_t *large = malloc(one.size + 256);
    if (!large) abort();
    write_text("golden", "zip64", large, made_zip64(large, one.data, one.size));
    reel_memory_free(&one);
    free(large);
    write_text("bad", "cut-zip", zip.data, zip.size / 2);
    write_text("bad", "cut-zip-header", zip.data, 40);
    memset(zip.data + 55, 0xff, 32);
    write_text("bad", "zip-broken", zip.data, zip.size);
    reel_memory_free(&text);
    reel_memory_free(&zip);
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
    write_texts();
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
        cmocka_unit_test(golden_text_is_what_the_writer_makes),
        cmocka_unit_test(made_text_comes_back),
        cmocka_unit_test(sizes_of_zip64_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
