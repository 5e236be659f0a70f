/* SPDX-License-Identifier: MIT
 * The index of fingerprints when memory, the disk or another process refuses something: an entry is in it with all its posts or not at all. */
#define _POSIX_C_SOURCE 200809L
#include "faults.h"

#include "../insight/fingerprint/made_motion.h"

#include <errno.h>
#include <reel/gdr.h>

#ifndef REEL_WITH_SQLITE
int main(void)
{
    print_message("the library was built without SQLite\n");
    return 0;
}
#else

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

/* ---- SQLite's memory and calls ------------------------------------------------------------------------------------------ */

/* In front of each block; malloc and realloc are those of faults.c. */
typedef union block_size {
    int size;
    max_align_t aligned;
} block_size;

static void *make_block(int size)
{
    block_size *block = malloc(sizeof *block + (size_t)size);
    if (block) block->size = size;
    return block ? block + 1 : NULL;
}

static void *resize_block(void *old, int size)
{
    block_size *block = realloc((block_size *)old - 1, sizeof *block + (size_t)size);
    if (block) block->size = size;
    return block ? block + 1 : NULL;
}

static void free_block(void *block) { free((block_size *)block - 1); }
static int size_of_block(void *block) { return ((block_size *)block - 1)->size; }
static int rounded(int size) { return (size + 7) & ~7; }
static int begin_memory(void *context) { return context ? SQLITE_ERROR : SQLITE_OK; }
static void end_memory(void *context) { (void)context; }
static int no_sleep(sqlite3_vfs *vfs, int microseconds) { return vfs ? microseconds : 0; }

static sqlite3_syscall_ptr real_read, real_write, real_lock;

/* SQLite has these functions in its table of calls, with their types. */
static ssize_t read_at(int file, void *data, size_t size, off_t offset)
{
    ssize_t (*next)(int, void *, size_t, off_t);
    memcpy(&next, &real_read, sizeof next);
    if (faults[CALL_READ].times && faults[CALL_READ].seen++ >= faults[CALL_READ].skip) return errno = faults[CALL_READ].error, -1;
    return next(file, data, size, offset);
}

static ssize_t write_at(int file, const void *data, size_t size, off_t offset)
{
    ssize_t (*next)(int, const void *, size_t, off_t);
    memcpy(&next, &real_write, sizeof next);
    if (faults[CALL_WRITE].times && faults[CALL_WRITE].seen++ >= faults[CALL_WRITE].skip)
        return errno = faults[CALL_WRITE].error, -1;
    return next(file, data, size, offset);
}

static int control(int file, int what, ...)
{
    va_list list;
    int (*next)(int, int, ...);
    memcpy(&next, &real_lock, sizeof next);
    va_start(list, what);
    void *argument = va_arg(list, void *);
    va_end(list);
    if (faults[CALL_LOCK].times && faults[CALL_LOCK].seen++ >= faults[CALL_LOCK].skip) return errno = faults[CALL_LOCK].error, -1;
    return next(file, what, argument);
}

static void replace_call(sqlite3_vfs *vfs, const char *name, sqlite3_syscall_ptr *real, sqlite3_syscall_ptr by)
{
    *real = vfs->xGetSystemCall(vfs, name);
    if (*real) assert_int_equal(vfs->xSetSystemCall(vfs, name, by), SQLITE_OK);
}

static int prepare_sqlite(void **state)
{
    static const sqlite3_mem_methods memory = { make_block, free_block,   resize_block, size_of_block,
                                                rounded,    begin_memory, end_memory,   NULL };
    (void)state;
    if (sqlite3_config(SQLITE_CONFIG_MALLOC, &memory) != SQLITE_OK || sqlite3_initialize() != SQLITE_OK) return -1;
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    vfs->xSleep = no_sleep; /* what waits for a lock gives up at once */
    static const char *const reads[] = { "pread64", "pread" }, *const writes[] = { "pwrite64", "pwrite" };
    for (int i = 0; i < 2 && !real_read; i++) replace_call(vfs, reads[i], &real_read, (sqlite3_syscall_ptr)read_at);
    for (int i = 0; i < 2 && !real_write; i++) replace_call(vfs, writes[i], &real_write, (sqlite3_syscall_ptr)write_at);
    replace_call(vfs, "fcntl", &real_lock, (sqlite3_syscall_ptr)control);
    return 0;
}

