/* SPDX-License-Identifier: MIT
 * Two keys, and files that they sign and verify. */
#ifndef REEL_TEST_SIGNERS_H
#define REEL_TEST_SIGNERS_H

#include "machinery.h"
#include "signing.h"

#include <reel/bsor.h>
#include <reel/sign.h>

static const char challenge[] = "5f21c0";

typedef struct signers {
    reel_key *key, *other;
} signers;

static inline int set_up(void **state)
{
    signers *bench = calloc(1, sizeof *bench);
    *state = bench;
    if (!reel_signing_library()) return 0;
    return reel_key_new(&bench->key, NULL) < 0 || reel_key_new(&bench->other, NULL) < 0;
}

static inline int tear_down(void **state)
{
    signers *bench = *state;
    reel_key_free(bench->key);
    reel_key_free(bench->other);
    free(bench);
    return 0;
}

static inline bytes golden(const char *name)
{
    bytes file;
    file.data = read_file(project_path(name), &file.size);
    return file;
}

static inline bytes full_bsor(void) { return golden("tests/formats/bsor/golden/full.bsor"); }

static inline reel_status try_sign(const reel_key *key, bytes file, const reel_sign_options *how, bytes *out, reel_error *error)
{
    test_sink sink = { .data = NULL };
    reel_status status = reel_sign(reel_source_memory(file.data, file.size), NULL, key, how, test_sink_of(&sink), error);
    assert_int_equal(sink.commits + sink.discards, 1);
    assert_int_equal(sink.commits, status >= 0);
    *out = (bytes){ sink.data, sink.size };
    if (status < 0) test_sink_free(&sink);
    return status;
}

static inline bytes sign(const reel_key *key, bytes file, uint32_t flags)
{
    bytes out;
    reel_error error;
    const reel_sign_options how = { REEL_SIZED(reel_sign_options), .flags = flags, .time = 1700000000, .challenge = challenge,
                                    .file = "a b" };
    if (try_sign(key, file, &how, &out, &error) < 0) fail_msg("%s (%s)", error.message, error.rule);
    return out;
}

static inline reel_verify_options trusting(const reel_key *key)
{
    return (reel_verify_options){ REEL_SIZED(reel_verify_options), .keys = reel_key_public(key), .key_count = 1 };
}

static inline reel_status try_verify(bytes file, const reel_verify_options *how, uint32_t *problems, reel_findings *findings)
{
    reel_mark *mark;
    reel_error error;
    const reel_options options = { REEL_SIZED(reel_options), .report = findings ? reel_findings_report : NULL,
                                   .report_context = findings };
    reel_status status = reel_verify(reel_source_memory(file.data, file.size), &options, how, &mark, &error);
    assert_true((status >= 0) == (mark != NULL));
    *problems = mark ? mark->problems : UINT32_MAX;
    reel_mark_free(mark);
    return status;
}

static inline uint32_t problems_of(bytes file, const reel_verify_options *how)
{
    uint32_t problems;
    assert_int_equal(try_verify(file, how, &problems, NULL), REEL_OK);
    return problems;
}

static inline bool is_text(reel_string text, const char *expected)
{
    return text.size == strlen(expected) && !memcmp(text.data, expected, text.size);
}

/* How many entries of user data a file has, and how many of them are marks. */
static inline size_t user_entries(bytes file, size_t *marks)
{
    reel_replay *replay;
    reel_error error;
    const reel_options options = { REEL_SIZED(reel_options), .flags = REEL_STRICT };
    if (reel_load(reel_source_memory(file.data, file.size), &options, &replay, &error) < 0) fail_msg("%s", error.message);
    size_t count;
    const bsor_user_entry *rows = reel_rows(replay, &bsor_user_data, &count);
    *marks = 0;
    for (size_t i = 0; i < count; i++) *marks += is_text(rows[i].key, "reel.mark");
    reel_free(replay);
    return count;
}

/* The file without its mark, by what reel_verify says of its place and the definition of docs/marks.md. */
static inline bytes without_mark(const reel_key *key, bytes marked)
{
    const reel_verify_options how = trusting(key);
    reel_mark *mark;
    size_t marks, entries = user_entries(marked, &marks);
    assert_int_equal(marks, 1);
    assert_int_equal(reel_verify(reel_source_memory(marked.data, marked.size), NULL, &how, &mark, NULL), REEL_OK);
    size_t at = (size_t)mark->offset, size = (size_t)mark->size, section = entries == 1 ? 5 : 0;
    bytes plain = { malloc(marked.size), marked.size - size - section };
    memcpy(plain.data, marked.data, at - section);
    memcpy(plain.data + at - section, marked.data + at + size, marked.size - at - size);
    if (entries > 1) { /* the count is in front of the first entry */
        reel_replay *replay;
        size_t count;
        assert_int_equal(reel_load(reel_source_memory(marked.data, marked.size), NULL, &replay, NULL), REEL_OK);
        const bsor_section *rows = reel_rows(replay, &bsor_sections, &count);
        for (size_t i = 0; i < count; i++)
            if (rows[i].id == 7) reel_store_u32le(plain.data + rows[i].offset + 1, (uint32_t)(entries - 1));
        reel_free(replay);
    }
    reel_mark_free(mark);
    return plain;
}

#define test(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif
