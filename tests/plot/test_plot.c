/* SPDX-License-Identifier: MIT
 * Plots of whole replays: what they draw, and that they draw nothing broken whatever the replay says. To renew the golden
 * pictures after looking at them: REEL_WRITE_GOLDEN=1 test_plot */
#include "corpus.h"

#include <math.h>

#include <reel/bsor.h>
#include <reel/plot.h>

#include "xml.h"

/* The plots of BSOR, ending with NULL. */
static const reel_plot *const *bsor_plots(void)
{
    static const reel_plot *plots[32];
    size_t count = 0;
    for (const reel_plot *const *plot = reel_plots(); *plot; plot++)
        for (const reel_format *const *format = (*plot)->formats; *format; format++)
            if (*format == &reel_format_bsor && count < sizeof plots / sizeof *plots - 1) plots[count++] = *plot;
    plots[count] = NULL;
    return plots;
}

enum { MOST_BYTES = 300 * 1000 };

/* ---- replays that are made here --------------------------------------------------------------------------------- */

typedef struct rows {
    bsor_info info;
    const bsor_frame *frames;
    const bsor_note *notes;
    const bsor_wall *walls;
    const bsor_pause *pauses;
    size_t frame_count, note_count, wall_count, pause_count;
} rows;

static reel_string text_of(const char *text) { return (reel_string){ text, strlen(text) }; }

static bsor_info sound_info(void)
{
    return (bsor_info){ .mod_version = text_of("0.9.20"),
                        .game_version = text_of("1.29.1_4575554838"),
                        .timestamp = text_of("1700000000"),
                        .player_name = text_of("Somebody"),
                        .platform = text_of("steam"),
                        .song_name = text_of("A Song & More"),
                        .mapper = text_of("Nobody"),
                        .difficulty = text_of("Expert"),
                        .mode = text_of("Standard"),
                        .score = 1000,
                        .jump_distance = 18 };
}

static reel_replay *replay_of(const rows *r)
{
    reel_memory memory;
    reel_writer *writer;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_bsor, NULL, &writer, &error), REEL_OK);
    reel_append(writer, &bsor_infos, &r->info, 1);
    reel_append(writer, &bsor_frames, r->frames, r->frame_count);
    reel_append(writer, &bsor_notes, r->notes, r->note_count);
    reel_append(writer, &bsor_walls, r->walls, r->wall_count);
    reel_append(writer, &bsor_pauses, r->pauses, r->pause_count);
    if (reel_finish(writer, &error) != REEL_OK) fail_msg("%s", error.message);
    reel_replay *replay;
    if (reel_load(reel_source_memory(memory.data, memory.size), NULL, &replay, &error) != REEL_OK) fail_msg("%s", error.message);
    reel_memory_free(&memory);
    size_t count;
    reel_rows(replay, &bsor_frames, &count);
    assert_int_equal(count, r->frame_count);
    reel_rows(replay, &bsor_notes, &count);
    assert_int_equal(count, r->note_count);
    return replay;
}

static bsor_note note_at(int index, int type)
{
    bsor_note note = { .note_id = 30000 + index % 4 * 1000 + index % 3 * 100 + index % 2 * 10 + index % 9,
                       .event_time = 1 + (float)index * 0.5f,
                       .spawn_time = 1 + (float)index * 0.5f,
                       .event_type = type,
                       .has_cut = type == BSOR_GOOD_CUT || type == BSOR_BAD_CUT };
    if (type == BSOR_BOMB) note.note_id = 20039 + index % 4 * 1000;
    if (!note.has_cut) return note;
    note.cut = (bsor_cut){ .speed_ok = 1,
                           .direction_ok = 1,
                           .saber_type_ok = 1,
                           .saber_speed = 20,
                           .saber_type = index % 2,
                           .time_deviation = (float)(index % 7 - 2) / 128,
                           .cut_distance_to_center = (float)(index % 5) / 32,
                           .before_cut_rating = index % 6 ? 1.25f : 0.75f,
                           .after_cut_rating = 1 };
    return note;
}

