/* SPDX-License-Identifier: MIT
 * Evidence of games that are made by the physics. Honest ones agree in every tick, and nothing accuses them; each kind of forgery is found. */
#include "made_game.h"

typedef struct judgment {
    char errors[512], warnings[512], notes[512];
    ddnet_evidence sum;
    int64_t thaws, quick_thaws;
} judgment;

static void take_finding(void *context, const reel_finding *finding)
{
    judgment *j = context;
    char *to = finding->severity == REEL_NOTE ? j->notes : finding->severity == REEL_WARNING ? j->warnings : j->errors;
    assert_true(strlen(to) + strlen(finding->rule) + 2 < sizeof j->notes);
    assert_true(finding->flags & REEL_FINDING_EVIDENCE);
    strcat(strcat(to, finding->rule), " ");
}

static judgment judge(made_game *g, const made_map *map)
{
    static const reel_table *const wanted[] = { &ddnet_evidences, &ddnet_player_evidences, &ddnet_finish_evidences,
                                                &ddnet_evidence_ticks, NULL };
    judgment j = { "", "", "", { 0 }, 0, 0 };
    reel_replay *level = map_replay(map), *replay = game_replay(g), *result;
    reel_error error;
    size_t count, players, ticks;
    const reel_insight_options options = { REEL_SIZED(reel_insight_options), .level = level, .report = take_finding,
                                           .report_context = &j, .tables = wanted };
    if (reel_insight_run_chunk(&reel_check_ddnet_motion, &reel_format_teehistorian, reel_replay_chunk(replay), &options, &result,
                               &error) < 0)
        fail_msg("%s", error.message);
    const ddnet_evidence *sum = reel_rows(result, &ddnet_evidences, &count);
    assert_int_equal(count, 1);
    j.sum = *sum;
    assert_int_equal(sum->ticks, sum->agreed + sum->differing + sum->impossible + sum->undecidable);
    int64_t total = 0;
    const ddnet_player_evidence *player = reel_rows(result, &ddnet_player_evidences, &players);
    for (size_t i = 0; i < players; i++) {
        total += player[i].ticks;
        j.thaws += player[i].thaws;
        j.quick_thaws += player[i].quick_thaws;
    }
    assert_int_equal(total, sum->ticks);
    reel_rows(result, &ddnet_evidence_ticks, &ticks);
    assert_int_equal(ticks, sum->ticks - sum->agreed);
    reel_rows(result, &ddnet_finish_evidences, &count);
    assert_int_equal(count, sum->finishes);
    reel_free(result);
    reel_free(replay);
    reel_free(level);
    return j;
}

static made_kind kind_of(size_t n)
{
    return (made_kind){ .freezes = n % 2,
                        .teleporters = n % 3 == 0,
                        .boosts = n % 4 == 0,
                        .weapons = n % 5 == 0,
                        .stoppers = n % 7 == 0,
                        .together = n % 2,
                        .tunes = n % 11 == 0,
                        .tees = 1 + (int)(n % TEES),
                        .ticks = 200 + (int)below(MOST_TICKS - 200) };
}

static made_game game;
static made_map map;

static void make(size_t n)
{
    seed = n;
    const made_kind kind = kind_of(n);
    make_map(&map, &kind);
    make_game(&game, &kind, &map, NULL);
}

static void nothing_is_said_against_honest_games(void **state)
{
    (void)state;
    const size_t games = draws(2000, 400, 30);
    int64_t ticks = 0, finishes = 0, thaws = 0, quick = 0;
    for (size_t n = 1; n <= games; n++) {
        make(n);
        const judgment j = judge(&game, &map);
        ticks += j.sum.ticks;
        finishes += j.sum.finishes;
        thaws += j.thaws, quick += j.quick_thaws;
        if (*j.errors || *j.warnings || strcmp(j.notes, "ddnet.motion-ticks ") != 0)
            fail_msg("seed %zu: %s; %s; %s", n, j.errors, j.warnings, j.notes);
        assert_int_equal(j.sum.agreed, j.sum.ticks);
        assert_true(j.sum.exact);
    }
    print_message("%zu honest games, %lld ticks, %lld finishes: nothing against any\n", games, (long long)ticks,
                  (long long)finishes);
    assert_true(finishes > (int64_t)games / 10);
    assert_true(thaws > quick && quick > 0); /* keys change every six ticks on the average */
}

