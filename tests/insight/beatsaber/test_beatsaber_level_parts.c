/* SPDX-License-Identifier: MIT
 * Figures that need a map. Maps are made of phrases that are far apart, so that the patterns of each note are known by what the phrase is; plays of
 * them are made with fates and points that are known, too. What the insight gives is compared with sums over these. */
#include "support.h"

#include <math.h>
#include <reel/beatsaber.h>
#include <reel/beatsaber_map.h>
#include <stdlib.h>

enum { MOST = 800, LINES = 4, LAYERS = 3 };

static uint64_t seed;

/* SplitMix64. */
static uint32_t below(uint32_t most)
{
    uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(((z ^ z >> 31) >> 32) * most >> 32);
}

static reel_string text(const char *data) { return (reel_string){ data, strlen(data) }; }

/* ---- a map ---------------------------------------------------------------------------------------------------------- */

typedef struct made_note {
    double time;
    int line, layer, color, direction;
    unsigned patterns;
    double interval; /* 0: the first of its hand */
    int outcome;     /* beatsaber_level_outcome */
    int points;
} made_note;

static made_note notes[MOST];
static size_t count;
static double hand_ends[2]; /* the last note of each hand; negative: none */

/* In the own half of the grid, or in the other one. */
static int line_for(int color, bool crossed) { return (int)below(2) + ((color == 1) != crossed ? 2 : 0); }

static made_note *add_note(double time, int color, int direction, unsigned patterns)
{
    assert_true(count < MOST);
    time = (double)(float)time; /* as the game has it */
    const bool crossed = below(5) == 0;
    notes[count] = (made_note){ .time = time,
                                .line = line_for(color, crossed),
                                .layer = (int)below(LAYERS),
                                .color = color,
                                .direction = direction,
                                .patterns = patterns | (crossed ? BEATSABER_CROSSOVER : 0u),
                                .interval = hand_ends[color] < 0 ? 0 : time - hand_ends[color] };
    return &notes[count++];
}

static void end_swing(int color, double time) { hand_ends[color] = (double)(float)time; }

static int opposite(int direction)
{
    static const int others[] = { 1, 0, 3, 2, 7, 6, 5, 4 };
    return others[direction];
}

/* Each returns the time that it takes. */
static double single(double time)
{
    const int color = (int)below(2);
    add_note(time, color, (int)below(9), 0);
    end_swing(color, time);
    return 0;
}

static double stream(double time)
{
    const unsigned length = 2 + below(9);
    const double gap = 0.08 + 0.001 * below(110);
    const int direction = (int)below(8), first = (int)below(2);
    for (unsigned i = 0; i < length; i++) {
        const int color = (first + (int)i) % 2, turn = i / 2 % 2 ? opposite(direction) : direction;
        add_note(time + gap * i, color, turn, length >= 5 ? BEATSABER_IN_STREAM : 0);
        end_swing(color, time + gap * i);
    }
    return gap * length;
}

/* Notes that come one after the other, in a swing; the order of arrows in it means nothing. */
static double stack(double time)
{
    const unsigned size = 2 + below(3);
    const int color = (int)below(2);
    const double apart = 0.01 * below(5), since = hand_ends[color];
    for (unsigned i = 0; i < size; i++) {
        made_note *note = add_note(time + apart * i, color, (int)below(9), BEATSABER_IN_STACK);
        note->interval = since < 0 ? 0 : (double)(float)time - since;
    }
    end_swing(color, time + apart * (size - 1));
    return apart * size;
}

static double twins(double time)
{
    const int first = (int)below(2);
    for (int i = 0; i < 2; i++) {
        const int color = i ? 1 - first : first;
        add_note(time + 0.002 * i, color, (int)below(9), BEATSABER_IN_DOUBLE);
        end_swing(color, time + 0.002 * i);
    }
    return 0;
}

/* The same hand twice, or more, each time in nearly the direction before; what is not near is no reset. */
static double resets(double time)
{
    static const int wheel[] = { 0, 5, 3, 7, 1, 6, 2, 4 }; /* directions in the order of a clock */
    unsigned at = below(8), length = 2 + below(4);
    const int color = (int)below(2);
    for (unsigned i = 0; i < length; i++) {
        const unsigned turn = i ? below(8) : 0; /* eighths of a turn */
        const bool near = turn <= 1 || turn == 7;
        at = (at + turn) % 8;
        add_note(time + 0.5 * i, color, wheel[at], i && near ? BEATSABER_RESET : 0);
        end_swing(color, time + 0.5 * i);
    }
    return 0.5 * length;
}

