/* SPDX-License-Identifier: MIT
 * Games beside their maps. Maps and runs on them are made from seeds; when a tee touches what follows from how it is made to move. Nothing is
 * said against honest games; each kind of forgery is found. */
#include "support.h"

#include <reel/ddnet.h>
#include <reel/ddnet_map.h>
#include <reel/insight.h>
#include <reel/teehistorian.h>

enum {
    WIDTH = 100,
    HEIGHT = 20,
    TILE = 32,
    START = 10,
    FREEZE = 30,
    SOLO_ON = 35,
    SOLO_OFF = 50,
    FINISH = 60,
    OUT = 80,
    EDGE = 32, /* refills jumps */
    TEES = 4,
    MOST = 6000,
    MOST_TILES = 400
};
enum { CHECKPOINTS = 2 };
static const int checkpoints[CHECKPOINTS] = { 22, 45 }; /* columns of the time checkpoints 3 and 4 */

static uint64_t seed;

/* SplitMix64. */
static uint32_t below(uint32_t most)
{
    uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(((z ^ z >> 31) >> 32) * most >> 32);
}

/* ---- the map -------------------------------------------------------------------------------------------------------- */

static const char sha256[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
static ddnet_map_tile tiles[MOST_TILES];
static size_t tile_count;
static bool with_outs, with_edge, with_end; /* with_edge: tiles that act, before the start; with_end: solo ends */

static void add_tile(uint32_t layer, uint8_t kind, int x, int y, uint32_t count, uint8_t index)
{
    assert_true(tile_count < MOST_TILES);
    tiles[tile_count++] = (ddnet_map_tile){ .layer = layer, .x = x, .y = y, .count = count, .kind = kind, .index = index };
}

/* Walls around, and columns of tiles from top to bottom. */
static reel_replay *map_replay(void)
{
    const ddnet_map_info info = { .sha256 = { sha256, sizeof sha256 - 1 } };
    const ddnet_map_layer layers[] = {
        { .kind = DDNET_MAP_GAME, .width = WIDTH, .height = HEIGHT, .complete = 1 },
        { .kind = DDNET_MAP_TELE, .width = WIDTH, .height = HEIGHT, .complete = 1 },
    };
    tile_count = 0;
    for (int y = 0; y < HEIGHT; y++) {
        if (y == 0 || y == HEIGHT - 1) {
            add_tile(0, DDNET_MAP_GAME, 0, y, WIDTH, 1);
            continue;
        }
        add_tile(0, DDNET_MAP_GAME, 0, y, 1, 1);
        if (with_edge) add_tile(0, DDNET_MAP_GAME, START - 1, y, 1, EDGE);
        add_tile(0, DDNET_MAP_GAME, START, y, 1, 33);
        add_tile(0, DDNET_MAP_GAME, checkpoints[0], y, 1, 38);
        add_tile(0, DDNET_MAP_GAME, FREEZE, y, 2, 9);
        add_tile(0, DDNET_MAP_GAME, SOLO_ON, y, 1, 21);
        add_tile(0, DDNET_MAP_GAME, checkpoints[1], y, 1, 39);
        if (with_end) add_tile(0, DDNET_MAP_GAME, SOLO_OFF, y, 1, 22);
        add_tile(0, DDNET_MAP_GAME, FINISH, y, 1, 34);
        add_tile(0, DDNET_MAP_GAME, WIDTH - 1, y, 1, 3);
    }
    for (int y = 1; y < HEIGHT - 1 && with_outs; y++) add_tile(1, DDNET_MAP_TELE, OUT, y, 1, 27);
    const reel_own_rows rows[] = { { &ddnet_map_infos, &info, 1 },
                                   { &ddnet_map_layers, layers, 2 },
                                   { &ddnet_map_tiles, tiles, tile_count } };
    reel_replay *replay;
    reel_error error;
    if (reel_replay_of_rows(&reel_format_ddnet_map, rows, 3, NULL, &replay, &error) < 0) fail_msg("%s", error.message);
    return replay;
}

/* ---- a game --------------------------------------------------------------------------------------------------------- */

/* A tee that runs to the right, and what it touches when. */
typedef struct run {
    int32_t spawn, row, speed; /* tick; y in units; units a tick */
    int32_t length;            /* ticks */
    int32_t stop, rest;        /* ticks after the spawn, and ticks that it stands there */
    int32_t last_start, first_finish, checkpoint[CHECKPOINTS], freeze;
    size_t first; /* of its positions */
} run;

static teehistorian_position positions[MOST];
static teehistorian_finish finishes[TEES];
static teehistorian_command commands[1];
static size_t position_count, finish_count, command_count;
static run runs[TEES];
static uint64_t seq;

static int32_t x_of(const run *r, int32_t age)
{
    const int32_t moved = age <= r->stop ? age : age <= r->stop + r->rest ? r->stop : age - r->rest;
    return 2 * TILE + 16 + r->speed * moved;
}

/* Whether the way of a tick touches a column. */
static bool touches(const run *r, int32_t age, int column)
{
    const int32_t left = column * TILE, right = left + TILE - 1, to = x_of(r, age), from = age ? x_of(r, age - 1) : to;
    return from <= right && to >= left;
}

/* The start also counts for the corners, 28/3 units from where the tee is, if a cell that it touches does something. */
static bool touches_start(const run *r, int32_t age)
{
    const bool near = x_of(r, age) + 9 >= START * TILE && x_of(r, age) - 9 < (START + 1) * TILE;
    return touches(r, age, START) || (with_edge && touches(r, age, START - 1) && near);
}

static int by_tick(const void *a, const void *b)
{
    const teehistorian_position *x = a, *y = b;
    if (x->tick != y->tick) return x->tick < y->tick ? -1 : 1;
    return x->cid < y->cid ? -1 : x->cid > y->cid;
}

static void make_run(int32_t cid)
{
    run *r = &runs[cid];
    *r = (run){ .spawn = 10 + (int32_t)below(50),
                .row = (int32_t)(1 + below(HEIGHT - 2)) * TILE + 16,
                .speed = 6 + (int32_t)below(30) };
    r->length = (95 * TILE - x_of(r, 0)) / r->speed;
    if (below(2)) { /* mostly in the freeze */
        r->stop = (FREEZE * TILE + 8 - x_of(r, 0)) / r->speed + (int32_t)below(3);
        r->rest = 1 + (int32_t)below(100);
        r->length += r->rest;
    }
    r->last_start = r->first_finish = r->freeze = r->checkpoint[0] = r->checkpoint[1] = -1;
    for (int32_t age = 0; age < r->length; age++) {
        const int32_t tick = r->spawn + age;
        if (touches_start(r, age)) r->last_start = tick;
        if (r->first_finish < 0 && touches(r, age, FINISH)) r->first_finish = tick;
        if (r->freeze < 0 && (touches(r, age, FREEZE) || touches(r, age, FREEZE + 1))) r->freeze = tick;
        for (int i = 0; i < CHECKPOINTS; i++)
            if (r->checkpoint[i] < 0 && touches(r, age, checkpoints[i])) r->checkpoint[i] = tick;
        if (age > r->stop && age <= r->stop + r->rest) continue; /* no row: it did not move */
        assert_true(position_count < MOST);
        positions[position_count++] = (teehistorian_position){
            .tick = tick, .cid = cid, .x = x_of(r, age), .y = r->row, .kind = age ? TEEHISTORIAN_DIFF : TEEHISTORIAN_NEW
        };
    }
}

static void make_game(void)
{
    position_count = finish_count = command_count = 0;
    with_outs = below(2);
    with_edge = below(2);
    with_end = below(2);
    for (int32_t cid = 0; cid < TEES; cid++) make_run(cid);
    qsort(positions, position_count, sizeof *positions, by_tick);
    for (int32_t cid = 0; cid < TEES; cid++) {
        /* servers state the tick in which the position was found, or the one before; and so the time */
        const int32_t late = (int32_t)below(2), apart = (int32_t)below(2);
        finishes[finish_count++] = (teehistorian_finish){ .tick = runs[cid].first_finish - late,
                                                          .cid = cid,
                                                          .time = runs[cid].first_finish - late - runs[cid].last_start - apart,
                                                          .kind = TEEHISTORIAN_PLAYER_FINISH };
    }
}

static size_t position_at(int32_t cid, int32_t tick)
{
    for (size_t i = 0; i < position_count; i++)
        if (positions[i].cid == cid && positions[i].tick == tick) return i;
    return SIZE_MAX;
}

/* Rows get their numbers in order of ticks, positions first. */
static void number_rows(void)
{
    size_t f = 0, c = 0;
    qsort(positions, position_count, sizeof *positions, by_tick);
    for (size_t i = 1; i < finish_count; i++)
        for (size_t at = i; at && finishes[at].tick < finishes[at - 1].tick; at--) {
            const teehistorian_finish swap = finishes[at];
            finishes[at] = finishes[at - 1];
            finishes[at - 1] = swap;
        }
    seq = 1;
    for (size_t i = 0; i < position_count; i++) {
        while (c < command_count && commands[c].tick < positions[i].tick) commands[c++].seq = seq++;
        while (f < finish_count && finishes[f].tick < positions[i].tick) finishes[f++].seq = seq++;
        positions[i].seq = seq++;
    }
    while (f < finish_count) finishes[f++].seq = seq++;
}

static reel_replay *game_replay(void)
{
    const teehistorian_header header = { .map_sha256 = { sha256, sizeof sha256 - 1 },
                                         .map_name = { "made", 4 },
                                         .version_minor = 22 };
    number_rows();
    const reel_own_rows rows[] = { { &teehistorian_headers, &header, 1 },
                                   { &teehistorian_positions, positions, position_count },
                                   { &teehistorian_finishes, finishes, finish_count },
                                   { &teehistorian_commands, commands, command_count } };
    reel_replay *replay;
    reel_error error;
    if (reel_replay_of_rows(&reel_format_teehistorian, rows, 4, NULL, &replay, &error) < 0) fail_msg("%s", error.message);
    return replay;
}

/* ---- judging -------------------------------------------------------------------------------------------------------- */

typedef struct judgment {
    char errors[512], notes[512];
} judgment;

static void take_finding(void *context, const reel_finding *finding)
{
    judgment *j = context;
    char *to = finding->severity == REEL_NOTE ? j->notes : j->errors;
    assert_true(strlen(to) + strlen(finding->rule) + 2 < sizeof j->notes);
    strcat(strcat(to, finding->rule), " ");
}

static judgment judge(void)
{
    judgment j = { "", "" };
    reel_replay *level = map_replay(), *replay = game_replay(), *result;
    reel_error error;
    const reel_insight_options options = { REEL_SIZED(reel_insight_options), .level = level, .report = take_finding,
                                           .report_context = &j };
    if (reel_insight_run_chunk(&reel_check_ddnet_level, &reel_format_teehistorian, reel_replay_chunk(replay), &options, &result,
                               &error) < 0)
        fail_msg("%s", error.message);
    reel_free(result);
    reel_free(replay);
    reel_free(level);
    return j;
}

static void nothing_is_said_against_honest_games(void **state)
{
    (void)state;
    const size_t games = by_effort(3000, 800, 200);
    for (size_t n = 1; n <= games; n++) {
        seed = n;
        make_game();
        const judgment j = judge();
        if (*j.errors || strcmp(j.notes, "ddnet.level-game ") != 0) fail_msg("seed %zu: %s; %s", n, j.errors, j.notes);
    }
    print_message("%zu honest games: nothing against any\n", games);
}

static void tables_have_what_was_touched(void **state)
{
    (void)state;
    for (size_t n = 1; n <= 300; n++) {
        size_t lines, parts, touched, freezes = 0;
        seed = n;
        make_game();
        reel_replay *level = map_replay(), *replay = game_replay(), *result;
        const reel_insight_options options = { REEL_SIZED(reel_insight_options), .level = level };
        assert_int_equal(reel_insight_run_chunk(&reel_insight_ddnet, &reel_format_teehistorian, reel_replay_chunk(replay),
                                                &options, &result, NULL),
                         REEL_OK);
        const ddnet_level_finish *finish = reel_rows(result, &ddnet_level_finishes, &lines);
        const ddnet_level_checkpoint *part = reel_rows(result, &ddnet_level_checkpoints, &parts);
        const ddnet_level_tile *tile = reel_rows(result, &ddnet_level_tiles, &touched);
        assert_int_equal(lines, TEES);
        assert_int_equal(parts, TEES * CHECKPOINTS);
        for (size_t i = 0; i < lines; i++) {
            assert_true(finish[i].decidable);
            assert_int_equal(finish[i].start_tick, runs[finish[i].cid].last_start);
            assert_true(finish[i].finish_tick >= runs[finish[i].cid].first_finish);
        }
        for (size_t i = 0; i < parts; i++) {
            const run *r = &runs[part[i].cid];
            assert_int_equal(part[i].tick, r->checkpoint[part[i].checkpoint - 3]);
            assert_int_equal(part[i].start_tick, r->last_start);
            assert_true(part[i].present & DDNET_LEVEL_HAS_START);
            assert_true(part[i].time == (double)(part[i].tick - r->last_start) / 50);
        }
        for (size_t i = 0; i < touched; i++) {
            if (tile[i].kind != DDNET_LEVEL_FREEZE) continue;
            freezes++;
            assert_int_equal(tile[i].tick, runs[tile[i].cid].freeze);
            assert_int_equal(tile[i].y, runs[tile[i].cid].row / TILE);
        }
        assert_int_equal(freezes, TEES);
        reel_free(result);
        reel_free(replay);
        reel_free(level);
    }
}

/* Ticks that a run touches freeze tiles, and that it is in solo, until the end of the recording. */
static void expected_times(const run *r, int32_t last, int64_t *freeze, int64_t *solo)
{
    bool in_solo = false;
    *freeze = *solo = 0;
    for (int32_t age = 0; r->spawn + age < last; age++) {
        const bool moves = age < r->length;
        if (moves && touches(r, age, SOLO_ON)) in_solo = true;
        if (moves && with_end && touches(r, age, SOLO_OFF)) in_solo = false;
        *freeze += moves && (touches(r, age, FREEZE) || touches(r, age, FREEZE + 1));
        *solo += in_solo;
    }
}

static void players_have_their_time_on_tiles(void **state)
{
    (void)state;
    static const reel_table *const tables[] = { &ddnet_players, &ddnet_sessions, NULL };
    int64_t frozen = 0, alone = 0;
    for (size_t n = 1; n <= 300; n++) {
        size_t count, sessions;
        seed = n;
        make_game();
        reel_replay *level = map_replay(), *replay = game_replay(), *result;
        const int32_t last = positions[position_count - 1].tick;
        reel_insight_options options = { REEL_SIZED(reel_insight_options), .level = level, .tables = tables };
        assert_int_equal(reel_insight_run_chunk(&reel_insight_ddnet, &reel_format_teehistorian, reel_replay_chunk(replay),
                                                &options, &result, NULL),
                         REEL_OK);
        const ddnet_player *player = reel_rows(result, &ddnet_players, &count);
        const ddnet_session *session = reel_rows(result, &ddnet_sessions, &sessions);
        assert_int_equal(count, TEES); /* without names, each session is a player */
        assert_int_equal(sessions, TEES);
        for (size_t i = 0; i < count; i++) {
            int64_t freeze, solo;
            expected_times(&runs[session[i].cid], last, &freeze, &solo);
            if (player[i].freeze_ticks != freeze || player[i].solo_ticks != solo)
                fail_msg("seed %zu, tee %d: %d in freeze, not %d; %d in solo, not %d", n, (int)session[i].cid,
                         (int)player[i].freeze_ticks, (int)freeze, (int)player[i].solo_ticks, (int)solo);
            assert_true(player[i].present & DDNET_PLAYER_HAS_LEVEL);
            frozen += freeze, alone += solo;
        }
        reel_free(result);
        options.level = NULL;
        assert_int_equal(reel_insight_run_chunk(&reel_insight_ddnet, &reel_format_teehistorian, reel_replay_chunk(replay),
                                                &options, &result, NULL),
                         REEL_OK);
        player = reel_rows(result, &ddnet_players, &count);
        for (size_t i = 0; i < count; i++) assert_false(player[i].present & DDNET_PLAYER_HAS_LEVEL);
        reel_free(result);
        reel_free(replay);
        reel_free(level);
    }
    assert_true(frozen > 10000 && alone > 10000);
}

/* ---- forgeries ------------------------------------------------------------------------------------------------------ */

static bool state_less_time(void)
{
    finishes[0].time -= 5;
    return finishes[0].time > 0;
}

static bool finish_early(void)
{
    finishes[1].tick = runs[1].last_start + 10;
    finishes[1].time = 10;
    return finishes[1].tick < runs[1].first_finish - 5;
}

/* Its tee is gone before it comes to the line. */
static bool finish_without_a_tee(void)
{
    const int32_t gone = runs[2].spawn + 2;
    size_t kept = 0;
    for (size_t i = 0; i < position_count; i++) {
        if (positions[i].cid == 2 && positions[i].tick > gone) continue;
        if (positions[i].cid == 2 && positions[i].tick == gone) positions[i].kind = TEEHISTORIAN_OLD;
        positions[kept++] = positions[i];
    }
    position_count = kept;
    return runs[2].first_finish - 1 - gone > TEEHISTORIAN_TICKS_PER_SECOND;
}

/* Its first positions are gone. */
static bool begin_behind_the_start(void)
{
    size_t kept = 0;
    for (size_t i = 0; i < position_count; i++)
        if (positions[i].cid != 2 || positions[i].tick > runs[2].last_start + 1) positions[kept++] = positions[i];
    position_count = kept;
    const size_t first = position_at(2, runs[2].last_start + 2);
    if (first == SIZE_MAX) return false;
    positions[first].kind = TEEHISTORIAN_NEW;
    return true;
}

/* All positions from a tick on are 12 tiles further. */
static bool jump(void)
{
    const int32_t from = runs[3].checkpoint[0] + 2;
    for (size_t i = 0; i < position_count; i++)
        if (positions[i].cid == 3 && positions[i].tick >= from) positions[i].x += 12 * TILE;
    return x_of(&runs[3], from - runs[3].spawn) < 50 * TILE && runs[3].checkpoint[1] > from + 3;
}

static bool stand_in_a_wall(void)
{
    const size_t at = position_at(0, runs[0].freeze);
    positions[at].y = 16;
    return runs[0].row < 7 * TILE;
}

static void each_forgery_is_found(void **state)
{
    static const struct {
        const char *name, *rule;
        bool (*forge)(void);
    } kinds[] = {
        { "less time", "ddnet.level-time ", state_less_time },        { "an early finish", "ddnet.level-finish ", finish_early },
        { "no start", "ddnet.level-start ", begin_behind_the_start }, { "a jump", "ddnet.level-jump ", jump },
        { "in a wall", "ddnet.level-solid ", stand_in_a_wall },       { "no tee", "ddnet.level-finish ", finish_without_a_tee },
    };
    (void)state;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        size_t made = 0;
        for (size_t n = 1; n <= 300; n++) {
            seed = n;
            make_game();
            if (!kinds[k].forge()) continue;
            made++;
            const judgment j = judge();
            if (!strstr(j.errors, kinds[k].rule)) fail_msg("%s, seed %zu: %s; %s", kinds[k].name, n, j.errors, j.notes);
        }
        print_message("%s: %zu, all found\n", kinds[k].name, made);
        assert_true(made > 20);
    }
}

