/* SPDX-License-Identifier: MIT
 * Measures the cost of reading, writing and converting Echo VR replays, and how large and how far off they become. `reel_bench_butter [FILE…]`
 * takes .echoreplay files; .butter files among them whose names begin alike are measured as another encoder's work on the same
 * frames. Without files it makes a match of its own. `--pairs FILE...` prints rows of the table beside others (bench/pair.h) for the .echoreplay
 * files; `--simdjson=LIB` before them adds a row for the library that bench/peers/elsewhere/simdjson.cpp is. `reel_bench_butter read|rows|write|convert FILE` does one job once, to be
 * counted by callgrind; `dom` is the work of yyjson alone on the same text. */
#include <math.h>
#include <reel/echoreplay.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yyjson.h>

#include "made.h"
#include "pair.h"

#ifdef BENCH_ZLIB
#include <zlib.h>
#endif
#ifdef BENCH_ZSTD
#include <zstd.h>
#endif
#ifndef _WIN32
#include <dlfcn.h>
#endif

enum { ROUNDS = 5, MADE_FRAMES = 1500, PADDING = 64 /* readable bytes behind a text */ };
static const double LEAST = 0.1;

static volatile size_t kept; /* prevents the compiler from removing results */

static const reel_table *const butter_content[] = { &butter_frames, &butter_teams, &butter_players, &butter_bones, NULL };
static const reel_table *const text_content[] = { &echoreplay_frames, &echoreplay_teams, &echoreplay_players, &echoreplay_bones,
                                                  NULL };

static void *must_have(void *memory)
{
    if (!memory) exit(1);
    return memory;
}

/* ---- jobs ------------------------------------------------------------------------------------------------------- */

typedef struct work {
    bytes file;
    const reel_table *const *tables; /* wanted; NULL: all */
    reel_replay *rows;
    const reel_format *to;
    size_t written;
    uint8_t *space;
} work;

/* Chunk by chunk, like a program that visits every row once. */
static void read_through(void *context)
{
    const work *w = context;
    reel_options options = { REEL_SIZED(reel_options), .tables = w->tables };
    reel_reader *reader;
    const reel_chunk *chunk;
    reel_error error;
    reel_status status;
    must(reel_open(reel_source_memory(w->file.data, w->file.size), &options, &reader, &error), &error);
    while ((status = reel_next(reader, &chunk, &error)) == REEL_OK) kept++;
    must(status, &error);
    reel_close(reader);
}

static reel_replay *load(bytes file, const reel_table *const *tables)
{
    reel_options options = { REEL_SIZED(reel_options), .tables = tables };
    reel_replay *replay;
    reel_error error;
    must(reel_load(reel_source_memory(file.data, file.size), &options, &replay, &error), &error);
    return replay;
}

static reel_status swallow(void *context, const void *data, size_t size, reel_error *error)
{
    (void)error;
    *(size_t *)context += size;
    kept = size ? ((const uint8_t *)data)[size - 1] : 0;
    return REEL_OK;
}

static reel_status settle(void *context, reel_error *error)
{
    (void)context, (void)error;
    return REEL_OK;
}

static void drop(void *context) { (void)context; }

static reel_sink nowhere(size_t *size)
{
    *size = 0;
    return (reel_sink){ .context = size, .write = swallow, .commit = settle, .discard = drop };
}

static void write_rows(void *context)
{
    work *w = context;
    reel_error error;
    must(reel_write(reel_replay_chunk(w->rows), reel_replay_format(w->rows), nowhere(&w->written), NULL, &error), &error);
}

static void convert(void *context)
{
    work *w = context;
    reel_error error;
    reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_NO_VERIFY };
    reel_source source = reel_source_memory(w->file.data, w->file.size);
    must(reel_convert(source, NULL, w->to, nowhere(&w->written), &how, &error), &error);
}

