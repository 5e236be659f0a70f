/* SPDX-License-Identifier: MIT
 * The index of fingerprints: what is added is found, replaced and counted; damaged files are errors. */
#include "made_motion.h"
#include "support.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(entries_are_found_by_another_handle, make_path, remove_path),
        cmocka_unit_test_setup_teardown(an_entry_of_the_same_name_is_replaced, make_path, remove_path),
        cmocka_unit_test_setup_teardown(names_are_bytes, make_path, remove_path),
        cmocka_unit_test_setup_teardown(what_is_not_a_fingerprint_is_not_added, make_path, remove_path),
        cmocka_unit_test_setup_teardown(a_missing_index_is_an_error, make_path, remove_path),
        cmocka_unit_test_setup_teardown(damaged_indexes_are_errors, make_path, remove_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
