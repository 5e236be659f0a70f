/* SPDX-License-Identifier: MIT
 * Replays that are cut into parts and joined again are the same, byte for byte where cutting keeps bytes: lines of text, and blocks that a cut
 * does not go through. What is no next part is refused. */
#include "corpus.h"
#include "made_missing.h"

#include "core/rows.h"

#include <reel/echoreplay.h>

enum { MOST_PARTS = 3 };

static uint32_t random_state = 1;
static uint32_t below(uint32_t limit)
{
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 8) % limit;
}

static const char *tried = "";

static reel_replay *load(const reel_memory *file)
{
    reel_replay *replay;
    reel_error error;
    if (reel_load(reel_source_memory(file->data, file->size), NULL, &replay, &error) < 0)
        fail_msg("%s: %s", tried, error.message);
    return replay;
}

/* A part of a replay; *any is false if no frame is in it. */
static reel_memory cut(const reel_memory *file, double from, double to)
{
    reel_memory made;
    reel_error error;
    const reel_convert_options how = {
        REEL_SIZED(reel_convert_options), .has_from = from > 0, .from = from, .has_to = to > 0, .to = to, .flags = REEL_NO_VERIFY
    };
    if (reel_convert(reel_source_memory(file->data, file->size), NULL, NULL, reel_sink_memory(&made, NULL), &how, &error) < 0)
        fail_msg("%s: cut at %g to %g: %s", tried, from, to, error.message);
    return made;
}

static reel_status join(const reel_memory *parts, size_t count, reel_memory *made, reel_error *error)
{
    reel_source others[MOST_PARTS];
    for (size_t i = 1; i < count; i++) others[i - 1] = reel_source_memory(parts[i].data, parts[i].size);
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .merge = others, .merge_count = count - 1 };
    return reel_convert(reel_source_memory(parts[0].data, parts[0].size), NULL, NULL, reel_sink_memory(made, NULL), &how, error);
}

static const void *frames_of(const reel_replay *replay, const reel_table **table, size_t *count)
{
    const bool text = reel_replay_format(replay) == &reel_format_echoreplay;
    *table = text ? &echoreplay_frames : &butter_frames;
    return reel_rows(replay, *table, count);
}

static void expect_same_rows(const reel_memory *a, const reel_memory *b)
{
    reel_replay *one = load(a), *other = load(b);
    for (const reel_table *const *table = reel_replay_format(one)->tables; *table; table++) {
        size_t count, too;
        if ((*table)->flags & REEL_TABLE_LAYOUT) continue;
        const void *rows = reel_rows(one, *table, &count), *others = reel_rows(other, *table, &too);
        if (count != too || !reel__rows_are_equal(*table, rows, others, count))
            fail_msg("%s: joined, other rows of %s", tried, (*table)->name);
    }
    reel_free(one);
    reel_free(other);
}

static void expect_same_bytes(const reel_memory *a, const reel_memory *b)
{
    if (a->size != b->size || memcmp(a->data, b->data, a->size) != 0) fail_msg("%s: joined, other bytes", tried);
}

/* Frames at which a cut gives exact parts: any of a text, the first one of a block. */
static size_t exact_times(const reel_replay *replay, double *times, size_t most)
{
    size_t count, blocks, made = 0;
    const reel_table *table;
    const uint8_t *rows = frames_of(replay, &table, &count);
    const reel_field *time = reel_table_field(table, "time");
    const butter_block *block = table == &butter_frames ? reel_rows(replay, &butter_blocks, &blocks) : NULL;
    double last = 0;
    for (size_t i = 1; i < count && made < most; i++) {
        const double at = reel_field_number(time, rows + i * table->row_size, 0);
        bool starts = !block;
        for (size_t b = 0; block && b < blocks && !starts; b++) starts = block[b].first_frame == i && block[b].frame_count;
        if (starts && at > last) times[made++] = at;
        if (at > last) last = at;
    }
    return made;
}

/* An empty block has no frame that says in which part it is. */
static bool has_empty_blocks(const reel_replay *replay)
{
    size_t count;
    bool any = false;
    const butter_block *blocks = reel_rows(replay, &butter_blocks, &count);
    for (size_t i = 0; i < count; i++) any |= !blocks[i].frame_count;
    return any;
}

static size_t joined_files;

