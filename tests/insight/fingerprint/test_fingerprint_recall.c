/* SPDX-License-Identifier: MIT
 * Every change to a few real plays is found, directly and in an index, and no two plays match. recall.sh does it with all of them. */
#include "changes.h"
#include "corpus.h"

enum { MOST_PLAYS = 5 };

static size_t wanted;
static struct {
    char path[1024];
    frames frames;
    reel_motion *motion;
} plays[MOST_PLAYS];
static size_t play_count;

/* Recordings of people, by INDEX.tsv, that have enough windows also after a cut. */
static bool load(const char *path, const char *name)
{
    if (play_count == wanted || strcmp(corpus_index("bsor", name, "kind"), "real") != 0) return false;
    frames f = frames_of_file(path);
    if (f.count == 0 || (double)f.data[f.count - 1].time < 60) return free(f.data), false;
    plays[play_count].frames = f;
    plays[play_count].motion = motion_of_frames(f);
    snprintf(plays[play_count].path, sizeof plays->path, "%s", path);
    play_count++;
    return true;
}

static bool take_first(void *context, reel_string name, const reel_match *match)
{
    (void)match;
    snprintf(context, sizeof plays->path, "%.*s", (int)name.size, name.data);
    return false;
}

static void check_copy(reel_match_index *index, size_t number, int which)
{
    const char *name;
    char found[sizeof plays->path] = "";
    reel_match match;
    reel_motion *copy = changed_motion(plays[number].frames, which, &name);
    assert_int_equal(reel_match_compare(copy, reel_motion_fingerprint(plays[number].motion), &match, NULL), REEL_OK);
    if (match.band != REEL_MATCH_SAME || match.score < 0.97)
        fail_msg("%s, %s: score %.3f of %u windows", plays[number].path, name, match.score, match.windows);
    if (index) {
        assert_int_equal(reel_match_index_find(index, copy, (reel_string){ "", 0 }, 1, take_first, found, NULL), REEL_OK);
        if (strcmp(found, plays[number].path) != 0) fail_msg("%s, %s: the index found '%s'", plays[number].path, name, found);
    }
    reel_motion_free(copy);
}

static void every_change_to_real_plays_is_found(void **state)
{
    (void)state;
    corpus_need("samples/bsor");
    wanted = by_effort(MOST_PLAYS, 3, 1);
    corpus_each("samples/bsor", ".bsor", load);
    if (play_count == 0) {
        print_message("no recording of a person in the corpus\n");
        skip();
    }
    reel_match_index *index = NULL;
    if (reel_match_index_is_built()) assert_int_equal(reel_match_index_open("", REEL_MATCH_ADD, &index, NULL), REEL_OK);
    for (size_t i = 0; index && i < play_count; i++)
        assert_int_equal(reel_match_index_add(index, (reel_string){ plays[i].path, strlen(plays[i].path) },
                                              reel_motion_fingerprint(plays[i].motion), NULL),
                         REEL_OK);
    for (size_t i = 0; i < play_count; i++)
        for (int which = 0; which < CHANGE_COUNT; which++) check_copy(index, i, which);
    for (size_t i = 0; i < play_count; i++)
        for (size_t j = 0; j < play_count; j++) {
            reel_match match;
            reel_match_compare(plays[i].motion, reel_motion_fingerprint(plays[j].motion), &match, NULL);
            if (i != j) assert_int_equal(match.band, REEL_MATCH_NOTHING);
        }
    reel_match_index_close(index);
    corpus_compared(play_count * CHANGE_COUNT, "changed copies");
    for (size_t i = 0; i < play_count; i++) {
        reel_motion_free(plays[i].motion);
        free(plays[i].frames.data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_change_to_real_plays_is_found) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
