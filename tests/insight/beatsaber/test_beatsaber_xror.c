/* SPDX-License-Identifier: MIT
 * The figures, findings and pictures of a play in XROR: those of the BSOR that it was made from, where no field was lost. */
#include "corpus.h"
#include "machinery.h"

#include <reel/beatsaber.h>
#include <reel/plot.h>
#include <reel/xror.h>

enum { MOST_SMALL = 1000000 };

/* Findings of the conversion and of checks, one line each. */
typedef struct lines {
    char text[16384];
    size_t size;
    const char *prefix; /* of the rules that count */
    bool lost;
} lines;

/* Losses of what the figures do not use: data of other mods, and bytes outside the sections. */
static bool matters(const char *message)
{
    static const char *const free_of_figures[] = { "user_data.", "sections.raw", "info.timestamp", NULL };
    for (const char *const *start = free_of_figures; *start; start++)
        if (strncmp(message, *start, strlen(*start)) == 0) return false;
    return true;
}

static void note_finding(void *context, const reel_finding *finding)
{
    lines *all = context;
    if (strcmp(finding->rule, "convert.loss") == 0) all->lost |= matters(finding->message);
    if (!all->prefix || strncmp(finding->rule, all->prefix, strlen(all->prefix)) != 0) return;
    int size = snprintf(all->text + all->size, sizeof all->text - all->size, "%s: %s\n", finding->rule, finding->message);
    if (size > 0 && (size_t)size < sizeof all->text - all->size) all->size += (size_t)size;
}

static reel_memory convert(reel_bytes from, const reel_format *to, const char *convention, lines *findings)
{
    reel_memory memory = { 0 };
    reel_error error;
    *findings = (lines){ .size = 0 };
    reel_options options = { REEL_SIZED(reel_options), .report = note_finding, .report_context = findings };
    reel_convert_options how = { REEL_SIZED(reel_convert_options), .convention = convention };
    if (reel_convert(reel_source_memory(from.data, from.size), &options, to, reel_sink_memory(&memory, NULL), &how, &error) < 0)
        fail_msg("%s (%s)", error.message, error.rule);
    return memory;
}

static bool is_sound(reel_bytes file)
{
    reel_replay *replay = NULL;
    reel_error error;
    const reel_format *format;
    if (reel_identify(reel_source_memory(file.data, file.size), NULL, &format, NULL, &error) < 0) return false;
    if (format != &reel_format_bsor) return false;
    bool sound = reel_load(reel_source_memory(file.data, file.size),
                           &(reel_options){ REEL_SIZED(reel_options), .flags = REEL_STRICT }, &replay, &error) >= 0;
    reel_free(replay);
    return sound;
}

static reel_replay *figures_of(const reel_replay *replay, const char *convention)
{
    reel_replay *result;
    reel_error error;
    reel_insight_options options = { REEL_SIZED(reel_insight_options), .convention = convention };
    if (reel_insight_run_chunk(&reel_insight_beatsaber, reel_replay_format(replay), reel_replay_chunk(replay), &options, &result,
                               &error) < 0)
        fail_msg("%s", error.message);
    return result;
}

/* Puts the numbers of notes in the original file in place of the rows, which are grouped by result. */
static void number_rows(const reel_replay *recording, reel_replay *figures)
{
    size_t notes, count;
    const xror_note *note = reel_rows(recording, &xror_notes, &notes);
    beatsaber_event *events = (beatsaber_event *)(uintptr_t)reel_rows(figures, &beatsaber_events, &count);
    for (size_t i = 0; i < count; i++)
        if (events[i].kind != BEATSABER_WALL) events[i].source_row = (uint32_t)note[events[i].source_row].order;
    beatsaber_underswing *swings = (beatsaber_underswing *)(uintptr_t)reel_rows(figures, &beatsaber_underswings, &count);
    for (size_t i = 0; i < count; i++) swings[i].note_row = (uint32_t)note[swings[i].note_row].order;
    beatsaber_cut *cuts = (beatsaber_cut *)(uintptr_t)reel_rows(figures, &beatsaber_cuts, &count);
    for (size_t i = 0; i < count; i++) cuts[i].note_row = (uint32_t)note[cuts[i].note_row].order;
    beatsaber_jitter *jitters = (beatsaber_jitter *)(uintptr_t)reel_rows(figures, &beatsaber_jitters, &count);
    for (size_t i = 0; i < count; i++)
        if (jitters[i].loss) jitters[i].note_row = (uint32_t)note[jitters[i].note_row].order;
}

/* How each file was read is another question, and XROR has no frame rates. */
static void forget_reading(reel_replay *figures)
{
    size_t count;
    beatsaber_evidence *evidence = (beatsaber_evidence *)(uintptr_t)reel_rows(figures, &beatsaber_evidences, &count);
    for (size_t i = 0; i < count; i++) {
        evidence[i].present &= (uint8_t)~BEATSABER_HAS_RATE;
        evidence[i].time_rate = 0;
        if (evidence[i].slowed_frames) evidence[i].support = BEATSABER_SHOWS_NOTHING; /* rates alone contradict it */
        evidence[i].slowed_frames = 0;
    }
    beatsaber_summary *rows = (beatsaber_summary *)(uintptr_t)reel_rows(figures, &beatsaber_summaries, &count);
    for (size_t i = 0; i < count; i++) rows[i].reading = (reel_reading){ 0 };
}

