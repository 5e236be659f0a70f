/* SPDX-License-Identifier: MIT
 * The same answer from every source: a file in memory, a file of known size that is read in steps, a pipe, and a pipe of single bytes give
 * the same rows, findings and failure. All golden and bad files of every format are read so, whole and cut, because readers ask for the
 * size of a file, look ahead, or wait for more only at some places. The verbs give the same from them, from a compressed file and from an
 * archive. */
#include "machinery.h"

#include "core/crc32.h"

#include <reel/archive.h>
#include <reel/export.h>
#include <reel/insight.h>

typedef struct answer {
    reel_status status;
    char failure[512];
    finding_text findings;
    reel_replay *replay;
} answer;

typedef struct way {
    const char *name;
    size_t step; /* bytes a read; 0: in memory */
    bool sized;
} way;

static const way ways[] = {
    { "a file in memory", 0, true },
    { "a file", 4096, true },
    { "a pipe", 4096, false },
    { "a pipe of single bytes", 1, false },
};

static void ask(answer *a, const uint8_t *data, size_t size, const way *by)
{
    test_source state = { .data = data, .size = size, .step = by->step };
    reel_source source = by->step ? test_source_of(&state) : reel_source_memory(data, size);
    reel_options options = machinery_options(NULL);
    reel_error error = { .rule = "" };
    memset(a, 0, sizeof *a);
    if (by->step) source.size = by->sized ? size : REEL_UNKNOWN_SIZE;
    if (by->step && !by->sized) source.seek = NULL;
    options.report = finding_text_report;
    options.report_context = &a->findings;
    a->status = reel_load(source, &options, &a->replay, &error);
    if (a->status < 0)
        snprintf(a->failure, sizeof a->failure, "%s at %llu: %s", error.rule, (unsigned long long)error.offset, error.message);
}

static void compare(const char *name, size_t size, const answer *a, const answer *b, const way *by)
{
    if (a->status != b->status || strcmp(a->failure, b->failure))
        fail_msg("%s, %zu bytes, from %s: \"%s\", not \"%s\"", name, size, by->name, b->failure, a->failure);
    if (strcmp(a->findings.text, b->findings.text))
        fail_msg("%s, %zu bytes, from %s:\n%snot\n%s", name, size, by->name, b->findings.text, a->findings.text);
    if (a->status >= 0) assert_same_replay(a->replay, b->replay, true, name);
}

static void ask_all(const char *name, const uint8_t *data, size_t size)
{
    enum { SMALL = 20000 }; /* for single bytes */
    static answer first, other;
    ask(&first, data, size, &ways[0]);
    for (size_t i = 1; i < sizeof ways / sizeof *ways; i++) {
        if (ways[i].step == 1 && size > SMALL) continue;
        ask(&other, data, size, &ways[i]);
        compare(name, size, &first, &other, &ways[i]);
        reel_free(other.replay);
    }
    reel_free(first.replay);
}

static void read_whole(const specimen *file) { ask_all(file->name, file->data, file->size); }

static void read_cut(const specimen *file)
{
    const size_t stride = stride_for(file->size, full_effort() ? 2000 : 60, full_effort() ? 300 : 12);
    for (size_t size = 1; size < file->size; size += stride) ask_all(file->name, file->data, size);
}

static void whole_files_are_the_same_from_every_source(void **state)
{
    (void)state;
    each_specimen(GOLDEN | BAD, 200000, read_whole);
}

static void cut_files_are_the_same_from_every_source(void **state)
{
    (void)state;
    each_specimen(GOLDEN, 20000, read_cut);
}

/* ---- verbs ------------------------------------------------------------------------------------------------------ */

/* What a verb gives: its status and rule, its findings, and its output. */
typedef struct outcome {
    reel_status status;
    char rule[64];
    finding_text findings;
    reel_memory output; /* data NULL: none */
} outcome;

static void set_rule(outcome *o, const reel_error *error)
{
    snprintf(o->rule, sizeof o->rule, "%s", o->status < 0 ? error->rule : "");
}

/* Removes the counts of findings, and returns the size: an archive of rows has not the findings about the bytes of the file. Findings are
 * compared by themselves. */
static size_t without_finding_counts(uint8_t *text, size_t size)
{
    static const char name[] = "_findings\":";
    enum { LENGTH = sizeof name - 1 };
    size_t kept = 0;
    for (size_t at = 0; at < size; at++) {
        bool counts = kept >= LENGTH && !memcmp(text + kept - LENGTH, name, LENGTH);
        if (!counts || text[at] < '0' || text[at] > '9') text[kept++] = text[at];
    }
    return kept;
}

