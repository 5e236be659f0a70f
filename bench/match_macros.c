/* SPDX-License-Identifier: MIT
 * Measures how well an index of macros finds the source of changed copies: reel_bench_match_macros ENTRIES PLAYS INDEX [QUERIES].
 *
 * Fills the new file INDEX with ENTRIES made macros, PLAYS of each level: they press at the same beats, each off by a normal deviation of
 * 15 ms. Of four levels one has intervals of its own, one those of beats of a tempo of its own, one those of a tempo that all such levels
 * share, and one, of up to 8,000 presses, hardly any others than the beat itself. Then changed copies of QUERIES entries are looked up,
 * and other plays of the same levels, which are nobody's copy. INDEX is removed at the end. */
#include "../tests/insight/fingerprint/changes.h"

#include <sqlite3.h>
#include <stdio.h>
#include <time.h>

enum { TICKS = 240, KINDS = 4, MOST_PRESSES = 8000, MOST_QUERIES = 4096 };
enum { PRESS_DEVIATION = 15 }; /* ms */

static const char *const kinds[KINDS] = { "own intervals", "own tempo", "shared tempo", "even steps" };

typedef struct macro {
    size_t count;
    double times[MOST_PRESSES];
} macro;

static void fail(const char *what)
{
    fprintf(stderr, "bench_match_macros: %s\n", what);
    exit(1);
}

static double cpu_ms(void) { return (double)clock() * 1000 / CLOCKS_PER_SEC; }

/* The next interval of a level, in seconds. */
static double interval_of(unsigned kind, double beat, uint64_t *state)
{
    static const double beats[] = { 0.5, 1, 1, 1, 2, 2, 4 };
    if (kind == 0) return 0.08 + random_share(state) * random_share(state) * 1.5;
    if (kind == 3) return random_share(state) < 0.97 ? beat : 2 * beat;
    return beat * beats[random_bits(state) % (sizeof beats / sizeof *beats)];
}

/* A play of a level. `play` 0 is the level itself. */
static void make_macro(macro *m, uint64_t level, uint64_t play)
{
    uint64_t state = level * 1000003, own = (level * 131071 + play) * 8191;
    const unsigned kind = level % KINDS;
    const double beat = kind == 2 ? 0.3 : kind == 3 ? 0.25 : 0.2 + random_share(&state) * 0.3;
    const double few = random_share(&state);
    m->count = kind == 3 ? 200 + (size_t)(few * few * few * (MOST_PRESSES - 200)) : 60 + (size_t)(few * few * 900);
    double at = 1;
    for (size_t i = 0; i < m->count; i++) {
        at += interval_of(kind, beat, &state);
        m->times[i] = at + random_normal(&own) * PRESS_DEVIATION / 1000;
    }
}

/* ---- copies ------------------------------------------------------------------------------------------------------------ */

static void keep_presses(macro *m, size_t from, size_t count)
{
    memmove(m->times, m->times + from, count * sizeof *m->times);
    m->count = count;
}

static void remove_some(macro *m, double share, uint64_t *state)
{
    size_t kept = 0;
    for (size_t i = 0; i < m->count; i++)
        if (random_share(state) >= share) m->times[kept++] = m->times[i];
    m->count = kept;
}

static void move_presses(macro *m, double scale, double shift, double noise, uint64_t *state)
{
    for (size_t i = 0; i < m->count; i++)
        m->times[i] = m->times[i] * scale + shift + (noise > 0 ? noise * (2 * random_share(state) - 1) : 0);
}

/* Changes a macro in place. Returns the name of the change; NULL after the last one. */
static const char *change(macro *m, unsigned which, uint64_t seed)
{
    uint64_t state = seed;
    switch (which) {
    case 0: move_presses(m, 1, 0.5, 0, &state); return "0.5 s later";
    case 1: keep_presses(m, 0, m->count * 6 / 10); return "first 60 % kept";
    case 2: keep_presses(m, m->count * 4 / 10, m->count - m->count * 4 / 10); return "last 60 % kept";
    case 3: move_presses(m, 1, 0, 0.004, &state); return "each moved by up to 4 ms";
    case 4: move_presses(m, 1, 0, 0.012, &state); return "each moved by up to 12 ms";
    case 5: move_presses(m, 1 / 1.02, 0, 0, &state); return "2 % faster";
    case 6: move_presses(m, 1.1, 0, 0, &state); return "10 % slower";
    case 7: remove_some(m, 0.05, &state); return "5 % removed";
    case 8: remove_some(m, 0.2, &state); return "20 % removed";
    case 9:
        remove_some(m, 0.05, &state);
        keep_presses(m, 0, m->count * 8 / 10);
        move_presses(m, 1.02, 2, 0.004, &state);
        return "5 % removed, first 80 %, 2 % slower, 4 ms";
    default: return NULL;
    }
}

