/* SPDX-License-Identifier: MIT
 * The index of fingerprints: what is added is found, replaced and counted; damaged files are errors. */
#include "support.h"
#include "thefts.h"

#include <unistd.h>

enum { ENTRIES = 12 };

static char path[64];

static reel_string text(const char *string) { return (reel_string){ string, strlen(string) }; }

static int make_path(void **state)
{
    (void)state;
    snprintf(path, sizeof path, "fingerprint_index_%ld.sqlite", (long)getpid());
    remove(path);
    return 0;
}

static int remove_path(void **state)
{
    (void)state;
    remove(path);
    return 0;
}

static void need_sqlite(void)
{
    if (reel_match_index_is_built()) return;
    print_message("the library was built without SQLite\n");
    skip();
}

static reel_motion *made_motion(uint64_t seed)
{
    frames made = made_frames(seed, 40);
    reel_motion *motion = motion_of_frames(made);
    free(made.data);
    return motion;
}

static void add(reel_match_index *index, const char *name, const reel_motion *motion)
{
    reel_error error;
    if (reel_match_index_add(index, text(name), reel_motion_fingerprint(motion), &error) < 0) fail_msg("%s", error.message);
}

typedef struct found {
    char first[64];
    size_t same;
} found;

static bool take(void *context, reel_string name, const reel_match *match)
{
    found *result = context;
    if (!*result->first) snprintf(result->first, sizeof result->first, "%.*s", (int)name.size, name.data);
    result->same += match->band == REEL_MATCH_SAME;
    return true;
}

static found find(reel_match_index *index, const reel_motion *motion, const char *except)
{
    found result = { .first = "" };
    assert_int_equal(reel_match_index_find(index, motion, text(except), 0, take, &result, NULL), REEL_OK);
    return result;
}

static reel_match_index *open_index(uint32_t flags)
{
    reel_match_index *index;
    reel_error error;
    if (reel_match_index_open(path, flags, &index, &error) < 0) fail_msg("%s", error.message);
    return index;
}

static void fill(reel_match_index *index)
{
    for (uint64_t i = 0; i < ENTRIES; i++) {
        char name[32];
        reel_motion *motion = made_motion(100 + i);
        snprintf(name, sizeof name, "play %u", (unsigned)i);
        add(index, name, motion);
        reel_motion_free(motion);
    }
}

static void entries_are_found_by_another_handle(void **state)
{
    (void)state;
    need_sqlite();
    reel_match_index *index = open_index(REEL_MATCH_ADD);
    uint64_t count;
    fill(index);
    reel_match_index_close(index);
    index = open_index(0);
    assert_int_equal(reel_match_index_count(index, &count, NULL), REEL_OK);
    assert_int_equal(count, ENTRIES);
    reel_motion *motion = made_motion(107);
    assert_string_equal(find(index, motion, "").first, "play 7");
    assert_int_equal(find(index, motion, "").same, 1);
    assert_int_equal(find(index, motion, "play 7").same, 0);
    assert_int_equal(reel_match_index_add(index, text("other"), reel_motion_fingerprint(motion), NULL), REEL_OK);
    reel_motion_free(motion);
    reel_match_index_close(index);
}

static void an_entry_of_the_same_name_is_replaced(void **state)
{
    (void)state;
    need_sqlite();
    reel_match_index *index = open_index(REEL_MATCH_ADD);
    reel_motion *first = made_motion(1), *second = made_motion(2);
    uint64_t count;
    add(index, "play", first);
    add(index, "play", first);
    assert_int_equal(find(index, first, "").same, 1);
    add(index, "play", second);
    assert_int_equal(find(index, first, "").same, 0);
    assert_int_equal(find(index, second, "").same, 1);
    assert_int_equal(reel_match_index_count(index, &count, NULL), REEL_OK);
    assert_int_equal(count, 1);
    reel_motion_free(first);
    reel_motion_free(second);
    reel_match_index_close(index);
}

static void names_are_bytes(void **state)
{
    (void)state;
    need_sqlite();
    reel_match_index *index = open_index(REEL_MATCH_ADD);
    reel_motion *motion = made_motion(1);
    static const char hostile[] = "'; DROP TABLE print; --\0\xff";
    reel_string name = { hostile, sizeof hostile };
    assert_int_equal(reel_match_index_add(index, name, reel_motion_fingerprint(motion), NULL), REEL_OK);
    assert_int_equal(reel_match_index_add(index, (reel_string){ NULL, 0 }, reel_motion_fingerprint(motion), NULL), REEL_OK);
    assert_int_equal(find(index, motion, "").same, 2);
    found result = { .first = "" };
    assert_int_equal(reel_match_index_find(index, motion, name, 0, take, &result, NULL), REEL_OK);
    assert_int_equal(result.same, 1);
    reel_motion_free(motion);
    reel_match_index_close(index);
}

