/* SPDX-License-Identifier: MIT
 * Plays beside their maps. Maps and honest plays of them are made from seeds, with all modifiers: nothing is said against any. Each kind of
 * forgery is found. REEL_LEVEL_PLAYS gives the number of plays, and REEL_LEVEL_FROM the first seed. */
#include "level_files.h"

#include <math.h>
#include <reel/beatsaber.h>
#include <reel/beatsaber_map.h>
#include <stdlib.h>

enum { MOST = 600, DIFFICULTIES = 2, LINES = 4, LAYERS = 3 };

static uint64_t seed;

/* SplitMix64. */
static uint32_t below(uint32_t most)
{
    uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(((z ^ z >> 31) >> 32) * most >> 32);
}

static double between(double low, double high) { return low + (high - low) * (double)below(1u << 20) / (1u << 20); }
static reel_string text(const char *data) { return (reel_string){ data, strlen(data) }; }

/* ---- maps --------------------------------------------------------------------------------------------------------- */

/* What a player meets, by the map's own numbers. */
typedef struct thing {
    double time;
    int line, layer, color, direction, scoring;
    bool bomb;
} thing;

typedef struct made_map {
    beatsaber_map_info info;
    beatsaber_map_difficulty difficulties[DIFFICULTIES];
    beatsaber_map_note notes[MOST];
    beatsaber_map_bomb bombs[MOST];
    beatsaber_map_chain chains[MOST];
    beatsaber_map_arc arcs[MOST];
    size_t note_count, bomb_count, chain_count, arc_count;
    thing things[DIFFICULTIES][MOST];
    size_t thing_count[DIFFICULTIES];
    double end;
} made_map;

static made_map map;
/* How maps are given: version 0 is as rows. */
static level_form form;

static thing *add_thing(uint32_t difficulty, thing made)
{
    assert_true(map.thing_count[difficulty] < MOST);
    thing *t = &map.things[difficulty][map.thing_count[difficulty]++];
    *t = made;
    return t;
}

static void add_note(uint32_t difficulty, double time, int line, int layer, int color, int direction, int scoring)
{
    map.notes[map.note_count++] = (beatsaber_map_note){ .time = time,
                                                        .beat = time * 2,
                                                        .difficulty = difficulty,
                                                        .line = line,
                                                        .layer = layer,
                                                        .color = color,
                                                        .direction = direction,
                                                        .scoring = (uint8_t)scoring,
                                                        .present = BEATSABER_MAP_HAS_TIME };
    add_thing(difficulty, (thing){ time, line, layer, color, direction, scoring, false });
}

/* A chain on a note, whose links go to a place of their own. */
static void add_chain(uint32_t difficulty, double time, int line, int layer, int color)
{
    const int parts = 2 + (int)below(5), tail = (int)below(LINES);
    const double tail_time = time + 0.12;
    map.chains[map.chain_count++] = (beatsaber_map_chain){ .time = time,
                                                           .tail_time = tail_time,
                                                           .squish = 1,
                                                           .difficulty = difficulty,
                                                           .line = line,
                                                           .layer = layer,
                                                           .color = color,
                                                           .tail_line = tail,
                                                           .tail_layer = layer,
                                                           .parts = parts,
                                                           .present = BEATSABER_MAP_HAS_TIME };
    for (int i = 1; i < parts; i++)
        add_thing(difficulty, (thing){ time + 0.12 * i / (parts - 1), i == parts - 1 ? tail : line, layer, color, 8,
                                       BSOR_CHAIN_LINK, false });
}

static void add_arc(uint32_t difficulty, double time, int line, int layer, int color, bool head)
{
    const double away = time + 900; /* its other end is nowhere near */
    map.arcs[map.arc_count++] = (beatsaber_map_arc){ .time = head ? time : away,
                                                     .tail_time = head ? away : time,
                                                     .difficulty = difficulty,
                                                     .line = line,
                                                     .layer = layer,
                                                     .color = color,
                                                     .tail_line = line,
                                                     .tail_layer = layer,
                                                     .present = BEATSABER_MAP_HAS_TIME };
}

static int by_time(const void *a, const void *b)
{
    const thing *x = a, *y = b;
    return x->time < y->time ? -1 : x->time > y->time;
}

