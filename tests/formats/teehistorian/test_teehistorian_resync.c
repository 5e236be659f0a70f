/* SPDX-License-Identifier: MIT
 * Files that are out of step in the middle: with the convention "resync" what lies behind the damage is read too. */
#include "corpus.h"
#include "machinery.h"
#include "recording.h"

typedef struct damaged {
    uint8_t *data;
    size_t size, from, to; /* bytes that are not those of the recording */
    size_t lost;           /* bytes that are missing at `to` */
} damaged;

static damaged with(const recording *r, size_t from, size_t lost, const uint8_t *put, size_t put_size)
{
    damaged d = { .size = r->size - lost + put_size, .from = from, .to = from + put_size, .lost = lost };
    d.data = malloc(d.size);
    assert_non_null(d.data);
    memcpy(d.data, r->data, from);
    if (put_size) memcpy(d.data + from, put, put_size);
    memcpy(d.data + from + put_size, r->data + from + lost, r->size - from - lost);
    return d;
}

typedef struct gaps {
    size_t count;
    uint64_t offset, length; /* of the last one */
} gaps;

static void note_gap(void *context, const reel_finding *finding)
{
    gaps *g = context;
    if (strcmp(finding->rule, "teehistorian.gap") != 0) return;
    assert_int_equal(finding->severity, REEL_ERROR);
    g->count++;
    g->offset = finding->offset;
    g->length = finding->length;
}

static reel_replay *load_over(reel_source source, gaps *found)
{
    *found = (gaps){ 0 };
    const reel_options options = { REEL_SIZED(reel_options), .convention = "resync", .report = note_gap,
                                   .report_context = found };
    reel_replay *replay;
    reel_error error;
    if (reel_load(source, &options, &replay, &error) < 0) fail_msg("%s", error.message);
    return replay;
}

static reel_replay *load_whole(const recording *r)
{
    reel_replay *replay;
    assert_int_equal(reel_load(reel_source_memory(r->data, r->size), NULL, &replay, NULL), REEL_OK);
    return replay;
}

enum { NEAR = 1200 }; /* bytes within which damage is noticed and left behind: two ticks, and an event */

/* Whether the inputs from `behind` bytes behind the damage on are those of the whole file. They are told by offset and client; what
 * they are is not known where changes before them are lost. */
static bool has_inputs_behind(const damaged *d, size_t behind, const reel_replay *part, const reel_replay *whole)
{
    size_t some, all, from = 0, first = 0;
    const teehistorian_input *a = reel_rows(part, &teehistorian_inputs, &some), *b = reel_rows(whole, &teehistorian_inputs, &all);
    while (from < some && a[from].offset < d->to + behind) from++;
    while (first < all && b[first].offset < d->from + d->lost + behind) first++;
    if (some - from != all - first) return false;
    for (size_t i = 0; first + i < all; i++)
        if (a[from + i].offset - d->to != b[first + i].offset - d->from - d->lost || a[from + i].cid != b[first + i].cid)
            return false;
    return first < all;
}

typedef struct tries {
    size_t all, noticed, near;
} tries;

static void read_behind(tries *t, const reel_replay *whole, damaged d)
{
    gaps found;
    reel_replay *part = load_over(reel_source_memory(d.data, d.size), &found);
    if (reel_replay_damage(part)) fail_msg("damage at %zu: nothing found behind it", d.from);
    t->all++;
    t->noticed += found.count > 0;
    t->near += has_inputs_behind(&d, NEAR, part, whole);
    reel_free(part);
    free(d.data);
}

static void goes_on_behind_lost_bytes(void **state)
{
    (void)state;
    recording r = make_recording(3, 60, 100);
    reel_replay *whole = load_whole(&r);
    tries t = { 0 };
    for (size_t from = r.header + 2000; from + 4000 < r.size; from += 97)
        for (size_t lost = 1; lost < 400; lost *= 3) read_behind(&t, whole, with(&r, from, lost, NULL, 0));
    assert_int_equal(t.near, t.all);
    assert_true(t.noticed > t.all / 2); /* where a run of moves lacks some nobody sees it */
    reel_free(whole);
    free(r.data);
}

/* Noise may be a message with a size of its own, which takes what follows with it. */
static void goes_on_behind_noise(void **state)
{
    (void)state;
    recording r = make_recording(4, 60, 100);
    reel_replay *whole = load_whole(&r);
    uint8_t noise[300];
    tries t = { 0 };
    for (size_t from = r.header + 2000; from + 4000 < r.size; from += 211) {
        for (size_t i = 0; i < sizeof noise; i++) noise[i] = (uint8_t)draw(&r, 256);
        read_behind(&t, whole, with(&r, from, sizeof noise, noise, sizeof noise));
        read_behind(&t, whole, with(&r, from, 0, noise, sizeof noise));
    }
    assert_true(t.near > t.all * 9 / 10 && t.noticed > t.all * 9 / 10);
    reel_free(whole);
    free(r.data);
}

