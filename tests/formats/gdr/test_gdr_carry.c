/* SPDX-License-Identifier: MIT
 * GDR1 through GDR2 and back: frame fixes, and what is carried. */
#include "truth.h"

static reel_memory convert(const uint8_t *data, size_t size, const reel_format *to, const reel_convert_options *how,
                           seen_list *found)
{
    reel_memory file;
    reel_options options = { REEL_SIZED(reel_options), .report = see, .report_context = found };
    reel_error error;
    found->count = 0;
    if (reel_convert(reel_source_memory(data, size), &options, to, reel_sink_memory(&file, NULL), how, &error) < 0)
        fail_msg("%s: %s", error.rule, error.message);
    return file;
}

static const seen *finding(const seen_list *found, const char *rule)
{
    for (size_t i = 0; i < found->count; i++)
        if (strcmp(found->items[i].rule, rule) == 0) return &found->items[i];
    return NULL;
}

static void same_bytes(const char *what, const reel_memory *file, const uint8_t *data, size_t size)
{
    if (file->size != size || memcmp(file->data, data, size)) fail_msg("%s: other bytes", what);
}

static uint8_t *golden(const char *name, size_t *size)
{
    char path[200];
    snprintf(path, sizeof path, "tests/formats/gdr/golden/%s", name);
    return read_file(project_path(path), size);
}

static const reel_convert_options carry = { REEL_SIZED(reel_convert_options), .flags = REEL_CARRY };

/* There and back. `form` is the format of the bytes. */
static void there_and_back(const char *path, const uint8_t *data, size_t size, const reel_format *form)
{
    seen_list found;
    reel_memory there = convert(data, size, &reel_format_gdr2, &carry, &found);
    if (finding(&found, "convert.loss")) fail_msg("%s: a loss though it is carried", path);
    if (!finding(&found, "convert.gdr.carried")) fail_msg("%s: not carried", path);
    reel_memory back = convert(there.data, there.size, form, NULL, &found);
    if (finding(&found, "convert.loss")) fail_msg("%s: a loss on the way back", path);
    same_bytes(path, &back, data, size);
    reel_memory_free(&there);
    reel_memory_free(&back);
}

/* Every file of GDR1 below the folder that can be read as a whole; returns how many there were. */
static size_t each_macro(const char *folder)
{
    file_list files = files_below(folder);
    size_t compared = 0;
    for (size_t i = 0; i < files.count; i++) {
        size_t size;
        uint8_t *data = read_file(files.paths[i], &size);
        reel_options options = { REEL_SIZED(reel_options), .flags = REEL_STRICT };
        reel_replay *replay = NULL;
        const reel_format *format = NULL;
        if (reel_load(reel_source_memory(data, size), &options, &replay, NULL) >= 0) format = reel_replay_format(replay);
        reel_free(replay);
        if (format == &reel_format_gdr1 || format == &reel_format_gdr1_json) {
            there_and_back(files.paths[i], data, size, format);
            compared++;
        }
        free(data);
    }
    file_list_free(&files);
    return compared;
}

static void carried_macros_come_back_byte_for_byte(void **state)
{
    (void)state;
    assert_true(each_macro(project_path("tests/formats/gdr/golden")) > 0);
}

static void carried_macros_of_the_corpus_come_back_byte_for_byte(void **state)
{
    (void)state;
    const char *folder = corpus_path("samples/gdr");
    if (!folder) skip();
    print_message("%zu macros compared\n", each_macro(folder));
}

static void without_the_flag_nothing_is_carried(void **state)
{
    (void)state;
    size_t size, count;
    uint8_t *data = golden("mixed.gdr", &size);
    seen_list found;
    reel_memory file = convert(data, size, &reel_format_gdr2, NULL, &found);
    assert_non_null(finding(&found, "convert.loss"));
    assert_null(finding(&found, "convert.gdr.carried"));
    reel_replay *replay;
    assert_int_equal(reel_load(reel_source_memory(file.data, file.size), NULL, &replay, NULL), REEL_OK);
    const gdr_info *info = reel_rows(replay, &gdr_infos, &count);
    assert_int_equal(info->replay_extension.size, 0);
    reel_free(replay);
    reel_memory_free(&file);
    free(data);
}

