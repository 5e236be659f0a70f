/* SPDX-License-Identifier: MIT
 * Every call that reads may be given no reel_error: it returns the status that it returns with one, whatever the file is and wherever its
 * source fails. */
#include "machinery.h"

#include <reel/archive.h>
#include <reel/sign.h>

/* Gives bytes until `end`, then fails as a source whose content is damaged does. */
typedef struct failing_source {
    const uint8_t *data;
    size_t at, end;
    reel_status status;
} failing_source;

static reel_status read_failing(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    failing_source *source = context;
    size_t left = source->end - source->at;
    *got = left < capacity ? left : capacity;
    if (!left && source->status == REEL_END) return REEL_END;
    if (!left) return reel_fail(error, source->status, "test.failed", "", source->at, "the source fails here");
    memcpy(buffer, source->data + source->at, *got);
    source->at += *got;
    return REEL_OK;
}

static reel_source source_of(failing_source *source)
{
    source->at = 0;
    return (reel_source){ .context = source, .size = REEL_UNKNOWN_SIZE, .read = read_failing };
}

static bool see_member(void *context, const reel_member *member) { return (void)context, (void)member, true; }

static reel_status identify(reel_source source, reel_error *error) { return reel_identify(source, NULL, NULL, NULL, error); }

static reel_status load(reel_source source, reel_error *error)
{
    reel_replay *replay;
    reel_status status = reel_load(source, NULL, &replay, error);
    reel_free(replay);
    return status;
}

static reel_status read_chunks(reel_source source, reel_error *error)
{
    reel_reader *reader;
    const reel_chunk *chunk;
    reel_status status = reel_open(source, NULL, &reader, error);
    while (status == REEL_OK) status = reel_next(reader, &chunk, error);
    reel_close(reader);
    return status;
}

static reel_status check(reel_source source, reel_error *error) { return reel_check(source, NULL, error); }

static reel_status convert(reel_source source, reel_error *error)
{
    test_sink sink = { 0 };
    reel_status status = reel_convert(source, NULL, NULL, test_sink_of(&sink), NULL, error);
    test_sink_free(&sink);
    return status;
}

static reel_status index_file(reel_source source, reel_error *error)
{
    test_sink sink = { 0 };
    reel_status status = reel_index(source, NULL, 0, test_sink_of(&sink), error);
    test_sink_free(&sink);
    return status;
}

static reel_status hash_content(reel_source source, reel_error *error)
{
    uint8_t hash[REEL_HASH_SIZE];
    return reel_content_hash(source, NULL, hash, error);
}

static reel_status hash_source(reel_source source, reel_error *error)
{
    uint8_t hash[REEL_HASH_SIZE];
    return reel_source_hash(source, NULL, hash, error);
}

static reel_status list_members(reel_source source, reel_error *error)
{
    return reel_archive_list(source, NULL, see_member, NULL, error);
}

static reel_status walk_members(reel_source source, reel_error *error)
{
    reel_members *members;
    const reel_member *member;
    reel_status status = reel_members_open(source, NULL, &members, error);
    while (members && status == REEL_OK) status = reel_members_next(members, &member, error);
    reel_members_close(members);
    return status;
}

static reel_status unpack(reel_source source, reel_error *error)
{
    test_sink sink = { 0 };
    reel_status status = reel_unpack(source, NULL, test_sink_of(&sink), error);
    test_sink_free(&sink);
    return status;
}

static reel_status pack(reel_source source, reel_error *error)
{
    test_sink sink = { 0 };
    reel_status status = reel_pack(source, NULL, NULL, test_sink_of(&sink), NULL, error);
    test_sink_free(&sink);
    return status;
}

static reel_status verify(reel_source source, reel_error *error)
{
    reel_mark *mark = NULL;
    reel_status status = reel_verify(source, NULL, NULL, &mark, error);
    reel_mark_free(mark);
    return status;
}

static reel_status (*const calls[])(reel_source source,
                                    reel_error *error) = { identify,   load,         read_chunks, check,        convert,
                                                           index_file, hash_content, hash_source, list_members, walk_members,
                                                           unpack,     pack,         verify };

static size_t compared;

static void try_calls(const specimen *file, size_t end, reel_status failure)
{
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        failing_source source = { .data = file->data, .end = end, .status = failure };
        reel_error error;
        reel_status with = calls[i](source_of(&source), &error), without = calls[i](source_of(&source), NULL);
        if (with != without)
            fail_msg("%s: call %zu: %s, but %s without an error", file->name, i, reel_status_name(with),
                     reel_status_name(without));
        compared++;
    }
}

static void try_file(const specimen *file)
{
    try_calls(file, file->size, REEL_END);
    try_calls(file, file->size / 2, REEL_TRUNCATED);
    try_calls(file, file->size - file->size / 8, REEL_CORRUPT);
    try_calls(file, 0, REEL_IO);
}

static void test_calls_take_no_error(void **state)
{
    (void)state;
    each_specimen(GOLDEN | BAD, 20000, try_file);
    printf("%zu calls\n", compared);
    assert_true(compared > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_calls_take_no_error) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
