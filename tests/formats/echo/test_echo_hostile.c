/* SPDX-License-Identifier: MIT
 * What a hostile file of Echo VR may cost, and what is claimed and given of one that is cut. */
#include "support.h"

#include <reel/echoreplay.h>
#include <reel/format.h>
#include <reel/milk.h>

#include "codec/pack/block.h"

/* ---- files --------------------------------------------------------------------------------------------------------- */

typedef struct bytes {
    uint8_t *data;
    size_t size, capacity;
} bytes;

static void add(bytes *to, const void *data, size_t size)
{
    if (to->capacity - to->size < size) {
        to->capacity = 2 * to->capacity + size;
        to->data = realloc(to->data, to->capacity);
        assert_non_null(to->data);
    }
    if (size) memcpy(to->data + to->size, data, size);
    to->size += size;
}

static void add_u8(bytes *to, unsigned value) { add(to, &(uint8_t){ (uint8_t)value }, 1); }

static void add_zeros(bytes *to, size_t count)
{
    static const uint8_t none[64];
    for (; count; count -= count < 64 ? count : 64) add(to, none, count < 64 ? count : 64);
}

static void add_u32(bytes *to, uint32_t value)
{
    uint8_t little[4];
    reel_store_u32le(little, value);
    add(to, little, 4);
}

/* A .butter of `blocks` blocks that are all `block`, not packed, with `players` names of `name` bytes each. */
static bytes butter_packed_as(uint8_t compression, const bytes *block, unsigned blocks, unsigned players, size_t name)
{
    bytes file = { .data = NULL };
    add(&file, "\3\x2c\1", 3);
    add_u8(&file, compression);
    add(&file, "Recorder", 9);
    add_zeros(&file, 20);
    add_u8(&file, players);
    for (unsigned i = 0; i < players; i++) {
        for (size_t n = 0; n < name; n++) add_u8(&file, 'N');
        add_u8(&file, 0);
    }
    add_zeros(&file, 10 * (size_t)players + 2);
    add_u8(&file, BUTTER_ARENA << 1);
    add_u32(&file, blocks);
    for (unsigned i = 0; i < blocks; i++) add_u32(&file, (uint32_t)block->size);
    for (unsigned i = 0; i < blocks; i++) add(&file, block->data, block->size);
    return file;
}

static bytes butter_of(const bytes *block, unsigned blocks, unsigned players, size_t name)
{
    return butter_packed_as(BUTTER_NONE, block, blocks, players, name);
}

/* The same with the block packed; of size 0 where this build has no zlib. */
static bytes butter_in_gzip(const bytes *block, unsigned blocks, unsigned players)
{
    test_allocator counter = { .live = 0 };
    reel_allocator allocator = test_allocator_of(&counter);
    reel_memory packed = { .allocator = allocator };
    if (!reel__block_known(BLOCK_GZIP)) return (bytes){ .data = NULL };
    assert_int_equal(reel__block_pack(BLOCK_GZIP, 9, block->data, block->size, &allocator, &packed), REEL_OK);
    const bytes small = { packed.data, packed.size, packed.size };
    bytes file = butter_packed_as(BUTTER_GZIP, &small, blocks, players, 4);
    reel_memory_free(&packed);
    return file;
}

/* A frame that says nothing but who is there: players of four bytes, skeletons of six. */
static void add_frame(bytes *to, bool key, int64_t time, unsigned players, unsigned skeletons)
{
    uint8_t clock[8];
    reel_store_u64le(clock, (uint64_t)time);
    add(to, key ? "\xfc\xfe" : "\xfe\xfe", 2);
    add(to, clock, key ? 8 : 2);
    add_zeros(to, 6);
    add_u8(to, players);
    for (unsigned i = 0; i < players; i++) add(to, "\1\0\0\0", 4);
    add_zeros(to, 2);
    add_u8(to, skeletons ? skeletons << 1 | 1u : 0);
    add_zeros(to, 6 * (size_t)skeletons);
}

enum { TIME = 33 };

static bytes block_of(unsigned frames, unsigned players, unsigned skeletons)
{
    bytes block = { .data = NULL };
    for (unsigned i = 0; i < frames; i++) add_frame(&block, i == 0, i ? TIME : 1637442903120, players, skeletons);
    return block;
}

static void add_text(bytes *to, const char *text) { add(to, text, strlen(text)); }

static void add_times(bytes *to, const char *text, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (i) add_text(to, ",");
        add_text(to, text);
    }
}

