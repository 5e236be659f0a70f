/* SPDX-License-Identifier: MIT
 * reel_sign and reel_verify over replays: what a mark covers, what it binds, and what is noticed. */
#include "signers.h"

#include <reel/insight.h>

/* ---- embedded ------------------------------------------------------------------------------------------------------- */

static void a_mark_binds_its_options_and_the_header(void **state)
{
    need_library();
    signers *bench = *state;
    bytes file = full_bsor(), marked = sign(bench->key, file, 0);
    const reel_verify_options how = trusting(bench->key);
    reel_mark *mark;
    reel_replay *replay;
    size_t count;
    assert_int_equal(reel_verify(reel_source_memory(marked.data, marked.size), NULL, &how, &mark, NULL), REEL_OK);
    assert_int_equal(reel_load(reel_source_memory(marked.data, marked.size), NULL, &replay, NULL), REEL_OK);
    const bsor_info *info = reel_rows(replay, &bsor_infos, &count);
    assert_int_equal(mark->problems, 0);
    assert_true(mark->embedded && mark->has_key);
    assert_memory_equal(mark->key.key, reel_key_public(bench->key)->key, sizeof mark->key.key);
    assert_int_equal(mark->time, 1700000000);
    assert_true(is_text(mark->challenge, challenge));
    assert_true(is_text(mark->format, "bsor"));
    assert_int_equal(mark->file.size, 0);
    assert_int_equal(mark->player.size, info->player_id.size);
    assert_memory_equal(mark->player.data, info->player_id.data, info->player_id.size);
    assert_true(is_text(mark->level, "0123456789ABCDEF0123456789ABCDEF01234567/Expert/Standard"));
    reel_free(replay);
    reel_mark_free(mark);
    free(file.data);
    free(marked.data);
}

static void marks_of_every_golden_file_verify_and_cover_the_file_before(void **state)
{
    need_library();
    signers *bench = *state;
    const reel_verify_options how = trusting(bench->key);
    file_list files = files_below(project_path("tests/formats/bsor/golden"));
    size_t signed_files = 0;
    for (size_t i = 0; i < files.count; i++) {
        bytes file, marked;
        file.data = read_file(files.paths[i], &file.size);
        const reel_sign_options options = { REEL_SIZED(reel_sign_options) };
        reel_error error;
        if (try_sign(bench->key, file, &options, &marked, &error) < 0) {
            assert_string_equal(error.rule, "sign.no-place"); /* bytes after the last section, for instance */
            free(file.data);
            continue;
        }
        bytes plain = without_mark(bench->key, marked);
        assert_int_equal(problems_of(marked, &how), 0);
        bool had_empty_section = file.size == plain.size + 5;
        if (!had_empty_section) assert_int_equal(plain.size, file.size);
        if (!had_empty_section) assert_memory_equal(plain.data, file.data, file.size);
        signed_files++;
        free(plain.data);
        free(marked.data);
        free(file.data);
    }
    assert_true(signed_files > 5);
    file_list_free(&files);
}

static void signing_again_replaces_the_mark(void **state)
{
    need_library();
    signers *bench = *state;
    bytes file = full_bsor(), once = sign(bench->key, file, 0), twice = sign(bench->other, once, 0);
    const reel_verify_options first = trusting(bench->key), second = trusting(bench->other);
    size_t marks, before = user_entries(once, &marks);
    assert_int_equal(user_entries(twice, &marks), before);
    assert_int_equal(marks, 1);
    assert_int_equal(problems_of(twice, &second), 0);
    assert_int_equal(problems_of(twice, &first), REEL_MARK_WRONG_KEY);
    assert_int_equal(once.size, twice.size);
    free(file.data);
    free(once.data);
    free(twice.data);
}

/* Whether one pass over the rows, which a server makes, finds a mark that is fine. */
static bool survey_calls_it_fine(bytes file)
{
    reel_survey survey = { REEL_SIZED(reel_survey), .flags = REEL_SURVEY_CHECK | REEL_SURVEY_MARK };
    reel_status status = reel_survey_run(reel_source_memory(file.data, file.size), NULL, &survey, NULL);
    bool fine = status == REEL_OK && survey.damage.status >= 0 && survey.mark && !survey.mark->problems;
    reel_mark_free(survey.mark);
    return fine;
}

static void every_changed_byte_is_noticed(void **state)
{
    need_library();
    signers *bench = *state;
    bytes file = full_bsor(), marked = sign(bench->key, file, 0);
    const reel_verify_options how = trusting(bench->key);
    for (size_t i = 0; i < marked.size; i++) {
        uint32_t problems;
        marked.data[i] ^= (uint8_t)(1u << i % 8);
        if (try_verify(marked, &how, &problems, NULL) == REEL_OK && !problems) fail_msg("byte %zu", i);
        if (survey_calls_it_fine(marked)) fail_msg("byte %zu, survey", i);
        marked.data[i] ^= (uint8_t)(1u << i % 8);
    }
    assert_int_equal(problems_of(marked, &how), 0);
    assert_true(survey_calls_it_fine(marked));
    free(file.data);
    free(marked.data);
}