static void frame_fixes_come_back_from_the_replay_extension_of_xdbot(void **state)
{
    (void)state;
    static const reel_format *const forms[] = { &reel_format_gdr1, &reel_format_gdr1_json };
    size_t size, count, expected;
    uint8_t *data = golden("fixes_xdbot.gdr", &size);
    for (size_t i = 0; i < 2; i++) {
        seen_list found;
        reel_memory form = convert(data, size, forms[i], NULL, &found);
        reel_memory there = convert(form.data, form.size, &reel_format_gdr2, NULL, &found);
        reel_memory back = convert(there.data, there.size, forms[i], NULL, &found);
        assert_non_null(finding(&found, "convert.gdr.frame-fixes"));
        assert_null(finding(&found, "convert.loss"));
        reel_replay *old, *new;
        assert_int_equal(reel_load(reel_source_memory(form.data, form.size), NULL, &old, NULL), REEL_OK);
        assert_int_equal(reel_load(reel_source_memory(back.data, back.size), NULL, &new, NULL), REEL_OK);
        const gdr_extension *a = reel_rows(old, &gdr_extensions, &expected), *b = reel_rows(new, &gdr_extensions, &count);
        assert_int_equal(count, 1);
        assert_int_equal(expected, 1);
        assert_int_equal(b->key.size, a->key.size);
        assert_memory_equal(b->key.data, a->key.data, a->key.size);
        assert_int_equal(b->value.size, a->value.size);
        assert_memory_equal(b->value.data, a->value.data, a->value.size);
        reel_free(old);
        reel_free(new);
        reel_memory_free(&form);
        reel_memory_free(&there);
        reel_memory_free(&back);
    }
    free(data);
}

/* What xdBot's layout can hold becomes an extension; one member more, or of another type, and it is lost and reported. */
static void frame_fixes_of_another_layout_are_lost_and_reported(void **state)
{
    (void)state;
    static const struct {
        const char *fixes;
        bool fits, rounded;
    } cases[] = {
        { "[]", true, false },
        { "[{}]", true, false },
        { "[{\"frame\":1,\"p1\":{\"x\":1,\"y\":-2.5,\"r\":90},\"p2\":{}}]", true, false },
        { "[{\"frame\":1,\"p2\":null},{\"p1\":{\"r\":0}}]", true, false },
        { "[{\"frame\":1,\"p1\":{\"x\":0.1}}]", true, true },
        { "{}", false, false },
        { "7", false, false },
        { "[1]", false, false },
        { "[{\"frame\":1},2]", false, false },
        { "[{\"frame\":-1}]", false, false },
        { "[{\"frame\":1.5}]", false, false },
        { "[{\"frame\":1,\"p3\":{}}]", false, false },
        { "[{\"frame\":1,\"p1\":[]}]", false, false },
        { "[{\"frame\":1,\"p1\":{\"z\":1}}]", false, false },
        { "[{\"frame\":1,\"p1\":{\"x\":\"1\"}}]", false, false },
        { "[{\"frame\":1,\"p2\":{\"y\":{\"x\":1}}}]", false, false },
        { "[{\"frame\":1,\"p2\":{\"r\":true}}]", false, false },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[300];
        seen_list found;
        int size =
            snprintf(text, sizeof text,
                     "{\"gameVersion\":2.2,\"bot\":{\"name\":\"xdBot\",\"version\":\"1\"},\"inputs\":[],\"frameFixes\":%s}",
                     cases[i].fixes);
        reel_memory there = convert((const uint8_t *)text, (size_t)size, &reel_format_gdr2, NULL, &found);
        reel_replay *replay;
        size_t count;
        assert_int_equal(reel_load(reel_source_memory(there.data, there.size), NULL, &replay, NULL), REEL_OK);
        bool fits = ((const gdr_info *)reel_rows(replay, &gdr_infos, &count))->replay_extension.size != 0;
        bool lost = finding(&found, "convert.loss") != NULL;
        /* fixes that fit may come back as another text, which is said as well */
        if (fits != cases[i].fits || (!lost && (!cases[i].fits || cases[i].rounded)))
            fail_msg("%s: fits %d, lost %d", cases[i].fixes, fits, lost);
        reel_free(replay);
        reel_memory_free(&there);
    }
}

