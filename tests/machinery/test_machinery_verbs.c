/* SPDX-License-Identifier: MIT
 * What every verb writes passes the check of its format: no error that the input did not have, and after a repair none at all. A verb may
 * refuse; what it may not do is write such a file. A conversion that changes a statistic says so. */
#include "machinery.h"

#include "core/rows.h"

#include <reel/insight.h>

static size_t written, refused, failed;

static void count_failure(const char *what, const char *rule, const char *message)
{
    print_message("%s: %s: %s\n", what, rule, message);
    failed++;
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

static reel_status check(const void *data, size_t size, error_rules *errors)
{
    reel_options options = machinery_options(NULL);
    reel_error error;
    *errors = (error_rules){ .count = 0 };
    options.report = collect;
    options.report_context = errors;
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

/* Runs a verb over a file, and the check over what it wrote. `before`: the errors of the input; NULL: the verb is a repair, and the output
 * has an error if the repair says so. */
static void run(const char *what, const uint8_t *data, size_t size, const reel_convert_options *how, const error_rules *before)
{
    reel_options options = machinery_options(NULL);
    reel_memory made;
    reel_error error;
    error_rules said = { .count = 0 }, after;
    reel_convert_options own = *how;
    own.struct_size = sizeof own;
    options.report = collect;
    options.report_context = &said;
    reel_status status =
        reel_convert(reel_source_memory(data, size), &options, NULL, reel_sink_memory(&made, NULL), &own, &error);
    if (status < 0) {
        if (strcmp(error.rule, "convert.verify") == 0) count_failure(what, error.rule, error.message);
        if (!error.message[0]) count_failure(what, error.rule, "refused without a reason");
        refused++;
        return;
    }
    written++;
    status = check(made.data, made.size, &after);
    if (status < 0) count_failure(what, "cannot be read", after.message);
    const bool left = !before && has_rule(&said, "repair.errors-left");
    if (left && status >= 0 && !after.count) count_failure(what, "repair.errors-left", "there are none");
    for (size_t i = 0; i < after.count && !left; i++) {
        if (before && has_rule(before, after.rules[i])) continue;
        count_failure(what, after.rules[i], after.message);
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
    reel_close(reader);
    run(what, data, size, &(reel_convert_options){ REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR }, NULL);
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
    written = refused = failed = 0;
    each_specimen(GOLDEN | BAD, by_effort(200000, 60000, 20000), repair_file);
    print_message("%zu files repaired, %zu not\n", written, refused);
    assert_enough(written > 100);
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

static void operate(const specimen *file, const reel_operation *operation, const char *argument, const error_rules *before)
{
    char what[512];
    snprintf(what, sizeof what, "%s: %s %s", file->name, operation->id, argument ? argument : "");
    const reel_setting setting = { operation->id, argument };
    run(what, file->data, file->size,
        &(reel_convert_options){ REEL_SIZED(reel_convert_options), .operations = &setting, .operation_count = 1 }, before);
}

static void try_arguments(const specimen *file, const reel_operation *operation, const error_rules *before)
{
    static const char *const usual[] = { "0", "1", "2" };
    if (!operation->argument) {
        operate(file, operation, NULL, before);
        return;
    }
    for (size_t a = 0; a < sizeof arguments / sizeof *arguments; a++)
        for (size_t v = 0; v < 4 && strcmp(arguments[a].argument, operation->argument) == 0 && arguments[a].values[v]; v++)
            operate(file, operation, arguments[a].values[v], before);
    for (size_t i = 0; i < 3; i++) operate(file, operation, usual[i], before);
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

static void try_spans(const specimen *file, const error_rules *before, double first, double last)
{
    enum { PARTS = 5 };
    char what[512];
    for (int from = -1; from < PARTS; from++) {
        for (int to = from + 1; to <= PARTS; to++) {
            double step = (last - first) / PARTS;
            reel_convert_options how = { REEL_SIZED(reel_convert_options), .has_from = from >= 0, .has_to = to < PARTS,
                                         .from = first + from * step, .to = first + to * step };
            snprintf(what, sizeof what, "%s: cut from %g to %g", file->name, how.has_from ? how.from : -1,
                     how.has_to ? how.to : -1);
            run(what, file->data, file->size, &how, before);
        }
    }
}

static void merge_with_itself(const specimen *file, const error_rules *before)
{
    char what[512];
    reel_source other = reel_source_memory(file->data, file->size);
    snprintf(what, sizeof what, "%s: merge with itself", file->name);
    run(what, file->data, file->size,
        &(reel_convert_options){ REEL_SIZED(reel_convert_options), .merge = &other, .merge_count = 1 }, before);
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
    if (!usable || check(file->data, file->size, &before) < 0) return;
    for (const reel_operation *const *operation = format->operations; operation && *operation; operation++)
        if (!reel_operation_is_reserved(*operation)) try_arguments(file, *operation, &before);
    snprintf(what, sizeof what, "%s: anonymise", file->name);
    run(what, file->data, file->size, &(reel_convert_options){ REEL_SIZED(reel_convert_options), .flags = REEL_ANONYMISE },
        &before);
    for (uint8_t kept = REEL_KEEP; kept <= REEL_DROP; kept++) {
        const reel_pseudonyms names = {
            REEL_SIZED(reel_pseudonyms), .key = "sixteen bytes or more", .key_size = 21, kept, kept, kept
        };
        snprintf(what, sizeof what, "%s: pseudonymise, policy %d", file->name, kept);
        run(what, file->data, file->size, &(reel_convert_options){ REEL_SIZED(reel_convert_options), .pseudonyms = &names },
            &before);
    }
    merge_with_itself(file, &before);
    if (timed) try_spans(file, &before, first, last);
}

static void what_is_edited_has_no_new_error(void **state)
{
    (void)state;
    written = refused = failed = 0;
    each_specimen(GOLDEN, by_effort(200000, 60000, 20000), try_verbs);
    print_message("%zu files written, %zu edits refused\n", written, refused);
    assert_enough(written > 100);
    assert_int_equal(failed, 0);
}

/* ---- conversions ------------------------------------------------------------------------------------------------ */

static size_t converted, changed;

typedef struct losses {
    bool any, of_statistics; /* reported */
} losses;

static bool is_statistic(const reel_table *table)
{
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++)
        for (const reel_table *const *own = (*insight)->tables; own && *own; own++)
            if (*own == table) return true;
    return false;
}

static void note_loss(void *context, const reel_finding *finding)
{
    losses *said = context;
    if (strncmp(finding->rule, "convert.", strlen("convert.")) != 0) return;
    said->any = true;
    said->of_statistics |= finding->table && is_statistic(finding->table);
}

/* Whether what was made can be converted back: then its rows are compared, else its statistics. */
static bool leads_back(const reel_memory *made, const reel_format *from)
{
    reel_options options = machinery_options(NULL);
    reel_memory again;
    reel_error error = { .rule = "" };
    if (reel_convert(reel_source_memory(made->data, made->size), &options, from, reel_sink_memory(&again, NULL), NULL, &error) >=
        0) {
        reel_memory_free(&again);
        return true;
    }
    return strcmp(error.rule, "convert.unsupported") != 0;
}

static reel_replay *statistics(const void *data, size_t size, const reel_insight *insight)
{
    reel_options options = machinery_options(NULL);
    reel_reader *reader;
    reel_replay *result = NULL;
    if (reel_open(reel_source_memory(data, size), &options, &reader, NULL) < 0) return NULL;
    if (reel_insight_takes(insight, reel_reader_format(reader))) reel_insight_run(insight, reader, NULL, &result, NULL);
    reel_close(reader);
    return result;
}

static bool is_row_number(const reel_field *field)
{
    const char *end = strrchr(field->name, '_');
    return end && strcmp(end, "_row") == 0;
}

/* Whether one replay has no value, as its format records nothing of the kind, and the other counts none. */
static bool is_nothing(const reel_field *field, const void *a, const void *b)
{
    bool has = reel_field_present(field, a);
    return has != reel_field_present(field, b) && reel__field_is_zero(field, has ? a : b);
}

/* Numbers of rows of the replay may be others, in fields and as keys by which rows are paired. */
static bool find_difference(void *context, const reel_difference *difference)
{
    bool numbers =
        difference->field && (is_row_number(difference->field) || is_nothing(difference->field, difference->a, difference->b));
    for (size_t f = 0; !difference->field && f < difference->table->field_count; f++)
        numbers |= difference->table->fields[f].flags & REEL_FIELD_KEY && is_row_number(&difference->table->fields[f]);
    *(bool *)context |= !numbers;
    return numbers;
}

/* Whether any statistic of two files differs. */
static bool statistics_differ(const specimen *file, const reel_memory *made)
{
    bool differ = false;
    for (const reel_insight *const *insight = reel_insights(); *insight && !differ; insight++) {
        if (!(*insight)->tables) continue;
        reel_replay *a = statistics(file->data, file->size, *insight), *b = statistics(made->data, made->size, *insight);
        if (a && b) assert_int_equal(reel_diff(a, b, false, find_difference, &differ, NULL, NULL), REEL_OK);
        reel_free(a);
        reel_free(b);
    }
    return differ;
}

static void convert_to(const specimen *file, const reel_format *from, const reel_format *to)
{
    losses said = { .any = false };
    reel_options options = machinery_options(NULL);
    reel_memory made;
    options.report = note_loss;
    options.report_context = &said;
    if (reel_convert(reel_source_memory(file->data, file->size), &options, to, reel_sink_memory(&made, NULL), NULL, NULL) < 0)
        return;
    converted++;
    changed += said.any;
    bool expects = to != from && !said.of_statistics && statistics_differ(file, &made);
    if (expects && (!said.any || !leads_back(&made, from))) {
        char what[512];
        snprintf(what, sizeof what, "%s: to %s", file->name, to->id);
        count_failure(what, "nothing is said", "the statistics are others");
    }
    reel_memory_free(&made);
}

static void convert_file(const specimen *file)
{
    reel_reader *reader;
    reel_options options = machinery_options(NULL);
    if (reel_open(reel_source_memory(file->data, file->size), &options, &reader, NULL) < 0) return;
    const reel_format *from = reel_reader_format(reader);
    reel_close(reader);
    for (const reel_format *const *to = reel_formats(); *to; to++) convert_to(file, from, *to);
}

static void a_conversion_that_changes_statistics_says_so(void **state)
{
    (void)state;
    converted = changed = failed = 0;
    each_specimen(GOLDEN, by_effort(200000, 60000, 20000), convert_file);
    print_message("%zu conversions, %zu of which lose something\n", converted, changed);
    assert_enough(converted > 100);
    assert_int_equal(failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_repaired_has_no_error),
        cmocka_unit_test(what_is_edited_has_no_new_error),
        cmocka_unit_test(a_conversion_that_changes_statistics_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
