/* SPDX-License-Identifier: MIT
 * Rows of the golden demos, which make_golden.py made without the library; demos from rows alone, cut, repaired, and without their end. */
#include "machinery.h"

#include <reel/demo.h>

static uint8_t *read_golden(const char *name, size_t *size)
{
    char path[256];
    snprintf(path, sizeof path, "tests/formats/demo/golden/%s.demo", name);
    return read_file(project_path(path), size);
}

static reel_replay *load_golden(const char *name)
{
    size_t size;
    uint8_t *data = read_golden(name, &size);
    reel_replay *replay = load_bytes(data, size, NULL);
    free(data);
    assert_null(reel_replay_damage(replay));
    return replay;
}

static void assert_text(reel_string text, const char *wanted)
{
    if (text.size != strlen(wanted) || (text.size && memcmp(text.data, wanted, text.size) != 0))
        fail_msg("\"%.*s\" is not \"%s\"", (int)text.size, text.data ? text.data : "", wanted);
}

/* ---- what make_golden.py writes --------------------------------------------------------------------------------- */

/* The state of a tick: snapshots that are a multiple of four repeat the one before. */
static int32_t state_tick(int32_t tick) { return tick % 4 || tick >= 140 ? tick : tick - 1; }

static void assert_core(const demo_character *row)
{
    const int32_t tick = state_tick(row->tick), cid = row->cid;
    const bool hooks = tick % 7 > 3;
    const int32_t wanted[] = { tick - tick % 3,
                               1000 + 7 * tick + 40 * cid,
                               500 - tick % 9,
                               256 * (tick % 5),
                               -12,
                               tick * 37 % 1608 - 400,
                               tick % 3 - 1,
                               tick % 4,
                               hooks ? cid ^ 1 : -1,
                               hooks ? 5 : 0,
                               hooks ? 3 : 0,
                               hooks ? 900 + tick : 1000 + tick,
                               hooks ? 410 : 500,
                               hooks ? 12 : 0,
                               hooks ? -250 : 0,
                               1,
                               10,
                               0,
                               5,
                               tick % 6,
                               0,
                               tick / 50 * 50 };
    if (memcmp(&row->item_tick, wanted, sizeof wanted) != 0) fail_msg("tick %d: character %d is another", row->tick, cid);
}

static void assert_ddnet(const demo_character *row, bool is_new)
{
    const int32_t tick = state_tick(row->tick);
    assert_int_equal(row->flags, 0x1000 | row->cid);
    assert_int_equal(row->freeze_end, tick % 90 < 60 ? 0 : tick + 90);
    assert_int_equal(row->strong_weak_id, 3 - row->cid);
    assert_int_equal(row->jumped_total, tick % 5);
    assert_int_equal(row->target_x, 100 + tick % 11);
    assert_int_equal(row->target_y, -50);
    assert_int_equal((row->present & DEMO_CHARACTER_TUNE) != 0, is_new);
    assert_int_equal(row->extra.size, 0);
}