/* Nothing moves for nine seconds. What tees are like then is found out again. */
static void a_long_rest_accuses_nobody(void **state)
{
    (void)state;
    const size_t games = draws(300, 100, 30);
    for (size_t n = 1; n <= games; n++) {
        seed = 77000 + n;
        made_kind kind = kind_of(n);
        kind.rests = true;
        kind.ticks = MOST_TICKS;
        make_map(&map, &kind);
        make_game(&game, &kind, &map, NULL);
        const judgment j = judge(&game, &map);
        if (*j.errors || *j.warnings) fail_msg("seed %zu: %s; %s; %s", n, j.errors, j.warnings, j.notes);
        assert_true(j.sum.agreed > j.sum.ticks / 2);
    }
}

static void the_tuning_of_the_header_counts(void **state)
{
    (void)state;
    const made_kind kind = { .tees = 3, .ticks = 400 };
    ddnet_tuning tuning = reel__ddnet_tuning_default();
    assert_true(reel__ddnet_tuning_set(&tuning, "gravity", 40));
    seed = 5;
    make_map(&map, &kind);
    make_game(&game, &kind, &map, &tuning);
    assert_non_null(strstr(judge(&game, &map).errors, "ddnet.motion-inputs "));
    game.values[game.value_count++] =
        (teehistorian_value){ .section = TEEHISTORIAN_TUNING, .key = { "gravity", 7 }, .value = { "40", 2 } };
    const judgment j = judge(&game, &map);
    assert_string_equal(j.errors, "");
    assert_int_equal(j.sum.agreed, j.sum.ticks);
}

/* ---- what explains a difference ------------------------------------------------------------------------------------- */

static made_game other;

/* From a tick on, tee 0 is where it is in another game, and presses what it did. */
static int32_t go_elsewhere(size_t n)
{
    const made_kind kind = { .tees = 3, .ticks = MOST_TICKS };
    const int32_t from = 300;
    size_t kept = 0;
    seed = 4000 + n;
    make_map(&map, &kind);
    make_game(&game, &kind, &map, NULL);
    make_game(&other, &kind, &map, NULL);
    for (size_t i = 0; i < game.position_count; i++)
        if (game.positions[i].cid != 0 || game.positions[i].tick < from) game.positions[kept++] = game.positions[i];
    for (size_t i = 0; i < other.position_count; i++)
        if (other.positions[i].cid == 0 && other.positions[i].tick >= from) game.positions[kept++] = other.positions[i];
    game.position_count = kept;
    game.finish_count = 0;
    return from;
}

static void commands_may_move_tees(void **state)
{
    static const struct {
        int32_t cid, flags;
        const char *name;
        bool moves;
    } commands[] = { { 0, 128, "r", true },       { 0, 128, "top5", false }, { 1, 128, "tp", false },  { 1, 0, "tele", true },
                     { -1, 4, "unfreeze", true }, { -1, 4, "say", false },   { -1, 4, "sv_x", false }, { 0, 128, "swap", true } };
    (void)state;
    for (size_t n = 1; n <= draws(40, 40, 40); n++)
        for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
            const int32_t from = go_elsewhere(n);
            game.commands[game.command_count++] =
                (teehistorian_command){ .tick = from - 1,
                                        .cid = commands[i].cid,
                                        .flags = commands[i].flags,
                                        .command = { commands[i].name, strlen(commands[i].name) } };
            const judgment j = judge(&game, &map);
            if (!*j.errors != commands[i].moves || (commands[i].moves && *j.warnings))
                fail_msg("seed %zu, %s: %s; %s", n, commands[i].name, j.errors, j.warnings);
            assert_true(j.sum.support != DDNET_SHOWS_ALL);
        }
}

/* Another game may have other rules, and old servers record inputs as they come. */
static void other_rules_are_not_judged(void **state)
{
    (void)state;
    for (size_t n = 1; n <= draws(40, 40, 40); n++) {
        go_elsewhere(n);
        game.game_type = "another";
        judgment j = judge(&game, &map);
        assert_string_equal(j.errors, "");
        assert_string_equal(j.warnings, "");
        assert_non_null(strstr(j.notes, "ddnet.motion-undecidable "));
        make(n);
        for (size_t i = 0; i < game.input_count; i++) game.inputs[i].tick += (int32_t)below(2);
        for (size_t i = 1; i < game.input_count; i++)
            if (game.inputs[i].tick < game.inputs[i - 1].tick) game.inputs[i].tick = game.inputs[i - 1].tick;
        game.version = "0.6.4, 13.2.2", game.minor = 0;
        j = judge(&game, &map);
        if (*j.errors || *j.warnings) fail_msg("seed %zu: %s; %s", n, j.errors, j.warnings);
        assert_false(j.sum.exact);
        assert_true(j.sum.support != DDNET_SHOWS_ALL);
    }
}

/* What a tile or a setting does that the physics does not know, nobody can tell: no difference counts against anybody, and no finish is shown in full. */
static void unknown_tiles_and_settings_are_not_judged(void **state)
{
    static const struct {
        int tile; /* 0: the setting */
        const char *setting;
        bool known;
    } cases[] = {
        { 0, "switch_open 3", true },
        { 0, "mapbug grenade-doubleexplosion@ddnet.tw", false },
        { 0, "sv_gravity_of_another_game 1", false },
        { 0, "tune gravity_of_another_game 1", false },
        { 0, "tune gravity 0.5", true },
        { 0, "sv_pauseable 1", true },
        { 0, "# a comment", true },
        { 0, "", true },
        { 8, NULL, false },
        { 80, NULL, false },
        { 219, NULL, false },
        { 255, NULL, false },
        { TILE_CHECKPOINT, NULL, true },
        { 76, NULL, true },
        { 240, NULL, true },
    };
    (void)state;
    for (size_t n = 1; n <= draws(40, 10, 4); n++)
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            go_elsewhere(n);
            if (cases[i].tile) made_tile(&map, 0, DDNET_MAP_GAME, 3, 1, 1, cases[i].tile);
            map.setting = cases[i].setting;
            const judgment j = judge(&game, &map);
            const bool accuses = *j.errors || *j.warnings;
            if (accuses != cases[i].known || !strstr(j.notes, "ddnet.motion-undecidable ") != cases[i].known)
                fail_msg("seed %zu, tile %d, setting %s: %s; %s; %s", n, cases[i].tile, cases[i].setting ? cases[i].setting : "",
                         j.errors, j.warnings, j.notes);
            assert_true(j.sum.support != DDNET_SHOWS_ALL && j.sum.exact == cases[i].known);
            if (!cases[i].known) assert_true(j.sum.undecidable > 0 && j.sum.differing + j.sum.impossible == 0);
        }
    map.setting = NULL;
}

/* As in a map, so in the header. */
static void unknown_tunings_of_the_header_are_not_judged(void **state)
{
    static const struct {
        const char *name;
        bool known;
    } cases[] = { { "gravity_of_another_game", false },
                  { "a_name_that_is_longer_than_any_that_the_game_has", false },
                  { "", false },
                  { "gun_speed", true } };
    (void)state;
    for (size_t n = 1; n <= draws(20, 10, 4); n++)
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            go_elsewhere(n);
            game.values[game.value_count++] = (teehistorian_value){ .section = TEEHISTORIAN_TUNING,
                                                                    .key = { cases[i].name, strlen(cases[i].name) },
                                                                    .value = { "140000", 6 } };
            const judgment j = judge(&game, &map);
            const bool accuses = *j.errors || *j.warnings;
            if (accuses != cases[i].known || !strstr(j.notes, "ddnet.motion-undecidable ") != cases[i].known)
                fail_msg("seed %zu, tuning %s: %s; %s; %s", n, cases[i].name, j.errors, j.warnings, j.notes);
            assert_true(j.sum.support != DDNET_SHOWS_ALL && j.sum.exact == cases[i].known);
            if (!cases[i].known) assert_true(j.sum.undecidable > 0 && j.sum.differing + j.sum.impossible == 0);
        }
}

/* ---- forgeries ------------------------------------------------------------------------------------------------------ */

/* A game in which each tee is for itself, on a map without what moves tees elsewhere. */
static made_kind plain_kind(void)
{
    return (made_kind){ .freezes = below(2), .stoppers = below(2), .weapons = below(4) == 0, .tees = 3, .ticks = MOST_TICKS };
}

