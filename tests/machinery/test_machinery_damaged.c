/* SPDX-License-Identifier: MIT
 * What damage does: damaged copies of every golden and bad file, always the same ones, are checked, read and repaired, and the answers are those
 * of damaged.tsv: findings with their offsets and rows, the rows that remain, what a repair makes. Each is read in a way of its own: all
 * tables, one, a span, within a low limit, in small pieces, another convention. `test_machinery_damaged --write` writes the tables. */
#include "inside.h"
#include "records.h"
#include "uses.h"

/* Copies of the files of a family, and of a file at least and at most; so many have one answer. Bad files get a quarter, as most of them end at
 * their damage, and so do those that are packed or large. */
enum { COPIES = 12000, LEAST = 160, MOST = 800, TOGETHER = 8, SMALL = 4096, LARGEST = 60000 };

/* Three of four copies of a file that is one packed stream are damaged inside it. */
static copy damaged_copy(const specimen *file, const inside *in, size_t number)
{
    const bool within = in->kind != INSIDE_NONE && in->memory.size && number && number / 2 % 4 != 3;
    copy c = copy_of(within ? in->memory.data : file->data, within ? in->memory.size : file->size);
    record_seed(file, number);
    copy_damage(&c, number);
    if (within) {
        uint8_t *contents = c.data;
        c.data = inside_packed(in, file->data, contents, c.size, &c.size);
        free(contents);
    }
    return c;
}

static void answer(const manner *m, const copy *c, size_t number)
{
    reel_options options = machinery_options(NULL);
    reel_error error;
    options.report = record_finding;
    record_text("  %zu: %s: checked\n", number, c->what);
    record_status(reel_check(reel_source_memory(c->data, c->size), &options, &error), &error);
    record_text("  read\n");
    use_read(m, c, number);
    if (m->format && number % 4 == 0)
        record_conversion(m->format, c->data, c->size, number / 4);
    else
        use_repaired(c);
}

/* ---- files --------------------------------------------------------------------------------------------------------- */

static void damage_file(const specimen *file)
{
    size_t copies = COPIES / (1 + records_beside(file));
    if (copies > MOST) copies = MOST;
    if (copies < LEAST) copies = LEAST;
    if (file->kind == BAD) copies /= 4;
    const manner m = manner_of(file);
    inside in = inside_of(file->data, file->size);
    if (in.kind != INSIDE_NONE || file->size > SMALL) copies /= 4;
    record_begin(file, "damaged");
    for (size_t first = 0; first < copies; first += TOGETHER) {
        if (!record_item("%zu to %d", first, (int)first + TOGETHER - 1)) continue;
        for (size_t number = first; number < first + TOGETHER; number++) {
            const copy c = damaged_copy(file, &in, number);
            answer(&m, &c, number);
            free(c.data);
        }
    }
    record_end();
    inside_free(&in);
}

static void damage_has_the_consequences_of_its_table(void **state)
{
    bool *write = *state;
    if (!records_begin("damaged.tsv", *write)) return;
    each_specimen(GOLDEN | BAD, LARGEST, damage_file);
    records_end();
}

int main(int argc, char **argv)
{
    bool write = argc > 1 && !strcmp(argv[1], "--write");
    const struct CMUnitTest tests[] = { cmocka_unit_test_prestate(damage_has_the_consequences_of_its_table, &write) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
