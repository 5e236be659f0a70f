/* SPDX-License-Identifier: MIT
 * Clips: scenes one after the other, with one camera. */
#include "plays.h"

#include <reel/butter.h>
#include <reel/teehistorian.h>

enum { MOST_FRAMES = 1200 };

/* The frames of a clip. */
typedef struct film {
    const reel_allocator *allocator;
    double time, length;
    uint32_t rate, width;
    const char *who;
    uint32_t stop; /* the call after which the function ends the clip; 0: none */
    uint32_t calls, count;
    double times[MOST_FRAMES];
    reel_memory frames[MOST_FRAMES];
} film;

static reel_status keep(void *context, const reel_plot_frame *frame, reel_error *error)
{
    film *kept = context;
    assert_non_null(error);
    assert_int_equal(frame->number, kept->calls);
    assert_true(frame->count <= MOST_FRAMES && (!kept->calls || frame->count == kept->count));
    kept->count = frame->count;
    kept->times[kept->calls] = frame->time;
    reel_memory *memory = &kept->frames[kept->calls++];
    memory->data = malloc(frame->size);
    memory->size = frame->size;
    memcpy(memory->data, frame->svg, frame->size);
    return kept->calls == kept->stop ? REEL_CANCELLED : REEL_OK;
}

static reel_status shoot(film *kept, const reel_replay *replay, reel_error *error)
{
    const reel_plot_options options = { REEL_SIZED(reel_plot_options), .width = kept->width, .who = kept->who,
                                        .allocator = kept->allocator };
    return reel_plot_clip(replay, kept->time, kept->length, kept->rate, keep, kept, &options, error);
}

static void film_free(film *kept)
{
    for (uint32_t i = 0; i < kept->calls; i++) free(kept->frames[i].data);
    free(kept);
}

/* A film that is still to be shot. */
static film *film_of(double time, double length, uint32_t rate)
{
    film *kept = calloc(1, sizeof *kept);
    assert_non_null(kept);
    kept->time = time;
    kept->length = length;
    kept->rate = rate;
    return kept;
}

static reel_replay *load(const char *path)
{
    reel_replay *replay;
    reel_error error;
    if (reel_load_file(project_path(path), NULL, &replay, &error) < 0) fail_msg("%s: %s", path, error.message);
    return replay;
}

static const char arena[] = "tests/formats/echo/golden/arena.butter", macro[] = "tests/formats/gdr/golden/two_players.gdr2",
                  tees[] = "tests/formats/teehistorian/golden/every-message.teehistorian";

/* ---- frames and times ------------------------------------------------------------------------------------------------ */

static void frames_follow_each_other_at_the_rate(void **state)
{
    (void)state;
    reel_replay *play = tiny_play();
    film *kept = film_of(1, 2, 10);
    assert_int_equal(shoot(kept, play, NULL), REEL_OK);
    assert_int_equal(kept->calls, 20);
    assert_int_equal(kept->count, 20);
    for (uint32_t i = 0; i < kept->calls; i++) assert_true(fabs(kept->times[i] - (1 + i / 10.0)) < 1e-9);
    film_free(kept);
    reel_free(play);
}

/* Those of Beat Saber and Geometry Dash have no camera that moves: a frame is the scene of its time. */
static void a_frame_is_the_scene_of_its_time(void **state)
{
    (void)state;
    reel_replay *replays[] = { tiny_play(), load(macro) };
    for (size_t r = 0; r < 2; r++) {
        film *kept = film_of(NAN, 1, 7);
        assert_int_equal(shoot(kept, replays[r], NULL), REEL_OK);
        for (uint32_t i = 0; i < kept->calls; i++) {
            reel_memory scene = { 0 };
            assert_int_equal(reel_plot_scene(replays[r], kept->times[i], reel_sink_memory(&scene, NULL), NULL, NULL), REEL_OK);
            assert_int_equal(scene.size, kept->frames[i].size);
            assert_memory_equal(scene.data, kept->frames[i].data, scene.size);
            reel_memory_free(&scene);
        }
        film_free(kept);
        reel_free(replays[r]);
    }
}

