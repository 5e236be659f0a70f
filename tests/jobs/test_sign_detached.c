/* SPDX-License-Identifier: MIT
 * Detached signatures of replays, and what reel_sign and reel_verify do when reading, writing or memory fails. */
#include "signers.h"

/* ---- detached ------------------------------------------------------------------------------------------------------- */

static void every_format_can_have_a_detached_signature(void **state)
{
    need_library();
    signers *bench = *state;
    file_list files = files_below(project_path("tests/formats"));
    bool seen[64] = { false };
    for (size_t i = 0; i < files.count; i++) {
        const reel_format *known;
        if (!strstr(files.paths[i], "/golden/") && !strstr(files.paths[i], "/packed/")) continue;
        bytes file;
        file.data = read_file(files.paths[i], &file.size);
        if (reel_identify(reel_source_memory(file.data, file.size), NULL, &known, NULL, NULL) == REEL_OK) {
            bytes signature = sign(bench->key, file, REEL_SIGN_DETACHED);
            reel_verify_options how = trusting(bench->key);
            how.signature = (reel_bytes){ signature.data, signature.size };
            how.challenge = challenge;
            assert_int_equal(problems_of(file, &how), 0);
            file.data[file.size - 1] ^= 1;
            assert_true(problems_of(file, &how) & REEL_MARK_CHANGED);
            for (size_t f = 0; reel_formats()[f]; f++) seen[f] |= reel_formats()[f] == known;
            free(signature.data);
        }
        free(file.data);
    }
    file_list_free(&files);
    for (size_t f = 0; reel_formats()[f]; f++)
        if (!seen[f]) fail_msg("no golden file of %s", reel_formats()[f]->id);
}

/* It has no header, so the player and the level are those that the signer names. */
static void a_file_that_is_no_replay_can_have_a_detached_signature(void **state)
{
    need_library();
    signers *bench = *state;
    uint8_t text[] = "not a replay";
    bytes file = { text, sizeof text - 1 }, signature;
    reel_error error;
    reel_mark *mark;
    const reel_sign_options signing = { REEL_SIZED(reel_sign_options), .flags = REEL_SIGN_DETACHED, .player = "Ada",
                                        .level = "A map" };
    assert_int_equal(try_sign(bench->key, file, &signing, &signature, &error), REEL_OK);
    reel_verify_options how = trusting(bench->key);
    how.signature = (reel_bytes){ signature.data, signature.size };
    how.player = "Ada";
    how.level = "A map";
    assert_int_equal(reel_verify(reel_source_memory(text, file.size), NULL, &how, &mark, &error), REEL_OK);
    assert_int_equal(mark->problems, 0);
    assert_int_equal(mark->format.size, 0);
    assert_int_equal(mark->player.size, 3);
    assert_memory_equal(mark->player.data, "Ada", 3);
    reel_mark_free(mark);
    how.player = "Ben";
    assert_int_equal(problems_of(file, &how), REEL_MARK_OTHER_PLAYER);
    how.player = "Ada";
    text[0] ^= 1;
    assert_int_equal(problems_of(file, &how), REEL_MARK_CHANGED);
    free(signature.data);
}

static void damaged_signatures_fail_with_a_rule(void **state)
{
    need_library();
    signers *bench = *state;
    bytes file = full_bsor(), signature = sign(bench->key, file, REEL_SIGN_DETACHED);
    reel_verify_options how = trusting(bench->key);
    size_t line = (size_t)((uint8_t *)memchr(signature.data, '\n', signature.size) - signature.data);
    for (size_t size = 1; size + 1 < signature.size; size++) {
        reel_mark *mark;
        reel_error error;
        how.signature = (reel_bytes){ signature.data, size };
        reel_status status = reel_verify(reel_source_memory(file.data, file.size), NULL, &how, &mark, &error);
        assert_true(status == REEL_TRUNCATED || status == REEL_CORRUPT);
        assert_string_equal(error.rule, "sign.signature");
        assert_null(mark);
    }
    for (size_t i = line; i + 1 < signature.size; i++) { /* the first line is not covered */
        uint32_t problems;
        signature.data[i] ^= (uint8_t)(1u << i % 7);
        how.signature = (reel_bytes){ signature.data, signature.size };
        if (try_verify(file, &how, &problems, NULL) == REEL_OK && !problems) fail_msg("byte %zu", i);
        signature.data[i] ^= (uint8_t)(1u << i % 7);
    }
    free(file.data);
    free(signature.data);
}

static void the_signature_of_an_unmarked_file_is_the_mark(void **state)
{
    need_library();
    signers *bench = *state;
    bytes file = golden("tests/formats/bsor/golden/full.bsor"), marked = sign(bench->key, file, 0),
          plain = without_mark(bench->key, marked);
    reel_replay *replay;
    size_t count;
    assert_int_equal(reel_load(reel_source_memory(marked.data, marked.size), NULL, &replay, NULL), REEL_OK);
    const bsor_user_entry *rows = reel_rows(replay, &bsor_user_data, &count);
    reel_verify_options how = trusting(bench->key);
    how.signature = rows[count - 1].value;
    assert_int_equal(problems_of(plain, &how), 0);
    reel_free(replay);
    free(file.data);
    free(marked.data);
    free(plain.data);
}

/* ---- streams, memory, faults ---------------------------------------------------------------------------------------- */

