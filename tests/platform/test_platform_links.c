/* SPDX-License-Identifier: MIT
 * No link below an output folder is followed, also not one that another process puts there while a file is written: a test does so before
 * each call of the system. */
#define _POSIX_C_SOURCE 200809L
#include "faults.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

/* out/day/deep is where files are written; elsewhere is where none may come. */
static void make_folders(void)
{
    static const char *const all[] = { "out", "out/day", "out/day/deep", "elsewhere", "elsewhere/deep" };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) assert_int_equal(mkdir(in_folder(all[i]), 0700), 0);
    put_file("elsewhere/victim", "kept");
    put_file("from", "moved");
}

static void remove_folders(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s/*", folder_path());
    assert_int_equal(system(command), 0);
}

/* ---- what the other process does -------------------------------------------------------------------------------------- */

static void become_link(const char *name, const char *to)
{
    char from[512], old[520];
    snprintf(from, sizeof from, "%s", in_folder(name));
    snprintf(old, sizeof old, "%s.old", from);
    rename(from, old);
    assert_int_equal(symlink(to, from), 0);
}

static void swap_outer(void) { become_link("out/day", "../elsewhere"); }
static void swap_inner(void) { become_link("out/day/deep", "../../elsewhere/deep"); }
static void swap_file(void) { become_link("out/day/deep/one", "../../../elsewhere/victim"); }
static void swap_for_nothing(void) { become_link("out/day/deep/one", "../../../elsewhere/new"); }
static void (*const swaps[])(void) = { swap_outer, swap_inner, swap_file, swap_for_nothing };

/* ---- what is written -------------------------------------------------------------------------------------------------- */

struct action {
    uint32_t flags;
    bool reads, discards, moves;
};

static const struct action actions[] = {
    { .flags = 0 },
    { .flags = REEL_FILE_REPLACE },
    { .flags = REEL_FILE_SWEEP, .reads = true },
    { .flags = REEL_FILE_DIRECT },
    { .flags = REEL_FILE_DIRECT, .reads = true, .discards = true },
    { .flags = REEL_FILE_REPLACE, .reads = true, .discards = true },
    { .moves = true },
};

static void read_back(const reel_sink *sink)
{
    reel_source source;
    char text[8];
    size_t got;
    reel_error error;
    if (!sink->reopen || sink->reopen(sink->context, &source, &error) < 0) return;
    if (source.read(source.context, text, sizeof text, &got, &error) == REEL_OK) {
        assert_int_equal(got, 5);
        assert_memory_equal(text, "whole", 5);
    }
    source.close(source.context);
}

static reel_status act(const struct action *action, const char *name, reel_error *error)
{
    char root[512], from[512];
    reel_sink sink;
    snprintf(root, sizeof root, "%s", in_folder("out"));
    snprintf(from, sizeof from, "%s", in_folder("from"));
    if (action->moves) return reel_move_below(from, root, name, error);
    reel_status status = reel_sink_below(root, name, action->flags, &sink, error);
    if (status < 0) return status;
    status = sink.write(sink.context, "whole", 5, error);
    if (action->reads) read_back(&sink);
    if (status == REEL_OK && !action->discards) return sink.commit(sink.context, error);
    sink.discard(sink.context);
    return status;
}

static bool is_there(const char *name)
{
    struct stat info = { 0 };
    return lstat(in_folder(name), &info) == 0;
}

static void assert_nothing_elsewhere(void)
{
    assert_file("elsewhere/victim", "kept");
    assert_false(is_there("elsewhere/new") || is_there("elsewhere/one") || is_there("elsewhere/deep/one"));
    assert_int_equal(rmdir(in_folder("elsewhere/deep")), 0); /* empty: no temporary file either */
    assert_int_equal(remove(in_folder("elsewhere/victim")), 0);
    assert_int_equal(rmdir(in_folder("elsewhere")), 0);
}

/* ---- tests -------------------------------------------------------------------------------------------------------------- */

static void links_that_appear_at_any_moment_are_not_followed(void **state)
{
    (void)state;
    unsigned moments = 0;
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        for (size_t j = 0; j < sizeof swaps / sizeof *swaps; j++) {
            bool reached = true;
            for (unsigned calls = 0; reached; calls++, moments++) {
                reel_error error = { .rule = "" };
                int before = open_files();
                make_folders();
                disguise.calls = calls;
                disguise.meanwhile = swaps[j];
                reel_status status = act(&actions[i], "day/deep/one", &error);
                reached = disguise.meanwhile == NULL;
                disguise.meanwhile = NULL;
                if (status < 0) assert_int_equal(status, REEL_IO);
                if (!reached) assert_int_equal(status, REEL_OK);
                assert_int_equal(open_files(), before);
                assert_nothing_elsewhere();
                remove_folders();
            }
        }
    }
    assert_true(moments > 100);
}