/* Calls `each` for the objects of all lines. `room`: from the object to the end of what can be read. */
static void each_object(const work *w, void (*each)(const work *w, const char *text, size_t size, size_t room))
{
    const char *at = (const char *)w->file.data, *end = at + w->file.size;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at)), *tab;
        if (!stop) stop = end;
        for (; (tab = memchr(at, '\t', (size_t)(stop - at))); at = tab + 1)
            if (at[0] == '{') each(w, at, (size_t)(tab - at), (size_t)(end - at) + PADDING);
        each(w, at, (size_t)(stop - at), (size_t)(end - at) + PADDING);
        at = stop + 1;
    }
}

static void read_document(const work *w, const char *text, size_t size, size_t room)
{
    yyjson_alc memory;
    (void)room;
    yyjson_alc_pool_init(&memory, w->space, (size_t)32 << 20);
    kept += yyjson_doc_get_val_count(yyjson_read_opts((char *)text, size, 0, &memory, NULL));
}

/* The objects of all lines as documents of yyjson, in memory that is there already: what a reader by way of documents starts from. */
static void read_documents(void *context) { each_object(context, read_document); }

static size_t (*peer_simdjson)(const char *text, size_t size, size_t room);

static void read_on_demand(const work *w, const char *text, size_t size, size_t room)
{
    (void)w;
    const size_t found = peer_simdjson(text, size, room);
    if (!found && size && *text == '{') exit(1);
    kept += found;
}

/* The objects of all lines by simdjson, value after value. */
static void read_values(void *context) { each_object(context, read_on_demand); }

static void copy(void *context)
{
    const work *w = context;
    memcpy(w->space, w->file.data, w->file.size);
    kept = w->space[w->file.size / 2];
}

/* The blocks of a file through the library that packed them, and nothing else. */
static void unpack(void *context)
{
    const work *w = context;
    size_t count;
    const butter_block *blocks = reel_rows(w->rows, &butter_blocks, &count);
    const size_t room = (size_t)4 << 20;
    for (size_t i = 0; i < count; i++) {
        size_t made = 0;
#ifdef BENCH_ZLIB
        if (blocks[i].compression == BUTTER_GZIP) {
            z_stream stream = { .next_in = (z_const Bytef *)blocks[i].packed.data, .avail_in = (unsigned)blocks[i].packed.size };
            if (inflateInit2(&stream, 15 + 16) != Z_OK) exit(1);
            stream.next_out = w->space;
            stream.avail_out = (unsigned)room;
            if (inflate(&stream, Z_FINISH) != Z_STREAM_END) exit(1);
            made = stream.total_out;
            inflateEnd(&stream);
        }
#endif
#ifdef BENCH_ZSTD
        if (blocks[i].compression > BUTTER_GZIP)
            made = ZSTD_decompress(w->space, room, blocks[i].packed.data, blocks[i].packed.size);
#endif
        if (!made) exit(1);
        kept += made;
    }
}

/* ---- other files of the same frames ----------------------------------------------------------------------------- */

static bytes converted(bytes file, const reel_format *to, const char *field, const char *value)
{
    reel_setting setting = { field, value };
    reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_NO_VERIFY, .settings = &setting,
                                 .setting_count = field ? 1 : 0 };
    reel_memory memory;
    reel_error error;
    reel_sink sink = reel_sink_memory(&memory, NULL);
    must(reel_convert(reel_source_memory(file.data, file.size), NULL, to, sink, &how, &error), &error);
    return (bytes){ memory.data, memory.size };
}

/* The content of a recording before it is packed. */
static bytes text_of(bytes file)
{
    reel_replay *replay = load(file, NULL);
    size_t count, size = 0;
    const echoreplay_line *lines = reel_rows(replay, &echoreplay_lines, &count);
    for (size_t i = 0; i < count; i++) size += lines[i].text.size;
    bytes text = { must_have(calloc(size + PADDING, 1)), 0 };
    for (size_t i = 0; i < count; i++) {
        memcpy(text.data + text.size, lines[i].text.data, lines[i].text.size);
        text.size += lines[i].text.size;
    }
    reel_free(replay);
    return text;
}

