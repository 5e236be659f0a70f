/* SPDX-License-Identifier: MIT
 * What the inputs of reached.h give: the answers are those of reached.tsv. `test_machinery_reached --write` writes the tables. */
#include "reached.h"
#include "records.h"

enum { LARGEST = 40000, TOGETHER = 4 };

static void answer_inputs(const reached_file *of, reached_kind kind)
{
    size_t count, numbers[REACHED_DEEP];
    reached_input *inputs = reached_list(of->file, kind, &count);
    if (!inputs) return;
    record_begin(of->file, reached_names[kind]);
    for (size_t first = 0; first < count; first += TOGETHER) {
        if (!record_item("%zu to %zu", first, first + TOGETHER - 1)) continue;
        for (size_t i = first; i < first + TOGETHER && i < count; i++) {
            const size_t changes = reached_path(inputs, i, numbers);
            reached_answer(of, kind, numbers, changes);
        }
    }
    record_end();
    free(inputs);
}

static void answer_file(const specimen *file)
{
    reached_file of = reached_open(file);
    answer_inputs(&of, REACHED_BYTES);
    answer_inputs(&of, REACHED_ROWS);
    reached_close(&of);
}

static void inputs_have_the_answers_of_their_table(void **state)
{
    const bool *write = *state;
    if (!records_begin("reached.tsv", *write)) return;
    each_specimen(GOLDEN | BAD, LARGEST, answer_file);
    records_end();
}

int main(int argc, char **argv)
{
    bool write = argc > 1 && !strcmp(argv[1], "--write");
    const struct CMUnitTest tests[] = { cmocka_unit_test_prestate(inputs_have_the_answers_of_their_table, &write) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
