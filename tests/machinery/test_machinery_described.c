/* SPDX-License-Identifier: MIT
 * What a format says of itself and of golden files: fields, bounds on memory, bits that sniff verifies, indexes and what is read from them. Answers
 * are those of described.tsv. `test_machinery_described --write` writes the tables. */
#include "records.h"

enum { LARGEST = 40000 };

static void read_from(const specimen *file, const reel_memory *index, double from, double to)
{
    reel_options options = machinery_options(NULL);
    reel_replay *replay;
    reel_error error;
    options.index = (reel_bytes){ index->data, index->size };
    options.has_from = options.has_to = true;
    options.from = from;
    options.to = to;
    options.report = record_finding;
    const reel_status status = reel_load(reel_source_memory(file->data, file->size), &options, &replay, &error);
    record_status(status, &error);
    if (status < 0) return;
    record_rows(replay);
    reel_free(replay);
}

static void make_indexes(const specimen *file, double first, double last)
{
    static const uint64_t steps[] = { 1, 100, 1500 };
    record_begin(file, "indexed");
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        reel_options options = machinery_options(NULL);
        reel_memory made;
        reel_error error;
        if (!record_item("every %d bytes", (int)steps[i])) continue;
        options.report = record_finding;
        const reel_status status =
            reel_index(reel_source_memory(file->data, file->size), &options, steps[i], reel_sink_memory(&made, NULL), &error);
        record_status(status, &error);
        if (status != REEL_OK) break;
        record_text("    %zu bytes\n", made.size);
        record_bytes(made.data, made.size);
        for (int part = 0; part < 4; part++)
            read_from(file, &made, first + (last - first) * part / 4, first + (last - first) * (part + 1) / 4);
        reel_memory_free(&made);
    }
    record_end();
}

/* How sure each format is of the beginnings of a file. */
static void sniff(const specimen *file)
{
    static const size_t sizes[] = { 1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 256, 512, 1024, 4096, 16384 };
    record_begin(file, "sniffed");
    const bool asked = record_item("all formats");
    for (const reel_format *const *format = machinery_formats(); asked && *format; format++) {
        int last = 0, bits;
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes && sizes[i] < file->size; i++, last = bits)
            if ((bits = (int)(*format)->sniff(file->data, sizes[i])) != last)
                record_text("    %s from %zu bytes on: %d\n", (*format)->id, sizes[i], bits);
        bits = (int)(*format)->sniff(file->data, file->size);
        if (bits || last) record_text("    %s: %d\n", (*format)->id, bits);
    }
    record_end();
}

static void describe_field(const reel_field *field)
{
    record_text("    %s %d %d %lx %s %s", field->name, (int)field->type, field->count, (unsigned long)field->flags, field->unit,
                field->components ? field->components : "");
    for (const reel_label *label = field->labels; label && label->name; label++)
        record_text(" %lld %s", (long long)label->value, label->name);
}

static void describe(const specimen *file, const reel_format *format)
{
    static const uint64_t sizes[] = { 0, 1, 100, 10000, 1000000, 100000000 };
    record_begin(file, "described");
    if (record_item("the format"))
        record_text("%s %s %s %lx %llu", format->id, format->name, format->game, (unsigned long)format->flags,
                    (unsigned long long)format->input_limit);
    if (record_item("its memory"))
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            const reel_options options = machinery_options(NULL);
            record_text(" %llu", (unsigned long long)reel_memory_bound(format, sizes[i], &options));
        }
    for (const reel_table *const *table = reel_format_tables(format); *table; table++)
        if (record_item("%s", (*table)->name)) {
            record_text("    %s %x\n", (*table)->name, (unsigned)(*table)->flags);
            for (size_t f = 0; f < (*table)->field_count; f++) describe_field(&(*table)->fields[f]);
        }
    record_end();
}

static void describe_file(const specimen *file)
{
    static const reel_format *seen[64];
    const reel_options options = machinery_options(NULL);
    reel_replay *replay;
    double first = 0, last = 1;
    size_t i = 0;
    sniff(file);
    if (reel_load(reel_source_memory(file->data, file->size), &options, &replay, NULL) < 0) return;
    const reel_format *format = reel_replay_format(replay);
    record_span(replay, &first, &last);
    reel_free(replay);
    if (format->reader->positions) make_indexes(file, first, last);
    while (seen[i] && seen[i] != format) i++;
    assert_true(i < sizeof seen / sizeof *seen - 1);
    if (!seen[i]) describe(file, format);
    seen[i] = format;
}

static void formats_are_what_their_table_says(void **state)
{
    const bool *write = *state;
    if (!records_begin("described.tsv", *write)) return;
    each_specimen(GOLDEN, LARGEST, describe_file);
    records_end();
}

int main(int argc, char **argv)
{
    bool write = argc > 1 && !strcmp(argv[1], "--write");
    const struct CMUnitTest tests[] = { cmocka_unit_test_prestate(formats_are_what_their_table_says, &write) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
