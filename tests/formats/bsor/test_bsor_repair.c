/* SPDX-License-Identifier: MIT
 * Repairing BSOR: what other readers stumble over goes, what is whole stays, and each step is told. */
#define _POSIX_C_SOURCE 200809L
#include "generate.h"
#include "machinery.h"

#include <reel/bsor.h>

#include <unistd.h>

static bytes made;

typedef struct told {
    char text[8192];
} told;

static void tell(void *context, const reel_finding *finding)
{
    told *t = context;
    size_t size = strlen(t->text);
    if (strcmp(finding->rule, "repair.errors-left") == 0) return; /* the score of a made file is not that of its notes */
    if (strncmp(finding->rule, "repair.", 5) == 0)
        snprintf(t->text + size, sizeof t->text - size, "%s %s %llu\n", finding->rule, finding->section,
                 (unsigned long long)finding->count);
}

static told findings;

/* The made file, repaired. */
static reel_memory repair(void (*make_it)(bytes *))
{
    make_it(&made);
    findings.text[0] = 0;
    reel_options options = { REEL_SIZED(reel_options), .report = tell, .report_context = &findings };
    reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR };
    reel_memory memory;
    reel_error error;
    if (reel_convert(reel_source_memory(made.data, made.size), &options, NULL, reel_sink_memory(&memory, NULL), &how, &error) < 0)
        fail_msg("%s: %s", error.rule, error.message);
    return memory;
}

static reel_replay *load_strictly(const reel_memory *memory)
{
    reel_options options = { REEL_SIZED(reel_options), .flags = REEL_STRICT };
    return load_bytes(memory->data, memory->size, &options);
}

static size_t rows(const reel_replay *replay, const reel_table *table)
{
    size_t count;
    reel_rows(replay, table, &count);
    return count;
}

static void assert_repaired_to(void (*make_it)(bytes *), const char *sections, const char *expected)
{
    reel_memory memory = repair(make_it);
    make(&made, sections);
    assert_int_equal(memory.size, made.size);
    assert_memory_equal(memory.data, made.data, made.size);
    assert_string_equal(findings.text, expected);
    reel_memory_free(&memory);
}

static void leaves_sound_files_alone(void **state)
{
    (void)state;
    assert_repaired_to(make_full, "01234567", "");
    assert_repaired_to(make_recorder, "012345", "");
    assert_repaired_to(make_order, "0214357", "");
}

static void drops_bytes_that_nobody_reads(void **state)
{
    (void)state;
    assert_repaired_to(make_bare_06, "012345", "repair.bsor.section-bare sections 1\n");
    assert_repaired_to(make_bare_07, "0123456", "repair.bsor.section-bare sections 1\n");
    assert_repaired_to(make_trailing, "01234567", "repair.bsor.trailing-bytes sections 11\n");
    assert_repaired_to(make_unknown_tail, "012345", "repair.bsor.section-id sections 5\n");
    assert_repaired_to(make_cut_offsets, "012345", "repair.bsor.section-cut sections 1\n");
}

static void counts_texts_in_bytes(void **state)
{
    (void)state;
    reel_memory memory = repair(make_utf16_lengths);
    assert_string_equal(findings.text, "repair.bsor.string-length info 1\nrepair.bsor.string-length info 1\n"
                                       "repair.bsor.string-length info 1\n");
    reel_replay *before = load_bytes(made.data, made.size, NULL), *after = load_strictly(&memory);
    assert_int_equal(rows(after, &bsor_lengths), 0);
    assert_same_replay(before, after, false, "utf16-lengths");
    reel_free(before);
    reel_free(after);
    reel_memory_free(&memory);
}

static void keeps_the_length_of_a_text_that_is_too_long_for_a_right_one(void **state)
{
    (void)state;
    reel_memory memory = repair(make_long_text);
    assert_string_equal(findings.text, "");
    assert_int_equal(memory.size, made.size);
    assert_memory_equal(memory.data, made.data, made.size);
    reel_memory_free(&memory);
}

