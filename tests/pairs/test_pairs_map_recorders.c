/* SPDX-License-Identifier: MIT
 * Maps that plays agree upon, of another kind of plays than those of test_pairs_map_votes: a mapper writes by beats, people play it on headsets, and
 * recorders write what they see: late, in steps of frames, with a drift, without some events, mirrored, from the middle, up to a fail, or beyond one
 * with NF. Some plays are forged by what would pay. No honest play may be said to be unlike the others, and what one forger does changes no map.
 * REEL_VOTES gives the number of maps. */
#include "support.h"

#include <math.h>
#include <reel/beatsaber_map.h>
#include <reel/bsor.h>
#include <reel/format.h>
#include <stdlib.h>

enum { MOST = 600, PLAYS = 9, LINES = 4, LAYERS = 3 };

static uint64_t seed;

/* Xorshift; another sequence than that of the other test. */
static uint32_t below(uint32_t most)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(((seed * UINT64_C(0x2545f4914f6cdd1d)) >> 32) * most >> 32);
}

static double between(double low, double high) { return low + (high - low) * (double)below(1u << 20) / (1u << 20); }
static reel_string text(const char *data) { return (reel_string){ data, strlen(data) }; }

/* ---- a map by beats --------------------------------------------------------------------------------------------------- */

typedef struct written {
    double time;
    int line, layer, color, direction, scoring;
} written;

static written notes[MOST];
static size_t note_count;

static void write_note(double time, int line, int layer, int color, int direction, int scoring)
{
    assert_true(note_count < MOST);
    notes[note_count++] = (written){ time, line, layer, color, direction, scoring };
}

/* Streams, stacks of two or three, doubles, sliders of 1/16 beat, and chains, at a tempo that may change once. */
static void write_map(void)
{
    double bpm = between(90, 240), time = between(0.5, 3);
    int color = 0;
    note_count = 0;
    for (int phrase = 0, count = 4 + (int)below(8); phrase < count; phrase++) {
        const double beat = 60 / bpm, part = beat / (1 << below(4)) < 0.07 ? beat / 2 : beat / 4;
        const uint32_t kind = below(5);
        for (int i = 0, length = 3 + (int)below(12); i < length; i++, color = 1 - color) {
            const int line = (int)below(LINES), layer = (int)below(LAYERS), direction = (int)below(9);
            write_note(time, line, layer, color, direction, kind == 3 && i == 0 ? BSOR_CHAIN_HEAD : BSOR_NORMAL);
            for (int k = 1; kind == 1 && k < LAYERS - layer; k++) write_note(time, line, layer + k, color, 8, BSOR_NORMAL);
            if (kind == 2) write_note(time, (line + 2) % LINES, layer, 1 - color, 8 - direction, BSOR_NORMAL);
            for (int k = 1; kind == 4 && k < 4; k++)
                write_note(time + k * beat / 16, line, (layer + k) % LAYERS, color, 8, BSOR_NORMAL);
            for (int k = 1; kind == 3 && i == 0 && k < 4; k++)
                write_note(time + k * 0.021, line, layer, color, 8, BSOR_CHAIN_LINK);
            time += kind == 4 || (kind == 3 && i == 0) ? beat : part > 0.09 ? part : 0.09;
        }
        if (below(6) == 0) bpm = between(90, 240);
        time += beat;
    }
}

/* ---- plays ------------------------------------------------------------------------------------------------------------ */

typedef struct recorder {
    double late, frame, drift, lost; /* s; s, 0: no steps; of the time; of the events */
    bool mirrored, old, milliseconds;
} recorder;

typedef struct made_play {
    bsor_info info;
    bsor_note rows[2 * MOST];
    size_t count;
    size_t lost; /* events that the recorder did not write */
    reel_memory file;
} made_play;

static made_play plays[PLAYS];

static int32_t id_of(const written *n, const recorder *by)
{
    static const int turned[] = { 0, 1, 3, 2, 5, 4, 7, 6, 8 };
    const int line = by->mirrored ? LINES - 1 - n->line : n->line, color = by->mirrored ? 1 - n->color : n->color;
    const int direction = by->mirrored ? turned[n->direction] : n->direction, scoring = by->old ? BSOR_NORMAL : n->scoring;
    return scoring * 10000 + line * 1000 + n->layer * 100 + color * 10 + direction;
}

static double seen_at(double time, const recorder *by)
{
    time = time * (1 + by->drift) + by->late;
    if (by->frame > 0) time = ceil(time / by->frame) * by->frame;
    return by->milliseconds ? floor(time * 1000 + 0.5) / 1000 : time;
}

