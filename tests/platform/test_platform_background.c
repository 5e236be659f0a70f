/* SPDX-License-Identifier: MIT
 * A sink that a thread writes to, when the disk is slower than the recorder or fails: memory stays bounded, a file waits, a spool is given up,
 * and a failure is reported by the calls after it. */
#include "platform/file.h"
#include "support.h"

#include <pthread.h>
#include <reel/format.h>

enum { PIECE = 1 << 20, MOST = 64 << 20, PIECES = 150 };

/* A disk that takes its first block only when as much as may wait has come, or when it is let go. */
typedef struct slow_disk {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    size_t first, accepted, largest, total, commits, discards;
    bool go, bad;
} slow_disk;

static slow_disk disk;
static uint8_t piece[PIECE];

static reel_status slow_write(void *context, const void *data, size_t size, reel_error *error)
{
    (void)context, (void)error;
    const uint8_t *bytes = data;
    pthread_mutex_lock(&disk.lock);
    if (!disk.first) disk.first = size;
    while (!disk.go && disk.accepted < disk.first + MOST) pthread_cond_wait(&disk.changed, &disk.lock);
    disk.go = true;
    if (size > disk.largest) disk.largest = size;
    for (size_t i = 0; i < size; i += PIECE) disk.bad = disk.bad || bytes[i] != (uint8_t)((disk.total + i) / PIECE);
    disk.total += size;
    pthread_mutex_unlock(&disk.lock);
    return REEL_OK;
}

static reel_status slow_commit(void *context, reel_error *error)
{
    (void)context, (void)error;
    disk.commits++;
    return REEL_OK;
}

static void slow_discard(void *context)
{
    (void)context;
    disk.discards++;
}

static void let_go(void)
{
    pthread_mutex_lock(&disk.lock);
    disk.go = true;
    pthread_cond_broadcast(&disk.changed);
    pthread_mutex_unlock(&disk.lock);
}

static reel_sink begin(bool keep)
{
    reel_sink sink;
    const reel_sink inner = { .write = slow_write, .commit = slow_commit, .discard = slow_discard };
    disk = (slow_disk){ .go = false };
    pthread_mutex_init(&disk.lock, NULL);
    pthread_cond_init(&disk.changed, NULL);
    assert_int_equal(reel__sink_in_background(inner, keep, &sink, NULL), REEL_OK);
    return sink;
}

/* Writes pieces that say their number until one is refused. */
static reel_status write_pieces(reel_sink sink, reel_error *error)
{
    reel_status status = REEL_OK;
    for (int i = 0; i < PIECES && status == REEL_OK; i++) {
        memset(piece, i, sizeof piece);
        status = sink.write(sink.context, piece, sizeof piece, error);
        pthread_mutex_lock(&disk.lock);
        if (status == REEL_OK) disk.accepted += sizeof piece;
        pthread_cond_broadcast(&disk.changed);
        pthread_mutex_unlock(&disk.lock);
    }
    return status;
}

static void a_file_waits_for_a_slow_disk(void **state)
{
    (void)state;
    reel_sink sink = begin(false);
    assert_int_equal(write_pieces(sink, NULL), REEL_OK);
    assert_int_equal(sink.commit(sink.context, NULL), REEL_OK);
    assert_int_equal(disk.total, (size_t)PIECES * PIECE);
    assert_true(disk.largest <= MOST);
    assert_false(disk.bad);
    assert_int_equal(disk.commits, 1);
}

static void a_spool_is_given_up(void **state)
{
    (void)state;
    reel_error error;
    reel_sink sink = begin(true);
    pthread_mutex_lock(&disk.lock);
    disk.first = SIZE_MAX / 2; /* never enough: the disk stands still */
    pthread_mutex_unlock(&disk.lock);
    assert_int_equal(write_pieces(sink, &error), REEL_IO);
    assert_string_equal(error.rule, "file.too-slow");
    let_go();
    assert_int_equal(sink.commit(sink.context, NULL), REEL_OK);
    assert_int_equal(disk.total, disk.accepted); /* what was accepted is there */
    assert_true(disk.accepted >= MOST);
    assert_false(disk.bad);
    assert_int_equal(disk.commits, 1);
}

/* ---- a disk that fails ---------------------------------------------------------------------------------------------- */

typedef struct bad_disk {
    bool fails_flush; /* else it fails to write */
    size_t writes, reopened, commits, discards;
} bad_disk;