static void streams_verify_whatever_their_pieces(void **state)
{
    need_library();
    signers *bench = *state;
    bytes file = full_bsor(), marked = sign(bench->key, file, 0), signature = sign(bench->key, marked, REEL_SIGN_DETACHED);
    static const size_t steps[] = { 1, 7, 4096, 0 };
    for (size_t detached = 0; detached < 2; detached++) {
        reel_verify_options how = trusting(bench->key);
        if (detached) how.signature = (reel_bytes){ signature.data, signature.size };
        for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
            test_source source = { .data = marked.data, .size = marked.size, .step = steps[i] };
            reel_mark *mark;
            assert_int_equal(reel_verify(test_source_of(&source), NULL, &how, &mark, NULL), REEL_OK);
            assert_int_equal(mark->problems, 0);
            assert_int_equal(source.closed, 1);
            reel_mark_free(mark);
        }
    }
    free(file.data);
    free(marked.data);
    free(signature.data);
}

/* A replay with so many frames that it is much larger than what a verification may use. */
static bytes large_bsor(void)
{
    enum { FRAMES = 30000 };
    bytes file = full_bsor();
    reel_replay *replay;
    test_sink sink = { .data = NULL };
    reel_writer *writer;
    static const bsor_frame frame = { .fps = 90 };
    size_t count;
    assert_int_equal(reel_load(reel_source_memory(file.data, file.size), NULL, &replay, NULL), REEL_OK);
    assert_int_equal(reel_create(test_sink_of(&sink), &reel_format_bsor, NULL, &writer, NULL), REEL_OK);
    const void *info = reel_rows(replay, &bsor_infos, &count);
    reel_append(writer, &bsor_infos, info, count);
    for (size_t i = 0; i < FRAMES; i++) reel_append(writer, &bsor_frames, &frame, 1);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    reel_free(replay);
    free(file.data);
    return (bytes){ sink.data, sink.size };
}

static void verifying_takes_memory_that_does_not_grow_with_the_file(void **state)
{
    need_library();
    signers *bench = *state;
    bytes file = large_bsor(), marked = sign(bench->key, file, 0), signature = sign(bench->key, marked, REEL_SIGN_DETACHED);
    assert_true(marked.size > 2u << 20);
    for (size_t detached = 0; detached < 2; detached++) {
        test_allocator counts = { .live = 0 };
        reel_allocator allocator = test_allocator_of(&counts);
        const reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator };
        test_source source = { .data = marked.data, .size = marked.size };
        reel_verify_options how = trusting(bench->key);
        reel_mark *mark;
        if (detached) how.signature = (reel_bytes){ signature.data, signature.size };
        assert_int_equal(reel_verify(test_source_of(&source), &options, &how, &mark, NULL), REEL_OK);
        assert_int_equal(mark->problems, 0);
        reel_mark_free(mark);
        assert_int_equal(counts.live, 0);
        assert_true(counts.peak < 1u << 20);
    }
    free(file.data);
    free(marked.data);
    free(signature.data);
}

static void failing_allocations_leak_nothing(void **state)
{
    need_library();
    signers *bench = *state;
    bytes file = full_bsor(), marked = sign(bench->key, file, 0), signature = sign(bench->key, file, REEL_SIGN_DETACHED);
    for (int kind = 0; kind < 5; kind++) {
        bool done = false;
        for (size_t fail_at = 1; !done; fail_at++) {
            test_allocator counts = { .fail_at = fail_at };
            reel_allocator allocator = test_allocator_of(&counts);
            const reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator };
            reel_verify_options how = trusting(bench->key);
            const reel_sign_options signs = { REEL_SIZED(reel_sign_options), .flags = kind == 1 ? REEL_SIGN_DETACHED : 0 };
            test_sink sink = { .data = NULL };
            reel_mark *mark = NULL;
            reel_status status;
            if (kind == 3) how.signature = (reel_bytes){ signature.data, signature.size };
            if (kind < 2)
                status = reel_sign(reel_source_memory(marked.data, marked.size), &options, bench->key, &signs,
                                   test_sink_of(&sink), NULL);
            else if (kind < 4)
                status = reel_verify(reel_source_memory(kind == 2 ? marked.data : file.data, kind == 2 ? marked.size : file.size),
                                     &options, &how, &mark, NULL);
            else
                status = reel_check(reel_source_memory(marked.data, marked.size), &options, NULL);
            done = counts.calls < fail_at;
            assert_true(done ? status == REEL_OK : status == REEL_MEMORY || kind == 3); /* a header need not be read to verify */
            reel_mark_free(mark);
            test_sink_free(&sink);
            assert_int_equal(counts.live, 0);
        }
    }
    free(file.data);
    free(marked.data);
    free(signature.data);
}

static void failing_sources_and_sinks_are_reported(void **state)
{
    need_library();
    signers *bench = *state;
    bytes file = full_bsor(), marked = sign(bench->key, file, 0);
    for (size_t fail_at = 1; fail_at < 4; fail_at++) {
        test_source source = { .data = marked.data, .size = marked.size, .step = 500, .fail_at = fail_at };
        const reel_verify_options how = trusting(bench->key);
        reel_mark *mark;
        assert_int_equal(reel_verify(test_source_of(&source), NULL, &how, &mark, NULL), REEL_IO);
        assert_int_equal(source.closed, 1);
        test_sink sink = { .fail_at = fail_at };
        assert_int_equal(reel_sign(reel_source_memory(file.data, file.size), NULL, bench->key, NULL, test_sink_of(&sink), NULL),
                         REEL_IO);
        assert_int_equal(sink.discards, 1);
        test_sink_free(&sink);
    }
    free(file.data);
    free(marked.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(every_format_can_have_a_detached_signature), test(a_file_that_is_no_replay_can_have_a_detached_signature),
        test(damaged_signatures_fail_with_a_rule),        test(the_signature_of_an_unmarked_file_is_the_mark),
        test(streams_verify_whatever_their_pieces),       test(verifying_takes_memory_that_does_not_grow_with_the_file),
        test(failing_allocations_leak_nothing),           test(failing_sources_and_sinks_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