/* In the middle of the clip is what the scene shows that chooses its time. */
static void without_a_time_the_clip_is_around_the_chosen_one(void **state)
{
    (void)state;
    enum { NOTES = 40, CLUSTER = 20, FIRST = 20 };
    bsor_note notes[NOTES];
    bsor_frame frame = { .time = 0 };
    for (int i = 0; i < NOTES; i++) {
        notes[i] = note_at(i, BSOR_MISS);
        notes[i].event_time = i < FIRST ? 2 * (float)i : 50 + (float)(i - FIRST) / 64;
        if (i == NOTES - 1) notes[i].event_time = 100;
        notes[i].spawn_time = notes[i].event_time;
    }
    const rows all = { .info = sound_info(), .frames = &frame, .frame_count = 1, .notes = notes, .note_count = NOTES };
    reel_replay *replay = replay_of(&all);
    film *kept = film_of(NAN, 4, 1);
    assert_int_equal(shoot(kept, replay, NULL), REEL_OK);
    assert_int_equal(kept->calls, 4);
    assert_true(fabs(kept->times[2] - 49.85) < 1e-4); /* 0.15 s before the cluster: a_thumbnail_shows_where_much_happens */
    film_free(kept);
    reel_free(replay);
}

static void a_short_replay_gives_what_there_is(void **state)
{
    (void)state;
    bsor_frame frames[] = { { .time = 10 }, { .time = 10.5f }, { .time = 11 } };
    rows all = { .info = sound_info(), .frames = frames, .frame_count = 3 };
    static const struct {
        double time, length;
        uint32_t frames; /* at ten frames a second; 0: nothing */
        double first;
    } cases[] = { { NAN, 3, 10, 10 },  { NAN, 60, 10, 10 }, { 9, 3, 10, 10 },    { 10.6, 3, 4, 10.6 }, { 9.95, 0.1, 1, 10 },
                  { 11, 3, 1, 11 },    { 11.1, 3, 0, 0 },   { 5, 3, 0, 0 },      { -1, 3, 0, 0 },      { 1e300, 3, 0, 0 },
                  { -1e300, 3, 0, 0 }, { 10, 0.01, 1, 10 }, { 10, 1e-9, 1, 10 }, { HUGE_VAL, 3, 0, 0 } };
    reel_replay *play = replay_of(&all);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        film *kept = film_of(cases[i].time, cases[i].length, 10);
        reel_status status = shoot(kept, play, NULL);
        if (status != (cases[i].frames ? REEL_OK : REEL_END) || kept->calls != cases[i].frames)
            fail_msg("case %zu: %s, %u frames", i, reel_status_name(status), kept->calls);
        if (kept->calls && !(fabs(kept->times[0] - cases[i].first) < 1e-6)) fail_msg("case %zu: %f", i, kept->times[0]);
        film_free(kept);
    }
    reel_free(play);
    all.frame_count = 1;
    play = replay_of(&all);
    film *kept = film_of(NAN, 3, 20);
    assert_int_equal(shoot(kept, play, NULL), REEL_OK);
    assert_int_equal(kept->calls, 1);
    film_free(kept);
    reel_free(play);
}

/* ---- the camera ------------------------------------------------------------------------------------------------------ */

/* The first element of a document that begins with `start`, copied to its end. */
static void element_of(const reel_memory *svg, const char *start, char *to, size_t room)
{
    size_t size = strlen(start), used = 0;
    *to = '\0';
    for (size_t i = 0; i + size <= svg->size; i++) {
        if (memcmp(svg->data + i, start, size) != 0) continue;
        while (i < svg->size && svg->data[i] != '>' && used + 1 < room) to[used++] = (char)svg->data[i++];
        break;
    }
    to[used] = '\0';
}

