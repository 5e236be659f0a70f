/* SPDX-License-Identifier: MIT
 * The corpus of real replays can be any folder: how its tables are read, what happens to what is missing, and that no test names a
 * file of it. */
#define _POSIX_C_SOURCE 200809L
#include "corpus.h"

#include <sys/stat.h>
#include <unistd.h>

static tsv table_of(const char *text) { return tsv_parse(strdup(text), strlen(text)); }

static void a_table_may_have_short_lines_and_no_line_end(void **state)
{
    (void)state;
    tsv t = table_of("path\tsize\tkind\na\t1\treal\nb\n\nc\t3\tmade\tmore");
    assert_int_equal(t.columns, 3);
    assert_int_equal(t.rows, 4);
    assert_string_equal(tsv_cell(&t, 0, "kind"), "real");
    assert_string_equal(tsv_at(&t, 1, 0), "b");
    assert_string_equal(tsv_cell(&t, 1, "size"), "");
    assert_string_equal(tsv_cell(&t, 2, "path"), "");
    assert_string_equal(tsv_cell(&t, 3, "kind"), "made");
    assert_int_equal(tsv_column(&t, "licence"), SIZE_MAX);
    tsv_free(&t);
}

static void a_table_may_be_empty(void **state)
{
    (void)state;
    tsv nothing = table_of(""), names = table_of("path\tsize");
    assert_int_equal(nothing.rows, 0);
    assert_int_equal(tsv_column(&nothing, "path"), SIZE_MAX);
    assert_int_equal(names.rows, 0);
    assert_int_equal(tsv_column(&names, "size"), 1);
    tsv_free(&nothing);
    tsv_free(&names);
}

static void put_file(const char *root, const char *name, const char *text)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", root, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static char names_seen[64];

static bool note_name(const char *path, const char *name)
{
    size_t size;
    free(read_file(path, &size));
    snprintf(names_seen + strlen(names_seen), sizeof names_seen - strlen(names_seen), "%s ", name);
    return size > 1;
}

/* Works on a corpus at `root` while REEL_CORPUS says so. */
static void with_corpus(const char *root, void (*work)(void))
{
    char *before = getenv("REEL_CORPUS") ? strdup(getenv("REEL_CORPUS")) : NULL;
    assert_int_equal(setenv("REEL_CORPUS", root, 1), 0);
    work();
    if (before)
        setenv("REEL_CORPUS", before, 1);
    else
        unsetenv("REEL_CORPUS");
    free(before);
}

static void walk(void)
{
    names_seen[0] = 0;
    assert_int_equal(corpus_each("samples/any", "", note_name), 2);
    assert_string_equal(names_seen, "b.x one/a.x one/c.y ");
    names_seen[0] = 0;
    assert_int_equal(corpus_each("samples/any/one", ".x", note_name), 1);
    assert_string_equal(names_seen, "one/a.x ");
    assert_string_equal(corpus_index("any", "one/a.x", "kind"), "real");
    assert_string_equal(corpus_index("any", "one/c.y", "kind"), "");
    assert_string_equal(corpus_index("any", "b.x", "trait"), "");
}

static void walk_nothing(void)
{
    tsv table;
    size_t size;
    assert_null(corpus_path("samples/any"));
    assert_null(corpus_find("expected"));
    assert_null(corpus_text("expected/any/a.tsv", &size));
    assert_false(corpus_table("expected/any/a.tsv", &table));
    assert_int_equal(corpus_each("samples/any", "", note_name), 0);
}

/* What is missing is named on stdout, and nothing else happens. */
static void walk_nothing_quietly(void)
{
    char text[1024] = "";
    FILE *printed = tmpfile();
    assert_non_null(printed);
    fflush(stdout);
    int saved = dup(STDOUT_FILENO);
    assert_true(saved >= 0 && dup2(fileno(printed), STDOUT_FILENO) >= 0);
    walk_nothing();
    fflush(stdout);
    assert_true(dup2(saved, STDOUT_FILENO) >= 0);
    close(saved);
    rewind(printed);
    size_t size = fread(text, 1, sizeof text - 1, printed);
    fclose(printed);
    text[size] = 0;
    assert_non_null(strstr(text, "[ NO CORPUS ] missing, so not compared: samples/any\n"));
    assert_non_null(strstr(text, "[ NO CORPUS ] missing, so not compared: expected/any/a.tsv\n"));
    assert_null(strstr(text, "not compared: expected\n")); /* corpus_find says nothing */
}