static void record(made_play *play, const written *n, const recorder *by)
{
    assert_true(play->count < 2 * MOST);
    const float time = (float)seen_at(n->time, by);
    play->rows[play->count++] =
        (bsor_note){ .note_id = id_of(n, by), .spawn_time = time, .event_time = time + 0.15f, .event_type = BSOR_MISS };
}

static void begin(made_play *play, const recorder *by, const char *modifiers)
{
    play->count = play->lost = 0;
    play->info = (bsor_info){ .game_version = text(by->old ? "1.18.3" : "1.39.1"),
                              .map_hash = text("89ABCDEF0123456789ABCDEF0123456789ABCDEF"),
                              .difficulty = text("ExpertPlus"),
                              .mode = text("Standard"),
                              .modifiers = text(modifiers),
                              .jump_distance = 20,
                              .left_handed = by->mirrored };
}

/* `exact`: nothing is late or lost, and it goes from begin to end. */
static recorder any_recorder(bool exact)
{
    static const double rates[] = { 72, 80, 90, 120, 144 };
    recorder by = { .mirrored = below(4) == 0 };
    if (exact) return by;
    switch (below(6)) {
    case 0: by.late = between(-0.007, 0.007); break;
    case 1: by.frame = 1 / rates[below(5)]; break;
    case 2: by.drift = between(-5e-5, 5e-5); break;
    case 3: by.milliseconds = true; break;
    case 4: by.lost = between(0.01, 0.3); break;
    default: by.old = true; break;
    }
    return by;
}

static void play_honestly(made_play *play, bool exact)
{
    const recorder by = any_recorder(exact);
    const double end = notes[note_count - 1].time + 1, from = exact || below(4) ? 0 : between(0, end * 0.7);
    const uint32_t ends = exact ? 3 : below(4); /* by a fail, by leaving, beyond a fail, or with the song */
    const double to = ends < 2 && from <= 0 ? between(end / 3, end) : end;
    begin(play, &by, ends == 2 ? "NF" : below(4) ? "" : "FS");
    play->info.start_time = (float)from;
    play->info.fail_time = ends == 0 && to < end ? (float)to : ends == 2 ? (float)(end / 2) : 0;
    size_t burst = 0;
    for (size_t i = 0; i < note_count; i++) {
        if (notes[i].time < from || notes[i].time > to) continue;
        if (!burst && by.lost > 0 && below(1000) < (uint32_t)(by.lost * 300)) burst = 1 + below(6);
        if (burst) { /* some events in a row */
            burst--;
            play->lost++;
        } else {
            record(play, &notes[i], &by);
        }
    }
}

enum { LIES = 8, SLOWED = 3 };
static const char *const lies[LIES] = { "misses left out",        "lines moved by one",    "an easier difficulty",
                                        "times of a slower song", "the color of one note", "notes in between",
                                        "all colors exchanged",   "the last third made up" };

static void play_falsely(made_play *play, uint32_t lie)
{
    const recorder by = { .mirrored = false };
    const size_t one = below((uint32_t)note_count);
    begin(play, &by, "");
    for (size_t i = 0; i < note_count; i++) {
        written n = notes[i];
        if ((lie == 0 && below(8) == 0 && i && i + 1 < note_count) || (lie == 2 && i % 2 == 1)) continue;
        if (lie == 1 && below(2)) n.line = (n.line + 1) % LINES;
        if (lie == SLOWED) n.time *= 1.02;
        if ((lie == 4 && i == one) || lie == 6) n.color = 1 - n.color;
        if (lie == 7 && i * 3 > note_count * 2)
            n.line = (int)below(LINES), n.layer = (int)below(LAYERS), n.time += between(-0.2, 0.2);
        record(play, &n, &by);
        n.time += 0.04;
        n.line = (n.line + 1) % LINES;
        if (lie == 5 && below(4) == 0) record(play, &n, &by);
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
    qsort(play->rows, play->count, sizeof *play->rows, by_time);
    assert_int_equal(reel_create(reel_sink_memory(&play->file, NULL), &reel_format_bsor, NULL, &writer, &error), REEL_OK);
    reel_append(writer, &bsor_infos, &play->info, 1);
    reel_append(writer, &bsor_notes, play->rows, play->count);
    if (reel_finish(writer, &error) != REEL_OK) fail_msg("%s", error.message);
}

/* ---- the vote --------------------------------------------------------------------------------------------------------- */

typedef struct said {
    unsigned extra[PLAYS + 1], lacking[PLAYS + 1]; /* of plays, by number from 1 */
} said;

static void take_finding(void *context, const reel_finding *finding)
{
    said *s = context;
    unsigned play, all, extra, lacking;
    if (strcmp(finding->rule, "convert.vote-play") != 0) return;
    if (sscanf(finding->message, "play %u of %u has %u notes that too few others have, and lacks %u", &play, &all, &extra,
               &lacking) != 4 ||
        play > PLAYS)
        fail_msg("%s", finding->message);
    s->extra[play] = extra;
    s->lacking[play] = lacking;
}

static reel_replay *vote(size_t count, said *s)
{
    reel_source others[PLAYS];
    reel_memory made;
    reel_replay *map = NULL;
    reel_error error;
    for (size_t i = 1; i < count; i++) others[i - 1] = reel_source_memory(plays[i].file.data, plays[i].file.size);
    const reel_options options = { REEL_SIZED(reel_options), .report = take_finding, .report_context = s };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .merge = others, .merge_count = count - 1 };
    *s = (said){ .extra = { 0 } };
    if (reel_convert(reel_source_memory(plays[0].file.data, plays[0].file.size), &options, &reel_format_beatsaber_map,
                     reel_sink_memory(&made, NULL), &how, &error) < 0 ||
        reel_load(reel_source_memory(made.data, made.size), NULL, &map, &error) != REEL_OK)
        fail_msg("%s", error.message);
    reel_memory_free(&made);
    return map;
}

