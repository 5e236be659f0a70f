/* SPDX-License-Identifier: MIT
 * Measures the index of fingerprints: reel_bench_match [=]ENTRIES INDEX PLAYS...
 *
 * Fills the new file INDEX with made entries, adds the plays, and looks up changed copies of them, thefts, and plays whose entry is left
 * out. A window of a made entry has the majority of the bits of three windows of real plays. So its bits depend on each other as real
 * ones do, and chance hits are as frequent. Its stops are those of a real play, each moved by some centimetres: all made entries of one
 * play are as plays of one level by as many players who swing alike. With =ENTRIES, the made entries are the fingerprints of the plays, so
 * that many share their whole motion; copies are then found under the names of made entries. If INDEX is there already, it is used as it
 * is. */
#include "../tests/insight/fingerprint/thefts.h"

#include <sqlite3.h>
#include <stdio.h>
#include <time.h>

enum { PART_BITS = 5, PARTS = 1 << PART_BITS, WINDOWS = 64, WINDOW_BYTES = 27, STOP_BYTES = 6, STOPS_AT = 12, MOST_KEYS = 4096 };

/* m: how far a stop of a made entry is moved, along each axis. */
#define STOP_SPREAD 0.05

typedef struct post {
    int64_t k;
    int32_t c;
} post;

/* Fingerprints of real plays, and their windows. */
typedef struct print_pool {
    uint8_t (*windows)[WINDOW_BYTES];
    size_t count;
    const reel_bytes *prints;
    size_t print_count;
    bool same; /* entries are the fingerprints themselves */
} print_pool;

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

static unsigned stop_count(const uint8_t *print, int hand)
{
    return print[STOPS_AT + 2 * hand] | (unsigned)print[STOPS_AT + 2 * hand + 1] << 8;
}

/* Moves a stop: three numbers of 12 bits, in units of 2 mm, behind one of 12 bits. */
static void move_stop(uint8_t at[STOP_BYTES], uint64_t *state)
{
    uint64_t bits = 0;
    for (int i = 0; i < STOP_BYTES; i++) bits |= (uint64_t)at[i] << 8 * i;
    for (int axis = 1; axis <= 3; axis++) {
        uint64_t was = bits >> 12 * axis & 0xfff, is = was + (uint64_t)(int64_t)(STOP_SPREAD * 500 * random_normal(state));
        bits ^= (was ^ (is & 0xfff)) << 12 * axis;
    }
    for (int i = 0; i < STOP_BYTES; i++) at[i] = (uint8_t)(bits >> 8 * i);
}

/* Copies the stops of a real play, moved. Returns their size. */
static size_t make_stops(const print_pool *pool, uint64_t *state, uint8_t *data, uint8_t *to)
{
    reel_bytes print = pool->prints[random_bits(state) % pool->print_count];
    const uint8_t *from = print.data + REEL_FINGERPRINT_HEADER + WINDOW_BYTES * (print.data[6] | (size_t)print.data[7] << 8);
    size_t count = stop_count(print.data, 0) + stop_count(print.data, 1);
    memcpy(data + STOPS_AT, print.data + STOPS_AT, 12);
    memcpy(to, from, count * STOP_BYTES);
    for (size_t i = 0; i < count; i++) move_stop(to + i * STOP_BYTES, state);
    return count * STOP_BYTES;
}

