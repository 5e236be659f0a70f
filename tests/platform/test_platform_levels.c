/* SPDX-License-Identifier: MIT
 * Levels in files and folders: the one that a replay names is found, whatever its file is called, and whatever lies beside it. */
#include "support.h"

#include <reel/bsor.h>
#include <reel/file.h>

#include <sys/stat.h>
#include <unistd.h>

static const char first[] = "28ABE8163534B4434D4C8D38C7CA3F13A82A2C04", second[] = "5A732C98DAEC2E512283F60B5B9D2C817C7E6FD5",
                  text_hash[] = "5125BE4C00D2C8A11A2D93BBDC53E948C4B6F136"; /* of level-2-mark.zip, as a PC has it */

typedef struct tree {
    char folder[64];
    char *paths[16];
    size_t count;
} tree;

static const char *add_path(tree *t, const char *name)
{
    enum { ROOM = 160 };
    char *path = malloc(ROOM);
    assert_non_null(path);
    assert_true(t->count < 16);
    snprintf(path, ROOM, "%s/%s", t->folder, name);
    return t->paths[t->count++] = path;
}

static void add_folder(tree *t, const char *name) { assert_int_equal(mkdir(add_path(t, name), 0700), 0); }

static void add_bytes(tree *t, const char *name, const void *data, size_t size)
{
    FILE *file = fopen(add_path(t, name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void add_copy(tree *t, const char *from, const char *name)
{
    char path[256];
    size_t size;
    snprintf(path, sizeof path, "tests/formats/beatsaber_map/golden/%s", from);
    uint8_t *bytes = read_file(project_path(path), &size);
    add_bytes(t, name, bytes, size);
    free(bytes);
}

/* A folder that is a level, a zip deeper down, and what is no level. */
static tree make_tree(void)
{
    tree t = { .folder = "/tmp/reel-levels-XXXXXX" };
    assert_non_null(mkdtemp(t.folder));
    add_folder(&t, "a song");
    add_copy(&t, "info-2.dat", "a song/info.dat");
    add_copy(&t, "difficulty-2.dat", "a song/HardStandard.dat");
    add_copy(&t, "difficulty-3.dat", "a song/ExpertPlusStandard.dat");
    add_copy(&t, "old.dat", "a song/EasyOneSaber.dat");
    add_bytes(&t, "a song/song.egg", "OggS", 4);
    add_folder(&t, "more");
    add_folder(&t, "more/zips");
    add_copy(&t, "level-4.zip", "more/zips/whatever it is called");
    add_copy(&t, "level-2-mark.zip", "more/marked.zip");
    add_bytes(&t, "readme.txt", "no level", 8);
    add_bytes(&t, "empty", "", 0);
    add_bytes(&t, ".hidden", "PK", 2);
    return t;
}

static void remove_tree(tree *t)
{
    while (t->count) {
        assert_int_equal(remove(t->paths[--t->count]), 0);
        free(t->paths[t->count]);
    }
    assert_int_equal(rmdir(t->folder), 0);
}

static reel_replay *play_of(const char *hash)
{
    const bsor_info info = { .map_hash = { hash, strlen(hash) }, .difficulty = { "Hard", 4 }, .mode = { "Standard", 8 } };
    const reel_own_rows rows = { &bsor_infos, &info, 1 };
    reel_replay *replay;
    assert_int_equal(reel_replay_of_rows(&reel_format_bsor, &rows, 1, NULL, &replay, NULL), REEL_OK);
    return replay;
}

static void assert_found(const reel_levels *levels, const char *hash, const char *found)
{
    const reel_replay *level;
    char name[128];
    reel_error error;
    reel_replay *play = play_of(hash);
    const reel_status status = reel_levels_find(levels, reel_replay_chunk(play), &level, &error);
    reel_free(play);
    assert_int_equal(status, found ? REEL_OK : REEL_END);
    assert_int_equal(level != NULL, found != NULL);
    if (found) {
        reel_header_text(reel_replay_chunk(level), REEL_FIELD_LEVEL, name, sizeof name);
        assert_non_null(strstr(name, found));
    }
    reel_levels_release(levels, level);
}

static void the_level_of_a_replay_is_found_in_a_folder(void **state)
{
    (void)state;
    tree t = make_tree();
    reel_levels *levels;
    assert_int_equal(reel_levels_open(t.folder, NULL, &levels, NULL), REEL_OK);
    assert_true(reel_levels_are_many(levels));
    assert_found(levels, first, first);
    assert_found(levels, "custom_level_28abe8163534b4434d4c8d38c7ca3f13a82a2c04 WIP", first);
    assert_found(levels, second, second);
    assert_found(levels, text_hash, text_hash);
    assert_found(levels, "FFFFE8163534B4434D4C8D38C7CA3F13A82A2C04", NULL);
    assert_found(levels, "", NULL);
    reel_levels_close(levels);
    remove_tree(&t);
}

static void one_level_is_that_of_every_replay(void **state)
{
    (void)state;
    tree t = make_tree();
    static const char *const ones[] = { "a song", "more/marked.zip", "a song/HardStandard.dat" };
    for (size_t i = 0; i < 3; i++) {
        char path[160];
        reel_levels *levels;
        snprintf(path, sizeof path, "%s/%s", t.folder, ones[i]);
        assert_int_equal(reel_levels_open(path, NULL, &levels, NULL), REEL_OK);
        assert_false(reel_levels_are_many(levels));
        assert_found(levels, second, "");
        reel_levels_close(levels);
    }
    remove_tree(&t);
}

static void what_is_no_level_is_refused(void **state)
{
    (void)state;
    tree t = make_tree();
    char path[160];
    reel_levels *levels;
    reel_error error;
    snprintf(path, sizeof path, "%s/readme.txt", t.folder);
    assert_int_equal(reel_levels_open(path, NULL, &levels, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "level.none");
    assert_null(levels);
    assert_int_equal(reel_levels_open(path, NULL, &levels, NULL), REEL_ARGUMENT);
    snprintf(path, sizeof path, "%s/nothing", t.folder);
    assert_int_equal(reel_levels_open(path, NULL, &levels, &error), REEL_IO);
    reel_levels_close(NULL);
    remove_tree(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_level_of_a_replay_is_found_in_a_folder),
        cmocka_unit_test(one_level_is_that_of_every_replay),
        cmocka_unit_test(what_is_no_level_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
