/* SPDX-License-Identifier: MIT
 * The report: one sound document that needs nothing else, whatever the replay says. */
#include "plays.h"

#include <reel/beatsaber.h>
#include <reel/insight.h>

/* ---- a play with a weak part ------------------------------------------------------------------------------------ */

enum { NOTES = 400, WEAK_FROM = 200, WEAK_TO = 240 };

static bsor_note long_note(int index)
{
    bool weak = index >= WEAK_FROM && index < WEAK_TO;
    bsor_note note = { .note_id = 30000 + index % 4 * 1000 + index % 3 * 100 + index % 2 * 10 + index % 9,
                       .event_time = (float)(1 + index),
                       .spawn_time = (float)(1 + index),
                       .event_type = index == 399 ? BSOR_MISS : BSOR_GOOD_CUT,
                       .has_cut = index != 399 };
    if (!note.has_cut) return note;
    note.cut = (bsor_cut){ .speed_ok = 1,
                           .direction_ok = 1,
                           .saber_type_ok = 1,
                           .saber_type = index % 2,
                           .cut_distance_to_center = weak ? 0.25f : 0.05f,
                           .before_cut_rating = weak ? 0.5f : 1,
                           .after_cut_rating = 1 };
    return note;
}

/* Without the last `missing` bytes of the file. */
static reel_replay *cut_play_of(const char *name, int notes, size_t missing)
{
    const reel_string text = { name, strlen(name) };
    const bsor_info info = { .timestamp = { "1700000000", 10 }, .player_name = text, .song_name = text, .mapper = text };
    reel_memory memory;
    reel_writer *writer;
    reel_replay *replay;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_bsor, NULL, &writer, &error), REEL_OK);
    reel_append(writer, &bsor_infos, &info, 1);
    for (int i = 0; i < notes; i++) {
        const bsor_note note = long_note(i);
        reel_append(writer, &bsor_notes, &note, 1);
    }
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
    if (reel_load(reel_source_memory(memory.data, memory.size - missing), NULL, &replay, &error) < 0)
        fail_msg("%s", error.message);
    reel_memory_free(&memory);
    return replay;
}

static reel_replay *play_of(const char *name, int notes) { return cut_play_of(name, notes, 0); }

/* ---- the document ----------------------------------------------------------------------------------------------- */

static bool holds(const reel_memory *memory, const char *text)
{
    size_t size = strlen(text);
    for (size_t i = 0; i + size <= memory->size; i++)
        if (memcmp(memory->data + i, text, size) == 0) return true;
    return false;
}

static void report_on(const reel_replay *replay, const reel_plot_options *options, reel_memory *memory)
{
    reel_error error = { 0 };
    *memory = (reel_memory){ 0 };
    if (reel_plot_report(replay, reel_sink_memory(memory, NULL), options, &error) != REEL_OK) fail_msg("%s", error.message);
}

/* Well-formed after its first line, and without anything that a browser would fetch or run. */
static void assert_sound(const reel_memory *memory, const char *what)
{
    static const char *const never[] = { "<script", "javascript:", "href=", "src=", "url(", "@import", "<link", "onload" };
    static const char doctype[] = "<!doctype html>\n";
    assert_memory_equal(memory->data, doctype, sizeof doctype - 1);
    const char *wrong = xml_wrong(memory->data + sizeof doctype - 1, memory->size - sizeof doctype + 1);
    if (wrong) fail_msg("%s: %s", what, wrong);
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        if (holds(memory, never[i])) fail_msg("%s has %s", what, never[i]);
}

static void compares_a_play_with_its_own_average(void **state)
{
    (void)state;
    reel_replay *replay = play_of("Song", NOTES);
    reel_memory memory;
    report_on(replay, NULL, &memory);
    assert_sound(&memory, "a play");
    assert_true(holds(&memory, "<h2>At a glance</h2>"));
    assert_true(holds(&memory, "<h2>What went well</h2>"));
    assert_true(holds(&memory, "<h2>What did not</h2>"));
    assert_true(holds(&memory, "Weakest tenth of the play: 3:21 to 4:00 with "));
    assert_true(holds(&memory, " points below the play's average of "));
    assert_true(holds(&memory, "1 miss. Without these faults the accuracy would be "));
    reel_memory_free(&memory);
    reel_free(replay);
}