static reel_motion *motion_of_macro(const macro *m)
{
    gdr_input *inputs = calloc(2 * m->count + 1, sizeof *inputs);
    for (size_t i = 0; i < m->count; i++) {
        const int64_t at = (int64_t)floor(m->times[i] * TICKS + 0.5);
        inputs[2 * i] = (gdr_input){ .frame = at < 0 ? 0 : at, .button = 1, .down = 1 };
        inputs[2 * i + 1] = (gdr_input){ .frame = inputs[2 * i].frame + 2, .button = 1 };
    }
    for (size_t i = 1; i < 2 * m->count; i++) /* plays swap presses that are close */
        if (inputs[i].frame < inputs[i - 1].frame) inputs[i].frame = inputs[i - 1].frame;
    reel_motion *motion = motion_of_inputs(inputs, 2 * m->count, TICKS);
    free(inputs);
    if (!motion) fail("a macro cannot be read");
    return motion;
}

/* ---- the index --------------------------------------------------------------------------------------------------------- */

static int by_number(const void *a, const void *b)
{
    const int64_t one = *(const int64_t *)a, other = *(const int64_t *)b;
    return one < other ? -1 : one > other;
}

static void run(sqlite3 *db, const char *sql)
{
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) fail(sqlite3_errmsg(db));
}

typedef struct post_list {
    int64_t *data;
    size_t count, capacity;
} post_list;

static void add_posts(post_list *posts, reel_bytes print, int64_t entry)
{
    const size_t count = reel_match_keys(print, NULL, 0);
    reel_match_key *keys = malloc((count + 1) * sizeof *keys);
    if (!keys) fail("out of memory");
    reel_match_keys(print, keys, count);
    if (posts->count + count > posts->capacity) {
        posts->capacity = 2 * (posts->count + count);
        posts->data = realloc(posts->data, posts->capacity * sizeof *posts->data);
        if (!posts->data) fail("out of memory");
    }
    for (size_t i = 0; i < count; i++) posts->data[posts->count++] = (int64_t)keys[i].key << 28 | entry;
    free(keys);
}

static void add_made(sqlite3 *db, uint64_t entries, uint64_t plays)
{
    static macro m;
    post_list posts = { NULL, 0, 0 };
    sqlite3_stmt *made;
    if (sqlite3_prepare_v2(db, "INSERT INTO print(id, name, f) VALUES(?1, ?2, ?3)", -1, &made, NULL) != SQLITE_OK)
        fail(sqlite3_errmsg(db));
    for (uint64_t i = 0; i < entries; i++) {
        char name[32];
        make_macro(&m, i / plays, i % plays + 1);
        reel_motion *motion = motion_of_macro(&m);
        const reel_bytes print = reel_motion_fingerprint(motion);
        const int size = snprintf(name, sizeof name, "%llu", (unsigned long long)i);
        sqlite3_bind_int64(made, 1, (int64_t)i + 1);
        sqlite3_bind_blob(made, 2, name, size, SQLITE_TRANSIENT);
        sqlite3_bind_blob(made, 3, print.data, (int)print.size, SQLITE_TRANSIENT);
        if (sqlite3_step(made) != SQLITE_DONE) fail(sqlite3_errmsg(db));
        sqlite3_reset(made);
        add_posts(&posts, print, (int64_t)i + 1);
        reel_motion_free(motion);
    }
    sqlite3_finalize(made);
    qsort(posts.data, posts.count, sizeof *posts.data, by_number);
    if (sqlite3_prepare_v2(db, "INSERT OR IGNORE INTO press(k) VALUES(?1)", -1, &made, NULL) != SQLITE_OK)
        fail(sqlite3_errmsg(db));
    for (size_t i = 0; i < posts.count; i++) {
        sqlite3_bind_int64(made, 1, posts.data[i]);
        if (sqlite3_step(made) != SQLITE_DONE) fail(sqlite3_errmsg(db));
        sqlite3_reset(made);
    }
    sqlite3_finalize(made);
    free(posts.data);
}