static void assert_server(const char *name, size_t snapshots, bool is_new)
{
    reel_replay *demo = load_golden(name);
    size_t count;
    const demo_info *info = reel_rows(demo, &demo_infos, &count);
    assert_int_equal(info->version, 6);
    assert_text(info->map_name, "Kobra");
    assert_text(info->map_crc, "1234abcd");
    assert_text(info->recorder, "server");
    assert_int_equal(info->length, 7);
    const demo_marker *markers = reel_rows(demo, &demo_markers, &count);
    assert_int_equal(count, 2);
    assert_int_equal(markers[1].tick, 190);
    const demo_map *map = reel_rows(demo, &demo_maps, &count);
    assert_int_equal(map->data.size, 90);
    assert_int_equal(map->data.data[89], 89);
    const demo_snapshot *ticks = reel_rows(demo, &demo_snapshots, &count);
    assert_int_equal(count, snapshots);
    assert_int_equal(ticks[0].kind, DEMO_FULL);
    assert_int_equal(ticks[0].keyframe, 1);
    assert_int_equal(ticks[4].kind, DEMO_NONE);
    assert_int_equal(ticks[4].tick, 104);
    const demo_character *characters = reel_rows(demo, &demo_characters, &count);
    size_t cores = 0, extended = 0;
    for (size_t i = 0; i < count; i++) {
        if (characters[i].present & DEMO_CHARACTER_CORE) assert_core(&characters[i]), cores++;
        if (characters[i].present & DEMO_CHARACTER_DDNET) assert_ddnet(&characters[i], is_new), extended++;
    }
    /* a row for each client in each snapshot, but for those without a change */
    size_t with = 0;
    for (size_t i = 0; i < snapshots; i++) with += ticks[i].kind != DEMO_NONE;
    assert_int_equal(cores, 3 * with - 2);
    assert_true(extended > cores / 2);
    const demo_client *clients = reel_rows(demo, &demo_clients, &count);
    assert_text(clients[0].name, "Zo\xc3\xab");
    assert_text(clients[1].name, "tee 1");
    assert_text(clients[1].skin, "coala");
    assert_int_equal(clients[1].color_body, 0x123456);
    reel_free(demo);
}

static void servers_of_ddnet_have_the_rows_that_were_written(void **state)
{
    (void)state;
    assert_server("server-20", 43, true);
    assert_server("server-16", 23, false);
}

static void messages_are_named_and_texts_are_read(void **state)
{
    (void)state;
    reel_replay *demo = load_golden("server-20");
    size_t count, chats = 0;
    const demo_message *rows = reel_rows(demo, &demo_messages, &count);
    assert_int_equal(rows[0].tick, -1);
    assert_int_equal(rows[0].system, 1);
    assert_text(rows[0].name, "map change");
    assert_text(rows[1].name, "motd");
    assert_text(rows[1].text, "welcome");
    for (size_t i = 0; i < count; i++) {
        if (rows[i].present & DEMO_HAS_TEAM) {
            char text[32];
            snprintf(text, sizeof text, "hello %d", (int)rows[i].tick);
            assert_text(rows[i].text, text);
            assert_int_equal(rows[i].cid, 1);
            chats++;
        }
    }
    assert_int_equal(chats, 4);
    reel_free(demo);
}

static void items_of_0_7_have_columns_of_their_own(void **state)
{
    (void)state;
    reel_replay *demo = load_golden("teeworlds-7");
    size_t count;
    const demo_character *character = reel_rows(demo, &demo_characters, &count);
    assert_int_equal(count, 5);
    assert_int_equal(character->present, DEMO_CHARACTER_CORE | DEMO_CHARACTER_EVENTS);
    assert_int_equal(character->triggered_events, 3);
    assert_int_equal(character->health, 10);
    const demo_client *client = reel_rows(demo, &demo_clients, &count);
    assert_text(client->name, "nameless tee");
    assert_text(client->skin_eyes, "negative");
    assert_int_equal(client->use_custom_colors[2], 1);
    assert_int_equal(client->colors[5], -1);
    const demo_game *game = reel_rows(demo, &demo_games, &count);
    assert_int_equal(game->round_start_tick, 1);
    assert_int_equal(game->score_blue, 7);
    assert_int_equal(game->carrier_red, -2);
    assert_int_equal(game->score_limit, 20);
    const demo_player *player = reel_rows(demo, &demo_players, &count);
    assert_int_equal(player->player_flags, 8);
    assert_int_equal(player->latency, 30);
    const demo_item *items = reel_rows(demo, &demo_items, &count);
    assert_text(items[0].name, "tune params");
    reel_free(demo);
}

/* ---- rows alone -------------------------------------------------------------------------------------------------- */

static reel_memory write_rows(const reel_replay *demo, bool layout)
{
    reel_memory memory;
    reel_writer *writer;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_demo, NULL, &writer, &error), REEL_OK);
    for (const reel_table *const *table = reel_chunk_tables(reel_replay_chunk(demo)); *table; table++) {
        size_t count;
        const void *rows = reel_rows(demo, *table, &count);
        if (count && (layout || !((*table)->flags & REEL_TABLE_LAYOUT)))
            assert_int_equal(reel_append(writer, *table, rows, count), REEL_OK);
    }
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
    return memory;
}

