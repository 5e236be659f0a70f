/* SPDX-License-Identifier: MIT
 * Measures the index of fingerprints: reel_bench_match ENTRIES INDEX PLAYS...
 *
 * Fills the new file INDEX with made entries, adds the plays, and looks up changed copies of them. A window of a made entry has the
 * majority of the bits of three windows of real plays. So its bits depend on each other as real ones do, and chance hits are as
 * frequent. Posts are made in order of their keys, in passes, because SQLite takes sorted rows many times faster. */
#include "../tests/insight/fingerprint/changes.h"

#include <sqlite3.h>
#include <stdio.h>
#include <time.h>

enum { PASSES = 8, WINDOWS = 64, WINDOW_BYTES = 27, PRINT_BYTES = REEL_FINGERPRINT_HEADER + WINDOWS * WINDOW_BYTES };

typedef struct post {
    int64_t k;
    int32_t c;
} post;

typedef struct window_pool {
    uint8_t (*windows)[WINDOW_BYTES]; /* of real plays */
    size_t count;
} window_pool;

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Of this process, so that other work on the machine does not count. */
static double cpu_seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

static void fail(const char *what)
{
    fprintf(stderr, "bench_match: %s\n", what);
    exit(1);
}

static void run(sqlite3 *db, const char *sql)
{
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) fail(sqlite3_errmsg(db));
}

/* A made fingerprint, the same for the same number. */
static void make_print(const window_pool *pool, uint64_t number, uint8_t data[PRINT_BYTES])
{
    uint64_t state = number * UINT64_C(0x9e3779b97f4a7c15);
    memset(data, 0, REEL_FINGERPRINT_HEADER);
    memcpy(data, "RLFP\1\1\100", 7);
    for (size_t i = 0; i < WINDOWS; i++) {
        uint8_t *at = data + REEL_FINGERPRINT_HEADER + i * WINDOW_BYTES;
        const uint8_t *from[3];
        for (int j = 0; j < 3; j++) from[j] = pool->windows[random_bits(&state) % pool->count];
        uint32_t ms = (uint32_t)(2000 + i * 3000);
        at[0] = (uint8_t)ms, at[1] = (uint8_t)(ms >> 8), at[2] = (uint8_t)(ms >> 16);
        for (int j = 3; j < WINDOW_BYTES; j++)
            at[j] = (uint8_t)((from[0][j] & from[1][j]) | (from[1][j] & from[2][j]) | (from[0][j] & from[2][j]));
    }
    uint32_t sum = 2166136261u;
    for (size_t i = 0; i < PRINT_BYTES; i++)
        if (i < 28 || i >= REEL_FINGERPRINT_HEADER) sum = (sum ^ data[i]) * 16777619u;
    for (int i = 0; i < 4; i++) data[28 + i] = (uint8_t)(sum >> 8 * i);
}

static int by_k(const void *a, const void *b)
{
    int64_t one = ((const post *)a)->k, other = ((const post *)b)->k;
    return one < other ? -1 : one > other;
}

static void add_prints(sqlite3 *db, const window_pool *pool, uint64_t entries)
{
    sqlite3_stmt *made;
    if (sqlite3_prepare_v2(db, "INSERT INTO print(id, name, f) VALUES(?1, ?2, ?3)", -1, &made, NULL) != SQLITE_OK)
        fail(sqlite3_errmsg(db));
    for (uint64_t i = 1; i <= entries; i++) {
        uint8_t data[PRINT_BYTES];
        char name[32];
        int size = snprintf(name, sizeof name, "made %09llu", (unsigned long long)i);
        make_print(pool, i, data);
        sqlite3_bind_int64(made, 1, (int64_t)i);
        sqlite3_bind_blob(made, 2, name, size, SQLITE_STATIC);
        sqlite3_bind_blob(made, 3, data, PRINT_BYTES, SQLITE_STATIC);
        if (sqlite3_step(made) != SQLITE_DONE) fail(sqlite3_errmsg(db));
        sqlite3_reset(made);
    }
    sqlite3_finalize(made);
}

static void add_posts(sqlite3 *db, const window_pool *pool, uint64_t entries, uint32_t pass)
{
    size_t count = 0, capacity = (size_t)entries * 2 * WINDOWS / PASSES * 4 + 1024;
    post *posts = malloc(capacity * sizeof *posts);
    if (!posts) fail("out of memory");
    for (uint64_t i = 1; i <= entries; i++) {
        uint8_t data[PRINT_BYTES];
        reel_match_key keys[2 * WINDOWS];
        make_print(pool, i, data);
        size_t made = reel_match_keys((reel_bytes){ data, PRINT_BYTES }, keys, 2 * WINDOWS);
        if (made != 2 * WINDOWS) fail("a made fingerprint is wrong");
        for (size_t j = 0; j < made; j++) {
            if (keys[j].key >> 25 != pass) continue;
            if (count == capacity) posts = realloc(posts, (capacity *= 2) * sizeof *posts);
            if (!posts) fail("out of memory");
            posts[count++] =
                (post){ (int64_t)keys[j].key << 35 | (int64_t)keys[j].family << 34 | (int64_t)(i << 6) | keys[j].window,
                        (int32_t)keys[j].check };
        }
    }
    qsort(posts, count, sizeof *posts, by_k);
    sqlite3_stmt *made;
    if (sqlite3_prepare_v2(db, "INSERT INTO post(k, c) VALUES(?1, ?2)", -1, &made, NULL) != SQLITE_OK) fail(sqlite3_errmsg(db));
    for (size_t i = 0; i < count; i++) {
        sqlite3_bind_int64(made, 1, posts[i].k);
        sqlite3_bind_int64(made, 2, posts[i].c);
        if (sqlite3_step(made) != SQLITE_DONE) fail(sqlite3_errmsg(db));
        sqlite3_reset(made);
    }
    sqlite3_finalize(made);
    free(posts);
}