static void make_map(void)
{
    static double (*const phrases[])(double time) = { single, stream, stack, twins, resets };
    double time = 1;
    count = 0;
    hand_ends[0] = hand_ends[1] = -1;
    for (unsigned i = 0, most = 5 + below(40); i < most; i++) time += phrases[below(5)](time) + 2.1 + 0.1 * below(10);
}

static double density_of(size_t note)
{
    size_t near = 0;
    for (size_t i = 0; i < count; i++) {
        /* as floats, which the insight compares */
        const double at = (double)(float)notes[i].time, middle = (double)(float)notes[note].time;
        near += at >= middle - 0.5 && at <= middle + 0.5;
    }
    return (double)near;
}

static const char hash[] = "0123456789ABCDEF0123456789ABCDEF01234567";

static reel_replay *map_replay(void)
{
    static beatsaber_map_note rows[MOST];
    const beatsaber_map_info info = { .level_hash = text(hash), .present = BEATSABER_MAP_HAS_HASH };
    const beatsaber_map_difficulty difficulty = {
        .mode = text("Standard"), .difficulty = text("Hard"), .max_score = 1, .present = BEATSABER_MAP_HAS_COUNTS
    };
    for (size_t i = 0; i < count; i++)
        rows[i] = (beatsaber_map_note){ .time = notes[i].time,
                                        .line = notes[i].line,
                                        .layer = notes[i].layer,
                                        .color = notes[i].color,
                                        .direction = notes[i].direction,
                                        .scoring = BSOR_NORMAL,
                                        .present = BEATSABER_MAP_HAS_TIME };
    const reel_own_rows own[] = { { &beatsaber_map_infos, &info, 1 },
                                  { &beatsaber_map_difficulties, &difficulty, 1 },
                                  { &beatsaber_map_notes, rows, count } };
    reel_replay *replay;
    assert_int_equal(reel_replay_of_rows(&reel_format_beatsaber_map, own, 3, NULL, &replay, NULL), REEL_OK);
    return replay;
}

/* ---- a play --------------------------------------------------------------------------------------------------------- */

/* All notes up to `reached` have an event. */
static reel_replay *play_replay(size_t reached)
{
    static bsor_note rows[MOST];
    const bsor_info info = {
        .map_hash = text(hash), .difficulty = text("Hard"), .mode = text("Standard"), .game_version = text("1.40.9")
    };
    const double end = reached < count ? notes[reached].time : notes[count - 1].time + 5;
    const bsor_frame frame = { .time = (float)end };
    for (size_t i = 0; i < count; i++) {
        made_note *note = &notes[i];
        const uint32_t fate = below(8), before = below(71), after = below(31);
        note->outcome = i >= reached ? BEATSABER_LEVEL_NOT_REACHED
                        : fate == 0  ? BEATSABER_LEVEL_BAD
                        : fate == 1  ? BEATSABER_LEVEL_MISSED
                                     : BEATSABER_LEVEL_CUT;
        note->points = note->outcome == BEATSABER_LEVEL_CUT ? (int)(before + 15 + after) : 0;
        if (i >= reached) continue;
        rows[i] = (bsor_note){ .note_id = BSOR_NORMAL * 10000 + note->line * 1000 + note->layer * 100 + note->color * 10 +
                                          note->direction,
                               .spawn_time = (float)note->time,
                               .event_time = (float)note->time,
                               .event_type = note->outcome == BEATSABER_LEVEL_BAD      ? BSOR_BAD_CUT
                                             : note->outcome == BEATSABER_LEVEL_MISSED ? BSOR_MISS
                                                                                       : BSOR_GOOD_CUT,
                               .has_cut = note->outcome != BEATSABER_LEVEL_MISSED };
        if (rows[i].has_cut)
            rows[i].cut = (bsor_cut){ .speed_ok = 1,
                                      .direction_ok = 1,
                                      .saber_type_ok = note->outcome == BEATSABER_LEVEL_CUT,
                                      .saber_speed = 10,
                                      .saber_type = note->color,
                                      .cut_normal = { 1, 0, 0 },
                                      .before_cut_rating = (float)before / 70,
                                      .after_cut_rating = (float)after / 30 };
    }
    const reel_own_rows own[] = { { &bsor_infos, &info, 1 }, { &bsor_frames, &frame, 1 }, { &bsor_notes, rows, reached } };
    reel_replay *replay;
    assert_int_equal(reel_replay_of_rows(&reel_format_bsor, own, 3, NULL, &replay, NULL), REEL_OK);
    return replay;
}