/* A made fingerprint, the same for the same number. Returns its size. */
static size_t make_print(const print_pool *pool, uint64_t number, uint8_t data[REEL_FINGERPRINT_BYTES])
{
    if (pool->same) {
        const reel_bytes print = pool->prints[number % pool->print_count];
        memcpy(data, print.data, print.size);
        return print.size;
    }
    uint64_t state = number * UINT64_C(0x9e3779b97f4a7c15);
    memset(data, 0, REEL_FINGERPRINT_HEADER);
    memcpy(data, "RLFP\2\1\100", 7);
    for (size_t i = 0; i < WINDOWS; i++) {
        uint8_t *at = data + REEL_FINGERPRINT_HEADER + i * WINDOW_BYTES;
        const uint8_t *from[3];
        for (int j = 0; j < 3; j++) from[j] = pool->windows[random_bits(&state) % pool->count];
        uint32_t ms = (uint32_t)(2000 + i * 3000);
        at[0] = (uint8_t)ms, at[1] = (uint8_t)(ms >> 8), at[2] = (uint8_t)(ms >> 16);
        for (int j = 3; j < WINDOW_BYTES; j++)
            at[j] = (uint8_t)((from[0][j] & from[1][j]) | (from[1][j] & from[2][j]) | (from[0][j] & from[2][j]));
    }
    size_t size = REEL_FINGERPRINT_HEADER + WINDOWS * WINDOW_BYTES;
    size += make_stops(pool, &state, data, data + size);
    uint32_t sum = 2166136261u;
    for (size_t i = 0; i < size; i++)
        if (i < 28 || i >= REEL_FINGERPRINT_HEADER) sum = (sum ^ data[i]) * 16777619u;
    for (int i = 0; i < 4; i++) data[28 + i] = (uint8_t)(sum >> 8 * i);
    return size;
}

static int by_k(const void *a, const void *b)
{
    int64_t one = ((const post *)a)->k, other = ((const post *)b)->k;
    return one < other ? -1 : one > other;
}

static void add_print(sqlite3 *db, sqlite3_stmt *made, uint64_t number, reel_bytes print)
{
    char name[32];
    int size = snprintf(name, sizeof name, "made %09llu", (unsigned long long)number);
    sqlite3_bind_int64(made, 1, (int64_t)number);
    sqlite3_bind_blob(made, 2, name, size, SQLITE_STATIC);
    sqlite3_bind_blob(made, 3, print.data, (int)print.size, SQLITE_STATIC);
    if (sqlite3_step(made) != SQLITE_DONE) fail(sqlite3_errmsg(db));
    sqlite3_reset(made);
}

/* Where the key of an entry is in its table. */
static int64_t post_of(const reel_match_key *key, uint64_t entry)
{
    if (key->family == REEL_MATCH_SWINGS) return (int64_t)key->key << 28 | (int64_t)entry;
    return (int64_t)key->key << 35 | (int64_t)key->family << 34 | (int64_t)(entry << 6) | key->window;
}

static void insert_posts(sqlite3 *db, const char *text, post *posts, size_t count)
{
    sqlite3_stmt *made;
    qsort(posts, count, sizeof *posts, by_k);
    if (sqlite3_prepare_v2(db, text, -1, &made, NULL) != SQLITE_OK) fail(sqlite3_errmsg(db));
    for (size_t i = 0; i < count; i++) {
        sqlite3_bind_int64(made, 1, posts[i].k);
        sqlite3_bind_int64(made, 2, posts[i].c);
        if (sqlite3_step(made) != SQLITE_DONE) fail(sqlite3_errmsg(db));
        sqlite3_reset(made);
    }
    sqlite3_finalize(made);
}

/* Posts of one table whose keys have the same first bits, in a file that has no name. */
static void add_post(FILE *part, post one)
{
    if (fwrite(&one, sizeof one, 1, part) != 1) fail("cannot write a part");
}

static void add_part(sqlite3 *db, const char *text, FILE *part)
{
    const size_t count = (size_t)ftell(part) / sizeof(post);
    post *posts = malloc((count + 1) * sizeof *posts);
    rewind(part);
    if (!posts || fread(posts, sizeof *posts, count, part) != count) fail("cannot read a part");
    fclose(part);
    insert_posts(db, text, posts, count);
    free(posts);
}

