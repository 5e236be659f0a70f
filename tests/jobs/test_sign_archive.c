/* SPDX-License-Identifier: MIT
 * Marks of archives: signatures of the hash chain over their records. */
#include "codec/xxh3.h"
#include "containers/archive_record.h"
#include "jobs/sign/chain.h"
#include "jobs/sign/key.h"
#include "jobs/sign/minisign.h"
#include "signing.h"

#include <reel/archive.h>
#include <reel/bsor.h>
#include <reel/sign.h>

static int new_key(void **state)
{
    reel_key *key = NULL;
    if (reel_signing_library() && reel_key_new(&key, NULL) < 0) return 1;
    *state = key;
    return 0;
}

static int free_key(void **state) { return reel_key_free(*state), 0; }

/* A recording of a golden file as an archive. */
static bytes recording_of(bool edited)
{
    size_t size;
    uint8_t *file = read_file(project_path("tests/formats/bsor/golden/full.bsor"), &size);
    if (edited) file[900] ^= 1; /* in a frame */
    const reel_archive_options archive = { REEL_SIZED(reel_archive_options) };
    const reel_write_options options = { REEL_SIZED(reel_write_options), .archive = &archive };
    test_sink sink = { .data = NULL };
    reel_replay *replay;
    reel_writer *writer;
    assert_int_equal(reel_load(reel_source_memory(file, size), NULL, &replay, NULL), REEL_OK);
    assert_int_equal(reel_create(test_sink_of(&sink), &reel_format_bsor, &options, &writer, NULL), REEL_OK);
    assert_int_equal(reel_append_chunk(writer, reel_replay_chunk(replay)), REEL_OK);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    reel_free(replay);
    free(file);
    return (bytes){ sink.data, sink.size };
}

static bytes recorded(void) { return recording_of(false); }

static bytes sign(const reel_key *key, bytes archive)
{
    const reel_sign_options how = { REEL_SIZED(reel_sign_options), .time = 1, .challenge = "c" };
    test_sink sink = { .data = NULL };
    reel_error error;
    if (reel_sign(reel_source_memory(archive.data, archive.size), NULL, key, &how, test_sink_of(&sink), &error) < 0)
        fail_msg("%s", error.message);
    return (bytes){ sink.data, sink.size };
}

static reel_status try_verify(const reel_key *key, bytes archive, uint32_t *problems)
{
    const reel_verify_options how = { REEL_SIZED(reel_verify_options), .keys = reel_key_public(key), .key_count = 1,
                                      .challenge = "c" };
    reel_mark *mark;
    reel_status status = reel_verify(reel_source_memory(archive.data, archive.size), NULL, &how, &mark, NULL);
    *problems = mark ? mark->problems : UINT32_MAX;
    reel_mark_free(mark);
    return status;
}

static uint32_t problems_of(const reel_key *key, bytes archive)
{
    uint32_t problems;
    assert_int_equal(try_verify(key, archive, &problems), REEL_OK);
    return problems;
}

/* Offset after the record of this kind, from `from` on. */
static size_t after_record(bytes archive, record_kind kind, size_t from)
{
    archive_record record;
    while (from + RECORD_HEAD <= archive.size && reel__record_parse(archive.data + from, &record)) {
        from += RECORD_HEAD + record.size;
        if (record.kind == (uint8_t)kind) return from;
    }
    fail_msg("no record of kind %d", (int)kind);
    return 0;
}

static void a_signed_archive_verifies_and_reads_as_before(void **state)
{
    need_library();
    const reel_options strict = { REEL_SIZED(reel_options), .flags = REEL_STRICT };
    bytes archive = recorded(), marked = sign(*state, archive);
    reel_replay *a, *b;
    reel_error error;
    uint64_t differences = 0;
    assert_int_equal(problems_of(*state, archive), REEL_MARK_MISSING);
    assert_int_equal(problems_of(*state, marked), 0);
    assert_int_equal(reel_load(reel_source_memory(archive.data, archive.size), &strict, &a, NULL), REEL_OK);
    if (reel_load(reel_source_memory(marked.data, marked.size), &strict, &b, &error) < 0) fail_msg("%s", error.message);
    assert_int_equal(reel_diff(a, b, true, NULL, NULL, &differences, NULL), REEL_OK);
    assert_int_equal(differences, 0);
    reel_free(a);
    reel_free(b);
    free(archive.data);
    free(marked.data);
}

