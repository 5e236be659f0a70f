/* SPDX-License-Identifier: MIT
 * From a recording of DDNet to a demo: what is known of a made game is in its demo, tick by tick. */
#include "made_game.h"

#include <inttypes.h>

static reel_memory map_bytes;
static reel_replay *map;
static made_game game;

static reel_status convert(reel_bytes bytes, reel_convert_options how, reel_memory *out, reel_error *error)
{
    how.struct_size = sizeof how;
    return reel_convert(reel_source_memory(bytes.data, bytes.size), NULL, &reel_format_demo, reel_sink_memory(out, NULL), &how,
                        error);
}

static reel_replay *demo_of(reel_convert_options how)
{
    reel_memory out;
    reel_error error;
    how.level = map;
    if (convert((reel_bytes){ game.memory.data, game.memory.size }, how, &out, &error) < 0)
        fail_msg("%s: %s", error.rule, error.message);
    reel_replay *demo = load_bytes(out.data, out.size, NULL);
    reel_memory_free(&out);
    return demo;
}

static void report_any(void *context, const reel_finding *finding)
{
    (void)context;
    if (finding->severity == REEL_ERROR || finding->severity == REEL_WARNING) fail_msg("%s: %s", finding->rule, finding->message);
}

/* ---- reading a demo --------------------------------------------------------------------------------------------- */

/* The rows of a demo, taken snapshot by snapshot. */
typedef struct screen {
    const demo_snapshot *snapshots;
    const demo_character *characters;
    const demo_client *clients;
    const demo_removal *removals;
    size_t snapshot_count, character_count, client_count, removal_count, s, c, p, r;
    demo_character tees[128];
    bool is_there[128], is_known[128];
} screen;

static screen screen_of(const reel_replay *demo)
{
    screen s = { .s = 0 };
    s.snapshots = reel_rows(demo, &demo_snapshots, &s.snapshot_count);
    s.characters = reel_rows(demo, &demo_characters, &s.character_count);
    s.clients = reel_rows(demo, &demo_clients, &s.client_count);
    s.removals = reel_rows(demo, &demo_removals, &s.removal_count);
    return s;
}

static bool next_snapshot(screen *s)
{
    enum { CHARACTER = 9, CLIENT = 11 };
    if (s->s == s->snapshot_count) return false;
    const demo_snapshot *at = &s->snapshots[s->s++];
    if (at->kind == DEMO_FULL) memset(s->is_there, 0, sizeof s->is_there), memset(s->is_known, 0, sizeof s->is_known);
    for (; s->r < s->removal_count && s->removals[s->r].seq <= at->seq; s->r++) {
        const demo_removal *gone = &s->removals[s->r];
        if (gone->present == DEMO_HAS_TYPE && gone->type == CHARACTER) s->is_there[gone->id] = false;
        if (gone->present == DEMO_HAS_TYPE && gone->type == CLIENT) s->is_known[gone->id] = false;
    }
    for (; s->c < s->character_count && s->characters[s->c].seq <= at->seq; s->c++) {
        s->tees[s->characters[s->c].cid] = s->characters[s->c];
        s->is_there[s->characters[s->c].cid] = true;
    }
    for (; s->p < s->client_count && s->clients[s->p].seq <= at->seq; s->p++) s->is_known[s->clients[s->p].cid] = true;
    return true;
}

/* The tick of the snapshot that was read last. */
static int32_t tick_of(const screen *s) { return s->snapshots[s->s - 1].tick; }

/* ---- positions -------------------------------------------------------------------------------------------------- */

static void compare_tick(const screen *s, bool all)
{
    const made_tee *truth = game.ticks[tick_of(s)];
    for (int32_t cid = 0; cid < MADE_CLIENTS; cid++) {
        if (s->is_there[cid] != truth[cid].alive && all)
            fail_msg("tick %d: tee %d is %sthere", tick_of(s), cid, s->is_there[cid] ? "" : "not ");
        if (!s->is_there[cid] || !truth[cid].alive) continue;
        const demo_character *tee = &s->tees[cid];
        if (tee->tick != tick_of(s) || tee->item_tick != tick_of(s))
            fail_msg("tick %d: tee %d has the tick %d and the state of %d", tick_of(s), cid, tee->tick, tee->item_tick);
        if (tee->x != truth[cid].x || tee->y != truth[cid].y)
            fail_msg("tick %d: tee %d is at %d, %d, recorded %d, %d", tick_of(s), cid, tee->x, tee->y, truth[cid].x,
                     truth[cid].y);
    }
}