/* The row of a position of tee 0 that moves, in the middle of the game, and in the next tick too; SIZE_MAX: none. */
static size_t moving_row(void)
{
    const int32_t tick = 100 + (int32_t)below(MOST_TICKS - 250);
    for (size_t i = 0; i < game.position_count; i++) {
        const teehistorian_position *p = &game.positions[i];
        if (p->cid != 0 || p->tick < tick) continue;
        for (size_t k = i + 1; k < game.position_count && game.positions[k].tick <= p->tick + 1; k++)
            if (game.positions[k].cid == 0) return i;
    }
    return SIZE_MAX;
}

static int32_t some_way(int32_t least, int32_t most)
{
    const int32_t way = least + (int32_t)below((uint32_t)(most - least));
    return below(2) ? way : -way;
}

static bool move_one_position(void)
{
    const size_t at = moving_row();
    if (at == SIZE_MAX) return false;
    *(below(2) ? &game.positions[at].x : &game.positions[at].y) += some_way(40, 200);
    return true;
}

static bool move_all_from_a_tick_on(void)
{
    const size_t at = moving_row();
    const int32_t way = some_way(40, 200);
    for (size_t i = at; i < game.position_count; i++)
        if (game.positions[i].cid == 0) game.positions[i].x += way;
    return at != SIZE_MAX;
}

enum { CUT = 60 };

/* Of some ticks each second one is gone, rows and inputs, and what follows comes earlier. */
static int32_t hurried(int32_t tick, int32_t from)
{
    return tick < from ? tick : tick < from + 2 * CUT ? from + (tick - from) / 2 : tick - CUT;
}

static bool hurry(void)
{
    const int32_t from = 150 + (int32_t)below(200);
    for (size_t i = 0; i < game.position_count; i++) game.positions[i].tick = hurried(game.positions[i].tick, from);
    for (size_t i = 0; i < game.input_count; i++) game.inputs[i].tick = hurried(game.inputs[i].tick, from);
    for (size_t i = 0; i < game.finish_count; i++) game.finishes[i].tick = hurried(game.finishes[i].tick, from);
    return true;
}

static bool remove_positions(void)
{
    const size_t at = moving_row();
    if (at == SIZE_MAX) return false;
    const int32_t from = game.positions[at].tick;
    size_t kept = 0;
    for (size_t i = 0; i < game.position_count; i++)
        if (game.positions[i].cid != 0 || game.positions[i].tick < from || game.positions[i].tick > from + 40)
            game.positions[kept++] = game.positions[i];
    game.position_count = kept;
    return true;
}

/* The way of another game on the same map. */
static bool take_another_way(void)
{
    const made_kind kind = { .tees = 3, .ticks = MOST_TICKS };
    make_game(&other, &kind, &map, NULL);
    memcpy(game.positions, other.positions, sizeof game.positions);
    game.position_count = other.position_count;
    game.finish_count = 0;
    return true;
}

/* From a tick on, the way and the inputs of another game. */
static bool splice(void)
{
    const made_kind kind = { .tees = 3, .ticks = MOST_TICKS };
    const int32_t from = 150 + (int32_t)below(300);
    size_t kept = 0;
    make_game(&other, &kind, &map, NULL);
    for (size_t i = 0; i < game.position_count; i++)
        if (game.positions[i].tick < from) game.positions[kept++] = game.positions[i];
    for (size_t i = 0; i < other.position_count; i++)
        if (other.positions[i].tick >= from) game.positions[kept++] = other.positions[i];
    game.position_count = kept;
    kept = 0;
    for (size_t i = 0; i < game.input_count; i++)
        if (game.inputs[i].tick < from) game.inputs[kept++] = game.inputs[i];
    for (size_t i = 0; i < other.input_count; i++)
        if (other.inputs[i].tick >= from) game.inputs[kept++] = other.inputs[i];
    game.input_count = kept;
    game.finish_count = 0;
    return true;
}

/* All are in team 0: the clock of a team is not judged. */
static void play_together(void)
{
    const made_kind kind = { .tees = 3, .ticks = MOST_TICKS, .together = true };
    make_game(&game, &kind, &map, NULL);
}

static bool state_less_time(void)
{
    play_together();
    if (!game.finish_count) return false;
    game.finishes[0].time -= 30;
    return game.finishes[0].time > 0;
}