/* Makes the entries and their posts, and adds the posts part by part: SQLite takes sorted rows many times faster. */
static void add_made(sqlite3 *db, const print_pool *pool, uint64_t entries)
{
    FILE *windows[PARTS], *swings[PARTS];
    sqlite3_stmt *made;
    for (size_t i = 0; i < PARTS; i++)
        if (!(windows[i] = tmpfile()) || !(swings[i] = tmpfile())) fail("cannot make a part");
    if (sqlite3_prepare_v2(db, "INSERT INTO print(id, name, f) VALUES(?1, ?2, ?3)", -1, &made, NULL) != SQLITE_OK)
        fail(sqlite3_errmsg(db));
    for (uint64_t i = 1; i <= entries; i++) {
        static uint8_t data[REEL_FINGERPRINT_BYTES];
        static reel_match_key keys[MOST_KEYS];
        const size_t size = make_print(pool, i, data), count = reel_match_keys((reel_bytes){ data, size }, keys, MOST_KEYS);
        if (!count || count > MOST_KEYS) fail("a made fingerprint is wrong");
        add_print(db, made, i, (reel_bytes){ data, size });
        for (size_t k = 0; k < count; k++)
            add_post((keys[k].family == REEL_MATCH_SWINGS ? swings : windows)[keys[k].key >> (28 - PART_BITS)],
                     (post){ post_of(&keys[k], i), (int32_t)keys[k].check });
    }
    sqlite3_finalize(made);
    for (size_t i = 0; i < PARTS; i++) {
        add_part(db, "INSERT INTO post(k, c) VALUES(?1, ?2)", windows[i]);
        add_part(db, "INSERT OR IGNORE INTO swing(k, c) VALUES(?1, ?2)", swings[i]);
    }
}

