/* SPDX-License-Identifier: MIT
 * Conversions to other formats and operations, again and again with the n-th allocation, read or write refused: the error of that
 * fault, no leak, no output. test_machinery_faults does so for the jobs that every format has. */
#include "machinery.h"

#include <math.h>

typedef struct change {
    const char *file;                 /* below tests/formats */
    const char *to;                   /* id of a format; NULL: its own */
    const char *operation, *argument; /* NULL: none */
    const char *merge;                /* a second file */
    uint32_t flags;
    bool pseudonyms;
    bool cut; /* to the middle of the time axis: 0.5 to 100 */
} change;

static const reel_pseudonyms names = {
    REEL_SIZED(reel_pseudonyms), .key = "sixteen bytes or more", .key_size = 21, .times = REEL_BLUR, .bodies = REEL_BLUR,
    .devices = REEL_BLUR
};

static const change changes[] = {
    { "gdr/golden/physics.gdr2", .to = "gdr1" },
    { "gdr/golden/blocks.gdr2", .to = "gdr1-json" },
    { "gdr/golden/carried.gdr2", .to = "gdr1" },
    { "gdr/golden/carried_json.gdr2", .to = "gdr1-json" },
    { "gdr/golden/platformer.gdr2", .to = "gdr1", .flags = REEL_CARRY },
    { "gdr/golden/fixes.gdr", .to = "gdr2" },
    { "gdr/golden/fixes_xdbot.gdr", .to = "gdr2", .flags = REEL_CARRY },
    { "gdr/golden/hack.gdr", .to = "gdr2", .flags = REEL_CARRY },
    { "gdr/golden/mixed.gdr", .to = "gdr1-json" },
    { "gdr/golden/plain.gdr.json", .to = "gdr1" },
    { "gdr/golden/mixed.gdr.json", .to = "gdr2" },
    { "gdr/golden/physics.gdr2", .operation = "to-p1" },
    { "gdr/golden/physics.gdr2", .operation = "strip" },
    { "gdr/golden/carried.gdr2", .operation = "strip" },
    { "gdr/golden/mixed.gdr", .operation = "strip" },
    { "gdr/golden/two_players.gdr2", .operation = "only-p1" },
    { "gdr/golden/mixed.gdr.json", .operation = "only-p2" },
    { "gdr/golden/unsorted.gdr2", .operation = "sort" },
    { "gdr/golden/unsorted.gdr2", .operation = "keep-last-attempt" },
    { "gdr/golden/two_players.gdr2", .operation = "drop-duplicates" },
    { "gdr/golden/two_players.gdr2", .operation = "drop-orphans" },
    { "gdr/golden/two_players.gdr2", .operation = "drop-repeats" },
    { "gdr/golden/physics.gdr2", .operation = "swap-players" },
    { "gdr/golden/plain.gdr2", .operation = "shift", .argument = "-3" },
    { "gdr/golden/physics.gdr2", .operation = "tps", .argument = "59.94" },
    { "gdr/golden/plain.gdr.json", .operation = "tps", .argument = "59.94" },
    { "gdr/golden/plain.gdr2", .merge = "gdr/golden/plain.gdr2" },
    { "gdr/golden/blocks.gdr2", .merge = "gdr/golden/blocks.gdr2" },
    { "gdr/golden/mixed.gdr", .merge = "gdr/golden/mixed.gdr" },
    { "gdr/golden/physics.gdr2", .cut = true },
    { "gdr/golden/mixed.gdr.json", .cut = true },
    { "gdr/golden/events.slc", .operation = "strip" },
    { "gdr/golden/events.slc", .operation = "one-rate" },
    { "gdr/golden/events.slc", .cut = true },
    { "gdr/golden/events.slc", .flags = REEL_ANONYMISE },
    { "gdr/golden/events.slc", .flags = REEL_REPAIR },
    { "gdr/golden/events.slc", .to = "gdr2", .flags = REEL_CARRY },
    { "gdr/golden/fixes.xd", .operation = "strip" },
    { "gdr/golden/fixes.xd", .cut = true },
    { "gdr/golden/full.xd", .operation = "sort" },
    { "gdr/golden/full.xd", .operation = "shift", .argument = "3" },
    { "gdr/golden/full.xd", .merge = "gdr/golden/full.xd" },
    { "gdr/golden/full.xd", .to = "gdr2" },
    { "gdr/golden/physics.mhr", .to = "gdr2" },
    { "gdr/golden/more.re4", .to = "gdr2" },
    { "gdr/golden/attempt.ttr3", .to = "gdr2" },
    { "gdr/golden/physics.gdr2", .to = "slc3" },
    { "gdr/golden/physics.gdr2", .to = "mhr-json" },
    { "gdr/golden/plain.gdr2", .to = "re3" },
    { "gdr/golden/plain.gdr2", .to = "xd" },
    { "bsor/golden/full.bsor", .to = "scoresaber" },
    { "bsor/golden/full.bsor", .to = "scoresaber-json" },
    { "bsor/golden/note-ids.bsor", .to = "scoresaber" },
    { "bsor/golden/full.bsor", .cut = true },
    { "scoresaber/golden/v3.1.dat", .to = "bsor" },
    { "scoresaber/golden/extensions.dat", .to = "scoresaber-json" },
    { "scoresaber/golden/keyframes.dat", .to = "bsor" },
    { "scoresaber/golden/decoded.json", .to = "bsor" },
    { "scoresaber/golden/decoded-variant.json", .to = "bsor" },
    { "echo/golden/arena.butter", .to = "echoreplay" },
    { "echo/golden/combat.butter", .to = "echoreplay" },
    { "echo/golden/bones.butter", .to = "echoreplay" },
    { "echo/golden/combat.echoreplay", .to = "butter" },
    { "echo/golden/zip.echoreplay", .to = "butter" },
    { "echo/golden/usual.milk", .to = "butter" },
    { "echo/golden/crowd.milk", .to = "echoreplay" },
    { "echo/golden/zstd.butter", .flags = REEL_ANONYMISE },
    { "echo/golden/combat.echoreplay", .flags = REEL_ANONYMISE },
    { "echo/golden/combat.echoreplay", .pseudonyms = true },
    { "bsor/golden/full.bsor", .pseudonyms = true },
    { "teehistorian/golden/every-message.teehistorian", .pseudonyms = true },
    { "echo/golden/arena.butter", .cut = true },
    { "teehistorian/golden/every-message.teehistorian", .operation = "version", .argument = "1" },
    { "teehistorian/golden/every-message.teehistorian", .operation = "client", .argument = "0" },
    { "teehistorian/golden/every-message.teehistorian", .operation = "scrub", .argument = "key" },
    { "teehistorian/golden/every-message.teehistorian", .cut = true },
    { "teehistorian/golden/version-1.teehistorian", .operation = "version", .argument = "2" },
};