static void every_cut_is_noticed(void **state)
{
    need_library();
    signers *bench = *state;
    bytes file = full_bsor(), marked = sign(bench->key, file, 0);
    const reel_verify_options how = trusting(bench->key);
    for (size_t size = 0; size < marked.size; size++) {
        uint32_t problems;
        bytes cut = { malloc(size + 1), size };
        memcpy(cut.data, marked.data, size);
        if (try_verify(cut, &how, &problems, NULL) == REEL_OK && !problems) fail_msg("cut to %zu bytes", size);
        free(cut.data);
    }
    free(file.data);
    free(marked.data);
}

static void bytes_after_the_end_are_noticed(void **state)
{
    need_library();
    signers *bench = *state;
    bytes file = full_bsor(), marked = sign(bench->key, file, 0);
    const reel_verify_options how = trusting(bench->key);
    marked.data = realloc(marked.data, marked.size + 1);
    marked.data[marked.size++] = 0;
    assert_int_equal(problems_of(marked, &how), REEL_MARK_CHANGED);
    free(file.data);
    free(marked.data);
}

static void two_marks_are_damage(void **state)
{
    need_library();
    signers *bench = *state;
    bytes file = full_bsor(), marked = sign(bench->key, file, 0);
    const reel_verify_options how = trusting(bench->key);
    reel_replay *replay;
    test_sink sink = { .data = NULL };
    reel_mark *mark;
    size_t count;
    assert_int_equal(reel_load(reel_source_memory(marked.data, marked.size), NULL, &replay, NULL), REEL_OK);
    assert_int_equal(reel_verify(reel_source_memory(marked.data, marked.size), NULL, &how, &mark, NULL), REEL_OK);
    const bsor_section *rows = reel_rows(replay, &bsor_sections, &count);
    size_t counted = (size_t)rows[count - 1].offset + 1, at = (size_t)mark->offset, size = (size_t)mark->size;
    assert_int_equal(rows[count - 1].id, 7);
    marked.data = realloc(marked.data, marked.size + size);
    memcpy(marked.data + marked.size, marked.data + at, size);
    marked.size += size;
    reel_store_u32le(marked.data + counted, reel_load_u32le(marked.data + counted) + 1);
    assert_true(problems_of(marked, &how) & REEL_MARK_DAMAGED);
    reel_mark_free(mark);
    reel_free(replay);
    test_sink_free(&sink);
    free(file.data);
    free(marked.data);
}

static void files_without_room_for_a_mark_are_refused(void **state)
{
    need_library();
    signers *bench = *state;
    const reel_sign_options how = { REEL_SIZED(reel_sign_options) };
    bytes file = full_bsor(), out;
    reel_error error;
    file.data = realloc(file.data, file.size + 9);
    memset(file.data + file.size, 9, 9); /* an unknown section */
    size_t marks;
    bool has_user_data = user_entries((bytes){ file.data, file.size }, &marks) > 0;
    file.size += 9;
    reel_status status = try_sign(bench->key, file, &how, &out, &error);
    if (has_user_data) {
        assert_int_equal(status, REEL_OK); /* the mark goes into the section that is there */
        free(out.data);
    } else {
        assert_int_equal(status, REEL_UNSUPPORTED);
        assert_string_equal(error.rule, "sign.no-place");
    }
    free(file.data);
    file = golden("tests/formats/gdr/golden/plain.gdr2");
    assert_int_equal(try_sign(bench->key, file, &how, &out, &error), REEL_UNSUPPORTED);
    assert_string_equal(error.rule, "sign.no-place");
    free(file.data);
}

/* ---- what is expected ----------------------------------------------------------------------------------------------- */