/* A tiny play with one of everything. */
static reel_replay *tiny_play(void)
{
    static const int kinds[24] = { [7] = BSOR_MISS, [11] = BSOR_BAD_CUT, [12] = BSOR_BOMB };
    bsor_note notes[24];
    bsor_frame frames[60];
    for (int i = 0; i < 24; i++) notes[i] = note_at(i, kinds[i]);
    memset(frames, 0, sizeof frames);
    for (int i = 0; i < 60; i++) {
        float sway = (float)(i % 16 - 8) / 16, rise = (float)(i % 12) / 16;
        frames[i] = (bsor_frame){ .time = (float)i / 4, .fps = 4 };
        frames[i].head.position = (reel_vec3){ sway / 8, 1.7f, sway / 16 };
        frames[i].left_hand.position = (reel_vec3){ sway - 0.375f, 1, rise };
        frames[i].right_hand.position = (reel_vec3){ 0.375f - sway, 1, rise };
    }
    const bsor_wall wall = { .wall_id = 101, .energy = 0.5f, .time = 9.25f, .spawn_time = 9 };
    const bsor_pause pause = { .duration = 12, .time = 5 };
    const rows r = { sound_info(), frames, notes, &wall, &pause, 60, 24, 1, 1 };
    return replay_of(&r);
}

/* ---- drawing ---------------------------------------------------------------------------------------------------- */

static reel_status draw(const reel_plot *plot, const reel_replay *replay, const reel_plot_options *options, reel_memory *memory)
{
    reel_error error = { 0 };
    *memory = (reel_memory){ 0 };
    return reel_plot_draw(plot, replay, reel_sink_memory(memory, NULL), options, &error);
}

static bool holds(const reel_memory *memory, const char *text)
{
    size_t size = strlen(text);
    for (size_t i = 0; i + size <= memory->size; i++)
        if (!memcmp(memory->data + i, text, size)) return true;
    return false;
}

/* Every plot of a replay is a sound document of a bounded size, or there is nothing to draw. Returns the number drawn. */
static int assert_all_sound(const reel_replay *replay, const char *what)
{
    int drawn = 0;
    for (const reel_plot *const *plot = bsor_plots(); *plot; plot++) {
        reel_memory memory;
        reel_status status = draw(*plot, replay, NULL, &memory);
        if (status == REEL_END) continue;
        if (status != REEL_OK) fail_msg("%s of %s: %s", (*plot)->id, what, reel_status_name(status));
        const char *wrong = xml_wrong(memory.data, memory.size);
        if (wrong) fail_msg("%s of %s: %s", (*plot)->id, what, wrong);
        if (memory.size > MOST_BYTES) fail_msg("%s of %s: %zu bytes", (*plot)->id, what, memory.size);
        static const char *const never[] = { "nan", "NaN", "inf\"", "Infinity", "<script", "\"\"" };
        for (size_t i = 0; i < sizeof never / sizeof *never; i++)
            if (holds(&memory, never[i])) fail_msg("%s of %s holds %s", (*plot)->id, what, never[i]);
        reel_memory_free(&memory);
        drawn++;
    }
    return drawn;
}

static int plot_count(void)
{
    int count = 0;
    while (bsor_plots()[count]) count++;
    return count;
}

/* ---- tests ------------------------------------------------------------------------------------------------------ */

static void finds_plots_by_id(void **state)
{
    (void)state;
    static const char *const ids[] = { "score", "cuts", "grid", "paths", "energy", "timing" };
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        const reel_plot *plot = reel_plot_by_id(&reel_format_bsor, ids[i]);
        assert_non_null(plot);
        assert_string_equal(plot->id, ids[i]);
        assert_true(strlen(plot->name) && strlen(plot->doc));
    }
    assert_int_equal(plot_count(), sizeof ids / sizeof *ids);
    assert_null(reel_plot_by_id(&reel_format_bsor, "scores"));
    assert_null(reel_plot_by_id(&reel_format_bsor, NULL));
    assert_null(reel_plot_by_id(NULL, "score"));
}