typedef enum refusal { NOTHING, ALLOCATION, READ, WRITE, REFUSALS } refusal;

static const reel_status reasons[REFUSALS] = { REEL_OK, REEL_MEMORY, REEL_IO, REEL_IO };

static uint8_t *read_golden(const char *name, size_t *size)
{
    char path[256];
    snprintf(path, sizeof path, "tests/formats/%s", name);
    return read_file(project_path(path), size);
}

typedef struct bench {
    const change *change;
    uint8_t *data, *other; /* the files */
    size_t size, other_size;
    uint8_t *output; /* without a fault */
    size_t output_size, findings;
} bench;

/* Losses are counted in a list. If it cannot grow, they are reported one by one, and the output is what it always is. */
static bool is_complete(bench *b, const test_sink *sink, const finding_text *findings)
{
    return sink->commits == 1 && sink->size == b->output_size && !memcmp(sink->data, b->output, sink->size) &&
           findings->total >= b->findings;
}

/* One attempt, with the n-th call of a kind refused, once or from then on. Returns whether there was such a call. */
static bool attempt(bench *b, refusal refused, size_t n, bool once)
{
    const change *c = b->change;
    test_allocator memory = { 0 };
    test_source source = { .data = b->data, .size = b->size, .step = 500 }, second = { .data = b->other, .size = b->other_size };
    test_sink sink = { 0 };
    if (refused == ALLOCATION) memory.fail_at = n, memory.fail_once = once;
    if (refused == READ) source.fail_at = n, source.fail_once = once;
    if (refused == WRITE) sink.fail_at = n, sink.fail_once = once;
    reel_allocator allocator = test_allocator_of(&memory);
    static finding_text findings;
    findings = (finding_text){ .size = 0 };
    const reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator, .report = finding_text_report,
                                   .report_context = &findings };
    const reel_setting operation = { c->operation, c->argument };
    reel_source other = test_source_of(&second);
    const reel_convert_options how = { REEL_SIZED(reel_convert_options),
                                       .flags = c->flags,
                                       .pseudonyms = c->pseudonyms ? &names : NULL,
                                       .operations = &operation,
                                       .operation_count = c->operation != NULL,
                                       .merge = &other,
                                       .merge_count = c->merge != NULL,
                                       .has_from = c->cut,
                                       .has_to = c->cut,
                                       .from = 0.5,
                                       .to = 100 };
    reel_error error = { .rule = "" };
    reel_status status = reel_convert(test_source_of(&source), &options, c->to ? reel_format_by_id(reel_formats(), c->to) : NULL,
                                      test_sink_of(&sink), &how, &error);
    size_t calls = refused == ALLOCATION ? memory.calls : refused == READ ? source.reads : refused == WRITE ? sink.writes : 0;
    bool met = n && calls >= n;
    char what[200];
    snprintf(what, sizeof what, "%s to %s by %s, refusal %d of kind %d%s", c->file, c->to ? c->to : "itself",
             c->operation ? c->operation : "nothing", (int)n, (int)refused, once ? " once" : "");
    if (refused == NOTHING) {
        b->output = malloc(sink.size + 1);
        memcpy(b->output, sink.data, b->output_size = sink.size);
        b->findings = findings.total;
    }
    bool reported = met && once && refused == ALLOCATION && status == REEL_OK && is_complete(b, &sink, &findings);
    bool fails = met && !reported;
    if (status != (fails ? reasons[refused] : REEL_OK)) fail_msg("%s: %s: %s", what, reel_status_name(status), error.message);
    if (fails && (error.status != status || !error.message[0])) fail_msg("%s: no reason is given", what);
    if (memory.live) fail_msg("%s: %zu bytes leaked", what, memory.live);
    if (sink.commits != !fails || sink.discards != fails)
        fail_msg("%s: %d commits, %d discards", what, sink.commits, sink.discards);
    if (source.closed != 1 || second.closed != (c->merge != NULL)) fail_msg("%s: a source was not closed once", what);
    test_sink_free(&sink);
    return met;
}