/* Whether the ground of each frame is that of the first. `moves`: whether that of the scenes of their times is not. */
static bool ground_stands(const reel_replay *replay, const film *kept, bool *moves)
{
    static const char ground[] = "<path class=\"shade0 f-axis";
    const reel_plot_options options = { REEL_SIZED(reel_plot_options), .width = kept->width };
    char first[4096], now[4096], scene_first[4096] = "";
    element_of(&kept->frames[0], ground, first, sizeof first);
    for (uint32_t i = 0; i < kept->calls; i++) {
        reel_memory scene = { 0 };
        element_of(&kept->frames[i], ground, now, sizeof now);
        if (strcmp(now, first) != 0) return false;
        if (reel_plot_scene(replay, kept->times[i], reel_sink_memory(&scene, NULL), &options, NULL) != REEL_OK) continue;
        element_of(&scene, ground, now, sizeof now);
        if (!*scene_first) memcpy(scene_first, now, sizeof now);
        *moves |= strcmp(now, scene_first) != 0;
        reel_memory_free(&scene);
    }
    return true;
}

static void the_ground_of_a_match_does_not_move(void **state)
{
    (void)state;
    size_t moving = 0; /* files in which a single scene has another camera a moment later: otherwise this shows nothing */
    file_list files = files_below(project_path("tests/formats/echo/golden"));
    for (size_t f = 0; f < files.count; f++) {
        reel_replay *replay;
        bool moves = false;
        if (reel_load_file(files.paths[f], NULL, &replay, NULL) < 0) continue;
        film *kept = film_of(NAN, 3, 10);
        kept->width = 480;
        if (shoot(kept, replay, NULL) == REEL_OK && !ground_stands(replay, kept, &moves)) fail_msg("%s", files.paths[f]);
        moving += moves;
        film_free(kept);
        reel_free(replay);
    }
    assert_true(moving > 0);
    file_list_free(&files);
}

/* Two tees: client 0 runs to the right at half a tile a tick or stands, and client 1 is where it comes by; both move all the time. */
enum { TICKS = 300, TILE = 32 };

static void put_tees(reel_writer *writer, bool runs)
{
    const teehistorian_join joins[] = { { .tick = 1, .cid = 0 }, { .tick = 1, .cid = 1 } };
    assert_int_equal(reel_append(writer, &teehistorian_joins, joins, 2), REEL_OK);
    for (int32_t tick = 2; tick < TICKS; tick++)
        for (int32_t cid = 0; cid < 2; cid++) {
            int32_t x = cid ? 180 * TILE : (100 + (runs ? tick / 2 : 0)) * TILE;
            const teehistorian_position at = {
                .tick = tick, .cid = cid, .x = x, .y = 100 * TILE + tick % 2, .kind = tick == 2 ? TEEHISTORIAN_NEW : 0
            };
            assert_int_equal(reel_append(writer, &teehistorian_positions, &at, 1), REEL_OK);
        }
}

static reel_replay *game_of(bool runs)
{
    const teehistorian_header header = {
        .version = 2, .version_minor = 22, .present = TEEHISTORIAN_HAS_VERSION_MINOR, .map_name = { "run", 3 }
    };
    reel_memory memory;
    reel_writer *writer;
    reel_replay *replay;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_teehistorian, NULL, &writer, &error), REEL_OK);
    assert_int_equal(reel_append(writer, &teehistorian_headers, &header, 1), REEL_OK);
    put_tees(writer, runs);
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
    if (reel_load(reel_source_memory(memory.data, memory.size), NULL, &replay, &error) < 0) fail_msg("%s", error.message);
    reel_memory_free(&memory);
    return replay;
}

/* Where the tee that is followed is in a picture. */
static double followed_at(const reel_memory *svg)
{
    char path[512];
    element_of(svg, "<path class=\"f-orange", path, sizeof path);
    const char *start = strstr(path, "d=\"M");
    assert_non_null(start);
    return strtod(start + 4, NULL);
}