static bad_disk bad;

static reel_status bad_write(void *context, const void *data, size_t size, reel_error *error)
{
    (void)context, (void)data, (void)size;
    bad.writes++;
    return bad.fails_flush ? REEL_OK : reel_fail(error, REEL_IO, "test.write", "", 0, "no space");
}

static reel_status bad_flush(void *context, reel_error *error)
{
    (void)context;
    return bad.fails_flush ? reel_fail(error, REEL_IO, "test.flush", "", 0, "no space") : REEL_OK;
}

static reel_status bad_reopen(void *context, reel_source *source, reel_error *error)
{
    (void)context, (void)source, (void)error;
    bad.reopened++;
    return REEL_OK;
}

static reel_status bad_commit(void *context, reel_error *error)
{
    (void)context;
    bad.commits++;
    return reel_fail(error, REEL_IO, "test.commit", "", 0, "no space");
}

static void bad_discard(void *context)
{
    (void)context;
    bad.discards++;
}

/* The call that meets the failure has returned by then: those after it report it, the first one for ever. */
static void a_failure_of_the_disk_is_reported_by_every_later_call(void **state)
{
    (void)state;
    const reel_sink inner = {
        .write = bad_write, .flush = bad_flush, .reopen = bad_reopen, .commit = bad_commit, .discard = bad_discard
    };
    for (int round = 0; round < 4; round++) {
        const bool keep = round & 1, fails_flush = round & 2;
        const char *rule = fails_flush ? "test.flush" : "test.write";
        reel_sink sink;
        reel_source source;
        reel_error error = { .rule = "" };
        bad = (bad_disk){ .fails_flush = fails_flush };
        assert_int_equal(reel__sink_in_background(inner, keep, &sink, NULL), REEL_OK);
        assert_int_equal(sink.write(sink.context, "abc", 3, &error), REEL_OK);
        sink.flush(sink.context, &error);                                      /* may be before or after the failure */
        assert_int_equal(sink.reopen(sink.context, &source, &error), REEL_IO); /* waits for the thread */
        assert_string_equal(error.rule, rule);
        assert_int_equal(bad.reopened, 0);
        const size_t writes = bad.writes;
        error.rule = "";
        assert_int_equal(sink.write(sink.context, "def", 3, &error), REEL_IO);
        assert_string_equal(error.rule, rule);
        error.rule = "";
        assert_int_equal(sink.flush(sink.context, &error), REEL_IO);
        assert_string_equal(error.rule, rule);
        error.rule = "";
        assert_int_equal(sink.commit(sink.context, &error), REEL_IO);
        assert_string_equal(error.rule, rule); /* not that of the commit */
        assert_int_equal(bad.writes, writes);  /* nothing is written behind a gap */
        assert_int_equal(bad.commits, keep);   /* what a spool has is worth keeping, half a file is not */
        assert_int_equal(bad.discards, !keep);
    }
}

static void a_file_that_cannot_be_committed_or_is_discarded_is_so_once(void **state)
{
    (void)state;
    const reel_sink inner = { .write = slow_write, .commit = bad_commit, .discard = bad_discard };
    reel_sink sink;
    reel_error error = { .rule = "" };
    bad = (bad_disk){ .writes = 0 };
    disk = (slow_disk){ .go = true };
    pthread_mutex_init(&disk.lock, NULL);
    assert_int_equal(reel__sink_in_background(inner, false, &sink, NULL), REEL_OK);
    assert_null(sink.reopen); /* the inner one has none */
    assert_int_equal(sink.write(sink.context, "\0\0\0", 3, &error), REEL_OK);
    assert_int_equal(sink.flush(sink.context, &error), REEL_OK); /* does nothing, as the inner one has none */
    assert_int_equal(sink.commit(sink.context, &error), REEL_IO);
    assert_string_equal(error.rule, "test.commit");
    assert_int_equal(disk.total, 3);
    assert_int_equal(bad.discards, 0);
    assert_int_equal(reel__sink_in_background(inner, false, &sink, NULL), REEL_OK);
    sink.discard(sink.context);
    assert_int_equal(bad.commits, 1);
    assert_int_equal(bad.discards, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_waits_for_a_slow_disk),
        cmocka_unit_test(a_spool_is_given_up),
        cmocka_unit_test(a_failure_of_the_disk_is_reported_by_every_later_call),
        cmocka_unit_test(a_file_that_cannot_be_committed_or_is_discarded_is_so_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
