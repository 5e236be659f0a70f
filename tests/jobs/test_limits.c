/* SPDX-License-Identifier: MIT
 * What exceeds a limit is read up to that point: the rows are the first ones of the whole file, and the error has the limit. */
#include "machinery.h"

typedef enum limit_kind { ROWS, STRINGS, NESTING, KINDS } limit_kind;

static reel_options options_for(limit_kind kind, uint64_t limit)
{
    reel_options options = machinery_options(NULL);
    if (kind == ROWS) options.limits.rows = limit;
    if (kind == STRINGS) options.limits.string_bytes = limit;
    if (kind == NESTING) options.limits.nesting = (uint32_t)limit;
    return options;
}

static size_t met[KINDS];

static void read_within(const specimen *file, const reel_replay *whole, limit_kind kind, uint64_t limit)
{
    char what[256];
    snprintf(what, sizeof what, "%s, limit %d of %llu", file->name, (int)kind, (unsigned long long)limit);
    reel_options options = options_for(kind, limit);
    test_source source = { .data = file->data, .size = file->size, .step = 200 };
    reel_replay *part;
    reel_error error = { .rule = "" };
    reel_status status = reel_load(test_source_of(&source), &options, &part, &error);
    if (status < 0) {
        if (status != REEL_LIMIT || !*error.rule || !*error.message)
            fail_msg("%s: %s: %s", what, reel_status_name(status), error.message);
        met[kind]++;
        return;
    }
    const reel_error *damage = reel_replay_damage(part);
    if (damage && damage->status != REEL_LIMIT) fail_msg("%s: %s", what, damage->message);
    assert_prefix(part, whole, what);
    met[kind] += damage != NULL;
    reel_free(part);
}

static void try_limits(const specimen *file)
{
    static size_t number;
    reel_options options = machinery_options(NULL);
    reel_replay *whole = load_bytes(file->data, file->size, &options);
    for (limit_kind kind = 0; kind < KINDS; kind++) {
        size_t step = full_effort() ? 1 : 3;
        for (uint64_t limit = 1 + number++ % step; limit < 2 * file->size + 10000; limit += limit < 24 ? step : limit * step / 4)
            read_within(file, whole, kind, limit);
    }
    reel_free(whole);
}

static void rows_before_a_limit_are_the_first_of_the_file(void **state)
{
    (void)state;
    each_specimen(GOLDEN, 8192, try_limits);
    for (limit_kind kind = 0; kind < KINDS; kind++) assert_enough(met[kind]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_before_a_limit_are_the_first_of_the_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
