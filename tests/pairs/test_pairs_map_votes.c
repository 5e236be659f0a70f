/* SPDX-License-Identifier: MIT
 * Maps that plays agree upon. A map is made, and two to nine plays of it: with misses, left-handed, without arrows or bombs, practices, fails,
 * copies, times that are rounded to frames. One of three and more may be forged, in any of several ways. The map that comes back is the one that
 * was made, but for bombs that fewer than two plays hit. REEL_VOTES gives the number of maps. */
#include "support.h"

#include <math.h>
#include <reel/beatsaber_map.h>
#include <reel/bsor.h>
#include <reel/format.h>
#include <stdlib.h>

enum { MOST = 400, EVENTS = 8 * MOST, PLAYS = 9, LINES = 4, LAYERS = 3, LIES = 10, AGAIN = 40 };

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

/* ---- the map -------------------------------------------------------------------------------------------------------- */

typedef struct thing {
    float time;
    int line, layer, color, direction, scoring; /* scoring: as in ids */
    bool bomb;
    unsigned hits; /* of a bomb, by plays */
} thing;

static thing things[MOST];
static size_t thing_count;
static float end;

static void add(thing t)
{
    assert_true(thing_count < MOST);
    things[thing_count++] = t;
}

/* A head, and links behind it, of which the last is elsewhere. */
static void add_chain(float time, int line, int layer, int color)
{
    const int links = 2 + (int)below(3);
    add((thing){ .time = time, .line = line, .layer = layer, .color = color, .direction = 1, .scoring = BSOR_CHAIN_HEAD });
    for (int i = 1; i <= links; i++)
        add((thing){ .time = time + 0.02f * (float)i,
                     .line = line,
                     .layer = i == links ? (layer + 1) % LAYERS : layer,
                     .color = color,
                     .direction = 8,
                     .scoring = BSOR_CHAIN_LINK });
}

static void make_map(void)
{
    thing_count = 0;
    float time = 1;
    for (size_t i = 0, count = 20 + below(60); i < count; i++, time += (float)between(0.15, 0.5)) {
        const int line = (int)below(LINES), layer = (int)below(LAYERS), color = (int)below(2);
        thing t = {
            .time = time, .line = line, .layer = layer, .color = color, .direction = (int)below(9), .scoring = BSOR_NORMAL
        };
        if (below(8) == 0) {
            add_chain(time, line, layer, color);
        } else if (below(6) == 0) {
            add((thing){ .time = time, .line = line, .layer = layer, .scoring = BSOR_NO_SCORE, .bomb = true });
        } else {
            if (below(8) == 0) t.scoring = below(2) ? BSOR_ARC_HEAD : BSOR_ARC_TAIL;
            add(t);
            if (below(4) == 0) { /* two at once */
                t.line = (line + 1) % LINES;
                t.color = 1 - color;
                add(t);
            }
        }
        end = time;
    }
    add((thing){ .time = end + 1, .line = 1, .color = 1, .direction = 1, .scoring = BSOR_NORMAL });
    end += 1;
}

/* ---- plays ---------------------------------------------------------------------------------------------------------- */

typedef struct made_play {
    bsor_info info;
    bsor_note notes[EVENTS];
    size_t count;
    reel_memory file;
} made_play;

static made_play plays[PLAYS];

static int32_t id_of(const thing *t, bool mirrored, bool no_arrows)
{
    static const int turned[] = { 0, 1, 3, 2, 5, 4, 7, 6, 8 };
    const int place = (mirrored ? LINES - 1 - t->line : t->line) * 1000 + t->layer * 100;
    if (t->bomb) return t->scoring * 10000 + place - 1;
    const int direction = no_arrows ? 8 : mirrored ? turned[t->direction] : t->direction;
    return t->scoring * 10000 + place + (mirrored ? 1 - t->color : t->color) * 10 + direction;
}

static void add_event(made_play *play, const thing *t, bool mirrored, bool no_arrows, float jitter)
{
    assert_true(play->count < EVENTS);
    const float time = t->time + (jitter > 0 ? jitter * (float)between(-1, 1) : 0);
    play->notes[play->count++] = (bsor_note){ .note_id = id_of(t, mirrored, no_arrows),
                                              .spawn_time = time,
                                              .event_time = time + 0.1f,
                                              .event_type = t->bomb ? BSOR_BOMB : BSOR_MISS };
}

