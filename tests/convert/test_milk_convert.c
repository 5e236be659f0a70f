/* SPDX-License-Identifier: MIT
 * From .milk: what is meant is what is read back (the conversion itself sees to that), what stands in for what a .milk does not have,
 * and what is lost. */
#include "../formats/echo/made_milk.h"
#include "../formats/echo/twins.h"

#include <reel/milk.h>

#include <math.h>

typedef struct said {
    char text[8192];
} said;

static void collect(void *context, const reel_finding *finding)
{
    said *all = context;
    size_t size = strlen(all->text);
    snprintf(all->text + size, sizeof all->text - size, "%s %llu %s\n", finding->rule, (unsigned long long)finding->count,
             finding->message);
}

static reel_replay *load(const void *data, size_t size)
{
    reel_replay *replay;
    reel_error error;
    if (reel_load(reel_source_memory(data, size), NULL, &replay, &error) < 0) fail_msg("%s", error.message);
    assert_null(reel_replay_damage(replay));
    return replay;
}

/* Both ends of a conversion. */
typedef struct passage {
    reel_replay *from, *to;
    size_t sizes[2];
    said said;
} passage;

static passage pass(const char *path, const reel_format *format)
{
    passage p = { .said = { "" } };
    reel_memory memory;
    reel_error error;
    reel_options options = { REEL_SIZED(reel_options), .report = collect, .report_context = &p.said };
    uint8_t *data = read_file(path, &p.sizes[0]);
    if (reel_convert(reel_source_memory(data, p.sizes[0]), &options, format, reel_sink_memory(&memory, NULL), NULL, &error) < 0)
        fail_msg("%s to %s: %s", path, reel_format_id(format), error.message);
    p.sizes[1] = memory.size;
    p.from = load(data, p.sizes[0]);
    p.to = load(memory.data, memory.size);
    assert_ptr_equal(reel_replay_format(p.to), format);
    reel_memory_free(&memory);
    free(data);
    return p;
}

static passage pass_golden(const char *name, const reel_format *format)
{
    char path[256];
    snprintf(path, sizeof path, "tests/formats/echo/golden/%s.milk", name);
    return pass(project_path(path), format);
}

static void passage_free(passage *p)
{
    reel_free(p->from);
    reel_free(p->to);
}

static void assert_said(const passage *p, const char *text)
{
    if (!strstr(p->said.text, text)) fail_msg("not said: %s\nbut\n%s", text, p->said.text);
}

static float apart(reel_vec3 a, reel_vec3 b) { return fmaxf(fabsf(a.x - b.x), fmaxf(fabsf(a.y - b.y), fabsf(a.z - b.z))); }

static const char *const names[] = { "usual", "one-second", "crowd" };

static void a_text_says_what_the_recording_said(void **state)
{
    (void)state;
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        passage p = pass_golden(names[n], &reel_format_echoreplay);
        size_t frames, others, players, rows, teams, infos;
        const milk_info *info = reel_rows(p.from, &milk_infos, &infos);
        const milk_frame *a = reel_rows(p.from, &milk_frames, &frames);
        const echoreplay_frame *b = reel_rows(p.to, &echoreplay_frames, &others);
        assert_int_equal(frames, others);
        for (size_t i = 0; i < frames; i++) {
            assert_true(b[i].common.recorded == (int64_t)(a[i].common.time * 1000 + 0.5));
            assert_int_equal(b[i].common.status, a[i].common.status);
            assert_true(b[i].common.game_clock == a[i].common.game_clock);
            assert_true(b[i].common.blue_points == a[i].common.blue_points);
            assert_memory_equal(&b[i].common.disc_position, &a[i].common.disc_position, sizeof(reel_vec3));
            assert_int_equal(b[i].private_match, (info->flags & MILK_PRIVATE) != 0);
            assert_int_equal(b[i].map_name.size, strlen("mpl_arena_a"));
            assert_int_equal(b[i].client_name.size, info->author.size);
        }
        const milk_player *q = reel_rows(p.from, &milk_players, &players);
        const echoreplay_player *r = reel_rows(p.to, &echoreplay_players, &rows);
        assert_int_equal(players, rows);
        for (size_t i = 0; i < players; i++) {
            assert_int_equal(r[i].common.userid, q[i].common.player);
            assert_int_equal(r[i].common.name.size, q[i].common.name.size);
            assert_memory_equal(r[i].common.name.data, q[i].common.name.data, q[i].common.name.size);
            assert_int_equal(r[i].common.number, q[i].common.number);
            assert_int_equal(r[i].common.possession, q[i].common.possession);
            assert_int_equal(r[i].common.blocking, q[i].common.blocking);
            assert_memory_equal(&r[i].common.velocity, &q[i].common.velocity, 5 * sizeof(reel_vec3));
            assert_memory_equal(&r[i].head, &q[i].axes, sizeof(echo_axes));
            assert_memory_equal(&r[i].left_hand, &q[i].axes, sizeof(echo_axes));
        }
        const echoreplay_team *team = reel_rows(p.to, &echoreplay_teams, &teams);
        assert_int_equal(teams, 2 * frames);
        assert_memory_equal(team[1].name.data, "ORANGE TEAM", 11);
        passage_free(&p);
    }
}

