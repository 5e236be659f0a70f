/* SPDX-License-Identifier: MIT
 * Writing BSOR: byte for byte what was read, and what a recorder would have written. */
#include "corpus.h"
#include "generate.h"
#include "machinery.h"

#include <reel/bsor.h>

static bytes made;

static bool assert_rewritten(const char *name, const uint8_t *data, size_t size)
{
    reel_options options = { REEL_SIZED(reel_options), .flags = REEL_STRICT };
    reel_replay *replay;
    reel_error error;
    reel_memory memory;
    if (reel_load(reel_source_memory(data, size), &options, &replay, NULL) < 0) return false;
    if (reel_write(reel_replay_chunk(replay), &reel_format_bsor, reel_sink_memory(&memory, NULL), NULL, &error) < 0)
        fail_msg("%s: %s", name, error.message);
    if (memory.size != size || memcmp(memory.data, data, size) != 0) fail_msg("%s is not written as it was", name);
    reel_memory_free(&memory);
    reel_free(replay);
    return true;
}

static void golden_files_are_rewritten_exactly(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof golden_files / sizeof *golden_files; i++) {
        golden_files[i].make(&made);
        assert_true(assert_rewritten(golden_files[i].name, made.data, made.size));
    }
}

static bool rewrite_sample(const char *path, const char *name)
{
    size_t size;
    uint8_t *data = read_file(path, &size);
    bool rewritten = assert_rewritten(name, data, size);
    free(data);
    return rewritten;
}

static void real_files_are_rewritten_exactly(void **state)
{
    (void)state;
    corpus_need("samples/bsor");
    corpus_compared(corpus_each("samples/bsor", ".bsor", rewrite_sample), "files");
}

/* ---- rows of a program ------------------------------------------------------------------------------------------ */

static reel_string text(const char *words) { return (reel_string){ words, strlen(words) }; }

static bsor_info usual_info(void)
{
    return (bsor_info){
        .mod_version = text(usual_texts[0]),
        .game_version = text(usual_texts[1]),
        .timestamp = text(usual_texts[2]),
        .player_id = text(usual_texts[3]),
        .player_name = text(usual_texts[4]),
        .platform = text(usual_texts[5]),
        .tracking_system = text(usual_texts[6]),
        .headset = text(usual_texts[7]),
        .controller = text(usual_texts[8]),
        .map_hash = text(usual_texts[9]),
        .song_name = text(usual_texts[10]),
        .mapper = text(usual_texts[11]),
        .difficulty = text(usual_texts[12]),
        .mode = text(usual_texts[13]),
        .environment = text(usual_texts[14]),
        .modifiers = text(usual_texts[15]),
        .score = 1234,
        .jump_distance = 17.5f,
        .height = 1.75f,
    };
}

static reel_writer *writer_to(reel_memory *memory)
{
    reel_writer *writer;
    reel_error error;
    if (reel_create(reel_sink_memory(memory, NULL), &reel_format_bsor, NULL, &writer, &error) < 0) fail_msg("%s", error.message);
    return writer;
}

/* The rows of the full golden file, in no order, as while playing: the layout tables stay empty. */
static void append_play(reel_writer *writer, const char *sections)
{
    static bytes full;
    make_full(&full);
    reel_replay *replay;
    assert_int_equal(reel_load(reel_source_memory(full.data, full.size), NULL, &replay, NULL), REEL_OK);
    static const reel_table *const tables[8] = { NULL,          &bsor_frames, &bsor_notes,   &bsor_walls,
                                                 &bsor_heights, &bsor_pauses, &bsor_offsets, &bsor_user_data };
    for (const char *s = sections; *s; s++) {
        size_t count;
        const reel_table *table = tables[*s - '0'];
        const uint8_t *rows = reel_rows(replay, table, &count);
        for (size_t i = 0; i < count; i++) assert_int_equal(reel_append(writer, table, rows + i * table->row_size, 1), REEL_OK);
    }
    reel_free(replay);
}

static void assert_written(reel_memory *memory, const bytes *expected)
{
    assert_int_equal(memory->size, expected->size);
    assert_memory_equal(memory->data, expected->data, expected->size);
    reel_memory_free(memory);
}

static void a_recorder_gets_the_usual_sections(void **state)
{
    (void)state;
    reel_memory memory;
    reel_writer *writer = writer_to(&memory);
    bsor_info info = usual_info();
    append_play(writer, "52413");
    assert_int_equal(reel_append(writer, &bsor_infos, &info, 1), REEL_OK);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    make_recorder(&made);
    assert_written(&memory, &made);
}

static void a_recorder_gets_optional_sections_that_have_rows(void **state)
{
    (void)state;
    reel_memory memory;
    reel_writer *writer = writer_to(&memory);
    bsor_info info = usual_info();
    append_play(writer, "7654321");
    reel_append(writer, &bsor_infos, &info, 1);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    make_full(&made);
    assert_written(&memory, &made);
}

typedef struct heard {
    const char *rule;
    size_t count;
} heard;