static bytes text_of_players(unsigned lines)
{
    bytes file = { .data = NULL };
    for (unsigned i = 0; i < lines; i++) {
        add_text(&file, "2021/11/20 21:15:03.120\t{\"teams\":[{\"players\":[");
        add_times(&file, "{\"name\":0}", 255);
        add_text(&file, "]},{\"players\":[");
        add_times(&file, "{\"name\":0}", 255);
        add_text(&file, "]}]}\n");
    }
    return file;
}

static bytes text_of_bones(unsigned lines)
{
    bytes file = { .data = NULL };
    for (unsigned i = 0; i < lines; i++) {
        add_text(&file, "2021/11/20 21:15:03.120\t{\"teams\":0}\t{\"user_bones\":[");
        for (unsigned s = 0; s < 200; s++) {
            add_text(&file, s ? ",{\"bone_t\":[" : "{\"bone_t\":[");
            add_times(&file, "0", 69);
            add_text(&file, "]}");
        }
        add_text(&file, "]}\n");
    }
    return file;
}

static bytes milk_of(unsigned frames)
{
    bytes file = { .data = NULL };
    add(&file, "{\"author\":\"x\",\"players\":[[],[]]}\0", 33);
    for (unsigned i = 0; i < frames; i++) {
        add(&file, "\xfd\xfe", 2);
        add_zeros(&file, 10);
    }
    return file;
}

static bytes milk_of_players(unsigned frames)
{
    bytes file = { .data = NULL };
    add_text(&file, "{\"author\":\"x\",\"players\":[[");
    add_times(&file, "\"\"", 127);
    add_text(&file, "],[");
    add_times(&file, "\"\"", 128);
    add(&file, "]]}", 4);
    for (unsigned i = 0; i < frames; i++) {
        add(&file, "\xfd\xfe", 2);
        add_zeros(&file, 10 + 42 * 255);
    }
    return file;
}

/* ---- memory -------------------------------------------------------------------------------------------------------- */

/* Most bytes that reading chunk by chunk holds. */
static size_t peak_of(const bytes *file, reel_limits limits)
{
    test_allocator counter = { .live = 0 };
    reel_allocator allocator = test_allocator_of(&counter);
    reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator, .limits = limits };
    reel_reader *reader;
    reel_error error;
    const reel_chunk *chunk;
    if (reel_open(reel_source_memory(file->data, file->size), &options, &reader, &error) < 0) fail_msg("%s", error.message);
    while (reel_next(reader, &chunk, &error) == REEL_OK) continue;
    reel_close(reader);
    assert_int_equal(counter.live, 0);
    return counter.peak;
}

static void within_bound(const reel_format *format, const char *what, bytes file, unsigned least_percent)
{
    if (!file.size) return;
    size_t peak = peak_of(&file, (reel_limits){ 0 });
    uint64_t bound = reel_memory_bound(format, file.size, NULL);
    printf("%s: %zu bytes, peak %zu, bound %llu (%llu %%)\n", what, file.size, peak, (unsigned long long)bound,
           (unsigned long long)(100 * peak / bound));
    assert_true(peak <= bound);
    assert_true(100 * peak >= least_percent * bound);
    free(file.data);
}

static void reading_stays_within_the_bound_and_near_it(void **state)
{
    (void)state;
    bytes skeletons = block_of(300, 0, 127), one = block_of(1, 0, 0), crowd = block_of(300, 255, 0);
    bytes most = block_of(30, 0, 127), beyond = block_of(300, 255, 127);
    within_bound(&reel_format_butter, "packed skeletons", butter_in_gzip(&most, 1, 0), 30);
    within_bound(&reel_format_butter, "more packed skeletons than may be", butter_in_gzip(&beyond, 40, 1), 0);
    within_bound(&reel_format_butter, "skeletons", butter_of(&skeletons, 1, 0, 0), 0);
    free(most.data);
    free(beyond.data);
    within_bound(&reel_format_butter, "players", butter_of(&crowd, 2, 255, 20), 0);
    within_bound(&reel_format_butter, "blocks", butter_of(&one, 10000, 255, 1000), 0);
    within_bound(&reel_format_echoreplay, "text of players", text_of_players(4), 0);
    within_bound(&reel_format_echoreplay, "more text of players", text_of_players(150), 20);
    within_bound(&reel_format_echoreplay, "text of bones", text_of_bones(20), 0);
    within_bound(&reel_format_milk, "milk", milk_of(40), 0);
    within_bound(&reel_format_milk, "more milk", milk_of(6000), 0);
    within_bound(&reel_format_milk, "milk of players", milk_of_players(90), 25);
    free(skeletons.data);
    free(one.data);
    free(crowd.data);
}