static void positions_are_those_of_the_recording_in_every_tick(void **state)
{
    (void)state;
    const size_t games = by_effort(60, 12, 4);
    uint64_t ticks = 0;
    for (uint32_t seed = 1; seed <= games; seed++) {
        trying("game %u", seed);
        made_random(&game, map, seed, 800);
        reel_replay *demo = demo_of((reel_convert_options){ .flags = 0 });
        screen s = screen_of(demo);
        int32_t last = -1;
        while (next_snapshot(&s)) {
            if (last >= 0 && tick_of(&s) != last + 1) fail_msg("tick %d follows %d", tick_of(&s), last);
            last = tick_of(&s);
            compare_tick(&s, true);
            ticks++;
        }
        assert_int_equal(last, game.last);
        reel_free(demo);
        reel_memory_free(&game.memory);
    }
    print_message("%zu games, %" PRIu64 " ticks\n", games, ticks);
    assert_true(ticks > games * 700);
}

static void demos_have_no_findings_and_key_frames_as_players_need_them(void **state)
{
    (void)state;
    reel_memory out;
    reel_error error;
    made_random(&game, map, 77, 1200);
    assert_int_equal(
        convert((reel_bytes){ game.memory.data, game.memory.size }, (reel_convert_options){ .level = map }, &out, &error),
        REEL_OK);
    const reel_options options = { REEL_SIZED(reel_options), .report = report_any };
    assert_int_equal(reel_check(reel_source_memory(out.data, out.size), &options, &error), REEL_OK);
    reel_replay *demo = load_bytes(out.data, out.size, NULL);
    screen s = screen_of(demo);
    int32_t key = -1;
    while (next_snapshot(&s)) {
        const demo_snapshot *at = &s.snapshots[s.s - 1];
        assert_int_equal(at->keyframe, at->kind == DEMO_FULL);
        if (key < 0) assert_int_equal(at->keyframe, 1);
        if (at->keyframe) key = at->tick;
        assert_true(at->tick - key <= 250);
    }
    size_t count;
    const demo_map *embedded = reel_rows(demo, &demo_maps, &count);
    assert_int_equal(count, 1);
    assert_int_equal(embedded->data.size, map_bytes.size);
    assert_memory_equal(embedded->data.data, map_bytes.data, map_bytes.size);
    const demo_info *info = reel_rows(demo, &demo_infos, &count);
    assert_int_equal(info->map_sha256.size, 64);
    assert_memory_equal(info->map_sha256.data, made_info(map)->sha256.data, 64);
    assert_memory_equal(info->timestamp.data, "2020-02-20_20-20-20", 19);
    reel_free(demo);
    reel_memory_free(&out);
    reel_memory_free(&game.memory);
}

/* ---- what is left out ------------------------------------------------------------------------------------------- */

static void a_span_has_its_ticks_and_no_others(void **state)
{
    (void)state;
    made_random(&game, map, 5, 900);
    reel_replay *demo = demo_of((reel_convert_options){ .has_from = true, .has_to = true, .from = 300, .to = 500.5 });
    screen s = screen_of(demo);
    assert_int_equal(s.snapshots[0].tick, 300);
    assert_int_equal(s.snapshots[0].kind, DEMO_FULL);
    assert_int_equal(s.snapshots[s.snapshot_count - 1].tick, 500);
    while (next_snapshot(&s)) compare_tick(&s, true);
    reel_free(demo);
    reel_memory_free(&game.memory);
}