static void listen(void *context, const reel_finding *finding)
{
    heard *h = context;
    if (strcmp(finding->rule, h->rule) == 0) h->count++;
}

static void no_info_is_written_empty_and_told(void **state)
{
    (void)state;
    reel_memory memory;
    reel_writer *writer;
    heard absent = { "bsor.info-absent", 0 };
    reel_write_options options = { REEL_SIZED(reel_write_options), .report = listen, .report_context = &absent };
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_bsor, &options, &writer, NULL), REEL_OK);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    assert_int_equal(absent.count, 1);
    assert_int_equal(memory.size, 5 + 90 + 5 * 5);
    reel_replay *replay = load_bytes(memory.data, memory.size, NULL);
    reel_free(replay);
    reel_memory_free(&memory);
}

/* ---- what cannot be written ------------------------------------------------------------------------------------- */

static void assert_refused(reel_writer *writer, reel_status status, const char *rule)
{
    reel_error error;
    assert_int_equal(reel_finish(writer, &error), status);
    assert_string_equal(error.rule, rule);
}

/* Writes an info whose song name is `name` and gives back what it reads as. */
static void assert_song_name(reel_string name, const char *expected, size_t size)
{
    reel_memory memory;
    reel_writer *writer = writer_to(&memory);
    bsor_info info = usual_info();
    info.song_name = name;
    reel_append(writer, &bsor_infos, &info, 1);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    reel_replay *replay = load_bytes(memory.data, memory.size, NULL);
    size_t count;
    const bsor_info *read = reel_rows(replay, &bsor_infos, &count);
    assert_int_equal(count, 1);
    assert_int_equal(read->song_name.size, size);
    if (size) assert_memory_equal(read->song_name.data, expected, size);
    reel_free(replay);
    reel_memory_free(&memory);
}

static void text_that_readers_would_not_find_again_is_made_readable(void **state)
{
    (void)state;
    static char longest[1001];
    memset(longest, 'x', sizeof longest);
    assert_song_name((reel_string){ longest, 1000 }, longest, 1000);
    assert_song_name((reel_string){ longest, 1001 }, longest, 1000);
    memcpy(longest + 999, "\xc3\xa4", 2); /* a character over the edge goes whole */
    assert_song_name((reel_string){ longest, 1001 }, longest, 999);
    assert_song_name((reel_string){ "a\xff"
                                    "b",
                                    3 },
                     "a?b", 3);
    assert_song_name((reel_string){ "\xed\xa0\x80", 3 }, "???", 3);
    assert_song_name((reel_string){ "\xc3", 1 }, "?", 1);
}

static void refuses_events_of_unknown_size(void **state)
{
    (void)state;
    reel_memory memory;
    reel_writer *writer = writer_to(&memory);
    assert_int_equal(reel_append(writer, &bsor_notes, &(bsor_note){ .event_type = 4 }, 1), REEL_ARGUMENT);
    assert_string_equal(reel_writer_error(writer)->rule, "bsor.event-type");
    reel_discard(writer);
}

static void the_info_of_a_recorder_can_be_replaced(void **state)
{
    (void)state;
    reel_memory memory;
    reel_writer *writer = writer_to(&memory);
    bsor_info info = usual_info();
    for (info.score = 1; info.score <= 3; info.score++) assert_int_equal(reel_replace(writer, &bsor_infos, &info), REEL_OK);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    reel_replay *replay = load_bytes(memory.data, memory.size, NULL);
    size_t count;
    const bsor_info *read = reel_rows(replay, &bsor_infos, &count);
    assert_int_equal(count, 1);
    assert_int_equal(read->score, 3);
    reel_free(replay);
    reel_memory_free(&memory);
}

static void refuses_a_second_info_that_differs(void **state)
{
    (void)state;
    reel_memory memory;
    reel_writer *writer = writer_to(&memory);
    bsor_info info = usual_info();
    reel_append(writer, &bsor_infos, &info, 1);
    info.score++;
    assert_int_equal(reel_append(writer, &bsor_infos, &info, 1), REEL_ARGUMENT);
    assert_string_equal(reel_writer_error(writer)->rule, "writer.second-row");
    reel_discard(writer);
}

static void refuses_a_layout_that_no_reader_follows(void **state)
{
    (void)state;
    reel_memory memory;
    reel_writer *writer = writer_to(&memory);
    for (int i = 0; i < 65; i++) reel_append(writer, &bsor_sections, &(bsor_section){ .id = 3 }, 1);
    assert_refused(writer, REEL_ARGUMENT, "bsor.section-count");
    writer = writer_to(&memory);
    reel_append(writer, &bsor_sections, &(bsor_section){ .id = 1, .raw = { (const uint8_t *)"x", 1 } }, 1);
    assert_refused(writer, REEL_ARGUMENT, "bsor.trailing-bytes");
    const bsor_section ends[][2] = {
        { { .id = 1, .bare = 1 }, { .id = 1 } },
        { { .id = 9, .bare = 1 }, { .id = 1 } },
        { { .id = 6, .bare = 1, .raw = { (const uint8_t *)"x", 1 } }, { .id = 1 } },
        { { .id = 6, .bare = 1 }, { .id = 7, .bare = 1 } },
    };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        writer = writer_to(&memory);
        reel_append(writer, &bsor_sections, ends[i], 2);
        assert_refused(writer, REEL_ARGUMENT, "bsor.section-bare");
    }
}