static void draws_the_golden_pictures(void **state)
{
    (void)state;
    reel_replay *replay = tiny_play();
    for (const reel_plot *const *plot = bsor_plots(); *plot; plot++) {
        char name[100];
        snprintf(name, sizeof name, "tests/plot/golden/%s.svg", (*plot)->id);
        const char *path = project_path(name);
        reel_memory memory;
        assert_int_equal(draw(*plot, replay, NULL, &memory), REEL_OK);
        if (getenv("REEL_WRITE_GOLDEN")) {
            FILE *file = fopen(path, "wb");
            assert_non_null(file);
            fwrite(memory.data, 1, memory.size, file);
            fclose(file);
        }
        size_t size;
        uint8_t *golden = read_file(path, &size);
        if (size != memory.size || memcmp(golden, memory.data, size)) fail_msg("%s is not drawn as before", name);
        assert_null(xml_wrong(memory.data, memory.size));
        free(golden);
        reel_memory_free(&memory);
    }
    reel_free(replay);
}

static void draws_the_same_bytes_twice(void **state)
{
    (void)state;
    reel_replay *replay = tiny_play();
    for (const reel_plot *const *plot = bsor_plots(); *plot; plot++)
        for (uint32_t theme = REEL_PLOT_AUTO; theme <= REEL_PLOT_DARK; theme++) {
            const reel_plot_options options = { .theme = theme };
            reel_memory first, second;
            assert_int_equal(draw(*plot, replay, &options, &first), REEL_OK);
            assert_int_equal(draw(*plot, replay, &options, &second), REEL_OK);
            assert_int_equal(first.size, second.size);
            assert_memory_equal(first.data, second.data, first.size);
            reel_memory_free(&first);
            reel_memory_free(&second);
        }
    reel_free(replay);
}

static void themes_follow_the_reader_or_the_caller(void **state)
{
    (void)state;
    static const struct {
        uint32_t theme;
        bool light, dark, asks;
    } cases[] = {
        { REEL_PLOT_AUTO, true, true, true },
        { REEL_PLOT_LIGHT, true, false, false },
        { REEL_PLOT_DARK, false, true, false },
    };
    reel_replay *replay = tiny_play();
    for (size_t i = 0; i < 3; i++) {
        const reel_plot_options options = { .theme = cases[i].theme };
        reel_memory memory;
        assert_int_equal(draw(bsor_plots()[0], replay, &options, &memory), REEL_OK);
        assert_int_equal(holds(&memory, ".f-paper{fill:#ffffff}"), cases[i].light);
        assert_int_equal(holds(&memory, ".f-paper{fill:#14171c}"), cases[i].dark);
        assert_int_equal(holds(&memory, "prefers-color-scheme"), cases[i].asks);
        assert_false(holds(&memory, "var("));
        reel_memory_free(&memory);
    }
    reel_free(replay);
}

static void can_be_told_to_those_who_do_not_see_it(void **state)
{
    (void)state;
    reel_replay *replay = tiny_play();
    for (const reel_plot *const *plot = bsor_plots(); *plot; plot++) {
        reel_memory memory;
        char title[200];
        snprintf(title, sizeof title, "<title>%s: A Song &amp; More</title>", (*plot)->name);
        assert_int_equal(draw(*plot, replay, NULL, &memory), REEL_OK);
        assert_true(holds(&memory, "role=\"img\""));
        assert_true(holds(&memory, title));
        assert_true(holds(&memory, "played by Somebody"));
        reel_memory_free(&memory);
    }
    reel_free(replay);
}

