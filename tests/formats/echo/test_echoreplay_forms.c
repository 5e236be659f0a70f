/* SPDX-License-Identifier: MIT
 * The compact layout of .echoreplay, in which an archive keeps forms and a level of zlib instead of lines and a zip: recordings of many
 * shapes come back byte for byte, and rows can be edited. */
#include "made_echoreplay.h"

/* ---- recordings come back ------------------------------------------------------------------------------------------- */

static const recipe recipes[] = {
    { .name = "the game's own numbers", .most_forms = 1 },
    { .name = "LF", .ending = "\n", .most_forms = 1 },
    { .name = "another order of keys", .order = 1, .most_forms = 1 },
    { .name = "three orders in turn", .order = 2, .most_forms = 3 },
    { .name = "dots in the time", .time = "%04d-%02d-%02d %02d.%02d.%02d.%03d", .most_forms = 1 },
    { .name = "players come and go", .joining = true, .most_forms = 6 },
    { .name = "a trailing tab", .third = "\t", .most_forms = 1 },
    { .name = "an error instead of bones", .third = "\t{\"err_code\":0}", .most_forms = 1 },
    { .name = "another error instead of bones", .third = "\t{\"err_code\":-6}", .most_forms = 1 },
    { .name = "a space before the bones", .third = "\t {\"user_bones\":[],\"err_code\":0} ", .most_forms = 1 },
    { .name = "no JSON instead of bones", .third = "\t#~^{{", .most_forms = 1 },
    { .name = "bones", .bones = true, .most_forms = 1 },
    { .name = "spaces", .bones = true, .colon = ": ", .comma = ", ", .most_forms = 3 },
    { .name = "unknown members of the match",
      .match = ",\"new\":{\"a\":[1,2.5,\"#\"],\"b\":null},\"payload\":{\"distance\":1.5,\"attackers\":2}",
      .most_forms = 1 },
    { .name = "unknown members of players", .player = ",\"hat\":\"red\",\"shoes\":[1,2]", .most_forms = 1 },
    { .name = "unknown members that are in no row", .stats = ",\"jumps\":7", .most_forms = 1 },
    { .name = "unknown members spelled otherwise", .match = ",\"new\": { \"a\" : 1.50 }", .most_forms = 1 },
    { .name = "members twice", .player = ",\"ping\":99,\"head\":{\"up\":[1,2,3]}", .most_forms = FRAMES },
    { .name = "escapes", .title = "\\u00e4\\/\\n", .most_forms = 1 },
    { .name = "nothing where an object should be",
      .match = ",\"pause\":null,\"player\":7,\"err_description\":null,\"last_throw\":[{\"arm_speed\":1.0}]",
      .most_forms = 1 },
    { .name = "unknown words, and numbers out of range",
      .player = ",\"Weapon\":\"spoon\",\"level\":-1,\"number\":99999,\"is_emote_playing\":false",
      .most_forms = 1 },
    { .name = "points as floats", .match = ",\"total_round_count\":3.0,\"left_shoulder_pressed\":0", .most_forms = 1 },
    { .name = "negative zeros", .negative_zeros = true, .most_forms = 1 },
    { .name = "numbers with the fewest digits", .shortest = true, .most_forms = 40 },
    { .name = "no line ending at the end", .open_end = true, .most_forms = 2 },
    { .name = "a date that does not exist", .time = "%04d/%02d/31 %02d:%02d:%02d.%03d", .plain_lines = FRAMES },
};

static void recordings_of_all_shapes_come_back(void **state)
{
    static const int levels[] = { 6, 1, 9 };
    (void)state;
    for (size_t i = 0; i < sizeof recipes / sizeof *recipes; i++) {
        const recipe *r = &recipes[i];
        reel_memory text = made_text(r);
        layout l = compact_layout(&text);
        assert_int_equal(l.lines, FRAMES);
        if (l.plain != r->plain_lines || l.forms > r->most_forms)
            fail_msg("%s: %zu forms, %zu lines without", r->name, l.forms, l.plain);
        assert_packs(r->name, &text);
        const size_t zips = i == 0 ? sizeof levels / sizeof *levels : i % by_effort(1, 1, 4) == 0;
        for (size_t k = 0; k < zips; k++) {
            reel_memory zip = made_zip(&text, levels[k]);
            l = compact_layout(&zip);
            assert_int_equal(l.level, levels[k]);
            assert_true(l.piece_bytes < 200);
            assert_packs(r->name, &zip);
            reel_memory_free(&zip);
        }
        reel_memory_free(&text);
    }
}