static void extensions_of_another_layout_are_lost_and_reported(void **state)
{
    (void)state;
    static const char *const settings[] = { "", "\x01", "\x02\x01", "\xff\xff\xff\xff\x0f", "\x80" };
    size_t size;
    uint8_t *data = golden("fixes_xdbot.gdr", &size);
    seen_list found;
    reel_memory there = convert(data, size, &reel_format_gdr2, NULL, &found);
    reel_replay *replay;
    assert_int_equal(reel_load(reel_source_memory(there.data, there.size), NULL, &replay, NULL), REEL_OK);
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        size_t count;
        gdr_info info = *(const gdr_info *)reel_rows(replay, &gdr_infos, &count);
        reel_memory file;
        reel_writer *writer;
        info.platformer = 0;
        info.replay_extension = (reel_bytes){ (const uint8_t *)settings[i], strlen(settings[i]) };
        assert_int_equal(reel_create(reel_sink_memory(&file, NULL), &reel_format_gdr2, NULL, &writer, NULL), REEL_OK);
        reel_append(writer, &gdr_infos, &info, 1);
        assert_int_equal(reel_finish(writer, NULL), REEL_OK);
        reel_memory back = convert(file.data, file.size, &reel_format_gdr1, NULL, &found);
        assert_int_equal(finding(&found, "convert.loss") != NULL, settings[i][0] != 0);
        assert_null(finding(&found, "convert.gdr.frame-fixes"));
        reel_memory_free(&back);
        reel_memory_free(&file);
    }
    reel_free(replay);
    reel_memory_free(&there);
    free(data);
}