/* A finish that is not there. */
static bool insert_a_finish(void)
{
    play_together();
    for (int32_t cid = 0; cid < 3; cid++) {
        bool has = false;
        for (size_t i = 0; i < game.finish_count; i++) has |= game.finishes[i].cid == cid;
        if (has || game.start[cid] < 0) continue;
        game.finishes[game.finish_count++] = (teehistorian_finish){
            .tick = MOST_TICKS - 50, .cid = cid, .time = MOST_TICKS - 50 - game.start[cid], .kind = TEEHISTORIAN_PLAYER_FINISH
        };
        return true;
    }
    return false;
}

static bool leave_out_inputs(void)
{
    size_t kept = 0;
    for (size_t i = 0; i < game.input_count; i++)
        if (i % 3) game.inputs[kept++] = game.inputs[i];
    game.input_count = kept;
    return true;
}

static bool shift_inputs(void)
{
    for (size_t i = 0; i < game.input_count; i++) game.inputs[i].tick += 3;
    return true;
}

static bool exchange_inputs(void)
{
    for (size_t i = 0; i < game.input_count; i++)
        if (game.inputs[i].cid < 2) game.inputs[i].cid = 1 - game.inputs[i].cid;
    return true;
}

/* Games on a map from which some tiles are missing. */
static made_map without_tiles(int index)
{
    made_map less = map;
    less.count = 0;
    for (size_t i = 0; i < map.count; i++) {
        const ddnet_map_tile *tile = &map.tiles[i];
        const bool border = tile->x == 0 || tile->x == WIDTH - 1 || tile->y == 0 || tile->y == FLOOR;
        if (tile->index != index || border) less.tiles[less.count++] = *tile;
    }
    return less;
}

static bool play_on(int missing)
{
    made_kind kind = { .tees = 3, .ticks = MOST_TICKS };
    static made_map less;
    less = without_tiles(missing);
    const uint64_t from = seed;
    make_game(&other, &kind, &map, NULL);
    seed = from;
    make_game(&game, &kind, &less, NULL);
    for (size_t i = 0; i < game.position_count && i < other.position_count; i++)
        if (game.positions[i].x != other.positions[i].x || game.positions[i].y != other.positions[i].y) return true;
    return false;
}

static bool remove_freezes(void)
{
    const made_kind kind = { .freezes = true };
    make_map(&map, &kind);
    return play_on(TILE_FREEZE);
}
static bool go_through_walls(void) { return play_on(TILE_SOLID); }
static bool hook_what_cannot_be_hooked(void)
{
    made_map hooked = map;
    const made_kind kind = { .tees = 3, .ticks = MOST_TICKS };
    for (size_t i = 0; i < hooked.count; i++)
        if (hooked.tiles[i].index == TILE_NO_HOOK) hooked.tiles[i].index = TILE_SOLID;
    const uint64_t from = seed;
    make_game(&other, &kind, &map, NULL);
    seed = from;
    make_game(&game, &kind, &hooked, NULL);
    return game.position_count != other.position_count;
}

static bool change_the_tuning(void)
{
    ddnet_tuning tuning = reel__ddnet_tuning_default();
    const made_kind kind = { .tees = 3, .ticks = MOST_TICKS };
    static const struct {
        const char *name;
        int32_t value;
    } changes[] = {
        { "gravity", 40 }, { "ground_control_speed", 1100 }, { "hook_drag_accel", 350 }, { "air_jump_impulse", 1300 }
    };
    const uint32_t which = below(4);
    assert_true(reel__ddnet_tuning_set(&tuning, changes[which].name, changes[which].value));
    make_game(&game, &kind, &map, &tuning);
    return true;
}

static const struct forgery {
    const char *name, *rule; /* that is an error in all, or in most of them */
    bool (*forge)(void);
    int least; /* of a hundred, with this error; the others are warnings */
} forgeries[] = {
    { "one position moved", "ddnet.motion-impossible ", move_one_position, 100 },
    { "all positions moved from a tick on", "ddnet.motion-impossible ", move_all_from_a_tick_on, 100 },
    { "each second tick removed for a time", "ddnet.motion-", hurry, 100 },
    { "positions removed", "ddnet.motion-", remove_positions, 90 },
    { "the positions of another game", "ddnet.motion-", take_another_way, 100 },
    { "positions and inputs of another game from a tick on", "ddnet.motion-", splice, 100 },
    { "less time stated", "ddnet.motion-finish ", state_less_time, 100 },
    { "a finish inserted", "ddnet.motion-finish ", insert_a_finish, 100 },
    { "each third input removed", "ddnet.motion-inputs ", leave_out_inputs, 100 },
    { "inputs 60 ms late", "ddnet.motion-inputs ", shift_inputs, 100 },
    { "inputs of two players exchanged", "ddnet.motion-inputs ", exchange_inputs, 100 },
    { "freezes removed", "ddnet.motion-", remove_freezes, 80 },
    { "through walls", "ddnet.motion-", go_through_walls, 80 },
    { "hooks on what cannot be hooked", "ddnet.motion-", hook_what_cannot_be_hooked, 10 },
    { "another tuning", "ddnet.motion-inputs ", change_the_tuning, 50 },
};

