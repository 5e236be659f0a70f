/* SPDX-License-Identifier: MIT
 * Writes the frames of plays as Parquet, from rows that are in memory: reel_bench_parquet OUT FILE... loads the plays, and then writes OUT once for each line of
 * its input, with the processor's seconds as the answer. bench/columns.sh --pairs measures it in turn with other writers, whose tables are in memory too. */
#include <reel/bsor.h>
#include <reel/export.h>

#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static reel_status write_piece(void *context, const void *data, size_t size, reel_error *error)
{
    (void)error;
    return fwrite(data, 1, size, context) == size ? REEL_OK : REEL_IO;
}

static reel_status close_file(void *context, reel_error *error)
{
    (void)error;
    return fclose(context) == 0 ? REEL_OK : REEL_IO;
}

static void discard_file(void *context) { fclose(context); }

static void write_all(const char *path, reel_replay *const *replays, size_t count)
{
    static const reel_table *const tables[] = { &bsor_frames, NULL };
    const reel_export_options options = { REEL_SIZED(reel_export_options), .tables = tables };
    FILE *file = fopen(path, "wb");
    reel_export *export_;
    reel_error error;
    if (!file) {
        fprintf(stderr, "%s: cannot write\n", path);
        exit(1);
    }
    must(reel_export_open(reel_exporter_by_id("parquet"),
                          (reel_sink){ .context = file, .write = write_piece, .commit = close_file, .discard = discard_file },
                          &reel_format_bsor, &options, &export_, &error),
         &error);
    for (size_t i = 0; i < count; i++) (void)reel_export_chunk(export_, reel_replay_chunk(replays[i]));
    must(reel_export_finish(export_, &error), &error);
}

int main(int argc, char **argv)
{
    static const reel_table *const wanted[] = { &bsor_frames, NULL };
    const reel_options reading = { REEL_SIZED(reel_options), .tables = wanted };
    if (argc < 3) {
        fprintf(stderr, "usage: reel_bench_parquet OUT FILE...\n");
        return 2;
    }
    size_t count = (size_t)argc - 2;
    reel_replay **replays = calloc(count, sizeof(reel_replay *));
    if (!replays) return 1;
    for (size_t i = 0; i < count; i++) {
        bytes file = read_all(argv[i + 2]);
        reel_error error;
        must(reel_load(reel_source_memory(file.data, file.size), &reading, &replays[i], &error), &error);
        free(file.data);
    }
    keep_memory();
    while (getchar() == '\n') {
        clock_t start = clock();
        write_all(argv[1], replays, count);
        printf("%.6f\n", (double)(clock() - start) / CLOCKS_PER_SEC);
        if (fflush(stdout) != 0) return 1;
    }
    for (size_t i = 0; i < count; i++) reel_free(replays[i]);
    free(replays);
    return 0;
}