static tries real_tries;

/* Damage away from both ends of a recording, so that there are inputs behind it. */
static bool damage_recording(const char *path, const char *name)
{
    enum { MARGIN = 20000 };
    if (strcmp(corpus_index("teehistorian", name, "kind"), "real") != 0) return false;
    recording r = { 0 };
    r.data = read_file(path, &r.size);
    bool large = r.size > 2 * MARGIN;
    if (large) {
        reel_replay *whole = load_whole(&r);
        for (size_t from = MARGIN; from + MARGIN < r.size; from += 1487)
            for (size_t lost = 1; lost < 400; lost *= 3) read_behind(&real_tries, whole, with(&r, from, lost, NULL, 0));
        reel_free(whole);
    }
    free(r.data);
    return large;
}

/* In some of a hundred the next message that fits is a wrong one, and a few inputs more are lost. */
static void goes_on_in_real_recordings(void **state)
{
    (void)state;
    corpus_need("samples/teehistorian");
    real_tries = (tries){ 0 };
    corpus_compared(corpus_each("samples/teehistorian", ".teehistorian", damage_recording), "recordings");
    printf("%zu of %zu are read on from nearby\n", real_tries.near, real_tries.all);
    assert_true(real_tries.near >= real_tries.all * 9 / 10);
}

static void goes_on_behind_a_hole(void **state)
{
    (void)state;
    enum { HOLE = 200000 }; /* more than a window */
    recording r = make_recording(5, 60, 100);
    reel_replay *whole = load_whole(&r);
    uint8_t *zeros = calloc(1, HOLE);
    damaged d = with(&r, r.size / 2, 0, zeros, HOLE);
    gaps found;
    reel_replay *part = load_over(reel_source_memory(d.data, d.size), &found);
    assert_int_equal(found.count, 1);
    assert_in_range(found.length, HOLE - 200, HOLE + NEAR);
    assert_true(has_inputs_behind(&d, NEAR, part, whole));
    reel_free(part);
    free(d.data);
    free(zeros);
    reel_free(whole);
    free(r.data);
}

static void a_hole_at_the_end_is_the_end(void **state)
{
    (void)state;
    recording r = make_recording(6, 20, 100);
    uint8_t zeros[4096] = { 0 };
    damaged d = with(&r, r.size - 1, 1, zeros, sizeof zeros);
    gaps found;
    reel_replay *part = load_over(reel_source_memory(d.data, d.size), &found);
    const reel_error *damage = reel_replay_damage(part);
    assert_non_null(damage);
    assert_string_equal(damage->rule, "teehistorian.zeros");
    assert_int_equal(damage->offset, r.size - 1);
    assert_int_equal(found.count, 0);
    reel_free(part);
    free(d.data);
    free(r.data);
}

static void finish_in_the_middle_is_none(void **state)
{
    (void)state;
    recording r = make_recording(7, 40, 100);
    reel_replay *whole = load_whole(&r);
    size_t count, endings;
    const teehistorian_input *inputs = reel_rows(whole, &teehistorian_inputs, &count);
    static const uint8_t finish[] = { 0x40 };
    damaged d = with(&r, (size_t)inputs[count / 2].offset, 0, finish, 1);
    gaps found;
    reel_replay *part = load_over(reel_source_memory(d.data, d.size), &found);
    assert_int_equal(found.count, 1);
    assert_int_equal(found.offset, d.from);
    assert_int_equal(found.length, 1);
    assert_true(has_inputs_behind(&d, 0, part, whole));
    const teehistorian_ending *ending = reel_rows(part, &teehistorian_endings, &endings);
    assert_int_equal(endings, 1);
    assert_int_equal(ending->offset, d.size - 1);
    reel_free(part);
    free(d.data);
    reel_free(whole);
    free(r.data);
}

static void another_recording_behind_finish_is_not_taken_in(void **state)
{
    (void)state;
    recording r = make_recording(8, 20, 100);
    damaged d = with(&r, r.size, 0, r.data, r.size);
    gaps found;
    size_t count, all;
    reel_replay *part = load_over(reel_source_memory(d.data, d.size), &found), *whole = load_whole(&r);
    assert_int_equal(found.count, 0);
    reel_rows(part, &teehistorian_inputs, &count);
    reel_rows(whole, &teehistorian_inputs, &all);
    assert_int_equal(count, all);
    reel_free(part);
    reel_free(whole);
    free(d.data);
    free(r.data);
}

static void a_pipe_gives_what_memory_gives(void **state)
{
    (void)state;
    recording r = make_recording(9, 60, 100);
    uint8_t noise[5000];
    for (size_t i = 0; i < sizeof noise; i++) noise[i] = (uint8_t)draw(&r, 256);
    damaged d = with(&r, r.size / 3, 0, noise, sizeof noise);
    gaps a, b;
    reel_replay *memory = load_over(reel_source_memory(d.data, d.size), &a);
    assert_true(a.count > 0);
    for (size_t step = 1; step < 5000; step *= 7) {
        test_source source = { .data = d.data, .size = d.size, .step = step };
        reel_replay *pipe = load_over(test_source_of(&source), &b);
        assert_true(a.count == b.count && a.offset == b.offset && a.length == b.length);
        assert_same_replay(memory, pipe, true, "a pipe");
        reel_free(pipe);
    }
    reel_free(memory);
    free(d.data);
    free(r.data);
}