static void assert_same_figures(const reel_replay *play, const reel_replay *recording, const char *convention, const char *name)
{
    reel_replay *a = figures_of(play, convention), *b = figures_of(recording, convention);
    number_rows(recording, b);
    forget_reading(a);
    forget_reading(b);
    for (const reel_table *const *table = reel_insight_beatsaber.tables; *table; table++) {
        size_t count, others;
        const uint8_t *rows = reel_rows(a, *table, &count), *wanted = reel_rows(b, *table, &others);
        if (count != others) fail_msg("%s, %s, %s: %zu rows, not %zu", name, convention, (*table)->name, others, count);
        for (size_t i = 0; i < count; i++)
            if (!rows_equal(*table, rows + i * (*table)->row_size, wanted + i * (*table)->row_size))
                fail_msg("%s, %s: row %zu of %s differs", name, convention, i, (*table)->name);
    }
    reel_free(a);
    reel_free(b);
}

static void assert_same_findings(reel_bytes play, reel_bytes recording, const char *name)
{
    lines found[2] = { { .prefix = "beatsaber." }, { .prefix = "beatsaber." } };
    reel_error error;
    const reel_bytes files[2] = { play, recording };
    for (int i = 0; i < 2; i++) {
        reel_options options = { REEL_SIZED(reel_options), .report = note_finding, .report_context = &found[i] };
        assert_true(reel_check(reel_source_memory(files[i].data, files[i].size), &options, &error) >= 0);
    }
    if (strcmp(found[0].text, found[1].text) != 0) fail_msg("%s: found\n%snot\n%s", name, found[1].text, found[0].text);
}

/* The same picture, since the header has the same names. */
static void assert_same_pictures(const reel_replay *play, const reel_replay *recording, const char *name)
{
    for (const reel_plot *const *plot = reel_plots(); *plot; plot++) {
        reel_memory pictures[2] = { { 0 }, { 0 } };
        reel_error error;
        if (reel_plot_by_id(&reel_format_bsor, (*plot)->id) != *plot) continue;
        assert_ptr_equal(reel_plot_by_id(&reel_format_xror, (*plot)->id), *plot);
        const reel_replay *replays[2] = { play, recording };
        for (int i = 0; i < 2; i++)
            assert_true(reel_plot_draw(*plot, replays[i], reel_sink_memory(&pictures[i], NULL), NULL, &error) >= 0);
        size_t size = pictures[0].size; /* 0: nothing to draw in either */
        if (pictures[1].size != size || (size && memcmp(pictures[0].data, pictures[1].data, size) != 0))
            fail_msg("%s: another picture", name);
        reel_memory_free(&pictures[0]);
        reel_memory_free(&pictures[1]);
    }
}

/* Compares a play with its recording; if something was lost, with the play that the recording becomes. */
static void compare(reel_bytes file, const char *name)
{
    lines findings, ignored;
    reel_memory made = convert(file, &reel_format_xror, "full", &findings), back = { 0 };
    reel_bytes recording = { made.data, made.size }, play = file;
    if (findings.lost) {
        back = convert(recording, &reel_format_bsor, NULL, &ignored);
        play = (reel_bytes){ back.data, back.size };
    }
    reel_replay *a = load_bytes(play.data, play.size, NULL), *b = load_bytes(recording.data, recording.size, NULL);
    assert_same_figures(a, b, "game", name);
    assert_same_figures(a, b, "server", name);
    assert_same_findings(play, recording, name);
    assert_same_pictures(a, b, name);
    reel_free(a);
    reel_free(b);
    reel_memory_free(&made);
    reel_memory_free(&back);
}

static bool compare_file(const char *path, const char *name)
{
    reel_bytes file;
    uint8_t *data = read_file(path, &file.size);
    file.data = data;
    bool sound = file.size <= by_effort(SIZE_MAX, MOST_SMALL, MOST_SMALL / 10) && is_sound(file);
    if (sound) compare(file, name);
    free(data);
    return sound;
}

static void a_recording_has_the_figures_findings_and_pictures_of_its_play(void **state)
{
    (void)state;
    corpus_need("samples/bsor");
    corpus_compared(corpus_each("samples/bsor", ".bsor", compare_file), "plays");
}

static void golden_plays_have_the_same_figures(void **state)
{
    (void)state;
    file_list files = files_below(project_path("tests/formats/bsor/golden"));
    for (size_t i = 0; i < files.count; i++) compare_file(files.paths[i], files.paths[i]);
    assert_true(files.count > 0);
    file_list_free(&files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_recording_has_the_figures_findings_and_pictures_of_its_play),
        cmocka_unit_test(golden_plays_have_the_same_figures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
