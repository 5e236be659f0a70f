/* SPDX-License-Identifier: MIT
 * What reading and writing teehistorian cost, beside copying the same bytes and beside a plain loop that takes number after number
 * and keeps the state, as code of a server would (unpacker.c). `reel_bench_teehistorian MB` makes a recording of that size in memory;
 * `reel_bench_teehistorian MB FILE...` measures the recordings that are named as well; `reel_bench_teehistorian MB --save=FILE` writes what
 * it made, to be read by other programs. `--times=N JOB FILE...` does one job N times over the files, for callgrind and the like, and prints the
 * time of the fastest pass. The jobs: open, stream, positions, commands, load, touch, server, and rows and sorted, which write the rows of
 * moves and inputs without decoding anything: in the order of the messages, and all moves of a recording first. */
#include <reel/reel.h>
#include <reel/teehistorian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"
#include "unpacker.h"

enum { ROUNDS = 5, PLAYERS = 12, CHANCES = 100 };
static const double LEAST = 0.2;

typedef struct work {
    bytes *files;
    size_t count, size; /* files, and bytes of all */
    uint64_t checked;
    uint64_t row_bytes; /* of all rows; 0: not counted yet */
    uint8_t *copy;
    uint8_t *kinds; /* of the messages of all files, one after the other: message_kind; NULL: not found yet */
    size_t kind_count;
} work;

/* ---- a recording ----------------------------------------------------------------------------------------------------
 * Like those that servers of DDNet 11 to 20 made of 4 to 12 players (14 files, 713 KB, 135,000 messages):
 *
 * | of the bytes: inputs 52.4 %, moves 43.7, EX 1.4, network messages 1.3, commands 0.7, all others 0.5
 * | 3.6 moves for an input; a tick has moves of 8 to 14 characters, one after the other, and then 2.8 inputs
 * | both numbers of a move have one byte in 99.7 of 100 moves
 * | of an input both aims have two bytes in 37 of 100, both one in 50, one of them two in 13; fire changes in 20 of 100, jump in 32,
 * | direction and hook in 8, the weapons in 3 and 2; everything else stays as it was */

static uint32_t random_state = 1;

static uint32_t draw(uint32_t below)
{
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 8) % below;
}

static void append_varint(bytes *w, int32_t value)
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

static bool happens(uint32_t percent) { return draw(CHANCES) < percent; }

static int32_t changes(uint32_t percent) { return happens(percent) ? (int32_t)(2 * draw(2)) - 1 : 0; }

static void put_input(bytes *w, int32_t cid)
{
    uint32_t aims = draw(CHANCES);
    append_varint(w, -5), append_varint(w, cid);
    append_varint(w, changes(8));
    append_varint(w, aims < 50 ? changes(16) * (int32_t)draw(64) : aims < 57 ? spread(40) : 64 + (int32_t)draw(400));
    append_varint(w, aims < 50                ? changes(16) * (int32_t)draw(64)
                     : aims < 57 || aims > 63 ? -65 - (int32_t)draw(400)
                                              : spread(40));
    append_varint(w, changes(32)), append_varint(w, changes(20)), append_varint(w, changes(8));
    append_varint(w, 0), append_varint(w, changes(3)), append_varint(w, changes(2)), append_varint(w, 0);
}

static void put_data(bytes *w, size_t size)
{
    for (size_t i = 0; i < size; i++) w->data[w->size++] = (uint8_t)('a' + draw(26));
}

/* Messages other than moves and inputs: two or three of 100 messages' bytes. */
static void put_other(bytes *w)
{
    static const uint8_t player_name[16] = { 0x7e, 0x9d, 0x32, 0x4b, 0x41, 0x5e, 0x3c, 0x0f,
                                             0x9d, 0x3b, 0x2f, 0x0a, 0x65, 0x11, 0x90, 0x27 };
    uint32_t kind = draw(CHANCES);
    if (kind < 50) {
        append_varint(w, -7), append_varint(w, (int32_t)draw(PLAYERS)), append_varint(w, 9);
        put_data(w, 9);
    } else if (kind < 70) {
        append_varint(w, -10), append_varint(w, (int32_t)draw(PLAYERS)), append_varint(w, 128);
        put_data(w, 8), w->data[w->size++] = 0;
        append_varint(w, 1);
        put_data(w, 3), w->data[w->size++] = 0;
    } else if (kind < 92) {
        append_varint(w, -11);
        memcpy(w->data + w->size, player_name, sizeof player_name);
        w->size += sizeof player_name;
        append_varint(w, 9);
        put_data(w, 9);
    } else {
        append_varint(w, -2), append_varint(w, 0);
    }
}