/* Layout tables as they are, before an archive packs them. */
static void a_layout_is_a_small_part_of_the_text(void **state)
{
    const recipe r = usual(&(recipe){ .order = 2, .joining = true, .bones = true });
    (void)state;
    reel_memory text = { .allocator = reel__memory_allocator(NULL) };
    for (int i = 0; i < 10 * FRAMES; i++) put_line(&text, &r, i);
    reel_memory zip = made_zip(&text, 6);
    layout l = compact_layout(&zip);
    if ((l.form_bytes + l.plain_bytes + l.piece_bytes) * 50 > text.size) fail_msg("%zu of %zu", l.form_bytes, text.size);
    reel_memory_free(&zip);
    reel_memory_free(&text);
}

static void without_the_flag_the_layout_has_all_bytes(void **state)
{
    const recipe r = { .joining = true };
    (void)state;
    reel_memory text = made_text(&r), zip = made_zip(&text, 6);
    reel_replay *replay = load(&zip, 0);
    layout l = layout_of(replay);
    assert_int_equal(l.plain, FRAMES);
    assert_int_equal(l.plain_bytes, text.size);
    assert_int_equal(l.piece_bytes, zip.size);
    assert_int_equal(l.level, -1);
    reel_free(replay);
    reel_memory_free(&zip);
    reel_memory_free(&text);
}

enum { ZIP_HEAD = 30 + 15, ZIP_TAIL = 16 + (46 + 15) + 22 };

/* Blocks that are stored, which no level makes of such a text. */
static void other_streams_keep_their_bytes(void **state)
{
    (void)state;
    reel_memory text = made_text(&(recipe){ 0 }), usual_zip = made_zip(&text, 6),
                zip = { .allocator = reel__memory_allocator(NULL) };
    assert_true(memory_add(&zip, usual_zip.data, ZIP_HEAD));
    for (size_t at = 0, size; at < text.size; at += size) {
        size = text.size - at < 60000 ? text.size - at : 60000;
        const uint8_t block[5] = { at + size == text.size, (uint8_t)size, (uint8_t)(size >> 8), (uint8_t)~size,
                                   (uint8_t)(~size >> 8) };
        assert_true(memory_add(&zip, block, sizeof block) && memory_add(&zip, text.data + at, size));
    }
    const size_t packed = zip.size - ZIP_HEAD;
    assert_true(memory_add(&zip, usual_zip.data + usual_zip.size - ZIP_TAIL, ZIP_TAIL));
    uint8_t *tail = zip.data + zip.size - ZIP_TAIL;
    reel_store_u32le(tail + 8, (uint32_t)packed);       /* behind the text, */
    reel_store_u32le(tail + 16 + 20, (uint32_t)packed); /* in the directory */
    reel_store_u32le(zip.data + zip.size - 6, (uint32_t)(ZIP_HEAD + packed + 16));
    layout l = compact_layout(&zip);
    assert_int_equal(l.plain, 0);
    assert_int_equal(l.piece_bytes, zip.size);
    assert_int_equal(l.level, 0);
    assert_packs("stored blocks", &zip);
    reel_memory_free(&zip);
    reel_memory_free(&usual_zip);
    reel_memory_free(&text);
}

/* Of a stream that zlib makes up to a byte near its end, only the bytes from there on are kept. */
static void a_stream_may_differ_at_its_end(void **state)
{
    (void)state;
    reel_memory text = made_text(&(recipe){ 0 }), zip = made_zip(&text, 6);
    const size_t end = zip.size - ZIP_TAIL;
    size_t kept = 0;
    for (size_t at = end - 12; at > end - 200 && kept < 2; at--) {
        reel_replay *replay;
        const reel_options options = { REEL_SIZED(reel_options), .flags = REEL_STRICT | REEL_COMPACT_LAYOUT };
        zip.data[at] ^= 4;
        if (reel_load(reel_source_memory(zip.data, zip.size), &options, &replay, NULL) >= 0) {
            layout l = layout_of(replay);
            kept += l.level == 6 && l.piece_bytes > ZIP_HEAD + ZIP_TAIL && l.piece_bytes < zip.size;
            reel_free(replay);
            if (kept == 1) assert_packs("changed", &zip);
        }
        zip.data[at] ^= 4;
    }
    assert_true(kept > 0);
    reel_memory_free(&zip);
    reel_memory_free(&text);
}