/* The rows of each statistic as text. */
static reel_status export_rows(void *context, const reel_format *format, const reel_insight *insight, const reel_chunk *chunk,
                               reel_error *error)
{
    reel_sink *sink = context;
    reel_export *made;
    reel_memory text;
    (void)format;
    if (!insight) return REEL_OK;
    const reel_export_options options = { REEL_SIZED(reel_export_options) };
    reel_status status =
        reel_export_open(reel_exporter_by_id("json"), reel_sink_memory(&text, NULL), NULL, &options, &made, error);
    if (status < 0) return status;
    reel_export_chunk(made, chunk);
    status = reel_export_finish(made, error);
    if (status < 0) return status;
    status = sink->write(sink->context, text.data, without_finding_counts(text.data, text.size), error);
    reel_memory_free(&text);
    return status;
}

/* check, and stats with every statistic. */
static void survey(outcome *o, reel_source source, reel_options options)
{
    reel_error error = { .rule = "" };
    reel_sink sink = reel_sink_memory(&o->output, NULL);
    reel_survey wanted = { REEL_SIZED(reel_survey), .flags = REEL_SURVEY_CHECK | REEL_SURVEY_HASH, .insights = reel_insights(),
                           .rows = export_rows, .context = &sink };
    o->status = reel_survey_run(source, &options, &wanted, &error);
    if (o->status >= 0) sink.write(sink.context, wanted.hash, sizeof wanted.hash, &error);
    assert_int_equal(sink.commit(sink.context, &error), REEL_OK);
    set_rule(o, &error);
}

static void rewrite(outcome *o, reel_source source, reel_options options, const reel_format *to, uint32_t flags)
{
    reel_error error = { .rule = "" };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = flags };
    o->status = reel_convert(source, &options, to, reel_sink_memory(&o->output, NULL), &how, &error);
    set_rule(o, &error);
}

static void info(outcome *o, reel_source source, reel_options options)
{
    reel_error error = { .rule = "" };
    reel_reader *reader;
    o->status = reel_open(source, &options, &reader, &error);
    set_rule(o, &error);
    if (o->status >= 0) reel_close(reader);
}

enum { INFO, SURVEY, REPAIR, ANONYMISE, TARGETS }; /* from TARGETS on: convert to each format */

static void run_verb(outcome *o, reel_source source, size_t verb)
{
    reel_options options = machinery_options(NULL);
    memset(o, 0, sizeof *o);
    options.report = finding_text_report;
    options.report_context = &o->findings;
    if (verb == INFO)
        info(o, source, options);
    else if (verb == SURVEY)
        survey(o, source, options);
    else if (verb == REPAIR || verb == ANONYMISE)
        rewrite(o, source, options, NULL, verb == REPAIR ? REEL_REPAIR : REEL_ANONYMISE);
    else
        rewrite(o, source, options, machinery_formats()[verb - TARGETS], 0);
    if (o->status < 0 && verb != SURVEY) o->output = (reel_memory){ .data = NULL };
}

/* `rows_only`: the source keeps the rows, in another form. */
static void compare_verb(const char *name, size_t verb, const char *from, const outcome *a, const outcome *b, bool rows_only)
{
    if (a->status != b->status || strcmp(a->rule, b->rule))
        fail_msg("%s, verb %zu, from %s: %d %s, not %d %s", name, verb, from, (int)b->status, b->rule, (int)a->status, a->rule);
    if (!rows_only && strcmp(a->findings.text, b->findings.text))
        fail_msg("%s, verb %zu, from %s:\n%snot\n%s", name, verb, from, b->findings.text, a->findings.text);
    if (a->findings.errors != b->findings.errors)
        fail_msg("%s, verb %zu, from %s: %zu errors, not %zu", name, verb, from, b->findings.errors, a->findings.errors);
    if (a->output.size != b->output.size || (a->output.size && memcmp(a->output.data, b->output.data, a->output.size)))
        fail_msg("%s, verb %zu, from %s: another output", name, verb, from);
}

