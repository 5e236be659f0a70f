/* SPDX-License-Identifier: MIT
 * Golden files of JSON with one value of another type. A number in quotes, with a fraction of zero or an exponent says the same: the rows are
 * the same, and a finding says that it is in quotes. A value of a type that cannot be read is reported, and is not the number 0. */
#include "machinery.h"

enum { LARGEST = 6000 };

typedef enum meaning { SAME_NOTED, SAME, OTHER } meaning;

/* Files whose values have other types already, and what null says in a member that may have it: nothing is held. In a recording of Echo VR any
 * member may be null, which is to have no value. */
static const char *const odd_files[] = { "mixed.gdr.json", "decoded-odd.json", "decoded-variant.json" };
static const char *const nullable[] = { "\"holding_left\":", "\"holding_right\":" };

static size_t tried, failed;

static bool is_number_byte(char c) { return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E'; }

/* A value at `at`: its size if it is a number or a text that is not a key, else 0. */
static size_t value_size(const char *text, size_t size, size_t at, bool *number)
{
    size_t end = at;
    *number = text[at] != '"';
    if (*number && text[at] != '-' && (text[at] < '0' || text[at] > '9')) return 0;
    if (*number) {
        while (end < size && is_number_byte(text[end])) end++;
        return at && strchr(":[, ", text[at - 1]) && end < size && strchr(",]} \n\r", text[end]) ? end - at : 0;
    }
    for (end++; end < size && text[end] != '"';) end += text[end] == '\\' ? 2 : 1;
    return end < size && end + 1 < size && text[end + 1] != ':' && text[end + 1] != ' ' ? end + 1 - at : 0;
}

typedef struct reading {
    reel_replay *replay;
    uint64_t found; /* a sum over the findings of a check */
} reading;

static void add_finding(void *context, const reel_finding *finding)
{
    uint64_t sum = finding->count + 31 * (uint64_t)finding->severity;
    for (const char *c = finding->rule; *c; c++) sum = sum * 1099511628211u + (unsigned char)*c;
    for (const char *c = finding->message; *c; c++) sum = sum * 1099511628211u + (unsigned char)*c;
    *(uint64_t *)context += sum;
}

static reading read_text(const char *text, size_t size, const reel_format *format)
{
    reading result = { NULL, 0 };
    reel_options options = { REEL_SIZED(reel_options), .format = format };
    if (reel_load(reel_source_memory(text, size), &options, &result.replay, NULL) < 0) result.replay = NULL;
    options.report = add_finding;
    options.report_context = &result.found;
    reel_check(reel_source_memory(text, size), &options, NULL);
    return result;
}

/* Text that is kept as it is spelled has no row. */
static bool find_difference(void *context, const reel_difference *difference)
{
    const char *field = difference->field ? difference->field->name : "";
    static const char *const spelled[] = { "data", "value", "json", "extra" };
    for (size_t i = 0; i < sizeof spelled / sizeof *spelled; i++)
        if (strcmp(field, spelled[i]) == 0) return true;
    *(const reel_table **)context = difference->table;
    return false;
}

static const reel_table *different(const reel_replay *a, const reel_replay *b)
{
    const reel_table *table = NULL;
    assert_true(reel_diff(a, b, false, find_difference, &table, NULL, NULL) >= 0);
    return table;
}

static void try_value(const specimen *file, const reading *whole, size_t at, size_t size, const char *by, meaning expected)
{
    const char *text = (const char *)file->data;
    size_t length = strlen(by), made = file->size - size + length;
    char *copy = malloc(made + 1);
    assert_non_null(copy);
    memcpy(copy, text, at);
    memcpy(copy + at, by, length);
    memcpy(copy + at + length, text + at + size, file->size - at - size);
    trying("%s: %.*s at %zu replaced by %s", file->name, (int)(size < 40 ? size : 40), text + at, at, by);
    reading other = read_text(copy, made, reel_replay_format(whole->replay));
    const reel_table *table = other.replay ? different(whole->replay, other.replay) : NULL;
    const char *problem = NULL;
    if (!other.replay)
        problem = expected == OTHER ? NULL : "refused";
    else if (table && expected != OTHER)
        problem = "another value";
    else if (other.found == whole->found && (expected == SAME_NOTED || table))
        problem = "nothing is reported";
    if (problem) {
        failed++;
        print_message("%s: byte %zu, %.*s as %s: %s %s\n", file->name, at, (int)(size < 40 ? size : 40), text + at, by, problem,
                      table ? table->name : "");
    }
    tried++;
    reel_free(other.replay);
    free(copy);
}

/* Whether a value is read: other numbers in its place make other rows. */
static bool is_read(const specimen *file, const reading *whole, size_t at, size_t size)
{
    static const char *const numbers[] = { "7", "8" };
    const char *text = (const char *)file->data;
    bool any = false;
    for (size_t i = 0; i < 2; i++) {
        char *copy = malloc(file->size + 1);
        assert_non_null(copy);
        memcpy(copy, text, at);
        copy[at] = *numbers[i];
        memcpy(copy + at + 1, text + at + size, file->size - at - size);
        reading other = read_text(copy, file->size + 1 - size, reel_replay_format(whole->replay));
        any |= !other.replay || different(whole->replay, other.replay) != NULL;
        reel_free(other.replay);
        free(copy);
    }
    return any;
}

/* Null is a missing value in these formats, of whatever type the value is. */
static bool any_may_be_null(const specimen *file)
{
    return strstr(file->name, ".echo") != NULL || strstr(file->name, "scoresaber") != NULL;
}

static void try_number(const specimen *file, const reading *whole, size_t at, size_t size)
{
    char number[64], by[96];
    const meaning quoted = is_read(file, whole, at, size) ? SAME_NOTED : SAME;
    snprintf(number, sizeof number, "%.*s", (int)size, (const char *)file->data + at);
    snprintf(by, sizeof by, "\"%s\"", number);
    try_value(file, whole, at, size, by, quoted);
    enum { EXACT_DIGITS = 15 };
    if (!strpbrk(number, ".eE") && size <= EXACT_DIGITS) {
        snprintf(by, sizeof by, "%s.0", number);
        try_value(file, whole, at, size, by, SAME);
        snprintf(by, sizeof by, "%se0", number);
        try_value(file, whole, at, size, by, SAME);
        snprintf(by, sizeof by, "\"%s.0\"", number);
        try_value(file, whole, at, size, by, quoted);
    }
    static const char *const others[] = { "null",       "[]",     "{}",     "\"x\"", "\"\"",     "[1]",
                                          "{\"a\": 1}", "\"1x\"", "\" 1\"", "1e999", "\"1e999\"" };
    for (size_t i = any_may_be_null(file); i < sizeof others / sizeof *others; i++)
        try_value(file, whole, at, size, others[i], OTHER);
}

static void try_text(const specimen *file, const reading *whole, size_t at, size_t size)
{
    bool may_be_null = any_may_be_null(file);
    for (size_t i = 0; i < sizeof nullable / sizeof *nullable; i++) {
        const size_t name = strlen(nullable[i]);
        may_be_null |= at > name && memcmp(file->data + at - name, nullable[i], name) == 0;
    }
    static const char *const others[] = { "null", "[]", "{}", "true", "[\"x\"]", "{\"a\": 1}", "7", "0.5", "1e999" };
    for (size_t i = may_be_null; i < sizeof others / sizeof *others; i++) try_value(file, whole, at, size, others[i], OTHER);
}

static void try_file(const specimen *file)
{
    const char *text = (const char *)file->data;
    const char *start = memchr(text, '{', file->size);
    bool json = start && (strstr(file->name, ".json") || strstr(file->name, ".echo") || strstr(file->name, ".mhr"));
    for (size_t i = 0; i < sizeof odd_files / sizeof *odd_files; i++) json &= strstr(file->name, odd_files[i]) == NULL;
    for (size_t i = 0; i < file->size && json; i++) json = file->data[i] >= ' ' || strchr("\t\r\n", file->data[i]);
    reel_options options = machinery_options(NULL);
    reel_reader *reader;
    if (!json || reel_open(reel_source_memory(file->data, file->size), &options, &reader, NULL) < 0) return;
    const reel_format *format = reel_reader_format(reader);
    reel_close(reader);
    reading whole = read_text(text, file->size, format);
    if (whole.replay && !reel_replay_damage(whole.replay)) {
        bool number;
        size_t count = 0, number_of = 0;
        for (size_t at = (size_t)(start - text), size; at < file->size; at += size + 1)
            count += (size = value_size(text, file->size, at, &number)) > 0;
        size_t step = 1 + count / by_effort(2000, 200, 60);
        for (size_t at = (size_t)(start - text), size; at < file->size; at += size + 1) {
            size = value_size(text, file->size, at, &number);
            if (text[at] == '"' && !size) { /* a key */
                for (at++; at < file->size && text[at] != '"';) at += text[at] == '\\' ? 2 : 1;
                continue;
            }
            if (!size || number_of++ % step) continue;
            if (number)
                try_number(file, &whole, at, size);
            else
                try_text(file, &whole, at, size);
        }
    }
    reel_free(whole.replay);
}

static void a_value_of_another_type_is_read_exactly_or_reported(void **state)
{
    (void)state;
    each_specimen(GOLDEN, LARGEST, try_file);
    print_message("%zu values\n", tried);
    assert_enough(tried > 1000);
    assert_int_equal(failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(a_value_of_another_type_is_read_exactly_or_reported) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