/* ---- rows are changed ----------------------------------------------------------------------------------------------- */

static void rows_of_an_archive_can_be_changed(void **state)
{
    static const recipe changed[] = {
        { .name = "usual" },
        { .name = "literals", .player = ",\"Weapon\":\"spoon\",\"level\":-1", .title = "\\u00e4", .match = ",\"disc2\":1" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof changed / sizeof *changed; i++)
        for (int zipped = 0; zipped < 2; zipped++) {
            reel_memory text = made_text(&changed[i]), zip = made_zip(&text, 9), *file = zipped ? &zip : &text;
            reel_memory archive = archive_of(file);
            reel_replay *replay = load(&archive, 0);
            size_t count, back_count;
            /* The rows belong to the test, which is the only one that sees them. */
            echoreplay_player *players = (echoreplay_player *)(uintptr_t)reel_rows(replay, &echoreplay_players, &count);
            players[7].common.ping = 123;
            players[12].common.level = 5;
            players[17].common.name = (reel_string){ "New", 3 };
            reel_memory made = write_rows(replay);
            assert_false(made.size == file->size && memcmp(made.data, file->data, made.size) == 0);
            reel_replay *back = load(&made, REEL_STRICT);
            const echoreplay_player *read = reel_rows(back, &echoreplay_players, &back_count);
            assert_int_equal(count, back_count);
            for (size_t k = 0; k < count; k++) {
                assert_int_equal(players[k].common.ping, read[k].common.ping);
                assert_int_equal(players[k].common.level, read[k].common.level);
                assert_int_equal(players[k].common.userid, read[k].common.userid);
                assert_int_equal(players[k].common.name.size, read[k].common.name.size);
                assert_true(players[k].head.up.x == read[k].head.up.x);
            }
            /* Other lines stay as they are. */
            if (!zipped) assert_memory_equal(made.data, text.data, text.size / FRAMES / 2);
            reel_free(back);
            reel_free(replay);
            reel_memory_free(&made);
            reel_memory_free(&archive);
            reel_memory_free(&zip);
            reel_memory_free(&text);
        }
}

/* Frames that are removed leave the other lines in their form, even if it was introduced by a line that is gone. */
static void frames_of_an_archive_can_be_removed(void **state)
{
    const recipe r = { .order = 1 };
    (void)state;
    reel_memory text = made_text(&r), archive = archive_of(&text), made;
    reel_error error;
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .has_from = true, .from = 1 };
    if (reel_convert(reel_source_memory(archive.data, archive.size), NULL, NULL, reel_sink_memory(&made, NULL), &how, &error) < 0)
        fail_msg("%s", error.message);
    assert_true(made.size < text.size && made.size > text.size / 2);
    assert_memory_equal(made.data, text.data + text.size - made.size, made.size);
    reel_memory_free(&made);
    reel_memory_free(&archive);
    reel_memory_free(&text);
}

/* ---- the corpus ----------------------------------------------------------------------------------------------------- */

static void recordings_of_the_corpus_come_back(void **state)
{
    static const char *const folders[] = { "samples/butter/echoreplay", "samples/butter/hostile" };
    (void)state;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        const char *folder = corpus_path(folders[i]);
        size_t compared = 0;
        if (!folder) continue;
        file_list list = files_below(folder);
        for (size_t k = 0; k < list.count; k += by_effort(1, 1, 3)) {
            reel_memory file = { .allocator = reel__memory_allocator(NULL) };
            size_t size;
            uint8_t *data = read_file(list.paths[k], &size);
            assert_true(memory_add(&file, data, size));
            free(data);
            assert_packs(list.paths[k], &file);
            reel_memory_free(&file);
            compared++;
        }
        file_list_free(&list);
        corpus_compared(compared, "files");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recordings_of_all_shapes_come_back),
        cmocka_unit_test(a_layout_is_a_small_part_of_the_text),
        cmocka_unit_test(without_the_flag_the_layout_has_all_bytes),
        cmocka_unit_test(other_streams_keep_their_bytes),
        cmocka_unit_test(a_stream_may_differ_at_its_end),
        cmocka_unit_test(rows_of_an_archive_can_be_changed),
        cmocka_unit_test(frames_of_an_archive_can_be_removed),
        cmocka_unit_test(recordings_of_the_corpus_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