/* The length of a demo that goes to a memory, which may refuse to be changed. */
static uint32_t length_of(reel_convert_options how, bool changes, const reel_setting *setting)
{
    reel_memory out;
    reel_error error;
    how.struct_size = sizeof how;
    how.level = map;
    how.settings = setting;
    how.setting_count = setting ? 1 : 0;
    reel_sink sink = reel_sink_memory(&out, NULL);
    if (!changes) sink.patch = NULL;
    if (reel_convert(reel_source_memory(game.memory.data, game.memory.size), NULL, &reel_format_demo, sink, &how, &error) < 0)
        fail_msg("%s: %s", error.rule, error.message);
    reel_replay *demo = load_bytes(out.data, out.size, NULL);
    size_t infos, snapshots;
    const uint32_t length = ((const demo_info *)reel_rows(demo, &demo_infos, &infos))->length;
    const demo_snapshot *snapshot = reel_rows(demo, &demo_snapshots, &snapshots);
    assert_int_equal(infos, 1);
    if (changes && !setting) assert_int_equal(length, (snapshot[snapshots - 1].tick - snapshot[0].tick) / 50);
    reel_free(demo);
    reel_memory_free(&out);
    return length;
}

static void the_header_has_the_length_where_the_output_can_be_changed(void **state)
{
    (void)state;
    made_random(&game, map, 5, 800);
    const uint32_t whole = length_of((reel_convert_options){ .flags = 0 }, true, NULL);
    assert_in_range(whole, 2, 16);
    assert_int_equal(length_of((reel_convert_options){ .flags = 0 }, false, NULL), 0);
    const reel_convert_options part = { .has_from = true, .from = 100, .has_to = true, .to = 201 };
    assert_int_equal(length_of(part, true, NULL), 2);
    assert_int_equal(length_of(part, true, &(reel_setting){ .field = "length", .value = "7" }), 7);
    reel_memory_free(&game.memory);
}

static void only_the_wanted_players_are_kept(void **state)
{
    (void)state;
    const int32_t who[] = { 4, 1, 1000 };
    made_random(&game, map, 6, 600);
    reel_replay *demo = demo_of((reel_convert_options){ .who = who, .who_count = 3 });
    screen s = screen_of(demo);
    size_t seen[128] = { 0 };
    while (next_snapshot(&s)) {
        compare_tick(&s, false);
        for (int32_t cid = 0; cid < 128; cid++) seen[cid] += s.is_there[cid] || s.is_known[cid];
        for (int32_t cid = 0; cid < MADE_CLIENTS; cid++)
            if (cid == 4 || cid == 1) assert_int_equal(s.is_there[cid], game.ticks[tick_of(&s)][cid].alive);
    }
    for (int32_t cid = 0; cid < 128; cid++) assert_int_equal(seen[cid] != 0, cid == 4 || cid == 1);
    reel_free(demo);
    reel_memory_free(&game.memory);
}

/* Teams change behind the positions of a tick, so the snapshot of the next one shows it. */
static void other_teams_are_hidden_on_request(void **state)
{
    (void)state;
    made_random(&game, map, 9, 900);
    reel_replay *demo = demo_of((reel_convert_options){ .flags = REEL_FOLLOW | REEL_ONLY_TEAM, .follow = 2 });
    screen s = screen_of(demo);
    size_t hidden = 0;
    while (next_snapshot(&s)) {
        const made_tee *truth = game.ticks[tick_of(&s)];
        for (int32_t cid = 0; cid < MADE_CLIENTS; cid++) {
            if (!truth[cid].alive) continue;
            const bool same = truth[cid].team == truth[2].team;
            hidden += !same;
            if (s.is_there[cid] != same) fail_msg("tick %d: tee %d is %s", tick_of(&s), cid, same ? "hidden" : "shown");
        }
    }
    assert_true(hidden > 100);
    size_t count, local = 0;
    const demo_player *players = reel_rows(demo, &demo_players, &count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(players[i].local, players[i].cid == 2);
        local += players[i].local != 0;
    }
    assert_true(local > 0);
    reel_free(demo);
    reel_memory_free(&game.memory);
}

/* ---- who they are ----------------------------------------------------------------------------------------------- */

