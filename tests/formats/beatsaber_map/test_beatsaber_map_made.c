/* SPDX-License-Identifier: MIT
 * Made maps of each version, spelled in many ways, read as they were made; seconds, scoring and the greatest score as a second
 * implementation computes them, which goes through notes and links one by one. */
#include "support.h"

#include <reel/beatsaber_map.h>

#include <math.h>

enum { MOST = 40, TEXT = 1 << 16 };

typedef struct made {
    beatsaber_map_note notes[MOST];
    beatsaber_map_arc arcs[MOST];
    beatsaber_map_chain chains[MOST];
    beatsaber_map_bpm_event tempos[MOST];
    size_t note_count, arc_count, chain_count, tempo_count;
} made;

static uint32_t seed;
static unsigned random_below(unsigned below)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % below;
}

static double random_beat(void) { return random_below(64) / 4.0; }

static void make(made *map, unsigned version)
{
    memset(map, 0, sizeof *map);
    map->note_count = random_below(MOST);
    map->arc_count = random_below(6);
    map->chain_count = version == 2 ? 0 : random_below(6);
    map->tempo_count = version == 4 ? 0 : 1 + random_below(4);
    for (size_t i = 0; i < map->note_count; i++)
        map->notes[i] = (beatsaber_map_note){ .beat = random_beat(),
                                              .line = (int32_t)random_below(4),
                                              .layer = (int32_t)random_below(3),
                                              .color = (int32_t)random_below(2),
                                              .direction = (int32_t)random_below(9),
                                              .angle = version == 2 ? 0 : (int32_t)random_below(3) * 15 };
    for (size_t i = 0; i < map->arc_count && map->note_count; i++) {
        const beatsaber_map_note *head = &map->notes[random_below((unsigned)map->note_count)],
                                 *tail = &map->notes[random_below((unsigned)map->note_count)];
        map->arcs[i] = (beatsaber_map_arc){ .beat = head->beat,
                                            .line = head->line,
                                            .layer = head->layer,
                                            .color = head->color,
                                            .direction = head->direction,
                                            .multiplier = random_below(8) / 4.0,
                                            .tail_beat = tail->beat,
                                            .tail_line = tail->line,
                                            .tail_layer = tail->layer,
                                            .tail_direction = tail->direction,
                                            .tail_multiplier = random_below(8) / 4.0,
                                            .anchor = (int32_t)random_below(3) };
    }
    for (size_t i = 0; i < map->chain_count && map->note_count; i++) {
        const beatsaber_map_note *head = &map->notes[random_below((unsigned)map->note_count)];
        map->chains[i] = (beatsaber_map_chain){ .beat = head->beat,
                                                .line = head->line,
                                                .layer = head->layer,
                                                .color = head->color,
                                                .direction = head->direction,
                                                .tail_beat = head->beat + random_below(8) / 8.0,
                                                .tail_line = (int32_t)random_below(4),
                                                .tail_layer = (int32_t)random_below(3),
                                                .parts = 1 + (int32_t)random_below(9),
                                                .squish = (1 + random_below(4)) / 4.0 };
    }
    if (!map->note_count) map->arc_count = map->chain_count = 0;
    for (size_t i = 0; i < map->tempo_count; i++)
        map->tempos[i] = (beatsaber_map_bpm_event){ .beat = i ? 1 + random_below(60) / 4.0 : 0, .bpm = 30 + random_below(200) };
}

/* ---- text --------------------------------------------------------------------------------------------------------- */

static char text[TEXT];
static size_t size;
static unsigned spelling; /* 0: none, 1: blanks, 2: a new choice for each token */

#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
static void
put(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int added = vsnprintf(text + size, TEXT - size, format, arguments);
    va_end(arguments);
    assert_true(added >= 0 && (size_t)added < TEXT - size);
    size += (size_t)added;
}

static const char *blank(void) { return spelling == 1 || (spelling == 2 && random_below(2)) ? " " : ""; }

