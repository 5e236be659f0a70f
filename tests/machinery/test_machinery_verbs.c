/* SPDX-License-Identifier: MIT
 * What every verb writes passes the check of its format: no error that the input did not have, and after a repair none at all. A verb may
 * refuse; what it may not do is write such a file. */
#include "machinery.h"

#include <reel/insight.h>

static size_t written, refused, failed, others;

/* In these games a check reports what the format does not allow. In others it also judges the play, such as a score that its notes do not
 * give, which neither a cut nor a repair of half a file can keep: their errors are counted, and printed. */
static bool is_strict(const reel_format *format)
{
    return strcmp(format->game, "Geometry Dash") == 0 || strcmp(format->game, "DDNet") == 0;
}

static void count_failure(const reel_format *format, const char *what, const char *rule, const char *message)
{
    print_message("%s: %s: %s\n", what, rule, message);
    if (is_strict(format))
        failed++;
    else
        others++;
}

/* Rules of the errors that a check reports. */
typedef struct error_rules {
    const char *rules[64];
    char message[2 * REEL_MESSAGE_SIZE]; /* of the first one */
    size_t count;
} error_rules;

static void collect(void *context, const reel_finding *finding)
{
    error_rules *errors = context;
    if (finding->severity < REEL_ERROR || errors->count == sizeof errors->rules / sizeof *errors->rules) return;
    if (!errors->count) snprintf(errors->message, sizeof errors->message, "%s", finding->message);
    errors->rules[errors->count++] = finding->rule;
}

static reel_status check(const void *data, size_t size, const reel_format *format, error_rules *errors)
{
    reel_options options = machinery_options(NULL);
    reel_error error;
    *errors = (error_rules){ .count = 0 };
    options.report = collect;
    options.report_context = errors;
    options.format = format;
    reel_status status = reel_check(reel_source_memory(data, size), &options, &error);
    if (status < 0) snprintf(errors->message, sizeof errors->message, "%s", error.message);
    return status;
}

static bool has_rule(const error_rules *errors, const char *rule)
{
    for (size_t i = 0; i < errors->count; i++)
        if (strcmp(errors->rules[i], rule) == 0) return true;
    return false;
}

/* Runs a verb over a file, and the check over what it wrote. `before`: the errors of the input, or NULL if there may be none. */
static void run(const reel_format *format, const char *what, const uint8_t *data, size_t size, const reel_convert_options *how,
                const error_rules *before)
{
    reel_options options = machinery_options(NULL);
    reel_memory made;
    reel_error error;
    error_rules after;
    reel_convert_options own = *how;
    own.struct_size = sizeof own;
    reel_status status =
        reel_convert(reel_source_memory(data, size), &options, NULL, reel_sink_memory(&made, NULL), &own, &error);
    if (status < 0) {
        if (strcmp(error.rule, "convert.verify") == 0) count_failure(format, what, error.rule, error.message);
        refused++;
        return;
    }
    written++;
    status = check(made.data, made.size, NULL, &after);
    if (status < 0) count_failure(format, what, "cannot be read", after.message);
    for (size_t i = 0; i < after.count; i++) {
        if (before && has_rule(before, after.rules[i])) continue;
        count_failure(format, what, after.rules[i], after.message);
        break;
    }
    reel_memory_free(&made);
}

/* ---- repairs ---------------------------------------------------------------------------------------------------- */

static void repair(const char *name, const char *damage, const uint8_t *data, size_t size)
{
    char what[512];
    reel_reader *reader;
    reel_options options = machinery_options(NULL);
    snprintf(what, sizeof what, "%s%s: repair", name, damage);
    if (reel_open(reel_source_memory(data, size), &options, &reader, NULL) < 0) return;
    const reel_format *format = reel_reader_format(reader);
    reel_close(reader);
    run(format, what, data, size, &(reel_convert_options){ .flags = REEL_REPAIR }, NULL);
}

/* A file as it is, padded in three ways, cut, and with its end cleared as a crash does. */
static void repair_file(const specimen *file)
{
    enum { PADDING = 200 };
    uint8_t *copy = malloc(file->size + PADDING);
    assert_non_null(copy);
    repair(file->name, "", file->data, file->size);
    for (int byte = 0; byte < 3; byte++) {
        size_t block = file->size < PADDING ? file->size : PADDING;
        memcpy(copy, file->data, file->size);
        if (byte == 2)
            memcpy(copy + file->size, file->data + (file->size - block), block);
        else
            memset(copy + file->size, byte ? 0xff : 0, PADDING);
        repair(file->name,
               byte == 2 ? " with a block twice"
               : byte    ? " and 0xff"
                         : " and zeros",
               copy, file->size + (byte == 2 ? block : PADDING));
    }
    for (size_t part = 1; part < 4; part++) {
        size_t kept = file->size * part / 4;
        repair(file->name, " cut", file->data, kept);
        memcpy(copy, file->data, kept);
        memset(copy + kept, 0, file->size - kept);
        repair(file->name, " cleared", copy, file->size);
    }
    free(copy);
}