static void assert_text(reel_string text, const char *wanted)
{
    if (text.size != strlen(wanted) || (text.size && memcmp(text.data, wanted, text.size) != 0))
        fail_msg("\"%.*s\" is not \"%s\"", (int)text.size, text.data ? text.data : "", wanted);
}

static const demo_client *client_of(const reel_replay *demo, int32_t cid)
{
    size_t count;
    const demo_client *rows = reel_rows(demo, &demo_clients, &count), *last = NULL;
    for (size_t i = 0; i < count; i++)
        if (rows[i].cid == cid) last = &rows[i];
    assert_non_null(last);
    return last;
}

static bool says(const reel_replay *demo, const char *wanted)
{
    size_t count;
    const demo_message *rows = reel_rows(demo, &demo_messages, &count);
    for (size_t i = 0; i < count; i++)
        if (rows[i].text.size == strlen(wanted) && memcmp(rows[i].text.data, wanted, rows[i].text.size) == 0) return true;
    return false;
}

static void find_empty(void *context, const reel_finding *finding)
{
    *(bool *)context |= strcmp(finding->rule, "convert.empty") == 0;
}

/* Players need one snapshot at least. */
static void a_recording_without_clients_has_one_snapshot(void **state)
{
    (void)state;
    bool found = false;
    reel_memory out;
    reel_error error;
    made_begin(&game, map, 22, 1);
    made_end(&game);
    const reel_options options = { REEL_SIZED(reel_options), .report = find_empty, .report_context = &found };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .level = map };
    assert_int_equal(reel_convert(reel_source_memory(game.memory.data, game.memory.size), &options, &reel_format_demo,
                                  reel_sink_memory(&out, NULL), &how, &error),
                     REEL_OK);
    assert_true(found);
    reel_replay *demo = load_bytes(out.data, out.size, NULL);
    size_t count;
    const demo_snapshot *rows = reel_rows(demo, &demo_snapshots, &count);
    assert_int_equal(count, 1);
    assert_int_equal(rows->keyframe, 1);
    reel_free(demo);
    reel_memory_free(&out);
    reel_memory_free(&game.memory);
}

/* Programs that record need not write a join in front of the first position. */
static void a_join_behind_its_tee_takes_nothing_away(void **state)
{
    (void)state;
    made_tee next[MADE_CLIENTS] = { { .alive = true, .x = 400, .y = 400 } };
    made_begin(&game, map, 22, 1);
    made_tick(&game, next);
    made_put(&game, &teehistorian_joins, &(teehistorian_join){ .cid = 0 });
    for (int32_t i = 0; i < 20; i++) {
        next[0].x += 3;
        made_tick(&game, next);
    }
    made_end(&game);
    reel_replay *demo = demo_of((reel_convert_options){ .flags = 0 });
    screen s = screen_of(demo);
    while (next_snapshot(&s)) compare_tick(&s, true);
    assert_int_equal(s.s, 21);
    reel_free(demo);
    reel_memory_free(&game.memory);
}

/* Nobody plays, and the recording goes on: the demo ends with its last tick, and can be read back. */
static void a_game_may_end_without_tees(void **state)
{
    (void)state;
    made_tee next[MADE_CLIENTS] = { { .online = true, .alive = true, .x = 400, .y = 400 } };
    made_begin(&game, map, 22, 1);
    made_join(&game, 0);
    made_tick(&game, next);
    next[0].alive = false;
    made_tick(&game, next);
    made_wait(&game, 20);
    made_input(&game, 0, (teehistorian_input){ .player_flags = 1 });
    made_end(&game);
    reel_replay *demo = demo_of((reel_convert_options){ .flags = 0 });
    size_t count;
    const demo_snapshot *rows = reel_rows(demo, &demo_snapshots, &count);
    assert_int_equal(rows[count - 1].tick, game.last);
    reel_free(demo);
    reel_memory_free(&game.memory);
}