static reel_match_index *make_index(const char *path, uint64_t entries, uint64_t plays)
{
    reel_match_index *index;
    reel_error error;
    sqlite3 *db;
    if (reel_match_index_open(path, REEL_MATCH_ADD, &index, &error) < 0) fail(error.message); /* makes the tables */
    reel_match_index_close(index);
    if (sqlite3_open(path, &db) != SQLITE_OK) fail(sqlite3_errmsg(db));
    run(db, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN");
    add_made(db, entries, plays);
    run(db, "COMMIT");
    sqlite3_close(db);
    if (reel_match_index_open(path, 0, &index, &error) < 0) fail(error.message);
    return index;
}

/* ---- look-ups ---------------------------------------------------------------------------------------------------------- */

typedef struct answer {
    uint64_t source, plays; /* what is to be found; plays of a level */
    size_t count;
    double spent;         /* ms */
    bool first, found;    /* the source is the first match; it is reported */
    size_t alike, others; /* reported besides: other plays of its level, other levels */
} answer;

static bool take(void *context, reel_string name, const reel_match *match)
{
    answer *a = context;
    char number[32];
    snprintf(number, sizeof number, "%.*s", (int)name.size, name.data);
    const uint64_t entry = strtoull(number, NULL, 10);
    if (a->count++ == 0 && entry == a->source) a->first = true;
    if (match->band == REEL_MATCH_NOTHING) return true;
    if (entry == a->source)
        a->found = true;
    else if (entry / a->plays == a->source / a->plays)
        a->alike++;
    else
        a->others++;
    return true;
}

typedef struct tally {
    size_t asked, first, found, alike, others;
    double longest; /* ms */
} tally;

typedef struct look_ups {
    double times[MOST_QUERIES * 16];
    size_t count;
} look_ups;

static void look_up(reel_match_index *index, const macro *m, answer *a, look_ups *spent)
{
    reel_error error;
    reel_motion *motion = motion_of_macro(m);
    const double began = cpu_ms();
    if (reel_match_index_find(index, motion, (reel_string){ "", 0 }, 0, take, a, &error) < 0) fail(error.message);
    a->spent = cpu_ms() - began;
    if (spent->count < sizeof spent->times / sizeof *spent->times) spent->times[spent->count++] = a->spent;
    reel_motion_free(motion);
}

static void add_answer(tally *sum, const answer *a)
{
    sum->asked++;
    sum->first += a->first;
    sum->found += a->found;
    sum->alike += a->alike;
    sum->others += a->others;
    if (a->spent > sum->longest) sum->longest = a->spent;
}

static int by_value(const void *a, const void *b)
{
    const double one = *(const double *)a, other = *(const double *)b;
    return one < other ? -1 : one > other;
}

static void print_row(const char *what, const tally sums[KINDS])
{
    size_t alike = 0, others = 0;
    double longest = 0;
    printf("| %s |", what);
    for (int kind = 0; kind < KINDS; kind++) {
        printf(" %zu, %zu of %zu |", sums[kind].first, sums[kind].found, sums[kind].asked);
        alike += sums[kind].alike;
        others += sums[kind].others;
        if (sums[kind].longest > longest) longest = sums[kind].longest;
    }
    printf(" %zu | %zu | %.1f |\n", alike, others, longest);
}

int main(int count, char **words)
{
    if (count < 4) fail("arguments: ENTRIES PLAYS INDEX [QUERIES]");
    const uint64_t entries = strtoull(words[1], NULL, 10), plays = strtoull(words[2], NULL, 10);
    const uint64_t queries = count > 4 ? strtoull(words[4], NULL, 10) : 200;
    if (!plays || entries < plays * KINDS || !queries || queries > MOST_QUERIES) fail("a number is too small or too large");
    static macro m;
    static look_ups spent;
    reel_match_index *index = make_index(words[3], entries, plays);
    printf("%llu entries, %llu of a level; first match, reported\n\n| change |", (unsigned long long)entries,
           (unsigned long long)plays);
    for (int kind = 0; kind < KINDS; kind++) printf(" %s |", kinds[kind]);
    printf(" plays of the level | others | longest, ms |\n| --- | --- | --- | --- | --- | --: | --: | --: |\n");
    const char *name = "";
    for (unsigned which = 0; name; which++) {
        tally sums[KINDS] = { { 0 } };
        for (uint64_t i = 0; i < queries; i++) {
            answer a = { .source = i * (entries / queries) + i % plays, .plays = plays };
            if (a.source >= entries) a.source = entries - 1;
            make_macro(&m, a.source / plays, a.source % plays + 1);
            name = change(&m, which, i);
            if (!name) break;
            look_up(index, &m, &a, &spent);
            add_answer(&sums[a.source / plays % KINDS], &a);
        }
        if (name) print_row(name, sums);
    }
    tally honest[KINDS] = { { 0 } };
    for (uint64_t i = 0; i < queries; i++) {
        answer a = { .source = i * (entries / queries), .plays = plays };
        make_macro(&m, a.source / plays, plays + 1);
        look_up(index, &m, &a, &spent);
        a.alike += a.found;
        a.first = a.found = false;
        add_answer(&honest[a.source / plays % KINDS], &a);
    }
    print_row("nobody's: another play", honest);
    qsort(spent.times, spent.count, sizeof *spent.times, by_value);
    printf("\nlook-ups: median %.1f ms, 99 %% %.1f ms, longest %.1f ms of the processor\n", spent.times[spent.count / 2],
           spent.times[spent.count * 99 / 100], spent.times[spent.count - 1]);
    reel_match_index_close(index);
    remove(words[3]);
    return 0;
}