static void a_cut_file_keeps_whole_rows_and_gets_empty_sections(void **state)
{
    (void)state;
    reel_memory memory = repair(make_cut_frame);
    assert_string_equal(findings.text, "repair.bsor.section-missing notes 1\nrepair.bsor.section-missing walls 1\n"
                                       "repair.bsor.section-missing heights 1\nrepair.bsor.section-missing pauses 1\n");
    reel_replay *replay = load_strictly(&memory);
    assert_int_equal(rows(replay, &bsor_frames), 3);
    assert_int_equal(rows(replay, &bsor_notes), 0);
    assert_int_equal(rows(replay, &bsor_sections), 6);
    reel_free(replay);
    reel_memory_free(&memory);
}

static void a_cut_list_of_user_data_keeps_whole_entries(void **state)
{
    (void)state;
    reel_memory memory = repair(make_cut_user_value);
    reel_replay *replay = load_strictly(&memory);
    assert_int_equal(rows(replay, &bsor_user_data), 1);
    reel_free(replay);
    reel_memory_free(&memory);
}

static void of_repeated_headers_of_a_cut_file_the_last_stays(void **state)
{
    (void)state;
    reel_memory memory = repair(make_cut_repeated_info);
    assert_non_null(strstr(findings.text, "repair.bsor.section-repeated info 1\n"));
    reel_replay *replay = load_strictly(&memory);
    assert_int_equal(rows(replay, &bsor_infos), 1);
    assert_int_equal(rows(replay, &bsor_lengths), 1); /* of the long text */
    assert_int_equal(rows(replay, &bsor_notes), NOTES);
    reel_free(replay);
    reel_memory_free(&memory);
}

/* Each note twice, as a headset recorded them: the second with its cut, or the first. */
static void make_twins(bytes *b)
{
    static const bytes none = { .size = 0 };
    bytes cut = none;
    put_cut(&cut, 1, 0);
    make(b, "01");
    put_byte(b, 2);
    put_int(b, 6);
    for (int i = 0; i < 6; i++) {
        put_note_head(b, 30001 + i / 2, 0.125f * (float)(i / 2 + 1), 0);
        bool recorded = i % 2 == (i / 2) % 2;
        if (!recorded) memset(cut.data, 0, cut.size);
        put(b, cut.data, cut.size);
        cut = none;
        put_cut(&cut, 1, 0);
    }
    for (int id = 3; id < 6; id++) section_makers[id](b);
}

static void of_notes_that_were_recorded_twice_the_one_with_a_cut_stays(void **state)
{
    (void)state;
    reel_memory memory = repair(make_twins);
    assert_string_equal(findings.text, "repair.bsor.note-twice  3\n");
    reel_replay *replay = load_strictly(&memory);
    size_t count;
    const bsor_note *notes = reel_rows(replay, &bsor_notes, &count);
    assert_int_equal(count, 3);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(notes[i].note_id, 30001 + (int)i);
        assert_true(notes[i].cut.cut_point.y != 0);
    }
    reel_free(replay);
    reel_memory_free(&memory);
}

/* Two notes with one id and one time, both with a cut, among others: as two links of a chain may be. */
static void make_two_alike(bytes *b)
{
    make(b, "01");
    put_byte(b, 2);
    put_int(b, 4);
    for (int i = 0; i < 4; i++) {
        put_note_head(b, 70001, i < 2 ? 0.125f : 0.125f * (float)i, 0);
        put_cut(b, 1, 0);
    }
    for (int id = 3; id < 6; id++) section_makers[id](b);
}

static void two_links_of_a_chain_stay(void **state)
{
    (void)state;
    reel_memory memory = repair(make_two_alike);
    assert_string_equal(findings.text, "");
    reel_memory_free(&memory);
}

/* A header of zeros behind the real one, and empty frames behind the real ones. */
static void make_empty_repeats(bytes *b)
{
    make(b, "012345");
    put_byte(b, 0);
    for (int i = 0; i < 89; i++) put_byte(b, 0);
    put_byte(b, 1);
    put_int(b, 0);
}