static made_play *begin_play(size_t number, const char *modifiers, bool left_handed)
{
    made_play *play = &plays[number];
    play->count = 0;
    play->info = (bsor_info){ .game_version = text("1.40.9"),
                              .map_hash = text("0123456789ABCDEF0123456789ABCDEF01234567"),
                              .difficulty = text("Expert"),
                              .mode = text("Standard"),
                              .modifiers = text(modifiers),
                              .jump_distance = 18,
                              .left_handed = left_handed };
    return play;
}

/* `whole`: from begin to end. `tells`: with arrows. */
static void make_play(size_t number, bool whole, bool tells, float jitter)
{
    static const char *const modifiers[] = { "", "NB", "FS", "NA", "NA,NB" };
    const char *own = modifiers[below(tells ? 3 : 5)];
    const bool left_handed = below(3) == 0, no_arrows = strstr(own, "NA"), no_bombs = strstr(own, "NB");
    made_play *play = begin_play(number, own, left_handed);
    const float from = whole || below(2) ? 0 : (float)between(0, (double)end / 2);
    const float to = whole || from > 0 ? end + 1 : (float)between((double)end / 2, (double)end);
    play->info.start_time = from;
    play->info.fail_time = to < end ? to : 0;
    for (size_t i = 0; i < thing_count; i++) {
        thing *t = &things[i];
        if (t->time < from || t->time > to || (t->bomb && (no_bombs || below(3)))) continue;
        t->hits += t->bomb;
        add_event(play, t, left_handed, no_arrows, jitter);
    }
}

/* Whether the map has a bomb there: a lie that is true. */
static bool is_there(const thing *lie)
{
    for (size_t i = 0; i < thing_count; i++)
        if (lie->bomb && things[i].bomb && things[i].line == lie->line && things[i].layer == lie->layer &&
            fabsf(things[i].time - lie->time) < 0.1f)
            return true;
    return false;
}

/* A play that says something else. */
static void make_lie(size_t number, uint32_t kind)
{
    const bool mirrored = kind == 5;
    made_play *play = begin_play(number, "", false);
    for (size_t i = 0; i < thing_count; i++) {
        thing t = things[i];
        if (t.bomb || (kind == 1 && below(3) == 0)) continue;
        if (kind == 2 && below(2)) t.color = 1 - t.color;
        if (kind == 3) t.direction = t.scoring == BSOR_CHAIN_LINK ? 8 : (t.direction + 1) % 9;
        if (kind == 4) t.time += 0.2f;
        if (kind == 7 && t.scoring == BSOR_NORMAL) t.scoring = BSOR_CHAIN_HEAD;
        add_event(play, &t, mirrored, false, 0);
        if (kind == 8 && below(4) == 0) add_event(play, &t, false, false, 0);
        for (int again = 1; kind == 9 && again < AGAIN && i % 8 == 0; again++) { /* as if it wanted to be more than one play */
            t.time -= 0.03f / AGAIN;
            add_event(play, &t, false, false, 0);
        }
    }
    for (int i = 0; i < 20 && (kind == 0 || kind == 6); i++) {
        const double time = kind == 6 ? between((double)end + 0.1, (double)end + 9) : between(0.1, (double)end);
        const bool bomb = below(2);
        const thing t = { .time = (float)time,
                          .line = (int)below(LINES),
                          .layer = (int)below(LAYERS),
                          .color = bomb ? 0 : (int)below(2),
                          .direction = bomb ? 0 : (int)below(9),
                          .scoring = bomb ? BSOR_NO_SCORE : BSOR_NORMAL,
                          .bomb = bomb };
        if (!is_there(&t)) add_event(play, &t, false, false, 0);
    }
}

static int by_time(const void *a, const void *b)
{
    const bsor_note *x = a, *y = b;
    return x->event_time < y->event_time ? -1 : x->event_time > y->event_time;
}

static void write_play(made_play *play)
{
    reel_writer *writer;
    reel_error error;
    qsort(play->notes, play->count, sizeof *play->notes, by_time);
    assert_int_equal(reel_create(reel_sink_memory(&play->file, NULL), &reel_format_bsor, NULL, &writer, &error), REEL_OK);
    reel_append(writer, &bsor_infos, &play->info, 1);
    reel_append(writer, &bsor_notes, play->notes, play->count);
    if (reel_finish(writer, &error) != REEL_OK) fail_msg("%s", error.message);
}

