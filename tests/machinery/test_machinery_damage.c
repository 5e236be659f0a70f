/* SPDX-License-Identifier: MIT
 * Every small file cut at every byte and with every bit flipped: an answer, and no more memory than was promised. */
#include "machinery.h"

enum {
    SMALL = 16384,          /* up to this many bytes every place is tried, beyond it a sample */
    LARGEST = 100000,
};

static size_t budget(void) { return full_effort() ? 4000 : 200; }

typedef struct outcome {
    reel_status status;
    reel_error error;
    reel_replay *replay;
    finding_text findings;
} outcome;

static bool is_about_the_file(reel_status status)
{
    return status == REEL_TRUNCATED || status == REEL_CORRUPT || status == REEL_UNSUPPORTED || status == REEL_LIMIT;
}

static void assert_told(const char *what, const reel_error *error, size_t size)
{
    if (!is_about_the_file(error->status)) fail_msg("%s: status %s", what, reel_status_name(error->status));
    if (!error->rule || !error->rule[0]) fail_msg("%s: no rule", what);
    if (!error->section) fail_msg("%s: no section", what);
    if (!error->message[0]) fail_msg("%s: %s has no message", what, error->rule);
    if (error->offset > size) fail_msg("%s: %s at %llu of %zu bytes", what, error->rule, (unsigned long long)error->offset, size);
}

/* The bound is about the format that read the file; one that streams holds a chunk at a time. */
static void assert_bound(const char *what, const uint8_t *data, size_t size)
{
    test_allocator state = { 0 };
    reel_allocator allocator = test_allocator_of(&state);
    reel_options options = machinery_options(&allocator);
    reel_reader *reader;
    const reel_chunk *chunk;
    if (reel_open(reel_source_memory(data, size), &options, &reader, NULL) == REEL_OK) {
        uint64_t bound = reel_memory_bound(reel_reader_format(reader), size, &options);
        while (reel_next(reader, &chunk, NULL) == REEL_OK) continue;
        if (state.peak > bound) fail_msg("%s: %zu bytes of memory, %llu promised", what, state.peak, (unsigned long long)bound);
        reel_close(reader);
    }
    if (state.live) fail_msg("%s: %zu bytes leaked", what, state.live);
}

static void try_load(outcome *trial, const uint8_t *data, size_t size, uint32_t flags)
{
    reel_options options = machinery_options(NULL);
    options.flags = flags;
    options.report = finding_text_report;
    options.report_context = &trial->findings;
    trial->findings.size = trial->findings.errors = trial->findings.total = 0;
    trial->findings.text[0] = 0;
    trial->status = reel_load(reel_source_memory(data, size), &options, &trial->replay, &trial->error);
}

/* What holds for any bytes at all: every outcome is told, and strict agrees with lenient. */
static void load_and_judge(outcome *lenient, const char *what, const uint8_t *data, size_t size)
{
    static outcome strict;
    try_load(lenient, data, size, 0);
    if (lenient->status < 0) {
        assert_null(lenient->replay);
        assert_told(what, &lenient->error, size);
    } else if (reel_replay_damage(lenient->replay)) {
        const reel_error *damage = reel_replay_damage(lenient->replay);
        assert_told(what, damage, size);
        if (!lenient->findings.errors) fail_msg("%s: %s is damage without a finding", what, damage->rule);
    }
    try_load(&strict, data, size, REEL_STRICT);
    const reel_error *damage = lenient->status < 0 ? &lenient->error : reel_replay_damage(lenient->replay);
    if ((strict.status < 0) != (damage != NULL))
        fail_msg("%s: strict says %s", what, reel_status_name(strict.status));
    if (damage && (strict.status != damage->status || strcmp(strict.error.rule, damage->rule) != 0))
        fail_msg("%s: strict says %s, lenient %s", what, strict.error.rule, damage->rule);
    reel_free(strict.replay);
}