static reel_replay *measure(size_t reached)
{
    reel_replay *level = map_replay(), *replay = play_replay(reached), *result;
    reel_error error;
    const reel_insight_options options = { REEL_SIZED(reel_insight_options), .level = level };
    if (reel_insight_run_chunk(&reel_insight_beatsaber, &reel_format_bsor, reel_replay_chunk(replay), &options, &result, &error) <
        0)
        fail_msg("%s", error.message);
    reel_free(replay);
    reel_free(level);
    return result;
}

/* ---- the figures ------------------------------------------------------------------------------------------------------ */

static int section_of(const made_note *note)
{
    const double first = (double)(float)notes[0].time, last = (double)(float)notes[count - 1].time;
    const int section = last > first ? (int)(((double)(float)note->time - first) * 10 / (last - first)) : 0;
    return section > 9 ? 9 : section;
}

static bool is_of(const made_note *note, const reel_table *table, unsigned part)
{
    if (table == &beatsaber_level_sections) return section_of(note) == (int)part;
    if (table == &beatsaber_level_lanes) return note->line == (int)part;
    if (table == &beatsaber_level_directions) return note->direction == (int)part;
    if (table == &beatsaber_level_outcomes) return note->outcome == (int)part;
    return part == BEATSABER_PATTERN_OTHER ? !note->patterns : note->patterns >> part & 1;
}

/* As NaN where it is null. */
static double ratio(double sum, double of) { return of > 0 ? sum / of : (double)NAN; }
static double value(float number, bool present) { return present ? (double)number : (double)NAN; }

static void assert_near(const char *what, double own, double found)
{
    if (isnan(own) != isnan(found) || fabs(own - found) > 1e-5 * (1 + fabs(own))) fail_msg("%s is %f, not %f", what, found, own);
}

static void compare_part(const reel_table *table, const beatsaber_level_part *row)
{
    uint32_t all = 0, cut = 0, bad = 0, missed = 0, intervals = 0;
    double points = 0, interval = 0, density = 0;
    for (size_t i = 0; i < count; i++) {
        const made_note *note = &notes[i];
        if (!is_of(note, table, row->part)) continue;
        all++;
        cut += note->outcome == BEATSABER_LEVEL_CUT;
        bad += note->outcome == BEATSABER_LEVEL_BAD;
        missed += note->outcome == BEATSABER_LEVEL_MISSED;
        points += note->points;
        intervals += note->interval > 0;
        interval += note->interval;
        density += density_of(i);
    }
    if (row->notes != all || row->cut != cut || row->bad != bad || row->missed != missed)
        fail_msg("%s %u has %u notes, %u cut, not %u and %u", table->name, row->part, row->notes, row->cut, all, cut);
    assert_near("accuracy", ratio(points, 115.0 * (cut + bad + missed)),
                value(row->accuracy, row->present & BEATSABER_PART_HAS_ACCURACY));
    assert_near("accuracy of cuts", ratio(points, 115.0 * cut),
                value(row->cut_accuracy, row->present & BEATSABER_PART_HAS_CUT_ACCURACY));
    assert_near("interval", ratio(interval, intervals), value(row->interval, row->present & BEATSABER_PART_HAS_INTERVAL));
    assert_near("density", ratio(density, all), value(row->density, row->present & BEATSABER_PART_HAS_DENSITY));
}

static const struct {
    const reel_table *table;
    size_t rows;
} tables[] = { { &beatsaber_level_sections, 10 },
               { &beatsaber_level_lanes, 4 },
               { &beatsaber_level_patterns, 6 },
               { &beatsaber_level_directions, 9 },
               { &beatsaber_level_outcomes, 3 } };

static size_t patterns_seen[6], nulls;