static void make_difficulty(uint32_t difficulty)
{
    const size_t count = 40 + below(60);
    double time = between(0.4, 3);
    for (size_t i = 0; i < count; i++, time += between(0.18, 0.6)) {
        const int line = (int)below(LINES), layer = (int)below(LAYERS), color = (int)below(2), kind = (int)below(12);
        const int direction = (int)below(9);
        if (kind == 0 && form.version != 2) {
            add_note(difficulty, time, line, layer, color, direction, BSOR_CHAIN_HEAD);
            add_chain(difficulty, time, line, layer, color);
        } else if (kind == 1 || kind == 2) {
            add_note(difficulty, time, line, layer, color, direction, kind == 1 ? BSOR_ARC_HEAD : BSOR_ARC_TAIL);
            add_arc(difficulty, time, line, layer, color, kind == 1);
        } else if (kind == 3) {
            map.bombs[map.bomb_count++] = (beatsaber_map_bomb){
                .time = time, .difficulty = difficulty, .line = line, .layer = layer, .present = BEATSABER_MAP_HAS_TIME
            };
            add_thing(difficulty, (thing){ time, line, layer, -1, -1, BSOR_NO_SCORE, true });
        } else {
            add_note(difficulty, time, line, layer, color, direction, BSOR_NORMAL);
        }
        if (below(4) == 0) add_note(difficulty, time, (line + 1) % LINES, layer, 1 - color, (int)below(9), BSOR_NORMAL);
    }
    qsort(map.things[difficulty], map.thing_count[difficulty], sizeof(thing), by_time);
    if (time > map.end) map.end = time;
}

/* The greatest score, added up here in another way than in the library: a list in order of time and points. */
static uint64_t greatest_score(uint32_t difficulty)
{
    static thing sorted[MOST];
    const size_t count = map.thing_count[difficulty];
    uint64_t sum = 0;
    memcpy(sorted, map.things[difficulty], count * sizeof *sorted);
    for (size_t i = 1; i < count; i++)
        for (size_t at = i; at > 0 && sorted[at - 1].time == sorted[at].time &&
                            beatsaber_max_points(sorted[at - 1].scoring) > beatsaber_max_points(sorted[at].scoring);
             at--) {
            const thing swap = sorted[at];
            sorted[at] = sorted[at - 1];
            sorted[at - 1] = swap;
        }
    for (size_t i = 0, n = 0; i < count; i++)
        if (!sorted[i].bomb) {
            sum += (uint64_t)(n < 1 ? 1 : n < 5 ? 2 : n < 13 ? 4 : 8) * (uint64_t)beatsaber_max_points(sorted[i].scoring);
            n++;
        }
    return sum;
}

static const char *const names[DIFFICULTIES] = { "Hard", "ExpertPlus" };
static const char hash[] = "0123456789ABCDEF0123456789ABCDEF01234567";

static void make_map(void)
{
    memset(&map, 0, sizeof map);
    map.info = (beatsaber_map_info){
        .song_name = text("A song"), .mapper = text("somebody"), .level_hash = text(hash), .present = BEATSABER_MAP_HAS_HASH
    };
    for (uint32_t d = 0; d < DIFFICULTIES; d++) {
        make_difficulty(d);
        map.difficulties[d] = (beatsaber_map_difficulty){ .mode = text("Standard"),
                                                          .difficulty = text(names[d]),
                                                          .max_score = greatest_score(d),
                                                          .jump_distance = 18,
                                                          .present = BEATSABER_MAP_HAS_COUNTS | BEATSABER_MAP_HAS_JUMP };
    }
}

static reel_replay *map_of_files(void)
{
    const level_rows rows = { .difficulties = map.difficulties,
                              .notes = map.notes,
                              .bombs = map.bombs,
                              .chains = map.chains,
                              .arcs = map.arcs,
                              .difficulty_count = DIFFICULTIES,
                              .note_count = map.note_count,
                              .bomb_count = map.bomb_count,
                              .chain_count = map.chain_count,
                              .arc_count = map.arc_count };
    level_text zip = level_zip(&form, &rows);
    reel_replay *replay;
    reel_error error;
    if (reel_load(reel_source_memory(zip.data, zip.size), NULL, &replay, &error) != REEL_OK) fail_msg("%s", error.message);
    free(zip.data);
    return replay;
}

static reel_replay *map_replay(void)
{
    if (form.version) return map_of_files();
    const reel_own_rows rows[] = { { &beatsaber_map_infos, &map.info, map.info.level_hash.size ? 1 : 0 },
                                   { &beatsaber_map_difficulties, map.difficulties, DIFFICULTIES },
                                   { &beatsaber_map_notes, map.notes, map.note_count },
                                   { &beatsaber_map_bombs, map.bombs, map.bomb_count },
                                   { &beatsaber_map_chains, map.chains, map.chain_count },
                                   { &beatsaber_map_arcs, map.arcs, map.arc_count } };
    reel_replay *replay;
    reel_error error;
    if (reel_replay_of_rows(&reel_format_beatsaber_map, rows, sizeof rows / sizeof *rows, NULL, &replay, &error) < 0)
        fail_msg("%s", error.message);
    return replay;
}

/* ---- plays -------------------------------------------------------------------------------------------------------- */

enum { WAYS = 5 };

typedef struct made_play {
    bsor_info info;
    char modifiers[32];
    bsor_note notes[MOST];
    bsor_frame frames[2];
    size_t note_count;
    uint32_t difficulty;
    size_t cut, bad, missed, hit, not_reached; /* of the things of the map */
} made_play;

static made_play play;