/* ---- the vote ------------------------------------------------------------------------------------------------------- */

typedef struct said {
    char rules[1024];
    unsigned against; /* plays that are unlike the others */
} said;

static void take_finding(void *context, const reel_finding *finding)
{
    said *s = context;
    s->against += strcmp(finding->rule, "convert.vote-play") == 0;
    if (strlen(s->rules) + strlen(finding->rule) + 2 < sizeof s->rules) strcat(strcat(s->rules, finding->rule), " ");
}

static reel_status convert(const reel_memory *files, size_t count, reel_memory *made, said *s, reel_error *error)
{
    reel_source others[PLAYS];
    for (size_t i = 1; i < count; i++) others[i - 1] = reel_source_memory(files[i].data, files[i].size);
    const reel_options options = { REEL_SIZED(reel_options), .report = take_finding, .report_context = s };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .merge = others, .merge_count = count - 1 };
    *s = (said){ .against = 0 };
    return reel_convert(reel_source_memory(files[0].data, files[0].size), &options, &reel_format_beatsaber_map,
                        reel_sink_memory(made, NULL), &how, error);
}

static reel_replay *map_of(size_t count, said *s)
{
    reel_memory files[PLAYS], made;
    reel_replay *map = NULL;
    reel_error error;
    for (size_t i = 0; i < count; i++) files[i] = plays[i].file;
    if (convert(files, count, &made, s, &error) < 0 ||
        reel_load(reel_source_memory(made.data, made.size), NULL, &map, &error) != REEL_OK)
        fail_msg("%s", error.message);
    reel_memory_free(&made);
    return map;
}

/* The map of a play that tells everything that was made, but for bombs that fewer than two plays hit. */
static reel_replay *true_map(unsigned least_hits)
{
    said s;
    const made_play kept = plays[0];
    made_play *play = begin_play(0, "", false);
    for (size_t i = 0; i < thing_count; i++)
        if (!things[i].bomb || things[i].hits >= least_hits) add_event(play, &things[i], false, false, 0);
    write_play(play);
    reel_replay *map = map_of(1, &s);
    reel_memory_free(&play->file);
    plays[0] = kept;
    return map;
}

/* Where notes are and how they look. Those of one time may be in any order. */
static int by_look(const void *a, const void *b)
{
    const beatsaber_map_note *x = a, *y = b;
    if (fabs(x->time - y->time) > 0.012) return x->time < y->time ? -1 : 1;
    const int32_t left[] = { x->line, x->layer, x->color, x->direction }, right[] = { y->line, y->layer, y->color, y->direction };
    for (size_t i = 0; i < 4; i++)
        if (left[i] != right[i]) return left[i] < right[i] ? -1 : 1;
    return 0;
}

static size_t sorted_notes(const reel_replay *map, beatsaber_map_note *to)
{
    size_t count, bombs;
    const beatsaber_map_note *notes = reel_rows(map, &beatsaber_map_notes, &count);
    const beatsaber_map_bomb *all = reel_rows(map, &beatsaber_map_bombs, &bombs);
    assert_true(count + bombs <= 2 * MOST);
    for (size_t i = 0; i < count; i++) to[i] = notes[i];
    for (size_t i = 0; i < bombs; i++)
        to[count + i] = (beatsaber_map_note){ .time = all[i].time, .line = all[i].line, .layer = all[i].layer, .color = -1 };
    qsort(to, count + bombs, sizeof *to, by_look);
    return count + bombs;
}

