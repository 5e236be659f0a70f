/* SPDX-License-Identifier: MIT
 * A folder as a source: the zip of its files, which is the same for the same files, and a level like any other. */
#include "support.h"

#include <reel/beatsaber_map.h>
#include <reel/file.h>

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const names[] = { "difficulty-2.dat", "difficulty-3.dat", "old.dat" }, *const called[] = {
    "HardStandard.dat", "ExpertPlusStandard.dat", "EasyOneSaber.dat"
};

static void put(const char *folder, const char *name, const void *data, size_t size)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void drop(const char *folder, const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    unlink(path);
}

static void copy(const char *folder, const char *from, const char *name)
{
    char path[256];
    size_t size;
    snprintf(path, sizeof path, "tests/formats/beatsaber_map/golden/%s", from);
    uint8_t *bytes = read_file(project_path(path), &size);
    put(folder, name, bytes, size);
    free(bytes);
}

/* The hash of level-2.zip, which has these files. */
static void assert_is_level(const reel_replay *replay)
{
    size_t count;
    const beatsaber_map_info *info = reel_rows(replay, &beatsaber_map_infos, &count);
    assert_int_equal(count, 1);
    assert_int_equal(info->level_hash.size, 40);
    assert_memory_equal(info->level_hash.data, "28ABE8163534B4434D4C8D38C7CA3F13A82A2C04", 40);
    reel_rows(replay, &beatsaber_map_difficulties, &count);
    assert_int_equal(count, 3);
}

static void a_folder_is_a_level(void **state)
{
    (void)state;
    char folder[] = "/tmp/reel-folder-XXXXXX", inner[64];
    reel_source first, second;
    reel_replay *replay;
    assert_non_null(mkdtemp(folder));
    snprintf(inner, sizeof inner, "%s/autosaves", folder);
    assert_int_equal(mkdir(inner, 0700), 0);
    for (size_t i = 0; i < 3; i++) copy(folder, names[i], called[i]);
    copy(folder, "info-2.dat", "Info.dat");
    put(folder, "song.egg", "no music", 8);
    put(folder, ".hidden", "not a file of the level", 23);
    put(inner, "Info.dat", "{}", 2);
    assert_int_equal(reel_source_folder(folder, &first, NULL), REEL_OK);
    assert_int_equal(reel_source_folder(folder, &second, NULL), REEL_OK);
    assert_int_equal(first.size, second.size);
    assert_memory_equal(first.data, second.data, (size_t)first.size);
    second.close(second.context);
    assert_int_equal(reel_load(first, NULL, &replay, NULL), REEL_OK);
    assert_is_level(replay);
    reel_free(replay);
    drop(inner, "Info.dat");
    rmdir(inner);
    for (size_t i = 0; i < 3; i++) drop(folder, called[i]);
    drop(folder, "Info.dat");
    drop(folder, "song.egg");
    drop(folder, ".hidden");
    assert_int_equal(rmdir(folder), 0);
}

static void an_empty_folder_is_an_empty_zip(void **state)
{
    (void)state;
    char folder[] = "/tmp/reel-folder-XXXXXX";
    reel_source source;
    assert_non_null(mkdtemp(folder));
    assert_int_equal(reel_source_folder(folder, &source, NULL), REEL_OK);
    assert_int_equal(source.size, 22);
    source.close(source.context);
    rmdir(folder);
}

static void a_folder_that_is_none_is_reported(void **state)
{
    (void)state;
    reel_source source;
    reel_error error;
    assert_int_equal(reel_source_folder("/nonexistent/folder", &source, &error), REEL_IO);
    assert_string_equal(error.rule, "file.open");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_folder_is_a_level),
        cmocka_unit_test(an_empty_folder_is_an_empty_zip),
        cmocka_unit_test(a_folder_that_is_none_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