static void fill(const char *path, const window_pool *pool, uint64_t entries)
{
    sqlite3 *db;
    if (sqlite3_open(path, &db) != SQLITE_OK) fail(sqlite3_errmsg(db));
    run(db, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN");
    add_prints(db, pool, entries);
    for (uint32_t pass = 0; pass < PASSES; pass++) add_posts(db, pool, entries, pass);
    run(db, "COMMIT");
    sqlite3_close(db);
}

typedef struct nearest {
    size_t count;
    char names[2][256];
    double scores[2];
} nearest;

static bool take(void *context, reel_string name, const reel_match *match)
{
    nearest *found = context;
    snprintf(found->names[found->count], sizeof found->names[0], "%.*s", (int)name.size, name.data);
    found->scores[found->count++] = match->score;
    return found->count < 2;
}

static int by_value(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return one < other ? -1 : one > other;
}

static void add_plays(reel_match_index *index, reel_motion *const *motions, char **names, size_t count)
{
    reel_error error;
    double began = seconds();
    for (size_t i = 0; i < count; i++)
        if (reel_match_index_add(index, (reel_string){ names[i], strlen(names[i]) }, reel_motion_fingerprint(motions[i]),
                                 &error) < 0)
            fail(error.message);
    printf("add: %.1f ms each, in a transaction of its own\n", (seconds() - began) * 1000 / (double)count);
}

static void look_up(reel_match_index *index, const frames *plays, char **names, size_t count, int which)
{
    double *times = malloc(count * sizeof *times), wrong = 0, least = 1;
    size_t right = 0;
    const char *change = "";
    for (size_t i = 0; i < count; i++) {
        nearest found = { 0 };
        reel_error error;
        reel_motion *motion = changed_motion(plays[i], which, &change);
        double began = cpu_seconds();
        if (reel_match_index_find(index, motion, (reel_string){ NULL, 0 }, 2, take, &found, &error) < 0) fail(error.message);
        times[i] = (cpu_seconds() - began) * 1000;
        bool first = found.count && strcmp(found.names[0], names[i]) == 0;
        right += first;
        if (first && found.scores[0] < least) least = found.scores[0];
        double other = found.count > first ? found.scores[first] : 0;
        if (other > wrong) wrong = other;
        reel_motion_free(motion);
    }
    qsort(times, count, sizeof *times, by_value);
    printf("%s: found %zu of %zu, least score %.3f, best wrong %.3f; look-up median %.0f ms, longest %.0f ms of CPU\n", change,
           right, count, least, wrong, times[count / 2], times[count - 1]);
    free(times);
}

int main(int count, char **words)
{
    if (count < 4) fail("arguments: ENTRIES INDEX PLAYS...");
    size_t plays = (size_t)count - 3;
    uint64_t entries = strtoull(words[1], NULL, 10);
    char **names = words + 3;
    frames *all = malloc(plays * sizeof *all);
    reel_motion **motions = malloc(plays * sizeof *motions);
    window_pool pool = { malloc(plays * WINDOWS * WINDOW_BYTES), 0 };
    double began = seconds();
    for (size_t i = 0; i < plays; i++) {
        all[i] = frames_of_file(names[i]);
        motions[i] = motion_of_frames(all[i]);
        reel_bytes print = reel_motion_fingerprint(motions[i]);
        size_t windows = print.size > REEL_FINGERPRINT_HEADER ? (print.size - REEL_FINGERPRINT_HEADER) / WINDOW_BYTES : 0;
        memcpy(pool.windows + pool.count, print.data + REEL_FINGERPRINT_HEADER, windows * WINDOW_BYTES);
        pool.count += windows;
    }
    printf("read: %.1f ms a play, with a copy in memory\n", (seconds() - began) * 1000 / (double)plays);
    reel_match_index *index;
    reel_error error;
    if (reel_match_index_open(words[2], REEL_MATCH_ADD, &index, &error) < 0) fail(error.message); /* makes the tables */
    reel_match_index_close(index);
    began = seconds();
    if (entries) fill(words[2], &pool, entries);
    printf("%llu made entries in %.0f s\n", (unsigned long long)entries, seconds() - began);
    if (reel_match_index_open(words[2], REEL_MATCH_ADD, &index, &error) < 0) fail(error.message);
    add_plays(index, motions, names, plays);
    static const int changes[] = { 0, 10, 21, 11, 22, 26 };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) look_up(index, all, names, plays, changes[i]);
    reel_match_index_close(index);
    for (size_t i = 0; i < plays; i++) reel_motion_free(motions[i]), free(all[i].data);
    free(pool.windows);
    free(motions);
    free(all);
    return 0;
}