static int32_t id_of(const thing *t, bool mirrored, bool no_arrows)
{
    static const int turned[] = { 0, 1, 3, 2, 5, 4, 7, 6, 8 };
    const int line = mirrored ? 3 - t->line : t->line;
    if (t->bomb) return t->scoring * 10000 + line * 1000 + t->layer * 100 + (below(2) ? 39 : -1);
    const int color = mirrored ? 1 - t->color : t->color;
    const int direction = no_arrows ? 8 : mirrored ? turned[t->direction] : t->direction;
    return t->scoring * 10000 + line * 1000 + t->layer * 100 + color * 10 + direction;
}

static void add_event(const thing *t, bool mirrored, bool no_arrows)
{
    bsor_note *note = &play.notes[play.note_count];
    const uint32_t fate = below(20);
    const double time = t->time + (between(0, 1) - 0.5) * 1e-4;
    if (t->bomb && fate) return;
    play.note_count++;
    *note = (bsor_note){ .note_id = id_of(t, mirrored, no_arrows), .spawn_time = (float)time };
    note->event_type = t->bomb ? BSOR_BOMB : fate == 0 ? BSOR_BAD_CUT : fate < 3 ? BSOR_MISS : BSOR_GOOD_CUT;
    note->event_time = (float)(time + (note->event_type == BSOR_MISS ? 0.2 : between(-0.05, 0.05)));
    play.hit += t->bomb;
    play.bad += note->event_type == BSOR_BAD_CUT;
    play.missed += note->event_type == BSOR_MISS;
    play.cut += note->event_type == BSOR_GOOD_CUT;
    if (note->event_type > BSOR_BAD_CUT) return;
    note->has_cut = 1;
    note->cut = (bsor_cut){ .speed_ok = 1,
                            .direction_ok = 1,
                            .saber_type_ok = note->event_type == BSOR_GOOD_CUT,
                            .saber_speed = 10,
                            .saber_type = (mirrored ? 1 - t->color : t->color) ^ (note->event_type == BSOR_BAD_CUT),
                            .cut_point = { 0, 1, 1 },
                            .cut_normal = { 1, 0, 0 },
                            .before_cut_rating = (float)between(0.5, 1),
                            .after_cut_rating = (float)between(0.5, 1),
                            .cut_distance_to_center = (float)between(0, 0.3) };
}

static int by_event(const void *a, const void *b)
{
    const bsor_note *x = a, *y = b;
    return x->event_time < y->event_time ? -1 : x->event_time > y->event_time;
}

/* Whole, from the middle, failed, or quit. */
static void make_play(void)
{
    static const char *const modifiers[] = { "", "NA", "NB", "NO,IF", "FS,NB,NA", "SF", "GN,DA", "SS,NF", "BE,PM,SC" };
    static const char *const versions[] = { "1.29.1_1", "1.39.1", "1.40.9" };
    memset(&play, 0, sizeof play);
    play.difficulty = below(DIFFICULTIES);
    strcpy(play.modifiers, modifiers[below(sizeof modifiers / sizeof *modifiers)]);
    const bool left_handed = below(4) == 0, no_arrows = strstr(play.modifiers, "NA"), no_bombs = strstr(play.modifiers, "NB");
    const uint32_t way = below(WAYS);
    const double from = way == 1 ? between(2, 9) : 0, to = way == 2 || way == 3 ? between(5, 15) : map.end + 1;
    play.info = (bsor_info){ .game_version = text(versions[below(3)]),
                             .platform = text(below(2) ? "steam" : "oculus"),
                             .map_hash = text(hash),
                             .difficulty = text(names[play.difficulty]),
                             .mode = text("Standard"),
                             .modifiers = text(play.modifiers),
                             .jump_distance = 18,
                             .height = 1.7f,
                             .start_time = (float)from,
                             .fail_time = way == 2 ? (float)to : 0,
                             .left_handed = left_handed };
    for (size_t i = 0; i < map.thing_count[play.difficulty]; i++) {
        const thing *t = &map.things[play.difficulty][i];
        if (t->bomb && no_bombs) continue;
        const size_t before = play.note_count, missed = play.missed;
        if (t->time >= from && t->time < to) add_event(t, left_handed, no_arrows);
        /* at the end of the play, notes fly that have not been missed yet, and later ones were cut */
        if (play.note_count > before && play.missed > missed && (double)play.notes[before].event_time > to) {
            play.note_count = before;
            play.missed--;
        }
        play.not_reached += play.note_count == before && !t->bomb;
    }
    qsort(play.notes, play.note_count, sizeof *play.notes, by_event);
    play.frames[0].time = (float)from;
    play.frames[1].time = (float)(way == 0 || way == 1 || way == 4 ? map.end + 3 : to);
}