static void names_of_the_roster_are_held_once(void **state)
{
    (void)state;
    bytes block = block_of(1, 0, 0), file = butter_of(&block, 4000, 255, 190);
    test_allocator counter = { .live = 0 };
    reel_allocator allocator = test_allocator_of(&counter);
    reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator };
    reel_replay *replay;
    assert_int_equal(reel_load(reel_source_memory(file.data, file.size), &options, &replay, NULL), REEL_OK);
    assert_true(counter.peak < 64 * file.size);
    reel_free(replay);
    free(block.data);
    free(file.data);
}

/* ---- limits -------------------------------------------------------------------------------------------------------- */

static const reel_finding *finding_of(reel_findings *findings, const char *rule)
{
    for (size_t i = 0; i < reel_findings_count(findings); i++)
        if (strcmp(reel_findings_at(findings, i)->rule, rule) == 0) return reel_findings_at(findings, i);
    return NULL;
}

static reel_findings *findings_in(bytes file, reel_limits limits)
{
    reel_findings *findings = reel_findings_new(NULL);
    reel_options options = { REEL_SIZED(reel_options), .limits = limits, .report = reel_findings_report,
                             .report_context = findings };
    reel_replay *replay;
    reel_error error;
    if (reel_load(reel_source_memory(file.data, file.size), &options, &replay, &error) < 0) fail_msg("%s", error.message);
    reel_free(replay);
    free(file.data);
    return findings;
}

static void expect_finding(bytes file, reel_limits limits, const char *rule)
{
    reel_findings *findings = findings_in(file, limits);
    if (!finding_of(findings, rule)) fail_msg("%s was not reported", rule);
    reel_findings_free(findings);
}

static void rows_are_held_against_the_bytes_of_the_file(void **state)
{
    (void)state;
    const reel_limits tight = { .ratio = 1 };
    bytes block = block_of(300, 0, 127);
    expect_finding(butter_of(&block, 1, 0, 0), tight, "butter.rows");
    expect_finding(text_of_players(150), tight, "echoreplay.rows");
    expect_finding(milk_of(20000), tight, "milk.rows");
    free(block.data);
}

#define DAY INT64_C(86400000)           /* ms */
#define RECORDED INT64_C(1637442903120) /* ms since 1970: November 2021 */

static void a_start_outside_the_years_of_the_game_is_reported(void **state)
{
    (void)state;
    const int64_t times[] = { INT64_MIN, INT64_MAX, -1, 0, 17167 * DAY - 1, 47482 * DAY }; /* before 2017, from 2100 on */
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        bytes block = { .data = NULL };
        add_frame(&block, true, times[i], 1, 0);
        add_frame(&block, false, TIME, 1, 0);
        bytes file = butter_of(&block, 2, 1, 4);
        uint64_t first = file.size - 2 * block.size;
        reel_findings *findings = findings_in(file, (reel_limits){ 0 });
        const reel_finding *found = finding_of(findings, "butter.start-time");
        assert_non_null(found);
        assert_int_equal(found->severity, REEL_WARNING);
        assert_int_equal(found->offset, first + 2);
        reel_findings_free(findings);
        free(block.data);
    }
}

static uint64_t found_times(bytes file, const char *rule)
{
    uint64_t times = 0;
    reel_findings *findings = findings_in(file, (reel_limits){ 0 });
    for (size_t i = 0; i < reel_findings_count(findings); i++) times += strcmp(reel_findings_at(findings, i)->rule, rule) == 0;
    reel_findings_free(findings);
    return times;
}

static void dates_of_the_game_are_not_reported(void **state)
{
    (void)state;
    const int64_t times[] = { 17167 * DAY, RECORDED, 47482 * DAY - 1 };
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        bytes block = { .data = NULL };
        add_frame(&block, true, times[i], 1, 0);
        assert_int_equal(found_times(butter_of(&block, 1, 1, 4), "butter.start-time"), 0);
        free(block.data);
    }
}

