/* SPDX-License-Identifier: MIT
 * Golden files of which the end was never written: cut at every place, and then filled with zeros, 0xFF or a block that is in the file
 * already. What is read is the beginning of the whole file, at least what the cut file gives, and a finding says so; a repair keeps
 * exactly these rows. */
#include "machinery.h"

#include "core/rows.h"

enum { LARGEST = 9000, ROOM = 3 * LARGEST, BLOCK = 512, PADDED_LEAST = 64, XROR_LEAST = 128 };

/* The formats whose readers look for padding. */
static const char *const padded_formats[] = { "/bsor/", "/scoresaber/", "/xror/" };

/* A block that is in a header is not searched for: no header that a program writes is longer than a block, or behind other sections. */
static const char *const odd_headers[] = { "info-late", "repeated-info", "long-text", "long-title" };

typedef enum fill { ZEROS, ONES, BLOCKS, FILLS } fill;
static const char *const fill_names[FILLS] = { "zeros", "0xFF", "a repeated block" };

static size_t cases, refused, unnoticed;

/* Puts padding behind the first `cut` bytes, up to `size`; returns the size. A block is repeated whole. */
static size_t pad(uint8_t *bytes, size_t cut, size_t size, fill with)
{
    if (with != BLOCKS) {
        memset(bytes + cut, with == ONES ? 0xff : 0, size - cut);
        return size;
    }
    memcpy(bytes + cut, bytes + cut - BLOCK, BLOCK);
    return cut + BLOCK;
}

/* The number of bytes before `cut` that the padding cannot be told from. */
static size_t known_bytes(const uint8_t *bytes, size_t cut, fill with)
{
    if (with == BLOCKS) {
        while (cut > BLOCK && bytes[cut - 1] == bytes[cut - 1 - BLOCK]) cut--;
        return cut;
    }
    while (cut && bytes[cut - 1] == (with == ONES ? 0xff : 0)) cut--;
    return cut;
}

static reel_status load(const uint8_t *data, size_t size, finding_text *findings, reel_replay **replay)
{
    findings->size = findings->errors = findings->total = 0;
    const reel_options options = { REEL_SIZED(reel_options), .report = finding_text_report, .report_context = findings };
    return reel_load(reel_source_memory(data, size), &options, replay, NULL);
}

/* Whether `more` has at least the rows of `less`. */
static void assert_no_fewer(const reel_replay *less, const reel_replay *more, const char *what)
{
    for (const reel_table *const *next = reel_chunk_tables(reel_replay_chunk(less)); *next; next++) {
        size_t few, many;
        reel_rows(less, *next, &few);
        reel_rows(more, *next, &many);
        if (!((*next)->flags & REEL_TABLE_LAYOUT) && many < few)
            fail_msg("%s: %zu rows of %s, the cut file has %zu", what, many, (*next)->name, few);
    }
}

/* A repair refuses, or keeps what was read and leaves no damage. */
static void repair(const uint8_t *data, size_t size, const reel_replay *read, const char *what)
{
    reel_memory memory;
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR };
    if (reel_convert(reel_source_memory(data, size), NULL, NULL, reel_sink_memory(&memory, NULL), &how, NULL) < 0) {
        refused++;
        return;
    }
    const reel_options strict = { REEL_SIZED(reel_options), .flags = REEL_STRICT };
    reel_replay *repaired = load_bytes(memory.data, memory.size, &strict);
    for (const reel_table *const *next = reel_chunk_tables(reel_replay_chunk(read)); *next; next++) {
        const reel_table *table = *next;
        if (!reel_table_time(table)) continue; /* a header that is cut is dropped or added, with what belongs to it */
        size_t few, many;
        const uint8_t *rows = reel_rows(read, table, &few), *kept = reel_rows(repaired, table, &many);
        if (few != many) fail_msg("%s: %zu rows of %s were read, %zu are left by the repair", what, few, table->name, many);
        for (size_t i = 0; i < few; i++)
            if (!rows_equal(table, rows + i * table->row_size, kept + i * table->row_size))
                fail_msg("%s: the repair changes row %zu of %s", what, i, table->name);
    }
    reel_free(repaired);
    reel_memory_free(&memory);
}

static void try_fill(const specimen *file, const reel_replay *whole, size_t cut, size_t size, fill with)
{
    static uint8_t bytes[ROOM];
    static finding_text findings;
    char what[300];
    snprintf(what, sizeof what, "%s, %s from byte %zu to %zu", file->name, fill_names[with], cut, size);
    memcpy(bytes, file->data, cut);
    size_t padded = pad(bytes, cut, size, with);
    reel_replay *before = NULL, *after = NULL;
    cases++;
    if (load(bytes, known_bytes(bytes, cut, with), &findings, &before) < 0) before = NULL;
    reel_status status = load(bytes, padded, &findings, &after);
    if (status < 0) {
        if (before && reel_rows(before, reel_chunk_tables(reel_replay_chunk(before))[0], &(size_t){ 0 }))
            fail_msg("%s: cannot be read, but the cut file can", what);
    } else if (reel_replay_format(after) != reel_replay_format(whole)) {
        refused++; /* the padding hides what the format is known by */
    } else if (findings.total == 0) {
        unnoticed++; /* the last rows of the file may be zeros */
    } else {
        assert_prefix(after, whole, what);
        if (before) assert_no_fewer(before, after, what);
        repair(bytes, padded, after, what);
    }
    reel_free(before);
    reel_free(after);
}