static void put_tick(bytes *w)
{
    for (int32_t cid = 0; cid < PLAYERS; cid++) {
        if (happens(10)) continue;
        bool far = draw(1000) < 3;
        append_varint(w, cid), append_varint(w, far ? spread(2000) : spread(25)),
            append_varint(w, far ? spread(500) : spread(40));
    }
    for (int32_t cid = 0; cid < PLAYERS; cid++)
        if (happens(25)) put_input(w, cid);
    if (happens(14)) put_other(w);
}

static bytes make(size_t size)
{
    static const uint8_t magic[] = { 0x69, 0x9d, 0xb1, 0x7b, 0x8e, 0xfb, 0x34, 0xff,
                                     0xb1, 0xd8, 0xda, 0x6f, 0x60, 0xc1, 0x5d, 0xd1 };
    static const char header[] = "{\"version\":\"2\",\"version_minor\":\"22\"}";
    bytes made = { malloc(size + 65536), 0 };
    if (!made.data) exit(1);
    memcpy(made.data, magic, sizeof magic);
    memcpy(made.data + sizeof magic, header, sizeof header);
    made.size = sizeof magic + sizeof header;
    for (int32_t cid = 0; cid < PLAYERS; cid++) {
        append_varint(&made, -3), append_varint(&made, cid), append_varint(&made, 1000), append_varint(&made, 1000);
    }
    for (int32_t cid = 0; cid < PLAYERS; cid++) {
        append_varint(&made, -6), append_varint(&made, cid);
        for (int i = 0; i < 10; i++) append_varint(&made, 0);
    }
    while (made.size < size) put_tick(&made);
    append_varint(&made, -1);
    return made;
}

/* ---- the jobs -------------------------------------------------------------------------------------------------------- */

static void copy(void *context)
{
    work *w = context;
    for (size_t i = 0; i < w->count; i++) memcpy(w->copy, w->files[i].data, w->files[i].size);
}