static void an_archive_is_signed_once(void **state)
{
    need_library();
    reel_key *other;
    assert_int_equal(reel_key_new(&other, NULL), REEL_OK);
    bytes archive = recorded(), once = sign(other, archive), twice = sign(*state, once);
    assert_int_equal(problems_of(*state, once), REEL_MARK_WRONG_KEY);
    assert_int_equal(problems_of(*state, twice), 0);
    assert_int_equal(once.size, twice.size);
    reel_key_free(other);
    free(archive.data);
    free(once.data);
    free(twice.data);
}

static void changes_of_every_byte_are_noticed(void **state)
{
    need_library();
    bytes archive = recorded(), marked = sign(*state, archive);
    for (size_t i = 0; i < marked.size; i++) {
        uint32_t problems;
        marked.data[i] ^= (uint8_t)(1u << i % 8);
        if (try_verify(*state, marked, &problems) == REEL_OK && !problems) fail_msg("byte %zu", i);
        marked.data[i] ^= (uint8_t)(1u << i % 8);
    }
    free(archive.data);
    free(marked.data);
}

static void cuts_are_noticed(void **state)
{
    need_library();
    bytes archive = recorded(), marked = sign(*state, archive);
    size_t end = after_record(marked, RECORD_SIGNATURE, ARCHIVE_HEAD);
    for (size_t size = 0; size < marked.size; size++) {
        uint32_t problems;
        if (size == end) continue;
        bytes cut = { malloc(size + 1), size };
        memcpy(cut.data, marked.data, size);
        if (try_verify(*state, cut, &problems) == REEL_OK && !problems) fail_msg("cut to %zu bytes", size);
        free(cut.data);
    }
    marked.size = end; /* without its index it is still the same replay */
    assert_int_equal(problems_of(*state, marked), 0);
    free(archive.data);
    free(marked.data);
}

/* The recording with a signature of what was written first, as a recorder may make it; *signed_to: where that ends. */
static bytes signed_while_recorded(const reel_key *key, size_t *signed_to)
{
    bytes archive = recorded();
    size_t start = after_record(archive, RECORD_START, ARCHIVE_HEAD);
    char text[300], public[REEL_PUBLIC_KEY_TEXT];
    uint8_t digest[SEAL_DIGEST];
    archive_chain chain = { .value = { 0 } };
    reel_memory mark = { .data = NULL }, record = { .data = NULL };
    mark.allocator = record.allocator = reel__memory_allocator(NULL);
    reel_public_key_text(reel_key_public(key), public);
    snprintf(text, sizeof text, "reel:1\tkey:%s\tchallenge:c", public);
    reel__archive_chain_add(&chain, archive.data + ARCHIVE_HEAD, start - ARCHIVE_HEAD);
    reel__chain_digest(&chain, digest);
    assert_true(reel__minisign_write(&mark, digest, (reel_string){ text, strlen(text) }, reel_key_public(key), key->secret));
    assert_true(reel__record_begin(&record) && memory_add(&record, mark.data, mark.size) &&
                reel__record_seal(&record, RECORD_SIGNATURE));
    bytes live = { malloc(archive.size + record.size), archive.size + record.size };
    memcpy(live.data, archive.data, start);
    memcpy(live.data + start, record.data, record.size);
    memcpy(live.data + start + record.size, archive.data + start, archive.size - start);
    *signed_to = start + record.size;
    reel_memory_free(&mark);
    reel_memory_free(&record);
    free(archive.data);
    return live;
}

static void what_follows_the_last_signature_is_not_signed(void **state)
{
    need_library();
    size_t signed_to;
    bytes live = signed_while_recorded(*state, &signed_to);
    assert_int_equal(problems_of(*state, live), REEL_MARK_CHANGED);
    live.size = signed_to; /* cut after the signature: the replay has no end */
    assert_int_equal(problems_of(*state, live), REEL_MARK_CHANGED);
    free(live.data);
}