static void says_that_the_file_is_damaged(void **state)
{
    (void)state;
    reel_replay *whole = play_of("Song", NOTES), *cut = cut_play_of("Song", NOTES, 2000);
    reel_memory memory;
    report_on(whole, NULL, &memory);
    assert_false(holds(&memory, "The file is damaged"));
    reel_memory_free(&memory);
    report_on(cut, NULL, &memory);
    assert_sound(&memory, "a cut play");
    assert_true(holds(&memory, "The file is damaged: "));
    assert_true(holds(&memory, "<h2>At a glance</h2>"));
    reel_memory_free(&memory);
    reel_free(whole);
    reel_free(cut);
}

/* ---- what is said of a play ------------------------------------------------------------------------------------- */

enum { SHORT_NOTES = 20, SHORT_FRAMES = 64 };

/* A short play without a fault, of both hands, whose frames go on behind the last note. */
typedef struct short_play {
    rows rows;
    bsor_note notes[SHORT_NOTES];
    bsor_frame frames[SHORT_FRAMES];
    uint8_t hearts[HEART_ROOM];
} short_play;

static void set_up(short_play *play)
{
    *play = (short_play){
        .rows = { sound_info(), play->frames, play->notes, NULL, NULL, SHORT_FRAMES, SHORT_NOTES, 0, 0, { NULL, 0 } }
    };
    for (int i = 0; i < SHORT_NOTES; i++) {
        play->notes[i] = note_at(i, BSOR_GOOD_CUT);
        play->notes[i].note_id = 30000 + i % 2 * 10;
        play->notes[i].cut.time_deviation = i % 2 ? 0.0078125f : -0.015625f;
        play->notes[i].cut.cut_distance_to_center = 0;
        play->notes[i].cut.before_cut_rating = 1;
    }
    for (int i = 0; i < SHORT_FRAMES; i++) {
        float sway = (float)(i % 16 - 8) / 16;
        play->frames[i] = (bsor_frame){ .time = (float)i / 4, .fps = 4 };
        play->frames[i].head.position = (reel_vec3){ sway / 8, 1.7f, 0 };
        play->frames[i].left_hand.position = (reel_vec3){ sway - 0.375f, 1, 0.25f };
        play->frames[i].right_hand.position = (reel_vec3){ 0.375f - sway, 1, 0.25f };
    }
}

/* The report contains each text of `has`, and not `never`. */
static void assert_says(const short_play *play, const char *const *has, const char *never)
{
    reel_replay *replay = replay_of(&play->rows);
    reel_memory memory;
    report_on(replay, NULL, &memory);
    for (; *has; has++)
        if (!holds(&memory, *has)) fail_msg("the report does not say: %s", *has);
    if (holds(&memory, never)) fail_msg("the report says: %s", never);
    reel_memory_free(&memory);
    reel_free(replay);
}

static void praises_a_play_without_a_fault(void **state)
{
    (void)state;
    static const char *const has[] = { "Accuracy 100.00 %, rank SSS: a score of ",
                                       "20 notes, 20 good cuts, longest combo 20.",
                                       "Cuts came, on average, 15.6 ms late (left hand) and 7.8 ms early (right hand).",
                                       "Full combo: no miss, no bad cut, no bomb and no wall.",
                                       "Both hands are equally strong: 115.0 left, 115.0 right.",
                                       "Swings were complete: short ones lost only 0.00 % of the maximum score.",
                                       NULL };
    short_play play;
    set_up(&play);
    assert_says(&play, has, "<h2>What did not</h2>");
}

static void names_the_rank_of_the_accuracy(void **state)
{
    (void)state;
    /* 15 of 115 points are for the centre, 70 for the swing before the cut, 30 for the one after it */
    static const struct {
        float before, after;
        const char *rank;
    } cases[] = { { 1, 0.8f, ", rank SS:" },   { 1, 0.4f, ", rank S:" },    { 0.8f, 0.5f, ", rank A:" },
                  { 0.6f, 0.4f, ", rank B:" }, { 0.4f, 0.4f, ", rank C:" }, { 0.2f, 0.1f, ", rank D:" },
                  { 0, 0, ", rank E:" } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        short_play play;
        set_up(&play);
        for (int n = 0; n < SHORT_NOTES; n++) {
            play.notes[n].cut.before_cut_rating = cases[i].before;
            play.notes[n].cut.after_cut_rating = cases[i].after;
        }
        assert_says(&play, (const char *const[]){ cases[i].rank, NULL }, "Swings were complete");
    }
}

