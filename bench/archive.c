/* SPDX-License-Identifier: MIT
 * Measures the column coders of the archive: `reel_bench_archive [OPTION]... FILE...` encodes every table of the files in blocks as the
 * archive does, decodes them, and prints sizes and speeds by table. With --whole it measures whole archives of each level instead, beside the same files as
 * zstd frames, which are read in turn. bench/archive.sh adds zstd and xz. */
#include <reel/archive.h>

#include "../tests/columns/coded_table.h"
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zstd.h>

enum { ROWS = 4096, TABLES = 64, FIELDS = 256 };

typedef struct totals {
    char name[64];
    double rows, raw, packed, encode, decode;
} totals;

typedef struct settings {
    coder_options options;
    size_t rows;
    int rounds;
    const char *only;
    bool each, whole;
} settings;

static totals tables[TABLES];

static totals *totals_of(const char *format, const char *table)
{
    char name[64];
    snprintf(name, sizeof name, "%s.%s", format, table);
    for (size_t i = 0; i < TABLES; i++) {
        if (!tables[i].name[0]) memcpy(tables[i].name, name, sizeof name);
        if (!strcmp(tables[i].name, name)) return &tables[i];
    }
    fprintf(stderr, "too many tables\n");
    exit(1);
}

static double value_bytes(const reel_table *table)
{
    double sum = 0;
    for (size_t f = 0; f < table->field_count; f++)
        sum += (double)(reel_type_size(table->fields[f].type) * table->fields[f].count);
    return sum;
}

/* Of the processor, so that a busy machine does not count. */
static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

/* One block there and back: the best time of each. */
static size_t measure_block(const coder_table *coded, const reel_table *table, const uint8_t *rows, size_t count,
                            const settings *how, totals *sum)
{
    static const reel_table *list[2];
    reel_allocator allocator = reel__memory_allocator(NULL);
    reel_memory block = { .allocator = allocator };
    uint8_t *back = calloc(count, table->row_size);
    double encode = 1e9, decode = 1e9;
    reel_error error = { 0 };
    list[0] = table;
    for (int round = 0; round < how->rounds; round++) {
        block.size = 0;
        double start = seconds();
        must(reel__coder_encode(coded, rows, count, NULL, &how->options, &block, &error), &error);
        double time = seconds() - start;
        if (time < encode) encode = time;
    }
    for (int round = 0; round < how->rounds; round++) {
        reel_chunk *chunk = reel__chunk_new(list, NULL, UINT64_MAX, &allocator);
        reel_cursor in = { .at = block.data, .end = block.data + block.size, .end_offset = block.size };
        double start = seconds();
        must(reel__coder_decode(coded, &in, back, count, NULL, chunk, NULL, &allocator, &error), &error);
        double time = seconds() - start;
        if (time < decode) decode = time;
        reel__chunk_free(chunk);
    }
    sum->rows += (double)count;
    sum->raw += value_bytes(table) * (double)count;
    sum->packed += (double)block.size;
    sum->encode += encode;
    sum->decode += decode;
    size_t size = block.size;
    free(back);
    reel_memory_free(&block);
    return size;
}

static size_t measure_table(const reel_format *format, const reel_table *table, const uint8_t *rows, size_t count,
                            const settings *how)
{
    coder_field fields[FIELDS];
    coder_table coded = coder_table_of(table, fields);
    size_t size = 0;
    for (size_t from = 0; from < count; from += how->rows) {
        size_t some = count - from < how->rows ? count - from : how->rows;
        size += measure_block(&coded, table, rows + from * table->row_size, some, how, totals_of(format->id, table->name));
    }
    return size;
}

static void measure_file(const char *path, const settings *how, size_t sums[2])
{
    bytes file = read_all(path);
    reel_replay *replay;
    const reel_options reading = { REEL_SIZED(reel_options), .flags = REEL_COMPACT_LAYOUT }; /* as reel_pack reads */
    if (reel_load(reel_source_memory(file.data, file.size), &reading, &replay, NULL) < 0) {
        fprintf(stderr, "%s: not readable, left out\n", path);
        free(file.data);
        return;
    }
    size_t size = 0;
    const reel_chunk *chunk = reel_replay_chunk(replay);
    for (const reel_table *const *table = reel_chunk_tables(chunk); *table; table++) {
        size_t count;
        const uint8_t *rows = reel_chunk_rows(chunk, *table, &count);
        if (how->only && strcmp(how->only, (*table)->name)) continue;
        size += measure_table(reel_replay_format(replay), *table, rows, count, how);
    }
    if (how->each) {
        const char *name = strrchr(path, '/');
        printf("%10zu %10zu  %.4f  %s\n", file.size, size, (double)size / (double)file.size, name ? name + 1 : path);
    }
    sums[0] += file.size;
    sums[1] += size;
    reel_free(replay);
    free(file.data);
}

/* ---- whole archives --------------------------------------------------------------------------------------------- */

typedef enum whole_form { PLAIN, ZSTD, ARCHIVE, FAST, FASTEST, FORMS } whole_form;

typedef struct whole {
    double bytes[FORMS], load[FORMS], pack;
} whole;

static double load_time(const uint8_t *data, size_t size)
{
    reel_replay *replay;
    reel_error error;
    double start = seconds();
    must(reel_load(reel_source_memory(data, size), NULL, &replay, &error), &error);
    double time = seconds() - start;
    reel_free(replay);
    return time;
}

static const reel_archive_level levels[FORMS] = {
    [ARCHIVE] = REEL_ARCHIVE_DEFAULT, [FAST] = REEL_ARCHIVE_FAST, [FASTEST] = REEL_ARCHIVE_FASTEST
};