static reel_replay *play_replay(void)
{
    const reel_own_rows rows[] = { { &bsor_infos, &play.info, 1 },
                                   { &bsor_frames, play.frames, 2 },
                                   { &bsor_notes, play.notes, play.note_count } };
    reel_replay *replay;
    reel_error error;
    if (reel_replay_of_rows(&reel_format_bsor, rows, sizeof rows / sizeof *rows, NULL, &replay, &error) < 0)
        fail_msg("%s", error.message);
    return replay;
}

/* ---- judging ------------------------------------------------------------------------------------------------------- */

typedef struct judgment {
    char rules[1024]; /* of all but notes, each with a blank before and after it */
    char notes[1024]; /* likewise */
    uint64_t count;   /* of the last of them */
    reel_status status;
    char rule[64], message[REEL_MESSAGE_SIZE]; /* of a failure */
} judgment;

static void add_rule(char *rules, const char *rule)
{
    assert_true(strlen(rules) + strlen(rule) + 2 < 1024);
    strcat(strcat(rules, *rules ? "" : " "), rule);
    strcat(rules, " ");
}

static void take_finding(void *context, const reel_finding *finding)
{
    judgment *j = context;
    add_rule(finding->severity == REEL_NOTE ? j->notes : j->rules, finding->rule);
    if (finding->severity != REEL_NOTE) j->count = finding->count;
}

/* A map of files has a hash of its own, which the play of it names. */
static void name_level(const reel_replay *level)
{
    static char own[64];
    size_t count;
    const beatsaber_map_info *info = reel_rows(level, &beatsaber_map_infos, &count);
    if (!form.version) return;
    assert_true(count == 1 && info->present & BEATSABER_MAP_HAS_HASH && info->level_hash.size < sizeof own);
    memcpy(own, info->level_hash.data, info->level_hash.size);
    own[info->level_hash.size] = 0;
    play.info.map_hash = text(own);
}

static judgment judge(void)
{
    judgment j = { .count = 0 };
    reel_replay *level = map_replay(), *result = NULL;
    name_level(level);
    reel_replay *replay = play_replay();
    reel_error error = { .rule = "" };
    const reel_insight_options options = { REEL_SIZED(reel_insight_options), .level = level, .report = take_finding,
                                           .report_context = &j };
    j.status = reel_insight_run_chunk(&reel_check_beatsaber_level, &reel_format_bsor, reel_replay_chunk(replay), &options,
                                      &result, &error);
    if (j.status < 0) {
        snprintf(j.rule, sizeof j.rule, "%s", error.rule);
        snprintf(j.message, sizeof j.message, "%s", error.message);
    }
    reel_free(result);
    reel_free(replay);
    reel_free(level);
    return j;
}

static reel_replay *measure(void)
{
    reel_replay *level = map_replay(), *replay = play_replay(), *result;
    reel_error error;
    const reel_insight_options options = { REEL_SIZED(reel_insight_options), .level = level };
    if (reel_insight_run_chunk(&reel_insight_beatsaber, &reel_format_bsor, reel_replay_chunk(replay), &options, &result, &error) <
        0)
        fail_msg("%s", error.message);
    reel_free(replay);
    reel_free(level);
    return result;
}

static uint32_t first_seed(void)
{
    const char *given = getenv("REEL_LEVEL_FROM");
    return given ? (uint32_t)strtoul(given, NULL, 10) : 1;
}

static uint32_t plays(void)
{
    const char *given = getenv("REEL_LEVEL_PLAYS");
    return given ? (uint32_t)strtoul(given, NULL, 10) : (uint32_t)draws(4000, 2000, 1000);
}

static void make(uint32_t number)
{
    seed = number;
    make_map();
    make_play();
}

/* ---- honest plays -------------------------------------------------------------------------------------------------- */

static void nothing_is_said_against_honest_plays(void **state)
{
    (void)state;
    for (uint32_t n = first_seed(); n < first_seed() + plays(); n++) {
        make(n);
        const judgment j = judge();
        if (j.status != REEL_OK || *j.rules) fail_msg("seed %u: %s%s%s", (unsigned)n, j.rules, j.rule, j.message);
    }
    print_message("%u honest plays: nothing against any\n", (unsigned)plays());
}

/* The map that `convert` makes of a play. */
static reel_replay *map_of_play(const reel_replay *replay)
{
    reel_memory file = { 0 }, made = { 0 };
    reel_replay *level = NULL;
    reel_error error = { .message = "" };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options) };
    if (reel_write(reel_replay_chunk(replay), &reel_format_bsor, reel_sink_memory(&file, NULL), NULL, &error) < 0 ||
        reel_convert(reel_source_memory(file.data, file.size), NULL, &reel_format_beatsaber_map, reel_sink_memory(&made, NULL),
                     &how, &error) < 0 ||
        reel_load(reel_source_memory(made.data, made.size), NULL, &level, &error) != REEL_OK)
        fail_msg("%s", error.message);
    reel_memory_free(&file);
    reel_memory_free(&made);
    return level;
}