/* The golden files are made from the page, without the library. */
static void reads_what_the_page_says(void **state)
{
    (void)state;
    static const struct {
        const char *name, *holds;
        const reel_format *format;
    } cases[] = {
        { "carried.gdr2", "\xa3zoo\xa4kept", &reel_format_gdr1 },
        { "carried_json.gdr2", "\"zoo\":[1,{\"a\":null}]", &reel_format_gdr1_json },
        { "carried_blocks.gdr2", "\xa4mine\x0a", &reel_format_gdr1 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t size;
        uint8_t *data = golden(cases[i].name, &size);
        seen_list found;
        reel_memory back = convert(data, size, cases[i].format, NULL, &found);
        if (found.count) fail_msg("%s: %s", cases[i].name, found.items[0].rule);
        bool holds = false;
        for (size_t at = 0; at + strlen(cases[i].holds) <= back.size; at++)
            holds |= memcmp(back.data + at, cases[i].holds, strlen(cases[i].holds)) == 0;
        if (!holds) fail_msg("%s: what was carried is missing", cases[i].name);
        reel_memory again = convert(back.data, back.size, &reel_format_gdr2, &carry, &found);
        same_bytes(cases[i].name, &again, data, size);
        reel_memory_free(&back);
        reel_memory_free(&again);
        free(data);
    }
}

static void carried_macros_come_back_in_the_other_form(void **state)
{
    (void)state;
    static const char *const names[] = { "fixes.gdr", "fixes_xdbot.gdr", "hack.gdr", "mixed.gdr" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t size;
        uint8_t *data = golden(names[i], &size);
        seen_list found;
        reel_memory straight = convert(data, size, &reel_format_gdr1_json, NULL, &found);
        reel_memory there = convert(data, size, &reel_format_gdr2, &carry, &found);
        reel_memory back = convert(there.data, there.size, &reel_format_gdr1_json, NULL, &found);
        same_bytes(names[i], &back, straight.data, straight.size);
        reel_memory_free(&straight);
        reel_memory_free(&there);
        reel_memory_free(&back);
        free(data);
    }
}

static reel_replay *restored(const char *name, const reel_convert_options *change, seen_list *found)
{
    size_t size;
    uint8_t *data = golden(name, &size);
    reel_memory there = convert(data, size, &reel_format_gdr2, &carry, found);
    reel_memory changed = convert(there.data, there.size, NULL, change, found);
    reel_memory back = convert(changed.data, changed.size, &reel_format_gdr1, NULL, found);
    reel_replay *replay;
    assert_int_equal(reel_load(reel_source_memory(back.data, back.size), NULL, &replay, NULL), REEL_OK);
    reel_memory_free(&there);
    reel_memory_free(&changed);
    reel_memory_free(&back);
    free(data);
    return replay;
}

static bool is(reel_string text, const char *wanted)
{
    return text.size == strlen(wanted) && memcmp(text.data, wanted, text.size) == 0;
}

static void a_changed_header_counts_and_the_rest_is_what_was_carried(void **state)
{
    (void)state;
    const reel_setting settings[] = { { "author", "eve" }, { "duration", "7.5" }, { "seed", "5" }, { "bot_version", "12" } };
    const reel_convert_options change = { REEL_SIZED(reel_convert_options), .settings = settings, .setting_count = 3 };
    seen_list found;
    size_t count;
    reel_replay *replay = restored("hack.gdr", &change, &found);
    const gdr_info_v1 *info = reel_rows(replay, &gdr_infos_v1, &count);
    assert_true(is(info->author, "eve"));
    assert_true(info->duration == 7.5);
    assert_int_equal(info->seed, 5);
    assert_true(is(info->bot_version, "8.0.6-alpha.1 (geode)"));
    assert_int_equal(info->keys[0] & GDR_KEY_FRAMERATE, 0);
    reel_rows(replay, &gdr_blocks, &count);
    assert_true(count > 0);
    reel_free(replay);
    const reel_convert_options version = { REEL_SIZED(reel_convert_options), .settings = settings + 3, .setting_count = 1 };
    replay = restored("hack.gdr", &version, &found);
    info = reel_rows(replay, &gdr_infos_v1, &count);
    assert_true(is(info->bot_version, "12"));
    reel_free(replay);
}

static void changed_inputs_count_and_their_carried_keys_are_dropped(void **state)
{
    (void)state;
    const reel_setting shift = { "shift", "100" };
    const reel_convert_options change = { REEL_SIZED(reel_convert_options), .operations = &shift, .operation_count = 1 };
    seen_list found;
    size_t count;
    reel_replay *replay = restored("spaced.gdr.json", &change, &found);
    assert_non_null(finding(&found, "convert.gdr.carried-blocks"));
    const gdr_input *inputs = reel_rows(replay, &gdr_inputs, &count);
    assert_int_equal(count, 12);
    assert_int_equal(inputs[0].frame, 110);
    reel_free(replay);
    replay = restored("plain.gdr", &change, &found);
    assert_null(finding(&found, "convert.gdr.carried-blocks"));
    inputs = reel_rows(replay, &gdr_inputs, &count);
    assert_int_equal(inputs[0].frame, 110);
    const gdr_info_v1 *info = reel_rows(replay, &gdr_infos_v1, &count);
    assert_true(is(info->bot_version, "v1.2.3"));
    reel_free(replay);
}

static void an_anonymised_copy_carries_nothing(void **state)
{
    (void)state;
    static const char *const names[] = { "plain.gdr", "fixes_xdbot.gdr" };
    const reel_convert_options hide = { REEL_SIZED(reel_convert_options), .flags = REEL_ANONYMISE };
    for (size_t i = 0; i < 2; i++) {
        size_t size, count;
        uint8_t *data = golden(names[i], &size);
        seen_list found;
        reel_memory there = convert(data, size, &reel_format_gdr2, &carry, &found);
        reel_memory hidden = convert(there.data, there.size, NULL, &hide, &found);
        reel_replay *replay;
        assert_int_equal(reel_load(reel_source_memory(hidden.data, hidden.size), NULL, &replay, NULL), REEL_OK);
        const gdr_info *info = reel_rows(replay, &gdr_infos, &count);
        assert_true(is(info->author, "anonymous"));
        assert_int_equal(info->replay_extension.size, 0); /* also not fixes of a bot, before the carried macro */
        reel_free(replay);
        reel_memory_free(&there);
        reel_memory_free(&hidden);
        free(data);
    }
}

static void a_damaged_carry_is_reported_and_not_used(void **state)
{
    (void)state;
    file_list files = files_below(project_path("tests/formats/gdr/carried"));
    assert_true(files.count > 0);
    for (size_t i = 0; i < files.count; i++) {
        size_t size, count;
        uint8_t *data = read_file(files.paths[i], &size);
        seen_list found;
        reel_memory back = convert(data, size, &reel_format_gdr1, NULL, &found);
        bool marked = !strstr(files.paths[i], "bad_size"); /* without its size it cannot be told from other bytes */
        if ((finding(&found, "convert.gdr.carry-damaged") != NULL) != marked) fail_msg("%s: no word of it", files.paths[i]);
        if (!finding(&found, "convert.loss")) fail_msg("%s: no loss", files.paths[i]);
        reel_replay *replay;
        assert_int_equal(reel_load(reel_source_memory(back.data, back.size), NULL, &replay, NULL), REEL_OK);
        reel_rows(replay, &gdr_inputs, &count);
        assert_int_equal(count, 12);
        reel_free(replay);
        reel_memory_free(&back);
        free(data);
    }
    file_list_free(&files);
}

/* Of a carry that cannot be used the frame fixes before it still can. */
static void frame_fixes_before_a_damaged_carry_come_back(void **state)
{
    (void)state;
    size_t size, count;
    uint8_t *data = golden("carried.gdr2", &size);
    seen_list found;
    reel_replay *replay;
    assert_int_equal(reel_load(reel_source_memory(data, size), NULL, &replay, NULL), REEL_OK);
    const gdr_info *info = reel_rows(replay, &gdr_infos, &count);
    const size_t fixes = 1 + 2 * (1 + 26) + 2 + 26; /* the version is the byte after them */
    for (size_t at = 0; at + fixes < size; at++)
        if (memcmp(data + at, info->replay_extension.data, fixes) == 0) data[at + fixes] = 99;
    reel_free(replay);
    reel_memory back = convert(data, size, &reel_format_gdr1, NULL, &found);
    assert_non_null(finding(&found, "convert.gdr.carry-damaged"));
    assert_non_null(finding(&found, "convert.gdr.frame-fixes"));
    assert_non_null(finding(&found, "convert.loss"));
    assert_int_equal(reel_load(reel_source_memory(back.data, back.size), NULL, &replay, NULL), REEL_OK);
    reel_rows(replay, &gdr_extensions, &count);
    assert_int_equal(count, 1);
    reel_free(replay);
    reel_memory_free(&back);
    free(data);
}

/* Bytes of the carry changed one by one: an answer for each, and memory within bounds. */
static void every_changed_byte_of_a_carry_gets_an_answer(void **state)
{
    (void)state;
    static const char *const names[] = { "carried.gdr2", "carried_json.gdr2", "carried_blocks.gdr2" };
    static const uint8_t masks[] = { 0x01, 0x80, 0xff };
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        size_t size;
        uint8_t *data = golden(names[n], &size);
        for (size_t i = 40; i < size; i++) {
            for (size_t m = 0; m < sizeof masks; m++) {
                test_allocator memory = { .live = 0 };
                reel_allocator allocator = test_allocator_of(&memory);
                reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator };
                reel_memory file;
                data[i] ^= masks[m];
                if (reel_convert(reel_source_memory(data, size), &options, &reel_format_gdr1, reel_sink_memory(&file, &allocator),
                                 NULL, NULL) >= 0)
                    reel_memory_free(&file);
                data[i] ^= masks[m];
                assert_int_equal(memory.live, 0);
                assert_true(memory.peak < (1 << 20));
            }
        }
        free(data);
    }
}