static void a_change_that_fails_says_why_and_leaves_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        bench b = { .change = &changes[i] };
        b.data = read_golden(b.change->file, &b.size);
        if (b.change->merge) b.other = read_golden(b.change->merge, &b.other_size);
        assert_false(attempt(&b, NOTHING, 0, false));
        for (refusal refused = ALLOCATION; refused < REFUSALS; refused++) {
            bool small = strncmp(b.change->file, "echo", 4) != 0 && strncmp(b.change->file, "tee", 3) != 0;
            size_t tried = 0, step = full_effort() || small ? 1 : 5 + i % 3;
            for (int once = 0; once < 2; once++)
                for (size_t n = 1; attempt(&b, refused, n, once); n += once && n < 20 ? 1 : step) tried++;
            assert_true(tried > 0);
        }
        free(b.data);
        free(b.other);
        free(b.output);
    }
}

/* ---- limits ------------------------------------------------------------------------------------------------------------- */

static bool stop_at_once(void *context, const reel_progress *progress)
{
    (void)context;
    (void)progress;
    return false;
}

static reel_status change_within(const change *c, const uint8_t *data, size_t size, const reel_options *options, test_sink *sink,
                                 reel_error *error)
{
    const reel_setting operation = { c->operation, c->argument };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options),
                                       .flags = c->flags,
                                       .pseudonyms = c->pseudonyms ? &names : NULL,
                                       .operations = &operation,
                                       .operation_count = c->operation != NULL,
                                       .has_from = c->cut,
                                       .has_to = c->cut,
                                       .from = 0.5,
                                       .to = 100 };
    return reel_convert(reel_source_memory(data, size), options, c->to ? reel_format_by_id(NULL, c->to) : NULL,
                        test_sink_of(sink), &how, error);
}