/* Left-handed, without arrows, with arcs and chains: nothing is against a play on the map that was made of it, and each event has its note. */
static void a_map_made_of_a_play_has_its_notes(void **state)
{
    size_t notes = 0;
    (void)state;
    for (uint32_t n = first_seed(); n < first_seed() + plays() / 8; n++) {
        judgment j = { .count = 0 };
        size_t count;
        make(n);
        reel_replay *replay = play_replay(), *level = map_of_play(replay), *result;
        const reel_insight_options judging = { REEL_SIZED(reel_insight_options), .level = level, .report = take_finding,
                                               .report_context = &j };
        assert_int_equal(reel_insight_run_chunk(&reel_check_beatsaber_level, &reel_format_bsor, reel_replay_chunk(replay),
                                                &judging, &result, NULL),
                         REEL_OK);
        reel_free(result);
        if (*j.rules) fail_msg("seed %u: %s", (unsigned)n, j.rules);
        const reel_insight_options measuring = { REEL_SIZED(reel_insight_options), .level = level };
        assert_int_equal(reel_insight_run_chunk(&reel_insight_beatsaber, &reel_format_bsor, reel_replay_chunk(replay), &measuring,
                                                &result, NULL),
                         REEL_OK);
        const beatsaber_level *row = reel_rows(result, &beatsaber_levels, &count);
        assert_int_equal(count, 1);
        if (row->cut != play.cut || row->bad != play.bad || row->missed != play.missed || row->bombs_hit != play.hit ||
            row->no_note || row->changed)
            fail_msg("seed %u: other counts", (unsigned)n);
        notes += row->notes;
        reel_free(result);
        reel_free(level);
        reel_free(replay);
    }
    print_message("%zu notes of %u plays are in the maps made of them\n", notes, (unsigned)(plays() / 8));
}

static void every_note_is_accounted_for(void **state)
{
    (void)state;
    for (uint32_t n = first_seed(); n < first_seed() + plays() / 4; n++) {
        size_t count, rows, lost;
        make(n);
        reel_replay *result = measure();
        const beatsaber_level *level = reel_rows(result, &beatsaber_levels, &count);
        const beatsaber_level_note *notes = reel_rows(result, &beatsaber_level_notes, &rows);
        reel_rows(result, &beatsaber_lost_notes, &lost);
        assert_int_equal(count, 1);
        if (level->cut != play.cut || level->bad != play.bad || level->missed != play.missed || level->bombs_hit != play.hit ||
            level->not_reached != play.not_reached || level->no_event || level->no_note || level->changed)
            fail_msg("seed %u: other counts", (unsigned)n);
        assert_int_equal(level->notes, play.cut + play.bad + play.missed + play.not_reached);
        assert_int_equal(rows, level->notes + level->bombs);
        assert_int_equal(lost, play.bad + play.missed + play.hit);
        assert_int_equal(level->max_score, (int64_t)greatest_score(play.difficulty));
        assert_true(level->score <= level->max_score);
        for (size_t i = 1; i < rows; i++) assert_true(notes[i - 1].time <= notes[i].time);
        reel_free(result);
    }
}

static void a_full_combo_is_as_accurate_as_its_cuts(void **state)
{
    (void)state;
    size_t whole = 0;
    const size_t made = draws(200, 200, 200);
    for (uint32_t n = 1; n <= made; n++) {
        size_t count;
        make(n);
        for (size_t i = 0; i < play.note_count; i++) {
            play.notes[i].cut.before_cut_rating = play.notes[i].cut.after_cut_rating = 1;
            play.notes[i].cut.cut_distance_to_center = 0;
        }
        reel_replay *result = measure();
        const beatsaber_level *level = reel_rows(result, &beatsaber_levels, &count);
        const bool known = level->present & BEATSABER_LEVEL_HAS_FC;
        assert_int_equal(known, !play.not_reached && play.cut > 0);
        if (known && fabsf(level->fc_accuracy - 1) > 1e-6f) fail_msg("seed %u: %f", (unsigned)n, (double)level->fc_accuracy);
        whole += known;
        reel_free(result);
    }
    assert_true(whole * 10 > made);
}

static void a_level_is_no_matter_where_none_is_given(void **state)
{
    (void)state;
    make(1);
    reel_replay *replay = play_replay(), *result;
    reel_error error;
    size_t count;
    assert_int_equal(
        reel_insight_run_chunk(&reel_insight_beatsaber, &reel_format_bsor, reel_replay_chunk(replay), NULL, &result, &error),
        REEL_OK);
    reel_rows(result, &beatsaber_levels, &count);
    assert_int_equal(count, 0);
    reel_rows(result, &beatsaber_level_notes, &count);
    assert_int_equal(count, 0);
    reel_free(result);
    reel_free(replay);
}

/* ---- forgeries ------------------------------------------------------------------------------------------------------ */

/* The number of the first event of that kind from `from` on; SIZE_MAX: there is none. */
static size_t event_of(int32_t type, size_t from, bool plain)
{
    for (size_t i = from; i < play.note_count; i++)
        if (play.notes[i].event_type == type && (!plain || play.notes[i].note_id / 10000 == BSOR_NORMAL)) return i;
    return SIZE_MAX;
}