/* How many notes of the map were written so, but for links. */
static size_t found_notes(const reel_replay *map, size_t *made_up)
{
    size_t count, found = 0;
    const beatsaber_map_note *rows = reel_rows(map, &beatsaber_map_notes, &count);
    for (size_t i = 0; i < note_count; i++) {
        const written *n = &notes[i];
        bool has = n->scoring == BSOR_CHAIN_LINK;
        for (size_t k = 0; k < count && !has; k++)
            has = fabs(rows[k].time - n->time) < 0.015 && rows[k].line == n->line && rows[k].layer == n->layer &&
                  rows[k].color == n->color;
        found += has && n->scoring != BSOR_CHAIN_LINK;
    }
    *made_up = count > found ? count - found : 0;
    return found;
}

static size_t votes(void)
{
    const char *given = getenv("REEL_VOTES");
    return given ? strtoul(given, NULL, 10) : by_effort(4000, 300, 150);
}

static void no_honest_play_is_named(void **state)
{
    size_t made[LIES] = { 0 }, named[LIES] = { 0 }, honest = 0, lossy = 0, lossy_named = 0, falsely = 0, kept = 0, all = 0,
           up = 0;
    (void)state;
    for (size_t n = 1, end = votes(); n <= end; n++) {
        seed = n * UINT64_C(0x9e3779b97f4a7c15) | 1;
        write_map();
        const size_t count = 2 + below(PLAYS - 1), liar = count >= 3 && below(2) ? below((uint32_t)count) : count;
        const uint32_t lie = below(LIES);
        const size_t most = below(2) ? count / 2 + 1 : below(3); /* of few, not all comes back */
        size_t exact = 0, made_up;
        for (size_t i = 0; i < count; i++) {
            if (i == liar)
                play_falsely(&plays[i], lie);
            else
                play_honestly(&plays[i], exact++ < most);
            write_play(&plays[i]);
        }
        said s;
        reel_replay *map = vote(count, &s);
        for (size_t i = 0; i < count; i++) {
            const bool against = s.extra[i + 1] || s.lacking[i + 1];
            if (i == liar) {
                made[lie]++;
                named[lie] += against;
                continue;
            }
            honest++;
            lossy += plays[i].lost > 0;
            lossy_named += plays[i].lost > 0 && against;
            if (s.extra[i + 1] || s.lacking[i + 1] > plays[i].lost) {
                falsely++;
                print_message("seed %zu, of %zu plays: play %zu is said to have %u and to lack %u; it lost %zu; the lie: %s\n", n,
                              count, i + 1, s.extra[i + 1], s.lacking[i + 1], plays[i].lost, liar < count ? lies[lie] : "none");
            }
        }
        kept += found_notes(map, &made_up);
        up += made_up;
        for (size_t i = 0; i < note_count; i++) all += notes[i].scoring != BSOR_CHAIN_LINK;
        reel_free(map);
        for (size_t i = 0; i < count; i++) reel_memory_free(&plays[i].file);
    }
    for (size_t k = 0; k < LIES; k++) print_message("%s: %zu made, %zu named\n", lies[k], made[k], named[k]);
    print_message("%zu maps with %zu notes: %zu come back, %zu are made up; of %zu honest plays, %zu lost events, %zu of which "
                  "are said to lack "
                  "notes; %zu are accused falsely\n",
                  votes(), all, kept, up, honest, lossy, lossy_named, falsely);
    assert_int_equal(falsely, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(no_honest_play_is_named) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