static void counts_each_kind_of_fault(void **state)
{
    (void)state;
    static const char *const has[] = { "1 miss, 2 bad cuts, 1 bomb, 1 wall. Without these faults the accuracy would be ", NULL };
    const bsor_wall wall = { .wall_id = 101, .energy = 0.5f, .time = 8.25f, .spawn_time = 8 };
    short_play play;
    set_up(&play);
    play.notes[3] = note_at(3, BSOR_MISS);
    play.notes[5].event_type = play.notes[8].event_type = BSOR_BAD_CUT;
    play.notes[12] = note_at(12, BSOR_BOMB);
    play.rows.walls = &wall;
    play.rows.wall_count = 1;
    assert_says(&play, has, "Full combo");
    /* a play that only hit walls names nothing else */
    set_up(&play);
    const bsor_wall walls[] = { wall, { .wall_id = 101, .energy = 0.4f, .time = 9.25f, .spawn_time = 9 } };
    play.rows.walls = walls;
    play.rows.wall_count = 2;
    assert_says(&play, (const char *const[]){ ">2 walls. Without these faults", NULL }, "0 misses");
}

static void compares_hands_and_places_of_the_grid(void **state)
{
    (void)state;
    short_play play;
    for (int weak = 0; weak < 2; weak++) {
        set_up(&play);
        for (int i = 0; i < SHORT_NOTES; i++) {
            bool is_weak = i % 2 == weak;
            play.notes[i].note_id += is_weak ? 1100 : 2200; /* line and layer */
            if (is_weak) play.notes[i].cut.before_cut_rating = 0.5f;
        }
        const char *const has[] = { weak ? ">Right hand weaker by 35.0 points per cut: 115.0 left, 80.0 right."
                                         : ">Left hand weaker by 35.0 points per cut: 80.0 left, 115.0 right.",
                                    "Strongest place of the grid: top row, column 3 from the left, with 115.0 points per cut, "
                                    "17.5 above the play's average of 97.5.",
                                    "Weakest place of the grid: middle row, column 2 from the left, with 80.0 points per cut, "
                                    "17.5 below the play's average of 97.5.",
                                    NULL };
        assert_says(&play, has, "equally strong");
    }
    /* one hand has nothing to be compared with */
    set_up(&play);
    for (int i = 0; i < SHORT_NOTES; i++) {
        play.notes[i].note_id = 30010;
        play.notes[i].cut.saber_type = 1;
        play.notes[i].cut.time_deviation = -0.015625f;
    }
    assert_says(&play, (const char *const[]){ "Cuts came, on average, 15.6 ms late (right hand).", NULL }, "hand weaker by");
    assert_says(&play, (const char *const[]){ "20 good cuts", NULL }, "equally strong");
    assert_says(&play, (const char *const[]){ "20 good cuts", NULL }, "of the grid: ");
}

static void mentions_trouble(void **state)
{
    (void)state;
    static const heart_at hearts[] = { { 0.5f, 96 }, { 1.5f, 124 }, { 2.5f, 0 }, { 3.5f, 101 } };
    const bsor_pause pauses[] = { { .duration = 12, .time = 5 }, { .duration = 3, .time = 6 }, { .duration = 9, .time = 0.25f } };
    static const char *const has[] = { "Energy ran out at 0:10.", "2 pauses, 15 s in all.", "Tracking lost a hand in 2 frames.",
                                       "Heart rate 96 to 124 beats a minute, mean 107.", NULL };
    short_play play;
    set_up(&play);
    play.rows.info.fail_time = 10;
    play.rows.pauses = pauses;
    play.rows.pause_count = 3; /* the last one is before the first note */
    play.rows.hearts = hearts_of(play.hearts, hearts, 4);
    play.frames[33].left_hand.position = play.frames[43].right_hand.position = (reel_vec3){ 0 };
    assert_says(&play, has, "Full combo");
    set_up(&play);
    static const heart_at none[] = { { 0.5f, 0 }, { 1.5f, -5 } };
    play.rows.hearts = hearts_of(play.hearts, none, 2);
    assert_says(&play, (const char *const[]){ "20 good cuts", NULL }, "Heart rate ");
}