static void join_again(const reel_memory *file, size_t rounds)
{
    enum { MOST_TIMES = 4096 };
    static double times[MOST_TIMES];
    reel_replay *replay = load(file);
    size_t infos;
    const echoreplay_info *info = reel_rows(replay, &echoreplay_infos, &infos);
    const bool zip = infos && info->container == ECHOREPLAY_ZIP, empty = has_empty_blocks(replay);
    const size_t count = exact_times(replay, times, MOST_TIMES);
    reel_free(replay);
    for (unsigned round = 0; round < rounds && count; round++) {
        double cuts[MOST_PARTS + 1] = { 0 };
        reel_memory parts[MOST_PARTS], made, again;
        reel_error error;
        size_t number = 2 + below(MOST_PARTS - 1);
        for (size_t i = 1; i < number; i++) cuts[i] = times[below((uint32_t)count)];
        if (number == 3 && cuts[1] > cuts[2]) cuts[0] = cuts[1], cuts[1] = cuts[2], cuts[2] = cuts[0], cuts[0] = 0;
        if (number == 3 && cuts[1] == cuts[2]) number = 2;
        for (size_t i = 0; i < number; i++) parts[i] = cut(file, cuts[i], i + 1 < number ? cuts[i + 1] : 0);
        if (join(parts, number, &made, &error) < 0) fail_msg("%s: %s", tried, error.message);
        expect_same_rows(file, &made);
        if (!zip && !empty) expect_same_bytes(file, &made);
        const reel_memory wrong[2] = { parts[number - 1], parts[0] };
        assert_int_equal(join(wrong, 2, &again, &error), REEL_ARGUMENT);
        assert_string_equal(error.rule, "edit.merge");
        for (size_t i = 0; i < number && zip; i++) { /* a zip of another program: its own one is the same each time */
            reel_memory_free(&parts[i]);
            parts[i] = cut(&made, cuts[i], i + 1 < number ? cuts[i + 1] : 0);
        }
        assert_true(join(parts, number, &again, &error) >= 0);
        if (!empty) expect_same_bytes(&made, &again);
        reel_memory_free(&again);
        reel_memory_free(&made);
        for (size_t i = 0; i < number; i++) reel_memory_free(&parts[i]);
        joined_files += round == 0;
    }
}

static bool join_file(const char *path)
{
    static const char *const endings[] = { ".butter", ".echoreplay" };
    const size_t length = strlen(path);
    bool known = false;
    for (size_t i = 0; i < 2; i++)
        known |= length > strlen(endings[i]) && !strcmp(path + length - strlen(endings[i]), endings[i]);
    if (!known) return false;
    size_t size;
    reel_memory file = { 0 };
    file.data = read_file(path, &size);
    file.size = size;
    tried = path;
    trying("%s", path);
    join_again(&file, file.size > 100000 ? 1 : by_effort(40, 12, 4));
    free(file.data);
    return true;
}

static void golden_files_are_joined_again(void **state)
{
    (void)state;
    file_list list = files_below(project_path("tests/formats/echo/golden"));
    for (size_t i = 0; i < list.count; i++) join_file(list.paths[i]);
    file_list_free(&list);
    assert_true(joined_files > 5);
}

static void made_recordings_are_joined_again(void **state)
{
    (void)state;
    for (int layout = 0; layout < LAYOUTS; layout++) {
        reel_memory text = { .allocator = reel__memory_allocator(NULL) };
        tried = "made";
        for (int frame = 0; frame < 30; frame++) {
            add_line_text(&text, (missing_layout)layout, frame);
            assert_true(memory_add(&text, frame % 7 ? "\r\n" : "\r\n\r\n", frame % 7 ? 2 : 4));
        }
        join_again(&text, by_effort(200, 40, 10));
        reel_memory_free(&text);
    }
}

static void real_files_are_joined_again(void **state)
{
    (void)state;
    corpus_need("samples/butter/echoreplay");
    file_list list = files_below(corpus_path("samples/butter/echoreplay"));
    size_t compared = 0;
    const size_t step = 1 + list.count / by_effort(1000, 12, 4);
    for (size_t i = 0; i < list.count; i += step) compared += join_file(list.paths[i]);
    corpus_compared(compared, "files");
    file_list_free(&list);
}

static void another_recording_is_not_joined(void **state)
{
    (void)state;
    reel_memory parts[2], made;
    reel_error error;
    for (size_t i = 0; i < 2; i++) {
        size_t size;
        parts[i].data = read_file(
            project_path(i ? "tests/formats/echo/golden/combat.butter" : "tests/formats/echo/golden/arena.butter"), &size);
        parts[i].size = size;
    }
    assert_int_equal(join(parts, 2, &made, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "edit.merge");
    for (size_t i = 0; i < 2; i++) free(parts[i].data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_files_are_joined_again),
        cmocka_unit_test(made_recordings_are_joined_again),
        cmocka_unit_test(real_files_are_joined_again),
        cmocka_unit_test(another_recording_is_not_joined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