static void compare(const reel_replay *result)
{
    size_t rows;
    const beatsaber_level_note *found = reel_rows(result, &beatsaber_level_notes, &rows);
    assert_int_equal(rows, count);
    for (size_t i = 0; i < count; i++) {
        const made_note *note = &notes[i];
        if (found[i].patterns != note->patterns || !(found[i].present & BEATSABER_LEVEL_HAS_PATTERNS))
            fail_msg("note %zu at %f: patterns %u, not %u", i, note->time, found[i].patterns, note->patterns);
        assert_int_equal(found[i].outcome, note->outcome);
        assert_near("interval of a note", note->interval > 0 ? note->interval : (double)NAN,
                    value(found[i].interval, found[i].present & BEATSABER_LEVEL_HAS_INTERVAL));
        assert_near("density of a note", density_of(i), (double)found[i].density);
        for (size_t p = 0; p < 6; p++) patterns_seen[p] += is_of(note, &beatsaber_level_patterns, (unsigned)p);
    }
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        const beatsaber_level_part *parts = reel_rows(result, tables[t].table, &rows);
        assert_int_equal(rows, tables[t].rows);
        for (size_t i = 0; i < rows; i++) {
            assert_int_equal(parts[i].part, i);
            nulls += !(parts[i].present & BEATSABER_PART_HAS_ACCURACY);
            compare_part(tables[t].table, &parts[i]);
        }
    }
}

static void figures_are_those_of_the_notes(void **state)
{
    (void)state;
    const size_t plays = by_effort(3000, 800, 200);
    for (size_t n = 1; n <= plays; n++) {
        seed = n;
        trying("seed %zu", n);
        make_map();
        reel_replay *result = measure(below(3) ? count : 1 + below((uint32_t)count));
        compare(result);
        reel_free(result);
    }
    print_message("streams %zu, stacks %zu, doubles %zu, crossovers %zu, resets %zu, others %zu; %zu parts without a score\n",
                  patterns_seen[0], patterns_seen[1], patterns_seen[2], patterns_seen[3], patterns_seen[4], patterns_seen[5],
                  nulls);
    for (size_t p = 0; p < 6; p++) assert_true(patterns_seen[p] > plays);
    assert_true(nulls > plays);
}

static void parts_of_another_map_have_no_figures(void **state)
{
    (void)state;
    seed = 1;
    make_map();
    reel_replay *replay = play_replay(count), *result;
    make_map();
    reel_replay *level = map_replay();
    const reel_insight_options options = { REEL_SIZED(reel_insight_options), .level = level };
    assert_int_equal(
        reel_insight_run_chunk(&reel_insight_beatsaber, &reel_format_bsor, reel_replay_chunk(replay), &options, &result, NULL),
        REEL_OK);
    size_t rows;
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        reel_rows(result, tables[t].table, &rows);
        assert_int_equal(rows, 0);
    }
    reel_free(result);
    reel_free(replay);
    reel_free(level);
}

/* Two streams of different speed share no note but where the time between swings changes; one of five notes is a stream, one of four is none. */
static void streams_have_five_notes_at_equal_times(void **state)
{
    (void)state;
    static const struct {
        size_t first, second; /* swings of each speed, the second after the last of the first */
        unsigned expected[2];
    } cases[] = { { 4, 0, { 0, 0 } }, { 5, 0, { 1, 0 } }, { 5, 3, { 1, 0 } },
                  { 5, 4, { 1, 1 } }, { 3, 4, { 0, 1 } }, { 2, 3, { 0, 0 } } };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        size_t rows;
        double time = 1;
        count = 0;
        hand_ends[0] = hand_ends[1] = -1;
        for (size_t i = 0; i < cases[c].first + cases[c].second; i++) {
            add_note(time, (int)(i % 2), 8, 0);
            time += i + 1 < cases[c].first ? 0.1 : 0.15;
        }
        reel_replay *result = measure(count);
        const beatsaber_level_note *found = reel_rows(result, &beatsaber_level_notes, &rows);
        assert_int_equal(rows, count);
        for (size_t i = 0; i < count; i++) {
            const unsigned expected = i < cases[c].first ? cases[c].expected[0] : cases[c].expected[1];
            const bool between = i + 1 == cases[c].first && cases[c].second;
            if ((found[i].patterns & BEATSABER_IN_STREAM) != expected && !between)
                fail_msg("case %zu, note %zu: %u", c, i, found[i].patterns);
        }
        reel_free(result);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_are_those_of_the_notes),
        cmocka_unit_test(parts_of_another_map_have_no_figures),
        cmocka_unit_test(streams_have_five_notes_at_equal_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