/* A block of 2021, then `odd` of 1970. */
static bytes butter_of_dates(unsigned odd)
{
    bytes sound = { .data = NULL }, later = { .data = NULL };
    add_frame(&sound, true, RECORDED, 1, 0);
    add_frame(&later, true, 1000, 1, 0);
    bytes file = butter_of(&later, odd + 1, 1, 4);
    memcpy(file.data + file.size - (odd + 1) * later.size, sound.data, sound.size);
    free(sound.data);
    free(later.data);
    return file;
}

static void later_blocks_outside_the_years_of_the_game_are_one_finding(void **state)
{
    (void)state;
    assert_int_equal(found_times(butter_of_dates(0), "butter.block-time"), 0);
    assert_int_equal(found_times(butter_of_dates(5), "butter.block-time"), 1);
    assert_int_equal(found_times(butter_of_dates(5), "butter.start-time"), 0);
}

static void lines_outside_the_years_of_the_game_are_reported(void **state)
{
    (void)state;
    static const char text[] =
        "1999/11/20 21:15:03.120\t{\"sessionid\":\"A\"}\r\n2021/11/20 21:15:03.120\t{\"sessionid\":\"A\"}\r\n";
    bytes file = { .data = NULL };
    add(&file, text, sizeof text - 1);
    reel_findings *findings = findings_in(file, (reel_limits){ 0 });
    const reel_finding *found = finding_of(findings, "echoreplay.time");
    assert_non_null(found);
    assert_int_equal(found->severity, REEL_WARNING);
    assert_int_equal(found->count, 1);
    reel_findings_free(findings);
}

static void empty_blocks_in_a_row_are_one_finding(void **state)
{
    (void)state;
    bytes none = { .data = NULL };
    reel_findings *findings = findings_in(butter_of(&none, 1000, 0, 0), (reel_limits){ 0 });
    assert_non_null(finding_of(findings, "butter.empty-block"));
    assert_int_equal(reel_findings_total(findings, REEL_ERROR), 1);
    reel_findings_free(findings);
}

/* ---- what is claimed ----------------------------------------------------------------------------------------------- */

static void a_few_small_bytes_are_no_butter(void **state)
{
    (void)state;
    static const uint8_t small[64] = { 1, 2, 3, 4 };
    for (size_t size = 1; size <= sizeof small; size++) assert_int_equal(reel_format_butter.sniff(small, size), 0);
    bytes block = block_of(1, 0, 0), file = butter_of(&block, 1, 0, 0);
    assert_true(reel_format_butter.sniff(file.data, file.size) >= 16);
    free(block.data);
    free(file.data);
}

/* ---- what is cut --------------------------------------------------------------------------------------------------- */

static void same_row(const reel_table *table, const uint8_t *whole, const uint8_t *cut)
{
    for (size_t i = 0; i < table->field_count; i++) {
        const reel_field *field = &table->fields[i];
        const uint8_t *a = whole + field->offset, *b = cut + field->offset;
        if (!reel_field_present(field, cut)) continue;
        if (field->type == REEL_STRING) {
            reel_string one, other;
            memcpy(&one, a, sizeof one);
            memcpy(&other, b, sizeof other);
            assert_true(one.size == other.size && (!one.size || memcmp(one.data, other.data, one.size) == 0));
        } else if (field->type != REEL_BYTES) {
            assert_memory_equal(a, b, reel_type_size(field->type) * field->count);
        }
    }
}

/* Of each table the rows of a cut text are the first of the whole one's, value for value. */
static void a_cut_text_gives_no_part_of_a_value(void **state)
{
    (void)state;
    static const char *const names[] = { "text", "zip", "combat" };
    const reel_table *const tables[] = { &echoreplay_frames, &echoreplay_teams, &echoreplay_players, &echoreplay_bones };
    for (size_t f = 0; f < sizeof names / sizeof *names; f++) {
        char path[64];
        size_t size, count, rows = 0;
        snprintf(path, sizeof path, "tests/formats/echo/golden/%s.echoreplay", names[f]);
        uint8_t *data = read_file(project_path(path), &size);
        reel_replay *whole, *cut;
        assert_int_equal(reel_load(reel_source_memory(data, size), NULL, &whole, NULL), REEL_OK);
        for (size_t end = 64; end < size; end++) {
            if (reel_load(reel_source_memory(data, end), NULL, &cut, NULL) < 0) continue;
            for (size_t t = 0; t < 4; t++) {
                size_t all;
                const uint8_t *a = reel_rows(whole, tables[t], &all), *b = reel_rows(cut, tables[t], &count);
                assert_true(count <= all);
                for (size_t i = 0; i < count; i++) same_row(tables[t], a + i * tables[t]->row_size, b + i * tables[t]->row_size);
                rows += count;
            }
            reel_free(cut);
        }
        assert_true(rows > 0);
        reel_free(whole);
        free(data);
    }
}