static void what_is_not_a_fingerprint_is_not_added(void **state)
{
    (void)state;
    need_sqlite();
    reel_match_index *index = open_index(REEL_MATCH_ADD);
    reel_error error;
    assert_int_equal(reel_match_index_add(index, text("x"), (reel_bytes){ (const uint8_t *)"RLFP", 4 }, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "match.fingerprint");
    reel_match_index_close(index);
}

static void a_missing_index_is_an_error(void **state)
{
    (void)state;
    need_sqlite();
    reel_match_index *index;
    reel_error error;
    assert_int_equal(reel_match_index_open(path, 0, &index, &error), REEL_IO);
    assert_null(index);
}

/* Every page with other bytes in some places: an error or a result, never a crash. */
static void damaged_indexes_are_errors(void **state)
{
    (void)state;
    need_sqlite();
    reel_match_index *index = open_index(REEL_MATCH_ADD);
    fill(index);
    reel_match_index_close(index);
    size_t size, failed = 0;
    uint8_t *data = read_file(path, &size);
    uint64_t seed = 3;
    reel_motion *motion = made_motion(103);
    for (size_t page = 0; page < size; page += 4096) {
        FILE *file = fopen(path, "wb");
        assert_non_null(file);
        uint8_t *copy = malloc(size);
        memcpy(copy, data, size);
        for (int i = 0; i < 40; i++) copy[page + random_bits(&seed) % 4096] = (uint8_t)random_bits(&seed);
        for (int i = 0; i < 16; i++) copy[page + (page ? 0 : 100) + (size_t)i] = (uint8_t)random_bits(&seed);
        fwrite(copy, 1, page % 8192 ? size : page + 4096, file); /* and some of them cut */
        fclose(file);
        free(copy);
        found result = { .first = "" };
        reel_error error = { .status = REEL_OK };
        reel_status status = reel_match_index_open(path, REEL_MATCH_ADD, &index, &error);
        if (status >= 0) status = reel_match_index_find(index, motion, text(""), 0, take, &result, &error);
        if (status >= 0) status = reel_match_index_add(index, text("more"), reel_motion_fingerprint(motion), &error);
        reel_match_index_close(index);
        failed += status < 0;
        if (status < 0) assert_true(status == REEL_CORRUPT || status == REEL_IO || status == REEL_UNSUPPORTED);
    }
    assert_true(failed > 0);
    reel_motion_free(motion);
    free(data);
}

/* ---- what is compared --------------------------------------------------------------------------------------------------- */

enum { MOST_KEPT = 64 };

/* Motions that are in an index, by name "0", "1", …; and what comparing each of them gives. */
typedef struct kept_motions {
    reel_motion *data[MOST_KEPT];
    reel_match matches[MOST_KEPT];
    size_t count;
} kept_motions;

static void keep(reel_match_index *index, kept_motions *kept, reel_motion *motion)
{
    char name[16];
    assert_non_null(motion);
    snprintf(name, sizeof name, "%u", (unsigned)kept->count);
    add(index, name, motion);
    kept->data[kept->count++] = motion;
}

static void free_kept(kept_motions *kept)
{
    for (size_t i = 0; i < kept->count; i++) reel_motion_free(kept->data[i]);
}

/* What a look-up should find first: the entry that is best of all, each compared. */
static size_t best_of(kept_motions *kept, const reel_motion *motion)
{
    size_t best = 0;
    for (size_t i = 0; i < kept->count; i++) {
        reel_match *match = &kept->matches[i];
        assert_int_equal(reel_match_compare(motion, reel_motion_fingerprint(kept->data[i]), match, NULL), REEL_OK);
        const double ahead = match->score - kept->matches[best].score + (match->evidence - kept->matches[best].evidence) * 1e-3;
        if (ahead > 0) best = i;
    }
    return best;
}

typedef struct first_match {
    size_t number, count;
    reel_match match;
} first_match;

static bool take_first(void *context, reel_string name, const reel_match *match)
{
    first_match *first = context;
    char number[16];
    if (first->count++) return true;
    snprintf(number, sizeof number, "%.*s", (int)name.size, name.data);
    first->number = strtoul(number, NULL, 10);
    first->match = *match;
    return true;
}

static first_match first_of(reel_match_index *index, const reel_motion *motion)
{
    first_match first = { .count = 0 };
    assert_int_equal(reel_match_index_find(index, motion, text(""), 0, take_first, &first, NULL), REEL_OK);
    return first;
}

static void same_answer(const reel_match *answer, const reel_match *compared)
{
    assert_float_equal(answer->score, compared->score, 0);
    assert_float_equal(answer->evidence, compared->evidence, 0);
    assert_float_equal(answer->copied, compared->copied, 0);
    assert_float_equal(answer->shift, compared->shift, 0);
    assert_int_equal(answer->windows, compared->windows);
    assert_int_equal(answer->part_count, compared->part_count);
    assert_int_equal(answer->band, compared->band);
}

static reel_motion *habitual_motion(uint64_t level, uint64_t player, uint64_t play)
{
    habits how = { .level = level, .player = player, .play = play, .seconds = 60, .spread = 0.03 };
    frames made = habitual_frames(&how);
    reel_motion *motion = motion_of_frames(made);
    free(made.data);
    return motion;
}

/* Of a few plays, of one level and of others, changed copies and thefts are looked up: the answer is that of a comparison with
 * each. */
static void a_small_index_answers_as_comparing_all(void **state)
{
    (void)state;
    need_sqlite();
    static const int changes[] = { 0, 3, 10, 11, 21, 22, 26 };
    const size_t rounds = by_effort(40, 8, 2);
    for (uint64_t round = 0, seed = 5; round < rounds; round++) {
        reel_match_index *index = open_index(REEL_MATCH_ADD);
        kept_motions kept = { .count = 0 };
        const size_t entries = 2 + (size_t)(random_bits(&seed) % 3);
        for (uint64_t i = 0; i < entries; i++) keep(index, &kept, habitual_motion(10 + round + i % 2 * 100, 20 + i, 0));
        const uint64_t chosen = random_bits(&seed) % entries;
        habits how = { .level = 10 + round + chosen % 2 * 100, .player = 20 + chosen, .seconds = 60, .spread = 0.03 };
        frames made = habitual_frames(&how);
        for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
            const char *name;
            reel_motion *motion = changed_motion(made, changes[i], &name);
            const size_t best = best_of(&kept, motion);
            const first_match first = first_of(index, motion);
            if (!first.count || first.number != best) fail_msg("%s: entry %zu is best, not %zu", name, best, first.number);
            assert_int_equal(best, chosen);
            same_answer(&first.match, &kept.matches[best]);
            assert_int_equal(reel_match_index_not_compared(index), 0);
            reel_motion_free(motion);
        }
        free(made.data);
        free_kept(&kept);
        reel_match_index_close(index);
        remove(path);
    }
}