static void has_every_picture_and_every_table_that_has_rows(void **state)
{
    (void)state;
    reel_replay *replay = play_of("Song", NOTES);
    reel_memory memory;
    report_on(replay, NULL, &memory);
    for (const reel_plot *const *plot = reel_plots(); *plot; plot++) {
        char title[200];
        reel_memory alone;
        if (reel_plot_by_id(&reel_format_bsor, (*plot)->id) != *plot) continue;
        reel_status status = reel_plot_draw(*plot, replay, reel_sink_memory(&alone, NULL), NULL, NULL);
        snprintf(title, sizeof title, "<title>%s: Song</title>", (*plot)->name);
        assert_int_equal(holds(&memory, title), status == REEL_OK);
        if (status == REEL_OK) reel_memory_free(&alone);
    }
    assert_true(holds(&memory, "<summary><b>summary</b>: "));
    assert_true(holds(&memory, "<summary><b>scored_events</b>: "));
    assert_true(holds(&memory, ">300 more rows not shown")); /* of events */
    assert_false(holds(&memory, "<b>jitters</b>"));          /* no rows */
    reel_memory_free(&memory);
    reel_free(replay);
}

static void follows_the_theme_of_the_reader_or_the_caller(void **state)
{
    (void)state;
    reel_replay *replay = play_of("Song", NOTES);
    const struct {
        uint32_t theme;
        bool asks, light, dark;
    } cases[] = { { REEL_PLOT_AUTO, true, true, true },
                  { REEL_PLOT_LIGHT, false, true, false },
                  { REEL_PLOT_DARK, false, false, true } };
    for (size_t i = 0; i < 3; i++) {
        reel_memory memory;
        const reel_plot_options options = { REEL_SIZED(reel_plot_options), .theme = cases[i].theme };
        report_on(replay, &options, &memory);
        assert_int_equal(holds(&memory, "prefers-color-scheme"), cases[i].asks);
        assert_int_equal(holds(&memory, "color-scheme:light}"), cases[i].light);
        assert_int_equal(holds(&memory, "color-scheme:dark}"), cases[i].dark);
        reel_memory_free(&memory);
    }
    reel_free(replay);
}

static void is_the_same_each_time(void **state)
{
    (void)state;
    reel_replay *replay = play_of("Song", NOTES);
    reel_memory first, second;
    report_on(replay, NULL, &first);
    report_on(replay, NULL, &second);
    assert_int_equal(first.size, second.size);
    assert_memory_equal(first.data, second.data, first.size);
    reel_memory_free(&first);
    reel_memory_free(&second);
    reel_free(replay);
}

static void text_of_the_file_cannot_break_out(void **state)
{
    (void)state;
    static const char *const names[] = { "</title></h1><script>alert(1)</script>", "\"><img src=x>&lt;", "a\x01\x1F\x7F",
                                         "\xE2\x80\xAE evil \xF0\x9F\x8E\xB5", "" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        reel_replay *replay = play_of(names[i], 10);
        reel_memory memory;
        report_on(replay, NULL, &memory);
        const char doctype = '\n';
        const uint8_t *start = memchr(memory.data, doctype, memory.size);
        assert_non_null(start);
        assert_null(xml_wrong(start + 1, memory.size - (size_t)(start + 1 - memory.data)));
        assert_false(holds(&memory, "<script"));
        assert_false(holds(&memory, "<img"));
        reel_memory_free(&memory);
        reel_free(replay);
    }
}