static void takes_another_title_and_size(void **state)
{
    (void)state;
    reel_replay *replay = tiny_play();
    reel_memory memory;
    const reel_plot_options larger = { .title = "<Mine>", .width = 1600, .height = 900 };
    assert_int_equal(draw(bsor_plots()[0], replay, &larger, &memory), REEL_OK);
    assert_true(holds(&memory, ">&lt;Mine&gt;</text>"));
    assert_false(holds(&memory, "A Song"));
    assert_true(holds(&memory, "width=\"1600\" height=\"900\" viewBox=\"0 0 1600 900\""));
    reel_memory_free(&memory);
    /* labels would collide: the picture is scaled instead */
    const reel_plot_options smaller = { .width = 320, .height = 200 };
    assert_int_equal(draw(bsor_plots()[0], replay, &smaller, &memory), REEL_OK);
    assert_true(holds(&memory, "width=\"320\" height=\"200\" viewBox=\"0 0 960 "));
    reel_memory_free(&memory);
    reel_free(replay);
}

static void the_largest_picture_is_bounded_too(void **state)
{
    (void)state;
    reel_replay *replay = tiny_play();
    for (const reel_plot *const *plot = bsor_plots(); *plot; plot++) {
        reel_memory memory;
        const reel_plot_options options = { .width = 4096, .height = 4096 };
        assert_int_equal(draw(*plot, replay, &options, &memory), REEL_OK);
        assert_null(xml_wrong(memory.data, memory.size));
        assert_true(memory.size < 1000000);
        reel_memory_free(&memory);
    }
    reel_free(replay);
}

/* A sink that fails from the n-th write on, and counts how it ends. */
typedef struct failing_sink {
    int writes, fail_at, commits, discards;
} failing_sink;

static reel_status failing_write(void *context, const void *data, size_t size, reel_error *error)
{
    failing_sink *sink = context;
    (void)data;
    (void)size;
    if (++sink->writes < sink->fail_at || !sink->fail_at) return REEL_OK;
    if (error) error->status = REEL_IO;
    return REEL_IO;
}

static reel_status failing_commit(void *context, reel_error *error)
{
    (void)error;
    ((failing_sink *)context)->commits++;
    return REEL_OK;
}

static void failing_discard(void *context) { ((failing_sink *)context)->discards++; }

static reel_sink sink_of(failing_sink *sink)
{
    return (reel_sink){ .context = sink, .write = failing_write, .commit = failing_commit, .discard = failing_discard };
}

static void an_empty_replay_is_the_end_and_writes_nothing(void **state)
{
    (void)state;
    const rows r = { .info = sound_info() };
    reel_replay *replay = replay_of(&r);
    for (const reel_plot *const *plot = bsor_plots(); *plot; plot++) {
        failing_sink sink = { 0 };
        reel_error error;
        assert_int_equal(reel_plot_draw(*plot, replay, sink_of(&sink), NULL, &error), REEL_END);
        assert_int_equal(sink.writes, 0);
        assert_int_equal(sink.commits, 0);
        assert_int_equal(sink.discards, 1);
    }
    reel_free(replay);
}