/* Without layout every row comes back, and a second time the same bytes. */
static void demos_are_written_from_their_rows(void **state)
{
    (void)state;
    static const char *const names[] = { "server-20", "players-128", "teeworlds-3", "teeworlds-4", "teeworlds-7", "version-5" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        reel_replay *demo = load_golden(names[i]);
        reel_memory memory = write_rows(demo, false);
        reel_replay *again = load_bytes(memory.data, memory.size, NULL);
        assert_null(reel_replay_damage(again));
        assert_same_replay(demo, again, false, names[i]);
        reel_free(again);
        reel_free(demo);
        reel_memory_free(&memory);
    }
}

/* A recorder has no numbers of chunks. */
static void a_recorder_needs_no_seq(void **state)
{
    (void)state;
    static const demo_info info = { .version = 6,
                                    .net_version = { "0.6 626fce9a778df4d4", 20 },
                                    .map_name = { "Kobra", 5 },
                                    .map_crc = { "00000000", 8 },
                                    .recorder = { "server", 6 } };
    reel_memory memory;
    reel_writer *writer;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_demo, NULL, &writer, NULL), REEL_OK);
    assert_int_equal(reel_append(writer, &demo_infos, &info, 1), REEL_OK);
    for (int32_t tick = 0; tick < 600; tick++) {
        const bool key = tick % 251 == 0;
        const demo_snapshot snapshot = { .tick = tick, .keyframe = key, .kind = key ? DEMO_FULL : DEMO_DELTA };
        const demo_character character = { .tick = tick,
                                           .cid = 3,
                                           .x = 7 * tick,
                                           .flags = 1,
                                           .present = DEMO_CHARACTER_CORE | DEMO_CHARACTER_FLAGS | DEMO_CHARACTER_DDNET };
        assert_int_equal(reel_append(writer, &demo_snapshots, &snapshot, 1), REEL_OK);
        assert_int_equal(reel_append(writer, &demo_characters, &character, 1), REEL_OK);
    }
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    reel_replay *demo = load_bytes(memory.data, memory.size, NULL);
    size_t count;
    const demo_character *rows = reel_rows(demo, &demo_characters, &count);
    assert_null(reel_replay_damage(demo));
    assert_int_equal(count, 600);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(rows[i].x, 7 * (int32_t)i);
        assert_int_equal(rows[i].flags, 1);
    }
    reel_free(demo);
    reel_memory_free(&memory);
}

static const char *refusal(const demo_snapshot *snapshot, const reel_table *table, const void *row)
{
    static char rule[64];
    static const demo_info info = {
        .version = 6, .net_version = { "0.6", 3 }, .map_crc = { "00000000", 8 }, .recorder = { "client", 6 }
    };
    reel_memory memory;
    reel_writer *writer;
    reel_error error;
    rule[0] = 0;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_demo, NULL, &writer, NULL), REEL_OK);
    reel_append(writer, &demo_infos, &info, 1);
    if (snapshot) reel_append(writer, &demo_snapshots, snapshot, 1);
    if (reel_append(writer, table, row, 1) < 0) {
        snprintf(rule, sizeof rule, "%s", reel_writer_error(writer)->rule);
        reel_discard(writer);
    } else if (reel_finish(writer, &error) < 0) {
        snprintf(rule, sizeof rule, "%s", error.rule);
    } else {
        reel_memory_free(&memory);
    }
    return rule;
}