static void every_family_has_a_report(void **state)
{
    (void)state;
    static const char *const folders[] = { "bsor", "scoresaber", "gdr", "teehistorian", "echo" };
    for (size_t f = 0; f < sizeof folders / sizeof *folders; f++) {
        char folder[200];
        snprintf(folder, sizeof folder, "tests/formats/%s/golden", folders[f]);
        file_list files = files_below(project_path(folder));
        size_t reports = 0;
        for (size_t i = 0; i < files.count; i++) {
            reel_replay *replay;
            reel_memory memory;
            reel_error error;
            if (reel_load_file(files.paths[i], NULL, &replay, &error) < 0) continue; /* the folder has other files too */
            reel_status status = reel_plot_report(replay, reel_sink_memory(&memory, NULL), NULL, &error);
            if (status == REEL_OK) {
                assert_sound(&memory, files.paths[i]);
                reel_memory_free(&memory);
                reports++;
            } else if (strcmp(error.rule, "plot.format") != 0) {
                fail_msg("%s: %s", files.paths[i], error.message);
            }
            reel_free(replay);
        }
        assert_true(reports > 0);
        file_list_free(&files);
    }
}

static void a_long_replay_gives_a_bounded_report(void **state)
{
    (void)state;
    reel_replay *replay = play_of("Song", 50000);
    reel_memory memory;
    report_on(replay, NULL, &memory);
    assert_sound(&memory, "a long play");
    assert_true(memory.size < 1000000);
    reel_memory_free(&memory);
    reel_free(replay);
}

static bool count_call(void *context, const reel_progress *progress)
{
    (void)progress;
    ++*(size_t *)context;
    return true;
}

/* An insight that is run calls the callback at least once for so many rows. */
static void a_report_runs_its_insight_once(void **state)
{
    (void)state;
    size_t one = 0, all = 0;
    reel_replay *replay = play_of("Song", 50000), *result;
    reel_memory memory;
    const reel_table *tables[64] = { &beatsaber_cuts, &beatsaber_evidences };
    size_t count = 2;
    for (const reel_table *const *table = reel_insight_beatsaber.tables; *table; table++)
        if (!((*table)->flags & REEL_TABLE_ON_REQUEST)) tables[count++] = *table;
    const reel_insight_options alone = { REEL_SIZED(reel_insight_options), .tables = tables, .on_progress = count_call,
                                         .progress_context = &one };
    const reel_plot_options options = { REEL_SIZED(reel_plot_options), .on_progress = count_call, .progress_context = &all };
    assert_int_equal(reel_insight_run_chunk(&reel_insight_beatsaber, reel_replay_format(replay), reel_replay_chunk(replay),
                                            &alone, &result, NULL),
                     REEL_OK);
    report_on(replay, &options, &memory);
    assert_true(one > 0);
    assert_int_equal(all, one);
    reel_memory_free(&memory);
    reel_free(result);
    reel_free(replay);
}

static void refuses_what_it_cannot_report(void **state)
{
    (void)state;
    reel_replay *play = play_of("Song", 10);
    const struct {
        const reel_replay *replay;
        reel_plot_options options;
        const char *rule;
    } cases[] = { { NULL, { REEL_SIZED(reel_plot_options) }, "plot.argument" },
                  { play, { REEL_SIZED(reel_plot_options), .theme = 3 }, "plot.theme" },
                  { play, { REEL_SIZED(reel_plot_options), .width = 4097 }, "plot.size" } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_sink sink = { 0 };
        reel_error error;
        assert_int_equal(reel_plot_report(cases[i].replay, test_sink_of(&sink), &cases[i].options, &error), REEL_ARGUMENT);
        assert_string_equal(error.rule, cases[i].rule);
        assert_int_equal(sink.commits, 0);
        assert_int_equal(sink.discards, 1);
        test_sink_free(&sink);
    }
    reel_free(play);
}

static void every_failing_allocation_is_an_error_without_leak(void **state)
{
    (void)state;
    reel_replay *replay = play_of("Song", 30);
    for (size_t n = 1;; n++) {
        test_allocator counter = { .fail_at = n };
        const reel_allocator allocator = test_allocator_of(&counter);
        const reel_plot_options options = { REEL_SIZED(reel_plot_options), .allocator = &allocator };
        test_sink sink = { 0 };
        reel_status status = reel_plot_report(replay, test_sink_of(&sink), &options, NULL);
        assert_int_equal(counter.live, 0);
        assert_int_equal(sink.commits + sink.discards, 1);
        test_sink_free(&sink);
        if (counter.calls < n) {
            assert_int_equal(status, REEL_OK);
            break;
        }
        assert_int_equal(status, REEL_MEMORY);
    }
    reel_free(replay);
}