/* The file packed by zstd, which is read like the file. */
static void pack_by_zstd(bytes file, reel_memory *to)
{
    enum { LEVEL = 19 };
    const size_t room = ZSTD_compressBound(file.size);
    void *packed = malloc(room);
    const size_t size = packed ? ZSTD_compress(packed, room, file.data, file.size, LEVEL) : 0;
    if (!packed || ZSTD_isError(size)) exit(1);
    const reel_sink sink = reel_sink_memory(to, NULL);
    reel_error error;
    must(sink.write(sink.context, packed, size, &error), &error);
    must(sink.commit(sink.context, &error), &error);
    free(packed);
}

/* A file as an archive of a level, or packed by zstd. */
static void pack_as(whole_form form, bytes file, reel_memory *to)
{
    const reel_archive_options options = { REEL_SIZED(reel_archive_options), .level = levels[form] };
    const reel_source source = reel_source_memory(file.data, file.size);
    reel_error error;
    if (form == ZSTD)
        pack_by_zstd(file, to);
    else
        must(reel_pack(source, NULL, &options, reel_sink_memory(to, NULL), NULL, &error), &error);
}

static void measure_whole(const char *path, const settings *how, whole *sum)
{
    bytes file = read_all(path);
    double load[FORMS] = { 1e9, 1e9, 1e9, 1e9, 1e9 }, pack = 1e9;
    reel_memory made[FORMS] = { { .data = file.data, .size = file.size } };
    for (int round = 0; round < how->rounds; round++) {
        for (int form = ZSTD; form < FORMS; form++) {
            if (round) reel_memory_free(&made[form]);
            double start = seconds();
            pack_as((whole_form)form, file, &made[form]);
            if (form == ARCHIVE && seconds() - start < pack) pack = seconds() - start;
        }
        for (int form = 0; form < FORMS; form++) {
            double time = load_time(made[form].data, made[form].size);
            if (time < load[form]) load[form] = time;
        }
    }
    for (int form = 0; form < FORMS; form++) {
        sum->bytes[form] += (double)made[form].size;
        sum->load[form] += load[form];
    }
    sum->pack += pack;
    for (int form = ZSTD; form < FORMS; form++) reel_memory_free(&made[form]);
    free(file.data);
}

static void print_whole(const whole *sum)
{
    static const char *const names[FORMS] = { "files", "zstd frames", "archives", "fast", "fastest" };
    printf("%-14s %10s %8s %10s\n", "", "bytes", "ratio", "load, ms");
    for (int form = 0; form < FORMS; form++)
        printf("%-14s %10.0f %8.4f %10.2f\n", names[form], sum->bytes[form], sum->bytes[form] / sum->bytes[PLAIN],
               1e3 * sum->load[form]);
    printf("packed and verified in %.0f ms\n", 1e3 * sum->pack);
}

static void print_totals(const settings *how, const size_t sums[2])
{
    printf("%-28s %9s %11s %10s %7s %9s %9s\n", "table", "rows", "bytes", "packed", "ratio", "enc MB/s", "dec MB/s");
    for (size_t i = 0; i < TABLES && tables[i].name[0]; i++)
        printf("%-28s %9.0f %11.0f %10.0f %7.4f %9.1f %9.1f\n", tables[i].name, tables[i].rows, tables[i].raw, tables[i].packed,
               tables[i].packed / tables[i].raw, tables[i].raw / tables[i].encode / 1e6, tables[i].raw / tables[i].decode / 1e6);
    printf("files %zu, blocks of %zu rows: %zu, ratio %.4f", sums[0], how->rows, sums[1], (double)sums[1] / (double)sums[0]);
    printf("\n");
}

static void usage(void)
{
    fprintf(stderr, "usage: reel_bench_archive [--whole] [--fast|--fastest] [--each] [--rows=N] [--rounds=N] [--table=NAME]\n"
                    "                          [--position-step=METRES] [--rotation-step=DEGREES] FILE...\n");
    exit(2);
}

int main(int argc, char **argv)
{
    settings how = { .options = { .level = CODER_DEFAULT }, .rows = ROWS, .rounds = 3 };
    size_t sums[2] = { 0 };
    int first = 1;
    for (; first < argc && !strncmp(argv[first], "--", 2); first++) {
        const char *option = argv[first] + 2, *value = strchr(option, '=');
        if (!strcmp(option, "fast"))
            how.options.level = CODER_FAST;
        else if (!strcmp(option, "fastest"))
            how.options.level = CODER_FASTEST;
        else if (!strcmp(option, "each"))
            how.each = true;
        else if (!strcmp(option, "whole"))
            how.whole = true;
        else if (value && !strncmp(option, "rows=", 5))
            how.rows = (size_t)strtoul(value + 1, NULL, 10);
        else if (value && !strncmp(option, "rounds=", 7))
            how.rounds = atoi(value + 1);
        else if (value && !strncmp(option, "table=", 6))
            how.only = value + 1;
        else if (value && !strncmp(option, "position-step=", 14))
            how.options.position_step = atof(value + 1);
        else if (value && !strncmp(option, "rotation-step=", 14))
            how.options.rotation_step = atof(value + 1);
        else
            usage();
    }
    if (first == argc || !how.rows || how.rounds < 1) usage();
    if (how.whole) {
        whole sum = { .pack = 0 };
        for (int i = first; i < argc; i++) measure_whole(argv[i], &how, &sum);
        print_whole(&sum);
        return 0;
    }
    if (how.each) printf("%10s %10s  %6s  %s\n", "file", "blocks", "ratio", "name");
    for (int i = first; i < argc; i++) measure_file(argv[i], &how, sums);
    print_totals(&how, sums);
    return 0;
}