static void rows_that_cannot_be_read_back_are_refused(void **state)
{
    (void)state;
    static const uint8_t numbers[12] = { 1 };
    const demo_snapshot full = { .kind = DEMO_FULL, .keyframe = 1 }, none = { .kind = DEMO_NONE };
    const demo_flag flag = { .x = 1 }, far = { .id = 65536 };
    const demo_character seven = { .present = DEMO_CHARACTER_CORE | DEMO_CHARACTER_EVENTS };
    const demo_item item = { .type = 5, .present = DEMO_HAS_TYPE, .data = { numbers, 12 } };
    const demo_item odd = { .type = 99, .present = DEMO_HAS_TYPE, .data = { numbers, 3 } };
    const demo_removal removal = { .type = 5, .present = DEMO_HAS_TYPE };
    const demo_client client = { .name = { "sixteen letters.", 16 }, .present = DEMO_CLIENT_SIX };
    const demo_message late = { .tick = 5, .data = { numbers, 4 } };
    const demo_snapshot delta = { .kind = DEMO_DELTA };
    assert_string_equal(refusal(&full, &demo_flags, &flag), "");
    assert_string_equal(refusal(NULL, &demo_flags, &flag), "demo.no-snapshot");
    assert_string_equal(refusal(&none, &demo_flags, &flag), "demo.no-snapshot");
    assert_string_equal(refusal(NULL, &demo_snapshots, &delta), "demo.no-snapshot");
    assert_string_equal(refusal(&full, &demo_flags, &far), "demo.row");
    assert_string_equal(refusal(&full, &demo_characters, &seven), "demo.row");
    assert_string_equal(refusal(&full, &demo_items, &item), "demo.row");
    assert_string_equal(refusal(&full, &demo_items, &odd), "demo.row");
    assert_string_equal(refusal(&full, &demo_removals, &removal), "demo.row");
    assert_string_equal(refusal(&full, &demo_clients, &client), "demo.row");
    assert_string_equal(refusal(&full, &demo_messages, &late), "demo.no-snapshot");
}

/* ---- cuts and ends ----------------------------------------------------------------------------------------------- */

static reel_replay *cut_golden(const char *name, double from, double to)
{
    size_t size;
    reel_memory memory;
    reel_error error;
    uint8_t *data = read_golden(name, &size);
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .has_from = true, .from = from, .has_to = true,
                                       .to = to };
    if (reel_convert(reel_source_memory(data, size), NULL, NULL, reel_sink_memory(&memory, NULL), &how, &error) < 0)
        fail_msg("%s: %s", name, error.message);
    reel_replay *replay = load_bytes(memory.data, memory.size, NULL);
    assert_null(reel_replay_damage(replay));
    reel_memory_free(&memory);
    free(data);
    return replay;
}

/* The first snapshot has every item, as the ones before it left them, and a name for each type. */
static void a_cut_begins_with_a_whole_snapshot(void **state)
{
    (void)state;
    for (int32_t from = 101; from < 120; from++) {
        reel_replay *cut = cut_golden("server-16", from, 200);
        size_t count;
        const demo_snapshot *ticks = reel_rows(cut, &demo_snapshots, &count);
        assert_int_equal(ticks[0].tick, from);
        assert_int_equal(ticks[0].kind, DEMO_FULL);
        assert_int_equal(ticks[0].keyframe, 1);
        const demo_character *characters = reel_rows(cut, &demo_characters, &count);
        for (size_t i = 0; i < count; i++) {
            if (characters[i].present & DEMO_CHARACTER_CORE) assert_core(&characters[i]);
            if (i >= 3) continue;
            assert_int_equal(characters[i].cid, i);
            assert_true(characters[i].present & DEMO_CHARACTER_DDNET);
            assert_ddnet(&characters[i], false);
        }
        const demo_client *clients = reel_rows(cut, &demo_clients, &count);
        assert_int_equal(count, 3);
        assert_text(clients[2].name, "tee 2");
        const demo_item *items = reel_rows(cut, &demo_items, &count);
        for (size_t i = 0; i < count; i++) assert_true(items[i].name.size);
        reel_free(cut);
    }
}