/* ---- how far off ------------------------------------------------------------------------------------------------ */

static void widen(double *most, reel_vec3 a, reel_vec3 b)
{
    double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y, z = (double)a.z - (double)b.z;
    *most = fmax(*most, sqrt(x * x + y * y + z * z));
}

/* The largest distance, in metres, of a disc, head, body or hand from where the text has it. */
static double place_error(const reel_replay *text, const reel_replay *butter)
{
    double most = 0;
    size_t frames, players, other_frames, other_players;
    const echoreplay_frame *frame = reel_rows(text, &echoreplay_frames, &frames);
    const echoreplay_player *player = reel_rows(text, &echoreplay_players, &players);
    const butter_frame *other_frame = reel_rows(butter, &butter_frames, &other_frames);
    const butter_player *other_player = reel_rows(butter, &butter_players, &other_players);
    if (frames != other_frames || players != other_players) return -1;
    for (size_t i = 0; i < frames; i++)
        if (other_frame[i].common.has & ECHO_HAS_DISC)
            widen(&most, frame[i].common.disc_position, other_frame[i].common.disc_position);
    for (size_t i = 0; i < players; i++) {
        const echo_player *a = &player[i].common, *b = &other_player[i].common;
        widen(&most, a->head, b->head);
        widen(&most, a->body, b->body);
        widen(&most, a->left_hand, b->left_hand);
        widen(&most, a->right_hand, b->right_hand);
    }
    return most;
}

/* ---- the tables ------------------------------------------------------------------------------------------------- */

static void size_line(const char *what, bytes file, size_t frames, const reel_replay *text)
{
    reel_replay *replay = load(file, butter_content);
    printf("  %-34s %9zu bytes %7.1f a frame | places at most %.4f m off\n", what, file.size, (double)file.size / (double)frames,
           place_error(text, replay));
    reel_free(replay);
}

static void measure_butter(const char *what, bytes file, size_t frames)
{
    work w = { .file = file, .tables = butter_content, .space = must_have(malloc(file.size + ((size_t)4 << 20))) };
    double count = (double)frames, rows = measure(read_through, &w, ROUNDS, LEAST);
    w.tables = NULL;
    double all = measure(read_through, &w, ROUNDS, LEAST), copying = measure(copy, &w, ROUNDS, LEAST);
    printf("  decode %-27s %8.0f k frames/s, with its blocks %8.0f k | memcpy of the file %9.0f k", what, count / rows / 1e3,
           count / all / 1e3, count / copying / 1e3);
    w.rows = load(file, NULL);
    if (file.data[3] != BUTTER_NONE) {
        double unpacking = measure(unpack, &w, ROUNDS, LEAST);
        printf(" | unpacking alone %8.0f k, %.0f %% of the decoding", count / unpacking / 1e3, 100 * unpacking / rows);
    }
    printf("\n");
    reel_free(w.rows);
    if (strncmp(what, "ours", 4) == 0) { /* rows alone, without the blocks that they came from */
        w.rows = load(file, butter_content);
        double writing = measure(write_rows, &w, ROUNDS, LEAST);
        printf("  encode %-27s %8.0f k frames/s from rows in memory\n", what, count / writing / 1e3);
        reel_free(w.rows);
    }
    free(w.space);
}