static void files_are_walked_and_what_is_missing_is_left_out(void **state)
{
    (void)state;
    static const char *const folders[] = { "samples", "samples/any", "samples/any/one" };
    static const char *const files[][2] = { { "samples/any/INDEX.tsv", "path\tkind\none/a.x\treal\nb.x\tmade\n" },
                                            { "samples/any/one/a.x", "aa" },
                                            { "samples/any/one/c.y", "" },
                                            { "samples/any/b.x", "bb" } };
    char root[] = "/tmp/reel-corpus-XXXXXX", path[512];
    assert_non_null(mkdtemp(root));
    with_corpus(root, walk_nothing_quietly);
    for (size_t i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", root, folders[i]);
        assert_int_equal(mkdir(path, 0700), 0);
    }
    for (size_t i = 0; i < 4; i++) put_file(root, files[i][0], files[i][1]);
    with_corpus(root, walk);
    for (size_t i = 4; i-- > 0;) {
        snprintf(path, sizeof path, "%s/%s", root, files[i][0]);
        assert_int_equal(remove(path), 0);
    }
    for (size_t i = 3; i-- > 0;) {
        snprintf(path, sizeof path, "%s/%s", root, folders[i]);
        assert_int_equal(rmdir(path), 0);
    }
    assert_int_equal(rmdir(root), 0);
}

/* ---- the sources of the tests ------------------------------------------------------------------------------------ */

/* A file's name up to its format, if it is long enough to be nobody else's. */
static bool own_name(const char *path, char name[128])
{
    enum { LONG = 8 };
    const char *slash = strrchr(path, '/');
    const char *file = slash ? slash + 1 : path, *dot = strrchr(file, '.');
    size_t size = dot ? (size_t)(dot - file) : strlen(file);
    snprintf(name, 128, "%.*s", (int)size, file);
    return size >= LONG && strcspn(name, "0123456789-_") < size;
}

/* Whether a string of the source is the name, or ends a path with it. */
static bool names_it(const char *text, const char *name)
{
    for (const char *at = text; (at = strstr(at, name)) != NULL; at++) {
        char before = at > text ? at[-1] : 0, after = at[strlen(name)];
        if ((before == '"' || before == '/') && (after == '"' || after == '.')) return true;
    }
    return false;
}

static size_t assert_not_named(const char *source, const char *text, const tsv *index)
{
    char name[128];
    size_t looked_for = 0;
    for (size_t row = 0; row < index->rows; row++) {
        if (!own_name(tsv_at(index, row, 0), name)) continue;
        looked_for++;
        if (names_it(text, name)) fail_msg("%s names the sample %s", source, name);
    }
    return looked_for;
}

static void no_test_names_a_sample(void **state)
{
    (void)state;
    if (getenv("REEL_CORPUS")) skip(); /* somebody's own names may be words of ours */
    const char *samples = corpus_path("samples");
    if (!samples) skip();
    file_list found = files_below(samples), sources = files_below(project_path("tests"));
    size_t looked_for = 0;
    for (size_t i = 0; i < found.count; i++) {
        size_t size;
        if (!strstr(found.paths[i], "/INDEX.tsv")) continue;
        uint8_t *bytes = read_file(found.paths[i], &size);
        char *table = realloc(bytes, size + 1);
        assert_non_null(table);
        table[size] = 0;
        tsv index = tsv_parse(table, size);
        for (size_t s = 0; s < sources.count; s++) {
            const char *ending = strrchr(sources.paths[s], '.');
            if (!ending || (strcmp(ending, ".c") != 0 && strcmp(ending, ".h") != 0)) continue;
            uint8_t *source = read_file(sources.paths[s], &size);
            char *text = realloc(source, size + 1);
            assert_non_null(text);
            text[size] = 0;
            looked_for += assert_not_named(sources.paths[s], text, &index);
            free(text);
        }
        tsv_free(&index);
    }
    file_list_free(&found);
    file_list_free(&sources);
    corpus_compared(looked_for, "names");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_may_have_short_lines_and_no_line_end),
        cmocka_unit_test(a_table_may_be_empty),
        cmocka_unit_test(files_are_walked_and_what_is_missing_is_left_out),
        cmocka_unit_test(no_test_names_a_sample),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