/* A tick without a snapshot at the end of a file is not read, and types that a second snapshot names need that one. */
static void a_cut_ends_with_a_snapshot(void **state)
{
    (void)state;
    for (int32_t to = 101; to <= 120; to++) {
        reel_replay *cut = cut_golden("server-16", 100, to);
        size_t count, types;
        const demo_snapshot *ticks = reel_rows(cut, &demo_snapshots, &count);
        assert_true(count > 0 && ticks[count - 1].tick >= to - 2 && ticks[count - 1].tick < to);
        const demo_type *type = reel_rows(cut, &demo_types, &types);
        assert_int_equal(types, to == 101 ? 7 : 14);
        for (size_t i = 0; i < types; i++) assert_int_equal(type[i].is_late, to > 101 && i < 7);
        reel_free(cut);
    }
}

/* A slice has 8192 ticks: the last one of them stays if something follows. */
static void a_cut_keeps_ticks_without_a_snapshot_at_the_end_of_a_slice(void **state)
{
    enum { SLICE = 8192, TICKS = SLICE + 10 };
    (void)state;
    static const demo_info info = {
        .version = 6, .net_version = { "0.6", 3 }, .map_crc = { "00000000", 8 }, .recorder = { "client", 6 }
    };
    static demo_snapshot ticks[TICKS];
    for (int32_t i = 0; i < TICKS; i++)
        ticks[i] =
            (demo_snapshot){ .seq = (uint64_t)i, .tick = i, .keyframe = !i, .kind = i && i + 1 < TICKS ? DEMO_NONE : DEMO_FULL };
    const reel_own_rows own[] = { { &demo_infos, &info, 1 }, { &demo_snapshots, ticks, TICKS } };
    reel_replay *made, *cut;
    reel_memory file, part;
    reel_error error;
    assert_int_equal(reel_replay_of_rows(&reel_format_demo, own, 2, NULL, &made, NULL), REEL_OK);
    assert_int_equal(reel_write(reel_replay_chunk(made), &reel_format_demo, reel_sink_memory(&file, NULL), NULL, NULL), REEL_OK);
    static const int32_t ends[] = { SLICE - 1, SLICE, SLICE + 1, TICKS };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const reel_convert_options how = { REEL_SIZED(reel_convert_options), .has_to = true, .to = ends[i] };
        size_t count;
        const reel_source source = reel_source_memory(file.data, file.size);
        if (reel_convert(source, NULL, NULL, reel_sink_memory(&part, NULL), &how, &error) < 0) fail_msg("%s", error.message);
        cut = load_bytes(part.data, part.size, NULL);
        reel_rows(cut, &demo_snapshots, &count);
        assert_int_equal(count, ends[i] == TICKS ? TICKS : ends[i] - 1);
        reel_free(cut);
        reel_memory_free(&part);
    }
    reel_free(made);
    reel_memory_free(&file);
}

static void a_tick_at_the_end_is_kept(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = read_golden("teeworlds-4", &size), *more = malloc(size + 1);
    assert_non_null(more);
    memcpy(more, data, size);
    more[size] = 0x83; /* three ticks later */
    reel_replay *demo = load_bytes(more, size + 1, NULL);
    assert_null(reel_replay_damage(demo));
    reel_memory memory = write_rows(demo, true);
    assert_int_equal(memory.size, size + 1);
    assert_memory_equal(memory.data, more, size + 1);
    reel_memory_free(&memory);
    reel_free(demo);
    free(more);
    free(data);
}

/* Damage of one snapshot hides nothing behind the next whole one, and no message. */
static void what_is_behind_a_damaged_snapshot_is_read(void **state)
{
    (void)state;
    size_t size, count;
    uint8_t *data = read_file(project_path("tests/formats/demo/bad/demo-delta-size.demo"), &size);
    reel_replay *demo = load_bytes(data, size, NULL);
    assert_non_null(reel_replay_damage(demo));
    const demo_snapshot *ticks = reel_rows(demo, &demo_snapshots, &count);
    assert_int_equal(count, 3);
    assert_int_equal(ticks[1].kind, DEMO_NONE);
    assert_int_equal(ticks[2].kind, DEMO_FULL);
    const demo_flag *flags = reel_rows(demo, &demo_flags, &count);
    assert_int_equal(count, 1);
    assert_int_equal(flags->team, 3);
    const demo_message *messages = reel_rows(demo, &demo_messages, &count);
    assert_int_equal(count, 1);
    assert_text(messages->text, "after");
    reel_free(demo);
    free(data);
}