/* A gzip file of blocks that are stored as they are. */
static uint8_t *gzip_of(const uint8_t *data, size_t size, size_t *made_size)
{
    static const uint8_t head[10] = { 0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255 };
    enum { BLOCK = 60000 };
    uint8_t *made = malloc(sizeof head + size + (size / BLOCK + 1) * 5 + 8), *at = made;
    assert_non_null(made);
    memcpy(at, head, sizeof head);
    at += sizeof head;
    for (size_t done = 0, part; done == 0 || done < size; done += part) {
        part = size - done < BLOCK ? size - done : BLOCK;
        *at++ = done + part == size;
        const uint32_t lengths = (uint32_t)part | (~(uint32_t)part << 16);
        for (int i = 0; i < 4; i++) *at++ = (uint8_t)(lengths >> 8 * i);
        memcpy(at, data + done, part);
        at += part;
        if (!size) break;
    }
    const uint32_t ends[2] = { reel__crc32(data, size), (uint32_t)size };
    for (int i = 0; i < 8; i++) *at++ = (uint8_t)(ends[i / 4] >> 8 * (i % 4));
    *made_size = (size_t)(at - made);
    return made;
}

static void run_verbs(const specimen *file)
{
    static outcome first, other;
    size_t zipped_size, verbs = TARGETS, compared = sizeof ways / sizeof *ways;
    if (file->size > by_effort(SIZE_MAX, 4000, 2000)) compared--; /* single bytes */
    uint8_t *zipped = gzip_of(file->data, file->size, &zipped_size);
    reel_memory packed = { .data = NULL };
    reel_options options = machinery_options(NULL);
    reel_packed made = { .stored = true };
    bool archived =
        reel_pack(reel_source_memory(file->data, file->size), &options, NULL, reel_sink_memory(&packed, NULL), &made, NULL) >= 0;
    while (machinery_formats()[verbs - TARGETS]) verbs++;
    run_verb(&first, reel_source_memory(file->data, file->size), SURVEY);
    bool limited = first.status == REEL_LIMIT || strstr(first.findings.text, "limit") != NULL;
    if (limited) print_message("%s: compressed files have other limits, which are shares of their size\n", file->name);
    reel_memory_free(&first.output);
    for (size_t verb = 0; verb < verbs; verb++) {
        run_verb(&first, reel_source_memory(file->data, file->size), verb);
        if (verb < TARGETS || first.status >= 0) {
            for (size_t i = 1; i < compared; i++) {
                test_source state = { .data = file->data, .size = file->size, .step = ways[i].step };
                reel_source source = test_source_of(&state);
                source.size = ways[i].sized ? file->size : REEL_UNKNOWN_SIZE;
                if (!ways[i].sized) source.seek = NULL;
                run_verb(&other, source, verb);
                compare_verb(file->name, verb, ways[i].name, &first, &other, false);
                reel_memory_free(&other.output);
            }
            if (limited) {
                reel_memory_free(&first.output);
                continue;
            }
            run_verb(&other, reel_source_memory(zipped, zipped_size), verb);
            compare_verb(file->name, verb, "a compressed file", &first, &other, false);
            reel_memory_free(&other.output);
            if (archived) {
                run_verb(&other, reel_source_memory(packed.data, packed.size), verb);
                compare_verb(file->name, verb, "an archive", &first, &other, !made.stored);
                reel_memory_free(&other.output);
            }
        }
        reel_memory_free(&first.output);
    }
    if (archived) reel_memory_free(&packed);
    free(zipped);
}

static void verbs_give_the_same_from_every_source(void **state)
{
    (void)state;
    each_specimen(GOLDEN | BAD, by_effort(200000, 8000, 2000), run_verbs);
}

/* Small files without a header tell their kind by their size. */
static void files_that_are_known_by_their_size_are_the_same(void **state)
{
    (void)state;
    uint8_t rbot[8 + 8 * 6] = { 240 };
    rbot[4] = 8;
    for (size_t i = 0; i < 8; i++) {
        rbot[8 + 6 * i] = (uint8_t)(10 + 7 * i);
        rbot[8 + 6 * i + 4] = i % 2 == 0;
    }
    answer a;
    ask(&a, rbot, sizeof rbot, &ways[2]);
    assert_int_equal(a.status, REEL_OK);
    assert_int_equal(a.findings.errors, 0);
    reel_free(a.replay);
    ask_all("an RBot macro without fixes", rbot, sizeof rbot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_files_are_the_same_from_every_source),
        cmocka_unit_test(cut_files_are_the_same_from_every_source),
        cmocka_unit_test(verbs_give_the_same_from_every_source),
        cmocka_unit_test(files_that_are_known_by_their_size_are_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
