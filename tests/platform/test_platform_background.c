/* SPDX-License-Identifier: MIT
 * A sink that a thread writes to, when the disk is slower than the recorder: memory stays bounded, a file waits, a spool is given up. */
#include "platform/file.h"
#include "support.h"

#include <pthread.h>

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
    assert_int_equal(sink_in_background(inner, keep, &sink, NULL), REEL_OK);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_waits_for_a_slow_disk),
        cmocka_unit_test(a_spool_is_given_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