static void refuses_what_it_cannot_draw(void **state)
{
    (void)state;
    reel_replay *replay = tiny_play();
    const reel_plot *plot = bsor_plots()[0];
    static const reel_format *const no_formats[] = { NULL };
    const reel_plot foreign = { .id = "foreign", .name = "Foreign", .doc = "", .formats = no_formats, .draw = plot->draw };
    const struct {
        const reel_plot *plot;
        const reel_replay *replay;
        reel_plot_options options;
        const char *rule;
    } cases[] = {
        { NULL, replay, { 0 }, "plot.argument" },         { plot, NULL, { 0 }, "plot.argument" },
        { &foreign, replay, { 0 }, "plot.format" },       { plot, replay, { .theme = 3 }, "plot.theme" },
        { plot, replay, { .width = 4097 }, "plot.size" }, { plot, replay, { .height = UINT32_MAX }, "plot.size" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        failing_sink sink = { 0 };
        reel_error error;
        reel_status status = reel_plot_draw(cases[i].plot, cases[i].replay, sink_of(&sink), &cases[i].options, &error);
        assert_int_equal(status, REEL_ARGUMENT);
        assert_string_equal(error.rule, cases[i].rule);
        assert_int_equal(sink.commits, 0);
        assert_int_equal(sink.discards, 1);
    }
    reel_free(replay);
}

static void a_failing_sink_is_told_and_dropped(void **state)
{
    (void)state;
    reel_replay *replay = tiny_play();
    for (const reel_plot *const *plot = bsor_plots(); *plot; plot++) {
        failing_sink sink = { .fail_at = 1 };
        assert_int_equal(reel_plot_draw(*plot, replay, sink_of(&sink), NULL, NULL), REEL_IO);
        assert_int_equal(sink.commits, 0);
        assert_int_equal(sink.discards, 1);
    }
    reel_free(replay);
}

static void every_failing_allocation_is_an_error_without_leak(void **state)
{
    (void)state;
    reel_replay *replay = tiny_play();
    for (const reel_plot *const *plot = bsor_plots(); *plot; plot++)
        for (size_t n = 1;; n++) {
            test_allocator counter = { .fail_at = n };
            const reel_allocator allocator = test_allocator_of(&counter);
            const reel_plot_options options = { .allocator = &allocator };
            failing_sink sink = { 0 };
            reel_error error;
            reel_status status = reel_plot_draw(*plot, replay, sink_of(&sink), &options, &error);
            assert_int_equal(counter.live, 0);
            assert_int_equal(sink.commits + sink.discards, 1);
            if (status == REEL_OK) {
                assert_true(counter.calls < n);
                break;
            }
            assert_int_equal(status, REEL_MEMORY);
            assert_true(n < 1000);
        }
    reel_free(replay);
}

static void text_of_the_file_cannot_break_out(void **state)
{
    (void)state;
    static char endless[1000];
    memset(endless, 'W', sizeof endless);
    const reel_string texts[] = {
        text_of("</title></svg><script>alert(1)</script>"),
        text_of("\"><b a='x'>&lt;&amp;]]>"),
        { "a\0b\x01\x1F\x7F\n", 7 },
        text_of("\xE2\x80\xAE evil \xE2\x81\xA6 \xEF\xBF\xBE"),
        text_of("\xF0\x9F\x8E\xB5 \xE3\x83\xA6\xE3\x83\x8B \xD7\xA9\xD7\x9C"),
        { endless, sizeof endless },
        { NULL, 0 },
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        bsor_note note = note_at(1, BSOR_GOOD_CUT);
        bsor_frame frame = { .time = 1 };
        rows r = { .info = sound_info(), .frames = &frame, .notes = &note, .frame_count = 1, .note_count = 1 };
        r.info.song_name = r.info.mapper = r.info.player_name = r.info.modifiers = texts[i];
        reel_replay *replay = replay_of(&r);
        assert_int_equal(assert_all_sound(replay, "a hostile text"), plot_count());
        reel_memory memory;
        assert_int_equal(draw(bsor_plots()[0], replay, NULL, &memory), REEL_OK);
        assert_true(memory.size < 12000);
        reel_memory_free(&memory);
        reel_free(replay);
    }
}

static void a_title_that_is_no_utf8_is_repaired(void **state)
{
    (void)state;
    reel_replay *replay = tiny_play();
    const reel_plot_options options = { .title = "\xFF\xC0\x80 \xED\xA0\x80 good \xF5\x80\x80\x80" };
    for (const reel_plot *const *plot = bsor_plots(); *plot; plot++) {
        reel_memory memory;
        assert_int_equal(draw(*plot, replay, &options, &memory), REEL_OK);
        assert_null(xml_wrong(memory.data, memory.size));
        assert_true(holds(&memory, " good \xEF\xBF\xBD"));
        reel_memory_free(&memory);
    }
    reel_free(replay);
}

static uint32_t next_random(uint32_t *seed) { return *seed = *seed * 1664525u + 1013904223u; }

/* A number that a file may hold: any bits at all, or one of those that hurt. */
static float odd_float(uint32_t *seed)
{
    static const float odd[] = { 0, -0.0f, 1, -1, 0.3f, 1e-40f, 1e9f, -1e9f, 3.4e38f, -3.4e38f, 86400, -5, 9.999f };
    uint32_t choice = next_random(seed) >> 24;
    if (choice < 16) return NAN;
    if (choice < 32) return choice & 1 ? INFINITY : -INFINITY;
    if (choice < 128) return odd[choice % (sizeof odd / sizeof *odd)];
    uint32_t bits = next_random(seed) ^ next_random(seed) >> 16;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void odd_floats(float *values, size_t count, uint32_t *seed)
{
    for (size_t i = 0; i < count; i++) values[i] = odd_float(seed);
}

static reel_vec3 odd_vec3(uint32_t *seed)
{
    float values[3];
    odd_floats(values, 3, seed);
    return (reel_vec3){ values[0], values[1], values[2] };
}

static bsor_note odd_note(uint32_t *seed)
{
    bsor_note note = note_at((int)(next_random(seed) >> 20), (int)(next_random(seed) >> 30));
    if (next_random(seed) >> 30 == 0) note.note_id = (int32_t)next_random(seed);
    note.event_time = odd_float(seed);
    note.spawn_time = odd_float(seed);
    if (!note.has_cut) return note;
    note.cut.time_deviation = odd_float(seed);
    note.cut.cut_distance_to_center = odd_float(seed);
    note.cut.before_cut_rating = odd_float(seed);
    note.cut.after_cut_rating = odd_float(seed);
    note.cut.saber_type = (int32_t)next_random(seed);
    return note;
}

static void odd_numbers_never_break_a_picture(void **state)
{
    (void)state;
    enum { COUNT = 40 };
    int drawn = 0;
    for (uint32_t round = 1; round <= 150; round++) {
        uint32_t seed = round;
        bsor_frame frames[COUNT];
        bsor_note notes[COUNT];
        bsor_wall walls[COUNT];
        bsor_pause pauses[COUNT];
        memset(frames, 0, sizeof frames);
        for (size_t i = 0; i < COUNT; i++) {
            frames[i].time = odd_float(&seed);
            frames[i].head.position = odd_vec3(&seed);
            frames[i].left_hand.position = odd_vec3(&seed);
            frames[i].right_hand.position = odd_vec3(&seed);
            notes[i] = odd_note(&seed);
            walls[i] = (bsor_wall){ (int32_t)next_random(&seed), odd_float(&seed), odd_float(&seed), odd_float(&seed) };
            pauses[i] = (bsor_pause){ i % 3 ? (int64_t)next_random(&seed) : i % 2 ? INT64_MAX : INT64_MIN, odd_float(&seed) };
        }
        size_t count = 1 + round % COUNT;
        rows r = { sound_info(), frames, notes, walls, pauses, count, count, round % 5, round % 3 * (count / 2) };
        r.info.fail_time = odd_float(&seed);
        reel_replay *replay = replay_of(&r);
        drawn += assert_all_sound(replay, "odd numbers");
        reel_free(replay);
    }
    assert_true(drawn > 150);
}

static void a_long_replay_gives_a_bounded_picture(void **state)
{
    (void)state;
    enum { FRAMES = 200000, NOTES = 60000 };
    bsor_frame *frames = calloc(FRAMES, sizeof *frames);
    bsor_note *notes = calloc(NOTES, sizeof *notes);
    assert_true(frames && notes);
    uint32_t seed = 1;
    for (int i = 0; i < FRAMES; i++) {
        frames[i].time = (float)i / 90;
        frames[i].left_hand.position = (reel_vec3){ (float)(next_random(&seed) >> 8) / 16777216, 1, (float)(i % 1000) / 1000 };
        frames[i].right_hand.position = (reel_vec3){ (float)(i % 7), 1, (float)(i % 5) };
    }
    for (int i = 0; i < NOTES; i++) {
        notes[i] = note_at(i, (int)(next_random(&seed) >> 30));
        notes[i].event_time = (float)i / 27;
    }
    const rows r = { .info = sound_info(), .frames = frames, .notes = notes, .frame_count = FRAMES, .note_count = NOTES };
    reel_replay *replay = replay_of(&r);
    assert_int_equal(assert_all_sound(replay, "a long replay"), plot_count());
    reel_free(replay);
    free(frames);
    free(notes);
}

static void many_frames_are_drawn_as_squares(void **state)
{
    (void)state;
    enum { FEW = 12000, MANY = 12001 };
    bsor_frame *frames = calloc(MANY, sizeof *frames);
    assert_non_null(frames);
    uint32_t seed = 1;
    for (int i = 0; i < MANY; i++) {
        frames[i].time = (float)i / 90;
        frames[i].left_hand.position = (reel_vec3){ (float)(next_random(&seed) >> 8) / 16777216, 1, (float)(i % 1000) / 1000 };
    }
    for (int count = FEW; count <= MANY; count++) {
        const rows r = { .info = sound_info(), .frames = frames, .frame_count = (size_t)count };
        reel_replay *replay = replay_of(&r);
        reel_memory memory;
        assert_int_equal(draw(reel_plot_by_id(&reel_format_bsor, "paths"), replay, NULL, &memory), REEL_OK);
        assert_int_equal(holds(&memory, "class=\"shade3 f-left\""), count == MANY);
        assert_int_equal(holds(&memory, "stronger: three times as often"), count == MANY);
        assert_int_equal(holds(&memory, "class=\"trace s-left\""), count == FEW);
        assert_true(holds(&memory, "ahead, where the notes come from"));
        assert_true(memory.size < MOST_BYTES);
        reel_memory_free(&memory);
        reel_free(replay);
    }
    free(frames);
}

static void a_single_event_is_visible(void **state)
{
    (void)state;
    const bsor_note note = note_at(1, BSOR_GOOD_CUT);
    const rows r = { .info = sound_info(), .notes = &note, .note_count = 1 };
    reel_replay *replay = replay_of(&r);
    reel_memory memory;
    assert_int_equal(draw(reel_plot_by_id(&reel_format_bsor, "energy"), replay, NULL, &memory), REEL_OK);
    assert_true(holds(&memory, "a2.5 2.5 0 1 0 5 0")); /* a disc */
    reel_memory_free(&memory);
    reel_free(replay);
}

/* Every other position is invalid, so that no two of them are joined. */
static void broken_paths_give_a_bounded_picture(void **state)
{
    (void)state;
    enum { FRAMES = 100000 };
    bsor_frame *frames = calloc(FRAMES, sizeof *frames);
    assert_non_null(frames);
    for (int i = 0; i < FRAMES; i++) {
        frames[i].time = (float)i / 90;
        frames[i].head.position = (reel_vec3){ i % 2 ? NAN : (float)(i * 37 % 1000) / 1000, 1.7f, (float)(i * 91 % 1000) / 1000 };
    }
    const rows r = { .info = sound_info(), .frames = frames, .frame_count = FRAMES };
    reel_replay *replay = replay_of(&r);
    assert_int_equal(assert_all_sound(replay, "broken paths"), 1);
    reel_free(replay);
    free(frames);
}

/* One cut in 200 is far outside the picture; the mean includes it. */
static void timing_has_the_mean_of_the_statistics(void **state)
{
    (void)state;
    enum { NOTES = 400 };
    bsor_note notes[NOTES];
    for (int i = 0; i < NOTES; i++) {
        notes[i] = note_at(0, 0);
        notes[i].event_time = notes[i].spawn_time = 1 + (float)i;
        notes[i].cut.time_deviation = i == 7 ? 4 : 0.01f;
    }
    const rows r = { .info = sound_info(), .notes = notes, .note_count = NOTES };
    reel_replay *replay = replay_of(&r);
    reel_memory memory;
    assert_int_equal(draw(reel_plot_by_id(&reel_format_bsor, "timing"), replay, NULL, &memory), REEL_OK);
    assert_true(holds(&memory, "mean (dashed) 20.0 ms")); /* (399 * 10 + 4000) / 400 */
    reel_memory_free(&memory);
    reel_free(replay);
}

/* Pauses come in any order: a mark for each would make a picture of any size. */
static void many_pauses_give_a_bounded_picture(void **state)
{
    (void)state;
    enum { PAUSES = 20000 };
    bsor_pause *pauses = calloc(PAUSES, sizeof *pauses);
    bsor_note notes[24];
    assert_non_null(pauses);
    for (int i = 0; i < 24; i++) notes[i] = note_at(i, 0);
    for (int i = 0; i < PAUSES; i++) pauses[i] = (bsor_pause){ .duration = 1, .time = (float)(i % 2 ? i % 9 : 9 - i % 7) };
    const rows r = { .info = sound_info(), .notes = notes, .pauses = pauses, .note_count = 24, .pause_count = PAUSES };
    reel_replay *replay = replay_of(&r);
    assert_true(assert_all_sound(replay, "many pauses") > 0);
    reel_free(replay);
    free(pauses);
}

static void far_positions_are_cut_off_and_counted(void **state)
{
    (void)state;
    bsor_frame frames[4];
    memset(frames, 0, sizeof frames);
    for (int i = 0; i < 4; i++) {
        frames[i].time = (float)i;
        frames[i].left_hand.position.x = -0.5f;
        frames[i].right_hand.position.x = 0.5f;
    }
    frames[1].head.position.z = 1e30f;
    frames[2].left_hand.position.x = NAN;
    const rows r = { .info = sound_info(), .frames = frames, .frame_count = 4 };
    reel_replay *replay = replay_of(&r);
    reel_memory memory;
    assert_int_equal(draw(reel_plot_by_id(&reel_format_bsor, "paths"), replay, NULL, &memory), REEL_OK);
    assert_true(holds(&memory, "2 positions of 12 not shown: outside the picture or invalid"));
    reel_memory_free(&memory);
    reel_free(replay);
}

static bool draws_sample(const char *path, const char *name)
{
    reel_replay *replay;
    if (reel_load_file(path, NULL, &replay, NULL) != REEL_OK) return false;
    assert_all_sound(replay, name);
    reel_free(replay);
    return true;
}

static void draws_every_file_of_the_corpus(void **state)
{
    (void)state;
    corpus_need("samples/bsor");
    corpus_compared(corpus_each("samples/bsor", "", draws_sample), "files");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_plots_by_id),
        cmocka_unit_test(draws_the_golden_pictures),
        cmocka_unit_test(draws_the_same_bytes_twice),
        cmocka_unit_test(themes_follow_the_reader_or_the_caller),
        cmocka_unit_test(can_be_told_to_those_who_do_not_see_it),
        cmocka_unit_test(takes_another_title_and_size),
        cmocka_unit_test(the_largest_picture_is_bounded_too),
        cmocka_unit_test(an_empty_replay_is_the_end_and_writes_nothing),
        cmocka_unit_test(refuses_what_it_cannot_draw),
        cmocka_unit_test(a_failing_sink_is_told_and_dropped),
        cmocka_unit_test(every_failing_allocation_is_an_error_without_leak),
        cmocka_unit_test(text_of_the_file_cannot_break_out),
        cmocka_unit_test(a_title_that_is_no_utf8_is_repaired),
        cmocka_unit_test(odd_numbers_never_break_a_picture),
        cmocka_unit_test(a_long_replay_gives_a_bounded_picture),
        cmocka_unit_test(many_frames_are_drawn_as_squares),
        cmocka_unit_test(a_single_event_is_visible),
        cmocka_unit_test(broken_paths_give_a_bounded_picture),
        cmocka_unit_test(timing_has_the_mean_of_the_statistics),
        cmocka_unit_test(many_pauses_give_a_bounded_picture),
        cmocka_unit_test(far_positions_are_cut_off_and_counted),
        cmocka_unit_test(draws_every_file_of_the_corpus),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