/* A jump to where a teleporter leads is one of it; after a command, it cannot be judged. */
static void jumps_may_have_causes(void **state)
{
    (void)state;
    size_t made = 0;
    for (size_t n = 1; n <= 200; n++) {
        seed = n;
        make_game();
        const int32_t from = runs[3].checkpoint[0] + 2;
        const bool teleporter = with_outs;
        finish_count = 3;
        for (int i = 0; i < 3; i++) finishes[i].cid = i;
        for (size_t i = 0; i < position_count; i++) {
            if (positions[i].cid != 3 || positions[i].tick < from) continue;
            positions[i].x = OUT * TILE + 16 + (positions[i].tick - from); /* slowly, so that it stays where it came to */
            if (positions[i].tick == from) made++;
        }
        commands[0] = (teehistorian_command){ .tick = from - 1, .cid = 3, .flags = 128, .command = { "tp", 2 } };
        command_count = !teleporter;
        const judgment j = judge();
        if (*j.errors || !!strstr(j.notes, "ddnet.level-undecidable ") == teleporter)
            fail_msg("seed %zu: %s; %s", n, j.errors, j.notes);
    }
    assert_true(made > 150);
}

/* As where a part of the recording was lost: who is there moves without having appeared. */
static void a_tee_whose_appearance_is_lost_is_not_accused(void **state)
{
    size_t finishes_seen = 0;
    (void)state;
    for (size_t n = 1; n <= 100; n++) {
        size_t kept = 0;
        seed = n;
        make_game();
        finishes_seen += runs[2].first_finish >= 0;
        for (size_t i = 0; i < position_count; i++)
            if (positions[i].cid != 2 || positions[i].kind != TEEHISTORIAN_NEW) positions[kept++] = positions[i];
        position_count = kept;
        const judgment j = judge();
        if (*j.errors) fail_msg("seed %zu: %s; %s", n, j.errors, j.notes);
    }
    assert_true(finishes_seen > 50);
}