static void what_is_repaired_is_sound(void **state)
{
    (void)state;
    recording r = make_recording(10, 60, 100);
    for (size_t from = r.header + 2000; from + 4000 < r.size; from += 1009) {
        damaged d = with(&r, from, 50, NULL, 0);
        const reel_options options = { REEL_SIZED(reel_options), .convention = "resync" },
                           strict = { REEL_SIZED(reel_options), .flags = REEL_STRICT };
        const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR };
        reel_memory repaired;
        reel_replay *replay;
        reel_error error;
        if (reel_convert(reel_source_memory(d.data, d.size), &options, NULL, reel_sink_memory(&repaired, NULL), &how, &error) < 0)
            fail_msg("damage at %zu: %s", from, error.message);
        assert_int_equal(reel_load(reel_source_memory(repaired.data, repaired.size), &strict, &replay, &error), REEL_OK);
        assert_in_range(repaired.size, r.size - 50 - 2 * NEAR, r.size + NEAR);
        reel_free(replay);
        reel_memory_free(&repaired);
        free(d.data);
    }
    free(r.data);
}

/* What is only odd is read as ever: nothing of it is left out. */
static void sound_files_have_no_gaps(void **state)
{
    (void)state;
    file_list files = files_below(project_path("tests/formats/teehistorian/golden"));
    assert_true(files.count > 10);
    for (size_t i = 0; i < files.count; i++) {
        reel_source source;
        reel_replay *usual;
        gaps found;
        assert_int_equal(reel_load_file(files.paths[i], NULL, &usual, NULL), REEL_OK);
        assert_int_equal(reel_source_file(files.paths[i], 0, &source, NULL), REEL_OK);
        reel_replay *replay = load_over(source, &found);
        assert_int_equal(found.count, 0);
        assert_same_replay(usual, replay, true, files.paths[i]);
        reel_free(usual);
        reel_free(replay);
    }
    file_list_free(&files);
}

static void where_nothing_makes_sense_the_damage_is_told(void **state)
{
    (void)state;
    bytes b;
    whole(&b, USUAL, "47 05 4b 01 02 03 04");
    gaps found;
    reel_replay *replay = load_over(reel_source_memory(b.data, b.size), &found);
    assert_int_equal(found.count, 0);
    assert_string_equal(reel_replay_damage(replay)->rule, "teehistorian.message-id");
    assert_int_equal(reel_replay_damage(replay)->offset, b.size - 5);
    reel_free(replay);
}

static void without_the_convention_the_first_damage_ends_it(void **state)
{
    (void)state;
    recording r = make_recording(11, 40, 100);
    static const uint8_t unknown[] = { 0x4b };
    reel_replay *replay, *whole = load_whole(&r);
    size_t count, read;
    const teehistorian_input *inputs = reel_rows(whole, &teehistorian_inputs, &count);
    damaged d = with(&r, (size_t)inputs[count / 2].offset, 0, unknown, 1);
    assert_int_equal(reel_load(reel_source_memory(d.data, d.size), NULL, &replay, NULL), REEL_OK);
    assert_int_equal(reel_replay_damage(replay)->offset, d.from);
    reel_rows(replay, &teehistorian_inputs, &read);
    assert_int_equal(read, count / 2);
    reel_free(replay);
    reel_free(whole);
    free(d.data);
    free(r.data);
}

static void knows_no_other_convention(void **state)
{
    (void)state;
    bytes b;
    whole(&b, USUAL, "40");
    const reel_options options = { REEL_SIZED(reel_options), .convention = "resynch" };
    reel_replay *replay;
    reel_error error;
    assert_int_equal(reel_load(reel_source_memory(b.data, b.size), &options, &replay, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "reel.convention");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goes_on_behind_lost_bytes),
        cmocka_unit_test(goes_on_behind_noise),
        cmocka_unit_test(goes_on_in_real_recordings),
        cmocka_unit_test(goes_on_behind_a_hole),
        cmocka_unit_test(a_hole_at_the_end_is_the_end),
        cmocka_unit_test(finish_in_the_middle_is_none),
        cmocka_unit_test(another_recording_behind_finish_is_not_taken_in),
        cmocka_unit_test(a_pipe_gives_what_memory_gives),
        cmocka_unit_test(what_is_repaired_is_sound),
        cmocka_unit_test(sound_files_have_no_gaps),
        cmocka_unit_test(where_nothing_makes_sense_the_damage_is_told),
        cmocka_unit_test(without_the_convention_the_first_damage_ends_it),
        cmocka_unit_test(knows_no_other_convention),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
