/* SPDX-License-Identifier: MIT
 * Changed replays of Echo VR: nobody is named any more, a span of time is that span. */
#include "corpus.h"

#include <math.h>
#include <reel/echoreplay.h>

/* A replay of either format, seen as the rows that both share. */
typedef struct seen {
    reel_replay *replay;
    const uint8_t *frame_rows, *player_rows;
    size_t frames, players, frame_size, player_size;
} seen;

static seen see(reel_replay *replay)
{
    bool text = reel_replay_format(replay) == &reel_format_echoreplay;
    const reel_table *frames = text ? &echoreplay_frames : &butter_frames,
                     *players = text ? &echoreplay_players : &butter_players;
    seen s = { .replay = replay, .frame_size = frames->row_size, .player_size = players->row_size };
    s.frame_rows = reel_rows(replay, frames, &s.frames);
    s.player_rows = reel_rows(replay, players, &s.players);
    return s;
}

static const echo_frame *frame_at(const seen *s, size_t i) { return (const void *)(s->frame_rows + i * s->frame_size); }
static const echo_player *player_at(const seen *s, size_t i) { return (const void *)(s->player_rows + i * s->player_size); }

static seen load(const char *path)
{
    reel_replay *replay;
    reel_error error;
    if (reel_load_file(path, NULL, &replay, &error) < 0) fail_msg("%s: %s", path, error.message);
    return see(replay);
}

/* The changed replay, and its bytes. */
static seen change(const char *path, const reel_convert_options *how, reel_memory *bytes)
{
    reel_source source;
    reel_replay *replay;
    reel_error error;
    assert_int_equal(reel_source_file(path, 0, &source, &error), REEL_OK);
    if (reel_convert(source, NULL, NULL, reel_sink_memory(bytes, NULL), how, &error) < 0) fail_msg("%s: %s", path, error.message);
    if (reel_load(reel_source_memory(bytes->data, bytes->size), NULL, &replay, &error) < 0)
        fail_msg("%s: %s", path, error.message);
    return see(replay);
}

static bool is_sound(const char *path)
{
    static const char *const endings[] = { ".butter", ".echoreplay" };
    for (size_t i = 0; i < 2; i++) {
        size_t size = strlen(path), end = strlen(endings[i]);
        if (size > end && !strcmp(path + size - end, endings[i])) return true;
    }
    return false;
}

static void with_each(void (*work)(const char *path))
{
    for (int corpus = 0; corpus < 2; corpus++) {
        const char *folder = corpus ? corpus_path("samples/butter/echoreplay") : project_path("tests/formats/echo/golden");
        size_t worked = 0;
        if (!folder) continue;
        file_list list = files_below(folder);
        for (size_t i = 0; i < list.count; i++) {
            if (!is_sound(list.paths[i])) continue;
            work(list.paths[i]);
            worked++;
        }
        file_list_free(&list);
        if (corpus)
            corpus_compared(worked, "files");
        else
            assert_true(worked > 3);
    }
}

static bool holds(const reel_memory *memory, reel_string text)
{
    for (size_t i = 0; i + text.size <= memory->size; i++)
        if (memcmp(memory->data + i, text.data, text.size) == 0) return true;
    return false;
}

static bool same_name(const echo_player *a, const echo_player *b)
{
    return a->name.size == b->name.size && (!a->name.size || memcmp(a->name.data, b->name.data, a->name.size) == 0);
}

/* Whoever was told apart still is, and by nothing that was known before. */
static void expect_nobody(const char *path)
{
    reel_memory bytes;
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_ANONYMISE };
    seen before = load(path), after = change(path, &how, &bytes);
    assert_int_equal(before.frames, after.frames);
    assert_int_equal(before.players, after.players);
    for (size_t i = 0; i < before.players; i++) {
        const echo_player *was = player_at(&before, i), *is = player_at(&after, i);
        if (i < 40 && was->name.size > 3 && holds(&bytes, was->name))
            fail_msg("%s: %.*s is still there", path, (int)was->name.size, was->name.data);
        if (was->userid) assert_true(is->userid > 0 && is->userid <= 256);
        assert_true(is->team == was->team && is->slot == was->slot && is->frame == was->frame);
        assert_int_equal(was->name.size != 0, is->name.size != 0);
        if (was->name.size && was->name.size == is->name.size)
            assert_memory_not_equal(was->name.data, is->name.data, was->name.size);
        for (size_t j = 0; j < i && j < 40; j++) {
            const echo_player *other_was = player_at(&before, j), *other_is = player_at(&after, j);
            if (was->userid && other_was->userid) {
                assert_int_equal(was->userid == other_was->userid, is->userid == other_is->userid);
                if (was->userid == other_was->userid) assert_true(same_name(is, other_is));
            }
        }
    }
    reel_free(before.replay);
    reel_free(after.replay);
    reel_memory_free(&bytes);
}

