/* SPDX-License-Identifier: MIT
 * What reading and writing teehistorian cost, beside copying the same bytes and beside a plain loop that takes number after number
 * and keeps the state, as code of a server would. `reel_bench_teehistorian MB` makes a recording of 66 players of that size in
 * memory; `reel_bench_teehistorian MB FILE` writes it to a file, to be read by other programs. */
#include <reel/reel.h>
#include <reel/teehistorian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"

enum { ROUNDS = 5, PLAYERS = 66 };
static const double LEAST = 0.2;

typedef struct work {
    uint8_t *data;
    size_t size;
    uint64_t checked;
    uint8_t *copy;
} work;

/* ---- a recording ---------------------------------------------------------------------------------------------------- */

static uint32_t random_state = 1;

static uint32_t draw(uint32_t below)
{
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 8) % below;
}

static void put(work *w, int32_t value)
{
    uint32_t sign = value < 0 ? 0xffffffffu : 0, bits = (uint32_t)value ^ sign;
    uint8_t *first = w->data + w->size++;
    *first = (uint8_t)((bits & 0x3f) | (sign & 0x40));
    for (bits >>= 6; bits; bits >>= 7) {
        w->data[w->size - 1] |= 0x80;
        w->data[w->size++] = (uint8_t)(bits & 0x7f);
    }
}

static int32_t spread(int32_t most) { return (int32_t)draw((uint32_t)(2 * most + 1)) - most; }

/* Inputs are half of the bytes, positions less than half, as in recordings of a full server. */
static void put_tick(work *w)
{
    for (int32_t cid = 0; cid < PLAYERS; cid++) {
        if (draw(10) == 0) continue;
        put(w, cid);
        put(w, spread(25));
        put(w, spread(40));
    }
    for (int32_t cid = 0; cid < PLAYERS; cid++) {
        if (draw(10) > 2) continue;
        put(w, -5);
        put(w, cid);
        for (int i = 0; i < 10; i++) {
            bool aims = i == 1 || i == 2;
            put(w, aims ? spread(draw(3) ? 40 : 300) : draw(4) ? 0 : spread(1));
        }
    }
}

static void make(work *w, size_t size)
{
    static const uint8_t magic[] = { 0x69, 0x9d, 0xb1, 0x7b, 0x8e, 0xfb, 0x34, 0xff,
                                     0xb1, 0xd8, 0xda, 0x6f, 0x60, 0xc1, 0x5d, 0xd1 };
    static const char header[] = "{\"version\":\"2\",\"version_minor\":\"22\"}";
    w->data = malloc(size + 65536);
    if (!w->data) exit(1);
    memcpy(w->data, magic, sizeof magic);
    memcpy(w->data + sizeof magic, header, sizeof header);
    w->size = sizeof magic + sizeof header;
    for (int32_t cid = 0; cid < PLAYERS; cid++) {
        put(w, -3), put(w, cid), put(w, 1000), put(w, 1000);
    }
    for (int32_t cid = 0; cid < PLAYERS; cid++) {
        put(w, -6), put(w, cid);
        for (int i = 0; i < 10; i++) put(w, 0);
    }
    while (w->size < size) put_tick(w);
    put(w, -1);
}

/* ---- the jobs -------------------------------------------------------------------------------------------------------- */

static void copy(void *context)
{
    work *w = context;
    memcpy(w->copy, w->data, w->size);
}

static uint64_t read_tables(const work *w, const reel_table *const *tables)
{
    const reel_options options = { .tables = tables };
    reel_reader *reader;
    reel_error error;
    const reel_chunk *chunk;
    uint64_t rows = 0;
    if (reel_open(reel_source_memory(w->data, w->size), &options, &reader, &error) < 0) exit(1);
    while (reel_next(reader, &chunk, &error) == REEL_OK) {
        size_t count;
        for (const reel_table *const *table = reel_chunk_tables(chunk); *table; table++) {
            reel_chunk_rows(chunk, *table, &count);
            rows += count;
        }
    }
    reel_close(reader);
    return rows;
}

static void every_table(void *context)
{
    work *w = context;
    w->checked = read_tables(w, NULL);
}

static void read_positions(void *context)
{
    static const reel_table *const wanted[] = { &teehistorian_positions, NULL };
    work *w = context;
    w->checked = read_tables(w, wanted);
}

static void read_commands(void *context)
{
    static const reel_table *const wanted[] = { &teehistorian_commands, &teehistorian_joins, NULL };
    work *w = context;
    w->checked = read_tables(w, wanted);
}

static reel_status null_write(void *context, const void *data, size_t size, reel_error *error)
{
    (void)data, (void)error;
    *(uint64_t *)context += size;
    return REEL_OK;
}

static reel_status null_commit(void *context, reel_error *error)
{
    (void)context, (void)error;
    return REEL_OK;
}

static void null_discard(void *context) { (void)context; }

static void rewrite(void *context)
{
    work *w = context;
    reel_reader *reader;
    reel_writer *writer;
    reel_error error;
    const reel_chunk *chunk;
    reel_sink sink = { .context = &w->checked, .write = null_write, .commit = null_commit, .discard = null_discard };
    w->checked = 0;
    if (reel_open(reel_source_memory(w->data, w->size), NULL, &reader, &error) < 0) exit(1);
    if (reel_create(sink, &reel_format_teehistorian, NULL, &writer, &error) < 0) exit(1);
    while (reel_next(reader, &chunk, &error) == REEL_OK) reel_append_chunk(writer, chunk);
    if (reel_finish(writer, &error) < 0) exit(1);
    reel_close(reader);
}