/* ---- an index ----------------------------------------------------------------------------------------------------------- */

static reel_string text(const char *string) { return (reel_string){ string, strlen(string) }; }

static reel_motion *made_play(uint64_t seed)
{
    frames made = made_frames(seed, 16);
    reel_motion *motion = motion_of_frames(made);
    free(made.data);
    assert_non_null(motion);
    return motion;
}

static reel_motion *made_macro(uint64_t seed)
{
    reel_memory memory;
    reel_writer *writer;
    gdr_info info = { .version = 2, .framerate = 240 };
    gdr_input input = { .button = GDR_JUMP, .down = 1 };
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_gdr2, NULL, &writer, NULL), REEL_OK);
    reel_append(writer, &gdr_infos, &info, 1);
    for (int i = 0; i < 60; i++) {
        input.frame += 12 + (int64_t)(random_bits(&seed) % 200);
        reel_append(writer, &gdr_inputs, &input, 1);
    }
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    reel_motion *motion = motion_of_bytes(memory.data, memory.size);
    reel_memory_free(&memory);
    assert_non_null(motion);
    return motion;
}

typedef reel_motion *make_motion(uint64_t seed);

static bool count_match(void *context, reel_string name, const reel_match *match)
{
    assert_true(name.size > 0);
    *(size_t *)context += match->score > 0.9;
    return true;
}

/* Whatever the command does with an index. */
static reel_status use(reel_motion *const motions[3], reel_error *error)
{
    reel_match_index *index;
    uint64_t count;
    size_t same = 0;
    reel_status status = reel_match_index_open(in_folder("index"), REEL_MATCH_ADD, &index, error);
    if (status >= 0) status = reel_match_index_find(index, motions[0], text(""), 0, count_match, &same, error);
    if (status >= 0) status = reel_match_index_add(index, text("play"), reel_motion_fingerprint(motions[1]), error);
    if (status >= 0) status = reel_match_index_add(index, text("more"), reel_motion_fingerprint(motions[2]), error);
    if (status >= 0) status = reel_match_index_count(index, &count, error);
    reel_match_index_close(index);
    return status;
}

static int64_t number_of(const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *made;
    assert_int_equal(sqlite3_open(in_folder("index"), &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &made, NULL), SQLITE_OK);
    int64_t number = sqlite3_step(made) == SQLITE_ROW ? sqlite3_column_int64(made, 0) : -1;
    sqlite3_finalize(made);
    sqlite3_close(db);
    return number;
}