static void put_key(const char *key) { put("%s\"%s\"%s:%s", size && text[size - 1] == '{' ? "" : ",", key, blank(), blank()); }

static void put_whole(const char *key, int value, bool sparse)
{
    if (sparse && !value) return;
    put_key(key);
    put("%d", value);
}

static void put_real(const char *key, double value)
{
    put_key(key);
    put(spelling == 2 && random_below(2) ? "%.6e" : "%.17g", value);
}

static void begin_list(const char *key)
{
    put_key(key);
    put("[");
}

static void begin_item(void) { put("%s%s{", text[size - 1] == '[' ? "" : ",", blank()); }

static void put_version2(const made *map)
{
    begin_list("_notes");
    for (size_t i = 0; i < map->note_count; i++) {
        const beatsaber_map_note *n = &map->notes[i];
        begin_item();
        put_real("_time", n->beat);
        put_whole("_lineIndex", n->line, false);
        put_whole("_lineLayer", n->layer, false);
        put_whole("_type", n->color, false);
        put_whole("_cutDirection", n->direction, false);
        put("}");
    }
    put("]");
    begin_list("_sliders");
    for (size_t i = 0; i < map->arc_count; i++) {
        const beatsaber_map_arc *a = &map->arcs[i];
        begin_item();
        put_whole("_colorType", a->color, false);
        put_real("_headTime", a->beat);
        put_whole("_headLineIndex", a->line, false);
        put_whole("_headLineLayer", a->layer, false);
        put_real("_headControlPointLengthMultiplier", a->multiplier);
        put_whole("_headCutDirection", a->direction, false);
        put_real("_tailTime", a->tail_beat);
        put_whole("_tailLineIndex", a->tail_line, false);
        put_whole("_tailLineLayer", a->tail_layer, false);
        put_real("_tailControlPointLengthMultiplier", a->tail_multiplier);
        put_whole("_tailCutDirection", a->tail_direction, false);
        put_whole("_sliderMidAnchorMode", a->anchor, false);
        put("}");
    }
    put("]");
    begin_list("_events");
    for (size_t i = 0; i < map->tempo_count; i++) {
        begin_item();
        put_real("_time", map->tempos[i].beat);
        put("%s,\"_type\":100,\"_value\":0,\"_floatValue\":%.17g}", blank(), map->tempos[i].bpm);
    }
    put("]");
}

static void put_version3(const made *map)
{
    const bool sparse = random_below(2);
    begin_list("bpmEvents");
    for (size_t i = 0; i < map->tempo_count; i++) {
        begin_item();
        put_real("b", map->tempos[i].beat);
        put_real("m", map->tempos[i].bpm);
        put("}");
    }
    put("]");
    begin_list("colorNotes");
    for (size_t i = 0; i < map->note_count; i++) {
        const beatsaber_map_note *n = &map->notes[i];
        begin_item();
        put_whole("x", n->line, sparse);
        put_real("b", n->beat);
        put_whole("y", n->layer, sparse);
        put_whole("c", n->color, sparse);
        put_whole("d", n->direction, sparse);
        put_whole("a", n->angle, sparse);
        put("}");
    }
    put("]");
    begin_list("sliders");
    for (size_t i = 0; i < map->arc_count; i++) {
        const beatsaber_map_arc *a = &map->arcs[i];
        begin_item();
        put_whole("c", a->color, sparse);
        put_real("b", a->beat);
        put_whole("x", a->line, sparse);
        put_whole("y", a->layer, sparse);
        put_whole("d", a->direction, sparse);
        put_real("mu", a->multiplier);
        put_real("tb", a->tail_beat);
        put_whole("tx", a->tail_line, sparse);
        put_whole("ty", a->tail_layer, sparse);
        put_whole("tc", a->tail_direction, sparse);
        put_real("tmu", a->tail_multiplier);
        put_whole("m", a->anchor, sparse);
        put("}");
    }
    put("]");
    begin_list("burstSliders");
    for (size_t i = 0; i < map->chain_count; i++) {
        const beatsaber_map_chain *c = &map->chains[i];
        begin_item();
        put_whole("c", c->color, sparse);
        put_real("b", c->beat);
        put_whole("x", c->line, sparse);
        put_whole("y", c->layer, sparse);
        put_whole("d", c->direction, sparse);
        put_real("tb", c->tail_beat);
        put_whole("tx", c->tail_line, sparse);
        put_whole("ty", c->tail_layer, sparse);
        put_whole("sc", c->parts, sparse);
        put_real("s", c->squish);
        put("}");
    }
    put("]");
}