/* Rows of a table, bytes of a text, and nesting: either they are enough, or the change fails. */
static void a_change_beyond_a_limit_fails_with_that_limit(void **state)
{
    (void)state;
    size_t met = 0;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        if (changes[i].merge) continue;
        size_t size;
        uint8_t *data = read_golden(changes[i].file, &size);
        test_sink whole = { 0 };
        reel_error error;
        assert_int_equal(change_within(&changes[i], data, size, NULL, &whole, &error), REEL_OK);
        for (unsigned kind = 1; kind < 4; kind++)
            for (uint64_t limit = 1; limit < 20000; limit += full_effort() ? 1 + limit / 5 : 1 + limit) {
                reel_options options = { REEL_SIZED(reel_options) };
                if (kind == 1) options.limits.rows = limit;
                if (kind == 2) options.limits.string_bytes = limit;
                if (kind == 3) options.limits.nesting = (uint32_t)limit;
                if (kind == 3 && limit > 100) break;
                test_sink sink = { 0 };
                reel_status status = change_within(&changes[i], data, size, &options, &sink, &error);
                bool unread = status == REEL_LOSS && !strcmp(error.rule, "convert.verify"); /* what was written exceeds it */
                if (status != REEL_OK && status != REEL_LIMIT && !unread)
                    fail_msg("%s, limit %u of %llu: %s: %s", changes[i].file, kind, (unsigned long long)limit,
                             reel_status_name(status), error.message);
                if (status == REEL_OK && (sink.size != whole.size || memcmp(sink.data, whole.data, whole.size) != 0))
                    fail_msg("%s, limit %u of %llu: another output", changes[i].file, kind, (unsigned long long)limit);
                assert_int_equal(sink.commits, status == REEL_OK);
                met += status == REEL_LIMIT;
                test_sink_free(&sink);
            }
        test_sink_free(&whole);
        free(data);
    }
    assert_true(met > 50);
}

static void a_change_that_is_cancelled_leaves_nothing(void **state)
{
    (void)state;
    static uint8_t many[4 << 20];
    memcpy(many, "TOY1", 4);
    many[4 + 2] = 7;
    const size_t size = 8 + 8 * (7 << 16);
    reel_options options = machinery_options(NULL);
    options.on_progress = stop_at_once;
    options.limits.input_bytes = sizeof many;
    test_sink sink = { 0 };
    reel_error error;
    assert_int_equal(reel_convert(reel_source_memory(many, size), &options, NULL, test_sink_of(&sink), NULL, &error),
                     REEL_CANCELLED);
    assert_int_equal(sink.commits, 0);
    assert_int_equal(sink.discards, 1);
    test_sink_free(&sink);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_change_that_fails_says_why_and_leaves_nothing),
        cmocka_unit_test(a_change_beyond_a_limit_fails_with_that_limit),
        cmocka_unit_test(a_change_that_is_cancelled_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