/* It is client 0 also when it comes by where the other one is, and the camera moves as evenly as the tee does. */
static void the_camera_stays_with_one_tee(void **state)
{
    (void)state;
    static const char *const whos[] = { NULL, "0" };
    reel_replay *replay = game_of(true);
    for (size_t w = 0; w < 2; w++) {
        film *kept = film_of(1, 4, 20);
        kept->width = 480;
        kept->who = whos[w];
        assert_int_equal(shoot(kept, replay, NULL), REEL_OK);
        assert_int_equal(kept->calls, 80);
        for (uint32_t i = 0; i < kept->calls; i++) {
            double x = followed_at(&kept->frames[i]);
            assert_true(picture_holds(&kept->frames[i], ">client 0<"));
            if (!(x > 20 + 20 && x < 460 - 20)) fail_msg("frame %u: the tee is at %f", i, x);
            if (i && !(fabs(x - followed_at(&kept->frames[i - 1])) < 2.5 * 20)) fail_msg("frame %u: the camera jumps", i);
        }
        film_free(kept);
    }
    reel_free(replay);
}

static void the_camera_stands_still_if_the_tee_stays_in_the_picture(void **state)
{
    (void)state;
    reel_replay *replay = game_of(false);
    film *kept = film_of(1, 2, 20);
    char first[65536], now[65536];
    kept->who = "0";
    assert_int_equal(shoot(kept, replay, NULL), REEL_OK);
    element_of(&kept->frames[0], "<path class=\"shade0 f-main", first, sizeof first);
    assert_true(strlen(first) > 30);
    for (uint32_t i = 1; i < kept->calls; i++) {
        element_of(&kept->frames[i], "<path class=\"shade0 f-main", now, sizeof now);
        assert_string_equal(now, first);
    }
    film_free(kept);
    reel_free(replay);
}

static void a_clip_of_a_match_holds_the_chosen_player(void **state)
{
    (void)state;
    reel_replay *replay = load(arena);
    size_t count;
    const butter_player *players = reel_rows(replay, &butter_players, &count);
    assert_true(count > 0);
    char name[64] = "";
    for (size_t i = 0; i < count && !*name; i++)
        if (players[i].common.team <= ECHO_ORANGE && players[i].common.name.size < sizeof name)
            memcpy(name, players[i].common.name.data, players[i].common.name.size);
    film *kept = film_of(NAN, 1, 10);
    kept->who = name;
    assert_int_equal(shoot(kept, replay, NULL), REEL_OK);
    for (uint32_t i = 0; i < kept->calls; i++) assert_true(picture_holds(&kept->frames[i], name));
    film_free(kept);
    reel_free(replay);
}

/* ---- what is refused, and how it ends --------------------------------------------------------------------------------- */