static void compare_maps(uint32_t number, const reel_replay *got, const reel_replay *want, double slack)
{
    static beatsaber_map_note a[2 * MOST], b[2 * MOST];
    const size_t count = sorted_notes(got, a), wanted = sorted_notes(want, b);
    for (size_t i = 0; i < count && i < wanted; i++)
        if (fabs(a[i].time - b[i].time) > slack || a[i].line != b[i].line || a[i].layer != b[i].layer ||
            a[i].color != b[i].color || a[i].direction != b[i].direction)
            fail_msg("seed %u: the note at %f (%d %d %d %d) is at %f (%d %d %d %d)", number, b[i].time, b[i].line, b[i].layer,
                     b[i].color, b[i].direction, a[i].time, a[i].line, a[i].layer, a[i].color, a[i].direction);
    if (count != wanted) fail_msg("seed %u: %zu notes and bombs, not %zu", number, count, wanted);
    const reel_table *const others[] = { &beatsaber_map_chains, &beatsaber_map_arcs };
    for (size_t i = 0; i < 2; i++) {
        size_t own, true_count;
        reel_rows(got, others[i], &own);
        reel_rows(want, others[i], &true_count);
        if (own != true_count) fail_msg("seed %u: %zu %s, not %zu", number, own, others[i]->name, true_count);
    }
}

static uint32_t votes(void)
{
    const char *given = getenv("REEL_VOTES");
    return given ? (uint32_t)strtoul(given, NULL, 10) : (uint32_t)by_effort(5000, 400, 200);
}

static void the_map_comes_back_from_many_plays(void **state)
{
    size_t play_count = 0, lies = 0, bombs = 0, found = 0, seen[LIES] = { 0 };
    (void)state;
    for (uint32_t n = 1; n <= votes(); n++) {
        seed = n;
        make_map();
        for (size_t i = 0; i < thing_count; i++) things[i].hits = 0;
        const size_t count = 2 + below(PLAYS - 1), forged = count >= 3 && below(2) ? below((uint32_t)count) : count;
        const uint32_t kind = below(LIES);
        const bool jitters = count >= 4 && below(3) == 0;
        size_t honest = 0;
        for (size_t i = 0; i < count; i++) {
            if (i == forged) {
                make_lie(i, kind);
            } else { /* more than a half of all plays are whole, and two tell arrows */
                const float jitter = jitters && honest == 2 ? 0.005f : 0;
                make_play(i, honest <= count / 2, honest < 2, jitter);
                honest++;
            }
            write_play(&plays[i]);
        }
        said s;
        reel_replay *want = true_map(2), *got = map_of(count, &s);
        compare_maps(n, got, want, jitters ? 0.0051 : 0);
        assert_non_null(strstr(s.rules, "convert.vote "));
        if (forged == count && s.against) fail_msg("seed %u: %u honest plays are unlike the others", n, s.against);
        lies += forged < count;
        if (forged < count) seen[kind]++;
        found += s.against > 0;
        play_count += count;
        for (size_t i = 0; i < thing_count; i++) bombs += things[i].bomb && things[i].hits == 1;
        reel_free(want);
        reel_free(got);
        for (size_t i = 0; i < count; i++) reel_memory_free(&plays[i].file);
    }
    print_message("%u maps of %zu plays, with %zu lies, %zu of them named; %zu bombs that one play hit are lost\n", votes(),
                  play_count, lies, found, bombs);
    for (size_t i = 0; i < LIES; i++) assert_true(seen[i] > 0);
    assert_true(found * 10 >= lies * 5 && found <= lies);
}

static void plays_of_other_levels_are_refused(void **state)
{
    (void)state;
    seed = 1;
    make_map();
    make_play(0, true, true, 0);
    make_play(1, true, true, 0);
    static const char *const hashes[] = { "1123456789ABCDEF0123456789ABCDEF01234567",
                                          "0123456789ABCDEF0123456789ABCDEF01234567" },
                             *const difficulties[] = { "Expert", "Hard" };
    for (size_t i = 0; i < 2; i++) {
        reel_memory made;
        reel_error error;
        said s;
        plays[1].info.map_hash = text(hashes[i]);
        plays[1].info.difficulty = text(difficulties[i]);
        write_play(&plays[0]);
        write_play(&plays[1]);
        assert_int_equal(convert((reel_memory[]){ plays[0].file, plays[1].file }, 2, &made, &s, &error), REEL_ARGUMENT);
        assert_string_equal(error.rule, "level.other");
        assert_non_null(strstr(error.message, "0123456789abcdef0123456789abcdef01234567/expert/standard"));
        assert_non_null(strstr(error.message, i ? "/hard/standard" : "1123456789abcdef0123456789abcdef01234567/expert"));
        reel_memory_free(&plays[0].file);
        reel_memory_free(&plays[1].file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_map_comes_back_from_many_plays),
        cmocka_unit_test(plays_of_other_levels_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