static void measure_text(bytes file, bytes text, size_t frames)
{
    work w = { .file = text, .tables = text_content, .space = must_have(malloc(text.size + ((size_t)32 << 20))) };
    double documents = measure(read_documents, &w, ROUNDS, LEAST);
    double size = (double)text.size, rows = measure(read_through, &w, ROUNDS, LEAST);
    w.tables = NULL;
    double all = measure(read_through, &w, ROUNDS, LEAST), copying = measure(copy, &w, ROUNDS, LEAST);
    w.file = file;
    w.tables = text_content;
    double zip = measure(read_through, &w, ROUNDS, LEAST);
    printf("  text, %9zu bytes: parse %6.0f MB/s, with its lines %6.0f MB/s, out of the zip %6.0f MB/s, memcpy %6.0f MB/s\n",
           text.size, size / rows / 1e6, size / all / 1e6, size / zip / 1e6, size / copying / 1e6);
    printf("  text, documents of yyjson alone %6.0f MB/s: parsing to rows is %.2f times as fast\n", size / documents / 1e6,
           documents / rows);
    w.file = text;
    w.to = &reel_format_butter;
    double converting = measure(convert, &w, ROUNDS, LEAST);
    printf("  convert text to gzip butter %14.1f k frames/s\n", (double)frames / converting / 1e3);
    free(w.space);
}

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool ends(const char *name, const char *ending)
{
    size_t a = strlen(name), b = strlen(ending);
    return a >= b && strcmp(name + a - b, ending) == 0;
}

static void run(const char *name, bytes file, char **peers, int peer_count)
{
    static const char *const codecs[] = { "none", "gzip", "zstd_3", "zstd_22" };
    bytes text = text_of(file);
    reel_replay *rows = load(text, text_content);
    size_t frames, players;
    reel_rows(rows, &echoreplay_frames, &frames);
    reel_rows(rows, &echoreplay_players, &players);
    printf("%s: %zu frames of %.1f players\n", name, frames, (double)players / (double)frames);
    measure_text(file, text, frames);
    bytes gzip = converted(text, &reel_format_butter, NULL, NULL), ours[4];
    for (size_t i = 0; i < 4; i++) {
        char what[64];
        snprintf(what, sizeof what, "ours, %s", codecs[i]);
        ours[i] = converted(gzip, NULL, "info.compression", codecs[i]);
        measure_butter(what, ours[i], frames);
    }
    size_t stem = strcspn(name, ".");
    for (int i = 0; i < peer_count; i++) {
        const char *peer = base_of(peers[i]);
        if (!ends(peer, ".butter") || strncmp(peer, name, stem) != 0 || peer[stem] != '.') continue;
        bytes other = read_all(peers[i]);
        measure_butter(peer, other, frames);
        size_line(peer, other, frames, rows);
        free(other.data);
    }
    printf("  %-34s %9zu bytes %7.1f a frame\n", "the recording", file.size, (double)file.size / (double)frames);
    for (size_t i = 0; i < 4; i++) {
        char what[64];
        snprintf(what, sizeof what, "ours, %s", codecs[i]);
        size_line(what, ours[i], frames, rows);
        free(ours[i].data);
    }
    reel_free(rows);
    free(gzip.data);
    free(text.data);
}

/* ---- beside others ---------------------------------------------------------------------------------------------- */

enum { MOST_FILES = 64 };

/* The recordings in another packing, to be decoded beside the library that packed them. */
static void pair_packing(const char *codec, const char *what, const char *peer, const work *texts, size_t count)
{
    static work packed[MOST_FILES];
    for (size_t i = 0; i < count; i++) {
        const bytes gzip = converted(texts[i].file, &reel_format_butter, NULL, NULL);
        const bytes file = converted(gzip, NULL, "info.compression", codec);
        packed[i] = (work){ .file = file, .tables = butter_content, .rows = load(file, NULL), .space = texts[i].space };
        free(gzip.data);
    }
    pair_row(what, peer, strcmp(codec, "none") == 0 ? copy : unpack, read_through, packed, count, sizeof *packed);
    for (size_t i = 0; i < count; i++) {
        reel_free(packed[i].rows);
        free(packed[i].file.data);
    }
}

/* Loads the peer; without one, its row says so. */
static const char *load_simdjson(const char *path)
{
#ifndef _WIN32
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const char *(*version)(void) = NULL;
    if (!library) exit(1);
    memcpy(&peer_simdjson, &(void *){ dlsym(library, "peer_simdjson") }, sizeof peer_simdjson);
    memcpy(&version, &(void *){ dlsym(library, "peer_simdjson_version") }, sizeof version);
    if (peer_simdjson && version) return version();
#else
    (void)path;
#endif
    exit(1);
}