/* What was read can be written, or the writer says why not; what it wrote reads as the same rows, and writes as the same bytes. */
static void write_and_compare(const char *what, const reel_replay *replay, const uint8_t *data, size_t size, bool said)
{
    reel_options options = machinery_options(NULL);
    reel_memory first, second;
    reel_error error;
    const reel_format *format = reel_replay_format(replay);
    bool whole = !reel_replay_damage(replay);
    if (reel_write(reel_replay_chunk(replay), format, reel_sink_memory(&first, NULL), NULL, &error) < 0) {
        if (whole) fail_msg("%s: whole, but cannot be written: %s", what, error.message);
        return;
    }
    if (whole && !said && (first.size != size || memcmp(first.data, data, size) != 0))
        fail_msg("%s: whole, nothing said, but written as other bytes", what);
    options.format = format;
    reel_replay *again = load_bytes(first.data, first.size, &options);
    if (whole)
        assert_same_replay(replay, again, true, what);
    else
        assert_prefix(replay, again, what); /* a header that was never reached may have been made up */
    if (reel_write(reel_replay_chunk(again), format, reel_sink_memory(&second, NULL), NULL, &error) < 0)
        fail_msg("%s: written once, but not again: %s", what, error.message);
    if (second.size != first.size || memcmp(second.data, first.data, first.size) != 0)
        fail_msg("%s: written again as other bytes", what);
    reel_free(again);
    reel_memory_free(&first);
    reel_memory_free(&second);
}

static void check(const uint8_t *data, size_t size)
{
    static finding_text findings;
    reel_options options = machinery_options(NULL);
    findings.size = 0;
    options.report = finding_text_report;
    options.report_context = &findings;
    reel_status status = reel_check(reel_source_memory(data, size), &options, NULL);
    if (status < 0) assert_true(is_about_the_file(status));
}

/* Everything that a reader of hostile bytes may be asked to do with them. */
static void do_everything(outcome *trial, const char *what, const uint8_t *data, size_t size)
{
    assert_bound(what, data, size);
    check(data, size);
    if (trial->status >= 0) write_and_compare(what, trial->replay, data, size, trial->findings.total > 0);
}

static void cut_everywhere(const specimen *file)
{
    static outcome trial;
    char what[512];
    reel_options options = machinery_options(NULL);
    reel_replay *whole;
    if (reel_load(reel_source_memory(file->data, file->size), &options, &whole, NULL) < 0) return;
    size_t stride = stride_for(file->size, SMALL, budget()), number = 0;
    for (size_t size = 0; size < file->size; size += stride, number++) {
        /* a copy of just that size, so that a read beyond the cut is one beyond the block */
        uint8_t *data = malloc(size ? size : 1);
        assert_non_null(data);
        memcpy(data, file->data, size);
        snprintf(what, sizeof what, "%s cut to %zu bytes", file->name, size);
        load_and_judge(&trial, what, data, size);
        if (trial.status >= 0 && reel_replay_format(trial.replay) == reel_replay_format(whole))
            assert_prefix(trial.replay, whole, what);
        if (file->size <= SMALL || number % 16 == 0) do_everything(&trial, what, data, size);
        reel_free(trial.replay);
        free(data);
    }
    reel_free(whole);
}

static void flip_every_bit(const specimen *file)
{
    static outcome trial;
    char what[512];
    uint8_t *data = malloc(file->size ? file->size : 1);
    assert_non_null(data);
    memcpy(data, file->data, file->size);
    size_t stride = stride_for(8 * file->size, (size_t)8 * SMALL, 2 * budget()), number = 0;
    for (size_t bit = 0; bit < 8 * file->size; bit += stride, number++) {
        uint8_t mask = (uint8_t)(1u << bit % 8);
        data[bit / 8] ^= mask;
        snprintf(what, sizeof what, "%s with bit %zu of byte %zu flipped", file->name, bit % 8, bit / 8);
        load_and_judge(&trial, what, data, file->size);
        if (file->size <= SMALL || number % 16 == 0) do_everything(&trial, what, data, file->size);
        reel_free(trial.replay);
        data[bit / 8] ^= mask;
    }
    free(data);
}

static void answers_when_cut_at_every_byte(void **state)
{
    (void)state;
    each_specimen(GOLDEN | BAD | CORPUS, LARGEST, cut_everywhere);
}

static void answers_when_every_bit_is_flipped(void **state)
{
    (void)state;
    each_specimen(GOLDEN | BAD | CORPUS, LARGEST, flip_every_bit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_when_cut_at_every_byte),
        cmocka_unit_test(answers_when_every_bit_is_flipped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
