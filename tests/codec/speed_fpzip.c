/* SPDX-License-Identifier: MIT
 * Measures the fpzip codec on the frames of XROR files, beside libfpzip where its shared library is installed: reel_bench_fpzip FILE...
 * MB are those of the table, seconds those of the processor. Both codecs must agree on every byte. `--pairs FILE...` prints rows of the table
 * beside others (bench/pair.h). */
#include "codec/fpzip.h"
#include "core/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(__linux__)
#include <dlfcn.h>
#endif

#include "measure.h"
#include "pair.h"

enum { MOST_STREAMS = 64, ROUNDS = 5, LEAST_VALUES = 10000, BINARY_HEAD = 5, LIBRARY_FUNCTIONS = 8 };
static const double LEAST = 0.2;

/* As fpzip.h of version 1.3 has it. */
typedef struct peer_stream {
    int type, precision, columns, rows, depth, fields;
} peer_stream;

static struct {
    peer_stream *(*read_from)(const void *);
    int (*read_header)(peer_stream *);
    size_t (*read)(peer_stream *, void *);
    void (*read_close)(peer_stream *);
    peer_stream *(*write_to)(void *, size_t);
    int (*write_header)(peer_stream *);
    size_t (*write)(peer_stream *, const void *);
    void (*write_close)(peer_stream *);
} peer;

static bool load_peer(void)
{
#if defined(__linux__)
    static const char *const names[LIBRARY_FUNCTIONS] = {
        "fpzip_read_from_buffer", "fpzip_read_header",  "fpzip_read",  "fpzip_read_close",
        "fpzip_write_to_buffer",  "fpzip_write_header", "fpzip_write", "fpzip_write_close"
    };
    void *library = dlopen("libfpzip.so.1", RTLD_NOW | RTLD_LOCAL), *found[LIBRARY_FUNCTIONS];
    for (size_t i = 0; i < LIBRARY_FUNCTIONS; i++) {
        found[i] = library ? dlsym(library, names[i]) : NULL;
        if (!found[i]) return false;
    }
    memcpy(&peer, found, sizeof peer);
    return true;
#else
    return false;
#endif
}

typedef struct work {
    const uint8_t *stream;
    size_t size;
    fpzip_shape shape;
    uint8_t *table, *written;
    size_t capacity, written_size;
    reel_memory out;
} work;

static void expect(bool holds, const char *what)
{
    if (holds) return;
    fprintf(stderr, "%s\n", what);
    exit(1);
}

static void decode(void *context)
{
    static fpzip_decoder decoder;
    work *w = context;
    expect(reel__fpzip_start(&decoder, w->stream, w->size, UINT64_MAX, NULL) == REEL_OK, "the stream cannot be read");
    expect(reel__fpzip_decode(&decoder, w->table, UINT64_MAX, NULL) == REEL_OK, "the stream is damaged");
}

static void encode(void *context)
{
    work *w = context;
    w->out.size = 0;
    expect(reel__fpzip_encode(&w->shape, w->table, &w->out, NULL) == REEL_OK, "no memory");
}

static void peer_decode(void *context)
{
    work *w = context;
    peer_stream *s = peer.read_from(w->stream);
    expect(peer.read_header(s) && peer.read(s, w->table), "libfpzip cannot read the stream");
    peer.read_close(s);
}

static void peer_encode(void *context)
{
    work *w = context;
    peer_stream *s = peer.write_to(w->written, w->capacity);
    *s = (peer_stream){ w->shape.wide, 0, (int)w->shape.columns, (int)w->shape.rows, 1, 1 };
    expect(peer.write_header(s) != 0, "libfpzip cannot write the header");
    w->written_size = peer.write(s, w->table);
    peer.write_close(s);
}

/* Processor time of one call, the best of several rounds: other programs matter less to it than to a clock. */
static double cost_of(void (*job)(void *context), void *context)
{
    double best = 0;
    for (int round = 0; round < ROUNDS; round++) {
        clock_t start = clock(), end = start;
        int calls = 0;
        for (; (double)(end - start) < LEAST * CLOCKS_PER_SEC; calls++) {
            job(context);
            end = clock();
        }
        double cost = (double)(end - start) / CLOCKS_PER_SEC / calls;
        if (round == 0 || cost < best) best = cost;
    }
    return best;
}