static void a_butter_says_what_the_recording_said(void **state)
{
    (void)state;
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        passage p = pass_golden(names[n], &reel_format_butter);
        size_t frames, others, players, rows, entries, people;
        const milk_frame *a = reel_rows(p.from, &milk_frames, &frames);
        const butter_frame *b = reel_rows(p.to, &butter_frames, &others);
        assert_int_equal(frames, others);
        for (size_t i = 0; i < frames; i++) {
            assert_true(b[i].common.recorded == (int64_t)(a[i].common.time * 1000 + 0.5));
            assert_int_equal(b[i].common.status, a[i].common.status);
            assert_true(b[i].common.orange_points == a[i].common.orange_points);
            assert_true(apart(b[i].common.disc_position, a[i].common.disc_position) < 0.005f);
        }
        const milk_player *q = reel_rows(p.from, &milk_players, &players);
        const butter_player *r = reel_rows(p.to, &butter_players, &rows);
        assert_int_equal(players, rows);
        for (size_t i = 0; i < players; i++) {
            assert_int_equal(r[i].common.userid, q[i].common.player);
            assert_int_equal(r[i].common.possession, q[i].common.possession);
            assert_true(apart(r[i].common.head, q[i].common.head) < 0.005f);
            assert_true(apart(r[i].common.right_hand, q[i].common.right_hand) < 0.005f);
        }
        const milk_entry *from = reel_rows(p.from, &milk_roster, &people);
        const butter_entry *to = reel_rows(p.to, &butter_roster, &entries);
        assert_int_equal(entries, people);
        for (size_t i = 0; i < entries; i++) assert_int_equal(to[i].number, from[i].number);
        passage_free(&p);
    }
}

static void stand_ins_and_losses_are_said(void **state)
{
    (void)state;
    static const reel_format *const formats[] = { &reel_format_echoreplay, &reel_format_butter };
    for (size_t f = 0; f < 2; f++) {
        passage p = pass_golden("odd", formats[f]);
        assert_said(&p, "convert.stand-in 1 frames.recorded starts in 1970");
        assert_said(&p, "convert.stand-in 1 players.userid is the number in the roster");
        assert_said(&p, "convert.stand-in 1 players: head and body share");
        assert_said(&p, "convert.stand-in 1 frames: disc velocity is 0");
        assert_said(&p, "convert.loss 8 stats.bytes");
        assert_said(&p, "convert.loss 1 frames.state");
        passage_free(&p);
    }
}

