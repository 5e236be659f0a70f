/* SPDX-License-Identifier: MIT
 * Measures reading and writing of ScoreSaber files: reel_bench_scoresaber FILE... Written files are made of
 * rows alone, without the file that they came from. With REPEAT=N a decoded JSON has N times as many frames.
 * `reel_bench_scoresaber load FILE` reads once, to be counted by callgrind; `--pairs FILE...` prints rows of the table beside others
 * (bench/pair.h) for .dat files. */
#include <reel/format.h>
#include <reel/scoresaber.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef BENCH_LZMA
#include <lzma.h>
#endif
#include <yyjson.h>

#include "measure.h"
#include "pair.h"

enum { ROUNDS = 5, MOST_FILES = 64, PACKED_AT = 28 }; /* bytes before the LZMA of a .dat */
static const double LEAST = 0.2;

typedef struct work {
    bytes file;
    reel_replay *rows;
    size_t written;
} work;

static void decode(void *context)
{
    const work *w = context;
    reel_replay *replay;
    reel_error error;
    must(reel_load(reel_source_memory(w->file.data, w->file.size), NULL, &replay, &error), &error);
    reel_free(replay);
}

static reel_status swallow(void *context, const void *data, size_t size, reel_error *error)
{
    (void)data, (void)error;
    *(size_t *)context += size;
    return REEL_OK;
}

static reel_status settle(void *context, reel_error *error)
{
    (void)context, (void)error;
    return REEL_OK;
}

static void drop(void *context) { (void)context; }

static void encode(void *context)
{
    work *w = context;
    reel_error error;
    w->written = 0;
    reel_sink sink = { .context = &w->written, .write = swallow, .commit = settle, .discard = drop };
    must(reel_write(reel_replay_chunk(w->rows), reel_replay_format(w->rows), sink, NULL, &error), &error);
}

/* The rows without the file beside them. */
static reel_replay *load_rows(const bytes *file)
{
    const reel_table *tables[64];
    size_t count = 0;
    reel_error error;
    const reel_format *format;
    must(reel_identify(reel_source_memory(file->data, file->size), NULL, &format, NULL, &error), &error);
    for (const reel_table *const *table = format->tables; *table; table++)
        if (*table != &scoresaber_originals) tables[count++] = *table;
    tables[count] = NULL;
    reel_replay *replay;
    reel_options options = { REEL_SIZED(reel_options), .tables = tables };
    must(reel_load(reel_source_memory(file->data, file->size), &options, &replay, &error), &error);
    return replay;
}

/* Makes the array "frames", which is first, longer. */
static void repeat_frames(bytes *file, size_t times)
{
    static const char start[] = "{\"frames\":[", end[] = "],\"info\"";
    char *text = (char *)file->data, *last = NULL;
    size_t head = sizeof start - 1;
    for (size_t i = head; i + sizeof end <= file->size && !last; i++)
        if (memcmp(text + i, end, sizeof end - 1) == 0) last = text + i;
    if (times < 2 || !last || memcmp(text, start, head) != 0) return;
    size_t frames = (size_t)(last - text) - head, rest = file->size - head - frames;
    uint8_t *longer = malloc(head + times * (frames + 1) + rest), *at = longer;
    if (!longer) exit(1);
    memcpy(at, text, head);
    at += head;
    for (size_t i = 0; i < times; i++) {
        memcpy(at, text + head, frames);
        at += frames;
        if (i + 1 < times) *at++ = ',';
    }
    memcpy(at, last, rest);
    file->size = (size_t)(at + rest - longer);
    free(file->data);
    file->data = longer;
}

/* ---- beside others ---------------------------------------------------------------------------------------------- */

static volatile size_t kept; /* prevents the compiler from removing results */

#ifdef BENCH_LZMA
static bool is_unpacked(const work *w)
{
    static uint8_t space[1 << 16];
    lzma_stream stream = LZMA_STREAM_INIT;
    if (lzma_alone_decoder(&stream, UINT64_MAX) != LZMA_OK) return false;
    stream.next_in = w->file.data + PACKED_AT;
    stream.avail_in = w->file.size - PACKED_AT;
    lzma_ret status;
    do {
        stream.next_out = space;
        stream.avail_out = sizeof space;
        status = lzma_code(&stream, LZMA_RUN);
    } while (status == LZMA_OK && stream.avail_out < sizeof space);
    kept = (size_t)stream.total_out;
    lzma_end(&stream);
    return status == LZMA_STREAM_END;
}

static void unpack(void *context)
{
    if (!is_unpacked(context)) exit(1);
}
#else
static bool is_unpacked(const work *w) { return w->file.size != 0; }
#endif

static void read_document(void *context)
{
    const work *w = context;
    yyjson_doc *document = yyjson_read((const char *)w->file.data, w->file.size, 0);
    kept = yyjson_doc_get_val_count(document);
    yyjson_doc_free(document);
}

static bytes decoded(bytes file)
{
    reel_memory memory;
    reel_error error;
    must(reel_convert(reel_source_memory(file.data, file.size), NULL, &reel_format_scoresaber_json,
                      reel_sink_memory(&memory, NULL), NULL, &error),
         &error);
    return (bytes){ memory.data, memory.size };
}

static int pairs(char **paths, size_t path_count)
{
    static work files[MOST_FILES], texts[MOST_FILES];
    size_t count = 0;
    for (size_t i = 0; i < path_count && count < MOST_FILES; i++) {
        files[count].file = read_all(paths[i]);
        if (!is_unpacked(&files[count])) { /* a file of the form before versions */
            free(files[count].file.data);
            continue;
        }
        texts[count].file = decoded(files[count].file);
        count++;
    }
#ifdef BENCH_LZMA
    pair_row("ScoreSaber .dat read", "liblzma " LZMA_VERSION_STRING " alone, which only unpacks", unpack, decode, files, count,
             sizeof *files);
#endif
    pair_row("ScoreSaber decoded JSON read", "yyjson, a document alone", read_document, decode, texts, count, sizeof *texts);
    for (size_t i = 0; i < count; i++) {
        free(files[i].file.data);
        free(texts[i].file.data);
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--pairs") == 0) return pairs(argv + 2, (size_t)argc - 2);
    const char *times = getenv("REPEAT");
    bool once = argc > 2 && strcmp(argv[1], "load") == 0;
    for (int i = once ? 2 : 1; i < argc; i++) {
        work w = { .file = read_all(argv[i]) };
        repeat_frames(&w.file, times ? (size_t)strtoul(times, NULL, 10) : 1);
        if (once) {
            decode(&w);
            free(w.file.data);
            continue;
        }
        w.rows = load_rows(&w.file);
        double in = measure(decode, &w, ROUNDS, LEAST), out = measure(encode, &w, ROUNDS, LEAST);
        const char *name = strrchr(argv[i], '/');
        printf("%-28s %10zu bytes: decode %8.2f ms, %7.1f MB/s; encode from rows %8.2f ms, %7.1f MB/s of output\n",
               name ? name + 1 : argv[i], w.file.size, in * 1e3, (double)w.file.size / in / 1e6, out * 1e3,
               (double)w.written / out / 1e6);
        reel_free(w.rows);
        free(w.file.data);
    }
    return 0;
}