/* The SHA-256 of the map follows the markers in each file that a recorder of version 6 writes. */
static void a_file_that_ends_behind_its_markers_is_truncated(void **state)
{
    enum { MARKERS_END = 436 };
    (void)state;
    size_t size;
    reel_replay *replay;
    reel_error error;
    uint8_t *data = read_golden("header-alone", &size);
    assert_int_equal(reel_load(reel_source_memory(data, size), NULL, &replay, NULL), REEL_OK);
    reel_free(replay);
    assert_int_equal(reel_load(reel_source_memory(data, MARKERS_END), NULL, &replay, &error), REEL_TRUNCATED);
    assert_string_equal(error.rule, "demo.truncated");
    free(data);
}

/* So what is written without a SHA-256 and without chunks has a tick. A repair leaves such a file of one that is cut inside its first chunk. */
static void a_header_without_a_hash_is_not_written_alone(void **state)
{
    enum { IN_FIRST_CHUNK = 438, WITH_TICK = 441 };
    (void)state;
    size_t size, count;
    reel_memory memory;
    reel_error error;
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR };
    uint8_t *data = read_golden("odd-chunks", &size);
    const reel_source source = reel_source_memory(data, IN_FIRST_CHUNK);
    if (reel_convert(source, NULL, NULL, reel_sink_memory(&memory, NULL), &how, &error) < 0) fail_msg("%s", error.message);
    assert_int_equal(memory.size, WITH_TICK);
    reel_replay *demo = load_bytes(memory.data, memory.size, NULL);
    assert_null(reel_replay_damage(demo));
    reel_rows(demo, &demo_infos, &count);
    assert_int_equal(count, 1);
    reel_rows(demo, &demo_snapshots, &count);
    assert_int_equal(count, 0);
    reel_free(demo);
    reel_memory_free(&memory);
    free(data);
}

/* An item of type 0 names nothing unless its id is an extended type. */
static void types_that_name_nothing_are_written_back(void **state)
{
    enum { FIRST_CODE = 242 };
    (void)state;
    size_t size, count;
    reel_memory out;
    reel_replay *replay;
    uint8_t *data = read_file(project_path("tests/formats/demo/golden/teeworlds-3.demo"), &size);
    data[FIRST_CODE] ^= 1;
    assert_int_equal(reel_load(reel_source_memory(data, size), NULL, &replay, NULL), REEL_OK);
    const demo_type *type = reel_rows(replay, &demo_types, &count);
    assert_true(count > 0 && type[0].type < 0x4000);
    assert_int_equal(reel_write(reel_replay_chunk(replay), &reel_format_demo, reel_sink_memory(&out, NULL), NULL, NULL), REEL_OK);
    assert_int_equal(out.size, size);
    assert_memory_equal(out.data, data, size);
    reel_memory_free(&out);
    reel_free(replay);
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(servers_of_ddnet_have_the_rows_that_were_written),
        cmocka_unit_test(messages_are_named_and_texts_are_read),
        cmocka_unit_test(items_of_0_7_have_columns_of_their_own),
        cmocka_unit_test(demos_are_written_from_their_rows),
        cmocka_unit_test(a_recorder_needs_no_seq),
        cmocka_unit_test(rows_that_cannot_be_read_back_are_refused),
        cmocka_unit_test(a_cut_begins_with_a_whole_snapshot),
        cmocka_unit_test(a_cut_ends_with_a_snapshot),
        cmocka_unit_test(a_cut_keeps_ticks_without_a_snapshot_at_the_end_of_a_slice),
        cmocka_unit_test(a_tick_at_the_end_is_kept),
        cmocka_unit_test(a_file_that_ends_behind_its_markers_is_truncated),
        cmocka_unit_test(a_header_without_a_hash_is_not_written_alone),
        cmocka_unit_test(types_that_name_nothing_are_written_back),
        cmocka_unit_test(what_is_behind_a_damaged_snapshot_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