/* A recording that is not of the Arena: only the text has its disc and points. */
static void another_place_than_the_arena_loses_disc_and_points_in_butter(void **state)
{
    (void)state;
    passage text = pass_golden("nobody", &reel_format_echoreplay), butter = pass_golden("nobody", &reel_format_butter);
    size_t count;
    const echoreplay_frame *frames = reel_rows(text.to, &echoreplay_frames, &count);
    assert_int_equal(count, 3);
    assert_int_equal(frames[0].common.has, ECHO_HAS_POINTS | ECHO_HAS_DISC);
    assert_int_equal(frames[0].map_name.size, 0);
    assert_null(strstr(text.said.text, "disc_position"));
    const butter_frame *others = reel_rows(butter.to, &butter_frames, &count);
    assert_int_equal(count, 3);
    assert_int_equal(others[0].common.has & (ECHO_HAS_POINTS | ECHO_HAS_DISC), 0);
    assert_said(&butter, "convert.loss 3 frames.disc_position");
    assert_said(&butter, "convert.loss 3 frames.blue_points");
    assert_said(&butter, "convert.loss 3 frames.orange_points");
    passage_free(&text);
    passage_free(&butter);
}

/* Positions of keyframes are halves, rounded to the nearest. */
static bool compare_positions(const char *path, const char *name)
{
    reel_replay *replay;
    if (reel_load_file(path, NULL, &replay, NULL) == REEL_UNSUPPORTED) return false; /* the later layout */
    reel_free(replay);
    passage p = pass(path, &reel_format_butter);
    size_t players, rows;
    const milk_player *q = reel_rows(p.from, &milk_players, &players);
    const butter_player *r = reel_rows(p.to, &butter_players, &rows);
    assert_int_equal(rows, players);
    double most = 0, largest = 0;
    for (size_t i = 0; i < rows; i++) {
        most = fmax(most, (double)apart(q[i].common.head, r[i].common.head));
        largest = fmax(largest, largest_of(q[i].common.head));
    }
    printf("%s: %zu bytes become %zu; a head is at most %g m off\n", name, p.sizes[0], p.sizes[1], most);
    if (most > half_step(largest)) fail_msg("%s: a head is %g m off", name, most);
    passage_free(&p);
    return true;
}

static void butter_of_a_recording_is_near(void **state)
{
    (void)state;
    corpus_need("samples/butter/milk");
    corpus_compared(corpus_each("samples/butter/milk", ".milk", compare_positions), "recordings");
}

static void butter_of_a_recording_is_small(void **state)
{
    (void)state;
    const made_milk m = { .blue = 3, .orange = 3, .tallies = 20, .rate = 45 };
    reel_memory milk = made_milk_file(&m), butter;
    reel_error error;
    if (reel_convert(reel_source_memory(milk.data, milk.size), NULL, &reel_format_butter, reel_sink_memory(&butter, NULL), NULL,
                     &error) < 0)
        fail_msg("%s", error.message);
    if (butter.size >= milk.size / 2) fail_msg("%zu bytes become %zu", milk.size, butter.size);
    reel_memory_free(&butter);
    free(milk.data);
}

static void survives_every_refused_allocation(void **state)
{
    (void)state;
    static const reel_format *const formats[] = { &reel_format_echoreplay, &reel_format_butter };
    size_t size, tried = 0;
    uint8_t *data = read_file(project_path("tests/formats/echo/golden/usual.milk"), &size);
    for (size_t i = 0; i < 4; i++)
        for (size_t n = 1;; n++, tried++) {
            test_allocator counted = { .fail_at = n, .fail_once = i / 2 };
            reel_allocator allocator = test_allocator_of(&counted);
            reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator };
            test_sink sink = { 0 };
            reel_error error;
            reel_status status =
                reel_convert(reel_source_memory(data, size), &options, formats[i % 2], test_sink_of(&sink), NULL, &error);
            if (counted.live) fail_msg("%zu bytes leaked after allocation %zu", counted.live, n);
            assert_int_equal(sink.commits, status == REEL_OK);
            test_sink_free(&sink);
            if (counted.calls < n) break;
            if (status != REEL_MEMORY) fail_msg("allocation %zu: %s", n, reel_status_name(status));
        }
    assert_true(tried > 100);
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_says_what_the_recording_said),
        cmocka_unit_test(a_butter_says_what_the_recording_said),
        cmocka_unit_test(stand_ins_and_losses_are_said),
        cmocka_unit_test(another_place_than_the_arena_loses_disc_and_points_in_butter),
        cmocka_unit_test(survives_every_refused_allocation),
        cmocka_unit_test(butter_of_a_recording_is_near),
        cmocka_unit_test(butter_of_a_recording_is_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