static void refusals_have_a_rule(void **state)
{
    (void)state;
    static const struct {
        double length;
        uint32_t rate;
    } bad[] = { { 0, 20 },       { -1, 20 }, { NAN, 20 }, { 60.1, 1 },       { 1e300, 20 },
                { HUGE_VAL, 1 }, { 3, 0 },   { 3, 61 },   { 3, UINT32_MAX }, { 60, 60 } };
    reel_error error;
    reel_replay *play = tiny_play();
    film *kept = film_of(NAN, 3, 20);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        kept->length = bad[i].length;
        kept->rate = bad[i].rate;
        assert_int_equal(shoot(kept, play, &error), REEL_ARGUMENT);
        assert_string_equal(error.rule, "plot.clip");
    }
    kept->length = 3;
    kept->rate = 20;
    assert_int_equal(shoot(kept, NULL, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "plot.argument");
    assert_int_equal(reel_plot_clip(play, NAN, 3, 20, NULL, NULL, NULL, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "plot.argument");
    kept->who = "nobody of this name";
    assert_int_equal(shoot(kept, play, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "plot.who");
    kept->who = NULL;
    kept->width = 5000;
    assert_int_equal(shoot(kept, play, NULL), REEL_ARGUMENT);
    assert_int_equal(kept->calls, 0);
    film_free(kept);
    reel_free(play);
}

static void the_function_can_end_the_clip(void **state)
{
    (void)state;
    reel_replay *play = tiny_play();
    film *kept = film_of(NAN, 3, 20);
    kept->stop = 3;
    assert_int_equal(shoot(kept, play, NULL), REEL_CANCELLED);
    assert_int_equal(kept->calls, 3);
    film_free(kept);
    reel_free(play);
}

static void every_failing_allocation_is_an_error_without_leak(void **state)
{
    (void)state;
    static const char *const files[] = { arena, macro, tees };
    for (size_t f = 0; f < 4; f++) {
        reel_replay *replay = f < 3 ? load(files[f]) : tiny_play();
        for (size_t n = 1;; n++) {
            test_allocator counter = { .fail_at = n };
            const reel_allocator allocator = test_allocator_of(&counter);
            film *kept = film_of(NAN, 0.3, 10);
            kept->allocator = &allocator;
            reel_status status = shoot(kept, replay, NULL);
            film_free(kept);
            assert_int_equal(counter.live, 0);
            if (counter.calls < n) {
                assert_int_equal(status, REEL_OK);
                break;
            }
            assert_int_equal(status, REEL_MEMORY);
        }
        reel_free(replay);
    }
}

/* ---- whatever a replay says ------------------------------------------------------------------------------------------- */

static size_t shoot_everything(const reel_replay *replay, const char *what)
{
    static const double times[] = { NAN, 0, -1, 1e5, 1e300, HUGE_VAL };
    size_t drawn = 0;
    for (size_t t = 0; t < sizeof times / sizeof *times; t++) {
        film *kept = film_of(times[t], 1, 5);
        kept->width = t % 2 ? 480 : 0;
        reel_status status = shoot(kept, replay, NULL);
        if (status != REEL_OK && status != REEL_END) fail_msg("%s: %s", what, reel_status_name(status));
        if ((status == REEL_OK) != (kept->calls > 0)) fail_msg("%s: %u frames", what, kept->calls);
        if (kept->calls != kept->count) fail_msg("%s: %u of %u frames", what, kept->calls, kept->count);
        for (uint32_t i = 0; i < kept->calls; i++) {
            const char *wrong = xml_wrong(kept->frames[i].data, kept->frames[i].size);
            if (wrong) fail_msg("frame %u of %s: %s", i, what, wrong);
        }
        drawn += kept->calls;
        film_free(kept);
    }
    return drawn;
}

static void every_small_file_makes_sound_clips_or_none(void **state)
{
    (void)state;
    static const char *const folders[] = { "tests/formats/bsor", "tests/formats/gdr",        "tests/formats/teehistorian",
                                           "tests/formats/echo", "tests/formats/scoresaber", "tests/formats/xror" };
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        file_list files = files_below(project_path(folders[i]));
        size_t drawn = 0, step = by_effort(1, 3, 7);
        for (size_t f = 0; f < files.count; f += step) {
            reel_replay *replay;
            if (reel_load_file(files.paths[f], NULL, &replay, NULL) < 0) continue;
            drawn += shoot_everything(replay, files.paths[f]);
            reel_free(replay);
        }
        assert_true(drawn > 0);
        file_list_free(&files);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_follow_each_other_at_the_rate),
        cmocka_unit_test(a_frame_is_the_scene_of_its_time),
        cmocka_unit_test(without_a_time_the_clip_is_around_the_chosen_one),
        cmocka_unit_test(a_short_replay_gives_what_there_is),
        cmocka_unit_test(the_ground_of_a_match_does_not_move),
        cmocka_unit_test(the_camera_stays_with_one_tee),
        cmocka_unit_test(the_camera_stands_still_if_the_tee_stays_in_the_picture),
        cmocka_unit_test(a_clip_of_a_match_holds_the_chosen_player),
        cmocka_unit_test(refusals_have_a_rule),
        cmocka_unit_test(the_function_can_end_the_clip),
        cmocka_unit_test(every_failing_allocation_is_an_error_without_leak),
        cmocka_unit_test(every_small_file_makes_sound_clips_or_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