static void a_link_that_is_there_is_an_error_or_is_replaced(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        for (size_t j = 0; j < sizeof swaps / sizeof *swaps; j++) {
            reel_error error = { .rule = "" };
            make_folders();
            swaps[j]();
            reel_status status = act(&actions[i], "day/deep/one", &error);
            bool is_way = swaps[j] == swap_outer || swaps[j] == swap_inner;
            if (is_way) {
                assert_failed(&error, REEL_IO, "file.link", 0);
            } else if (actions[i].flags & REEL_FILE_REPLACE) {
                assert_int_equal(status, REEL_OK);
                if (!actions[i].discards) assert_file("out/day/deep/one", "whole");
            } else {
                assert_failed(&error, REEL_IO, "file.exists", 0);
            }
            assert_nothing_elsewhere();
            remove_folders();
        }
    }
}

static void folders_are_made_and_the_root_may_be_a_link(void **state)
{
    (void)state;
    static const char *const roots[] = { "out", "out/", "out//", "named", "named/" };
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        char root[512];
        reel_sink sink;
        reel_error error;
        make_folders();
        assert_int_equal(symlink("out", in_folder("named")), 0);
        snprintf(root, sizeof root, "%s", in_folder(roots[i]));
        assert_int_equal(reel_sink_below(root, "a/b//./c", 0, &sink, &error), REEL_OK);
        assert_int_equal(sink.write(sink.context, "whole", 5, &error), REEL_OK);
        assert_int_equal(sink.commit(sink.context, &error), REEL_OK);
        assert_file("out/a/b/c", "whole");
        remove_folders();
    }
}

static void names_that_lead_out_are_refused(void **state)
{
    (void)state;
    static const char *const names[] = { "", "/", "..", "../one", "day/../../one", "day/..", "/tmp/one", "day/", "a/../b" };
    make_folders();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (size_t j = 0; j < sizeof actions / sizeof *actions; j++) {
            reel_error error = { .rule = "" };
            assert_true(act(&actions[j], names[i], &error) < 0);
            assert_failed(&error, REEL_IO, "file.link", 0);
        }
    }
    assert_file("from", "moved");
    remove_folders();
}

static void a_folder_that_cannot_be_made_is_reported(void **state)
{
    (void)state;
    reel_error error = { .rule = "" };
    make_folders();
    put_file("out/file", "text");
    for (size_t j = 0; j < sizeof actions / sizeof *actions; j++) {
        assert_true(act(&actions[j], "file/one", &error) < 0);
        assert_failed(&error, REEL_IO, "file.folder", ENOTDIR);
    }
    remove_folders();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(links_that_appear_at_any_moment_are_not_followed), IN_FOLDER(a_link_that_is_there_is_an_error_or_is_replaced),
        IN_FOLDER(folders_are_made_and_the_root_may_be_a_link),      IN_FOLDER(names_that_lead_out_are_refused),
        IN_FOLDER(a_folder_that_cannot_be_made_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