/* Signatures of the recorder stay where they are, so all of them have to be of one key. */
static void who_recorded_signs_the_whole(void **state)
{
    need_library();
    reel_key *other;
    reel_error error;
    size_t signed_to;
    test_sink sink = { .data = NULL };
    assert_int_equal(reel_key_new(&other, NULL), REEL_OK);
    bytes live = signed_while_recorded(*state, &signed_to), whole = sign(*state, live);
    assert_int_equal(problems_of(*state, whole), 0);
    assert_int_equal(reel_sign(reel_source_memory(live.data, live.size), NULL, other, NULL, test_sink_of(&sink), &error),
                     REEL_UNSUPPORTED);
    assert_string_equal(error.rule, "sign.no-place");
    assert_string_equal(error.message, "the archive cannot be signed: its recorder signed it with another key");
    live.data[signed_to - 40] ^= 1; /* in the signature */
    assert_true(reel_sign(reel_source_memory(live.data, live.size), NULL, *state, NULL, test_sink_of(&sink), &error) < 0);
    test_sink_free(&sink);
    reel_key_free(other);
    free(whole.data);
    free(live.data);
}

/* The worst that `check` reports about marks; the rule that it must have. */
static void check_reports(bytes archive, const char *rule, reel_severity severity, bool streams)
{
    reel_findings *findings = reel_findings_new(NULL);
    const reel_options options = { REEL_SIZED(reel_options), .report = reel_findings_report, .report_context = findings };
    test_source pieces = { .data = archive.data, .size = archive.size, .step = 100 };
    reel_source source = streams ? test_source_of(&pieces) : reel_source_memory(archive.data, archive.size);
    bool found = false, marks = false;
    assert_int_equal(reel_check(source, &options, NULL), REEL_OK);
    for (size_t i = 0; i < reel_findings_count(findings); i++) {
        const reel_finding *finding = reel_findings_at(findings, i);
        marks |= !strncmp(finding->rule, "mark.", 5);
        if (rule && !strcmp(finding->rule, rule)) {
            found = true;
            assert_int_equal(finding->severity, severity);
        }
    }
    if (found != (rule != NULL) || marks != found) fail_msg("check does not report %s", rule ? rule : "an unsigned replay");
    reel_findings_free(findings);
}

/* The records of one archive with the signature of another. */
static bytes with_signature_of(bytes archive, bytes marked)
{
    size_t at = after_record(archive, RECORD_END, ARCHIVE_HEAD), begin = after_record(marked, RECORD_END, ARCHIVE_HEAD),
           size = after_record(marked, RECORD_SIGNATURE, ARCHIVE_HEAD) - begin;
    bytes made = { malloc(archive.size + size), archive.size + size };
    assert_non_null(made.data);
    memcpy(made.data, archive.data, at);
    memcpy(made.data + at, marked.data + begin, size);
    memcpy(made.data + at + size, archive.data + at, archive.size - at);
    return made;
}

/* One bit of the signature changed, with the record's checksum as it should be. */
static void change_signature(bytes marked)
{
    size_t begin = after_record(marked, RECORD_END, ARCHIVE_HEAD),
           payload = after_record(marked, RECORD_SIGNATURE, ARCHIVE_HEAD) - begin - RECORD_HEAD;
    marked.data[begin + RECORD_HEAD + payload / 2] ^= 1;
    reel_store_u64le(marked.data + begin + 8,
                     reel__xxh3_64(marked.data + begin + RECORD_HEAD, payload, reel_load_u64le(marked.data + begin)));
}

static void check_reports_the_mark_of_an_archive(void **state)
{
    need_library();
    bytes archive = recorded(), marked = sign(*state, archive), edited = recording_of(true);
    bytes forged = with_signature_of(edited, marked), cut = marked;
    cut.size = after_record(marked, RECORD_SIGNATURE, ARCHIVE_HEAD);
    for (int streams = 0; streams < 2; streams++) {
        check_reports(archive, NULL, REEL_NOTE, streams);
        check_reports(marked, "mark.unknown-key", REEL_NOTE, streams);
        check_reports(cut, "mark.unknown-key", REEL_NOTE, streams);
        check_reports(forged, "mark.changed", REEL_ERROR, streams);
    }
    change_signature(marked);
    check_reports(marked, "mark.damaged", REEL_ERROR, false);
    check_reports(marked, "mark.damaged", REEL_ERROR, true);
    free(archive.data);
    free(marked.data);
    free(edited.data);
    free(forged.data);
}