static void remove_event(size_t at)
{
    memmove(&play.notes[at], &play.notes[at + 1], (--play.note_count - at) * sizeof *play.notes);
}

static bool drop_a_miss(void)
{
    const size_t at = event_of(BSOR_MISS, 5, false);
    /* the first notes of a practice may be before its start */
    if (at == SIZE_MAX || play.notes[at].spawn_time < play.info.start_time + 1 ||
        (double)play.notes[at].spawn_time > (double)play.notes[play.note_count - 1].spawn_time - 3)
        return false;
    remove_event(at);
    return true;
}

static bool miss_to_chain_head(void)
{
    const size_t at = event_of(BSOR_MISS, 0, true);
    if (at == SIZE_MAX) return false;
    play.notes[at].note_id += (BSOR_CHAIN_HEAD - BSOR_NORMAL) * 10000;
    return true;
}

static bool claim_arc_tail(void)
{
    const size_t at = event_of(BSOR_GOOD_CUT, 0, true);
    if (at == SIZE_MAX) return false;
    play.notes[at].note_id += (BSOR_ARC_TAIL - BSOR_NORMAL) * 10000;
    return true;
}

static bool add_a_note(void)
{
    if (play.note_count < 12 || play.note_count == MOST) return false;
    bsor_note added = play.notes[play.note_count / 2];
    if (added.event_type != BSOR_GOOD_CUT) return false;
    added.spawn_time += 0.09f;
    added.event_time += 0.09f;
    added.note_id = 33000 - 20 * (added.note_id / 10 % 2 == 0) + 218; /* line 3, layer 2: a dot of one of the hands */
    for (size_t i = 0; i < play.note_count; i++)
        if (fabsf(play.notes[i].spawn_time - added.spawn_time) < 0.3f &&
            play.notes[i].note_id % 10000 / 100 == added.note_id % 10000 / 100)
            return false;
    play.notes[play.note_count++] = added;
    return true;
}

static bool repeat_a_cut(void)
{
    const size_t at = event_of(BSOR_GOOD_CUT, 3, false);
    if (at == SIZE_MAX || play.notes[at].note_id / 10000 == BSOR_CHAIN_LINK) return false;
    play.notes[play.note_count++] = play.notes[at];
    return true;
}

static void exchange_color(bsor_note *note)
{
    if (note->event_type == BSOR_BOMB) return;
    note->note_id += note->note_id / 10 % 10 == 0 ? 10 : -10;
    note->cut.saber_type = 1 - note->cut.saber_type;
}

static bool exchange_a_color(void)
{
    const size_t at = event_of(BSOR_GOOD_CUT, 0, true);
    if (at == SIZE_MAX) return false;
    exchange_color(&play.notes[at]);
    return true;
}

static bool exchange_all_colors(void)
{
    for (size_t i = 0; i < play.note_count; i++) exchange_color(&play.notes[i]);
    return play.cut > 10;
}

static bool deny_the_left_hand(void)
{
    const bool was = play.info.left_handed;
    play.info.left_handed = !was;
    return play.cut > 10;
}

static bool state_another_difficulty(void)
{
    play.info.difficulty = text(names[1 - play.difficulty]);
    return play.cut > 10;
}

static bool play_another_map(void)
{
    if (play.cut < 10) return false;
    const uint64_t old = seed;
    make_map();
    seed = old;
    return true;
}

static bool deny_no_arrows(void)
{
    if (!strstr(play.modifiers, "NA")) return false;
    play.info.modifiers = text("");
    return play.cut > 10;
}

static bool claim_no_bombs(void)
{
    if (!play.hit) return false;
    play.info.modifiers = text("NB");
    return !strstr(play.modifiers, "NA");
}

static bool cut_off_the_end(void)
{
    if (play.not_reached || play.note_count < 20 || play.info.fail_time > 0) return false;
    const float end = play.notes[play.note_count - 1].spawn_time - 5;
    while (play.note_count && play.notes[play.note_count - 1].spawn_time > end) play.note_count--;
    return play.note_count > 10;
}

static bool state_too_much(void)
{
    play.info.score = (int32_t)greatest_score(play.difficulty) + 115;
    return play.cut > 0;
}

typedef struct forgery {
    const char *name, *rule;
    bool (*forge)(void);
} forgery;

