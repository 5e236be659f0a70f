/* SPDX-License-Identifier: MIT
 * The golden and bad files are what the generator makes. `test_teehistorian_golden --write` makes the files, and errors.tsv, anew:
 * read what changed before it is kept. */
#include "generate.h"

enum { GOLDEN_FILES = sizeof golden_files / sizeof *golden_files, BAD_FILES = sizeof bad_files / sizeof *bad_files };

static bytes made;

static const char *path_of(const char *folder, const char *name)
{
    char text[256];
    snprintf(text, sizeof text, "tests/formats/teehistorian/%s/%s.teehistorian", folder, name);
    return project_path(text);
}

static void assert_in_tree(const char *folder, const made_file *file)
{
    size_t size;
    uint8_t *stored = read_file(path_of(folder, file->name), &size);
    file->make(&made);
    if (size != made.size || memcmp(stored, made.data, size) != 0)
        fail_msg("%s/%s is not what the generator makes", folder, file->name);
    free(stored);
}

static void generator_makes_the_files_in_the_tree(void **state)
{
    (void)state;
    for (size_t i = 0; i < GOLDEN_FILES; i++) assert_in_tree("golden", &golden_files[i]);
    for (size_t i = 0; i < BAD_FILES; i++) assert_in_tree("bad", &bad_files[i]);
}

static reel_error failure_of(const made_file *file, uint32_t flags)
{
    reel_options options = { REEL_SIZED(reel_options), .flags = flags };
    reel_error error = { .rule = "", .section = "" };
    reel_replay *replay;
    file->make(&made);
    if (reel_load(reel_source_memory(made.data, made.size), &options, &replay, &error) < 0) return error;
    if (reel_replay_damage(replay))
        error = *reel_replay_damage(replay);
    else
        error.status = REEL_OK;
    reel_free(replay);
    return error;
}

static void golden_files_are_taken_by_a_strict_reader(void **state)
{
    (void)state;
    for (size_t i = 0; i < GOLDEN_FILES; i++) {
        reel_error error = failure_of(&golden_files[i], REEL_STRICT);
        if (error.status != REEL_OK) fail_msg("%s: %s", golden_files[i].name, error.message);
    }
}

static void write_one(const char *folder, const made_file *file)
{
    FILE *out = fopen(path_of(folder, file->name), "wb");
    file->make(&made);
    if (!out || fwrite(made.data, 1, made.size, out) != made.size || fclose(out) != 0) exit(1);
}

static void write_all(void)
{
    for (size_t i = 0; i < GOLDEN_FILES; i++) write_one("golden", &golden_files[i]);
    for (size_t i = 0; i < BAD_FILES; i++) write_one("bad", &bad_files[i]);
    FILE *list = fopen(project_path("tests/formats/teehistorian/errors.tsv"), "wb");
    if (!list) exit(1);
    fprintf(list, "# file\tstatus\trule\tsection\toffset\n");
    for (size_t i = 0; i < BAD_FILES; i++) {
        reel_error error = failure_of(&bad_files[i], REEL_STRICT);
        fprintf(list, "%s.teehistorian\t%s\t%s\t%s\t%llu\n", bad_files[i].name, reel_status_name(error.status), error.rule,
                error.section, (unsigned long long)error.offset);
    }
    fclose(list);
}

/* An extension has a UUID only, a hash of its name. Names that servers use are known. */
static void known_extensions_have_their_names(void **state)
{
    (void)state;
    static const char expected[] = "teehistorian-test@ddnet.tw";
    reel_replay *replay;
    size_t count, found = 0;
    assert_int_equal(reel_load_file(path_of("golden", "every-message"), NULL, &replay, NULL), REEL_OK);
    const teehistorian_extension *rows = reel_rows(replay, &teehistorian_extensions, &count);
    for (size_t i = 0; i < count; i++)
        found += rows[i].name.size == sizeof expected - 1 && memcmp(rows[i].name.data, expected, sizeof expected - 1) == 0;
    assert_int_equal(found, 1);
    reel_free(replay);
}

static void hear_arguments(void *context, const reel_finding *finding)
{
    *(size_t *)context += strcmp(finding->rule, "repair.teehistorian.arguments") == 0;
}

/* Arguments that match their commands are not repaired. */
static void a_repair_leaves_sound_arguments_alone(void **state)
{
    (void)state;
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR };
    size_t arguments = 0, reported = 0, count;
    for (size_t i = 0; i < GOLDEN_FILES; i++) {
        const reel_options options = { REEL_SIZED(reel_options), .report = hear_arguments, .report_context = &reported };
        size_t size;
        uint8_t *data = read_file(path_of("golden", golden_files[i].name), &size);
        reel_replay *replay;
        reel_memory repaired;
        assert_int_equal(reel_load(reel_source_memory(data, size), NULL, &replay, NULL), REEL_OK);
        reel_rows(replay, &teehistorian_arguments, &count);
        arguments += count;
        reel_free(replay);
        assert_int_equal(
            reel_convert(reel_source_memory(data, size), &options, NULL, reel_sink_memory(&repaired, NULL), &how, NULL), REEL_OK);
        reel_memory_free(&repaired);
        free(data);
    }
    assert_true(arguments > 0);
    assert_int_equal(reported, 0);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--write") == 0) {
        write_all();
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generator_makes_the_files_in_the_tree),
        cmocka_unit_test(golden_files_are_taken_by_a_strict_reader),
        cmocka_unit_test(known_extensions_have_their_names),
        cmocka_unit_test(a_repair_leaves_sound_arguments_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