#ifdef REEL_TEST_WRAPS
/* ---- one run for a page, of any game ------------------------------------------------------------------------------ */

static struct {
    const reel_insight *insight;
    unsigned count;
} ran[8];

reel_status __real_reel_insight_run_chunk(const reel_insight *insight, const reel_format *format, const reel_chunk *chunk,
                                          const reel_insight_options *options, reel_replay **result, reel_error *error);
reel_status __wrap_reel_insight_run_chunk(const reel_insight *insight, const reel_format *format, const reel_chunk *chunk,
                                          const reel_insight_options *options, reel_replay **result, reel_error *error);

reel_status __wrap_reel_insight_run_chunk(const reel_insight *insight, const reel_format *format, const reel_chunk *chunk,
                                          const reel_insight_options *options, reel_replay **result, reel_error *error)
{
    size_t i = 0;
    while (ran[i].insight && ran[i].insight != insight) i++;
    ran[i].insight = insight;
    ran[i].count++;
    return __real_reel_insight_run_chunk(insight, format, chunk, options, result, error);
}

/* Pages of demos also need the motion in the form of recordings, which no statistics have. */
static size_t insights_of(const char *path)
{
    const char *ending = strrchr(path, '.');
    return ending && (!strcmp(ending, ".demo") || !strcmp(ending, ".gho")) ? 2 : 1;
}

static void a_page_of_any_game_runs_no_insight_twice(void **state)
{
    (void)state;
    static const char *const folders[] = { "bsor", "xror", "scoresaber", "teehistorian", "demo", "ghost", "gdr", "echo" };
    for (size_t f = 0; f < sizeof folders / sizeof *folders; f++) {
        char name[64];
        size_t pages = 0;
        snprintf(name, sizeof name, "tests/formats/%s/golden", folders[f]);
        file_list files = files_below(project_path(name));
        for (size_t i = 0; i < files.count; i++) {
            size_t size;
            reel_replay *replay;
            reel_memory memory = { 0 };
            trying("%s", files.paths[i]);
            uint8_t *data = read_file(files.paths[i], &size);
            const reel_status status = reel_load(reel_source_memory(data, size), NULL, &replay, NULL);
            free(data);
            if (status < 0) continue;
            memset(ran, 0, sizeof ran);
            if (reel_plot_report(replay, reel_sink_memory(&memory, NULL), NULL, NULL) == REEL_OK) {
                pages++;
                size_t count = 0;
                for (; ran[count].insight; count++)
                    if (ran[count].count != 1)
                        fail_msg("%s: %s ran %u times", files.paths[i], ran[count].insight->id, ran[count].count);
                if (count < 1 || count > insights_of(files.paths[i])) fail_msg("%s: %zu insights ran", files.paths[i], count);
            }
            reel_memory_free(&memory);
            reel_free(replay);
        }
        if (!pages) fail_msg("%s: no golden file has a page", folders[f]);
        file_list_free(&files);
    }
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compares_a_play_with_its_own_average),
        cmocka_unit_test(says_that_the_file_is_damaged),
        cmocka_unit_test(praises_a_play_without_a_fault),
        cmocka_unit_test(names_the_rank_of_the_accuracy),
        cmocka_unit_test(counts_each_kind_of_fault),
        cmocka_unit_test(compares_hands_and_places_of_the_grid),
        cmocka_unit_test(mentions_trouble),
        cmocka_unit_test(has_every_picture_and_every_table_that_has_rows),
        cmocka_unit_test(follows_the_theme_of_the_reader_or_the_caller),
        cmocka_unit_test(is_the_same_each_time),
        cmocka_unit_test(text_of_the_file_cannot_break_out),
        cmocka_unit_test(every_family_has_a_report),
        cmocka_unit_test(a_long_replay_gives_a_bounded_report),
        cmocka_unit_test(a_report_runs_its_insight_once),
#ifdef REEL_TEST_WRAPS
        cmocka_unit_test(a_page_of_any_game_runs_no_insight_twice),
#endif
        cmocka_unit_test(refuses_what_it_cannot_report),
        cmocka_unit_test(every_failing_allocation_is_an_error_without_leak),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