static void archives_of_several_replays_have_a_mark_for_each(void **state)
{
    need_library();
    bytes archive = recorded(), marked = sign(*state, archive),
          both = { malloc(archive.size + marked.size), archive.size + marked.size };
    const reel_verify_options how = { REEL_SIZED(reel_verify_options), .keys = reel_key_public(*state), .key_count = 1 };
    static const char *const members[] = { "#1", "#2" };
    static const uint32_t problems[] = { REEL_MARK_MISSING, 0 };
    test_sink sink = { .data = NULL };
    reel_error error;
    memcpy(both.data, archive.data, archive.size);
    memcpy(both.data + archive.size, marked.data, marked.size);
    for (size_t i = 0; i < 2; i++) {
        const reel_options options = { REEL_SIZED(reel_options), .member = members[i] };
        reel_mark *mark;
        assert_int_equal(reel_verify(reel_source_memory(both.data, both.size), &options, &how, &mark, NULL), REEL_OK);
        assert_int_equal(mark->problems, problems[i]);
        reel_mark_free(mark);
    }
    assert_int_equal(reel_sign(reel_source_memory(both.data, both.size), NULL, *state, NULL, test_sink_of(&sink), &error),
                     REEL_UNSUPPORTED);
    assert_string_equal(error.rule, "sign.no-place");
    test_sink_free(&sink);
    free(archive.data);
    free(marked.data);
    free(both.data);
}

static void streams_verify_whatever_their_pieces(void **state)
{
    need_library();
    bytes archive = recorded(), marked = sign(*state, archive);
    const reel_verify_options how = { REEL_SIZED(reel_verify_options), .keys = reel_key_public(*state), .key_count = 1 };
    static const size_t steps[] = { 1, 100, 0 };
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        test_source source = { .data = marked.data, .size = marked.size, .step = steps[i] };
        reel_mark *mark;
        assert_int_equal(reel_verify(test_source_of(&source), NULL, &how, &mark, NULL), REEL_OK);
        assert_int_equal(mark->problems, 0);
        reel_mark_free(mark);
    }
    free(archive.data);
    free(marked.data);
}

static void the_replay_in_an_archive_keeps_its_own_mark(void **state)
{
    need_library();
    size_t size;
    uint8_t *file = read_file(project_path("tests/formats/bsor/golden/full.bsor"), &size);
    bytes marked = sign(*state, (bytes){ file, size });
    const reel_archive_options options = { REEL_SIZED(reel_archive_options) };
    test_sink sink = { .data = NULL };
    assert_int_equal(reel_pack(reel_source_memory(marked.data, marked.size), NULL, &options, test_sink_of(&sink), NULL, NULL),
                     REEL_OK);
    assert_int_equal(problems_of(*state, (bytes){ sink.data, sink.size }), 0);
    test_sink_free(&sink);
    free(marked.data);
    free(file);
}

static void failing_allocations_leak_nothing(void **state)
{
    need_library();
    bytes archive = recorded(), marked = sign(*state, archive);
    const reel_verify_options how = { REEL_SIZED(reel_verify_options), .keys = reel_key_public(*state), .key_count = 1 };
    for (int what = 0; what < 3; what++) {
        bool done = false;
        for (size_t fail_at = 1; !done; fail_at++) {
            test_allocator counts = { .fail_at = fail_at };
            reel_allocator allocator = test_allocator_of(&counts);
            const reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator };
            test_sink sink = { .data = NULL };
            reel_mark *mark = NULL;
            reel_source source = reel_source_memory(marked.data, marked.size);
            reel_status status = what == 2   ? reel_check(source, &options, NULL)
                                 : what == 1 ? reel_sign(source, &options, *state, NULL, test_sink_of(&sink), NULL)
                                             : reel_verify(source, &options, &how, &mark, NULL);
            done = counts.calls < fail_at;
            assert_int_equal(status, done ? REEL_OK : REEL_MEMORY);
            reel_mark_free(mark);
            test_sink_free(&sink);
            assert_int_equal(counts.live, 0);
        }
    }
    free(archive.data);
    free(marked.data);
}

#define test(name) cmocka_unit_test_setup_teardown(name, new_key, free_key)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(a_signed_archive_verifies_and_reads_as_before),
        test(an_archive_is_signed_once),
        test(changes_of_every_byte_are_noticed),
        test(cuts_are_noticed),
        test(what_follows_the_last_signature_is_not_signed),
        test(who_recorded_signs_the_whole),
        test(check_reports_the_mark_of_an_archive),
        test(archives_of_several_replays_have_a_mark_for_each),
        test(streams_verify_whatever_their_pieces),
        test(the_replay_in_an_archive_keeps_its_own_mark),
        test(failing_allocations_leak_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