static int pairs(char **paths, int path_count)
{
    static const char option[] = "--simdjson=";
    char peer[96] = "simdjson, On Demand, all values of its lines";
    if (path_count && strncmp(paths[0], option, sizeof option - 1) == 0) {
        snprintf(peer, sizeof peer, "simdjson %s, On Demand, all values of its lines", load_simdjson(*paths + sizeof option - 1));
        paths++, path_count--;
    }
    static work texts[MOST_FILES];
    size_t count = 0, most = 0;
    for (int i = 0; i < path_count && count < MOST_FILES; i++) {
        if (!ends(paths[i], ".echoreplay")) continue;
        const bytes file = read_all(paths[i]);
        texts[count] = (work){ .file = text_of(file), .tables = text_content };
        if (texts[count].file.size > most) most = texts[count].file.size;
        count++;
        free(file.data);
    }
    uint8_t *space = must_have(malloc(most + ((size_t)32 << 20)));
    for (size_t i = 0; i < count; i++) texts[i].space = space;
    pair_row(".echoreplay text to rows", "yyjson, the documents of its lines alone", read_documents, read_through, texts, count,
             sizeof *texts);
    if (peer_simdjson)
        pair_row(".echoreplay text to rows", peer, read_values, read_through, texts, count, sizeof *texts);
    else
        pair_missing(".echoreplay text to rows", peer);
    pair_packing("none", ".butter to rows, not packed", "memcpy of the file", texts, count);
#ifdef BENCH_ZLIB
    pair_packing("gzip", ".butter to rows, gzip", "zlib " ZLIB_VERSION ", the blocks alone", texts, count);
#endif
#ifdef BENCH_ZSTD
    pair_packing("zstd_3", ".butter to rows, zstd 3", "libzstd " ZSTD_VERSION_STRING ", the blocks alone", texts, count);
#endif
    for (size_t i = 0; i < count; i++) free(texts[i].file.data);
    free(space);
    return 0;
}

static int once(const char *job, const char *path)
{
    work w = { .file = read_all(path), .to = &reel_format_butter };
    const reel_format *format;
    reel_error error;
    must(reel_identify(reel_source_memory(w.file.data, w.file.size), NULL, &format, NULL, &error), &error);
    w.tables = format == &reel_format_butter ? butter_content : text_content;
    if (strcmp(job, "read") == 0) w.tables = NULL;
    if (strcmp(job, "convert") == 0) {
        convert(&w);
    } else if (strcmp(job, "dom") == 0) {
        w.space = must_have(malloc((size_t)32 << 20));
        read_documents(&w);
        free(w.space);
    } else if (strcmp(job, "write") == 0) {
        w.rows = load(w.file, w.tables);
        write_rows(&w);
        reel_free(w.rows);
    } else {
        read_through(&w);
    }
    free(w.file.data);
    return 0;
}

int main(int count, char **arguments)
{
    static const char *const jobs[] = { "read", "rows", "write", "convert", "dom" };
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs && count == 3; i++)
        if (strcmp(arguments[1], jobs[i]) == 0) return once(arguments[1], arguments[2]);
    if (count > 1 && strcmp(arguments[1], "--pairs") == 0) return pairs(arguments + 2, count - 2);
    for (int i = 1; i < count; i++) {
        if (!ends(arguments[i], ".echoreplay")) continue;
        bytes file = read_all(arguments[i]);
        run(base_of(arguments[i]), file, arguments + 1, count - 1);
        free(file.data);
    }
    if (count == 1) {
        bytes file = made_as(made_match(MADE_FRAMES), &reel_format_echoreplay);
        run("made", file, NULL, 0);
        free(file.data);
    }
    return 0;
}