static void a_damaged_map_decides_nothing(void **state)
{
    (void)state;
    seed = 1;
    make_game();
    reel_replay *replay = game_replay(), *level, *result;
    const ddnet_map_layer layer = { .kind = DDNET_MAP_GAME, .width = WIDTH, .height = HEIGHT, .complete = 0 };
    const reel_own_rows rows = { &ddnet_map_layers, &layer, 1 };
    judgment j = { "", "" };
    assert_int_equal(reel_replay_of_rows(&reel_format_ddnet_map, &rows, 1, NULL, &level, NULL), REEL_OK);
    const reel_insight_options options = { REEL_SIZED(reel_insight_options), .level = level, .report = take_finding,
                                           .report_context = &j };
    assert_int_equal(reel_insight_run_chunk(&reel_check_ddnet_level, &reel_format_teehistorian, reel_replay_chunk(replay),
                                            &options, &result, NULL),
                     REEL_OK);
    assert_string_equal(j.errors, "");
    assert_non_null(strstr(j.notes, "ddnet.level-undecidable "));
    reel_free(result);
    reel_free(level);
    reel_free(replay);
}

/* Positions, ticks and tiles out of any range: an answer, whatever it is. */
static void hostile_numbers_are_answered(void **state)
{
    (void)state;
    for (size_t n = 1; n <= 200; n++) {
        static const int32_t numbers[] = { INT32_MIN, INT32_MAX, -1, 0, 1 << 20, -320 };
        seed = n;
        make_game();
        for (size_t i = 0; i < 20; i++) {
            teehistorian_position *p = &positions[below((uint32_t)position_count)];
            (below(2) ? (p->x = numbers[below(6)]) : (p->y = numbers[below(6)]));
        }
        finishes[below(TEES)].time = numbers[below(6)];
        judge();
    }
}

static void every_lack_of_memory_is_an_error(void **state)
{
    (void)state;
    seed = 3;
    make_game();
    reel_replay *level = map_replay(), *replay = game_replay();
    const reel_insight_options options = { REEL_SIZED(reel_insight_options), .level = level };
    insight_without_memory(&reel_insight_ddnet, replay, &options, 3);
    insight_without_memory(&reel_check_ddnet_level, replay, &options, 3);
    reel_free(replay);
    reel_free(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_said_against_honest_games),
        cmocka_unit_test(tables_have_what_was_touched),
        cmocka_unit_test(players_have_their_time_on_tiles),
        cmocka_unit_test(each_forgery_is_found),
        cmocka_unit_test(jumps_may_have_causes),
        cmocka_unit_test(a_tee_whose_appearance_is_lost_is_not_accused),
        cmocka_unit_test(a_damaged_map_decides_nothing),
        cmocka_unit_test(hostile_numbers_are_answered),
        cmocka_unit_test(every_lack_of_memory_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