static void what_is_repaired_has_no_error(void **state)
{
    (void)state;
    written = refused = failed = others = 0;
    each_specimen(GOLDEN | BAD, by_effort(200000, 60000, 20000), repair_file);
    print_message("%zu files repaired, %zu not; %zu have errors of other games\n", written, refused, others);
    assert_true(written > 100);
    assert_int_equal(failed, 0);
}

/* ---- operations and spans --------------------------------------------------------------------------------------- */

/* Arguments to try, by what the operation calls its own. One that does not fit is refused. */
static const struct {
    const char *argument, *values[4];
} arguments[] = {
    { "FRAMES", { "+7", "-20", "100000" } },
    { "RATE", { "60", "480", "144.5" } },
    { "FACTOR", { "2", "0.5", "1.1" } },
    { "CID", { "0", "1", "127" } },
    { "1|2", { "1", "2" } },
    { "KEY", { "a key" } },
};

static void operate(const reel_format *format, const specimen *file, const reel_operation *operation, const char *argument,
                    const error_rules *before)
{
    char what[512];
    snprintf(what, sizeof what, "%s: %s %s", file->name, operation->id, argument ? argument : "");
    const reel_setting setting = { operation->id, argument };
    run(format, what, file->data, file->size, &(reel_convert_options){ .operations = &setting, .operation_count = 1 }, before);
}

static void try_arguments(const reel_format *format, const specimen *file, const reel_operation *operation,
                          const error_rules *before)
{
    static const char *const usual[] = { "0", "1", "2" };
    if (!operation->argument) {
        operate(format, file, operation, NULL, before);
        return;
    }
    for (size_t a = 0; a < sizeof arguments / sizeof *arguments; a++)
        for (size_t v = 0; v < 4 && strcmp(arguments[a].argument, operation->argument) == 0 && arguments[a].values[v]; v++)
            operate(format, file, operation, arguments[a].values[v], before);
    for (size_t i = 0; i < 3; i++) operate(format, file, operation, usual[i], before);
}

/* The first and last time of a replay. False: it has none. */
static bool span_of(const reel_replay *replay, double *first, double *last)
{
    bool any = false;
    const reel_chunk *chunk = reel_replay_chunk(replay);
    for (const reel_table *const *table = reel_chunk_tables(chunk); *table; table++) {
        const reel_field *time = reel_table_time(*table);
        size_t rows;
        const uint8_t *row = reel_chunk_rows(chunk, *table, &rows);
        for (size_t i = 0; time && i < rows; i++) {
            double value = reel_field_number(time, row + i * (*table)->row_size, 0);
            if (value - value != 0) continue;
            if (!any || value < *first) *first = value;
            if (!any || value > *last) *last = value;
            any = true;
        }
    }
    return any;
}

static void try_spans(const reel_format *format, const specimen *file, const error_rules *before, double first, double last)
{
    enum { PARTS = 5 };
    char what[512];
    for (int from = -1; from < PARTS; from++) {
        for (int to = from + 1; to <= PARTS; to++) {
            double step = (last - first) / PARTS;
            reel_convert_options how = {
                .has_from = from >= 0, .has_to = to < PARTS, .from = first + from * step, .to = first + to * step
            };
            snprintf(what, sizeof what, "%s: cut from %g to %g", file->name, how.has_from ? how.from : -1,
                     how.has_to ? how.to : -1);
            run(format, what, file->data, file->size, &how, before);
        }
    }
}

static void merge_with_itself(const reel_format *format, const specimen *file, const error_rules *before)
{
    char what[512];
    reel_source other = reel_source_memory(file->data, file->size);
    snprintf(what, sizeof what, "%s: merge with itself", file->name);
    run(format, what, file->data, file->size, &(reel_convert_options){ .merge = &other, .merge_count = 1 }, before);
}

static void try_verbs(const specimen *file)
{
    error_rules before;
    reel_options options = machinery_options(NULL);
    reel_replay *replay;
    char what[512];
    double first = 0, last = 0;
    if (reel_load(reel_source_memory(file->data, file->size), &options, &replay, NULL) < 0) return;
    const reel_format *format = reel_replay_format(replay);
    bool timed = span_of(replay, &first, &last), usable = format->writer && !reel_replay_damage(replay);
    reel_free(replay);
    if (!usable || check(file->data, file->size, NULL, &before) < 0) return;
    for (const reel_operation *const *operation = format->operations; operation && *operation; operation++)
        if (!reel_operation_is_reserved(*operation)) try_arguments(format, file, *operation, &before);
    snprintf(what, sizeof what, "%s: anonymise", file->name);
    run(format, what, file->data, file->size, &(reel_convert_options){ .flags = REEL_ANONYMISE }, &before);
    merge_with_itself(format, file, &before);
    if (timed) try_spans(format, file, &before, first, last);
}

static void what_is_edited_has_no_new_error(void **state)
{
    (void)state;
    written = refused = failed = others = 0;
    each_specimen(GOLDEN, by_effort(200000, 60000, 20000), try_verbs);
    print_message("%zu files written, %zu edits refused; %zu have errors of other games\n", written, refused, others);
    assert_true(written > 100);
    assert_int_equal(failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_repaired_has_no_error),
        cmocka_unit_test(what_is_edited_has_no_new_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