static void fill(const char *path, const print_pool *pool, uint64_t entries)
{
    sqlite3 *db;
    if (sqlite3_open(path, &db) != SQLITE_OK) fail(sqlite3_errmsg(db));
    run(db, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN");
    add_made(db, pool, entries);
    run(db, "COMMIT");
    sqlite3_close(db);
}

typedef struct nearest {
    size_t count;
    char names[2][256];
    double scores[2];
    reel_match_band bands[2];
} nearest;

static bool take(void *context, reel_string name, const reel_match *match)
{
    nearest *found = context;
    snprintf(found->names[found->count], sizeof found->names[0], "%.*s", (int)name.size, name.data);
    found->bands[found->count] = match->band;
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

static reel_motion *stolen_motion(const frames *plays, size_t count, size_t i, int which, const char **name)
{
    frames own = frames_copy(plays[(i + 1) % count]);
    *name = apply_theft(&own, plays[i], which);
    reel_motion *motion = motion_of_frames(own);
    free(own.data);
    return motion;
}

/* What is looked up: a changed copy of a play; a play with stolen parts; a play whose own entry is left out, so that nothing is to be
 * found. */
typedef enum look_up_kind { LOOK_UP_COPY, LOOK_UP_THEFT, LOOK_UP_HONEST, LOOK_UP_KINDS } look_up_kind;

enum { MOST_TIMES = 1 << 16 };

/* Look-ups of one kind, ms: of the processor, and elapsed, with what the file and others on the machine have cost. */
typedef struct look_up_times {
    double cpu[MOST_TIMES], elapsed[MOST_TIMES];
    size_t count;
} look_up_times;

static void print_percentiles(double *times, size_t count, const char *what)
{
    qsort(times, count, sizeof *times, by_value);
    printf("median %.1f ms, 90 %% %.1f ms, 99 %% %.1f ms, longest %.1f ms %s", times[count / 2], times[count * 9 / 10],
           times[count * 99 / 100], times[count - 1], what);
}

static void print_times(const char *what, look_up_times *times)
{
    if (!times->count) return;
    printf("%zu look-ups of %s: ", times->count, what);
    print_percentiles(times->cpu, times->count, "of CPU; ");
    print_percentiles(times->elapsed, times->count, "elapsed\n");
}

/* Of a theft, the play that is stolen from has to be found, and the player's own is left out. */
static void look_up(reel_match_index *index, const frames *plays, char **names, size_t count, int which, look_up_kind kind,
                    look_up_times *times)
{
    double wrong = 0, least = 1, longest = 0;
    size_t right = 0, accused = 0;
    const char *change = "";
    for (size_t i = 0; i < count; i++) {
        nearest found = { 0 };
        reel_error error;
        const bool theft = kind == LOOK_UP_THEFT;
        const char *left_out = kind == LOOK_UP_COPY ? "" : names[theft ? (i + 1) % count : i];
        reel_motion *motion = theft ? stolen_motion(plays, count, i, which, &change) : changed_motion(plays[i], which, &change);
        const double began = cpu_seconds(), started = seconds();
        if (reel_match_index_find(index, motion, (reel_string){ left_out, strlen(left_out) }, 2, take, &found, &error) < 0)
            fail(error.message);
        const double spent = (cpu_seconds() - began) * 1000;
        if (times->count < MOST_TIMES) {
            times->cpu[times->count] = spent;
            times->elapsed[times->count++] = (seconds() - started) * 1000;
        }
        if (spent > longest) longest = spent;
        bool first = found.count && strcmp(found.names[0], names[i]) == 0;
        right += first;
        accused += found.count > first && found.bands[first] != REEL_MATCH_NOTHING;
        if (first && found.scores[0] < least) least = found.scores[0];
        double other = found.count > first ? found.scores[first] : 0;
        if (other > wrong) wrong = other;
        reel_motion_free(motion);
    }
    if (kind == LOOK_UP_HONEST)
        printf("left out: %s: reported %zu of %zu, best score %.3f; longest look-up %.0f ms of CPU\n", change, accused, count,
               wrong, longest);
    else
        printf("%s: found %zu of %zu, least score %.3f; others reported %zu, best score %.3f; longest look-up %.0f ms of CPU\n",
               change, right, count, least, accused, wrong, longest);
}

static void look_up_all(reel_match_index *index, const frames *plays, char **names, size_t count)
{
    static const int changes[] = { 0, 10, 21, 11, 22, 26 };
    static look_up_times times[LOOK_UP_KINDS];
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        look_up(index, plays, names, count, changes[i], LOOK_UP_COPY, &times[LOOK_UP_COPY]);
    for (int which = 0; which < THEFT_COUNT; which++)
        look_up(index, plays, names, count, which, LOOK_UP_THEFT, &times[LOOK_UP_THEFT]);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        look_up(index, plays, names, count, changes[i], LOOK_UP_HONEST, &times[LOOK_UP_HONEST]);
    print_times("copies", &times[LOOK_UP_COPY]);
    print_times("thefts", &times[LOOK_UP_THEFT]);
    print_times("plays that are in the index nowhere", &times[LOOK_UP_HONEST]);
}

int main(int count, char **words)
{
    if (count < 4) fail("arguments: [=]ENTRIES INDEX PLAYS...");
    size_t plays = (size_t)count - 3;
    const bool same = *words[1] == '=';
    uint64_t entries = strtoull(words[1] + same, NULL, 10);
    char **names = words + 3;
    frames *all = malloc(plays * sizeof *all);
    reel_motion **motions = malloc(plays * sizeof *motions);
    reel_bytes *prints = malloc(plays * sizeof *prints);
    print_pool pool = { malloc(plays * WINDOWS * WINDOW_BYTES), 0, prints, plays, same };
    double began = seconds();
    for (size_t i = 0; i < plays; i++) {
        all[i] = frames_of_file(names[i]);
        motions[i] = motion_of_frames(all[i]);
        reel_bytes print = reel_motion_fingerprint(motions[i]);
        if (!print.size) fail("a play has too little motion");
        prints[i] = print;
        size_t windows = print.data[6] | (size_t)print.data[7] << 8;
        memcpy(pool.windows + pool.count, print.data + REEL_FINGERPRINT_HEADER, windows * WINDOW_BYTES);
        pool.count += windows;
    }
    printf("read: %.1f ms a play, with a copy in memory\n", (seconds() - began) * 1000 / (double)plays);
    reel_match_index *index;
    reel_error error;
    if (reel_match_index_open(words[2], REEL_MATCH_ADD, &index, &error) < 0) fail(error.message); /* makes the tables */
    uint64_t there = 0;
    if (reel_match_index_count(index, &there, &error) < 0) fail(error.message);
    reel_match_index_close(index);
    began = seconds();
    if (entries && !there) fill(words[2], &pool, entries);
    printf("%llu made entries in %.0f s\n", (unsigned long long)entries, seconds() - began);
    if (reel_match_index_open(words[2], REEL_MATCH_ADD, &index, &error) < 0) fail(error.message);
    add_plays(index, motions, names, plays);
    look_up_all(index, all, names, plays);
    reel_match_index_close(index);
    for (size_t i = 0; i < plays; i++) reel_motion_free(motions[i]), free(all[i].data);
    free(pool.windows);
    free(prints);
    free(motions);
    free(all);
    return 0;
}
