/* SPDX-License-Identifier: MIT
 * What reading and writing teehistorian cost, beside copying the same bytes and beside a plain loop that takes number after number
 * and keeps the state, as the server's own unpacker does. `reel_bench_teehistorian MB` makes a recording of 66 players of that
 * size in memory. */
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

/* The way of the server: a function for a number, which asks before each byte whether there is one; each message by its own
 * branch; the state kept in tables; no rows. */
#if defined(__GNUC__)
__attribute__((noinline))
#endif
static const uint8_t *
take(const uint8_t *at, const uint8_t *end, int32_t *value)
{
    static const struct {
        uint8_t mask, shift;
    } groups[] = { { 0x7f, 6 }, { 0x7f, 13 }, { 0x7f, 20 }, { 0x0f, 27 } };
    if (at >= end) return NULL;
    uint32_t sign = 0u - (*at >> 6 & 1u), bits = *at & 0x3fu;
    for (size_t i = 0; i < 4 && *at & 0x80; i++) {
        if (++at >= end) return NULL;
        bits |= (uint32_t)(*at & groups[i].mask) << groups[i].shift;
    }
    *value = (int32_t)(bits ^ sign);
    return at + 1;
}

static struct {
    int32_t x[128], y[128], input[128][10], tick, previous;
} state;

static void plain_loop(void *context)
{
    work *w = context;
    const uint8_t *at = w->data + 16, *end = w->data + w->size;
    uint64_t messages = 0;
    int32_t id, cid, value;
    memset(&state, 0, sizeof state);
    while (*at++) continue;
    while (at && at < end) {
        at = take(at, end, &id);
        if (!at || id == -1) break;
        messages++;
        if (id >= 0) {
            if (id <= state.previous) state.tick++;
            state.previous = id;
            if ((at = take(at, end, &value))) state.x[id & 127] += value;
            if (at && (at = take(at, end, &value))) state.y[id & 127] += value;
        } else if (id == -3) {
            if (!(at = take(at, end, &cid))) break;
            if (cid <= state.previous) state.tick++;
            state.previous = cid;
            if ((at = take(at, end, &value))) state.x[cid & 127] = value;
            if (at && (at = take(at, end, &value))) state.y[cid & 127] = value;
        } else if (id == -5 || id == -6) {
            if (!(at = take(at, end, &cid))) break;
            for (int i = 0; i < 10 && at; i++) {
                at = take(at, end, &value);
                state.input[cid & 127][i] = id == -5 ? state.input[cid & 127][i] + value : value;
            }
        } else if (id == -2) {
            if (!(at = take(at, end, &value))) break;
            state.tick += value + 1;
            state.previous = -1;
        } else {
            break; /* made recordings have no others */
        }
    }
    w->checked = messages;
}

static void tell(const char *name, work *w, void (*job)(void *))
{
    double seconds = measure(job, w, ROUNDS, LEAST);
    printf("%-34s %9.1f MB/s\n", name, (double)w->size / seconds / 1e6);
}

int main(int argc, char **argv)
{
    work w = { 0 };
    size_t megabytes = argc > 1 ? strtoul(argv[1], NULL, 10) : 30;
    make(&w, (megabytes ? megabytes : 30) * 1000000);
    w.copy = malloc(w.size);
    if (!w.copy) return 1;
    printf("%.1f MB\n", (double)w.size / 1e6);
    tell("copying the bytes", &w, copy);
    tell("number after number, no rows", &w, plain_loop);
    printf("  %llu messages\n", (unsigned long long)w.checked);
    tell("all tables", &w, every_table);
    printf("  %llu rows\n", (unsigned long long)w.checked);
    tell("positions only", &w, read_positions);
    tell("commands and joins only", &w, read_commands);
    tell("read and written", &w, rewrite);
    free(w.copy);
    free(w.data);
    return 0;
}