/* Whether zeros behind a cut complete an XROR document that lost no more than its last value, a number, and the ends of the lists around it:
 * they may be data. */
static bool ends_its_last_value(const specimen *file, size_t cut)
{
    enum { MOST_LOST = 16 };
    const size_t size = file->data[0] | (size_t)file->data[1] << 8; /* of the document */
    return cut < size && size - cut <= MOST_LOST;
}

static void pad_file(const specimen *file)
{
    bool wanted = false;
    for (size_t i = 0; i < sizeof padded_formats / sizeof *padded_formats; i++)
        wanted |= strstr(file->name, padded_formats[i]) != NULL;
    if (strstr(file->name, ".json")) return; /* text ends where it is closed: no padding is read as rows */
    if (!wanted || !is_readable(file->data, file->size)) return;
    reel_replay *whole = load_bytes(file->data, file->size, NULL);
    size_t blocks_from = 2 * BLOCK;
    for (size_t i = 0; i < sizeof odd_headers / sizeof *odd_headers; i++)
        if (strstr(file->name, odd_headers[i])) blocks_from = file->size + 1;
    const bool xror = strstr(file->name, "/xror/") != NULL;
    size_t step = stride_for(file->size, 0, by_effort(400, 60, 12));
    for (size_t cut = 1; cut <= file->size; cut += step)
        for (fill with = ZEROS; with < (cut < blocks_from ? BLOCKS : FILLS); with++) {
            /* fewer zeros may be a table that is not compressed, in a document that is whole */
            const size_t least = xror && with == ZEROS ? XROR_LEAST : PADDED_LEAST;
            if (xror && with == ZEROS && ends_its_last_value(file, cut)) continue;
            if (cut + least <= file->size) try_fill(file, whole, cut, file->size, with);
            try_fill(file, whole, cut, cut + least, with);
            try_fill(file, whole, cut, cut + 4096, with);
        }
    reel_free(whole);
}

static void padding_is_damage_and_not_data(void **state)
{
    (void)state;
    each_specimen(GOLDEN, LARGEST, pad_file);
    print_message("%zu files with padding, %zu of them beyond repair, %zu not noticed\n", cases, refused, unnoticed);
    assert_enough(cases > 0 && refused < cases / 2 && unnoticed < cases / 20);
}

/* ---- behind a whole file ---------------------------------------------------------------------------------------- */

static size_t appended, hidden;

/* Counts differences. A last row of zeros cannot be told from zeros behind it. */
static bool count_difference(void *context, const reel_difference *difference)
{
    size_t *count = context;
    bool zeros = !difference->field && difference->a && !difference->b;
    for (size_t f = 0; zeros && f < difference->table->field_count; f++)
        zeros = difference->table->fields[f].flags & REEL_FIELD_DERIVED ||
                reel__field_is_zero(&difference->table->fields[f], difference->a);
    *count += !zeros;
    return true;
}

static void append_to(const specimen *file, const reel_replay *whole, const finding_text *before, fill with, size_t size)
{
    static uint8_t bytes[ROOM];
    static finding_text findings;
    char what[300];
    snprintf(what, sizeof what, "%s and %zu bytes of %s", file->name, size, fill_names[with]);
    memcpy(bytes, file->data, file->size);
    memset(bytes + file->size, with == ONES ? 0xff : 0, size);
    reel_replay *padded = NULL;
    size_t differences = 0;
    if (load(bytes, file->size + size, &findings, &padded) < 0 || reel_replay_format(padded) != reel_replay_format(whole)) {
        hidden++; /* the size or the end is what the format is known by */
        reel_free(padded);
        return;
    }
    appended++;
    if (findings.total <= before->total && strcmp(findings.text, before->text) == 0 && !strstr(before->text, "trailing"))
        fail_msg("%s: nothing is reported", what);
    assert_true(reel_diff(whole, padded, false, count_difference, &differences, NULL, NULL) >= 0);
    if (differences) fail_msg("%s: %zu rows are not those of the file", what, differences);
    reel_free(padded);
}

static void append_padding(const specimen *file)
{
    static finding_text before;
    reel_replay *whole = NULL;
    memset(&before, 0, sizeof before);
    if (!is_readable(file->data, file->size) || load(file->data, file->size, &before, &whole) < 0) return;
    static const size_t sizes[] = { 64, 500, 4096 };
    for (fill with = ZEROS; with < BLOCKS && !reel_replay_damage(whole); with++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) append_to(file, whole, &before, with, sizes[i]);
    reel_free(whole);
}

static void padding_behind_a_whole_file_takes_nothing_from_it(void **state)
{
    (void)state;
    each_specimen(GOLDEN, LARGEST, append_padding);
    print_message("%zu whole files with padding, %zu not recognised\n", appended, hidden);
    assert_enough(appended > 0 && hidden < appended / 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(padding_is_damage_and_not_data),
                                        cmocka_unit_test(padding_behind_a_whole_file_takes_nothing_from_it) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