/* A recorder gets such a text made readable; whoever changes a file is asked for another. */
static void refuses_text_in_a_file_that_readers_would_not_find_again(void **state)
{
    (void)state;
    char longer[1001];
    memset(longer, 'x', sizeof longer);
    const reel_string texts[] = { { longer, sizeof longer }, { "\xff", 1 } };
    for (size_t i = 0; i < 2; i++) {
        reel_memory memory;
        reel_writer *writer = writer_to(&memory);
        bsor_info info = usual_info();
        info.mapper = texts[i];
        reel_append(writer, &bsor_infos, &info, 1);
        reel_append(writer, &bsor_sections, &(bsor_section){ .id = 0, .count = 1 }, 1);
        assert_refused(writer, REEL_ARGUMENT, "bsor.text");
    }
}

/* ---- rows that changed under a layout --------------------------------------------------------------------------- */

static reel_memory rewrite_with(void (*make_it)(bytes *), const reel_setting *settings, size_t count, bool trim)
{
    make_it(&made);
    reel_memory memory;
    reel_error error;
    /* three frames remain, which a checked edit refuses */
    reel_convert_options how = {
        REEL_SIZED(reel_convert_options),  .settings = settings, .setting_count = count, .has_to = trim, .to = 0.3,
        .flags = trim ? REEL_NO_VERIFY : 0
    };
    if (reel_convert(reel_source_memory(made.data, made.size), NULL, NULL, reel_sink_memory(&memory, NULL), &how, &error) < 0)
        fail_msg("%s", error.message);
    return memory;
}

static void a_changed_name_gets_its_right_length(void **state)
{
    (void)state;
    const reel_setting names[] = { { "player_name", "ASCII of 12." }, { "player_name", "\xd0\x96" }, { "player_name", "" } };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        reel_memory memory = rewrite_with(make_utf16_lengths, &names[i], 1, false);
        reel_replay *replay = load_bytes(memory.data, memory.size, NULL);
        size_t count;
        const bsor_info *info = reel_rows(replay, &bsor_infos, &count);
        assert_int_equal(info->player_name.size, strlen(names[i].value));
        const bsor_length *lengths = reel_rows(replay, &bsor_lengths, &count);
        assert_int_equal(count, 2); /* those of the song and the mapper stay */
        assert_int_equal(lengths[0].string, SONG);
        reel_free(replay);
        reel_memory_free(&memory);
    }
}

static void trimmed_rows_stay_in_their_sections(void **state)
{
    (void)state;
    reel_memory memory = rewrite_with(make_order, NULL, 0, true);
    reel_replay *replay = load_bytes(memory.data, memory.size, NULL);
    size_t frames, sections;
    reel_rows(replay, &bsor_frames, &frames);
    const bsor_section *rows = reel_rows(replay, &bsor_sections, &sections);
    assert_int_equal(frames, 3);
    assert_int_equal(sections, 7);
    assert_true(rows[1].id == 2 && rows[2].id == 1 && rows[2].count == 3);
    reel_free(replay);
    reel_memory_free(&memory);
}

static void rows_added_under_a_layout_get_a_section(void **state)
{
    (void)state;
    make_bare_06(&made);
    reel_replay *replay = load_bytes(made.data, made.size, NULL);
    reel_memory memory;
    reel_writer *writer = writer_to(&memory);
    reel_append_chunk(writer, reel_replay_chunk(replay));
    append_play(writer, "67");
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    reel_free(replay);
    make_full(&made); /* the id that stood alone has become a section */
    assert_written(&memory, &made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_files_are_rewritten_exactly),
        cmocka_unit_test(real_files_are_rewritten_exactly),
        cmocka_unit_test(a_recorder_gets_the_usual_sections),
        cmocka_unit_test(a_recorder_gets_optional_sections_that_have_rows),
        cmocka_unit_test(no_info_is_written_empty_and_told),
        cmocka_unit_test(text_that_readers_would_not_find_again_is_made_readable),
        cmocka_unit_test(the_info_of_a_recorder_can_be_replaced),
        cmocka_unit_test(refuses_events_of_unknown_size),
        cmocka_unit_test(refuses_a_second_info_that_differs),
        cmocka_unit_test(refuses_a_layout_that_no_reader_follows),
        cmocka_unit_test(refuses_text_in_a_file_that_readers_would_not_find_again),
        cmocka_unit_test(a_changed_name_gets_its_right_length),
        cmocka_unit_test(trimmed_rows_stay_in_their_sections),
        cmocka_unit_test(rows_added_under_a_layout_get_a_section),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