static void convert_without_memory(const char *name, const reel_format *to)
{
    size_t size;
    uint8_t *data = golden(name, &size);
    for (size_t n = 1;; n++) {
        test_allocator memory = { .fail_at = n };
        reel_allocator allocator = test_allocator_of(&memory);
        reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator };
        reel_memory file;
        reel_error error;
        reel_status status =
            reel_convert(reel_source_memory(data, size), &options, to, reel_sink_memory(&file, &allocator), &carry, &error);
        if (status >= 0) reel_memory_free(&file);
        assert_int_equal(memory.live, 0);
        if (status >= 0) break;
        if (status != REEL_MEMORY) fail_msg("%s, allocation %zu: %s", name, n, error.message);
    }
    free(data);
}

static void without_memory_a_carry_fails_and_leaks_nothing(void **state)
{
    (void)state;
    convert_without_memory("fixes_xdbot.gdr", &reel_format_gdr2);
    convert_without_memory("hack.gdr", &reel_format_gdr2);
    convert_without_memory("carried.gdr2", &reel_format_gdr1);
    convert_without_memory("carried_json.gdr2", &reel_format_gdr1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(carried_macros_come_back_byte_for_byte),
        cmocka_unit_test(carried_macros_of_the_corpus_come_back_byte_for_byte),
        cmocka_unit_test(without_the_flag_nothing_is_carried),
        cmocka_unit_test(frame_fixes_come_back_from_the_replay_extension_of_xdbot),
        cmocka_unit_test(frame_fixes_of_another_layout_are_lost_and_reported),
        cmocka_unit_test(extensions_of_another_layout_are_lost_and_reported),
        cmocka_unit_test(reads_what_the_page_says),
        cmocka_unit_test(carried_macros_come_back_in_the_other_form),
        cmocka_unit_test(a_changed_header_counts_and_the_rest_is_what_was_carried),
        cmocka_unit_test(changed_inputs_count_and_their_carried_keys_are_dropped),
        cmocka_unit_test(an_anonymised_copy_carries_nothing),
        cmocka_unit_test(a_damaged_carry_is_reported_and_not_used),
        cmocka_unit_test(frame_fixes_before_a_damaged_carry_come_back),
        cmocka_unit_test(every_changed_byte_of_a_carry_gets_an_answer),
        cmocka_unit_test(without_memory_a_carry_fails_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