static void put_place(int line, int layer, int color, int direction, int angle)
{
    begin_item();
    put_whole("x", line, false);
    put_whole("y", layer, true);
    put_whole("c", color, true);
    put_whole("d", direction, true);
    put_whole("a", angle, true);
    put("}");
}

/* The data of notes are those of the notes, then of both ends of the arcs, then of the chains, each of its own. */
static void put_data4(const made *map)
{
    begin_list("colorNotesData");
    for (size_t i = 0; i < map->note_count; i++)
        put_place(map->notes[i].line, map->notes[i].layer, map->notes[i].color, map->notes[i].direction, map->notes[i].angle);
    for (size_t i = 0; i < map->arc_count; i++) {
        const beatsaber_map_arc *a = &map->arcs[i];
        put_place(a->line, a->layer, a->color, a->direction, 0);
        put_place(a->tail_line, a->tail_layer, a->color, a->tail_direction, 0);
    }
    for (size_t i = 0; i < map->chain_count; i++)
        put_place(map->chains[i].line, map->chains[i].layer, map->chains[i].color, map->chains[i].direction, 0);
    put("]");
    begin_list("arcsData");
    for (size_t i = 0; i < map->arc_count; i++) {
        begin_item();
        put_real("m", map->arcs[i].multiplier);
        put_real("tm", map->arcs[i].tail_multiplier);
        put_whole("a", map->arcs[i].anchor, true);
        put("}");
    }
    put("]");
    begin_list("chainsData");
    for (size_t i = 0; i < map->chain_count; i++) {
        begin_item();
        put_real("s", map->chains[i].squish);
        put_whole("tx", map->chains[i].tail_line, true);
        put_whole("ty", map->chains[i].tail_layer, true);
        put_whole("c", map->chains[i].parts, true);
        put("}");
    }
    put("]");
}

static void put_version4(const made *map)
{
    const bool data_first = random_below(2);
    const int notes = (int)map->note_count, arcs = (int)map->arc_count;
    if (data_first) put_data4(map);
    begin_list("colorNotes");
    for (int i = 0; i < notes; i++) {
        begin_item();
        put_real("b", map->notes[i].beat);
        put_whole("i", i, true);
        put("}");
    }
    put("]");
    begin_list("arcs");
    for (int i = 0; i < arcs; i++) {
        begin_item();
        put_real("hb", map->arcs[i].beat);
        put_real("tb", map->arcs[i].tail_beat);
        put_whole("hi", notes + 2 * i, true);
        put_whole("ti", notes + 2 * i + 1, true);
        put_whole("ai", i, true);
        put("}");
    }
    put("]");
    begin_list("chains");
    for (int i = 0; i < (int)map->chain_count; i++) {
        begin_item();
        put_real("hb", map->chains[i].beat);
        put_real("tb", map->chains[i].tail_beat);
        put_whole("i", notes + 2 * arcs + i, true);
        put_whole("ci", i, true);
        put("}");
    }
    put("]");
    if (!data_first) put_data4(map);
}

static void spell(const made *map, unsigned version)
{
    static const char *const versions[] = { "\"_version\":\"2.6.0\"", "\"version\":\"3.3.0\"", "\"version\":\"4.0.0\"" };
    size = 0;
    spelling = random_below(3);
    put("%s{%s%s", blank(), blank(), versions[version - 2]);
    if (version == 2) put_version2(map);
    if (version == 3) put_version3(map);
    if (version == 4) put_version4(map);
    put("%s}", blank());
}

/* ---- a second implementation -------------------------------------------------------------------------------------- */

