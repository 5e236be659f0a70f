/* SPDX-License-Identifier: MIT
 * Golden errors: errors.tsv says for each file of a bad folder what its damage is called and where it lies. A strict reader
 * fails with it, another reports it and gives the rows before it. */
#include "machinery.h"

enum { COLUMNS = 5 };

typedef struct expectation {
    char *column[COLUMNS];
} expectation; /* file, status, rule, section, offset */

static const char *const names[COLUMNS] = { "file", "status", "rule", "section", "offset" };

enum { MOST_SEEN = 100 };

typedef struct search {
    reel_finding seen[MOST_SEEN];
    size_t count;
    const expectation *wanted;
    bool met, earlier; /* earlier: the same rule before that offset, by which the damage or the finding is known */
} search;

static bool fits(const expectation *wanted, const char *rule, const char *section, uint64_t offset)
{
    char number[32];
    snprintf(number, sizeof number, "%llu", (unsigned long long)offset);
    return !strcmp(rule, wanted->column[2]) && !strcmp(section, wanted->column[3]) && !strcmp(number, wanted->column[4]);
}

/* Whether two findings are one that was reported twice. Rows that were announced and are not there are all missing at the end. */
static bool is_same(const reel_finding *one, const reel_finding *other)
{
    if (one->offset == REEL_NO_OFFSET || !strcmp(one->rule, "gdr.input-key-missing")) return false;
    return one->offset == other->offset && one->row == other->row && !strcmp(one->rule, other->rule) &&
           !strcmp(one->section, other->section);
}

static void look_for(void *context, const reel_finding *finding)
{
    search *match = context;
    for (size_t i = 0; i < match->count; i++)
        if (is_same(&match->seen[i], finding))
            fail_msg("%s: %s at %llu is found twice", match->wanted->column[0], finding->rule,
                     (unsigned long long)finding->offset);
    if (match->count < MOST_SEEN) match->seen[match->count++] = *finding;
    if (fits(match->wanted, finding->rule, finding->section, finding->offset)) match->met = true;
    if (!match->met && !strcmp(finding->rule, match->wanted->column[2])) match->earlier = true;
}

static void assert_damage(const char *path, const expectation *wanted, const reel_error *error)
{
    if (strcmp(reel_status_name(error->status), wanted->column[1]) || !fits(wanted, error->rule, error->section, error->offset))
        fail_msg("%s: %s %s in \"%s\" at %llu", path, reel_status_name(error->status), error->rule, error->section,
                 (unsigned long long)error->offset);
}

static void check_file(const char *path, const expectation *wanted)
{
    size_t size;
    uint8_t *data = read_file(path, &size);
    if (!is_readable(data, size)) {
        printf("%s: left out, its compression is not built in\n", path);
        free(data);
        return;
    }
    reel_options options = machinery_options(NULL);
    reel_replay *replay;
    reel_error error;
    search found = { .wanted = wanted };
    bool sound = strcmp(wanted->column[1], "ok") == 0;
    options.flags = REEL_STRICT;
    reel_status status = reel_load(reel_source_memory(data, size), &options, &replay, &error);
    if (sound && status < 0) fail_msg("%s: %s", path, error.message);
    if (!sound && status >= 0) fail_msg("%s: a strict reader takes it", path);
    if (!sound) assert_damage(path, wanted, &error);
    reel_free(replay);

    options.flags = 0;
    options.report = look_for;
    options.report_context = &found;
    status = reel_check(reel_source_memory(data, size), &options, &error);
    if (status < 0)
        assert_damage(path, wanted, &error);
    else if (sound && found.earlier)
        fail_msg("%s: %s is found before %s, too", path, wanted->column[2], wanted->column[4]);
    else if (!found.met)
        fail_msg("%s: no finding of %s in \"%s\" at %s", path, wanted->column[2], wanted->column[3], wanted->column[4]);
    free(data);
}

/* Cuts a line at its tabs. Returns whether it is an expectation. */
static bool take_line(char *line, expectation *wanted)
{
    if (line[0] == '#' || line[0] == 0 || strncmp(line, "file\t", 5) == 0) return false;
    size_t count = 0;
    for (char *at = line; at && count < COLUMNS; count++) {
        wanted->column[count] = at;
        at = strchr(at, '\t');
        if (at) *at++ = 0;
    }
    if (count < COLUMNS) fail_msg("errors.tsv: \"%s\" has no %s", line, names[count]);
    return true;
}

/* A list may leave the extension out. */
static bool is_called(const char *path, const char *name)
{
    const char *file = strrchr(path, '/') + 1;
    size_t size = strlen(name);
    return strncmp(file, name, size) == 0 && (file[size] == 0 || file[size] == '.');
}

/* Every file of a bad folder that is not a find of the fuzzers stands in errors.tsv. */
static void assert_all_listed(const file_list *files, char **listed, size_t count)
{
    for (size_t i = 0; i < files->count; i++) {
        bool found = strstr(files->paths[i], "/fuzz-");
        for (size_t j = 0; j < count; j++) found = found || is_called(files->paths[i], listed[j]);
        if (!found) fail_msg("%s is not in errors.tsv", files->paths[i]);
    }
}

static void check_named(const file_list *files, const expectation *wanted)
{
    for (size_t i = 0; i < files->count; i++) {
        if (!is_called(files->paths[i], wanted->column[0])) continue;
        check_file(files->paths[i], wanted);
        return;
    }
    fail_msg("%s stands in errors.tsv, but not in bad", wanted->column[0]);
}

static size_t check_list(const char *tsv)
{
    enum { MOST = 1000 };
    static char *listed[MOST];
    char bad[4096];
    size_t size, count = 0;
    uint8_t *bytes = read_file(tsv, &size);
    char *text = malloc(size + 1), *next = text;
    assert_non_null(text);
    memcpy(text, bytes, size);
    text[size] = 0;
    snprintf(bad, sizeof bad, "%.*s/bad/", (int)(strrchr(tsv, '/') - tsv), tsv);
    file_list files = files_below(bad);
    while (next && count < MOST) {
        char *line = next;
        expectation wanted;
        next = strchr(line, '\n');
        if (next) *next++ = 0;
        if (!take_line(line, &wanted)) continue;
        listed[count++] = wanted.column[0];
        check_named(&files, &wanted);
    }
    assert_all_listed(&files, listed, count);
    file_list_free(&files);
    free(text);
    free(bytes);
    return count;
}

static void every_bad_file_is_answered_as_expected(void **state)
{
    (void)state;
    static const char *const tops[] = { "tests/formats", "tests/toy" };
    size_t count = 0;
    for (size_t top = 0; top < sizeof tops / sizeof *tops; top++) {
        file_list files = files_below(project_path(tops[top]));
        for (size_t i = 0; i < files.count; i++) {
            const char *name = strrchr(files.paths[i], '/') + 1;
            if (!is_chosen_file(files.paths[i] + strlen(project_path("")))) continue;
            if (strcmp(name, "errors.tsv") == 0) count += check_list(files.paths[i]);
        }
        file_list_free(&files);
    }
    printf("%zu files\n", count);
    assert_true(count > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_bad_file_is_answered_as_expected) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
