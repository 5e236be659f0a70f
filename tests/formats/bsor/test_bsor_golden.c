/* SPDX-License-Identifier: MIT
 * The golden and bad files are what the generator makes, and the bad ones are refused as errors.tsv says.
 * `test_bsor_golden --write` makes the files, and errors.tsv, anew: read what changed before it is kept. */
#include "generate.h"

#include <reel/bsor.h>

enum { GOLDEN_FILES = sizeof golden_files / sizeof *golden_files, BAD_FILES = sizeof bad_files / sizeof *bad_files };

static const char *path_of(const char *folder, const char *name)
{
    char text[256];
    snprintf(text, sizeof text, "tests/formats/bsor/%s/%s.bsor", folder, name);
    return project_path(text);
}

static bytes made;

static void assert_in_tree(const char *folder, const made_file *file)
{
    size_t size;
    uint8_t *stored = read_file(path_of(folder, file->name), &size);
    file->make(&made);
    if (size != made.size || memcmp(stored, made.data, size) != 0)
        fail_msg("%s/%s.bsor is not what the generator makes", folder, file->name);
    free(stored);
}

static void generator_makes_the_files_in_the_tree(void **state)
{
    (void)state;
    for (size_t i = 0; i < GOLDEN_FILES; i++) assert_in_tree("golden", &golden_files[i]);
    for (size_t i = 0; i < BAD_FILES; i++) assert_in_tree("bad", &bad_files[i]);
}

/* The failure of a reading: of the call, or the damage that ended it. */
static reel_error failure_of(const made_file *file, uint32_t flags)
{
    file->make(&made);
    reel_options options = { REEL_SIZED(reel_options), .flags = flags };
    reel_error error = { .rule = "", .section = "" };
    reel_replay *replay;
    if (reel_load(reel_source_memory(made.data, made.size), &options, &replay, &error) < 0) return error;
    if (reel_replay_damage(replay))
        error = *reel_replay_damage(replay);
    else
        error.status = REEL_OK;
    reel_free(replay);
    return error;
}

static void write_error(FILE *file, const char *name, const reel_error *error)
{
    fprintf(file, "%s.bsor\t%s\t%s\t%s\t%llu\n", name, reel_status_name(error->status), error->rule, error->section,
            (unsigned long long)error->offset);
}

static const char errors_head[] = "# file\tstatus\trule\tsection\toffset\n";

static void assert_errors(uint32_t flags)
{
    size_t size, at = 0;
    char *expected = (char *)read_file(project_path("tests/formats/bsor/errors.tsv"), &size);
    char *text = calloc(1, 65536);
    assert_non_null(text);
    FILE *out = tmpfile();
    assert_non_null(out);
    fputs(errors_head, out);
    for (size_t i = 0; i < BAD_FILES; i++) {
        reel_error error = failure_of(&bad_files[i], flags);
        write_error(out, bad_files[i].name, &error);
    }
    rewind(out);
    at = fread(text, 1, 65535, out);
    fclose(out);
    if (at != size || memcmp(text, expected, size) != 0) fail_msg("errors are not those of errors.tsv:\n%s", text);
    free(text);
    free(expected);
}

static void bad_files_fail_as_listed_when_strict(void **state)
{
    (void)state;
    assert_errors(REEL_STRICT);
}

static void bad_files_fail_as_listed_when_lenient(void **state)
{
    (void)state;
    assert_errors(0);
}

static void golden_files_are_read_without_damage(void **state)
{
    (void)state;
    for (size_t i = 0; i < GOLDEN_FILES; i++) {
        reel_error error = failure_of(&golden_files[i], REEL_STRICT);
        if (error.status) fail_msg("%s: %s", golden_files[i].name, error.message);
    }
}

static void write_file(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0) {
        fprintf(stderr, "cannot write %s\n", path);
        exit(1);
    }
}

static int write_tree(void)
{
    for (size_t i = 0; i < GOLDEN_FILES; i++) {
        golden_files[i].make(&made);
        write_file(path_of("golden", golden_files[i].name), made.data, made.size);
    }
    FILE *errors = fopen(project_path("tests/formats/bsor/errors.tsv"), "w");
    if (!errors) return 1;
    fputs(errors_head, errors);
    for (size_t i = 0; i < BAD_FILES; i++) {
        reel_error error = failure_of(&bad_files[i], REEL_STRICT);
        write_error(errors, bad_files[i].name, &error);
        bad_files[i].make(&made);
        write_file(path_of("bad", bad_files[i].name), made.data, made.size);
    }
    return fclose(errors);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--write") == 0) return write_tree();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generator_makes_the_files_in_the_tree),
        cmocka_unit_test(golden_files_are_read_without_damage),
        cmocka_unit_test(bad_files_fail_as_listed_when_strict),
        cmocka_unit_test(bad_files_fail_as_listed_when_lenient),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