static void names_come_from_what_clients_say_and_servers_accept(void **state)
{
    (void)state;
    const made_tee still[MADE_CLIENTS] = { { .x = 100, .y = 100 } };
    made_begin(&game, map, 22, 1);
    made_input(&game, 5, (teehistorian_input){ .player_flags = 1 }); /* was there before */
    made_input(&game, 4, (teehistorian_input){ .player_flags = 1 });
    made_tick(&game, still);
    for (int32_t cid = 0; cid < 4; cid++) made_join(&game, cid);
    made_describe(&game, 0, "  spaces and a long n\xc3\xa4me");
    made_describe(&game, 1, "bad\xff\x01");
    made_describe(&game, 2, "  ");
    made_describe(&game, 3, "first");
    made_put(&game, &teehistorian_names, &(teehistorian_name){ .cid = 3, .name = { "(1)first", 8 } });
    made_put(&game, &teehistorian_readies, &(teehistorian_ready){ .cid = 3 });
    made_tick(&game, still);
    made_input(&game, 0, (teehistorian_input){ .player_flags = 1 });
    made_tick(&game, still);
    made_put(&game, &teehistorian_drops, &(teehistorian_drop){ .cid = 3, .reason = { "bored", 5 } });
    made_wait(&game, 1);
    made_input(&game, 0, (teehistorian_input){ .player_flags = 5 });
    made_end(&game);
    const reel_setting names[] = { { .field = "5", .value = "known" },
                                   { .field = "x", .value = "no" },
                                   { .field = "999", .value = "no" } };
    reel_replay *demo = demo_of((reel_convert_options){ .names = names, .name_count = 3 });
    assert_text(client_of(demo, 0)->name, "spaces and a lo");
    assert_text(client_of(demo, 0)->clan, "clan");
    assert_text(client_of(demo, 0)->skin, "skin");
    assert_int_equal(client_of(demo, 0)->country, -1);
    assert_text(client_of(demo, 1)->name, "bad\xef\xbf\xbd");
    assert_text(client_of(demo, 2)->name, "nameless tee");
    assert_text(client_of(demo, 3)->name, "(1)first");
    assert_text(client_of(demo, 4)->name, "nameless tee");
    assert_text(client_of(demo, 5)->name, "known");
    assert_true(says(demo, "'(1)first' entered and joined the game"));
    assert_true(says(demo, "'(1)first' has left the game (bored)"));
    reel_free(demo);
    reel_memory_free(&game.memory);
}

static void finishes_are_said_and_counted_as_scores(void **state)
{
    (void)state;
    static const struct {
        int32_t ticks;
        const char *said;
    } finishes[] = { { 6021, "tee finished in: 2 minute(s)  0.42 second(s)" },
                     { 2999, "tee finished in: 0 minute(s) 59.98 second(s)" },
                     { 3500, "tee finished in: 1 minute(s) 10.00 second(s)" } };
    made_tee next[MADE_CLIENTS] = { { .online = true, .alive = true, .x = 400, .y = 400 } };
    made_begin(&game, map, 22, 1);
    made_join(&game, 0);
    made_describe(&game, 0, "tee");
    made_tick(&game, next);
    for (size_t i = 0; i < sizeof finishes / sizeof *finishes; i++) {
        next[0].x++;
        made_tick(&game, next);
        made_put(&game, &teehistorian_finishes,
                 &(teehistorian_finish){ .cid = 0, .time = finishes[i].ticks, .kind = TEEHISTORIAN_PLAYER_FINISH });
    }
    made_wait(&game, 2);
    made_input(&game, 0, (teehistorian_input){ .player_flags = 1 });
    made_end(&game);
    reel_replay *demo = demo_of((reel_convert_options){ .flags = 0 });
    for (size_t i = 0; i < sizeof finishes / sizeof *finishes; i++)
        if (!says(demo, finishes[i].said)) fail_msg("nobody says %s", finishes[i].said);
    size_t count;
    const demo_player *players = reel_rows(demo, &demo_players, &count);
    assert_int_equal(count, 3);
    assert_int_equal(players[0].score, -9999);
    assert_int_equal(players[1].score, -120);
    assert_int_equal(players[2].score, -59);
    reel_free(demo);
    reel_memory_free(&game.memory);
}