/* A macro of so many presses. Plays of one `level` press alike; `apart`: by up to so many ticks. */
static reel_motion *made_macro(size_t presses, uint64_t level, uint64_t play, uint64_t apart)
{
    enum { TICKS = 240 };
    gdr_input *inputs = calloc(2 * presses, sizeof *inputs);
    int64_t at = 0;
    for (size_t i = 0; i < presses; i++) {
        at += 20 + (int64_t)(random_bits(&level) % 250);
        inputs[2 * i] = (gdr_input){ .frame = at + (int64_t)(random_bits(&play) % (apart + 1)), .button = 1, .down = 1 };
        inputs[2 * i + 1] = inputs[2 * i];
        inputs[2 * i + 1].frame += 5;
        inputs[2 * i + 1].down = 0;
    }
    reel_motion *motion = motion_of_inputs(inputs, 2 * presses, TICKS);
    free(inputs);
    return motion;
}

/* Long macros of one level take long to compare, so not all of them are; the one that was copied still comes first, wherever
 * it is. */
static void the_source_is_first_among_macros_that_are_alike(void **state)
{
    (void)state;
    need_sqlite();
    enum { ENTRIES_ALIKE = 24, PRESSES = 6000 };
    const size_t rounds = by_effort(12, 4, 1);
    for (uint64_t round = 0, seed = 11; round < rounds; round++) {
        reel_match_index *index = open_index(REEL_MATCH_ADD);
        kept_motions kept = { .count = 0 };
        const size_t source = (size_t)(random_bits(&seed) % ENTRIES_ALIKE);
        for (uint64_t i = 0; i < ENTRIES_ALIKE; i++) keep(index, &kept, made_macro(PRESSES, 7 + round, 100 * round + i, 9));
        reel_motion *copy = made_macro(PRESSES, 7 + round, 100 * round + source, 9);
        const first_match first = first_of(index, copy);
        assert_int_equal(first.number, source);
        assert_int_equal(first.match.band, REEL_MATCH_SAME);
        /* another play of the level: it is nobody's copy, and the answer says that not all were compared */
        reel_motion *other = made_macro(PRESSES, 7 + round, 100 * round + 77, 9);
        assert_true(first_of(index, other).count < ENTRIES_ALIKE / 4);
        assert_true(reel_match_index_not_compared(index) > 0);
        reel_motion_free(copy);
        reel_motion_free(other);
        free_kept(&kept);
        reel_match_index_close(index);
        remove(path);
    }
}