/* Seconds: each change after the first one in order of beats, found anew for each beat. */
static double seconds(const made *map, double beat)
{
    double time = 0, at = 0, bpm = map->tempos[0].bpm;
    for (;;) {
        const beatsaber_map_bpm_event *next = NULL;
        for (size_t i = 1; i < map->tempo_count; i++) {
            const beatsaber_map_bpm_event *t = &map->tempos[i];
            if (t->beat > at && t->beat <= beat && (!next || t->beat <= next->beat)) next = t;
        }
        if (!next) return time + (beat - at) * 60 / bpm;
        time += (next->beat - at) * 60 / bpm;
        at = next->beat;
        bpm = next->bpm;
    }
}

static unsigned scoring(const made *map, const beatsaber_map_note *n)
{
    static const unsigned of[] = { 3, 4, 5, 8, 6, 11, 9, 12 };
    unsigned all = 0;
    for (size_t i = 0; i < map->arc_count; i++) {
        const beatsaber_map_arc *a = &map->arcs[i];
        if (a->color != n->color) continue;
        if (a->beat == n->beat && a->line == n->line && a->layer == n->layer) all |= 1;
        if (a->tail_beat == n->beat && a->tail_line == n->line && a->tail_layer == n->layer) all |= 2;
    }
    for (size_t i = 0; i < map->chain_count; i++) {
        const beatsaber_map_chain *c = &map->chains[i];
        if (c->color == n->color && c->beat == n->beat && c->line == n->line && c->layer == n->layer) all |= 4;
    }
    return of[all];
}

typedef struct scored {
    double when;
    unsigned points;
} scored;

static int in_order(const void *a, const void *b)
{
    const scored *x = a, *y = b;
    if (x->when != y->when) return x->when < y->when ? -1 : 1;
    return (int)x->points - (int)y->points;
}

/* Links are between head and tail by time, which is not by beats where the tempo changes. */
static double moment(const made *map, double beat) { return map->tempo_count ? seconds(map, beat) : beat; }

static uint64_t greatest(const made *map)
{
    scored all[MOST * 12];
    size_t count = 0;
    uint64_t sum = 0;
    for (size_t i = 0; i < map->note_count; i++)
        all[count++] = (scored){ moment(map, map->notes[i].beat), scoring(map, &map->notes[i]) == 6 ? 85 : 115 };
    for (size_t i = 0; i < map->chain_count; i++) {
        const beatsaber_map_chain *c = &map->chains[i];
        const double from = moment(map, c->beat), to = moment(map, c->tail_beat);
        for (int link = 1; link < c->parts; link++) all[count++] = (scored){ from + (to - from) * link / (c->parts - 1), 20 };
    }
    qsort(all, count, sizeof *all, in_order);
    for (size_t i = 0; i < count; i++) sum += all[i].points * (uint64_t)(i == 0 ? 1 : i < 5 ? 2 : i < 13 ? 4 : 8);
    return sum;
}

/* ---- comparing ---------------------------------------------------------------------------------------------------- */

#define SAME(field) (a->field == b->field)

static bool same_arc(const beatsaber_map_arc *a, const beatsaber_map_arc *b)
{
    return SAME(beat) && SAME(line) && SAME(layer) && SAME(color) && SAME(direction) && SAME(multiplier) && SAME(tail_beat) &&
           SAME(tail_line) && SAME(tail_layer) && SAME(tail_direction) && SAME(tail_multiplier) && SAME(anchor);
}

static bool same_chain(const beatsaber_map_chain *a, const beatsaber_map_chain *b)
{
    return SAME(beat) && SAME(line) && SAME(layer) && SAME(color) && SAME(direction) && SAME(tail_beat) && SAME(tail_line) &&
           SAME(tail_layer) && SAME(parts) && SAME(squish);
}