static const forgery forgeries[] = {
    { "a miss removed", " beatsaber.level-no-event ", drop_a_miss },
    { "a miss made a chain head", " beatsaber.level-scoring ", miss_to_chain_head },
    { "a note made the end of an arc", " beatsaber.level-scoring ", claim_arc_tail },
    { "a note added", " beatsaber.level-no-note ", add_a_note },
    { "a cut repeated", " beatsaber.level-second ", repeat_a_cut },
    { "one color exchanged", " beatsaber.level-color ", exchange_a_color },
    { "all colors exchanged", " beatsaber.level-color ", exchange_all_colors },
    { "hands exchanged", " beatsaber.level-mirrored ", deny_the_left_hand },
    { "another difficulty", " beatsaber.level-difficulty ", state_another_difficulty },
    { "another map of that hash", " beatsaber.level-notes ", play_another_map },
    { "no arrows denied", " beatsaber.level-direction ", deny_no_arrows },
    { "no bombs claimed", " beatsaber.level-no-note ", claim_no_bombs },
    { "the last misses removed", " beatsaber.level-unended ", cut_off_the_end },
    { "a score above the greatest", " beatsaber.level-score ", state_too_much },
};
enum { FORGERIES = sizeof forgeries / sizeof *forgeries };

/* Makes a forgery of each of so many plays that allow it. Returns how many: all are found. */
static size_t find_forgeries(const forgery *kind, uint32_t count)
{
    size_t made = 0;
    for (uint32_t n = first_seed(); n < first_seed() + count; n++) {
        make(n);
        if (!kind->forge()) continue;
        made++;
        const judgment j = judge();
        if (!strstr(j.rules, kind->rule))
            fail_msg("%s, seed %u, version %d: not found:%s;%s %s", kind->name, (unsigned)n, form.version, j.rules, j.notes,
                     j.message);
        if (strstr(j.rules, " beatsaber.level-notes ") && strstr(j.notes, " beatsaber.level-play "))
            fail_msg("%s, seed %u: notes of another map are counted", kind->name, (unsigned)n);
    }
    return made;
}

static void each_forgery_is_found(void **state)
{
    (void)state;
    for (size_t k = 0; k < FORGERIES; k++) {
        const size_t made = find_forgeries(&forgeries[k], plays() / 4);
        print_message("%s: %zu, all found\n", forgeries[k].name, made);
        assert_true(made >= plays() / 100);
    }
}

/* ---- maps as files -------------------------------------------------------------------------------------------------- */

static const level_form forms[] = {
    { .version = 2 }, { .version = 2, .changes = true }, { .version = 3 }, { .version = 3, .changes = true }, { .version = 4 }
};
enum { FORMS = sizeof forms / sizeof *forms };

/* The same from files of each version: times from beats, scoring from arcs and chains, the hash from the bytes. */
static void files_of_all_versions_judge_alike(void **state)
{
    (void)state;
    const uint32_t count = plays() / 10;
    for (size_t f = 0; f < FORMS; f++) {
        size_t found = 0;
        form = forms[f];
        for (uint32_t n = first_seed(); n < first_seed() + count; n++) {
            make(n);
            const judgment j = judge();
            if (j.status != REEL_OK || *j.rules || !strstr(j.notes, " beatsaber.level-play "))
                fail_msg("version %d, seed %u: %s%s%s", form.version, (unsigned)n, j.rules, j.rule, j.message);
        }
        for (size_t k = 0; k < FORGERIES; k++) {
            const size_t made = find_forgeries(&forgeries[k], count);
            assert_true(made > 0);
            found += made;
        }
        print_message("version %d%s: nothing against %u honest plays, all %zu forgeries found\n", form.version,
                      form.changes ? " with changes of tempo" : "", (unsigned)count, found);
    }
    form = (level_form){ 0 };
}

/* Mods may change what notes are: whatever is forged, nothing is said but that. */
static void files_of_mods_are_undecidable(void **state)
{
    static const char *const mods[] = { "Noodle Extensions", "Mapping Extensions" };
    size_t judged = 0;
    (void)state;
    for (size_t f = 0; f < FORMS; f++)
        for (size_t m = 0; m < 2; m++) {
            form = forms[f];
            form.mod = mods[m];
            for (size_t k = 0; k <= FORGERIES; k++)
                for (uint32_t n = first_seed(); n < first_seed() + plays() / 100; n++) {
                    make(n);
                    if (k < FORGERIES && !forgeries[k].forge()) continue;
                    const judgment j = judge();
                    judged++;
                    if (*j.rules || !strstr(j.notes, " beatsaber.level-undecidable "))
                        fail_msg("%s, version %d, seed %u, forgery %zu: %s;%s", form.mod, form.version, (unsigned)n, k, j.rules,
                                 j.notes);
                }
        }
    form = (level_form){ 0 };
    print_message("nothing is said against %zu plays of maps that need mods\n", judged);
    assert_true(judged > 100);
}

/* ---- what is no forgery --------------------------------------------------------------------------------------------- */

static void another_level_is_refused(void **state)
{
    (void)state;
    make(1);
    play.info.map_hash = text("FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF");
    judgment j = judge();
    assert_int_equal(j.status, REEL_ARGUMENT);
    assert_string_equal(j.rule, "level.other");
    assert_non_null(strstr(j.message, "ffffffffffffffffffffffffffffffffffffffff"));
    assert_non_null(strstr(j.message, "0123456789abcdef0123456789abcdef01234567"));
    play.info.map_hash = text("custom_level_0123456789abcdef0123456789abcdef01234567 WIP");
    j = judge();
    assert_int_equal(j.status, REEL_OK);
    assert_string_equal(j.rules, "");
}