/* A macro in a tempo that all levels share. Each play presses up to 20 ms early or late, and `speed` times as fast. */
static reel_motion *macro_in_tempo(uint64_t play, double speed)
{
    enum { TICKS = 240, PRESSES = 200 };
    static const double beats[] = { 0.15, 0.3, 0.3, 0.6 };
    gdr_input inputs[PRESSES];
    double at = 1;
    uint64_t state = play;
    for (size_t i = 0; i < PRESSES; i++) {
        at += beats[random_bits(&state) % 4];
        const double pressed = (at + (random_share(&state) - 0.5) * 0.04) / speed;
        inputs[i] = (gdr_input){ .frame = (int64_t)(pressed * TICKS), .button = 1, .down = i % 2 == 0 };
    }
    return motion_of_inputs(inputs, PRESSES, TICKS);
}

/* Keys of many intervals do not depend on the speed. */
static void macros_of_another_speed_are_found(void **state)
{
    (void)state;
    need_sqlite();
    static const double speeds[] = { 1.02, 0.95, 1.1, 0.9 };
    enum { LEVELS = 6 };
    reel_match_index *index = open_index(REEL_MATCH_ADD);
    kept_motions kept = { .count = 0 };
    for (uint64_t i = 0; i < LEVELS; i++) keep(index, &kept, macro_in_tempo(i + 1, 1));
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++) {
        reel_motion *copy = macro_in_tempo(i + 1, speeds[i]);
        const first_match first = first_of(index, copy);
        if (!first.count || first.number != i)
            fail_msg("at %.2f of the speed, entry %zu is first, not %zu", speeds[i], first.number, i);
        assert_int_equal(first.match.band, REEL_MATCH_SAME);
        reel_motion_free(copy);
    }
    free_kept(&kept);
    reel_match_index_close(index);
}

/* Entries that have the same fingerprint have the same answer, in the order in which they were added. */
static void twins_have_one_answer(void **state)
{
    (void)state;
    need_sqlite();
    reel_match_index *index = open_index(REEL_MATCH_ADD);
    kept_motions kept = { .count = 0 };
    for (uint64_t i = 0; i < 3; i++) keep(index, &kept, habitual_motion(3, 4, 5));
    frames made = made_frames(9, 60);
    habits how = { .level = 3, .player = 4, .play = 5, .seconds = 60, .spread = 0.03 };
    frames other = habitual_frames(&how);
    insert_part(&made, other, 20, 30, 20); /* a part, so that all three are compared in the same way */
    reel_motion *motion = motion_of_frames(made);
    const size_t best = best_of(&kept, motion);
    const first_match first = first_of(index, motion);
    assert_int_equal(best, 0);
    assert_int_equal(first.number, 0);
    assert_int_equal(first.count, 3);
    same_answer(&first.match, &kept.matches[0]);
    free(made.data);
    free(other.data);
    reel_motion_free(motion);
    free_kept(&kept);
    reel_match_index_close(index);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(entries_are_found_by_another_handle, make_path, remove_path),
        cmocka_unit_test_setup_teardown(an_entry_of_the_same_name_is_replaced, make_path, remove_path),
        cmocka_unit_test_setup_teardown(names_are_bytes, make_path, remove_path),
        cmocka_unit_test_setup_teardown(what_is_not_a_fingerprint_is_not_added, make_path, remove_path),
        cmocka_unit_test_setup_teardown(a_missing_index_is_an_error, make_path, remove_path),
        cmocka_unit_test_setup_teardown(damaged_indexes_are_errors, make_path, remove_path),
        cmocka_unit_test_setup_teardown(a_small_index_answers_as_comparing_all, make_path, remove_path),
        cmocka_unit_test_setup_teardown(the_source_is_first_among_macros_that_are_alike, make_path, remove_path),
        cmocka_unit_test_setup_teardown(macros_of_another_speed_are_found, make_path, remove_path),
        cmocka_unit_test_setup_teardown(twins_have_one_answer, make_path, remove_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