static void compare_notes(const made *map, const beatsaber_map_note *rows, size_t count)
{
    assert_int_equal(count, map->note_count);
    for (size_t i = 0; i < count; i++) {
        const beatsaber_map_note *a = &rows[i], *b = &map->notes[i];
        if (!(SAME(beat) && SAME(line) && SAME(layer) && SAME(color) && SAME(direction) && SAME(angle)))
            fail_msg("note %zu differs in %s", i, text);
        if (a->scoring != scoring(map, b)) fail_msg("note %zu has scoring %u in %s", i, a->scoring, text);
        assert_int_equal(a->present & BEATSABER_MAP_HAS_TIME, map->tempo_count ? BEATSABER_MAP_HAS_TIME : 0);
        if (map->tempo_count && fabs(a->time - seconds(map, b->beat)) > 1e-9)
            fail_msg("note %zu is at %f in %s", i, a->time, text);
    }
}

static void compare(const made *map, const reel_replay *replay)
{
    size_t count;
    compare_notes(map, reel_rows(replay, &beatsaber_map_notes, &count), map->note_count);
    const beatsaber_map_arc *arcs = reel_rows(replay, &beatsaber_map_arcs, &count);
    assert_int_equal(count, map->arc_count);
    for (size_t i = 0; i < count; i++)
        if (!same_arc(&arcs[i], &map->arcs[i])) fail_msg("arc %zu differs in %s", i, text);
    const beatsaber_map_chain *chains = reel_rows(replay, &beatsaber_map_chains, &count);
    assert_int_equal(count, map->chain_count);
    for (size_t i = 0; i < count; i++)
        if (!same_chain(&chains[i], &map->chains[i])) fail_msg("chain %zu differs in %s", i, text);
    const beatsaber_map_difficulty *difficulty = reel_rows(replay, &beatsaber_map_difficulties, &count);
    assert_int_equal(count, 1);
    assert_int_equal(difficulty->notes, map->note_count);
    if (difficulty->max_score != greatest(map))
        fail_msg("%llu points instead of %llu in %s", (unsigned long long)difficulty->max_score,
                 (unsigned long long)greatest(map), text);
}

static void a_made_map_reads_as_it_was_made(void **state)
{
    (void)state;
    static made map;
    const size_t rounds = by_effort(20000, 3000, 300);
    for (size_t i = 0; i < rounds; i++) {
        seed = (uint32_t)i * 7919u;
        const unsigned version = 2 + (unsigned)i % 3;
        make(&map, version);
        spell(&map, version);
        trying("map %zu", i);
        reel_replay *replay;
        const reel_options options = { REEL_SIZED(reel_options), .flags = REEL_STRICT };
        assert_int_equal(reel_load(reel_source_memory(text, size), &options, &replay, NULL), REEL_OK);
        compare(&map, replay);
        reel_free(replay);
    }
}

/* In version 2, the type of an event says whether it is a light or a turn, and that of a wall how high it is. */
static void types_of_version_2_decide_what_a_row_is(void **state)
{
    (void)state;
    static const char map[] =
        "{\"_version\":\"2.6.0\",\"_notes\":[],\"_obstacles\":["
        "{\"_time\":1,\"_lineIndex\":0,\"_type\":0,\"_duration\":1,\"_width\":1},"
        "{\"_time\":2,\"_lineIndex\":0,\"_type\":1,\"_duration\":1,\"_width\":1},"
        "{\"_time\":3,\"_lineIndex\":0,\"_lineLayer\":1,\"_type\":2,\"_duration\":1,\"_width\":1,\"_height\":4}],"
        "\"_events\":[{\"_time\":1,\"_type\":4,\"_value\":5},{\"_time\":2,\"_type\":14,\"_value\":5},"
        "{\"_time\":3,\"_type\":1,\"_value\":0},{\"_time\":4,\"_type\":15,\"_value\":2}]}";
    static const int heights[][2] = { { 0, 5 }, { 2, 3 }, { 1, 4 } };
    reel_replay *replay;
    size_t count;
    const reel_options options = { REEL_SIZED(reel_options), .flags = REEL_STRICT };
    assert_int_equal(reel_load(reel_source_memory(map, sizeof map - 1), &options, &replay, NULL), REEL_OK);
    const beatsaber_map_wall *walls = reel_rows(replay, &beatsaber_map_walls, &count);
    assert_int_equal(count, 3);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(walls[i].layer, heights[i][0]);
        assert_int_equal(walls[i].height, heights[i][1]);
    }
    const beatsaber_map_light *lights = reel_rows(replay, &beatsaber_map_lights, &count);
    assert_int_equal(count, 2);
    assert_int_equal(lights[0].type, 4);
    assert_int_equal(lights[1].type, 1);
    const beatsaber_map_rotation *turns = reel_rows(replay, &beatsaber_map_rotations, &count);
    assert_int_equal(count, 2);
    assert_int_equal(turns[0].late, 0);
    assert_int_equal(turns[1].late, 1);
    reel_free(replay);
}