static uint64_t read_file_tables(bytes file, const reel_table *const *tables)
{
    const reel_options options = { REEL_SIZED(reel_options), .tables = tables };
    reel_reader *reader;
    reel_error error;
    const reel_chunk *chunk;
    uint64_t rows = 0;
    if (reel_open(reel_source_memory(file.data, file.size), &options, &reader, &error) < 0) exit(1);
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

static uint64_t read_tables(const work *w, const reel_table *const *tables)
{
    uint64_t rows = 0;
    for (size_t i = 0; i < w->count; i++) rows += read_file_tables(w->files[i], tables);
    return rows;
}

static void load_all(void *context)
{
    const work *w = context;
    for (size_t i = 0; i < w->count; i++) {
        reel_replay *replay;
        reel_error error;
        const reel_options options = { REEL_SIZED(reel_options), .allocator = reel_large_allocator() };
        if (reel_load(reel_source_memory(w->files[i].data, w->files[i].size), &options, &replay, &error) < 0) exit(1);
        reel_free(replay);
    }
}

static uint64_t count_row_bytes(bytes file)
{
    reel_reader *reader;
    reel_error error;
    const reel_chunk *chunk;
    uint64_t sum = 0;
    if (reel_open(reel_source_memory(file.data, file.size), NULL, &reader, &error) < 0) exit(1);
    while (reel_next(reader, &chunk, &error) == REEL_OK) {
        size_t count;
        for (const reel_table *const *table = reel_chunk_tables(chunk); *table; table++) {
            reel_chunk_rows(chunk, *table, &count);
            sum += (uint64_t)count * (*table)->row_size;
        }
    }
    reel_close(reader);
    return sum;
}

/* What no load can avoid: memory for all rows at once, which the system clears when a page is first written to. */
static void touch_memory(void *context)
{
    work *w = context;
    const reel_allocator *allocator = reel_large_allocator();
    for (size_t i = 0; i < w->count && !w->row_bytes; i++) w->row_bytes += count_row_bytes(w->files[i]);
    volatile uint8_t *memory = allocator->alloc(allocator->context, w->row_bytes);
    if (!memory) exit(1);
    for (uint64_t at = 0; at < w->row_bytes; at += 4096) memory[at] = 1;
    allocator->free(allocator->context, (void *)(uintptr_t)memory);
}

#if defined(__GNUC__)
#define WRITTEN() __asm__ volatile("" ::: "memory") /* keeps each row's stores */
#else
#define WRITTEN() (void)0
#endif

typedef enum message_kind { OTHER, MOVE, INPUT } message_kind;

static void find_kinds(work *w, bytes file)
{
    reel_reader *reader;
    reel_error error;
    const reel_chunk *chunk;
    uint8_t *const kinds = w->kinds + w->kind_count;
    if (reel_open(reel_source_memory(file.data, file.size), NULL, &reader, &error) < 0) exit(1);
    while (reel_next(reader, &chunk, &error) == REEL_OK) {
        size_t count;
        const teehistorian_position *positions = reel_chunk_rows(chunk, &teehistorian_positions, &count);
        for (size_t i = 0; i < count; i++) kinds[(size_t)positions[i].seq] = MOVE;
        if (count) w->kind_count = (size_t)(kinds - w->kinds) + (size_t)positions[count - 1].seq + 1;
        const teehistorian_input *inputs = reel_chunk_rows(chunk, &teehistorian_inputs, &count);
        for (size_t i = 0; i < count; i++) kinds[(size_t)inputs[i].seq] = INPUT;
    }
    reel_close(reader);
}

static int by_kind(const void *a, const void *b) { return *(const uint8_t *)a - *(const uint8_t *)b; }

/* What no reader of all tables can avoid: a row of 40 bytes for each move and one of 64 for each input, and a branch on the kind of each
 * message. Rows go where those of 4,096 messages go, as the reader's do. */
static void write_rows(work *w, bool sorted)
{
    enum { RING = 4096 };
    static teehistorian_position positions[RING];
    static teehistorian_input inputs[RING];
    if (!w->kinds) {
        size_t size = 0;
        for (size_t i = 0; i < w->count; i++) size += w->files[i].size;
        w->kinds = calloc(size, 1);
        if (!w->kinds) exit(1);
        for (size_t i = 0; i < w->count; i++) find_kinds(w, w->files[i]);
        if (sorted) qsort(w->kinds, w->kind_count, 1, by_kind);
    }
    teehistorian_input input = { .kind = TEEHISTORIAN_DIFF };
    teehistorian_position position = { .kind = TEEHISTORIAN_DIFF };
    size_t moved = 0, sent = 0;
    for (size_t i = 0; i < w->kind_count; i++) {
        if (w->kinds[i] == MOVE) {
            position.seq = i, position.offset = 3 * i, position.x++;
            positions[moved++ % RING] = position;
        } else if (w->kinds[i] == INPUT) {
            input.seq = i, input.offset = 3 * i, input.target_x++;
            inputs[sent++ % RING] = input;
        }
        WRITTEN();
    }
    w->checked = moved + sent + (uint64_t)positions[0].x + (uint64_t)inputs[0].target_x;
}

static void rows_in_order(void *context) { write_rows(context, false); }

static void rows_sorted(void *context) { write_rows(context, true); }

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

static void rewrite_file(bytes file, uint64_t *written)
{
    reel_reader *reader;
    reel_writer *writer;
    reel_error error;
    const reel_chunk *chunk;
    reel_sink sink = { .context = written, .write = null_write, .commit = null_commit, .discard = null_discard };
    if (reel_open(reel_source_memory(file.data, file.size), NULL, &reader, &error) < 0) exit(1);
    if (reel_create(sink, &reel_format_teehistorian, NULL, &writer, &error) < 0) exit(1);
    while (reel_next(reader, &chunk, &error) == REEL_OK) reel_append_chunk(writer, chunk);
    if (reel_finish(writer, &error) < 0) exit(1);
    reel_close(reader);
}

static void rewrite(void *context)
{
    work *w = context;
    w->checked = 0;
    for (size_t i = 0; i < w->count; i++) rewrite_file(w->files[i], &w->checked);
}

static void server_loop(void *context)
{
    work *w = context;
    w->checked = 0;
    for (size_t i = 0; i < w->count; i++) w->checked += unpack_as_server(w->files[i].data, w->files[i].size);
}

static void inlined_loop(void *context)
{
    work *w = context;
    w->checked = 0;
    for (size_t i = 0; i < w->count; i++) w->checked += unpack_inlined(w->files[i].data, w->files[i].size);
}

/* The seconds that a job takes. The line has the ratio to `yardstick`, if that is not 0. */
static double print_rate(const char *name, work *w, void (*job)(void *), double yardstick)
{
    double seconds = measure(job, w, ROUNDS, LEAST);
    printf("%-34s %9.1f MB/s", name, (double)w->size / seconds / 1e6);
    if (yardstick > 0) printf("  %5.2f x", yardstick / seconds);
    printf("\n");
    return seconds;
}

static int save(bytes made, const char *path)
{
    FILE *file = fopen(path, "wb");
    bool whole = file && fwrite(made.data, 1, made.size, file) == made.size;
    if (file && fclose(file) != 0) whole = false;
    if (!whole) fprintf(stderr, "cannot write %s\n", path);
    return whole ? 0 : 1;
}

static void measure_all(const char *name, bytes *files, size_t count)
{
    work w = { .files = files, .count = count };
    size_t largest = 0;
    for (size_t i = 0; i < count; i++) {
        w.size += files[i].size;
        if (files[i].size > largest) largest = files[i].size;
    }
    w.copy = malloc(largest);
    if (!w.copy) exit(1);
    printf("%s, %.1f MB\n", name, (double)w.size / 1e6);
    print_rate("copying the bytes", &w, copy, 0);
    double yardstick = print_rate("numbers as a server, no rows", &w, server_loop, 0);
    uint64_t messages = w.checked;
    print_rate("the same inlined", &w, inlined_loop, yardstick);
    print_rate("all tables", &w, every_table, yardstick);
    printf("%llu messages, %llu rows\n", (unsigned long long)messages, (unsigned long long)w.checked);
    print_rate("positions only", &w, read_positions, yardstick);
    print_rate("commands and joins only", &w, read_commands, yardstick);
    print_rate("read and written", &w, rewrite, yardstick);
    print_rate("loaded as a whole", &w, load_all, yardstick);
    free(w.copy);
}

static void open_all(void *context)
{
    const work *w = context;
    for (size_t i = 0; i < w->count; i++) {
        reel_reader *reader;
        reel_error error;
        if (reel_open(reel_source_memory(w->files[i].data, w->files[i].size), NULL, &reader, &error) < 0) exit(1);
        reel_close(reader);
    }
}

enum { MOST_FILES = 256 };

static int repeat_job(size_t times, const char *name, char **paths)
{
    static const struct {
        const char *name;
        void (*job)(void *context);
    } jobs[] = { { "open", open_all },          { "stream", every_table }, { "positions", read_positions },
                 { "commands", read_commands }, { "load", load_all },      { "touch", touch_memory },
                 { "server", server_loop },     { "rows", rows_in_order }, { "sorted", rows_sorted } };
    static bytes files[MOST_FILES];
    work w = { .files = files };
    for (; *paths && w.count < MOST_FILES; paths++) files[w.count++] = read_all(*paths);
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
        if (strcmp(name, jobs[i].name) != 0) continue;
        double fastest = 1e30;
        for (; times > 0; times--) {
            double start = now();
            jobs[i].job(&w);
            if (now() - start < fastest) fastest = now() - start;
        }
        printf("fastest pass: %.1f us\n", 1e6 * fastest);
        for (size_t f = 0; f < w.count; f++) free(files[f].data);
        free(w.kinds);
        return 0;
    }
    fprintf(stderr, "unknown job %s: expected open, stream, positions, commands, load, touch, server, rows or sorted\n", name);
    return 2;
}

int main(int argc, char **argv)
{
    size_t megabytes = argc > 1 ? strtoul(argv[1], NULL, 10) : 30, count = 0;
    static bytes files[MOST_FILES];
    if (argc > 3 && strncmp(argv[1], "--times=", 8) == 0) return repeat_job(strtoul(argv[1] + 8, NULL, 10), argv[2], argv + 3);
    bytes made = make((megabytes ? megabytes : 30) * 1000000);
    for (int i = 2; i < argc && count < MOST_FILES; i++) {
        if (strncmp(argv[i], "--save=", 7) == 0) return save(made, argv[i] + 7);
        files[count++] = read_all(argv[i]);
    }
    measure_all("made", &made, 1);
    if (count) measure_all("recorded", files, count);
    for (size_t i = 0; i < count; i++) free(files[i].data);
    free(made.data);
    return 0;
}