/* ---- what is written ----------------------------------------------------------------------------------------------- */

static reel_status write_it(const reel_replay *replay, reel_memory *made, reel_error *error)
{
    return reel_write(reel_replay_chunk(replay), reel_replay_format(replay), reel_sink_memory(made, NULL), NULL, error);
}

/* Bytes between the members of a struct are not written: what is in them makes no difference. */
static void padding_of_rows_does_not_count(void **state)
{
    (void)state;
    size_t size, count;
    reel_replay *replay;
    reel_memory made;
    uint8_t *data = read_file(project_path("tests/formats/echo/golden/bones.butter"), &size);
    assert_int_equal(reel_load(reel_source_memory(data, size), NULL, &replay, NULL), REEL_OK);
    echo_bone *bones = (echo_bone *)(uintptr_t)reel_rows(replay, &butter_bones, &count);
    for (size_t i = 0; i < count; i++) bones[i].unused = 0xffff;
    echo_team *teams = (echo_team *)(uintptr_t)reel_rows(replay, &butter_teams, &count);
    for (size_t i = 0; i < count; i++) teams[i].unused = 0xffff;
    assert_int_equal(write_it(replay, &made, NULL), REEL_OK);
    assert_int_equal(made.size, size);
    assert_memory_equal(made.data, data, size);
    reel_memory_free(&made);
    reel_free(replay);
    free(data);
}

static void a_value_that_is_not_held_is_refused(void **state)
{
    (void)state;
    size_t size, count;
    reel_replay *replay;
    reel_memory made;
    reel_error error;
    uint8_t *data = read_file(project_path("tests/formats/echo/golden/arena.butter"), &size);
    assert_int_equal(reel_load(reel_source_memory(data, size), NULL, &replay, NULL), REEL_OK);
    butter_frame *frames = (butter_frame *)(uintptr_t)reel_rows(replay, &butter_frames, &count);
    frames[1].common.blue_points = 1.5f;
    assert_int_equal(write_it(replay, &made, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "butter.value");
    reel_free(replay);
    free(data);
}

static void the_entry_of_a_zip_can_be_renamed(void **state)
{
    (void)state;
    size_t size, count;
    reel_replay *replay, *again;
    reel_memory made;
    uint8_t *data = read_file(project_path("tests/formats/echo/golden/zip.echoreplay"), &size);
    assert_int_equal(reel_load(reel_source_memory(data, size), NULL, &replay, NULL), REEL_OK);
    echoreplay_info *info = (echoreplay_info *)(uintptr_t)reel_rows(replay, &echoreplay_infos, &count);
    info->entry = (reel_string){ "other.echoreplay", 16 };
    assert_int_equal(write_it(replay, &made, NULL), REEL_OK);
    assert_int_equal(reel_load(reel_source_memory(made.data, made.size), NULL, &again, NULL), REEL_OK);
    const echoreplay_info *back = reel_rows(again, &echoreplay_infos, &count);
    assert_int_equal(back->entry.size, 16);
    assert_memory_equal(back->entry.data, "other.echoreplay", 16);
    reel_free(again);
    reel_memory_free(&made);
    reel_free(replay);
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reading_stays_within_the_bound_and_near_it),
        cmocka_unit_test(names_of_the_roster_are_held_once),
        cmocka_unit_test(rows_are_held_against_the_bytes_of_the_file),
        cmocka_unit_test(a_start_outside_the_years_of_the_game_is_reported),
        cmocka_unit_test(dates_of_the_game_are_not_reported),
        cmocka_unit_test(later_blocks_outside_the_years_of_the_game_are_one_finding),
        cmocka_unit_test(lines_outside_the_years_of_the_game_are_reported),
        cmocka_unit_test(empty_blocks_in_a_row_are_one_finding),
        cmocka_unit_test(a_few_small_bytes_are_no_butter),
        cmocka_unit_test(a_cut_text_gives_no_part_of_a_value),
        cmocka_unit_test(padding_of_rows_does_not_count),
        cmocka_unit_test(a_value_that_is_not_held_is_refused),
        cmocka_unit_test(the_entry_of_a_zip_can_be_renamed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