static void hear_reason(void *context, const reel_finding *finding)
{
    if (strcmp(finding->rule, "beatsaber-map.zip-entry") == 0)
        *(bool *)context = strstr(finding->message, "cannot be unpacked") != NULL;
}

/* A file of a level may be too large, or be damaged: the finding says which. */
static void a_damaged_file_of_a_level_cannot_be_unpacked(void **state)
{
    (void)state;
    size_t bytes;
    bool heard = false;
    const reel_options options = { REEL_SIZED(reel_options), .report = hear_reason, .report_context = &heard };
    uint8_t *data = read_file(project_path("tests/formats/beatsaber_map/bad/packed.zip"), &bytes);
    assert_int_equal(reel_check(reel_source_memory(data, bytes), &options, NULL), REEL_OK);
    assert_true(heard);
    free(data);
}

/* The second note's data are cut off. The third one has its own, but is not the second. */
static void notes_end_before_one_whose_data_are_cut_off(void **state)
{
    (void)state;
    static const char map[] = "{\"version\":\"4.1.0\",\"colorNotes\":[{\"b\":1},{\"b\":2,\"i\":1},{\"b\":3}],"
                              "\"colorNotesData\":[{\"x\":1},{\"x\":2";
    reel_replay *replay;
    size_t count;
    assert_int_equal(reel_load(reel_source_memory(map, sizeof map - 1), NULL, &replay, NULL), REEL_OK);
    assert_int_equal(reel_replay_damage(replay)->status, REEL_TRUNCATED);
    const beatsaber_map_note *notes = reel_rows(replay, &beatsaber_map_notes, &count);
    assert_int_equal(count, 1);
    assert_true(notes[0].beat == 1 && notes[0].line == 1);
    reel_free(replay);
}

/* The directory says that a difficulty begins where Info.dat does: a new file of it would be in the place of both. */
static void a_zip_whose_entries_share_bytes_is_not_written_anew(void **state)
{
    (void)state;
    static const char name[] = "ExpertPlusStandard.dat";
    enum { NAME = sizeof name - 1, OFFSET = 4 };
    size_t bytes, listed = 0;
    reel_memory written;
    reel_error error;
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR };
    uint8_t *data = read_file(project_path("tests/formats/beatsaber_map/golden/level-2.zip"), &bytes);
    for (size_t at = 0; at + NAME <= bytes; at++)
        if (memcmp(data + at, name, NAME) == 0) listed = at;
    assert_true(listed > OFFSET);
    memset(data + listed - OFFSET, 0, OFFSET);
    const reel_source source = reel_source_memory(data, bytes);
    assert_true(reel_convert(source, NULL, NULL, reel_sink_memory(&written, NULL), &how, &error) < 0);
    assert_string_equal(error.rule, "beatsaber-map.zip");
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(a_made_map_reads_as_it_was_made),
                                        cmocka_unit_test(notes_end_before_one_whose_data_are_cut_off),
                                        cmocka_unit_test(a_zip_whose_entries_share_bytes_is_not_written_anew),
                                        cmocka_unit_test(types_of_version_2_decide_what_a_row_is),
                                        cmocka_unit_test(a_damaged_file_of_a_level_cannot_be_unpacked) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