static void change(const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(in_folder("index"), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

/* Rows of all tables: what an index has. */
static int64_t contents(void)
{
    return number_of("SELECT 1000000 * (SELECT count(*) FROM print) + 1000 * (SELECT count(*) + sum(k % 7) FROM post) + "
                     "(SELECT count(*) FROM press)");
}

static reel_match_index *open_index(void)
{
    reel_match_index *index;
    reel_error error;
    if (reel_match_index_open(in_folder("index"), REEL_MATCH_ADD, &index, &error) < 0) fail_msg("%s", error.message);
    return index;
}

static void add(const char *name, const reel_motion *motion)
{
    reel_match_index *index = open_index();
    assert_int_equal(reel_match_index_add(index, text(name), reel_motion_fingerprint(motion), NULL), REEL_OK);
    reel_match_index_close(index);
}

/* ---- tests -------------------------------------------------------------------------------------------------------------- */

enum { STATES = 4 };

/* Each call of a kind fails, once or from then on. The index has what it had after one of the steps, and the error says why. */
static void refuse(make_motion *make, enum call call, int why, unsigned times, size_t step, reel_status expected,
                   const char *rule)
{
    reel_motion *motions[3] = { make(1), make(2), make(3) };
    int64_t states[STATES];
    size_t size, failed = 0;
    remove(in_folder("index"));
    reel_match_index_close(open_index());
    states[0] = contents();
    add("play", motions[0]);
    states[1] = contents();
    uint8_t *before = read_file(in_folder("index"), &size);
    add("play", motions[1]);
    states[2] = contents();
    add("more", motions[2]);
    states[3] = contents();
    for (unsigned number = 0, seen = 1; seen; number += (unsigned)step) {
        reel_error error = { .status = REEL_OK };
        remove(in_folder("index-journal"));
        FILE *file = fopen(in_folder("index"), "wb");
        assert_non_null(file);
        assert_int_equal(fwrite(before, 1, size, file), size);
        assert_int_equal(fclose(file), 0);
        inject(call, why, number, times);
        reel_status status = use(motions, &error);
        seen = faults[call].seen > number;
        memset(faults, 0, sizeof faults);
        failed += status < 0;
        bool may = status == expected || (call == CALL_READ && status == REEL_CORRUPT); /* SQLite cannot always tell */
        if (status < 0 && (!may || (status == expected && strcmp(error.rule, rule) != 0)))
            fail_msg("call %u: %s (%s)", number, error.message, error.rule);
        int64_t now = contents();
        if (status >= 0) assert_int_equal(now, states[3]);
        assert_true(now == states[1] || now == states[2] || now == states[3]);
        assert_int_equal(number_of("SELECT integrity_check = 'ok' FROM pragma_integrity_check"), 1);
    }
    assert_true(failed > 2);
    free(before);
    for (int i = 0; i < 3; i++) reel_motion_free(motions[i]);
}

static void without_memory_an_entry_is_whole_or_absent(void **state)
{
    (void)state;
    size_t step = by_effort(1, 3, 5);
    refuse(made_play, CALL_ALLOCATE, ENOMEM, 1, step, REEL_MEMORY, "reel.memory");
    refuse(made_play, CALL_ALLOCATE, ENOMEM, UINT32_MAX, step, REEL_MEMORY, "reel.memory");
    refuse(made_macro, CALL_ALLOCATE, ENOMEM, 1, step, REEL_MEMORY, "reel.memory");
}

static void a_disk_that_fails_leaves_the_index_as_it_was(void **state)
{
    (void)state;
    refuse(made_play, CALL_READ, EIO, UINT32_MAX, 1, REEL_IO, "match.index-open");
    refuse(made_play, CALL_WRITE, ENOSPC, UINT32_MAX, 1, REEL_IO, "match.index-open");
    refuse(made_macro, CALL_WRITE, EIO, UINT32_MAX, 1, REEL_IO, "match.index-open");
    if (real_lock) refuse(made_play, CALL_LOCK, EIO, UINT32_MAX, 1, REEL_IO, "match.index-open");
}

static void an_index_in_use_is_reported(void **state)
{
    (void)state;
    sqlite3 *other;
    reel_motion *motion = made_play(1);
    reel_error error;
    add("play", motion);
    reel_match_index *index = open_index();
    assert_int_equal(sqlite3_open(in_folder("index"), &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN EXCLUSIVE", NULL, NULL, NULL), SQLITE_OK);
    size_t same = 0;
    uint64_t count;
    assert_int_equal(reel_match_index_add(index, text("x"), reel_motion_fingerprint(motion), &error), REEL_IO);
    assert_string_equal(error.rule, "match.index-busy");
    assert_int_equal(reel_match_index_find(index, motion, text(""), 0, count_match, &same, &error), REEL_IO);
    assert_string_equal(error.rule, "match.index-busy");
    assert_int_equal(reel_match_index_count(index, &count, &error), REEL_IO);
    assert_string_equal(error.rule, "match.index-busy");
    sqlite3_close(other);
    assert_int_equal(reel_match_index_find(index, motion, text(""), 0, count_match, &same, &error), REEL_OK);
    assert_int_equal(same, 1);
    reel_match_index_close(index);
    reel_motion_free(motion);
}

static void an_index_has_an_end(void **state)
{
    (void)state;
    reel_motion *motion = made_play(1);
    reel_error error;
    add("play", motion);
    change("UPDATE print SET id = (1 << 28) - 1");
    reel_match_index *index = open_index();
    assert_int_equal(reel_match_index_add(index, text("more"), reel_motion_fingerprint(motion), &error), REEL_LIMIT);
    assert_string_equal(error.rule, "match.index-full");
    reel_match_index_close(index);
    assert_int_equal(number_of("SELECT count(*) FROM print"), 1);
    reel_motion_free(motion);
}

/* Thousands of replays that share a window: those with most hits are compared, and posts without an entry do no harm. */
static void common_windows_do_not_hide_the_replay(void **state)
{
    (void)state;
    reel_motion *motion = made_play(1);
    size_t same = 0;
    reel_error error;
    add("play", motion);
    change("WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) "
           "INSERT INTO post SELECT (SELECT min(k) FROM post) + ((i - 1) << 6), (SELECT c FROM post ORDER BY k LIMIT 1) FROM n");
    reel_match_index *index = open_index();
    assert_int_equal(reel_match_index_find(index, motion, text(""), 0, count_match, &same, &error), REEL_OK);
    assert_int_equal(same, 1);
    reel_match_index_close(index);
    reel_motion_free(motion);
}

static void what_is_not_a_fingerprint_is_damage(void **state)
{
    (void)state;
    static const struct {
        const char *change, *rule;
    } cases[] = { { "UPDATE print SET f = x'00'", "match.index-damaged" },
                  { "UPDATE print SET f = substr(f, 1, length(f) - 1)", "match.index-damaged" },
                  { "DROP TABLE post", "match.index-damaged" },
                  { "DROP TABLE press; CREATE VIEW press AS SELECT * FROM post", NULL },
                  { "DROP TABLE print", "match.index-damaged" } };
    reel_motion *motion = made_play(1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reel_error error = { .rule = "" };
        size_t same = 0;
        remove(in_folder("index"));
        add("play", motion);
        change(cases[i].change);
        reel_match_index *index = open_index();
        reel_status status = reel_match_index_find(index, motion, text(""), 0, count_match, &same, &error);
        assert_int_equal(status, cases[i].rule ? REEL_CORRUPT : REEL_OK);
        if (cases[i].rule) assert_string_equal(error.rule, cases[i].rule);
        reel_match_index_close(index);
    }
    reel_motion_free(motion);
}

/* Results come in the order of their scores, as many as are wanted, until the caller has enough. */
static bool take_one(void *context, reel_string name, const reel_match *match)
{
    (void)name;
    *(double *)context = match->score;
    return false;
}

static void the_caller_may_stop(void **state)
{
    (void)state;
    reel_motion *motion = made_play(1);
    frames made = made_frames(1, 16);
    keep_part(&made, 0, 0.6);
    reel_motion *part = motion_of_frames(made);
    free(made.data);
    double score = 0;
    add("part", part);
    add("whole", motion);
    reel_match_index *index = open_index();
    size_t all = 0, one = 0;
    assert_int_equal(reel_match_index_find(index, motion, text(""), 0, take_one, &score, NULL), REEL_OK);
    assert_true(score > 0.99);
    assert_int_equal(reel_match_index_find(index, motion, text("whole"), 5, count_match, &all, NULL), REEL_OK);
    assert_int_equal(reel_match_index_find(index, motion, text(""), 1, count_match, &one, NULL), REEL_OK);
    assert_int_equal(all, 1);
    assert_int_equal(one, 1);
    reel_match_index_close(index);
    reel_motion_free(motion);
    reel_motion_free(part);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(without_memory_an_entry_is_whole_or_absent),
        IN_FOLDER(a_disk_that_fails_leaves_the_index_as_it_was),
        IN_FOLDER(an_index_in_use_is_reported),
        IN_FOLDER(an_index_has_an_end),
        IN_FOLDER(common_windows_do_not_hide_the_replay),
        IN_FOLDER(what_is_not_a_fingerprint_is_damage),
        IN_FOLDER(the_caller_may_stop),
    };
    return cmocka_run_group_tests(tests, prepare_sqlite, NULL);
}
#endif
