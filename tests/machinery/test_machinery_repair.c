/* SPDX-License-Identifier: MIT
 * Every golden and every bad file is repaired. The output has no error that a check finds, or the repair says that some are left, or it
 * fails for a reason in the file. It says if it changed rows. A second repair finds nothing to do. */
#include "machinery.h"

static size_t repaired, left, refused;

typedef struct counted {
    size_t errors; /* found by a check */
    bool left;     /* the repair says that errors are left */
    finding_text text;
} counted;

static void count(void *context, const reel_finding *finding)
{
    counted *c = context;
    finding_text_report(&c->text, finding);
    bool says = strcmp(finding->rule, "repair.errors-left") == 0;
    c->left |= says;
    c->errors += finding->severity == REEL_ERROR && !says;
}

static reel_status repair(const void *data, size_t size, counted *findings, reel_memory *memory, reel_error *error)
{
    *findings = (counted){ .errors = 0 };
    reel_options options = machinery_options(NULL);
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR };
    options.report = count;
    options.report_context = findings;
    return reel_convert(reel_source_memory(data, size), &options, NULL, reel_sink_memory(memory, NULL), &how, error);
}

static bool count_difference(void *context, const reel_difference *difference)
{
    (void)difference;
    ++*(size_t *)context;
    return true;
}

/* What the repair changed in the rows that were read, it says. */
static void assert_says_changes(const specimen *file, const reel_memory *made, const char *said)
{
    const reel_options options = machinery_options(NULL);
    reel_replay *before = load_bytes(file->data, file->size, &options), *after = load_bytes(made->data, made->size, &options);
    size_t differences = 0;
    assert_int_equal(reel_diff(before, after, false, count_difference, &differences, NULL, NULL), REEL_OK);
    if (differences && !strstr(said, "repair."))
        fail_msg("%s: %zu differences after the repair, which says nothing:\n%s", file->name, differences, said);
    reel_free(before);
    reel_free(after);
}

static void repair_file(const specimen *file)
{
    static counted findings, again;
    reel_memory memory, second;
    reel_error error;
    if (!is_readable(file->data, file->size)) return;
    if (repair(file->data, file->size, &findings, &memory, &error) < 0) {
        if (error.status == REEL_ARGUMENT) /* it made rows that cannot be written, or left them so */
            fail_msg("%s: the repair fails: %s: %s", file->name, error.rule, error.message);
        refused++;
        return;
    }
    bool says = findings.left;
    assert_says_changes(file, &memory, findings.text.text);
    reel_options options = machinery_options(NULL);
    findings = (counted){ .errors = 0 };
    options.report = count;
    options.report_context = &findings;
    if (reel_check(reel_source_memory(memory.data, memory.size), &options, &error) < 0)
        fail_msg("%s: the repaired file cannot be checked: %s", file->name, error.message);
    if ((findings.errors > 0) != says)
        fail_msg("%s: %zu errors are left, but the repair says %s:\n%s", file->name, findings.errors, says ? "some" : "none",
                 findings.text.text);
    if (repair(memory.data, memory.size, &again, &second, &error) < 0)
        fail_msg("%s: the repaired file cannot be repaired: %s", file->name, error.message);
    if (second.size != memory.size || memcmp(second.data, memory.data, memory.size) != 0)
        fail_msg("%s: a second repair changes the file again:\n%s", file->name, again.text.text);
    repaired++;
    left += says;
    reel_memory_free(&second);
    reel_memory_free(&memory);
}

static void a_repair_leaves_no_error_or_says_so(void **state)
{
    (void)state;
    each_specimen(GOLDEN | BAD | CORPUS, (size_t)by_effort(4 << 20, 100000, 20000), repair_file);
    print_message("%zu files repaired, %zu with errors left, %zu refused\n", repaired, left, refused);
    assert_enough(repaired > 0);
}

/* ---- cut files -------------------------------------------------------------------------------------------------- */

static size_t made_whole, not_made;

/* Why nothing can be made of what a cut leaves: no row of the kind that a file must have, or a level without its parts. */
static const char *const reasons[] = { "echoreplay.no-frames",
                                       "repair.scoresaber.nothing-left",
                                       "repair.scoresaber-json.nothing-left",
                                       "beatsaber-map.difficulties",
                                       "beatsaber-map.field",
                                       "beatsaber-map.not-finite",
                                       "beatsaber-map.zip" };

static bool opens(const reel_format *format, const void *data, size_t size)
{
    reel_options options = machinery_options(NULL);
    reel_reader *reader;
    options.format = format;
    if (reel_open(reel_source_memory(data, size), &options, &reader, NULL) < 0) return false;
    reel_close(reader);
    return true;
}

static void repair_part(const specimen *file, const reel_format *format, size_t size)
{
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR };
    reel_options options = machinery_options(NULL);
    reel_memory made;
    reel_error error = { .rule = "" };
    options.format = format;
    if (reel_convert(reel_source_memory(file->data, size), &options, NULL, reel_sink_memory(&made, NULL), &how, &error) >= 0) {
        reel_memory_free(&made);
        made_whole++;
        return;
    }
    bool known = false;
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) known |= !strcmp(error.rule, reasons[i]);
    if (!known) fail_msg("%s: of its first %zu bytes no file is made: %s: %s", file->name, size, error.rule, error.message);
    not_made++;
}

/* What is left of a file whose header is whole is a file again. */
static void repair_cut(const specimen *file)
{
    const reel_options options = machinery_options(NULL);
    reel_replay *whole = load_bytes(file->data, file->size, &options);
    const reel_format *format = reel_replay_format(whole);
    reel_free(whole);
    if (!format->writer || !is_unwrapped(format, file->data, file->size)) return;
    const size_t stride = stride_for(file->size, by_effort(4000, 600, 200), by_effort(400, 60, 40));
    for (size_t size = 1; size < file->size; size += stride)
        if (opens(format, file->data, size)) repair_part(file, format, size);
}

static void what_a_cut_leaves_is_made_a_file_again(void **state)
{
    (void)state;
    each_specimen(GOLDEN, 20000, repair_cut);
    print_message("%zu cut files repaired, %zu with a reason not to\n", made_whole, not_made);
    assert_enough(made_whole > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(a_repair_leaves_no_error_or_says_so),
                                        cmocka_unit_test(what_a_cut_leaves_is_made_a_file_again) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