static void each_forgery_is_found(void **state)
{
    (void)state;
    const size_t games = draws(500, 120, 30);
    for (size_t k = 0; k < sizeof forgeries / sizeof *forgeries; k++) {
        const struct forgery *f = &forgeries[k];
        size_t made = 0, errors = 0, found = 0;
        for (size_t n = 1; n <= games; n++) {
            seed = 1000000 * (k + 1) + n;
            const made_kind kind = plain_kind();
            make_map(&map, &kind);
            make_game(&game, &kind, &map, NULL);
            if (!f->forge()) continue;
            const judgment j = judge(&game, &map);
            made++;
            errors += strstr(j.errors, f->rule) != NULL;
            found += *j.errors || *j.warnings;
            if (*j.errors && j.sum.support != DDNET_CONTRADICTS) fail_msg("%s, seed %zu: not contradicted", f->name, n);
            if (j.sum.support == DDNET_SHOWS_ALL) fail_msg("%s, seed %zu: shown", f->name, n);
        }
        print_message("%s: %zu, %zu found, %zu as errors\n", f->name, made, found, errors);
        assert_true(made >= games / 10);
        assert_int_equal(found, made);
        assert_true(errors * 100 >= made * (size_t)f->least);
    }
}

/* ---- how it is run -------------------------------------------------------------------------------------------------- */

typedef struct given {
    size_t rows;
    ddnet_evidence sum;
} given;

static reel_status take_rows(void *context, const reel_format *format, const reel_insight *insight, const reel_chunk *chunk,
                             reel_error *error)
{
    (void)format, (void)error;
    given *g = context;
    size_t count;
    if (insight != &reel_check_ddnet_motion) return REEL_OK;
    const ddnet_evidence *sum = reel_chunk_rows(chunk, &ddnet_evidences, &count);
    g->rows += count;
    if (count) g->sum = *sum;
    return REEL_OK;
}

/* A survey of the file gives the same row, unasked, however it is read. */
static void a_survey_gives_the_row(void **state)
{
    (void)state;
    for (size_t n = 1; n <= 6; n++) {
        make(n);
        const judgment whole = judge(&game, &map);
        reel_replay *level = map_replay(&map), *replay = game_replay(&game);
        reel_memory bytes = { 0 };
        reel_error error;
        if (reel_write(reel_replay_chunk(replay), &reel_format_teehistorian, reel_sink_memory(&bytes, NULL), NULL, &error) < 0)
            fail_msg("%s", error.message);
        given g = { 0, { 0 } };
        const reel_insight_options how = { REEL_SIZED(reel_insight_options), .level = level };
        reel_survey survey = { REEL_SIZED(reel_survey), .flags = REEL_SURVEY_CHECK | REEL_SURVEY_EVIDENCE,
                               .insight_options = &how, .rows = take_rows, .context = &g };
        if (reel_survey_run(reel_source_memory(bytes.data, bytes.size), NULL, &survey, &error) < 0) fail_msg("%s", error.message);
        assert_int_equal(g.rows, 1);
        assert_int_equal(g.sum.ticks, whole.sum.ticks);
        assert_int_equal(g.sum.agreed, whole.sum.agreed);
        assert_int_equal(g.sum.support, whole.sum.support);
        g = (given){ 0, { 0 } };
        survey = (reel_survey){ REEL_SIZED(reel_survey), .flags = REEL_SURVEY_CHECK | REEL_SURVEY_EVIDENCE, .rows = take_rows,
                                .context = &g };
        assert_true(reel_survey_run(reel_source_memory(bytes.data, bytes.size), NULL, &survey, &error) >= 0);
        assert_int_equal(g.rows, 0); /* without the map */
        reel_memory_free(&bytes);
        reel_free(replay);
        reel_free(level);
    }
}