static void every_problem_has_its_own_rule(void **state)
{
    need_library();
    signers *bench = *state;
    bytes file = full_bsor(), marked = sign(bench->key, file, 0), changed = sign(bench->key, file, 0);
    changed.data[file.size / 2] ^= 1;
    reel_verify_options mine = trusting(bench->key), others = trusting(bench->other);
    reel_verify_options player = mine, level = mine, dared = mine;
    player.player = "somebody";
    level.level = "elsewhere";
    dared.challenge = "5f21c1";
    const struct {
        bytes file;
        const reel_verify_options *how;
        uint32_t problem;
        const char *rule;
    } cases[] = {
        { file, &mine, REEL_MARK_MISSING, "mark.missing" },      { marked, &others, REEL_MARK_WRONG_KEY, "mark.key" },
        { changed, &mine, REEL_MARK_CHANGED, "mark.changed" },   { marked, &player, REEL_MARK_OTHER_PLAYER, "mark.player" },
        { marked, &level, REEL_MARK_OTHER_LEVEL, "mark.level" }, { marked, &dared, REEL_MARK_OTHER_CHALLENGE, "mark.challenge" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reel_findings *findings = reel_findings_new(NULL);
        uint32_t problems;
        assert_int_equal(try_verify(cases[i].file, cases[i].how, &problems, findings), REEL_OK);
        assert_int_equal(problems, cases[i].problem);
        assert_int_equal(reel_findings_count(findings), 1);
        assert_string_equal(reel_findings_at(findings, 0)->rule, cases[i].rule);
        assert_int_equal(reel_findings_at(findings, 0)->severity, REEL_ERROR);
        reel_findings_free(findings);
    }
    free(file.data);
    free(marked.data);
    free(changed.data);
}

static void one_of_many_keys_is_enough(void **state)
{
    need_library();
    signers *bench = *state;
    bytes file = full_bsor(), marked = sign(bench->key, file, 0);
    const reel_public_key keys[] = { *reel_key_public(bench->other), *reel_key_public(bench->key) };
    const reel_verify_options how = { REEL_SIZED(reel_verify_options), .keys = keys, .key_count = 2, .challenge = challenge };
    assert_int_equal(problems_of(marked, &how), 0);
    free(file.data);
    free(marked.data);
}

/* A key with the id of another proves nothing. */
static void a_forged_key_id_does_not_help(void **state)
{
    need_library();
    signers *bench = *state;
    bytes file = full_bsor(), marked = sign(bench->other, file, 0);
    reel_public_key forged = *reel_key_public(bench->key);
    memcpy(forged.id, reel_key_public(bench->other)->id, sizeof forged.id);
    const reel_verify_options how = { REEL_SIZED(reel_verify_options), .keys = &forged, .key_count = 1 };
    assert_int_equal(problems_of(marked, &how), REEL_MARK_WRONG_KEY);
    free(file.data);
    free(marked.data);
}

static void a_player_who_is_not_in_the_header_is_refused(void **state)
{
    need_library();
    signers *bench = *state;
    bytes file = full_bsor(), out;
    reel_error error;
    const reel_sign_options player = { REEL_SIZED(reel_sign_options), .player = "somebody" };
    const reel_sign_options level = { REEL_SIZED(reel_sign_options), .level = "elsewhere" };
    assert_int_equal(try_sign(bench->key, file, &player, &out, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "sign.player");
    assert_int_equal(try_sign(bench->key, file, &level, &out, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "sign.level");
    free(file.data);
}

static void values_too_long_for_a_signature_are_refused(void **state)
{
    need_library();
    signers *bench = *state;
    bytes file = full_bsor(), out;
    reel_error error;
    char *huge = calloc(1, 9000);
    memset(huge, 'x', 8999);
    const reel_sign_options how = { REEL_SIZED(reel_sign_options), .challenge = huge };
    assert_int_equal(try_sign(bench->key, file, &how, &out, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "sign.too-long");
    free(huge);
    free(file.data);
}

static void values_may_have_any_bytes(void **state)
{
    need_library();
    signers *bench = *state;
    bytes file = full_bsor(), marked;
    const char odd[] = "a\tb\n%41:\xff\xc3\xa9 player:x";
    const reel_sign_options how = { REEL_SIZED(reel_sign_options), .challenge = odd };
    reel_verify_options expects = trusting(bench->key);
    expects.challenge = odd;
    assert_int_equal(try_sign(bench->key, file, &how, &marked, NULL), REEL_OK);
    assert_int_equal(problems_of(marked, &expects), 0);
    free(file.data);
    free(marked.data);
}

/* ---- check and containers ------------------------------------------------------------------------------------------- */

static uint64_t check_finds(bytes file, const char *rule, reel_severity severity)
{
    uint64_t found = 0;
    reel_findings *findings = reel_findings_new(NULL);
    const reel_options options = { REEL_SIZED(reel_options), .report = reel_findings_report, .report_context = findings };
    assert_int_equal(reel_check(reel_source_memory(file.data, file.size), &options, NULL), REEL_OK);
    for (size_t i = 0; i < reel_findings_count(findings); i++)
        found += !strcmp(reel_findings_at(findings, i)->rule, rule) && reel_findings_at(findings, i)->severity == severity;
    reel_findings_free(findings);
    return found;
}

/* It names the player. */
static void anonymising_drops_the_mark(void **state)
{
    need_library();
    signers *bench = *state;
    bytes file = full_bsor(), marked = sign(bench->key, file, 0);
    const reel_verify_options how = trusting(bench->key);
    const reel_convert_options edit = { REEL_SIZED(reel_convert_options), .flags = REEL_ANONYMISE };
    reel_findings *findings = reel_findings_new(NULL);
    const reel_options options = { REEL_SIZED(reel_options), .report = reel_findings_report, .report_context = findings };
    reel_memory made;
    reel_error error;
    bool noted = false;
    if (reel_convert(reel_source_memory(marked.data, marked.size), &options, NULL, reel_sink_memory(&made, NULL), &edit, &error) <
        0)
        fail_msg("%s", error.message);
    assert_int_equal(problems_of((bytes){ made.data, made.size }, &how), REEL_MARK_MISSING);
    for (size_t i = 0; i < reel_findings_count(findings); i++) noted |= !strcmp(reel_findings_at(findings, i)->rule, "edit.mark");
    assert_true(noted);
    reel_memory_free(&made);
    reel_findings_free(findings);
    free(marked.data);
    free(file.data);
}

static void check_reports_broken_marks_as_errors_and_good_ones_as_notes(void **state)
{
    need_library();
    signers *bench = *state;
    bytes file = full_bsor(), marked = sign(bench->key, file, 0);
    assert_int_equal(check_finds(file, "mark.missing", REEL_ERROR), 0);
    assert_int_equal(check_finds(marked, "mark.unknown-key", REEL_NOTE), 1);
    marked.data[file.size / 2] ^= 1;
    assert_int_equal(check_finds(marked, "mark.changed", REEL_ERROR), 1);
    assert_int_equal(check_finds(marked, "mark.unknown-key", REEL_NOTE), 0);
    marked.data[file.size / 2] ^= 1;
    marked.data[marked.size - 2] ^= 1; /* inside the last line of the mark */
    assert_int_equal(check_finds(marked, "mark.damaged", REEL_ERROR), 1);
    free(file.data);
    free(marked.data);
}

static void marks_of_replays_in_containers_verify(void **state)
{
    need_library();
    signers *bench = *state;
    bytes file = full_bsor(), marked = sign(bench->key, file, 0);
    const reel_verify_options how = trusting(bench->key);
    reel_replay *replay;
    reel_writer *writer;
    test_sink sink = { .data = NULL }, spool = { .data = NULL };
    assert_int_equal(reel_load(reel_source_memory(marked.data, marked.size), NULL, &replay, NULL), REEL_OK);
    assert_int_equal(reel_create(test_sink_of(&sink), &reel_format_bsor, NULL, &writer, NULL), REEL_OK);
    assert_int_equal(reel_spool(writer, test_sink_of(&spool), NULL, NULL), REEL_OK);
    assert_int_equal(reel_append_chunk(writer, reel_replay_chunk(replay)), REEL_OK);
    assert_int_equal(reel_flush(writer, NULL), REEL_OK);
    reel_discard(writer); /* commits the spool */
    assert_int_equal(problems_of((bytes){ spool.data, spool.size }, &how), 0);
    reel_free(replay);
    test_sink_free(&sink);
    test_sink_free(&spool);
    free(file.data);
    free(marked.data);
}

static void without_libsodium_every_call_says_so(void **state)
{
    (void)state;
    reel_key *key;
    reel_mark *mark;
    reel_error error;
    if (reel_signing_library()) {
        print_message("built with libsodium\n");
        skip();
    }
    assert_int_equal(reel_key_new(&key, &error), REEL_UNSUPPORTED);
    assert_string_equal(error.rule, "sign.not-built");
    assert_int_equal(reel_verify(reel_source_memory("x", 1), NULL, NULL, &mark, &error), REEL_UNSUPPORTED);
    assert_string_equal(error.rule, "sign.not-built");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(a_mark_binds_its_options_and_the_header),
        test(marks_of_every_golden_file_verify_and_cover_the_file_before),
        test(signing_again_replaces_the_mark),
        test(every_changed_byte_is_noticed),
        test(every_cut_is_noticed),
        test(bytes_after_the_end_are_noticed),
        test(two_marks_are_damage),
        test(files_without_room_for_a_mark_are_refused),
        test(every_problem_has_its_own_rule),
        test(one_of_many_keys_is_enough),
        test(a_forged_key_id_does_not_help),
        test(a_player_who_is_not_in_the_header_is_refused),
        test(values_too_long_for_a_signature_are_refused),
        test(values_may_have_any_bytes),
        test(anonymising_drops_the_mark),
        test(check_reports_broken_marks_as_errors_and_good_ones_as_notes),
        test(marks_of_replays_in_containers_verify),
        test(without_libsodium_every_call_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
