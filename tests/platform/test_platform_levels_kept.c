/* SPDX-License-Identifier: MIT
 * The file that keeps what levels are called: with it, a folder gives what it gives without it, whatever was added, changed and removed, and
 * whatever became of the file itself. Files that have not changed are not read again. */
#define _GNU_SOURCE 1
#include "support.h"

#include <reel/bsor.h>
#include <reel/file.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_KEYS = 128, SLOTS = 9, ROOM = 200, FOLDER_FILES = 3 };

static uint64_t seed = 1;

/* SplitMix64. */
static uint32_t below(uint32_t most)
{
    uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(((z ^ z >> 31) >> 32) * most >> 32);
}

static char folder[64];
static file_list golden;          /* levels in one file, and other files */
static uint64_t known[MOST_KEYS]; /* keys that a level has had */
static size_t known_count;

static const char *place(const char *name)
{
    static char path[4][ROOM];
    static unsigned turn;
    turn = (turn + 1) % 4;
    snprintf(path[turn], ROOM, "%s/%s", folder, name);
    return path[turn];
}

static void put_bytes(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* Slots are files and folders at all depths that are searched, and one that is too deep. */
static const char *slot_name(size_t slot)
{
    static const char *const names[SLOTS] = { "a.zip", "b",           "songs/c.zip",  "songs/d",           "songs/more/e.zip",
                                              "f.map", "songs/g.map", "songs/more/h", "songs/more/x/i.zip" };
    return names[slot];
}

static bool is_folder_slot(size_t slot) { return slot == 1 || slot == 3 || slot == 7; }

static const char *const parts[FOLDER_FILES][2] = { { "info-2.dat", "Info.dat" },
                                                    { "difficulty-2.dat", "HardStandard.dat" },
                                                    { "difficulty-3.dat", "ExpertPlusStandard.dat" } };

static void empty_slot(size_t slot)
{
    char path[ROOM];
    if (!is_folder_slot(slot)) {
        unlink(place(slot_name(slot)));
        return;
    }
    for (size_t i = 0; i < FOLDER_FILES; i++) {
        snprintf(path, sizeof path, "%s/%s", place(slot_name(slot)), parts[i][1]);
        unlink(path);
    }
    rmdir(place(slot_name(slot)));
}

/* A level of several files; `blanks` behind one of them change its hash. */
static void fill_folder(size_t slot, size_t blanks)
{
    char path[ROOM], from[ROOM];
    mkdir(place(slot_name(slot)), 0700);
    for (size_t i = 0; i < FOLDER_FILES; i++) {
        size_t size;
        snprintf(from, sizeof from, "tests/formats/beatsaber_map/golden/%s", parts[i][0]);
        uint8_t *bytes = read_file(project_path(from), &size);
        bytes = realloc(bytes, size + blanks);
        assert_non_null(bytes);
        memset(bytes + size, ' ', blanks);
        snprintf(path, sizeof path, "%s/%s", place(slot_name(slot)), parts[i][1]);
        put_bytes(path, bytes, size + (i == 1 ? blanks : 0));
        free(bytes);
    }
}

static void fill_slot(size_t slot)
{
    if (is_folder_slot(slot)) {
        fill_folder(slot, below(3));
        return;
    }
    size_t size;
    uint8_t *bytes = read_file(golden.paths[below((uint32_t)golden.count)], &size);
    put_bytes(place(slot_name(slot)), bytes, size);
    free(bytes);
}

static void begin(void)
{
    strcpy(folder, "/tmp/reel-kept-XXXXXX");
    assert_non_null(mkdtemp(folder));
    static const char *const folders[] = { "maps", "maps/songs", "maps/songs/more", "maps/songs/more/x" };
    for (size_t i = 0; i < 4; i++) assert_int_equal(mkdir(place(folders[i]), 0700), 0);
    strcat(folder, "/maps");
    put_bytes(place("readme.txt"), "no level", 8);
    const file_list zips = files_below(project_path("tests/formats/beatsaber_map/golden"));
    golden = zips;
    known_count = 0;
}

static const char *kept_path(void) { return place("../kept"); }

static void end(void)
{
    for (size_t i = 0; i < SLOTS; i++) empty_slot(i);
    unlink(place("readme.txt"));
    unlink(kept_path());
    static const char *const folders[] = { "songs/more/x", "songs/more", "songs", "" };
    for (size_t i = 0; i < 4; i++) assert_int_equal(rmdir(place(folders[i])), 0);
    *strrchr(folder, '/') = '\0';
    assert_int_equal(rmdir(folder), 0);
    file_list_free(&golden);
}

static reel_levels *open_levels(const char *kept)
{
    reel_levels *levels;
    reel_error error;
    if (reel_levels_open_kept(folder, kept, NULL, &levels, &error) < 0) fail_msg("%s", error.message);
    return levels;
}

/* All levels of the goldens and of the slots, as replays would name them. */
static void learn(const reel_chunk *header)
{
    uint64_t keys[8];
    const size_t count = reel_levels_keys(header, keys, 8);
    for (size_t i = 0; i < count; i++) {
        size_t at = 0;
        while (at < known_count && known[at] != keys[i]) at++;
        if (at < known_count) continue;
        assert_true(known_count < MOST_KEYS);
        known[known_count++] = keys[i];
    }
}

static void learn_file(const char *path)
{
    reel_replay *level;
    if (reel_load_file(path, NULL, &level, NULL) < 0) return;
    learn(reel_replay_chunk(level));
    reel_free(level);
}

static void learn_slots(void)
{
    for (size_t i = 0; i < SLOTS; i++) {
        reel_source source;
        reel_replay *level;
        if (!is_folder_slot(i)) {
            learn_file(place(slot_name(i)));
        } else if (reel_source_folder(place(slot_name(i)), &source, NULL) >= 0 && reel_load(source, NULL, &level, NULL) >= 0) {
            learn(reel_replay_chunk(level));
            reel_free(level);
        }
    }
}

/* The same answers, and how many levels there are. */
static size_t compare(const reel_levels *a, const reel_levels *b)
{
    size_t found = 0;
    for (size_t i = 0; i < known_count; i++) {
        if (reel_levels_stamp(a, known[i]) != reel_levels_stamp(b, known[i])) fail_msg("key %zu leads to another level", i);
        found += reel_levels_stamp(a, known[i]) != 0;
    }
    return found;
}

static size_t compare_with_fresh(void)
{
    reel_levels *kept = open_levels(kept_path()), *fresh = open_levels(NULL);
    const size_t found = compare(kept, fresh);
    reel_levels_close(kept);
    reel_levels_close(fresh);
    return found;
}

static void a_kept_index_is_a_fresh_one(void **state)
{
    (void)state;
    begin();
    size_t found = 0;
    const size_t rounds = by_effort(400, 120, 40);
    for (size_t round = 0; round < rounds; round++) {
        for (uint32_t i = 0, changes = below(4); i < changes; i++) {
            const size_t slot = below(SLOTS);
            trying("round %zu, slot %zu", round, slot);
            empty_slot(slot);
            if (below(3)) fill_slot(slot);
        }
        learn_slots();
        found += compare_with_fresh();
    }
    print_message("%zu times a level was found, by %zu keys\n", found, known_count);
    assert_true(found > rounds);
    end();
}

/* A file of another size or time is read again; one of the same is not, whatever is in it. */
static void what_has_not_changed_is_not_read(void **state)
{
    (void)state;
    begin();
    size_t size;
    uint8_t *bytes = read_file(project_path("tests/formats/beatsaber_map/golden/level-4.zip"), &size);
    put_bytes(place("a.zip"), bytes, size);
    learn_slots();
    assert_true(known_count > 0);
    reel_levels_close(open_levels(kept_path()));
    struct stat before;
    assert_int_equal(stat(place("a.zip"), &before), 0);
    memset(bytes, 'x', size);
    put_bytes(place("a.zip"), bytes, size);
    const struct timespec times[2] = { before.st_atim, before.st_mtim };
    assert_int_equal(utimensat(AT_FDCWD, place("a.zip"), times, 0), 0);
    reel_levels *kept = open_levels(kept_path()), *fresh = open_levels(NULL);
    assert_true(reel_levels_stamp(kept, known[0]) != 0);
    assert_true(reel_levels_stamp(fresh, known[0]) == 0);
    reel_levels_close(kept);
    reel_levels_close(fresh);
    const struct timespec later[2] = { before.st_atim, { before.st_mtim.tv_sec + 1, 0 } };
    assert_int_equal(utimensat(AT_FDCWD, place("a.zip"), later, 0), 0);
    assert_int_equal(compare_with_fresh(), 0);
    free(bytes);
    end();
}

/* Each cut and each flipped byte, and another file in its place: it is made anew. */
static void a_damaged_file_is_made_anew(void **state)
{
    (void)state;
    begin();
    for (size_t i = 0; i < SLOTS; i++)
        if (is_folder_slot(i)) fill_folder(i, i);
    learn_slots();
    const size_t levels = compare_with_fresh();
    assert_true(levels >= 3);
    size_t size, again;
    uint8_t *bytes = read_file(kept_path(), &size);
    const size_t step = by_effort(1, 7, 31);
    for (size_t i = 0; i < 2 * size; i += step) {
        trying("%s at %zu", i < size ? "cut" : "flip", i % size);
        if (i >= size) bytes[i - size] ^= 0x20;
        put_bytes(kept_path(), bytes, i < size ? i : size);
        if (i >= size) bytes[i - size] ^= 0x20;
        assert_int_equal(compare_with_fresh(), levels);
        uint8_t *anew = read_file(kept_path(), &again);
        assert_int_equal(again, size);
        assert_memory_equal(anew, bytes, size);
        free(anew);
    }
    free(bytes);
    end();
}

static void it_must_be_possible_to_write_it(void **state)
{
    (void)state;
    begin();
    reel_levels *levels;
    reel_error error;
    assert_int_equal(reel_levels_open_kept(folder, place("no folder/kept"), NULL, &levels, &error), REEL_IO);
    assert_null(levels);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kept_index_is_a_fresh_one),
        cmocka_unit_test(what_has_not_changed_is_not_read),
        cmocka_unit_test(a_damaged_file_is_made_anew),
        cmocka_unit_test(it_must_be_possible_to_write_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