/* Numbers out of any range, ticks far apart, many rows in a tick: an answer, in time that their number allows. */
static void hostile_numbers_are_answered(void **state)
{
    static const int32_t numbers[] = { INT32_MIN, INT32_MAX, -1, 0, 1 << 20, -320 };
    (void)state;
    for (size_t n = 1; n <= draws(60, 60, 60); n++) {
        make(n);
        for (size_t i = 0; i < 40; i++) {
            teehistorian_position *p = &game.positions[below((uint32_t)game.position_count)];
            teehistorian_input *in = &game.inputs[below((uint32_t)game.input_count)];
            (below(2) ? (p->x = numbers[below(6)]) : (p->y = numbers[below(6)]));
            if (below(4) == 0) p->kind = TEEHISTORIAN_OLD;
            if (below(4) == 0) p->cid = numbers[below(6)];
            (below(2) ? (in->target_x = numbers[below(6)]) : (in->fire = numbers[below(6)]));
            if (below(8) == 0) in->cid = numbers[below(6)];
        }
        if (n % 3 == 0)
            for (size_t i = game.position_count / 2; i < game.position_count; i++)
                game.positions[i].tick = n % 2 ? INT32_MAX : game.positions[i].tick + 2000000000;
        for (size_t i = 0; i < game.finish_count; i++) game.finishes[i].time = numbers[below(6)];
        for (size_t i = 0; i < game.team_count; i++) game.teams[i].team = numbers[below(6)];
        judge(&game, &map);
    }
}

/* 128 tees that stand, and hardly a row: they are judged as far as the rows allow, and the recording is read to its end. */
static void many_ticks_of_few_rows_are_judged_in_part(void **state)
{
    (void)state;
    const made_kind kind = { .tees = 1 };
    seed = 1;
    make_map(&map, &kind);
    game = (made_game){ .version = "0.6, 20.1", .game_type = "DDraceNetwork", .minor = 22 };
    for (int32_t cid = 0; cid < TEEHISTORIAN_CLIENTS; cid++)
        add_position(&game, 5, cid, 100 + 20 * (cid % 50), (FLOOR - 1) * TILE + 16, TEEHISTORIAN_NEW);
    for (int32_t i = 1; i <= 40; i++)
        add_position(&game, 5 + 200 * i, 0, 100 + i % 2, (FLOOR - 1) * TILE + 16, TEEHISTORIAN_DIFF);
    const judgment j = judge(&game, &map);
    assert_string_equal(j.errors, "");
    assert_string_equal(j.warnings, "");
    assert_non_null(strstr(j.notes, "ddnet.motion-undecidable "));
    assert_true(j.sum.ticks > 100000 && j.sum.ticks < 128 * 200 * 40);
    assert_true(j.sum.support != DDNET_SHOWS_ALL);
}

static void every_lack_of_memory_is_an_error(void **state)
{
    (void)state;
    const made_kind kind = { .tees = 2, .ticks = 30, .tunes = true };
    static const reel_table *const wanted[] = { &ddnet_evidences, &ddnet_player_evidences, &ddnet_evidence_ticks, NULL };
    seed = 3;
    make_map(&map, &kind);
    make_game(&game, &kind, &map, NULL);
    game.positions[game.position_count / 2].x += 100;
    reel_replay *level = map_replay(&map), *replay = game_replay(&game);
    const reel_insight_options options = { REEL_SIZED(reel_insight_options), .level = level, .tables = wanted };
    insight_without_memory(&reel_insight_ddnet, replay, &options, 11);
    insight_without_memory(&reel_check_ddnet_motion, replay, &options, 11);
    reel_free(replay);
    reel_free(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_said_against_honest_games),
        cmocka_unit_test(a_long_rest_accuses_nobody),
        cmocka_unit_test(the_tuning_of_the_header_counts),
        cmocka_unit_test(commands_may_move_tees),
        cmocka_unit_test(other_rules_are_not_judged),
        cmocka_unit_test(unknown_tiles_and_settings_are_not_judged),
        cmocka_unit_test(unknown_tunings_of_the_header_are_not_judged),
        cmocka_unit_test(each_forgery_is_found),
        cmocka_unit_test(a_survey_gives_the_row),
        cmocka_unit_test(hostile_numbers_are_answered),
        cmocka_unit_test(many_ticks_of_few_rows_are_judged_in_part),
        cmocka_unit_test(every_lack_of_memory_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