static void an_anonymised_replay_names_nobody(void **state)
{
    (void)state;
    with_each(expect_nobody);
}

static double apart(const reel_vec3 *a, const reel_vec3 *b)
{
    return fmax(fabs((double)a->x - (double)b->x), fmax(fabs((double)a->y - (double)b->y), fabs((double)a->z - (double)b->z)));
}

/* The middle third of a replay: every frame of it, with what it said as near as the format can say it. */
static void expect_the_middle(const char *path)
{
    seen before = load(path);
    if (before.frames < 3) {
        reel_free(before.replay);
        return;
    }
    size_t first = before.frames / 3, last = 2 * before.frames / 3;
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .has_from = true, .from = frame_at(&before, first)->time,
                                       .has_to = true, .to = frame_at(&before, last)->time };
    reel_memory bytes;
    seen after = change(path, &how, &bytes);
    size_t at = 0, player = 0;
    for (size_t i = 0; i < before.frames; i++) {
        const echo_frame *was = frame_at(&before, i);
        if (was->time < how.from || was->time >= how.to) continue;
        assert_true(at < after.frames);
        const echo_frame *is = frame_at(&after, at++);
        assert_true(is->recorded == was->recorded && is->status == was->status && is->has == was->has);
        assert_true(fabs((double)is->game_clock - (double)was->game_clock) < 1e-3 || is->game_clock != is->game_clock);
    }
    assert_int_equal(at, after.frames);
    for (size_t i = 0; i < before.players; i++) {
        const echo_player *was = player_at(&before, i);
        if (was->time < how.from || was->time >= how.to) continue;
        assert_true(player < after.players);
        const echo_player *is = player_at(&after, player++);
        assert_int_equal(is->userid, was->userid);
        if (fabs((double)was->head.x) < 256 && fabs((double)was->head.z) < 256)
            assert_true(apart(&is->head, &was->head) <= 0.125);
    }
    assert_int_equal(player, after.players);
    reel_free(before.replay);
    reel_free(after.replay);
    reel_memory_free(&bytes);
}

static void a_cut_is_that_span(void **state)
{
    (void)state;
    with_each(expect_the_middle);
}

/* Lines that are no frames go with the frame before them, and those before the first frame with the start. */
static void other_lines_are_cut_with_their_frames(void **state)
{
    (void)state;
    static const char text[] = "before\n"
                               "2021/11/20 21:15:03.000\t{\"sessionid\":\"S\",\"game_clock\":3.0,\"teams\":[]}\nfirst\n"
                               "2021/11/20 21:15:04.000\t{\"sessionid\":\"S\",\"game_clock\":2.0,\"teams\":[]}\nsecond\n"
                               "2021/11/20 21:15:05.000\t{\"sessionid\":\"S\",\"game_clock\":1.0,\"teams\":[]}\nthird\n";
    static const char *const wanted[][2] = { { "first", "before" }, { "second", "third" } };
    for (int half = 0; half < 2; half++) {
        const reel_convert_options how = { REEL_SIZED(reel_convert_options), .has_from = half == 1, .from = 0.5, .has_to = true,
                                           .to = half ? 1.5 : 0.5 };
        const reel_options options = { REEL_SIZED(reel_options), .format = &reel_format_echoreplay };
        reel_memory bytes;
        reel_error error;
        const reel_source source = reel_source_memory(text, sizeof text - 1);
        if (reel_convert(source, &options, NULL, reel_sink_memory(&bytes, NULL), &how, &error) < 0) fail_msg("%s", error.message);
        for (size_t other = 0; other < 2; other++)
            for (size_t i = 0; i < 2; i++) {
                const bool inside = other == (size_t)half && !(half && i);
                const reel_string word = { wanted[other][i], strlen(wanted[other][i]) };
                if (holds(&bytes, word) != inside)
                    fail_msg("%s in %.*s", wanted[other][i], (int)bytes.size, (const char *)bytes.data);
            }
        reel_memory_free(&bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(an_anonymised_replay_names_nobody), cmocka_unit_test(a_cut_is_that_span),
                                        cmocka_unit_test(other_lines_are_cut_with_their_frames) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