static void measure_stream(work *w, bool has_peer)
{
    double megabytes = (double)reel__fpzip_table_size(&w->shape) / 1e6;
    double in = cost_of(decode, w), out = cost_of(encode, w);
    expect(w->out.size == w->size && memcmp(w->out.data, w->stream, w->size) == 0, "the stream was not written again");
    printf("%8u x %-3u %9zu bytes: decode %6.1f MB/s, encode %6.1f MB/s", w->shape.rows, w->shape.columns, w->size,
           megabytes / in, megabytes / out);
    if (has_peer) {
        double peer_in = cost_of(peer_decode, w), peer_out = cost_of(peer_encode, w);
        expect(w->written_size == w->size && memcmp(w->written, w->stream, w->size) == 0, "libfpzip writes another stream");
        printf("; libfpzip %6.1f and %6.1f: %.2f and %.2f times as fast", megabytes / peer_in, megabytes / peer_out, peer_in / in,
               peer_out / out);
    }
    printf("\n");
}

/* Finds a stream that is the whole of a BSON binary; others are left out. */
static bool find_stream(const bytes *file, size_t at, work *found)
{
    static fpzip_decoder decoder;
    size_t size = reel_load_u32le(file->data + at - BINARY_HEAD);
    if (size > file->size - at || reel__fpzip_start(&decoder, file->data + at, size, UINT64_MAX, NULL) != REEL_OK) return false;
    if (decoder.values < LEAST_VALUES) return false;
    work w = { .stream = file->data + at, .size = size, .shape = decoder.shape, .capacity = 2 * size + 4096 };
    w.out.allocator = reel__memory_allocator(NULL);
    w.table = malloc((size_t)reel__fpzip_table_size(&w.shape));
    w.written = malloc(w.capacity);
    expect(w.table && w.written, "no memory");
    *found = w;
    return true;
}

static void free_stream(work *w)
{
    free(w->table);
    free(w->written);
    reel_memory_free(&w->out);
}

/* The streams of a file. Returns how many there are, at most `most`. */
static size_t find_streams(const bytes *file, work *found, size_t most)
{
    static const uint8_t start[] = { 0x66, 0x70, 0x79, 0x29, 0x87, 0x0E };
    size_t count = 0;
    for (size_t at = BINARY_HEAD; at + sizeof start < file->size && count < most; at++)
        if (memcmp(file->data + at, start, sizeof start) == 0) count += find_stream(file, at, &found[count]);
    return count;
}

static void print_pairs(work *streams, size_t count, bool has_peer)
{
    static const char decoded[] = "fpzip tables of XROR, decoded", encoded[] = "fpzip tables of XROR, encoded",
                      name[] = "libfpzip 1.3";
    if (!has_peer) {
        pair_missing(decoded, name);
        pair_missing(encoded, name);
        return;
    }
    for (size_t i = 0; i < count; i++) decode(&streams[i]); /* the tables that are encoded */
    pair_row(decoded, name, peer_decode, decode, streams, count, sizeof *streams);
    pair_row(encoded, name, peer_encode, encode, streams, count, sizeof *streams);
}

int main(int argc, char **argv)
{
    static work streams[MOST_STREAMS];
    static bytes files[MOST_STREAMS];
    const bool has_peer = load_peer(), are_pairs = argc > 1 && strcmp(argv[1], "--pairs") == 0;
    size_t count = 0, file_count = 0;
    for (int i = 1 + are_pairs; i < argc && file_count < MOST_STREAMS; i++) {
        files[file_count] = read_all(argv[i]);
        count += find_streams(&files[file_count++], &streams[count], MOST_STREAMS - count);
    }
    if (are_pairs) {
        print_pairs(streams, count, has_peer);
    } else {
        if (!has_peer) printf("libfpzip: not measured (libfpzip.so.1 is not installed; Debian: libfpzip1)\n");
        for (size_t i = 0; i < count; i++) measure_stream(&streams[i], has_peer);
    }
    for (size_t i = 0; i < count; i++) free_stream(&streams[i]);
    for (size_t i = 0; i < file_count; i++) free(files[i].data);
    return 0;
}