static void a_replay_is_no_level(void **state)
{
    (void)state;
    make(1);
    reel_replay *replay = play_replay(), *result;
    reel_error error;
    const reel_insight_options options = { REEL_SIZED(reel_insight_options), .level = replay };
    assert_int_equal(
        reel_insight_run_chunk(&reel_insight_beatsaber, &reel_format_bsor, reel_replay_chunk(replay), &options, &result, &error),
        REEL_ARGUMENT);
    assert_string_equal(error.rule, "level.none");
    reel_free(replay);
}

static void maps_of_mods_are_undecidable(void **state)
{
    static const char *const mods[] = { "Noodle Extensions", "Chroma,Mapping Extensions" };
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        make(1);
        play.notes[3].note_id = 31028;
        map.difficulties[play.difficulty].requirements = text(mods[i]);
        const judgment j = judge();
        assert_string_equal(j.rules, "");
        assert_non_null(strstr(j.notes, " beatsaber.level-undecidable "));
    }
}

static void another_jump_is_a_note(void **state)
{
    (void)state;
    make(1);
    play.info.jump_distance = 21;
    const judgment j = judge();
    assert_string_equal(j.rules, "");
    assert_non_null(strstr(j.notes, " beatsaber.level-jump "));
}

static void a_bomb_without_event_was_avoided(void **state)
{
    (void)state;
    size_t removed = 0;
    const size_t made = draws(300, 300, 300);
    for (uint32_t n = 1; n <= made; n++) {
        make(n);
        const size_t at = event_of(BSOR_BOMB, 0, false);
        if (at == SIZE_MAX) continue;
        remove_event(at);
        removed++;
        assert_string_equal(judge().rules, "");
    }
    assert_true(removed * 30 > made);
}

static void games_before_arcs_have_no_scoring_in_ids(void **state)
{
    (void)state;
    make(1);
    play.info.game_version = text("1.13.2");
    for (size_t i = 0; i < play.note_count; i++) play.notes[i].note_id %= 10000;
    assert_string_equal(judge().rules, "");
}

/* A chain of as many parts as a number can say, and many events of one note: the cost does not grow with them. */
static void hostile_maps_cost_little(void **state)
{
    (void)state;
    make(1);
    map.chains[map.chain_count++] = (beatsaber_map_chain){
        .time = 3, .tail_time = 1e300, .difficulty = play.difficulty, .parts = INT32_MAX, .present = BEATSABER_MAP_HAS_TIME
    };
    map.chains[map.chain_count++] = (beatsaber_map_chain){ .time = 3, .difficulty = play.difficulty, .parts = INT32_MIN };
    map.notes[0].line = INT32_MIN;
    map.notes[1].layer = INT32_MAX;
    map.notes[2].color = INT32_MIN;
    map.notes[3].direction = INT32_MAX;
    map.notes[4].time = (double)NAN;
    for (size_t i = 0; i < play.note_count; i++) play.notes[i] = play.notes[0];
    play.notes[0].spawn_time = NAN;
    const judgment j = judge();
    assert_int_equal(j.status, REEL_OK);
    assert_non_null(strstr(j.notes, " beatsaber.level-undecidable "));
}

static void every_lack_of_memory_is_an_error(void **state)
{
    (void)state;
    make(3);
    reel_replay *level = map_replay(), *replay = play_replay();
    const reel_insight_options options = { REEL_SIZED(reel_insight_options), .level = level };
    insight_without_memory(&reel_insight_beatsaber, replay, &options, 11);
    insight_without_memory(&reel_check_beatsaber_level, replay, &options, 11);
    reel_free(replay);
    reel_free(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_said_against_honest_plays),
        cmocka_unit_test(every_note_is_accounted_for),
        cmocka_unit_test(a_map_made_of_a_play_has_its_notes),
        cmocka_unit_test(a_full_combo_is_as_accurate_as_its_cuts),
        cmocka_unit_test(a_level_is_no_matter_where_none_is_given),
        cmocka_unit_test(each_forgery_is_found),
        cmocka_unit_test(files_of_all_versions_judge_alike),
        cmocka_unit_test(files_of_mods_are_undecidable),
        cmocka_unit_test(another_level_is_refused),
        cmocka_unit_test(a_replay_is_no_level),
        cmocka_unit_test(maps_of_mods_are_undecidable),
        cmocka_unit_test(another_jump_is_a_note),
        cmocka_unit_test(a_bomb_without_event_was_avoided),
        cmocka_unit_test(games_before_arcs_have_no_scoring_in_ids),
        cmocka_unit_test(hostile_maps_cost_little),
        cmocka_unit_test(every_lack_of_memory_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