/* ---- maps ------------------------------------------------------------------------------------------------------- */

static void refuse(const reel_replay *level, const char *rule, const char *a, const char *b)
{
    reel_memory out;
    reel_error error;
    const reel_status status =
        convert((reel_bytes){ game.memory.data, game.memory.size }, (reel_convert_options){ .level = level }, &out, &error);
    assert_int_equal(status, REEL_ARGUMENT);
    assert_string_equal(error.rule, rule);
    if (!strstr(error.message, a) || !strstr(error.message, b)) fail_msg("%s", error.message);
}

static void another_map_is_refused_and_none_as_well(void **state)
{
    (void)state;
    char own[65] = { 0 }, other_hash[65] = { 0 };
    reel_memory bytes = made_map(33, 35);
    reel_replay *other = load_bytes(bytes.data, bytes.size, NULL);
    memcpy(own, made_info(map)->sha256.data, 64);
    memcpy(other_hash, made_info(other)->sha256.data, 64);
    made_random(&game, map, 3, 20);
    refuse(other, "level.other", own, other_hash);
    refuse(NULL, "convert.level", own, "--map");
    reel_free(other);
    reel_memory_free(&bytes);
    size_t size;
    uint8_t *data = read_file(project_path("tests/formats/demo/golden/server-16.demo"), &size);
    reel_replay *no_level = load_bytes(data, size, NULL);
    refuse(no_level, "level.none", "not a DDNet map", "");
    reel_free(no_level);
    free(data);
    reel_memory_free(&game.memory);
}

/* ---- time ------------------------------------------------------------------------------------------------------- */

/* Nothing is recorded for an hour; a minute of it is enough to see that. */
static void long_silences_are_shortened(void **state)
{
    (void)state;
    const made_tee next[MADE_CLIENTS] = { { .online = true, .alive = true, .x = 400, .y = 32 * (MADE_HEIGHT - 1) - 15 } };
    made_begin(&game, map, 22, 1);
    made_join(&game, 0);
    made_tick(&game, next);
    game.tick = 180000;
    made_put(&game, &teehistorian_inputs, &(teehistorian_input){ .cid = 0, .player_flags = 1 });
    made_end(&game);
    reel_replay *demo = demo_of((reel_convert_options){ .flags = 0 });
    size_t count, far = 0;
    const demo_snapshot *rows = reel_rows(demo, &demo_snapshots, &count);
    for (size_t i = 1; i < count; i++) far += rows[i].tick != rows[i - 1].tick + 1;
    assert_int_equal(far, 1);
    assert_int_equal(rows[count - 1].tick, 180000);
    assert_in_range(count, 2900, 3100);
    reel_free(demo);
    reel_memory_free(&game.memory);
}

static int begin(void **state)
{
    (void)state;
    map_bytes = made_map(33, 34);
    map = load_bytes(map_bytes.data, map_bytes.size, NULL);
    return 0;
}

static int end(void **state)
{
    (void)state;
    reel_free(map);
    reel_memory_free(&map_bytes);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_those_of_the_recording_in_every_tick),
        cmocka_unit_test(demos_have_no_findings_and_key_frames_as_players_need_them),
        cmocka_unit_test(a_span_has_its_ticks_and_no_others),
        cmocka_unit_test(the_header_has_the_length_where_the_output_can_be_changed),
        cmocka_unit_test(only_the_wanted_players_are_kept),
        cmocka_unit_test(other_teams_are_hidden_on_request),
        cmocka_unit_test(a_recording_without_clients_has_one_snapshot),
        cmocka_unit_test(a_join_behind_its_tee_takes_nothing_away),
        cmocka_unit_test(a_game_may_end_without_tees),
        cmocka_unit_test(names_come_from_what_clients_say_and_servers_accept),
        cmocka_unit_test(finishes_are_said_and_counted_as_scores),
        cmocka_unit_test(another_map_is_refused_and_none_as_well),
        cmocka_unit_test(long_silences_are_shortened),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