static void nothing_never_replaces_something(void **state)
{
    (void)state;
    reel_memory memory = repair(make_empty_repeats);
    reel_replay *replay = load_strictly(&memory);
    size_t count;
    const bsor_info *info = reel_rows(replay, &bsor_infos, &count);
    assert_int_equal(count, 1);
    assert_int_equal(info->score, 1234);
    assert_int_equal(rows(replay, &bsor_frames), FRAMES);
    assert_int_equal(rows(replay, &bsor_sections), 6);
    reel_free(replay);
    reel_memory_free(&memory);
}

static void a_recording_without_a_header_gets_an_empty_one(void **state)
{
    (void)state;
    char folder[] = "/tmp/reel-bsor-XXXXXX", path[64], spool_path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/play.bsor", folder);
    snprintf(spool_path, sizeof spool_path, "%s/spool", folder);
    reel_memory memory;
    reel_writer *writer;
    reel_write_options options = { REEL_SIZED(reel_write_options), .spool = spool_path };
    assert_int_equal(reel_create_file(path, &reel_format_bsor, &options, &writer, NULL), REEL_OK);
    bsor_frame frame = { .time = 1 };
    assert_int_equal(reel_append(writer, &bsor_frames, &frame, 1), REEL_OK);
    reel_discard(writer);
    size_t size;
    uint8_t *spool = read_file(spool_path, &size);
    assert_int_equal(remove(spool_path), 0);
    assert_int_equal(remove(folder), 0);
    findings.text[0] = 0;
    reel_options reading = { REEL_SIZED(reel_options), .report = tell, .report_context = &findings };
    reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR };
    reel_error error;
    if (reel_convert(reel_source_memory(spool, size), &reading, NULL, reel_sink_memory(&memory, NULL), &how, &error) < 0)
        fail_msg("%s: %s", error.rule, error.message);
    assert_string_equal(findings.text, "repair.bsor.info-absent info 1\n");
    reel_replay *replay = load_strictly(&memory);
    assert_int_equal(rows(replay, &bsor_infos), 1);
    assert_int_equal(rows(replay, &bsor_frames), 1);
    reel_free(replay);
    reel_memory_free(&memory);
    free(spool);
}

static void whatever_can_be_opened_becomes_a_sound_file(void **state)
{
    (void)state;
    size_t repaired = 0;
    for (size_t i = 0; i < sizeof bad_files / sizeof *bad_files; i++) {
        bad_files[i].make(&made);
        reel_reader *reader;
        if (reel_open(reel_source_memory(made.data, made.size), NULL, &reader, NULL) < 0) continue;
        reel_close(reader);
        reel_memory memory = repair(bad_files[i].make);
        reel_replay *before = load_bytes(made.data, made.size, NULL), *after = load_strictly(&memory);
        if (rows(before, &bsor_infos) == 1) assert_same_replay(before, after, false, bad_files[i].name);
        reel_free(before);
        reel_free(after);
        reel_memory_free(&memory);
        repaired++;
    }
    assert_true(repaired > 25);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaves_sound_files_alone),
        cmocka_unit_test(drops_bytes_that_nobody_reads),
        cmocka_unit_test(counts_texts_in_bytes),
        cmocka_unit_test(keeps_the_length_of_a_text_that_is_too_long_for_a_right_one),
        cmocka_unit_test(a_cut_file_keeps_whole_rows_and_gets_empty_sections),
        cmocka_unit_test(a_cut_list_of_user_data_keeps_whole_entries),
        cmocka_unit_test(of_repeated_headers_of_a_cut_file_the_last_stays),
        cmocka_unit_test(of_notes_that_were_recorded_twice_the_one_with_a_cut_stays),
        cmocka_unit_test(two_links_of_a_chain_stay),
        cmocka_unit_test(nothing_never_replaces_something),
        cmocka_unit_test(a_recording_without_a_header_gets_an_empty_one),
        cmocka_unit_test(whatever_can_be_opened_becomes_a_sound_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