/* The yardstick: what a server's own code for reading numbers does, in a loop over the messages. There a number takes two calls, as
 * the functions are in files of their own: one asks whether there was an error or nothing is left, the other goes byte by byte, asks
 * before each whether there is one, takes mask and shift from tables, and leaves the number where a pointer says. */
#if defined(__GNUC__)
#define CALLED __attribute__((noinline))
#else
#define CALLED
#endif

typedef struct unpacker {
    const uint8_t *at, *end;
    bool failed;
} unpacker;

static inline const uint8_t *number_at(const uint8_t *at, int32_t *value, int left)
{
    static const int masks[] = { 0x7f, 0x7f, 0x7f, 0x0f }, shifts[] = { 6, 13, 20, 27 };
    if (left-- <= 0) return NULL;
    int32_t sign = *at >> 6 & 1;
    *value = *at & 0x3f;
    for (size_t i = 0; i < 4 && *at & 0x80; i++) {
        if (left-- <= 0) return NULL;
        at++;
        *value |= (int32_t)((uint32_t)(*at & masks[i]) << shifts[i]);
    }
    *value ^= -sign;
    return at + 1;
}

CALLED static const uint8_t *called_number_at(const uint8_t *at, int32_t *value, int left) { return number_at(at, value, left); }

typedef const uint8_t *number_reader(const uint8_t *at, int32_t *value, int left);

static inline int32_t next_number(unpacker *u, number_reader *read)
{
    int32_t value = 0;
    if (u->failed || u->at >= u->end) {
        u->failed = true;
        return 0;
    }
    const uint8_t *after = read(u->at, &value, (int)(u->end - u->at));
    u->failed = !after;
    if (after) u->at = after;
    return after ? value : 0;
}

typedef int32_t taker(unpacker *u);
CALLED static int32_t take_called(unpacker *u) { return next_number(u, called_number_at); }
static inline int32_t take_inlined(unpacker *u) { return next_number(u, number_at); }

static struct {
    int32_t x[128], y[128], input[128][10], tick, previous;
} state;

static void step_to(int32_t cid)
{
    state.tick += cid <= state.previous;
    state.previous = cid;
}

/* Messages of the kinds that a made recording has; the number of them. */
static inline uint64_t walk_messages(unpacker *u, taker *take)
{
    uint64_t messages = 0;
    for (; !u->failed && u->at < u->end; messages++) {
        int32_t id = take(u), cid = id;
        if (id == -1) break;
        if (id >= 0) {
            step_to(cid);
            state.x[cid & 127] += take(u);
            state.y[cid & 127] += take(u);
        } else if (id == -3) {
            step_to(cid = take(u));
            state.x[cid & 127] = take(u);
            state.y[cid & 127] = take(u);
        } else if (id == -5 || id == -6) {
            int32_t *input = state.input[take(u) & 127];
            for (size_t i = 0; i < 10; i++) input[i] = (id == -5 ? input[i] : 0) + take(u);
        } else {
            break;
        }
    }
    return messages;
}

static unpacker after_header(const work *w)
{
    unpacker u = { w->data + 16, w->data + w->size, false };
    memset(&state, 0, sizeof state);
    while (*u.at++) continue;
    return u;
}

static void server_loop(void *context)
{
    work *w = context;
    unpacker u = after_header(w);
    w->checked = walk_messages(&u, take_called);
}

static void inlined_loop(void *context)
{
    work *w = context;
    unpacker u = after_header(w);
    w->checked = walk_messages(&u, take_inlined);
}

/* Seconds that a job takes; in the line how often as fast that is as `yardstick`, where it is not 0. */
static double tell(const char *name, work *w, void (*job)(void *), double yardstick)
{
    double seconds = measure(job, w, ROUNDS, LEAST);
    printf("%-34s %9.1f MB/s", name, (double)w->size / seconds / 1e6);
    if (yardstick > 0) printf("  %5.2f x", yardstick / seconds);
    printf("\n");
    return seconds;
}

static int save(const work *w, const char *path)
{
    FILE *file = fopen(path, "wb");
    bool whole = file && fwrite(w->data, 1, w->size, file) == w->size;
    if (file && fclose(file) != 0) whole = false;
    if (!whole) fprintf(stderr, "cannot write %s\n", path);
    return whole ? 0 : 1;
}

int main(int argc, char **argv)
{
    work w = { 0 };
    size_t megabytes = argc > 1 ? strtoul(argv[1], NULL, 10) : 30;
    make(&w, (megabytes ? megabytes : 30) * 1000000);
    if (argc > 2) return save(&w, argv[2]);
    w.copy = malloc(w.size);
    if (!w.copy) return 1;
    tell("copying the bytes", &w, copy, 0);
    double yardstick = tell("numbers as a server, no rows", &w, server_loop, 0);
    tell("the same inlined", &w, inlined_loop, yardstick);
    printf("%.1f MB, %llu messages\n", (double)w.size / 1e6, (unsigned long long)w.checked);
    tell("all tables", &w, every_table, yardstick);
    uint64_t rows = w.checked;
    tell("positions only", &w, read_positions, yardstick);
    tell("commands and joins only", &w, read_commands, yardstick);
    tell("read and written", &w, rewrite, yardstick);
    printf("%llu rows\n", (unsigned long long)rows);
    free(w.copy);
    free(w.data);
    return 0;
}
